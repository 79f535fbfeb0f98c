"""The manners of the table: a menu for newcomers, the words that people use, one meaning of a digit, no silent cuts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cc_dsl
from cc_dsl import resources
from cc_dsl.cli.terminal import speaker_for
from cc_dsl.words.table import Ink, side_lines
from tests.cli.desk import Terminal, circular, is_refused, needs_terminal, process

GAMES = len(resources.edition_names())
CARD = re.compile(r"│(.{2,3})│")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what is left unfinished be kept in a folder of the test."""
    monkeypatch.chdir(tmp_path)


def sitting(edition: str, *typed: str, players: str = "human,greedy", seed: int = 7) -> str:
    """Return what is printed while somebody types these lines."""
    lines = "".join(f"{line}\n" for line in (*typed, "quit"))
    result = circular("play", edition, "--seed", str(seed), "--players", players, typed=lines)
    assert (result.status, result.err) == (0, "")
    return result.out


# ------------------------------------------------------------------------------------------ how one begins


@needs_terminal
@pytest.mark.parametrize("words", [(), ("play",)])
def test_who_names_no_game_is_offered_all(words: tuple[str, ...], tmp_path: Path) -> None:
    """Bare `circular` and `circular play` list the games; a number begins one, and a number too high is refused."""
    terminal = Terminal(*words, folder=tmp_path)
    shown = terminal.read()
    for line in ("1  Court Circular (1860)", "2  Court Circular (1862)", "Patience", "1 player"):
        assert line in shown
    assert f"The list goes from 1 to {GAMES}." in terminal.type(str(GAMES + 1))
    assert "compare  " in terminal.type("?")
    assert "Who plays against you?" in terminal.type("2")
    begun = terminal.type("")
    assert "A new pack: " in begun
    assert "Your move: play a card." in begun
    terminal.close()


@needs_terminal
def test_who_leaves_the_menu_plays_nothing(tmp_path: Path) -> None:
    """An empty line leaves, with status 0."""
    terminal = Terminal(folder=tmp_path)
    terminal.read()
    terminal.type("")
    assert terminal.wait() == 0


def test_without_a_terminal_nothing_is_offered() -> None:
    """A script that names no game is told what is missing."""
    assert is_refused(process("play"), "Name the EDITION to play")
    assert process().status == 2


@pytest.mark.parametrize("name", ["1860", "1862", "court", "patience"])
def test_a_game_is_introduced_in_four_lines(name: str) -> None:
    """Aim, a turn, scoring and winning, each with its clauses, before the first question."""
    from cc_dsl.pipeline import load

    edition = load(name)
    speaker = speaker_for(edition, 2)
    assert [*speaker.phrases.introduction] == ["aim", "turn", "scoring", "winning"]
    said = " ".join(" ".join(speaker.introduction()).split())
    assert said.count("]") == 4
    shown = sitting(name, players="human,greedy" + ",greedy" * (name == "court") if name != "patience" else "human")
    assert said in " ".join(shown.partition("Your move")[0].split())


def test_rules_and_score_are_commands() -> None:
    """`rules` shows How to play, `score` the score in sentences."""
    said = sitting("1862", "rules", "score")
    assert "How to play Court Circular (1862)" in said
    assert "Points: you have 0, your opponent has 0.\nHits: you have 0, your opponent has 0.\n" in said


# ------------------------------------------------------------------------------------------ what people type


@pytest.mark.parametrize("line", ["qc", "Q♣", "1", "play qc", "I play the Queen of Clubs", "the queen of clubs"])
def test_a_card_may_be_named_as_people_name_it(line: str) -> None:
    """By its sign, by its drawn sign, by its number, and in words with a verb before it."""
    assert "You play Q♣. [I.4]" in sitting("1862", line)


@pytest.mark.parametrize(
    ("line", "said"),
    [("quen of clubs", "Do you mean Q♣?"), ("qiut", "Do you mean the command “quit”?"), ("elephant", "help lists")],
)
def test_what_is_meant_is_guessed(line: str, said: str) -> None:
    """A slip in a move or in a command is answered by what may be meant."""
    assert said in sitting("1862", line)


@pytest.mark.parametrize("line", ["undo", "take back", "back", "u"])
def test_a_move_is_taken_back_in_several_words(line: str) -> None:
    """What people say for undoing is understood."""
    assert "Taken back." in sitting("1862", "1", line)


