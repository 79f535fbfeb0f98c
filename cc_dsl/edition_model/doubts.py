"""The open places of a text: each question with its answers, their arguments, and the confidence in the default."""

from __future__ import annotations

import os
from typing import NamedTuple, TypeVar

from cc_dsl.edition_model.statements import Block, blocks_of
from cc_dsl.pipeline import Edition, find_rules
from cc_dsl.rules.gather import shared_blocks
from cc_dsl.rules.titles import RECORDS, Titles, records_in
from cc_dsl.source.data import read_data
from cc_dsl.syntax import nodes
from cc_dsl.words.layout import curl

Value = TypeVar("Value", dict[str, object], list[object], str)


class OpenAnswer(NamedTuple):
    name: str
    phrase: str
    """The answer in words, to stand after the title and a colon."""
    is_default: bool
    reason: str
    """The few words that the rules file gives with it."""
    argument: str
    evidence: tuple[str, ...]
    """Full ids of clauses, also of other editions."""


class Doubt(NamedTuple):
    """A reading of ambiguous words, a gap that the text leaves, or an option on which players agree."""

    name: str
    title: str
    kind: str
    """`reading`, `gap` or `option`."""
    block: str
    clause: str
    """The clause that it concerns; for an editor's gap, the clause whose silence it fills."""
    words: str
    """The words in question; for a gap possibly none."""
    question: str
    why: str
    """The reason for the default."""
    confidence: str
    """The confidence in the default; empty for an option, on which players agree."""
    criterion: str
    answers: tuple[OpenAnswer, ...]

    @property
    def question_in_words(self) -> str:
        """The question, or else the words in question."""
        return curl(self.question) or f"What is meant by “{self.words}”?"


def doubts_of(folder: str, blocks: tuple[Block, ...]) -> tuple[Doubt, ...]:
    """Return the open places of a rules file in the order of the file, each with its record from readings.toml."""
    titles, records, criteria = Titles(folder), records_in(folder), criteria_of(folder)
    doubts: list[Doubt] = []
    for block in blocks:
        for statement in block.statements:
            node = statement.node
            if not isinstance(node, nodes.Doubt):
                continue
            name, is_gap, words = node.name.text, node.kind.text == "gap", node.words.text
            record = _value(records, name, dict)
            arguments, confidence = _value(record, "alternatives", dict), _value(record, "confidence", str)
            answers: list[OpenAnswer] = []
            for answer in node.alternatives:
                argued, is_default = _value(arguments, answer.name.text, dict), answer.default is not None
                argument, evidence = _value(argued, "argument", str), tuple(map(str, _value(argued, "evidence", list)))
                phrase = titles.phrase(name, answer.name.text)
                answers.append(OpenAnswer(answer.name.text, phrase, is_default, answer.reason.text, argument, evidence))
            doubt = Doubt(
                name=name,
                title=titles.title(name),
                kind=node.kind.text,
                block=block.id,
                clause=block.clause or _value(record, "clause", str),
                words=_value(record, "words", str) if is_gap else words,
                question=words if is_gap else _value(record, "question", str),
                why=_value(record, "why", str),
                confidence=confidence,
                criterion=criteria.get(confidence, ""),
                answers=tuple(answers),
            )
            doubts.append(doubt)
    return tuple(doubts)


def all_doubts_of(edition: Edition) -> tuple[Doubt, ...]:
    """Return the open places of an edition, followed by those of the clauses of other editions that it uses.

    An open place for which an overlay has chosen another answer has no argument for its default.
    """
    own = doubts_of(edition.folder, blocks_of(edition.source, edition.start))
    if edition.overlay is not None:
        why = f"“{edition.overlay.node.title.text}” chooses it."
        own = tuple(
            doubt._replace(why=why, confidence="", criterion="") if doubt.name in edition.changed_places else doubt
            for doubt in own
        )
    return (*own, *inherited_doubts_of(edition))


def inherited_doubts_of(edition: Edition) -> tuple[Doubt, ...]:
    """Return the open places of the clauses of other editions that an edition uses, by full ids of clauses."""
    doubts: list[Doubt] = []
    for label in edition.rules.shared:
        other, used = Edition(find_rules(label), {}), shared_blocks(edition.start, label)
        blocks = tuple(block for block in blocks_of(other.source, other.start) if block.clause in used)
        doubts += [doubt._replace(clause=f"{label}.{doubt.clause}") for doubt in doubts_of(other.folder, blocks)]
    return tuple(doubts)


def criteria_of(folder: str) -> dict[str, str]:
    """Return the degrees of confidence, each with its criterion."""
    path = os.path.join(folder, RECORDS)
    data = read_data(path)[1] if os.path.exists(path) else {}
    return {word: str(criterion) for word, criterion in _value(data, "confidence", dict).items()}


def _value(table: dict[str, object], key: str, kind: type[Value]) -> Value:
    """Return the value of a type under a key; without it an empty value, which the check of records reports."""
    value = table.get(key)
    return value if isinstance(value, kind) else kind()
