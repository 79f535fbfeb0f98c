"""Secrets in reasons: where one is read, where a result is stored in one, and what one is when it is disclosed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cc_dsl.core.program import Store
from cc_dsl.core.secrets import number_of, secrets_of
from cc_dsl.interpreter.looking import bits_of
from cc_dsl.interpreter.reasons import Recorded, Topic
from cc_dsl.interpreter.state import Frame, Kept, State

if TYPE_CHECKING:
    from cc_dsl.interpreter.terms import Builder, Value
    from cc_dsl.interpreter.tracing import Reasoning


def knowing(build: Builder, value: Value, cell: Callable[[State, Frame], int | None]) -> Value:
    """Return a closure that reads a secret, and records which."""
    first = number_of(build.rules, 0)

    def knowing(state: State, frame: Frame) -> object:
        number = cell(state, frame)
        if number is not None:
            state.looked |= 1 << first + number
        return value(state, frame)

    return knowing


def stored(build: Builder, act: object) -> Callable[[State, Frame, Any], int]:
    """Return what tells the secrets in which an act, or the next after it, stores its result: a bit for each."""
    if isinstance(act, Store) and act.base in build.secret_bases:
        first = number_of(build.rules, act.base)
        if act.what == "role":
            return lambda state, frame, value: 1 << first
        return lambda state, frame, value: bits_of(first + (owner or 0) for owner, _ in value)
    keep = build.keeping(act)
    if keep is None:
        return lambda state, frame, value: 0

    def secret(state: State, frame: Frame, value: int | None) -> int:
        kept = 0 if value is None else keep(state, frame, value)
        return 1 << kept.secret if isinstance(kept, Kept) else 0

    return secret


def disclosed(build: Reasoning, number: int, state: State) -> Recorded:
    """Return what a secret is, as the decision of the sentences that disclose it."""
    cell = number - number_of(build.rules, 0)
    secret = next(one for one in secrets_of(build.rules, build.seats) if cell in one.cells)
    origins = [one.origin for one in build.rules.disclosures if one.base == secret.base]
    trail = [build.notes.number(origins, decides=True)]
    topic = Topic(secret.form, secret.name, secret.kind)
    if secret.form == "role":
        return Recorded(topic, None, state.cells[cell], trail, 0)
    return Recorded(topic, None, [(cell - secret.base if secret.is_owned else None, state.cells[cell])], trail, 0)
