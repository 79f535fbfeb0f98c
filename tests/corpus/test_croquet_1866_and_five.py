"""Castle Croquet (1866) and Croquêt Castles: the rules beside independent referees, and beside verdicts by hand."""

from __future__ import annotations

import random
import shutil
import tomllib
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import cc_dsl
from cc_dsl import resources
from cc_dsl.interpreter.engine import Game
from cc_dsl.interpreter.judge import standings
from cc_dsl.interpreter.kit import kit_of
from cc_dsl.interpreter.observing import Observation
from tests.independent import castle_croquet_1866, croquet_castles_1863

FACTS = Path(__file__).parent / "facts"
REFEREES: dict[str, Any] = {
    "castle-croquet-1866": castle_croquet_1866,
    "croquet-castles-1863": croquet_castles_1863,
}
EDITIONS = [*REFEREES]
SEATS = {"castle-croquet-1866": 4, "croquet-castles-1863": 5}


@cache
def rules(edition: str, readings: tuple[tuple[str, str], ...] = ()) -> Any:
    """Give the rules of an edition under some readings."""
    return cc_dsl.load(edition, dict(readings)).rules


def game_of(edition: str, readings: dict[str, str]) -> Game:
    """Begin a game."""
    return Game(rules(edition, tuple(sorted(readings.items()))), seed=1, seats=SEATS[edition])


def errands(game: Game) -> dict[str, dict[str, str | None]]:
    """Give what each ball has to do next, and where."""
    kit = kit_of(game.rules, "reasons", game.seats)
    found: dict[str, dict[str, str | None]] = {}
    for one in standings(kit, game.position):
        found.setdefault(one.owner, {})[one.key] = one.value
    return found


# ------------------------------------------------------------------------------------ the other referee

ALTERNATIVES = [
    (edition, name, answer)
    for edition in EDITIONS
    for name, doubt in rules(edition).doubts.items()
    for answer, _ in doubt.alternatives
    if answer != doubt.default
]


def agreed(edition: str, readings: dict[str, str], seed: int, steps: int) -> int:
    """Play at random for so many steps, both referees judging; give how many prisoners were taken."""
    independent = REFEREES[edition]
    chosen = random.Random(seed)
    game = game_of(edition, readings)
    other = independent.Referee(independent.readings(readings))
    for step in range(steps):
        if game.is_over:
            break
        words = (_watched if game.is_observing else _chosen)(game, other, independent, chosen)
        within = game.view(None).held["ward"]
        assert {ball: within[ball] for ball in other.within} == {
            ball: where and f"castle {where}" for ball, where in other.within.items()
        }, words
        if step % 25 == 0:
            told = errands(game)
            assert {ball: told[ball]["next"] for ball in other.within} == {
                ball: other.errand(ball) for ball in other.within
            }
    assert game.is_over == (other.asked is None)
    if game.outcome is not None:
        assert game.outcome.winner == (other.winner - 1 if other.winner else None)
    assert game.view(None).numbers["capture-count"] == tuple(other.taken.values())
    return sum(other.taken.values())


def _watched(game: Game, other: Any, independent: ModuleType, chosen: random.Random) -> str:
    """Let something happen, sooner what bears on the rules than not; both must hold the same for possible."""
    assert isinstance(other.asked, independent.Watch)
    possible = {str(one): one for one in game.possible()}
    assert possible.keys() == other.possible()
    telling = independent.telling(other) if chosen.random() < 0.75 else []
    words = "" if not possible or chosen.random() < 0.3 else chosen.choice(telling or sorted(possible))
    other.answer(words)
    game.observe([possible[words]] if words else [], is_all=not words)
    return words


def _chosen(game: Game, other: Any, independent: ModuleType, chosen: random.Random) -> str:
    """Let a player choose; both must offer the same to the same."""
    moves = {move.text: move.answer for move in game.moves()}
    assert isinstance(other.asked, independent.Choice)
    assert (other.asked.player, other.asked.options) == ((game.player or 0) + 1, moves.keys())
    words = chosen.choice(sorted(moves))
    other.answer(words)
    game.play(moves[words])
    return words


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_referees_agree_on_games_at_random(edition: str) -> None:
    """What the rules file makes of a game is what somebody makes of it who read only the printed words."""
    assert sum(agreed(edition, {}, seed, 700) for seed in range(3)) > 5


