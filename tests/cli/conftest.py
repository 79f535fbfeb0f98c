"""What unfinished games leave behind stays with the test that began them."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of the test."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
