"""The sentences of the language with their forms, examples and meanings, as `grammar/sentences.toml` lists them."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

from cc_dsl.resources import grammar_data
from cc_dsl.syntax.parser import class_name
from cc_dsl.trees import Node


class Sentence(NamedTuple):
    """One form of the language, with an example that the tests parse and resolve."""

    rule: str
    """The rule of the grammar."""
    form: str
    example: str
    part: str
    """The words of the example that have this form."""
    meaning: str
    context: str
    """The context of the example: `sentence`, `act` or `file`."""
    parts: tuple[str, ...]
    """The rules of the grammar that occur only inside this form."""
    replaces: tuple[str, ...]
    """The keys of the sentences of the context that the example replaces."""

    @property
    def is_whole(self) -> bool:
        """Whether the form is a complete sentence, and not a part of one."""
        return self.form.endswith(".") and not self.form.startswith("…")

    @property
    def words(self) -> frozenset[str]:
        """The words of the language in the form."""
        return frozenset(re.findall(r"(?<![\w-])[a-z]+(?![\w-])", self.form))


class SentenceGroup(NamedTuple):
    """The sentences on one subject."""

    title: str
    about: str
    sentences: tuple[Sentence, ...]
    is_chapter: bool
    """Whether only some games or texts need them; the other groups are taught first."""


class SentenceList(NamedTuple):
    """The contents of grammar/sentences.toml."""

    placeholders: dict[str, str]
    context: dict[str, str]
    groups: tuple[SentenceGroup, ...]

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """All sentences, in the order of the reference."""
        return tuple(sentence for group in self.groups for sentence in group.sentences)


@cache
def load_sentences() -> SentenceList:
    """Read the list of all sentences."""
    data = grammar_data("sentences")
    groups = []
    for entry in data["group"]:
        sentences = tuple(map(_read_sentence, entry["sentence"]))
        about, is_chapter = entry["about"].strip("\n"), entry.get("is_chapter", False)
        groups.append(SentenceGroup(entry["title"], about, sentences, is_chapter))
    return SentenceList(data["placeholders"], data["context"], tuple(groups))


def _read_sentence(entry: dict[str, Any]) -> Sentence:
    """Read one entry of the list of sentences."""
    texts = {key: value.strip("\n") for key, value in entry.items() if isinstance(value, str)}
    example = texts["example"]
    context, replaces = texts.get("as", "sentence"), tuple(entry.get("replaces", ()))
    part = texts.get("part", example)
    parts = tuple(texts.get("parts", "").split())
    return Sentence(texts["rule"], texts["form"], example, part, texts["meaning"], context, parts, replaces)


@cache
def _sentences_by_class() -> dict[str, list[Sentence]]:
    """Return the sentences by the class of their nodes; a class may have several forms."""
    classes: dict[str, list[Sentence]] = {}
    for sentence in load_sentences().sentences:
        for rule in (sentence.rule, *sentence.parts):
            classes.setdefault(class_name(rule), []).append(sentence)
    return classes


def sentence_of(node: Node, text: str) -> Sentence | None:
    """Return the sentence or form of a node that is most similar to its text."""
    words_written = set(re.findall(r"[A-Za-z-]+", text))
    forms = _sentences_by_class().get(type(node).__name__, [])
    return max(forms, key=lambda form: len(form.words & words_written) - len(form.words - words_written), default=None)
