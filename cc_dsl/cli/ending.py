"""The end of a game: who has won and why, and what the rules tell, such as a score."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from cc_dsl.cli import terminal
from cc_dsl.cli.tables import ink_for, tinted
from cc_dsl.closures.reasons import winning
from cc_dsl.closures.runtime import runtime_of
from cc_dsl.engine.judge import told_of_game
from cc_dsl.rules import kinds
from cc_dsl.trees import replace
from cc_dsl.words.answers import answer_words
from cc_dsl.words.layout import capital
from cc_dsl.words.news import is_telling
from cc_dsl.words.reasons import full_form
from cc_dsl.words.sentences import is_choice, sentence

if TYPE_CHECKING:
    from cc_dsl.closures.reasons import Decision
    from cc_dsl.engine.game import Game
    from cc_dsl.rules.model import Told
    from cc_dsl.words.voice import Narrator


def result_lines(game: Game, names: Sequence[str], hidden: Collection[str] = ()) -> list[str]:
    """Return what the rules tell of a game, such as a score, as it stands now or at its end.

    The standing of each piece is left out, since the table shows it; so is what the edition hides.
    """
    found = told_of_game(runtime_of(game.rules, "plain", game.seats), game.position)
    asked = (question for question in game.rules.questions.values() if question.is_given_nothing)
    questions = [replace(one, told=tuple(_shown(one.told, hidden))) for one in asked]
    name = game.naming.name if game.naming is not None else str
    spelt = {plain_value(value): name(value) for kind in game.rules.values.values() for value in kind.values}
    rows = [
        [f"  {name(key)}", spelt.get(said, said)]
        for one in questions
        for key, said in answer_words(game.rules, one, found, names, ink_for(game.rules).glyph)
    ]
    return ["", *terminal.table(rows)] if rows else []


def _shown(told: Iterable[Told], hidden: Collection[str]) -> Iterator[Told]:
    """Yield the parts of an answer that are told at the end."""
    for one in told:
        is_of_pieces = one.is_owned and one.owner is not None and one.owner.base == "piece"
        if one.key not in hidden and not is_of_pieces:
            yield one


def plain_value(value: str) -> str:
    """Return a value as the answers to questions spell it."""
    return kinds.spelt(value).lower()


def ending(game: Game, names: Sequence[str], decisions: Sequence[Decision], narrator: Narrator) -> list[str]:
    """Return how a game has ended, and why."""
    told = [decision for decision in decisions if is_telling(decision) and not is_choice(decision)]
    last = told[-1:]
    if last and not last[0].reasons and last[0] is decisions[-1]:  # the bare end: what led to it says more
        last = told[-2:]
    last += [one for decision in decisions[-1:] for one in _with_sources(decision) if one not in last]
    return [
        terminal.paint(_head(game, names, decisions, narrator), "strong"),
        *result_lines(game, names, narrator.voice.phrases.hidden),
        "",
        *map(tinted, explained(last, decisions, narrator, narrator.columns)),
    ]


def explained(wanted: Sequence[Decision], decisions: Sequence[Decision], narrator: Narrator, columns: int) -> list[str]:
    """Explain decisions, in the words in which they were told if they are the last of the given ones."""

    def said(decision: Decision) -> str:
        is_end = decision.fact is not None and decision.fact.form == "end"  # the head says it in the edition's words
        places = (place for place, one in enumerate(() if is_end else decisions) if one is decision)
        place = next(places, None)
        return sentence(decision) if place is None else narrator.voice.again(decision, decisions[place:])

    return full_form(wanted, narrator.book, branches=narrator.branches, columns=columns, said=said)


def _with_sources(decision: Decision) -> Sequence[Decision]:
    """Return a decision, or its reasons where only these have sources."""
    return [decision] if decision.clauses or not decision.reasons else decision.reasons


def _head(game: Game, names: Sequence[str], decisions: Sequence[Decision], narrator: Narrator) -> str:
    """Say in a sentence who has won."""
    outcome = game.outcome
    assert outcome is not None, "nobody asks for the end before it"
    said = narrator.voice.end(decisions)
    if outcome.winner is not None:
        return said or f"{capital(winning([names[one] for one in outcome.winners]))}."
    if outcome.bound:
        bound = narrator.voice.naming.plain(outcome.bound)
        return f"Nobody wins; the game has gone on as long as the rules let it: {bound}"
    return said or ("The game is over." if game.seats == 1 else "Nobody wins.")
