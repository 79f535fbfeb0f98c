"""Return a Jupyter notebook as a page in Markdown: its text, its code, and the results stored in it.

The results are those of the file.  `python -m tests.python.notebooks` runs the notebooks and stores them again; the
suite compares what is stored with another run.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

SUFFIX = ".ipynb"
TICKS = re.compile(r"^`{3,}", re.MULTILINE)
LINK = re.compile(r"\]\(([\w./-]+)\.ipynb\)")
"""A link from one notebook to another, which leads from page to page in the edition."""
FORMS = ("text/html", "image/svg+xml", "text/plain")
"""The forms of a result that a page can show, the best first."""

RESULT = '<div class="result" tabindex="0" role="group" aria-label="Result">{}</div>'
"""A result that may be wider than the page: it scrolls in its frame, also by the keyboard."""


def as_page(notebook: str, name: str) -> str:
    """Return the page of a notebook: its cells in their order, and below the title a link to the file."""
    cells = json.loads(notebook)["cells"]
    made = "\n\n".join(part for cell in cells for part in _cell(cell)) + "\n"
    title, _, rest = made.partition("\n")
    download = f"This page is a notebook. {{download}}`Download it <{name}>` and run it in Jupyter."
    return f"{title}\n\n{download}\n{rest}"


def _cell(cell: Mapping[str, Any]) -> Iterator[str]:
    source = _joined(cell["source"])
    if cell["cell_type"] == "markdown":
        yield LINK.sub(r"](\1.md)", source)
    elif cell["cell_type"] == "code":
        yield _fenced(source, "python")
        yield from (_output(output) for output in cell["outputs"])


def _output(output: Mapping[str, Any]) -> str:
    """Return what a cell printed, or the value of its last line in the best form."""
    if output["output_type"] == "stream":
        return _fenced(_joined(output["text"]), "text")
    data = output["data"]
    form = next(form for form in FORMS if form in data)
    shown = _joined(data[form])
    return _fenced(shown, "text") if form == FORMS[-1] else _fenced(RESULT.format(shown), "{raw} html")


def _fenced(text: str, language: str) -> str:
    """Return text between fences longer than any in it."""
    fence = "`" * (max([2, *map(len, TICKS.findall(text))]) + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def _joined(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "".join(text)
