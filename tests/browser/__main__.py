"""Looks at every page of a made edition in every way, and lists what is wrong: `python -m tests.browser OUT`.

With `--shots FOLDER` it keeps a picture of each page and way; a pattern such as `edition/1862/*` names fewer pages, one
such as `390*` fewer ways. With `--kept FILE` it notes what it has looked at, and goes on there another time: pages
without a fault are not looked at again in the ways that the file names, unless they were written again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from fnmatch import fnmatch
from itertools import groupby
from pathlib import Path
from typing import Any, TextIO

from tests.browser import looking
from tests.browser.looking import Mode

LONG = 120_000
"""So many milliseconds a page may take on a busy machine."""


def pages_of(out: Path, pattern: str) -> list[str]:
    """Return the pages of an edition that a pattern names, without those that only lead on."""
    found = (path.relative_to(out).as_posix() for path in sorted(out.rglob("*.html")))
    folders = ("edition/", "language/", "internals/", "decisions/", "python/", "notebooks/")
    own = (name for name in found if name.count("/") == 0 or name.startswith(folders))
    return [name for name in own if fnmatch(name, pattern)]


class Kept:
    """What has been looked at: for each page, as it was written, and each way, the faults."""

    def __init__(self, path: Path | None) -> None:
        """Read what was noted before, if a file is named."""
        self.faults: dict[tuple[str, str, str], list[str]] = {}
        lines = path.read_text("utf-8").splitlines() if path is not None and path.exists() else []
        for name, digest, way, faults in map(json.loads, lines):
            self.faults[name, digest, way] = faults
        self._file: TextIO | None = path.open("a", encoding="utf-8") if path is not None else None

    def lacking(self, name: str, digest: str, modes: Sequence[Mode]) -> list[Mode]:
        """Return the ways in which a page is still to be looked at, or had a fault."""
        return [mode for mode in modes if self.faults.get((name, digest, mode.name), [""])]

    def note(self, name: str, digest: str, mode: Mode, faults: list[str]) -> None:
        """Note what is wrong with a page in one way."""
        for fault in faults:
            print(f"{name} ({mode.name}): {fault}", flush=True)
        if self._file is not None:
            self._file.write(json.dumps([name, digest, mode.name, faults], ensure_ascii=False) + "\n")
            self._file.flush()


def look(started: Any, out: Path, name: str, modes: Sequence[Mode], kept: Kept, shots: Path | None) -> int:
    """Look at a page in some ways, and count the faults; it is opened once with scripts and once without."""
    wrong = 0
    digest = hashlib.sha256((out / name).read_bytes()).hexdigest()[:12]
    for _, several in groupby(kept.lacking(name, digest, modes), key=lambda mode: mode.scripts):
        same = [*several]
        with looking.opened(started, same[0]) as page:
            page.set_default_timeout(LONG)
            page.goto((out / name).resolve().as_uri())
            for mode in same:
                found = looking.faults_in(page, mode)
                kept.note(name, digest, mode, found)
                wrong += len(found)
                if shots:
                    picture = f"{name.replace('/', '_').removesuffix('.html')}-{mode.name.replace(', ', '-')}.png"
                    page.screenshot(path=shots / picture, full_page=True)
    return wrong


def main(arguments: list[str]) -> int:
    """Look, and return 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser", description=__doc__)
    parser.add_argument("out", type=Path, help="the folder of the made edition")
    parser.add_argument("--pages", default="*", help="a pattern for the pages, such as 'edition/1862/*'")
    parser.add_argument("--ways", action="append", help="a pattern for ways, such as '390*' or '*print'; several times")
    parser.add_argument("--shots", type=Path, help="keep pictures in this folder")
    parser.add_argument("--kept", type=Path, help="note in this file what was looked at, and go on there")
    asked = parser.parse_args(arguments)
    if looking.chromium() is None:
        print(f"There is no Chromium. {looking.REMEDY}", file=sys.stderr)
        return 2
    names = pages_of(asked.out, asked.pages)
    modes = [mode for mode in looking.EVERY if any(fnmatch(mode.name, way) for way in asked.ways or ["*"])]
    kept = Kept(asked.kept)
    with looking.browser() as started:
        wrong = sum(look(started, asked.out, name, modes, kept, asked.shots) for name in names)
    print(f"{len(names)} pages in {len(modes)} ways: {wrong} faults.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
