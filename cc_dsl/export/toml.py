"""Write tables as TOML, which the standard library only reads."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_of(table: Mapping[str, object]) -> str:
    """Return a TOML document that reads as the table."""
    return "".join(f"{line}\n" for line in _lines(table, ())).lstrip("\n")


def _lines(table: Mapping[str, object], path: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines of a table: its values first, then the tables in it under their own headings."""
    inner: list[tuple[str, object]] = []
    for key, value in table.items():
        if _has_heading(value):
            inner.append((key, value))
        else:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in inner:
        here = (*path, key)
        name = ".".join(map(_key, here))
        if isinstance(value, dict):
            yield f"\n[{name}]"
            yield from _lines(value, here)
        for one in value if isinstance(value, list) else ():
            yield f"\n[[{name}]]"
            yield from _lines(one, here)


def _has_heading(value: object) -> bool:
    """Return whether a value is a table, or a list of tables that stand under a heading each."""
    return isinstance(value, dict) or (
        isinstance(value, list) and bool(value) and all(type(one) is dict for one in value)
    )


def _key(key: str) -> str:
    return key if BARE.fullmatch(key) else _text(key)


def _value(value: object) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(key)} = {_value(one)}' for key, one in value.items())} }}"
    return json.dumps(value) if isinstance(value, bool | int | float) else str(value)


def _text(words: str) -> str:
    """Return a basic string; JSON escapes as TOML does, but for the delete sign."""
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007F")
