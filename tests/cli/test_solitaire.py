"""A game for one at the terminal, with hints, why not, undo and a result; and a game with secrets against computers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cc_dsl.engine.game import Game, replay
from cc_dsl.pipeline import load
from cc_dsl.table.record import read
from tests.cli.desk import circular


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what is left unfinished be kept in a folder of the test."""
    monkeypatch.chdir(tmp_path)


def sitting(*typed: str, edition: str = "patience", seed: int = 3, players: str = "human") -> str:
    """Return what is printed while somebody types these lines."""
    lines = "".join(f"{line}\n" for line in (*typed, "quit"))
    result = circular("play", edition, "--seed", str(seed), "--players", players, typed=lines)
    assert (result.status, result.err) == (0, "")
    return result.out


def test_moves_are_listed_with_their_clauses() -> None:
    """Groups are offered by sort and pieces, each with the clause of the other edition that says what it is."""
    said = sitting("go-on")
    assert re.search(r"  3 Court K♦ K♣ Q♣ \(bonus 3\) +\[1860.III.8, P3.1, 1860.III.4\]", said)
    assert "“If he forms a Line, its cards are removed" in said
    assert "“Pair—i. e. 2 of a sort.”" not in said, "what makes each Line is not quoted before the question"
    assert re.search(r"^Row    \S+ \S+ \S+ A♠ \S+ \S+$", said, re.MULTILINE)


def test_hint_recommends_the_line_that_scores_most() -> None:
    """With its bonus, which is added after the next question: 3 cards and a bonus of 3 are more than any other Line."""
    said = " ".join(sitting("hint").split())
    assert "I recommend the Court K♦ K♣ Q♣. It surely gains 6 in score, and no other answer surely gains more." in said
    assert "In 24 games" not in said
    assert "on average by: " in " ".join(sitting("hint more").split())


def test_whynot_says_what_a_group_would_lack() -> None:
    """Pieces that make nothing, that would make something but for a requirement, or that lie elsewhere."""
    said = sitting("go-on", "whynot KC 7D", "whynot KC QC", "whynot 7D KD QC AS 6S")
    assert "K♣ 7♦ make no Line." in said
    assert "K♣ Q♣ would make a" in said
    assert "1860.III.14" in said
    assert said.count("Illegal move") == 3


def test_group_can_be_typed_in_any_order() -> None:
    """With its sort, without it where only one fits, with the pieces in any order."""
    for line in ("pair 7C 7D", "7c 7d", "Pair 7D 7C", "4"):
        assert "You take the Pair 7♦ 7♣." in sitting("go-on", line)
    assert "can mean" in sitting("go-on", "Sequence")


def test_undo_takes_back_the_choice_of_a_group() -> None:
    said = sitting("4", "undo")
    assert said.count("  4 Pair 7♦ 7♣") == 2
    assert "Taken back." in said


def test_result_is_printed_at_the_end() -> None:
    """Score and rating are told, whoever has won."""
    result = circular("play", "patience", "--seed", "3", "--players", "greedy")
    assert result.status == 0
    score = next(line for line in result.out.splitlines() if line.startswith("  score"))
    assert int(score.split()[1]) > 0
    assert "  rating  " in result.out
    document = json.loads(circular("play", "patience", "--seed", "3", "--players", "greedy", "--json").out)
    assert document["result"]["score"] == int(score.split()[1])
    assert document["finished"]


def test_record_replays(tmp_path: Path) -> None:
    """A record of a game of groups, values and options is replayed to the same result."""
    for edition, players in (("patience", "random"), ("court", "random,greedy,random,random")):
        path = tmp_path / f"{edition}.record"
        played = circular("play", edition, "--seed", "8", "--players", players, "--record", str(path))
        assert played.status == 0
        record = read(path.read_text("utf-8"))
        game = replay(load(edition).rules, record)
        assert game.is_over
        assert game.answers == replay(load(edition).rules, game.record(record.players)).answers
        assert circular("replay", str(path)).status == 0


def test_a_person_plays_against_computers_without_seeing_their_cards() -> None:
    """Hands are only counted, and a card laid face down is hidden until it is turned up."""
    said = sitting("1", "spare", *["1"] * 4, "view", edition="court", players="human,greedy,random")
    assert "Player 2's hand" in said
    assert "Player 2 places a card face down." in said
    assert said.index("Player 3 places a card face down.") < said.index("Player 2 is aligned with")


def test_every_option_of_the_solitaire_plays() -> None:
    """Each variant, and all together, comes to an end; its name stands with the game."""
    for chosen in (
        ("Looking-Glass",),
        ("Cheshire-Cat",),
        ("Mad-Hatter",),
        ("Looking-Glass", "Cheshire-Cat", "Mad-Hatter"),
    ):
        options = dict.fromkeys(chosen, "played")
        rules = load("patience", options).rules
        game = Game(rules, seed=2)
        while not game.is_over:
            game.play(game.options[0])
        assert game.outcome is not None
        assert not game.outcome.reason.startswith("bound")
        assert dict(game.record().readings) == options


def test_the_only_move_is_made_and_said() -> None:
    """Nobody is asked where there is nothing to choose; whoever goes back comes to what they chose themselves."""
    said = sitting(*["1"] * 26, "undo", edition="lanrick-1880", seed=7, players="human,greedy")
    made = re.search(r"^Only one move is possible: (\w\d)\. \[4\.2, ", said, re.MULTILINE)
    assert made is not None
    asked, _, after = " ".join(said[made.end() :].split()).partition("Taken back.")
    assert f"choose the square to which {made[1]} goes" in asked
    assert re.search(r"go on with another man \(\d squares? left\), or stop", after)
    assert "Only one move" not in after


def test_a_patience_that_is_lost_is_called_lost() -> None:
    """Without cards left in the row it is won, and otherwise not: the end says which."""
    said = circular("play", "patience", "--seed", "3", typed="1\n" * 400).out
    assert "\nYou have not won: cards are left in the row.\n" in said
    assert "\nYou are not victorious. [P6.1]\n" in said


def test_table_that_has_not_changed_is_not_drawn_again() -> None:
    """Going on moves no card."""
    assert sitting("go-on").count("\nRow ") == 1
    assert sitting("go-on", "view").count("\nRow ") == 2


def test_why_explains_the_last_thing_that_was_told() -> None:
    """Counts that are kept in silence come later, and nobody has heard of them."""
    said = sitting("1", "1", "why").rpartition("> ")[0]
    assert "The bonus is now " in said.rpartition("\n> ")[2]
    assert "cards in the Lines taken is" not in said
