"""Write how things rank: the best of a set, marks to compare by, all keys of a ranking as one number, and extremes.

What no play changes is a table, and the numbers of pieces may already be in their order.

    cards rank by their rank, then by their suit.       the ranking
    the best card in his hand                           (hand_in[p1].bit_length() - 1), if the highest number is best
    his card is better than the other                   MARKS[card_3] > MARKS[other_5]
    groups rank by sort, then by the best card in it.   3 << 6 | MARKS[a4]: the keys side by side, the first one highest
"""

from __future__ import annotations

from collections.abc import Callable

from cc_dsl.codegen import masks
from cc_dsl.codegen.faults import NotCompiled
from cc_dsl.codegen.flat import UNSETTLED_NUMBER
from cc_dsl.codegen.frames import Frame, GroupText, Slot, group_slot
from cc_dsl.codegen.writer import Writer
from cc_dsl.core.bounds import bounds_of
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind

MOST_RUNS = 6
"""The most stretches in which the best piece of a set is looked for by bits; beyond them a loop is shorter."""


def best(emit: Writer, kind: str, is_best: bool, things: str) -> str:
    """Return the piece of a set that ranks first (or last); of equals the one with the lowest number."""
    ranks = emit.ranks(kind)
    if ranks is None:
        return _best_now(emit, kind, is_best, things)
    order = sorted(range(len(ranks)), key=lambda piece: (-ranks[piece] if is_best else ranks[piece], piece))
    for is_rising in (True, False):
        runs = _runs(order, is_rising)
        if len(runs) == 1:
            pile = emit.keep(things, "m")
            found = emit.surface.lowest(pile) if is_rising else emit.surface.highest(pile)
            return f"({found} if {pile} else -1)"
        if len(runs) <= MOST_RUNS:
            build = _best_by_runs(emit, runs, is_rising)
            return emit.call(emit.function(("best", kind, is_best), "best", build, "x"), things)
    places = emit.table("PLACES", tuple(order.index(piece) for piece in range(len(order))))
    build = _best_by_measure(emit, lambda piece: f"-{places}[{piece}]")
    return emit.call(emit.function(("best", kind, is_best), "best", build, "x"), things)


def best_few(emit: Writer, kind: str, is_best: bool, number: str, things: str) -> str:
    """Return this many pieces of a set that rank first (or last); all, if there are fewer."""

    def build() -> str:
        emit.write("f = 0")
        with emit.indented("for _ in range(y):"), emit.indented("if x:"):
            one = emit.keep(best(emit, kind, is_best, "x"), "p")
            emit.write(f"f |= {emit.surface.bit(one)}")
            emit.write(f"x &= ~({emit.surface.bit(one)})")
        return "f"

    return emit.call(emit.function(("few", kind, is_best), "best_few", build, "x", "y"), things, number)


def _runs(order: list[int], is_rising: bool) -> list[list[int]]:
    """Divide an order of pieces into stretches in which their numbers only rise (or fall)."""
    runs = [[order[0]]]
    for piece in order[1:]:
        if (piece > runs[-1][-1]) == is_rising:
            runs[-1].append(piece)
        else:
            runs.append([piece])
    return runs


def _best_by_runs(emit: Writer, runs: list[list[int]], is_rising: bool) -> Callable[[], str]:
    def build() -> str:
        found = emit.surface.lowest if is_rising else emit.surface.highest
        for run in runs:
            emit.write(f"m = x & {sum(1 << piece for piece in run)}")
            emit.write("if m:")
            emit.write(f"    return {found('m')}")
        return "-1"

    return build


def _best_by_measure(emit: Writer, measure: Callable[[str], str], is_best: bool = True) -> Callable[[], str]:
    def build() -> str:
        emit.write("t, n = -1, 0")
        with emit.indented("while x:"):
            emit.write(f"p = {emit.surface.lowest('x')}")
            emit.write("x &= x - 1")
            emit.write(f"k = {measure('p')}")
            emit.write(f"if t < 0 or k {'>' if is_best else '<'} n:")
            emit.write("    t, n = p, k")
        return "t"

    return build


