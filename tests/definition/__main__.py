"""Plays whole editions by the definition beside the interpreter, under every answer to every open place.

python -m tests.definition [--seeds N] [--moves N] [--cases N] [--probe] [NAME …]
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, get_args

from cc_dsl import resources
from cc_dsl.pipeline import load
from cc_dsl.rules import model
from tests.definition import leaves
from tests.definition.alongside import differing
from tests.definition.cases import differing_cases, examples_that_differ
from tests.definition.play import Acts
from tests.definition.terms import Terms
from tests.differential.engines import settings

MET: Counter[str] = Counter()
"""How often each class of the model was evaluated."""


def count(owner: type, name: str) -> None:
    """Have a method count the classes of what it is given."""
    method: Callable[..., Any] = getattr(owner, name)

    def counting(self: Any, term: Any, env: Any) -> Any:
        MET[type(term).__name__] += 1
        return method(self, term, env)

    setattr(owner, name, counting)


def differences(names: list[str], seeds: int, moves: int, cases: int, is_probed: bool) -> Iterator[str]:
    """Play each edition under its defaults and under every other answer; give where the two part, in words."""
    for name in names:
        rules, games = load(name).rules, 0
        for setting in settings(rules):
            games += seeds
            here = load(name, dict(setting.readings)).rules
            found = differing(here, setting.seats, range(games, games + seeds), moves, is_probed)
            yield from (f"{name} {setting} seed {seed}: {one}" for seed, one in found)
            yield from (f"{name} {setting} example: {one}" for one in examples_that_differ(here))
        tried = 0
        if cases and name in resources.edition_names():
            tried, failed = differing_cases(name, cases)
            yield from (f"{name} case {case}: {one}" for case, one in failed)
        print(f"{name}: {games} games, {tried} results of worked cases", flush=True)


def main() -> int:
    """Compare what is asked for; return 1 if anything differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.definition", description=__doc__)
    parser.add_argument("names", nargs="*", default=resources.edition_names(), metavar="NAME")
    parser.add_argument("--seeds", type=int, default=2, help="games for each number of players and each answer")
    parser.add_argument("--moves", type=int, default=200, help="moves of a game that are played at most")
    parser.add_argument("--cases", type=int, default=1, help="every so-manieth worked case is tried; 0: none")
    parser.add_argument("--probe", action="store_true", help="look at every definition in every position")
    asked = parser.parse_args()
    for owner, name in ((Terms, "thing"), (Terms, "holds"), (Acts, "act")):
        count(owner, name)
    is_same = True
    for said in differences(asked.names, asked.seeds, asked.moves, asked.cases, asked.probe):
        is_same = False
        print(said[:2000], flush=True)
    unmet = [one.__name__ for one in (*leaves(model.Thing), *leaves(model.Condition), *get_args(model.Act))]
    print("never met:", ", ".join(name for name in unmet if not MET[name]) or "none")
    return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main())
