"""`circular compare`: compare two editions in their words, their rules and their play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import click

from cc_dsl.cli import context, terminal
from cc_dsl.compare import report
from cc_dsl.compare.alignment import Alignment, find_alignment, is_pair, load_alignment
from cc_dsl.compare.cases import DEALS, ShownCase, separating_deal
from cc_dsl.compare.samples import SampleDocument, sample_document, sample_lines
from cc_dsl.compiler.games import why_not_compiled
from cc_dsl.core.faults import RulesFault
from cc_dsl.diagnostics.problem import did_you_mean
from cc_dsl.pipeline import Edition
from cc_dsl.study.documents import ComparedEndings
from cc_dsl.study.effects import NOBODY, compare_endings
from cc_dsl.study.report import change_in_moves, difference_in_points, verdict
from cc_dsl.table.intervals import percent

GAMES = 1500
"""The number of games that are played of an edition and of an overlay."""
VERDICTS = {verdict.replace(" ", "-"): verdict for verdict in report.VERDICTS}
"""The verdicts on a row by the words that are typed."""
UNCHANGED = (report.SAME_WORDS, report.WORDING, report.NO_RULE)
"""The verdicts on the rows of an overlay that need not be shown."""


@click.command()
@click.argument("first", metavar="FIRST", shell_complete=context.complete_edition)
@click.argument("second", metavar="SECOND", shell_complete=context.complete_edition)
@click.option("--words", is_flag=True, help="The printed words, row by row, side by side.")
@click.option("--rules", is_flag=True, help="The differences between the rules.")
@click.option("--play", is_flag=True, help="The verdict on each row, with the cases that show it.")
@click.option("--numbers", is_flag=True, help="The share of random deals with different answers, with intervals.")
@click.option(
    "--deals",
    type=click.IntRange(1, 10**9),
    default=100_000,
    show_default=True,
    help="The number of random deals for --numbers.",
)
@context.workers_option
@click.option("--seed", type=context.SEED, default=0, show_default=True, help="The seed of the random deals.")
@click.option(
    "--row", "rows", multiple=True, metavar="ID", help="Only the row of this clause, such as II.7 or 1862.II.7."
)
@click.option(
    "--verdict", "verdicts", multiple=True, type=click.Choice([*VERDICTS]), help="Only the rows with this verdict."
)
@click.option(
    "--alignment",
    "path",
    metavar="FILE",
    type=context.FilePath(),
    help="Read the alignment of the clauses from this file.",
)
@context.json_option
def compare(
    first: str,
    second: str,
    words: bool,
    rules: bool,
    play: bool,
    numbers: bool,
    deals: int,
    workers: int,
    seed: int,
    rows: tuple[str, ...],
    verdicts: tuple[str, ...],
    path: str | None,
) -> int:
    """Compare two editions clause by clause, in their words and in their rules.

    FIRST and SECOND are names of editions, such as 1860 and 1862, or paths of rules files. An alignment, written by an
    editor, says which clauses correspond. An overlay and its edition need no alignment: the command shows only the rows
    that differ, with a deal that the two judge differently, if it finds one, and games of both side by side.
    """
    pair = context.load(first), context.load(second)
    if pair[0].name == pair[1].name:
        raise click.UsageError(f"{first} and {second} are the same edition; name two different ones.")

    is_of_rows, is_overlaid = bool(rows or verdicts), path is None and is_pair(*pair)
    needs_rows = words or play or numbers or is_of_rows or not rules or path is not None
    alignment = load_alignment(*pair, path) if needs_rows else find_alignment(*pair)
    questions = alignment.questions if numbers and alignment is not None else ()
    if numbers and not questions:
        raise click.UsageError(f"The alignment of {first} and {second} names no question that both can answer.")
    document: dict[str, object] = {"editions": [edition.name for edition in pair]}
    lines: Iterable[str] = ()
    broken_cases: Sequence[str] = ()
    if not numbers or play or words or rules or is_of_rows:
        comparison = report.compare(*pair, alignment)
        broken_cases = comparison.broken_cases
        wanted_verdicts = {VERDICTS[name] for name in verdicts} or {*report.VERDICTS}
        if is_overlaid and not (is_of_rows or words):
            wanted_verdicts -= {*UNCHANGED}
        names = _row_names(alignment, rows) if alignment is not None and rows else None
        views = [view for view in comparison.rows if view.verdict in wanted_verdicts]
        shown_rows = [view for view in views if names is None or view.row.name in names]
        printed_rows, with_rules = shown_rows if words or not rules or is_of_rows else (), rules or not words
        document = report.document(comparison, shown_rows) | {"broken": [*broken_cases]}
        options = with_rules and is_of_rows, with_rules and not is_of_rows, terminal.width(), terminal.paint
        lines = report.lines(comparison, printed_rows, *options)
        if play:
            lines = _verdict_lines(comparison, shown_rows)
        elif is_overlaid and not (is_of_rows or words or rules):
            deal, games = _play_overlay(*pair, comparison)
            if isinstance(games, str):
                broken_cases, games = [*broken_cases, games], None
            document |= {"deal": deal.document if deal is not None else None, "games": games, "broken": [*broken_cases]}
            lines = chain(lines, _lines_of_overlay(comparison, deal, games))

    def samples() -> Iterator[SampleDocument]:
        return (sample_document(pair[0].rules, pair[1].rules, name, deals, seed, workers) for name in questions)

    context.print_result(
        lambda: document | ({"numbers": [*samples()]} if numbers else {}),
        chain(lines, (line for sample in samples() for line in (*sample_lines(sample), ""))),
    )
    for sentence in broken_cases:
        terminal.complain(sentence)
    return 1 if broken_cases else 0


def _row_names(alignment: Alignment, clauses: tuple[str, ...]) -> set[str]:
    """Return the names of the rows of these clauses; raise a UsageError for a clause that no row has."""
    names: set[str] = set()
    for name in (clause.lstrip("§") for clause in clauses):
        rows = alignment.rows_of(name)
        if not rows:
            known_clauses = [clause for row in alignment.rows for clause in (*row.first, *row.second)]
            bare = name.removeprefix(f"{alignment.first}.").removeprefix(f"{alignment.second}.")
            whole = f"circular compare {alignment.first} {alignment.second} --words shows them all."
            raise click.UsageError(f"No row contains clause {name}. {did_you_mean(bare, known_clauses, whole)}")
        names |= {row.name for row in rows}
    return names


# --------------------------------------------------------------------------------------------------- play


def _verdict_lines(comparison: report.Comparison, rows: list[report.RowView]) -> Iterator[str]:
    """Yield the verdict on each row, with the cases that show it, and the number of rows with each verdict."""
    yield from report.column_lines(comparison.names, terminal.width())
    for view in rows:
        yield terminal.paint(f"{view.row.name}  {view.verdict_in_words(comparison.names)}", "blue")
        for case in view.cases:
            yield from report.case_lines(case, comparison, terminal.width())
    yield from ("", report.verdict_counts(rows))


# ------------------------------------------------------------------------------------------------ overlays


def _play_overlay(
    first: Edition, second: Edition, comparison: report.Comparison
) -> tuple[ShownCase | None, ComparedEndings | str | None]:
    """Return a separating deal, if one was found, and games of both, if both compile for one number of players.

    If the rules stop a game, a sentence that says so takes the place of the games.
    """
    assert comparison.alignment is not None
    terminal.complain("searching for a deal to which both give different answers …")
    deal = separating_deal(first, second, comparison.alignment, report.same_rows(comparison.rows))
    seats = max(first.rules.seats[0], second.rules.seats[0])
    if seats > min(first.rules.seats[1], second.rules.seats[1]) or why_not_compiled(first.rules, seats, False):
        return deal, None
    terminal.complain(f"playing {GAMES} games of each …")
    try:
        return deal, compare_endings(first.rules, second.rules, seats, 0, GAMES)
    except RulesFault as fault:
        stop = f"play stops in one of them at “{(fault.where or fault.sentence).rstrip('.')}”"
        again = f"Look for such a game:   circular study {second.argument} --games 10000"
        return deal, f"The games are not compared, since {stop}. {again}"


def _lines_of_overlay(
    comparison: report.Comparison, deal: ShownCase | None, games: ComparedEndings | None
) -> Iterator[str]:
    """Yield a separating deal, and the results of the games of both, side by side."""
    yield ""
    if deal is not None:
        yield from report.case_lines(deal, comparison, terminal.width())
    else:
        yield from terminal.wrap(f"The answers to all questions are the same on each of {DEALS:,} random deals.")
    if games is None:
        return
    players = "by one random player" if games["players"] == 1 else f"between {games['players']} random players"
    yield from ("", *terminal.wrap(f"{games['games']:,} games of each {players}, with 95 % intervals:"), "")
    rows = [["", comparison.first.name, comparison.second.name, "difference in percentage points"]]
    for who, difference in games["wins"].items():
        shares = [share[who] for share in games["shares"]]
        if who != NOBODY or any(share["share"] for share in shares):
            rows.append([f"{who} wins", *map(percent, shares), difference_in_points(difference)])
    yield from (*terminal.table(rows), "", f"difference in moves per game: {change_in_moves(games)}")
    yield from terminal.wrap(f"least share of games with a different result: {verdict(games)}")
