"""Studies: the same numbers whoever plays them, taken up again without loss, intervals that hold, bad input refused."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pytest

from cc_dsl import pipeline
from cc_dsl.errors import UserError
from cc_dsl.interpreter.engine import playout
from cc_dsl.study import study_file
from cc_dsl.study.chunks import Chunk, Task, add, pieces, played
from cc_dsl.study.experiment import Ask, Experiment
from cc_dsl.study.running import Here, Processes, windowed
from cc_dsl.study.study_file import StudyFile
from cc_dsl.study.summary import ratio, watched


def found_by(edition: str, ask: Ask, workers: Any = None, path: Path | None = None, resume: bool = False) -> Any:
    """Play a study; give what it found, but for how fast."""
    experiment = Experiment(pipeline.load(edition), ask)
    if path is None:
        document = experiment.play(workers or Here())
    else:
        with experiment.open(str(path), resume) as file:
            document = experiment.play(workers or Here(), file)
    return {key: value for key, value in document.items() if key != "made"}


def test_study_sums_up_the_games_of_its_seeds() -> None:
    """Each game of a study is the game of one seed, as the interpreter plays it."""
    rules = pipeline.load("1862").rules
    outcomes = [playout(rules, seed) for seed in range(500, 530)]
    found = found_by("1862", Ask(30, 500, is_fast=False))
    assert [share["count"] for share in found["wins"]] == [sum(one.winner == p for one in outcomes) for p in (0, 1)]
    lengths = [one.moves for one in outcomes]
    assert found["moves"]["mean"] == pytest.approx(mean(lengths), abs=1e-6)
    assert found["moves"]["high"] - found["moves"]["mean"] == pytest.approx(
        1.959964 * stdev(lengths) / sqrt(30), abs=1e-4
    )
    assert found["reasons"]["won"]["count"] == 30
    assert found["convergence"]["points"][-1]["games"] == 30


def test_what_compiled_rules_tell_is_counted_in_words() -> None:
    """Scores and ratings at random are those that the interpreter tells of the same games."""
    rules = pipeline.load("patience").rules
    counts = played(Task(rules, 1).packed(), Chunk(40, 6))
    from cc_dsl.interpreter.engine import Game, random_chooser
    from cc_dsl.table.chance import Chance

    scores: Counter[str] = Counter()
    ratings: Counter[str] = Counter()
    for seed in range(40, 46):
        game, choose = Game(rules, seed=seed), random_chooser(Chance(seed).branch(0))
        while not game.is_over:
            game.play(choose(0, game.options, game.left))
        scores[str(game.result["score"])] += 1
        ratings[game.result["rating"]] += 1
    assert counts["told"]["score"]["0"] == scores
    assert counts["told"]["rating"]["0"] == ratings


@pytest.mark.slow
def test_two_processes_give_the_same_numbers() -> None:
    """How the work is divided changes nothing."""
    ask = Ask(120, 7, 3, is_fast=False)
    assert found_by("1860", ask) == found_by("1860", ask, Processes(2))


@pytest.mark.slow
def test_two_processes_give_the_same_measures() -> None:
    """Games under other answers are played later than the rest, and counted with the game of their seed."""
    ask = Ask(8, 7, measures=("choices", "readings"), is_fast=False)
    assert found_by("1860", ask) == found_by("1860", ask, Processes(2))


@pytest.mark.slow
def test_numba_gives_the_same_numbers() -> None:
    """Machine code plays the same games, here of a game that is soon compiled."""
    rules = pipeline.load("tests/games/tolls").rules
    plain, fast = (played(Task(rules, 3, (), is_fast).packed(), Chunk(3, 300)) for is_fast in (False, True))
    assert plain == fast


# ------------------------------------------------------------------------------------------- pieces


def test_pieces_cover_what_is_left_once() -> None:
    """Whatever is known, each seed is played once, and no piece reaches over the edge of a chunk."""
    known = {107: 3, 120: 5}
    found = [*pieces(100, 34, 10, known, 103)]
    seeds = [seed for piece in found for seed in range(piece.first, piece.last)]
    assert seeds == [*range(103, 107), *range(110, 120), *range(125, 134)]
    assert all((piece.first - 100) // 10 == (piece.last - 1 - 100) // 10 for piece in found)
    small = [*pieces(100, 34, 10, known, 103, 4)]
    assert [seed for piece in small for seed in range(piece.first, piece.last)] == seeds
    assert max(piece.games for piece in small) == 4


def test_work_ahead_is_bounded() -> None:
    """While the first piece is not back, only so many others are begun: memory does not grow with the games."""
    begun: list[Chunk] = []

    class Answer(Future[dict[str, int]]):
        def __init__(self, piece: Chunk) -> None:
            super().__init__()
            begun.append(piece)
            self.piece = piece

        def result(self, timeout: float | None = None) -> dict[str, int]:
            return {"games": self.piece.games}

    def wait(pending: list[Any]) -> list[Any]:
        late = [one for one in pending if one.piece.first > 0]
        return late[:1] or pending

    done = windowed(Answer, wait, iter([Chunk(first, 1) for first in range(1000)]), 2)
    for piece, _ in done:
        if piece.first == 0:
            break
    assert len(begun) <= 10
    assert sum(1 for _ in done) + len(begun) >= 990


def test_counts_add_up() -> None:
    """Name by name, within one another."""
    total: dict[str, Any] = {"a": 1, "b": {"c": 2}}
    add(total, {"a": 4, "b": {"c": 1, "d": 5}, "e": {"f": 1}})
    assert total == {"a": 5, "b": {"c": 3, "d": 5}, "e": {"f": 1}}


def test_ratio_has_the_interval_of_the_delta_method() -> None:
    """Of three games with 2, 3 and 7 answers at 1, 2 and 3 moves; worked out by hand from the residuals."""
    pairs = [(2, 1), (3, 2), (7, 3)]
    sums = {
        "x": 12,
        "y": 6,
        "xx": sum(x * x for x, _ in pairs),
        "yy": sum(y * y for _, y in pairs),
        "xy": sum(x * y for x, y in pairs),
    }
    found = ratio(sums, 3)
    residuals = [x - 2 * y for x, y in pairs]
    spread = sqrt(sum(one * one for one in residuals) / 2)
    assert found.value == 2
    assert found.half == pytest.approx(1.959964 * spread / sqrt(3) / 2, rel=1e-6)


# ------------------------------------------------------------------------------------- kept in a file


class Dying:
    """Plays a few pieces and is then killed."""

    def __init__(self, pieces: int) -> None:
        """Say after how many."""
        self.pieces = pieces

    def play(self, packed: bytes, wanted: Any) -> Any:
        """Play, and die."""
        for number, done in enumerate(Here().play(packed, wanted)):
            if number == self.pieces:
                raise UserError("study-stopped", "killed")
            yield done


ASK = Ask(45, 11, is_fast=False)


@pytest.fixture(scope="module")
def whole() -> Any:
    """What the study of these tests finds, played without a file."""
    return found_by("1862", ASK)


def test_study_that_was_killed_is_taken_up_again(whole: Any, tmp_path: Path) -> None:
    """Wherever it was killed, and also in the middle of a line, nothing is lost and nothing counted twice."""
    path = tmp_path / "one.study"
    with pytest.raises(UserError):
        found_by("1862", ASK, Dying(2), path)
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) == 3
    path.write_bytes(b"".join(lines) + lines[2][:50])
    assert found_by("1862", ASK, None, path, True) == whole
    after = path.read_bytes()
    assert found_by("1862", ASK, None, path, True) == whole
    assert path.read_bytes() == after
    firsts = [json.loads(line)["first"] for line in after.splitlines()[1:]]
    assert firsts == [11, 21, 31, 41, 51]


@pytest.mark.parametrize("cut", [0, 1, 40])
def test_first_line_may_be_torn(whole: Any, tmp_path: Path, cut: int) -> None:
    """Killed while it wrote its first line, a study begins anew."""
    path = tmp_path / "one.study"
    header = json.dumps(Experiment(pipeline.load("1862"), ASK).header, separators=(",", ":"))
    path.write_text(header[:cut] if cut != 1 else "")
    assert found_by("1862", ASK, None, path, True) == whole


def test_study_goes_on_to_more_games(whole: Any, tmp_path: Path) -> None:
    """The games that a smaller study has played are not played again, and the sum is that of the larger one."""
    path = tmp_path / "one.study"
    found_by("1862", ASK._replace(games=17), None, path)
    assert found_by("1862", ASK, None, path, True) == whole
    played_now = [json.loads(line)["games"] for line in path.read_text().splitlines()[1:]]
    assert played_now == [10, 7, 3, 10, 10, 5]
    with pytest.raises(UserError, match="holds 45 games already"):
        found_by("1862", ASK._replace(games=20), None, path, True)


@pytest.mark.parametrize(
    ("edition", "readings", "change", "said"),
    [
        ("1860", {}, {}, "the edition and the rules differ"),
        ("1862", {"the-Lead-as-best": "Lead-too"}, {}, "the rules and the readings differ"),
        ("1862", {}, {"seed": 12}, "the seed differs"),
        ("1862", {}, {"measures": ("choices",)}, "the measures differ"),
        ("1862", {}, {"players": ("random",)}, "the players differ"),
    ],
)
def test_study_of_other_rules_is_refused(
    tmp_path: Path, edition: str, readings: dict[str, str], change: dict[str, Any], said: str
) -> None:
    """What was counted under one choice is never added to another, and the file stays as it is."""
    path = tmp_path / "one.study"
    found_by("1862", ASK._replace(games=10), None, path)
    before = path.read_bytes()
    experiment = Experiment(pipeline.load(edition, readings), ASK._replace(**change))
    with pytest.raises(UserError, match=said.replace("differs", "differ")):
        experiment.open(str(path), True)
    assert path.read_bytes() == before


def test_damaged_line_is_named(tmp_path: Path) -> None:
    """A count that somebody changed is noticed; without the line its games are played again."""
    path = tmp_path / "one.study"
    found = found_by("1862", ASK, None, path)
    lines = path.read_text().splitlines(keepends=True)
    changed = lines[2].replace('"games":10', '"games":11', 1)
    assert changed != lines[2]
    path.write_text("".join([*lines[:2], changed, *lines[3:]]))
    with pytest.raises(UserError, match="Line 3"):
        found_by("1862", ASK, None, path, True)
    path.write_text("".join([*lines[:2], *lines[3:]]))
    assert found_by("1862", ASK, None, path, True) == found


FORGED: dict[str, Callable[[dict[str, Any]], Any]] = {
    "no games": lambda line: line.update(games=0),
    "fewer than none": lambda line: line.update(games=-3),
    "true games": lambda line: line.update(games=True),
    "half games": lambda line: line.update(games=9.5),
    "before the first": lambda line: line.update(first=-5),
    "no seed": lambda line: line.update(first="11"),
    "no counts": lambda line: line.update(counts=[]),
    "other games": lambda line: line["counts"].update(games=9),
    "no moves": lambda line: line["counts"].pop("moves"),
    "moves of other games": lambda line: line["counts"].update(moves={"40": 9}),
    "moves that are no number": lambda line: line["counts"].update(moves={"many": 10}),
    "a winner less often than never": lambda line: line["counts"].update(winner={"0": 14, "1": -4}),
    "a winner that is no number": lambda line: line["counts"].update(winner={"x": 10}),
    "a winner of games without end": lambda line: line["counts"].update(winner={"9" * 40: 10}),
    "a reason of words": lambda line: line["counts"].update(reason={"x": "ten"}),
    "told as a list": lambda line: line["counts"].update(told=[]),
    "told of nobody": lambda line: line["counts"].update(told={"score": {"nobody": {"1": 10}}}),
    "sides as a number": lambda line: line["counts"].update(sides=3),
    "measured and not asked for": lambda line: line["counts"].update(choices={"a_move": 3}),
}


@pytest.mark.parametrize("what", FORGED)
def test_forged_line_is_no_fault_of_ours(tmp_path: Path, what: str) -> None:
    """A line that says what no study writes is refused, though its checksum is right."""
    path = tmp_path / "one.study"
    found_by("1862", ASK._replace(games=20), None, path)
    lines = path.read_text().splitlines()
    line = json.loads(lines[1])
    del line["check"]
    FORGED[what](line)
    text = json.dumps(line, separators=(",", ":"))
    lines[1] = f'{text[:-1]},"check":"{zlib.crc32(text.encode()):08x}"}}'
    path.write_text("\n".join([*lines, ""]))
    with pytest.raises(UserError, match=r"Line 2|no game of this study|told twice"):
        found_by("1862", ASK._replace(games=20), None, path, True)


def test_line_told_twice_is_refused(tmp_path: Path) -> None:
    """Two copies of one line would count its games twice."""
    path = tmp_path / "one.study"
    found_by("1862", ASK, None, path)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines, lines[1]]))
    with pytest.raises(UserError, match="told twice"):
        found_by("1862", ASK, None, path, True)


def test_file_is_written_by_one_at_a_time(tmp_path: Path) -> None:
    """Two processes would play the same games."""
    pytest.importorskip("fcntl")
    experiment = Experiment(pipeline.load("1862"), ASK)
    with experiment.open(str(tmp_path / "one.study"), False), pytest.raises(UserError, match="another process"):
        experiment.open(str(tmp_path / "one.study"), True)


def test_file_that_is_none_is_refused(tmp_path: Path) -> None:
    """Somebody's notes are not written over."""
    path = tmp_path / "notes.txt"
    for text in ("buy cards\n", "buy cards", '{"study": 1}\n'):
        path.write_text(text)
        with pytest.raises(UserError, match="no study file"):
            StudyFile(str(path), Experiment(pipeline.load("1862"), ASK).header, True)
        assert path.read_text() == text


