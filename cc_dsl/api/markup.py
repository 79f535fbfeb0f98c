"""Pieces of HTML for a notebook, with no style sheet of their own but a few attributes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

PLAIN = "text-align:left;vertical-align:top"


def text(words: str, element: str = "p") -> str:
    """Return words as an element."""
    return f"<{element}>{escape(words, quote=False)}</{element}>"


def lines(found: Iterable[str]) -> str:
    """Return lines of text as they are, in letters of equal width."""
    return f'<pre style="line-height:1.25">{escape(chr(10).join(found), quote=False)}</pre>'


def table(rows: Iterable[Sequence[str]], headings: Sequence[str] = (), caption: str = "") -> str:
    """Return rows as a table; the first cell of each row is its heading."""
    head = "".join(f'<th scope="col" style="{PLAIN}">{escape(one, quote=False)}</th>' for one in headings)
    body = "".join(f"<tr>{_row(row)}</tr>" for row in rows)
    named = f"<caption>{escape(caption, quote=False)}</caption>" if caption else ""
    return f"<table>{named}{f'<thead><tr>{head}</tr></thead>' if head else ''}<tbody>{body}</tbody></table>"


def _row(row: Sequence[str]) -> str:
    first, *others = row or [""]
    cells = "".join(f'<td style="{PLAIN}">{escape(one, quote=False)}</td>' for one in others)
    return f'<th scope="row" style="{PLAIN}">{escape(first, quote=False)}</th>{cells}'
