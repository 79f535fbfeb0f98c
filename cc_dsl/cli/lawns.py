"""Games on a lawn at the terminal: who strikes there, the observations of a stroke, and its picture in a file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import HUMAN
from cc_dsl.errors import UserError
from cc_dsl.interpreter.players import LAWN

if TYPE_CHECKING:
    from cc_dsl.interpreter.engine import Game
    from cc_dsl.interpreter.lawns import LawnWorld

LOW = 6
"""The most observations without effect that are listed at the end."""


def strikes(names: Sequence[str]) -> bool:
    """Return whether anybody of these strikes on a lawn."""
    return any(name.startswith(LAWN) for name in names)


def filled(names: Sequence[str], least: int) -> list[str]:
    """Fill the unnamed places with the last player who strikes on a lawn; refuse one who cannot strike."""
    others = [name for name in names if name != HUMAN and not name.startswith(LAWN)]
    if others:
        beside = next(name for name in names if name.startswith(LAWN))
        raise click.UsageError(f"“{others[0]}” strikes no ball; beside {beside} play others that begin so, or {HUMAN}.")
    last = next(name for name in reversed(names) if name.startswith(LAWN))
    return [*names, *[last] * (least - len(names))]


def world_for(game: Game, names: Sequence[str], drawing: str | None) -> LawnWorld | None:
    """Make the lawn of a game, if anybody strikes on it or it is to be drawn; report missing extras."""
    if not strikes(names) and drawing is None:
        return None
    from cc_dsl.interpreter.lawns import STRIKERS, LawnWorld, require

    if strikes(names):
        require()
    strikers = {place: STRIKERS[name] for place, name in enumerate(names) if name in STRIKERS}
    world = LawnWorld(game, strikers, game.seed or 0)
    if strikers and game.answered:
        world.catch_up(game)
    return world


def may_draw(path: str | None) -> None:
    """Refuse a file for drawings that cannot be one, before anybody has played."""
    if path is None:
        return
    if not path.lower().endswith(".svg"):
        raise click.UsageError(f"A drawing is an SVG; name a file that ends so: --draw {os.path.splitext(path)[0]}.svg")
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path) or not os.path.isdir(folder):
        raise UserError(
            "output-failed", f"I cannot write {path}: there is no folder {folder}, or a folder has that name."
        )


class Painter:
    """Keeps the picture of the last stroke in a file."""

    def __init__(self, world: LawnWorld | None, path: str | None) -> None:
        """Draw this lawn."""
        self.world = world
        self.path = path

    def paint(self) -> None:
        """Draw the last stroke, if there is a file for it."""
        if self.world is None or self.path is None:
            return
        part = f"{self.path}.{os.getpid()}.part"
        try:
            with open(part, "w", encoding="utf-8", newline="\n") as file:
                file.write(self.world.picture())
            os.replace(part, self.path)
        except OSError as error:
            raise UserError("output-failed", f"I could not write {self.path}: {error.strerror or error}.") from None


def unheeded_lines(world: LawnWorld | None) -> list[str]:
    """Return the observations without effect."""
    found = world.unheeded if world is not None else []
    if not found:
        return []
    lines = [f"Seen on the lawn, and counted as nothing, since by the rules it cannot be ({len(found)} in all):"]
    lines += [f"  stroke {one.stroke}: {one.seen.said}" for one in found[:LOW]]
    return [*lines, *(["  …"] if len(found) > LOW else [])]


def say_stroke(world: LawnWorld) -> None:
    """Return how a ball was struck, in words."""
    played = world.played
    if played is None:
        return
    wished = " and then ".join(f"{wish.verb} {wish.thing} {wish.direction}".rstrip() for wish in played.errand.wishes)
    aimed = f", {'to wait for this' if played.errand.is_waiting else 'for this'}: {wished}" if wished else ""
    stroke = played.stroke
    off = f", off {played.errand.off}" if played.laid is not None else ""
    for line in terminal.wrapped(
        f"{stroke.ball}{off} is struck at {stroke.aim % 360:.0f}° with a force of {stroke.force:.1f}{aimed}."
    ):
        terminal.say(terminal.paint(line, "faint"))
