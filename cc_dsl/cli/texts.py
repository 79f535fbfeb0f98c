"""`circular editions`, `clauses`, `readings` and `rules`: the texts of the corpus, and the rules that encode them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import zip_longest

import click

from cc_dsl import resources
from cc_dsl.cases.howto import guide_of, plain_words
from cc_dsl.cases.reader import read_cases
from cc_dsl.cli import context, terminal
from cc_dsl.diagnostics.problem import RulesError, did_you_mean
from cc_dsl.edition_model.cases import case_boards
from cc_dsl.edition_model.doubts import Doubt, OpenAnswer, all_doubts_of
from cc_dsl.edition_model.statements import blocks_of
from cc_dsl.pipeline import Edition, find_rules
from cc_dsl.rules.ledger import STATUSES, LedgerEntry
from cc_dsl.rules.seating import players_in_words
from cc_dsl.source.clauses import Clause, EditionText
from cc_dsl.source.howto import FILE, CitedSentence, HowToPage, HowToPart, groups_of_parts
from cc_dsl.words.book import book_of, phrases_of
from cc_dsl.words.layout import capital, paragraphs
from cc_dsl.words.table import board_legend, board_lines

OF_DOUBT = ("name", "title", "kind", "clause", "words", "question", "default", "why", "confidence", "alternatives")
OF_ANSWER = ("name", "phrase", "reason", "argument", "evidence")
"""The attributes in the JSON documents of an open place and of an answer."""


# ---------------------------------------------------------------------------------------------- editions


def editions_of_corpus() -> dict[str, Edition | None]:
    """Return the editions of the corpus by their names; None for one whose rules have errors."""
    editions: dict[str, Edition | None] = dict.fromkeys(resources.edition_names())
    for name in editions:
        with suppress(RulesError):
            editions[name] = context.load(name)
    return editions


@click.command()
@context.json_option
def editions() -> None:
    """List the editions of the corpus."""
    entries, rows = [], []
    for name, edition in editions_of_corpus().items():
        title = edition.title if edition is not None else f"(its rules have errors: circular check {name})"
        seats = edition.rules.seats if edition is not None else (0, 0)
        entries.append({"name": name, "title": title, "players": [*seats], "rules": find_rules(name)})
        rows.append([name, title, players_in_words(seats) if edition is not None else ""])
    context.print_result({"editions": entries}, terminal.table(rows))


# ----------------------------------------------------------------------------------------------- clauses


@click.command()
@context.takes_edition
@click.argument("clause_ids", metavar="[ID]...", nargs=-1)
@context.json_option
def clauses(edition: Edition, clause_ids: tuple[str, ...]) -> None:
    """Print the clauses of a text with their numbers; for an ID such as II.7, also the rules that encode it.

    An ID that is not a clause, such as II, means all clauses whose ids begin with it.
    """
    text, ledger = edition.text, edition.ledger
    if text is None or ledger is None:
        raise click.ClickException(f"{edition.argument} has no printed text beside its rules, so it has no clauses.")
    names: set[str] = set()
    for name in clause_ids:
        short = name.lstrip("§").removeprefix(f"{text.id}.")
        clause = text.clause(short)
        many = [other for other in text.clauses if other.startswith(f"{short}.") or other.rstrip("abcdef") == short]
        if clause is None and not many:
            remedy = did_you_mean(short, text.clauses, f"“circular clauses {text.id}” lists all clauses.")
            raise click.UsageError(f"The text has no clause {name}. {remedy}")
        names.update(many if clause is None else [clause.id])
    wanted_names = [name for name in text.clauses if name in names or not clause_ids]
    chosen_clauses = [(text.clauses[name], ledger.entries[name]) for name in wanted_names]
    entries = [
        {
            "id": clause.full_id,
            "words": clause.words,
            "figure": clause.figure,
            "description": clause.description,
            "status": entry.status,
            "reason": entry.reason,
            "lines": sorted(set(entry.lines)),
        }
        for clause, entry in chosen_clauses
    ]
    document = {"edition": text.id, "title": text.title, "clauses": entries}
    if clause_ids:
        context.print_result(document, paragraphs(_clause_lines(edition, *pair) for pair in chosen_clauses))
    else:
        context.print_result(document, _list_lines(text, chosen_clauses))


def _list_lines(text: EditionText, chosen_clauses: list[tuple[Clause, LedgerEntry]]) -> Iterator[str]:
    """Yield the title of a text, and its clauses one below the other, each with its status unless it is encoded."""
    yield from (terminal.paint(f"{text.title} ({text.id})", "strong"), "")
    margin = max((len(clause.id) for clause, _ in chosen_clauses), default=0) + 2
    for clause, entry in chosen_clauses:
        words = clause.quotation if entry.status == "encoded" else f"{clause.quotation}  [{STATUSES[entry.status]}]"
        first, *more = terminal.wrap(words, f"{clause.id:{margin}}", " " * margin)
        yield from (terminal.paint(first[:margin], "blue") + first[margin:], *more)


def _clause_lines(edition: Edition, clause: Clause, entry: LedgerEntry) -> Iterator[str]:
    """Yield one clause: its words, its status, and its block of the rules."""
    yield from (terminal.paint(f"Clause {clause.id} of {edition.title} ({edition.name})", "strong"), "")
    yield from (*terminal.wrap(clause.quotation, "  "), "")
    yield from terminal.wrap(entry.sentence)
    other = {*entry.lines}
    for block in blocks_of(edition.source, edition.start):
        if block.clause == clause.id:
            lines = block.text.split("\n")
            other -= {*range(block.line, block.line + len(lines))}
            path, line = edition.place_of_line(block.line)
            yield from ("", terminal.paint(f"  {path}:{line}", "faint"))
            yield from (f"    {line}".rstrip() for line in lines)
    if other:
        yield from ("", "  Other statements that cite this clause:")
        yield from (f"  {number:5}  {edition.source.line(number).strip()}" for number in sorted(other))


# ---------------------------------------------------------------------------------------------- readings


@click.command()
@context.takes_edition
@click.argument("names", metavar="[NAME]...", nargs=-1)
@context.json_option
def readings(edition: Edition, names: tuple[str, ...]) -> None:
    """List the open places of a text: ambiguous words, questions that the text leaves open,
    and options on which players agree before they play.

    A NAME, such as Ace-in-Sequence, adds the arguments for each answer. A star marks the default. The line below each
    answer shows the option that chooses it in any command.
    """
    doubts = {doubt.name: doubt for doubt in all_doubts_of(edition)}
    for name in names:
        if name not in doubts:
            remedy = did_you_mean(name, doubts, "Without a name, all are listed.")
            raise click.UsageError(f"These rules have no reading, gap or option called “{name}”. {remedy}")
    chosen_doubts = [doubts[name] for name in names or doubts]
    document = {"edition": edition.name, "readings": [_document_of(edition, doubt) for doubt in chosen_doubts]}
    lines = paragraphs(_doubt_lines(edition, doubt) if names else _brief_lines(doubt) for doubt in chosen_doubts)
    context.print_result(document, lines or [f"{edition.title} ({edition.name}) leaves nothing open."])


def _document_of(edition: Edition, doubt: Doubt) -> dict[str, object]:
    """Return an open place as JSON values."""
    document = doubt._asdict() | {
        "clause": _full_id(edition, doubt),
        "default": next(answer.name for answer in doubt.answers if answer.is_default),
        "alternatives": [{key: getattr(answer, key) for key in OF_ANSWER} for answer in doubt.answers],
    }
    return {key: document[key] for key in OF_DOUBT}


def _full_id(edition: Edition, doubt: Doubt) -> str | None:
    """Return the full id of the clause of an open place, in this edition or in one whose clauses it uses."""
    is_other = doubt.clause.partition(".")[0] in edition.rules.shared
    return doubt.clause if is_other else f"{edition.name}.{doubt.clause}" if doubt.clause else None


def _heading(doubt: Doubt) -> str:
    """Return the title of an open place, with its kind and clause."""
    where = f"{doubt.kind} in {doubt.clause}" if doubt.clause else f"{doubt.kind} in the course of play"
    return f"{terminal.paint(doubt.title, 'strong')}  ({where})"


def _option_for(doubt: Doubt, answer: OpenAnswer) -> str:
    """Return the option that chooses an answer."""
    return f"--{'option' if doubt.kind == 'option' else 'reading'} {doubt.name}={answer.name}"


def _brief_lines(doubt: Doubt) -> Iterator[str]:
    """Yield an open place with its answers, each with its reason and its option."""
    yield _heading(doubt)
    yield from terminal.wrap(doubt.question or f"“{doubt.words}”", "  ")
    for answer in doubt.answers:
        mark = "*" if answer.is_default else " "
        yield from terminal.wrap(capital(f"{answer.phrase}: {answer.reason}."), f"  {mark} ", "    ")
        yield f"      {_option_for(doubt, answer)}"


def _doubt_lines(edition: Edition, doubt: Doubt) -> list[str]:
    """Return an open place with the words of its clause, and the arguments for each answer and for the default."""
    full = _full_id(edition, doubt)
    printed_words = book_of(edition).printed_words(full) if full else ""

    def answer_lines(answer: OpenAnswer) -> Iterator[str]:
        yield f"  {terminal.paint(capital(answer.phrase), 'blue')}{'  (the default)' if answer.is_default else ''}"
        yield f"    {_option_for(doubt, answer)}"
        for words in (f"{capital(answer.reason)}.", answer.argument):
            yield from terminal.wrap(words, "    ") if words else ()
        if answer.evidence:
            yield f"    See {', '.join(answer.evidence)}."

    before = (
        f"{doubt.clause}  “{printed_words}”" if printed_words else "",
        f"The words in question: “{doubt.words}”" if doubt.words else "",
        doubt.question,
    )
    behind = (
        f"Why the default: {doubt.why}" if doubt.why else "",
        f"Confidence: {doubt.confidence}. {doubt.criterion}" if doubt.confidence else "",
    )
    texts = [[terminal.wrap(words, "  ") for words in part if words] for part in (before, behind)]
    return paragraphs([[_heading(doubt)], *texts[0], *map(answer_lines, doubt.answers), *texts[1]])


# ------------------------------------------------------------------------------------------------ rules

GAP = "   "
NARROW = 26
"""The width in which a board is drawn as narrow as its squares allow."""
CHANGED = "†"
"""The mark of a sentence that was written for other rules."""


@click.command()
@context.takes_edition
@context.json_option
def rules(edition: Edition) -> None:
    """Print how to play a game: what you need, a turn, scoring, a first example, and common mistakes.

    Brackets give the clauses on which a sentence rests. An asterisk marks a house rule: the text leaves the
    matter open, and the page gives the default. “circular readings EDITION” lists the other answers.
    """
    guide = _written_guide(edition)
    if guide is None:
        absent = f"{edition.display_name} has no page that says how to play. To write one, put {FILE} beside the rules"
        draft = f"No sentence of {FILE} is written yet. Put one in place of each “?”"
        raise click.ClickException(f"{absent if guide_of(edition) is None else draft}; corpus/README.md explains how.")

    def document_of(sentence: CitedSentence) -> dict[str, object]:
        """Return a sentence with the clauses on which it rests, and the answers to open places that it presupposes."""
        # A place is written as in Ace-in-Sequence=at-either-end.
        answers = dict(place.split("=", 1) for place in sentence.places if "=" in place)
        words, clauses = plain_words(edition.rules, sentence.words), [*sentence.clauses]
        document: dict[str, object] = {"sentence": words, "clauses": clauses, "readings": answers}
        return document if edition.overlay is None else {**document, "changed": _is_changed(edition, sentence)}

    sections = [
        {"title": section.title, "sentences": [document_of(own) for part in section.parts for own in part.sentences]}
        for section in guide.teaching_sections
    ]
    context.print_result({"edition": edition.name, "title": guide.title, "sections": sections}, page_lines(edition))


def _written_guide(edition: Edition) -> HowToPage | None:
    """Return the how-to-play page of an edition; None if it does not exist or has no sentence yet."""
    guide = guide_of(edition)
    is_written = guide is not None and any(sentence.words != "?" for sentence in guide.sentences())
    return guide if is_written else None


def page_lines(edition: Edition) -> Iterator[str]:
    """Return the lines of an edition's page, or one sentence that says that it has none."""
    guide = _written_guide(edition)
    if guide is None:
        printed = "" if edition.text is None else f" “circular clauses {edition.argument}” prints the text."
        yield f"There is no page that says how to play.{printed}"
        return
    title = guide.title if edition.overlay is None else f"{guide.title}, but “{edition.overlay.node.title.text}”"
    yield terminal.paint(title, "strong")
    for section in guide.teaching_sections:
        yield ""
        if section.title:
            yield terminal.paint(section.title, "blue")
        before = ""
        for kind, parts in groups_of_parts(section.parts):
            lines = [*{"table": _table, "pictures": _pictures}.get(kind, _paragraphs)(edition, parts)]
            yield from ("", *lines) if before == "pictures" and lines else lines
            before = kind if lines else ""
    if edition.overlay is not None and edition.parent is not None:
        change = f"“{edition.overlay.node.title.text}” changes a clause on which it rests."
        yield from ("", *terminal.wrap(f"{CHANGED} True of {edition.parent.display_name}; {change}"))
    if any(sentence.places for sentence in guide.sentences()):
        others = f"The other answers: circular readings {edition.argument}"
        yield from ("", *terminal.wrap(f"* A house rule. {others}"))


