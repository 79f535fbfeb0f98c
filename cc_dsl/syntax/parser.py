"""Reads a rules file into nodes; where it cannot, says by example what was expected.

The grammar is ``grammar/rules.lark``; the messages are ``grammar/mistakes.toml``, whose malformed samples lead the
parser into the same state as the mistake (Lark's ``match_examples``, after lark's own grammar loader).
"""

from __future__ import annotations

import os
import re
from functools import cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from cc_dsl import resources
from cc_dsl.diagnostics.problem import Problem
from cc_dsl.source.files import Source, Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.layout import Layout, LayoutError

BLOCK = re.compile(r"^(?=§|editor\b)", re.MULTILINE)
STAND_IN = 'edition "" of x.\n'


def parse(source: Source) -> tuple[nodes.Start | None, list[Problem]]:
    """Give the nodes of a rules file, or every block's first syntax problem, in file order."""
    try:
        return _build(parser().parse(source.text)), []
    except (UnexpectedInput, LayoutError) as error:
        return None, _problems(source, error)
    except RecursionError:
        sentence = "The phrases of this file stand too deep inside one another for me to follow."
        return None, [
            Problem("too-deep", sentence, source, remedies=("Give the inner phrases names of their own.",))
        ]


@cache
def parser() -> Lark:
    """Make the LALR parser; Lark keeps its tables in the cache folder, under a hash of the grammar."""
    path = os.path.join(resources.grammar_root(), "rules.lark")
    with open(path, encoding="utf-8") as file:
        grammar = file.read()
    return Lark(
        grammar,
        parser="lalr",
        lexer="basic",
        postlex=Layout(),
        propagate_positions=True,
        maybe_placeholders=True,
        cache=_table_file(),
    )


def _table_file() -> str | bool:
    try:
        return os.path.join(resources.cache_folder(), "grammar.tables")
    except OSError:
        return False


# ------------------------------------------------------------------------------------------ building nodes


def _class_name(rule: str) -> str:
    parts = rule.split("_")
    return "".join(part.capitalize() for part in parts) + ("_" if rule.endswith("_") else "")


def _build(tree: Any) -> Any:
    if tree is None:
        return None
    if isinstance(tree, Token):
        return _word(tree)
    return _make(tree, [_build(child) for child in tree.children])


def _make(tree: Tree[Token], children: list[Any]) -> Any:
    rule = str(tree.data)
    if rule.endswith("_list"):
        return tuple(children)
    meta = tree.meta
    span = Span(meta.start_pos, meta.end_pos) if not meta.empty else Span(0, 0)
    return _class_of(rule)(*children, span)


@cache
def _class_of(rule: str) -> Any:
    return getattr(nodes, _class_name(rule))


def _word(token: Token) -> nodes.Word:
    text = str(token)
    if token.type == "STRING":
        text = text[1:-1]
    elif token.type == "SECTION":
        text = text[1:]
    return nodes.Word(text, Span(token.start_pos or 0, token.end_pos or 0))


# ----------------------------------------------------------------------------------------- syntax problems


def _problems(source: Source, first: UnexpectedInput | LayoutError) -> list[Problem]:
    """Parse block by block, so that a mistake in one does not hide those of the others."""
    starts = [found.start() for found in BLOCK.finditer(source.text)]
    problems: list[Problem] = []
    for start, end in zip(starts, [*starts[1:], len(source.text)], strict=True):
        try:
            parser().parse(STAND_IN + source.text[start:end])
        except (UnexpectedInput, LayoutError) as error:
            problems.append(_problem(source, error, start - len(STAND_IN)))
    return problems or [_problem(source, first, 0)]


