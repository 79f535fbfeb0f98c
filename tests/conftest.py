"""The settings of all tests.

Hypothesis has no time limit for an example, since machines differ.  The order of the files keeps several processes
busy: one of them builds the edition first, while the others run long tests that do not need it.
"""

from __future__ import annotations

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

os.environ["CIRCULAR_RECORDS"] = "."  # records without a name are not written into the user's home

FIRST = "tests/edition/test_pages.py"
"""The file whose first test builds the edition that the other files of its folder read."""
LONG = ("tests/differential/", "tests/corpus/", "tests/cli/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the tests: first the edition, then the long files, then the short ones."""

    def rank(item: pytest.Item) -> int:
        name = item.nodeid
        return 0 if name.startswith(FIRST) else 1 if name.startswith(LONG) else 2 if "/edition/" in name else 3

    items.sort(key=rank)


def pytest_collection_finish() -> None:
    """Make garbage collection less frequent: repeated passes over all modules and tests took a fifth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return the number of processors and one: a test that waits for a browser or a build leaves a processor free."""
    return (os.cpu_count() or 1) + 1
