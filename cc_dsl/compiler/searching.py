"""Generate the functions of a searching player: what a player sees, and a random position consistent with it.

Pieces hidden from a player are dealt again by exchanging the names of hidden pieces, everywhere in the vector.
"""

from __future__ import annotations

from cc_dsl.compiler import groups
from cc_dsl.compiler.frames import Frame, Slot
from cc_dsl.compiler.observing import OBSERVER
from cc_dsl.compiler.stepper import Stepper
from cc_dsl.core.sights import DEALS, sight_depends_on_pieces

SET, PIECE, GROUP, ORDER, SET_IF, GROUPS = range(6)
"""The forms of storage of pieces in the vector: the first number of each row of the table."""
FORMS = {"set": SET, "piece": PIECE, "group": GROUP}

FUNCTIONS = """

def seen(S, player):
{found}    return {seen}


def imagine(S, player, seed):
{imagine}

def count_of(S):
    {count_groups}return {count_options}


def answer_at(S, number):
    {answer_group}return pick(S[{options}], number)
"""
"""The view of a player; a random consistent position; the number of answers, and one of them by its number."""

DEALT = """\
    S[{chance}] = imagined(S, HELD, ~seen(S, player) & {pieces}, {count}, seed)
{refresh}"""
"""Deals the hidden pieces anew; who sees what does not depend on which they are."""

DEALT_UNTIL_POSSIBLE = """\
    known, kept = seen(S, player), S.copy()
    S[{chance}] = seed
    for _ in range({deals}):
        S[{chance}] = imagined(S, HELD, ~known & {pieces}, {count}, S[{chance}])
{refresh}        if seen(S, player) == known:
            return
    kept[{chance}] = S[{chance}]
    S[:] = kept
"""
"""The same where the player could see other pieces then: they are dealt once more, as in the interpreter."""

ROLLOUTS = """

@njit(cache=True)
def rollouts(S, T, player, answer, at, ends):
    for game in range(ends.shape[0]):
        T[:] = S
        at, seed = word(at)
        imagine(T, player, seed)
        step(T, answer)
{answers}
        ends[game, 0] = (T[{end}] & 65535) - 1
        ends[game, 1] = T[{end}] >> 16
        ends[game, 2] = T[{moves}]
        for told in range({told}):
            ends[game, 3 + told] = T[{told_at} + told]
    return at
"""
"""Plays on after an answer, at random, from positions that are possible for a player."""
ANSWERS = """\
        while T[{to_move}] >= 0:
            at, number = below(at, count_of(T))
            step(T, answer_at(T, number))"""
ANSWERS_OF_WORLD = """\
        at, watched = word(at)
        while T[{to_move}] != {over}:
            if T[{to_move}] == {observer}:
                watched, number = world(T, watched)
                step(T, number)
            else:
                at, number = below(at, count_of(T))
                step(T, answer_at(T, number))"""
"""Answers at random; the world, where it is asked, from a stream of its own."""
OVER = -1
"""The player number that is asked when a game is over."""


def functions(make: Stepper) -> list[str]:
    """Return the lines of the functions; the variables that they read are known when the game is written."""
    find = make.function("seen", "seen", lambda: _seen(make), "x")
    held = make.surface.table("HELD", tuple(number for row in rows(make) for number in row))
    offered = f"S[{make.place_of['offered']}]"
    options = make.place_of["options"]
    count = make.surface.count(f"S[{options}]")
    is_sure = not sight_depends_on_pieces(make.rules)
    imagine = (DEALT if is_sure else DEALT_UNTIL_POSSIBLE).format(
        chance=make.place_of["chance"],
        pieces=make.flat.all_pieces,
        count=make.flat.pieces,
        deals=DEALS,
        refresh="".join(f"{'    ' if is_sure else '        '}{line}\n" for line in refreshed(make)),
    )
    text = FUNCTIONS.format(
        found="".join(f"    {line}\n" for line in found(make, find.reads)),
        seen=make.call(find, "player"),
        imagine=imagine,
        count_groups=f"if {offered} > 0:\n        return {offered}\n    " if make.most_offered else "",
        count_options=count,
        answer_group=f"if {offered} > 0:\n        return number\n    " if make.most_offered else "",
        options=options,
    )
    return [held, *text.split("\n")]


