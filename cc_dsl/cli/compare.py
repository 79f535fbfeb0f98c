"""`circular compare`: compare two editions in their words, their rules and their play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cc_dsl.cli import comparing, terminal
from cc_dsl.cli.options import SEED, FilePath, complete_edition, json_option, load

if TYPE_CHECKING:
    from cc_dsl.compare.alignment import Alignment
    from cc_dsl.compare.report import Comparison, RowView
    from cc_dsl.pipeline import Edition

MOST_DEALS = 1_000_000_000
"""Larger numbers would take too long."""
VERDICT_NAMES = ["same-words", "wording-only", "rule-differs", "only-here", "no-rule", "not-known"]
"""The verdicts on a row, as they are typed."""


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
    "--verdict", "verdicts", multiple=True, type=click.Choice(VERDICT_NAMES), help="Only the rows with this verdict."
)
@click.option("--alignment", "path", metavar="FILE", type=FilePath(), help="Align the clauses by this file.")
@json_option
def command(
    first: str,
    second: str,
    words: bool,
    rules: bool,
    rows: tuple[str, ...],
    verdicts: tuple[str, ...],
    path: str | None,
    as_json: bool,
    **play: Any,
) -> int:
    """Compare two editions clause by clause, in their words and in their rules.

    FIRST and SECOND are names of editions, such as 1860 and 1862, or paths of rules files.
    An alignment, written by an editor, says which clauses correspond.
    An overlay and its edition need none: only the rows that differ are shown, with a small deal to which both give
    different answers, if one was found, and games of both side by side.
    """
    from cc_dsl.cli import overlaid as beside
    from cc_dsl.compare.overlaid import is_pair, load_alignment
    from cc_dsl.compare.report import NO_RULE, SAME_WORDS, WORDING, compare, document

    pair = load(first), load(second)
    if pair[0].name == pair[1].name:
        raise click.UsageError(f"{first} and {second} are one edition; name two different ones.")
    wants = comparing.Wants(**play, verdicts=tuple(name.replace("-", " ") for name in verdicts))
    if wants.anything and not (words or rules or rows):
        return comparing.show(*pair, load_alignment(*pair, path), wants, as_json)
    is_chosen = bool(rows or verdicts)
    is_without_words = rules and not (words or is_chosen or path)
    is_overlaid = path is None and is_pair(*pair)
    is_aligned = is_overlaid or _has_alignment(*pair)
    alignment = None if is_without_words and not is_aligned else load_alignment(*pair, path)
    comparison = compare(*pair, alignment)
    chosen = wants.of_verdict(_chosen(comparison, alignment, rows))
    if is_overlaid and not (is_chosen or words):
        chosen = [view for view in chosen if view.verdict not in (SAME_WORDS, WORDING, NO_RULE)]
    overlaid = None
    if is_overlaid and alignment is not None and not (is_chosen or words or rules):
        overlaid = beside.compared(*pair, comparison, alignment)
    if as_json:
        told = document(comparison, chosen)
        terminal.say_json(told if overlaid is None else {**told, **overlaid.document})
    else:
        _show(comparison, chosen, words or not rules, rules or not words, is_chosen)
        if overlaid is not None:
            _say_all(list(overlaid.lines()))
    return _complain_of(comparison)


def _complain_of(comparison: Comparison) -> int:
    """Say which cases do not hold; return 1 if there are any."""
    for sentence in comparison.broken:
        terminal.complain(sentence)
    return 1 if comparison.broken else 0


def _has_alignment(first: Edition, second: Edition) -> bool:
    """Return whether the corpus aligns two editions that both have words."""
    from cc_dsl.compare.alignment import alignment_file

    return None not in (first.text, second.text, alignment_file(first.name, second.name))


def _chosen(comparison: Comparison, alignment: Alignment | None, wanted: tuple[str, ...]) -> list[RowView]:
    """Return the rows that are meant; all, if none is named."""
    if not wanted or alignment is None:
        return list(comparison.rows)
    names = _rows_of(alignment, wanted) or []
    return [view for view in comparison.rows if view.row.name in names]


def _rows_of(alignment: Alignment, wanted: tuple[str, ...]) -> list[str] | None:
    """Return the names of the rows that are meant; None, which is all, if none is named."""
    found: list[str] = []
    for name in wanted:
        rows = alignment.rows_of(name.lstrip("§"))
        if not rows:
            raise click.UsageError(f"No row has a clause {name}. {_meant(name.lstrip('§'), alignment)}")
        found += [row.name for row in rows]
    return list(dict.fromkeys(found)) or None


def _meant(name: str, alignment: Alignment) -> str:
    from cc_dsl.diagnostics.problem import nearest

    known = [clause for row in alignment.rows for clause in (*row.first, *row.second)]
    close = nearest(name.removeprefix(f"{alignment.first}.").removeprefix(f"{alignment.second}."), known)
    if close:
        return f"Do you mean {' or '.join(close)}?"
    return f"circular compare {alignment.first} {alignment.second} --words shows them all."


def _show(comparison: Comparison, rows: list[RowView], words: bool, rules: bool, is_chosen: bool) -> None:
    """Print the comparison, or the rows chosen."""
    from cc_dsl.compare.report import ShownParts, lines

    shown = ShownParts(tuple(rows) if words or is_chosen else (), rules and is_chosen, rules and not is_chosen)
    _say_all(list(lines(comparison, shown, terminal.width(), terminal.paint)))


def _say_all(lines: list[str]) -> None:
    terminal.show(lines)
