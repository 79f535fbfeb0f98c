"""The reference of the Python interface, made from the docstrings and signatures of what `cc_dsl` exports.

`python -m cc_dsl.edition.python_reference` prints it.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

import cc_dsl

MARK = "<!-- the reference -->"
"""Stands in docs/python/reference.md where the reference goes."""


class ReferenceSection(NamedTuple):
    """A few exported names under one heading."""

    title: str
    names: tuple[str, ...]


CHAPTERS = (
    ReferenceSection("Functions", ("load", "editions", "replay", "read_record")),
    ReferenceSection("Editions", ("Edition", "Reading")),
    ReferenceSection("Games", ("Game", "Move", "View", "Record")),
    ReferenceSection("Answers and reasons", ("Answer", "Explanation", "Refusal")),
    ReferenceSection("Studies and comparisons", ("Study", "Games", "Comparison")),
    ReferenceSection("Computer players", ("Player", "Seat")),
    ReferenceSection("Errors", ("CircularError", "UserError", "RulesError", "MoveRefused", "RecordFault")),
)
INHERITED = {
    "Edition": ("name", "title", "display_name", "argument", "overlay", "parent", "rules"),
    "Game": (
        "player", "seats", "is_over", "outcome", "result", "question", "options", "moves", "observe", "decisions",
        "answers", "moves_made", "record", "snapshot", "from_the_beginning",
    ),
    "View": ("player", "places", "numbers", "roles", "held", "to_move", "pieces_in"),
    "Answer": ("value", "document", "clauses", "readings", "seats"),
    "Refusal": ("kind", "sentence", "clauses", "readings", "nearest", "reasons"),
    "Comparison": ("first", "second", "rows", "differences"),
}  # fmt: skip
"""What classes take over from the engines and users may rely on."""


class Member(NamedTuple):
    """An attribute or a method, as it is written and what it is."""

    call: str
    about: str


def reference_page() -> str:
    """Return every exported name with its signature and docstring, as Markdown."""
    return "\n".join(line for chapter in CHAPTERS for line in _chapter(chapter)) + "\n"


def _chapter(chapter: ReferenceSection) -> Iterator[str]:
    yield from ("", f"## {chapter.title}", "")
    for name in chapter.names:
        found = getattr(cc_dsl, name)
        if inspect.isclass(found):
            yield from _of_class(name, found)
        else:
            yield from _entry(Member(f"cc_dsl.{name}{_signature(found)}", _doc(found)))


def _of_class(name: str, found: type) -> Iterator[str]:
    yield from (f"### {name}", "", _doc(found), "")
    for member in members(name, found):
        yield from _entry(member)


def _entry(member: Member) -> Iterator[str]:
    """Yield a definition: the call as a term, the docstring below it."""
    yield f"`{member.call}`"
    yield ": " + "\n\n  ".join(" ".join(part.split()) for part in member.about.split("\n\n"))
    yield ""


def members(name: str, found: type) -> list[Member]:
    """Return the public members of a class: its own, and those it takes over that are listed."""
    attributes = {key: about for one in reversed(found.__mro__) for key, about in _attributes(one).items()}
    own = [one for one in (*vars(found), *_attributes(found)) if not one.startswith("_")]
    listed = (_member(found, one, attributes) for one in dict.fromkeys((*own, *INHERITED.get(name, ()))))
    return [member for member in listed if member.about]


def _member(found: type, name: str, attributes: dict[str, str]) -> Member:
    part: object = inspect.getattr_static(found, name, None)
    if isinstance(part, classmethod | staticmethod):
        return Member(name, "")  # how objects are made is no business of users
    if callable(part) and not inspect.isclass(part):
        return Member(f"{name}{_signature(part)}", _doc(part))
    return Member(name, attributes.get(name) or _doc(part))


def _attributes(found: type) -> dict[str, str]:
    """Return the attributes of a class that have a docstring below them."""
    told: dict[str, str] = {}
    if not found.__module__.startswith("cc_dsl"):
        return told
    tree = ast.parse(textwrap.dedent(inspect.getsource(found)))
    for body in (node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef | ast.FunctionDef)):
        for before, after in pairwise(body):
            name = _assigned(before)
            if name and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                told[name] = str(after.value.value)
    return told


def _assigned(node: ast.stmt) -> str:
    """Return the attribute that a statement sets; nothing for any other."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    for target in targets:
        if isinstance(target, ast.Attribute):
            return target.attr
        if isinstance(target, ast.Name):
            return target.id
    return ""


def _signature(found: Callable[..., object]) -> str:
    """Return the parameters of a function as they are written, without `self`."""
    node = ast.parse(textwrap.dedent(inspect.getsource(found))).body[0]
    assert isinstance(node, ast.FunctionDef)
    node.args.args = [one for one in node.args.args if one.arg != "self"]
    returned = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"({ast.unparse(node.args)}){returned}".replace("'", '"')


def _doc(found: object) -> str:
    about = inspect.cleandoc(getattr(found, "__doc__", None) or "")
    return "" if about.startswith("Alias for field") else about


if __name__ == "__main__":
    print(reference_page(), end="")
