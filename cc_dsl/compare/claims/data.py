"""Claims about games, read from data files: the statement of each, its editions, and the test for it.

A file holds the claims of one printed source (`corpus/claims/NAME.toml`), restated in our words.  Every part of a claim
has one test; the file never contains its result.  Problems are data here too; only `load_claims` raises them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, NamedTuple

from cc_dsl import resources
from cc_dsl.compare.meaning import TOPICS
from cc_dsl.diagnostics.problem import Problem, RulesError, from_fault, nearest
from cc_dsl.source.data import bad_data, key_span, read_data, table_span, tables_of, text_of, texts_of
from cc_dsl.source.files import Fault, Source, SourceFault, Span, shown_path

FOLDER = "claims"

CHECKS = {
    "example": "sentences of the rules language, tried like an example of the rules",
    "always": "a condition that holds whatever is dealt for a question",
    "players": "this number of players can play, and their games end",
    "pieces": "the game is played with this number of pieces",
    "combining": "how what two heaps count goes together",
    "differs": "the rules differ from those of another edition",
    "words": "words that another edition does not have",
    "silent": "words that the text would have if it spoke of this at all",
}
"""The kinds of checks, by the key under which a part gives one."""

NEED_OTHER = frozenset({"differs", "words"})
"""The checks that compare an edition with another."""
LAWS = ("sum", "product")
"""The ways in which the counts of two heaps may combine."""
GIVEN_FOR_COMBINING = ("question", "given", "told", "law")


class ClaimPart(NamedTuple):
    """One thing that a claim says, and how it is tried."""

    number: str
    """Of the claim and of the part, such as `1.2`."""
    says: str
    editions: tuple[str, ...]
    against: str
    """The edition with which these are compared, if they are."""
    check: str
    """One of CHECKS."""
    given: str
    """The pieces laid before an example is tested."""
    value: Any
    """The data of the test: sentences, numbers, names."""
    where: str
    """Of which deals a condition is to hold; empty is all."""
    question: str
    """For which question is dealt."""
    because: str
    """Why the text may well be silent, in a clause of ours."""
    span: Span | None


class Claim(NamedTuple):
    """A claim with its parts."""

    number: int
    words: str
    """The claim, in our words."""
    meant: tuple[str, ...]
    """The editions that it concerns; others are asked to compare."""
    parts: tuple[ClaimPart, ...]

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions to which some part is put."""
        return tuple(dict.fromkeys(name for part in self.parts for name in part.editions))


class Claims(NamedTuple):
    """The claims of one printed source."""

    name: str
    title: str
    where: str
    """Where they were printed."""
    seen: str
    """The part of the source that was seen."""
    claims: tuple[Claim, ...]
    source: Source

    @property
    def editions(self) -> tuple[str, ...]:
        """Every edition that is asked, also those that others are compared with."""
        named = [name for claim in self.claims for part in claim.parts for name in (*part.editions, part.against)]
        return tuple(dict.fromkeys(name for name in named if name))


def claims_names() -> list[str]:
    """Return the names of the files of claims."""
    root = os.path.join(resources.corpus_root(), FOLDER)
    names = os.listdir(root) if os.path.isdir(root) else []
    return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


def claims_file(name: str) -> str:
    """Return the path of a file of claims, whether it is there or not."""
    return os.path.join(resources.corpus_root(), FOLDER, f"{name}.toml")


def load_claims(name: str) -> Claims:
    """Return the claims of a source by its name, or by the path of its file; raise RulesError if it is not sound."""
    claims, problems = read_claims(claims_file(name) if name in claims_names() else name)
    if claims is None or problems:
        raise RulesError(problems)
    return claims


def read_claims(path: str) -> tuple[Claims | None, list[Problem]]:
    """Read a file of claims, and give every problem of its shape."""
    try:
        source, data = read_data(path)
    except SourceFault as error:
        return None, [from_fault(error.fault)]
    reader = _ClaimReader(source)
    title, where, seen = [
        text_of(source, data, key, key_span(source, key), reader.faults, None) for key in ("title", "where", "seen")
    ]
    claims = tuple(reader.claim(table, place) for table, place in tables_of(source, data, "claim", reader.faults))
    reader.distinct(claims)
    source.path = shown_path(source.path)
    name = os.path.basename(path).removesuffix(".toml")
    problems = [*map(from_fault, reader.faults), *reader.problems]
    return (None if problems else Claims(name, title, where, seen, claims, source)), problems


