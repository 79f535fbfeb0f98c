"""The digest of the meaning of rules: a change of meaning changes it; comments, layout and the model's form do not."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cc_dsl import pipeline
from cc_dsl.engine.game import Game, replay
from cc_dsl.rules import meaning, model
from cc_dsl.rules.kinds import Kind
from cc_dsl.rules.model import Rules
from cc_dsl.source.files import Source
from cc_dsl.syntax.printer import print_rules
from cc_dsl.table.record import read, write
from cc_dsl.trees import Node, replace, walk
from tests import processes
from tests.unit.interpreter.small import resolved, text_of

NOBLES = text_of("nobles")
TOLLS = Path("tests/games/tolls/game.rules")


def rows_of(name: str) -> list[list[str]]:
    """Return the blocks of a file, each divided at its arrows."""
    blocks = Path(__file__).with_name(name).read_text("utf-8").rstrip("\n").split("\n\n")[1:]
    return [block.split("\n→\n") for block in blocks]


def small(old: str = "", new: str = "") -> Rules:
    """Return the rules of the small game, with something written otherwise wherever it stands."""
    assert old in NOBLES
    text = NOBLES.replace(old, new) if old else NOBLES
    return resolved(text.replace("his score", "his count") if "count" in new else text)


DEEDS = "    the player with the best tile in his hand wins.\n"


@pytest.mark.parametrize(("old", "longer", "shorter"), rows_of("shorter-sentences.txt"))
def test_shorter_sentence_means_the_same(old: str, longer: str, shorter: str) -> None:
    assert small(old, shorter).meaning == small(old, longer).meaning != small().meaning


def test_limit_of_several_deeds_is_cited_for_each() -> None:
    """A refusal names the deed that cannot happen, and not those beside it."""
    limits = f"{DEEDS}  a tile falls-off, tops another tile or rests only if (it is in the pack) or it is a noble.\n"
    forms = small(DEEDS, limits).deeds.values()
    assert [case.origin.sentence for form in forms for case in form.limits] == [
        f"a tile {deed} only if (it is in the pack) or it is a noble."
        for deed in ("falls-off", "tops another tile", "rests")
    ]


@pytest.mark.parametrize(("old", "new"), rows_of("changes-of-meaning.txt"))
def test_change_of_meaning_changes_the_digest(old: str, new: str) -> None:
    assert small(old, new).meaning != small().meaning


def places_in(term: Any) -> Iterator[tuple[Any, str]]:
    """Yield every field that counts of every term inside a term."""
    if meaning.is_list(term):
        for part in term:
            yield from places_in(part)
    elif isinstance(term, dict):
        for part in term.values():
            yield from places_in(part)
    else:
        for name, part in meaning.fields_of(term):
            if name not in meaning.IGNORED:
                yield term, name
                yield from places_in(part)


def changed(term: Any, field: str) -> Any:
    """Return another value for a field: the next number, another word, the opposite."""
    value = getattr(term, field)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1 if field != "state" else 1 - value
    return value + "x" if isinstance(value, str) else None


@pytest.mark.parametrize("name", ["1862", "castle-croquet-1866", str(TOLLS)])
def test_every_field_of_the_model_counts(name: str) -> None:
    rules = pipeline.load(name).rules
    plain = meaning.CanonicalForm(meaning.NumberedNames(rules))
    tried = set()
    for term, field in [place for part in meaning.PARTS for place in places_in(meaning.part_of(rules, part))]:
        other = changed(term, field)
        kind = (type(term).__name__, field)
        # Slots and cells have internal numbers; another test covers what they stand for.
        if other is None or kind in tried or field in ("slot", "base", "sort") or kind[0] in ("Slot", "Const"):
            continue
        tried.add(kind)
        assert plain(replace(term, **{field: other})) != plain(term), kind
    assert len(tried) > 30


def test_slots_are_told_apart() -> None:
    names = meaning.NumberedNames(small())

    cards = model.All(Kind("piece", "card"))

    def said(first: int, second: int, asked: int) -> Any:
        inner = model.Quantified("some", cards, second, model.Same(model.Slot(asked), model.Int(1)))
        return meaning.CanonicalForm(names)(model.Quantified("every", cards, first, inner))

    assert said(3, 4, 3) != said(3, 4, 4)
    assert said(3, 4, 3) == said(7, 2, 7)


def laid_out(text: str) -> Iterator[str]:
    """Yield a rules file with other comments, line breaks and blank lines."""
    lines = text.splitlines(keepends=True)
    yield text + "\n# a comment at the end\n"
    yield "".join(f"{line}\n# between\n" if line == "\n" else line for line in lines)
    yield text.replace(" is ", "  is  ")
    yield print_rules(Source("game.rules", text))


def test_comment_and_layout_do_not_count(tmp_path: Path) -> None:
    text = TOLLS.read_text("utf-8")
    plain = pipeline.load(str(TOLLS)).rules
    game = Game(plain, seed=3)
    while not game.is_over:
        game.play(game.options[0])
    written = read(write(game.record()))
    path = tmp_path / "game.rules"
    for other in laid_out(text):
        path.write_text(other, "utf-8")
        rules = pipeline.load(str(path)).rules
        assert rules.meaning == plain.meaning
        assert replay(rules, written).snapshot() == game.snapshot()
        if other != text:
            assert rules.digest != plain.digest


def test_titles_and_clause_numbers_do_not_count() -> None:
    rules = small()
    elsewhere = resolved(NOBLES.replace('editor "the table"', '§V.5 "Words."'))
    assert elsewhere.meaning == rules.meaning
    assert meaning.digest(elsewhere, with_sources=True) != meaning.digest(rules, with_sources=True)


def test_form_of_the_model_does_not_count() -> None:
    names = meaning.NumberedNames(small())

    class Tuple(NamedTuple):
        left: int
        right: tuple[str, ...]

    class Data(Node):
        right: tuple[str, ...]
        left: int
        is_new: bool = False

    Data.__name__ = Tuple.__name__
    canonical = meaning.CanonicalForm(names)
    assert canonical(Tuple(3, ("a",))) == canonical(Data(("a",), 3))
    assert canonical(Data(("a",), 3, True)) != canonical(Data(("a",), 3))


@pytest.mark.parametrize("seed", ["1", "2"])
def test_digest_is_the_same_in_every_process(seed: str) -> None:
    code = f"from cc_dsl import pipeline; print(pipeline.Edition({str(TOLLS)!r}, {{}}).resolve({{}})[0].meaning)"
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    ran = processes.run([sys.executable, "-c", code], text=True, check=True, env=environment)
    assert ran.stdout.strip() == pipeline.load(str(TOLLS)).rules.meaning


def test_number_of_pieces_that_go_is_written_as_before_it_could_be_computed() -> None:
    rules = pipeline.load("1862").rules
    moves = [one for one in walk(rules) if isinstance(one, model.Move) and isinstance(one.number, model.Int)]
    assert moves
    canonical = meaning.CanonicalForm(meaning.NumberedNames(rules))
    for move in moves:
        assert isinstance(move.number, model.Int)
        assert ("number", move.number.value) in canonical(move)  # type: ignore[operator]
