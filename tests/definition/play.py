"""The effects of acts on a position, and the course of a game from question to question."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, assert_never

from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind
from tests.definition.position import (
    Choice,
    Draw,
    Ending,
    Fault,
    Group,
    Key,
    Observation,
    Over,
    Position,
    Question,
    Shuffle,
)
from tests.definition.terms import Env, Terms

Course: TypeAlias = Generator[Question, Any, None]
"""Acts in progress: they yield each question, and are sent its answer."""
MOST_UNASKED = 1_000


class Acts(Terms):
    """The acts of some rules, for a number of players, on a position."""

    unasked = 0
    """The number of rounds of long loops with questions since the last question."""

    def all(self, acts: Iterable[model.Act], env: Env) -> Course:
        """Carry out acts: “are carried out one after another”  The things that they name are put into `env`."""
        for act in acts:
            yield from self.act(act, env)

    def act(self, act: model.Act, env: Env) -> Course:
        match act:
            case model.Move():
                self.move(act, env)
            case model.Shuffle(things, into, origin):
                # “These pieces go to the place, and chance orders all that then lie there”
                pile = self.bring(self.many(things, env), into, origin, env)
                pile[:] = (yield Shuffle(sorted(pile))) if pile else []
            case model.Choose(_, things, number, slot):
                choice = yield from self.choose(act, sorted(self.many(things, env)), env)
                # “If there is nothing to pick, the name means none.”
                env[slot] = choice if number is not None else choice[0] if choice else None
            case model.ChooseOption(_, options):
                # “The player picks one of the options, each on a line of its own, and its acts are carried out.”
                allowed = [number for number, option in enumerate(options) if self.holds(option.condition, env)]
                if allowed:
                    answer = yield self.ask(act, allowed, env)
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
                    value = self.meaning(name)
                    self.position.settled[name] = sorted(value) if isinstance(value, list) else value
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
                for thing in self.in_turn(act, env):
                    env[slot] = thing
                    yield from self.all(acts, env)
            case model.Observe():
                yield from self.observe(act)
            case model.Win(player, _, is_side):
                # “The game is over at once, and this player, or these players together, have won it;”
                winner = self.thing(player, env)
                winners = tuple(sorted(winner or ())) if is_side else () if winner is None else (winner,)
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
        """Bring pieces to a place, one after another, and return all pieces that then lie there."""
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

    def ask(self, act: model.Choose | model.ChooseOption, options: list[Any], env: Env, left: int = 1) -> Choice:
        """Return the question to a player; “to let none choose … is an error of the rules”."""
        chooser = self.thing(act.chooser, env)
        if chooser is None:
            raise Fault("nobody", act.origin)
        self.unasked = 0
        return Choice(chooser, options, act, left)

    def choose(self, act: model.Choose, pool: list[Any], env: Env) -> Generator[Question, Any, list[Any]]:
        """Let a player or chance choose one thing or several, and return the choice.

        “If there is nothing to pick, nobody is asked; if there is only one thing to pick, the player is asked all the
        same.”  “If there are fewer pieces than required, all … are chosen; if the number is 0 or less, none is.”
        """
        number = 1 if act.number is None else self.thing(act.number, env)
        count = max(0, min(number, len(pool)))
        if act.chooser is None:
            weight = act.weight
            weights = [self.thing(weight.measure, {**env, weight.slot: thing}) for thing in pool] if weight else []
            if min(weights, default=0) < 0:  # “A number below 0 is an error of the rules, and play stops.”
                raise Fault("no-chance", act.origin)
            return [*(yield Draw(pool, count, weights))] if count else []
        choice: list[Any] = []
        for left in range(count, 0, -1):
            # “from those that were introduced after the one before it, and never so late that too few would be left”
            answer = yield self.ask(act, pool[: len(pool) - left + 1], env, left)
            choice.append(answer)
            pool = pool[pool.index(answer) + 1 :]
        return choice

    # ----------------------------------------------------------------------------------------------- variables

    def store(self, act: model.Store, env: Env) -> None:
        """Change a variable: “an act that would take it beyond them is an error of the rules, and play stops”."""
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
        """Return the variables that change: “in the plural, that of every owner does, one owner after another”."""
        if act.is_for_all:
            return [(act.name, owner) for owner in range(self.seats if act.owners is None else act.owners)]
        key = self.key(act.name, act.owner, env)
        if key is None:  # “to change a number of none”
            raise Fault("nobody", act.origin)
        return [key]

    # ----------------------------------------------------------------------------------------------- rounds

    def begin_round(self, loop: model.Repeat | model.Until, most: int) -> None:
        """Begin a round: “1,000 successive rounds of loops … with a bound above 1,000”."""
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

    def body(self, body: model.Body, env: Env) -> Course:
        """Carry out a procedure or a happening: the acts before it, its own acts, and the acts after it.

        “until the procedure that contains this sentence is over”: then the values that it settled are dropped.
        """
        settled = dict(self.position.settled)
        yield from self.parts(body.before, env)
        # “or, if the condition of an `instead of` holds, the acts of that sentence”
        override = next((rule for rule in reversed(body.overrides) if self.holds(rule.condition, env)), None)
        yield from self.parts(body.rules, env) if override is None else self.all(override.acts, env)
        yield from self.parts(body.after, env)
        self.position.settled = settled

    def parts(self, rules: Iterable[model.Rule], env: Env) -> Course:
        """Carry out several sentences: “Each condition (`…, if …:`) is tested when its turn comes, not before”."""
        for rule in rules:
            if self.holds(rule.condition, env):
                yield from self.all(rule.acts, env)

    def call(self, act: model.Call, env: Env) -> Course:
        """Carry out a deed: “the acts of the sentences `when a player VERB …` follow”."""
        subject = self.thing(act.subject, env)
        if subject is None:  # “to let none do something”
            raise Fault("nobody", act.origin)
        target = self.thing(act.object, env)
        if act.verb in self.rules.deeds and not self.can_be(self.rules.deeds[act.verb], subject, target):
            raise Fault("impossible", act.origin)
        yield from self.body(self.rules.happenings[act.verb], {0: subject, 1: target})

    def in_turn(self, act: model.ForEach, env: Env) -> list[int]:
        """Return the things in turn.

        “from PLAYER (for nobody if there is none) or from player 1; … in the order of introduction”
        """
        start = 0 if act.start is None else self.thing(act.start, env)
        if start is None:
            return []
        things = sorted(self.many(act.things, env))
        return [thing for thing in things if thing >= start] + [thing for thing in things if thing < start]

    # ------------------------------------------------------------------------------------------- the world

    def can_be(self, deed: model.DeedForm, subject: int | None, target: int | None) -> bool:
        """Return whether a deed is possible: “Of several such sentences, all must hold”."""
        return all(self.holds(case.condition, {0: subject, 1: target}) for case in deed.limits)

    def observe(self, act: model.Observe) -> Course:
        """Let the world answer; “acts of every `when` … are carried out before the next observation is asked for”."""
        deeds = [self.rules.deeds[key] for key in act.deeds]
        objects = [(deed, subject, self.all_of(deed.object)) for deed in deeds for subject in self.all_of(deed.subject)]
        cases = [(deed, subject, target) for deed, subject, targets in objects for target in targets]
        for _ in range(act.most):
            is_open = [self.is_open(*case) for case in cases]
            possible = [[at for at, case in enumerate(cases) if case[0] is deed and is_open[at]] for deed in deeds]
            self.unasked = 0
            answer = yield Observation([numbers for numbers in possible if numbers], len(cases), act)
            if answer == len(cases):
                return
            deed, subject, target = cases[answer]
            yield from self.body(self.rules.happenings[deed.key], {0: subject, 1: target})

    def all_of(self, kind: Kind | None) -> Sequence[int | None]:
        """Return all pieces, players or values of a kind; without a kind, only None."""
        if kind is None:
            return [None]
        if kind.base == "piece":
            return range(len(self.rules.pieces.names))
        return range(self.seats if self.is_of_players(kind) else len(self.rules.values[kind.name].values))

    def is_open(self, deed: model.DeedForm, subject: int | None, target: int | None) -> bool:
        """Return whether a deed can be observed now.

        “Pieces beside the table do nothing, and nothing is done to them; no piece does anything to itself; an
        observation that `only if` excludes is refused”
        """
        doers = ((deed.subject, subject), (deed.object, target))
        if any(kind is not None and kind.base == "piece" and thing in self.position.beside for kind, thing in doers):
            return False
        return not (deed.object == deed.subject and target == subject) and self.can_be(deed, subject, target)


class Game:
    """One game under some rules: read `question` and call `answer`, until `ending` is set.

    If the rules stop play, the constructor and `answer` raise a `Fault`.
    """

    def __init__(self, rules: model.Rules, seats: int | None = None, position: Position | None = None) -> None:
        """Begin a game, by default for the least number of players, and play up to the first question."""
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
        """Answer the question (None begins the game), and play up to the next question."""
        try:
            self.question = self._course.send(answer)
        except StopIteration:
            # “when the procedure called `game` is done (then nobody has won)”
            self.question, self.ending = None, Ending((), "nobody")
        except Over as over:
            self.question, self.ending = None, over.ending

    @property
    def results(self) -> dict[str, Any]:
        """The answers to the questions “that take no input”: “Then the questions … are answered”."""
        questions = [question for question in self.rules.questions.values() if question.has_no_inputs]
        return {key: value for question in questions for key, value in tell(self._acts, question).items()}


# ------------------------------------------------------------------------------- questions about a position


def sees(rules: model.Rules, position: Position, seats: int, player: int | None) -> set[int]:
    """Return the pieces that a player sees; without a player, those that every spectator sees."""
    terms, env, pieces = Terms(rules, seats, position), {0: player}, set[int]()
    for sight in (sight for sight in rules.sights if sight.is_for_all or player is not None):
        pieces.update(terms.many(sight.things, env))
    return pieces  # “Sentences about sight add to each other; none hides anything.”


def judge(rules: model.Rules, seats: int, name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a question about pieces laid by hand: “everything else is as before the game”.

    `given` contains, under the key of each input, pieces or a value, or a list of these, one for each owner.
    """
    question, position = rules.questions[name], Position(rules, seats)
    terms = Terms(rules, seats, position)
    for part in question.inputs:
        contents = given.get(part.key, [])
        for owner, content in enumerate([contents] if part.owner is None else contents):
            if isinstance(part, model.Input):
                lay(position, (terms.places[part.place].name, owner), content or (), part.state)
            else:  # “What is left out, or is empty, is none”
                position.stored[part.name, owner] = None if content == [] else content
    return tell(terms, question)