def test_more_than_the_disk_holds_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is played, with what is left of the disk."""
    import shutil

    monkeypatch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(10**9, 0, 100_000_000))
    with pytest.raises(UserError, match="the disk has 100 MB left"):
        study_file.refuse_if_too_large(str(tmp_path / "x"), 10**6, 1000)
    for games in (0, -4, 10**16):
        with pytest.raises(UserError):
            Experiment(pipeline.load("1862"), Ask(games))


# ---------------------------------------------------------------------------------------- precision


@pytest.mark.slow
def test_study_ends_when_it_is_precise(tmp_path: Path) -> None:
    """At the same chunk whoever plays, and its file goes on to a finer precision."""
    ask = Ask(1_999, 5, watched="moves", precision=25.0, is_fast=False)
    one, two = found_by("1862", ask), found_by("1862", ask, None, tmp_path / "one.study")
    assert one == two
    assert one["convergence"]["is_reached"]
    assert one["games"] < 400
    assert one["moves"]["high"] - one["moves"]["mean"] <= 25.0
    half = [(point["high"] - point["low"]) / 2 for point in one["convergence"]["points"]]
    assert half[-1] <= 25.0 < min(half[:-1])
    finer = ask._replace(precision=15.0)
    assert found_by("1862", finer, None, tmp_path / "one.study", True) == found_by("1862", finer)


def test_what_is_watched_is_named() -> None:
    """Numbers that the rules tell can be watched, each player's by his number."""
    rules = pipeline.load("patience").rules
    assert watched(rules, 1, "score")({"told": {"score": {"0": {"4": 1, "6": 1}}}}).value == 5
    with pytest.raises(ValueError, match=r"Choose wins\.1 or nobody or moves or score"):
        watched(rules, 1, "luck")
