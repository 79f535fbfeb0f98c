"""Prints what the rules tell at the end of a game, such as a score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.cli import terminal
from cc_dsl.explain.told import told_words

if TYPE_CHECKING:
    from cc_dsl.interpreter.engine import Game


def result_lines(game: Game) -> list[str]:
    """Say what the rules tell at the end of a game, such as a score."""
    found = game.result
    questions = [question for question in game.rules.questions.values() if question.is_given_nothing]
    rows = [[f"  {key}", said] for one in questions for key, said in told_words(game.rules, one, found)]
    return ["", *terminal.table(rows)] if rows else []
