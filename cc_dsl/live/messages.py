"""The parts of a message: texts, numbers and tables, each checked before use, and the edition that it names.

A link or a file may contain anything. A message names an edition of the corpus, and may contain an overlay of it as
text. Neither can name a file. The most recently used editions are cached.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import lru_cache

from cc_dsl import resources
from cc_dsl.pipeline import Edition, load
from cc_dsl.table.record import Record

LONGEST_TEXT = 200
"""The most characters of a name, a card or a move."""
LONGEST_RECORD = 2_000_000
"""The most characters of a record that is resumed."""
MOST_PARTS = 64
"""The most entries of a list or a table."""
MOST_EDITIONS = 24
"""The most editions that are cached, each under one choice of readings."""
LONGEST_OVERLAY = 20_000
"""The most characters of an overlay."""
NAME = re.compile(r"[\w-]{1,200}")
"""The name of an overlay and its edition, which names no file."""
Message = Mapping[str, object]


class NotUnderstood(Exception):
    """A message that cannot be answered; the sentence tells the reader why."""

    def __init__(self, sentence: str) -> None:
        """Set the sentence."""
        self.sentence = sentence
        super().__init__(sentence)


def text_in(message: Message, key: str, most: int = LONGEST_TEXT, default: str | None = None) -> str:
    """Return a text of a message."""
    text = message.get(key, default)
    if not isinstance(text, str):
        raise NotUnderstood(f"The message lacks the text “{key}”.")
    if len(text) > most:
        raise NotUnderstood(f"“{key}” has {len(text):,} characters; at most {most:,} are read.")
    return text


def number_in(message: Message, key: str, most: int, default: int | None = None) -> int:
    """Return a whole number of a message, from 0 to a bound."""
    number = message.get(key, default)
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= most:
        raise NotUnderstood(f"“{key}” must be a whole number from 0 to {most:,}.")
    return number


def table_in(message: Message, key: str, what: str = "texts") -> Message:
    """Return a table of a message, or an empty one; refuse a table with too many parts."""
    table = message.get(key, {})
    if not isinstance(table, dict) or len(table) > MOST_PARTS:
        raise NotUnderstood(f"“{key}” must be a table of at most {MOST_PARTS} {what}.")
    return table


def list_in(message: Message, key: str) -> list[str]:
    """Return a list of texts of a message."""
    texts = message.get(key)
    if not isinstance(texts, list) or len(texts) > MOST_PARTS:
        raise NotUnderstood(f"“{key}” must be a list of at most {MOST_PARTS} texts.")
    if not all(isinstance(text, str) and len(text) <= LONGEST_TEXT for text in texts):
        raise NotUnderstood(f"“{key}” must contain only short texts.")
    return list(texts)


def edition_in(message: Message) -> Edition:
    """Return the edition that a message names, with its overlay and under its readings."""
    readings = table_in(message, "readings")
    if not all(isinstance(text, str) and len(text) <= LONGEST_TEXT for part in readings.items() for text in part):
        raise NotUnderstood("“readings” must contain only short texts.")
    name, chosen = name_in(message), tuple(sorted((key, str(answer)) for key, answer in readings.items()))
    return edition_of(name, text_in(message, "overlay", LONGEST_OVERLAY, ""), chosen)


def name_in(message: Message) -> str:
    """Return the name of an edition of the corpus that a message names; never a file elsewhere."""
    name = text_in(message, "edition")
    if name not in resources.edition_names():
        raise NotUnderstood(
            f"There is no edition “{name}” here. The editions are: {', '.join(resources.edition_names())}."
        )
    return name


@lru_cache(maxsize=MOST_EDITIONS)
def edition_of(name: str, overlay: str = "", chosen: tuple[tuple[str, str], ...] = ()) -> Edition:
    """Return an edition, with an overlay, under some readings; parts that do not depend on them are shared."""
    if chosen:
        return edition_of(name, overlay).with_readings(dict(chosen))
    edition = unresolved_edition(name, overlay) if overlay else load(name)
    _ = edition.rules  # resolves the rules, and so raises their problems
    return edition


def edition_in_record(record: Record) -> Edition:
    """Return the edition of a record that contains the changes under which it was played, such as one of `--but`."""
    from cc_dsl.rules.overlay import parent_label

    if len(record.overlay) > LONGEST_OVERLAY or not NAME.fullmatch(record.edition):
        raise NotUnderstood("The changed rules in this record cannot be read.")
    parent = name_in({"edition": parent_label(record.overlay)})
    return Edition.from_record(record.edition, record.overlay, parent, record.readings)


def unresolved_edition(name: str, overlay: str) -> Edition:
    """Return an edition with an overlay, not resolved yet; refuse an overlay of another parent, such as a file."""
    path = os.path.join(resources.edition_folder(name), "change.rules")  # no file has this name
    edition = Edition(path, {}, overlay)
    change = edition.overlay
    if change is None:
        raise NotUnderstood(f'A change begins with the line:   this edition is {name}, but "what you change".')
    if change.node.parent.text != name:
        raise NotUnderstood(f"This is a change of “{change.node.parent.text}”; here it must be a change of {name}.")
    return edition
