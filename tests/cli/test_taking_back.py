"""Moves that are taken back at the terminal: chance gives the same answers, and a warning names what was revealed."""

from __future__ import annotations

import os
import random
import re
import signal
import stat
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from cc_dsl.engine.game import Game
from cc_dsl.engine.picks import Pick, picks_ahead, read_picks, starts_of_moves
from cc_dsl.errors import UserError
from cc_dsl.pipeline import load
from cc_dsl.play.records import SavedRecord
from cc_dsl.table.record import RecordedAnswer, read, write
from tests.cli.desk import Terminal, circular_in, flat, is_refused, needs_terminal

TOLLS = str(Path("tests/games/tolls").resolve())
FERRY = str(Path("tests/games/ferry").resolve())


def recorded(path: Path) -> Sequence[RecordedAnswer]:
    return read(path.read_text("utf-8")).answers


def answers(path: Path) -> list[str]:
    """Return the answers of a record, without the notes among them."""
    return [f"{answer.by}: {answer.words}" for answer in recorded(path) if answer.by != "taken back"]


def play(folder: Path, *words: str, typed: str, rules: str = TOLLS) -> str:
    """Play at the terminal with what is typed, and return what is said."""
    result = circular_in(folder, "play", rules, *words, typed=typed.encode())
    assert result.status == 0, result.err
    return result.out


def test_same_moves_after_a_takeback_give_the_same_game(tmp_path: Path) -> None:
    words = ("--players", "human,random,random", "--seed", "5", "--record")
    play(tmp_path, *words, "plain", typed="1\n1\nquit\n")
    play(tmp_path, *words, "tried", typed="2\nundo\n1\nquit\n")
    play(tmp_path, "--resume", "tried", typed="2\nundo\n1\nquit\n")
    plain, tried = answers(tmp_path / "plain.private"), answers(tmp_path / "tried.private")
    assert plain == tried
    assert len(plain) > 6


@pytest.mark.parametrize("others", ["random,random", "greedy,random"])
def test_moves_of_an_earlier_sitting_are_taken_back_exactly(tmp_path: Path, others: str) -> None:
    words = ("--players", f"human,{others}", "--seed", "11", "--record")
    play(tmp_path, *words, "plain", typed="1\n1\nquit\n")
    play(tmp_path, *words, "resumed", typed="2\nquit\n")
    play(tmp_path, "--resume", "resumed", typed="undo\n1\n1\nquit\n")
    plain, resumed = answers(tmp_path / "plain.private"), answers(tmp_path / "resumed.private")
    assert plain == resumed


def played_by_hand(name: str, seed: int, stop: Callable[[Pick], bool]) -> tuple[Game, list[int]]:
    """Play against a random player until one's move is of some sort; return the game, and where one's moves began."""
    game, draw, turns = Game(load(name).rules, seed=seed, reasons=True), random.Random(seed), []
    while not game.is_over:
        if game.player:
            game.play(draw.choice(game.options))
            continue
        pick = picks_ahead(game)
        if pick.length > pick.number:
            turns.append(game.count)
        words = " ".join(draw.sample([str(place + 1) for place in range(pick.length)], pick.number))
        picks = read_picks(game, pick, words if pick.is_numbered else draw.choice(pick.words))
        assert isinstance(picks, list)
        for answer in picks:
            game.play(answer)
        if stop(pick):
            break
    return game, turns


@pytest.mark.parametrize(
    ("name", "seed"), [("1862", 3), ("1860", 4), ("patience", 5), ("court", 6), ("lanrick-1880", 7)]
)
def test_moves_of_a_game_are_found_again(name: str, seed: int) -> None:
    played = 0

    def is_enough(pick: Pick) -> bool:
        nonlocal played
        played += 1
        return played == 25

    game, turns = played_by_hand(name, 4, is_enough)
    assert starts_of_moves(game, [0]) == turns


def test_whole_move_of_an_earlier_sitting_is_taken_back(tmp_path: Path) -> None:
    games = (played_by_hand("1862", seed, lambda pick: pick.number > 1) for seed in range(50))
    game, turns = next((game, turns) for game, turns in games if not game.is_over)
    (tmp_path / "u").write_text(write(game.record(("human", "random"))), "utf-8")
    said = play(tmp_path, "--resume", "u", typed="undo\nundo 2\nundo 99\nundo x\nquit\n", rules="1862")
    again = said.partition("Taken back.")[2].partition("Taken back.")[0]
    assert re.search(r"^Type [2-6] of these", again, re.MULTILINE)
    assert f"only {len(turns) - 3} to take back" in said
    assert "the number of moves to take back" in said
    assert len(answers(tmp_path / "u.private")) == turns[-3]


