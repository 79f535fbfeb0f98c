"""Writes the source of a game that stops at every question: blocks, and a number that says which is next.

Nothing is left on a stack: no body of the rules calls itself, so what bodies have chosen, whose turn it is and how
often a loop has gone round has its own place in the vector, and a position is the vector and nothing else.
"""

from __future__ import annotations

from typing import Any

from cc_dsl.compiler import acts, waiting
from cc_dsl.compiler.faults import NotCompiled
from cc_dsl.compiler.maker import INDENT, Frame, Slot
from cc_dsl.compiler.observing import Observed
from cc_dsl.compiler.player import OFFERS, Player
from cc_dsl.compiler.shared import Sharing, is_wanted
from cc_dsl.compiler.status import agreed, in_loop, is_settled
from cc_dsl.compiler.surface import VECTOR, Plain, packed_end
from cc_dsl.compiler.things import may_be_none
from cc_dsl.compiler.waiting import Entries
from cc_dsl.compiler.whereabouts import later_places, places_of
from cc_dsl.core.bodies import asking, asks, steps_of
from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER

EXTRAS = ("next", "to_move", "options", "asks_pieces", "offered", "answer", "end", "chance", "moves")
"""What stands in the vector behind all that the rules name."""


class Stepper(Player):
    """Writes a game that waits for its answers."""

    def __init__(self, rules: model.Rules, seats: int, surface: Plain) -> None:
        """Begin without blocks."""
        super().__init__(rules, seats, surface)
        self.place_of = {name: self.flat.size + number for number, name in enumerate(EXTRAS)}
        self.told_at = self.flat.size + len(EXTRAS)
        self.size = self.told_at + len(self.told)
        self.holds: list[tuple[int, str]] = []
        """Which of the further places in the vector hold pieces, and how."""
        self.chance = self.extra("chance")
        self.moves = self.extra("moves")
        self.blocks: list[list[str]] = []
        self.entries: Entries | None = None
        """The bodies whose blocks are written once, and gone to from several places."""
        self.asking = asking(self.rules)
        """The bodies in which somebody may be asked."""
        self.observed: list[Observed] = []
        """The places of the rules at which the world is asked."""
        if is_wanted(rules):
            self.sharing = Sharing(rules)
            self.sharing.leaves = "return"
            self.entries = Entries(self.sharing)

    def extra(self, name: str) -> str:
        """Give the text of what is no part of the rules."""
        return f"{VECTOR}[{self.place_of[name]}]"

    def cell(self) -> str:
        """Give a new place in the vector."""
        self.size += 1
        return f"{VECTOR}[{self.size - 1}]"

    def variable(self, words: str, holds: str = "") -> str:
        """Give a place in the vector for what is chosen, which another block may read."""
        cell = self.cell()
        if holds:
            self.note(cell, holds)
        return cell

    @property
    def offers(self) -> tuple[str, str]:
        """The list in which groups that are offered stand, and where they begin there."""
        return VECTOR, OFFERS

    def end(self, winner: str, reason: int) -> None:
        """Write the end of the game; what is found out for it is found out on this way only."""
        before = dict(self.status)
        if self.sharing is None:
            for place, text in enumerate(self.told_now() if not self.reasons[reason][2] else ["0"] * len(self.told)):
                self.write(f"{VECTOR}[{self.told_at + place}] = {text}")
        elif not self.reasons[reason][2]:
            self.write(f"{self.sharing.told(self)}({VECTOR})")
        self.status = before
        self.write(f"{self.extra('end')} = {packed_end(winner, reason)}")
        self.write(f"{self.extra('to_move')} = -1")
        self.write(f"{self.extra('options')} = 0")
        self.write(f"{self.extra('offered')} = 0")
        self.write(self.sharing.leaves if self.sharing is not None else "return")

    # -------------------------------------------------------------------------------------- blocks

    def both(self) -> tuple[list[str], list[str]]:
        """Give the lines of the function that begins a game, and of that which goes on with one."""
        if model.ENTRY not in self.rules.procedures:
            raise NotCompiled(f"rules without a procedure called “{model.ENTRY}”")
        self.depth = 0
        self.label()
        self.status = {is_settled(name): False for name in self.flat.settled}
        self.body(model.ENTRY, None, None)
        self.end("-1", 0)
        self.close()
        tree = self.dispatch(0, len(self.blocks), 2)
        advance = ["def advance(S):", f"    pc = {self.extra('next')}", "    while True:", *tree]
        self.lines, self.depth = [], 1
        self.begin()
        for place in range(self.flat.size, self.size):
            self.write(f"{VECTOR}[{place}] = 0")
        return ["def begin(S):", *self.lines], advance

    def dispatch(self, first: int, last: int, depth: int) -> list[str]:
        """Give the lines that find a block by its number, in halves."""
        indent = INDENT * depth
        if last - first == 1:
            return [indent + line for line in self.blocks[first]]
        middle = (first + last) // 2
        head, other = f"{indent}if pc < {middle}:", f"{indent}else:"
        return [head, *self.dispatch(first, middle, depth + 1), other, *self.dispatch(middle, last, depth + 1)]

    def label(self) -> int:
        """Add a block; give its number."""
        self.blocks.append([])
        return len(self.blocks) - 1

    def close(self) -> None:
        """End the block that is written: what was written is the last that was opened."""
        self.blocks[self.current] = self.lines
        self.lines = []

    def open(self, number: int) -> None:
        """Go on writing in a block."""
        self.current = number
        self.lines, self.depth = [], 0

    current = 0

    def go(self, number: int) -> None:
        """Write that another block is next."""
        self.write(f"pc = {number}")

    def wait(self, options: str, chooser: str, then: int, asks_pieces: bool = False, offered: str = "0") -> None:
        """Write that somebody is asked; options are bits, unless so many groups are offered."""
        self.write(f"{self.extra('asks_pieces')} = {int(asks_pieces)}")
        self.write(f"{self.extra('options')} = {options}")
        self.write(f"{self.extra('offered')} = {offered}")
        self.write(f"{self.extra('to_move')} = {chooser}")
        self.write(f"{self.extra('next')} = {then}")
        self.write("return")

    def sequence(self, frame: Frame, parts: Any) -> None:
        """Write acts one after another; where somebody is asked, a new block begins."""
        for one in parts:
            if not asks(one, self.asking):
                acts.act(self, frame, one)
                continue
            if not isinstance(one, model.Exceptions | model.Rule):
                self.write(acts.cited(one.origin))
            STEPS[type(one)](self, frame, one)

    def branch(self, frame: Frame, condition: Any, parts: Any, otherwise: Any) -> None:
        """Write a branch in which somebody is asked."""
        if isinstance(condition, model.Always):
            self.sequence(frame, parts)
            return
        yes, no, after = self.label(), self.label(), self.label()
        test = self.evaluated(lambda: self.condition(frame, condition))
        self.write(f"pc = {yes} if {test} else {no}")
        self.close()
        before, ends = dict(self.status), []
        for number, acts_there in ((yes, parts), (no, otherwise)):
            self.open(number)
            self.status = dict(before)
            self.sequence(frame, acts_there)
            ends.append(self.status)
            self.go(after)
            self.close()
        self.status = agreed(*ends)
        self.open(after)

    def body(self, name: str, subject: str | None, thing: Slot | None) -> None:
        """Write what a body does: where it is called, or that its blocks are next."""
        if self.entries is None or not self.entries.go_to(self, name, subject, thing):
            self.whole_body(name, subject, thing)

    def whole_body(self, name: str, subject: str | None, thing: Slot | None) -> None:
        """Write all that a body does."""
        self.calls += 1
        if self.calls > acts.MOST_CALLS:
            raise NotCompiled("so many calls of procedures within one another", name)
        frame: Frame = {}
        if subject is not None:
            frame[0] = Slot(subject, False)
            frame[1] = thing if thing is not None else Slot("-1", True)
        parts = steps_of(self.rules, name)
        outer = self.parts, self.subject
        self.parts, self.subject = parts, subject or ""
        acts.declare_choices(self, frame, name)
        self.sequence(frame, parts)
        self.parts, self.subject = outer
        acts.unsettle(self, name)

    def which_observed(self) -> str:
        """Give the place in the vector that tells at which place of the rules the world is asked."""
        self._which = self._which or self.cell()
        return self._which

    _which = ""

    def note(self, cell: str, holds: str) -> None:
        """Note that a further place in the vector holds pieces: a `set`, a `piece` or a `group`."""
        place = int(cell.removeprefix(f"{VECTOR}[").removesuffix("]"))
        if (place, holds) not in self.holds:
            self.holds.append((place, holds))

    def stored(self, text: str, holds: str = "") -> str:
        """Give a place in the vector that goes on meaning what the text means now."""
        cell = self.variable("", holds)
        self.write(f"{cell} = {text}")
        return cell


