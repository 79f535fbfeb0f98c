"""Resolve things: every name gets its meaning, every phrase its kind.

`the best card in his row` becomes `Best("card", True, Contents(ROW, Slot(0)))`, of the kind piece, where `ROW` is the
number of the first row and slot 0 holds the player who is “he”.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cc_dsl.rules import boards, joining, model, sites
from cc_dsl.rules.conditions import Conditions
from cc_dsl.rules.declare import number_of
from cc_dsl.rules.kinds import NONE, NUMBER, PLAYER, Kind, a_name, has_none, plural, shown
from cc_dsl.rules.resolving import Resolver
from cc_dsl.rules.scope import PRONOUNS, Scope, Typed, in_slot, of_another_kind, thing_meant
from cc_dsl.rules.symbols import NameMeaning, Names, PhraseRefused, a_what, introduced
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.nodes import Word
from cc_dsl.trees import replace

HOW_USED = {
    "procedure": "A procedure is called by “then the …”.",
    "verb": "A happening is said of a player: he …, or he … it.",
    "state": "A state is said of pieces: … is …, or: … becomes ….",
    "predicate": "A property is said of a thing: … is ….",
    "relation": "A relation is said of two things, in a condition:   … it ….",
    "sort": "Of a sort it is asked whether a group is one, or a player has one: … is a …, or: he has a ….",
    "kind": "Ask it of a piece, its …, or name one of its values.",
    "piece": "Say which, or where: the … in the …, or: a … in ….",
    "player": "Say which player: he, the other player, player 1, or the player with ….",
    "group": "A group is somebody's: his …, or: the winner's ….",
    "order": "An order is named after “in the order” or “run in”.",
    "table": "A column of a table is asked of a group: the … of his ….",
}
"""How the names of each sort of symbol are used, for messages."""


class ExpressionResolver:
    """Resolves the phrases of one edition."""

    def __init__(self, resolver: Resolver, names: Names) -> None:
        """Share the names and declarations of the resolver."""
        self.resolver = resolver
        self.names = names
        self.conditions = Conditions(self)

    def condition(self, node: nodes.Condition, scope: Scope) -> model.Condition:
        """Resolve a condition."""
        return self.conditions.condition(node, scope)

    def thing(self, node: nodes.Thing, scope: Scope) -> Typed:
        """Resolve a phrase that stands for a thing, whatever its kind."""
        return PHRASES[type(node)](self, node, scope)

    def number(self, node: nodes.Thing, scope: Scope) -> model.Thing:
        """Resolve a phrase that must be a number."""
        typed = self.thing(node, scope)
        if typed.kind != NUMBER:
            raise self.wrong_kind(scope, node.span, "a number", typed.kind)
        return typed.term

    def player(self, node: nodes.Thing, scope: Scope) -> model.Thing:
        """Resolve a phrase that must be a player, or none."""
        typed = self.thing(node, scope)
        if typed.kind not in (PLAYER, NONE):
            raise self.wrong_kind(scope, node.span, "a player", typed.kind)
        return typed.term

    def pieces(self, node: nodes.Thing, scope: Scope) -> model.Thing:
        """Resolve a phrase that must be pieces; a single piece is a set of one."""
        typed = self.thing(node, scope)
        return self.as_pieces(typed, scope, node.span)

    def as_pieces(self, typed: Typed, scope: Scope, span: Span) -> model.Thing:
        """Take a thing as a set of pieces."""
        if typed.kind.base == "pieces":
            return typed.term
        if typed.kind.base == "group":
            return model.GroupPieces(typed.term)
        if isinstance(typed.term, model.OnlyPiece):
            return model.Contents(typed.term.base, typed.term.owner)
        if typed.kind.base == "piece":
            return model.Lone(typed.term)
        if (piece := self.piece_of_value(typed)) is not None:
            return model.Lone(piece)
        raise self.wrong_kind(scope, span, plural(self.resolver.piece_name), typed.kind)

    def place(self, node: nodes.Thing, scope: Scope) -> model.Contents:
        """Resolve a phrase that must be one place."""
        term = self.thing(node, scope).term
        if isinstance(term, model.OnlyPiece):
            return model.Contents(term.base, term.owner)
        if isinstance(term, model.Contents):
            return term
        raise scope.item.refuse(
            "wrong-kind",
            f"“{self._text(scope, node.span)}” is not one place that a {self.resolver.piece_name} can go to.",
            node.span,
            "Name a place that “there is” or “each player has” introduces.",
        )

    def _text(self, scope: Scope, span: Span) -> str:
        return " ".join(scope.item.source.text[span.start : span.end].split())

    def wrong_kind(self, scope: Scope, span: Span, wanted: str, kind: Kind) -> PhraseRefused:
        """Make the refusal of a thing of another kind than is wanted."""
        word = self._text(scope, span)
        if word in PRONOUNS:
            return of_another_kind(word, scope, span, wanted, kind)
        return scope.item.refuse(
            "wrong-kind",
            f"Here stands {shown(kind)}, where I expected {wanted}.",
            span,
            f"Put {wanted} here.",
        )

    def _figure(self, node: nodes.Figure_, scope: Scope) -> Typed:
        return Typed(model.Int(int(node.number.text)), NUMBER)

    def _below(self, node: nodes.Below, scope: Scope) -> Typed:
        return Typed(model.Int(number_of(node)), NUMBER)

    def _none(self, node: nodes.None_, scope: Scope) -> Typed:
        return Typed(model.Nothing(), NONE)

    def _grouped(self, node: nodes.Grouped, scope: Scope) -> Typed:
        return self.thing(node.thing, scope)

    def _pronoun(self, node: nodes.Pronoun, scope: Scope) -> Typed:
        return thing_meant(node.word, scope)

    def _his(self, node: nodes.His, scope: Scope) -> Typed:
        return self.of(thing_meant(node.word, scope), node.name, scope)

    def _possessed(self, node: nodes.Possessed, scope: Scope) -> Typed:
        return self.of(self.thing(node.owner, scope), node.name, scope)

    def _other(self, node: nodes.Other, scope: Scope) -> Typed:
        if (other := scope.named.get(f"other {node.name.text}")) is not None:
            return other
        self._must_be_player(node.name, scope)
        he = thing_meant(replace(node.name, text="he"), scope)
        if self.resolver.seats != (2, 2):
            raise scope.item.refuse(
                "wrong-kind",
                "“the other player” has a meaning only in a game for 2.",
                node.span,
                "Say which player.",
            )
        return Typed(model.Neighbour(he.term, 1), PLAYER)

    def _numbered(self, node: nodes.Numbered, scope: Scope) -> Typed:
        number = int(node.number.text)
        if node.name.text in self.resolver.sites:
            return sites.numbered(self, node, number, scope)
        self._must_be_player(node.name, scope)
        if not 1 <= number <= self.resolver.seats[1]:
            raise scope.item.refuse(
                "out-of-bounds",
                f"There is no player {number} in this game.",
                node.span,
                "Count the players from 1.",
            )
        return Typed(model.Const(number - 1, PLAYER), PLAYER)

    def _must_be_player(self, word: Word, scope: Scope) -> None:
        symbol, is_plural = self.names.look_up(scope.item, word)
        if symbol.what != "player" or is_plural:
            sentence = f"This can only be said of a player, and “{word.text}” names {a_what(symbol)}."
            raise scope.item.refuse("wrong-kind", sentence, word.span, "Write player.")

    def _name(self, node: nodes.Name, scope: Scope) -> Typed:
        word = node.name
        if word.text in scope.named:
            typed = scope.named[word.text]
            if typed.kind == NONE and isinstance(typed.term, model.Slot) and self.resolver.refused:
                raise self.resolver.cascade(scope.item)  # the choice that gives it was refused
            return typed
        if word.text == NUMBER.name:
            sentence = "“the number” refers to no number here."
            raise scope.item.refuse("pronoun", sentence, word.span, "Write:   the number of …, or name a number.")
        if word.text == PLAYER.name and self.resolver.seats == (1, 1):
            return Typed(model.Const(0, PLAYER), PLAYER)
        symbol, is_plural = self.names.look_up(scope.item, word, tuple(scope.named))
        return self._of_symbol(symbol, is_plural, word, scope)

    def _of_symbol(self, symbol: NameMeaning, is_plural: bool, word: Word, scope: Scope) -> Typed:
        what, data = symbol.what, symbol.data
        if what == "piece" and is_plural:
            return Typed(model.AllPieces(), Kind("pieces", symbol.name))
        if what in ("player", "kind") and is_plural:
            return self.all_of(symbol)
        if what == "predicate" and is_plural and symbol.data.base != "group":
            return self.all_that_are(symbol, scope)
        if what == "place" and data.owner is not None and is_plural:
            count = None if data.owner == PLAYER else data.owners
            return Typed(model.AllContents(data.base, count), Kind("pieces", self.resolver.piece_name))
        if what in ("place", "number", "held", "definition") and self._has_owner(symbol):
            raise scope.item.refuse(
                "needs-owner",
                f"“{word.text}” belongs to each {self._owner_name(symbol)}; this does not say whose it is.",
                word.span,
                f"Write his {symbol.name}, or the {symbol.name} of somebody whom the rules name."
                if self._owner_name(symbol) == "player"
                else f"Write its {symbol.name}.",
            )
        if is_plural:
            raise self.wrong_number(word, symbol.name, scope)
        if what == "value":
            return Typed(model.Const(data[1], Kind("value", data[0])), Kind("value", data[0]))
        if what == "place":
            return self.in_place(data, None)
        if what in ("number", "role", "held"):
            return Typed(model.Load(data.base, None, data.kind), data.kind)
        if what == "definition":
            return Typed(model.Apply(symbol.name, None), self.resolver.definition_kind(symbol.name))
        raise scope.item.refuse(
            "wrong-kind",
            f"“{word.text}” names {a_what(symbol)}, and cannot stand here by itself.",
            word.span,
            HOW_USED.get(what, "Name a thing, a player or a number here."),
            labels=introduced(symbol),
        )

    def _has_owner(self, symbol: NameMeaning) -> bool:
        if symbol.what == "definition":
            return symbol.data is not None
        return symbol.data.owner is not None

    def _owner_name(self, symbol: NameMeaning) -> str:
        return str(symbol.data.name if symbol.what == "definition" else symbol.data.owner.name)

    def all_of(self, symbol: NameMeaning) -> Typed:
        """Return all players, all pieces, or all values of a kind."""
        if symbol.what == "player":
            return Typed(model.AllPlayers(), PLAYER.many)
        if symbol.what == "piece":
            return Typed(model.AllPieces(), Kind("pieces", symbol.name))
        site = self.resolver.sites.get(symbol.name)
        if site is not None:
            whole = model.AllPlayers() if site.root == PLAYER.name else model.AllValues(site.root)
            return Typed(whole, Kind("values", symbol.name))
        self.names.reached.add(symbol.name)
        return Typed(model.AllValues(symbol.name), Kind("values", symbol.name))

    def all_that_are(self, symbol: NameMeaning, scope: Scope) -> Typed:
        """Return all players, pieces or values that have a property."""
        kind: Kind = symbol.data
        whole = NameMeaning({"value": "kind"}.get(kind.base, kind.base), kind.name, None, None, None)
        slot = scope.frame.slot()
        things = self.all_of(whole)
        return Typed(model.Filter(things.term, slot, model.Holds(symbol.name, model.Slot(slot, kind))), things.kind)

    def several(self, word: Word, scope: Scope) -> Typed | None:
        """Return all things of a kind that a name in the singular stands for; None if it names no kind of things."""
        self._refuse_one_of_set(word, scope)
        symbol, is_plural = self.names.look_up(scope.item, word)
        if is_plural:
            raise self.wrong_number(word, symbol.name, scope)
        if symbol.what in ("player", "piece", "kind"):
            return self.all_of(symbol)
        if symbol.what == "predicate" and symbol.data.base != "group":
            return self.all_that_are(symbol, scope)
        return None

    def _refuse_one_of_set(self, word: Word, scope: Scope) -> None:
        """Refuse the name of a set, and its singular, where one after another of a kind of things is meant."""
        for name in (word.text, plural(word.text)):
            symbol = self.names.get(name)
            if symbol is None or symbol.what != "definition" or symbol.data is not None:
                continue
            kind = self.resolver.definition_kind(name)
            if kind.is_set and (name == word.text or self.names.peek(word.text) is None):
                self.names.used.add(name)
                one = kind.one.name
                raise scope.item.refuse(
                    "wrong-kind",
                    f"“{name}” names several {plural(one)} together, not a kind of {one}.",
                    word.span,
                    f"Write {one}, and say that it is one of them:   {one} that is in the {name}",
                    labels=introduced(symbol),
                )

    def piece_of_value(self, typed: Typed) -> model.Const | None:
        """Return the only piece with a value, for example where there is one piece for each colour."""
        if not isinstance(typed.term, model.Const) or typed.kind.base != "value":
            return None
        if not any([kind.name for kind in make] == [typed.kind.name] for make in self.resolver.makes):
            return None
        table = self.resolver.attributes[typed.kind.name]
        found = [piece for piece, value in enumerate(table) if value == typed.term.value]
        return model.Const(found[0], Kind("piece", self.resolver.piece_name)) if len(found) == 1 else None

    def as_piece(self, typed: Typed) -> Typed:
        """Replace a value that only one piece has by that piece; return anything else unchanged."""
        piece = self.piece_of_value(typed)
        return typed if piece is None else Typed(piece, piece.kind)

    def wrong_number(self, word: Word, single: str, scope: Scope) -> PhraseRefused:
        """Make the refusal of a plural where one is meant."""
        return scope.item.refuse(
            "wrong-number", f"“{word.text}” is a plural; here one is meant.", word.span, f"Write {single}."
        )

    def in_place(self, place: model.PlaceDeclaration, owner: model.Thing | None) -> Typed:
        """Return the thing that a place is read as: its only piece, or the pieces in it."""
        if place.most == 1:
            return Typed(model.OnlyPiece(place.base, owner), Kind("piece", self.resolver.piece_name))
        return Typed(model.Contents(place.base, owner), Kind("pieces", self.resolver.piece_name))

    def of(self, owner: Typed, word: Word, scope: Scope) -> Typed:
        """Resolve what belongs to a player, a piece or a group."""
        symbol, is_plural = self.names.look_up(scope.item, word)
        what, data, base = symbol.what, symbol.data, owner.kind.base
        if what == "definition" and data == owner.kind.one and not owner.kind.is_set and not is_plural:
            return Typed(model.Apply(symbol.name, owner.term), self.resolver.definition_kind(symbol.name))
        if what in ("place", "number", "held") and data.owner == owner.kind and not is_plural:
            if what == "place":
                return self.in_place(data, owner.term)
            return Typed(model.Load(data.base, owner.term, data.kind), data.kind)
        if (same := sites.same(self, owner, symbol)) is not None and not is_plural:
            return same
        if base == "player" and what == "group" and not is_plural:
            return Typed(model.BestGroup(symbol.name, owner.term), Kind("group", symbol.name))
        if base == "player" and what == "group":
            return Typed(model.Groups(symbol.name, owner.term), Kind("groups", symbol.name))
        if base == "piece" and what == "kind" and symbol.name in self.resolver.attributes and not is_plural:
            return Typed(model.Attribute(symbol.name, owner.term), Kind("value", symbol.name))
        if (place := boards.where(self, owner, symbol)) is not None and not is_plural:
            return place
        if base == "group" and what == "piece" and is_plural:
            return Typed(model.GroupPieces(owner.term), Kind("pieces", symbol.name))
        if base in ("group", "value") and what == "table" and data == owner.kind.name and not is_plural:
            return Typed(model.TableValue(symbol.name, owner.term, base == "group"), NUMBER)
        if (piece := self.as_piece(owner)) is not owner and not is_plural:
            return self.of(piece, word, scope)
        if is_plural and what == "place" and base == "players":
            raise scope.item.refuse(
                "wrong-number",
                f"“{word.text}” of some players cannot be named together; “the {word.text}” are those of all players.",
                word.span,
                f"Write:   the {word.text}",
                f"Or, in acts, name them one by one:   each player that is … in turn: … his {symbol.name} …",
            )
        if is_plural and what in ("definition", "place", "number", "held", "kind", "table"):
            raise self.wrong_number(word, symbol.name, scope)
        raise scope.item.refuse(
            "wrong-kind",
            f"“{word.text}” names {a_what(symbol)}; {has_none(owner.kind)}.",
            word.span,
            self._whose(symbol),
            labels=introduced(symbol),
        )

    def _whose(self, symbol: NameMeaning) -> str:
        """Return the owner of a thing of this name, or how a property is used."""
        if symbol.what == "predicate":
            return f"A property narrows things: write “… that are {plural(symbol.name)}”, or “… is {symbol.name}”."
        owner = ""
        if symbol.name in self.resolver.attributes:
            owner = self.resolver.piece_name
        elif symbol.what == "definition" and symbol.data is not None:
            owner = symbol.data.name
        elif symbol.what == "table":
            owner = str(symbol.data)
        elif symbol.what == "group":
            owner = "player"
        elif symbol.what in ("place", "number", "held") and symbol.data.owner is not None:
            owner = symbol.data.owner.name
        if owner:
            return f"It belongs to {a_name(owner)}; name one of {'them' if owner == 'player' else 'these'} before it."
        return f"It belongs to nobody; write it without an owner: the {symbol.name}."

    def _linked(self, node: nodes.Linked, scope: Scope) -> Typed:
        link = node.link.text
        if link in ("after", "before"):
            return self._neighbour(node, scope)
        if node.name.text not in scope.named:
            symbol, is_plural = self.names.look_up(scope.item, node.name)
            if symbol.what == "value" and link == "of":
                return self._one_piece(node, scope)
            if symbol.what in ("piece", "predicate"):
                if not is_plural:
                    raise scope.item.refuse(
                        "wrong-number",
                        f"“{node.name.text}” is one, where several are meant.",
                        node.name.span,
                        f"Write {plural(symbol.name)}.",
                    )
                return self.members(node.name, self.thing(node.thing, scope), node.thing.span, scope)
        if link != "of":
            raise scope.item.refuse(
                "wrong-kind",
                f"Only {plural(self.resolver.piece_name)} can be “in” something.",
                node.span,
                f"Write {plural(self.resolver.piece_name)} before “in”, or “of” for what belongs to something.",
            )
        return self.of(self.thing(node.thing, scope), node.name, scope)

    def _neighbour(self, node: nodes.Linked, scope: Scope) -> Typed:
        """Resolve the player, or the value, next after or before another."""
        symbol, is_plural = self.names.look_up(scope.item, node.name)
        step = 1 if node.link.text == "after" else -1
        if symbol.what != "kind" or is_plural:
            self._must_be_player(node.name, scope)
            return Typed(model.Neighbour(self.player(node.thing, scope), step), PLAYER)
        typed, kind = self.thing(node.thing, scope), Kind("value", symbol.name)
        if typed.kind not in (kind, NONE):
            raise self.wrong_kind(scope, node.thing.span, shown(kind), typed.kind)
        if self.resolver.root_of(kind) == PLAYER.name:
            return Typed(model.Neighbour(typed.term, step), kind)
        shape = boards.shape_of(self.resolver, kind)
        return Typed(model.Next(typed.term, step, shape.size, None, shape.is_ring), kind)

    def members(self, word: Word, whole: Typed, span: Span, scope: Scope) -> Typed:
        """Resolve the pieces in something, or those of them that have a property."""
        symbol, _ = self.names.look_up(scope.item, word)
        things = self.as_pieces(whole, scope, span)
        kind = Kind("pieces", self.resolver.piece_name)
        if symbol.what == "piece":
            return Typed(things, kind)
        if symbol.what != "predicate" or symbol.data.base != "piece":
            raise scope.item.refuse(
                "wrong-kind",
                f"“{word.text}” names {a_what(symbol)}, not {plural(self.resolver.piece_name)}.",
                word.span,
                f"Write {plural(self.resolver.piece_name)}, or a property of theirs in the plural.",
                labels=introduced(symbol),
            )
        slot = scope.frame.slot()
        return Typed(model.Filter(things, slot, model.Holds(symbol.name, model.Slot(slot, kind.one))), kind)

    def no_value(self, word: Word, symbol: NameMeaning, kind: Kind, scope: Scope) -> PhraseRefused:
        """Make the refusal of a name that should be a value of a kind."""
        values = self.resolver.values.get(kind.name)
        return scope.item.refuse(
            "wrong-kind",
            f"“{word.text}” is not a value of “{kind.name}”.",
            word.span,
            f"Its values are {', '.join(values.values)}." if values is not None else "Name a value of that kind.",
            labels=introduced(symbol),
        )

    def _one_piece(self, node: nodes.Linked, scope: Scope) -> Typed:
        """Resolve a piece by its attributes, such as King of Hearts."""
        wanted = [self.thing(nodes.Name(node.name, node.name.span), scope), self.thing(node.thing, scope)]
        found = set(range(len(self.resolver.piece_names)))
        for typed in wanted:
            values = self.resolver.attributes.get(typed.kind.name)
            if not isinstance(typed.term, model.Const) or values is None:
                raise self.wrong_kind(scope, node.span, f"a {self.resolver.piece_name}", typed.kind)
            found &= {piece for piece, value in enumerate(values) if value == typed.term.value}
        if len(found) != 1:
            raise scope.item.refuse(
                "wrong-kind",
                f"“{self._text(scope, node.span)}” is not one {self.resolver.piece_name}.",
                node.span,
                f"Name one:   {(self.resolver.piece_names or ('…',))[0]}",
            )
        kind = Kind("piece", self.resolver.piece_name)
        return Typed(model.Const(found.pop(), kind), kind)

    def _counted(self, node: nodes.Counted, scope: Scope) -> Typed:
        typed = self.thing(node.thing, scope)
        if typed.kind.base in ("players", "groups", "values"):
            return Typed(model.Count(typed.term), NUMBER)
        return Typed(model.Count(self.as_pieces(typed, scope, node.thing.span)), NUMBER)

    def _sortof(self, node: nodes.SortOf, scope: Scope) -> Typed:
        typed = self.thing(node.thing, scope)
        if typed.kind.base != "group":
            raise self.wrong_kind(scope, node.thing.span, "a group", typed.kind)
        return Typed(model.SortOf(typed.term), Kind("sort", typed.kind.name))

    def _superlative(self, node: nodes.Superlative, scope: Scope, relative: nodes.Relative | None = None) -> Typed:
        """Resolve a superlative; a relative clause after it narrows its range."""
        degree = node.degree.text
        if degree in ("top", "bottom"):
            return joining.top_piece(self, node, scope, relative)
        if degree in ("best", "worst", "only"):
            symbol, is_plural = self.names.look_up(scope.item, node.name)
            if is_plural:
                raise self.wrong_number(node.name, symbol.name, scope)
            things = joining.among(self, node, symbol, degree, scope)
            if relative is not None:
                things = self.narrowed(things, relative, scope)
            if degree == "only":
                return Typed(model.Only(things.term), things.kind.one)
            self.must_rank(things.kind.one, node.span, scope)
            term = model.Best(things.kind.name, degree == "best", things.term)
            return Typed(term, things.kind.one)
        things = self.thing(node.thing, scope)
        if relative is not None:
            things = self.narrowed(things, relative, scope)
        if not things.kind.is_set:
            raise self.wrong_kind(scope, node.thing.span, "several things", things.kind)
        slot = scope.frame.slot()
        measure = self.of(in_slot(slot, things.kind.one), node.name, scope)
        if measure.kind != NUMBER:
            raise self.wrong_kind(scope, node.name.span, "a number", measure.kind)
        return Typed(model.Extreme(degree, slot, measure.term, things.term), NUMBER)

    def _bestfew(self, node: nodes.BestFew, scope: Scope, relative: nodes.Relative | None = None) -> Typed:
        """Resolve `the best 3 cards in …`."""
        degree, count = node.degree.text, self.number(node.number, scope)
        if degree not in ("best", "worst"):
            sentence = f"Of several {plural(self.resolver.piece_name)} say best or worst, not “{degree}”."
            raise scope.item.refuse("wrong-kind", sentence, node.degree.span, "Write best or worst.")
        symbol, is_plural = self.names.look_up(scope.item, node.name)
        is_one = isinstance(node.number, nodes.Figure_) and count == model.Int(1)
        if is_plural == is_one:
            sentence = f"“{node.name.text}” does not agree with the number before it."
            wanted = symbol.name if is_one else plural(symbol.name)
            raise scope.item.refuse("wrong-number", sentence, node.name.span, f"Write {wanted}.")
        things = self.members(node.name, self.thing(node.thing, scope), node.thing.span, scope)
        if relative is not None:
            things = self.narrowed(things, relative, scope)
        self.must_rank(things.kind.one, node.span, scope)
        return Typed(model.BestFew(things.kind.name, degree == "best", count, things.term), things.kind)

    def must_rank(self, kind: Kind, span: Span, scope: Scope) -> None:
        """Require that some statement says how things of a kind rank."""
        if not self.resolver.can_rank(kind):
            raise scope.item.refuse(
                "no-ranking",
                f"Nothing says how {plural(kind.name)} rank, so there is no best one.",
                span,
                f"Write:   {plural(kind.name)} rank by ….",
            )

    def _champion(self, node: nodes.Champion, scope: Scope) -> Typed:
        things = self.several(node.name, scope)
        if things is None or things.kind.base not in ("players", "values"):
            self._must_be_player(node.name, scope)
            things = Typed(model.AllPlayers(), PLAYER.many)
        slot = scope.frame.slot()
        he = in_slot(slot, things.kind.one)
        inner = scope.with_it(he)
        measure = self._measure_of(node.thing, he, inner)
        is_best = node.degree.text in ("best", "greatest")
        if node.degree.text == "total" or (node.degree.text in ("greatest", "least")) != (measure.kind == NUMBER):
            wanted = "greatest or least" if measure.kind == NUMBER else "best or worst"
            raise scope.item.refuse(
                "wrong-kind", f"Of {shown(measure.kind)}, say {wanted}.", node.degree.span, f"Write {wanted}."
            )
        if measure.kind != NUMBER:
            self._must_be_one(measure.kind, node, scope)
            self.must_rank(measure.kind, node.thing.span, scope)
        one = things.kind.one
        return Typed(model.Champion(slot, measure.term, is_best, measure.kind, one, things.term), one)

    def _must_be_one(self, kind: Kind, node: nodes.Champion, scope: Scope) -> None:
        """Require that of each player, or value, one thing is compared and not several."""
        if not kind.is_set:
            return
        words = scope.item.source.text[node.thing.span.start : node.thing.span.end].removeprefix("his ")
        sentence = f"“{words}” is several {plural(kind.one.name)}, and one of them must be compared."
        remedy = f"Say which:   the {node.name.text} with the {node.degree.text} {kind.one.name} in his {words}"
        raise scope.item.refuse("wrong-kind", sentence, node.thing.span, remedy)

    def _measure_of(self, node: nodes.Thing, he: Typed, scope: Scope) -> Typed:
        if isinstance(node, nodes.Name):
            return self.of(he, node.name, scope)
        if isinstance(node, nodes.Linked) and (node.link.text == "in" or node.name.text not in scope.named):
            symbol, is_plural = self.names.look_up(scope.item, node.name)
            if symbol.what in ("piece", "predicate") and not is_plural:
                things = self.members(node.name, self.thing(node.thing, scope), node.thing.span, scope)
                return Typed(model.Best(things.kind.name, True, things.term), things.kind.one)
        return self.thing(node, scope)

    def _heighted(self, node: nodes.Heighted, scope: Scope) -> Typed:
        thing = self.of(thing_meant(node.word, scope), node.name, scope)
        return Typed(model.Height(self.order(node.order, thing.kind, scope), thing.term), NUMBER)

    def order(self, word: Word, kind: Kind, scope: Scope) -> tuple[int, ...]:
        """Resolve the name of an order of values of a kind."""
        symbol, is_plural = self.names.look_up(scope.item, word)
        if symbol.what != "order" or symbol.data[0] != kind.name or is_plural:
            raise scope.item.refuse(
                "wrong-kind",
                f"“{word.text}” is not an order of the values of “{kind.name}”.",
                word.span,
                "Write:   … is the order …, and name the values, best first.",
            )
        self.resolver.orders_seen.add(symbol.name)
        return tuple(symbol.data[1])

    def _filtered(self, node: nodes.Filtered, scope: Scope) -> Typed:
        if isinstance(node.thing, nodes.Superlative):
            return self._superlative(node.thing, scope, node.relative)
        if isinstance(node.thing, nodes.BestFew):
            return self._bestfew(node.thing, scope, node.relative)
        return self.narrowed(self.thing(node.thing, scope), node.relative, scope)

    def narrowed(self, things: Typed, relative: nodes.Relative, scope: Scope) -> Typed:
        """Keep those of the things for which a relative clause holds."""
        if things.kind.base == "piece":
            things = Typed(self.as_pieces(things, scope, relative.span), things.kind.many)
        if not things.kind.is_set:
            raise self.wrong_kind(scope, relative.span, "several things before “that”", things.kind)
        slot = scope.frame.slot()
        one = in_slot(slot, things.kind.one)
        condition = self.relative(relative, one, scope.with_it(one))
        return Typed(model.Filter(things.term, slot, condition), things.kind)

    def relative(self, relative: nodes.Relative, one: Typed, scope: Scope) -> model.Condition:
        """Resolve what a relative clause, or several joined ones, say of one thing."""
        if isinstance(relative, nodes.BothRel | nodes.EitherRel):
            left, right = self.relative(relative.left, one, scope), self.relative(relative.right, one, scope)
            return model.And(left, right) if isinstance(relative, nodes.BothRel) else model.Or(left, right)
        subject = joining.whose(self, relative, one, scope) if isinstance(relative, nodes.Whose) else one
        return self.conditions.says(subject, relative.predicate, relative.span, scope)


PHRASES: dict[type, Callable[[Any, Any, Scope], Typed]] = {
    **boards.PHRASES,
    **joining.PHRASES,
    nodes.Figure_: ExpressionResolver._figure,
    nodes.Below: ExpressionResolver._below,
    nodes.Name: ExpressionResolver._name,
    nodes.Other: ExpressionResolver._other,
    nodes.Numbered: ExpressionResolver._numbered,
    nodes.Pronoun: ExpressionResolver._pronoun,
    nodes.His: ExpressionResolver._his,
    nodes.Possessed: ExpressionResolver._possessed,
    nodes.Grouped: ExpressionResolver._grouped,
    nodes.None_: ExpressionResolver._none,
    nodes.Linked: ExpressionResolver._linked,
    nodes.Counted: ExpressionResolver._counted,
    nodes.SortOf: ExpressionResolver._sortof,
    nodes.Superlative: ExpressionResolver._superlative,
    nodes.BestFew: ExpressionResolver._bestfew,
    nodes.Champion: ExpressionResolver._champion,
    nodes.Heighted: ExpressionResolver._heighted,
    nodes.Filtered: ExpressionResolver._filtered,
}
"""What resolves a phrase, by its class."""
