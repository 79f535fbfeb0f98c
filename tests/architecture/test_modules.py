"""The list of modules on the page about the architecture is made from the package, and is whole."""

from __future__ import annotations

import re
from pathlib import Path

from docs.lists import modules_page

ROOT = Path(__file__).parents[2]


def test_every_module_is_listed_once_with_a_sentence() -> None:
    """Nothing is left out, nothing stands twice, and each line says something."""
    files = {path.relative_to(ROOT).as_posix() for path in (ROOT / "cc_dsl").rglob("*.py")}
    modules = {name for name in files if not name.endswith("__init__.py")}
    packages = {name.removesuffix("__init__.py") for name in files - modules} - {"cc_dsl/"}
    lines = [line for line in modules_page().splitlines() if line]
    names = [re.findall(r"`([^`]+)`", line)[0] for line in lines]
    assert sorted(names) == sorted(modules | packages)
    assert [line for line in lines if len(line.split()) < 5 or not line.endswith(".")] == []


def test_page_has_a_place_for_the_list() -> None:
    """The page names no module list of its own, only the place where the list goes."""
    text = (ROOT / "docs" / "internals" / "architecture.md").read_text("utf-8")
    assert text.count("<!-- the modules -->") == 1
    assert "- `cc_dsl/" not in text


def test_layers_order_the_list() -> None:
    """What people use stands first, what everything rests on stands last."""
    found = re.findall(r"^\*\*`cc_dsl/(\w+)", modules_page(), re.MULTILINE)
    assert found.index("cli") < found.index("pipeline") < found.index("rules") < found.index("source")
