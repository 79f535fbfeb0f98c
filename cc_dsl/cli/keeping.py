"""Save the record of a running game, so that no move is lost and no secret is revealed.

While somebody plays on and there are secrets, the record shows what the player may know, and the whole game is in a
second file beside it, which only its owner can read: `FILE.private` (decision 19).  When the game is over nobody has
secrets; then the record contains everything, and the second file is removed.
"""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cc_dsl.cli.options import HUMAN
from cc_dsl.cli.recordfile import Identity, RecordFile, identity_of, what_is_there
from cc_dsl.cli.records import is_own_record, private_path, viewer_of
from cc_dsl.errors import UserError
from cc_dsl.table.record import Record

if TYPE_CHECKING:
    from cc_dsl.interpreter.engine import Game

OFTEN = 1_000
"""Up to this many answers the players' knowledge is recorded after each move; then after each tenth of its length."""
NUMBER_BYTES = 8


def in_the_way(path: str) -> str | None:
    """Return what keeps a record from being written at a path; None if nothing does."""
    for where, what in ((path, "a record"), (private_path(path), "the private part of a record")):
        kind = what_is_there(where)
        if kind is not None:
            return f"{where} is {kind}; {what} is written to an ordinary file. Name another file."
    if os.path.lexists(path) and not is_own_record(path):
        return f"{path} is there already, and is no record of a game that I wrote; name another file."
    if os.path.lexists(private_path(path)):
        return f"{private_path(path)} is there already, and belongs to another game; name another file, or remove it."
    return None


class RecordFiles:
    """The file of a record, and the private one beside it."""

    def __init__(self, path: str, replaces: Identity | None = None, private: Identity | None = None) -> None:
        """Name the record, and the files that may be replaced, if there are any."""
        self.shown = RecordFile(path, replaces=replaces)
        self.private = RecordFile(private_path(path), is_private=True, replaces=private)
        self.count = 0
        """The number of answers of the game when it was last shown."""


class Keeper:
    """Writes the record of a game, whole or not at all, where the player wants it or where there is room."""

    def __init__(self, game: Game, players: Sequence[str], path: str | None, taken_up: Record | None = None) -> None:
        """Take a game, the names of its players, the file for its record, if there is one, and what was read there.

        A record that is there already is replaced: whoever asks for that has seen to it that it may be.
        """
        self.game = game
        self.players = tuple(players)
        self.path = path
        self._number = (taken_up.private if taken_up else "") or secrets.token_hex(NUMBER_BYTES)
        self._pairs: dict[str, RecordFiles] = {}
        if path is not None:
            private = identity_of(private_path(path)) if taken_up is not None else None
            self._pairs[path] = RecordFiles(path, identity_of(path), private)

    def keep(self) -> None:
        """Write the record if it has a file."""
        if self.path is not None:
            self.write(self.path, is_last=False)

    def owns(self, path: str) -> bool:
        """Return whether this has written a record there before."""
        return path in self._pairs

    def write(self, path: str, is_last: bool = True) -> None:
        """Write the record to a file; while somebody plays on, what nobody may know goes to the private one."""
        if path not in self._pairs:
            self._pairs[path] = RecordFiles(path, identity_of(path))
        pair, game, head = self._pairs[path], self.game, self.game.heading(self.players)
        whole = game.record(self.players)
        if HUMAN in self.players and not game.is_over and game.has_secrets:
            pair.private.write(whole._replace(game=self._number))
            if path != self.path or is_last or self._is_time(pair):
                answers = tuple(game.written_for(viewer_of(head)))
                pair.shown.write(head._replace(seed=None, private=self._number, answers=answers))
                pair.count = game.count
        else:
            pair.shown.write(whole)
            pair.private.remove()

    def _is_time(self, pair: RecordFiles) -> bool:
        """Return whether what players may know is to be shown again; for a long game that takes long."""
        return self.game.count <= OFTEN or not pair.count <= self.game.count < pair.count * 1.1

    def rescue(self) -> str | None:
        """Write the record wherever that can be done, and return the path; nothing if nobody wants it.

        What only computers have played needs no record; the seed gives it again.
        """
        humans = [place for place, name in enumerate(self.players) if name == HUMAN]
        if self.path is None and not any(self.game.last_choice(place) is not None for place in humans):
            return None
        paths = [self.path] if self.path is not None else []
        for folder in (".", tempfile.gettempdir()):
            paths.append(_free_name(folder, self.game.rules.name))
        for path in paths:
            try:
                self.write(path)
            except UserError:
                continue
            return path
        return None


def _free_name(folder: str, edition: str) -> str:
    """Return the name of a file that is not there yet, nor a private one beside it."""
    name = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in edition)
    number = 1
    while True:
        path = os.path.normpath(os.path.join(folder, f"circular-{name}-{number}.record"))
        if not os.path.lexists(path) and not os.path.lexists(private_path(path)):
            return path
        number += 1
