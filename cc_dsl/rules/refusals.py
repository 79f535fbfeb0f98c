"""The messages of sentences that are refused, from `grammar/refusals.toml`, with words of the rules in their places.

`{kind}` in a message is replaced by the value of that name: a word of the file by its characters, and a kind by what it
is called.  `{name:plural}`, `{name:a}`, `{name:A}`, `{names:or}`, `{names:and}` and `{symbol:what}` say in which form.
"""

from __future__ import annotations

import os
import string
from collections.abc import Sequence
from functools import cache
from typing import Any, TypeAlias

from cc_dsl import resources
from cc_dsl.diagnostics.problem import Label, Problem
from cc_dsl.rules.kinds import Kind, a_name, plural, shown
from cc_dsl.source.files import Source, Span
from cc_dsl.syntax.nodes import Passage, Word

Place: TypeAlias = Word | Passage | Span | None
"""The words of a file that a message is about."""
WHATS = {
    "value": "a value",
    "kind": "a kind of values",
    "piece": "a kind of pieces",
    "player": "the players",
    "place": "a place",
    "number": "a number",
    "role": "a player",
    "held": "something that play changes",
    "state": "a state of pieces",
    "definition": "a definition",
    "predicate": "a property",
    "relation": "a relation",
    "group": "a group of pieces",
    "sort": "a sort of group",
    "order": "an order",
    "table": "a column of a table",
    "procedure": "a procedure",
    "verb": "a happening",
}
"""What a symbol of each sort is, with its article."""


def problem(
    key: str,
    source: Source | None,
    at: Place = None,
    *remedies: str,
    labels: tuple[Label, ...] = (),
    clauses: tuple[tuple[str, str], ...] = (),
    **values: Any,
) -> Problem:
    """Return the problem that a message tells of a place: its remedies stand behind those that are given.

    The key is the code of the problem and the name of the message; `{word}` is the word at the place, and `{words}` all
    that stands there.
    """
    code, _, name = key.partition(".")
    if isinstance(at, Word):
        values.setdefault("word", at)
    span = at if at is None or isinstance(at, Span) else at.span
    if source is not None and span is not None:
        values.setdefault("words", " ".join(source.text[span.start : span.end].split()))
    sentence, *more = (FORMATTER.vformat(words, (), values) for words in messages()[code][name])
    return Problem(code, sentence, source, span, labels, clauses, remedies=(*remedies, *more))


@cache
def messages() -> dict[str, dict[str, list[str]]]:
    """Return the messages by the codes of their problems and by their names; each is a sentence with its remedies."""
    import tomllib

    with open(os.path.join(resources.grammar_root(), "refusals.toml"), "rb") as file:
        return tomllib.load(file)


class Formatter(string.Formatter):
    """Puts words of the rules into a message."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return a value in the form that stands after the colon."""
        value = value.text if isinstance(value, Word) else shown(value) if isinstance(value, Kind) else value
        match format_spec:
            case "plural":
                return plural(value)
            case "a":
                return a_name(value)
            case "A":
                return a_name(value).capitalize()
            case "or":
                return either(value)
            case "and":
                return " and ".join(value)
            case "what":
                return WHATS[value.what]
        return format(value, format_spec)


FORMATTER = Formatter()


def either(words: list[str]) -> str:
    """Join words by commas and “or”."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def suggestion(names: Sequence[str], otherwise: str) -> str:
    """Return the question whether one of some names is meant; where there are none, what else is to be done."""
    return f"Do you mean {either([*names])}?" if names else otherwise
