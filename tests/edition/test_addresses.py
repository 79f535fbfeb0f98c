"""Addresses that stay, and what stands at them: short ones lead on, and none of an earlier release disappears."""

from __future__ import annotations

import hashlib
import json
import pickle
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from cc_dsl import __version__
from cc_dsl.edition.citing import spoken
from cc_dsl.source.clauses import load_edition_text
from tests.edition.conftest import MOVED, ROOT, Made, Page

RELEASES = sorted((ROOT / "docs" / "addresses").glob("*.json"))
"""For each release the addresses that it had: the ids of each page."""
FORMATS = ("MLA", "Chicago", "@", "TY  - ", '"type": "')
"""Words that stand in a citation of each format, and nowhere else on a page that cites."""


@pytest.fixture(scope="module")
def listed(made: Made) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((made.out / "addresses.json").read_text("utf-8"))
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


def there(made: Made, ids: dict[str, set[str]], folder: Path, target: str) -> bool:
    """Return whether a link from a folder leads to something."""
    page, _, id = target.partition("#")
    name = (folder / page).resolve().relative_to(made.out.resolve()).as_posix()
    return name in ids and (not id or unquote(id) in ids[name])


def test_there_is_a_release_to_hold_to() -> None:
    """The list of the first release is kept."""
    assert [path.stem for path in RELEASES][:1] == ["0.1.0"]


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.stem)
def test_no_address_of_a_release_disappears(ids: dict[str, set[str]], release: Path) -> None:
    """Whoever cited a page, a clause, a statement, a reading or a case can follow it, or is led on from its page."""
    before: dict[str, list[str]] = json.loads(release.read_text("utf-8"))
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


def test_every_listed_address_is_there(made: Made, ids: dict[str, set[str]], listed: dict[str, Any]) -> None:
    """The list names no page or id that is not there, and every short address leads to its own."""
    wrong = []
    for one in listed["addresses"]:
        if not there(made, ids, made.out, one["address"]):
            wrong.append(one["address"])
        if "short" in one:
            folder = made.out / one["short"]
            target = leads_to(folder / "index.html")
            if unquote(target).removeprefix("../" * one["short"].count("/")) != unquote(one["address"]):
                wrong.append(one["short"])
            landing = Page((folder / "index.html").read_text("utf-8"))
            if not all(word in landing.words for word in FORMATS):
                wrong.append(f"no citations at {one['short']}")
    assert wrong == []
    assert not list(made.out.rglob("cite.html"))
    assert {one["kind"] for one in listed["addresses"]} >= {
        "page",
        "clause",
        "reading",
        "case",
        "turn",
        "step",
        "row",
        "parting",
    }


@pytest.mark.parametrize("edition", ["1860", "1862"])
def test_digests_are_of_the_words(listed: dict[str, Any], edition: str) -> None:
    """The digest of a clause is the SHA-256 of its words in the corpus, so that a changed word would show."""
    text, _ = load_edition_text(str(ROOT / "corpus" / edition))
    assert text is not None
    found = {one["id"]: one["sha256"] for one in listed["addresses"] if one["kind"] == "clause"}
    wanted = {clause.full_id: hashlib.sha256(clause.words.encode()).hexdigest() for clause in text.clauses.values()}
    assert {id: found[id] for id in wanted} == wanted


def test_digest_of_a_page_is_of_what_it_says(made: Made, listed: dict[str, Any]) -> None:
    """And not of the folder in which it was made, which a parser names when it finds two headings alike."""
    trees = made.out.with_name(f"{made.out.name}.doctrees")
    wrong = []
    for one in listed["addresses"]:
        if one["kind"] == "page":
            tree = pickle.loads((trees / f"{one['address'].removesuffix('.html')}.doctree").read_bytes())
            if one["sha256"] != hashlib.sha256(tree.astext().encode()).hexdigest():
                wrong.append(one["address"])
    assert wrong == []


def test_every_address_has_a_digest(listed: dict[str, Any]) -> None:
    """A changed sentence, answer or division shows in the list as well as a changed clause."""
    assert [one for one in listed["addresses"] if not re.fullmatch(r"[0-9a-f]{64}", one.get("sha256", ""))] == []
    found = {one["id"]: one["sha256"] for one in listed["addresses"] if one["kind"] == "statement"}
    rules = (ROOT / "corpus" / "1862" / "game.rules").read_text("utf-8")
    block = rules[rules.index("\n§II.8 ") :].split("\n")[2:]
    sentence = "\n".join(block[: block.index("")]).strip()
    assert found["1862.II.8-1"] == hashlib.sha256(sentence.encode()).hexdigest()


def test_short_address_of_an_edition_leads_to_its_first_page(made: Made) -> None:
    """`/1862/` is the edition of 1862."""
    assert leads_to(made.out / "1862" / "index.html") == "../edition/1862/index.html"


