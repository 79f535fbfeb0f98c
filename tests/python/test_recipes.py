"""The recipes and the tutorial of the documentation run as they stand, and print what they show."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

PAGES = Path(__file__).parents[2] / "docs" / "python"
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
