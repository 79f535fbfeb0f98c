"""Every problem has a case with its whole message; the cases are files, and README.md describes their format."""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import shutil
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from cc_dsl import resources
from cc_dsl.cases.howto import problems_of_guide
from cc_dsl.cases.phrases import problems_of_phrases
from cc_dsl.cases.random_games import problems_of_play
from cc_dsl.cases.records import problems_of_files, problems_of_records
from cc_dsl.cases.trials import try_cases
from cc_dsl.compare.alignment import load_alignment
from cc_dsl.diagnostics.problem import Problem, RulesError, explanations
from cc_dsl.diagnostics.render import COLUMNS, as_json, render_text
from cc_dsl.pipeline import Edition, find_rules, load
from cc_dsl.resources import grammar_data
from cc_dsl.source.clauses import load_apparatus, load_edition_text
from cc_dsl.study.figures import counts_of
from tests.cli.desk import circular
from tests.daily import quick

HERE = Path(__file__).parent
PACKAGE = HERE.parents[1] / "cc_dsl"
ALL_CASES = sorted(HERE.glob("*/*.case"))
COMMANDED = [path for path in ALL_CASES if "\n--- command: " in path.read_text("utf-8")]
"""The cases of what is wrong with a command, or with rules in play."""
CASES = [path for path in ALL_CASES if path not in COMMANDED]
ASK = re.compile(r"^--- ask: .*", re.MULTILINE)
FIRST = {(path.parent, *ASK.findall(path.read_text("utf-8"))): path for path in reversed(ALL_CASES)}.values()
"""One case of each problem, and of each thing that is asked about it, for each change."""
RECORD = "RECORD_PROBLEMS"
SEVERAL = "several"
"""The folder of the cases that are about more than one problem."""

KEYS = {"edition", "file", "replace", "with", "rules", "remove", "library", "reading", "load", "ask", "command"}
MACRO = re.compile(r"⟨(\d+) × (.+?)⟩", re.DOTALL)
BYTE = re.compile(rb"\xe2\x9f\xa8byte ([0-9A-F]{2})\xe2\x9f\xa9")


class Part(NamedTuple):
    """One part of a case: `--- key: words` on its line, or with its words in the lines below."""

    key: str
    words: str


def parts_of(text: str) -> list[Part]:
    """Divide a case at its marks; what stands before the first is the sentence that says what the case is for."""
    found: list[Part] = []
    key = "about"
    lines: list[str] = []
    for line in text.split("\n"):
        mark = re.fullmatch(r"--- (\w+)(?::[ ]*(.*))?", line)
        if mark is None:
            lines.append(line)
            continue
        found.append(Part(key, "\n".join(lines)))
        key = mark[1]
        lines = []
        if mark[2] is not None:
            found.append(Part(key, mark[2]))
            key = ""
    found.append(Part(key, "\n".join(lines)))
    return [part for part in found if part.key]


def the(parts: list[Part], key: str, default: str) -> str:
    """Return the words of the last part of a kind."""
    return next((part.words for part in reversed(parts) if part.key == key), default)


class Desk:
    """A folder on which a case lays out its files."""

    def __init__(self, folder: Path, parts: list[Part]) -> None:
        """Copy the edition, then do to it what the parts say, in their order."""
        self.folder = folder
        self.edition = the(parts, "edition", "none" if the(parts, "rules", "") else "three-gates")
        self.corpus = folder / "corpus"
        source = HERE / self.edition
        if not source.exists():
            source = Path(resources.edition_folder(self.edition))
        if self.edition != "none":
            shutil.copytree(source, folder / self.edition)
        self.place = folder / self.edition if self.edition != "none" else folder
        file = "game.rules"
        old = ""
        for key, words in parts:
            if key == "file":
                file = words
            elif key == "replace":
                old = words
            elif key == "with":
                self.replace(file, old, words)
            elif key == "rules":
                self.write(self.place / file, words + "\n" if words else "")
            elif key == "remove":
                (self.place / words).unlink()
            elif key == "library":
                name, _, text = words.partition("\n")
                self.write(self.corpus / "library" / f"{name}.rules", text + "\n")

    def replace(self, file: str, old: str, new: str) -> None:
        """Replace words that must stand in the file just once."""
        path = self.place / file
        text = path.read_text("utf-8")
        old, new = old.rstrip("\n"), new.rstrip("\n")
        assert text.count(old) == 1, f"{file} has {text.count(old)} times: {old}"
        self.write(path, text.replace(old, new))

    def write(self, path: Path, text: str) -> None:
        """Write a file in which ⟨3 × x⟩ stands for xxx, and ⟨byte FF⟩ for that byte."""
        path.parent.mkdir(parents=True, exist_ok=True)
        text = MACRO.sub(lambda found: found[2] * int(found[1]), text)
        data = BYTE.sub(lambda found: bytes([int(found[1], 16)]), text.encode("utf-8"))
        path.write_bytes(data)

    @property
    def name(self) -> str:
        """What is loaded, if the case does not say it."""
        return "game.rules" if self.edition == "none" else f"{self.edition}/game.rules"


