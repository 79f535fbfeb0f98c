"""Compiles Python's library and the packages for the page: Python imports it when it starts, `compile.mjs` calls it.

Python imports a module named `sitecustomize`, as this one is named there, before almost all others.  So it keeps what
is compiled of the library when it is imported, and nothing is compiled twice.
"""

from __future__ import annotations

import marshal
import sys
import zipimport

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable
    from types import CodeType
    from typing import Any

TEXT_LIBRARY = "/lib/python{}{}.zip".format(*sys.version_info[:2])
ROOT = "/engine"
TABLES = "tables"
"""The file among the packages that holds the tables of the parser."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)
UNCHECKED = b"\1\0\0\0"
"""In the head of compiled modules: they are not compared with any source."""
ALWAYS = ("encodings.ascii", "encodings.latin_1", "encodings.utf_8_sig")
"""Modules that Python looks for by name when it has to."""

_importer: Any = zipimport
_compile = _importer._compile_source
_kept: dict[str, bytes] = {}
"""The modules of the library that were imported, compiled, by their paths."""


def _compile_and_keep(path: str, source: bytes) -> CodeType:
    """Compile a module that is imported, and keep it as it is before it has run."""
    code: CodeType = _compile(path, source)
    _kept[path] = marshal.dumps(code)
    return code


_importer._compile_source = _compile_and_keep


def compiled(source: bytes, path: str) -> bytes:
    """Return a module as Python stores it compiled."""
    from importlib.util import MAGIC_NUMBER

    code = _kept.get(path) or marshal.dumps(compile(source, path, "exec", dont_inherit=True))
    return MAGIC_NUMBER + UNCHECKED + b"\0" * 8 + code


def read(path: str, prefix: str, needed: Container[str] | None = None) -> dict[str, bytes]:
    """Return the files of an archive, or those that are needed, its modules compiled."""
    import zipfile

    found = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if needed is not None and name not in needed:
                continue
            data = archive.read(name)
            if name.endswith(".py"):
                found[f"{name}c"] = compiled(data, f"{prefix}/{name}")
            elif not name.endswith("/"):
                found[name] = data
    return found


def write(path: str, files: dict[str, bytes]) -> None:
    """Write an archive that holds its files as they are, since it is compressed as a whole later."""
    import zipfile

    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), files[name])


def lay_out(files: dict[str, bytes]) -> None:
    """Put files where they stand in the page."""
    import os

    for name, data in files.items():
        path = os.path.join(ROOT, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)


def take_tables(tables: bytes) -> dict[str, bytes]:
    """Put the tables of the parser into the cache of this Python; return the file, by its path in the engine."""
    import os

    from cc_dsl.syntax import lalr

    lalr.take(tables)
    found = {}
    for name in os.listdir(f"{ROOT}/cache"):
        with open(f"{ROOT}/cache/{name}", "rb") as file:
            found[f"cache/{name}"] = file.read()
    return found


def main(wanted: Iterable[str]) -> None:
    """Compile everything, import what is wanted, and keep of the library what was imported."""
    from importlib import import_module

    packages = read("/sources.zip", ROOT)
    tables = packages.pop(TABLES)
    lay_out(packages)
    sys.path.insert(0, ROOT)
    for name in (*wanted, *ALWAYS):
        try:
            import_module(name)
        except ImportError:  # of another system, such as msvcrt
            continue
    packages |= take_tables(tables)
    loaded = {getattr(module, "__file__", None) or "" for module in [*sys.modules.values()]}
    needed = {path.removeprefix(f"{TEXT_LIBRARY}/") for path in loaded if path.startswith(TEXT_LIBRARY)}
    write("/library.zip", read("/python_stdlib.zip", TEXT_LIBRARY, needed))
    write("/compiled.zip", packages)
