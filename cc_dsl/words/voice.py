"""The voice that speaks to people at a table: it reports play in sentences with clauses, and asks for moves.

The sentences come from the phrases of the edition (`source/phrases.py`), or else from the names in the rules
(`sentences.py`). They rest only on decisions that the listener may know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cc_dsl.closures.listener_names import YOU, ListenerNames, join_words, possessive
from cc_dsl.closures.reasons import Decision, DecisionFact
from cc_dsl.engine.game import Game
from cc_dsl.rules import model
from cc_dsl.rules.kinds import PLAYER, a_name, plural
from cc_dsl.source.phrases import NO_PHRASES, Phrase, Phrases
from cc_dsl.words.book import Book
from cc_dsl.words.layout import COLUMNS, as_sentence, capital, wrap
from cc_dsl.words.reasons import LEVELS, deciding_clauses, quotations, tree_lines
from cc_dsl.words.sentences import (
    APPLIES,
    NO,
    YES,
    clauses_of,
    decided_by_comparison,
    is_choice,
    is_unclear_test,
    is_worth_telling,
    last_about,
    sentence,
    summary,
    walk,
)

OTHERS = "others' "
STORED = ("number", "role", "held")
"""The forms of facts that last until they are changed."""
CHOICE, CHECK = "choice", "check"
STEPS = (CHECK, "predicate", "turns")
"""The forms of decisions that only lead to others: tests, and orders of turns."""
EXISTENCE = re.compile(r"there (?:is|are) (?!no )")
"""The beginning of a test that only asks whether there is something, which the decisions before it show."""
PROCEDURE = re.compile(r"(?:^|, )the ([\w-]+) (?:also )?goes thus, if ")
"""The sentence of a procedure that takes place under a condition, with its name."""
YOURS = "yours"
EACH = "each"
"""Stands for the owners of a state that several of them were given together."""


Key = tuple[str, int | str | None]
"""A name of the rules, and its owner."""


class SpokenSentence(NamedTuple):
    """A sentence, and the clauses on which it rests."""

    words: str
    clauses: tuple[str, ...]
    key: str = ""
    """The name of the subject of the decision."""


class _RememberedFact(NamedTuple):
    """A fact with the words of its answer and its decision."""

    words: str
    player: int | None = None
    amount: int | None = None
    is_none: bool = False
    decision: Decision | None = None

    @property
    def fact(self) -> DecisionFact | None:
        """The fact as data."""
        return self.decision.fact if self.decision is not None else None


class Voice:
    """The voice for one listener, which remembers what they have heard of the score and the roles."""

    def __init__(self, rules: model.Rules, naming: ListenerNames, phrases: Phrases = NO_PHRASES) -> None:
        self.rules = rules
        self.naming = naming
        self.phrases = phrases
        self._known: dict[Key, _RememberedFact] = {}
        self.begin()

    def know(
        self,
        numbers: Mapping[str, object],
        roles: Mapping[str, int | str | None],
        held: Mapping[str, object] | None = None,
    ) -> None:
        """Start from the listener's view."""
        self._known.clear()
        for name, value in (held or {}).items():
            whose = [*value.items()] if isinstance(value, dict) else [(None, value)]
            for owner_name, content in whose:
                if isinstance(content, str):
                    words = content if content in self.rules.pieces.codes else self.naming.without_hyphens(content)
                    self._known[name, owner_name] = _RememberedFact(words)
        for name, value in numbers.items():
            each = enumerate(value) if isinstance(value, tuple) else [(None, value)]
            for owner, content in each:
                if isinstance(content, int):
                    self._known[name, owner] = _RememberedFact(str(content), amount=content)
        for name, player in roles.items():
            if isinstance(player, str):
                continue  # the role is secret
            words = self.naming.players[player] if player is not None else "nobody"
            self._known[name, None] = _RememberedFact(words, player, is_none=player is None)

    def resume(self, game: Game, viewer: int | None) -> None:
        """Start from a game as a viewer sees it now, with earlier choices, which a later sentence may name."""
        view = game.view(viewer)
        self.know(view.numbers, view.roles)
        for decision in game.decisions_seen_by(viewer):
            if decision.fact.form == CHOICE:
                self._remember(decision)

    def begin(self) -> None:
        """Start from the first position, before the first sentence."""
        seats = len(self.naming.players)
        numbers = {
            stored.name: stored.first if stored.owner is None else (stored.first,) * seats
            for stored in self.rules.stored_as("number")
            if stored.owner in (None, PLAYER)
        }
        self.know(numbers, {})

    # ------------------------------------------------------------------------------------------------ reports

    def tell(self, decisions: Sequence[Decision]) -> list[SpokenSentence]:
        """Return the sentences on the decisions since the last report."""
        events: list[SpokenSentence] = []
        items = list(_reports_and_changes(decisions, self._is_told))
        for place, decision in enumerate(items):
            event = None
            if self._is_told(decision) and self._is_news(decision):
                event = self._sentence_for(decision, _SentenceContext(self, decision, items[place:]))
            self._remember(decision)
            if event is not None and event.words and event not in events[-1:]:
                events.append(event)
        return events

    def clause_of_decision(self, decision: Decision, following: Sequence[Decision] = ()) -> str:
        """Return one decision as a sentence without a full stop, and remember it."""
        context = _SentenceContext(self, decision, following or [decision])
        event = self._sentence_for(decision, context) if self._phrases(decision) else None
        self._remember(decision)
        return event.words.rstrip(".") if event is not None and event.words else sentence(decision)

    def repeat(self, decisions: Sequence[Decision], place: int) -> str:
        """Return one of the decisions of a game in the words in which it was reported, without a full stop."""
        then = Voice(self.rules, self.naming, self.phrases)  # a voice that has not heard the later decisions
        for earlier in decisions[:place]:
            then._remember(earlier)
        return then.clause_of_decision(decisions[place], decisions[place:])

    def sources(self, clauses: Iterable[str]) -> list[str]:
        """Return clauses in the form for this number of players, since some texts repeat a rule for several."""
        seats, cited = len(self.naming.players), []
        for clause in clauses:
            label, dot, own = clause.partition(".")
            least, others = self.phrases.quotations.instead.get(own, (0, ()))
            cited += [f"{label}{dot}{other}" for other in others] if others and seats >= least else [clause]
        return [*dict.fromkeys(cited)]

    def is_silent(self, decision: Decision) -> bool:
        """Return whether the edition is silent about a decision, since another phrase covers it, or nobody needs it."""
        return any(not phrase.words for phrase in self._phrases(decision)[:1])

    def last_decided(self, decisions: Sequence[Decision]) -> Decision | None:
        """Return the decision that “why” alone explains: the end of the game or of its last part, such as a trick.

        Without phrases, which name that part, it is the last decision by a comparison. Else it is the last reported,
        or the last choice or event; None if an edition with phrases has reported nothing yet.
        """
        worth = [decision for decision in decisions if decision.clauses and is_worth_telling(decision)]
        reported = [decision for decision in worth if not self.is_silent(decision)]
        keys = self.phrases.outcome[:1]
        ended = [each for each in worth if each.fact.form == "end" or (each.fact.key in keys and not each.fact.is_none)]
        results = ended or ([] if self.phrases.tell else [*decided_by_comparison(reported)]) or reported
        if results:
            return results[-1]
        return last_about([*filter(is_choice, decisions)] if self.phrases.tell else decisions)

    def end(self, decisions: Sequence[Decision]) -> str:
        """Return the sentence with which the edition ends a game; an empty string if none fits.

        A game that merely stops has no winner, so only a phrase without one fits.
        """
        last = [decision for decision in decisions if decision.fact.form == "end"][-1:]
        context = _SentenceContext(self, last[0] if last else None, last)
        fitting = self._fitting_words(self.phrases.tell.get("end", ()), context)
        return as_sentence(fitting[0]) if fitting is not None else ""

    def _is_told(self, decision: Decision) -> bool:
        """Return whether a decision is worth a line; the start of a procedure is, if there is a phrase for it."""
        return is_worth_telling(decision) or (decision.fact.form == CHECK and self._phrases(decision) != ())

    def _is_news(self, decision: Decision) -> bool:
        """Return whether a decision changes anything, or is not about a lasting value."""
        fact = decision.fact
        if fact.form not in STORED:
            return True
        before = self._known.get((fact.key, fact.owner)) or self._known.get((fact.key, EACH))
        # Everything is none, or in its first state, at first, and each change is remembered.
        states = self.rules.values[fact.key].values if fact.key in self.rules.values else ()
        is_first = fact.is_none or decision.answer in [self.naming.without_hyphens(state) for state in states[:1]]
        is_same = is_first if before is None else (before.words, before.is_none) == (decision.answer, fact.is_none)
        return not is_same or (fact.form != "number" and self._phrases(decision) != ())

    def _remember(self, decision: Decision) -> None:
        """Remember a choice, or the value that a decision stores, for each player if it is that of all."""
        fact = decision.fact
        if fact.form == CHOICE:  # a later sentence may name the choice, such as the piece that then moves
            self._known[fact.key, None] = _known_fact(decision)
        if fact.form not in STORED:
            return
        if fact.is_state and fact.amount != 1:
            self._known = {key: known for key, known in self._known.items() if key[0] != fact.key}
            is_of_all = fact.amount == len(self.naming.players)  # else it is not known which of them are meant
            self._known[fact.key, EACH] = _known_fact(decision) if is_of_all else _RememberedFact("")
            return
        owners = [owner for key, owner in self._known if key == fact.key and owner is not None]
        is_for_each = fact.owner is None and owners != []
        if is_for_each and fact.amount is None and not fact.is_none:
            return
        for owner in owners if is_for_each else (fact.owner,):
            self._known[fact.key, owner] = _known_fact(decision)

    def _phrases(self, decision: Decision) -> tuple[Phrase, ...]:
        """Return the edition's phrases for a decision; for a test, those for the procedure that it starts."""
        fact = decision.fact
        if fact.form == CHECK:
            match = PROCEDURE.search(decision.sentence) if decision.answer == YES else None
            return self.phrases.tell.get(match[1], ()) if match is not None else ()
        return self.phrases.tell.get(fact.key, ())

    def _sentence_for(self, decision: Decision, context: _SentenceContext) -> SpokenSentence:
        """Return the sentence on a decision, of the edition or of its names; without words if the edition is silent."""
        fitting, key = self._fitting_words(self._phrases(decision), context), decision.fact.key
        if fitting is None:
            return SpokenSentence(as_sentence(sentence(decision)), decision.clauses, key)
        words, used = fitting
        clauses = dict.fromkeys(
            clause for source in used for clause in deciding_clauses(source, self.rules, self.naming)
        )
        return SpokenSentence(as_sentence(words) if words else "", tuple(clauses), key)

    def _fitting_words(self, phrases: Iterable[Phrase], context: _SentenceContext) -> tuple[str, list[Decision]] | None:
        """Return the words of the first phrase that fits here, and the decisions used; None if none does."""
        filled = (self._fill(phrase, context) for phrase in phrases if context.fits(phrase))
        return next((filling for filling in filled if filling is not None), None)

    def _fill(self, phrase: Phrase, context: _SentenceContext) -> tuple[str, list[Decision]] | None:
        """Fill the blanks of a phrase; return its words and the decisions used, or None if a blank stays empty."""
        sentence, used = "", [context.decision] if context.decision is not None else []
        last = _RememberedFact("")
        parts = list(phrase.parts())
        for place, (kind, text, other) in enumerate(parts):
            if kind == "blank":
                known = context.fill(text)
                if known is None:
                    return None
                # The forms of words after it agree with players and numbers, not with pieces.
                is_of_pieces = known.fact is not None and known.fact.base in ("group", "pieces", "piece")
                last = known if text.endswith("'s") or not is_of_pieces else last
                words, following = known.words, parts[place + 1 :]
                is_followed = bool(following) and (following[0][0] != "text" or following[0][1][:1] == " ")
                if words == possessive(YOU) and not is_followed:
                    words = YOURS  # as in “the Hit is yours.”, without a noun after it
                sentence += capital(words) if not sentence or sentence.endswith((". ", "? ", "! ")) else words
                used += [known.decision] if known.decision is not None else []
            elif kind == "forms":
                is_first = abs(last.amount) == 1 if last.amount is not None else last.words in (YOU, "your")
                sentence += text if is_first else other
            else:
                sentence += text
        return sentence, used

    # ----------------------------------------------------------------------------------------------- requests

    def ask(
        self,
        name: str,
        act: model.Choose | model.ChooseOption,
        who: str,
        left: int,
        answers: Sequence[int],
        others: Sequence[str] = (),
        in_turn: Mapping[str, str] | None = None,
    ) -> str:
        """Return the request to a player to choose among some answers, such as “Your move: play a card, or resign”.

        In a loop the thing whose turn it is can be named, too: “the man that changes places with Y1”.
        """
        wanted = self._request(name, act, left, answers, {**(in_turn or {}), "number": str(left), "player": who})
        if others:
            options = " or ".join(map(self.option, others))
            wanted = f"{wanted.rstrip('?')}, or {options}{'?' if wanted.endswith('?') else ''}"
        return f"{capital(possessive(who))} move: {wanted}{'' if wanted.endswith('?') else '.'}"

    def offer(self, move: str, values: Mapping[str, int]) -> str:
        """Return a move with its values in the tables of the rules."""
        each = [f"{self.naming.name(name)} {value}" for name, value in values.items()]
        return f"{move} ({', '.join(each)})" if each else move

    def option(self, name: str) -> str:
        """Return the words for an option: those of the edition, unless they ask for all options in one question."""
        asked = self.request_for(name)
        return asked if asked and not asked.endswith("?") else self.naming.name(name)

    def request_for(self, key: str, given: Mapping[str, str] | None = None) -> str:
        """Return the words of the edition that ask for something; an empty string if none fit."""
        fitting = self._fitting_words(self.phrases.ask.get(key, ()), _SentenceContext(self, None, (), given))
        return fitting[0] if fitting is not None else ""

    def _request(
        self,
        name: str,
        act: model.Choose | model.ChooseOption,
        left: int,
        answers: Sequence[int],
        given: Mapping[str, str],
    ) -> str:
        """Return the words of a request for one of the options, or for `left` pieces or values."""
        options = [option.name for option in act.options] if isinstance(act, model.ChooseOption) else []
        for key in options or [name]:
            if words := self.request_for(key, given):
                return words
        if isinstance(act, model.ChooseOption):
            return f"{' or '.join(self.naming.name(options[answer]) for answer in answers)}?"
        kind = self.naming.name(act.kind.element_kind.name)
        what = a_name(kind) if left == 1 else f"{left} {plural(kind)}"
        as_what = "" if name in ("choice", "pick", "", kind) else f" as the {self.naming.name(name)}"
        return f"choose {what}{as_what}"


