"""What commands write is what they wrote before the program was halved, but for what somebody has reviewed.

The pages are compared in `tests/edition`, the TEI in `tests/export`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.commands import TRANSCRIPTS, transcript
from tests.golden.record import difference


@pytest.mark.parametrize("name", sorted(path.name for path in TRANSCRIPTS.glob("*.txt")))
def test_command_lines(name: str, tmp_path: Path) -> None:
    changed = difference(f"commands/{name}", transcript((TRANSCRIPTS / name).read_text("utf-8"), tmp_path.resolve()))
    assert not changed, changed
