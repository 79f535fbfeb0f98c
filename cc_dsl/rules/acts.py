"""Resolve acts: the statements under a heading, in order, with the names that they give to choices.

`his score grows by his gain.` becomes `Store` of the number `score` for the owner `Slot(0)`, with the sign `+` and one
case: `Apply("gain", Slot(0))`, always.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cc_dsl.diagnostics.problem import nearest
from cc_dsl.rules import model
from cc_dsl.rules.alike import distinct_pieces
from cc_dsl.rules.bounds import maximum_of
from cc_dsl.rules.declare import number_of
from cc_dsl.rules.kinds import NONE, NUMBER, PLAYER, Kind, a_name, kind_in_words, plural
from cc_dsl.rules.phrases import PhraseResolver
from cc_dsl.rules.refusals import suggestion
from cc_dsl.rules.resolver_state import MOST_NUMBERS, MOST_ROUNDS, ResolverState
from cc_dsl.rules.scope import Scope, Typed, in_slot
from cc_dsl.rules.signatures import form_of, is_of_player, key_of, resolve_word
from cc_dsl.rules.symbols import NameMeaning, PhraseRefused
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.nodes import Word
from cc_dsl.trees import replace, walk


class ActResolver:
    """The resolver of the acts of one edition."""

    def __init__(self, resolver: ResolverState, phrases: PhraseResolver) -> None:
        """Share the names and phrases of the resolver."""
        self.resolver = resolver
        self.phrases = phrases
        self.names = phrases.names
        self.before: tuple[model.Act, ...] | None = None
        """The acts that `as before` stands for; None where it is not allowed."""
        self.calls: set[str] = set()
        """The names of the bodies that are called by the acts resolved so far."""

    def acts(self, acts: nodes.Acts, scope: Scope) -> tuple[tuple[model.Act, ...], Scope]:
        """Resolve acts in order; a name that an act gives is known in the acts after it."""
        terms: list[model.Act] = []
        for act in acts:
            try:
                if isinstance(act, nodes.AsBefore):
                    if self.before is None:
                        raise scope.item.refuse("nothing-to-displace.as-before", act)
                    terms.extend(self.before)
                    continue
                term, scope = self.act(act, scope)
            except PhraseRefused as refusal:
                self.resolver.record_refusal(refusal, scope.item)
                if isinstance(act, nodes.Choose):
                    scope = scope.with_name(act.name.text, in_slot(-1, NONE))
                continue
            if term is not None:
                terms.append(term)
        return tuple(terms), scope

    def act(self, act: nodes.Act, scope: Scope) -> tuple[model.Act | None, Scope]:
        """Resolve one act, and return it with the scope of the acts after it."""
        if isinstance(act, nodes.Choose):
            return self._resolve_choice(act, scope)
        return ACTS[type(act)](self, act, scope), scope

    def _origin(self, act: nodes.Act, scope: Scope) -> model.Origin:
        return scope.item.origin(act.span, getattr(act, "cite", None))

    def _resolve_body(self, acts: nodes.Acts, scope: Scope) -> tuple[model.Act, ...]:
        return self.acts(acts, scope)[0]

    def _resolve_move(self, act: nodes.Move, scope: Scope) -> model.Act:
        """Resolve `1 card in the pack goes to the Lead`."""
        to = self.phrases.place(act.to, scope)
        origin = self._origin(act, scope)
        if act.count is not None:
            return self._move_of_several(act, to, origin, scope)
        if act.number is None:
            return model.Move(None, self.phrases.pieces(act.things, scope), to, origin)
        count = int(act.number.text)
        whole = self._resolve_source(act.things, count, scope)
        piece = Kind("piece", self.resolver.piece_name)
        if count > (there_are := self.resolver.count_of(piece)):
            key, several = "out-of-bounds.more-than-there-are", plural(piece.name)
            raise scope.item.refuse(key, act.number, there_are=there_are, several=several, count=count)
        if not self.resolver.is_ordered(whole):
            raise scope.item.refuse("which-ones.no-order", act.things, count=count)
        return model.Move(model.Int(count), whole, to, origin)

    def _move_of_several(self, act: nodes.Move, to: model.Contents, origin: model.Origin, scope: Scope) -> model.Act:
        """Resolve a move of pieces from the top of a place, where a phrase gives their number."""
        assert act.count is not None
        if act.number is not None:
            raise scope.item.refuse("wrong-number.two-numbers", act.number)
        number, things = self.phrases.number(act.count, scope), act.things
        if isinstance(things, nodes.Linked) and things.link.text in ("in", "of"):
            self.phrases.pieces(things, scope)
            things = things.thing
        place = self.phrases.pieces(things, scope)
        if not self.resolver.is_ordered(place):
            raise scope.item.refuse("which-ones.no-first", things)
        assert isinstance(place, model.Contents)
        if place.base == to.base:
            raise scope.item.refuse("which-ones.same-place", things)
        return model.Move(number, place, to, origin)

    def _resolve_source(self, node: nodes.Thing, count: int, scope: Scope) -> model.Thing:
        """Resolve `cards in the pack` after a number, with which the noun must agree."""
        if not isinstance(node, nodes.Linked) or node.link.text not in ("in", "of"):
            raise scope.item.refuse("wrong-kind.number-of-what", node)
        symbol, is_plural = self.names.look_up(scope.item, node.name)
        if symbol.category != "piece" or is_plural != (count != 1):
            noun = plural(self.resolver.piece_name) if count != 1 else self.resolver.piece_name
            raise scope.item.refuse("wrong-number.disagrees", node.name, wanted=noun)
        return self.phrases.pieces(node.thing, scope)

    def _resolve_choice(self, act: nodes.Choose, scope: Scope) -> tuple[model.Act, Scope]:
        """Resolve a choice; return it with the scope of the acts after it, in which its name is valid."""
        chooser = None if isinstance(act.chooser, nodes.Chance) else self.phrases.player(act.chooser, scope)
        if act.weight is not None and (chooser is not None or act.number is not None):
            raise scope.item.refuse("wrong-kind.weights", act.weight)
        if isinstance(act.things, nodes.ANumber):
            return self._resolve_number_choice(act, act.things, chooser, scope)
        count = None
        if isinstance(act.things, nodes.OneAmong):
            things, kind = self._resolve_one_among(act, act.things.things, scope)
        elif isinstance(act.things, nodes.OneOf):
            if act.number is not None:
                raise scope.item.refuse("which-ones.one-only", act, piece=self.resolver.piece_name)
            things, several = self._resolve_one_of(act.things.things, scope)
            kind = several.element_kind
        else:
            things, kind = self.phrases.pieces(act.things, scope), Kind("pieces", self.resolver.piece_name)
            if act.number is None:
                raise scope.item.refuse("which-ones.how-many", act.things, piece=self.resolver.piece_name)
            count = self.phrases.number(act.number, scope)
        name = act.name.text
        self.resolver.introduce_local(act.name, scope)
        slot = scope.frame.slot()
        things, weight = self._resolve_weights(act, things, kind.element_kind, scope)
        if kind.element_kind.base == "piece" and chooser is not None and self.resolver.pieces.alike:
            if count is not None:
                raise scope.item.refuse("which-ones.alike", act, piece=self.resolver.piece_name)
            things = distinct_pieces(self.resolver, things, kind.element_kind, scope)
        choose = model.Choose(chooser, things, count, slot, name, kind, self._origin(act, scope), weight)
        return choose, scope.with_name(name, in_slot(slot, kind))

    def _resolve_one_among(self, act: nodes.Choose, node: nodes.Thing, scope: Scope) -> tuple[model.Thing, Kind]:
        """Resolve `one of his Lines` or `one of the players that …`: any of several things of one kind."""
        things, kind = self.phrases.thing(node, scope)
        if kind.base not in ("players", "groups", "values"):
            things = self.phrases.as_pieces(Typed(things, kind), scope, node.span)
            kind = Kind("pieces", self.resolver.piece_name)
        is_of_groups = isinstance(act.chooser, nodes.Chance) and kind.base == "groups"
        if act.number is not None or is_of_groups:
            key = "which-ones.groups-by-chance" if is_of_groups else "which-ones.one-only"
            raise scope.item.refuse(key, act, piece=self.resolver.piece_name)
        return things, kind.element_kind

    def _resolve_number_choice(
        self, act: nodes.Choose, node: nodes.ANumber, chooser: model.Thing | None, scope: Scope
    ) -> tuple[model.Act, Scope]:
        """Resolve `a number from 1 to 6`: a kind of its own, with one value for each number."""
        if act.number is not None:
            raise scope.item.refuse("which-ones.one-number", act)
        kind = self.resolver.numbers_from(scope.item, number_of(node.least), number_of(node.most), node.span)
        slot, inner = scope.frame.slot(), scope.frame.slot()
        things: model.Thing = model.All(kind)
        if node.relative is not None:
            candidate = Typed(model.TableValue(kind.name, model.Slot(inner, kind), False), NUMBER)
            condition = self.phrases.restriction(node.relative, candidate, scope.with_it(candidate))
            things = model.Filter(things, inner, condition)
        self.resolver.introduce_local(act.name, scope)
        it = Typed(model.TableValue(kind.name, model.Slot(scope.frame.slot(), kind), False), NUMBER)
        things, weight = self._resolve_weights(act, things, kind, scope, it)
        choose = model.Choose(chooser, things, None, slot, act.name.text, kind, self._origin(act, scope), weight)
        number = Typed(model.TableValue(kind.name, model.Slot(slot, kind), False), NUMBER)
        return choose, scope.with_name(act.name.text, number)

    def _resolve_weights(
        self, act: nodes.Choose, things: model.Thing, kind: Kind, scope: Scope, it: Typed | None = None
    ) -> tuple[model.Thing, model.Extreme | None]:
        """Resolve `weighted by its share`; a thing of weight 0 is never chosen."""
        if act.weight is None:
            return things, None
        if it is None:
            it = in_slot(scope.frame.slot(), kind)
        slot = next(part.number for part in walk(it.term) if isinstance(part, model.Slot))
        name = NUMBER.name if it.kind == NUMBER else kind.name
        measure = self.phrases.number(act.weight, scope.with_it(it).with_name(name, it))
        # Refuse weights that cannot be probabilities, as far as the words show.
        numbers: tuple[int, ...] = ()
        if isinstance(measure, model.TableValue) and measure.thing == model.Slot(slot):
            numbers = self.resolver.tables.get(measure.name, ())
        if numbers and not (min(numbers) >= 0 and max(numbers) > 0):
            raise scope.item.refuse("out-of-bounds.weights", act.weight)
        if not any(isinstance(part, model.Slot) and part.number == slot for part in walk(measure)):
            raise scope.item.refuse("wrong-kind.weighs-alike", act.weight)
        is_likely = model.Not(model.Compare("equal", measure, model.Int(0)))
        likely = model.Filter(things, slot, is_likely)
        return likely, model.Extreme("total", slot, measure, likely)

    def _resolve_one_of(self, node: nodes.Thing, scope: Scope) -> Typed:
        """Resolve `a card in his hand`, or `a square that is vacant`, as the set of things from which one is chosen."""
        if isinstance(node, nodes.Filtered):
            return self.phrases.narrow(self._resolve_one_of(node.thing, scope), node.relative, scope)
        whole = self.phrases.all_of_kind(node.name, scope) if isinstance(node, nodes.Name) else None
        if whole is not None:
            return whole
        if not isinstance(node, nodes.Linked) or node.link.text not in ("in", "of"):
            raise scope.item.refuse("wrong-kind.one-of-what", node)
        symbol, is_plural = self.names.look_up(scope.item, node.name)
        if is_plural:
            raise scope.item.refuse("wrong-number.one-is-chosen", node.name, symbol=symbol)
        return self.phrases.members_of_noun(node.name, self.phrases.thing(node.thing, scope), node.thing.span, scope)

    def _resolve_options(self, act: nodes.Options, scope: Scope) -> model.Act:
        """Resolve a choice between options, whose names must differ."""
        options: list[model.Option] = []
        for option in act.options:
            if any(other.name == option.name.text for other in options):
                raise scope.item.refuse("name-twice.option", option.name)
            condition, acts = self.phrases.condition(option.condition, scope), self._resolve_body(option.acts, scope)
            options.append(model.Option(option.name.text, condition, acts, scope.item.origin(option.span)))
        return model.ChooseOption(self.phrases.player(act.chooser, scope), tuple(options), self._origin(act, scope))

    def _resolve_become(self, act: nodes.Become, scope: Scope) -> model.Act:
        """Resolve `the cards become face-up`, `the winner becomes the leader`, and `the leader becomes none`."""
        origin = self._origin(act, scope)
        if isinstance(act.to, nodes.None_):
            role = self.phrases.thing(act.things, scope)
            if isinstance(role.term, model.Load):
                variable = self.resolver.stored_at(role.term.base)
                if variable.form == "role":
                    return _store_thing(variable, None, model.Nothing(), origin)
                if variable.form == "held":
                    raise scope.item.refuse("wrong-kind.becomes-none", act.things)
        if isinstance(act.to, nodes.Name | nodes.AName) and act.to.name.text not in scope.locals:
            if self.names.peek(act.to.name.text) is None:
                piece = a_name(self.resolver.piece_name)
                raise self.names.unknown_as("unknown-name.state", scope.item, act.to.name, piece=piece)
            symbol, is_plural = self.names.look_up(scope.item, act.to.name)
            if symbol.category == "role" and not is_plural:
                player = self.phrases.player(act.things, scope)
                return _store_thing(symbol.data, None, player, origin)
            if symbol.category == "state" and not is_plural and not isinstance(symbol.data, int):
                return self._resolve_further_state(act, symbol, scope)
            if symbol.category == "state" and not is_plural:
                return model.BecomeState(self.phrases.pieces(act.things, scope), symbol.data, origin)
        is_next = isinstance(act.to, nodes.Linked) and act.to.name.text == "player"
        if is_next or isinstance(act.to, nodes.Numbered):
            subject = scope.item.source.text[slice(*act.things.span)]
            raise scope.item.refuse("wrong-kind.become-player", act.to, role=subject)
        raise scope.item.refuse("wrong-kind.cannot-become", act.to)

    def _resolve_further_state(self, act: nodes.Become, symbol: NameMeaning, scope: Scope) -> model.Act:
        """Resolve `it becomes NAME` for a state that is stored as a value of each player, value or piece."""
        variable, number = symbol.data
        typed, origin = self.phrases.thing(act.things, scope), self._origin(act, scope)
        state = model.Const(number, variable.kind)
        if variable.owner.base == "piece":
            typed = Typed(self.phrases.as_pieces(typed, scope, act.things.span), variable.owner.many)
        if typed.kind == variable.owner:
            return _store_thing(variable, typed.term, state, origin)
        if typed.kind != variable.owner.many:
            raise self.phrases.wrong_kind(scope, act.things.span, kind_in_words(variable.owner), typed.kind)
        things = typed.term
        if isinstance(things, model.All):
            return replace(_store_thing(variable, None, state, origin), is_for_all=True)
        slot = scope.frame.slot()
        store = _store_thing(variable, model.Slot(slot, variable.owner), state, origin)
        return model.ForEach(things, None, slot, (store,), variable.owner, origin)

    def _resolve_assignment(self, act: nodes.Set | nodes.Grow, scope: Scope) -> model.Act:
        """Resolve `his score is now 3` and `his score grows by 1`."""
        target, sign = self._resolve_target(act.things, scope), "="
        if isinstance(act, nodes.Grow):
            sign = "+" if act.verb.text.startswith("grow") else "-"
        if target is None or target.variable.form == "role" or (sign != "=" and target.variable.form != "number"):
            remedy = "Introduce it:   each player has a …, a number from 0 to …."
            if target is not None and target.variable.form == "role":
                remedy = f"Give a role to a player:   … becomes {target.variable.name}."
            raise scope.item.refuse("wrong-kind.no-changing-number", act.things, remedy)
        cases = self.resolver.cases(act.cases, scope, target.variable.kind)[0]
        return _store_act(target, sign, cases, self._origin(act, scope))

    def _resolve_target(self, node: nodes.Thing, scope: Scope) -> StoreTarget | None:
        """Resolve the variable that an act changes; None if the phrase does not denote a variable."""
        if isinstance(node, nodes.Name) and node.name.text not in scope.locals:
            symbol, is_plural = self.names.look_up(scope.item, node.name)
            if symbol.category in ("number", "held") and is_plural and symbol.data.owner is not None:
                return StoreTarget(symbol.data, None, True)
        term = self.phrases.thing(node, scope).term
        return StoreTarget(self.resolver.stored_at(term.base), term.owner) if isinstance(term, model.Load) else None

    def _resolve_perform(self, act: nodes.Perform, scope: Scope) -> model.Act:
        """Resolve the call of a procedure by its name."""
        if self.names.peek(act.name.text) is None:
            raise self.names.unknown_as("unknown-name.procedure", scope.item, act.name)
        symbol, is_plural = self.names.look_up(scope.item, act.name)
        if symbol.category == "procedure" and is_plural:
            raise scope.item.refuse("wrong-number.procedure", act.name, symbol=symbol)
        if symbol.category != "procedure" or is_plural:
            raise scope.item.refuse("wrong-kind.no-procedure", act.name, symbol=symbol)
        self.calls.add(symbol.name)
        return model.Perform(symbol.name, self._origin(act, scope))

    def _resolve_call(self, act: nodes.Call, scope: Scope) -> model.Act:
        """Resolve the deed of a player, or of a piece or value."""
        doer = self.phrases.thing(act.subject, scope)
        if doer.kind.base in ("piece", "value"):
            return self._resolve_call_of_piece(act, doer, scope)
        symbol = self.names.verb(act.verb.text)
        if symbol is None and self.names.find(act.verb.text) is None:
            raise self.names.unknown_as("unknown-name.verb", scope.item, act.verb)
        if symbol is None:
            other, is_plural = self.names.look_up(scope.item, act.verb)
            key = "wrong-kind.plural-as-verb" if is_plural else "wrong-kind.no-verb"
            raise scope.item.refuse(key, act.verb, about=other)
        object_name = symbol.data
        if (object_name is None) != (act.object is None):
            needs = "nothing" if object_name is None else f"a {object_name}"
            raise scope.item.refuse("wrong-kind.needs-object", act, verb=act.verb, needs=needs)
        subject = self.phrases.player(act.subject, scope)
        argument = None if act.object is None else self._resolve_argument(act.object, symbol, scope)
        self.calls.add(symbol.name)
        return model.Call(symbol.name, subject, argument, self._origin(act, scope))

    def _resolve_argument(self, node: nodes.Thing, verb: NameMeaning, scope: Scope) -> model.Thing:
        """Resolve the object of a player's deed, which has the kind that the verb requires."""
        argument, kind_name = self.phrases.thing(node, scope), verb.data
        kind = NUMBER if kind_name == NUMBER.name else PLAYER if kind_name == PLAYER.name else None
        if argument.kind == kind or (
            kind is None and argument.kind.base in ("piece", "value") and argument.kind.name == kind_name
        ):
            return argument.term
        key = "wrong-kind.no-number-after-verb" if kind == NUMBER else "wrong-kind.argument"
        raise scope.item.refuse(key, node, kind=argument.kind, about=verb)

    def _resolve_call_of_piece(self, act: nodes.Call, doer: Typed, scope: Scope) -> model.Act:
        """Resolve the deed of a piece or a value."""
        target = self.phrases.thing(act.object, scope) if act.object is not None else None
        way = act.way.text if act.way is not None else ""
        key = key_of(doer.kind, act.verb.text, target.kind if target is not None else None, way)
        if key not in self.resolver.forms:
            raise self._deed_refusal(act.verb, key, scope)
        self.names.used.add(key)
        self.calls.add(key)
        argument = target.term if target is not None else None
        return model.Call(key, doer.term, argument, self._origin(act, scope))

    def _deed_refusal(self, verb: Word, key: str, scope: Scope) -> PhraseRefused:
        """Return the refusal of a deed without rules."""
        deeds = [deed for deed, form in self.resolver.forms.items() if form.verb == verb.text]
        close = deeds or nearest(key, self.resolver.forms)
        sentence = f"No sentence says what happens when {_deed_in_words(key)}."
        quoted_deeds = [f"“{_deed_in_words(deed)}”" for deed in close[:3]]
        self.names.used.update(close)
        remedy = suggestion(quoted_deeds, f"Write:   when {_deed_in_words(key)}: ….")
        return scope.item.refuse("unknown-name.deed", verb, remedy, sentence=sentence)

    def _resolve_observation(self, act: nodes.Observe, scope: Scope) -> model.Act:
        """Resolve an observation of the world."""
        keys: list[str] = []
        first = act.deeds[0]
        assert isinstance(first, nodes.Deed)
        deeds = [part.of(first.kind) if isinstance(part, nodes.FurtherDeed) else part for part in act.deeds if part]
        for deed in deeds:
            if is_of_player(deed):
                raise scope.item.refuse("wrong-kind.observed-player", deed)
            form = form_of(self.resolver, scope.item, deed)
            for word in (deed.kind, deed.object):
                if word is not None and resolve_word(self.resolver, scope.item, word).predicate:
                    raise scope.item.refuse("wrong-kind.observed-part", word, subject=form.subject)
            if form.key not in self.resolver.forms:
                raise self._deed_refusal(deed.verb, form.key, scope)
            if form.key in keys:
                raise scope.item.refuse("name-twice.deed", deed)
            keys.append(form.key)
            self.names.used.add(form.key)
            self.calls.add(form.key)
        return model.Observe(int(act.number.text), tuple(keys), self._origin(act, scope))

    def _resolve_settling(self, act: nodes.Settle, scope: Scope) -> model.Act:
        """Resolve `settle the prize`, for definitions without an owner."""
        names = []
        for word in act.names:
            symbol, is_plural = self.names.look_up(scope.item, word)
            if symbol.category != "definition" or symbol.data is not None or is_plural:
                raise scope.item.refuse("wrong-kind.settled", word, about=symbol)
            names.append(symbol.name)
            self.resolver.settled.setdefault(symbol.name, -1)
        return model.Settle(tuple(names), self._origin(act, scope))

    def _resolve_check(self, act: nodes.Check, scope: Scope) -> model.Act:
        """Resolve `if CONDITION: …; otherwise: …`."""
        otherwise = self._resolve_body(act.otherwise.acts, scope) if act.otherwise is not None else ()
        condition = self.phrases.condition(act.condition, scope)
        origin = scope.item.origin(act.condition.span)
        return model.If(condition, self._resolve_body(act.acts, scope), otherwise, origin)

    def _resolve_repetition(self, act: nodes.Times, scope: Scope) -> model.Act:
        """Resolve `3 times: …`, or a loop as often as a number says."""
        origin = self._origin(act, scope)
        if isinstance(act.number, nodes.Figure_):
            if act.most is not None:
                raise scope.item.refuse("wrong-number.bound-of-figure", act.most)
            return model.Repeat(_times_of(act.number.number, scope), self._resolve_body(act.acts, scope), origin)
        number = self.phrases.number(act.number, scope)
        most = maximum_of(self.resolver, number) if act.most is None else _times_of(act.most, scope)
        if most is None or (act.most is None and most > MOST_NUMBERS):
            raise scope.item.refuse("endless.no-bound", act.number)
        if not 1 <= most <= MOST_NUMBERS:
            raise scope.item.refuse("out-of-bounds.times", act.most or act.number, limit=MOST_NUMBERS)
        # “N times” becomes a loop over those numbers from 1 to the bound that are at most N.
        rounds = self.resolver.numbers_from(scope.item, 1, most, act.number.span)
        slot, turn = scope.frame.slot(), scope.frame.slot()
        is_due = model.Compare("at most", model.TableValue(rounds.name, model.Slot(slot, rounds), False), number)
        due_rounds = model.Filter(model.All(rounds), slot, is_due)
        return model.ForEach(due_rounds, None, turn, self._resolve_body(act.acts, scope), rounds, origin)

    def _resolve_until(self, act: nodes.Until, scope: Scope) -> model.Act:
        """Resolve a loop that ends when a condition holds; without a stated bound its bound is `MOST_ROUNDS`."""
        condition = self.phrases.condition(act.condition, scope)
        if act.number is None:
            origin = scope.item.origin(Span(act.span.start, act.condition.span.end))
            loop = model.Until(condition, MOST_ROUNDS, self._resolve_body(act.acts, scope), origin)
            self.resolver.unbounded.append((scope.item, act.condition, loop))
            return loop
        origin = scope.item.origin(Span(act.span.start, act.number.span.end + len(" times")))
        times = _times_of(act.number, scope)
        return model.Until(condition, times, self._resolve_body(act.acts, scope), origin, act.ends is None)

    def _resolve_foreach(self, act: nodes.Foreach, scope: Scope) -> model.Act:
        """Resolve `each player in turn: …`, for players, pieces or values."""
        things = self.phrases.all_of_kind(act.name, scope)
        if things is None:
            raise scope.item.refuse("wrong-kind.in-turn", act.name, piece=self.resolver.piece_name)
        slot = scope.frame.slot()
        member = in_slot(slot, things.kind.element_kind)
        things = self.phrases.narrow(things, act.relative, scope)
        if act.start is not None and member.kind != PLAYER:
            raise scope.item.refuse("wrong-kind.first-in-turn", act.start)
        start = self.phrases.player(act.start, scope) if act.start is not None else None
        acts = self._resolve_body(act.acts, scope.with_it(member).with_name(member.kind.name, member))
        return model.ForEach(things.term, start, slot, acts, member.kind, self._origin(act, scope))

    def _resolve_finish(self, act: nodes.Finish, scope: Scope) -> model.Act:
        """Resolve `the leader wins`, for a player or for a set of players."""
        winner = self.phrases.thing(act.subject, scope)
        is_side = winner.kind.is_set and winner.kind.element_kind == PLAYER
        term = winner.term if is_side else self.phrases.player(act.subject, scope)
        return model.Win(term, self._origin(act, scope), is_side)


