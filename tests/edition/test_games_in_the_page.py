"""Every game in the page, in a browser: help for newcomers, several people at one screen, croquet with a referee."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from cc_dsl import load
from cc_dsl.engine.game import Game
from cc_dsl.table import record
from cc_dsl.table.chance import Chance
from tests.browser import looking
from tests.browser.acting import act, blameless, go_on, press, reach, reader
from tests.browser.looking import Mode
from tests.edition.conftest import Made
from tests.edition.test_hostile import packed
from tests.playing import random_chooser

pytestmark = pytest.mark.slow
CHOICE = ".live-slot.legal:not([aria-pressed='true']), .live-square.legal, .live-asked .live-move"
"""What may be chosen at a table, and is not chosen yet."""
LABELS = "found => found.map(one => one.getAttribute('aria-label').split(',')[0])"
"""The names of cards."""
COLOURS = "(css) => [...document.querySelectorAll(css)].map(one => getComputedStyle(one).backgroundColor)"
READY = re.compile("^I am player")
Open = Callable[..., Any]


@pytest.fixture(scope="module")
def table(browser: Any, edition: Made) -> Iterator[Open]:
    """Return what opens the page of a game with its form; it is loaded once, so that the engine starts once."""
    pages: dict[str, Any] = {}
    with ExitStack() as stack:

        def opened(name: str, width: int = 1280, other: str = "", seed: str = "") -> Any:
            if name not in pages:
                pages[name] = stack.enter_context(reader(browser, width))
                pages[name].goto((edition.out / f"edition/{name}/play.html").as_uri())
            elif pages[name].locator(".live-setup").is_hidden():
                pages[name].get_by_role("button", name=re.compile("^(New game$|I am player)")).first.wait_for()
                sit_down(pages[name])
                pages[name].get_by_role("button", name="New game").click()
            page = pages[name]
            looking.turn(page, Mode(width))
            page.locator(".live-setup").wait_for()
            for kind, value in ((re.compile("^Seed"), seed), ("Player 2:", other)):
                field = page.get_by_label(kind)
                if value and kind == "Player 2:":
                    field.select_option(value)
                elif kind != "Player 2:" and field.count():
                    field.first.evaluate("one => { one.closest('details').open = true }")
                    field.first.fill(value)
            return page

        yield opened


def play(page: Any) -> Any:
    """Begin to play, and wait for the first question, or for somebody to sit down."""
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".live-asked").or_(page.get_by_role("button", name=READY)).first.wait_for()
    return page


def choose(page: Any) -> None:
    """Make the first move that is offered, several cards if several are asked for, and wait for what comes of it."""
    asked, several = page.locator(".live-asked").element_handle(), page.get_by_role("button", name="Play these")
    number = int(several.inner_text().rpartition(" ")[2].rstrip(")")) if several.count() else 0
    for _ in range(number or 1):
        page.locator(CHOICE).first.click()
    if number:  # the button may belong to the next question by now
        several.click()
    page.wait_for_function("one => !one.isConnected", arg=asked)


def type_moves(page: Any, *moves: str) -> None:
    """Type moves as at the terminal, one after another; whoever is asked sits down first."""
    for move in moves:
        sit_down(page)
        asked = page.locator(".live-asked").element_handle()
        page.get_by_label("Type a move").fill(move)
        page.keyboard.press("Enter")
        page.wait_for_function("one => !one.isConnected", arg=asked)


def sit_down(page: Any) -> None:
    """Say that the cards may be shown, where two people change places."""
    ready = page.get_by_role("button", name=READY)
    if ready.count():
        act(page, ready.click)


def held_cards(page: Any) -> list[str]:
    found: list[str] = page.locator(".live-slot.legal .live-card").evaluate_all(LABELS)
    return found


@pytest.mark.parametrize(
    ("name", "by_keyboard"),
    [("1862", False), pytest.param("1860", True, marks=pytest.mark.exhaustive), ("patience", False)],
)
def test_a_newcomer_finishes_a_first_trick(table: Open, name: str, by_keyboard: bool) -> None:
    """By doing what the guide says, and reading nothing else: what is marked is chosen until the guide ends."""
    page = table(name, 390)
    page.get_by_role("button", name="Play your first moves with a guide").click()
    guide, said = page.get_by_role("region", name="Guide"), []
    while not guide.get_by_role("button", name="Play on").count():
        guide.wait_for()
        said.append(guide.inner_text())
        blameless(page, ".live-play")
        before = guide.element_handle()
        several = page.get_by_role("button", name="Play these")
        wanted = int(re.findall(r"\d+|$", page.locator(".live-asked h2").inner_text())[0]) if several.count() else 1
        # The listed moves are Lines, whose cards are on the table.
        listed = page.locator(".live-asked :is(.live-move, .live-slot)")
        choice = listed if name == "patience" and listed.count() else page.locator(CHOICE)
        for _ in range(wanted):
            if by_keyboard:
                reach(page, CHOICE)
                page.keyboard.press("Enter")
            else:
                choice.first.click()
        if several.count():
            several.press("Enter")
        page.wait_for_function("one => !one.isConnected", arg=before)
        go_on(page)
        assert len(said) < 12
    assert len({*said}) == len(said) >= 2, "each note is new"
    # Scroll to the top, where the header covers nothing.
    page.evaluate("scrollTo(0, 0)")
    assert looking.faults_of(page) == []
    guide.get_by_role("button", name="Play on").click()
    assert guide.count() == 0


def test_two_people_at_one_screen_see_and_read_each_their_own(table: Open) -> None:
    """Between their moves the table and the log are covered; what stands in the page then shows no card.

    What happened is told to each apart: neither reads what the other had in hand, and nothing stands twice.
    """
    page = play(table("1862", 390, "human", "1"))
    held: set[str] = set()
    for number in range(10):
        ready = page.get_by_role("button", name=READY)
        page.locator(".live-asked, .live-finished").or_(ready).first.wait_for()
        if ready.count():
            assert page.locator(".live-card, .live-slot, .live-log").count() == 0
            if number == 0:
                blameless(page, ".live-play")
            act(page, lambda: page.keyboard.press("Enter"))
        go_on(page)
        own = page.locator(".live-asked h2").inner_text()[: len("Player 1")]
        log = page.locator(".live-log")
        reaches = re.findall(r"(Player \d)'s cards within reach are ([^.(]*)", log.evaluate("one => one.textContent"))
        assert [cards for who, cards in reaches if who != own and "hidden" not in cards] == []
        lines = log.evaluate("one => [...one.children].map(line => line.textContent)")
        assert len({*lines}) == len(lines)
        if number < 2:
            assert page.locator(".live-slot.legal").count() == 6
            assert not held & {*page.locator(".live-slot, .live-card").evaluate_all(LABELS)}
            held = {*held_cards(page)[1:]}
        choose(page)


def test_a_board_shows_its_sides_and_its_marked_squares(table: Open) -> None:
    """The squares of the Rendezvous differ from all others, and the men of one from the other's, by day and night."""
    page = play(table("lanrick-1893"))
    choose(page)
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        marked, plain = page.evaluate(COLOURS, "td.marked"), page.evaluate(COLOURS, ".live-squares td:not(.marked)")
        assert len(marked) == 9
        assert not {*marked} & {*plain, *page.evaluate(COLOURS, ".live-play")}
        sides = [{*page.evaluate(COLOURS, f".live-man.side-{side}")} for side in (0, 1)]
        assert len(sides[0]) == len(sides[1]) == 1
        assert sides[0] != sides[1]
    legend = page.locator(".live-board-and-legend .live-caption").inner_text()
    assert "square of the Rendezvous" in legend
    assert "mark" in legend
    said = page.locator(".live-play").inner_text()
    assert not re.search(r"berth|vacancy|range|turn count|\bway\b|Yellow of", said)
    names = page.locator(".live-square").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    assert not [name for name in names if re.search(r"berth|vacancy|Yellow of", name)]
    blameless(page, ".live-play")


