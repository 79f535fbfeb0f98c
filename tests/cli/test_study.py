"""`circular study` at the command line: its output, drawings and refusals, and a cluster that loses a worker."""

from __future__ import annotations

import csv
import errno
import io
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
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests import processes
from tests.cli.desk import COMMAND, ROOT, Result, circular, environment, is_refused, process
from tests.unit.compare_pairs import TOKENS, write_edition

SVG = "{http://www.w3.org/2000/svg}"


def without_made(text: str) -> Any:
    """Read the JSON of a study, but for how fast it was."""
    document = json.loads(text)
    del document["made"]
    return document


@pytest.mark.parametrize(
    ("edition", "players"), [("1862", "random,random"), ("1860", "random,random,random"), ("patience", "search:5")]
)
def test_a_game_of_a_study_is_seen_again_by_its_seed(edition: str, players: str, tmp_path: Path) -> None:
    number = str(players.count(",") + 1) if "random" in players else players
    words = ("study", edition, "--players", number, "--games", "1", "--seed", "71")
    study = json.loads(circular(*words, "--json").out)
    said = f"circular play {edition} --players {players} --seed 71"
    assert f"{said} --explain" in circular(*words).out
    record = tmp_path / "record"
    played = circular(*said.split()[1:], "--record", str(record), "--json")
    outcome = json.loads(played.out)["outcome"]
    assert study["moves"]["mean"] == outcome["moves"]
    wins = [share["count"] for share in study["wins"]]
    assert wins == [outcome["winner"] == place for place in range(len(wins))]
    again = circular("replay", str(record), "--json")
    assert json.loads(again.out)["outcome"] == outcome


