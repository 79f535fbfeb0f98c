"""The editions and comparisons that a build has opened, and the parts of them that pages show."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

from sphinx.errors import ExtensionError

from cc_dsl import cache, resources
from cc_dsl.cases.claims import Claim, Claims, read_claims, try_claims
from cc_dsl.cases.reader import read_cases
from cc_dsl.compare.alignment import Alignment, load_alignment
from cc_dsl.compare.deals import Answerer, NotComparable, shared_layout
from cc_dsl.compare.report import Comparison, compare
from cc_dsl.compare.samples import SampleDocument, sample_document
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.diagnostics.render import render_text
from cc_dsl.edition_model.cases import failures_of
from cc_dsl.edition_model.edition import EditionView, edition_view
from cc_dsl.edition_model.imprint import PUBLICATION, Work, load_work
from cc_dsl.edition_model.scenes import PlayedScenes, play_edition
from cc_dsl.edition_model.turns import Turn, turns_of
from cc_dsl.engine.judge import answer, try_examples
from cc_dsl.pipeline import Edition, load
from cc_dsl.rules.model import full_clause
from cc_dsl.table.chance import Chance

Part = TypeVar("Part")
GAME = frozenset({"seed", "through", "players"})
"""The keys that describe the game that is played for the pages."""
PROSE = frozenset({"notes.md", "how-to-play.md"})
"""The prose files of an edition, on which no rule, case or figure depends."""
QuestionsByClause = dict[str, tuple[str, dict[str, Sequence[str]]]]
"""By clause, or by open place after a question mark: a question whose answer rests on it, with pieces."""
DEALS, MANY_DEALS = 30, 2_500
"""The numbers of random deals searched for a deal that rests on a clause, and for a deal on which answers differ."""
COUNTS = {"numbers": 100_000, "seed": 0}
"""The default sizes of the counts for the pages: random deals answered by two editions."""


def build_cache(make: Callable[[Shelf, str], Part]) -> Callable[[Shelf, str], Part]:
    """Return a method that makes a part of an edition or comparison at its first call, and caches it for the build."""

    @wraps(make)
    def part(self: Shelf, name: str) -> Part:
        key = make.__name__, name
        if key not in self.parts:
            with report_problems(name):
                self.parts[key] = make(self, name)
        value: Part = self.parts[key]
        return value

    return part


def cache_by_files(make: Callable[[Shelf, str], Part]) -> Callable[[Shelf, str], Part]:
    """Return a method that makes an expensive part of an edition, cached until a file of the edition changes."""

    def part(self: Shelf, name: str) -> Part:
        parts = name, self.digest(self.load(name), prose=False)
        value: Part | None = cache.get_object(make.__name__, parts)
        if value is None:
            value = make(self, name)
            cache.put_object(make.__name__, parts, value)
        return value

    return build_cache(wraps(make)(part))


class Shelf:
    """The editions that a build has opened, and their comparisons; each part is made at its first use."""

    def __init__(
        self,
        editions: Mapping[str, Mapping[str, str]],
        comparisons: Sequence[str] = (),
        counts: Mapping[str, int] | None = None,
    ) -> None:
        """Take the editions of the configuration, each with its `path` if it is outside the corpus."""
        self.options = editions
        self.comparisons = tuple(comparisons)
        self.counts = {**COUNTS, **(counts or {})}
        self.parts: dict[tuple[str, str], Any] = {}
        """The parts made so far, by the name of the method and that of the edition or comparison."""

    # ------------------------------------------------------------------------------------------- editions

    @build_cache
    def load(self, name: str) -> Edition:
        """Return an edition."""
        return load(self.options[name].get("path", name))

    @build_cache
    def work(self, name: str) -> Work:
        """Return the imprint of the text of an edition."""
        return load_work(self.options[name].get("path") or resources.edition_folder(name))

    @build_cache
    def edition(self, name: str) -> EditionView:
        """Return the view of an edition; a failing example of its rules stops the build."""
        for example in try_examples(self.load(name).rules):
            if example.failed:
                clauses = ", ".join(f"{name}.{clause}" for clause in example.example.origin.clauses)
                raise ExtensionError(f"An example of {clauses} does not hold: {' '.join(example.failed)}")
        return edition_view(self.load(name), self.game_for_pages(name), self.failures(name))

    @cache_by_files
    def game_for_pages(self, name: str) -> PlayedScenes | None:
        """Play the game that the pages of an edition show, if there is one."""
        settings = {key: value for key, value in self.work(name).saved_game.items() if key in GAME}
        return play_edition(self.load(name), **settings) if settings else None

    @cache_by_files
    def failures(self, name: str) -> dict[str, list[str]]:
        """Return the failures of the worked cases of an edition."""
        return failures_of(self.load(name))

    @build_cache
    def turns(self, name: str) -> dict[str, Turn]:
        """Return the worked turns of an edition."""
        return turns_of(self.load(name))

    @cache_by_files
    def contrasts(self, name: str) -> dict[str, ReadingContrast]:
        """Return the contrasts of an edition: pieces for which two answers to an open place differ."""
        return contrasts(self.load(name), self.questions_by_clause(name))

    @cache_by_files
    def questions_by_clause(self, name: str) -> QuestionsByClause:
        """Return for each clause of an edition a question that rests on it, with pieces."""
        return questions_by_clause(self.load(name))

    def make_slow_parts(self, names: Iterable[str]) -> None:
        """Make the slow parts of some editions, and cache them on disk."""
        for name in names:
            self.failures(name)
            self.contrasts(name)
            self.game_for_pages(name)

    def digest(self, edition: Edition, prose: bool = True) -> str:
        """Return the digest of the files on which an edition rests, with or without its prose.

        These are its own files, the files of editions whose clauses it uses, the libraries of rules, and the imprint.
        """
        folders = [edition.folder, *sorted(edition.shared_folders.values())]
        paths = [
            os.path.join(folder, file)
            for folder in [*folders, os.path.join(resources.corpus_root(), "library")]
            for file in resources.file_names(folder)
            if (prose and folder == edition.folder) or file not in PROSE
        ]
        digest = sha256()
        for path in [*paths, os.path.join(resources.corpus_root(), PUBLICATION)]:
            with open(path, "rb") as data:
                digest.update(repr((os.path.basename(path), sha256(data.read()).hexdigest())).encode())
        return digest.hexdigest()

    # ---------------------------------------------------------------------------------------- comparisons

    def editions_of(self, name: str) -> tuple[str, str]:
        """Return the two editions of a comparison, whose names may contain hyphens."""
        for first in self.options:
            second = name.removeprefix(f"{first}-")
            if second != name and second in self.options:
                return first, second
        raise KeyError(name)

    def comparisons_of(self, edition: str) -> Iterator[tuple[str, str]]:
        """Yield the comparisons of an edition, each with the other edition."""
        for name in self.comparisons:
            pair = self.editions_of(name)
            if edition in pair:
                yield name, pair[1 - pair.index(edition)]

    @build_cache
    def alignment(self, name: str) -> Alignment:
        """Return the alignment of the clauses of two editions, with the questions that both answer."""
        first, second = self.editions_of(name)
        return load_alignment(self.load(first), self.load(second))

    @build_cache
    def comparison(self, name: str) -> Comparison:
        """Return the comparison of two editions, such as `1860-1862`, with its cases run on both."""
        first, second = self.editions_of(name)
        comparison = compare(self.load(first), self.load(second), self.alignment(name))
        if comparison.broken_cases:
            raise ExtensionError("Cases of the comparison do not hold:\n\n" + "\n".join(comparison.broken_cases))
        return comparison

    def deal_counts(self, name: str, question: str) -> SampleDocument:
        """Return the counts for a question that two editions answer; cached between builds."""
        first, second = (self.load(edition).rules for edition in self.editions_of(name))
        return sample_document(first, second, question, self.counts["numbers"], self.counts["seed"])

    def rows_of_clause(self, edition: str, clause: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """Yield the rows of a clause: the full id of the row, the other edition, and its clauses."""
        for name, other in self.comparisons_of(edition):
            side = self.editions_of(name).index(edition)
            for row in self.alignment(name).rows:
                if clause in row.side(side):
                    yield f"{name}.{row.name}", other, row.side(1 - side)

    # ------------------------------------------------------------------------------------------- all texts

    def works(self) -> list[Work]:
        """Return the texts, oldest first; texts without a year are last."""
        return sorted(map(self.work, self.options), key=lambda work: work.sort_key)

    def claims(self) -> tuple[Claims, tuple[Claim, ...]]:
        """Return the claims of the corpus with their cases run; a claim that does not hold stops the build."""
        with report_problems("The file of claims"):
            claims = read_claims(self.load)
            trials = try_claims(claims, self.load)
        wrong = [sentence for claim in trials for sentence in claim.failures]
        if wrong:
            raise ExtensionError("Claims do not hold as they are written:\n\n" + "\n".join(wrong))
        return claims, trials


@contextmanager
def report_problems(name: str) -> Iterator[None]:
    """Report a problem of an edition or a comparison through Sphinx."""
    try:
        yield
    except RulesError as error:
        raise ExtensionError(f"{name} has problems:\n\n{render_text(error.problems)}") from None


# ------------------------------------------------------------------------- initial positions of pages


class ReadingContrast(NamedTuple):
    """Pieces, and two choices of answers to open places that give different results for a question about them."""

    question: str
    given: Mapping[str, Sequence[str]]
    readings: Mapping[str, str]
    other: Mapping[str, str]


def contrasts(edition: Edition, questions: QuestionsByClause) -> dict[str, ReadingContrast]:
    """Return a contrast for each open place on which a question rests: from a worked case, or a random deal.

    If none of many deals shows a difference, the last deal is used, provided that its answer names the open place.
    """
    by_place: dict[str, ReadingContrast] = {}
    cases = [case for case in read_cases(edition) if can_be_tried(edition, case.question, case.pieces)]
    results = [(case, result) for case in cases for result in case.contrasts]
    for case, result in sorted(results, key=lambda pair: len(pair[1].readings)):
        base = case.expected.readings
        contrast = ReadingContrast(case.question, case.pieces, base, {**base, **result.readings})
        both = [edition.resolve(answers)[0] for answers in (contrast.readings, contrast.other)]
        values = [answer(rules_here, case.question, case.pieces).value for rules_here in both if rules_here is not None]
        if values[1:] and values[0] != values[1]:
            by_place = {**dict.fromkeys(result.readings, contrast), **by_place}
    for doubt in edition.rules.doubts.values():
        own_question = questions.get(f"?{doubt.name}")
        question, _ = own_question or questions.get(full_clause(edition.name, doubt.clause)) or ("", {})
        for other, _ in doubt.alternatives if question and doubt.name not in by_place else ():
            rules = edition.resolve({doubt.name: other})[0] if other != doubt.default else None
            if rules is None:
                continue
            keys = [part.key for part in edition.rules.questions[question].outputs]
            try:
                layout = shared_layout(edition.rules, rules, question)
                first, second = (Answerer(each, layout, keys) for each in (edition.rules, rules))
            except NotComparable:
                continue
            for number in range(MANY_DEALS):
                deal = layout.random_deal(Chance(0).branch(number))
                if is_other := first(deal) != second(deal):
                    break
            if is_other or own_question:
                by_place[doubt.name] = ReadingContrast(question, layout.words_of_deal(deal), {}, {doubt.name: other})
                break
    return by_place


def questions_by_clause(edition: Edition) -> QuestionsByClause:
    """Return, by clause or `?place`, a question whose answer rests on it, with pieces of a case or a random deal."""
    by_clause: QuestionsByClause = {}
    cases = read_cases(edition)
    for question in edition.rules.questions.values():
        if question.has_no_inputs or question.stored:
            continue
        try:
            layout = shared_layout(edition.rules, edition.rules, question.name)
        except NotComparable:
            continue
        asking_cases = [case for case in cases if case.question == question.name]
        of_cases = (case.pieces for case in asking_cases if can_be_tried(edition, question.name, case.pieces))
        chance = Chance(0)
        for pieces in (*of_cases, *(layout.words_of_deal(layout.random_deal(chance)) for _ in range(DEALS))):
            answer_here = answer(edition.rules, question.name, pieces)
            for key in (*answer_here.clauses, *(f"?{reading}" for reading in answer_here.readings)):
                by_clause.setdefault(key, (question.name, dict(pieces)))
    return by_clause


def can_be_tried(edition: Edition, question: str, given_pieces: Mapping[str, Sequence[str]]) -> bool:
    """Return whether a page can ask a question: its input is only pieces, for the least number of players."""
    asked = edition.rules.questions.get(question)
    if asked is None or asked.stored or {place.key for place in asked.piece_inputs} != {*given_pieces}:
        return False
    fewest = edition.rules.seats[0]
    return all(len(given_pieces[place.key]) == place.many(fewest) for place in asked.piece_inputs if place.is_owned)
