"""Cases on which two editions differ, stored in a readable file, and run again whenever they are used.

The file lies beside the alignment (`corpus/comparisons/…/cases.toml`); only a search writes it.  A case is a deal, with
the answers of both editions, or a game up to the moment at which the first edition and its patch with the change of the
row differ.  A case that no longer holds is an error: either the rules have changed, and the search must be repeated, or
they were changed by mistake.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from cc_dsl.compare.alignment import rows_in_words
from cc_dsl.compare.play.documents import Given, MomentDocument, Seen, StandDocument
from cc_dsl.compare.play.knowing import known_again
from cc_dsl.compare.play.plays import PlayMoment, PlayParting, replay
from cc_dsl.compare.play.watched import CourseParting as Telling
from cc_dsl.compare.play.watched import retold
from cc_dsl.diagnostics.problem import Problem, from_fault
from cc_dsl.errors import UserError
from cc_dsl.interpreter.judge import answer
from cc_dsl.source.data import bad_data, read_data, table_span, tables_of
from cc_dsl.source.files import Fault, SourceFault

if TYPE_CHECKING:
    from cc_dsl.compare.play.beside import Second
    from cc_dsl.compare.play.deals import GivenPieces
    from cc_dsl.compare.play.knowing import KnownParting
    from cc_dsl.compare.play.partings import DealParting
    from cc_dsl.compare.play.patches import Patcher
    from cc_dsl.rules import model

FILE = "cases.toml"

Answered = Mapping[str, object]
"""An answer by its keys."""


class ChangeGroup(NamedTuple):
    """The additions that the change of a row needs, without which the patch would be less complete than both
    editions."""

    along: tuple[str, ...] = ()
    """The other rows."""
    called: tuple[str, ...] = ()
    """The acts of the second edition's course of play beside a procedure of both editions."""
    course: tuple[str, ...] = ()
    """The procedures of the second edition's course of play that take the place of the first's."""


class DealCase(NamedTuple):
    """A deal to which two editions give different answers because of one row."""

    row: str
    """The name of the row, such as `III.5=II.3`."""
    question: str
    parts_in: tuple[str, ...]
    """The keys of the answers that differ."""
    matters: Given
    """The pieces without which the editions would not differ."""
    deal: Given
    first: Answered
    second: Answered
    changed: Answered
    """The answer of the first edition with the change of the row."""
    is_least: bool
    """Whether every smaller deal was tried."""
    along: tuple[str, ...]
    """The rows that must change together with this one."""
    seed: int
    called: tuple[str, ...] = ()
    course: tuple[str, ...] = ()
    share: tuple[int, ...] = ()
    """The number of random deals that show the same difference, and the number drawn."""

    @property
    def size(self) -> int:
        """The number of pieces that matter."""
        groups = [one for given in self.matters.values() for one in (given if isinstance(given, list) else [given])]
        return sum(len(group.split(",") if "," in group else group.split()) for group in groups)


class PlayCase(NamedTuple):
    """A game in which an edition differs from the same edition with the change of one row."""

    row: str
    players: int
    seed: int
    answers: tuple[int, ...]
    """The answers up to then, each by its place among those allowed, counted from 0."""
    first: MomentDocument
    changed: MomentDocument
    along: tuple[str, ...]
    called: tuple[str, ...] = ()
    course: tuple[str, ...] = ()
    is_beyond: bool = False
    """Whether the first edition was played with the additional changes, so that only the row makes the difference."""


class KnownCase(NamedTuple):
    """A game in which a player knows something under one edition, and does not with the change of one row."""

    row: str
    players: int
    seed: int
    answers: tuple[int, ...]
    """The answers up to then, each by its place among those allowed, counted from 0."""
    viewer: int
    """The player who sees it or not, counted from 1."""
    asked: int
    """The player who must decide then, counted from 1."""
    first: Seen
    """The pieces that the player sees in the first edition alone."""
    changed: Seen
    """The pieces that the player sees with the change alone."""
    along: tuple[str, ...]
    called: tuple[str, ...] = ()
    course: tuple[str, ...] = ()


class ToldCase(NamedTuple):
    """A course of events and choices on which an edition differs from the same edition with a change."""

    row: str
    players: int
    told: tuple[str, ...]
    """The events and choices, in order; a player who is not named does nothing."""
    first: StandDocument
    """The final result of the first edition in which the patch differs."""
    changed: StandDocument
    is_least: bool
    """Whether all shorter courses were tried first."""
    along: tuple[str, ...]
    second: StandDocument = {}  # noqa: RUF012 - never changed
    """The result of the second edition after the same events."""
    second_players: int = 0
    called: tuple[str, ...] = ()
    course: tuple[str, ...] = ()


