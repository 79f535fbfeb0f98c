"""What the program writes is what it wrote before it was halved, but for what somebody has reviewed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.commands import TRANSCRIPTS, transcript
from tests.golden.record import TEI, difference, tei_of


@pytest.mark.parametrize("name", sorted(path.name for path in TRANSCRIPTS.glob("*.txt")))
def test_command_lines(name: str, tmp_path: Path) -> None:
    """Each command line of a transcript ends with the same status, output and messages."""
    changed = difference(f"commands/{name}", transcript((TRANSCRIPTS / name).read_text("utf-8"), tmp_path.resolve()))
    assert not changed, changed


@pytest.mark.parametrize("name", sorted(path.stem for path in TEI.glob("*.xml")))
def test_tei(name: str) -> None:
    changed = difference(f"tei/{name}.xml", tei_of(name))
    assert not changed, changed
