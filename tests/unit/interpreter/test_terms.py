"""Things and conditions have the meaning in the docstrings of the model, with and without reasons."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cc_dsl.closures.runtime import Runtime
from tests.unit.interpreter.small import laid, meaning, resolved, text_of

BLOCKS = (Path(__file__).parent / "meanings.txt").read_text("utf-8").split("\n\n")[1:]
KINDS = ("plain", "reasons")


def rows() -> Iterator[tuple[str, str, dict[str, Any], Any]]:
    """Yield the text of a game, what is asked, the position, and the answer."""
    for block in BLOCKS:
        lines = [line for line in block.splitlines() if not line.startswith("#")]
        named = lines.pop(0).removeprefix("game ") if lines[0].startswith("game ") else "table"
        text = text_of(named) + "".join(f"{line}\n" for line in lines if line.startswith("  "))
        for question in (line for line in lines if not line.startswith("  ")):
            asked, _, wanted = question.partition(" = ")
            name, _, position = asked.partition(" ")
            yield text, name, literal_eval(position or "{}"), literal_eval(wanted)


ROWS = [*rows()]


@pytest.mark.parametrize(
    ("text", "name", "position", "wanted"), ROWS, ids=[f"{name} {position}" for _, name, position, _ in ROWS]
)
@pytest.mark.parametrize("writes", KINDS)
def test_meaning(text: str, name: str, position: dict[str, Any], wanted: Any, writes: str) -> None:
    runtime = Runtime(resolved(text), 2, writes)
    stored = {variable.name: variable.base for variable in runtime.rules.stored}
    state = laid(runtime, **{key: held for key, held in position.items() if key != "of" and key not in stored})
    for key, held in position.items():
        if key in stored:
            each = held if isinstance(held, list) else [held]
            state.cells[stored[key] : stored[key] + len(each)] = each
    value = meaning(runtime, state, name, position.get("of"))
    assert ([*value] if isinstance(value, list | tuple | range) else value) == wanted
