"""Generate conditions as source that evaluates to true or false.

A constant condition is `True` or `False`; a part that needs lines is evaluated only if it decides.

    his hand is empty and the score is at least 5       ((not hand_in[p1]) and score_now >= 5)
    some card in his hand is red                        (hand_in[p1] & 67100672)
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence

from cc_dsl.codegen import masks
from cc_dsl.codegen.flat import attribute_values
from cc_dsl.codegen.masks import bit, guard_owner, owners_of
from cc_dsl.codegen.ranking import shift_past_deciders, sort_key_of, standing_now
from cc_dsl.codegen.target import in_brackets, is_simple
from cc_dsl.codegen.writer import CONDITIONS, Frame, GroupText, Slot, Writer, identifier, owned_by
from cc_dsl.core.groups import group_of
from cc_dsl.core.runs import stretches
from cc_dsl.core.seating import EVERYBODY, is_all
from cc_dsl.rules import model, walk

SIGNS = {"at least": ">=", "at most": "<=", "more": ">", "fewer": "<", "equal": "=="}
RANK_SIGNS = {"better": ">", "worse": "<", "as good": "=="}


def comparison(left: str, sign: str, right: str) -> str:
    """Return the comparison of two texts; compare two constants immediately."""
    text = f"({left} {sign} {right})"
    return str(eval(text, {})) if all(side.lstrip("-").isdigit() for side in (left, right)) else text


def _compare(emit: Writer, frame: Frame, term: model.Compare) -> str:
    return comparison(emit.thing(frame, term.left), SIGNS[term.relation], emit.thing(frame, term.right))


def _ranks(emit: Writer, frame: Frame, term: model.Ranks) -> str:
    """Return a comparison by rank alone; none ranks below everything."""
    sign = RANK_SIGNS[term.relation]
    if term.kind.base == "group":
        left, right = emit.group(frame, term.left), emit.group(frame, term.right)
        shift = shift_past_deciders(emit, term.kind.name)
        own = standing_now(emit, term.kind.name, term.left, left)
        other = standing_now(emit, term.kind.name, term.right, right)
        return f"({own}{shift} {sign} {other}{shift})"
    left_key = sort_key_of(emit, frame, term.kind, term.left)
    return comparison(left_key, sign, sort_key_of(emit, frame, term.kind, term.right))


def _same_set(emit: Writer, frame: Frame, term: model.SameSet) -> str:
    """Return the test that two sets are equal; of groups, that neither has one that the other lacks."""
    if emit.kind(term.left).base != "groups":
        return _same(emit, frame, term)

    def is_missing_in(groups: model.Thing) -> Callable[[GroupText], str]:
        return lambda group: negate(_any_group(emit, frame, groups, lambda other: f"{other.code} == {group.code}"))

    only_left = _any_group(emit, frame, term.left, is_missing_in(term.right))
    only_right = _any_group(emit, frame, term.right, is_missing_in(term.left))
    return f"(not {only_left} and not {only_right})"


def _same(emit: Writer, frame: Frame, term: model.Same | model.SameSet) -> str:
    return comparison(emit.thing(frame, term.left), "==", emit.thing(frame, term.right))


def _is_none(emit: Writer, frame: Frame, term: model.IsNone) -> str:
    if emit.kind(term.thing).base == "groups":
        return "False"  # a set is never none, even if it is empty
    return f"({emit.thing(frame, term.thing)} == -1)"


def _in(emit: Writer, frame: Frame, term: model.In) -> str:
    """Return the test that a piece is in a set: by an intersection, or for Numba by a shift."""
    if masks.is_kept_as_set(term.piece):
        return emit.surface.is_not_empty(f"({bit(emit, frame, term.piece)} & {emit.thing(frame, term.things)})")
    things = in_brackets(emit.thing(frame, term.things))
    if not emit.surface.is_fast:
        return emit.surface.is_not_empty(f"({things} & {bit(emit, frame, term.piece)})")
    test = guard_owner(emit, frame, term.piece, lambda piece: f"(({things} >> {piece}) & 1) != 0", "False")
    return f"({test})"


def _one_of(emit: Writer, frame: Frame, term: model.OneOf) -> str:
    """Return the test that a value is one of some constants: comparisons, or a look into a constant bit set."""
    number = emit.thing(frame, term.thing)
    if len(term.values) == 1 or is_simple(number):
        return f"({' or '.join(f'{number} == {value}' for value in sorted(set(term.values)))})"
    if emit.surface.most_bits is not None and max(term.values) > emit.surface.most_bits:
        number = emit.name_of_text(number, "v")
        return f"({number} >= 0 and (({sum(1 << value for value in set(term.values))} >> {number}) & 1) != 0)"
    # None is -1; the shift by one gives it bit 0.
    return f"((({sum(2 << value for value in set(term.values))} >> ({number} + 1)) & 1) != 0)"


def _empty(emit: Writer, frame: Frame, term: model.Empty) -> str:
    """Return the test that there are no such things; an ordered place is empty if its count is 0."""
    if emit.kind(term.things).base == "groups":
        return f"(not {_any_group(emit, frame, term.things, lambda group: 'True')})"
    if isinstance(term.things, model.Contents | model.AllContents) and term.things.base in emit.flat.counts:
        return f"({emit.thing(frame, model.Count(term.things))} == 0)"
    return emit.surface.empty(emit.thing(frame, term.things))


def _any_group(emit: Writer, frame: Frame, groups: model.Thing, test: Callable[[GroupText], str]) -> str:
    """Write loops that test whether any group passes a test; return the variable with the answer."""
    answer = emit.fresh("b")
    emit.write(f"{answer} = False")

    def test_group(group: GroupText) -> None:
        with emit.block(f"if {test(group)}:"):
            emit.write(f"{answer} = True")

    emit.each_group(frame, groups, test_group)
    return answer


# ------------------------------------------------------------------------------------- patterns of pieces


def _members(emit: Writer, frame: Frame, group: object, name_of: Callable[[str], str]) -> tuple[str, ...]:
    """Return the variables of a group's pieces, if the source has also written the named attribute of each."""
    text = frame[group.number].group if isinstance(group, model.Slot) else None
    members = text.members if text is not None else ()
    return members if all(name_of(member) in emit.values_read.get(member, ()) for member in members) else ()


