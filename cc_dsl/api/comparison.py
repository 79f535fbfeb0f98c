"""Two editions compared, in words and in rules; printing it prints what `circular compare` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.api import markup
from cc_dsl.compare import report
from cc_dsl.compare.alignment import alignment_file, is_pair, load_alignment
from cc_dsl.compare.words import FIRST, SECOND, marked
from cc_dsl.errors import UserError

if TYPE_CHECKING:
    from cc_dsl.compare.alignment import Alignment
    from cc_dsl.compare.meaning import RuleDifference
    from cc_dsl.pipeline import Edition


class Comparison(report.Comparison):
    """Two editions side by side: `rows` pairs their clauses, `differences` lists what differs in the rules."""

    def row(self, clause: str) -> str:
        """Return the rows that have a clause, such as `"II.7"`, as text: words, verdict, rules, and cases."""
        wanted = clause.lstrip("§")
        rows = tuple(view for view in self.rows if wanted in {*view.row.first, *view.row.second})
        if not rows:
            known = ", ".join(name for view in self.rows[:5] for name in view.row.first)
            raise UserError("command-line", f"No row has a clause {clause}.", f"Clauses are named such as {known}.")
        return "\n".join(report.lines(self, rows, True, False))

    @property
    def document(self) -> dict[str, object]:
        """The comparison under the keys of `circular compare --json`."""
        return report.document(self)

    def __repr__(self) -> str:
        """Name the editions, and count what differs."""
        counts = f"{len(self.rows)} rows, {len(self.differences)} differences in the rules"
        return f"<Comparison of {' and '.join(self.names)}: {counts}>"

    def __str__(self) -> str:
        """Return the words side by side, then what differs in the rules."""
        return "\n".join(report.lines(self, self.rows))

    def _repr_html_(self) -> str:
        rows = [
            (
                view.row.name,
                marked(view.pieces(FIRST), FIRST),
                marked(view.pieces(SECOND), SECOND),
                view.said_verdict(self.names),
            )
            for view in self.rows
        ]
        if not rows:
            rows = [(one.subject, *_sides(one), "the rules differ") for one in self.differences]
        return markup.table(rows, ("", *self.names, "result"))


def _sides(one: RuleDifference) -> tuple[str, str]:
    first, second = (" ".join(f"{said.sentence}." for said in side) for side in (one.first, one.second))
    return first, second


def compared(first: Edition, second: Edition) -> Comparison:
    """Compare two editions, row by row where they are aligned; without an alignment only their rules."""
    if first.name == second.name:
        raise UserError("command-line", f"{first.name} and {second.name} are one edition.", "Give two.")
    return Comparison(*report.compare(first, second, _alignment(first, second)))


def _alignment(first: Edition, second: Edition) -> Alignment | None:
    if is_pair(first, second):
        return load_alignment(first, second)
    if None in (first.text, second.text) or alignment_file(first.name, second.name) is None:
        return None
    return load_alignment(first, second)
