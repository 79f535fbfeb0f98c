"""`circular compare`: compare two editions in their words, their rules and their play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import SEED, FilePath, complete_edition, json_option, load
from cc_dsl.compare import report
from cc_dsl.compare.alignment import Alignment, alignment_file, is_pair, load_alignment
from cc_dsl.compare.sampling import counted, sample_lines
from cc_dsl.compare.separating import DEALS, shown_deal, smallest_deal
from cc_dsl.diagnostics.problem import meant
from cc_dsl.study.effects import NOBODY, beside
from cc_dsl.table.intervals import percent

if TYPE_CHECKING:
    from cc_dsl.compare.cases import ShownCase
    from cc_dsl.pipeline import Edition
    from cc_dsl.study.documents import Beside

MOST_DEALS = 1_000_000_000
"""Larger numbers would take too long."""
GAMES = 1500
"""The number of games that are played of an edition and of an overlay."""
VERDICTS = {verdict.replace(" ", "-"): verdict for verdict in report.VERDICTS}
"""The verdicts on a row by the words that are typed."""
UNCHANGED = (report.SAME_WORDS, report.WORDING, report.NO_RULE)
"""The verdicts on the rows of an overlay that need not be shown."""


class Wants(NamedTuple):
    """The options of the command."""

    words: bool
    rules: bool
    play: bool
    numbers: bool
    readings: bool
    deals: int
    workers: int
    seed: int
    rows: tuple[str, ...]
    verdicts: tuple[str, ...]
    path: str | None
    as_json: bool

    @property
    def is_of_rows(self) -> bool:
        """Whether only some rows are wanted."""
        return bool(self.rows or self.verdicts)

    def chosen(self, comparison: report.Comparison) -> list[report.RowView]:
        """Return the rows that are wanted; all, if none is named."""
        verdicts = {VERDICTS[name] for name in self.verdicts} or report.VERDICTS.keys()
        names = _row_names(comparison.alignment, self.rows) if comparison.alignment is not None else None
        return [
            view for view in comparison.rows if view.verdict in verdicts and (names is None or view.row.name in names)
        ]


@click.command("compare")
@click.argument("first", metavar="FIRST", shell_complete=complete_edition)
@click.argument("second", metavar="SECOND", shell_complete=complete_edition)
@click.option("--words", "words", is_flag=True, help="The printed words, row by row, side by side.")
@click.option("--rules", "rules", is_flag=True, help="The differences of the rules.")
@click.option("--play", is_flag=True, help="The verdict on each row, with the cases that show it.")
@click.option("--numbers", is_flag=True, help="The share of random deals with different answers, with intervals.")
@click.option("--readings", is_flag=True, help="The effect of each other answer to an open place of either edition.")
@click.option(
    "--deals",
    type=click.IntRange(1, MOST_DEALS),
    default=100_000,
    show_default=True,
    help="Random deals for --numbers.",
)
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="The number of processes.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="The seed of the random deals.")
@click.option(
    "--row", "rows", multiple=True, metavar="ID", help="Only the row of this clause, such as II.7 or 1862.II.7."
)
@click.option(
    "--verdict", "verdicts", multiple=True, type=click.Choice([*VERDICTS]), help="Only the rows with this verdict."
)
@click.option("--alignment", "path", metavar="FILE", type=FilePath(), help="Align the clauses by this file.")
@json_option
def command(first: str, second: str, **options: object) -> int:
    """Compare two editions clause by clause, in their words and in their rules.

    FIRST and SECOND are names of editions, such as 1860 and 1862, or paths of rules files.
    An alignment, written by an editor, says which clauses correspond.
    An overlay and its edition need none: only the rows that differ are shown, with a small deal to which both give
    different answers, if one was found, and games of both side by side.
    """
    wants = Wants(**options)  # type: ignore[arg-type]
    pair = load(first), load(second)
    if pair[0].name == pair[1].name:
        raise click.UsageError(f"{first} and {second} are one edition; name two different ones.")
    if (wants.play or wants.numbers or wants.readings) and not (wants.words or wants.rules or wants.rows):
        return _compare_play(*pair, load_alignment(*pair, wants.path), wants)
    return _compare_words_and_rules(*pair, wants)


def _compare_words_and_rules(first: Edition, second: Edition, wants: Wants) -> int:
    """Show the words and the rules of two editions; return 1 if a stored case no longer holds."""
    is_overlaid = wants.path is None and is_pair(first, second)
    has_words = None not in (first.text, second.text, alignment_file(first.name, second.name))
    needs_rows = wants.words or not wants.rules or wants.is_of_rows or wants.path is not None
    is_aligned = needs_rows or is_overlaid or has_words
    alignment = load_alignment(first, second, wants.path) if is_aligned else None
    comparison = report.compare(first, second, alignment)
    chosen = wants.chosen(comparison)
    if is_overlaid and not (wants.is_of_rows or wants.words):
        chosen = [view for view in chosen if view.verdict not in UNCHANGED]
    overlay = None
    if is_overlaid and alignment is not None and not (wants.is_of_rows or wants.words or wants.rules):
        overlay = _played_overlay(first, second, comparison, alignment)
    if wants.as_json:
        terminal.say_json({**report.document(comparison, chosen), **(overlay.document if overlay is not None else {})})
    else:
        with_words, with_rules = wants.words or not wants.rules, wants.rules or not wants.words
        rows = chosen if with_words or wants.is_of_rows else ()
        parts = with_rules and wants.is_of_rows, with_rules and not wants.is_of_rows
        _say(report.lines(comparison, rows, *parts, terminal.width(), terminal.paint))
        _say(overlay.lines() if overlay is not None else ())
    for sentence in comparison.broken:
        terminal.complain(sentence)
    return 1 if comparison.broken else 0


def _row_names(alignment: Alignment, wanted: tuple[str, ...]) -> list[str] | None:
    """Return the names of the rows that are meant; None, which is all, if none is named."""
    found: list[str] = []
    for name in (one.lstrip("§") for one in wanted):
        rows = alignment.rows_of(name)
        if not rows:
            known = [clause for row in alignment.rows for clause in (*row.first, *row.second)]
            bare = name.removeprefix(f"{alignment.first}.").removeprefix(f"{alignment.second}.")
            whole = f"circular compare {alignment.first} {alignment.second} --words shows them all."
            raise click.UsageError(f"No row has a clause {name}. {meant(bare, known, whole)}")
        found += [row.name for row in rows]
    return list(dict.fromkeys(found)) or None


# --------------------------------------------------------------------------------------------------- play


def _compare_play(first: Edition, second: Edition, alignment: Alignment, wants: Wants) -> int:
    """Show verdicts with cases, counts and effects of readings; return 1 if a stored case no longer holds."""
    document: dict[str, object] = {"editions": [first.name, second.name]}
    broken: tuple[str, ...] = ()
    if wants.play:
        comparison = report.compare(first, second, alignment)
        broken, rows, names = comparison.broken, wants.chosen(comparison), (first.name, second.name)
        document["rows"] = [
            {"row": view.row.name, "verdict": view.said_verdict(names), "cases": [one.document for one in view.cases]}
            for view in rows
        ]
        document["broken"] = list(broken)
        _say(() if wants.as_json else _verdict_lines(comparison, rows))
    if wants.numbers and not alignment.questions:
        said = f"The alignment of {first.name} and {second.name} names no question that both can answer."
        if not (wants.play or wants.readings):
            raise click.UsageError(said)
        _say([] if wants.as_json else [said])
    if wants.numbers and alignment.questions:
        samples = []
        for question in alignment.questions:
            samples.append(counted(first.rules, second.rules, question, wants.deals, wants.seed, wants.workers))
            _say([] if wants.as_json else [*sample_lines(samples[-1]), ""])
        document["numbers"] = samples
    if wants.readings:
        document["readings"] = [_effects(edition, wants) for edition in (first, second)]
    if wants.as_json:
        terminal.say_json(document)
    return 1 if broken else 0


def _verdict_lines(comparison: report.Comparison, rows: list[report.RowView]) -> Iterator[str]:
    """Yield the verdict on each row, with the cases that show it, and how many rows have which."""
    yield from report.column_lines(comparison.names, terminal.width())
    for view in rows:
        yield terminal.paint(f"{view.row.name}  {view.said_verdict(comparison.names)}", "blue")
        for case in view.cases:
            yield from report.case_lines(case, comparison.names, terminal.width())
    yield from ("", report.verdict_counts(rows))
    if comparison.broken:
        yield from ("", "These stored cases no longer hold:")
        for fault in comparison.broken:
            yield from terminal.wrapped(fault, "  ")


def _effects(edition: Edition, wants: Wants) -> dict[str, object]:
    """Return what each other answer to an open place changes, from the stored results or measured now."""
    from cc_dsl.study.figures import effects_of
    from cc_dsl.study.report import effect_lines
    from cc_dsl.study.running import Processes

    found = effects_of(edition, Processes(wants.workers) if wants.workers > 1 else None)
    if not wants.as_json:
        _say([edition.display_name, *effect_lines(found, edition.titles, terminal.width()), ""])
    return {"edition": edition.name, **found}


# ------------------------------------------------------------------------------------------------ overlays


class PlayedOverlay(NamedTuple):
    """What play shows of an edition and an overlay."""

    names: tuple[str, str]
    titles: tuple[str, str]
    """Their names in sentences."""
    deal: ShownCase | None
    """The smallest separating deal that was found."""
    games: Beside | None
    """Games of both; none where they cannot be played by the same number."""

    @property
    def document(self) -> dict[str, object]:
        """The same as JSON values."""
        return {"deal": self.deal.document if self.deal is not None else None, "games": self.games}

    def lines(self) -> Iterator[str]:
        """Yield the same as text."""
        yield ""
        if self.deal is not None:
            yield from report.case_lines(self.deal, self.titles, terminal.width())
        else:
            yield from terminal.wrapped(f"No question has another answer on any of {DEALS:,} random deals.")
        if self.games is not None:
            yield ""
            yield from _lines_of_games(self.names, self.games)


def _played_overlay(
    first: Edition, second: Edition, comparison: report.Comparison, alignment: Alignment
) -> PlayedOverlay:
    """Look for a separating deal, and play games of both between players at random."""
    click.echo("searching for a deal to which both give different answers …", err=True)
    found = smallest_deal(first, second)
    deal = None if found is None else shown_deal(found, first, second, alignment, report.same_rows(comparison.rows))
    games = None
    seats = max(first.rules.seats[0], second.rules.seats[0])
    if seats <= min(first.rules.seats[1], second.rules.seats[1]):
        click.echo(f"playing {GAMES} games of each …", err=True)
        games = beside(first.rules, second.rules, seats, 0, GAMES)
    return PlayedOverlay((first.name, second.name), comparison.names, deal, games)


def _lines_of_games(names: tuple[str, str], found: Beside) -> Iterator[str]:
    """Yield how the games of both ended, side by side."""
    from cc_dsl.study.report import moves, points, verdict

    yield from terminal.wrapped(
        f"{found['games']:,} games of each between {found['players']} random players, with 95 % intervals:"
    )
    yield ""
    rows = [["", *names, "difference in points"]]
    for who, difference in found["wins"].items():
        shares = [share[who] for share in found["shares"]]
        if who != NOBODY or any(share["share"] for share in shares):
            rows.append([f"{who} wins", *map(percent, shares), points(difference)])
    yield from terminal.table(rows)
    yield ""
    yield f"difference in moves per game: {moves(found)}"
    yield from terminal.wrapped(f"games that must end differently: {verdict(found)}")


def _say(lines: Iterable[str]) -> None:
    terminal.show(lines)
