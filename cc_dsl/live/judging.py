"""A question of the rules about pieces laid by hand: its input, the answer of the rules, and the reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.compare.deals import GivenPieces, shared_layout
from cc_dsl.interpreter.judge import answer, so_many
from cc_dsl.live import said
from cc_dsl.live.asked import Message, NotUnderstood, given_in, number_in, text_in
from cc_dsl.live.editions import edition_in
from cc_dsl.rules.kinds import PLAYER
from cc_dsl.table.chance import Chance
from cc_dsl.words.told import owner_words, told_words

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition
    from cc_dsl.rules.model import Asked, Question

LARGEST_SEED = 2**53 - 1
"""The largest whole number that every JSON reader keeps exact."""


def question_in(message: Message, edition: Edition) -> Question:
    """Return the question that a message names."""
    name = text_in(message, "question", default="judge")
    found = edition.rules.questions.get(name)
    if found is None:
        raise NotUnderstood(f"The rules of {edition.display_name} have no question “{name}”.")
    return found


def described(message: Message) -> dict[str, object]:
    """Return the input of a question, its pieces, and the open places of the edition."""
    edition = edition_in(message)
    rules, question = edition.rules, question_in(message, edition)
    if question.stored:
        raise NotUnderstood("This question is also given what play has changed; the page cannot ask that.")
    pieces = zip(rules.pieces.codes, rules.pieces.glyphs, rules.pieces.names, strict=True)
    return {
        "edition": rules.name,
        "title": edition.display_name,
        "words": question.words,
        "pieces": [{"code": code, "sign": sign, "name": name} for code, sign, name in pieces],
        "places": [place for asked in question.asked for place in _places(edition, asked)],
        "open": [said.open_place(edition, doubt) for doubt in rules.doubts.values()],
    }


def _places(edition: Edition, asked: Asked) -> list[dict[str, object]]:
    """Return every place that something is laid in for one part of a question."""
    rules = edition.rules
    many = asked.many(rules.seats[0]) if asked.is_owned else 1
    owners = owner_words(rules, asked.owner or PLAYER, many) if asked.is_owned else [""]
    return [
        {
            "key": asked.key,
            "owner": number if asked.is_owned else None,
            "label": f"{owner}’s {asked.key}" if owner else f"the {asked.key}",
            "least": asked.least,
            "most": asked.number,
            "wanted": so_many(rules.pieces.name, asked),
        }
        for number, owner in enumerate(owners)
    ]


def judged(message: Message) -> dict[str, object]:
    """Return the answer of the rules to a question, each step with its clauses, and the open places that affect it."""
    edition = edition_in(message)
    question = question_in(message, edition)
    found = answer(edition.rules, question.name, given_in(message))
    book = said.book_of(edition)
    told = told_words(edition.rules, question, found.value)
    return {
        "title": edition.display_name,
        "told": told,
        "value": found.value,
        "steps": said.decisions(found.decisions, book),
        "clauses": [*found.clauses],
        "open": [said.open_place(edition, edition.rules.doubts[name]) for name in found.readings],
    }


def dealt(message: Message) -> dict[str, object]:
    """Return pieces for a question, drawn at random from a seed."""
    edition = edition_in(message)
    layout = _layout(edition, question_in(message, edition))
    chance = Chance(number_in(message, "seed", 0, LARGEST_SEED))
    return {"given": layout.given(layout.random(chance))}


def _layout(edition: Edition, question: Question) -> GivenPieces:
    """Return the places of a question, to be filled."""
    return shared_layout(edition.rules, edition.rules, question.name)
