"""Reads a rules file into nodes; where it cannot, says by example what was expected.

The grammar is ``grammar/rules.lark``; the messages are ``grammar/mistakes.toml``, whose malformed samples lead the
parser into the same state as the mistake (the idea of Lark's ``match_examples``, which wants the same depth too).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.lexer import PatternStr

from cc_dsl import resources
from cc_dsl.diagnostics.problem import Problem
from cc_dsl.source.files import Source, Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.layout import Layout, LayoutError

BLOCK = re.compile(r"^(?=§|editor\b)", re.MULTILINE)
STAND_IN = 'edition "" of x.\n'
STAND_IN_HEADING = '§x ""\n'
STAND_IN_SENTENCE = "  the x is x.\n"
WORDS = re.compile(r"""#[^\n]*|"[^"\n]*"|§[\w.]*|[^\W_][\w-]*|'s(?!\w)|[^\s]""")
ENDS = frozenset({"_NL", "_DEDENT", "$END"})
DEEPEST = 100
"""How deep phrases may stand inside one another; the editions come to about 20."""


def parse(source: Source) -> tuple[nodes.Start | None, list[Problem]]:
    """Give the nodes of a rules file, or the first syntax problem of every sentence, in file order."""
    try:
        tree = parser().parse(source.text)
    except (UnexpectedInput, LayoutError) as error:
        return None, _problems(source, error)
    deep = _too_deep(tree)
    if deep is not None:
        sentence = f"More than {DEEPEST} phrases stand inside one another here, too many for me to follow."
        remedy = "Give an inner phrase a name of its own, “the … is …”, and use the name."
        return None, [Problem("too-deep", sentence, source, deep, remedies=(remedy,))]
    return _build(tree), []


def _too_deep(tree: Tree[Token]) -> Span | None:
    """Find the first phrase that stands too deep; what comes after the parser goes down by calling itself."""
    level: list[Tree[Token]] = [tree]
    for _ in range(DEEPEST):
        level = [child for parent in level for child in parent.children if isinstance(child, Tree)]
        if not level:
            return None
    start = min(one.meta.start_pos for one in level if not one.meta.empty)
    return Span(start, start + 1)


@cache
def parser() -> Lark:
    """Make the LALR parser; Lark keeps its tables in the cache folder, under a hash of the grammar."""
    path = os.path.join(resources.grammar_root(), "rules.lark")
    with open(path, encoding="utf-8") as file:
        grammar = file.read()
    return Lark(
        grammar,
        parser="lalr",
        lexer="basic",
        postlex=Layout(),
        propagate_positions=True,
        maybe_placeholders=True,
        cache=_table_file(),
    )


def _table_file() -> str | bool:
    try:
        return os.path.join(resources.cache_folder(), "grammar.tables")
    except OSError:
        return False


# ------------------------------------------------------------------------------------------ building nodes


def _class_name(rule: str) -> str:
    parts = rule.split("_")
    return "".join(part.capitalize() for part in parts) + ("_" if rule.endswith("_") else "")


def _build(tree: Any) -> Any:
    if tree is None:
        return None
    if isinstance(tree, Token):
        return _word(tree)
    return _make(tree, [_build(child) for child in tree.children])


def _make(tree: Tree[Token], children: list[Any]) -> Any:
    rule = str(tree.data)
    if rule.endswith("_list"):
        return tuple(children)
    meta = tree.meta
    span = Span(meta.start_pos, meta.end_pos) if not meta.empty else Span(0, 0)
    return _class_of(rule)(*children, span)


@cache
def _class_of(rule: str) -> Any:
    return getattr(nodes, _class_name(rule))


def _word(token: Token) -> nodes.Word:
    text = str(token)
    if token.type == "STRING":
        text = text[1:-1]
    elif token.type == "SECTION":
        text = text[1:]
    return nodes.Word(text, Span(token.start_pos or 0, token.end_pos or 0))


# ----------------------------------------------------------------------------------------- syntax problems


class Stretch(NamedTuple):
    """A part of a file that is parsed by itself, between what stands in for the rest."""

    before: str
    start: int
    end: int
    after: str


