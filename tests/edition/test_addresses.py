"""Permanent addresses: short ones redirect, and none of an earlier release disappears."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from cc_dsl import __version__
from cc_dsl.edition.citations import spoken_address
from cc_dsl.source.clauses import load_edition_text
from tests.edition.conftest import MOVED, ROOT, Made, Page

RELEASES = sorted((ROOT / "docs" / "addresses").glob("*.json"))
"""For each release the addresses that it had: the ids of each page."""
FORMATS = ("MLA", "Chicago", "@", "TY  - ")
"""Words that stand in a citation of each format, and nowhere else on a page that cites."""
KINDS = {"page", "clause", "statement", "reading", "case", "turn", "step", "row", "parting"}
OTHERS = ("search.html", "genindex.html")


@pytest.fixture(scope="module")
def listed(made: Made) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((made.out / "addresses.json").read_text("utf-8"))["addresses"]
    return found


@pytest.fixture(scope="module")
def ids(made: Made) -> dict[str, set[str]]:
    return {name: set(page.ids) for name, page in made.pages().items()}


def leads_to(path: Path) -> str:
    """Return where a page leads on to: by its script, by the link that is there without one, and for search engines."""
    html = path.read_text("utf-8")
    (by_script,) = re.findall(r'\}\)\(("[^"]*")\.split\("#"\), location\.hash\)', html)
    (canonical,) = re.findall(r'<link rel="canonical" href="([^"]*)">', html)
    assert canonical in Page(html).links
    assert json.loads(by_script) == canonical
    return str(canonical)


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.stem)
def test_no_address_of_a_release_disappears(ids: dict[str, set[str]], release: Path) -> None:
    """Whoever cited a page, a clause, a statement, a reading or a case can follow it, or is led on from its page."""
    before: dict[str, list[str]] = json.loads(release.read_text("utf-8"))
    assert RELEASES[0].stem == "0.1.0"
    assert sum(map(len, before.values())) > 3000
    now = {page: MOVED.get(page, page) for page in before}
    gone = [page for page, home in now.items() if home not in ids]
    gone += [f"{page}#{id}" for page, home in now.items() for id in before[page] if id not in ids.get(home, ())]
    assert gone == []


@pytest.mark.parametrize("gone", MOVED)
def test_page_that_is_gone_leads_to_another(made: Made, ids: dict[str, set[str]], gone: str) -> None:
    """Also without a script."""
    assert gone not in ids
    target = leads_to(made.out / gone)
    assert f'<meta http-equiv="refresh" content="0; url={target}">' in (made.out / gone).read_text("utf-8")
    assert (made.out / gone).parent.joinpath(target).resolve() == (made.out / MOVED[gone]).resolve()
    assert MOVED[gone] in ids


def test_every_listed_address_is_there(made: Made, ids: dict[str, set[str]], listed: list[dict[str, Any]]) -> None:
    wrong = []
    for one in listed:
        page, _, id = one["address"].partition("#")
        if page not in ids or (id and unquote(id) not in ids[page]):
            wrong.append(one["address"])
        if "short" in one:
            landing = made.out / one["short"] / "index.html"
            target = unquote(leads_to(landing)).removeprefix("../" * one["short"].count("/"))
            words = Page(landing.read_text("utf-8")).words
            if target != unquote(one["address"]) or not all(word in words for word in FORMATS):
                wrong.append(one["short"])
    assert wrong == []
    assert leads_to(made.out / "1862" / "index.html") == "../edition/1862/index.html"
    assert {one["kind"] for one in listed} >= KINDS


def digest(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()


def test_every_address_has_the_digest_of_its_words(listed: list[dict[str, Any]]) -> None:
    """A changed word, sentence, answer or division shows in the list; `test_build.py` tries changed pages."""
    assert [one for one in listed if not re.fullmatch(r"[0-9a-f]{64}", one.get("sha256", ""))] == []
    found = {one["id"]: one["sha256"] for one in listed if one["kind"] in ("clause", "statement")}
    for edition in ("1860", "1862"):
        text, _ = load_edition_text(str(ROOT / "corpus" / edition))
        assert text is not None
        wanted = {clause.full_id: digest(clause.words) for clause in text.clauses.values()}
        assert {id: found[id] for id in wanted} == wanted
    block = (ROOT / "corpus" / "1862" / "game.rules").read_text("utf-8").partition("\n§II.8 ")[2].split("\n")[1:]
    assert found["1862.II.8-1"] == digest("\n".join(block[: block.index("")]).strip())


def test_page_at_a_short_address_cites_and_leads_on(made: Made) -> None:
    """II.8 of 1862: its words, a link to its place, its address, four formats, and its digest."""
    page = Page((made.out / "1862" / "II.8" / "index.html").read_text("utf-8"))
    assert "../../edition/1862/rule-2.html#1862.II.8" in page.links
    words = "“Lead” must not be reckoned as middle card of a Sequence."
    assert words in " ".join(page.words.split())
    for word in ("1862/II.8/", "MLA", "Chicago", "@incollection{", "TY  - CHAP", digest(words)):
        assert word in page.words
    files = [link for link in page.links if link.startswith("data:")]
    assert len(files) == 2
    assert "ER  - " in unquote(files[1])
    assert "http-equiv" not in page.html


def test_every_thing_on_a_page_offers_its_citation(made: Made) -> None:
    for name, ids in (
        ("edition/1862/rule-2", ["1862/II.8/", "1862/Ace-in-Sequence/", "1862/case-"]),
        ("edition/1862/trick", ["1862/step-1"]),
        ("edition/castle-croquet-1866/turn", ["castle-croquet-1866/turn-"]),
        ("edition/comparison/words", ["1860-1862/row-III.13--II.9/"]),
        ("edition/comparison/partings", ["1860-1862/parting-row-"]),
    ):
        cites = [link for link in made.page(name).links if link.endswith("/index.html#cite")]
        for id in ids:
            link = next(link for link in cites if link.startswith(f"../../{id}"))
            landing = Page((made.out / "edition" / "x" / link.partition("#")[0]).resolve().read_text("utf-8"))
            assert "cite" in landing.ids


def metadata(page: Page) -> dict[str, str]:
    """Read what the head of a page tells programs."""
    return dict(re.findall(r'<meta (?:name|property)="([^"]*)" content="([^"]*)">', page.html))


def test_every_page_can_be_cited_and_taken_by_zotero(made: Made) -> None:
    """Each says how it is cited, of which version it is, and the digest of the text that it rests on.

    By the rules of Zotero's translator for embedded metadata `citation_book_title` makes it a part of a book, with
    `citation_title`, `citation_author`, the date, publisher, language and address from their Highwire tags.  A name
    without a comma would be split, so that a body is no author.
    """
    text = digest((ROOT / "corpus" / "1862" / "text.txt").read_text("utf-8"))
    for name, page in made.pages().items():
        if name in OTHERS:
            continue
        assert 'class="cite-this"' in page.html, name
        cited = Page((made.out / "cite" / name).read_text("utf-8")).words
        assert all(word in cited for word in ("court-circular:", *FORMATS)), name
        assert f"version {__version__}" in page.words, name
        assert text in page.html or not name.startswith("edition/1862/"), name
        found = metadata(page)
        assert not {"citation_public_url", "og:url"} & {*found}, "a copy made without an address invents none"
        assert 'rel="canonical"' not in page.html, name
        if name != "index.html":
            assert found["citation_book_title"].startswith("Lewis Carroll’s Rules of Games"), name
            assert found["citation_title"], name
            assert found["citation_publisher"] == "The editors of Court Circular", name
            assert re.fullmatch(r"\d{4}/\d\d/\d\d", found["citation_publication_date"]), name
            assert found["citation_language"], name
            assert "," in found.get("citation_author", ","), name
    rule = metadata(made.page("edition/1862/rule-2"))
    assert (rule["citation_author"], rule["citation_title"]) == ("Carroll, Lewis", "Rules for Court Circular: Rule II")
    assert rule["DC.title"] == rule["og:title"] == rule["citation_title"], "other vocabularies say the same"
    assert rule["DC.rights"] == "https://creativecommons.org/licenses/by/4.0/"
    for name in ("edition/1862/readings", "edition/court/rule-1"):
        assert "citation_author" not in metadata(made.page(name))
    assert not list(made.out.rglob("cite.html"))


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("II.8", "II.8"),
        ("row-I.1_I.2--II.1", "row I.1, I.2 and II.1"),
        ("row-none--H.2", "row H.2"),
        ("Ace-in-Sequence", "Ace in Sequence"),
    ],
)
def test_a_screen_reader_says_what_is_cited_in_words(id: str, said: str) -> None:
    assert spoken_address(id) == said
