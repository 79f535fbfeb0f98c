"""A speaker for a notebook, which has every character, and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.api.pictures import picture
from cc_dsl.weave.ground import drawn_ground
from cc_dsl.words import speaker
from cc_dsl.words.position import Figure
from cc_dsl.words.table import Ink

if TYPE_CHECKING:
    from cc_dsl.engine.views import View


class Speaker(speaker.Speaker):
    """Writes positions and decisions of an edition as the terminal does, and draws them."""

    @property
    def ink(self) -> Ink:
        """The characters of a drawing in letters."""
        return Ink(self.pieces)

    def picture(self, view: View) -> str:
        """Return a position as SVG; where balls are struck, the ground to scale, which the position does not change."""
        ground = drawn_ground(self.rules, len(self.names))
        if ground is not None:
            return ground.svg
        figure = Figure(self.rules, self.names)
        columns = figure.columns(view) or []
        hidden = {*self.phrases.hidden, *(figure.places_drawn() if columns else ())}
        return picture(self.voice(), self.ink, view, self.names, columns, hidden)
