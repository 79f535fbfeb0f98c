"""The cache of resolved rules between runs, which never returns stale rules.

An entry contains the contents of all files from which it was made; after any change to them, with another version of
this program or of Python, or if the entry is damaged, the rules are resolved again.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from cc_dsl import cache

if TYPE_CHECKING:
    from cc_dsl.rules.model import Rules

Contents = tuple[tuple[str, bytes], ...]
SHIPPED: dict[str, bytes] = {}
"""Pickled resolved rules that came with the engine of the pages, by their `digest_of_files`."""


def contents_of(path: str) -> bytes:
    """Return the bytes of a file; no bytes for a missing or unreadable file."""
    try:
        with open(path, "rb") as file:
            return file.read(2_000_000)
    except OSError:
        return b""


def digest(texts: Iterable[str], readings: Mapping[str, str]) -> str:
    """Return the hash of the texts of rules and of the readings chosen, which identifies these rules in caches.

    Records of release 0.1.0 identify their rules by it, so it must not change.
    """
    hasher = hashlib.sha256(b"1")
    for text in (*texts, *(f"{name}={answer}" for name, answer in sorted(readings.items()))):
        hasher.update(len(text).to_bytes(8, "big") + text.encode())
    return hasher.hexdigest()[:16]


def key_of(rules: str, readings: Mapping[str, str], contents: Contents) -> tuple[object, ...]:
    """Return the key under which results about these rules are cached."""
    return (rules, sorted(readings.items())), contents


def digest_of_files(readings: Mapping[str, str], contents: Contents) -> str:
    """Return the digest of readings and of the contents of files, independent of their paths."""
    files = [(os.path.basename(path), data) for path, data in contents]
    return hashlib.sha256(repr((sorted(readings.items()), files)).encode()).hexdigest()


def cached_rules(rules: str, readings: Mapping[str, str], contents: Contents) -> Rules | None:
    """Return the cached rules for exactly these files and readings, or None."""
    shipped = SHIPPED.get(digest_of_files(readings, contents)) if SHIPPED else None
    if shipped is not None:
        unpacked: Rules = pickle.loads(shipped)
        return unpacked
    cached: Rules | None = cache.get_object("rules", key_of(rules, readings, contents))
    return cached


def essential(contents: Contents) -> Contents:
    """Return the contents of files without empty lines and comment lines, which have no meaning."""
    return tuple((path, _essential(data) if path.endswith(".rules") else data) for path, data in contents)


def _essential(data: bytes) -> bytes:
    lines = (line.rstrip() for line in data.splitlines())
    return b"\n".join(line for line in lines if line and not line.lstrip().startswith(b"#"))
