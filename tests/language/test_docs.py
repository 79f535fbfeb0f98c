"""The pages about the language are true: their sentences parse, their examples are in the corpus, their game works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cc_dsl.closures.state import RulesFault
from cc_dsl.pipeline import Edition
from cc_dsl.rules import declare, limits, parts
from cc_dsl.source import files
from cc_dsl.source.files import Source
from cc_dsl.syntax import parser
from cc_dsl.syntax.parser import parse
from cc_dsl.syntax.sentences import load_sentences
from tests.playing import playout

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path for folder in ("language", "decisions", "internals") for path in (ROOT / "docs" / folder).glob("*.md")
)
BLOCK = re.compile(r"^( *)```rules\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
BLOCKS = [
    (path.name, number, re.sub(rf"(?m)^{found[1]}", "", found[2]))
    for path in PAGES
    for number, found in enumerate(BLOCK.finditer(path.read_text("utf-8")))
]
CORPUS = [" ".join(path.read_text("utf-8").split()) for path in sorted((ROOT / "corpus").glob("*/*.rules"))]
HEADER = 'edition "x" of x.\n'
REFERENCE = (ROOT / "docs" / "language" / "reference.md").read_text("utf-8")


def as_files(block: str) -> list[str]:
    """Return the files in which a block of a page could stand: as it is, in a clause, among acts, in a doubt."""
    if block.startswith("edition"):
        return [block]
    if block.startswith(("§", "editor")):
        return [HEADER + block, f"{HEADER}{block}  this game is for 2 players.\n"]
    under = "".join(f"  {line}\n" for line in block.splitlines())
    acts = "".join(f"    {line}\n" for line in block.splitlines())
    top = f'{HEADER}§I.1 "x"\n'
    doubt = '  gap x "x":\n    y, by default "y".\n'
    return [HEADER + block, top + under, f"{top}  the game goes thus:\n{acts}", top + doubt + acts]


@pytest.mark.parametrize(("page", "number", "block"), BLOCKS, ids=[f"{page}-{number}" for page, number, _ in BLOCKS])
def test_what_is_shown_as_rules_is_rules(page: str, number: int, block: str) -> None:
    results = [parse(Source(page, text)) for text in as_files(block)]
    assert any(start is not None for start, _ in results), results[0][1][0].sentence


def tours_game() -> str:
    (game,) = (block for page, _, block in BLOCKS if page == "tour.md" and block.startswith("edition"))
    return game


def outcomes(text: str) -> tuple[list[str], set[str]]:
    """Resolve a game and play it many times at random; give its problems, and how the games ended."""
    rules, problems = Edition("tour.rules", {}, text).resolve({})
    assert rules is not None
    ends: set[str] = set()
    for seed in range(60):
        try:
            ends.add(playout(rules, seed).reason)
        except RulesFault as fault:
            ends.add(fault.code)
    return [problem.sentence for problem in problems], ends


BOUNDS = {
    "bytes of a rules file": files.LARGEST_RULES,
    "bytes of any other file of an edition": files.LARGEST_FILE,
    "figures of a number": parser.LONGEST_NUMBER,
    "nested phrases": parser.DEEPEST,
    "libraries that use one another": parts.DEEPEST_USE,
    "pieces": declare.MOST_PIECES,
    "acts before anybody is asked, with the rounds of nested loops multiplied": limits.MOST_IN_A_ROW,
    "acts of a game, counted in the same way": limits.MOST_IN_ALL,
}


@pytest.mark.parametrize("what", BOUNDS)
def test_bounds_are_told_as_they_are(what: str) -> None:
    assert f"| {what} | {BOUNDS[what]:,} |" in REFERENCE


def test_game_of_the_tour_plays() -> None:
    game = tours_game()
    assert 12 <= len(game.splitlines()) <= 26
    problems, ends = outcomes(game)
    assert problems == []
    assert ends == {"won", "nobody"}


def test_change_of_the_tour_does_what_it_says() -> None:
    """With seven cards and the old bound some game stops at the bound; with the new one none does."""
    game = tours_game()
    seven = game.replace("5 cards in the pack", "7 cards in the pack").replace("5 times:", "7 times:")
    assert outcomes(seven) == ([], {"won", "nobody", "out-of-bounds"})
    assert outcomes(seven.replace("from 0 to 5", "from 0 to 7")) == ([], {"won", "nobody"})


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("the best stake", "the worst stake"),
        (
            "the order Ace-high.",
            "the order Ace-high, then by their suit-sign in the order Hearts, Diamonds, Clubs, Spades.",
        ),
    ],
)
def test_suggestions_of_the_tour_work(old: str, new: str) -> None:
    game = tours_game()
    assert old in game
    assert outcomes(game.replace(old, new))[0] == []


def test_quoted_blocks_of_the_tour_are_in_the_corpus() -> None:
    shown = [
        " ".join(block.split()) for page, _, block in BLOCKS if page == "tour.md" and not block.startswith("edition")
    ]
    assert len(shown) > 10
    single = [sentence for block in shown for sentence in re.split(r"(?<=\.) (?=all see|a player sees)", block)]
    assert [words for words in single if not any(words in text for text in CORPUS)] == []


def test_reference_has_every_sentence_with_its_meaning() -> None:
    missing = [
        sentence.form
        for group in load_sentences().groups
        for sentence in group.sentences
        if f"- **`{sentence.form}`**\n  " + sentence.meaning.replace("\n", "\n  ") + "\n" not in REFERENCE
    ]
    assert missing == []


def test_examples_of_the_reference_are_in_the_corpus() -> None:
    """What is shown with the number of a clause, the editor or the library is in a file of the corpus."""
    entry = re.compile(
        r"^  ([A-Z][\w.]*|The editor|The library|The file):(?: `([^`\n]+)`\n|\n\n  ```rules\n(.*?)\n  ```)", re.M | re.S
    )
    shown = [(example[1], " ".join((example[2] or example[3]).split())) for example in entry.finditer(REFERENCE)]
    assert len(shown) > 80
    assert [example for example in shown if not any(example[1] in words for words in CORPUS)] == []


def test_codes_of_the_reference_are_codes_of_the_package() -> None:
    codes = re.findall(r"^\| `([a-z-]+)` \|", REFERENCE, re.MULTILINE)
    package = "\n".join(path.read_text("utf-8") for path in (ROOT / "cc_dsl").rglob("*.py"))
    assert len(codes) > 30
    assert [code for code in codes if not re.search(f'"{code}["."]', package)] == []
