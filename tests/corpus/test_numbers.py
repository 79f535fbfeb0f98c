"""The rules live in the rules files: changing a number there changes the play, or is refused."""

from __future__ import annotations

import itertools
import json
import os
import re
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from cc_dsl import pipeline, resources
from cc_dsl.interpreter.engine import Game, playout
from cc_dsl.interpreter.judge import JudgeFault, answer
from cc_dsl.interpreter.state import RulesFault
from cc_dsl.rules.gather import Part
from cc_dsl.rules.grounds import ground_of
from cc_dsl.rules.model import Rules
from cc_dsl.rules.resolve import resolve
from cc_dsl.source.files import Source
from cc_dsl.syntax.parser import parse
from cc_dsl.table.chance import Chance
from cc_dsl.table.record import SHUFFLED, Given
from tests.corpus.test_games_patience import STUCK
from tests.corpus.worked import tricks

HERE = os.path.dirname(os.path.abspath(__file__))
TEXTS = {name: pipeline.load(name).source.text for name in resources.edition_names()}
MOST_GAMES = 600
"""So many are played only where no earlier one shows the change, under any of the readings that are tried."""
FEW_GAMES = 12
WATCHED = {name for name, text in TEXTS.items() if "observe, at most" in text}
"""Where the world answers; there is nothing to lay by hand, and games are long."""
MOST_WATCHED = 12
ANSWERS = 400
TELLING: dict[str, tuple[int, ...]] = {"patience": (98, 591)}
"""Games that show what hardly any other does, such as a score of exactly 90; they are played first."""
BOUND = re.compile(r"(at most|from|from minus|to|place for|player) $")
"""What stands before a number that only bounds, or names a player."""
RANKED_ANYHOW = re.compile(r"\d+ cards\s+§[IVX]+\.\d+,\s+then by the number of cards in it")
"""A step of a ranking that the next step repeats, since the number of cards ranks those that have fewer, too."""

MORE_TRICKS: dict[str, tuple[dict[str, Any], ...]] = {
    # Tricks that take more than six cards where every Line with the Lead ranks above those without.
    "1862": (
        {"lead": "2S", "sides": [["3C", "4D", "9D"], ["5C", "5D", "5H"]]},
        {"lead": "2S", "sides": [["4S", "6S", "9D"], ["3C", "3D", "3H"]]},
    ),
}
OTHERWISE: dict[str, tuple[dict[str, str], ...]] = {
    "court": ({"no-contender": "nobody-wins"},),
    "patience": (
        {"Cheshire-Cat": "played", "Mad-Hatter": "played"},
        {"Looking-Glass": "played", "glass-position": "a-bond"},
        {"Lead-counts": "each-time", "gathered": "with-the-bonus"},
    ),
}
"""Readings and variants under which numbers show that do not show, or hardly ever, in the game as it is by default."""
WON: tuple[dict[str, list[str]], ...] = (
    {"won": ["KH QS 2C", "3H AS"]},
    {"won": ["", "JH 4D 5D 6D"]},
    {"won": ["KH QS 2C", "3H AS"], "upwards": ["JH 9S", "QC 8H"]},
)
"""What players have won, face downwards and, where the rules know of it, face upwards."""


def numbers(text: str) -> list[tuple[int, int]]:
    """Give the span of every number that is a rule of its own: no bound, no number of a clause, not in a quotation."""
    found = []
    for match in re.finditer(r'"[^"\n]*"|§[\w.]+|#.*|(?<![\w-])\d+(?![\w-])', text):
        if (
            match.group().isdigit()
            and not BOUND.search(text[: match.start()])
            and not RANKED_ANYHOW.match(text, match.start())
            and not re.search(r"edition|^    (?:given|hence) ", _line(text, match.start()))
        ):
            found.append(match.span())
    return found


def _line(text: str, offset: int) -> str:
    start = text.rfind("\n", 0, offset) + 1
    return text[start : text.find("\n", offset)]