def has_none(emit: Writer, attribute: str) -> bool:
    """Return whether some pieces have no value of a kind."""
    return None in emit.rules.pieces.attributes[attribute]


def value_of(attribute: str, member: str) -> str:
    """Name the variable that holds an attribute of a piece of a group."""
    return f"{member}_{identifier(attribute)}"


def bit_of(attribute: str, member: str) -> str:
    """Name the variable that holds an attribute of a piece of a group as a bit."""
    return f"{value_of(attribute, member)}_bit"


def read_values(emit: Writer, tests: object, piece: str) -> None:
    """Write the attributes of a piece that the tests of a group compare with those of others."""
    parts = [*walk.parts(tests)]
    in_runs = {part.attribute for part in parts if isinstance(part, model.Runs | model.Between)}
    alike = {part.attribute for part in parts if isinstance(part, model.Alike)}
    names = emit.values_read[piece] = set()
    for attribute in sorted(in_runs | alike):
        value = value_of(attribute, piece)
        emit.write(f"{value} = {emit.attribute(attribute)}[{piece}]")
        names.add(value)
        if attribute in in_runs:
            names.add(bit_of(attribute, piece))
            bit = emit.surface.bit(value)
            is_sure = not has_none(emit, attribute)
            emit.write(f"{bit_of(attribute, piece)} = {bit if is_sure else f'{bit} if {value} >= 0 else 0'}")