ACTS: dict[type, Callable[[ActResolver, Any, Scope], model.Act | None]] = {
    nodes.Move: ActResolver._resolve_move,
    nodes.Options: ActResolver._resolve_options,
    nodes.Become: ActResolver._resolve_become,
    nodes.Set: ActResolver._resolve_assignment,
    nodes.Grow: ActResolver._resolve_assignment,
    nodes.Perform: ActResolver._resolve_perform,
    nodes.Call: ActResolver._resolve_call,
    nodes.Settle: ActResolver._resolve_settling,
    nodes.Check: ActResolver._resolve_check,
    nodes.Times: ActResolver._resolve_repetition,
    nodes.Until: ActResolver._resolve_until,
    nodes.Foreach: ActResolver._resolve_foreach,
    nodes.Shuffle: lambda self, act, scope: model.Shuffle(
        self.phrases.pieces(act.things, scope), self.phrases.place(act.into, scope), self._origin(act, scope)
    ),
    nodes.Finish: ActResolver._resolve_finish,
    nodes.Draw: lambda self, act, scope: model.Win(model.Nothing(), self._origin(act, scope)),
    nodes.Nothing: lambda self, act, scope: None,
    nodes.Belief: lambda self, act, scope: model.Believe(
        self.phrases.condition(act.condition, scope), self._origin(act, scope)
    ),
    nodes.Observe: ActResolver._resolve_observation,
}
"""The method that resolves each class of acts, except choices and `as before`, which `ActResolver.acts` handles."""