def worlds(make: Stepper) -> list[str]:
    """Return the lines of the function that draws an answer of the world, by its index among the possible ones."""
    lines = ["", "", "def world(S, at):"]
    for place, one in enumerate(make.observed):
        starts = make.surface.table(f"STARTS_{place}", (*(line.first for line in one.lines), one.end))
        lines.insert(0, starts)
        drawn = f"deed_drawn(S, OFFERS, S[{make.place_of['offered']}], STARTS_{place}, at)"
        is_last = place == len(make.observed) - 1
        lines += [] if is_last else [f"    if {make.which_observed()} == {place}:"]
        lines.append(f"{'    ' if is_last else '        '}return {drawn}")
    return lines


def rollouts(make: Stepper) -> str:
    """Return the text of the function that plays games on."""
    places = {**make.place_of, "told": len(make.told), "told_at": make.told_at}
    answers = (ANSWERS_OF_WORLD if make.observed else ANSWERS).format(**places, over=OVER, observer=OBSERVER)
    return ROLLOUTS.format(**places, answers=answers)


def _seen(make: Stepper) -> str:
    texts = []
    for sight in make.rules.sights:
        frame: Frame = dict.fromkeys(range(max(sight.frame, 1)), Slot("x", False))
        texts.append(make.keep(make.thing(frame, sight.things), "m"))
    return " | ".join(texts) or "0"


def rows(make: Stepper) -> list[tuple[int, int, int, int]]:
    """Return where pieces are held in the vector: how, the first place, how many, and where their number stands."""
    found: list[tuple[int, int, int, int]] = []
    counts = {make.flat.places[base].name: count for base, count in make.flat.counts.items()}
    for var in make.flat.vars:
        if var.holds == "groups":
            name = next(name for name, kept in make.flat.lists.items() if kept is var)
            found.append((GROUPS, var.start, var.size, make.flat.settled[name].start))
        elif var.holds == "order":
            found.append((ORDER, var.start, var.owners, counts[var.name].start))
        elif var.holds:
            found.append((FORMS[var.holds], var.start, var.size, 0))
    found += [(FORMS[holds], place, 1, 0) for place, holds in make.holds]
    found.append((SET_IF, make.place_of["options"], 1, make.place_of["asks_pieces"]))
    if make.most_offered:
        found.append((GROUPS, make.size, 1, make.place_of["offered"]))
    return found


def found(make: Stepper, reads: frozenset[str]) -> list[str]:
    """Return the lines that find the best groups on which a player's view depends.

    They are forgotten again at once: what is known between two questions is settled where the game is written.
    """
    wanted = {make.memo_of[name] for name in reads if name in make.memo_of}
    wanted |= {make.memo_of[name] for one in wanted for name in groups.rests_on(make, one) if name in make.memo_of}
    outer, make.lines, make.depth = make.lines, [], 0
    for name in groups.those_used(make):
        if name in wanted:
            _find(make, name, f"if {make.read(make.flat.memos[name].known)} == 0:")
    lines, make.lines = make.lines, outer
    return lines


def _find(make: Stepper, name: str, head: str) -> None:
    find, memo = groups.best_function(make, name), make.flat.memos[name]
    with make.indented(head), make.indented(f"for p in range({make.seats}):"):
        best = f"{make.read(memo.group, 'p')}, {make.read(memo.standing, 'p')}"
        make.write(f"{best} = {make.call(find, 'p')}")


def refreshed(make: Stepper) -> list[str]:
    """Return the lines that find best groups again where they are known."""
    outer, make.lines, make.depth = make.lines, [], 0
    for name in groups.those_used(make):
        _find(make, name, f"if {make.read(make.flat.memos[name].known)}:")
    lines, make.lines = make.lines, outer
    return lines