def _best_now(emit: Writer, kind: str, is_best: bool, things: str) -> str:
    build = _best_by_measure(emit, lambda piece: piece_measured(emit, kind, piece), is_best)
    return emit.call(emit.function(("best", kind, is_best), "best", build, "x"), things)


def piece_measured(emit: Writer, kind: str, piece: str) -> str:
    """Return the measures of a piece by a ranking that reads play, as one number above 0."""
    ranking = emit.rules.rankings[kind]
    frame: Frame = dict.fromkeys(range(max(ranking.frame, 1)), Slot("x", False))

    def build() -> str:
        text, _ = packed(emit, frame, ranking)
        return f"({text}) + 1"

    return emit.call(emit.function(("measured", kind), "measured", build, "x"), piece)


def highest_mark(emit: Writer, kind: str) -> int:
    """Return the greatest mark that a piece can have."""
    ranks = emit.ranks(kind)
    return (1 << sum(widths(emit, emit.rules.rankings[kind]))) if ranks is None else max(ranks) + 1


def mark(emit: Writer, frame: Frame, kind: Kind, term: model.Thing) -> str:
    """Return the sort key of a piece (or number); a piece has at least 1, none has 0."""
    if kind.base == "number":
        return emit.thing(frame, term)
    ranks = emit.ranks(kind.name)
    thing = emit.thing(frame, term)
    if ranks is not None:
        return f"{emit.table('MARKS', (*[one + 1 for one in ranks], 0))}[{thing}]"
    piece = emit.keep(thing, "p")
    return f"({piece_measured(emit, kind.name, piece)} if {piece} >= 0 else 0)"


# ------------------------------------------------------------------------------------------ measures


def rank_text(emit: Writer, name: str) -> str:
    """Return what takes from a standing all that only decides between equals."""
    shift = sum(widths(emit, emit.rules.groups[name].deciders))
    return f" >> {shift}" if shift else ""


def widths(emit: Writer, ranking: model.Ranking) -> list[int]:
    """Return how many bits each measure of a ranking takes."""
    return [_width(emit, key) for key in ranking.keys]


def _width(emit: Writer, key: model.Key) -> int:
    if key.form == "sort":
        return len(key.measure).bit_length()
    if key.form == "condition":
        return 1
    if key.form == "piece":
        return highest_mark(emit, emit.rules.pieces.name).bit_length()
    if key.form != "number":
        raise AssertionError("no sentence ranks by anything else")
    least, most = bounds_of(emit.rules, emit.seats, key.measure)
    return (most - min(least, 0)).bit_length()


def packed(emit: Writer, frame: Frame, ranking: model.Ranking) -> tuple[str, int]:
    """Return all measures of a thing as one number, the most important highest, and how many bits they take."""
    known, parts, width = 0, [], 0
    for key, bits in zip(reversed(ranking.keys), reversed(widths(emit, ranking)), strict=True):
        text = _measured(emit, frame, key)
        if text.isdigit():
            known |= int(text) << width
        else:
            parts.append(f"({text}) << {width}" if width else f"({text})")
        width += bits
    emit.must_fit(width, "so fine a ranking", ranking.keys[0].origin.sentence if ranking.keys else "")
    return " | ".join([*reversed(parts), *([str(known)] if known or not parts else [])]), width


def _measured(emit: Writer, frame: Frame, key: model.Key) -> str:
    if key.form == "sort":
        group = frame[0].group
        if group is None or group.sort is None:
            raise NotCompiled("a ranking by sort of what is no group", key.origin.sentence)
        return str(len(key.measure) - key.measure.index(group.sort))
    if key.form == "condition":
        text = emit.condition(frame, key.measure)
        return {"True": "1", "False": "0"}.get(text, f"1 if {text} else 0")
    if key.form == "piece":
        return mark(emit, frame, Kind("piece", emit.rules.pieces.name), key.measure)
    least, _ = bounds_of(emit.rules, emit.seats, key.measure)
    number = emit.thing(frame, key.measure)
    return f"{number} + {-least}" if least < 0 else number


# ---------------------------------------------------------------------- the best, the greatest and the least


