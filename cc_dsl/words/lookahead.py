"""What a recommended answer leads to, in the figures that the rules count and the edition shows: reasons for a hint.

    a man goes from g1 to e2                   It takes W3 to a marked square
    a card goes where a sum is shown           It brings the sum of Clubs from 13 to 23
    all answers gain the player the same       the best reply brings the opponent 13, and up to 16 after other answers
    all answers may win or lose the round      no other answer cost you less in points

Each is found in positions that fit the player's view, and is said only if it is so in all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from cc_dsl.closures.listener_names import ListenerNames, possessive
from cc_dsl.closures.runtime import ChanceSource, runtime_of
from cc_dsl.core.leads import lead_of
from cc_dsl.engine.game import Game
from cc_dsl.engine.judge import numbers_of_values
from cc_dsl.engine.moves import OPTION, kind_of
from cc_dsl.players.advice import SURE_IN, Advice, advice
from cc_dsl.players.greedy import REACH, TRIALS, weigh_options
from cc_dsl.players.seats import Seat
from cc_dsl.players.simulation import closure_simulation, lead_by_number
from cc_dsl.rules import model
from cc_dsl.rules.kinds import a_name
from cc_dsl.table.chance import Chance

MOST_REPLIES = 12
"""The most answers after each of which the replies of the next player are looked at."""


class Turn(NamedTuple):
    """A recommended answer with those that follow at once, such as a man and then the square to which it goes."""

    games: list[Game]
    """The game before each answer, and after the last."""
    advices: list[Advice]

    @property
    def words(self) -> str:
        """The answers in words, such as “that you go on: Y3 from g1 to e2”."""
        words, last = "", ""
        for game, best in zip(self.games, self.advices, strict=False):
            kind, spoken = kind_of(game.question_term.act), best.words[0]
            square = game.square_of(best.answers[0])
            if kind == OPTION:
                words += f"that you {spoken}"
            elif square:
                words += f"{': ' if words else ''}{game.words_of(best.answers[0], game.naming)} from {square}"
            else:
                words += f" to {spoken}" if last else f"{': ' if words else ''}{spoken}"
            last = square
        return words

    @property
    def answer_to_type(self) -> str:
        """The first answer as it can be typed; if it is a piece on a board, with the square to which it goes.

        A piece with a name of its own is named by it, since B5 can be a man or a square.
        """
        game, (answer,) = self.games[0], self.advices[0].answers
        square = game.square_of(answer)
        if not square or len(self.advices) < 2:
            return self.advices[0].words[0]
        return f"{square if game.rules.pieces.alike else game.words_of(answer)} {self.advices[1].words[0]}"


def turn_of(game: Game, best: Advice) -> Turn:
    """Return an answer with those to the player's next questions, until there are options or a question recurs."""
    games, advices = [game], [best]
    while True:
        ahead, asked = games[-1].fork(advices[-1].answers[0]), [each.question_term.act for each in games]
        games.append(ahead)
        if ahead.is_over or ahead.player != game.player or ahead.question_term.act in asked:
            return Turn(games, advices)
        if kind_of(ahead.question_term.act) == OPTION:
            return Turn(games, advices)
        advices.append(advice(ahead, ahead.count))


def arrival(turn: Turn, naming: ListenerNames, marked: Collection[str]) -> str:
    """Return the sentence that a piece comes to a marked square, or nearer to one; an empty string if none does."""
    game, after = turn.games[0], turn.games[-1]
    targets = after.values_with(marked)
    start, piece = next(
        (
            (square, here.words_of(best.answers[0], naming))
            for here, best in zip(turn.games, turn.advices, strict=False)
            if (square := here.square_of(best.answers[0]))
        ),
        ("", ""),
    )
    board = next((kind for kind in game.rules.boards if start in game.rules.values[kind].values), None)
    end = turn.advices[-1].words[0]
    if board is None or not targets or start in targets or end not in game.rules.values[board].values:
        return ""
    a_target = a_name(naming.name(next(name for name in marked if after.values_with([name]))))
    before, now = (min(_steps(game.rules, board, square, target) for target in targets) for square in (start, end))
    if now == 0:
        return f"It takes {piece} to {a_target}"
    steps = f"{now} step{'' if now == 1 else 's'}"
    return f"It brings {piece} within {steps} of {a_target}" if now < before else ""


def _steps(rules: model.Rules, board: str, square: str, other: str) -> int:
    """Return the number of steps, straight or diagonal, between two squares of a board."""
    values, wide = rules.values[board].values, rules.boards[board].columns
    rows, columns = zip(*(divmod(values.index(each), wide) for each in (square, other)), strict=True)
    return int(max(abs(rows[0] - rows[1]), abs(columns[0] - columns[1])))