class _SentenceContext:
    """The context of a sentence: the decision, those that follow it, and the sentences before."""

    def __init__(
        self,
        voice: Voice,
        decision: Decision | None,
        following: Sequence[Decision],
        given: Mapping[str, str] | None = None,
    ) -> None:
        """Take the voice, the decision and those from it on; `given` are words for blanks of a request."""
        self.voice = voice
        self.decision = decision
        self.given = dict(given or {})
        self.facts: dict[Key, _RememberedFact] = {}
        first = following[0].fact if following else None
        for until, item in enumerate(following):  # stop at the next decision on the same subject
            if until and first and (item.fact.key, item.fact.owner) == (first.key, first.owner):
                following = following[:until]
                break
        for item in walk(following):
            self.facts.setdefault((item.fact.key, item.fact.owner), _known_fact(item))
            if item.fact.form == "predicate" and item.answer == YES:  # the thing that has the property
                self.facts.setdefault((item.fact.key, None), _known_fact(item))

    def fits(self, phrase: Phrase) -> bool:
        """Return whether the conditions of a phrase hold here.

        `by` names a clause of the decision. `where` is a name and its required value: `chooser is not winner` compares
        two facts, `after-four is all-at-once` a reading with its answer.
        """
        decision = self.decision
        if phrase.by and (decision is None or not any(clause.endswith(f".{phrase.by}") for clause in decision.clauses)):
            return False
        if not phrase.where:
            return True
        name, _, value = phrase.where.partition(" is ")
        is_denied, value = value.startswith("not "), value.removeprefix("not ")
        doubt = self.voice.rules.doubts.get(name)
        if doubt is not None:
            return (doubt.chosen == value) != is_denied
        fact, other = self._fact(name.strip()), self._fact(value.strip())
        if fact is None:
            return False
        words = other.words if other is not None else "nobody" if value == "none" else self.voice.naming.name(value)
        return (fact.words in (words, value) or (value == "none" and fact.is_none)) != is_denied

    def fill(self, blank: str) -> _RememberedFact | None:
        """Return the content of a blank, or None if there is none."""
        if blank.endswith("'s"):
            owner = self.fill(blank.removesuffix("'s"))
            return owner and owner._replace(words=possessive(owner.words))
        known = self._fact(blank)
        return None if known is None or known.is_none else known

    def _fact(self, name: str) -> _RememberedFact | None:
        """Return the value of a name here: a player, nobody, the subject, or the answer itself."""
        if name in self.given:
            words = self.given[name]
            return _RememberedFact(words, amount=int(words) if words.isdigit() else None)
        fact = self.decision.fact if self.decision is not None else None
        if name == "answer" and self.decision is not None:
            return _known_fact(self.decision)
        if name in ("player", "pieces") and fact is not None and self.decision is not None:
            # The owner of the decision, or the player who is its answer.
            if fact.whose:
                return _RememberedFact(fact.whose, fact.seat)
            return None if fact.player is None else _RememberedFact(self.decision.answer, fact.player)
        seat = None if fact is None else fact.seat if fact.seat is not None else fact.player
        others = [place for place in range(len(self.voice.naming.players)) if place != seat]
        if name == "others" and fact is not None:
            return _RememberedFact(join_words([self.voice.naming.players[place] for place in others]))
        if name.startswith(OTHERS):  # the same fact of each other player, in a list
            each = [self._look(name.removeprefix(OTHERS), place) for place in others]
            listed = [known.words for known in each if known is not None]
            return _RememberedFact(join_words(listed)) if len(listed) == len(each) and listed else None
        owner, sign, own = name.partition("'s ")
        if not sign:
            whose = fact.owner if fact is not None else None
            return self._look(name, whose) or self._look(name, None)
        subject = self._fact(owner)
        if subject is None:
            return None
        return self._look(own, subject.player if subject.player is not None else subject.words)

    def _look(self, name: str, owner: int | str | None) -> _RememberedFact | None:
        """Return the value of a name here: of a choice the last, of anything else the next decision."""
        before = self.voice._known.get((name, None))
        if before is not None and before.fact is not None and before.fact.form == CHOICE:
            return before
        return self.facts.get((name, owner)) or self.voice._known.get((name, owner))


