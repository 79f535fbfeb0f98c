"""The worked cases of an edition as a reader sees them: the position, the course, the result, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.cases.reader import Case, CaseLine, Cases, Result, read_cases
from cc_dsl.cases.sentences import laid_in_words, result_in_words, sentences
from cc_dsl.cases.trials import positions, try_cases
from cc_dsl.drawing.board import DrawnSquare, draw_board
from cc_dsl.engine.views import Sights, having
from cc_dsl.source.phrases import phrases_in
from cc_dsl.words.position import Board, Cell, boards_in, places_on_board

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition


class CaseOutcome(NamedTuple):
    """The result of a case under some answers to open places."""

    readings: tuple[tuple[str, str], ...]
    because: str
    played: tuple[str, ...]
    """The lines of a course of play that only this outcome has."""
    expected: tuple[str, ...]


class Worked(NamedTuple):
    """A worked case."""

    id: str
    title: str
    clauses: tuple[str, ...]
    why: str
    is_printed: bool
    """Whether the text itself gives the case."""
    laid: tuple[str, ...]
    done: tuple[str, ...]
    """The acts from the position, in sentences of the rules language."""
    played: tuple[str, ...]
    outcomes: tuple[CaseOutcome, ...]
    """The first is that of the case, the others those of its contrasts."""
    failed: tuple[str, ...]
    """The failed expectations; none if the rules agree with the case."""
    question: str
    """The question of the rules that is asked; empty where sentences are tried, or something is played."""
    given: Mapping[str, Sequence[str]]
    """The given pieces of the question, by key."""
    readings: Mapping[str, str]
    """The answers to open places under which it is asked."""
    drawing: str
    """The board with its position; empty where none is laid on a board."""


def failures_of(edition: Edition) -> dict[str, list[str]]:
    """Return the failed expectations of the worked cases of an edition, by the id of the case; each case is tried."""
    failures: dict[str, list[str]] = {}
    for failure in try_cases(edition).failures if len(read_cases(edition)) else ():
        failures.setdefault(failure.case.id, []).append(failure.sentence)
    return failures


def worked_cases(
    edition: Edition, failures: dict[str, list[str]] | None = None, cases: Cases | None = None
) -> dict[str, tuple[Worked, ...]]:
    """Return the worked cases of an edition by the clause at which they are printed; without failures each is tried."""
    cases = read_cases(edition) if cases is None else cases
    failures = failures_of(edition) if failures is None else failures
    found: dict[str, list[Worked]] = {}
    drawings = {name: board_drawing(edition, *laid) for name, laid in case_boards(edition).items()}
    for case in cases:
        worked = _worked(case, tuple(failures.get(case.id, ())), drawings.get(case.id, ""))
        found.setdefault(case.clauses[0], []).append(worked)
    return {clause: tuple(listed) for clause, listed in found.items()}


def case_boards(edition: Edition) -> dict[str, tuple[Case, Board]]:
    """Return each case whose position is laid on a board, with the board as the rules lay it, by the id of the case."""
    if not places_on_board(edition.rules):
        return {}
    phrases, found = phrases_in(edition.folder), {}
    for case, runtime, state in positions(edition):
        view, squares = Sights(runtime).view(state, None), having(runtime, state, phrases.marked)
        for board in boards_in(runtime.rules, view, squares, hidden=phrases.hidden):
            found[case.id] = case, board
    return found


def board_drawing(edition: Edition, case: Case, board: Board) -> str:
    """Return the drawing of the position of a case, as SVG."""
    glyphs = edition.rules.pieces.glyphs

    def drawn(cell: Cell) -> DrawnSquare:  # with the first letter of what holds it, and an asterisk if it is marked
        sign = glyphs[cell.piece] if cell.piece is not None else ""
        return DrawnSquare(cell.square, f"{sign}{cell.stored[:1]}{'*' if cell.is_marked else ''}", cell.is_marked)

    rows = [[drawn(cell) for cell in row] for row in board.rows]
    return draw_board(rows, board.row_names, board.column_names, f"board-{edition.name}-{case.id}", case.title)


def _worked(case: Case, failed: tuple[str, ...], drawing: str) -> Worked:
    return Worked(
        case.id,
        case.title,
        case.clauses,
        case.why,
        case.source == "printed",
        laid_in_words(case),
        _words(sentences(case.do)),
        _words(case.play),
        tuple(_outcome(result) for result in case.results),
        failed,
        case.question,
        case.pieces if case.question else {},
        case.expected.readings,
        drawing,
    )


def _outcome(result: Result) -> CaseOutcome:
    then = _words(result.then)
    return CaseOutcome(tuple(result.readings.items()), result.because, then, result_in_words(result))


def _words(lines: Iterable[CaseLine]) -> tuple[str, ...]:
    return tuple(line.text for line in lines)
