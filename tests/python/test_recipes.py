"""The recipes of the documentation run as they stand, and print what they show."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "python" / "recipes.md"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def test_every_recipe_prints_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All examples of the page, in their order, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text("utf-8")
    examples = "\n".join(found[1] for found in re.finditer(r"(?ms)^```pycon\n(.*?)^```", text))
    test = doctest.DocTestParser().get_doctest(examples, {}, "recipes", str(PAGE), 0)
    assert len(test.examples) > 50
    said: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS).run(test, out=said.append)
    assert not said, "".join(said)