def test_takeback_after_new_knowledge_is_told_and_noted(tmp_path: Path) -> None:
    said = play(
        tmp_path, "--players", "human,random,random", "--seed", "5", "--record", "g", typed="1\n1\nundo\nquit\n"
    )
    warning = flat(said.partition("Taken back. ")[2])
    assert warning.startswith("But you have now seen more: ")
    assert re.search(r"player [23] answered", warning)
    assert "Chance will give the same results again, and the record notes that you have seen them." in warning
    for name in ("g", "g.private"):
        text = (tmp_path / name).read_text("utf-8")
        assert re.search(r"^taken back: 2 answers by player 1, after .*answered", text, re.M), "others' answers too"


def test_takeback_by_which_nothing_was_learnt_is_not_noted(tmp_path: Path) -> None:
    script = "1\n\nundo\n\n2\nquit\n"
    said = play(tmp_path, "--players", "human,human", "--record", "g", typed=script, rules=FERRY)
    assert "Taken back." in said
    assert "more is known" not in said
    text = (tmp_path / "g").read_text("utf-8")
    assert "taken back" not in text
    assert len(answers(tmp_path / "g")) == 1


def saved_game(path: Path) -> tuple[Game, SavedRecord]:
    """Return a game that has just begun, and its record, which is written."""
    game = Game(load(FERRY).rules, seed=1)
    saved = SavedRecord(game, ["human", "random"], str(path))
    saved.save()
    return game, saved


def test_record_that_somebody_changes_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "g"
    game, saved = saved_game(path)
    game.play(0)
    path.unlink()
    path.write_text("mine", "utf-8")
    with pytest.raises(UserError, match="it has changed meanwhile"):
        saved.save()
    assert path.read_text("utf-8") == "mine"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["g"]
    path.unlink()
    saved.save()
    assert len(answers(path)) == 1


def test_record_is_whole_after_each_move(tmp_path: Path) -> None:
    path = tmp_path / "g"
    game, saved = saved_game(path)
    for count in range(50):
        game.play(count % 3)
        saved.save()
        if count % 7 == 6:
            game.undo()
            game.undo()
            saved.save()
        assert [answer.words for answer in recorded(path)] == [answer.words for answer in game.answers] != []
    assert [file.name for file in tmp_path.iterdir()] == ["g"]


def test_seed_that_was_drawn_is_nowhere_to_be_seen(tmp_path: Path) -> None:
    """Not on the screen, not in the record, not in a message, not in a name: only in the private file, with 64 bits."""
    seen = []
    for script in ("1\nview\nwhy\nhint\nreadings\nhelp\nsave s\nundo\nquit\n", "1\n\xff\nwhynot 99\nsave /\n"):
        result = circular_in(
            tmp_path, "play", "court", "--players", "human,random,random", "--record", "g", typed=script.encode()
        )
        private = (tmp_path / "g.private").read_text("utf-8")
        (seed,) = re.findall(r"^seed (\d+)$", private, re.M)
        seen.append(int(seed))
        for path in tmp_path.iterdir():
            assert seed not in path.name
            if not path.name.endswith(".private"):
                assert seed not in path.read_text("utf-8")
            else:
                assert stat.S_IMODE(path.stat().st_mode) == 0o600
        replayed = circular_in(tmp_path, "replay", "g", "--json").out
        assert seed not in result.out + result.err + replayed
        for path in tmp_path.iterdir():
            path.unlink()
    assert seen[0] != seen[1]
    assert max(seen) >= 2**48


@needs_terminal
def test_private_file_of_a_game_that_was_killed_has_every_move(tmp_path: Path) -> None:
    terminal = Terminal("play", "1862", "--seed", "7", "--players", "human,random", "--record", "g", folder=tmp_path)
    terminal.read()
    terminal.type("1")
    terminal.type("1")
    terminal.signal(signal.SIGKILL)
    assert sum(line.startswith("player 1") for line in answers(tmp_path / "g.private")) == 2
    assert is_refused(circular_in(tmp_path, "play", "1862", "--record", "g"), "an unfinished game")
    assert os.path.exists(tmp_path / "g")
