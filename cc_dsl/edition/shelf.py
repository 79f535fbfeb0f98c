"""The editions and comparisons that a build has opened, and the parts of them that pages show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict, TypeVar, cast

from sphinx.errors import ExtensionError

from cc_dsl import cache, resources
from cc_dsl.edition.inputs import digest_of_files, files_of_edition
from cc_dsl.weave.imprint import GameTable

if TYPE_CHECKING:
    from cc_dsl.cases.claims import Claims, TriedClaim
    from cc_dsl.cases.reader import Cases
    from cc_dsl.compare.alignment import Alignment
    from cc_dsl.compare.documents import SampleDocument
    from cc_dsl.compare.report import Comparison
    from cc_dsl.drawing.ground import GroundDrawing
    from cc_dsl.edition.samples import Touched
    from cc_dsl.pipeline import Edition
    from cc_dsl.weave.edition import WovenEdition
    from cc_dsl.weave.imprint import Publication, Work
    from cc_dsl.weave.played import Played
    from cc_dsl.weave.turns import Turn


Found = TypeVar("Found")
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
    """The editions that a build has opened, and their comparisons."""

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
        self._woven: dict[str, WovenEdition] = {}
        self._works: dict[str, Work] = {}
        self._loaded: dict[str, Edition] = {}
        self._compared: dict[str, Comparison] = {}
        self._alignments: dict[str, Alignment] = {}
        self._turns: dict[str, dict[str, Turn]] = {}
        self._changing: dict[str, dict[str, dict[str, str]]] = {}
        self._touched: dict[str, Touched] = {}
        self._cases: dict[str, Cases] = {}

    def edition(self, name: str) -> WovenEdition:
        """Return an edition, woven when it is first asked for."""
        if name not in self.options:
            raise KeyError(name)
        if name not in self._woven:
            self._woven[name] = self._weave(name)
        return self._woven[name]

    def _weave(self, name: str) -> WovenEdition:
        from cc_dsl.weave.edition import weave

        with _telling(f"The edition {name}"):
            edition = self.load(name)
            played = self._played(edition) if self.work(name).played else None
            return weave(edition, played, self.failures(name), self.cases(name))

    def work(self, name: str) -> Work:
        """Return what the text of an edition is called."""
        from cc_dsl.weave.imprint import load_work

        if name not in self._works:
            with _telling(f"The edition {name}"):
                self._works[name] = load_work(self._folder(name))
        return self._works[name]

    def load(self, name: str) -> Edition:
        """Return an edition, loaded when it is first asked for."""
        from cc_dsl.pipeline import load

        if name not in self._loaded:
            self._loaded[name] = load(self.options[name].get("path", name))
        return self._loaded[name]

    def comparison(self, name: str) -> Comparison:
        """Return the comparison of two editions, such as `1860-1862`, made when it is first asked for."""
        if name not in self.comparisons:
            raise KeyError(name)
        if name not in self._compared:
            with _telling(f"The comparison {name}"):
                self._compared[name] = self._compare(*self.pair_of(name))
        return self._compared[name]

    def pair_of(self, name: str) -> tuple[str, str]:
        """Return the two editions of a comparison; their names may have hyphens themselves."""
        for first in self.options:
            second = name.removeprefix(f"{first}-")
            if second != name and second in self.options:
                return first, second
        raise KeyError(name)

    def alignment(self, name: str) -> Alignment:
        """Return the alignment of the clauses of two editions, with the questions that both answer; read once."""
        from cc_dsl.compare.alignment import load_alignment

        if name not in self._alignments:
            first, second = self.pair_of(name)
            self._alignments[name] = load_alignment(self.load(first), self.load(second))
        return self._alignments[name]

    def _compare(self, first: str, second: str) -> Comparison:
        """Compare two editions, and run the cases of the comparison on both."""
        from cc_dsl.compare.report import compare

        found = compare(self.load(first), self.load(second), self.alignment(f"{first}-{second}"))
        if found.broken:
            sentences = "\n".join(found.broken)
            raise ExtensionError(f"Cases of the comparison do not hold:\n\n{sentences}")
        return found

    def numbers(self, name: str, question: str) -> SampleDocument:
        """Return the counts for a question that two editions answer; cached between builds."""
        from cc_dsl.compare.sampling import SampleSize, counted

        first, second = (self.load(edition).rules for edition in self.pair_of(name))
        return counted(first, second, question, SampleSize(self.counts["numbers"], self.counts["seed"]))

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

    def claims(self) -> tuple[Claims, tuple[TriedClaim, ...]]:
        """Return the claims of the corpus, after their cases were run; one that does not hold stops the build."""
        from cc_dsl.cases.claims import read_claims, try_claims

        with _telling("The claims"):
            claims = read_claims(self.load)
            tried = try_claims(claims, self.load)
        wrong = [sentence for one in tried for sentence in one.failures]
        if wrong:
            raise ExtensionError("Claims do not hold as they are written:\n\n" + "\n".join(wrong))
        return claims, tried

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

    def _played(self, edition: Edition) -> Played:
        """Return the game of an edition; it is played again only if the rules, the code or the options changed."""
        from cc_dsl.weave.played import play_edition

        options = self.work(edition.name).played
        told = cast("GameTable", {key: one for key, one in options.items() if key in GameTable.__annotations__})
        key = repr((self.made_from(edition, prose=False), sorted(told.items()))).encode()
        played: Played | None = cache.get_object("played", (edition.name, key))
        if played is None:
            played = play_edition(edition, **told)
            cache.put_object("played", (edition.name, key), played)
        return played

    def failures(self, name: str) -> dict[str, list[str]]:
        """Return what the worked cases of an edition failed in; tried again if rules, cases or code changed."""
        from cc_dsl.weave.cases import failures_of

        edition = self.load(name)
        return self._found("cases", edition, lambda: failures_of(edition))

    def _found(self, kind: str, edition: Edition, find: Callable[[], Found]) -> Found:
        """Return something that follows from the rules and cases of an edition: as it is cached, or found now."""
        key = repr(self.made_from(edition, prose=False)).encode()
        found: Found | None = cache.get_object(kind, (edition.name, key))
        if found is None:
            found = find()
            cache.put_object(kind, (edition.name, key), found)
        return found

    def changing_answers(self, name: str) -> dict[str, dict[str, str]]:
        """Return which answers to the open places of an edition may change which questions; looked for again as games
        are played again."""
        from cc_dsl.compare.reachability import changing_answers

        if name not in self._changing:
            edition = self.load(name)
            self._changing[name] = self._found("answers", edition, lambda: changing_answers(edition))
        return self._changing[name]

    def touched(self, name: str) -> Touched:
        """Return for each clause of an edition a question that rests on it, with pieces, tried once."""
        from cc_dsl.edition.samples import touched

        if name not in self._touched:
            edition = self.load(name)
            key = repr(self.made_from(edition)).encode()
            found: Touched | None = cache.get_object("touched", (name, key))
            if found is None:
                found = touched(edition, self.cases(name))
                cache.put_object("touched", (name, key), found)
            self._touched[name] = found
        return self._touched[name]

    def cases(self, name: str) -> Cases:
        """Return the worked cases of an edition, read once."""
        from cc_dsl.cases.reader import read_cases

        if name not in self._cases:
            self._cases[name] = read_cases(self.load(name))
        return self._cases[name]

    def made_from(self, edition: Edition, prose: bool = True) -> str:
        """Return the digest of the files on which an edition rests, its prose among them or not."""
        return digest_of_files(files_of_edition(edition.folder, edition.shared_folders.values(), prose))

    def ground(self, name: str, seats: int | None) -> GroundDrawing | None:
        """Return the ground of an edition, drawn for this number of players; None where the rules describe none."""
        from cc_dsl.drawing.ground import drawn_ground

        return drawn_ground(self.load(name).rules, seats)

    def turns(self, name: str) -> dict[str, Turn]:
        """Return the worked turns of an edition, judged on first use."""
        from cc_dsl.weave.turns import turns_of

        if name not in self._turns:
            with _telling(f"The turns of {name}"):
                self._turns[name] = turns_of(self.load(name))
        return self._turns[name]

    @cached_property
    def publication(self) -> Publication:
        """What the whole edition is published as."""
        from cc_dsl.weave.imprint import load_publication

        return load_publication()

    def _folder(self, name: str) -> str:
        return self.options[name].get("path", "") or resources.edition_folder(name)


@contextmanager
def _telling(what: str) -> Iterator[None]:
    """Report a problem of an edition or a comparison through Sphinx."""
    from cc_dsl.diagnostics.problem import RulesError
    from cc_dsl.diagnostics.render import render_text

    try:
        yield
    except RulesError as error:
        raise ExtensionError(f"{what} has problems:\n\n{render_text(error.problems)}") from None
