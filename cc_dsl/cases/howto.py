"""Check a how-to-play page against the rules: its citations, figures and pieces, and that no clause is omitted."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from cc_dsl.cases.reader import CASES
from cc_dsl.diagnostics.problem import Problem, from_source_fault, remedies_for
from cc_dsl.source.files import Source, SourceFault, Span, read_source, shown_path
from cc_dsl.source.howto import FILE, LEFT_OUT, Cited, HowToPage, inline, read_guide
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
    if not os.path.isfile(path):
        return None
    try:
        source = read_source(path)
    except SourceFault as fault:
        raise from_source_fault(fault) from None
    source.path = shown_path(source.path)
    return read_guide(source)


def problems_of_guide(edition: Edition) -> list[Problem]:
    """Return the problems of the how-to-play page of an edition; none if it has no page."""
    guide = guide_of(edition)
    rules = edition.resolve({})[0] if guide is not None else None
    if guide is None or rules is None or edition.ledger is None:
        return []
    return list(_HowToChecker(edition, rules, guide).problems())


def value_of(rules: model.Rules, table: str, sort: str) -> int | None:
    """Return the entry of a table of the rules for a sort of a group; None if there is no such table or sort."""
    numbers = rules.tables.get(table)
    for group in rules.groups.values():
        for number, one in enumerate(group.sorts):
            if one.name == sort and numbers is not None and number < len(numbers):
                return numbers[number]
    return None


def pieces_in(rules: model.Rules, words: str) -> list[int | None]:
    """Return the pieces that stand between braces."""
    return [rules.pieces.read(one) for one in (words.split(",") if "," in words else words.split())]


class _HowToChecker:
    """Compares one page with the rules of its edition."""

    def __init__(self, edition: Edition, rules: model.Rules, guide: HowToPage) -> None:
        self.edition = edition
        self.rules = rules
        self.guide = guide
        self._foreign: dict[str, Edition] = {}

    def problems(self) -> Iterator[Problem]:
        sentences = list(self.guide.sentences())
        for one in sentences:
            yield from self._sentence(one)
        yield from self._pictures()
        left = self.guide.left_out
        for one in left:
            yield from self._cites(one)
            if not one.words.strip(".: "):
                yield self._problem(
                    "This is left out without a reason.", one.span, "Write why a player can do without."
                )
        yield from self._passed_over([*sentences, *left])

    # ------------------------------------------------------------------------------------------ one sentence

    def _sentence(self, one: Cited) -> Iterator[Problem]:
        if not one.is_cited:
            remedy = "Write the clause behind it:   … [I.4]   or the open place:   … [?NAME=ANSWER]"
            yield self._problem(f"“{_short(one.words)}” cites nothing.", one.span, remedy)
            return
        before = list(self._cites(one))
        yield from before
        if before:
            return
        rests = " ".join(self._texts(one))
        known = {int(number) for number in re.findall(r"\b\d+\b", _QUOTED.sub("", rests))} | self._counts(one)
        for part in inline(one.words):
            if part.kind == "text":
                for figure in _FIGURE.findall(_NAMED.sub("", part.words)):
                    if _number(figure) not in known:
                        sentence = f"“{_short(one.words)}” says {figure}, but the rules that it cites do not."
                        yield self._problem(sentence, one.span, *self._remedies(_number(figure)))
            elif part.kind == "value" and value_of(self.rules, part.words, part.key) is None:
                sentence = f"The rules have no table “{part.words}” with a value of “{part.key}”."
                yield self._problem(sentence, one.span, f"The tables are: {', '.join(self.rules.tables) or 'none'}.")
            elif part.kind == "pieces":
                yield from self._pieces(one, part.words, rests)

    def _remedies(self, number: int) -> list[str]:
        """Return what to do about a figure that no cited rule has; a count of the game is cited by its name."""
        if number == len(self.rules.pieces.names):
            return ["It is the number of pieces in the game. Cite it:   [pieces]"]
        if number in self.rules.seats:
            return ["It is a number of players. Cite it:   [players]"]
        return ["Correct the figure, or cite the clause that has it."]

    def _pieces(self, one: Cited, words: str, rests: str) -> Iterator[Problem]:
        for written, piece in zip(words.replace(",", " ").split(), pieces_in(self.rules, words), strict=False):
            if piece is None:
                sentence = f"“{written}” is no {self.rules.pieces.name}."
                yield self._problem(sentence, one.span, "Write pieces as the terminal takes them.")
            elif not self._stands(piece, rests):
                sentence = f"“{_short(one.words)}” shows {written}, but what it cites does not."
                yield self._problem(
                    sentence, one.span, "Cite an example of the rules or a worked case:   … [II.3, @NAME]"
                )

    def _stands(self, piece: int, text: str) -> bool:
        kind = self.rules.pieces
        spellings = (kind.names[piece], kind.codes[piece])
        return any(re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text, re.IGNORECASE) for one in spellings)

    def _counts(self, one: Cited) -> set[int]:
        """Return how many pieces and players there are, where a sentence rests on that."""
        found = {len(self.rules.pieces.names)} if "pieces" in one.wholes else set()
        return found | (set(self.rules.seats) if "players" in one.wholes else set())

    # -------------------------------------------------------------------------------------------- citations

    def _cites(self, one: Cited) -> Iterator[Problem]:
        for clause in one.clauses:
            if self._clause(clause) is None:
                text = self._start(clause)[0].text
                remedies = remedies_for(clause, text.clauses if text is not None else ())
                yield self._problem(f"The text has no clause {clause}.", one.span, *remedies)
        for place in one.places:
            name, _, answer = place.partition("=")
            doubt = self.rules.doubts.get(name)
            if doubt is None:
                remedies = remedies_for(name, self.rules.doubts)
                yield self._problem(f"The rules have no open place “{name}”.", one.span, *remedies)
            elif answer != doubt.default and one not in self.guide.left_out:
                sentence = f"The default of “{name}” is {doubt.default}, and this page says {answer or 'no answer'}."
                yield self._problem(sentence, one.span, f"Say the default, and write:   [?{name}={doubt.default}]")
        for case in one.cases:
            if case not in self._cases:
                yield self._problem(f"There is no worked case “{case}”.", one.span, *remedies_for(case, self._cases))

    def _texts(self, one: Cited) -> Iterator[str]:
        """Return the sources of a sentence: rules, without the answers that are not the default, and worked cases."""
        for clause in one.clauses:
            yield self._clause(clause) or ""
        for place in one.places:
            yield self._defaults.get(place.partition("=")[0], "")
        for case in one.cases:
            yield self._cases.get(case, "")

    def _start(self, clause: str) -> tuple[Edition, str]:
        """Return the edition that a clause belongs to, and its id there."""
        from cc_dsl.pipeline import Edition as Other
        from cc_dsl.pipeline import find_rules

        label, _, rest = clause.partition(".")
        if label not in self.rules.shared:
            return self.edition, clause
        if label not in self._foreign:
            self._foreign[label] = Other(find_rules(label), {})
        return self._foreign[label], rest

    def _clause(self, clause: str) -> str | None:
        """Return the rules of a clause; None if the text has no such clause."""
        edition, name = self._start(clause)
        if edition.text is None or edition.text.clause(name) is None:
            return None
        blocks = (one for one in edition.start.blocks if isinstance(one, nodes.Section) and one.section.text == name)
        return "\n".join(_chosen(edition.source, block) for block in blocks)

    @cached_property
    def _defaults(self) -> dict[str, str]:
        """The rules of the default answer to each open place."""
        found: dict[str, str] = {}
        editions = [self.edition, *(self._start(f"{label}.")[0] for label in self.rules.shared)]
        for edition in editions:
            for block in edition.start.blocks:
                for doubt in _doubts(block):
                    found.setdefault(
                        doubt.name.text,
                        "\n".join(_text(edition.source, one.span) for one in doubt.alternatives if one.default),
                    )
        return found

    @cached_property
    def _cases(self) -> dict[str, str]:
        """The worked cases of the edition as they are written."""
        path = os.path.join(self.edition.folder, CASES)
        if not os.path.isfile(path):
            return {}
        parts = re.split(r"^\[\[case\]\]\s*$", read_source(path).text, flags=re.MULTILINE)[1:]
        named = ((re.search(r'^id = "([^"]*)"', part, re.MULTILINE), part) for part in parts)
        # What is written as text in a case holds its figures and pieces; only the argument is left out.
        bare = ((found, re.sub(r"^why = .*$", "", part, flags=re.MULTILINE)) for found, part in named)
        return {found[1]: part.replace('"', " ") for found, part in bare if found is not None}

    # ----------------------------------------------------------------------------------------------- wholes

    def _pictures(self) -> Iterator[Problem]:
        for section in self.guide.shown:
            for part in section.parts:
                if part.kind == "figure" and self.rules.figure is None:
                    yield self._problem("The rules have no figure to draw.", part.span, "Take this picture out.")
                elif part.kind == "ground" and self.rules.ground is None:
                    yield self._problem("The rules have no ground to draw.", part.span, "Take this picture out.")
                elif part.kind == "deal" and part.name not in self._cases:
                    remedies = remedies_for(part.name, self._cases)
                    yield self._problem(f"There is no worked case “{part.name}” to draw.", part.span, *remedies)

    def _passed_over(self, named: list[Cited]) -> Iterator[Problem]:
        """Return the rules that a player needs and the page neither states nor omits with a reason."""
        ledger = self.edition.ledger
        assert ledger is not None
        clauses = {clause for one in named for clause in one.clauses}
        wanted = [name for name, entry in ledger.entries.items() if entry.status == "encoded"]
        missing = [name for name in wanted if name not in clauses]
        if missing:
            remedy = f"Cite them, or give a reason under “## {LEFT_OUT}”:   - The reason. [{missing[0]}]"
            yield self._problem(f"The page passes over {', '.join(missing)}.", None, remedy)
        places = {place.partition("=")[0] for one in named for place in one.places}
        silent = [name for name in self.rules.doubts if name not in places]
        if silent:
            first = self.rules.doubts[silent[0]]
            remedy = f"Say the default of each:   … [?{first.name}={first.default}]   or leave it out with a reason."
            yield self._problem(f"The page passes over open places: {', '.join(silent)}.", None, remedy)

    def _problem(self, sentence: str, span: Span | None, *remedies: str) -> Problem:
        return Problem("page-not-kept", sentence, self.guide.source, span, remedies=remedies)


def _chosen(source: Source, block: nodes.Section) -> str:
    """Return the text of a block without the answers to readings and gaps that are not the default."""
    text = _text(source, block.span)
    for doubt in _doubts(block):
        for one in doubt.alternatives:
            if one.default is None and doubt.kind.text != "option":
                text = text.replace(_text(source, one.span), "")
    return text


def _doubts(block: nodes.Section | nodes.Editor) -> Iterable[nodes.Doubt]:
    return [one for one in block.statements if isinstance(one, nodes.Doubt)]


def _text(source: Source, span: Span) -> str:
    return source.text[span.start : span.end]


def _number(figure: str) -> int:
    return int(figure) if figure.isdigit() else NUMBERS.index(figure) + 2


def _short(words: str) -> str:
    return words if len(words) <= 60 else f"{words[:57].rstrip()}…"
