"""The dispatcher of the engine behind a page: it gives the engine's results, and a message for every bad request."""

from __future__ import annotations

import json
import os
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cc_dsl import cache, load, resources
from cc_dsl.engine.game import replay
from cc_dsl.live import dispatcher, messages
from cc_dsl.live.dispatcher import MOST_GAMES, Dispatcher, start_engine
from cc_dsl.pipeline import find_rules
from cc_dsl.rules import store
from cc_dsl.source.phrases import phrases_in
from cc_dsl.syntax import packed_nodes as nodes_shipped
from cc_dsl.syntax import parser
from cc_dsl.table import record
from tests import processes
from tests.cli.desk import circular


def answered(door: Dispatcher, text: str | None = None, **message: Any) -> Any:
    """Return the whole answer to a text, or to a message; nothing is a bug."""
    answer = json.loads(door.answer(json.dumps(message) if text is None else text))
    assert answer.get("error", {}).get("kind") != "bug", (text, message, answer)
    return answer


def ask(door: Dispatcher, **message: Any) -> Any:
    """Return the answer to a message that is not refused."""
    answer = answered(door, **message)
    assert "ok" in answer, answer
    return answer["ok"]


def refused(door: Dispatcher, text: str | None = None, **message: Any) -> str:
    """Return the sentence with which a message is refused."""
    sentence: str = answered(door, text, **message)["error"]["sentence"]
    return sentence


CASE = {"lead": "9S", "side": ["5H 5D 5C", "JD JC JS"]}
"""The worked case `equal-Lines-one-card` of 1862: two Trios without the Lead."""
SUIT = {"lead": "5H", "side": ["AS 7C 6D", "KD 9C 2H"]}


def test_a_case_is_judged_as_its_printed_words_say(door: Dispatcher) -> None:
    judged = ask(door, do="judge", edition="1862", given=CASE)
    assert ["winner", "player 2"] in judged["told"]
    assert ["takes", "1"] in judged["told"]
    assert "1862.IV.2" in judged["clauses"]
    opened = {doubt["name"]: doubt for doubt in judged["open"]}
    assert opened["equal-Lines-won"]["title"]
    assert any(step["why"] for step in judged["steps"])


def test_pieces_are_dealt_by_their_seed_and_can_be_judged(door: Dispatcher) -> None:
    dealt = {}
    for edition in ("1860", "1862", "patience"):
        dealt[edition], again = (ask(door, do="deal", edition=edition, seed=5) for _ in range(2))
        assert dealt[edition] == again
        assert ask(door, do="judge", edition=edition, given=again["given"])["told"]
    laid = f"{dealt['1862']['given']['lead']} {' '.join(dealt['1862']['given']['side'])}".split()
    assert len(laid) == len(set(laid)) == 7
    assert len(dealt["patience"]["given"]["tableau"]) == 9


def test_a_searching_player_sits_in_the_page(door: Dispatcher) -> None:
    begun = ask(door, do="begin", edition="1862", players=["human", "search"], seed=5)
    moved = ask(door, do="play", words=begun["asked"]["moves"][0]["text"])
    assert moved["moves"] > begun["moves"] + 1, "the computer has answered"
    assert record.read(moved["record"]).players == ("human", "search")


def test_the_description_names_every_place_and_piece(door: Dispatcher) -> None:
    description = ask(door, do="describe", edition="1862", question="judge")
    assert [(place["label"], place["most"]) for place in description["places"]] == [
        ("the lead", 1),
        ("player 1’s side", 3),
        ("player 2’s side", 3),
    ]
    assert {"code": "7H", "sign": "7♥", "name": "Seven of Hearts"} in description["pieces"]
    assert len(description["pieces"]) == 52


def test_a_deal_that_is_found_to_differ_differs(door: Dispatcher) -> None:
    sides = [{"edition": "1860", "question": "judge"}, {"edition": "1862", "question": "judge"}]
    search = ask(door, do="differ", first=sides[0], second=sides[1], keys=["winner", "takes"], seed=7)
    values = [ask(door, do="judge", edition=side["edition"], given=search["given"])["value"] for side in sides]
    assert search["differ"] == [key for key in ("winner", "takes") if values[0][key] != values[1][key]] != []
    # A search goes on where it stopped.
    side = sides[1]
    search = ask(door, do="differ", first=side, second=side, begin=messages.MOST_PARTS, seed=1, keys=["takes"])
    assert search["given"] is None
    assert search["tried"] > messages.MOST_PARTS


