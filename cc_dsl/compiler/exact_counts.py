"""Count the answers of a question exactly, by machine code, over all ways to lay its pieces for two players.

Sides with the same traits are one class (`cc_dsl/compiler/slices.py`): the answer for two classes is computed once,
and the number of pairs of sides without a common piece is counted by inclusion and exclusion. This reduces thousands
of millions of ways to lay the pieces of a question to a few hundred classes for each way to lay the pieces that both
players share.

    judge: 1 card for both players, 3 for each, of 52       52 * C(51, 3) * C(48, 3) ways
    who has the better line takes.                          trait: the standing of the best line of slot 0
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, product
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from cc_dsl.codegen import groups
from cc_dsl.codegen.emitter import Emitter
from cc_dsl.codegen.faults import NotCompiled
from cc_dsl.codegen.flat import ReportedResult
from cc_dsl.codegen.ranking import shift_past_deciders, sort_key_of, widths
from cc_dsl.codegen.source import COUNTING, FAST_IMPORTS, PLAIN_IMPORTS, surface_of
from cc_dsl.codegen.target import Fast
from cc_dsl.codegen.things import if_holds
from cc_dsl.codegen.writer import Frame, GroupText, Slot, settled_key, status_of_groups
from cc_dsl.compiler.games import fast_module, plain_module
from cc_dsl.compiler.slices import GroupTerm, Slicer, Trait, deciding_conditions, worlds
from cc_dsl.core.bounds import bounds_of
from cc_dsl.core.seating import seat, seat_rules
from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER, Kind

if TYPE_CHECKING:
    import numpy as np

BITS = 6
"""The number of bits of one result in a packed answer; its value is stored plus 1."""
UNTOLD = (1 << BITS) - 2
"""The code for a result that is not reported in this case."""
MOST_RESULTS = 62 // BITS
"""The most results that fit into a packed answer."""
SEATS = 2


class Example(NamedTuple):
    """One way to lay the pieces: the pieces for both players, and the pieces for each player."""

    common: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]


class LaidPieces(NamedTuple):
    """The pieces laid: a number for both players, and a number for each."""

    common: model.Input | None
    side: model.Input


class Answers(NamedTuple):
    """The frequency of each answer, by its columns: -1 for none, `UNTOLD` if nothing is reported."""

    columns: tuple[ReportedResult, ...]
    counts: dict[tuple[int, ...], int]
    examples: dict[tuple[int, ...], Example]
    """The first way to lay pieces that was found for each answer."""
    total: int


class RankCounts(NamedTuple):
    """The frequency of each rank of a best group, packed as one number by its ranking; -1 means no group."""

    counts: dict[int, int]
    total: int
    widths: tuple[int, ...]
    """The number of bits of each measure of the ranking, the most important first."""


class CaseProgram(NamedTuple):
    """The machine code that evaluates one set of rules for every way to lay pieces."""

    emit: Emitter
    laid: LaidPieces
    columns: tuple[ReportedResult, ...]
    conditions: tuple[model.Condition, ...]
    """The assumptions of this program; their truth values follow the results."""
    truths: tuple[bool, ...]
    """The values that the assumptions must have; other cases belong to another count."""
    text: str

    def numbers(self, packed: int) -> tuple[int, ...]:
        """Return the numbers of a packed answer."""
        count = len(self.columns) + len(self.conditions)
        return tuple((packed >> shift & ((1 << BITS) - 1)) - 1 for shift in range(BITS * (count - 1), -1, -BITS))

    def result_without_world(self, numbers: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return a result without the conditions that choose its world; None if it belongs to another world."""
        if not self.truths:
            return numbers
        # This program holds only where the conditions that it assumes are true.
        results, truths = numbers[: -len(self.truths)], numbers[-len(self.truths) :]
        return results if truths == tuple(map(int, self.truths)) else None


