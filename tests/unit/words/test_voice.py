"""Events and questions of a game as sentences, with phrases of an edition and without."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cc_dsl.closures.listener_names import ListenerNames, join_words, possessive
from cc_dsl.closures.reasons import Decision, DecisionFact, WordLookup
from cc_dsl.pipeline import load
from cc_dsl.source.phrases import Phrase, Phrases
from cc_dsl.words.sentences import sentence
from cc_dsl.words.voice import Voice

RULES = load("1862").rules
PLAYERS = ("you", "your opponent")
NAMING = ListenerNames(PLAYERS, RULES.pieces.glyphs, {"hit-count": "Hits", "score": "points"})
EXISTENCE, CONDITIONS = (
    [line.split(" → ") for line in block.splitlines()]
    for block in Path(__file__).with_name("spoken-conditions.txt").read_text("utf-8").split("\n\n")[1:]
)


def fact(form: str, key: str, seat: int | None = None, **others: Any) -> DecisionFact:
    """Make what a decision settled; whose it is follows from the player."""
    values: dict[str, Any] = {"player": None, "amount": None, "base": "number", **others}
    whose = values.pop("whose", PLAYERS[seat] if seat is not None else "")
    name = values.pop("name", NAMING.name(key))
    return DecisionFact(form, key, name, whose, seat, **values)


def decided(
    about: DecisionFact, answer: str, *reasons: Decision, clauses: tuple[str, ...] = ("1862.I.4",), question: str = ""
) -> Decision:
    """Make a decision as a listener is told of it."""
    asked = question or f"{possessive(about.whose) if about.whose else 'the'} {about.name}"
    return Decision(asked, answer, clauses, (), reasons, "", about)


def has_line(seat: int, words: str | None) -> Decision:
    """Make the reason that somebody's Line is these cards."""
    about = fact("definition", "Line", seat, base="group", amount=3, is_none=words is None)
    return decided(about, words or "none", clauses=("1862.II.5",))


SENTENCES = [
    (decided(fact("definition", "winner", player=0, base="player"), "you"), "you are the winner"),
    (decided(fact("definition", "winner", player=1, base="player"), "your opponent"), "your opponent is the winner"),
    (decided(fact("definition", "prize", amount=3), "3"), "the prize is 3"),
    (decided(fact("definition", "candidates", amount=2, base="pieces"), "9♥ 2♣"), "the candidates are 9♥ 2♣"),
    (decided(fact("definition", "candidates", amount=1, base="pieces"), "9♥"), "the only candidate is 9♥"),
    (decided(fact("definition", "men", 0, amount=1, base="pieces"), "Y3"), "your only man is Y3"),
    (decided(fact("definition", "card-points", 1, amount=2, base="number"), "2"), "your opponent has 2 card points"),
    (decided(fact("groups", "Line", 0, amount=1, base="groups"), "the Pair 9♥ 9♣"), "your only Line is the Pair 9♥ 9♣"),
    (
        decided(fact("definition", "offers", 0, amount=1, base="groups"), "the Pair 9♥ 9♣"),
        "your only offer is the Pair 9♥ 9♣",
    ),
    (has_line(0, None), "you have no Line"),
    (has_line(1, None), "your opponent has no Line"),
    (has_line(0, "Suit 9♥ 7♥ 4♥"), "your Line is a Suit, 9♥ 7♥ 4♥"),
    (has_line(1, "Etiquette Q♥ J♠"), "your opponent's Line is an Etiquette, Q♥ J♠"),
    (decided(fact("groups", "Line", 0, base="groups"), "none"), "you have no Lines"),
    (decided(fact("number", "score", 1, amount=2), "2"), "your opponent now has 2 points"),
    (decided(fact("number", "hit-count", 0, amount=1), "1"), "you now have 1 Hit"),
    (decided(fact("number", "streak", amount=1), "1"), "the streak is now 1"),
    (decided(fact("number", "turns-taken", amount=1), "1"), "the number of turns taken is now 1"),
    (decided(fact("held", "ward", whose="Blue", base="value"), "castle 1"), "Blue's ward is now castle 1"),
    (decided(fact("held", "ward", whose="Blue", base="value", is_none=True), "none"), "Blue now has no ward"),
    (decided(fact("held", "anvil", base="piece", is_none=True), "none"), "there is now no anvil"),
    (decided(fact("role", "dealer", player=0, base="player"), "you"), "you are now dealer"),
    (decided(fact("role", "hitter", base="player", is_none=True), "none"), "there is now no hitter"),
    (decided(fact("state", "face-up", amount=1, base="pieces"), "face up", question="Q♣"), "Q♣ is now face up"),
    (decided(fact("state", "face-up", amount=2, base="pieces"), "face up", question="Q♣ 9♠"), "Q♣ 9♠ are now face up"),
    (
        decided(fact("state", "fresh", amount=14, base="pieces"), "fresh", question=" ".join(map(str, range(14)))),
        "0 1 2 and 11 others are now fresh",
    ),
    (
        decided(fact("state", "moved", amount=1, base="pieces"), "no longer fresh", question="Y3"),
        "Y3 is no longer fresh",
    ),
    (
        decided(fact("held", "liege", base="piece", is_none=True), "none", question="each player's liege"),
        "no player now has a liege",
    ),
    (decided(fact("choice", "choice", 0, base="piece"), "Q♣"), "you choose Q♣"),
    (decided(fact("choice", "next-Lead", 1, base="piece"), "Q♣"), "your opponent chooses Q♣ as the next Lead"),
    (decided(fact("choice", "first-crowned", None, base="piece"), "K♠"), "chance picks K♠ as the first crowned"),
    (decided(fact("option", "option", 0, base="none"), "play on"), "you choose to play on"),
    (
        decided(
            fact("comparison", "best", base="piece", compared=(("you", "Q♣"), ("your opponent", "J♠"))),
            "you",
            question="the best of your Q♣ and your opponent's J♠",
        ),
        "your Q♣ is better than your opponent's J♠",
    ),
    (
        decided(
            fact("comparison", "greatest", compared=(("you", "2"), ("your opponent", "2"))),
            "nobody",
            question="the greatest of your 2 and your opponent's 2",
        ),
        "nothing decides between your 2 and your opponent's 2",
    ),
]


