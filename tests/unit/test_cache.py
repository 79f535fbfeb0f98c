"""The cache on disk: nothing of another user is read, nothing that is read can run code, and it does not grow on."""

from __future__ import annotations

import os
import pickle
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cc_dsl import cache, pipeline, resources
from cc_dsl.rules import model, store
from cc_dsl.syntax import lalr
from tests import processes
from tests.cli.desk import TRICK, circular, environment

WORDS = (Path(__file__).parents[1] / "games" / "tolls" / "game.rules").read_text("utf-8")
on_unix = pytest.mark.skipif(os.name != "posix", reason="files have no such owners and modes")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a cache in which nothing is kept yet."""
    monkeypatch.setenv("CIRCULAR_CACHE", str(tmp_path / "cache"))
    return Path(resources.cache_folder())


class Payload:
    """What somebody puts into a pickle to run code in whoever reads it."""

    def __init__(self, path: Path) -> None:
        """Name the file that the code would make."""
        self.path = path

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str]]:
        """Return what is called when it is read."""
        return os.mkdir, (str(self.path),)


def test_what_is_put_is_got(folder: Path) -> None:
    """Under its kind, name and key, and no other."""
    cache.put("kind", (("name", 1), "key"), b"data")
    assert cache.get("kind", (("name", 1), "key")) == b"data"
    assert cache.get("kind", (("name", 1), "yek")) is None
    assert cache.get("kind", (("name", 2), "key")) is None
    cache.put("kind", (("name", 1), "yek"), b"other")
    assert cache.get("kind", (("name", 1), "key")) is None
    assert len([*folder.glob("kind-*")]) == 1


def test_damaged_file_counts_as_none(folder: Path) -> None:
    """Whichever byte is changed, and wherever it is cut."""
    cache.put("kind", ("name", "key"), b"data")
    (path,) = folder.glob("kind-*")
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert cache.get("kind", ("name", "key")) is None
        path.write_bytes(whole[:place])
        assert cache.get("kind", ("name", "key")) is None


def test_full_disk_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was there before stays, and no part of a file either."""
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
    """Whoever may have written it."""
    cache.put("kind", ("name", "key"), b"data")
    (path,) = folder.glob("kind-*")
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(mode)
    assert cache.get("kind", ("name", "key")) is None


@on_unix
def test_what_is_another_users_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a file, nor a folder: then a folder of this process is used."""
    cache.put("kind", ("name", "key"), b"data")
    (path,) = folder.glob("kind-*")
    me = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    assert cache.read_own(str(path)) is None
    assert resources.cache_folder() != str(folder)


@on_unix
def test_links_and_what_is_no_file_are_not_read(folder: Path, tmp_path: Path) -> None:
    """A link may lead anywhere, and a pipe would never end."""
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
    """Neither as the cache, nor behind a link."""
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
    assert resources._system_cache() == ""


def test_only_data_classes_that_are_named_are_made(tmp_path: Path) -> None:
    """No function, no class of another module, and nothing that a module has imported."""
    rules = pipeline.load("1862").rules
    assert cache.unpickled(pickle.dumps(rules, 5), *store.MODEL) == rules
    for value in (Payload(tmp_path / "ran"), model.full_clause, os.path.join, pickle.Unpickler, rules):
        with pytest.raises(cache.NotData):
            cache.unpickled(pickle.dumps(value), "cc_dsl.cache", *store.MODEL[1:])
    dotted = b"\x80\x04\x8c\x12cc_dsl.rules.model\x8c\x0cInt.__init__\x93."
    assert pickle.loads(dotted) is model.Int.__init__
    with pytest.raises(cache.NotData):
        cache.unpickled(dotted, *store.MODEL)
    assert not (tmp_path / "ran").exists()


def test_no_kept_file_of_data_can_run_code(folder: Path, tmp_path: Path) -> None:
    """Each file that a trick leaves is replaced by one that would; the trick is judged as before, and nothing ran."""
    lalr.parser.cache_clear()
    before = circular(*TRICK, "--why")
    first = lalr.parser().parse(WORDS)
    kinds = {path.name.partition("-")[0] for path in folder.iterdir()}
    assert {"rules", "words", "grammar"} <= kinds
    for path in folder.glob("*-*"):
        key = path.read_bytes()[4 : cache.HEAD]
        path.unlink()
        cache.write_own(str(path), sealed(key, pickle.dumps(Payload(tmp_path / "ran"))))
    lalr.parser.cache_clear()
    assert circular(*TRICK, "--why") == before
    assert lalr.parser().parse(WORDS) == first
    assert not (tmp_path / "ran").exists()


def sealed(key: bytes, data: bytes) -> bytes:
    """Return a file as the cache writes it, with the right checksum."""
    import zlib

    tail = key + data
    return zlib.crc32(tail).to_bytes(4, "big") + tail


def test_what_was_used_longest_ago_goes_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When all together is too much; a file that is read again counts as used."""
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


def test_nothing_else_is_kept_by_pickle() -> None:
    """Only the cache reads what was pickled, and workers what comes from their parent; data are copied in memory."""
    package = Path(cache.__file__).parent
    reads = [
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if re.search(r"pickle\.(load|Unpickler)|marshal\.load", path.read_text("utf-8"))
    ]
    assert sorted(reads) == [
        "cache.py",
        "compiler/checked.py",
        "compiler/source_cache.py",
        "source/data.py",  # tables that were read are copied so in memory
        "study/chunks.py",
    ]


def test_tables_of_the_parser_are_the_same_to_the_byte(tmp_path: Path) -> None:
    """Whatever the order of sets; the tables go along with the pages."""
    found = []
    for seed in ("1", "2"):
        own = environment(PYTHONHASHSEED=seed, CIRCULAR_CACHE=str(tmp_path / seed))
        processes.run([sys.executable, "-c", "from cc_dsl.syntax import lalr; lalr.parser()"], env=own, check=True)
        (table,) = (tmp_path / seed).glob("grammar-*")
        found.append(table.read_bytes())
    assert found[0] == found[1]
