"""The cache on disk: nothing of another user is read, and it does not grow on."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from cc_dsl import cache, resources
from tests import processes
from tests.cli.desk import environment

WORDS = (Path(__file__).parents[1] / "games" / "tolls" / "game.rules").read_text("utf-8")
on_unix = pytest.mark.skipif(os.name != "posix", reason="files have no such owners and modes")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a cache in which nothing is kept yet."""
    monkeypatch.setenv("CIRCULAR_CACHE", str(tmp_path / "cache"))
    return Path(resources.cache_folder())


def test_what_is_put_is_got(folder: Path) -> None:
    cache.put("kind", (("name", 1), "key"), b"data")
    assert cache.get("kind", (("name", 1), "key")) == b"data"
    assert cache.get("kind", (("name", 1), "yek")) is None
    assert cache.get("kind", (("name", 2), "key")) is None
    cache.put("kind", (("name", 1), "yek"), b"other")
    assert cache.get("kind", (("name", 1), "key")) is None
    assert len([*folder.glob("kind-*")]) == 1


def test_damaged_file_counts_as_none(folder: Path) -> None:
    cache.put("kind", ("name", "key"), b"data")
    (path,) = folder.glob("kind-*")
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert cache.get("kind", ("name", "key")) is None
        path.write_bytes(whole[:place])
        assert cache.get("kind", ("name", "key")) is None


def test_full_disk_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.put("kind", ("name", "key"), b"data")

    def full(part: str, path: str) -> None:
        raise OSError("No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full)
        cache.put("kind", ("name", "key"), b"other")
    assert cache.get("kind", ("name", "key")) == b"data"
    assert len([*folder.glob("kind-*")]) == 1


@on_unix
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_file_that_others_can_write_is_not_read(mode: int, folder: Path) -> None:
    cache.put("kind", ("name", "key"), b"data")
    (path,) = folder.glob("kind-*")
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(mode)
    assert cache.get("kind", ("name", "key")) is None


@on_unix
def test_what_is_another_users_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.put("kind", ("name", "key"), b"data")
    (path,) = folder.glob("kind-*")
    me = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    assert cache.read_own(str(path)) is None
    assert resources.cache_folder() != str(folder)


@on_unix
def test_links_and_what_is_no_file_are_not_read(folder: Path, tmp_path: Path) -> None:
    cache.put("kind", ("name", "key"), b"data")
    (path,) = folder.glob("kind-*")
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert cache.get("kind", ("name", "key")) is None
    path.unlink()
    os.mkfifo(path)
    assert cache.get("kind", ("name", "key")) is None


@on_unix
@pytest.mark.parametrize("mode", [0o770, 0o777, 0o1777])
def test_folder_that_others_can_write_is_not_used(mode: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(mode)
    (tmp_path / "link").symlink_to(shared)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    for name in ("shared", "link"):
        monkeypatch.setenv("CIRCULAR_CACHE", str(tmp_path / name))
        assert resources.cache_folder() == str(tmp_path / "xdg" / "circular")


@on_unix
@pytest.mark.parametrize("home", ["", "/"])
def test_without_a_home_nothing_is_put_at_the_root(home: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`HOME=` names no folder, and the root of the disk is nobody's home."""
    for name in ("CIRCULAR_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", home)
    assert resources._system_folder(*resources.CACHE) == ""


def test_what_was_used_longest_ago_goes_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(8):
        cache.put("kind", (number, "key"), bytes(1000))
        os.utime(cache.path_of("kind", number), (number * 10, number * 10))
    assert cache.get("kind", (0, "key")) is not None
    monkeypatch.setattr(cache, "LIMIT", 5_000)
    monkeypatch.setattr(cache, "LEFT", 4_000)
    cache.put("kind", ("new", "key"), bytes(1000))
    left = [number for number in (*range(8), "new") if cache.get("kind", (number, "key")) is not None]
    assert left == [0, 7, "new"]
    assert sum(path.stat().st_size for path in folder.glob("kind-*")) <= 4_000


def test_pickles_are_read_in_few_places() -> None:
    package = Path(cache.__file__).parent
    reads = [
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if re.search(r"pickle\.(load|Unpickler)|marshal\.load", path.read_text("utf-8"))
    ]
    assert sorted(reads) == [
        "cache.py",
        "codegen/numba_forms.py",
        "compiler/source_cache.py",
        "live/dispatcher.py",
        "rules/store.py",
        "source/data.py",  # tables that were read are copied so in memory
        "study/running.py",
        "syntax/lalr.py",
        "syntax/shipped.py",
    ]


def test_tables_of_the_parser_are_the_same_to_the_byte(tmp_path: Path) -> None:
    found = []
    for seed in ("1", "2"):
        own = environment(PYTHONHASHSEED=seed, CIRCULAR_CACHE=str(tmp_path / seed))
        processes.run([sys.executable, "-c", "from cc_dsl.syntax import lalr; lalr.parser()"], env=own, check=True)
        (table,) = (tmp_path / seed).glob("grammar-*")
        found.append(table.read_bytes())
    assert found[0] == found[1]
