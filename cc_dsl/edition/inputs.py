"""The files that the pages are made of, as digests: of the program, of one edition, of the whole corpus."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable
from functools import cache as once

from cc_dsl import resources
from cc_dsl.edition_model.imprint import PUBLICATION

LIBRARY, COMPARISONS = "library", "comparisons"
"""Folders of the corpus that belong to no edition."""
PROSE = frozenset({"notes.md", "how-to-play.md"})
"""The files of an edition that are words for readers: they are shown, and no rule, case or figure rests on them."""


def files_of_edition(folder: str, shared: Iterable[str] = (), prose: bool = True) -> list[str]:
    """Return the files on which an edition rests: its own, those whose clauses it uses, and the library of rules."""
    own = [path for path in files_in(folder) if prose or os.path.basename(path) not in PROSE]
    others = [path for other in sorted(shared) for path in files_in(other) if os.path.basename(path) not in PROSE]
    return [*own, *others, *files_under(os.path.join(resources.corpus_root(), LIBRARY))]


@once
def program() -> str:
    """Return the digest of all that makes the pages: code, grammar, templates, and as what they are published."""
    code = [path for path in files_under(os.path.dirname(os.path.abspath(resources.__file__))) if path.endswith(".py")]
    templates = files_in(os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates"))
    published = os.path.join(resources.corpus_root(), PUBLICATION)
    return digest_of_files([*code, *files_in(resources.grammar_root()), *templates, published])


def digest_of_files(paths: Iterable[str]) -> str:
    """Return a digest of files: their names, and what is in them."""
    found = hashlib.sha256()
    for path in paths:
        with open(path, "rb") as data:
            found.update(repr((os.path.basename(path), hashlib.sha256(data.read()).hexdigest())).encode())
    return found.hexdigest()


def files_in(folder: str) -> list[str]:
    """Return the files of a folder, sorted, without those of the folders in it; of a file, those beside it."""
    if not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    return [os.path.join(folder, name) for name in resources.file_names(folder)]


def files_under(folder: str) -> list[str]:
    """Return the files of a folder and of all folders in it, sorted."""
    found = ((root, name) for root, _, names in os.walk(folder) for name in names)
    return sorted(os.path.join(root, name) for root, name in found if resources.is_lasting(name))


OF = re.compile(r"\A---\n(?:.*\n)*?of: *(\S+)\n(?:.*\n)*?---\n")
"""The comparison to which a written page says that it belongs."""


def comparison_of(text: str) -> str:
    """Return the comparison to which a page says that it belongs; nothing if it says none."""
    found = OF.match(text)
    return found[1] if found else ""
