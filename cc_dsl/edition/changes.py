"""Sets studies of one edition under each other, so that it is seen what each changes against the first of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cc_dsl.edition.numbers import share
from cc_dsl.edition.tags import div, element, paragraph, table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cc_dsl.edition.page import Page
    from cc_dsl.edition.studies import Column


def changes(page: Page, columns: Sequence[Column], keys: Sequence[str]) -> list[Any]:
    """Set a row for each study: the means of the first, and how far those of the others lie from them, game by game."""
    first = columns[0]
    wanted = [(key, place, part) for key in keys for place, part in enumerate(first.parts(key)) if "mean" in part]
    headings = [
        "",
        "Games that go otherwise",
        *(f"{key}, {part['of']}" if "of" in part else key for key, _, part in wanted),
    ]
    rows: list[list[Any]] = [[first.title, "–", *(f"{part['mean']:.2f}" for _, _, part in wanted)]]
    for column in columns[1:]:
        against = column.found.get("against")
        if against is None:
            page.warn(f"The study “{column.title}” of {page.name} is not paired, and cannot be set against another.")
            continue
        gains = [_gain(against["gains"][key][place]) for key, place, _ in wanted]
        rows.append([column.title, share(against["otherwise"]), *gains])
    sentence = (
        "The first row has means; each other row says by how much its games, set beside those of the same seed in the "
        "first, come to more or less on average, with the interval of 95 in 100. Where the interval leaves nought out, "
        "the difference is set in bold; of twenty differences that are none, one is expected to be so by chance."
    )
    return [div("wide", table(headings, rows, "counted")), paragraph("", sentence)]


def _gain(part: Mapping[str, Any]) -> Any:
    """Say how much the mean has grown."""
    if max(abs(part["low"]), abs(part["high"])) < 0.005:
        return "0.00"
    said = f"{part['mean']:+.2f} ({part['low']:+.2f} to {part['high']:+.2f})".replace("-", "−")
    return said if part["low"] <= 0 <= part["high"] else element("strong", said)
