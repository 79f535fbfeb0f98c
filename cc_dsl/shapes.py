"""The types of open data, which every layer shares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
"""What a JSON or TOML document holds.  Readers ask with `isinstance(part, Mapping)` or `match` which of these it is."""
