"""Draw a position in plain text, in the layout of the figure of the rules, and list what lies beside it.

The columns of the figure are drawn from left to right, the middle one highest; away from it each piece lies a step
lower, as in the figures of the printed leaflets.  Pieces that the viewer does not see lie face down.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.interpreter.naming import agreeing, in_figures, possessive
from cc_dsl.rules import model
from cc_dsl.rules.kinds import plural
from cc_dsl.words import boards
from cc_dsl.words.figure import EMPTY, Column, Figure
from cc_dsl.words.layout import table as laid_out
from cc_dsl.words.layout import wrapped
from cc_dsl.words.sentences import capital

if TYPE_CHECKING:
    from cc_dsl.interpreter.views import PlaceView, View
    from cc_dsl.source.phrases import Phrases
    from cc_dsl.words.voice import Voice

GAP = "  "
NARROWEST = 12
"""No line is broken shorter than this."""
STEP = 1
"""The number of lines by which a piece lies lower than its neighbour."""


class Signs(NamedTuple):
    """The characters with which a piece is drawn."""

    top: str
    side: str
    bottom: str
    across: str
    hidden: str


BOXES = Signs("┌┐", "│", "└┘", "─", "▒")
PLAIN = Signs("++", "|", "++", "-", "?")


def _uncoloured(line: str) -> str:
    return line


class Ink(NamedTuple):
    """The characters of a drawing that its reader can see, and perhaps colours."""

    pieces: tuple[str, ...]
    """The sign of each piece."""
    signs: Signs = BOXES
    tint: Callable[[str], str] = _uncoloured
    """Colours a finished line."""

    def glyph(self, piece: int | None) -> str:
        """Return the sign of a piece; one that is not seen has a sign of its own."""
        return self.signs.hidden * 2 if piece is None else self.pieces[piece]

    def glyphs(self, pieces: Iterable[int | None]) -> str:
        """Return the signs of some pieces, with commas between signs of several words."""
        between = ", " if any(" " in sign for sign in self.pieces[:1]) else " "
        return self.tint(between.join(map(self.glyph, pieces)))

    def written(self, rules: model.Rules, given: Sequence[str]) -> str:
        """Return the signs of pieces that somebody has written, in one string or in several."""
        words = given if isinstance(given, str) else " ".join(given)
        whole = rules.pieces.read(" ".join(words.split()))
        each = [words] if whole is not None else words.split("," if "," in words else None)
        return self.glyphs([rules.pieces.read(word) for word in each])


def full_ink(rules: model.Rules) -> Ink:
    """Return the ink for a reader who has every character, and no colours."""
    return Ink(tuple(rules.pieces.glyphs))


# ---------------------------------------------------------------------------------------------- the figure


class Artist(Figure):
    """Draws the positions of one game; what stands in the middle stays where it is while the sides grow."""

    def __init__(self, rules: model.Rules, names: Sequence[str], ink: Ink) -> None:
        """Take the rules, what each player is called, and what is drawn with."""
        super().__init__(rules, names)
        self.ink = ink
        self.marked: Callable[[], Collection[str]] = tuple
        """Returns the squares of a board that are shown as marked."""
        self.marks: Collection[str] = ()
        """The properties for which they are."""
        self.hidden: Collection[str] = ()
        """The names of bookkeeping, whose squares are not marked."""
        self.called: Callable[[str], str] = str
        """Returns a name of the rules in the words of the edition."""

    def draw(self, view: View, columns: int) -> list[str]:
        """Draw the figure, or the board of rules without one; nothing if they have neither."""
        found = self.columns(view)
        if found is None:
            return [self.ink.tint(line) for line in self._boards(view, columns)]
        return self.draw_columns(found, columns)

    def draw_columns(self, found: list[Column], columns: int) -> list[str]:
        """Draw the columns of the figure."""
        lines = _LetterDrawing(self.ink, found).lines()
        if max(map(len, lines), default=0) > columns:
            lines = [f"{column.caption}: {_in_a_row(self.ink, column)}" for column in found]
        return [self.ink.tint(line) for line in lines]

    def _boards(self, view: View, columns: int) -> list[str]:
        """Draw the boards, and say below what their signs mean."""
        found = boards.boards_in(self.rules, view, self.marked(), bool(self.marks), self.hidden)
        said = boards.legend(found, self.called, self.marks)
        return [*boards.drawn(found, self.ink.glyph, columns), *(wrapped(said, columns=columns) if said else ())]

    def places_drawn(self) -> set[str]:
        """Name the places that the figure, or the board, shows."""
        return super().places_drawn() or {*boards.places_on_board(self.rules)}


def _in_a_row(ink: Ink, column: Column) -> str:
    return " ".join(ink.glyph(piece) for piece in column.pieces if piece != EMPTY) or "-"


class _LetterDrawing:
    """Letters on squared paper."""

    def __init__(self, ink: Ink, columns: list[Column]) -> None:
        self.ink = ink
        self.columns = columns
        # As wide as the widest piece there is, so that the figure stays where it is from move to move.
        self.inner = max(2, *map(len, ink.pieces))
        self.wide = self.inner + 3
        self.paper: list[list[str]] = []

    def put(self, row: int, column: int, text: str) -> None:
        """Write on the paper, which grows as it must."""
        while len(self.paper) <= row:
            self.paper.append([])
        line = self.paper[row]
        line.extend(" " * (column + len(text) - len(line)))
        line[column : column + len(text)] = text

    def lines(self) -> list[str]:
        """Draw all columns, their legends above them and their captions below."""
        middle, is_odd = divmod(len(self.columns), 2)
        depths = self._depths(middle, bool(is_odd))
        left = 2
        captions: list[tuple[int, int, str]] = []
        legends: list[tuple[int, str]] = []
        for column, row_of in zip(self.columns, depths, strict=True):
            if column.legend:
                legends.append((left, column.legend))
            width = len(column.pieces) * self.wide
            deepest = max(row_of, default=0)
            captions.append((left, deepest if len(self.columns) > 1 else 0, column.caption))
            for place, (piece, depth) in enumerate(zip(column.pieces, row_of, strict=True)):
                self._piece(depth * STEP, left + place * self.wide, piece)
            left += width
        bottom = max((depth for _, depth, _ in captions), default=0) * STEP + 3
        for number, (start, _, caption) in enumerate(captions):
            if caption:
                room = len(self.columns[number].pieces) * self.wide - 1
                row = 3 if is_odd and number == middle else bottom
                self.put(row, max(0, start + (room - len(caption)) // 2), caption)
        lines = ["".join(line).rstrip() for line in self.paper]
        return self._with_legends(lines, legends)

    def _with_legends(self, lines: list[str], legends: list[tuple[int, str]]) -> list[str]:
        """Put each legend above its column, on the first line if it is free there."""
        for start, legend in legends:
            first = lines[0] if lines else ""
            end = start + len(legend)
            if first[start : end + 1].strip():
                lines.insert(0, " " * start + legend)
            else:
                lines[:1] = [first[:start].ljust(start) + legend + first[end:]]
        return lines

    def _depths(self, middle: int, is_odd: bool) -> list[list[int]]:
        """Count for each piece how many steps it lies lower than the middle."""
        depths: list[list[int]] = []
        below = 0
        for column in reversed(self.columns[:middle]):
            steps = list(range(below + is_odd, below + is_odd + len(column.pieces)))
            depths.insert(0, steps[::-1])
            below += len(column.pieces)
        if is_odd:
            depths.append([0] * len(self.columns[middle].pieces))
        below = 0
        for column in self.columns[middle + is_odd :]:
            depths.append(list(range(below + is_odd, below + is_odd + len(column.pieces))))
            below += len(column.pieces)
        return depths

    def _piece(self, row: int, column: int, piece: int | None) -> None:
        if piece == EMPTY:
            return
        mark = self.ink.signs
        inside = mark.hidden * self.inner if piece is None else self.ink.glyph(piece).ljust(self.inner)
        self.put(row, column, mark.top[0] + mark.across * self.inner + mark.top[1])
        self.put(row + 1, column, mark.side + inside + mark.side)
        self.put(row + 2, column, mark.bottom[0] + mark.across * self.inner + mark.bottom[1])


# ------------------------------------------------------------------------------------ what lies beside it


def beside(
    voice: Voice, view: View, names: Sequence[str], without: Iterable[str], whole: bool, ink: Ink, columns: int
) -> list[str]:
    """List the other places, the score and who is what; with `whole` also every piece, and what is bookkeeping."""
    rules, plain, phrases = voice.rules, voice.naming.name, voice.phrases
    rows: list[list[str]] = []
    skipped = {*without, *(() if whole else phrases.hidden)}
    for place in view.places:
        is_own = place.owner is not None and place.owner == view.player
        if place.of and place.name not in skipped and (row := _row(ink, view, place.name)):
            rows.append([capital(plain(place.name)), row])
            skipped.add(place.name)
        if place.name in skipped or not (place.pieces or (is_own and whole)):
            continue
        whose = f"{possessive(names[place.owner])} " if place.owner is not None else ""
        whose = f"{possessive(place.of)} " if place.of else whose
        rows.append([capital(f"{whose}{plain(place.name)}"), _listed(rules, place, ink, is_own)])
    lines = _in_lines(rows, columns)
    roles = [
        f"{plain(role)}: {player if isinstance(player, str) else names[player]}"
        for role, player in view.roles.items()
        if player is not None and role not in skipped
    ]
    for said in (_numbers(voice, view, names, whole), roles):
        if said:
            lines += wrapped(capital("; ".join(said)), columns=columns)
    return [ink.tint(line) for line in lines]


def _in_lines(rows: Sequence[Sequence[str]], columns: int) -> list[str]:
    """Set names beside what lies there, and go on below where that is too long for a line."""
    room = columns - max((len(name) for name, _ in rows), default=0) - len(GAP)
    cells = [(name, wrapped(pieces, columns=max(NARROWEST, room))) for name, pieces in rows]
    return laid_out([[name if not place else "", line] for name, lines in cells for place, line in enumerate(lines)])


def score_lines(
    voice: Voice, view: View, names: Sequence[str], told: Mapping[str, object] = MappingProxyType({})
) -> list[str]:
    """Return the score, one number a line; where the edition does not say what it is, every number.

    `told` has what the rules tell of the game.
    """
    shown = voice.phrases.score
    stored = {**(told if shown is not None else {}), **view.numbers, **view.held}
    found = [
        _number(voice, name, stored[name], names, True)
        for name in (stored if shown is None else shown)
        if name in stored
    ]
    return [capital(f"{line}.") for line in found] or ["Nothing is counted in this game."]


def numbers_shown(phrases: Phrases, view: View) -> list[str]:
    """Return the names of the numbers beside the table: the score first, then the others, without bookkeeping."""
    stored = {**view.numbers, **view.held}
    first = [name for name in phrases.score or () if name in stored]
    rest = [name for name in stored if name not in phrases.hidden and name not in first]
    return [*first, *(rest if phrases.score is None else [name for name in rest if name in view.held])]


def _numbers(voice: Voice, view: View, names: Sequence[str], whole: bool) -> list[str]:
    """Say the numbers that are shown: all of them, or the score and what is not bookkeeping."""
    stored = {**view.numbers, **view.held}
    shown, score = [*stored] if whole else numbers_shown(voice.phrases, view), voice.phrases.score
    zeros = {name for name in shown if whole and (score is None or name in score)}  # what is nothing is shown of these
    return [line for name in shown if (line := _number(voice, name, stored[name], names, name in zeros))]


def _row(ink: Ink, view: View, name: str) -> str:
    """Return in one line the pieces of places that have one each, such as those of a row; nothing for other places."""
    piles = [place.pieces for place in view.places if place.name == name]
    if any(len(pile) > 1 for pile in piles) or not any(piles):
        return ""
    return " ".join(ink.glyph(pile[0]) if pile else "--" for pile in piles).rstrip(" -")


def _listed(rules: model.Rules, place: PlaceView, ink: Ink, is_own: bool) -> str:
    """Return the pieces in a place: those that are seen, and the number of the others."""
    known = [piece for piece in place.pieces if piece is not None]
    pieces = rules.pieces.name if place.size == 1 else plural(rules.pieces.name)
    count = f"{place.size} {pieces}"
    if not known:
        return count if place.size else "-"
    unseen = "that you do not see" if is_own else "hidden"
    hidden = f" and {place.size - len(known)} {unseen}" if len(known) < place.size else ""
    between = ", " if any(" " in code for code in rules.pieces.codes[:1]) else " "
    return between.join(map(ink.glyph, known)) + hidden


def _number(voice: Voice, name: str, value: object, names: Sequence[str], whole: bool) -> str:
    """Say a number, or what else play changes, of each whose it is; nothing where there is nothing yet."""
    words = value_words(voice, name, value, names, whole)
    return f"{voice.naming.name(name)}: {words}" if words else ""


def value_words(voice: Voice, name: str, value: object, names: Sequence[str], whole: bool = False) -> str:
    """Return the value of a number, or of what else play changes, of each whose it is; nothing while it is nothing."""
    if any(one.name == name and one.kind.base == "piece" for one in voice.rules.stored):
        value = _with_signs(voice, value)
    if not isinstance(value, tuple | dict):
        return _said(value) if value or whole else ""
    each = [*value.items()] if isinstance(value, dict) else [*zip(names, value, strict=True)]
    if not any(one for _, one in each) and not whole:
        return ""
    return ", ".join(f"{owner} {_has(owner)} {_said(one)}" if len(each) > 1 else _said(one) for owner, one in each)


def _with_signs(voice: Voice, value: object) -> object:
    """Return stored pieces by the signs that the table shows, and not by those of a record."""
    if isinstance(value, tuple):
        return tuple(_with_signs(voice, one) for one in value)
    if isinstance(value, dict):
        return {owner: _with_signs(voice, one) for owner, one in value.items()}
    codes = voice.rules.pieces.codes
    return voice.naming.pieces[codes.index(value)] if value in codes and voice.naming.pieces else value


def _has(owner: str) -> str:
    return agreeing(owner, "have", "has")


def _said(value: object) -> str:
    return "none" if value is None else in_figures(value) if isinstance(value, int) else str(value)
