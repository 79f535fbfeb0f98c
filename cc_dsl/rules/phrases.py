"""Resolve things and conditions: every name gets its meaning, and every phrase its kind.

`the best card in his row` becomes `Best("card", True, Contents(ROW, Slot(0)))`, of the kind piece, where `ROW` is the
number of the first row and slot 0 holds the player who is “he”.  `every player has a meld` becomes
`Quantified("every", All(PLAYER), 1, Not(IsNone(BestGroup("meld", Slot(1)))))`: slot 1 holds one player after another.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce

from cc_dsl.diagnostics.problem import either
from cc_dsl.resources import grammar_data
from cc_dsl.rules import model
from cc_dsl.rules.declare import number_of
from cc_dsl.rules.kinds import NONE, NUMBER, PLAYER, Kind, a_name, kind_in_words, plural
from cc_dsl.rules.refusals import suggestion
from cc_dsl.rules.resolver_state import ResolverState
from cc_dsl.rules.scope import PRONOUNS, Scope, Typed, antecedent, in_slot
from cc_dsl.rules.symbols import NameMeaning, Names, PhraseRefused
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.nodes import Word
from cc_dsl.table.boards import DIRECTION, DIRECTIONS, Shape
from cc_dsl.trees import replace, walk


class PhraseResolver:
    """The resolver of the phrases of one edition."""

    def __init__(self, resolver: ResolverState, names: Names) -> None:
        """Share the names and declarations of the resolver."""
        self.resolver = resolver
        self.names = names

    def thing(self, node: nodes.Thing, scope: Scope) -> Typed:
        """Resolve a phrase that denotes a thing, of any kind."""
        return PHRASES[type(node)](self, node, scope)

    def number(self, node: nodes.Thing, scope: Scope) -> model.Thing:
        """Resolve a phrase that must denote a number."""
        typed = self.thing(node, scope)
        if typed.kind != NUMBER:
            raise self.wrong_kind(scope, node.span, "a number", typed.kind)
        return typed.term

    def player(self, node: nodes.Thing, scope: Scope) -> model.Thing:
        """Resolve a phrase that must denote a player, or none."""
        return self._resolve_of_kind(node, PLAYER, scope)

    def pieces(self, node: nodes.Thing, scope: Scope) -> model.Thing:
        """Resolve a phrase that must denote pieces; a single piece becomes a set of one."""
        typed = self.thing(node, scope)
        return self.as_pieces(typed, scope, node.span)

    def as_pieces(self, typed: Typed, scope: Scope, span: Span) -> model.Thing:
        """Convert a thing to a set of pieces; refuse a thing that has no pieces."""
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
        """Resolve a phrase that must denote one place."""
        term = self.thing(node, scope).term
        if isinstance(term, model.OnlyPiece):
            return model.Contents(term.base, term.owner)
        if isinstance(term, model.Contents):
            return term
        raise scope.item.refuse("wrong-kind.place", node, piece=self.resolver.piece_name)

    def wrong_kind(self, scope: Scope, span: Span, wanted_kind: str, kind: Kind) -> PhraseRefused:
        """Return the refusal of a thing of the wrong kind."""
        word = " ".join(scope.item.source.text[span.start : span.end].split())
        if word not in PRONOUNS:
            return scope.item.refuse("wrong-kind.expected", span, kind=kind, wanted=wanted_kind)
        name = wanted_kind.partition(" ")[2]
        key = "wrong-kind.one-outside" if name in scope.locals else "wrong-kind.of-another"
        return scope.item.refuse(key, span, word=word, kind=kind, wanted=wanted_kind, name=name)

    def _resolve_other(self, node: nodes.Other, scope: Scope) -> Typed:
        """Resolve `the other player`, or the other of two things of a relation."""
        if (other := scope.locals.get(f"other {node.name.text}")) is not None:
            return other
        self._require_player(node.name, scope, "wrong-kind.other-thing")
        if self.resolver.seats != (2, 2):
            raise scope.item.refuse("wrong-kind.other-player", node)
        if scope.he is None:
            raise scope.item.refuse("pronoun.other-player", node)
        return Typed(model.Neighbour(scope.he.term, 1), PLAYER)

    def _resolve_number(self, node: nodes.Numbered, scope: Scope) -> Typed:
        """Resolve `player 1`, or a numbered thing such as `square 3`."""
        number, kind, key = int(node.number.text), PLAYER, "out-of-bounds.player"
        if node.name.text in self.resolver.sites:
            kind, key = Kind("value", self.names.look_up(scope.item, node.name)[0].name), "out-of-bounds.numbered"
        else:
            self._require_player(node.name, scope)
        count = self.resolver.count_of(kind)
        if not 1 <= number <= count:
            raise scope.item.refuse(key, node, name=node.name, number=number, count=count)
        return Typed(model.Const(number - 1, kind), kind)

    def _require_player(self, word: Word, scope: Scope, key: str = "wrong-kind.not-a-player") -> None:
        symbol, is_plural = self.names.look_up(scope.item, word)
        if symbol.category != "player" or is_plural:
            raise scope.item.refuse(key, word, symbol=symbol)

    def _resolve_name(self, node: nodes.Name, scope: Scope) -> Typed:
        """Resolve a name: of a choice, a thing that play stores or defines, or all things of a kind."""
        word = node.name
        if word.text in scope.locals:
            typed = scope.locals[word.text]
            if typed.kind == NONE and isinstance(typed.term, model.Slot) and self.resolver.refused:
                raise self.resolver.consequent_problem(scope.item)  # the choice that would define it was refused
            return typed
        if word.text == NUMBER.name:
            raise scope.item.refuse("pronoun.the-number", word)
        if word.text in self.resolver.wholes:
            kind = Kind("value", word.text)
            return Typed(model.Const(0, kind), kind)
        if word.text == PLAYER.name and self.resolver.seats == (1, 1):
            return Typed(model.Const(0, PLAYER), PLAYER)
        symbol, is_plural = self.names.look_up(scope.item, word, tuple(scope.locals))
        return self._resolve_symbol(symbol, is_plural, word, scope)

    def _resolve_symbol(self, symbol: NameMeaning, is_plural: bool, word: Word, scope: Scope) -> Typed:
        """Resolve a name by itself, without an owner; refuse a name that needs one."""
        category, data = symbol.category, symbol.data
        if category in ("player", "piece", "kind") and is_plural:
            return self.all_of(symbol)
        if category == "predicate" and is_plural and symbol.data.base != "group":
            return self.all_with_property(symbol, scope)
        if category == "place" and data.owner is not None and is_plural:
            count = None if data.owner == PLAYER else data.owners
            return Typed(model.AllContents(data.base, count), Kind("pieces", self.resolver.piece_name))
        if category == "definition" and isinstance(data, tuple):
            raise scope.item.refuse("needs-owner.pair", word, about=symbol)
        if category in ("place", "number", "held", "definition") and (owner := self._owner_name(symbol)):
            key = "needs-owner.player" if owner == PLAYER.name else "needs-owner.other"
            raise scope.item.refuse(key, word, symbol=symbol, owner=owner)
        if is_plural:
            raise scope.item.refuse("wrong-number.plural", word, wanted=symbol.name)
        if category == "value":
            return Typed(model.Const(data[1], Kind("value", data[0])), Kind("value", data[0]))
        if category == "place":
            return self.term_of_place(data, None)
        if category in ("number", "role", "held"):
            return Typed(model.Load(data.base, None, data.kind), data.kind)
        if category == "definition":
            return Typed(model.Apply(symbol.name, None), self.resolver.definition_kind(symbol.name))
        uses = grammar_data("mistakes")["names"]["use"]
        use = "site" if symbol.name in self.resolver.sites else category
        raise scope.item.refuse("wrong-kind.by-itself", word, uses.get(use, uses["other"]), about=symbol)

    def _refuse_unknown_state(self, node: nodes.Says, scope: Scope) -> None:
        """Refuse `the game is stuck` if no sentence introduces “stuck”."""
        thing, predicate = node.thing, node.predicate
        if not isinstance(thing, nodes.Name) or not isinstance(predicate, nodes.Is_):
            return
        symbol, state = self.names.get(thing.name.text), predicate.complement
        if symbol is None or symbol.category != "procedure" or not isinstance(state, nodes.Name):
            return
        if self.names.peek(state.name.text) is None:
            raise scope.item.refuse("unknown-name.condition", state.name, whole=thing.name)

    def all_of(self, symbol: NameMeaning) -> Typed:
        """Return all players, all pieces, or all values of a kind."""
        kind = Kind({"kind": "value"}.get(symbol.category, symbol.category), symbol.name)
        return Typed(self.resolver.all_things(kind), kind.many)

    def all_with_property(self, symbol: NameMeaning, scope: Scope) -> Typed:
        """Return all players, pieces or values that have a property."""
        kind: Kind = symbol.data
        return self._with_property(Typed(self.resolver.all_things(kind), kind.many), symbol, scope)

    def _with_property(self, things: Typed, symbol: NameMeaning, scope: Scope) -> Typed:
        """Return those of some things that have a property."""
        slot = scope.frame.slot()
        holds = model.Holds(symbol.name, model.Slot(slot, things.kind.element_kind))
        return Typed(model.Filter(things.term, slot, holds), things.kind)

    def all_of_kind(self, word: Word, scope: Scope) -> Typed | None:
        """Return all things of the kind that a singular names; None if the singular does not name a kind."""
        self._refuse_one_of_set(word, scope)
        symbol = self.names.look_up_one(scope.item, word)
        if symbol.category in ("player", "piece", "kind"):
            return self.all_of(symbol)
        if symbol.category == "predicate" and symbol.data.base != "group":
            return self.all_with_property(symbol, scope)
        return None

    def _refuse_one_of_set(self, word: Word, scope: Scope) -> None:
        """Refuse the name of a set, or its singular, where a kind of things is expected."""
        for name in (word.text, plural(word.text)):
            symbol = self.names.get(name)
            if symbol is None or symbol.category != "definition" or symbol.data is not None:
                continue
            kind = self.resolver.definition_kind(name)
            if kind.is_set and (name == word.text or self.names.peek(word.text) is None):
                self.names.used.add(name)
                member = kind.element_kind.name
                raise scope.item.refuse("wrong-kind.kind-of-set", word, name=name, one=member, about=symbol)

    def piece_of_value(self, typed: Typed) -> model.Const | None:
        """Return the only piece with a value, such as the piece of a colour if each colour has one piece."""
        if not isinstance(typed.term, model.Const) or typed.kind.base != "value":
            return None
        if not any([kind.name for kind in make.kinds] == [typed.kind.name] for make in self.resolver.makes):
            return None
        table = self.resolver.pieces.attributes[typed.kind.name]
        pieces = [piece for piece, value in enumerate(table) if value == typed.term.value]
        return model.Const(pieces[0], Kind("piece", self.resolver.piece_name)) if len(pieces) == 1 else None

    def alike_pieces(self, node: nodes.Thing) -> tuple[int, ...]:
        """Return the pieces that `Black` or `Rook of Black` names if there are several, all alike; otherwise none."""
        pieces = self.resolver.pieces
        words = [node.name] if isinstance(node, nodes.Name | nodes.Linked) and pieces.alike else []
        if isinstance(node, nodes.Linked):
            words += [node.thing.name] if isinstance(node.thing, nodes.Name) and node.link.text == "of" else [node.link]
        values = [symbol for word in words if (symbol := self.names.get(word.text)) and symbol.category == "value"]
        numbers = {*range(len(pieces.alike))} if values and len(values) == len(words) else set()
        for symbol in values:
            kind, value = symbol.data
            numbers &= {piece for piece, own in enumerate(pieces.attributes.get(kind, ())) if own == value}
        if len(numbers) < 2 or len({pieces.alike[piece] for piece in numbers}) > 1:
            return ()
        self.names.used.update(symbol.name for symbol in values)
        return tuple(sorted(numbers))

    def as_piece(self, typed: Typed) -> Typed:
        """Replace a value that only one piece has by that piece; return any other thing unchanged."""
        piece = self.piece_of_value(typed)
        return typed if piece is None else Typed(piece, piece.kind)

    def term_of_place(self, place: model.PlaceDeclaration, owner: model.Thing | None) -> Typed:
        """Return the term for a place: its only piece if it is a place for 1, otherwise the pieces in it."""
        if place.most == 1:
            return Typed(model.OnlyPiece(place.base, owner), Kind("piece", self.resolver.piece_name))
        return Typed(model.Contents(place.base, owner), Kind("pieces", self.resolver.piece_name))

    def possession_of(self, owner: Typed, word: Word, scope: Scope) -> Typed:
        """Resolve a possession of a player, a piece or a group: what it has itself, before what is at its place."""
        symbol, is_plural = self.names.look_up(scope.item, word)
        category, data, base = symbol.category, symbol.data, owner.kind.base
        if category == "definition" and isinstance(data, tuple):
            raise scope.item.refuse("needs-owner.pair", word, about=symbol)
        if category == "definition" and data == owner.kind.element_kind and not owner.kind.is_set and not is_plural:
            return Typed(model.Apply(symbol.name, owner.term), self.resolver.definition_kind(symbol.name))
        if category in ("place", "number", "held") and data.owner == owner.kind and not is_plural:
            if category == "place":
                return self.term_of_place(data, owner.term)
            return Typed(model.Load(data.base, owner.term, data.kind), data.kind)
        if (site_or_owner := self._same_site(owner, symbol)) is not None and not is_plural:
            return site_or_owner
        if base == "player" and category == "group" and not is_plural:
            return Typed(model.BestGroup(symbol.name, owner.term), Kind("group", symbol.name))
        if base == "player" and category == "group":
            return Typed(model.Groups(symbol.name, owner.term), Kind("groups", symbol.name))
        if base == "piece" and category == "kind" and symbol.name in self.resolver.pieces.attributes and not is_plural:
            return Typed(model.Attribute(symbol.name, owner.term), Kind("value", symbol.name))
        if (place := self._value_at(owner, symbol)) is not None and not is_plural:
            return place
        if base == "group" and category == "piece" and is_plural:
            return Typed(model.GroupPieces(owner.term), Kind("pieces", symbol.name))
        if base in ("group", "value") and category == "table" and data == owner.kind.name and not is_plural:
            return Typed(model.TableValue(symbol.name, owner.term, base == "group"), NUMBER)
        if (piece := self.as_piece(owner)) is not owner and not is_plural:
            return self.possession_of(piece, word, scope)
        if is_plural and category == "place" and owner.kind.is_set and data.owner == owner.kind.element_kind:
            return self._contents_of_places(owner, data, scope)
        if is_plural and category in ("definition", "place", "number", "held", "kind", "table"):
            raise scope.item.refuse("wrong-number.plural", word, wanted=symbol.name)
        lack = f"{kind_in_words(owner.kind)} {'have' if owner.kind.is_set else 'has'} none"
        lack = "the thing before it is none" if owner.kind == NONE else lack
        raise scope.item.refuse("wrong-kind.has-none", word, self._owner_sentence(symbol), lack=lack, about=symbol)

    def _owner_sentence(self, symbol: NameMeaning) -> str:
        """Return a sentence that names the owner of things with this name, or shows how to use a property."""
        if symbol.category == "predicate":
            return f"A property narrows things: write “… that are {plural(symbol.name)}”, or “… is {symbol.name}”."
        if symbol.category == "sort":
            return (
                f"A sort describes a group: write “… that is {a_name(symbol.name)}”, or “he has {a_name(symbol.name)}”."
            )
        if owner := self._owner_name(symbol):
            return f"Only {a_name(owner)} has one; name {a_name(owner)} before it."
        if symbol.category in ("kind", "piece"):
            return str(grammar_data("mistakes")["names"]["use"][symbol.category])
        return f"It belongs to nobody; write it without an owner: the {symbol.name}."

    def _owner_name(self, symbol: NameMeaning) -> str:
        """Return the name of the kind that owns things with this name; an empty string if they have no owner."""
        if symbol.name in self.resolver.pieces.attributes:
            return self.resolver.piece_name
        if symbol.category in ("table", "group"):
            return PLAYER.name if symbol.category == "group" else str(symbol.data)
        if symbol.name in self.resolver.sites:
            return self.resolver.sites[symbol.name].owner
        owner = symbol.data if symbol.category == "definition" else getattr(symbol.data, "owner", None)
        return "" if owner is None else str(owner.name)

    def _resolve_link(self, node: nodes.Linked, scope: Scope) -> Typed:
        """Resolve phrases with `of`, `in`, `after` and `before`."""
        link = node.link.text
        if node.other is not None:
            return self._resolve_pair(node, node.other, scope)
        if link in ("after", "before"):
            return self._resolve_neighbour(node, scope)
        if node.name.text not in scope.locals:
            symbol, is_plural = self.names.look_up(scope.item, node.name)
            if symbol.category == "value" and link == "of":
                try:
                    return self._resolve_one_piece(node, scope)
                except PhraseRefused as refusal:
                    if isinstance(node.thing, nodes.Possessed):
                        words = scope.item.source.text[node.span.start : node.thing.owner.span.end]
                        name = node.thing.name.text
                        remedy = f"If you mean that of the {self.resolver.piece_name}, write:   the {name} of {words}"
                        refusal.problem = refusal.problem._replace(remedies=(remedy,))
                    raise
            if symbol.category in ("piece", "predicate"):
                if not is_plural:
                    raise scope.item.refuse("wrong-number.one", node.name, symbol=symbol)
                return self.members(node.name, self.thing(node.thing, scope), node.thing.span, scope)
        if link != "of":
            raise scope.item.refuse("wrong-kind.in", node, piece=self.resolver.piece_name)
        return self.possession_of(self.thing(node.thing, scope), node.name, scope)

    def _resolve_pair(self, node: nodes.Linked, other: nodes.Thing, scope: Scope) -> Typed:
        """Resolve `the landing of his start by the die`."""
        symbol, is_plural = self.names.look_up(scope.item, node.name)
        if symbol.category != "definition" or not isinstance(symbol.data, tuple) or is_plural or node.link.text != "of":
            raise scope.item.refuse("wrong-kind.of-two", node, about=symbol)
        sides = [self._resolve_of_kind(*side, scope) for side in zip((node.thing, other), symbol.data, strict=True)]
        return Typed(model.Apply(symbol.name, *sides), self.resolver.definition_kind(symbol.name))

    def _resolve_neighbour(self, node: nodes.Linked, scope: Scope) -> Typed:
        """Resolve the player or the value next after or before another."""
        symbol, is_plural = self.names.look_up(scope.item, node.name)
        step = 1 if node.link.text == "after" else -1
        if symbol.category != "kind" or is_plural:
            self._require_player(node.name, scope)
            return Typed(model.Neighbour(self.player(node.thing, scope), step), PLAYER)
        kind = Kind("value", symbol.name)
        value = self._resolve_of_kind(node.thing, kind, scope)
        if self.resolver.root_of(kind) == PLAYER.name:
            return Typed(model.Neighbour(value, step), kind)
        shape = self.resolver.shape_of(kind)
        self.names.reached.add(kind.name)
        return Typed(model.Next(value, step, shape.size, None, shape.is_ring), kind)

    def members(self, word: Word, whole: Typed, span: Span, scope: Scope) -> Typed:
        """Resolve the pieces in a place or a group, or only those that have a property."""
        symbol, _ = self.names.look_up(scope.item, word)
        things = Typed(self.as_pieces(whole, scope, span), Kind("pieces", self.resolver.piece_name))
        if symbol.category == "piece":
            return things
        if symbol.category != "predicate" or symbol.data.base != "piece":
            raise scope.item.refuse("wrong-kind.members", word, piece=self.resolver.piece_name, about=symbol)
        return self._with_property(things, symbol, scope)

    def _resolve_one_piece(self, node: nodes.Linked, scope: Scope) -> Typed:
        """Resolve a piece by its attributes, such as King of Hearts."""
        attributes = [self.thing(nodes.Name(node.name.span, node.name), scope), self.thing(node.thing, scope)]
        pieces = set(range(len(self.resolver.pieces.names)))
        for typed in attributes:
            values = self.resolver.pieces.attributes.get(typed.kind.name)
            if not isinstance(typed.term, model.Const) or values is None:
                raise self.wrong_kind(scope, node.span, f"a {self.resolver.piece_name}", typed.kind)
            pieces &= {piece for piece, value in enumerate(values) if value == typed.term.value}
        if len(pieces) != 1:
            first = next(iter(self.resolver.pieces.names), "…")
            raise scope.item.refuse("wrong-kind.one-piece", node, piece=self.resolver.piece_name, first=first)
        kind = Kind("piece", self.resolver.piece_name)
        return Typed(model.Const(pieces.pop(), kind), kind)

    def _resolve_count(self, node: nodes.Counted, scope: Scope, relative: nodes.Relative | None = None) -> Typed:
        """Resolve the number of some things, which a relative clause may restrict."""
        typed = self.narrow(self.thing(node.thing, scope), relative, scope)
        if typed.kind.base in ("players", "groups", "values"):
            return Typed(model.Count(typed.term), NUMBER)
        return Typed(model.Count(self.as_pieces(typed, scope, node.thing.span)), NUMBER)

    def _resolve_sort_of(self, node: nodes.SortOf, scope: Scope) -> Typed:
        """Resolve `the sort of his Line`."""
        typed = self.thing(node.thing, scope)
        if typed.kind.base != "group":
            raise self.wrong_kind(scope, node.thing.span, "a group", typed.kind)
        return Typed(model.SortOf(typed.term), Kind("sort", typed.kind.name))

    def _resolve_extreme(self, node: nodes.Superlative, scope: Scope, relative: nodes.Relative | None = None) -> Typed:
        """Resolve a superlative, whose range a relative clause may restrict."""
        degree = node.degree.text
        if degree in ("top", "bottom"):
            return self._resolve_top_piece(node, scope, relative)
        if degree in ("best", "worst", "only"):
            symbol, whole = self.names.look_up_one(scope.item, node.name), self.thing(node.thing, scope)
            if degree != "only" or symbol.category not in ("player", "kind"):
                things = self.members(node.name, whole, node.thing.span, scope)
            elif whole.kind == self.all_of(symbol).kind:
                things = whole
            else:
                raise self.wrong_kind(scope, node.thing.span, plural(symbol.name), whole.kind)
            things = self.narrow(things, relative, scope)
            if degree == "only":
                return Typed(model.Only(things.term), things.kind.element_kind)
            self.require_ranking(things.kind.element_kind, node.span, scope)
            return Typed(model.Best(things.kind.name, degree == "best", things.term), things.kind.element_kind)
        things = self.narrow(self.thing(node.thing, scope), relative, scope)
        if not things.kind.is_set:
            raise self.wrong_kind(scope, node.thing.span, "several things", things.kind)
        slot = scope.frame.slot()
        measure = self.possession_of(in_slot(slot, things.kind.element_kind), node.name, scope)
        if measure.kind != NUMBER:
            raise self.wrong_kind(scope, node.name.span, "a number", measure.kind)
        return Typed(model.Extreme(degree, slot, measure.term, things.term), NUMBER)

    def _resolve_best_few(self, node: nodes.BestFew, scope: Scope, relative: nodes.Relative | None = None) -> Typed:
        """Resolve `the best 3 cards in …`."""
        degree, count = node.degree.text, self.number(node.number, scope)
        if degree not in ("best", "worst"):
            raise scope.item.refuse("wrong-kind.best-few", node.degree, piece=self.resolver.piece_name, degree=degree)
        self._check_number(node.name, not isinstance(node.number, nodes.Figure_) or count != model.Int(1), scope)
        members = self.members(node.name, self.thing(node.thing, scope), node.thing.span, scope)
        things = self.narrow(members, relative, scope)
        self.require_ranking(things.kind.element_kind, node.span, scope)
        return Typed(model.BestFew(things.kind.name, degree == "best", count, things.term), things.kind)

    def require_ranking(self, kind: Kind, span: Span, scope: Scope) -> None:
        """Refuse a kind whose things have no ranking."""
        rankings = (item.statement for item in self.resolver.items if isinstance(item.statement, nodes.Ranking))
        if not any(ranking.name.text in (kind.name, plural(kind.name)) for ranking in rankings):
            raise scope.item.refuse("no-ranking.of", span, kind=kind)

    def _resolve_champion(self, node: nodes.Champion, scope: Scope) -> Typed:
        """Resolve `the player with the best Line`."""
        things = self.all_of_kind(node.name, scope)
        if isinstance(node.thing, nodes.Linked) and node.thing.link.text == "in":
            among = self.thing(node.thing.thing, scope.with_it(in_slot(scope.frame.slot(), PLAYER)))
            if among.kind == PLAYER.many:
                key, name = "wrong-kind.champion-among", node.thing.name
                raise scope.item.refuse(key, node.thing, degree=node.degree, name=name)
        if things is None or things.kind.base not in ("players", "values"):
            self._require_player(node.name, scope)
            things = Typed(model.All(PLAYER), PLAYER.many)
        slot = scope.frame.slot()
        he = in_slot(slot, things.kind.element_kind)
        inner = scope.with_it(he)
        measure = self._measure_of(node.thing, he, inner)
        is_best = node.degree.text in ("best", "greatest")
        if node.degree.text == "total" or (node.degree.text in ("greatest", "least")) != (measure.kind == NUMBER):
            superlatives = "greatest or least" if measure.kind == NUMBER else "best or worst"
            raise scope.item.refuse("wrong-kind.degree", node.degree, measure=measure, wanted=superlatives)
        if measure.kind != NUMBER:
            if (kind := measure.kind).is_set:  # a set of one thing for each owner has no single measure
                words = scope.item.source.text[node.thing.span.start : node.thing.span.end].removeprefix("his ")
                key, degree = "wrong-kind.several-compared", node.degree
                raise scope.item.refuse(key, node.thing, words=words, kind=kind, name=node.name, degree=degree)
            self.require_ranking(measure.kind, node.thing.span, scope)
        rival_kind = things.kind.element_kind
        return Typed(model.Champion(slot, measure.term, is_best, measure.kind, rival_kind, things.term), rival_kind)

    def _measure_of(self, node: nodes.Thing, he: Typed, scope: Scope) -> Typed:
        """Resolve the measure of one of the players or values that are compared."""
        if isinstance(node, nodes.Name):
            return self.possession_of(he, node.name, scope)
        if isinstance(node, nodes.Linked) and (node.link.text == "in" or node.name.text not in scope.locals):
            symbol, is_plural = self.names.look_up(scope.item, node.name)
            if symbol.category in ("piece", "predicate") and not is_plural:
                things = self.members(node.name, self.thing(node.thing, scope), node.thing.span, scope)
                return Typed(model.Best(things.kind.name, True, things.term), things.kind.element_kind)
        return self.thing(node, scope)

    def _resolve_height(self, node: nodes.HeightOf, scope: Scope) -> Typed:
        """Resolve `its rank in the order Ace-high`."""
        thing = self.possession_of(antecedent(node.word, scope), node.name, scope)
        symbol, is_plural = self.names.look_up(scope.item, node.order)
        if symbol.category != "order" or symbol.data[0] != thing.kind.name or is_plural:
            raise scope.item.refuse("wrong-kind.order-of", node.order, kind=thing.kind)
        return Typed(model.Height(tuple(symbol.data[1]), thing.term), NUMBER)

    def _resolve_filter(self, node: nodes.Filtered, scope: Scope) -> Typed:
        """Resolve things with a `that` or `whose` clause."""
        if isinstance(node.thing, nodes.Counted | nodes.Superlative | nodes.BestFew):
            return PHRASES[type(node.thing)](self, node.thing, scope, node.relative)  # “the number of X that …”
        return self.narrow(self.thing(node.thing, scope), node.relative, scope)

    def narrow(self, things: Typed, relative: nodes.Relative | None, scope: Scope) -> Typed:
        """Return the things for which a relative clause holds; all of them without a clause."""
        if relative is None:
            return things
        if things.kind.base == "piece":
            things = Typed(self.as_pieces(things, scope, relative.span), things.kind.many)
        if not things.kind.is_set:
            raise self.wrong_kind(scope, relative.span, "several things before “that”", things.kind)
        slot = scope.frame.slot()
        member = in_slot(slot, things.kind.element_kind)
        condition = self.restriction(self._singular(relative), member, scope.with_it(member))
        return Typed(model.Filter(things.term, slot, condition), things.kind)

    def _singular(self, relative: nodes.Relative) -> nodes.Relative:
        """Convert a relative clause about several things to one about each: `that are leapers`, `that is a leaper`."""
        if isinstance(relative, nodes.BothRel):
            return replace(relative, left=self._singular(relative.left), right=self._singular(relative.right))
        assert isinstance(relative, nodes.That | nodes.Whose)
        predicate = relative.predicate
        if isinstance(relative, nodes.Whose) or not isinstance(predicate, nodes.Is_):
            return relative
        plural_name = predicate.complement
        symbol = self.names.peek(plural_name.name.text) if isinstance(plural_name, nodes.Name) else None
        if symbol is None or symbol.category not in ("predicate", "sort") or not isinstance(plural_name, nodes.Name):
            return relative
        name = replace(plural_name, name=Word(symbol.name, plural_name.name.span))
        return replace(relative, predicate=replace(predicate, complement=name))

    def restriction(self, relative: nodes.Relative, member: Typed, scope: Scope) -> model.Condition:
        """Resolve a relative clause, or several joined ones, as a condition on one thing."""
        if isinstance(relative, nodes.BothRel):
            sides = relative.left, relative.right
            return model.And(*(self.restriction(side, member, scope) for side in sides))
        assert isinstance(relative, nodes.That | nodes.Whose)
        subject = member
        if isinstance(relative, nodes.Whose):
            self._refuse_itself(relative, member, scope)
            subject = self.possession_of(member, relative.name, scope)
        else:
            self._refuse_related_to_itself(relative.predicate, member, scope)
        return self.predication(subject, relative.predicate, relative.span, scope)

    # ------------------------------------------------------------------------------------------------ sets and numbers

    def _resolve_union(self, node: nodes.Joined | nodes.Several, scope: Scope) -> Typed:
        """Resolve `THINGS together with THINGS`, `THINGS except THINGS` and `THING, THING and THING`."""
        first, *rest = self._sets((node.left, node.right) if isinstance(node, nodes.Joined) else node.things, scope)
        term = model.Difference if isinstance(node, nodes.Joined) and node.join.text == "except" else model.Union
        for other in rest:
            first = Typed(term(first.term, other.term), first.kind)
        return first

    def _refuse_itself(self, relative: nodes.Whose, member: Typed, scope: Scope) -> None:
        """Refuse `whose rank is its rank` and `whose worth is more than its worth`: here `its` means each owner."""
        parts, is_player = [*walk(relative.predicate)], member.kind == PLAYER
        if any(isinstance(part, nodes.Relative) for part in parts):
            return
        for part in parts:
            if not isinstance(part, nodes.His) or part.name.text != relative.name.text:
                continue
            if (part.word.text == "his") == is_player:
                word, name, whose = part.word.text, part.name.text, member.kind.name or PLAYER.name
                raise scope.item.refuse("pronoun.itself", part, word=word, name=name, whose=whose)

    def _refuse_related_to_itself(self, predicate: nodes.VerbPhrase, member: Typed, scope: Scope) -> None:
        """Refuse `points that adjoin it`: here `it` means each of these points."""
        match predicate:
            case (
                nodes.Relates(thing=nodes.Pronoun() as thing)
                | nodes.Is_(complement=nodes.Pronoun() as thing)
                | nodes.Is_(complement=nodes.Compared(thing=nodes.Pronoun() as thing))
            ) if self.thing(thing, scope).term == member.term:
                name = member.kind.name or PLAYER.name
                raise scope.item.refuse("pronoun.to-itself", thing, word=thing.word.text, name=name)

    def _resolve_top_piece(self, node: nodes.Superlative, scope: Scope, relative: nodes.Relative | None) -> Typed:
        """Resolve `the top card of the waste`."""
        degree, place = node.degree.text, self.thing(node.thing, scope)
        symbol = self.names.look_up_one(scope.item, node.name)
        if symbol.category != "piece":
            wanted_kind = f"a {self.resolver.piece_name}" if self.resolver.piece_name else "a piece"
            raise self.wrong_kind(scope, node.name.span, wanted_kind, Kind("value", symbol.name))
        if isinstance(place.term, model.OnlyPiece):
            piece: model.Thing = place.term
        elif isinstance(place.term, model.Contents) and self.resolver.is_ordered(place.term):
            piece = model.TopPiece(degree == "top", place.term.base, place.term.owner)
        else:
            raise scope.item.refuse("which-ones.no-top", node.thing, degree=degree)
        if relative is not None:
            raise scope.item.refuse("wrong-kind.narrowed-top", relative, symbol=symbol, degree=degree)
        return Typed(piece, Kind("piece", self.resolver.piece_name))

    def _sets(self, parts: tuple[nodes.Thing, ...], scope: Scope) -> list[Typed]:
        """Resolve joined things as sets of one kind: pieces, values, or players."""
        pairs = [(part, self.thing(part, scope)) for part in parts]
        has_no_pieces = all(typed.kind.element_kind.base in ("value", "player") for _, typed in pairs)
        if not has_no_pieces or all(self.piece_of_value(typed) is not None for _, typed in pairs):
            kind = Kind("pieces", self.resolver.piece_name)
            return [Typed(self.as_pieces(typed, scope, part.span), kind) for part, typed in pairs]
        element_kind = pairs[0][1].kind.element_kind
        for part, typed in pairs:
            if typed.kind.element_kind != element_kind:
                raise self.wrong_kind(scope, part.span, kind_in_words(element_kind.many), typed.kind)
        return [typed if typed.kind.is_set else Typed(model.Lone(typed.term), element_kind.many) for _, typed in pairs]

    def _resolve_sum(self, node: nodes.Arithmetic | nodes.Remainder, scope: Scope) -> Typed:
        """Resolve a sum, a difference, a product, a quotient or a remainder."""
        sign = node.sign.text if isinstance(node, nodes.Arithmetic) else "remainder"
        if isinstance(node.left, nodes.Filtered) and _ends_in_number(node.left.relative):
            raise scope.item.refuse("wrong-kind.sum-after-that", node, sign=sign)
        left, right = self.number(node.left, scope), self.number(node.right, scope)
        if sign in ("divided by", "remainder"):
            if isinstance(right, model.Int) and right.value < 1:
                raise scope.item.refuse("out-of-bounds.divisor", node.right)
            if not isinstance(right, model.Int):
                right = model.Divisor(right, scope.item.origin(node.span))
        return Typed(model.Arithmetic(sign, left, right), NUMBER)

    def _resolve_negative(self, node: nodes.Negated, scope: Scope) -> Typed:
        """Resolve `minus 3` and `minus his stake`."""
        if isinstance(node.thing, nodes.Figure_):
            return Typed(model.Int(number_of(node)), NUMBER)
        if node.sign.text == "plus":
            raise scope.item.refuse("wrong-kind.plus", node.sign)
        return Typed(model.Arithmetic("minus", model.Int(0), self.number(node.thing, scope)), NUMBER)

    # ------------------------------------------------------------------------------------------ boards, rings and sites

    def _resolve_distance(self, node: nodes.FromTo, scope: Scope) -> Typed:
        """Resolve `the distance from SQUARE to SQUARE` and `the direction from SQUARE to SQUARE`."""
        start, end, kind = self._two_values(node.start, node.end, scope)
        if "distance" in node.what.text:
            return Typed(model.Paired("distance", self.resolver.shape_of(kind), start, end, NUMBER), NUMBER)
        way = Kind("value", DIRECTION)
        return Typed(model.Paired("direction", self._shape_of_board(kind, node.span, scope), start, end, way), way)

    def _resolve_squares_between(self, node: nodes.Among, scope: Scope) -> Typed:
        """Resolve `the squares between SQUARE and SQUARE`."""
        start, end, kind = self._two_values(node.start, node.end, scope)
        symbol, is_plural = self.names.look_up(scope.item, node.name)
        if (symbol.category, symbol.name, is_plural) != ("kind", kind.name, True):
            raise scope.item.refuse("wrong-kind.between", node.name, kind=kind)
        shape = self.resolver.shape_of(kind)
        if shape.is_ring:
            raise scope.item.refuse("wrong-kind.between-in-ring", node)
        return Typed(model.Paired("between", shape, start, end, kind.many), kind.many)

    def _resolve_step(self, node: nodes.Step, scope: Scope) -> Typed:
        """Resolve `the square 3 steps after SQUARE`."""
        kind = self._resolve_kind(node.name, scope)
        value = self._resolve_of_kind(node.thing, kind, scope)
        if self.resolver.root_of(kind) == "player":
            raise scope.item.refuse("wrong-kind.next-only", node, kind=kind, link=node.link)
        step, steps = 1 if node.link.text == "after" else -1, self.number(node.steps, scope)
        shape = self.resolver.shape_of(kind)
        self.names.reached.add(kind.name)
        return Typed(model.Next(value, step, shape.size, steps, shape.is_ring), kind)

    def _resolve_square_beyond(self, node: nodes.Beyond, scope: Scope) -> Typed:
        """Resolve `the square 1 step to DIRECTION from SQUARE`: single steps, each from the previous square."""
        kind, way = self._resolve_kind(node.name, scope), Kind("value", DIRECTION)
        shape = self._shape_of_board(kind, node.span, scope)
        try:
            heading = self._resolve_of_kind(node.direction, way, scope)
        except PhraseRefused as refusal:
            if refusal.problem.code == "unknown-name":
                refusal.problem = refusal.problem._replace(remedies=(f"Name a direction: {either([*DIRECTIONS])}.",))
            raise
        term = self._resolve_of_kind(node.thing, kind, scope)
        most = max(shape.columns, shape.rows)
        steps = int(node.steps.number.text) if isinstance(node.steps, nodes.Figure_) else 0
        if not 1 <= steps < most:
            raise scope.item.refuse("out-of-bounds.steps", node.steps, most=most - 1)
        for _ in range(steps):
            term = model.Paired("step", shape, term, heading, kind)
        return Typed(term, kind)

    def _resolve_kind(self, word: Word, scope: Scope) -> Kind:
        symbol = self.names.look_up_one(scope.item, word)
        if symbol.category != "kind":
            raise scope.item.refuse("wrong-kind.no-row", word)
        return Kind("value", symbol.name)

    def _contents_of_places(self, owners: Typed, place: model.PlaceDeclaration, scope: Scope) -> Typed:
        """Resolve `the hands of (players that are out)`: the contents of all their places."""
        count = None if place.owner == PLAYER else place.owners
        piece, owner = scope.frame.slot(), scope.frame.slot()
        kind = Kind("piece", self.resolver.piece_name)
        contents = model.Contents(place.base, model.Slot(owner, owners.kind.element_kind))
        is_theirs = model.Quantified("some", owners.term, owner, model.In(model.Slot(piece, kind), contents))
        return Typed(model.Filter(model.AllContents(place.base, count), piece, is_theirs), kind.many)

    def _resolve_of_kind(self, node: nodes.Thing, kind: Kind, scope: Scope) -> model.Thing:
        """Resolve a phrase that must denote a thing of a kind, or none."""
        typed = self.thing(node, scope)
        if typed.kind not in (kind, NONE):
            raise self.wrong_kind(scope, node.span, kind_in_words(kind), typed.kind)
        return typed.term

    def _two_values(self, start: nodes.Thing, end: nodes.Thing, scope: Scope) -> tuple[model.Thing, model.Thing, Kind]:
        """Resolve two values of one kind, and mark the kind as used."""
        first, other = self.thing(start, scope), self.thing(end, scope)
        kind = other.kind if first.kind == NONE else first.kind
        if kind.base != "value" or self.resolver.root_of(kind) == "player":
            raise self.wrong_kind(scope, start.span, "a square or another value", first.kind)
        if other.kind not in (kind, NONE):
            raise self.wrong_kind(scope, end.span, kind_in_words(kind), other.kind)
        self.names.used.add(kind.name)
        return first.term, other.term, kind

    def _shape_of_board(self, kind: Kind, span: Span, scope: Scope) -> Shape:
        """Return the shape of a board; refuse any other kind."""
        shape = self.resolver.boards.get(kind.name)
        if shape is None or shape.is_ring:
            raise scope.item.refuse("wrong-kind.no-board", span, kind=kind)
        return shape

    def _value_at(self, owner: Typed, symbol: NameMeaning) -> Typed | None:
        """Resolve `its square`: the value in whose place a piece lies; None if values of this kind have no places."""
        owner = self.as_piece(owner)
        if owner.kind.base != "piece" or symbol.category != "kind":
            return None
        kind = Kind("value", symbol.name)
        bases = tuple(place.base for place in self.resolver.places if place.owner == kind)
        return Typed(model.Where(owner.term, bases, kind), kind) if bases else None

    def _same_site(self, owner: Typed, symbol: NameMeaning) -> Typed | None:
        """Resolve the site of an owner, or the owner of a site: both have the same number."""
        if symbol.category not in ("player", "kind") or owner.kind.base not in ("player", "value"):
            return None
        kind = PLAYER if symbol.category == "player" else Kind("value", symbol.name)
        root = self.resolver.root_of
        is_site = owner.kind.name in self.resolver.sites or symbol.name in self.resolver.sites
        if not is_site or kind == owner.kind or root(kind) != root(owner.kind):
            return None
        return Typed(owner.term, kind)

    # ------------------------------------------------------------------------------------------------------ conditions

    def condition(self, node: nodes.Condition | None, scope: Scope) -> model.Condition:
        """Resolve a condition; without one, return the condition that always holds."""
        match node:
            case None:
                return model.Always()
            case nodes.And_(_, left, right):
                return model.And(self.condition(left, scope), self.condition(right, scope))
            case nodes.Or_(_, left, right):
                return model.Or(self.condition(left, scope), self.condition(right, scope))
            case nodes.Not_(_, inner):
                return model.Not(self.condition(inner, scope))
            case nodes.Every(_, things, predicate):
                span = things.name.span
                return self._resolve_quantifier(
                    things, lambda it, inner: self.predication(it, predicate, span, inner), scope
                )
            case nodes.Says():
                self._refuse_unknown_state(node, scope)
                return self.predication(self.thing(node.thing, scope), node.predicate, node.thing.span, scope)
        raise AssertionError(node)

    def _resolve_quantifier(
        self, node: nodes.Quantified, predicate: Callable[[Typed, Scope], model.Condition], scope: Scope
    ) -> model.Condition:
        """Resolve a quantified condition: about every, some, no, or a number of things."""
        things = self._resolve_range(node, scope)
        slot = scope.frame.slot()
        member = in_slot(slot, things.kind.element_kind)
        term = things.term
        if node.relative is not None:
            term = model.Filter(term, slot, self.restriction(node.relative, member, scope.with_it(member)))
        subject = referent = member
        if isinstance(node.whole, nodes.OfEach):
            subject = self.possession_of(member, node.whole.name, scope)
        elif node.whole is None and (symbol := self.names.peek(node.name.text)) and symbol.category == "place":
            subject = referent = self.term_of_place(symbol.data, member.term)
        condition = predicate(subject, scope.with_each(referent))
        if isinstance(node.quantity, Word):
            return model.Quantified(node.quantity.text, term, slot, condition)
        relation, number = node.quantity.relation, model.Int(int(node.quantity.number.text))
        words = "equal" if isinstance(relation, Word) else _relation_name(relation)
        return model.Compare(words, model.Count(model.Filter(term, slot, condition)), number)

    def _resolve_range(self, node: nodes.Quantified, scope: Scope) -> Typed:
        """Resolve the range of `every`, `some` or `no`."""
        word = node.name
        if isinstance(node.quantity, nodes.Numeral):
            word = Word(self._check_number(word, int(node.quantity.number.text) != 1, scope).name, word.span)
        if isinstance(node.whole, nodes.Thing):
            return self.members_of_noun(word, self.thing(node.whole, scope), node.whole.span, scope)
        things = self.all_of_kind(word, scope)
        if things is not None:
            return things
        symbol, _ = self.names.look_up(scope.item, word)
        if symbol.category == "place" and symbol.data.owner is not None:
            owner: Kind = symbol.data.owner
            return Typed(self.resolver.all_things(owner), owner.many)
        raise scope.item.refuse("wrong-kind.not-several", node.name, piece=self.resolver.piece_name, about=symbol)

    def members_of_noun(self, word: Word, whole: Typed, span: Span, scope: Scope) -> Typed:
        """Resolve the members of a set that a noun names: pieces, players, values, or a player's groups."""
        symbol, _ = self.names.look_up(scope.item, word)
        if symbol.category == "group" and whole.kind == PLAYER:
            return Typed(model.Groups(symbol.name, whole.term), Kind("groups", symbol.name))
        if whole.kind.base not in ("players", "values") or symbol.category not in ("player", "kind", "predicate"):
            return self.members(word, whole, span, scope)
        kind = symbol.data if symbol.category == "predicate" else self.all_of(symbol).kind.element_kind
        if kind != whole.kind.element_kind:
            raise self.wrong_kind(scope, span, kind_in_words(kind.many), whole.kind)
        return self._with_property(whole, symbol, scope) if symbol.category == "predicate" else whole

    def predication(self, subject: Typed, predicate: nodes.VerbPhrase, span: Span, scope: Scope) -> model.Condition:
        """Resolve the predicate of a subject."""
        match predicate:
            case nodes.Is_():
                if subject.kind.is_set and (word := self._property_word(predicate.complement)) is not None:
                    return self._holds_of_each(subject, predicate, word, span, scope)
                term = self._resolve_complement(subject, predicate.complement, span, scope)
                return model.Not(term) if predicate.negation is not None else term
            case nodes.Same():
                word, known = predicate.name, [*self.resolver.pieces.attributes]
                symbol, is_plural = self.names.look_up(scope.item, word)
                if symbol.name not in known or is_plural:
                    piece, known = self.resolver.piece_name, known or ["what it has"]
                    raise scope.item.refuse("wrong-kind.attribute", word, piece=piece, attributes=known, about=symbol)
                return model.Alike(symbol.name, self.as_pieces(subject, scope, span))
            case nodes.Runs():
                order, attribute = self._resolve_run(predicate.order, scope)
                return model.Runs(order, attribute, self.as_pieces(subject, scope, span))
            case nodes.Relates():
                return self._resolve_relation(subject, predicate, span, scope)
            case nodes.Has():
                return self._resolve_has(subject, predicate.amount, span, scope)
        raise AssertionError(predicate)

    def _resolve_relation(self, subject: Typed, node: nodes.Relates, span: Span, scope: Scope) -> model.Condition:
        """Resolve `the card fits the column`; for several things, the relation must hold for each."""
        symbol = self.names.relation(node.verb.text)
        if symbol is None:
            other_meaning = self.names.peek(node.verb.text)
            relations = [relation.name for relation in self.names.all() if relation.category == "relation"]
            self.names.meant.update(relations)
            key = "unknown-name.relation" if other_meaning is None else "unknown-name.no-relation"
            remedy = suggestion(relations, "Introduce it:   a … fits a … if ….")
            raise scope.item.refuse(key, node.verb, remedy, symbol=other_meaning)
        kind, other = symbol.data

        def relation_condition(thing: Typed) -> model.Condition:
            """Return the condition that each of the subjects has the relation to each of some things."""

            def relates_to_each(left: model.Thing) -> model.Condition:
                holds = partial(model.Holds, symbol.name, left)
                return self._condition_on_each(thing, other, node.thing.span, scope, holds)

            return self._condition_on_each(subject, kind, span, scope, relates_to_each)

        if isinstance(node.thing, nodes.Quantified):
            return self._resolve_quantifier(node.thing, lambda member, _: relation_condition(member), scope)
        return relation_condition(self.thing(node.thing, scope))

    def _condition_on_each(
        self, typed: Typed, kind: Kind, span: Span, scope: Scope, predicate: Callable[[model.Thing], model.Condition]
    ) -> model.Condition:
        """Return a condition on one thing of a kind, or on each of several."""
        if typed.kind.is_set and typed.kind.element_kind == kind:
            slot = scope.frame.slot()
            return model.Quantified("every", typed.term, slot, predicate(model.Slot(slot, kind)))
        typed = typed if typed.kind == kind else self.as_piece(typed)
        if typed.kind not in (kind, NONE):
            raise self.wrong_kind(scope, span, kind_in_words(kind), typed.kind)
        return predicate(typed.term)

    def _check_number(self, word: Word, several: bool, scope: Scope) -> NameMeaning:
        """Return the meaning of a word; refuse a singular for several things, and a plural for one."""
        symbol, is_plural = self.names.look_up(scope.item, word)
        if is_plural != several:
            noun = plural(symbol.name) if several else symbol.name
            raise scope.item.refuse("wrong-number.disagrees", word, wanted=noun)
        return symbol

    def _resolve_run(self, node: nodes.Thing, scope: Scope) -> tuple[tuple[int, ...], str]:
        """Return the values of an order that a phrase names, and their kind."""
        if not isinstance(node, nodes.Name):
            raise scope.item.refuse("wrong-kind.run-order", node)
        symbol, is_plural = self.names.look_up(scope.item, node.name)
        if symbol.category != "order" or is_plural:
            raise scope.item.refuse("wrong-kind.no-order", node, name=node.name, symbol=symbol)
        return tuple(symbol.data[1]), symbol.data[0]

    def _resolve_complement(self, subject: Typed, node: nodes.Complement, span: Span, scope: Scope) -> model.Condition:
        """Resolve `is` with a complement: a name, a place, a list, or another thing."""
        if isinstance(node, nodes.AName):
            return self._resolve_is_a(subject, node.name, span, scope)
        if isinstance(node, nodes.Inside):
            things = self.thing(node.thing, scope)
            if subject.kind.base in ("value", "player") and things.kind == subject.kind.many:
                return model.In(subject.term, things.term)
            subject = self.as_piece(subject)
            if subject.kind.base != "piece":
                noun = (
                    kind_in_words(things.kind.element_kind) if things.kind.is_set else a_name(self.resolver.piece_name)
                )
                raise self.wrong_kind(scope, span, noun, subject.kind)
            return model.In(subject.term, self.as_pieces(things, scope, node.thing.span))
        if isinstance(node, nodes.OneOfNames):
            return model.OneOf(subject.term, tuple(self.value(word, subject.kind, scope) for word in node.names))
        if isinstance(node, nodes.Compared):
            return self._resolve_comparison(subject, node, span, scope)
        if isinstance(node, nodes.Empty):
            if subject.kind.base in ("players", "groups", "values"):
                return model.Empty(subject.term)
            return model.Empty(self.as_pieces(subject, scope, span))
        if isinstance(node, nodes.Between):
            return self._resolve_between(subject, node, span, scope)
        if isinstance(node, nodes.Name) and node.name.text not in scope.locals:
            if self.names.find(node.name.text) is None and subject.kind.base in ("player", "piece", "value"):
                kind = kind_in_words(subject.kind)
                raise self.names.unknown_as("unknown-name.property", scope.item, node.name, kind=kind)
            symbol, _ = self.names.look_up(scope.item, node.name, tuple(scope.locals))
            if symbol.category in ("state", "predicate"):
                return self._resolve_is_a(subject, node.name, span, scope)
        if subject.kind.base == "piece" and (alike := self.alike_pieces(node)):
            # The subject is like these pieces if it has all the values of the first.
            tests: list[model.Condition] = [
                model.Same(model.Attribute(kind, subject.term), model.Const(value, Kind("value", kind)))
                for kind, table in self.resolver.pieces.attributes.items()
                if (value := table[alike[0]]) is not None
            ]
            return reduce(model.And, tests)
        return self._resolve_equality(subject, self.thing(node, scope), node.span, scope)

    def _property_word(self, node: object) -> Word | None:
        """Return the word of a complement if it names a property, state or sort, which members of a set can have."""
        if not isinstance(node, nodes.AName | nodes.Name):
            return None
        symbol = self.names.peek(node.name.text)
        return node.name if symbol is not None and symbol.category in ("predicate", "state", "sort") else None

    def _holds_of_each(
        self, subject: Typed, predicate: nodes.Is_, word: Word, span: Span, scope: Scope
    ) -> model.Condition:
        """Resolve `its cards are hearts` as a condition on each of them."""
        symbol, is_plural = self.names.look_up(scope.item, word)
        if predicate.negation is not None:
            raise scope.item.refuse("wrong-kind.denial", span, word=word, symbol=symbol)
        if isinstance(predicate.complement, nodes.AName) or (symbol.category == "sort" and not is_plural):
            raise scope.item.refuse("wrong-number.spoken-of-several", word, symbol=symbol)
        slot = scope.frame.slot()
        member = in_slot(slot, subject.kind.element_kind)
        single = Word(symbol.name, word.span)
        return model.Quantified("every", subject.term, slot, self._resolve_is_a(member, single, span, scope))

    def _resolve_is_a(self, subject: Typed, word: Word, span: Span, scope: Scope) -> model.Condition:
        """Resolve a property, a state or a sort; the kind of the subject itself is true of it unless it is none."""
        symbol = self.names.look_up_one(scope.item, word)
        if symbol.category == "state" or (symbol.category == "predicate" and symbol.data.base == "piece"):
            subject = self.as_piece(subject)
        if symbol.category == "state" and not isinstance(symbol.data, int) and subject.kind == symbol.data[0].owner:
            variable, number = symbol.data
            state = model.Load(variable.base, subject.term, variable.kind)
            is_stored = model.Same(state, model.Const(number, variable.kind))
            if number:
                return is_stored
            # Initially nothing is stored, which means the state named first.
            return model.And(model.Not(model.IsNone(subject.term)), model.Or(model.IsNone(state), is_stored))
        if symbol.category == "state" and isinstance(symbol.data, int) and subject.kind.base == "piece":
            return model.HasState(subject.term, symbol.data)
        if symbol.category == "predicate" and symbol.data == subject.kind:
            return model.Holds(symbol.name, subject.term)
        if symbol.category == "sort" and subject.kind == Kind("group", symbol.data[0]):
            return model.IsSort(subject.term, symbol.data[1])
        base = {"kind": "value"}.get(symbol.category, symbol.category)
        if symbol.category in ("player", "piece", "group", "kind") and subject.kind in (Kind(base, symbol.name), NONE):
            return model.Not(model.IsNone(subject.term))
        remedy = "Use another name."
        if symbol.category == "predicate":
            remedy = f"It can describe only {a_name(symbol.data.name)}."
        elif symbol.category == "value":
            remedy = f"Say it of the {symbol.data[0]}:   … whose {symbol.data[0]} is {symbol.name}"
        raise scope.item.refuse("wrong-kind.cannot-be-said", word, remedy, subject=subject, about=symbol)

    def value(self, word: Word, kind: Kind, scope: Scope) -> int:
        """Resolve the name of a value of a kind; return its number."""
        symbol, is_plural = self.names.look_up(scope.item, word)
        if symbol.category != "value" or symbol.data[0] != kind.name or is_plural:
            values = self.resolver.values.get(kind.name)
            remedy = "Name a value of that kind." if values is None else f"Its values are {', '.join(values.values)}."
            raise scope.item.refuse("wrong-kind.value", word, remedy, kind=kind, about=symbol)
        return int(symbol.data[1])

    def _resolve_comparison(self, subject: Typed, node: nodes.Compared, span: Span, scope: Scope) -> model.Condition:
        """Resolve the comparison of two numbers, or of two things that rank."""
        name = _relation_name(node.relation)
        other = self.thing(node.thing, scope)
        if name in ("better", "worse", "as good"):
            if subject.kind == NUMBER:
                raise scope.item.refuse("wrong-kind.number-ranks", span, name=name)
            if subject.kind.base not in ("group", "piece"):
                raise self.wrong_kind(scope, span, "a piece or a group", subject.kind)
            if subject.kind != other.kind:
                raise self.wrong_kind(scope, node.thing.span, kind_in_words(subject.kind), other.kind)
            self.require_ranking(subject.kind, span, scope)
            return model.Ranks(name, subject.kind, subject.term, other.term)
        for typed, place in ((subject, span), (other, node.thing.span)):
            if typed.kind != NUMBER:
                raise self.wrong_kind(scope, place, "a number", typed.kind)
        return model.Compare(name, subject.term, other.term)

    def _resolve_between(self, subject: Typed, node: nodes.Between, span: Span, scope: Scope) -> model.Condition:
        """Resolve `is between cards of his Line`, for a group whose pieces run in one order."""
        self.resolver.require_piece_name(scope.item, node.name, several=True)
        group = self.thing(node.thing, scope)
        sorts = [item.statement.name.text for item in self.resolver.sorts.get(group.kind.name, ())]
        # Take the sort that is being defined, or otherwise all sorts that are runs; they must share one order.
        sorts_that_run = [sort for sort in sorts if sort in self.resolver.runs and scope.sort in ("", sort)]
        orders = {self.resolver.runs[sort] for sort in sorts_that_run}
        if not sorts_that_run and scope.sort in self.resolver.failed:
            raise self.resolver.consequent_problem(scope.item)
        if group.kind.base == "group" and len(orders) > 1:
            raise scope.item.refuse("wrong-kind.between-orders", node, kind=group.kind, running=sorts_that_run)
        if group.kind.base != "group" or not orders or subject.kind.base != "piece":
            raise scope.item.refuse("wrong-kind.between-unordered", node, piece=self.resolver.piece_name)
        (order, attribute), numbers = orders.pop(), tuple(map(sorts.index, sorts_that_run))
        return model.Between(subject.term, group.term, order, attribute, numbers)

    def _resolve_equality(self, subject: Typed, other: Typed, span: Span, scope: Scope) -> model.Condition:
        """Resolve `is` between two things, or two sets."""
        if other.kind == NONE:
            return model.Empty(subject.term) if subject.kind.is_set else model.IsNone(subject.term)
        if subject.kind.base == "piece":
            other = self.as_piece(other)
        elif other.kind.base == "piece":
            subject = self.as_piece(subject)
        is_set = subject.kind.is_set or other.kind.is_set
        if is_set and subject.kind.element_kind == other.kind.element_kind and subject.kind.base in ("piece", "pieces"):
            return model.SameSet(self.as_pieces(subject, scope, span), self.as_pieces(other, scope, span))
        if subject.kind != other.kind:
            raise self.wrong_kind(scope, span, kind_in_words(subject.kind), other.kind)
        if subject.kind == NUMBER:
            return model.Compare("equal", subject.term, other.term)
        return (model.SameSet if is_set else model.Same)(subject.term, other.term)

    def _resolve_has(self, subject: Typed, amount: nodes.Amount, span: Span, scope: Scope) -> model.Condition:
        """Resolve `has a Line`, `has no cards` and `has at least 2 cards`."""
        is_none = isinstance(amount, nodes.HasCount) and amount.number.text == "no"
        if isinstance(amount, nodes.AName) and subject.kind not in (PLAYER, NONE):
            return model.Not(model.Empty(self._things_to_count(subject, amount.name, False, span, scope)))
        if isinstance(amount, nodes.AName) or (subject.kind == PLAYER and is_none):
            symbol = self.names.look_up_one(scope.item, amount.name)
            if symbol.category not in ("group", "sort"):
                raise scope.item.refuse("wrong-kind.cannot-have", amount.name, about=symbol)
            has: model.Condition = model.Not(model.IsNone(model.BestGroup(symbol.name, subject.term)))
            if symbol.category == "sort":
                has = model.HasSort(symbol.data[0], subject.term, symbol.data[1])
            return model.Not(has) if is_none else has
        relation = _relation_name(amount.relation)
        if isinstance(amount, nodes.HasCount):
            number = 0 if is_none else int(amount.number.text)
            things = self._things_to_count(subject, amount.name, number != 1, span, scope)
            return model.Empty(things) if is_none else model.Compare(relation, model.Count(things), model.Int(number))
        own = self._things_to_count(subject, amount.name, True, span, scope)
        other = self._things_to_count(self.thing(amount.thing, scope), amount.name, True, amount.thing.span, scope)
        return model.Compare(relation, model.Count(own), model.Count(other))

    def _things_to_count(self, whole: Typed, word: Word, several: bool, span: Span, scope: Scope) -> model.Thing:
        """Resolve the things of a noun that a whole has, for a comparison of their number."""
        self._check_number(word, several, scope)
        return self.members_of_noun(word, whole, span, scope).term


