"""Build patches: one edition with a single change of another, “the first, with only this of the second”.

The statements in the blocks of a row's clauses are removed from the first edition, and those in the blocks of the
clauses beside them in the second are inserted.  If names are then missing or doubled, more is added, one step at a
time, and as little as possible: a missing name brings the row of the second edition that introduces it; a doubled one
takes the row of the first with it; the editor's statements are moved one by one.  A sort of group that is removed also
leaves the rankings and tables that contained it.  A statement of the first edition stays if others use what it
introduces; in a row that is dropped it stays as an empty word, if play can go on in this way.  Every addition is
reported; and where nothing helps, no patch is made, and the reason is given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cc_dsl import pipeline
from cc_dsl.compare.play.declared import declared, emptied, renamed, spellings, subject, without_clauses, without_sorts
from cc_dsl.compare.play.inventory import Aligned, Inventory, call_of, homonyms
from cc_dsl.compare.play.terse import TerseResolver
from cc_dsl.compare.statements import form_of
from cc_dsl.diagnostics.problem import Problem
from cc_dsl.interpreter.engine import play_on, random_chooser
from cc_dsl.interpreter.runtime import ChanceSource, runtime_of
from cc_dsl.interpreter.state import RulesFault
from cc_dsl.rules import model, store
from cc_dsl.rules.gather import Gathered
from cc_dsl.rules.symbols import Item
from cc_dsl.source.files import Source as File
from cc_dsl.syntax import nodes
from cc_dsl.table.chance import Chance
from cc_dsl.trees import replace

MOST_STEPS = 60
"""The most steps in which a patch is completed."""
MOST_ALONG = 14
"""The most rows that may change together; more would no longer be one change."""
TRIED_GAMES = 3
MOST_MOVES = 4000
"""A game of this many moves is taken for one that does not end."""
HARMLESS = ("unused-name",)
DOUBLED = ("name-twice", "two-answers", "only-a-capital")
EXCHANGED = ("sort", "group", "procedure", "order", "kind")
"""Sorts of things that may have another name in the other edition; of others the alignment must say so."""


class Plan(NamedTuple):
    """The removals and additions of a patch: rows by number, single statements by their position in their edition."""

    rows: frozenset[int]
    brought: frozenset[int] = frozenset()
    left_out: frozenset[int] = frozenset()
    kept: frozenset[int] = frozenset()
    emptied: frozenset[int] = frozenset()
    called: frozenset[str] = frozenset()
    """The acts of the second edition's course of play beside a procedure of both, which are then done here too."""
    empties: bool = False
    """Whether what must stay of a dropped row stays as an empty word."""


class Patch(NamedTuple):
    """The first edition with one change of the second, or why there is none."""

    row: int
    rules: model.Rules | None
    along: tuple[int, ...]
    """The other rows that change together with it, by number."""
    brought: tuple[str, ...]
    """Single sentences of the second edition that the change needs."""
    kept: tuple[str, ...]
    """The sentences of the first edition that stayed, since others use what they introduce."""
    emptied: tuple[str, ...]
    """Those that stayed as empty words, of which nothing is said any more."""
    reason: str = ""
    """Why none could be made."""
    plan: Plan | None = None
    """The removals and additions."""

    @property
    def is_alone(self) -> bool:
        """Return whether the change needs no other, and no removed statement stays."""
        called = self.plan.called if self.plan is not None else ()
        return not (self.along or self.brought or self.kept or called)


Made = tuple[Plan, model.Rules | None, str]
"""The additions, with the resulting rules, or the reason why there are none."""


