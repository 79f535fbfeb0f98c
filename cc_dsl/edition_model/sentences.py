"""The page of all sentences of the language, made from grammar/sentences.toml, so that it cannot go stale."""

from __future__ import annotations

import os
from typing import NamedTuple

from cc_dsl import resources
from cc_dsl.source.data import Table, read_data

MARK = "<!-- the sentences -->"
"""Stands in docs/language/sentences.md where the tables go."""
COLUMNS = "26 36 38"


class Sentence(NamedTuple):
    """One form of the language, with an example that the tests parse and resolve."""

    rule: str
    """The rule of the grammar."""
    form: str
    example: str
    part: str
    """The words of the example that are this form."""
    meaning: str
    context: str
    """The context of the example: `sentence`, `act` or `file`."""
    replaces: tuple[str, ...]
    """The keys of the sentences of the context in whose place it stands."""


class SentenceGroup(NamedTuple):
    """Sentences that belong together."""

    title: str
    about: str
    sentences: tuple[Sentence, ...]


class SentenceList(NamedTuple):
    """The contents of grammar/sentences.toml."""

    placeholders: dict[str, str]
    context: dict[str, str]
    groups: tuple[SentenceGroup, ...]


def load_sentences() -> SentenceList:
    """Read the list of all sentences."""
    _, data = read_data(os.path.join(resources.grammar_root(), "sentences.toml"))
    groups = tuple(
        SentenceGroup(
            _text(group, "title"),
            _text(group, "about"),
            tuple(_sentence(entry) for entry in _tables(group, "sentence")),
        )
        for group in _tables(data, "group")
    )
    return SentenceList(_texts(data, "placeholders"), _texts(data, "context"), groups)


def sentences_page() -> str:
    """Return all sentences as Markdown: the meaning of the placeholders, and a table for each group."""
    book = load_sentences()
    parts = ["\n".join(f"- `{name}`: {words}." for name, words in book.placeholders.items())]
    for group in book.groups:
        parts += [f"## {group.title}", group.about, _table(group)]
    return "\n\n".join(parts) + "\n"


def _table(group: SentenceGroup) -> str:
    """Make a list table; the fences of the examples inside it are shorter than its own."""
    lines = ["````{list-table}", ":header-rows: 1", f":widths: {COLUMNS}", ""]
    lines += ["* - Form", "  - Example", "  - Meaning"]
    for sentence in group.sentences:
        example = [f"    {line}".rstrip() for line in ("```rules", *sentence.example.split("\n"), "```")]
        example[0] = "  - ```rules"
        lines += [f"* - {_code(sentence.form)}", *example, f"  - {' '.join(sentence.meaning.split())}"]
    return "\n".join([*lines, "````"])


def _code(words: str) -> str:
    return f"`{words}`"


def _sentence(entry: Table) -> Sentence:
    example = _text(entry, "example")
    replaces = entry.get("replaces")
    return Sentence(
        _text(entry, "rule"),
        _text(entry, "form"),
        example,
        _text(entry, "part") or example,
        _text(entry, "meaning"),
        _text(entry, "as") or "sentence",
        tuple(str(key) for key in replaces) if isinstance(replaces, list) else (),
    )


def _tables(table: Table, key: str) -> list[Table]:
    value = table.get(key)
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _texts(table: Table, key: str) -> dict[str, str]:
    value = table.get(key)
    return {name: str(words) for name, words in value.items()} if isinstance(value, dict) else {}


def _text(table: Table, key: str) -> str:
    value = table.get(key)
    return value.strip("\n") if isinstance(value, str) else ""
