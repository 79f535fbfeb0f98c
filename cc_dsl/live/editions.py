"""The editions of the corpus, each under some readings; the last ones used are cached, so going back is free."""

from __future__ import annotations

from functools import lru_cache

from cc_dsl import resources
from cc_dsl.live.asked import Message, NotUnderstood, text_in, texts_in
from cc_dsl.pipeline import Edition, load

KEPT = 24
"""The number of editions, each under one choice of readings, that are cached."""


def edition_in(message: Message) -> Edition:
    """Return the edition that a message names, under the readings that it chooses; never a file elsewhere."""
    name = text_in(message, "edition")
    if name not in resources.edition_names():
        raise NotUnderstood(f"There is no edition “{name}” here. There are {', '.join(resources.edition_names())}.")
    return edition_of(name, tuple(sorted(texts_in(message, "readings").items())))


@lru_cache(maxsize=KEPT)
def edition_of(name: str, readings: tuple[tuple[str, str], ...]) -> Edition:
    """Return an edition under some readings; what does not depend on them is shared."""
    return edition_of(name, ()).under(dict(readings)) if readings else load(name)
