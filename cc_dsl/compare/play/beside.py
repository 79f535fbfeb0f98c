"""Replay one course of play under the second edition: a change counts only if the second edition confirms it.

The course is translated into the words of the second edition: its pieces play the same parts, and its things may have
other names.  Each event comes as soon as it can; a ball that is not named does nothing.  Wherever the first edition and
its patch then differ, the program tests with which of the two the second edition agrees.  A patch that removes
something that both editions have, or adds something that neither has, is not a fair one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cc_dsl.compare.play.documents import StandDocument
from cc_dsl.compare.play.watched import MOST_AFTER, MOST_PASSED, WatchedGame, WatchedPair
from cc_dsl.rules import model

Fact = tuple[str, str]
"""A statement about a moment: a sort of thing, and its value, in the words of the second edition."""
MOST_SHOWN = 3


class Stand(NamedTuple):
    """The second edition's result at a difference."""

    is_borne_out: bool
    """Whether the second edition agrees with the patch in some difference, and with the first edition in none."""
    is_refuted: bool
    """Whether the second edition agrees with the first edition, against the patch, in some difference."""
    document: StandDocument
    """The second edition's result in the points in which the other two differ."""


class Second:
    """The second edition, with a translation of the first edition's words into its own."""

    def __init__(self, rules: model.Rules, names: Mapping[str, str], pieces: Mapping[str, str]) -> None:
        """Take the names and pieces of the first edition, each with that of the second for the same thing."""
        self.rules = rules
        self._words = {**_spoken(names), **_spoken(pieces)}
        self._without = {here for here, there in pieces.items() if not there}

    def put(self, words: str) -> str | None:
        """Return words of the first edition in those of the second; None if it has no such thing."""
        found = []
        for word in words.split(" "):
            bare = word.rstrip(":,.")
            if bare in self._without:
                return None
            found.append(self._words.get(bare, bare) + word[len(bare) :])
        said = " ".join(found)
        for here, there in self._words.items():
            if " " in here:
                said = said.replace(here, there)
        return said

    def stand(self, parted: WatchedPair, told: Sequence[str], seats: int) -> Stand | None:
        """Replay a course; return None if it is impossible in the second edition or has pieces that it lacks."""
        game = WatchedGame(self.rules, min(max(seats, self.rules.seats[0]), self.rules.seats[1]))
        for words in told:
            said = self.put(words)
            if said is None or not _told(game, said):
                return None
        moments = self._moments(game, parted.after)
        here, there = (self._facts(one) for one in (parted.first, parted.changed))
        return self._judged(here - there, there - here, moments)

    def _judged(self, only_first: set[Fact], only_changed: set[Fact], moments: list[set[Fact]]) -> Stand:
        seen, last = set[Fact]().union(*moments), moments[-1]
        keys = {fact[0] for fact in only_first | only_changed}
        is_out = is_against = False
        for key in sorted(keys):
            lost, gained, held = (
                {fact for fact in facts if fact[0] == key}
                for facts in (only_first, only_changed, seen if key == OFFERED else last)
            )
            if not held:
                continue
            is_out |= bool(gained & held)
            is_against |= bool(lost & held)
            # Of what can be done, or can happen, what is missing speaks too; a thing that is told has one value.
            if key in (OFFERED, OBSERVED):
                is_out |= bool(lost) and not lost & held
                is_against |= bool(gained) and not gained & held
        return Stand(
            is_out and not is_against, is_against and not is_out, _document(moments, only_first | only_changed)
        )

    def _moments(self, game: WatchedGame, after: int) -> list[set[Fact]]:
        """Return the facts now and after further default answers, as many as the first edition needed to differ."""
        found = [self._facts_of(game)]
        for _ in range(min(after, MOST_AFTER)):
            if game.is_over:
                break
            game.answer(game.rest)
            found.append(self._facts_of(game))
        return found

    def _facts(self, game: WatchedGame) -> set[Fact]:
        """Return the facts of a game of the first edition for which the second has words, in these words."""
        found = set()
        for sort, said in self._facts_of(game):
            put = self.put(said)
            key = self.put(sort)
            if put is not None and key is not None:
                found.add((key, put))
        return found

    def _facts_of(self, game: WatchedGame) -> set[Fact]:
        if game.is_over:
            return {(OFFERED, "the end")}
        counted = game.counted
        found = {(key, said) for key, said in game.told.items() if key not in counted}
        kind = OBSERVED if game.is_observing else OFFERED
        return found | {(kind, game.words(code).partition(": ")[2] or game.words(code)) for code in game.state.options}


OFFERED, OBSERVED = "offered", "can happen"


def _told(game: WatchedGame, words: str) -> bool:
    """Let the next step of a course happen as soon as it can; return whether it could."""
    for _ in range(MOST_PASSED):
        if game.is_over:
            return False
        code = game.meant(words)
        game.answer(game.rest if code is None else code)
        if code is not None:
            return True
    return False


def _spoken(names: Mapping[str, str]) -> dict[str, str]:
    """Return names as they are spoken, also without hyphens."""
    found = {}
    for here, there in names.items():
        found[here] = there
        found[here.replace("-", " ")] = there.replace("-", " ")
    return found


def _document(moments: list[set[Fact]], parted: set[Fact]) -> StandDocument:
    """Return this edition's result in the points in which the other two differ."""
    last, keys = moments[-1], {key for key, _ in parted}
    told = {key: said for key, said in sorted(last) if key in keys and key not in (OFFERED, OBSERVED)}
    found: StandDocument = {"told": told} if told else {}
    seen = set[Fact]().union(*moments)
    possible = sorted(said for key, said in (seen & parted) if key in (OFFERED, OBSERVED))
    if keys & {OFFERED, OBSERVED}:
        found["possible"] = possible[:MOST_SHOWN]
    return found
