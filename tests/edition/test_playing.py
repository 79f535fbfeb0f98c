"""The edition with the engine, in a browser: a script changes cards and plays a trick, and meets failures."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cc_dsl import load
from cc_dsl.engine.game import Game
from cc_dsl.players.computers import computers
from cc_dsl.players.seats import play_out
from cc_dsl.table import record
from tests import processes
from tests.browser import live, looking
from tests.browser.acting import act, blameless, go_on, judged, reader, served, unfold, verdict
from tests.browser.looking import SCRIPTS
from tests.edition.conftest import ROOT, Made

pytestmark = pytest.mark.slow

ANSWERED = "circular.engine.ask({ do: 'leave' })"
"""Waits until the engine has answered all that it was asked."""
RULE, CASE = "edition/1862/rule-4.html", "1862-case-equal-Lines-one-card"


@pytest.fixture(scope="module")
def rule_page(browser: Any, edition: Made) -> Iterator[Any]:
    """Open the page of rule IV of 1862 once: the engine starts once for what is tried on it."""
    with reader(browser, 1280) as page:
        page.goto((edition.out / RULE).as_uri())
        yield page


def opened_case(page: Any) -> Any:
    """Open the worked case; return the place where it is tried, wherever it stands now."""
    unfold(page, CASE)
    page.locator(f"[id='{CASE}']").get_by_role(
        "button", name="Try it: A Trio that beats a Trio by the best card takes one card"
    ).click()
    trial = page.locator(".try-it.is-open")
    trial.get_by_role("button", name="As printed").click()
    judged(trial)
    return trial


def test_as_printed_puts_back_both_sides_and_ends_a_search(rule_page: Any) -> None:
    """Also the second column, whatever was asked there; a search for a deal ends with it, or with the table."""
    page = rule_page
    assert page.locator(f"[id='{CASE}'] .try-it").text_content() == "Try it"
    assert not [address for address in page.requests if "/engine/" in address], "nothing is loaded before a click"
    trial = opened_case(page)
    printed = verdict(trial)
    beside = trial.get_by_label("Judge these cards twice")
    beside.select_option("1862")
    judged(trial, 2)
    choice = trial.locator(".live-column").nth(1).locator("select").filter(has=page.locator("[value='the-values']"))
    choice.first.select_option("the-values")
    judged(trial, 2)
    trial.get_by_role("button", name="As printed").click()
    judged(trial, 1)
    assert beside.input_value() == ""
    assert verdict(trial) == printed

    # With the same edition on both sides no deal differs, so the search runs until it is stopped.
    beside.select_option("1862")
    judged(trial, 2)
    page.evaluate(
        """() => {
          window.asked = 0;
          const ask = circular.engine.ask;
          circular.engine.ask = (message, ...rest) => {
            if (message.do === "differ") window.asked += 1;
            return ask(message, ...rest);
          };
        }"""
    )
    trial.get_by_role("button", name="Find a deal where they differ").click()
    page.wait_for_function("() => window.asked > 1")
    trial.get_by_role("button", name="Close").click()
    page.evaluate(ANSWERED)
    asked = page.evaluate("window.asked")
    page.evaluate(ANSWERED)
    assert page.evaluate("window.asked") == asked


def test_a_reader_changes_cards_and_answers_of_a_worked_case(rule_page: Any, edition: Made) -> None:
    """From a file, by mouse, by typing and by keyboard alone; the engine asks nobody for anything."""
    page = rule_page
    trial = opened_case(page)
    assert (verdict(trial)["winner"], verdict(trial)["takes"]) == ("player 2", "1")

    # Choose the answer of the contrast.
    choice = trial.get_by_label("What wins a trick between equal Lines")
    if choice.count() == 0:
        choice = trial.locator("select").filter(has=page.locator("option[value='the-values']")).first
    choice.select_option("the-values")
    judged(trial)
    page.wait_for_function("one => /takes6/.test(one.innerText.replace(/\\s/g, ''))", arg=trial.element_handle())
    assert verdict(trial)["takes"] == "6"
    blameless(page, ".try-it.is-open")

    # Side by side, the right column uses the default answer.
    trial.get_by_label("Judge these cards twice").select_option("1862")
    judged(trial, 2)
    assert (verdict(trial, 0)["takes"], verdict(trial, 1)["takes"]) == ("6 (differs)", "1 (differs)")
    trial.get_by_label("Judge these cards twice").select_option("1860")
    judged(trial, 2)
    assert trial.locator("h4").all_inner_texts() == ["Court Circular (1862)", "Court Circular (1860)"]
    blameless(page, ".try-it.is-open")

    # Choose a card by keyboard: Enter opens the list, Enter takes a card, and the focus returns.
    trial.get_by_label(re.compile("player 1’s side, 1 of 3")).focus()
    page.keyboard.press("Enter")
    page.locator("dialog").get_by_role("button", name="King of Hearts").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => /King of Hearts/.test(document.activeElement.getAttribute('aria-label'))")
    judged(trial, 2)
    assert trial.get_by_label(re.compile("player 1’s side, written")).input_value() == "KH 5D 5C"
    # Choose the same card for the other side, by mouse: the two cards are exchanged.
    trial.get_by_label(re.compile("player 2’s side, 1 of 3")).click()
    blameless(page, "dialog")
    page.locator("dialog").get_by_role("button", name="King of Hearts, now player 1’s side").click()
    judged(trial, 2)
    written = trial.locator(".live-typed")
    assert [one.input_value() for one in written.all()] == ["9S", "JD 5D 5C", "KH JC JS"]

    # Input that is not a card gives a message in words.
    written.first.fill("<b>Z9</b>")
    written.first.press("Enter")
    trial.locator(".live-refusal").first.wait_for()
    assert "“<B>Z9</B>”" in trial.locator(".live-refusal").first.inner_text().upper()
    assert trial.locator("b").count() == 0
    blameless(page, ".try-it.is-open")
    trial.get_by_role("button", name="As printed").click()
    page.wait_for_function("one => !one.querySelector('.live-refusal')", arg=trial.element_handle())
    judged(trial)

    # “A deal where the two differ” finds one.
    trial.get_by_label("Judge these cards twice").select_option("1860")
    judged(trial, 2)
    trial.get_by_role("button", name="Find a deal where they differ").click()
    trial.locator(".live-search p").wait_for()
    judged(trial, 2)
    assert trial.locator(".live-told.differs").count() >= 2
    shown = [verdict(trial, 0), verdict(trial, 1)]
    trial.get_by_role("button", name="Link").click()
    address = trial.locator(".live-link").get_attribute("href")

    assert looking.faults_of(page) == []
    assert [one for one in page.requests if not one.startswith(("file:", "blob:"))] == []

    # A link restores the position without starting anything.
    page.goto("about:blank")
    page.goto((edition.out / RULE).as_uri() + address)
    page.get_by_text("This link contains a position.").wait_for()
    assert page.evaluate("circular.engine.phase") == "idle"
    page.keyboard.press("Enter")
    trial = page.locator(".try-it.is-open")
    judged(trial, 2)
    assert [verdict(trial, 0), verdict(trial, 1)] == shown

    # The engine in the page gives the same results as the terminal.
    for name in live.EDITIONS:
        assert [*live.tricks_that_differ(page, name, 25, 0)] == []
        assert [*live.games_that_differ(page, name, 1, 3)] == []


def test_a_message_that_is_abandoned_before_its_turn_is_never_put(rule_page: Any) -> None:
    """The engine answers one message after another; whoever waits for an abandoned one is told so at once."""
    assert rule_page.evaluate(SCRIPTS["abandoned"]) == [["first", "last"], ["fulfilled", "AbortError", "fulfilled"]]


def test_a_reader_plays_a_trick_and_takes_the_game_along(browser: Any, edition: Made, tmp_path: Path) -> None:
    """On a telephone, from a plain server: a hint, a refusal, a move taken back, a trick to its end, a record."""
    with served(edition.out) as address, reader(browser, 390, "dark") as page:
        page.goto(f"{address}/edition/1862/play.html")
        page.get_by_text("Choose a deal").click()
        page.get_by_label(re.compile("^Seed")).first.fill("5")
        page.get_by_role("button", name="Play", exact=True).click()
        page.get_by_role("heading", name="Your move: play a card.").wait_for()

        page.get_by_role("button", name="Hint").click()
        page.get_by_text("I recommend").wait_for()
        blameless(page, ".live-play")
        page.get_by_label("Type a move").fill("2C")
        page.get_by_role("button", name="Why not?").click()
        refused = page.locator(".live-answer .live-refusal")
        refused.wait_for()
        assert "not have it" in refused.inner_text()
        blameless(page, ".live-play")
        assert (
            refused.get_by_role("link", name="clause I.4 of 1862").get_attribute("href").endswith("1862/I.4/index.html")
        )

        held = page.locator(".live-slot.legal").count()
        act(page, lambda: page.locator(".live-slot.legal").first.click())
        assert page.locator(".live-slot.legal").count() == held - 1
        act(page, lambda: page.get_by_role("button", name="Take back").click())
        assert page.locator(".live-slot.legal").count() == held
        # A double click is one move.
        act(page, lambda: page.locator(".live-slot.legal").first.dblclick())
        page.evaluate("circular.engine.ask({do: 'why', session: 'table 1'})")
        assert page.locator(".live-refusal").count() == 0
        while page.locator(".live-log").get_by_text("the trick with").count() == 0:
            act(page, lambda: page.locator(".live-slot.legal").first.click())
            go_on(page)
        assert looking.faults_of(page) == []
        page.get_by_role("button", name="Why?", exact=True).click()
        page.locator(".live-answer .live-steps").first.wait_for()
        blameless(page, ".live-play")

        page.get_by_role("button", name="Link").click()
        link = page.locator(".live-link").evaluate("one => one.href")
        with page.expect_download() as download:
            page.get_by_role("button", name="Save").click()
        blameless(page, ".live-play")
        kept = tmp_path / "kept.record"
        download.value.save_as(kept)
        whynot = processes.run(
            [sys.executable, "-m", "cc_dsl", "whynot", "1862", "2C", "--record", str(kept)], cwd=ROOT, text=True
        )
        assert whynot.returncode == 1, whynot.stderr

        # A computation that takes too long is stopped, and the game continues from its record.
        said = page.evaluate(
            "circular.engine.ask({do: 'hint', session: 'table 1'}, {seconds: 0.001}).catch(error => error.message)"
        )
        assert "was stopped" in said
        legal = page.locator(".live-slot.legal").first
        act(page, lambda: legal.click() if legal.count() else page.locator(".live-move").first.click())

        # The link contains the whole game.
        page.goto("about:blank")
        page.goto(link)
        page.get_by_role("button", name="Open the game in this link").click()
        page.get_by_text("the trick with").first.wait_for()
        assert [one for one in page.requests if not one.startswith((address, "blob:", "about:"))] == []


def test_an_interrupted_download_can_be_tried_again(browser: Any, edition: Made) -> None:
    """What has arrived is kept; after the line is back the rest is fetched, and the engine starts."""
    with served(edition.out) as address, reader(browser) as page:
        broken = re.compile(r"python_stdlib\.zip\.1\.js")
        page.route(broken, lambda route: route.abort())
        page.goto(f"{address}/edition/1862/play.html")
        page.get_by_role("button", name="Play", exact=True).click()
        page.get_by_text("The download of the engine was interrupted.").wait_for()
        page.faults.clear()  # the browser reports the failed download
        blameless(page, ".live-play")
        page.unroute(broken)
        page.requests.clear()
        page.get_by_role("button", name="Try again").click()
        page.wait_for_function("() => ['starting', 'ready'].includes(circular.engine.phase)")
        fetched = {one.rpartition("/")[2].partition("?")[0] for one in page.requests if "/engine/" in one}
        assert "python_stdlib.zip.1.js" in fetched
        assert "circular.pack.0.js" not in fetched


def test_a_browser_that_keeps_nothing_plays(browser: Any, edition: Made, tmp_path: Path) -> None:
    """As in a private window, where every store of the browser may be closed: the engine needs none.

    A game that the terminal has recorded is opened from a file, and shown to its end.
    """
    kept = tmp_path / "patience.record"
    game = Game(load("patience").rules, seed=4)
    play_out(game, computers(["random"], 4))
    kept.write_text(record.write(game.record(["random"])), "utf-8")
    closed = "".join(
        f"Object.defineProperty(window, '{store}', {{get() {{ throw new DOMException('closed', 'SecurityError') }}}});"
        for store in ("localStorage", "sessionStorage", "indexedDB", "caches")
    )
    with reader(browser, 390) as page:
        page.add_init_script(closed)
        page.goto((edition.out / "edition/patience/play.html").as_uri())
        # Choose another answer to an open question; the game follows it.
        page.get_by_text("Other answers to the open questions").click()
        page.locator(".live-choice select").first.select_option(index=1)
        page.get_by_role("button", name="Play", exact=True).click()
        page.get_by_role("heading", name="Your move").wait_for()
        assert page.get_by_text("This game is played with other answers to open questions.").count() == 1
        page.get_by_role("button", name="New game").click()
        page.get_by_text("Choose a deal, or open a recorded game").click()
        page.get_by_label("Record").set_input_files(kept)
        page.get_by_role("heading", name="The game is over.").wait_for()
        assert page.locator(".live-ending").get_by_text(str(game.result["rating"])).count() == 1
        assert looking.faults_of(page) == []


LACKING = {
    "delete window.WebAssembly": "This browser does not support WebAssembly",
    "delete window.DecompressionStream": "This browser is too old",
    "": "built without the engine",
}


@pytest.mark.parametrize("missing", LACKING)
def test_whoever_cannot_run_it_is_told_so(browser: Any, edition: Made, missing: str) -> None:
    """An old browser, or a copy without the engine: the page stays as it is, with a sentence."""
    absent = 'circularManifest({"absent": "This copy of the edition was built without the engine."})'
    with served(edition.out) as address, reader(browser) as page:
        if missing:
            page.add_init_script(missing)
        else:
            page.route("**/manifest.js*", lambda route: route.fulfill(body=absent, content_type="text/javascript"))
        page.goto(f"{address}/edition/1862/play.html")
        page.get_by_role("button", name="Play", exact=True).click()
        page.get_by_text(LACKING[missing]).wait_for()
        assert page.get_by_role("button", name="Try again").count() == 0


def test_a_reader_changes_a_rule(browser: Any, edition: Made) -> None:
    """What is written is checked as it is typed, judged, counted and carried by a link."""
    with reader(browser, 1280) as page:
        page.goto((edition.out / "edition/1862/rule-6.html").as_uri())
        page.get_by_role("button", name="Change this rule: VI.4").click()
        place, busy = page.locator(".change-rule.is-open"), "one => one.getAttribute('aria-busy') === 'false'"
        area = place.get_by_role("textbox", name="The sentences of rule VI.4")
        area.wait_for()
        page.wait_for_function(busy, arg=place.element_handle())
        printed = area.input_value()
        assert "at least 5" in printed
        problems = place.locator(".live-problems")
        assert "This can be played" in problems.inner_text()

        area.fill(printed.replace("his score is", "his scare is"))
        page.wait_for_function(busy, arg=place.element_handle())
        assert re.search(r"Line \d", problems.inner_text())
        assert "scare" in problems.inner_text()
        problems.get_by_role("button", name=re.compile("Line")).click()
        assert "scare" in area.evaluate("one => one.value.slice(one.selectionStart, one.selectionEnd)")
        assert place.get_by_role("button", name="Judge").is_disabled()
        blameless(page, ".change-rule.is-open")

        area.fill(printed.replace("at least 5", "at least 7"))
        page.wait_for_function(busy, arg=place.element_handle())
        assert looking.faults_of(page) == []

        place.get_by_role("button", name="Judge").click()
        page.locator(".try-it.is-open .live-column").nth(1).wait_for()
        trial = page.locator(".try-it.is-open")
        assert "but “another VI.4”" in trial.locator(".live-column h4").nth(1).inner_text()
        judged(trial, 2)
        place.locator(".live-actions").first.get_by_role("button", name="Link").click()
        link = place.get_by_role("link", name="link to this change").evaluate("one => one.href")
        page.goto("about:blank")
        page.goto(link)
        page.get_by_role("button", name="Change this rule: VI.4").click()
        area.wait_for()
        assert "at least 7" in area.input_value()