class DealEnumeration:
    """The enumeration of all ways to lay the shared pieces, and of the classes of sides for each.

    Several programs may be run on the same ways; sides belong to one class if no program distinguishes them.
    """

    def __init__(self, programs: Sequence[CaseProgram], commons: Sequence[tuple[int, ...]] | None = None) -> None:
        """Take the programs, and the sets of shared pieces to enumerate: by default, all of the right size."""
        self.programs = programs
        self.laid = programs[0].laid
        self.pieces = programs[0].emit.flat.pieces
        self.shared = self.laid.common.number if self.laid.common else 0
        self.commons = commons if commons is not None else [*combinations(range(self.pieces), self.shared)]
        self.examples: dict[tuple[tuple[int, ...], ...], Example] = {}
        """The first way to lay pieces that was found with these answers."""

    @property
    def total(self) -> int:
        """The number of ways to lay pieces."""
        rest, side = self.pieces - self.shared, self.laid.side.number
        return len(self.commons) * comb(rest, side) * comb(rest - side, side)

    def count(self) -> Counter[tuple[tuple[int, ...], ...]]:
        """Count the combinations of the answers of all programs."""
        # Load Numba first, so that its absence gives our message; NumPy comes with it.
        self.modules = [fast_module(program.text) for program in self.programs]
        import numpy as np

        self.np = np
        self.vectors = [np.array(program.emit.flat.first_values, dtype=np.int64) for program in self.programs]
        rest = self.pieces - self.shared
        self.sides = np.array([*combinations(range(rest), self.laid.side.number)], dtype=np.int64)
        counts = Counter[tuple[tuple[int, ...], ...]]()
        for common in self.commons:
            for program, vector in zip(self.programs, self.vectors, strict=True):
                if program.laid.common:
                    place = program.emit.flat.places[program.laid.common.place]
                    vector[place.start] = sum(1 << piece for piece in common)
            counts += self._count_answers(common)
        if counts.total() != self.total:
            raise AssertionError("ways to lay pieces were lost")
        return counts

    def _count_answers(self, common: tuple[int, ...]) -> Counter[tuple[tuple[int, ...], ...]]:
        """Count the answers with these pieces for both players.

        Sides with equal rows of traits, of all programs, are one class. Each pair of classes is answered once, for one
        pair of sides without a common piece, and weighs as much as it has such pairs.
        """
        from cc_dsl.codegen.native import disjoint

        np = self.np
        rest = np.array([piece for piece in range(self.pieces) if piece not in common], dtype=np.int64)
        members = rest[self.sides]
        masks = (np.int64(1) << members).sum(axis=1)
        traits = [np.zeros((len(masks), module.TRAITS), dtype=np.int64) for module in self.modules]
        for module, vector, rows in zip(self.modules, self.vectors, traits, strict=True):
            module.traits_of(vector, masks, rows)
        kinds, classes = np.unique(np.hstack(traits), axis=0, return_inverse=True)
        classes = classes.reshape(-1)
        pair_counts = self._disjoint_pairs(members, classes, len(kinds))
        by_class = np.argsort(classes, kind="stable")
        sides, starts = masks[by_class], np.searchsorted(classes[by_class], np.arange(len(kinds) + 1))
        packed = np.zeros((len(self.modules), pair_counts.size), dtype=np.int64)
        for module, vector, row in zip(self.modules, self.vectors, packed, strict=True):
            if not module.answers_of(vector, sides, starts, pair_counts, row):
                raise NotCompiled("a count of such high numbers")
        # Give each combination of the programs' answers one code, and add up the pairs with the same code.
        possible_pairs = np.flatnonzero(pair_counts)
        codes = np.zeros(len(possible_pairs), dtype=np.int64)
        for row in packed[:, possible_pairs]:
            answers, numbers = np.unique(row, return_inverse=True)
            codes = codes * len(answers) + numbers
        _, firsts, numbers = np.unique(codes, return_index=True, return_inverse=True)
        sums = np.zeros(len(firsts), dtype=np.int64)
        np.add.at(sums, numbers, pair_counts.reshape(-1)[possible_pairs])
        counts = Counter[tuple[tuple[int, ...], ...]]()
        for code in np.argsort(firsts):
            first = int(possible_pairs[firsts[code]])
            packed_answers = zip(self.programs, packed[:, first], strict=True)
            results = tuple(program.numbers(int(answer)) for program, answer in packed_answers)
            counts[results] = int(sums[code])
            if results not in self.examples:
                laid = disjoint(sides, starts, *divmod(first, len(kinds)))
                pieces = (tuple(piece for piece in range(self.pieces) if side >> piece & 1) for side in laid)
                self.examples[results] = Example(common, tuple(pieces))
        return counts

    def _disjoint_pairs(self, members: np.ndarray, classes: np.ndarray, count: int) -> np.ndarray:
        """Count the pairs of sides without a common piece for each pair of classes, by inclusion and exclusion.

        For each size, the pairs that share a set of this many pieces are added or subtracted; the key is the set.
        """
        from cc_dsl.codegen.native import add_joint_counts

        np, numbers = self.np, self.np.zeros((count, count), dtype=self.np.int64)
        for size in range(members.shape[1] + 1):
            keys = []
            for chosen in combinations(range(members.shape[1]), size):
                key = np.zeros(len(members), dtype=np.int64)
                for place in chosen:
                    key = key << BITS | members[:, place]
                keys.append(key)
            key, kind = np.concatenate(keys), np.tile(classes, len(keys))
            order = np.lexsort((kind, key))
            add_joint_counts(numbers, key[order], kind[order], -1 if size % 2 else 1)
        return numbers


