"""The archive of all pages: files that stood in the archive before are taken over from it as they were compressed.

Where each file begins in the archive is noted beside the environment of Sphinx, under the digest of the file.  The
digests are noted there too, with the size and the time of each file, so that one that stayed as it was is not read.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from cc_dsl.export.archive import Packed, deflated, joined, start_of, stored
from cc_dsl.workers import processors

NOTED = "archived.json"
ROOT = "court-circular/"
"""The folder that holds all files of the archive."""
COMPRESSED = (".epub", ".pdf", ".png", ".woff2", ".zip")
"""The endings of files that cannot be made much smaller."""
ARCHIVE, FILES = "archive", "files"
STAMPS = "stamps.json"


class FilesOnDisk(Mapping[str, bytes]):
    """Files by their paths below folders, each read when it is asked for."""

    def __init__(self, noted: str) -> None:
        """Start with none; what is noted of files stands in a folder."""
        self._noted = os.path.join(noted, STAMPS)
        self._found: dict[str, os.DirEntry[str]] = {}

    def add(self, folder: str, below: str = "", without: str = "") -> None:
        """Add every file of a folder and of those in it but one, their paths beginning with `below`."""
        with os.scandir(folder) as entries:
            for one in entries:
                if one.is_file():
                    self._found[f"{below}{one.name}"] = one
                elif one.is_dir(follow_symlinks=False) and one.name != without:
                    self.add(one.path, f"{below}{one.name}/")

    def __getitem__(self, path: str) -> bytes:
        """Read a file."""
        with open(self._found[path], "rb") as file:
            return file.read()

    def __iter__(self) -> Iterator[str]:
        """Go through the paths."""
        return iter(self._found)

    def __len__(self) -> int:
        """Return the number of files."""
        return len(self._found)

    def digests(self) -> dict[str, str]:
        """Return the digest of each file, by paths in their order; only those that changed are read."""
        before, now = _noted(self._noted), {}
        for path, one in sorted(self._found.items()):
            status = one.stat()
            size, time, digest = before.get(path, (0, 0, ""))
            if (size, time) != (status.st_size, status.st_mtime_ns):
                digest = hashlib.sha256(self[path]).hexdigest()
            now[path] = (status.st_size, status.st_mtime_ns, digest)
        with open(self._noted, "w", encoding="utf-8") as file:
            file.write(json.dumps(now))
        return {path: digest for path, (_, _, digest) in now.items()}


def _noted(path: str) -> dict[str, Any]:
    """Return what was noted in a file; nothing if it is not there or damaged."""
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def packed(files: Mapping[str, bytes], digests: Mapping[str, str], before: str, folder: str) -> bytes:
    """Return the archive of files, each with its digest; `before` is the path of the archive that was made last.

    Notes of it are read from the folder, and those of the new one are written there.
    """
    kept = _kept(before, folder)
    paths = sorted(files)
    others = [path for path in paths if digests[path] not in kept]
    # What compresses lets other threads run.
    with ThreadPoolExecutor(processors()) as threads:
        made_now = dict(zip(others, threads.map(lambda path: _packed(path, files[path]), others), strict=True))
    entries = {path: made_now[path] if path in made_now else kept[digests[path]] for path in paths}
    made = joined((f"{ROOT}{path}", one) for path, one in entries.items())
    _note(made, entries, digests, folder)
    return made


def _packed(path: str, data: bytes) -> Packed:
    """Return a file compressed, or as it is where its own form compresses it."""
    return stored(data) if path.endswith(COMPRESSED) else deflated(data)


def _kept(path: str, folder: str) -> dict[str, Packed]:
    """Return the files of an archive by their digests; none if it is not the one that was noted."""
    found = _noted(os.path.join(folder, NOTED))
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError:
        return {}
    if found.get(ARCHIVE) != hashlib.sha256(data).hexdigest():
        return {}
    return {
        digest: Packed(method, checksum, size, data[start : start + length])
        for digest, (method, checksum, size, start, length) in found[FILES].items()
    }


def _note(made: bytes, entries: Mapping[str, Packed], digests: Mapping[str, str], folder: str) -> None:
    """Note where the files of an archive stand in it."""
    found, end = {}, 0
    for path, one in entries.items():
        start = end + start_of(f"{ROOT}{path}")
        end = start + len(one.data)
        found[digests[path]] = (one.method, one.checksum, one.size, start, len(one.data))
    with open(os.path.join(folder, NOTED), "w", encoding="utf-8") as file:
        file.write(json.dumps({ARCHIVE: hashlib.sha256(made).hexdigest(), FILES: found}))
