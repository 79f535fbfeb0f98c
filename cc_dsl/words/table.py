"""A position in plain text: the figure of the rules, or their boards, and the other places.

The columns of the figure are drawn from left to right, the middle one highest; on either side each piece is a step
lower, as in the figures of the printed leaflets. Pieces that the viewer does not see are drawn face down.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from cc_dsl.closures.listener_names import ListenerNames, count_alike, in_figures, verb_form
from cc_dsl.drawing.pieces import DrawnPile
from cc_dsl.rules import model
from cc_dsl.rules.kinds import plural
from cc_dsl.words.layout import COLUMNS, HIDDEN, Ink, capital, table, wrap
from cc_dsl.words.position import EMPTY, Board, Cell, Column, Figure, PlaceRow, boards_in, places_on_board, rows_of

if TYPE_CHECKING:
    from cc_dsl.engine.views import View
    from cc_dsl.source.phrases import Phrases
    from cc_dsl.words.voice import Voice

GAP = "  "
NARROWEST = 12
"""The least number of columns in which lines are broken."""
COUNTABLE = 10
"""The most places in a row of which a reader sees which is which."""
VACANT, MARKED = ".", "*"
BRACKETS = ("()", "[]", "<>", "{}")
"""The brackets around squares that variables hold, one pair for each variable."""


# ---------------------------------------------------------------------------------------------- the figure


class Artist(Figure):
    """The artist of the positions of one game; the middle of the figure stays in place while the sides grow."""

    def __init__(self, voice: Voice, ink: Ink, marked_values: Callable[[], Collection[str]] = tuple) -> None:
        """Take the voice, which has the words of the edition and the names of bookkeeping, and the signs.

        `marked_values` returns the squares, or values with places in a row, that have one of the properties that the
        edition shows.
        """
        super().__init__(voice.rules, voice.naming.players)
        self.ink, self.voice, self.marked = ink, voice, marked_values

    def draw(self, view: View, columns: int) -> list[str]:
        """Draw the figure, or else the board of the rules; an empty list if they have neither."""
        columns_shown = self.columns(view)
        if columns_shown is not None:
            return self.draw_columns(columns_shown, columns)
        phrases = self.voice.phrases
        boards = boards_in(self.rules, view, self.marked(), bool(phrases.marked), phrases.hidden)
        legend = board_legend(boards, self.voice.naming.name, phrases.marked)
        lines = [*board_lines(boards, self.ink.glyph, columns), *(wrap(legend, columns=columns) if legend else ())]
        return [self.ink.tint(line) for line in lines]

    def table(self, view: View, whole: bool, columns: int) -> tuple[list[str], list[str]]:
        """Draw the figure or the board, and list beside it the other places, the score and the roles."""
        boards_drawn = self.draw(view, columns)
        without = self.places_drawn() if boards_drawn else ()
        return boards_drawn, side_lines(self.voice, view, without, whole, self.ink, columns, self.marked())

    def places_drawn(self) -> set[str]:
        """Name the places that the figure, or the board, shows."""
        return super().places_drawn() or {*places_on_board(self.rules)}

    def draw_columns(self, figure_columns: Sequence[Column], columns: int) -> list[str]:
        """Draw the columns of the figure, or list them one below another if there is no room."""
        lines = _step_lines(self.ink, figure_columns)
        if max(map(len, lines), default=0) > columns:
            rows = ([piece for piece in column.pieces if piece != EMPTY] for column in figure_columns)
            texts = (" ".join(map(self.ink.glyph, row)) or "-" for row in rows)
            lines = [f"{column.caption}: {text}" for column, text in zip(figure_columns, texts, strict=True)]
        return [self.ink.tint(line) for line in lines]


def figure_lines(piles: Sequence[DrawnPile], columns: int) -> list[str]:
    """Draw the figure of a text with its labels, such as `5 3 1 Lead 2 4 6`; in one line if there is no room."""
    labels = [[piece.label for piece in pile.pieces] for pile in piles]
    ink = Ink(tuple(label for own in labels for label in own))
    numbers = iter(range(len(ink.pieces)))
    numbered_columns = [Column(tuple(next(numbers) for _ in pile.pieces), pile.legend, "") for pile in piles]
    lines = _step_lines(ink, numbered_columns)
    return lines if max(map(len, lines), default=0) <= columns else [" ".join(ink.pieces)]


def _step_lines(ink: Ink, columns: Sequence[Column]) -> list[str]:
    """Draw all columns, with their legends above and their captions below."""
    # The width of the widest piece of the game, so that columns do not move during play.
    inner = max(2, *map(len, ink.pieces))
    wide = inner + 3
    paper: list[list[str]] = []

    def write(row: int, column: int, text: str) -> None:
        paper.extend([] for _ in range(row + 1 - len(paper)))
        line = paper[row]
        line.extend(" " * (column + len(text) - len(line)))
        line[column : column + len(text)] = text

    from cc_dsl.drawing.pieces import step_counts  # imported late: only a printed figure needs drawing

    depths = step_counts([len(column.pieces) for column in columns])
    starts = [2 + wide * sum(len(column.pieces) for column in columns[:number]) for number in range(len(columns))]
    deepest = [max(row, default=0) for row in depths] if len(columns) > 1 else [0]
    for column, row_of, left in zip(columns, depths, starts, strict=True):
        for place, (piece, row) in enumerate(zip(column.pieces, row_of, strict=True)):
            if piece != EMPTY:
                at, inside = left + place * wide, HIDDEN * inner if piece is None else ink.glyph(piece)
                write(row, at, f"┌{'─' * inner}┐")
                write(row + 1, at, f"│{inside.ljust(inner)}│")
                write(row + 2, at, f"└{'─' * inner}┘")
    for number, (column, left) in enumerate(zip(columns, starts, strict=True)):
        if column.caption:
            room = len(column.pieces) * wide - 1
            is_middle = len(columns) % 2 and number == len(columns) // 2
            row = 3 if is_middle else max(deepest, default=0) + 3
            write(row, max(0, left + (room - len(column.caption)) // 2), column.caption)
    lines = ["".join(line).rstrip() for line in paper]
    for column, left in zip(columns, starts, strict=True):  # put the legend on the first line if there is room
        end = left + len(column.legend)
        first = lines[0] if lines else ""
        if column.legend and first[left : end + 1].strip():
            lines.insert(0, " " * left + column.legend)
        elif column.legend:
            lines[:1] = [first[:left].ljust(left) + column.legend + first[end:]]
    return lines


# -------------------------------------------------------------------------------- parts beside the figure


def side_lines(
    voice: Voice,
    view: View,
    without: Iterable[str],
    whole: bool,
    ink: Ink,
    columns: int,
    marked_values: Collection[str] = (),
) -> list[str]:
    """List the other places, the score and the roles; with `whole`, every piece and bookkeeping, too.

    Places in a row are shown, though they are empty, up to the last one of a value that is marked.
    """
    rules, naming, phrases = voice.rules, voice.naming, voice.phrases
    hidden_names = {*without, *(() if whole else phrases.hidden)}
    rows: list[tuple[str, str]] = []
    for row in rows_of(view, hidden_names, marked_values):
        is_own = row.owner is not None and row.owner == view.player
        if row.pieces or (is_own and whole):
            if row.is_row:
                text = row_in_words(row, naming, ink, columns - NARROWEST)
            else:
                text = _pieces_in_words(rules, row, ink, is_own)
            rows.append((capital(row.label(naming)), text))
    room = max(NARROWEST, columns - max((len(name) for name, _ in rows), default=0) - len(GAP))
    wrapped_rows = ((name, wrap(pieces, columns=room)) for name, pieces in rows)
    lines = table(
        [[name if not place else "", line] for name, below in wrapped_rows for place, line in enumerate(below)]
    )
    roles = [
        f"{naming.name(role)}: {player if isinstance(player, str) else naming.players[player]}"
        for role, player in view.roles.items()
        if player is not None and role not in hidden_names
    ]
    # In the score, or when everything is shown, print zeros too.
    values_by_name = {**view.numbers, **view.held}
    names_shown = [*values_by_name] if whole else numbers_shown(phrases, view)
    zeros = {name for name in names_shown if whole and (phrases.score is None or name in phrases.score_numbers)}
    numbers = [_number(voice, name, values_by_name[name], name in zeros) for name in names_shown]
    for group in ([*filter(None, numbers)], roles):
        if group:
            lines += wrap(capital("; ".join(group)), columns=columns)
    return [ink.tint(line) for line in lines]


def score_lines(voice: Voice, view: View, results: Mapping[str, object]) -> list[str]:
    """Return the score, one number on each line; every number, if the edition does not name a score.

    `results` has the results of the rules for the game.
    """
    values_by_name = {**view.numbers, **view.held}
    names: Iterable[str] = values_by_name
    if voice.phrases.score is not None:
        values_by_name, names = {**results, **values_by_name}, voice.phrases.score_numbers
    lines = [_number(voice, name, values_by_name[name], True) for name in names if name in values_by_name]
    return [capital(f"{line}.") for line in lines] or ["Nothing is counted in this game."]


def numbers_shown(phrases: Phrases, view: View) -> list[str]:
    """Return the names of the numbers beside the table: the score first, then the others, without bookkeeping."""
    values_by_name = {**view.numbers, **view.held}
    first = [name for name in phrases.score_numbers if name in values_by_name]
    rest = [name for name in values_by_name if name not in phrases.hidden and name not in first]
    return [*first, *(rest if phrases.score is None else [name for name in rest if name in view.held])]


def row_in_words(row: PlaceRow, naming: ListenerNames, ink: Ink, columns: int) -> str:
    """Return the pieces of a row in order, or each with the name of its place if the row is too long to count."""
    signs = ["--" if piece == EMPTY else ink.glyph(piece) for piece in row.pieces]
    if len(row.things) <= COUNTABLE and len(" ".join(signs)) <= columns and not any(" " in sign for sign in signs):
        return " ".join(signs)
    names_with_pieces = zip(row.things, signs, row.pieces, strict=False)
    return ", ".join(
        f"{naming.without_hyphens(thing)}: {sign}" for thing, sign, piece in names_with_pieces if piece != EMPTY
    )


def _pieces_in_words(rules: model.Rules, row: PlaceRow, ink: Ink, is_own: bool) -> str:
    """Return the pieces in a place: the visible ones, and the number of the others."""
    visible_pieces = [piece for piece in row.pieces if piece is not None]
    size, left = len(row.pieces), len(row.pieces) - len(visible_pieces)
    if not visible_pieces:
        return f"{size} {rules.pieces.name if size == 1 else plural(rules.pieces.name)}" if size else "-"
    between = ", " if any(" " in code for code in rules.pieces.codes[:1]) else " "
    hidden_words = f" and {left} {'that you do not see' if is_own else 'hidden'}" if left else ""
    signs = [*map(ink.glyph, visible_pieces)]
    return between.join(signs if between == " " else count_alike(signs)) + hidden_words


def _number(voice: Voice, name: str, value: object, whole: bool) -> str:
    """Return the line of a number or other variable for each owner; an empty string without a value."""
    words = value_words(voice, name, value, whole)
    return f"{voice.naming.name(name)}: {words}" if words else ""


def value_words(voice: Voice, name: str, value: object, whole: bool) -> str:
    """Return the value of a number or other variable for each owner; an empty string without a value."""
    variable = next((candidate for candidate in voice.rules.stored if candidate.name == name), None)
    is_piece = variable is not None and variable.kind.base == "piece"
    # “either … or …” declares a kind of values; if nothing is stored, the state is the first.
    states = voice.rules.values[name].values if variable is not None and variable.kind.name == name else ()
    codes, signs = voice.rules.pieces.codes, voice.naming.pieces

    def words_for(item: object) -> str:
        if is_piece and signs and item in codes:  # use the sign shown on the table, not the code of records
            return signs[codes.index(item)]
        if states:
            return voice.naming.name(states[0] if item is None else str(item))
        return "none" if item is None else in_figures(item) if isinstance(item, int) else str(item)

    if not isinstance(value, tuple | dict):
        return words_for(value) if value or whole else ""
    each = [*value.items()] if isinstance(value, dict) else [*zip(voice.naming.players, value, strict=True)]
    if not any(item for _, item in each) and not whole:
        return ""
    of_pieces = variable is not None and variable.owner is not None and variable.owner.base == "piece"
    verbs = ("are", "is") if states else ("have", "has")
    return ", ".join(
        f"{owner} {verb_form(owner, *verbs)} {words_for(item)}" if len(each) > 1 else words_for(item)
        for owner, item in each
        if item or whole or not of_pieces  # of many pieces few have a value
    )


# --------------------------------------------------------------------------------------------- the boards


def board_lines(boards: Sequence[Board], glyph: Callable[[int | None], str], columns: int = COLUMNS) -> list[str]:
    """Return the lines of each board: last row first, columns below; a stored square is in brackets.

    The columns are as wide as the game ever needs, so that the board stays in place, or as wide as there is room.
    """
    lines: list[str] = []
    brackets = _brackets(boards)

    def square_text(cell: Cell) -> str:  # the piece, the first letter of its state, and a star on a marked square
        sign = glyph(cell.piece) + cell.state[:1] if cell.piece != EMPTY else "" if cell.is_marked else VACANT
        pair = brackets.get(cell.stored, "  ")
        return f"{pair[0]}{sign}{MARKED if cell.is_marked else ''}{pair[1]}"

    for board in boards:
        texts = [[square_text(cell).strip() for cell in row] for row in board.rows]
        whole = max((len(glyph(piece)) for piece in range(board.pieces)), default=0) + board.signs + len("()")
        left = max(map(len, board.row_names))
        room = (columns - left - 1) // len(board.column_names)
        wide = max(min(whole, room), *(len(text) + (" " in text) for row in texts for text in row))
        for name, row in zip(board.row_names, texts, strict=True):
            lines.append(f"{name.rjust(left)} {''.join(text.center(wide) for text in row)}".rstrip())
        lines.append(f"{' ' * left} {''.join(name.center(wide) for name in board.column_names)}".rstrip())
    return lines


def board_legend(
    boards: Sequence[Board], name_in_words: Callable[[str], str] = str, marked_values: Collection[str] = ()
) -> str:
    """Return the legend of brackets, a star and a letter after a piece on boards, if they occur."""
    cells = [cell for board in boards for row in board.rows for cell in row]
    entries = [f"{pair[:1]} {pair[-1:]} {name_in_words(name)}" for name, pair in _brackets(boards).items()]
    if any(cell.is_marked for cell in cells):
        entries.append(f"{MARKED} {' or '.join(map(name_in_words, marked_values))}")
    entries += [f"{state[:1]} {name_in_words(state)}" for state in dict.fromkeys(cell.state for cell in cells) if state]
    return "; ".join(entries)


def _brackets(boards: Sequence[Board]) -> dict[str, str]:
    """Return the brackets for each name under which a square is stored, in alphabetical order."""
    cells = (cell for board in boards for row in board.rows for cell in row)
    names = sorted({cell.stored for cell in cells if cell.stored})
    return {name: BRACKETS[min(place, len(BRACKETS) - 1)] for place, name in enumerate(names)}
