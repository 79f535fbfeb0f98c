"""The answers to the requests of the Debug Adapter Protocol: an editor goes through a game with the debugger.

A frame of the stack is a decision; the frames under it are the decisions before it since the last answer. A line of the
rules file stands for the sentence on it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

import click

from cc_dsl.errors import CircularError, UserError
from cc_dsl.source.files import Source, SourceFault, Span

if TYPE_CHECKING:
    from cc_dsl.checking.debugging import Break, Debugger
    from cc_dsl.interpreter.reasons import Decision

Answer = dict[str, object]
THREAD = 1
"""A game is one thread."""
MOST_FRAMES = 50
ABILITIES = {
    "supportsConfigurationDoneRequest": True,
    "supportsFunctionBreakpoints": True,
    "supportsConditionalBreakpoints": True,
    "supportsStepBack": True,
    "supportsEvaluateForHovers": True,
    "supportsTerminateRequest": True,
}
UNITS = {"next": "sentence", "stepIn": "decision", "stepOut": "answer"}
"""What each step leads to the next of."""


class OpenedValues(NamedTuple):
    """What an editor can open: the values of a scope, those of one name, or the reasons of decisions."""

    player: int | None = None
    """As which player they are seen; None as they are."""
    name: str = ""
    """The name with several owners."""
    reasons: tuple[Decision, ...] | None = None


class DebugSession:
    """One conversation with an editor."""

    def __init__(self) -> None:
        """Wait for the game."""
        self.is_over = False
        self._debugger: Debugger | None = None
        self._stops_at_entry = True
        self._by_line: dict[str, list[Break]] = {}
        self._by_name: list[Break] = []
        self._shown: list[OpenedValues] = []
        self._places: dict[tuple[str, tuple[str, ...]], tuple[str, int, int] | None] = {}
        """Where the sentences that were looked for stand, by their words and clauses."""

    def answers(self, request: Answer) -> Iterator[Answer]:
        """Yield the answer to a request, and the events that follow it."""
        name, given = str(request.get("command", "")), request.get("arguments") or {}
        done: dict[str, Callable[[Answer], Mapping[str, object] | None]] = {
            "initialize": lambda _: ABILITIES,
            "launch": self._launch,
            "setBreakpoints": self._set_lines,
            "setFunctionBreakpoints": self._set_names,
            "setExceptionBreakpoints": lambda _: {"breakpoints": []},
            "configurationDone": lambda _: None,
            "threads": lambda _: {"threads": [{"id": THREAD, "name": "the game"}]},
            "stackTrace": self._stack,
            "scopes": self._scopes,
            "variables": self._variables,
            "evaluate": self._evaluate,
            **{one: lambda _: None for one in (*MOVES, "pause", "disconnect", "terminate")},
        }
        answer: Answer = {"type": "response", "request_seq": request.get("seq", 0), "command": name, "success": True}
        try:
            if name not in done:
                raise UserError("command-line", f"This debugger does not know the request “{name}”.")
            body = done[name](given if isinstance(given, dict) else {})
            events = [*self._events(name)]
        except (CircularError, SourceFault, click.ClickException) as error:
            yield {**answer, "success": False, **_refusal(error)}
            return
        yield answer if body is None else {**answer, "body": body}
        yield from events

    def _events(self, name: str) -> Iterator[Answer]:
        """Do what a request asks for, and yield the events for the editor."""
        if name == "launch":
            yield _event("initialized")
        elif name == "configurationDone":
            if self._stops_at_entry or not self.debugger.breaks:
                self.debugger.go_to(0)
                yield self._stopped("entry")
            else:
                yield from self._ran(False)
        elif name in ("continue", "reverseContinue"):
            yield from self._ran(name != "continue")
        elif name in MOVES:
            is_back = name == "stepBack"
            is_there = self.debugger.go(UNITS.get(name, "decision"), is_back)
            yield self._stopped("step", "" if is_there else _ends(is_back))
        elif name == "pause":
            yield self._stopped("pause")
        elif name in ("disconnect", "terminate"):
            self.is_over = name == "disconnect"
            yield _event("terminated")

    def _ran(self, is_back: bool) -> Iterator[Answer]:
        found = self.debugger.run(is_back)
        yield self._stopped("breakpoint", found.words) if found is not None else self._stopped("step", _ends(is_back))

    def _stopped(self, reason: str, words: str = "") -> Answer:
        self._shown.clear()
        said = {"description": words, "text": words} if words else {}
        return _event("stopped", reason=reason, threadId=THREAD, allThreadsStopped=True, **said)

    @property
    def debugger(self) -> Debugger:
        """The debugger; raise a UserError before there is a game."""
        if self._debugger is None:
            raise UserError("command-line", "No game was launched yet.")
        return self._debugger

    # -------------------------------------------------------------------------------------------- launch

    def _launch(self, given: Answer) -> None:
        """Begin a game: that of a record, or one that computers play."""
        from cc_dsl.checking.debugging import Debugger
        from cc_dsl.cli.debug import played, recorded
        from cc_dsl.cli.options import SEEDS, load

        edition, record = _words(given, "edition"), _words(given, "record")
        if not edition:
            raise UserError("command-line", "Name an edition or a file in “edition” of the launch configuration.")
        seed = given.get("seed", 0)
        if type(seed) is not int or not 0 <= seed < SEEDS:
            said = f"“seed” of the launch configuration is a whole number from 0 to {SEEDS - 1:,}."
            raise UserError("command-line", said)
        if record:
            loaded, game = recorded(edition, record)
        else:
            readings = given.get("readings") or {}
            if not isinstance(readings, dict):
                raise UserError("command-line", "“readings” of the launch configuration names an answer for each.")
            chosen = {str(name): str(answer) for name, answer in readings.items()}
            loaded, game = played(load(edition, chosen), _words(given, "players") or "random", seed)
        self._debugger = Debugger(loaded, game)
        self._places.clear()
        self._stops_at_entry = bool(given.get("stopOnEntry", True))
        breaks = given.get("breaks")
        for words in breaks if isinstance(breaks, list) else ():
            self._stops_at_entry = False
            self._by_name.append(self._debugger.stop_at(str(words)))
        self._by_line.clear()

    # ------------------------------------------------------------------------------------------ breakpoints

    def _set_names(self, given: Answer) -> Answer:
        """Stop at clauses, names and conditions, which an editor calls functions."""
        self._by_name, found = [], []
        for one in _listed(given):
            try:
                self._by_name.append(self.debugger.stop_at(_words(one, "name")))
                found.append(_verdict(""))
            except UserError as error:
                found.append(_verdict(str(error)))
        self._set()
        return {"breakpoints": found}

    def _set_lines(self, given: Answer) -> Answer:
        """Stop at the sentences on some lines of a file."""
        source = given.get("source")
        path = os.path.realpath(_words(source, "path")) if isinstance(source, dict) else ""
        self._by_line[path], found = [], []
        for one in _listed(given):
            try:
                stop, line = self._at_line(path, one.get("line"), _words(one, "condition"))
                self._by_line[path].append(stop)
                found.append({**_verdict(""), "line": line})
            except UserError as error:
                found.append(_verdict(str(error)))
        self._set()
        return {"breakpoints": found}

    def _set(self) -> None:
        self.debugger.breaks[:] = [*self._by_name, *(one for found in self._by_line.values() for one in found)]

    def _at_line(self, path: str, line: object, condition: str) -> tuple[Break, int]:
        """Return where to stop for a line, and the line on which the sentence begins."""
        from cc_dsl.checking.debugging import Break
        from cc_dsl.explain.sentences import walk

        debugger = self.debugger
        lines = sorted(one for one in self._lines(path) if isinstance(line, int) and one[1] >= line)
        if not lines:
            raise UserError(
                "command-line", "No sentence of these rules is on this line or below it. Choose a line above."
            )
        first, last = min(lines, key=lambda one: (max(one[0], int(str(line))), one[1] - one[0]))
        holds = debugger.condition(condition) if condition else None

        def is_there(one: Debugger, number: int) -> bool:
            # As with a clause, the sentence may decide by itself, or be a reason of what is decided.
            places = map(self._place, walk([one.moments[number].decision]))
            is_here = any(place is not None and place[0] == path and first <= place[1] <= last for place in places)
            return is_here and (holds is None or holds(one.position_of(number)))

        return Break(f"line {first}", is_there), first

    def _lines(self, path: str) -> Iterator[tuple[int, int]]:
        """Yield the first and the last line of every statement in a file of the rules."""
        for block in self.debugger.edition.start.blocks:
            for statement in block.statements:
                place, last = self._written(statement.span), self._written(Span(*[statement.span.end - 1] * 2))
                if place[0] == path:
                    yield place[1], max(place[1], last[1])

    # ------------------------------------------------------------------------------------------------ stack

    def _stack(self, given: Answer) -> Answer:
        debugger, moment = self.debugger, self.debugger.moment
        frames: list[Answer] = []
        for number in range(debugger.at, -1, -1):
            if moment is None or debugger.moments[number].answers != moment.answers or len(frames) == MOST_FRAMES:
                break
            frame: Answer = {"id": number, "name": debugger.said(number), "line": 0, "column": 0}
            place = self._place(debugger.moments[number].decision)
            if place is not None:
                source = {"name": os.path.basename(place[0]), "path": place[0]}
                frame |= {"source": source, "line": place[1], "column": place[2]}
            frames.append(frame)
        return {"stackFrames": frames, "totalFrames": len(frames)}

    def _place(self, decision: Decision) -> tuple[str, int, int] | None:
        """Return the file, line and column of the sentence that made a decision; None if it is not in the file."""
        key = decision.sentence, decision.clauses
        if key not in self._places:
            self._places[key] = self._found(decision)
        return self._places[key]

    def _found(self, decision: Decision) -> tuple[str, int, int] | None:
        source = self.debugger.edition.source
        words = [re.escape(word) for word in decision.sentence.split()]
        heads = [f"§{clause.partition('.')[2]}" for clause in decision.clauses]
        starts = [found for head in heads if (found := _heading(source, head)) is not None]
        for start in (*starts, 0) if words else ():
            at = re.compile(r"\s+".join(words)).search(source.text, start)
            if at is not None:
                return self._written(Span(*at.span()))
        return self._written(Span(starts[0], starts[0] + 1)) if starts else None

    def _written(self, span: Span) -> tuple[str, int, int]:
        """Return the file, line and column of a span of the rules: of an overlay, in the file that somebody wrote."""
        source, there = self.debugger.edition.written_at(span)
        return (os.path.realpath(source.path), *source.position(there.start))

    # ------------------------------------------------------------------------------------------------ values

    def _scopes(self, given: Answer) -> Answer:
        number = given.get("frameId")
        moments = self.debugger.moments
        if not isinstance(number, int) or not 0 <= number < len(moments):
            raise UserError("command-line", "There is no such frame.")
        scopes = [("The table", OpenedValues())]
        scopes += [(f"As player {seat + 1} sees it", OpenedValues(seat)) for seat in range(self.debugger.seats)]
        scopes += [("Reasons", OpenedValues(reasons=moments[number].decision.reasons))]
        found = [{"name": name, "variablesReference": self._open(shown), "expensive": False} for name, shown in scopes]
        return {"scopes": found}

    def _open(self, shown: OpenedValues) -> int:
        self._shown.append(shown)
        return len(self._shown)

    def _variables(self, given: Answer) -> Answer:
        number = given.get("variablesReference")
        if not isinstance(number, int) or not 1 <= number <= len(self._shown):
            raise UserError("command-line", "There is nothing to open under this number.")
        shown = self._shown[number - 1]
        if shown.reasons is not None:
            found = [
                _variable(one.question, one.answer, self._open(OpenedValues(reasons=one.reasons)) if one.reasons else 0)
                for one in shown.reasons
            ]
        elif shown.name:
            found = [_variable(whose, said, 0) for whose, said in self.debugger.look(shown.name, shown.player)]
        else:
            found = [self._named(name, shown.player) for name in self.debugger.names]
        return {"variables": found}

    def _named(self, name: str, player: int | None) -> Answer:
        """Return a name with its value, or with what opens the values of its owners."""
        try:
            rows = self.debugger.look(name, player)
        except UserError as error:
            return _variable(name, str(error), 0)
        if len(rows) == 1:
            return _variable(name, rows[0][1], 0)
        return _variable(
            name, "; ".join(f"{whose}: {said}" for whose, said in rows), self._open(OpenedValues(player, name))
        )

    def _evaluate(self, given: Answer) -> Answer:
        """Return the value of a name, as a player sees it too (`hand as 2`), whether a condition holds, or `why`."""
        words = _words(given, "expression").strip()
        moment = self.debugger.moment
        if words == "why" and moment is not None:
            reasons = self._open(OpenedValues(reasons=moment.decision.reasons))
            return {"result": self.debugger.said(self.debugger.at), "variablesReference": reasons}
        name, player = self.debugger.name_and_viewer(words)
        found = self._named(name, player) if name in self.debugger.names else None
        if found is None:
            holds = self.debugger.condition(words.rstrip("."))(self.debugger.position)
            return {"result": "yes" if holds else "no", "variablesReference": 0}
        return {"result": found["value"], "variablesReference": found["variablesReference"]}


MOVES = ("next", "stepIn", "stepOut", "stepBack", "continue", "reverseContinue")
"""The requests that go on or back."""


def _event(name: str, **body: object) -> Answer:
    return {"type": "event", "event": name, **({"body": body} if body else {})}


def _variable(name: str, value: str, reference: int) -> Answer:
    return {"name": name, "value": value, "variablesReference": reference}


def _ends(is_back: bool) -> str:
    return "The game begins here." if is_back else "The game ends here."


def _refusal(error: CircularError | SourceFault | click.ClickException) -> Answer:
    """Return what an editor shows of an error."""
    said = (
        (error.format_message() if isinstance(error, click.ClickException) else str(error))
        .replace("{", "(")
        .replace("}", ")")
    )
    return {"message": said, "body": {"error": {"id": 1, "format": said, "showUser": True}}}


def _verdict(message: str) -> Answer:
    """Return whether somebody can stop at a place: they can where nothing is wrong with it."""
    return {"verified": not message, **({"message": message} if message else {})}


def _words(given: Answer, key: str) -> str:
    found = given.get(key)
    return found if isinstance(found, str) else ""


def _listed(given: Answer) -> list[Answer]:
    """Return the breakpoints of a request."""
    found = given.get("breakpoints")
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _heading(source: Source, head: str) -> int | None:
    found = re.compile(rf"^{re.escape(head)}(?![\w.])", re.MULTILINE).search(source.text)
    return found.start() if found is not None else None
