"""Render problems, always in the order of the files: as text for a terminal, and as JSON.

First comes a line to which editors can jump, then the place, the printed clause, and the remedy, in an ASCII frame of
80 columns, with colour only on a terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from cc_dsl.diagnostics.problem import Problem, in_order
from cc_dsl.source.files import Source, Span, shown_path

COLUMNS = 80
_BUT_FILE = re.compile(r"[\\/]overlays[\\/]but-[0-9a-f]{8}\.rules$")
"""The path of an overlay that `--but` writes to the cache: the program writes its first line, the user the others."""

_COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "place": "\x1b[1m", "label": "\x1b[34m"}
_PLAIN = "\x1b[0m"


def _paint(words: str, colour: str, color: bool) -> str:
    return f"{_COLOURS[colour]}{words}{_PLAIN}" if color and words else words


def _printable(words: str) -> str:
    """Replace all kinds of spaces by plain spaces, and control characters by question marks."""
    if words.isprintable():
        return words
    return "".join(letter if letter.isprintable() else " " if letter.isspace() else "?" for letter in words)


def _wrap(words: str, first: str = "  ", later: str = "  ") -> list[str]:
    """Break prose into lines of at most 80 columns."""
    import textwrap

    return textwrap.wrap(
        _printable(words),
        COLUMNS,
        initial_indent=first,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    )


def render_text(problems: Iterable[Problem], color: bool = False) -> str:
    """Render problems as text; the remedies of a code, and where to read more about it, are printed once."""
    remedies_shown: dict[str, set[str]] = {}
    parts: list[str] = []
    for problem in in_order(problems):
        parts.append("\n".join(_text_of(problem, remedies_shown.get(problem.code), color)))
        remedies_shown.setdefault(problem.code, set()).update(problem.remedies)
    return "\n\n".join(parts) + "\n" if parts else ""


def _text_of(problem: Problem, remedies_shown: set[str] | None, color: bool) -> list[str]:
    """Return the lines of one problem, without the remedies that were shown for an earlier problem of its code."""
    remedies = [remedy for remedy in problem.remedies if remedies_shown is None or remedy not in remedies_shown]
    paragraphs = [
        _frame(problem, color),
        _clause_lines(problem),
        [line for remedy in remedies for line in _remedy_lines(remedy)],
    ]
    if remedies_shown is None:
        paragraphs.append([f"  More about this: circular problem {problem.code}"])
    place = f"{_location(problem.source, problem.span)}: " if problem.source is not None else ""
    level = _paint(f"{problem.level}[{problem.code}]", problem.level, color)
    # Never break the first line, so that tools can parse it.
    lines = [f"{_paint(place, 'place', color)}{level}: {_printable(' '.join(problem.sentence.split()))}"]
    for paragraph in paragraphs:
        if paragraph:
            lines += ["", *paragraph]
    return lines


def _location(source: Source, span: Span | None) -> str:
    path = _printable(_path_of(source))
    return f"{path}:{':'.join(map(str, _position(source, span.start)))}" if span is not None else path


def _path_of(source: Source) -> str:
    return "--but" if _BUT_FILE.search(source.path) else shown_path(source.path)


def _position(source: Source, offset: int) -> tuple[int, int]:
    """Return the line and column of a character, both counted from 1; after `--but`, line 1 is the user's first."""
    line, column = source.position(offset)
    return line - (line > 1 and _BUT_FILE.search(source.path) is not None), column


def _frame(problem: Problem, color: bool) -> list[str]:
    """Return the lines of the file, with the place underlined by carets, and further places by dashes with words."""
    places: list[tuple[Source, Span, str, str]] = []
    if problem.source is not None and problem.span is not None:
        places.append((problem.source, problem.span, "^", ""))
    places += [(label.source, label.span, "-", label.words) for label in problem.labels]
    if not places:
        return []
    gutter = max(len(str(_position(source, span.start)[0])) for source, span, _, _ in places)
    lines: list[str] = []
    last_line: tuple[str, int] | None = None
    file = problem.source.path if problem.source is not None else ""
    for source, span, mark, words in places:
        number, _ = _position(source, span.start)
        if source.path != file:
            lines.append(f"  in {_location(source, span)}")
            file, last_line = source.path, None
        text, underline = _underline(source, span, mark, COLUMNS - gutter - 5)
        # Mark a second place under the line that was just shown, unless that line was cut.
        if last_line != (source.path, number) or f"  {number:>{gutter}} | {text}".rstrip() not in lines:
            lines.append(f"  {number:>{gutter}} | {text}".rstrip())
        last_line = source.path, number
        margin = f"  {'':>{gutter}} | "
        colour = problem.level if mark == "^" else "label"
        lines += _mark_line(margin, underline, _printable(words), colour, color)
    return lines


