"""Put the words of every clause that a page refers to at its end, so that they can be shown without a script."""

from __future__ import annotations

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode

from cc_dsl.edition.domain import domain_of, preview_id
from cc_dsl.edition.markup import nodes_of, rendered, tag
from cc_dsl.edition_model.words import runs_of_clause


class Previews(SphinxPostTransform):
    """Adds one native popover for each clause that the page refers to; browsers that know none hide them."""

    default_priority = 20
    formats = ("html",)

    def run(self, **kwargs: object) -> None:
        """Collect the clauses that were referred to, and add their words."""
        domain, docname = domain_of(self.env), self.env.current_document.docname
        found, links = [], []
        for target in sorted({node["preview"] for node in self.document.findall(tag) if node.get("preview")}):
            home, anchor, _ = domain.objects["clause", target]
            edition, _, name = target.partition(".")
            work = domain.shelf.work(edition)
            clause = work.text.clauses[name]
            link = make_refnode(self.app.builder, docname, home, anchor, nodes.inline("", "Notes and encoding"))
            found.append((preview_id(target), clause.id, work, runs_of_clause(clause)))
            links.append([link])
        if found:
            self.document += nodes_of(rendered("parts.html", "previews", {}, found), docname, links)
