"""Every published figure of an edition, or of a comparison, as JSON and as one long table.

The table has a row for each figure that was counted.  `datapackage.json` describes its columns, by the Frictionless
standard.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterator
from typing import Any

from cc_dsl import resources
from cc_dsl.weave.imprint import load_publication

LEFT_OUT = frozenset({"part", "convergence", "made", "under"})
"""The entries of a stored file besides its figures: a part for tests, how figures settled, who counted them, and their
digest."""
COLUMNS = {
    "edition": ("string", "The edition, or the two editions that are compared."),
    "shelf": ("string", "The shelf on which the study is kept, such as numbers, measured, exact or comparison."),
    "study": ("string", "The name of the study, or the question that was counted."),
    "figure": ("string", "What was counted, from the general to the particular, separated by points."),
    "value": ("string", "The value that was found, where a figure is one value."),
    "count": ("integer", "The number of times that it was found."),
    "of": ("integer", "Of how many games, deals or decisions."),
    "share": ("number", "The count as a share, from 0 to 1."),
    "mean": ("number", "The mean over all games."),
    "low": ("number", "The lower end of the 95 % interval of the share or the mean."),
    "high": ("number", "The upper end of the 95 % interval of the share or the mean."),
    "deviation": ("number", "The standard deviation."),
    "least": ("number", "The least value that was found."),
    "most": ("number", "The greatest value that was found."),
    "chance": ("string", "The exact share, as a fraction; of a distance, how likely chance alone makes one as great."),
    "games": ("integer", "The number of games of the study."),
    "seed": ("integer", "The seed from which the games were played."),
    "rules": ("string", "The digest of the meaning of the rules under which it was counted."),
}
"""The columns of the table, each with its type and meaning."""
MEASURED = ("count", "of", "share", "mean", "low", "high", "deviation", "least", "most", "chance")
SUFFIX = ".json"
Shelves = dict[str, dict[str, dict[str, Any]]]
"""The studies of each file of figures by their names, each with its parts as they are stored."""
NAMES = ("value", "name", "doubt", "clause", "answer")
"""The keys by which an entry of a list is known."""


def has_figures(folder: str) -> bool:
    """Return whether an edition has a file of figures."""
    return any(name.endswith(SUFFIX) for name in os.listdir(folder))


def figures(folder: str) -> Shelves:
    """Return every file of figures of an edition, `NAME.json` in its folder; none if nothing was counted."""
    found: Shelves = {}
    for name in sorted(os.listdir(folder)):
        shelf, suffix = os.path.splitext(name)
        if suffix == SUFFIX:
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                found[shelf] = json.load(file)
    return found


def comparisons() -> Shelves:
    """Return the counts of the comparisons."""
    path = os.path.join(resources.corpus_root(), "comparisons", "counted.json")
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return {"comparison": json.load(file)}


def as_json(name: str, shelves: Shelves) -> str:
    """Return figures as a JSON file that names their subject."""
    published = load_publication()
    told = {
        "title": f"Figures of {name}",
        "source": published.title,
        "version": published.version,
        "date": published.date,
        "licence": published.text_licence,
        "figures": shelves,
    }
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def as_csv(name: str, shelves: Shelves) -> str:
    """Return figures as one table with a row for each."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(COLUMNS), lineterminator="\n")
    writer.writeheader()
    for shelf, studies in shelves.items():
        for study, kept in studies.items():
            found = kept.get("found") or kept.get("counted") or {}
            named = "-".join(found["editions"]) if "editions" in found else name
            said = {"edition": named, "shelf": shelf, "study": study}
            for key in ("games", "seed", "rules"):
                said[key] = found.get(key, "")
            said["rules"] = said["rules"] or _rules(kept)
            writer.writerows({**said, **row} for row in _rows("", found))
    return out.getvalue()


def _rules(kept: dict[str, object]) -> str:
    under = kept.get("under")
    return str(under.get("rules", "")) if isinstance(under, dict) else ""


def _rows(figure: str, node: object, is_entry: bool = False) -> Iterator[dict[str, object]]:
    """Yield a row for everything that was measured below a place of a study; an entry of a list has its own name."""
    if isinstance(node, dict):
        own = {key: node[key] for key in MEASURED if _is_plain(node.get(key))}
        if own and figure:
            yield {"figure": figure, **own}
        for key, inner in node.items():
            is_said = (figure and key in own) or (is_entry and key in NAMES)
            if key not in LEFT_OUT and not is_said:
                yield from _rows(f"{figure}.{key}".lstrip("."), inner)
    elif isinstance(node, list):
        for number, inner in enumerate(node, 1):
            yield from _rows(f"{figure}.{_label(inner, number)}", inner, is_entry=True)
    elif node is not None and figure:
        yield {"figure": figure, "value": node}


def _is_plain(value: object) -> bool:
    return isinstance(value, (int, float, str)) and not isinstance(value, bool)


def _label(entry: object, number: int) -> str:
    """Return by what an entry of a list is known: its own name, or its number from 1."""
    if not isinstance(entry, dict):
        return str(number)
    names = [entry[key] for key in NAMES if key in entry]
    said = [" and ".join(str(one or "none") for one in (name if isinstance(name, list) else [name])) for name in names]
    return "=".join(said) or str(number)


def data_package(tables: list[str]) -> str:
    """Return the description of tables of figures, as `datapackage.json` of the Frictionless standard has it."""
    published = load_publication()
    fields = [{"name": name, "type": type, "description": said} for name, (type, said) in COLUMNS.items()]
    described = {
        "profile": "tabular-data-package",
        "name": "court-circular-figures",
        "title": f"Figures of {published.title}",
        "version": published.version,
        "created": f"{published.date}T00:00:00Z",
        "licenses": [
            {"name": "CC-BY-4.0", "title": published.text_licence, "path": published.text_licence_address},
        ],
        "contributors": [{"title": published.editors, "role": "author"}],
        "resources": [
            {
                "name": table.removesuffix(".csv").lower().replace("_", "-"),
                "path": table,
                "profile": "tabular-data-resource",
                "format": "csv",
                "mediatype": "text/csv",
                "encoding": "utf-8",
                "schema": {"fields": fields, "missingValues": [""]},
            }
            for table in tables
        ],
    }
    return json.dumps(described, ensure_ascii=False, indent=1) + "\n"
