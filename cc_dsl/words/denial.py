"""The negation of a condition of the rules, in words."""

from __future__ import annotations

import re

QUANTIFIERS = {"every ": "not every ", "some ": "no ", "no ": "some ", "there is a ": "there is no "}
QUANTIFIERS["there is an "] = QUANTIFIERS["there is a "]
VERBS = re.compile(r" (is|are|has|have|run|runs) ")
AMOUNTS = re.compile(r"\d|at least |at most |more |fewer |as many |the ")
DOES = {"has": "does not have", "have": "do not have", "run": "do not run", "runs": "does not run"}


def denied(condition: str) -> str:
    """Return the sentence that is true exactly when the condition is not.

    A condition whose parts are joined by “and” or “or”, or whose verb is not found, is denied as a whole.
    """
    whole = f"it is not true that {condition}"
    inner = re.fullmatch(r"not \((.*)\)", condition)
    if inner is not None and _is_balanced(inner[1]):
        return inner[1]
    bare = _without_brackets(condition)
    if " and " in bare or " or " in bare:
        return whole
    for words, other in QUANTIFIERS.items():
        if condition.startswith(words):
            return other + condition.removeprefix(words)
    verb = VERBS.search(bare)
    if verb is None:
        return whole
    before, after = condition[: verb.start()], condition[verb.end() :]
    return f"{before} {_predicate(verb[1], after)}" if not after.startswith("no ") else whole


def _predicate(verb: str, rest: str) -> str:
    """Return the denial of a predicate."""
    if verb in ("is", "are"):
        return f"{verb} {rest.removeprefix('not ')}" if rest.startswith("not ") else f"{verb} not {rest}"
    if verb in ("run", "runs") or AMOUNTS.match(rest):
        return f"{DOES[verb]} {rest}"
    return f"{verb} no {re.sub('^an? ', '', rest)}"


def _without_brackets(text: str) -> str:
    """Return the text with everything in brackets blanked out, so that places in it are the same."""
    depth, kept = 0, []
    for letter in text:
        depth += letter == "("
        kept.append("_" if depth else letter)
        depth -= letter == ")"
    return "".join(kept)


def _is_balanced(text: str) -> bool:
    """Return whether brackets that are opened are closed, and none before it was opened."""
    depth = 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return False
    return depth == 0
