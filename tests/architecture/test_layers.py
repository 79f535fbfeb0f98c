"""Each layer knows only the layers under it; the list is the one in the docstring of `cc_dsl`.

Imports hidden in functions, and those for types alone, count like all others:
a dependency that is hidden is still a dependency.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

import cc_dsl

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "cc_dsl"

ARCHITECTURE = ROOT / "docs" / "internals" / "architecture.md"


def layers_of(docstring: str) -> list[list[str]]:
    """Return the layers from the top: each indented line names packages, then, after two spaces, what they are."""
    lines = [line.strip() for line in docstring.splitlines() if line.startswith("    ")]
    return [re.split(r"\s+\|\s+", re.split(r"(?<![|\s])\s{2,}(?!\|)", line)[0]) for line in lines]


CONTRACT = layers_of(cc_dsl.__doc__ or "")
"""What stands in one list does not know each other."""


class Import(NamedTuple):
    """One import of a module of ours by another."""

    path: str
    line: int
    user: str
    used: str


def imports_of(text: str, path: str, module: str) -> list[Import]:
    """Return every import of ours in a module, wherever in it the import stands, by the parts it joins."""
    user = part_of(module)
    found: list[Import] = []
    for node in ast.walk(ast.parse(text)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            origin = node.module or ""
            if node.level:
                package = module.split(".")[: len(module.split(".")) - node.level]
                origin = ".".join([*package, origin] if origin else package)
            # `from cc_dsl import resources` names a part; `from cc_dsl.table import x` has named it already.
            names = [f"{origin}.{alias.name}" for alias in node.names] if origin == "cc_dsl" else [origin]
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in ("import_module", "__import__") and isinstance(node.args[0].value, str):
                names = [node.args[0].value]
        found += [
            Import(path, node.lineno, user, part_of(name))
            for name in names
            if isinstance(node, (ast.Import, ast.ImportFrom, ast.Call))
            and name.split(".")[0] == "cc_dsl"
            and part_of(name) != user
        ]
    return found


def modules_used(text: str, module: str, known: set[str], types: bool = False) -> set[str]:
    """Return the modules of ours that a module imports when it runs, also late; if wanted, also those for types."""
    tree = ast.parse(text)
    found = {name for node in (ast.walk(tree) if types else _running(tree)) for name in _named(node, module)}
    while found - known:
        found = {name if name in known else name.rpartition(".")[0] for name in found} - {""}
    return found - {module}


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a module, but for what stands under `if TYPE_CHECKING`."""
    for child in ast.iter_child_nodes(node):
        yield child
        if isinstance(child, ast.If) and getattr(child.test, "id", "") == "TYPE_CHECKING":
            continue
        yield from _running(child)


def _named(node: ast.AST, module: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name.startswith("cc_dsl"))
    elif isinstance(node, ast.ImportFrom):
        package = module.split(".")[: len(module.split(".")) - node.level] if node.level else []
        origin = ".".join([*package, *([node.module] if node.module else [])])
        yield from (f"{origin}.{alias.name}" for alias in node.names if origin.startswith("cc_dsl"))


