"""The disk cache, the only cache of the program: files of this user alone, each with its key and a checksum.

An entry has a kind and parts: the first part names it, and the others are everything from which it was made, such as
the digest of some rules. The digest of the whole program is always part of the key, so a changed program or another
version never finds the entries of this one.

A file is read only if it is an ordinary file, belongs to the user who runs this program, and cannot be written by
anybody else; the same applies to the folder. It contains its key and a checksum: an entry that has another key, is
damaged, or belongs to another user is ignored and computed again. That check is the only protection: the files include
pickled objects, Python code and machine code, which are executed, so anybody who can write to this user's cache can run
code as this user. The total size is limited to LIMIT bytes: the least recently used files are removed first.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import stat
import sys
import time
import zlib
from collections.abc import Sequence
from functools import cache as once
from typing import Any

from cc_dsl import __version__, resources

LIMIT = 512 << 20
"""The most bytes that all cached files may take together."""
TARGET = LIMIT * 3 // 4
"""The most bytes that remain after old files are removed."""
DAY = 86_400
ENDING = ".cache"
PLAIN = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
"""Flags for opening a file: follow no link, and on Windows change no line ends."""
HEAD = 4 + 32
"""The number of bytes at the beginning of a file for the checksum and the digest of the key."""
BY_CONTENT = frozenset({"code", "grammar", "npm"})
"""Kinds whose entries are named by a digest of all that they are made from, so a change of the program leaves them
valid.
"""
SHIPPED: dict[str, bytes] = {}
"""Pickled nodes of rules files, by the texts of the files; the engine of the pages ships with them."""


@once
def program_digest() -> str:
    """Return the digest of the program: its version, the grammar, and its files except those that only display results.

    The contents are read only if the size or modification time of a file has changed since the digest was cached.
    """
    files = resources.program_files()
    stamps = repr((__version__, [(path, resources.stamp_of(path)) for path in files])).encode()
    mark = hashlib.sha256(stamps).hexdigest().encode()
    cached_file = os.path.join(resources.cache_folder(), f"program{ENDING}")
    entry = read_own(cached_file) or b""
    if entry.startswith(mark) and len(entry) == 2 * len(mark):
        return entry[len(mark) :].decode()
    digest = hashlib.sha256(__version__.encode())
    digests: list[tuple[str, str]] = []
    for path in files:
        with open(path, "rb") as file:
            digests.append((os.path.basename(path), hashlib.file_digest(file, "sha256").hexdigest()))
    # The digest covers only names and contents, so it does not depend on where the program is installed.
    for name_and_digest in sorted(digests):
        digest.update(repr(name_and_digest).encode())
    write_own(cached_file, mark + digest.hexdigest().encode())
    return digest.hexdigest()


def get(kind: str, parts: Sequence[object]) -> bytes | None:
    """Return the cached bytes of a kind and parts; None if there are none, or if the file cannot be trusted."""
    path = path_of(kind, parts[0])
    whole = read_own(path)
    if whole is None or int.from_bytes(whole[:4], "big") != zlib.crc32(whole[4:]):
        return None
    if whole[4:HEAD] != _key(kind, parts):
        return None
    with contextlib.suppress(OSError):
        if time.time() - os.stat(path).st_mtime > DAY:
            os.utime(path)  # Mark the file as in use, at most once a day.
    return whole[HEAD:]


def put(kind: str, parts: Sequence[object], data: bytes) -> None:
    """Cache bytes of a kind and parts, replacing an entry of the same name; do nothing if they cannot be written."""
    tail = _key(kind, parts) + data
    write_own(path_of(kind, parts[0]), zlib.crc32(tail).to_bytes(4, "big") + tail)
    prune()


def _key(kind: str, parts: Sequence[object]) -> bytes:
    maker = "" if kind in BY_CONTENT else program_digest()
    return hashlib.sha256(repr((kind, *parts, sys.version, maker)).encode()).digest()


def get_object(kind: str, parts: Sequence[object]) -> Any:
    """Return the value that `put_object` stored; None if there is none."""
    data = get(kind, parts)
    try:
        return pickle.loads(data) if data is not None else None
    except Exception:  # damaged bytes can make pickle raise any error
        return None


def put_object(kind: str, parts: Sequence[object], value: object) -> None:
    """Store a value made of plain values and data classes."""
    put(kind, parts, pickle.dumps(value, 5))


def path_of(kind: str, name: object) -> str:
    """Return the file of the entry of a kind and a name."""
    mark = repr(name).encode()
    return os.path.join(resources.cache_folder(), f"{kind}-{zlib.crc32(mark):08x}{zlib.adler32(mark):08x}{ENDING}")


def read_own(path: str) -> bytes | None:
    """Return the bytes of an ordinary file that belongs to this user and that nobody else can write; otherwise None."""
    try:
        number = os.open(path, os.O_RDONLY | PLAIN | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return None
    with open(number, "rb") as file:
        status = os.fstat(number)
        return file.read() if stat.S_ISREG(status.st_mode) and resources.is_own(status) else None


def write_own(path: str, data: bytes) -> None:
    """Write a file of this user atomically; do nothing if it cannot be written."""
    part = f"{path}.{os.getpid()}"
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | PLAIN, 0o600), "wb") as file:
            file.write(data)
        os.replace(part, path)
    except OSError:  # such as a full disk
        with contextlib.suppress(OSError):
            os.unlink(part)


def prune() -> None:
    """Remove the least recently used files if the cache takes more than LIMIT bytes."""
    files: list[tuple[float, int, str]] = []
    for root, _, names in os.walk(resources.cache_folder()):
        for path in (os.path.join(root, name) for name in names):
            with contextlib.suppress(OSError):
                status = os.lstat(path)
                files.append((status.st_mtime, status.st_size, path))
    size = sum(size for _, size, _ in files)
    if size <= LIMIT:
        return
    for _, file_size, path in sorted(files):
        if size <= TARGET:
            return
        with contextlib.suppress(OSError):
            os.unlink(path)
            size -= file_size
