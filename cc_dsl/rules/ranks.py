"""Resolve groups and their sorts, rankings, the keys that decide between equals, and tables of the sorts.

`melds rank by sort: triplet, flush, run.` becomes a `Ranking` of melds with one `Key`: of the form `sort`, and
measured by the numbers of the three sorts, best first.
"""

from __future__ import annotations

from cc_dsl.diagnostics.problem import join_words
from cc_dsl.rules import model
from cc_dsl.rules.acts import Passes
from cc_dsl.rules.kinds import PLAYER, Kind, plural
from cc_dsl.rules.scope import Frame, Scope, in_slot
from cc_dsl.rules.symbols import Item, NameMeaning, PhraseRefused, name_of
from cc_dsl.syntax import nodes
from cc_dsl.trees import replace

MOST_OF_A_GROUP = 13
"""The most pieces of a group, which is the length of the longest run of a suit."""


class Ranks:
    """The resolver of groups, rankings and tables of one edition."""

    def __init__(self, resolver: Passes) -> None:
        """Share the names and phrases of the resolver."""
        self.resolver = resolver

    def ranking(self, name: str, kind: Kind, statement: type[nodes.Ranking] | type[nodes.Decider]) -> model.Ranking:
        """Return the ranking of things of a kind, or the keys that decide between equal ones."""
        frame = Frame()
        keys: list[model.Key] = []
        of_class = (item for item in self.resolver.items if isinstance(item.statement, statement))
        items = [item for item in of_class if item.statement.name.text == plural(name)]
        main_items = [item for item in items if item.displaced is None and not getattr(item.statement, "also", None)]
        for second in main_items[1:]:
            old = NameMeaning("group", name, None, main_items[0], main_items[0].statement.span)
            sentence = f"Two statements say how {plural(name)} rank."
            self.resolver.report_two_answers(second, second.statement.name, old, sentence)
        items = [item for item in items if item.displaced is not None] or items
        for item in items:
            for key in item.statement.keys:
                with self.resolver.report_refusals(item):
                    keys.append(self._resolve_key(key, kind, self.resolver.owner_scope(item, frame, kind)))
        ranking_name = plural(name) if statement is nodes.Ranking else f"equal {plural(name)}"
        readings = self._readings_of(ranking_name, *self.resolver.orders_in([item.statement for item in items]))
        return model.Ranking(name, tuple(keys), frame.size, readings)

    def _readings_of(self, *names: str) -> tuple[str, ...]:
        """Return the open places on which the meanings of some names depend, each once."""
        return tuple(dict.fromkeys(reading for name in names for reading in self.resolver.readings_of(name)))

    def _resolve_key(self, key: nodes.Key, kind: Kind, scope: Scope) -> model.Key:
        """Resolve one key of a ranking."""
        origin = scope.item.origin(key.span, key.cite)
        measure = key.measure
        if isinstance(measure, nodes.BySort):
            return model.Key("sort", self._sort_order(measure, kind, scope), origin)
        if isinstance(measure, nodes.Whether):
            return model.Key("condition", self.resolver.phrases.condition(measure.condition, scope), origin)
        if isinstance(measure, nodes.Listed):
            thing = self.resolver.phrases.possession_of(in_slot(0, kind), measure.name, scope)
            words = (measure.first, *measure.rest)
            values = tuple(self.resolver.phrases.value(word, thing.kind, scope) for word in words)
            return model.Key("number", model.Height(values, thing.term), origin)
        typed = self.resolver.phrases.thing(measure, scope)
        if typed.kind.base not in ("number", "piece"):
            raise scope.item.refuse("wrong-kind.no-measure", measure, typed=typed)
        return model.Key(typed.kind.base, typed.term, origin)

    def _sort_order(self, node: nodes.BySort, kind: Kind, scope: Scope) -> tuple[int, ...]:
        """Return the sorts of a kind of group in the order of a ranking, which must name all of them."""
        if kind.name not in self.resolver.sorts:
            raise scope.item.refuse("wrong-kind.no-sorts", node, kind=kind)
        ranked_sorts = []
        for word in node.sorts:
            symbol, is_plural = self.resolver.names.look_up(scope.item, word)
            if symbol.category != "sort" or symbol.data[0] != kind.name or is_plural:
                raise self.resolver.names.unknown(scope.item, word, self._sorts_of(kind.name))
            ranked_sorts.append(symbol.data[1])
        missing_sorts = set(range(len(self.resolver.sorts[kind.name]))) - set(ranked_sorts)
        if missing_sorts or len(set(ranked_sorts)) < len(ranked_sorts):
            names = [name_of(self.resolver.sorts[kind.name][sort].statement).text for sort in sorted(missing_sorts)]
            twice = [word.text for place, word in enumerate(node.sorts) if ranked_sorts[place] in ranked_sorts[:place]]
            fault = f"leaves out {join_words(names)}" if names else f"names {join_words(twice)} twice"
            raise scope.item.refuse("missing-sort.ranking", node, said=fault, kind=kind)
        return tuple(ranked_sorts)

    def _sorts_of(self, group: str) -> tuple[str, ...]:
        return tuple(name_of(item.statement).text for item in self.resolver.sorts[group])

    def groups(self) -> dict[str, model.Group]:
        """Return every kind of group, with its sorts, its ranking and the keys that decide between equal ones."""
        groups = {}
        for symbol in self.resolver.names.all():
            if symbol.category == "group" and symbol.item is not None:
                with self.resolver.report_refusals(symbol.item):
                    groups[symbol.name] = self._resolve_group(symbol, symbol.item)
        return groups

    def _resolve_group(self, symbol: NameMeaning, item: Item) -> model.Group:
        """Resolve a kind of group with its sizes, its place and its sorts."""
        node: nodes.Group = symbol.data
        least = int(node.least.text)
        most = int(node.most.text) if node.most is not None else least
        if not 1 <= least <= most <= MOST_OF_A_GROUP:
            raise item.refuse("out-of-bounds.group", node, symbol=symbol, limit=MOST_OF_A_GROUP)
        if node.owner.text != PLAYER.name:
            raise self.resolver.names.unknown(item, node.owner, (PLAYER.name,))
        side = self._side_of_group(symbol, node, item)
        kind = Kind("group", symbol.name)
        sorts = tuple(self._resolve_sort(sort, kind) for sort in self.resolver.sorts[symbol.name])
        ranking, deciders = (self.ranking(symbol.name, kind, form) for form in (nodes.Ranking, nodes.Decider))
        origin = item.origin(node.span, node.cite)
        return model.Group(symbol.name, least, most, side, sorts, ranking, deciders, origin)

    def _side_of_group(self, symbol: NameMeaning, node: nodes.Group, item: Item) -> str:
        """Return the name of the definition from whose pieces groups are made; for a place, add a definition."""
        side, _ = self.resolver.names.look_up(item, node.place)
        pieces = plural(self.resolver.piece_name)
        if side.category == "place" and side.data.owner == PLAYER:
            name, kind = f"{pieces}-in-{side.name}", Kind("pieces", self.resolver.piece_name)
            inside = model.Contents(side.data.base, model.Slot(0, PLAYER))
            cases = (model.Case(model.Always(), inside, item.origin(node.span, node.cite)),)
            self.resolver.definitions[name] = model.Definition(name, PLAYER, kind, cases, (), 1, (), None)
            return name
        is_of_player = side.category == "definition" and side.data == PLAYER
        if not is_of_player or self.resolver.definition_kind(side.name).base != "pieces":
            raise item.refuse("wrong-kind.side", node.place, symbol=symbol, pieces=pieces, about=side)
        return side.name

    def _resolve_sort(self, item: Item, kind: Kind) -> model.Sort:
        """Resolve a sort of group: its condition and its requirements."""
        name = item.statement.name.text
        frame = Frame()
        scope = self.resolver.owner_scope(item, frame, kind)._replace(sort=name)
        group = in_slot(0, kind)
        condition: model.Condition = model.Always()
        try:
            condition = self.resolver.phrases.restriction(item.statement.relative, group, scope)
        except PhraseRefused as refusal:
            self.resolver.record_refusal(refusal, item)
            self.resolver.failed.add(name)
        run = _run_of_condition(condition)
        if run is not None:
            self.resolver.runs[name] = run
        requirements, of_class = (
            [],
            (item for item in self.resolver.items if isinstance(item.statement, nodes.Requirement)),
        )
        required = [other for other in of_class if other.statement.name.text in (name, kind.name)]
        for other in required:
            inner = self.resolver.owner_scope(other, frame, kind)._replace(sort=name)
            with self.resolver.report_refusals(other):
                requirement = self.resolver.phrases.condition(other.statement.condition, inner)
                origin = other.origin(other.statement.span, other.statement.cite)
                requirements.append(model.Case(requirement, model.Nothing(), origin))
        # The sort also rests on the clauses and readings of the orders that its conditions name.
        orders = self.resolver.orders_in([other.statement for other in (item, *required)])
        readings = self._readings_of(name, kind.name, *orders)
        symbols = (self.resolver.names.get(order) for order in orders)
        introductions = (symbol.item for symbol in symbols if symbol is not None)
        clauses = (statement.clause for statement in introductions if statement is not None and statement.clause)
        origin = item.origin(item.statement.span, item.statement.cite)
        origin = replace(origin, clauses=tuple(dict.fromkeys((*origin.clauses, *clauses))))
        return model.Sort(name, condition, tuple(requirements), origin, frame.size, run, readings)

    def tables(self) -> dict[str, tuple[int, ...]]:
        """Return the columns of all tables, each with a number for each sort or value."""
        tables: dict[str, tuple[int, ...]] = {}
        for item in self.resolver.items:
            if isinstance(item.statement, nodes.Table):
                with self.resolver.report_refusals(item):
                    tables.update(self._resolve_table(item, item.statement))
        return tables

    def _resolve_table(self, item: Item, node: nodes.Table) -> dict[str, tuple[int, ...]]:
        """Resolve a table; return its columns by their headings."""
        kinds = (*self.resolver.sorts, *self.resolver.values)
        if node.kind.text not in kinds:
            raise self.resolver.names.unknown(item, node.kind, kinds)
        values = self.resolver.values.get(node.kind.text)
        # The table must have a row for each of these names.
        names = values.values if values is not None else self._sorts_of(node.kind.text)
        rows: dict[int, tuple[int, ...]] = {}
        for row in node.rows:
            symbol, is_plural = self.resolver.names.look_up(item, row.sort)
            if symbol.category not in ("sort", "value") or symbol.data[0] != node.kind.text or is_plural:
                raise self.resolver.names.unknown(item, row.sort, names)
            if symbol.data[1] in rows:
                raise item.refuse("bad-table.row-twice", row, symbol=symbol)
            if len(row.figures) != len(node.headings):
                figure_count, column_count = _count(len(row.figures), "figure"), _count(len(node.headings), "column")
                raise item.refuse("bad-table.figures", row, given=figure_count, wanted=column_count)
            rows[symbol.data[1]] = tuple(int(word.text) for word in row.figures)
        missing_rows = [name for place, name in enumerate(names) if place not in rows]
        if missing_rows:
            raise item.refuse("missing-sort.row", node, missing=missing_rows, columns=" … |" * len(node.headings))
        columns = zip(*(rows[sort] for sort in range(len(rows))), strict=True)
        return {word.text: column for word, column in zip(node.headings, columns, strict=True)}


def _count(number: int, noun: str) -> str:
    return f"{number} {noun if number == 1 else plural(noun)}"


def _run_of_condition(condition: model.Condition) -> tuple[tuple[int, ...], str] | None:
    """Return the order and the attribute of the run that a condition requires; None if there is none."""
    if isinstance(condition, model.Runs):
        return condition.order, condition.attribute
    if isinstance(condition, model.And):
        return _run_of_condition(condition.left) or _run_of_condition(condition.right)
    return None
