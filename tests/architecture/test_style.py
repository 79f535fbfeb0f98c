"""The house style for English: idioms that are retired stay out of pages, notes, messages, docstrings and comments."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES, EVERYWHERE, CODE = "pages", "everywhere", "code"


class Retired(NamedTuple):
    """An idiom that is no longer used, what to write instead, and where it is looked for."""

    pattern: str
    instead: str
    where: str = EVERYWHERE


RETIRED = (
    Retired(r"\b95 in 100\b", "the 95 % interval"),
    Retired(r"[Nn]othing that was reached|copy that was reached|[Nn]o image .{0,40}\breached\b", "seen, available"),
    Retired(r"\b(book|site|article|bibliography|it) was not reached", "was not seen"),
    Retired(r"\bhangs? together\b", "is correlated, depends on"),
    Retired(r"\bstrangers to each other\b|\bare strangers\b", "do not know each other, are unrelated"),
    Retired(r"as the open places are read", "the title of each open place, with its answer"),
    Retired(r"\b[Rr]ead otherwise\b", "under another reading"),
    Retired(r"\banswers? otherwise\b", "gives a different answer"),
    Retired(r"\b[Ww]here they part\b", "name what differs"),
    Retired(r"\btyped by hand\b", "written by an editor"),
    Retired(r"\bcompared three ways\b", "compared in words, in rules and in play"),
    Retired(r"\bfaults? of ours\b", "a bug in Court Circular"),
    Retired(r"\b[Pp]ut to the rules\b|\bputting a claim\b", "tested against the rules"),
    Retired(r"\b[Ww]hat came of\b", "the result of"),
    Retired(r"\b[Dd]oes not let the number pass\b", "stops with an error"),
    Retired(r"\bbefore his eyes\b", "say what matters"),
    Retired(r"\bis to be had\b|\bare to be had\b", "is available"),
    Retired(r"\bno surer\b", "only as certain as"),
    Retired(r"\bin thought\b", "simulated"),
    Retired(r"\bput out anew\b", "dealt again at random, sampled"),
    Retired(r"\bgiven nothing\b", "to which nothing is given"),
    Retired(r"\bfor the ear\b|\bto the ear\b", "say that the word has no meaning"),
    Retired(r"\bwhoever looks on\b", "onlookers"),
    Retired(r"\bin silence\b", "silently"),
    Retired(r"\bcount(?:s|ed)? anew\b", "counts again"),
    Retired(r"\bunsays?\b", "revokes"),
    Retired(r"\bis the matter of\b", "belongs to"),
    Retired(r"\bworks? (?:up)?on one another\b", "amends, displaces"),
    Retired(r"\bfiles? to take away\b", "downloads"),
    Retired(r"\bwhat speaks for\b", "the arguments for"),
    Retired(r"\bas JSON's values\b", "as JSON values"),
    Retired(r"\bin however many processes\b", "in any number of processes"),
    Retired(r"\bwith commas between\b(?! )", "separated by commas"),
    Retired(r"\bpart(?:s|ed)? most finely\b", "the finest difference"),
    Retired(r"\bgo(?:es)? otherwise\b|\bfall otherwise\b", "has another course or result"),
    Retired(r"\b[Ss]ets? in type\b", "typesets"),
    Retired(r"\bwhich, is\b", "put the question into the main clause"),
    Retired(r"\bThe edition does not play (?:this|it|them|that)\b", "does not offer this reading"),
    Retired(r"\b[Tt]he edition (?:asks|does not ask)\b", "treats this as open"),
    Retired(r"\bstands? on (?:witness )?[A-Z] alone\b", "A is the only witness of"),
    Retired(r"\b(?:is|are) wanting\b", "is missing, lacks"),
    Retired(r"\bthe own\b", "its own, the player's own"),
    Retired(r"(?m)^# In numbers$", "a heading that names what is counted", PAGES),
    Retired(r"\b[Hh]e who\b|\bhim who\b|\bof him who\b", "the player who, whoever", PAGES),
    Retired(r"\bthese pages were made\b", "these pages were built", PAGES),
    Retired(r"\bWhat is said of the game\b", "Claims about the game, tested", PAGES),
    Retired(r"\b[Cc]omes? along\b|\bcame along\b|\bcoming along\b", "is needed too, changes together with it"),
    Retired(r"\bcomes? out otherwise\b|\bend otherwise\b", "has a different result"),
    Retired(r"\bbears? out\b|\bborne out\b", "confirms, supports"),
    Retired(r"\b[Ii]n brackets stands\b", "is in brackets"),
    Retired(r"\bnobody waits for\b", "would take too long"),
    Retired(r"\b[Ll]ook whether\b", "check that"),
    Retired(r"\bmakes the editions part\b|\bno longer parts?\b", "differ"),
    Retired(r"\bkept for [A-Z\[{]", "the stored case for"),
    Retired(r"(?m)^[Ss]o many [^?\n]*\.$", "the number of, at most", CODE),
    Retired(r"(?m)^How (?:many|much|often|far|long|high)\b[^?\n]*\.$", "the number of, the distance of", CODE),
    Retired(r"(?m)^(?:Say (?:so|that|whose)|Tell (?:how|what|for|whose))\b", "Return, Print, Set", CODE),
    Retired(r"(?m)^Begin (?:with|without|by)\b", "Start", CODE),
    Retired(r"(?m)^(?:Who|What (?:is|has|stands|comes|they|it|must|can))\b[^?\n]*\.$", "a noun: the player", CODE),
)
"""Only idioms whose last occurrence is gone: add one when you have replaced it where it is looked for."""


@cache
def texts(where: str) -> tuple[tuple[str, str], ...]:
    """Return what is searched, each with the file that it stands in."""
    if where == PAGES:
        return tuple(_pages())
    if where == EVERYWHERE:
        return (*texts(PAGES), *_others())
    return tuple(one for one in texts(EVERYWHERE) if one[0].endswith(".py"))


def _pages() -> Iterator[tuple[str, str]]:
    """Yield the pages that readers meet, without code and quotations."""
    docs = ROOT / "docs"
    for path in (
        docs / "index.md",
        *sorted((docs / "edition").rglob("*.md")),
        *sorted((docs / "templates").glob("*.md")),
    ):
        yield str(path.relative_to(ROOT)), unquoted(path.read_text("utf-8"))
    for path in sorted((ROOT / "corpus").glob("*/how-to-play.md")):
        yield str(path.relative_to(ROOT)), unquoted(path.read_text("utf-8"))


def _others() -> Iterator[tuple[str, str]]:
    """Yield all other prose: documentation, notes, data, and what the program says and documents."""
    for path in (
        ROOT / "README.md",
        ROOT / "CHANGELOG.md",
        ROOT / "corpus" / "README.md",
        *sorted((ROOT / "docs").rglob("*.md")),
    ):
        yield str(path.relative_to(ROOT)), unquoted(path.read_text("utf-8"))
    for name in ("notes.md", "edition.toml", "apparatus.toml", "readings.toml", "cases.toml", "alignment.toml"):
        for path in sorted((ROOT / "corpus").rglob(name)):
            yield str(path.relative_to(ROOT)), unquoted(path.read_text("utf-8"))
    for path in sorted((ROOT / "corpus" / "claims").glob("*.toml")):
        yield str(path.relative_to(ROOT)), unquoted(path.read_text("utf-8"))
    for path in sorted((ROOT / "cc_dsl").rglob("*.py")):
        code = path.read_text("utf-8")
        yield str(path.relative_to(ROOT)), "\n".join(strings(code))
        yield f"{path.relative_to(ROOT)}, comments", "\n".join(comments(code))
    for path in (ROOT / "run", ROOT / ".ci" / "run", *sorted((ROOT / "cc_dsl" / "edition" / "static").rglob("*.js"))):
        yield str(path.relative_to(ROOT)), path.read_text("utf-8")


def unquoted(text: str) -> str:
    """Return a text without code blocks and without what it quotes."""
    text = re.sub(r"(?s)^```.*?^```$", "", text, flags=re.MULTILINE)
    return re.sub(r"“[^”\n]*”|`[^`\n]*`", "", text)


def strings(code: str) -> Iterator[str]:
    """Yield the docstrings and messages of a module."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield " ".join(node.value.split())


