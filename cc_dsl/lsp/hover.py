"""The text that an editor shows for the word under the pointer: a clause, a name, an open place, or the sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeVar

from lsprotocol import types

from cc_dsl.core.symbols import AMOUNT, StatementPlace, Symbol
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.lsp.documents import Document, Mention
from cc_dsl.rules.declare import number_of
from cc_dsl.rules.kinds import a_name
from cc_dsl.rules.titles import Titles
from cc_dsl.source.clauses import load_apparatus
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.names import LOCAL
from cc_dsl.syntax.sentences import sentence_of
from cc_dsl.trees import fields

WHAT = {
    "kind": "a kind of value",
    "value": "a value",
    "state": "a state",
    "piece": "a kind of piece",
    "place": "a place",
    "number": "a number that play changes",
    "held": "a value that play changes",
    "role": "a role of a player",
    "order": "an order of values",
    "definition": "a value that the rules define",
    "predicate": "a property",
    "group": "a kind of group",
    "sort": "a sort of group",
    "table": "a table",
    "procedure": "a procedure",
    "verb": "something that a player does",
    "question": "a question of the rules",
    "player": "a player",
    AMOUNT: "the number with which something is done",
    LOCAL: "what is chosen in this act",
}


def hover(document: Document, offset: int) -> types.Hover | None:
    """Return the facts about the word at a place."""
    clause = document.clause_at(offset)
    word = document.word_at(offset)
    if clause is not None:
        lines = [*clause_lines(document, clause)]
    else:
        mention = document.mention_at(offset)
        lines = [] if mention is None else [*_name_lines(document, mention)]
        lines = lines or [*_open_place_lines(document, offset)]
        lines += _sentence_lines(document, offset)
    if not lines:
        return None
    span = word or Span(offset, offset + 1)
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(lines)), document.range(span))


def symbol_words(symbol: Symbol[StatementPlace]) -> str:
    """Return the sort of a name in a few words."""
    words = WHAT.get(symbol.what, symbol.what)
    owner = symbol.meaning.owner
    return f"{words}, of each {owner.name or owner.base}" if owner is not None else words


# ---------------------------------------------------------------------------------------------- clauses


def clause_lines(document: Document, name: str) -> Iterator[str]:
    """Yield the printed words of a clause, its ledger, its variants and its open places."""
    try:
        text, ledger = document.edition.text, document.edition.ledger
    except RulesError:
        return
    clause = text.clause(name) if text is not None else None
    if text is None or clause is None:
        return
    yield f"**{clause.full_id}** “{clause.words}”"
    entry = ledger.entries.get(clause.id) if ledger is not None else None
    if entry is not None:
        yield entry.sentence
    apparatus, _ = load_apparatus(document.edition.folder, text)
    for variant in apparatus.variants:
        if variant.clause == clause.id:
            others = "; ".join(f"{words} *{witness}*" for witness, words in variant.readings)
            yield f"{variant.lemma}] {others}. {variant.note}".rstrip()
    for block in document.blocks:
        if isinstance(block, nodes.Section) and block.section.text == clause.id:
            for statement in block.statements:
                if isinstance(statement, nodes.Doubt):
                    yield from _doubt_lines(document, statement)


def _open_place_lines(document: Document, offset: int) -> Iterator[str]:
    """Yield the facts about the open place whose name or answer stands at a place."""
    for node in document.nodes_at(offset):
        if isinstance(node, nodes.Doubt):
            names = [node.name, *(name.name for name in node.alternatives)]
            if any(name.span.start <= offset <= name.span.end for name in names):
                yield from _doubt_lines(document, node)


def _doubt_lines(document: Document, doubt: nodes.Doubt) -> Iterator[str]:
    titles = Titles() if document.is_overlay else document.edition.titles
    name, answers = doubt.name.text, []
    for answer in doubt.alternatives:
        phrase = titles.phrase(name, answer.name.text)
        answers.append(f"- {phrase}{' (default)' if answer.default is not None else ''}: {answer.reason.text}")
    yield f"*{doubt.kind.text.capitalize()}:* {titles.title(name)}\n" + "\n".join(answers)


# ------------------------------------------------------------------------------------- names, sentences


def _name_lines(document: Document, mention: Mention) -> Iterator[str]:
    symbol = mention.symbol
    homes = [*dict.fromkeys(site.where for site in symbol.homes)]
    first = document.statement_of(homes[0]) if homes else None
    described = sort_of(symbol, first) if first is not None else symbol_words(symbol)
    many = " It may be none." if symbol.meaning.may_be_none else ""
    yield f"**{symbol.name}**: {described}.{many}"
    for home in homes[:3]:
        statement, file = document.statement_of(home), document.files.get(home.file)
        if statement is not None and file is not None:
            where = f"§{home.clause}" if home.clause else "the editor's rules"
            if file.path != document.path:
                where = f"{home.file}, {where}"
            words = file.source.text[statement.span.start : statement.span.end].split("\n")
            yield f"Introduced in {where}:\n```rules\n{words[0]}{' …' if len(words) > 1 else ''}\n```"
    count = len(symbol.used) + len(symbol.changed)
    yield f"Used {'once' if count == 1 else f'{count} times'}."


def _sentence_lines(document: Document, offset: int) -> list[str]:
    """Return the meaning of the sentence, and of the innermost form in it that has one."""
    around = ((node, getattr(node, "span", Span(0, 0))) for node in document.nodes_at(offset))
    forms = (sentence_of(node, document.text[span.start : span.end]) for node, span in around)
    known = [form for form in forms if form is not None]
    whole = [form for form in known if form.is_whole]
    shown = dict.fromkeys([*whole[-1:], *known[-1:]])
    return [f"`{form.form}`  \n{' '.join(form.meaning.split())}" for form in shown]


# ------------------------------------------------------------------------------------------- what a name is

SORTS: Final = {
    "kind": "a kind of value",
    "value": "a {name}",
    "state": "a state of a {name}",
    "piece": "a kind of piece",
    "order": "an order",
    "definition": "a value",
    "predicate": "said of a {kind}",
    "relation": "said of a {kind} and a {other}",
    "group": "a group of {kind}",
    "sort": "a sort of {group}",
    "table": "a figure of a table, for each sort of {kind}",
    "procedure": "a procedure",
    "question": "a question that the rules can answer",
}
"""The kind of a name, in words; in braces a word of the statement that introduces it."""
ON_BOARD: Final = {"table": "a number of each of the {name}", "value": "a direction on the board"}
"""The names that come with a board."""


Placed = TypeVar("Placed")


def sort_of(symbol: Symbol[Placed], node: nodes.Statement) -> str:
    """Return the sort of a name, from the statement that introduces it."""
    if symbol.what == LOCAL:
        return "what is chosen"
    match node:
        case nodes.Common() | nodes.Owned():
            return _declared(node)
        case nodes.Happening():
            return f"what a {node.deed.kind.text} does"
        case nodes.Value(name=nodes.OwnerName() as name):
            return f"a value, for each {name.owner.text}"
        case nodes.Board() if symbol.what in ON_BOARD:
            return ON_BOARD[symbol.what].format(name=node.name.text)
        case nodes.Site():
            return f"{a_name(node.form.text)} on the ground, one for each {node.owner.text}"
    return SORTS[symbol.what].format(**{field: getattr(part, "text", "") for field, part in fields(node)})


def _declared(node: nodes.Common | nodes.Owned) -> str:
    of = f", one for each {node.owner.text}" if isinstance(node, nodes.Owned) else ""
    match node.type:
        case nodes.Place(is_ordered=ordered, most=most, kind=kind):
            what = "an ordered place" if ordered else "a place"
            count = f"{most.text} " if most is not None else ""
            return f"{what} for {count}{kind.text}{of}"
        case nodes.Number():
            first = f", at first {_bound(node.type.first)}" if node.type.first is not None else ""
            return f"a number from {_bound(node.type.least)} to {_bound(node.type.most)}{first}{of}"
        case _:
            return f"a {node.type.kind.text}{of}"


def _bound(node: nodes.Word | nodes.Negated) -> str:
    return str(number_of(node)).replace("-", "minus ")
