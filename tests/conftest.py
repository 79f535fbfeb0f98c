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

ORDER = (
    "tests/edition/test_pages.py",
    *("tests/differential/", "tests/corpus/", "tests/golden/", "tests/edition/test_build.py", "tests/problems/"),
    *("tests/cli/", "tests/definition/", "tests/property/", "tests/fuzz/", "tests/edition/"),
)
"""The beginnings of the names of files that run first, in this order, all others after them.

The first file builds the edition that the other files of its folder read. Its build and `tests/corpus/` try the cases
whose results `tests/golden/` finds in the cache. The longest files follow, so that no process is left alone with one.
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the tests by the order of their files."""

    def rank(item: pytest.Item) -> int:
        return next((place for place, name in enumerate(ORDER) if item.nodeid.startswith(name)), len(ORDER))

    items.sort(key=rank)


def pytest_collection_finish() -> None:
    """Make garbage collection less frequent: repeated passes over all modules and tests took a fifth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return the number of processors and one: a test that waits for a browser or a build leaves a processor free."""
    return (os.cpu_count() or 1) + 1
