"""Every published figure of an edition, or of a comparison, as JSON and as one long table.

The table has a row for each figure; docs/downloads.md describes its columns.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterator, Mapping
from typing import Any

from cc_dsl import resources
from cc_dsl.edition_model.imprint import load_publication
from cc_dsl.figures import stored_figures

METADATA = frozenset({"made"})
"""The entries of a count besides its figures: the engine, the time and the machine."""
MEASURES = ("count", "of", "share", "mean", "low", "high", "deviation", "least", "most", "chance")
COLUMNS = ("edition", "study", "figure", "value", *MEASURES, "games", "seed", "rules", "version", "date")
HEADER = ",".join(COLUMNS)
"""The first line of the table."""
Studies = Mapping[str, Mapping[str, Any]]
"""The counts of an edition, or of several comparisons, by their names, each with its parts as they are stored."""
NAMES = ("value", "name", "of", "doubt", "clause", "answer")
"""The keys that identify an entry of a list, if their values are texts."""


def comparisons() -> Studies:
    """Return the stored figures of the comparisons, under names such as `1860-1862 judge`."""
    folder = os.path.join(resources.corpus_root(), "comparisons")
    stored = {pair: stored_figures(os.path.join(folder, pair)) for pair in resources.comparison_names()}
    return {f"{pair} {name}": study for pair, studies in stored.items() for name, study in studies.items()}


def as_json(name: str, studies: Studies) -> str:
    """Return figures as a JSON file that names their subject."""
    publication = load_publication()
    document = {
        "title": f"Figures of {name}",
        "source": publication.title,
        "version": publication.version,
        "date": publication.date,
        "licence": publication.text_licence,
        "figures": studies,
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def as_csv(name: str, studies: Studies) -> str:
    """Return figures as one table with a row for each; edition, study and figure together identify a row."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for study, counts in studies.items():
        results = counts["found"]
        shared = {
            "edition": "-".join(results["editions"]) if "editions" in results else name,
            "study": study,
            "games": results.get("games", ""),
            "seed": counts["seed"],
            "rules": results.get("rules") or counts["under"].get("rules", ""),
            "version": counts["version"],
            "date": counts.get("date", ""),
        }
        writer.writerows({**shared, **row} for row in _rows("", results))
    return out.getvalue()


def study_as_csv(results: Mapping[str, Any]) -> str:
    """Return the results of one study as a CSV table."""
    counts = {"found": results, "under": {}, "seed": results["seed"], "version": results["version"]}
    return as_csv(str(results["edition"]), {"study": counts})


def _rows(figure: str, node: object, is_entry: bool = False) -> Iterator[dict[str, object]]:
    """Yield a row for every measurement in a part of a study; entries of lists have names of their own."""
    if isinstance(node, dict):
        names = _names(node) if is_entry else {}
        plain = {
            key: node[key] for key in MEASURES if isinstance(node.get(key), (int, float, str)) and key not in names
        }
        own = {key: value for key, value in plain.items() if not isinstance(value, bool)}
        if "low" in node and "value" in node and not is_entry:
            own["value"] = node["value"]
        if own and figure:
            yield {"figure": figure, **own}
        for key, inner in node.items():
            if key not in METADATA and key not in names and not (figure and key in own):
                yield from _rows(f"{figure}.{key}".lstrip("."), inner)
    elif isinstance(node, list):
        for number, inner in enumerate(node, 1):
            yield from _rows(f"{figure}.{_label(inner, number)}", inner, is_entry=True)
    elif node is not None and figure:
        yield {"figure": figure, "value": node}


def _names(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys that identify an entry of a list, with their values; `of` does not if it is a number of games."""
    return {key: entry[key] for key in NAMES if key in entry and not (key == "of" and isinstance(entry[key], int))}


def _label(entry: object, number: int) -> str:
    """Return the label of an entry of a list: its own name, or its number from 1."""
    if not isinstance(entry, dict):
        return str(number)
    if "players" in entry:
        return " and ".join(f"player {player}" for player in entry["players"])
    names = (name if isinstance(name, list) else [name] for name in _names(entry).values())
    # Test for None, not for falsehood: player 1 may be number 0.
    words = (" and ".join("none" if value is None else str(value) for value in part) for part in names)
    return "=".join(words) or str(number)
