"""Finds the groups that a player's pieces make, in loops over bits, and the best of them by one number.

A group is one integer: its sort above the bit set of its pieces.  How it ranks is another: the measures of the
ranking one beside the other, the most important highest, and under them those that decide between equals.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cc_dsl.compiler import conditions, masks, remembered
from cc_dsl.compiler.faults import NotCompiled
from cc_dsl.compiler.flat import UNSETTLED
from cc_dsl.compiler.frames import Frame, Function, GroupText, Slot
from cc_dsl.compiler.status import is_settled
from cc_dsl.compiler.things import first_holding, may_be_none, meaning_of
from cc_dsl.core.bounds import bounds_of
from cc_dsl.core.facts import all_cases
from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import Kind

if TYPE_CHECKING:
    from cc_dsl.compiler.maker import Maker


def group_slot(group: GroupText) -> Slot:
    """Give a slot that holds a group."""
    return Slot(group.code, group.may_be_none, group)


def group_text(make: Maker, frame: Frame, term: Any) -> GroupText:
    """Give the text of a group."""
    if isinstance(term, model.Slot):
        group = frame[term.number].group
        if group is None:
            raise NotCompiled("a group that stands in a slot of another kind")
        return group
    if isinstance(term, model.BestGroup):
        return _best_group(make, frame, term)
    if isinstance(term, model.Apply):
        return _defined(make, frame, term)
    if isinstance(term, model.Nothing):
        return GroupText("-1", "-1", True)
    raise NotCompiled(f"groups such as {type(term).__name__}")


def _best_group(make: Maker, frame: Frame, term: model.BestGroup) -> GroupText:
    memo = make.memo(term.name)
    owner = make.keep(make.thing(frame, term.owner), "o")
    code, standing = make.read(memo.group, owner), make.read(memo.standing, owner)
    if may_be_none(make, frame, term.owner):
        code, standing = (f"({text} if {owner} >= 0 else -1)" for text in (code, standing))
    return GroupText(code, standing, True)


def _defined(make: Maker, frame: Frame, term: model.Apply) -> GroupText:
    """Give the text of a group that a definition gives, or of the one that was settled."""
    definition = make.rules.definitions[term.name]
    if definition.settled is None:
        return _meant(make, frame, term, definition)
    status = make.status.get(is_settled(definition.name))
    if status is False:
        return _meant(make, frame, term, definition)
    code, standing = (make.read(var) for var in (make.flat.settled[term.name], make.flat.standings[term.name]))
    if status:
        return GroupText(code, standing, True)
    found, ranked = make.fresh("g"), make.fresh("s")
    with make.indented(f"if {code} != {UNSETTLED}:"):
        make.write(f"{found}, {ranked} = {code}, {standing}")
    with make.indented("else:"):
        group = _meant(make, frame, term, definition)
        make.write(f"{found}, {ranked} = {group.code}, {standing_text(group)}")
    return GroupText(found, ranked, True)


def _meant(make: Maker, frame: Frame, term: model.Apply, definition: model.Definition) -> GroupText:
    cases = all_cases(definition)
    if definition.owner is not None and definition.owner.base == "group":
        return _meant_for_group(make, frame, term, definition)
    owner = "" if term.owner is None else make.keep(make.thing(frame, term.owner), "o")
    is_sure = term.owner is None or not may_be_none(make, frame, term.owner)
    if is_sure and isinstance(cases[0].condition, model.Always):
        return group_text(make, {0: Slot(owner, False)}, cases[0].thing)
    build = functools.partial(_pair, make, {0: Slot("x", False)}, cases)
    key = ("definition", definition.name, make.status_for(definition))
    function = make.function(key, definition.name, build, *(("x",) if owner else ()))
    call = make.call(function, *([owner] if owner else []))
    code, standing = make.fresh("g"), make.fresh("s")
    make.write(f"{code}, {standing} = {call if is_sure else f'({call} if {owner} >= 0 else (-1, -1))'}")
    return GroupText(code, standing, True)


def _meant_for_group(make: Maker, frame: Frame, term: model.Apply, definition: model.Definition) -> GroupText:
    """Give the text of the group that a definition gives for another, whose text is known here only."""
    owner = group_text(make, frame, term.owner)
    code, standing = make.fresh("g"), make.fresh("s")
    with make.indented(f"if {owner.code} >= 0:"):
        make.write(f"{code}, {standing} = {_pair(make, {0: group_slot(owner)}, all_cases(definition))}")
    with make.indented("else:"):
        make.write(f"{code}, {standing} = -1, -1")
    return GroupText(code, standing, True)


def _pair(make: Maker, frame: Frame, cases: list[model.Case]) -> str:
    """Give a text for code and standing of the group that the first case gives that holds."""

    def pair(case: model.Case) -> str:
        group = group_text(make, frame, case.thing)
        return f"({group.code}, {standing_text(group)})"

    return first_holding(make, frame, cases, pair, "(-1, -1)")


def sort_text(make: Maker, group: GroupText) -> str:
    """Give the sort of a group; of none, none, which is -1."""
    if group.sort is not None:
        return str(group.sort)
    return f"({group.code} >> {make.flat.pieces})"


def pieces_text(make: Maker, group: GroupText) -> str:
    """Give the set of the pieces of a group."""
    if group.pieces:
        return group.pieces
    text = f"({group.code} & {make.flat.all_pieces})"
    return f"({text} if {group.code} >= 0 else 0)" if group.may_be_none else text


# -------------------------------------------------------------------------------------------- ranking


def standing_text(group: GroupText) -> str:
    """Give how a group ranks; of one that was chosen it is kept where something asks for it."""
    if not group.standing:
        raise AssertionError("nothing asks how a chosen group ranks")
    return group.standing


def rank_text(make: Maker, name: str) -> str:
    """Give what takes from a standing all that only decides between equals."""
    shift = sum(widths(make, make.rules.groups[name].deciders))
    return f" >> {shift}" if shift else ""


def widths(make: Maker, ranking: model.Ranking) -> list[int]:
    """Give how many bits each measure of a ranking takes."""
    return [_width(make, key) for key in ranking.keys]


def _width(make: Maker, key: model.Key) -> int:
    if key.form == "sort":
        return len(key.measure).bit_length()
    if key.form == "condition":
        return 1
    if key.form == "piece":
        return masks.highest_mark(make, make.rules.pieces.name).bit_length()
    if key.form != "number":
        raise AssertionError("no sentence ranks by anything else")
    least, most = bounds_of(make.rules, make.seats, key.measure)
    return (most - min(least, 0)).bit_length()


def packed(make: Maker, frame: Frame, ranking: model.Ranking) -> tuple[str, int]:
    """Give all measures of a thing as one number, the most important highest, and how many bits they take."""
    known, parts, width = 0, [], 0
    for key, bits in zip(reversed(ranking.keys), reversed(widths(make, ranking)), strict=True):
        text = _measured(make, frame, key)
        if text.isdigit():
            known |= int(text) << width
        else:
            parts.append(f"({text}) << {width}" if width else f"({text})")
        width += bits
    make.must_fit(width, "so fine a ranking", ranking.keys[0].origin.sentence if ranking.keys else "")
    return " | ".join([*reversed(parts), *([str(known)] if known or not parts else [])]), width


def _measured(make: Maker, frame: Frame, key: model.Key) -> str:
    if key.form == "sort":
        group = frame[0].group
        if group is None or group.sort is None:
            raise NotCompiled("a ranking by sort of what is no group", key.origin.sentence)
        return str(len(key.measure) - key.measure.index(group.sort))
    if key.form == "condition":
        text = make.condition(frame, key.measure)
        return {"True": "1", "False": "0"}.get(text, f"1 if {text} else 0")
    if key.form == "piece":
        return masks.mark(make, frame, Kind("piece", make.rules.pieces.name), key.measure)
    least, _ = bounds_of(make.rules, make.seats, key.measure)
    number = make.thing(frame, key.measure)
    return f"{number} + {-least}" if least < 0 else number


# ------------------------------------------------------------------------------------------- the loops


def loop(make: Maker, name: str, owner: str, then: Callable[[GroupText], None]) -> None:
    """Write the loops over all groups of a name that a player's pieces make."""
    group = make.rules.groups[name]
    if make.surface.remembers:
        remembered.loop(make, group, owner, then)
        return
    left = make.fresh("m")
    make.write(f"{left} = {meaning_of(make, make.rules.definitions[group.side], owner)}")
    _level(make, group, left, [], "", then)


