"""Texts of a game at the terminal: the welcome, the commands and their help, lists of moves, clauses and readings."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cc_dsl.cli import terminal
from cc_dsl.cli.strength import strength
from cc_dsl.closures.answers import kind_of
from cc_dsl.diagnostics.problem import meant, nearest
from cc_dsl.rules.kinds import a_name, plural
from cc_dsl.words.book import Book
from cc_dsl.words.layout import capital
from cc_dsl.words.reasons import quoted, read

if TYPE_CHECKING:
    from cc_dsl.engine.game import Game
    from cc_dsl.engine.moves import Move
    from cc_dsl.pipeline import Edition

COMMANDS = {
    "why": "explain the last decision; “why winner” the last one about something",
    "whynot MOVE": "say why a move is not allowed",
    "hint": "say which move a simple computer player would make, and why",
    "moves": "list the moves again; an empty line does the same",
    "score": "show the score",
    "view": "show everything that you may see",
    "rules": "print how to play the game, in today's words",
    "clauses [ID]": "print the words of the text, or of one clause",
    "readings [NAME]": "say how the open places of the text are read",
    "undo": "take back your last move; “undo 3” the last three",
    "save FILE": "write the game down",
    "quit": "leave; the game can be taken up again",
    "help": "print this",
}
REPORT = (
    "After “observed>”, report a stroke: one event a line, or several with semicolons between; an empty line ends the "
    "report."
)
NO_STRIKERS = (
    "The computer players strike no balls: their strokes are reported as yours are. They choose where the rules give "
    "them a choice."
)
WATCHED = {
    "whynot MOVE": "say why a move is not allowed, or why an event cannot have happened",
    "hint": "list your moves, or what can be observed",
    "moves": "ask again what is asked now",
    "undo": "take back the last stroke that was reported, or your last move",
}
"""The descriptions of the commands that act otherwise where strokes are reported."""
WORDS = {name.partition(" ")[0]: name.partition(" ")[0] for name in COMMANDS} | {
    "?": "help",
    "exit": "quit",
    "table": "view",
    "clause": "clauses",
    "reading": "readings",
    "take back": "undo",
    "back": "undo",
    "why not": "whynot",
    "points": "score",
    "again": "rematch",
    "rematch": "rematch",
    "review": "review",
    "w": "why",
    "h": "hint",
    "u": "undo",
    "m": "moves",
    "q": "quit",
}
"""Every word, or pair of words, that means a command."""


VERB = re.compile(r"(?:i\s+)?(?:play|choose|pick|take|lay|place|put)\s+(?:the\s+)?|the\s+", re.IGNORECASE)
"""How people begin a move where its name would do."""


def command_of(word: str, game: Game) -> str | None:
    """Return the command that a word means, unless it is the name of a move here."""
    command = WORDS.get(word.casefold())
    if command is None or game.is_over:
        return command
    return None if word in {game.words_of(answer) for answer in game.options} else command


def command_in(line: str, game: Game) -> tuple[str | None, str]:
    """Return the command with which a line begins, if it begins with one, and the rest of the line."""
    words = line.split()
    for count in (2, 1):
        command = command_of(" ".join(words[:count]), game) if len(words) >= count else None
        is_letter = len(words[0]) == count == 1 < len(words) and command not in ("why", "help")
        if command is not None and not is_letter:  # “q c” is a card, and no wish to leave
            return command, " ".join(words[count:])
    return None, line


def nearest_command(line: str) -> str | None:
    """Return the command that somebody may have meant."""
    word = line.split()[0] if line.split() else ""
    close = nearest(word, WORDS) if len(word) > 2 else []
    return WORDS[close[0]] if close else None


def welcome(
    edition: Edition,
    game: Game,
    names: Sequence[str],
    kinds: Sequence[str],
    knows_seed: bool = True,
) -> list[str]:
    """Return what is played, and by whom."""
    lines = ["", terminal.paint(edition.display_name, "strong")]
    seats = [f"player {place + 1}: {'you' if name == 'you' else kinds[place]}" for place, name in enumerate(names)]
    if "you" in names and len(names) < 3:
        others = [kind for name, kind in zip(names, kinds, strict=True) if name != "you"]
        seats = [f"You play against the computer player “{kind}”." for kind in others]
    strong = [strength(edition, kind) for kind in dict.fromkeys(kinds) if kind != "human"]
    seed = f" (seed {game.seed})" if game.seed is not None and knows_seed else ""
    lines += terminal.wrapped("; ".join(seats) + seed)
    if game.is_watched and {*kinds} != {"human"}:
        lines += terminal.wrapped(NO_STRIKERS)
    lines += [line for said in strong if said for line in terminal.wrapped(said)]
    doubts = edition.rules.doubts.values()
    agreed = [doubt for doubt in doubts if doubt.kind == "option" and not game.is_idle(doubt.name)]
    other = [doubt for doubt in doubts if doubt.kind != "option" and doubt.chosen != doubt.default]
    for said, chosen in (("You agreed on: ", agreed), ("Read differently from the default: ", other)):
        if chosen:
            titles = edition.titles
            named = (f"{titles.title(doubt.name)} ({titles.phrase(doubt.name, doubt.chosen)})" for doubt in chosen)
            lines += terminal.wrapped(f"{said}{', '.join(named)}.")
    return lines


def how_to_begin(game: Game) -> str:
    """Return what to type at one's turn."""
    more = "rules explains the game, ? lists all commands."
    if game.is_watched:
        return f"Report each stroke in the words of the rules; where you have a choice, type its number. {more}"
    name = game.rules.pieces.name
    return f"Type the number of a move or {f'the sign of {a_name(name)}' if name else 'its name'}; {more}"


