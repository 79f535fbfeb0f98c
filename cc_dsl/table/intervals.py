"""Wilson's interval for a share.

E. B. Wilson, “Probable inference, the law of succession, and statistical inference”, Journal of the American
Statistical Association 22, 1927. It stays between 0 and 1, and is valid even for shares near either.
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import NamedTuple, TypedDict

LEVEL = 0.95
"""The probability that such an interval contains the true share."""


class ShareDocument(TypedDict):
    """A share with its interval, under the keys of a document."""

    count: int
    of: int
    share: float
    low: float
    high: float


class ValueShare(ShareDocument):
    """A value, and its share."""

    value: str


class Interval(TypedDict):
    """A number with a 95 % interval."""

    value: float
    low: float
    high: float


class Estimate(NamedTuple):
    """An estimated number, or a difference (second minus first), with its interval."""

    value: float
    low: float
    high: float

    @property
    def document(self) -> Interval:
        """The estimate under the stable keys of JSON output, to six places."""
        return {"value": round(self.value, 6), "low": round(self.low, 6), "high": round(self.high, 6)}


class Share(NamedTuple):
    """A counted share, with its interval."""

    times: int
    of: int
    share: float
    low: float
    high: float

    @property
    def document(self) -> ShareDocument:
        """The share under the stable keys of JSON output, to six places."""
        return {
            "count": self.times,
            "of": self.of,
            "share": round(self.share, 6),
            "low": round(self.low, 6),
            "high": round(self.high, 6),
        }


def wilson(count: int, of: int, level: float = LEVEL) -> Share:
    """Return a share with its interval, which is from 0 to 1 for no observations."""
    if not 0 <= count <= of:
        raise ValueError(f"{count} of {of} is not a share")
    if of == 0:
        return Share(0, 0, 0.0, 0.0, 1.0)
    z = NormalDist().inv_cdf(0.5 + level / 2)
    share = count / of
    middle = share + z * z / (2 * of)
    reach = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    whole = 1 + z * z / of
    low = 0.0 if count == 0 else (middle - reach) / whole
    high = 1.0 if count == of else (middle + reach) / whole
    return Share(count, of, share, low, high)


def percent(share: ShareDocument) -> str:
    """Return a share with its interval in words, with as many decimals as the interval justifies."""
    return in_percent(share["share"], share["low"], share["high"])


def in_percent(value: float, low: float, high: float) -> str:
    """Return a part of a whole with its interval in words."""
    places = decimals_for(100 * (high - low))
    return f"{100 * value:.{places}f} % ({100 * low:.{places}f} to {100 * high:.{places}f})"


def decimals_for(width: float) -> int:
    """Return the number of decimals that the width of an interval justifies."""
    return 1 if width > 1 else 2 if width > 0.05 else 3
