"""Count the answers of two editions to many random deals, and how often they differ, with intervals.

Deal number n depends on the seed and n alone, so that the numbers are the same however many workers count them.  Every
key that both editions give is counted by its kind: players, words and numbers by their values; groups by their sorts,
and by whether any player has one at all.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, NotRequired, TypedDict

from cc_dsl import cache, figures, resources
from cc_dsl.compare.deals import Answerer, GivenPieces, shared_layout
from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER, PLAYER
from cc_dsl.table.chance import Chance
from cc_dsl.table.intervals import Share, ShareDocument, Valued, percent, wilson
from cc_dsl.workers import each

TRICKS = 100_000
PART = 2_000
"""The number of deals that are counted again by the check."""
KIND = "deals"
"""Under this the cache has counts of random deals."""
CHUNK = 5_000
"""The number of deals that are counted in one batch."""
NONE = "none"
"""The value under which a missing answer, or one that names nobody, is counted."""

MOST_VALUES = 12
"""At most this many values of one key are listed; the rest is counted together."""

Tally = Counter[tuple[str, ...]]


class AnswerShares(TypedDict):
    """The shares of an edition's answers under a key, and of numbers the mean."""

    values: list[Valued]
    mean: NotRequired[float]


class KeyShares(TypedDict):
    """The share of the deals in which two editions answer differently under a key, and the answers of each."""

    differs: ShareDocument
    to_another: ShareDocument
    only_first: ShareDocument
    only_second: ShareDocument
    first: AnswerShares
    second: AnswerShares


class SampleDocument(TypedDict):
    """The answers of two editions to random deals."""

    question: str
    deals: int
    seed: int
    editions: list[str]
    keys: dict[str, KeyShares]


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
    players: tuple[str, ...] = ()
    """Those whose answers are players; they are counted from 1 in words."""

    def share(self, *counted: str) -> Share:
        """Return a share of all deals."""
        return wilson(self.tally[counted], self.deals)

    def values(self, edition: int, key: str) -> dict[str, Share]:
        """Return the frequencies of an edition's answers under a key, the most frequent first."""
        prefix = ("value", str(edition), key)
        said = _player if key in self.players else str
        found = {said(counted[3]): count for counted, count in self.tally.items() if counted[:3] == prefix}
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


def counted(first: model.Rules, second: model.Rules, question: str, wanted: SampleSize) -> SampleDocument:
    """Return the answers of two editions to random deals, as JSON values: those that are stored, or cached, or new."""
    one = StoredSample(first, second, question)
    if (wanted.deals, wanted.seed) == (TRICKS, 0):
        kept = one.stored
        if kept is not None and not one.fault(kept):
            found: SampleDocument = kept["found"]
            return found
    # How many workers count makes no difference.
    parts = (first.name, second.name, question), first.meaning, second.meaning, wanted.deals, wanted.seed
    with suppress(ValueError):  # nothing is kept
        known: SampleDocument = json.loads(cache.get(KIND, parts) or b"")
        return known
    made = sample(first, second, question, *wanted).document
    cache.put(KIND, parts, json.dumps(made).encode())
    return made


class StoredSample(NamedTuple):
    """The count that a comparison of the corpus stores for a question of both editions."""

    first: model.Rules
    second: model.Rules
    question: str

    @property
    def folder(self) -> str:
        """The folder of the comparison, whether it is there or not."""
        return os.path.join(resources.corpus_root(), "comparisons", f"{self.first.name}-{self.second.name}")

    @property
    def stored(self) -> figures.StoredFigures | None:
        """The stored count, if there is one."""
        return figures.stored(self.folder).get(self.question)

    @property
    def under(self) -> dict[str, object]:
        """All that the count depends on but the program."""
        digests = {"first": self.first.meaning, "second": self.second.meaning}
        return {**digests, "question": self.question, "deals": TRICKS, "seed": 0}

    def fault(self, kept: figures.StoredFigures | None, samples: bool = False) -> str:
        """Return what is wrong with a stored count; a part is counted again if another program has counted."""
        wrong = figures.fault(kept, self.under)
        is_doubtful = samples and not wrong and kept is not None and kept["program"] != cache.program()
        return figures.OTHER_COUNT if is_doubtful and kept is not None and kept["sample"] != self.part() else wrong

    def part(self) -> dict[str, Any]:
        """Count the first deals."""
        found: dict[str, Any] = json.loads(json.dumps(sample(self.first, self.second, self.question, PART).document))
        return found

    def store(self, workers: int, names: Iterable[str]) -> figures.StoredFigures:
        """Count, and replace the stored count; of the others those of these names stay."""
        found = sample(self.first, self.second, self.question, TRICKS, 0, workers).document
        command = f"circular compare {self.first.name} {self.second.name} --numbers --deals {TRICKS}"
        made = figures.made_now(command, 0, self.under, found, self.part())
        figures.store(self.folder, self.question, made, names)
        return made


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
    done = each(_count, given, workers) if workers > 1 and len(chunks) > 1 else ((one, _count(one)) for one in given)
    for _, part in done:
        tally.update(part)
    counted, players = (
        tuple(key for key in keys if all(_is_of(rules, question, key, base) for rules in (first, second)))
        for base in (NUMBER.base, PLAYER.base)
    )
    return Sample(question, deals, seed, keys, (first.name, second.name), tally, counted, players)


def _is_of(rules: model.Rules, question: str, key: str, base: str) -> bool:
    return any(told.key == key and told.kind.base == base for told in rules.questions[question].told)


def _player(value: str) -> str:
    return f"player {int(value) + 1}" if value.isdecimal() else value


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


# -------------------------------------------------------------------------------------------------- text


def sample_lines(document: SampleDocument) -> list[str]:
    """Return the lines that report a sample, key by key."""
    first, second = document["editions"]
    lines = [
        f"{document['deals']:,} random deals, answered by {first} and {second} (question “{document['question']}”, "
        f"seed {document['seed']}).",
        "The 95 % intervals are in brackets.",
    ]
    for key, told in document["keys"].items():
        lines += ["", f"{key}: they differ in {percent(told['differs'])} of the deals"]
        if told["only_first"]["count"] or told["only_second"]["count"]:
            lines.append(f"  both give one, and differ    {percent(told['to_another'])}")
            lines.append(f"  only {first} gives one    {percent(told['only_first'])}")
            lines.append(f"  only {second} gives one    {percent(told['only_second'])}")
        for name, answers in ((first, told["first"]), (second, told["second"])):
            mean = f", {answers['mean']:.3f} on average" if "mean" in answers else ""
            lines.append(f"  {name}{mean}:")
            lines += _value_lines(answers["values"])
    return lines


def _value_lines(values: list[Valued]) -> list[str]:
    shown = values[:MOST_VALUES]
    names = [one["value"] for one in shown]
    width = max((len(name) for name in names), default=0)
    lines = [f"    {name:<{width}}  {percent(one)}" for name, one in zip(names, shown, strict=True)]
    rest = len(values) - len(shown)
    return [*lines, f"    and {rest} other values"] if rest else lines
