"""The language server: a client sends requests over pipes about the rules of 1862 while they are edited."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("pygls")

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from cc_dsl.pipeline import load
from cc_dsl.source.files import Source
from tests import processes
from tests.lsp.client import Editor

GATES = Path(__file__).parents[1] / "problems" / "three-gates"
CORPUS = Path(__file__).parents[2] / "corpus"
TEXT = (CORPUS / "1862" / "game.rules").read_text("utf-8")
FILE = Source("game.rules", TEXT)


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    """Return an editor whose server runs."""
    made = Editor()
    yield made
    made.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the edition of 1862, which lies outside the corpus."""
    place = tmp_path_factory.mktemp("edition") / "1862"
    shutil.copytree(CORPUS / "1862", place)
    return place


@pytest.fixture
def uri(editor: Editor, folder: Path) -> str:
    """Return the rules of 1862, opened as they are printed."""
    return editor.open(folder / "game.rules", TEXT)


def place(words: str, inside: int = 0) -> tuple[int, int]:
    """Return line and column, from 0, of the first place where words stand in 1862."""
    line, column = FILE.position(TEXT.index(words) + inside)
    return line - 1, column - 1


def stretch(words: str) -> types.Range:
    """Return the first place where words stand in 1862."""
    return types.Range(types.Position(*place(words)), types.Position(*place(words, len(words))))


def applied(text: str, edits: list[types.TextEdit]) -> str:
    """Return a text with edits made, as an editor makes them."""
    source = Source("x", text)
    for edit in sorted(edits, key=lambda one: -source.start_of(one.range.start.line + 1) - one.range.start.character):
        start = source.start_of(edit.range.start.line + 1) + edit.range.start.character
        end = source.start_of(edit.range.end.line + 1) + edit.range.end.character
        text = text[:start] + edit.new_text + text[end:]
    return text


def test_problem_is_shown_while_it_is_typed_and_mended_by_a_fix(editor: Editor, uri: str) -> None:
    assert editor.problems[uri] == []
    (problem,) = editor.change(uri, stretch("his score is at least"), "his scroe is at least")
    assert problem.code == "unknown-name"
    assert "Clause 1862.VI.4: “A Hit is 5,”" in problem.message
    assert (problem.range.start.line, problem.range.start.character) == place("his score is at least", 4)
    context = types.CodeActionContext([problem])
    offered = editor.whole("code_action", uri, range=problem.range, context=context)
    (fix,) = [one for one in offered if one.title == "Write “score”"]
    (edit,) = fix.edit.changes[uri]
    assert editor.change(uri, edit.range, edit.new_text) == []


def test_lost_full_stop_is_found_in_its_block_and_put_back(editor: Editor, uri: str) -> None:
    words = "a player is at-a-Hit if his score is at least 5."
    (problem,) = editor.change(uri, stretch(words), words[:-1])
    assert problem.code == "syntax"
    assert problem.range.start.line == place(words)[0]
    (fix,) = editor.whole("code_action", uri, range=problem.range, context=types.CodeActionContext([problem]))
    (edit,) = fix.edit.changes[uri]
    assert editor.change(uri, edit.range, edit.new_text) == []


def test_hover_shows_clause_apparatus_and_reading(editor: Editor, uri: str) -> None:
    said = editor.ask("hover", uri, *place("§I.2 ", 1)).contents.value
    assert "**1862.I.2** “" in said
    assert "This clause is encoded." in said
    titled = editor.ask("hover", uri, *place("§T.1 ", 1)).contents.value
    assert "This clause is not a rule, but a definition: it is the title." in titled
    assert "gives 6 *A1*" in said
    said = editor.ask("hover", uri, *place("both-at-five", 3)).contents.value
    assert "Both players within reach of a Hit" in said
    reasons = dict(load("1862").rules.doubts["both-at-five"].alternatives)
    assert f"(default): {reasons['in-the-printed-order']}" in said


def test_hover_shows_names_and_the_meaning_of_the_sentence(editor: Editor, uri: str) -> None:
    said = editor.ask("hover", uri, *place("if his score is at least", 8)).contents.value
    assert "**score**: a number that play changes, of each player" in said
    assert "each player has a score, a number from 0 to 30." in said
    assert "`a player | PIECE | GROUP | KIND is [a] NAME if CONDITION.  the NAME is NAME if CONDITION.`" in said


def test_definition_and_references(editor: Editor, uri: str, folder: Path) -> None:
    (found,) = editor.ask("definition", uri, *place("if his score is at least", 8))
    assert (found.uri, found.range.start.line) == (uri, place("each player has a score")[0])
    used = editor.ask(
        "references",
        uri,
        *place("if his score is at least", 8),
        context=types.ReferenceContext(include_declaration=True),
    )
    symbol = load("1862").symbols.symbol_of("score")
    assert symbol is not None
    assert len(used) == len(symbol.introduced) + len(symbol.changed) + len(symbol.used)
    (block,) = editor.ask("definition", uri, *place("instead of §IV.1", 13))
    assert block.range.start.line == place("§IV.1 ")[0]
    (words,) = editor.ask("definition", uri, *place("§VI.4 ", 2))
    assert words.uri == (folder / "text.txt").as_uri()


def labels(editor: Editor, uri: str, line: int, column: int) -> dict[str, types.CompletionItem]:
    return {one.label: one for one in editor.ask("completion", uri, line, column).items}


