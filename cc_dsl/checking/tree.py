"""Traverse a syntax tree, and copy it with one node changed; a path identifies the node."""

from __future__ import annotations

from typing import Any, Protocol

from cc_dsl.source.files import Span
from cc_dsl.syntax.nodes import Word
from cc_dsl.trees import AnyNode, Node, replace


class Spanned(Protocol):
    """A node that says where it stands."""

    @property
    def span(self) -> Span:
        """The place in the file."""


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


def changed(root: AnyNode, path: Path, new: object) -> AnyNode:
    """Return the tree with another node at a path below its root."""
    return replace(root, **{str(path[0]): _changed(getattr(root, str(path[0])), path[1:], new)})


def _changed(part: object, path: Path, new: object) -> object:
    if not path:
        return new
    if isinstance(part, Node):
        return changed(part, path, new)
    assert isinstance(part, tuple)
    return tuple(_changed(one, path[1:], new) if place == path[0] else one for place, one in enumerate(part))
