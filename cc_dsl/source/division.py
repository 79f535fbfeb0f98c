"""Propose a division of a plain text: headings, and a clause for each sentence and each longer parenthesis.

The proposal follows the appearance of the text (empty lines, numerals, full stops, brackets), not its meaning. An
editor corrects it; every character of the text belongs to one heading or one clause from the start.
"""

from __future__ import annotations

import re
from string import ascii_lowercase
from typing import NamedTuple

ABBREVIATIONS = frozenset(
    ("cf", "e", "eg", "etc", "ex", "fig", "g", "i", "ie", "mr", "mrs", "nb", "no", "nos", "p", "pp", "st", "viz", "vs")
)
"""Words, in lower case, after which a full stop seldom ends a sentence."""

FEWEST_WORDS_APART = 4
"""The fewest words of a parenthesis that becomes a clause of its own."""

LONGEST_DATE = 60
"""The most characters of a last paragraph that counts as a date."""
MOST_WORDS_OF_A_HEADING = 8

_NUMBERED = re.compile(
    r"(?:§\s*)?(?:(?P<part>Section|Article|Chapter|Part|SECTION|ARTICLE|CHAPTER|PART)\s+|(?:Rule|RULE|Law|LAW)\s+)?"
    r"(?P<number>[A-Z]?[0-9]{1,3}|[IVXLC]+)(?:[.)](?=\s|$)|$)"
)
_FIGURE = re.compile(r"\[\[.*\]\]", re.DOTALL)
_SENTENCE_END = re.compile(r"[.!?]['\"’”)\]_*}]*(?=\s)")
_YEAR = re.compile(r"\b1[0-9]{3}\b|\b20[0-9]{2}\b")


class ProposedPart(NamedTuple):
    """A proposed heading or clause: its id and its pieces of the text, in the order of the text."""

    id: str
    segments: tuple[str, ...]
    is_heading: bool = False
    is_figure: bool = False


def divide(text: str) -> list[ProposedPart]:
    """Divide a text into headings and clauses, in the order of the text.

    The words before the first numbered or headed paragraph are the title, `T`; a last short line with a year is the
    date, `D`. In a text without numbers, each paragraph is a division, `P1`, `P2` and so on.
    """
    return _Divider([block.strip() for block in re.split(r"\n[ \t]*\n", text) if block.strip()]).parts


def _is_short(paragraph: str) -> bool:
    return len(paragraph.split()) <= MOST_WORDS_OF_A_HEADING and "\n" not in paragraph


def _is_line(paragraph: str) -> bool:
    """Return whether a paragraph is one short line without the end of a sentence: a title or a heading."""
    return _is_short(paragraph) and paragraph.rstrip("_*}’”)")[-1:] not in ".!?;,:"


