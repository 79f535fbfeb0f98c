"""Generate the function of the greedy player: how much better each answer leaves it in sampled positions.

In an open game it is the function that plans a turn.  It draws the same numbers from the same streams as
`cc_dsl.interpreter.players` does, and so comes to the same choices.
"""

from __future__ import annotations

from cc_dsl.compiler import searching
from cc_dsl.compiler.faults import NotCompiled
from cc_dsl.compiler.frames import DefinedFunction, Frame, Slot
from cc_dsl.compiler.stepper import Stepper
from cc_dsl.compiler.target import SIDE
from cc_dsl.compiler.things import may_be_none
from cc_dsl.core.leads import Lead, lead_of
from cc_dsl.core.openness import is_open
from cc_dsl.rules import model

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
"""Return the lead of a player over the best of the others."""
WON = """

def lead(S, player):
    end = (S[{end}] & 65535) - 1
    if end < 0:
        return 0
    if end >= {side}:
        return 2 * ((end - {side}) >> player & 1) - 1
    return 1 if end == player else -1
"""
"""Whether a player has won, where no number says who is ahead."""
GREEDY = """

def exchange(S, names):
    exchanged(S, HELD, names, {count})
{refresh}

def greedy(S, B, T, player, options, hidden, pool, names, order, seed, gains, trials, most):
    steps = 0
    for trial in range(trials):
        one = branch(seed, trial)
        shuffled(order, 0, len(hidden), one)
        for place in range(len(hidden)):
            names[hidden[place]] = pool[order[place]]
        B[:] = S
        exchange(B, names)
        before = lead(B, player)
        chance = branch(one, 1)
        answers = branch(one, 2)
        for place in range(len(options)):
            T[:] = B
            T[{chance}] = chance
            at = answers
            step(T, options[place])
            taken = 1
            while T[{to_move}] >= 0 and taken < most{unchanged}:
                at, number = least_of_some(at, count_of(T), T[{left}])
                step(T, answer_at(T, number))
                taken += 1
            gains[place] += lead(T, player) - before
            steps += taken
        if steps * (trial + 2) > most * (trial + 1):
            break
"""
"""Sums up for each answer what it gained in positions that are possible for the player: all answers in the same."""
PLAN = """

def plan(S, T, player, options, gains, known, held, firsts, most):
    before = lead(S, player)
    count = 0
    is_better = False
    for place in range(len(options)):
        T[:] = S
        step(T, options[place])
        gain = lead(T, player) - before
        if gain == 0 and T[{to_move}] == player:
            held[count][:] = T
            firsts[count] = place
            count += 1
        else:
            known[place] = 1
            gains[place] = gain
            is_better = is_better or gain > 0
    visited, base, other = 0, 0, len(firsts) // 2
    while count > 0 and visited < most and not is_better:
        following = 0
        for row in range(base, base + count):
            first = firsts[row]
            for number in range(count_of(held[row])):
                T[:] = held[row]
                step(T, answer_at(held[row], number))
                gain = lead(T, player) - before
                if gain == 0 and T[{to_move}] == player:
                    if visited < most:
                        held[other + following][:] = T
                        firsts[other + following] = first
                        following += 1
                elif known[first] == 0 or gain > gains[first]:
                    known[first] = 1
                    gains[first] = gain
                    is_better = is_better or gain > 0
                visited += 1
        base, other, count = other, base, following
"""
"""Plans a turn in an open game, as `cc_dsl.interpreter.planning` does: in half of the rows are the positions to go on
from, in the other half those that are found; after the most positions no more are needed."""
LOWEST = -(1 << 60)


def functions(make: Stepper) -> list[str]:
    """Return the lines; none where the number by which somebody is ahead cannot be computed.

    Where the world is asked, or anything that play changes is secret, the greedy player thinks in the interpreter.
    """
    if make.observed or make.rules.disclosures:
        return []
    found = lead_of(make.rules, make.seats)
    try:
        lead = WON.format(**make.place_of, side=SIDE) if found is None else _lead(make, found)
    except NotCompiled:
        return []
    if found is not None and is_open(make.rules):
        return (lead + PLAN.format(**make.place_of)).split("\n")
    refresh = "".join(f"    {line}\n" for line in searching.refreshed(make))
    unchanged = "" if found is None else " and lead(T, player) == before"
    greedy = GREEDY.format(**make.place_of, count=make.flat.pieces, refresh=refresh or "\n", unchanged=unchanged)
    return (lead + greedy).split("\n")


def _lead(make: Stepper, lead: Lead) -> str:
    worth: DefinedFunction = make.function("worth", "worth", lambda: _worth(make, lead), "x")
    sign = "" if lead.is_best else "-"
    return LEAD.format(
        found="".join(f"    {line}\n" for line in searching.found(make, worth.reads)),
        lowest=LOWEST,
        seats=make.seats,
        worth=f"{sign}{make.call(worth, 'x')}",
        difference="own - best" if make.seats > 1 else "own",
    )


def _worth(make: Stepper, lead: Lead) -> str:
    """Return the text of the number of a player, with what would be added to it now."""
    frame: Frame = dict.fromkeys(range(max(lead.frame, 1)), Slot("x", False))
    terms: list[model.Thing] = [lead.measure, *(model.Apply(name, model.Slot(lead.slot)) for name in lead.gains)]
    if any(may_be_none(make, frame, term) for term in terms):
        raise NotCompiled("a number that may be none")
    texts = [make.thing(frame, term) for term in terms]
    return texts[0] if len(texts) == 1 else " + ".join(f"({text})" for text in texts)
