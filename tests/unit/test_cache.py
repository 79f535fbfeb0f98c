"""The cache on disk: it reads no file of another user, and its size is limited."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

import cc_dsl
from cc_dsl import cache, resources
from cc_dsl.edition.engine import modules_needed
from tests import processes

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
    monkeypatch.setattr(cache, "TARGET", 4_000)
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
        "live/dispatcher.py",
        "rules/store.py",
        "source/data.py",  # copies parsed tables in memory
        "study/schedulers.py",
        "syntax/packed_nodes.py",
    ]


# Corpus, grammar and cache are found both in a checkout and in an installed package.


def test_data_lie_at_the_root_of_a_checkout_and_carried_ones_come_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = os.path.dirname(os.path.dirname(os.path.abspath(resources.__file__)))
    assert resources.corpus_root() == os.path.join(root, "corpus")
    assert resources.grammar_root() == os.path.join(root, "grammar")
    package = tmp_path / "cc_dsl"
    carried = package / "_data" / "corpus"
    carried.mkdir(parents=True)
    (tmp_path / "corpus").mkdir()
    monkeypatch.setattr(resources, "_PACKAGE", str(package))
    assert resources.corpus_root() == str(carried)


def test_editions_are_the_folders_with_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = tmp_path / "corpus"
    for name in ("1862", "1860", "library"):
        (corpus / name).mkdir(parents=True)
    for name in ("1862", "1860"):
        (corpus / name / "game.rules").touch()
    for name in ("pack.rules", ".pack.rules.swp", "pack.rules~", "README.md"):
        (corpus / "library" / name).touch()
    (corpus / "README.md").touch()
    monkeypatch.setattr(resources, "_PACKAGE", str(tmp_path / "nowhere" / "cc_dsl"))
    assert resources.edition_names() == [], "there is no corpus"
    monkeypatch.setattr(resources, "_PACKAGE", str(tmp_path / "cc_dsl"))
    assert resources.edition_names() == ["1860", "1862"]
    assert resources.edition_folder("1862") == str(corpus / "1862")
    assert resources.library_names() == ["pack"]
    assert resources.library_file("pack") == str(corpus / "library" / "pack.rules")


def test_cache_is_made_where_it_is_asked_for_or_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CIRCULAR_CACHE", str(tmp_path / "mine"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert resources.cache_folder() == str(tmp_path / "mine")
    assert (tmp_path / "mine").is_dir()
    monkeypatch.delenv("CIRCULAR_CACHE")
    assert resources.cache_folder() == str(tmp_path / "xdg" / "circular")
    assert (tmp_path / "xdg" / "circular").is_dir()
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("CIRCULAR_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    folder = resources.cache_folder()
    assert os.path.isdir(folder)
    assert not folder.startswith(str(tmp_path))
    assert resources.cache_folder() == folder


# The cache ignores entries made by another version of the program or by changed files.


PACKAGE = Path(resources.__file__).parent
GOOFSPIEL = PACKAGE.parent / "tests" / "games" / "goofspiel"
ASKS = re.compile(r"cache\.(get|put)(_object)?\(|source_cache\.")
"""Modules with these words in them cache something."""


def test_every_module_that_makes_a_cached_thing_is_in_the_key() -> None:
    listed = {*resources.program_files()}
    caching = [
        path.relative_to(PACKAGE.parent).with_suffix("").as_posix().replace("/", ".")
        for path in sorted(PACKAGE.rglob("*.py"))
        if ASKS.search(path.read_text("utf-8")) and str(path) in listed
    ]
    assert {"cc_dsl.compiler.source_cache", "cc_dsl.rules.store", "cc_dsl.cases.report"} <= {*caching}
    needed = {str(path) for path in modules_needed(caching)}
    assert str(PACKAGE / "core" / "program.py") in needed
    assert not needed - listed


def copied(folder: Path, *linked: str) -> Path:
    """Copy the program into a folder, without the scripts of the pages, beside links to what else it needs."""
    shutil.copytree(PACKAGE, folder / "cc_dsl", ignore=shutil.ignore_patterns("__pycache__", "static"))
    for name in linked:
        (folder / name).symlink_to(PACKAGE.parent / name)
    return folder


def digest_in(folder: Path, cache: Path) -> str:
    """Return the digest that a copy of the program has of itself."""
    code = "from cc_dsl import cache; print(cache.program_digest())"
    # Without this, Python would also reuse its bytecode for a file of the same size and time.
    env = {**os.environ, "PYTHONPATH": str(folder), "CIRCULAR_CACHE": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    said: str = processes.run([sys.executable, "-c", code], env=env, cwd=folder, text=True).stdout
    return said


def test_the_version_is_in_the_digest_and_the_place_is_not(tmp_path: Path) -> None:
    copies = [copied(tmp_path / name, "grammar") for name in ("one", "two")]
    first = digest_in(copies[0], tmp_path / "cache")
    assert len(first.strip()) == 64
    assert digest_in(copies[1], tmp_path / "cache") == first
    start = copies[1] / "cc_dsl" / "__init__.py"
    status, text = start.stat(), start.read_text("utf-8")
    version = cc_dsl.__version__
    start.write_text(text.replace(f'"{version}"', f'"9{version[1:]}"'), "utf-8")
    os.utime(start, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert digest_in(copies[1], tmp_path / "cache") != first


TWICE = "return (replace(act, acts=_all((*act.acts, *act.acts))),)"
"""What would carry out the acts of a loop twice."""


@pytest.mark.slow
def test_a_change_in_the_core_is_seen(tmp_path: Path) -> None:
    copied(tmp_path, "grammar", "corpus")

    def study() -> processes.Done:
        command = [sys.executable, "-m", "cc_dsl", "study", str(GOOFSPIEL), "--games", "20", "--engine", "python"]
        env = {**os.environ, "PYTHONPATH": str(tmp_path), "CIRCULAR_CACHE": str(tmp_path / "cache")}
        return processes.run(command, env=env, cwd=tmp_path, text=True)

    assert [study().returncode for _ in range(2)] == [0, 0]
    path = tmp_path / "cc_dsl" / "core" / "program.py"
    text = path.read_text("utf-8")
    before = "        case model.Repeat() |"
    assert before in text
    path.write_text(text.replace(before, f"        case model.Repeat():\n            {TWICE}\n{before}", 1))
    after = study()
    assert after.returncode == 2, after.stdout + after.stderr
    assert "too-few" in after.stderr
