"""The archive of all pages: files that stood in the archive before are taken over from it as they were compressed.

Where each file begins in the archive is noted beside the environment of Sphinx, under the digest of the file.  The
digests are noted there too, with the size and the time of each file, so that one that stayed as it was is not read.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
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
        self._before = _noted(self._noted)
        self._found: dict[str, str] = {}
        self._now: dict[str, tuple[int, int, str]] = {}

    def add(self, folder: str, below: str = "", without: Collection[str] = ()) -> None:
        """Add every file of a folder and of those in it, but for some names, their paths beginning with `below`."""
        with os.scandir(folder) as entries:
            for one in entries:
                if one.name in without:
                    continue
                if one.is_file():
                    self._found[f"{below}{one.name}"] = one.path
                elif one.is_dir(follow_symlinks=False):
                    self.add(one.path, f"{below}{one.name}/")

    def add_file(self, file: str, path: str) -> None:
        """Add one file."""
        self._found[path] = file

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
        """Return the digest of each file, by paths in their order; only those that changed are read, and once."""
        for path in self._found.keys() - self._now.keys():
            status = os.stat(self._found[path])
            size, time, digest = self._before.get(path, (0, 0, ""))
            if (size, time) != (status.st_size, status.st_mtime_ns):
                digest = hashlib.sha256(self[path]).hexdigest()
            self._now[path] = (status.st_size, status.st_mtime_ns, digest)
        return {path: self._now[path][2] for path in sorted(self._now)}

    def size(self, path: str) -> int:
        """Return the number of bytes of a file whose digest was asked for."""
        return self._now[path][0]

    def note(self) -> None:
        """Note the digests, with the sizes and times of the files."""
        with open(self._noted, "w", encoding="utf-8") as file:
            file.write(json.dumps(self._now))


def _noted(path: str) -> dict[str, Any]:
    """Return what was noted in a file; nothing if it is not there or damaged."""
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


class Archive:
    """The archive of all pages, while it is put together."""

    def __init__(self, before: str, folder: str) -> None:
        """Start with the archive that was made last; notes of it are read from the folder."""
        self._before, self._folder = before, folder

    @cached_property
    def _packed(self) -> dict[str, Packed]:
        """The files by their digests, as they are compressed."""
        return _kept(self._before, self._folder)

    def pack(self, files: Mapping[str, bytes], digests: Mapping[str, str]) -> None:
        """Compress the files that are not known by their digests."""
        others = {digest: path for path, digest in digests.items() if digest not in self._packed}
        # What compresses lets other threads run.
        with ThreadPoolExecutor(processors()) as threads:
            made = threads.map(lambda path: _packed(path, files[path]), others.values())
            self._packed.update(zip(others, made, strict=True))

    def joined(self, digests: Mapping[str, str]) -> tuple[bytes, str]:
        """Return the archive of files by their digests, and its own; note where the files stand in it."""
        entries = {path: self._packed[digests[path]] for path in sorted(digests)}
        made = joined((f"{ROOT}{path}", one) for path, one in entries.items())
        digest = hashlib.sha256(made).hexdigest()
        _note(digest, entries, digests, self._folder)
        return made, digest


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


def _note(archive: str, entries: Mapping[str, Packed], digests: Mapping[str, str], folder: str) -> None:
    """Note where the files of an archive, which is named by its digest, stand in it."""
    found, end = {}, 0
    for path, one in entries.items():
        start = end + start_of(f"{ROOT}{path}")
        end = start + len(one.data)
        found[digests[path]] = (one.method, one.checksum, one.size, start, len(one.data))
    with open(os.path.join(folder, NOTED), "w", encoding="utf-8") as file:
        file.write(json.dumps({ARCHIVE: archive, FILES: found}))
