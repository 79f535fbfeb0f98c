"""Permanent addresses and citations: metadata in the head of every page, citations at its foot.

The short address of clause II.8 of 1862 is `1862/II.8/`.  A page there says how the clause is cited, and redirects to
it, so no server is needed; for each page of the edition, a small page contains the citations that would be too long for
its foot. Former addresses also redirect, and a list contains all addresses with their digests.
"""

from __future__ import annotations

import datetime
import json
import os
import time
import tomllib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from docutils import nodes
from markupsafe import Markup

from cc_dsl.edition.build import ADDRESSES
from cc_dsl.edition.domain import COMPARISON_KINDS, ShownItem, digest_of, domain_of, path_to_root
from cc_dsl.edition.markup import PageContext, environment, render
from cc_dsl.edition.sources import write
from cc_dsl.edition_model.imprint import Publication, Work, draft_of, load_publication
from cc_dsl.export.archive import build_time
from cc_dsl.export.citations import Citable, citations
from cc_dsl.rules.kinds import spelt

if TYPE_CHECKING:
    from sphinx.application import Sphinx


MOVED = os.path.join("addresses", "moved.toml")
BEFORE_WORK = " — "
"""The separator in a heading before the name of the work."""
REDIRECT = """(([page, id], hash) => {{
  const words = /^#w(\\d+(?:-\\d+)?)$/.exec(hash), own = id ? `#${{id}}` : ""
  if (!hash.startsWith("#cite")) location.replace(page + (own && words ? `${{own}}/${{words[1]}}` : hash || own))
}})({target}.split("#"), location.hash)"""
"""The script that redirects: to another id if the address names one, and to the words of a clause (`#w3-7`).

With `#cite` the reader stays at the citations."""


def publication_of(app: Sphinx) -> Publication:
    """Return the publication details of the pages; an edition built separately is a draft."""
    if not app.config.rules_alone:
        return load_publication()
    seconds = build_time()
    date = datetime.datetime.fromtimestamp(time.time() if seconds is None else seconds, datetime.UTC).date()
    return draft_of(domain_of(app.env).shelf.work(app.config.rules_alone), date.isoformat())


# -------------------------------------------------------------------------------------------------- addresses


def spoken_address(id: str) -> str:
    """Return the last part of an address for screen readers: “row I.1, I.2 and II.1” for `row-I.1_I.2--II.1`."""
    return spelt(id.replace("none--", "").replace("--none", "").replace("--", " and ").replace("_", ", "))


environment().filters |= {"digest": digest_of, "quoted": lambda text: Markup(quote(text)), "spoken": spoken_address}


def web_address(app: Sphinx, path: str) -> str:
    """Return the address of a page on the web; empty if the edition has none."""
    base: str = app.config.rules_address
    return f"{base.rstrip('/')}/{quote(path, safe='/#=:~!')}" if base else ""


def address_of(app: Sphinx, item: ShownItem) -> str:
    """Return the page and the id of an item."""
    return f"{app.builder.get_target_uri(item.docname)}#{quote(item.anchor, safe='=:~!.')}"


def _redirect(path: str, target: str) -> Markup:
    return Markup(REDIRECT.format(target=json.dumps(path_to_root(path) + target).replace("<", "\\u003c")))


def _moved_addresses(docs: str) -> dict[str, Any]:
    """Read the addresses of pages and statements that have moved."""
    path = os.path.join(docs, MOVED)
    if not os.path.exists(path):
        return {}
    with open(path, "rb") as file:
        return tomllib.load(file)


def moved_pages(docs: str) -> dict[str, str]:
    """Return the removed pages of earlier versions, each with the page to which its address redirects."""
    return {page: target for page, target in _moved_addresses(docs).items() if isinstance(target, str)}


def add_former_ids(app: Sphinx, doctree: nodes.document) -> None:
    """Add the id of a statement of an earlier version to its replacement, unless the id is in use."""
    moved_anchors = _moved_addresses(str(app.confdir)).get("places", {}).get(f"{app.env.docname}.html", {})
    elements_by_id = (
        {id: node for node in doctree.findall(nodes.Element) for id in node.get("ids", ())} if moved_anchors else {}
    )
    for old, new in moved_anchors.items():
        if old not in elements_by_id:
            elements_by_id[new]["ids"].append(old)


# ----------------------------------------------------------------------------------------- citations


def works_on(app: Sphinx, docname: str) -> list[Work]:
    """Return the works that a page is about."""
    return [domain_of(app.env).shelf.work(name) for name in app.env.metadata[docname].get("works", ())]


def cited_page(app: Sphinx, docname: str) -> Citable:
    """Return the description of a page for citations."""
    publication = publication_of(app)
    if docname == app.config.root_doc:
        return Citable("edition", "court-circular", publication.title, web_address(app, ""))
    title = " ".join(app.env.titles[docname].astext().split())
    works = works_on(app, docname)
    is_text = "text" in app.env.metadata[docname]
    if is_text and len(works) == 1:
        title = f"{works[0].title}: {title.partition(BEFORE_WORK)[0]}"
    address = web_address(app, app.builder.get_target_uri(docname))
    return Citable("page", docname, title, address, works[0] if len(works) == 1 else None, is_text)


def cited_item(app: Sphinx, item: ShownItem, works: list[Work]) -> Citable:
    """Return the description of an item on a page for citations, with its work or the two works that it compares."""
    address = web_address(app, item.short)
    if len(works) > 1:
        role = "compared" if item.kind == "row" else "case that separates them"
        return Citable(item.kind, f"{item.edition}/{item.anchor}", f"{item.words}: {role}", address)
    (work,) = works
    is_text = item.kind in ("clause", "rule")
    title = f"{work.title}, {item.id}" if is_text else f"{item.words} ({work.full_title}, {item.id})"
    return Citable(item.kind, item.full_id, title, address, work, is_text)