Case = DealCase | PlayCase | KnownCase | ToldCase


class BrokenCase(NamedTuple):
    """A case that no longer holds, or a row that the alignment no longer has; the sentence says how."""

    row: str
    sentence: str


# ---------------------------------------------------------------------------------------------- making


def deal_case(row: str, parting: DealParting, layout: GivenPieces, group: ChangeGroup, seed: int) -> DealCase:
    """Return the case of a separating deal."""
    return DealCase(
        row,
        parting.question,
        parting.keys,
        layout.given(parting.matters),
        layout.given(parting.deal),
        without_none(parting.first),
        without_none(parting.second),
        without_none(parting.changed),
        parting.is_least,
        group.along,
        seed,
        group.called,
        group.course,
        parting.share,
    )


def play_case(row: str, parting: PlayParting, group: ChangeGroup, is_beyond: bool = False) -> PlayCase:
    """Return the case of a game."""
    first, changed = parting.first.document, parting.changed.document
    return PlayCase(row, parting.seats, parting.seed, parting.answers, first, changed, *group, is_beyond)


def known_case(row: str, parting: KnownParting, group: ChangeGroup) -> KnownCase:
    """Return the case of a game in which a player sees something else."""
    first, changed = (Seen(sees=list(seen)) for seen in (parting.first, parting.changed))
    viewer, asked = parting.viewer + 1, parting.asked + 1
    return KnownCase(row, parting.seats, parting.seed, parting.answers, viewer, asked, first, changed, *group)


def told_case(row: str, parting: Telling, players: int, group: ChangeGroup) -> ToldCase:
    """Return the case of a course; the second edition was played by this number of players."""
    first, changed, is_least, second = parting.first, parting.changed, parting.is_least, parting.second
    others = group.called, group.course
    seats, told = parting.seats, parting.told
    return ToldCase(row, seats, told, first, changed, is_least, group.along, second, players, *others)


def without_none(answers: Mapping[str, object]) -> Answered:
    """Leave out the keys without an answer: a TOML file cannot write None."""
    return {key: value for key, value in answers.items() if value is not None}


# --------------------------------------------------------------------------------------------- reading


class KeptCases(NamedTuple):
    """The cases of a comparison, and the two editions in the order in which they were compared."""

    first: str
    second: str
    cases: tuple[Case, ...]
    without: dict[str, str] = {}  # noqa: RUF012 - never changed
    """The rows for which the search found no case, each with its explanation."""


def load_cases(folder: str) -> tuple[KeptCases, list[Problem]]:
    """Read the cases of a comparison; none if no search has been made."""
    path = os.path.join(folder, FILE)
    if not os.path.isfile(path):
        return KeptCases("", "", ()), []
    try:
        source, data = read_data(path)
    except SourceFault as error:
        return KeptCases("", "", ()), [from_fault(error.fault)]
    faults: list[Fault] = []
    cases: list[Case] = []
    for number, (table, _) in enumerate(tables_of(source, data, "case", faults)):
        try:
            cases.append(_read(table))
        except (KeyError, TypeError, ValueError, AttributeError):
            sentence = f"Case {number + 1} differs from what the search writes."
            remedy = "Write the file again:   circular compare FIRST SECOND --search"
            faults.append(bad_data(source, sentence, table_span(source, "case", number), remedy))
    without: dict[str, str] = {}
    for number, (table, _) in enumerate(tables_of(source, data, "without", faults)):
        if isinstance(table.get("row"), str) and isinstance(table.get("sentence"), str):
            without[str(table["row"])] = str(table["sentence"])
        else:
            sentence = f"The sentence on row {number + 1} without a case differs from what the search writes."
            remedy = "Write the file again:   circular compare FIRST SECOND --search"
            faults.append(bad_data(source, sentence, table_span(source, "without", number), remedy))
    names = str(data.get("from", "")), str(data.get("to", ""))
    return KeptCases(*names, tuple(cases), without), [from_fault(fault) for fault in faults]


def _part(table: Mapping[str, Any], key: str) -> Any:
    """Return a table within a table; raise an error if it is none."""
    return {**table[key]}


