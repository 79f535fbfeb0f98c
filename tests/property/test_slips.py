"""A slip of one letter in a name or a word of the language is always noticed.

The tests delete, double, replace and swap letters of the edition of 1862, and of the library that it uses, one at a
time; each time the edition must be refused.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from lark import Token

from cc_dsl import resources
from cc_dsl.diagnostics.problem import Problem
from cc_dsl.pipeline import Edition
from cc_dsl.rules.gather import Part
from cc_dsl.rules.ledger import check_label, check_labels, check_questions, make_ledger
from cc_dsl.rules.resolve import resolution
from cc_dsl.source.data import read_data
from cc_dsl.source.files import Source, Span, read_source
from cc_dsl.syntax import nodes
from cc_dsl.syntax.lalr import parser
from cc_dsl.syntax.mistakes import WORDS
from cc_dsl.syntax.parser import parse
from cc_dsl.syntax.words import language_words, terminal_phrases
from cc_dsl.trees import children

SEED = 1862
EDITION, LIBRARY = "1862", "playing-cards"
KINDS = ("drop", "double", "replace", "swap")
NAMES = 8
"""How many introductions of names, and how many other uses of them, are slipped in the fast run."""
KEYWORDS = 8
"""How many words of the language are slipped in the fast run, besides each of them once."""


# ------------------------------------------------------------------------------------------- making slips


class Slip(NamedTuple):
    """A word of a file, and what it is mistyped as."""

    file: str
    word: str
    span: Span
    kind: str
    typed: str


def slipped(word: str, kind: str, chance: random.Random) -> str | None:
    """Mistype a word by one letter; some words have no slip of a kind."""
    place = chance.randrange(len(word))
    if kind == "drop":
        typed = word[:place] + word[place + 1 :]
    elif kind == "double":
        typed = word[:place] + word[place] * 2 + word[place + 1 :]
    elif kind == "replace":
        letters = [letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter != word[place].lower()]
        letter = chance.choice(letters)
        typed = word[:place] + (letter.upper() if word[place].isupper() else letter) + word[place + 1 :]
    else:
        places = [place for place in range(len(word) - 1) if word[place] != word[place + 1]]
        if not places:
            return None
        place = chance.choice(places)
        typed = word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    return typed or None


def slips_of(file: str, tokens: list[Token], chance: random.Random, kinds: tuple[str, ...] = KINDS) -> Iterator[Slip]:
    """Mistype each of the words in each of these ways."""
    for token in tokens:
        for kind in kinds:
            typed = slipped(str(token), kind, chance)
            if typed is not None:
                span = Span(token.start_pos or 0, token.end_pos or 0)
                yield Slip(file, str(token), span, kind, typed)


# --------------------------------------------------------------------------------------- trying them out


class Desk:
    """The edition and its library, read once; of a file with a slip only the block is parsed that has it."""

    def __init__(self) -> None:
        """Read everything that an edition is made of."""
        edition = Edition(os.path.join(resources.edition_folder(EDITION), "game.rules"), {})
        self.sources = {EDITION: edition.source, LIBRARY: read_source(resources.library_file(LIBRARY))}
        self.starts: dict[str, nodes.Start] = {}
        for name, source in self.sources.items():
            start, problems = parse(source)
            assert start is not None, problems
            self.starts[name] = start
        text = edition.text
        assert text is not None
        self.text = text
        self.data, tables = read_data(os.path.join(resources.edition_folder(EDITION), "readings.toml"))
        self.recorded: Any = tables["reading"]
        assert self.problems({}, {}) == []

    def tokens(self, name: str) -> list[Token]:
        """Return every word of a file as the parser reads it."""
        return list(
            parser().parse(self.sources[name].text, "start").scan_values(lambda token: isinstance(token, Token))
        )

    def problems(
        self, changed: dict[str, tuple[nodes.Start, Source]], readings: dict[str, str], is_whole: bool = True
    ) -> list[Problem]:
        files = {name: changed.get(name, (self.starts[name], self.sources[name])) for name in (LIBRARY, EDITION)}
        start, source = files[EDITION]
        for use in start.uses:
            if not os.path.isfile(resources.library_file(use.label.text)):
                return [Problem("unknown-library", "There is no such library.")]
        parts = [Part(*files[LIBRARY]), Part(start, source)]
        problems = [*check_label(*files[LIBRARY], LIBRARY, True), *check_label(start, source, self.text.id, False)]
        problems += resolution(EDITION, "", parts, readings).problems
        if problems or not is_whole:
            return problems
        problems = make_ledger(start, source, self.text)[1]
        problems += check_questions(start, source, self.text.meta.get("questions", []))
        return problems + check_labels(start, source, self.recorded, self.data)

    def is_refused(self, slip: Slip) -> bool:
        """Return whether the edition is refused with a slip in it, whatever reading the slip stands in."""
        text = self.sources[slip.file].text
        source = Source(self.sources[slip.file].path, text[: slip.span.start] + slip.typed + text[slip.span.end :])
        start, problems = parse(source)
        if start is None:
            assert problems
            return True
        files = {slip.file: (start, source)}
        if self.problems(files, {}):
            return True
        readings = self.reading_around(slip)
        return bool(readings) and bool(self.problems(files, readings, is_whole=False))

    def reading_around(self, slip: Slip) -> dict[str, str]:
        """Return the reading under which the statement with the slip holds, if it is not the default."""
        for block in self.starts[slip.file].blocks:
            for statement in block.statements:
                if isinstance(statement, nodes.Doubt) and covers(statement.span, slip.span):
                    for alternative in statement.alternatives:
                        if covers(alternative.span, slip.span) and alternative.default is None:
                            return {statement.name.text: alternative.name.text}
        return {}


def covers(outer: Span, inner: Span) -> bool:
    """Return whether a place lies in another."""
    return outer.start <= inner.start and inner.end <= outer.end


@pytest.fixture(scope="module")
def desk() -> Desk:
    """Read the edition once for all tests."""
    return Desk()


def introductions(desk: Desk, name: str) -> set[Span]:
    """Return every place where a file introduces a name: in its statements, and the labels of doubts and questions."""
    found: set[Span] = set()

    def visit(node: Any) -> None:
        if isinstance(node, nodes.Word):
            return
        if isinstance(node, nodes.Enumeration | nodes.States):
            found.update(word.span for word in node.values)
        if isinstance(node, nodes.Common | nodes.Owned):
            found.update(word.span for word in node.names)
        if isinstance(node, nodes.Table):
            found.update(word.span for word in node.headings)
        if isinstance(node, nodes.Happening):
            found.add(node.deed.verb.span)
        inner = getattr(node, "name", None)
        word = getattr(inner, "name", inner)
        if isinstance(word, nodes.Word) and isinstance(node, INTRODUCING):
            found.add(word.span)
        for part in children(node):
            visit(part)

    visit(desk.starts[name])
    return found


INTRODUCING = (
    *(nodes.Enumeration, nodes.Pieces, nodes.Order, nodes.Value, nodes.Predicate, nodes.Group, nodes.Sort),
    *(nodes.Procedure, nodes.Choose, nodes.Doubt, nodes.Alternative, nodes.Question),
)
"""The statements and acts that introduce what their `name` is."""


def names_of(desk: Desk, name: str) -> tuple[list[Token], list[Token]]:
    """Divide the names of a file into those that are introduced there, each once, and all others."""
    places = introductions(desk, name)
    first: dict[str, Token] = {}
    others = []
    for token in desk.tokens(name):
        if token.type == "NAME":
            is_new = Span(token.start_pos or 0, token.end_pos or 0) in places
            if is_new and str(token) not in first:
                first[str(token)] = token
            else:
                others.append(token)
    return list(first.values()), others


def unseen(desk: Desk, slips: list[Slip]) -> list[str]:
    """Give, in words, the slips with which the edition is still accepted."""
    assert slips
    said = []
    for slip in slips:
        if not desk.is_refused(slip):
            line, column = desk.sources[slip.file].position(slip.span.start)
            said.append(f"{slip.file}:{line}:{column}: {slip.kind}: “{slip.word}” typed as “{slip.typed}”")
    return said


# ------------------------------------------------------------------------------------------------- names


def free_words(desk: Desk) -> set[tuple[str, Span]]:
    """Return the signs that values are written with; only the records and the cases that use them could tell."""
    found = set()
    for block in desk.starts[LIBRARY].blocks:
        for statement in block.statements:
            if isinstance(statement, nodes.Written) and statement.how.text == "written":
                found |= {(LIBRARY, word.span) for word in statement.signs}
            elif isinstance(statement, nodes.AlsoWritten):
                found.add((LIBRARY, statement.sign.span))
    return found


def name_slips(desk: Desk, most: int | None) -> list[Slip]:
    """Mistype every name wherever it stands, in each way; or so many where they are introduced and so many elsewhere,
    each in one way."""
    chance = random.Random(SEED)
    free = free_words(desk)
    found: list[Slip] = []
    others: list[Slip] = []
    for name in (EDITION, LIBRARY):
        introduced, used = names_of(desk, name)
        for token in introduced:
            found += slips_of(name, [token], chance, KINDS if most is None else (chance.choice(KINDS),))
        for token in used:
            if (name, Span(token.start_pos or 0, token.end_pos or 0)) not in free:
                kinds = KINDS if most is None else (chance.choice(KINDS),)
                others += slips_of(name, [token], chance, kinds)
    return [slip for slips in (found, others) for slip in (slips if most is None else chance.sample(slips, most))]


def test_slips_in_names_are_refused(desk: Desk) -> None:
    """Many names, mistyped in one of four ways, where they are introduced and where they are used."""
    assert unseen(desk, name_slips(desk, NAMES)) == []


@pytest.mark.slow
@pytest.mark.exhaustive
def test_all_slips_in_names_are_refused(desk: Desk) -> None:
    """Every name of both files, wherever it stands, in each of four ways."""
    slips = name_slips(desk, None)
    assert len(slips) > 2500
    assert unseen(desk, slips) == []


# --------------------------------------------------------------------------------- words of the language


def keyword_slips(desk: Desk) -> list[Slip]:
    """Mistype every word of the language, in each way that does not make another form of the same word of it."""
    chance = random.Random(SEED)
    forms = [{word for phrase in phrases for word in phrase.split()} for phrases in terminal_phrases().values()]
    found: list[Slip] = []
    for name, source in desk.sources.items():
        names = {token.start_pos for token in desk.tokens(name)}
        for word in WORDS.finditer(source.text):
            if word[0].isalpha() and word[0] in language_words() and word.start() not in names:
                token = Token("WORD", word[0], word.start(), end_pos=word.end())
                found += slips_of(name, [token], chance)
    return [slip for slip in found if not any({slip.word, slip.typed} <= words for words in forms)]


def test_slips_in_words_of_the_language_are_refused(desk: Desk) -> None:
    slips = keyword_slips(desk)
    chance = random.Random(SEED)
    chance.shuffle(slips)
    first = {slip.word: slip for slip in slips}
    assert len(first) > 50
    assert unseen(desk, list(first.values()) + slips[:KEYWORDS]) == []


@pytest.mark.slow
@pytest.mark.exhaustive
def test_all_slips_in_words_of_the_language_are_refused(desk: Desk) -> None:
    """Every word of the language in both files, in each of four ways."""
    assert unseen(desk, keyword_slips(desk)) == []
