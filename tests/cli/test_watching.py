"""`--watch`: a save is answered by the same command, with what stands in the files then; Ctrl-C ends it."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cc_dsl.cli import watching
from tests import processes
from tests.cli.desk import ROOT, circular, environment, process

GAME = ROOT / "tests" / "problems" / "three-gates"
PLAYED = ("--players", "random", "--seed", "1", "--moves", "1")


class Watched:
    """A command that watches, in a process of its own."""

    def __init__(self, *words: str) -> None:
        """Start it."""
        command = [sys.executable, "-u", "-m", "cc_dsl", *words, "--watch"]
        self.process = processes.start(
            command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )

    def answer(self) -> str:
        """Return what it says until it waits for a save."""
        assert self.process.stdout is not None
        said: list[str] = []
        for line in self.process.stdout:
            if line.startswith("Waiting for a save"):
                return "".join(said)
            said.append(line)
        raise AssertionError("".join(said))

    def end(self) -> int:
        """End it as Ctrl-C does; return its status."""
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=60)
        return self.process.returncode


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return a copy of a small game."""
    shutil.copytree(GAME, tmp_path / "game")
    return tmp_path / "game"


@pytest.fixture
def watched(request: pytest.FixtureRequest, game: Path) -> Iterator[Watched]:
    """Return a command on the game that watches."""
    words = request.param
    made = Watched(words[0], str(game), *words[1:])
    yield made
    made.process.kill()
    made.process.communicate()


def save(path: Path, old: str, new: str) -> None:
    """Change a file, and its time by a second at least, both at once: a command that watches answers each change."""
    text = path.read_text("utf-8")
    assert old in text
    saved = path.parent.parent / f"{path.name} being saved"
    saved.write_text(text.replace(old, new), "utf-8")
    later = max(path.stat().st_mtime_ns, saved.stat().st_mtime_ns) + 10**9
    os.utime(saved, ns=(later, later))
    saved.replace(path)


@pytest.mark.parametrize("watched", [("check",)], indirect=True)
def test_check_answers_every_save(watched: Watched, game: Path) -> None:
    """A slip is told, and when it is mended all is well; the check of a moment ago is not repeated."""
    assert "three-gates: sentences, names and citations are sound" in watched.answer()
    save(game / "game.rules", "the taker becomes the last-taker", "the takker becomes the last-taker")
    said = watched.answer()
    assert "error[unknown-name]: “takker” is not a name of these rules." in said
    assert "Trying cases" not in said
    save(game / "game.rules", "takker", "taker")
    assert "sentences, names and citations are sound" in watched.answer()
    save(game / "text.txt", "better stone", "bettor stone")
    assert "text-changed" in watched.answer()
    assert watched.end() == 130


@pytest.mark.parametrize("watched", [("check",)], indirect=True)
def test_file_may_be_gone_for_a_moment(watched: Watched, game: Path) -> None:
    """While the rules, or their folder, are not there, nothing is said of other editions; they may come by a rename."""
    rules, whole = game / "game.rules", (game / "game.rules").read_text("utf-8")
    watched.answer()
    rules.unlink()
    said = watched.answer()
    assert "error[unknown-edition]" in said
    assert "are sound" not in said
    (game / "new").write_text(whole.replace("the taker becomes", "the takker becomes"), "utf-8")
    os.replace(game / "new", rules)
    assert "“takker” is not a name of these rules." in watched.answer()
    shutil.rmtree(game)
    assert "error[unknown-edition]" in watched.answer()
    shutil.copytree(GAME, game.with_name("copy"))
    os.replace(game.with_name("copy"), game)
    assert "three-gates: sentences, names and citations are sound" in watched.answer()


