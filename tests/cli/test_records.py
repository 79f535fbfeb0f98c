"""Records of games: replayed to the last card, explained, or refused with a report of the error."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import socket
import stat
import zlib
from pathlib import Path

import pytest

from cc_dsl import replay
from tests.cli.desk import circular, circular_in, is_refused
from tests.unit.compare_pairs import FIRST, write_edition


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the record of a game that is over."""
    path = tmp_path_factory.mktemp("records") / "finished.record"
    result = circular("play", "1862", "--players", "random,random", "--seed", "9", "--record", str(path))
    assert result.status == 0
    return path


def test_replay_is_the_same_game(finished: Path) -> None:
    first = circular("play", "1862", "--players", "random,random", "--seed", "9")
    again = circular("replay", str(finished))
    assert (again.status, again.err) == (0, "")
    assert again.out == first.out
    explained = circular("play", "1862", "--players", "random,random", "--seed", "9", "--explain")
    assert circular("replay", str(finished), "--explain").out == explained.out
    document = json.loads(circular("play", "1862", "--players", "random,random", "--seed", "9", "--json").out)
    assert json.loads(circular("replay", str(finished), "--json").out) == document


def by_hand(text: str) -> str:
    """Say that a record was written by hand, so that its checksum is not asked for."""
    return re.sub(r"checksum \w+", "written by hand", text)


def test_record_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bytes.record"
    path.write_bytes(b"\xff\xfe\x00")
    assert is_refused(circular("replay", str(path)), "not UTF-8")
    assert is_refused(circular("replay", str(tmp_path)), "folder")


def test_decisions_are_listed(finished: Path) -> None:
    listed = circular("why", "1862", "--record", str(finished), "--list")
    assert re.search(r"^ +3  Player [12] is now first-hand\.", listed.out, re.MULTILINE)
    assert max(map(len, listed.out.splitlines())) <= 80
    decisions = json.loads(circular("why", "1862", "--record", str(finished), "--list", "--json").out)["decisions"]
    assert [decision["number"] for decision in decisions] == list(range(1, len(decisions) + 1))
    of_clause = circular("why", "1862", "--record", str(finished), "--list", "§VI.4", "--json")
    expected = [decision for decision in decisions if "1862.VI.4" in decision["clauses"]]
    assert json.loads(of_clause.out)["decisions"] == expected != []


def _court_in_progress(folder: Path) -> Path:
    """Return the record of a game of three in which the human has laid his pledge, and the others theirs."""
    words = ("play", "court", "--seed", "3", "--players", "human,random,random", "--record", "c.record")
    result = circular_in(folder, *words, typed=b"1\nspare\n" + b"1\n" * 5)
    assert result.status == 0, result.err
    return folder / "c.record"


def test_record_in_progress_keeps_secrets_and_the_whole_game_is_in_a_private_file(tmp_path: Path) -> None:
    path, private = _court_in_progress(tmp_path), tmp_path / "c.record.private"
    assert sorted(tmp_path.iterdir()) == [path, private]
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert "seed 3\n" in private.read_text("utf-8")
    text = path.read_text("utf-8")
    assert "shuffled: ?" in text
    assert not re.search(r"\bseed\b", text)
    again = [circular_in(tmp_path, *words).out for words in (("replay", "c.record"), ("replay", "c.record", "--json"))]
    assert "seed 3" not in again[0]
    assert "a hidden card" in again[0]
    document = json.loads(again[1])
    assert document["seed"] is None
    assert {answer["answer"] for answer in document["answers"] if answer["by"] == "shuffled"} == {"?"}
    why = circular_in(tmp_path, "why", "court", "--record", "c.record", "--list").out
    assert "a hidden card" in why


def test_record_without_its_private_part_is_refused(tmp_path: Path) -> None:
    _court_in_progress(tmp_path)
    private = tmp_path / "c.record.private"
    held = private.read_text("utf-8")
    private.unlink()
    for words in (("replay", "c.record"), ("play", "--resume", "c.record"), ("why", "court", "--record", "c.record")):
        assert is_refused(circular_in(tmp_path, *words), "c.record.private")
    private.write_text(by_hand(re.sub(r"game \w+", "game 0123456789abcdef", held)), "utf-8")
    assert is_refused(circular_in(tmp_path, "replay", "c.record"), "the private part of a different game")
    private.write_text("my notes", "utf-8")
    assert is_refused(circular_in(tmp_path, "replay", "c.record"), "c.record.private:1: I cannot read this record")
    private.write_text(held, "utf-8")
    assert circular_in(tmp_path, "replay", "c.record").status == 0


def test_record_that_was_sealed_is_taken_up(tmp_path: Path) -> None:
    """A game begun with release 0.1.0 goes on with a private file; its key is not needed any more."""
    _court_in_progress(tmp_path)
    path, private, key = (tmp_path / name for name in ("c.record", "c.record.private", "c.record.key"))
    whole = re.sub(r"game \w+\n", "", private.read_text("utf-8"))
    held, once = bytes(range(32)), bytes(16)
    pressed = zlib.compress(by_hand(whole).encode())
    stream = hashlib.shake_256(held + once).digest(len(pressed))
    seal = base64.b64encode(once + bytes(a ^ b for a, b in zip(pressed, stream, strict=True))).decode()
    path.write_text(by_hand(re.sub(r"private \w+", f"sealed {seal}", path.read_text("utf-8"))), "utf-8")
    private.unlink()
    key.write_text(f"circular key 1\n{held.hex()}\n", "utf-8")
    shown = circular_in(tmp_path, "replay", "c.record").out
    assert "a hidden card" in shown
    result = circular_in(tmp_path, "play", "--resume", "c.record", typed=b"1\n")
    assert result.status == 0, result.err
    key.unlink()
    assert sorted(tmp_path.iterdir()) == [path, private]
    assert circular_in(tmp_path, "replay", "c.record").out.startswith(shown[:400])


