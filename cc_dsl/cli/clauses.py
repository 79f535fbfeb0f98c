"""`circular clauses`: the printed words, clause by clause, with the rules that encode them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import edition_argument, json_option, load
from cc_dsl.diagnostics.problem import meant
from cc_dsl.edition_model.statements import blocks_of

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition
    from cc_dsl.rules.ledger import Ledger, LedgerEntry
    from cc_dsl.source.clauses import Clause, EditionText

STATUSES = {
    "encoded": "This clause is encoded",
    "elsewhere": "This clause is encoded under another one",
    "definitional": "This clause has no rule, because it only names something",
    "advisory": "This clause has no rule, because it gives advice",
    "inexecutable": "This clause cannot be executed",
    "simplified": "This clause is encoded in a simpler form",
    "missing": "This clause is not encoded",
}
MARKS = {
    "elsewhere": "encoded under another clause",
    "definitional": "a name, no rule",
    "advisory": "advice, no rule",
    "inexecutable": "cannot be executed",
    "simplified": "simplified",
    "missing": "not encoded",
}
"""The remarks behind clauses that have no encoding of their own."""


@click.command("clauses")
@edition_argument
@click.argument("wanted", metavar="[ID]...", nargs=-1)
@json_option
def command(edition: str, wanted: tuple[str, ...], as_json: bool) -> None:
    """Print the clauses of a text with their numbers; for an ID such as II.7, also the rules that encode it.

    An ID that is not that of a clause, such as II, means all clauses that begin with it.
    """
    loaded = load(edition)
    text, ledger = loaded.text, loaded.ledger
    if text is None or ledger is None:
        raise click.ClickException(f"{edition} has no printed text beside its rules, so it has no clauses.")
    chosen = _chosen(text, wanted)
    if as_json:
        clauses = [_json_of(text.clauses[name], ledger.entries[name]) for name in chosen]
        terminal.say_json({"edition": text.id, "title": text.title, "clauses": clauses})
    elif wanted:
        for number, name in enumerate(chosen):
            if number:
                terminal.say()
            _show(loaded, text.clauses[name], ledger.entries[name])
    else:
        _list(text, ledger, chosen)


def _chosen(text: EditionText, wanted: tuple[str, ...]) -> list[str]:
    """Return the ids of the clauses asked for, in the order of the text."""
    if not wanted:
        return list(text.clauses)
    found: set[str] = set()
    for name in wanted:
        short = name.lstrip("§").removeprefix(f"{text.id}.")
        clause = text.clause(short)
        many = [other for other in text.clauses if other.startswith(f"{short}.") or other.rstrip("abcdef") == short]
        if clause is None and not many:
            remedy = meant(short, text.clauses, f"“circular clauses {text.id}” lists all clauses.")
            raise click.UsageError(f"The text has no clause {name}. {remedy}")
        found.update(many if clause is None else [clause.id])
    return [name for name in text.clauses if name in found]


def _json_of(clause: Clause, entry: LedgerEntry) -> dict[str, object]:
    return {
        "id": clause.full_id,
        "words": clause.words,
        "figure": clause.figure,
        "description": clause.description,
        "status": entry.status,
        "reason": entry.reason,
        "lines": sorted(set(entry.lines)),
    }


def _list(text: EditionText, ledger: Ledger, chosen: list[str]) -> None:
    terminal.say(terminal.paint(f"{text.title} ({text.id})", "strong"))
    terminal.say()
    margin = max(map(len, chosen), default=0) + 2
    for name in chosen:
        status = ledger.entries[name].status
        mark = "" if status == "encoded" else f"  [{MARKS[status]}]"
        lines = terminal.wrapped(text.clauses[name].words + mark, f"{name:{margin}}", " " * margin)
        lines[0] = terminal.paint(lines[0][:margin], "blue") + lines[0][margin:]
        terminal.show(lines)


def _show(edition: Edition, clause: Clause, entry: LedgerEntry) -> None:
    """Print one clause: its words, its status, and its block of the rules."""
    terminal.say(terminal.paint(f"Clause {clause.id} of {edition.title} ({edition.name})", "strong"))
    terminal.say()
    terminal.show(terminal.wrapped(clause.words, "  "))
    terminal.say()
    reason = f": {entry.reason}" if entry.reason else ""
    terminal.show(terminal.wrapped(f"{STATUSES[entry.status]}{reason}."))
    own = [block for block in blocks_of(edition.source, edition.start) if block.clause == clause.id]
    for block in own:
        terminal.say()
        terminal.say(terminal.paint(f"  {edition.source.path}:{block.line}", "faint"))
        for line in block.text.split("\n"):
            terminal.say(f"    {line}".rstrip())
    inside = {line for block in own for line in range(block.line, block.line + block.text.count("\n") + 1)}
    other = sorted(set(entry.lines) - inside)
    if other:
        terminal.say()
        terminal.say("  Other statements that cite this clause:")
        for number in other:
            terminal.say(f"  {number:5}  {edition.source.line(number).strip()}")
