"""Check a how-to-play page against the rules: its citations and figures, and that no clause is omitted."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from cc_dsl.cases.reader import CASES, KnownClauses
from cc_dsl.diagnostics.problem import Problem, remedies_for
from cc_dsl.pipeline import Edition, find_rules
from cc_dsl.rules import model
from cc_dsl.rules.kinds import plural
from cc_dsl.rules.ledger import doubts_in
from cc_dsl.source.data import read_data
from cc_dsl.source.files import Span, read_source
from cc_dsl.source.howto import FILE, OMISSIONS, CitedSentence, HowToPage, inline_parts, read_guide
from cc_dsl.source.skeleton import OPEN_LINE
from cc_dsl.syntax import nodes

NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen")
"""Numbers in words, from 2 on: “one” is usually a pronoun, and words with a capital are usually names of cards."""
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
        return []  # the page is not written yet; the report lists it as open
    return list(_HowToChecker(edition, rules, guide).problems())


def value_of(rules: model.Rules, table: str, sort: str) -> int | None:
    """Return the entry of a table of the rules for a sort of a group; None if there is no such table or sort."""
    numbers = rules.tables.get(table)
    for group in rules.groups.values():
        for number, sort_of in enumerate(group.sorts):
            if sort_of.name == sort and numbers is not None and number < len(numbers):
                return numbers[number]
    return None


def plain_words(rules: model.Rules, words: str) -> str:
    """Return a sentence with the signs of pieces, and values from the rules."""
    texts = []
    for part in inline_parts(words):
        if part.kind == "value":
            texts.append(str(value_of(rules, part.words, part.key)))
        elif part.kind == "pieces":
            pieces = rules.pieces.read_all(part.words)
            texts.append(" ".join(rules.pieces.glyphs[piece] for piece in pieces if piece is not None))
        else:
            texts.append(part.words)
    return "".join(texts)


class _HowToChecker:
    """The checker of one page against the rules of its edition."""

    def __init__(self, edition: Edition, rules: model.Rules, guide: HowToPage) -> None:
        self.edition, self.rules, self.guide = edition, rules, guide
        self.known_clauses = KnownClauses(edition)
        self.encoded_words: dict[str, str] = {}
        """The rules under the default answers, without their quotations, by clause, or by open place after a “?”."""
        others = {f"{label}.": Edition(find_rules(label), {}) for label in rules.shared}
        for prefix, each in {"": edition, **others}.items():
            text, doubts = each.source.text, doubts_in(each.start)
            spans = [(f"?{name}", doubt.span) for name, (doubt, _) in doubts.items()]
            sections = (block for block in each.start.blocks if isinstance(block, nodes.Section))
            spans += [(f"{prefix}{block.section.text}", block.span) for block in sections]
            for doubt, _ in doubts.values():
                not_default = (answer.span for answer in doubt.alternatives if not answer.default)
                for span in not_default if doubt.kind.text != "option" else ():
                    text = text[: span.start] + " " * (span.end - span.start) + text[span.end :]
            for name, span in spans:
                self.encoded_words.setdefault(name, _QUOTED.sub("", text[span.start : span.end]))
        path = os.path.join(edition.folder, CASES)
        tables = read_data(path)[1].get("case") if os.path.isfile(path) else ()
        case_tables = [table for table in tables if isinstance(table, dict)] if isinstance(tables, list) else []
        self.cases = {str(table.get("id")): str({**table, "why": ""}) for table in case_tables}
        """The worked cases as written, but without their arguments."""

    def problems(self) -> Iterator[Problem]:
        """Yield all problems, sentence by sentence."""
        sentences, left = list(self.guide.sentences()), self.guide.omissions
        for sentence in sentences:
            wrong = [*self._problems_of_citations(sentence)]
            if not sentence.is_cited:
                remedy = "Cite its clause:   … [I.4]   or its open place:   … [?NAME=ANSWER]"
                wrong = [self._problem(f"“{_short(sentence.words)}” cites nothing.", sentence.span, remedy)]
            yield from wrong or self._problems_of_figures(sentence)
        for sentence in left:
            yield from self._problems_of_citations(sentence)
            if not sentence.words.strip(".: "):
                remedy = "Give the reason why a player can do without it."
                yield self._problem("This is left out without a reason.", sentence.span, remedy)
        drawings = {"figure": self.rules.figure, "ground": self.rules.ground}
        for part in (part for section in self.guide.teaching_sections for part in section.parts):
            if drawings.get(part.kind, part) is None:
                yield self._problem(f"The rules have no {part.kind} to draw.", part.span, "Remove this picture.")
            elif part.kind == "deal":
                yield from self._problems_of_case(part.name, part.span)
        yield from self._problems_of_omissions([*sentences, *left])

    def _problems_of_figures(self, cited: CitedSentence) -> Iterator[Problem]:
        """Yield each number, value and piece of a sentence that the rules do not have in the clauses cited."""
        cited_texts = [
            *(self.encoded_words.get(name, "") for name in self._names(cited)),
            *(self.cases[case] for case in cited.cases),
        ]
        numbers = {*map(int, re.findall(r"\b\d+\b", " ".join(cited_texts)))}
        numbers.update(self.rules.seats if "players" in cited.wholes else ())
        numbers.update([len(self.rules.pieces.names)] if "pieces" in cited.wholes else ())
        for part in inline_parts(cited.words):
            if part.kind == "text":
                # NUMBERS begins with “two”; a phrase in quotation marks, such as “take two”, does not count.
                for figure in _FIGURE.findall(_NAMED.sub("", part.words)):
                    if (int(figure) if figure.isdigit() else NUMBERS.index(figure) + 2) not in numbers:
                        sentence = f"“{_short(cited.words)}” says {figure}, but the rules that it cites do not."
                        remedy = "Correct the figure, or cite what has it: a clause, [players] or [pieces]."
                        yield self._problem(sentence, cited.span, remedy)
            elif part.kind == "value" and value_of(self.rules, part.words, part.key) is None:
                sentence = f"The rules have no table “{part.words}” with a value of “{part.key}”."
                yield self._problem(sentence, cited.span, f"The tables are: {', '.join(self.rules.tables) or 'none'}.")
            elif part.kind == "pieces" and None in self.rules.pieces.read_all(part.words):
                sentence = f"“{part.words}” contains words that are not {plural(self.rules.pieces.name)}."
                yield self._problem(sentence, cited.span, "Write the pieces as at the terminal.")

    def _problems_of_citations(self, cited: CitedSentence) -> Iterator[Problem]:
        """Yield each clause, open place and case that a sentence cites, but that does not exist; and other answers."""
        for clause in cited.clauses:
            if self.known_clauses.clause(clause) is None:
                remedies = remedies_for(clause, self.edition.text.clauses if self.edition.text is not None else ())
                yield self._problem(f"The text has no clause {clause}.", cited.span, *remedies)
        for place in cited.places:
            name, _, answer = place.partition("=")
            doubt = self.rules.doubts.get(name)
            if doubt is None:
                remedies = remedies_for(name, self.rules.doubts, "“circular readings EDITION” lists them.")
                yield self._problem(f"The rules have no open place “{name}”.", cited.span, *remedies)
            elif answer != doubt.default and cited not in self.guide.omissions:
                sentence = f"The default of “{name}” is {doubt.default}, but this page gives {answer or 'no answer'}."
                yield self._problem(sentence, cited.span, f"Give the default, and cite it:   [?{name}={doubt.default}]")
        for case in cited.cases:
            yield from self._problems_of_case(case, cited.span)

    def _problems_of_case(self, case: str, span: Span | None) -> Iterator[Problem]:
        if case not in self.cases:
            yield self._problem(
                f"There is no worked case “{case}”.",
                span,
                *remedies_for(case, self.cases, "Name a case of cases.toml."),
            )

    def _names(self, sentence: CitedSentence) -> list[str]:
        """Return the clauses that a sentence cites, and its open places, each after a question mark."""
        return [*sentence.clauses, *(f"?{place.partition('=')[0]}" for place in sentence.places)]

    def _problems_of_omissions(self, sentences: list[CitedSentence]) -> Iterator[Problem]:
        """Return the rules that a player needs and that the page neither states nor omits with a reason."""
        cited_names = {name for each in sentences for name in self._names(each)}
        entries = self.edition.ledger.entries if self.edition.ledger is not None else {}
        encoded_clauses = [name for name, entry in entries.items() if entry.status == "encoded"]
        if missing_clauses := [name for name in encoded_clauses if name not in cited_names]:
            them, example = "it" if len(missing_clauses) == 1 else "them", f"- The reason. [{missing_clauses[0]}]"
            remedy = f"Cite {them}, or give a reason under “## {OMISSIONS}”:   {example}"
            yield self._problem(f"The page omits {', '.join(missing_clauses)}.", None, remedy)
        silent = [doubt for doubt in self.rules.doubts.values() if f"?{doubt.name}" not in cited_names]
        if silent:
            names = ", ".join(doubt.name for doubt in silent)
            example = f"[?{silent[0].name}={silent[0].default}]"
            remedy = f"Give the default of each:   … {example}   or leave it out with a reason."
            yield self._problem(f"The page omits open places: {names}.", None, remedy)

    def _problem(self, sentence: str, span: Span | None, *remedies: str) -> Problem:
        return Problem("page-not-kept", sentence, self.guide.source, span, remedies=remedies)


def _short(words: str) -> str:
    return words if len(words) <= 60 else f"{words[:57].rstrip()}…"