def best_of(emit: Writer, frame: Frame, term: model.Best) -> str:
    """Return the best or the worst of some pieces."""
    return best(emit, term.kind, term.is_best, emit.thing(frame, term.things))


def best_few_of(emit: Writer, frame: Frame, term: model.BestFew) -> str:
    """Return this many of the best or the worst of some pieces."""
    number = emit.thing(frame, term.number)
    return best_few(emit, term.kind, term.is_best, number, emit.thing(frame, term.things))


def extreme(emit: Writer, frame: Frame, term: model.Extreme) -> str:
    """Return the greatest, the least or the sum of a measure of some things."""
    if emit.kind(term.things).base == "groups":
        return _extreme_of_groups(emit, frame, term)
    if term.degree == "total" and emit.kind(term.things).base == "pieces":
        things = emit.keep(emit.thing(frame, term.things), "m")
        text = masks.total(emit, frame, things, term.slot, term.measure)
        if text is not None:
            return text
    result = emit.fresh("n")
    emit.write(f"{result} = {START[term.degree]}")
    with masks.each(emit, frame, term.things, term.slot):
        _add(emit, term.degree, result, emit.thing(frame, term.measure))
    return _or_nothing(term.degree, result)


START = {"total": "0", "greatest": str(UNSETTLED_NUMBER), "least": str(-UNSETTLED_NUMBER)}


def _extreme_of_groups(emit: Writer, frame: Frame, term: model.Extreme) -> str:
    result = emit.fresh("n")
    emit.write(f"{result} = {START[term.degree]}")

    def one(group: GroupText) -> None:
        frame[term.slot] = group_slot(group)
        _add(emit, term.degree, result, emit.thing(frame, term.measure))

    emit.each_group(frame, term.things, one)
    return _or_nothing(term.degree, result)


def _add(emit: Writer, degree: str, result: str, measure: str) -> None:
    if degree == "total":
        emit.write(f"{result} += {measure}")
        return
    one = emit.keep(measure, "n")
    emit.write(f"if {one} {'>' if degree == 'greatest' else '<'} {result}:")
    emit.write(f"    {result} = {one}")


def _or_nothing(degree: str, result: str) -> str:
    return result if degree == "total" else f"({result} if {result} != {START[degree]} else 0)"


def champion(emit: Writer, frame: Frame, term: model.Champion) -> str:
    """Return the one player whose thing is the best or the worst; where several have it, nobody."""
    leader, best, own = emit.fresh("p"), emit.fresh("n"), emit.fresh("n")
    lowest = START["greatest"] if term.is_best else str(1 << max(LEAST_BITS, _bits_of_mark(emit, term)))
    emit.write(f"{leader} = -1")
    emit.write(f"{best} = {lowest}")
    with masks.each(emit, frame, term.things, term.slot) as player:
        emit.write(f"{own} = {_mark(emit, frame, term, lowest)}")
        emit.write(f"if {own} {'>' if term.is_best else '<'} {best}:")
        emit.write(f"    {leader} = {player}")
        emit.write(f"    {best} = {own}")
        emit.write(f"elif {own} == {best}:")
        emit.write(f"    {leader} = -1")
    return leader


LEAST_BITS = 40


def _bits_of_mark(emit: Writer, term: model.Champion) -> int:
    """Return how many bits that has at most by which players are compared."""
    if term.kind.base == "group":
        group = emit.rules.groups[term.kind.name]
        return sum(widths(emit, group.ranking)) + sum(widths(emit, group.deciders))
    return highest_mark(emit, term.kind.name).bit_length() if term.kind.base == "piece" else 0


def _mark(emit: Writer, frame: Frame, term: model.Champion, lowest: str) -> str:
    """Return the sort key of a player's thing; none loses to everything."""
    if term.kind.base == "number":
        return emit.thing(frame, term.measure)
    if term.kind.base == "group":
        group = emit.group(frame, term.measure)
        standing = emit.standing(term.kind.name, term.measure, group)
        return f"({standing} if {group.code} >= 0 else {lowest})" if group.may_be_none else standing
    own = emit.keep(mark(emit, frame, term.kind, term.measure), "n")
    return f"({own} if {own} > 0 else {lowest})"
