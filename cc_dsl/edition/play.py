"""What templates need of play: how to play, and the places in a page where a reader plays or tries something.

Such a place is an element with what it begins with, as data, and a sentence for a page without scripts; `static/live/`
makes something of it when the reader asks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from cc_dsl.cases.howto import pieces_in, value_of
from cc_dsl.drawing.pieces import RED
from cc_dsl.edition.markup import curl
from cc_dsl.edition.shelf import can_be_tried
from cc_dsl.edition_model.cases import case_boards
from cc_dsl.edition_model.pictures import picture_of
from cc_dsl.engine.game import Game
from cc_dsl.live.judging import open_place
from cc_dsl.resources import argument_of as argument_of
from cc_dsl.rules.kinds import plural
from cc_dsl.source.howto import groups_of_parts as groups_of_parts
from cc_dsl.source.howto import inline
from cc_dsl.source.phrases import phrases_in

if TYPE_CHECKING:
    from cc_dsl.cases.reader import Case
    from cc_dsl.edition.page import Page
    from cc_dsl.edition_model.doubts import Doubt
    from cc_dsl.source.howto import HowToPart

NUMBERS = dict(enumerate("no one two three four five six seven eight nine ten eleven twelve".split()))  # noqa: SIM905
KINDS = {
    "human": "a person here",
    "greedy": "computer: greedy",
    "search": "computer: searching (thinks for up to 2 seconds)",
    "random": "computer: random",
}
"""Who may sit at a table, in words."""
WITHOUT_SCRIPTS = Markup(
    '<p class="live-none">Where scripts run, the cards on this page can be changed and the rules asked again.</p>'
)
"""Stands once on each page."""


# --------------------------------------------------------------------------------------------- how to play


def inline_words(page: Page, words: str) -> Markup:
    """Set words, with pieces drawn and values from the rules."""
    rules = page.loaded.rules
    markup = Markup("")
    for part in inline(words):
        if part.kind == "value":
            markup += str(value_of(rules, part.words, part.key))
        elif part.kind == "pieces":
            glyphs = [rules.pieces.glyphs[piece] for piece in pieces_in(rules, part.words) if piece is not None]
            card = Markup(' <span class="card{}">{}</span>')
            cards = (card.format(" red" if any(sign in glyph for sign in RED) else "", glyph) for glyph in glyphs)
            markup += Markup('<span class="cards">{}</span>').format(Markup("").join(cards))
        else:
            markup += curl(part.words)
    return markup


def pictures(page: Page, parts: list[HowToPart]) -> Markup:
    """Set pictures that follow one another: boards stand side by side, each over the title of its case."""
    drawn = [(page.drawing(svg), title) for svg, title in (picture_of(page.loaded, part) for part in parts)]
    if any(part.kind != "deal" for part in parts) or not case_boards(page.loaded):
        return Markup("").join(drawing for drawing, _ in drawn)
    figure = Markup("<figure>{}<figcaption>{}</figcaption></figure>")
    return Markup('<div class="how-to-boards">{}</div>').format(Markup("").join(figure.format(*one) for one in drawn))


# ---------------------------------------------------------------------------------- playing and trying


def place(classes: str, kind: str, begun: Mapping[str, object], inside: str = "") -> Markup:
    """Return the place of something that a script makes, with what it begins with."""
    data = json.dumps(begun, ensure_ascii=False, sort_keys=True)
    return Markup('<div class="{}" data-live="{}" data-{}="{}">{}</div>').format(classes, kind, kind, data, inside)


def game_begun(page: Page) -> dict[str, object]:
    """Return what the place where the game of an edition is played begins with."""
    rules = page.loaded.rules
    return {
        "edition": page.name,
        "seats": list(rules.seats),
        "piece": rules.pieces.name,
        "pieces": plural(rules.pieces.name),
        "watched": Game(rules).is_watched,
        "guided": phrases_in(page.loaded.folder).guide is not None,
    }


def open_places(page: Page) -> list[dict[str, object]]:
    """Return the open places of an edition as a page offers them for a choice."""
    return [open_place(page.loaded, doubt) for doubt in page.loaded.rules.doubts.values()]


def trial(
    page: Page,
    id: str,
    title: str,
    question: str,
    given: Mapping[str, Sequence[str]],
    readings: Mapping[str, str],
    beside: tuple[str, Mapping[str, str]] | None = None,
    offer: str = "",
) -> Markup:
    """Return the place where the pieces of a case can be changed; it may begin with two answers side by side."""
    shelf = page.domain.shelf
    # The editions that answer the same question of the same pieces, with the keys that can be compared.
    others: dict[str, object] = {}
    for comparison, other in shelf.compared_with(page.name):
        if keys := shelf.alignment(comparison).questions.get(question):
            others[other] = {"title": shelf.load(other).display_name, "keys": list(keys)}
    begun: dict[str, object] = {
        "id": id,
        "title": title,
        "edition": page.name,
        "question": question,
        "given": dict(given),
        "readings": dict(readings),
        "others": others,
        "offer": offer,
    }
    if beside is not None:
        begun["beside"] = {"edition": beside[0], "readings": dict(beside[1])}
    return place("try-it", "try", begun, WITHOUT_SCRIPTS if page.is_first("trial") else "")


def trial_of_case(page: Page, case: Case, anchor: str, offer: str = "") -> Markup:
    """Return the place where the pieces of a worked case can be changed; nothing if its question asks for more.

    The offer is what the button says, where it is not what all such buttons say.
    """
    if not can_be_tried(page.loaded, case.question, case.pieces):
        return Markup("")
    return trial(page, anchor, case.title, case.question, case.pieces, case.expected.readings, offer=offer)


def trial_of_reading(page: Page, doubt: Doubt) -> Markup:
    """Return the place where two answers to an open place are tried on the same pieces; nothing where no question can.

    It begins with pieces on which the two answers differ.
    """
    contrast = page.domain.shelf.contrasts(page.name).get(doubt.name)
    if contrast is None:
        return Markup("")
    id, second = f"{page.name}-reading-{doubt.name}", (page.name, contrast.other)
    return trial(page, id, curl(doubt.title), contrast.question, contrast.given, contrast.readings, second)
