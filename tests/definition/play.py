"""What acts do to a position, and how a game goes from question to question."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, assert_never

from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind
from tests.definition.position import (
    Choosing,
    Drawing,
    Ending,
    Fault,
    Group,
    Key,
    Observing,
    Over,
    Position,
    Question,
    Shuffling,
)
from tests.definition.terms import Env, Terms

Acting: TypeAlias = Generator[Question, Any, None]
"""Acts on their way: they yield each question, and are sent the answer."""
MOST_UNASKED = 1_000


class Acts(Terms):
    """The acts of some rules, among so many players, on a position."""

    unasked = 0
    """The rounds since the last question of long loops in which somebody may be asked."""

    def all(self, acts: Iterable[model.Act], env: Env) -> Acting:
        """Do acts: “are carried out one after another”  What they name they put into `env`."""
        for act in acts:
            yield from self.act(act, env)

    def act(self, act: model.Act, env: Env) -> Acting:
        match act:
            case model.Move():
                self.move(act, env)
            case model.Shuffle(things, into, origin):
                # “These pieces go to the place, and chance orders all that then lie there”
                pile = self.bring(self.many(things, env), into, origin, env)
                pile[:] = (yield Shuffling(sorted(pile))) if pile else []
            case model.Choose(_, things, number, slot):
                chosen = yield from self.choose(act, sorted(self.many(things, env)), env)
                # “If there is nothing to pick, the name means none.”
                env[slot] = chosen if number is not None else chosen[0] if chosen else None
            case model.ChooseOption(_, options):
                # “The player picks one of the options, each on a line of its own, and its acts are carried out.”
                open_ones = [number for number, one in enumerate(options) if self.holds(one.condition, env)]
                if open_ones:
                    answer = yield self.asked(act, open_ones, env)
                    yield from self.all(options[answer].acts, env)
            case model.BecomeState(things, state):
                for piece in self.many(things, env):
                    self.position.states[piece] = state
            case model.Store():
                self.store(act, env)
            case model.Perform(name):
                yield from self.body(self.rules.procedures[name], {})
            case model.Call():
                yield from self.call(act, env)
            case model.Settle(names):
                # “Fixes the present values of these definitions”; a set that is settled has the order of introduction.
                for name in names:
                    found = self.meaning(name)
                    self.position.settled[name] = sorted(found) if isinstance(found, list) else found
            case model.If(condition, acts, otherwise):
                yield from self.all(acts if self.holds(condition, env) else otherwise, env)
            case model.Repeat(times, acts):
                for _ in range(times):
                    self.begin_round(act, times)
                    yield from self.all(acts, env)
            case model.Until(condition, most, acts, origin, goes_on):
                # “The condition is tested before every round, and the acts are repeated until it holds.”
                for _ in range(most):
                    if self.holds(condition, env):
                        return
                    self.begin_round(act, most)
                    yield from self.all(acts, env)
                # “After this many rounds the loop is over”, or else “the game ends”
                if not goes_on and not self.holds(condition, env):
                    raise Over(Ending((), f"bound: {origin.sentence}"))
            case model.ForEach(_, _, slot, acts):
                # “The list is made beforehand.”
                for one in self.in_turn(act, env):
                    env[slot] = one
                    yield from self.all(acts, env)
            case model.Observe():
                yield from self.observe(act)
            case model.Win(player, _, is_side):
                # “The game is over at once, and this player, or these players together, have won it;”
                found = self.thing(player, env)
                winners = tuple(sorted(found or ())) if is_side else () if found is None else (found,)
                raise Over(Ending(winners, "won" if winners else "nobody"))
            case model.Believe(condition, origin):
                # “If it is false, play stops and says so”
                if not self.holds(condition, env):
                    raise Fault("belief-broken", origin)
            case _:
                assert_never(act)

    # ---------------------------------------------------------------------------------------------- pieces

    def move(self, act: model.Move, env: Env) -> None:
        """Move pieces: “one after another in the order in which they lie”."""
        pieces = self.many(act.things, env)
        if act.number is not None:
            # “This many go from the top of an ordered place, the topmost first”
            number = max(0, self.thing(act.number, env))
            if len(pieces) < number:
                raise Fault("too-few", act.origin)
            pieces = pieces[::-1][:number]
        if pieces:  # “Moving `none` has no effect.”
            self.bring(pieces, act.to, act.origin, env)

    def bring(self, pieces: list[int], to: model.Contents, origin: model.Origin, env: Env) -> list[int]:
        """Bring pieces to a place, one after another, and return all that then lies there."""
        place = self.places[to.base]
        key = self.key(place.name, to.owner, env)
        if key is None:  # “to move something *to a place of* none … is an error of the rules, and play stops”
            raise Fault("nobody", origin)
        for piece in pieces:
            self.position.put(piece, key)
        pile = self.position.places[key]
        if place.most is not None and len(pile) > place.most:  # “more than it is for”
            raise Fault("place-full", origin)
        return pile

    # --------------------------------------------------------------------------------------------- choices

    def asked(self, act: model.Choose | model.ChooseOption, options: list[Any], env: Env, left: int = 1) -> Choosing:
        """Return the question to a player; “to let none choose … is an error of the rules”."""
        chooser = self.thing(act.chooser, env)
        if chooser is None:
            raise Fault("nobody", act.origin)
        self.unasked = 0
        return Choosing(chooser, options, act, left)

    def choose(self, act: model.Choose, pool: list[Any], env: Env) -> Generator[Question, Any, list[Any]]:
        """Let somebody choose one, or so many, and return what is chosen.

        “If there is nothing to pick, nobody is asked; if there is only one thing to pick, the player is asked all the
        same.”  “If there are fewer pieces than required, all … are chosen; if the number is 0 or less, none is.”
        """
        wanted = 1 if act.number is None else self.thing(act.number, env)
        left = max(0, min(wanted, len(pool)))
        if act.chooser is None:
            by = act.weight
            weights = [self.thing(by.measure, {**env, by.slot: one}) for one in pool] if by is not None else []
            if min(weights, default=0) < 0:  # “A number below 0 is an error of the rules, and play stops.”
                raise Fault("no-chance", act.origin)
            return [*(yield Drawing(pool, left, weights))] if left else []
        chosen: list[Any] = []
        for number in range(left, 0, -1):
            # “from those that were introduced after the one before it, and never so late that too few would be left”
            answer = yield self.asked(act, pool[: len(pool) - number + 1], env, number)
            chosen.append(answer)
            pool = pool[pool.index(answer) + 1 :]
        return chosen

    # ------------------------------------------------------------------------------------ what play changes

    def store(self, act: model.Store, env: Env) -> None:
        """Store: “an act that would take it beyond them is an error of the rules, and play stops”."""
        stored = self.position.stored
        for key in self.owners(act, env):
            value = self.first(act.cases, act.kind, env)
            if act.bounds is None:
                stored[key] = sorted(value) if act.kind.is_set else value
                continue
            number = {"=": value, "+": stored[key] + value, "-": stored[key] - value}[act.sign]
            if not act.bounds[0] <= number <= act.bounds[1]:
                raise Fault("out-of-bounds", act.origin)
            stored[key] = number

    def owners(self, act: model.Store, env: Env) -> list[Key]:
        """Return what changes: “in the plural, that of every owner does, one owner after another”."""
        if act.is_for_all:
            return [(act.name, owner) for owner in range(self.seats if act.owners is None else act.owners)]
        key = self.key(act.name, act.owner, env)
        if key is None:  # “to change a number of none”
            raise Fault("nobody", act.origin)
        return [key]

    # ----------------------------------------------------------------------------------------------- rounds

    def begin_round(self, loop: model.Repeat | model.Until, most: int) -> None:
        """Begin a round: “1,000 rounds in a row of loops … with a bound above 1,000”."""
        if most > MOST_UNASKED and self.may_ask(loop.acts):
            self.unasked += 1
            if self.unasked > MOST_UNASKED:
                raise Fault("unasked", loop.origin)

    def may_ask(self, acts: Iterable[model.Act]) -> bool:
        """Return whether a player, or the world, may be asked in some acts."""
        return any(self.may_ask_in(act) for act in acts)

    def may_ask_in(self, act: model.Act) -> bool:
        """Return whether a player, or the world, may be asked in an act."""
        match act:
            case model.Choose(chooser):
                return chooser is not None
            case model.If(_, acts, otherwise):
                return self.may_ask((*acts, *otherwise))
            case model.Repeat(_, acts) | model.Until(_, _, acts) | model.ForEach(_, _, _, acts):
                return self.may_ask(acts)
            case model.Perform(name) | model.Call(name):
                body = self.rules.happenings[name] if isinstance(act, model.Call) else self.rules.procedures[name]
                rules = (*body.before, *body.rules, *body.overrides, *body.after)
                return any(self.may_ask(rule.acts) for rule in rules)
        return isinstance(act, model.ChooseOption | model.Observe)

    # ------------------------------------------------------------------------------------------- procedures

    def body(self, body: model.Body, env: Env) -> Acting:
        """Do a procedure, or what follows from a deed: what is done before, the thing itself, and what is done after.

        “until the procedure that contains this sentence is over”: then what it has settled is settled no more.
        """
        settled = dict(self.position.settled)
        yield from self.parts(body.before, env)
        # “or, if the condition of an `instead of` holds, the acts of that sentence”
        displacing = next((rule for rule in reversed(body.overrides) if self.holds(rule.condition, env)), None)
        yield from self.parts(body.rules, env) if displacing is None else self.all(displacing.acts, env)
        yield from self.parts(body.after, env)
        self.position.settled = settled

    def parts(self, rules: Iterable[model.Rule], env: Env) -> Acting:
        """Do what several sentences say: “Each condition (`…, if …:`) is tested when its turn comes, not before”."""
        for rule in rules:
            if self.holds(rule.condition, env):
                yield from self.all(rule.acts, env)

    def call(self, act: model.Call, env: Env) -> Acting:
        """Let somebody do something: “the acts of the sentences `when a player VERB …` follow”."""
        subject = self.thing(act.subject, env)
        if subject is None:  # “to let none do something”
            raise Fault("nobody", act.origin)
        done_to = self.thing(act.object, env)
        if act.verb in self.rules.deeds and not self.can_be(self.rules.deeds[act.verb], subject, done_to):
            raise Fault("impossible", act.origin)
        yield from self.body(self.rules.happenings[act.verb], {0: subject, 1: done_to})

    def in_turn(self, act: model.ForEach, env: Env) -> list[int]:
        """Return what comes in turn: “with the one named (if none, for nobody) or with player 1; … as introduced”."""
        start = 0 if act.start is None else self.thing(act.start, env)
        if start is None:
            return []
        things = sorted(self.many(act.things, env))
        return [one for one in things if one >= start] + [one for one in things if one < start]

    # ------------------------------------------------------------------------------------------- the world

    def can_be(self, deed: model.DeedForm, subject: int | None, done_to: int | None) -> bool:
        """Return whether a deed is possible: “If there are several such sentences, all must hold”."""
        return all(self.holds(case.condition, {0: subject, 1: done_to}) for case in deed.limits)

    def observe(self, act: model.Observe) -> Acting:
        """Let the world answer; “acts of every `when` … are carried out before the next observation is asked for”."""
        deeds = [self.rules.deeds[key] for key in act.deeds]
        cases = [(one, by, to) for one in deeds for by in self.all_of(one.subject) for to in self.all_of(one.object)]
        for _ in range(act.most):
            is_open = [self.is_open(*case) for case in cases]
            possible = [[at for at, case in enumerate(cases) if case[0] is deed and is_open[at]] for deed in deeds]
            self.unasked = 0
            answer = yield Observing([numbers for numbers in possible if numbers], len(cases), act)
            if answer == len(cases):
                return
            deed, subject, done_to = cases[answer]
            yield from self.body(self.rules.happenings[deed.key], {0: subject, 1: done_to})

    def all_of(self, kind: Kind | None) -> Sequence[int | None]:
        """Return all pieces, players or values of a kind; where none is named, there is nothing to name."""
        if kind is None:
            return [None]
        if kind.base == "piece":
            return range(len(self.rules.pieces.names))
        return range(self.seats if self.is_of_players(kind) else len(self.rules.values[kind.name].values))

    def is_open(self, deed: model.DeedForm, subject: int | None, done_to: int | None) -> bool:
        """Return whether something can be observed now.

        “Pieces beside the table do nothing, and nothing is done to them; no piece does anything to itself; an
        observation that `only if` excludes is refused”
        """
        doers = ((deed.subject, subject), (deed.object, done_to))
        if any(kind is not None and kind.base == "piece" and one in self.position.beside for kind, one in doers):
            return False
        return not (deed.object == deed.subject and done_to == subject) and self.can_be(deed, subject, done_to)


class Game:
    """One game under some rules: look at `question`, and `answer` it, until `ending` says how it ended.

    Where the rules are at fault, the beginning and `answer` raise a `Fault`.
    """

    def __init__(self, rules: model.Rules, seats: int | None = None, position: Position | None = None) -> None:
        """Begin a game, among as few players as may be if not said, and play up to the first question."""
        self.rules = rules
        self.seats = rules.seats[0] if seats is None else seats
        self.position = Position(rules, self.seats) if position is None else position
        self.question: Question | None = None
        self.ending: Ending | None = None
        if "game" not in rules.procedures:
            raise Fault("no-game")
        self._acts = Acts(rules, self.seats, self.position)
        self._course = self._acts.body(rules.procedures["game"], {})
        self.answer(None)

    def answer(self, answer: Any) -> None:
        """Answer the question (which began the game, if it is the first), and play up to the next."""
        try:
            self.question = self._course.send(answer)
        except StopIteration:
            # “when the procedure called `game` is done (then nobody has won)”
            self.question, self.ending = None, Ending((), "nobody")
        except Over as over:
            self.question, self.ending = None, over.ending

    @property
    def told(self) -> dict[str, Any]:
        """What the questions tell “to which nothing is given”: “Then the questions … are answered”."""
        questions = [one for one in self.rules.questions.values() if one.has_no_inputs]
        return {key: told for one in questions for key, told in tell(self._acts, one).items()}


# ------------------------------------------------------------------------------- questions to a position


def sees(rules: model.Rules, position: Position, seats: int, player: int | None) -> set[int]:
    """Return the pieces that a player, or whoever looks on, sees."""
    terms, env, found = Terms(rules, seats, position), {0: player}, set[int]()
    for sight in (one for one in rules.sights if one.is_for_all or player is not None):
        found.update(terms.many(sight.things, env))
    return found  # “Sentences about sight add to each other; none hides anything.”


def judge(rules: model.Rules, seats: int, name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer of a question about pieces laid by hand: “everything else is as before the game”.

    Under the key of each thing that is given stand pieces or a value, or a list of these, one for each owner.
    """
    question, position = rules.questions[name], Position(rules, seats)
    terms = Terms(rules, seats, position)
    for asked in question.inputs:
        found = given.get(asked.key, [])
        for owner, one in enumerate([found] if asked.owner is None else found):
            if isinstance(asked, model.Input):
                lay(position, (terms.places[asked.place].name, owner), one or (), asked.state)
            else:  # “What is left out, or is empty, is none”
                position.stored[asked.name, owner] = None if one == [] else one
    return tell(terms, question)


