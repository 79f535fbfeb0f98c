"""Line editing at the terminal, and completion of moves and commands with the Tab key."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from cc_dsl.cli.game_texts import WORDS

if TYPE_CHECKING:
    from cc_dsl.engine.game import Game


def prepare(game: Game) -> None:
    """Use readline, where Python has it, with the moves of this game."""
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        found = candidates(game, text)
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ,\t\n")
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    readline.set_auto_history(True)


def forget_lines() -> None:
    """Forget the lines that were typed, so that the next person cannot call them back with an arrow."""
    readline = sys.modules.get("readline")
    if readline is not None:
        readline.clear_history()


def candidates(game: Game, text: str) -> list[str]:
    """Return the possible completions of a word."""
    moves = [game.words_of(answer) for answer in game.options] if not game.is_over else []
    wanted = text.casefold()
    words = [word for word in WORDS if len(word) > 1 and " " not in word]
    return [f"{word} " for word in (*moves, *words) if word.casefold().startswith(wanted)]