def _alike(emit: Writer, frame: Frame, term: model.Alike) -> str:
    """Return the test that pieces have the same value: by their variables, or by a table of the pieces like each."""
    members = _members(emit, frame, group_of(term.things), functools.partial(value_of, term.attribute))
    if members:
        values = [value_of(term.attribute, member) for member in members]
        if len(values) == 1:
            return "True"
        # A piece of another kind lacks this value; then the answer is no, even if all pieces lack it.
        return f"({' == '.join(values)}{' != -1' if has_none(emit, term.attribute) else ''})"
    table = emit.rules.pieces.attributes[term.attribute]
    alike = [
        sum(1 << other for other, same in enumerate(table) if (same == value and value is not None) or other == piece)
        for piece, value in enumerate(table)
    ]
    pile = emit.name_of_text(emit.thing(frame, term.things), "m")
    lowest = emit.surface.lowest(pile)
    return f"({pile} == 0 or {pile} & ~{emit.table('ALIKE', tuple(alike))}[{lowest}] == 0)"


MOST_VALUES = 14
"""Sets of at most this many values have a table that fits the processor's cache."""


def _bit_set(values: Iterable[int]) -> int:
    return sum(1 << value for value in set(values))


def _run_table(emit: Writer, term: model.Runs | model.Between, members: tuple[str, ...], is_inner: bool) -> str | None:
    """Return the table entry for the values of a group's pieces: whether they are a run, or which are inside.

    There is no table for many values, or if one of them occurs twice in a run; an entry that is always 0 is empty.
    """
    order, length = term.order, len(members)
    size = max(*order, *attribute_values(emit.rules.pieces.attributes[term.attribute])) + 1
    runs = (order[start : start + length] for start in range(len(order) - length + 1))
    if not members or size > MOST_VALUES or any(len({*run}) < length for run in runs):
        return None
    # For each set of values that form a run, the set of its values that are at neither end in any arrangement.
    inner_values = {_bit_set(values): _bit_set(inside) for values, inside in stretches(order)[length].items()}
    if not any(inner_values.values()) if is_inner else not inner_values:
        return ""
    values = tuple(inner_values.get(mask, 0) if is_inner else int(mask in inner_values) for mask in range(1 << size))
    table = emit.table(f"{'INNER' if is_inner else 'RUNS'}_{length}", values)
    return f"{table}[{' | '.join(bit_of(term.attribute, member) for member in members)}]"


def _runs(emit: Writer, frame: Frame, term: model.Runs) -> str:
    """Return the test that the values of pieces are a run: from a table if possible, otherwise by a call."""
    members = _members(emit, frame, group_of(term.things), functools.partial(bit_of, term.attribute))
    entry = _run_table(emit, term, members, False)
    if entry is not None:
        return f"({entry} != 0)" if entry else "False"
    order, values = emit.table("ORDER", term.order), emit.attribute(term.attribute)
    return f"can_be_laid({order}, {values}, {emit.thing(frame, term.things)})"


def _between(emit: Writer, frame: Frame, term: model.Between) -> str:
    """Return the test that a piece is inside the run that a group of some sorts forms."""
    members = _members(emit, frame, term.group, functools.partial(bit_of, term.attribute))
    group = emit.group(frame, term.group)
    inner = "" if members and group.sort not in term.sorts else _run_table(emit, term, members, True)
    if inner is None:
        # The pieces are known only at run time, such as those of a chosen group.
        pieces, sort = emit.name_of_text(group.pieces_in(emit.flat), "m"), group.sort_in(emit.flat)
        order, values = emit.table("ORDER", term.order), emit.attribute(term.attribute)
        tests = [comparison(sort, "==", str(number)) for number in term.sorts]
        return all_of([any_of(tests), f"inside({order}, {values}, {pieces}, {emit.thing(frame, term.piece)})"])
    if not inner:
        return "False"
    mask = bit(emit, frame, term.piece)
    piece = emit.surface.lowest(mask) if masks.is_kept_as_set(term.piece) else emit.thing(frame, term.piece)
    value = f"{emit.attribute(term.attribute)}[{piece}]"
    has_value = f" and {value} >= 0" if has_none(emit, term.attribute) else ""
    return f"(({mask} & {group.pieces}) != 0{has_value} and (({inner} >> {value}) & 1) != 0)"