@pytest.mark.parametrize("kind", ["fifo", "link", "dangling", "folder", "device", "socket"])
def test_what_is_no_ordinary_file_is_no_record(kind: str, tmp_path: Path) -> None:
    path, other = tmp_path / "n", tmp_path / "empty"
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "device":
        try:
            os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 3))
        except PermissionError:
            path.symlink_to("/dev/null")
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(str(path))
    else:
        path.symlink_to(other)
        if kind == "link":
            other.write_text("", "utf-8")
    before = path.lstat()
    for words in (("--players", "random"), ()):
        result = circular("play", "1862", *words, "--record", str(path), typed="1\n")
        assert is_refused(result, "is written to an ordinary file")
    after = path.lstat()
    assert (after.st_ino, after.st_mode, after.st_nlink) == (before.st_ino, before.st_mode, before.st_nlink)
    assert not other.exists() or other.read_text("utf-8") == ""


def test_foreign_files_are_not_replaced(finished: Path, tmp_path: Path) -> None:
    text = finished.read_text("utf-8")
    for name, held in (("empty", ""), ("hand", by_hand(text)), ("changed", text.replace("seed 9", "seed 8"))):
        path = tmp_path / name
        path.write_text(held, "utf-8")
        result = circular("play", "1862", "--players", "random", "--record", str(path))
        assert is_refused(result, "is not a record that I wrote")
        assert path.read_text("utf-8") == held
    private = tmp_path / "new.record.private"
    private.write_text("mine", "utf-8")
    result = circular("play", "1862", "--record", str(tmp_path / "new.record"), typed="1\n")
    assert is_refused(result, "belongs to another game")
    assert private.read_text("utf-8") == "mine"


def test_own_finished_record_is_replaced(finished: Path, tmp_path: Path) -> None:
    path = tmp_path / "again.record"
    path.write_text(finished.read_text("utf-8"), "utf-8")
    assert circular("play", "1862", "--players", "random", "--seed", "4", "--record", str(path)).status == 0
    assert "seed 4\n" in path.read_text("utf-8")


def test_finished_game_is_open_and_its_private_part_is_gone(tmp_path: Path) -> None:
    result = circular_in(tmp_path, "play", "patience", "--seed", "3", "--record", "p.record", typed=b"1\n" * 400)
    assert result.status == 0
    text = (tmp_path / "p.record").read_text("utf-8")
    assert "seed 3\n" in text
    assert "?" not in text
    assert [path.name for path in tmp_path.iterdir()] == ["p.record"]


def test_seed_that_was_drawn_is_told_at_the_end(tmp_path: Path) -> None:
    result = circular_in(tmp_path, "play", "patience", typed=b"1\n" * 400)
    lost = "\nYou have not won: "
    head, _, end = result.out.partition(lost if lost in result.out else "\nYou win: ")
    assert "seed" not in head
    assert re.search(r"The seed was \d+\.", end)


LOWER_HIT = "instead of §VI.4: a player is at-a-Hit if his score is at least 3."


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the record of a game of 1862 with a lower Hit, played where the cache was full."""
    path = tmp_path_factory.mktemp("records") / "changed.record"
    played = circular(
        "play", "1862", "--but", LOWER_HIT, "--players", "random,random", "--seed", "4", "--record", str(path)
    )
    assert played.status == 0
    return path


def test_record_of_changed_rules_is_replayed_anywhere(
    changed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = circular("play", "1862", "--but", LOWER_HIT, "--players", "random,random", "--seed", "4")
    head = changed.read_text("utf-8").split("\n\n")[0]
    assert LOWER_HIT in head
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    again = circular("replay", str(changed))
    assert (again.status, again.err, again.out) == (0, "", first.out)
    assert circular("replay", str(changed), "--edition", "1862").out == first.out
    assert circular("replay", str(changed), "--edition", "1862", "--but", LOWER_HIT).out == first.out
    assert "but “instead of §VI.4" in circular("why", "1862", "--record", str(changed)).out
    assert f"rules {replay(str(changed)).rules.meaning}" in head


def test_game_of_changed_rules_is_taken_up_with_an_empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, players = str(tmp_path / "game.record"), ("--players", "human,random")
    begun = circular("play", "1862", "--but", LOWER_HIT, *players, "--record", path, typed="1\n1\nquit\n")
    assert "circular play --resume" in " ".join(begun.out.split())
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    went_on = circular("play", "--resume", path, typed="1\nquit\n")
    assert went_on.status == 0
    assert "but “instead of §VI.4" in went_on.out
    assert LOWER_HIT in Path(path).read_text("utf-8")


def test_overlay_of_rules_outside_the_corpus_is_carried_too(tmp_path: Path) -> None:
    rules, path = write_edition(tmp_path, "elder", FIRST).path, str(tmp_path / "game.record")
    bounty = ("--but", "instead of §4: the bounty is 1.")
    assert circular("play", rules, *bounty, "--players", "random", "--seed", "1", "--record", path).status == 0
    assert str(tmp_path) not in Path(path).read_text("utf-8")
    assert is_refused(circular("replay", path), "“elder”, which is not an edition of the corpus")
    assert circular("replay", path, "--edition", rules).status == 0