# ------------------------------------------------------------------------------------- acts that ask


def _rule(make: Stepper, frame: Frame, one: model.Rule) -> None:
    make.branch(frame, one.condition, one.acts, ())


def _if(make: Stepper, frame: Frame, one: model.If) -> None:
    make.branch(frame, one.condition, one.acts, one.otherwise)


def _exceptions(make: Stepper, frame: Frame, one: model.Exceptions) -> None:
    if not one.insteads:
        make.sequence(frame, one.rules)
        return
    first = one.insteads[0]
    make.write(acts.cited(first.origin))
    make.branch(frame, first.condition, first.acts, (model.Exceptions(one.insteads[1:], one.rules),))


def _repeat(make: Stepper, frame: Frame, one: model.Repeat) -> None:
    count = make.stored("0")
    head, inside, after = make.label(), make.label(), make.label()
    make.go(head)
    make.close()
    before = make.status = in_loop(make.status, one.acts)
    make.status = dict(before)
    make.open(head)
    make.write(f"{count} += 1")
    make.write(f"pc = {inside} if {count} <= {one.times} else {after}")
    make.close()
    make.open(inside)
    make.sequence(frame, one.acts)
    make.go(head)
    make.close()
    make.status = before
    make.open(after)


def _until(make: Stepper, frame: Frame, one: model.Until) -> None:
    count = make.stored("0")
    head, inside, after = make.label(), make.label(), make.label()
    make.go(head)
    make.close()
    before = make.status = in_loop(make.status, one.acts)
    make.status = dict(before)
    make.open(head)
    test = make.evaluated(lambda: make.condition(frame, one.condition))
    with make.indented(f"if {test}:"):
        make.go(after)
    with make.indented(f"elif {count} == {one.most}:"):
        make.end("-1", make.reason("bound", one.origin.sentence))
    with make.indented("else:"):
        make.write(f"{count} += 1")
        make.go(inside)
    make.close()
    make.open(inside)
    make.sequence(frame, one.acts)
    make.go(head)
    make.close()
    make.status = before
    make.open(after)


