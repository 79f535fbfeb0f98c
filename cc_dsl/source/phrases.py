"""Read `phrases.toml`: the phrases with which an edition addresses its players.

A phrase is a sentence with blanks. A blank in braces is filled from the decisions of the rules, and square brackets
contain two forms of a word: `{winner} [win|wins] the trick with the {winner's Line}`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn

from cc_dsl.source.data import Table, bad_data, key_span, line_span, read_data
from cc_dsl.source.files import RulesError, Source, Span

FILE = "phrases.toml"
INTRODUCTION = ("aim", "turn", "scoring", "winning")
"""The four lines that introduce a game, in their order."""
SECTIONS = {
    "introduction": "four sentences that introduce the game",
    "names": "words for names of the rules",
    "ask": "requests to a player",
    "tell": "sentences about events",
    "table": "the parts of the position that are shown",
    "set-up": "the usual positions of pieces at the beginning",
    "synonyms": "words that people use for verbs of the rules",
    "guide": "advice to a newcomer in the first trick",
    "quote": "the form of quotations in play",
}
_BLANK = re.compile(r"\{([^{}]*)\}")
_PART = re.compile(r"\{(?P<blank>[^{}]*)\}|\[(?P<yours>[^][|]*)\|(?P<others>[^][|]*)\]")
_CITATION = re.compile(r"\s*\[([^][|]*)\]\s*$")


class Phrase(NamedTuple):
    """A sentence with blanks, and its condition."""

    words: str
    where: str = ""
    """A name and its required value, such as `manner is by-Line` or `chooser is not winner`; empty if not required."""
    by: str = ""
    """The clause that must have decided it; empty for any clause."""
    span: Span | None = None

    @property
    def blanks(self) -> list[str]:
        """The blanks in their order."""
        return [blank.strip() for blank in _BLANK.findall(self.words)]

    def parts(self) -> Iterator[tuple[str, str, str]]:
        """Yield text, blanks and pairs of forms, each as its kind with one or two texts."""
        end = 0
        for match in _PART.finditer(self.words):
            yield "text", self.words[end : match.start()], ""
            if match["blank"] is not None:
                yield "blank", match["blank"].strip(), ""
            else:
                yield "forms", match["yours"], match["others"]
            end = match.end()
        yield "text", self.words[end:], ""


class Guide(NamedTuple):
    """The guide for a newcomer's first trick, question by question."""

    seed: int
    """The seed of the deal."""
    until: str
    """The decision that wins the trick; the next question that was asked before begins another trick."""
    notes: Mapping[str, tuple[str, ...]]
    """For each question by name, the words for the first time that it is asked, for the second time, and so on."""
    end: str
    span: Span | None = None


class QuotationSettings(NamedTuple):
    """The settings for quotations of printed words."""

    sic: tuple[str, ...] = ()
    """Misprinted words, which are marked when they are quoted."""
    instead: Mapping[str, tuple[int, tuple[str, ...]]] = MappingProxyType({})
    """For each clause, a number of players, and the clauses that are cited in its place from that number on."""
    span: Span | None = None


class SetUp(NamedTuple):
    """A question that is repeated at the beginning, with its usual answers."""

    question: str
    usual: tuple[str, ...]
    span: Span | None = None


class Phrases(NamedTuple):
    """All phrases of an edition."""

    introduction: dict[str, Phrase]
    names: dict[str, str]
    ask: dict[str, tuple[Phrase, ...]]
    tell: dict[str, tuple[Phrase, ...]]
    score: tuple[str, ...] | None
    """The numbers that form the score, the most important first; None if the edition does not state them."""
    hidden: tuple[str, ...]
    """Names of bookkeeping places, numbers and roles, which are shown only on request."""
    synonyms: Mapping[str, str] = MappingProxyType({})
    """Verbs that people use for verbs of the rules."""
    source: Source | None = None
    guide: Guide | None = None
    marked: tuple[str, ...] = ()
    """The properties of squares that are marked on a board, or of empty places that are shown at the end of a row."""
    quotations: QuotationSettings = QuotationSettings()
    outcome: tuple[str, ...] = ()
    """The names of the decisions whose sentences together report the end of a trick, or of another part of the game."""
    sums: Mapping[str, str] = MappingProxyType({})
    """Numbers that the rules define for each value, shown beside the places of that value, with the words for them."""
    set_up: SetUp | None = None
    part: str = "part"
    """The name of the part of the game that `outcome` ends."""
    besides: tuple[str, ...] = ()
    """Numbers beside the score that a page shows only while they are not 0."""

    @property
    def score_numbers(self) -> tuple[str, ...]:
        """The numbers of the score, and those beside it."""
        return (*(self.score or ()), *self.besides)


NO_PHRASES = Phrases({}, {}, {}, {}, None, ())


def split_citation(words: str) -> tuple[str, tuple[str, ...]]:
    """Return a sentence and the clauses in brackets at its end."""
    match = _CITATION.search(words)
    if match is None:
        return words, ()
    return words[: match.start()], tuple(clause.strip() for clause in match[1].split(","))


def phrases_in(folder: str) -> Phrases:
    """Return the phrases of an edition, none if it has no file; raise a RulesError for an error."""
    path = os.path.join(folder, FILE)
    if not folder or not os.path.isfile(path):
        return NO_PHRASES
    source, data = read_data(path)
    return _PhraseReader(source).phrases(data)


