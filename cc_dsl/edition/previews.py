"""Put the words of every clause that a page refers to at its end, so that they can be shown without a script."""

from __future__ import annotations

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode

from cc_dsl.edition.domain import domain_of, preview_id
from cc_dsl.edition.tags import Element, div, element, exact, printed, span, tag
from cc_dsl.weave.words import runs_of_clause


class Previews(SphinxPostTransform):
    """Adds one native popover for each clause that the page refers to; browsers that know none hide them."""

    default_priority = 20
    formats = ("html",)

    def run(self, **kwargs: object) -> None:
        """Collect the clauses that were referred to, and add their words."""
        found: dict[str, None] = {}
        for node in self.document.findall(tag):
            if node.get("preview"):
                found[node["preview"]] = None
        made = [self._preview(target) for target in sorted(found)]
        if made:
            self.document += div("previews", *made)

    def _preview(self, target: str) -> Element:
        domain = domain_of(self.env)
        docname, anchor, _ = domain.objects["clause", target]
        edition, _, name = target.partition(".")
        work = domain.shelf.work(edition)
        clause = work.text.clauses[name]
        here = self.env.current_document.docname
        link = make_refnode(self.app.builder, here, docname, anchor, nodes.inline("", "Notes and encoding"))
        words = exact(
            element("p", *printed(runs_of_clause(clause)), classes="printed", lang=str(work.meta.get("language", "en")))
        )
        heading = element("p", span("number", clause.id), span("edition", work.name), classes="preview-head")
        return element(
            "div",
            heading,
            words,
            element("p", link, classes="preview-foot"),
            classes="preview",
            ids=[preview_id(target)],
            popover="auto",
            role="note",
        )
