"""The sentences of the language with their forms and meanings, as `grammar/sentences.toml` tells them to readers."""

from __future__ import annotations

import os
import re
import tomllib
from functools import cache
from typing import NamedTuple

from cc_dsl import resources
from cc_dsl.syntax.parser import class_name
from cc_dsl.trees import Node


class SentenceForm(NamedTuple):
    """A sentence of the language, or a form inside one."""

    rule: str
    """The rule of the grammar."""
    form: str
    meaning: str
    kind: str
    """`act` or `file`; nothing of a sentence of a clause."""
    example: str
    is_whole: bool
    """Whether the form is a whole sentence."""

    @property
    def words(self) -> frozenset[str]:
        """The words of the language in the form."""
        return frozenset(re.findall(r"(?<![\w-])[a-z]+(?![\w-])", self.form))


@cache
def sentences() -> tuple[SentenceForm, ...]:
    """Return all sentences, in the order of the reference."""
    with open(os.path.join(resources.grammar_root(), "sentences.toml"), "rb") as file:
        data = tomllib.load(file)
    return tuple(
        SentenceForm(
            one["rule"],
            one["form"],
            " ".join(one["meaning"].split()),
            one.get("as", ""),
            one["example"].strip(),
            one["form"].endswith(".") and not one["form"].startswith("…"),
        )
        for group in data["group"]
        for one in group["sentence"]
    )


@cache
def _by_class() -> dict[str, list[SentenceForm]]:
    """Return the sentences by the class of their nodes; a class may have several forms."""
    found: dict[str, list[SentenceForm]] = {}
    for one in sentences():
        found.setdefault(class_name(one.rule), []).append(one)
    return found


def sentence_of(node: Node, text: str) -> SentenceForm | None:
    """Return the sentence, or the form in one, that a node with this text is; of several the one most like it."""
    written = set(re.findall(r"[A-Za-z-]+", text))
    known = _by_class().get(type(node).__name__, [])
    return max(known, key=lambda one: len(one.words & written) - len(one.words - written), default=None)
