"""A folder for tests that write files, and short checks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.daily import shorten_checks


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of the test."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def _short_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `circular check` play for a tenth of a second; tests/problems plays for the whole second."""
    shorten_checks(monkeypatch, 0.1)
