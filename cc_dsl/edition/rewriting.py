"""Pages that are written again though their own source is the same: where they lead, or what frames them, has changed.

A link says where a clause stands and what it is called; the frame of a page lists the titles of others, and names the
text that the page rests on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sphinx import addnodes

from cc_dsl.edition.domain import domain_of

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from cc_dsl.edition.domain import RulesDomain


def _gather(app: Sphinx, doctree: nodes.document) -> None:
    """Keep what a page refers to."""
    domain = domain_of(app.env)
    found = {
        tuple(node.get(part) or "" for part in ("refdomain", "reftype", "reftarget"))
        for node in doctree.findall(addnodes.pending_xref)
    }
    domain.data["leads"][app.env.current_document.docname] = sorted(found)


def _changed(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the pages that lead elsewhere, or are framed in another way, than when they were written."""
    domain = domain_of(env)
    frame = _digest(list(_lists(env)))
    before: dict[str, str] = domain.data["written"]
    now = {docname: _digest([frame, _works(env, domain, docname), *_targets(env, docname)]) for docname in env.all_docs}
    domain.data["written"] = now
    return [docname for docname, found in now.items() if before.get(docname, found) != found]


def _lists(env: BuildEnvironment) -> Iterator[object]:
    """Yield the titles of all pages, and the lists in which they stand."""
    for docname in sorted(env.all_docs):
        lists = env.tocs[docname].findall(addnodes.toctree) if docname in env.tocs else ()
        yield docname, env.titles[docname].astext(), [(one.get("entries"), one.get("caption")) for one in lists]


def _works(env: BuildEnvironment, domain: RulesDomain, docname: str) -> list[tuple[str, str]]:
    works = map(domain.shelf.work, env.metadata[docname].get("works", ()))
    return [(work.full_title, work.digest) for work in works]


def _targets(env: BuildEnvironment, docname: str) -> Iterator[object]:
    """Yield where the references of a page lead."""
    domain = domain_of(env)
    for of, kind, target in domain.data["leads"].get(docname, ()):
        if of == domain.name:
            yield target, domain.find(kind, target)
        else:
            titles = (env.titles.get(name) for name in (target, target.removeprefix("/")))
            yield target, next((title.astext() for title in titles if title is not None), "")


def _digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:20]


def setup(app: Sphinx) -> None:
    """Take part when a page was read, and when all were."""
    app.connect("doctree-read", _gather, priority=700)
    app.connect("env-updated", _changed, priority=800)
