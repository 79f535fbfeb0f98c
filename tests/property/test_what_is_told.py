"""The output for a player depends only on what he can know: two games that look the same to him give the same words.

The test plays a random game, exchanges two pieces that a player has never seen in all answers of chance and of the
players, and plays the game again.  If the rules allow it, and the player sees the same at every question, both games
must give him the same words about each event and its reasons, and about which moves are allowed or not, and why.
"""

from __future__ import annotations

import itertools
import random
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cc_dsl import pipeline
from cc_dsl.closures.listener_names import ListenerNames, player_names
from cc_dsl.engine.game import Game
from cc_dsl.rules import model, walk
from cc_dsl.source.phrases import phrases_in
from cc_dsl.table.record import RecordedAnswer, RecordFault
from cc_dsl.words.advice import hint
from cc_dsl.words.book import Book
from cc_dsl.words.reasons import refusal
from cc_dsl.words.voice import Narrator, Voice

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent for folder in ("corpus", "tests/games") for path in (ROOT / folder).glob("*/game.rules"))
WIDE = 10_000


class Watched(Game):
    """A game that puts down what a player sees at every question."""

    def __init__(
        self, viewer: int | None, rules: model.Rules, seed: int, answers: tuple[RecordedAnswer, ...], seats: int
    ):
        """Look on with a player's eyes, or with anybody's."""
        self.viewer = viewer
        self.looks: list[Any] = []
        self.seen: set[int] = set()
        super().__init__(rules, seed, True, answers, seats)

    def _run(self) -> None:
        super()._run()
        asked = self.question if not self.is_over else None
        own: list[Any] = [answer for by, answer in self.choices_since() if by == self.viewer][-1:]
        own += [self.options, self.moves()] if self.player == self.viewer else []
        self.looks.append((self.view(self.viewer), asked and asked.sentence, own, self.outcome))
        self.seen |= next(self._glimpses.segments_after_answer(-1)).pieces_seen(self.sights, self.viewer)

    @property
    def unseen(self) -> list[int]:
        """The pieces on the table that the player cannot have seen at any time."""
        return sorted(set(range(len(self.rules.pieces.codes))) - self.seen - set(self._state.places[-1]))


def exchanged(game: Game, one: int, other: int) -> tuple[RecordedAnswer, ...]:
    """Return the answers of a game with two pieces exchanged."""
    codes = game.rules.pieces.codes
    between = ", " if any(" " in code for code in codes) else " "
    names = {codes[one]: codes[other], codes[other]: codes[one]}
    return tuple(
        given._replace(words=between.join(names.get(word, word) for word in given.words.split(between)))
        for given in game.answers
    )


def twins(game: Watched, chance: random.Random, tries: int) -> Iterator[Watched]:
    """Yield games that differ from this one in two hidden pieces, and look the same to the player throughout."""
    pairs = [*itertools.combinations(game.unseen, 2)]
    for one, other in chance.sample(pairs, min(tries, len(pairs))):
        try:
            twin = Watched(game.viewer, game.rules, game.seed or 0, exchanged(game, one, other), game.seats)
        except RecordFault:
            continue
        if twin.looks == game.looks and {one, other} <= set(twin.unseen):
            assert tuple(twin.written_for(game.viewer)) == tuple(game.written_for(game.viewer))
            yield twin


def voice_of(game: Watched) -> Voice:
    """Return the voice of a terminal, with the phrases of the edition where it has any."""
    assert game.naming is not None
    return Voice(game.rules, game.naming, phrases_in(str(ROOT / "corpus" / game.rules.name)))


