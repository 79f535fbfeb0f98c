"""SVG as text: elements with escaped attributes, numbers of few places, and drawings that have a title in words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

SPACE = "http://www.w3.org/2000/svg"
"""The namespace of a drawing in a file of its own."""


def element(name: str, *inside: str, **attributes: object) -> str:
    """Return an element with its contents as markup; an attribute that is empty or None is omitted.

    An underscore in the name of an attribute represents a hyphen; an underscore at its end is removed.
    """
    pairs = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None and value != ""
    )
    return f"<{name}{pairs}>{''.join(inside)}</{name}>" if inside else f"<{name}{pairs}/>"


def text(words: str, x: float, y: float, **attributes: object) -> str:
    """Return a few words at a point."""
    return element("text", escape(words, quote=False), x=x, y=y, **attributes)


def points(corners: Iterable[tuple[float, float]]) -> str:
    """Return points as the value of the attribute of a line or an area."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


def drawing(
    kind: str, name: str, words: tuple[str, str], size: tuple[float, float], shapes: Iterable[str], scale: float = 1.0
) -> str:
    """Return a drawing with a CSS class, a title and a description; the name makes its ids unique."""
    (title, description), (width, height) = words, size
    return element(
        "svg",
        element("title", escape(title), id=f"{name}-title"),
        element("desc", escape(description), id=f"{name}-desc"),
        *shapes,
        class_=f"{kind}-drawing",
        role="img",
        aria_labelledby=f"{name}-title {name}-desc",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width * scale,
        height=height * scale,
        xmlns=SPACE,
    )


def with_new_ids(markup: str, place: str) -> str:
    """Return a drawing with new ids, for another place on its page."""
    return re.sub(r'([" ])([^" ]+)-(title|desc)(?=[" ])', rf"\1\2-{place}-\3", markup)


def number(value: float) -> str:
    """Return a number with at most two decimals and no trailing zeros, so that drawings are reproducible."""
    return f"{round(value, 2) + 0.0:g}" if abs(value) < 1e4 else f"{value:.2f}"


def _value(value: object) -> str:
    return number(value) if isinstance(value, int | float) else escape(str(value))
