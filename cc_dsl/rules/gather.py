"""List the statements of an edition in the order of the file, with the chosen alternative of each open place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from cc_dsl.diagnostics.problem import Label, Problem, nearest
from cc_dsl.rules.model import OpenReading
from cc_dsl.rules.refusals import problem, suggestion
from cc_dsl.rules.symbols import Item
from cc_dsl.source.files import Source
from cc_dsl.syntax import names, nodes
from cc_dsl.trees import replace

MOST_UNKNOWN = 20
"""The most unknown readings that a message names."""


class Part(NamedTuple):
    """One file: the edition itself, a library, or another edition whose clauses it uses."""

    start: nodes.Start
    source: Source
    label: str = ""
    """The name of another edition, of which only the clauses used are gathered; otherwise empty."""


class ActiveStatements(NamedTuple):
    """The statements that are in force under one choice of readings."""

    items: list[Item]
    doubts: dict[str, OpenReading]
    problems: list[Problem]


def gather(parts: Iterable[Part], choices: Mapping[str, str]) -> ActiveStatements:
    """Return the statements of libraries and edition, in order, with the chosen alternatives in their places."""
    statements = ActiveStatements([], {}, [])
    part_list = [*parts]
    others = {part.label: part for part in part_list if part.label}
    for part in part_list:
        for block in part.start.blocks if not part.label else ():
            clause = block.section.text if isinstance(block, nodes.Section) else ""
            for statement in block.statements:
                item = Item(statement, clause, "", part.source)
                is_shared = isinstance(statement, nodes.Shared)
                for own_or_shared in _shared_items(item, others, statements) if is_shared else [item]:
                    if isinstance(own_or_shared.statement, nodes.Doubt):
                        _add_doubt(own_or_shared, choices, statements)
                    else:
                        _add_statement(own_or_shared, statements)
    for name in [name for name in choices if name not in statements.doubts][:MOST_UNKNOWN]:
        remedy = suggestion(nearest(name, statements.doubts), "“circular readings EDITION” lists them.")
        statements.problems.append(problem("unknown-reading.chosen", None, None, remedy, name=name))
    return statements


def _shared_items(item: Item, others: Mapping[str, Part], statements: ActiveStatements) -> Iterator[Item]:
    """Yield the sentences and open places of another edition's clauses; they cite those clauses and this one."""
    node: nodes.Shared = item.statement
    other = others.get(node.label.text)
    if other is None:
        return  # already reported as an unknown edition
    blocks = {block.section.text: block for block in other.start.blocks if isinstance(block, nodes.Section)}
    for word in node.clauses:
        block = blocks.get(word.text)
        if block is None:
            remedy = suggestion([f"§{name}" for name in nearest(word.text, blocks)], "Name one that these rules have.")
            statements.problems.append(problem("unknown-clause.of-another", item.source, word, remedy, other=other))
            continue
        for statement in block.statements:
            if not isinstance(statement, nodes.Shared):
                yield Item(statement, f"{other.label}:{word.text}", "", other.source, also=item.clause)


def shared_blocks(start: nodes.Start, label: str) -> set[str]:
    """Return the clauses of another edition that an edition uses."""
    return {word.text for node in uses_of_other_editions(start) if node.label.text == label for word in node.clauses}


def uses_of_other_editions(start: nodes.Start) -> list[nodes.Shared]:
    """Return the statements with which an edition uses clauses of other editions."""
    statements = [statement for block in start.blocks for statement in block.statements]
    return [statement for statement in statements if isinstance(statement, nodes.Shared)]


def _add_statement(item: Item, statements: ActiveStatements) -> None:
    """Add a statement, divided by its deeds; an amendment is stored with the clause that it displaces."""
    statement = item.statement
    if isinstance(statement, nodes.Displaced):
        section = statement.section
        item = item._replace(
            statement=statement.statement, displaced=replace(section, text=item.name_clause(section.text))
        )
    statement, parts = item.statement, [item.statement]
    if isinstance(statement, nodes.Happening | nodes.Limit) and statement.further:
        deeds = (statement.deed, *(further.of(statement.deed.kind) for further in statement.further))
        parts = [replace(statement, deed=deed, further=()) for deed in deeds]
    statements.items.extend(item._replace(statement=part) for part in parts)


def _add_doubt(item: Item, choices: Mapping[str, str], statements: ActiveStatements) -> None:
    """Add an open place, and the statements of its chosen alternative."""
    node: nodes.Doubt = item.statement
    name = node.name.text
    defaults = [alternative for alternative in node.alternatives if alternative.default is not None]
    answers = [alternative.name.text for alternative in node.alternatives]

    def refuse(key: str, word: nodes.Word, labels: tuple[Label, ...] = (), **values: Any) -> None:
        statements.problems.append(problem(key, item.source, word, labels=labels, name=name, **values))

    is_second = name in statements.doubts
    if is_second:
        refuse("name-twice.doubt", node.name)
    for number, alternative in enumerate(node.alternatives):
        if alternative.name.text in answers[:number]:
            first = node.alternatives[answers.index(alternative.name.text)].name
            label = Label(item.source, first.span, "this is the first")
            refuse("name-twice.alternative", alternative.name, (label,), first=first)
    if len(answers) < 2:
        refuse("one-alternative.alone", node.name)
    if len(defaults) != 1:
        labels = tuple(Label(item.source, default.name.span, "this is a default") for default in defaults)
        refuse("no-default.count", node.name, labels, count=len(defaults) or "no", ending="s" if defaults else "")
    default = (defaults or list(node.alternatives))[0].name.text
    answer = default if is_second else choices.get(name, default)
    if answer not in answers:
        close = nearest(answer, answers) or answers
        statements.problems.append(problem("unknown-alternative.of", None, chosen=answer, name=name, close=close))
        answer = default
    doubt = OpenReading(
        name,
        node.kind.text,
        item.clause,
        node.words.text,
        tuple((alternative.name.text, alternative.reason.text) for alternative in node.alternatives),
        default,
        answer,
        _names_touched(node),
        _names_touched(node, by_displacing=True),
    )
    statements.doubts.setdefault(name, doubt)
    for number, alternative in enumerate(node.alternatives):
        for statement in alternative.statements or ():
            if isinstance(statement, nodes.Doubt):
                refuse("doubt-in-doubt.nested", statement.name)
            elif number == answers.index(answer):
                _add_statement(item._replace(statement=statement, reading=name), statements)


def _names_touched(doubt: nodes.Doubt, by_displacing: bool = False) -> tuple[str, ...]:
    """Return the names whose meaning alternatives define or change, or only those that they change by displacement."""
    statements = (statement for alternative in doubt.alternatives for statement in alternative.statements or ())
    amendments = (statement for statement in statements if isinstance(statement, nodes.Displaced) or not by_displacing)
    subjects = (subject for statement in amendments for subject in names.subjects(statement))
    ways = ((subject.name, "equal " if subject.category == "decider" else "") for subject in subjects)
    return tuple(dict.fromkeys(f"{equal}{name}" for name, equal in ways))
