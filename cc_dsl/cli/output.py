"""Write a file that the user named: beside it first, so that a full disk spoils nothing, and only over one of ours."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable

from cc_dsl.errors import UserError
from cc_dsl.source.files import write_whole

HEAD = 400
"""The number of bytes by which a file of ours is recognised."""


def refuse(path: str, is_ours: Callable[[bytes], bool]) -> None:
    """Raise a UserError if a file cannot be written, or is there and is not of the kind that this program writes."""
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise UserError("output-failed", f"{path} cannot be written: there is no folder {folder}.")
    try:
        status = os.lstat(path)
    except OSError:
        return
    if stat.S_ISDIR(status.st_mode):
        raise UserError("output-failed", f"{path} cannot be written: it is a folder.")
    if not stat.S_ISREG(status.st_mode):
        raise UserError("output-failed", f"{path} is a link or no ordinary file. Name another file.")
    if status.st_size and not is_ours(_head(path)):
        raise UserError(
            "output-failed", f"{path} is there already, and this program did not write it. Name another file."
        )


def _head(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(HEAD)
    except OSError as error:
        raise UserError("output-failed", f"{path} cannot be read: {error.strerror}.") from None


def write(path: str, data: bytes) -> None:
    """Write a file whole or not at all; raise a UserError if it cannot be written."""
    try:
        write_whole(path, data)
    except OSError as error:
        raise UserError("output-failed", f"{path} cannot be written: {error.strerror}.") from None
