"""Worker processes end with their parent process in every case."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import sys
import threading
import time

import pytest

from cc_dsl import workers
from cc_dsl.errors import UserError
from tests import processes
from tests.cli.desk import COMMAND, ROOT, environment

PARENT = """
import multiprocessing, time
from cc_dsl import workers
if __name__ == "__main__":
    with workers.worker_pool(2) as pool:
        waiting = [pool.submit(time.sleep, 100_000) for _ in range(8)]
        print(*(one.pid for one in multiprocessing.active_children()), flush=True)
        waiting[0].result()
"""
LIBRARY = """
import multiprocessing
from cc_dsl import workers
def fill(pipe):
    pipe.send_bytes(bytes(10_000_000))
with workers.bind_children():
    context = multiprocessing.get_context("fork")
    receiving, sending = context.Pipe(False)
    started = [context.Process(target=fill, args=(sending,)) for _ in range(2)]
    for one in started:
        one.start()
    print(*(one.pid for one in started), flush=True)
    started[0].join()
"""
"""A library splits off processes, which wait until somebody reads what they send, as Sphinx's do."""
ENDS = ["SIGKILL", "SIGTERM", "SIGHUP", "SIGINT"]
on_unix = pytest.mark.skipif(os.name != "posix", reason="there are no such signals")


def is_gone(pid: int) -> bool:
    """Return whether a process has ended, though nobody may have asked how."""
    said: str = processes.run(["ps", "-o", "stat=", "-p", str(pid)], text=True).stdout
    return said.strip()[:1] in ("", "Z")


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    said: str = processes.run(["ps", "-A", "-o", "pid=,ppid="], text=True).stdout
    pairs = [line.split() for line in said.splitlines()]
    return [int(child) for child, parent in pairs if parent == str(pid)]


@on_unix
@pytest.mark.parametrize("program", [PARENT, LIBRARY], ids=["ours", "of a library"])
@pytest.mark.parametrize("name", ENDS)
def test_workers_end_with_their_parent(name: str, program: str) -> None:
    with processes.started([sys.executable, "-c", program], cwd=ROOT, stdout=-1, stderr=-1) as parent:
        assert parent.stdout is not None
        pids = [int(pid) for pid in parent.stdout.readline().split()]
        processes.until(lambda: processes.is_asleep(parent.pid))
        parent.send_signal(signal.Signals[name])
        parent.communicate(timeout=processes.LIMIT)
    assert len(pids) == 2
    processes.until(lambda: all(map(is_gone, pids)), lambda: f"{name}: {pids}")


@on_unix
@pytest.mark.slow
@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM", "SIGINT"])
def test_workers_of_a_study_end_with_it(name: str) -> None:
    words = ["study", "1862", "--games", "1000000", "--players", "random,random"]
    command = [*COMMAND, *words, "--workers", "2"]
    with processes.started(command, cwd=ROOT, env=environment(), stdout=-1, stderr=-1) as study:
        processes.until(lambda: study.poll() is not None or len(children(study.pid)) >= 2)
        pids = children(study.pid)
        study.send_signal(signal.Signals[name])
        _, err = study.communicate(timeout=processes.LIMIT)
    assert len(pids) >= 2
    processes.until(lambda: all(map(is_gone, pids)), lambda: f"{name}: {pids}")
    assert b"Traceback" not in err
    assert (name == "SIGINT") == (study.returncode == 130)


@on_unix
def test_worker_that_is_killed_is_told_of() -> None:
    pids: list[int | None] = []
    with pytest.raises(UserError, match="killed a worker process"), workers.worker_pool(2) as pool:  # noqa: PT012
        waiting = pool.submit(time.sleep, 100_000)
        pids = [one.pid for one in multiprocessing.active_children()]
        os.kill(pids[0] or 0, signal.SIGKILL)
        waiting.result()
    assert all(is_gone(pid or 0) for pid in pids)


def test_items_may_be_endless() -> None:
    taken = itertools.count()
    results = workers.map_unordered(abs, (-number for number in taken), 2)
    assert len({next(results) for _ in range(20)}) == 20
    results.close()
    assert next(taken) <= 20 + 2 * workers.ITEMS_PER_WORKER


def test_task_is_done_beside_this_process_and_its_result_is_sent() -> None:
    task = workers.SplitTask(os.getpid)
    is_split = hasattr(os, "fork") and workers.processors() > 1 and threading.active_count() == 1
    assert (task.result() != os.getpid()) == is_split


def test_what_the_other_process_cannot_send_is_found_here() -> None:
    def refuse() -> None:
        raise UserError("nothing", "Nothing is to be had.")

    with pytest.raises(UserError, match="Nothing is to be had"):
        workers.SplitTask(refuse).result()
    assert workers.SplitTask(lambda: lambda: 7).result()() == 7


def test_task_goes_on_here_if_the_other_process_is_killed() -> None:
    here = os.getpid()
    task = workers.SplitTask(lambda: os.kill(os.getpid(), signal.SIGKILL) if os.getpid() != here else "found")
    assert task.result() == "found"


@on_unix
def test_task_that_is_not_wanted_ends() -> None:
    before = len(children(os.getpid()))
    task = workers.SplitTask(lambda: os.read(os.pipe()[0], 1))  # which never comes
    task.drop()
    assert len(children(os.getpid())) == before


def test_task_waits_for_its_result_where_there_is_one_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "processors", lambda: 1)
    assert workers.SplitTask(os.getpid).result() == os.getpid()
