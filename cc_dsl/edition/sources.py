"""Write the sources of the pages: the written pages, and those generated from the folder of an edition.

A written page replaces the generated page of the same name; other written pages are added to their edition. A notebook
becomes a page with its text, its code and its stored results, which a test compares with a new run.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from functools import cache as once
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import jinja2
import roman_numerals
from sphinx.errors import ExtensionError

from cc_dsl.cases.reader import SLUG
from cc_dsl.edition.notes import unsafe_markup
from cc_dsl.edition.shelf import Shelf
from cc_dsl.edition_model.edition import TITLE
from cc_dsl.edition_model.imprint import DATA, Work
from cc_dsl.rules.titles import records_in
from cc_dsl.source.clauses import load_apparatus
from cc_dsl.source.data import key_span, read_data, table_span
from cc_dsl.source.files import Span
from cc_dsl.source.notes import load_notes

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config


SUFFIX, NOTEBOOK = ".md", ".ipynb"
TEMPLATES = "templates"
"""The folder, beside the written pages, of the templates for generated pages."""
TEXT = "text"
"""The page of the whole text; title, date and figure have no page of their own, and are annotated below it."""
LAST_PAGES = ("readings", "apparatus", "clauses")
"""The pages that come last in the list of an edition."""
PAIR_PAGES = ("words", "partings")
"""The pages of a comparison, in the order of their list."""
HOW_TO_PLAY = "how-to-play"
PLAY = "play"
STATEMENT = "edition/editorial-statement"
"""The written page on how all texts are edited, to which each introduction refers."""
FIGURE = "F"
HEADING = re.compile(r"^# +(.+?)\s*$", re.MULTILINE)
OF_LINE = re.compile(r"\A---\n(?:.*\n)*?of: *(\S+)\n(?:.*\n)*?---\n")
"""The line in which a written page names the comparison to which it belongs."""


def write_sources(app: Sphinx, config: Config) -> None:
    """Write the sources of all pages into the folder that Sphinx reads."""
    docs, target = str(app.confdir), str(app.srcdir)
    if os.path.realpath(docs) == os.path.realpath(target):
        raise ExtensionError("Some pages are generated from the corpus. Build the edition with:   circular edition OUT")
    templates = os.path.join(docs, TEMPLATES)
    written = (path for path in sorted(Path(docs).rglob("*")) if path.suffix in (SUFFIX, NOTEBOOK))
    pages = {path.relative_to(docs).as_posix(): path.read_text("utf-8") for path in written}
    pages = {name: text for name, text in pages.items() if not name.startswith(f"{TEMPLATES}/")}
    shelf = Shelf(config.rules_editions, config.rules_comparisons)
    if config.rules_alone:
        # Build one edition with its own written pages and a short index.
        pages = {path: text for path, text in pages.items() if path.startswith(f"edition/{config.rules_alone}/")}
        pages[f"index{SUFFIX}"] = _templates(templates).get_template(f"alone{SUFFIX}").render(name=config.rules_alone)
    for name in shelf.options:
        pages = {**pages_of_edition(templates, shelf.work(name), pages), **pages}
    config.rules_homes = {name: home_of(name, pages) for name in shelf.comparisons}
    for name in shelf.comparisons:
        works = [shelf.work(edition) for edition in shelf.editions_of(name)]
        pages = {**pages_of_comparison(templates, name, works, pages), **pages}
    page_lists = _page_lists(shelf, config.rules_homes)
    for path in [path for path in pages if path.endswith(NOTEBOOK)]:
        pages[path.removesuffix(NOTEBOOK) + SUFFIX] = notebook_page(templates, pages[path], path.rpartition("/")[2])
    for page, text in pages.items():
        for mark, lines in page_lists.items():
            text = text.replace(mark, lines)
        for mark, list_of in config.rules_lists.items():
            text = text.replace(mark, list_of()) if mark in text else text
        write(os.path.join(target, page), text)


def write(path: str, content: str | bytes) -> None:
    """Write a file, creating its folders."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)


def home_of(comparison: str, written_pages: Mapping[str, str]) -> str:
    """Return the folder of the pages of a comparison: that of a written page that names it, or a folder of its own."""
    homes = (path.rpartition("/")[0] for path, text in written_pages.items() if comparison in OF_LINE.findall(text))
    return next(homes, f"edition/{comparison}")


