"""The editions and comparisons that a build has opened, and the parts of them that pages show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict, TypeVar

from sphinx.errors import ExtensionError

from cc_dsl import cache, resources
from cc_dsl.edition.inputs import digest_of_files, files_of_edition
from cc_dsl.edition_model.imprint import load_publication, load_work

if TYPE_CHECKING:
    from cc_dsl.cases.claims import Claim, Claims
    from cc_dsl.cases.reader import Case
    from cc_dsl.compare.alignment import Alignment
    from cc_dsl.compare.report import Comparison
    from cc_dsl.compare.sampling import SampleDocument
    from cc_dsl.drawing.ground import GroundDrawing
    from cc_dsl.edition.samples import Touched
    from cc_dsl.edition_model.edition import EditionView
    from cc_dsl.edition_model.imprint import Publication, Work
    from cc_dsl.edition_model.played import Played
    from cc_dsl.edition_model.turns import Turn
    from cc_dsl.pipeline import Edition


Made = TypeVar("Made")
GAME = frozenset({"seed", "through", "players", "seats"})
"""The keys that say how a game is played for the pages."""
COUNTS = {"numbers": 100_000, "seed": 0}
"""The default sizes of the counts for the pages: random deals answered by two editions."""


class EditionOptions(TypedDict, total=False):
    """What the configuration says of an edition."""

    path: str


class ShownFigures(NamedTuple):
    """Stored figures that an edition declares: the command that counts them, and when and by which version it was."""

    title: str
    command: str
    counted: str
    is_current: bool
    found: Any


class Shelf:
    """The editions that a build has opened, and their comparisons; each part is made when it is first asked for."""

    def __init__(
        self,
        editions: dict[str, EditionOptions],
        code: str,
        comparisons: Sequence[str] = (),
        counts: Mapping[str, int] | None = None,
    ) -> None:
        """Take the editions that the configuration names, each with its options."""
        self.options = editions
        self.comparisons = tuple(comparisons)
        self.counts = {**COUNTS, **(counts or {})}
        self.code = code
        self._made: dict[tuple[str, str], Any] = {}

    def _once(self, kind: str, name: str, make: Callable[[], Made]) -> Made:
        """Return a part of an edition or comparison, made at the first call; its problems are told through Sphinx."""
        if (kind, name) not in self._made:
            with problems_of(f"{kind.capitalize()} {name}"):
                self._made[kind, name] = make()
        made: Made = self._made[kind, name]
        return made

    def _kept(self, kind: str, name: str, make: Callable[[], Made], prose: bool = False, more: object = None) -> Made:
        """Return a part that is kept between builds, until a file of the edition, the program or an option changes."""

        def find() -> Made:
            key = repr((self.made_from(self.load(name), prose), more)).encode()
            found: Made | None = cache.get_object(kind, (name, key))
            if found is None:
                found = make()
                cache.put_object(kind, (name, key), found)
            return found

        return self._once(kind, name, find)

    # ------------------------------------------------------------------------------------------- editions

    def load(self, name: str) -> Edition:
        """Return an edition."""
        from cc_dsl.pipeline import load

        return self._once("edition", name, lambda: load(self.options[name].get("path", name)))

    def work(self, name: str) -> Work:
        """Return what the text of an edition is called."""
        folder = self.options[name].get("path", "") or resources.edition_folder(name)
        return self._once("text", name, lambda: load_work(folder))

    def edition(self, name: str) -> EditionView:
        """Return everything that an edition shows."""
        from cc_dsl.edition_model.edition import edition_view

        def make() -> EditionView:
            return edition_view(self.load(name), self._played(name), self.failures(name), self.cases(name))

        return self._once("pages", name, make)

    def _played(self, name: str) -> Played | None:
        """Return the game that is played for the pages of an edition, if there is one."""
        from cc_dsl.edition_model.played import play_edition

        asked = {key: one for key, one in self.work(name).played.items() if key in GAME}
        edition = self.load(name)
        return self._kept("played", name, lambda: play_edition(edition, **asked), more=asked) if asked else None

    def cases(self, name: str) -> tuple[Case, ...]:
        """Return the worked cases of an edition."""
        from cc_dsl.cases.reader import read_cases

        return self._once("cases", name, lambda: read_cases(self.load(name)))

    def failures(self, name: str) -> dict[str, list[str]]:
        """Return what the worked cases of an edition failed in."""
        from cc_dsl.edition_model.cases import failures_of

        return self._kept("failures", name, lambda: failures_of(self.load(name)))

    def turns(self, name: str) -> dict[str, Turn]:
        """Return the worked turns of an edition."""
        from cc_dsl.edition_model.turns import turns_of

        return self._once("turns", name, lambda: turns_of(self.load(name)))

    def ground(self, name: str, seats: int | None) -> GroundDrawing | None:
        """Return the ground of an edition, drawn for this number of players; None where the rules describe none."""
        from cc_dsl.drawing.ground import drawn_ground

        return drawn_ground(self.load(name).rules, seats)

    def changing_answers(self, name: str) -> dict[str, dict[str, str]]:
        """Return which answers to the open places of an edition may change which questions."""
        from cc_dsl.compare.reachability import changing_answers

        return self._kept("answers", name, lambda: changing_answers(self.load(name)))

    def touched(self, name: str) -> Touched:
        """Return for each clause of an edition a question that rests on it, with pieces."""
        from cc_dsl.edition.samples import touched

        return self._kept("touched", name, lambda: touched(self.load(name), self.cases(name)))

    def figures(self, name: str, study: str) -> ShownFigures | None:
        """Return stored figures that an edition declares, and whether they hold for the rules as they are."""
        from cc_dsl.figures import stored
        from cc_dsl.study.figures import counts_of, fault

        edition = self.load(name)
        declared, kept = counts_of(edition).get(study), stored(edition.folder).get(study)
        if declared is None or kept is None:
            return None
        counted = f"{kept['date']}, version {kept['version']}"
        is_current = not fault(edition, declared, kept)
        return ShownFigures(declared.title, kept["command"], counted, is_current, kept["found"])

    def made_from(self, edition: Edition, prose: bool = True) -> str:
        """Return the digest of the files on which an edition rests, its prose among them or not."""
        return digest_of_files(files_of_edition(edition.folder, edition.shared_folders.values(), prose))

    # ---------------------------------------------------------------------------------------- comparisons

    def pair_of(self, name: str) -> tuple[str, str]:
        """Return the two editions of a comparison; their names may have hyphens themselves."""
        for first in self.options:
            second = name.removeprefix(f"{first}-")
            if second != name and second in self.options:
                return first, second
        raise KeyError(name)

    def alignment(self, name: str) -> Alignment:
        """Return the alignment of the clauses of two editions, with the questions that both answer."""
        from cc_dsl.compare.alignment import load_alignment

        first, second = self.pair_of(name)
        return self._once("alignment", name, lambda: load_alignment(self.load(first), self.load(second)))

    def comparison(self, name: str) -> Comparison:
        """Return the comparison of two editions, such as `1860-1862`, with its cases run on both."""
        from cc_dsl.compare.report import compare

        first, second = self.pair_of(name)
        found = self._once(
            "comparison", name, lambda: compare(self.load(first), self.load(second), self.alignment(name))
        )
        if found.broken:
            raise ExtensionError("Cases of the comparison do not hold:\n\n" + "\n".join(found.broken))
        return found

    def numbers(self, name: str, question: str) -> SampleDocument:
        """Return the counts for a question that two editions answer; cached between builds."""
        from cc_dsl.compare.sampling import counted

        first, second = (self.load(edition).rules for edition in self.pair_of(name))
        return counted(first, second, question, self.counts["numbers"], self.counts["seed"])

    def aligned(self, full: str) -> list[tuple[str, str, tuple[str, ...]]]:
        """Return the rows in which a clause stands: comparison, name of the row, clauses of the other edition."""
        edition, _, clause = full.partition(".")
        found = []
        for name in self.comparisons:
            pair = self.pair_of(name)
            if edition in pair:
                side = pair.index(edition)
                rows = self.alignment(name).rows
                found += [(name, row.name, row.side(1 - side)) for row in rows if clause in row.side(side)]
        return found

    # ------------------------------------------------------------------------------------------- all texts

    def works(self) -> list[Work]:
        """Return the texts, the oldest first; those without a year stand last."""
        return sorted(map(self.work, self.options), key=lambda work: (work.year[:4] or "9999", work.name))

    def claims(self) -> tuple[Claims, tuple[Claim, ...]]:
        """Return the claims of the corpus, after their cases were run; one that does not hold stops the build."""
        from cc_dsl.cases.claims import read_claims, try_claims

        with problems_of("The claims"):
            claims = read_claims(self.load)
            tried = try_claims(claims, self.load)
        wrong = [sentence for one in tried for sentence in one.failures]
        if wrong:
            raise ExtensionError("Claims do not hold as they are written:\n\n" + "\n".join(wrong))
        return claims, tried

    @cached_property
    def publication(self) -> Publication:
        """What the whole edition is published as."""
        return load_publication()


@contextmanager
def problems_of(what: str) -> Iterator[None]:
    """Report a problem of an edition or a comparison through Sphinx."""
    from cc_dsl.diagnostics.problem import RulesError
    from cc_dsl.diagnostics.render import render_text

    try:
        yield
    except RulesError as error:
        raise ExtensionError(f"{what} has problems:\n\n{render_text(error.problems)}") from None