def _mark_line(margin: str, underline: str, words: str, colour: str, color: bool) -> list[str]:
    """Return the words of a label after its underline, or below it if they do not fit."""
    painted_line = margin + _paint(underline, colour, color)
    if not words:
        return [painted_line]
    if len(margin) + len(underline) + 1 + len(words) <= COLUMNS:
        return [f"{painted_line} {words}"]
    indent = margin + " " * min(len(underline) - len(underline.lstrip(" ")), COLUMNS // 2)
    return [painted_line, *_wrap(words, first=indent, later=indent)]


def _underline(source: Source, span: Span, mark: str, width: int) -> tuple[str, str]:
    """Return the first line of a span and its underline, cut to the width around the span."""
    number, column = source.position(span.start)
    line = source.line(number)
    last = min(column - 1 + max(1, span.end - span.start), max(len(line), column))
    before, inside, after = line[: column - 1], line[column - 1 : last], line[last:]
    before, inside, after = (_printable(part.replace("\t", "    ")) for part in (before, inside, after))
    inside = inside.rstrip() or inside[:1] or " "
    if len(before) + len(inside) + len(after.rstrip()) > width:
        before, inside, after = _cut_line(before, inside, after, width)
    return before + inside + after, " " * len(before) + mark * len(inside)


def _cut_line(before: str, inside: str, after: str, width: int) -> tuple[str, str, str]:
    """Cut a long line to the width, keeping the beginning of the span and some words before it."""
    if len(inside) > width - 16:
        inside, after = inside[: width - 16] + "...", ""
    room = width - len(inside)
    letters_kept = room // 2 if len(before) > room // 2 else len(before)
    if len(after) < room - letters_kept:
        letters_kept = min(len(before), room - len(after))
    if letters_kept < len(before):
        before = "..." + before[len(before) - max(letters_kept - 3, 0) :] if letters_kept > 3 else "..."[:letters_kept]
    room -= len(before)
    if len(after) > room:
        after = after[: max(room - 3, 0)] + "..."[: max(room, 0)]
    return before, inside, after


def _clause_lines(problem: Problem) -> list[str]:
    """Quote the printed clauses, with their editions if there is more than one."""
    editions = {full_id.partition(".")[0] for full_id, _ in problem.clauses if "." in full_id}
    lines: list[str] = []
    for full_id, words in problem.clauses:
        edition, dot, short = full_id.partition(".")
        of = "the text" if len(editions) < 2 or not dot else edition
        head = f"  Clause {short if dot else full_id} of {of}:  "
        lines += _wrap(f'"{words}"', first=head, later=" " * (min(len(head), 30) + 1))
    return lines


def _remedy_lines(remedy: str) -> list[str]:
    """Return the lines of a remedy; the text to type follows a colon and three spaces, and is never broken."""
    prose, colon, text_to_type = remedy.partition(":   ")
    if not colon or len(remedy) + 2 <= COLUMNS:
        return _wrap(remedy, later="    ")
    return [*_wrap(prose + ":", later="    "), "      " + _printable(text_to_type)]


def as_json(problems: Iterable[Problem]) -> list[dict[str, object]]:
    """Return problems as JSON values, under stable keys; a missing place is null."""
    return [
        {
            "code": problem.code,
            "level": problem.level,
            "sentence": problem.sentence,
            **_place_of(problem.source, problem.span),
            "labels": [{**_place_of(label.source, label.span), "words": label.words} for label in problem.labels],
            "clauses": [{"id": full_id, "words": words} for full_id, words in problem.clauses],
            "remedies": list(problem.remedies),
        }
        for problem in in_order(problems)
    ]


def _place_of(source: Source | None, span: Span | None) -> dict[str, object]:
    """Return a place as JSON values."""
    place: dict[str, object] = dict.fromkeys(("path", "line", "column", "end_line", "end_column"))
    if source is not None:
        place["path"] = _path_of(source)
        if span is not None:
            place["line"], place["column"] = _position(source, span.start)
            place["end_line"], place["end_column"] = _position(source, span.end)
    return place
