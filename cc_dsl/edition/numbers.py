"""Typeset the counts of two editions: their answers to the same random deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from cc_dsl.edition.played import plotted
from cc_dsl.edition.tags import Child, paragraph, span, table
from cc_dsl.study import plots
from cc_dsl.weave.deals import valued

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cc_dsl.compare.documents import KeyShares
    from cc_dsl.edition.comparison import ComparisonPage
    from cc_dsl.rules.model import Rules
    from cc_dsl.table.intervals import ShareDocument

NONE = "none"
"""The sign for a missing answer, or one that names nobody."""


def share(found: ShareDocument) -> str:
    """Return a share in hundredths with its interval."""
    return f"{_percent(found['share'])} % ({_percent(found['low'])} to {_percent(found['high'])})"


def _percent(part: float) -> str:
    return f"{100 * part:.2f}"


def numbers(pair: ComparisonPage, question: str, keys: list[str]) -> list[Child]:
    """Typeset how both editions answer a question on the same deals, under some of its keys, or all."""
    counted = pair.numbers(question)
    found: list[Child] = []
    for key in keys or list(counted["keys"]):
        found += _key(pair, question, key, counted["keys"][key])
    return found


def _key(pair: ComparisonPage, question: str, key: str, counted: KeyShares) -> list[Child]:
    first, second = (page.display_name for page in pair.pages)
    rules = pair.domain.shelf.load(pair.pages[0].name).rules
    answers = counted["first"], counted["second"]
    sides = [{one["value"]: one for one in side["values"]} for side in answers]
    values = list(dict.fromkeys([*sides[0], *sides[1]]))
    numeric = [value for value in values if value != NONE]
    if numeric and all(value.lstrip("-").isdecimal() for value in numeric):
        values = [*sorted(numeric, key=int), *(value for value in values if value == NONE)]
    rows = [[_value(rules, question, key, value), *(_cell(side.get(value)) for side in sides)] for value in values]
    means = [side["mean"] for side in answers if "mean" in side]
    if numeric and len(means) == len(answers):
        rows.append(["mean", *(f"{mean:.3f}" for mean in means)])
    differs: list[Child] = [
        span("label", f"On the same deal “{key}” differs: "),
        share(counted["differs"]),
        f"; both name something, and not the same: {share(counted['to_another'])}",
        f"; only {first} names anything: {share(counted['only_first'])}",
        f"; only {second}: {share(counted['only_second'])}.",
    ]
    drawn = _drawn(pair, question, key, values, sides)
    return [paragraph("counted", *differs), *drawn, table([key, first, second], rows, "counted")]


def _drawn(
    pair: ComparisonPage, question: str, key: str, values: Sequence[str], sides: Sequence[Mapping[str, ShareDocument]]
) -> list[Child]:
    """Draw how often each value occurs in both editions; the table has the same figures."""
    rules = pair.domain.shelf.load(pair.pages[0].name).rules
    works = [pair.domain.shelf.work(page.name) for page in pair.pages]
    shown = [
        plots.Bar(f"{_value(rules, question, key, value)}, {work.year or work.work}", *_interval(side.get(value)))
        for value in values
        for work, side in zip(works, sides, strict=True)
    ]
    title = f"“{key}” in {works[0].full_title}, and in {works[1].full_title}"
    said = "Shares of the same random deals, with their 95 % intervals. The table has the same figures."
    return [plotted(plots.bars(title, said, shown))]


def _interval(found: ShareDocument | None) -> tuple[float, float, float]:
    return (found["share"], found["low"], found["high"]) if found is not None else (0.0, 0.0, 0.0)


def _cell(found: ShareDocument | None) -> str:
    return share(found) if found is not None else "–"


def _value(rules: Rules, question: str, key: str, value: str) -> str:
    return valued(rules, question, key, None) if value == NONE else value


def counting(pair: ComparisonPage, question: str) -> list[object]:
    """Return how the numbers were counted, and by which command they can be counted again."""
    counted = pair.numbers(question)
    first, second = (page.name for page in pair.pages)
    sentence = (
        f"Counted over {counted['deals']:,} random deals from the seed {counted['seed']}, the same for both, each "
        "side under its default readings. The 95 % Wilson interval stands in brackets."
    )
    command = nodes.literal("", f"circular compare {first} {second} --numbers")
    return [paragraph("", sentence), paragraph("command", "To count them again: ", command)]