@pytest.fixture(scope="module")
def door() -> Dispatcher:
    return Dispatcher()


def begin(edition: str, *players: str, **more: Any) -> tuple[Dispatcher, Any]:
    """Begin a game at a page of its own."""
    door = Dispatcher()
    return door, ask(door, do="begin", edition=edition, players=players, **more)


def moves_of(position: dict[str, Any]) -> Iterator[str]:
    return (move["text"] for move in position["asked"]["moves"])


@pytest.mark.parametrize(("edition", "players"), [("1862", 2), ("1860", 2), ("patience", 1), ("court", 3)])
def test_a_game_is_played_and_its_record_replays(door: Dispatcher, edition: str, players: int) -> None:
    draw = random.Random(3)
    seats = ["human", *["random"] * (players - 1)]
    position = ask(door, do="begin", edition=edition, players=seats, seed=11)
    for _ in range(12):
        if position["over"]:
            break
        words = draw.sample([*moves_of(position)], position["asked"]["number"])
        position = ask(door, do="play", words=" ".join(words) if len(words) > 1 else words[0])
        assert "refused" not in position
    written = record.read(position["record"])
    game = replay(load(edition, dict(written.readings)).rules, written)
    assert game.moves_made == position["moves"]
    again = ask(door, do="resume", record=position["record"])
    assert (again["table"], again["asked"]) == (position["table"], position["asked"])


def test_what_a_player_may_not_see_is_not_sent_to_be_drawn(door: Dispatcher) -> None:
    position = ask(door, do="begin", edition="1862", players=["human", "greedy"], seed=5)
    shown = json.dumps({key: value for key, value in position.items() if key != "record"})
    places = {place["label"]: place["pieces"] for place in position["table"]["places"]}
    assert all("code" in piece for piece in places["your hand"])
    assert all(piece == {"is": "hidden"} for piece in places["your opponent's hand"])
    assert "the pack" not in places, "the edition says that nobody needs it in play"
    own = {piece["code"] for piece in places["your hand"]}
    dealt = replay(load("1862").rules, record.read(position["record"])).view(1)
    theirs = {load("1862").rules.pieces.codes[piece] for piece in dealt.pieces_in("hand", 1) if piece is not None}
    assert theirs
    assert not own & theirs
    assert not any(f'"{code}"' in shown for code in theirs)


def test_a_move_that_is_not_allowed_is_refused_with_its_clause(door: Dispatcher) -> None:
    position = ask(door, do="begin", edition="1862", players=["human", "random"], seed=5)
    absent = next(code for code in ("2C", "3C", "4C", "5C", "6C", "7C", "8C") if code not in [*moves_of(position)])
    for do in ("play", "whynot"):
        refusal = ask(door, do=do, words=absent)["refused"]
        assert "1862.I.4" in refusal["clauses"]
        assert refusal["allowed"]


def test_a_hint_is_a_move_that_may_be_made_and_a_move_can_be_taken_back(door: Dispatcher) -> None:
    before = ask(door, do="begin", edition="1860", players=["human", "human"], seed=4)
    hint = ask(door, do="hint")
    expected = load("1860").play(seed=4).hint()
    assert (hint["answer"], hint["recommended"], hint["reason"]) == expected[1:4]
    assert hint["reach"] == expected.reach
    after = ask(door, do="play", words=hint["answer"])
    assert after["viewer"] == 1
    back = ask(door, do="undo")
    assert (back["asked"], back["viewer"]) == (before["asked"], 0)


