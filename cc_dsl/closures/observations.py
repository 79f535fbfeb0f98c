"""The answers of the world: the observable deeds, the number of each, and the condition that excludes one.

An answer is a number, counted through the deeds that the rules name, their subjects and their objects; the last number
means that nothing more happens. The person at the lawn who gives the answers need not know the rules.

    a ball passes a gate inward only if it is not a prisoner.
    “blue passes gate 3 inward”     one number; if blue is a prisoner, `exclusion_of` gives the sentence above
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from cc_dsl.closures.builder import Builder, Test
from cc_dsl.closures.listener_names import in_capitals
from cc_dsl.closures.reasons import Exclusion, WordLookup, full_clauses
from cc_dsl.closures.state import State
from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import Kind, spelt
from cc_dsl.rules.seating import count_of

NOTHING_MORE = "nothing more"
ENDS = ("NOTHING MORE", "NOTHING", "NO MORE", "NONE")
"""The spellings of “nothing more happens”."""


class Observation(NamedTuple):
    """One event in words: the verb, the subject, the object, and the direction."""

    verb: str
    subject: str
    object: str = ""
    way: str = ""

    def __str__(self) -> str:
        """Return the event in words."""
        return " ".join(word for word in (self.subject, spelt(self.verb), self.object, self.way) if word)


class _SubjectClass:
    """The subjects of one kind that can do a deed, objects aside."""

    def __init__(self, kind: Kind, count: int, tests: list[Test], no_place: int) -> None:
        """Take the conditions on the subject, and the place of the pieces that are not in play."""
        self.count, self._no_place = count, no_place
        self.is_of_piece = kind.base == "piece"
        self._tests = tests
        """The conditions; the one that failed last comes first, since it is likely to fail again."""
        self.frame = 2
        """The number of slots that the conditions may need."""

    def can(self, state: State, subject: int) -> bool:
        """Return whether one of the subjects can do the deed."""
        if self.is_of_piece and state.where[subject] == self._no_place:
            return False
        frame: list[object] = [None] * self.frame
        frame[0] = subject
        for place, test in enumerate(self._tests):
            if not test(state, frame):
                self._tests.insert(0, self._tests.pop(place))
                return False
        return True


class _Line(NamedTuple):
    """One deed of a menu, with its tests."""

    form: model.DeedForm
    first: int
    """The number of its first answer."""
    objects: int
    who: _SubjectClass
    """The subjects that can do the deed, whatever its object; deeds with the same conditions share this."""
    pairs: tuple[Test, ...]
    """The conditions on the subject and the object."""
    is_at_another: bool
    """Whether subject and object are of one kind; nothing does the deed to itself."""
    rest: tuple[None, ...]
    """The slots after the first two, empty."""


def _reads_object(part: model.Condition) -> bool:
    return any(isinstance(term, model.Slot) and term.number == model.OBJECT for term in walk.parts(part))


class Menu:
    """Everything that can be observed at one question of the rules, for this number of players."""

    def __init__(self, build: Builder, act: model.Observe) -> None:
        """Count the answers."""
        self._words = WordLookup(build.rules)
        self._lines: list[_Line] = []
        self._build = build
        self._no_place = build.rules.place_count
        self.observation = cache(self._observation)
        """Returns the parts of an answer, which are kept: the same few hundred are possible stroke after stroke."""
        classes: dict[tuple[Kind, tuple[model.Condition, ...]], _SubjectClass] = {}
        self.end = 0
        """The answer that nothing more happens."""
        for key in act.deeds:
            form = build.rules.deeds[key]
            limits = [part for case in form.limits for part in walk.conjuncts(case.condition)]
            # Conditions on the subject alone are tested once, not again for each object.
            of_subject = tuple(part for part in limits if not _reads_object(part))
            if (form.subject, of_subject) not in classes:
                count, tests = count_of(build.rules, build.seats, form.subject), [*map(build.condition, of_subject)]
                classes[form.subject, of_subject] = _SubjectClass(form.subject, count, tests, self._no_place)
            who = classes[form.subject, of_subject]
            who.frame = max(who.frame, form.frame)
            pairs = tuple(build.condition(part) for part in limits if _reads_object(part))
            objects = 1 if form.object is None else count_of(build.rules, build.seats, form.object)
            is_at_another, rest = form.object == form.subject, (None,) * (form.frame - 2)
            self._lines.append(_Line(form, self.end, objects, who, pairs, is_at_another, rest))
            self.end += who.count * objects
        self._firsts = [line.first for line in self._lines]

    def decode(self, answer: int) -> tuple[model.DeedForm, int, int | None] | None:
        """Return the deed, its subject and its object; None if nothing more happens."""
        place = self._place(answer)
        if place is None:
            return None
        line, subject, object_ = place
        return line.form, subject, object_ if line.form.object is not None else None

    def _place(self, answer: int) -> tuple[_Line, int, int] | None:
        """Return the line of an answer, its subject and its object; None if nothing more happens."""
        if answer == self.end:
            return None
        line = self._lines[bisect_right(self._firsts, answer) - 1]
        subject, object_ = divmod(answer - line.first, line.objects)
        return line, subject, object_

    def possible(self, state: State) -> list[int]:
        """Return the possible answers, the last of which is that nothing more happens."""
        outer, state.trail = state.trail, []  # the tests' reasons are dropped
        able = {
            who: [subject for subject in range(who.count) if who.can(state, subject)]
            for who in dict.fromkeys(line.who for line in self._lines)
        }
        answers = [
            line.first + subject * line.objects + object_
            for line in self._lines
            for subject in able[line.who]
            for object_ in self._objects(line, state, subject)
        ]
        state.trail = outer
        return [*answers, self.end]

    def is_able(self, state: State, piece: int) -> bool:
        """Return whether any event of a piece can be observed."""
        outer, state.trail = state.trail, []
        lines = (line for line in self._lines if line.who.is_of_piece and line.who.can(state, piece))
        is_able = any(self._objects(line, state, piece) for line in lines)
        state.trail = outer
        return is_able

    def _objects(self, line: _Line, state: State, subject: int) -> Sequence[int]:
        """Return the objects to which a subject can do a deed; a deed without an object has the object 0."""
        things: Sequence[int] = range(line.objects)
        has_object = line.form.object is not None
        if line.form.object is not None and line.form.object.base == "piece":
            where, no_place = state.where, self._no_place
            things = [piece for piece in things if where[piece] != no_place]
        if line.is_at_another:
            things = [piece for piece in things if piece != subject]
        if not (pairs := line.pairs):
            return things
        # The hot loop: it runs for every pair at every question, so it calls nothing but the tests.
        able, rest = [], line.rest
        for object_ in things:
            frame = [subject, object_ if has_object else None, *rest]
            for test in pairs:
                if not test(state, frame):
                    break
            else:
                able.append(object_)
        return able

    def exclusion_of(self, state: State, answer: int) -> Exclusion:
        """Return the reason why an observation is impossible, if one is known."""
        opening, place = f"{self.observation(answer)}: this cannot happen", self._place(answer)
        if place is None:
            return Exclusion(sentence=f"{opening}.")
        line, subject, object_ = place
        form = line.form
        for kind, thing in ((form.subject, subject), (form.object, object_)):
            if kind is not None and kind.base == "piece" and state.where[thing] == self._no_place:
                return Exclusion(sentence=f"{opening}, since {self._words.thing(thing, kind)} is not in play.")
        if form.object == form.subject and subject == object_:
            return Exclusion(sentence=f"{opening}, since both are the same {form.subject.name}.")
        frame = [subject, object_ if form.object is not None else None, *line.rest]
        with state.speculate():
            test_of = self._build.condition
            failed_limit = next((limit for limit in form.limits if not test_of(limit.condition)(state, frame)), None)
        if failed_limit is None:
            return Exclusion(sentence=f"{opening}.")
        origin = failed_limit.origin
        readings = (origin.reading,) if origin.reading else ()
        clauses = full_clauses(self._build.rules, [origin])
        return Exclusion(clauses, readings, sentence=f"{opening}, since {origin.sentence}")

    def _observation(self, answer: int) -> Observation:
        observed = self.decode(answer)
        if observed is None:
            return Observation(NOTHING_MORE, "")
        form, subject, object_ = observed
        object_words = "" if form.object is None or object_ is None else self._words.thing(object_, form.object)
        return Observation(form.verb, self._words.thing(subject, form.subject), object_words, form.way)

    def words(self, answer: int) -> str:
        """Return an answer in words."""
        return str(self.observation(answer))

    @cached_property
    def answers_by_spelling(self) -> dict[str, int]:
        """Every answer by its words in capitals, possible or not."""
        return {in_capitals(self.words(answer)): answer for answer in range(self.end)} | dict.fromkeys(ENDS, self.end)

    def subject_of(self, text: str) -> str | None:
        """Return the subject with which a phrase begins, in capitals, the longest if several fit; None if none does."""
        words = f"{in_capitals(text)} "
        rules, seats = self._build.rules, self._build.seats
        kinds = dict.fromkeys(line.form.subject for line in self._lines)
        subjects = ((number, kind) for kind in kinds for number in range(count_of(rules, seats, kind)))
        names = (in_capitals(self._words.thing(number, kind)) for number, kind in subjects)
        return max((name for name in names if words.startswith(f"{name} ")), key=len, default=None)

    def samples(self, options: list[int]) -> list[int]:
        """Return one answer for each deed that is possible."""
        first: dict[int | None, int] = {}
        for answer in options:
            first.setdefault(self.sort(answer), answer)
        first.pop(None, None)  # “nothing more” is not a deed
        return [*first.values()]

    def sort(self, answer: int) -> int | None:
        """Return the number of an answer's deed; None if nothing more happens."""
        place = self._place(answer)
        return None if place is None else place[0].first

    def draw(self, options: list[int], below: Callable[[int], int]) -> int:
        """Draw a random answer: first a deed, or the end, each equally likely; then its subject and its object."""
        answers_by_line: dict[int, list[int]] = {}
        for answer in options:
            line = bisect_right(self._firsts, answer) if answer != self.end else -1
            answers_by_line.setdefault(line, []).append(answer)
        answers = [*answers_by_line.values()][below(len(answers_by_line))]
        return answers[below(len(answers))]


