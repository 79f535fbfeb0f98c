"""Set stored figures: who wins, how long games are, exact counts, what each other reading changes; with intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from cc_dsl.drawing import charts
from cc_dsl.edition.markup import upper_first
from cc_dsl.edition_model.cases import none_in_words
from cc_dsl.rules.kinds import spelt
from cc_dsl.study import report
from cc_dsl.table.intervals import in_percent, percent, wilson

if TYPE_CHECKING:
    from cc_dsl.compare.sampling import KeyShares
    from cc_dsl.edition.comparison import ComparisonPage
    from cc_dsl.edition.page import Page
    from cc_dsl.study.documents import (
        ExactDocument,
        Measures,
        OtherAnswer,
        StudyDocument,
        Summary,
        ToldDocument,
        WaysDocument,
    )
    from cc_dsl.table.intervals import Interval, ShareDocument

WINNER, MOVES = "winner", "moves"
"""The counts of every game besides the results at its end."""
FIRST = "player 1"
"""The player whose wins are drawn: with two players, those of the other change by as much the other way."""
NONE, ABSENT = "none", "–"
"""The value of an answer that names nobody, and what a cell without a figure has."""
Rows = list[list[str]]
INTERVALS = (
    "The 95 % interval stands in brackets: Wilson’s for shares, and that of the normal distribution for means. "
    "Each game can be watched by its seed, with the same players and answers."
)


class StudyColumn(NamedTuple):
    """The results of a study, and the page that shows them."""

    page: Page
    title: str
    command: str
    counted: str
    is_current: bool
    found: StudyDocument

    @property
    def measures(self) -> Measures:
        """The measures taken."""
        return self.found["measures"]


def columns_of(page: Page, names: Iterable[str]) -> list[StudyColumn]:
    """Return studies of an edition; nothing is played while pages are made, and a study that is missing is a fault."""
    found = [page.figures(name) for name in names]
    return [StudyColumn(page, *one) for one in found if one is not None]


def table(page: Page, headings: Sequence[str], rows: Sequence[Sequence[str]], classes: str = "counted") -> Markup:
    """Return a table."""
    return page.render("parts.html", "table", headings, rows, classes)


def paragraph(classes: str, *words: str) -> Markup:
    """Return a paragraph."""
    return Markup('<p class="{}">{}</p>').format(classes, Markup("").join(words))


def counting(columns: Sequence[StudyColumn], heading: str = "Command") -> Markup:
    """Return how studies were made, and by which commands they can be repeated."""
    rows = []
    for one in columns:
        seeds = f"{one.found['seed']} to {one.found['seed'] + one.found['games'] - 1}"
        command = Markup("<literal>{}</literal>").format(one.command)
        rows.append([one.title, f"{one.found['games']:,}", seeds, one.counted, command])
    stale = [one.title for one in columns if not one.is_current]
    warning = f"Summary under other rules, and to be counted again: {', '.join(stale)}."
    made = table(columns[0].page, ["Study", "Games", "Seeds", "Summary", heading], rows) if rows else Markup("")
    return made + (paragraph("stale", warning) if stale else "")


def share(found: ShareDocument | None) -> str:
    """Return a share in hundredths with its interval."""
    return ABSENT if found is None else percent(found)


# ---------------------------------------------------------------------------------- studies side by side


def studies(columns: Sequence[StudyColumn], keys: Sequence[str], bins: int) -> Markup:
    """Set some studies side by side, a table for each key, with numbers grouped in ranges of the given width."""
    made = Markup("")
    for key in keys if columns else ():
        parts = [_results(column.found, key) for column in columns]
        made += _wins_drawn(columns) if key == WINNER else _histogram(columns, key, parts)
        rows: Rows = []
        for place in range(max(map(len, parts))):
            listed = [part[place] if place < len(part) else None for part in parts]
            owner = next((one["of"] for one in listed if one and "of" in one), "")
            is_number = all("mean" in one for one in listed if one)
            before = f"{owner}, " if owner else ""
            rows += _number_rows(before, listed, bins) if is_number else _share_rows(before, listed)
        made += table(columns[0].page, [key, *(column.title for column in columns)], rows)
    return Markup('<div class="wide">{}</div>').format(made) if columns else made


def _results(found: Summary, key: str) -> Sequence[ToldDocument]:
    """Return the results under a key; if there are several owners, one after the other."""
    if key == MOVES:
        return [{**found["moves"]}]  # type: ignore[typeddict-item]
    if key == WINNER:
        named = [
            *((f"player {player}", one) for player, one in enumerate(found["wins"], 1)),
            ("nobody", found["nobody"]),
        ]
        return [{"shares": [{"value": name, **one} for name, one in named]}]
    return found["told"].get(key, [])


def _wins_drawn(columns: Sequence[StudyColumn]) -> Markup:
    """Draw how often the player who is named first won each of the studies, where there are several to compare."""
    shown = [(column.title, column.found["wins"]) for column in columns]
    if len(shown) < 2 or any(len(wins) != 2 for _, wins in shown):
        return Markup("")
    bars = [charts.Bar(title, wins[0]["share"], wins[0]["low"], wins[0]["high"]) for title, wins in shown]
    title = "Games won by the player who is named first"
    said = f"{title}, with the 95 % Wilson interval; the dotted line is at one half."
    return columns[0].page.plotted(charts.bars(title, said, bars, fair=0.5, left=250))


def _histogram(columns: Sequence[StudyColumn], key: str, parts: Sequence[Sequence[ToldDocument]]) -> Markup:
    """Draw the distributions of a number that is nobody's in particular; the table beside it holds the same."""
    if not all(len(part) == 1 and "counts" in part[0] and "of" not in part[0] for part in parts):
        return Markup("")
    series = [
        charts.Series(column.title, {int(value): times for value, times in part["counts"].items()}, part["mean"])
        for column, (part,) in zip(columns, parts, strict=True)
    ]
    page = columns[0].page
    name = f"bars-{page.directive.lineno}-{key}"
    drawn = charts.distributions(series, name, f"{key}: how often each number occurred; the line is the mean")
    return Markup('<div class="bars">{}</div>').format(page.raw(drawn))


