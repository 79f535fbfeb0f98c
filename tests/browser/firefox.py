"""Control Debian's Firefox as a reader would, over WebDriver BiDi, with real clicks, choices and keys."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

from tests import processes
from tests.browser.looking import SCRIPTS

PROGRAMS = ("firefox-esr", "firefox")
REMEDY = "Install it (on Debian: apt-get install firefox-esr), or name the program in FIREFOX."
LONG = 120.0
"""So many seconds something may take on a busy machine before it has failed."""


def firefox() -> str | None:
    """Return the browser: the program that FIREFOX names, or the first that is installed."""
    return os.environ.get("FIREFOX") or next(filter(None, map(shutil.which, PROGRAMS)), None)


class Reader:
    """One page in Firefox, and a reader before it."""

    def __init__(self, socket: Any, downloads: Path) -> None:
        """Begin a session in the window that is open."""
        self._socket, self._numbers = socket, count(1)
        self.downloads = downloads
        self.faults: list[str] = []
        """The errors that scripts have reported."""
        self.requests: list[str] = []
        """The addresses that were asked for."""
        self._ask("session.new", capabilities={})
        self._page: str = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        events = ["log.entryAdded", "network.beforeRequestSent"]
        self._ask("session.subscribe", events=events, contexts=[self._page])

    def _ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and return its answer; what is reported meanwhile is kept."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            found = json.loads(self._socket.recv(LONG))
            if found.get("type") == "event":
                self._keep(found["method"], found["params"])
            elif found.get("id") == number:
                assert found["type"] == "success", f"{method}: {found.get('error')}: {found.get('message')}"
                answer: dict[str, Any] = found["result"]
                return answer

    def _keep(self, event: str, what: dict[str, Any]) -> None:
        if event == "network.beforeRequestSent":
            self.requests.append(what["request"]["url"])
        elif what.get("level") == "error":
            self.faults.append(str(what.get("text")))

    def open(self, address: str) -> None:
        """Open a page, and wait until it is there."""
        self._ask("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def evaluate(self, script: str) -> Any:
        """Return the value of an expression in the page."""
        answer = self._ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({script})))()",
            target={"context": self._page},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer.get("exceptionDetails", {}).get("text")
        return json.loads(answer["result"].get("value", "null"))

    def wait_for(self, condition: str) -> None:
        """Wait until an expression is true in the page."""
        until = time.monotonic() + LONG
        while time.monotonic() < until:
            if self.evaluate(f"Boolean({condition})"):
                return
            time.sleep(0.1)
        raise AssertionError(f"Firefox never came to: {condition}; {self.evaluate('document.body.innerText')[-400:]}")

    def first(self, css: str) -> str:
        """Return the first element that a selector finds."""
        sought = {"type": "css", "value": css}
        return str(self._ask("browsingContext.locateNodes", context=self._page, locator=sought)["nodes"][0]["sharedId"])

    def button(self, name: str) -> str:
        """Wait for the button that a screen reader would call so, and return it."""
        # WebDriver can search by role and name, but takes a minute on a long page.
        path = f"//button[@aria-label={name!r} or (not(@aria-label) and normalize-space()={name!r})]"
        found = f"document.evaluate({json.dumps(path)}, document, null, XPathResult.BOOLEAN_TYPE).booleanValue"
        self.wait_for(found)
        sought = {"type": "xpath", "value": path}
        return str(self._ask("browsingContext.locateNodes", context=self._page, locator=sought)["nodes"][0]["sharedId"])

    def click(self, element: str) -> None:
        """Bring an element into view, wait until it stays where it is, and click its middle."""
        shared = {"sharedId": element}
        self._ask(
            "script.callFunction",
            functionDeclaration=SCRIPTS["settled"],
            arguments=[shared],
            target={"context": self._page},
            awaitPromise=True,
        )
        origin = {"type": "element", "element": shared}
        steps = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": origin},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._ask(
            "input.performActions", context=self._page, actions=[{"type": "pointer", "id": "mouse", "actions": steps}]
        )

    def press(self, *keys: str) -> None:
        """Press keys, one after another."""
        steps = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._ask("input.performActions", context=self._page, actions=[{"type": "key", "id": "keys", "actions": steps}])

    def saved(self, name: str) -> Path:
        """Wait until a download has come to its end, and return the file."""
        path, until = self.downloads / name, time.monotonic() + LONG
        while time.monotonic() < until:
            if path.exists() and path.stat().st_size and not path.with_name(f"{name}.part").exists():
                return path
            time.sleep(0.1)
        raise AssertionError(f"{name} was not saved.")

    def close(self) -> None:
        """End the browser."""
        self._ask("browser.close")


@contextmanager
def reading(folder: Path) -> Iterator[Reader]:
    """Start Firefox with a profile of its own, and end it; downloads go into the folder."""
    from websockets.sync.client import connect

    with tempfile.TemporaryDirectory(prefix="firefox") as profile:
        settings = Path(__file__).with_name("user.js").read_text("utf-8")
        settings += f'user_pref("browser.download.dir", {json.dumps(str(folder))});\n'
        Path(profile, "user.js").write_text(settings, "utf-8")
        command = [str(firefox()), "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        quiet = {**os.environ, "MOZ_CRASHREPORTER_DISABLE": "1", "HOME": profile}
        with processes.start(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=quiet) as running:
            try:
                with connect(f"{_address(running, Path(profile))}/session", max_size=None) as socket:
                    reader = Reader(socket, folder)
                    yield reader
                    reader.close()
            finally:
                _end(running)


def _end(running: subprocess.Popen[bytes]) -> None:
    """Wait until the browser has ended by itself; end it where it does not."""
    try:
        running.wait(10)
    except subprocess.TimeoutExpired:
        running.kill()


def _address(running: subprocess.Popen[bytes], profile: Path) -> str:
    """Return the address at which the browser takes commands, once it has written it down."""
    until = time.monotonic() + LONG
    while time.monotonic() < until and running.poll() is None:
        with suppress(OSError, ValueError):
            found = json.loads((profile / "WebDriverBiDiServer.json").read_text("utf-8"))
            return f"ws://{found['ws_host']}:{found['ws_port']}"
        time.sleep(0.1)
    raise AssertionError("Firefox does not take commands.")