@pytest.mark.parametrize(("name", "people"), [("court", 3), ("1860", 4)])
def test_the_end_of_a_part_is_shown_where_no_figure_is_drawn(door: Dispatcher, name: str, people: int) -> None:
    """The pieces lie as they did when the part was decided, though the next question finds others there.

    In *Court!* the sums stand beside the fields, and that of the winning suit is the one that is told.
    """
    position = ask(door, do="begin", edition=name, players=["human", *["random"] * (people - 1)], seed=5)
    shown = 0
    while position["over"] is None and shown < 2:
        position = ask(door, do="play", words=" ".join([*moves_of(position)][: position["asked"]["number"]]))
        for rows in position["complete"]:
            shown += 1
            assert sum(len(row["pieces"]) for row in rows) >= 3
            end = next(event["said"] for event in position["told"] if event["ends"])
            if won := re.match(r"The winning suit of the season is (\w+), with a sum of (\d+)\.", end):
                suits = {row["label"].removesuffix(" field").rstrip("'"): row["sums"] for row in rows}
                assert suits[won[1]] == [f"sum {won[2]}"]
    assert shown == 2


def test_a_takeback_is_noted_in_the_words_of_the_terminal(door: Dispatcher) -> None:
    begun = ask(door, do="begin", edition="court", players=["human", "random", "random"], seed=5)
    ask(door, do="play", words=next(iter(moves_of(begun))))
    back = ask(door, do="undo")
    assert back["note"].startswith("Taken back. You have seen more")
    (note,) = re.findall(r"^taken back: 1 answer by player 1, after (.*)$", back["record"], re.MULTILINE)
    assert "player 2 answered" in note


def test_a_game_that_is_over_says_who_wins_and_asks_nothing(door: Dispatcher) -> None:
    position = ask(door, do="begin", edition="patience", players=["random"], seed=2)
    assert position["over"]["said"] == "You have not won: cards are left in the row.", "nobody wins where one plays"
    assert position["over"]["told"][1] == ["rating", "We're all mad here"]
    position = ask(door, do="begin", edition="1862", players=["random", "random"], seed=2)
    assert position["asked"] is None
    assert position["over"]["said"] == "Player 2 wins the Rubber, 2 Hits to 0."
    assert ask(door, do="position")["over"] == position["over"], "the page may ask again"
    assert "The game is over" in refused(door, do="play", words="7H")


REFUSALS = (Path(__file__).parent / "refusals.txt").read_text("utf-8").strip().split("\n\n")[1:]


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.partition("\n")[2])
def test_whatever_comes_in_is_answered_with_a_sentence(refusal: str) -> None:
    text, _, sentence = refusal.partition("\n")
    assert refused(Dispatcher(), text) == sentence
    assert sentence.endswith((".", "?"))


def test_no_message_and_a_message_without_end_are_refused(door: Dispatcher) -> None:
    assert "at most" in refused(door, do="resume", record="x" * (messages.LONGEST_RECORD + 1))
    assert "at most" in refused(door, "x" * 3_000_000)
    assert "not JSON" in refused(door, "")
    assert refused(door, "[" * 100_000)


def test_a_letter_of_two_halves_is_a_letter() -> None:
    whole = '{"do": "check", "edition": "1862", "overlay": "\\ud83d\\ude00"}'
    assert "half of a surrogate pair" not in Dispatcher().answer(whole)


@pytest.mark.slow
def test_random_messages_are_answered(door: Dispatcher) -> None:
    draw = random.Random(1)
    words: list[Any] = ["1862", "judge", "5H", "", None, 3, ["2C"], {"lead": 1}, "human", -1, "x" * 300]
    keys = ["edition", "question", "given", "readings", "players", "seed", "words", "record", "first", "second", "keys"]
    for _ in range(300):
        message = {"do": draw.choice([*door._handlers])} | {key: draw.choice(words) for key in draw.sample(keys, 4)}
        answered(door, **message)


def test_game_is_played_by_another_answer() -> None:
    assert begin("1862", "human", "random", seed=5)[1]["answers"] == []
    door, begun = begin("1862", "human", "random", seed=5, readings={"equal-Lines-won": "the-values"})
    (said,) = begun["answers"]
    assert said == load("1862").titles.full_title("equal-Lines-won", "the-values")
    assert dict(record.read(begun["record"]).readings)["equal-Lines-won"] == "the-values"
    assert ask(door, do="resume", record=begun["record"])["answers"] == [said]


