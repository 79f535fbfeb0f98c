"""The disk cache of generated modules, under a hash of their contents, so that each is compiled once.

A module is used only if its file contains, byte for byte, the source that would be written now, and machine code only
if it has its checksum (`checked.py`); damaged entries are written, and compiled, again.  The name is a hash of the
text, the helpers that it calls, and the versions of Python and Numba.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
import tempfile
from types import ModuleType

from cc_dsl import cache, resources

FOLDER = "compiled"
HELPERS = ("runtime.py", "native.py", "instructions.py", "lean.py")


def name_of(text: str, *made_with: str) -> str:
    """Return the name of a module: a hash of its text and of all that it is compiled with."""
    made = hashlib.sha256(text.encode())
    for part in (sys.version, *made_with):
        made.update(len(part).to_bytes(8, "big") + part.encode())
    return f"circular_{made.hexdigest()[:24]}"


def helpers() -> str:
    """Return the text of the helpers, which end up inside the machine code of a module."""
    texts = []
    for name in HELPERS:
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name), encoding="utf-8") as file:
            texts.append(file.read())
    return "".join(texts)


def folder() -> str:
    """Return the folder of cached modules, creating it if needed; if nothing can be written, a temporary one."""
    chosen = os.path.join(resources.cache_folder(), FOLDER)
    try:
        os.makedirs(chosen, mode=0o700, exist_ok=True)
        if resources.is_own(os.lstat(chosen)):
            with tempfile.TemporaryFile(dir=chosen):
                return chosen
    except OSError:
        pass
    return tempfile.mkdtemp(prefix="circular-")


def written(name: str, text: str, where: str) -> str:
    """Return the path of the file that holds a text, written if it does not yet."""
    path = os.path.join(where, f"{name}.py")
    data = text.encode()
    if cache.read_own(path) != data:
        cache.write_own(path, data)
        cache.prune()
    return path


def module(name: str, text: str) -> ModuleType:
    """Return the module of a text from its file on disk, where Numba keeps machine code beside it."""
    from cc_dsl.compiler.checked import check

    known = sys.modules.get(name)
    if known is not None:
        return known
    path = written(name, text, folder())
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    # Numba finds what it has kept for a module only if the module is known under its name before it runs.
    sys.modules[name] = made
    try:
        spec.loader.exec_module(made)
        check(vars(made))
    except BaseException:
        del sys.modules[name]
        raise
    return made
