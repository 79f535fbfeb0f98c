"""Decisions in sentences: short, as trees, as pages, as JSON; refusals; the account of a game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cc_dsl import resources
from cc_dsl.closures.listener_names import ListenerNames
from cc_dsl.closures.reasons import Decision, DecisionFact
from cc_dsl.engine.game import Game
from cc_dsl.engine.moves import Refusal
from cc_dsl.engine.picks import pool_of, read_picks
from cc_dsl.live.table import PageSession
from cc_dsl.pipeline import load
from cc_dsl.rules.titles import Titles
from cc_dsl.words.book import Book
from cc_dsl.words.layout import Ink
from cc_dsl.words.position import EMPTY, PlaceRow, boards_in
from cc_dsl.words.reasons import MANY, full_form, merge_alike, quotations, readings, refusal
from cc_dsl.words.sentences import last_about, sentence
from cc_dsl.words.table import Artist, board_lines, row_in_words, value_words
from cc_dsl.words.voice import Voice
from tests.unit.interpreter.small import resolved, small_game, text_of


@pytest.fixture(scope="module")
def book() -> Book:
    """Return the words of the edition of 1862."""
    edition = load("1862")
    assert edition.text is not None
    words = {name: clause.words for name, clause in edition.text.clauses.items()}
    return Book(edition.rules, words, "game.rules", edition.titles)


def voice(book: Book) -> Voice:
    return Voice(book.rules, ListenerNames(("player 1", "player 2"), book.rules.pieces.codes, {}))


def decided(
    question: str,
    answer: str,
    *reasons: Decision,
    clauses: tuple[str, ...] = ("1862.II.1",),
    readings: tuple[str, ...] = (),
    rule: str = "a rule.",
    form: str = "definition",
    whose: str = "",
    compared: tuple[tuple[str, str], ...] = (),
) -> Decision:
    """Make a decision; the question is about the name behind the article."""
    name = question.removeprefix("the ").partition(" of ")[0]
    return Decision(
        question,
        answer,
        clauses,
        readings,
        reasons,
        rule,
        DecisionFact(form, name, name, whose, None, None, None, "number", compared=compared),
    )


def test_test_gives_the_reasons_that_it_does_not_name(book: Book) -> None:
    """The number that is compared is a reason; the player of “since player 1 is idle” is named already."""
    tally = decided("the tally", "0")
    tested = decided("the tally is at least the bid", "no", tally, form="check")
    assert full_form([tested], book)[:2] == ["The tally is not at least the bid. [II.1]", "└─ the tally is 0 [II.1]"]
    idle = decided("player 1 is idle", "yes", tally, form="predicate", whose="player 1")
    rule = decided("when a player plays, if he is idle: nothing.", "yes", idle, form="check", clauses=("1862.II.2",))
    assert full_form([rule], book)[:3] == [
        "The rule “when a player plays” applies, since player 1 is idle. [II.2, II.1]",
        "└─ the tally is 0 [II.1]",
        "",
    ]


def test_condition_with_a_pronoun_is_no_rule(book: Book) -> None:
    goal = decided("the goal", "50")
    tested = decided("his purse is at least the goal", "no", goal, form="check")
    assert sentence(tested) == "the condition “his purse is at least the goal” does not hold, since the goal is 50"
    barred = decided("Brown is barred out", "no")
    assert sentence(decided("it is not barred out", "yes", barred, form="check")) == "Brown is not barred out"
    denied = decided("when a player scores, if not (the die is 1 or the coin is 2): he stops.", "yes", form="check")
    since = "since the die is not 1 and the coin is not 2"
    assert sentence(denied) == f"the rule “when a player scores” applies, {since}"


def test_trees_keep_to_their_columns(book: Book) -> None:
    long = decided("the very long question " * 8, "a very long answer " * 8)
    for columns in (60, 80, 100):
        lines = full_form([decided("the winner", "player 1", long)], book, columns=columns)
        assert max(map(len, lines)) <= columns
    deep = long
    for _ in range(30):
        deep = decided("deeper", "still", deep)
    assert full_form([deep], book, levels=40)


def test_clauses_are_quoted_or_only_named_and_the_lines_of_their_rules_found(book: Book) -> None:
    assert quotations(["1862.II.8", "9.Z"], book) == [
        "  II.8  “ “Lead” must not be reckoned as middle card of a Sequence.”".replace("“ “", "““"),
        "  9.Z",
    ]
    assert quotations([], book) == []
    assert readings(["unheard-of"], book) == ["  unheard of."]
    # The lines of the rules are found.
    origin = book.rules.groups["Line"].origin
    assert book.line_of([f"1862.{clause}" for clause in origin.clauses], origin.sentence) == origin.line
    assert book.line_of([], origin.sentence) == origin.line
    assert book.line_of(["1862.II.1"], "no such sentence.") == 0


def test_last_decision_about_something_is_found() -> None:
    step = decided("the winner is a player.", "yes", rule="the winner is a player.", form="check")
    decisions = [decided("the winner", "player 1"), decided("the prize", "2"), step]
    assert last_about(decisions, "WINNER") == decisions[0]
    assert last_about(decisions, "winner is") == step
    assert last_about(decisions) == decisions[1]
    assert last_about(decisions, "elephant") is None
    assert last_about([]) is None


def test_reason_that_holds_is_found_before_one_that_does_not() -> None:
    refused = decided("7H 6C 5D is a Sequence", "no", form="predicate")
    line = decided("player 2's Line", "a Suit, AS JS 8S")
    line = line._replace(fact=line.fact._replace(key="Line", base="group"))
    own = decided("player 1's Line", "none", refused)
    own = own._replace(fact=own.fact._replace(key="Line", is_none=True))
    winner = [decided("the first-hand", "player 1", line), decided("the winner", "player 2", own, line)]
    assert last_about(winner, "line") == line
    assert last_about(winner, "suit") == line
    assert last_about(winner, "sequence") == refused


def test_refusal_of_no_move_quotes_nothing(book: Book) -> None:
    refused = Refusal("invalid", "“x” is not a card.", ("1862.I.4",), (), ("AS", "KD"))
    assert refusal(refused, "x", book) == ["Not a move: x", "  “x” is not a card.", "  Allowed here: AS; KD."]
    assert refusal(refused, "x", book, count=9)[-1] == "  Allowed here: AS; KD; and 7 more."
    over = Refusal("over", "The game is over.", (), (), ())
    assert refusal(over, "x" * 99, book) == [f"Not a move now: {'x' * 60}", "  The game is over."]


def _bare(thing: str, answer: str) -> Decision:
    fact = DecisionFact("predicate", "red", "red", thing, None, None, None, "value")
    return Decision(f"{thing} is red", answer, ("1862.II.1",), (), (), "a rule.", fact)


def test_reasons_that_differ_only_in_their_subject_are_one() -> None:
    reds = [_bare(f"a{number}", "yes") for number in range(MANY)]
    others = [_bare(f"b{number}", "no") for number in range(MANY)]
    mixed = [one for pair in zip(reds, others, strict=True) for one in pair]
    assert [sentence(one) for one in merge_alike(mixed)] == [
        "each of a0, a1 and a2 is red",
        "none of b0, b1 and b2 is red",
    ]
    assert merge_alike([*reds[1:], *reds[1:]]) == reds[1:], "too few, but none twice"
    many = [_bare(f"c{number}", "no") for number in range(60)]
    assert [sentence(one) for one in merge_alike(many)] == ["none of c0, c1, c2 and 57 others is red"]


def test_a_thing_is_not_named_twice() -> None:
    rule = "when a ball touches another ball, if the ball is the ball in play: it earns a stroke."
    applied = decided(rule, "yes", rule=rule, form="check")
    assert sentence(applied).endswith(", since the ball is the one in play")
    assert sentence(applied._replace(answer="no")).endswith(", since the ball is not the one in play")


def test_turns_of_things_are_named_without_a_pronoun() -> None:
    nobody = decided("each player that is aligned there in turn", "none", rule="…", form="turns")
    assert sentence(nobody) == "no player takes a turn"
    alone = decided("each player whose pledge is a card in turn from the starter", "player 3", rule="…", form="turns")
    assert sentence(alone) == "player 3 takes a turn"


def test_the_deed_of_a_rule_has_the_words_of_the_edition() -> None:
    naming = ListenerNames(("you",), (), {"earns": "earns a stroke", "hurdle": "obstacle", "wayfarer": "traveller"})
    assert naming.in_condition("when a ball earns, if it is new") == "when a ball earns a stroke, if it is new"
    assert naming.in_condition("after a wayfarer passes a hurdle") == "after a traveller passes an obstacle"
    assert naming.in_condition("when a ball earns-more: nothing") == "when a ball earns more: nothing"


# Open places have titles and their answers phrases; without a record, the address is written as words.


def test_open_place_of_another_edition_has_its_title_there() -> None:
    titles = load("patience").titles
    assert titles.title("four-of-a-sort") == titles.title("1860.four-of-a-sort") == "Four of a sort"
    assert titles.phrase("1860.four-of-a-sort", "four-too") == "all four make a Trio of four cards"


def test_rules_without_records_spell_their_names(tmp_path: Path) -> None:
    assert Titles().full_title("who-begins", "the-eldest") == "who begins: the eldest"
    (tmp_path / "readings.toml").write_text("[reading", "utf-8")
    assert Titles(str(tmp_path)).full_title("who-begins", "the-eldest") == "who begins: the eldest"


def test_rules_in_the_folder_where_one_works_have_their_titles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(resources.edition_folder("1862"))
    assert load("game.rules").titles.title("No-5-at-last") == "No. 5 in the last trick"


# A board is drawn as the players see it.


def drawn(text: str) -> list[str]:
    """Return the board before the first choice."""
    rules = resolved(text)
    names, signs = ("First", "Second"), tuple(rules.pieces.glyphs)
    artist = Artist(Voice(rules, ListenerNames(names, signs, {})), Ink(signs))
    return artist.draw(Game(rules, seed=0).view(0), 80)


def test_a_board_has_its_last_row_above_and_a_stored_square_in_brackets() -> None:
    assert drawn(text_of("small-board")) == [
        "3  .   .   .",
        "2  .  (W)  .",
        "1  Bf  .   .",
        "   a   b   c",
        "( ) mark; f fallen",
    ]


def test_a_hidden_piece_on_a_board_has_a_back(tmp_path: Path) -> None:
    text = text_of("small-board", ("all see the men.", "all see the men that are upright."))
    assert drawn(text)[:4] == ["3  .   .   .", "2  .  (W)  .", "1  ▒▒  .   .", "   a   b   c"]
    (tmp_path / "small-board.rules").write_text(text, "utf-8")
    edition = load(str(tmp_path / "small-board.rules"))
    game = Game(edition.rules, seed=0)
    board = boards_in(game.rules, game.view(0))[0]
    assert "a1: ?" in board.as_svg(game.rules.pieces.glyphs, "board", "")
    assert '"name": "hidden man"' in json.dumps(PageSession(edition, game, ["human", "random"]).position())


def test_a_refusal_does_not_tell_which_hidden_man_lies_on_a_square() -> None:
    game = Game(small_game("hidden-man"), seed=0)
    refused = read_picks(game, pool_of(game), "a1")
    assert isinstance(refused, Refusal)
    assert refused.sentence == "“a1” is not a man."


def test_the_place_is_no_reason_if_others_there_can_be_chosen() -> None:
    game = Game(small_game("hidden-man"), seed=0)
    assert game.refuse(2).sentence == "R cannot be the choice: it is not among the men to choose from."


def test_the_values_of_a_piece_are_read_in_any_order() -> None:
    game = Game(load("1862").rules, seed=7)
    assert game.find_move("hearts of knave") == game.find_move("Knave of Hearts") == game.moves()[1]


def test_what_is_none_from_the_first_and_stays_so_is_not_told() -> None:
    game = Game(load("lanrick-1880").rules, seed=0, reasons=True)
    while game.count < 11:  # the men are set, and the square of the mark is chosen
        game.play(game.options[0])
    decisions = game.decisions_seen_by(None)
    assert any(decision.fact.key == "victor" and decision.fact.is_none for decision in decisions)
    voice = Voice(game.rules, ListenerNames(("White", "Black"), tuple(game.rules.pieces.glyphs), {}))
    assert "There is now no victor." not in [event.words for event in voice.tell(decisions)]


def test_a_state_is_told_again_after_all_were_set_back() -> None:
    def becomes(whose: str, amount: int, state: str) -> Decision:
        fact = DecisionFact("held", "in-or-out", "in-or-out", whose, None, None, amount, "value", is_state=True)
        return Decision(whose, state, ("1862.I.1",), (), (), f"{whose} becomes {state}.", fact)

    voice = Voice(load("1862").rules, ListenerNames(("player 1", "player 2"), (), {}))
    out, back = becomes("player 2", 1, "out"), becomes("the players", 2, "in")
    reports = ([out], [back, becomes("player 1", 1, "in")], [out])
    told = [event.words for decisions in reports for event in voice.tell(decisions)]
    assert told == ["Player 2 is now out.", "Player 2 is now out."]


def test_a_number_is_told_again_after_those_of_all_values_were_set_back() -> None:
    def now(whose: str, amount: int, sentence: str) -> Decision:
        fact = DecisionFact("number", "tally", "tally", whose, None, None, amount, "number")
        return Decision("tally", str(amount), ("1862.I.1",), (), (), sentence, fact)

    voice = Voice(load("1862").rules, ListenerNames(("player 1", "player 2"), (), {}))
    one, back = now("Odd", 1, "Odd's tally grows by 1."), now("", 0, "the tallies are now 0.")
    assert len([event for decisions in ([one], [back], [one]) for event in voice.tell(decisions)]) == 2


def test_pieces_of_several_words_on_a_board_do_not_touch() -> None:
    game = Game(resolved(text_of("small-board", ("Black goes to a1's", "Black goes to c2's"))), seed=0)
    boards = boards_in(game.rules, game.view(0))
    assert board_lines(boards, lambda piece: f"{piece} of Oak", columns=20)[1] == "2      .      (0 of Oak) 1 of Oakf"


def test_places_in_a_long_row_are_named() -> None:
    row = PlaceRow("spot", None, "", (EMPTY, 0), True, tuple(f"s{number}" for number in range(11)))
    assert row_in_words(row, ListenerNames((), (), {}), Ink(("W",)), 80) == "s1: W"


def test_of_many_pieces_those_with_a_value_are_listed() -> None:
    voice = Voice(load("lanrick-1880").rules, ListenerNames(("White", "Black"), (), {}))
    assert value_words(voice, "berth", {"W1": "a1", "W2": None}, whole=False) == "W1 has a1"
    assert value_words(voice, "berth", {"W1": "a1", "W2": None}, whole=True) == "W1 has a1, W2 has none"


def test_a_ring_is_not_drawn_as_a_board() -> None:
    assert drawn(text_of("small-board", ("form a board, 3 by 3", "form a ring"))) == []


def test_a_piece_in_a_place_for_one_is_that_place() -> None:
    """The Lead is a place for one card, so that its card does not “lie in the Lead”."""
    game = Game(load("1862").rules, seed=1)
    while game.player is None:
        game.play(game.options[0])
    game.naming = ListenerNames(("you", "your opponent"), game.rules.pieces.glyphs, {})
    (lead,) = next(place.pieces for place in game.view(None).places if place.name == "Lead")
    assert lead is not None
    refused = game.whynot(game.rules.pieces.codes[lead])
    assert refused is not None
    assert refused.sentence.endswith(": it is the Lead.")


def test_a_tie_names_only_those_that_tie() -> None:
    suits = ("Hearts", "15"), ("Clubs", "23"), ("Spades", "23")
    tied = decided("the greatest strength of …", "none", form="comparison", compared=suits)
    assert sentence(tied) == "nothing decides between Clubs' strength of 23 and Spades' 23"
    numbers = ("player 1", "minus 3"), ("player 2", "5"), ("player 3", "minus 3")
    least = decided("the least of …", "nobody", form="comparison", compared=numbers)
    assert sentence(least) == "nothing decides between player 1's minus 3 and player 3's minus 3"


def test_a_condition_of_the_game_or_the_like_is_said_of_it() -> None:
    """Its subject is the only value of a kind of its own, and no name of somebody."""
    game = Game(small_game("spent"), seed=1, reasons=True)
    said = [sentence(decision) for decision in game.decisions]
    assert "the pile is not spent" in said