def test_a_letter_with_something_behind_it_is_no_command() -> None:
    """Whoever writes the Queen of Clubs as two letters does not leave the game."""
    said = sitting("1862", "q c", "1")
    assert "No move: q c" in said
    assert "You play Q♣. [I.4]" in said


def test_a_letter_is_enough_for_a_command() -> None:
    """Why, hint and help are one keystroke away."""
    said = sitting("1862", "1", "w", "h", "?")
    assert said.count("Your opponent plays ") == 3, "what was told last, and told again by why"
    assert "Your opponent chooses " not in said
    assert re.search(r"^> (Within reach: .*\n)?I recommend \S+\. ", said, re.MULTILINE)
    assert "To make a move" in said


def test_a_digit_means_one_thing() -> None:
    """A number alone is a place in the list: 9 is not the Nine of Spades, and 6 is the sixth card."""
    said = sitting("1862", "9", "6")
    assert "The list goes from 1 to 6." in said
    assert "You play 3♦. [I.4]" in said


def test_moves_that_are_numbers_have_no_numbers_beside_them() -> None:
    from cc_dsl.engine.picks import Pick
    from cc_dsl.words.layout import number_lines

    pick = Pick((4, 6), ("5", "7"), 1)
    assert not pick.is_numbered
    assert number_lines(pick.words, has_numbers=pick.is_numbered) == ["  5     7"]


def test_a_list_that_is_cut_says_so() -> None:
    """Of 28 squares five are named, and the others counted; of six cards each is named, since that is no longer."""
    assert "Allowed here: a1; b1; c1; d1; e1; and 23 more." in sitting("lanrick-1880", "zz")
    assert " more." not in sitting("1862", "whynot AS")


def test_verbs_of_the_lawn_are_understood() -> None:
    """Without an s, and in the words of players: hits is touches."""
    said = sitting(
        "castle-croquet-1866", "blue pass gate 1 outward", "blue hits red", players="human,human,human,human"
    )
    assert "Blue passes gate 1 outward." in said
    assert "Blue touches Red." in said
    assert "Blue (player 1) is struck. What happens?" in said
    assert "Blue now has to enter castle 2. [III.4]" in said


# ------------------------------------------------------------------------------------------ what is shown


def test_a_board_says_who_moves_what_and_what_its_signs_mean() -> None:
    """The man that moves is named, bookkeeping is silent, and a legend stands below the board."""
    said = sitting("lanrick-1893", "2", "5", "2", "2", "score", seed=5)
    assert "You set the Mark on e4. [4.1]\nYour opponent moves B4 to f4. [3.3, 1.1]\n" in said
    assert "You move Y5 to f1. [3.3, 1.1]" in said
    assert "Your opponent moves B1 to e5. [3.3, 1.1]\nYour opponent moves B5 to f3. [3.3, 1.1]" in said
    assert "\n( ) mark; * square of the Rendezvous\n" in said
    assert re.search(r"^> +men  you: Y1 Y2 Y3 Y4 Y5\n +your opponent: B1", said, re.MULTILINE)
    assert not [word for word in (" is now ", " are now ", "mobile", "band") if word in said]


def test_a_card_that_is_discarded_for_a_queen_is_told() -> None:
    """It lies among the discarded cards, so the table would change without a word."""
    for seed in range(20):
        said = " ".join(sitting("court", *["1"] * 6, players="human,random,random", seed=seed).split())
        found = re.search(
            r"(Q\S) is pitched onto the field. \[C2.3\] For the Queen the next card, (\S+), is drawn", said
        )
        if found:
            break
    assert found
    assert found[2] != found[1]


def test_a_score_adds_up_at_any_time() -> None:
    """The Patience: the cards that count and the bonus, also while the next Lead is being chosen."""
    for typed in (["1"], ["1", "1"], ["1", "1", "1"], ["1", "1", "1", "1"]):
        said = sitting("patience", *typed, "score", players="human", seed=3)
        numbers = [int(found) for found in re.findall(r"(?:Score|Cards that count|Bonus): (\d+)\.", said)]
        assert len(numbers) == 3
        assert numbers[0] == sum(numbers[1:])


def test_a_card_laid_face_down_is_not_mistaken() -> None:
    """It is the fifth card that stays face down, and not the card that was put in its place."""
    said = " ".join(sitting("1862", *["1"] * 12, seed=7).split())
    assert "The fifth card stays face down until the sixth has been played. [I.5]" in said
    assert "It stays" not in said