class Slip(NamedTuple):
    """Where the parser stopped, and at what."""

    span: Span
    found: str
    """The word that cannot stand there."""
    kind: str
    """The terminal of the grammar that the word is; nothing for a character that begins no word."""
    last: Span
    """The word before it."""
    state: int
    expected: frozenset[str]
    """The terminals that could have stood there."""
    sentence: tuple[str, ...]
    """The words of its sentence up to it."""


def _problems(source: Source, first: UnexpectedInput | LayoutError) -> list[Problem]:
    """Parse heading by heading and sentence by sentence, so that one mistake does not hide the others."""
    blocks = [found.start() for found in BLOCK.finditer(source.text)]
    head = blocks[0] if blocks else len(source.text)
    problems = _try(source, Stretch("", 0, head, STAND_IN_HEADING + STAND_IN_SENTENCE))
    for start, end in zip(blocks, [*blocks[1:], len(source.text)], strict=True):
        found = [problem for part in _stretches(source.text, start, end) for problem in _try(source, part)]
        problems += found or _try(source, Stretch(STAND_IN, start, end, ""))
    return problems or [_problem(source, first, Stretch("", 0, len(source.text), ""))]


def _stretches(text: str, start: int, end: int) -> Iterator[Stretch]:
    """Divide a block into its heading and its statements; a line that ends no sentence divides nothing."""
    lines = [start + found.start() for found in re.finditer(r"^[ \t]*[^\s#]", text[start:end], re.MULTILINE)]
    lines = [line for line in lines[1:] if not text[line:end].lstrip(" \t").startswith('"')]
    if not lines:
        return
    cuts = [lines[0]]
    for last, line in pairwise(lines):
        before = re.sub(r'"[^"\n]*"|#[^\n]*', "", text[last:line]).rstrip()[-1:]
        is_row = text[line:end].lstrip(" \t").startswith("|")
        if before in (".", ":", "|") and _level(text, line) <= _level(text, lines[0]) and not is_row:
            cuts.append(line)
    yield Stretch(STAND_IN, start, lines[0], STAND_IN_SENTENCE)
    for cut, following in pairwise([*cuts, end]):
        yield Stretch(STAND_IN + STAND_IN_HEADING, cut, following, "")


def _level(text: str, line: int) -> int:
    found = re.compile(r"[ \t]*").match(text, line)
    return found.end() - line if found else 0


def _try(source: Source, stretch: Stretch) -> list[Problem]:
    try:
        parser().parse(stretch.before + source.text[stretch.start : stretch.end] + stretch.after)
    except (UnexpectedInput, LayoutError) as error:
        return [_problem(source, error, stretch)]
    return []


def _problem(source: Source, error: UnexpectedInput | LayoutError, stretch: Stretch) -> Problem:
    if isinstance(error, LayoutError):
        start = (error.token.start_pos or 0) + stretch.start - len(stretch.before)
        remedy = "Put as many spaces before it as stand before the lines that it belongs with."
        return Problem(
            "uneven-indent",
            "This line is level with no line above it.",
            source,
            Span(start, start + len(error.token)),
            remedies=(remedy, "What stands under a heading stands two spaces further in than the heading."),
        )
    slip = _slip(source.text, error, stretch)
    mistake = _by_example(slip, source.text) or _by_expectation(slip)
    last = source.text[slip.last.start : slip.last.end]
    said = [_filled(words, slip.found, last) for words in (mistake.sentence, *mistake.remedies)]
    places = {"here": slip.span, "last": slip.last, "end": Span(max(0, slip.last.end - 1), slip.last.end)}
    return Problem("syntax", said[0], source, places[mistake.place], remedies=tuple(said[1:]))


def _filled(words: str, found: str, last: str) -> str:
    short = found if len(found) <= 40 else f"{found[:37]}…"
    return words.replace("{found}", short).replace("{last}", last).replace("{small}", last.lower())


