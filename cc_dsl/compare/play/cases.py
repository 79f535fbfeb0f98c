"""The cases on which two editions part, kept in a file that people can read, and run again whenever it is used.

The file lies beside the alignment (`corpus/comparisons/…/cases.toml`); a search writes it, and nobody else.  A case is
a deal, with the answers of both editions, or a game up to the moment at which the first edition and the same with the
change of its row part.  A case that no longer holds is a fault: either the rules have changed, and the search must be
made again, or they were changed by mistake.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from cc_dsl.compare.play.partings import AGREES
from cc_dsl.compare.play.plays import Moment, PlayParting, replay
from cc_dsl.compare.play.watched import Parting as Telling
from cc_dsl.compare.play.watched import moments
from cc_dsl.diagnostics.problem import Problem, from_fault
from cc_dsl.interpreter.judge import JudgeFault, answer
from cc_dsl.source.data import bad_data, read_data, table_span, tables_of
from cc_dsl.source.files import SourceFault

if TYPE_CHECKING:
    from cc_dsl.compare.play.grafts import Grafter
    from cc_dsl.compare.play.laying import Layout
    from cc_dsl.compare.play.partings import Parting
    from cc_dsl.rules import model

FILE = "cases.toml"

Given = dict[str, Any]
"""Pieces by the keys of a question, as people write them; or an answer by its keys."""


class DealCase(NamedTuple):
    """A deal to which two editions give different answers because of one row."""

    row: str
    """The name of the row, such as `III.5=II.3`."""
    question: str
    parts_in: tuple[str, ...]
    """The keys of the answers that differ."""
    matters: Given
    """The pieces without which the editions would not part."""
    deal: Given
    first: Given
    second: Given
    changed: Given
    """What the first edition answers with the change of the row."""
    agrees: bool
    """Whether the change also brings the first edition to its answer as the second comes to it."""
    is_least: bool
    """Whether every smaller deal was tried."""
    along: tuple[str, ...]
    """The rows that came along with the change."""
    seed: int

    @property
    def size(self) -> int:
        """How many pieces matter."""
        groups = [one for given in self.matters.values() for one in (given if isinstance(given, list) else [given])]
        return sum(len(group.split(",") if "," in group else group.split()) for group in groups)


class PlayCase(NamedTuple):
    """A game in which one edition, and the same with the change of one row, part."""

    row: str
    players: int
    seed: int
    answers: tuple[int, ...]
    """The answers up to then, each by its place among those allowed, counted from 0."""
    first: Given
    changed: Given
    along: tuple[str, ...]


class ToldCase(NamedTuple):
    """A telling of what the world answered and players chose, on which an edition and the same with a change part."""

    row: str
    players: int
    told: tuple[str, ...]
    """What happened and what was chosen, in order; whoever is not named does nothing."""
    first: Given
    """What the first edition says in the end that the same with the change does not."""
    changed: Given
    is_least: bool
    """Whether it was found when courses were tried in the order of their length, as far as the bound goes."""
    along: tuple[str, ...]


Case = DealCase | PlayCase | ToldCase


class Broken(NamedTuple):
    """A case that no longer holds, or a row that the alignment no longer has; the sentence says how."""

    row: str
    sentence: str


# ---------------------------------------------------------------------------------------------- making


def deal_case(row: str, parting: Parting, layout: Layout, along: Iterable[str], seed: int) -> DealCase:
    """Make the case of a parting."""
    return DealCase(
        row,
        parting.question,
        parting.keys,
        layout.given(parting.matters),
        layout.given(parting.deal),
        without_none(parting.first),
        without_none(parting.second),
        without_none(parting.changed),
        parting.level == AGREES,
        parting.is_least,
        tuple(along),
        seed,
    )


def play_case(row: str, parting: PlayParting, along: Iterable[str]) -> PlayCase:
    """Make the case of a game."""
    first, changed = parting.first.document, parting.changed.document
    return PlayCase(row, parting.seats, parting.seed, parting.answers, first, changed, tuple(along))


def told_case(row: str, parting: Telling, along: Iterable[str]) -> ToldCase:
    """Make the case of a telling."""
    return ToldCase(row, *parting, tuple(along))


def without_none(answers: Mapping[str, Any]) -> Given:
    """Leave out what an answer does not tell: a data file has no word for nothing."""
    return {key: value for key, value in answers.items() if value is not None}


# --------------------------------------------------------------------------------------------- reading


class Kept(NamedTuple):
    """The cases of a comparison, and the two editions in the order in which they were compared."""

    first: str
    second: str
    cases: tuple[Case, ...]


def load_cases(folder: str) -> tuple[Kept, list[Problem]]:
    """Read the cases of a comparison; none where nobody has searched yet."""
    path = os.path.join(folder, FILE)
    if not os.path.isfile(path):
        return Kept("", "", ()), []
    try:
        source, data = read_data(path)
    except SourceFault as error:
        return Kept("", "", ()), [from_fault(error.fault)]
    faults: list[Any] = []
    cases: list[Case] = []
    for number, (table, _) in enumerate(tables_of(source, data, "case", faults)):
        try:
            cases.append(_read(table))
        except (KeyError, TypeError, ValueError, AttributeError):
            sentence = f"Case {number + 1} is not as the search writes it."
            remedy = "Write the file anew:   circular compare FIRST SECOND --search"
            faults.append(bad_data(source, sentence, table_span(source, "case", number), remedy))
    names = str(data.get("from", "")), str(data.get("to", ""))
    return Kept(*names, tuple(cases)), [from_fault(fault) for fault in faults]


def _read(table: Mapping[str, Any]) -> Case:
    along = tuple(str(one) for one in table.get("along", ()))
    if "told" in table:
        told = tuple(str(one) for one in table["told"])
        said = {**table["first"]}, {**table["changed"]}
        return ToldCase(str(table["row"]), int(table["players"]), told, *said, bool(table["least"]), along)
    if "players" in table:
        answers = tuple(int(one) for one in table["answers"])
        players, seed = int(table["players"]), int(table["seed"])
        return PlayCase(str(table["row"]), players, seed, answers, {**table["first"]}, {**table["changed"]}, along)
    matters, deal, first, second, changed = (
        {**table[key]} for key in ("matters", "deal", "first", "second", "changed")
    )
    parts_in = tuple(str(one) for one in table["parts_in"])
    row, question = str(table["row"]), str(table["question"])
    agrees, is_least = bool(table["agrees"]), bool(table["least"])
    seed = int(table["seed"])
    return DealCase(row, question, parts_in, matters, deal, first, second, changed, agrees, is_least, along, seed)


# --------------------------------------------------------------------------------------------- writing

HEADING = """\
# Where {first} and {second} part: for each row of the alignment the smallest deal, or else the earliest moment of a
# game, that was found.  `circular compare {first} {second} --search` writes this file; do not write into it.
#
# `changed` is what {first} says with only the change of the row; `along` names the rows that had to come along with
# it.  `matters` are the pieces that make the editions part; the others are the lowest that leave it so.  Where
# `least` is true every smaller deal was tried; where `agrees` is false the change leads to another answer than that
# of {second}, or to the same by other means.  `answers` count the answers allowed at each moment from 0.  `told` is
# what the world answered and what players chose, in order; whoever is not named strikes and does nothing.

