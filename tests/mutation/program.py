"""Change the program at one place, as a slip would, and list the changes that its tests do not notice.

python -m tests.mutation.program [--sample N] [--seed S] [PATH…]

A comparison, an operator, a number or a truth value is replaced by its neighbour; a “not” or a statement is left out.
The suite runs once in a copy of the repository, in which each function to be changed records the tests that call it.
Then each change is made in the copy: those tests run, the quickest first, until one fails; if none does, the tests of
its package run, since a test does not call a function whose result an earlier test has left in a cache.
"""

from __future__ import annotations

import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from tests import processes

ROOT = Path(__file__).parents[2]
LEFT_OUT = (".git", ".venv", "build", "__pycache__", ".*_cache", ".hypothesis")
"""What is not copied."""
ALL_GAMES = "tests/games tests/definition tests/differential tests/fuzz tests/property"
TRANSCRIPTS = "tests/golden/test_golden.py::test_command_lines"
TESTS = {
    "adapters": "tests/adapters",
    "api": "tests/python",
    "cases": f"tests/unit tests/problems {TRANSCRIPTS} tests/cli/test_reading.py tests/cli/test_new.py",
    "cli": f"tests/cli {TRANSCRIPTS}",
    "closures": f"tests/unit/interpreter {ALL_GAMES}",
    "codegen": f"tests/unit/compiler {ALL_GAMES}",
    "compare": "tests/unit tests/corpus/test_comparisons.py tests/cli/test_compare.py",
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
    "play": f"tests/cli tests/unit/live {TRANSCRIPTS}",
    "players": "tests/unit/players tests/cli",
    "rules": f"tests/problems tests/language tests/unit tests/corpus/test_editions.py {ALL_GAMES}",
    "source": "tests/unit/source tests/problems tests/language tests/corpus/test_witnesses.py",
    "study": "tests/unit tests/cli/test_study.py tests/counts tests/corpus/test_figures.py",
    "syntax": "tests/language tests/problems tests/unit",
    "table": "tests/unit/table tests/unit/interpreter tests/games tests/unit/words tests/cli/test_records.py",
    "words": f"tests/unit/words tests/cli tests/property {TRANSCRIPTS}",
}
"""The tests of each package, those first that are sooner done."""
OTHERS = "tests/unit tests/cli tests/language tests/problems"
"""The tests of modules that are in no package."""
CALLERS = 120.0
"""So many seconds those tests may have taken together that call what is changed; more of them are not tried."""
PACKAGE = 240
"""So many seconds the tests of the package are run; a change that none of them noticed until then is unnoticed."""
HANGS = 600
"""So many seconds the callers may take with a change; longer, and it is noticed, since something hangs."""
NOTHING_FAILED = (0, 5)
"""The exit statuses of pytest when all tests pass, and when there is none."""
COMPILED = ("codegen/native.py", "codegen/runtime.py", "players/kernels.py")
"""Modules whose functions Numba compiles: they cannot note anything."""
NOTE = """
import builtins, os
_noted = set()
def _note(number):
    folder, test = os.environ.get("CALLERS"), os.environ.get("PYTEST_CURRENT_TEST")
    if folder and test and (number, test) not in _noted:
        _noted.add((number, test))
        with open(f"{folder}/{os.getpid()}", "a", encoding="utf-8") as file:
            file.write(f"{number}\\t{test}\\n")
builtins.note_test = _note
"""
"""What the package does first in the copy: it offers a function that notes which test runs."""

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


def add_notes(path: Path, slips: Mapping[int, Slip]) -> str:
    """Return the source of a module in which each function that is changed notes the tests that call it.

    A change outside of functions is noted by all functions of its module.
    """
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    functions = [node for node in ast.walk(ast.parse("".join(lines))) if isinstance(node, ast.FunctionDef)]
    notes: dict[int, list[int]] = defaultdict(list)
    for number, slip in slips.items():
        around = [node for node in functions if node.lineno <= slip.line <= (node.end_lineno or node.lineno)]
        for node in around[-1:] or functions:
            has_docstring = ast.get_docstring(node, clean=False) is not None
            first = node.body[1 if has_docstring and len(node.body) > 1 else 0]
            if first.lineno > node.lineno:
                decorators = getattr(first, "decorator_list", [])
                notes[min([first.lineno, *(name.lineno for name in decorators)])].append(number)
    for line, numbers in notes.items():
        indent = re.match(r" *", lines[line - 1])
        calls = "; ".join(f"note_test({number})" for number in numbers)
        lines[line - 1] = f"{indent[0] if indent else ''}{calls}\n{lines[line - 1]}"
    return "".join(lines)