def test_page_at_a_short_address_cites_and_leads_on(made: Made) -> None:
    """II.8 of 1862: its words, each with a number, a link to its place, its address, five formats, and its digest."""
    page = Page((made.out / "1862" / "II.8" / "index.html").read_text("utf-8"))
    assert "../../edition/1862/rule-2.html#1862.II.8" in page.links
    words = "“Lead” must not be reckoned as middle card of a Sequence."
    assert words in " ".join(page.words.split())
    assert [id for id in page.ids if id.startswith("w")] == [f"w{n}" for n in range(1, len(words.split()) + 1)]
    assert "1862/II.8/" in page.words
    for word in ("MLA", "Chicago", "@incollection{", "TY  - CHAP", '"type": "chapter"', "Carroll, Lewis."):
        assert word in page.words
    files = [link for link in page.links if link.startswith("data:")]
    assert len(files) == 3
    assert "ER  - " in unquote(files[1])
    assert "http-equiv" not in page.html
    assert hashlib.sha256(words.encode()).hexdigest() in page.words


def test_every_thing_on_a_page_offers_its_citation(made: Made) -> None:
    """Beside each clause, reading, case and step stands a link to its citations, and it leads there."""
    for name, ids in (
        ("edition/1862/rule-2", ["1862/II.8/", "1862/Ace-in-Sequence/", "1862/case-"]),
        ("edition/1862/trick", ["1862/step-1"]),
        ("edition/castle-croquet-1866/turn", ["castle-croquet-1866/turn-"]),
        ("edition/comparison/words", ["1860-1862/row-III.13--II.9/"]),
        ("edition/comparison/partings", ["1860-1862/parting-row-"]),
    ):
        links = made.page(name).links
        for id in ids:
            (link, *_) = [
                link for link in links if link.startswith(f"../../{id}") and link.endswith("/index.html#cite")
            ]
            landing = Page((made.out / "edition" / "x" / link.partition("#")[0]).resolve().read_text("utf-8"))
            assert "cite" in landing.ids


def test_every_page_can_be_cited(made: Made) -> None:
    """Each page says how it is cited, of which version it is, and the digest of the text that it rests on."""
    digest = hashlib.sha256((ROOT / "corpus" / "1862" / "text.txt").read_bytes()).hexdigest()
    for name, page in made.pages().items():
        if name in ("search.html", "genindex.html"):
            continue
        assert 'class="cite-this"' in page.html, name
        cited = Page((made.out / "cite" / name).read_text("utf-8")).words
        assert all(word in cited for word in ("court-circular:", *FORMATS)), name
        assert f"version {__version__}" in page.words, name
        if name.startswith("edition/1862/"):
            assert digest in page.html, name


def metadata(page: Page) -> dict[str, str]:
    """Read what the head of a page tells programs."""
    return dict(re.findall(r'<meta (?:name|property)="([^"]*)" content="([^"]*)">', page.html))


def test_zotero_takes_an_item_from_every_page(made: Made) -> None:
    """By the rules of Zotero's translator for embedded metadata.

    `citation_book_title` makes it a part of a book, with `citation_title`, `citation_author`, the date, publisher,
    language and address from their Highwire tags.  A name without a comma would be split, so that a body is no author.
    """
    for name, page in made.pages().items():
        if name in ("search.html", "genindex.html", "index.html"):
            continue
        found = metadata(page)
        assert found["citation_book_title"].startswith("Lewis Carroll’s Rules of Games"), name
        assert found["citation_title"], name
        assert found["citation_publisher"] == "The editors of Court Circular", name
        assert re.fullmatch(r"\d{4}/\d\d/\d\d", found["citation_publication_date"]), name
        assert found["citation_language"], name
        assert "," in found.get("citation_author", ","), name
    rule = metadata(made.page("edition/1862/rule-2"))
    assert rule["citation_author"] == "Carroll, Lewis"
    assert rule["citation_title"] == "Rules for Court Circular: Rule II"
    assert "citation_author" not in metadata(made.page("edition/1862/readings"))
    assert "citation_author" not in metadata(made.page("edition/court/rule-1"))


def test_pages_describe_themselves_in_other_vocabularies(made: Made) -> None:
    """Dublin Core, OpenGraph and schema.org: an article, a set of data, a game."""
    kinds = {"edition/1862/rule-2": "ScholarlyArticle", "edition/in-play": "Dataset", "edition/1862/index": "Game"}
    for name, kind in kinds.items():
        page = made.page(name)
        found = metadata(page)
        assert found["DC.title"] == found["og:title"] == found["citation_title"]
        assert found["DC.rights"] == "https://creativecommons.org/licenses/by/4.0/"
        (data,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page.html)
        item = json.loads(data)
        assert item["@type"] == kind
        assert item["version"] == __version__
    assert item["name"] == "Court Circular"


def test_without_an_address_none_is_invented(made: Made) -> None:
    """A copy that was made without an address on the web names none."""
    for name in ("edition/1862/rule-2", "index"):
        found = metadata(made.page(name))
        assert "citation_public_url" not in found
        assert "og:url" not in found
        assert "canonical" not in made.page(name).html


def test_a_screen_reader_says_what_is_cited_in_words() -> None:
    """A clause by its number, rows, steps and readings without the signs of an address."""
    said = {
        "II.8": "II.8",
        "row-I.1_I.2--II.1": "row I.1, I.2 and II.1",
        "row-none--H.2": "row H.2",
        "Ace-in-Sequence": "Ace in Sequence",
    }
    assert {id: spoken(id) for id in said} == said