# ------------------------------------------------------------------------------------ names and states


def _has_state(emit: Writer, frame: Frame, term: model.HasState) -> str:
    mask = in_brackets(masks.in_state(emit, term.state))
    if not emit.surface.is_fast:
        return emit.surface.is_not_empty(f"({mask} & {bit(emit, frame, term.piece)})")
    return guard_owner(emit, frame, term.piece, lambda piece: f"((({mask} >> {piece}) & 1) != 0)", "False")


def _holds(emit: Writer, frame: Frame, term: model.Holds) -> str:
    """Return the test of a predicate; for a piece, if possible, whether it is in the set of all pieces that have it."""
    predicate = emit.rules.predicates[term.name]
    if term.other is not None:
        sides, test = owners_of(emit, frame, term.thing, term.other)
        return all_of([*([test] if test else []), _meaning(emit, predicate, *sides)])
    if predicate.kind.base == "group":
        group = emit.group(frame, term.thing)
        inner: Frame = {0: group.slot}
        if not group.may_be_none:
            return _any_case(emit, inner, predicate.cases)
        return _and_or(emit, f"({group.code} >= 0)", lambda: _any_case(emit, inner, predicate.cases), True)
    if predicate.kind.base == "piece" and not emit.computes_constants:  # since the set is itself such a constant
        mask = masks.mask_of(emit, {}, 0, model.Holds(term.name, model.Slot(0)))
        if mask is not None and (masks.is_kept_as_set(term.thing) or not emit.surface.is_fast):
            return emit.surface.is_not_empty(f"({bit(emit, frame, term.thing)} & {mask})")
        if mask is not None:
            return guard_owner(emit, frame, term.thing, lambda side: f"((({mask} >> {side}) & 1) != 0)", "False")
    return guard_owner(emit, frame, term.thing, lambda side: _meaning(emit, predicate, side), "False")


def _meaning(emit: Writer, predicate: model.Predicate, *owners: str) -> str:
    def build(*texts: str) -> str:
        return _any_case(emit, owned_by(*texts), predicate.cases)

    return emit.inline_or_call(predicate, owners, build, build)


def _any_case(emit: Writer, frame: Frame, cases: Sequence[model.Case]) -> str:
    """Return the test that one of the cases holds; a case is evaluated only if none before it holds."""

    def tests_of(cases: Sequence[model.Case]) -> list[str]:
        """Return one test for each case; cases that need lines are joined into one test with all before them."""
        first, further = emit.condition(frame, cases[0].condition), cases[1:]
        if not further or first == "True":
            return [first]
        tests, lines = emit.in_buffer(lambda: tests_of(further))
        return [_with_steps(emit, first, any_of(tests), lines, False)] if lines else [first, *tests]

    return any_of(tests_of(cases))


def any_of(tests: list[str]) -> str:
    """Return the disjunction of the tests."""
    return _join_tests(tests, " or ", "True", "False")


def all_of(tests: list[str]) -> str:
    """Return the conjunction of the tests."""
    return _join_tests(tests, " and ", "False", "True")


def _join_tests(tests: list[str], sign: str, decisive: str, neutral: str) -> str:
    """Return tests joined by a word; the decisive constant is the result by itself, the neutral one is left out."""
    left = list(dict.fromkeys(test for test in tests if test != neutral))
    if decisive in left or not left:
        return decisive if left else neutral
    return left[0] if len(left) == 1 else f"({sign.join(left)})"


def _has_sort(emit: Writer, frame: Frame, term: model.HasSort) -> str:
    groups = model.Groups(term.name, term.owner)
    return _any_group(emit, frame, groups, lambda group: str(group.sort == term.sort))


# ------------------------------------------------------------------------------------------ of several


