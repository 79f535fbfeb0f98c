"""The faults that stop play: the code, the message and the sentence of each error that rules can cause while they run.

Both engines take them from here, so that a game stops with the same message in each.

    each player has a score, a number from 0 to 5.
    his score grows by 1.               at 5: RulesFault("out-of-bounds", …, "his score grows by 1.")
"""

from __future__ import annotations

from collections.abc import Callable

from cc_dsl.errors import CircularError
from cc_dsl.rules import model
from cc_dsl.rules.kinds import plural

MOST_UNASKED = 1_000
"""The most rounds of a long loop with questions in which nobody is asked; shorter loops are not counted."""


class RulesFault(CircularError):
    """A fault of the rules in play: a number leaves its bounds, nobody can choose, …."""

    def __init__(self, code: str, sentence: str, where: str = "") -> None:
        """Set the message and the sentence of the rules where the fault occurred."""
        self.code, self.sentence, self.where = self.key = code, sentence, where
        self.place = f"“{where}”" if where else ""
        super().__init__(f"{sentence} ({where})" if where else sentence)

    def __reduce__(self) -> tuple[type, tuple[str, str, str]]:
        """Pickle with all fields, to be sent to another process."""
        return type(self), self.key


def fault_of_nobody(rules: model.Rules, origin: model.Origin, term: object, what: str) -> RulesFault:
    """Return the fault that a player, or another owner, is needed, and there is none; name it if it has a name."""
    if isinstance(term, model.Load | model.Apply):
        what = term.name if isinstance(term, model.Apply) else rules.stored_at(term.base).name
    return RulesFault("nobody", f"There is no {what}.", origin.sentence)


def impossible(origin: model.Origin, limit: model.Case) -> RulesFault:
    """Return the fault that an act breaks a sentence with “only if”."""
    return RulesFault("impossible", f"The rules do not allow this: {limit.origin.sentence}", origin.sentence)


def _fault(code: str, message: str) -> Callable[[model.Origin], RulesFault]:
    """Return the function that makes a fault whose message is constant."""
    return lambda origin: RulesFault(code, message, origin.sentence)


place_full = _fault("place-full", "More pieces go to a place than it can hold.")
no_divisor = _fault("no-divisor", "A number is divided by a number below 1.")
no_chance = _fault("no-chance", "A weight by which chance chooses is below 0.")
belief_broken = _fault("belief-broken", "A sentence with “surely” is false here.")
loop_without_question = _fault("unasked", f"Nobody has had anything to choose for {MOST_UNASKED:,} rounds.")
"""The fault that long loops have made too many rounds without the question that they contain."""


def too_few(origin: model.Origin, piece_name: str, needed_count: int | None, there: int | None = None) -> RulesFault:
    """Return the fault that a place has fewer pieces than are taken from it."""
    if needed_count is None:
        return RulesFault("too-few", "Fewer are available than are needed.", origin.sentence)
    pieces = f"{needed_count} {piece_name if needed_count == 1 else plural(piece_name)}"
    message = f"Fewer than {pieces} are available."
    if there is not None:
        needed, available = ("is" if count == 1 else "are" for count in (needed_count, there))
        message = f"{pieces} {needed} needed, but only {there} {available} available."
    return RulesFault("too-few", message, origin.sentence)


def out_of_bounds(store: model.Store, what: str) -> RulesFault:
    """Return the fault that a number would leave its bounds."""
    least, most = store.bounds or (0, 0)
    message = f"“{store.name}” {what}; its bounds are {least} and {most}."
    return RulesFault("out-of-bounds", message, store.origin.sentence)