class _ClaimReader:
    """Reads claims, and collects their problems."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.faults: list[Fault] = []
        self.problems: list[Problem] = []
        self.parts = 0
        self.known = resources.edition_names()

    def fault(self, sentence: str, span: Span | None, *remedies: str) -> None:
        self.faults.append(bad_data(self.source, sentence, span, *remedies))

    def claim(self, table: dict[str, object], place: Span | None) -> Claim:
        number = table.get("number", 0)
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            self.fault("A claim has a number, 1 or more.", place, "Write:   number = 1")
            number = 0
        words = text_of(self.source, table, "claim", place, self.faults, None)
        given = text_of(self.source, table, "given", place, self.faults, "")
        meant = self.editions(table, "meant", place)
        found = table.get("part", [])
        if not isinstance(found, list) or not found or not all(isinstance(one, dict) for one in found):
            self.fault("A claim has parts, each with a check.", place, "Write, below the claim:   [[claim.part]]")
            found = []
        parts = tuple(self.part(one, f"{number}.{count}", given) for count, one in enumerate(found, 1))
        return Claim(number, words, meant, parts)

    def part(self, table: dict[str, object], number: str, given: str) -> ClaimPart:
        place = table_span(self.source, "claim.part", self.parts)
        self.parts += 1
        checks = [name for name in CHECKS if name in table]
        if len(checks) != 1:
            said = f"has {len(checks)} checks" if checks else "has no check"
            self.fault(f"The part {number} {said}; one is needed.", place, f"The checks are: {', '.join(CHECKS)}.")
        check = checks[0] if checks else ""
        against = text_of(self.source, table, "against", place, self.faults, "")
        if check in NEED_OTHER and not against:
            self.fault(f"The part {number} does not say with what it compares.", place, 'Write:   against = "…"')
        if against:
            self.edition(against, place)
        if check:
            self.value(check, table[check], number, place)
        read = [text_of(self.source, table, key, place, self.faults, "") for key in ("where", "question", "because")]
        if check == "always" and not read[1]:
            self.fault(f"The part {number} does not say for which question is dealt.", place, 'Write:   question = "…"')
        return ClaimPart(
            number,
            text_of(self.source, table, "says", place, self.faults, None),
            self.editions(table, "editions", place),
            against,
            check,
            given if check == "example" else "",
            table.get(check),
            read[0],
            read[1],
            read[2],
            place,
        )

    def value(self, check: str, value: object, number: str, place: Span | None) -> None:
        """Check that the fields of a check are those it needs."""
        if not _fits(check, value):
            self.fault(f"What stands under “{check}” in part {number} is not what it needs: {_NEEDS[check]}.", place)

    def editions(self, table: dict[str, object], key: str, place: Span | None) -> tuple[str, ...]:
        names = tuple(texts_of(self.source, table, key, place, self.faults))
        if not names:
            self.fault(f"An entry does not name its editions under “{key}”.", place, f'Write:   {key} = ["…"]')
        for name in names:
            self.edition(name, place)
        return names

    def edition(self, name: str, place: Span | None) -> None:
        if name not in self.known:
            close = nearest(name, self.known) or self.known
            remedy = f"Write {' or '.join(close)}."
            sentence = f"There is no edition “{name}”."
            self.problems.append(Problem("unknown-edition", sentence, self.source, place, remedies=(remedy,)))

    def distinct(self, claims: Iterable[Claim]) -> None:
        """Each claim has a number of its own, and there is one at least."""
        seen: set[int] = set()
        for count, claim in enumerate(claims):
            if claim.number in seen:
                place = table_span(self.source, "claim", count)
                self.fault(f"Two claims have the number {claim.number}.", place, "Give each a number of its own.")
            seen.add(claim.number)
        if not seen:
            self.fault("There is no claim in this file.", None, "Write:   [[claim]]")


_NEEDS = {
    "example": "text in quotation marks",
    "always": "a condition in quotation marks",
    "players": "a list of numbers of players, such as [2, 3]",
    "pieces": "a number",
    "combining": "a question, what is given, what is told, and a law, which is sum or product",
    "differs": f"a topic ({', '.join(TOPICS)}), and a subject if there is more than one",
    "words": "a list of words",
    "silent": "a list of words",
}


def _fits(check: str, value: object) -> bool:
    if check in ("example", "always"):
        return isinstance(value, str) and bool(value.strip())
    if check == "pieces":
        return _is_number(value)
    if check == "players":
        return isinstance(value, list) and bool(value) and all(map(_is_number, value))
    if check in ("words", "silent"):
        return isinstance(value, list) and bool(value) and all(isinstance(one, str) and one for one in value)
    if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
        return False
    if check == "combining":
        return sorted(value) == sorted(GIVEN_FOR_COMBINING) and value["law"] in LAWS
    return value.get("topic") in TOPICS and set(value) <= {"topic", "subject"}


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0
