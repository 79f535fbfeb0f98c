"""The views of a text: alone, with its apparatus, as each witness has it, and beside the text it is compared with."""

from __future__ import annotations

import re

from tests.edition.conftest import Made, Page


def text_of(made: Made, edition: str) -> Page:
    """Read the page of a text."""
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
    assert '<span class="of-witness w1 unseen">[…]</span>' in last


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
