"""The pages of the edition: every clause is there, every link leads somewhere, and nothing is needed but the page."""

from __future__ import annotations

import posixpath
import re
import zlib
from pathlib import Path
from urllib.parse import unquote

import pytest

from cc_dsl.source.clauses import EditionText, load_edition_text
from tests.edition.conftest import EDITIONS, ROOT, Made, Page, assert_same_files

PAGES = "edition/1862"


@pytest.fixture(scope="module", params=EDITIONS)
def text(request: pytest.FixtureRequest) -> EditionText:
    """Load the printed words of each edition."""
    found, faults = load_edition_text(str(ROOT / "corpus" / request.param))
    assert found is not None
    assert faults == []
    return found


@pytest.fixture(scope="module")
def pages(made: Made) -> dict[str, Page]:
    return made.pages()


def homes(pages: dict[str, Page]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, page in pages.items():
        for id in page.ids:
            found.setdefault(id, []).append(name)
    return found


def flat(words: str) -> str:
    """Make all white space one space."""
    return " ".join(words.split())


def test_every_clause_has_one_home(pages: dict[str, Page], text: EditionText) -> None:
    """Each clause can be cited by its id on exactly one page, and its words stand there without scripts."""
    found = homes(pages)
    for clause in text.clauses.values():
        (home,) = found[clause.full_id]
        words = flat(pages[home].words)
        for piece in clause.words.split(" … "):
            assert clause.figure or all(part in words for part in re.split(r"[*†‡‖¶]", flat(piece)))


def test_printed_text_stands_whole_on_one_page(pages: dict[str, Page], text: EditionText) -> None:
    """Who wants the text only has it on one page, in its order, with no word between."""
    words = flat(pages[f"edition/{text.id}/text.html"].words)
    place = 0
    for clause in text.clauses.values():
        if not clause.figure:
            place = words.index(flat(clause.words.split(" … ")[0]), place)


def ids_at(made: Made, pages: dict[str, Page], path: str) -> list[str] | None:
    """Return the ids at a path: of a page, of one at a short address, or none of a file; None if nothing is there."""
    if path in pages:
        return pages[path].ids
    file = made.out / path
    if not file.is_file():
        return None
    return Page(file.read_text("utf-8")).ids if file.suffix == ".html" else []


def test_links_lead_somewhere(made: Made, pages: dict[str, Page]) -> None:
    """Each link of a page to a page of the edition has its target, id and all."""
    broken = []
    for name, page in pages.items():
        for link in page.links:
            path, _, id = link.partition("#")
            if re.match(r"[a-z]+:", link) or name in ("search.html", "genindex.html"):
                continue
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            ids = ids_at(made, pages, target)
            if ids is None or (id and unquote(id) not in ids):
                broken.append((name, link))
    assert broken == []


def test_ids_are_unique_on_each_page(pages: dict[str, Page]) -> None:
    """No two elements of a page have the same id."""
    for name, page in pages.items():
        assert len(page.ids) == len(set(page.ids)), (name, [id for id in page.ids if page.ids.count(id) > 1])


def test_clause_and_statement_lead_to_each_other(pages: dict[str, Page]) -> None:
    """The statement of II.8 stands in its clause; the clause it narrows links to it, and back."""
    rule = pages[f"{PAGES}/rule-2.html"]
    assert "1862.II.8-1" in rule.ids
    html = rule.html
    narrowing = html[html.index('id="1862.II.8"') : html.index('id="1862.II.9"')]
    narrowed = html[html.index('id="1862.II.4"') : html.index('id="1862.II.5"')]
    assert "#1862.II.4" in narrowing
    assert "#1862.II.8" in narrowed


@pytest.mark.parametrize("edition", EDITIONS)
def test_decisions_and_clauses_lead_to_each_other(pages: dict[str, Page], edition: str) -> None:
    """Each step of the trick names its clauses, and the clauses name the steps that rest on them."""
    trick = pages[f"edition/{edition}/trick.html"]
    steps = [id for id in trick.ids if id.startswith("step-")]
    assert len(steps) > 10
    assert any(f"#{edition}.II.1" in link for link in trick.links)
    of_edition = [page for name, page in pages.items() if name.startswith(f"edition/{edition}/")]
    back = {link for page in of_edition for link in page.links if "trick.html#step-" in link}
    assert back
    assert {link.partition("#")[2] for link in back} <= set(trick.ids)


def test_trick_of_1860_shows_what_is_its_own(pages: dict[str, Page]) -> None:
    """The trick played out for 1860 rests on the Line of four, which 1862 has not, and ends where the next begins."""
    words = flat(pages["edition/1860/trick.html"].words)
    assert re.search(r"Line is a Sequence, \S+ \S+ \S+ \S+\.", words)
    assert any("#1860.III.9" in link for link in pages["edition/1860/trick.html"].links)
    assert "The pieces as they lay" in words
    assert pages["edition/1860/trick.html"].html.rindex("#1860.V.4") > 0


def test_editions_refer_to_each_other(pages: dict[str, Page]) -> None:
    """Evidence and notes that name a clause of another edition lead to it, and show its words on the spot."""
    for edition, other in (EDITIONS, EDITIONS[::-1]):
        own = [page for name, page in pages.items() if name.startswith(f"edition/{edition}/")]
        assert any(f"/{other}/" in link and f"#{other}." in link for page in own for link in page.links)
        assert any(shown.startswith(f"words-{other}.") for page in own for shown in page.popovers)


def test_lines_of_the_print_stand_in_lines(pages: dict[str, Page]) -> None:
    """A list, and the second Section with what stands beside its heading, are set as they are printed."""
    html = pages["edition/1860/text.html"].html
    table = html[html.index(">VIII.4<") : html.index(">VIII.8<")]
    assert table.count("<br>") == 3
    assert "</br>" not in html
    heading = html[html.rindex('<p class="text-heading">', 0, html.index("Section II.")) :]
    assert "(For Three or More Players.)" in heading[: heading.index("</p>")]


def test_words_on_one_witness_are_told(pages: dict[str, Page]) -> None:
    """What stands on one witness alone says so at its clause and in the apparatus."""
    html = pages["edition/1860/section-2.html"].html
    last = html[html.index('id="1860.S2.12"') :]
    assert "On A alone" in last
    assert "A alone" in pages["edition/1860/apparatus.html"].words


def test_no_division_is_headed_twice(pages: dict[str, Page]) -> None:
    """A rule that the figure interrupts has its heading once in the parallel text."""
    html = pages["edition/1860/whole.html"].html
    headings = re.findall(r'class="text-heading">.*?</p>', html)
    assert len(headings) == len(set(headings)) == 10


def test_examples_show_the_verdict_of_the_rules(pages: dict[str, Page]) -> None:
    """The author's own example is shown with what the rules say of it."""
    html = pages[f"{PAGES}/rule-2.html"].html
    own = html[html.index('id="1862.II.6a"') : html.index('id="1862.II.7"')]
    assert 'class="example passed"' in own
    assert "example failed" not in html


def test_no_page_fetches_from_elsewhere(made: Made, pages: dict[str, Page]) -> None:
    """Pages, styles and scripts use only files that lie beside them."""
    for name, page in pages.items():
        assert [link for link in page.fetched if re.match(r"(?:[a-z]+:)?//", link)] == [], name
    style = (made.out / "_static" / "edition.css").read_text("utf-8")
    assert not re.search(r"@import|url\(", style)


def test_words_of_clauses_can_be_shown_on_the_spot(pages: dict[str, Page]) -> None:
    """Every button has its popover on the same page, and every popover a button."""
    assert pages[f"{PAGES}/rule-2.html"].popovers
    for page in pages.values():
        assert set(page.popover_targets) == set(page.popovers)
        assert len(page.popovers) == len(set(page.popovers))


def test_figure_drawn_from_the_rules_has_the_printed_labels(pages: dict[str, Page], text: EditionText) -> None:
    """What stands on the cards of the drawing, from left to right, is what the text says stands there."""
    html = pages[f"edition/{text.id}/text.html"].html
    drawing = html[html.index('<svg class="figure-drawing"') :]
    drawing = drawing[: drawing.index("</svg>")]
    labels = re.findall(r'<text [^>]*class="figure-label[^>]*>([^<]*)</text>', drawing)
    (figure,) = (clause for clause in text.clauses.values() if clause.figure)
    assert len(labels) == 7
    assert " ".join(labels) in figure.words
    assert re.search(r"<title[^>]*>.+</title><desc[^>]*>.+</desc>", drawing)
    (legend,) = re.findall(r'<text [^>]*class="figure-legend[^>]*>([^<]*)</text>', drawing)
    assert legend in figure.words


def test_inventory_names_clauses_and_readings(made: Made) -> None:
    """Other projects can refer to a clause by its full id."""
    data = (made.out / "objects.inv").read_bytes()
    listed = zlib.decompress(data.split(b"\n", 4)[4]).decode("utf-8")
    assert re.search(r"^1862\.II\.8 rules:clause 1 edition/1862/rule-2\.html#\S+ ", listed, re.MULTILINE)
    assert re.search(r"^1862\.who-picks rules:reading ", listed, re.MULTILINE)


def test_tables_and_code_wrap() -> None:
    """On a narrow screen code wraps and tables become lists, so that nothing must be scrolled sideways."""
    style = (ROOT / "cc_dsl" / "edition" / "static" / "edition.css").read_text("utf-8")
    assert "white-space: pre-wrap" in style
    assert "overflow-wrap: anywhere" in style
    assert "grid-template-areas" in style


@pytest.mark.exhaustive
def test_same_corpus_gives_the_same_edition(made: Made, tmp_path: Path) -> None:
    """Made twice, the whole edition is the same to the byte; test_build.py sees the same of a short one."""
    assert made.make(tmp_path / "again").returncode == 0
    assert_same_files(made.out, tmp_path / "again")
