"""The statements of an edition under the readings chosen, each with a canonical form of its meaning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from cc_dsl.edition_model.statements import blocks_of
from cc_dsl.pipeline import Edition
from cc_dsl.source.files import Source
from cc_dsl.syntax import names, nodes
from cc_dsl.trees import Node, fields

IGNORED = frozenset({"span", "cite", "quotes", "reason"})
"""Fields in which statements of the same meaning may differ."""


class ShownStatement(NamedTuple):
    """One statement of the rules, as printed."""

    clauses: tuple[str, ...]
    """The clause of its block, then the clauses that it cites; empty for the editor's statements."""
    sentence: str
    """The statement on one line."""
    text: str
    """The lines of the statement, without the indentation of the first."""
    line: int
    doubt: str
    """The open place and the answer to which it belongs; empty if it holds under all answers."""
    answer: str
    subjects: tuple[tuple[str, str], ...]
    """The subject: a kind, such as `definition`, and a name."""
    form: object
    """The statement without places, citations and reasons; statements with equal forms mean the same."""

    @property
    def home(self) -> str:
        """The clause of its block; empty for the editor's."""
        return self.clauses[0] if self.clauses else ""


def statements_of(edition: Edition) -> tuple[ShownStatement, ...]:
    """Return the statements in force under the readings of an edition, in the order of its file."""
    source, shown_statements = edition.source, []
    chosen_answers = {doubt.name: doubt.chosen for doubt in edition.rules.doubts.values()}
    for statement in (statement for block in blocks_of(source, edition.start) for statement in block.statements):
        node, doubt, answer = statement.node, statement.doubt, statement.answer
        if isinstance(node, nodes.Doubt) or chosen_answers.get(doubt, "") != answer:
            continue
        first, *others = statement.text.split("\n")
        margin = source.position(statement.span.start)[1] - 1
        text = "\n".join(line.rstrip() for line in (first, *(line[margin:] for line in others)))
        sentence = " ".join(text.split())
        if isinstance(node, nodes.Table):  # print a table as a sentence for each column
            columns = [
                f"the {word.text} is "
                + ", ".join(f"{row.figures[number].text} of a {row.sort.text}" for row in node.rows)
                for number, word in enumerate(node.headings)
            ]
            sentence = "; ".join(columns) + "."
        clauses, line, subjects = statement.clauses, statement.line, tuple(_subjects(source, node))
        shown_statements.append(ShownStatement(clauses, sentence, text, line, doubt, answer, subjects, form_of(node)))
    return tuple(shown_statements)


def form_of(node: object) -> object:
    """Return a statement without parts that do not affect its meaning: places, citations, and the clause displaced."""
    if isinstance(node, nodes.Word):
        return node.text
    if isinstance(node, nodes.Displaced):
        return "instead", form_of(node.statement)
    if isinstance(node, Node):
        return type(node).__name__, *(form_of(part) for name, part in fields(node) if name not in IGNORED)
    if isinstance(node, tuple):
        return tuple(form_of(part) for part in node)
    return node


SUBJECTS: Final = {
    **{name: name for name in ("order", "ground", "place", "number", "role", "definition", "group", "sort")},
    **{name: name for name in ("ranking", "decider", "table", "procedure")},
    **dict.fromkeys(("kind", "piece", "signs", "board", "ring"), "kind"),
    **dict.fromkeys(("predicate", "relation"), "property"),
    **dict.fromkeys(("verb", "limit"), "happening"),
    "held": "role",
}
"""The names of subjects in a comparison, by their names in `syntax/names.py`."""


def _subjects(source: Source, node: nodes.Statement) -> Iterator[tuple[str, str]]:
    """Yield the subjects of a statement."""
    match node:
        case nodes.Seats():
            yield "players", "players"
        case nodes.Extent():
            yield "ground", "ground"
        case nodes.Sight():
            span = node.things.span
            yield "sight", " ".join(source.text[span.start : span.end].split())
        case nodes.AlsoWritten():
            yield "sign", node.name.name.text
        case nodes.States():
            yield "state", " or ".join(sorted(word.text for word in node.values))
        case _:
            subjects = names.subjects(node)
            yield from ((SUBJECTS[name.category], name.name) for name in subjects if name.category in SUBJECTS)


def statements_in(statements: Iterable[ShownStatement], clauses: Iterable[str]) -> tuple[ShownStatement, ...]:
    """Return the rules in the blocks of these clauses, without excuses, examples, questions and figures."""
    wanted_clauses = set(clauses)
    return tuple(
        statement
        for statement in statements
        if statement.home in wanted_clauses and statement.home and statement.subjects
    )