def test_it_is_said_who_is_thinking_and_a_new_game_ends_that(table: Open) -> None:
    """The old question goes meanwhile; whoever begins anew is not overtaken by the answer to what was asked before."""
    page = play(table("lanrick-1893", other="search"))
    page.locator(CHOICE).first.click()
    page.get_by_role("status").filter(has_text="Your opponent is thinking …").wait_for()
    assert page.locator(".live-asked").is_hidden()
    page.get_by_role("button", name="New game").click()
    assert page.locator(".live-setup").is_visible()
    page.evaluate("circular.engine.ask({ do: 'leave' })")  # requests are answered in order, so this waits for the first
    assert page.locator(".live-board").inner_text() == ""
    assert page.locator(".live-setup").is_visible()
    assert play(page).locator(".live-asked").is_visible()


def test_a_finished_trick_lies_there_until_one_goes_on(table: Open) -> None:
    """Under one line that says who won, by what, and what was taken; it can be looked at again later."""
    won = "Player 2 wins the trick with the Sequence J♦ 10♣ 9♥ and takes 2 cards."
    page = play(table("1862", other="human", seed="5"))
    type_moves(page, "JH", "9H", "5S", "JD", "AS", "10C")
    # The trick stays visible while the winner chooses from it: nothing need be clicked.
    assert page.locator(".live-finished").count() == 0
    said = page.locator(".live-said")
    assert said.inner_text().startswith(won)
    assert said.get_by_role("link", name="clause II.4 of 1862").count() == 1
    type_moves(page, "JD 10C")
    sit_down(page)
    finished = page.locator(".live-finished")
    assert finished.locator(".live-card").count() == 7
    line = finished.locator(".live-said").inner_text()
    assert line.startswith(won)
    assert "Player 2 takes J♦ 10♣." in line
    assert "plays" not in line
    assert page.locator(".live-asked").count() == 0
    blameless(page, ".live-play")
    go_on(page)
    assert page.locator(".live-asked").count() == 1
    assert page.locator(".live-said").count() == 0
    page.get_by_role("button", name="Last trick").click()
    assert page.locator(".live-last .live-card").count() == 7
    assert page.locator(".live-last .live-said").inner_text() == line
    blameless(page, ".live-play")
    page.reload()
    page.get_by_role("button", name=READY).or_(page.locator(".live-asked")).first.wait_for()
    sit_down(page)
    page.get_by_role("button", name="Last trick").click()
    assert page.locator(".live-last .live-card").count() == 7
    assert page.locator(".live-last .live-said").inner_text() == line
    assert "What happened" in page.locator(".live-news").inner_text()
    box, news = (page.locator(css).bounding_box() for css in (".live-own", ".live-news"))
    assert news["x"] > box["x"] + box["width"] - 1, "what happened stands beside the table"
    assert news["y"] < 900


