"""Write the results of a study as Parquet: one row for each number, with its whole provenance in the file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from cc_dsl.errors import not_installed
from cc_dsl.study.documents import Distributed, Measures, Summary, ToldDocument
from cc_dsl.study.results import together
from cc_dsl.table.intervals import Interval, ShareDocument

COLUMNS = ("measure", "of", "value", "count", "games", "estimate", "low", "high")
"""The measure, its owner or subject, and the value; how often of how many; the share or mean, and its interval."""
KEY = b"study"
"""Under this key of the file's metadata stands the whole document, as JSON."""

Row = tuple[str, str, str, int | None, int | None, float | None, float | None, float | None]


def write(path: str, document: Summary) -> None:
    """Write a study; raise a UserError where it cannot be."""
    pyarrow, parquet = modules()
    kinds = [pyarrow.string()] * 3 + [pyarrow.int64()] * 2 + [pyarrow.float64()] * 3
    schema = pyarrow.schema([*zip(COLUMNS, kinds, strict=True)])
    schema = schema.with_metadata({KEY: json.dumps(document, ensure_ascii=False).encode()})
    listed = [*rows(document)]
    columns = [[row[place] for row in listed] for place in range(len(COLUMNS))]
    arrays = [pyarrow.array(column, kind) for column, kind in zip(columns, kinds, strict=True)]
    parquet.write_table(pyarrow.Table.from_arrays(arrays, schema=schema), path)


def modules() -> tuple[Any, Any]:
    """Return the modules that write, or raise a UserError."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise not_installed("PyArrow", "study") from None
    return pyarrow, parquet


def rows(document: Summary) -> Iterator[Row]:
    """Yield every number of a study as a row."""
    for player, one in enumerate(document["wins"], 1):
        yield _share("winner", "", f"player {player}", one)
    for one in document.get("sides", ()):
        yield _share("winners", "", together(one["players"]), one)
    yield _share("winner", "", "nobody", document["nobody"])
    for reason, one in document["reasons"].items():
        yield _share("reason", "", reason, one)
    yield from _numbers("moves", "", document["moves"])
    for key, parts in document["told"].items():
        for part in parts:
            of = part.get("of", "")
            if "mean" in part:
                yield from _numbers(key, of, part)
            else:
                yield from (_share(key, of, one["value"], one) for one in part["shares"])
    yield from _measures(document["measures"])


def _share(measure: str, of: str, value: str, one: ShareDocument) -> Row:
    return measure, of, value, one["count"], one["of"], one["share"], one["low"], one["high"]


def _figure(measure: str, of: str, value: str, games: int, one: Interval) -> Row:
    return measure, of, value, None, games, one["value"], one["low"], one["high"]


def _numbers(measure: str, of: str, part: Distributed | ToldDocument) -> Iterator[Row]:
    yield measure, of, "mean", None, part["games"], part["mean"], part["low"], part["high"]
    for value, times in part["counts"].items():
        yield measure, of, value, times, part["games"], None, None, None


def _measures(measured: Measures) -> Iterator[Row]:
    yield _share("first_player", "", "of games won", measured["first_player"]["of_games_won"])
    if "choices" in measured:
        found = measured["choices"]
        yield _figure("choices", "", "a_move", found["games"], found["a_move"])
        yield _figure("choices", "", "real", found["games"], found["real"])
    if "mattering" in measured:
        yield _share("mattering", "", "other", measured["mattering"]["other"])
        yield _share("mattering", "", "later", measured["mattering"]["later"])
    if "comebacks" in measured:
        yield _share("comebacks", "", "behind", measured["comebacks"]["behind"])
        yield _share("comebacks", "", "level", measured["comebacks"]["level"])
        yield _share("comebacks", "", "ahead", measured["comebacks"]["ahead"])
    if "opening" in measured:
        yield _share("opening", "", "wins", measured["opening"]["wins"])
    if "clauses" in measured:
        for clause, fired in measured["clauses"]["clauses"].items():
            yield _share("clauses", clause, "in games", fired)
    if "readings" in measured:
        for effect in measured["readings"]["answers"]:
            of, games = f"{effect['doubt']}={effect['answer']}", measured["readings"]["games"]
            for who, difference in effect["wins"].items():
                yield _figure("readings", of, f"wins of {who}", games, difference)
            for outcome in effect["outcomes"]:
                yield _figure("readings", of, f"distance of {outcome['name']}", games, outcome["distance"])
    for steps in measured.get("decisions", ()):
        yield _share("decisions", f"{steps['doubt']}={steps['answer']}", "steps", steps["steps"])
        yield _share("decisions", f"{steps['doubt']}={steps['answer']}", "games", steps["games"])
