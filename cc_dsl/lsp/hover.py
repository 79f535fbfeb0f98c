"""The text that an editor shows for the word under the pointer: a clause, a name, an open place, or the sentence."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from cc_dsl.core.symbols import AMOUNT, StatementPlace, Symbol
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.lsp.documents import Document
from cc_dsl.rules.titles import Titles
from cc_dsl.source.clauses import load_apparatus
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.names import LOCAL
from cc_dsl.syntax.sentences import sentence_of

CATEGORIES = {
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
        symbol, around = document.symbol_at(offset), document.nodes_at(offset)
        lines = [] if symbol is None else [*_name_lines(document, symbol)]
        for node in around if not lines else ():
            if isinstance(node, nodes.Doubt):
                names = [node.name, *(answer.name for answer in node.alternatives)]
                lines += [_doubt_lines(document, node) for name in names if name.span.start <= offset <= name.span.end]
        # Explain the whole sentence, and the innermost form that has an explanation.
        forms = [form for node in around if (form := sentence_of(node, document.words(node))) is not None]
        forms_to_show = dict.fromkeys([*[form for form in forms if form.is_whole][-1:], *forms[-1:]])
        lines += [f"`{form.form}`  \n{' '.join(form.meaning.split())}" for form in forms_to_show]
    if not lines:
        return None
    span = word or Span(offset, offset + 1)
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(lines)), document.range(span))


def symbol_words(symbol: Symbol[StatementPlace]) -> str:
    """Return the category of a name in a few words."""
    words = CATEGORIES.get(symbol.category, symbol.category)
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
                    yield _doubt_lines(document, statement)


def _doubt_lines(document: Document, doubt: nodes.Doubt) -> str:
    """Return the question of an open place, and its answers."""
    titles = Titles() if document.is_overlay else document.edition.titles
    name, answers = doubt.name.text, []
    for answer in doubt.alternatives:
        phrase = titles.phrase(name, answer.name.text)
        answers.append(f"- {phrase}{' (default)' if answer.default is not None else ''}: {answer.reason.text}")
    return f"*{doubt.kind.text.capitalize()}:* {titles.title(name)}\n" + "\n".join(answers)


def _name_lines(document: Document, symbol: Symbol[StatementPlace]) -> Iterator[str]:
    """Yield the meaning of a name, the sentences that introduce it, and the number of its uses."""
    yield f"**{symbol.name}**: {symbol_words(symbol)}.{' It may be none.' if symbol.meaning.may_be_none else ''}"
    for home in [*dict.fromkeys(site.where for site in symbol.homes)][:3]:
        source = document.files.get(home.file)
        if source is not None:
            place = f"§{home.clause}" if home.clause else "the editor's rules"
            place = place if document.is_here(source) else f"{home.file}, {place}"
            words = source.text[home.start :].partition("\n")[0]
            yield f"Introduced in {place}:\n```rules\n{words}{'' if words.endswith('.') else ' …'}\n```"
    count = len(symbol.used) + len(symbol.changed)
    yield f"Used {'once' if count == 1 else f'{count} times'}."
