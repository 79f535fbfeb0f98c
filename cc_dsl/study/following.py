"""Play random games in compiled rules, and follow them under other rules up to the first step at which the two differ.

What is compared is the same as in `positions.py`, which does it in the interpreter: pieces in places, states, numbers,
roles and variables by their names, the player asked, the answers allowed, and the end of a game with its results.

Where two rules have the same things in the same places, a step of the other rules is taken only if a block runs that is
not the same in both; all other steps lead to the same vector, so nothing has to be compared.  What only the other rules
have stands behind all this, and only blocks that are not the same change it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import NamedTuple

from cc_dsl.compiler.faults import NotCompiled, PlayFault
from cc_dsl.compiler.flat import Var
from cc_dsl.compiler.games import End, end_of
from cc_dsl.compiler.generated import GeneratedSource
from cc_dsl.compiler.searching import OVER
from cc_dsl.compiler.target import WHO
from cc_dsl.compiler.visiting import Visiting
from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER, PLAYER
from cc_dsl.table.chance import Chance

MOST_KEPT = 20_000
"""The number of positions that are kept of the last games, about as many as those of a chunk of a study have."""
Vector = list[int]


class CompiledWalk(NamedTuple):
    """A random game: the position at each step, the answer given to it, and the blocks that led there."""

    seed: int
    vectors: list[Vector]
    answers: list[int]
    """One for each position but the last."""
    visited: dict[int, list[int]]
    """The steps that each combination of blocks has led to, in order."""


class Walker:
    """Plays random games in compiled rules."""

    def __init__(self, rules: model.Rules, seats: int) -> None:
        """Compile the rules; raise NotCompiled if that cannot be done."""
        self.code = Visiting(rules, seats)
        self.to_move = self.code.place["to_move"]
        self._walks: dict[int, CompiledWalk] = {}

    def walk(self, seed: int) -> CompiledWalk:
        """Return the game of a seed, played at random; the last games are kept for who asks next."""
        if seed not in self._walks:
            if sum(len(walk.vectors) for walk in self._walks.values()) >= MOST_KEPT:
                self._walks.clear()
            self._walks[seed] = self._played(seed)
        return self._walks[seed]

    def _played(self, seed: int) -> CompiledWalk:
        code, to_move = self.code, self.to_move
        chance = Chance(seed).branch(0)
        vector, blocks = code.begin(seed)
        vectors, visited, answers = [vector], {blocks: [0]}, []
        while vector[to_move] != OVER:
            answer = code.drawn(vector, chance)
            vector, blocks = code.step(vector, answer)
            answers.append(answer)
            visited.setdefault(blocks, []).append(len(vectors))
            vectors.append(vector)
        ended(code, vector)
        return CompiledWalk(seed, vectors, answers, visited)

    @property
    def source(self) -> GeneratedSource:
        """The module that plays."""
        return self.code.source

    def rows(self, first: int, count: int) -> Iterator[tuple[int, ...]]:
        """Play the games of these seeds; return winner, reason and moves as numbers, no hash, and results."""
        source, place = self.source, self.code.place
        for seed in range(first, first + count):
            vector = self.walk(seed).vectors[-1]
            end, told = vector[place["end"]], vector[source.told_at : source.told_at + len(source.told)]
            yield end % WHO - 1, end // WHO, vector[place["moves"]], 0, *told

    def sizes(self, walk: CompiledWalk) -> list[int]:
        """Return how many answers were allowed at each question of a game."""
        return [self.code.count(vector) for vector in walk.vectors[:-1]]

    def winner(self, vector: Vector) -> int | None:
        """Return who has won a game that is over, the first of several; raise the fault of the rules, if any."""
        return ended(self.code, vector).winner

    def play_on(self, vector: Vector, answer: int, seed: int) -> Vector:
        """Answer, and play on at random to the end."""
        code, to_move = self.code, self.to_move
        chance = Chance(seed).branch(0)
        vector, _ = code.step(vector, answer)
        while vector[to_move] != OVER:
            code.go_on(vector, code.drawn(vector, chance))
        return vector


def walker_of(rules: model.Rules, seats: int) -> Walker | None:
    """Return what plays random games in compiled rules; None where they cannot be compiled."""
    try:
        return Walker(rules, seats)
    except NotCompiled:
        return None


def ended(code: Visiting, vector: Vector) -> End:
    """Return how a game has ended; raise the fault of the rules if they have one."""
    end = vector[code.place["end"]]
    return end_of(code.source, end % WHO - 1, end // WHO, vector[code.place["moves"]])


class Follower:
    """Follows random games under other rules."""

    def __init__(self, walker: Walker, rules: model.Rules) -> None:
        """Compile the other rules; raise NotCompiled if they cannot be compared so."""
        self.base = walker.code
        self.code = code = Visiting(rules, self.base.seats, self.base)
        self.sides = FollowedVector(self.base, code), FollowedVector(code, self.base)
        both = self.base.questions.keys() & code.questions.keys()
        is_asked_alike = all(self.base.questions[number] == code.questions[number] for number in both)
        is_named_alike = self.sides[0].layout == self.sides[1].layout and self.base.size <= code.size
        differing = self.base.differing(code) if is_asked_alike and is_named_alike else None
        self.is_alike = differing is not None
        """Whether a vector of the other rules that begins with one of these is the same position."""
        self.changed = -1 if differing is None else differing
        """The blocks that do not do the same in both, a bit for each."""
        memos = self.base.flat.memos
        self._memos = [*memos.values()] if self.is_alike and memos == code.flat.memos else []

    def until_parted(self, walk: CompiledWalk, most: int) -> tuple[int, int]:
        """Return the number of steps that both rules have in common, and whether the last one separates them.

        Longer games are followed so far.
        """
        last, following = min(len(walk.vectors), most), 0
        size = self.base.size
        rest = [0] * (self.code.size - size)
        for first in self._suspect(walk, last):
            own: Vector | None = None
            step = max(first, following)
            while step < last and (own is not None or step == first):
                vector = walk.vectors[step]
                step += 1
                try:
                    own = self._after(walk, step - 1, own, rest)
                    is_same = self.is_alike and own[:size] == vector
                    if not is_same and not self._are_alike(vector, own):
                        return step, 1
                except PlayFault:  # a fault of the other rules
                    return step, 1
                if is_same:
                    rest, own = own[size:], None
            following = step
        return last, 0

    def _suspect(self, walk: CompiledWalk, last: int) -> list[int]:
        """Return the steps that the other rules may take otherwise, from the same position."""
        if not self.is_alike:
            return [0]
        found = [steps for blocks, steps in walk.visited.items() if blocks & self.changed]
        return sorted(step for steps in found for step in steps if step < last)

    def _are_alike(self, vector: Vector, own: Vector) -> bool:
        """Return whether a position of these rules and one of the others are the same by the names that both have."""
        one, other = self.sides
        return one.named(vector) == other.named(own) and one.rest(vector) == other.rest(own)

    def _after(self, walk: CompiledWalk, step: int, own: Vector | None, rest: Vector) -> Vector:
        """Take a step of the other rules, from their own position or from that of both, with what only they have."""
        if not step:
            return self.code.begin(walk.seed)[0]
        before, answer = walk.vectors[step - 1], walk.answers[step - 1]
        if own is not None:
            before, answer = own, self._translated(walk, step - 1, own)
        else:
            before = before + rest
        after = self.code.step(before, answer)[0]
        self._forget(walk.vectors[step], after)
        return after

    def _forget(self, vector: Vector, own: Vector) -> None:
        """Put the same into places that nothing reads before something is written there."""
        for memo in self._memos:
            if not vector[memo.known.start] and not own[memo.known.start]:
                for var in (memo.group, memo.standing):
                    cells = slice(var.start, var.start + var.size)
                    own[cells] = vector[cells]

    def _translated(self, walk: CompiledWalk, step: int, own: Vector) -> int:
        """Return the number of an answer under the other rules."""
        meaning = self.sides[0].meaning(walk.vectors[step], walk.answers[step])
        return self.sides[1].answer(own, meaning)


class FollowedVector:
    """A vector of some rules as it is compared with one of others: by the names that both have."""

    def __init__(self, code: Visiting, followed: Visiting) -> None:
        """Find what has names in both rules; raise NotCompiled where the vector does not tell enough."""
        self.code, self.place = code, code.place
        rules, flat, seats, other = code.rules, code.flat, code.seats, followed.rules
        _refuse(rules, other)
        theirs = {("place", one.name) for one in other.places} | {("cell", one) for one in _cells(other)}
        read = {one.name for one in other.places if one.base in followed.flat.counts}
        own = _cells(rules)
        named = [flat.cells[own[name]] for name in sorted(own) if ("cell", name) in theirs]
        self.piles: list[tuple[Var, Var]] = []
        for one in sorted(rules.places, key=lambda place: place.name):
            if ("place", one.name) in theirs:
                if (one.base in flat.counts) != (one.name in read):
                    raise NotCompiled("a place whose order only one of two rules can read")
                if one.base in flat.counts:
                    self.piles.append((flat.places[one.base], flat.counts[one.base]))
                named.append(flat.counts.get(one.base, flat.places[one.base]))
        self.cells = [range(var.start, var.start + var.size) for var in (*named, *flat.marks.values())]
        # The player is named twice, so that a tuple is returned in any case.
        at = [self.place["to_move"], self.place["to_move"], *(place for cells in self.cells for place in cells)]
        self.named: Callable[[Vector], tuple[int, ...]] = itemgetter(*at)
        """Returns what has a name, piles of pieces only by their sizes, and the player asked."""
        keys = {(one.key, owner) for one, owner in _told(other, seats)}
        told = enumerate(code.source.told, code.source.told_at)
        self._told = [((one.key, one.owner), place) for place, one in told if (one.key, one.owner) in keys]
        self.layout: object = self.cells, [(var.start, count.start) for var, count in self.piles], self._told
        """Where all this stands."""

    def rest(self, vector: Vector) -> tuple[object, ...]:
        """Return the pieces in places with an order, and the question with its answers, or how the game ended."""
        return [*self._lying(vector)], self._asked(vector)

    def _lying(self, vector: Vector) -> Iterator[Vector]:
        pieces = self.code.pieces
        for var, count in self.piles:
            for owner in range(var.owners):
                first = var.start + owner * pieces
                yield vector[first : first + vector[count.start + owner]]

    def _asked(self, vector: Vector) -> object:
        player = vector[self.place["to_move"]]
        if player == OVER:
            end = ended(self.code, vector)
            return "over", end.winners, end.reason, {key: vector[place] for key, place in self._told}
        question = self.code.questions[vector[self.place["next"]]]
        return player, question.act, self._allowed(vector)

    def _allowed(self, vector: Vector) -> object:
        question = self.code.questions[vector[self.place["next"]]]
        if question.is_of_groups:
            return frozenset(self._groups(vector))
        options = vector[self.place["options"]]
        if question.options:
            return frozenset(name for number, name in enumerate(question.options) if options >> number & 1)
        return options

    def _groups(self, vector: Vector) -> list[int]:
        """Return the pieces of each group that is offered."""
        first, alone = self.code.source.size, (1 << self.code.pieces) - 1
        return [group & alone for group in vector[first : first + vector[self.place["offered"]]]]

    def meaning(self, vector: Vector, answer: int) -> int | str:
        """Return an answer in a form that means the same under all rules."""
        question = self.code.questions[vector[self.place["next"]]]
        if question.is_of_groups:
            return self._groups(vector)[answer]
        return question.options[answer] if question.options else answer

    def answer(self, vector: Vector, meaning: int | str) -> int:
        """Return the answer that has a meaning here."""
        question = self.code.questions[vector[self.place["next"]]]
        if question.is_of_groups:
            return next(place for place, group in enumerate(self._groups(vector)) if group == meaning)
        return question.options.index(str(meaning)) if question.options else int(meaning)


def _refuse(rules: model.Rules, other: model.Rules) -> None:
    """Raise NotCompiled where equal numbers in two vectors may mean different things."""
    if rules.states != other.states or rules.pieces.names != other.pieces.names or rules.values != other.values:
        raise NotCompiled("other states, pieces or values")
    if any(one.kind.base == "group" for one in rules.held):
        raise NotCompiled("groups that are held")
    for told in (told for question in rules.questions.values() if question.is_given_nothing for told in question.told):
        if told.extras or not (told.kind in (NUMBER, PLAYER) or told.kind.base == "value"):
            raise NotCompiled("results that are more than numbers")


def _cells(rules: model.Rules) -> dict[tuple[str, str], int]:
    """Return the first cell of each number, variable and role, by name."""
    found = {("number", one.name): one.base for one in rules.numbers}
    found |= {("held", one.name): one.base for one in rules.held}
    return found | {("role", one.name): one.cell for one in rules.roles}


def _told(rules: model.Rules, seats: int) -> Iterator[tuple[model.Told, int]]:
    for question in rules.questions.values():
        for told in question.told if question.is_given_nothing else ():
            yield from ((told, owner) for owner in range(told.many(seats)))


__all__ = ["CompiledWalk", "Follower", "Walker", "walker_of"]