def laid_pieces_of(question: model.Question) -> LaidPieces | None:
    """Return the input of a question that can be counted: one place for both players, and one for each."""
    owned = [part for part in question.piece_inputs if part.owner == PLAYER]
    common = [part for part in question.piece_inputs if part.owner is None]
    is_fixed = all(part.least == part.number and not part.state for part in question.piece_inputs)
    if len(owned) != 1 or len(common) > 1 or len(owned) + len(common) < len(question.inputs) or not is_fixed:
        return None
    return LaidPieces(common[0] if common else None, owned[0])


def columns_of(question: model.Question) -> tuple[ReportedResult, ...]:
    """Return all results that can be counted: numbers, values, players, and the sorts of groups."""
    kinds = ("number", "value", "player", "group")
    return tuple(
        ReportedResult(output.key, owner, output)
        for output in question.outputs
        if output.kind.base in kinds and output.owner in (None, PLAYER)
        for owner in range(output.many(SEATS))
    )


def count_ranks(rules: model.Rules, question: model.Question, name: str, is_fast: bool) -> RankCounts:
    """Count the best groups of one player by rank, over all ways to lay the pieces of a question for that player."""
    emit, laid = Emitter(rules, rules.seats[0], surface_of(is_fast, True)), laid_pieces_of(question)
    find = groups.best_function(emit, name)
    places = [] if laid is None else [emit.flat.places[pile.place] for pile in (laid.side, laid.common) if pile]
    if laid is None or not find.reads <= {place.name for place in places}:
        raise NotCompiled("a count of groups that contain pieces other than those of the question", question.words)
    emit.write(f"S[{places[0].start}] = side")
    emit.write(f"group, standing = {emit.call(find, '0')}")
    emit.write(f"found[(standing{shift_past_deciders(emit, name)}) + 1] += 1")
    lines = ["def rank_all(S, sides, found):", "    for side in sides:", *("    " + line for line in emit.lines)]
    text = _module(emit, lines)
    bits = tuple(widths(emit, rules.groups[name].ranking))
    vector, tally = _row(emit.flat.first_values, is_fast), _row([0] * ((1 << sum(bits)) + 1), is_fast)
    rank_all = (fast_module if is_fast else plain_module)(text).rank_all
    for common in combinations(range(emit.flat.pieces), laid.common.number if laid.common else 0):
        if laid.common:
            vector[places[1].start] = sum(1 << piece for piece in common)
        rest = [1 << piece for piece in range(emit.flat.pieces) if piece not in common]
        rank_all(vector, _row([*map(sum, combinations(rest, laid.side.number))], is_fast), tally)
    counts = {rank - 1: int(count) for rank, count in enumerate(tally) if count}
    return RankCounts(counts, sum(counts.values()), bits)


