"""Worker processes, which end with the parent process, however it ends, and as soon as they are no longer needed.

Each worker holds one end of a pipe whose other end only the parent holds. When that end is closed, by the parent or by
the system after a kill, the workers end immediately. `SplitTask` is a worker for a single task.
"""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING, Generic, TypeVar

from cc_dsl.errors import UserError

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.connection import Connection

Item = TypeVar("Item")
Result = TypeVar("Result")

ITEMS_PER_WORKER = 2
"""The most items that wait for each worker, so that the input may be infinite."""
IGNORED_WARNING = "ignore:resource_tracker:UserWarning"
EXIT_STATUS = 1
"""The exit status of a worker that is no longer needed."""


def processors() -> int:
    """Return the number of processes that may work at once on this machine."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


@contextmanager
def worker_pool(number: int) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of this many workers; raise a UserError if one of them is killed."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    # If this process is killed, its resource tracker frees shared memory; silence its warning.
    if IGNORED_WARNING not in sys.warnoptions:
        sys.warnoptions.append(IGNORED_WARNING)
    context = multiprocessing.get_context("spawn")
    end, leash = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(number, context, _begin_worker, (end,))
    try:
        yield pool
        pool.shutdown()
    except BrokenProcessPool:
        raise UserError("study-stopped", "Something outside this program killed a worker process.") from None
    finally:
        leash.close()
        pool.shutdown(cancel_futures=True)
        end.close()


def _begin_worker(leash: Connection) -> None:
    """Initialise a worker, which ignores Ctrl-C and leaves it to the parent."""
    import signal
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(leash,), daemon=True).start()


def _end_with(leash: Connection) -> None:
    """Wait until the other end of the pipe is closed, then end this process."""
    with suppress(OSError):
        leash.poll(None)
    os._exit(EXIT_STATUS)


def map_unordered(
    function: Callable[[Item], Result], items: Iterable[Item], number: int
) -> Generator[tuple[Item, Result]]:
    """Let this many workers process the items; yield each item with its result, in any order."""
    from concurrent.futures import FIRST_COMPLETED, wait

    with worker_pool(number) as pool:
        yield from run_in_window(
            lambda item: pool.submit(function, item),
            lambda some: wait(some, return_when=FIRST_COMPLETED).done,
            items,
            number,
        )


def run_in_window(
    submit: Callable[[Item], Future[Result]],
    wait: Callable[[list[Future[Result]]], Iterable[Future[Result]]],
    items: Iterable[Item],
    number: int,
) -> Generator[tuple[Item, Result]]:
    """Keep this many workers busy with two items each, and yield each item with its result as it is done."""
    queue = iter(items)
    pending: dict[Future[Result], Item] = {}
    while True:
        for item in itertools.islice(queue, ITEMS_PER_WORKER * number - len(pending)):
            pending[submit(item)] = item
        if not pending:
            return
        for future in [*wait([*pending])]:
            yield pending.pop(future), future.result()


_pipes: list[tuple[Connection, Connection]] = []
"""The two ends of the pipe that binds processes forked by libraries to this one."""


@contextmanager
def bind_children() -> Iterator[None]:
    """Ensure that processes that a library forks from this one end with it, however it ends."""
    if not hasattr(os, "register_at_fork"):
        yield
        return
    from multiprocessing import Pipe

    _register_fork_hook()
    _pipes.append(Pipe(duplex=False))
    try:
        yield
    finally:
        for end in _pipes.pop():
            end.close()


@cache
def _register_fork_hook() -> None:
    """Register the hook by which a process forked inside `bind_children` ends with this one."""
    import threading

    def tie_to_parent() -> None:
        while _pipes:
            end, leash = _pipes.pop()
            leash.close()
            threading.Thread(target=_end_with, args=(end,), daemon=True).start()

    os.register_at_fork(after_in_child=tie_to_parent)


class SplitTask(Generic[Result]):
    """A task for a forked process, if the system can fork; otherwise for this process, when the result is needed.

    If that process fails or cannot send its result, this process repeats the task.
    """

    def __init__(self, task: Callable[[], Result]) -> None:
        """Start the task, unless there is only one processor, or there are other threads, which a fork loses."""
        import threading

        self._task = task
        self._process = 0
        if hasattr(os, "fork") and processors() > 1 and threading.active_count() == 1:
            from multiprocessing import Pipe

            self._results, results = Pipe(duplex=False)
            leash, self._leash = Pipe(duplex=False)
            self._process = os.fork()
            if self._process == 0:
                self._leash.close()
                try:
                    threading.Thread(target=_end_with, args=(leash,), daemon=True).start()
                    with suppress(BaseException):
                        results.send(task())
                finally:
                    os._exit(0)
            leash.close()
            results.close()

    def result(self) -> Result:
        """Wait for the result."""
        if not self._process:
            return self._task()
        try:
            result: Result = self._results.recv()
        except (EOFError, OSError):
            result = self._task()
        self.drop()
        return result

    def drop(self) -> None:
        """End the process, whose result is no longer needed."""
        if self._process:
            self._leash.close()
            self._results.close()
            os.waitpid(self._process, 0)
            self._process = 0
