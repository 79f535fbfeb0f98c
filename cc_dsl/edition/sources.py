"""Lay out the sources of the pages: the written ones, and those that follow from the folder of an edition.

A page that somebody has written replaces the generated one of the same name, and any other is added to its edition.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache as once
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from sphinx.errors import ExtensionError

from cc_dsl import resources
from cc_dsl.edition import notebooks
from cc_dsl.edition.addresses import write
from cc_dsl.edition.domain import stamp_of
from cc_dsl.edition.inputs import COMPARISONS, comparison_of, digest_of_files, files_of_edition, files_under
from cc_dsl.edition.notes import unsafe_markup
from cc_dsl.edition_model.edition import TITLE
from cc_dsl.edition_model.imprint import DATA, Work, load_work
from cc_dsl.edition_model.notes import load_notes
from cc_dsl.source.data import key_span, read_data, table_span

if TYPE_CHECKING:
    from jinja2 import Environment
    from sphinx.application import Sphinx
    from sphinx.config import Config

    from cc_dsl.source.files import Span

SUFFIX = ".md"
TEMPLATES = "templates"
"""The folder, beside the written pages, of the templates for pages that follow."""
TEXT = "text"
"""The page of the whole text; title, date and figure have no page of their own, and are annotated below it."""
LAST = ("readings", "apparatus", "clauses")
"""The pages that stand behind all others in the list of an edition."""
HOW = "how-to-play"
PLAY = "play"
STATEMENT = "edition/editorial-statement"
"""The written page on how all texts are edited, to which each introduction refers."""
FIGURE = "F"
HEADING = re.compile(r"^# +(.+?)\s*$", re.MULTILINE)


class ListedPage(NamedTuple):
    """A page of an edition as its list of contents names it."""

    name: str
    title: str


class TextPart(NamedTuple):
    """Divisions that are annotated below the text, under a heading."""

    title: str
    divisions: tuple[str, ...]


def lay_out(app: Sphinx, config: Config) -> None:
    """Write every source that is not yet as it should be into the folder that Sphinx reads; remove all others."""
    written, laid = str(app.confdir), str(app.srcdir)
    if os.path.realpath(written) == os.path.realpath(laid):
        raise ExtensionError("Some pages follow from the corpus. Make the edition with:   circular edition OUT")
    templates = os.path.join(written, TEMPLATES)
    wanted = dict(_written(written))
    folders = {
        name: options.get("path") or resources.edition_folder(name) for name, options in config.rules_editions.items()
    }
    if config.rules_alone:
        # One edition is shown with its own written pages, and a first page that leads to it.
        wanted = {path: text for path, text in wanted.items() if path.startswith(f"edition/{config.rules_alone}/")}
        wanted[f"index{SUFFIX}"] = _templates(templates).get_template(f"alone{SUFFIX}").render(name=config.rules_alone)
    for name, folder in folders.items():
        wanted = {**_following(templates, folder, name, wanted), **wanted}
    for comparison in config.rules_comparisons:
        wanted = {**_compared(templates, comparison, folders, wanted), **wanted}
    for path in [path for path in wanted if path.endswith(notebooks.SUFFIX)]:
        page = path.removesuffix(notebooks.SUFFIX) + SUFFIX
        wanted[page] = notebooks.as_page(wanted[path], path.rpartition("/")[2])
    for page, text in wanted.items():
        write(os.path.join(laid, page), text)
    # A file for each edition changes when a file changes on which the edition or its comparisons rest.
    compared = files_under(os.path.join(resources.corpus_root(), COMPARISONS))
    for name, folder in folders.items():
        others = [path for path in compared if name in os.path.basename(os.path.dirname(path))]
        write(stamp_of(app.doctreedir, name), digest_of_files([*files_of_edition(folder), *others]))
    for path in _files(laid):
        if os.path.relpath(path, laid).replace(os.sep, "/") not in wanted:
            os.remove(path)


def _written(docs: str) -> Iterator[tuple[str, str]]:
    """Yield the pages that somebody has written, each with its path below the folder."""
    for path in _files(docs):
        name = os.path.relpath(path, docs).replace(os.sep, "/")
        if not name.startswith(f"{TEMPLATES}/"):
            with open(path, encoding="utf-8") as file:
                yield name, file.read()


def _files(folder: str) -> list[str]:
    """Return the paths of all pages and notebooks in a folder."""
    kinds = (SUFFIX, notebooks.SUFFIX)
    return sorted(os.path.join(at, name) for at, _, names in os.walk(folder) for name in names if name.endswith(kinds))


# ------------------------------------------------------------------------------ what follows from a folder


def _following(templates: str, folder: str, name: str, written: dict[str, str]) -> dict[str, str]:
    """Return the pages that follow from the folder of an edition, beside those that somebody wrote."""
    own = {path: text for path, text in written.items() if path.startswith(f"edition/{name}/")}
    has_statement = f"{STATEMENT}{SUFFIX}" in written
    work = load_work(folder)
    kept = {path.rpartition("/")[2].removesuffix(SUFFIX): text for path, text in own.items()}
    described = {**_described(folder, work), "statement": has_statement}
    environment = _templates(templates)
    shown = _shown(work)
    _refuse_markup(folder, work, shown)
    with_text = shown.pop(TEXT, ())
    made: dict[str, str] = {}

    def make(page: str, template: str = "", **values: object) -> None:
        made[page] = environment.get_template(f"{template or page}{SUFFIX}").render(**described, **values)

    for page, divisions in shown.items():
        make(page, "division", title=_heading_of(work, page, divisions), divisions=divisions)
    ground = FIGURE in with_text and described["has_turns"]
    make(TEXT, parts=_parts_below(work, with_text), ground=ground)
    for page in ("course", "whole", "readings", "clauses"):
        make(page)
    if os.path.exists(os.path.join(folder, HOW + SUFFIX)):
        make(HOW)
    make(PLAY)
    if described["collated"] or not work.is_restated:
        make("apparatus")
    all_own = "".join(own.values())
    if "through" in work.played and f"{{rules:play}} {name}\n" not in all_own:
        make("game")
    if described["has_turns"] and f"{{rules:strokes}} {name}\n" not in all_own:
        make("strokes")
    titles = {page: _heading(text) for page, text in {**made, **kept}.items() if page != "index"}
    order = _order([*shown], titles)
    make("index", pages=[ListedPage(page, titles[page]) for page in order])
    return {f"edition/{name}/{page}{SUFFIX}": text for page, text in made.items()}


NAME = re.compile(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*")
"""The form of names from which pages and their addresses are called."""


def _refuse_markup(folder: str, work: Work, shown: Mapping[str, tuple[str, ...]]) -> None:
    """Raise an error for a title that is more than words, or for a name from which no page can be called.

    Both become part of the sources of pages, where markup could bring in a file of the machine that builds them.
    """
    source, _ = read_data(os.path.join(folder, DATA))

    def refuse(sentence: str, place: Span | None) -> NoReturn:
        line = f":{source.position(place.start)[0]}" if place is not None else ""
        raise ExtensionError(f"{source.path}{line}: {sentence}")

    for key in ("title", "short_title", "reading_text"):
        if not _is_plain(str(work.meta.get(key, ""))):
            refuse(f"“{key}” holds words in one line, without markup.", key_span(source, key))
    for page, divisions in shown.items():
        place = table_span(source, f"pages.{page}")
        if not _is_plain(_heading_of(work, page, divisions)):
            refuse(f"The title of the page “{page}” holds words in one line, without markup.", place)
        for name in (page, *divisions):
            if not NAME.fullmatch(name):
                refuse(f"“{name}” cannot name a page. Such a name has letters and figures, joined by hyphens.", place)


def _is_plain(title: str) -> bool:
    return len(title.splitlines()) < 2 and unsafe_markup(f"# {title}") is None


COMPARED = ("words", "partings")
"""The pages of a comparison, in the order of their list."""


def _compared(templates: str, name: str, folders: Mapping[str, str], written: dict[str, str]) -> dict[str, str]:
    """Return the pages that follow from a comparison, in its own folder or that of its written pages."""
    pairs = [(first, name.removeprefix(f"{first}-")) for first in folders]
    works = [[load_work(folders[one]) for one in pair] for pair in pairs if pair[1] in folders]
    if not works:
        return {}
    (first, second), *_ = works
    homes = (path.rpartition("/")[0] for path, text in written.items() if comparison_of(text) == name)
    home = next(homes, f"edition/{name}")
    own = {path.rpartition("/")[2].removesuffix(SUFFIX) for path in written if path.rpartition("/")[0] == home}
    values = {
        "comparison": name,
        "first": _in_italics(first),
        "second": _in_italics(second),
        "first_plain": first.full_title,
        "second_plain": second.full_title,
        "strokes": any(os.path.exists(os.path.join(work.folder, "turns.toml")) for work in (first, second)),
        "pages": [*COMPARED, *sorted(own.difference(COMPARED, ("index",)))],
    }
    environment = _templates(templates)
    return {
        f"{home}/{page}{SUFFIX}": environment.get_template(f"comparison-{page}{SUFFIX}").render(**values)
        for page in ("index", *COMPARED)
    }


def _in_italics(work: Work) -> str:
    """Return the name of a work in italics, with its year."""
    return f"*{work.work}*, {work.year}" if work.year else f"*{work.work}*"


@once
def _templates(folder: str) -> Environment:
    """Return the templates of a folder, each of which is compiled once."""
    import jinja2

    loader = jinja2.FileSystemLoader(folder)
    return jinja2.Environment(loader=loader, keep_trailing_newline=True, undefined=jinja2.StrictUndefined)


def _described(folder: str, work: Work) -> dict[str, object]:
    """Return what the templates say of an edition."""
    apparatus = _table(folder, "apparatus.toml")
    doubts = _table(folder, "readings.toml").get("reading")
    return {
        "name": work.name,
        "work": work.work,
        "year": work.year,
        "restated": work.is_restated,
        "reading_text": work.meta.get("reading_text", ""),
        "collated": any(apparatus.get(key) for key in ("variant", "agreement", "alone")),
        "alone": bool(apparatus.get("alone")),
        "introduction": "introduction" in load_notes(folder),
        "kinds": {doubt.get("kind", "reading") for doubt in doubts.values()} if isinstance(doubts, dict) else set(),
        "has_turns": os.path.exists(os.path.join(folder, "turns.toml")),
    }


def _table(folder: str, name: str) -> dict[str, object]:
    """Return a data file of an edition; none, if it is not there, and a fault in it is told where it is loaded."""
    try:
        with open(os.path.join(folder, name), "rb") as file:
            return tomllib.load(file)
    except (FileNotFoundError, tomllib.TOMLDecodeError):
        return {}


def _shown(work: Work) -> dict[str, tuple[str, ...]]:
    """Return the pages that show the divisions of a text, each with its divisions, in the order of their first."""
    named = {division: page for page, table in work.pages.items() for division in table.get("divisions", ())}
    found: dict[str, tuple[str, ...]] = {}
    for division in work.divisions():
        page = named.get(division) or _page_of(division)
        found[page] = (*found.get(page, ()), division)
    return found


def _page_of(division: str) -> str:
    if division in (*TITLE, FIGURE):
        return TEXT
    number = _number(division)
    return f"rule-{number}" if number else division.lower()


def _parts_below(work: Work, divisions: tuple[str, ...]) -> list[TextPart]:
    """Return the parts below a text: title and date with what stands beside them, and the figure."""
    others = tuple(division for division in divisions if division != FIGURE)
    found = [TextPart(_heading_of(work, TEXT, others), others)] if others else []
    return [*found, TextPart("The figure", (FIGURE,))] if FIGURE in divisions else found


def _number(division: str) -> int:
    """Return the number of a division such as `IV` or `C4`; 0 if it has none."""
    import roman_numerals

    try:
        return int(roman_numerals.RomanNumeral.from_string(division))
    except roman_numerals.InvalidRomanNumeralError:
        digits = re.fullmatch(r"[A-Z]?(\d+)", division)
        return int(digits[1]) if digits else 0


def _heading_of(work: Work, page: str, divisions: tuple[str, ...]) -> str:
    """Return the heading under which a page shows divisions: that which the edition gives, or that of the first."""
    given = work.pages.get(page, {}).get("title")
    if given:
        return str(given)
    first = divisions[0]
    if first in TITLE:
        return "Title and date" if TITLE[1] in divisions else "Title"
    is_number = _number(first) and (first.isalpha() or first.isdigit())
    heading = work.heading(first)
    return f"Rule {first}" if is_number and heading in ("", first) else heading or first


def _heading(text: str) -> str:
    found = HEADING.search(text)
    return found[1] if found else "Untitled"


def _order(divisions: list[str], titles: dict[str, str]) -> list[str]:
    """Put the pages of an edition into the order of its list: how to play, the text, its divisions, all others."""
    how = sorted(page for page in titles if page.startswith(HOW))
    fixed = [*how, PLAY, TEXT, *divisions, "course", "whole"]
    others = sorted(page for page in titles if page not in (*fixed, *LAST))
    return [page for page in (*fixed, *others, *LAST) if page in titles]