def test_cards_that_are_chosen_are_seen(table: Open) -> None:
    page = play(table("1862", 390, "greedy", "8"))
    several = page.get_by_role("button", name="Play these")
    while not several.count():
        choose(page)
        page.locator(".live-asked, .live-finished").first.wait_for()
        go_on(page)
    whole = int(several.inner_text().rpartition(" ")[2].rstrip(")"))
    assert several.inner_text() == f"Play these (0 of {whole})"
    chosen = page.locator(".live-slot.legal").first
    colour = "one => getComputedStyle(one).backgroundColor"
    before = chosen.locator(".live-card").evaluate(colour)
    chosen.click()
    assert several.inner_text() == f"Play these (1 of {whole})"
    assert chosen.locator(".live-card").evaluate(colour) != before
    assert "✓" in chosen.locator(".live-card").evaluate("one => getComputedStyle(one, '::after').content")
    blameless(page, ".live-play")
    chosen.click()
    assert several.inner_text() == f"Play these (0 of {whole})"


def test_a_reload_goes_on_with_the_game(browser: Any, edition: Made) -> None:
    """The page alone keeps it; whoever comes back later is asked first, and may begin another."""
    with reader(browser, 390) as page:
        address = (edition.out / "edition/1862/play.html").as_uri()
        page.goto(address)
        type_moves(play(page), "1")
        page.locator(".live-asked").wait_for()
        held = held_cards(page)
        page.reload()
        page.locator(".live-asked").wait_for()
        assert held_cards(page) == held
        page.goto("about:blank")
        page.goto(address)
        assert page.locator(".live-setup").is_hidden()
        assert page.evaluate("circular.engine.phase") == "idle", "nothing is loaded before a click"
        act(page, page.get_by_role("button", name="Go on with your game").click)
        assert held_cards(page) == held
        page.get_by_role("button", name="New game").click()
        page.reload()
        assert page.locator(".live-setup").is_visible()
        assert page.locator(".live-play").get_by_role("button", name="Go on").count() == 0


