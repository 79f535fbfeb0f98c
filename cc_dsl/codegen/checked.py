"""Machine code on disk with a checksum, so that damaged code is compiled again, and never run.

Numba stores an index and the code of each function in files that it reads without checking that they are whole.  A
checksum is appended here, which Numba's own reading ignores; a file without the right one is ignored.  This depends on
internal names of Numba's caching, which has no public ones; if they have changed, its files are read as they are.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Mapping

from numba.core import caching

SIZE = hashlib.sha256().digest_size


def with_sum(data: bytes) -> bytes:
    """Return some bytes with their checksum behind them."""
    return data + hashlib.sha256(data).digest()


def is_whole(data: bytes) -> bool:
    """Return whether bytes end in the checksum of the bytes before it."""
    return len(data) > SIZE and with_sum(data[:-SIZE]) == data


class CheckedFile(caching.IndexDataCacheFile):  # type: ignore[misc]
    """An index and its files, each with a checksum."""

    def _dump(self, obj: object) -> bytes:
        return with_sum(super()._dump(obj))

    def _load_index(self) -> dict[object, str]:
        try:
            with open(self._index_path, "rb") as file:
                pickle.load(file)  # the version of Numba, which stands before what has a checksum
                if not is_whole(file.read()):
                    return {}
            found: dict[object, str] = super()._load_index()
        except Exception:  # whatever damaged bytes make of whoever reads them
            return {}
        return found

    def _load_data(self, name: str) -> object:
        with open(os.path.join(self._cache_path, name), "rb") as file:
            if not is_whole(file.read()):
                raise OSError(f"{name} is damaged")
        return super()._load_data(name)


def check(names: Mapping[str, object]) -> None:
    """Store checksums with all functions that Numba caches on disk; the functions are given by name."""
    for value in names.values():
        file = getattr(getattr(value, "_cache", None), "_cache_file", None)
        if type(file) is caching.IndexDataCacheFile:
            file.__class__ = CheckedFile