def rules_of(name: str, text: str, readings: Mapping[str, str]) -> Rules | None:
    """Resolve a changed rules file under some readings, or give None where it is refused."""
    source = Source("changed.rules", text)
    start, _ = parse(source)
    if start is None:
        return None
    parts, problems = pipeline.parts_of(start, source)
    if problems:
        return None
    parts.append(Part(start, source, False))
    digest = f"{zlib.crc32(text.encode())} {sorted(readings.items())}"
    rules, problems = resolve(name, "changed", parts, readings, digest)
    return None if problems else rules


def marks(rules: Rules) -> Iterator[int]:
    """Give numbers made of what players see, what tricks and cards are worth, and what games ask and answer."""
    if rules.name in WATCHED:
        yield from _watched(rules)
        return
    yield zlib.crc32(repr(_views(rules)).encode())
    for question, given in _questions(rules.name):
        try:
            value = answer(rules, question, given).value
        except (RulesFault, JudgeFault) as fault:
            value = {"fault": str(fault)}
        yield zlib.crc32(repr(value).encode())
    for seed in (*TELLING.get(rules.name, ()), *range(MOST_GAMES)):
        yield _game(rules, seed)


def _watched(rules: Rules) -> Iterator[int]:
    """Give numbers made of the ground, and of games in which the world answers, as far as they are played."""
    for seats in range(rules.seats[0], rules.seats[1] + 1):
        yield zlib.crc32(repr(ground_of(rules, seats)).encode())
    for seed in range(MOST_WATCHED):
        chance, mark = Chance(seed), 0
        try:
            game = Game(rules, seed=seed, seats=_seats(rules, seed))
            for _ in range(ANSWERS):
                if not game.is_over:
                    options = game.options
                    draw = game.menu.draw(options, chance.below) if game.is_observing else None
                    mark = zlib.crc32(repr((game.player, options, game.view(None))).encode(), mark)
                    game.play(options[chance.below(len(options))] if draw is None else draw)
                yield mark
        except RulesFault as fault:
            yield zlib.crc32(str(fault).encode(), mark)
            return
        yield zlib.crc32(repr((game.outcome, game.result)).encode(), mark)


def _game(rules: Rules, seed: int) -> int:
    mark, chance = 0, Chance(seed)
    if any(not question.asked for question in rules.questions.values()):
        return _result(rules, seed)

    def choose(player: int, options: list[int]) -> int:
        nonlocal mark
        mark = zlib.crc32(repr((player, options)).encode(), mark)
        return options[chance.below(len(options))]

    try:
        outcome = playout(rules, seed, choose, _seats(rules, seed))
    except RulesFault as fault:
        return zlib.crc32(str(fault).encode(), mark)
    return zlib.crc32(repr(outcome).encode(), mark)


def _result(rules: Rules, seed: int) -> int:
    """Play a game that is counted at its end, and give a number made of its choices and its count."""
    chance, mark = Chance(seed), 0
    dealt = [Given(SHUFFLED, " ".join(STUCK[::-1]))] if rules.name == "patience" and seed % 4 == 0 else []
    game = Game(rules, seed=seed, answers=dealt, seats=_seats(rules, seed))
    try:
        while not game.is_over:
            words = {game.words_of(answer): answer for answer in game.options}
            mark = zlib.crc32(repr([*words]).encode(), mark)
            answer = [*words.values()][chance.below(len(words))]
            game.play(words.get("go-on", answer) if seed % 2 == 0 else answer)
    except RulesFault as fault:
        return zlib.crc32(str(fault).encode(), mark)
    return zlib.crc32(repr((game.outcome, game.result)).encode(), mark)


class Marks:
    """The marks of rules, made as far as somebody has asked for them."""

    def __init__(self, rules: Rules) -> None:
        """Begin with none."""
        self._rest = marks(rules)
        self._made: list[int] = []

    def __iter__(self) -> Iterator[int]:
        """Give those that were made, and then make more."""
        yield from self._made
        for mark in self._rest:
            self._made.append(mark)
            yield mark


