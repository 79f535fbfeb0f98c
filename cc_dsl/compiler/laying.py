"""Counts, over all ways to lay what a question is given for two players, what it tells; exact, and by machine code.

Sides with the same traits are one class (`cc_dsl/compiler/slicing.py`): what is told of two classes is worked out
once, and how many pairs of sides without a common piece they have is counted by inclusion and exclusion.  So the
many thousand millions of ways to lay a whole question come down to a few hundred classes for each way to lay what both
players share.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

from cc_dsl.compiler.analysis import all_acts
from cc_dsl.compiler.bounds import bounds_of
from cc_dsl.compiler.faults import NotCompiled
from cc_dsl.compiler.games import fast_module
from cc_dsl.compiler.groups import group_slot, group_text, rank_text, standing_text, widths
from cc_dsl.compiler.maker import Frame, GroupText, Maker, Slot
from cc_dsl.compiler.masks import each_group, mark
from cc_dsl.compiler.slicing import Asked, Slicer, Trait
from cc_dsl.compiler.source import FAST_IMPORTS, OUTER
from cc_dsl.compiler.splitting import deciding, worlds
from cc_dsl.compiler.status import is_settled, known
from cc_dsl.compiler.surface import Fast
from cc_dsl.compiler.written import Source
from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import PLAYER, Kind

BITS = 6
"""How many bits one thing that is told takes in a packed answer; it is told with 1 added."""
UNTOLD = (1 << BITS) - 2
"""What stands for what is not told in this case."""
MOST_TOLD = 62 // BITS
SEATS = 2
GROUPS = (model.Groups, model.BestGroup, model.HasSort)


class Column(NamedTuple):
    """One thing that is told, of one player if it is told of each."""

    key: str
    owner: int | None
    told: model.Told


class Example(NamedTuple):
    """One way to lay the pieces: those for both players, and those of each."""

    common: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]


class Answers(NamedTuple):
    """How often each answer occurs: its columns, -1 for none, `UNTOLD` where nothing is told.

    Behind the columns stands for each belief whether it holds, 1 or 0.
    """

    columns: tuple[Column, ...]
    beliefs: tuple[model.Believe, ...]
    counts: dict[tuple[int, ...], int]
    examples: dict[tuple[int, ...], Example]
    """The first way to lay pieces that was found for each."""
    total: int


class Laid(NamedTuple):
    """What is laid: so many pieces for both players, and so many for each."""

    common: model.Asked | None
    side: model.Asked


def laid_for(question: model.Question) -> Laid | None:
    """Give what a question is given, if it can be counted: pieces for both in one place, and for each in one."""
    owned = [asked for asked in question.asked if asked.owner == PLAYER]
    common = [asked for asked in question.asked if asked.owner is None]
    is_fixed = all(asked.least == asked.number and not asked.state for asked in question.asked)
    if len(owned) != 1 or len(common) > 1 or len(owned) + len(common) < len(question.given) or not is_fixed:
        return None
    return Laid(common[0] if common else None, owned[0])


def columns_of(question: model.Question) -> tuple[Column, ...]:
    """Give all that is told and can be counted: numbers, values, players, and of groups their sorts."""
    kinds = ("number", "value", "player", "group")
    return tuple(
        Column(told.key, owner, told)
        for told in question.told
        if told.kind.base in kinds and told.owner in (None, PLAYER)
        for owner in (range(SEATS) if told.is_owned else (None,))
    )


def beliefs_of(rules: model.Rules, laid: Laid) -> tuple[model.Believe, ...]:
    """Give what the rules hold for certain, as far as it is about nothing but the pieces laid."""
    places = {laid.side.place} | ({laid.common.place} if laid.common else set())
    beliefs = [act for act in all_acts(rules) if isinstance(act, model.Believe)]
    return tuple(dict.fromkeys(act for act in beliefs if _reads_only(rules, act.condition, places)))


def _reads_only(rules: model.Rules, condition: Any, places: set[int]) -> bool:
    """Tell whether a condition reads no other places, nothing that play changes, and no names that acts give."""
    if any(isinstance(part, model.Slot) for part in walk.parts(condition)):
        return False
    wholes: list[Any] = [condition, *walk.uses(rules, condition)]
    named = (part.name for one in wholes for part in walk.parts(one) if isinstance(part, GROUPS))
    for group in [rules.groups[name] for name in dict.fromkeys(named)]:
        wholes += [group, *walk.uses(rules, (group, rules.definitions[group.side])), rules.definitions[group.side]]
    parts = [part for one in wholes for part in walk.parts(one)]
    read = {part.base for part in parts if isinstance(part, model.Contents | model.OnlyPiece | model.AllContents)}
    return read <= places and not any(isinstance(part, model.Cell | model.Held | model.HasState) for part in parts)


def count_answers(
    rules: model.Rules, question: model.Question, tell: Callable[[int, int], None] | None = None
) -> Answers:
    """Count what is told over all ways to lay pieces; `tell` is told how much is done."""
    laid, columns = laid_for(question), columns_of(question)
    if laid is None or not rules.seats[0] <= SEATS <= rules.seats[1] or not 0 < len(columns) <= MOST_TOLD:
        raise NotCompiled("a count over what this question is given", question.origin.sentence)
    beliefs = beliefs_of(rules, laid)[: MOST_TOLD - len(columns)]
    conditions = deciding(rules)
    if not conditions or len(columns) + len(beliefs) + len(conditions) > MOST_TOLD:
        return _counted_in(rules, laid, columns, beliefs, tell)
    asked = tuple(model.Believe(condition, question.origin) for condition in conditions)
    counts, examples = Counter[tuple[int, ...]](), dict[tuple[int, ...], Example]()
    for truths, world in worlds(rules, conditions):
        found = _counted_in(world, laid, columns, (*beliefs, *asked), tell)
        for numbers, count in found.counts.items():
            # Elsewhere it is not so, and pieces rank otherwise.
            if numbers[-len(truths) :] == tuple(map(int, truths)):
                told = numbers[: -len(truths)]
                counts[told] += count
                examples.setdefault(told, found.examples[numbers])
    if counts.total() != found.total:
        raise AssertionError("ways to lay pieces were counted in no world, or in two")
    return Answers(columns, beliefs, dict(counts), examples, found.total)


def _counted_in(
    rules: model.Rules,
    laid: Laid,
    columns: tuple[Column, ...],
    beliefs: tuple[model.Believe, ...],
    tell: Callable[[int, int], None] | None,
) -> Answers:
    make = Maker(rules, SEATS, Fast(is_stepwise=True))
    module = fast_module(Source(_text(make, laid, columns, beliefs), (), 0, {}, 0, (), 0))
    return _Counting(make, laid, columns, beliefs, module).count(tell)


# ------------------------------------------------------------------------------------------ the source


def _text(make: Maker, laid: Laid, columns: tuple[Column, ...], beliefs: tuple[model.Believe, ...]) -> str:
    """Give the module that tells the traits of sides, and the answers for pairs of them."""
    slicer = Slicer(make.rules)
    for column in columns:
        slicer.slice(_counted(column.told))
        slicer.slice(column.told.condition)
    for belief in beliefs:
        slicer.slice(belief.condition)
    place = make.flat.places[laid.side.place]
    if place.holds != "set" or (laid.common and make.flat.places[laid.common.place].holds != "set"):
        raise NotCompiled("a count of pieces whose order is read")
    make.status = {is_settled(name): False for name in make.flat.settled}
    traits, count = _traits(make, slicer.traits, place.start, laid)
    answers = _answers(make, columns, beliefs, place.start)
    functions = [line for function in make.functions.values() for line in [OUTER, *make.written(function), "", ""]]
    tables = [make.surface.table(name, values) for name, values in make.tables.items()]
    helpers = "from cc_dsl.compiler.native import disjoint, noted"
    head = [*FAST_IMPORTS, helpers, "", f"TRAITS = {count}", *tables, "", ""]
    return "\n".join([*head, *functions, OUTER, *traits, "", "", OUTER, *answers, ""])


def _counted(told: model.Told) -> Any:
    return model.SortOf(told.thing) if told.kind.base == "group" else told.thing


def _begun(make: Maker, *writes: str) -> None:
    """Write that other pieces lie there, so that no best group is known."""
    for line in writes:
        make.write(line)
    for name, memo in make.flat.memos.items():
        make.write(f"{make.spot(memo.known)} = 0")
        make.status[known(name)] = False


def _traits(make: Maker, traits: list[Trait], start: int, laid: Laid) -> tuple[list[str], int]:
    make.lines, make.depth = [], 1
    column = 0
    with make.indented("for side in range(sides.shape[0]):"):
        _begun(make, f"S[{start}] = sides[side]", f"S[{start + 1}] = 0")
        for trait in traits:
            if trait.form == "groups":
                column += _traits_of_groups(make, trait, column, laid)
                continue
            make.write(f"found[side, {column}] = {make.evaluated(functools.partial(_trait, make, trait))}")
            column += 1
    return ["def traits_of(S, sides, found):", *make.lines], column


def _traits_of_groups(make: Maker, trait: Trait, column: int, laid: Laid) -> int:
    """Write the set of what is asked of each group, in ascending order; give how many columns it may take."""
    group = make.rules.groups[trait.term.name]
    pieces = laid.side.number + (laid.common.number if laid.common else 0)
    many = len(group.sorts) * sum(comb(pieces, size) for size in range(group.least, group.most + 1))
    make.write(f"found[side, {column}:{column + many}] = -1")

    def note(text: GroupText) -> None:
        parts, bits = [], 0
        for asked in trait.asked:
            answer, width = _asked(make, group, text, asked)
            parts.append(f"({answer}) << {bits}")
            bits += width
        make.must_fit(bits, "what is asked of each group", group.origin.sentence)
        make.write(f"noted(found, side, {column}, {many}, {' | '.join(parts) or '0'})")

    make.evaluated(lambda: each_group(make, {0: Slot("0", False)}, trait.term, note))
    return many


def _asked(make: Maker, group: model.Group, text: GroupText, asked: Asked) -> tuple[str, int]:
    """Give the answer of one group as a number that is not below 0, and how many bits it takes."""
    frame: Frame = {asked.slot: group_slot(text)}
    if asked.form == "rank":
        return f"{text.standing}{rank_text(make, group.name)}", sum(widths(make, group.ranking))
    if asked.form == "condition":
        return f"1 if {make.condition(frame, asked.term)} else 0", 1
    least, most = bounds_of(make, asked.term)
    return f"{make.thing(frame, asked.term)} - {least}", (most - least).bit_length()


def _trait(make: Maker, trait: Trait) -> str:
    frame = {0: Slot("0", False)}
    if trait.form == "condition":
        return f"1 if {make.condition(frame, trait.term)} else 0"
    if trait.form == "standing":
        group = group_text(make, frame, trait.term)
        return f"({standing_text(group)} if {group.code} >= 0 else -1)"
    if trait.form == "mark":
        return mark(make, frame, Kind("piece", make.rules.pieces.name), trait.term)
    return make.thing(frame, trait.term)


def _answers(make: Maker, columns: tuple[Column, ...], beliefs: tuple[model.Believe, ...], start: int) -> list[str]:
    make.lines, make.depth = [], 1
    with make.indented("for one in range(pairs.shape[0]):"), make.indented("for other in range(pairs.shape[0]):"):
        make.write("if pairs[one, other] == 0:")
        make.write("    continue")
        make.write("first, second = disjoint(sides, starts, one, other)")
        _begun(make, f"S[{start}] = first", f"S[{start + 1}] = second")
        make.write("packed = 0")
        for column in columns:
            text = make.evaluated(functools.partial(_told, make, column))
            value = make.fresh("n")
            make.write(f"{value} = {text}")
            with make.indented(f"if {value} < -1 or {value} > {UNTOLD}:"):
                make.write("return False")
            make.write(f"packed = packed << {BITS} | ({value} + 1)")
        for belief in beliefs:
            test = make.evaluated(functools.partial(make.condition, {}, belief.condition))
            make.write(f"packed = packed << {BITS} | (2 if {test} else 1)")
        make.write("found[one * pairs.shape[0] + other] = packed")
    make.write("return True")
    return ["def answers_of(S, sides, starts, pairs, found):", *make.lines]


def _told(make: Maker, column: Column) -> str:
    told = column.told
    frame = dict.fromkeys(range(max(told.frame, 1)), Slot(str(column.owner), False))
    text = make.thing(frame, _counted(told))
    if told.condition is None:
        return text
    return f"({text}) if {make.condition(frame, told.condition)} else {UNTOLD}"


# ------------------------------------------------------------------------------------------- the count


class _Counting:
    """Goes through all ways to lay what both players share, and through the classes of sides for each."""

    def __init__(
        self, make: Maker, laid: Laid, columns: tuple[Column, ...], beliefs: tuple[model.Believe, ...], module: Any
    ) -> None:
        import numpy as np

        self.np = np
        self.make, self.laid, self.columns, self.beliefs, self.module = make, laid, columns, beliefs, module
        self.examples: dict[int, Example] = {}
        self.vector = np.zeros(make.flat.size, dtype=np.int64)
        for var in make.flat.vars:
            self.vector[var.start : var.start + var.size] = var.first
        self.sides = np.array([*combinations(range(make.flat.pieces - self.shared), laid.side.number)], dtype=np.int64)

    @property
    def shared(self) -> int:
        """How many pieces both players share."""
        return self.laid.common.number if self.laid.common else 0

    def count(self, tell: Callable[[int, int], None] | None) -> Answers:
        """Count all answers."""
        pieces, side = self.make.flat.pieces, self.laid.side.number
        ways, found = comb(pieces, self.shared), Counter[int]()
        for number, common in enumerate(combinations(range(pieces), self.shared), 1):
            if self.laid.common:
                place = self.make.flat.places[self.laid.common.place]
                self.vector[place.start] = sum(1 << piece for piece in common)
            found += self._with(common)
            if tell is not None:
                tell(number, ways)
        total = ways * comb(pieces - self.shared, side) * comb(pieces - self.shared - side, side)
        if found.total() != total:
            raise AssertionError("ways to lay pieces were lost")
        counts = {self._unpacked(packed): count for packed, count in found.items()}
        examples = {self._unpacked(packed): self.examples[packed] for packed in found}
        return Answers(self.columns, self.beliefs, counts, examples, total)

    def _with(self, common: tuple[int, ...]) -> Counter[int]:
        np = self.np
        rest = np.array([piece for piece in range(self.make.flat.pieces) if piece not in common], dtype=np.int64)
        members = rest[self.sides]
        masks = (np.int64(1) << members).sum(axis=1)
        traits = np.zeros((len(masks), self.module.TRAITS), dtype=np.int64)
        self.module.traits_of(self.vector, masks, traits)
        kinds, classes = np.unique(traits, axis=0, return_inverse=True)
        classes = classes.reshape(-1)
        pairs = self._pairs(members, classes, len(kinds))
        by_class = np.argsort(classes, kind="stable")
        starts = np.searchsorted(classes[by_class], np.arange(len(kinds) + 1))
        packed = np.zeros(len(kinds) ** 2, dtype=np.int64)
        if not self.module.answers_of(self.vector, masks[by_class], starts, pairs, packed):
            raise NotCompiled("a count of numbers that are so high")
        answers, firsts, places = np.unique(packed, return_index=True, return_inverse=True)
        self._note_examples(common, answers, firsts, masks[by_class], starts)
        sums = np.zeros(len(answers), dtype=np.int64)
        np.add.at(sums, places.reshape(-1), pairs.reshape(-1))
        return Counter({int(answer): int(count) for answer, count in zip(answers, sums, strict=True)})

    def _note_examples(self, common: tuple[int, ...], answers: Any, firsts: Any, sides: Any, starts: Any) -> None:
        """Keep one way to lay pieces for each answer that is new."""
        from cc_dsl.compiler.native import disjoint

        for answer, first in zip(answers.tolist(), firsts.tolist(), strict=True):
            if answer and answer not in self.examples:
                found = disjoint(sides, starts, *divmod(first, len(starts) - 1))
                pieces = (tuple(piece for piece in range(self.make.flat.pieces) if side >> piece & 1) for side in found)
                self.examples[answer] = Example(common, tuple(pieces))

    def _pairs(self, members: Any, classes: Any, count: int) -> Any:
        """Count the pairs of sides of each two classes that have no piece in common, by inclusion and exclusion."""
        from cc_dsl.compiler.native import share_taken

        np, found = self.np, self.np.zeros((count, count), dtype=self.np.int64)
        for size in range(members.shape[1] + 1):
            keys, kinds = [], []
            for chosen in combinations(range(members.shape[1]), size):
                key = np.zeros(len(members), dtype=np.int64)
                for place in chosen:
                    key = key << BITS | members[:, place]
                keys.append(key)
                kinds.append(classes)
            key, kind = np.concatenate(keys), np.concatenate(kinds)
            order = np.lexsort((kind, key))
            share_taken(found, key[order], kind[order], -1 if size % 2 else 1)
        return found

    def _unpacked(self, packed: int) -> tuple[int, ...]:
        count = len(self.columns) + len(self.beliefs)
        shifts = range(BITS * (count - 1), -1, -BITS)
        return tuple((packed >> shift & ((1 << BITS) - 1)) - 1 for shift in shifts)
