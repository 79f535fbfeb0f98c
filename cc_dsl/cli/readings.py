"""`circular readings`: list the open places of a text, with the answers to each and their arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal
from cc_dsl.cli.options import edition_argument, json_option, load
from cc_dsl.diagnostics.problem import meant
from cc_dsl.edition_model.doubts import all_doubts_of
from cc_dsl.words.book import book_of
from cc_dsl.words.layout import capital

if TYPE_CHECKING:
    from cc_dsl.edition_model.doubts import Doubt, OpenAnswer
    from cc_dsl.pipeline import Edition


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    try:
        doubts = load(ctx.params["edition"]).rules.doubts
    except Exception:  # completion has nowhere to put a message
        return []
    return [name for name in doubts if name.startswith(incomplete)]


@click.command("readings")
@edition_argument
@click.argument("names", metavar="[NAME]...", nargs=-1, shell_complete=_complete)
@json_option
def command(edition: str, names: tuple[str, ...], as_json: bool) -> None:
    """List the open places of a text: words that allow more than one sense, questions that they leave open,
    and options, on which players agree before they play.

    With a NAME, such as Ace-in-Sequence, also the arguments for each answer. A star marks the default.
    The line below each answer shows the option that chooses it in any command.
    """
    loaded = load(edition)
    doubts = {doubt.name: doubt for doubt in all_doubts_of(loaded)}
    for name in names:
        if name not in doubts:
            remedy = meant(name, doubts, "Without a name, all are listed.")
            raise click.UsageError(f"These rules have no reading, gap or option called “{name}”. {remedy}")
    chosen = [doubts[name] for name in names] if names else list(doubts.values())
    if as_json:
        terminal.say_json({"edition": loaded.name, "readings": [_json_of(loaded, doubt) for doubt in chosen]})
        return
    if not chosen:
        terminal.say(f"{loaded.title} ({loaded.name}) leaves nothing open.")
    for number, doubt in enumerate(chosen):
        if number:
            terminal.say()
        (_show if names else _list)(loaded, doubt)


def _json_of(edition: Edition, doubt: Doubt) -> dict[str, object]:
    return {
        "name": doubt.name,
        "title": doubt.title,
        "kind": doubt.kind,
        "clause": _full(edition, doubt.clause) if doubt.clause else None,
        "words": doubt.words,
        "question": doubt.question,
        "default": next(answer.name for answer in doubt.answers if answer.is_default),
        "why": doubt.why,
        "confidence": doubt.confidence,
        "alternatives": [
            {
                "name": answer.name,
                "phrase": answer.phrase,
                "reason": answer.reason,
                "argument": answer.argument,
                "evidence": list(answer.evidence),
            }
            for answer in doubt.answers
        ],
    }


def _full(edition: Edition, clause: str) -> str:
    """Return the full id of a clause, of this edition or of another whose clauses it uses."""
    is_other = clause.partition(".")[0] in edition.rules.shared
    return clause if is_other else f"{edition.name}.{clause}"


def _heading(doubt: Doubt) -> str:
    """Return the title of an open place with its kind and its clause."""
    where = f"{doubt.kind} in {doubt.clause}" if doubt.clause else f"{doubt.kind} in the course of play"
    return f"{terminal.paint(doubt.title, 'strong')}  ({where})"


def _choosing(doubt: Doubt, answer: OpenAnswer) -> str:
    """Return the option that chooses an answer."""
    return f"--{'option' if doubt.kind == 'option' else 'reading'} {doubt.name}={answer.name}"


def _list(edition: Edition, doubt: Doubt) -> None:
    terminal.say(_heading(doubt))
    terminal.show(terminal.wrapped(doubt.question or f"“{doubt.words}”", "  "))
    for answer in doubt.answers:
        mark = "*" if answer.is_default else " "
        terminal.show(terminal.wrapped(capital(f"{answer.phrase}: {answer.reason}."), f"  {mark} ", "    "))
        terminal.say(f"      {_choosing(doubt, answer)}")


def _show(edition: Edition, doubt: Doubt) -> None:
    terminal.say(_heading(doubt))
    words = book_of(edition).printed(_full(edition, doubt.clause)) if doubt.clause else ""
    if words:
        _paragraph(f"{doubt.clause}  “{words}”", "  ")
    if doubt.words:
        _paragraph(f"The words in question: “{doubt.words}”", "  ")
    if doubt.question:
        _paragraph(doubt.question, "  ")
    for answer in doubt.answers:
        terminal.say()
        mark = "  (the default)" if answer.is_default else ""
        terminal.say(f"  {terminal.paint(capital(answer.phrase), 'blue')}{mark}")
        terminal.say(f"    {_choosing(doubt, answer)}")
        for words in (capital(answer.reason) + ".", answer.argument):
            if words:
                terminal.show(terminal.wrapped(words, "    "))
        if answer.evidence:
            terminal.say(f"    See {', '.join(answer.evidence)}.")
    if doubt.why:
        _paragraph(f"Why the default: {doubt.why}", "  ")
    if doubt.confidence:
        _paragraph(f"Confidence: {doubt.confidence}. {doubt.criterion}", "  ")


def _paragraph(words: str, indent: str) -> None:
    terminal.say()
    terminal.show(terminal.wrapped(words, indent))
