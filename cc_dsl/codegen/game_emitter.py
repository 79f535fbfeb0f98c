"""Generate whole games in which every question is answered at random, as one function of a seed.

An answer is the piece, group or option with a random number; the number comes from a stream of the seed.

    def play(chance_at, answers_at):                the two streams
        moves = 0                                   what is so before the game
        …                                           the acts of the whole game, body within body
        return -1, 0, moves, 0                      the winner, the number of the reason, the moves, a hash
"""

from __future__ import annotations

import functools
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property

from cc_dsl.codegen.emitter import Emitter
from cc_dsl.codegen.flat import UNTOLD, ToldResult
from cc_dsl.codegen.frames import Frame, Slot, agreed, is_settled, sort_text
from cc_dsl.codegen.locations import most_made
from cc_dsl.codegen.subexpressions import memoizable_definitions
from cc_dsl.codegen.target import VECTOR, WORDS, Plain
from cc_dsl.codegen.things import if_holds, may_be_none
from cc_dsl.core import faults
from cc_dsl.core.faults import Broken
from cc_dsl.core.groups import only_had
from cc_dsl.core.places import Places
from cc_dsl.core.program import Loop, Statements
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind
from cc_dsl.rules.lengths import MOST_UNASKED

CHANCE = "chance_at"
"""The stream of chance itself: where it stands."""
ANSWERS = "answers_at"
"""The stream from which the player who is asked answers."""
NOBODY, WON = 0, 1
OFFERS = "OFFERS"
"""The storage of offered groups: a place in the vector, or a list."""
MOST_SMALL = 64
"""Numbers below this bound are drawn from the highest bits of a word."""


def told_at_the_end(rules: model.Rules, seats: int) -> tuple[ToldResult, ...]:
    """Return all that the rules tell at the end of a game; each is one number, and of groups the set of their sorts."""
    questions = [question for question in rules.questions.values() if question.is_given_nothing]
    tellings = [told for question in questions for told in question.told]
    return tuple(ToldResult(told.key, owner, told) for told in tellings for owner in range(told.many(seats)))


