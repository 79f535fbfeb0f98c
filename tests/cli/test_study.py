"""`circular study` at the command line: what is kept, drawn and refused, and a cluster of which a worker is killed."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from tests import processes
from tests.cli.desk import COMMAND, ROOT, Result, circular, environment, is_refused, process
from tests.unit.compare_pairs import FIRST, write_edition

SVG = "{http://www.w3.org/2000/svg}"


def without_made(text: str) -> Any:
    """Read the JSON of a study, but for how fast it was."""
    found = json.loads(text)
    del found["made"]
    return found


def test_study_is_told_with_its_convergence() -> None:
    """Shares and means with their intervals, and how these grew narrow."""
    shown = circular("study", "1862", "--games", "40", "--measures", "choices")
    assert shown.status == 0
    assert "player 1 wins" in shown.out
    assert "player 1's share of wins, by number of games played" in shown.out
    assert "answers allowed at a move" in shown.out


def test_command_gives_one_json_document() -> None:
    """With seed, readings, and the hash of the rules, so that it can be made again."""
    shown = circular("study", "1862", "--games", "20", "--seed", "4", "--json")
    found = json.loads(shown.out)
    assert (shown.status, found["games"], found["seed"], found["edition"]) == (0, 20, 4, "1862")
    assert sum(share["count"] for share in (*found["wins"], found["nobody"])) == 20
    assert {"rules", "readings", "version", "players", "made", "convergence", "measures"} <= found.keys()
    assert {"engine", "machine", "seconds"} <= found["made"].keys()


@pytest.mark.parametrize(
    ("edition", "players"), [("1862", "random,random"), ("1860", "random,random,random"), ("patience", "search:5")]
)
def test_a_game_of_a_study_is_seen_again_by_its_seed(edition: str, players: str, tmp_path: Path) -> None:
    """The study names the command; played by it, in compiled code or in a record, the seed gives the same game."""
    number = str(players.count(",") + 1) if "random" in players else players
    words = ("study", edition, "--players", number, "--games", "1", "--seed", "71")
    found = json.loads(circular(*words, "--json").out)
    said = f"circular play {edition} --players {players} --seed 71"
    assert f"{said} --explain" in circular(*words).out
    record = tmp_path / "record"
    played = circular(*said.split()[1:], "--record", str(record), "--json")
    outcome = json.loads(played.out)["outcome"]
    assert found["moves"]["mean"] == outcome["moves"]
    assert [share["count"] for share in found["wins"]] == [
        outcome["winner"] == place for place in range(len(found["wins"]))
    ]
    again = circular("replay", str(record), "--json")
    assert json.loads(again.out)["outcome"] == outcome


def test_without_numba_it_plays_on_and_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """As plain Python; also where somebody keeps Numba from being found."""
    from cc_dsl.study import games

    def kept(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("cc_dsl.cli.studying.LONG", 0)
    monkeypatch.setattr(games, "find_spec", kept)
    shown = circular("study", "1862", "--games", "20")
    assert shown.status == 0
    assert "Traceback" not in shown.err
    assert "with python" in shown.out
    assert "pip install 'court-circular[fast]'" in shown.out


def test_results_are_kept_as_json_and_parquet(tmp_path: Path) -> None:
    """The same numbers in both, and in both all that they rest on."""
    files = [tmp_path / name for name in ("a.json", "a.parquet", "a.study")]
    outs = [word for file in files for word in ("--out", str(file))]
    shown = circular("study", "patience", "--games", "12", "--json", *outs)
    assert shown.status == 0, shown.err
    found = json.loads(shown.out)
    assert json.loads(files[0].read_text("utf-8")) == found
    table = parquet.read_table(files[1])
    assert json.loads(table.schema.metadata[b"study"]) == found
    rows = table.to_pylist()
    (mean,) = [row for row in rows if row["measure"] == "score" and row["value"] == "mean"]
    assert mean["estimate"] == found["told"]["score"][0]["mean"]
    counted = [row["count"] for row in rows if row["measure"] == "score" and row["value"] != "mean"]
    assert sum(counted) == 12
    ratings = {row["value"]: row["count"] for row in rows if row["measure"] == "rating"}
    assert ratings == {one["value"]: one["count"] for one in found["told"]["rating"][0]["shares"]}


def test_every_measure_has_its_rows_in_parquet(tmp_path: Path) -> None:
    """What other answers change, in whole games and step by step, stands there with its intervals."""
    measures = "choices,mattering,comebacks,opening,clauses,readings,decisions"
    file = tmp_path / "a.parquet"
    shown = circular("study", "1862", "--games", "2", "--measures", measures, "--json", "--out", str(file))
    assert shown.status == 0, shown.err
    found = json.loads(shown.out)["measures"]
    rows = parquet.read_table(file).to_pylist()
    assert {*measures.split(",")} <= {row["measure"] for row in rows}
    for one in found["readings"]["answers"]:
        mine = [row for row in rows if (row["measure"], row["of"]) == ("readings", f"{one['doubt']}={one['answer']}")]
        figures = [*one["wins"].values(), *(outcome["distance"] for outcome in one["outcomes"])]
        assert [(row["estimate"], row["low"]) for row in mine] == [(part["value"], part["low"]) for part in figures]


def test_drawing_is_the_same_each_time_and_has_its_numbers_in_words(tmp_path: Path) -> None:
    """A title, a description, the data; and the same bytes from the same study."""
    for name in ("one.svg", "two.svg"):
        assert circular("study", "1862", "--games", "30", "--plot", str(tmp_path / name)).status == 0
    data = (tmp_path / "one.svg").read_bytes()
    assert data == (tmp_path / "two.svg").read_bytes()
    root = ElementTree.fromstring(data)
    found = without_made(circular("study", "1862", "--games", "30", "--json").out)
    share = f"{100 * found['wins'][0]['share']:.2f} %"
    assert root.findtext(f"{SVG}title") == "Rules for Court Circular"
    assert f"player 1 {share}" in (root.findtext(f"{SVG}desc") or "")
    lines = (root.findtext(f"{SVG}metadata") or "").strip().splitlines()
    counts = [line.split(" | ")[2] for line in lines if line.startswith("Moves in a game | ")]
    assert counts[0] == "games"
    assert sum(map(int, counts[1:])) == 30


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--games", "0"], "at least 1"),
        (["--games", "-3"], "at least 1"),
        (["--games", "many"], "many"),
        (["--games", "9999999999999999999"], "too many"),
        (["--games", "5", "--players", "9"], "9"),
        (["--games", "5", "--players", "nobody"], "nobody"),
        (["--games", "5", "--measures", "chioces"], "choices"),
        (["--games", "5", "--precision", "0"], "above 0"),
        (["--games", "5", "--precision", "luck=1"], "wins.1"),
        (["--games", "5", "--resume"], "--out FILE"),
        (["--games", "5", "--out", "no-such-folder/a.study"], "no folder"),
        (["--games", "5", "--out", "a.study", "--out", "b.study"], "one file"),
        (["--games", "5", "--scheduler", "somewhere"], "address"),
    ],
)
def test_bad_input_is_refused(words: list[str], said: str) -> None:
    """Nothing is played, and a sentence says why."""
    assert is_refused(circular("study", "1862", *words), said)


def test_study_of_other_rules_is_refused(tmp_path: Path) -> None:
    """With what differs, and what to do."""
    path = str(tmp_path / "one.study")
    assert circular("study", "1862", "--games", "5", "--out", path).status == 0
    assert is_refused(circular("study", "1862", "--games", "5", "--out", path), "--resume")
    assert is_refused(circular("study", "1860", "--games", "5", "--out", path, "--resume"), "the rules", "1862")


def test_missing_extras_are_named(tmp_path: Path) -> None:
    """Without PyArrow or Dask the message says how to get them, before anything is played."""
    for module, words in (("pyarrow", ["--out", "x.parquet"]), ("distributed", ["--scheduler", "tcp://127.0.0.1:9"])):
        code = f"import sys; sys.modules['{module}'] = None\nfrom cc_dsl.cli.main import main\nsys.exit(main())"
        command = [sys.executable, "-c", code, "study", "1862", "--games", "5", *words]
        answer = processes.run(command, cwd=tmp_path, env=environment(), text=True)
        assert answer.returncode == 2
        assert "pip install 'court-circular[" in answer.stderr
        assert "Traceback" not in answer.stderr


def test_a_disk_that_is_full_ends_a_study_that_can_be_taken_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says so; nothing is lost or counted twice when there is room again."""
    file, write, written = str(tmp_path / "kept"), os.write, []

    def full(number: int, data: bytes) -> int:
        written.append(data)
        if len(written) > 3:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(number, data[: 1 + len(data) // 2] if len(written) == 3 else data)

    words = ("study", "patience", "--games", "60", "--json")
    whole = without_made(circular(*words).out)
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        assert is_refused(circular(*words, "--out", file), "No space left on device", "--resume")
    assert without_made(circular(*words, "--out", file, "--resume").out) == whole


@pytest.mark.skipif(os.name != "posix", reason="such files are there on Unix only")
def test_a_study_is_not_kept_in_what_is_no_file() -> None:
    """A device is read without end."""
    assert is_refused(circular("study", "1862", "--games", "5", "--out", "/dev/zero"), "no ordinary file")


# ------------------------------------------------------------------------------------------- clusters


@pytest.mark.parametrize("words", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"220"])
def test_who_is_no_scheduler_is_refused_soon(words: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it says, or if it waits to be spoken to; a client of Dask would wait with it."""
    monkeypatch.setattr("cc_dsl.study.cluster.PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        connections: list[socket.socket] = []

        def answer() -> None:
            connections.append(server.accept()[0])
            connections[0].sendall(words)

        thread = threading.Thread(target=answer)
        thread.start()
        said = circular("study", "1862", "--games", "5", "--scheduler", address)
        thread.join()
        connections[0].close()
    assert is_refused(said, "no Dask scheduler", "does not greet")


def test_scheduler_that_is_not_there_is_refused_soon() -> None:
    """With what to do; nothing is waited for."""
    answer = process("study", "1862", "--games", "5", "--scheduler", "tcp://127.0.0.1:9")
    assert is_refused(answer, "No scheduler answers", "dask scheduler")


class Cluster:
    """A scheduler and two workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        """Start them, and wait for the address."""
        self.folder = folder
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", "at.json")
        file = folder / "at.json"
        self._until(lambda: file.exists() and file.read_text().rstrip().endswith("}"))
        self.address = json.loads(file.read_text())["address"]
        self.workers = [self._start("worker", self.address, "--nthreads", "1", "--no-nanny") for _ in range(2)]

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        quiet = ["--no-dashboard"]
        with (self.folder / "log").open("ab") as log:
            command = [sys.executable, "-m", "dask", *words, *quiet]
            return processes.start(command, cwd=self.folder, env=environment(), stdout=log, stderr=log)

    def _until(self, is_so: Any) -> None:
        processes.until(is_so, lambda: (self.folder / "log").read_text())

    def stop(self) -> None:
        """End all of them."""
        for one in (*self.workers, self.scheduler):
            one.kill()
            one.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Yield a cluster that is gone afterwards."""
    found = Cluster(tmp_path)
    yield found
    found.stop()


@pytest.mark.slow
def test_cluster_forgets_a_study_that_was_killed(cluster: Cluster, tmp_path: Path) -> None:
    """Its workers are not ours and live on; but of the study that nobody waits for they play nothing more."""
    from distributed import Client

    kept = tmp_path / "one.study"
    words = ["study", "1862", "--games", "100000", "--players", "random,random", "--out", str(kept)]
    command = [*COMMAND, *words, "--scheduler", cluster.address]
    with processes.started(command, cwd=ROOT, env=environment(), stdout=-1, stderr=-1) as study:
        cluster._until(lambda: study.poll() is not None or (kept.exists() and kept.read_bytes().count(b"\n") > 2))
        study.kill()
        study.communicate()
    with Client(cluster.address, timeout=processes.LIMIT) as client:
        cluster._until(lambda: not any(client.processing().values()))
        assert len(client.scheduler_info()["workers"]) == 2


@pytest.mark.slow
def test_cluster_that_is_gone_is_told_of_in_one_sentence(cluster: Cluster, tmp_path: Path) -> None:
    """The scheduler is killed in the middle; nothing of Dask's own troubles is shown."""
    kept = tmp_path / "one.study"
    words = ["study", "1862", "--games", "100000", "--players", "random,random", "--out", str(kept)]
    command = [*COMMAND, *words, "--scheduler", cluster.address]
    with processes.started(command, cwd=ROOT, env=environment(), stdout=-1, stderr=-1) as study:
        cluster._until(lambda: study.poll() is not None or (kept.exists() and kept.read_bytes().count(b"\n") > 4))
        cluster.scheduler.kill()
        out, err = study.communicate(timeout=processes.LIMIT)
    assert is_refused(Result(study.returncode, out.decode(), err.decode()), "is gone", "--resume")
    # On a slow machine the progress of the games takes some lines more.
    assert len([line for line in err.decode().splitlines() if not line.endswith((" so far", " left"))]) == 1


@pytest.mark.slow
def test_cluster_that_loses_a_worker_finds_the_same(cluster: Cluster, tmp_path: Path) -> None:
    """One of two workers is killed in the middle, and every number is that of a study played here."""
    words = ["study", "1862", "--games", "400", "--engine", "python", "--seed", "21", "--json"]
    kept = tmp_path / "one.study"
    study = processes.start(
        [*COMMAND, *words, "--scheduler", cluster.address, "--out", str(kept)],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    cluster._until(lambda: study.poll() is not None or (kept.exists() and kept.read_bytes().count(b"\n") > 8))
    finished = kept.read_bytes().count(b"\n") - 1
    os.kill(cluster.workers[0].pid, signal.SIGKILL)
    out, err = study.communicate(timeout=processes.LIMIT)
    assert study.returncode == 0, err.decode()
    assert 8 <= finished < 40, "the worker was not killed in the middle"
    firsts = [json.loads(line)["first"] for line in kept.read_text("utf-8").splitlines()[1:]]
    assert sorted(firsts) == [*range(21, 421, 10)]
    assert without_made(out.decode()) == without_made(circular(*words).out)


TOKENS = FIRST.replace(
    "  a player's bonus is 1 if his hand has a red-token; otherwise 0.\n",
    """  reading how-much "bonus":
    a-trifle, by default "it is little":
      a player's bonus is 1 if his hand has a red-token; otherwise 0.
    a-fortune "it is worth having":
      a player's bonus is 3 if his hand has a red-token; otherwise 0.
""",
)


def test_effects_of_readings_are_shown(tmp_path: Path) -> None:
    """A small game with one reading: what its other answer changes step by step, in questions, and in whole games."""
    path = write_edition(tmp_path, "tokens", TOKENS).path
    shown = circular("study", path, "--games", "200", "--measures", "readings,decisions", "--engine", "python")
    assert "How much: a fortune" in shown.out
    assert "steps of play that change:" in shown.out
    assert re.search(r"games with a different result: \S+ % \(.*\)\s+in\s+the\s+winner's\s+lead", shown.out)
    found = json.loads(
        circular("study", path, "--games", "60", "--measures", "readings,decisions", "--engine", "python", "--json").out
    )["measures"]
    (games,), (steps,) = found["readings"]["answers"], found["decisions"]
    assert steps["questions"]["judge"]["changed"]["count"] == 0
    # Four choices and the end are five steps; only the last can differ, if a red token is left in a hand.
    assert steps["steps"]["of"] == 5 * 60
    assert 0 < steps["games"]["count"] == steps["steps"]["count"] < 60
    assert games["seed"] == 10**10


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (["count", "1862", "count", "--answers"], "cannot be counted in 1862"),
        (["count", "1862", "judge", "--shelve"], "--shelve stores the counts of --answers"),
        (["count", "1862", "judge", "--answers", "--shelve", "--reading", "who-picks=the-loser"], "default readings"),
    ],
)
def test_what_cannot_be_counted_is_refused(typed: list[str], words: str) -> None:
    """With a sentence and the status 2."""
    result = circular(*typed)
    assert result.status == 2
    assert words in result.err + result.out