def test_completion_knows_grammar_names_and_clauses(editor: Editor, uri: str) -> None:
    """Only what may follow is offered: behind “his” names, behind § clauses, elsewhere words of the language."""
    found = labels(editor, uri, *place("his score is at least", 4))
    assert {"score", "scores", "row", "Line", "rank"} <= set(found)
    assert found.keys().isdisjoint({"otherwise", "Hearts", "Heartses", "player", "deal"})
    found = labels(editor, uri, *place("least 5.", 0))
    assert set(found) & {"at least", "at most", "least", "most"}
    assert "score" not in found
    found = labels(editor, uri, *place("§VI.4 ", 1))
    assert [*found] == [*load("1862").text.clauses]  # type: ignore[union-attr]
    assert found["VI.4"].detail == "“A Hit is 5,”"
    found = labels(editor, uri, *place("each player has a score"))
    assert "there is a NAME, TYPE.  there are a NAME and a NAME, each TYPE." in found
    assert "then NAME." not in found


def test_outline_and_layout(editor: Editor, uri: str) -> None:
    blocks = editor.whole("document_symbol", uri)
    assert [one.name.split()[0] for one in blocks if one.name.startswith("§")] == [
        f"§{block.section.text}" for block in load("1862").start.blocks if hasattr(block, "section")
    ]
    (hit,) = [one for one in blocks if one.name.startswith("§VI.4 ")]
    assert [one.name for one in hit.children][:2] == [
        "each player has a score, a number from 0 to 30.",
        "a player is at-a-Hit if his score is at least 5.",
    ]
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    assert not editor.whole("formatting", uri, options=options)
    editor.change(uri, stretch("  each player has a score"), "  each  player has a score")
    editor.change(uri, types.Range(types.Position(0, 0), types.Position(0, 0)), "\n\n")
    spoilt = "\n\n" + TEXT.replace("  each player has a score", "  each  player has a score", 1)
    assert applied(spoilt, editor.whole("formatting", uri, options=options)) == TEXT


def test_save_tells_of_worked_cases_that_fail(editor: Editor, uri: str) -> None:
    editor.change(uri, stretch("at least 5"), "at least 7")
    editor.problems.pop(uri)
    editor.client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))
    editor.until(lambda: uri in editor.problems)
    failing = [one for one in editor.problems[uri] if one.code == "worked-case"]
    assert any("Player 1 makes a Hit in a whole pack" in one.message for one in failing)
    assert {one.range.start.line for one in failing} <= {one - 1 for one in range(1, TEXT.count("\n") + 2)}


def test_overlay_in_an_editor(editor: Editor, tmp_path: Path) -> None:
    changed = "instead of §VI.4: a player is at-a-Hit if his scroe is at least 7."
    text = f'this edition is 1862, but "seven".\n{changed}\nwith \n'
    uri = editor.open(tmp_path / "hit7.rules", text)
    assert {one.code for one in editor.problems[uri]} == {"syntax"}
    (problem,) = editor.change(uri, types.Range(types.Position(2, 0), types.Position(3, 0)), "")
    assert (problem.code, problem.range.start.line) == ("unknown-name", 1)
    assert "VI.4" in labels(editor, uri, 1, 13)


def test_words_that_are_mended_are_read_again(editor: Editor, tmp_path: Path) -> None:
    shutil.copytree(GATES, tmp_path / "gates")
    rules, words = tmp_path / "gates" / "game.rules", tmp_path / "gates" / "text.txt"
    uri = editor.open(rules, rules.read_text("utf-8"))
    before = words.read_text("utf-8")
    for text, is_wrong in ((before.replace("stone", "stein", 1), True), (before, False)):
        words.write_text(text, "utf-8")
        editor.client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))
        editor.until(lambda: any(one.code == "text-changed" for one in editor.problems[uri]) == is_wrong)  # noqa: B023


@pytest.mark.parametrize("name", ["nothing.rules", "folder", "latin.rules"])
def test_file_that_nobody_has_opened_is_refused_in_words(name: str, editor: Editor, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "latin.rules").write_bytes(b'edition "caf\xe9" of x.')
    with pytest.raises(JsonRpcException, match="is not open, and cannot be read: "):
        editor.ask("hover", (tmp_path / name).as_uri(), 0, 0)


@pytest.mark.parametrize(
    "text", ["", "\n", "§", 'edition "x" of', "§I.1 “\n\t\n", "this edition is", "\U0001f0a1" * 3, "§" * 5000]
)
def test_anything_can_be_open(editor: Editor, tmp_path: Path, text: str) -> None:
    uri = editor.open(tmp_path / "any.rules", text)
    assert editor.problems[uri]
    editor.ask("hover", uri, 0, 1)
    editor.ask("completion", uri, 0, 1)
    editor.ask("definition", uri, 0, 1)
    editor.whole("document_symbol", uri)
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    assert not editor.whole("formatting", uri, options=options)


def test_server_ends_with_status_0_when_the_editor_says_so() -> None:
    def framed(message: dict[str, object]) -> bytes:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)

    asked: dict[str, object] = {"capabilities": {}, "processId": None, "rootUri": None}
    said = [
        framed({"id": 1, "method": "initialize", "params": asked}),
        framed({"method": "initialized", "params": {}}),
        framed({"id": 2, "method": "shutdown"}),
        framed({"method": "exit"}),
    ]
    server = processes.run([sys.executable, "-m", "cc_dsl", "lsp"], typed=b"".join(said))
    assert (server.returncode, server.stderr.decode()) == (0, "")
