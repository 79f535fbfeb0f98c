"""What the program writes is what it wrote before it was halved, but for what somebody has reviewed."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from tests.edition.conftest import Made
from tests.golden.commands import HERE, TRANSCRIPTS, transcript
from tests.golden.pages import shown_pages
from tests.golden.record import TEI, tei_of

LONGEST = 200
"""How many lines of a difference are shown."""


def difference(name: str, now: str) -> str:
    """Return the unified difference between a golden file and what it would be now; nothing if they agree."""
    path = HERE / name
    before = path.read_text("utf-8") if path.exists() else ""
    lines = list(difflib.unified_diff(before.splitlines(), now.splitlines(), f"golden/{name}", "now", lineterm=""))
    rest = [f"… and {len(lines) - LONGEST} more lines"] if len(lines) > LONGEST else []
    return "\n".join(lines[:LONGEST] + rest)


@pytest.mark.parametrize("name", sorted(path.name for path in TRANSCRIPTS.glob("*.txt")))
def test_command_lines(name: str, tmp_path: Path) -> None:
    """Each command line of a transcript ends with the same status, output and messages."""
    changed = difference(f"commands/{name}", transcript((TRANSCRIPTS / name).read_text("utf-8"), tmp_path.resolve()))
    assert not changed, changed


@pytest.mark.parametrize("name", sorted(path.stem for path in TEI.glob("*.xml")))
def test_tei(name: str) -> None:
    changed = difference(f"tei/{name}.xml", tei_of(name))
    assert not changed, changed


@pytest.mark.slow
def test_pages(made: Made) -> None:
    """Each page has the same words, ids and links, and each short address leads to the same place."""
    now = shown_pages(made.out)
    kept = {path.relative_to(HERE).as_posix() for path in HERE.glob("pages/**/*.txt")}
    changed = [text for name in sorted({*kept, *now}) if (text := difference(name, now.get(name, "")))]
    assert not changed, f"{len(changed)} pages differ\n" + "\n".join(changed)[:100_000]
