"""The messages about refused sentences, from `grammar/refusals.toml`, with words of the rules inserted.

`{kind}` in a message is replaced by the value of that name: a word of the file by its text, and a kind by its name.
`{name:plural}`, `{name:a}`, `{name:A}`, `{names:or}`, `{names:and}` and `{symbol:what}` choose the form.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any, TypeAlias

from cc_dsl.diagnostics.problem import Label, Problem, either, join_words
from cc_dsl.resources import grammar_data
from cc_dsl.rules.kinds import Kind, a_name, kind_in_words, plural
from cc_dsl.source.files import Source, Span
from cc_dsl.syntax.nodes import Passage, Word

Place: TypeAlias = Word | Passage | Span | None
"""The words of a file to which a message refers."""


def problem(
    key: str,
    source: Source | None,
    at: Place = None,
    *remedies: str,
    labels: tuple[Label, ...] = (),
    clauses: tuple[tuple[str, str], ...] = (),
    **values: Any,
) -> Problem:
    """Return a problem with the message of a key, at a place; the message's own remedies follow those given.

    The key is the code of the problem and the name of the message; `{word}` is the word at the place, and `{words}` all
    words there.
    """
    code, _, name = key.partition(".")
    if isinstance(at, Word):
        values.setdefault("word", at)
    span = at if at is None or isinstance(at, Span) else at.span
    if source is not None and span is not None:
        values.setdefault("words", " ".join(source.text[span.start : span.end].split()))
    sentence, *more = (FORMATTER.vformat(words, (), values) for words in grammar_data("refusals")[code][name])
    return Problem(code, sentence, source, span, labels, clauses, remedies=(*remedies, *more))


class Formatter(string.Formatter):
    """The formatter of messages with words of the rules."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return a value in the form given after the colon."""
        value = value.text if isinstance(value, Word) else kind_in_words(value) if isinstance(value, Kind) else value
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
                return join_words(value)
            case "what":
                return str(grammar_data("mistakes")["names"]["what"][value.category])
        return format(value, format_spec)


FORMATTER = Formatter()


def suggestion(names: Sequence[str], otherwise: str) -> str:
    """Return the question whether one of the names is meant; without names, return the other remedy."""
    return f"Do you mean {either(names)}?" if names else otherwise