def test_a_line_is_taken_by_clicking_its_cards(table: Open) -> None:
    """Score and bonus are always shown, what makes no Line is explained, and a card that was taken leaves its room."""
    page = play(table("patience", 390, seed="3"))
    score = page.locator(".live-score")
    assert re.sub(r"\s+", " ", score.inner_text()) == "Score0 Cards that count0 Bonus0"
    for card in ("King of Diamonds", "Queen of Clubs"):
        page.get_by_role("button", name=f"{card}, may be chosen").click()
    lines = page.locator(".live-asked .live-move")
    assert page.locator(".live-move.live-open").all_inner_texts() == ["Etiquette K♦ Q♣ (bonus 1)"]
    assert all("K♦" in words and "Q♣" in words for words in lines.all_inner_texts()[:-1])
    page.get_by_role("button", name="Seven of Clubs, may be chosen").click()
    page.locator(".live-answer .live-refusal").wait_for()
    page.get_by_role("button", name="Seven of Clubs, may be chosen").click()
    blameless(page, ".live-play")
    act(page, page.locator(".live-move.live-open").click)
    row = page.get_by_role("group", name="the row")
    assert row.locator(".live-card").evaluate_all("all => all.map(one => one.classList.contains('free'))") == [
        *(True, False, False),
        *(False, True, False),
    ]
    act(page, page.get_by_role("button", name="King of Diamonds, may be chosen").click)
    assert "Bonus1" in score.inner_text()
    assert page.locator(".live-answer").inner_text() == ""


def test_men_are_set_and_moved_by_clicking(table: Open) -> None:
    page = play(table("lanrick-1880", 390, seed="5"))
    act(page, page.get_by_role("button", name="the usual set-up").click)
    assert page.locator(".live-squares .live-man").count() == 10
    for _ in range(2):
        man = page.locator(".live-square.legal:has(.side-0)").first
        act(page, man.click)
        assert page.locator("td.chosen .side-0").count() == 1
        act(page, page.locator(".live-square.legal:not(:has(.live-man))").first.click)
        assert page.locator(".live-refusal").count() == 0
    assert page.locator(".live-log").get_by_text("You move").count() == 2
    blameless(page, ".live-play")


@pytest.mark.parametrize("name", [pytest.param("court", marks=pytest.mark.exhaustive), "lanrick-1880"])
def test_every_other_game_is_played_by_the_keyboard(table: Open, name: str) -> None:
    """Its table is drawn without a fault, and the focus comes to the next question."""
    page = play(table(name, 390))
    blameless(page, ".live-play")
    reach(page, CHOICE)
    act(page, lambda: page.keyboard.press("Enter"))
    assert page.evaluate("document.activeElement.matches('.live-board h2')")
    blameless(page, ".live-play")


def test_a_finished_season_stays_until_somebody_goes_on(table: Open) -> None:
    """*Court!* has no figure: the fields stay with their sums, under the line with the winning suit and its clause.

    What C5.2 counts stands beside each suit, and no code and no hyphen in any name.
    """
    page = play(table("court", 390, seed="5"))
    captions = page.locator(".live-front .live-caption").all_inner_texts()
    assert captions == [
        *("Hearts' field sum 3", "Diamonds' field sum 0"),
        *("Clubs' field sum 2", "Spades' field sum 0"),
    ]
    said = page.locator(".live-play").inner_text()
    assert not re.search(r"\b(10|[2-9JQKA])[CDHS]\b|[a-z]-Joker|“|The rules:", said)
    finished = page.locator(".live-finished")
    while not finished.count():
        choose(page)
        page.locator(".live-asked").or_(finished).first.wait_for()
    line = finished.locator(".live-said").inner_text()
    won = re.match(r"The winning suit of the season is (\w+), with a sum of (\d+)\. \(C5\.1", line)
    assert won is not None
    captions = finished.locator(".live-place .live-caption").all_inner_texts()
    assert f"{won[1]}' field sum {won[2]}" in captions
    assert finished.locator("button").all_inner_texts() == ["Go on"]
    blameless(page, ".live-play")
    go_on(page)
    assert page.locator(".live-asked").count() == 1
    page.get_by_role("button", name="Last season").click()
    assert page.locator(".live-last .live-place .live-caption").all_inner_texts() == captions
    assert page.locator(".live-last .live-said").inner_text() == line