def how_to_resume(edition: Edition, game: Game, path: str) -> str:
    """Say with which command a recorded game goes on, or is seen again."""
    name, path = "" if edition.is_named_by_record else edition.argument, shlex.quote(path)
    if game.is_over:
        return f"See it again with:   circular replay {path}{f' --edition {name}' if name else ''}"
    return f"Take it up again with:   circular play {f'{name} ' if name else ''}--resume {path}"


def hints(moves: Sequence[Move], book: Book, columns: int) -> list[str]:
    """Say of each move which clauses allow it; those that allow all are named once, and each is quoted once."""
    common = [clause for clause in (moves[0].clauses if moves else ()) if all(clause in one.clauses for one in moves)]
    lines = [f"  {clause}" for clause in quoted(common, book, columns - 2)]
    told: set[str] = set()
    for move in moves:
        own = [clause for clause in move.clauses if clause not in common]
        named = f"   [{', '.join(map(book.short, own))}]" if own else ""
        lines += terminal.wrapped(f"{move.text}{named}", "  ", "      ")
        lines += [f"    {line}" for line in quoted([one for one in own if one not in told], book, columns - 4)]
        told.update(own)
    return lines


def groups_here(found: Sequence[tuple[str, Sequence[Move]]], book: Book, columns: int) -> list[str]:
    """Return which groups somebody has, each with the clauses that make it one."""
    lines = []
    for name, groups in found:
        if groups:
            lines.append(f"Your {plural(name)} so far:")
            lines += hints(groups, book, columns)
        else:
            lines.append(f"You have no {name} yet.")
    return lines