def _read(table: Mapping[str, Any]) -> Case:
    group = ChangeGroup(*(tuple(str(one) for one in table.get(key, ())) for key in ChangeGroup._fields))
    along, others = group.along, (group.called, group.course)
    row, is_beyond = str(table["row"]), bool(table.get("beyond", False))
    if "told" in table:
        told = tuple(str(one) for one in table["told"])
        said = _part(table, "first"), _part(table, "changed")
        second, players = _part({"second": {}, **table}, "second"), int(table.get("second_players", 0))
        return ToldCase(row, int(table["players"]), told, *said, bool(table["least"]), along, second, players, *others)
    if "players" in table:
        answers = tuple(int(one) for one in table["answers"])
        players, seed = int(table["players"]), int(table["seed"])
        said = _part(table, "first"), _part(table, "changed")
        if "viewer" in table:
            viewers = int(table["viewer"]), int(table["asked"])
            return KnownCase(row, players, seed, answers, *viewers, *said, *group)
        return PlayCase(row, players, seed, answers, *said, *group, is_beyond)
    answers_of = _part(table, "first"), _part(table, "second"), _part(table, "changed")
    answered = _part(table, "matters"), _part(table, "deal"), *answers_of
    parts_in = tuple(str(one) for one in table["parts_in"])
    question, seed = str(table["question"]), int(table["seed"])
    is_least = bool(table["least"])
    share = tuple(int(one) for one in table.get("share", ()))
    return DealCase(row, question, parts_in, *answered, is_least, along, seed, *others, share)


# --------------------------------------------------------------------------------------------- writing

HEADING = """\
# Where {first} and {second} differ: for each row of the alignment the smallest deal, or else the earliest moment of a
# game, that was found.  `circular compare {first} {second} --search` writes this file; do not write into it.
#
# `changed` is what {first} says with only the change of the row; `along` names the rows that must change
# together with it, since otherwise the change would remove something that both texts have, or leave a rule without
# effect; `called` and `course` name the parts of the second edition's course of play that it needs.  `second` is what
# {second} says.  If `beyond` is true, `first` is what {first} says with those other changes alone, without that of the
# row itself.
# `matters` are the pieces that make the difference; the others are the lowest that do not affect it.  If `least` is
# true, every smaller deal was tried.  `share` gives the number of random deals with the same difference, and of all.
# `answers` count the answers allowed at each moment from 0.  `told` lists events and choices in order; a player who is
# not named strikes and does nothing.  `viewer` is the player who sees the named pieces.
# `without` gives the result of the search for the other rows.

version = 3
from = "{first}"
to = "{second}"
"""


def written(cases: Iterable[Case], first: str, second: str, without: Mapping[str, str] | None = None) -> str:
    """Return the text of the file of cases."""
    rows = [f"[[without]]\nrow = {_value(row)}\nsentence = {_value(said)}\n" for row, said in (without or {}).items()]
    return "\n".join([HEADING.format(first=first, second=second), *(_written(case) for case in cases), *rows])


def _written(case: Case) -> str:
    named: dict[str, object] = {key.removeprefix("is_"): value for key, value in case._asdict().items()}
    lines = [f"{key} = {_value(value)}" for key, value in named.items() if value or key not in OPTIONAL]
    return "\n".join(["[[case]]", *lines, ""])


OPTIONAL = (*ChangeGroup._fields, "share", "beyond")
"""Fields that are written only if they are not empty."""


