"""Citations for every page and every thing on a page: metadata in its head, citations at its foot.

At each short address, such as `1862/II.8/`, stands a page with the citations of the thing, which leads on to it; for
each page of the edition a small one has the citations that would be too long for its foot.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from markupsafe import Markup

from cc_dsl.edition.addresses import (
    Addressed,
    absolute,
    canonical,
    digest_of,
    keep_moved_places,
    lead_on,
    leading_pages,
    place,
    things,
    up,
    works_of_thing,
    write_all,
    write_list,
)
from cc_dsl.edition.domain import domain_of
from cc_dsl.edition.identity import BEFORE_WORK, published_as
from cc_dsl.edition.markup import LIVE, PageContext, rendered
from cc_dsl.export.citations import Citable, citations

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

    from cc_dsl.edition_model.imprint import Publication, Work
    from cc_dsl.export.citations import Citation

MARK = "AddressOfThisPlay"
"""The mark in the citations of a saved play; `static/live/page.js` puts the address in its place."""


# ------------------------------------------------------------------------------------- what is cited


def cited_page(app: Sphinx, docname: str) -> Citable:
    """Describe a page, to be cited."""
    published = published_as(app)
    if docname == app.config.root_doc:
        return Citable("edition", "court-circular", published.title, absolute(app, ""))
    title = " ".join(app.env.titles[docname].astext().split())
    works = _works(app, docname)
    is_text = domain_of(app.env).shows(docname, "text")
    if is_text and len(works) == 1:
        title = f"{works[0].title}: {title.partition(BEFORE_WORK)[0]}"
    address = absolute(app, app.builder.get_target_uri(docname))
    return Citable("page", docname, title, address, works[0] if len(works) == 1 else None, is_text)


def cited_thing(app: Sphinx, thing: Addressed) -> Citable:
    """Describe a thing on a page, to be cited."""
    works = works_of_thing(app, thing)
    if len(works) > 1:
        what = "compared" if thing.kind == "row" else "case that separates them"
        return Citable(
            thing.kind, f"{thing.edition}/{thing.anchor}", f"{thing.words}: {what}", absolute(app, thing.short)
        )
    (work,) = works
    is_text = thing.kind in ("clause", "rule")
    title = f"{work.title}, {thing.id}" if is_text else f"{thing.words} ({work.full_title}, {thing.id})"
    return Citable(thing.kind, thing.full_id, title, absolute(app, thing.short), work, is_text)


def _works(app: Sphinx, docname: str) -> list[Work]:
    domain = domain_of(app.env)
    return [domain.shelf.work(name) for name in app.env.metadata[docname].get("works", ())]


# ---------------------------------------------------------------------------------------- for programs


def head(app: Sphinx, cited: Citable, published: Publication, about: str, kind: str) -> str:
    """Return the metadata for the head of a page: Highwire, Dublin Core, OpenGraph and schema.org."""
    author = ", ".join(cited.author) if cited.author is not None else ""
    language = "en-GB" if cited.is_text else "en"
    named = {
        "citation_title": cited.title,
        "citation_author": author,
        "citation_book_title": "" if cited.is_whole else published.title,
        "citation_publisher": published.editors,
        "citation_publication_date": published.date.replace("-", "/"),
        "citation_language": language,
        "citation_public_url": cited.address,
        "DC.title": cited.title,
        "DC.creator": author,
        "DC.publisher": published.editors,
        "DC.date": published.date,
        "DC.type": "Dataset" if kind == "Dataset" else "Text",
        "DC.identifier": cited.address or cited.key,
        "DC.language": language,
        "DC.rights": published.text_licence_address,
    }
    properties = {
        "og:title": cited.title,
        "og:type": "website" if cited.is_whole else "article",
        "og:site_name": published.short_title,
        "og:description": about,
        "og:url": cited.address,
    }
    data = json.dumps(schema(cited, published, kind), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return str(_rendered("metadata", named, properties, Markup(data)))


def _rendered(macro: str, *values: object) -> Markup:
    """Return what a macro of the template of citations renders."""
    return rendered("cite.html", macro, {"data_of": _data_of, "digest_of": digest_of}, *values)


def _data_of(one: Citation) -> Markup:
    """Return a citation as the address of a file that holds it."""
    return Markup(f"data:{one.type};charset=utf-8,{quote(one.text)}")


def schema(cited: Citable, published: Publication, kind: str) -> dict[str, object]:
    """Describe a page in the vocabulary of schema.org."""
    editors = {"@type": "Organization", "name": published.editors}
    whole = {"@type": "CreativeWork", "name": published.title, "version": published.version, "editor": editors}
    item: dict[str, object] = {
        "@context": "https://schema.org",
        "@type": kind,
        "name": cited.work.work if kind == "Game" and cited.work is not None else cited.title,
        "datePublished": published.date,
        "version": published.version,
        "license": published.text_licence_address,
        "publisher": editors,
    }
    if kind == "ScholarlyArticle":
        item["headline"] = cited.title
    if cited.author is not None:
        family, given = cited.author
        item["author"] = {"@type": "Person", "name": f"{given} {family}", "familyName": family, "givenName": given}
    else:
        item["author"] = editors
    if cited.address:
        item["url"] = cited.address
    if not cited.is_whole:
        item["isPartOf"] = whole
    return item


def kind_of(app: Sphinx, docname: str) -> str:
    """Return the description of a page in the vocabulary of schema.org."""
    if docname == app.config.root_doc:
        return "Collection"
    folder, _, page = docname.removeprefix("edition/").rpartition("/")
    domain = domain_of(app.env)
    if folder in domain.shelf.options and (page == "index" or page.startswith("how-to-play")):
        return "Game"
    return "Dataset" if domain.shows(docname, "figures") else "ScholarlyArticle"


# ------------------------------------------------------------------------------------------ for people


def running_head(cited: Citable, own: str) -> str:
    """Return the style for paper: above each sheet work and year, and the address, below it the number of the sheet."""
    title, address = (
        json.dumps(words, ensure_ascii=False).replace("<", "") for words in (cited.title, cited.address or own)
    )
    boxes = f"@top-left{{content:{title}}}@top-right{{content:{address}}}"
    return f'<style>@page{{{boxes}@bottom-right{{content:counter(page)" / "counter(pages)}}}}</style>\n'


def foot(app: Sphinx, docname: str, cited: Citable, published: Publication) -> str:
    """Return the foot of a page: its citation, and the work of which it is a part."""
    own, listed = app.builder.get_target_uri(docname), citations(cited, published)
    return str(_rendered("foot", cited, own, listed, published, _works(app, docname), up(docname), cite_path(docname)))


def saved_play(cited: Citable, published: Publication) -> str:
    """Return the citations of a play that a reader saves on a page; a script replaces the mark by its address."""
    play = Citable("page", f"{cited.key}/saved", f"Saved play: {cited.title}", MARK)
    return str(_rendered("saved_play", play.key, citations(play, published)))


class CitingPage(NamedTuple):
    """The content of a page that cites, besides the citations."""

    path: str
    title: str
    target: str
    """The page, with the id on it, of what is cited."""
    lead: str
    """The words of the link that leads there."""
    short: str
    """The address that the citations name."""
    works: list[Work]
    script: str = ""
    words: str = ""
    """The words of a clause, or what another thing is called."""
    is_clause: bool = False


def citing_pages(app: Sphinx) -> dict[str, str]:
    """Return the pages that cite: for every short address, where they lead on to the thing, and for every page."""
    published = published_as(app)
    made = {}
    for thing in things(app):
        if thing.short:
            shown = _landing(app, thing)
            made[shown.path] = _citing_page(app, shown, cited_thing(app, thing), published)
    for docname in app.env.all_docs:
        cited, own = cited_page(app, docname), app.builder.get_target_uri(docname)
        shown = CitingPage(cite_path(docname), cited.title, own, "Read the page", own, _works(app, docname))
        made[shown.path] = _citing_page(app, shown, cited, published)
    return made


def cite_path(docname: str) -> str:
    """Return the page with the citations of a page."""
    return f"cite/{docname}.html"


def _landing(app: Sphinx, thing: Addressed) -> CitingPage:
    """Return the content of the page at a short address."""
    path, target, works = f"{thing.short}index.html", place(app, thing), works_of_thing(app, thing)
    title = thing.words if len(works) > 1 else f"{works[0].full_title}, {thing.id}"
    lead = f"Read it in its place: {' '.join(app.env.titles[thing.docname].astext().split())}"
    script = lead_on(path, target)
    words = thing.words if thing.words != title else ""
    return CitingPage(
        path, title, target, lead, thing.short, works, script, words, bool(words) and thing.kind == "clause"
    )


def _citing_page(app: Sphinx, shown: CitingPage, cited: Citable, published: Publication) -> str:
    metadata = Markup(head(app, cited, published, cited.title, "ScholarlyArticle"))
    address, listed = canonical(app, shown.path, shown.target), citations(cited, published)
    return _rendered("citing_page", shown, cited, listed, published, up(shown.path), address, metadata)


# -------------------------------------------------------------------------------------------- the build


def _digest_page(app: Sphinx, doctree: nodes.document) -> None:
    """Record the digest of a page's content; what its parser said of it is none, and names folders of this machine."""
    from docutils import nodes

    for message in [*doctree.findall(nodes.system_message)]:
        message.parent.remove(message)
    app.env.metadata[app.env.current_document.docname]["digest"] = digest_of(doctree.astext())


def _cite(app: Sphinx, pagename: str, templatename: str, context: PageContext, doctree: nodes.document | None) -> None:
    """Give a page its metadata and its foot."""
    if doctree is None:
        return
    published = published_as(app)
    cited = cited_page(app, pagename)
    context["page_head"] += running_head(cited, app.builder.get_target_uri(pagename)) + head(
        app, cited, published, context["page_about"], kind_of(app, pagename)
    )
    context["page_foot"] = foot(app, pagename, cited, published)
    if LIVE in context["body"]:
        context["body"] += saved_play(cited, published)


def write_addresses(app: Sphinx) -> None:
    """Write the pages at short and former addresses, and the list of all addresses, when the pages are read."""
    write_all(app, {**leading_pages(app), **citing_pages(app)})
    write_list(app)


def setup(app: Sphinx) -> None:
    """Add what is done to every page, and when all are made."""
    app.add_config_value("rules_address", "", "env", types=str)
    app.connect("doctree-read", keep_moved_places, priority=800)
    app.connect("doctree-read", _digest_page, priority=900)
    app.connect("html-page-context", _cite, priority=450)