def test_folder_may_go_while_it_is_read(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules are found, and then the folder is gone before its other files are listed: none of them is watched."""
    listed = os.scandir

    def listed_too_late(folder: str) -> object:
        if Path(folder) == game:
            game.rename(game.with_name("elsewhere"))
        return listed(folder)

    monkeypatch.setattr(os, "scandir", listed_too_late)
    found = watching.stamps(["check", str(game)])
    assert [path for path in found if Path(path).parent == game] == [str(game / "game.rules")]


@pytest.mark.parametrize("watched", [("play", *PLAYED)], indirect=True)
def test_play_is_played_again(watched: Watched, game: Path) -> None:
    """A game of computers is played again under the rules as they are saved."""
    first = circular("play", str(game), *PLAYED).out
    assert first.strip() in watched.answer()
    save(game / "edition.toml", 'title = "The Game of Three Gates"', 'title = "Gates, again"')
    save(game / "game.rules", 'edition "The Game of Three Gates"', 'edition "Gates, again"')
    assert "Gates, again" in watched.answer()
    assert watched.end() == 130


def test_command_that_is_not_watched_refuses_the_option() -> None:
    """Only commands that rest on files which people write can be watched."""
    told = circular("editions", "--watch")
    assert told.status == 2
    assert "--watch" in told.err


def lines_lost(text: str, count: int) -> Iterator[str]:
    """Yield texts in which one line is changed: a number or a comparison in it, or all of it is left out."""
    dice = random.Random(1862)
    lines = text.split("\n")
    other = {"most": "least", "least": "most", "best": "worst", "more": "fewer", "winner": "loser", "dealer": "winner"}
    for _ in range(count):
        number = dice.choice([place for place, line in enumerate(lines) if line.startswith("  ")])
        words = [other.get(word, str(int(word) + 1) if word.isdecimal() else word) for word in lines[number].split(" ")]
        own = " ".join(words)
        yield "\n".join([*lines[:number], *([own] if own != lines[number] else []), *lines[number + 1 :]])


@pytest.mark.slow
@pytest.mark.parametrize("edits", [4, pytest.param(12, marks=pytest.mark.exhaustive)])
def test_answer_to_a_save_is_that_of_a_fresh_check(edits: int, tmp_path: Path) -> None:
    """After every edit of a line of 1862, the answer is what a check finds that begins anew, with another cache."""
    game = tmp_path / "1862"
    shutil.copytree(ROOT / "corpus" / "1862", game)
    whole = (game / "game.rules").read_text("utf-8")
    watched = Watched("check", str(game))
    try:
        watched.answer()
        for text in lines_lost(whole, edits):
            save(game / "game.rules", (game / "game.rules").read_text("utf-8"), text)
            said = [line for line in watched.answer().splitlines()[1:] if " are sound (" not in line]
            fresh = process("check", str(game), CIRCULAR_CACHE=str(tmp_path / f"cache-{len(text)}"))
            assert sorted(said) == sorted((fresh.out + fresh.err).splitlines())
    finally:
        watched.end()


def test_pages_come_first_after_a_save(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the whole edition the pages are made at a save, and books and archives when no other save follows."""
    done: list[list[str]] = []
    states = iter([{"notes.md": (1, time)} for time in (1, 1, 1, 2, 2, 2, 2, 2)])

    def stamps(words: list[str]) -> dict[str, tuple[int, int]]:
        found = next(states, None)
        if found is None:
            raise KeyboardInterrupt
        return found

    def answer(words: list[str]) -> int:
        done.append(words)
        return 0

    monkeypatch.setattr(watching, "stamps", stamps)
    monkeypatch.setattr(watching, "PAUSE", 0)
    monkeypatch.setattr(watching, "_split_off", lambda words, run: done.append(words))
    whole = ["edition", "pages"]
    with pytest.raises(KeyboardInterrupt):
        watching.watch([*whole, "--watch"], answer)
    assert done == [whole, [*whole, "--pages"], whole]


@pytest.mark.parametrize("words", [["edition", "out", "--only=1862"], ["edition", "out", "--pages"], ["check", "1862"]])
def test_other_commands_are_done_as_they_are(words: list[str]) -> None:
    """One edition has no downloads, and other commands make none."""
    assert watching.pages_first(words) == words
