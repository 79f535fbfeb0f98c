"""Count the answers of two editions to many random deals, and how often they differ, with intervals.

Deal number n depends on the seed and n alone, so that the numbers are the same however many workers count them.  Every
key that both editions give is counted by its kind: players, words and numbers by their values; groups by their sorts,
and by whether any player has one at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl import resources
from cc_dsl.compare.deals import Answerer, GivenPieces, shared_layout
from cc_dsl.compare.documents import AnswerShares, KeyShares, SampleDocument
from cc_dsl.compare.result_cache import kept, shelf, shelve
from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER
from cc_dsl.table.chance import Chance
from cc_dsl.table.intervals import Share, wilson
from cc_dsl.workers import each

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition

TRICKS = 100_000
CHUNK = 5_000
"""The number of deals that are counted in one batch."""
NONE = "none"
"""The value under which a missing answer, or one that names nobody, is counted."""

Tally = Counter[tuple[str, ...]]


class SampleSize(NamedTuple):
    """The size of a sample."""

    deals: int = TRICKS
    seed: int = 0
    workers: int = 1


class Sample(NamedTuple):
    """The counts."""

    question: str
    deals: int
    seed: int
    keys: tuple[str, ...]
    """The keys that both editions answer."""
    names: tuple[str, str]
    tally: Tally
    counted: tuple[str, ...] = ()
    """Those of the keys whose answers are numbers in both editions."""

    def share(self, *counted: str) -> Share:
        """Return a share of all deals."""
        return wilson(self.tally[counted], self.deals)

    def values(self, edition: int, key: str) -> dict[str, Share]:
        """Return the frequencies of an edition's answers under a key, the most frequent first."""
        prefix = ("value", str(edition), key)
        found = {counted[3]: count for counted, count in self.tally.items() if counted[:3] == prefix}
        return {value: wilson(found[value], self.deals) for value in sorted(found, key=lambda one: (-found[one], one))}

    def numbers(self, edition: int, key: str) -> tuple[float, int] | None:
        """Return the mean of the numbers under a key, and how many there were; None if they are no numbers."""
        values = {value: share.times for value, share in self.values(edition, key).items() if value != NONE}
        if key not in self.counted or not values:
            return None
        count = sum(values.values())
        return sum(int(value) * times for value, times in values.items()) / count, count

    @property
    def document(self) -> SampleDocument:
        """The sample under stable keys."""
        return {
            "question": self.question,
            "deals": self.deals,
            "seed": self.seed,
            "editions": list(self.names),
            "keys": {key: self._document_of(key) for key in self.keys},
        }

    def _document_of(self, key: str) -> KeyShares:
        return {
            "differs": self.share("differs", key).document,
            "to_another": self.share("to_another", key).document,
            "only_first": self.share("only_first", key).document,
            "only_second": self.share("only_second", key).document,
            "first": self._answers_of(0, key),
            "second": self._answers_of(1, key),
        }

    def _answers_of(self, edition: int, key: str) -> AnswerShares:
        values = self.values(edition, key)
        made: AnswerShares = {"values": [{"value": value, **share.document} for value, share in values.items()]}
        mean = self.numbers(edition, key)
        if mean is not None:
            made["mean"] = round(mean[0], 6)
        return made


def counted(
    first: model.Rules, second: model.Rules, question: str, wanted: SampleSize, is_shelved: bool = False
) -> SampleDocument:
    """Return the answers of two editions to random deals, as JSON values; cached, and stored on request."""
    # How many workers count makes no difference.
    depends = (first.meaning, second.meaning, question, wanted.deals, wanted.seed)
    label = f"numbers {first.name}-{second.name} {question} {wanted.deals}"

    def make() -> SampleDocument:
        return sample(first, second, question, *wanted).document

    if is_shelved:
        shelve("numbers", depends, make(), label)
    return kept("numbers", depends, make, label)


