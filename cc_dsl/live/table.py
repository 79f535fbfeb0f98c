"""A game on a page: the same session as at the terminal, with answers as JSON values.

Every answer contains only what the viewer may know. The edition decides what players see: `[table]` in `phrases.toml`
names the score and bookkeeping.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from cc_dsl.closures.runtime import runtime_of
from cc_dsl.closures.state import OBSERVER
from cc_dsl.engine.game import Game, replay
from cc_dsl.engine.judge import numbers_of_values
from cc_dsl.engine.moves import OVER, Refusal
from cc_dsl.engine.picks import Pick, next_moves, picks_ahead
from cc_dsl.engine.views import View
from cc_dsl.live.ground import ReportedGround
from cc_dsl.live.messages import (
    LONGEST_RECORD,
    Message,
    NotUnderstood,
    edition_in,
    edition_in_record,
    list_in,
    number_in,
    text_in,
)
from cc_dsl.live.trials import LARGEST_SEED
from cc_dsl.pipeline import Edition
from cc_dsl.play.session import Session, request_for, request_for_report
from cc_dsl.players.computers import PLAYERS, computers_among
from cc_dsl.players.seats import SeatsOfGame
from cc_dsl.rules import model
from cc_dsl.rules.model import Rules
from cc_dsl.rules.seating import players_in_words
from cc_dsl.source.phrases import Guide, split_citation
from cc_dsl.table import record
from cc_dsl.table.record import HUMAN
from cc_dsl.words.answers import certain_results, ending_words, result_words, visible_numbers
from cc_dsl.words.book import phrases_of
from cc_dsl.words.layout import HIDDEN, as_sentence, capital, with_glyphs
from cc_dsl.words.position import EMPTY, Board, Cell, Column, boards_in, places_on_board, rows_of
from cc_dsl.words.reasons import page_values
from cc_dsl.words.sentences import summary
from cc_dsl.words.table import numbers_shown, value_words
from cc_dsl.words.voice import Voice

KINDS = (HUMAN, *PLAYERS)
"""The kinds of players for a seat."""
EARLIER = ("search:100",)
"""Kinds of players that earlier pages offered; their records can be resumed."""
END = "the end"
"""The name, which is not that of a question, for the end of a guide."""


class PageSession(Session):
    """A game that is played on a page."""

    ground: ReportedGround | None = None
    """The ground on which strokes are reported."""

    def __init__(self, edition: Edition, game: Game, kinds: Sequence[str], guide: Guide | None = None) -> None:
        """Take a game, and the words that guide a newcomer through a trick."""
        super().__init__(edition, game, kinds, SeatsOfGame(game, computers_among(kinds, game.seed or 0)))
        self.viewer = self.humans[0] if self.humans and not game.is_watched else None
        self.guide = None if guide is None else FirstTrick(guide)
        if game.is_watched:
            self.ground = ReportedGround(game)
        self._advance()

    def _advance(self) -> None:
        """Play for the computers until a person is asked, or the game is over."""
        game = self.game
        while game.player in self.seated:
            self.seated.move()
        if not game.is_watched and game.player in self.humans:
            self.viewer = game.player

    # -------------------------------------------------------------------------------------------- display

    def position(self) -> dict[str, object]:
        """Return the player's view: the table, the new messages, the question, and the outcome."""
        game, heard, since = self.game, self.heard, self.heard.told
        news = self.news()
        sentences = heard.voice.tell(news)
        ending = [place for place, told in enumerate(sentences) if told.key in self.phrases.outcome[:1]]
        doubts, titles = self.rules.doubts, self.edition.titles
        return {
            "edition": self.edition.overlay.node.parent.text if self.edition.overlay is not None else self.rules.name,
            "title": self.edition.display_name,
            "names": self.names,
            "players": self.kinds,
            "viewer": self.viewer,
            "table": self._table() if self.ground is None else None,
            "ground": None if self.ground is None else self.ground.document(),
            "complete": self._ended_part(since),
            "told": [
                {
                    "said": sentence.words,
                    "clauses": [*sentence.clauses],
                    "why": [],
                    # A resumed game reports all its finished parts at once; only the last has just ended.
                    "ends": sentence.key in self.phrases.outcome and place >= max(ending, default=0),
                }
                for place, sentence in enumerate(sentences)
            ],
            "part": self.phrases.part,
            "steps": page_values(summary(news)),
            "asked": None if game.is_over else self._question(),
            "over": self._ending() if game.is_over else None,
            "answers": [
                titles.full_title(name, doubt.chosen) for name, doubt in doubts.items() if doubt.chosen != doubt.default
            ],
            "moves": game.moves_made,
            "can_undo": any(game.last_choice(player) is not None for player in (OBSERVER, *self.humans)),
            "record": record.write(game.record(self.kinds)),
            "guide": None if self.guide is None else self.guide.advice(game),
        }

    def _table(self) -> dict[str, object]:
        """Return the table as the viewer sees it; results are computed only if they are shown."""
        game, rules, voice, phrases = self.game, self.rules, self.voice, self.phrases
        view, naming, hidden = game.view(self.viewer), voice.naming, phrases.hidden
        columns = self.figure.columns(view)
        apart = self.figure.places_drawn() if columns is not None else {*places_on_board(rules)}
        stored: dict[str, object] = {**view.numbers, **view.held}
        if {*phrases.score_numbers} - {*stored}:
            stored = {**certain_results(game, self.viewer), **stored}
        score = [name for name in phrases.score or () if name in stored]
        numbers = [
            [capital(naming.name(name)), value_words(voice, name, stored[name], name in score)]
            for name in dict.fromkeys([*score, *numbers_shown(phrases, view)])
        ]
        sums = visible_numbers(game, self.viewer, phrases.sums)
        marked = game.values_with(phrases.marked)
        boards = boards_in(rules, view, marked, hidden=hidden)
        return {
            "boards": [_board(rules, board, voice) for board in boards],
            "figure": None if columns is None else self._figure(columns),
            "places": self._places(view, sums, {*apart, *hidden}, marked),
            "numbers": [row for row in numbers if row[1]],
            "roles": [  # a secret role has a sign instead of a player
                [capital(naming.name(name)), who if isinstance(who, str) else naming.players[who]]
                for name, who in view.roles.items()
                if who is not None and name not in hidden
            ],
        }

    def _places(
        self,
        view: View,
        sums: Mapping[str, Mapping[str, int]],
        skipped: Collection[str],
        marked: Collection[str] = (),
        is_laid: bool = False,
    ) -> list[dict[str, object]]:
        """Return the places of a view with their pieces and sums; with `is_laid`, only those where pieces were laid."""
        limited = {place.name for place in self.rules.places if place.most is not None}
        words = self.phrases.sums
        return [
            {
                "name": row.name,
                "owner": row.owner,
                "row": row.is_row,
                "limited": row.name in limited,
                "label": row.label(self.voice.naming, "the "),
                "sums": [f"{words[name]} {each[row.of]}" for name, each in sums.items() if row.of in each],
                "pieces": [_piece(self.rules, number) for number in row.pieces],
            }
            for row in rows_of(view, skipped, marked)
            if not is_laid
            or any(row.of in each for each in sums.values())
            or (row.pieces and (row.is_row or row.name in limited))
        ]

    def _ended_part(self, since: int) -> list[list[dict[str, object]]]:
        """Return the figure, or without one the places, as they were when the last part ended since a decision."""
        position = None if self.rules.boards else self.ended_position(since)
        if position is None:
            return []
        view = self.game.sights.view(position, self.viewer)
        columns = self.figure.columns(view)
        if columns is not None:
            return [self._figure(columns)]
        sums = numbers_of_values(runtime_of(self.rules, "plain", self.game.seats), position, self.phrases.sums)
        return [self._places(view, sums, self.phrases.hidden, is_laid=True)]

    def _figure(self, columns: Sequence[Column]) -> list[dict[str, object]]:
        """Return columns of the figure for drawing, with those of the viewer always on the left."""
        own = None if self.viewer is None else self.names[self.viewer]
        if own in [column.caption for column in columns[(len(columns) + 1) // 2 :]]:
            columns = [column._replace(pieces=column.pieces[::-1]) for column in reversed(columns)]
        return [
            {**column._asdict(), "pieces": [_piece(self.rules, number) for number in column.pieces]}
            for column in columns
        ]

    def _question(self) -> dict[str, object]:
        """Return the question, and every move with the clauses that allow it, or the possible events."""
        if self.ground is not None and self.game.is_observing:
            asked = request_for_report(self.game, self.voice)
            return {"said": asked, "clauses": [], "number": 1, "moves": [], **self.ground.deeds()}
        pick = picks_ahead(self.game)
        game, codes = pick.game_ahead or self.game, self.rules.pieces.codes
        asked, common, own = request_for(game, pick, self.voice)
        listed = [
            {
                "text": words,
                "clauses": own.get(answer, []),
                "said": self.offer(game, answer) if answer in game.options else with_glyphs(words, self.rules),
                "pieces": [codes[piece] for piece in game.pieces_of(answer)],
            }
            for answer, words in zip(pick.pool, pick.words, strict=True)
        ]
        others = [(option.name, self.voice.option(option.name), option.clauses) for option in pick.others]
        others += [(words, words, ()) for words in self.settings]
        listed += [{"text": text, "clauses": [*cited], "said": label, "pieces": []} for text, label, cited in others]
        beyond = [
            {"text": words, "pieces": [codes[piece] for piece in pieces]}
            for words, pieces in next_moves(self.game, pick).items()
        ]
        return {"said": asked, "clauses": common, "number": pick.number, "moves": listed, "beyond": beyond}

    def _ending(self) -> dict[str, object]:
        """Return the end of the game, and the results of the rules."""
        outcome, results = self.game.outcome, result_words(self.game, self.names)
        assert outcome is not None
        # Read the last decision from the history, since the page may ask again.
        last = self.game.decisions_seen_by(self.viewer, self.game.decision_count - 1)
        head = ending_words(outcome, last, self.voice, self.names)
        return {"said": head, "told": [[self.voice.naming.name(key), words] for key, words in results]}

    # -------------------------------------------------------------------------------------- the moves

    def move(self, words: str) -> dict[str, object]:
        """Make a move that was written or clicked, or take a report; return the refusal, if there is one."""
        if self.game.is_observing:
            refused: Refusal | str | None = self.report(words).refusal
        elif refused := self.make_move(words, self._pick()):
            return {"refused": self._refusal(refused, words)}
        else:
            self._advance()
        if self.ground is None:
            return self.position()
        self.ground.follow()
        return {**self.position(), "refused": None if refused is None else self._refusal(refused, words)}

    def why_not(self, words: str) -> dict[str, object]:
        """Return the reason why a move is not allowed, or the sentence that says that it is."""
        pick = None if self.game.is_observing else self._pick()
        refused = self.whynot(words, pick)
        if refused is None:
            return {"refused": None, "said": self.permission(with_glyphs(words, self.rules), pick)}
        return {"refused": self._refusal(refused, words)}

    def _refusal(self, refused: Refusal | str, words: str) -> dict[str, object]:
        """Return the refusal of a move, with the signs of its pieces."""
        if isinstance(refused, Refusal):
            words = with_glyphs(words, self.rules)
        else:
            refused = Refusal("", refused, (), (), ())
        return {
            "move": words,
            "said": self.speaker.naming.without_hyphens(with_glyphs(refused.sentence, self.rules)),
            "clauses": [*refused.clauses],
            "allowed": [with_glyphs(move, self.rules) for move in refused.nearest],
            "why": page_values(refused.reasons, 3),
        }

    def _pick(self) -> Pick:
        if self.game.is_over:
            raise NotUnderstood(OVER.sentence)
        return picks_ahead(self.game)

    def why(self) -> dict[str, object]:
        """Return the decision that ended the last part, in the words of the report, with all its reasons."""
        decisions = self.game.decisions_seen_by(self.viewer)
        decision = self.voice.last_decided(decisions)
        if decision is None:
            return {"steps": []}
        (step,) = page_values([decision])
        place = next((place for place, other in enumerate(decisions) if other is decision), None)
        if place is not None and decision.fact.form != "end":
            step["said"] = as_sentence(self.voice.repeat(decisions, place))
        return {"steps": [step]}

    def hint(self) -> dict[str, object]:
        """Return the groups within reach, a recommended answer, one reason with its clauses, and the statistics."""
        if self.game.is_observing:
            raise NotUnderstood("Nobody chooses here. Report what happened on the ground.")
        if self.game.is_over:
            raise NotUnderstood("The game is over; there is nothing to choose.")
        return self.advise()._asdict()

    def undo(self) -> dict[str, object]:
        """Take back the last move of the people here, and all that followed."""
        turns = self.last_turns(1)
        if not turns:
            raise NotUnderstood("There is nothing to take back.")
        learnt = self.take_back(turns[-1])
        if self.ground is not None:
            self.ground.begin()
        self._advance()
        note = "You have seen more than before; the record notes it." if learnt else ""
        return {**self.position(), "note": f"Taken back. {note}".strip()}


def _piece(rules: Rules, number: int | None) -> dict[str, str]:
    """Return a piece for drawing: its code, sign and name; for no piece, whether it is hidden or its place is free."""
    if number is None or number == EMPTY:
        return {"is": "hidden" if number is None else "free"}
    sign = rules.pieces.glyphs[number].replace("-", " ")
    # Screen readers can read a sign of letters and figures, such as Y1.
    name = sign if sign.isascii() else rules.pieces.names[number]
    return {"code": rules.pieces.codes[number], "sign": sign, "name": name}


def _board(rules: Rules, board: Board, voice: Voice) -> dict[str, object]:
    """Return a board row by row, last row first, with the words for its marked squares and for its stored ones."""
    name = voice.naming.name
    cells = [cell for row in board.rows for cell in row]
    # The first attribute with as many values as there are players is taken for the side of a piece.
    least, most = rules.seats
    sides = next((values for values in rules.pieces.attributes.values() if least == most == len({*values})), None)

    def piece_on(cell: Cell) -> dict[str, object]:
        if cell.piece is None:
            return {"piece": {"code": "", "sign": HIDDEN * 2, "name": f"hidden {rules.pieces.name}"}, "side": None}
        if cell.piece == EMPTY:
            return {"piece": None, "side": None}
        return {"piece": _piece(rules, cell.piece), "side": (sides[cell.piece] or 0) if sides else 0}

    return {
        "columns": board.column_names,
        "marked": " or ".join(map(name, voice.phrases.marked)) if any(cell.is_marked for cell in cells) else "",
        "stored": [name(stored) for stored in dict.fromkeys(cell.stored for cell in cells if cell.stored)],
        "states": [name(state) for state in dict.fromkeys(cell.state for cell in cells if cell.state)],
        "rows": [
            {
                "name": row_name,
                "cells": [
                    {
                        "square": cell.square,
                        **piece_on(cell),
                        "state": name(cell.state) if cell.state else "",
                        "stored": name(cell.stored) if cell.stored else "",
                        "marked": cell.is_marked,
                    }
                    for cell in row
                ],
            }
            for row_name, row in zip(board.row_names, board.rows, strict=True)
        ],
    }


class FirstTrick:
    """The guide for a newcomer at each question of a first trick, in the words of the edition (`[guide]`).

    The words depend on the earlier questions, so a takeback also takes back the words after it.
    """

    def __init__(self, guide: Guide) -> None:
        """Begin before the first question."""
        self._guide = guide
        self._asked: dict[int, str] = {}
        """The names of the questions by the number of answers before them; END where the guide ended."""

    def advice(self, game: Game) -> dict[str, object] | None:
        """Return the guide's present words with their clauses, and whether the trick is over; after that, None."""
        self._asked = {count: name for count, name in self._asked.items() if count < game.count}
        earlier, guide, name = [*self._asked.values()], self._guide, ""
        if END in earlier:
            return None
        if not game.is_over:
            act = (picks_ahead(game).game_ahead or game).question_term.act
            name = act.options[0].name if isinstance(act, model.ChooseOption) else getattr(act, "name", "")
        facts = (decision.fact for decision in game.decisions)
        is_won = any(fact.key == guide.until and not fact.is_none for fact in facts)
        is_over = game.is_over or (is_won and name in earlier)
        self._asked[game.count] = END if is_over else name
        notes = (guide.end,) if is_over else guide.notes.get(name) or ("",)
        words, clauses = split_citation(notes[min(earlier.count(name), len(notes) - 1)])
        return {"said": words, "clauses": [f"{game.rules.name}.{clause}" for clause in clauses], "over": is_over}


def begin_game(message: Message) -> PageSession:
    """Start a game of an edition with the players that a message names."""
    edition = edition_in(message)
    kinds = _checked_players(edition, list_in(message, "players"))
    guide = phrases_of(edition).guide if message.get("guided") is True else None
    seed = number_in(message, "seed", LARGEST_SEED) if "seed" in message else guide.seed if guide else None
    game = Game(edition.rules, seed=seed, reasons=True, seats=len(kinds))
    if game.is_watched and {*kinds} != {HUMAN}:
        raise NotUnderstood(
            f"In {edition.display_name} people report what happens on the ground, so all players must be people."
        )
    return PageSession(edition, game, kinds, guide)


def resume_game(message: Message) -> PageSession:
    """Resume a recorded game where it stops; show a finished game."""
    game_record = record.read(text_in(message, "record", LONGEST_RECORD))
    if game_record.is_partial:
        raise NotUnderstood(
            "This record shows only what its players may know. The whole game is in the file beside it whose name "
            "ends in .private; open that one."
        )
    if game_record.overlay:
        edition = edition_in_record(game_record)
    else:
        named = {"edition": text_in(message, "edition"), "overlay": message["overlay"]} if "overlay" in message else {}
        edition = edition_in({"edition": game_record.edition, **named, "readings": dict(game_record.readings)})
    game = replay(edition.rules, game_record, True)
    # On a ground people report every stroke, even for seats that computers filled when the game was recorded.
    is_told = game.is_watched or not game_record.players
    kinds = [HUMAN] * game.seats if is_told else _checked_players(edition, [*game_record.players])
    return PageSession(edition, game, kinds)


def _checked_players(edition: Edition, names: list[str]) -> list[str]:
    """Return the players of the seats; refuse a wrong number, or a player that this page and its records lack."""
    least, most = edition.rules.seats
    if not least <= len(names) <= most:
        wanted = players_in_words((least, most))
        raise NotUnderstood(f"{edition.display_name} is for {wanted}, not for {len(names)}.")
    for name in names:
        if name not in (*KINDS, *EARLIER):
            raise NotUnderstood(f"There is no player “{name}” on this page. Choose {' or '.join(KINDS)}.")
    return names
