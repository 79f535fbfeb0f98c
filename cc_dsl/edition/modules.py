"""The list of all modules for the architecture page, made from their docstrings.

`python -m cc_dsl.edition.modules` prints it.
"""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

MARK = "<!-- the modules -->"
"""Stands in docs/internals/architecture.md where the list goes."""
ROOT = Path(__file__).parents[1]


def modules_page() -> str:
    """Return the first paragraph of every docstring of a package or module, as Markdown, in the order of the layers."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    for part in _parts():
        for folder in _packages(ROOT / part):
            yield from ("", f"**`{_name(folder)}/`** {_about(folder / '__init__.py')}", "")
            modules = (path for path in sorted(folder.glob("*.py")) if path.stem != "__init__")
            yield from (f"- `{_name(path)}`: {_about(path)}" for path in modules)
        module = ROOT / f"{part}.py"
        if module.exists():
            yield from ("", f"**`{_name(module)}`** {_about(module)}")


def _parts() -> list[str]:
    """Return the packages and modules of the first level as the docstring of the package lists them, from the top."""
    layers = [line.split("   ")[1:] for line in _docstring(ROOT / "__init__.py").split("\n") if line.startswith("    ")]
    return [name.strip() for line in layers for cell in line[:1] for name in cell.split("|")]


def _packages(folder: Path) -> Iterator[Path]:
    """Yield a package and all packages in it."""
    for path in sorted(folder.rglob("__init__.py")):
        yield path.parent


def _name(path: Path) -> str:
    return path.relative_to(ROOT.parent).as_posix()


def _about(path: Path) -> str:
    """Return the first paragraph of a module's docstring, in one line."""
    return " ".join(_docstring(path).partition("\n\n")[0].split())


def _docstring(path: Path) -> str:
    """Return the docstring of a module; what comes behind it is not read."""
    with path.open(encoding="utf-8") as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type == tokenize.STRING:
                return cleandoc(ast.literal_eval(token.string))
            if token.type not in (tokenize.COMMENT, tokenize.NL):
                break
    return ""


if __name__ == "__main__":
    print(modules_page(), end="")