def _page_lists(shelf: Shelf, homes: Mapping[str, str]) -> dict[str, str]:
    """Return the lists of the pages of all texts, the oldest first, and of all comparisons, by their marks."""
    texts = [f"{work.full_title} <edition/{work.name}/index>" for work in shelf.works()]
    comparisons = []
    for name, home in homes.items():
        first, second = map(shelf.work, shelf.editions_of(name))
        other = f" and {second.year}" if first.work == second.work else f", and {second.full_title}"
        comparisons.append(f"{first.full_title}{other} <{home}/index>")
    return {"<!-- the editions -->": "\n".join(texts), "<!-- the comparisons -->": "\n".join(comparisons)}


# --------------------------------------------------------------------------------------- pages of a folder


def pages_of_edition(templates: str, work: Work, written_pages: dict[str, str]) -> dict[str, str]:
    """Return the generated pages of an edition, in addition to its written pages."""
    name, folder = work.name, work.folder
    own = {path: text for path, text in written_pages.items() if path.startswith(f"edition/{name}/")}
    own_pages = {path.rpartition("/")[2].removesuffix(SUFFIX): text for path, text in own.items()}
    context = {**_edition_context(work), "statement": f"{STATEMENT}{SUFFIX}" in written_pages}
    environment, divisions_by_page = _templates(templates), _pages_of_divisions(work)
    _refuse_markup(work, divisions_by_page)
    with_text = divisions_by_page.pop(TEXT, ())
    sources: dict[str, str] = {}

    def make(page: str, template: str = "", **values: object) -> None:
        sources[page] = environment.get_template(f"{template or page}{SUFFIX}").render(**context, **values)

    for page, divisions in divisions_by_page.items():
        make(page, "division", title=_heading_of(work, page, divisions), divisions=divisions)
    ground = FIGURE in with_text and context["has_turns"]
    # The page of the text prints short divisions itself, such as title and date, and the figure last.
    divisions_with_title = tuple(division for division in with_text if division != FIGURE)
    below = [(_heading_of(work, TEXT, divisions_with_title), divisions_with_title)] if divisions_with_title else []
    below += [("The figure", (FIGURE,))] if FIGURE in with_text else []
    make(TEXT, parts=below, ground=ground)
    for page in ("course", "whole", "readings", "clauses"):
        make(page)
    if os.path.exists(os.path.join(folder, HOW_TO_PLAY + SUFFIX)):
        make(HOW_TO_PLAY)
    make(PLAY)
    if context["collated"] or not work.is_restated:
        make("apparatus")
    all_own = "".join(own.values())
    if "through" in work.saved_game and f"{{rules:play}} {name}\n" not in all_own:
        make("game")
    if context["has_turns"] and f"{{rules:strokes}} {name}\n" not in all_own:
        make("strokes")
    headings = {page: HEADING.search(text) for page, text in {**sources, **own_pages}.items() if page != "index"}
    titles = {page: heading[1] if heading else "Untitled" for page, heading in headings.items()}
    # How to play, then the text, its divisions and the other pages.
    first = [
        *sorted(page for page in titles if page.startswith(HOW_TO_PLAY)),
        *(PLAY, TEXT, *divisions_by_page, "course", "whole"),
    ]
    others = sorted(page for page in titles if page not in (*first, *LAST_PAGES))
    make("index", pages=[(page, titles[page]) for page in (*first, *others, *LAST_PAGES) if page in titles])
    return {f"edition/{name}/{page}{SUFFIX}": text for page, text in sources.items()}


def _refuse_markup(work: Work, divisions_by_page: Mapping[str, tuple[str, ...]]) -> None:
    """Raise an error for a title that is not plain words, or for a name that cannot name a page.

    Both become part of the sources of pages, where markup could include a file of the machine that builds them.
    """
    source, _ = read_data(os.path.join(work.folder, DATA))

    def is_plain(title: str) -> bool:
        return len(title.splitlines()) < 2 and unsafe_markup(f"# {title}") is None

    def refuse(sentence: str, place: Span | None) -> NoReturn:
        line = f":{source.position(place.start)[0]}" if place is not None else ""
        raise ExtensionError(f"{source.path}{line}: {sentence}")

    for key in ("title", "short_title", "reading_text"):
        if not is_plain(str(work.meta.get(key, ""))):
            refuse(f"“{key}” must be one line of text without markup.", key_span(source, key))
    for page, divisions in divisions_by_page.items():
        place = table_span(source, f"pages.{page}")
        if not is_plain(_heading_of(work, page, divisions)):
            refuse(f"The title of the page “{page}” must be one line of text without markup.", place)
        for name in (page, *divisions):
            if not SLUG.fullmatch(name):
                refuse(f"“{name}” cannot name a page. A name has letters and figures, joined by hyphens.", place)


