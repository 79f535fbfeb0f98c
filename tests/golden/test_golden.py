"""What commands write is what they wrote before the program was halved, but for what somebody has reviewed.

The pages are compared in `tests/edition`, the TEI in `tests/export`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.daily import quick
from tests.golden.commands import TRANSCRIPTS, transcript
from tests.golden.record import difference

ALL = sorted(TRANSCRIPTS.glob("*.txt"))
LONG = {"check", "compare-words", "count", "overlay-files", "replay-lanrick-1880", "replay-lanrick-1893", "study"}
"""The transcripts whose commands compute for seconds."""


@pytest.mark.parametrize("path", quick(ALL, [path for path in ALL if path.stem not in LONG]))
def test_command_lines(path: Path, tmp_path: Path) -> None:
    changed = difference(f"commands/{path.name}", transcript(path.read_text("utf-8"), tmp_path.resolve()))
    assert not changed, changed
