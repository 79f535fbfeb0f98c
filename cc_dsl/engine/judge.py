"""Answer the questions of the rules about pieces laid by hand, and test their examples.

No definition is settled and nothing is played: every definition is evaluated for the pieces as they lie.

    question judge “Who takes the trick?”: 1 card as the lead; for each player 3 cards as the side.
    answer(rules, "judge", {"lead": "5H", "side": ["6H 7H 8H", "KS KD 2C"]})    Answer: takes, and the clauses behind it
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from cc_dsl.closures.listener_names import ListenerNames, count_alike, in_capitals, join_words
from cc_dsl.closures.reasons import Decision, Trail, WordLookup
from cc_dsl.closures.runtime import Runtime, runtime_of
from cc_dsl.closures.state import Combination, Frame, State
from cc_dsl.core.runs import positions_in_run
from cc_dsl.diagnostics.problem import did_you_mean, either, nearest
from cc_dsl.errors import UserError
from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER, Kind, a_name, plural, spelt
from cc_dsl.rules.seating import seats_phrase
from cc_dsl.trees import walk

Laid = tuple[tuple[int, tuple[int, ...]], ...]
"""Places and the pieces laid in each."""
Stored = tuple[tuple[int, int], ...]
"""Cells and their values."""


class Answer:
    """The answer of the rules to a question, with its grounds."""

    __slots__ = ("_runtime", "_trail", "clauses", "question", "readings", "value")

    def __init__(self, runtime: Runtime, question: model.Question, value: dict[str, Any], trail: Trail) -> None:
        """Hold the answer, and the trail of its reasons, which are put into words on demand."""
        self._runtime = runtime
        self._trail = trail
        self.question = question
        self.value = value
        """The answer by the keys of the question, ready for JSON."""
        self.clauses, readings = runtime.tracing_builder.notes.sources_of(trail)
        """The full ids of the clauses used, in order of first use."""
        doubts = runtime.rules.doubts
        self.readings = {name: doubts[name].chosen for name in readings if name in doubts}
        """The open places that affect it, and the answers chosen for them."""

    def __repr__(self) -> str:
        """Return the answer."""
        return f"Answer({self.value!r})"

    @property
    def document(self) -> dict[str, Any]:
        """The answer with clauses and readings, as one JSON document."""
        return {**self.value, "clauses": [*self.clauses], "readings": dict(self.readings)}

    @property
    def seats(self) -> int:
        """The number of players."""
        return self._runtime.seats

    def decisions_for(self, naming: ListenerNames | None = None) -> tuple[Decision, ...]:
        """Return the answer as trees of reasons, with the names of a listener."""
        words = WordLookup(self._runtime.rules, None, naming)
        return self._runtime.tracing_builder.notes.decisions_together(self._trail, words)


def answer(rules: model.Rules, question: str, given: Mapping[str, Sequence[object]]) -> Answer:
    """Answer a question of the rules about some pieces, given under its keys; each player's pieces are one list.

    The number of lists gives the number of players. Pieces are numbers or signs; one string may contain several, as in
    `{"side": ["AS 7C 6D", "2C 9D KS"]}`.
    """
    asked_question = rules.questions.get(question)
    if asked_question is None:
        close = nearest(question, rules.questions) or [*rules.questions]
        remedy = f"Do you mean {either([f'“{key}”' for key in close])}?" if close else "They have none."
        raise UserError("bad-case", f"These rules have no question “{question}”.", remedy, question)
    runtime = runtime_of(rules, "reasons", seats_of(rules, asked_question, given))
    judge = judge_of(runtime, question)
    state = lay_pieces(runtime, judge.lay(given), judge.states, judge.store(given))
    value = {formatter.key: formatter.output_value(state) for formatter in judge.formatters}
    return Answer(runtime, asked_question, value, state.trail)


def results_of_game(runtime: Runtime, state: State) -> dict[str, object]:
    """Answer the questions without input about a position of a game; return the answers by their keys."""
    questions = [question for question in runtime.rules.questions.values() if question.has_no_inputs]
    formatters = [formatter for question in questions for formatter in judge_of(runtime, question.name).formatters]
    # Another runtime, such as one that records reasons, may have reached this position.
    with state.speculate():
        return {formatter.key: formatter.output_value(state) for formatter in formatters}


def numbers_of_values(runtime: Runtime, state: State, names: Collection[str]) -> dict[str, dict[str, int]]:
    """Return the numbers that the rules define for each value, by their names and the words of the values."""
    numbers: dict[str, dict[str, int]] = {}
    for name in names:
        definition = runtime.rules.definitions[name]
        assert definition.owner is not None
        thing = runtime.build.thing(model.Apply(name, model.Slot(0)))
        with state.speculate():
            values = runtime.rules.values[definition.owner.name].values
            numbers[name] = {words: thing(state, [value]) for value, words in enumerate(values)}
    return numbers


def owners_of_pieces(runtime: Runtime, state: State) -> dict[str, dict[int, int]]:
    """Return the owner of each piece, for each name of the rules that gives pieces an owner."""
    owners: dict[str, dict[int, int]] = {}
    for name, definition in runtime.rules.definitions.items():
        if definition.kind == PLAYER and definition.owner is not None and definition.owner.base == "piece":
            owner_of = runtime.build.thing(model.Apply(name, model.Slot(0)))
            pairs = ((piece, owner_of(state, [piece])) for piece in range(len(runtime.rules.pieces.codes)))
            owners[name] = {piece: player for piece, player in pairs if player is not None}
    return owners


class StandingAnswer(NamedTuple):
    """The present answer to a question without input about one thing, with its decision."""

    key: str
    owner: str
    """The owner, in words; empty if the answer has none."""
    value: str | None
    clauses: tuple[str, ...]
    readings: tuple[str, ...]
    piece: int | None = None
    """The piece that the answer is about, if it is about one."""


def standings(
    runtime: Runtime, state: State, seen: Collection[int] | None = None, naming: ListenerNames | None = None
) -> list[StandingAnswer]:
    """Answer the questions without input about any position of a game, each answer with its clauses.

    Answers that rest on pieces outside `seen` are left open. With `naming`, values and players have the names that
    people use.
    """
    words, standings = WordLookup(runtime.rules, seen, naming), []
    questions = [question for question in runtime.rules.questions.values() if question.has_no_inputs]
    for output in (output for question in questions for output in question.outputs):
        value_of = runtime.build.thing(output.thing)
        is_of_piece = output.owner is not None and output.owner.base == "piece"
        owners: Iterable[int | None] = range(output.many(runtime.seats)) if output.is_owned else (None,)
        if is_of_piece:
            no_place = len(state.places) - 1
            owners = [piece for piece in range(output.many(runtime.seats)) if state.where[piece] != no_place]
        for owner in owners:
            with state.speculate() as trail:
                value = value_of(state, [owner, *[None] * max(output.frame, 2)])
                is_open = value is None or not words.knows_pieces(state.looked)
            value_words = None if is_open else words.thing(value, output.kind)
            notes = runtime.tracing_builder.notes
            record = next((item for item in trail if not isinstance(item, int) and words.may_hear(item)), None)
            decision = None if record is None else notes.decision(record, words, set())
            standing = StandingAnswer(
                key=output.key,
                owner="" if output.owner is None or owner is None else words.thing(owner, output.owner),
                value=spelt(value_words) if value_words is not None and words.naming is None else value_words,
                clauses=decision.clauses if decision is not None else (),
                readings=decision.readings if decision is not None else (),
                piece=owner if is_of_piece else None,
            )
            standings.append(standing)
    return standings


def tables_of(answers: Iterable[StandingAnswer]) -> Iterator[tuple[list[str], list[list[StandingAnswer]]]]:
    """Yield tables of answers with owners: the keys, which are the columns, and a row of answers for each owner.

    Owners with the same keys share a table; rows whose answers are all 0 or none are left out.
    """
    rows: dict[str, list[StandingAnswer]] = {}
    for answer in answers:
        if answer.owner:
            rows.setdefault(answer.owner, []).append(answer)
    keys_of = {owner: tuple(answer.key for answer in row) for owner, row in rows.items()}
    for keys in dict.fromkeys(keys_of.values()):
        rows_of_table = (row for owner, row in rows.items() if keys_of[owner] == keys)
        if shown_rows := [row for row in rows_of_table if any((answer.value or "0") != "0" for answer in row)]:
            yield [*keys], shown_rows


def seats_of(rules: model.Rules, question: model.Question, given: Mapping[str, Sequence[object]]) -> int:
    """Return the number of players of a case: the number of lists under each key of which every player has one.

    Raise a UserError if the numbers differ, or the rules do not allow that many players.
    """
    keys = [part.key for part in question.inputs if part.owner == PLAYER and part.key in given]
    counts = {key: 1 if isinstance(given[key], str) else len(given[key]) for key in keys}
    if not counts:
        return rules.seats[0]
    key, count = next(iter(counts.items()))
    if not rules.seats[0] <= count <= rules.seats[1]:
        given_words = f"“{key}” is given {times(count)}, but {seats_phrase(rules)}; each has one."
        raise UserError("bad-case", given_words, f"Give “{key}” once for each player.", key)
    for other, number in counts.items():
        if number != count:
            differ = f"“{key}” is given {times(count)}, but “{other}” {times(number)}"
            sentence = f"{differ}; each player needs one of each."
            raise UserError("bad-case", sentence, f"Give both {times(count)}.", other)
    return count


def lay_pieces(runtime: Runtime, laid: Laid, states: Iterable[int], stored: Stored = ()) -> State:
    """Lay pieces by hand, in the state that belongs to each place; pieces already there stay."""
    position = runtime.new_state()
    for cell, value in stored:
        position.cells[cell] = value
    places, where, marks, box = position.places, position.where, position.marks, position.places[-1]
    for (place, pieces), state in zip(laid, states, strict=True):
        places[place].extend(pieces)
        for piece in pieces:
            where[piece] = place
            marks[piece] = state
            box.remove(piece)
    return position


# -------------------------------------------------------------------------------------------- questions


@lru_cache(maxsize=256)
def judge_of(runtime: Runtime, question: str) -> QuestionJudge:
    """Return the `QuestionJudge` of a question of the rules, made once for each runtime."""
    return QuestionJudge(runtime, runtime.rules.questions[question])


class QuestionJudge:
    """Lays the pieces of one question and returns its answer."""

    def __init__(self, runtime: Runtime, question: model.Question) -> None:
        """Make the closures of the results."""
        self.pieces = runtime.rules.pieces
        self._words = WordLookup(runtime.rules)
        self.question = question
        self.seats = runtime.seats
        self.formatters = [OutputFormatter(runtime, output) for output in question.outputs]
        self.states = [part.state for part in question.piece_inputs for _ in range(part.many(self.seats))]
        """The state of the pieces of each place, in the order in which `lay` gives the places."""

    def lay(self, given: Mapping[str, Sequence[object]]) -> Laid:
        """Read the pieces for each place; raise a UserError for missing, surplus, unknown or duplicate pieces."""
        keys = [part.key for part in self.question.inputs]
        for key in given:
            if key not in keys:
                known_keys = join_words([f"“{key}”" for key in keys]) or "nothing"
                raise UserError("bad-case", f"This question does not take “{key}”.", f"Give {known_keys}.", key)
        laid: list[tuple[int, tuple[int, ...]]] = []
        for part in self.question.piece_inputs:
            if part.key not in given and part.least:
                remedy = f"Give {count_in_words(self.pieces.name, part)} under “{part.key}”."
                raise UserError("bad-case", f"The {part.key} is missing.", remedy, part.key)
            if not part.is_owned:
                laid.append((part.place, self._read(given.get(part.key, ""), part, f"the {part.key}")))
                continue
            for owner, group in enumerate(self._one_each(given.get(part.key, [""] * part.many(self.seats)), part)):
                where = f"{self._words.thing(owner, part.owner or PLAYER)}'s {part.key}"
                laid.append((part.place + owner, self._read(group, part, where)))
        # Pieces that look alike share a sign: give each occurrence of the sign another of them.
        pieces = self.pieces.pieces_listed(piece for _, group in laid for piece in group)
        remaining_pieces = iter(pieces)
        laid = [(place, tuple(next(remaining_pieces) for _ in group)) for place, group in laid]
        if (twice := next((piece for place, piece in enumerate(pieces) if piece in pieces[:place]), None)) is not None:
            sign, alike = self.pieces.codes[twice], self.pieces.alike
            count = alike.count(alike[twice]) if alike else 1
            (counted,) = count_alike([self.pieces.glyphs[twice]] * count)
            sentence = f"{sign} is given twice." if count == 1 else f"More than {counted} are given."
            raise UserError("bad-case", sentence, "Give each piece only once.", sign)
        return tuple(laid)

    def store(self, given: Mapping[str, Sequence[object]]) -> Stored:
        """Read the values of variables; an omitted or empty value is none."""
        return tuple(
            (part.base + owner, self._value(str(word), part))
            for part in self.question.stored
            if part.key in given
            for owner, word in enumerate(self._one_each(given[part.key], part))
            if word is not None and str(word).strip()
        )

    def _one_each(self, inputs: Sequence[object], part: model.Input | model.StoredInput) -> Sequence[object]:
        """Return the input for each owner; raise a UserError for too many or too few."""
        inputs, needed_count = [inputs] if isinstance(inputs, str) else inputs, part.many(self.seats)
        if len(inputs) != needed_count:
            owner = "player" if part.owner in (None, PLAYER) else part.owner.name
            sentence = f"“{part.key}” is given {times(len(inputs))}, not {times(needed_count)}."
            may_be_none = isinstance(part, model.StoredInput) or part.least == 0
            none = ", in order, with “” for none" if may_be_none and owner != "player" else ""
            raise UserError("bad-case", sentence, f"Give one for each {owner}{none}.", part.key)
        return inputs

    def _value(self, word: str, part: model.StoredInput) -> int:
        """Read a value, a piece or a player; a value may be given by its sign."""
        signs: dict[str, int] = {}
        if part.kind.base == "piece":
            piece = self.pieces.read(word)
            numbers_by_word = {} if piece is None else {word: piece}
        elif part.kind == PLAYER:
            numbers_by_word = {f"player {player + 1}": player for player in range(self.seats)}
        else:
            kind = self._words.rules.values[part.kind.name]
            numbers_by_word = {name: value for value, name in enumerate(kind.values)}
            signs = {sign.casefold(): value for value, own_signs in enumerate(kind.signs) for sign in own_signs}
        value = {in_capitals(name): value for name, value in numbers_by_word.items()}.get(in_capitals(word))
        value = signs.get(word.strip().casefold()) if value is None else value
        if value is None:
            remedy = did_you_mean(word, numbers_by_word) or f"Choose {either([*numbers_by_word])}."
            sentence = f"“{word}” for the {part.key} is not {a_name(part.kind.name)}."
            raise UserError("bad-case", sentence, remedy, part.key)
        return value

    def _read(self, given: object, part: model.Input, where: str) -> tuple[int, ...]:
        """Read the pieces for one place from a text, or from signs and numbers; `where` names the place in errors."""
        codes, name = self.pieces.codes, self.pieces.name
        words, spellings = self.pieces.divide(given) if isinstance(given, str) else given, self.pieces.spellings
        pieces = []
        for word in words if isinstance(words, Sequence) else [words]:
            piece = word
            if isinstance(word, str):
                piece = spellings[word] if word in spellings else self.pieces.read(word)
            if not isinstance(piece, int) or isinstance(piece, bool) or not 0 <= piece < len(codes):
                remedy = did_you_mean(word, codes) if isinstance(word, str) else ""
                remedy = remedy or (f"Write the sign of a {name}, such as {codes[0]}." if codes else "")
                raise UserError("bad-case", f"“{word}” in {where} is not {a_name(name)}.", remedy, where)
            pieces.append(piece)
        if not part.least <= len(pieces) <= part.number:
            needed_words = count_in_words(name, part)
            sentence = f"For {where} I expected {needed_words}, not {len(pieces)}."
            raise UserError("bad-case", sentence, f"Give {needed_words}, with spaces between the signs.", where)
        return tuple(pieces)


def count_in_words(piece: str, part: model.Input) -> str:
    """Return the number of pieces that a part of a question takes, in words."""
    if part.least == part.number:
        return f"{part.number} {piece if part.number == 1 else plural(piece)}"
    return f"{part.least} {'or' if part.number - part.least == 1 else 'to'} {part.number} {plural(piece)}"


class OutputFormatter:
    """The closures that evaluate one part of an answer, and its converter to a form ready for JSON."""

    def __init__(self, runtime: Runtime, output: model.Output) -> None:
        """Make the closures of the thing, of its condition, and of the details with it."""
        build = runtime.build
        self.key = output.key
        self._thing = build.thing(output.thing)
        self._condition = None if output.condition is None else build.condition(output.condition)
        tests = ((extra.key.replace("-", "_"), build.condition(extra.condition)) for extra in output.extras)
        self._extras = [(key, build.hide(test)) for key, test in tests]
        self._size = max(output.frame, 2)
        self._convert = json_converter(runtime.rules, output.kind, output.key)
        self._convert_member: Callable[[Any], object] | None = None
        if output.kind.is_set:
            self._convert_member = json_converter(runtime.rules, output.kind.element_kind, output.key)
        self._owners = range(output.many(runtime.seats)) if output.is_owned else None

    def output_value(self, state: State) -> Any:
        """Return the value of this part in a position, or a list with the value for each owner."""
        frame: Frame = [None] * self._size
        if self._condition is not None and not self._condition(state, frame):
            return None
        if self._owners is None:
            return self._json_value(state, frame)
        values = []
        for owner in self._owners:
            frame[0] = owner
            values.append(self._json_value(state, frame))
        return values

    def _json_value(self, state: State, frame: Frame) -> object:
        """Return the value for the owner in slot 0, with the details of each member if it is a set."""
        value = self._thing(state, frame)
        if value is None:
            return None
        if not self._extras:
            return self._convert(value)
        if self._convert_member is not None:
            return [self._with_extras(state, frame, member, self._convert_member(member)) for member in value]
        return self._with_extras(state, frame, value, self._convert(value))

    def _with_extras(self, state: State, frame: Frame, value: object, document: object) -> object:
        """Return the document of a value with the results of the tests of its details, which find it in slot 1."""
        frame[1] = value
        extras = {key: test(state, frame) for key, test in self._extras}
        return {**document, **extras} if isinstance(document, Mapping) else {"value": document, **extras}


def json_converter(rules: model.Rules, kind: Kind, key: str) -> Callable[[Any], object]:
    """Return the function that converts a thing of a kind to a form ready for JSON."""
    codes = rules.pieces.codes
    if kind.base == "value":
        names = [spelt(name.removeprefix(f"{key}-")).lower() for name in rules.values[kind.name].values]
        return lambda value: names[value]
    if kind.base == "piece":
        return lambda value: codes[value]
    if kind.base == "pieces":
        return lambda value: [codes[piece] for piece in sorted(value)]
    if kind.base == "group":
        group, pieces = rules.groups[kind.name], plural(rules.pieces.name)
        sorts = [spelt(sort.name).lower() for sort in group.sorts]
        return lambda value: {
            "kind": sorts[value.sort],
            pieces: [codes[piece] for piece in reading_order(rules, group, value)],
        }
    if kind.is_set:
        convert_member = json_converter(rules, kind.element_kind, key)
        return lambda value: [convert_member(member) for member in value]
    return lambda value: value


def reading_order(rules: model.Rules, group: model.Group, combination: Combination) -> list[int]:
    """Return the pieces of a group in reading order: a run from its lowest end, others by number."""
    run = group.sorts[combination.sort].run
    pieces = [*combination.pieces]
    if run is not None:
        table = rules.pieces.attributes[run[1]]
        values = [value for piece in pieces if (value := table[piece]) is not None]
        places = positions_in_run(run[0], values) if len(values) == len(pieces) else []
        return [pieces[place] for place in places] or pieces
    return pieces


# --------------------------------------------------------------------------------------------- examples


class ExampleResult(NamedTuple):
    """The result of testing an example."""

    example: model.Example
    failed: tuple[str, ...]
    """The sentences that do not hold; none if it passes."""


def try_examples(rules: model.Rules) -> list[ExampleResult]:
    """Try every example of the rules."""
    return [ExampleResult(example, tuple(_failures(rules, example))) for example in rules.examples]


def _failures(rules: model.Rules, example: model.Example) -> list[str]:
    """Return the sentences of an example that do not hold: about pieces that make a group, or about a position."""
    runtime = runtime_of(rules, seats=seats_named(rules, example))
    if example.made is not None:
        pieces, group, sort = example.made
        sorts = runtime.build.finder(group).sorts_of(runtime.new_state(), tuple(sorted(pieces)))
        sizes = range(rules.groups[group].least, rules.groups[group].most + 1)
        return [] if len(pieces) in sizes and sort in sorts else [example.origin.sentence]
    if is_laid_twice(example):
        return [f"One {rules.pieces.name} is laid twice."]
    state = position_of(runtime, example)
    tests = [(runtime.test_of(claim.condition), claim.origin.sentence) for claim in example.claims]
    return [sentence for test, sentence in tests if not test(state, [None] * example.frame)]


def seats_named(rules: model.Rules, examples: model.Example | Sequence[model.Example]) -> int:
    """Return the number of players for examples: the fewest that the rules allow, but all whom they name."""
    constants = (part for part in walk(examples) if isinstance(part, model.Const) and part.kind == PLAYER)
    return max(rules.seats[0], *(part.value + 1 for part in constants), 0)


def is_laid_twice(example: model.Example) -> bool:
    """Return whether an example lays any piece more than once."""
    pieces = [piece for placement in example.laid for piece in placement.pieces]
    return len(set(pieces)) < len(pieces)


def position_of(runtime: Runtime, example: model.Example) -> State:
    """Return the position of an example."""
    laid = []
    for placement in example.laid:
        owner = placement.place.owner
        place = placement.place.base + (owner.value if isinstance(owner, model.Const) else 0)
        laid.append((place, placement.pieces))
    stored = tuple((variable.number, variable.value.value) for variable in example.stored)
    return lay_pieces(runtime, tuple(laid), [placement.state for placement in example.laid], stored)


def times(count: int) -> str:
    """Return a number of times in words."""
    return ("not at all", "once", "twice")[count] if count < 3 else f"{count} times"
