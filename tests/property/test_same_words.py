"""A decision has the same sentence everywhere: at the terminal, on a page, in Python and in print."""

from __future__ import annotations

import re
from functools import cache

import pytest

import cc_dsl
from cc_dsl.api.answers import Explanation, Speaker
from cc_dsl.closures.reasons import Decision
from cc_dsl.table.chance import Chance
from cc_dsl.words.layout import capital
from cc_dsl.words.reasons import full_form, page_values, reason_of
from cc_dsl.words.sentences import line, sentence
from cc_dsl.words.voice import Narrator

TEXTS = [*cc_dsl.editions()]
WIDE = 10_000
VERDICT = re.compile(r": (?:yes|no)\b(?!,)")
NOTHING_NAMED = re.compile(r"^\W*(?:(?:It|Its|He|His|They|Their|There) (?!is\b|are\b)|[Tt]his rule )")
TWICE_PLURAL = re.compile(r"\b(?:\w+(?:ss|ts|ks|ds)es|\w+eds) (?:is|are) now\b")


MOST = 150
"""So many answers of a game are played: a pack of cards and more, and some turns on a lawn or a board."""


@cache
def played(name: str, seed: int) -> tuple[Speaker, list[Decision]]:
    """Play a game of a text at random; return who speaks of it, and what was decided."""
    edition, below = cc_dsl.load(name), Chance(seed).below
    game = edition.play(seed=seed)
    while not game.is_over and game.count < MOST:
        options = game.options
        game.play(game.menu.draw(options, below) if game.is_observing else options[below(len(options))])
    return Speaker(edition, game.seats), game.decisions


@pytest.mark.parametrize("name", TEXTS)
def test_everybody_reads_the_same_sentence(name: str) -> None:
    """The tree and the list of the terminal, the page, the steps of a game that is set, and what Python prints.

    TEI has the text and what is said about it, and no decisions.  A game is narrated without the source of a rule with
    a verdict behind it, a plural of a plural, or a pronoun without a noun.
    """
    speaker, decisions = played(name, 1)
    book = speaker.book
    for decision in dict.fromkeys(decisions):
        words = capital(sentence(decision))
        tree = full_form([decision], book, columns=WIDE)
        assert tree[0].startswith(words)
        assert line(decision, book).startswith(f"{words}.")
        assert [shown["said"] for shown in page_values([decision])] == [f"{words}."]
        assert reason_of(decision, book).words == words
        explanation = Explanation([decision], speaker)
        assert " ".join(str(explanation).replace("│", " ").split()).startswith(words)
        assert repr(explanation) == f"<Explanation: {words}>"
    lines = Narrator(speaker.book, speaker.voice(), True, WIDE).tell(decisions)
    narrated = [line for line in lines if "“" not in line]
    assert narrated
    assert not [line for line in narrated if VERDICT.search(line)]
    assert not [line for line in narrated if NOTHING_NAMED.search(line)]
    assert not [line for line in narrated if TWICE_PLURAL.search(line)]


DECIDED = [(["5S 5C 9D", "8C 7D 6S"], "II.2"), (["6H 7S 9D", "8C 9S 10D"], "II.7"), (["6S 7S 9D", "6C 7D 2S"], "III.1")]


@pytest.mark.parametrize(("sides", "clause"), DECIDED)
def test_a_won_trick_names_the_clause_that_decided_it(sides: list[str], clause: str) -> None:
    """Between kinds, for the Lead and between equal Lines; and not the one on the Ace, where none lies."""
    edition = cc_dsl.load("1862")
    speaker = Speaker(edition, 2)
    sentences = speaker.voice().tell(edition.judge(lead="5H", side=sides).decisions_for(speaker.naming))
    won = next(said for said in sentences if "wins the trick" in said.words)
    named = {speaker.book.short_id(one) for one in won.clauses}
    assert clause in named
    assert named.isdisjoint({"II.2", "II.7", "III.1", "II.9"} - {clause})


def test_the_verb_agrees_with_a_name_of_several_words() -> None:
    from cc_dsl.words.sentences import verb_for

    plural = ("points", "tricks after four", "seasons played", "squares left to move", "stray men", "dice left")
    assert {verb_for(name) for name in plural} == {"are"}
    assert {verb_for(name) for name in ("prize", "number of players", "Lead", "bonus", "class")} == {"is"}


JUDGED = [
    ("1862", "9D", ["8H 9H 7H", "9S 8S 7D"], "Player 1 is the winner. [II.1, III.1, III.1a]"),
    ("1860", "6C", ["5D 7H QS", "2H 4S KD"], "Player 1 is the winner. [II.2, IV.2]"),
]


@pytest.mark.parametrize(("name", "lead", "sides", "line"), JUDGED)
def test_a_judged_trick_names_the_clause_that_decided_it(name: str, lead: str, sides: list[str], line: str) -> None:
    """And quotes no clause on what did not happen, such as resigning."""
    judgement = str(cc_dsl.load(name).judge(lead=lead, side=sides))
    assert line in judgement
    assert "proceeds as in Rule V" not in judgement
    assert (name == "1862") == ("player 1's 7♥ is better than player 2's 2♥" not in judgement.casefold())
