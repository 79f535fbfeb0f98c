"""Search for a short course of observations and choices that separates an edition from its patch.

Where the world answers, no position can be laid out by hand; the program has to play up to the difference.  A course is
a list of things that were observed or chosen, in order, with “nothing more” where a stroke must end; a ball that is not
named strikes and does nothing, and a player who may choose and is not named takes the last option offered.  Rules
differ where somebody else is asked, other answers are possible, the game ends differently, or a question without given
pieces has another answer.

First all courses of a few answers are tried, the shorter ones first.  Then courses are drawn by chance, with a
preference for answers that advance a player, and from one that separates the rules every unnecessary line is left out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from cc_dsl.compare.play.clock import ENDLESS, Clock
from cc_dsl.compare.play.documents import StandDocument
from cc_dsl.compare.play.plays import Running
from cc_dsl.interpreter import answers as answers_of
from cc_dsl.interpreter.observing import NOTHING_MORE
from cc_dsl.interpreter.reasons import Words
from cc_dsl.interpreter.runtime import runtime_of
from cc_dsl.interpreter.state import OBSERVER
from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER, spelt
from cc_dsl.table.chance import Chance

MOST_POSITIONS = 500
"""The most positions that are visited while all short courses are tried."""
WALKS = 6
"""The number of courses that are drawn by chance."""
MOST_AFTER = 12
"""The most answers that are skipped after the course before the rules differ."""
LONGEST = 260
"""The most answers in a course that is drawn by chance."""
MOST_PASSED = 40
"""The most strokes and choices that are skipped before the next step of a course can happen."""
MOST_REPLAYED = 10_000
"""The most answers that are spent on making a course shorter."""
TRIED = 6
"""The most possible events that are examined for one that advances a ball."""
MOST_SHOWN = 3
"""The number of options that are named if only one of two rules allows them."""

Told = dict[str, str]
"""The answers to the questions to which nothing is given, by owner and key."""


class CourseParting(NamedTuple):
    """A course on which rules and the same rules with a change differ, and the result of each."""

    seats: int
    told: tuple[str, ...]
    first: StandDocument
    changed: StandDocument
    is_least: bool
    """Whether all shorter courses were tried first."""
    second: StandDocument = {}  # noqa: RUF012 - never changed
    """The second edition's result after the same events, where it was computed."""


class Unfair(Exception):
    """A patch does what neither edition does, or fails to do what both do; the argument is the course that shows it."""


Bears = Callable[["WatchedPair", Sequence[str]], StandDocument | None]
"""Returns the second edition's result for a difference; None if it is not confirmed; raises Unfair if it is refuted."""


