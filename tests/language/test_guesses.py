"""Wrong sentences of a newcomer to the language: the message names the mistake and the remedy.

The sentences come from an outsider who encoded five games from the documentation.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from cc_dsl import resources
from cc_dsl.cases.trials import try_cases
from cc_dsl.pipeline import Edition, load

TEXT = """edition "Guesses" of guesses.
use playing-cards.

editor "the course of play"
  this game is for 2 players.
  there is a pack, an ordered place for cards.
  there is a heap, a place for cards.
  all see the heap.
  each player has a hand, a place for cards.
  a player sees his hand.
  each player has a score, a number from minus 90 to 90.
  each player has a stake, a number from 0 to 9.
  there is a dealer, a player.
  there is a taker, a player.
  a card is either face-up or face-down.
  cards rank by its rank in the order Ace-high.
{said}  the round goes thus:
    the cards are shuffled into the pack.
    each player in turn: 5 cards in the pack go to his hand.
    each player in turn: he plays.
    the cards in the hands go to the heap.
    the dealer becomes the taker.
  when a player plays:
    he chooses a card in his hand as the choice.
    the choice goes to the heap.
    the choice becomes face-down.
    his score grows by 1.
    his stake is now 1.
  the game goes thus:
{done}    until the dealer is player 2, at most 9 times or the game ends: then the round.
    if the taker is player 1: player 1 wins.
  question result "What has each player?":
    tell each player's score, called "points".
