"""Parse typed moves: a number from the list or a piece's sign, or several where several are wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.interpreter.moves import Refusal

if TYPE_CHECKING:
    from cc_dsl.interpreter.engine import Game


class Pick(NamedTuple):
    """The things that can be chosen, and how many of them."""

    pool: tuple[int, ...]
    """The answers, in the order in which they are listed."""
    words: tuple[str, ...]
    number: int

    @property
    def is_numbered(self) -> bool:
        """Whether a number means a place in the list: always, unless the moves themselves are numbers."""
        return not any(word.isdigit() for word in self.words)


def pool_of(game: Game) -> Pick:
    """Return all that can be chosen from.

    The rules' engine takes several picks one by one in ascending order, and so never offers the last ones first;
    they come to light when the lowest are picked in a game on the side.
    """
    question = game.question
    assert question is not None
    found = dict.fromkeys(game.options)
    if question.left > 1:
        from cc_dsl.interpreter.engine import Game as OtherGame

        other = OtherGame(game.rules, game.seed, False, game.answers, game.seats)
        for _ in range(question.left - 1):
            other.play(other.options[0])
            found.update(dict.fromkeys(other.options))
    pool = tuple(sorted(found))
    return Pick(pool, tuple(game.words_of(answer) for answer in pool), question.left)


def read_picks(game: Game, pick: Pick, line: str) -> list[int] | Refusal | str:
    """Return the answers that a line means, in the order in which the engine takes them, or why there are none."""
    if (beyond := _beyond(pick, line)) is not None:
        return beyond
    if pick.number == 1:
        return _one(game, pick, line)
    whole = game.find_move(line)
    parts = [line] if not isinstance(whole, Refusal) else line.replace(",", " ").split()
    answers: list[int] = []
    for part in parts:
        found = _in_pool(game, pick, part)
        if not isinstance(found, int):
            return found
        if found in answers:
            return f"You have named {game.said_of(found)} twice."
        answers.append(found)
    if len(answers) != pick.number:
        example = " ".join(game.said_of(answer) for answer in pick.pool[: pick.number])
        named = f"you have named {len(answers)}"
        return f"Name {pick.number} at once, with spaces between, such as {example}; {named}."
    return sorted(answers)


def _one(game: Game, pick: Pick, line: str) -> list[int] | Refusal:
    number = _number(pick, line)
    if number is not None:
        return [number]
    found = game.find_move(line)
    if isinstance(found, Refusal) and found.kind == "invalid":
        return _ahead(game, pick, line) or found
    return found if isinstance(found, Refusal) else [found.answer]


def _ahead(game: Game, pick: Pick, line: str) -> list[int] | None:
    """Read the answer to the next question, if only one answer to this one leads to it, and nothing happens between."""
    from cc_dsl.interpreter.engine import Game as OtherGame

    ways = []
    given = game.answers
    for option in pick.pool:
        other = OtherGame(game.rules, game.seed, False, given, game.seats)
        other.play(option)
        if other.player == game.player and len(other.answers) == len(given) + 1:
            found = other.find_move(line)
            if not isinstance(found, Refusal):
                ways.append([option, found.answer])
    return ways[0] if len(ways) == 1 else None


def _in_pool(game: Game, pick: Pick, part: str) -> int | Refusal:
    """Read one of several picks."""
    number = _number(pick, part)
    if number is not None:
        return number
    piece = game.rules.pieces.read(part)
    if piece in pick.pool:
        return piece
    refused = game.whynot(part)
    if refused is not None:
        return refused._replace(nearest=pick.words)
    found = game.find_move(part)
    assert not isinstance(found, Refusal)
    return found.answer


def _number(pick: Pick, text: str) -> int | None:
    """Return the answer with a number of the list."""
    number = _digits(text) if pick.is_numbered else None
    return pick.pool[number - 1] if number is not None and 1 <= number <= len(pick.pool) else None


def _digits(text: str) -> int | None:
    digits = text.strip().rstrip(".)")
    return int(digits[:9]) if digits.isascii() and digits.isdigit() else None


def _beyond(pick: Pick, line: str) -> str | None:
    """Refuse a number that the list does not have: a number alone always means a place in it."""
    numbers = [_digits(part) for part in line.replace(",", " ").split()] if pick.is_numbered else []
    if not numbers or None in numbers or all(1 <= (one or 0) <= len(pick.pool) for one in numbers):
        return None
    most = len(pick.pool)
    return f"The list goes from 1 to {most}." if most > 1 else "There is one move; its number is 1."