class WatchedGame(Running):
    """A game that is continued by observations and choices, and can be copied to try several continuations."""

    def __init__(self, rules: model.Rules, seats: int) -> None:
        """Begin the game."""
        super().__init__(rules, seats, 0)
        self.questions = [
            (told, self.runtime.build.thing(told.thing))
            for question in rules.questions.values()
            if question.is_given_nothing
            for told in question.told
        ]
        self._words = Words(rules)
        self.begin()

    def copy(self) -> WatchedGame:
        """Return a copy of the game in its present state."""
        other = object.__new__(WatchedGame)
        other.runtime, other.fault = self.runtime, self.fault
        other.questions, other._words = self.questions, self._words
        other.state = self.state.copy()
        return other

    def answer(self, code: int) -> None:
        """Give an answer."""
        self.state.answer = code
        self._run()

    # ----------------------------------------------------------------------------------- what is asked

    @property
    def is_observing(self) -> bool:
        """Whether the world is asked."""
        return self.state.player == OBSERVER

    @property
    def rest(self) -> int:
        """The default answer: nothing more happens, or the last option offered."""
        return self.state.options[-1]

    def words(self, code: int) -> str:
        """Return an answer in words."""
        asking = self.runtime.program.askings[self.state.asking]
        if asking.menu is not None:
            return asking.menu.words(code)
        said = answers_of.said(self.runtime.rules, asking.act, code, self.state.offered)
        return f"player {(self.state.player or 0) + 1}: {said}"

    def meant(self, words: str) -> int | None:
        """Return the answer that these words mean, if it is allowed now."""
        asking = self.runtime.program.askings[self.state.asking]
        if asking.menu is not None:
            code = asking.menu.spelt.get(answers_of.plain(words))
            return code if code in self.state.options else None
        return next((code for code in self.state.options if self.words(code) == words), None)

    # --------------------------------------------------------------------------------- what is compared

    @property
    def told(self) -> Told:
        """The present answers to the questions to which nothing is given."""
        state, beside = self.state, len(self.state.places) - 1
        found: Told = {}
        for told, thing in self.questions:
            for owner in range(told.many(self.runtime.seats)) if told.is_owned else (None,):
                is_piece = told.owner is not None and told.owner.base == "piece" and owner is not None
                if is_piece and owner is not None and state.where[owner] == beside:
                    continue
                state.trail, state.cache = [], {}
                value = thing(state, [owner, *[None] * max(told.frame, 2)])
                whose = "" if told.owner is None or owner is None else self._words.thing(owner, told.owner)
                found[f"{whose}: {told.key}".removeprefix(": ")] = (
                    "none" if value is None else spelt(self._words.thing(value, told.kind))
                )
        return found

    @property
    def counted(self) -> set[str]:
        """The keys of the questions to which nothing is given whose answers are numbers."""
        return {told.key for told, _ in self.questions if told.kind == NUMBER}

    @property
    def mark(self) -> tuple[object, ...]:
        """The value compared; equal for equal moments."""
        if self.is_over:
            return (self.fault, self.state.outcome)
        asking = self.runtime.program.askings[self.state.asking]
        names = (asking.act.deeds,) if isinstance(asking.act, model.Observe) else self._options()
        return (self.state.player, tuple(self.state.options), names, self.told)

    def _options(self) -> tuple[str, ...]:
        act = self.runtime.program.askings[self.state.asking].act
        return tuple(option.name for option in act.options) if isinstance(act, model.ChooseOption) else ()

    def key(self) -> tuple[object, ...]:
        """Return the position, equal for equal ones, however much was observed before it in the same stroke."""
        state, counter = self.state, self.runtime.program.askings[self.state.asking].counter
        if self.is_over or counter is None:
            return state.snapshot(self.runtime.is_ordered)
        count, state.frame[counter] = state.frame[counter], 0
        found = state.snapshot(self.runtime.is_ordered)
        state.frame[counter] = count
        return found


# ------------------------------------------------------------------------------------ side by side


class WatchedPair:
    """Rules, the same rules with a change, and with its additional changes alone, all at the same moment."""

    def __init__(self, games: Sequence[WatchedGame]) -> None:
        """Prepare the games; the first two are compared, and the others must not differ in the same way."""
        self.games = list(games)
        self.after = 0
        """The number of answers skipped since the last step of the course."""

    @classmethod
    def begun(cls, rules: Sequence[model.Rules], seats: int) -> WatchedPair:
        """Begin the games."""
        return cls([WatchedGame(one, seats) for one in rules])

    @property
    def first(self) -> WatchedGame:
        """The game under the rules as they are."""
        return self.games[0]

    @property
    def changed(self) -> WatchedGame:
        """The game under the rules with the change."""
        return self.games[1]

    def copy(self) -> WatchedPair:
        """Return a copy of the same moment."""
        other = WatchedPair([game.copy() for game in self.games])
        other.after = self.after
        return other

    def answer(self, code: int) -> None:
        """Give all of them an answer."""
        for game in self.games:
            game.answer(code)

    @property
    def has_parted(self) -> bool | None:
        """Whether the two differ; None if they differ in a way that does not count, and cannot go on."""
        mark, other = self.first.mark, self.changed.mark
        if mark == other:
            # Companions that have parted already part in another way, and are followed no further.
            self.games[2:] = [game for game in self.games[2:] if game.mark == mark]
            return False
        if self.changed.is_defect or any(game.mark == other for game in self.games[2:]):
            return None
        return True

    def documents(self) -> tuple[StandDocument, StandDocument]:
        """Return the results of both games in which they differ."""
        return _document(self.first, self.changed), _document(self.changed, self.first)