@pytest.mark.parametrize(("decision", "said"), SENTENCES, ids=[said for _, said in SENTENCES])
def test_decisions_are_said_as_a_person_says_them(decision: Decision, said: str) -> None:
    assert sentence(decision) == said


def voice(**tell: list[str]) -> Voice:
    """Make a voice with phrases."""
    made = {key.replace("_", "-"): tuple(map(Phrase, phrases)) for key, phrases in tell.items()}
    return Voice(RULES, NAMING, Phrases({}, {**NAMING.names}, {}, made, None, ()))


def told(speaker: Voice, *decisions: Decision) -> list[str]:
    """Return the sentences that are said."""
    return [said.words for said in speaker.tell(decisions)]


def test_a_blank_that_cannot_be_filled_is_never_printed() -> None:
    winner = decided(fact("definition", "winner", player=0, base="player"), "you")
    assert told(voice(winner=["{winner's elephant} wins."]), winner) == ["You are the winner."]


def test_a_possessive_without_a_thing_stands_alone() -> None:
    speaker = voice(hitter=["The Hit is {hitter's}."], first_hand=["It is {first-hand's} Hit."])
    hitter = decided(fact("role", "hitter", player=0, base="player"), "you")
    first = decided(fact("role", "first-hand", player=0, base="player"), "you")
    assert told(speaker, hitter, first) == ["The Hit is yours.", "It is your Hit."]


def test_names_are_words() -> None:
    assert (
        NAMING.without_hyphens("no player is at-a-Hit, and his hit-count is 2")
        == "no player is at a Hit, and his Hits is 2"
    )
    assert NAMING.without_hyphens("“face-up” by 7-up") == "“face up” by 7-up"
    assert NAMING.name("next-Lead") == "next Lead"


def test_a_piece_may_have_words() -> None:
    rules = load("court").rules
    naming = ListenerNames(PLAYERS, rules.pieces.glyphs, {"red-Joker": "the red Joker"})
    joker = rules.pieces.glyphs.index("red-Joker")
    words = WordLookup(rules, None, naming)
    assert words.pieces((joker,)) == "the red Joker"
    assert words.pieces((0, joker)) == f"{rules.pieces.glyphs[0]} and the red Joker"


@pytest.mark.parametrize(("condition", "said"), EXISTENCE)
def test_a_condition_says_whether_there_is_something(condition: str, said: str) -> None:
    assert WordLookup(RULES, None, NAMING).condition(condition) == said


@pytest.mark.parametrize(("condition", "said"), CONDITIONS)
def test_names_of_one_word_in_a_condition_are_words(condition: str, said: str) -> None:
    assert NAMING.in_condition(condition) == said


def test_small_words() -> None:
    assert [possessive(name) for name in ("you", "player 2", "Hearts")] == ["your", "player 2's", "Hearts'"]
    assert [join_words(words) for words in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
