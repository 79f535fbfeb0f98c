"""One language, one compiler: the example of every sentence is played by compiled rules as by the interpreter."""

from __future__ import annotations

from pathlib import Path

import pytest

from cc_dsl.syntax.sentences import Sentence, load_sentences
from tests.differential.engines import differing, interpreter_game
from tests.differential.frames import resolved, whole_game

BOOK = load_sentences()
SENTENCES = [sentence for group in BOOK.groups for sentence in group.sentences]
NAMES = [f"{number}-{sentence.rule}" for number, sentence in enumerate(SENTENCES)]

NOTHING_HAPPENS = {
    "edition": "it names a file",
    "use": "it names a library",
    "section": "it holds other sentences, which have examples of their own",
    "editor": "it holds other sentences, which have examples of their own",
}
"""Sentences whose examples are files without a game."""
FAULTS = {
    "set": "a number would leave its bounds",
    "choose": "there is no winner who could choose",
    "chance": "a place for one card has one already",
}
"""Sentences whose example, said at another moment than its own, is a fault of the rules; all engines then say so."""


@pytest.mark.parametrize("sentence", SENTENCES, ids=NAMES)
def test_example_is_played_alike(sentence: Sentence, tmp_path: Path) -> None:
    """In a game that comes to use it, both forms of generated Python do and tell what the interpreter does."""
    rules = resolved(whole_game(sentence, BOOK, tmp_path), tmp_path)
    if sentence.rule in NOTHING_HAPPENS:
        assert "game" not in rules.procedures
        return
    seats = rules.seats[0]
    assert differing(rules, seats, range(2)) == []
    ending = interpreter_game(rules, 1, seats)
    assert len(ending) > 2 or sentence.rule in FAULTS, ending