def told(game: Watched, asked: list[str]) -> list[str]:
    """Return everything that is said to the player, of the whole game and at its end."""
    humans = [] if game.viewer is None else [game.viewer]
    game.naming = ListenerNames(player_names(game.seats, humans), game.rules.pieces.glyphs, {})
    book, decisions = Book(game.rules), game.decisions_seen_by(game.viewer)
    said = Narrator(book, voice_of(game), is_full=False, columns=WIDE).tell(decisions)
    said += Narrator(book, voice_of(game), is_full=True, columns=WIDE, levels=99).tell(decisions)
    if game.player == game.viewer and game.viewer is not None:
        said += [" ".join([move.text, *move.clauses]) for move in game.moves()]
        for text in asked:
            refused = game.whynot(text)
            said += [text] if refused is None else refusal(refused, text, book, "", WIDE)
    return said


def asked_of(rules: model.Rules, chance: random.Random) -> list[str]:
    """Return some moves that somebody may ask about: pieces, several of them, and every option by its name."""
    codes = [*rules.pieces.codes]
    bodies = rules.happenings.values()
    options = {part.name for body in bodies for part in walk.parts(body) if isinstance(part, model.Option)}
    pairs = [" ".join(chance.sample(codes, count)) for count in (2, 3, 3) if len(codes) >= count]
    return [*chance.sample(codes, min(6, len(codes))), *pairs, *sorted(options)]


def compare(rules: model.Rules, seed: int, seats: int, answers: int, tries: int) -> int:
    """Play a game, and compare what is told of it to somebody with what is told of its twins; count the twins."""
    chance = random.Random(seed)
    game = Watched(chance.choice([*range(seats), None]), rules, seed, (), seats)
    while not game.is_over and len(game.choices_since()) < answers:
        game.play(chance.choice(game.options))
    alike = [] if game.is_over else [*twins(game, chance, tries)]
    if not alike:
        return 0
    asked = asked_of(rules, chance)
    said = told(game, asked)
    for twin in alike:
        assert told(twin, asked) == said
    return len(alike)


def compare_some(folder: Path, first: int, games: int, tries: int) -> int:
    """Compare some games of an edition, the later ones longer, with every number of players; count the twins."""
    rules = pipeline.load(str(folder)).rules
    least, most = rules.seats
    seed, count = zlib.crc32(folder.name.encode()), 0
    for number in range(first, first + games):
        seats = least + number % (most - least + 1)
        if not Game(rules, seed, seats=seats).has_secrets:
            return 0
        count += compare(rules, seed + number, seats, 1 + 3 * (number % 12), tries)
    return count


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_what_is_told_depends_on_what_is_known(folder: Path) -> None:
    """Over some games of every edition and of every game of the tests; where anything is hidden, some look alike."""
    count = compare_some(folder, 0, games=8, tries=3)
    rules = pipeline.load(str(folder)).rules
    game = Game(rules, 0, seats=rules.seats[0])
    # Only a game without questions may have nothing hidden and no decision.
    assert count or game.is_over or not game.sights.hidden_pieces(game.position, 0)


@pytest.mark.parametrize("name", ["1860", "1862", "patience", "court"])
def test_a_hint_depends_on_what_is_known(name: str) -> None:
    """A player is advised alike in two positions that they cannot tell apart, with the statistics behind the advice."""
    rules = pipeline.load(name).rules
    phrases = phrases_in(str(ROOT / "corpus" / name))
    seats, seed, compared = rules.seats[0], zlib.crc32(name.encode()), 0
    for number in range(4):
        chance = random.Random(seed + number)
        game = Watched(0, rules, seed + number, (), seats)
        while not game.is_over and (game.player != 0 or len(game.choices_since()) <= 4 * number):
            game.play(chance.choice(game.options))
        for twin in () if game.is_over else twins(game, chance, 1):
            naming, book = ListenerNames(player_names(seats, [0]), rules.pieces.glyphs, {}), Book(rules)
            advised, other = (hint(one, naming, book, phrases).lines(book, has_more=True) for one in (game, twin))
            assert advised == other
            compared += 1
    assert compared > 0


@pytest.mark.exhaustive
@pytest.mark.parametrize("first", range(1000, 2000, 100))
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_what_is_told_depends_on_what_is_known_in_many_games(folder: Path, first: int) -> None:
    compare_some(folder, first, games=100, tries=8)
