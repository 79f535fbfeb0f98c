"""Places in a page where a reader can try something: the pieces of a case, to be changed, and a game, to be played.

Each is an element with what it begins with, as data, and a sentence for a page without scripts; `static/live/` makes
something of it when the reader asks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from cc_dsl.edition.shelf import can_be_tried

if TYPE_CHECKING:
    from cc_dsl.cases.reader import Case
    from cc_dsl.edition.page import Page
    from cc_dsl.edition_model.doubts import Doubt

WITHOUT_SCRIPTS = Markup(
    '<p class="live-none">Where scripts run, the cards on this page can be changed and the rules asked again.</p>'
)
"""Stands once on each page."""


def place(classes: str, kind: str, begun: Mapping[str, object], inside: str = "") -> Markup:
    """Return the place of something that a script makes, with what it begins with."""
    data = json.dumps(begun, ensure_ascii=False, sort_keys=True)
    return Markup('<div class="{}" data-live="{}" data-{}="{}">{}</div>').format(classes, kind, kind, data, inside)


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
    for comparison in shelf.comparisons:
        pair = shelf.pair_of(comparison)
        if page.name in pair and (keys := shelf.alignment(comparison).questions.get(question)):
            other = pair[1 - pair.index(page.name)]
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
    found = page.domain.shelf.contrasts(page.name).get(doubt.name)
    if found is None:
        return Markup("")
    id, title = f"{page.name}-reading-{doubt.name}", doubt.title.replace("'", "’")
    return trial(page, id, title, found.question, found.given, found.readings, (page.name, found.other))


def trial_of_clause(page: Page, clause: str) -> Markup:
    """Return the place where a question that rests on a clause is asked; nothing where a case of it can be tried.

    It is also nothing where no question about pieces laid by hand rests on the clause.
    """
    shelf = page.domain.shelf
    own = [case for case in shelf.cases(page.name) if case.clauses[0] == clause]
    found = shelf.touched(page.name).get(f"{page.name}.{clause}")
    if found is None or any(can_be_tried(page.loaded, case.question, case.pieces) for case in own):
        return Markup("")
    return trial(page, f"{page.name}-clause-{clause}", f"clause {clause}", *found, {})