class Patcher:
    """Makes patches between two editions along an alignment."""

    def __init__(
        self,
        first: pipeline.Edition,
        second: pipeline.Edition,
        rows: Sequence[Aligned],
        names: Mapping[str, str] | None = None,
    ) -> None:
        """Gather the statements of both, each under the readings chosen for it.

        The names are words of the first edition, each with the word of the second for the same thing.
        """
        self.rows = rows
        self.first, self.second = first, second
        self.old = Inventory(first, [row.first for row in rows])
        self.new = Inventory(second, [row.second for row in rows])
        called = {there: here for here, there in (names or {}).items()}
        self.new.rename(called)
        others = homonyms(self.old, self.new, rows)
        self.new.rename(others)
        self._here = {name: others.get(word, word) for name, word in called.items()}
        self._here = {**{name: word for name, word in others.items() if name not in called.values()}, **self._here}
        self._here = {
            said: word
            for name in self._here
            for said, word in zip(spellings(name), spellings(self._here[name]), strict=True)
        }
        """What words of the second edition's file are called here."""
        self._clauses = list(dict.fromkeys(item.clause for item in self.new.items if item.clause))
        self._made: dict[tuple[int, frozenset[int], frozenset[str], frozenset[str]], Patch] = {}
        self._renamed: model.Rules | None = None

    @property
    def renamed(self) -> model.Rules:
        """Return the second edition in the names of the first."""
        if self._renamed is None:
            resolver = TerseResolver(Gathered([*self.new.items], dict(self.new.doubts), []))
            self._renamed = resolver.rules(self.second.name, self.second.title, "")
        return self._renamed

    def statements(self, row: int) -> tuple[list[Item], list[Item]]:
        """Return the statements of both editions that stand in the blocks of a row and are played."""
        return self.old.in_row(self.rows[row].first), self.new.in_row(self.rows[row].second)

    def patch(
        self, row: int, along: Iterable[int] = (), called: Iterable[str] = (), course: Iterable[str] = ()
    ) -> Patch:
        """Return the first edition with only the change of a row and of the rows that it needs; cached.

        Called is what the second edition's editor has done beside a procedure of both; the course is the procedures
        of that editor that take the place of the first's.
        """
        key = row, frozenset(along), frozenset(called), frozenset(course)
        if key not in self._made:
            brought = frozenset(
                number
                for number, item in enumerate(self.new.items)
                if not item.clause and self.new.is_own(number) and {name for _, name in declared(item)} & key[3]
            )
            self._made[key] = self.patched(row, Plan(key[1] | {row}, brought, called=key[2]))
        return self._made[key]

    def course(self, plan: Plan) -> tuple[str, ...]:
        """Return the procedures of the second edition's editor that a plan brings."""
        items = [self.new.items[number] for number in sorted(plan.brought)]
        procedures = [item for item in items if not item.clause and isinstance(item.statement, nodes.Procedure)]
        return tuple(name for item in procedures for _, name in declared(item))

    def patched(self, row: int, plan: Plan) -> Patch:
        """Return the patch of a row that a plan leads to."""
        plan, rules, reason = self.completed(plan)
        return Patch(
            row,
            rules,
            tuple(sorted(plan.rows - {row})),
            tuple(self.new.sentence(number) for number in sorted(plan.brought)),
            tuple(self.old.sentence(number) for number in sorted(plan.kept)),
            tuple(self.old.sentence(number) for number in sorted(plan.emptied)),
            reason,
            plan,
        )

    def companions(self, patch: Patch) -> model.Rules | None:
        """Return the first edition with the additions of a row, but without the row; None if it cannot be separated."""
        if not patch.along:
            return None
        plan, rules, _ = self.completed(Plan(frozenset(patch.along)))
        return rules if patch.row not in plan.rows else None

    def completed(self, plan: Plan) -> Made:
        """Make a patch of rows; what stays of dropped ones stays as an empty word, if games then come to an end."""
        if any(not self.rows[row].second for row in plan.rows):
            made = self._complete(plan._replace(empties=True))
            if made[1] is not None and (not made[0].emptied or is_playable(made[1])):
                return made
        return self._complete(plan._replace(empties=False))

    def _complete(self, plan: Plan) -> Made:
        """Draw in what is needed until the rules can be understood; or say why that cannot be."""
        said = ""
        for _ in range(MOST_STEPS):
            rules, problems = self._resolve(plan)
            if not problems:
                return plan, rules, ""
            said = problems[0].sentence
            further = self._next(plan, problems)
            if further is None:
                break
            plan = further
            if len(plan.rows) > MOST_ALONG + 1:
                return plan, None, f"More than {MOST_ALONG} other rows would have to change with it."
        return plan, None, said

    def _resolve(self, plan: Plan) -> tuple[model.Rules, list[Problem]]:
        resolver = TerseResolver(Gathered(self._compose(plan), {**self.new.doubts, **self.old.doubts}, []))
        drawn = (plan.rows, plan.brought, plan.left_out, plan.kept, plan.emptied, plan.called)
        parts = [repr(sorted(part)) for part in drawn]
        texts = [item.source.text for item in {id(one.source): one for one in self.old.items}.values()]
        chosen = [repr(sorted(edition.chosen.items())) for edition in (self.first, self.second)]
        rows = [repr((row.first, row.second)) for row in self.rows]
        digest = store.digest([*texts, self.second.source.text, *chosen, *rows, *parts], {})
        rules = resolver.rules(self.first.name, self.first.title, digest)
        problems = [one for one in resolver.problems if one.level == "error" and one.code not in HARMLESS]
        return rules, problems

    # ------------------------------------------------------------------------ what stands in the patch

    def _compose(self, plan: Plan) -> list[Item]:
        """Return the statements of a plan in order: libraries, then the first edition with what is put into it."""
        gone, coming = self._moved(plan)
        placed: dict[int, list[Item]] = {}
        for number, item in enumerate(self.new.items):
            is_coming = item.clause in coming or number in plan.brought
            if is_coming and self.new.is_own(number) and not isinstance(item.statement, nodes.Question):
                placed.setdefault(self._place(item), []).append(self._marked(item))
        words, sorts = self._counterparts(plan), self._lost_sorts(plan)
        items = [item for number, item in enumerate(self.old.items) if not self.old.is_own(number)]
        items += placed.get(-1, ())
        for number, item in enumerate(self.old.items):
            if self.old.is_own(number):
                staying = self._staying(plan, number, item, gone)
                if staying is not None:
                    statement = without_clauses(staying.statement, gone)
                    statement = without_sorts(statement, sorts)
                    if statement is not None:
                        statement = renamed(statement, words) if words else statement
                        items.append(staying._replace(statement=statement))
                items += placed.get(number, ())
        items += [item for name in sorted(plan.called) for item in self.calls(name)]
        return _redirected(_united(items, self.old.source))

    def calls(self, name: str) -> list[Item]:
        """Return what has something of the second edition done beside a procedure that the first edition has too."""
        known = {name for item in self.old.items for what, name in declared(item) if what == "procedure"}
        found = call_of(self.new, name, known)
        return [found] if found is not None else []

    def _moved(self, plan: Plan) -> tuple[set[str], set[str]]:
        """Return the clauses whose statements go, and those whose statements come."""
        gone = {clause for row in plan.rows for clause in self.rows[row].first}
        return gone, {clause for row in plan.rows for clause in self.rows[row].second}

    def _staying(self, plan: Plan, number: int, item: Item, gone: set[str]) -> Item | None:
        """Return what stays of a statement of the first edition."""
        if number in plan.kept:
            return item
        if number in plan.emptied:
            return emptied(item, self._is_number(item))
        if item.clause in gone and self._is_told_anew(plan, item):
            return item
        return None if item.clause in gone or number in plan.left_out else item

    def _is_told_anew(self, plan: Plan, item: Item) -> bool:
        """Return whether a kind of values goes that also comes, so that both editions' values are wanted."""
        if not isinstance(item.statement, nodes.Enumeration):
            return False
        _, coming = self._moved(plan)
        same = [one for one in self.new.items if declared(one)[:1] == declared(item)[:1]]
        return any(one.clause in coming for one in same)

    def _is_number(self, item: Item) -> bool:
        names = [name for _, name in declared(item)]
        definition = self.first.rules.definitions.get(names[0]) if names else None
        return definition is not None and definition.kind.base == "number"

    def _marked(self, item: Item) -> Item:
        """Tell a clause of the second edition from one of the first with the same number."""
        return item._replace(clause=f"{self.new.name}.{item.clause}") if item.clause else item

    def _place(self, item: Item) -> int:
        """Return the statement of the first edition after which one of the second is put in."""
        if not item.clause:
            return len(self.old.items) - 1
        for clause in reversed(self._clauses[: self._clauses.index(item.clause) + 1]):
            beside = {old for row in self.new.rows.get(clause, ()) for old in self.rows[row].first}
            places = [number for number, one in enumerate(self.old.items) if one.clause in beside]
            if places:
                return places[-1]
        return -1

    def _counterparts(self, plan: Plan) -> dict[str, str]:
        """Return the names of the first edition that go under another name in the second, as its rows show.

        It is so where a row has exactly one name of a sort of thing that the other edition never introduces.
        """
        words: dict[str, str] = {}
        for row in sorted(plan.rows):
            old, new = self.statements(row)
            before = [pair for item in old for pair in declared(item) if pair[1] not in self.new.names]
            after = [pair for item in new for pair in declared(item) if pair[1] not in self.old.names]
            for what in dict.fromkeys(what for what, _ in before if what in EXCHANGED):
                here = [name for kind, name in before if kind == what]
                there = [name for kind, name in after if kind == what]
                if len(here) == len(there) == 1:
                    words.update(zip(spellings(here[0]), spellings(there[0]), strict=True))
        return words

    def _lost_sorts(self, plan: Plan) -> set[str]:
        """Return the sorts of groups that go with their rows and that the second edition does not know."""
        gone, _ = self._moved(plan)
        words = self._counterparts(plan)
        lost = {
            name
            for number, item in enumerate(self.old.items)
            if item.clause in gone and isinstance(item.statement, nodes.Sort) and number not in plan.kept
            for _, name in declared(item)
        }
        return {name for name in lost if name not in self.new.names and name not in words}

    # ------------------------------------------------------------------------------- what is drawn in

    def _next(self, plan: Plan, problems: Sequence[Problem]) -> Plan | None:
        """Return the plan with one thing more, or less, that helps against the first problem that can be helped."""
        for problem in problems:
            for step in self._steps(plan, problem):
                if step != plan:
                    return step
        return None

    def _steps(self, plan: Plan, problem: Problem) -> Iterator[Plan]:
        """Yield what may help against a problem, the least first."""
        if problem.source is None or problem.span is None:
            yield self._keep(plan, self._seats(self.old))
            return
        old, new = (side.at(problem.source, problem.span) for side in (self.old, self.new))
        name = problem.source.text[problem.span.start : problem.span.end]
        if problem.source is self.new.source:
            name = self._here.get(name, name)
        if problem.code == "unknown-name":
            yield from self._for_missing(plan, name, old)
        elif problem.code in DOUBLED:
            yield from self._for_doubled(plan, problem, old, new)
        elif problem.code == "missing-sort":
            yield from self._for_missing_sorts(plan, problem, old)
        else:
            yield from self._for_others(plan, problem, name, old, new)

    def _seats(self, side: Inventory) -> list[int]:
        return [number for number, item in enumerate(side.items) if isinstance(item.statement, nodes.Seats)]

    def _for_missing(self, plan: Plan, name: str, old: int | None) -> Iterator[Plan]:
        """Keep a name of the first edition for others of it; or bring what introduces it; or let its user go."""
        staying = [number for number in self.old.names.get(name, ()) if self._can_stay(number)]
        if old is not None:
            yield self._keep(plan, staying)
        yield from (self._bring(plan, number) for number in self.new.names.get(name, ()))
        yield self._keep(plan, staying)
        if old in plan.kept:
            yield plan._replace(kept=plan.kept - {old}, emptied=plan.emptied | {old})
        yield from self._away(plan, old)

    def _can_stay(self, number: int) -> bool:
        return not isinstance(self.old.items[number].statement, nodes.Sort)

    def _for_doubled(self, plan: Plan, problem: Problem, old: int | None, new: int | None) -> Iterator[Plan]:
        """Let go whichever of the two statements is from the first edition."""
        is_seats = new is not None and isinstance(self.new.items[new].statement, nodes.Seats)
        seats = self._seats(self.old) if is_seats else []
        for number in [old, *seats, *(self.old.at(label.source, label.span) for label in problem.labels)]:
            if number is not None and number in plan.kept:
                yield plan._replace(kept=plan.kept - {number})
            yield from self._away(plan, number)

    def _for_missing_sorts(self, plan: Plan, problem: Problem, old: int | None) -> Iterator[Plan]:
        """Where a ranking or table lacks a sort: bring that of the second edition, or let the first's sorts go."""
        if old is not None:
            node = self.old.items[old].statement
            for number, item in enumerate(self.new.items):
                if type(item.statement) is type(node) and _ranked(item.statement) == _ranked(node):
                    yield self._bring(plan, number)
            yield from self._away(plan, old)
            return
        for word in re.findall(r"[\w-]+", problem.sentence):
            for number in self.old.names.get(word, ()):
                yield from self._away(plan, number)

    def _for_others(self, plan: Plan, problem: Problem, name: str, old: int | None, new: int | None) -> Iterator[Plan]:
        """Let the statement go, or what it does not agree with; or bring what it was an exception to."""
        number, side = (old, self.old) if old is not None else (new, self.new)
        if number is not None and problem.code == "nothing-to-displace":
            about = subject(side.items[number])
            if old is not None:
                same = [at for at, one in enumerate(self.old.items) if subject(one) == about and one.displaced is None]
                yield self._keep(plan, same)
            for at, one in enumerate(self.new.items):
                if subject(one) == about and one.displaced is None:
                    yield self._bring(plan, at)
        yield from self._away(plan, old)
        if new is not None:
            for word in re.findall(r"[\w-]+", name):
                for at in self.old.names.get(word, ()):
                    yield from self._away(plan, at)
            yield from (self._bring(plan, at) for at in self._seats(self.new))

    def _bring(self, plan: Plan, number: int) -> Plan:
        """Bring a statement of the second edition alone, or, if it needs others, with its row."""
        item = self.new.items[number]
        rows = self.new.rows.get(item.clause, ())
        if plan.rows & set(rows):
            return plan
        needs_row = isinstance(item.statement, nodes.Group | nodes.Sort | nodes.Ranking | nodes.Seats)
        if rows and (needs_row or item.displaced is not None):
            return plan._replace(rows=plan.rows | {rows[0]})
        return plan._replace(brought=plan.brought | {number})

    def _away(self, plan: Plan, number: int | None) -> Iterator[Plan]:
        """Let a statement of the first edition go: with its row, or alone if it is the editor's."""
        if number is None or not self.old.is_own(number):
            return
        item = self.old.items[number]
        rows = self.old.rows.get(item.clause, ())
        if rows:
            yield from (plan._replace(rows=plan.rows | {row}) for row in rows if row not in plan.rows)
        elif not isinstance(item.statement, nodes.Question):
            yield plan._replace(left_out=plan.left_out | {number})

    def _keep(self, plan: Plan, numbers: Sequence[int]) -> Plan:
        """Keep statements of the first edition whose blocks go, if only as empty words."""
        gone, _ = self._moved(plan)
        for number in numbers:
            item = self.old.items[number]
            if item.clause not in gone or number in plan.emptied:
                continue
            rows = self.old.rows.get(item.clause, ())
            # A property that others use is no rule by itself: without it they would say something else.
            is_rule = isinstance(item.statement, nodes.Value | nodes.Procedure | nodes.Happening)
            if plan.empties and is_rule and all(not self.rows[row].second for row in rows):
                plan = plan._replace(emptied=plan.emptied | {number})
            else:
                plan = plan._replace(kept=plan.kept | {number})
        return plan


