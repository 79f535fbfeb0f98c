"""Pictures in the downloads: the figures of a text and those of its how-to-play page, as SVG inside TEI."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from cc_dsl import svg
from cc_dsl.cases.reader import PRINTED, read_cases
from cc_dsl.drawing.ground import drawn_ground
from cc_dsl.drawing.pieces import draw_deal, with_style
from cc_dsl.edition_model.cases import board_drawing, case_boards
from cc_dsl.edition_model.played import figure_of
from cc_dsl.export.elements import new_element

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition
    from cc_dsl.source.howto import HowToPart

KIND = "image/svg+xml"


def figure_drawings(edition: Edition) -> dict[str, str]:
    """Return a drawing of each figure of the text, by its clause; a figure that the rules do not give has none.

    It shows the worked case that the text prints there, or the figure of the rules, or the ground that they describe.
    """
    figures = [clause.id for clause in edition.text.clauses.values() if clause.figure] if edition.text else []
    boards = case_boards(edition) if figures else {}
    found = {
        case.clauses[0]: board_drawing(edition, case, board)
        for case, board in boards.values()
        if case.source == PRINTED
    }
    ground = drawn_ground(edition.rules) if figures else None
    if figures and edition.rules.figure is not None:
        found = {figures[0]: figure_of(edition.rules, 0), **found}
    elif ground is not None:
        found = {figures[0]: ground.svg, **found}
    return {name: found[name] for name in figures if name in found}


def picture_of(edition: Edition, part: HowToPart) -> tuple[str, str]:
    """Return the picture of a part of the how-to-play page, and the words under it."""
    if part.kind == "figure":
        return figure_of(edition.rules, 0), ""
    if part.kind == "ground":
        ground = drawn_ground(edition.rules, int(part.name) if part.name else None)
        return (ground.svg, "Drawn from the rules, to scale.") if ground is not None else ("", "")
    boards = case_boards(edition)
    if part.name in boards:
        case, board = boards[part.name]
        return board_drawing(edition, case, board), case.title
    case = next(one for one in read_cases(edition) if one.id == part.name)
    return draw_deal(edition.rules, case.pieces, f"how-{part.name}"), case.title


def figure_element(drawing: str, caption: str, description: str = "") -> ET.Element:
    """Return a figure of TEI, with its drawing as a file inside it and its description in words."""
    figure = new_element("figure")
    if caption:
        figure.append(new_element("head", {}, caption))
    if drawing:
        data = b64encode(with_style(drawing).encode()).decode()
        figure.append(new_element("binaryObject", {"mimeType": KIND, "encoding": "base64"}, data))
        description = description or ET.fromstring(drawing).findtext(f"{{{svg.SPACE}}}desc", "")
    figure.append(new_element("figDesc", {}, description))
    return figure