MOST_UNROLLED = 2
"""The most players for whom a loop is unrolled."""


def _quantifier(emit: Writer, frame: Frame, term: model.Quantified) -> str:
    """Return the test that some, every or no thing meets a condition.

    In order of preference it is a mask, one test for each of few players, or a loop up to the first decisive thing.
    """
    is_some, is_every = term.quantity == "some", term.quantity == "every"

    def test_of(slot: Slot) -> str:
        frame[term.slot] = slot
        return emit.condition(frame, term.condition)

    def decisive_test(group: GroupText) -> str:
        test_text = test_of(group.slot)
        return negate(test_text) if is_every else test_text

    base = emit.kind(term.things).base
    if base == "groups":
        answer = _any_group(emit, frame, term.things, decisive_test)
        return answer if is_some else f"(not {answer})"
    mask = masks.mask_of(emit, frame, term.slot, term.condition) if base == "pieces" else None
    if mask is not None:
        decisive_pieces = f"({emit.thing(frame, term.things)} & {'~' if is_every else ''}{in_brackets(mask)})"
        return emit.surface.is_not_empty(decisive_pieces) if is_some else emit.surface.empty(decisive_pieces)
    if is_all(term.things, EVERYBODY) and emit.seats <= MOST_UNROLLED:
        seats = range(emit.seats)
        tests, lines = emit.in_buffer(lambda: [test_of(Slot(str(player), False)) for player in seats])
        if not lines:
            text = all_of(tests) if is_every else any_of(tests)
            return negate(text) if term.quantity == "no" else text
    answer = emit.fresh("b")
    emit.write(f"{answer} = {not is_some}")
    with masks.each(emit, frame, term.things, term.slot):
        test = emit.condition(frame, term.condition)
        with emit.block(f"if {negate(test) if is_every else test}:"):
            emit.write(f"{answer} = {is_some}")
            emit.write("break")
    return answer


def _and_or(emit: Writer, left: str, build: Callable[[], str], is_and: bool) -> str:
    """Return a conjunction or disjunction; the right side, by `build`, runs only if the left is indecisive."""
    if left == ("False" if is_and else "True"):
        return left
    right, lines = emit.in_buffer(build)
    if not lines:
        return all_of([left, right]) if is_and else any_of([left, right])
    return _with_steps(emit, left, right, lines, is_and)


def _with_steps(emit: Writer, left: str, right: str, lines: list[str], is_and: bool) -> str:
    """Write a condition whose right side needs these lines, which run only if the left side does not decide."""
    result = emit.fresh("b")
    emit.write(f"{result} = {left}")
    with emit.block(f"if {result}:" if is_and else f"if not {result}:"):
        emit.append(lines)
        emit.write(f"{result} = {right}")
    return result


def negate(text: str) -> str:
    """Return the negation of a condition."""
    return {"True": "False", "False": "True"}.get(text, f"(not {text})")


def _both(is_and: bool) -> Callable[[Writer, Frame, model.And | model.Or], str]:
    """Return the function that evaluates the right side only if the left one does not decide."""
    return lambda emit, frame, term: _and_or(
        emit, emit.condition(frame, term.left), lambda: emit.condition(frame, term.right), is_and
    )


CONDITIONS |= {
    model.Compare: _compare,
    model.Ranks: _ranks,
    model.Same: _same,
    model.SameSet: _same_set,
    model.IsNone: _is_none,
    model.In: _in,
    model.OneOf: _one_of,
    model.Empty: _empty,
    model.Alike: _alike,
    model.Runs: _runs,
    model.Between: _between,
    model.HasState: _has_state,
    model.Holds: _holds,
    model.HasSort: _has_sort,
    model.Quantified: _quantifier,
    model.And: _both(True),
    model.Or: _both(False),
    model.Not: lambda emit, frame, term: negate(emit.condition(frame, term.condition)),
    model.Always: lambda emit, frame, term: "True",
}
