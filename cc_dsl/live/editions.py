"""Editions under some readings, and changes of them that a reader wrote; those used last are kept.

A message names an edition of the corpus, and may carry an overlay of it as text.  Neither can name a file.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from cc_dsl import resources
from cc_dsl.live.fields import Message, NotUnderstood, text_in, texts_in
from cc_dsl.pipeline import Edition, load

if TYPE_CHECKING:
    from cc_dsl.table.record import Record

KEPT = 24
"""The most editions that are kept, each under one choice of readings."""
LONGEST_OVERLAY = 20_000
"""The most characters of an overlay."""
OWN = "change.rules"
"""The name under which an overlay is read; it is not a file."""

NAME = re.compile(r"[\w-]{1,200}")
"""The name of an overlay and its edition, which names no file."""

Chosen = tuple[tuple[str, str], ...]


def edition_in(message: Message) -> Edition:
    """Return the edition that a message names, with the overlay that it carries, under the readings that it chooses."""
    name, chosen = name_in(message), tuple(sorted(texts_in(message, "readings").items()))
    overlay = text_in(message, "overlay", LONGEST_OVERLAY, "")
    return overlaid(name, overlay, chosen) if overlay else edition_of(name, chosen)


def name_in(message: Message) -> str:
    """Return the name of an edition of the corpus that a message names; never a file elsewhere."""
    name = text_in(message, "edition")
    if name not in resources.edition_names():
        raise NotUnderstood(f"There is no edition “{name}” here. There are {', '.join(resources.edition_names())}.")
    return name


@lru_cache(maxsize=KEPT)
def edition_of(name: str, chosen: Chosen) -> Edition:
    """Return an edition under some readings; what does not depend on them is shared."""
    return edition_of(name, ()).under(dict(chosen)) if chosen else load(name)


@lru_cache(maxsize=KEPT)
def overlaid(name: str, overlay: str, chosen: Chosen) -> Edition:
    """Return an edition with an overlay under some readings; raise RulesError if there is something wrong with it."""
    if chosen:
        return overlaid(name, overlay, ()).under(dict(chosen))
    edition = unread(name, overlay)
    _ = edition.rules
    return edition


def carried_by(record: Record) -> Edition:
    """Return the edition of a record that carries the changes under which it was played, such as one of `--but`."""
    from cc_dsl.rules.overlay import parent_named

    if len(record.overlay) > LONGEST_OVERLAY or not NAME.fullmatch(record.edition):
        raise NotUnderstood("The changed rules that this record carries cannot be read.")
    parent = name_in({"edition": parent_named(record.overlay)})
    return Edition.carried(record.edition, record.overlay, parent, record.readings)


def unread(name: str, overlay: str) -> Edition:
    """Return an edition with an overlay, not resolved yet; refuse one that changes anything else, such as a file."""
    edition = Edition(os.path.join(resources.edition_folder(name), OWN), {}, overlay)
    found = edition.overlay
    if found is None:
        raise NotUnderstood(f'A change begins with the line:   this edition is {name}, but "what you change".')
    if found.parent != name:
        raise NotUnderstood(f"This change is one of “{found.parent}”; here it must be one of {name}.")
    return edition
