"""A folder for tests that write files, and few random games in checks."""

from __future__ import annotations

from pathlib import Path

import pytest

from cc_dsl.cases import random_games


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of the test."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `circular check` play for a tenth of a second; tests/problems plays for the whole second."""
    monkeypatch.setattr(random_games, "SECONDS", 0.1)
