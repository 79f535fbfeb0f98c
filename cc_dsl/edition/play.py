"""What templates need of play: games and turns that were played, how to play, and places where a reader plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from cc_dsl.cases.howto import pieces_in, value_of
from cc_dsl.cases.reader import read_cases
from cc_dsl.drawing.ground import drawn_ground
from cc_dsl.drawing.pieces import RED, draw_deal
from cc_dsl.edition.markup import curled
from cc_dsl.edition_model.cases import board_drawing, case_boards
from cc_dsl.engine.game import Game
from cc_dsl.live.judging import open_place
from cc_dsl.resources import argument_of as argument_of
from cc_dsl.rules.kinds import plural
from cc_dsl.source.howto import groups_of_parts as groups_of_parts
from cc_dsl.source.howto import inline
from cc_dsl.source.phrases import phrases_in

if TYPE_CHECKING:
    from cc_dsl.edition.page import Page
    from cc_dsl.source.howto import HowToPart

NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


def number_word(number: int) -> str:
    """Return a small number as a word."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def game_begun(page: Page) -> dict[str, object]:
    """Return what the place where the game of an edition is played begins with."""
    edition, rules = page.loaded, page.loaded.rules
    return {
        "edition": page.name,
        "title": page.display_name,
        "seats": list(rules.seats),
        "piece": rules.pieces.name,
        "pieces": plural(rules.pieces.name),
        "watched": Game(rules).is_watched,
        "guided": phrases_in(edition.folder).guide is not None,
        "open": [open_place(edition, doubt) for doubt in rules.doubts.values()],
    }


# --------------------------------------------------------------------------------------------- how to play


def inline_words(page: Page, words: str) -> Markup:
    """Set words, with pieces drawn and values from the rules."""
    rules = page.loaded.rules
    made = Markup("")
    for part in inline(words):
        if part.kind == "value":
            made += str(value_of(rules, part.words, part.key))
        elif part.kind == "pieces":
            glyphs = [rules.pieces.glyphs[piece] for piece in pieces_in(rules, part.words) if piece is not None]
            card = Markup(' <span class="card{}">{}</span>')
            cards = (card.format(" red" if any(sign in one for sign in RED) else "", one) for one in glyphs)
            made += Markup('<span class="cards">{}</span>').format(Markup("").join(cards))
        else:
            made += curled(part.words)
    return made


def pictures(page: Page, parts: list[HowToPart]) -> Markup:
    """Set pictures that follow one another: boards stand side by side, each over the title of its case."""
    edition = page.loaded
    boards = case_boards(edition) if any(part.kind == "deal" for part in parts) else {}
    laid = [boards[part.name] for part in parts if part.name in boards]
    if len(laid) < len(parts):
        return Markup("").join(page.drawing(_picture(page, part)) for part in parts)
    figure = Markup("<figure>{}<figcaption>{}</figcaption></figure>")
    figures = (figure.format(page.drawing(board_drawing(edition, case, board)), case.title) for case, board in laid)
    return Markup('<div class="how-to-boards">{}</div>').format(Markup("").join(figures))


def _picture(page: Page, part: HowToPart) -> str:
    """Return the drawing of a part: the figure of the rules, their ground, or the deal of a worked case."""
    if part.kind == "figure":
        return page.view.figure
    if part.kind == "ground":
        ground = drawn_ground(page.loaded.rules, int(part.name) if part.name else None)
        return ground.svg if ground is not None else ""
    case = next(one for one in read_cases(page.loaded) if one.id == part.name)
    return draw_deal(page.loaded.rules, case.pieces, f"how-{part.name}")
