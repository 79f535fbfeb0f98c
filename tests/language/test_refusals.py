"""The messages of sentences that are refused: each is used, and each is given what stands in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from cc_dsl.resources import grammar_data

PACKAGE = Path(__file__).parents[2] / "cc_dsl"
KEY = re.compile(r"[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*")
MESSAGES = grammar_data("refusals")
NAMES = sorted(f"{code}.{name}" for code, entries in MESSAGES.items() for name in entries)
ALWAYS = {"word", "words", "symbol", "clause", "name"}
"""What a message may contain without being given it by name in each call."""


def trees() -> Iterator[ast.Module]:
    """Yield the modules of the package that resolve rules."""
    yield from (ast.parse(path.read_text("utf-8")) for path in sorted((PACKAGE / "rules").glob("*.py")))


def keys_in(tree: ast.AST) -> set[str]:
    """Return the names of messages in a part of the program."""
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    codes = {*MESSAGES}
    return {text for text in texts if KEY.fullmatch(text) and text.partition(".")[0] in codes}


def places_in(key: str) -> set[str]:
    """Return the names of what a message contains."""
    code, _, name = key.partition(".")
    fields = (field for words in MESSAGES[code][name] for _, field, _, _ in Formatter().parse(words) if field)
    return {re.split(r"[.\[]", field)[0] for field in fields}


def test_every_message_is_used_and_every_name_has_one() -> None:
    """A message that nothing says is taken out; a name without a message would fail when a rules file is refused."""
    assert sorted(set().union(*map(keys_in, trees()))) == NAMES


@pytest.mark.parametrize("key", NAMES)
def test_message_is_a_sentence_with_remedies(key: str) -> None:
    """The sentence ends with a full stop; what is to be typed stands behind a colon and three spaces."""
    code, _, name = key.partition(".")
    sentence, *remedies = MESSAGES[code][name]
    assert sentence.endswith((".", "}"))
    assert not [one for one in remedies if not re.search(r"[.?…}:\"”\w]$|   ", one)]


def test_calls_give_what_their_messages_contain() -> None:
    """Whatever stands in braces is given where the message is named."""
    for call in (node for tree in trees() for node in ast.walk(tree) if isinstance(node, ast.Call)):
        given = {keyword.arg for keyword in call.keywords}
        named = [one for one in call.args if isinstance(one, ast.Constant | ast.IfExp)]
        for key in set().union(*map(keys_in, named)) if None not in given else ():
            assert places_in(key) <= {*given, *ALWAYS}, key
