"""A game at a page: people and computer players take turns; every answer says what the player who looks may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cc_dsl.interpreter.answers import kind_of
from cc_dsl.interpreter.engine import Game, replay
from cc_dsl.interpreter.moves import Refusal
from cc_dsl.interpreter.naming import Naming, callings
from cc_dsl.interpreter.picks import Pick, pool_of, read_picks, turns_of
from cc_dsl.interpreter.players import computer, computers
from cc_dsl.interpreter.reasons import winning
from cc_dsl.interpreter.seat import Seat
from cc_dsl.interpreter.seated import Seated
from cc_dsl.interpreter.state import OBSERVER
from cc_dsl.live import drawing, said
from cc_dsl.live.asked import LONGEST_RECORD, Message, NotUnderstood, list_in, number_in, text_in
from cc_dsl.live.editions import carried_by, edition_in
from cc_dsl.live.guiding import Guiding
from cc_dsl.live.judging import LARGEST_SEED
from cc_dsl.rules import model
from cc_dsl.rules.kinds import plural
from cc_dsl.source.phrases import phrases_in
from cc_dsl.table import record
from cc_dsl.words.figure import Figure
from cc_dsl.words.sentences import capital
from cc_dsl.words.signs import with_glyphs
from cc_dsl.words.telling import last_about, summary
from cc_dsl.words.told import told_for_sure, told_words
from cc_dsl.words.voice import Voice

if TYPE_CHECKING:
    from cc_dsl.interpreter.reasons import Decision
    from cc_dsl.live.ground import ToldStroke
    from cc_dsl.pipeline import Edition
    from cc_dsl.rules.model import Rules
    from cc_dsl.source.phrases import Phrases

HUMAN = "human"
KINDS = (HUMAN, "random", "greedy", "search")
"""The players for a seat."""
EARLIER = ("search:100",)
"""Players that pages offered before, whose records are taken up."""
ADVISER = "greedy"
"""The computer player whose choice is a hint."""
MOST_TURNS = 20_000
"""The number of computer moves in a row after which the game is stopped."""


class Viewer:
    """One who looks at the page: what was said and drawn for them alone."""

    def __init__(self, rules: Rules, naming: Naming, phrases: Phrases) -> None:
        """Start with nothing said and nothing drawn."""
        self.voice = Voice(rules, naming, phrases)
        self.figure = Figure(rules, naming.players)
        self.told = 0
        """The number of decisions told so far."""
        self.complete: list[object] = []
        """The figures that were completed since the viewer last looked."""


class Sitting:
    """A game, its players, and what each of them has been told."""

    def __init__(self, edition: Edition, game: Game, kinds: Sequence[str], guided: bool = False) -> None:
        """Sit down at a game; `kinds` says who plays in each seat; a newcomer may be guided through a trick."""
        self.edition, self.game, self.kinds = edition, game, [*kinds]
        self.rules, self.book = edition.rules, said.book_of(edition)
        seed = game.seed or 0
        # As at the terminal, so that the same seed gives the same game.
        if HUMAN in kinds:
            seated = {place: computer(kind, seed, place) for place, kind in enumerate(kinds) if kind != HUMAN}
        else:
            seated = dict(enumerate(computers(kinds, seed)))
        self.seated = Seated(game, seated)
        self.humans = [place for place, kind in enumerate(kinds) if kind == HUMAN]
        self.phrases = phrases_in(edition.folder)
        self.names = [*callings(game.seats, self.humans)]
        game.naming = Naming(tuple(self.names), tuple(self.rules.pieces.glyphs), self.phrases.names)
        # Where everything lies open, all look at once.
        self.viewer: int | None = self.humans[0] if self.humans and not game.is_watched else None
        self.viewers = {
            who: Viewer(self.rules, game.naming, self.phrases) for who in dict.fromkeys([None, *self.humans])
        }
        self.turns: list[int] = []
        self.ground = _ground_of(game, self.phrases.synonyms) if game.is_watched else None
        self.guiding = Guiding(self.phrases.guide) if guided and self.phrases.guide is not None else None
        self._let_computers_move()

    @property
    def heard(self) -> Viewer:
        """What the one who looks now has heard and seen."""
        return self.viewers[self.viewer]

    # -------------------------------------------------------------------------------------- the course

    def _let_computers_move(self) -> None:
        """Play for the computers until a person is asked, or the game is over."""
        self._look()
        for _ in range(MOST_TURNS):
            if self.game.is_over or self.game.player not in self.seated:
                break
            self.seated.move()
            self._look()
        if self.ground is None and not self.game.is_over and self.game.player in self.humans:
            self.viewer = self.game.player

    def _look(self) -> None:
        """Note the figure for all who look when it has just been completed, before its pieces go elsewhere."""
        for who, heard in self.viewers.items() if self.ground is None else ():
            columns = heard.figure.just_completed(self.game.view(who), self.game.last_answer)
            if columns is not None:
                heard.complete.append(drawing.figure_drawn(self.rules, columns))

    def position(self) -> dict[str, object]:
        """Return the player's view: the table, the new messages, the question, and the outcome."""
        game, heard = self.game, self.heard
        news = game.decisions_seen_by(self.viewer, heard.told)
        heard.told = game.decision_count
        complete, heard.complete = heard.complete, []
        told = [{"said": one.words, "clauses": [*one.clauses], "why": []} for one in heard.voice.tell(news)]
        return {
            "edition": self.edition.overlay.parent if self.edition.overlay is not None else self.rules.name,
            "title": self.edition.display_name,
            "names": self.names,
            "players": self.kinds,
            "viewer": self.viewer,
            "table": None if self.ground is not None else self._table(),
            "ground": None if self.ground is None else {**self.ground.drawn(), **self.ground.standing()},
            "complete": complete,
            "told": told,
            "steps": said.decisions(summary(news), self.book),
            "asked": None if game.is_over else self._asked(),
            "over": self._ending(news) if game.is_over else None,
            "answers": self._answers(),
            "moves": game.moves_made,
            "can_undo": bool(self.turns) or self._last() is not None,
            "record": record.write(game.record(self.kinds)),
            "guide": None if self.guiding is None else self.guiding.note(game, news),
        }

    def _table(self) -> dict[str, object]:
        """Return the table as it is drawn; the score that the rules tell is found only where the edition shows it."""
        game, heard, view = self.game, self.heard, self.game.view(self.viewer)
        is_told = {*(self.phrases.score or ())} - {*view.numbers, *view.held}
        results = told_for_sure(game, self.viewer) if is_told else {}
        marked = game.having(self.phrases.marked)
        return drawing.drawn(self.rules, heard.figure, view, heard.voice, marked, results)

    def _answers(self) -> list[str]:
        """Return the answers to open places that are not the defaults, in words."""
        doubts, titles = self.rules.doubts, self.edition.titles
        return [titles.said(name, one.chosen) for name, one in doubts.items() if one.chosen != one.default]

    def _asked(self) -> dict[str, object]:
        """Return the question, and every move with the clauses that allow it."""
        game = self.game
        if game.is_observing:
            return self._observed()
        question, pick, act = game.question, pool_of(game), game.asking.act
        assert question is not None
        assert game.player is not None
        assert not isinstance(act, model.Observe)
        moves = game.moves()
        clauses = [one for one in (moves[0].clauses if moves else ()) if all(one in move.clauses for move in moves)]
        own = {move.answer: [one for one in move.clauses if one not in clauses] for move in moves}
        is_piece = kind_of(game.asking.act).base == "piece"
        return {
            "said": self.heard.voice.ask(question.name, act, self.names[game.player], pick.number),
            "clauses": clauses,
            "number": pick.number,
            "moves": [
                {
                    "text": words,
                    "clauses": own.get(answer, []),
                    "said": self._offer(answer) if answer in game.options else with_glyphs(words, self.rules),
                    "piece": self.rules.pieces.codes[answer] if is_piece else None,
                }
                for answer, words in zip(pick.pool, pick.words, strict=True)
            ],
        }

    def _offer(self, answer: int) -> str:
        """Say a move, with what the tables of the rules have for it."""
        return self.heard.voice.offer(self.game.said_of(answer), self.game.values_of(answer))

    def _observed(self) -> dict[str, object]:
        """Return the question to whoever watches, and what could be told."""
        assert self.ground is not None
        view = self.game.view(None)
        self.heard.voice.know(view.numbers, view.roles, view.held)
        asked = self.heard.voice.asked("observed") or "What happened?"
        return {"said": asked, "clauses": [], "number": 1, "moves": [], **self.ground.asked()}

    def _ending(self, news: Sequence[Decision]) -> dict[str, object]:
        """Return how the game has ended, and what the rules tell of it."""
        game, outcome = self.game, self.game.outcome
        assert outcome is not None
        head = "" if game.seats == 1 else "Nobody wins."
        if outcome.winner is not None:
            names = [self.names[one] for one in outcome.winners]
            head = self.heard.voice.end(news) or f"{capital(winning(names))}."
        questions = [one for one in self.rules.questions.values() if one.is_given_nothing]
        result = game.result
        told = [row for one in questions for row in told_words(self.rules, one, result, self.names)]
        return {"said": head, "told": [[key, words] for key, words in told]}

    # -------------------------------------------------------------------------------------- the moves

    def play(self, words: str) -> dict[str, object]:
        """Make a move that was written or clicked; return why not, if it is refused."""
        if self.ground is not None and self.game.is_observing:
            refused = self.ground.tell(words)
            return {**self.position(), "refused": None if refused is None else self._refused(refused, words)}
        pick = self._pick()
        found = read_picks(self.game, pick, words)
        if not isinstance(found, list):
            return {"refused": self._refused(found, words)}
        self.turns.append(self.game.count)
        for answer in found:
            self.game.play(answer)
        self._let_computers_move()
        if self.ground is not None:
            self.ground.follow()
        return self.position()

    def whynot(self, words: str) -> dict[str, object]:
        """Return why a move cannot be made, or that it can."""
        if self.ground is not None and self.game.is_observing:
            against = self.ground.whynot(words)
            if against is None:
                return {"refused": None, "said": f"{words} This can happen now."}
            return {"refused": self._refused(against, words)}
        pick = self._pick()
        found = read_picks(self.game, pick, words) if pick.number == 1 else self.game.whynot(words)
        if found is None or isinstance(found, list):
            return {"refused": None, "said": f"{with_glyphs(words, self.rules)} is allowed here."}
        return {"refused": self._refused(found, words)}

    def _refused(self, found: Refusal | str, words: str) -> dict[str, object]:
        if isinstance(found, str):
            return {
                "head": "not clear",
                "move": words,
                "said": found,
                "clauses": [],
                "readings": [],
                "allowed": [],
                "why": [],
            }
        return said.refusal(found, with_glyphs(words, self.rules), self.book, self.game.naming)

    def _pick(self) -> Pick:
        if self.game.is_over:
            raise NotUnderstood("The game is over; nothing is asked any more.")
        return pool_of(self.game)

    def why(self, words: str) -> dict[str, object]:
        """Return the last decision about some words, with all its reasons; about no words, the last of all."""
        found = last_about(self.game.decisions_seen_by(self.viewer), words)
        return {"steps": [] if found is None else said.decisions([found], self.book)}

    def hint(self) -> dict[str, object]:
        """Return the move that a simple computer player would make here, and the clauses that allow it."""
        if self.game.is_observing:
            raise NotUnderstood("Nobody chooses here. Say what happened on the ground.")
        pick, player = self._pick(), self.game.player
        assert player is not None
        if pick.number > 1:
            name = plural(self.rules.pieces.name)
            raise NotUnderstood(
                f"Here {pick.number} {name} are chosen at once; the simple player has no hint for that."
            )
        choice = computer(ADVISER, self.game.count, player).choose(Seat(self.game, player))
        move = next(one for one in self.game.moves() if one.answer == choice)
        return {"move": move.text, "said": self.game.said_of(choice), "clauses": [*move.clauses]}

    def undo(self) -> dict[str, object]:
        """Take back the last move of the player who looks, with all that came after it."""
        game = self.game
        mark = self._last() if self.ground is not None else self._last_turn()
        if mark is None:
            raise NotUnderstood("There is nothing to take back.")
        player = game.chooser_of(mark)
        # On a ground nothing is hidden, and what people tell they have seen themselves.
        number, learnt = game.count - mark, self.ground is None and bool(game.learnt_since(mark, player))
        game.take_back(mark)
        self.seated.go_back()
        del self.turns[-1:]
        for who, heard in self.viewers.items():
            view = game.view(who)
            heard.voice.know(view.numbers, view.roles)
            heard.voice.remember(game.decisions_seen_by(who))
            heard.told = min(heard.told, game.decision_count)
            heard.figure, heard.complete = Figure(self.rules, self.names), []
        if learnt:
            game.note_taken_back(number, f"by player {(player or 0) + 1}, after more was known")
        self._let_computers_move()
        if self.ground is not None:
            self.ground.go_back()
        note = "More is known now than before; the record says so." if learnt else ""
        return {**self.position(), "note": f"Taken back. {note}".strip()}

    def _last_turn(self) -> int | None:
        """Return the number of answers before the last move of somebody here, also in an earlier sitting."""
        self.turns = self.turns or turns_of(self.game, self.humans)
        return self.turns[-1] if self.turns else None

    def _last(self) -> int | None:
        """Return the place of the last choice of somebody here, or of the last stroke that was told."""
        marks = [self.game.last_choice(one) for one in (OBSERVER, *self.humans)]
        return max((mark for mark in marks if mark is not None), default=None)


