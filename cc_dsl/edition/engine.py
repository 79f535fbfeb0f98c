"""Puts the engine beside the pages: Python compiled to WebAssembly, this package and the editions.

Everything is compressed and written as scripts that hand over text, since a page that was opened as a file may load
scripts and nothing else; so there is one form of it, and no request for anything else (decision 36).
"""

from __future__ import annotations

import ast
import base64
import gzip
import hashlib
import json
import os
import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache as once
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from cc_dsl import cache, resources
from cc_dsl.edition.compiling import ModulesNotCompiled, compiled, packed
from cc_dsl.edition.fetched import NotFetched, fetched
from cc_dsl.edition.inputs import files_in
from cc_dsl.edition.markup import LIVE, PageContext
from cc_dsl.live import bundled
from cc_dsl.pipeline import RULES_FILE, TEXT_FILES
from cc_dsl.source.phrases import FILE as PHRASES

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

    from cc_dsl.edition.shelf import Shelf

PACKAGE = "cc_dsl"
DATA = f"{PACKAGE}/_data"
BEGIN = ("cc_dsl.live.dispatcher",)
"""The modules from which everything is imported that the engine needs."""
RUNTIME = ("pyodide.asm.wasm", "pyodide.mjs", "pyodide.asm.mjs")
"""The files of Python itself."""
LIBRARY = "python_stdlib.zip"
LOCK = "lock.json"
OURS = "circular.pack"
"""This package and the parser's library: the same beside every edition, and compressed once."""
EDITIONS = "editions.pack"
SHIPPED = "rules.pickle"
WORKER = "worker.js"
FOLDER = "_static/engine"
MANIFEST = "manifest.js"
LEVEL = 6
"""How hard the files are compressed: with 9 they are half a hundredth smaller, and take twice as long."""
PART = 600_000
"""The number of characters in one script: small enough to show progress, and to be fetched again alone."""
SCRIPTS = tuple(f"live/{name}.js" for name in ("page", "engine", "try", "lawn", "play", "change"))
STYLE = "live/live.css"
IMPORT = re.compile(
    r"^[ \t]*(from [\w.]+ import (?:\([^)]*\)|[\w*, ]+)|import \w[\w., ]*)(?=\s*(?:#.*)?$)", re.MULTILINE
)
"""A statement that imports something, at the beginning of a line."""
INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)


# ------------------------------------------------------------------------------------ what is put together


def engine_files(shelf: Shelf) -> dict[str, bytes]:
    """Return every file of the engine, with the editions that the pages show."""
    return {**program_files(), EDITIONS: packed(corpus_files(_folders(shelf)))}


def program_files() -> dict[str, bytes]:
    """Return the files of the engine that are the same beside every edition."""
    from sphinx.util import logging

    runtime = fetched("pyodide")
    # Of the packages that could be fetched for Python none is; what remains says which Python this is.
    lock = json.loads(runtime["pyodide-lock.json"])
    only = {name: runtime[name] for name in (*RUNTIME, LIBRARY)}
    only[LOCK] = json.dumps({"info": lock["info"], "packages": {}}).encode()
    found = {WORKER: Path(__file__).parent.joinpath("static", "live", WORKER).read_bytes(), **only}
    packages = code_files()
    try:
        made = compiled(only, packages, wanted())
        found[LIBRARY], packages = made.library, dict(made.packages)
    except ModulesNotCompiled as why:
        logging.getLogger(__name__).info("The engine in the pages will start slowly, from sources: %s", why)
    found[OURS] = packed(packages)
    return found


def code_files() -> dict[str, bytes]:
    """Return this package, the parser's library and the grammar, by their paths in the engine."""
    root = Path(resources.__file__).parent.parent
    found = {path.relative_to(root).as_posix(): path.read_bytes() for path in modules_needed(BEGIN)}
    lark = Path(_origin("lark")).parent
    for path in sorted(lark.rglob("*")):
        if path.suffix in (".py", ".lark") and "__pyinstaller" not in path.parts:
            found[f"lark/{path.relative_to(lark).as_posix()}"] = path.read_bytes()
    for file in files_in(resources.grammar_root()):
        found[f"{DATA}/grammar/{os.path.basename(file)}"] = Path(file).read_bytes()
    return found


def wanted() -> list[str]:
    """Return the modules that the engine may import: ours, and those of Python's library that they name."""
    root = Path(resources.__file__).parent.parent
    found = set()
    for path in modules_needed(BEGIN):
        found.add(".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"))
        found |= {name for name in _imports(path) if name.partition(".")[0] in sys.stdlib_module_names}
    return sorted(found)


def corpus_files(editions: Mapping[str, str]) -> dict[str, bytes]:
    """Return the editions and the libraries of rules, with their compiled forms, by their paths in the engine.

    `editions` are the folders by the names of the editions that the engine knows.
    """
    found = {}
    for name, folder in sorted(editions.items()):
        for file in (RULES_FILE, *TEXT_FILES, PHRASES):
            path = Path(folder, file)
            if path.is_file():
                found[f"{DATA}/corpus/{name}/{file}"] = path.read_bytes()
    libraries = sorted(Path(resources.corpus_root(), "library").glob("*.rules"))
    for path in libraries:
        found[f"{DATA}/corpus/library/{path.name}"] = path.read_bytes()
    rules = [os.path.join(folder, RULES_FILE) for _, folder in sorted(editions.items())]
    found[SHIPPED] = bundled.packed(rules, map(str, libraries))
    return found


