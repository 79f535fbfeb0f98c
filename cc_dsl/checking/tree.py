"""Goes through a syntax tree, and gives it once more with one node changed; a path names the node."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cc_dsl.source.files import Span
from cc_dsl.syntax.nodes import Word

Path = tuple[str | int, ...]
"""Names of fields and places in tuples, from the root to a node."""


def fields_of(node: Any) -> tuple[str, ...]:
    """Return the names of the fields of a node; none for words, spans and plain tuples."""
    return () if isinstance(node, Word | Span) else getattr(node, "_fields", ())


def is_list(node: Any) -> bool:
    """Tell whether something is a plain tuple of nodes."""
    return isinstance(node, tuple) and not hasattr(node, "_fields")


def nodes_in(node: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Give every node with its path, words and tuples of nodes among them, each before what is in it."""
    if node is None or isinstance(node, Span | str):
        return
    yield path, node
    if is_list(node):
        for place, child in enumerate(node):
            yield from nodes_in(child, (*path, place))
        return
    for name in fields_of(node):
        if name != "span":
            yield from nodes_in(getattr(node, name), (*path, name))


def at(root: Any, path: Path) -> Any:
    """Return the node at a path."""
    for step in path:
        root = root[step] if isinstance(step, int) else getattr(root, step)
    return root


def changed(root: Any, path: Path, new: Any) -> Any:
    """Return the tree with another node at a path."""
    if not path:
        return new
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        return (*root[:step], changed(root[step], rest, new), *root[step + 1 :])
    return root._replace(**{step: changed(getattr(root, step), rest, new)})
