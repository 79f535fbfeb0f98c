"""The Python prompt behind a page: cells are run in one namespace, and whatever they do is answered."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cc_dsl.live import prompting
from cc_dsl.live.door import Door
from cc_dsl.live.prompting import Prompt


def run(prompt: Prompt, cell: str) -> dict[str, Any]:
    """Run a cell, whose answer must be one that JSON can carry."""
    found: dict[str, Any] = json.loads(json.dumps(prompt.run(cell)))
    return found


@pytest.fixture
def prompt() -> Prompt:
    """Return a prompt in which 1862 is loaded."""
    found = Prompt()
    assert run(found, prompting.OPENING.format(name="1862"))["value"] == "'Court Circular (1862)'"
    return found


def test_a_cell_prints_returns_and_keeps_names(prompt: Prompt) -> None:
    """The last expression is shown, and `_` is what was shown last; statements show nothing."""
    assert run(prompt, "for i in range(2): print(i)\nwon = 6") == {
        "printed": "0\n1\n",
        "value": None,
        "svg": None,
        "error": None,
    }
    assert run(prompt, "won * 7")["value"] == "42"
    assert run(prompt, "_ + 1")["value"] == "43"
    assert run(prompt, "# nothing") == {"printed": "", "value": None, "svg": None, "error": None}


def test_what_draws_itself_is_drawn(prompt: Prompt) -> None:
    """A game is a picture and words; the class itself is only words."""
    game = run(prompt, "edition.play(seed=5)")
    assert game["svg"].startswith("<svg")
    assert "Player 1's move" in game["value"]
    assert run(prompt, "cc_dsl.Game")["svg"] is None


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("1 +", "SyntaxError"),
        ("x = 1\n\ny", "NameError: name 'y' is not defined (line 3)"),
        ("edition.judge(lead='ZZ')", "is no card"),
        ("import no_such_module", "come with part of Python’s library: collections,"),
        ("raise SystemExit", "SystemExit"),
        ("def f(): return f()\nf()", "RecursionError"),
        ("class C:\n    def __repr__(self): raise ValueError('mine')\nC()", "ValueError: mine"),
        ("class C:\n    def _repr_svg_(self): return 5\nC()", None),
    ],
)
def test_errors_are_told_with_their_line(prompt: Prompt, cell: str, said: str | None) -> None:
    """They end the cell and nothing else."""
    found = run(prompt, cell)
    assert said is None or said in found["error"]
    assert found["svg"] is None
    assert run(prompt, "edition.name")["value"] == "'1862'"


def test_a_cell_may_print_only_so_much(prompt: Prompt) -> None:
    """The rest is left out, and that is said."""
    found = run(prompt, "print('x' * 10 ** 6)\n'y' * 10 ** 6")
    assert found["printed"].endswith("(The rest is left out.)")
    assert len(found["printed"]) + len(found["value"]) < 2 * prompting.MOST_PRINTED + 100


def test_names_are_completed(prompt: Prompt) -> None:
    """Those of the namespace and of what stands before a dot; hidden ones only when asked for."""
    assert prompt.complete("x = edition.jud") == ["edition.judge"]
    assert prompt.complete("edit") == ["edition"]
    assert prompt.complete("edition._readin") == []
    assert "edition.__class__" in prompt.complete("edition.__c")
    assert prompt.complete("nothing.here") == prompt.complete("3 + ") == []


def test_the_door_starts_python_only_when_asked() -> None:
    """A cell without a prompt, and a message that carries an edition elsewhere, are refused."""
    door = Door()
    assert "has not been started" in door.answer('{"do": "cell", "cell": "1"}')
    assert "There is no edition" in door.answer('{"do": "prompt", "edition": "../1862"}')
    assert json.loads(door.answer('{"do": "prompt", "edition": "1860"}'))["ok"]["error"] is None
    assert json.loads(door.answer('{"do": "complete", "text": "edition.pla"}'))["ok"]["offered"] == ["edition.play"]
