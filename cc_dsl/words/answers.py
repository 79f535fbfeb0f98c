"""Answers to questions of the rules in words: part by part with their input, or as a table of standings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from cc_dsl.closures.listener_names import ListenerNames, in_figures, possessive
from cc_dsl.closures.reasons import Decision, words_of_win
from cc_dsl.closures.runtime import Runtime, runtime_of
from cc_dsl.closures.state import Outcome, State
from cc_dsl.engine.judge import (
    Answer,
    StandingAnswer,
    numbers_of_values,
    owners_of_pieces,
    results_of_game,
    standings,
    tables_of,
)
from cc_dsl.rules.kinds import PLAYER, Kind, spelt
from cc_dsl.rules.model import Output, Question, Rules
from cc_dsl.table.chance import Chance
from cc_dsl.words.book import Book
from cc_dsl.words.layout import COLUMNS, Ink, as_sentence, capital, paragraphs, table, wrap
from cc_dsl.words.reasons import full_form, quotations, readings, with_deciding_clauses
from cc_dsl.words.sentences import line

if TYPE_CHECKING:
    from cc_dsl.engine.game import Game
    from cc_dsl.words.speaker import Speaker
    from cc_dsl.words.voice import Voice

T = TypeVar("T")

POSSIBLE = 20
"""The number of sampled positions, consistent with a player's view, in which a result must be the same."""


def certain_results(game: Game, player: int | None) -> dict[str, object]:
    """Return the results of the rules for a game, except those that depend on pieces hidden from the player."""
    results = _certain_entries(game, player, results_of_game)
    return {key: tuple(value) if isinstance(value, list) else value for key, value in results.items()}


def visible_numbers(game: Game, player: int | None, names: Collection[str]) -> dict[str, dict[str, int]]:
    """Return the number that each value has under each of these names, without numbers that depend on hidden pieces."""
    return (
        _certain_entries(game, player, lambda runtime, state: numbers_of_values(runtime, state, names)) if names else {}
    )


def _certain_entries(game: Game, player: int | None, look: Callable[[Runtime, State], dict[str, T]]) -> dict[str, T]:
    """Return the entries that are the same in all sampled positions consistent with a player's view."""
    runtime = runtime_of(game.rules, "plain", game.seats)
    values = look(runtime, game.position)
    if values and game.has_secrets:
        others = (game.sights.sample_position(game.position, player, Chance(seed)) for seed in range(POSSIBLE))
        each = [look(runtime, position) for position in others]
        values = {key: value for key, value in values.items() if all(other[key] == value for other in each)}
    return values


def owner_words(rules: Rules, owner: Kind | None, count: int) -> list[str]:
    """Return the names of this many owners of the parts of an answer: players, pieces or values."""
    if owner is None or owner == PLAYER:
        return [f"player {number}" for number in range(1, count + 1)]
    return [*(rules.pieces.codes if owner.base == "piece" else rules.values[owner.name].values)][:count]


def answer_words(
    rules: Rules,
    outputs: Iterable[Output],
    values: Mapping[str, object],
    names: Sequence[str] = (),
    sign: Callable[[int], str] | None = None,
    naming: ListenerNames | None = None,
) -> list[tuple[str, str]]:
    """Put each part of an answer into words, with a line for each owner, and signs for pieces.

    With a listener, values of the rules have the names that this listener uses.
    """
    sign = sign or rules.pieces.glyphs.__getitem__
    own = [value for kind in rules.values.values() for value in kind.values] if naming is not None else []
    words = {spelt(value).lower(): naming.name(value) for value in own} if naming is not None else {}
    lines = []
    for part in outputs:
        value = values[part.key]
        each = [value] if not part.is_owned else value if isinstance(value, list | tuple) else ()
        owners = [*names] if names and part.owner in (None, PLAYER) else owner_words(rules, part.owner, len(each))
        for number, (owner, value_of_owner) in enumerate(zip(owners, each, strict=False)):
            text = value_in_words(rules, value_of_owner, part.kind.base, sign, words)
            lines.append(("" if number else part.key, f"{owner}: {text}" if len(each) > 1 else text))
    return lines


def outputs_of_game(rules: Rules) -> list[Output]:
    """Return the results of the rules for a game: the parts of the answers to questions without input."""
    return [output for question in rules.questions.values() if question.has_no_inputs for output in question.outputs]


