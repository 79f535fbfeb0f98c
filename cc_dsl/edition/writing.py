"""Reads a few pages in one process, and writes many in several, each of which resolves the references of its own pages.

Sphinx resolves the references of all pages in one process, while the others wait for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.parallel import ParallelTasks, make_chunks

if TYPE_CHECKING:
    from collections.abc import Sequence, Set

    from sphinx.application import Sphinx


FEW = 5
"""The number of pages from which several processes read or write them, and much is made ready for them first."""


class PageBuilder(StandaloneHTMLBuilder):
    """Sphinx's own builder of pages, with another division of the work."""

    def _read_parallel(self, docnames: list[str], nproc: int) -> None:
        """Read few pages here: to begin a process, and to take over what it read, takes longer than a page."""
        if len(docnames) < FEW:
            self._read_serial(docnames)
        else:
            super()._read_parallel(docnames, nproc)

    def write_documents(self, docnames: Set[str]) -> None:
        """Write pages; many of them in several processes, after the first, so that all find the templates ready."""
        first, *others = sorted(docnames)
        if not self.parallel_ok or len(others) < FEW:
            self._write_serial([first, *others])
            return
        self._write_serial([first])
        tasks = ParallelTasks(self._app.parallel)
        for chunk in make_chunks(others, self._app.parallel):
            tasks.add_task(self._written, chunk, self._take_images)
        tasks.join()

    def _written(self, docnames: Sequence[str]) -> dict[str, str]:
        """Write some pages, and return the images on them."""
        self._write_serial(docnames)
        return self.images

    def _take_images(self, docnames: Sequence[str], images: dict[str, str]) -> None:
        """Take over the images of pages that another process wrote; they are copied when all pages are there."""
        self.images.update(images)


def setup(app: Sphinx) -> None:
    """Take the place of Sphinx's builder."""
    app.add_builder(PageBuilder, override=True)