def callers_of(slips: Sequence[Slip], copy: Path) -> tuple[dict[int, list[str]], list[str]]:
    """Run the suite in a copy; return the tests that call each change, the quickest first, and those that fail there.

    The edition is made once for all tests that read it: what is called meanwhile, all of them call.
    """
    folder = copy / "callers"
    folder.mkdir()
    for path in {slip.path for slip in slips}:
        inside = str(path.relative_to(ROOT / "cc_dsl"))
        if inside not in COMPILED:
            numbered = {number: slip for number, slip in enumerate(slips) if slip.path == path}
            (copy / path.relative_to(ROOT)).write_text(add_notes(path, numbered), encoding="utf-8")
    first = copy / "cc_dsl/__init__.py"
    begin, future, rest = first.read_text(encoding="utf-8").partition("from __future__ import annotations\n")
    first.write_text(begin + future + NOTE + rest, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder", "-q"]
    command += ["-p", "no:cacheprovider", "--durations=0", "--durations-min=0", "-vv", "-rN", "--tb=no"]
    environment = {**environment_of(copy), "CALLERS": str(folder)}
    with processes.started(command, cwd=copy, env=environment, stdout=subprocess.PIPE, text=True) as run:
        output: str = run.communicate()[0]
    for path in [*{slip.path for slip in slips}, ROOT / "cc_dsl/__init__.py"]:
        shutil.copy(path, copy / path.relative_to(ROOT))
    seconds: dict[str, float] = defaultdict(float)
    for duration, test in re.findall(r"^([0-9.]+)s (?:setup|call) +(tests/.*)$", output, re.M):
        seconds[test] += float(duration)
    failed = re.findall(r"(?:FAILED|ERROR) +(tests/\S+::.*?)(?: - .*)?$", output, re.M)
    callers: dict[int, set[str]] = defaultdict(set)
    for file in folder.iterdir():
        for line in file.read_text(encoding="utf-8").splitlines():
            number, _, name = line.partition("\t")
            test, _, phase = name.rpartition(" (")
            module = test.partition("::")[0]
            together = ("tests/edition/", "tests/golden/") if module.startswith("tests/edition/") else (module + "::",)
            is_shared = phase.startswith("setup")
            callers[int(number)] |= {other for other in seconds if other.startswith(together)} if is_shared else {test}
    failing = set(failed)
    ordered = {
        number: sorted((test for test in tests - failing if test in seconds), key=lambda test: seconds[test])
        for number, tests in callers.items()
    }
    for tests in ordered.values():
        total = 0.0
        for place, test in enumerate(tests):
            total += seconds[test]
            if total > CALLERS and place:
                del tests[place:]
                break
    return ordered, sorted(failing)


def environment_of(copy: Path) -> dict[str, str]:
    """Return the environment in which tests take the program from a copy of the repository."""
    return {**os.environ, "PYTHONPATH": str(copy), "CIRCULAR_CACHE": str(copy / "cache")}


def is_noticed(slip: Slip, callers: Sequence[str], failing: Sequence[str], copy: Path) -> bool:
    """Return whether a test fails if the program is changed so in a copy of the repository."""
    changed = copy / slip.path.relative_to(ROOT)
    source = slip.path.read_bytes()
    changed.write_bytes(source[: slip.start] + slip.after.encode() + source[slip.end :])
    package = TESTS.get(slip.path.relative_to(ROOT / "cc_dsl").parts[0], OTHERS).split()
    try:
        return bool(callers and has_failure(callers, copy, HANGS, True)) or has_failure(
            ["-m", "not slow and not exhaustive", *package, *(f"--deselect={test}" for test in failing)],
            copy,
            PACKAGE,
            False,
        )
    finally:
        changed.write_bytes(source)


def has_failure(arguments: Sequence[str], copy: Path, limit: float, if_late: bool) -> bool:
    """Run tests in a copy of the repository until one fails; return what is said if they are still running then."""
    given = copy / "tests-to-run.txt"
    given.write_text("\n".join(arguments), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", f"@{given}"]
    with processes.started(
        command, cwd=copy, env=environment_of(copy), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as run:
        try:
            return run.wait(limit) not in NOTHING_FAILED
        except subprocess.TimeoutExpired:
            return if_late


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
        callers, failing = callers_of(picked, copy)
        click.echo(f"Without a change fail in the copy, and are left out: {len(failing)}. {' '.join(failing)}")
        for number, slip in enumerate(picked):
            is_seen = is_noticed(slip, callers.get(number, ()), failing, copy)
            noticed += is_seen
            place = f"{slip.path.relative_to(ROOT)}:{slip.line}"
            verdict = f"{len(callers.get(number, ())):5} {'noticed' if is_seen else 'UNNOTICED':9}"
            click.echo(f"{verdict}  {place}: {slip.before!r} becomes {slip.after!r}")
    click.echo(f"{noticed} of {len(picked)} changes are noticed ({noticed / max(len(picked), 1):.1%}).")


if __name__ == "__main__":
    command()
