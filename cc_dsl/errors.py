"""The one class for what a user can put right: a sentence for whoever gave it, under the code of a problem.

Errors that carry more than a sentence are classes of their own: RulesError has the problems of a rules file,
SourceFault that of any file, RulesFault the sentence at which play stopped, RecordFault a line of a record.
"""

from __future__ import annotations

from typing import Any


class UserError(ValueError):
    """Something given cannot be used; ends a command with status 2."""

    def __init__(self, code: str, sentence: str) -> None:
        """Say what is wrong and what to do, under a code that `circular problem` explains."""
        self.code = code
        self.sentence = sentence
        super().__init__(sentence)

    def __reduce__(self) -> tuple[Any, ...]:
        """Stay whole when sent to another process."""
        return _again, (type(self), self.code, self.sentence)


def _again(kind: type[UserError], code: str, sentence: str) -> UserError:
    found = kind.__new__(kind)
    UserError.__init__(found, code, sentence)
    return found


def not_installed(what: str, extra: str) -> UserError:
    """Return the error for a package that is missing, which names the extra that brings it."""
    return UserError("not-installed", f"{what} is not installed; get it with: pip install 'court-circular[{extra}]'")
