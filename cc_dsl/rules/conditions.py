"""Resolve conditions: statements about things, and about every, some or no thing.

`every player has a meld` becomes `Quantified("every", AllPlayers(), 1, Not(IsNone(BestGroup("meld", Slot(1)))))`: the
slot holds one player after another.
"""

from __future__ import annotations

from cc_dsl.rules import model
from cc_dsl.rules.kinds import NONE, NUMBER, PLAYER, Kind, a_name, plural, shown
from cc_dsl.rules.resolving import PhraseResolver
from cc_dsl.rules.scope import Scope, Typed, in_slot
from cc_dsl.rules.sites import in_further_state
from cc_dsl.rules.symbols import PhraseRefused, a_what, either, introduced
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.nodes import Word


class Conditions:
    """Resolves the conditions of one edition."""

    def __init__(self, phrases: PhraseResolver) -> None:
        """Share the phrases that conditions are made of."""
        self.phrases = phrases
        self.names = phrases.names
        self.resolver = phrases.resolver

    def condition(self, node: nodes.Condition, scope: Scope) -> model.Condition:
        """Resolve a condition."""
        if isinstance(node, nodes.And_):
            return model.And(self.condition(node.left, scope), self.condition(node.right, scope))
        if isinstance(node, nodes.Or_):
            return model.Or(self.condition(node.left, scope), self.condition(node.right, scope))
        if isinstance(node, nodes.Not_):
            return model.Not(self.condition(node.condition, scope))
        if isinstance(node, nodes.Every):
            return self._every(node, scope)
        if isinstance(node, nodes.ThereIs):
            return self._there_is(node, scope)
        return self.says(self.phrases.thing(node.thing, scope), node.predicate, node.thing.span, scope)

    def _every(self, node: nodes.Every, scope: Scope) -> model.Condition:
        things, one = self._each(node.name, scope)
        if node.relative is not None:
            fitting = self.phrases.relative(node.relative, one[1], scope.with_it(one[1]))
            things = Typed(model.Filter(things.term, one[0], fitting), things.kind)
        inner = scope.with_each(one[1])
        condition = self.says(one[1], node.predicate, node.name.span, inner)
        return model.Quantified(node.quantity.text, things.term, one[0], condition)

    def _each(self, word: Word, scope: Scope) -> tuple[Typed, tuple[int, Typed]]:
        """Resolve what `every`, `some` or `no` ranges over, and the one of them that is spoken of."""
        things = self.phrases.several(word, scope)
        slot = scope.frame.slot()
        if things is not None:
            return things, (slot, in_slot(slot, things.kind.one))
        symbol, _ = self.names.look_up(scope.item, word)
        if symbol.what == "place" and symbol.data.owner is not None:
            owner: Kind = symbol.data.owner
            whole = model.AllPlayers() if owner == PLAYER else model.AllValues(owner.name)
            self.names.reached.add(owner.name)
            return Typed(whole, owner.many), (slot, self.phrases.in_place(symbol.data, model.Slot(slot, owner)))
        raise scope.item.refuse(
            "wrong-kind",
            f"“{word.text}” names {a_what(symbol)}; there are not several of it to speak of.",
            word.span,
            f"Speak of every player, of every {self.resolver.piece_name}, of every value of a kind, or of a place "
            "that each of them has.",
            labels=introduced(symbol),
        )

    def _there_is(self, node: nodes.ThereIs, scope: Scope) -> model.Condition:
        things, (slot, one) = self._each(node.name, scope)
        return model.Quantified(
            "some", things.term, slot, self.phrases.relative(node.relative, one, scope.with_it(one))
        )

    def says(self, subject: Typed, predicate: nodes.VerbPhrase, span: Span, scope: Scope) -> model.Condition:
        """Resolve the predicate of a subject."""
        if isinstance(predicate, nodes.Is_):
            if subject.kind.is_set and (word := self._said_of_each(predicate.complement)) is not None:
                return self._each_is(subject, predicate, word, span, scope)
            term = self._is(subject, predicate.complement, span, scope)
            return model.Not(term) if predicate.negation is not None else term
        if isinstance(predicate, nodes.Same):
            symbol = self._attribute(predicate.name, scope)
            return model.Alike(symbol, self.phrases.as_pieces(subject, scope, span))
        if isinstance(predicate, nodes.Runs):
            order, attribute = self._run(predicate.order, scope)
            return model.Runs(order, attribute, self.phrases.as_pieces(subject, scope, span))
        if isinstance(predicate, nodes.Relates):
            return self._relates(subject, predicate, span, scope)
        return self._has(subject, predicate.amount, span, scope)

    def _relates(self, subject: Typed, node: nodes.Relates, span: Span, scope: Scope) -> model.Condition:
        """Resolve `the card fits the column`; of several things it is said of each."""
        symbol = self.names.relation(node.verb.text)
        if symbol is None:
            raise self._no_relation(node.verb, scope)
        kind, other = symbol.data
        thing = self.phrases.thing(node.thing, scope)
        if subject.kind.is_set and subject.kind.one == kind:
            slot = scope.frame.slot()
            related = self._related(symbol.name, in_slot(slot, kind), thing, other, node, scope)
            return model.Quantified("every", subject.term, slot, related)
        subject = subject if subject.kind == kind else self.phrases.as_piece(subject)
        if subject.kind not in (kind, NONE):
            raise self.phrases.wrong_kind(scope, span, shown(kind), subject.kind)
        return self._related(symbol.name, subject, thing, other, node, scope)

    def _related(
        self, name: str, subject: Typed, thing: Typed, other: Kind, node: nodes.Relates, scope: Scope
    ) -> model.Condition:
        """Return that one thing is related to another; to several, that it is to each."""
        if thing.kind.is_set and thing.kind.one == other:
            slot = scope.frame.slot()
            return model.Quantified("every", thing.term, slot, model.Holds(name, subject.term, model.Slot(slot, other)))
        thing = thing if thing.kind == other else self.phrases.as_piece(thing)
        if thing.kind not in (other, NONE):
            raise self.phrases.wrong_kind(scope, node.thing.span, shown(other), thing.kind)
        return model.Holds(name, subject.term, thing.term)

    def _no_relation(self, verb: Word, scope: Scope) -> PhraseRefused:
        found = self.names.peek(verb.text)
        named = f"“{verb.text}” names {a_what(found)}, and no relation." if found is not None else ""
        sentence = named or f"“{verb.text}” is no relation of these rules."
        known = [one.name for one in self.names.all() if one.what == "relation"]
        self.names.meant.update(known)
        remedy = f"Do you mean {either(known)}?" if known else "Introduce it:   a … fits a … if …."
        return scope.item.refuse("unknown-name", sentence, verb.span, remedy)

    def _attribute(self, word: Word, scope: Scope) -> str:
        symbol, is_plural = self.names.look_up(scope.item, word)
        if symbol.name not in self.resolver.attributes or is_plural:
            raise scope.item.refuse(
                "wrong-kind",
                f"By its nature {a_name(self.resolver.piece_name)} has no “{word.text}”.",
                word.span,
                f"Write {either(list(self.resolver.attributes) or ['what it has'])}.",
                labels=introduced(symbol),
            )
        return symbol.name

    def _run(self, node: nodes.Thing, scope: Scope) -> tuple[tuple[int, ...], str]:
        if not isinstance(node, nodes.Name):
            sentence = "I expected the name of the order that they run in."
            raise scope.item.refuse("wrong-kind", sentence, node.span, "Introduce it:   … is the order ….")
        symbol, is_plural = self.names.look_up(scope.item, node.name)
        if symbol.what != "order" or is_plural:
            raise scope.item.refuse(
                "wrong-kind",
                f"“{node.name.text}” names {a_what(symbol)}, not an order.",
                node.span,
                "Write:   … is the order …, and name the values, best first.",
            )
        self.resolver.orders_seen.add(symbol.name)
        return tuple(symbol.data[1]), symbol.data[0]

    def _is(self, subject: Typed, node: nodes.Complement, span: Span, scope: Scope) -> model.Condition:
        if isinstance(node, nodes.AName):
            return self._is_a(subject, node.name, span, scope)
        if isinstance(node, nodes.Inside):
            things = self.phrases.thing(node.thing, scope)
            if subject.kind.base in ("value", "player") and things.kind == subject.kind.many:
                return model.In(subject.term, things.term)
            subject = self.phrases.as_piece(subject)
            if subject.kind.base != "piece":
                wanted = shown(things.kind.one) if things.kind.is_set else a_name(self.resolver.piece_name)
                raise self.phrases.wrong_kind(scope, span, wanted, subject.kind)
            return model.In(subject.term, self.phrases.as_pieces(things, scope, node.thing.span))
        if isinstance(node, nodes.OneOfNames):
            return model.OneOf(subject.term, tuple(self._value(word, subject.kind, scope) for word in node.names))
        if isinstance(node, nodes.Compared):
            return self._compared(subject, node, span, scope)
        if isinstance(node, nodes.Empty):
            if subject.kind.base in ("players", "groups", "values"):
                return model.Empty(subject.term)
            return model.Empty(self.phrases.as_pieces(subject, scope, span))
        if isinstance(node, nodes.Between):
            return self._between(subject, node, span, scope)
        if isinstance(node, nodes.Name) and node.name.text not in scope.named:
            symbol, _ = self.names.look_up(scope.item, node.name, tuple(scope.named))
            if symbol.what in ("state", "predicate"):
                return self._is_a(subject, node.name, span, scope)
        return self._equal(subject, self.phrases.thing(node, scope), node.span, scope)

    def _said_of_each(self, node: object) -> Word | None:
        """Return the property, state or sort that a complement names: of a set it is said of each thing in it."""
        if not isinstance(node, nodes.AName | nodes.Name):
            return None
        symbol = self.names.peek(node.name.text)
        return node.name if symbol is not None and symbol.what in ("predicate", "state", "sort") else None

    def _each_is(self, subject: Typed, predicate: nodes.Is_, word: Word, span: Span, scope: Scope) -> model.Condition:
        """Resolve `its cards are hearts`: each of them is one."""
        symbol, is_plural = self.names.look_up(scope.item, word)
        if predicate.negation is not None:
            raise scope.item.refuse(
                "wrong-kind",
                "A denial about several things can mean each of them, or only all together.",
                span,
                f"Write:   not (… are {word.text}), or:   … have no {plural(symbol.name)}.",
            )
        if isinstance(predicate.complement, nodes.AName) or (symbol.what == "sort" and not is_plural):
            sentence = f"“{word.text}” is one; here several are spoken of."
            raise scope.item.refuse("wrong-number", sentence, word.span, f"Write {plural(symbol.name)}.")
        slot = scope.frame.slot()
        one = in_slot(slot, subject.kind.one)
        single = Word(symbol.name, word.span)
        return model.Quantified("every", subject.term, slot, self._is_a(one, single, span, scope))

    def _is_a(self, subject: Typed, word: Word, span: Span, scope: Scope) -> model.Condition:
        symbol, is_plural = self.names.look_up(scope.item, word)
        if is_plural:
            raise self.phrases.wrong_number(word, symbol.name, scope)
        if symbol.what == "state" or (symbol.what == "predicate" and symbol.data.base == "piece"):
            subject = self.phrases.as_piece(subject)
        if symbol.what == "state" and subject.kind.base == "piece":
            if not isinstance(symbol.data, int):
                return in_further_state(subject.term, symbol)
            return model.HasState(subject.term, symbol.data)
        if symbol.what == "predicate" and symbol.data == subject.kind:
            return model.Holds(symbol.name, subject.term)
        if symbol.what == "sort" and subject.kind == Kind("group", symbol.data[0]):
            return model.IsSort(subject.term, symbol.data[1])
        base = {"kind": "value"}.get(symbol.what, symbol.what)
        if symbol.what in ("player", "piece", "group", "kind") and subject.kind in (Kind(base, symbol.name), NONE):
            return model.Not(model.IsNone(subject.term))
        raise scope.item.refuse(
            "wrong-kind",
            f"“{word.text}” names {a_what(symbol)}, and cannot be said of {shown(subject.kind)}.",
            word.span,
            f"Say it of {a_name(symbol.data.name)}." if symbol.what == "predicate" else "Look for another name.",
            labels=introduced(symbol),
        )

    def _value(self, word: Word, kind: Kind, scope: Scope) -> int:
        symbol, is_plural = self.names.look_up(scope.item, word)
        if symbol.what != "value" or symbol.data[0] != kind.name or is_plural:
            raise self.phrases.no_value(word, symbol, kind, scope)
        return int(symbol.data[1])

    def _compared(self, subject: Typed, node: nodes.Compared, span: Span, scope: Scope) -> model.Condition:
        name = _relation(node.relation)
        other = self.phrases.thing(node.thing, scope)
        if name in ("better", "worse", "as good"):
            if subject.kind == NUMBER:
                sentence = f"“{name}” is said of what ranks, and here stands a number."
                raise scope.item.refuse("wrong-kind", sentence, span, "Of numbers say “more than” or “fewer than”.")
            if subject.kind != other.kind or subject.kind.base not in ("group", "piece"):
                raise self.phrases.wrong_kind(scope, node.thing.span, shown(subject.kind), other.kind)
            self.phrases.must_rank(subject.kind, span, scope)
            return model.Ranks(name, subject.kind, subject.term, other.term)
        for typed, place in ((subject, span), (other, node.thing.span)):
            if typed.kind != NUMBER:
                raise self.phrases.wrong_kind(scope, place, "a number", typed.kind)
        return model.Compare(name, subject.term, other.term)

    def _between(self, subject: Typed, node: nodes.Between, span: Span, scope: Scope) -> model.Condition:
        self.resolver.piece_kind(scope.item, node.name, several=True)
        group = self.phrases.thing(node.thing, scope)
        run = self.resolver.run_of(scope.sort) if scope.sort else self._run_of_group(group.kind.name)
        if run is None and scope.sort in self.resolver.failed:
            raise self.resolver.cascade(scope.item)
        if group.kind.base != "group" or run is None or subject.kind.base != "piece":
            raise self._no_run(group.kind, node, scope)
        order, attribute = run
        return model.Between(subject.term, group.term, order, attribute, self._sorts_that_run(group.kind.name, scope))

    def _no_run(self, kind: Kind, node: nodes.Between, scope: Scope) -> PhraseRefused:
        """Make the refusal of `between` where pieces run in no order, or in several."""
        running = [sort for sort in self._sorts_of(kind.name) if self.resolver.run_of(sort) is not None]
        if kind.base == "group" and not scope.sort and len(running) > 1:
            sentence = (
                f"“between” needs one order, and the {plural(kind.name)} run in several: {' and '.join(running)}."
            )
            remedy = f"Say it of one sort, in a sentence about it:   a {running[0]} requires that …."
            return scope.item.refuse("wrong-kind", sentence, node.span, remedy)
        sentence = "“between” speaks of a sort whose pieces run in an order; this one does not say so."
        remedy = f"Say first:   a … is a … whose {plural(self.resolver.piece_name)} run in the …."
        return scope.item.refuse("wrong-kind", sentence, node.span, remedy)

    def _sorts_of(self, group: str) -> list[str]:
        return [item.statement.name.text for item in self.resolver.sorts.get(group, ())]

    def _sorts_that_run(self, group: str, scope: Scope) -> tuple[int, ...]:
        """Return the numbers of the sorts to which `between` can apply: the one named, or all that run."""
        sorts = self._sorts_of(group)
        if scope.sort:
            return (sorts.index(scope.sort),)
        return tuple(place for place, sort in enumerate(sorts) if self.resolver.run_of(sort) is not None)

    def _run_of_group(self, group: str) -> tuple[tuple[int, ...], str] | None:
        """Return the order and attribute in which pieces of a group run, if just one of its sorts says so."""
        runs = {run for sort in self._sorts_of(group) if (run := self.resolver.run_of(sort)) is not None}
        return runs.pop() if len(runs) == 1 else None

    def _equal(self, subject: Typed, other: Typed, span: Span, scope: Scope) -> model.Condition:
        if other.kind == NONE:
            return model.Empty(subject.term) if subject.kind.is_set else model.IsNone(subject.term)
        if subject.kind.base == "piece":
            other = self.phrases.as_piece(other)
        elif other.kind.base == "piece":
            subject = self.phrases.as_piece(subject)
        if subject.kind.is_set or other.kind.is_set:
            if subject.kind.one != other.kind.one:
                raise self.phrases.wrong_kind(scope, span, shown(subject.kind), other.kind)
            if subject.kind.base in ("piece", "pieces"):
                return model.SameSet(
                    self.phrases.as_pieces(subject, scope, span), self.phrases.as_pieces(other, scope, span)
                )
            if subject.kind != other.kind:
                raise self.phrases.wrong_kind(scope, span, shown(subject.kind), other.kind)
            return model.SameSet(subject.term, other.term)
        if subject.kind == NUMBER and other.kind == NUMBER:
            return model.Compare("equal", subject.term, other.term)
        if subject.kind != other.kind:
            raise self.phrases.wrong_kind(scope, span, shown(subject.kind), other.kind)
        return model.Same(subject.term, other.term)

    def _has(self, subject: Typed, amount: nodes.Amount, span: Span, scope: Scope) -> model.Condition:
        if subject.kind == PLAYER and isinstance(amount, nodes.AName | nodes.HasNo):
            term = self._has_group(subject, amount.name, scope)
            return model.Not(term) if isinstance(amount, nodes.HasNo) else term
        if isinstance(amount, nodes.AName):
            return model.Not(model.Empty(self._counted_as(subject, amount.name, False, span, scope)))
        if isinstance(amount, nodes.HasNo):
            return model.Empty(self._counted_as(subject, amount.name, True, span, scope))
        relation = _relation(amount.relation)
        if isinstance(amount, nodes.HasCount):
            number = int(amount.number.text)
            things = self._counted_as(subject, amount.name, number != 1, span, scope)
            return model.Compare(relation, model.Count(things), model.Int(number))
        mine = self._counted_as(subject, amount.name, True, span, scope)
        other = self._counted_as(self.phrases.thing(amount.thing, scope), amount.name, True, amount.thing.span, scope)
        return model.Compare(relation, model.Count(mine), model.Count(other))

    def _has_group(self, subject: Typed, word: Word, scope: Scope) -> model.Condition:
        symbol, is_plural = self.names.look_up(scope.item, word)
        if is_plural:
            raise self.phrases.wrong_number(word, symbol.name, scope)
        if symbol.what == "group":
            return model.Not(model.IsNone(model.BestGroup(symbol.name, subject.term)))
        if symbol.what == "sort":
            return model.HasSort(symbol.data[0], subject.term, symbol.data[1])
        raise scope.item.refuse(
            "wrong-kind",
            f"“{word.text}” names {a_what(symbol)}; a player does not “have” one.",
            word.span,
            "A player has a group or a sort of it; of a place say: his … has …, or: his … is empty.",
            labels=introduced(symbol),
        )

    def _counted_as(self, whole: Typed, word: Word, several: bool, span: Span, scope: Scope) -> model.Thing:
        symbol, is_plural = self.names.look_up(scope.item, word)
        if is_plural != several:
            raise scope.item.refuse(
                "wrong-number",
                f"“{word.text}” does not agree with the number before it.",
                word.span,
                f"Write {plural(symbol.name) if several else symbol.name}.",
            )
        if symbol.what == "group" and whole.kind == PLAYER:
            return model.Groups(symbol.name, whole.term)
        return self.phrases.members(word, whole, span, scope).term


def _relation(words: tuple[Word, ...] | None) -> str:
    """Return the relation that some words say, as the model names it: `at least`, `more`, `better`, `equal`, …."""
    said = " ".join(word.text for word in words or ())
    named = {"": "equal", "as many": "equal", "as good as": "as good", "less than": "fewer"}
    return named.get(said, said.removesuffix(" than"))
