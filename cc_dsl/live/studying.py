"""Many games of an edition at random, some for each message, so that a page can show how far they are, and stop."""

from __future__ import annotations

from collections import OrderedDict

from cc_dsl.live.editions import edition_in
from cc_dsl.live.fields import Message, NotUnderstood, number_in
from cc_dsl.live.judging import LARGEST_SEED
from cc_dsl.pipeline import Edition
from cc_dsl.study.documents import Counts
from cc_dsl.study.games import Chunk, Task, add
from cc_dsl.study.running import ChunkFault, ChunkPlayer
from cc_dsl.study.summary import summary

MOST_AT_ONCE = 500
MOST = 1_000_000
KEPT = 4
"""The most studies under way at once."""


class Studies:
    """The studies of one page; each goes on where it stopped."""

    def __init__(self) -> None:
        """Start with none."""
        self._kept: OrderedDict[tuple[str, str, int], _Study] = OrderedDict()

    def play(self, message: Message) -> dict[str, object]:
        """Play the next games of a study; return how many were played in all, and what they come to."""
        edition = edition_in(message)
        first, games = number_in(message, "first", 0, MOST), number_in(message, "games", 1, MOST_AT_ONCE)
        seed = number_in(message, "seed", 0, LARGEST_SEED - MOST)
        # A change may leave the meaning as it is; its games are counted apart all the same.
        key = edition.rules.name, edition.rules.meaning, seed
        if first == 0:
            self._kept[key] = _Study(edition, seed)
        study = self._kept.get(key)
        if study is None or study.played != first:
            raise NotUnderstood("These games are not those that come next. Begin again.")
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        study.go_on(games)
        return {"played": study.played, "rows": study.rows()}


class _Study:
    def __init__(self, edition: Edition, seed: int) -> None:
        self.rules, self.seed, self.played = edition.rules, seed, 0
        self.seats = self.rules.seats[0]
        self._player = ChunkPlayer(Task(self.rules, self.seats))
        self._counts: Counts = {}

    def go_on(self, games: int) -> None:
        try:
            add(self._counts, self._player.count(Chunk(self.seed + self.played, games)))
        except ChunkFault as fault:
            raise NotUnderstood(f"The games stopped: {fault.sentence} (seed {fault.seed})") from None
        self.played += games

    def rows(self) -> list[dict[str, object]]:
        """Return the shares of games won and the length of a game, each with its interval."""
        found = summary(self.rules, self.seats, self.seed, self._counts)
        wins = [{"name": f"player {place + 1} wins", **one} for place, one in enumerate(found["wins"])]
        nobody = [{"name": "nobody wins", **found["nobody"]}] if found["nobody"]["count"] else []
        shares = [{key: one[key] for key in ("name", "share", "low", "high")} for one in (*wins, *nobody)]
        moves = found["moves"]
        return [*shares, {"name": "moves in a game", **{key: moves[key] for key in ("mean", "low", "high")}}]
