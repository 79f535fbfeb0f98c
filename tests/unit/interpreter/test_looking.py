"""Which pieces a decision is said to rest on."""

from __future__ import annotations

from cc_dsl.closures.state import Combination, mask
from cc_dsl.core.facts import FACTS, looked_at
from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER, Kind
from tests.unit.interpreter.small import tolls

BLIND = {
    *(model.Literal, model.Domain, model.Pair, model.Ahead, model.Slot, model.Load),
    *(model.Contents, model.OnlyPiece, model.TopPiece, model.AllContents),
    *(model.Lone, model.Union, model.Filter, model.Count, model.Apply, model.Only, model.Extreme),
    *(model.Groups, model.BestGroup, model.HasSort, model.Arithmetic, model.Divisor),
    *(model.Compare, model.IsNone, model.OneOf, model.Empty, model.Holds, model.Quantified),
    *(model.And, model.Or, model.Not, model.Always),
}
"""Terms that do not ask which piece something is, except by way of their parts; groups are made by a maker, which does.

A new term belongs here only if two positions with hidden pieces exchanged give the same, however it is used.
"""


def test_of_every_term_it_is_said_whether_it_looks_at_pieces() -> None:
    assert {term for term, facts in FACTS.items() if not facts.looks} == BLIND


def test_parts_looked_at_are_fields_of_their_terms() -> None:
    for term, facts in FACTS.items():
        assert set(facts.looks) <= set(term.__annotations__), term


def test_pieces_are_bits() -> None:
    group = Combination(0, (1, 3))
    assert [mask(None), mask(0), mask(5), mask([0, 2]), mask(group), mask([group, 4])] == [0, 1, 32, 5, 10, 26]
    assert mask({1, 70}) == 2 + (1 << 70)


def test_what_is_chosen_is_looked_at_if_it_is_a_piece() -> None:
    rules, piece = tolls(), Kind("piece", "card")
    first, second = model.Slot(0, piece), model.Slot(1, piece)
    assert looked_at(rules, model.Same(first, second)) == [first, second]
    assert looked_at(rules, model.Same(model.Slot(0, PLAYER), model.Slot(1, PLAYER))) == []
    players = model.Domain(PLAYER.many, 4)
    assert looked_at(rules, model.Difference(players, players)) == []