def test_each_table_of_a_page_has_its_own_game() -> None:
    door = Dispatcher()
    begin = {"do": "begin", "edition": "1862", "players": ["human", "random"]}
    first = ask(door, **begin, seed=1, session="one")
    other = ask(door, **begin, seed=2, session="other")
    assert [*moves_of(first)] != [*moves_of(other)]
    played = ask(door, do="play", words=next(moves_of(first)), session="one")
    assert "refused" not in played
    assert [*moves_of(ask(door, do="position", session="other"))] == [*moves_of(other)]
    ask(door, do="leave", session="one")
    for number in range(MOST_GAMES):
        ask(door, **begin, seed=number, session=str(number))
    for session in ("one", "other"):
        assert answered(door, do="position", session=session)["error"]["kind"] == "gone"


def test_two_people_hear_and_see_each_for_themselves() -> None:
    heard: dict[int, list[str]] = {0: [], 1: []}
    door, position = begin("1862", "human", "human", seed=1)
    complete, named = {0: 0, 1: 0}, 0
    for _ in range(30):
        viewer = position["viewer"]
        heard[viewer] += [event["said"] for event in position["told"]]
        complete[viewer] += len(position["complete"])
        own = f"Player {viewer + 1}"
        reaches = re.findall(
            r"(Player \d)'s cards within reach are ([^.]*)", json.dumps(position["steps"], ensure_ascii=False)
        )
        assert not [cards for who, cards in reaches if who != own and "hidden" not in cards]
        named += len(reaches)
        position = ask(door, do="play", words=" ".join([*moves_of(position)][: position["asked"]["number"]]))
    wins = [{event for event in heard[viewer] if " wins the trick" in event} for viewer in (0, 1)]
    assert len(wins[0] & wins[1]) >= 2
    assert min(complete.values()) >= 2, "both have seen each finished trick"
    assert named, "the reasons name the cards within reach"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["lanrick-1880", "lanrick-1893", "court", "patience", "1860", "1862"])
def test_a_player_is_shown_what_the_edition_shows(name: str) -> None:
    door, draw = Dispatcher(), random.Random(2)
    edition = load(name)
    phrases = phrases_in(edition.folder)
    secret = {*phrases.hidden} - {*phrases.score_numbers}
    hidden = {phrases.names.get(key, key.replace("-", " ")).casefold() for key in secret}
    seats = edition.rules.seats[0]
    position = ask(door, do="begin", edition=name, players=["human", *["random"] * (seats - 1)], seed=3)
    for _ in range(40):
        if position["over"]:
            break
        table = position["table"]
        for board in table["boards"]:
            assert not hidden & {*board["stored"]}
            assert {cell["side"] for row in board["rows"] for cell in row["cells"]} <= {None, 0, 1}
        shown = table["numbers"] + table["roles"]
        assert not hidden & {label.casefold() for label, _ in shown}
        assert not [words for _, words in shown if re.search(r"\b(10|[2-9JQKA])[CDHS]\b|-\d", words)]
        moves = [*moves_of(position)]
        position = ask(door, do="play", words=" ".join(draw.sample(moves, position["asked"]["number"])))


def test_rules_files_go_along_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    edition = load("1862")
    monkeypatch.setattr(cache, "SHIPPED", {})
    monkeypatch.setattr(store, "SHIPPED", {})
    start_engine(dispatcher.pack_library([edition.path], []))
    nodes_shipped._cached_nodes.cache_clear()
    monkeypatch.setattr(parser, "_read", None)
    assert nodes_shipped.parse(edition.source) == (edition.start, [])


FIRST_CHANGE = """
import json, sys
from pathlib import Path
from cc_dsl.live.dispatcher import start_engine

door = start_engine(Path(sys.argv[1]).read_bytes())
def judge(**readings):
    given = {"lead": "5H", "side": ["AS 7C 6D", "KD 9C 2H"]}
    return json.loads(door.answer(json.dumps({"do": "judge", "edition": "1862", "given": given, "readings": readings})))
assert judge()["ok"]
assert judge(**{"taken-from": "any-of-six"})["ok"]
print("lark" in sys.modules)
"""


