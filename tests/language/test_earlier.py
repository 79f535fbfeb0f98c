"""The rules of release 0.1.0, rewritten by `circular fmt --from 0.1`, keep their meaning."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from cc_dsl import resources
from cc_dsl.pipeline import Edition
from cc_dsl.syntax.earlier import from_0_1
from tests.cli.desk import circular
from tests.daily import daily

HERE = Path(__file__).parent / "release-0.1"
"""The rules files of the corpus as release 0.1.0 had them, and the digests that it gave them."""
EDITIONS = sorted(path.stem for path in HERE.glob("*.rules"))
DIGESTS = json.loads((HERE / "digests.json").read_text("utf-8"))
"""Those of each edition under the default answers and, by the answer, under every other one."""


def edition_of(name: str, folder: Path) -> Edition:
    """Return the edition with its rules rewritten from release 0.1.0, in a copy of its folder."""
    copied = folder / name
    shutil.copytree(os.path.join(resources.corpus_root(), name), copied)
    (copied / "game.rules").write_text(from_0_1((HERE / f"{name}.rules").read_text("utf-8")), "utf-8")
    return Edition(str(copied / "game.rules"), {})


@pytest.mark.slow
@pytest.mark.parametrize("name", daily(EDITIONS, ("1862", "castle-croquet-1863", "lanrick-1880")))
def test_rewritten_rules_have_the_same_digests(name: str, tmp_path: Path) -> None:
    """Under the default answers, and under every other answer to an open place, each of which is other rules."""
    edition = edition_of(name, tmp_path)
    rules, problems = edition.resolve({})
    assert rules is not None
    assert [problem.sentence for problem in problems if problem.level == "error"] == []
    digests = {"": rules.meaning}
    for doubt in rules.doubts.values():
        for answer, _ in doubt.alternatives:
            if answer != doubt.default:
                other, _ = edition.resolve({doubt.name: answer})
                assert other is not None
                digests[f"{doubt.name}={answer}"] = other.meaning
    assert digests == DIGESTS[name]
    assert [answer for answer, digest in digests.items() if answer and digest == digests[""]] == []


def test_every_edition_of_0_1_is_there() -> None:
    """The nine that release 0.1.0 had."""
    assert len(EDITIONS) == 9
    assert sum(map(len, DIGESTS.values())) > 200


def test_command_rewrites_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.rules"
    old = (
        'edition "x" of x.\n\neditor "the deal goes on thus"\n'
        "  the deal goes on thus, if there is a player whose score is 5: nothing.  # stones rank further by size\n"
    )
    path.write_text(old, "utf-8")
    result = circular("fmt", "--from", "0.1", str(path))
    assert result.status == 0, result.err
    assert path.read_text("utf-8") == (
        'edition "x" of x.\n\neditor "the deal goes on thus"\n'
        "  the deal also goes thus, if some player's score is 5: nothing.  # stones rank further by size\n"
    )


def test_file_of_0_1_is_refused_with_the_command_that_rewrites_it(tmp_path: Path) -> None:
    """Whoever meets an old word learns the new sentence."""
    path = tmp_path / "game.rules"
    path.write_text('edition "x" of x.\n\neditor "y"\n  the deal goes on thus: nothing.\n', "utf-8")
    result = circular("check", str(path))
    assert result.status == 2
    assert "the deal also goes thus: …" in result.out + result.err
    assert "circular fmt --from 0.1" in result.out + result.err
