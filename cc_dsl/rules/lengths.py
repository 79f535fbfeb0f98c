"""Refuse rules that would run too long: too many acts without a question, or too many in all.

A loop is counted at its bound.  A loop in which somebody may be asked does not multiply the acts without a question,
since the question stops it; it does multiply the acts of a whole game.  Where nobody has anything to choose, nothing
stops it before its bound; of long loops the engines therefore count the rounds since the last question.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER, Kind

if TYPE_CHECKING:
    from cc_dsl.rules.resolving import Resolver

MOST_IN_A_ROW = 100_000
"""The most acts between two questions; the editions reach some hundreds."""
MOST_IN_ALL = 100_000_000_000
"""The most acts in a game."""
MOST_UNASKED = 1_000
"""The most rounds in a row of loops in which somebody may be asked, and nobody is; shorter loops are not counted."""


class Length(NamedTuple):
    """The most operations of some acts, without a question and in all, and whether they may ask anybody."""

    in_a_row: int = 0
    in_all: int = 0
    asks: bool = False

    def then(self, other: Length) -> Length:
        """Return the length of these acts and of others behind them."""
        return Length(self.in_a_row + other.in_a_row, self.in_all + other.in_all, self.asks or other.asks)

    def rounds(self, number: int) -> Length:
        """Return the length of this many rounds of these acts."""
        return Length(self.in_a_row * (1 if self.asks else number), self.in_all * number, self.asks)


class Reckoner:
    """Reckons how long bodies are."""

    def __init__(self, rules: model.Rules) -> None:
        """Reckon with these rules."""
        self.rules = rules
        self._known: dict[tuple[str, str], Length] = {}

    def procedure(self, name: str) -> Length:
        """Return the length of a procedure."""
        return self._body("procedure", self.rules.procedures.get(name))

    def happening(self, verb: str) -> Length:
        """Return the length of what happens when somebody does something."""
        return self._body("happening", self.rules.happenings.get(verb))

    def _body(self, what: str, body: model.Body | None) -> Length:
        if body is None:
            return Length()
        key = what, body.name
        if key not in self._known:
            self._known[key] = Length()  # what comes back to itself is refused elsewhere
            rules = (*body.before, *body.rules, *body.overrides, *body.after)
            self._known[key] = self._all(act for rule in rules for act in rule.acts)
        return self._known[key]

    def _all(self, acts: Iterable[object]) -> Length:
        length = Length()
        for act in acts:
            length = length.then(self._act(act))
        return length

    def _act(self, act: object) -> Length:
        one = Length(1, 1)
        match act:
            case model.Repeat():
                return self._all(act.acts).then(one).rounds(act.times)
            case model.Until():
                return self._all(act.acts).then(one).rounds(act.most)
            case model.ForEach():
                return self._all(act.acts).then(one).rounds(self._number(act.kind))
            case model.If():
                return one.then(self._all((*act.acts, *act.otherwise)))
            case model.ChooseOption():
                return Length(1, 1, True).then(self._all(inner for option in act.options for inner in option.acts))
            case model.Choose():
                return Length(1, 1, act.chooser is not None)
            case model.Observe():
                return Length(1, 1, True).rounds(act.most)
            case model.Perform():
                return one.then(self.procedure(act.name))
            case model.Call():
                return one.then(self.happening(act.verb))
            case _:
                return one

    def _number(self, kind: Kind) -> int:
        if kind == PLAYER:
            return self.rules.seats[1]
        if kind.base == "piece":
            return len(self.rules.pieces.names)
        return len(self.rules.values[kind.name].values) if kind.name in self.rules.values else 1


def refuse_long(resolver: Resolver, rules: model.Rules) -> None:
    """Report the procedure or happening that does too much; of several the shortest, which the others call."""
    reckoner = Reckoner(rules)
    lengths = [(reckoner.procedure(name), name) for name in rules.procedures]
    lengths += [(reckoner.happening(verb), verb) for verb in rules.happenings]
    for length, name in sorted(lengths):
        if length.in_a_row > MOST_IN_A_ROW:
            sentence = f"Here {length.in_a_row:,} things may be done before anybody is asked; I do at most "
            limit = MOST_IN_A_ROW
        elif length.in_all > MOST_IN_ALL:
            sentence, limit = f"Here {length.in_all:,} things may be done; a game has at most ", MOST_IN_ALL
        else:
            continue
        item = resolver.statements_by_target[name][0]
        remedy = "Give each loop in it the least bound that the game needs:   until …, at most … times: …."
        resolver.report(item, "endless", f"{sentence}{limit:,}.", item.statement.span, remedy)
        return
