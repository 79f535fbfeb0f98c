"""A question of the rules about pieces that a reader lays: its input, the answer with its reasons, and random deals.

It can also search random deals for one for which two rules give different answers.
"""

from __future__ import annotations

from cc_dsl.compare.deals import Answerer, differing_keys, shared_layout
from cc_dsl.engine.judge import answer, count_in_words
from cc_dsl.live.messages import Message, NotUnderstood, edition_in, list_in, number_in, table_in, text_in
from cc_dsl.pipeline import Edition
from cc_dsl.rules.kinds import PLAYER
from cc_dsl.rules.model import Input, OpenReading, Question
from cc_dsl.table.chance import Chance
from cc_dsl.words.answers import answer_words, owner_words
from cc_dsl.words.reasons import page_values
from cc_dsl.words.speaker import Speaker

LARGEST_SEED = 2**53 - 1
"""The largest whole number that every JSON reader keeps exact."""
MOST_AT_ONCE = 500
"""The number of deals tried for one message; the page asks again, so that it can show its progress and stop."""
MOST = 200_000
"""The most deals of one search."""


def question_in(message: Message, edition: Edition) -> Question:
    """Return the question that a message names."""
    name = text_in(message, "question", default="judge")
    question = edition.rules.questions.get(name)
    if question is None:
        raise NotUnderstood(f"The rules of {edition.display_name} have no question “{name}”.")
    return question


def describe_question(message: Message) -> dict[str, object]:
    """Return the input of a question, its pieces, and the open places of the edition."""
    edition = edition_in(message)
    rules, question = edition.rules, question_in(message, edition)
    if question.stored:
        raise NotUnderstood("This question also needs values that play changes; the page cannot ask for them.")
    pieces = zip(rules.pieces.codes, rules.pieces.glyphs, rules.pieces.names, strict=True)
    return {
        "edition": rules.name,
        "title": edition.display_name,
        "words": question.words,
        "pieces": [{"code": code, "sign": sign, "name": name} for code, sign, name in pieces],
        "places": [place for asked in question.piece_inputs for place in _places(edition, asked)],
        "open": [open_place(edition, doubt) for doubt in rules.doubts.values()],
    }


def open_place(edition: Edition, doubt: OpenReading) -> dict[str, object]:
    """Return an open place for a choice on a page: its title, its default, and its answers in words."""
    phrases = edition.titles.phrases(doubt)
    return {
        "name": doubt.name,
        "title": edition.titles.title(doubt.name),
        "default": doubt.default,
        "answers": [{"name": answer, "phrase": phrase} for answer, phrase in phrases.items()],
    }


def _places(edition: Edition, asked: Input) -> list[dict[str, object]]:
    """Return every place in which one part of a question lays pieces."""
    rules = edition.rules
    many = asked.many(rules.seats[0]) if asked.is_owned else 1
    owners = owner_words(rules, asked.owner or PLAYER, many) if asked.is_owned else [""]
    return [
        {
            "key": asked.key,
            "owner": number if asked.is_owned else None,
            "label": f"{owner}’s {asked.key}" if owner else f"the {asked.key}",
            "most": asked.number,
            "wanted": count_in_words(rules.pieces.name, asked),
        }
        for number, owner in enumerate(owners)
    ]


def judge(message: Message) -> dict[str, object]:
    """Return the answer of the rules to a question, each step with its clauses, and the open places that affect it."""
    edition = edition_in(message)
    question = question_in(message, edition)
    laid = table_in(message, "given", "places")
    given = {key: list_in(laid, key) if isinstance(laid[key], list) else text_in(laid, key) for key in laid}
    judgement = answer(edition.rules, question.name, given)
    naming = Speaker(edition, judgement.seats).naming
    results = answer_words(edition.rules, question.outputs, judgement.value, naming=naming)
    return {
        "told": results,
        "value": judgement.value,
        "steps": page_values(judgement.decisions_for(naming)),
        "clauses": [*judgement.clauses],
        "open": [open_place(edition, edition.rules.doubts[name]) for name in judgement.readings],
    }


def deal_pieces(message: Message) -> dict[str, object]:
    """Return pieces for a question, drawn at random from a seed."""
    edition = edition_in(message)
    layout = shared_layout(edition.rules, edition.rules, question_in(message, edition).name)
    chance = Chance(number_in(message, "seed", LARGEST_SEED))
    return {"given": layout.words_of_deal(layout.random_deal(chance))}


def find_differing_deal(message: Message) -> dict[str, object]:
    """Return a deal for which two sets of rules answer differently, or the fact that no deal tried is such a deal.

    The deals are drawn from a seed; `begin` is the number of deals tried before, so that a search can continue.
    """
    first, second = (edition_in(table_in(message, side)) for side in ("first", "second"))
    question = question_in(message, first)
    layout = shared_layout(first.rules, second.rules, question_in(message, second).name)
    known = [output.key for output in question.outputs]
    keys = list_in(message, "keys") if "keys" in message else known
    for key in keys:
        if key not in known:
            raise NotUnderstood(f"The question has no result called “{key}”.")
    begin = number_in(message, "begin", MOST, 0)
    seed = number_in(message, "seed", LARGEST_SEED, 0)
    answerers = [Answerer(edition.rules, layout, keys) for edition in (first, second)]
    end = min(begin + MOST_AT_ONCE, MOST)
    for number in range(begin, end):
        deal = layout.random_deal(Chance(seed).branch(number))
        if differ := differing_keys(answerers, keys, deal):
            return {"given": layout.words_of_deal(deal), "tried": number + 1, "differ": differ}
    return {"given": None, "tried": end, "most": MOST}
