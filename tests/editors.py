"""Write the syntax highlighting files of editors from the grammar: `python -m tests.editors`.

The lexer of the pages has the same patterns (`cc_dsl/syntax/colours.py`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from re import _constants as signs
from re import _parser
from typing import Any

from cc_dsl.syntax.colours import patterns

EDITORS = Path(__file__).parents[1] / "editors"
TEXTMATE = "vscode/syntaxes/rules.tmLanguage.json"
VIM = "vim/syntax/rules.vim"
SCOPES = {
    "comment": "comment.line.number-sign.rules",
    "string": "string.quoted.double.rules",
    "section": "entity.name.section.rules",
    "words": "keyword.other.rules",
    "name": "variable.other.rules",
    "number": "constant.numeric.rules",
    "sign": "punctuation.rules",
}
GROUPS = {
    "comment": ("rulesComment", "Comment"),
    "string": ("rulesString", "String"),
    "section": ("rulesSection", "Label"),
    "words": ("rulesWord", "Statement"),
    "name": ("rulesName", "Identifier"),
    "number": ("rulesNumber", "Number"),
}
"""The groups of Vim, each with the colour that it has by default."""
SPACE = r"\s+"


def files() -> dict[str, str]:
    """Return the generated files by their places under `editors/`."""
    return {TEXTMATE: textmate(), VIM: vim()}


# ----------------------------------------------------------------------------------------------- TextMate


def textmate() -> str:
    """Return the TextMate grammar, which reads line by line: a phrase that a line end breaks is found in two parts."""
    found: list[dict[str, object]] = []
    for pattern, kind in _kinds():
        if kind == "words" and SPACE in pattern:
            found += _broken(pattern)
        found.append({"name": SCOPES[kind], "match": pattern})
    grammar = {"name": "Rules", "scopeName": "source.rules", "fileTypes": ["rules"], "patterns": found}
    return json.dumps(grammar, indent=2) + "\n"


def _kinds() -> Iterator[tuple[str, str]]:
    return ((one.pattern, kind) for one, kind in patterns() if kind in SCOPES)


def _broken(pattern: str) -> Iterator[dict[str, object]]:
    """Yield a phrase broken after each of its words; what would end it in the next line need not stand there."""
    begin, *rest = _words_of(pattern)
    for number in range(1, len(rest) + 1):
        first, then = SPACE.join([begin, *rest[: number - 1]]), SPACE.join(rest[number - 1 :])
        if re.fullmatch(r"[a-z]+", rest[number - 1].split("(")[0] or "x"):
            scope = {"1": {"name": SCOPES["words"]}}
            yield {
                "begin": rf"(?<![\w-])({first})(?=\s*$)",
                "beginCaptures": {"1": {"name": "keyword.other.rules"}},
                "end": rf"^\s*(?:({then})(?![\w-])|(?=\S))",
                "endCaptures": scope,
            }


def _words_of(pattern: str) -> list[str]:
    """Return the words of a phrase; nothing of one that is no plain row of words."""
    plain = pattern.removeprefix(r"(?<![\w-])(?:").removesuffix(r")(?![\w-])").removesuffix(r"(?![\w-])")
    words = plain.split(SPACE)
    return words if all(re.fullmatch(r"[a-z]+", word) for word in words) else words[:1]


# ---------------------------------------------------------------------------------------------------- Vim


def vim() -> str:
    """Return the syntax file of Vim and Neovim."""
    lines = [
        '" The colours of rules files; made from the grammar by python -m tests.editors.',
        "if exists('b:current_syntax') | finish | endif",
        "syn case match",
        "syn sync fromstart",
    ]
    # Where several patterns match, Vim uses the last one defined.
    for pattern, kind in reversed([*_kinds()]):
        if kind in GROUPS:
            lines.append(f"syn match {GROUPS[kind][0]} /\\v{_in_vim(pattern)}/")
    lines += [f"hi def link {group} {colour}" for group, colour in GROUPS.values()]
    return "\n".join([*lines, "let b:current_syntax = 'rules'", ""])


def _in_vim(pattern: str) -> str:
    """Return a pattern as Vim writes it, in its very magic form."""
    return "".join(map(_part, _parser.parse(pattern)))


def _part(part: tuple[Any, Any]) -> str:
    sign, value = part
    if sign is signs.LITERAL:
        letter = chr(value)
        return letter if letter.isalnum() or letter in "§_" else f"\\{letter}"
    if sign is signs.NOT_LITERAL:
        return "." if chr(value) == "\n" else f"[^{chr(value)}]"  # in Vim a dot does not match a line end
    if sign is signs.ANY:
        return "."
    if sign is signs.IN:
        return "\\_s" if value == [(signs.CATEGORY, signs.CATEGORY_SPACE)] else f"[{''.join(map(_in_set, value))}]"
    if sign is signs.SUBPATTERN:
        return f"%({''.join(map(_part, value[3]))})"
    if sign is signs.BRANCH:
        return f"%({'|'.join(''.join(map(_part, one)) for one in value[1])})"
    if sign is signs.MAX_REPEAT:
        least, most, inner = value
        count = {(0, 1): "?", (0, signs.MAXREPEAT): "*", (1, signs.MAXREPEAT): "+"}[least, most]
        return f"{''.join(map(_part, inner))}{count}"
    if sign in (signs.ASSERT, signs.ASSERT_NOT):
        way, inner = value
        mark = {(signs.ASSERT, 1): "@=", (signs.ASSERT_NOT, 1): "@!", (signs.ASSERT_NOT, -1): "@1<!"}[sign, way]
        return f"%({''.join(map(_part, inner))}){mark}"
    raise ValueError(f"no word of Vim for {sign}")


def _in_set(part: tuple[Any, Any]) -> str:
    sign, value = part
    if sign is signs.NEGATE:
        return "^"
    if sign is signs.RANGE:
        return f"{chr(value[0])}-{chr(value[1])}"
    if sign is signs.CATEGORY:
        return {signs.CATEGORY_WORD: "0-9A-Za-z_", signs.CATEGORY_SPACE: " \\t", signs.CATEGORY_DIGIT: "0-9"}[value]
    return "\\n" if value == ord("\n") else "\\t" if value == ord("\t") else f"\\{chr(value)}"


def main() -> None:
    """Write the files."""
    for name, text in files().items():
        (EDITORS / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
