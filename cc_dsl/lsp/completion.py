"""Complete the text at the cursor: possible words of the language, names and clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lsprotocol import types

from cc_dsl import resources
from cc_dsl.lsp.documents import Document
from cc_dsl.lsp.hover import symbol_words
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.expected_terminals import ACT, SENTENCE, expected_terminals, words_of
from cc_dsl.syntax.sentences import Sentence, load_sentences

CLAUSE = re.compile(r"§([A-Za-z0-9.]*)$")
LIBRARY = re.compile(r"(?m)^use ([A-Za-z0-9-]*)$")
PLACEHOLDER = re.compile(r"\b[A-Z][A-Z]+\b")
OWNER = re.compile(r"(?:\b(?:his|its|their)|'s)\s+$")
"""The words after which the name of a thing with an owner can follow."""
WITHOUT_OWNER = ("player", "piece", "value", "procedure", "verb", "relation", "order", "question", "local")
VARIANTS = re.compile(r"[|…\[]|\.\s")
"""The signs in a form that represents several sentences."""
Kind = types.CompletionItemKind
KINDS = {
    "kind": Kind.Enum,
    "value": Kind.EnumMember,
    "piece": Kind.Class,
    "group": Kind.Class,
    "sort": Kind.Class,
    "predicate": Kind.Property,
    "definition": Kind.Function,
    "procedure": Kind.Method,
    "verb": Kind.Event,
    "table": Kind.Struct,
}
Offer = tuple[str, types.CompletionItemKind, str, dict[str, Any]]
"""A completion: its label, its kind, its meaning, and further fields of the protocol."""


def completions(document: Document, offset: int) -> list[types.CompletionItem]:
    """Return the possible continuations at a place, each with its meaning."""
    before = document.text[:offset]
    for pattern, offer in ((CLAUSE, _clause_offers), (LIBRARY, _libraries)):
        match = pattern.search(before)
        if match is not None:
            prefix, offers = match[1], offer(document)
            break
    else:
        word = re.search(r"[A-Za-z][\w-]*$", before)
        prefix = word[0] if word is not None else ""
        offers = _grammar_offers(document, offset - len(prefix))
    place = document.range(Span(offset - len(prefix), offset))
    return [
        types.CompletionItem(
            label, kind=kind, detail=detail, text_edit=types.TextEdit(place, str(more.pop("text", label))), **more
        )
        for label, kind, detail, more in offers
    ]


# ----------------------------------------------------------------------- completions by the grammar


def _grammar_offers(document: Document, start: int) -> Iterator[Offer]:
    """Yield the words and names possible at a place, and at the start of a sentence whole forms; none in an overlay."""
    if document.is_overlay:
        return
    terminals = expected_terminals(document.text[:start])
    is_act = terminals >= ACT
    context = "act" if is_act else "sentence"
    for sentence in load_sentences().sentences if terminals >= SENTENCE or is_act else ():
        if sentence.is_whole and sentence.context == context:
            more = {
                "documentation": " ".join(sentence.meaning.split()),
                "filter_text": sentence.form,
                "text": _snippet(sentence),
            }
            format = {"insert_text_format": types.InsertTextFormat.Snippet, "sort_text": f"3{sentence.form}"}
            yield sentence.form, Kind.Snippet, "a sentence", {**more, **format}
    for words in words_of(terminals):
        yield words, Kind.Keyword, "a word of the language", {"sort_text": f"2{words}"}
    if "NAME" not in terminals:
        return
    block = document.block_at(start)
    bodies = {
        sentence.span.start
        for sentence in (block.statements if block is not None else ())
        if sentence.span.start <= start
    }
    is_owned = OWNER.search(document.text[:start]) is not None
    for symbol in document.names or ():
        if is_owned and symbol.category in WITHOUT_OWNER:
            continue
        # A name given by an act is valid only in its own statement.
        if symbol.category != "local" or any(site.where.start in bodies for site in symbol.introduced):
            # Values have no plural: “Heartses”.
            for spelling in dict.fromkeys(symbol.spellings[: 1 if symbol.category == "value" else None]):
                kind = KINDS.get(symbol.category, Kind.Variable)
                yield spelling, kind, symbol_words(symbol), {"sort_text": f"1{spelling}"}


def _snippet(sentence: Sentence) -> str:
    """Return a form with a placeholder for each word in capitals; for a form with variants, its example."""
    if VARIANTS.search(sentence.form):
        return sentence.example.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")
    number = 0

    def placeholder(match: re.Match[str]) -> str:
        nonlocal number
        number += 1
        return f"${{{number}:{match[0].lower()}}}"

    return PLACEHOLDER.sub(placeholder, sentence.form)


# ------------------------------------------------------------------------------ clauses and libraries


def _clause_offers(document: Document) -> Iterator[Offer]:
    """Yield the clauses of the text, in its order, with those not encoded marked."""
    text = document.printed_text
    encoded_clauses = {block.section.text for block in document.blocks if isinstance(block, nodes.Section)}
    for number, (name, clause) in enumerate(text.clauses.items() if text is not None else ()):
        mark = "" if name in encoded_clauses or document.is_overlay else "not encoded yet: "
        yield name, Kind.Reference, f"{mark}“{clause.words}”", {"sort_text": f"{number:04}"}


def _libraries(document: Document) -> Iterator[Offer]:
    for name in resources.library_names():
        yield name, Kind.Module, "a library", {}
