"""A cache of this run for transcripts, except those of checks, which would take three minutes with it."""

from __future__ import annotations

import os
import re

import pytest

from tests.daily import shorten_checks


@pytest.fixture(autouse=True)
def own_cache(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keep what is computed in a folder of this run, which its processes share.

    What `circular check` finds does not depend on it, and other tests check the same editions. Its random games of them
    last 0.1 s; `./run edition` plays for the whole second, and `tests/corpus/` plays many more. The exact counts are
    counted again in `tests/corpus/test_figures.py`.
    """
    shorten_checks(monkeypatch, 0.1)
    if re.search(r"commands/(?:check|json-.*)\]", request.node.name):
        return
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "golden-cache"
    folder.mkdir(mode=0o700, exist_ok=True)
    monkeypatch.setenv("CIRCULAR_CACHE", str(folder))
