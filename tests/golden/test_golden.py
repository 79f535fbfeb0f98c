"""The output of commands is unchanged since the program was halved, except for reviewed changes.

The pages are compared in `tests/edition`, the TEI in `tests/export`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.daily import quick
from tests.golden.commands import TRANSCRIPTS, transcript
from tests.golden.record import difference

ALL = sorted(TRANSCRIPTS.glob("*.txt"))
LONG = re.compile(
    "changed-editions|check|compare-.*|count|export|json-.*|new|overlay-files|replay-(?!1862|bad).*|sittings|study|table|text-(?!1862|lanrick-1893).*"
)
"""The transcripts whose commands compute for seconds, and those of other editions where one edition is enough."""


@pytest.mark.parametrize("path", quick(ALL, [path for path in ALL if not LONG.fullmatch(path.stem)]))
def test_command_lines(path: Path, tmp_path: Path) -> None:
    changed = difference(f"commands/{path.name}", transcript(path.read_text("utf-8"), tmp_path.resolve()))
    assert not changed, changed