version = 1
from = "{first}"
to = "{second}"
"""


def written(cases: Iterable[Case], first: str, second: str) -> str:
    """Give the text of the file of cases."""
    return "\n".join([HEADING.format(first=first, second=second), *(_written(case) for case in cases)])


def _written(case: Case) -> str:
    named: dict[str, Any] = {"least" if key == "is_least" else key: value for key, value in case._asdict().items()}
    lines = [f"{key} = {_value(value)}" for key, value in named.items() if value != () or key != "along"]
    return "\n".join(["[[case]]", *lines, ""])


def _value(value: Any) -> str:
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


def run_case(case: Case, grafter: Grafter, row: int) -> Broken | None:
    """Put a case to both editions, and to the first with the change, once more."""
    graft = grafter.graft(row)
    if graft.rules is None:
        return Broken(case.row, f"The change of {case.row} can no longer be made alone: {graft.reason}")
    if isinstance(case, PlayCase):
        return _run_play(case, grafter.first.rules, graft.rules)
    if isinstance(case, ToldCase):
        return _run_told(case, grafter.first.rules, graft.rules)
    wanted = {"first": case.first, "second": case.second, "changed": case.changed}
    for which, rules in (("first", grafter.first.rules), ("second", grafter.second.rules), ("changed", graft.rules)):
        try:
            told = answer(rules, case.question, case.deal).value
        except JudgeFault as fault:
            return Broken(case.row, f"The deal kept for {case.row} can no longer be laid: {fault.sentence}")
        keys = {*case.first, *case.second, *case.changed, *case.parts_in}
        now = without_none({key: told.get(key) for key in sorted(keys)})
        if now != wanted[which]:
            who = f"{rules.name}, changed" if which == "changed" else rules.name
            return Broken(case.row, _changed(case.row, who, wanted[which], now))
    if all(case.first.get(key) == case.second.get(key) for key in case.parts_in):
        return Broken(case.row, f"The editions no longer part on the deal kept for {case.row}.")
    if all(case.first.get(key) == case.changed.get(key) for key in case.parts_in):
        return Broken(case.row, f"The change of {case.row} alone no longer makes the editions part.")
    return None


def _run_play(case: PlayCase, first: model.Rules, changed: model.Rules) -> Broken | None:
    nowhere = Moment(None, (), "")
    parting = PlayParting(case.players, case.seed, case.answers, nowhere, nowhere)
    for rules, kept, said in ((first, case.first, first.name), (changed, case.changed, f"{first.name}, changed")):
        moment = replay(rules, parting)
        if moment is None:
            return Broken(case.row, f"The game kept for {case.row} can no longer be played by {said}.")
        if moment.document != kept:
            return Broken(case.row, _changed(case.row, said, kept, moment.document))
    if case.first == case.changed:
        return Broken(case.row, f"The game kept for {case.row} no longer parts.")
    return None


def _run_told(case: ToldCase, first: model.Rules, changed: model.Rules) -> Broken | None:
    found = moments(first, changed, case.players, case.told)
    if found is None:
        return Broken(case.row, f"The rules no longer part by what is told for {case.row}, or it can no longer happen.")
    for kept, now, said in ((case.first, found[0], first.name), (case.changed, found[1], f"{first.name}, changed")):
        if now != kept:
            return Broken(case.row, _changed(case.row, said, kept, {**now}))
    return None


def _changed(row: str, who: str, kept: Given, now: Given) -> str:
    return f"In the case kept for {row}, {who} said {_value(kept)} and says {_value(now)} now."


def run_cases(cases: Iterable[Case], grafter: Grafter, names: Mapping[str, int]) -> list[Broken]:
    """Run every case; rows are found by their names."""
    broken = []
    for case in cases:
        if case.row not in names:
            found: Broken | None = Broken(case.row, f"The alignment has no row {case.row} any more.")
        else:
            found = run_case(case, grafter, names[case.row])
        broken += [found] if found is not None else []
    return broken
