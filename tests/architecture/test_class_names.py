"""One class name has one meaning, so that a reader need not look where it was imported from."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TREES = ("syntax/nodes.py", "rules/model.py")
"""The two trees of the language name one construct alike; their classes are mostly written with the module."""


def shared_names(texts: dict[str, str]) -> dict[str, list[str]]:
    """Return the names of several classes, with their modules, but for public classes that extend their namesake."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, text in texts.items():
        for node in ast.parse(text).body:
            if not isinstance(node, ast.ClassDef):
                continue
            bases = {base.attr for base in node.bases if isinstance(base, ast.Attribute)}
            if node.name not in bases:
                found[node.name].append(name)
    return {name: modules for name, modules in found.items() if len(modules) > 1}


def test_one_class_name_has_one_meaning() -> None:
    """The only classes of one name are a public one and that which it extends."""
    package = ROOT / "cc_dsl"
    modules = {str(path.relative_to(package)): path for path in package.rglob("*.py")}
    assert shared_names({name: path.read_text("utf-8") for name, path in modules.items() if name not in TREES}) == {}


@pytest.mark.parametrize(
    ("second", "shared"),
    [
        ("class Row: pass", {"Row": ["a.py", "b.py"]}),
        ("class Row(NamedTuple): pass", {"Row": ["a.py", "b.py"]}),
        ("class Row(report.Row): pass", {}),
        ("class Line: pass", {}),
    ],
)
def test_a_shared_name_is_found(second: str, shared: dict[str, list[str]]) -> None:
    """A class that extends its namesake has the same meaning."""
    assert shared_names({"a.py": "class Row: pass", "b.py": second}) == shared
