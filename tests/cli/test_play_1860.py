"""A game of 1860 at the terminal: a card at once, resigning, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.desk import circular, is_refused


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records are kept where the game is played."""
    monkeypatch.chdir(tmp_path)


def sitting(*typed: str, players: str = "greedy,human") -> str:
    """Play with what is typed; the game breaks off after it."""
    lines = "".join(f"{line}\n" for line in typed)
    return circular("play", "1860", "--players", players, "--seed", "4", typed=lines).out


def test_a_card_at_once_goes_on_and_plays_it() -> None:
    """Whoever names a card where he may resign does not resign."""
    said = sitting("KC")
    assert "You play K♣. [II.1]" in said
    assert "You resign" not in said
    assert "Illegal move: KD" in sitting("KD")


def test_a_trick_is_resigned() -> None:
    """The other wins it, and is first-hand."""
    said = sitting("resign")
    assert "You resign the trick. [VII.1]\nYour opponent wins the trick. [VII.3]" in said
    assert "Your opponent's cards won" in said


def test_a_resignation_that_is_barred_is_refused_with_its_clause() -> None:
    """VII: “But when either has played 3 cards, the other must not resign.” stands under the refusal."""
    at_first = " ".join(sitting("resign", players="human,human").split())
    assert "Illegal move: resign" in at_first
    assert "“At any time during a trick, after the first card of it has been played" in at_first
    # After each card the players change places, and press Enter.
    typed = ["KS", "", "KC", "", "JD", "", "9S", "", "8H", "", "resign"]
    barred = " ".join(sitting(*typed, players="human,human").split())
    assert barred.count("Illegal move") == 1
    assert "Player 2 is not free to resign (player 2 is barred" in barred
    assert "“But when either has played 3 cards, the other must not resign.”" in barred


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--players", ",".join(["random"] * 9)], ["9 players are named", "2 to 8 players", "T.2"]),
        (["--reading", "Game=to-30"], ["“to-30” is not an alternative of “Game”", "to-20 or to-50"]),
        (["--reading", "resigning=never"], ["no reading, gap or option called “resigning”"]),
    ],
)
def test_bad_input_is_refused(words: list[str], said: list[str]) -> None:
    """With what there is instead, and status 2."""
    assert is_refused(circular("play", "1860", *words), *said)


def test_games_for_two_to_eight_are_played_to_their_end() -> None:
    """Game is 20 or 50 for two, and 50 for more."""
    for seats in (2, 5, 8):
        players = ",".join(["random"] * seats)
        result = circular("play", "1860", "--players", players, "--seed", "3", "--option", "Game=to-50")
        assert result.status == 0
        assert " wins" in result.out


def test_option_is_named_only_where_it_can_matter() -> None:
    """Game is 20 or 50 for two; of three and more it is said that Game is 50 (S2.12), whatever was agreed on."""
    for players, is_named in (("random,random", True), ("random,random,random", False)):
        said = circular("play", "1860", "--seed", "5", "--players", players, "--explain").out
        assert ("You agreed on: The Game for two players (Game is 20)." in said) is is_named
        assert ("[VIII.10; The Game for two players]" in said) is is_named
    assert "the target is 50 [S2.12]" in said


def test_what_is_put_back_for_all_is_not_told() -> None:
    """Whoever plays knows that the resignations of one trick are not those of the next."""
    said = circular("play", "1860", "--seed", "5", "--players", "random,random,random").out
    assert " resigns the trick." in said
    assert "resignation" not in said
