"""Write reproducible archives: the same files give the same bytes."""

from __future__ import annotations

import io
import os
import re
import time
import zipfile
from collections.abc import Mapping

from cc_dsl.errors import UserError

MOMENT = "SOURCE_DATE_EPOCH"
"""The variable that says, in seconds, when something was made, so that it can be made again to the byte."""
EARLIEST = 315_532_800
"""1 January 1980, before which an archive knows no time."""


def moment() -> int | None:
    """Return the time of SOURCE_DATE_EPOCH in seconds since 1970; None if it is not set."""
    told = os.environ.get(MOMENT)
    if told is None:
        return None
    if not re.fullmatch(r"[0-9]{1,11}", told):
        sentence = f"{MOMENT} is “{told}”, which is no number of seconds since 1970, such as 1000000000."
        raise UserError("command-line", sentence)
    return int(told)


def archive(files: Mapping[str, bytes], first: Mapping[str, bytes] | None = None) -> bytes:
    """Return a ZIP of files by their names, sorted, with the time of SOURCE_DATE_EPOCH or else of the year 1980.

    What has to stand first, as the kind of a book has, stands there as it is, and is not made smaller.
    """
    written = max(moment() or EARLIEST, EARLIEST)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        leading = first or {}
        for name in (*leading, *sorted(files)):
            entry = zipfile.ZipInfo(name, time.gmtime(written)[:6])
            entry.compress_type = zipfile.ZIP_STORED if name in leading else zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            # The system on which an archive is made is noted in it; here always the same.
            entry.create_system = 3
            made.writestr(entry, leading[name] if name in leading else files[name])
    return out.getvalue()


def files_under(folder: str) -> dict[str, bytes]:
    """Return every file under a folder by its path there."""
    found = {}
    for at, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(at, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder).replace(os.sep, "/")] = file.read()
    return found