def _row(numbers: Sequence[int], is_fast: bool) -> Any:
    """Return numbers as a list, or as the array that machine code takes."""
    if not is_fast:
        return [*numbers]
    import numpy as np

    return np.array(numbers, dtype=np.int64)


class Changes(NamedTuple):
    """The numbers of ways to lay pieces for which two sets of rules give different answers, by the keys that differ."""

    keys: tuple[str, ...]
    """The keys of the results that both sets of rules report."""
    counts: dict[tuple[str, ...], int]
    """The number of deals on which exactly these keys differ; no keys if none does."""
    total: int

    def changes_of(self, *keys: str) -> int:
        """Return how often one of these keys differs; without keys, how often any does."""
        return sum(count for differing, count in self.counts.items() if set(keys or self.keys) & set(differing))


def count_answers(rules: model.Rules, question: model.Question) -> Answers:
    """Count the results over all ways to lay pieces, and return the first way found for each."""
    rules, question = seat_rules(rules, SEATS), seat(rules, SEATS, question)
    counts, examples = Counter[tuple[int, ...]](), dict[tuple[int, ...], Example]()
    for program in _programs(rules, question):
        enumeration = DealEnumeration((program,))
        for (numbers,), count in enumeration.count().items():
            results = program.result_without_world(numbers)
            if results is not None:
                counts[results] += count
                examples.setdefault(results, enumeration.examples[(numbers,)])
    if counts.total() != enumeration.total:
        raise AssertionError("a way to lay the pieces was counted in none of the worlds, or in two")
    return Answers(program.columns, dict(counts), examples, counts.total())


def count_changes(
    rules: model.Rules, other: model.Rules, name: str, commons: Iterable[tuple[int, ...]] | None = None
) -> Changes:
    """Count the ways to lay pieces for which two sets of rules give different answers to a question.

    If the code is the same for both, nothing can differ, and nothing is counted. If common pieces are named, only the
    ways with these pieces are counted.
    """
    seated_rules = [seat_rules(side, SEATS) for side in (rules, other)]
    sides = [_programs(side, side.questions[name]) for side in seated_rules]
    keys = tuple(dict.fromkeys(column.key for column in sides[0][0].columns))
    chosen_commons = None if commons is None else [*commons]
    if [side.text for side in sides[0]] == [side.text for side in sides[1]]:
        total = DealEnumeration((sides[0][0],), chosen_commons).total
        return Changes(keys, {(): total}, total)
    counts = Counter[tuple[str, ...]]()
    for pair in product(*sides):
        enumeration = DealEnumeration(pair, chosen_commons)
        for numbers, count in enumeration.count().items():
            results = [program.result_without_world(each) for program, each in zip(pair, numbers, strict=True)]
            if None not in results:
                here, there = (_by_column(program, each or ()) for program, each in zip(pair, results, strict=True))
                differing = {key for key, owner in here if here[key, owner] != there.get((key, owner))}
                counts[tuple(key for key in keys if key in differing)] += count
    if counts.total() != enumeration.total:
        raise AssertionError("a way to lay the pieces was counted in none of the worlds, or in two")
    return Changes(keys, dict(counts), enumeration.total)


def _by_column(program: CaseProgram, numbers: tuple[int, ...]) -> dict[tuple[str, int], object]:
    """Return the results under each key of each player, groups by the names of their sorts."""
    results: dict[tuple[str, int], object] = {}
    for column, number in zip(program.columns, numbers, strict=False):
        kind = column.output.kind
        is_sort = kind.base == "group" and 0 <= number < UNTOLD
        sorts = program.emit.rules.groups[kind.name].sorts if is_sort else ()
        results[column.key, column.owner] = sorts[number].name if is_sort else number
    return results


