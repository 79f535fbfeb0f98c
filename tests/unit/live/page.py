"""What a page says to the engine behind it, and what it hears."""

from __future__ import annotations

import json
from typing import Any

from cc_dsl.live.dispatcher import Dispatcher


def answered(door: Dispatcher, text: str | None = None, **message: Any) -> Any:
    """Return the whole answer to a text, or to a message; nothing is a bug."""
    found = json.loads(door.answer(json.dumps(message) if text is None else text))
    assert found.get("error", {}).get("kind") != "bug", (text, message, found)
    return found


def ask(door: Dispatcher, **message: Any) -> Any:
    """Return the answer to a message that is not refused."""
    found = answered(door, **message)
    assert "ok" in found, found
    return found["ok"]


def refused(door: Dispatcher, text: str | None = None, **message: Any) -> str:
    """Return the sentence with which a message is refused."""
    sentence: str = answered(door, text, **message)["error"]["sentence"]
    return sentence
