"""Check the phrases of an edition against its rules: each key must name something, and each blank be filled."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator

from cc_dsl import trees
from cc_dsl.closures.listener_names import YOU
from cc_dsl.diagnostics.problem import Problem, RulesError, remedies_for
from cc_dsl.pipeline import Edition
from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import plural
from cc_dsl.source.files import Span
from cc_dsl.source.phrases import INTRODUCTION, Phrase, Phrases, phrases_in, split_citation
from cc_dsl.syntax import nodes

ALWAYS = ("player", "pieces", "answer", "others", "number")
"""Blanks that need no name of the rules: the owner, the decision, the other players, and a number."""
OBSERVED = "observed"
"""The key of the question for events, in a game that is watched."""
END = "end"
"""The key of the sentence that ends a game."""
_TOKEN = re.compile(r"[A-Za-z]\w*(?:-\w+)+")


def problems_of_phrases(edition: Edition) -> list[Problem]:
    """Return the problems of the phrases of an edition; none if it has no phrases."""
    try:
        phrases = phrases_in(edition.folder)
    except RulesError as error:
        return error.problems
    rules = edition.resolve({})[0]
    if phrases.source is None or rules is None or edition.overlay is not None:
        return []
    return list(_PhraseChecker(edition, rules, phrases).problems())


class _PhraseChecker:
    """The checker of the phrases of one edition against its rules."""

    def __init__(self, edition: Edition, rules: model.Rules, phrases: Phrases) -> None:
        self.phrases = phrases
        self.clauses = edition.text.clauses if edition.text is not None else {}
        parts = [*trees.walk(edition.start)]
        asked_names = (part.name.text for part in parts if isinstance(part, nodes.Choose | nodes.Option))
        states = [[word.text for word in part.values] for part in parts if isinstance(part, nodes.States)]
        names = {*_TOKEN.findall(edition.source.text), *asked_names, *map("-or-".join, states)}
        self.written_names = names.union(*states)
        """Names that occur in the rules file under any answer: those of choices, options and states, and names of
        several words.
        """
        self.rules = rules
        acts = list(walk.parts((*rules.procedures.values(), *rules.happenings.values())))
        self.choices = {act.name for act in acts if isinstance(act, model.Choose)}
        self.options = {item.name for act in acts if isinstance(act, model.ChooseOption) for item in act.options}
        self.stored_names = {item.name for item in rules.stored}
        self.decided_names = {*self.stored_names, *rules.definitions, *rules.groups, *rules.predicates, *self.choices}
        self.decided_names |= {act.kind.name for act in acts if isinstance(act, model.ForEach)}
        self.values = {*rules.states, "none", *(value for kind in rules.values.values() for value in kind.values)}

    def problems(self) -> Iterator[Problem]:
        """Yield all problems, section by section."""
        rules, phrases, asked_names = self.rules, self.phrases, self.choices | self.options
        guide, set_up, quotation_settings = phrases.guide, phrases.set_up, phrases.quotations
        results = {results.key for question in rules.questions.values() for results in question.outputs}
        places = {place.name for place in rules.places}
        happenings = {*self.decided_names, *rules.states, *self.options, *rules.procedures, END}
        every = happenings | places | self.values | results
        every |= {rules.pieces.name, *rules.values, *rules.questions, *rules.tables}
        every |= {word for deed in rules.happenings for word in deed.split()}
        every |= {asked.key for question in rules.questions.values() for asked in question.inputs}
        in_rows = {place.owner.name for place in rules.places if place.owner is not None and place.most == 1}
        kinds_marked = {*rules.boards, *in_rows}
        marking_predicates = {name for name, each in rules.predicates.items() if each.kind.name in kinds_marked}
        of_values = {name for name, each in rules.definitions.items() if each.owner and each.owner.base == "value"}
        introduction = phrases.introduction
        cited_lines = [(f"The line “{name}”", phrase.words, phrase.span) for name, phrase in introduction.items()]
        sections: list[tuple[str, Iterable[str], set[str], Span | None]] = [
            ("names", phrases.names, {*every, *map(plural, every), *rules.pieces.glyphs}, None),
            ("ask", phrases.ask, asked_names | {OBSERVED}, None),
            ("tell", phrases.tell, happenings, None),
            ("score", phrases.score_numbers, self.stored_names | results, None),
            ("hidden", phrases.hidden, self.stored_names | places | results | {*rules.definitions}, None),
            ("marked", phrases.marked, marking_predicates, None),
            ("outcome", phrases.outcome, happenings, None),
            ("sums", phrases.sums, of_values, None),
        ]
        if guide:
            sections.append(("guide", guide.notes, asked_names, guide.span))
            sections.append(("guide", [guide.until], happenings, guide.span))
            notes = (*itertools.chain(*guide.notes.values()), guide.end)
            cited_lines += [(f"“{note}”", note, guide.span) for note in notes]
        if set_up:
            sections.append(("set-up", [set_up.question], asked_names, set_up.span))
            sections.append(("set-up", set_up.usual, self.values | {*rules.pieces.codes}, set_up.span))
        for name in (name for name in INTRODUCTION if name not in introduction):
            yield self._problem(f"The introduction has no line “{name}”.", None, f'Write   {name} = "… [I.1]"')
        for description, words, span in cited_lines:
            clauses = split_citation(words)[1]
            if not clauses:
                yield self._problem(f"{description} cites no clause.", span, "Write the clause: … [I.4]")
            yield from self._problems_of_clauses(clauses, span)
        for clause, (_, others) in quotation_settings.instead.items():
            yield from self._problems_of_clauses([clause, *others], quotation_settings.span)
        for word in quotation_settings.sic:
            if not any(word in clause.words for clause in self.clauses.values()):
                sentence = f"The text has no word “{word}”."
                yield self._problem(sentence, quotation_settings.span, "Copy it letter by letter.")
        for section, keys, names, span in sections:
            for key in keys:
                if key not in names and key not in self.written_names:
                    place = phrases.tell.get(key) or phrases.ask.get(key) or ()
                    sentence = f"“{key}” under [{section}] names nothing in the rules."
                    yield self._unknown_name(sentence, place[0].span if place else span, key, names)
        for key, some in (*phrases.ask.items(), *phrases.tell.items()):
            for phrase in some:
                yield from self._problems_of_phrase(key, phrase)

    def _problems_of_clauses(self, clauses: Iterable[str], span: Span | None) -> Iterator[Problem]:
        """Yield each of these clauses that the text does not have."""
        for clause in clauses:
            if clause not in self.clauses:
                yield self._unknown_name(f"The text has no clause {clause}.", span, clause, self.clauses)

    def _problems_of_phrase(self, key: str, phrase: Phrase) -> Iterator[Problem]:
        """Yield the problems of a phrase under a key: its clause, its condition, its blanks, and its brackets."""
        if phrase.by and "." not in phrase.by:
            yield from self._problems_of_clauses([phrase.by], phrase.span)
        blanks = [*phrase.blanks]
        name, sign, value = (part.strip() for part in phrase.where.partition(" is "))
        value, doubt = value.removeprefix("not ").strip(), self.rules.doubts.get(name)
        if phrase.where and not sign:
            remedy = "Write NAME is VALUE, or NAME is not VALUE."
            yield self._problem(f"“{phrase.where}” is not a condition.", phrase.span, remedy)
        elif doubt is not None:
            answers = [answer for answer, _ in doubt.alternatives]
            if value not in answers:
                yield self._unknown_name(f"“{name}” has no answer “{value}”.", phrase.span, value, answers)
        elif phrase.where:
            is_value = value in self.values | self.written_names | {YOU} or value.isdigit()
            blanks += [name] if is_value else [name, value]
        for blank in blanks:
            owner, sign, own = blank.replace("others' ", "others's ").partition("'s ")
            for name in (owner, own) if sign else (blank.removesuffix("'s"),):
                if name not in self.decided_names and name not in ALWAYS and name not in self.written_names:
                    sentence = f"The phrase “{key}” has a blank “{name}”, but the rules decide nothing of that name."
                    yield self._unknown_name(sentence, phrase.span, name, [*self.decided_names, *ALWAYS])

        left = re.sub(r"\{[^{}]*\}|\[[^][|]*\|[^][|]*\]", "", phrase.words)
        if mark := re.search(r"[][{}|]", left):
            sentence = f"“{mark.group()}” is unmatched in the phrase “{key}”."
            yield self._problem(sentence, phrase.span, "Blanks are written {NAME}, and two forms of a word [win|wins].")

    def _unknown_name(self, sentence: str, span: Span | None, name: str, known_names: Iterable[str]) -> Problem:
        return self._problem(sentence, span, *remedies_for(name, known_names, "Write a name that the rules introduce."))

    def _problem(self, sentence: str, span: Span | None, *remedies: str) -> Problem:
        return Problem("bad-phrase", sentence, self.phrases.source, span, remedies=remedies)
