"""List the statements of an edition in the order of the file, with the chosen alternative of each open place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from cc_dsl.diagnostics.problem import Label, Problem, nearest
from cc_dsl.rules.model import Doubt
from cc_dsl.rules.symbols import Item, either
from cc_dsl.source.files import Source
from cc_dsl.syntax import names, nodes
from cc_dsl.trees import replace


class Part(NamedTuple):
    """One file: the edition itself, or a library it uses."""

    start: nodes.Start
    source: Source
    label: str = ""
    """The name of another edition, some of whose clauses are used; only those are gathered."""


class Gathered(NamedTuple):
    """The statements that hold under one choice of readings."""

    items: list[Item]
    doubts: dict[str, Doubt]
    problems: list[Problem]


def gather(parts: Iterable[Part], choices: Mapping[str, str]) -> Gathered:
    """Return the statements of libraries and edition, in order, the alternatives chosen put in their places."""
    gathered = Gathered([], {}, [])
    listed = list(parts)
    others = {part.label: part for part in listed if part.label}
    for part in listed:
        for block in part.start.blocks if not part.label else ():
            clause = block.section.text if isinstance(block, nodes.Section) else ""
            for statement in block.statements:
                item = Item(statement, clause, "", part.source)
                if isinstance(statement, nodes.Shared):
                    _shared(statement, item, others, choices, gathered)
                else:
                    _put(item, choices, gathered)
    _unknown_choices(choices, gathered)
    return gathered


def _put(item: Item, choices: Mapping[str, str], gathered: Gathered) -> None:
    if isinstance(item.statement, nodes.Doubt):
        _doubt(item, choices, gathered)
    else:
        _add(item, gathered)


def _shared(
    node: nodes.Shared, item: Item, others: Mapping[str, Part], choices: Mapping[str, str], gathered: Gathered
) -> None:
    """Take the sentences of clauses of another edition, with their doubts; they cite those clauses and this one."""
    other = others.get(node.label.text)
    if other is None:
        return  # that there is no such edition was said when it was looked for
    blocks = {one.section.text: one for one in other.start.blocks if isinstance(one, nodes.Section)}
    for word in node.clauses:
        block = blocks.get(word.text)
        if block is None:
            close = nearest(word.text, blocks)
            remedy = f"Do you mean {either([f'§{name}' for name in close])}?" if close else "Name one that they have."
            sentence = f"The rules of {other.label} have nothing under §{word.text}."
            gathered.problems.append(Problem("unknown-clause", sentence, item.source, word.span, remedies=(remedy,)))
            continue
        for statement in block.statements:
            if not isinstance(statement, nodes.Shared):
                taken = Item(statement, f"{other.label}:{word.text}", "", other.source, also=item.clause)
                _put(taken, choices, gathered)


def shared_blocks(start: nodes.Start, label: str) -> set[str]:
    """Name the clauses of another edition that an edition uses."""
    return {word.text for node in shared_in(start) if node.label.text == label for word in node.clauses}


def shared_in(start: nodes.Start) -> list[nodes.Shared]:
    """Return the statements by which an edition uses clauses of others."""
    statements = [statement for block in start.blocks for statement in block.statements]
    return [statement for statement in statements if isinstance(statement, nodes.Shared)]


def _add(item: Item, gathered: Gathered) -> None:
    statement = item.statement
    if isinstance(statement, nodes.Displaced):
        section = statement.section
        item = item._replace(statement=statement.statement, displaced=replace(section, text=item.named(section.text)))
    gathered.items.append(item)


def _doubt(item: Item, choices: Mapping[str, str], gathered: Gathered) -> None:
    node: nodes.Doubt = item.statement
    name = node.name.text
    defaults = [alternative for alternative in node.alternatives if alternative.default is not None]
    answers = [alternative.name.text for alternative in node.alternatives]
    choice = "choice" if node.kind.text == "option" else "doubt"

    def refuse(code: str, sentence: str, place: nodes.Word, *remedies: str, labels: tuple[Label, ...] = ()) -> None:
        gathered.problems.append(Problem(code, sentence, item.source, place.span, labels=labels, remedies=remedies))

    is_second = name in gathered.doubts
    if is_second:
        refuse("name-twice", f"There is a second doubt called “{name}”.", node.name, "Give it another name.")
    for number, alternative in enumerate(node.alternatives):
        if alternative.name.text in answers[:number]:
            first = node.alternatives[answers.index(alternative.name.text)].name
            refuse(
                "name-twice",
                f"Two alternatives of “{name}” are called “{first.text}”.",
                alternative.name,
                "Give each its own name.",
                labels=(Label(item.source, first.span, "this is the first"),),
            )
    if len(answers) < 2:
        refuse(
            "one-alternative",
            f"“{name}” has one alternative only, and so leaves no {choice}.",
            node.name,
            "Add another that the words allow, or put its rules into the clause by themselves.",
        )
    if len(defaults) != 1:
        refuse(
            "no-default",
            f"“{name}” has {len(defaults) or 'no'} default{'s' if defaults else ''}; one is needed.",
            node.name,
            "Write “, by default” after the name of one alternative, and of one only.",
            labels=tuple(Label(item.source, one.name.span, "this is a default") for one in defaults),
        )
    default = (defaults or list(node.alternatives))[0].name.text
    chosen = default if is_second else choices.get(name, default)
    if chosen not in answers:
        close = nearest(chosen, answers) or answers
        gathered.problems.append(
            Problem(
                "unknown-alternative",
                f"“{chosen}” is not an alternative of “{name}”.",
                remedies=(f"Choose {either(close)}.",),
            )
        )
        chosen = default
    doubt = Doubt(
        name,
        node.kind.text,
        item.clause,
        node.words.text,
        tuple((alternative.name.text, alternative.reason.text) for alternative in node.alternatives),
        default,
        chosen,
        tuple(dict.fromkeys(touched for alternative in node.alternatives for touched in _touched(alternative))),
        tuple(dict.fromkeys(touched for alternative in node.alternatives for touched in _touched(alternative, True))),
    )
    gathered.doubts.setdefault(name, doubt)
    for number, alternative in enumerate(node.alternatives):
        for statement in alternative.statements or ():
            if isinstance(statement, nodes.Doubt):
                refuse(
                    "doubt-in-doubt",
                    f"A doubt cannot stand inside another, and “{statement.name.text}” stands inside “{name}”.",
                    statement.name,
                    "Put it beside the other one, in the same block.",
                    "If it arises under this alternative only, make of the alternative one for each answer.",
                )
            elif number == answers.index(chosen):
                _add(item._replace(statement=statement, reading=name), gathered)


def _touched(alternative: nodes.Alternative, by_displacing: bool = False) -> list[str]:
    """Return the names whose meaning an alternative makes or changes, or only those that it does by displacing."""
    statements = alternative.statements or ()
    counted = [one for one in statements if isinstance(one, nodes.Displaced) or not by_displacing]
    return [name for one in counted for name in names.touched(one)]


MOST_UNKNOWN = 20
"""The most unknown readings that are named."""


def _unknown_choices(choices: Mapping[str, str], gathered: Gathered) -> None:
    unknown = [name for name in choices if name not in gathered.doubts]
    for number, name in enumerate(unknown):
        if number < MOST_UNKNOWN:
            close = nearest(name, gathered.doubts)
            gathered.problems.append(
                Problem(
                    "unknown-reading",
                    f"These rules have no reading, gap or option called “{name}”.",
                    remedies=(f"Do you mean {either(close)}?" if close else "“circular readings” lists them.",),
                )
            )