def _for_each_thing(make: Stepper, frame: Frame, one: model.ForEach) -> None:
    """Go through values or pieces in the order of their introduction; those that are left are a set."""
    is_piece = one.kind.base == "piece"
    places = places_of(make, frame, one.things) if is_piece else None
    left = make.stored(make.evaluated(lambda: make.thing(frame, one.things)), "set" if is_piece else "")
    thing = make.stored("-1", "piece" if is_piece else "")
    frame[one.slot] = Slot(thing, False, None, later_places(make, frame, places, list(one.acts)))
    head, inside, after = make.label(), make.label(), make.label()
    make.go(head)
    make.close()
    before = make.status = in_loop(make.status, one.acts)
    make.status = dict(before)
    make.open(head)
    make.write(f"pc = {inside} if {left} else {after}")
    make.close()
    make.open(inside)
    make.write(f"{thing} = {make.surface.lowest(left)}")
    make.write(f"{left} &= {left} - 1")
    make.sequence(frame, one.acts)
    make.go(head)
    make.close()
    make.status = before
    make.open(after)


def _for_each(make: Stepper, frame: Frame, one: model.ForEach) -> None:
    if one.kind != PLAYER:
        _for_each_thing(make, frame, one)
        return
    first = make.evaluated(lambda: "0" if one.start is None else make.thing(frame, one.start))
    if first != "0" and may_be_none(make, frame, one.start):
        first = f"({first} if {first} > 0 else 0)"
    among = str(make.flat.all_players)
    if not isinstance(one.things, model.AllPlayers):
        among = make.evaluated(lambda: make.thing(frame, one.things))
    left, player, count = make.stored(among), make.stored(f"{first} - 1"), make.stored("0")
    frame[one.slot] = Slot(player, False)
    head, inside, after = make.label(), make.label(), make.label()
    make.go(head)
    make.close()
    before = make.status = in_loop(make.status, one.acts)
    make.status = dict(before)
    make.open(head)
    make.write(f"{count} += 1")
    make.write(f"{player} += 1")
    make.write(f"if {player} >= {make.seats}:")
    make.write(f"    {player} -= {make.seats}")
    make.write(f"if {count} > {make.seats}:")
    make.write(f"    pc = {after}")
    make.write(f"elif ({left} >> {player}) & 1:")
    make.write(f"    pc = {inside}")
    make.close()
    make.open(inside)
    make.sequence(frame, one.acts)
    make.go(head)
    make.close()
    make.status = before
    make.open(after)


def _perform(make: Stepper, frame: Frame, one: model.Perform) -> None:
    make.body(one.name, None, None)


def _call(make: Stepper, frame: Frame, one: model.Call) -> None:
    form = make.rules.deeds.get(one.verb)
    subject = acts.subject_of(make, frame, one.subject, one.origin, "to do it")
    if not isinstance(one.subject, model.Slot | model.Const):
        subject = make.stored(subject, "piece" if form is not None and form.subject.base == "piece" else "")
    thing = None
    if one.object is not None:
        if isinstance(one.object, model.Slot):
            thing = frame[one.object.number]
        else:
            is_piece = form is None or (form.object is not None and form.object.base == "piece")
            text = make.stored(make.evaluated(lambda: make.thing(frame, one.object)), "piece" if is_piece else "")
            thing = Slot(text, may_be_none(make, frame, one.object), None, places_of(make, frame, one.object))
        places = later_places(make, {0: Slot(subject, False)}, thing.places, steps_of(make.rules, one.verb))
        thing = thing._replace(places=places)
    acts.allow(make, one, subject, thing)
    make.body(one.verb, subject, thing)


