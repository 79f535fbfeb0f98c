"""Looks at the edition that plays in its states, mishaps among them: `python -m tests.browser.states OUT`.

Each state is brought about once, as a reader would, and looked at in several ways; `--shots FOLDER` keeps pictures.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from tests.browser import looking
from tests.browser.acting import fitted, judged, served, unfold
from tests.browser.looking import Mode

WAYS = (Mode(390), Mode(390, "dark"), Mode(1440, forced=True), Mode(1280, zoom=2))
RULE = "edition/1862/rule-4.html"
CASE = "1862-case-equal-Lines-one-card"
SEED = "5"
ENGINE = "**/_static/engine/{}*"
SHOWN = "dialog, .is-open, .live-play"
"""The part of the page that a picture shows."""
IS_STILL = "() => !document.querySelector('[aria-busy=true]')"


def play(page: Any, at: str, name: str = "1862", opponent: str = "greedy", seed: str = SEED) -> None:
    """Begin a certain game, as far as the first question or the covered table."""
    page.goto(f"{at}/edition/{name}/play.html")
    page.get_by_text("A certain deal").click()
    page.get_by_label(re.compile("^Seed")).first.fill(seed)
    second = page.get_by_label("Player 2:")
    if second.count():
        second.select_option(opponent)
    page.get_by_role("button", name="Play", exact=True).click()


def asked(page: Any) -> None:
    """Wait for a question at the table."""
    page.locator(".live-asked").wait_for()
    page.wait_for_function(IS_STILL)


def without(page: Any, at: str, missing: str) -> None:
    """Press Play in a browser that lacks something."""
    page.add_init_script(f"delete window.{missing}")
    page.goto(f"{at}/edition/1862/play.html")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".live-progress-words").get_by_text("so nothing can be judged or played here").wait_for()


def no_webassembly(page: Any, at: str) -> None:
    """The browser has no WebAssembly."""
    without(page, at, "WebAssembly")


def browser_too_old(page: Any, at: str) -> None:
    """The browser cannot unpack the engine."""
    without(page, at, "DecompressionStream")


def no_engine(page: Any, at: str) -> None:
    """The edition was built without the engine."""
    absent = 'circularManifest({"absent": "This copy of the edition was built without the engine."})'
    page.route("**/manifest.js*", lambda route: route.fulfill(body=absent, content_type="text/javascript"))
    page.goto(f"{at}/edition/1862/play.html")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_text("built without the engine").wait_for()


def download_interrupted(page: Any, at: str) -> None:
    """A part of the engine does not arrive."""
    page.route(re.compile(r"python_stdlib\.zip\.1\.js"), lambda route: route.abort())
    page.goto(f"{at}/edition/1862/play.html")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Try again").wait_for()
    page.faults.clear()


def cards_tried(page: Any, at: str) -> None:
    """The cards of a case are judged by two editions, and the position is cited."""
    page.goto(f"{at}/{RULE}")
    unfold(page, CASE)
    page.locator(f"[id='{CASE}']").get_by_role("button", name="Try it").click()
    trial = page.locator(".try-it.is-open")
    judged(trial)
    trial.get_by_label("Judge these cards twice").select_option("1860")
    judged(trial, 2)
    trial.get_by_role("button", name="Cite this position").click()
    trial.locator(".live-citation").wait_for()


def card_chosen(page: Any, at: str) -> None:
    """A card is chosen in the dialogue."""
    cards_tried(page, at)
    page.locator(".try-it.is-open .live-slot").nth(1).click()
    page.locator("dialog .live-grid").wait_for()


def rule_changed_wrongly(page: Any, at: str) -> None:
    """A changed rule has a word that nobody knows."""
    page.goto(f"{at}/edition/1862/rule-6.html")
    page.get_by_role("button", name="Change this rule: VI.4").click()
    place = page.locator(".change-rule.is-open")
    area = place.get_by_role("textbox")
    area.wait_for()
    page.wait_for_function(IS_STILL)
    area.fill(area.input_value().replace("his score is", "his scare is"))
    page.locator(".t-wrong").wait_for()


def games_counted(page: Any, at: str) -> None:
    """Some games of a changed rule and of the rule as it is were played, and then stopped."""
    rule_changed_wrongly(page, at)
    area = page.locator(".change-rule.is-open textarea")
    area.fill(area.input_value().replace("his scare is at least 5", "his score is at least 7"))
    page.get_by_role("button", name="games of each").click()
    page.locator(".live-study tbody tr").nth(2).wait_for()
    page.get_by_role("button", name="Stop").click()
    page.get_by_text("games of each were played.").wait_for()


def table_laid(page: Any, at: str) -> None:
    """A game has begun, and a hint was given."""
    play(page, at)
    asked(page)
    page.get_by_role("button", name="Hint").click()
    page.get_by_text("I recommend").wait_for()


def move_refused(page: Any, at: str) -> None:
    """A card that nobody has is refused."""
    play(page, at)
    asked(page)
    page.get_by_label("Type a move").fill("2C")
    page.get_by_role("button", name="Why not?").click()
    page.locator(".live-refusal").wait_for()


def cards_covered(page: Any, at: str) -> None:
    """Two people change places."""
    play(page, at, opponent="human")
    page.get_by_role("button", name="I am").wait_for()


def newcomer_guided(page: Any, at: str) -> None:
    """A newcomer is guided through the Patience."""
    page.goto(f"{at}/edition/patience/play.html")
    page.get_by_role("button", name="Play your first moves with a guide").click()
    page.locator(".live-guide").wait_for()


def board_played(page: Any, at: str) -> None:
    """A game of Lanrick has begun."""
    play(page, at, "lanrick-1893")
    asked(page)


def croquet_refereed(page: Any, at: str) -> None:
    """What may happen in a stroke is listed."""
    page.goto(f"{at}/edition/castle-croquet-1866/play.html")
    page.get_by_role("button", name="Referee a game").click()
    page.get_by_role("button", name="List all that can happen").click()
    page.locator(".live-happened button").first.wait_for()


def game_over(page: Any, at: str) -> None:
    """Two computers have played a game to its end."""
    page.goto(f"{at}/edition/1862/play.html")
    page.get_by_label("Player 1:").select_option("random")
    page.get_by_label("Player 2:").select_option("random")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".live-ending").wait_for()


STATES: tuple[Callable[[Any, str], None], ...] = (
    no_webassembly,
    browser_too_old,
    no_engine,
    download_interrupted,
    cards_tried,
    card_chosen,
    rule_changed_wrongly,
    games_counted,
    table_laid,
    move_refused,
    cards_covered,
    newcomer_guided,
    board_played,
    croquet_refereed,
    game_over,
)


def faults_of(started: Any, at: str, state: Callable[[Any, str], None], shots: Path | None) -> list[str]:
    """Bring a state about and look at it in every way; return what is wrong."""
    found = []
    with looking.opened(started, WAYS[0]) as opened:
        page = fitted(opened)
        state(page, at)
        for mode in WAYS:
            looking.turn(page, mode)
            page.evaluate("scrollTo(0, 0)")
            rules = looking.SEEN if mode.scheme == "dark" else () if mode.forced else looking.TAGS
            found += [f"{state.__name__} ({mode.name}): {fault}" for fault in looking.faults_of(page, rules=rules)]
            if shots:
                path = shots / f"{state.__name__}-{mode.name.replace(', ', '-')}.png"
                page.locator(SHOWN).first.screenshot(path=path)
    return found


def main(arguments: list[str]) -> int:
    """Look at the states, and return 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.states", description=__doc__)
    parser.add_argument("out", type=Path, help="the folder of the made edition")
    parser.add_argument("--states", default="*", help="a pattern for the states, such as 'croquet*'")
    parser.add_argument("--shots", type=Path, help="keep pictures in this folder")
    wanted = parser.parse_args(arguments)
    states = [state for state in STATES if fnmatch(state.__name__, wanted.states)]
    wrong = 0
    with served(wanted.out) as at, looking.browser() as started:
        for state in states:
            for fault in faults_of(started, at, state, wanted.shots):
                wrong += 1
                print(fault, flush=True)
    print(f"{len(states)} states in {len(WAYS)} ways: {wrong} faults.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
