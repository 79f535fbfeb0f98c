"""The files that can be taken away, edition by edition: what each holds, and how it is made."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache as once
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl import cache
from cc_dsl.export import whole
from cc_dsl.export.archive import moment
from cc_dsl.export.figures import as_csv, as_json, comparisons, data_package
from cc_dsl.export.files import FORMS, export, file_name, forms_of

if TYPE_CHECKING:
    from cc_dsl.edition.shelf import Shelf
    from cc_dsl.pipeline import Edition
    from cc_dsl.weave.imprint import Work

FOLDER = "downloads"
ALL = ""
"""Stands for all texts, where others are named."""
DATA = "data/"
"""The folder of figures below that of the downloads."""
WITHOUT_NOTES = frozenset({"txt", "rules", "csv", "json"})
"""The forms that have nothing of the prose of an edition."""


class Download(NamedTuple):
    """A file that can be taken away: where it stands below its folder, what it holds, and how it is made."""

    path: str
    title: str
    make: Callable[[], bytes]


def files_of(shelf: Shelf) -> dict[str, list[Download]]:
    """Return the files of each text by its name, the oldest first, and under ALL those that belong to no single one."""
    editions = [shelf.load(work.name) for work in in_order(shelf)]
    found = {edition.name: _of_edition(shelf, edition) for edition in editions}
    tables = [one for listed in found.values() for one in listed if one.path.endswith(".csv")]
    return {**found, ALL: _of_all(shelf, editions, tables)}


def _of_edition(shelf: Shelf, edition: Edition) -> list[Download]:
    return [
        Download(_placed(file_name(edition, form)), FORMS[form].title, partial(_exported, shelf, edition, form))
        for form in forms_of(edition)
    ]


def _of_all(shelf: Shelf, editions: list[Edition], tables: list[Download]) -> list[Download]:
    """Return the files that belong to no single text, one of which describes all tables."""
    found = [
        Download(_placed(whole.file_name(form)), whole.FORMS[form].title, partial(_exported_all, shelf, editions, form))
        for form in (whole.FORMS if len(editions) > 1 else ())
    ]
    if counted := comparisons():
        name, title = "comparisons.figures", "Figures of the comparisons"
        found += [
            Download(_placed(f"{name}.csv"), f"{title}, as a table", lambda: as_csv("", counted).encode()),
            Download(
                _placed(f"{name}.json"), f"{title}, as JSON", lambda: as_json("the comparisons", counted).encode()
            ),
        ]
    names = [one.path.removeprefix(DATA) for one in (*tables, *found) if one.path.endswith(".csv")]
    described = "The columns of all tables, described (a Frictionless data package)"
    return [*found, Download(f"{DATA}datapackage.json", described, lambda: data_package(names).encode())]


def _placed(name: str) -> str:
    """Return where a file stands: figures in a folder of their own."""
    return f"{DATA if '.figures.' in name else ''}{name}"


@once
def _typesetter() -> str:
    """Return the version of the typesetter."""
    return version("typst")


def _exported(shelf: Shelf, edition: Edition, form: str) -> bytes:
    """Return an edition in a form; made again if its files, the program, the typesetter or the date is another."""
    key = repr((_made_from(shelf, edition, form), form, _typesetter(), moment())).encode()
    found = cache.get("export", ((edition.name, form), key))
    if found is None:
        found = export(edition, form, partial(_exported, shelf))
        cache.put("export", ((edition.name, form), key), found)
    return found


def _made_from(shelf: Shelf, edition: Edition, form: str) -> tuple[object, ...]:
    """Return digests of the program and of the files of an edition from which a form is made."""
    return shelf.code, shelf.made_from(edition, prose=form not in WITHOUT_NOTES)


def _exported_all(shelf: Shelf, editions: list[Edition], form: str) -> bytes:
    """Return all editions in a form; made again when one of them would be."""
    # In whatever order they come, the file is the same, and so is its key.
    made_from = sorted((edition.name, _made_from(shelf, edition, form)) for edition in editions)
    key = repr((made_from, comparisons(), form, _typesetter(), moment())).encode()
    found = cache.get("export", ((whole.NAME, form), key))
    if found is None:
        found = whole.export_all(editions, form, partial(_exported, shelf))
        cache.put("export", ((whole.NAME, form), key), found)
    return found


def in_order(shelf: Shelf) -> list[Work]:
    """Return the texts, the oldest first."""
    return sorted((shelf.work(name) for name in shelf.options), key=lambda work: work.age)
