"""Syntax highlighting in editors: TextMate and Vim agree with the lexer of the pages on the whole corpus."""

from __future__ import annotations

import json
import re
import shutil
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
from pygments.token import Keyword, Name, Text

from cc_dsl.edition.lexer import KINDS, RulesLexer, tokens_of
from cc_dsl.syntax.lalr import parser
from tests import processes
from tests.edition.conftest import ROOT
from tests.editors import EDITORS, GROUPS, SCOPES, TEXTMATE, VIM, files
from tests.needed import lacking

RULES = sorted((ROOT / "corpus").rglob("*.rules"))
BY_TOKEN = {KINDS[kind]: kind for kind in ("comment", "string", "section", "name", "number")}


@cache
def kinds_of(text: str) -> list[tuple[int, str, str]]:
    """Return each word of a file with its place and what the lexer takes it for."""
    return [
        (position, BY_TOKEN.get(token, "words"), words)
        for position, token, words in tokens_of(text)
        if (words.strip() and words[0].isalnum()) or words[0] in '#"§'
    ]


def test_generated_files_are_those_of_the_grammar() -> None:
    """After a change of the grammar `python -m tests.editors` writes them anew."""
    for name, text in files().items():
        assert (EDITORS / name).read_text("utf-8") == text, name


# ----------------------------------------------------------------------------------------------- TextMate


def coloured(text: str) -> dict[int, str]:
    """Return what TextMate takes each character for: line by line, the first pattern that matches next."""
    patterns = json.loads((EDITORS / TEXTMATE).read_text("utf-8"))["patterns"]
    tried = [(re.compile(one.get("match") or one["begin"]), one) for one in patterns]
    kinds = {scope: kind for kind, scope in SCOPES.items()}
    found: dict[int, str] = {}
    start = 0
    waiting: dict[str, Any] | None = None
    for line in text.split("\n"):
        at = 0
        if waiting is not None:
            ended = re.compile(waiting["end"]).match(line)
            if ended is not None:
                if ended[1]:
                    found.update(dict.fromkeys(range(start + ended.start(1), start + ended.end(1)), "words"))
                at, waiting = ended.end(), None
        while at < len(line) and waiting is None:
            here = [
                (match.start(), number, match)
                for number, (one, _) in enumerate(tried)
                if (match := one.search(line, at))
            ]
            here = [one for one in here if one[2].group()]
            if not here:
                break
            _, number, match = min(here, key=lambda one: one[:2])
            rule = tried[number][1]
            kind = kinds.get(rule.get("name", ""), "words")
            found.update(dict.fromkeys(range(start + match.start(), start + match.end()), kind))
            at = match.end()
            waiting = rule if "begin" in rule else None
        start += len(line) + 1
    return found


@pytest.mark.parametrize("path", RULES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_textmate_agrees_with_the_lexer(path: Path) -> None:
    text = path.read_text("utf-8")
    found = coloured(text)
    different = [
        (position, words, kind, found.get(position))
        for position, kind, words in kinds_of(text)
        if found.get(position) != kind
    ]
    assert different == []


# ---------------------------------------------------------------------------------------------------- Vim


def test_vim_agrees_with_the_lexer(tmp_path: Path) -> None:
    """Vim itself colours every file; every ninth of its words has the group that the lexer says."""
    vim = shutil.which("vim")
    if vim is None:
        lacking("Vim", "Install the package vim.")
    groups = {group: kind for kind, (group, _) in GROUPS.items()}
    script = ["set nocompatible encoding=utf-8 maxmempattern=20000", "syntax on"]
    wanted: list[tuple[Path, list[tuple[int, str, str]]]] = []
    for number, path in enumerate(RULES):
        text = path.read_text("utf-8")
        places = kinds_of(text)[number % 9 :: 9]
        wanted.append((path, places))
        listed = []
        for position, _, _ in places:
            line = text.count("\n", 0, position) + 1
            column = len(text[text.rfind("\n", 0, position) + 1 : position].encode()) + 1
            listed.append(f"[{line},{column}]")
        (tmp_path / f"{number}.places").write_text(f"[{','.join(listed)}]", "utf-8")
        script += [
            f"edit! {path}",
            "syntax clear",
            "unlet! b:current_syntax",
            f"source {EDITORS / VIM}",
            f"let places = json_decode(readfile('{tmp_path / str(number)}.places')[0])",
            "let found = map(places, {_, at -> synIDattr(synID(at[0], at[1], 1), 'name')})",
            f"call writefile(found, '{tmp_path / str(number)}.found')",
        ]
    (tmp_path / "script.vim").write_text("\n".join([*script, "qall!", ""]), "utf-8")
    processes.run(
        [vim, "-n", "-es", "-u", "NONE", "-i", "NONE", "-S", str(tmp_path / "script.vim")], typed="", text=True
    )
    for number, (path, places) in enumerate(wanted):
        names = (tmp_path / f"{number}.found").read_text("utf-8").splitlines()
        different = [(*place, name) for place, name in zip(places, names, strict=True) if groups.get(name) != place[1]]
        assert different == [], path.parent.name


# ---------------------------------------------------------------------------------------------- packaging


def test_pygments_finds_the_lexer() -> None:
    """Other people's pages highlight ```rules without naming our package."""
    named = {one.name: one.value for one in entry_points(group="pygments.lexers")}
    declared = (ROOT / "pyproject.toml").read_text("utf-8")
    assert 'rules = "cc_dsl.edition.lexer:RulesLexer"' in declared
    assert named.get("rules", "cc_dsl.edition.lexer:RulesLexer") == "cc_dsl.edition.lexer:RulesLexer"
    assert RulesLexer.aliases == ["rules"]


def test_extension_names_files_that_are_there() -> None:
    folder = EDITORS / "vscode"
    package = json.loads((folder / "package.json").read_text("utf-8"))
    named = [package["main"], *(one["path"] for one in package["contributes"]["grammars"])]
    named += [one["configuration"] for one in package["contributes"]["languages"]]
    assert [name for name in named if not (folder / name).is_file()] == []


# The lexer for highlighting classifies every word as the grammar does, and loses none.


@pytest.mark.parametrize("path", RULES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_names_are_what_the_parser_takes_for_names(path: Path) -> None:
    """Lexer and parser agree, token by token, on which words are the language's and which the game's."""
    text = path.read_text("utf-8")
    assert "".join(words for _, _, words in tokens_of(text)) == text
    found = {position: (kind, words) for position, kind, words in tokens_of(text)}
    different = []
    for token in parser().lex(text):
        if token.type not in ("_NL", "_INDENT", "_DEDENT"):
            kind, words = found.get(token.start_pos or 0, (Text, ""))
            if (kind is Name) != (token.type == "NAME") or (kind is Name and words != token):
                different.append((token.line, str(token), str(kind), words))
    assert different == []


@pytest.mark.parametrize("text", ["", "\n", "§§ \x00 “", '"open', "a\tb", "| of a Thing | x |\n", "# only\n"])
def test_what_is_no_rule_is_coloured_too(text: str) -> None:
    """A fence in the pages may hold anything."""
    assert "".join(words for _, words in RulesLexer(stripnl=False, ensurenl=False).get_tokens(text)) == text


def test_words_found_together_are_told_apart() -> None:
    """In “, by default” the comma is a sign, and each word a word of the language."""
    kinds = [(words, kind) for _, kind, words in tokens_of("x, by default") if words.strip()]
    assert kinds[0] == ("x", Name)
    assert kinds[2:] == [("by", Keyword), ("default", Keyword)]
