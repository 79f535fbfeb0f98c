"""The picture of a game on a ground: the last stroke that was reported at the terminal, drawn in a file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from cc_dsl.errors import UserError

if TYPE_CHECKING:
    from cc_dsl.interpreter.engine import Game


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
    """Keeps the picture of the last stroke of a game in a file."""

    def __init__(self, game: Game, path: str) -> None:
        """Lay out the ground as the strokes that were reported so far have left it."""
        from cc_dsl.interpreter.grounds import DrawnGround

        self.ground = DrawnGround(game)
        self.path = path

    def paint(self) -> None:
        """Draw the last stroke."""
        part = f"{self.path}.{os.getpid()}.part"
        try:
            with open(part, "w", encoding="utf-8", newline="\n") as file:
                file.write(self.ground.picture())
            os.replace(part, self.path)
        except OSError as error:
            raise UserError("output-failed", f"I could not write {self.path}: {error.strerror or error}.") from None
