"""A game that only computers play, printed move by move, or as one JSON document."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING

from cc_dsl.cli import terminal
from cc_dsl.cli.helpers import how_to_resume, welcome
from cc_dsl.cli.keeping import Keeper
from cc_dsl.cli.progress import thinking
from cc_dsl.cli.speech import voice_for
from cc_dsl.cli.tables import branches, ink_for, tinted
from cc_dsl.cli.told import ending
from cc_dsl.interpreter.players import Observer
from cc_dsl.interpreter.seated import Seated
from cc_dsl.table.record import TAKEN_BACK
from cc_dsl.words.documents import document_of
from cc_dsl.words.narration import Narrator
from cc_dsl.words.sentences import is_choice
from cc_dsl.words.tables import Artist
from cc_dsl.words.texts import book_of

if TYPE_CHECKING:
    from cc_dsl.interpreter.engine import Game
    from cc_dsl.interpreter.players import Sitter
    from cc_dsl.pipeline import Edition

MARGIN = " " * 6


def watch(
    edition: Edition,
    game: Game,
    names: Sequence[str],
    players: dict[int, Sitter],
    record: str | None,
    explain: bool,
    as_json: bool,
    most: int,
) -> int:
    """Play the game and print it; stop it after this many moves."""
    keeper = Keeper(game, names, record)
    seated = Seated(game, players, Observer(game.seed or 0))
    show = None if as_json else Shower(edition, game, explain)
    if show is not None:
        show.begin(names)
    try:
        for _ in range(most):
            if game.player is None:
                break
            with thinking(show.names[game.player]) if show is not None else nullcontext():
                seated.move()
            if show is not None:
                show.move()
    finally:
        keeper.keep()
    if show is not None:
        show.end(_broken_off(edition, game, most, record))
    else:
        terminal.say_json(document(edition, game, names, explain))
    return 0


def _broken_off(edition: Edition, game: Game, most: int, record: str | None) -> list[str]:
    """Print that a game was stopped, and how to resume it."""
    said = f"The game is not over; it was broken off after {most:,} {'move' if most == 1 else 'moves'}."
    if record is None:
        return terminal.wrapped(f"{said} --moves N lets it go on for N moves.")
    return [said, how_to_resume(edition, game, record)]


class Shower:
    """Prints a game as it goes on, and draws the table whenever the figure of the rules is complete."""

    def __init__(
        self, edition: Edition, game: Game, explain: bool, is_sealed: bool = False, viewer: int | None = None
    ) -> None:
        """Print nothing yet; of a game that is sealed, print later only what the viewer, or anybody, may know."""
        self.is_sealed = is_sealed
        self.viewer = viewer
        self.edition = edition
        self.game = game
        self.voice = voice_for(edition, game)
        self.names = [*self.voice.naming.players]
        self.narrator = Narrator(book_of(edition), self.voice, explain, terminal.width(), branches())
        self.artist = Artist(edition.rules, self.names, ink_for(edition.rules))
        self.told = 0
        self.number = 0

    def begin(self, names: Sequence[str]) -> None:
        """Say who plays what, and what chance did first."""
        seats, knows_seed = [""] * len(names), not self.is_sealed
        for line in welcome(self.edition, self.game, seats, names, knows_seed=knows_seed):
            terminal.say(line)
        terminal.say()
        self._tell()

    def move(self) -> None:
        """Print the move that was just made, and its result."""
        self._tell()
        drawn = self.artist.draw_when_complete(self.game.view(self.viewer), terminal.width(), self.game.last_answer)
        for line in drawn:
            terminal.say(line)

    def _tell(self) -> None:
        """Print the decisions since a choice, given by its number."""
        if self.is_sealed:
            decisions = self.game.decisions_seen_by(self.viewer, self.told)
        else:
            decisions = self.game.decisions_since(self.told)
        self.told = self.game.decision_count
        is_numbered = any(map(is_choice, decisions))
        self.number += is_numbered
        head = f"{self.number:4}  " if is_numbered else MARGIN
        for line in self.narrator.tell(decisions, MARGIN):
            terminal.say(tinted(head + line[len(MARGIN) :]))
            head = MARGIN

    def end(self, unfinished: Sequence[str] = ("The record ends here; the game is not over.",)) -> None:
        """Print the outcome of the game, or that it has none yet."""
        self._tell()
        terminal.say()
        if not self.game.is_over:
            for line in unfinished:
                terminal.say(line)
            return
        for line in ending(self.game, self.names, self.game.decisions, self.narrator):
            terminal.say(line)


def document(
    edition: Edition,
    game: Game,
    names: Sequence[str],
    explain: bool,
    is_sealed: bool = False,
    viewer: int | None = None,
) -> dict[str, object]:
    """Return a game as JSON values; of one that is sealed, what the viewer, or anybody, may know."""
    outcome = game.outcome
    answers = game.written_for(viewer) if is_sealed else (given for _, given in game.written())
    made: dict[str, object] = {
        "edition": edition.name,
        "rules": edition.rules.meaning,
        "readings": {doubt.name: doubt.chosen for doubt in edition.rules.doubts.values()},
        "seed": None if is_sealed else game.seed,
        "players": list(names),
        "answers": terminal.streamed(
            {"by": given.by, "answer": given.words} for given in answers if given.by != TAKEN_BACK
        ),
        "finished": game.is_over,
        "outcome": outcome._asdict() if outcome is not None else None,
        "result": game.result,
    }
    if explain:
        decisions = game.decisions_seen_by(viewer) if is_sealed else game.decisions
        made["decisions"] = [document_of(decision) for decision in decisions]
    return made
