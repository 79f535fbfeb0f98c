"""The one error for bad input: a sentence under a code, which stays whole between processes."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest
from sphinx.errors import ExtensionError

from cc_dsl.codegen.faults import NotFast
from cc_dsl.edition.build import bare_message
from cc_dsl.errors import UserError, not_installed


@pytest.mark.parametrize(
    "error", [UserError("bad-case", "No."), not_installed("Numba", "fast"), NotFast("7 things", "a rule")]
)
def test_error_stays_whole_between_processes(error: UserError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.code, again.sentence) == (type(error), error.code, error.sentence)
    assert str(again) == again.sentence


def test_missing_package_names_its_extra() -> None:
    error = not_installed("Dask", "cluster")
    assert error.code == "not-installed"
    how = "In the folder of the project, install the extra “cluster”:   pip install '.[cluster]'"
    assert str(error) == f"Dask is not installed. {how}"


def test_nobody_is_sent_to_a_registry_for_the_project() -> None:
    root = Path(__file__).parents[2]
    files = [
        *root.glob("*.md"),
        *(file for top in ("cc_dsl", "corpus", "docs", "grammar") for file in root.joinpath(top).rglob("*")),
    ]
    texts = [file for file in files if file.suffix in (".py", ".md", ".js", ".html", ".toml", ".ipynb", ".mjs")]
    assert len(texts) > 300
    asks = re.compile(
        r"(pip|pipx|uv|uvx|tool) (install|run|add) +(-\S+ +)*['\"]?(court[-_]circular|cc[-_]dsl|circular)\b"
    )
    assert [file.name for file in texts if file.name != "CHANGELOG.md" and asks.search(file.read_text("utf-8"))] == []


def test_what_stops_a_build_is_said_without_the_function_that_met_it() -> None:
    wrapped = ExtensionError("Handler <function _outdated at 0x7f03> threw an exception", ValueError("Too many."))
    assert bare_message(wrapped) == "Too many."
    assert bare_message(ExtensionError("There is no theme.")) == "There is no theme."
