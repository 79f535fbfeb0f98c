"""The verdict on every row of an alignment: wording only, rule differs, or outcome differs.

*Wording only*: the rules of both sides mean the same, or have nothing that is played.  *Outcome differs*: there is a
case on which the editions part because of the row, and it was run just now.  *Rule differs*: they mean something else,
and no case was found, or the change could not be made alone; the sentence says which.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from cc_dsl.compare.alignment import Alignment
from cc_dsl.compare.play.cases import (
    Broken,
    Case,
    DealCase,
    PlayCase,
    ToldCase,
    deal_case,
    load_cases,
    play_case,
    run_case,
    run_cases,
    told_case,
    written,
)
from cc_dsl.compare.play.grafts import Graft, Grafter
from cc_dsl.compare.play.laying import Layout, NotComparable, shared_layout
from cc_dsl.compare.play.partings import Search, witness_keys
from cc_dsl.compare.play.plays import find_play
from cc_dsl.compare.play.reach import same_answers, same_rules
from cc_dsl.compare.play.watched import find, is_watched
from cc_dsl.compare.statements import form_of
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.pipeline import Edition
from cc_dsl.rules import model
from cc_dsl.rules.symbols import Item

MOST_SEATINGS = 3
"""For so many numbers of players games are tried."""
WORDING, RULE, OUTCOME = "wording only", "rule differs", "outcome differs"


class Verdict(NamedTuple):
    """What became of one row, and what shows it."""

    row: str
    verdict: str
    sentence: str
    case: Case | None
    graft: Graft | None

    @property
    def play(self) -> dict[str, Any]:
        """What play shows, under stable keys."""
        graft = self.graft
        made = None
        if graft is not None:
            made = {
                "is_made": graft.rules is not None,
                "brought": list(graft.brought),
                "kept": list(graft.kept),
                "emptied": list(graft.emptied),
                "reason": graft.reason or None,
            }
        return {"sentence": self.sentence, "case": case_document(self.case), "graft": made}


def case_document(case: Case | None) -> dict[str, Any] | None:
    """Give a case as JSON's values."""
    if case is None:
        return None
    found = case._asdict()
    found = {key: list(value) if isinstance(value, tuple) else value for key, value in found.items()}
    kinds = {DealCase: "deal", PlayCase: "game", ToldCase: "telling"}
    return {"kind": kinds[type(case)], **found}