def test_change_of_readings_needs_no_parser(tmp_path: Path) -> None:
    libraries = sorted(Path(resources.corpus_root(), "library").glob("*.rules"))
    kept = tmp_path / "rules.pickle"
    kept.write_bytes(dispatcher.pack_library([find_rules("1862")], map(str, libraries)))
    environment = {**os.environ, "CIRCULAR_CACHE": str(tmp_path / "empty")}
    ran = processes.run([sys.executable, "-c", FIRST_CHANGE, str(kept)], env=environment, text=True)
    assert (ran.stdout.strip(), ran.stderr) == ("False", "")


def test_the_last_trick_of_a_pack_is_shown_before_it_is_cleared() -> None:
    """The winner of the last trick of 1860 clears the board at once; all seven cards are shown all the same."""
    door, position = begin("1860", "human", "random", seed=3)
    for _ in range(300):
        if any("marks against" in event["said"] for event in position["told"]):
            break
        position = ask(door, do="play", words=next(moves_of(position)))
    assert [event["said"] for event in position["told"] if "marks against" in event["said"]]
    (figure,) = position["complete"]
    assert [piece["is"] for column in figure for piece in column["pieces"] if "code" not in piece] == []
    assert sum(len(column["pieces"]) for column in figure) == 7


def outcome_of(position: dict[str, Any]) -> list[str]:
    """Return the sentences that say how a trick, or a season, has ended."""
    return [event["said"] for event in position["told"] if event["ends"]]


def test_a_trick_that_is_given_up_is_shown_too() -> None:
    door, _ = begin("1860", "human", "human", seed=3)
    for words in ("10H", "KC", "resign"):
        position = ask(door, do="play", words=words)
    assert outcome_of(position) == ["Player 2 wins the trick."]
    (figure,) = position["complete"]
    signs = [piece["sign"] for column in figure for piece in column["pieces"] if "sign" in piece]
    assert sorted(signs) == ["10♥", "4♠", "K♣"]
    position = ask(door, do="play", words="KC")
    ending = ["Player 2 chooses K♣ as the next Lead, takes the rest and plays first."]
    assert (position["complete"], outcome_of(position)) == ([], ending)


TRICK = ("JH", "9H", "5S", "JD", "AS", "10C")
"""The moves of a trick of 1862 that the second player wins, of the deal of seed 5."""


def test_the_outcome_says_who_won_by_what_and_what_was_taken() -> None:
    door, _ = begin("1862", "human", "human", seed=5)
    for card in (*TRICK, "JD 10C"):
        position = ask(door, do="play", words=card)
    assert outcome_of(position) == [
        "Player 2 wins the trick with the Sequence J♦ 10♣ 9♥ and takes 2 cards.",
        "Player 2 takes J♦ 10♣.",
    ]
    assert all(event["clauses"] for event in position["told"] if event["ends"])


@pytest.mark.parametrize("tricks", [1, 2])
def test_a_game_that_is_taken_up_again_knows_its_last_trick(tricks: int) -> None:
    """Its figure and its end, and no other's: the page offers to show them, and does not stop at them."""
    draw, shown, outcome = random.Random(5), [], list[str]()
    door, position = begin("1862", "human", "random", seed=5)
    for _ in range(60):
        position = ask(door, do="play", words=some_move(position, draw))
        shown += position["complete"]
        outcome = outcome_of(position) or outcome
        if len(shown) == tricks and "play a card" in position["asked"]["said"]:
            break
    again = ask(Dispatcher(), do="resume", record=position["record"])
    assert again["complete"] == shown[-1:]
    assert [sentence for sentence in outcome if sentence not in outcome_of(again)] == []
    assert len([sentence for sentence in outcome_of(again) if "the trick" in sentence]) == 1


def test_ones_own_cards_stay_on_the_left() -> None:
    door, position = begin("1862", "human", "human", seed=5)
    for card in (*TRICK, "JD 10C", "JH", "3D", "QD"):
        columns, names = position["table"]["figure"], position["names"]
        own = names[position["viewer"]]
        assert [column["caption"] for column in columns] == [own, "Lead", *({*names} - {own})]
        # The cards played first are those beside the Lead.
        laid = [[piece.get("is", "laid") for piece in column["pieces"]] for column in columns]
        assert laid[0] == sorted(laid[0])
        assert laid[2] == sorted(laid[2], reverse=True)
        position = ask(door, do="play", words=card)


