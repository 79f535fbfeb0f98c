"""Generate the functions with which computer players simulate games.

    S[79]: the cards that may be played, as bits      count_of(S) counts them, answer_at(S, 2) is the third

`deal` deals hidden pieces again by renaming them throughout the vector; the caller passes the pieces that a player does
not see.
"""

from __future__ import annotations

from collections.abc import Collection

from cc_dsl.codegen import groups
from cc_dsl.codegen.faults import NotCompiled
from cc_dsl.codegen.stepper import Stepper
from cc_dsl.codegen.target import SIDE
from cc_dsl.codegen.writer import Frame, Slot
from cc_dsl.core.leads import Lead, lead_of

SET, PIECE, GROUP, ORDER, SET_IF, GROUPS = range(6)
"""The forms of storage of pieces in the vector: the first number of each row of the table."""
FORMS = {"set": SET, "piece": PIECE, "group": GROUP}

ANSWERS = """

def count_of(S):
    {count_groups}return {count_options}


def answer_at(S, number):
    {answer_group}return pick(S[{options}], number)
"""
"""The source of the functions that count the answers and return one of them."""

PRIMITIVES = """

def to_move(S):
    return S[{to_move}]


def answer_key(S, place):
    {key_of_group}return answer_at(S, place)


def answer_class(S, place):
    {class_of_group}return answer_at(S, place) % CLASSES


def question_of(S):
    return ASKED[S[{next}]]


def picks_left(S):
    return S[{left}]


def draw_answer(S, at):
    at, number = least_of_some(at, count_of(S), S[{left}])
    return at, answer_at(S, number)


def reseed(S, seed):
    S[{chance}] = seed


def deal(B, hand, seed):
    hidden, pool, order, names = hand
    shuffle(order, 0, len(hidden), seed)
    for place in range(len(hidden)):
        names[hidden[place]] = pool[order[place]]
    S = B.copy()
    rename_everywhere(S, HELD, names, {pieces})
{refresh}
    return S


def figures(S):
    found = 0
    for player in range({number_of_figures}):
        found = (1009 * found + {figure}) & {mask}
    return found


def lead_changed(S, player, before):
    return {changed}
"""
"""The source of the operations that `cc_dsl/players/kernels.py` lists."""
CLASS_OF_GROUP = "(64 + (S[{size} + place] >> {pieces}) * 8 + {count}) % CLASSES"

LEAD = """

def lead(S, player):
{found}    own = 0
    best = {lowest}
    for x in range({seats}):
        worth = {worth}
        if x == player:
            own = worth
        elif worth > best:
            best = worth
    return {difference}
"""
"""The source of the function for the lead of a player over the best of the others."""
WON = """

def lead(S, player):
    end = (S[{end}] & 65535) - 1
    if end < 0:
        return 0
    if end >= {side}:
        return 2 * ((end - {side}) >> player & 1) - 1
    return 1 if end == player else -1
"""
"""The source of the lead if no number shows it: whether the player has won."""
LOWEST = -(1 << 60)
MASK = (1 << 62) - 1


def answers(emit: Stepper) -> list[str]:
    """Return the lines of the functions that every game has: the number of legal answers, and the answers."""
    text = ANSWERS.format(
        count_groups=_for_groups(emit, f"S[{emit.place_of['offered']}]"),
        count_options=emit.surface.count(f"S[{emit.place_of['options']}]"),
        answer_group=_for_groups(emit, "number"),
        options=emit.place_of["options"],
    )
    return text.split("\n")


def _for_groups(emit: Stepper, result: str) -> str:
    """Return the lines that return a result if groups are offered; none in a game that never offers any."""
    return f"if S[{emit.place_of['offered']}] > 0:\n        return {result}\n    " if emit.most_offered else ""


