"""The grammar has no conflicts, and printed rules parse to the same tree."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest
from lark import Lark

from cc_dsl import cache, resources
from cc_dsl.source.files import Source, Span, read_source
from cc_dsl.syntax import lalr
from cc_dsl.syntax.layout import Layout
from cc_dsl.syntax.parser import parse, sound_part
from cc_dsl.syntax.printer import print_rules
from cc_dsl.trees import rebuild

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def rules_files() -> list[str]:
    """Return every rules file of the corpus and of the tests' own games."""
    paths = []
    tests = (os.path.join(ROOT, "tests", *folder) for folder in (("games",), ("unit", "games")))
    for folder in (resources.corpus_root(), *tests):
        for place, _, names in os.walk(folder):
            paths += [os.path.join(place, name) for name in names if name.endswith(".rules")]
    return sorted(paths)


def meaning(node: Any) -> Any:
    return None if isinstance(node, Span) else rebuild(node, meaning)


def parsed(text: str) -> Any:
    start, problems = parse(Source("test.rules", text))
    assert start is not None, problems
    return meaning(start)


def test_the_grammar_has_no_conflicts() -> None:
    """In strict mode Lark refuses shift/reduce conflicts and terminals that collide."""
    with open(os.path.join(resources.grammar_root(), "rules.lark"), encoding="utf-8") as file:
        Lark(file.read(), parser="lalr", lexer="basic", postlex=Layout(), strict=True, start=["start", "overlay"])


@pytest.mark.parametrize("path", rules_files(), ids=lambda path: os.path.relpath(path, ROOT))
def test_files_stand_in_the_canonical_layout_and_printing_keeps_their_meaning(path: str) -> None:
    """However a file is spaced and broken, printing it gives one text with the same nodes."""
    source = read_source(path)
    assert print_rules(source) == source.text
    parts = source.text.split('"')
    parts[::2] = [part.replace(", ", ",  ").replace("; ", ";\n          ") for part in parts[::2]]
    ragged = Source(path, '"'.join(parts))
    printed = print_rules(ragged)
    assert print_rules(Source(path, printed)) == printed
    assert parsed(printed) == parsed(source.text)


def test_no_space_is_printed_before_a_comma() -> None:
    """The commas of “, plural” and “, set crosswise” belong to words of the language."""
    text = (
        'edition "X" of x.\n\neditor "y"\n  an axis, plural axes, is one of a and b.\n'
        "  the doors stand 90 inches behind the gates, 1 foot wide, set crosswise.\n"
    )
    assert print_rules(Source("x.rules", text)) == text


def test_comments_survive_printing() -> None:
    """A comment before a sentence, beside it and at the end of the file stays where it was."""
    text = (
        'edition "X" of x.\n# one\nuse playing-cards.\n\n# two\neditor "y"\n'
        "  # three\n  this   game is for 2\n    players.  # four\n# five\n"
    )
    printed = print_rules(Source("x.rules", text))
    assert printed == (
        'edition "X" of x.\n# one\nuse playing-cards.\n\n# two\neditor "y"\n'
        "  # three\n  this game is for 2 players.  # four\n# five\n"
    )
    assert print_rules(Source("x.rules", printed)) == printed


def test_the_end_of_a_line_may_stand_elsewhere_or_be_wanting() -> None:
    """The last full stop ends the file as well."""
    text = 'edition "X" of x.\neditor "y"\n  this game is for 2 players.'
    assert parsed(text) == parsed(text + "\n")
    # What joins two things is the same sign, however it is broken.
    head = 'edition "x" of x.\n\neditor "x"\n  the bowl is the row together'
    assert parsed(f"{head} with the box.\n") == parsed(f"{head}\n    with the box.\n")


# Parsing block by block gives the same nodes and problems as parsing the whole file.


FILES = sorted(Path(ROOT, "corpus").glob("*/game.rules"))
PUT = ("", "x", " ", "\n", "§", "9999999", '"', ".", "editor", "(" * 120, '\n§X.1 "y"\n', "#", "\t")


@pytest.mark.parametrize("seed", range(12))
def test_blocks_without_a_mistake_are_read_in_their_places(seed: int) -> None:
    chance = random.Random(seed)
    text = chance.choice(FILES).read_text("utf-8")
    at = chance.randrange(text.index("§"), len(text))
    source = Source("game.rules", text[:at] + chance.choice(PUT) + text[at:])
    start, problems = parse(source)
    sound = start or sound_part(source, problems)
    assert sound is not None
    whole, _ = parse(Source("game.rules", text))
    assert whole is not None
    before = [block for block in whole.blocks if block.span.end < at]
    assert list(sound.blocks[: len(before)]) == before or len(sound.blocks) == len(whole.blocks) - 1


def test_first_lines_with_a_mistake_leave_nothing() -> None:
    source = Source("game.rules", 'edition of x.\n\n§X "y"\n  the x is x.\n')
    assert sound_part(source, parse(source)[1]) is None


def test_tables_of_the_parser_are_known_to_other_files_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages ship with tables that a program with more files made."""
    lalr._make_parser()
    monkeypatch.setattr(cache, "program_digest", lambda: "of the page")
    assert lalr._cached_parser() is not None
