"""The door of the engine: a message as text comes in, its answer as text goes out; whatever goes wrong is a sentence.

A message is a JSON object whose `do` names what is asked. It can name editions of the corpus, and carry rules that
change one of them; it can name no file, no module and no expression. A computation that does not end is stopped from
outside, by ending the worker.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from cc_dsl.compare.deals import NotComparable
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.errors import UserError
from cc_dsl.live import ahead, judging, shipped
from cc_dsl.live.asked import LONGEST_RECORD, Message, NotUnderstood, text_in
from cc_dsl.live.editions import edition_in
from cc_dsl.rules.faults import RulesFault
from cc_dsl.table.record import RecordFault

if TYPE_CHECKING:
    from cc_dsl.live.sitting import Sitting
    from cc_dsl.live.studying import Studies

LONGEST_MESSAGE = LONGEST_RECORD + 100_000
"""The most characters of a message."""
MOST_GAMES = 8
"""The number of games, one for each table of a page, that are held at once; the one used longest ago goes first."""
HALF_A_LETTER = re.compile("[\ud800-\udfff]")
BUG = "This is a bug in Court Circular, not a mistake of yours. Please report it with what you did."


class Door:
    """Answers messages; it holds a game for each table of a page, named by its session."""

    def __init__(self) -> None:
        """Register the requests that can be made."""
        self._sittings: dict[str, Sitting] = {}
        self._studies: Studies | None = None
        self._ahead: Iterator[None] | None = None
        self._ways: dict[str, Callable[[Message], object]] = {
            "describe": judging.described,
            "judge": self._judge,
            "deal": judging.dealt,
            "differ": _differing,
            "draft": _drafted,
            "check": _checked,
            "study": self._study,
            "begin": self._begin,
            "resume": self._resume,
            "position": lambda message: self._game(message).position(),
            "play": lambda message: self._game(message).play(text_in(message, "words")),
            "whynot": lambda message: self._game(message).whynot(text_in(message, "words")),
            "why": lambda message: self._game(message).why(text_in(message, "words", default="")),
            "hint": lambda message: self._game(message).hint(),
            "undo": lambda message: self._game(message).undo(),
            "leave": self._leave,
        }

    def answer(self, text: str) -> str:
        """Return the answer to a message: `{"ok": …}`, or `{"error": {"kind": …, "sentence": …}}`."""
        try:
            return json.dumps({"ok": self._answered(text)}, ensure_ascii=False)
        except GameGone as fault:
            return _refused("gone", fault.sentence)
        except (NotUnderstood, NotComparable, UserError) as fault:
            return _refused("asked", fault.sentence)
        except RecordFault as fault:
            return _refused("record", str(fault))
        except RulesError as error:
            first = error.problems[0]
            return _refused("rules", " ".join([first.sentence, *first.remedies]))
        except RulesFault as fault:
            return _refused("rules", str(fault))
        except RecursionError:
            return _refused("asked", "This is nested too deeply to be read.")
        except Exception as error:  # nothing that a reader does may leave the page without an answer
            return _refused("bug", f"{BUG} ({type(error).__name__}: {str(error)[:200]})")

    def prepare(self) -> bool:
        """Load a part of what a change of readings will need; return whether more is left. Called while nobody asks."""
        # What is wrong with a changed rule is said where it is asked about.
        with suppress(RulesError, UserError):
            return self._ahead is not None and next(self._ahead, self) is not self
        return False

    def _answered(self, text: str) -> object:
        if len(text) > LONGEST_MESSAGE:
            raise NotUnderstood(f"The message has {len(text):,} characters; at most {LONGEST_MESSAGE:,} are read.")
        try:
            message = json.loads(text)
        except ValueError:
            raise NotUnderstood("The message is not JSON.") from None
        if not isinstance(message, dict):
            raise NotUnderstood("A message is a table, in braces.")
        if HALF_A_LETTER.search(json.dumps(message, ensure_ascii=False) if "\\u" in text else text):
            raise NotUnderstood("The message holds half of a letter that is written in two parts.")
        way = self._ways.get(text_in(message, "do"))
        if way is None:
            raise NotUnderstood(f"Nothing is called “{message['do']}” here; {', '.join(self._ways)} are.")
        return way(message)

    def _judge(self, message: Message) -> object:
        found = judging.judged(message)
        if self._ahead is None:
            self._ahead = ahead.parts(edition_in(message))
        return found

    def _study(self, message: Message) -> object:
        from cc_dsl.live.studying import Studies

        if self._studies is None:
            self._studies = Studies()
        return self._studies.play(message)

    def _begin(self, message: Message) -> object:
        from cc_dsl.live.sitting import begun

        return self._sit(message, begun(message))

    def _resume(self, message: Message) -> object:
        from cc_dsl.live.sitting import resumed

        return self._sit(message, resumed(message))

    def _sit(self, message: Message, found: Sitting) -> object:
        self._sittings.pop(_session(message), None)
        self._sittings[_session(message)] = found
        while len(self._sittings) > MOST_GAMES:
            del self._sittings[next(iter(self._sittings))]
        return found.position()

    def _game(self, message: Message) -> Sitting:
        found = self._sittings.pop(_session(message), None)
        if found is None:
            raise GameGone("No game has begun here, or it has made room for others.")
        self._sittings[_session(message)] = found  # now the one used last
        return found

    def _leave(self, message: Message) -> object:
        return {"left": self._sittings.pop(_session(message), None) is not None}


class GameGone(NotUnderstood):
    """The game of a session is not held any more; a page gives its record again."""


def _session(message: Message) -> str:
    """Return the name of the table that a message comes from."""
    return text_in(message, "session", default="")


def _differing(message: Message) -> object:
    from cc_dsl.live.differing import differing

    return differing(message)


def _drafted(message: Message) -> object:
    from cc_dsl.live.changing import drafted

    return drafted(message)


def _checked(message: Message) -> object:
    from cc_dsl.live.changing import checked

    return checked(message)


def begun(nodes: bytes) -> Door:
    """Return a door to an engine that knows rules files which were parsed before."""
    shipped.unpack(nodes)
    return Door()


def _refused(kind: str, sentence: str) -> str:
    return json.dumps({"error": {"kind": kind, "sentence": sentence}}, ensure_ascii=False)
