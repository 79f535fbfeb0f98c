"""The LALR parser of the grammar `grammar/rules.lark`, whose tables are cached."""

from __future__ import annotations

import functools
import io
import os
from typing import Any

import lark
from lark import Lark

from cc_dsl import cache, resources
from cc_dsl.syntax.layout import Layout

TABLES = "grammar"
"""The kind of cache entry that holds the tables of the parser."""
OPTIONS: dict[str, Any] = {
    "start": ["start", "overlay"],
    "parser": "lalr",
    "lexer": "basic",
    "propagate_positions": True,
    "maybe_placeholders": True,
}


@functools.cache
def parser() -> Lark:
    """Return the LALR parser; its tables are cached under a digest of all that they are made from.

    The pages ship with these tables, though with other files of the program.
    """
    return _cached_parser() or _make_parser()


def _grammar() -> str:
    with open(os.path.join(resources.grammar_root(), "rules.lark"), encoding="utf-8") as file:
        return file.read()


def _parts() -> tuple[object, ...]:
    return "rules", lark.__version__, _grammar(), OPTIONS


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
    parser = Lark(_grammar(), postlex=Layout(), **OPTIONS)
    buffer = io.BytesIO()
    parser.save(buffer, exclude_options=("postlex",))
    cache.put(TABLES, _parts(), buffer.getvalue())
    # Lark would check the terminals for collisions at each `lex` if interegular is installed; once is enough.
    parser.lexer_conf.skip_validation = True
    return parser
