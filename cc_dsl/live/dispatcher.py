"""Messages to the engine: each is text and gets its answer as text; every error is a sentence.

A message is a JSON object whose `do` names the request, and whose `session` names the table of a page that sent it. It
can name editions of the corpus, and contain rules that change one of them; it cannot name a file, a module or an
expression. A computation that does not end is stopped from outside, by ending the worker.

Parsing is the slowest step, and resolving is slow, too, so the engine comes with the nodes of the rules files and the
rules under the defaults. Unpickling them creates only nodes and terms, so these bytes cannot run code; data made from
another text is not used.
"""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable, Iterable
from contextlib import suppress

from cc_dsl import cache
from cc_dsl.compare.deals import NotComparable
from cc_dsl.core.faults import RulesFault
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.errors import UserError
from cc_dsl.live import overlays, table, trials
from cc_dsl.live.messages import LONGEST_RECORD, Message, NotUnderstood, text_in
from cc_dsl.pipeline import Edition
from cc_dsl.rules import store
from cc_dsl.source.files import read_source
from cc_dsl.syntax.packed_nodes import pack as nodes_of
from cc_dsl.table.record import RecordFault

LONGEST_MESSAGE = LONGEST_RECORD + 100_000
"""The most characters of a message."""
MOST_GAMES = 8
"""The most games, one for each table of a page, that are held at once."""
HALF_A_LETTER = re.compile("[\ud800-\udfff]")
BUG = "This is a bug in Court Circular, not a mistake of yours. Please report it with what you did."


class SessionGone(NotUnderstood):
    """The game of a session is no longer held; the page must send its record again."""


class Dispatcher:
    """The dispatcher of messages, which holds the game of each table of a page, by session."""

    def __init__(self) -> None:
        """Register the possible requests."""
        self._sessions: dict[str, table.PageSession] = {}
        self._handlers: dict[str, Callable[[Message], object]] = {
            "describe": trials.describe_question,
            "judge": trials.judge,
            "deal": trials.deal_pieces,
            "differ": trials.find_differing_deal,
            "draft": overlays.draft_overlay,
            "check": overlays.check_overlay,
            "begin": lambda message: self._hold(message, table.begin_game(message)).position(),
            "resume": lambda message: self._hold(message, table.resume_game(message)).position(),
            "position": lambda message: self._session(message).position(),
            "play": lambda message: self._session(message).move(text_in(message, "words")),
            "whynot": lambda message: self._session(message).why_not(text_in(message, "words")),
            "why": lambda message: self._session(message).why(),
            "hint": lambda message: self._session(message).hint(),
            "undo": lambda message: self._session(message).undo(),
            "leave": lambda message: {"left": self._sessions.pop(_name(message), None) is not None},
        }

    def answer(self, text: str) -> str:
        """Return the answer to a message: `{"ok": …}`, or `{"error": {"kind": …, "sentence": …}}`."""
        try:
            return json.dumps({"ok": self._answer(text)}, ensure_ascii=False)
        except SessionGone as fault:
            return _refusal("gone", fault.sentence)
        except (NotUnderstood, NotComparable, UserError) as fault:
            return _refusal("asked", fault.sentence)
        except RecordFault as fault:
            return _refusal("record", str(fault))
        except RulesError as error:
            return _refusal("rules", f"{error.sentence} {error.remedy}".rstrip())
        except RulesFault as fault:
            return _refusal("rules", str(fault))
        except RecursionError:
            return _refusal("asked", "This is nested too deeply to be read.")
        except Exception as error:  # the page must always get an answer
            return _refusal("bug", f"{BUG} ({type(error).__name__}: {str(error)[:200]})")

    def _answer(self, text: str) -> object:
        if len(text) > LONGEST_MESSAGE:
            raise NotUnderstood(f"The message has {len(text):,} characters; at most {LONGEST_MESSAGE:,} are read.")
        try:
            message = json.loads(text)
        except ValueError:
            raise NotUnderstood("The message is not JSON.") from None
        if not isinstance(message, dict):
            raise NotUnderstood("A message must be an object in braces.")
        if HALF_A_LETTER.search(json.dumps(message, ensure_ascii=False) if "\\u" in text else text):
            raise NotUnderstood("The message contains half of a surrogate pair.")
        handler = self._handlers.get(text_in(message, "do"))
        if handler is None:
            raise NotUnderstood(f"There is no “{message['do']}” here, only {', '.join(self._handlers)}.")
        return handler(message)

    def _session(self, message: Message) -> table.PageSession:
        """Return the session to which a message belongs; raise SessionGone if it is no longer held."""
        session = self._sessions.get(_name(message))
        if session is None:
            raise SessionGone("There is no such game here: none was begun, or it was dropped to make room for others.")
        return self._hold(message, session)

    def _hold(self, message: Message, session: table.PageSession) -> table.PageSession:
        """Mark the session of a message as used last, and drop the one not used for the longest time."""
        self._sessions.pop(_name(message), None)
        self._sessions[_name(message)] = session
        if len(self._sessions) > MOST_GAMES:
            del self._sessions[next(iter(self._sessions))]
        return session


def _name(message: Message) -> str:
    """Return the name of the session to which a message belongs."""
    return text_in(message, "session", default="")


def pack_library(editions: Iterable[str], libraries: Iterable[str]) -> bytes:
    """Return the nodes of these rules files by their texts, and the rules of the editions; faulty ones are left out."""
    editions = [*editions]
    sources = map(read_source, [*editions, *libraries])
    nodes = {source.text: data for source in sources if (data := nodes_of(source))}
    rules = {}
    for edition in (Edition(path, {}) for path in editions):
        with suppress(RulesError):
            rules[store.digest_of_files({}, edition.files())] = pickle.dumps(edition.rules, 5)
    return pickle.dumps((nodes, rules), 5)


def start_engine(data: bytes) -> Dispatcher:
    """Return an engine with the nodes and rules of a library from `pack_library`."""
    nodes, rules = pickle.loads(data)
    cache.SHIPPED.update(nodes)
    store.SHIPPED.update(rules)
    return Dispatcher()


def _refusal(kind: str, sentence: str) -> str:
    return json.dumps({"error": {"kind": kind, "sentence": sentence}}, ensure_ascii=False)
