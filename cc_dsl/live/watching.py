"""A game that computers have played on the simulated lawn, to be watched stroke by stroke, refereed by the rules.

The strokes were made when the pages were, since the mechanics do not run in a page; what each of them means is decided
here, by the rules, from what was seen of it.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, TypedDict

from cc_dsl.explain.telling import summary
from cc_dsl.explain.voice import Voice
from cc_dsl.interpreter.engine import replay
from cc_dsl.interpreter.naming import Naming, callings
from cc_dsl.lawn.draw import draw, shares
from cc_dsl.lawn.strokes import Stroke
from cc_dsl.live import said
from cc_dsl.live.asked import Message, NotUnderstood
from cc_dsl.live.editions import edition_in
from cc_dsl.live.ground import cut_of, placed, standing
from cc_dsl.rules.grounds import ground_of
from cc_dsl.source.phrases import phrases_in
from cc_dsl.table import record

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition

FILE = "simulated.json"
"""The file with a game, in the folder of its edition in the engine."""


class StoredStroke(TypedDict):
    """A stroke as JSON has it, with the number of answers that the game had before it."""

    count: int
    ball: str
    aim: float
    force: float
    seconds: float
    paths: dict[str, list[list[float]]]
    rest: dict[str, list[float]]


class StoredGame(TypedDict):
    """A game on the simulated lawn as JSON has it."""

    record: str
    players: list[str]
    strokes: list[StoredStroke]


class Watch:
    """A game on the simulated lawn; it is shown up to any of its strokes."""

    def __init__(self, edition: Edition, stored: StoredGame) -> None:
        """Read the game, and begin before its first stroke."""
        self._edition, self._book = edition, said.book_of(edition)
        self.name = edition.rules.name
        self._whole = replay(edition.rules, record.read(stored["record"]), True)
        self._strokes = [(one["count"], stroke_of(one)) for one in stored["strokes"]]
        self._players = stored["players"]
        self._ground = ground_of(edition.rules, self._whole.seats)
        self._back()

    def _back(self) -> None:
        """Go back to the beginning."""
        phrases = phrases_in(self._edition.folder)
        self._game = self._whole.from_the_beginning(True)
        names = callings(self._game.seats, [])
        self._game.naming = Naming(tuple(names), tuple(self._edition.rules.pieces.glyphs), phrases.names)
        self._voice = Voice(self._edition.rules, self._game.naming, phrases)

    def at(self, number: int) -> dict[str, object]:
        """Return what a stroke, counted from 1, looked like, and what followed from it by the rules."""
        assert self._ground is not None
        number = max(1, min(number, len(self._strokes)))
        begin, stroke = self._strokes[number - 1]
        end = self._strokes[number][0] if number < len(self._strokes) else self._whole.count
        if self._game.count > begin:
            self._back()
        while self._game.count < begin and self._game.step():
            pass
        before = self._game.decision_count
        while self._game.count < end and self._game.step():
            pass
        cut = cut_of(self._ground, stroke.rest, stroke)
        svg = draw(self._ground, "stroke", f"{stroke.ball} is struck", balls=stroke.rest, strokes=[stroke], cut=cut)
        view, news = self._game.view(None), self._game.decisions_seen_by(None, before)
        self._voice.know(view.numbers, view.roles, view.held)
        outcome = self._game.outcome
        winner = None if outcome is None or outcome.winner is None else f"player {outcome.winner + 1}"
        return {
            "title": self._edition.display_name,
            "players": self._players,
            "stroke": number,
            "strokes": len(self._strokes),
            "ball": stroke.ball,
            "seen": [str(one) for one in self._game.observed_since(begin)],
            "told": [{"said": one.words, "clauses": [*one.clauses], "why": []} for one in self._voice.tell(news)],
            "steps": said.decisions(summary(news), self._book),
            "ways": {
                ball: [*shares(cut, {str(number): point for number, point in enumerate(way)}).values()]
                for ball, way in stroke.paths.items()
            },
            "over": self._game.is_over,
            "winner": winner,
            "ground": {**placed(self._ground, svg, stroke.rest, cut), **standing(self._game)},
        }


def stroke_of(stored: StoredStroke) -> Stroke:
    """Return a stroke that was stored, to be drawn."""
    paths = {ball: tuple((x, y) for x, y in way) for ball, way in stored["paths"].items()}
    rest = {ball: (x, y) for ball, (x, y) in stored["rest"].items()}
    return Stroke(stored["ball"], stored["aim"], stored["force"], (), paths, rest, stored["seconds"])


def watched(message: Message, before: Watch | None) -> Watch:
    """Return the game on the simulated lawn that comes with an edition; the one before, if it is the same."""
    edition = edition_in(message)
    if before is not None and before.name == edition.rules.name:
        return before
    path = os.path.join(edition.folder, FILE)
    if not os.path.isfile(path):
        raise NotUnderstood("These pages were made without a simulated lawn, so there is no game to watch.")
    with open(path, encoding="utf-8") as file:
        return Watch(edition, json.load(file))
