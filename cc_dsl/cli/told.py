"""Prints what the rules tell at the end of a game, such as a score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cc_dsl.cli import terminal
from cc_dsl.cli.tables import ink_for
from cc_dsl.explain import told

if TYPE_CHECKING:
    from cc_dsl.interpreter.engine import Game
    from cc_dsl.rules.model import Question, Rules


def told_words(
    rules: Rules, question: Question, found: dict[str, object], names: Sequence[str] = ()
) -> list[tuple[str, str]]:
    """Put each part of an answer into words, pieces by the signs that the terminal has."""
    return told.told_words(rules, question, found, names, ink_for(rules).glyph)


def result_lines(game: Game, names: Sequence[str]) -> list[str]:
    """Return what the rules tell at the end of a game, such as a score."""
    found = game.result
    questions = [question for question in game.rules.questions.values() if question.is_given_nothing]
    plain = game.naming.plain if game.naming is not None else str
    rows = [[f"  {plain(key)}", said] for one in questions for key, said in told_words(game.rules, one, found, names)]
    return ["", *terminal.table(rows)] if rows else []