class _Divider:
    """The divider of a text, which assigns each paragraph to a division, and a unique id to each sentence."""

    def __init__(self, paragraphs: list[str]) -> None:
        self.parts: list[ProposedPart] = []
        self.names: set[str] = set()
        self.division = "T"
        self.counts: dict[str, int] = {}
        self.has_numbers = any(_NUMBERED.match(paragraph) for paragraph in paragraphs)
        for number, paragraph in enumerate(paragraphs):
            self._assign_paragraph(paragraph, is_first=number == 0, is_last=number == len(paragraphs) - 1)

    def _assign_paragraph(self, paragraph: str, is_first: bool, is_last: bool) -> None:
        """Add a paragraph to the title, a division, the figures or the date."""
        numeral, is_line = _NUMBERED.match(paragraph), _is_line(paragraph)
        if _FIGURE.fullmatch(paragraph):
            self.parts.append(ProposedPart(self._next_id("F"), (paragraph,), is_figure=True))
        elif numeral is not None:
            self._start_division(paragraph, numeral)
        elif is_last and not is_first and len(paragraph) < LONGEST_DATE and _YEAR.search(paragraph):
            self.parts.append(ProposedPart(self._next_id("D"), (paragraph,)))
        elif is_first or (self.division == "T" and (is_line or (_is_short(paragraph) and self.has_numbers))):
            # Before the first division, a short line is part of the title even with a full stop.
            self.parts.append(ProposedPart(self._next_id("T"), (paragraph,)))
        elif is_line:
            letters = re.sub(r"[^A-Za-z]", "", paragraph)
            self._begin_division(letters[:1].upper() or "H", paragraph)
        else:
            # A paragraph without number or heading may need a new division.
            if not self.has_numbers and (self.division == "T" or re.fullmatch(r"P\d+", self.division)):
                self.division = self._free_name("P", always_numbered=True)
            elif self.division == "T":
                self.division = self._free_name("P")
            self._add_sentences(paragraph)

    def _start_division(self, paragraph: str, numeral: re.Match[str]) -> None:
        """Start the division of a number; a few words after it that are not a sentence belong to the heading."""
        part, rest = numeral.group("part") or "", paragraph[numeral.end() :].strip()
        is_heading = bool(rest) and _is_line(paragraph)
        number = numeral.group("number")
        if part and _is_roman(number):
            number = str(_roman_value(number))
        self._begin_division(part[:1] + number, paragraph if is_heading else numeral.group(0))
        if not is_heading:
            self._add_sentences(rest)

    def _begin_division(self, name: str, words: str) -> None:
        """Start the division of this name, or of the next free name, with its heading."""
        self.division = self._free_name(name)
        self.parts.append(ProposedPart(self.division, (words,), is_heading=True))

    def _free_name(self, name: str, always_numbered: bool = False) -> str:
        """Return a name that no division has, by adding a number, or a letter to a numeral, if necessary."""
        number = 1
        free = f"{name}1" if always_numbered else name
        while free in self.names or free in "TFD":
            number += 1
            letter = ascii_lowercase[number - 1] if number <= 26 else f"z{number}"
            free = f"{name}{letter}" if _is_roman(name) or name[-1].isdigit() else f"{name}{number}"
        self.names.add(free)
        return free

    def _next_id(self, division: str) -> str:
        self.counts[division] = self.counts.get(division, 0) + 1
        return f"{division}.{self.counts[division]}"

    def _add_sentences(self, words: str) -> None:
        """Add each sentence as a clause; each longer parenthesis in it is a clause with a letter after the number."""
        for sentence in _split_sentences(words):
            outside, inside = _split_parentheses(sentence)
            if not outside:
                outside, inside = (sentence,), ()
            id = self._next_id(self.division)
            self.parts.append(ProposedPart(id, outside))
            for letter, parenthesis in zip(ascii_lowercase, inside, strict=False):
                self.parts.append(ProposedPart(id + letter, (parenthesis,)))


def _is_roman(name: str) -> bool:
    return re.fullmatch("[IVXLC]+", name) is not None


def _roman_value(roman: str) -> int:
    """Return the value of a Roman numeral; its letters may be in any order."""
    values = [{"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}[letter] for letter in roman]
    pairs = zip(values, [*values[1:], 0], strict=True)
    return sum(-value if value < next_value else value for value, next_value in pairs)


def _split_sentences(words: str) -> list[str]:
    """Split a paragraph after each full stop that ends a sentence, outside brackets."""
    sentences: list[str] = []
    start = 0
    for match in _SENTENCE_END.finditer(words):
        end = match.end()
        if _ends_sentence(words, match.start(), end, start):
            sentences.append(words[start:end].strip())
            start = end
    rest = words[start:].strip()
    return [*sentences, rest] if rest else sentences


def _ends_sentence(words: str, stop: int, end: int, start: int) -> bool:
    """Return whether a full stop or another mark ends a sentence: not after an abbreviation, or inside brackets."""
    next_words = words[end:].lstrip().lstrip("\"'‘“([_*{")
    if next_words[:1].islower() or words[start:end].count("(") > words[start:end].count(")"):
        return False
    last = re.split(r"[\s(\[_*]", words[start:stop])[-1].lower()
    return words[stop] != "." or (last.replace(".", "") not in ABBREVIATIONS and not re.fullmatch(r"[a-z]", last))


def _split_parentheses(sentence: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Divide a sentence into its longer parentheses and the rest, with the punctuation after them."""
    outside: list[str] = []
    inside: list[str] = []
    start = 0
    for match in re.finditer(r"\([^()]*\)[.,;:!?]*", sentence):
        if len(match.group().split()) < FEWEST_WORDS_APART or len(inside) == 26:
            continue
        outside.append(sentence[start : match.start()].strip())
        inside.append(match.group())
        start = match.end()
    outside.append(sentence[start:].strip())
    return tuple(words for words in outside if words), tuple(inside)
