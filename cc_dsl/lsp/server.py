"""The language server over standard input and output, which holds the open files and answers an editor's requests."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from cc_dsl import __version__
from cc_dsl.cases.report import check
from cc_dsl.closures.state import RulesFault
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.errors import UserError
from cc_dsl.lsp import completion, hover, names, problems
from cc_dsl.lsp.documents import Document
from cc_dsl.syntax.parser import parse
from cc_dsl.syntax.printer import print_rules

Result = TypeVar("Result")


class Server(LanguageServer):
    """The files that are open in an editor."""

    def __init__(self) -> None:
        """Start without files."""
        super().__init__("circular", __version__)
        self.documents: dict[str, Document] = {}
        self._current: set[str] = set()
        """The files whose documents match the editor and the disk, since the last message about any of them."""
        self._lock = threading.RLock()
        """Held while a version of a file becomes the newest, or its problems are sent, since threads check saves."""

    def open(self, uri: str) -> Document:
        """Return the current version of a file in the editor."""
        with self._lock:
            try:
                text = self.workspace.get_text_document(uri).source
            except (OSError, ValueError) as error:
                reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
                raise JsonRpcInvalidParams(f"{uri} is not open, and cannot be read: {reason}.") from None
            if uri not in self._current:
                lines = text.replace("\r\n", "\n").replace("\r", "\n")  # one kind of line end, as in files
                self.documents[uri] = Document(uri, lines, self.documents.get(uri))
                self._current.add(uri)
            return self.documents[uri]

    def renew(self) -> None:
        """Discard all documents, since the files on which they rest may have changed."""
        with self._lock:
            self._current.clear()

    def show(self, document: Document, diagnostics: list[types.Diagnostic]) -> None:
        """Send the problems of a file, unless the editor already has a newer version."""
        with self._lock:
            if self.documents.get(document.uri) is document:
                self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(document.uri, diagnostics))

    def answer_safely(self, answer: Callable[[], Result]) -> Result:
        """Return an answer; an error in the request or the rules is reported and does not stop the server."""
        try:
            return answer()
        except (UserError, RulesError, RulesFault) as error:
            raise JsonRpcInvalidParams(str(error)) from None

    def source_position(self, params: Any) -> tuple[Document, int]:
        """Return the file and the offset of a request."""
        document = self.open(params.text_document.uri)
        return document, document.offset(params.position)


def make_server() -> Server:
    """Return a server with all features."""
    server = Server()

    def check(params: types.DidOpenTextDocumentParams | types.DidChangeTextDocumentParams) -> None:
        server.renew()
        document = server.open(params.text_document.uri)
        server.show(document, problems.diagnostics(document, document.problems))

    server.feature(types.TEXT_DOCUMENT_DID_OPEN)(check)
    server.feature(types.TEXT_DOCUMENT_DID_CHANGE)(check)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    @server.thread()
    def save(params: types.DidSaveTextDocumentParams) -> None:
        server.renew()
        document = server.open(params.text_document.uri)
        server.show(document, whole_check(document))

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def close(params: types.DidCloseTextDocumentParams) -> None:
        server.renew()
        server.documents.pop(params.text_document.uri, None)
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(params.text_document.uri, []))

    def place_feature(name: str, answer: Callable[[Document, int], object], options: Any = None) -> None:
        """Register the answer to a request about a place."""
        server.feature(name, options)(
            lambda params: server.answer_safely(lambda: answer(*server.source_position(params)))
        )

    place_feature(
        types.TEXT_DOCUMENT_COMPLETION,
        lambda document, offset: types.CompletionList(False, completion.completions(document, offset)),
        types.CompletionOptions(trigger_characters=["§", " "]),
    )
    place_feature(types.TEXT_DOCUMENT_HOVER, hover.hover)
    place_feature(types.TEXT_DOCUMENT_DEFINITION, names.definitions)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(params: types.ReferenceParams) -> list[types.Location]:
        with_home = params.context.include_declaration
        return server.answer_safely(lambda: names.references(*server.source_position(params), with_home))

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        return server.answer_safely(lambda: names.outline(server.open(params.text_document.uri)))

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
    )
    def fixes(params: types.CodeActionParams) -> list[types.CodeAction]:
        return server.answer_safely(lambda: problems.fixes(server.open(params.text_document.uri), params.range))

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def format_document(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        document = server.open(params.text_document.uri)
        start, _ = parse(document.file) if not document.is_overlay else (None, [])
        new = print_rules(document.file) if start is not None else document.text
        end = types.Position(document.text.count("\n") + 1, 0)
        return [types.TextEdit(types.Range(types.Position(0, 0), end), new)] if new != document.text else []

    return server


def serve() -> None:
    """Serve an editor until it closes the connection."""
    make_server().start_io()


def whole_check(document: Document) -> list[types.Diagnostic]:
    """Return all problems of `circular check`: alternatives, records, the page on play, and failing worked cases."""
    try:
        report = check(document.edition)
    except RulesError:
        return problems.diagnostics(document, document.problems)
    failures = report.cases.failures if not report.parent else ()
    return [*problems.diagnostics(document, [*report.problems]), *problems.case_diagnostics(document, failures)]
