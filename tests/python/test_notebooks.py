"""The notebooks run, and give the results that are stored in them and shown in the edition."""

from __future__ import annotations

import doctest
import json
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from cc_dsl.edition.sources import notebook_page
from tests.daily import some
from tests.needed import lacking
from tests.python.notebooks import NOTEBOOKS, ROOT, read, results, run


@pytest.mark.parametrize("path", some(NOTEBOOKS, 1), ids=lambda path: path.stem)
def test_another_run_gives_what_is_stored(path: Path) -> None:
    if find_spec("nbclient") is None or find_spec("ipykernel") is None:
        lacking("Jupyter", "Install what requirements/dev.txt lists.")
    stored = results(read(path))
    assert len(stored) >= 5
    assert results(run(path)) == stored


def test_there_are_the_three_that_are_promised() -> None:
    titles = {json.loads(path.read_text("utf-8"))["cells"][0]["source"][0].strip() for path in NOTEBOOKS}
    wanted = {"# The rules of 1860 and 1862, tested", "# How much does luck decide?", "# Your own reading"}
    assert titles == wanted


def test_a_page_shows_text_code_and_the_best_form_of_each_result() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# A title\n", "\n", "Words, and [more](other.ipynb)."]},
        {
            "cell_type": "code",
            "source": "print('```')",
            "outputs": [
                {"output_type": "stream", "name": "stdout", "text": ["```\n"]},
                {"output_type": "display_data", "data": {"text/plain": "plain", "text/html": ["<table>", "</table>"]}},
                {"output_type": "display_data", "data": {"text/plain": ["4"]}},
            ],
        },
    ]
    page = notebook_page(str(ROOT / "docs" / "templates"), json.dumps({"cells": cells}), "a.ipynb")
    assert page.startswith("# A title\n\nThis page is a notebook. {download}`Download it <a.ipynb>`")
    fence = "`" * 7
    assert f"{fence}python\nprint('```')\n{fence}" in page
    assert f"{fence}text\n```\n{fence}" in page
    assert f"{fence}{{raw}} html\n<div class=" in page
    assert "><table></table></div>" in page
    assert "plain" not in page
    assert "Words, and [more](other.md)." in page
    assert f"{fence}text\n4\n{fence}" in page


# The recipes and the tutorial run as printed, with the output that they show.


PAGES = ROOT / "docs" / "python"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize(("name", "least"), [("recipes", 50), ("frameworks", 25)])
def test_every_example_prints_what_it_shows(
    name: str, least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = PAGES / f"{name}.md"
    text = page.read_text("utf-8")
    examples = "\n".join(found[1] for found in re.finditer(r"(?ms)^```pycon\n(.*?)^```", text))
    test = doctest.DocTestParser().get_doctest(examples, {}, name, str(page), 0)
    assert len(test.examples) >= least
    said: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS).run(test, out=said.append)
    assert not said, "".join(said)
