"""The LALR parser of the grammar `grammar/rules.lark`, whose tables are cached."""

from __future__ import annotations

import functools
import io
import os
import sys
from typing import Any

import lark
from lark import Lark

from cc_dsl import cache, resources
from cc_dsl.syntax.layout import Layout

TABLES = "grammar"
"""Under this the tables of the parser stand in the cache."""


@functools.cache
def parser() -> Lark:
    """Return the LALR parser; its tables are cached under a digest of the grammar."""
    path = os.path.join(resources.grammar_root(), "rules.lark")
    with open(path, encoding="utf-8") as file:
        grammar = file.read()
    key = repr((lark.__version__, sys.version, grammar)).encode()
    return _recalled(key) or _made(grammar, key)


def _recalled(key: bytes) -> Lark | None:
    """Return the cached parser if its tables belong to this grammar.

    Lark itself would unpickle them unchecked, which runs any code that a file contains.
    """
    tables: Any = cache.get_object(TABLES, "", key)
    load: Any = Lark._load_from_dict
    try:
        found: Lark | None = load(tables["data"], tables["memo"], postlex=Layout()) if tables is not None else None
    except Exception:  # what is kept is of another form; the tables are made again
        return None
    return found


def _made(grammar: str, key: bytes) -> Lark:
    made = Lark(
        grammar,
        parser="lalr",
        lexer="basic",
        postlex=Layout(),
        propagate_positions=True,
        maybe_placeholders=True,
    )
    tables = io.BytesIO()
    made.save(tables, exclude_options=("postlex",))
    cache.put(TABLES, "", key, tables.getvalue())
    # The terminals have been compared once; where interegular is installed, Lark would compare them at each `lex`.
    made.lexer_conf.skip_validation = True
    return made
