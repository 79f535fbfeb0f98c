"""The classes of errors that a user can correct: each error has a code, a sentence, a place and a remedy.

A UserError is a sentence for the person who gave the input, under the code of a problem. Errors with more data than a
sentence have classes of their own: RulesError has the problems of a file, RulesFault the sentence at which play
stopped, RecordFault a line of a record.
"""

from __future__ import annotations

from types import UnionType


class CircularError(Exception):
    """The base class of every error that a user can correct; bugs raise other exceptions."""

    code = ""
    """A slug, such as `bad-case`, that `circular problem` explains."""
    sentence = ""
    """The problem and its remedy."""
    place = ""
    """The place of the error: a file with line and column, a line of a record, or clauses; empty if it has no place."""
    remedy = ""
    """The remedy, the likeliest first; empty if the sentence already says what to do."""


class UserError(CircularError, ValueError):
    """The error for unusable input, which ends a command with status 2."""

    def __init__(self, code: str, sentence: str, remedy: str = "", place: str = "") -> None:
        """Set the problem and its remedy, under a code that `circular problem` explains, and the place in the input."""
        self.code = code
        self.remedy = remedy
        self.place = place
        self.sentence = f"{sentence} {remedy}".rstrip()
        super().__init__(self.sentence)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle with all fields, to be sent to another process."""
        return type(self).__new__, (type(self), self.sentence), self.__dict__


def require(value: object, types: type | UnionType, what: str, remedy: str, place: str) -> None:
    """Raise a UserError unless an argument from Python has one of these types."""
    if not isinstance(value, types):
        raise UserError("command-line", f"{value!r} is not {what}.", remedy, place)


def how_to_install(extra: str) -> str:
    """Return the command that installs an extra from the project's own folder, since no registry has the project."""
    return f"In the folder of the project, install the extra “{extra}”:   pip install '.[{extra}]'"


def not_installed(package: str, extra: str) -> UserError:
    """Return the error for a missing package, which names the extra that installs it."""
    return UserError("not-installed", f"{package} is not installed.", how_to_install(extra))
