"""Pieces of HTML for a notebook, with no style sheet of their own but a few attributes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

PLAIN = "text-align:left;vertical-align:top"


def lines(found: Iterable[str]) -> str:
    """Return lines of text as they are, in letters of equal width."""
    return f'<pre style="line-height:1.25">{escape(chr(10).join(found), quote=False)}</pre>'


def table(rows: Iterable[Sequence[str]], headings: Sequence[str] = (), caption: str = "") -> str:
    """Return rows as a table; the first cell of each row is its heading, unless it is empty."""
    head = "".join(_heading(one, "col") for one in headings)
    body = "".join(f"<tr>{_row(row)}</tr>" for row in rows)
    named = f"<caption>{escape(caption, quote=False)}</caption>" if caption else ""
    return f"<table>{named}{f'<thead><tr>{head}</tr></thead>' if head else ''}<tbody>{body}</tbody></table>"


def _row(row: Sequence[str]) -> str:
    first, *others = row or [""]
    return _heading(first, "row") + "".join(map(_cell, others))


def _heading(words: str, scope: str) -> str:
    """Return a heading; an empty one would be read out as a heading without words, and is a plain cell."""
    return f'<th scope="{scope}" style="{PLAIN}">{escape(words, quote=False)}</th>' if words else _cell("")


def _cell(words: str) -> str:
    return f'<td style="{PLAIN}">{escape(words, quote=False)}</td>'