def test_without_numba_it_plays_on_and_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from cc_dsl.compiler import games

    def kept(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("cc_dsl.cli.study.LONG_SECONDS", 0)
    monkeypatch.setattr(games, "find_spec", kept)
    shown = circular("study", "1862", "--games", "20")
    assert shown.status == 0
    assert "Traceback" not in shown.err
    assert "with python" in shown.out
    assert "pip install '.[fast]'" in shown.out


def test_results_are_written_as_json_and_csv(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.json", "a.csv")]
    outs = [word for file in files for word in ("--out", str(file))]
    edition = write_edition(tmp_path, "tokens", TOKENS).path
    words = ("study", edition, "--games", "4", "--measures", "all", "--json", *outs)
    for _ in range(2):  # a second run may overwrite the files of the first
        shown = circular(*words)
        assert shown.status == 0, shown.err
    document = json.loads(shown.out)
    assert json.loads(files[0].read_text("utf-8")) == document
    rows = [*csv.DictReader(io.StringIO(files[1].read_text("utf-8")))]
    figures = {row["figure"]: row for row in rows}
    assert len(figures) == len(rows)
    assert figures["wins.1"]["count"] == str(document["wins"][0]["count"])
    assert figures["moves"]["mean"] == str(document["moves"]["mean"])
    assert {"measures.choices.a_move", "measures.opening.wins"} <= figures.keys()
    (first, *_) = document["measures"]["readings"]["answers"]
    name = "=".join((first["doubt"], first["clause"], first["answer"]))
    assert figures[f"measures.readings.answers.{name}.wins.player 1"]["value"] == str(
        first["wins"]["player 1"]["value"]
    )


@pytest.mark.parametrize("name", ["thesis.json", "thesis.csv", "thesis.svg"])
def test_what_it_did_not_write_is_not_replaced(name: str, tmp_path: Path) -> None:
    file, link = tmp_path / name, tmp_path / f"link-{name}"
    file.write_text("my thesis\n", "utf-8")
    link.symlink_to(file)
    for path, said in ((file, "did not write it"), (link, "is a link")):
        assert is_refused(circular("study", "1862", "--games", "5", "--out", str(path)), said)
    assert file.read_text("utf-8") == "my thesis\n"
    file.unlink()
    assert is_refused(circular("study", "1862", "--games", "5", "--out", str(link)), "is a link")


@pytest.mark.parametrize("name", ["a.json", "a.csv", "a.svg"])
def test_full_disk_spoils_nothing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / name
    assert circular("study", "1862", "--games", "5", "--out", str(path)).status == 0
    before = path.read_bytes()

    def full(number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        assert is_refused(circular("study", "1862", "--games", "6", "--out", str(path)), "No space left on device")
    assert path.read_bytes() == before
    assert [*tmp_path.iterdir()] == [path]


def test_drawing_is_the_same_each_time_and_has_its_numbers_in_words(tmp_path: Path) -> None:
    for name in ("one.svg", "two.svg"):
        assert circular("study", "1862", "--games", "30", "--out", str(tmp_path / name)).status == 0
    data = (tmp_path / "one.svg").read_bytes()
    assert data == (tmp_path / "two.svg").read_bytes()
    root = ElementTree.fromstring(data)
    document = without_made(circular("study", "1862", "--games", "30", "--json").out)
    share = f"{100 * document['wins'][0]['share']:.1f} %"  # 30 games justify one decimal place only
    assert root.findtext(f"{SVG}title") == "Rules for Court Circular"
    assert f"player 1 {share}" in (root.findtext(f"{SVG}desc") or "")
    lines = (root.findtext(f"{SVG}metadata") or "").strip().splitlines()
    counts = [line.split(" | ")[2] for line in lines if line.startswith("Moves in a game | ")]
    assert counts[0] == "games"
    assert sum(map(int, counts[1:])) == 30


def test_missing_extra_is_named(tmp_path: Path) -> None:
    code = "import sys; sys.modules['distributed'] = None\nfrom cc_dsl.cli.main import main\nsys.exit(main())"
    command = [sys.executable, "-c", code, "study", "1862", "--games", "5", "--scheduler", "tcp://127.0.0.1:9"]
    answer = processes.run(command, cwd=tmp_path, env=environment(), text=True)
    assert answer.returncode == 2
    assert "pip install '.[" in answer.stderr
    assert "Traceback" not in answer.stderr


@pytest.mark.skipif(os.name != "posix", reason="such files and signals are there on Unix only")
def test_results_are_not_written_into_what_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.csv")
    assert is_refused(
        circular("study", "1862", "--games", "5", "--out", str(tmp_path / "a.csv")), "not an ordinary file"
    )


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="such files and signals are there on Unix only")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_study_in_two_processes_that_is_ended_says_nothing_of_semaphores(number: int) -> None:
    words = ["study", "1862", "--games", "100000", "--players", "random,random", "--workers", "2"]
    with processes.started([*COMMAND, *words], cwd=ROOT, env=environment(), stdout=-1, stderr=-1) as study:
        assert study.stderr is not None
        begun = study.stderr.readline()  # the first progress line shows that games are being played
        study.send_signal(number)
        _, err = study.communicate(timeout=processes.LIMIT)
    assert b"semaphore" not in begun + err


@pytest.mark.parametrize("words", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"220"])
def test_who_is_no_scheduler_is_refused_soon(words: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert is_refused(said, "is not a Dask scheduler", "does not answer")


def test_scheduler_that_is_not_there_is_refused_soon() -> None:
    answer = process("study", "1862", "--games", "5", "--scheduler", "tcp://127.0.0.1:9")
    assert is_refused(answer, "No scheduler answers", "dask scheduler --host 127.0.0.1", "can run code here")


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
        for node in (*self.workers, self.scheduler):
            node.kill()
            node.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Start a cluster for the three tests below: the first needs both workers, and the last ends the scheduler."""
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    yield made
    made.stop()


LONG = ("1862", "--games", "100000", "--players", "random,random")


@contextmanager
def playing(cluster: Cluster, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    """Begin a study of many games on a cluster, which has told that some are played."""
    command = [*COMMAND, "study", *words, "--scheduler", cluster.address]
    with processes.started(command, cwd=ROOT, env=environment(), stdout=-1, stderr=-1) as study:
        assert study.stderr is not None
        assert any(b" games, " in line for line in study.stderr)
        yield study


@pytest.mark.slow
def test_cluster_forgets_a_study_that_was_killed(cluster: Cluster) -> None:
    from distributed import Client

    with playing(cluster, *LONG) as study:
        study.kill()
        study.communicate()
    with Client(cluster.address, timeout=processes.LIMIT) as client:
        cluster._until(lambda: not any(client.processing().values()))
        assert len(client.scheduler_info()["workers"]) == 2


@pytest.mark.slow
def test_cluster_that_loses_a_worker_finds_the_same(cluster: Cluster) -> None:
    tolls, players = str(ROOT / "tests" / "games" / "tolls"), "random,random,random"
    words = (tolls, "--games", "6000", "--players", players, "--seed", "21", "--json")
    with playing(cluster, *words) as study:
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
        out, err = study.communicate(timeout=processes.LIMIT)
    assert study.returncode == 0, err.decode()
    assert without_made(out.decode()) == without_made(circular("study", *words).out)


@pytest.mark.slow
def test_cluster_that_is_gone_is_told_of_in_one_sentence(cluster: Cluster) -> None:
    with playing(cluster, *LONG) as study:
        cluster.scheduler.kill()
        out, err = study.communicate(timeout=processes.LIMIT)
    assert is_refused(Result(study.returncode, out.decode(), err.decode()), "is gone")
    # On a slow machine there are more lines of progress.
    assert len([line for line in err.decode().splitlines() if not line.endswith((" so far", " left"))]) == 1


def test_effects_of_readings_are_shown(tmp_path: Path) -> None:
    path = write_edition(tmp_path, "tokens", TOKENS).path
    shown = circular("study", path, "--games", "200", "--measures", "readings", "--engine", "python")
    assert "How much: a fortune" in shown.out
    assert re.search(r"games with a different result: \S+ % \(.*\)\s+in\s+the\s+winner's\s+lead", shown.out)
    measures = json.loads(
        circular("study", path, "--games", "60", "--measures", "readings", "--engine", "python", "--json").out
    )["measures"]
    (games,) = measures["readings"]["answers"]
    assert games["seed"] == 10**10
