"""The archive of all pages: files that stood in the archive before are taken over from it as they were compressed.

Where each file begins in the archive is noted beside the environment of Sphinx, under the digest of the file.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
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


def packed(files: Mapping[str, bytes], digests: Mapping[str, str], before: str, folder: str) -> bytes:
    """Return the archive of files, each with its digest; `before` is the path of the archive that was made last.

    Notes of it are read from the folder, and those of the new one are written there.
    """
    kept = _kept(before, folder)
    paths = sorted(files)
    # What compresses lets other threads run.
    with ThreadPoolExecutor(processors()) as threads:
        packs = threads.map(lambda path: kept.get(digests[path]) or _packed(path, files[path]), paths)
        entries = dict(zip(paths, packs, strict=True))
    made = joined((f"{ROOT}{path}", one) for path, one in entries.items())
    _note(made, entries, digests, folder)
    return made


def _packed(path: str, data: bytes) -> Packed:
    """Return a file compressed, or as it is where its own form compresses it."""
    return stored(data) if path.endswith(COMPRESSED) else deflated(data)


def _kept(path: str, folder: str) -> dict[str, Packed]:
    """Return the files of an archive by their digests; none if it is not the one that was noted."""
    try:
        with open(os.path.join(folder, NOTED), encoding="utf-8") as noted:
            found: dict[str, Any] = json.load(noted)
        with open(path, "rb") as file:
            data = file.read()
    except (OSError, ValueError):
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
        json.dump({ARCHIVE: hashlib.sha256(made).hexdigest(), FILES: found}, file)
