"""The hint: the groups that a player can still make, one recommended answer, and a reason for it.

    the Lead is 5♥, the hand 7♥ 6♠ 4♦ K♣ Q♣ 2♦          within reach: Sequence 7♥ 6♠ 5♥, Sequence 6♠ 5♥ 4♦
    he chooses a card in his hand as the play            6♠: it belongs to the first of them

A hint uses only what the player may know: positions are sampled from the player's view, and only groups of visible
pieces are named. A group is within reach if it was made in a simulated game from such a position. An answer is
recommended only if no other gains more in the player's own turn in every position sampled; among these it is the one
with the highest average gain in the simulated games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from cc_dsl.closures.runtime import ChanceSource, runtime_of
from cc_dsl.closures.state import Combination, State
from cc_dsl.core.leads import lead_of
from cc_dsl.engine.game import Game
from cc_dsl.engine.moves import Move, kind_of
from cc_dsl.engine.picks import continues_with_question
from cc_dsl.players.greedy import TRIALS, GainSamples, SampleBudget, weigh_options
from cc_dsl.players.seats import Seat
from cc_dsl.players.simulation import Simulation, closure_simulation, lead_by_number
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance

HINTING = SampleBudget(samples=120, steps=7000, least=TRIALS)
"""The effort of a hint: more than that of a move, since a person has asked for it, but less than about a second."""
SURE_IN, MOST_STEPS = 4, 150
"""The number of positions in which a sure gain must occur, and the most answers of a turn that are tried in each."""
MOST_ROUNDS, TRIES = 60, 3
"""The most answers of a simulated game in which a group is tried, and the number of such games."""
MOST_TRIED = 12
"""The most groups that are tried after one answer."""


class Group(NamedTuple):
    """A group that a player makes, or can still make."""

    name: str
    """The name of its kind in the rules."""
    sort: int
    pieces: tuple[int, ...]
    move: Move
    """Its words, with the clauses of its sort."""
    merit: tuple[Any, ...]
    """A sort key: by the rules, the better of two groups has the greater."""


_merit = attrgetter("merit")


class Advice(NamedTuple):
    """The recommended answer, with the reasons for it."""

    answers: tuple[int, ...]
    """The answer, or all of them if several things are picked at once."""
    words: tuple[str, ...]
    """The same in words."""
    makes: tuple[Group, ...]
    """The groups that the answer makes with pieces that the player sees."""
    reach: tuple[Group, ...]
    """The groups that the player can still make; the best first."""
    sure: int
    """The lead that it surely gains in the player's own turn; 0 if every answer gains the same."""
    rising: tuple[str, ...]
    """The names of the numbers in which it gains at once."""
    weighed: GainSamples | None
    """The gains of each answer in the samples; None if there is only one answer."""
    number: str
    """The name of the number that measures the lead; empty if wins are counted, or if it has no name."""
    keeps: Group | None = None
    """The best group within reach after the answer to which the answer belongs."""
    leaves: Group | None = None
    """The best group within reach after the answer, which some other answer does not leave."""
    lacks_groups: bool = False
    """Whether no answer makes a group, or leaves one within reach."""


def advice(game: Game, seed: int, effort: SampleBudget = HINTING) -> Advice:
    """Return the advice for the player to move."""
    player = game.player
    assert player is not None
    seat, chance = Seat(game, player), Chance(seed).branch(1 + player).branch(1)
    lead = lead_of(game.rules, game.seats)
    number = lead.terms[0].name if lead is not None else ""
    options, prospects = seat.options, ReachableGroups(game, player, chance)
    if len(options) == 1 and game.picks_left == 1:
        return prospects.advice(options, None, (0,), number)
    simulation = closure_simulation(seat)
    samples = weigh_options(simulation, options, chance, effort)
    sure = samples.gains if samples.is_planned else _sure_gains(seat, simulation, chance)
    return prospects.advice(options, samples, sure, number)