def _level(
    make: Maker, group: model.Group, left: str, members: list[str], pieces: str, then: Callable[[GroupText], None]
) -> None:
    """Write the loop over the next piece of a group; each is higher than those before."""
    one, piece = make.fresh("b"), make.fresh("a")
    with make.indented(f"while {left}:"):
        make.write(f"{one} = {left} & -{left}")
        make.write(f"{left} ^= {one}")
        make.write(f"{piece} = {make.surface.highest(one)}")
        read_values(make, group, piece)
        all_of = make.fresh("m")
        make.write(f"{all_of} = {pieces} | {one}" if pieces else f"{all_of} = {one}")
        members = [*members, piece]
        if len(members) >= group.least:
            for number in range(len(group.sorts)):
                _node(make, group, number, tuple(members), all_of, then)
        if len(members) < group.most:
            rest = make.fresh("m")
            make.write(f"{rest} = {left}")
            _level(make, group, rest, members, all_of, then)


def read_values(make: Maker, group: model.Group, piece: str) -> None:
    """Write the attributes of a piece by which the pieces of a group are compared."""
    tests = (sort.condition for sort in group.sorts), (each for sort in group.sorts for each in sort.requirements)
    parts = [*walk.parts((*tests[0], *tests[1]))]
    in_runs = {part.attribute for part in parts if isinstance(part, model.Runs | model.Between)}
    alike = {part.attribute for part in parts if isinstance(part, model.Alike)}
    names = make.values_read[piece] = set()
    for attribute in sorted(in_runs | alike):
        value = conditions.value_of(attribute, piece)
        make.write(f"{value} = {make.attribute(attribute)}[{piece}]")
        names.add(value)
        if attribute in in_runs:
            names.add(conditions.bit_of(attribute, piece))
            bit = f"1 << {value}"
            is_sure = not conditions.has_none(make, attribute)
            make.write(f"{conditions.bit_of(attribute, piece)} = {bit if is_sure else f'{bit} if {value} >= 0 else 0'}")