class Judgement:
    """Compares two editions row by row."""

    def __init__(self, grafter: Grafter, alignment: Alignment) -> None:
        """Take up the rows of an alignment."""
        self.grafter, self.alignment = grafter, alignment
        self.names = {row.name: number for number, row in enumerate(alignment.rows)}
        self.first, self.second = grafter.first.rules, grafter.second.rules

    # ----------------------------------------------------------------------------------------- verdicts

    def verdicts(self, cases: Iterable[Case]) -> tuple[tuple[Verdict, ...], list[Broken]]:
        """Give the verdict on every row, and the cases that no longer hold."""
        listed = list(cases)
        broken = run_cases(listed, self.grafter, self.names)
        failed = {one.row for one in broken}
        kept = {case.row: case for case in listed if case.row not in failed}
        return tuple(self.verdict(row.name, kept.get(row.name)) for row in self.alignment.rows), broken

    def verdict(self, row: str, case: Case | None) -> Verdict:
        """Give the verdict on a row for which this case holds, if any."""
        number = self.names[row]
        if self.is_wording(number):
            has_rules = any(self.grafter.statements(number))
            sentence = "Both sides mean the same in the rules." if has_rules else "Nothing of it is played."
            return Verdict(row, WORDING, sentence, None, None)
        graft = self.grafter.graft(number)
        if case is not None:
            return Verdict(row, OUTCOME, self.told(case), case, graft)
        if graft.rules is None:
            sentence = f"The change cannot be made alone, so play does not show what it does: {graft.reason}"
        elif graft.is_alone and graft.rules.seats != self.first.seats:
            sentence = f"{_seated(self.first.seats)} can play; with the change {_seated(graft.rules.seats)}."
        elif same_rules(self.first, graft.rules):
            sentence = "The change alone changes nothing, since what the statements make is said elsewhere too."
        else:
            what = "course of play" if is_watched(self.first) else "deal and no game"
            sentence = f"No {what} was found on which it makes a difference."
        return Verdict(row, RULE, sentence, None, graft)

    def is_wording(self, number: int) -> bool:
        """Tell whether the statements of a row mean the same in both editions."""
        old, new = self.grafter.statements(number)
        if _forms(old) == _forms(new):
            return True
        graft = self.grafter.graft(number)
        return graft.rules is not None and graft.is_alone and same_rules(self.first, graft.rules)

    def told(self, case: Case) -> str:
        """Say in one sentence where the editions part."""
        first, second = self.alignment.first, self.alignment.second
        along = f" (with {', '.join(case.along)} along)" if case.along else ""
        if isinstance(case, ToldCase):
            after = (
                f"after: {', '.join(case.told)}"
                if case.told
                else "in the first round, though nothing is observed of any stroke"
            )
            least = "" if not case.is_least else "; shorter courses were tried first"
            return (
                f"Played by {case.players}, {first} with this change alone{along} parts from {first} {after}{least}.  "
                f"Then {said_of(case.first)}; with the change {said_of(case.changed)}."
            )
        if isinstance(case, PlayCase):
            moves = f"after {len(case.answers)} answers" if case.answers else "at the first question"
            return (
                f"Played by {case.players} with seed {case.seed}, {first} with this change alone{along} parts from "
                f"{first} {moves}: {_moment(case.first)}; with the change {_moment(case.changed)}."
            )
        pieces = f"{case.size} pieces part" if case.size != 1 else "One piece parts"
        said = [f"{name} {_said(told, case.parts_in)}" for name, told in ((first, case.first), (second, case.second))]
        means = "" if case.agrees else f", though not as {second} comes to it"
        least = "no fewer will do" if case.is_least else "none smaller was found that shows it so"
        return (
            f"{pieces} them ({least}): {_laid(case.matters)}.  Of the deal {_laid(case.deal)}, "
            f"{said[0]}, {said[1]}; {first} with this change alone{along} {_said(case.changed, case.parts_in)}{means}."
        )

    # ------------------------------------------------------------------------------------------ search

    def search(self, seed: int, rows: Iterable[str] | None = None) -> list[Case]:
        """Look for a case of every row, or of some, that is not wording only."""
        searches = self._searches(seed)
        found = []
        for name in [row.name for row in self.alignment.rows] if rows is None else rows:
            case = self._case(self.names[name], searches, seed)
            found += [case] if case is not None else []
        return found

    def _searches(self, seed: int) -> list[tuple[Layout, Search]]:
        made = []
        for question, keys in self.alignment.questions.items():
            try:
                layout = shared_layout(self.first, self.second, question)
                witnesses = witness_keys(self.first, self.second, question, keys)
                made.append((layout, Search(self.first, self.second, layout, keys, seed, witnesses)))
            except NotComparable:
                continue
        return made

    def _case(self, number: int, searches: list[tuple[Layout, Search]], seed: int) -> Case | None:
        graft = self.grafter.graft(number)
        if graft.rules is None or self.is_wording(number):
            return None
        name = self.alignment.rows[number].name
        along = [self.alignment.rows[other].name for other in graft.along]
        companions = self.grafter.companions(number)
        for layout, search in searches:
            if not same_answers(self.first, graft.rules, layout.question):
                parting = search.find(graft.rules, companions)
                if parting is not None:
                    case: Case = deal_case(name, parting, layout, along, seed)
                    if run_case(case, self.grafter, number) is None:
                        return case
        if same_rules(self.first, graft.rules):
            return None
        if is_watched(self.first):
            return self._told(number, graft.rules, companions, along, seed)
        play = find_play(self.first, graft.rules, companions, self._seats(number))
        return play_case(name, play, along) if play is not None else None

    def _told(
        self, number: int, changed: model.Rules, companions: model.Rules | None, along: list[str], seed: int
    ) -> Case | None:
        """Look for a telling, where the world answers."""
        name = self.alignment.rows[number].name
        # Where no number of players can play both, the first edition's own shows what the change does to it.
        for seats in self._seats(number) or [self.first.seats[0]]:
            if not changed.seats[0] <= seats <= changed.seats[1]:
                continue
            parting = find(self.first, changed, companions, seats, seed)
            if parting is not None:
                case = told_case(name, parting, along)
                return case if run_case(case, self.grafter, number) is None else None
        return None

    def _seats(self, number: int) -> list[int]:
        """Give the numbers of players for which a change is tried.

        What the second edition has in another form is compared where both can be played; what it has dropped, such as
        rules for more players, also where only the first can be.
        """
        first, second = self.first.seats, self.second.seats
        both = [*range(max(first[0], second[0]), min(first[1], second[1]) + 1)]
        if self.alignment.rows[number].second:
            return both[:MOST_SEATINGS]
        return [*both, *(one for one in range(first[0], first[1] + 1) if one not in both)][:MOST_SEATINGS]