def tell(terms: Terms, question: model.Question) -> dict[str, Any]:
    """Return what a question tells of a position, by its keys.

    What each of several has is a list; a thing with which more is told is a pair of it and of a mapping.
    """
    found: dict[str, Any] = {}
    for told in question.told:
        if told.condition is not None and not terms.holds(told.condition, {}):
            found[told.key] = None  # “where the condition fails, the answer is none”
        elif told.is_owned:
            found[told.key] = [told_of(terms, told, {0: owner}) for owner in range(told.many(terms.seats))]
        else:
            found[told.key] = told_of(terms, told, {})
    return found


def told_of(terms: Terms, told: model.Output, env: Env) -> Any:
    """Return one thing that is told: “adds an answer for each thing that is told”."""
    value = terms.thing(told.thing, env)
    if value is None or not told.extras:
        return value
    each = value if told.kind.is_set else [value]
    more = [(one, {extra.key: terms.holds(extra.condition, {**env, 1: one}) for extra in told.extras}) for one in each]
    return more if told.kind.is_set else more[0]


def example_holds(rules: model.Rules, seats: int, example: model.Example) -> bool:
    """Return whether an example holds: “then every `hence` must be true”."""
    terms = Terms(rules, seats, laid(rules, seats, example))
    if example.made is not None:
        # “These pieces … fulfil the definition of the sort; its requirements (`requires`) are not tested.”
        pieces, name, sort = example.made
        group = rules.groups[name]
        is_fitting = group.least <= len(pieces) <= group.most
        return is_fitting and terms.makes(group.sorts[sort], Group(sort, tuple(sorted(pieces))))
    return all(terms.holds(claim.condition, {}) for claim in example.claims)


def laid(rules: model.Rules, seats: int, example: model.Example) -> Position:
    """Lay an example: “The pieces named are laid in the places named, all others beside the table”."""
    position = Position(rules, seats)
    terms = Terms(rules, seats, position)
    for one in example.laid:
        owner = terms.thing(one.place.owner, {}) or 0
        lay(position, (terms.places[one.place.base].name, owner), one.pieces, one.state)
    for kept in example.stored:
        position.stored[terms.names[kept.cell.base], terms.thing(kept.cell.owner, {}) or 0] = kept.value.value
    return position


def lay(position: Position, key: Key, pieces: Iterable[int], state: int) -> None:
    for piece in pieces:
        position.put(piece, key)
        position.states[piece] = state