def test_own_cards_that_lie_face_down_are_hidden_by_nobody(table: Open) -> None:
    """Whoever has won cards of 1860 and laid them face down does not see them; they are not called hidden."""
    game, choose_any = Game(load("1860").rules, seed=0), random_chooser(Chance(0).branch(0))
    while game.player != 0 or None not in game.view(0).pieces_in("store", 0):
        game.play(choose_any(0, game.options, game.picks_left))
    page = table("1860")
    link = packed(record.write(game.record(("human", "random"))))
    page.evaluate("game => { location.hash = `game=${game}` }", link)
    page.get_by_role("button", name="Open the game in this link").click()
    own = page.get_by_role("group", name="your cards won")
    own.wait_for()
    assert own.get_by_text(re.compile(r"^ ?\d+ cards that you do not see$")).count() == 1
    assert "hidden" not in own.inner_text()


def test_editors_of_rules_keep_what_is_written_and_have_a_game_each(browser: Any, edition: Made) -> None:
    """It is said, and it stands there when the editor is opened again; as printed, nothing is kept.

    A card that lies in one's hand at one table is played there, whatever is played at the other.
    """
    with reader(browser, 1280) as page:
        page.goto((edition.out / "edition/1862/rule-1.html").as_uri())

        def editor(clause: str) -> Any:
            page.get_by_role("button", name=f"Change this rule: {clause}").click()
            area = page.get_by_label(f"Edit the sentences of rule {clause}")
            place = page.locator(".change-rule.is-open").filter(has=area)
            place.get_by_role("textbox").wait_for()
            page.wait_for_function("one => one.getAttribute('aria-busy') === 'false'", arg=place.element_handle())
            return place

        place = editor("I.4")
        area = place.get_by_role("textbox")
        printed = area.input_value()
        area.fill(f"{printed}# written by hand\n")
        place.get_by_role("button", name="Close").click()
        page.get_by_text("Your text was kept.").wait_for()
        editor("I.4")
        assert "written by hand" in area.input_value()
        place.get_by_role("button", name="As printed").click()
        place.get_by_role("button", name="Close").click()
        assert page.get_by_text("Your text was kept.").count() == 0
        tables = [editor("I.4"), editor("I.5")]
        assert area.input_value() == printed

        for place, number in zip(tables, ("1", "2"), strict=True):
            place.get_by_role("button", name="Play", exact=True).click()
            place.get_by_text("Choose a deal").click()
            place.get_by_label(re.compile("^Seed")).first.fill(number)
            act(page, place.locator(".live-setup button[type=submit]").click)
        hands = [place.locator(".live-slot.legal .live-card").evaluate_all(LABELS) for place in tables]
        assert hands[0] != hands[1]
        for place, hand in zip(tables, hands, strict=True):
            act(page, place.locator(".live-slot.legal").first.click)
            assert place.locator(".live-refusal").count() == 0
            left = place.locator(".live-slot.legal .live-card").evaluate_all(LABELS)
            assert {*left} < {*hand}


def click_at(page: Any, name: str) -> None:
    """Click on the drawn ground where something stands."""
    picture = page.locator(".live-ground-picture")
    left, top = picture.evaluate(
        "(one, name) => one.spots.filter(spot => spot.name === name).flatMap(({left, top}) => [left, top])", name
    )
    box = picture.bounding_box()
    picture.click(position={"x": left * box["width"], "y": top * box["height"]})


def test_a_reader_referees_croquet(table: Open) -> None:
    """What happened is clicked on the drawn ground, and refused where it cannot be; also with letters twice as big."""
    page = table("castle-croquet-1866", 390)
    page.get_by_role("button", name="Referee a game").click()
    page.get_by_role("heading", name="Blue (player 1) is struck. What happens?").wait_for()
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
    # Scroll to the top, where the header covers no link.
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


@pytest.mark.parametrize(
    "name", [pytest.param("castle-croquet-1863", marks=pytest.mark.exhaustive), "croquet-castles-1863"]
)
def test_croquet_is_refereed_by_the_keyboard_alone(table: Open, name: str) -> None:
    page = table(name)
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
    page.get_by_role("button", name="Referee a game").wait_for()