def circle(texts: dict[str, str], types: bool = False) -> list[str]:
    """Return the modules of a circle of imports, if there is one; if wanted, also of imports for types alone."""
    names = set(texts)
    graph = {name: modules_used(text, name, names, types) for name, text in texts.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def part_of(module: str) -> str:
    """Return the layer's part that a module belongs to: the name after `cc_dsl`."""
    names = [name for name in module.split(".") if name != "__init__"]
    return names[1] if len(names) > 1 else ""


def offences(imports: list[Import], contract: list[list[str]]) -> list[str]:
    level = {name: number for number, line in enumerate(contract) for name in line}
    said: list[str] = []
    for item in imports:
        # Whoever imports the package itself, or only its version, imports no layer.
        if item.user == "" or item.used in ("", "__version__"):
            continue
        if item.user not in level or item.used not in level:
            said.append(f"{item.path}:{item.line}: {item.user} or {item.used} is not in the list of layers")
        elif level[item.used] <= level[item.user]:
            said.append(f"{item.path}:{item.line}: {item.user} must not know {item.used}")
    return said


def modules() -> list[tuple[Path, str]]:
    """Return every module of the package with its dotted name, `__init__` in it, as relative imports reckon."""
    return [(path, ".".join(path.relative_to(ROOT).with_suffix("").parts)) for path in sorted(PACKAGE.rglob("*.py"))]


def test_package_keeps_the_contract() -> None:
    """No module knows a layer above it or beside it."""
    imports = [
        item
        for path, name in modules()
        for item in imports_of(path.read_text("utf-8"), str(path.relative_to(ROOT)), name)
    ]
    assert imports, "no import was found, so nothing was tested"
    assert offences(imports, CONTRACT) == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Also not by an import that is hidden in a function: whoever reads a module need not have read its readers."""
    texts = {name.removesuffix(".__init__"): path.read_text("utf-8") for path, name in modules()}
    assert circle(texts) == []


@pytest.mark.parametrize(
    "late", ["from cc_dsl.one import x", "def f():\n    from cc_dsl import one", "def f():\n    from . import one"]
)
def test_a_circle_is_found(late: str) -> None:
    """However late the import, and however it is written; one for types alone is none."""
    texts = {"cc_dsl": "", "cc_dsl.one": "import cc_dsl.two", "cc_dsl.two": late}
    assert set(circle(texts)) == {"cc_dsl.one", "cc_dsl.two"}
    texts["cc_dsl.two"] = "if TYPE_CHECKING:\n    from cc_dsl.one import x"
    assert circle(texts) == []


@pytest.mark.parametrize("part", sorted({part_of(name) for _, name in modules()} - {""}))
def test_nor_do_they_for_their_types(part: str) -> None:
    """Also what stands under `if TYPE_CHECKING` leads down only."""
    texts = {
        name.removesuffix(".__init__"): path.read_text("utf-8") for path, name in modules() if part_of(name) == part
    }
    assert circle(texts, types=True) == []


def test_a_circle_of_types_is_found() -> None:
    """Where it is looked for."""
    texts = {"cc_dsl": "", "cc_dsl.one": "import cc_dsl.two"}
    texts["cc_dsl.two"] = "if TYPE_CHECKING:\n    from cc_dsl.one import x"
    assert set(circle(texts, types=True)) == {"cc_dsl.one", "cc_dsl.two"}


def test_every_part_of_the_package_has_its_layer() -> None:
    """A new part of the package is put into the list, or it is not put in."""
    listed = {name for line in CONTRACT for name in line}
    there = {part_of(name) for _, name in modules()} - {""}
    assert there <= listed


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


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("cc_dsl.source.files", "import cc_dsl.rules.model"),
        ("cc_dsl.source.files", "from cc_dsl import resources"),
        ("cc_dsl.source.files", "from cc_dsl.table import pieces"),
        ("cc_dsl.engine.run", "from cc_dsl.compiler.games import x"),
        ("cc_dsl.engine.run", "def f():\n    from ..compiler import games"),
        ("cc_dsl.table.__init__", "from ..syntax import nodes"),
        ("cc_dsl.table.pieces", "if TYPE_CHECKING:\n    from cc_dsl.rules import x"),
        ("cc_dsl.table.pieces", "import importlib\nimportlib.import_module('cc_dsl.cli')"),
        ("cc_dsl.table.pieces", "from cc_dsl import load"),
        ("cc_dsl.novelty.x", "from cc_dsl.source import files"),
    ],
)
def test_offences_are_found(module: str, text: str) -> None:
    """The test itself notices each way in which a module can reach up or aside."""
    assert len(offences(imports_of(text, "x.py", module), CONTRACT)) == 1


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("cc_dsl.rules.model", "from cc_dsl.source.files import Span"),
        ("cc_dsl.rules.model", "from .check import x\nfrom cc_dsl.rules import check"),
        ("cc_dsl.cli.main", "from cc_dsl import __version__\nimport os\nimport cc_dsl"),
        ("cc_dsl.__main__", "from .cli import main"),
    ],
)
def test_what_is_allowed_passes(module: str, text: str) -> None:
    """Downward, inside one part, and out of the package all is free."""
    assert offences(imports_of(text, "x.py", module), CONTRACT) == []