def _united(items: Sequence[Item], source: File) -> list[Item]:
    """Introduce every kind of values once, with the values of all who do, and nothing twice in the same words."""
    kinds: dict[str, int] = {}
    said = {repr(form_of(item.statement)) for item in items if item.source is source and _is_said_once(item)}
    anew = {_states(item.statement) for item in items if item.source is not source}
    made: list[Item] = []
    for item in items:
        node = item.statement
        if item.source is source and isinstance(node, nodes.States) and _states(node) in anew:
            continue
        if isinstance(node, nodes.Enumeration) and node.name.text in kinds:
            place = kinds[node.name.text]
            before = made[place].statement
            assert isinstance(before, nodes.Enumeration)
            known = {word.text for word in before.values}
            values = (*before.values, *(word for word in node.values if word.text not in known))
            made[place] = made[place]._replace(statement=replace(before, values=values))
            continue
        if item.source is not source and _is_said_once(item) and repr(form_of(node)) in said:
            continue
        if isinstance(node, nodes.Enumeration):
            kinds[node.name.text] = len(made)
        made.append(item)
    return made


def _is_said_once(item: Item) -> bool:
    """Return whether a file has a statement at most once: it introduces a name, or the number of players."""
    return isinstance(item.statement, nodes.Seats) or bool(declared(item))


