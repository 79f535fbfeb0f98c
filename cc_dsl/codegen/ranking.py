"""Generate rankings: the best of a set, sort keys for comparisons, all keys of a ranking as one number, and extremes.

A constant ranking is a table, or the order of the pieces' numbers.

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
from cc_dsl.codegen.writer import Frame, GroupText, Slot, Writer
from cc_dsl.core.bounds import bounds_of
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind


def best(emit: Writer, kind: str, is_best: bool, things: str) -> str:
    """Return the piece of a set that ranks first (or last); the lowest number decides between equals."""
    ranks = emit.ranks(kind)
    order: list[int] = []
    if ranks is not None:
        order = sorted(range(len(ranks)), key=lambda piece: (-ranks[piece] if is_best else ranks[piece], piece))
        rising_order = sorted(order)
        if order in (rising_order, rising_order[::-1]):
            pile = emit.name_of_text(things, "m")
            best_piece = emit.surface.lowest(pile) if order == rising_order else emit.surface.highest(pile)
            return f"({best_piece} if {pile} else -1)"

    def write_search() -> str:
        """Write the search through the pieces `x`.

        In the source `p` is a piece and `k` its place in the order or its sort key; `t` is the best piece so far and
        `n` its place or key.
        """
        emit.write("t, n = -1, 0")
        with emit.block("while x:"):
            emit.write(f"p = {emit.surface.lowest('x')}")
            emit.write("x &= x - 1")
            if order:
                places = tuple(order.index(piece) for piece in range(len(order)))
                emit.write(f"k = {emit.table('PLACES', places)}[p]")
            else:
                emit.write(f"k = {computed_sort_key(emit, kind, 'p')}")
            emit.write(f"if t < 0 or k {'>' if is_best and not order else '<'} n:")
            emit.write("    t, n = p, k")
        return "t"

    return emit.call(emit.function(("best", kind, is_best), "best", write_search, "x"), things)


def computed_sort_key(emit: Writer, kind: str, piece: str) -> str:
    """Return the sort key of a piece by a ranking that reads play: all its measures as one positive number."""
    ranking = emit.rules.rankings[kind]
    frame: Frame = dict.fromkeys(range(max(ranking.frame, 1)), Slot("x", False))

    def build() -> str:
        text, _ = measures_as_number(emit, frame, ranking)
        return f"({text}) + 1"

    return emit.call(emit.function(("measured", kind), "measured", build, "x"), piece)


def greatest_sort_key(emit: Writer, kind: str) -> int:
    """Return the greatest sort key that a piece can have."""
    ranks = emit.ranks(kind)
    return (1 << sum(widths(emit, emit.rules.rankings[kind]))) if ranks is None else max(ranks) + 1


def sort_key_of(emit: Writer, frame: Frame, kind: Kind, term: model.Thing) -> str:
    """Return the sort key of a piece (or number); a piece has at least 1, none has 0."""
    if kind.base == "number":
        return emit.thing(frame, term)
    ranks = emit.ranks(kind.name)
    thing = emit.thing(frame, term)
    if ranks is not None:
        return f"{emit.table('MARKS', (*[rank + 1 for rank in ranks], 0))}[{thing}]"
    piece = emit.name_of_text(thing, "p")
    return f"({computed_sort_key(emit, kind.name, piece)} if {piece} >= 0 else 0)"


# ------------------------------------------------------------------------------------------ measures


def shift_past_deciders(emit: Writer, name: str) -> str:
    """Return the shift that removes the keys that only decide between equals from a standing, if it has any."""
    shift = sum(widths(emit, emit.rules.groups[name].deciders))
    return f" >> {shift}" if shift else ""


def widths(emit: Writer, ranking: model.Ranking) -> list[int]:
    """Return the number of bits of each measure of a ranking."""

    def width(key: model.Key) -> int:
        if key.form == "sort":
            return len(key.measure).bit_length()
        if key.form == "condition":
            return 1
        if key.form == "piece":
            return greatest_sort_key(emit, emit.rules.pieces.name).bit_length()
        least, most = bounds_of(emit.rules, emit.seats, key.measure)
        return (most - min(least, 0)).bit_length()

    return [*map(width, ranking.keys)]


def measures_as_number(emit: Writer, frame: Frame, ranking: model.Ranking) -> tuple[str, int]:
    """Return all measures of a thing as one number, most important first, and its number of bits."""
    # Pack the keys from the least important upwards, and add up the constant ones now.
    bits_known, parts, width = 0, [], 0
    for key, bits in zip(reversed(ranking.keys), reversed(widths(emit, ranking)), strict=True):
        text = _measure(emit, frame, key)
        if text.isdigit():
            bits_known |= int(text) << width
        else:
            parts.append(f"({text}) << {width}" if width else f"({text})")
        width += bits
    emit.must_fit(width, "so fine a ranking", ranking.keys[0].origin.sentence if ranking.keys else "")
    return " | ".join([*reversed(parts), *([str(bits_known)] if bits_known or not parts else [])]), width


def _measure(emit: Writer, frame: Frame, key: model.Key) -> str:
    """Return the expression of one key of a ranking: a number of which greater is better."""
    if key.form == "sort":
        group = frame[0].group
        if group is None or group.sort is None:
            raise NotCompiled("a ranking of things other than groups by sort", key.origin.sentence)
        return str(len(key.measure) - key.measure.index(group.sort))
    if key.form == "condition":
        text = emit.condition(frame, key.measure)
        return {"True": "1", "False": "0"}.get(text, f"1 if {text} else 0")
    if key.form == "piece":
        return sort_key_of(emit, frame, Kind("piece", emit.rules.pieces.name), key.measure)
    least, _ = bounds_of(emit.rules, emit.seats, key.measure)
    number = emit.thing(frame, key.measure)
    return f"{number} + {-least}" if least < 0 else number


def rate_group(emit: Writer, group: model.Group, text: GroupText, then: Callable[[GroupText], None]) -> None:
    """Write the computation of a group's rank, and then the code that `then` writes for the ranked group."""
    frame: Frame = dict.fromkeys(range(max(group.ranking.frame, group.deciders.frame, 1)), text.slot)
    rank, width = measures_as_number(emit, frame, group.ranking)
    deciders, shift = measures_as_number(emit, frame, group.deciders)
    emit.must_fit(width + shift, "so fine a ranking", group.origin.sentence)
    standing = f"({rank}) << {shift} | {deciders}" if shift else rank
    then(text._replace(standing=emit.name_of_text(standing, "s")))