def least_replied(game: Game, best: Advice, naming: ListenerNames) -> tuple[Advice, str] | None:
    """Of equally good answers, return the one after which the next player gains least, with this as the reason.

    Return None if too many replies would have to be tried, or if no other player is asked next.
    """
    weighed = best.weighed
    if weighed is None or len(weighed.options) > MOST_REPLIES:
        return None
    gains: list[int] = []
    names = set[str]()
    for option in weighed.options:
        ahead = game.fork(option)
        if ahead.is_over or ahead.player is None or ahead.player == game.player:
            return None
        names.add(naming.players[ahead.player])
        reply = weigh_options(closure_simulation(Seat(ahead, ahead.player)), ahead.options, Chance(game.count))
        gains.append(max(reply.gains))
    place, (who, *others) = gains.index(min(gains)), names
    if others:
        return None
    option = weighed.options[place]
    best = best._replace(answers=(option,), words=(game.spoken_answer(option),))
    number = f" in {short_name(naming, best.number)}" if best.number else ""
    reply_found = f"the best reply that I found brings {who} a gain of"
    if gains[place] == max(gains):
        return best, f"Whatever you answer, {reply_found} {gains[place]}{number}."
    return best, f"After it, {reply_found} {gains[place]}{number}; after other answers, of up to {max(gains)}."


def short_name(naming: ListenerNames, number: str) -> str:
    """Return the name of a number without the explanation in brackets that it may have."""
    return naming.name(number).partition(" (")[0]


def new_sum(game: Game, answer: int, naming: ListenerNames, sums: Mapping[str, str]) -> str:
    """Return the first sum shown beside a place that an answer surely changes, as a sentence; “” if there is none."""
    assert game.player is not None
    runtime, changes = runtime_of(game.rules, "plain", game.seats), list[dict[tuple[str, str], tuple[int, int]]]()
    for number in range(SURE_IN if sums else 0):
        state = game.sample_position(game.player, Chance(game.count).branch(number))
        state.chance, state.answer = ChanceSource(Chance(number)), answer
        before = numbers_of_values(runtime, state, sums)
        runtime.program.run(state)
        after = numbers_of_values(runtime, state, sums)
        changes.append(
            {
                (name, of): (value, after[name][of])
                for name, each in before.items()
                for of, value in each.items()
                if value != after[name][of]
            }
        )
    for key, pair in changes[0].items() if changes else ():
        if all(change.get(key) == pair for change in changes):
            return f"It brings {possessive(naming.name(key[1]))} {sums[key[0]]} from {pair[0]} to {pair[1]}"
    return ""


def decisive_number(game: Game, best: Advice) -> tuple[float, str]:
    """Return the number in which an answer did surely better than the others in simulated games, and its mean change.

    No other answer did better in it; the number is one of several that the lead consists of. Else the name is empty.
    """
    assert game.player is not None
    runtime, weighed = runtime_of(game.rules, "plain", game.seats), best.weighed
    lead = lead_of(runtime.rules, game.seats)
    if lead is None or weighed is None or len(best.answers) > 1 or len({term.name for term in lead.terms}) < 2:
        return 0.0, ""
    simulation = closure_simulation(Seat(game, game.player))
    aheads = {term.name: lead_by_number(runtime, lead._replace(terms=(term,))) for term in lead.terms if term.name}
    differences: dict[str, list[float]] = {name: [] for name in aheads}
    totals = {name: [0] * len(weighed.options) for name in aheads}
    chosen = weighed.options.index(best.answers[0])
    for number in range(TRIALS):
        start = simulation.deal(Chance(game.count).branch(2).branch(number))
        ends = [start.copy() for _ in weighed.options]
        for place, end in enumerate(ends):
            simulation.give(end, place)
            simulation.play_on(end)
        for name, ahead in aheads.items():
            before = ahead(start, game.player)
            each = [ahead(end, game.player) - before for end in ends]
            totals[name] = [total + one for total, one in zip(totals[name], each, strict=True)]
            own = each.pop(chosen)
            differences[name].append(own - fmean(each))
    surest = [
        (fmean(each), totals[name][chosen] / TRIALS, name)
        for name, each in differences.items()
        if totals[name][chosen] == max(totals[name]) and fmean(each) > REACH * stdev(each) / sqrt(TRIALS)
    ]
    return max(surest, default=(0.0, 0.0, ""))[1:]