def modules_needed(begin: Iterable[str]) -> list[Path]:
    """Return the files of the modules that these modules import, and all that those import, also inside functions."""
    root = Path(resources.__file__).parent
    waiting, known = [*begin], {PACKAGE}
    found = {root / "__init__.py"}
    while waiting:
        name = waiting.pop()
        if name in known or not name.startswith(PACKAGE):
            continue
        known.add(name)
        path = root.parent.joinpath(*name.split("."))
        # A name that has neither file is that of something inside a module.
        for file in (path / "__init__.py", path.with_name(f"{path.name}.py")):
            if file.is_file():
                found.add(file)
                waiting += [name.rpartition(".")[0], *_imports(file)]
    return sorted(found)


@once
def _imports(path: Path) -> tuple[str, ...]:
    """Return the modules that a module may import; the name of something inside one is among them, and does no harm."""
    found: list[str] = []
    # To parse the whole module takes ten times as long.
    statements = "\n".join(IMPORT.findall(path.read_text("utf-8")))
    for node in ast.parse(statements).body:
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return tuple(found)


def _origin(name: str) -> str:
    """Return the file of an installed package."""
    spec = find_spec(name)
    assert spec is not None and spec.origin is not None  # noqa: PT018 - it was imported to come here
    return spec.origin


# --------------------------------------------------------------------------------------- how it is written


def scripts_of(files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the scripts that hand over these files, and the list of them."""
    found: dict[str, str] = {}
    listed = []
    for name, data in files.items():
        text = base64.b64encode(_compressed(data)).decode()
        parts = []
        for number, start in enumerate(range(0, len(text), PART)):
            part = f"{name}.{number}.js"
            found[part] = f'circularPart({json.dumps(name)},{number},"{text[start : start + PART]}")\n'
            parts.append([part, len(found[part]), hashlib.sha256(found[part].encode()).hexdigest()[:12]])
        listed.append({"name": name, "size": len(data), "parts": parts})
    found[MANIFEST] = f"circularManifest({json.dumps(listed)})\n"
    return found


def _compressed(data: bytes) -> bytes:
    """Return compressed data, cached because it takes a while."""
    key = hashlib.sha256(data).digest()
    found = cache.get("engine", (key.hex(), key))
    if found is None:
        found = gzip.compress(data, LEVEL, mtime=0)
        cache.put("engine", (key.hex(), key), found)
    return found


def absent(sentence: str) -> str:
    """Return the list of an engine that is not there: what the page says instead."""
    return f"circularManifest({json.dumps({'absent': sentence})})\n"


def write_engine(app: Sphinx) -> None:
    """Write the engine beside the pages; where it cannot be had, a list that says so, and a line for who builds."""
    folder = os.path.join(app.outdir, *FOLDER.split("/"))
    os.makedirs(folder, exist_ok=True)
    try:
        scripts = scripts_of(engine_files(app.env.domains["rules"].shelf))  # type: ignore[attr-defined]
    except NotFetched as why:
        from sphinx.util import logging

        logging.getLogger(__name__).info("The pages cannot play: %s", why)
        scripts = {MANIFEST: absent("This copy of the edition was built without the engine. The pages are complete.")}
    for name in os.listdir(folder):
        if name not in scripts:
            os.remove(os.path.join(folder, name))
    for name, text in scripts.items():
        with open(os.path.join(folder, name), "w", encoding="ascii", newline="\n") as file:
            file.write(text)


def _folders(shelf: Shelf) -> dict[str, str]:
    """Return the folders of the editions that the pages show, and of those whose clauses they use."""
    found: dict[str, str] = {}
    for name in shelf.options:
        edition = shelf.load(name)
        found |= {other: found.get(other, folder) for other, folder in edition.shared_folders.items()}
        found[name] = edition.folder
    return found


# --------------------------------------------------------------------------------------------- in the page


@once
def policy() -> str:
    """Return what scripts of a page may do: only those of the site run, nothing is fetched, and nothing is evaluated.

    The frame has one script inside its pages, which is allowed by its digest.
    """
    frame = Path(__file__).parent / "templates" / "page.html"
    inline = [hashlib.sha256(found.encode()).digest() for found in INLINE.findall(frame.read_text("utf-8"))]
    allowed = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in inline)
    return (
        f"script-src 'self' blob: 'wasm-unsafe-eval' {allowed}; worker-src blob:; connect-src 'none'; "
        "object-src 'none'; base-uri 'none'"
    )


def _add_to_page(
    app: Sphinx, pagename: str, templatename: str, context: PageContext, doctree: nodes.document | None
) -> None:
    """Give every page its security policy, and add the scripts to pages with something to try or play."""
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy()}">\n'
    context["page_head"] = head + context.get("page_head", "")
    if doctree is not None and LIVE in context["body"]:
        context["scripts"] += [context["pathto"](f"_static/{name}", 1) for name in SCRIPTS]
        context["sheets"] += [context["pathto"](f"_static/{STYLE}", 1)]


def setup(app: Sphinx) -> None:
    """Add what is done to pages."""
    app.connect("html-page-context", _add_to_page, priority=950)