class _PhraseReader:
    """The reader of one file; a malformed entry raises the fault of its line."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def phrases(self, data: Table) -> Phrases:
        """Return the phrases of a file; refuse unknown sections and keys."""
        for name in data:
            if name not in SECTIONS:
                self._refuse(f"“{name}” is not a section of {FILE}; the sections are {', '.join(SECTIONS)}.", name)
        introduction = {key: phrases[0] for key, phrases in self._phrases_in(data, "introduction").items() if phrases}
        for key in introduction:
            if key not in INTRODUCTION:
                lines = ", ".join(INTRODUCTION)
                self._refuse(f"“{key}” is not a line of the introduction; its lines are {lines}.", key)
        table = self._section(data, "table")
        sums = table.get("sums", {})
        if not isinstance(sums, dict) or not all(isinstance(words, str) for words in sums.values()):
            self._refuse('Write the words for each number: sums = { total = "sum" }', "sums")
        return Phrases(
            introduction,
            self._words_in(data, "names"),
            self._phrases_in(data, "ask"),
            self._phrases_in(data, "tell"),
            self._read_names(table, "score") if "score" in table else None,
            self._read_names(table, "hidden"),
            self._words_in(data, "synonyms"),
            self.source,
            guide=self._read_guide(self._section(data, "guide")),
            marked=self._read_names(table, "marked"),
            quotations=self._read_quotations(self._section(data, "quote")),
            outcome=self._read_names(table, "outcome"),
            sums=sums,
            set_up=self._read_set_up(self._section(data, "set-up")),
            part=str(table.get("part", "part")),
            besides=self._read_names(table, "besides"),
        )

    def _read_set_up(self, table: Table) -> SetUp | None:
        """Read the section about the question that is repeated at the beginning, with its usual answers."""
        if not table:
            return None
        question, usual = table.get("question"), self._read_names(table, "usual")
        if not isinstance(question, str) or not usual:
            self._refuse("[set-up] needs `question` (a name) and `usual` (the list of the usual answers).", "question")
        return SetUp(question, usual, self._span("set-up", "question"))

    def _read_quotations(self, table: Table) -> QuotationSettings:
        """Read the section about quotations."""
        instead: dict[str, tuple[int, tuple[str, ...]]] = {}
        entries = table.get("instead", [])
        for entry in entries if isinstance(entries, list) else [None]:
            match entry:
                case {"of": str(clause), "players": int(players), **others}:
                    instead[clause] = players, self._read_names(others, "clauses")
                case _:
                    self._refuse('Write   instead = [{ of = "II.1", clauses = ["S2.4"], players = 3 }]', "instead")
        span = self._span("quote", "instead" if instead else "sic")
        return QuotationSettings(self._read_names(table, "sic"), instead, span)

    def _read_guide(self, table: Table) -> Guide | None:
        """Read the section with the guide for the first trick."""
        if not table:
            return None
        seed, until, end = (table.get(key) for key in ("seed", "until", "end"))
        if not (isinstance(seed, int) and isinstance(until, str) and isinstance(end, str)):
            self._refuse("[guide] needs `seed` (a whole number), `until` (a name) and `end` (a sentence).", "seed")
        notes = {key: self._read_names(table, key) for key in table if key not in ("seed", "until", "end")}
        return Guide(seed, until, notes, end, self._span("guide", "seed"))

    def _section(self, data: Table, name: str) -> Table:
        """Return a section, which may be missing."""
        section = data.get(name, {})
        if not isinstance(section, dict):
            self._refuse(f"“{name}” is a section, and is written under a heading [{name}].", name)
        return section

    def _words_in(self, data: Table, section: str) -> dict[str, str]:
        """Return the texts of a section by their keys."""
        return {key: value for key, value in self._section(data, section).items() if isinstance(value, str)}

    def _read_names(self, table: Mapping[Any, object], key: str) -> tuple[str, ...]:
        """Return the list of names under a key, which may be missing."""
        names = table.get(key, [])
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            self._refuse(f"“{key}” is a list of names.", key)
        return tuple(map(str, names))

    def _phrases_in(self, data: Table, section: str) -> dict[str, tuple[Phrase, ...]]:
        """Return the phrases of a section by their keys."""
        pairs = self._section(data, section).items()
        return {key: tuple(self._phrases_of(section, key, value)) for key, value in pairs}

    def _phrases_of(self, section: str, key: str, value: object) -> Iterator[Phrase]:
        """Yield the phrases under a key: texts, or tables of words and their condition."""
        span = self._span(section, key)
        for entry in value if isinstance(value, list) else [value]:
            if isinstance(entry, str):
                yield Phrase(entry, span=span)
            elif isinstance(entry, dict) and all(isinstance(part, str) for part in entry.values()) and "words" in entry:
                if unknown := [part for part in entry if part not in ("words", "where", "by")]:
                    self._refuse(f"“{unknown[0]}” is not a part of a phrase; they are `words`, `where` and `by`.", key)
                yield Phrase(entry["words"], entry.get("where", ""), entry.get("by", ""), span)
            else:
                self._refuse(f"The phrase “{key}” is a text, or a list of texts and of tables with words.", key)

    def _span(self, section: str, key: str) -> Span | None:
        """Return the place of a key in its section, since two sections may have the same key."""
        text = self.source.text
        heading = re.search(rf"^\[{section}\]", text, re.MULTILINE)
        pattern = re.compile(rf'^[ \t]*"?{re.escape(key)}"?[ \t]*=', re.MULTILINE)
        match = pattern.search(text, heading.end()) if heading is not None else None
        return line_span(self.source, self.source.position(match.end())[0]) if match is not None else None

    def _refuse(self, sentence: str, key: str) -> NoReturn:
        raise RulesError([bad_data(self.source, sentence, key_span(self.source, key))])
