"""A game at a page: the same session as at the terminal, whose answers are values of JSON.

Every answer says only what the player who looks may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cc_dsl.closures.observing import reword
from cc_dsl.closures.state import OBSERVER
from cc_dsl.engine.game import Game, replay
from cc_dsl.engine.moves import OVER, Refusal, divide_clauses
from cc_dsl.engine.picks import Pick, moves_beyond, picks_ahead, read_picks
from cc_dsl.live import drawing
from cc_dsl.live.editions import carried_by, edition_in
from cc_dsl.live.fields import LONGEST_RECORD, Message, NotUnderstood, list_in, number_in, text_in
from cc_dsl.live.judging import LARGEST_SEED
from cc_dsl.play.guide import FirstTrick
from cc_dsl.play.session import Session
from cc_dsl.players.computers import computers_among
from cc_dsl.rules import model
from cc_dsl.rules.seating import players_in_words
from cc_dsl.table import record
from cc_dsl.table.record import HUMAN
from cc_dsl.words.answers import ending_words, result_words
from cc_dsl.words.book import phrases_of
from cc_dsl.words.layout import with_glyphs
from cc_dsl.words.news import last_about, summary
from cc_dsl.words.position import Column, Figure
from cc_dsl.words.reasons import HEADS, page_values

if TYPE_CHECKING:
    from cc_dsl.engine.views import View
    from cc_dsl.pipeline import Edition
    from cc_dsl.play.reporting import ReportedGround

KINDS = (HUMAN, "random", "greedy", "search")
"""The players for a seat."""
EARLIER = ("search:100",)
"""Players that pages offered before, whose records are taken up."""
MOST_TURNS = 20_000
"""The number of computer moves in a row after which the game is stopped."""


class PageSession(Session[Figure]):
    """A game that is played at a page."""

    def __init__(self, edition: Edition, game: Game, kinds: Sequence[str], is_guided: bool = False) -> None:
        """Sit down at a game; a newcomer may be guided through a trick."""
        computers = computers_among(kinds, game.seed or 0)
        super().__init__(edition, game, kinds, computers, None, lambda voice: Figure(voice.rules, voice.naming.players))
        self.viewer = self.humans[0] if self.humans and not game.is_watched else None
        self.guide = FirstTrick(self.phrases.guide) if is_guided and self.phrases.guide is not None else None
        if game.is_watched:
            from cc_dsl.play.reporting import ReportedGround  # what it needs is loaded only where there is a ground

            self.ground = ReportedGround(game)
        self._advance()

    def _advance(self) -> None:
        """Play for the computers until a person is asked, or the game is over."""
        game = self.game
        for _ in range(MOST_TURNS):
            if not game.is_watched:
                self.look()
            if game.is_over or game.player not in self.seated:
                break
            self.seated.move()
        if not game.is_watched and game.player in self.humans:
            self.viewer = game.player

    def completed_columns(self, figure: Figure, view: View) -> list[Column] | None:
        """Return the columns when they were completed, or cleared before that: a page shows both until a click."""
        return figure.just_cleared(view, self.game.last_answer)

    # -------------------------------------------------------------------------------------- what is shown

    def position(self) -> dict[str, object]:
        """Return the player's view: the table, the new messages, the question, and the outcome."""
        game, heard, news = self.game, self.heard, self.news()
        completed, heard.completed = heard.completed, []
        told = heard.voice.tell(news)
        doubts, titles = self.rules.doubts, self.edition.titles
        return {
            "edition": self.edition.overlay.parent if self.edition.overlay is not None else self.rules.name,
            "title": self.edition.display_name,
            "names": self.names,
            "players": self.kinds,
            "viewer": self.viewer,
            "table": drawing.table_of(self) if self.ground is None else None,
            "ground": None if self.ground is None else self._ground(self.ground),
            "complete": [drawing.figure_drawn(self, columns) for columns in completed[-1:]],
            "told": [
                {"said": one.words, "clauses": [*one.clauses], "why": [], "ends": one.key in self.phrases.outcome}
                for one in told
            ],
            "part": self.phrases.part,
            "steps": page_values(summary(news)),
            "asked": None if game.is_over else self._observed() if game.is_observing else self._asked(),
            "over": self._ending() if game.is_over else None,
            "answers": [titles.said(name, one.chosen) for name, one in doubts.items() if one.chosen != one.default],
            "moves": game.moves_made,
            "can_undo": any(game.last_choice(one) is not None for one in (OBSERVER, *self.humans)),
            "record": record.write(game.record(self.kinds)),
            "guide": None if self.guide is None else self.guide.note(game, news),
        }

    def _ground(self, laid: ReportedGround) -> dict[str, object]:
        from cc_dsl.live import ground

        return {**ground.ground_of(laid), **ground.standing(self.game)}

    def _asked(self) -> dict[str, object]:
        """Return the question, and every move with the clauses that allow it; as at the terminal in one list."""
        voice, pick = self.voice, picks_ahead(self.game)
        game = pick.ahead or self.game
        question, act, moves = game.question, game.asking.act, game.moves()
        assert question is not None and game.player is not None and not isinstance(act, model.Observe)  # noqa: PT018
        common, own = divide_clauses([move.clauses for move in moves])
        own_of = {move.answer: clauses for move, clauses in zip(moves, own, strict=True)}
        codes = self.rules.pieces.codes

        def said_of(answer: int, words: str) -> str:
            if answer not in game.options:
                return with_glyphs(words, self.rules)
            return voice.offer(game.said_of(answer), game.values_of(answer))

        listed = [
            {
                "text": words,
                "clauses": own_of.get(answer, []),
                "said": said_of(answer, words),
                "pieces": [codes[piece] for piece in game.pieces_of(answer)],
            }
            for answer, words in zip(pick.pool, pick.words, strict=True)
        ]
        others = [(one.name, voice.option(one.name), one.clauses) for one in pick.others]
        others += [(words, words, ()) for words in self.settings]
        listed += [{"text": text, "clauses": [*cited], "said": said, "pieces": []} for text, said, cited in others]
        beyond = [
            {"text": words, "pieces": [codes[piece] for piece in pieces]}
            for words, pieces in moves_beyond(self.game, pick).items()
        ]
        asked = voice.ask(question.name, act, self.names[game.player], pick.number, [one.name for one in pick.others])
        return {"said": asked, "clauses": common, "number": pick.number, "moves": listed, "beyond": beyond}

    def _observed(self) -> dict[str, object]:
        """Return the question to whoever watches, and what could be told."""
        from cc_dsl.live import ground

        assert self.ground is not None
        view = self.game.view(None)
        self.voice.know(view.numbers, view.roles, view.held)
        asked = self.voice.request_for("observed") or "What happened?"
        return {"said": asked, "clauses": [], "number": 1, "moves": [], **ground.asked(self.game, self.ground)}

    def _ending(self) -> dict[str, object]:
        """Return how the game has ended, and what the rules tell of it."""
        outcome, told = self.game.outcome, result_words(self.game, self.names)
        assert outcome is not None
        # The last decision of all, and not the news: the page may ask again.
        last = self.game.decisions_seen_by(self.viewer, self.game.decision_count - 1)
        head = ending_words(outcome, last, self.voice, self.names)
        return {"said": head, "told": [[key, words] for key, words in told]}

    # -------------------------------------------------------------------------------------- the moves

    def move(self, words: str) -> dict[str, object]:
        """Make a move that was written or clicked, or take a report; return why not, if it is refused."""
        if self.game.is_observing:
            from cc_dsl.play.reporting import report

            refused = report(self.game, words, self.phrases.synonyms).refusal
        elif words in self.settings:
            self.set_up(words)
            self._advance()
            refused = None
        else:
            found = read_picks(self.game, self._pick(), words)
            if not isinstance(found, list):
                return {"refused": self._refused(found, words)}
            self.play(found)
            self._advance()
            refused = None
        if self.ground is None:
            return self.position()
        self.ground.follow()
        return {**self.position(), "refused": None if refused is None else self._refused(refused, words)}

    def why_not(self, words: str) -> dict[str, object]:
        """Return why a move cannot be made, or that it can."""
        if self.game.is_observing:
            found: Refusal | str | None = self.game.whynot(reword(words, self.game.possible(), self.phrases.synonyms))
            allowed = f"{words} This can happen now."
        else:
            found = self.whynot(words, self._pick())
            allowed = f"{with_glyphs(words, self.rules)} is allowed here."
        if found is None:
            return {"refused": None, "said": allowed}
        return {"refused": self._refused(found, words)}

    def _refused(self, found: Refusal | str, words: str) -> dict[str, object]:
        """Return why a move is not taken, with the pieces in it as they are drawn."""
        if not isinstance(found, Refusal):
            found, head = Refusal("", found, (), (), ()), "not clear"
        else:
            head, words = HEADS[found.kind], with_glyphs(words, self.rules)
        return {
            "head": head,
            "move": words,
            "said": self.speaker.naming.plain(with_glyphs(found.sentence, self.rules)),
            "clauses": [*found.clauses],
            "readings": [*found.readings],
            "allowed": [with_glyphs(one, self.rules) for one in found.nearest],
            "why": page_values(found.reasons, 3),
        }

    def _pick(self) -> Pick:
        if self.game.is_over:
            raise NotUnderstood(OVER.sentence)
        return picks_ahead(self.game)

    def why(self, words: str) -> dict[str, object]:
        """Return the last decision about some words, with all its reasons; about no words, the last of all."""
        found = last_about(self.game.decisions_seen_by(self.viewer), words)
        return {"steps": [] if found is None else page_values([found])}

    def hint(self) -> dict[str, object]:
        """Return what is within reach, a recommended answer, one reason with its clauses, and the statistics."""
        if self.game.is_observing:
            raise NotUnderstood("Nobody chooses here. Say what happened on the ground.")
        found = self.advise()
        document = {key: getattr(found, key) for key in ("reach", "answer", "recommended", "reason")}
        return {**document, "clauses": [*found.clauses], "more": [*found.more]}

    def undo(self) -> dict[str, object]:
        """Take back the last move of the people here, with all that came after it."""
        turns = self.last_turns(1)
        if not turns:
            raise NotUnderstood("There is nothing to take back.")
        learnt, _ = self.take_back(turns[-1])
        self._advance()
        note = "More is known now than before; the record says so." if learnt else ""
        return {**self.position(), "note": f"Taken back. {note}".strip()}