def test_the_patience_is_laid_and_scored_in_the_page() -> None:
    """Places of one name with a card each are one row; the score is one that the rules tell, and no stored number."""
    _, position = begin("patience", "human", seed=3)
    table, moves = position["table"], position["asked"]["moves"]
    laid = {place["label"]: len(place["pieces"]) for place in table["places"] if place["pieces"]}
    assert laid == {"the stock": 45, "the Lead": 1, "the row": 6}
    assert table["numbers"][0] == ["Score", "0"]
    assert [move["said"] for move in moves if not move["said"].endswith(")")] == ["resign and exchange one card"]
    lines = {move["said"]: {*move["pieces"]} for move in moves}
    assert lines["Court K♦ K♣ Q♣ (bonus 3)"] == {"KD", "KC", "QC"}
    assert lines["resign and exchange one card"] == set()


def test_men_are_set_at_once_as_one_move() -> None:
    """As Carroll's diagram of 1893 has them, or at random; and all are taken back together."""
    door, first = begin("lanrick-1880", "human", "human", seed=5)
    usual, chance = [*moves_of(first)][-2:]
    position = ask(door, do="play", words=usual)
    cells = [cell for row in position["table"]["boards"][0]["rows"] for cell in row["cells"] if cell["piece"]]
    assert {cell["square"] for cell in cells if cell["side"] == 0} == {"e8", "a7", "h5", "a1", "g1"}
    assert {cell["square"] for cell in cells if cell["side"] == 1} == {"b8", "h8", "a4", "h2", "d1"}
    assert ask(door, do="undo")["asked"] == first["asked"]
    position = ask(door, do="play", words=chance)
    assert position["asked"]["said"] != first["asked"]["said"]
    assert not {usual, chance} & {*moves_of(position)}


@pytest.mark.parametrize(
    "moves", [("e8 e5", "a7 c5"), ("e8e5", "A7-C5"), ("Y1 e5", "go-on", "Y2 c5"), ("e8 e5 a7 c5",)]
)
def test_a_man_is_moved_by_two_squares(moves: tuple[str, ...]) -> None:
    door, _ = begin("lanrick-1893", "human", "human", seed=5)
    for words in ("c6", "b8 c8", "stop", *moves):  # the other side moves first
        position = ask(door, do="play", words=words)
    cells = {
        cell["piece"]["sign"]: cell["square"]
        for row in position["table"]["boards"][0]["rows"]
        for cell in row["cells"]
        if cell["piece"]
    }
    assert (cells["Y1"], cells["Y2"]) == ("e5", "c5")


# Editing a rule in the page: its first text, its problems, its effect.


HIT = (
    'this edition is 1862, but "a Hit of seven".\ninstead of §VI.4: a player is at-a-Hit if his score is at least 7.\n'
)
ONE_CARD = 'this edition is 1862, but "one card".\ninstead of §IV.1: the prize is 1.\n'


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["1862", "patience"])
def test_every_clause_with_sentences_begins_with_a_change_that_changes_nothing(edition: str) -> None:
    door, loaded = Dispatcher(), load(edition)
    assert loaded.text is not None
    sound = 0
    for clause in [*loaded.text.clauses][6::3]:
        draft = ask(door, do="draft", edition=edition, clause=clause)
        assert draft["words"] == loaded.text.clauses[clause].words
        checked = ask(door, do="check", edition=edition, overlay=draft["text"])
        if "instead of" in draft["text"]:
            assert checked["sound"], (clause, draft["text"], checked["problems"])
            sound += 1
    assert sound


def test_a_changed_rule_judges(door: Dispatcher) -> None:
    before = dict(ask(door, do="judge", edition="1862", given=SUIT)["told"])
    after = ask(door, do="judge", edition="1862", overlay=ONE_CARD, given=SUIT)
    assert (before["takes"], dict(after["told"])["takes"]) == ("2", "1")
    assert "change-of-1862.IV.1" in after["clauses"]


