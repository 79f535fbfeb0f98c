"""A game for people who write Python: moves by sign, object or number, reasons, views, records, computer players."""

from __future__ import annotations

import os
from collections.abc import Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from cc_dsl.api.answers import Explanation, Refusal, Speaker, View, html_lines
from cc_dsl.closures.observations import reword
from cc_dsl.closures.state import OBSERVER
from cc_dsl.engine import game as engine
from cc_dsl.engine import moves
from cc_dsl.engine.moves import Move, MoveRefused
from cc_dsl.engine.picks import pool_of, read_picks, refuse_picks
from cc_dsl.errors import UserError, require
from cc_dsl.play.session import request_for, request_for_report
from cc_dsl.players.computers import computer, computers_among
from cc_dsl.players.seats import Player, Seat, SeatsOfGame, SeededPlayer, nature
from cc_dsl.source.files import write_whole
from cc_dsl.table import record as records
from cc_dsl.table.chance import MASK
from cc_dsl.table.record import Record
from cc_dsl.words.advice import Hint, hint
from cc_dsl.words.answers import ending_words, outcome_words, result_words, standing_lines
from cc_dsl.words.layout import COLUMNS, number_lines, paragraphs, wrap
from cc_dsl.words.reasons import HEADS, HEADS_OF_EVENTS
from cc_dsl.words.sentences import last_about

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition

Someone = str | Player | None
"""The player in a seat: the name of a computer player, a player of your own, or None for the caller of `play`."""
EXAMPLES = 5
"""The number of moves that a refusal names."""
MOST_LISTED = 60
"""The most moves that are listed when a game is printed, followed by the number of further moves."""


