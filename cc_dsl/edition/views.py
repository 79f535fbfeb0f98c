"""Sets a text so that a reader can switch between its views: alone, with its apparatus, or as another witness has it.

All views stand in one page and are switched by the style alone, so no script is needed and no place is lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.edition.addresses import up
from cc_dsl.edition.tags import Child, Element, Node, div, element, printed, refer, span
from cc_dsl.weave.witnesses import UNSEEN, VARIED, Witness
from cc_dsl.weave.words import Printed, Styled, cut, mark

if TYPE_CHECKING:
    from cc_dsl.edition.page import Page
    from cc_dsl.source.clauses import Variant


class Views:
    """The views of one text: which witnesses were compared, and what each has at a clause."""

    def __init__(self, page: Page) -> None:
        """Open the apparatus of a text."""
        self.page = page
        self.variants = page.woven.variants
        meta = page.woven.meta
        differing = {witness for variant in self.variants for witness, _ in variant.readings}
        woven = page.woven
        self.entries = [one for one in meta.get("witness", []) if one.get("siglum") in differing]
        self.witnesses = [Witness(one, woven.variants, woven.agreements, woven.alone) for one in self.entries]
        self.is_needed = bool(self.variants)

    def controls(self) -> Element | None:
        """Set the choice between the views; the text alone is chosen."""
        choices = [("text", "The text"), ("apparatus", "with its apparatus")]
        choices += [(f"w{number}", f"as in {one.siglum}") for number, one in enumerate(self.witnesses, 1)]
        names = {f"w{number}": one.get("name", "") for number, one in enumerate(self.entries, 1)}
        made: list[Child] = []
        for value, words in choices if self.is_needed else ():
            checked = {"checked": "checked"} if value == "text" else {}
            box = element("input", type="radio", name_="view", ids=[f"view-{value}"], **checked)
            titled = {"title": names[value]} if value in names else {}
            made.append(element("label", box, " ", words, **titled))
        made += beside(self.page)
        return element("div", *made, classes="views", role="group", aria_label="Views of the text") if made else None

    def stretch(self, piece: Printed, printed_words: list[Node] | None = None) -> list[Node]:
        """Set a stretch of a clause or heading as the reading text has it, and as each witness that differs has it.

        Words that are given are set in the place of those of the reading text, such as a heading that is a link.
        """
        own = [
            one
            for one in self.variants
            if (one.heading or one.clause, bool(one.heading)) == (piece.clause, piece.heading)
        ]
        hidden, others = self.others(piece)
        words = _with_places(piece.runs, own) if printed_words is None else printed_words
        return [span(f"stretch{hidden}", *words), *others]

    def others(self, piece: Printed) -> tuple[str, list[Node]]:
        """Set what the witnesses have that differ there; return before it the classes that hide the reading text."""
        hidden, others = "", []
        for number, witness in enumerate(self.witnesses, 1):
            version = witness.version(piece) if witness.is_seen(piece) else (UNSEEN,)
            if version != piece.runs:
                others.append(span(f"of-witness w{number}", *map(_set, version)))
                hidden += f" not-w{number}"
        return hidden, others


def _set(run: Styled) -> object:
    """Set a run; one in which a witness differs is marked, and so is a place that was not seen."""
    kind, _, role = run.role.partition(" ")
    if run == UNSEEN:
        return span(UNSEEN.role, run.words)
    return span(VARIED, *printed([Styled(run.words, role)])) if kind == VARIED else printed([run])


def _with_places(runs: tuple[Styled, ...], variants: list[Variant]) -> list[Node]:
    """Set the words of the reading text, those on which a variant hangs in a box of their own."""
    places = [place for variant in variants if (place := mark(runs, variant.lemma))]
    found: list[Node] = []
    for at, run in cut(runs, {point for place in places for point in place}):
        made = printed([run])
        is_lemma = any(start <= at < end for start, end in places)
        found += [span("lemma-place", *made)] if is_lemma else made
    return found


def beside(page: Page) -> list[Node]:
    """Lead to the texts with which this one is compared, at the place that is being read."""
    rows: dict[str, str] = {}
    for clause in page.woven.clauses:
        for name, row, _ in page.domain.shelf.aligned(f"{page.name}.{clause}"):
            rows.setdefault(name, row)
    found: list[Node] = []
    for name, row in rows.items():
        other = next(one for one in page.domain.shelf.pair_of(name) if one != page.name)
        title = page.domain.shelf.work(other).full_title
        link = refer("row", f"{name}.{row}", f"beside {title}", docname=page.docname)
        found.append(span("keeps-place", link))
    return found


def alone(pages: tuple[Page, ...]) -> Element | None:
    """Lead from two texts side by side to each of them alone, at the place that is being read."""
    links = []
    for page in pages:
        target = f"edition/{page.name}/text"
        if target in page.directive.env.found_docs:
            words = f"{page.domain.shelf.work(page.name).full_title} alone"
            link = element("a", words, href=f"{up(page.docname)}{target}.html")
            links.append(span("keeps-place", link))
    return div("views", *links) if links else None
