"""Observations: the deeds that the rules name at one `observe`, with the numbers of the possible answers.

An answer is a number, counted through the deeds, their subjects and their objects; the last says that nothing more
happens.

    a ball passes a gate; a ball touches a flag         8 balls, 10 gates, 4 flags
    “ball 3 touches flag 2”                             answer 80 + 2 * 4 + 1 = 89; “nothing more happens” is 112
"""

from __future__ import annotations

from typing import NamedTuple

from cc_dsl.core.seating import count_of
from cc_dsl.rules import model, walk


class Observable(NamedTuple):
    """One deed that can be observed."""

    number: int
    form: model.DeedForm
    first: int
    """The number of its first answer."""
    subjects: int
    objects: int
    alone: tuple[model.Condition, ...]
    """The condition on the subject, whatever the object."""
    pairs: tuple[model.Condition, ...]
    """The condition on both."""

    @property
    def last(self) -> int:
        """The number behind its last answer."""
        return self.first + self.subjects * self.objects

    @property
    def is_of_pieces(self) -> bool:
        """Whether pieces do it."""
        return self.form.subject.base == "piece"


def observables(rules: model.Rules, seats: int, act: model.Observe) -> list[Observable]:
    """Return the deeds that can be observed with this number of players, and count their answers."""
    listed: list[Observable] = []
    for number, key in enumerate(act.deeds):
        form = rules.deeds[key]
        limits = [part for case in form.limits for part in conjuncts(case.condition)]
        alone = tuple(part for part in limits if not asks_object(part))
        pairs = tuple(part for part in limits if asks_object(part))
        first = listed[-1].last if listed else 0
        objects = 1 if form.object is None else count_of(rules, seats, form.object)
        subjects = count_of(rules, seats, form.subject)
        listed.append(Observable(number, form, first, subjects, objects, alone, pairs))
    return listed


def conjuncts(condition: model.Condition) -> list[model.Condition]:
    """Return the conditions that must all hold for one to hold, in their order."""
    if isinstance(condition, model.And):
        return [*conjuncts(condition.left), *conjuncts(condition.right)]
    return [condition]


def asks_object(part: model.Thing | model.Condition) -> bool:
    """Return whether a part of a limit asks to what a deed is done."""
    return any(isinstance(term, model.Slot) and term.number == model.OBJECT for term in walk.parts(part))
