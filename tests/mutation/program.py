"""Change the program at one place, in the ways a slip could, and list the changes that its tests do not notice.

python -m tests.mutation.program [--sample N] [--seed S] [PATH…]

A comparison, an operator, a number or a truth value is exchanged for its neighbour, a “not” or a sentence left out.
Each change is made in a copy of the repository, where the tests of its package run until one fails.
"""

from __future__ import annotations

import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from tests import processes

ROOT = Path(__file__).parents[2]
LEFT_OUT = (".git", ".venv", "build", "__pycache__", ".*_cache", ".hypothesis")
"""What is not copied."""
ALL_GAMES = "tests/games tests/definition tests/differential tests/fuzz tests/property"
TESTS = {
    "adapters": "tests/adapters",
    "api": "tests/python",
    "cases": "tests/unit tests/cli/test_reading.py tests/cli/test_new.py tests/corpus/test_worked_cases.py",
    "cli": "tests/cli",
    "closures": f"tests/unit/interpreter {ALL_GAMES}",
    "codegen": f"tests/unit/compiler {ALL_GAMES}",
    "compare": "tests/unit tests/corpus/test_comparisons.py tests/cli/test_compare.py tests/cli/test_compare_cases.py",
    "compiler": f"tests/unit/compiler tests/unit/players tests/counts {ALL_GAMES}",
    "core": f"tests/unit {ALL_GAMES}",
    "diagnostics": "tests/unit/diagnostics tests/problems tests/language",
    "drawing": "tests/unit tests/lawn tests/edition",
    "edition": "tests/edition",
    "edition_model": "tests/edition tests/export",
    "engine": f"tests/unit/interpreter tests/cli {ALL_GAMES}",
    "export": "tests/export",
    "live": "tests/unit/live tests/edition/test_playing.py tests/edition/test_games_in_the_page.py",
    "lsp": "tests/lsp",
    "play": "tests/cli tests/unit/live",
    "players": "tests/unit/players tests/cli",
    "rules": f"tests/problems tests/language tests/unit tests/corpus/test_encoding.py {ALL_GAMES}",
    "source": "tests/unit/source tests/problems tests/language tests/corpus/test_witnesses.py",
    "study": "tests/unit tests/cli/test_study.py tests/counts tests/corpus/test_figures.py",
    "syntax": "tests/language tests/problems tests/unit",
    "table": "tests/unit/table tests/unit/interpreter tests/games tests/unit/words tests/cli/test_records.py",
    "words": "tests/unit/words tests/cli tests/property",
}
"""The tests of each package, those first that are sooner done."""
OTHERS = "tests/unit tests/cli tests/language tests/problems"
"""The tests of modules that are in no package."""
LIMIT = 1800
"""So many seconds the tests of one change may take; longer, and the change is noticed, since something hangs."""

COMPARISONS = {
    **{ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq},
    **{ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is},
}
OPERATORS = {
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv},
    **{ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift},
}
DROPPED = (ast.Expr, ast.Assign, ast.AugAssign, ast.Raise, ast.Continue, ast.Break)


class Slip(NamedTuple):
    """A change of a module at one place."""

    path: Path
    line: int
    start: int
    end: int
    """The bytes of the file that are replaced."""
    before: str
    after: str


