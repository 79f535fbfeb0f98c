"""Sets studies of one edition under each other, so that it is seen what each changes against the first of them."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from cc_dsl.edition.tags import div, element, paragraph, table
from cc_dsl.table.intervals import LEVEL

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cc_dsl.edition.page import Page
    from cc_dsl.edition.studies import Column

REACH = NormalDist().inv_cdf(0.5 + LEVEL / 2)


def changes(page: Page, columns: Sequence[Column], keys: Sequence[str]) -> list[Any]:
    """Set a row for each study: the means of the first, and how far those of the others lie from them."""
    wanted = [(key, place, part) for key in keys for place, part in enumerate(columns[0].parts(key)) if "mean" in part]
    headings = ["", *(f"{key}, {part['of']}" if "of" in part else key for key, _, part in wanted)]
    first = [columns[0].title, *(f"{part['mean']:.2f}" for _, _, part in wanted)]
    rows: list[list[Any]] = [first]
    for column in columns[1:]:
        cells = [_cell(part, column.parts(key)[place]) for key, place, part in wanted]
        rows.append([column.title, *cells])
    sentence = (
        "The first row has means; each other row says how much more, or less, the mean is, with half the length of its "
        "interval of 95 in 100. Where the interval leaves nought out, the difference is set in bold; of twenty "
        "differences that are none, one is expected to be so by chance."
    )
    return [div("wide", table(headings, rows, "counted")), paragraph("", sentence)]


def _cell(first: Mapping[str, Any], other: Mapping[str, Any]) -> Any:
    """Say the difference of two means."""
    gain, reach = difference(first, other)
    said = f"{gain:+.2f} ± {reach:.2f}".replace("-", "−")
    return element("strong", said) if abs(gain) > reach else said


def difference(first: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[float, float]:
    """Give how much greater the mean of the other is, and how far that may be out if the games are unrelated."""
    spread = sum(one["deviation"] ** 2 / one["games"] for one in (first, other))
    return other["mean"] - first["mean"], REACH * sqrt(spread)
