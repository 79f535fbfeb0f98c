"""Which one-place variants of the rules the printed examples exclude, which only worked cases exclude, and the others.

`variants.json` in the folder of an edition stores the counts and every variant that nothing excludes, together with
digests of the rules and of each case.  `circular mutate EDITION --shelve` counts again.  If cases have only been added,
it tries just the variants that nothing excluded before; one that is proved now to change nothing is counted as such.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from cc_dsl import pipeline
from cc_dsl.checking.cases import PRINTED, Case, read_cases
from cc_dsl.checking.mutants import Mutant, sentence_of
from cc_dsl.checking.mutation import MutantVerdict, Net, Score, score
from cc_dsl.checking.proofs import proof
from cc_dsl.rules import meaning
from cc_dsl.source.files import Span
from cc_dsl.study import shelves
from cc_dsl.study.documents import VariantDocument, VariantsDocument
from cc_dsl.syntax import nodes
from cc_dsl.trees import walk

FILE = "variants.json"
NAME = "one place"
"""The key under which the counts are stored: the rules with one place changed."""
SEED = 0
WINDOW = 70
"""The number of characters of a long sentence that are shown before and after the change."""
DIGITS = 8
"""The digits of the digest of one case."""
UNREAD = frozenset({"title", "why", "because", "span"})
"""The fields of a case on which no result depends."""
Tell = Callable[[int, int], None]
StoredVariants = shelves.StoredStudy[VariantsDocument]


# --------------------------------------------------------------------------------------------- stored


def under(edition: pipeline.Edition) -> dict[str, object]:
    """Return everything but the program on which the counts depend."""
    cases = {case.id: _digest_of(case) for case in read_cases(edition)}
    return {"rules": edition.meaning_of_answers, "examples": _examples(edition), "seed": SEED, "cases": cases}


def _digest_of(case: Case) -> str:
    return meaning.hashed(_plain(case))[:DIGITS]


def _plain(part: object) -> object:
    """Return a part of a case as JSON, without what only a reader needs."""
    if isinstance(part, Span):
        return None
    if hasattr(part, "__dataclass_fields__"):
        return {name: _plain(getattr(part, name)) for name in part.__dataclass_fields__ if name not in UNREAD}
    if isinstance(part, Mapping):
        return {key: _plain(one) for key, one in part.items()}
    return [_plain(one) for one in part] if isinstance(part, tuple | list) else part


def _examples(edition: pipeline.Edition) -> str:
    """Return a digest of the examples in the rules file."""
    text = edition.source.text
    examples = [one for one in walk(edition.start) if isinstance(one, nodes.Example)]
    found = [" ".join(text[one.span.start : one.span.end].split()) for one in examples]
    return meaning.hashed(found)[:DIGITS]


def shelf(edition: pipeline.Edition) -> StoredVariants | None:
    """Return the stored counts of an edition, or None."""
    return shelves.read(os.path.join(edition.folder, FILE)).get(NAME)


def is_current(edition: pipeline.Edition, kept: StoredVariants) -> bool:
    """Return whether the stored counts belong to these rules and cases."""
    return kept[shelves.UNDER] == under(edition)


def shelve(edition: pipeline.Edition, tell: Tell | None = None) -> VariantsDocument:
    """Count the variants of an edition, as far as that is needed, and store the counts."""
    shelves.refuse_overlay(edition)
    net, kept, now = Net(edition), shelf(edition), under(edition)
    retried = None if kept is None else _retried(net, kept, now, tell)
    found = document(edition, score(net, net.mutants(SEED), tell)) if retried is None else retried
    shelves.put(os.path.join(edition.folder, FILE), NAME, {shelves.UNDER: now, "found": found})
    return found


# ------------------------------------------------------------------------------------------- document


def document(edition: pipeline.Edition, found: Score) -> VariantsDocument:
    """Return the counts, and the variants that nothing excludes, as JSON."""
    sound = found.sound
    return {
        "variants": len(sound),
        "printed": sum(one.printed for one in sound),
        "cases": sum(one.is_noticed and not one.printed for one in sound),
        "nothing": sum(one.survives for one in sound),
        "mutants": len(found.verdicts),
        "changing": len(found.changing),
        "noticed": found.noticed,
        "proved": dict(Counter(one.proof for one in found.verdicts if one.proof)),
        "surviving": [described(edition, one) for one in found.verdicts if one.survives],
    }


def described(edition: pipeline.Edition, verdict: MutantVerdict) -> VariantDocument:
    """Return a variant as JSON: its place, the words before and after, and the sentence around it."""
    mutant = verdict.mutant
    return {
        "clause": mutant.clause,
        "inside": dict(mutant.inside),
        "change": mutant.sort,
        "before": mutant.before,
        "after": mutant.after,
        "sentence": _sentence(edition, mutant),
        "path": path(mutant),
    }


def path(mutant: Mutant) -> str:
    """Return the identity of a mutant: its place, and the words before and after."""
    return " ".join((".".join(map(str, mutant.path)), mutant.sort, mutant.before, mutant.after))


def _sentence(edition: pipeline.Edition, mutant: Mutant) -> str:
    """Return the sentence in which a mutant stands, or the part of it around the changed place."""
    text, whole = edition.source.text, sentence_of(edition.start, mutant)
    start, end = max(whole.start, mutant.span.start - WINDOW), min(whole.end, mutant.span.end + WINDOW)
    if start > whole.start:
        start = text.find(" ", start) + 1
    if end < whole.end:
        end = text.rfind(" ", 0, end)
    said = " ".join(text[start:end].split())
    return ("… " if start > whole.start else "") + said + (" …" if end < whole.end else "")


# -------------------------------------------------------------------------------------- only new cases


def _retried(net: Net, kept: StoredVariants, now: Mapping[str, object], tell: Tell | None) -> VariantsDocument | None:
    """Return the counts if cases have only been added since they were stored; None if all has to be counted."""
    before, found = kept[shelves.UNDER], kept["found"]
    added = _added(before, now, net.spliced.cases)
    mutants = _matching(net, found["surviving"])
    if added is None or mutants is None:
        return None
    surviving: list[VariantDocument] = []
    proved = Counter[str](found["proved"])
    for number, (mutant, one) in enumerate(zip(mutants, found["surviving"], strict=True)):
        known = proof(net.start, mutant, net.rules.seats)
        proved.update([known] if known else [])
        if not known and not net.is_noticed(mutant, added):
            surviving.append(one)
        if tell is not None:
            tell(number + 1, len(mutants))
    changing_nothing = proved.total() - sum(found["proved"].values())
    caught = len(mutants) - len(surviving) - changing_nothing
    return {
        **found,
        "variants": found["variants"] - changing_nothing,
        "changing": found["changing"] - changing_nothing,
        "cases": found["cases"] + caught,
        "noticed": found["noticed"] + caught,
        "nothing": len(surviving),
        "proved": dict(proved),
        "surviving": surviving,
    }


def _added(before: Mapping[str, object], now: Mapping[str, object], cases: Iterable[Case]) -> frozenset[str] | None:
    """Return the ids of the cases that were added; None if anything else has changed."""
    is_same = all(before[key] == now[key] for key in now if key != "cases")
    old, new = before["cases"], now["cases"]
    if not is_same or not isinstance(old, dict) or not isinstance(new, dict) or not old.items() <= new.items():
        return None
    added = [case for case in cases if case.id not in old]
    return None if any(case.source == PRINTED for case in added) else frozenset(case.id for case in added)


def _matching(net: Net, surviving: Iterable[VariantDocument]) -> list[Mutant] | None:
    """Return the mutants that were stored; None if some are no longer made."""
    listed = net.mutants(SEED)
    mutants = {path(one): one for one in listed}
    found = [mutants.get(one["path"]) for one in surviving]
    is_exact = len(mutants) == len(listed) and None not in found
    return [one for one in found if one is not None] if is_exact else None
