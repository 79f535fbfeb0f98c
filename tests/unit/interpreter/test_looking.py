"""Which pieces a decision is said to rest on."""

from __future__ import annotations

from cc_dsl.interpreter.conditions import CONDITIONS
from cc_dsl.interpreter.groups import Combination
from cc_dsl.interpreter.looking import LOOKS_AT, SOMETIMES, bits, bits_of
from cc_dsl.interpreter.things import THINGS
from cc_dsl.rules import model

BLIND = {
    *(model.Int, model.Const, model.Nothing, model.Slot, model.Cell, model.Held),
    *(model.Contents, model.OnlyPiece, model.AllContents, model.AllPieces, model.AllPlayers, model.AllValues),
    *(model.Lone, model.Union, model.Filter, model.Count, model.Apply, model.Only, model.Extreme),
    *(model.Groups, model.BestGroup, model.HasSort, model.Height, model.Arithmetic, model.Neighbour, model.Next),
    *(model.Compare, model.IsNone, model.OneOf, model.Empty, model.Holds, model.Quantified),
    *(model.And, model.Or, model.Not, model.Always, model.Unrivalled),
}
"""Terms that do not ask which piece something is, except by way of their parts; groups are made by a maker, which does.

A new term belongs here only if two positions with hidden pieces exchanged give the same, however it is used.
"""


def test_of_every_term_it_is_said_whether_it_looks_at_pieces() -> None:
    """A term that looks at pieces and is not listed would tell secrets."""
    assert {*LOOKS_AT, *SOMETIMES} | BLIND == {*THINGS, *CONDITIONS}
    assert not {*LOOKS_AT, *SOMETIMES} & BLIND


def test_parts_looked_at_are_fields_of_their_terms() -> None:
    """A part that is misspelt would never be looked at."""
    for term, names in LOOKS_AT.items():
        assert set(names) <= set(term.__annotations__), term


def test_pieces_are_bits() -> None:
    """One for each piece, however they come: alone, in a list, in a group, in a list of groups; nothing has none."""
    group = Combination(0, (1, 3))
    assert [bits(None), bits(0), bits(5), bits([0, 2]), bits(group), bits([group, 4])] == [0, 1, 32, 5, 10, 26]
    assert bits_of({1, 70}) == 2 + (1 << 70)
