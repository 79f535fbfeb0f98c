"""The data for templates about play: how to play, and the places in a page where readers play or try something.

Such a place is an element with its initial data, and a sentence for a page without scripts; `static/live/` activates it
on request.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cc_dsl.cases.reader import Case
from cc_dsl.edition.shelf import can_be_tried
from cc_dsl.edition_model.doubts import Doubt
from cc_dsl.engine.game import Game
from cc_dsl.live.trials import open_place
from cc_dsl.resources import argument_of as argument_of
from cc_dsl.rules.kinds import plural
from cc_dsl.source.howto import groups_of_parts as groups_of_parts
from cc_dsl.source.phrases import phrases_in
from cc_dsl.words.layout import curl

if TYPE_CHECKING:
    from cc_dsl.edition.page import Page

NUMBERS = dict(enumerate("no one two three four five six seven eight nine ten eleven twelve".split()))  # noqa: SIM905
KINDS = {
    "human": "a person here",
    "greedy": "computer: greedy",
    "search": "computer: searching (thinks for up to 2 seconds)",
    "random": "computer: random",
}
"""The kinds of players at a table, in words."""


# ------------------------------------------------------------------------------------ games and trials


def game_data(page: Page) -> dict[str, object]:
    """Return the initial data of the place where the game of an edition is played."""
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
    """Return the open places of an edition, for a choice on a page."""
    return [open_place(page.loaded, doubt) for doubt in page.loaded.rules.doubts.values()]


def trial(
    page: Page,
    id: str,
    title: str,
    question: str,
    given_pieces: Mapping[str, Sequence[str]],
    readings: Mapping[str, str],
    beside: tuple[str, Mapping[str, str]] | None = None,
    offer: str = "",
) -> dict[str, object]:
    """Return the data of a trial, in which a reader changes pieces, optionally with two answers side by side."""
    shelf = page.domain.shelf
    # Editions that can answer the same question about the same pieces, with the comparable results.
    others: dict[str, object] = {}
    for comparison, other in shelf.comparisons_of(page.name):
        if keys := shelf.alignment(comparison).questions.get(question):
            others[other] = {"title": shelf.load(other).display_name, "keys": list(keys)}
    document: dict[str, object] = {
        "id": id,
        "title": title,
        "edition": page.name,
        "question": question,
        "given": dict(given_pieces),
        "readings": dict(readings),
        "others": others,
        "offer": offer,
    }
    if beside is not None:
        document["beside"] = {"edition": beside[0], "readings": dict(beside[1])}
    return document


def trial_of_case(page: Page, case: Case, anchor: str, offer: str = "") -> dict[str, object]:
    """Return the data of a trial with the pieces of a worked case; empty if the case needs more than pieces.

    `offer` is the text of the button, if it is not the default.
    """
    if not can_be_tried(page.loaded, case.question, case.pieces):
        return {}
    return trial(page, anchor, case.title, case.question, case.pieces, case.expected.readings, offer=offer)


def trial_of_reading(page: Page, doubt: Doubt) -> dict[str, object]:
    """Return the data of a trial of two answers to an open place, with pieces on which they differ.

    It is empty if no question can show a difference.
    """
    contrast = page.domain.shelf.contrasts(page.name).get(doubt.name)
    if contrast is None:
        return {}
    id, second = f"{page.name}-reading-{doubt.name}", (page.name, contrast.other)
    return trial(page, id, curl(doubt.title), contrast.question, contrast.given, contrast.readings, second)
