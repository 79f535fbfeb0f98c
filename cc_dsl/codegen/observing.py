"""Generate the answers of the world: which deeds can happen, and a random one of them where nobody watches.

An answer is a number, counted through the deeds that the rules name, their subjects and their objects; the last says
that nothing more happens.  For each deed and subject the possible objects are a set; the answers are therefore counted
without being listed, and only a caller who asks question by question is given a list.

    at most 20 times, observe what happens.         kinds = 1 + (n0 > 0) + (n1 > 0)      the end, and each deed
    … if a ball hits a ball it …                    return 0 + x * 8 + pick(found, number)
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cc_dsl.codegen import masks
from cc_dsl.codegen.faults import NotCompiled
from cc_dsl.codegen.game_emitter import GameEmitter
from cc_dsl.codegen.masks import bit, contents_at
from cc_dsl.codegen.writer import DefinedFunction, Frame, Slot, citation, owned_by
from cc_dsl.core.observable import Observable, asks_object, observables
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind

OBSERVER = -3
"""The player number of the world."""
MOST_KINDS = 62
"""The most things of a kind of which a set is one word."""


class ObservationEmitter:
    """Writes the functions that find the possible observations at one place of the rules."""

    def __init__(self, emit: GameEmitter, act: model.Observe) -> None:
        """Count the answers."""
        self.emit = emit
        self.act = act
        self.lines = observables(emit.rules, emit.seats, act)
        if any(max(line.subjects, line.objects) > MOST_KINDS for line in self.lines):
            raise NotCompiled(f"deeds of more than {MOST_KINDS} things", act.origin.sentence)
        self.end = self.lines[-1].last if self.lines else 0
        """The answer that nothing more happens."""
        alone = [line.alone for line in self.lines if line.is_of_pieces]
        self.common = [part for part in dict.fromkeys(alone[0] if alone else ()) if all(part in own for own in alone)]
        """The condition on a piece for any deed."""
        emit.most_answers = max(emit.most_answers, self.end + 1)

    def _function(self, name: str, build: Callable[[], str], *arguments: str) -> DefinedFunction:
        return self.emit.function(("observed", self.act, name), name, build, *arguments)

    # ------------------------------------------------------------------------------------ who, and to what

    def in_play(self) -> DefinedFunction:
        """Return the function that finds the pieces in play."""
        emit = self.emit

        def build() -> str:
            texts = []
            for base, var in emit.flat.places.items():
                owners = map(str, range(var.owners)) if var.is_owned else (None,)
                texts += [contents_at(emit, base, owner) for owner in owners]
            return " | ".join(texts) or "0"

        return emit.function(("in play",), "in_play", build)

    def able(self) -> DefinedFunction:
        """Return the function that finds the pieces in play of which anything can be observed."""
        emit, frame = self.emit, owned_by("x")

        def build() -> str:
            sets = [masks.mask_of(emit, frame, model.SUBJECT, part) for part in self.common]
            for text in sets:
                if text is not None:
                    emit.write(f"pieces &= {text}")
            left = [part for part, text in zip(self.common, sets, strict=True) if text is None]
            if not left:
                return "pieces"
            emit.write("found = 0")
            with self._each("pieces", "x"), emit.indented(f"if {self._all(frame, left)}:"):
                emit.write(f"found |= {emit.surface.bit('x')}")
            return "found"

        return self._function("able", build, "pieces")

    @contextmanager
    def _each(self, pile: str, member: str) -> Iterator[None]:
        """Write a loop that takes one after another out of a set, the lowest first."""
        with self.emit.indented(f"while {pile}:"):
            self.emit.write(f"{member} = {self.emit.surface.lowest(pile)}")
            self.emit.write(f"{pile} &= {pile} - 1")
            yield

    def _all(self, frame: Frame, parts: list[model.Condition]) -> str:
        """Return the text of a test of all parts of a condition, in their order; what they need is written inline."""
        return self.emit.condition(frame, functools.reduce(model.And, parts))

    def objects_function(self, line: Observable) -> DefinedFunction:
        """Return the function that finds the possible objects of a deed as a set; without objects, 1 if possible."""
        return self._function(f"ways_{line.number}", lambda: self._ways(line), "pieces", "x")

    def _own(self, line: Observable) -> list[model.Condition]:
        """Return the conditions on the agent, beyond those on all pieces that do anything."""
        return [part for part in dict.fromkeys(line.alone) if not (line.is_of_pieces and part in self.common)]

    def _is_open(self, line: Observable) -> bool:
        """Return whether any piece that can do anything can do this, and to whatever there is."""
        return line.is_of_pieces and not self._own(line) and not line.pairs

    def _open_objects(self, line: Observable) -> str:
        """Return how many objects each subject of such a deed has."""
        form = line.form
        if form.object is None or form.object.base != "piece":
            return str(line.objects)
        return f"({self.emit.surface.count('pieces')} - 1)"

    def _ways(self, line: Observable) -> str:
        emit, both = self.emit, owned_by("x", "y")
        alone = self._own(line)
        if alone:
            with emit.indented(f"if not {self._all(both, alone)}:"):
                emit.write("return 0")
        form = line.form
        whole = "pieces" if form.object is not None and form.object.base == "piece" else str((1 << line.objects) - 1)
        emit.write(f"found = {whole}{_but_itself(emit, line)}")
        left = []
        for part in dict.fromkeys(line.pairs):
            text, lines = emit.in_buffer(functools.partial(self._objects, both, part, form.object))
            if text is None:
                left.append(part)
            else:
                emit.lines.extend(lines)
                emit.write(f"found &= {text}")
        if left:
            # Each object is tried by itself.
            emit.write("left = found")
            with self._each("left", "y"), emit.indented(f"if not {self._all(both, left)}:"):
                emit.write(f"found &= ~({emit.surface.bit('y')})")
        return "found"

    def _objects(self, both: Frame, part: model.Condition, kind: Kind | None) -> str | None:
        """Return the set of all objects that fulfil a condition, if bits can say it."""
        emit = self.emit
        if not asks_object(part):
            return f"(-1 if {emit.condition(both, part)} else 0)"
        if isinstance(part, model.Not):
            denied = self._objects(both, part.condition, kind)
            return None if denied is None else f"(~{denied})"
        if isinstance(part, model.And | model.Or):
            sides = self._objects(both, part.left, kind), self._objects(both, part.right, kind)
            sign = "&" if isinstance(part, model.And) else "|"
            return None if None in sides else f"({sides[0]} {sign} {sides[1]})"
        it = model.Slot(model.OBJECT)
        if isinstance(part, model.Same) and it in (part.left, part.right):
            other = part.right if part.left == it else part.left
            return None if asks_object(other) else bit(emit, both, other)
        if kind is not None and kind.base == "piece":
            mask = masks.mask_of(emit, both, model.OBJECT, part)
            return None if mask is None else f"({mask})"
        return None

    # --------------------------------------------------------------------------------- counted, and listed

    def _each_subject(self, line: Observable, then: Callable[[str], None]) -> None:
        """Write a loop over the possible agents of a deed, with the code for the set of its possible objects."""
        emit = self.emit
        emit.write(f"left = {'able' if line.is_of_pieces else (1 << line.subjects) - 1}")
        with self._each("left", "x"):
            emit.write(f"found = {emit.call(self.objects_function(line), 'pieces', 'x')}")
            then("found")

    def count(self, line: Observable) -> str:
        """Return the text of how many ways there are in which a deed can happen."""
        emit = self.emit
        if self._is_open(line):
            return f"{emit.surface.count('able')} * {self._open_objects(line)}"

        def build() -> str:
            emit.write("number = 0")
            self._each_subject(line, lambda objects: emit.write(f"number += {emit.surface.count(objects)}"))
            return "number"

        return emit.call(self._function(f"counted_{line.number}", build, "pieces", "able"), "pieces", "able")

    def find(self, line: Observable) -> str:
        """Return the text of the answer at this index among those of its deed."""
        emit, many = self.emit, self._open_objects(line)
        answer = f"{line.first} + x * {line.objects} + "
        is_to_piece = line.form.object is not None and line.form.object.base == "piece"
        if self._is_open(line) and not is_to_piece:
            return f"{line.first} + pick(able, number // {many}) * {many} + number % {many}"

        def find_there(objects: str) -> None:
            emit.write(f"size = {emit.surface.count(objects)}")
            with emit.indented("if number < size:"):
                emit.write(f"return {answer}pick({objects}, number)")
            emit.write("number -= size")

        def build() -> str:
            if not self._is_open(line):
                self._each_subject(line, find_there)
                return str(self.end)
            emit.write(f"x = pick(able, number // {many})")
            emit.write(f"y = pick(pieces{_but_itself(emit, line)}, number % {many})")
            return f"{answer}y"

        function = self._function(f"nth_{line.number}", build, "pieces", "able", "number")
        return emit.call(function, "pieces", "able", "number")

    def _begin(self) -> None:
        emit = self.emit
        emit.write(f"pieces = {emit.call(self.in_play())}")
        emit.write(f"able = {emit.call(self.able(), 'pieces')}")

    def _cite(self, line: Observable) -> None:
        """Write the clauses that say when a deed can happen, each as a comment."""
        for case in line.form.limits:
            self.emit.write(citation(case.origin))

    def drawn(self) -> DefinedFunction:
        """Return the function that draws an answer: a deed or the end, each equally likely, then one of its ways."""
        emit = self.emit

        def build() -> str:
            self._begin()
            for line in self.lines:
                self._cite(line)
                emit.write(f"n{line.number} = {self.count(line)}")
            emit.write(f"kinds = {' + '.join(['1', *(f'(n{line.number} > 0)' for line in self.lines)])}")
            emit.write_all(emit.surface.draw(emit.world, "kind", "kinds"))
            # The end has one way, which is drawn as well.
            emit.write("deed = -1")
            emit.write("ways = 1")
            for line in self.lines:
                with emit.indented(f"if n{line.number}:"):
                    with emit.indented("if kind == 0:"):
                        emit.write(f"deed = {line.number}")
                        emit.write(f"ways = n{line.number}")
                    emit.write("kind -= 1")
            emit.write_all(emit.surface.draw(emit.world, "number", "ways"))
            for line in self.lines:
                with emit.indented(f"if deed == {line.number}:"):
                    emit.write(f"return {self.find(line)}")
            return str(self.end)

        return self._function("observed", build)

    def listed(self) -> DefinedFunction:
        """Return the function that writes down all answers where groups that are offered stand; it counts them."""
        emit = self.emit

        def put(first: str, objects: str) -> None:
            with emit.indented(f"while {objects}:"):
                emit.write(f"{emit.offer('count_of_all')} = {first} + {emit.surface.lowest(objects)}")
                emit.write("count_of_all += 1")
                emit.write(f"{objects} &= {objects} - 1")

        def build() -> str:
            self._begin()
            emit.write("count_of_all = 0")

            for line in self.lines:
                self._cite(line)
                self._each_subject(line, functools.partial(put, f"{line.first} + x * {line.objects}"))
            emit.write(f"{emit.offer('count_of_all')} = {self.end}")
            return "count_of_all + 1"

        return self._function("listed", build)


def _but_itself(emit: GameEmitter, line: Observable) -> str:
    """Remove the agent of a deed from its possible objects, if it is done to others of its kind."""
    return f" & ~({emit.surface.bit('x')})" if line.form.object == line.form.subject else ""


def observe(emit: GameEmitter, frame: Frame, act: model.Observe) -> None:
    """Write a loop of questions to the world, answered by chance, with the consequences of each answer."""
    observed = ObservationEmitter(emit, act)
    count, answer = emit.fresh("n"), emit.fresh("k")
    emit.write(f"{count} = 0")
    # What follows may change whatever is sure now.
    emit.status = {}
    with emit.indented(f"while {count} < {act.most}:"):
        emit.write(f"{count} += 1")
        emit.note_question()
        listed = ""
        if emit.is_traced:
            listed = emit.fresh("n")
            emit.write(f"{listed} = {emit.evaluate(lambda: emit.call(observed.listed()))}")
            holder, first = emit.offers
            emit.write(f"{emit.trace} = traced_world({emit.trace}, {holder}, {first}, {listed})")
        emit.write(f"{answer} = {emit.evaluate(lambda: emit.call(observed.drawn()))}")
        if emit.is_traced:
            emit.write(f"{emit.trace} = traced({emit.trace}, {OBSERVER}, {listed}, {answer})")
        for line in observed.lines:
            head = f"{'elif' if line.number else 'if'} {answer} < {line.last}:"
            with emit.indented(head):
                _follow(emit, line, answer)
        emit.write("else:")
        emit.write("    break")
    emit.status = {}


def _follow(emit: GameEmitter, line: Observable, answer: str) -> None:
    """Write the consequences of an answer; its agent and object are stored."""
    place, object_ = f"{answer} - {line.first}" if line.first else answer, None
    if line.form.object is None:
        subject = emit.copy_of(place, "a")
    else:
        subject = emit.copy_of(f"({place}) // {line.objects}", "a")
        object_ = Slot(emit.copy_of(f"({place}) % {line.objects}", "a"), False)
    emit.status = {}
    emit.body(line.form.key, subject, object_)
    emit.status = {}
