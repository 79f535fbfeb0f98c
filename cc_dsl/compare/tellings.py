"""The counts of two editions in plain lines.

Every share is given with its 95 % interval, in percent.
"""

from __future__ import annotations

from cc_dsl.compare.documents import SampleDocument
from cc_dsl.table.intervals import Valued, percent

MOST_VALUES = 12
"""At most this many values of one key are listed; the rest is counted together."""


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
