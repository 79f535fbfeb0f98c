"""Looks at every page of a made edition in every way, and lists what is wrong: `python -m tests.browser OUT`.

With `--shots FOLDER` it keeps a picture of each page and way; a pattern such as `edition/1862/*` names fewer pages.
"""

from __future__ import annotations

import argparse
import sys
from fnmatch import fnmatch
from pathlib import Path

from tests.browser import looking


def pages_of(out: Path, pattern: str) -> list[str]:
    """Return the pages of an edition that a pattern names, without those that only lead on."""
    found = (path.relative_to(out).as_posix() for path in sorted(out.rglob("*.html")))
    own = (
        name
        for name in found
        if name.count("/") == 0 or name.startswith(("edition/", "language/", "internals/", "decisions/"))
    )
    return [name for name in own if fnmatch(name, pattern)]


def main(arguments: list[str]) -> int:
    """Look, and return 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser", description=__doc__)
    parser.add_argument("out", type=Path, help="the folder of the made edition")
    parser.add_argument("--pages", default="*", help="a pattern for the pages, such as 'edition/1862/*'")
    parser.add_argument("--modes", type=int, default=len(looking.EVERY), help="look in the first so many ways only")
    parser.add_argument("--shots", type=Path, help="keep pictures in this folder")
    asked = parser.parse_args(arguments)
    if looking.chromium() is None:
        print(f"There is no Chromium. {looking.REMEDY}", file=sys.stderr)
        return 2
    names = pages_of(asked.out, asked.pages)
    wrong = 0
    with looking.browser() as started:
        for mode in looking.EVERY[: asked.modes]:
            with looking.opened(started, mode) as page:
                for name in names:
                    page.goto((asked.out / name).resolve().as_uri())
                    for fault in looking.faults_of(page):
                        wrong += 1
                        print(f"{name} ({mode.name}): {fault}", flush=True)
                    if asked.shots:
                        picture = f"{name.replace('/', '_').removesuffix('.html')}-{mode.name.replace(', ', '-')}.png"
                        page.screenshot(path=asked.shots / picture, full_page=True)
    print(f"{len(names)} pages in {len(looking.EVERY[: asked.modes])} ways: {wrong} faults.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