def _help(edition: Edition, book: Book, wanted: str) -> list[str]:
    pieces = edition.rules.pieces
    first = next(zip(pieces.codes, pieces.names, strict=True), ("", ""))
    is_name = first[0] != first[1] and not any(letter.isdigit() for letter in first[1])
    sign = f"{first[0]} is {first[1]}; " if is_name else ""
    said = (
        f"To make a move, type its number in the list, or its {'sign' if first[0] else 'name'} ({sign}capitals do not "
        "matter). Where several are wanted, type them all, with spaces between."
    )
    is_watched = edition.rules.ground is not None
    commands = {name: (WATCHED.get(name) if is_watched else None) or about for name, about in COMMANDS.items()}
    margin = max(map(len, commands)) + 4
    lines = terminal.wrapped(f"{REPORT} {said}" if is_watched else said)
    return [
        *lines,
        "",
        *(
            line
            for name, about in commands.items()
            for line in terminal.wrapped(about, f"  {name:{margin - 2}}", " " * margin)
        ),
    ]


def _clauses(edition: Edition, book: Book, wanted: str) -> list[str]:
    text = edition.text
    if text is None:
        return ["These rules have no printed text beside them."]
    if not wanted:
        return quoted(text.clauses, book, terminal.width())
    clause = text.clause(wanted.lstrip("§"))
    if clause is None:
        return [f"The text has no clause {wanted}. {meant(wanted, text.clauses)}".rstrip()]
    return quoted([clause.id], book, terminal.width())


def _readings(edition: Edition, book: Book, wanted: str) -> list[str]:
    doubts = edition.rules.doubts
    if not wanted:
        listed = [line for name in doubts for line in (*read([name], book, terminal.width()), f"      readings {name}")]
        return listed or ["The text leaves nothing open."]
    doubt = doubts.get(wanted)
    if doubt is None:
        return [f"There is no reading called {wanted}. {meant(wanted, doubts)}".rstrip()]
    where = f" of {doubt.clause.replace(':', '.')}" if doubt.clause else ""
    lines = terminal.wrapped(f"{edition.titles.title(wanted)} ({doubt.kind}{where}): {doubt.words}")
    for answer, reason in doubt.alternatives:
        mark = "*" if answer == doubt.chosen else " "
        said = capital(f"{edition.titles.phrase(wanted, answer)}: {reason}.")
        lines += terminal.wrapped(said, f"  {mark} ", "      ")
    return lines


def _rules(edition: Edition, book: Book, wanted: str) -> list[str]:
    from cc_dsl.cli.rules import page_lines  # loads worked cases, which take as long as all else

    return list(page_lines(edition))


ANSWERS: dict[str, Callable[[Edition, Book, str], list[str]]] = {
    "rematch": lambda edition, book, wanted: terminal.wrapped(
        "The game is not over. A rematch is offered at its end; quit leaves this game."
    ),
    "help": _help,
    "clauses": _clauses,
    "readings": _readings,
    "rules": _rules,
}
"""The answers to commands that only read."""


def nearest_move(line: str, game: Game, others: Sequence[str] = ()) -> str | None:
    """Return the move, or one of some others, that somebody may have meant by words that mean none."""
    pieces, spelt = game.rules.pieces, {other.casefold(): other for other in others}
    for answer in game.options:
        said = game.said_of(answer)
        is_piece = kind_of(game.asking.act).base == "piece"
        for word in (said, game.words_of(answer), *((pieces.names[answer],) if is_piece else ())):
            spelt[word.casefold()] = said
    close = nearest(line.strip().casefold(), spelt)
    return spelt[close[0]] if close else None


def without_verb(line: str) -> str | None:
    """Return a line without the verb with which people begin a move, such as “play the” or “take”."""
    found = VERB.match(line)
    return line[found.end() :] if found is not None and found.end() < len(line) else None


def nothing_about(wanted: str, game: Game) -> str:
    """Return the message that nothing was decided about something, as far as the game stores reasons."""
    if game.forgets:
        about = f" about “{wanted}”" if wanted else ""
        return (
            f"In the last part of the game nothing was decided{about}. It is long; circular why tells of all of its "
            "record."
        )
    yet = "" if game.is_over else " yet"
    return f"Nothing was decided about “{wanted}”{yet}." if wanted else f"Nothing was decided{yet}."
