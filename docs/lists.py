"""Lists that pages show of the program: its modules, the sentences of the language, the reference for Python.

`python docs/lists.py` prints them.
"""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import cc_dsl
from cc_dsl.syntax.sentences import load_sentences

ROOT = Path(cc_dsl.__file__).parent
CHAPTERS = {
    "Functions": ("load", "editions", "replay", "read_record"),
    "Editions": ("Edition", "Reading"),
    "Games": ("Game", "Move", "View", "Record"),
    "Answers and reasons": ("Answer", "Explanation", "Refusal"),
    "Studies and comparisons": ("Study", "Games", "Comparison"),
    "Computer players": ("Player", "Seat"),
    "Errors": ("CircularError", "UserError", "RulesError", "MoveRefused", "RecordFault"),
}
"""The exported names under the headings of the reference."""
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


def reference_page() -> str:
    """Return every exported name with its signature and docstring, as Markdown."""
    lines: list[str] = []
    for title, names in CHAPTERS.items():
        lines += ["", f"## {title}", ""]
        for name in names:
            exported = getattr(cc_dsl, name)
            if inspect.isclass(exported):
                lines += [f"### {name}", "", inspect.getdoc(exported) or "", ""]
                described = members(name, exported)
            else:
                described = {f"cc_dsl.{name}{_signature(exported)}": inspect.getdoc(exported) or ""}
            for call, about in described.items():
                lines += [f"`{call}`", ": " + "\n\n  ".join(" ".join(part.split()) for part in about.split("\n\n")), ""]
    return "\n".join(lines) + "\n"


def members(name: str, exported: type) -> dict[str, str]:
    """Return the docstrings of the public members of a class by their calls: its own, and those listed above."""
    attributes = {key: about for base in reversed(exported.__mro__) for key, about in _attributes(base).items()}
    own = [key for key in (*vars(exported), *_attributes(exported)) if not key.startswith("_")]
    made: dict[str, str] = {}
    for key in dict.fromkeys((*own, *INHERITED.get(name, ()))):
        part: object = inspect.getattr_static(exported, key, None)
        is_method = callable(part) and not inspect.isclass(part)
        about = ("" if is_method else attributes.get(key)) or inspect.cleandoc(getattr(part, "__doc__", None) or "")
        # Constructors are internal.
        if about and not about.startswith("Alias for field") and not isinstance(part, classmethod | staticmethod):
            made[f"{key}{_signature(part)}" if is_method else key] = about
    return made


def _attributes(described: type) -> dict[str, str]:
    """Return the docstrings of the attributes of a class of this package, which stand below them."""
    from sphinx.pycode import ModuleAnalyzer

    if not described.__module__.startswith("cc_dsl"):
        return {}
    found = ModuleAnalyzer.for_module(described.__module__).find_attr_docs()
    return {name: "\n".join(lines).strip() for (owner, name), lines in found.items() if owner == described.__qualname__}


def _signature(function: object) -> str:
    """Return the parameters of a function as they are written, without `self`."""
    from sphinx.util.inspect import stringify_signature

    signature = inspect.signature(function)  # type: ignore[arg-type]
    parameters = [one for one in signature.parameters.values() if one.name != "self"]
    return stringify_signature(signature.replace(parameters=parameters), unqualified_typehints=True).replace("'", '"')


def modules_page() -> str:
    """Return the first paragraph of every docstring of a package or module, as Markdown, in the order of the layers."""
    lines: list[str] = []
    layers = [line.split("   ")[1] for line in inspect.cleandoc(cc_dsl.__doc__ or "").split("\n") if line[:4] == "    "]
    for part in (name.strip() for names in layers for name in names.split("|")):
        for package in sorted((ROOT / part).rglob("__init__.py")):
            lines += ["", f"**`{package.parent.relative_to(ROOT.parent).as_posix()}/`** {_about(package)}", ""]
            modules = (path for path in sorted(package.parent.glob("*.py")) if path != package)
            lines += [f"- `{path.relative_to(ROOT.parent).as_posix()}`: {_about(path)}" for path in modules]
        if (module := ROOT / f"{part}.py").exists():
            lines += ["", f"**`cc_dsl/{module.name}`** {_about(module)}"]
    return "\n".join(lines) + "\n"


def _about(path: Path) -> str:
    """Return the first paragraph of a module's docstring, in one line."""
    docstring = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return " ".join(docstring.partition("\n\n")[0].split())


def sentences_page() -> str:
    """Return all sentences as Markdown: the meaning of the placeholders, and a table for each group."""
    book = load_sentences()
    parts = ["\n".join(f"- `{name}`: {words}." for name, words in book.placeholders.items())]
    for group in book.groups:
        # The examples inside the table have shorter fences than the table.
        lines = ["````{list-table}", ":header-rows: 1", ":widths: 26 36 38", ""]
        lines += ["* - Form", "  - Example", "  - Meaning"]
        for sentence in group.sentences:
            example = [f"    {line}".rstrip() for line in (*sentence.example.split("\n"), "```")]
            meaning = " ".join(sentence.meaning.split())
            lines += [f"* - `{sentence.form}`", "  - ```rules", *example, f"  - {meaning}"]
        title = f"Chapter: {group.title}" if group.is_chapter else group.title
        parts += [f"## {title}", group.about, "\n".join([*lines, "````"])]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    print(modules_page(), sentences_page(), reference_page(), sep="\n", end="")