def _sure_gains(seat: Seat, simulation: Simulation, chance: Chance) -> tuple[int, ...]:
    """Return the sure gain of each option before new pieces are seen or another player answers.

    The sure gain is the minimum over some positions; a loss counts as no gain.
    """
    least: list[int] = []
    for number in range(SURE_IN):
        start = seat.sample_position(chance.branch(number))
        start.chance = ChanceSource(chance.branch(number).branch(1))
        gains = [_most_gained(seat, simulation, start, option) for option in seat.options]
        least = [min(pair) for pair in zip(least, gains, strict=True)] if least else gains
    return tuple(least)


def _most_gained(seat: Seat, simulation: Simulation, start: State, option: int) -> int:
    """Return the maximal gain of an option together with the player's answers to the questions directly after it."""
    run, player, sights = simulation.run, seat.player, seat.game.sights
    before, seen_pieces, most = run.lead(start, player), sights.pieces_seen(start, player), 0
    pending, steps = [(start, option)], 0
    while pending and steps < MOST_STEPS:
        position, answer = pending.pop(0)  # the oldest, so that short sequences come first
        ahead = position.copy()
        run.step(ahead, answer)
        steps += 1
        most = max(most, run.lead(ahead, player) - before)
        is_same_turn = run.to_move(ahead) == player and ahead.asking != start.asking
        if is_same_turn and sights.pieces_seen(ahead, player) <= seen_pieces:
            pending += [(ahead, next_answer) for next_answer in ahead.options]
    return most


