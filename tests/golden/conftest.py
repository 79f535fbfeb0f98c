"""A cache that no other run has written."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what is computed in a folder of this run, which its processes share."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "golden-cache"
    folder.mkdir(mode=0o700, exist_ok=True)
    monkeypatch.setenv("CIRCULAR_CACHE", str(folder))