"""


class Guess(NamedTuple):
    """What was written, and what the answer must say."""

    said: str
    """Sentences of a clause."""
    done: str
    """Acts."""
    sentence: str
    """What the message says, or a part of it."""
    remedy: str
    """What it says to write, or a part of it."""


def act(done: str, sentence: str, remedy: str) -> Guess:
    return Guess("", done, sentence, remedy)


def says(said: str, sentence: str, remedy: str) -> Guess:
    return Guess(said, "", sentence, remedy)


RELATION = "a card fits another card if it is better than the other card.\n"
SET = "there is a folded, a set of players.\nthe stayers are the players except the folded.\n"
ACCEPTED = {
    "some in": ("", "if some card in player 1's hand is face-up: nothing."),
    "also of a relation": (
        f"{RELATION}a card also fits another card if its rank is Ace.",
        "if some card in player 1's hand fits some card in player 2's hand: nothing.",
    ),
    "no card in": (
        f"{RELATION}a card is lost if no card in player 1's hand fits the card.",
        "if no card is lost: nothing.",
    ),
    "exactly": ("", "if exactly 2 cards in player 1's hand are face-up: nothing."),
    "score of every player": ("", "if every player's score is 5: nothing."),
    "states of players": (
        "a player is either active or folded.",
        "each player in turn: he becomes folded.\nif no player is active: the players become active.",
    ),
    "the game is over": (
        "the game is over if player 1's score is 5.",
        "until the game is over, at most 3 times: nothing.",
    ),
    "states of the game": ("the game is either open or closed.", "if the game is open: the game becomes closed."),
}
"""What was refused in release 0.1.0 and is a sentence now: what a clause says, and what is done."""
GUESSES = {
    # section 5 of the report: misleading
    "total": says(
        "the sum is the total of the dice.", "After “total” write the name of a number", "the total worth of"
    ),
    "add": act("add 1 to the taker's score.", "“add” is not a word of the rules language", "his score grows by 1."),
    "plural procedure": act("then the rounds.", "“rounds” is plural", "then the round."),
    "draws": act(
        "each player in turn: he draws 5 cards from the pack.",
        "“draws” is not a word of the rules language",
        "5 cards in the pack go to his",
    ),
    "game over": says(
        "the game is over if player 1's score is 5.",
        "“over” is introduced, but nothing uses it",
        "Use it, or leave it out",
    ),
    "betting over": says(
        "the betting is over if player 1's stake is 3.", "If it is a condition", "until the betting is over, at most"
    ),
    "next player": act("the next player wins.", "Write “the player after”", "the player after the dealer"),
    "does not have": act(
        "if the taker does not have 3 cards: nothing.",
        "“does” is not a word of the rules language",
        "not (his hand has 3 cards)",
    ),
    "Jack": act("Jack of Hearts goes to the heap.", "“Jack” is not a name", "Do you mean Knave?"),
    "otherwise after an act": act(
        "if the taker is player 1: player 2's score grows by 1, otherwise player 1's score grows by 1.",
        "After an act write “otherwise:” on a line of its own",
        "otherwise: the loser wins.",
    ),
    "random": act(
        "a random card in player 1's hand is the choice.", "Let chance choose", "chance chooses a card in his hand"
    ),
    "true": says(
        "the ending is true if player 1's score is 5; otherwise false.", "“true” is not a name", "a player is … if …."
    ),
    # unhelpful
    "two acts": act(
        "the heap goes to the pack and player 1's score grows by 1.", "without “and”", "the second act on the next line"
    ),
    "3 or 4": act(
        "if player 1's score is 3 or 4: nothing.", "Write a whole condition after “or”", "his score is 3 or his score"
    ),
    "any": act(
        "if any player has a score of 5: nothing.",
        "“any” is not a word of the rules language",
        "if some player's score is 5",
    ),
    "has in": act(
        "if the taker has no cards in his hand: nothing.",
        "A place has pieces; a player does not",
        "his hand has no cards",
    ),
    "most": says(
        "the leader is the player with the most points.", "write “greatest” or “least”", "with the greatest score"
    ),
    "state": act(
        "the heap becomes face-sideways.", "“face-sideways” is not a name", "a card is either face-sideways or …"
    ),
    "act in an alternative": says(
        'gap first "Who is first?":\n  younger, by default "he is younger":\n'
        '    cards in the pack go to the heap.\n  older "he is older":\n    nothing.\n',
        "An act is not allowed here",
        "the deal also goes thus: …",
    ),
    # Quantifiers as newcomers wrote them.
    "every of a set": Guess(
        SET,
        "if every stayer is the dealer: nothing.",
        "“stayers” names several players together",
        "player that is in the stayers",
    ),
    "only": act(
        "the only player that is done wins.", "After “only player” write “in”", "the only player in (players that are"
    ),
    "and is": says(
        f"{RELATION}a card is great if it fits Ace of Hearts and is not face-up.",
        "“is” cannot follow “and” here",
        "… and it is …",
    ),
    "from a calculation": act(
        "player 1 chooses a number from (player 1's stake minus 1) to 5 as the bid.",
        "limits of the choice in figures",
        "that is more than his stake",
    ),
}


def written(guess: Guess) -> str:
    said = "".join(f"  {line}\n" for line in guess.said.splitlines())
    return TEXT.format(said=said, done="".join(f"    {line}\n" for line in guess.done.splitlines()))


@pytest.mark.parametrize(("said", "done"), ACCEPTED.values(), ids=ACCEPTED)
def test_first_guess_is_right(said: str, done: str) -> None:
    rules, problems = Edition("guesses.rules", {}, written(Guess(said + "\n", done + "\n", "", ""))).resolve({})
    assert rules is not None
    assert [problem.sentence for problem in problems if problem.level == "error"] == []


@pytest.mark.parametrize("guess", GUESSES.values(), ids=GUESSES)
def test_guess_is_answered(guess: Guess) -> None:
    problems = Edition("guesses.rules", {}, written(guess)).resolve({})[1]
    first = problems[0]
    assert guess.sentence in first.sentence
    assert any(guess.remedy in remedy for remedy in first.remedies)
    remedies = [remedy for problem in problems for remedy in problem.remedies]
    assert not any("hyphen" in remedy for remedy in remedies) or "otherwise" in guess.done
    assert not any("box" in remedy for remedy in remedies)


def test_library_that_has_the_names_is_named() -> None:
    """Without it “cards” would have to be introduced one by one."""
    text = written(Guess("", "", "", "")).replace("use playing-cards.\n", "")
    problems = Edition("guesses.rules", {}, text).resolve({})[1]
    assert problems[0].sentence == "“cards” is not a name of these rules."
    assert problems[0].remedies == ("Write at the top:   use playing-cards.",)


def test_sentences_without_a_heading_want_one() -> None:
    """The lines stand where they belong; the heading is missing."""
    text = 'edition "Guesses" of guesses.\nuse playing-cards.\n\n  this game is for 2 players.\n'
    problem = Edition("guesses.rules", {}, text).resolve({})[1][0]
    assert problem.sentence == "These sentences have no heading above them."
    assert any('editor "the course of play"' in remedy for remedy in problem.remedies)


def test_unknown_name_does_not_make_others_unused() -> None:
    """The loop asks a definition that was refused; what its acts say was said all the same."""
    said = "a player's voice is 3 if his steak is 1; otherwise 0.\n"
    done = "until player 1's voice is 3, at most 9 times or the game ends: each player in turn: he speaks.\n"
    text = written(Guess(said, done, "", "")).replace(
        "  when a player plays:", "  when a player speaks:\n    nothing.\n  when a player plays:"
    )
    problems = Edition("guesses.rules", {}, text).resolve({})[1]
    assert [problem.sentence for problem in problems] == ["“steak” is not a name of these rules."]


def test_refused_choice_breeds_no_other_problem() -> None:
    """What is chosen of an unknown thing is of no known kind, and nothing more is said of it."""
    done = "player 1 chooses one of (marbles that are playable) as the throw.\nif the throw is d1: nothing."
    problems = Edition("guesses.rules", {}, written(Guess("", done, "", ""))).resolve({})[1]
    assert len(problems) == 1


def test_sorts_of_a_group_are_used_with_it() -> None:
    """A player has a Meld if he has one of its sorts, so that none of them is idle."""
    said = (
        "a player's side is the cards in his hand.\na Meld is 3 to 4 cards in a player's side.\n"
        "a Set is a Meld whose cards have the same rank.\n"
    )
    guess = Guess(said, "if player 1 has a Meld: nothing.\n", "", "")
    found = Edition("guesses.rules", {}, written(guess)).resolve({})[1]
    assert [problem.code for problem in found if problem.level == "error"] == []


@pytest.mark.slow
def test_full_stop_missing_in_a_case_is_missed_where_it_is_missing(tmp_path: Path) -> None:
    """The lines of a position stand on lines of their own, and no list is meant."""
    folder = tmp_path / "patience"
    shutil.copytree(resources.edition_folder("patience"), folder)
    cases = folder / "cases.toml"
    text = cases.read_text("utf-8")
    assert "the Lead is Ace of Clubs.\n" in text
    cases.write_text(text.replace("the Lead is Ace of Clubs.\n", "the Lead is Ace of Clubs\n", 1), "utf-8")
    problems = try_cases(load(str(folder))).problems
    assert [problem.sentence for problem in problems] == ["A full stop is missing at the end of this sentence."]


def test_definitions_that_rest_on_a_refused_one_use_what_they_name() -> None:
    """The name that is unknown stands in the first; what only the second and the third name is used all the same."""
    said = (
        "each player has a stash, a number from 0 to 3.\na player's voice is 3 if his steak is 1; otherwise 0.\n"
        "a player is loud if his voice is 3 and the total stash of the criers is 1.\n"
        "a player outbids another player if he is loud.\n"
        "the chief is player 1 if player 1's voice is 3 and player 1 is heard; otherwise player 2.\n"
        "a player is heard if his score is 2.\na player is a crier if his score is 3.\n"
    )
    done = "if player 1 outbids the chief: nothing.\n"
    problems = Edition("guesses.rules", {}, written(Guess(said, done, "", ""))).resolve({})[1]
    assert [problem.sentence for problem in problems] == ["“steak” is not a name of these rules."]
