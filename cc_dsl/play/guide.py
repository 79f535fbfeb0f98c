"""A first trick with a guide: what a newcomer is told at each question, until the trick is over.

The words are the edition's (`[guide]` in `phrases.toml`); which of them is said follows from what was asked before, so
a move that is taken back takes its words back too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cc_dsl.engine.picks import picks_ahead
from cc_dsl.rules import model
from cc_dsl.source.phrases import Guide, split_citation

if TYPE_CHECKING:
    from cc_dsl.closures.reasons import Decision
    from cc_dsl.engine.game import Game


class FirstTrick:
    """Guides one player through a trick."""

    def __init__(self, guide: Guide) -> None:
        """Begin before the first question."""
        self._guide = guide
        self._asked: dict[int, str] = {}
        """The names of the questions, by the number of answers that had been given."""
        self._won: int | None = None
        """The number of answers given when it was first known that the trick is won."""
        self._over: int | None = None
        """The number given when the guide said its last words."""

    def note(self, game: Game, news: Iterable[Decision]) -> dict[str, object] | None:
        """Return what is said now with its clauses, and whether the trick is over; after that, None."""
        if self._over is not None and self._over < game.count:
            return None
        self._over = None
        self._asked = {count: name for count, name in self._asked.items() if count < game.count}
        if self._won is not None and self._won > game.count:
            self._won = None
        deciding = (one.fact for one in news if one.fact is not None and one.fact.key == self._guide.until)
        if self._won is None and any(not fact.is_none for fact in deciding):
            self._won = game.count
        name = ""
        if not game.is_over:
            act = (picks_ahead(game).ahead or game).asking.act
            name = act.options[0].name if isinstance(act, model.ChooseOption) else getattr(act, "name", "")
        asked_before = [*self._asked.values()].count(name)
        if is_over := game.is_over or (self._won is not None and asked_before > 0):
            self._over, words = game.count, self._guide.end
        else:
            self._asked[game.count] = name
            notes = self._guide.notes.get(name, ())
            words = notes[min(asked_before, len(notes) - 1)] if notes else ""
        sentence, clauses = split_citation(words)
        return {"said": sentence, "clauses": [f"{game.rules.name}.{one}" for one in clauses], "over": is_over}
