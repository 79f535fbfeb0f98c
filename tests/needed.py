"""Skip a test that needs a program which is not installed, with advice to install it; in CI the test fails."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest

STRICT = "NOTHING_SKIPPED"
"""Where this is set, as `.ci/run` sets it, nothing may be left out."""


def lacking(what: str, remedy: str) -> NoReturn:
    """Leave a test out and say what to install; where nothing may be left out, fail."""
    if os.environ.get(STRICT):
        pytest.fail(f"{what} is missing. {remedy}")
    pytest.skip(f"{what} is missing. {remedy}")
