"""Generate whole games in which every question is answered at random, as one function of a seed.

An answer is the piece, group or option with a random number from a stream of the seed. Bodies are inlined. Rules that
are too large for that, or that need observations, are not compiled: the closures play them.

    def play(chance_at, answers_at):                the two streams
        moves = 0                                   the state before the game
        …                                           the acts of the whole game, body within body
        return -1, 0, moves                         the winner, the number of the reason, the moves
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property, partial

from cc_dsl.codegen.emitter import Emitter
from cc_dsl.codegen.faults import OnlyInterpreted
from cc_dsl.codegen.flat import UNSETTLED, UNSETTLED_NUMBER, UNTOLD, ReportedResult
from cc_dsl.codegen.runtime import MOST_SMALL
from cc_dsl.codegen.target import VECTOR, WORDS, Plain
from cc_dsl.codegen.things import if_holds
from cc_dsl.codegen.writer import INDENT, Frame, GroupText, Slot, citation, common_facts, identifier, settled_key
from cc_dsl.core import faults
from cc_dsl.core.faults import MOST_UNASKED, RulesFault
from cc_dsl.core.groups import only_had, ranks_slot
from cc_dsl.core.program import Loop, Statements, asks_the_world, nested_statements
from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER
from cc_dsl.trees import ByClassWithin

CHANCE = "chance_at"
"""The variable that holds the position of the stream of chance."""
ANSWERS = "answers_at"
"""The variable that holds the position of the stream from which players answer."""
OFFERS = "OFFERS"
"""The storage of offered groups: a place in the vector, or a list."""
MOST_CALLS = 150
"""The most bodies that are inlined before compilation is given up."""


class GameEmitter(Emitter):
    """The writer of a game that runs to its end."""

    def __init__(self, rules: model.Rules, seats: int, surface: Plain) -> None:
        """Start without lines."""
        if asks_the_world(rules):
            raise OnlyInterpreted("games in which the world is observed")
        super().__init__(rules, seats, surface)
        self.moves = surface.extra(self.flat.size, "moves")
        questions = [question for question in self.rules.questions.values() if question.has_no_inputs]
        self.results = tuple(
            ReportedResult(output.key, owner, output)
            for question in questions
            for output in question.outputs
            for owner in range(output.many(seats))
        )
        """The results that the rules report at the end: each is one number, and of groups the set of their sorts."""
        self.results_at = self.flat.size + 1
        self.size = self.results_at + len(self.results)
        """The number of integers in the vector, without the offered groups."""
        self.most_offered = 0
        """The most groups that may be offered at once."""
        self.chance, self.answers = CHANCE, ANSWERS
        self.calls = 0
        """The bodies inlined so far."""
        self.parts: Statements = ()
        """The acts of the body that is being written."""
        self.subject = ""
        """The text of the player who acts in the body, if there is one."""
        self.reasons: list[tuple[str, str, str]] = [("nobody", "", ""), ("won", "", "")]
        """The possible ends of a game: a word, with its sentence for a bound, or message and sentence for a fault."""

    def game(self) -> list[str]:
        """Return the lines of the function that plays one game."""
        self.begin()
        self.body(model.ENTRY, None, None)
        self.end("-1", self.reason("nobody", ""))
        parameters = [VECTOR] if self.surface.is_fast else []
        if self.most_offered and not self.surface.is_fast:
            self.lines.insert(0, f"{INDENT}{OFFERS} = [0] * {self.most_offered}")
        return [f"def play({', '.join([*parameters, CHANCE, ANSWERS])}):", *self.lines]

    def begin(self) -> None:
        """Write the initial values of all variables, for Numba without the ranges whose used part has its own count."""
        self.status = {settled_key(name): False for name in self.flat.settled}
        self.write(f"{self.moves} = 0")
        if self.surface.is_local:
            self.write(f"{WORDS} = []")
        for var in self.flat.vars:
            if var.is_one:
                self.write(f"{self.surface.single_cell(var)} = {self.surface.initial_literal(var.first)}")
            elif not self.surface.is_fast or not self.flat.is_range(var):
                self.write_all(self.surface.initial_lines(var))

    # -------------------------------------------------------------------------------------- bodies

    def act(self, frame: Frame, act: model.Act) -> None:
        """Write one act, after a comment with its clause."""
        self.write(citation(act.origin))
        self.write_term(ACTS, "acts", frame, act)

    def sequence(self, frame: Frame, acts: Statements) -> None:
        """Write acts one after another."""
        for act in acts:
            self.act(frame, act)

    def body(self, name: str, subject: str | None, object_: Slot | None) -> None:
        """Write the statements of a body."""
        with self.frame_of(name, subject, object_) as frame:
            self.sequence(frame, self.core[name].statements)

    @contextmanager
    def frame_of(self, name: str, subject: str | None, object_: Slot | None) -> Iterator[Frame]:
        """Yield the frame of an inlined body; at its end restore the values that definitions had settled before it."""
        self.calls += 1
        if self.calls > MOST_CALLS:
            raise OnlyInterpreted("games with that many nested calls of procedures", name)
        frame: Frame = {}
        if subject is not None:
            frame = {0: Slot(subject, False), 1: object_ if object_ is not None else Slot("-1", True)}
        body = self.core[name]
        outer = self.parts, self.subject
        self.parts, self.subject = body.statements, subject or ""
        before: dict[str, tuple[str, bool | None]] = {}
        for definition in self.core.settled_before(name):
            status, var = self.status.get(settled_key(definition.name)), self.flat.settled[definition.name]
            if status is not False:
                text = self.variable(f"{definition.name}_before", var.holds)
                self.write(f"{text} = {self.read(var)}")
                before[definition.name] = text, status
        self._declare_choices(frame, body.statements)
        yield frame
        self.parts, self.subject = outer
        for definition in body.settles:
            var, key = self.flat.settled[definition.name], settled_key(definition.name)
            unsettled = str(UNSETTLED_NUMBER if definition.kind == NUMBER else UNSETTLED)
            text, status = before.get(definition.name, (unsettled, False))
            self.write(f"{self.target_text(var)} = {text}")
            self.status.pop(key, None)
            if status is not None:
                self.status[key] = status
            self.forget(var.name)

    def _declare_choices(self, frame: Frame, statements: Statements) -> None:
        """Declare the variables of a body's choices; they are none until the choices are made.

        A choice that is a statement of the body itself, not nested in another, is always made, so needs no first value.
        """
        always_made = set(map(id, statements))
        for act in nested_statements(statements):
            if isinstance(act, model.Choose) and act.slot not in frame:
                base, is_one = act.kind.base, act.number is None
                holds = base if base in ("piece", "group") else ""
                text = self.variable(act.name, holds if is_one else "set")
                group = None
                if base == "group":
                    is_ranked = ranks_slot(self.rules, statements, act.slot)
                    group = GroupText(text, self.variable(f"{act.name}_ranks") if is_ranked else "", True)
                bit = self.bit_of(text) if base == "piece" and is_one and self.surface.is_local else ""
                frame[act.slot] = Slot(text, is_one, group, None, bit)
                if id(act) not in always_made:
                    self.write_none(frame[act.slot], "-1" if is_one else "0")

    def write_none(self, slot: Slot, none: str = "-1") -> None:
        """Write code that sets a choice to none."""
        self.write(f"{slot.text} = {none}")
        if slot.bit:
            self.write(f"{slot.bit} = 0")
        if slot.group is not None and slot.group.standing:
            self.write(f"{slot.group.standing} = -1")

    # --------------------------------------------------------------------------- groups on offer

    @property
    def offers(self) -> tuple[str, str]:
        """The name of the list that holds the offered groups, and the index of the first."""
        return (OFFERS, "0") if self.surface.is_local else (VECTOR, OFFERS)

    def offer(self, index: str) -> str:
        """Return the text of one of the groups that are offered."""
        holder, first = self.offers
        return f"{holder}[{index}]" if first == "0" else f"{holder}[{first} + {index}]"

    # ---------------------------------------------------------------------------------------- names

    def variable(self, words: str, holds: str = "") -> str:
        """Return a new name for a chosen thing; `holds` says whether it is a `set`, a `piece` or a `group`."""
        return self.fresh(f"{identifier(words)}_")

    @contextmanager
    def branch(self, test: str) -> Iterator[None]:
        """Write a block that runs only if a test holds; the facts after it hold whether or not it ran."""
        before = dict(self.status)
        with self.block(f"if {test}:"):
            yield
        self.status = common_facts(before, self.status)

    def value(self, frame: Frame, term: object) -> str:
        """Return the text of a thing at this point of play."""
        return self.evaluate(lambda: self.thing(frame, term))

    def test(self, frame: Frame, condition: model.Condition) -> str:
        """Return the text of a condition at this point of play."""
        return self.evaluate(lambda: self.condition(frame, condition))

    def copy_of(self, text: str, stem: str) -> str:
        """Return a name that stores the present value of the text."""
        if text.lstrip("-").isdigit():
            return text
        name = self.fresh(stem)
        self.write(f"{name} = {text}")
        return name

    def subject_of(self, frame: Frame, term: object, origin: model.Origin, what: str) -> str:
        """Return a text, which stays the same, of a player who must exist."""
        is_fixed = isinstance(term, model.Slot | model.Literal)
        text = self.value(frame, term)
        player = text if is_fixed else self.copy_of(text, "p")
        if self.may_be_none(frame, term):
            with self.block(f"if {player} < 0:"):
                self.fault(faults.fault_of_nobody(self.rules, origin, term, what))
        return player

    # ------------------------------------------------------------------------------------- the end

    def reason(self, word: str, sentence: str, where: str = "") -> int:
        """Return the number of a reason to end."""
        reason = (word, sentence, where)
        if reason not in self.reasons:
            self.reasons.append(reason)
        return self.reasons.index(reason)

    def end(self, winner: str, reason: int) -> None:
        """Write the end of the game; values computed for it are computed on this path only."""
        before = dict(self.status)
        # A reason with a third part is a fault, which has no results.
        results = self.write_results() if self.reasons[reason][2] == "" else ["0"] * len(self.results)
        self.status = before
        if self.surface.is_fast:
            for place, text in enumerate(results):
                self.write(f"{VECTOR}[{self.results_at + place}] = {text}")
        self.write(self.surface.end(winner, reason, results))

    @cached_property
    def only_had(self) -> frozenset[str]:
        """The groups for which play only tests whether a player has one."""
        return only_had(self.rules)

    def write_results(self) -> list[str]:
        """Write the results that the rules report at the end; return their texts."""
        return [self.copy_of(self.evaluate(partial(self._result, result)), "r") for result in self.results]

    def _result(self, result: ReportedResult) -> str:
        """Return the text of one result, UNTOLD if its condition does not hold."""
        output = result.output
        frame: Frame = dict.fromkeys(range(max(output.frame, 1)), Slot(str(result.owner), False))

        def value() -> str:
            """Return the text of the value: of several groups, the set of their sorts."""
            if output.kind.base != "groups":
                return self.thing(frame, output.thing)
            sorts = self.fresh("m")
            self.write(f"{sorts} = 0")

            def add(group: GroupText) -> None:
                self.write(f"{sorts} |= {self.surface.bit(group.sort_in(self.flat))}")

            self.each_group(frame, output.thing, add)
            return sorts

        return if_holds(self, frame, output.condition, value, str(UNTOLD))

    def note_fault(self, fault: RulesFault) -> None:
        """Number the end of the game that a fault in an expression causes."""
        self.reason(*fault.key)

    def fault(self, fault: RulesFault) -> None:
        """Write the end of a game at a fault of its rules."""
        self.end("-1", self.reason(*fault.key))

    def count_round(self, loop: Loop) -> None:
        """Write code that stops play after too many rounds of long loops in which nobody was asked."""
        if self.unasked is None or not self.core.is_counted(loop):
            return
        count = self.read(self.unasked)
        self.write(f"{count} += 1")
        with self.block(f"if {count} > {MOST_UNASKED}:"):
            self.fault(faults.loop_without_question(loop.origin))

    def note_question(self) -> None:
        """Write the code of a question."""
        if self.unasked is not None:
            self.write(f"{self.target_text(self.unasked)} = 0")

    # ------------------------------------------------------------------------------------- answers

    def answer(self, name: str, options: str, chooser: str) -> None:
        """Write the choice of one of some options."""
        size = self.copy_of(self.surface.count(options), "n")
        self.answer_below(name, options, size, chooser)

    @property
    def is_small(self) -> bool:
        """Return whether no choice has more options than the highest bits of a word distinguish."""
        kinds = (len(kind.values) for kind in self.rules.values.values())
        return max(self.flat.pieces, self.seats, *kinds) < MOST_SMALL

    def answer_below(self, name: str, pool: str, bound: str, chooser: str, left: str = "1") -> None:
        """Write the choice of one of the `bound` lowest pieces of a pool: the least of a random set of `left`."""
        number = self.fresh("k")
        size = self.name_of_text(bound, "n")
        if left == "1":
            self.write_all(self.surface.draw_ahead(self.answers, number, size, self.is_small))
        else:
            self.write(f"{self.answers}, {number} = least_of_some({self.answers}, {size}, {left})")
        self.write_all(self.surface.pick(name, pool, number, self._bits.get(name, "w")))
        self.count_answer(chooser, f"lowest_of({pool}, {size})", name)

    def count_answer(self, chooser: str, options: str, answer: str) -> None:
        """Write code that counts an answer; `tests/traced.py` also notes who gave it to which options."""
        self.write(f"{self.moves} += 1")
        self.note_question()

    def answer_next(self, name: str, pool: str, size: str, left: str, chooser: str) -> None:
        """Write the choice of one more piece, after which only those above it are left in the pool.

        Plain Python draws words ahead, and uses the remaining set `w` that the lines of `pick` leave behind.
        """
        piece = self.fresh("a")
        if not self.surface.is_local:
            self.answer_below(piece, pool, f"{size} - {left} + 1", chooser, left)
            self.write(f"{name} |= {self.surface.bit(piece)}")
            self.write(f"{pool} &= -2 << {piece}")
            self.write(f"{size} = {self.surface.count(pool)}")
            return
        bit, number = self.bit_of(piece), self.fresh("k")
        bound = self.name_of_text(f"{size} - {left} + 1", "n")
        with self.block(f"if {left} == 1:"):
            self.write_all(self.surface.draw_ahead(self.answers, number, bound, self.is_small))
        with self.block("else:"):
            self.write(f"{self.answers}, {number} = least_ahead({WORDS}, {self.answers}, {bound}, {left})")
        self.write(f"{size} -= {number} + 1")
        self.write_all(self.surface.pick(piece, pool, number, bit))
        self.count_answer(chooser, f"lowest_of({pool}, {bound})", piece)
        self.write(f"{pool} = w ^ {bit}")
        self.write(f"{name} |= {bit}")

    def answer_group(self, name: str, count: str, chooser: str) -> None:
        """Write the choice of one of the offered groups."""
        number = self.fresh("k")
        self.write_all(self.surface.draw_ahead(self.answers, number, count, self.most_offered < MOST_SMALL))
        self.write(f"{name} = {self.offer(number)}")
        self.count_answer(chooser, count, number)


ACTS: ByClassWithin[GameEmitter, Frame, None] = {}
"""The function that writes each class of acts; `acts.py` and `changes.py` fill the table."""
