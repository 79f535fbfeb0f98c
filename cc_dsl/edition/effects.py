"""Typeset the effects of each other answer to an open place: in whole games, and in exact counts of deals.

What compares games imports the whole compiler, so it is imported only by the pages that show this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes

from cc_dsl.edition.doubts import upper_first
from cc_dsl.edition.played import plotted
from cc_dsl.edition.tags import Child, Node, div, element, paragraph, table
from cc_dsl.rules.kinds import spelt
from cc_dsl.study import plots

if TYPE_CHECKING:
    from cc_dsl.edition.page import Page
    from cc_dsl.rules import model
    from cc_dsl.study.documents import (
        ExactDocument,
        Measures,
        OtherAnswer,
        StudyDocument,
        WaysDocument,
    )


class EffectsPage(NamedTuple):
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


def figure(plot: plots.Plot) -> list[Child]:
    """Typeset a drawing, and its numbers, which can be unfolded."""
    numbers = table(plot.headings, plot.rows, "counted")
    return [plotted(plot), element("details", element("summary", f"{plot.title}: the numbers"), numbers)]


FIRST = "player 1"
"""The player whose wins are drawn: with two players, those of the other change by as much the other way."""


def _changes_of_wins(column: EffectsPage) -> plots.Plot | None:
    """Return the plot of how each other answer changes the wins of the first player; nothing if none was counted."""
    answers = column.measures["readings"]["answers"]
    won = [(one, one["wins"][FIRST]) for one in answers if FIRST in one["wins"]]
    shown = [_bar(column.page, one, (by["value"], by["low"], by["high"])) for one, by in won]
    if not shown:
        return None
    surely = sum(not bar.low <= 0 <= bar.high for bar in shown)
    said = (
        f"Each line is one other answer, with its 95 % interval. Of {len(shown)}, {surely} do not contain 0; of as "
        "many answers without any effect, one in twenty would not contain 0 by chance."
    )
    title = f"{column.title}: how other answers change the wins of the first player"
    return plots.changes(title, said, shown, "percentage points")


def _bar(page: Page, row: OtherAnswer, interval: tuple[float, float, float]) -> plots.Bar:
    """Return the bar of one answer to an open place: a value between the least and the greatest."""
    phrase = upper_first(page.phrase(row["doubt"], row["answer"]))
    return plots.Bar(page.title(row["doubt"]), *interval, phrase)


def in_games(columns: Sequence[EffectsPage]) -> list[Node]:
    """Typeset how far games under each other answer differ from games under the default, those first that surely do."""
    from cc_dsl.study.effect_words import moves, verdict, wins
    from cc_dsl.study.effects import found_in

    found: list[Node] = []
    for column in columns:
        effects = column.measures["readings"]
        rows = [
            [
                *_named(column.page, one),
                [element("div", f"{who} {said}") for who, said in wins(one)],
                moves(one),
                element("strong", verdict(one)) if found_in(one) else verdict(one),
            ]
            for one in effects["answers"]
        ]
        headings = ["Open place", "Answer", "Wins, in percentage points", "Moves", "Games with a different result"]
        plot = _changes_of_wins(column)
        found += [plotted(plot), paragraph("counted", plot.description)] if plot is not None else []
        found.append(table(headings, rows, "influence"))
        said = f"{effects['games']:,} games under the default, and as many under each answer; {effects['tests']} tests."
        found.append(paragraph("counted", said))
    return found


def _named(page: Page, row: OtherAnswer) -> list[Child]:
    """Return the title of an open place, and an answer to it in words, each with a link to where it is argued."""
    name, answer = row["doubt"], row["answer"]
    phrase = upper_first(page.phrase(name, answer))
    return [[page.refer_to_reading(name)], [page.refer_to_reading(name, answer, phrase)]]


# --------------------------------------------------------------------------------------- exact counts


def exact(page: Page, question: str) -> list[Child]:
    """Typeset exact counts over all ways to lay the pieces of a question: its answers, or what each reading changes."""
    kept = page.figures(question)
    if kept is None:
        page.warn(f"Nothing was counted exactly of {question} in {page.name}. Count it: circular figures {page.name}")
        return []
    rules, found = page.domain.shelf.load(page.name).rules, kept.found
    made: list[Child] = [paragraph("lead", rules.questions[question].words)]
    made += _answers(rules, question, found)
    made += _changes(page, rules, question, found)
    made.append(paragraph("command", f"Counted {kept.counted}. To count again: ", nodes.literal("", kept.command)))
    return [*made, *([] if kept.is_current else [paragraph("stale", "They were counted under other rules.")])]


def _answers(rules: model.Rules, question: str, found: ExactDocument) -> list[Child]:
    """Typeset the frequencies of the parts of an answer that are given once and not for each player."""
    told = {one.key: one for one in rules.questions[question].told}
    tables = []
    for key, counts in found["parts"].items():
        if told[key].is_owned:
            continue
        rows = [[_text(one["value"]), *_exactly(one, found["total"])] for one in counts]
        tables.append(table([upper_first(spelt(key)), "Deals", "Share", "Fraction"], rows, "counted"))
    return tables


def _text(value: object) -> str:
    return "none" if value is None else str(value)


def _changes(page: Page, rules: model.Rules, question: str, found: ExactDocument) -> list[Child]:
    """Typeset in how many deals each other answer changes anything, and what; those that change nothing are named."""
    from cc_dsl.study.exact import ANY

    keys = [told.key for told in rules.questions[question].told]
    changing = [one for one in found["answers"] if one["changed"][ANY]["count"]]
    rows = [
        [
            *_named(page, one),
            *_exactly(one["changed"][ANY], found["total"]),
            *(f"{one['changed'][key]['count']:,}" if key in one["changed"] else "–" for key in keys),
        ]
        for one in changing
    ]
    headings = ["Open place", "Answer", "Deals that change", "Share", "Fraction", *map(spelt, keys)]
    rest = len(found["answers"]) - len(changing)
    sentence = f"Of {found['total']:,} deals. The other {rest} answers to open places change none of them."
    shares = [(one, one["changed"][ANY]["count"] / found["total"]) for one in changing]
    shown = [_bar(page, one, (share, share, share)) for one, share in shares]
    plot = plots.bars(f"{page.display_name}: deals that another answer changes", sentence, shown, left=plots.WIDE)
    drawn = [plotted(plot)] if shown else []
    return [*drawn, div("wide", table(headings, rows, "influence")), paragraph("counted", sentence)]


def _exactly(one: WaysDocument, total: int) -> list[str]:
    return [f"{one['count']:,}", f"{100 * one['count'] / total:.4f} %", one["chance"]]
