"""The views of a text: alone, with its apparatus, as each witness has it, and beside the text it is compared with."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from tests.corpus.test_witnesses import kept
from tests.edition.conftest import Made, Page


def text_of(made: Made, edition: str) -> Page:
    return made.page(f"edition/{edition}/text")


def test_text_has_a_view_for_each_witness(made: Made) -> None:
    """1860 was compared with B and C, and 1862 with A1; the text alone is chosen."""
    for edition, sigla in (("1860", ["B", "C"]), ("1862", ["A1"])):
        html = text_of(made, edition).html
        choices = re.findall(r"<input (.*?)>\s*(.*?)</label>", html)
        assert [words for _, words in choices] == ["The text", "with its apparatus", *(f"as in {one}" for one in sigla)]
        assert ["checked" in given for given, _ in choices] == [True, *[False] * (len(choices) - 1)]


def test_witness_has_its_own_words_in_its_view(made: Made) -> None:
    """A1 of 1862 has “gives 6” where the copy-text has “and gives 6”, and no capitals for Trio; both are marked."""
    html = text_of(made, "1862").html
    own = html[html.index(">I.2<") : html.index(">I.3<")]
    assert '<span class="stretch not-w1">' in own
    assert '<span class="of-witness w1"><span class="varied">gives 6</span>' in own
    trio = html[html.index(">II.3<") : html.index(">II.4<")]
    assert '<span class="varied">Trio</span>' in trio


def test_what_was_not_seen_in_a_witness_is_not_claimed_for_it(made: Made) -> None:
    """B of 1860 breaks off in S2.10: the view of B has no words for what follows."""
    html = text_of(made, "1860").html
    last = html[html.index(">S2.12<") :]
    assert '<span class="of-witness w1"><span class="unseen">[…]</span></span>' in last


def test_text_without_a_second_witness_has_no_choice(made: Made) -> None:
    """Where one witness was found, there is nothing to choose, but the way to the texts compared."""
    html = text_of(made, "castle-croquet-1863").html
    assert 'type="radio"' not in html
    assert "beside Castle Croquet, 1866" in html


def test_texts_lead_to_each_other_clause_by_clause(made: Made) -> None:
    """A text leads to the same clause beside the other text, and from there back: both pages have the place."""
    text, words = text_of(made, "1862"), made.page("edition/comparison/words")
    places = {id for id in text.ids if id.startswith("at-1862.")}
    assert len(places) > 30
    assert places <= set(words.ids)
    assert any(link.startswith("../comparison/words.html#") for link in text.links)
    assert "../../edition/1862/text.html" in words.links


class Chosen(HTMLParser):
    """The running text of a page as it is seen with one view chosen: what the style hides is left out."""

    def __init__(self, html: str, view: str) -> None:
        """Read the text, without its clause numbers and without the signs of what is wanting or was not seen."""
        super().__init__(convert_charrefs=True)
        self.view = view
        self.words = ""
        self._open: list[bool] = []
        begin = html.index('class="running-text')
        self.feed(html[html.rindex("<", 0, begin) : html.index('class="foot-apparatus')])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Hide what the view hides, and what is in it."""
        if tag == "p" or tag == "br":
            self.words += " "
        if tag in ("br", "img", "input", "wbr"):
            return
        classes = (dict(attrs).get("class") or "").split()
        is_others = "of-witness" in classes and self.view not in classes
        is_sign = tag in ("svg", "sup") or "unseen" in classes
        self._open.append(f"not-{self.view}" in classes or is_others or is_sign)

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        if self._open and tag not in ("br", "img", "input", "wbr"):
            self._open.pop()

    def handle_data(self, data: str) -> None:
        """Gather what is seen."""
        self.words += "" if any(self._open) else data


@pytest.mark.parametrize(
    ("edition", "view", "pages", "until"),
    [("1860", "w1", ("B-page-1", "B-page-2"), "`resign',"), ("1862", "w1", ("A1",), "April, 1862")],
)
def test_view_of_a_witness_is_the_witness(
    made: Made, edition: str, view: str, pages: tuple[str, ...], until: str
) -> None:
    """“As in B” and “as in A1” are the documents, to the letter: their headings, marks and figure, and nothing else."""
    seen = " ".join(Chosen(text_of(made, edition).html, view).words.split())
    assert seen.endswith(until)
    assert seen == kept(edition, *pages)


def test_figure_that_a_witness_lacks_is_hidden(made: Made) -> None:
    """Only A of 1860 has the figure; A1 of 1862 has another legend, and the drawing is not shown for it."""
    assert '<div class="text-figure not-w1 not-w2' in text_of(made, "1860").html
    assert '<div class="text-figure not-w1' in text_of(made, "1862").html


def test_table_of_the_print_is_a_table(made: Made) -> None:
    """Of each ball it can be read which is the soldier's colour and which the sentinel's."""
    for edition, head, row in (
        ("castle-croquet-1863", ["Soldier.", "Sentinel."], ["Blue", "Light Blue"]),
        ("castle-croquet-1866", ["Castle.", "Soldier.", "Sentinel."], ["I.", "Blue", "Pink"]),
    ):
        tables = re.findall(r'<table class="printed running-table.*?</table>', text_of(made, edition).html, re.DOTALL)
        rows = [
            re.findall(r"<(?:th|td)[^>]*>(.*?)</(?:th|td)>", one, re.DOTALL)
            for table in tables
            for one in table.split("<tr")
        ]
        cells = [[re.sub(r"<sup.*?</sup>|<[^>]*>", "", cell, flags=re.DOTALL) for cell in row] for row in rows]
        assert head in cells
        assert row in cells


def test_only_titles_and_dates_are_centred(made: Made) -> None:
    """The letter before the Rules of Lanrick and the notes behind those of croquet are set as prose."""
    for edition in ("lanrick-1880", "castle-croquet-1863", "castle-croquet-1866", "croquet-castles-1863"):
        html = text_of(made, edition).html
        for centred in re.findall(r'<p class="[^"]*\bapart\b.*?</p>', html, re.DOTALL):
            assert set(re.findall(r'id="at-[^"]*\.([A-Z]+)\.\d+', centred)) <= {"T", "D"}
        assert re.search(r'<p class="[^"]*\bapart\b', html)