@pytest.mark.parametrize(("edition", "name", "answer"), ALTERNATIVES)
def test_both_referees_agree_under_every_reading(edition: str, name: str, answer: str) -> None:
    """Each alternative means the same to both."""
    agreed(edition, {name: answer}, 7, 350)


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_referees_agree_under_several_readings_at_once(edition: str) -> None:
    """The answers to the doubts bear each other."""
    chosen = random.Random(3)
    for seed in range(4):
        doubts = rules(edition).doubts.values()
        readings = {doubt.name: chosen.choice(doubt.alternatives)[0] for doubt in doubts}
        agreed(edition, readings, seed, 250)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_independent_referee_knows_every_reading(edition: str) -> None:
    """No doubt of the edition is left out of the comparison, and the defaults are the same."""
    fields = REFEREES[edition].Readings()._asdict()
    doubts = rules(edition).doubts.values()
    assert {doubt.name.replace("-", "_").lower(): doubt.default for doubt in doubts} == fields


# ------------------------------------------------------------------------------------ verdicts by hand


def facts(edition: str) -> list[dict[str, Any]]:
    """Give the games that were judged by hand."""
    with (FACTS / f"{edition.replace('-', '_')}.toml").open("rb") as file:
        return list(tomllib.load(file)["game"])


JUDGED = [(edition, fact) for edition in EDITIONS for fact in facts(edition)]


def told(game: Game, line: str) -> None:
    """Give one line of a game: what was observed in a stroke, what a player chooses, or strokes without anything."""
    if line.startswith("wait "):
        for _ in range(int(line.removeprefix("wait "))):
            assert game.is_observing, (line, game.answers[-3:])
            game.play(game.menu.end)
        return
    by, _, words = line.partition(": ")
    if by == "choose":
        game.play(game.find_move(words).answer)  # type: ignore[union-attr]
        return
    assert game.is_observing, line
    found = game.read_observed(words)
    assert isinstance(found, list), (line, found)
    is_whole = by == "observed" and found != [game.menu.end]
    for answer in found:
        assert answer in game.options, (line, game.words_of(answer))
        game.play(answer)
    if is_whole:
        end_stroke(game)


def end_stroke(game: Game) -> None:
    """Say that nothing more happens, unless that is so already."""
    if game.is_observing:
        game.play(game.menu.end)


def offered(game: Game) -> list[str]:
    """Give what the player who is asked may choose."""
    return [] if game.is_observing or game.is_over else [game.words_of(option) for option in game.options]


def of_the_game(game: Game, who: str, what: str) -> bool | None:
    """Tell whether something said of the whole game is so; None if it is said of a ball."""
    striker = game.view(None).held["striker"]
    if who == "turn":
        return bool(game.is_observing and striker == what)
    if who == "may":
        return what in offered(game)
    if who == "may-not":
        return what not in offered(game)
    if who == "asked":
        return game.player == int(what) - 1
    if who == "wins":
        return game.outcome is not None and game.outcome.winner == int(what) - 1
    return None


def verdict(game: Game, said: str) -> bool:
    """Tell whether something that was written down by hand is so."""
    who, _, what = said.partition(" ")
    found = of_the_game(game, who, what)
    if found is not None:
        return found
    view = game.view(None)
    piece = game.rules.pieces.codes.index(who)
    lies = next((place.name, place.of) for place in view.places if piece in place.pieces)
    errand = errands(game)[who]
    if what in ("prisoner", "free"):
        return (errand["next"] == "be released") == (what == "prisoner")
    if what == "in-hand":
        return lies[0] == "hand"
    if what.startswith("in "):
        return bool(view.held["ward"][who] == (None if what == "in none" else f"castle {what.split()[-1]}"))
    if what.startswith("lies "):
        name, _, of = what.removeprefix("lies ").partition(" of ")
        return lies == (name, of)
    assert what.startswith("next "), said
    task, _, place = what.removeprefix("next ").partition(" at ")
    return errand["next"] == task and (not place or errand["at"] == f"castle {place}")


