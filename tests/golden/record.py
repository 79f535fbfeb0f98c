"""Write the present output of the program into a folder, to be compared with `tests/golden/`.

    python -m tests.golden.record OUT                 # the commands, and the TEI
    python -m tests.golden.record OUT judge json-1862 # these files of commands
    python -m tests.golden.record OUT --pages BUILT   # the pages of an edition that is built, such as a fixture's

Nothing is written into `tests/golden/`: a person copies reviewed files from OUT.
"""

from __future__ import annotations

import difflib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.cli.desk import circular
from tests.golden.commands import HERE, TRANSCRIPTS, transcript
from tests.golden.pages import shown_pages

TEI = HERE / "tei"
LONGEST = 200
"""How many lines of a difference are shown."""


def difference(name: str, now: str) -> str:
    """Return the unified difference between a golden file and what it would be now; nothing if they agree."""
    path = HERE / name
    before = path.read_text("utf-8") if path.exists() else ""
    lines = list(difflib.unified_diff(before.splitlines(), now.splitlines(), f"golden/{name}", "now", lineterm=""))
    rest = [f"… and {len(lines) - LONGEST} more lines"] if len(lines) > LONGEST else []
    return "\n".join(lines[:LONGEST] + rest)


def commands(names: list[str]) -> Iterator[tuple[str, str]]:
    """Run the transcripts of these names, or all; yield the name of each file with what it holds now."""
    for path in sorted(TRANSCRIPTS.glob("*.txt")):
        if not names or path.stem in names:
            with tempfile.TemporaryDirectory() as folder:
                yield f"commands/{path.name}", transcript(path.read_text("utf-8"), Path(folder).resolve())


def tei_of(name: str) -> str:
    result = circular("export", name, "--to", "tei", "-o", "-")
    assert result.status == 0, result.err
    return result.out


def main(out: str, *words: str) -> None:
    """Write the files into a folder."""
    if words[:1] == ("--pages",):
        found = shown_pages(Path(words[1]))
    else:
        found = dict(commands(list(words)))
        found |= {} if words else {f"tei/{path.name}": tei_of(path.stem) for path in sorted(TEI.glob("*.xml"))}
    for name, text in found.items():
        path = Path(out, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    print(f"{len(found)} files in {out}; compare:  diff -r tests/golden {out}")


if __name__ == "__main__":
    main(*sys.argv[1:])
