"""Typeset how many one-place variants of the rules printed examples and worked cases exclude, and list the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from docutils import nodes

from cc_dsl.edition.page import Page
from cc_dsl.edition.tags import Child, Element, Node, div, element, exact, paragraph, section, span, table
from cc_dsl.study.documents import VariantDocument, VariantsDocument
from cc_dsl.study.variant_words import said

HEADINGS = ["Text", "Variants", "Excluded by printed examples", "Excluded by our cases only", "Excluded by nothing"]


def variants(pages: Sequence[Page]) -> list[Node]:
    """Typeset the counts of all editions in a table, then the variants of each that nothing excludes."""
    found = [(page, page.part("variants-of")) for page in pages]
    counted = [(page, stored) for page, stored in found if stored is not None]
    rows = [_counts(page, stored["found"]) for page, stored in counted]
    shown: list[Node] = [div("wide", table(HEADINGS, rows, "counted"))] if rows else []
    missing = [page for page, stored in found if stored is None]
    return [
        *shown,
        *map(_uncounted, missing),
        *(_edition(page, stored["found"], stored["is_current"]) for page, stored in counted),
    ]


def _uncounted(page: Page) -> Element:
    """Return the message that the variants of an edition were not counted, with the command that does it."""
    command = nodes.literal("", f"circular mutate {page.name} --shelve")
    return paragraph("counted", f"The variants of {_title(page)} have not been counted. To count them: ", command)


def _counts(page: Page, found: VariantsDocument) -> list[Child]:
    counts = found["variants"], found["printed"], found["cases"], found["nothing"]
    return [_title(page), *(_of(count, found["variants"]) for count in counts)]


def _title(page: Page) -> str:
    """Return the name and the year of the work."""
    title: str = page.domain.shelf.work(page.name).full_title
    return title


def _of(count: int, of: int) -> str:
    return f"{count:,}" if count == of else f"{count:,} ({100 * count / of:.1f} %)"


def _edition(page: Page, found: VariantsDocument, is_current: bool) -> Element:
    """Typeset the variants that nothing excludes, under their clauses in the order of the text."""
    clauses: dict[str, list[VariantDocument]] = {}
    for one in found["surviving"]:
        clauses.setdefault(one["clause"], []).append(one)
    order = {name: number for number, name in enumerate(page.woven.clauses)}
    entries = [
        _clause(page, name, clauses[name]) for name in sorted(clauses, key=lambda one: order.get(one, len(order)))
    ]
    command = paragraph("command", "To count again: ", nodes.literal("", f"circular mutate {page.name} --shelve"))
    stale = paragraph("stale", "They were counted under other rules or cases.")
    count = f"{found['nothing']:,} of {found['variants']:,} variants agree with every printed example and every case."
    return section(
        [_title(page)],
        paragraph("counted", count),
        *([] if is_current else [stale]),
        div("variants", *entries),
        command,
        ids=[f"variants-{page.name}"],
    )


def _clause(page: Page, name: str, listed: Sequence[VariantDocument]) -> Element:
    """Typeset the variants of one clause; those of the editor's part, which has no clause, stand under that name."""
    items = [element("li", exact(span("variant", said(one))), *_under(page, one["inside"])) for one in listed]
    head = page.cite(name) if name else "The editor’s part"
    return div("variants-of-clause", paragraph("number", head), element("ul", *items))


def _under(page: Page, inside: Mapping[str, str]) -> list[Child]:
    """Return the answer to an open place under which a variant makes a difference."""
    if not inside:
        return []
    shown: list[Child] = []
    for name, answer in inside.items():
        shown += ["; " if shown else "", page.refer_to_reading(name, answer)]
    return [span("variant-under", " (Only under the answer “", *shown, "”.)")]
