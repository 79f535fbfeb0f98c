"""Check every page of a built edition in every view, and list the faults: `python -m tests.browser OUT`.

`--shots FOLDER` keeps a picture of each page in each view; a pattern such as `edition/1862/*` selects pages, and one
such as `390*` selects views.
"""

from __future__ import annotations

import argparse
import sys
from fnmatch import fnmatch
from itertools import groupby
from pathlib import Path

from tests.browser import looking

LONG = 120_000
"""So many milliseconds a page may take on a busy machine."""
FOLDERS = ("edition/", "language/", "internals/", "decisions/", "python/", "notebooks/")


def pages_of(out: Path, pattern: str) -> list[str]:
    """Return the pages of an edition that a pattern names, without those that only lead on."""
    names = (path.relative_to(out).as_posix() for path in sorted(out.rglob("*.html")))
    return [name for name in names if ("/" not in name or name.startswith(FOLDERS)) and fnmatch(name, pattern)]


def main(arguments: list[str]) -> int:
    """Look, and return 1 if anything is wrong; a page is opened once with scripts and once without."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser", description=__doc__)
    parser.add_argument("out", type=Path, help="the folder of the made edition")
    parser.add_argument("--pages", default="*", help="a pattern for the pages, such as 'edition/1862/*'")
    parser.add_argument("--ways", default="*", help="a pattern for ways, such as '390*' or '*print'")
    parser.add_argument("--shots", type=Path, help="keep pictures in this folder")
    asked = parser.parse_args(arguments)
    if looking.chromium() is None:
        print(f"There is no Chromium. {looking.REMEDY}", file=sys.stderr)
        return 2
    names = pages_of(asked.out, asked.pages)
    modes = [mode for mode in looking.EVERY if fnmatch(mode.name, asked.ways)]
    wrong = 0
    with looking.browser() as started:
        for name in names:
            for _, several in groupby(modes, key=lambda mode: mode.scripts):
                same = [*several]
                with looking.opened(started, same[0]) as page:
                    page.set_default_timeout(LONG)
                    page.goto((asked.out / name).resolve().as_uri())
                    for mode in same:
                        for fault in looking.faults_in(page, mode):
                            wrong += 1
                            print(f"{name} ({mode.name}): {fault}", flush=True)
                        if asked.shots:
                            picture = f"{name.replace('/', '_').removesuffix('.html')}-{mode.name.replace(', ', '-')}"
                            page.screenshot(path=asked.shots / f"{picture}.png", full_page=True)
    print(f"{len(names)} pages in {len(modes)} ways: {wrong} faults.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
