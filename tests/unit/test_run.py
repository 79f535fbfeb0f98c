"""The task file works whatever the shell that calls it has set."""

from __future__ import annotations

import os
from pathlib import Path

from tests import processes

ROOT = Path(__file__).parents[2]


def test_cdpath_leads_nowhere_else(tmp_path: Path) -> None:
    """A folder of the same name in `CDPATH` would make `cd` print where it went, or go there."""
    (tmp_path / ROOT.name).mkdir()
    environment = {**os.environ, "CDPATH": f"{tmp_path}:{ROOT.parent}"}
    answer = processes.run(["bash", f"{ROOT.name}/run", "help"], cwd=ROOT.parent, env=environment, text=True)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.startswith("./run edition")
