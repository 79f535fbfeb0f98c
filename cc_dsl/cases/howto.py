"""Check a how-to-play page against the rules: its citations, figures and pieces, and that no clause is omitted."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cc_dsl.cases.reader import CASES
from cc_dsl.diagnostics.problem import Problem, remedies_for
from cc_dsl.rules.ledger import doubts_in
from cc_dsl.source.data import read_data
from cc_dsl.source.files import Source, Span, read_source
from cc_dsl.source.howto import FILE, LEFT_OUT, Cited, HowToPage, inline, read_guide
from cc_dsl.source.skeleton import OPEN_LINE
from cc_dsl.syntax import nodes

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition
    from cc_dsl.rules import model

NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen")
"""From 2 on, since “one” is mostly no number; with a capital they are mostly the names of cards."""
_FIGURE = re.compile(rf"\b(\d+|{'|'.join(NUMBERS)})\b")
_NAMED = re.compile(r"“[^”]*”")
"""Phrases that contain a number but do not count, such as “take two”."""
_QUOTED = re.compile(r'"[^"]*"|§[\w.]+')


def guide_of(edition: Edition) -> HowToPage | None:
    """Return the how-to-play page of an edition; None if it has none."""
    path = os.path.join(edition.folder, FILE)
    return read_guide(read_source(path)) if os.path.isfile(path) else None


def problems_of_guide(edition: Edition) -> list[Problem]:
    """Return the problems of the how-to-play page of an edition; none if it has no page."""
    guide = guide_of(edition)
    rules = edition.resolve({})[0] if guide is not None else None
    if guide is None or rules is None or edition.ledger is None:
        return []
    if OPEN_LINE.search(guide.source.text):
        return []  # it is not written yet, and the report says so
    return list(_HowToChecker(edition, rules, guide).problems())


def value_of(rules: model.Rules, table: str, sort: str) -> int | None:
    """Return the entry of a table of the rules for a sort of a group; None if there is no such table or sort."""
    numbers = rules.tables.get(table)
    for group in rules.groups.values():
        for number, sort_of in enumerate(group.sorts):
            if sort_of.name == sort and numbers is not None and number < len(numbers):
                return numbers[number]
    return None


def pieces_in(rules: model.Rules, words: str) -> list[int | None]:
    """Return the pieces that stand between braces."""
    return [rules.pieces.read(word) for word in (words.split(",") if "," in words else words.split())]


def plain_words(rules: model.Rules, words: str) -> str:
    """Return a sentence with pieces by their drawn signs and values from the rules."""
    texts = []
    for part in inline(words):
        if part.kind == "value":
            texts.append(str(value_of(rules, part.words, part.key)))
        elif part.kind == "pieces":
            pieces = pieces_in(rules, part.words)
            texts.append(" ".join(rules.pieces.glyphs[piece] for piece in pieces if piece is not None))
        else:
            texts.append(part.words)
    return "".join(texts)


class _HowToChecker:
    """Compares one page with the rules of its edition."""

    def __init__(self, edition: Edition, rules: model.Rules, guide: HowToPage) -> None:
        from cc_dsl import pipeline

        self.edition = edition
        self.rules = rules
        self.guide = guide
        self.shared = {label: pipeline.Edition(pipeline.find_rules(label), {}) for label in rules.shared}
        """The editions whose clauses apply here too."""
        self.defaults: dict[str, str] = {}
        """The rules of the default answer to each open place."""
        for table in (edition, *self.shared.values()):
            for name, (doubt, _) in doubts_in(table.start).items():
                spans = [answer.span for answer in doubt.alternatives if answer.default]
                self.defaults.setdefault(name, "\n".join(_text(table.source, span) for span in spans))
        path = os.path.join(edition.folder, CASES)
        tables = read_data(path)[1].get("case") if os.path.isfile(path) else ()
        listed = [table for table in tables if isinstance(table, dict)] if isinstance(tables, list) else []
        self.cases = {str(table.get("id")): _words({**table, "why": ""}) for table in listed}
        """The worked cases in their words, with figures and pieces, but without the argument."""

    def problems(self) -> Iterator[Problem]:
        """Yield all that is wrong, sentence by sentence."""
        sentences, left = list(self.guide.sentences()), self.guide.left_out
        for cited in sentences:
            yield from self._sentence(cited)
        yield from self._pictures()
        for cited in left:
            yield from self._cites(cited)
            if not cited.words.strip(".: "):
                remedy = "Write why a player can do without."
                yield self._problem("This is left out without a reason.", cited.span, remedy)
        yield from self._omitted_rules([*sentences, *left])

    # ------------------------------------------------------------------------------------------ one sentence

    def _sentence(self, cited: Cited) -> Iterator[Problem]:
        if not cited.is_cited:
            remedy = "Write the clause behind it:   … [I.4]   or the open place:   … [?NAME=ANSWER]"
            yield self._problem(f"“{_short(cited.words)}” cites nothing.", cited.span, remedy)
            return
        before = list(self._cites(cited))
        yield from before
        if before:
            return
        texts = [self._rules_of(clause) or "" for clause in cited.clauses]
        texts += [self.defaults.get(place.partition("=")[0], "") for place in cited.places]
        rests = " ".join([*texts, *(self.cases[case] for case in cited.cases)])
        counted = {"pieces": [len(self.rules.pieces.names)], "players": self.rules.seats}
        remedies = dict.fromkeys(self.rules.seats, "It is a number of players. Cite it:   [players]")
        remedies[len(self.rules.pieces.names)] = "It is the number of pieces in the game. Cite it:   [pieces]"
        known = {int(number) for number in re.findall(r"\b\d+\b", _QUOTED.sub("", rests))}
        known.update(number for whole in cited.wholes for number in counted[whole])
        for part in inline(cited.words):
            if part.kind == "text":
                for figure in _FIGURE.findall(_NAMED.sub("", part.words)):
                    number = int(figure) if figure.isdigit() else NUMBERS.index(figure) + 2
                    if number not in known:
                        sentence = f"“{_short(cited.words)}” says {figure}, but the rules that it cites do not."
                        remedy = remedies.get(number, "Correct the figure, or cite the clause that has it.")
                        yield self._problem(sentence, cited.span, remedy)
            elif part.kind == "value" and value_of(self.rules, part.words, part.key) is None:
                sentence = f"The rules have no table “{part.words}” with a value of “{part.key}”."
                yield self._problem(sentence, cited.span, f"The tables are: {', '.join(self.rules.tables) or 'none'}.")
            elif part.kind == "pieces":
                yield from self._pieces(cited, part.words, rests)

    def _pieces(self, cited: Cited, words: str, rests: str) -> Iterator[Problem]:
        kind = self.rules.pieces
        for written, piece in zip(words.replace(",", " ").split(), pieces_in(self.rules, words), strict=False):
            if piece is None:
                remedy = "Write pieces as the terminal takes them."
                yield self._problem(f"“{written}” is no {kind.name}.", cited.span, remedy)
                continue
            spellings = "|".join(map(re.escape, (kind.names[piece], kind.codes[piece])))
            if not re.search(rf"(?<!\w)({spellings})(?!\w)", rests, re.IGNORECASE):
                sentence = f"“{_short(cited.words)}” shows {written}, but what it cites does not."
                remedy = "Cite an example of the rules or a worked case:   … [II.3, @NAME]"
                yield self._problem(sentence, cited.span, remedy)

    # -------------------------------------------------------------------------------------------- citations

    def _cites(self, cited: Cited) -> Iterator[Problem]:
        for clause in cited.clauses:
            if self._rules_of(clause) is None:
                text = self._home(clause)[0].text
                remedies = remedies_for(clause, text.clauses if text is not None else ())
                yield self._problem(f"The text has no clause {clause}.", cited.span, *remedies)
        for place in cited.places:
            name, _, answer = place.partition("=")
            doubt = self.rules.doubts.get(name)
            if doubt is None:
                remedies = remedies_for(name, self.rules.doubts)
                yield self._problem(f"The rules have no open place “{name}”.", cited.span, *remedies)
            elif answer != doubt.default and cited not in self.guide.left_out:
                sentence = f"The default of “{name}” is {doubt.default}, and this page says {answer or 'no answer'}."
                yield self._problem(sentence, cited.span, f"Say the default, and write:   [?{name}={doubt.default}]")
        for case in cited.cases:
            if case not in self.cases:
                yield self._problem(f"There is no worked case “{case}”.", cited.span, *remedies_for(case, self.cases))

    def _home(self, clause: str) -> tuple[Edition, str]:
        """Return the edition that a clause belongs to, and its id there."""
        label, _, rest = clause.partition(".")
        return (self.shared[label], rest) if label in self.shared else (self.edition, clause)

    def _rules_of(self, clause: str) -> str | None:
        """Return the rules of a clause, without the answers that are not the default; None if there is none."""
        edition, name = self._home(clause)
        if edition.text is None or edition.text.clause(name) is None:
            return None
        texts = []
        for block in edition.start.blocks:
            if isinstance(block, nodes.Section) and block.section.text == name:
                texts.append(_text(edition.source, block.span))
                doubts = [
                    statement
                    for statement in block.statements
                    if isinstance(statement, nodes.Doubt) and statement.kind.text != "option"
                ]
                for answer in (answer for doubt in doubts for answer in doubt.alternatives if not answer.default):
                    texts[-1] = texts[-1].replace(_text(edition.source, answer.span), "")
        return "\n".join(texts)

    # ----------------------------------------------------------------------------------------------- wholes

    def _pictures(self) -> Iterator[Problem]:
        has = {"figure": self.rules.figure is not None, "ground": self.rules.ground is not None}
        for part in (part for section in self.guide.teaching_sections for part in section.parts):
            if not has.get(part.kind, True):
                yield self._problem(f"The rules have no {part.kind} to draw.", part.span, "Take this picture out.")
            elif part.kind == "deal" and part.name not in self.cases:
                remedies = remedies_for(part.name, self.cases)
                yield self._problem(f"There is no worked case “{part.name}” to draw.", part.span, *remedies)

    def _omitted_rules(self, named: list[Cited]) -> Iterator[Problem]:
        """Return the rules that a player needs and the page neither states nor omits with a reason."""
        ledger = self.edition.ledger
        assert ledger is not None
        clauses = {clause for cited in named for clause in cited.clauses}
        wanted = [name for name, entry in ledger.entries.items() if entry.status == "encoded"]
        missing = [name for name in wanted if name not in clauses]
        if missing:
            remedy = f"Cite them, or give a reason under “## {LEFT_OUT}”:   - The reason. [{missing[0]}]"
            yield self._problem(f"The page passes over {', '.join(missing)}.", None, remedy)
        places = {place.partition("=")[0] for cited in named for place in cited.places}
        silent = [name for name in self.rules.doubts if name not in places]
        if silent:
            first = self.rules.doubts[silent[0]]
            remedy = f"Say the default of each:   … [?{first.name}={first.default}]   or leave it out with a reason."
            yield self._problem(f"The page passes over open places: {', '.join(silent)}.", None, remedy)

    def _problem(self, sentence: str, span: Span | None, *remedies: str) -> Problem:
        return Problem("page-not-kept", sentence, self.guide.source, span, remedies=remedies)


def _text(source: Source, span: Span) -> str:
    return source.text[span.start : span.end]


def _words(value: object) -> str:
    """Return the texts and numbers in a value of a data file."""
    if isinstance(value, dict):
        return " ".join(_words(part) for item in value.items() for part in item)
    return " ".join(map(_words, value)) if isinstance(value, list) else str(value)


def _short(words: str) -> str:
    return words if len(words) <= 60 else f"{words[:57].rstrip()}…"
