"""A Python prompt at a page: cells are run in one namespace; what they print, return, draw and refuse is sent back.

The reader's own words are run and no others: a link can fill a cell, but only the reader can run it.  A cell that does
not end is stopped from outside, with the worker, and the namespace with it.
"""

from __future__ import annotations

import ast
import builtins
import io
import traceback
from contextlib import redirect_stderr, redirect_stdout
from rlcompleter import Completer

from cc_dsl.errors import UserError
from cc_dsl.live.asked import Message
from cc_dsl.live.editions import name_in

LIBRARY = (
    "collections",
    "csv",
    "dataclasses",
    "datetime",
    "fractions",
    "functools",
    "itertools",
    "json",
    "math",
    "operator",
    "pprint",
    "random",
    "re",
    "statistics",
    "string",
    "textwrap",
)
"""The modules of Python's library that come with the engine for whoever writes cells."""
MOST_PRINTED = 50_000
"""The most characters that a cell may print or show."""
MOST_OFFERED = 60
"""The most completions that are offered."""
CELL = "<cell>"
OPENING = 'import cc_dsl\nedition = cc_dsl.load("{name}")\nedition.display_name'
"""The first cell, in which the edition is loaded."""


class Prompt:
    """A namespace, and what is run in it."""

    def __init__(self) -> None:
        """Start with the names that Python has."""
        self.names: dict[str, object] = {"__name__": "__main__", "__builtins__": builtins}

    def run(self, source: str) -> dict[str, object]:
        """Run a cell; return what it printed, its last value in words and drawn, and the error that stopped it."""
        printed = _Printed()
        found: dict[str, object] = {"value": None, "svg": None, "error": None}
        with redirect_stdout(printed), redirect_stderr(printed):
            try:
                value = self._value(source)
                if value is not None:
                    found |= _shown(value)
                    self.names["_"] = value
            except UserError as refused:
                found["error"] = refused.sentence
            except ModuleNotFoundError as missing:
                found["error"] = (
                    f"{_last_line(missing)} These pages come with part of Python’s library: {', '.join(LIBRARY)}."
                )
            except BaseException as error:  # whatever a cell does, the page gets an answer
                found["error"] = _told(error)
        return {"printed": printed.text, **found}

    def _value(self, source: str) -> object:
        """Run all statements of a cell; return the value of the last, if it is an expression."""
        tree = ast.parse(source, CELL)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        # The reader's own words.
        exec(compile(tree, CELL, "exec"), self.names)
        if not isinstance(last, ast.Expr):
            return None
        return eval(compile(ast.Expression(last.value), CELL, "eval"), self.names)

    def complete(self, text: str) -> list[str]:
        """Return the words that may stand for the last one of a text, such as `edition.ju`."""
        word = _last_word(text)
        if not word:
            return []
        completer = Completer(self.names)
        try:
            found = completer.attr_matches(word) if "." in word else completer.global_matches(word)
        except Exception:  # what is before the dot may fail in any way
            return []
        kept = {one.rstrip("() ") for one in found}
        hidden = word.rpartition(".")[2].startswith("_")
        return sorted(one for one in kept if hidden or not one.rpartition(".")[2].startswith("_"))[:MOST_OFFERED]


class _Printed(io.TextIOBase):
    """What a cell has printed, up to a limit."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[str] = []
        self._left = MOST_PRINTED
        self._is_cut = False

    def writable(self) -> bool:
        """Take text."""
        return True

    def write(self, text: str) -> int:
        """Keep a text, or as much of it as there is room for."""
        self._parts.append(text[: self._left])
        self._is_cut = self._is_cut or len(text) > self._left
        self._left -= min(len(text), self._left)
        return len(text)

    @property
    def text(self) -> str:
        """What was printed."""
        return "".join(self._parts) + ("\n(The rest is left out.)" if self._is_cut else "")


def _shown(value: object) -> dict[str, object]:
    """Return a value in words, and as a drawing if it can draw itself."""
    draw = getattr(value, "_repr_svg_", None)
    drawing = draw() if callable(draw) and not isinstance(value, type) else None
    words = str(value) if hasattr(value, "_repr_html_") else repr(value)
    return {"value": words[:MOST_PRINTED], "svg": drawing if isinstance(drawing, str) else None}


def _told(error: BaseException) -> str:
    """Return an error as Python tells it, with the lines of the cell and none of ours."""
    if isinstance(error, SyntaxError):
        return "".join(traceback.format_exception_only(error)).rstrip()
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == CELL]
    where = f" (line {lines[-1]})" if lines and lines[-1] else ""
    return f"{_last_line(error)}{where}"


def _last_line(error: BaseException) -> str:
    return "".join(traceback.format_exception_only(error)).strip()


def _last_word(text: str) -> str:
    """Return the dotted name at the end of a text."""
    begin = len(text)
    while begin and (text[begin - 1].isalnum() or text[begin - 1] in "._"):
        begin -= 1
    return text[begin:].lstrip(".")


def opening(message: Message) -> str:
    """Return the cell that loads the edition of a message."""
    return OPENING.format(name=name_in(message))
