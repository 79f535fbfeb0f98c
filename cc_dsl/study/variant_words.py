"""A one-place variant of the rules as an English sentence, for the terminal and for a page of the edition."""

from __future__ import annotations

from cc_dsl.study.documents import VariantDocument

LEFT_OUT = {
    "where turns begin, left out": "the place where turns begin, “{before}”, is left out",
    "what is done otherwise, left out": "what is done otherwise is left out",
    "an order left out": "the word “{before}” is left out",
    "a value left out": "the value “{before}” is left out",
    "a case left out": "the case “{before}” is left out",
    "a condition left out": "the condition “{before}” is left out",
}
"""The phrases for changes that leave out a part of a sentence, by the sort of the change."""
SENTENCES = ("a sentence left out", "an exception left out", "a key of a ranking left out")
"""The sorts of changes that leave out a whole sentence."""


def said(variant: VariantDocument) -> str:
    """Return a sentence that describes a variant: the words of the rules before and after the change."""
    change, before, after = variant["change"], variant["before"], variant["after"]
    if change in SENTENCES:
        return f"“{before}” is left out."
    what = _what(change, before, after)
    sentence = variant["sentence"]
    # A change of a whole sentence quotes it already.
    return f"{what[:1].upper()}{what[1:]}." if sentence in (before, "") else f"In “{sentence}”, {what}."


def _what(change: str, before: str, after: str) -> str:
    if change in LEFT_OUT and not after:
        return LEFT_OUT[change].format(before=before)
    if change == "the bodies of two alternatives exchanged":
        return f"the two answers {_pair(before, '; ')} change places"
    if change == "two rows of a table exchanged":
        return f"the rows {_pair(before, '; ')} change places"
    if change.endswith("exchanged"):
        return f"{_pair(before, '; ' if '; ' in before else ', ')} change places"
    if change == "half a condition":
        return f"only “{after}” is left of the condition “{before}”"
    if change == "a denial left out":
        return f"the denial “{before}” becomes “{after}”"
    return f"“{before}” becomes “{after}”" if after else f"“{before}” is left out"


def _pair(both: str, link: str) -> str:
    first, _, second = both.partition(link)
    return f"“{first}” and “{second}”"