def _document(one: WatchedGame, other: WatchedGame) -> StandDocument:
    outcome = one.state.outcome
    if outcome is not None:
        who = "nobody" if outcome.winner is None else f"player {outcome.winner + 1}"
        return {"ends": f"{who} wins" if outcome.reason in ("won", "nobody") else outcome.reason}
    found: StandDocument = {}
    if other.is_over or one.is_observing != other.is_observing or one.state.player != other.state.player:
        found["asked"] = "the world" if one.is_observing else f"player {(one.state.player or 0) + 1}"
    if not other.is_over:
        beside = {other.words(code) for code in other.state.options}
        only = [said for said in map(one.words, one.state.options) if said not in beside]
        if only and (not one.is_observing or other.is_observing):
            found["possible"] = [said.partition(": ")[2] or said for said in only[:MOST_SHOWN]]
        there = other.told
        differing = {key: said for key, said in one.told.items() if there.get(key) != said}
        if differing:
            found["told"] = differing
    return found


# ------------------------------------------------------------------------------------------- courses


def told_out(pair: WatchedPair, told: Sequence[str], passes: int = MOST_PASSED) -> tuple[list[str], bool, int]:
    """Replay a course until the rules differ; return its possible steps, whether they differ, and how many answers it
    took.

    A step happens as soon as it can; an impossible one is left out.
    """
    used: list[str] = []
    count = 0
    for words in told:
        before = pair.copy()
        is_found = False
        for _ in range(passes):
            parted = pair.has_parted
            if parted or parted is None or pair.first.is_over:
                return used, bool(parted), count
            code = pair.first.meant(words)
            pair.answer(pair.first.rest if code is None else code)
            count += 1
            pair.after = pair.after + 1 if code is None else 0
            if code is not None:
                used.append(words)
                is_found = True
                break
        if not is_found:
            pair.games, pair.after = before.games, before.after
    for _ in range(MOST_AFTER):
        parted = pair.has_parted
        if parted or parted is None or pair.first.is_over:
            break
        pair.answer(pair.first.rest)
        count += 1
        pair.after += 1
    return used, bool(pair.has_parted), count


def find(
    first: model.Rules,
    changed: model.Rules,
    companions: model.Rules | None,
    seats: int,
    seed: int = 0,
    bears: Bears | None = None,
    clock: Clock = ENDLESS,
    known: Sequence[str] | None = None,
) -> CourseParting | None:
    """Return a short course on which rules and the same rules with a change differ; None if none was found.

    If the second edition is consulted, it must confirm the change; a refuted change is unfair.  A course that is
    known already is tried first.
    """
    rules = [first, changed]
    if companions is not None and companions.seats[0] <= seats <= companions.seats[1]:
        rules.append(companions)
    try:
        begun = WatchedPair.begun(rules, seats)
    except RecursionError:
        return None  # a change alone can make two properties rest on each other; such rules cannot be played
    if begun.has_parted is not False:
        # What differs before anything has happened is how things are laid out, or a change that does not work alone.
        return None
    search = _Search(begun, bears if bears is not None else lambda _pair, _told: {}, clock)
    found, is_least = search.again(known) if known is not None else None, False
    if found is None:
        found, is_least = search.nearest(), True
    if found is None:
        found, is_least = search.drawn(seed), False
    if found is None:
        return None
    return _checked(begun, *found, seats, is_least)


Found = tuple[list[str], StandDocument]
"""A course of play, with the second edition's result after it."""


def _checked(
    begun: WatchedPair, told: Sequence[str], second: StandDocument, seats: int, is_least: bool
) -> CourseParting | None:
    pair = begun.copy()
    used, parts, _ = told_out(pair, told)
    if not parts:
        return None
    return CourseParting(seats, tuple(used), *pair.documents(), is_least, second)


