"""What templates need of play: games and turns that were played, how to play, and places where a reader plays."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

from markupsafe import Markup

from cc_dsl import resources
from cc_dsl.cases.howto import guide_of, pieces_in, value_of
from cc_dsl.cases.reader import read_cases
from cc_dsl.drawing.pieces import RED, draw_deal
from cc_dsl.edition.markup import Node, curled
from cc_dsl.edition_model.cases import board_drawing, case_boards
from cc_dsl.engine.game import Game
from cc_dsl.live import said
from cc_dsl.rules.kinds import plural
from cc_dsl.source.howto import PICTURES, inline
from cc_dsl.source.phrases import phrases_in

if TYPE_CHECKING:
    from cc_dsl.edition.page import Page
    from cc_dsl.source.howto import HowToPart

NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
KINDS = {"item": "ul", "step": "ol", "head": "table", "row": "table", "paragraph": "paragraph"}
"""How the parts of a page that teaches a game are set; the other parts are pictures."""


def number_word(number: int) -> str:
    """Return a small number as a word."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


class Memory:
    """What a page has told already."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._told: set[Hashable] = set()

    def has(self, one: Hashable) -> bool:
        """Return whether something was told."""
        return one in self._told

    def is_new(self, one: Hashable) -> bool:
        """Return whether something was not told yet; then it is noted as told."""
        is_new = one not in self._told
        self._told.add(one)
        return is_new


def ground(page: Page) -> list[Node]:
    """Set the ground, drawn to scale for the fewest players; a fault of the page if the rules describe none."""
    drawn = page.domain.shelf.ground(page.name, None)
    if drawn is None:
        page.warn(f"The rules of the edition {page.name} describe no ground.")
        return []
    return page.set("play.html", "ground", drawn)


def strokes(page: Page, name: str, rule: str) -> list[Node]:
    """Set one turn by its name, or all whose first clause stands in a division of the text, or all."""
    turns = page.domain.shelf.turns(page.name)
    if name and name not in turns:
        page.warn(f"The edition {page.name} has no turn {name}; it has {', '.join(turns) or 'none'}.")
        return []
    wanted = [turns[name]] if name else [*turns.values()]
    clauses = [(*turn.shows, *turn.about) for turn in wanted]
    is_there = [not rule or (named and named[0].rpartition(".")[0] == rule) for named in clauses]
    return page.set("play.html", "strokes", [turn for turn, is_in in zip(wanted, is_there, strict=True) if is_in])


def table(page: Page) -> list[Node]:
    """Set the place where the game of an edition is played."""
    edition = page.loaded
    rules = edition.rules
    begun = {
        "edition": page.name,
        "title": page.display_name,
        "seats": list(rules.seats),
        "piece": rules.pieces.name,
        "pieces": plural(rules.pieces.name),
        "watched": Game(rules).is_watched,
        "guided": phrases_in(edition.folder).guide is not None,
        "open": [said.open_place(edition, doubt, with_reasons=False) for doubt in rules.doubts.values()],
    }
    return page.set("play.html", "table", begun, f"circular play {resources.argument_of(page.name)}")


# --------------------------------------------------------------------------------------------- how to play


def how_to_play(page: Page) -> list[Node]:
    """Set the whole page that teaches the game of an edition; a fault of the page if the edition has none."""
    found = guide_of(page.loaded)
    if found is None:
        page.warn(f"The edition {page.name} has no page that teaches its game.")
        return []
    functions = {"inline": _inline, "pictures": _pictures}
    context = {name: (lambda words, make=make: make(page, words)) for name, make in functions.items()}
    return page.set("play.html", "how_to_play", found, grouped=_grouped, **context)


def _grouped(parts: tuple[HowToPart, ...]) -> Iterator[tuple[str, list[HowToPart]]]:
    """Yield parts that are set as one list, one table, or one row of pictures."""
    held: list[HowToPart] = []
    kind = ""
    for part in parts:
        own = "pictures" if part.kind in PICTURES else KINDS[part.kind]
        if held and (own != kind or own == "paragraph"):
            yield kind, held
            held = []
        kind = own
        held.append(part)
    if held:
        yield kind, held


def _inline(page: Page, words: str) -> Markup:
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


def _pictures(page: Page, parts: list[HowToPart]) -> Markup:
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
        ground = page.domain.shelf.ground(page.name, int(part.name) if part.name else None)
        return ground.svg if ground is not None else ""
    case = next(one for one in read_cases(page.loaded) if one.id == part.name)
    return draw_deal(page.loaded.rules, case.pieces, f"how-{part.name}")
