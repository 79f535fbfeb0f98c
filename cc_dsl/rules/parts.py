"""The texts of which rules consist: the file, the libraries that it uses, and clauses of other editions."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from cc_dsl import resources
from cc_dsl.diagnostics.problem import Problem, RulesError, nearest
from cc_dsl.rules.gather import Part, shared_blocks
from cc_dsl.rules.ledger import check_label
from cc_dsl.rules.refusals import problem, suggestion
from cc_dsl.source.files import Source, read_source
from cc_dsl.syntax.nodes import Doubt, Start
from cc_dsl.syntax.packed_nodes import parse

DEEPEST_USE = 8
"""The most levels of libraries that use one another."""


def libraries(start: Start, source: Source) -> tuple[list[Part], list[Problem]]:
    """Read the libraries that an edition uses, and those that they use."""
    parts: list[Part] = []
    seen_labels: set[str] = set()
    pending = [(use, source) for use in start.uses]
    while pending:
        use, user = pending.pop()
        if use.label.text in seen_labels:
            continue
        seen_labels.add(use.label.text)
        path = resources.library_file(use.label.text)
        if not os.path.isfile(path):
            names = resources.library_names()
            remedy = suggestion(nearest(use.label.text, names), f"The libraries are: {', '.join(names)}.")
            return [], [problem("unknown-library.none", user, use.label, remedy)]
        try:
            library = read_source(path)
        except RulesError as error:
            return [], error.problems
        nodes, problems = parse(library)
        problems = problems if nodes is None else check_label(nodes, library, use.label.text, True)
        if nodes is None or problems:
            return [], problems
        if len(seen_labels) > DEEPEST_USE:
            return [], [problem("unknown-library.too-deep", user, use.label, limit=DEEPEST_USE)]
        parts.insert(0, Part(nodes, library))
        pending.extend((other, library) for other in nodes.uses)
    return parts, []


def changed_readings(parts: Sequence[Part], readings: Mapping[str, str]) -> dict[str, str]:
    """Return the chosen readings that differ from the default."""
    blocks = (block for part in parts for block in part.start.blocks)
    doubts = [statement for block in blocks for statement in block.statements if isinstance(statement, Doubt)]
    pairs = ((doubt.name.text, doubt.alternatives) for doubt in doubts)
    defaults = {(name, tuple(answer.name.text for answer in answers if answer.default)) for name, answers in pairs}
    # Two defaults for one open place are an error, and neither counts.
    return {name: answer for name, answer in readings.items() if (name, (answer,)) not in defaults}


def texts_of(start: Start, parts: Sequence[Part]) -> list[str]:
    """Return the texts of the files of some rules, but only the used clauses of other editions."""
    texts = []
    for part in parts:
        used = shared_blocks(start, part.label)
        if not part.label:
            texts.append(part.source.text)
            continue
        blocks = [block for block in part.start.blocks if getattr(getattr(block, "section", None), "text", "") in used]
        texts += [part.source.text[block.span.start : block.span.end] for block in blocks]
    return texts
