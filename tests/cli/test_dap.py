"""`circular dap`: an editor debugs a game over the pipes of the debugger's process."""

from __future__ import annotations

import io
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cc_dsl.cli.dap import messages, write
from tests import processes
from tests.cli.desk import COMMAND, ROOT, circular, environment, is_refused

RULES = ROOT / "tests" / "games" / "nim" / "game.rules"
LINE = RULES.read_text("utf-8").split("\n")


class Client:
    """An editor: it sends requests, and reads what comes until the answer and an event that it waits for."""

    def __init__(self) -> None:
        """Start the debugger's process."""
        pipe = subprocess.PIPE
        self.process = processes.start([*COMMAND, "dap"], stdin=pipe, stdout=pipe, cwd=ROOT, env=environment())
        assert self.process.stdout is not None
        self._messages = messages(self.process.stdout)  # type: ignore[arg-type]
        self._seq = 0

    def ask(self, command: str, until: str = "", **given: object) -> dict[str, Any]:
        """Send a request; return its answer, with the event that was waited for under “event”."""
        self._seq += 1
        assert self.process.stdin is not None
        message = {"seq": self._seq, "type": "request", "command": command, "arguments": given}
        write(self.process.stdin, message)  # type: ignore[arg-type]
        found: dict[str, Any] = {}
        for answer in self._messages:
            if answer["type"] == "response" and answer["request_seq"] == self._seq:
                found |= answer
            elif answer["type"] == "event" and answer["event"] == until:
                found["event"] = answer.get("body", {})
            if "success" in found and (not until or "event" in found or not found["success"]):
                return found
        raise AssertionError(f"the debugger ended without an answer to {command}")

    def frames(self) -> list[dict[str, Any]]:
        """Return the stack."""
        frames: list[dict[str, Any]] = self.ask("stackTrace", threadId=1)["body"]["stackFrames"]
        return frames

    def variables(self, number: int) -> dict[str, dict[str, Any]]:
        """Return what can be opened under a number, by names."""
        found = self.ask("variables", variablesReference=number)["body"]["variables"]
        return {one["name"]: one for one in found}

    def scopes(self) -> dict[str, int]:
        """Return the scopes of the first frame."""
        found = self.ask("scopes", frameId=self.frames()[0]["id"])["body"]["scopes"]
        return {one["name"]: one["variablesReference"] for one in found}


@pytest.fixture(scope="module")
def process() -> Iterator[Client]:
    """Start one process for all tests."""
    client = Client()
    assert client.ask("initialize", adapterID="circular")["body"]["supportsStepBack"]
    yield client
    client.ask("disconnect", until="terminated")
    with client.process:
        assert client.process.wait(60) == 0


@pytest.fixture
def client(process: Client) -> Client:
    """Return an editor that has launched a game of Nim and stands at its first decision."""
    assert process.ask("launch", until="initialized", edition=str(RULES), seed=4)["success"]
    process.ask("setBreakpoints", source={"path": str(RULES)}, breakpoints=[])
    process.ask("setFunctionBreakpoints", breakpoints=[])
    assert process.ask("configurationDone", until="stopped")["event"]["reason"] == "entry"
    return process


def line_with(words: str) -> int:
    """Return the number of the first line that contains some words."""
    return next(number for number, line in enumerate(LINE, 1) if words in line)


def test_steps_forth_and_back(client: Client) -> None:
    """A step forth and a step back lead to the same frame, which stands on a line of the rules."""
    before = client.frames()[0]
    assert client.ask("stepIn", until="stopped", threadId=1)["event"]["reason"] == "step"
    assert client.frames()[0] != before
    client.ask("stepBack", until="stopped", threadId=1)
    assert client.frames()[0] == before
    client.ask("stepOut", until="stopped", threadId=1)
    frame = client.frames()[0]
    assert os.path.samefile(frame["source"]["path"], RULES)
    assert 1 <= frame["line"] <= len(LINE)


def test_stops_at_line(client: Client) -> None:
    """A line stands for the sentence on it; a line below the rules is refused."""
    line = line_with("chooses a number")
    given = [{"line": line}, {"line": len(LINE) + 5}, {"line": line, "condition": "the moon is full"}]
    found = client.ask("setBreakpoints", source={"path": str(RULES)}, breakpoints=given)["body"]["breakpoints"]
    assert [one["verified"] for one in found] == [True, False, False]
    assert "No sentence of these rules is on this line" in found[1]["message"]
    first = client.ask("continue", until="stopped", threadId=1)
    assert first["event"]["reason"] == "breakpoint"
    assert client.frames()[0]["line"] in range(found[0]["line"], line + 4)