def _slip(text: str, error: UnexpectedInput, stretch: Stretch) -> Slip:
    """Say where the parser stopped; the end of a sentence or of the file is placed at its last letter."""
    token = error.token if isinstance(error, UnexpectedToken) else None
    place = error.pos_in_stream if token is None else token.start_pos
    start = max(stretch.start, min((place or 0) + stretch.start - len(stretch.before), stretch.end))
    words = [found for found in WORDS.finditer(text, stretch.start, start) if not found[0].startswith("#")]
    last = Span(*words[-1].span()) if words else Span(start, start)
    here = WORDS.match(text, start, stretch.end)
    span = Span(*here.span()) if here else Span(max(stretch.start, last.end - 1), last.end)
    return Slip(
        span,
        here[0] if here else "",
        "" if token is None else token.type if here else "$END",
        last,
        error.state.position if token is not None else -1,
        frozenset(getattr(error, "expected", ()) or ()),
        _sentence(text, words),
    )


def _sentence(text: str, words: list[re.Match[str]]) -> tuple[str, ...]:
    """Give the words since the last full stop, or since the colon or heading that ended a line."""
    first = 0
    for number, (word, following) in enumerate(pairwise(words), 1):
        is_heading = words[first][0][0] == "§" or words[first][0] == "editor"
        if "\n" in text[word.end() : following.start()] and (
            word[0] in (".", ":", "|") or (is_heading and not following[0].startswith('"'))
        ):
            first = number
    return tuple(word[0] for word in words[first:])


# ------------------------------------------------------------------------------------ messages by example


class Mistake(NamedTuple):
    """One message of mistakes.toml, and what leads to it."""

    sentence: str
    remedies: tuple[str, ...]
    place: str
    """`here`: the word that cannot stand there; `last`: the word before it; `end`: behind that word."""
    words: tuple[str, ...]
    """It is meant wherever one of these words is found."""
    after: tuple[str, ...]
    """It is meant wherever one of these words stands before what is found."""
    pattern: str
    """It is meant where characters that begin no word look so."""
    samples: tuple[str, ...]
    """Files that make the mistake; MARK stands before the place that is named."""


MARK = "‸"


@cache
def _data() -> dict[str, Any]:
    import tomllib

    with open(os.path.join(resources.grammar_root(), "mistakes.toml"), "rb") as file:
        return tomllib.load(file)


@cache
def mistakes() -> tuple[Mistake, ...]:
    """Give the messages of grammar/mistakes.toml."""
    return tuple(
        Mistake(
            entry["sentence"],
            tuple(entry.get("remedies", ())),
            entry.get("place", "here"),
            tuple(entry.get("words", ())),
            tuple(entry.get("after", ())),
            entry.get("pattern", ""),
            tuple(entry["samples"]),
        )
        for entry in _data()["mistake"]
    )


def as_file(sample: str) -> str:
    """Make a whole file of a sample that is only sentences; a sample with a heading of its own stays as it is."""
    bare = sample.replace(MARK, "")
    if bare.startswith("edition") or not bare.strip():
        return sample
    if bare.startswith(("use", "§", "editor")):
        return STAND_IN + sample
    return STAND_IN + STAND_IN_HEADING + "".join(f"  {line}\n" for line in sample.rstrip("\n").split("\n"))


class Examples(NamedTuple):
    """The mistakes by what the parser is like when it meets them, from the narrowest likeness to the widest."""

    words: dict[str, Mistake]
    """By the word found."""
    after: dict[str, Mistake]
    """By the word before."""
    kinds: dict[tuple[int, str], Mistake]
    """By the state of the parser and the terminal found."""
    similar: dict[tuple[frozenset[str], str], Mistake]
    """By what the parser could have taken and the sort of what it found."""
    states: dict[int, Mistake]
    """By the state of the parser alone."""
    expected: dict[frozenset[str], Mistake]
    """By what the parser could have taken."""


@cache
def _examples() -> Examples:
    """Parse every sample; where two lead to one place, the first holds."""
    found = Examples({}, {}, {}, {}, {}, {})
    for mistake in mistakes():
        found.words.update(dict.fromkeys(mistake.words, mistake))
        found.after.update(dict.fromkeys(mistake.after, mistake))
        if mistake.words or mistake.after or mistake.pattern:
            continue
        for sample in mistake.samples:
            text = as_file(sample).replace(MARK, "")
            try:
                parser().parse(text)
            except UnexpectedToken as error:
                slip = _slip(text, error, Stretch("", 0, len(text), ""))
                found.kinds.setdefault((slip.state, slip.kind), mistake)
                found.similar.setdefault((slip.expected, _sort_of(slip.kind)), mistake)
                found.states.setdefault(slip.state, mistake)
                found.expected.setdefault(slip.expected, mistake)
    return found