def _choose_group(make: Stepper, frame: Frame, one: model.Choose) -> None:
    count = make.evaluated(lambda: acts.offered_groups(make, frame, one))
    acts.note_places(make, frame, one)
    then, after = make.label(), make.label()
    with make.indented(f"if {count}:"):
        chooser = acts.subject_of(make, frame, one.chooser, one.origin, "to choose")
        make.wait("0", chooser, then, offered=count)
    chosen = frame[one.slot].text
    make.write(f"{chosen} = -1")
    acts.note_rank(make, frame, one, "")
    make.go(after)
    make.close()
    make.open(then)
    make.write(f"{chosen} = {make.offer(make.extra('answer'))}")
    acts.note_rank(make, frame, one, chosen)
    make.go(after)
    make.close()
    make.open(after)


def _choose(make: Stepper, frame: Frame, one: model.Choose) -> None:
    if one.kind.base == "group":
        _choose_group(make, frame, one)
        return
    if one.number is not None:
        _choose_several(make, frame, one)
        return
    options = make.copied(make.evaluated(lambda: make.thing(frame, one.things)), "m")
    acts.note_places(make, frame, one)
    then, after = make.label(), make.label()
    with make.indented(f"if {options}:"):
        chooser = acts.subject_of(make, frame, one.chooser, one.origin, "to choose")
        make.wait(options, chooser, then, one.kind.base == "piece")
    chosen = frame[one.slot].text
    make.write(f"{chosen} = -1")
    make.go(after)
    make.close()
    make.open(then)
    make.write(f"{chosen} = {make.extra('answer')}")
    make.go(after)
    make.close()
    make.open(after)


def _choose_several(make: Stepper, frame: Frame, one: model.Choose) -> None:
    pool = make.stored(make.evaluated(lambda: make.thing(frame, one.things)), "set")
    number = make.evaluated(lambda: make.thing(frame, one.number))
    acts.note_places(make, frame, one)
    chosen, left = frame[one.slot].text, make.stored(f"min({number}, {make.surface.count(pool)})")
    make.write(f"{chosen} = 0")
    head, then, after = make.label(), make.label(), make.label()
    make.go(head)
    make.close()
    make.status = in_loop(make.status, ())
    make.open(head)
    with make.indented(f"if {left} > 0:"):
        chooser = acts.subject_of(make, frame, one.chooser, one.origin, "to choose")
        make.wait(f"lowest_of({pool}, {make.surface.count(pool)} - {left} + 1)", chooser, then, True)
    make.go(after)
    make.close()
    make.open(then)
    make.write(f"{chosen} |= 1 << {make.extra('answer')}")
    make.write(f"{pool} &= -2 << {make.extra('answer')}")
    make.write(f"{left} -= 1")
    make.go(head)
    make.close()
    make.open(after)


def _choose_option(make: Stepper, frame: Frame, one: model.ChooseOption) -> None:
    options = make.copied(make.evaluated(lambda: acts.options_of(make, frame, one)), "m")
    then, after = make.label(), make.label()
    entries = [make.label() for _ in one.options]
    with make.indented(f"if {options}:"):
        make.wait(options, acts.subject_of(make, frame, one.chooser, one.origin, "to choose"), then)
    make.go(after)
    make.close()
    make.open(then)
    for number, entry in enumerate(entries):
        make.write(f"{'elif' if number else 'if'} {make.extra('answer')} == {number}:")
        make.write(f"    pc = {entry}")
    make.close()
    before = make.status
    after_all = dict(before)
    for entry, option in zip(entries, one.options, strict=True):
        make.status = dict(before)
        make.open(entry)
        make.write(acts.cited(option.origin))
        make.sequence(frame, option.acts)
        make.go(after)
        make.close()
        after_all = agreed(after_all, make.status)
    make.status = after_all
    make.open(after)


STEPS: dict[type, Any] = {
    model.Rule: _rule,
    model.Exceptions: _exceptions,
    model.If: _if,
    model.Repeat: _repeat,
    model.Until: _until,
    model.ForEach: _for_each,
    model.Perform: _perform,
    model.Call: _call,
    model.Choose: _choose,
    model.ChooseOption: _choose_option,
    model.Observe: waiting.observe,
}
