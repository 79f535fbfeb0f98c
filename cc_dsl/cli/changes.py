"""Write the changes that were typed after --but as an overlay."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Sequence

from cc_dsl import cache, resources
from cc_dsl.errors import UserError
from cc_dsl.pipeline import find_rules


def overlay_of(name: str, changes: Sequence[str]) -> str:
    """Write an overlay of an edition with some changes into the cache, and give its path."""
    parent = name if name in resources.edition_names() else f'"{os.path.abspath(find_rules(name))}"'
    if not all(map(str.strip, changes)):
        raise UserError("command-line", "--but is given no change. Write one:   --but 'instead of §VI.4: SENTENCE.'")
    said = re.sub('"([^"]*)"?', r"‘\1’", "; ".join(" ".join(change.split()) for change in changes))
    lines = [f'this edition is {parent}, but "{said.rstrip(".")}".', *changes]
    text = "".join(f"{line}\n" for line in lines)
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        sentence = "What is given with --but is not text in UTF-8."
        raise UserError("command-line", sentence, "Type it in a terminal that uses UTF-8, or write it into a file.")
    folder = os.path.join(resources.cache_folder(), "overlays")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    path = os.path.join(folder, f"but-{hashlib.sha256(text.encode()).hexdigest()[:8]}.rules")
    cache.write_own(path, text.encode())
    if not os.path.isfile(path):
        raise UserError("output-failed", f"The change could not be written to {path}. Write it into a file instead.")
    return path
