"""Every malformed sample of grammar/mistakes.toml gets its own message, at the right place."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from cc_dsl.resources import grammar_data
from cc_dsl.source.files import Source, Span
from cc_dsl.syntax import mistakes as tried
from cc_dsl.syntax.lalr import parser
from cc_dsl.syntax.mistakes import MARK, Mistake, file_of_sample, mistakes
from cc_dsl.syntax.parser import parse
from cc_dsl.syntax.sentences import load_sentences

SAMPLES = [(mistake, sample) for mistake in mistakes() for sample in mistake.samples]
FORMS = grammar_data("mistakes")["form"]
LARKS_OWN = re.compile(r"\b(token|terminal|lark|parser|unexpected|expected one of|__ANON|_[A-Z]+)\b|\$END", re.I)


def without_words(sentence: str) -> str:
    """Make a pattern of a sentence, in which the words that the file fills in may be any."""
    return re.sub(r"\\\{\w+\\\}", ".*", re.escape(sentence))


@pytest.mark.parametrize(("mistake", "sample"), SAMPLES, ids=[repr(sample) for _, sample in SAMPLES])
def test_sample_gets_its_message_at_its_place(mistake: Mistake, sample: str) -> None:
    marked = file_of_sample(sample)
    before, _, after = marked.partition(MARK)
    source = Source("sample.rules", before + after)
    start, problems = parse(source)
    assert start is None
    assert [problem.code for problem in problems] == ["syntax"]
    (problem,) = problems
    assert re.fullmatch(without_words(mistake.sentence), problem.sentence)
    assert len(problem.remedies) == len(mistake.remedies)
    assert problem.span is not None
    wanted = (before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)
    assert source.position(problem.span.start) == wanted


@pytest.mark.parametrize("mistake", mistakes(), ids=lambda mistake: mistake.sentence[:50])
def test_messages_speak_the_language_of_the_rules(mistake: Mistake) -> None:
    """A message is sentences for people: no word of the parser's, none without an end, no sign left unfilled."""
    said = (mistake.sentence, *mistake.remedies)
    assert mistake.samples
    assert mistake.sentence[-1] in ".?:"
    assert not any(LARKS_OWN.search(words) for words in said)
    left = set(re.findall(r"\{(\w*)\}", " ".join(said))) - {"found", "last", "before", "small"}
    assert left == set()


def test_there_are_messages_enough() -> None:
    assert len({mistake.sentence for mistake in mistakes()}) >= 100


@pytest.mark.parametrize("form", FORMS, ids=lambda form: str(form["begins"]))
def test_every_form_stands_in_the_reference(form: dict[str, str]) -> None:
    forms = [sentence.form for sentence in load_sentences().sentences]
    single = {one.strip() for form in forms for one in re.split(r"(?<=[.;])  |;  ", form)}
    assert form["form"] in single.union(forms)


def test_examples_speak_of_what_the_file_has() -> None:
    """An owl needs an article of its own; where the file has no such thing, the example keeps its cards."""
    own = "an owl is a piece, one for each wing.\nthere is a barn, an ordered place for owls.\n"
    remedies = []
    for introduced in (own, ""):
        for act in ("he must choose an owl", "shuffle the owls", "unless the barn is empty: nothing"):
            text = file_of_sample(f"{introduced}the deal goes thus:\n  {act}.\n")
            (problem,) = parse(Source("sample.rules", text))[1]
            remedies.append(problem.remedies[0].removeprefix("Write:   "))
    assert remedies == [
        "he chooses an owl in his hand as the choice.",
        "the owls are shuffled into the barn.",
        "if the barn is not empty: …",
        "he chooses a card in his hand as the choice.",
        "the cards are shuffled into the pack.",
        "if the pack is not empty: …",
    ]


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("the box iss none.\n", "is"),
        ("each playyer has a box, a palce for stones.\n", "place"),
        ("the deal goes thsu:\n  nothing.\n", "thus"),
        ("the deal goes thus:\n  untl the box is empty, at most 3 times: nothing.\n", "until"),
        ("teh box is none.\n", "the"),
        ("stones rnak by sort: Big, Small.\n", "rank"),
        ('this clause is definitional, becuase "it is".\n', "because"),
    ],
)
def test_misspelt_words_of_the_language_are_named(slip: str, meant: str) -> None:
    _, problems = parse(Source("sample.rules", file_of_sample(slip)))
    assert [problem.sentence.partition("Do you mean ")[2] for problem in problems] == [f"“{meant}”?"]


