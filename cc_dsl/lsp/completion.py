"""Complete the text at the cursor: words of the language that may stand there, names, clauses, open places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lsprotocol import types

from cc_dsl.core.symbols import StatementPlace, Symbol
from cc_dsl.lsp.documents import Document
from cc_dsl.lsp.hover import described
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.expected import ACT, SENTENCE, expected, in_clause, words_of
from cc_dsl.syntax.sentences import Sentence, load_sentences

CLAUSE = re.compile(r"§([A-Za-z0-9.]*)$")
LIBRARY = re.compile(r"(?m)^use ([A-Za-z0-9-]*)$")
CHOSEN = re.compile(r"(?m)^with ([A-Za-z0-9-]+) as ([A-Za-z0-9-]*)$")
QUESTION = re.compile(r"(?m)^with ([A-Za-z0-9-]*)$")
CHANGE = re.compile(r"(?ms).*^(?:instead of|besides) §[A-Za-z0-9.]+:")
PLACEHOLDER = re.compile(r"\b[A-Z][A-Z]+\b")
VARIED = re.compile(r"[|…\[]|\.\s")
"""A form that says more than one sentence."""


def completions(document: Document, offset: int) -> list[types.CompletionItem]:
    """Return the possible continuations at a place, each with its meaning."""
    before = document.text[:offset]
    for pattern, answer in ((CLAUSE, _clauses), (CHOSEN, _answers), (QUESTION, _questions), (LIBRARY, _libraries)):
        found = pattern.search(before)
        if found is not None:
            return [*answer(document, found, offset)]
    word = re.search(r"[A-Za-z][\w-]*$", before)
    start = offset - len(word[0]) if word is not None else offset
    return [*_grammatical(document, Span(start, offset))]


def _item(
    document: Document, label: str, span: Span, kind: types.CompletionItemKind, detail: str, **more: object
) -> types.CompletionItem:
    edit = types.TextEdit(document.range(span), str(more.pop("written", label)))
    return types.CompletionItem(label=label, kind=kind, detail=detail, text_edit=edit, **more)  # type: ignore[arg-type]


# ----------------------------------------------------------------------------------- by the grammar


def _grammatical(document: Document, span: Span) -> Iterator[types.CompletionItem]:
    """Yield the words and names that may stand at a place, and whole sentences where one begins."""
    before = document.text[: span.start]
    change = CHANGE.match(before) if document.is_overlay else None
    terminals = expected(in_clause(before[change.end() :]) if change is not None else before)
    is_act = terminals >= ACT
    if terminals >= SENTENCE or is_act:
        yield from _templates(document, span, is_act)
    for words in words_of(terminals):
        yield _item(
            document, words, span, types.CompletionItemKind.Keyword, "a word of the language", sort_text=f"2{words}"
        )
    if "NAME" in terminals:
        yield from _names(document, span)


def _templates(document: Document, span: Span, is_act: bool) -> Iterator[types.CompletionItem]:
    context = "act" if is_act else "sentence"
    for sentence in load_sentences().sentences:
        if sentence.is_whole and sentence.context == context:
            yield _item(
                document,
                sentence.form,
                span,
                types.CompletionItemKind.Snippet,
                "a sentence",
                documentation=" ".join(sentence.meaning.split()),
                insert_text_format=types.InsertTextFormat.Snippet,
                written=_snippet(sentence),
                filter_text=sentence.form,
                sort_text=f"3{sentence.form}",
            )


def _snippet(sentence: Sentence) -> str:
    """Return a form with a place to fill in for each word in capitals; where it has variants, an example of it."""
    if VARIED.search(sentence.form):
        return sentence.example.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")
    number = 0

    def place(found: re.Match[str]) -> str:
        nonlocal number
        number += 1
        return f"${{{number}:{found[0].lower()}}}"

    return PLACEHOLDER.sub(place, sentence.form)


def _names(document: Document, span: Span) -> Iterator[types.CompletionItem]:
    for symbol in document.names or ():
        if symbol.what != "local" or _is_in_body(document, symbol, span):
            for spelling in dict.fromkeys(symbol.spellings):
                about = described(symbol)
                yield _item(document, spelling, span, KINDS.get(symbol.what, VARIABLE), about, sort_text=f"1{spelling}")


def _is_in_body(document: Document, symbol: Symbol[StatementPlace], span: Span) -> bool:
    """Return whether a name that an act gives holds at a place: in the statement that gives it."""
    block = document.block_at(span.start)
    return any(
        statement.span.start == site.where.start and statement.span.start <= span.start
        for site in symbol.introduced
        for statement in (block.statements if block is not None else ())
    )


VARIABLE = types.CompletionItemKind.Variable
KINDS = {
    "kind": types.CompletionItemKind.Enum,
    "value": types.CompletionItemKind.EnumMember,
    "piece": types.CompletionItemKind.Class,
    "group": types.CompletionItemKind.Class,
    "sort": types.CompletionItemKind.Class,
    "predicate": types.CompletionItemKind.Property,
    "definition": types.CompletionItemKind.Function,
    "procedure": types.CompletionItemKind.Method,
    "verb": types.CompletionItemKind.Event,
    "table": types.CompletionItemKind.Struct,
}


# ------------------------------------------------------------------------------ clauses and open places


def _clauses(document: Document, found: re.Match[str], offset: int) -> Iterator[types.CompletionItem]:
    edition = document.parent if document.is_overlay else document.edition
    text = edition.text if edition is not None else None
    encoded = {one.section.text for one in document.blocks if isinstance(one, nodes.Section)}
    span = Span(offset - len(found[1]), offset)
    for number, (name, clause) in enumerate(text.clauses.items() if text is not None else ()):
        mark = "" if name in encoded or document.is_overlay else "not encoded yet: "
        about = f"{mark}“{clause.words}”"
        yield _item(document, name, span, types.CompletionItemKind.Reference, about, sort_text=f"{number:04}")


def _doubts(document: Document) -> Iterable[nodes.Doubt]:
    """Return the open places of the edition that an overlay changes."""
    parent = document.parent
    blocks = parent.start.blocks if parent is not None else ()
    return (one for block in blocks for one in block.statements if isinstance(one, nodes.Doubt))


def _questions(document: Document, found: re.Match[str], offset: int) -> Iterator[types.CompletionItem]:
    for one in _doubts(document):
        name, span = one.name.text, Span(offset - len(found[1]), offset)
        title = document.parent.titles.title(name) if document.parent is not None else ""
        yield _item(document, name, span, types.CompletionItemKind.Enum, title)


def _answers(document: Document, found: re.Match[str], offset: int) -> Iterator[types.CompletionItem]:
    for one in _doubts(document):
        for answer in one.alternatives if one.name.text == found[1] else ():
            span = Span(offset - len(found[2]), offset)
            yield _item(document, answer.name.text, span, types.CompletionItemKind.EnumMember, answer.reason.text)


def _libraries(document: Document, found: re.Match[str], offset: int) -> Iterator[types.CompletionItem]:
    from cc_dsl import resources

    for name in resources.library_names():
        span = Span(offset - len(found[1]), offset)
        yield _item(document, name, span, types.CompletionItemKind.Module, "a library")
