"""Search for the case of each row: a deal, a game, a moment at which a player knows more, or a course of strokes.

A row is first tried together with only those rows without which its patch would be less complete than both editions.
If it then gives nothing that the second edition confirms, although it changes something, its neighbours are tried with
it, one by one.  A result is run once more before it counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from cc_dsl.compare.alignment import Alignment, rows_in_words
from cc_dsl.compare.play.beside import Second
from cc_dsl.compare.play.cases import (
    Case,
    ChangeGroup,
    DealCase,
    ToldCase,
    deal_case,
    known_case,
    play_case,
    run_case,
    told_case,
)
from cc_dsl.compare.play.clock import ENDLESS, Clock
from cc_dsl.compare.play.deals import Deal, GivenPieces, NotComparable, shared_layout
from cc_dsl.compare.play.documents import StandDocument
from cc_dsl.compare.play.joining import Joiner
from cc_dsl.compare.play.knowing import find_known
from cc_dsl.compare.play.owning import owners
from cc_dsl.compare.play.partings import PartingSearch, witness_keys
from cc_dsl.compare.play.patches import Patch, Patcher, Plan
from cc_dsl.compare.play.plays import Strange, find_play, options_of
from cc_dsl.compare.play.reachability import same_answers, same_rules
from cc_dsl.compare.play.watched import CourseParting, Unfair, WatchedPair, find, is_watched, told_out
from cc_dsl.core.openness import is_open
from cc_dsl.rules import model

MOST_SEATINGS = 3
"""The number of different numbers of players for which games are tried."""
NEIGHBOURS = 4
"""The number of neighbouring rows that are tried together with a row."""
SECONDS = 240.0
"""The seconds of processor time after which no other neighbour is tried with a row."""


class SearchResult(NamedTuple):
    """The result of a search for a row: a case, or the reason why there is none."""

    case: Case | None
    sentence: str
    is_stopped: bool = False
    """Whether the time was over before everything had been tried."""


class Attempt(NamedTuple):
    """The result of a patch: a case, or the reason why there is none and whether neighbours may help."""

    case: Case | None
    reason: str
    is_unfair: bool = False


class Searcher:
    """Searches the cases of two editions."""

    def __init__(
        self,
        patcher: Patcher,
        alignment: Alignment,
        seed: int,
        is_wording: Callable[[int], bool],
        clock: Clock = ENDLESS,
        known: Mapping[str, Case] = MappingProxyType({}),
    ) -> None:
        """Prepare the rows; those that differ in wording only have no case.

        Known cases are tried first, and reduced.
        """
        self.known = known
        self._coincidences: dict[str, bool] = {}
        self.patcher, self.alignment, self.seed = patcher, alignment, seed
        self.first, self.second = patcher.first.rules, patcher.second.rules
        self.first_name, self.second_name = patcher.first.display_name, patcher.second.display_name
        self.clock = clock
        self.joiner, self._is_wording = Joiner(patcher), is_wording
        self.beside = beside(patcher, alignment)
        self._searches = self._begun()
        self._options = options_of(patcher.renamed)

    def _begun(self) -> list[tuple[GivenPieces, PartingSearch]]:
        made = []
        for question, keys in self.alignment.questions.items():
            try:
                layout = shared_layout(self.first, self.second, question)
                witnesses = witness_keys(self.first, self.second, question, keys)
                made.append(
                    (layout, PartingSearch(self.first, self.second, layout, keys, self.seed, witnesses, self.clock))
                )
            except NotComparable:
                continue
        return made

    def find(self, row: int) -> SearchResult:
        """Search the case of a row that is not wording only."""
        found = Attempt(None, "")
        for layout, search in self._searches:
            found = self._try(row, self._deal_way(layout, search), layout.question)
            if found.case is not None:
                return SearchResult(found.case, "")
        played = self._try(row, self._told if is_watched(self.first) else self._game, "")
        if played.case is None and not is_watched(self.first):
            known = self._try(row, self._known, "", True)
            played = known if known.case is not None else played
        reason = found.reason or played.reason or self._nothing()
        return SearchResult(played.case, "" if played.case is not None else reason)

    def stopped(self) -> SearchResult:
        """Return the result of a row whose share of the time is over."""
        said = f"The search was stopped by its limit of time; until then it had found no {self._what} that shows it."
        return SearchResult(None, said, True)

    def _deal_way(self, layout: GivenPieces, search: PartingSearch) -> Callable[[Patch], Attempt]:
        return lambda patch: self._deal(patch, layout, search)

    def _beyond(self, patch: Patch) -> str:
        """Return a sentence if a row needs other rows and makes no difference beyond theirs."""
        if not patch.along:
            return ""
        along = rows_in_words(self.alignment.rows[row].name for row in patch.along)
        return f"The change can only be made together with {along}; it was not found to make any further difference."

    @property
    def _what(self) -> str:
        if is_watched(self.first):
            return "course of play"
        return "deal or game" if self._searches else "game"

    def _nothing(self) -> str:
        return f"The search found no {self._what} in which this change leads to what {self.second_name} gives."

    def _try(self, row: int, way: Callable[[Patch], Attempt], question: str, is_seen: bool = False) -> Attempt:
        """Try a row, and if its patch turns out to be unfair, the row with each of its neighbours."""
        begun = time.process_time()
        first = self._attempt(row, frozenset(), way, question, is_seen)
        if first.case is not None or not first.is_unfair:
            return first
        neighbours = [other for other in self.joiner.neighbours(row) if not self._is_wording(other)]
        for other in neighbours[:NEIGHBOURS]:
            if time.process_time() - begun > SECONDS:
                break
            found = self._attempt(row, frozenset([other]), way, question, is_seen)
            if found.case is not None:
                return found
        return first

    def _attempt(
        self, row: int, along: frozenset[int], way: Callable[[Patch], Attempt], question: str, is_seen: bool
    ) -> Attempt:
        patch = self.joiner.joined(row, along, question, is_seen)
        if patch.rules is None:
            return Attempt(None, f"The change cannot be made alone, so play does not show what it does. {patch.reason}")
        return way(patch)

    def _group(self, patch: Patch) -> ChangeGroup:
        plan = patch.plan or Plan(frozenset())
        along = tuple(self.alignment.rows[other].name for other in patch.along)
        return ChangeGroup(along, tuple(sorted(plan.called)), self.patcher.course(plan))

    def _companions(self, patch: Patch, question: str = "") -> model.Rules | None:
        """Return the first edition with only the additional changes; None if that would be less complete than both."""
        rules = self.patcher.companions(patch)
        gone = {clause for row in patch.along for clause in self.alignment.rows[row].first}
        return None if rules is None or self.joiner.parents.losses(rules, question, gone) else rules

    def _name(self, patch: Patch) -> str:
        return self.alignment.rows[patch.row].name

    def _checked(self, case: Case, patch: Patch) -> Attempt:
        broken = run_case(case, self.patcher, patch.row, self.beside)
        return Attempt(case, "") if broken is None else Attempt(None, broken.sentence)

    # ----------------------------------------------------------------------------------- the ways

    def _deal(self, patch: Patch, layout: GivenPieces, search: PartingSearch) -> Attempt:
        """Look for a deal to which the patch gives the second edition's answer, and the first does not."""
        assert patch.rules is not None
        if same_answers(self.first, patch.rules, layout.question):
            return Attempt(None, "")
        if search.leaves_out(patch.rules):
            words = self.first.questions[layout.question].words
            said = f"With this change alone, the rules would leave open a question that both texts answer: “{words}”"
            return Attempt(None, said, True)
        companions = self._companions(patch, layout.question)
        parting = search.find(patch.rules, companions, self._starts(patch, layout))
        if parting is None:
            # A row that changes no answer would only borrow the case of a neighbour.
            changes = search.tells_apart(companions or self.first, patch.rules)
            said = f"With this change alone, no deal was found that has {self.second_name}'s answer and reason."
            return Attempt(None, said if changes else "", changes)
        return self._checked(deal_case(self._name(patch), parting, layout, self._group(patch), self.seed), patch)

    def _starts(self, patch: Patch, layout: GivenPieces) -> list[Deal]:
        """Return the deals of the known cases of this question, those of this row first."""
        name = self._name(patch)
        known = [case for case in self.known.values() if isinstance(case, DealCase)]
        known.sort(key=lambda case: case.row != name)
        given = [deal for case in known if case.question == layout.question for deal in (case.matters, case.deal)]
        deals = [layout.deal_of(one) for one in given]
        return [deal for deal in deals if deal is not None]

    def _is_coincidence(self, patch: Patch) -> bool:
        """Return whether a patch changes answers to a question, but none into the second edition's for its reason."""
        assert patch.rules is not None
        key = repr((patch.rules.digest, patch.along))
        if key not in self._coincidences:
            self._coincidences[key] = self._changes_otherwise(patch, patch.rules)
        return self._coincidences[key]

    def _changes_otherwise(self, patch: Patch, rules: model.Rules) -> bool:
        companions = self._companions(patch)
        for layout, search in self._searches:
            if same_answers(companions or self.first, rules, layout.question):
                continue
            if search.tells_apart(companions or self.first, rules) and search.find(rules, companions) is None:
                return True
        return False

    def _game(self, patch: Patch) -> Attempt:
        """Look for a game in which a player is asked something else, or that ends otherwise."""
        assert patch.rules is not None
        if same_rules(self.first, patch.rules):
            return Attempt(None, "The change alone makes no difference, because other clauses say the same.")
        if self._is_coincidence(patch):
            said = f"With this change alone, tricks would be decided as in neither text, nor as in {self.second_name}."
            return Attempt(None, said, True)
        companions = self._companions(patch)
        # The additional changes may make games differ at once; then the change is looked for beyond them.
        for base, others in ((self.first, companions), (companions, None)):
            if base is None:
                continue
            try:
                play = find_play(base, patch.rules, others, self._seats(), second=self._options, clock=self.clock)
            except Strange:
                return Attempt(None, "With this change alone, a player could do what neither text allows there.", True)
            if play is not None:
                is_beyond = base is not self.first
                return self._checked(play_case(self._name(patch), play, self._group(patch), is_beyond), patch)
        return Attempt(None, self._beyond(patch))

    def _known(self, patch: Patch) -> Attempt:
        """Look for a game in which a player knows something else when somebody must decide."""
        assert patch.rules is not None
        # Where everybody sees all pieces, nobody can know more.
        if (is_open(self.first) and is_open(patch.rules)) or self._is_coincidence(patch):
            return Attempt(None, "")
        companions = self._companions(patch)
        known = find_known(self.first, patch.rules, companions, self._seats(), second=self._options, clock=self.clock)
        if known is None:
            return Attempt(None, "")
        return self._checked(known_case(self._name(patch), known, self._group(patch)), patch)

    def _told(self, patch: Patch) -> Attempt:
        """Search for a course of play, if the world answers."""
        assert patch.rules is not None
        if same_rules(self.first, patch.rules):
            return Attempt(None, "The change alone makes no difference, because other clauses say the same.")
        companions = self._companions(patch)
        # Where no number of players can play both, the first edition's own shows what the change does to it.
        for seats in self._seats() or [self.first.seats[0]]:
            if not patch.rules.seats[0] <= seats <= patch.rules.seats[1]:
                continue
            found = self._told_by(patch, seats, companions)
            if found is not None:
                return found
        return Attempt(None, self._beyond(patch))

    def _told_by(self, patch: Patch, seats: int, companions: model.Rules | None) -> Attempt | None:
        """Search for a course of play with this number of players; None if there is none."""
        assert patch.rules is not None
        known = self._told_before(patch)
        try:
            parting = find(self.first, patch.rules, companions, seats, self.seed, self._bears(seats), self.clock, known)
        except Unfair as unfair:
            told = ", ".join(unfair.args[0]) or "nothing"
            said = f"With this change alone, something would change on which both texts agree (after: {told})."
            return Attempt(None, said, True)
        if parting is None:
            return None
        case = self._told_case(patch, parting, seats)
        owner = next(owners(case, patch.row, patch.along, self.joiner), None)
        if owner is not None:
            name = self.alignment.rows[owner].name
            said = f"The difference is shown at {name}, whose change alone has the same effect."
            return Attempt(None, said, True)
        if not self._is_mutual(patch, case):
            after = ", ".join(case.told) or "nothing"
            said = f"{self.second_name} with the words of {self.first_name} goes on as before (after: {after})."
            return Attempt(None, said, True)
        return self._checked(case, patch)

    def _is_mutual(self, patch: Patch, case: ToldCase) -> bool:
        """Return whether the second edition also changes if it takes over the first edition's side of the rows.

        If it does not, something else decides.  If it cannot take them over, that is unknown.
        """
        rules = self._mirrored.joined(patch.row, frozenset(patch.along)).rules
        told = [self.beside.put(words) for words in case.told]
        if rules is None or None in told or not rules.seats[0] <= case.second_players <= rules.seats[1]:
            return True
        pair = WatchedPair.begun([self.second, rules], case.second_players)
        used, parts, _ = told_out(pair, [words for words in told if words is not None])
        return parts or used != told

    @cached_property
    def _mirrored(self) -> Joiner:
        """The patcher that inserts the first edition's side of a row into the second edition."""
        mirrored = self.alignment.mirrored
        return Joiner(Patcher(self.patcher.second, self.patcher.first, mirrored.rows, mirrored.names))

    def _told_before(self, patch: Patch) -> tuple[str, ...] | None:
        case = self.known.get(self._name(patch))
        return case.told if isinstance(case, ToldCase) else None

    def _told_case(self, patch: Patch, parting: CourseParting, seats: int) -> ToldCase:
        players = min(max(seats, self.second.seats[0]), self.second.seats[1])
        return told_case(self._name(patch), parting, players, self._group(patch))

    def _bears(self, seats: int) -> Callable[[WatchedPair, Iterable[str]], StandDocument | None]:
        """Return the second edition's result for a difference."""

        def bears(pair: WatchedPair, told: Iterable[str]) -> StandDocument | None:
            stand = self.beside.stand(pair, [*told], seats)
            if stand is not None and stand.is_refuted:
                raise Unfair([*told])
            return stand.document if stand is not None and stand.is_borne_out else None

        return bears

    def _seats(self) -> list[int]:
        """Return the numbers of players that both editions allow."""
        first, second = self.first.seats, self.second.seats
        return [*range(max(first[0], second[0]), min(first[1], second[1]) + 1)][:MOST_SEATINGS]


def beside(patcher: Patcher, alignment: Alignment) -> Second:
    """Return the second edition, so that it can be asked in the words of the first."""
    return Second(patcher.second.rules, alignment.names, alignment.pieces)
