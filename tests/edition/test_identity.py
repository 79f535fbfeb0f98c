"""Whose a page is: it says so in its title, its heading and the way from the first page above it."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from cc_dsl.edition_model.imprint import load_publication, load_work
from tests.edition.conftest import ROOT, Made, Page

EDITIONS = ("1860", "1862", "castle-croquet-1863", "castle-croquet-1866", "court", "croquet-castles-1863", "patience")
NAMED = {
    "1860": "Court Circular, 1860",
    "1862": "Court Circular, 1862",
    "castle-croquet-1863": "Castle Croquet, 1863?",
    "castle-croquet-1866": "Castle Croquet, 1866",
    "court": "Court!",
    "croquet-castles-1863": "Croquêt Castles, 1863",
    "patience": "Court Circular Patience",
}
"""What each text is called, from its printed title and date."""
H1 = re.compile(r"<h1>(.*?)<a class=\"headerlink\"", re.DOTALL)


@pytest.fixture(scope="module")
def pages(made: Made) -> dict[str, Page]:
    return {name: page for name, page in made.pages().items() if name not in ("search.html", "genindex.html")}


def title_of(page: Page) -> str:
    return page.html.split("<title>")[1].split("</title>")[0]


def bare(markup: str) -> str:
    """Remove tags."""
    return re.sub(r"<[^>]*>", "", markup)


def test_no_two_pages_share_a_title(pages: dict[str, Page]) -> None:
    """A title tells a page from every other, in a list of tabs as in a list of hits."""
    counted = Counter(title_of(page) for page in pages.values())
    assert [title for title, count in counted.items() if count > 1] == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_titles_and_headings_name_work_and_year(pages: dict[str, Page], edition: str) -> None:
    """Every page of an edition says of which text it is, in its title and in its one heading of the first level."""
    own = {name: page for name, page in pages.items() if name.startswith(f"edition/{edition}/")}
    assert len(own) > 10
    for name, page in own.items():
        (heading,) = H1.findall(page.html)
        assert bare(heading).endswith(NAMED[edition]), name
        assert NAMED[edition] in title_of(page), name


def test_pages_of_a_comparison_name_both_texts(pages: dict[str, Page]) -> None:
    assert "Court Circular, 1860 and 1862" in title_of(pages["edition/comparison/words.html"])
    other = title_of(pages["edition/croquet-castles-1863-castle-croquet-1866/words.html"])
    assert "Croquêt Castles, 1863, and Castle Croquet, 1866" in other


def test_way_from_the_first_page_is_told(pages: dict[str, Page]) -> None:
    """Above rule II of 1862 stand links to the first page and to the edition."""
    trail = pages["edition/1862/rule-2.html"].html.split('class="breadcrumb"')[1].split("</nav>")[0]
    assert re.findall(r'href="([^"]*)"', trail) == ["../../index.html", "index.html"]
    assert 'aria-label="' in trail
    making = pages["internals/lawn.html"].html.split('class="breadcrumb"')[1].split("</nav>")[0]
    assert re.findall(r'href="([^"]*)"', making) == ["../index.html", "index.html"]


def test_every_page_is_described_and_has_an_icon(made: Made, pages: dict[str, Page]) -> None:
    """A description is of the page's own words, and the icon is there."""
    for name, page in pages.items():
        described = re.findall(r'<meta name="description" content="([^"]*)">', page.html)
        assert len(described) == 1, name
        assert described[0], name
    rule = re.findall(r'<meta name="description" content="([^"]*)">', pages["edition/1862/rule-5.html"].html)[0]
    assert rule.startswith("When only 3 cards remain to be dealt, they are turned up, and each plays")
    assert (made.out / "_static" / "favicon.svg").exists()
    assert 'rel="icon" type="image/svg+xml" href="../../_static/favicon.svg' in pages["edition/1862/rule-2.html"].html


def test_making_is_a_part_of_its_own(made: Made, pages: dict[str, Page]) -> None:
    """Pages about the program are not in the list of the edition, nor found by its search; they have their own list."""
    side = pages["edition/1862/rule-2.html"].html.split('class="sidebar-tree"')[1].split("</nav>")[0]
    assert "internals/" not in side
    assert "decisions/" not in side
    own = pages["internals/lawn.html"].html.split('class="sidebar-tree"')[1].split("</nav>")[0]
    assert 'href="architecture.html"' in own
    assert "1862" not in own
    found = (made.out / "_static" / "search-data.js").read_text("utf-8")
    assert "edition/1862/rule-2.html" in found
    assert "internals/" not in found
    assert "decisions/" not in found


def test_side_list_shows_the_edition_at_hand(pages: dict[str, Page]) -> None:
    """The list beside a page unfolds its own edition and no other, so that it stays short."""
    side = pages["edition/1862/rule-2.html"].html.split('class="sidebar-tree"')[1].split("</nav>")[0]
    assert 'href="rule-4.html"' in side
    assert "../1860/rule-4.html" not in side
    assert "../1860/index.html" in side


def test_citation_file_agrees_with_the_imprint() -> None:
    """CITATION.cff, which other programs read, says what the pages say."""
    import yaml

    found = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    published = load_publication()
    assert found["title"] == published.title
    assert [author["name"] for author in found["authors"]] == [published.editors]
    assert found["version"] == published.version
    assert str(found["date-released"]) == published.date
    assert list(found["license"]) == published.licences
    assert list(found["keywords"]) == published.keywords
    assert found["abstract"].split() == published.summary.split()


def test_version_is_the_same_everywhere() -> None:
    """The changelog begins with this version and its day, and the extension for VS Code bears it."""
    published = load_publication()
    first = re.search(r"(?m)^## (.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    assert first is not None
    assert first[1] == f"[{published.version}] - {published.date}"
    extension = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text("utf-8"))
    assert extension["version"] == published.version


def test_name_and_year_come_from_the_folder() -> None:
    """What a text is called follows from its edition.toml."""
    assert {name: load_work(str(ROOT / "corpus" / name)).full_title for name in EDITIONS} == NAMED
