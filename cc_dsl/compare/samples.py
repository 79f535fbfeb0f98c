"""Count the answers of two editions for many random deals, and their differences, with intervals.

Deal number n depends only on the seed and n, so the counts do not depend on the number of workers. Every key of both
editions is counted by its kind: players, words and numbers by their values; groups by their sorts, or as none if no
player has a group.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection
from typing import Any, TypedDict

from cc_dsl import figures, resources
from cc_dsl.compare.deals import Answerer, InputPieces, shared_layout
from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER, PLAYER
from cc_dsl.table.chance import Chance
from cc_dsl.table.intervals import ShareDocument, percent, wilson
from cc_dsl.workers import map_unordered

DEALS = 100_000
PART = 2_000
"""The number of deals that are counted again by the check."""
CHUNK = 5_000
"""The number of deals that are counted in one batch."""
NONE = "none"
"""The value under which a missing answer, or one that names nobody, is counted."""
MOST_VALUES = 12
"""The most values of one key that are listed; the rest are counted together."""

Tally = Counter[tuple[str, ...]]


class KeyShares(TypedDict):
    """The share of the deals in which two editions answer differently under a key, and the answers of each edition."""

    differs: ShareDocument
    to_another: ShareDocument
    only_first: ShareDocument
    only_second: ShareDocument
    first: dict[str, Any]
    """The `values` of the first edition with their shares, the most frequent first; for numbers also the `mean`."""
    second: dict[str, Any]


class SampleDocument(TypedDict):
    """The answers of two editions to random deals."""

    question: str
    deals: int
    seed: int
    editions: list[str]
    keys: dict[str, KeyShares]


def sample_document(
    first: model.Rules, second: model.Rules, question: str, deals: int, seed: int, workers: int = 1
) -> SampleDocument:
    """Return the answers of two editions for random deals: the stored ones, or new counts."""
    count = count_of(first, second, question)
    stored = count.stored_figures if (deals, seed) == (DEALS, 0) and not count.fault() else None
    return sample(first, second, question, deals, seed, workers) if stored is None else stored["found"]


def count_of(
    first: model.Rules, second: model.Rules, question: str, questions: Collection[str] = (), workers: int = 1
) -> figures.Count:
    """Return the count that a comparison of the corpus stores for one of the questions of both editions."""
    name = f"{first.name}-{second.name}"
    under = {"first": first.meaning, "second": second.meaning, "question": question, "deals": DEALS, "seed": 0}
    return figures.Count(
        of=name,
        folder=os.path.join(resources.corpus_root(), "comparisons", name),
        name=question,
        games=DEALS,
        command=f"circular compare {first.name} {second.name} --numbers --deals {DEALS}",
        seed=0,
        under=under,
        compute=lambda _: sample(first, second, question, DEALS, 0, workers),
        part=lambda: sample(first, second, question, PART),
        declared=questions,
    )


# --------------------------------------------------------------------------------------------- counts


def sample(
    first: model.Rules, second: model.Rules, question: str, deals: int = DEALS, seed: int = 0, workers: int = 1
) -> SampleDocument:
    """Answer random deals under both editions and count the answers."""
    layout, keys = shared_layout(first, second, question), shared_keys(first, second, question)
    chunks = range(0, deals, CHUNK)
    tasks = ((first, second, layout, keys, seed, start, min(CHUNK, deals - start)) for start in chunks)
    tally: Tally = Counter()
    if workers > 1 and len(chunks) > 1:
        parts = (part for _, part in map_unordered(_tally_batch, tasks, workers))
    else:
        parts = (_tally_batch(task) for task in tasks)
    for part in parts:
        tally.update(part)
    shares = {}
    for key in keys:
        outputs = (output for rules in (first, second) for output in rules.questions[question].outputs)
        bases = {output.kind.base for output in outputs if output.key == key}
        shares[key] = KeyShares(
            differs=wilson(tally["differs", key], deals).document,
            to_another=wilson(tally["to_another", key], deals).document,
            only_first=wilson(tally["only_first", key], deals).document,
            only_second=wilson(tally["only_second", key], deals).document,
            first=_shares_of(tally, ("value", "0", key), bases, deals),
            second=_shares_of(tally, ("value", "1", key), bases, deals),
        )
    return {"question": question, "deals": deals, "seed": seed, "editions": [first.name, second.name], "keys": shares}


def _shares_of(tally: Tally, prefix: tuple[str, ...], bases: set[str], deals: int) -> dict[str, Any]:
    """Return the frequencies of an edition's answers under a key; players are counted from 1 in words.

    `prefix` begins the names under which these answers are counted, and `bases` are the kinds of the key's values.
    """
    values = {name[3]: times for name, times in tally.items() if name[:3] == prefix}
    if bases == {PLAYER.base}:
        values = {f"player {int(text) + 1}" if text.isdecimal() else text: times for text, times in values.items()}
    by_share = sorted(values, key=lambda value: (-values[value], value))
    shares = [{"value": value, **wilson(values[value], deals).document} for value in by_share]
    document: dict[str, Any] = {"values": shares}
    numbers = {int(value): times for value, times in values.items() if value != NONE} if bases == {NUMBER.base} else {}
    if numbers:
        document["mean"] = round(sum(value * times for value, times in numbers.items()) / sum(numbers.values()), 6)
    return document


def shared_keys(first: model.Rules, second: model.Rules, question: str) -> tuple[str, ...]:
    """Return the keys that both editions answer for a question, in the order of the first."""
    keys = [[output.key for output in rules.questions[question].outputs] for rules in (first, second)]
    return tuple(key for key in keys[0] if key in keys[1])


def _tally_batch(task: tuple[model.Rules, model.Rules, InputPieces, tuple[str, ...], int, int, int]) -> Tally:
    """Count a batch of deals: for each key, how often it differs and in which way, and how often each value occurs.

    Each different value of the players counts once, and none only if no player has a value. A task is the two sets of
    rules, the pieces and the keys of the question, the seed, the number of the first deal, and the number of deals.
    """
    first, second, layout, keys, seed, start, count = task
    answerers = (Answerer(first, layout, keys), Answerer(second, layout, keys))
    chance = Chance(seed)
    # The same pairs of answers occur again and again, so count pairs and evaluate each once.
    pairs: Counter[tuple[tuple[object, ...], ...]] = Counter()
    for number in range(start, start + count):
        deal = layout.random_deal(chance.branch(number))
        pairs[tuple(tuple(_plain_value(value) for value in answerer(deal) or ()) for answerer in answerers)] += 1
    tally: Tally = Counter()
    for answers, times in pairs.items():
        for edition, values in enumerate(answers):
            for key, value in zip(keys, values, strict=False):
                each_value = value if isinstance(value, tuple) else (value,)
                for text in {str(item) for item in each_value if item is not None} or {NONE}:
                    tally["value", str(edition), key, text] += times
        for key, here, there in zip(keys, *answers, strict=False):
            if here != there:
                change = "only_first" if there is None else "only_second" if here is None else "to_another"
                tally["differs", key] += times
                tally[change, key] += times
    return tally


def _plain_value(value: object) -> object:
    """Return what is counted of a result: of a group its sort, of a value with details the value, of a list each.

    Groups and values with details are tables, with the sort under `kind` or the value under `value`.
    """
    if isinstance(value, dict):
        return value.get("kind", value.get("value"))
    return tuple(_plain_value(item) for item in value) if isinstance(value, list) else value


# -------------------------------------------------------------------------------------------------- text


def sample_lines(document: SampleDocument) -> list[str]:
    """Return the lines that report a sample, key by key."""
    first, second = document["editions"]
    lines = [
        f"{document['deals']:,} random deals, answered by {first} and {second} (question “{document['question']}”, "
        f"seed {document['seed']}).",
        "The 95 % intervals are in brackets.",
    ]
    for key, shares in document["keys"].items():
        lines += ["", f"{key}: they differ in {percent(shares['differs'])} of the deals"]
        if shares["only_first"]["count"] or shares["only_second"]["count"]:
            lines.append(f"  both give one, and differ    {percent(shares['to_another'])}")
            lines.append(f"  only {first} gives one    {percent(shares['only_first'])}")
            lines.append(f"  only {second} gives one    {percent(shares['only_second'])}")
        for name, answers in ((first, shares["first"]), (second, shares["second"])):
            mean = f", {answers['mean']:.3f} on average" if "mean" in answers else ""
            shown_values, rest = answers["values"][:MOST_VALUES], len(answers["values"]) - MOST_VALUES
            width = max((len(share["value"]) for share in shown_values), default=0)
            lines.append(f"  {name}{mean}:")
            lines += [f"    {share['value']:<{width}}  {percent(share)}" for share in shown_values]
            lines += [f"    and {rest} other values"] if rest > 0 else []
    return lines