def test_why_finds_what_stands_in_the_reasons_of_a_decision() -> None:
    """A Line is the word of the game, and the decision that names it is who wins."""
    said = sitting("1862", *["1"] * 6, "why line", seed=7)
    assert "Nothing was decided about" not in said
    assert re.search(r"no Line\.|Line", said.rpartition("> ")[0].rpartition("> ")[2])
    assert "Nothing was decided about “zork” yet." in sitting("1862", "1", "why zork", seed=7)


def test_the_introduction_holds_for_any_number_of_players() -> None:
    """Four players of 1860 score their difference to the lowest, and play to 50."""
    said = " ".join(sitting("1860", players="human,random,random,random", seed=3).split())
    assert "the lowest marks" in said
    assert "50 for more" in said


def test_the_menu_says_nothing_untrue_of_the_games(tmp_path: Path) -> None:
    """Two of them are modern."""
    terminal = Terminal("play", folder=tmp_path)
    assert "games of Lewis Carroll" not in terminal.read()
    terminal.type("")


def test_a_place_is_called_in_a_refusal_as_on_the_table() -> None:
    """And not by its name in the rules."""
    said = ""
    for seed in range(20):
        said = sitting("1862", *["1"] * 10, "view", seed=seed)
        won = re.findall(r"^Your cards won +(\w+[♣♦♥♠])", said, re.MULTILINE)
        if won:
            break
    refused = sitting("1862", *["1"] * 10, f"whynot {won[-1]}", seed=seed)
    assert "it lies in your cards won" in " ".join(refused.split())


def test_a_joker_that_comes_up_is_told() -> None:
    """It goes to the suit of the next card pitched, so the table would change without a word."""
    said = " ".join(sitting("court", "1", "3", players="human,greedy,greedy", seed=5).split())
    assert re.search(r"\S+ is pitched onto the field. \[C2.3\] A Joker that was drawn before it goes to ", said)


def test_each_ball_has_its_player() -> None:
    """Whoever referees sees whose ball is struck, and whose each of the others is."""
    said = sitting("castle-croquet-1863", "", players="human,greedy,greedy,greedy")
    assert "Blue (you) is struck. What happens?" in said
    assert "Black (player 2) is struck. What happens?" in said
    assert re.search(r"^Brown   player 2  keep guard \[II.9\]  castle 2  castle 2$", said, re.MULTILINE)


def test_the_figure_stays_where_it_is() -> None:
    """A box has the width of the widest card, whether a Ten lies there or not."""
    said = sitting("1862", "1", "1", "1", seed=5)
    assert {len(found) for found in CARD.findall(said)} == {3}


def test_bookkeeping_is_shown_on_request_only() -> None:
    """Court! counts what is pitched; nobody needs it in play, and `view` shows it."""
    said = sitting("court", "1", players="human,greedy,greedy")
    assert "cards pitched" not in said.lower()
    whole = " ".join(sitting("court", "view", players="human,greedy,greedy").split())
    assert re.search(r"cards pitched: \d+; card pitched last: \S+", whole)
    assert re.search(r"Points: you have 0, .*; seasons won: ", whole), "the score is shown from the beginning"
    assert not re.search(r"pitch count|ground|fool|ending|drawn card|none", whole.rpartition("Points: you")[2])


def test_public_cards_are_listed_however_many() -> None:
    """The fields lie open, and every card of them is named."""
    said = sitting("court", *["1"] * 14, players="human,random,random")
    fields = re.findall(r"^(?:Hearts'|Diamonds'|Clubs'|Spades') field +(.+)$", said, re.MULTILINE)
    assert fields
    assert max(len(field.split()) for field in fields) > 8
    assert not any("cards" in field for field in fields)


def test_a_row_is_a_row() -> None:
    """The places of the Patience stand in one line, and what a Line scores stands beside it."""
    said = sitting("patience", "1", players="human", seed=3)
    assert re.search(r"^Row +(?:\S+ ){5}\S+$", said, re.MULTILINE)
    assert "(bonus 3)" in said


def test_one_notation_for_cards() -> None:
    """The menu, the hand and what is told show the same signs, in the terminal's own letters."""
    said = sitting("1862", "1", "w", "whynot AS", "h")
    assert re.findall(r"(?<![\w“])(?:10|[2-9JQKA])[HDCS](?!\w)", re.sub(r"Illegal move: .*", "", said)) == []