class GameEmitter(Emitter):
    """Writes a game that runs to its end."""

    def __init__(self, rules: model.Rules, seats: int, surface: Plain, is_traced: bool = False) -> None:
        """Start without lines; a traced game also gives a hash of all questions and answers."""
        super().__init__(rules, seats, surface)
        self.is_traced = is_traced
        self.moves = surface.extra(self.flat.size, "moves")
        self.trace = surface.extra(self.flat.size + 1, "trace")
        self.told = told_at_the_end(self.rules, seats)
        """The results that the rules tell at the end of a game."""
        self.told_at = self.flat.size + 2
        self.size = self.told_at + len(self.told)
        """The number of integers in the vector, without the offered groups."""
        self.most_offered = 0
        """The most groups that may be offered at once."""
        self.most_answers = 0
        """The most answers of the world."""
        self.chance, self.answers, self.world = CHANCE, ANSWERS, ""
        self.calls = 0
        self.parts: Statements = ()
        """The acts of the body that is being written."""
        self.subject = ""
        """The text of who does it, if somebody does."""
        self.reasons: list[tuple[str, str, str]] = [("nobody", "", ""), ("won", "", "")]
        """The possible ends of a game: a word, with its sentence for a bound, or message and sentence for a fault."""

    def recalled(self) -> dict[str, Kind]:
        """Return the definitions that are computed once for a position; none where a position is only a vector."""
        return {} if self.surface.is_stepwise else memoizable_definitions(self.rules)

    @abstractmethod
    def body(self, name: str, subject: str | None, thing: Slot | None) -> None:
        """Write the acts of a body, or the call of a function that has them."""

    @property
    def offers(self) -> tuple[str, str]:
        """The list in which groups that are offered stand, and where they begin there."""
        return (VECTOR, OFFERS) if self.surface.is_fast else (OFFERS, "0")

    def offer(self, index: str) -> str:
        """Return the text of one of the groups that are offered."""
        holder, first = self.offers
        return f"{holder}[{index}]" if first == "0" else f"{holder}[{first} + {index}]"

    def note_offer(self, places: Places | None, group: model.Group) -> int:
        """Note how many groups may be offered at once, and tell it."""
        most = most_made(self, places, group)
        # Where none can be made, the list is still spoken of.
        self.most_offered = max(self.most_offered, most, 1)
        return most

    def note_answers(self, number: int) -> None:
        """Note how many answers of the world there are."""
        self.most_answers = max(self.most_answers, number)

    @property
    def offers_room(self) -> int:
        """The most groups, or answers of the world, that may be offered at once."""
        return max(self.most_offered, self.most_answers)

    def begin(self) -> None:
        """Write what everything is before the game."""
        self.status = {is_settled(name): False for name in self.flat.settled}
        self.write(f"{self.moves} = 0")
        if self.surface.is_local:
            self.write(f"{WORDS} = []")
        if self.is_traced:
            self.write(f"{self.trace} = 0")
        for var in self.flat.vars:
            if var.is_one:
                self.write(f"{self.surface.one(var)} = {self.surface.number(var.first)}")
            elif not self.surface.is_fast or not self.flat.is_range(var):
                self.write_all(self.surface.filled(var))

    def empty_all(self) -> None:
        """Write that nothing lies in any place."""
        for base, var in self.flat.places.items():
            count = self.flat.counts.get(base, var)
            if count.is_one:
                self.write(f"{self.spot(count)} = 0")
            else:
                self.write_all(self.surface.filled(count))

    # ---------------------------------------------------------------------------------------- names

    def variable(self, words: str, holds: str = "") -> str:
        """Return a new name for a chosen thing; `holds` says whether it is a `set`, a `piece` or a `group`."""
        return self.fresh("".join(sign if sign.isalnum() else "_" for sign in words) + "_")

    @contextmanager
    def branch(self, test: str) -> Iterator[None]:
        """Write a block that runs only if a test holds; what is sure behind it is sure with or without it."""
        before = dict(self.status)
        with self.indented(f"if {test}:"):
            yield
        self.status = agreed(before, self.status)

    def value(self, frame: Frame, term: object) -> str:
        """Return the text of a thing at this point of play."""
        return self.evaluated(lambda: self.thing(frame, term))

    def test(self, frame: Frame, condition: model.Condition) -> str:
        """Return the text of a condition at this point of play."""
        return self.evaluated(lambda: self.condition(frame, condition))

    def copied(self, text: str, stem: str) -> str:
        """Return a name that keeps the present value of the text."""
        if text.lstrip("-").isdigit():
            return text
        name = self.fresh(stem)
        self.write(f"{name} = {text}")
        return name

    def subject_of(self, frame: Frame, term: object, origin: model.Origin, what: str) -> str:
        """Return the text of a player who must be there, and stays the same."""
        is_fixed = isinstance(term, model.Slot | model.Const)
        text = self.value(frame, term)
        player = text if is_fixed else self.copied(text, "p")
        if may_be_none(self, frame, term):
            with self.indented(f"if {player} < 0:"):
                self.fault(faults.nobody(origin, what))
        return player

    # ---------------------------------------------------------------------------------------- turns

    def player_loop_head(self, player: str, first: str) -> str:
        """Return the head of a loop over all players, from one of them."""
        if not self.surface.is_fast:
            return f"for {player} in TURNS[{first}]:"
        return f"for {player} in range({first}, {first} + {self.seats}):"

    def open_player_loop(self, player: str, first: str) -> None:
        """Write the beginning of such a loop."""
        if self.surface.is_fast:
            self.write(f"if {player} >= {self.seats}:")
            self.write(f"    {player} -= {self.seats}")

    # ------------------------------------------------------------------------------------- the end

    def reason(self, word: str, sentence: str, where: str = "") -> int:
        """Return the number of a way to end."""
        way = (word, sentence, where)
        if way not in self.reasons:
            self.reasons.append(way)
        return self.reasons.index(way)

    def end(self, winner: str, reason: int) -> None:
        """Write the end of the game; values computed for it are computed on this path only."""
        before = dict(self.status)
        told = self.told_now() if self.reasons[reason][2] == "" else ["0"] * len(self.told)
        self.status = before
        if self.surface.is_fast:
            for place, text in enumerate(told):
                self.write(f"{VECTOR}[{self.told_at + place}] = {text}")
        self.write(self.surface.end(winner, reason, self.is_traced, told))

    @cached_property
    def only_had(self) -> frozenset[str]:
        """The groups of which play only asks whether a player has one."""
        return only_had(self.rules)

    def told_now(self) -> list[str]:
        """Write what the rules tell at the end; give its texts."""
        texts = []
        for one in self.told:
            frame = dict.fromkeys(range(max(one.told.frame, 1)), Slot(str(one.owner), False))
            texts.append(self.copied(self.evaluated(functools.partial(told_text, self, frame, one.told)), "r"))
        return texts

    def fault(self, fault: Broken) -> None:
        """Write the end of a game whose rules have broken a promise."""
        self.end("-1", self.reason(*fault))

    def count_round(self, loop: Loop) -> None:
        """Write what stops play after too many rounds of long loops in which somebody may be asked, and nobody was."""
        if self.unasked is None or not self.core.is_counted(loop):
            return
        count = self.read(self.unasked)
        self.write(f"{count} += 1")
        with self.indented(f"if {count} > {MOST_UNASKED}:"):
            self.fault(faults.unasked(loop.origin))

    def note_question(self) -> None:
        """Write that somebody is asked."""
        if self.unasked is not None:
            self.write(f"{self.spot(self.unasked)} = 0")

    # ------------------------------------------------------------------------------- chance, answers

    def answer(self, chosen: str, options: str, chooser: str) -> None:
        """Write that one of some options is chosen."""
        size = self.fresh("n")
        self.write(f"{size} = {self.surface.count(options)}")
        self.answer_below(chosen, options, size, chooser)

    @property
    def is_small(self) -> bool:
        """Return whether nobody is asked to choose one of more things than the highest bits of a word tell apart."""
        kinds = (len(kind.values) for kind in self.rules.values.values())
        return max(self.flat.pieces, self.seats, *kinds) < MOST_SMALL

    def answer_below(
        self, chosen: str, pool: str, bound: str, chooser: str, left: str = "1", draw: str = "least_of_some"
    ) -> None:
        """Write the choice of one of the lowest pieces of a pool, of this number: the least of as many as are left."""
        number = self.fresh("k")
        size = self.keep(bound, "n")
        if left == "1":
            self.write_all(self.surface.draw_ahead(self.answers, number, size, self.is_small))
        else:
            self.write(f"{self.answers}, {number} = {draw}({self.answers}, {size}, {left})")
        if self.is_traced:
            options = self.fresh("m")
            self.write(f"{options} = lowest_of({pool}, {size})")
        self.write_all(self.surface.pick(chosen, pool, number, self._bits.get(chosen, "w")))
        if self.is_traced:
            self.write(f"{self.trace} = traced({self.trace}, {chooser}, {options}, {chosen})")
        self.write(f"{self.moves} += 1")
        self.note_question()

    def answer_next(self, chosen: str, pool: str, size: str, left: str, chooser: str, draw: str) -> None:
        """Write that one more of some pieces is chosen, and that only those above it are left in the pool."""
        piece = self.fresh("a")
        if not self.surface.is_local:
            self.answer_below(piece, pool, f"{size} - {left} + 1", chooser, left, draw)
            self.write(f"{chosen} |= {self.surface.bit(piece)}")
            self.write(f"{pool} &= -2 << {piece}")
            self.write(f"{size} = {self.surface.count(pool)}")
            return
        bit, number, options = self.bit_of(piece), self.fresh("k"), self.fresh("m")
        bound = self.keep(f"{size} - {left} + 1", "n")
        with self.indented(f"if {left} == 1:"):
            self.write_all(self.surface.draw_ahead(self.answers, number, bound, self.is_small))
        with self.indented("else:"):
            self.write(f"{self.answers}, {number} = least_ahead({WORDS}, {self.answers}, {bound}, {left})")
        if self.is_traced:
            self.write(f"{options} = lowest_of({pool}, {bound})")
        self.write(f"{size} -= {number} + 1")
        self.write_all(self.surface.pick(piece, pool, number, bit))
        self.write(f"{pool} = w ^ {bit}")
        self.write(f"{chosen} |= {bit}")
        if self.is_traced:
            self.write(f"{self.trace} = traced({self.trace}, {chooser}, {options}, {piece})")
        self.write(f"{self.moves} += 1")
        self.note_question()

    def answer_group(self, chosen: str, count: str, chooser: str) -> None:
        """Write that one of the groups that are offered is chosen."""
        number = self.fresh("k")
        self.write_all(self.surface.draw_ahead(self.answers, number, count, self.most_offered < MOST_SMALL))
        self.write(f"{chosen} = {self.offer(number)}")
        if self.is_traced:
            holder, first = self.offers
            self.write(f"{self.trace} = traced_groups({self.trace}, {holder}, {first}, {count})")
            self.write(f"{self.trace} = traced({self.trace}, {chooser}, {count}, {number})")
        self.write(f"{self.moves} += 1")
        self.note_question()

    def pick_by_chance(self, chosen: str, options: str) -> None:
        """Write that chance picks one of some pieces."""
        number, size = self.fresh("k"), self.fresh("n")
        self.write(f"{size} = {self.surface.count(options)}")
        self.write_all(self.surface.draw(self.chance, number, size))
        self.write_all(self.surface.pick(chosen, options, number, self._bits.get(chosen, "w")))

    def shuffle_all(self, base: int, holder: str, first: str, size: str) -> None:
        """Write that all pieces are put in an order that chance gives."""
        # Numba compiles for these very numbers, and a shuffle whose length is known is quicker.
        self.write(f"{self.chance} = shuffled({holder}, {first}, {self.flat.pieces}, {self.chance})")
        self.write(f"{size} = {self.flat.pieces}")

    def shuffle_some(self, holder: str, first: str, size: str, pool: str) -> None:
        """Write that some pieces are put in an order that chance gives."""
        self.write(f"{size} = {self.surface.count(pool)}")
        self.write(f"{self.chance} = shuffled_set({holder}, {first}, {pool}, {self.chance})")


def told_text(emit: GameEmitter, frame: Frame, told: model.Told) -> str:
    """Return the text of one result, if it is reported."""

    def thing() -> str:
        if told.kind.base != "groups":
            return emit.thing(frame, told.thing)
        text = emit.fresh("m")
        emit.write(f"{text} = 0")
        emit.each_group(
            frame, told.thing, lambda group: emit.write(f"{text} |= {emit.surface.bit(sort_text(emit.flat, group))}")
        )
        return text

    return if_holds(emit, frame, told.condition, thing, str(UNTOLD))
