"""Every game in the page, in a browser: newcomers are guided, people share a screen, croquet is told and watched."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser import looking
from tests.browser.acting import act, blameless, fitted, press, reach
from tests.browser.looking import Mode
from tests.edition.conftest import Made

pytestmark = pytest.mark.slow
CHOICE = ".live-slot.legal:not([aria-pressed='true']), .live-asked .live-move"
"""What may be chosen at a table, and is not chosen yet."""
LABELS = "found => found.map(one => one.getAttribute('aria-label').split(',')[0])"
"""The names of cards."""


def begun(page: Any, edition: Made, name: str) -> Any:
    """Open the page where a game is played."""
    page.goto((edition.out / f"edition/{name}/play.html").as_uri())
    return page


@pytest.mark.parametrize(("name", "by_keyboard"), [("1862", False), ("1860", True), ("patience", False)])
def test_a_newcomer_finishes_a_first_trick(browser: Any, edition: Made, name: str, by_keyboard: bool) -> None:
    """By doing what the guide says, and reading nothing else: what is marked is chosen until the guide ends."""
    with looking.opened(browser, Mode(390)) as opened:
        page = begun(fitted(opened), edition, name)
        page.get_by_role("button", name="Play your first moves with a guide").click()
        guide, said = page.get_by_role("region", name="Guide"), []
        while not guide.get_by_role("button", name="Play on").count():
            guide.wait_for()
            said.append(guide.inner_text())
            blameless(page, ".live-play")
            before = guide.element_handle()
            several = page.get_by_role("button", name="Play these")
            wanted = int(re.findall(r"\d+|$", page.locator(".live-asked h2").inner_text())[0]) if several.count() else 1
            for _ in range(wanted):
                if by_keyboard:
                    reach(page, CHOICE)
                    page.keyboard.press("Enter")
                else:
                    page.locator(CHOICE).first.click()
            if several.count():
                several.press("Enter")
            page.wait_for_function("one => !one.isConnected", arg=before)
            assert len(said) < 12
        assert len(said) >= 2
        assert len({*said}) == len(said), "each note is new"
        # At the top, where the head of the page covers nothing.
        page.evaluate("scrollTo(0, 0)")
        assert looking.faults_of(page) == []
        guide.get_by_role("button", name="Play on").click()
        assert guide.count() == 0


def test_two_people_at_one_screen_do_not_see_each_others_cards(browser: Any, edition: Made) -> None:
    """Between their moves the table is covered; what stands in the page then shows no card."""
    with looking.opened(browser, Mode(390)) as opened:
        page = begun(fitted(opened), edition, "1862")
        page.get_by_label("Player 2:").select_option("human")
        page.get_by_role("button", name="Play", exact=True).click()
        page.get_by_role("button", name=re.compile("^I am player")).wait_for()
        held: set[str] = set()
        for player in (1, 2):
            assert page.locator(".live-card, .live-slot").count() == 0
            blameless(page, ".live-play")
            page.keyboard.press("Enter")
            page.locator(".live-asked").wait_for()
            assert page.locator(".live-slot.legal").count() == 6
            assert not held & {*page.locator(".live-slot, .live-card").evaluate_all(LABELS)}
            held = {*page.locator(".live-slot.legal .live-card").evaluate_all(LABELS)}
            assert page.locator(".live-log li").count() >= player - 1
            played = page.locator(".live-slot.legal").first
            held -= {*played.locator(".live-card").evaluate_all(LABELS)}
            played.click()
            page.locator(".live-asked").wait_for(state="detached")


@pytest.mark.parametrize("name", [pytest.param("court", marks=pytest.mark.exhaustive), "lanrick-1880"])
def test_every_other_game_begins_and_goes_on(browser: Any, edition: Made, name: str) -> None:
    """Its table is drawn without a fault, a move is made by the keyboard, and the focus comes to the next question."""
    with looking.opened(browser, Mode(390)) as opened:
        page = begun(fitted(opened), edition, name)
        act(page, lambda: page.get_by_role("button", name="Play", exact=True).click())
        blameless(page, ".live-play")
        reach(page, f"{CHOICE}, .live-square.legal")
        act(page, lambda: page.keyboard.press("Enter"))
        assert page.evaluate("document.activeElement.matches('.live-board h2')")
        blameless(page, ".live-play")


def click_at(page: Any, name: str) -> None:
    """Click on the drawn ground where something stands."""
    picture = page.locator(".live-ground-picture")
    left, top = picture.evaluate(
        "(one, name) => one.spots.filter(spot => spot.name === name).flatMap(({left, top}) => [left, top])", name
    )
    box = picture.bounding_box()
    picture.click(position={"x": left * box["width"], "y": top * box["height"]})


def test_a_reader_referees_croquet_and_watches_it(browser: Any, edition: Made) -> None:
    """What happened is clicked on the drawn ground, and refused where it cannot be; also with letters twice as big."""
    with looking.opened(browser, Mode(390)) as opened:
        page = begun(fitted(opened), edition, "castle-croquet-1866")
        page.get_by_role("button", name="Referee a game").click()
        page.get_by_role("heading", name="Blue is struck. What happens?").wait_for()
        click_at(page, "gate 1")
        blameless(page, ".live-play")
        act(page, lambda: page.get_by_role("button", name="Blue passes gate 1 outward").click())
        assert page.locator(".live-log").get_by_text("Blue now has to enter castle 2.").count() == 1
        page.get_by_role("button", name="List all that can happen").click()
        page.get_by_text("Ask why it does not count").click()
        page.get_by_role("button", name="Blue touches Black").click()
        refused = page.locator(".live-answer .live-refusal")
        refused.wait_for()
        assert refused.get_by_role("link", name="clause IV.6").count()
        act(page, lambda: page.get_by_role("button", name="Nothing more happened").click())
        act(page, lambda: page.get_by_role("button", name="stop", exact=True).click())
        assert page.get_by_role("row", name="Blue").get_by_text("castle 2").count()
        # At the top, where the head of the page covers no link.
        page.evaluate("scrollTo(0, 0)")
        assert looking.faults_of(page) == []
        act(page, lambda: page.get_by_role("button", name="Take back").click())
        page.get_by_role("button", name="stop", exact=True).wait_for()

        page.get_by_role("button", name="New game").click()
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert looking.faults_of(page, axe=False) == []
        act(page, lambda: page.get_by_role("button", name="Referee a game").click())
        click_at(page, "gate 1")
        page.get_by_role("button", name="Blue passes gate 1 outward").wait_for()
        blameless(page, ".live-play")

        page.get_by_role("button", name="New game").click()
        act(page, lambda: page.get_by_role("button", name="Watch a game on the simulated lawn").click())
        assert page.get_by_role("heading", name="Stroke 1 of").count() == 1
        act(page, lambda: page.get_by_role("button", name="Next").click())
        assert page.get_by_role("heading", name="Stroke 2 of").count() == 1
        blameless(page, ".live-play")


@pytest.mark.parametrize(
    "name", [pytest.param("castle-croquet-1863", marks=pytest.mark.exhaustive), "croquet-castles-1863"]
)
def test_croquet_is_told_and_watched_by_the_keyboard_alone(browser: Any, edition: Made, name: str) -> None:
    """A stroke is told, asked about and taken back, and a simulated game is gone through to and fro."""
    with looking.opened(browser, Mode(1280)) as opened:
        page = begun(fitted(opened), edition, name)
        act(page, lambda: press(page, "Referee a game"))
        told = page.locator(".live-log li").count()
        press(page, "List all that can happen")
        assert page.evaluate("document.activeElement.closest('.live-happened') !== null")
        act(page, lambda: page.keyboard.press("Enter"))
        assert page.locator(".live-log li").count() > told
        assert page.evaluate("document.activeElement.matches('.live-board h2')")
        press(page, "Why?")
        page.locator(".live-answer .live-steps").first.wait_for()
        blameless(page, ".live-play")
        act(page, lambda: press(page, "Take back"))
        press(page, "New game")
        page.evaluate("document.querySelector('.live-setup button').focus()")
        act(page, lambda: press(page, "Watch a game on the simulated lawn"))
        page.evaluate("document.querySelector('.live-board button').focus()")
        act(page, lambda: press(page, "Next"))
        act(page, lambda: page.keyboard.press("Enter"))
        assert page.get_by_role("heading", name="Stroke 3 of").count() == 1, "the focus stays on the button"
        blameless(page, ".live-play")
        act(page, lambda: press(page, "Back"))
        assert page.get_by_role("heading", name="Stroke 2 of").count() == 1
        press(page, "Leave")
        page.get_by_role("button", name="Referee a game").wait_for()