def result_words(game: Game, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the results of the rules at the end of a game, in words."""
    return answer_words(game.rules, outputs_of_game(game.rules), game.result, names, naming=game.naming)


def outcome_words(outcome: Outcome, names: Sequence[str]) -> str:
    """Return the words for the winner, or for nobody; an empty string for a lost game for one player."""
    if outcome.winner is not None:
        return words_of_win([names[player] for player in outcome.winners])
    return "" if len(names) == 1 else "nobody wins"


def ending_words(outcome: Outcome, decisions: Sequence[Decision], voice: Voice, names: Sequence[str]) -> str:
    """Return the last sentence of a game: that of the edition, or the winner and any bound that stopped the game.

    It is empty if a game for one player ends without a win.
    """
    if outcome.stopped_by:
        stopped_by = voice.naming.without_hyphens(outcome.stopped_by)
        return f"Nobody wins; the game reached a limit of the rules: {stopped_by}"
    words = outcome_words(outcome, names)
    return voice.end(decisions) or (as_sentence(words) if words else "")


def value_in_words(
    rules: Rules, value: object, base: str, sign: Callable[[int], str], words: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Return a value in words: pieces by their signs, sorts of groups in the spelling of the rules."""
    if value is None:
        return "nobody" if base == "player" else "none"
    if base == "player" and isinstance(value, int):
        return f"player {value + 1}"
    if isinstance(value, list) and not value:
        return "none"
    if isinstance(value, list):
        between = ", " if any(isinstance(item, dict) for item in value) else " "
        return between.join(value_in_words(rules, item, "", sign, words) for item in value)
    if isinstance(value, dict):
        parts = [value_in_words(rules, item, "", sign, words) for item in value.values() if not isinstance(item, bool)]
        marks = [key.replace("_", " ") for key, item in value.items() if item is True]
        return ", ".join([" ".join(parts), *marks])
    if value in rules.pieces.codes:
        return sign(rules.pieces.codes.index(value))
    if isinstance(value, int):
        return in_figures(value)
    sorts = {sort.name.casefold(): sort.name for group in rules.groups.values() for sort in group.sorts}
    return words.get(str(value)) or sorts.get(str(value), str(value))


# ------------------------------------------------------------------- answers about pieces laid by hand


def answer_lines(
    question: Question,
    given_pieces: Mapping[str, Sequence[str]],
    answer: Answer,
    speaker: Speaker,
    columns: int = COLUMNS,
    paint: Callable[[str, str], str] = lambda text, style: text,
    why: bool = False,
) -> list[str]:
    """Return the question, its input, the answer, and its reasons: in short, or all of them."""
    book, ink = speaker.book, speaker.ink
    wide = max(len(rows.key) for rows in question.outputs)
    rows = answer_words(speaker.rules, question.outputs, answer.value, (), ink.glyph, speaker.naming)
    lines = [
        [paint(question.words, "strong")],
        [f"  {line}" for line in table(_given_rows(speaker.rules, question, given_pieces, ink, speaker.naming))],
        [f"  {paint(key.ljust(wide), 'strong')}  {value}" for key, value in rows],
    ]
    decisions = answer.decisions_for(speaker.naming)
    if why:
        return paragraphs([*lines, full_form(decisions, book, columns=columns)])
    decisions_shown = with_deciding_clauses(decisions, speaker.rules, speaker.naming)
    clauses = dict.fromkeys(clause for decision in decisions_shown for clause in decision.clauses)
    grounds = [part for each in decisions_shown for part in wrap(line(each, book), "  ", "      ", columns)]
    return paragraphs([*lines, grounds, quotations(clauses, book, columns), readings(answer.readings, book, columns)])


def _given_rows(
    rules: Rules, question: Question, given_pieces: Mapping[str, Sequence[str]], ink: Ink, naming: ListenerNames
) -> list[list[str]]:
    """Return a row for each input of the question: pieces by their signs, values as they were written."""
    rows: list[list[str]] = []
    for asked in question.inputs:
        if asked.key not in given_pieces:
            continue
        parts = given_pieces[asked.key] if asked.is_owned else [given_pieces[asked.key]]
        owners = [f"{possessive(naming.name(owner))} " for owner in owner_words(rules, asked.owner, len(parts))]
        for owner, part in zip(owners if asked.is_owned else ["the "], parts, strict=False):
            words = part if isinstance(part, str) else " ".join(part)
            shown = ink.signs_of(rules, part) if asked in question.piece_inputs else words or "-"
            rows.append([f"{owner}{naming.name(asked.key)}", shown])
    return rows


# ------------------------------------------------------------------------------------- standings


def owners_in(game: Game) -> dict[str, dict[int, int]]:
    """Return the owner of each piece, by the names of the rules for owners."""
    return owners_of_pieces(runtime_of(game.rules, "plain", game.seats), game.position)


def standing_of(game: Game) -> tuple[list[tuple[str, str]], list[StandingAnswer]]:
    """Return the standing of each thing about which the rules have a question, after the answers without an owner."""
    runtime = runtime_of(game.rules, "reasons", game.seats)
    answers = standings(runtime, game.position, game.sights.pieces_seen(game.position, None), game.naming)
    name = game.naming.name if game.naming is not None else str
    shared = [(name(answer.key), answer.value) for answer in answers if not answer.owner and answer.value is not None]
    things_held = [(name(key), value) for key, value in game.view(None).held.items() if isinstance(value, str)]
    return [*shared, *things_held], answers


def standing_lines(game: Game, book: Book, columns: int) -> list[str]:
    """Return the lines of the standing of each thing, with its owner and clauses if there is room.

    The headings of the columns are the names that the edition gives them.
    """
    now, answers = standing_of(game)
    name = game.naming.name if game.naming is not None else str
    owners = next(iter(owners_in(game).values()), {})
    lines: list[str] = []
    for is_wide in (True, False):
        lines = wrap(capital("; ".join(f"{key}: {value}" for key, value in now)), columns=columns) if now else []
        for keys, told in tables_of(answers):
            whose = [owners.get(row[0].piece) if is_wide and row[0].piece is not None else None for row in told]
            has_owners = any(owner is not None for owner in whose)
            rows = [["", *([""] if has_owners else []), *map(name, keys)]]
            for row, owner in zip(told, whose, strict=True):
                texts = ["" if answer.value is None else answer.value for answer in row]
                if is_wide and texts[0]:
                    texts[0] = book.with_sources(texts[0], row[0].clauses)
                rows.append([row[0].owner, *([] if owner is None else [game.table_name(owner)]), *texts])
            lines += table(rows, gap="  " if is_wide else " ")
        if max(map(len, lines), default=0) <= columns:
            break
    return lines
