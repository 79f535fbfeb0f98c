"""Parse typed moves: a number from the list or a piece's sign, or several of them where several are picked.

One line may also answer several questions, if each part has one meaning.

    he chooses 3 cards in his hand as the side.         1 5H   2 8D   3 QH   4 KS
    “1 3 ks”                                            [answer of 5H, of QH, of KS], given one after another
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from cc_dsl.engine.game import Game
from cc_dsl.engine.moves import FILLERS, Refusal, kind_of
from cc_dsl.rules import model


class LaterAnswer(NamedTuple):
    """An answer, such as to resign, that is listed after those of a later question."""

    answers: tuple[int, ...]
    """The answer, preceded by those that lead to its question."""
    clauses: tuple[str, ...]
    """The full ids of the clauses that allow it."""
    name: str
    """The name of the option in the rules."""
    game: Game
    """The game in which it is asked for."""

    @property
    def answer(self) -> int:
        """The answer to give: the index of the option, or the number of the piece."""
        return self.answers[-1]


class Pick(NamedTuple):
    """The things that can be chosen, and the number to choose."""

    pool: tuple[int, ...]
    """The answers, in the order in which they are listed."""
    words: tuple[str, ...]
    number: int
    game_ahead: Game | None = None
    """The game in which they are asked for, if answers without effect have to be given first."""
    first_answers: tuple[int, ...] = ()
    """The answers without effect that lead to that game."""
    others: tuple[LaterAnswer, ...] = ()
    """The other answers to the questions before it, which are listed last."""

    @property
    def is_numbered(self) -> bool:
        """Whether a number means a position in the list: always, unless the moves themselves are numbers."""
        return not any(word.isdigit() for word in self.words)

    @property
    def length(self) -> int:
        """The length of the list."""
        return len(self.pool) + len(self.others)

    def answers_at(self, place: int) -> list[int]:
        """Return the answers, in order, for an index of the list."""
        if place < len(self.pool):
            return [*self.first_answers, self.pool[place]]
        return [*self.others[place - len(self.pool)].answers]


def pool_of(game: Game) -> Pick:
    """Return all things from which to choose.

    The engine takes several picks one by one in ascending order, and so never offers the highest ones first; picking
    the lowest ones in a copy of the game shows them.
    """
    question = game.question
    assert question is not None
    options = dict.fromkeys(game.options)
    other = game
    for _ in range(question.left - 1):
        other = other.fork(other.options[0])
        options.update(dict.fromkeys(other.options))
    pool = tuple(sorted(options))
    return Pick(pool, tuple(game.words_of(answer) for answer in pool), question.left)


def picks_ahead(game: Game) -> Pick:
    """Return the things from which to choose; behind an option that only continues play, those of the next question.

    An option is a continuation if it alone has no effect, and the same player is asked next. The next question is then
    listed at once, followed by the other options: a player who may resign before each card need not decline each time.
    """
    ahead, first_answers, others = game, (), ()  # type: Game, tuple[int, ...], tuple[LaterAnswer, ...]
    acts = [game.question_term.act]
    while (continuation := _continuation_of(ahead)) is not None:
        answer, next_game = continuation
        if next_game.question_term.act in acts:  # the same act again: a new round, not a further question
            break
        acts.append(next_game.question_term.act)
        other_moves = [move for move in ahead.moves() if move.answer != answer]
        # The other answers to a later question are listed first.
        new = (LaterAnswer((*first_answers, move.answer), move.clauses, move.text, ahead) for move in other_moves)
        others = (*new, *others)
        ahead, first_answers = next_game, (*first_answers, answer)
    pick = pool_of(ahead)
    # Ask for nested options one at a time, since two of them may have the same name; a digit could mean a piece.
    is_option = isinstance(ahead.question_term.act, model.ChooseOption)
    if ahead is game or is_option or pick.number > 1 or any(other.name.isdigit() for other in others):
        return pool_of(game)
    return pick._replace(game_ahead=ahead, first_answers=first_answers, others=others)


def continues_with_question(option: model.Option) -> bool:
    """Return whether an option does nothing, or begins with a question; others have an act of their own."""
    return all(isinstance(act, model.Choose | model.ChooseOption) for act in option.acts[:1])


def _continuation_of(game: Game) -> tuple[int, Game] | None:
    """Return the only option that leads directly to another question, and the game at that question."""
    act = game.question_term.act
    if not isinstance(act, model.ChooseOption) or len(game.options) < 2:
        return None
    forks = [(option, game.fork(option)) for option in game.options if continues_with_question(act.options[option])]
    leading = [(option, ahead) for option, ahead in forks if _is_next(game, ahead) and game.differences(ahead) == 0]
    if len(leading) != 1:
        return None
    option, ahead = leading[0]
    acts = act.options[option].acts
    # Compare by equality: the two games may come from separate loads of the same rules.
    return (option, ahead) if not acts or acts[0] == ahead.question_term.act else None


def _is_next(game: Game, ahead: Game, answers: int = 1) -> bool:
    """Return whether the same player is asked next, and sees no piece that they did not see before.

    Then neither chance nor another player has answered in between, and the choices reveal nothing to the player.
    """
    if ahead.is_over or ahead.player != game.player or ahead.count != game.count + answers:
        return False
    return ahead.sights.pieces_seen(ahead.position, ahead.player) <= game.sights.pieces_seen(game.position, game.player)


def starts_of_moves(game: Game, players: Collection[int]) -> list[int]:
    """Return the number of answers before each move of these players at which they had a choice.

    Several picks are one move; so is an answer together with the continuations before it.
    """
    again, turns = game.from_the_beginning(), []
    while again.count < game.count:
        if again.player not in players or again.is_observing:
            again.step()
            continue
        pick, before = picks_ahead(again), again.count
        if pick.length > pick.number:
            turns.append(before)
        for answered in range(1, len(pick.first_answers) + pick.number + 1):
            again.step()
            expected = pick.first_answers[:answered]
            if len(expected) == answered and again.choices_since(before)[-1][1] != expected[-1]:
                break  # the player chose one of the other options
    return turns


def read_picks(game: Game, pick: Pick, line: str) -> list[int] | Refusal | str:
    """Return the answers that a line means, in the order in which the engine takes them, or a refusal.

    A line may answer several questions that follow one another: `b1 c2` moves the man on b1 to c2.
    """
    numbers = [_digits(part) for part in line.replace(",", " ").split()] if pick.is_numbered else []
    if numbers and None not in numbers and not all(1 <= (number or 0) <= pick.length for number in numbers):
        # A number alone is always a position in the list.
        return f"The list goes from 1 to {pick.length}." if pick.length > 1 else "There is one move; its number is 1."
    if pick.number > 1:
        answers = read_several(game, pick, line)
        if isinstance(answers, list) and len(answers) != pick.number:
            example = " ".join(game.spoken_answer(answer) for answer in pick.pool[: pick.number])
            named = f"you have named {len(answers)}"
            return f"Name {pick.number} at once, with spaces between, such as {example}; {named}."
        return answers
    if (place := _place(pick, line)) is not None:
        return pick.answers_at(place)
    answers = _read_one(game, pick, line)
    if isinstance(answers, Refusal) and answers.kind == "invalid":
        return _read_in_turn(game, line) or answers
    return answers


def _read_one(game: Game, pick: Pick, line: str) -> list[int] | Refusal:
    """Read an answer to the listed question, or to one of the questions before it."""
    move = (pick.game_ahead or game).find_move(line)
    if not isinstance(move, Refusal):
        return [*pick.first_answers, move.answer]
    if move.kind == "invalid" and pick.game_ahead is None:
        return _read_next_answer(game, line) or move
    if move.kind == "invalid":
        for earlier_game, before in ((game, ()), *((other.game, other.answers[:-1]) for other in pick.others)):
            option = earlier_game.find_move(line)
            if not isinstance(option, Refusal):
                return [*before, option.answer]
    return move


def read_several(game: Game, pick: Pick, line: str) -> list[int] | Refusal | str:
    """Read things that are picked together, however many are named: a list such as “A♣, A♠ and K♣” or “1 3 4”."""
    answers: list[int] = []
    for part in _parts(game, pick, line):
        place, answer = _place(pick, part), game.rules.pieces.read(part)
        if place is not None:
            answer = pick.pool[place]
        if answer is None or answer not in pick.pool:
            move = game.find_move(part)
            if isinstance(move, Refusal):
                return move._replace(nearest=tuple(map(game.spoken_answer, pick.pool)))
            answer = move.answer
        if answer in answers:
            return f"You have named {game.spoken_answer(answer)} twice."
        answers.append(answer)
    return sorted(answers)


def refuse_picks(game: Game, pick: Pick, line: str) -> Refusal | str | None:
    """Return the refusal of a move, or of one of several things that are picked together; None if all are allowed."""
    picks = read_several(game, pick, line) if pick.number > 1 else read_picks(game, pick, line)
    if isinstance(picks, list) and len(picks) > pick.number > 1:
        picks = read_picks(game, pick, line)  # says how many to name
    return None if isinstance(picks, list) else picks


def _parts(game: Game, pick: Pick, line: str) -> list[str]:
    """Return the parts of a line between commas, “and” and blanks; several words that name one move stay together."""
    parts: list[str] = []
    for phrase in re.split(r",|\band\b", line, flags=re.IGNORECASE):
        is_move = _place(pick, phrase) is not None or not isinstance(game.find_move(phrase), Refusal)
        words = [word for word in phrase.split() if word.casefold() not in FILLERS or game.rules.pieces.read(word)]
        parts += [phrase.strip()] if is_move else words
    return parts


def _read_in_turn(game: Game, line: str) -> list[int] | Refusal | None:
    """Read each word as the answer to the next question to the same player; None if the first word is not one."""
    answers: list[int] = []
    asked = game
    for word in _words_of_line(game, line):
        # Do not reveal anything after this player's own answers, which can still be taken back.
        if asked is not game and not _is_next(game, asked, len(answers)):
            return None
        further = _read_answers(asked, word)
        if further is None:
            refused = _refusal_of(asked, word)
            return refused if answers or refused.kind != "invalid" else None
        for answer in further:
            asked = asked.fork(answer)
        answers += further
    return answers


def _words_of_line(game: Game, line: str) -> list[str]:
    """Return the words of a line; two squares of a board may be written as one word."""
    squares = {value.casefold() for kind in game.rules.boards for value in game.rules.values[kind].values}
    words: list[str] = []
    for word in re.sub(r"(?<=\w)\s*-\s*(?=\w)", " ", line.replace(",", " ")).split():
        halves = ((word[:at], word[at:]) for at in range(1, len(word)))
        words += next(([*two] for two in halves if {half.casefold() for half in two} <= squares), [word])
    return words


def _read_answers(game: Game, words: str) -> list[int] | None:
    """Return the answers that words mean: a move, the piece on a square, or an option and the answer after it."""
    move = game.find_move(words)
    if not isinstance(move, Refusal):
        return [move.answer]
    if on_square := _pieces_on(game, words, game.options):
        return on_square[:1]
    return _read_next_answer(game, words) if isinstance(game.question_term.act, model.ChooseOption) else None


def _refusal_of(game: Game, words: str) -> Refusal:
    """Return the refusal of words, or of the piece on the square that they name.

    If only one option leads to the next question, return the refusal there of words that name no option.
    """
    seen = sorted(game.sights.pieces_seen(game.position, game.player))  # a hidden piece is not named to the player
    named = next(iter(_pieces_on(game, words, seen)), None)
    refused = game.find_move(words) if named is None else game.refuse(named)
    assert isinstance(refused, Refusal)
    if refused.kind == "invalid" and isinstance(game.question_term.act, model.ChooseOption):
        ahead = [other for other in map(game.fork, game.options) if _is_next(game, other)]
        return _refusal_of(ahead[0], words) if len(ahead) == 1 else refused
    return refused


def _pieces_on(game: Game, square: str, pieces: Iterable[int]) -> list[int]:
    """Return the pieces asked for that lie on a square."""
    is_asked = kind_of(game.question_term.act).base == "piece"
    return [piece for piece in pieces if game.square_of(piece).casefold() == square.casefold()] if is_asked else []


def _read_next_answer(game: Game, words: str) -> list[int] | None:
    """Read an answer to the next question, if only one answer to this one leads to it directly."""
    forks = ((option, game.fork(option)) for option in game.options)
    readings = [[option, *(_read_answers(ahead, words) or ())] for option, ahead in forks if _is_next(game, ahead)]
    complete = [answers for answers in readings if len(answers) > 1]
    return complete[0] if len(complete) == 1 else None


def next_moves(game: Game, pick: Pick) -> dict[str, tuple[int, ...]]:
    """Return the answers to the next question that can be given directly, each with the pieces that it names.

    Only one option leads to each of them, with nothing in between; an example is the man to continue with.
    """
    moves: dict[str, list[tuple[int, ...]]] = {}
    if isinstance(game.question_term.act, model.ChooseOption) and pick.game_ahead is None:
        for other in filter(lambda ahead: _is_next(game, ahead), map(game.fork, pick.pool)):
            for answer in other.options:
                moves.setdefault(other.words_of(answer), []).append(other.pieces_of(answer))
    return {words: pieces[0] for words, pieces in moves.items() if len(pieces) == 1}


def _place(pick: Pick, text: str) -> int | None:
    """Return the index in the list that a number means; None if the text is not a number of the list."""
    number = _digits(text) if pick.is_numbered else None
    return number - 1 if number is not None and 1 <= number <= pick.length else None


def _digits(text: str) -> int | None:
    digits = text.strip().rstrip(".)")
    return int(digits[:9]) if digits.isascii() and digits.isdigit() else None
