"""A client of the protocol that starts the server as a process and communicates with it over pipes."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

LIMIT = 120
"""No answer takes so many seconds, however busy the machine is."""


class Editor:
    """Opens files and asks questions; each answer is waited for."""

    def __init__(self) -> None:
        """Start a server."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.client = LanguageClient("tests", "1")
        self.problems: dict[str, list[types.Diagnostic]] = {}
        self._news = threading.Condition()
        self._versions: dict[str, int] = {}
        self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: self._published(params))
        self.wait(self.client.start_io(sys.executable, "-m", "cc_dsl", "lsp"))
        asked = types.InitializeParams(capabilities=types.ClientCapabilities())
        self.wait(self.client.initialize_async(asked))
        self.client.initialized(types.InitializedParams())

    def wait(self, answer: Coroutine[Any, Any, Any]) -> Any:
        """Return what comes of a question."""
        return asyncio.run_coroutine_threadsafe(answer, self._loop).result(LIMIT)

    def close(self) -> None:
        """End the conversation as the protocol says."""
        self.wait(self.client.shutdown_async(None))
        self.client.exit(None)
        self.wait(self.client.stop())  # type: ignore[no-untyped-call]
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(LIMIT)
        self._loop.close()

    # ------------------------------------------------------------------------------------- what is sent

    def _published(self, params: types.PublishDiagnosticsParams) -> None:
        with self._news:
            self.problems[params.uri] = [*params.diagnostics]
            self._news.notify_all()

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something that the server sends makes a condition hold."""
        with self._news:
            assert self._news.wait_for(holds, LIMIT)

    # ------------------------------------------------------------------------------------------- files

    def open(self, path: Path, text: str) -> str:
        """Open a file with this text; return its name once its problems are known."""
        uri = path.as_uri()
        self.problems.pop(uri, None)
        self._versions[uri] = 1
        item = types.TextDocumentItem(uri, "rules", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        self.until(lambda: uri in self.problems)
        return uri

    def change(self, uri: str, place: types.Range, words: str) -> list[types.Diagnostic]:
        """Put words in the place of others; return the problems that the file has then."""
        self._versions[uri] += 1
        self.problems.pop(uri, None)
        named = types.VersionedTextDocumentIdentifier(self._versions[uri], uri)
        part = types.TextDocumentContentChangePartial(range=place, text=words)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(named, [part]))
        self.until(lambda: uri in self.problems)
        return self.problems[uri]

    def ask(self, what: str, uri: str, line: int, column: int, **more: Any) -> Any:
        """Ask something of a place of a file: `hover`, `definition`, `completion` and so on."""
        made = {"hover": "Hover", "definition": "Definition", "completion": "Completion", "references": "Reference"}
        made |= {"prepare_rename": "PrepareRename", "rename": "Rename", "document_highlight": "DocumentHighlight"}
        params = getattr(types, f"{made[what]}Params")(
            text_document=types.TextDocumentIdentifier(uri), position=types.Position(line, column), **more
        )
        return self.wait(getattr(self.client, f"text_document_{what}_async")(params))

    def whole(self, what: str, uri: str, **more: Any) -> Any:
        """Ask something of a whole file: `document_symbol`, `formatting`."""
        made = {"document_symbol": "DocumentSymbol", "formatting": "DocumentFormatting", "code_action": "CodeAction"}
        params = getattr(types, f"{made[what]}Params")(text_document=types.TextDocumentIdentifier(uri), **more)
        return self.wait(getattr(self.client, f"text_document_{what}_async")(params))
