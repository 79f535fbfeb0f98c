"""Typeset the results of large studies: drawings with their numbers, measures, commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from cc_dsl.edition import effects
from cc_dsl.edition.effects import EffectsPage
from cc_dsl.edition.numbers import share
from cc_dsl.edition.page import Page
from cc_dsl.edition.tags import Child, Node, div, paragraph, table
from cc_dsl.study import plots
from cc_dsl.table.intervals import Interval

if TYPE_CHECKING:
    from cc_dsl.study.documents import Measures, StudyDocument

NEVER = "–"


class MeasuredDirective(SphinxDirective):
    """Shows what studies have found, side by side, such as `1860.many 1862.many`."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], object]]] = {"show": directives.unchanged_required}

    def run(self) -> list[Node]:
        """Typeset each of the things that are to be shown."""
        columns = [self._opened(name) for name in self.arguments[0].split()]
        shown: list[Node] = []
        for name in self.options.get("show", "wins").split():
            if name not in SHOWN:
                raise self.error(f"studies show {', '.join(SHOWN)}, and not {name}")
            shown += SHOWN[name]([column for column in columns if column is not None])
        return [div("wide", *shown)]

    def _opened(self, name: str) -> EffectsPage | None:
        edition, _, study = name.partition(".")
        if edition not in self.env.config.rules_editions:
            raise self.error(f"rules_editions has no edition {edition}")
        page = Page(self, edition)
        part = page.figures(study)
        if part is None:
            again = f"Count it: circular figures {edition}"
            page.warn(f"The edition {edition} declares no study {study}, or nothing was counted yet. {again}")
            return None
        return EffectsPage(page, *part)


def _described(
    columns: Sequence[EffectsPage], what: str, plot_of: Callable[[StudyDocument], plots.Plot]
) -> list[Child]:
    """Set one drawing for each column, with its description in words."""
    found: list[Child] = []
    for column in columns:
        plot = plot_of(column.found)
        found += effects.figure(plot._replace(title=f"{column.title}: {what}"))
        found.append(paragraph("counted", f"{column.title}. {plot.description}"))
    return found


def _wins(columns: Sequence[EffectsPage]) -> list[Child]:
    return _described(columns, "games won", plots.wins)


def _moves(columns: Sequence[EffectsPage]) -> list[Child]:
    return _described(columns, "moves in a game", plots.lengths)


def _closely(columns: Sequence[EffectsPage]) -> list[Node]:
    """Typeset the measures that are one number each."""
    listed = zip(*(_close(column.measures) for column in columns), strict=True)
    rows = [[part[0][0], *(cell or NEVER for _, cell in part)] for part in listed if any(cell for _, cell in part)]
    return [table(["Of games at random", *(column.title for column in columns)], rows, "counted")]


def _ratio(found: Interval, times: float, unit: str) -> str:
    value, low, high = times * found["value"], times * found["low"], times * found["high"]
    return f"{value:.2f}{unit} ({low:.2f} to {high:.2f})"


def _close(measures: Measures) -> Iterator[tuple[str, str | None]]:
    """Yield what may be measured closely, in words, with its figure if it was."""
    choices = measures.get("choices")
    yield "answers allowed at a move, on average", choices and _ratio(choices["a_move"], 1, "")
    yield "moves that leave a choice", choices and _ratio(choices["real"], 100, " %")


def _opening(columns: Sequence[EffectsPage]) -> list[Node]:
    """Typeset how often the player who is asked first wins."""
    rows = []
    for column in columns:
        fair = f"{100 * column.measures['first_player']['fair']:.2f} %"
        rows.append([column.title, share(column.measures["opening"]["wins"]), fair])
    return [table(["At random", "Whoever is asked first wins", "Fair would be"], rows, "counted")]


def _clauses(columns: Sequence[EffectsPage]) -> list[Child]:
    """Typeset how often each clause was applied, of one edition after another."""
    found: list[Child] = []
    for column in columns:
        counted = column.measures["clauses"]
        rows = [
            [[column.page.cite_far(clause, clause)], share(one), f"{one['decisions']:,}", f"{one['moved']:,}"]
            for clause, one in counted["clauses"].items()
        ]
        headings = [
            f"Clause of {column.title}",
            "Games in which it is applied",
            "Decisions",
            "Moves of cards or pieces",
        ]
        found.append(table(headings, rows, "counted"))
        if counted["never"]:
            named: list[Child] = []
            for clause in counted["never"]:
                named += [", " if named else "", column.page.cite_far(clause, clause)]
            said = f"Never applied in {counted['games']:,} games at random: "
            found.append(paragraph("counted", said, *named, "."))
    return found


def _counting(columns: Sequence[EffectsPage]) -> list[Node]:
    """Return how the studies were made, and by which commands they can be repeated."""
    rows = []
    for column in columns:
        counted = column.found
        seeds = f"{counted['seed']} to {counted['seed'] + counted['games'] - 1}"
        command = nodes.literal("", column.command)
        rows.append([column.title, f"{counted['games']:,}", seeds, column.counted, command])
    stale = [column.title for column in columns if not column.is_current]
    warning = f"Counted under other rules, and to be counted again: {', '.join(stale)}."
    made = table(["Study", "Games", "Seeds", "Counted", "Command"], rows, "counted")
    return [made, *([paragraph("stale", warning)] if stale else [])]


SHOWN: dict[str, Callable[[Sequence[EffectsPage]], list[Child]]] = {
    "wins": _wins,
    "moves": _moves,
    "closely": _closely,
    "clauses": _clauses,
    "opening": _opening,
    "games": effects.in_games,
    "counting": _counting,
}
