"""Pictures of an edition as SVG: the figures of its text, and those of its how-to-play page."""

from __future__ import annotations

from cc_dsl.cases.reader import PRINTED, read_cases
from cc_dsl.drawing.ground import draw_ground
from cc_dsl.drawing.pieces import draw_deal
from cc_dsl.edition_model.cases import board_drawing, case_boards
from cc_dsl.edition_model.scenes import figure_of
from cc_dsl.pipeline import Edition
from cc_dsl.source.howto import HowToPart


def figure_drawings(edition: Edition, with_ground: bool = True) -> dict[str, str]:
    """Return a drawing of each figure of the text that the rules can reproduce, by its clause.

    It shows the worked case that the text prints there, or the figure or the ground of the rules; pages show the ground
    below the text instead.
    """
    figures = [clause.id for clause in edition.text.clauses.values() if clause.figure] if edition.text else []
    if not figures:
        return {}
    ground = draw_ground(edition.rules) if with_ground else None
    first = figure_of(edition.rules) if edition.rules.figure is not None else ground.svg if ground else ""
    drawings = {figures[0]: first} if first else {}
    printed = [case for case in read_cases(edition) if case.source == PRINTED and case.clauses[0] in figures]
    for case, board in case_boards(edition, printed).values():
        drawings[case.clauses[0]] = board_drawing(edition, case, board)
    return {name: drawings[name] for name in figures if name in drawings}


def picture_of(edition: Edition, part: HowToPart) -> tuple[str, str]:
    """Return the picture of a part of the how-to-play page, with its caption."""
    if part.kind == "figure":
        return figure_of(edition.rules), ""
    if part.kind == "ground":
        ground = draw_ground(edition.rules, int(part.name) if part.name else None)
        return (ground.svg, "Drawn from the rules, to scale.") if ground is not None else ("", "")
    case = next(own_case for own_case in read_cases(edition) if own_case.id == part.name)
    for _, board in case_boards(edition, [case]).values():
        return board_drawing(edition, case, board), case.title
    return draw_deal(edition.rules, case.pieces, f"how-{part.name}"), case.title
