"""Two editions compared, in words and in rules; printing it prints what `circular compare` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.api import notebook
from cc_dsl.compare import report
from cc_dsl.compare.alignment import alignment_file, is_pair, load_alignment
from cc_dsl.compare.words import FIRST, SECOND, mark_words
from cc_dsl.errors import UserError

if TYPE_CHECKING:
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
        rows = []
        for view in self.rows:
            first, second = (mark_words(view.pieces(side), side) for side in (FIRST, SECOND))
            rows.append((view.row.name, first, second, view.said_verdict(self.names)))
        for difference in self.differences if not rows else ():
            first, second = (
                " ".join(f"{sentence.sentence}." for sentence in side) for side in (difference.first, difference.second)
            )
            rows.append((difference.subject, first, second, "the rules differ"))
        return notebook.table(rows, ("", *self.names, "result"))


def compared(first: Edition, second: Edition) -> Comparison:
    """Compare two editions, row by row where they are aligned; without an alignment only their rules."""
    if first.name == second.name:
        raise UserError("command-line", f"{first.name} and {second.name} are one edition.", "Give two.")
    has_file = None not in (first.text, second.text) and alignment_file(first.name, second.name) is not None
    alignment = load_alignment(first, second) if has_file or is_pair(first, second) else None
    return Comparison(*report.compare(first, second, alignment))
