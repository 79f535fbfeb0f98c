"""A session of a game at a terminal or a page, for one person or for several who share a screen.

The session makes moves, lets computers move, and takes moves back; it returns news as decisions, refusals and columns
of the figure. The terminal (`cc_dsl.cli.session`) prints them, the page (`cc_dsl.live.table`) gets them as JSON. It
remembers what each viewer has heard, so nobody reads what was meant for another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from cc_dsl.closures.listener_names import join_words
from cc_dsl.closures.observations import reword
from cc_dsl.closures.reasons import Decision
from cc_dsl.closures.state import OBSERVER, State
from cc_dsl.engine.game import Game
from cc_dsl.engine.history import KnowledgeGained
from cc_dsl.engine.moves import Refusal, divide_clauses
from cc_dsl.engine.picks import Pick, read_picks, refuse_picks, starts_of_moves
from cc_dsl.pipeline import Edition
from cc_dsl.players.seats import SeatsOfGame
from cc_dsl.rules import model
from cc_dsl.rules.kinds import a_name, plural
from cc_dsl.rules.model import Rules, full_clause
from cc_dsl.table.chance import Chance, drawn_seed
from cc_dsl.table.record import HUMAN
from cc_dsl.words.advice import Hint, hint
from cc_dsl.words.answers import owners_in
from cc_dsl.words.layout import Ink
from cc_dsl.words.position import Figure, result_of_part
from cc_dsl.words.speaker import Speaker
from cc_dsl.words.voice import Voice

SETTINGS = ("the usual set-up", "a set-up at random")
"""The words by which all pieces can be placed at once, if the edition has a usual set-up."""
MEMORY = 2_000
"""The number of last answers for which a game in play stores the reasons."""


@dataclass
class Viewer:
    """A viewer of the game: their own voice, and the number of decisions that they have heard."""

    voice: Voice
    told: int = 0


class StrokeReport(NamedTuple):
    """The result of a report of a stroke."""

    refusal: Refusal | None
    """The reason why the first impossible event is refused; the events before it are kept."""
    words: str
    """That event in words."""
    is_cut: bool
    """Whether the stroke was over before the last events, which were ignored."""
    decisions_before: int
    """The number of decisions before the last event."""


class Session:
    """A game, its players, and the record of what each of them has heard."""

    has_people = True
    """Whether people play; for spectators every player is somebody else."""

    def __init__(self, edition: Edition, game: Game, kinds: Sequence[str], seated: SeatsOfGame) -> None:
        """Take a game, the kind of each player, and the seated computers."""
        self.edition, self.game, self.rules, self.kinds = edition, game, edition.rules, [*kinds]
        self.humans = [place for place, kind in enumerate(kinds) if self.has_people and kind == HUMAN]
        self.speaker, self.seated = Speaker(edition, game.seats, self.humans, self.ink), seated
        self.phrases, self.names = self.speaker.phrases, [*self.speaker.names]
        game.naming = self.speaker.naming
        self.viewer: int | None = self.humans[0] if len(self.humans) == 1 else None
        """The player at the screen; None stands for all."""
        self.viewers = {who: Viewer(self.speaker.voice()) for who in dict.fromkeys([None, *self.humans])}
        self._turns: list[int] = []
        """The number of answers before each move that people made in this session."""

    @property
    def ink(self) -> Ink | None:
        """The signs of pieces that can be shown, if not all."""
        return None

    @cached_property
    def figure(self) -> Figure:
        """The figure of the rules."""
        return Figure(self.rules, self.names)

    @property
    def heard(self) -> Viewer:
        """The record of what the present viewer has heard and seen; in a game without secrets, all share one viewer."""
        return self.viewers[None if self.game.is_watched else self.viewer]

    @property
    def voice(self) -> Voice:
        """The voice for the present viewer."""
        return self.heard.voice

    # ----------------------------------------------------------------------------------------- news

    def news(self) -> list[Decision]:
        """Return the decisions that the present viewer has not heard yet, and mark them as heard."""
        decisions = self.game.decisions_seen_by(self.viewer, self.heard.told)
        self.heard.told = self.game.decision_count
        return decisions

    def recall(self) -> None:
        """Mark the game so far as heard by everyone."""
        for who, viewer in self.viewers.items():
            viewer.voice.resume(self.game, who)
            viewer.told = self.game.decision_count

    def ended_position(self, since: int) -> State | None:
        """Return the position in which the last part of the game ended, such as a trick, before its pieces moved.

        It is None if no part ended since this decision, or if neither edition nor figure tells what ends one.
        """
        name = result_of_part(self.rules, self.phrases)
        return self.game.position_when_decided(name, since) if name else None

    # ---------------------------------------------------------------------------------- moves

    def offer(self, game: Game, answer: int) -> str:
        """Return a move in words, with its values in the tables of the rules."""
        return self.voice.offer(game.spoken_answer(answer), game.values_of(answer))

    @property
    def settings(self) -> tuple[str, ...]:
        """The words that place all pieces at once, during the edition's set-up."""
        set_up, game = self.phrases.set_up, self.game
        if set_up is None or game.is_over:
            return ()
        return SETTINGS if getattr(game.question_term.act, "name", "") == set_up.question else ()

    def set_up(self, words: str) -> None:
        """Place the remaining pieces in their usual places, or at random, as one move."""
        game, chance, usual = self.game, Chance(drawn_seed()), self.phrases.set_up
        assert usual is not None
        self._turns.append(game.count)
        while self.settings:
            allowed = {game.words_of(answer): answer for answer in game.options}
            wanted = next(filter(allowed.__contains__, usual.usual), None) if words == SETTINGS[0] else None
            game.play(game.options[chance.below(len(game.options))] if wanted is None else allowed[wanted])

    def play(self, answers: Sequence[int]) -> None:
        """Give the answers of one move, which are taken back together."""
        self._turns.append(self.game.count)
        for answer in answers:
            self.game.play(answer)

    def make_move(self, words: str, pick: Pick) -> Refusal | str | None:
        """Make a move that was typed or clicked, which may place all pieces at once; return the refusal, if any."""
        if words in self.settings:
            self.set_up(words)
            return None
        result = read_picks(self.game, pick, words)
        if not isinstance(result, list):
            return result
        self.play(result)
        return None

    def event_words(self, words: str) -> str:
        """Return an event in the words of the rules: people write “hits”, or use a synonym of the edition."""
        return reword(words, self.game.possible(), self.phrases.synonyms)

    def report(self, words: str) -> StrokeReport:
        """Give observations to the game, in order, until one is refused or the stroke is over."""
        game, before = self.game, self.game.decision_count
        answers, asking = game.read_observed(self.event_words(words)), game.question_term
        if isinstance(answers, str):
            return StrokeReport(game.refuse_observed(answers), answers, is_cut=False, decisions_before=before)
        for answer in answers:
            if not game.is_observing or game.question_term is not asking:
                return StrokeReport(None, "", is_cut=True, decisions_before=before)
            if answer not in game.options:
                return StrokeReport(game.refuse(answer), game.words_of(answer), is_cut=False, decisions_before=before)
            before = game.decision_count
            game.play(answer)
        return StrokeReport(None, "", is_cut=False, decisions_before=before)

    def whynot(self, words: str, pick: Pick | None) -> Refusal | str | None:
        """Return the refusal of a move, or of an event; None if it, or each of several picks named, is allowed."""
        if pick is None:
            return self.game.whynot(self.event_words(words))
        return refuse_picks(self.game, pick, words)

    def permission(self, words: str, pick: Pick | None) -> str:
        """Return the sentence that a move, or each of several things picked at once, is allowed; or an event."""
        if pick is None:
            answers = self.game.read_observed(self.event_words(words))
            events = words if isinstance(answers, str) else join_words([*map(self.game.words_of, answers)])
            return f"{events}. This can happen now."
        are = "are" if pick.number > 1 and len(words.split()) > 1 else "is"
        return f"{words} {are} allowed here."

    def advise(self) -> Hint:
        """Return a hint for the player to move; during the edition's set-up, the usual one."""
        if self.settings:
            usual = "It puts the remaining pieces on this edition's usual squares."
            return Hint("", SETTINGS[0], f"I recommend {SETTINGS[0]}.", usual, (), ())
        return hint(self.game, self.speaker.naming, self.speaker.book, self.phrases)

    # ------------------------------------------------------------------------------------- takebacks

    def last_turns(self, number: int) -> list[int]:
        """Return the number of answers before each of the last moves of people, at least this many if there are.

        Moves of an earlier session are included if this one has too few. On a ground, only the last stroke reported, or
        the last choice, is returned.
        """
        if self.game.is_watched:
            marks = [self.game.last_choice(who) for who in (OBSERVER, *self.humans)]
            return sorted(mark for mark in marks if mark is not None)[-1:]
        if number > len(self._turns):
            self._turns = starts_of_moves(self.game, self.humans)
        return self._turns

    def take_back(self, mark: int) -> KnowledgeGained:
        """Go back to the position after this many answers; return the knowledge gained since, for the record."""
        game, player = self.game, self.game.chooser_of(mark)
        own, learnt = sum(by == player for by, _ in game.choices_since(mark)), game.learnt_since(mark, player)
        number = own or game.count - mark  # a stroke has no chooser
        if game.is_watched:  # people at the table know what they reported themselves
            learnt = learnt._replace(others=tuple(other for other in learnt.others if other not in self.humans))
        game.take_back(mark)
        self.seated.go_back()
        self._turns = [turn for turn in self._turns if turn < mark]
        for who, viewer in self.viewers.items():
            viewer.voice.resume(game, who)
            viewer.told = min(viewer.told, game.decision_count)
        if learnt:
            by = "those at the table" if player is None else f"player {player + 1}"
            names = [f"player {place + 1}" for place in range(game.seats)]
            game.note_taken_back(number, f"by {by}, after {knowledge_in_words(learnt, names, self.rules, 'they')}")
        return learnt