def _problem(source: Source, error: UnexpectedInput | LayoutError, shift: int) -> Problem:
    if isinstance(error, LayoutError):
        return Problem(
            "uneven-indent",
            "This line is level with no line above it.",
            source,
            _span_of(source, error.token, shift),
            remedies=("Put two spaces before it for each heading that it stands under.",),
        )
    span = _place(source, error, shift)
    if isinstance(error, UnexpectedCharacters):
        sentence = f"I cannot read {source.text[span.start : span.start + 1]!r} here."
        if source.text[span.start : span.start + 1] == '"':
            sentence = "These quoted words have no closing quotation mark on their line."
        return Problem("syntax", sentence, source, span)
    sentence, remedies = _by_example(error)
    found = source.text[span.start : span.end].strip()
    if (
        found
        and isinstance(error, UnexpectedToken)
        and error.token.type not in ("_NL", "_INDENT", "_DEDENT", "$END")
    ):
        sentence = f"I did not expect {_shown(found)} here: {sentence}"
    else:
        sentence = sentence[:1].upper() + sentence[1:]
    return Problem("syntax", sentence, source, span, remedies=remedies)


def _shown(found: str) -> str:
    return f"“{found}”" if len(found) <= 40 else f"“{found[:37]}…”"


def _place(source: Source, error: UnexpectedInput, shift: int) -> Span:
    if isinstance(error, UnexpectedToken):
        token = error.token
        if token.type in ("_NL", "$END") or token.start_pos is None:
            last = max(0, min(len(source.text), (token.start_pos or 0) + shift))
            while last > 0 and source.text[last - 1 : last].isspace():
                last -= 1
            return Span(max(0, last - 1), last)
        return _span_of(source, token, shift)
    start = max(0, min(len(source.text), (error.pos_in_stream or 0) + shift))
    return Span(start, start + 1)


def _span_of(source: Source, token: Token, shift: int) -> Span:
    start = max(0, (token.start_pos or 0) + shift)
    return Span(start, max(start + 1, (token.end_pos or 0) + shift))


class Mistake:
    """One message of mistakes.toml: what was expected, and what to do."""

    def __init__(self, expected: str, remedies: tuple[str, ...], samples: list[str]) -> None:
        """Hold the message and the malformed samples that lead to it."""
        self.expected = expected
        self.remedies = remedies
        self.samples = samples


@cache
def mistakes() -> list[Mistake]:
    """Give the messages of grammar/mistakes.toml."""
    import tomllib

    with open(os.path.join(resources.grammar_root(), "mistakes.toml"), "rb") as file:
        data = tomllib.load(file)
    return [
        Mistake(
            entry["expected"],
            tuple(entry.get("remedies", ())),
            [as_file(sample) for sample in entry["samples"]],
        )
        for entry in data["mistake"]
    ]


def as_file(sample: str) -> str:
    """Make a whole file of a sample that is only sentences; a sample with a heading of its own stays as it is."""
    if sample.startswith(("edition", "use", "§", "editor")):
        return sample if sample.startswith("edition") else STAND_IN + sample
    return STAND_IN + '§I.1 ""\n' + "".join(f"  {line}\n" for line in sample.rstrip("\n").split("\n"))


def _by_example(error: UnexpectedInput) -> tuple[str, tuple[str, ...]]:
    found = error.match_examples(
        parser().parse,
        {number: mistake.samples for number, mistake in enumerate(mistakes())},
        use_accepts=False,
    )
    if found is None:
        return _by_expectation(error), ()
    mistake = mistakes()[found]
    return mistake.expected, mistake.remedies


READABLE = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "words in quotation marks",
    "DOT": "a full stop",
    "COLON": "a colon",
    "SECTION": "the number of a clause, such as §II.3",
    "_A": "“a”",
    "_THE": "“the”",
    "_IS": "“is”",
    "_HAS": "“has”",
    "_NL": "the end of the line",
    "_INDENT": "a line that stands further in",
    "_DEDENT": "a line that stands further out",
}


def _by_expectation(error: UnexpectedInput) -> str:
    expected = sorted(
        READABLE.get(name, f"“{name.strip('_').lower()}”") for name in getattr(error, "expected", ())
    )
    if not expected or len(expected) > 6:
        return "this is not a sentence of the language."
    return "I expected " + " or ".join(expected) + "."