class StoreTarget(NamedTuple):
    """The target of an act that stores a value."""

    variable: model.Stored
    owner: model.Thing | None
    is_for_all: bool = False
    """Whether the variables of all owners are meant."""


def _store_act(target: StoreTarget, sign: str, cases: tuple[model.Case, ...], origin: model.Origin) -> model.Store:
    """Return the act that stores the value of the first case that holds."""
    variable = target.variable
    # The number of players is filled in when the rules are seated.
    owners = None if variable.owner == PLAYER else variable.owners
    whose = variable.base, target.owner, target.is_for_all, owners
    return model.Store(variable.form, variable.name, *whose, sign, cases, variable.kind, variable.bounds, origin)


def _store_thing(
    variable: model.Stored, owner: model.Thing | None, thing: model.Thing, origin: model.Origin
) -> model.Store:
    """Return the act that stores one thing unconditionally."""
    return _store_act(StoreTarget(variable, owner), "=", (model.Case(model.Always(), thing, origin),), origin)


def _times_of(word: nodes.Word, scope: Scope) -> int:
    """Return the figure that says how often a loop runs; refuse 0."""
    if not int(word.text):
        raise scope.item.refuse("out-of-bounds.no-times", word)
    return int(word.text)


def _deed_in_words(key: str) -> str:
    """Return the deed of a key in words: `a ball passes a gate inward`."""
    subject, verb, *rest = key.split(" ")
    if rest and rest[0] not in ("another", "inward", "outward"):
        rest[0] = a_name(rest[0])
    return " ".join([a_name(subject), verb, *rest])


class Passes(ResolverState):
    """The state of a resolution with the resolvers of phrases and acts, for the passes that need both."""

    phrases: PhraseResolver
    deeds: ActResolver