def tell(terms: Terms, question: model.Question) -> dict[str, Any]:
    """Return the results of a question about a position, by their keys.

    A result with owners is a list; a result with extras is a pair of the thing and a mapping.
    """
    results: dict[str, Any] = {}
    for output in question.outputs:
        if output.condition is not None and not terms.holds(output.condition, {}):
            results[output.key] = None  # “where the condition fails, the answer is none”
        elif output.is_owned:
            results[output.key] = [result_of(terms, output, {0: owner}) for owner in range(output.many(terms.seats))]
        else:
            results[output.key] = result_of(terms, output, {})
    return results


def result_of(terms: Terms, output: model.Output, env: Env) -> Any:
    """Return one result, with its extras: “adds an answer for each thing that is told”."""
    value = terms.thing(output.thing, env)
    if value is None or not output.extras:
        return value
    pairs = []
    for thing in value if output.kind.is_set else [value]:
        holds = {extra.key: terms.holds(extra.condition, {**env, 1: thing}) for extra in output.extras}
        pairs.append((thing, holds))
    return pairs if output.kind.is_set else pairs[0]


def example_holds(rules: model.Rules, seats: int, example: model.Example) -> bool:
    """Return whether an example holds: “then every `hence` must be true”."""
    terms = Terms(rules, seats, lay_example(rules, seats, example))
    if example.made is not None:
        # “These pieces … fulfil the definition of the sort; its requirements (`requires`) are not tested.”
        pieces, name, sort = example.made
        group = rules.groups[name]
        is_fitting = group.least <= len(pieces) <= group.most
        return is_fitting and terms.makes(group.sorts[sort], Group(sort, tuple(sorted(pieces))))
    return all(terms.holds(claim.condition, {}) for claim in example.claims)


def lay_example(rules: model.Rules, seats: int, example: model.Example) -> Position:
    """Lay an example: “The pieces named are laid in the places named, all others beside the table”."""
    position = Position(rules, seats)
    terms = Terms(rules, seats, position)
    for placement in example.laid:
        owner = terms.thing(placement.place.owner, {}) or 0
        lay(position, (terms.places[placement.place.base].name, owner), placement.pieces, placement.state)
    for stored in example.stored:
        position.stored[terms.names[stored.cell.base], terms.thing(stored.cell.owner, {}) or 0] = stored.value.value
    return position


def lay(position: Position, key: Key, pieces: Iterable[int], state: int) -> None:
    for piece in pieces:
        position.put(piece, key)
        position.states[piece] = state
