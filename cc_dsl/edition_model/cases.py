"""The worked cases of an edition as readers see them, and the command that repeats the question of a case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cc_dsl import resources
from cc_dsl.cases.reader import Case, read_cases
from cc_dsl.cases.trials import positions, results_of_cases
from cc_dsl.engine.views import SightClosures, values_with
from cc_dsl.pipeline import Edition
from cc_dsl.rules import model
from cc_dsl.source.phrases import phrases_in
from cc_dsl.words.position import Board, boards_in, places_on_board


class PrintedCase(NamedTuple):
    case: Case
    failed: tuple[str, ...]
    """The failed expectations; none if the rules agree with the case."""
    drawing: str
    """The drawing of its position on a board; empty if there is none."""

    @property
    def is_printed(self) -> bool:
        """Whether the text itself prints the case."""
        return self.case.source == "printed"


def failures_of(edition: Edition) -> dict[str, list[str]]:
    """Test the worked cases of an edition; return their failed expectations by the id of the case."""
    failures: dict[str, list[str]] = {}
    for failure in results_of_cases(edition).failures if read_cases(edition) else ():
        failures.setdefault(failure.case.id, []).append(failure.sentence)
    return failures


def worked_cases(edition: Edition, failures: dict[str, list[str]] | None = None) -> dict[str, tuple[PrintedCase, ...]]:
    """Return the worked cases of an edition by clause; test them unless their failures are given."""
    failures = failures_of(edition) if failures is None else failures
    cases = read_cases(edition)
    boards = case_boards(edition, cases)
    drawings = {name: board_drawing(edition, *case_and_board) for name, case_and_board in boards.items()}
    by_clause: dict[str, tuple[PrintedCase, ...]] = {}
    for case in cases:
        printed_case = PrintedCase(case, tuple(failures.get(case.id, ())), drawings.get(case.id, ""))
        by_clause[case.clauses[0]] = (*by_clause.get(case.clauses[0], ()), printed_case)
    return by_clause


def case_boards(edition: Edition, cases: Sequence[Case]) -> dict[str, tuple[Case, Board]]:
    """Return the board of each of these cases with a position on a board, by the id of the case."""
    if not cases or not places_on_board(edition.rules):
        return {}
    phrases, boards = phrases_in(edition.folder), {}
    for case, runtime, state in positions(edition, cases):
        view, squares = SightClosures(runtime).view(state, None), values_with(runtime, state, phrases.marked)
        for board in boards_in(runtime.rules, view, squares, hidden=phrases.hidden):
            boards[case.id] = case, board
    return boards


def board_drawing(edition: Edition, case: Case, board: Board) -> str:
    """Return the drawing of the position of a case, as SVG."""
    return board.as_svg(edition.rules.pieces.glyphs, f"board-{edition.name}-{case.id}", case.title)


# ------------------------------------------------------------------------------------------ questions


def command(
    rules: model.Rules, question: str, given_pieces: Mapping[str, Sequence[str]], readings: Mapping[str, str]
) -> str:
    """Return the command that asks a question about pieces laid by hand, under some readings."""
    words = [f"circular judge {resources.argument_of(rules.name)}"]
    words += [] if question == next(iter(rules.questions)) else [f"--question {question}"]
    for key, value in given_pieces.items():
        sides = [value] if isinstance(value, str) else value
        words += [f'--{key} "{side}"' if " " in side else f"--{key} {side}" for side in sides]
    return " ".join([*words, *(f"--reading {name}={answer}" for name, answer in readings.items())])
