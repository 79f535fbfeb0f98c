"""What Numba keeps on disk is used again if it is whole, and otherwise made anew."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from cc_dsl.compiler import source_cache

TEXT = """from numba import njit

@njit(cache=True)
def twice(number):
    return 2 * number
"""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    pytest.importorskip("numba")
    monkeypatch.setenv("CIRCULAR_CACHE", str(tmp_path))
    return tmp_path


def called(name: str) -> ModuleType:
    """Load the module as another process would, and call its function."""
    sys.modules.pop(name, None)
    made = source_cache.module(name, TEXT)
    assert made.twice(21) == 42
    return made


def was_compiled(made: ModuleType) -> bool:
    """Return whether the function was compiled, and not found on disk."""
    return not made.twice.stats.cache_hits


def damages(data: bytes) -> dict[str, bytes]:
    """Return what may become of a file."""
    middle = len(data) // 2
    flipped = bytes([data[middle] ^ 1])
    return {"empty": b"", "cut": data[:-7], "flipped": data[:middle] + flipped + data[middle + 1 :], "other": b"?" * 99}


def test_machine_code_is_kept_and_what_is_damaged_is_made_anew(cache: Path) -> None:
    name = source_cache.module_name(TEXT)
    assert was_compiled(called(name))
    assert not was_compiled(called(name))
    for kind in ("nbi", "nbc"):
        file = next(cache.rglob(f"{name}*.{kind}"))
        for what, data in damages(file.read_bytes()).items():
            file.write_bytes(data)
            assert was_compiled(called(name)), (kind, what)
            assert not was_compiled(called(name)), (kind, what)


def test_code_of_other_versions_is_another_module() -> None:
    names = {
        source_cache.module_name(TEXT),
        source_cache.module_name(TEXT, "numba 1"),
        source_cache.module_name(TEXT, "numba 2"),
        source_cache.module_name(TEXT + "#"),
    }
    assert len(names) == 4
