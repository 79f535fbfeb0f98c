"""Locate grammar, corpus and cache: inside the installed package, or beside it in a checkout."""

from __future__ import annotations

import functools
import os
import sys

from cc_dsl.errors import UserError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_PACKAGE = os.path.dirname(os.path.abspath(__file__))
FACES = ("_data", "adapters", "cli", "edition", "live", "lsp")
"""The folders of the package that only display results; the caches do not depend on them."""
OTHERS_WRITE = 0o022
"""The permission bits with which a user other than the owner can write to a file."""


def _root(name: str) -> str:
    """Return the folder inside the wheel, or else the folder at the root of the checkout."""
    folder = os.path.join(_PACKAGE, "_data", name)
    return folder if os.path.isdir(folder) else os.path.join(os.path.dirname(_PACKAGE), name)


def require_files() -> None:
    """Raise a UserError if the package is inside an archive, from which its data cannot be read."""
    if not os.path.isdir(_PACKAGE):
        archive = os.path.dirname(_PACKAGE)
        sentence = f"Court Circular cannot run from inside an archive ({archive})."
        raise UserError("not-installed", sentence, "Install it with: pip install FILE.whl")


def corpus_root() -> str:
    """Return the folder that contains a folder for each edition."""
    return _root("corpus")


def grammar_root() -> str:
    """Return the folder of the grammar and its word lists."""
    return _root("grammar")


@functools.cache
def grammar_data(name: str) -> dict[str, Any]:
    """Return the contents of a data file beside the grammar."""
    import tomllib

    with open(os.path.join(grammar_root(), f"{name}.toml"), "rb") as file:
        return tomllib.load(file)


def edition_names() -> list[str]:
    """Return the names of the editions: the folders of the corpus that contain a game.rules."""
    root = corpus_root()
    try:
        names = os.listdir(root)
    except OSError:
        return []
    return sorted(name for name in names if os.path.isfile(os.path.join(root, name, "game.rules")))


def argument_of(name: str) -> str:
    """Return the argument for an edition in a command: its name, or its rules file if it is not in the corpus."""
    return name if name in edition_names() else f"{name}.rules"


def comparison_names() -> list[str]:
    """Return the names of the comparisons, such as `1860-1862`: the folders that contain an alignment."""
    root = os.path.join(corpus_root(), "comparisons")
    names = os.listdir(root) if os.path.isdir(root) else []
    return sorted(name for name in names if os.path.isfile(os.path.join(root, name, "alignment.toml")))


def edition_folder(name: str) -> str:
    """Return the path of an edition's folder in the corpus; the folder need not exist."""
    return os.path.join(corpus_root(), name)


def library_names() -> list[str]:
    """Return the names of the libraries in the rules language."""
    names = file_names(os.path.join(corpus_root(), "library"))
    return [name.removesuffix(".rules") for name in names if name.endswith(".rules")]


def file_names(folder: str) -> list[str]:
    """Return the sorted names of the files in a folder, without the temporary files of editors."""
    names = os.listdir(folder) if os.path.isdir(folder) else []
    lasting = (name for name in names if not name.startswith(".") and not name.endswith("~"))
    return sorted(name for name in lasting if os.path.isfile(os.path.join(folder, name)))


def library_file(name: str) -> str:
    """Return the path of a library in the rules language, such as a common pack; the file need not exist."""
    return os.path.join(corpus_root(), "library", f"{name}.rules")


def program_files() -> list[str]:
    """Return the files of the program that can affect its results: all files except those that only display them."""
    paths = [os.path.join(grammar_root(), "rules.lark")]
    for folder, folders, files in os.walk(_PACKAGE):
        if folder == _PACKAGE:
            folders[:] = [name for name in folders if name not in FACES]
        paths += [os.path.join(folder, file) for file in files if file.endswith(".py")]
    return sorted(paths)


def stamp_of(path: str) -> tuple[int, int] | None:
    """Return the size and modification time of a file, which change when it is saved; None if it does not exist.

    The size is included, since a file that is written in two steps may have the same time after both.
    """
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns


def cache_folder() -> str:
    """Return this user's folder for data that can be computed again; it is created on demand.

    CIRCULAR_CACHE names it; the default is the system's folder for caches. A folder that belongs to another user, or
    that others can write to, is not used. If none is usable, it is a fresh folder of this process, since code must not
    be loaded from a folder whose name others can predict.
    """
    for folder in (os.environ.get("CIRCULAR_CACHE", ""), _system_folder(*CACHE)):
        if folder:
            folder = os.path.abspath(folder)
            try:
                os.makedirs(folder, mode=0o700, exist_ok=True)
            except OSError:
                continue
            if _is_private(folder) and os.access(folder, os.W_OK | os.X_OK):
                return folder
    return _temporary_cache()


def _is_private(folder: str) -> bool:
    """Return whether this user owns a folder and any link that leads to it, and nobody else can write to them."""
    link, folder_itself = os.lstat(folder), os.stat(folder)
    return is_own(folder_itself) and is_own(link, folder_itself.st_mode)


def is_own(status: os.stat_result, mode: int | None = None) -> bool:
    """Return whether a file belongs to the user who runs this program, and nobody else can write it.

    On Windows, where files have no such modes, the system itself protects the folders of users.
    """
    if not hasattr(os, "geteuid"):
        return True
    return status.st_uid == os.geteuid() and not (status.st_mode if mode is None else mode) & OTHERS_WRITE


def records_folder() -> str:
    """Return the folder, which need not exist, for records without a name; an empty string without a home folder."""
    return os.environ.get("CIRCULAR_RECORDS", "") or _system_folder(*DATA)


CACHE = ("XDG_CACHE_HOME", ".cache", os.path.join("Library", "Caches"), "cache")
DATA = ("XDG_DATA_HOME", os.path.join(".local", "share"), os.path.join("Library", "Application Support"), "records")
"""The locations of each kind of folder: an environment variable, then the path in a home, on a Mac, and on Windows."""


def _system_folder(variable: str, in_home: str, on_mac: str, on_windows: str) -> str:
    """Return this program's folder of a kind by the conventions of the system; empty without a home folder."""
    folder = os.environ.get(variable, "")
    home = os.path.expanduser("~") if os.environ.get("HOME", "none") else ""
    if os.path.isabs(folder):
        return os.path.join(folder, "circular")
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", "")
        return os.path.join(local, "circular", on_windows) if local else ""
    if not os.path.isabs(home) or home == os.path.sep:
        return ""  # no home folder, as for some services
    return os.path.join(home, on_mac if sys.platform == "darwin" else in_home, "circular")


@functools.cache
def _temporary_cache() -> str:
    """Return a temporary folder that only this process knows, and that is removed at its end."""
    import atexit
    import shutil
    import tempfile

    folder = tempfile.mkdtemp(prefix="circular-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
