"""A slip of one letter in a name or a word of the language is always noticed.

The tests delete, double, replace and swap letters of the edition of 1862, and of the library that it uses, one at a
time; each time the edition must be refused.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from lark import Token

from cc_dsl import resources
from cc_dsl.pipeline import Edition, find_rules
from cc_dsl.source.files import Source, Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.lalr import parser
from cc_dsl.syntax.mistakes import WORDS
from cc_dsl.syntax.parser import parse
from cc_dsl.syntax.words import language_words, terminal_phrases
from cc_dsl.trees import walk

SEED = 1862
EDITION, LIBRARY = find_rules("1862"), resources.library_file("playing-cards")
TEXTS = {path: Path(path).read_text("utf-8") for path in (EDITION, LIBRARY)}
KINDS = ("drop", "double", "replace", "swap")
NAMES = 8
"""How many names, where they first stand, and how many of their other uses, are slipped in the fast run."""
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


def tokens_of(file: str) -> list[Token]:
    """Return every word of a file as the parser reads it."""
    return [*parser().parse(TEXTS[file], "start").scan_values(lambda token: isinstance(token, Token))]


@cache
def nodes_of(file: str) -> tuple[object, ...]:
    """Return all nodes of a file."""
    return tuple(walk(parse(Source(file, TEXTS[file]))[0]))


def answers_around(file: str, place: Span) -> dict[str, str]:
    """Return the answer to an open place under which a sentence holds, if it is not the default."""
    return {
        doubt.name.text: answer.name.text
        for doubt in nodes_of(file)
        if isinstance(doubt, nodes.Doubt)
        for answer in doubt.alternatives
        if answer.default is None and answer.span.start <= place.start < answer.span.end
    }


Unseen = Callable[[list[Slip]], list[str]]


@pytest.fixture
def unseen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Unseen:
    """Return a function that gives, in words, the slips with which the edition is still accepted."""
    library = tmp_path / "playing-cards.rules"
    library_file = resources.library_file
    monkeypatch.setattr(
        resources, "library_file", lambda name: str(library) if name == "playing-cards" else library_file(name)
    )

    def is_accepted(texts: dict[str, str], answers: dict[str, str]) -> bool:
        """Return whether nothing is wrong under the default answers, nor under these."""
        library.write_text(texts[LIBRARY], "utf-8")
        edition = Edition(EDITION, {}, texts[EDITION])
        return not (edition.problems_of_text() or edition.problems_under({}) or edition.problems_under(answers))

    def accepted(slips: list[Slip]) -> list[str]:
        assert slips
        assert is_accepted(TEXTS, {})
        places = []
        for file, word, span, kind, typed in slips:
            text = TEXTS[file]
            changed = {**TEXTS, file: text[: span.start] + typed + text[span.end :]}
            can_be_parsed = parse(Source(file, changed[file]))[0] is not None
            if can_be_parsed and is_accepted(changed, answers_around(file, span)):
                line, column = Source(file, text).position(span.start)
                places.append(f"{file}:{line}:{column}: {kind}: “{word}” typed as “{typed}”")
        return places

    return accepted


# ------------------------------------------------------------------------------------------------- names


def free_words() -> set[Span]:
    """Return the signs that values are written with; only the records and the cases that use them could tell."""
    signs = {part.sign.span for part in nodes_of(LIBRARY) if isinstance(part, nodes.AlsoWritten)}
    for part in nodes_of(LIBRARY):
        if isinstance(part, nodes.Written) and part.how.text == "written":
            signs |= {sign.span for sign in part.signs}
    return signs


def name_slips(most: int | None) -> list[Slip]:
    """Mistype every name wherever it stands, in each way; or so many where they first stand and so many elsewhere,
    each in one way."""
    chance, free = random.Random(SEED), free_words()
    first: list[Slip] = []
    others: list[Slip] = []
    for file in TEXTS:
        known: set[str] = set()
        for token in tokens_of(file):
            if token.type == "NAME":
                kinds = KINDS if most is None else (chance.choice(KINDS),)
                slips = [
                    one for one in slips_of(file, [token], chance, kinds) if file == EDITION or one.span not in free
                ]
                (others if str(token) in known else first).extend(slips)
                known.add(str(token))
    return [slip for slips in (first, others) for slip in (slips if most is None else chance.sample(slips, most))]


def test_slips_in_names_are_refused(unseen: Unseen) -> None:
    """Many names, mistyped in one of four ways, where they are introduced and where they are used."""
    assert unseen(name_slips(NAMES)) == []


@pytest.mark.slow
@pytest.mark.exhaustive
def test_all_slips_in_names_are_refused(unseen: Unseen) -> None:
    """Every name of both files, wherever it stands, in each of four ways."""
    slips = name_slips(None)
    assert len(slips) > 2500
    assert unseen(slips) == []


# --------------------------------------------------------------------------------- words of the language


def keyword_slips() -> list[Slip]:
    """Mistype every word of the language, in each way that does not make another form of the same word of it."""
    chance = random.Random(SEED)
    forms = [{word for phrase in phrases for word in phrase.split()} for phrases in terminal_phrases().values()]
    slips: list[Slip] = []
    for file, text in TEXTS.items():
        names = {token.start_pos for token in tokens_of(file)}
        for word in WORDS.finditer(text):
            if word[0].isalpha() and word[0] in language_words() and word.start() not in names:
                token = Token("WORD", word[0], word.start(), end_pos=word.end())
                slips += slips_of(file, [token], chance)
    return [slip for slip in slips if not any({slip.word, slip.typed} <= words for words in forms)]


def test_slips_in_words_of_the_language_are_refused(unseen: Unseen) -> None:
    slips = keyword_slips()
    chance = random.Random(SEED)
    chance.shuffle(slips)
    first = {slip.word: slip for slip in slips}
    assert len(first) > 50
    assert unseen([*first.values(), *slips[:KEYWORDS]]) == []


@pytest.mark.slow
@pytest.mark.exhaustive
def test_all_slips_in_words_of_the_language_are_refused(unseen: Unseen) -> None:
    """Every word of the language in both files, in each of four ways."""
    assert unseen(keyword_slips()) == []