# ---------------------------------------------------------------------------------------- head and foot of a page


def running_head(citable: Citable, own: str) -> str:
    """Return the style for print: work, year and address at the head of each sheet, its number at the foot."""
    title, address = (
        json.dumps(words, ensure_ascii=False).replace("<", "") for words in (citable.title, citable.address or own)
    )
    boxes = f"@top-left{{content:{title}}}@top-right{{content:{address}}}"
    return f'<style>@page{{{boxes}@bottom-right{{content:counter(page)" / "counter(pages)}}}}</style>\n'


def add_citations(app: Sphinx, docname: str, context: PageContext) -> None:
    """Give a page its metadata and its foot."""
    publication, citable, own = publication_of(app), cited_page(app, docname), app.builder.get_target_uri(docname)
    metadata = render("cite.html", "metadata", citable, publication, context["page_about"])
    context["page_head"] += f"{running_head(citable, own)}{metadata}"
    entries, works = citations(citable, publication), works_on(app, docname)
    context["page_foot"] = render(
        "cite.html", "foot", citable, own, entries, publication, works, path_to_root(docname), f"cite/{docname}.html"
    )


# ------------------------------------------------------------------------------------------ pages of addresses


class CitingPage(NamedTuple):
    """A page that says how an item or a page is cited, and leads to it."""

    path: str
    citable: Citable
    title: str
    target: str
    lead: str
    """The words of the link to the target."""
    short: str
    """The address in its citations."""
    works: list[Work]
    item: ShownItem | None = None
    """The item, to which a script redirects; None for a page."""

    @property
    def words(self) -> str:
        """The words of the item, if they are not the title."""
        return self.item.words if self.item is not None and self.item.words != self.title else ""


def _citing_pages(app: Sphinx) -> Iterator[CitingPage]:
    """Yield the citation pages for every short address and every page."""
    domain, shelf = domain_of(app.env), domain_of(app.env).shelf
    for item in domain.objects.values():
        if item.short:
            names = shelf.editions_of(item.edition) if item.kind in COMPARISON_KINDS else (item.edition,)
            works = [shelf.work(name) for name in names]
            title = item.words if len(works) > 1 else f"{works[0].full_title}, {item.id}"
            lead = f"Read it in its place: {' '.join(app.env.titles[item.docname].astext().split())}"
            path, cited = f"{item.short}index.html", cited_item(app, item, works)
            yield CitingPage(path, cited, title, address_of(app, item), lead, item.short, works, item)
    for docname in app.env.all_docs:
        cited, own = cited_page(app, docname), app.builder.get_target_uri(docname)
        path, works = f"cite/{docname}.html", works_on(app, docname)
        yield CitingPage(path, cited, cited.title, own, "Read the page", own, works)


def _redirecting_pages(app: Sphinx) -> Iterator[tuple[str, str, str]]:
    """Yield the redirecting pages with targets and titles: for editions, former ids, and removed pages."""
    domain = domain_of(app.env)
    for name in domain.shelf.options:
        work = domain.shelf.work(name)
        yield f"{name}/index.html", f"edition/{name}/index.html", work.full_title
        for old, new in work.text.aliases.items():
            if (clause := domain.objects.get(("clause", f"{name}.{new}"))) is not None:
                yield f"{name}/{old}/index.html", address_of(app, clause), f"{name}.{old}"
    for old_path, target in moved_pages(str(app.confdir)).items():
        if target.removesuffix(".html") in app.env.all_docs:
            yield old_path, target, "This page has moved"


def write_addresses(app: Sphinx) -> None:
    """Write the pages at short and former addresses, and the list of all addresses, once all pages are read."""
    publication = publication_of(app)
    for path, target, title in _redirecting_pages(app):
        way = path_to_root(path) + target
        page = render("cite.html", "moved_page", title, way, _redirect(path, target), web_address(app, target) or way)
        write(os.path.join(app.outdir, path), page)
    for shown in _citing_pages(app):
        way, citable = path_to_root(shown.path), shown.citable
        address, entries = web_address(app, shown.target) or way + shown.target, citations(citable, publication)
        metadata = render("cite.html", "metadata", citable, publication, citable.title)
        script = _redirect(shown.path, shown.target) if shown.item is not None else ""
        page = render("cite.html", "citing_page", shown, script, entries, publication, way, address, metadata)
        write(os.path.join(app.outdir, shown.path), page)
    pages = [
        {
            "address": app.builder.get_target_uri(docname),
            "kind": "page",
            "title": app.env.titles[docname].astext(),
            "sha256": app.env.metadata[docname]["digest"],
        }
        for docname in sorted(app.env.all_docs)
    ]
    others = [
        {
            "address": address_of(app, item),
            "kind": item.kind,
            "id": item.full_id,
            **({"short": item.short} if item.short else {}),
            "sha256": item.digest,
        }
        for item in sorted(domain_of(app.env).objects.values())
    ]
    document = {
        "title": publication.title,
        "version": publication.version,
        "date": publication.date,
        "base": app.config.rules_address,
        "addresses": pages + others,
    }
    write(os.path.join(app.outdir, ADDRESSES), json.dumps(document, ensure_ascii=False, indent=0) + "\n")


def digest_page(app: Sphinx, doctree: nodes.document) -> None:
    """Record the digest of a page's content, without messages of its parser, which name folders of this machine."""
    for message in [*doctree.findall(nodes.system_message)]:
        message.parent.remove(message)
    app.env.metadata[app.env.current_document.docname]["digest"] = digest_of(doctree.astext())