def _number_rows(before: str, parts: Sequence[ToldDocument | None], bins: int) -> Rows:
    """Return the rows of a number: its share in each range, and what sums it up."""
    rows: Rows = [[], [], []]
    for row, label in zip(rows, ("mean", "half of them between", "least and most"), strict=True):
        row.append(f"{before}{label}")
    for part in parts:
        mean = f"{part['mean']:.2f} ({part['low']:.2f} to {part['high']:.2f})" if part else ABSENT
        between = f"{part['quantiles']['25']} and {part['quantiles']['75']}" if part else ABSENT
        ends = f"{part['least']} and {part['most']}" if part else ABSENT
        for row, cell in zip(rows, (mean, between, ends), strict=True):
            row.append(cell)
    counts = [{int(value): times for value, times in part["counts"].items()} if part else {} for part in parts]
    values = [value for one in counts for value in one]
    ranges: Rows = []
    for low in range(min(values) // bins * bins, max(values) + 1, bins) if bins else ():
        label = f"{before}{low} to {low + bins - 1}" if bins > 1 else f"{before}{low}"
        times = [sum(one.get(value, 0) for value in range(low, low + bins)) for one in counts]
        cells = [
            share(wilson(count, sum(one.values())).document) if one else ABSENT
            for count, one in zip(times, counts, strict=True)
        ]
        ranges.append([label, *cells])
    return [*ranges, *rows]


def _share_rows(before: str, parts: Sequence[ToldDocument | None]) -> Rows:
    sides = [{one["value"]: one for one in part.get("shares", ())} if part else {} for part in parts]
    values = dict.fromkeys(value for side in sides for value in side)
    return [[f"{before}{value}", *(share(side.get(value)) for side in sides)] for value in values]


# ------------------------------------------------------------------------------- measures of large studies


def measured(columns: Sequence[StudyColumn], names: Iterable[str]) -> Markup:
    """Set each of the named measures of studies."""
    return Markup('<div class="wide">{}</div>').format(Markup("").join(MEASURES[name](columns) for name in names))


def _drawn(columns: Sequence[StudyColumn], what: str, plot_of: Callable[[StudyDocument], charts.Plot]) -> Markup:
    """Set one drawing for each column, its numbers, which can be unfolded, and its description in words."""
    made = Markup("")
    for column in columns:
        plot = plot_of(column.found)._replace(title=f"{column.title}: {what}")
        numbers = table(column.page, plot.headings, plot.rows)
        unfolded = Markup("<details><summary>{}: the numbers</summary>{}</details>").format(plot.title, numbers)
        made += column.page.plotted(plot) + unfolded + paragraph("counted", f"{column.title}. {plot.description}")
    return made


def _closely(columns: Sequence[StudyColumn]) -> Markup:
    """Set the measures that are one number each."""
    choices = [column.measures.get("choices") for column in columns]
    lines: list[tuple[str, list[str]]] = [
        ("answers allowed at a move, on average", [_mean(one["a_move"]) if one else ABSENT for one in choices]),
        ("moves that leave a choice", [in_percent(**one["real"]) if one else ABSENT for one in choices]),
    ]
    rows = [[label, *cells] for label, cells in lines if any(cell != ABSENT for cell in cells)]
    return table(columns[0].page, ["Of games at random", *(column.title for column in columns)], rows)


def _mean(found: Interval) -> str:
    return f"{found['value']:.2f} ({found['low']:.2f} to {found['high']:.2f})"


def _opening(columns: Sequence[StudyColumn]) -> Markup:
    """Set how often the player who is asked first wins."""
    rows = [
        [one.title, share(one.measures["opening"]["wins"]), f"{100 * one.measures['first_player']['fair']:.2f} %"]
        for one in columns
    ]
    return table(columns[0].page, ["At random", "Whoever is asked first wins", "Fair would be"], rows)


def _clauses(columns: Sequence[StudyColumn]) -> Markup:
    """Set how often each clause was applied, of one edition after another."""
    made = Markup("")
    for column in columns:
        counted, page = column.measures["clauses"], column.page
        rows = [
            [page.cite(clause, clause), share(one), f"{one['decisions']:,}", f"{one['moved']:,}"]
            for clause, one in counted["clauses"].items()
        ]
        of = f"Clause of {column.title}"
        made += table(page, [of, "Games in which it is applied", "Decisions", "Moves of cards or pieces"], rows)
        if counted["never"]:
            said = f"Never applied in {counted['games']:,} games at random: "
            never = Markup(", ").join(page.cite(clause, clause) for clause in counted["never"])
            made += paragraph("counted", said, never, ".")
    return made


def _bar(page: Page, row: OtherAnswer, value: float, low: float, high: float) -> charts.Bar:
    """Return the bar of one answer to an open place: a value between the least and the greatest."""
    return charts.Bar(page.title(row["doubt"]), value, low, high, upper_first(page.phrase(row["doubt"], row["answer"])))


def _answer_cells(page: Page, row: OtherAnswer) -> list[str]:
    """Return the title of an open place, and an answer to it in words, each with a link to where it is argued."""
    name, answer = row["doubt"], row["answer"]
    phrase = upper_first(page.phrase(name, answer))
    return [Markup(page.refer_to_reading(name)), Markup(page.refer_to_reading(name, answer, phrase))]


def _games(columns: Sequence[StudyColumn]) -> Markup:
    """Set how far games under each other answer differ from games under the default, those first that surely do."""
    from cc_dsl.study.effects import found_in
    from cc_dsl.study.report import moves, verdict, wins

    headings = ["Open place", "Answer", "Wins, in percentage points", "Moves", "Games with a different result"]
    made = Markup("")
    for column in columns:
        effects, page = column.measures["readings"], column.page
        bars = [
            _bar(page, one, one["wins"][FIRST]["value"], one["wins"][FIRST]["low"], one["wins"][FIRST]["high"])
            for one in effects["answers"]
            if FIRST in one["wins"]
        ]
        if bars:
            surely = sum(not bar.low <= 0 <= bar.high for bar in bars)
            said = (
                f"Each line is one other answer, with its 95 % interval. Of {len(bars)}, {surely} do not contain 0; of "
                "as many answers without any effect, one in twenty would not contain 0 by chance."
            )
            title = f"{column.title}: how other answers change the wins of the first player"
            made += page.plotted(charts.changes(title, said, bars, "percentage points")) + paragraph("counted", said)
        rows: Rows = []
        for one in effects["answers"]:
            won = Markup("").join(Markup("<div>{} {}</div>").format(*pair) for pair in wins(one))
            result = Markup("<strong>{}</strong>").format(verdict(one)) if found_in(one) else verdict(one)
            rows.append([*_answer_cells(page, one), won, moves(one), result])
        made += table(page, headings, rows, "influence")
        games = (
            f"{effects['games']:,} games under the default, and as many under each answer; {effects['tests']} tests."
        )
        made += paragraph("counted", games)
    return made


MEASURES: dict[str, Callable[[Sequence[StudyColumn]], Markup]] = {
    "wins": lambda columns: _drawn(columns, "games won", report.wins_drawn),
    "moves": lambda columns: _drawn(columns, "moves in a game", report.lengths),
    "closely": _closely,
    "clauses": _clauses,
    "opening": _opening,
    "games": _games,
    "counting": counting,
}
"""The measures of studies that pages can show."""


# ------------------------------------------------------------------------------------------- exact counts


def exact(page: Page, question: str) -> Markup:
    """Set exact counts over all ways to lay the pieces of a question: its answers, or what each reading changes."""
    kept = page.figures(question)
    if kept is None:
        return Markup("")
    asked, found = page.loaded.rules.questions[question], kept.found
    made = paragraph("lead", asked.words)
    told = {one.key: one for one in asked.told}
    for key, counts in found["parts"].items():
        if not told[key].is_owned:
            rows = [[NONE if one["value"] is None else str(one["value"]), *_ways(one, found)] for one in counts]
            made += table(page, [upper_first(spelt(key)), "Deals", "Share", "Fraction"], rows)
    made += _changes(page, [*told], found)
    made += paragraph(
        "command", f"Summary {kept.counted}. To count again: ", Markup("<literal>{}</literal>").format(kept.command)
    )
    return made + ("" if kept.is_current else paragraph("stale", "They were counted under other rules."))


def _changes(page: Page, keys: Sequence[str], found: ExactDocument) -> Markup:
    """Set in how many deals each other answer changes anything, and what; those that change nothing are counted."""
    from cc_dsl.study.exact import ANY

    changing = [one for one in found["answers"] if one["changed"][ANY]["count"]]
    rows = [
        [*_answer_cells(page, one), *_ways(one["changed"][ANY], found)]
        + [f"{one['changed'][key]['count']:,}" if key in one["changed"] else ABSENT for key in keys]
        for one in changing
    ]
    rest = len(found["answers"]) - len(changing)
    said = f"Of {found['total']:,} deals. The other {rest} answers to open places change none of them."
    bars = [_bar(page, one, *[one["changed"][ANY]["count"] / found["total"]] * 3) for one in changing]
    title = f"{page.display_name}: deals that another answer changes"
    drawn = page.plotted(charts.bars(title, said, bars, left=charts.WIDE)) if bars else ""
    headings = ["Open place", "Answer", "Deals that change", "Share", "Fraction", *map(spelt, keys)]
    listed = Markup('<div class="wide">{}</div>').format(table(page, headings, rows, "influence"))
    return drawn + listed + paragraph("counted", said)


def _ways(one: WaysDocument, found: ExactDocument) -> list[str]:
    return [f"{one['count']:,}", f"{100 * one['count'] / found['total']:.4f} %", one["chance"]]


# ---------------------------------------------------------------------------- two editions on the same deals


def numbers(pair: ComparisonPage, question: str, keys: Sequence[str]) -> Markup:
    """Set how both editions answer a question on the same deals, under some of its keys, or all."""
    counted = pair.numbers(question)
    return Markup("").join(_key(pair, question, key, counted["keys"][key]) for key in keys or counted["keys"])


def _key(pair: ComparisonPage, question: str, key: str, counted: KeyShares) -> Markup:
    page, (first, second) = pair.pages[0], pair.names
    sides = [{one["value"]: one for one in side["values"]} for side in (counted["first"], counted["second"])]
    values = _in_order(dict.fromkeys([*sides[0], *sides[1]]))
    words = {value: none_in_words(page.loaded.rules, question, key) if value == NONE else value for value in values}
    rows = [[words[value], *(share(side.get(value)) for side in sides)] for value in values]
    means = [side["mean"] for side in (counted["first"], counted["second"]) if "mean" in side]
    if len(means) == 2 and any(value != NONE for value in values):
        rows.append(["mean", *(f"{mean:.3f}" for mean in means)])
    differs = Markup('<span class="label">On the same deal “{}” differs: </span>').format(key)
    said = (
        f"{share(counted['differs'])}; both name something, and not the same: {share(counted['to_another'])}"
        f"; only {first} names anything: {share(counted['only_first'])}"
        f"; only {second}: {share(counted['only_second'])}."
    )
    works = [pair.domain.shelf.work(one.name) for one in pair.pages]
    bars = [
        charts.Bar(f"{words[value]}, {work.year or work.work}", *_interval(side.get(value)))
        for value in values
        for work, side in zip(works, sides, strict=True)
    ]
    title = f"“{key}” in {works[0].full_title}, and in {works[1].full_title}"
    about = "Shares of the same random deals, with their 95 % intervals. The table has the same figures."
    drawn = page.plotted(charts.bars(title, about, bars))
    return paragraph("counted", differs, said) + drawn + table(page, [key, first, second], rows)


def _in_order(values: Iterable[str]) -> list[str]:
    """Return values as they come; if they are numbers, the least first and what is none last."""
    listed = [*values]
    numeric = [value for value in listed if value != NONE]
    if not numeric or not all(value.lstrip("-").isdecimal() for value in numeric):
        return listed
    return [*sorted(numeric, key=int), *(value for value in listed if value == NONE)]


def _interval(found: ShareDocument | None) -> tuple[float, float, float]:
    return (found["share"], found["low"], found["high"]) if found is not None else (0.0, 0.0, 0.0)


def counting_of_deals(pair: ComparisonPage, question: str) -> Markup:
    """Return how the numbers were counted, and by which command they can be counted again."""
    counted = pair.numbers(question)
    first, second = (page.name for page in pair.pages)
    sentence = (
        f"Summary over {counted['deals']:,} random deals from the seed {counted['seed']}, the same for both, each "
        "side under its default readings. The 95 % Wilson interval stands in brackets."
    )
    command = Markup("<literal>circular compare {} {} --numbers</literal>").format(first, second)
    return paragraph("", sentence) + paragraph("command", "To count them again: ", command)