def _sort_of(kind: str) -> str:
    """Take all words of the language as one sort, and all ends of lines."""
    if kind in ("NAME", "INT", "STRING", "SECTION", "DOT", "COMMA", "COLON", "SEMICOLON", "VBAR", "_INDENT"):
        return kind
    return "end" if kind in ENDS else "word"


def _by_example(slip: Slip, text: str) -> Mistake | None:
    if not slip.kind:
        patterns = (mistake for mistake in mistakes() if mistake.pattern)
        return next((one for one in patterns if re.compile(one.pattern).match(text, slip.span.start)), None)
    known = _examples()
    last = text[slip.last.start : slip.last.end]
    return (
        known.words.get(slip.found)
        or known.after.get(last)
        or known.kinds.get((slip.state, slip.kind))
        or known.similar.get((slip.expected, _sort_of(slip.kind)))
        or known.states.get(slip.state)
        or known.expected.get(slip.expected)
    )


# --------------------------------------------------------------------------------- where no example fits


def _by_expectation(slip: Slip) -> Mistake:
    """Say what could have stood there, if it is not much, and how such a sentence reads."""
    wanted = sorted({_readable(name) for name in slip.expected})
    found = "“{found}” cannot stand here" if slip.found else "The sentence is not finished here"
    sentence = f"{found}."
    if wanted and len(wanted) <= 6 and slip.last.end > slip.last.start:
        sentence = f"{found}; after “{{last}}” I expected {_or(wanted)}."
    return Mistake(sentence, _forms(slip.sentence), "here", (), (), "", ())


def _or(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _forms(sentence: tuple[str, ...]) -> tuple[str, ...]:
    """Give the form in mistakes.toml that begins with most of the words of a sentence, or of its last part."""
    best: tuple[int, str] = (0, "")
    after_colon = sentence[len(sentence) - sentence[::-1].index(":") :] if ":" in sentence else ()
    for part in (sentence, after_colon):
        for form in _data()["form"]:
            begins = form["begins"].split()
            alike = len(part) >= len(begins) and all(
                wanted in (word, "*") for wanted, word in zip(begins, part, strict=False)
            )
            if alike and len(begins) > best[0]:
                best = len(begins), form["reads"]
    return (f"Such a sentence reads:   {best[1]}",) if best[1] else ()


@cache
def _spelt() -> dict[str, str]:
    return {t.name: t.pattern.value for t in parser().terminals if isinstance(t.pattern, PatternStr)}


def _readable(name: str) -> str:
    """Say what a terminal of the grammar is, in the words of the language."""
    if name in READABLE:
        return READABLE[name]
    return f"“{_spelt().get(name) or name.strip('_').lower().replace('_', ' ')}”"


READABLE = {
    "NAME": "a name",
    "INT": "a number in figures",
    "STRING": "words in quotation marks",
    "DOT": "a full stop",
    "COLON": "a colon",
    "SEMICOLON": "a semicolon",
    "COMMA": "a comma",
    "LPAR": "a bracket",
    "RPAR": "a closing bracket",
    "VBAR": "a bar |",
    "SECTION": "the number of a clause, such as §II.3",
    "PRONOUN": "“he” or “it”",
    "HIS": "“his” or “its”",
    "SUPER": "“best” or “greatest”",
    "SIGN": "“plus” or “minus”",
    "JOIN": "“together with” or “except”",
    "GROW": "“grows” or “falls”",
    "DOUBT": "“reading” or “gap”",
    "DEFAULT": "“, by default”",
    "_IF": "“, if”",
    "_AT_MOST": "“, at most”",
    "_THEN_BY": "“, then by”",
    "_WITH_WHETHER": "“, with whether”",
    "_TO_THE_NUMBER_OF": "“, to the number of”",
    "_BAR_OF": "“| of”",
    "_GO": "“goes to”",
    "_CHOOSE": "“chooses”",
    "_BECOME": "“becomes”",
    "_MAKE": "“makes”",
    "_NL": "the end of the line",
    "_INDENT": "a line that stands further in",
    "_DEDENT": "a line that stands further out",
    "$END": "the end of the file",
}