def _value(value: object) -> str:
    """Write a value in TOML, on one line."""
    if isinstance(value, Mapping):
        inner = ", ".join(f"{json.dumps(key, ensure_ascii=False)} = {_value(one)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(one) for one in value)}]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return str(value).lower() if isinstance(value, bool) else str(value)


# --------------------------------------------------------------------------------------------- running


def run_case(case: Case, patcher: Patcher, row: int, beside: Second | None = None) -> BrokenCase | None:
    """Test a case again with both editions, and with the first edition under the change."""
    numbers = {one.name: number for number, one in enumerate(patcher.rows)}
    if any(name not in numbers for name in case.along):
        return BrokenCase(case.row, f"The alignment no longer has all rows that must change together with {case.row}.")
    patch = patcher.patch(row, [numbers[name] for name in case.along], case.called, case.course)
    if patch.rules is None:
        return BrokenCase(case.row, f"The change of {case.row} can no longer be made alone: {patch.reason}")
    first = patcher.first.rules
    if isinstance(case, PlayCase) and case.is_beyond:
        companions = patcher.companions(patch)
        if companions is None:
            return BrokenCase(case.row, f"The changes that {case.row} needs can no longer be told apart from it.")
        first = companions
    if isinstance(case, PlayCase):
        return _run_play(case, first, patch.rules)
    if isinstance(case, KnownCase):
        return _run_known(case, patcher.first.rules, patch.rules)
    if isinstance(case, ToldCase):
        return _run_told(case, first, patch.rules, beside)
    wanted = {"first": case.first, "second": case.second, "changed": case.changed}
    for which, rules in (("first", patcher.first.rules), ("second", patcher.second.rules), ("changed", patch.rules)):
        try:
            told = answer(rules, case.question, case.deal).value
        except UserError as fault:
            return BrokenCase(case.row, f"The stored deal for {case.row} can no longer be laid: {fault.sentence}")
        keys = {*case.first, *case.second, *case.changed, *case.parts_in}
        now = without_none({key: told.get(key) for key in sorted(keys)})
        if now != wanted[which]:
            who = f"{rules.name}, changed" if which == "changed" else rules.name
            return BrokenCase(case.row, _changed(case.row, who, wanted[which], now))
    if all(case.first.get(key) == case.second.get(key) for key in case.parts_in):
        return BrokenCase(case.row, f"The editions no longer differ on the stored deal for {case.row}.")
    if all(case.first.get(key) == case.changed.get(key) for key in case.parts_in):
        return BrokenCase(case.row, f"The change of {case.row} alone no longer makes a difference on the stored deal.")
    return None


def _run_play(case: PlayCase, first: model.Rules, changed: model.Rules) -> BrokenCase | None:
    nowhere = PlayMoment(None, (), "")
    parting = PlayParting(case.players, case.seed, case.answers, nowhere, nowhere)
    for rules, kept, said in ((first, case.first, first.name), (changed, case.changed, f"{first.name}, changed")):
        moment = replay(rules, parting)
        if moment is None:
            return BrokenCase(case.row, f"The stored game for {case.row} can no longer be played by {said}.")
        if moment.document != kept:
            return BrokenCase(case.row, _changed(case.row, said, kept, moment.document))
    if case.first == case.changed:
        return BrokenCase(case.row, f"The stored game for {case.row} no longer shows a difference.")
    return None


def _run_known(case: KnownCase, first: model.Rules, changed: model.Rules) -> BrokenCase | None:
    seen = [known_again(one, case.players, case.seed, case.answers, case.viewer - 1) for one in (first, changed)]
    if seen[0] is None or seen[1] is None:
        return BrokenCase(case.row, f"The stored game for {case.row} can no longer be played.")
    for kept, now, said in (
        (case.first, seen[0] - seen[1], first.name),
        (case.changed, seen[1] - seen[0], f"{first.name}, changed"),
    ):
        if {*kept["sees"]} != now:
            return BrokenCase(case.row, _changed(case.row, said, kept, {"sees": sorted(now)}))
    if seen[0] == seen[1]:
        return BrokenCase(case.row, f"In {case.row} the player no longer sees anything different.")
    return None


def _run_told(case: ToldCase, first: model.Rules, changed: model.Rules, beside: Second | None) -> BrokenCase | None:
    pair = retold(first, changed, case.players, case.told)
    if pair is None:
        return BrokenCase(case.row, f"The stored course for {case.row} no longer shows a difference or cannot happen.")
    here, there = pair.documents()
    said = [(case.first, here, first.name), (case.changed, there, f"{first.name}, changed")]
    if beside is not None and case.second_players:
        stand = beside.stand(pair, case.told, case.players)
        if stand is None or not stand.is_borne_out:
            return BrokenCase(
                case.row, f"{beside.rules.name} no longer confirms the stored course for {rows_in_words([case.row])}."
            )
        said.append((case.second, stand.document, beside.rules.name))
    for kept, now, who in said:
        if now != kept:
            return BrokenCase(case.row, _changed(case.row, who, kept, {**now}))
    return None


def _changed(row: str, who: str, kept: Mapping[str, object], now: Mapping[str, object]) -> str:
    return f"In the stored case for {row}, {who} gave {_value(kept)} and now gives {_value(now)}."


def run_cases(
    cases: Iterable[Case], patcher: Patcher, names: Mapping[str, int], beside: Second | None = None
) -> list[BrokenCase]:
    """Run every case; rows are found by their names."""
    broken = []
    for case in cases:
        if case.row not in names:
            found: BrokenCase | None = BrokenCase(case.row, f"The alignment no longer has a row {case.row}.")
        else:
            found = run_case(case, patcher, names[case.row], beside)
        broken += [found] if found is not None else []
    return broken