def _seats(rules: Rules, seed: int) -> int:
    """Give a number of players that the rules seat: mostly the least, then the next, now and then the most."""
    least, most = rules.seats
    return most if seed % 20 == 0 else min(most, least + (seed % 3 == 0))


def _questions(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give what is asked about the edition's own facts."""
    if name in WATCHED:
        return
    if name == "court":
        for season in _facts("seasons-court"):
            turned = [" ".join(card for card in season["turned"].split() if card[-1] == suit) for suit in "HDCS"]
            yield "judge", {"field": [season["field"][suit] for suit in "HDCS"], "turned": turned}
        return
    if name == "patience":
        for laid in _facts("tableaux-patience"):
            cards = laid["tableau"].split()
            yield "judge", {"lead": laid["lead"], "tableau": [*cards, *[""] * (9 - len(cards))]}
        return
    for trick in (*tricks(name), *MORE_TRICKS.get(name, ())):
        given = {"lead": [trick["lead"]], "side": trick["sides"]}
        yield "judge", given
        yield "next-Lead", given
    for won in WON:
        yield "count", won


def _facts(name: str) -> list[dict[str, Any]]:
    with open(os.path.join(HERE, "facts", f"{name}.json"), encoding="utf-8") as file:
        facts: list[dict[str, Any]] = json.load(file)
    return facts


def _views(rules: Rules) -> list[object]:
    """Give what all players see in the first tricks of games, and of some for more players if there can be more."""
    seen: list[object] = []
    for seats in {rules.seats[0], min(rules.seats[0] + 1, rules.seats[1])}:
        for seed in range(1, 5):
            game = Game(rules, seed=seed, seats=seats)
            for _ in range(24):
                if game.is_over:
                    break
                seen.append([repr(game.view(player)) for player in range(seats)])
                try:
                    game.play(game.moves()[0].answer)
                except RulesFault as fault:
                    seen.append(str(fault))
                    break
    return seen


@pytest.fixture(scope="module")
def as_printed() -> dict[str, Marks]:
    """Give the marks of the rules as they are, made once for each edition and reading that is asked about."""
    return {}


def _reading_at(text: str, offset: int) -> dict[str, str]:
    """Give the choice of readings under which the sentence at a place holds."""
    before = text[:offset]
    heading = list(re.finditer(r"(?m)^  (?:reading|gap|option) ([\w-]+)", before))
    if not heading or re.search(r"(?m)^(?:  \S|\S)", before[heading[-1].end() :]):
        return {}
    names = re.findall(r"(?m)^    ([\w'-]+)(?=[ ,])", before[heading[-1].end() :])
    return {heading[-1].group(1): names[-1]} if names else {}


PLACES = [
    pytest.param(name, span, id=f"{name}-line-{text.count(chr(10), 0, span[0]) + 1}-{span[0]}")
    for name, text in TEXTS.items()
    for span in numbers(text)
]


@pytest.mark.parametrize(("name", "span"), PLACES)
def test_changing_a_number_changes_the_play(name: str, span: tuple[int, int], as_printed: dict[str, Marks]) -> None:
    """Each number of the encoding, one more than printed, is refused or plays and judges otherwise."""
    (start, end), text = span, TEXTS[name]
    changed_text = text[:start] + str(int(text[start:end]) + 1) + text[end:]
    few = 1 + sum(1 for _ in _questions(name)) + FEW_GAMES
    for most, others in itertools.product((few, None), ({}, *OTHERWISE.get(name, ()))):
        readings = {**others, **_reading_at(text, start)}
        changed = rules_of(name, changed_text, readings)
        if changed is None:
            return
        key = repr((name, readings))
        if key not in as_printed:
            printed = rules_of(name, text, readings)
            assert printed is not None
            as_printed[key] = Marks(printed)
        # Where a fault ends the one, the other goes on; but then the fault is a mark that differs.
        pairs = zip(marks(changed), as_printed[key], strict=False)
        if any(one != other for one, other in itertools.islice(pairs, most)):
            return
    pytest.fail(_line(text, start))
