"""`circular dap`: the debugger for editors that speak the Debug Adapter Protocol, over standard input and output.

This module reads and writes the messages; `debug_session` answers them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import BinaryIO

import click

from cc_dsl.errors import UserError

LONGEST_HEADER = 1_000
LARGEST_MESSAGE = 10_000_000


@click.command("dap")
def command() -> int:
    """Debug games in an editor that speaks the Debug Adapter Protocol, over standard input and output.

    An editor starts it by itself; the page “Tools for writing rules” says how.
    """
    from cc_dsl.cli.debug_session import DebugSession

    out = sys.stdout.buffer
    sent = 0
    session = DebugSession()
    for request in messages(sys.stdin.buffer):
        for answer in session.answers(request):
            sent += 1
            write(out, {"seq": sent, **answer})
        if session.is_over:
            break
    return 0


def write(out: BinaryIO, message: dict[str, object]) -> None:
    """Write a message with its header."""
    data = json.dumps(message, ensure_ascii=False).encode()
    out.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
    out.flush()


def messages(stream: BinaryIO) -> Iterator[dict[str, object]]:
    """Yield the messages that an editor sends, until it sends no more; raise a UserError where one is none."""
    while True:
        length = _length(stream)
        if length is None:
            return
        try:
            found = json.loads(stream.read(length))
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise _no_message("its content is no object in JSON")
        yield found


def _length(stream: BinaryIO) -> int | None:
    """Read the header of a message; return how many bytes follow it, or None at the end of the input."""
    length = None
    while line := stream.readline(LONGEST_HEADER):
        name, _, value = line.decode("latin-1").partition(":")
        if not line.strip():
            if length is None:
                raise _no_message("its header does not say how long it is")
            return length
        if name.strip().lower() == "content-length":
            length = int(value) if value.strip().isdecimal() else LARGEST_MESSAGE + 1
            if length > LARGEST_MESSAGE:
                raise _no_message(f"its length is no number up to {LARGEST_MESSAGE:,}")
    return None


def _no_message(why: str) -> UserError:
    return UserError(
        "command-line",
        f"This is no message of the Debug Adapter Protocol: {why}. "
        "An editor starts this command; to debug in a terminal, use:   circular debug EDITION",
    )