def test_each_sentence_is_tried_by_itself() -> None:
    text = (
        'edition "Stones" of stones\n'
        '§I.1 "a"\n  there is box, a place for stones.\n  all see the bag.\n  the the box is none.\n'
        '§I.2 "b"\n  the box is none.\n'
        'editor "c"\n  the deal goes thus:\n    1 stone in the bag goes the box.\n'
    )
    source = Source("stones.rules", text)
    _, problems = parse(source)
    lines = [source.position(problem.span.start)[0] for problem in problems if problem.span is not None]
    assert lines == [1, 3, 5, 10]


def test_a_bad_heading_does_not_breed_others() -> None:
    """Where a heading or the level of a line is wrong, nothing is said of the lines that hang on it."""
    for text in (
        'gap first "Who is first?":\nyounger, by default "he is".\nolder "he is".\n',
        "§I.1\n  there is box, a place for stones.\n",
    ):
        _, problems = parse(Source("sample.rules", file_of_sample(text)))
        assert len(problems) == 1


def test_phrases_may_not_stand_too_deep() -> None:
    """Ten thousand brackets are refused with their place, neither followed nor fallen over."""
    text = file_of_sample("the prize is " + "(" * 10_000 + "1" + ")" * 10_000 + ".\n")
    source = Source("deep.rules", text)
    start, problems = parse(source)
    assert start is None
    (problem,) = problems
    assert problem.code == "too-deep"
    assert problem.span is not None
    assert source.position(problem.span.start)[0] == 3
    start, problems = parse(Source("wide.rules", file_of_sample("the prize is " + "(" * 60 + "1" + ")" * 60 + ".\n")))
    assert start is not None
    assert problems == []


def terminals_of_states() -> list[frozenset[str]]:
    """Return, for each state of the parser, the terminals that it can take."""
    names = {terminal.name for terminal in parser().terminals} | {"$END"}
    states = parser().parser.parser._parse_table.states.values()  # Lark has no public access to its table
    return [frozenset(names.intersection(actions)) for actions in states]


def test_no_message_speaks_of_terminals_of_the_grammar() -> None:
    states = terminals_of_states()
    assert len(states) > 500
    names = frozenset[str]().union(*states)
    here = Span(0, 1)
    for expected in {*states, *(frozenset([name]) for name in names)}:
        if not expected:
            continue
        slip = tried.Slip(here, "x", "NAME", here, here, -1, expected, ("x",), False)
        said = tried._mistake_by_expectation(slip).sentence
        words = {*re.findall(r"[A-Za-z_$0-9]+", said)}
        assert words.isdisjoint(names - {"II", "I"}), (said, sorted(expected))
        assert not re.search(r"[A-Z]{3}|_", said), said


def test_unfinished_property_names_words() -> None:
    """What a player of card games wrote, and was told of WAY and _ONLY_IF."""
    _, problems = parse(Source("sample.rules", file_of_sample("a card fits a spot when the box is empty.\n")))
    assert [problem.sentence for problem in problems] == ["“when” is not allowed here; after “spot” write “if”."]


# Every message for refused sentences is used, and gets a value for each placeholder.


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
    for call in (node for tree in trees() for node in ast.walk(tree) if isinstance(node, ast.Call)):
        given = {keyword.arg for keyword in call.keywords}
        named = [one for one in call.args if isinstance(one, ast.Constant | ast.IfExp)]
        for key in set().union(*map(keys_in, named)) if None not in given else ():
            assert places_in(key) <= {*given, *ALWAYS}, key
