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
"""The environment variable with the build time, in seconds since 1970, for reproducible builds."""
EARLIEST = 315_532_800
"""1 January 1980, the earliest time that an archive can record."""
LATEST = 4_354_819_198
"""The last second of 2107 that an archive can record."""
LEVEL = 6
UNIX = 3
"""The system recorded in an archive, which is always the same here."""
MODE = 0o644 << 16


def build_time() -> int | None:
    """Return the time of SOURCE_DATE_EPOCH in seconds since 1970; None if it is not set."""
    seconds = os.environ.get(MOMENT)
    if seconds is None:
        return None
    if not re.fullmatch(r"[0-9]{1,11}", seconds):
        sentence = f"{MOMENT} is “{seconds}”, which is not a number of seconds since 1970, such as 1000000000."
        raise UserError("command-line", sentence)
    return int(seconds)


def archive(files: Mapping[str, bytes], first: Mapping[str, bytes] | None = None) -> bytes:
    """Return a ZIP of files sorted by name, with the time of SOURCE_DATE_EPOCH or else of the year 1980.

    Entries that must come first, such as the type of an EPUB, are stored first and uncompressed.
    """
    timestamp = time.gmtime(min(max(build_time() or EARLIEST, EARLIEST), LATEST))[:6]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compresslevel=LEVEL) as whole:
        for name, data in [*(first or {}).items(), *sorted(files.items())]:
            entry = zipfile.ZipInfo(name, timestamp)
            entry.create_system, entry.external_attr = UNIX, MODE
            entry.compress_type = zipfile.ZIP_STORED if name in (first or {}) else zipfile.ZIP_DEFLATED
            whole.writestr(entry, data, compresslevel=LEVEL)
    return buffer.getvalue()
