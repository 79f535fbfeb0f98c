"""A study of many games: its summary as the terminal prints it, and a row for each game for pandas, Polars or Arrow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, overload

from cc_dsl.api.answers import Speaker, html_lines, html_table
from cc_dsl.rules.model import Rules
from cc_dsl.study import documents
from cc_dsl.study.games import FinishedGame, counted_values
from cc_dsl.study.report import report, speed_lines, study_drawn
from cc_dsl.words.answers import outputs_of_game

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition

Cell = int | str | None
PREVIEW = 10
"""The number of rows that a notebook shows."""


class Games(Sequence[dict[str, Cell]]):
    """A row for each game: its seed, winner, reason, number of moves, and the results of the rules at its end.

    The winner is the number of a player, counted from 0, or None.  The seed of a game replays it:
    `edition.play(seed=row["seed"], players=...)`.  `pandas.DataFrame(games)`, `polars.DataFrame(games)` and
    `pyarrow.table(games)` accept the rows directly, and `games.columns` as well.
    """

    def __init__(self, columns: Mapping[str, Sequence[Cell]]) -> None:
        """Take the columns, all of one length."""
        self.columns = dict(columns)
        """The cells of each column, by its name."""

    def __len__(self) -> int:
        """Count the games."""
        return len(self.columns["seed"])

    @overload
    def __getitem__(self, place: int) -> dict[str, Cell]: ...

    @overload
    def __getitem__(self, place: slice) -> Games: ...

    def __getitem__(self, place: int | slice) -> dict[str, Cell] | Games:
        """Return one row, or several rows."""
        if isinstance(place, slice):
            return Games({name: cells[place] for name, cells in self.columns.items()})
        return {name: cells[place] for name, cells in self.columns.items()}

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the rows as the Arrow stream that PyArrow itself would make."""
        import pyarrow

        return pyarrow.table(self.columns).__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        """Count the rows and name the columns."""
        return f"<Games: {len(self):,} rows of {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        rows = [["" if cell is None else str(cell) for cell in row.values()] for row in self[:PREVIEW]]
        more = f"<p>and {len(self) - PREVIEW:,} more</p>" if len(self) > PREVIEW else ""
        return html_table(rows, [*self.columns]) + more


class Study:
    """Many games and their summary.  `print(study)` prints the same as `circular study`."""

    def __init__(self, edition: Edition, document: documents.StudyDocument, games: Games, speaker: Speaker) -> None:
        """Take the edition, the summary, a row for each game, and the speaker that words it."""
        self.edition = edition
        self.document = document
        """The summary under the keys of `circular study --json`."""
        self.games = games
        """A row for each game."""
        self._speaker = speaker

    def __getitem__(self, key: str) -> Any:
        """Return a part of the summary, such as `study["wins"]`."""
        return dict(self.document)[key]

    def __repr__(self) -> str:
        """Return the game and the number of games played, in words."""
        return f"<Study of {self.edition.display_name}: {len(self.games):,} games from seed {self.document['seed']}>"

    def __str__(self) -> str:
        """Return the summary with its 95 % intervals."""
        return "\n".join([*self._report(), *speed_lines(self.document)])

    def _report(self) -> list[str]:
        plain = self._speaker.naming.name
        return [*report(self.edition.display_name, self.document, plain, self._speaker.book.titles)]

    def _repr_svg_(self) -> str:
        return study_drawn(self.edition.display_name, self.document).svg

    def _repr_html_(self) -> str:
        return f"<div>{self._repr_svg_()}{html_lines(self._report())}</div>"


def columns_of(rules: Rules, games: Sequence[FinishedGame]) -> dict[str, list[Cell]]:
    """Return the data on each game, column by column."""
    columns: dict[str, list[Cell]] = {
        "seed": [game.seed for game in games],
        "winner": [game.winner for game in games],
        "reason": [game.reason for game in games],
        "moves": [game.moves for game in games],
    }
    if any(game.side for game in games):
        columns["winners"] = [" ".join(map(str, game.side)) or None for game in games]
    for output in outputs_of_game(rules):
        values = [game.told.get(output.key) for game in games]
        if not output.is_owned:
            columns[output.key] = _cells(values)
            continue
        lists = [value if isinstance(value, list) else [] for value in values]
        for owner, each in enumerate(zip_longest(*lists), 1):
            columns[f"{output.key}_{owner}"] = _cells(each)
    return columns


def _cells(values: Sequence[object]) -> list[Cell]:
    """Return one value for each game, a number or words; several results are joined into words."""
    rows = [[None] if value is None else counted_values(value) for value in values]
    numbers: list[Cell] = [row[0] for row in rows if len(row) == 1 and (row[0] is None or isinstance(row[0], int))]
    words: list[Cell] = [None if row == [None] else ", ".join(map(str, row)) for row in rows]
    return numbers if len(numbers) == len(rows) else words