def phrases(text: str) -> list[str]:
    """Split a line that reports events into single events."""
    parts = re.split(r"[,;]|\bthen\b|\band\b", text.strip().removesuffix("."))
    return [part.strip() for part in parts if part.strip()]


def reword(line: str, possible: Iterable[Observation], synonyms: Mapping[str, str]) -> str:
    """Return a line with the verbs of the rules in place of synonyms, and of verbs that lack their final s or es."""
    verbs = {observation.verb for observation in possible}
    words = [synonyms.get(word.casefold(), word) for word in line.split()]
    return " ".join(next((word + end for end in ("s", "es") if word.casefold() + end in verbs), word) for word in words)


def read_line(menu: Menu, text: str, last: str = "") -> list[int] | str:
    """Return the answers that a line means, in order; or the first phrase that means none.

    An event without a subject has that of the event before it; `last` is the subject before the line.
    """
    answers, spellings = [], menu.answers_by_spelling
    for phrase in phrases(text):
        written, subject = in_capitals(phrase), menu.subject_of(phrase)
        whole = written if written in spellings or subject is not None else f"{last} {written}"
        matches = {answer for spelling, answer in spellings.items() if whole.strip() and spelling.startswith(whole)}
        if whole in spellings:
            matches = {spellings[whole]}
        if len(matches) != 1:
            return phrase
        answers.append(matches.pop())
        last = subject or last
    return answers