def standing_now(emit: Writer, name: str, term: model.Thing, group: GroupText) -> str:
    """Return the present rank of a group, which may have changed since it was chosen or settled."""
    declared = emit.rules.groups[name]
    if isinstance(term, model.BestGroup) or group.members or not emit.reads_play((declared.ranking, declared.deciders)):
        return group.rank

    def write_rank_by_sort() -> str:
        emit.write("if x < 0:")
        emit.write("    return -1")
        for number in range(len(declared.sorts)):
            with emit.block(f"if x >> {emit.flat.pieces} == {number}:"):
                pieces = emit.name_of_text(f"x & {emit.flat.all_pieces}", "m")
                text = GroupText("x", "", False, number, pieces)
                rate_group(emit, declared, text, lambda ranked: emit.write(f"return {ranked.standing}"))
        return "-1"

    return emit.call(emit.function(("standing", name), "standing", write_rank_by_sort, "x"), group.code)


# ---------------------------------------------------------------------- the best, the greatest and the least


def best_few_of(emit: Writer, frame: Frame, term: model.BestFew) -> str:
    """Return this many of the best or the worst of some pieces; all, if there are fewer."""
    number, kind, is_best = emit.thing(frame, term.number), term.kind, term.is_best

    def write_loop() -> str:
        """Write the loop that moves the best of the pieces `x` to the result `f`, `y` times."""
        emit.write("f = 0")
        with emit.block("for _ in range(y):"), emit.block("if x:"):
            piece = emit.name_of_text(best(emit, kind, is_best, "x"), "p")
            emit.write(f"f |= {emit.surface.bit(piece)}")
            emit.write(f"x &= ~({emit.surface.bit(piece)})")
        return "f"

    function = emit.function(("few", kind, is_best), "best_few", write_loop, "x", "y")
    return emit.call(function, emit.thing(frame, term.things), number)


