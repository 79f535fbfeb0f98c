"""Compiles Python's library and the packages for the page; `compile.mjs` runs it on the Python that runs there."""

import importlib
import importlib.util
import marshal
import os
import sys
import zipfile
from collections.abc import Container, Iterable

TEXT_LIBRARY = "/lib/python{}{}.zip".format(*sys.version_info[:2])
ROOT = "/engine"
LONG_AGO = (1980, 1, 1, 0, 0, 0)
UNCHECKED = b"\1\0\0\0"
"""In the head of compiled modules: they are not compared with any source."""
ALWAYS = ("encodings.ascii", "encodings.latin_1", "encodings.utf_8_sig")
"""Modules that Python looks for by name when it has to."""


def compiled(source: bytes, name: str) -> bytes:
    """Return a module as Python keeps it compiled."""
    code = compile(source, name, "exec", dont_inherit=True)
    return importlib.util.MAGIC_NUMBER + UNCHECKED + b"\0" * 8 + marshal.dumps(code)


def read(path: str, prefix: str, needed: Container[str] | None = None) -> dict[str, bytes]:
    """Return the files of an archive, or those that are needed, its modules compiled."""
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
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), files[name])


def lay_out(files: dict[str, bytes]) -> None:
    """Put files where they stand in the page."""
    for name, data in files.items():
        path = os.path.join(ROOT, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)


def main(wanted: Iterable[str]) -> None:
    """Compile everything, import what is wanted, and keep of the library what was imported."""
    packages = read("/sources.zip", ROOT)
    lay_out(packages)
    sys.path.insert(0, ROOT)
    for name in (*wanted, *ALWAYS):
        try:
            importlib.import_module(name)
        except ImportError:  # of another system, such as msvcrt
            continue
    from cc_dsl.syntax import lalr

    lalr.parser()
    for name in os.listdir(f"{ROOT}/cache"):
        with open(f"{ROOT}/cache/{name}", "rb") as file:
            packages[f"cache/{name}"] = file.read()
    loaded = {getattr(module, "__file__", None) or "" for module in [*sys.modules.values()]}
    needed = {path.removeprefix(f"{TEXT_LIBRARY}/") for path in loaded if path.startswith(TEXT_LIBRARY)}
    write("/library.zip", read("/python_stdlib.zip", TEXT_LIBRARY, needed))
    write("/compiled.zip", packages)
