"""The verdict on every row of an alignment: wording only, rule differs, knowledge differs, or outcome differs.

*Wording only*: the rules of both sides mean the same, or have no effect in play.  *Outcome differs*: there is a case
that separates the editions because of the row, and it was run just now.  *Knowledge differs*: the same, but the
difference is in what a player can know when somebody must decide.  *Rule differs*: the rules have different meanings,
and no case was found, or the change could not be made alone; the sentence says which.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypedDict, cast

from cc_dsl.compare import result_cache
from cc_dsl.compare.alignment import Alignment, rows_in_words
from cc_dsl.compare.play import documents
from cc_dsl.compare.play.cases import (
    FILE,
    BrokenCase,
    Case,
    DealCase,
    KnownCase,
    PlayCase,
    ToldCase,
    load_cases,
    run_cases,
    written,
)
from cc_dsl.compare.play.clock import ENDLESS, Clock, OutOfTime
from cc_dsl.compare.play.documents import PatchDocument, RowPlay
from cc_dsl.compare.play.partings import LOWEST, MOST_DRAWN, MOST_TRIED, STARTS
from cc_dsl.compare.play.patches import Patch, Patcher
from cc_dsl.compare.play.reachability import same_rules
from cc_dsl.compare.play.searching import Searcher, SearchResult, beside
from cc_dsl.compare.play.watched import is_watched
from cc_dsl.compare.statements import form_of
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.pipeline import Edition
from cc_dsl.rules import store
from cc_dsl.rules.symbols import Item

WORDING, RULE, KNOWLEDGE, OUTCOME = "wording only", "rule differs", "knowledge differs", "outcome differs"


class RowVerdict(NamedTuple):
    """The verdict on one row, with its evidence."""

    row: str
    verdict: str
    sentence: str
    case: Case | None
    patch: Patch | None
    group: tuple[str, ...] = ()
    """The row and those with which it must change; empty if it changes alone."""
    shown_with: tuple[str, ...] = ()
    """Other rows whose change needs this one too."""

    @property
    def play(self) -> RowPlay:
        """The results of play, under stable keys."""
        patch = self.patch
        made: PatchDocument | None = None
        if patch is not None:
            made = {
                "is_made": patch.rules is not None,
                "brought": list(patch.brought),
                "kept": list(patch.kept),
                "emptied": list(patch.emptied),
                "reason": patch.reason or None,
            }
        return {
            "sentence": self.sentence,
            "case": case_document(self.case),
            "graft": made,
            "group": list(self.group),
            "shown_with": list(self.shown_with),
        }


def case_document(case: Case | None) -> documents.Case | None:
    """Return a case as JSON values."""
    if case is None:
        return None
    found = case._asdict()
    found = {key: list(value) if isinstance(value, tuple) else value for key, value in found.items()}
    if isinstance(case, DealCase):
        found["agrees"] = True  # documents have always had this key; a change that does not agree has no case
    kinds = {DealCase: "deal", PlayCase: "game", KnownCase: "knowledge", ToldCase: "telling"}
    return cast("documents.Case", {"kind": kinds[type(case)], **found})


class Judgement:
    """Compares two editions row by row."""

    def __init__(self, patcher: Patcher, alignment: Alignment) -> None:
        """Prepare the rows of an alignment."""
        self.patcher, self.alignment = patcher, alignment
        self.names = {row.name: number for number, row in enumerate(alignment.rows)}
        self.first, self.second = patcher.first.rules, patcher.second.rules

    # ----------------------------------------------------------------------------------------- verdicts

    def verdicts(
        self, cases: Iterable[Case], without: Mapping[str, str] | None = None
    ) -> tuple[tuple[RowVerdict, ...], list[BrokenCase]]:
        """Return the verdict on every row, and the cases that no longer hold."""
        listed = list(cases)
        broken = run_cases(listed, self.patcher, self.names, beside(self.patcher, self.alignment))
        failed = {one.row for one in broken}
        kept = {case.row: case for case in listed if case.row not in failed}
        needed: dict[str, list[str]] = {}
        for case in kept.values():
            for name in case.along:
                needed.setdefault(name, []).append(case.row)
        said = without or {}
        found = [self.verdict(row.name, kept.get(row.name), said.get(row.name, "")) for row in self.alignment.rows]
        return tuple(one._replace(shown_with=tuple(needed.get(one.row, ()))) for one in found), broken

    def verdict(self, row: str, case: Case | None, said: str = "") -> RowVerdict:
        """Return the verdict on a row, from the case that holds for it or the explanation of the search."""
        number = self.names[row]
        if self.is_wording(number):
            has_rules = any(self.patcher.statements(number))
            sentence = "The rules of both sides mean the same." if has_rules else "Neither side has a rule of play."
            return RowVerdict(row, WORDING, sentence, None, None)
        if case is not None:
            verdict = KNOWLEDGE if isinstance(case, KnownCase) else OUTCOME
            along = [self.names[name] for name in case.along]
            patch = self.patcher.patch(number, along, case.called, case.course)
            group = tuple(one.name for one in self.alignment.rows if one.name in {row, *case.along}) if along else ()
            return RowVerdict(row, verdict, self.told(case), case, patch, group)
        patch = self.patcher.patch(number)
        if patch.rules is None:
            sentence = f"The change cannot be made alone, so play does not show what it does. {patch.reason}"
        elif patch.is_alone and patch.rules.seats != self.first.seats:
            sentence = (
                f"{_seated(self.first.seats)} players can play; with this change, {_seated(patch.rules.seats)} can."
            )
        elif said:
            sentence = said
        elif same_rules(self.first, patch.rules):
            sentence = "The change alone makes no difference, because other clauses say the same."
        else:
            what = "course of play" if is_watched(self.first) else "deal or game"
            sentence = f"We found no {what} in which the change makes a difference."
        return RowVerdict(row, RULE, sentence, None, patch)

    def is_wording(self, number: int) -> bool:
        """Return whether the statements of a row mean the same in both editions."""
        old, new = self.patcher.statements(number)
        if _forms(old) == _forms(new):
            return True
        patch = self.patcher.patch(number)
        return patch.rules is not None and patch.is_alone and same_rules(self.first, patch.rules)

    def told(self, case: Case) -> str:
        """Say in one sentence where the editions differ."""
        first, second = self.patcher.first.display_name, self.patcher.second.display_name
        alone = f"{first} with this change " + (f"and those of {rows_in_words(case.along)}" if case.along else "alone")
        base = first
        if isinstance(case, PlayCase) and case.is_beyond:
            base = f"{first} with the changes of {rows_in_words(case.along)} alone"
            alone = f"{first} with this change as well"
        if isinstance(case, ToldCase):
            after = f"after: {', '.join(case.told)}" if case.told else "in the first round, before anything happens"
            least = "" if not case.is_least else "; shorter courses were tried first"
            says = f"  In {second}, after the same: {said_of(case.second)}." if case.second_players else ""
            return (
                f"In a game of {case.players} players, {alone} differs from {base} {after}{least}.  "
                f"Then {said_of(case.first)}; with the change, {said_of(case.changed)}.{says}"
            )
        if isinstance(case, PlayCase | KnownCase):
            count = len(case.answers)
            moves = (
                "at the first question" if not count else "after one answer" if count == 1 else f"after {count} answers"
            )
            begin = f"In a game of {case.players} players with seed {case.seed}, {alone} differs from {base} {moves}"
            if isinstance(case, PlayCase):
                return f"{begin}: {_moment(case.first)}; with the change, {_moment(case.changed)}."
            who = f"player {case.viewer}" if case.viewer != case.asked else f"player {case.viewer}, who must decide,"
            return f"{begin} in what is known: {who} sees {_sees(case.first)}; with the change, {_sees(case.changed)}."
        pieces = f"{case.size} pieces show" if case.size != 1 else "One piece shows"
        said = [_said(told, case.parts_in) for told in (case.first, case.second, case.changed)]
        least = "no fewer will do" if case.is_least else searched_how(case.size)
        share = f"  This happens in {case.share[0]:,} of {case.share[1]:,} random deals." if case.share else ""
        return (
            f"{pieces} the difference ({least}): {_laid(case.matters)}.  On the deal {_laid(case.deal)}, "
            f"{first} answers {said[0]} and {second} {said[1]}; {alone} answers {said[2]}.{share}"
        )

    # ------------------------------------------------------------------------------------------ search

    def search(self, seed: int, rows: Iterable[str] | None = None) -> list[Case]:
        """Look for a case of every row, or of some, that is not wording only."""
        return [found.case for _, found in self.searched(seed, rows) if found.case is not None]

    def searched(
        self,
        seed: int,
        rows: Iterable[str] | None = None,
        tell: Callable[[str], None] = lambda _row: None,
        clock: Clock = ENDLESS,
        known: Iterable[Case] = (),
    ) -> Iterator[tuple[str, SearchResult]]:
        """Look for a case of every row, or of some; give each row with what was found in its share of the time."""
        before = {case.row: case for case in known}
        searcher = Searcher(self.patcher, self.alignment, seed, self.is_wording, clock, before)
        wanted = [row.name for row in self.alignment.rows] if rows is None else [*rows]
        differing = [name for name in wanted if not self.is_wording(self.names[name])]
        for name in set(wanted).difference(differing):
            yield name, SearchResult(None, "")
        stopped: list[str] = []
        for place, name in enumerate(differing):
            tell(f"{name} ({place + 1} of {len(differing)})")
            clock.divide(len(differing) - place)
            found = _in_time(searcher, self.names[name], clock)
            stopped += [name] if found.is_stopped else []
            yield name, found
        # What the others left over is for those that were stopped.
        for place, name in enumerate(stopped):
            clock.divide(len(stopped) - place)
            if not clock.is_over:
                tell(f"{name} again, with the time that is left")
                yield name, _in_time(searcher, self.names[name], clock)


def _in_time(searcher: Searcher, row: int, clock: Clock) -> SearchResult:
    """Return the case of a row, or that its share of the time was over."""
    try:
        clock.check()
        return searcher.find(row)
    except OutOfTime:
        return searcher.stopped()


def verdicts_of(
    first: Edition, second: Edition, alignment: Alignment
) -> tuple[tuple[RowVerdict, ...], list[BrokenCase]]:
    """Return the verdict on every row, with the stored cases, each run again, and those that failed.

    Cases are searched in one order of the editions; in the other order the same cases show the same rows.
    """
    kept, problems = load_cases(alignment.folder)
    if problems:
        raise RulesError(problems)
    is_backward = kept.first == alignment.second and kept.first != alignment.first
    if is_backward:
        first, second, alignment = second, first, alignment.mirrored
    judgement = Judgement(Patcher(first, second, alignment.rows, alignment.names), alignment)
    verdicts, broken = judgement.verdicts(kept.cases, kept.without)
    if not is_backward:
        return verdicts, broken
    names = {row.name: row.mirrored.name for row in alignment.rows}
    return tuple(
        one._replace(
            row=names[one.row],
            group=tuple(names[name] for name in one.group),
            shown_with=tuple(names[name] for name in one.shown_with),
        )
        for one in verdicts
    ), broken


class ShownVerdicts(NamedTuple):
    """The verdict on each row by its name, with the results of play, and the sentences about cases that failed."""

    rows: dict[str, tuple[str, RowPlay]]
    broken: tuple[str, ...]


class VerdictsDocument(TypedDict):
    """The same as JSON values."""

    rows: dict[str, tuple[str, RowPlay]]
    broken: list[str]


def shown_verdicts(first: Edition, second: Edition, alignment: Alignment) -> ShownVerdicts:
    """Return the verdicts as they are shown; they are cached while no file that decides them changes."""

    def judged() -> VerdictsDocument:
        verdicts, broken = verdicts_of(first, second, alignment)
        rows = {one.row: (one.verdict, one.play) for one in verdicts}
        made: VerdictsDocument = json.loads(json.dumps({"rows": rows, "broken": [one.sentence for one in broken]}))
        return made

    cases = store.contents_of(os.path.join(alignment.folder, FILE))
    sides = [(one.rules.digest, one.source.text) for one in (first, second)]
    files = repr((sides, alignment.first, alignment.source.text, cases))
    found = result_cache.kept("verdicts", [hashlib.sha256(files.encode()).hexdigest()], judged)
    rows = {row: (verdict, play) for row, (verdict, play) in found["rows"].items()}
    return ShownVerdicts(rows, tuple(found["broken"]))


def differing(first: Edition, second: Edition, alignment: Alignment) -> list[str]:
    """Name the rows whose rules differ."""
    judgement = Judgement(Patcher(first, second, alignment.rows, alignment.names), alignment)
    return [row.name for row in alignment.rows if not judgement.is_wording(judgement.names[row.name])]


class Searched(NamedTuple):
    """The result of a search."""

    text: str
    """The text of the file of cases."""
    found: tuple[str, ...]
    """The rows for which the search found a case."""
    left: tuple[str, ...]
    """The rows whose search was stopped by the limit of time; a case that the file has of them is kept."""


def searched(
    first: Edition,
    second: Edition,
    alignment: Alignment,
    seed: int = 0,
    rows: Iterable[str] | None = None,
    tell: Callable[[str], None] = lambda _row: None,
    clock: Clock = ENDLESS,
    keep: Callable[[str], None] = lambda _text: None,
) -> Searched:
    """Search for cases of every row, or of some; the file is unchanged for the others.

    Each row has an equal share of the time that is left.  The text of the file is passed on after every row, so that
    a search that is stopped keeps its results.
    """
    judgement = Judgement(Patcher(first, second, alignment.rows, alignment.names), alignment)
    order = [row.name for row in alignment.rows]
    wanted = order if rows is None else list(rows)
    kept, problems = load_cases(alignment.folder)
    if problems:
        raise RulesError(problems)
    cases: dict[str, Case | None] = {case.row: case for case in kept.cases}
    said = dict(kept.without)
    found_now, left = set[str](), set[str]()
    for name, found in judgement.searched(seed, wanted, tell, clock, kept.cases):
        if found.is_stopped:
            left.add(name)
            said[name] = said.get(name) or found.sentence
        else:
            left.discard(name)
            cases[name], said[name] = found.case, found.sentence
        if found.case is not None:
            found_now.add(name)
        keep(_text(alignment, order, cases, said))
    in_order = [tuple(name for name in wanted if name in names) for names in (found_now, left)]
    return Searched(_text(alignment, order, cases, said), *in_order)


def _text(alignment: Alignment, order: Iterable[str], cases: Mapping[str, Case | None], said: Mapping[str, str]) -> str:
    listed = [(name, cases.get(name), said.get(name, "")) for name in order]
    without = {name: words for name, case, words in listed if case is None and words}
    return written([case for _, case, _ in listed if case is not None], alignment.first, alignment.second, without)


def searched_how(size: int) -> str:
    """Return how a deal of this size was searched if not all smaller ones were tried."""
    more = [f"of {count} among the lowest {many}" for count, many in LOWEST if MOST_TRIED < count <= size]
    lowest = f", all {', '.join(more)}," if more else ""
    return (
        f"no smaller one was found: all deals of up to {MOST_TRIED} pieces were tried{lowest} and {MOST_DRAWN:,} "
        f"random ones, of which {STARTS} were reduced"
    )


def _forms(items: Iterable[Item]) -> list[str]:
    """Return what statements say, whatever their order."""
    return sorted(repr((item.displaced is not None, form_of(item.statement))) for item in items)


def _seated(seats: tuple[int, int]) -> str:
    return f"{seats[0]} to {seats[1]}" if seats[0] != seats[1] else str(seats[0])


def _laid(given: documents.Given) -> str:
    """Return the places of a deal with their pieces, in words."""
    said = []
    for key, pieces in given.items():
        groups = pieces if isinstance(pieces, list) else [pieces]
        said.append(f"{key} {' against '.join(group or 'none' for group in groups)}")
    return ", ".join(said)


def _sees(document: documents.Seen) -> str:
    return ", ".join(document["sees"]) or "none of it"


def _said(told: Mapping[str, object], keys: Iterable[str]) -> str:
    parts = []
    for key in keys:
        value = told.get(key)
        parts.append(f"“{key}: {_valued(key, value)}”")
    return " and ".join(parts)


def _valued(key: str, value: object) -> str:
    if value is None:
        return "none"
    return f"player {value + 1}" if key == "winner" and isinstance(value, int) else str(value)


def said_of(document: documents.StandDocument) -> str:
    """Return the parts of a game's state that differ from another's."""
    if "ends" in document:
        return document["ends"]
    said = [f"{document['asked']} is asked"] if "asked" in document else []
    if "possible" in document:
        said.append(f"these are possible: {', '.join(document['possible'])}")
    said += [f"{key} {value}" for key, value in document.get("told", {}).items()]
    return "; ".join(said) or "that is not the case"


def _moment(moment: documents.MomentDocument) -> str:
    if "ends" in moment:
        return moment["ends"]
    return f"player {moment['asked']} may choose {', '.join(moment['may'])}"
