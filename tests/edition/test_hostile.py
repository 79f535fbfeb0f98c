"""Malicious or damaged links and records: none runs, each gets a message, and the page still works."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any
from urllib.parse import urlencode

import pytest

from cc_dsl import load
from cc_dsl.engine.game import Game
from cc_dsl.players.computers import computers
from cc_dsl.players.seats import play_out
from cc_dsl.table import record
from tests.browser.acting import act, judged, reader, verdict
from tests.edition.conftest import Made
from tests.edition.test_playing import CASE, RULE

pytestmark = pytest.mark.slow


def packed(text: str) -> str:
    made = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(made.compress(text.encode()) + made.flush()).decode().rstrip("=")


def to_try(**carried: Any) -> str:
    """Return the part of an address that carries a position of the worked case."""
    return "#" + urlencode({"try": CASE, **carried}, doseq=True)


POSITIONS = {
    to_try(lead="<img src=x onerror=alert(1)>", side="javascript:alert(1)", e0="../../etc"): "There is no edition",
    to_try(lead="9" * 100_000): "9999",
    to_try(e0="1862", e1="constructor", r1="__proto__:y"): "There is no edition “constructor”",
    to_try(e0="1862", r0=["__proto__:y", "x" * 5000 + ":z"]): "x",
}
"""Links to a position, and a word of the answer; where there is none, the verdict is given."""


def test_links_to_positions_that_mean_harm_do_none(browser: Any, edition: Made) -> None:
    """They are text; one after another is opened in the same page, and at last the printed cards are judged."""
    with reader(browser) as page:
        page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
        page.goto((edition.out / RULE).as_uri() + "#try=__proto__&lead=1")
        for link, said in POSITIONS.items():
            page.evaluate("link => { location.hash = link }", link)
            page.get_by_text("This link contains a position.").wait_for()
            page.keyboard.press("Enter")
            trial = page.locator(".try-it.is-open").first
            page.wait_for_function(
                "said => { const one = document.querySelector('.try-it.is-open');"
                " return one && (one.querySelector('.live-refusal') || (!said && one.querySelector('.live-told'))) }",
                arg=said,
            )
            assert said in trial.inner_text(), link[:100]
            assert page.locator("img[src=x]").count() == 0
            assert page.faults == [], link[:100]
        page.evaluate("link => { location.hash = link }", to_try(e0="../../etc"))
        page.get_by_text("This link contains a position.").wait_for()
        page.keyboard.press("Enter")
        trial = page.locator(f".try-it.is-open[data-try*='{CASE}']")
        trial.locator(".live-refusal").wait_for()
        trial.get_by_role("button", name="As printed").click()
        page.wait_for_function("one => !one.querySelector('.live-refusal')", arg=trial.element_handle())
        judged(trial)
        assert verdict(trial)["winner"] == "player 2", "the reader has a way back"
        evaluated = page.evaluate(
            "(() => { const one = document.createElement('script'); one.textContent = 'window.harm = 1';"
            " document.body.append(one); return window.harm || 0 })()"
        )
        assert evaluated == 0
        assert json.dumps(page.faults).count("Content Security Policy") == len(page.faults) == 1


def by_hand(kept: str, before: str, after: str) -> str:
    """Return a record that somebody has changed, and that says so."""
    lines = kept.replace(before, after).rstrip("\n").split("\n")
    lines[-2] = "written by hand"
    return "\n".join(lines) + "\n"


def test_records_that_are_spoilt_are_refused_in_words(browser: Any, edition: Made) -> None:
    """Those that a link carries; a record of another game leads to its page; then a game is played all the same."""
    whole = {}
    for name, seats in (("1862", 2), ("1860", 2)):
        game, players = Game(load(name).rules, seed=4), ["random"] * seats
        play_out(game, computers(players, 4))
        whole[name] = record.write(game.record(players))
    own = whole["1862"]
    games = {
        "!!!***": "cannot be read",
        packed(own)[:200]: "cannot be read",
        packed(""): "cannot read this record",
        packed("\0" * 100): "cannot read this record",
        packed("a" * 5_000_000): "too long",
        packed(by_hand(own, "random,random", "<img src=x onerror=alert(1)>,random")): "There is no player “<img",
        packed(by_hand(own, "edition 1862", "edition __proto__")): "There is no edition “__proto__”",
        packed(by_hand(own, "seed 4", "seed " + "9" * 5000)): "is not a seed",
        packed(by_hand(own, "random,random", ",".join(["human"] * 5000))): "not for 5000",
        packed(whole["1860"]): "This is a game of Court Circular (1860).",
    }
    with reader(browser, 390) as page:
        page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
        page.goto((edition.out / "edition/1862/play.html").as_uri())
        for link, said in games.items():
            page.evaluate("game => { location.hash = `game=${game}` }", link)
            page.get_by_role("button", name="Open the game in this link").click()
            refused = page.locator(".live-refusal")
            refused.wait_for()
            assert said in refused.inner_text()
            assert page.locator("img[src=x]").count() == 0
            assert page.faults == [], said
        act(page, lambda: page.get_by_role("button", name="Play", exact=True).click())
        assert page.locator(".live-slot.legal").count() == 6
