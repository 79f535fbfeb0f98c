"""The open places of a text: each question with its answers, their arguments, and the confidence in the default."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.edition_model.statements import Block, blocks_of
from cc_dsl.rules.kinds import spelt
from cc_dsl.source.data import read_data
from cc_dsl.syntax import nodes

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition


class OpenAnswer(NamedTuple):
    """One answer to an open question."""

    name: str
    phrase: str
    """The answer in words, to stand after the title and a colon."""
    is_default: bool
    reason: str
    """The few words that the rules file gives with it."""
    argument: str
    evidence: tuple[str, ...]
    """Full ids of clauses, also of other editions."""
    statements: tuple[str, ...]


class Doubt(NamedTuple):
    """A reading of words that allow more than one sense, a gap where they are silent, or an option that they leave."""

    name: str
    title: str
    kind: str
    """`reading`, `gap` or `option`."""
    block: str
    statement: str
    clause: str
    """The clause it concerns; for an editor's gap the one whose silence it fills."""
    words: str
    """The words in question; for a gap possibly none."""
    question: str
    why: str
    """Why the default is the default."""
    confidence: str
    """The confidence in the default; empty for an option, on which players agree."""
    criterion: str
    answers: tuple[OpenAnswer, ...]

    @property
    def asked(self) -> str:
        """The question, or the words in question where none is put."""
        return self.question.replace("'", "’") or f"What is meant by “{self.words}”?"


def doubts_of(folder: str, blocks: tuple[Block, ...]) -> tuple[Doubt, ...]:
    """Return the doubts of a rules file in its order, each with what readings.toml says of it."""
    path = os.path.join(folder, "readings.toml")
    data = read_data(path)[1] if os.path.exists(path) else {}
    records, criteria = _table(data.get("reading")), _table(data.get("confidence"))
    found: list[Doubt] = []
    for block in blocks:
        for statement in block.statements:
            node = statement.node
            if not isinstance(node, nodes.Doubt):
                continue
            record = _table(records.get(node.name.text))
            said = _text(record, "question")
            is_gap = node.kind.text == "gap"
            confidence = _text(record, "confidence")
            given = _table(record.get("alternatives"))
            answers = tuple(
                _answer(block, node, alternative, _table(given.get(alternative.name.text)))
                for alternative in node.alternatives
            )
            found.append(
                Doubt(
                    node.name.text,
                    _text(record, "title") or spelt(node.name.text),
                    node.kind.text,
                    block.id,
                    statement.id,
                    block.clause or _text(record, "clause"),
                    _text(record, "words") if is_gap else node.words.text,
                    node.words.text if is_gap else said,
                    _text(record, "why"),
                    confidence,
                    _text(criteria, confidence),
                    answers,
                )
            )
    return tuple(found)


def all_doubts_of(edition: Edition) -> tuple[Doubt, ...]:
    """Return the doubts of an edition, and after them those of the clauses of other editions that it uses."""
    own = doubts_of(edition.folder, blocks_of(edition.source, edition.start))
    return (*(_chosen_by(edition, one) for one in own), *inherited_doubts_of(edition))


def _chosen_by(edition: Edition, doubt: Doubt) -> Doubt:
    """Return an open place without the argument for its default, if an overlay has chosen another answer."""
    if edition.overlay is None or doubt.name not in edition.changed:
        return doubt
    return doubt._replace(why=f"“{edition.overlay.title}” chooses it.", confidence="", criterion="")


def inherited_doubts_of(edition: Edition) -> tuple[Doubt, ...]:
    """Return the doubts of the clauses of other editions that an edition uses; each clause by its full id."""
    from cc_dsl.pipeline import Edition as Other
    from cc_dsl.pipeline import find_rules
    from cc_dsl.rules.gather import shared_blocks

    found: list[Doubt] = []
    for label in edition.rules.shared:
        other, used = Other(find_rules(label), {}), shared_blocks(edition.start, label)
        blocks = tuple(block for block in blocks_of(other.source, other.start) if block.clause in used)
        found += [one._replace(clause=f"{label}.{one.clause}") for one in doubts_of(other.folder, blocks)]
    return tuple(found)


def criteria_of(folder: str) -> dict[str, str]:
    """Return the words of confidence, each with its criterion."""
    path = os.path.join(folder, "readings.toml")
    data = read_data(path)[1] if os.path.exists(path) else {}
    return {word: str(criterion) for word, criterion in _table(data.get("confidence")).items()}


def _answer(block: Block, doubt: nodes.Doubt, node: nodes.Alternative, record: dict[str, object]) -> OpenAnswer:
    evidence = record.get("evidence")
    return OpenAnswer(
        node.name.text,
        _text(record, "phrase") or spelt(node.name.text),
        node.default is not None,
        node.reason.text,
        _text(record, "argument"),
        tuple(str(item) for item in evidence) if isinstance(evidence, list) else (),
        tuple(
            statement.id
            for statement in block.statements
            if (statement.doubt, statement.answer) == (doubt.name.text, node.name.text)
        ),
    )


def _table(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


def _text(table: dict[str, object], key: str) -> str:
    value = table.get(key, "")
    return value if isinstance(value, str) else ""