class ReachableGroups:
    """The groups that a player can still make after each answer."""

    def __init__(self, game: Game, player: int, chance: Chance) -> None:
        """Take the seat of a player."""
        self.game, self.player, self.chance = game, player, chance
        self.runtime = runtime_of(game.rules, "plain", game.seats)
        self.seen = game.sights.pieces_seen(game.position, player)
        self.is_of_pieces = kind_of(game.question_term.act).base == "piece"
        self.are_chosen = any(kind_of(question.act).base == "group" for question in self.runtime.program.questions)
        """Whether players choose their groups, and do not make them by laying pieces."""

    def advice(self, options: Sequence[int], samples: GainSamples | None, sure: Sequence[int], number: str) -> Advice:
        """Choose among the options with the highest sure gain, without those that did clearly worse in the samples.

        Of these the one that belongs to the best group is chosen, and of several the best in the samples.
        """
        is_one_piece = self.is_of_pieces and self.game.picks_left == 1
        groups_after = {option: self._groups_after(option) for option in options} if is_one_piece else {}
        best = [place for place, gain in enumerate(sure) if gain == max(sure)]
        if samples is not None and not samples.is_planned:
            top = max(best, key=lambda place: samples.gains[place])
            gaps = {place: samples.difference(top, place) for place in best}
            best = [place for place, gap in gaps.items() if place == top or (gap is not None and not gap.is_sure)]

        def merit(place: int) -> tuple[Any, ...]:
            """Return the sort key of an option: its best group, its gain in the samples, and its index."""
            option = options[place]
            merits = [group.merit for part in groups_after.get(option, ()) for group in part if option in group.pieces]
            return sorted(merits)[-1:], samples.gains[place] if samples is not None else 0, -place

        choice = max(best, key=merit)
        answers, game = [options[choice]], self.game
        words = [game.spoken_answer(options[choice])]
        while game.picks_left > 1:
            game = game.fork(answers[-1])
            seat = Seat(game, self.player)
            rest = weigh_options(closure_simulation(seat), seat.options, self.chance) if len(seat.options) > 1 else None
            answers.append(seat.options[0] if rest is None else rest.best)
            words.append(game.spoken_answer(answers[-1]))
        made, reachable = groups_after.get(options[choice], ((), ()))
        makes_none = [place for place, option in enumerate(options) if not groups_after.get(option, ((), ()))[0]]
        if made and makes_none and samples is not None and not samples.is_planned:
            other = max(makes_none, key=lambda place: samples.gains[place])
            if (lead := samples.difference(choice, other)) is None or not lead.is_sure:
                made = ()  # this group is not the reason: an answer without it is as good
        groups = sorted((group for _, groups in groups_after.values() for group in groups), key=_merit)
        reach = {group.pieces: group for group in groups}  # of several groups of the same pieces, the best
        reach_of_options = [{group.pieces for group in groups} for _, groups in groups_after.values()]
        left = sorted(reachable, key=_merit, reverse=True)
        keeps = next((group for group in left if answers[0] in group.pieces), None)
        leaves = next((group for group in left if any(group.pieces not in pieces for pieces in reach_of_options)), None)
        are_laid = bool(groups_after and self.game.rules.groups) and not self.are_chosen
        lacks_groups = are_laid and not any(groups for pair in groups_after.values() for groups in pair)
        gain = max(sure) if min(sure) < max(sure) else 0
        rising = self._rising_numbers(answers) if gain > 0 else ()
        made, named = (tuple(sorted(some, key=_merit, reverse=True)) for some in (made, reach.values()))
        return Advice((*answers,), (*words,), made, named, gain, rising, samples, number, keeps, leaves, lacks_groups)

    # ---------------------------------------------------------------------------------------------- groups

    def _groups(self, state: State) -> Iterator[tuple[str, Combination]]:
        """Yield the player's groups in a position that consist of pieces visible to the player now."""
        for name in self.game.rules.groups:
            for group in self.runtime.build.finder(name).all(state, self.player):
                if {*group.pieces} <= self.seen:
                    yield name, group

    def _group(self, name: str, combination: Combination) -> Group:
        standing = combination.standing if len(self.game.rules.groups) == 1 else ()
        move, merit = self.game.move_of_group(name, combination), (standing, -combination.sort)
        return Group(name, combination.sort, combination.pieces, move, merit)

    def _groups_after(self, option: int) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
        """Return the groups that an answer makes, and those that remain possible after it."""
        state = self._sample_position(0)
        before = {group.pieces for _, group in self._groups(state)}
        state.answer = option
        self.runtime.program.run(state)
        after = [*self._groups(state)]
        pairs = [pair for pair in after if option in pair[1].pieces and pair[1].pieces not in before]
        if self.are_chosen:
            return tuple(self._group(*pair) for pair in pairs), tuple(self._group(*pair) for pair in after)
        # Play at random until the player chooses a piece again, or the piece just played leaves its place.
        answers, place = self.chance.branch(2), state.where[option]
        for _ in range(MOST_ROUNDS):
            if state.outcome is not None or state.where[option] != place or self._asks_for_pieces(state):
                break
            self._draw(state, answers)
        # If the piece still lies there at that question, groups with it may be within reach.
        is_asked = state.outcome is None and state.where[option] == place and self._asks_for_pieces(state)
        reach = self._within_reach(state) if is_asked else ()
        return tuple(self._group(*pair) for pair in pairs), tuple(reach)

    def _sample_position(self, number: int) -> State:
        state = self.game.sample_position(self.player, self.chance.branch(3).branch(number))
        state.chance, state.moved = ChanceSource(self.chance.branch(4).branch(number)), []
        return state

    def _asks_for_pieces(self, state: State) -> bool:
        """Return whether the player chooses a piece now."""
        act = self.runtime.program.questions[state.asking].act
        return state.player == self.player and not state.offered and kind_of(act).base == "piece"

    def _draw(self, state: State, answers: Chance) -> None:
        """Answer a question at random; of options, take one that only leads on to a question: nobody resigns."""
        act = self.runtime.program.questions[state.asking].act
        options = act.options if isinstance(act, model.ChooseOption) and state.player is not None else ()
        answers_that_lead = [answer for answer in state.options if options and continues_with_question(options[answer])]
        state.answer = answers_that_lead[0] if answers_that_lead else self.runtime.program.draw_answer(state, answers)
        self.runtime.program.run(state)

    def _within_reach(self, state: State) -> Iterator[Group]:
        """Yield the groups with a piece on offer that were made in a simulated game from a position.

        The candidates are the groups that the player would have if every piece on offer lay where pieces are played.
        """
        place, driven_away = self._place_of(state)
        if place is None:
            return
        pieces_offered, laid = {*state.options}, state.copy()
        for piece in driven_away:
            _lay(laid, piece, len(laid.places) - 1)
        for piece in state.options:
            _lay(laid, piece, place)
        laid.cache = {}
        pairs = sorted(self._groups(laid), key=lambda pair: pair[1].sort)
        for _, pairs_of_sort in groupby(pairs, key=lambda pair: pair[1].sort):
            groups_to_try = [pair for pair in pairs_of_sort if pieces_offered & {*pair[1].pieces}][:MOST_TRIED]
            yield from (self._group(*pair) for pair in groups_to_try if self._is_made(state, pair))

    def _place_of(self, state: State) -> tuple[int | None, list[int]]:
        """Return the place to which a played piece (the first option) goes, and the pieces that it drives away."""
        ahead, piece = state.copy(), state.options[0]
        before, ahead.moved, ahead.answer = [*state.where], [], piece
        ahead.chance = ChanceSource(self.chance.branch(5))
        self.runtime.program.run(ahead)
        target = next((place for moved, place in ahead.moved or () if moved == piece), None)
        return target, [piece for piece, place in enumerate(before) if place == target != ahead.where[piece]]

    def _is_made(self, start: State, name_and_group: tuple[str, Combination]) -> bool:
        """Return whether a player who plays the pieces of a group then has it in one of some simulated games.

        The player lays its pieces whenever one is on offer; all other answers are random.
        """
        name, group = name_and_group
        groups, questions = self.runtime.build.finder(name).all, self.runtime.program.questions
        laying = questions[start.asking].act  # the rules may ask it at several places, with and without an exception
        for number in range(TRIES):
            state, answers = start.copy(), self.chance.branch(6).branch(number)
            state.chance = ChanceSource(self.chance.branch(7).branch(number))
            for _ in range(MOST_ROUNDS):
                if any(other.pieces == group.pieces for other in groups(state, self.player)):
                    return True
                pieces_needed = [piece for piece in state.options if piece in group.pieces]
                is_mine = state.player == self.player and questions[state.asking].act == laying
                if state.outcome is not None or (is_mine and not pieces_needed):
                    break
                places_before = {piece: state.where[piece] for piece in group.pieces}
                if is_mine:
                    state.answer = pieces_needed[0]
                    del places_before[pieces_needed[0]]
                    self.runtime.program.run(state)
                else:
                    self._draw(state, answers)
                if any(state.where[piece] != place for piece, place in places_before.items()):
                    break  # a piece laid for the group was taken away
        return False

    # ---------------------------------------------------------------------------------------------- counts

    def _rising_numbers(self, answers: Sequence[int]) -> tuple[str, ...]:
        """Return the names of the numbers in which some answers at once increase the lead in every sampled position."""
        lead = lead_of(self.runtime.rules, self.game.seats)
        if lead is None:
            return ()
        pairs = [(self._sample_position(deal), self._sample_position(deal)) for deal in range(SURE_IN)]
        for _, after in pairs:
            for answer in answers:
                after.answer = answer
                self.runtime.program.run(after)
        player, rising = self.player, dict[str, None]()
        for term in lead.terms:
            lead_in = lead_by_number(self.runtime, lead._replace(terms=(term._replace(weight=1),)))
            if term.name and all(lead_in(after, player) > lead_in(before, player) for before, after in pairs):
                rising[term.name] = None
        return (*rising,)


def _lay(state: State, piece: int, place: int) -> None:
    """Move a piece; the last place is beside the table."""
    state.places[state.where[piece]].remove(piece)
    state.places[place].append(piece)
    state.where[piece] = place
