"""Parse a rules file into nodes.

The grammar is ``grammar/rules.lark``; ``mistakes`` has the messages for files that do not follow it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from cc_dsl.diagnostics.problem import Problem
from cc_dsl.source.files import Source, Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.lalr import parser
from cc_dsl.syntax.layout import LayoutError
from cc_dsl.trees import Node, replace

DEEPEST = 100
"""The deepest nesting of phrases; the editions reach about 20."""
CACHE_SIZE = 16
"""The number of texts whose nodes are cached: an edition, its libraries, and an edition compared with it."""
LONGEST_NUMBER = 6
"""The most digits of a number; a million is more than these games count, and far from any overflow."""


def parse(source: Source) -> tuple[nodes.Start | None, list[Problem]]:
    """Return the nodes of a rules file, or the first syntax problem of every sentence, in file order."""
    try:
        result = _read(source.text)
    except (UnexpectedInput, LayoutError) as error:
        from cc_dsl.syntax.mistakes import syntax_problems

        return None, syntax_problems(source, error)
    if isinstance(result, nodes.Start):
        return result, []
    return None, refusals(source, result)


def sound_part(source: Source, problems: Iterable[Problem]) -> nodes.Start | None:
    """Return the nodes of the blocks of a file without problems; None if there is a problem in its first lines."""
    from cc_dsl.syntax.mistakes import BLOCK, STAND_IN_HEADING, STAND_IN_SENTENCE

    text = source.text
    places = [min(problem.span.start, len(text) - 1) for problem in problems if problem.span is not None]
    for start, end in pairwise([0, *(block.start() for block in BLOCK.finditer(text)), len(text)]):
        if any(start <= place < end for place in places):
            text = text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]
    try:
        part = _read(f"{text}\n{STAND_IN_HEADING}{STAND_IN_SENTENCE}")
    except (UnexpectedInput, LayoutError):
        return None
    return replace(part, blocks=part.blocks[:-1]) if isinstance(part, nodes.Start) else None


def refusals(source: Source, cause: Span | list[Token]) -> list[Problem]:
    """Return the problem of a phrase that is nested too deeply, or the problems of numbers that are too large."""
    if isinstance(cause, Span):
        sentence = f"Phrases are nested here to a depth of more than {DEEPEST}."
        remedy = "Give an inner phrase a name of its own, “the … is …”, and use the name."
        return [Problem("too-deep", sentence, source, cause, remedies=(remedy,))]
    sentences = ((token, f"This number has {len(token)} figures; the limit is {LONGEST_NUMBER}.") for token in cause)
    remedies = ("Check whether a digit is typed twice.",)
    return [Problem("out-of-bounds", words, source, _word(token).span, remedies=remedies) for token, words in sentences]


@functools.lru_cache(maxsize=CACHE_SIZE)
def _read(text: str) -> nodes.Start | Span | list[Token]:
    """Return the nodes of a rules file, or the phrase or numbers for which it is refused; cached as immutable."""
    start = read_from("start", text)
    assert not isinstance(start, nodes.Overlay)
    return start


def read_from(symbol: str, text: str) -> nodes.Start | nodes.Overlay | Span | list[Token]:
    """Return the nodes of a text, a rules file (`start`) or an overlay, by the start symbol of the grammar.

    Otherwise return its first phrase that is nested too deeply, or its numbers that are too large.
    """
    tree = parser().parse(text, symbol)
    deep = _deep_phrase(tree)
    if deep is not None:
        return deep
    tokens = tree.scan_values(lambda token: isinstance(token, Token))
    large = [token for token in tokens if token.type == "INT" and len(token) > LONGEST_NUMBER]
    if large:
        return large
    start = _build_node(tree)
    assert isinstance(start, nodes.Start | nodes.Overlay)
    return start


def _deep_phrase(tree: Tree[Token]) -> Span | None:
    """Return the first phrase that is nested too deeply, since later passes walk the nodes recursively."""
    level: list[Tree[Token]] = [tree]
    for _ in range(DEEPEST):
        level = [child for parent in level for child in parent.children if isinstance(child, Tree)]
        if not level:
            return None
    start = min((phrase.meta.start_pos for phrase in level if not phrase.meta.empty), default=0)
    return Span(start, start + 1)


# ------------------------------------------------------------------------------------------ building nodes


def class_name(rule: str) -> str:
    """Return the name of the class of nodes that a rule of the grammar makes."""
    parts = rule.split("_")
    return "".join(part.capitalize() for part in parts) + ("_" if rule.endswith("_") else "")


CLASSES = {name: form for name, form in vars(nodes).items() if isinstance(form, type) and issubclass(form, Node)}
"""The classes of nodes by their names."""


def _build_node(tree: Tree[Token] | Token | None) -> object:
    """Return the node, word or tuple for a tree of the parser."""
    if tree is None:
        return None
    if isinstance(tree, Token):
        return _word(tree)
    rule, meta, parts = str(tree.data), tree.meta, [_build_node(child) for child in tree.children]
    if rule.endswith("_list"):
        return tuple(parts)
    form: Any = CLASSES[class_name(rule)]
    if issubclass(form, nodes.Cited):  # the citation comes last in the grammar but first in the class
        parts.insert(0, parts.pop())
    return form(Span(0, 0) if meta.empty else Span(meta.start_pos, meta.end_pos), *parts)


def _word(token: Token) -> nodes.Word:
    """Return the word of a token, without quotation marks or §."""
    text = str(token)
    if token.type == "STRING":
        text = text[1:-1]
    elif token.type == "SECTION":
        text = text[1:]
    else:
        # Keywords such as “together with” may contain a line break.
        text = " ".join(text.split())
    return nodes.Word(text, Span(token.start_pos or 0, token.end_pos or 0))