def _pictures(edition: Edition, parts: list[HowToPart]) -> Iterator[str]:
    """Return the figure of the rules, and the boards of worked cases in letters, as many in a row as there is room for.

    Grounds and cards are not drawn here.
    """
    if any(part.kind == "figure" for part in parts):
        from cc_dsl.edition_model.scenes import figure_piles
        from cc_dsl.words.table import figure_lines

        drawn_figure = figure_lines(figure_piles(edition.rules, 0), terminal.width() - 2)
        yield from ("", *(f"  {line}".rstrip() for line in drawn_figure))
    names, ink, phrases = [part.name for part in parts], terminal.ink_for(edition.rules), phrases_of(edition)
    boards = case_boards(edition, [case for case in read_cases(edition) if case.id in names])
    boards_of_cases = [boards[name] for name in names if name in boards]
    drawings = [[case.title, *board_lines([board], ink.glyph, NARROW)] for case, board in boards_of_cases]
    wide = max((len(line) for lines in drawings for line in lines), default=1) + len(GAP)
    in_a_row = max(1, (terminal.width() - 2) // wide)
    for start in range(0, len(drawings), in_a_row):
        yield ""
        for row in zip_longest(*drawings[start : start + in_a_row], fillvalue=""):
            yield f"  {''.join(line.ljust(wide) for line in row)}".rstrip()
    drawn_boards = [board for _, board in boards_of_cases]
    legend = board_legend(drawn_boards, lambda name: phrases.names.get(name, name), phrases.marked)
    yield from ["", *terminal.wrap(legend, "  ", "  ")] if legend else []


def _paragraphs(edition: Edition, parts: list[HowToPart]) -> Iterator[str]:
    """Return paragraphs and lists, steps with their numbers."""
    number = 0
    for part in parts:
        number = number + 1 if part.kind == "step" else 0
        pairs = ((plain_words(edition.rules, own.words), _citation_line(edition, own)) for own in part.sentences)
        text = " ".join(" ".join(pair) for pair in pairs)
        mark = {"item": "- ", "step": f"{number}. "}.get(part.kind, "")
        if text:
            yield from terminal.wrap(text, f"  {mark}", "  " + " " * len(mark))


def _table(edition: Edition, parts: list[HowToPart]) -> Iterator[str]:
    """Return a table, one line for each row; if it is too wide, the clauses go below each row."""
    rows = [[plain_words(edition.rules, cell) for cell in part.cells] for part in parts if part.cells]
    notes = [[_citation_line(edition, sentence) for sentence in part.sentences] for part in parts if part.cells]
    lines = [f"  {line}" for line in terminal.table([[*row, *note] for row, note in zip(rows, notes, strict=True)])]
    if max(map(len, lines)) <= terminal.width():
        yield from lines
        return
    lines = [f"  {line}" for line in terminal.table(rows)]
    is_wide = max(map(len, lines)) > terminal.width()
    for line, row, note in zip(lines, rows, notes, strict=True):
        if is_wide:
            yield from terminal.wrap("; ".join([*row, *note]), "  ", "    ")
            continue
        yield line
        yield from (below for text in note if text for below in terminal.wrap(text, "      "))


def _is_changed(edition: Edition, sentence: CitedSentence) -> bool:
    """Return whether an overlay changes a clause on which a sentence rests."""
    places = (place.partition("=")[0] for place in sentence.places)
    return not edition.changed_places.isdisjoint((*sentence.clauses, *places))


def _citation_line(edition: Edition, sentence: CitedSentence) -> str:
    """Return the clauses of a sentence in brackets, with the marks of a house rule and of a changed clause."""
    marks = {"*": bool(sentence.places), CHANGED: _is_changed(edition, sentence)}
    labels = [*sentence.clauses, *(mark for mark, holds in marks.items() if holds)]
    return f"[{', '.join(labels)}]" if labels else ""
