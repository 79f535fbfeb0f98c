"""Permanent short addresses of the edition, and a list of all of them with their digests.

The short address of clause II.8 of 1862 is `1862/II.8/`.  A page stands there that says how the clause is cited, and
leads on to it, so no server is needed (`citing.py`); this module has the pages that only lead on.
"""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from docutils import nodes
from markupsafe import Markup

from cc_dsl.edition.domain import domain_of
from cc_dsl.edition.markup import rendered
from cc_dsl.rules.kinds import spelt

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from cc_dsl.edition_model.imprint import Work

SHORT = frozenset({"clause", "rule", "reading", "case", "step", "turn", "row", "parting"})
"""The kinds of things that have a short address."""
OF_TWO = ("row", "parting")
"""The kinds that belong to a comparison of two editions."""
LIST = "addresses.json"
MOVED = os.path.join("addresses", "moved.toml")
LEAD_ON = """(([page, id], hash) => {{
  const words = /^#w(\\d+(?:-\\d+)?)$/.exec(hash), own = id ? `#${{id}}` : ""
  if (!hash.startsWith("#cite")) location.replace(page + (own && words ? `${{own}}/${{words[1]}}` : hash || own))
}})({target}.split("#"), location.hash)"""
"""The script that leads on: to another id where the address names one, and to the words of a clause (`#w3-7`).

It leaves the reader where the citations stand (`#cite`)."""


class Addressed(NamedTuple):
    """Something that has an address."""

    kind: str
    full_id: str
    docname: str
    anchor: str
    words: str
    """Its text or title."""

    @property
    def edition(self) -> str:
        """The edition that it belongs to."""
        return self.full_id.partition(".")[0]

    @property
    def id(self) -> str:
        """Its id in its edition."""
        return self.full_id.partition(".")[2]

    @property
    def short(self) -> str:
        """Its short address below the first page; empty if it has none."""
        if self.kind in OF_TWO:
            return f"{self.edition}/{self.anchor}/"
        return f"{self.edition}/{self.id}/" if self.kind in SHORT else ""


def things(app: Sphinx) -> Iterator[Addressed]:
    """Yield everything on the pages that has an address, sorted."""
    domain = domain_of(app.env)
    for (kind, full_id), (docname, anchor, words) in sorted(domain.objects.items()):
        yield Addressed(kind, full_id, docname, anchor, words)


def up(path: str) -> str:
    """Return the way from a page up to the folder of the edition, such as `../../`."""
    return "../" * path.count("/")


def works_of_thing(app: Sphinx, thing: Addressed) -> list[Work]:
    """Return the work to which a thing belongs, or the two that it compares."""
    domain = domain_of(app.env)
    shelf = domain.shelf
    names = shelf.pair_of(thing.edition) if thing.kind in OF_TWO else (thing.edition,)
    return [shelf.work(name) for name in names]


def spoken(id: str) -> str:
    """Return the last part of an address as a screen reader says it: `row-I.1_I.2--II.1` is “row I.1, I.2 and II.1”."""
    return spelt(id.replace("none--", "").replace("--none", "").replace("--", " and ").replace("_", ", "))


def absolute(app: Sphinx, path: str) -> str:
    """Return the address of a page on the web; empty if the edition is made without one."""
    base: str = app.config.rules_address
    return f"{base.rstrip('/')}/{quote(path, safe='/#=:~!')}" if base else ""


def place(app: Sphinx, thing: Addressed) -> str:
    """Return the page and the id at which something stands."""
    return f"{app.builder.get_target_uri(thing.docname)}#{quote(thing.anchor, safe='=:~!.')}"