def require_seed(seed: object) -> None:
    """Raise a UserError unless this is a seed, a whole number of 64 bits as `--seed` takes it."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MASK:
        remedy = f"A seed is a whole number from 0 to {MASK}, such as 7."
        raise UserError("command-line", f"{seed!r} is not a seed.", remedy, "seed")


class Game(engine.Game):
    """One game.  `print(game)` shows the table and the question; `game.play("QC")` answers, until `game.is_over`.

    Players are numbered from 0.
    """

    edition: Edition
    players: tuple[Someone, ...] = ()
    """The players by seat; empty if you answer for all."""
    _speaker: Speaker
    _table: SeatsOfGame
    _is_answering = False
    """Whether computers are answering at the moment."""

    def __init__(
        self,
        edition: Edition,
        players: Sequence[Someone] = (),
        seed: int | None = None,
        reasons: bool = True,
        seats: int | None = None,
    ) -> None:
        """Start a game of an edition; computers answer at once until a person is asked."""
        if seed is not None:
            require_seed(seed)
        require(seats, int | None, "a number of players", "Give a whole number, such as 2.", "seats")
        remedy = 'Give one for each seat, such as [None, "greedy"].'
        require(players, list | tuple, "a list of players", remedy, "players")
        super().__init__(edition.rules, seed, reasons, seats=len(players) if players else seats)
        self._assign_seats(edition, players)

    @classmethod
    def replay_record(cls, edition: Edition, record: Record, reasons: bool = True) -> Game:
        """Replay a record, or resume it where it stops; raise a RecordFault if the rules lead to another game."""
        game = cls.__new__(cls)
        game.__dict__.update(engine.replay(edition.rules, record, reasons).__dict__)
        game._assign_seats(edition, ())
        return game

    def _assign_seats(self, edition: Edition, players: Sequence[Someone]) -> None:
        """Seat people and computers; either all seats are named or none is."""
        self.edition = edition
        self._require_all_seats(players or [None] * self.seats)
        self.players = tuple(players)
        people = [place for place, player in enumerate(players) if player is None]
        self._speaker = Speaker(edition, self.seats, people)
        self.naming = self._speaker.naming
        self._seat_computers(players)

    def _require_all_seats(self, players: Sequence[Someone]) -> None:
        """Raise a UserError unless there is a player for each seat."""
        if len(players) != self.seats:
            sentence = f"{len(players)} players are named for {self.seats} seats."
            raise UserError("command-line", sentence, "Name one for each seat.", "players")

    def _seat_computers(self, players: Sequence[Someone]) -> None:
        """Seat the computers among these players, and let them answer.

        Named computer players get the same streams of random numbers as at the terminal.
        """
        # Imported late: the compiler takes a while to load.
        from cc_dsl.players.compiled_engine import compiled_simulation

        names = [player if isinstance(player, str) else records.HUMAN for player in players]
        computers = computers_among(names, self.seed or 0, compiled_simulation)
        for place, own in enumerate(players):
            if own is not None and not isinstance(own, str):
                # A player written by the user has no stream of random numbers to rewind.
                choose = check_player(own, place).choose
                player = SimpleNamespace(position=0, choose=choose, follow=lambda seat: None)
                computers[place] = cast("SeededPlayer", player)
        if self.is_watched and computers:
            computers[OBSERVER] = nature(self.seed or 0)
        self._table = SeatsOfGame(self, computers)
        self._let_computers_move()

    def _let_computers_move(self) -> None:
        """Play for the computers until a person is asked, or the game is over."""
        if self._is_answering:
            return
        self._is_answering = True
        try:
            while self.player in self._table:
                self._table.move()
        finally:
            self._is_answering = False

    # ------------------------------------------------------------------------------------------- moves

    def play(self, answer: int | str | Move) -> None:
        """Make a move: `"QC"`, several such as `"7H 9S KD"`, a number of the list as at the terminal (`"3"`), one of
        `moves()`, or the number of an answer (`move.answer`).

        Computers in the other seats answer at once.  A move that the rules do not allow raises a MoveRefused that
        says why, and changes nothing.
        """
        for option in self._read_move(answer):
            super().play(option)
        self._let_computers_move()

    def _read_move(self, answer: int | str | Move) -> list[int]:
        """Return the answers of a move, in the order in which the engine takes them."""
        if self.is_over:
            raise MoveRefused(moves.OVER)
        if isinstance(answer, Move):
            answer = answer.answer
        if isinstance(answer, int) and not isinstance(answer, bool):
            return [answer]
        if not isinstance(answer, str):
            sentence = f"{answer!r} is not a move: a move is a sign, a number, or one of moves()."
            raise MoveRefused(moves.Refusal("invalid", sentence, (), (), ()))
        if self.is_observing:
            move = self.find_move(answer)
            if isinstance(move, Refusal):
                raise MoveRefused(move, len(self.options))
            return [move.answer]
        picks = read_picks(self, pool_of(self), answer)
        if not isinstance(picks, list):
            raise MoveRefused(self._refusal(picks, answer), len(self.options))
        return picks

    def _refusal(self, refused: moves.Refusal | str, words: str) -> Refusal:
        """Return a refusal of the engine, or its sentence, with the move, the question and the number of moves."""
        if isinstance(refused, str):
            examples = tuple(self.spoken_answer(option) for option in self.options[:EXAMPLES])
            refused = moves.Refusal("invalid", refused, *self.sources(), examples)
        question, refusal = self.question, Refusal(*refused)
        refusal._move, refusal._count, refusal._speaker = words, len(self.options), self._speaker
        refusal._question = question.sentence if question is not None else ""
        refusal._heads = HEADS_OF_EVENTS if self.is_observing else HEADS
        return refusal

    def suggest(self, player: str = "greedy") -> Move:
        """Return the move that a computer player would make here, such as `"greedy"` or `"search:400"`."""
        require(player, str, "a computer player", 'Give its name as text, such as "greedy".', "player")
        place = self.player
        if place is None or self.is_observing:
            raise MoveRefused(moves.Refusal("over", "Nobody is asked to choose here.", (), (), ()))
        choice = computer(player, self.count, place).choose(Seat(self, place))
        return next(move for move in self.moves() if move.answer == choice)

    def undo(self, player: int | None = None) -> bool:
        """Take back the last choice, or one player's last choice and all after it; return whether there was one.

        In a game with computers it is the last choice of a person.
        """
        people = [player] if player is not None else [seat for seat in range(self.seats) if seat not in self._table]
        places = [place for seat in people if (place := self.last_choice(seat)) is not None]
        if not places:
            return False
        self.take_back(max(places))
        self._table.go_back()
        return True

    def finish(self, players: Sequence[str | Player] | str = "random") -> Game:
        """Play the game to its end between computer players; return it."""
        everybody = [players] * self.seats if isinstance(players, str) else [*players]
        self._require_all_seats(everybody)
        self._seat_computers(everybody)
        return self

    # ----------------------------------------------------------------------------------------- reasons

    def why(self, about: str = "") -> Explanation:
        """Explain the end of the last part of the game, such as a trick, or the last decision that mentions some words.

        In a game of one person against computers, the explanation contains only what that person may know.
        """
        require(about, str, "a subject", 'Give it as text, such as "winner".', "about")
        known_decisions = self.decisions_seen_by(self.viewer) if None in self.players else self.decisions
        decision = last_about(known_decisions, about) if about else self._speaker.voice().last_decided(known_decisions)
        return Explanation([] if decision is None else [decision], self._speaker, about)

    def hint(self) -> Hint:
        """Return the groups that the player to move can still make, a recommended answer, and one reason for it."""
        if self.is_over or self.is_observing:
            raise UserError("no-move", "Nobody is asked to choose here, so there is no hint.")
        return hint(self, self._speaker.naming, self._speaker.book, self._speaker.phrases)

    def whynot(self, text: str) -> Refusal | None:
        """Return the refusal of a move, or of one of several things that are picked; None if all are allowed."""
        require(text, str, "a move in words", 'Give it as text, such as "QC".', "text")
        move = self.find_move(text)
        if not isinstance(move, Refusal):
            return None
        if move.kind != "invalid" or self.is_observing or text.isdigit():
            return move
        refused = refuse_picks(self, pool_of(self), text)
        return None if refused is None else self._refusal(refused, text)

    def find_move(self, text: str) -> Move | Refusal:
        """Return the move that these words mean, or a refusal with the reason why they mean none."""
        if self.is_observing:
            text = reword(text, self.possible(), self._speaker.phrases.synonyms)
        move = super().find_move(text)
        return self._refusal(move, text) if isinstance(move, moves.Refusal) else move

    @property
    def viewer(self) -> int | None:
        """The player whose view is printed: the only person, or else the player asked; None if there is neither."""
        people = [place for place, player in enumerate(self.players) if player is None]
        if len(people) == 1:
            return people[0]
        return self.player if self.player is not None and self.player >= 0 else None

    def view(self, player: int | None = None) -> View:
        """Return the position as one player sees it; without a player, as everybody sees it."""
        if player is not None and player not in range(self.seats):
            sentence = f"There is no player {player!r}: players are numbered from 0."
            raise UserError("command-line", sentence, f"Choose one from 0 to {self.seats - 1}.", "player")
        view = View(*super().view(player))
        view._speaker, view._marked_values = self._speaker, frozenset(self.values_with(self._speaker.phrases.marked))
        return view

    # ----------------------------------------------------------------------------------------- records

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the complete record of the game to a file, hidden pieces included; `cc_dsl.replay` reads it."""
        require(path, str | os.PathLike, "a file", "Give its path as text.", "path")
        data = records.write(self.record(list(map(record_name, self.players)))).encode()
        try:
            write_whole(os.fspath(path), data)
        except (OSError, ValueError) as error:
            sentence = f"{os.fspath(path)!r} cannot be written: {getattr(error, 'strerror', '') or error}."
            remedy = "Name a file in an existing folder."
            raise UserError("output-failed", sentence, remedy, os.fspath(path)) from None

    # ---------------------------------------------------------------------------------------- printing

    def __repr__(self) -> str:
        """Return the game, its progress and the player asked, in words."""
        seed, names, player = f", seed {self.seed}" if self.seed is not None else "", self._speaker.names, self.player
        if self.outcome is not None:
            state = outcome_words(self.outcome, names) or "the game is over"
        else:
            who = "the world" if player is None or player < 0 else names[player]
            state = f"{self.moves_made} moves; {who} to move"
        return f"<Game of {self.edition.display_name}{seed}: {state}>"

    def __str__(self) -> str:
        """Return the table as the asked player sees it, the question, and the moves."""
        view = self.view(self.viewer)
        if self.is_watched:
            table = standing_lines(self, self._speaker.book, COLUMNS)
        else:
            table = self._speaker.table(view, marked=view._marked_values) or str(view).split("\n")
        return "\n".join(paragraphs([table, self._end_lines() if self.is_over else self._question_lines()]))

    def _question_lines(self) -> list[str]:
        """Return the question, and the moves with the clauses that allow them."""
        voice, answers, common = self._speaker.voice(), self.options, list[str]()
        if self.is_observing:
            request = request_for_report(self, voice)
        else:
            pick = pool_of(self)
            request, common, _ = request_for(self, pick, voice)
            answers = [*pick.pool]
        choices = number_lines([self.spoken_answer(answer) for answer in answers[:MOST_LISTED]])
        more = [f"  and {len(answers) - MOST_LISTED} more"] if len(answers) > MOST_LISTED else []
        return [*wrap(self._speaker.book.with_sources(request, common)), *choices, *more]

    def _end_lines(self) -> list[str]:
        """Return the sentence that ends the game, and the results that the rules give at the end."""
        assert self.outcome is not None
        voice, name, names = self._speaker.voice(), self._speaker.naming.name, self._speaker.names
        voice.resume(self, None)
        head = ending_words(self.outcome, self.decisions[-1:], voice, names) or "The game is over."
        ends = (f"  {name(key)}: {words}" if key else f"  {words}" for key, words in result_words(self, names))
        return [*wrap(head), *ends]

    def _repr_svg_(self) -> str:
        return self.view(self.viewer)._repr_svg_()

    def _repr_html_(self) -> str:
        lines = self._end_lines() if self.is_over else self._question_lines()
        return f"<div>{self._repr_svg_()}{html_lines(lines)}</div>"


def record_name(player: Someone) -> str:
    """Return the name of a player in a record."""
    return records.HUMAN if player is None else player if isinstance(player, str) else type(player).__name__


def check_player(player: object, place: int) -> Player:
    """Return a player written by the user; raise a UserError if it has no method `choose`."""
    if not callable(getattr(player, "choose", None)):
        sentence = f"{type(player).__name__} in seat {place} is not a player: it has no method `choose`."
        remedy = "Give it one that takes a Seat and returns one of its options, or name a computer player."
        raise UserError("command-line", sentence, remedy, f"players[{place}]")
    return cast("Player", player)