START = {"total": "0", "greatest": str(UNSETTLED_NUMBER), "least": str(-UNSETTLED_NUMBER)}
"""The result before the first thing: no number of the rules is so small or so great."""


def extreme(emit: Writer, frame: Frame, term: model.Extreme) -> str:
    """Return the greatest, the least or the sum of a measure over some things."""
    base, degree = emit.kind(term.things).base, term.degree
    if degree == "total" and base == "pieces":
        things = emit.name_of_text(emit.thing(frame, term.things), "m")
        text = masks.total(emit, frame, things, term.slot, term.measure)
        if text is not None:
            return text
    result = emit.fresh("n")
    emit.write(f"{result} = {START[degree]}")

    def write_update() -> None:
        """Write how the measure of one thing changes the result."""
        measure = emit.thing(frame, term.measure)
        if degree == "total":
            emit.write(f"{result} += {measure}")
            return
        number = emit.name_of_text(measure, "n")
        emit.write(f"if {number} {'>' if degree == 'greatest' else '<'} {result}:")
        emit.write(f"    {result} = {number}")

    def update_by_group(group: GroupText) -> None:
        frame[term.slot] = group.slot
        write_update()

    if base == "groups":
        emit.each_group(frame, term.things, update_by_group)
    else:
        with masks.each(emit, frame, term.things, term.slot):
            write_update()
    return result if degree == "total" else f"({result} if {result} != {START[degree]} else 0)"


LEAST_BITS = 40
"""Where the least wins, a missing thing counts as 1 shifted by at least this many bits, more than any number."""


def champion(emit: Writer, frame: Frame, term: model.Champion) -> str:
    """Return the one player whose thing is the best or the worst; none if several players tie.

    The loop stores the leader and the best sort key; a tie with it removes the leader until somebody is better.
    """
    leader, best, own = emit.fresh("p"), emit.fresh("n"), emit.fresh("n")
    name, base, bits = term.kind.name, term.kind.base, 0
    if base == "group":
        bits = sum((*widths(emit, emit.rules.groups[name].ranking), *widths(emit, emit.rules.groups[name].deciders)))
    elif base == "piece":
        bits = greatest_sort_key(emit, name).bit_length()
    lowest = START["greatest"] if term.is_best else str(1 << max(LEAST_BITS, bits))

    def sort_key() -> str:
        """Return the sort key of a player's thing; none loses to everything."""
        if base == "number":
            return emit.thing(frame, term.measure)
        if base == "group":
            group = emit.group(frame, term.measure)
            standing = standing_now(emit, name, term.measure, group)
            return f"({standing} if {group.code} >= 0 else {lowest})" if group.may_be_none else standing
        number = emit.name_of_text(sort_key_of(emit, frame, term.kind, term.measure), "n")
        return f"({number} if {number} > 0 else {lowest})"

    emit.write(f"{leader} = -1")
    emit.write(f"{best} = {lowest}")
    with masks.each(emit, frame, term.things, term.slot) as player:
        emit.write(f"{own} = {sort_key()}")
        emit.write(f"if {own} {'>' if term.is_best else '<'} {best}:")
        emit.write(f"    {leader} = {player}")
        emit.write(f"    {best} = {own}")
        emit.write(f"elif {own} == {best}:")
        emit.write(f"    {leader} = -1")
    return leader