def recounts(edition: Edition) -> list[str]:
    """Return the commands that count again the comparisons with an edition that were counted under other rules."""
    names = resources.edition_names()
    if edition.argument not in names:
        return []  # what is stored is of the editions of the corpus
    commands = []
    for label, stored in shelf().items():
        for first, second in permutations(names, 2):
            is_of_it = edition.name in (first, second) and label.startswith(f"numbers {first}-{second} ")
            if is_of_it and repr(edition.rules.meaning) not in stored["under"]:
                deals = label.rpartition(" ")[2]
                commands.append(f"circular compare {first} {second} --numbers --deals {deals} --shelve")
    return commands


def sample(
    first: model.Rules,
    second: model.Rules,
    question: str,
    deals: int = TRICKS,
    seed: int = 0,
    workers: int = 1,
) -> Sample:
    """Answer random deals under both editions and count the answers."""
    layout = shared_layout(first, second, question)
    keys = shared_keys(first, second, question)
    chunks = range(0, deals, CHUNK)
    given = ((first, second, layout, keys, seed, start, min(CHUNK, deals - start)) for start in chunks)
    tally: Tally = Counter()
    for part in each(_count, given, workers) if workers > 1 and len(chunks) > 1 else map(_count, given):
        tally.update(part)
    counted = tuple(key for key in keys if all(_is_number(rules, question, key) for rules in (first, second)))
    return Sample(question, deals, seed, keys, (first.name, second.name), tally, counted)


def _is_number(rules: model.Rules, question: str, key: str) -> bool:
    return any(told.key == key and told.kind == NUMBER for told in rules.questions[question].told)


def shared_keys(first: model.Rules, second: model.Rules, question: str) -> tuple[str, ...]:
    """Return the keys that both editions answer for a question, in the order of the first."""
    told = [[told.key for told in rules.questions[question].told] for rules in (first, second)]
    return tuple(key for key in told[0] if key in told[1])


def _count(given: tuple[model.Rules, model.Rules, GivenPieces, tuple[str, ...], int, int, int]) -> Tally:
    """Count a batch of deals, from one number on."""
    first, second, layout, keys, seed, start, count = given
    answerers = (Answerer(first, layout, keys), Answerer(second, layout, keys))
    chance = Chance(seed)
    # The same pair of answers comes up over and over; what it counts for is computed once.
    pairs: Counter[tuple[str, str]] = Counter()
    known: dict[tuple[str, str], tuple[tuple[object, ...], tuple[object, ...]]] = {}
    for number in range(start, start + count):
        deal = layout.random(chance.branch(number))
        answers = [answerer(deal) for answerer in answerers]
        told = [tuple(_plain(one) for one in answer or ()) for answer in answers]
        mark = (repr(told[0]), repr(told[1]))
        pairs[mark] += 1
        known.setdefault(mark, (told[0], told[1]))
    tally: Tally = Counter()
    for mark, times in pairs.items():
        for counted in _counted(keys, *known[mark]):
            tally[counted] += times
    return tally


def _plain(value: object) -> object:
    """Reduce a group to its sort."""
    if isinstance(value, dict):
        return value.get("kind", value.get("value"))
    return tuple(_plain(one) for one in value) if isinstance(value, list) else value


def _counted(keys: Sequence[str], first: Sequence[object], second: Sequence[object]) -> list[tuple[str, ...]]:
    """Return the counts of a pair of answers."""
    found: list[tuple[str, ...]] = []
    for edition, answers in enumerate((first, second)):
        for key, value in zip(keys, answers, strict=False):
            found += [("value", str(edition), key, said) for said in _values(value)]
    for key, one, other in zip(keys, first, second, strict=False):
        if one == other:
            continue
        found.append(("differs", key))
        if other is None:
            found.append(("only_first", key))
        elif one is None:
            found.append(("only_second", key))
        else:
            found.append(("to_another", key))
    return found


def _values(value: object) -> list[str]:
    """Return the values that an answer counts for: each player's value once, and none only if nobody has any."""
    if not isinstance(value, tuple):
        return [NONE if value is None else str(value)]
    said = sorted({str(one) for one in value if one is not None})
    return said or [NONE]
