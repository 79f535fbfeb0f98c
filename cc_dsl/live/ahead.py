"""What a first change of readings needs is loaded while nobody asks, one part after another.

Each part takes some hundredths of a second, so that whoever asks meanwhile waits no longer.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

from cc_dsl.pipeline import parts_of

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition

MODULES = (
    "cc_dsl.syntax.nodes",
    "cc_dsl.rules.expressions",
    "cc_dsl.rules.resolve",
    "cc_dsl.rules.parts",
)
"""The modules that resolve rules; those that come first are used by those that follow."""


def parts(edition: Edition) -> Iterator[None]:
    """Load the modules that resolve rules, then the nodes of an edition and of its libraries; stop after each."""
    for name in MODULES:
        import_module(name)
        yield
    start = edition.start
    yield
    parts_of(start, edition.source)