def request_for(game: Game, pick: Pick, voice: Voice) -> tuple[str, list[str], dict[int, list[str]]]:
    """Return the request to choose from these answers, the clauses that allow all, and the further ones of each."""
    question, player, act = game.question, game.player, game.question_term.act
    assert question is not None and player is not None and not isinstance(act, model.Observe)  # noqa: PT018
    clauses = {move.answer: move.clauses for move in game.moves()}
    if isinstance(act, model.ChooseOption):  # cite this option only, not the conditions of the others
        for answer in clauses:
            cited = (*act.origin.clauses, *act.options[answer].origin.clauses)
            clauses[answer] = tuple(dict.fromkeys(full_clause(game.rules.name, clause) for clause in cited))
    common, own = divide_clauses([*clauses.values()])
    who, others = voice.naming.players[player], [option.name for option in pick.others]
    words = voice.ask(question.name, act, who, pick.number, pick.pool, others, game.things_in_turn())
    return words, common, dict(zip(clauses, own, strict=True))


def request_for_report(game: Game, voice: Voice) -> str:
    """Return the question for what happened on the ground, which may name the owner of the ball that is struck."""
    view, signs, names = game.view(None), game.rules.pieces.codes, voice.naming.players
    owners = {
        name: {signs[ball]: names[owner] for ball, owner in each.items()} for name, each in owners_in(game).items()
    }
    voice.know(view.numbers, view.roles, {**view.held, **owners})
    return voice.request_for("observed") or "What happened?"


def knowledge_in_words(learnt: KnowledgeGained, names: Sequence[str], rules: Rules, who: str) -> str:
    """Return the knowledge gained since a move in words, such as “player 2 answered and they saw a card”."""
    parts = ["chance answered"] if learnt.chance else []
    parts += [f"{names[other]} answered" for other in learnt.others]
    number, name = len(learnt.pieces), rules.pieces.name
    if number:
        parts.append(f"{who} saw {f'{number} {plural(name)}' if number > 1 else a_name(name)}")
    return join_words(parts)
