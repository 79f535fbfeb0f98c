"""The pages of the edition: they are as reviewed, every link has a target, and each page works without the others.

Text, ids and links of a page are compared with `tests/golden/pages`; the other tests cover what those files omit.
"""

from __future__ import annotations

import base64
import hashlib
import json
import posixpath
import re
import tomllib
import zlib
from collections import Counter
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from cc_dsl.edition_model.imprint import load_publication
from tests.edition.conftest import ROOT, Made, Page, assert_same_files
from tests.golden.commands import HERE
from tests.golden.pages import shown_pages
from tests.golden.record import difference

OTHERS = ("search.html", "genindex.html")
FURNITURE, HEAVIEST = 16_000, 300_000
"""Bytes that the frame of a page may take, and a whole page; beside a decision 8,000 of the frame list all of them."""
OWN = re.compile(r"<article>.*</article>", re.DOTALL)
STYLE = (ROOT / "cc_dsl" / "edition" / "static" / "edition.css").read_text("utf-8")


@pytest.fixture(scope="module")
def pages(made: Made) -> dict[str, Page]:
    return made.pages()


@pytest.mark.slow
def test_pages_are_those_that_were_reviewed(made: Made) -> None:
    now = shown_pages(made.out)
    before = {path.relative_to(HERE).as_posix() for path in HERE.glob("pages/**/*.txt")}
    changed = [text for name in sorted({*before, *now}) if (text := difference(name, now.get(name, "")))]
    assert not changed, f"{len(changed)} pages differ\n" + "\n".join(changed)[:100_000]


@pytest.mark.exhaustive
def test_same_corpus_gives_the_same_edition(made: Made, tmp_path: Path) -> None:
    """Made twice, the whole edition is the same to the byte; test_build.py sees the same of a short one."""
    assert made.make(tmp_path / "again", in_parallel=True).returncode == 0
    assert_same_files(made.out, tmp_path / "again")


# -------------------------------------------------------------------------------------------- every page


def ids_at(made: Made, pages: dict[str, Page], path: str) -> list[str] | None:
    """Return the ids at a path: of a page, of one at a short address, or none of a file; None if nothing is there."""
    if path in pages:
        return pages[path].ids
    file = made.out / path
    if not file.is_file():
        return None
    return Page(file.read_text("utf-8")).ids if file.suffix == ".html" else []


FAULTS = re.compile(r"\w\.\.(?![./\w])|: :|(?<![\w./])(?:Www\.|Https?:)")
"""A sentence that ends in two full stops, a label without its words, or an address with a capital."""


def test_sentences_end_in_one_full_stop_and_addresses_have_no_capital(pages: dict[str, Page]) -> None:
    faults = (
        (name, page.words, found.start()) for name, page in pages.items() for found in FAULTS.finditer(page.words)
    )
    assert [(name, words[max(0, start - 40) : start + 25]) for name, words, start in faults] == []


def test_links_lead_somewhere(made: Made, pages: dict[str, Page]) -> None:
    broken = []
    for name, page in pages.items():
        for link in page.links:
            path, _, id = link.partition("#")
            if re.match(r"[a-z]+:", link) or name in OTHERS:
                continue
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            ids = ids_at(made, pages, target)
            if ids is None or (id and unquote(id) not in ids):
                broken.append((name, link))
    assert broken == []


def test_ids_are_unique_and_popovers_have_their_buttons(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        assert [id for id, times in Counter(page.ids).items() if times > 1] == [], name
        assert {*page.popover_targets} == {*page.popovers}
    assert pages["edition/1862/rule-2.html"].popovers


def test_no_page_fetches_from_elsewhere_or_is_too_heavy(made: Made, pages: dict[str, Page]) -> None:
    """Pages and styles use only files beside them, the frame is a few thousand bytes, and long pages have an end."""
    for name, page in pages.items():
        assert [link for link in page.fetched if re.match(r"(?:[a-z]+:)?//", link)] == [], name
        whole, own = len(page.html.encode()), len(OWN.findall(page.html)[0].encode())
        assert whole <= HEAVIEST, name
        assert whole - own <= FURNITURE, name
    assert not re.search(r"@import|url\(", STYLE)
    assert (made.out / "_static" / "edition.css").read_text("utf-8") == STYLE


def test_pages_allow_no_script_but_those_of_the_site(pages: dict[str, Page]) -> None:
    """The policy stands in every page before its scripts, and the one script inside pages is allowed by its digest."""
    for name, page in pages.items():
        policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page.html)
        assert policy is not None, name
        assert "unsafe-inline" not in policy[1].partition("style-src")[0]
        assert "'unsafe-eval'" not in policy[1]
        for inline in re.findall(r"<script>(.*?)</script>", page.html, re.DOTALL):
            digest = base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in policy[1], name
        assert " onclick=" not in page.html


