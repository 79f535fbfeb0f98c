"""Write an overlay out as the folder of an edition of its own, so that its pages and files can be made as any others.

The folder has the words with their conjectures, the composed rules, the open places, the notes, and the worked cases
that hold. What is said or was counted of the parent alone is left out: how to play, phrases, worked turns, figures.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from cc_dsl import cache, resources
from cc_dsl.checking.trying import try_cases
from cc_dsl.errors import UserError
from cc_dsl.export.apparatus import ApparatusTables, ClauseTable, VariantTable
from cc_dsl.export.toml import toml_of
from cc_dsl.rules.overlay import conjectures
from cc_dsl.source.clauses import text_checksum
from cc_dsl.source.data import read_data
from cc_dsl.source.files import Source, read_source
from cc_dsl.syntax import nodes
from cc_dsl.weave.imprint import load_work

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition
    from cc_dsl.rules.overlay import Overlay

SIGNS = r"(?:[_*}]|\{sc:)*"
"""The signs of italics, bold and small capitals, which may stand between the letters of printed words."""


def written_out(edition: Edition) -> Edition:
    """Return an overlay as an edition with a folder of its own, which lies in the cache."""
    from cc_dsl.pipeline import load

    files = _files(edition)
    name = hashlib.sha256(repr(sorted(files.items())).encode()).hexdigest()[:32]
    folder = os.path.join(resources.cache_folder(), "overlays", name)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    for file, text in files.items():
        cache.write_own(os.path.join(folder, file), text.encode())
    if not all(os.path.isfile(os.path.join(folder, file)) for file in files):
        raise UserError("output-failed", f"The overlay could not be written out to {folder}.")
    return load(folder)


def _files(edition: Edition) -> dict[str, str]:
    """Return the files of the folder, by their names."""
    text = edition.text
    if edition.overlay is None or edition.parent is None or text is None:
        raise UserError("command-line", "Only an overlay of an edition with printed words is written out.")
    meta = dict(text.meta)
    words_file = str(meta.get("text", "text.txt"))
    words = read_source(os.path.join(edition.folder, words_file)).text
    clauses = _data(edition, "clauses.toml")
    apparatus: ApparatusTables = _data(edition, "apparatus.toml")
    for overlay in _overlays(edition):
        for clause, changes in conjectures(overlay).items():
            for old, new in changes:
                words = _conjectured(words, clauses["clause"], apparatus, (clause, old, new), (edition, overlay.title))
    meta |= {
        "id": edition.name,
        "title": edition.title,
        "short_title": edition.display_name,
        "sha256": text_checksum(Source("", words)),
    }
    meta.pop("pages", None)
    return {
        "edition.toml": toml_of(meta),
        words_file: words,
        "clauses.toml": toml_of(clauses),
        "apparatus.toml": toml_of(apparatus),
        "readings.toml": toml_of(_readings(edition)),
        "cases.toml": toml_of(_cases(edition)),
        "notes.md": _notes(edition),
        "game.rules": edition.source.text,
    }


def _overlays(edition: Edition) -> list[Overlay]:
    """Return the overlay with those on which it stands, the lowest first."""
    found: list[Overlay] = []
    one: Edition | None = edition
    while one is not None and one.overlay is not None:
        found.insert(0, one.overlay)
        one = one.parent
    return found


def _data(edition: Edition, name: str) -> Any:
    path = os.path.join(edition.folder, name)
    return dict(read_data(path)[1]) if os.path.isfile(path) else {}


def _conjectured(
    words: str,
    clauses: Iterable[ClauseTable],
    apparatus: ApparatusTables,
    change: tuple[str, str, str],
    whose: tuple[Edition, str],
) -> str:
    """Put conjectured words into a clause and its segment, note them in the apparatus; return the text with them."""
    name, old, new = change
    spaced = r"\s+".join(SIGNS.join(map(re.escape, word)) for word in old.split())
    pattern = re.compile(spaced)
    clause = next(one for one in clauses if one["id"] == name)
    for number, segment in enumerate(clause["words"]):
        if pattern.search(segment):
            changed = pattern.sub(lambda _: new, segment, count=1)
            place = re.search(r"\s+".join(map(re.escape, segment.split())), words)
            if place is None:
                break
            clause["words"] = [*clause["words"][:number], changed, *clause["words"][number + 1 :]]
            printed = str(whose[0].text.meta.get("reading_text", "")) if whose[0].text is not None else ""
            others = [one for one in apparatus.get("variant", []) if one.get("clause") != name or old != one["lemma"]]
            conjecture: VariantTable = {
                "clause": name,
                "lemma": new,
                "type": "wording",
                "substantive": True,
                "readings": [{"witness": printed, "words": old}] if printed else [],
                "note": f"A conjecture of the overlay “{whose[1]}”, which no witness has.",
            }
            apparatus["variant"] = [*others, conjecture]
            return words[: place.start()] + pattern.sub(lambda _: new, place[0], count=1) + words[place.end() :]
    raise UserError("words-not-in-clause", f"“{old}” stands in two pieces of clause {name}. Change one of them.")


def _readings(edition: Edition) -> dict[str, object]:
    """Return the record of the open places that are left; of a default that the overlay chooses, that it does."""
    data = _data(edition, "readings.toml")
    doubts = {
        one.name.text: block.section.text if isinstance(block, nodes.Section) else ""
        for block in edition.start.blocks
        for one in block.statements
        if isinstance(one, nodes.Doubt)
    }
    kept = {name: dict(record) for name, record in data.get("reading", {}).items() if name in doubts}
    for name, record in kept.items():
        if name in edition.changed and edition.overlay is not None:
            record["why"] = f"The overlay “{edition.overlay.title}” chooses it."
    for changed in map(conjectures, _overlays(edition)):
        for name, record in kept.items():
            for old, new in changed.get(doubts[name], ()):
                words = str(record.get("words") or "")
                if words:
                    record["words"] = new if words in old else words.replace(old, new)
    return {**data, "reading": kept}


def _cases(edition: Edition) -> dict[str, object]:
    """Return the worked cases that hold under the overlay."""
    data = _data(edition, "cases.toml")
    failed = {failure.case.id for failure in try_cases(edition).failures}
    return {**data, "case": [one for one in data.get("case", []) if one.get("id") not in failed]}


def _notes(edition: Edition) -> str:
    """Return the notes of the parent, introduced by what the overlay changes."""
    assert edition.overlay is not None
    assert edition.parent is not None
    path = os.path.join(edition.folder, "notes.md")
    notes = read_source(path).text if os.path.isfile(path) else "## introduction\n"
    changes = [" ".join(line.split()) for line in edition.overlay.source.text.split("\n") if line.strip()]
    plain = "\n\n".join(re.sub(r"[*_`<>\\[\]{}]", "", line) for line in changes if not line.startswith("#"))
    said = (
        f"This is no printed text: it is {load_work(edition.folder).full_title}, but “{edition.overlay.title}”.\n"
        f"The notes, the apparatus and the arguments are those of {edition.parent.display_name}.\n"
        f"Worked cases with a different result under the changes are left out.\nThe changes are:\n\n{plain}\n"
    )
    return re.sub(r"^## introduction\n", lambda found: f"{found[0]}\n{said}", notes, count=1, flags=re.MULTILINE)
