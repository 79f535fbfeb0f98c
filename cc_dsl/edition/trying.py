"""Places in a page where a reader can try something: the pieces of a case, to be changed, and a game, to be played.

Each is an element with what it begins with, as data, and a sentence for a page without scripts; `static/live/` makes
something of it when the reader asks.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from cc_dsl.compare.deals import NotComparable, shared_layout
from cc_dsl.engine.judge import answer
from cc_dsl.table.chance import Chance

if TYPE_CHECKING:
    from cc_dsl.cases.reader import Case
    from cc_dsl.edition.page import Page
    from cc_dsl.edition.shelf import Shelf
    from cc_dsl.edition_model.cases import Worked
    from cc_dsl.edition_model.doubts import Doubt
    from cc_dsl.pipeline import Edition
    from cc_dsl.rules.model import Question

WITHOUT_SCRIPTS = Markup(
    '<p class="live-none">In a browser that runs scripts, these cards can be changed here, '
    "and the rules asked again.</p>"
)
NOTHING = Markup("")
Touched = dict[str, tuple[str, dict[str, Sequence[str]]]]
"""For each clause a question whose answer rests on it, and pieces."""
DEALS = 30
"""The number of random deals among which one is looked for whose answer rests on a clause."""


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
) -> Markup:
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
    return place("try-it", "try", begun, WITHOUT_SCRIPTS)


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


def trial_of_case(page: Page, case: Worked, anchor: str) -> Markup:
    """Return the place where the pieces of a worked case can be changed; nothing if its question asks for more."""
    if not can_be_tried(page.loaded, case.question, case.given):
        return NOTHING
    return trial(page, anchor, case.title, case.question, case.given, case.readings)


def trial_of_reading(page: Page, doubt: Doubt) -> Markup:
    """Return the place where two answers to an open place are tried on the same pieces; nothing where no question can.

    It begins with a worked case that the answer changes, if there is one.
    """
    changing = page.domain.shelf.changing_answers(page.name).get(doubt.name, {})
    for question in page.loaded.rules.questions.values():
        if question.name not in changing:
            continue
        given = pieces_for(page.loaded, page.domain.shelf.cases(page.name), doubt.name, question)
        if given:
            beside = page.name, {doubt.name: changing[question.name]}
            title = doubt.title.replace("'", "’")
            return trial(page, f"{page.name}-reading-{doubt.name}", title, question.name, given, {}, beside)
    return NOTHING


def trial_of_clause(page: Page, clause: str) -> Markup:
    """Return the place where a question that rests on a clause is asked; nothing where a case of it can be tried.

    It is also nothing where no question about pieces laid by hand rests on the clause.
    """
    shelf = page.domain.shelf
    own = [case for case in shelf.cases(page.name) if case.clauses[0] == clause]
    found = shelf.touched(page.name).get(f"{page.name}.{clause}")
    if found is None or any(can_be_tried(page.loaded, case.question, case.pieces) for case in own):
        return NOTHING
    return trial(page, f"{page.name}-clause-{clause}", f"clause {clause}", *found, {})


def change(page: Page, clause: str) -> Markup:
    """Return the place where a reader changes the rules of a clause."""
    return place("change-rule", "change", {"edition": page.name, "clause": clause})


# ------------------------------------------------------------------------------- pieces to begin with


def pieces_for(
    edition: Edition, known: Iterable[Case], name: str, question: Question
) -> Mapping[str, Sequence[str]] | None:
    """Return pieces to begin with: those of a worked case that an open place changes, of any, or a random deal."""
    cases = [case for case in known if case.question == question.name]
    changed = [case for case in cases if any(name in result.readings for result in case.contrasts)]
    for case in (*changed, *cases):
        if can_be_tried(edition, case.question, case.pieces):
            return case.pieces
    try:
        layout = shared_layout(edition.rules, edition.rules, question.name)
    except NotComparable:
        return None
    return layout.given(layout.random(Chance(0)))


def touched(edition: Edition, cases: Iterable[Case]) -> Touched:
    """Return for each clause a question whose answer rests on it, and pieces: those of a worked case, or a deal."""
    found: Touched = {}
    known = [*cases]
    for question in edition.rules.questions.values():
        if question.is_given_nothing or question.stored:
            continue
        try:
            layout = shared_layout(edition.rules, edition.rules, question.name)
        except NotComparable:
            continue
        given = [case.pieces for case in known if case.question == question.name]
        given = [one for one in given if can_be_tried(edition, question.name, one)]
        chance = Chance(0)
        for pieces in (*given, *(layout.given(layout.random(chance)) for _ in range(DEALS))):
            for clause in answer(edition.rules, question.name, pieces).clauses:
                found.setdefault(clause, (question.name, dict(pieces)))
    return found


def can_be_tried(edition: Edition, question: str, given: Mapping[str, Sequence[str]]) -> bool:
    """Return whether a page can ask a question: its input is only pieces, for the fewest players possible."""
    found = edition.rules.questions.get(question)
    if found is None or found.stored or {one.key for one in found.asked} != {*given}:
        return False
    return all(len(given[one.key]) == one.many(edition.rules.seats[0]) for one in found.asked if one.is_owned)
