"""Traverse a syntax tree, and copy it with one node changed; a path identifies the node."""

from __future__ import annotations

from typing import Any

from cc_dsl.source.files import Span
from cc_dsl.syntax.nodes import Word
from cc_dsl.trees import Node, replace

Path = tuple[str | int, ...]
"""Names of fields and places in tuples, from the root to a node."""


def fields_of(node: object) -> tuple[str, ...]:
    """Return the names of the fields of a node; none for words, spans and plain tuples."""
    return node.__match_args__ if isinstance(node, Node) and not isinstance(node, Word) else ()


def is_list(node: object) -> bool:
    """Return whether something is a plain tuple of nodes."""
    return isinstance(node, tuple) and not isinstance(node, Span)


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
    return replace(root, **{step: changed(getattr(root, step), rest, new)})
