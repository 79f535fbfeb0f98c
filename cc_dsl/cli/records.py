"""Reads records of games from files, and keeps them there so that a game is never lost."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from cc_dsl.cli.options import HUMAN, Refused, load
from cc_dsl.table import record, sealing

if TYPE_CHECKING:
    from cc_dsl.interpreter.engine import Game
    from cc_dsl.interpreter.reasons import Decision
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


def key_path(path: str) -> str:
    """Name the file in which the key of a record lies, while the game goes on."""
    return f"{path}.key"


def _key_of(path: str) -> bytes:
    """Read the key of a record, or say what is missing."""
    from cc_dsl.source.files import read_source, shown_path

    where = key_path(path)
    if not os.path.exists(where):
        raise Refused(
            "bad-record",
            f"{path}: the game is not over, and what its players may not know is sealed; the key should be in {where}. "
            "Put it there again; without it nobody can go on with the game.",
        )
    try:
        return sealing.read_key(read_source(where).text)
    except record.RecordFault as fault:
        raise refused(shown_path(where), fault) from None


def viewer_of(found: record.Record) -> int | None:
    """Give the one player who sits at the terminal, whose knowledge a sealed record shows; None if there is not one."""
    humans = [place for place, name in enumerate(found.players) if name == HUMAN]
    return humans[0] if len(humans) == 1 else None


def decisions_told(game: Game, found: record.Record) -> list[Decision]:
    """Give the decisions of a recorded game; of one that is sealed, as far as its players may know of them."""
    return game.decisions_seen_by(viewer_of(found)) if found.seal else game.decisions


def replayed(edition: Edition, found: record.Record, path: str, reasons: bool) -> Game:
    """Play a record again, or say why that cannot be."""
    from cc_dsl.interpreter.engine import replay

    if edition.rules.name != found.edition:
        said = f"the record is of a game of “{found.edition}”, and these are the rules of “{edition.rules.name}”."
        raise Refused("bad-record", f"{path}: {said}")
    try:
        whole = sealing.opened(found, _key_of(path)) if found.seal else found
        return replay(edition.rules, whole, reasons)
    except record.RecordFault as fault:
        raise refused(path, fault) from None


def is_record(path: str) -> bool:
    """Tell whether a file looks like a record."""
    return _begins(path, record.FIRST_LINE)


def _begins(path: str, words: str) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(len(words)) == words.encode()
    except OSError:
        return False


def is_key(path: str) -> bool:
    """Tell whether a file looks like the key of a record."""
    return _begins(path, sealing.KEY_LINE)


def may_be_written(path: str) -> str | None:
    """Name the file that is in the way of a record, since it is neither a record nor the key of one."""
    if os.path.exists(path) and os.path.getsize(path) and not is_record(path):
        return path
    key = key_path(path)
    return key if os.path.exists(key) and not is_key(key) else None


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
        self._key = b""

    def keep(self) -> None:
        """Write the record if it has a file."""
        if self.path is not None:
            self.write(self.path)

    def write(self, path: str) -> None:
        """Write the record to a file; while somebody plays on, under a seal, whose key lies beside it."""
        found = self.game.record(self.players)
        is_sealed = HUMAN in self.players and not found.is_finished and self.game.has_secrets
        if is_sealed:
            self._have_key(key_path(path))
            found = sealing.sealed(found, self.game.answers_seen_by(viewer_of(found)), self._key)
        _replace(path, record.write(found))
        if not is_sealed and is_key(key_path(path)):
            os.remove(key_path(path))

    def _have_key(self, where: str) -> None:
        """See to it that the key lies there: the one that did before, since the record beside it needs that one."""
        if is_key(where):
            with open(where, encoding="utf-8") as file:
                self._key = sealing.read_key(file.read())
        else:
            self._key = self._key or sealing.new_key()
            _replace(where, sealing.key_text(self._key), is_private=True)

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


def _replace(path: str, text: str, is_private: bool = False) -> None:
    """Write a file at one stroke, or not at all."""
    part = f"{path}.{os.getpid()}.part"
    try:
        mode = 0o600 if is_private else 0o666
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(part, path)
    except OSError as error:
        if os.path.exists(part):
            os.remove(part)
        raise click.ClickException(f"I could not write {path}: {error.strerror or error}.") from None


def _free_name(folder: str, edition: str) -> str:
    """Give the name of a file that is not there yet."""
    name = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in edition)
    number = 1
    while os.path.exists(path := os.path.normpath(os.path.join(folder, f"circular-{name}-{number}.record"))):
        number += 1
    return path
