"""Each layer imports only the layers under it; the list is in the docstring of `cc_dsl`.

Imports inside functions, and those for types alone, count like all others.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import cc_dsl
from docs.lists import modules_page

ROOT = Path(__file__).parents[2]
ARCHITECTURE = ROOT / "docs" / "internals" / "architecture.md"
FILES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted((ROOT / "cc_dsl").rglob("*.py"))
}
"""The modules of the package by their dotted names."""


def layers_of(docstring: str) -> list[list[str]]:
    """Return the layers from the top: each indented line names packages, then, after two spaces, what they are."""
    lines = [line.strip() for line in docstring.splitlines() if line.startswith("    ")]
    return [re.split(r"\s+\|\s+", re.split(r"(?<![|\s])\s{2,}(?!\|)", line)[0]) for line in lines]


LEVELS = {name: number for number, line in enumerate(layers_of(cc_dsl.__doc__ or "")) for name in line}
"""The layer of each package, counted from the top: what has one number does not know each other."""


class Import(NamedTuple):
    """One import of a module of ours by another."""

    line: int
    used: str
    is_for_types: bool


@cache
def imports_of(module: str) -> tuple[Import, ...]:
    """Return every import of ours in a module, wherever in it the import stands."""
    path = FILES[module]
    package = module if path.stem == "__init__" else module.rpartition(".")[0]
    imports = []
    for node, is_for_types in nodes_of(ast.parse(path.read_text("utf-8")), False):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package.rsplit(".", node.level - 1)[0] if node.level else ""
            origin = ".".join(filter(None, (above, node.module)))
            names = [f"{origin}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            names = [str(node.args[0].value)] if called in ("import_module", "__import__") else []
        for name in names:
            if name.split(".")[0] == "cc_dsl":
                used = name if name in FILES else name.rpartition(".")[0]
                imports.append(Import(getattr(node, "lineno", 0), used, is_for_types))
    return tuple(one for one in imports if one.used != module)


def nodes_of(node: ast.AST, is_for_types: bool) -> Iterator[tuple[ast.AST, bool]]:
    """Yield the parts of a module, and whether they stand under `if TYPE_CHECKING`."""
    for child in ast.iter_child_nodes(node):
        is_under = is_for_types or (isinstance(child, ast.If) and getattr(child.test, "id", "") == "TYPE_CHECKING")
        yield child, is_under
        yield from nodes_of(child, is_under)


def part_of(module: str) -> str:
    """Return the part of the package that a module belongs to: the name after `cc_dsl`."""
    return ".".join(module.split(".")[1:2])


def circle(modules: set[str], with_types: bool = False) -> list[str]:
    """Return the modules of a circle of imports among some, if there is one."""
    graph = {
        module: {one.used for one in imports_of(module) if one.used in modules and (with_types or not one.is_for_types)}
        for module in modules
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_package_keeps_the_contract() -> None:
    """No module knows a layer above it or beside it, and every part of the package has its layer."""
    assert {part_of(module) for module in FILES} - {""} <= LEVELS.keys()
    pairs = [(module, one) for module in FILES for one in imports_of(module)]
    # An import of the package itself, or of its version, imports no layer.
    pairs = [(module, one) for module, one in pairs if part_of(module) and part_of(one.used)]
    assert len(pairs) > 1000
    offences = [
        f"{FILES[module]}:{one.line}: {part_of(module)} must not know {part_of(one.used)}"
        for module, one in pairs
        if part_of(module) != part_of(one.used) and LEVELS[part_of(one.used)] <= LEVELS[part_of(module)]
    ]
    assert offences == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Also not by an import that is hidden in a function: whoever reads a module need not have read its readers.

    The package itself names, for types, what it exports, and every module may ask it for the version.
    """
    assert circle({*FILES}) == []
    assert circle({*FILES} - {"cc_dsl"}, with_types=True) == []


def test_page_on_the_architecture_shows_the_layers() -> None:
    """With RECORD_LAYERS=1 the test writes the list into the page instead."""
    text = ARCHITECTURE.read_text("utf-8")
    before, mark, rest = text.partition("<!-- the layers -->\n")
    assert mark, "the page has no place for the list"
    shown, _, after = rest.partition("<!-- the end of the layers -->")
    lines = [line for line in (cc_dsl.__doc__ or "").splitlines() if line.startswith("    ")]
    wanted = "\n".join(["```text", *lines, "```", ""])
    if os.environ.get("RECORD_LAYERS"):
        ARCHITECTURE.write_text(f"{before}{mark}{wanted}<!-- the end of the layers -->{after}", "utf-8")
    else:
        assert shown == wanted, "RECORD_LAYERS=1 pytest tests/architecture/test_layers.py writes the list anew"


# The list of modules on the architecture page is generated from the package and complete.


def test_every_module_is_listed_once_with_a_sentence() -> None:
    files = {path.relative_to(ROOT).as_posix() for path in (ROOT / "cc_dsl").rglob("*.py")}
    modules = {name for name in files if not name.endswith("__init__.py")}
    packages = {name.removesuffix("__init__.py") for name in files - modules} - {"cc_dsl/"}
    lines = [line for line in modules_page().splitlines() if line]
    names = [re.findall(r"`([^`]+)`", line)[0] for line in lines]
    assert sorted(names) == sorted(modules | packages)
    assert [line for line in lines if len(line.split()) < 5 or not line.endswith(".")] == []


def test_page_has_a_place_for_the_list_which_has_the_order_of_the_layers() -> None:
    text = ARCHITECTURE.read_text("utf-8")
    assert text.count("<!-- the modules -->") == 1
    assert "- `cc_dsl/" not in text
    packages = re.findall(r"^\*\*`cc_dsl/(\w+)", modules_page(), re.MULTILINE)
    assert packages.index("cli") < packages.index("pipeline") < packages.index("rules") < packages.index("source")
