"""A game under the rules: it waits for an answer, accepts it if it is legal, and runs to the next question.

A game record is the list of the answers; the same answers give the same game, bit by bit.

    game = Game(rules, seed=5)
    game.find_move("queen of hearts")           Move(24, "QH", clauses ("II.1",)), or a Refusal that says why not
    game.play(24)                               runs on to the next question
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from cc_dsl.closures.listener_names import YOU, ListenerNames, in_capitals, is_plural, possessive, verb_form
from cc_dsl.closures.observations import Menu, Observation, phrases, read_line
from cc_dsl.closures.reasons import WordLookup, full_clauses
from cc_dsl.closures.runtime import ChanceSource, Runtime, runtime_of
from cc_dsl.closures.state import OBSERVER, Combination, Outcome, State
from cc_dsl.closures.steps import StepQuestion
from cc_dsl.diagnostics.problem import either, nearest
from cc_dsl.engine.exclusions import exclusion_of, option_exclusion
from cc_dsl.engine.history import ChanceFromLog, ChanceFromRecord, RecordedGame, has_other_rules, notes_in
from cc_dsl.engine.moves import (
    ARTICLE,
    MOST_NAMED,
    OVER,
    Move,
    MoveRefused,
    NamedGroup,
    Refusal,
    group_exclusion,
    groups_named,
    is_answer,
    kind_of,
    matching_sorts,
    read_group,
    sentence_of_choices,
    spellings,
    words_of_answer,
)
from cc_dsl.engine.views import View, values_with
from cc_dsl.errors import UserError
from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import plural
from cc_dsl.table.chance import Chance, drawn_seed
from cc_dsl.table.pieces import either_way
from cc_dsl.table.record import GOES_ON, OBSERVED, TAKEN_BACK, Record, RecordedAnswer, RecordFault

__all__ = ["Game", "Move", "MoveRefused", "Outcome", "Refusal", "replay"]


WORLD = 1 << 20
"""The branch of a seed's stream from which the world's answers are drawn."""


class Question(NamedTuple):
    """A question to a player."""

    name: str
    """The name of the choice, if it has one."""
    sentence: str
    """The words of the rules that ask it."""
    left: int
    """The number of answers that the player still has to give to it, including this one."""

    def __str__(self) -> str:
        """Return the question as one line."""
        count = f" ({self.left} to choose)" if self.left > 1 else ""
        return f"{self.name}{count}: {self.sentence}" if self.name else self.sentence


class Game(RecordedGame):
    """One game: ask `player`, `question` and `moves()`, answer with `play`, until `is_over`."""

    def __init__(
        self,
        rules: model.Rules,
        seed: int | None = None,
        reasons: bool = False,
        answers: Iterable[RecordedAnswer] = (),
        seats: int | None = None,
        memory: int | None = None,
    ) -> None:
        """Start a game, or resume one after the answers of a record.

        If there is neither a seed nor an answer, a seed is drawn and recorded. With `memory` only the reasons of that
        many last answers are stored.
        """
        given = tuple(answers)
        super().__init__(rules, drawn_seed() if seed is None and not given else seed, reasons, seats, memory)
        self._begin(given)

    def _begin(self, answers_given: tuple[RecordedAnswer, ...]) -> None:
        """Play the answers of a record; raise a RecordFault if the rules do not allow one."""
        answers = tuple(line for line in answers_given if line.by != TAKEN_BACK)
        source = ChanceFromRecord(Chance(self._stream), answers, self.rules)
        notes = notes_in(answers_given)
        self._set_up(source)
        while source.at < len(answers):
            self._note_all(notes, source.at)
            given_now = answers[source.at]
            if self.player is None:
                raise RecordFault("The game is over, but the record goes on.", given_now.line)
            if given_now.by == OBSERVED and self.player == OBSERVER:
                source.at += 1
                self._observe_given(given_now)
                continue
            if given_now.player != self.player:
                turn = f"it is the turn of “player {self.player + 1}”"
                complaint = "an observation comes next" if self.player == OBSERVER else turn
                raise RecordFault(f"Here “{given_now.by}” answers, but by the rules {complaint}.", given_now.line)
            answer = self._find(given_now.words, exact=True)
            if isinstance(answer, Refusal):
                raise RecordFault(answer.sentence, given_now.line)
            source.at += 1
            self._answer(answer)
        self._note_all(notes, len(answers))
        # The record is used up; only the random stream is still needed.
        self._state.chance = ChanceSource(source.chance)

    def from_the_beginning(self, reasons: bool = False, memory: int | None = None) -> Game:
        """Return a copy of the game at its first question; its `step` repeats the answers of this game."""
        again = self._start_again(type(self), reasons, memory)
        again._set_up(ChanceFromLog(Chance(self._stream), self._log))
        return again

    def _start_again(self, form: type[Game], reasons: bool, memory: int | None) -> Game:
        """Return a game of the same rules and seed, before its first position."""
        other = form.__new__(form)
        RecordedGame.__init__(other, self.rules, self.seed, reasons, self.seats, memory)
        other.naming, other._stream = self.naming, self._stream
        return other

    def fork(self, answer: int) -> Game:
        """Return a copy of the game in which this answer was given; the game itself is unchanged."""
        other = self._start_again(Game, reasons=False, memory=0)
        other._state = state = self._state.copy()
        state.chance = ChanceSource(Chance(self._stream, self._state.chance.chance.drawn))
        state.log, state.moved = [*self._log], [] if self.is_watched else None
        other.play(answer)
        return other

    def differences(self, other: Game) -> int:
        """Return the number of cells and places in which this game differs from another of the same rules."""
        here, there = self._state, other._state
        before, after = (*here.places, *here.marks, *here.cells), (*there.places, *there.marks, *there.cells)
        return sum(left != right for left, right in zip(before, after, strict=True))

    @property
    def result(self) -> dict[str, Any]:
        """The answers to the questions without input, once the game is over."""
        from cc_dsl.engine.judge import results_of_game

        return results_of_game(runtime_of(self.rules, "plain", self.seats), self._state) if self.is_over else {}

    # ------------------------------------------------------------------------------------ the question

    def is_idle(self, doubt: str) -> bool:
        """Return whether a reading or gap has no effect in this game, because of its number of players."""
        return self._runtime.build.is_idle(self.rules.doubts[doubt])

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, if it has ended."""
        outcome = self._state.outcome
        return None if outcome is None else outcome._replace(moves=self.moves_made)

    @property
    def question(self) -> Question | None:
        """The question in words; None when the game is over."""
        if self.is_over:
            return None
        question_term = self.question_term
        sentence = question_term.act.origin.sentence
        # The acts after the colon are the moves; the question is the part before it.
        is_option = isinstance(question_term.act, model.ChooseOption)
        return Question(question_term.name, sentence.partition(":")[0] if is_option else sentence, self.picks_left)

    def things_in_turn(self) -> dict[str, str]:
        """Return the words of the thing whose turn it is in each loop around the question, by the name of its kind."""
        origin, words = self.question_term.act.origin, WordLookup(self.rules, None, self.naming)
        bodies = (*self.rules.happenings.values(), *self.rules.procedures.values())
        loops = (part for part in walk.parts(bodies) if isinstance(part, model.ForEach))
        loops_around = [loop for loop in loops if any(part == origin for part in walk.parts(loop.acts))]
        values = ((loop.kind, self._state.frame[loop.slot]) for loop in loops_around)
        return {kind.name: words.thing(value, kind) for kind, value in values if value is not None}

    @property
    def picks_left(self) -> int:
        """The number of things still to be picked, including the next: 1, unless several are picked."""
        return self._runtime.program.picks_left(self._state)

    def moves(self) -> list[Move]:
        """Return the answers allowed, each with its words and the clauses that allow it."""
        if self.is_over:
            return []
        act, kind = self.question_term.act, kind_of(self.question_term.act)
        if kind.base == "group":
            # Leave out the clauses of the sorts, which are added to each move.
            clauses = full_clauses(self.rules, [act.origin, self.rules.groups[kind.name].origin])
        else:
            clauses, _ = self.sources()
        options = self._state.options
        return [Move(option, self.words_of(option), self._clauses_for(option, clauses)) for option in options]

    def move_of_group(self, name: str, group: Combination) -> Move:
        """Return the move for a group as if it were offered, with the clauses of its sort."""
        words = WordLookup(self.rules, None, self.naming).group(group, name)
        return Move(0, words, self.clauses_of_sort(name, group))

    def clauses_of_sort(self, name: str, group: Combination) -> tuple[str, ...]:
        """Return the clauses that define a group's sort and its requirements."""
        sort = self.rules.groups[name].sorts[group.sort]
        return full_clauses(self.rules, [sort.origin, *(case.origin for case in sort.requirements)])

    def _clauses_for(self, answer: int, clauses: tuple[str, ...]) -> tuple[str, ...]:
        """Return the clauses of the question with those of the answer: an option or a sort of group has its own."""
        act = self.question_term.act
        if isinstance(act, model.Observe):
            return clauses
        if isinstance(act, model.ChooseOption):
            own = full_clauses(self.rules, [act.options[answer].origin])
        elif act.kind.base == "group":
            own = self.clauses_of_sort(act.kind.name, self._state.offered[answer])
        else:
            return clauses
        return tuple(dict.fromkeys((*clauses, *own)))

    def square_of(self, answer: int) -> str:
        """Return the square, or other value, whose place holds the piece that an answer names, or “”."""
        if kind_of(self.question_term.act).base != "piece":
            return ""
        return self.rules.square_at(self._state.where[answer])

    def pieces_of(self, answer: int) -> tuple[int, ...]:
        """Return the pieces that an answer names: one piece, or those of a group that is offered."""
        base = kind_of(self.question_term.act).base
        return (answer,) if base == "piece" else self._state.offered[answer].pieces if base == "group" else ()

    def offers_unseen(self) -> bool:
        """Return whether a player is offered pieces that this player does not see."""
        pieces_offered = {piece for answer in self.options for piece in self.pieces_of(answer)}
        return not pieces_offered <= self.sights.pieces_seen(self._state, self.player)

    def values_of(self, answer: int) -> dict[str, int]:
        """Return the values of the tables of the rules for a group that is offered, by the names of the tables."""
        if kind_of(self.question_term.act).base != "group" or len(self.rules.groups) != 1:
            return {}
        sort = self._state.offered[answer].sort
        return {name: values[sort] for name, values in self.rules.tables.items() if sort < len(values)}

    def find_move(self, text: str) -> Move | Refusal:
        """Return the move that these words mean, or the refusal of invalid, illegal or ambiguous words."""
        answer = self._find(text)
        if isinstance(answer, Refusal):
            return answer
        return Move(answer, self.words_of(answer), self._clauses_for(answer, self.sources()[0]))

    def whynot(self, text: str) -> Refusal | None:
        """Return the refusal of a move; None if the move is allowed."""
        answer = self._find(text)
        return answer if isinstance(answer, Refusal) else None

    @property
    def options(self) -> list[int]:
        """The answers allowed, in ascending order: pieces, players, values or options by their numbers.

        A group is given by its index among those offered.
        """
        return [*self._state.options]

    @property
    def menu(self) -> Menu:
        """The possible observations now."""
        menu = self.question_term.menu
        assert menu is not None, "nothing is observed now"
        return menu

    def words_of(self, answer: int, naming: ListenerNames | None = None) -> str:
        """Return an answer to the present question in words."""
        if self.is_observing:
            return self.menu.words(answer)
        return words_of_answer(self.rules, self.question_term.act, answer, self._state.offered, naming)

    def spoken_answer(self, answer: int) -> str:
        """Return an answer in the words used at the table, which may differ from those of a record."""
        if self.naming is not None and self.rules.pieces.alike and (square := self.square_of(answer)):
            return f"the {self.naming.pieces[answer]} on {self.naming.name(square)}"
        return self.words_of(answer, self.naming)

    def table_name(self, player: int) -> str:
        """Return a player in the words used at the table."""
        return WordLookup(self.rules, None, self.naming).player(player)

    def read_observed(self, text: str) -> list[int] | str:
        """Parse the words for what was observed: return its answers, or the phrase that cannot be read.

        A phrase without a subject means the subject of the last event; at first it means the subject whose turn is
        being observed, or the only subject that can act.
        """
        menu, log, doer = self.menu, self._log, self.question_term.doer
        last = ""
        if self._state.frame[self.question_term.counter or 0]:
            # Take the last observation made at this very question: menus of other questions number theirs differently.
            here = self._state.asking
            answer = next(answer for by, answer, number in reversed(log) if (by, number) == (OBSERVER, here))
            last = menu.observation(answer[0]).subject
        elif doer is not None:
            last = self._runtime.rules.pieces.codes[self._state.frame[doer]]
        else:
            doers = {menu.observation(answer).subject for answer in self._state.options if answer != menu.end}
            last = doers.pop() if len(doers) == 1 else ""
        return read_line(menu, text, in_capitals(last))

    # ------------------------------------------------------------------------- answers as people write them

    def _find(self, text: str, exact: bool = False) -> int | Refusal:
        """Return the answer that words mean, or their refusal; unless they must be exact, a beginning is enough."""
        if self.is_over:
            return OVER
        if self.is_observing:
            return self._find_observed(text)
        act, options, kind = self.question_term.act, self.options, kind_of(self.question_term.act)
        larger_groups: list[int] = []
        group = None
        if isinstance(act, model.Choose) and kind.base == "group":
            group = read_group(self.rules, text)
            matches, larger_groups = groups_named(self.rules, act.kind.name, self._state.offered, group, exact)
        else:
            matches = self._answers_spelt(text, exact)
        allowed_answers = [answer for answer in matches if answer in options]
        if len(allowed_answers) == 1:
            return allowed_answers[0]
        if len(allowed_answers) > 1:
            return self._ambiguous(text, allowed_answers)
        if len(matches) == 1:
            return self.refuse(matches[0])
        article = ARTICLE.match(text)
        if not matches and article is not None and not exact:
            return self._find(text[article.end() :])
        if not matches and self.player is not None:
            words_for = self._words_for(self.player)
            reason = option_exclusion(self._explainer, self._state, self.player, text, words_for)
            if reason is not None:
                sentence = f"“{text.strip()}” cannot be chosen now."
                return Refusal(
                    "illegal", sentence, reason.clauses, reason.readings, self._nearest(None), reason.decisions
                )
        if group is not None and group.pieces:
            return self._refuse_group(text, group, larger_groups)
        if matches:
            return Refusal("illegal", f"No “{text.strip()}” can be chosen here.", *self.sources(), self._nearest(None))
        sentence = f"“{text.strip()}” is {sentence_of_choices(self.rules, kind)}."
        return Refusal("invalid", sentence, *self.sources(), self._nearest(None))

    def _answers_spelt(self, text: str, exact: bool) -> list[int]:
        """Return the answers with this spelling; if it need not be exact and there are none, those that begin so."""
        if text.strip(" -") != text.strip():
            return []  # -1 is not the beginning of the name of a Ten
        act = self.question_term.act
        is_piece = kind_of(act).base == "piece"
        known_spellings = spellings(self.rules, act, self._state, self.seats)
        if is_piece and self.rules.pieces.alike:
            known_spellings += [
                (self.spoken_answer(answer).removeprefix("the ").upper(), answer) for answer in self.options
            ]
        capitals = in_capitals(text)
        name = " ".join(text.split()).upper() if is_piece else capitals
        matches = {number for spelling, number in known_spellings if spelling in either_way(name)}
        if not matches and not exact:
            matches = {number for spelling, number in known_spellings if capitals and spelling.startswith(capitals)}
        if not matches and not exact:
            # Accept a hyphenated name written as words, or only its last words.
            words = f" {name.replace('-', ' ')}"
            hyphenated = [(spelling, number) for spelling, number in known_spellings if "-" in spelling]
            matches = {number for spelling, number in hyphenated if f" {spelling.replace('-', ' ')}".endswith(words)}
        return sorted(matches)

    def _ambiguous(self, text: str, matches: Sequence[int]) -> Refusal:
        """Return the refusal of words that fit several answers."""
        words, rest = [self.spoken_answer(answer) for answer in matches[:MOST_NAMED]], len(matches) - MOST_NAMED
        offers = [*words, f"{rest} more"] if rest > 0 else words
        sentence = f"“{text.strip()}” can mean {either(offers)}."
        return Refusal("ambiguous", sentence, *self.sources(), tuple(words))

    def _refuse_group(self, text: str, named_group: NamedGroup, larger_groups: Sequence[int]) -> Refusal:
        """Return the refusal of pieces that are not an offered group.

        `larger_groups` are the offered groups that contain them and other pieces. Pieces that make no group themselves
        are taken as an incomplete name of such a group.
        """
        act, state = self.question_term.act, self._state
        assert isinstance(act, model.Choose)
        name, build = act.kind.name, self._runtime.build
        with state.speculate():
            makes_sort = bool(matching_sorts(build, name, named_group.pieces, state))
            seen = self.sights.pieces_seen(state, self.player)
            reason = group_exclusion(build, name, named_group, state, seen, self.naming)
        if len(larger_groups) > 1 and not makes_sort:
            return self._ambiguous(text, larger_groups)
        if larger_groups and not makes_sort:
            whole = self.spoken_answer(larger_groups[0])
            sentence = f"“{text.strip()}” does not name all of the {whole}."
            return Refusal("ambiguous", sentence, *self.sources(), (whole,))
        return Refusal("illegal", reason.sentence, reason.clauses, reason.readings, self._nearest(None, larger_groups))

    def _find_observed(self, text: str) -> int | Refusal:
        """Return the answer for one event that was observed."""
        read = self.read_observed(text)
        if isinstance(read, str):
            return self.refuse_observed(read)
        if len(read) != 1:
            sentence = f"“{text.strip()}” means several things; report them one after another."
            return Refusal("ambiguous", sentence, (), (), tuple(map(self.words_of, read)))
        return read[0] if read[0] in self._state.options else self.refuse(read[0])

    def refuse_observed(self, text: str) -> Refusal:
        """Return the refusal of unknown words for an event, with the nearest known ones."""
        sentence = f"“{text.strip()}” cannot be observed here."
        if (menu := self.menu).subject_of(text) is None and " " in text.strip():
            sentence = f"“{text.strip()}” does not begin with the name of a ball or a player."
        words = [menu.words(answer) for answer in self.options]
        close = [each for each in words if in_capitals(each).startswith(in_capitals(text) or " ")]
        if close:
            sentence = f"“{text.strip()}” is only the beginning of what can be observed here."
        close = close or nearest(text.strip(), words)[:3] or [*map(menu.words, menu.samples(self.options))]
        return Refusal("invalid", sentence, (), (), tuple(close[:MOST_NAMED]))

    def refuse(self, answer: int) -> Refusal:
        """Return the refusal of a known answer, with reasons that rest only on what the player sees."""
        if self.is_over:
            return OVER
        act = self.question_term.act
        if isinstance(act, model.Observe):
            if 0 <= answer <= self.menu.end:
                against = self.menu.exclusion_of(self._state, answer)
                return Refusal("illegal", against.sentence, against.clauses, against.readings, ())
            return Refusal("invalid", f"There is no answer {answer}.", *self.sources(), self._nearest(None))
        clauses, readings = self.sources()
        if not is_answer(self.rules, act, answer, self._state, self.seats):
            return Refusal("invalid", f"There is no answer {answer}.", clauses, readings, self._nearest(None))
        answer_words, kind = self.spoken_answer(answer), kind_of(act)
        if kind.base == "group":
            return Refusal("illegal", f"“{answer_words}” is not allowed here.", clauses, readings, self._nearest(None))
        reason = exclusion_of(self._explainer.tracing_builder, act, self._state, answer, self._words_for(self.player))
        clauses = tuple(dict.fromkeys((*reason.clauses, *clauses)))
        readings = tuple(dict.fromkeys((*reason.readings, *readings)))
        if kind.base != "piece":
            only_if = "" if reason.decisions else f"; the rule is “{act.origin.sentence.rstrip('.')}”"
            if isinstance(act, model.ChooseOption):
                # The condition of the option, in the words of the rules.
                _, is_conditional, condition = act.options[answer].origin.sentence.partition(", if ")
                in_words = self.naming.in_condition if self.naming is not None else str
                only_if = f"; it is possible only if {in_words(condition.partition(':')[0])}" if is_conditional else ""
            sentence = f"“{answer_words}” cannot be chosen now{only_if}."
            return Refusal("illegal", sentence, clauses, readings, self._nearest(None), reason.decisions)
        where = "" if reason.decisions else f": {self._whereabouts(answer)}"
        if self.naming is None:
            sentence = f"{answer_words} cannot be the {self.question_term.name}{where}."
        else:
            who = self.table_name(self.player or 0)
            who = who[:1].upper() + who[1:]
            sentence = f"{who} cannot choose {answer_words}{where}."
        return Refusal("illegal", sentence, clauses, readings, self._nearest(answer), reason.decisions)

    def _whereabouts(self, piece: int) -> str:
        """Return the place of a piece in words, as far as the player to move sees it."""
        player = self.player or 0
        who = self.table_name(player)
        places = self.view(self.player).places
        pieces = self.rules.pieces.name
        not_offered = f"it is not among {f'the {plural(pieces)}' if pieces else 'those'} to choose from"
        of_options = {(place.name, place.owner) for place in places if {*place.pieces} & {*self.options}}
        for place in places:
            if piece in place.pieces:
                if (place.name, place.owner) in of_options:  # others that lie there can be chosen
                    return not_offered
                in_words = self.naming.name if self.naming is not None else str
                name = in_words(place.name)
                lies = "is among" if is_plural(name) else "lies in"
                is_single = any(each.name == place.name and each.most == 1 for each in self.rules.places)
                if place.of and is_single and not self.rules.boards:  # the places of several values are one row
                    return f"it {lies} the {name}"
                if place.of:
                    return f"it {lies} {possessive(in_words(place.of))} {name}"
                if place.owner is None:
                    return f"it {'is' if is_single else lies} the {name}"
                if place.owner != player:
                    return f"it {lies} {possessive(self.table_name(place.owner))} {name}"
                own = possessive(who) if who == YOU else "his own" if self.naming is None else "their own"
                return f"it {lies} {own} {name}"
        held_by_player = {reason for place in places if place.owner == player for reason in place.pieces}
        if held_by_player >= {*self.options}:
            return f"{who} {verb_form(who, 'do', 'does')} not have it"
        return not_offered

    def _nearest(self, piece: int | None, first: Sequence[int] = ()) -> tuple[str, ...]:
        """Return some legal moves: those that come first, or those most similar to a piece."""
        options = sorted(self.options, key=lambda answer: answer not in first)
        if piece is not None:
            tables = self.rules.pieces.attributes.values()
            options.sort(key=lambda other: -sum(table[other] == table[piece] for table in tables))
        few = options if len(options) <= MOST_NAMED + 1 else options[:MOST_NAMED]  # “and 1 more” would be no shorter
        return tuple(map(self.spoken_answer, few))

    @property
    def _explainer(self) -> Runtime:
        """The runtime that records reasons, made at its first use."""
        return self._runtime if self.has_reasons else runtime_of(self.rules, "reasons", self.seats)

    def _words_for(self, player: int | None) -> WordLookup:
        """Return the vocabulary for the present view of a player (or of anybody, without a player)."""
        seen_pieces = self.sights.pieces_seen(self._state, None if player == OBSERVER else player)
        return WordLookup(self.rules, seen_pieces, self.naming)

    def sources(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the clauses and readings behind the question and its options."""
        build, act, state = self._explainer.tracing_builder, self.question_term.act, self._state
        with state.speculate(build.notes.number([act.origin], decides=True)) as trail:
            for closure in build.option_closures(act):
                closure(state, [*state.frame])
            looked = state.looked
        return build.notes.known_sources(trail, looked, self._words_for(self.player))

    # -------------------------------------------------------------------------------------- the answer

    def draw_answer(self, chance: Chance) -> int:
        """Return a random answer: each is equally likely, or each set of answers where several are picked.

        Of the events that can be observed, first a deed or “nothing more” is drawn, then its subject and its object.
        """
        return self._runtime.program.draw_answer(self._state, chance)

    def play(self, answer: int) -> None:
        """Answer the question, and continue to the next; raise MoveRefused if the answer is not allowed."""
        if answer not in self._state.options:
            raise MoveRefused(self.refuse(answer), len(self.options))
        self._answer(answer)

    # ---------------------------------------------------------------------------------- observations

    def _observe_given(self, given: RecordedAnswer) -> None:
        """Replay the observations of a record: all of them, unless it marks them as continued."""
        goes_on = given.words.endswith((GOES_ON, "..."))
        words = given.words.removesuffix(GOES_ON).removesuffix("...")
        question = self.question_term
        before = self._state.frame[question.counter or 0]
        answers = self.read_observed(words)
        if isinstance(answers, str):
            raise RecordFault(f"“{answers}” cannot be observed here.", given.line)
        for number, answer in enumerate(answers):
            if not self._still_asks(question, before + number):
                raise RecordFault(f"“{phrases(words)[number]}” comes too late; nothing more is observed.", given.line)
            if answer not in self._state.options:
                raise RecordFault(self.refuse(answer).sentence, given.line)
            self._answer(answer)
        if not goes_on and self._still_asks(question, before + len(answers)) and self.menu.end not in answers[-1:]:
            self._answer(self.menu.end)

    def _still_asks(self, question: StepQuestion, number: int) -> bool:
        """Return whether the same question, with this many observations, is still being asked, and not asked anew."""
        is_asked = self.player == OBSERVER and self.question_term is question
        return is_asked and self._state.frame[question.counter or 0] == number

    def possible(self) -> list[Observation]:
        """Return the observations possible now; none if a player is asked. “Nothing more” is always possible."""
        if not self.is_observing:
            return []
        return [self.menu.observation(answer) for answer in self._state.options if answer != self.menu.end]

    def observed_since(self, count: int) -> list[Observation]:
        """Return the observations after this many answers."""
        observations = []
        for by, answer, question_number in self._log[count:]:
            menu = self._runtime.program.questions[question_number].menu if by == OBSERVER else None
            if menu is not None and answer[0] != menu.end:
                observations.append(menu.observation(answer[0]))
        return observations

    @property
    def placements(self) -> list[tuple[int, int]]:
        """The pieces and the places to which the rules have put them, in order, to draw the ground."""
        return self._state.moved or []

    # -------------------------------------------------------------------------------------------- views

    def view(self, player: int | None) -> View:
        """Return the position as a player sees it; without a player, as every player does."""
        return self.sights.view(self._state, None if player == OBSERVER else player)

    def values_with(self, properties: Collection[str]) -> frozenset[str]:
        """Return the values that have one of these properties now; properties unknown to the rules have none."""
        return values_with(runtime_of(self.rules, "plain", self.seats), self._state, properties)

    def sample_position(self, player: int, chance: Chance) -> State:
        """Return a random position consistent with the player's view, for play with the plain runtime."""
        return self.sights.sample_position(self._state, player, chance)

    @property
    def position(self) -> State:
        """A copy of the present position; changes to it do not affect the game."""
        return self._state.copy()

    def snapshot(self) -> tuple[object, ...]:
        """Return a value that equal positions share."""
        return self._state.snapshot(self._runtime.is_ordered)


def replay(rules: model.Rules, record: Record, reasons: bool = False, memory: int | None = None) -> Game:
    """Replay a record, or resume it where it stops; raise a RecordFault if the rules do not allow its moves.

    The rules may have been rewritten since: they need only allow every answer, and end where the record ends.
    """
    is_of_other_rules = has_other_rules(rules, record)
    seats = len(record.players) or None
    try:
        game = Game(rules, record.seed, reasons, record.answers, seats, memory)
        if record.is_finished and not game.is_over:
            raise RecordFault("The record says that the game has ended, but it has not.")
    except (UserError, RecordFault) as fault:
        note = f" The record was made under other rules of {record.edition}." if is_of_other_rules else ""
        raise RecordFault(fault.sentence + note, fault.line if isinstance(fault, RecordFault) else 0) from None
    return game