def pages_of_comparison(templates: str, name: str, works: list[Work], written_pages: dict[str, str]) -> dict[str, str]:
    """Return the generated pages of a comparison, in its own folder or that of its written pages."""
    (first, second), home = works, home_of(name, written_pages)
    own = {path.rpartition("/")[2].removesuffix(SUFFIX) for path in written_pages if path.rpartition("/")[0] == home}
    values = {
        "comparison": name,
        "first": first.full_title.replace(first.work, f"*{first.work}*", 1),
        "second": second.full_title.replace(second.work, f"*{second.work}*", 1),
        "first_plain": first.full_title,
        "second_plain": second.full_title,
        "strokes": any(os.path.exists(os.path.join(work.folder, "turns.toml")) for work in works),
        "pages": [*PAIR_PAGES, *sorted(own.difference(PAIR_PAGES, ("index",)))],
    }
    sources = {
        page: _templates(templates).get_template(f"comparison-{page}{SUFFIX}") for page in ("index", *PAIR_PAGES)
    }
    return {f"{home}/{page}{SUFFIX}": template.render(**values) for page, template in sources.items()}


@once
def _templates(folder: str) -> jinja2.Environment:
    """Return the templates of a folder, each compiled once."""
    loader = jinja2.FileSystemLoader(folder)
    return jinja2.Environment(loader=loader, keep_trailing_newline=True, undefined=jinja2.StrictUndefined)


def _edition_context(work: Work) -> dict[str, object]:
    apparatus, _ = load_apparatus(work.folder, work.text)
    return {
        "name": work.name,
        "work": work.work,
        "year": work.year,
        "restated": work.is_restated,
        "reading_text": work.meta.get("reading_text", ""),
        "collated": any(apparatus),
        "alone": bool(apparatus.alone),
        "introduction": "introduction" in load_notes(work.folder),
        "kinds": {
            record.get("kind", "reading") for record in records_in(work.folder).values() if isinstance(record, dict)
        },
        "has_turns": os.path.exists(os.path.join(work.folder, "turns.toml")),
    }


def _pages_of_divisions(work: Work) -> dict[str, tuple[str, ...]]:
    """Return the pages of the divisions of a text, each with its divisions, in the order of their first divisions."""
    pages_of_table = {division: page for page, table in work.pages.items() for division in table.get("divisions", ())}
    pages: dict[str, tuple[str, ...]] = {}
    for division in work.divisions():
        number = _number_of_division(division)
        own = TEXT if division in (*TITLE, FIGURE) else f"rule-{number}" if number else division.lower()
        page = pages_of_table.get(division) or own
        pages[page] = (*pages.get(page, ()), division)
    return pages


def _number_of_division(division: str) -> int:
    """Return the number of a division such as `IV` or `C4`; 0 if it has none."""
    try:
        return int(roman_numerals.RomanNumeral.from_string(division))
    except roman_numerals.InvalidRomanNumeralError:
        digits = re.fullmatch(r"[A-Z]?(\d+)", division)
        return int(digits[1]) if digits else 0


def _heading_of(work: Work, page: str, divisions: tuple[str, ...]) -> str:
    """Return the heading of a page of divisions: the title in edition.toml, or else that of the first division."""
    title = work.pages.get(page, {}).get("title")
    if title:
        return str(title)
    first = divisions[0]
    if first in TITLE:
        return "Title and date" if TITLE[1] in divisions else "Title"
    is_number = _number_of_division(first) and (first.isalpha() or first.isdigit())
    heading = work.heading(first)
    return f"Rule {first}" if is_number and heading in ("", first) else heading or first


def notebook_page(templates: str, notebook: str, name: str) -> str:
    """Return the page of a notebook, with links to other notebooks converted to links to pages."""
    return _templates(templates).get_template(f"notebook{SUFFIX}").render(json.loads(notebook), name=name)
