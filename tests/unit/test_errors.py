"""The one error for bad input: a sentence under a code, which stays whole between processes."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

from cc_dsl.cli.main import main
from cc_dsl.codegen.faults import NotFast
from cc_dsl.errors import UserError, not_installed


@pytest.mark.parametrize(
    "error", [UserError("bad-case", "No."), not_installed("Numba", "fast"), NotFast("7 things", "a rule")]
)
def test_error_stays_whole_between_processes(error: UserError) -> None:
    """Class, code and sentence come out of a pickle as they went in."""
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.code, again.sentence) == (type(error), error.code, error.sentence)
    assert str(again) == again.sentence


def test_missing_package_names_its_extra() -> None:
    """The sentence says what to type."""
    error = not_installed("Dask", "cluster")
    assert error.code == "not-installed"
    how = "In the folder of the project, install the extra “cluster”:   pip install '.[cluster]'"
    assert str(error) == f"Dask is not installed. {how}"


def test_nobody_is_sent_to_a_registry_for_the_project() -> None:
    """No registry has the project: its name there may be somebody else's, so it is installed from its folder."""
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


def test_command_line_is_told_where_more_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """What the parts under the command line refuse ends with status 2, and points to the help of the command."""
    assert main(["study", "1862", "--games", f"1{'0' * 16}"]) == 2
    said = capsys.readouterr().err
    assert "games are too many" in said.splitlines()[0]
    assert said.endswith("More: circular study --help\n")
    assert main(["study", "1862", "--games", f"1{'0' * 16}", "--json"]) == 2
    assert '"code": "command-line"' in capsys.readouterr().err