@pytest.mark.parametrize(("edition", "fact"), JUDGED, ids=lambda one: one if isinstance(one, str) else str(one["name"]))
def test_strokes_are_judged_as_by_hand(edition: str, fact: dict[str, Any]) -> None:
    """Each stroke of these games means what somebody says who has the printed rules before him."""
    game = game_of(edition, fact.get("readings", {}))
    for line in fact["strokes"]:
        if line.startswith("= "):
            for said in line.removeprefix("= ").split("; "):
                assert verdict(game, said), (said, game.answers, offered(game), errands(game))
        elif line.startswith("! "):
            found = game.read_observed(line.removeprefix("! "))
            assert isinstance(found, str) or found[0] not in game.options, line
        else:
            told(game, line)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_facts_are_many_and_try_every_reading(edition: str) -> None:
    """Many strokes have verdicts by hand, and every alternative of every doubt has a game of its own."""
    strokes = [line for fact in facts(edition) for line in fact["strokes"] if line.startswith(("observed", "seen"))]
    assert len(strokes) >= 60
    tried = {reading for fact in facts(edition) for reading in fact.get("readings", {}).items()}
    assert {(name, answer) for one, name, answer in ALTERNATIVES if one == edition} <= tried


# ------------------------------------------------------------------------------------ refusals and records


def test_what_a_rule_forbids_is_refused_with_its_clause() -> None:
    """An observation that cannot be names the clause that stands against it."""
    game = game_of("castle-croquet-1866", {})
    refused = game.whynot("Blue touches Black")
    assert refused is not None
    assert "castle-croquet-1866.IV.6" in refused.clauses


CHANGES = [
    (
        "castle-croquet-1866",
        ("the following-up goes thus: the spare grows by 1", "the following-up goes thus: the spare grows by 2"),
        "V.3 the croquêt gives two more",
        [
            *(
                "wait 1",
                "observed: Pink passes gate 1 outward",
                "choose: stop",
                "wait 6",
                "observed: Blue touches Pink",
            ),
            *("choose: croquet", "wait 1", "choose: play-again", "wait 1", "= may play-again"),
        ],
    ),
    (
        "croquet-castles-1863",
        ("its goal is now the castle after its goal", "its goal is now the castle before its goal"),
        "II.2 the castles the other way round",
        ["observed: Blue passes gate 1 outward", "= Blue next enter at 5"],
    ),
]


@pytest.mark.parametrize(("edition", "change", "name", "strokes"), CHANGES, ids=lambda one: str(one)[:40])
def test_a_change_in_the_rules_file_changes_play(
    edition: str, change: tuple[str, str], name: str, strokes: list[str], tmp_path: Path
) -> None:
    """What a clause says is in the rules file and nowhere else: another word there is another game."""
    folder = Path(resources.edition_folder(edition))
    other = tmp_path / edition
    shutil.copytree(folder, other)
    text = (other / "game.rules").read_text(encoding="utf-8")
    assert text.count(change[0]) == 1, name
    (other / "game.rules").write_text(text.replace(*change), encoding="utf-8")
    changed = Game(cc_dsl.load(str(other / "game.rules")).rules, seed=1, seats=SEATS[edition])
    assert followed(changed, strokes)
    assert not followed(game_of(edition, {}), strokes)


def followed(game: Game, strokes: list[str]) -> bool:
    """Tell whether the last verdict on some strokes is so."""
    for line in strokes[:-1]:
        told(game, line)
    return verdict(game, strokes[-1].removeprefix("= "))


def test_each_game_has_its_players_and_its_castles() -> None:
    """The game of 1866 is for four, the other for five, and each has as many castles."""
    for edition, seats in SEATS.items():
        with pytest.raises(Exception, match=r"player"):
            Game(rules(edition), seed=1, seats=9 - seats)
    assert Observation("touches", "Blue", "peg 5") not in game_of("castle-croquet-1866", {}).possible()
    assert Observation("touches", "Blue", "flag 5") in game_of("croquet-castles-1863", {}).possible()