class _Search:
    """Searches for a course that separates rules and that the second edition confirms."""

    def __init__(self, begun: WatchedPair, bears: Bears, clock: Clock) -> None:
        self.begun, self.bears, self.clock = begun, bears, clock

    def again(self, told: Sequence[str]) -> Found | None:
        """Try a course that was found before."""
        pair = self.begun.copy()
        used, parts, _ = told_out(pair, told)
        if not parts:
            return None
        second = self.bears(pair, used)
        return (used, second) if second is not None else None

    def nearest(self) -> Found | None:
        """Try all courses of play, those of fewer answers first, as far as the bound goes."""
        waiting: deque[tuple[WatchedPair, tuple[str, ...]]] = deque([(self.begun, ())])
        seen: set[object] = set()
        count = 0
        while waiting:
            self.clock.check()
            pair, told = waiting.popleft()
            parted = pair.has_parted
            if parted:
                found = self._borne_out(told)
                if found is not None:
                    return found
            if parted or parted is None or pair.first.is_over:
                continue
            key = tuple(game.key() for game in pair.games)
            if key in seen:
                continue
            seen.add(key)
            for code in pair.first.state.options:
                if count >= MOST_POSITIONS:
                    break
                count += 1
                further = pair.copy()
                words = pair.first.words(code)
                further.answer(code)
                waiting.append((further, (*told, words)))
        return None

    def _borne_out(self, told: Sequence[str]) -> Found | None:
        for shorter in ([words for words in told if words != NOTHING_MORE], [*told]):
            pair = self.begun.copy()
            if told_out(pair, shorter)[1]:
                second = self.bears(pair, shorter)
                return (shorter, second) if second is not None else None
        return None

    def drawn(self, seed: int) -> Found | None:
        """Draw courses of play by chance until one shows a difference, and remove the steps that it does not need."""
        left = MOST_REPLAYED
        for number in range(WALKS):
            self.clock.check()
            told = _walk(self.begun.copy(), Chance(seed).branch(number))
            if told is None:
                continue
            used, parts, count = told_out(self.begun.copy(), told)
            left -= count
            if not parts:
                continue
            shorter = _shorter(self.begun, used, left)
            pair = self.begun.copy()
            told_out(pair, shorter)
            second = self.bears(pair, shorter)
            if second is not None:
                return shorter, second
        return None


def _walk(pair: WatchedPair, chance: Chance) -> list[str] | None:
    """Continue by chance until the rules differ; return the course."""
    told: list[str] = []
    for _ in range(LONGEST):
        parted = pair.has_parted
        if parted:
            return told
        if parted is None or pair.first.is_over:
            return None
        code = _step(pair.first, chance)
        told.append(pair.first.words(code))
        pair.answer(code)
    return None


def _step(game: WatchedGame, chance: Chance) -> int:
    """Draw an answer; two times in three one that advances a ball, if there is one."""
    options = game.state.options
    asking = game.runtime.program.askings[game.state.asking]
    if asking.menu is None:
        return options[chance.below(len(options))]
    if chance.below(3):
        before = game.told
        for _ in range(TRIED):
            code = options[chance.below(len(options))]
            trial = game.copy()
            trial.answer(code)
            if code != game.rest and not trial.is_over and trial.told != before:
                return code
    return asking.menu.draw(options, chance.below)


def _shorter(begun: WatchedPair, told: list[str], left: int) -> list[str]:
    """Remove larger and smaller parts of a course as long as the rest still shows a difference."""
    size = max(1, len(told) // 2)
    while left > 0:
        is_shorter = False
        for part in _parts(told, size):
            used, parts, count = told_out(begun.copy(), part)
            left -= count
            if parts and len(used) < len(told):
                told, is_shorter = used, True
                break
            if left <= 0:
                break
        if not is_shorter:
            if size == 1:
                break
            size = max(1, size // 2)
    return told


def _parts(told: list[str], size: int) -> Iterator[list[str]]:
    """Yield a course without each of its parts of a size, beginning with the last part."""
    for start in range((len(told) - 1) // size * size, -1, -size):
        yield told[:start] + told[start + size :]


def is_watched(rules: model.Rules) -> bool:
    """Return whether the world answers anything in games under rules."""
    return any(asking.menu is not None for asking in runtime_of(rules, "plain", rules.seats[0]).program.askings)


def retold(first: model.Rules, changed: model.Rules, players: int, told: Sequence[str]) -> WatchedPair | None:
    """Replay a course; return the moment at which the rules differ, or None if they do not or it is impossible."""
    if not all(rules.seats[0] <= players <= rules.seats[1] for rules in (first, changed)):
        return None
    pair = WatchedPair.begun([first, changed], players)
    used, parts, _ = told_out(pair, told)
    return pair if parts and used == [*told] else None


def moments(
    first: model.Rules, changed: model.Rules, seats: int, told: Sequence[str]
) -> tuple[StandDocument, StandDocument] | None:
    """Replay a course; return the results of both at the first difference, or None if they no longer differ."""
    pair = retold(first, changed, seats, told)
    return pair.documents() if pair is not None else None
