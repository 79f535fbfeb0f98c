"""Reads records of games from files, and keeps them there so that a game is never lost."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from cc_dsl.cli.options import HUMAN, Refused, load
from cc_dsl.table import record

if TYPE_CHECKING:
    from cc_dsl.interpreter.engine import Game
    from cc_dsl.pipeline import Edition


def read_record(path: str) -> record.Record:
    """Read the record in a file."""
    from cc_dsl.source.files import read_source, shown_path

    text = read_source(path).text
    try:
        return record.read(text)
    except record.RecordFault as fault:
        raise refused(shown_path(path), fault) from None


def told_so_far(path: str, name: str | None) -> tuple[Edition, Game] | None:
    """Give the game of a record that breaks off, or of which a line is refused, as far as the rules follow it."""
    from cc_dsl.interpreter.engine import replay
    from cc_dsl.source.files import read_source

    found = record.read_broken(read_source(path).text)
    if found is None:
        return None
    loaded = edition_of(found, path, name)
    while True:
        try:
            return loaded, replay(loaded.rules, found, True)
        except record.RecordFault as fault:
            before = tuple(given for given in found.answers if given.line < fault.line)
            if len(before) == len(found.answers):
                return None
            found = found._replace(answers=before)


def refused(path: str, fault: record.RecordFault) -> Refused:
    """Make the message that a record cannot be used."""
    where = f"{path}:{fault.line}: " if fault.line else f"{path}: "
    return Refused("bad-record", where + fault.sentence)


def edition_of(found: record.Record, path: str, name: str | None = None) -> Edition:
    """Give the edition that a record was made under: the one it names, or the one that is given."""
    from cc_dsl import resources

    if name is None and found.edition not in resources.edition_names():
        raise Refused(
            "bad-record",
            f"{path}: the record is of a game of “{found.edition}”, which is no edition of the corpus. "
            "Give the path of its rules file before the options.",
        )
    return load(name or found.edition, dict(found.readings))


def replayed(edition: Edition, found: record.Record, path: str, reasons: bool) -> Game:
    """Play a record again, or say why that cannot be."""
    from cc_dsl.interpreter.engine import replay

    if edition.rules.name != found.edition:
        said = f"the record is of a game of “{found.edition}”, and these are the rules of “{edition.rules.name}”."
        raise Refused("bad-record", f"{path}: {said}")
    try:
        return replay(edition.rules, found, reasons)
    except record.RecordFault as fault:
        raise refused(path, fault) from None


def is_record(path: str) -> bool:
    """Tell whether a file looks like a record."""
    try:
        with open(path, "rb") as file:
            return file.read(len(record.FIRST_LINE)) == record.FIRST_LINE.encode()
    except OSError:
        return False


def is_unfinished(path: str) -> bool:
    """Tell whether a file is the record of a game that can be taken up again."""
    try:
        return not read_record(path).is_finished
    except Exception:  # what cannot be read cannot be taken up
        return False


class Keeper:
    """Writes the record of a game, whole or not at all, where the player wants it or where there is room."""

    def __init__(self, game: Game, players: Sequence[str], path: str | None) -> None:
        """Take a game, the names of its players, and the file for its record, if there is one."""
        self.game = game
        self.players = tuple(players)
        self.path = path

    def keep(self) -> None:
        """Write the record if it has a file."""
        if self.path is not None:
            self.write(self.path)

    def write(self, path: str) -> None:
        """Write the record to a file; the file is replaced at one stroke."""
        part = f"{path}.{os.getpid()}.part"
        try:
            with open(part, "w", encoding="utf-8", newline="\n") as file:
                file.write(record.write(self.game.record(self.players)))
            os.replace(part, path)
        except OSError as error:
            if os.path.exists(part):
                os.remove(part)
            raise click.ClickException(f"I could not write {path}: {error.strerror or error}.") from None

    def rescue(self) -> str | None:
        """Write the record wherever that can be done, and give the path; nothing if nobody wants it.

        What only computers have played needs no record; the seed gives it again.
        """
        humans = [place for place, name in enumerate(self.players) if name == HUMAN]
        if self.path is None and not any(given.player in humans for given in self.game.answers):
            return None
        import tempfile

        paths = [self.path] if self.path is not None else []
        for folder in (".", tempfile.gettempdir()):
            paths.append(_free_name(folder, self.game.rules.name))
        for path in paths:
            try:
                self.write(path)
            except click.ClickException:
                continue
            return path
        return None


def _free_name(folder: str, edition: str) -> str:
    """Give the name of a file that is not there yet."""
    name = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in edition)
    number = 1
    while os.path.exists(path := os.path.normpath(os.path.join(folder, f"circular-{name}-{number}.record"))):
        number += 1
    return path