def test_every_page_has_a_title_of_its_own_and_is_described(made: Made, pages: dict[str, Page]) -> None:
    own = {name: page.html for name, page in pages.items() if name not in OTHERS}
    titles = Counter(html.split("<title>")[1].split("</title>")[0] for html in own.values())
    assert [title for title, count in titles.items() if count > 1] == []
    described = {name: re.findall(r'<meta name="description" content="([^"]*)">', html) for name, html in own.items()}
    assert [name for name, found in described.items() if len(found) != 1 or not found[0]] == []
    rule = "edition/1862/rule-5.html"
    assert described[rule][0].startswith("When only 3 cards remain to be dealt, they are turned up, and each plays")
    assert 'rel="icon" type="image/svg+xml" href="../../_static/favicon.svg' in own[rule]
    assert (made.out / "_static" / "favicon.svg").exists()


def test_bar_heading_title_and_citation_say_the_same_name(pages: dict[str, Page]) -> None:
    html = pages["index.html"].html
    patterns = (r"<h1>(.*?)<", r'class="sidebar-brand"[^>]*>([^<]*)<', r"<title>([^<]*)<", r"<cite>([^<]*)</cite>")
    assert [re.findall(pattern, html)[0] for pattern in patterns] == [load_publication().title] * 4


def part(page: Page, begin: str, end: str) -> str:
    """Return the part of a page from one stretch of HTML to another."""
    return page.html.split(begin)[1].split(end)[0]


def test_lists_beside_pages_are_of_their_own_part(made: Made, pages: dict[str, Page]) -> None:
    """Of the edition at hand alone; pages about the program have a list of their own, and no search finds them."""
    lists = {
        name: part(pages[f"{name}.html"], 'class="sidebar-tree"', "</nav>")
        for name in ("edition/1862/rule-2", "internals/lawn")
    }
    side, making = lists.values()
    assert all(link in side for link in ('href="rule-4.html"', "../1860/index.html"))
    assert not any(link in side for link in ("../1860/rule-4.html", "internals/", "decisions/"))
    assert 'href="architecture.html"' in making
    assert "1862" not in making
    trails = [part(pages[f"{name}.html"], 'class="breadcrumb"', "</nav>") for name in lists]
    assert [re.findall(r'href="([^"]*)"', trail) for trail in trails] == [
        ["../../index.html", "index.html"],
        ["../index.html", "index.html"],
    ]
    assert all('aria-label="' in trail for trail in trails)
    found = (made.out / "_static" / "search-data.js").read_text("utf-8")
    assert "edition/1862/rule-2.html" in found
    assert not any(part in found for part in ("internals/", "decisions/"))


def test_inventory_names_clauses_and_readings(made: Made) -> None:
    """Other projects can refer to a clause by its full id."""
    data = (made.out / "objects.inv").read_bytes()
    listed = zlib.decompress(data.split(b"\n", 4)[4]).decode("utf-8")
    assert re.search(r"^1862\.II\.8 rules:clause 1 edition/1862/rule-2\.html#\S+ ", listed, re.MULTILINE)
    assert re.search(r"^1862\.who-picks rules:reading ", listed, re.MULTILINE)


# ------------------------------------------------------------------------------------- how things are set


def test_style_wraps_code_and_tells_differences_without_colour() -> None:
    """On a narrow screen code wraps and tables become lists; what one side has alone is underlined, each otherwise."""
    assert all(rule in STYLE for rule in ("white-space: pre-wrap", "overflow-wrap: anywhere", "grid-template-areas"))
    for tag, line in (("del", "dotted"), ("ins", "solid")):
        assert line in re.findall(rf"(?m)^\.compared {tag} \{{([^}}]*)\}}", STYLE)[0]