def _reports_and_changes(decisions: Iterable[Decision], is_told: Callable[[Decision], bool]) -> Iterator[Decision]:
    """Yield the decisions to report, and the silent changes between them, in the order of play."""
    run: list[Decision] = []
    for decision in decisions:
        if is_told(decision):
            run.append(decision)
        elif decision.fact.form in STORED:
            yield from summary(run, is_told)
            yield decision
            run.clear()
    yield from summary(run, is_told)


def _known_fact(decision: Decision) -> _RememberedFact:
    fact = decision.fact
    words = fact.whose if fact.form == "predicate" else decision.answer
    return _RememberedFact(words, fact.player, fact.amount, fact.is_none or decision.answer == "none", decision)


# ---------------------------------------------------------------------------------------------- a whole game


class Narrator:
    """The narrator of a game, who quotes no clause twice, and omits decisions that only prepare others."""

    def __init__(self, book: Book, voice: Voice, is_full: bool, columns: int = COLUMNS, levels: int = LEVELS) -> None:
        """Narrate briefly, in the sentences of a voice, or in full."""
        self.book, self.voice, self.is_full, self.columns, self.levels = book, voice, is_full, columns, levels
        self._quoted: set[str] = set()
        self._tested: dict[tuple[str, str], Decision] = {}

    def tell(self, decisions: Sequence[Decision], indent: str = "") -> list[str]:
        """Return the lines about these decisions."""
        events, later, room = self.voice.tell(decisions), f"{indent}    ", self.columns - len(indent)
        if not self.is_full:
            return [line for each in events for line in wrap(self.with_sources(each), indent, later, self.columns)]
        shown = [
            decision
            for before, decision, after in zip([None, *decisions], decisions, [*decisions[1:], None], strict=False)
            if self._is_shown(decision, before, after)
        ]
        lines = tree_lines(shown, self.book, self.levels, room)
        new = self.quote(clauses_of(decisions), room)
        return [indent + line for line in [*lines, *new]]

    def _is_shown(self, decision: Decision, before: Decision | None, after: Decision | None) -> bool:
        """Return whether a full narration has a decision: nothing repeated, and no rule that did not apply.

        A test, such as whether the pack is empty, is shown again only when its result has changed. One that fails is
        shown where the next decision rests on its clause, as what is done “otherwise”. A condition on “him” or “it”
        says nothing outside the rules, nor does a value that the edition hides as bookkeeping.
        """
        if decision.fact.form == "definition" and decision.fact.key in self.voice.phrases.hidden:
            return False
        if is_unclear_test(decision):
            return False
        if decision.fact.form in STEPS and APPLIES.match(decision.question) is None:
            key = decision.question, decision.sentence
            before, self._tested[key] = self._tested.get(key), decision
            if decision.answer == YES and EXISTENCE.match(decision.question):
                return False
        is_idle = after is None or set(decision.clauses).isdisjoint(after.clauses)
        return decision != before and not (is_idle and decision.fact.form == CHECK and decision.answer == NO)

    def with_sources(self, event: SpokenSentence) -> str:
        """Return a sentence followed by its clauses."""
        return self.book.with_sources(event.words, self.voice.sources(event.clauses))

    def quote(self, clauses: Iterable[str], columns: int | None = None) -> list[str]:
        """Quote the clauses that were not quoted before."""
        new = [clause for clause in self.voice.sources(clauses) if clause not in self._quoted]
        self._quoted.update(new)
        return quotations(
            [clause for clause in new if self.book.printed_words(clause)], self.book, columns or self.columns
        )