def problems_of_studies(edition: Edition) -> list[Problem]:
    """Return nothing; raise RulesError if the file of studies has problems."""
    counts_of(edition)
    return []


ASKED: dict[str, Callable[[Edition], Iterable[Problem]]] = {
    "guide": problems_of_guide,
    "play": problems_of_play,
    "phrases": problems_of_phrases,
    "records": problems_of_records,
    "keys": problems_of_files,
    "cases": lambda edition: try_cases(edition).problems,
    "studies": problems_of_studies,
}
"""What else is asked of an edition than whether it loads."""


def problems_of(path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[Problem]:
    parts = parts_of(path.read_text("utf-8"))
    assert {part.key for part in parts} <= KEYS | {"about", "expect"}
    desk = Desk(folder, parts)
    monkeypatch.chdir(folder)
    if desk.corpus.exists():
        library = Path(resources.corpus_root()) / "library"
        shutil.copytree(library, desk.corpus / "library", dirs_exist_ok=True)
        monkeypatch.setattr(resources, "corpus_root", lambda: str(desk.corpus))
    ask = the(parts, "ask", "")
    if ask == "apparatus":
        text, faults = load_edition_text(desk.edition)
        return faults if text is None else [*faults, *load_apparatus(desk.edition, text)[1]]
    if ask == "alignment":
        return problems_of_alignment(desk)
    readings = dict(part.words.split("=", 1) for part in parts if part.key == "reading")
    try:
        if ask in ASKED:
            return [*ASKED[ask](Edition(find_rules(desk.name), {}))]
        edition = load(the(parts, "load", desk.name), readings)
    except RulesError as error:
        return error.problems
    return edition.resolve(edition.chosen)[1]  # only warnings are left


def problems_of_alignment(desk: Desk) -> list[Problem]:
    """Return the problems of the edition's alignment with itself."""
    edition = load(desk.name)
    file = os.path.join(desk.edition, "alignment.toml")
    try:
        load_alignment(edition, edition, file if os.path.isfile(file) else None)
    except RulesError as error:
        return error.problems
    return []


def expects(path: Path, found: str) -> None:
    """Compare what is said with what a case expects, or record it."""
    given, mark, expected = path.read_text("utf-8").partition("\n--- expect\n")
    if os.environ.get(RECORD) and found != expected:
        path.write_text(f"{given.rstrip()}\n--- expect\n{found}", "utf-8")
        pytest.fail("recorded anew: read the difference, and run the tests again without " + RECORD)
    assert mark, f"the case expects nothing yet; {RECORD}=1 records what it says now"
    assert found == expected


@pytest.mark.parametrize("path", quick(COMMANDED, FIRST))
def test_command_says_what_its_case_expects(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command ends with status 2 and says what is expected; one case of each code looks for the code in JSON."""
    parts = parts_of(path.read_text("utf-8"))
    Desk(tmp_path, parts)
    monkeypatch.chdir(tmp_path)
    words = shlex.split(the(parts, "command", ""))
    told = circular(*words)
    assert told.status == 2
    expects(path, told.err)
    if path in FIRST:
        (problem, *_) = json.loads(circular(*words, "--json").err)["problems"]
        assert problem["code"] == path.parent.name


@pytest.mark.parametrize("path", quick(CASES, FIRST))
def test_case_has_its_message(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is rendered is what the case expects, letter by letter, and the problem is that of its folder.

    Each message has a sentence, what to do, lines that fit a terminal, and no word of the program's insides.
    """
    problems = problems_of(path, tmp_path, monkeypatch)
    expects(path, render_text(problems))
    codes = {problem.code for problem in problems}
    assert len(codes) > 1 if path.parent.name == SEVERAL else path.parent.name in codes
    for problem in problems:
        assert problem.code in explanations()
        # A message may end with a quotation and begin with the name of a file.
        assert problem.sentence[-1] in '.?"'
        assert (
            problem.sentence[:1].isupper()
            or problem.sentence[:1] in "“§"
            or re.match(r"[\w/-]+\.\w+ ", problem.sentence)
        )
        # A syntax message already says what to write, so it needs no remedy.
        assert problem.remedies or problem.code == "syntax"
        said = " ".join((problem.sentence, *problem.remedies, *(label.words for label in problem.labels)))
        assert not re.search(r"\b(None|Token|Span|tuple|dict|NameError|expected one of|__\w+)\b|\bat 0x", said)
        assert said.count("“") == said.count("”")
    lines = render_text(problems).split("\n")
    sentences = {" ".join(problem.sentence.split()) for problem in problems}
    long = [line for line in lines if len(line) > COLUMNS and not any(one in line for one in sentences)]
    assert [line for line in long if not line.startswith("      ")] == []
    assert len(as_json(problems)) == len(problems)


def test_case_says_what_it_is_for() -> None:
    about = {path.name: parts_of(path.read_text("utf-8"))[0].words.strip() for path in ALL_CASES}
    assert [name for name, words in about.items() if not re.fullmatch(r"# [A-Z].*\.", words, re.DOTALL)] == []
    assert len(CASES) >= 60


# ----------------------------------------------------------------------------------------- codes and cases

RAISERS = frozenset({"Problem", "refuse", "report", "_replace", "problem_in_play", "warn"})
"""What makes a problem of the rules; its first text is the code."""
PLAYERS = frozenset({"RulesFault", "_fault"})
"""What makes a problem of rules in play; their cases stand with the interpreter."""
COMMANDS = frozenset({"UserError", "_complain", "getattr"})
"""What makes a problem of a command, `getattr(…, "code", …)` where it has no code of its own; their cases stand with
the commands."""
ELSEWHERE = {
    "belief-broken", "edition-not-made", "impossible", "no-move", "no-scheduler", "not-installed", "our-fault",
    "output-failed", "stale-figures", "study-stopped", "too-large",
}  # fmt: skip
"""Problems that need a broken program, a cluster, missing packages, a record, a folder of this machine or much time;
their cases stand with what they are about."""
SLUG = re.compile(r"[a-z]+(-[a-z]+)*")


def codes_raised(text: str) -> set[tuple[str, str]]:
    """Return the codes of a module, each after the function to which it is given: the first text, or `code=`."""
    found = set[tuple[str, str]]()
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        given = [node.value for node in node.keywords if node.arg == "code"] + node.args
        texts = [one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        if name == "getattr":
            texts = texts[1:] if texts[:1] == ["code"] else []
        if name in RAISERS | PLAYERS | COMMANDS:
            found |= {(name, text) for text in texts[:1] if SLUG.fullmatch(text)}
    return found


@cache
def all_codes() -> set[tuple[str, str]]:
    """Return the codes of all modules, each after the function to which it is given."""
    return {pair for path in PACKAGE.rglob("*.py") for pair in codes_raised(path.read_text("utf-8"))}


def codes_in_the_package(raisers: frozenset[str]) -> set[str]:
    """Return the codes that any module gives to these functions; for problems also those that have messages."""
    codes = {code for name, code in all_codes() if name in raisers}
    return codes | set(grammar_data("refusals")) if "Problem" in raisers else codes


def test_every_code_has_a_case() -> None:
    """No problem of the rules can be changed or lost without a case that fails."""
    codes = codes_in_the_package(RAISERS)
    assert codes >= {"syntax", "unknown-name", "two-answers", "text-changed", "unreadable-file"}
    assert codes - ELSEWHERE - {path.parent.name for path in CASES} == set()
    assert {path.parent.name for path in CASES} - codes == {SEVERAL}
    others = codes_in_the_package(PLAYERS | COMMANDS)
    assert {path.parent.name for path in COMMANDED} <= others
    count = Counter(path.parent.name for path in ALL_CASES)
    assert sorted(code for code in (codes | others) - ELSEWHERE if count[code] < 2) == [], "every code has two cases"


def test_every_code_is_explained_and_no_other() -> None:
    assert set(explanations()) == codes_in_the_package(RAISERS | PLAYERS | COMMANDS)
    assert list(explanations()) == sorted(explanations())


@pytest.mark.parametrize("code", explanations())
def test_explanation_is_a_paragraph(code: str) -> None:
    paragraph = explanations()[code]
    assert SLUG.fullmatch(code)
    assert 100 < len(paragraph) < 800
    assert paragraph == " ".join(paragraph.split())
    assert paragraph[-1] == "."
    assert paragraph.count("“") == paragraph.count("”")


def test_codes_are_found_in_every_form() -> None:
    """The test itself sees each way in which a module names a code."""
    text = """
Problem("one-code", "It is.")
item.refuse("two", "It is.", span)
self.report(item, "three-code", "It is.")
fault._replace(code="four", source=None)
Problem(code, "It is.")
note("five")
getattr(error, "code", "six")
"""
    assert codes_raised(text) == {
        ("Problem", "one-code"), ("refuse", "two"), ("report", "three-code"), ("_replace", "four"), ("getattr", "six")
    }  # fmt: skip
