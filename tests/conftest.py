"""What holds for all tests.

How long a machine takes over an example tells nothing of the code.  Files of tests are begun in an order that keeps
several processes busy: the edition is built first, by one of them, while the others have long tests without it.
"""

from __future__ import annotations

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

os.environ["CIRCULAR_RECORDS"] = "."  # keep records without a name out of the user's home

BUILDS = "tests/edition/test_pages.py"
"""The file whose first test makes the edition that the files beside it read."""
LONG = ("tests/differential/", "tests/corpus/", "tests/cli/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the edition, go on with the long files, and end with the short ones."""

    def rank(item: pytest.Item) -> int:
        name = item.nodeid
        return 0 if name.startswith(BUILDS) else 1 if name.startswith(LONG) else 2 if "/edition/" in name else 3

    items.sort(key=rank)


def pytest_collection_finish() -> None:
    """Look rarely for garbage: to go through all modules and tests again and again took a fifth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one process more than there are processors: a test that waits for a browser or a build leaves one free."""
    return (os.cpu_count() or 1) + 1
