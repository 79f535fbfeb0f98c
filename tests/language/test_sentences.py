"""The list of all sentences is complete, and each example parses to its sentence."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cc_dsl.pipeline import Edition
from cc_dsl.source.files import Source
from cc_dsl.syntax import nodes
from cc_dsl.syntax.lalr import parser
from cc_dsl.syntax.parser import parse
from cc_dsl.syntax.sentences import Sentence, SentenceList, load_sentences
from cc_dsl.syntax.words import first_words, language_words, readable, reserved_words
from cc_dsl.trees import Node, walk
from docs.lists import sentences_page

ROOT = Path(__file__).parents[2]
BOOK = load_sentences()
SENTENCES = [sentence for group in BOOK.groups for sentence in group.sentences]
NAMES = [f"{number}-{sentence.rule}" for number, sentence in enumerate(SENTENCES)]
LONGEST_LINE = 110
HEADER = ['edition "x" of x.', "use playing-cards.", "", '§I.1 "x"']

FAMILIES = {"Passage", "Thing", "Relative", "VerbPhrase", "Condition", "Act", "Statement"}
UNLISTED = {*FAMILIES, "Cited", "Word", "Start", "BareName"}
"""Nodes that are no form by themselves: families, words, the whole file, and names inside other forms."""


def class_of(rule: str) -> Any:
    name = "".join(part.capitalize() for part in rule.split("_")) + ("_" if rule.endswith("_") else "")
    return getattr(nodes, name)


def in_context(sentence: Sentence, book: SentenceList) -> str:
    """Return a whole file in which the example stands where it can stand."""
    if sentence.context == "file":
        return sentence.example + "\n"
    lines = sentence.example.split("\n")
    if sentence.context == "act":
        lines = ["when a player tries a card:", *(f"  {line}" for line in lines)]
    context = list(book.context.items())
    places = [number for number, (key, _) in enumerate(context) if key in sentence.replaces]
    assert len(places) == len(sentence.replaces), "it replaces what is not in the context"
    place = places[0] if places else len(context)
    before = [words for number, (_, words) in enumerate(context) if number < place and number not in places]
    after = [words for number, (_, words) in enumerate(context) if number > place and number not in places]
    return "\n".join([*HEADER, *(f"  {line}" for line in (*before, *lines, *after))]) + "\n"


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("sentence", SENTENCES, ids=NAMES)
def test_example_is_that_form_and_can_be_understood(sentence: Sentence) -> None:
    text = in_context(sentence, BOOK)
    start, problems = parse(Source("example.rules", text))
    assert not problems, problems[0].sentence
    spans = [node.span for node in walk(start) if isinstance(node, class_of(sentence.rule))]
    parts = [words(text[span.start : span.end]) for span in spans]
    assert words(sentence.part) in parts
    _, problems = Edition("example.rules", {}, text).resolve({})
    assert [problem.sentence for problem in problems if problem.code != "unused-name"] == []


def test_meanings_are_short() -> None:
    for sentence in SENTENCES:
        lines = sentence.meaning.split("\n")
        assert 1 <= len(lines) <= 2
        assert max(map(len, lines)) <= LONGEST_LINE
        assert sentence.meaning.endswith(".")


OF_OVERLAYS = {"overlay", "instead_of", "besides", "without", "reading_choice", "conjecture"}
"""What stands in overlays alone."""


def test_every_form_has_its_entry() -> None:
    listed = {class_of(rule).__name__ for sentence in SENTENCES for rule in (sentence.rule, *sentence.parts)}
    families = (nodes.Statement, nodes.Act, nodes.Condition, nodes.Thing, nodes.VerbPhrase)
    wanted = {node.__name__ for family in families for node in family.__subclasses__()}
    assert len(wanted) > 50
    assert wanted - listed == set()
    all_nodes = {
        name
        for name, node in vars(nodes).items()
        if isinstance(node, type) and issubclass(node, Node) and hasattr(node, "span")
    }
    assert all_nodes - listed - UNLISTED - {"Change", *(class_of(rule).__name__ for rule in OF_OVERLAYS)} == set()


def test_every_rule_of_the_grammar_has_its_entry() -> None:
    rules = {str(rule.origin.name) for rule in parser().rules if not rule.alias}
    made = {rule for rule in rules if not rule.startswith("_") and not rule.endswith("_list")}
    listed = {rule for sentence in SENTENCES for rule in (sentence.rule, *sentence.parts)}
    inlined = {"cond", "conj", "atom", "calc", "term", "item", "things", "operand", "rel", "noun", "primary", "wide"}
    assert made - listed - inlined - OF_OVERLAYS - {"start", "each_name"} == set()
    assert listed - made == set()


def test_language_is_small() -> None:
    """At most 130 forms, of which at most 75 are taught first."""
    first = [sentence for group in BOOK.groups if not group.is_chapter for sentence in group.sentences]
    assert len(SENTENCES) <= 130
    assert len(first) <= 75


def test_page_shows_every_sentence() -> None:
    assert (ROOT / "docs" / "language" / "sentences.md").read_text("utf-8").count("<!-- the sentences -->") == 1
    page = sentences_page()
    for sentence in SENTENCES:
        assert f"`{sentence.form}`" in page
        assert all(line in page for line in sentence.example.split("\n"))
    capitals = {word for sentence in SENTENCES for word in re.findall(r"\b[A-Z]{4,}\b", sentence.form)}
    explained = set(re.findall(r"\b[A-Z]{4,}\b", " ".join([*BOOK.placeholders, *BOOK.placeholders.values()])))
    assert {word for word in capitals if not {word, word.removesuffix("S")} & explained} == set()


# The documented keywords are those that the parser reserves.


def can_be_name(word: str) -> bool:
    """Return whether a file may introduce the word as a name."""
    text = f'edition "x" of x.\n§I.1 "x"\n  each player has a {word}, a place for cards.\n'
    return parse(Source("x.rules", text))[0] is not None


@pytest.mark.parametrize("word", reserved_words())
def test_reserved_word_is_no_name_but_part_of_one(word: str) -> None:
    assert not can_be_name(word)
    assert can_be_name(f"{word}-x")
    assert can_be_name(f"x-{word}")


def test_words_of_the_grammar_that_are_not_listed_are_names() -> None:
    grammar = (ROOT / "grammar" / "rules.lark").read_text("utf-8")
    others = set(re.findall(r"\b[a-z]{2,}\b", grammar)) - set(reserved_words())
    assert others
    assert [word for word in sorted(others) if not can_be_name(word)] == []


def test_messages_know_every_reserved_word() -> None:
    assert set(reserved_words()) <= language_words()
    assert first_words("_ONLY_IF") == ["only"]
    assert (readable("_SEE"), readable("_WIN"), readable("_AT_MOST")) == ("“sees”", "“wins”", "“, at most”")


def test_reference_lists_the_reserved_words() -> None:
    text = (ROOT / "docs" / "language" / "reference.md").read_text("utf-8")
    listed = text.partition("## Reserved words")[2].partition("\n## ")[0]
    said = re.findall(r"`([a-z]+)`", listed)
    assert tuple(word for word in said if word in reserved_words()) == reserved_words()
