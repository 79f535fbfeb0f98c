"""The error of rules in play, raised by whichever engine runs them."""

from __future__ import annotations

from cc_dsl.errors import CircularError

MOST_UNASKED = 1_000
"""The most rounds of a long loop with questions in which nobody is asked; shorter loops are not counted."""


class RulesFault(CircularError):
    """A fault of the rules in play: a number leaves its bounds, nobody can choose, …."""

    def __init__(self, code: str, sentence: str, where: str = "") -> None:
        """Set the message and the sentence of the rules where the fault occurred."""
        self.code = code
        self.sentence = sentence
        self.where = where
        self.place = f"“{where}”" if where else ""
        super().__init__(f"{sentence} ({where})" if where else sentence)

    def __reduce__(self) -> tuple[type, tuple[str, str, str]]:
        """Pickle with all fields, to be sent to another process."""
        return type(self), (self.code, self.sentence, self.where)
