"""The edition with the engine, in Firefox: a script judges a trick, changes a reading, and plays and saves a game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cc_dsl import load
from cc_dsl.engine.game import replay
from cc_dsl.table import record
from tests.browser import firefox
from tests.edition.conftest import Made
from tests.edition.test_playing import CASE
from tests.needed import lacking

pytestmark = pytest.mark.slow

READY = "document.querySelector('.try-it.is-open')?.getAttribute('aria-busy') === 'false'"
TOLD = """Object.fromEntries([...document.querySelectorAll('.try-it.is-open .live-told')]
  .map(row => [row.querySelector('dt').innerText, row.querySelector('dd').innerText]))"""

SHOWN = "document.querySelector('.live-asked:not([data-seen])')"
SEVERAL = "Number([...document.querySelectorAll('.live-asked h2')].map(one => /\\d+|$/.exec(one.innerText)[0])[0])"
"""How many cards are to be picked, where more than one is."""
GO_ON = "[...document.querySelectorAll('.live-open')].some(one => one.innerText === 'Go on')"
"""Whether a finished figure lies on the table until the reader goes on."""
ENDED = "[...document.querySelectorAll('.live-log li')].some(one => /\\bthe trick\\b/.test(one.innerText))"
PICKED = 13
"""The seed of a deal whose first trick ends with a choice of several cards, if the first legal cards are played."""


@contextmanager
def reading(made: Made, downloads: Path) -> Iterator[firefox.Reader]:
    """Open Firefox for a reader of an edition that plays; say what is missing, if either is."""
    if firefox.firefox() is None:
        lacking("Firefox", firefox.REMEDY)
    if not (made.out / "_static" / "engine" / "circular.pack.0.js").exists():
        lacking("The package pyodide", "The build says why; npm fetches it.")
    with firefox.reading(downloads) as reader:
        yield reader


def play_a_trick(reader: firefox.Reader) -> None:
    """Click the first legal card at each question until a trick has ended and the cards are taken."""
    while (several := reader.evaluate(SEVERAL)) or not reader.evaluate(ENDED):
        reader.evaluate("document.querySelector('.live-asked').dataset.seen = 'yes'")
        for _ in range(several or 1):
            reader.click(reader.first(".live-slot.legal:not([aria-pressed='true'])"))
        if several:
            reader.click(reader.button(f"Play these ({several} of {several})"))
        reader.wait_for(f"{SHOWN} || {GO_ON}")
        if reader.evaluate(GO_ON):
            reader.click(reader.button("Go on"))
            reader.wait_for(SHOWN)


def test_a_reader_tries_and_plays_in_firefox(made: Made, tmp_path: Path) -> None:
    """From files: a worked case is judged, by another answer too; a trick is played; the terminal reads the record."""
    with reading(made, tmp_path) as reader:
        reader.open((made.out / "edition/1862/rule-4.html").as_uri())
        reader.click(reader.first(f".worked-cases:has([id='{CASE}']) > summary"))
        reader.click(reader.first(f"[id='{CASE}'] > summary"))
        reader.click(reader.button("Try it: A Trio that beats a Trio by the best card takes one card"))
        reader.wait_for(READY)
        told = reader.evaluate(TOLD)
        assert (told["winner"], told["takes"]) == ("player 2", "1")

        # Choose another answer by keyboard: focus the list and press the key for the next line.
        reader.evaluate("document.querySelector(\".live-choice option[value='the-values']\").parentElement.focus()")
        while reader.evaluate("document.activeElement.value") != "the-values":
            reader.press("\ue015")
        reader.wait_for(f"{READY} && ({TOLD}).takes === '6'")

        reader.open((made.out / "edition/1862/play.html").as_uri())
        reader.click(reader.first(".live-setup details:last-of-type summary"))
        reader.click(reader.first("[aria-label^='Seed']"))
        reader.press(*str(PICKED))
        reader.click(reader.button("Play"))
        reader.wait_for(SHOWN)
        play_a_trick(reader)
        reader.click(reader.button("Save"))
        found = record.read(reader.saved("circular-1862.record").read_text("utf-8"))
        assert replay(load("1862").rules, found).moves_made >= 3

        assert reader.faults == []
        assert [one[:80] for one in reader.requests if not one.startswith(("file:", "blob:", "data:"))] == []


WRITE = """(() => {{
  const area = document.querySelector({area!r})
  area.value = {words!r}
  area.dispatchEvent(new Event('input', {{bubbles: true}}))
}})()"""
CHANGED = "document.querySelector('.change-rule.is-open')?.getAttribute('aria-busy') === 'false'"
PROBLEMS = "document.querySelector('.live-problems').innerText"


@pytest.mark.exhaustive
def test_a_reader_writes_a_rule_in_firefox(made: Made, tmp_path: Path) -> None:
    with reading(made, tmp_path) as reader:
        reader.open((made.out / "edition/1862/rule-6.html").as_uri())
        reader.click(reader.button("Change this rule: VI.4"))
        reader.wait_for(f"{CHANGED} && /This can be played/.test({PROBLEMS})")
        area = ".change-rule.is-open textarea"
        printed = reader.evaluate(f"document.querySelector({area!r}).value")
        reader.evaluate(WRITE.format(area=area, words=printed.replace("his score is", "his scare is")))
        reader.wait_for(f"{CHANGED} && /Line \\d[^]*scare/.test({PROBLEMS})")
        reader.evaluate(WRITE.format(area=area, words=printed.replace("at least 5", "at least 7")))
        reader.wait_for(f"{CHANGED} && /This can be played/.test({PROBLEMS})")
        reader.click(reader.button("Judge"))
        reader.wait_for("document.querySelectorAll('.try-it.is-open .live-column h4').length === 2")
        assert "but “another VI.4”" in reader.evaluate(
            "[...document.querySelectorAll('.try-it.is-open .live-column h4')].map(one => one.innerText).join()"
        )
        assert reader.faults == []


FREE = "document.querySelectorAll('.live-front .live-card.free').length"
MEN = "document.querySelectorAll('.live-squares .live-man').length"
"""What tells of a move: the room of the cards that were taken, and the men on a board."""


@pytest.mark.exhaustive
def test_lines_are_taken_and_men_are_moved_in_firefox(made: Made, tmp_path: Path) -> None:
    with reading(made, tmp_path) as reader:
        reader.open((made.out / "edition/patience/play.html").as_uri())
        reader.click(reader.button("Play"))
        reader.wait_for(SHOWN)
        reader.click(reader.first(".live-asked .live-move"))
        reader.wait_for(f"{FREE} >= 1")
        free = reader.evaluate(FREE)
        reader.evaluate("location.reload()")
        reader.wait_for(f"document.readyState === 'complete' && {SHOWN} && {FREE} === {free}")

        reader.open((made.out / "edition/lanrick-1880/play.html").as_uri())
        reader.click(reader.button("Play"))
        reader.wait_for(SHOWN)
        reader.click(reader.button("the usual set-up"))
        reader.wait_for(f"{MEN} === 10")
        reader.click(reader.first(".live-square.legal:has(.side-0)"))
        reader.wait_for("document.querySelector('td.chosen .side-0')")
        reader.click(reader.first(".live-square.legal:not(:has(.live-man))"))
        reader.wait_for("/You move W/.test(document.querySelector('.live-log').innerText)")
        assert reader.faults == []
