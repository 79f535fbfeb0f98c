"""Play the chunks of a study on a Dask cluster: the same chunks, and so the same numbers, with any workers.

A worker that dies loses only its present chunk, which the scheduler gives to another.
"""

from __future__ import annotations

import contextlib
import logging
import socket
from collections.abc import Generator, Iterator
from typing import Any
from urllib.parse import urlsplit

from cc_dsl import __version__
from cc_dsl.errors import UserError, not_installed
from cc_dsl.study.documents import Counts
from cc_dsl.study.games import Chunk
from cc_dsl.study.schedulers import count_chunk
from cc_dsl.workers import run_in_window

PATIENCE = 5.0
"""The most seconds until a scheduler answers, and half the most seconds until its first worker starts."""
PLAIN, SECURE = "tcp", "tls"
EXAMPLE = "tcp://127.0.0.1:8786"
START = "dask scheduler --host 127.0.0.1"
WHY = "Without --host it listens to every machine that can reach this one, and whoever reaches it can run code here."
LENGTH, LONGEST_GREETING = 8, 1 << 20
"""The number of bytes with the length of a greeting, and the greatest length."""
TRIES = 5
"""The number of times that a chunk is passed to another worker."""


def version_of_worker() -> str:
    """Return the version of this program on the worker that calls it."""
    return __version__


class Cluster:
    """The workers behind a Dask scheduler."""

    def __init__(self, address: str) -> None:
        """Connect to the scheduler, and check that it has workers, and that they have this version of the program."""
        try:
            from distributed import Client
        except ImportError:
            raise not_installed("Dask", "cluster") from None
        self.address = address
        _reach(address)
        # Silence Dask's own reports of lost connections; one sentence of ours replaces them.
        for name in [*logging.root.manager.loggerDict]:
            if name.partition(".")[0] == "distributed":
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        try:
            self._client: Any = Client(address, timeout=PATIENCE)
        except Exception as error:  # another kind of server can cause any error
            raise _error(f"The program at {address} is not a Dask scheduler of a version that fits", error) from None
        try:
            self._client.wait_for_workers(1, timeout=2 * PATIENCE)
            versions = {*map(str, self._client.run(version_of_worker, on_error="return").values())}
        except Exception as error:
            self.close()
            raise _error(f"No worker answers at {address}; “dask worker {address}” starts one", error) from None
        if versions != {__version__}:
            self.close()
            versions_in_words = ", ".join(sorted(versions))
            sentence = (
                f"The workers at {address} should run version {__version__} of the program, "
                f"but they report: {versions_in_words}."
            )
            raise UserError("no-scheduler", f"{sentence} Install it for every worker.")

    def close(self) -> None:
        """Leave the cluster, which continues for others."""
        self._client.close(timeout=PATIENCE)

    def play(self, packed_task: bytes, chunks: Iterator[Chunk]) -> Generator[tuple[Chunk, Counts]]:
        """Play the chunks on all workers; raise a UserError if the cluster can no longer play."""
        from distributed import CancelledError, wait
        from distributed.scheduler import KilledWorker

        client = self._client
        try:
            yield from run_in_window(
                lambda chunk: client.submit(count_chunk, packed_task, chunk, pure=False, retries=TRIES),
                lambda some: wait(some, return_when="FIRST_COMPLETED").done,
                chunks,
                max(1, sum(client.nthreads().values())),
            )
        except KilledWorker:
            raise UserError("study-stopped", "Workers died again and again while playing the same games.") from None
        except (CancelledError, OSError, TimeoutError) as error:
            raise _error(f"The scheduler at {self.address} is gone", error, "study-stopped") from None


def _reach(address: str) -> None:
    """Raise a UserError unless a Dask scheduler listens at an address."""
    host = port = scheme = None
    with contextlib.suppress(ValueError):  # not an address at all
        parts = urlsplit(address if "://" in address else f"{PLAIN}://{address}")
        scheme, host, port = parts.scheme, parts.hostname, parts.port
    if scheme not in (PLAIN, SECURE) or host is None or port is None:
        raise UserError("no-scheduler", f"“{address}” is not the address of a scheduler. Write one like {EXAMPLE}.")
    remedy = f"Start one with “{START}”, and give the address that it prints, such as {EXAMPLE}. {WHY}"
    try:
        connection = socket.create_connection((host, port), timeout=PATIENCE)
    except OSError as error:
        raise _error(f"No scheduler answers at {address}", error, remedy=remedy) from None
    with connection:
        # A scheduler speaks first: it sends the length of its message. With another kind of server, Dask's
        # client would wait forever or allocate memory for a wrong length.
        length = b""
        with contextlib.suppress(OSError), connection.makefile("rb") as stream:
            length = stream.read(LENGTH) if scheme == PLAIN else bytes(LENGTH)
        if len(length) < LENGTH or int.from_bytes(length, "little") >= LONGEST_GREETING:
            sentence = f"The program at {address} is not a Dask scheduler: it does not answer like one."
            raise UserError("no-scheduler", f"{sentence} {remedy}")


def _error(sentence: str, error: BaseException, code: str = "no-scheduler", remedy: str = "") -> UserError:
    """Return an error with the message of Dask, or of the system, in brackets."""
    words = " ".join(str(error).split())[:120] or type(error).__name__
    return UserError(code, f"{sentence} ({words}). {remedy}".rstrip())
