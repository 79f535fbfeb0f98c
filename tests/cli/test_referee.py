"""A game on a ground, judged at the terminal: what is told, what is refused, and records written by hand."""

from __future__ import annotations

import json
from pathlib import Path

import cc_dsl
from cc_dsl.cli.session import nothing_about
from tests.cli.desk import circular

EDITION = "castle-croquet-1863"
ALL = "human,human,human,human"
BY_HAND = """circular record 1
edition castle-croquet-1863

observed: blue passes gate 1 outward
player 1: play-again
observed: passes gate 2 inward
observed: black passes gate 2 outward; passes gate 3 inward
"""


STRICT = ("--reading", "at-the-gate=cannot-be")
"""The reading under which a ball passes no gate the wrong way; by default it may, and nothing follows from it."""


def sitting(tmp_path: Path, *lines: str, options: tuple[str, ...] = ()) -> tuple[str, str]:
    """Type some lines; give what was said, and the record."""
    path = tmp_path / "game.record"
    words = ("play", EDITION, "--players", ALL, "--seed", "1", "--record", str(path), *options)
    result = circular(*words, typed="\n".join(lines) + "\n")
    assert (result.status, result.err) == (0, "")
    return result.out, path.read_text("utf-8")


def test_a_stroke_is_told_and_judged(tmp_path: Path) -> None:
    said, record = sitting(tmp_path, "blue passes gate 1 outward", "", "play-again", "touches red", "", "quit")
    assert "come out [II.2]" in said
    assert "Blue is outside the castles. [II.8]\nBlue now has to enter castle 2. [II.3]" in said
    assert "The ball may be played again. [IV.5]" in said
    assert "observed: Blue passes gate 1 outward\nplayer 1: play-again\nobserved: Blue touches Red\n" in record


def test_errand_is_named_as_the_leaflet_names_it() -> None:
    """A soldier that has invaded all castles has to re-enter his own (III.5): the hyphen is part of the word."""
    course = ["blue passes gate 1 outward"]
    for castle in ("2", "3", "4"):
        inside = (f"passes gate {castle} inward", f"passes door {castle}", f"touches peg {castle}")
        course += [*inside, f"passes gate {castle} outward"]
    words = ("play", "castle-croquet-1866", "--players", ALL, "--seed", "1")
    result = circular(*words, typed="\n".join([*course, "", "quit"]) + "\n")
    assert (result.status, result.err) == (0, "")
    assert "\nBlue    player 1  re-enter [III.5]" in result.out
    assert "re enter" not in result.out


def test_what_cannot_have_happened_is_refused_and_the_rest_kept(tmp_path: Path) -> None:
    said, record = sitting(
        tmp_path,
        "passes gate 1 outward, passes gate 1 outward",
        "blue touches blue",
        "red passes gate 4 outward",
        "violet touches flag 1",
        "passes gate 9 inward",
        "",
        "stop",
        options=STRICT,
    )
    assert "Clause II.8:" in said
    assert "it is moving" in said
    assert "one and the same ball" in said
    assert said.count("Impossible: ") == 3
    assert said.count("Not understood: ") == 2
    assert "observed: Blue passes gate 1 outward\nplayer 1: stop\n" in record


def test_undo_and_whynot(tmp_path: Path) -> None:
    asked = ("passes gate 1 outward", "whynot blue passes gate 1 outward", "undo", "passes door 1", "", "quit")
    said, record = sitting(tmp_path, *asked, options=STRICT)
    assert "Taken back." in said
    assert "this cannot be" in said
    assert "observed: Blue passes door 1\n" in record


def test_what_changes_something_is_offered_first(tmp_path: Path) -> None:
    """A newcomer reads first what the ball has to do, at its own gate, and `hint` parts what matters from the rest."""
    said, _ = sitting(tmp_path, "passes gate 1 outward", "", "play again", "hint", "quit")
    first, after = (" ".join(part.split()) for part in said.split(" plays again. [IV.5]", 1))
    assert "Such as: Blue passes gate 1 outward; Blue touches Black; " in first
    assert "Such as: Blue passes gate 2 inward; " in after
    change, _, idle = after.partition("These change something: ")[2].partition("These change nothing: ")
    assert change.startswith("Blue passes gate 2 inward; ")
    assert "Blue passes door 3" in idle
    assert "Blue passes door 2" not in change


def test_nothing_is_yet_to_come_when_a_game_is_over() -> None:
    game = cc_dsl.load(EDITION).play(seed=1)
    assert nothing_about("elephant", game) == "Nothing was decided about “elephant” yet."
    game.finish("random")
    assert "yet" not in nothing_about("elephant", game)


def test_whynot_alone_names_an_event(tmp_path: Path) -> None:
    said, _ = sitting(tmp_path, "whynot", "quit")
    assert "Name an event behind it, such as: whynot Blue passes gate 1 outward" in said.replace("\n", " ")


def test_who_is_taken_at_once_is_not_told_to_play_again(tmp_path: Path) -> None:
    said, _ = sitting(tmp_path, "passes gate 1 outward", "", "play again", "passes gate 2 inward", "why", "quit")
    after = said.partition("Blue passes gate 2 inward.")[2]
    assert "may be played again" not in after
    assert after.count("Blue is taken prisoner: it cannot move until it is released. [III.3]") == 2


def test_a_record_by_hand_is_judged(tmp_path: Path) -> None:
    path = tmp_path / "lawn.record"
    path.write_text(BY_HAND + "written by hand\nto be continued\n", "utf-8")
    result = circular("replay", str(path), "--json")
    assert (result.status, result.err) == (0, "")
    answers = json.loads(result.out)["answers"]
    assert answers[-1] == {"by": "observed", "answer": "Black passes gate 2 outward, passes gate 3 inward"}


def test_a_record_that_breaks_off_is_refused_with_its_last_line(tmp_path: Path) -> None:
    path = tmp_path / "lawn.record"
    path.write_text(BY_HAND, "utf-8")
    result = circular("replay", str(path))
    assert result.status == 2
    assert f"{path}:7: The record is cut short; it should end with" in result.err


def test_a_line_that_cannot_be_is_named(tmp_path: Path) -> None:
    path = tmp_path / "lawn.record"
    path.write_text(BY_HAND + "observed: orange touches blue, blue touches flag 1\nwritten by hand\nto be continued\n")
    result = circular("replay", str(path))
    assert result.status == 2
    assert "lawn.record:8: Blue touches flag 1: this cannot be" in result.err


def test_random_players_and_a_world_at_random_play_to_the_end() -> None:
    short = (*STRICT, "--reading", "on-duty-again=never-again")
    words = ("play", EDITION, "--players", "random,random,random,random", "--seed", "1", "--json", *short)
    first = circular(*words)
    assert first.status == 0
    assert json.loads(first.out)["finished"]
    assert first.out == circular(*words).out


def test_a_table_that_has_not_changed_is_not_drawn_again() -> None:
    said = circular("play", "croquet-castles-1863", "--seed", "5", typed="\n" * 6 + "quit\n").out
    assert said.count("Yellow       player 3") == 1
    assert "\nTurns: 6; striker: Light-blue\n\nLight-blue (you) is struck. What happens?\n" in said


def test_words_that_mean_nothing_are_answered_with_one_thing_of_each_sort(tmp_path: Path) -> None:
    said, _ = sitting(tmp_path, "blue goes out", "quit")
    denied = " ".join(said.partition("Not understood: blue goes out")[2].split())
    assert "Blue passes gate 1 outward; Blue passes door 1; " in denied
    assert "gate 2" not in denied.partition("Such as:")[0].partition("observed>")[0]