def test_stops_at_line_of_a_definition(process: Client, tmp_path: Path) -> None:
    """A sentence that only gives reasons stops play too, here one of an overlay."""
    path = tmp_path / "seven.rules"
    path.write_text(
        'this edition is 1862, but "seven".\ninstead of §VI.4: a player is at-a-Hit if his score is at least 7.\n',
        "utf-8",
    )
    assert process.ask("launch", until="initialized", edition=str(path), seed=4)["success"]
    process.ask("setFunctionBreakpoints", breakpoints=[])
    found = process.ask("setBreakpoints", source={"path": str(path)}, breakpoints=[{"line": 2}])["body"]["breakpoints"]
    assert found == [{"verified": True, "line": 2}]
    process.ask("configurationDone", until="stopped")
    assert process.ask("continue", until="stopped", threadId=1)["event"]["reason"] == "breakpoint"
    reasons = process.variables(process.scopes()["Reasons"])
    assert any("at-a-Hit" in name for name in reasons)


def test_stops_where_value_changes_and_condition_holds(client: Client) -> None:
    """What `circular debug` stops at is a function here; one that is nothing is refused with a name that is near."""
    name = next(one for one in client.variables(client.scopes()["The table"]))
    given = [{"name": name}, {"name": f"{name}x"}]
    found = client.ask("setFunctionBreakpoints", breakpoints=given)["body"]["breakpoints"]
    assert [one["verified"] for one in found] == [True, False]
    before = client.variables(client.scopes()["The table"])[name]["value"]
    assert client.ask("continue", until="stopped", threadId=1)["event"]["description"] == name
    assert client.variables(client.scopes()["The table"])[name]["value"] != before
    client.ask("setFunctionBreakpoints", breakpoints=[])
    assert client.ask("continue", until="stopped", threadId=1)["event"]["description"] == "The game ends here."
    assert client.ask("reverseContinue", until="stopped", threadId=1)["event"]["description"] == "The game begins here."


def test_shows_values_and_reasons(client: Client) -> None:
    """Each player's view is a scope, and so are the reasons; the console answers names and conditions."""
    assert {"The table", "As player 1 sees it", "As player 2 sees it", "Reasons"} == set(client.scopes())
    name, shown = next(iter(client.variables(client.scopes()["The table"]).items()))
    assert client.ask("evaluate", expression=name, context="hover")["body"]["result"] == shown["value"]
    assert client.ask("evaluate", expression=f"{name} as 2", context="repl")["success"]
    refused = client.ask("evaluate", expression=f"{name} as 9", context="repl")
    assert refused["message"] == "The players are 1 to 2; “9” is none."
    assert not client.ask("evaluate", expression="what is it", context="repl")["success"]
    client.ask("setFunctionBreakpoints", breakpoints=[])
    client.ask("continue", until="stopped", threadId=1)
    reasons = client.variables(client.scopes()["Reasons"])
    assert all(one["value"] for one in reasons.values())


def test_bad_launches_are_refused(process: Client) -> None:
    """Each with a message, and the conversation goes on."""
    for given, said in (
        ({}, "Name an edition"),
        ({"edition": "1863"}, "There is no edition “1863”."),
        ({"edition": str(RULES), "players": "wizard"}, "there is no “wizard”"),
        ({"edition": str(RULES), "seed": -1}, "a whole number from 0 to"),
        ({"edition": str(RULES), "seed": 2**64}, "a whole number from 0 to"),
        ({"edition": str(RULES), "seed": True}, "a whole number from 0 to"),
        ({"edition": str(RULES), "record": "nowhere.record"}, "nowhere.record"),
        ({"edition": str(RULES), "breaks": ["the moon"]}, "the moon"),
    ):
        refused = process.ask("launch", **given)
        assert not refused["success"]
        assert said in refused["message"]
    assert not process.ask("variables", variablesReference=10_000)["success"]
    assert not process.ask("fly")["success"]


@pytest.mark.parametrize(
    "typed",
    ["Content-Length: 2\r\n\r\n[]", "Content-Length: x\r\n\r\n", "Content-Length: 3\r\n\r\n{ao", "\r\n\r\n"],
)
def test_what_is_no_message_is_refused(typed: str) -> None:
    """Somebody who types at it is told what to use instead."""
    is_refused(circular("dap", typed=typed), "circular debug EDITION")


def test_messages_are_read_as_they_are_written(tmp_path: Path) -> None:
    """The length is that of the bytes, not of the letters."""
    stream = io.BytesIO()
    write(stream, {"says": "§ “A♥”"})
    write(stream, {})
    stream.seek(0)
    assert [*messages(stream)] == [{"says": "§ “A♥”"}, {}]