def _node(
    make: Maker,
    group: model.Group,
    number: int,
    members: tuple[str, ...],
    pieces: str,
    then: Callable[[GroupText], None],
) -> None:
    """Write what is done if some pieces make a sort."""
    sort = group.sorts[number]
    code = f"({number << make.flat.pieces} | {pieces})" if number else pieces
    text = GroupText(code, "", False, number, pieces, members)
    frame: Frame = dict.fromkeys(range(max(sort.frame, 1)), group_slot(text))
    tests = [sort.condition, *(case.condition for case in sort.requirements)]
    bits = (len(group.sorts) - 1).bit_length() + make.flat.pieces
    make.must_fit(bits, "so many sorts of groups beside so many pieces", group.origin.sentence)
    if_all(make, frame, tests, lambda: rated(make, group, text, then))


def if_all(make: Maker, frame: Frame, tests: list[Any], then: Callable[[], None]) -> None:
    """Write what is done if all tests hold, in one branch where that can be."""
    held, lines = make.captured(lambda: [make.condition(frame, test) for test in tests])
    if not lines:
        text = conditions.all_of(held)
        if text == "True":
            then()
        elif text != "False":
            with make.indented(f"if {text}:"):
                then()
        return
    if len(tests) == 1:
        with make.indented(f"if {make.condition(frame, tests[0])}:"):
            then()
        return
    if_all(make, frame, tests[:1], lambda: if_all(make, frame, tests[1:], then))


def rated(make: Maker, group: model.Group, text: GroupText, then: Callable[[GroupText], None]) -> None:
    """Work out how a group ranks, and go on with it."""
    frame: Frame = dict.fromkeys(range(max(group.ranking.frame, group.deciders.frame, 1)), group_slot(text))
    rank, width = packed(make, frame, group.ranking)
    deciders, shift = packed(make, frame, group.deciders)
    make.must_fit(width + shift, "so fine a ranking", group.origin.sentence)
    standing = f"({rank}) << {shift} | {deciders}" if shift else rank
    then(text._replace(standing=make.keep(standing, "s")))


# -------------------------------------------------------------------------------------------- the best


def those_used(make: Maker) -> list[str]:
    """Give the groups whose best is asked for in play, each behind those that it rests on."""
    used = [name for name in make.flat.memos if name in make.used_groups]
    return sorted(used, key=lambda name: len([one for one in rests_on(make, name) if one in make.memo_of]))


def best_function(make: Maker, name: str) -> Function:
    """Give the function that finds the best group of a player, and how it stands."""
    return make.function(("best group", name), f"best_{name}", lambda: _find_best(make, name), "x")


def rests_on(make: Maker, name: str) -> frozenset[str]:
    """Give the variables that the best groups of a name are found from, also by way of other groups."""
    reads = best_function(make, name).reads
    others = {make.memo_of[read] for read in reads if read in make.memo_of}
    return reads.union(*(rests_on(make, other) for other in others))


def _find_best(make: Maker, name: str) -> str:
    decides = _preference(make)
    make.write("g = s = -1")
    if decides is not None:
        make.write("best = -1")

    def better(group: GroupText) -> None:
        with make.indented(f"if {group.standing} > s:"):
            make.write(f"g, s = {group.code}, {group.standing}")
            if decides is not None:
                make.write(f"best = {decides(group.pieces)}")
        with make.indented(f"elif {group.standing} == s:"):
            if decides is None:
                # The lowest piece that only one of them has ranks best of all in which they differ.
                make.write(f"d = (g ^ {group.pieces}) & {make.flat.all_pieces}")
                test = f"d & -d & {group.pieces}"
            else:
                make.write(f"d = {decides(group.pieces)}")
                test = "d > best"
            with make.indented(f"if {test}:"):
                make.write(f"g = {group.code}")
                if decides is not None:
                    make.write("best = d")

    loop(make, name, "x", better)
    return "g, s"


def _preference(make: Maker) -> Callable[[str], str] | None:
    """Give what equal groups of one player are compared by: their pieces, best first; None if bits can tell."""
    ranking = make.rules.rankings.get(make.rules.pieces.name)
    ranks = make.ranks(ranking.name) if ranking is not None else None
    if ranks is None or all(one > other for one, other in itertools.pairwise(ranks)):
        return None
    digits = make.table("RANKS", tuple(ranks))
    return lambda pieces: f"descending({pieces}, {digits})"
