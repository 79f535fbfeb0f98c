"""The language of a game at the terminal: names of players and pieces, and the phrases of the edition."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cc_dsl import cache
from cc_dsl.cli import terminal
from cc_dsl.cli.tables import ink_for
from cc_dsl.interpreter.naming import Naming, callings
from cc_dsl.rules import store
from cc_dsl.source.phrases import FILE, INTRODUCTION, NO_PHRASES, Phrases, cited
from cc_dsl.words.texts import phrases_of
from cc_dsl.words.voice import Voice

if TYPE_CHECKING:
    from cc_dsl.interpreter.engine import Game
    from cc_dsl.pipeline import Edition
    from cc_dsl.rules.model import Rules


def naming_of(rules: Rules, phrases: Phrases, players: Sequence[str]) -> Naming:
    """Return what things are called at this terminal: pieces by the signs that it can show."""
    return Naming(tuple(players), ink_for(rules).pieces, phrases.names)


def voice_for(edition: Edition, game: Game, humans: Sequence[int] = (), viewer: int | None = None) -> Voice:
    """Let a game speak as the terminal does, and return the voice that tells it to one viewer."""
    phrases = phrases_of(edition)
    game.naming = naming_of(edition.rules, phrases, callings(game.seats, humans))
    voice = Voice(edition.rules, game.naming, phrases)
    if game.moves_made:
        view = game.view(viewer)
        voice.know(view.numbers, view.roles)
        voice.remember(game.decisions_seen_by(viewer))
    return voice


def introduced(phrases: Phrases) -> list[str]:
    """Return the lines that introduce a game: its aim, a turn, how one scores, and how one wins."""
    lines = []
    for name in INTRODUCTION:
        phrase = phrases.introduction.get(name)
        if phrase is not None:
            words, clauses = cited(phrase.words)
            rests = f" [{', '.join(clauses)}]" if clauses else ""
            lines += terminal.wrapped(f"{words}{rests}", "  ", "  ")
    return ["", *lines, ""] if lines else []


def plain_naming(edition: Edition, seats: int) -> Naming:
    """Return what things are called where nobody of the players listens.

    The names are kept between runs, since reading the file takes as long as a short command.
    """
    path = os.path.join(edition.folder or ".", FILE)
    parts = os.path.abspath(path), store.contents_of(path)
    names: dict[str, str] | None = cache.get_object("names", parts)
    if names is None:
        names = dict(phrases_of(edition).names)
        cache.put_object("names", parts, names)
    return naming_of(edition.rules, NO_PHRASES._replace(names=names), callings(seats, ()))
