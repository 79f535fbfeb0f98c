"""The request in a message: each part is checked before it is used, since a link or a file may carry anything."""

from __future__ import annotations

from collections.abc import Mapping

LONGEST_TEXT = 200
"""The most characters of a name, a card or a move."""
LONGEST_RECORD = 2_000_000
"""The most characters of a record that is taken up."""
MOST_PARTS = 64
"""The most entries of a list or a table."""


class NotUnderstood(Exception):
    """A message cannot be answered; the sentence tells the reader why."""

    def __init__(self, sentence: str) -> None:
        """Set the sentence."""
        self.sentence = sentence
        super().__init__(sentence)


Message = Mapping[str, object]


def text_in(message: Message, key: str, most: int = LONGEST_TEXT, default: str | None = None) -> str:
    """Return a text of a message."""
    found = message.get(key, default)
    if not isinstance(found, str):
        raise NotUnderstood(f"The message lacks the text “{key}”.")
    if len(found) > most:
        raise NotUnderstood(f"“{key}” has {len(found):,} characters; at most {most:,} are read.")
    return found


def number_in(message: Message, key: str, least: int, most: int, default: int | None = None) -> int:
    """Return a whole number of a message, within bounds."""
    found = message.get(key, default)
    if not isinstance(found, int) or isinstance(found, bool) or not least <= found <= most:
        raise NotUnderstood(f"“{key}” must be a whole number from {least:,} to {most:,}.")
    return found


def texts_in(message: Message, key: str) -> dict[str, str]:
    """Return a table of texts of a message; nothing, if it has none."""
    found = message.get(key, {})
    if not isinstance(found, dict) or len(found) > MOST_PARTS:
        raise NotUnderstood(f"“{key}” must be a table of at most {MOST_PARTS} texts.")
    for name, value in found.items():
        if not isinstance(value, str) or len(value) > LONGEST_TEXT or len(name) > LONGEST_TEXT:
            raise NotUnderstood(f"“{key}” must hold short texts only.")
    return dict(found)


def list_in(message: Message, key: str) -> list[str]:
    """Return a list of texts of a message."""
    found = message.get(key)
    if not isinstance(found, list) or len(found) > MOST_PARTS:
        raise NotUnderstood(f"“{key}” must be a list of at most {MOST_PARTS} texts.")
    if not all(isinstance(one, str) and len(one) <= LONGEST_TEXT for one in found):
        raise NotUnderstood(f"“{key}” must hold short texts only.")
    return list(found)


def given_in(message: Message) -> dict[str, str | list[str]]:
    """Return the pieces that are laid for a question: by key one text, or a list with one text for each owner."""
    found = message.get("given", {})
    if not isinstance(found, dict) or len(found) > MOST_PARTS:
        raise NotUnderstood("“given” must be a table of the pieces that are laid.")
    return {
        key: list_in(found, key) if isinstance(value, list) else text_in(found, key) for key, value in found.items()
    }


def side_in(message: Message, key: str) -> Message:
    """Return a part of a message that is itself a table."""
    found = message.get(key)
    if not isinstance(found, dict):
        raise NotUnderstood(f"The message lacks the table “{key}”.")
    return found