def test_the_record_is_named_on_a_line_of_its_own() -> None:
    """The command that takes the game up again is never broken by the end of a line."""
    said = sitting("1862", "1")
    assert re.search(r"The game so far is in \S+\.\nTake it up again with: {3}circular play --resume \S+\n", said)


def test_a_stored_card_is_shown_by_its_sign() -> None:
    """A card that a player is bound to has the sign that it has in the hand, and not that of a record."""
    edition = cc_dsl.load("court")
    game = edition.play(seed=5)
    voice = speaker_for(edition, game.seats, [0]).voice_for(game, 0)
    view = game.view(0)._replace(held={"liege": {"you": "KS", "player 2": None}})
    lines = side_lines(voice, view, (), False, Ink(voice.naming.pieces), 80)
    assert "King: you have K♠, player 2 has none" in " ".join(lines)


def test_an_option_behind_the_moves_is_named_once() -> None:
    """Where the edition has a question for all options, the option is named by its own name behind the moves."""
    edition = cc_dsl.load("court")
    voice = speaker_for(edition, 3, [0]).voice_for(edition.play(seed=5), 0)
    assert voice.request_for("keep-his-cards").endswith("?")
    said = voice.ask("vow", edition.play(seed=5).asking.act, "you", 1, ["keep-his-cards"])  # type: ignore[arg-type]
    assert said.endswith(", or keep your cards.")


def test_one_asks_once_for_a_move_that_may_also_be_to_resign() -> None:
    """The cards are listed with the option behind them, and what the option does is said once."""
    said = sitting("1860", "1", "1", "resign", seed=3)
    assert "1 play on" not in said
    assert "Your move: play a card, or resign the trick. [II.1, VII.1]" in said
    assert re.search(r"\d resign$", said, re.MULTILINE)
    assert "You resign the trick." in said
    patience = sitting("patience", "resign", "1", players="human", seed=3)
    assert "Your move: choose the Line that you take, or resign and exchange one card." in " ".join(patience.split())
    assert "1 go on" not in patience


def test_it_is_said_how_strong_the_opponent_is() -> None:
    """From games that were counted, with their number; of a player that was not counted, nothing."""
    said = " ".join(sitting("1860").split())
    assert re.search(r"How strong it is: “greedy” won \d+ of \d+ games against “random”", said)
    assert "How strong" not in sitting("1860", players="human,random")


def test_a_score_is_explained_by_the_numbers_behind_it() -> None:
    """At the end of the pack of 1860 the marks of both sides are told, and their difference."""
    said = " ".join(circular("play", "1860", "--seed", "5", "--players", "random").out.split())
    found = re.search(r"Player \d has (\d+) marks against (\d+)\. The difference, (\d+), makes \d+ in all\.", said)
    assert found is not None
    assert int(found[1]) - int(found[2]) == int(found[3])


def test_a_board_keeps_its_width() -> None:
    """Its columns stay where they are in the whole game, whichever signs are on the squares."""
    said = sitting("lanrick-1880", *["1"] * 24, seed=3)
    assert "t*" in said or "t " in said
    assert len({line for line in said.splitlines() if re.fullmatch(r" +a +b +c +d +e +f +g +h", line)}) == 1


def test_the_outcome_is_told_once_in_strong_words() -> None:
    """The head says who wins; the reason stands below with what led to it."""
    said = circular("play", "lanrick-1893", "--seed", "3", "--players", "random,greedy").out
    end = said.rpartition(" wins the game.")[2]
    assert "has only one man left. [9.1]" in end
    assert "standing" not in end


def test_a_card_laid_face_down_stays_unnamed_until_it_is_turned_up() -> None:
    """It may lie open when the people at the table hear of it, so that some were named at once and others not."""
    moves = ["1"] * 24
    said = sitting("court", *moves)
    assert re.search(r"You place \S+ face down", said)
    assert "places a card face down. [C4.1]" in said
    assert "lays a hidden" not in said
    assert re.search(r"lays (?!a card )", said) is None


def test_a_number_below_nothing_has_its_sign_or_its_word() -> None:
    """Points are read in a line of the table, in a sentence, and at the end."""
    said = circular("play", "court", "--seed", "1", "--players", "random").out
    assert re.search(r"player \d: −\d", said)
    assert "minus " in said
    assert not re.search(r"[ :]-\d", said)


def test_a_score_that_the_rules_reckon_is_told_at_any_time() -> None:
    """In a game for one, the score is no number that is kept; it follows from what lies on the table."""
    said = sitting("patience", "score", "1", "1", "score", players="human")
    assert re.findall("Score: .*", said)[0] == "Score: 0."
    assert len(re.findall(r"Score: [1-9]\d*\.", said)) == 1