def _states(node: object) -> tuple[str, frozenset[str]] | None:
    """Return whose states a statement introduces, and which, whatever their order."""
    return (node.name.text, frozenset(word.text for word in node.values)) if isinstance(node, nodes.States) else None


def _redirected(items: Sequence[Item]) -> list[Item]:
    """Let every exception name the clause that now has what it is an exception to."""
    bases = {subject(item): item.clause for item in reversed(items) if item.displaced is None}
    made = []
    for item in items:
        about = subject(item)
        if item.displaced is not None and about in bases:
            item = item._replace(displaced=replace(item.displaced, text=bases[about]))
        made.append(item)
    return made


def _ranked(node: nodes.Ranking | nodes.Table) -> str:
    return node.name.text if isinstance(node, nodes.Ranking) else node.kind.text


def is_playable(rules: model.Rules) -> bool:
    """Return whether some games played at random come to an end, and not to one that a bound makes."""
    try:
        runtime = runtime_of(rules)
        for seed in range(TRIED_GAMES):
            state = runtime.new_state()
            state.chance = ChanceSource(Chance(seed))
            outcome = play_on(runtime, state, random_chooser(Chance(seed).branch(0)), True, MOST_MOVES)
            if outcome.reason not in ("won", "nobody"):
                return False
    except (RulesFault, LookupError):
        return False
    return True
