"""The tricks that were worked by hand, as the corpus has them, in the form in which independent programs judge them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from cc_dsl import resources

LINE = re.compile(
    r"(?P<kind>[A-Za-z ]+?)(?: of (?P<size>\d+))?(?: [0-9JQKA]+[HDCS].*?)?, (?P<without>not )?with-lead.*"
)


def tricks(edition: str) -> list[dict[str, Any]]:
    """Return the worked cases of an edition that ask who wins a trick and say so wholly."""
    path = Path(resources.edition_folder(edition)) / "cases.toml"
    cases = tomllib.loads(path.read_text("utf-8"))["case"]
    whole = {"winner", "by", "takes", "lines"}
    return [_trick(case) for case in cases if case.get("question") == "judge" and whole <= set(case["answer"])]


def _trick(case: dict[str, Any]) -> dict[str, Any]:
    given, answer = case["given"], case["answer"]
    winner = re.fullmatch(r"player (\d)", answer["winner"])
    return {
        "name": case["id"],
        "lead": given["lead"],
        "sides": [side.split() for side in given["side"]],
        "winner": int(winner[1]) - 1 if winner is not None else None,
        "by": answer["by"],
        "takes": answer["takes"] if isinstance(answer["takes"], int) else None,
        "lines": [None if line == "none" else _line(line) for line in answer["lines"]],
        "readings": case.get("readings", {}),
    }


def _line(words: str) -> dict[str, Any]:
    """Read a Line as a case names it: its kind, its size if that is said, and whether it holds the Lead."""
    found = LINE.fullmatch(words)
    assert found is not None, words
    size = int(found["size"]) if found["size"] else None
    return {"kind": found["kind"].lower(), "size": size, "with_lead": found["without"] is None}
