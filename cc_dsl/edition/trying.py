"""Places in a page where a reader can try something: the pieces of a case, to be changed, and a game, to be played.

Each is an element with what it begins with, as data, and a sentence for a page without scripts; `static/live/` makes
something of it when the reader asks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cc_dsl import resources
from cc_dsl.edition.samples import can_be_tried, pieces_for
from cc_dsl.edition.tags import Element, Node, element, paragraph
from cc_dsl.interpreter.engine import Game
from cc_dsl.live import said
from cc_dsl.rules.kinds import plural
from cc_dsl.source.phrases import phrases_in

if TYPE_CHECKING:
    from cc_dsl.edition.page import Page
    from cc_dsl.edition.shelf import Shelf

WITHOUT_SCRIPTS = "In a browser that runs scripts, these cards can be changed here, and the rules asked again."
NO_GAME = "In a browser that runs scripts, this game can be played here. Without them, play it at the terminal:"


def trial(
    page: Page,
    id: str,
    title: str,
    question: str,
    given: Mapping[str, Sequence[str]],
    readings: Mapping[str, str],
    beside: tuple[str, Mapping[str, str]] | None = None,
) -> Element:
    """Return the place where the pieces of a case can be changed; it may begin with two answers side by side."""
    begun: dict[str, object] = {
        "id": id,
        "title": title,
        "edition": page.name,
        "question": question,
        "given": dict(given),
        "readings": dict(readings),
        "others": others(page.domain.shelf, page.name, question),
    }
    if beside is not None:
        begun["beside"] = {"edition": beside[0], "readings": dict(beside[1])}
    return _live("try-it", "try", begun, paragraph("live-none", WITHOUT_SCRIPTS))


def _live(classes: str, kind: str, begun: Mapping[str, object], *children: object) -> Element:
    data = json.dumps(begun, ensure_ascii=False, sort_keys=True)
    return element("div", *children, classes=classes, data_live=kind, **{f"data_{kind}": data})


def others(shelf: Shelf, name: str, question: str) -> dict[str, dict[str, object]]:
    """Return the editions that answer the same question of the same pieces, with the keys that can be compared."""
    found: dict[str, dict[str, object]] = {}
    for comparison in shelf.comparisons:
        pair = shelf.pair_of(comparison)
        keys = shelf.alignment(comparison).questions.get(question) if name in pair else None
        if keys:
            other = pair[1 - pair.index(name)]
            found[other] = {"title": shelf.load(other).display_name, "keys": list(keys)}
    return found


def trial_of_reading(page: Page, name: str, title: str) -> Element | None:
    """Return the place where two answers to an open place are tried on the same pieces; None where no question can.

    It begins with a worked case that the answer changes, if there is one.
    """
    edition = page.domain.shelf.load(page.name)
    changing = page.domain.shelf.changing_answers(page.name).get(name, {})
    for question in edition.rules.questions.values():
        given = (
            pieces_for(edition, page.domain.shelf.cases(page.name), name, question)
            if question.name in changing
            else None
        )
        if given:
            beside = page.name, {name: changing[question.name]}
            return trial(page, f"{page.name}-reading-{name}", title, question.name, given, {}, beside)
    return None


def trial_of_clause(page: Page, clause: str) -> Element | None:
    """Return the place where a question that rests on a clause is asked; None where a case of it can be tried anyway.

    It is also None where no question about pieces laid by hand rests on the clause.
    """
    shelf = page.domain.shelf
    edition = shelf.load(page.name)
    own = [case for case in shelf.cases(page.name) if case.clauses[0] == clause]
    if any(can_be_tried(edition, case.question, case.pieces) for case in own):
        return None
    found = shelf.touched(page.name).get(f"{page.name}.{clause}")
    if found is None:
        return None
    question, given = found
    return trial(page, f"{page.name}-clause-{clause}", f"clause {clause}", question, given, {})


def change(page: Page, clause: str) -> Element:
    """Return the place where a reader changes the rules of a clause."""
    return _live("change-rule", "change", {"edition": page.name, "clause": clause})


def game(page: Page) -> list[Node]:
    """Return the place where the game of an edition is played."""
    edition = page.domain.shelf.load(page.name)
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
    command = element("code", f"circular play {resources.argument_of(page.name)}")
    return [_live("live-play", "play", begun, paragraph("live-none", NO_GAME, " ", command, "."))]
