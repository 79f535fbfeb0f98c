"""Skip a test that needs a program which is not installed, with advice to install it; in CI the test fails."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest

STRICT = "NOTHING_SKIPPED"
"""The environment variable, set by `.ci/run`, with which no test may be skipped."""


def lacking(program: str, remedy: str) -> NoReturn:
    """Skip a test, with advice to install the program; if no test may be skipped, fail."""
    if os.environ.get(STRICT):
        pytest.fail(f"{program} is missing. {remedy}")
    pytest.skip(f"{program} is missing. {remedy}")
