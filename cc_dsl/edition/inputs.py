"""The files that the editions are made of, in groups, each with a digest by which a later build sees what changed.

A part of an edition rests on some groups and on no other: on the files of its own folder, of the folders whose clauses
the edition uses, and of the library; a comparison rests on two editions.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cache as once

from cc_dsl import resources
from cc_dsl.weave.imprint import PUBLICATION

LIBRARY, COMPARISONS, CLAIMS = "library", "comparisons", "claims.toml"
"""Folders of the corpus, and a file, that belong to no edition."""
PROSE = frozenset({"notes.md", "how-to-play.md"})
"""The files of an edition that are words for readers: they are shown, and no rule, case or figure rests on them."""
WORDS = " (prose)"
"""The group of the prose of a folder is called after the folder, with this behind it."""
COMPARED = frozenset({"counts", "row", "differences", "numbers"})
"""The parts of a comparison; a part of another kind is that of an edition."""
PLAYED = frozenset({"figures", "ground", "turns", "titles", "words", "text"})
"""The parts of an edition that have nothing of its prose."""


class Inputs:
    """The groups of files of one build, each with its digest, and which of them a part rests on."""

    def __init__(self, folders: Mapping[str, str], pairs: Mapping[str, tuple[str, str]]) -> None:
        """Take the folders of the editions by name, and the two editions of each comparison."""
        self._folders = {name: _real(folder) for name, folder in folders.items()}
        self._pairs = pairs
        self._found: dict[str, str] = {}

    def digests(self) -> dict[str, str]:
        """Return the digest of every group that was asked for, and of all that the editions themselves are."""
        for folder in self._folders.values():
            self.digest(folder)
        for name in (LIBRARY, COMPARISONS, CLAIMS):
            self.digest(name)
        return dict(self._found)

    def digest(self, group: str) -> str:
        """Return the digest of a group."""
        if group not in self._found:
            if group in (LIBRARY, COMPARISONS, CLAIMS):
                path = os.path.join(resources.corpus_root(), group)
                self._found[group] = digest_of_files([path] if os.path.isfile(path) else files_under(path))
            else:
                self._found |= self._of_folder(group.removesuffix(WORDS))
        return self._found[group]

    def _of_folder(self, folder: str) -> dict[str, str]:
        paths = files_in(folder) if os.path.isdir(folder) else []
        prose = [path for path in paths if os.path.basename(path) in PROSE]
        return {
            folder: digest_of_files([path for path in paths if path not in prose]),
            folder + WORDS: digest_of_files(prose),
        }

    def without_prose(self) -> list[str]:
        """Return the digests of everything on which a rule, a case or a figure may rest, wherever it lies."""
        return sorted(found for group, found in self.digests().items() if not group.endswith(WORDS))

    def changed(self, before: Mapping[str, str]) -> set[str]:
        """Return the groups with another digest than before, and those that were not there before."""
        now = self.digests()
        return {group for group in {*now, *before} if group not in before or self.digest(group) != before[group]}

    def of_part(self, part: str, shared: Mapping[str, Sequence[str]]) -> set[str] | None:
        """Return the groups on which a part may rest, given the folders that editions share; None is all of them."""
        kind, _, full = part.partition(" ")
        name = full.partition(".")[0]
        if kind in COMPARED:
            pair = self._pairs.get(name)
            return None if pair is None else self._of_editions(pair, shared, False) | {COMPARISONS}
        if kind == "aligned":
            others = [one for pair in self._pairs.values() if name in pair for one in pair]
            return self._of_editions({name, *others}, shared, False) | {COMPARISONS}
        if kind == "claims":
            return self._of_editions(self._folders, shared, False) | {CLAIMS}
        return self._of_editions([name], shared, kind not in PLAYED)

    def of_edition(self, name: str, shared: Mapping[str, Sequence[str]], prose: bool = True) -> dict[str, str]:
        """Return the digests of all groups on which an edition rests, with its prose or without."""
        return {group: self.digest(group) for group in sorted(self._of_editions([name], shared, prose))}

    def _of_editions(self, names: Iterable[str], shared: Mapping[str, Sequence[str]], prose: bool) -> set[str]:
        found = {LIBRARY}
        for name in names:
            folders = [self._folders[name]] if name in self._folders else []
            found |= {*folders, *shared.get(name, ())}
            found |= {folder + WORDS for folder in folders} if prose else set()
        return found


def _real(folder: str) -> str:
    """Return the folder of an edition that may be named by its rules file."""
    return os.path.abspath(folder if os.path.isdir(folder) else os.path.dirname(folder))


ABOVE = ("edition", "export", "live", "api", "cli", "lsp")
"""The packages that show results, and on which none of them rests."""


@once
def _code() -> dict[str, str]:
    """Return the digests of the files of the program and of the grammar, by their paths from the package."""
    package = os.path.dirname(os.path.abspath(resources.__file__))
    code = [path for path in files_under(package) if path.endswith(".py")]
    return {
        os.path.relpath(path, package): digest_of_files([path]) for path in (*code, *files_in(resources.grammar_root()))
    }


@once
def engines() -> str:
    """Return the digest of the program and the grammar without the packages that only show results."""
    return _digest({path: found for path, found in _code().items() if path.split(os.sep)[0] not in ABOVE})


@once
def program() -> str:
    """Return the digest of all that makes the pages: code, grammar, templates, and as what they are published."""
    templates = files_in(os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates"))
    published = os.path.join(resources.corpus_root(), PUBLICATION)
    return _digest((_code(), digest_of_files([*templates, published])))


def _digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()


def corpus_inputs() -> Inputs:
    """Return the inputs of the whole corpus."""
    return Inputs({name: resources.edition_folder(name) for name in resources.edition_names()}, {})


def digest_of_files(paths: Iterable[str]) -> str:
    """Return a digest of files: their names, and what is in them."""
    found = hashlib.sha256()
    for path in paths:
        with open(path, "rb") as data:
            found.update(repr((os.path.basename(path), hashlib.sha256(data.read()).hexdigest())).encode())
    return found.hexdigest()


def files_in(folder: str) -> list[str]:
    """Return the files of a folder, sorted, without those of the folders in it."""
    return [os.path.join(folder, name) for name in resources.file_names(folder)]


def files_under(folder: str) -> list[str]:
    """Return the files of a folder and of all folders in it, sorted."""
    found = ((root, name) for root, _, names in os.walk(folder) for name in names)
    return sorted(os.path.join(root, name) for root, name in found if resources.is_lasting(name))