def comments(code: str) -> Iterator[str]:
    """Yield the comments of a module, those of neighbouring lines as one."""
    lines = [line.strip() for line in code.splitlines()]
    for is_comment, block in itertools.groupby(lines, lambda line: line.startswith("#")):
        if is_comment:
            yield " ".join(line.lstrip("# ") for line in block)
    yield from re.findall(r"\S  # (.*)", code)


@pytest.mark.parametrize("retired", RETIRED, ids=[one.pattern[:30] for one in RETIRED])
def test_retired_idiom_is_not_used(retired: Retired) -> None:
    """A copy-edit holds: what was replaced does not come back."""
    found = [
        f"{name}: {match[0]!r}; write instead: {retired.instead}"
        for name, text in texts(retired.where)
        for match in re.finditer(retired.pattern, text)
    ]
    assert found == []


FIRST_MET = ("docs/index.md", "docs/edition/editorial-statement.md", "docs/edition/bibliography.md")
LONGEST_MEAN = 20
"""Words in a sentence, on average; the pages that they replaced had up to 30."""


@pytest.mark.parametrize("name", FIRST_MET)
def test_first_pages_have_short_sentences(name: str) -> None:
    """What readers meet first can be read aloud."""
    assert words_a_sentence((ROOT / name).read_text("utf-8")) <= LONGEST_MEAN


@pytest.mark.parametrize("path", sorted((ROOT / "corpus").glob("*/how-to-play.md")), ids=lambda path: path.parent.name)
def test_how_to_play_has_short_sentences(path: Path) -> None:
    """A beginner reads these pages at a table."""
    assert words_a_sentence(re.sub(r"\[[^\]]*\]|\{[^}]*\}", "", path.read_text("utf-8"))) <= LONGEST_MEAN


def words_a_sentence(markdown: str) -> float:
    """Return the mean number of words in a sentence of a page, without headings, tables and lists of links."""
    text = re.sub(r"(?s)^---\n.*?\n---\n|^```.*?^```$", "", markdown, flags=re.MULTILINE)
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith(("#", "|", "- {doc}", "- ["))]
    sentences = [one for line in lines for one in re.split(r"(?<=[.!?])\s+(?=[A-Z*“])", line) if len(one.split()) > 2]
    return sum(len(one.split()) for one in sentences) / max(1, len(sentences))


def test_words_are_counted_by_sentence() -> None:
    """Two sentences on one line are two, and a heading is none."""
    assert words_a_sentence("# A heading of five words\n\nThis has four words. So has this one.\n") == 4
    assert list(strings('"""A fault."""\nraise X("a  message")')) == ["A fault.", "a message"]
