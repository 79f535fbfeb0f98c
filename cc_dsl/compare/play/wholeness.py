"""Decide whether a patch is as complete as both of its parents, and if not, what it has lost.

A patch is complete if

- nothing is dead in it that is alive in the edition from which it comes: a definition that nothing uses any more,
  a procedure that nothing performs and whose acts nobody else does, a condition that can never hold; only a word that
  the second edition defines for other rows may wait for these, if something else that came with it takes effect;
- it contains every statement that both editions have;
- it shows every player what both editions show.

Each loss is reported with the clauses that lost it, so that their rows can be joined.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from cc_dsl.compare.facts import ModelFact, facts_of
from cc_dsl.compare.play.alive import Alive, acts_of, alive, body_of, things_of
from cc_dsl.rules import model
from cc_dsl.rules.kinds import spelt
from cc_dsl.rules.meaning import NumberedNames
from cc_dsl.rules.walk import parts

WORDS = ("definition", "predicate")
"""Statements that only define a word."""


class Loss(NamedTuple):
    """Something that a patch has lost."""

    sentence: str
    said: tuple[str, ...]
    """The clauses in the patch that mention it, as its statements name them."""
    name: str
    """Its name, by which its uses are found; empty if it has none."""
    second: tuple[str, ...] = ()
    """The clauses of the second edition that say it; an empty one is the editor's."""
    is_asked: bool = False
    """Whether it is a value that is tested but never set."""


class Parents:
    """Two editions, the second in the names of the first, with the parts that take effect in them."""

    def __init__(self, first: model.Rules, second: model.Rules) -> None:
        """Note the statements of both."""
        self.first, self.second = first, second
        self._alive: dict[str, tuple[Alive, Alive]] = {}
        here = {(fact.path, repr(fact.form)) for fact in facts_of(first)}
        self.common: list[ModelFact] = [fact for fact in facts_of(second) if (fact.path, repr(fact.form)) in here]

    def alive(self, question: str) -> tuple[Alive, Alive]:
        """Return what takes effect in either, in a game or in the answer to a question; computed once."""
        if question not in self._alive:
            self._alive[question] = alive(self.first, question), alive(self.second, question)
        return self._alive[question]

    def losses(self, patch: model.Rules, question: str = "", gone: Collection[str] = ()) -> list[Loss]:
        """Return what a patch has lost that matters in a game, or to the answer to a question.

        The statements of the removed clauses were meant to go and are no loss.
        """
        now = alive(patch, question)
        found = [*self._dead(patch, now, question, gone), *self._never(now, question), *self._hollow(patch, now, gone)]
        return found if question else [*found, *self._unsaid(patch)]

    def _dead(self, patch: model.Rules, now: Alive, question: str, gone: Collection[str]) -> Iterator[Loss]:
        """Yield the parts that have no effect in a patch and have one in their edition."""
        before, mark = self.alive(question), f"{self.second.name}."
        effects = now if not question else _united([now, alive(patch), *(alive(patch, one) for one in patch.questions)])
        came = {home for thing in effects.things for home in _clauses(body_of(patch, thing)) if home.startswith(mark)}
        came |= {home for home in _sorted_clauses(patch) if home.startswith(mark)}
        for thing in sorted(things_of(patch) - effects.things):
            homes = [home for home in _clauses(body_of(patch, thing)) if home not in gone]
            lost = [home for home in homes if thing in before[home.startswith(mark)].things]
            if thing[0] in WORDS:
                lost = [home for home in lost if home not in came]
            acts = acts_of(patch, thing)
            if lost and not (acts and acts <= effects.acts):
                yield Loss(f"“{spelt(thing[1])}” would have no effect any more.", tuple(lost), thing[1])

    def _never(self, now: Alive, question: str) -> Iterator[Loss]:
        """Yield the values that are tested and never set, or set and never read, unlike in an edition."""
        for one in self.alive(question):
            for name, value in sorted(now.asked & one.asked & one.made - now.made, key=str):
                if (name, None) not in now.made:
                    said = f"Nothing could become “{spelt(str(value))}” any more."
                    yield Loss(said, (), str(value), is_asked=True)
            for name in sorted((now.written & one.written & one.read) - now.read):
                yield Loss(f"“{spelt(name)}” would be changed and never read.", (), name)
            for name in sorted((now.read & one.read & one.written) - now.written):
                yield Loss(f"“{spelt(name)}” would be read and never changed.", (), name)

    def _hollow(self, patch: model.Rules, now: Alive, gone: Collection[str]) -> Iterator[Loss]:
        """Yield the parts without acts that still have exceptions or are still called."""
        known = things_of(self.first)
        for thing in sorted(now.things):
            if thing[0] in WORDS or thing not in known or acts_of(patch, thing):
                continue
            homes = tuple(home for home in _clauses(body_of(patch, thing)) if home not in gone)
            if homes and acts_of(self.first, thing):
                yield Loss(f"Nothing would be done any more when “{spelt(thing[1])}” is called for.", homes, thing[1])

    def unseen(self, patch: model.Rules) -> list[Loss]:
        """Return the places that both editions show and a patch does not."""
        first, second, now = (seen_places(rules) for rules in (self.first, self.second, patch))
        return [
            Loss(
                f"Both editions show “{name}” to {'all' if is_for_all else 'its owner'}.",
                (),
                "",
                second[is_for_all, name],
            )
            for is_for_all, name in sorted(first.keys() & second.keys() - now.keys())
        ]

    def _unsaid(self, patch: model.Rules) -> Iterator[Loss]:
        said = {(fact.path, repr(fact.form)) for fact in facts_of(patch)}
        for fact in self.common:
            if (fact.path, repr(fact.form)) not in said:
                what = fact.path[1] if len(fact.path) > 1 else fact.path[0]
                yield Loss(f"Both editions say something of “{what}” that would be lost.", (), "", (fact.home,))


def seen_places(rules: model.Rules) -> dict[tuple[bool, str], tuple[str, ...]]:
    """Return the places that are visible to all or to one player, each with the clauses that say so."""
    names = NumberedNames(rules)
    found: dict[tuple[bool, str], tuple[str, ...]] = {}
    for sight in rules.sights:
        for part in parts(sight.things):
            if isinstance(part, model.Contents | model.AllContents | model.OnlyPiece | model.TopPiece):
                key = sight.is_for_all, str(names.places.get(part.base))
                found[key] = (*found.get(key, ()), _home(sight.origin))
    return found


def _united(found: Iterable[Alive]) -> Alive:
    """Return the union of several sets of live parts."""
    return Alive(*(frozenset[Any]().union(*parts_of) for parts_of in zip(*found, strict=True)))


def _sorted_clauses(rules: model.Rules) -> Iterator[str]:
    """Yield the clauses that say what groups there are, and how things rank."""
    yield from _clauses((*rules.groups.values(), *rules.rankings.values()))


def _clauses(body: object) -> tuple[str, ...]:
    """Return the clauses in which something is said; an empty one is the editor's."""
    homes = [_home(part) for part in parts(body) if isinstance(part, model.Origin)]
    return tuple(dict.fromkeys(homes))


def _home(origin: model.Origin) -> str:
    return origin.clauses[-1] if origin.clauses else ""