def leading_pages(app: Sphinx) -> dict[str, str]:
    """Return the pages that only lead on: to an edition, from former ids of clauses, and from pages that went."""
    domain = domain_of(app.env)
    clauses = {thing.full_id: thing for thing in things(app) if thing.kind == "clause"}
    made = {}
    for name in domain.shelf.options:
        work = domain.shelf.work(name)
        made[f"{name}/index.html"] = _moved_page(app, f"{name}/", f"edition/{name}/index.html", work.full_title)
        for old, new in work.text.aliases.items():
            if f"{name}.{new}" in clauses:
                target = place(app, clauses[f"{name}.{new}"])
                made[f"{name}/{old}/index.html"] = _moved_page(app, f"{name}/{old}/", target, f"{name}.{old}")
    for gone, target in moved_pages(str(app.confdir)).items():
        if target.removesuffix(".html") in app.env.all_docs:
            made[gone] = _moved_page(app, gone, target, "This page has moved")
    return made


def moved_pages(docs: str) -> dict[str, str]:
    """Return the pages of earlier versions that are gone, each with the page to which its address leads."""
    return {page: target for page, target in _moved(docs).items() if isinstance(target, str)}


def keep_moved_places(app: Sphinx, doctree: nodes.document) -> None:
    """Give what replaces a statement of an earlier version the id of that statement too, unless there is one again."""
    moved = _moved(str(app.confdir)).get("places", {}).get(f"{app.env.docname}.html", {})
    placed = {one: node for node in doctree.findall(nodes.Element) for one in node.get("ids", ())} if moved else {}
    for old, new in moved.items():
        if old not in placed:
            placed[new]["ids"].append(old)


def _moved(docs: str) -> dict[str, Any]:
    path = os.path.join(docs, MOVED)
    if not os.path.exists(path):
        return {}
    with open(path, "rb") as file:
        return tomllib.load(file)


def _moved_page(app: Sphinx, path: str, target: str, title: str) -> str:
    address = canonical(app, path, target)
    return rendered("cite.html", "moved_page", {}, title, up(path) + target, lead_on(path, target), address)


def lead_on(path: str, target: str) -> Markup:
    """Return the script by which a page leads on to a place."""
    return Markup(LEAD_ON.format(target=json.dumps(up(path) + target).replace("<", "\\u003c")))


def canonical(app: Sphinx, path: str, target: str) -> str:
    """Return the address of what a page leads on to: on the web if there is one, or else the way to it."""
    return absolute(app, target) or up(path) + target


def write_list(app: Sphinx) -> None:
    """Write the list of all addresses, each with its sort and a digest of its content."""
    from cc_dsl.edition.identity import published_as

    published, digests = published_as(app), domain_of(app.env).data["digests"]
    listed = []
    for docname in sorted(app.env.all_docs):
        title = app.env.titles[docname].astext()
        digest = app.env.metadata[docname].get("digest", "")
        listed.append(
            {"address": app.builder.get_target_uri(docname), "kind": "page", "title": title, "sha256": digest}
        )
    for thing in things(app):
        one = {"address": place(app, thing), "kind": thing.kind, "id": thing.full_id}
        if thing.short:
            one["short"] = thing.short
        noted = digests.get((thing.kind, thing.full_id))
        one["sha256"] = noted or digest_of(thing.words)
        listed.append(one)
    told = {
        "title": published.title,
        "version": published.version,
        "date": published.date,
        "base": app.config.rules_address,
        "addresses": listed,
    }
    write(os.path.join(app.outdir, LIST), json.dumps(told, ensure_ascii=False, indent=0) + "\n")


def write_all(app: Sphinx, pages: dict[str, str]) -> None:
    """Write files below the folder of the pages."""
    for path, text in pages.items():
        write(os.path.join(app.outdir, *path.split("/")), text)


def digest_of(words: str) -> str:
    """Return the SHA-256 of words."""
    return hashlib.sha256(words.encode()).hexdigest()


def write(path: str, text: str | bytes) -> None:
    """Write a file, unless it says the same already."""
    data = text.encode() if isinstance(text, str) else text
    if os.path.exists(path) and os.path.getsize(path) == len(data):
        with open(path, "rb") as file:
            if file.read() == data:
                return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)
