"""Stored figures for templates: the rows and drawings of studies, of exact counts, and of sampled deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from cc_dsl.drawing import charts
from cc_dsl.rules.kinds import PLAYER
from cc_dsl.study.documents import (
    AnsweredWays,
    Effect,
    ExactDocument,
    OtherAnswer,
    StudyDocument,
    ToldDocument,
    WaysDocument,
)
from cc_dsl.study.effects import WINNER as WHO_WINS
from cc_dsl.study.effects import changed_outcomes
from cc_dsl.study.exact import ANY
from cc_dsl.study.figures import counts_of
from cc_dsl.study.report import mean_in_words
from cc_dsl.table.intervals import ShareDocument, in_percent, percent, wilson
from cc_dsl.words.layout import capital

if TYPE_CHECKING:
    from cc_dsl.compare.samples import KeyShares
    from cc_dsl.edition.comparison import ComparisonPage
    from cc_dsl.edition.page import Page, ShownFigures

WINNER, MOVES = "winner", "moves"
"""The counts of every game besides the results at its end."""
NONE, ABSENT = "none", "–"
"""The value of an answer that names nobody, and the content of a cell without a figure."""
VISIBLE = 0.01
"""The least difference between two shares that makes a drawing worth showing."""
Rows = list[list[str]]


def columns_of(page: Page, names: Iterable[str]) -> list[ShownFigures]:
    """Return studies of an edition; a missing study is an error, since the build plays no games."""
    return [figures for name in names if (figures := page.figures(name)) is not None]


def share(document: ShareDocument | None) -> str:
    """Return a percentage with its interval."""
    return ABSENT if document is None else percent(document)


# ---------------------------------------------------------------------------------- studies side by side


def _results_of_key(columns: Sequence[ShownFigures], key: str) -> list[Sequence[ToldDocument]]:
    """Return the results of each study under a key, one for each owner."""
    parts: list[Sequence[ToldDocument]] = []
    for document in (column.found for column in columns):
        if key == MOVES:
            parts.append([document["moves"]])
        elif key == WINNER:
            shares_by_name = {f"player {player}": wins for player, wins in enumerate(document["wins"], 1)}
            shares_by_name["nobody"] = document["nobody"]
            shares: Any = [{**wins, "value": name} for name, wins in shares_by_name.items()]
            parts.append([{"shares": shares}])
        else:
            parts.append(document["told"].get(key, []))
    return parts


def plot_of(columns: Sequence[ShownFigures], key: str) -> charts.Plot | None:
    """Draw the distributions of a number without owners; return None for a result of another form."""
    parts = _results_of_key(columns, key)
    if not all(len(part) == 1 and "counts" in part[0] and "of" not in part[0] for part in parts):
        return None
    series = [
        charts.Series(column.title, {int(value): times for value, times in part["counts"].items()}, part["mean"])
        for column, (part,) in zip(columns, parts, strict=True)
    ]
    means = "; ".join(f"{row.label}: mean {row.mean:.1f}" for row in series)
    title = f"{capital(key)}: how often each number occurred; the broken line is the mean"
    return charts.draw_distributions(title, means, series)


def rows_of(columns: Sequence[ShownFigures], key: str, bins: int) -> Rows:
    """Return the rows of a key, with numbers grouped in ranges of the given width, one owner after the other."""
    parts = _results_of_key(columns, key)
    rows: Rows = []
    for place in range(max(map(len, parts))):
        part_of_owner = [part[place] if place < len(part) else None for part in parts]
        owner = next((entry["of"] for entry in part_of_owner if entry and "of" in entry), "")
        is_number = all("mean" in entry for entry in part_of_owner if entry)
        before = f"{owner}, " if owner else ""
        if is_number:
            rows += _number_rows(before, part_of_owner, bins)
        else:
            sides = [
                {entry["value"]: entry for entry in part.get("shares", ())} if part else {} for part in part_of_owner
            ]
            values = dict.fromkeys(value for side in sides for value in side)
            rows += [[f"{before}{value}", *(share(side.get(value)) for side in sides)] for value in values]
    return rows


def _number_rows(before: str, parts: Sequence[ToldDocument | None], bins: int) -> Rows:
    """Return the rows of a number: its share in each range, and its summary."""
    counts = [{int(value): times for value, times in part["counts"].items()} if part else {} for part in parts]
    values = [value for side in counts for value in side]
    rows: Rows = []
    for low in range(min(values) // bins * bins, max(values) + 1, bins) if bins else ():
        times = [sum(side.get(value, 0) for value in range(low, low + bins)) for side in counts]
        cells = [
            share(wilson(count, sum(side.values())).document) if side else ABSENT
            for count, side in zip(times, counts, strict=True)
        ]
        rows.append([f"{before}{low} to {low + bins - 1}" if bins > 1 else f"{before}{low}", *cells])
    means = [mean_in_words(part) if part else ABSENT for part in parts]
    halves = [f"{part['quantiles']['25']} and {part['quantiles']['75']}" if part else ABSENT for part in parts]
    ends = [f"{part['least']} and {part['most']}" if part else ABSENT for part in parts]
    sums = {"mean": means, "half of them between": halves, "least and most": ends}
    return [*rows, *([f"{before}{label}", *cells] for label, cells in sums.items())]


# ------------------------------------------------------------------------------- measures of large studies


def rows_of_choices(columns: Sequence[ShownFigures]) -> Rows:
    """Return the rows of the measures that are one number each, except measures that no study has."""
    choices = [column.found["measures"].get("choices") for column in columns]
    means = [choice["a_move"] if choice else None for choice in choices]
    lines = {
        "answers allowed at a move, on average": [
            f"{mean['value']:.2f} ({mean['low']:.2f} to {mean['high']:.2f})" if mean else ABSENT for mean in means
        ],
        "moves that leave a choice": [in_percent(**choice["real"]) if choice else ABSENT for choice in choices],
    }
    return [[label, *cells] for label, cells in lines.items() if any(cell != ABSENT for cell in cells)]


def is_uneven(document: StudyDocument) -> bool:
    """Return whether any player wins significantly more or fewer games than an equal share."""
    fair = document["measures"]["first_player"]["fair"]
    return any(not share["low"] <= fair <= share["high"] for share in document["wins"])


def changing_wins(column: ShownFigures) -> list[Effect]:
    """Return the effects of the other answers that change who wins, by tests corrected for multiple comparisons.

    All answers are compared with one sample of games under the default, so an error of this sample affects each
    comparison: single intervals that do not contain 0 prove little.
    """
    effects: list[Effect] = column.found["measures"]["readings"]["answers"]
    return [effect for effect in effects if any(outcome["name"] == WHO_WINS for outcome in changed_outcomes(effect))]


def _bar(page: Page, row: OtherAnswer, value: float, low: float, high: float) -> charts.Bar:
    """Return the bar of one answer to an open place: a value with its lower and upper bounds."""
    return charts.Bar(page.title(row["doubt"]), value, low, high, capital(page.phrase(row["doubt"], row["answer"])))


def answer_cells(page: Page, row: OtherAnswer) -> list[str]:
    """Return the title of an open place, and an answer to it in words, each with a link to its arguments."""
    name, answer = row["doubt"], row["answer"]
    phrase = capital(page.phrase(name, answer))
    return [Markup(page.refer_to_reading(name)), Markup(page.refer_to_reading(name, answer, phrase))]


# ------------------------------------------------------------------------------------------- exact counts


def changing_answers(document: ExactDocument) -> list[AnsweredWays]:
    """Return the answers that have an effect in some deals."""
    return [answer for answer in document["answers"] if answer["changed"][ANY]["count"]]


def bars_of_changes(page: Page, document: ExactDocument) -> list[charts.Bar]:
    """Return the bars of the shares of deals that other answers change."""
    counts = ((answer, answer["changed"][ANY]["count"]) for answer in changing_answers(document))
    return [_bar(page, answer, *[count / document["total"]] * 3) for answer, count in counts]


def deal_counts(document: WaysDocument, total: int) -> list[str]:
    """Return the number of some deals, their share of all deals, and the fraction."""
    return [f"{document['count']:,}", f"{100 * document['count'] / total:.4f} %", document["chance"]]


# ---------------------------------------------------------------------------- two editions on the same deals


class KeyFigures(NamedTuple):
    """The answers of two editions under one key, as a table and as a drawing."""

    rows: Rows
    bars: list[charts.Bar]
    """The bars; none if the two texts hardly differ."""
    is_exact: bool
    """Whether all deals of both editions are counted, so that their shares have no interval."""


def exact_shares(pair: ComparisonPage, question: str, key: str) -> list[dict[str, float]]:
    """Return the frequency of each value as the answer of each edition, if all deals of both are counted.

    A deal counts for the value of each player, and for none if no player has one.
    """
    if any(question not in counts_of(page.loaded) for page in pair.pages):
        return []
    sides: list[dict[str, float]] = []
    for column in (column for page in pair.pages for column in columns_of(page, [question])):
        times = Counter[str]()
        for count in column.found["parts"].get(key, ()):
            value = count["value"]
            names = {str(entry) for entry in (value if isinstance(value, list) else [value]) if entry is not None}
            times.update(dict.fromkeys(names or {NONE}, count["count"]))
        sides.append({value: count / column.found["total"] for value, count in times.items()})
    return sides if all(sides) else []


def shares_of_key(pair: ComparisonPage, question: str, key: str, counts: KeyShares) -> KeyFigures:
    """Return the frequency of each value as the answer of each edition: numbers in order, and none last."""
    exact = exact_shares(pair, question, key)
    sampled_shares = [
        {entry["value"]: entry for entry in side["values"]} for side in (counts["first"], counts["second"])
    ]
    sides = exact or [{value: entry["share"] for value, entry in side.items()} for side in sampled_shares]
    values = [*dict.fromkeys([*sides[0], *sides[1]])]
    numeric = [value for value in values if value != NONE]
    is_number = bool(numeric) and all(value.lstrip("-").isdecimal() for value in numeric)
    if is_number:
        values = [*sorted(numeric, key=int), *(value for value in values if value == NONE)]
    outputs = pair.pages[0].loaded.rules.questions[question].outputs
    is_player = any(output.key == key and output.kind == PLAYER for output in outputs)
    words = {value: "nobody" if value == NONE and is_player else value for value in values}

    def cells(value: str) -> list[str]:
        if not exact:
            return [share(side.get(value)) for side in sampled_shares]
        return [f"{100 * side[value]:.2f} %" if value in side else ABSENT for side in sides]

    rows = [[words[value], *cells(value)] for value in values]
    if is_number:
        means = [sum(int(value) * times for value, times in side.items() if value != NONE) for side in sides]
        rows.append(["mean", *(f"{mean:.3f}" for mean in means)])
    bars = [
        charts.Bar(f"{words[value]}, {work.year or work.work}", part, part, part)
        for value in values
        for work, part in zip(pair.works, [side.get(value, 0.0) for side in sides], strict=True)
    ]
    is_visible = any(abs(sides[0].get(value, 0.0) - sides[1].get(value, 0.0)) >= VISIBLE for value in values)
    return KeyFigures(rows, bars if is_visible else [], bool(exact))