def _programs(rules: model.Rules, question: model.Question) -> tuple[CaseProgram, ...]:
    """Return the programs of the rules: one for each world in which pieces rank differently."""
    laid, columns, conditions = laid_pieces_of(question), columns_of(question), deciding_conditions(rules)
    if laid is None or not rules.seats[0] <= SEATS <= rules.seats[1] or not 0 < len(columns) <= MOST_RESULTS:
        raise NotCompiled("a count over the pieces of this question", question.origin.sentence)
    if len(columns) + len(conditions) > MOST_RESULTS:
        conditions = ()
    programs = []
    for truths, world in worlds(rules, conditions):
        emit = Emitter(world, SEATS, Fast(is_stepwise=True))
        programs.append(CaseProgram(emit, laid, columns, conditions, truths, _text(emit, laid, columns, conditions)))
    return tuple(programs)


# ------------------------------------------------------------------------------------------ the source


def _text(
    emit: Emitter, laid: LaidPieces, columns: tuple[ReportedResult, ...], conditions: tuple[model.Condition, ...]
) -> str:
    """Return the module that computes the traits of sides, and the answers for pairs of them."""
    slicer = Slicer(emit.rules)
    for column in columns:
        slicer.slice(_counted_thing(column.output))
        slicer.slice(column.output.condition)
    for condition in conditions:
        slicer.slice(condition)
    place = emit.flat.places[laid.side.place]
    if place.holds != "set" or (laid.common and emit.flat.places[laid.common.place].holds != "set"):
        raise NotCompiled("a count of pieces whose order is read")
    emit.status = {settled_key(name): False for name in emit.flat.settled}
    traits, count = _write_traits_function(emit, slicer.traits, place.start, laid)
    answers = _answers(emit, columns, conditions, place.start)
    head = ["from cc_dsl.codegen.native import disjoint, insert_distinct", "", f"TRAITS = {count}"]
    return _module(emit, traits, answers, head=head)


def _module(emit: Emitter, *functions: list[str], head: Sequence[str] = ()) -> str:
    """Return the module of some functions, with the tables and definitions that they use."""
    imports, before = (FAST_IMPORTS, [COUNTING]) if emit.surface.is_fast else (PLAIN_IMPORTS, [])
    lines = [*imports, *head, *(emit.surface.table(name, values) for name, values in emit.tables.items()), "", ""]
    for function in map(emit.function_lines, emit.functions.values()):
        lines += [*before, *function, "", ""]
    lines += emit.after
    for function in functions:
        lines += ["", "", *before, *function]
    return "\n".join([*lines, ""])


def _counted_thing(output: model.Output) -> object:
    return model.SortOf(output.thing) if output.kind.base == "group" else output.thing


def _forget_groups(emit: Emitter, *writes: str) -> None:
    """Write the lines that lay other pieces, and mark every best group as unknown."""
    for line in writes:
        emit.write(line)
    for name, memo in emit.flat.memos.items():
        emit.write(f"{emit.target_text(memo.known)} = 0")
        emit.status[status_of_groups(name)] = False


def _write_traits_function(
    emit: Emitter, traits: Iterable[Trait], start: int, laid: LaidPieces
) -> tuple[list[str], int]:
    """Return the lines of the function that fills a row of traits for each side, and the length of a row.

    `start` is the index of player 1's side in the vector; the other side is empty meanwhile.
    """
    emit.lines, emit.depth = [], 1
    column, frame = 0, {0: Slot("0", False)}

    def value_of(trait: Trait) -> str:
        if trait.form == "condition":
            return f"1 if {emit.condition(frame, trait.term)} else 0"
        if trait.form == "standing":
            group = emit.group(frame, trait.term)
            return f"({group.rank} if {group.code} >= 0 else -1)"
        if trait.form == "mark":
            return sort_key_of(emit, frame, Kind("piece", emit.rules.pieces.name), trait.term)
        return emit.thing(frame, trait.term)

    with emit.block("for side in range(sides.shape[0]):"):
        _forget_groups(emit, f"S[{start}] = sides[side]", f"S[{start + 1}] = 0")
        for trait in traits:
            if trait.form == "groups":
                column += _traits_of_groups(emit, trait, column, laid)
                continue
            emit.write(f"found[side, {column}] = {emit.evaluate(functools.partial(value_of, trait))}")
            column += 1
    return ["def traits_of(S, sides, found):", *emit.lines], column