def test_a_changed_game_is_played_and_resumed() -> None:
    door, begun = begin("1862", "human", "random", overlay=HIT, seed=4)
    for named in ({"edition": "1862", "overlay": HIT}, {}):
        again = ask(door, do="resume", record=begun["record"], **named)
        assert again["asked"]["said"] == begun["asked"]["said"]
        assert (again["edition"], again["title"]) == ("1862", "Court Circular (1862), but “a Hit of seven”")
    by_hand = re.sub("rules .*\n", "", re.sub("checksum .*", "written by hand", begun["record"]))
    assert "a Hit of seven" in ask(door, do="resume", record=by_hand)["title"]


@pytest.mark.slow
def test_a_record_of_a_change_at_the_terminal_is_taken_up(tmp_path: Path) -> None:
    """Such as one of `play --but`, whose name no edition here has."""
    path = tmp_path / "but.record"
    change = "instead of §VI.4: a player is at-a-Hit if his score is at least 7."
    words = ("--players", "random,random", "--seed", "1", "--moves", "6", "--record", str(path))
    assert circular("play", "1862", "--but", change, *words).status == 0
    door = Dispatcher()
    position = ask(door, do="resume", record=path.read_text("utf-8"))
    assert position["edition"] == "1862"
    assert change.rstrip(".") in position["title"]
    for name, parent in (("../x", "1862"), ("but-of-1862", "../1862")):
        bad = re.sub("^edition .*", f"edition {name}", path.read_text("utf-8"), flags=re.MULTILINE)
        bad = bad.replace("this edition is 1862", f"this edition is {parent}")
        assert refused(door, do="resume", record=re.sub("checksum .*", "written by hand", bad))