def begun(message: Message) -> PageSession:
    """Start a game of an edition with the players that a message names."""
    edition = edition_in(message)
    kinds = _kinds(edition, list_in(message, "players"))
    guide = phrases_of(edition).guide if message.get("guided") is True else None
    seed = number_in(message, "seed", 0, LARGEST_SEED) if "seed" in message else guide.seed if guide else None
    game = Game(edition.rules, seed=seed, reasons=True, seats=len(kinds))
    if game.is_watched and {*kinds} != {HUMAN}:
        raise NotUnderstood(
            f"In {edition.display_name} people tell what happened on the ground; all players are people."
        )
    return PageSession(edition, game, kinds, guide is not None)


def resumed(message: Message) -> PageSession:
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
    return PageSession(edition, game, kinds)


def _kinds(edition: Edition, names: list[str]) -> list[str]:
    """Return who plays in each seat; a kind that the page does not have is refused."""
    least, most = edition.rules.seats
    if not least <= len(names) <= most:
        wanted = players_in_words((least, most))
        raise NotUnderstood(f"{edition.display_name} is for {wanted}, not for {len(names)}.")
    for name in names:
        if name not in (*KINDS, *EARLIER):
            raise NotUnderstood(f"There is no player “{name}” in the page. Choose {' or '.join(KINDS)}.")
    return names
