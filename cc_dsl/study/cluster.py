"""Play the pieces of a study on a Dask cluster: the same pieces, and so the same numbers, whoever the workers are.

A worker that dies loses only the piece that it was playing, which the scheduler gives to another.
"""

from __future__ import annotations

import contextlib
import logging
import socket
from collections.abc import Generator, Iterator
from typing import Any

from cc_dsl import __version__
from cc_dsl.errors import UserError, not_installed
from cc_dsl.study.documents import Counts
from cc_dsl.study.games import Chunk
from cc_dsl.study.running import count_chunk
from cc_dsl.workers import windowed

PATIENCE = 5.0
"""The seconds that a scheduler may take to answer."""
WORKERS_COME = 10.0
"""The seconds that a cluster may take to have its first worker."""
SCHEMES = ("tcp", "tls")
EXAMPLE = "tcp://127.0.0.1:8786"
START = "dask scheduler --host 127.0.0.1"
WHY = "Without --host it listens to every machine that can reach this one, and whoever reaches it can run code here."
LENGTH, LONGEST_GREETING = 8, 1 << 20
"""The number of bytes that give the length of a greeting, and its greatest length."""
TRIES = 5
"""The number of times that a chunk is passed to another worker."""


def version_of_worker() -> str:
    """Return the version of this program where it is called."""
    return __version__


class Cluster:
    """The workers behind a Dask scheduler."""

    def __init__(self, address: str) -> None:
        """Ask the scheduler, and see that it has workers, and that these have this version of the program."""
        try:
            from distributed import Client
        except ImportError:
            raise not_installed("Dask", "cluster") from None
        self.address = address
        _reach(address)
        # What Dask's own reports of lost connections mean is said in one sentence.
        for name in [*logging.root.manager.loggerDict]:
            if name.partition(".")[0] == "distributed":
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        try:
            self._client: Any = Client(address, timeout=PATIENCE)
        except Exception as error:  # whatever comes of words that are not a scheduler's
            sentence = f"What listens at {address} is no Dask scheduler of a version that fits ({_why(error)})."
            raise UserError("no-scheduler", sentence) from None
        with contextlib.ExitStack() as leaving:
            leaving.callback(self.close)
            try:
                self._client.wait_for_workers(1, timeout=WORKERS_COME)
                versions = {*self._client.run(version_of_worker, on_error="return").values()}
            except TimeoutError:
                sentence = f"The scheduler at {address} has no workers. Start some with “dask worker {address}”."
                raise UserError("no-scheduler", sentence) from None
            except Exception as error:
                sentence = f"The workers at {address} do not answer ({_why(error)})."
                raise UserError("no-scheduler", sentence) from None
            if versions != {__version__}:
                met = ", ".join(
                    sorted(_why(answer) if isinstance(answer, BaseException) else str(answer) for answer in versions)
                )
                sentence = f"The workers at {address} have not this version of the program, {__version__}, but: {met}."
                raise UserError("no-scheduler", f"{sentence} Install it for every worker.")
            leaving.pop_all()

    def close(self) -> None:
        """Leave the cluster, which continues for others."""
        self._client.close(timeout=PATIENCE)

    def play(self, packed: bytes, wanted: Iterator[Chunk]) -> Generator[tuple[Chunk, Counts]]:
        """Play the pieces on all workers that there are; raise a UserError if the cluster can play no more."""
        from distributed import CancelledError, wait
        from distributed.scheduler import KilledWorker

        client = self._client
        number = max(1, sum(client.nthreads().values()))
        try:
            yield from windowed(
                lambda chunk: client.submit(count_chunk, packed, chunk, pure=False, retries=TRIES),
                lambda some: wait(some, return_when="FIRST_COMPLETED").done,
                wanted,
                number,
            )
        except KilledWorker:
            raise UserError("study-stopped", "Workers died again and again over the same games.") from None
        except (CancelledError, OSError, TimeoutError) as error:
            raise UserError("study-stopped", f"The scheduler at {self.address} is gone ({_why(error)}).") from None


def _reach(address: str) -> None:
    """Raise NoScheduler unless something listens at an address."""
    from urllib.parse import urlsplit

    host = port = scheme = None
    with contextlib.suppress(ValueError):  # words that are no address
        parts = urlsplit(address if "://" in address else f"tcp://{address}")
        scheme, host, port = parts.scheme, parts.hostname, parts.port
    if scheme not in SCHEMES or host is None or port is None:
        raise UserError("no-scheduler", f"“{address}” is no address of a scheduler. One is written as in {EXAMPLE}.")
    try:
        connection = socket.create_connection((host, port), timeout=PATIENCE)
    except OSError as error:
        raise UserError(
            "no-scheduler",
            f"No scheduler answers at {address} ({_why(error)}). Start one with “{START}” and give the "
            f"address that it prints, such as {EXAMPLE}, or leave --scheduler to play here. {WHY}",
        ) from None
    with connection:
        # A scheduler speaks first, and begins with the length of what it says.  A client of Dask that has called
        # somebody else waits forever, or makes room for what it takes for a length.
        length = b""
        if scheme == SCHEMES[0]:
            with contextlib.suppress(OSError), connection.makefile("rb") as stream:
                length = stream.read(LENGTH)
        if scheme == SCHEMES[0] and not (len(length) == LENGTH and int.from_bytes(length, "little") < LONGEST_GREETING):
            raise UserError(
                "no-scheduler",
                f"What listens at {address} is no Dask scheduler: it does not greet as one does. Give the address that "
                f"“{START}” prints, such as {EXAMPLE}.",
            )


def _why(error: BaseException) -> str:
    words = " ".join(str(error).split())
    return words[:120] or type(error).__name__