def verdicts_of(first: Edition, second: Edition, alignment: Alignment) -> tuple[tuple[Verdict, ...], list[Broken]]:
    """Give the verdict on every row, with the cases that are kept, each run again, and those that failed.

    Cases are searched in one order of the editions; in the other order the same cases show the same rows.
    """
    kept, problems = load_cases(alignment.folder)
    if problems:
        raise RulesError(problems)
    is_backward = kept.first == alignment.second and kept.first != alignment.first
    if is_backward:
        first, second, alignment = second, first, alignment.mirrored
    judgement = Judgement(Grafter(first, second, alignment.rows, alignment.names), alignment)
    verdicts, broken = judgement.verdicts(kept.cases)
    if not is_backward:
        return verdicts, broken
    names = {row.name: row.mirrored.name for row in alignment.rows}
    return tuple(one._replace(row=names[one.row]) for one in verdicts), broken


def searched(first: Edition, second: Edition, alignment: Alignment, seed: int = 0) -> str:
    """Search for cases of every row, and give the text of the file that keeps them."""
    judgement = Judgement(Grafter(first, second, alignment.rows, alignment.names), alignment)
    return written(judgement.search(seed), alignment.first, alignment.second)


def _forms(items: Iterable[Item]) -> list[str]:
    """Give what statements say, whatever their order."""
    return sorted(repr((item.displaced is not None, form_of(item.statement))) for item in items)


def _seated(seats: tuple[int, int]) -> str:
    return f"{seats[0]} to {seats[1]}" if seats[0] != seats[1] else str(seats[0])


def _laid(given: Mapping[str, Any]) -> str:
    """Say what is laid where."""
    said = []
    for key, pieces in given.items():
        groups = pieces if isinstance(pieces, list) else [pieces]
        said.append(f"{key} {' against '.join(group or 'none' for group in groups)}")
    return ", ".join(said)


def _said(told: Mapping[str, Any], keys: Iterable[str]) -> str:
    parts = []
    for key in keys:
        value = told.get(key)
        parts.append(f"says {key}: {_valued(key, value)}")
    return " and ".join(parts)


def _valued(key: str, value: Any) -> str:
    if value is None:
        return "none"
    return f"player {value + 1}" if key == "winner" and isinstance(value, int) else str(value)


def said_of(document: Mapping[str, Any]) -> str:
    """Say where a game stands, as far as another stands otherwise."""
    if "ends" in document:
        return str(document["ends"])
    said = [f"{document['asked']} is asked"] if "asked" in document else []
    if "possible" in document:
        said.append(f"there can be {', '.join(document['possible'])}")
    said += [f"{key} {value}" for key, value in document.get("told", {}).items()]
    return "; ".join(said) or "not so"


def _moment(moment: Mapping[str, Any]) -> str:
    if "ends" in moment:
        return str(moment["ends"])
    return f"player {moment['asked']} may answer {', '.join(moment['may'])}"
