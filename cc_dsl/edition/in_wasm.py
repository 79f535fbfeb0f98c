"""Compile the library and the packages for the page; `compile.mjs` runs this in the Python of the page, under Node."""

from __future__ import annotations

import contextlib
import os
import sys
import zipfile
from importlib import import_module

TEXT_LIBRARY = "/lib/python{}{}.zip".format(*sys.version_info[:2])
ROOT, LIBRARY = "/engine", "/library"
DATE = (1980, 1, 1, 0, 0, 0)
DYNAMIC_MODULES = ("encodings.ascii", "encodings.latin_1", "encodings.utf_8_sig")
"""Modules that Python imports by name when it needs them."""


def main(modules: list[str]) -> None:
    """Import the modules of the engine; compile all packages, and the imported modules of the library."""
    with zipfile.ZipFile("/sources.zip") as sources:
        sources.extractall(ROOT)
    sys.dont_write_bytecode = True
    sys.path.insert(0, ROOT)
    for name in (*modules, *DYNAMIC_MODULES):
        with contextlib.suppress(ImportError):  # modules of another system, such as msvcrt
            import_module(name)
    import_module("cc_dsl.syntax.lalr").parser()  # puts the tables into the cache below ROOT
    loaded_paths = {getattr(module, "__file__", None) or "" for module in [*sys.modules.values()]}
    with zipfile.ZipFile("/python_stdlib.zip") as library:
        needed_files = {path.removeprefix(f"{TEXT_LIBRARY}/") for path in loaded_paths}
        library.extractall(LIBRARY, needed_files.intersection(library.namelist()))
    write("/library.zip", LIBRARY, TEXT_LIBRARY)
    write("/compiled.zip", ROOT, ROOT)


def write(path: str, folder: str, place: str) -> None:
    """Write an uncompressed archive of a folder, with its modules compiled for their final place."""
    from compileall import compile_dir
    from py_compile import PycInvalidationMode

    mode = PycInvalidationMode.UNCHECKED_HASH
    compile_dir(folder, ddir=place, quiet=1, force=True, legacy=True, invalidation_mode=mode)
    files = sorted(os.path.join(at, name) for at, _, names in os.walk(folder) for name in names)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name in files:
            if not name.endswith(".py"):
                with open(name, "rb") as file:
                    archive.writestr(zipfile.ZipInfo(os.path.relpath(name, folder), DATE), file.read())
