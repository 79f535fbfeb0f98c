"""Generate the functions of a searching player: what a player sees, and a random position consistent with it.

Pieces hidden from a player are dealt again by exchanging the names of hidden pieces, everywhere in the vector.
"""

from __future__ import annotations

from cc_dsl.compiler import groups
from cc_dsl.compiler.faults import NotCompiled
from cc_dsl.compiler.frames import Frame, Slot
from cc_dsl.compiler.stepper import Stepper
from cc_dsl.core.secrets import secrets_of
from cc_dsl.core.sights import DEALS, sight_depends_on_pieces
from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER

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

DISCLOSED = """

def disclosed(S, player):
{found}    return {known}
"""
"""The secrets that a player knows, a bit for each cell."""
DEALT = """\
    S[{chance}] = imagined(S, HELD, ~seen(S, player) & {pieces}, {count}, seed)
{refresh}"""
"""Deals the hidden pieces anew; who sees what does not depend on which they are."""

DEALT_UNTIL_POSSIBLE = """\
    known, kept = seen(S, player), S.copy()
{told}    S[{chance}] = seed
    for _ in range({deals}):
        S[{chance}] = imagined(S, HELD, ~known & {pieces}, {count}, S[{chance}])
{redrawn}{refresh}        if seen(S, player) == known{as_told}:
            return
    kept[{chance}] = S[{chance}]
    S[:] = kept
"""
"""The same where the player could see other pieces then: they are dealt once more, as in the interpreter."""
TOLD = "    told = disclosed(S, player)\n"
REDRAWN = "        S[{chance}] = redrawn(S, SECRETS, ~told & {all}, S[{chance}])\n"
AS_TOLD = " and disclosed(S, player) == told"
"""The same with the secrets that the player does not know."""

MOST_SECRETS = 62
"""The number of cells of which a bit of one number can tell whether they are known."""
OVER = -1
"""The player number that is asked when a game is over."""


def functions(make: Stepper) -> list[str]:
    """Return the lines of the functions; the variables that they read are known when the game is written."""
    find = make.function("seen", "seen", lambda: _seen(make), "x")
    held = make.surface.table("HELD", tuple(number for row in rows(make) for number in row))
    offered = f"S[{make.place_of['offered']}]"
    options = make.place_of["options"]
    count = make.surface.count(f"S[{options}]")
    secret, secrets = _secrets(make), sum(one.many(make.seats) for one in secrets_of(make.rules))
    is_sure = not sight_depends_on_pieces(make.rules)
    imagine = (DEALT if is_sure else DEALT_UNTIL_POSSIBLE).format(
        told=TOLD if secret else "",
        redrawn=REDRAWN.format(chance=make.place_of["chance"], all=(1 << secrets) - 1) if secret else "",
        as_told=AS_TOLD if secret else "",
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
    return [held, *secret, *text.split("\n")]


def _secrets(make: Stepper) -> list[str]:
    """Return the lines of what tells the secrets that a player knows, and where they are kept; none without secrets."""
    kept = secrets_of(make.rules)
    if not kept:
        return []
    if sum(one.many(make.seats) for one in kept) > MOST_SECRETS:
        raise NotCompiled(f"more than {MOST_SECRETS} numbers, values and roles that are secret")
    table = []
    for one in kept:
        least, count = _range(make, one)
        first = make.flat.cells[one.base].start
        for place in range(one.many(make.seats)):
            table += [first + place, least, count, one.bounds is None]
    find = make.function("disclosed", "disclosed", lambda: _disclosed(make, kept), "x")
    lines = "".join(f"    {line}\n" for line in found(make, find.reads))
    text = DISCLOSED.format(found=lines, known=make.call(find, "player"))
    return [make.surface.table("SECRETS", tuple(map(int, table))), *text.split("\n")]


def _range(make: Stepper, one: model.Stored) -> tuple[int, int]:
    """Return the least that can stand in the cells of a secret, and how many things can."""
    if one.bounds is not None:
        return one.bounds[0], one.bounds[1] - one.bounds[0] + 1
    return 0, make.seats if one.kind == PLAYER else len(make.rules.values[one.kind.name].values)


def _disclosed(make: Stepper, kept: tuple[model.Stored, ...]) -> str:
    places, first = {}, 0
    for secret in kept:
        places[secret.base], first = first, first + secret.many(make.seats)
    texts = []
    for one in make.rules.disclosures:
        frame: Frame = dict.fromkeys(range(max(one.frame, 1)), Slot("x", False))
        owners = "1" if one.owners is None else make.keep(make.thing(frame, one.owners), "m")
        shown = f"({owners} << {places[one.base]})"
        if not isinstance(one.condition, model.Always):
            shown = f"({shown} if {make.condition(frame, one.condition)} else 0)"
        texts.append(make.keep(shown, "k"))
    return " | ".join(texts)


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
