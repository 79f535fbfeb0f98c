"""A game printed move by move, or as one JSON document: one that only computers play, or one that was recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING

from cc_dsl.cli import terminal
from cc_dsl.cli.ending import ending
from cc_dsl.cli.game_texts import how_to_resume, welcome
from cc_dsl.cli.progress import thinking
from cc_dsl.cli.session import PrintedSession
from cc_dsl.cli.tables import tinted
from cc_dsl.play.saving import SavedRecord
from cc_dsl.players.seats import Nature, Table
from cc_dsl.table.record import TAKEN_BACK
from cc_dsl.words.reasons import document_of
from cc_dsl.words.sentences import is_choice

if TYPE_CHECKING:
    from cc_dsl.engine.game import Game
    from cc_dsl.pipeline import Edition
    from cc_dsl.players.seats import Sitter

MARGIN = " " * 6


def play_alone(
    edition: Edition,
    game: Game,
    names: Sequence[str],
    players: Mapping[int, Sitter],
    record: str | None,
    explain: bool,
    as_json: bool,
    most: int,
) -> int:
    """Let computers play the game and print it; stop it after this many moves."""
    saved, nature = SavedRecord(game, names, record), Nature(game.seed or 0)
    printer = None if as_json else GamePrinter(edition, game, explain, players=players, nature=nature)
    seated = Table(game, players, nature) if printer is None else printer.seated
    if printer is not None:
        printer.begin(names)
    try:
        for _ in range(most):
            if game.player is None:
                break
            with nullcontext() if printer is None else thinking(printer.names[game.player]):
                seated.move()
            if printer is not None:
                printer.move()
    finally:
        saved.save()
    if printer is None:
        terminal.say_json(document(edition, game, names, explain))
        return 0
    broken_off = f"The game is not over; it was broken off after {most:,} {'move' if most == 1 else 'moves'}."
    if record is None:
        printer.end(terminal.wrapped(f"{broken_off} --moves N lets it go on for N moves."))
    else:
        printer.end([broken_off, how_to_resume(edition, game, record)])
    return 0


class GamePrinter(PrintedSession):
    """Prints a game as it goes on, and draws the table whenever the figure of the rules is complete."""

    def __init__(
        self,
        edition: Edition,
        game: Game,
        explain: bool,
        is_sealed: bool = False,
        viewer: int | None = None,
        players: Mapping[int, Sitter] | None = None,
        nature: Nature | None = None,
    ) -> None:
        """Print nothing yet; of a game that is sealed, print later only what the viewer, or anybody, may know."""
        super().__init__(edition, game, [""] * game.seats, players or {}, explain, nature)
        self.is_sealed, self.number = is_sealed, 0
        self._of = viewer if is_sealed else None
        if game.moves_made:
            self.voice.resume(game, None)

    def begin(self, names: Sequence[str]) -> None:
        """Say who plays what, and what chance did first."""
        terminal.show(welcome(self.edition, self.game, self.kinds, names, knows_seed=not self.is_sealed))
        terminal.say()
        self._tell()

    def move(self) -> None:
        """Print the move that was just made, and its result."""
        self._tell()
        columns = self.artist.just_completed(self.game.view(self._of), self.game.last_answer)
        terminal.show([] if columns is None else ["", *self.artist.draw_columns(columns, terminal.width()), ""])

    def _tell(self) -> None:
        """Print the decisions since they were last printed; a choice is given by its number."""
        if self.is_sealed:
            decisions = self.game.decisions_seen_by(self._of, self.heard.told)
        else:
            decisions = self.game.decisions_since(self.heard.told)
        self.heard.told = self.game.decision_count
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
        decisions = self.game.decisions
        terminal.show(ending(self.game, self.names, decisions, self.narrator) if self.game.is_over else unfinished)


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