def test_lines_titles_and_tables_of_the_print_are_set_as_printed(pages: dict[str, Page]) -> None:
    """Only titles and dates are centred: the letter before the Rules of Lanrick and the notes of croquet are prose."""
    table = part(pages["edition/1860/text.html"], ">VIII.4<", ">VIII.8<")
    assert table.count("<br>") == 3
    for edition in ("lanrick-1880", "castle-croquet-1863", "castle-croquet-1866", "croquet-castles-1863"):
        html = pages[f"edition/{edition}/text.html"].html
        centred = re.findall(r'<p class="[^"]*\bapart\b.*?</p>', html, re.DOTALL)
        assert {id for one in centred for id in re.findall(r'id="at-[^"]*\.([A-Z]+)\.\d+', one)} <= {"T", "D"}
        assert centred
        assert ('<table class="printed running-table' in html) == ("croquet" in edition)


def test_drawings_of_a_lawn_are_styled(pages: dict[str, Page]) -> None:
    """A lawn is dark where the page is: its parts have classes that the style names."""
    drawn = pages["edition/castle-croquet-1866/turn.html"].html
    for name in ("lawn", "iron", "lawn-names"):
        assert f'class="{name}"' in drawn
        assert f".ground-drawing .{name}" in STYLE


def test_text_shows_every_variant_of_its_apparatus(pages: dict[str, Page]) -> None:
    """Below the text stands each entry of apparatus.toml, with what each witness has; at first it is hidden."""
    for name in ("1860", "1862"):
        html = pages[f"edition/{name}/text.html"].html
        foot = part(pages[f"edition/{name}/text.html"], 'class="foot-apparatus"', "<section")
        variants = tomllib.loads((ROOT / "corpus" / name / "apparatus.toml").read_text("utf-8"))["variant"]
        assert foot.count('class="lemma"') == len(variants)
        assert foot.count('class="siglum"') >= sum(len(one["readings"]) for one in variants)
        assert re.search(r'<input [^>]*id="view-apparatus"[^>]*>', html)
        assert 'class="lemma-place"' in html


def test_each_row_of_a_comparison_marks_what_differs_and_knows_its_verdict(pages: dict[str, Page]) -> None:
    """Without what one side has alone, both sides are the same words; a verdict has a choice with its rows counted."""
    html = pages["edition/comparison/words.html"].html
    for row in (one.split("</section>")[0] for one in html.split(' id="row-')[1:]):
        sides = re.findall(r'<p class="printed"[^>]*>(.*?)</p>', row, re.DOTALL)
        if len(sides) == 2:
            assert "<ins>" not in sides[0]
            assert "<del>" not in sides[1]
            one, other = (re.sub(r"<(del|ins|sup).*?</\1>|<[^>]+>", "", side, flags=re.DOTALL) for side in sides)
            assert "".join(one.split()) == "".join(other.split()), row[:40]
    choices = re.findall(r'id="rows-(\d)"[^>]*> ([^<(]*) \((\d+)\)', html)
    placed = Counter(re.findall(r'class="clause rows-(\d)" id="row-', html))
    assert {place: int(count) for place, _, count in choices} == {key: placed[key] for key in placed if key != "0"}
    assert len(choices) > 3


# ------------------------------------------------------------------------------------ what scripts begin with


def test_places_to_try_and_to_play_hold_their_pieces(pages: dict[str, Page]) -> None:
    """A case begins with its cards, a reading with two answers, a table with its seats; other pages load no script."""

    def begun(name: str, kind: str) -> dict[str, dict[str, Any]]:
        found = re.findall(rf'data-{kind}="([^"]*)"', pages[f"edition/1862/{name}.html"].html)
        return {one.get("id", ""): one for one in map(json.loads, map(unescape, found))}

    printed = begun("rule-4", "try")["1862-case-equal-Lines-one-card"]
    assert printed["given"] == {"lead": "9S", "side": ["5H 5D 5C", "JD JC JS"]}
    assert printed["others"]["1860"]["keys"] == ["winner", "takes"]
    reading = begun("rule-2", "try")["1862-reading-Ace-in-Sequence"]
    assert (reading["edition"], reading["readings"]) == ("1862", {})
    assert reading["beside"]["readings"] == {"Ace-in-Sequence": "round-the-corner"}
    assert [one["seats"] for one in begun("play", "game").values()] == [[2, 2]]
    assert "live/try.js" in pages["edition/1862/rule-4.html"].html
    assert "live/try.js" not in pages["downloads.html"].html
    opening = part(pages["index.html"], 'class="opening"', 'class="doors"')
    assert opening.count('class="figure-piece"') == 7
    assert opening.count("data-live=") == 1
    assert '"offer": "Try this trick"' in unescape(opening)