def test_reasons_about_every_square_are_one_line() -> None:
    """A board has 64 of them, which were 90 lines."""
    said = sitting("lanrick-1880", "a1", "why")
    assert "You set a man on a1. [2.1]\n├─ each of a1, b1, c1" in said
    assert "none of b2, c2" in said
    assert len([line for line in said.splitlines() if "border-square [2.1]" in line]) == 2
    assert "your men are" not in said


def test_strokes_are_reported_and_computers_strike_none() -> None:
    """Whoever referees is told who strikes, and that the help speaks of strokes and not of cards."""
    said = sitting("castle-croquet-1863", "?", players="human,greedy,greedy,greedy")
    assert "The computer players strike no balls" in said
    assert "report a stroke" in said
    assert max(len(line.removeprefix("observed> ")) for line in said.splitlines()) <= 80


def test_what_changes_nothing_says_so() -> None:
    """A soldier at a closed castle: the event stands, nothing follows, and the clause says why."""
    lines = ("blue passes gate 1 outward", "", "1", "blue passes gate 2 inward", "why")
    said = sitting("croquet-castles-1863", *lines, players="human,greedy,greedy,greedy,greedy")
    assert "Blue passes gate 2 inward.\nNothing follows from it. [II.6]\n" in said
    assert "> Nothing more.\n" not in said.partition("Nothing follows")[2]


def test_a_prisoner_is_told() -> None:
    """A soldier that is taken is called a prisoner when it happens."""
    lines = ("blue passes gate 1 outward", "", "1", "blue passes gate 2 inward", "")
    said = sitting("castle-croquet-1863", *lines, players="human,greedy,greedy,greedy")
    assert "Blue is taken prisoner: it cannot move until it is released. [III.3]" in said
    assert "[IV.5]\n  1 play again" in said, "the clauses of options that are not offered are not cited"


def test_how_to_play_is_a_table_at_eighty_columns() -> None:
    """The table of Lines stays a table; its clauses stand below each row."""
    said = circular("rules", "1862").out
    assert re.search(r"^  Trio +3 cards of one rank +K♥ K♣ K♠ +1 +5$", said, re.MULTILINE)


def test_commands_of_the_end_do_no_harm_before_it() -> None:
    """A rematch is offered later, and a review tells the game so far."""
    said = sitting("1862", "1", "rematch", "again", "review")
    assert said.count("The game is not over.") == 2
    assert "> A new pack: you deal, and your opponent plays first. [I.1]\n" in said


def test_the_rating_is_printed_as_the_rules_quote_it() -> None:
    """A value has the spelling that the edition gives it, also among the results."""
    said = circular("play", "patience", "--seed", "3", typed="1\n" * 400).out
    rating = re.search(r"^  rating +(.*)$", said, re.MULTILINE)
    assert rating is not None
    assert rating[1][0].isupper(), rating[1]


# ------------------------------------------------------------------------------------------ what is not left unsaid


def picked(shown: str) -> str:
    """Return the first moves that are asked for on a screen."""
    found = re.findall(r"^Type (\d+) of these", shown, re.MULTILINE)
    return " ".join(str(number + 1) for number in range(int(found[-1]) if found else 1))


def until(edition: str, words: str, players: str, seed: int) -> tuple[str, list[str]]:
    """Play the first move that is offered, again and again, until something is said; return all that was said, and how
    it came to that."""
    game: list[str] = []
    for _ in range(80):
        said = sitting(edition, *game, players=players, seed=seed)
        if words in said:
            return said, game
        game.append(picked(said.rpartition("Your move")[2]))
    raise AssertionError(said)


def test_where_a_drawn_joker_goes_is_told() -> None:
    """Which one it is, that another card is drawn for it, and on which suit it comes to lie."""
    said = sitting("court", *["1"] * 3, players="human,greedy,greedy", seed=5)
    assert "The black Joker is drawn, so another card is drawn. [C7.5]" in said
    told = re.search(r"A Joker that was drawn before it goes to (\w+), too\.", said)
    assert told is not None
    assert re.search(rf"^{told[1]}' field .*black-Joker", said, re.MULTILINE)


