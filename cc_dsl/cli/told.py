"""The end of a game: who has won and why, and what the rules tell, such as a score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cc_dsl.cli import terminal
from cc_dsl.cli.tables import ink_for, tinted
from cc_dsl.explain import told
from cc_dsl.explain.sentences import capital, is_choice
from cc_dsl.explain.telling import is_telling
from cc_dsl.explain.tree import full_form
from cc_dsl.interpreter.judge import told_of_game
from cc_dsl.interpreter.reasons import winning
from cc_dsl.interpreter.runtime import runtime_of

if TYPE_CHECKING:
    from cc_dsl.explain.narration import Narrator
    from cc_dsl.interpreter.engine import Game
    from cc_dsl.interpreter.reasons import Decision
    from cc_dsl.rules.model import Question, Rules


def told_words(
    rules: Rules, question: Question, found: dict[str, object], names: Sequence[str] = ()
) -> list[tuple[str, str]]:
    """Put each part of an answer into words, pieces by the signs that the terminal has."""
    return told.told_words(rules, question, found, names, ink_for(rules).glyph)


def result_lines(game: Game, names: Sequence[str]) -> list[str]:
    """Return what the rules tell of a game, such as a score, as it stands now or at its end."""
    found = told_of_game(runtime_of(game.rules, "plain", game.seats), game.position)
    questions = [question for question in game.rules.questions.values() if question.is_given_nothing]
    plain = game.naming.plain if game.naming is not None else str
    rows = [[f"  {plain(key)}", said] for one in questions for key, said in told_words(game.rules, one, found, names)]
    return ["", *terminal.table(rows)] if rows else []


def ending(game: Game, names: Sequence[str], decisions: Sequence[Decision], narrator: Narrator) -> list[str]:
    """Return how a game has ended, and why."""
    last = [decision for decision in decisions if is_telling(decision) and not is_choice(decision)][-1:]
    last += [one for decision in decisions[-1:] for one in _with_sources(decision) if one not in last]
    return [
        terminal.paint(_head(game, names, decisions, narrator), "strong"),
        *result_lines(game, names),
        "",
        *map(tinted, full_form(last, narrator.book, branches=narrator.branches, columns=narrator.columns)),
    ]


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