def _ground_of(game: Game, synonyms: Mapping[str, str]) -> ToldStroke:
    """Return the ground of a game; what it needs is imported only where there is one."""
    from cc_dsl.live.ground import ToldStroke

    return ToldStroke(game, synonyms)


def begun(message: Message) -> Sitting:
    """Start a game of an edition with the players that a message names."""
    edition = edition_in(message)
    kinds = _kinds(edition, list_in(message, "players"))
    guide = phrases_in(edition.folder).guide if message.get("guided") is True else None
    seed = number_in(message, "seed", 0, LARGEST_SEED) if "seed" in message else guide.seed if guide else None
    game = Game(edition.rules, seed=seed, reasons=True, seats=len(kinds))
    if game.is_watched and {*kinds} != {HUMAN}:
        raise NotUnderstood(
            f"In {edition.display_name} people tell what happened on the ground; all players are people."
        )
    return Sitting(edition, game, kinds, guide is not None)


def resumed(message: Message) -> Sitting:
    """Resume a recorded game where it stops; a finished game is shown."""
    found = record.read(text_in(message, "record", LONGEST_RECORD))
    if found.is_partial:
        raise NotUnderstood(
            "This record shows only what its players may know. The whole game is in the file beside it whose name "
            "ends in .private; open that one."
        )
    if found.overlay:
        edition = carried_by(found)
    else:
        named = {"edition": text_in(message, "edition"), "overlay": message["overlay"]} if "overlay" in message else {}
        edition = edition_in({"edition": found.edition, **named, "readings": dict(found.readings)})
    game = replay(edition.rules, found, True)
    # On the ground of a page nobody strikes but people, so they tell the strokes of those who struck elsewhere.
    is_told = game.is_watched or not found.players
    kinds = [HUMAN] * game.seats if is_told else _kinds(edition, [*found.players])
    return Sitting(edition, game, kinds)


def _kinds(edition: Edition, names: list[str]) -> list[str]:
    """Return who plays in each seat; a kind that the page does not have is refused."""
    least, most = edition.rules.seats
    if not least <= len(names) <= most:
        seats = f"{least}" if least == most else f"{least} to {most}"
        raise NotUnderstood(f"{edition.display_name} is for {seats} players, not for {len(names)}.")
    for name in names:
        if name not in (*KINDS, *EARLIER):
            raise NotUnderstood(f"There is no player “{name}” in the page. Choose {' or '.join(KINDS)}.")
    return names