HOSTILE = [
    'this edition is "/etc/passwd", but "x".\nwithout §I.1.\n',
    'this edition is "../../engine/cc_dsl.live.dispatcher.rules", but "x".\nwithout §I.1.\n',
    'this edition is 1860, but "x".\nwithout §I.1.\n',
    "import os\nos.system('true')\n",
    "this edition is 1862, but",
    'this edition is 1862, but "x".\ninstead of §VI.4: ' + "(" * 5000,
    'this edition is 1862, but "x".\nbesides §VI.4: use "/etc/passwd".\n',
    'this edition is 1862, but "x".\ninstead of §VI.4:\n  the claim goes thus:\n'
    "    until some player is at-a-Hit, at most 900000 times or the game ends:\n"
    "      until some player is at-a-Hit, at most 900000 times or the game ends: the scores are now 0.\n",
    "x" * 30_000,
    "\0\ud7ff\n",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_an_overlay_that_means_harm_is_refused_in_words(door: Dispatcher, text: str) -> None:
    for message in ({"do": "judge", "given": SUIT}, {"do": "begin", "players": ["human", "random"]}):
        assert refused(door, edition="1862", overlay=text, **message)
    checked = answered(door, do="check", edition="1862", overlay=text)
    assert "error" in checked or not checked["ok"]["sound"]
    assert "root:" not in json.dumps(checked)


# A guided first trick: each question has its words until the trick is over, whatever the player chooses.


GUIDED = [name for name in resources.edition_names() if phrases_in(resources.edition_folder(name)).guide is not None]
MOST = 12
"""No first trick asks a newcomer more often."""


def begun(edition: str) -> tuple[Dispatcher, Any]:
    """Begin a guided game; the other seat is a computer's."""
    return begin(edition, *["human", "random"][: load(edition).rules.seats[0]], guided=True)


def some_move(position: Any, draw: random.Random) -> str:
    """Return one of the moves allowed, or as many pieces as are asked for."""
    asked = position["asked"]
    return " ".join(move["text"] for move in draw.sample(asked["moves"], asked["number"]))


@pytest.mark.parametrize("edition", GUIDED)
@pytest.mark.parametrize("seed", range(4))
def test_every_question_of_the_first_trick_has_its_words(edition: str, seed: int) -> None:
    draw = random.Random(seed)
    door, position = begun(edition)
    said = []
    for _ in range(MOST):
        guide = position["guide"]
        assert guide["said"], position["asked"]
        assert all(clause.startswith(f"{edition}.") for clause in guide["clauses"])
        said.append(guide["said"])
        if guide["over"]:
            break
        position = ask(door, do="play", words=some_move(position, draw))
    assert position["guide"]["over"]
    assert ask(door, do="play", words=some_move(position, draw))["guide"] is None
    assert said[-1] == phrases_in(resources.edition_folder(edition)).guide.end.rpartition(" [")[0]  # type: ignore[union-attr]
    assert len(said) > 2


def test_what_is_taken_back_is_said_again() -> None:
    door, first = begun("1862")
    second = ask(door, do="play", words=first["asked"]["moves"][0]["text"])
    assert second["guide"]["said"] != first["guide"]["said"]
    back = ask(door, do="undo")
    assert back["guide"] == first["guide"]
    assert ask(door, do="play", words=first["asked"]["moves"][0]["text"])["guide"] == second["guide"]
    assert begin("1862", "human", "random", seed=1)[1]["guide"] is None, "this game is not guided"


# A game on a ground in the page: clicks report strokes, the balls are drawn there, and strokes are taken back.


CROQUET = "castle-croquet-1866"


@pytest.fixture
def door_ground() -> Dispatcher:
    """Return a dispatcher in which a game of four people has begun."""
    return begin(CROQUET, *["human"] * 4)[0]


def balls(position: Any) -> dict[str, tuple[float, float]]:
    return {spot["name"]: (spot["left"], spot["top"]) for spot in position["ground"]["spots"] if spot["ball"]}


def test_a_stroke_is_told_and_taken_back_with_its_balls(door_ground: Dispatcher) -> None:
    """Blue leaves its castle: by II.5 that is done outward, and the ball is drawn on the other side of its gate."""
    before = ask(door_ground, do="position")
    assert before["asked"]["said"] == "Blue (player 1) is struck. What happens?", "as at the terminal"
    assert before["asked"]["striker"] == "Blue"
    gate = next(part for part in before["ground"]["spots"] if part["name"] == "gate 1")
    can = {part["text"] for part in before["asked"]["deeds"] if part["can"]}
    assert "Blue passes gate 1 outward" in can
    after = ask(door_ground, do="play", words="Blue passes gate 1 outward")
    assert balls(before)["Blue"][1] > gate["top"] > balls(after)["Blue"][1], "north is above"
    assert any("castle 2" in part["said"] for part in after["told"])
    assert ask(door_ground, do="play", words="nothing more")["asked"]["moves"][0]["text"] == "play-again"
    back = ask(door_ground, do="undo")
    while back["moves"]:
        back = ask(door_ground, do="undo")
    assert balls(back) == balls(before)
    assert back["ground"]["svg"] == before["ground"]["svg"]
    assert refused(door_ground, do="undo") == "There is nothing to take back."
    assert "what happened" in refused(door_ground, do="hint"), "a computer does not advise where people report"


def test_what_cannot_happen_is_refused_with_the_clause(door_ground: Dispatcher) -> None:
    position = ask(door_ground, do="play", words="Pink passes gate 1 outward")
    assert position["refused"]["clauses"] or position["refused"]["said"]
    assert position["moves"] == 0
    assert ask(door_ground, do="whynot", words="Blue passes gate 1 outward")["refused"] is None
    against = ask(door_ground, do="whynot", words="Blue hits Black")["refused"]
    assert against["clauses"] == ["castle-croquet-1866.IV.6"]
    assert "in hand" in against["said"]


def test_why_answers_in_the_words_of_the_report(door_ground: Dispatcher) -> None:
    for words in ("Blue passes gate 1 outward", "Blue passes gate 2 inward", "Blue touches Yellow"):
        ask(door_ground, do="play", words=words)
    (step,) = ask(door_ground, do="why")["steps"]
    assert step["said"] == "Blue is taken prisoner: it cannot move until it is released."


def test_a_told_game_is_resumed_with_its_balls(door_ground: Dispatcher) -> None:
    for words in ("Blue passes gate 1 outward", "nothing more", "stop"):
        position = ask(door_ground, do="play", words=words)
    replay(load(CROQUET).rules, record.read(position["record"]))
    again = ask(Dispatcher(), do="resume", record=position["record"])
    assert balls(again) == balls(position)
    assert again["asked"]["striker"] == position["asked"]["striker"]