def _ends_in_number(relative: nodes.Relative) -> bool:
    """Return whether a relative clause ends in a number, so that a sum after it would be ambiguous."""
    last = relative.right if isinstance(relative, nodes.BothRel) else relative
    assert isinstance(last, nodes.That | nodes.Whose)
    complement = last.predicate.complement if isinstance(last.predicate, nodes.Is_) else None
    return isinstance(complement, nodes.Compared | nodes.Figure_ | nodes.Negated)


def _relation_name(words: tuple[Word, ...] | None) -> str:
    """Return the model's name for a relation in words: `at least`, `more`, `better`, `equal`, …."""
    phrase = " ".join(word.text for word in words or ())
    names = {"": "equal", "as many": "equal", "as good as": "as good", "less than": "fewer"}
    return names.get(phrase, phrase.removesuffix(" than"))


PHRASES: dict[type, Callable[..., Typed]] = {
    nodes.FromTo: PhraseResolver._resolve_distance,
    nodes.Among: PhraseResolver._resolve_squares_between,
    nodes.Step: PhraseResolver._resolve_step,
    nodes.Beyond: PhraseResolver._resolve_square_beyond,
    nodes.Joined: PhraseResolver._resolve_union,
    nodes.Several: PhraseResolver._resolve_union,
    nodes.Arithmetic: PhraseResolver._resolve_sum,
    nodes.Remainder: PhraseResolver._resolve_sum,
    nodes.Negated: PhraseResolver._resolve_negative,
    nodes.Figure_: lambda self, node, scope: Typed(model.Int(int(node.number.text)), NUMBER),
    nodes.Name: PhraseResolver._resolve_name,
    nodes.Other: PhraseResolver._resolve_other,
    nodes.Numbered: PhraseResolver._resolve_number,
    nodes.Pronoun: lambda self, node, scope: antecedent(node.word, scope),
    nodes.His: lambda self, node, scope: self.possession_of(antecedent(node.word, scope), node.name, scope),
    nodes.Possessed: lambda self, node, scope: self.possession_of(self.thing(node.owner, scope), node.name, scope),
    nodes.Grouped: lambda self, node, scope: self.thing(node.thing, scope),
    nodes.None_: lambda self, node, scope: Typed(model.Nothing(), NONE),
    nodes.Linked: PhraseResolver._resolve_link,
    nodes.Counted: PhraseResolver._resolve_count,
    nodes.SortOf: PhraseResolver._resolve_sort_of,
    nodes.Superlative: PhraseResolver._resolve_extreme,
    nodes.BestFew: PhraseResolver._resolve_best_few,
    nodes.Champion: PhraseResolver._resolve_champion,
    nodes.HeightOf: PhraseResolver._resolve_height,
    nodes.Filtered: PhraseResolver._resolve_filter,
}
"""The method that resolves each class of phrases."""
