"""The LALR parser of the grammar `grammar/rules.lark`, whose tables are cached."""

from __future__ import annotations

import functools
import io
import os
import pickle
import sys
from typing import Any

import lark
from lark import Lark

from cc_dsl import cache, resources
from cc_dsl.syntax.layout import Layout

TABLES = "grammar"
"""The kind of cache entry that holds the tables of the parser."""
SHIFT = 0
"""The action of Lark's tables that shifts to another state; the other action reduces by a rule."""


@functools.cache
def parser() -> Lark:
    """Return the LALR parser; its tables are cached under a digest of the grammar."""
    return _cached_parser() or _make_parser()


def tables() -> bytes:
    """Return the tables of the parser, which have the same bytes under every version of Python."""
    return cache.get(TABLES, _parts()) or _pack(_make_parser())


def take(data: bytes) -> None:
    """Cache the tables that another version of Python made from this grammar."""
    cache.put(TABLES, _parts(), data)


def _grammar() -> str:
    with open(os.path.join(resources.grammar_root(), "rules.lark"), encoding="utf-8") as file:
        return file.read()


def _parts() -> tuple[str, ...]:
    return "rules", lark.__version__, _grammar()


def _cached_parser() -> Lark | None:
    """Return the cached parser if its tables belong to this grammar.

    Lark itself would unpickle them without a check, which runs any code in the file.
    """
    cached_tables: Any = cache.get_object(TABLES, _parts())
    load: Any = Lark._load_from_dict
    try:
        parser: Lark | None = (
            load(cached_tables["data"], cached_tables["memo"], postlex=Layout()) if cached_tables is not None else None
        )
    except Exception:  # the entry is of another version; it will be replaced
        return None
    return parser


def _make_parser() -> Lark:
    """Make the parser from the grammar, and cache its tables."""
    parser = Lark(
        _grammar(),
        start=["start", "overlay"],
        parser="lalr",
        lexer="basic",
        postlex=Layout(),
        propagate_positions=True,
        maybe_placeholders=True,
    )
    take(_pack(parser))
    # Lark would check the terminals for collisions at each `lex` if interegular is installed; once is enough.
    parser.lexer_conf.skip_validation = True
    return parser


def _pack(parser: Lark) -> bytes:
    """Return the tables of a parser, pickled in a fixed order."""
    buffer = io.BytesIO()
    parser.save(buffer, exclude_options=("postlex",))
    return pickle.dumps(canonical_tables(pickle.loads(buffer.getvalue())), 5)


def canonical_tables(tables_of_lark: dict[str, Any]) -> dict[str, Any]:
    """Renumber the tokens and states of Lark's tables: tokens by name, states in the order of a breadth-first search.

    Lark numbers them in the order of sets, which differs between runs; the tables in the pages must be reproducible.
    """
    table = tables_of_lark["data"]["parser"]["parser"]
    names: dict[int, str] = table["tokens"]
    starts = sorted(table["start_states"])
    places = {table["start_states"][name]: place for place, name in enumerate(starts)}
    rows: list[list[tuple[str, int, Any]]] = []
    for state in (queue := [*places]):
        entries = {names[token]: entry for token, entry in table["states"][state].items()}
        rows.append([(name, *entries[name]) for name in sorted(entries)])
        for _, action, target in rows[-1]:
            if action == SHIFT and target not in places:
                places[target] = len(places)
                queue.append(target)
    numbers = {name: number for number, name in enumerate(sorted(names.values()))}
    canonical_tables = {
        "tokens": {number: name for name, number in numbers.items()},
        "states": {
            place: {
                numbers[name]: (action, places[target] if action == SHIFT else target) for name, action, target in row
            }
            for place, row in enumerate(rows)
        },
        "start_states": {name: places[table["start_states"][name]] for name in starts},
        "end_states": {name: places[table["end_states"][name]] for name in starts},
    }
    parser = {**tables_of_lark["data"]["parser"], "parser": {**table, **canonical_tables}}
    result: dict[str, Any] = _with_interned_words(
        {**tables_of_lark, "data": {**tables_of_lark["data"], "parser": parser}}
    )
    return result


def _with_interned_words(part: Any) -> Any:
    """Return a copy whose equal words are one object and whose other parts are separate.

    Pickle writes a shared object differently, so only such a copy has the same bytes under every version of Python.
    """
    if isinstance(part, dict):
        return {_with_interned_words(key): _with_interned_words(value) for key, value in part.items()}
    if isinstance(part, list | tuple):
        return type(part)(map(_with_interned_words, part))
    return sys.intern(part) if type(part) is str else part