def primitives(emit: Stepper) -> list[str]:
    """Return the lines of the primitives of simulations; raise NotCompiled if there can be none.

    The kernels define CLASSES, the number of classes of answers.
    """
    rules_lead = lead_of(emit.rules, emit.seats)
    lead = WON.format(**emit.place_of, side=SIDE) if rules_lead is None else _lead(emit, rules_lead)
    base = rules_lead.cells if rules_lead is not None else None
    is_gradual = rules_lead is not None and rules_lead.is_gradual
    group = f"S[{emit.size} + place]"
    of_class = CLASS_OF_GROUP.format(
        size=emit.size,
        pieces=emit.flat.pieces,
        count=emit.surface.count(f"({group} & {emit.flat.all_pieces})"),
    )
    text = PRIMITIVES.format(
        **emit.place_of,
        key_of_group=_for_groups(emit, group),
        class_of_group=_for_groups(emit, of_class),
        pieces=emit.flat.pieces,
        refresh="\n".join(f"    {line}" for line in _lines_to_find(emit, "if {}:", emit.flat.memos.keys())),
        figure="lead(S, player)" if is_gradual else f"S[{0 if base is None else emit.flat.cells[base].start} + player]",
        number_of_figures=0 if base is None and not is_gradual else emit.seats,
        mask=MASK,
        changed="False" if rules_lead is None else "lead(S, player) != before",
    )
    held = emit.surface.table("HELD", tuple(number for row in _rows(emit) for number in row))
    asked = emit.surface.table("ASKED", tuple(emit.questions.get(block, 0) for block in emit.blocks))
    return [held, asked, *lead.split("\n"), *text.split("\n")]


def _lead(emit: Stepper, lead: Lead) -> str:
    """Return the lines of the function that compares a player's weighted sum of numbers with those of the others."""
    frame: Frame = dict.fromkeys(range(max(lead.frame, 1)), Slot("x", False))
    if any(emit.may_be_none(frame, term) for _, term, _ in lead.terms):
        raise NotCompiled("a number that may be none")

    def weighted_sum() -> str:
        texts = [(weight, emit.thing(frame, term)) for weight, term, _ in lead.terms]
        return " + ".join(f"({text})" if weight == 1 else f"{weight} * ({text})" for weight, text in texts)

    worth = emit.function("worth", "worth", weighted_sum, "x")
    wanted_memos = {emit.memo_of[name] for name in worth.reads if name in emit.memo_of}
    wanted_memos |= {
        emit.memo_of[name] for group in wanted_memos for name in groups.rests_on(emit, group) if name in emit.memo_of
    }
    # Fill the memos without marking them as known: the code of the steps decides itself which are.
    lines = _lines_to_find(emit, "if {} == 0:", wanted_memos)
    return LEAD.format(
        found="".join(f"    {line}\n" for line in lines),
        lowest=LOWEST,
        seats=emit.seats,
        worth=f"{'' if lead.is_best else '-'}{emit.call(worth, 'x')}",
        difference="own - best" if emit.seats > 1 else "own",
    )


def _rows(emit: Stepper) -> list[tuple[int, int, int, int]]:
    """Return the ranges of the vector that hold pieces: form, first index, length, and index of their count."""
    rows: list[tuple[int, int, int, int]] = []
    counts = {emit.flat.places[base].name: count for base, count in emit.flat.counts.items()}
    for var in emit.flat.vars:
        if var.holds == "groups":
            name = next(name for name, list_var in emit.flat.lists.items() if list_var is var)
            rows.append((GROUPS, var.start, var.size, emit.flat.settled[name].start))
        elif var.holds == "order":
            rows.append((ORDER, var.start, var.owners, counts[var.name].start))
        elif var.holds:
            rows.append((FORMS[var.holds], var.start, var.size, 0))
    rows += [(FORMS[holds], place, 1, 0) for place, holds in emit.holds]
    rows.append((SET_IF, emit.place_of["options"], 1, emit.place_of["asks_pieces"]))
    if emit.most_offered:
        rows.append((GROUPS, emit.size, 1, emit.place_of["offered"]))
    return rows


def _lines_to_find(emit: Stepper, condition: str, wanted_memos: Collection[str]) -> list[str]:
    """Return the lines that find best groups; `condition` is the test of the flag that says whether they are known."""
    outer, emit.lines, emit.depth = emit.lines, [], 0
    used = [name for name in emit.flat.memos if name in emit.used_groups and name in wanted_memos]
    # Find each group after those on which it rests.
    for name in sorted(used, key=lambda name: sum(group in emit.memo_of for group in groups.rests_on(emit, name))):
        find, memo = groups.best_function(emit, name), emit.flat.memos[name]
        with emit.block(condition.format(emit.read(memo.known))), emit.block(f"for p in range({emit.seats}):"):
            best = f"{emit.read(memo.group, 'p')}, {emit.read(memo.standing, 'p')}"
            emit.write(f"{best} = {emit.call(find, 'p')}")
    lines, emit.lines = emit.lines, outer
    return lines