def slips_of(path: Path) -> Iterator[Slip]:
    """Yield all changes of a module."""
    source = path.read_bytes()
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    for node in _executed(ast.parse(source)):
        start = lines[node.lineno - 1] + node.col_offset
        end = lines[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        for after in _changes(node):
            yield Slip(path, node.lineno, start, end, source[start:end].decode(), after)


def _executed(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Yield the parts of a program that do something: no annotation, no docstring, nothing inside a format."""
    for name, value in ast.iter_fields(node):
        for part in value if isinstance(value, list) else [value]:
            is_idle = isinstance(part, (ast.JoinedStr, ast.Import, ast.ImportFrom)) or name in ("annotation", "returns")
            is_docstring = isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)
            is_for_types = isinstance(part, ast.If) and ast.unparse(part.test) == "TYPE_CHECKING"
            if not isinstance(part, ast.AST) or is_idle or is_docstring or is_for_types:
                continue
            if isinstance(part, (ast.expr, ast.stmt)):
                yield part
            yield from _executed(part)


def _changes(node: ast.expr | ast.stmt) -> Iterator[str]:
    """Yield what could stand in the place of a part of a program, which means something else."""
    match node:
        case ast.Compare(left, ops, comparators):
            for place, operator in enumerate(ops):
                others = [*ops[:place], COMPARISONS[type(operator)](), *ops[place + 1 :]]
                yield f"({ast.unparse(ast.Compare(left, others, comparators))})"
        case ast.BinOp(left, operator, right) if type(operator) in OPERATORS:
            yield f"({ast.unparse(ast.BinOp(left, OPERATORS[type(operator)](), right))})"
        case ast.BoolOp(operator, values):
            yield f"({ast.unparse(ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values))})"
        case ast.UnaryOp(ast.Not(), operand):
            yield f"({ast.unparse(operand)})"
        case ast.Constant(bool() as value):
            yield str(not value)
        case ast.Constant(int() as number):
            yield str(number + 1)
        case ast.IfExp(test, body, orelse):
            yield f"({ast.unparse(ast.IfExp(test, orelse, body))})"
        case ast.Return(ast.expr()):
            yield "return None"
        case _ if isinstance(node, DROPPED):
            yield "pass"


def tests_of(path: Path) -> list[str]:
    """Return the tests that would notice a change of a module."""
    return TESTS.get(path.relative_to(ROOT / "cc_dsl").parts[0], OTHERS).split()


def is_noticed(slip: Slip, copy: Path) -> bool:
    """Return whether a test fails if the program is changed so in a copy of the repository."""
    changed = copy / slip.path.relative_to(ROOT)
    source = slip.path.read_bytes()
    changed.write_bytes(source[: slip.start] + slip.after.encode() + source[slip.end :])
    try:
        return has_failure(tests_of(slip.path), copy)
    finally:
        changed.write_bytes(source)


def has_failure(tests: list[str], copy: Path) -> bool:
    """Run tests in a copy of the repository until one fails, or hangs."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(copy), "CIRCULAR_CACHE": str(copy / "cache")}
    with processes.started(
        command, cwd=copy, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as run:
        try:
            return run.wait(LIMIT) != 0
        except subprocess.TimeoutExpired:
            return True


@click.command("python -m tests.mutation.program")
@click.option("--sample", type=click.IntRange(min=1), default=200, show_default=True, help="The number of changes.")
@click.option("--seed", type=int, default=0, show_default=True, help="The seed that picks them.")
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
def command(sample: int, seed: int, paths: tuple[Path, ...]) -> None:
    """Change the program (or the modules under PATHS) at one place after another, and count what its tests notice."""
    below = [path.resolve() for path in paths] or [ROOT / "cc_dsl"]
    modules = sorted({file for path in below for file in ([path] if path.is_file() else path.rglob("*.py"))})
    slips = [slip for module in modules for slip in slips_of(module)]
    picked = random.Random(seed).sample(slips, min(sample, len(slips)))
    noticed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(ROOT, Path(folder) / "repository", ignore=shutil.ignore_patterns(*LEFT_OUT)))
        for tests in sorted({" ".join(tests_of(slip.path)) for slip in picked}):
            if has_failure(tests.split(), copy):
                raise click.UsageError(f"Without any change a test fails of: {tests}")
        for slip in picked:
            is_seen = is_noticed(slip, copy)
            noticed += is_seen
            place = f"{slip.path.relative_to(ROOT)}:{slip.line}"
            click.echo(f"{'noticed  ' if is_seen else 'UNNOTICED'}  {place}: {slip.before!r} becomes {slip.after!r}")
    click.echo(f"{noticed} of {len(picked)} changes are noticed ({noticed / max(len(picked), 1):.1%}).")


if __name__ == "__main__":
    command()
