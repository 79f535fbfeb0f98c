"""Play whole editions with the definition beside the interpreter, under every reading of every open place.

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
from tests.definition.alongside import compare_seeds
from tests.definition.cases import differing_cases, examples_that_differ
from tests.definition.play import Acts
from tests.definition.terms import Terms
from tests.differential.engines import settings

EVALUATIONS: Counter[str] = Counter()
"""The number of evaluations of each class of the model."""


def count(owner: type, name: str) -> None:
    """Replace a method by one that also counts the classes of its terms."""
    method: Callable[..., Any] = getattr(owner, name)

    def counter(self: Any, term: Any, env: Any) -> Any:
        EVALUATIONS[type(term).__name__] += 1
        return method(self, term, env)

    setattr(owner, name, counter)


def differences(names: list[str], seeds: int, moves: int, cases: int, is_probed: bool) -> Iterator[str]:
    """Play each edition under its defaults and under every other reading; yield the differences as text."""
    for name in names:
        rules, games = load(name).rules, 0
        for setting in settings(rules):
            games += seeds
            here = load(name, dict(setting.readings)).rules
            by_seed = compare_seeds(here, setting.seats, range(games, games + seeds), moves, is_probed)
            yield from (f"{name} {setting} seed {seed}: {difference}" for seed, difference in by_seed)
            yield from (f"{name} {setting} example: {example}" for example in examples_that_differ(here))
        results = 0
        if cases and name in resources.edition_names():
            results, by_case = differing_cases(name, cases)
            yield from (f"{name} case {case}: {difference}" for case, difference in by_case)
        print(f"{name}: {games} games, {results} results of worked cases", flush=True)


def main() -> int:
    """Run the command; return 1 if anything differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.definition", description=__doc__)
    parser.add_argument("names", nargs="*", default=resources.edition_names(), metavar="NAME")
    parser.add_argument("--seeds", type=int, default=2, help="games for each number of players and each answer")
    parser.add_argument("--moves", type=int, default=200, help="moves of a game that are played at most")
    parser.add_argument("--cases", type=int, default=1, metavar="N", help="try every N-th worked case; 0: none")
    parser.add_argument("--probe", action="store_true", help="compare every definition in every position")
    arguments = parser.parse_args()
    for owner, name in ((Terms, "thing"), (Terms, "holds"), (Acts, "act")):
        count(owner, name)
    is_same = True
    options = arguments.seeds, arguments.moves, arguments.cases, arguments.probe
    for difference in differences(arguments.names, *options):
        is_same = False
        print(difference[:2000], flush=True)
    names = [term.__name__ for term in (*leaves(model.Thing), *leaves(model.Condition), *get_args(model.Act))]
    print("never evaluated:", ", ".join(name for name in names if not EVALUATIONS[name]) or "none")
    return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main())
