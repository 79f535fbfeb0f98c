"""The one error for bad input: a sentence under a code, which stays whole between processes."""

from __future__ import annotations

import pickle

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
    assert str(error) == "Dask is not installed. Get it with: pip install 'court-circular[cluster]'"


def test_command_line_is_told_where_more_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """What the parts under the command line refuse ends with status 2, and points to the help of the command."""
    assert main(["study", "1862", "--games", f"1{'0' * 16}"]) == 2
    said = capsys.readouterr().err
    assert "games are too many" in said.splitlines()[0]
    assert said.endswith("More: circular study --help\n")
    assert main(["study", "1862", "--games", f"1{'0' * 16}", "--json"]) == 2
    assert '"code": "command-line"' in capsys.readouterr().err
