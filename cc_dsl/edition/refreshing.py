"""Files beside the pages that are made again only when something changed of what they are made from.

What each set of files was made from is kept beside the environment of Sphinx, as one digest, with their names.  A set
is made again if the digest is another, or if a file of it is gone; files that it no longer has are removed.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

KEPT = "made-from.json"


def refresh(app: Sphinx, name: str, made_from: object, make: Callable[[], Iterable[str]]) -> None:
    """Make a set of files below the folder of the pages, unless it is there.

    `make` returns their paths; where it returns none, nothing is removed and it is asked again at the next build.
    """
    digest = hashlib.sha256(repr((made_from, app.config.rules_code)).encode()).hexdigest()
    kept = _read(app)
    before, files = kept.get(name, ("", []))
    if files and before == digest and all(os.path.exists(os.path.join(app.outdir, path)) for path in files):
        return
    _write(app, {other: found for other, found in kept.items() if other != name})
    made = sorted(set(make()))
    others = {path for other, (_, listed) in kept.items() if other != name for path in listed}
    for path in ({*files} - {*made} - others) if made else ():
        _remove(str(app.outdir), path)
    _write(app, {**kept, name: (digest, made)})


def _remove(out: str, path: str) -> None:
    """Remove a file, and the folders that it leaves empty."""
    with contextlib.suppress(OSError):
        os.remove(os.path.join(out, path))
        folder = os.path.dirname(path)
        while folder:
            os.rmdir(os.path.join(out, folder))
            folder = os.path.dirname(folder)


def _path(app: Sphinx) -> str:
    return os.path.join(app.doctreedir, KEPT)


def _read(app: Sphinx) -> dict[str, tuple[str, list[str]]]:
    """Return what was kept; nothing if it is damaged."""
    try:
        with open(_path(app), encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _write(app: Sphinx, kept: dict[str, tuple[str, list[str]]]) -> None:
    with open(_path(app), "w", encoding="utf-8") as file:
        file.write(json.dumps(kept))
