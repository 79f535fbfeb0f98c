"""The symbol table: every name of the rules files in the repository has a meaning, the same as for the resolver."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cc_dsl import pipeline, resources
from cc_dsl.core.symbols import StatementPlace, Symbol, SymbolTable
from cc_dsl.pipeline import Edition
from cc_dsl.rules.kinds import NUMBER, PLAYER, Kind, a_name
from cc_dsl.rules.symbols import Names
from cc_dsl.source.files import Source
from cc_dsl.syntax import nodes
from cc_dsl.syntax.names import OF_OTHERS
from tests.unit.interpreter.small import text_of

GAMES = Path(__file__).parents[1] / "games"
FILES = {
    **{name: pipeline.find_rules(name) for name in resources.edition_names()},
    **{path.parent.name: str(path) for path in sorted(GAMES.glob("*/game.rules"))},
}


@cache
def edition(name: str) -> Edition:
    """Return an edition of the corpus, or one of the games of the tests."""
    return pipeline.load(FILES[name])


@cache
def table(name: str) -> SymbolTable[StatementPlace]:
    """Return its symbols."""
    return edition(name).symbols


@cache
def sources(name: str) -> dict[str, Source]:
    loaded = edition(name)
    parts, _ = pipeline.parts_of(loaded.start, loaded.source)
    libraries = {part.start.edition.label.text: part.source for part in parts}
    return {**libraries, loaded.start.edition.label.text: loaded.source}


def small() -> tuple[SymbolTable[StatementPlace], str]:
    """Return the symbols of a small game, and its text."""
    text = text_of("symbols")
    return Edition("symbols.rules", {}, text).symbols, text


def by_name(symbols: SymbolTable[StatementPlace], name: str, body: str = "") -> Symbol[StatementPlace]:
    (named,) = [symbol for symbol in symbols if symbol.name == name and symbol.body == body]
    return named


def lines(text: str, symbol: Symbol[StatementPlace], role: str) -> list[int]:
    return [text[: site.span.start].count("\n") + 1 for site in getattr(symbol, role)]


@pytest.mark.parametrize("name", FILES)
def test_every_name_that_is_used_is_introduced_and_stands_in_its_places(name: str) -> None:
    texts = {label: source.text for label, source in sources(name).items()}
    assert [texts[site.where.file][site.span.start : site.span.end] for site in table(name).unknown] == []
    assert {symbol.name for symbol in table(name) if not symbol.homes} - {"number"} == {"player"}
    for _, symbol, site in table(name).mentions():
        assert texts[site.where.file][site.span.start : site.span.end] in symbol.spellings


@pytest.mark.parametrize("name", FILES)
def test_the_resolver_means_the_same_by_every_word(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[tuple[Source, int, str, str]] = []
    look_up = Names.look_up

    def noting(self: Names, item: Any, word: nodes.Word, *more: Any) -> Any:
        result = look_up(self, item, word, *more)
        met.append((item.source, word.span.start, result[0].category, result[0].name))
        return result

    monkeypatch.setattr(Names, "look_up", noting)
    loaded = edition(name)
    rules, problems = Edition(loaded.path, {}).resolve({})
    assert rules is not None
    assert problems == []
    labels = {source.text: label for label, source in sources(name).items()}
    known = {(site.where.file, site.span.start): symbol for _, symbol, site in table(name).mentions()}
    assert met
    for source, start, what, meant in met:
        symbol = known[labels[source.text], start]
        assert symbol.name == meant
        assert symbol.category == what


def test_a_name_is_found_where_it_is_introduced_and_where_it_is_used() -> None:
    symbols, text = small()
    bag = by_name(symbols, "bag")
    assert (bag.category, bag.meaning.kind, bag.meaning.owner) == ("place", Kind("pieces", "chip"), None)
    assert lines(text, bag, "introduced") == [7]
    assert lines(text, bag, "used") == [8, 14, 19, 25, 27, 28]
    worth = by_name(symbols, "worth")
    assert (worth.category, worth.meaning.kind, worth.meaning.owner) == ("definition", NUMBER, PLAYER)
    assert lines(text, worth, "used") == [21]


def test_what_may_be_none_is_said() -> None:
    symbols, _ = small()
    assert by_name(symbols, "leader").meaning.may_be_none
    assert by_name(symbols, "shown").meaning.may_be_none
    assert not by_name(symbols, "tally").meaning.may_be_none
    assert not by_name(symbols, "worth").meaning.may_be_none


def test_an_amendment_changes_a_name_and_one_name_given_in_two_bodies_is_two_things() -> None:
    symbols, text = small()
    assert lines(text, by_name(symbols, "prize", "game"), "used") == [20]
    assert lines(text, by_name(symbols, "prize", "dealing"), "used") == [28]
    assert lines(text, by_name(symbols, "dealing"), "introduced") == [24]
    assert lines(text, by_name(symbols, "dealing"), "changed") == [26]
    assert lines(text, by_name(symbols, "chip"), "changed") == [15]


def test_what_is_said_of_others_is_no_name() -> None:
    assert not OF_OTHERS & {symbol.category for name in FILES for symbol in table(name)}


def test_a_name_has_the_article_of_its_sound() -> None:
    names = ("One", "onerous", "unit", "uninvited", "apple", "stone")
    assert [a_name(name) for name in names] == ["a One", "an onerous", "a unit", "an uninvited", "an apple", "a stone"]
