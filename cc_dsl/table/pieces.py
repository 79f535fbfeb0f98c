"""The pieces of a game, numbered from 0, with the words and signs for them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class PieceKind(NamedTuple):
    """All pieces of one kind; every tuple has one entry for each piece."""

    name: str
    names: tuple[str, ...]
    """Names, such as “King of Hearts”."""
    codes: tuple[str, ...]
    """Codes, such as “KH”; the names themselves if the rules give no short signs."""
    glyphs: tuple[str, ...]
    """Signs for drawing, such as “K♥”."""
    spellings: dict[str, int]
    """The piece for each spelling, in capitals."""
    attributes: dict[str, tuple[int | None, ...]]
    """The values of each piece, by the kind of the values; None for a piece without a value of the kind."""
    alike: tuple[int, ...] = ()
    """For each piece, the first piece with the same values; empty if no two pieces are alike."""

    def read(self, text: str) -> int | None:
        """Return the piece with this spelling, or None."""
        pieces = map(self.spellings.get, either_way(text.strip().upper()))
        return next((piece for piece in pieces if piece is not None), None)

    def find(self, text: str) -> tuple[list[int], list[str]]:
        """Return the pieces named in a text (of several names, the longest counts), and the words that name none."""
        words, pieces, others = text.replace(",", " ").split(), list[int](), list[str]()
        most = max((len(spelling.split()) for spelling in self.spellings), default=1)
        while words:
            counts = range(min(len(words), most), 0, -1)
            names = ((count, self.read(" ".join(words[:count]))) for count in counts)
            count, piece = next(((count, piece) for count, piece in names if piece is not None), (1, None))
            if piece is None:
                others.append(words[0])
            else:
                pieces.append(piece)
            words = words[count:]
        return pieces, others

    def pieces_listed(self, pieces: Iterable[int]) -> list[int]:
        """Return the pieces named in a list, in which a repeated name means another piece like it."""
        numbers: list[int] = []
        for piece in pieces:
            like = range(piece, len(self.alike)) if piece in numbers else ()
            others = (other for other in like if self.alike[other] == self.alike[piece] and other not in numbers)
            numbers.append(next(others, piece))
        return numbers

    def divide(self, text: str) -> list[str]:
        """Divide a text in which commas or blanks separate pieces; a name may have several words."""
        words = " ".join(text.split())
        if self.read(words) is not None:
            return [words]
        return [word.strip() for word in words.split(",")] if "," in words else words.split()

    def read_all(self, text: str) -> list[int | None]:
        """Return the pieces in a text, in which commas or blanks separate them; None for a word that names none."""
        return [*map(self.read, self.divide(text))]


def either_way(name: str) -> tuple[str, str]:
    """Return a name in capitals, and its values in the other order: “KING OF HEARTS” and “HEARTS OF KING”."""
    return name, " OF ".join(reversed(name.split(" OF ")))