def _traits_of_groups(emit: Emitter, trait: Trait, column: int, laid: LaidPieces) -> int:
    """Write the set of tests of each group, in ascending order; return the maximal number of columns."""
    group = emit.rules.groups[trait.term.name]
    pieces = laid.side.number + (laid.common.number if laid.common else 0)
    most_groups = len(group.sorts) * sum(comb(pieces, size) for size in range(group.least, group.most + 1))
    emit.write(f"found[side, {column}:{column + most_groups}] = -1")

    def answer_of(text: GroupText, term: GroupTerm) -> tuple[str, int]:
        """Return the answer of one group as a non-negative number, and its number of bits."""
        frame: Frame = {term.slot: text.slot}
        if term.form == "rank":
            return f"{text.standing}{shift_past_deciders(emit, group.name)}", sum(widths(emit, group.ranking))
        if term.form == "condition":
            return f"1 if {emit.condition(frame, term.term)} else 0", 1
        least, most = bounds_of(emit.rules, emit.seats, term.term)
        return f"{emit.thing(frame, term.term)} - {least}", (most - least).bit_length()

    def insert_answers(text: GroupText) -> None:
        """Write the insertion of a group's answers, side by side in one number, into the row."""
        parts, bits = [], 0
        for term in trait.group_terms:
            answer, width = answer_of(text, term)
            parts.append(f"({answer}) << {bits}")
            bits += width
        emit.must_fit(bits, "so many results for each group", group.origin.sentence)
        emit.write(f"insert_distinct(found, side, {column}, {most_groups}, {' | '.join(parts) or '0'})")

    emit.evaluate(lambda: emit.each_group({0: Slot("0", False)}, trait.term, insert_answers))
    return most_groups


def _answers(
    emit: Emitter, columns: tuple[ReportedResult, ...], conditions: tuple[model.Condition, ...], start: int
) -> list[str]:
    """Return the lines of the function that packs the answer for each pair of classes of sides into one number.

    It answers for one pair of sides of the classes, and returns False if a result is too high to be packed.
    """
    emit.lines, emit.depth = [], 1

    def result(column: ReportedResult) -> str:
        output = column.output
        frame = dict.fromkeys(range(max(output.frame, 1)), Slot(str(column.owner), False))
        return if_holds(emit, frame, output.condition, lambda: emit.thing(frame, _counted_thing(output)), str(UNTOLD))

    with emit.block("for one in range(pairs.shape[0]):"), emit.block("for other in range(pairs.shape[0]):"):
        emit.write("if pairs[one, other] == 0:")
        emit.write("    continue")
        emit.write("first, second = disjoint(sides, starts, one, other)")
        _forget_groups(emit, f"S[{start}] = first", f"S[{start + 1}] = second")
        emit.write("packed = 0")
        for column in columns:
            text = emit.evaluate(functools.partial(result, column))
            value = emit.fresh("n")
            emit.write(f"{value} = {text}")
            with emit.block(f"if {value} < -1 or {value} > {UNTOLD}:"):
                emit.write("return False")
            emit.write(f"packed = packed << {BITS} | ({value} + 1)")
        for condition in conditions:
            test = emit.evaluate(functools.partial(emit.condition, {}, condition))
            emit.write(f"packed = packed << {BITS} | (2 if {test} else 1)")
        emit.write("found[one * pairs.shape[0] + other] = packed")
    emit.write("return True")
    return ["def answers_of(S, sides, starts, pairs, found):", *emit.lines]