@pytest.mark.parametrize("line", ["black-joker", "black joker", "joker", "BJ"])
def test_a_joker_is_called_by_its_name(line: str) -> None:
    """In full words, by its last word where there is no other, and by the two letters of a record."""
    said = sitting("court", line, players="human,greedy,greedy", seed=21)
    assert "choose the suit on which the Joker goes" in said


def test_own_cards_that_lie_face_down_are_not_hidden_by_anybody() -> None:
    """The cards that one has won and laid face down are one's own."""
    said, _ = until("1860", "that you do not see", "human,random", 3)
    assert re.search(r"^Your cards won .* and \d+ that you do not see", said, re.MULTILINE)
    assert not re.search(r"^Your .*hidden", said, re.MULTILINE)


def test_the_last_trick_of_a_pack_is_shown() -> None:
    """In 1860 its winner clears the board at once; the table is drawn as it was before."""
    said, _ = until("1860", "marks against", "human,random", 3)
    last = said.rpartition("marks against")[2].partition("your opponent")[0]
    assert len(re.findall(r"│\S", last)) >= 7
    assert re.search(r"^You have \d+ marks against \d+\. The difference, \d+, makes \d+ in all\.", said, re.MULTILINE)


def test_more_players_are_quoted_the_rules_for_more_players() -> None:
    """Four players of 1860 do not read that a trick has six cards."""
    said = " ".join(sitting("1860", "1", "why", players="human,random,random,random", seed=3).split())
    assert "6 cards have been played" not in said.partition("You play")[0]
    assert "then the player on his left-hand, and so on all round" in said
    assert "[S2.4, S2.5" in said
    assert "[II.1" not in said.partition("Type the number")[2].partition("You play")[0]
    assert "[II.1" in sitting("1860", "1", seed=3)


def test_misprints_are_marked_where_they_are_quoted() -> None:
    """Whoever plays Lanrick of 1880 reads “rendenzvous” under the question, as it is printed."""
    said, _ = until("lanrick-1880", "rendenzvous", "human,greedy", 3)
    assert re.search(r"rendenzvous\s+\[sic\]", said)
    assert not re.search(r"rendenzvous(?!\s+\[sic\])", said)


def test_last_three_cards_are_told() -> None:
    """In 1862 one may then play cards that are not in the hand; the question says which card is replaced, also after
    a move was taken back."""
    said, game = until("1862", "Only three cards are left", "human,random", 7)
    assert re.search(r"^Last three cards +\S+ \S+ \S+$", said, re.MULTILINE)
    assert "they are turned up" in " ".join(said.split())
    spread = re.findall(r"^Last three cards +(\S+)", said, re.MULTILINE)[-1]
    asked = f"put a card from your hand in the place of {spread}."
    again = sitting("1862", *game, spread, "1", "undo", players="human,random", seed=7)
    assert " ".join(again.split()).count(asked) == 2


def test_a_property_is_called_as_the_edition_calls_it() -> None:
    """Carroll's wanderers are strays in the rules, and nowhere else."""
    from cc_dsl.closures.reasons import Topic, Words
    from cc_dsl.engine.game import Game
    from cc_dsl.rules.kinds import Kind

    edition = cc_dsl.load("lanrick-1880")
    game = Game(edition.rules, seed=1)
    speaker_for(edition, game.seats, [0]).voice_for(game, 0)
    called = Words(edition.rules, naming=game.naming).called(Topic("predicate", "stray", Kind("piece", "man")))
    assert called == "a wanderer who can be moved to a border-square"


@needs_terminal
@pytest.mark.parametrize("columns", [50, 80])
def test_nothing_that_is_said_is_wider_than_the_terminal(tmp_path: Path, columns: int) -> None:
    """Messages in the game and outside it; what is to be typed is never broken."""
    terminal = Terminal("play", "court", "--seed", "5", folder=tmp_path, COLUMNS=str(columns))
    said = terminal.read()
    for line in ("save", "save x.record", "undo 0", "whynot", "whynot 1", "zz", "rematch"):
        said += terminal.type(line)
    said += terminal.type("quit")
    terminal.wait()
    assert [line for line in said.split("\n") if len(line) > columns and "circular play" not in line] == []
    assert re.search(r"^ *(?:(?:Saved. )?Take it up again with: +)?circular play --resume \S+$", said, re.MULTILINE)
    refused = Terminal("play", "1862", "--record", "nowhere/at/all/that/there/is.record", folder=tmp_path)
    said = refused.read()
    assert refused.wait() == 2
    assert [line for line in said.split("\n") if len(line) > 80] == []
