"""Number the blocks of a game that stops at questions, and the hidden places in its vector.

Source is written with names for both, and gets numbers when it is complete.  Rules with one block more than others
would number all that follow it otherwise.  Their blocks are therefore aligned with those of the others, and what stands
at the same places of equal blocks gets the same numbers.  Play does not depend on the numbers.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from cc_dsl.compiler.texts import LOCAL, WORD

BLOCK, PLACE = "B_", "H_"
"""The names of blocks and of hidden places begin so; a figure follows."""
NAME = re.compile(rf"\b(?:{BLOCK}|{PLACE})\d+\b")

Written = Mapping[str, Sequence[str]]
"""The lines of each block, with names, in the order in which the blocks were written."""


class Numbering(NamedTuple):
    """The numbers of the blocks and hidden places of a game."""

    written: Written
    blocks: Mapping[str, int]
    places: Mapping[str, int]

    def lines(self, lines: Iterable[str]) -> list[str]:
        """Return lines with numbers in place of names."""
        numbers = {**self.blocks, **self.places}
        return [NAME.sub(lambda found: str(numbers.get(found.group(), found.group())), line) for line in lines]

    @property
    def by_number(self) -> dict[int, list[str]]:
        """The lines of each block, with numbers, in the order of the numbers."""
        return dict(sorted((number, self.lines(self.written[name])) for name, number in self.blocks.items()))


NOTHING = Numbering({}, {}, {})


def numbered(written: Written, places: Sequence[str], first: int, like: Numbering = NOTHING) -> Numbering:
    """Number blocks from 0 and places from the first that is free, but what another game has, too, as there."""
    same = _same(like.written, written)
    blocks = {name: like.blocks[same[name]] for name in written if name in same}
    hidden = {name: like.places[same[name]] for name in places if name in same}
    behind = max(like.blocks.values(), default=-1) + 1
    return Numbering(
        written, _filled(blocks, written, like.blocks, behind), _filled(hidden, places, like.places, first)
    )


def _filled(known: Mapping[str, int], names: Iterable[str], others: Mapping[str, int], first: int) -> dict[str, int]:
    """Return the numbers that are known; other names get those that are left of the other game, and then fresh ones."""
    taken = {*known.values()}
    left = sorted(number for number in others.values() if number not in taken)
    fresh = itertools.chain(left, itertools.count(first))
    return {name: known[name] if name in known else next(fresh) for name in names}


def _same(ours: Written, theirs: Written) -> dict[str, str]:
    """Return the names in the one game of what has names in the other, one for one."""
    our, their = [*ours], [*theirs]
    # Play begins with the first block, whatever is in it.
    found = dict(zip(their[:1], our[:1], strict=False))
    matcher = SequenceMatcher(None, [_form(ours[one]) for one in our], [_form(theirs[one]) for one in their], False)
    for kind, first, last, begin, end in matcher.get_opcodes():
        for one, other in zip(our[first:last], their[begin:end], strict=False):
            _note(found, [one], [other])
            if kind == "equal":
                _note(found, *(NAME.findall("\n".join(lines)) for lines in (ours[one], theirs[other])))
    return found


def _note(found: dict[str, str], ours: Iterable[str], theirs: Iterable[str]) -> None:
    for one, other in zip(ours, theirs, strict=False):
        if other not in found and one not in found.values():
            found[other] = one


def _form(lines: Iterable[str]) -> str:
    """Return the text of a block without the names that the compiler has made."""
    text = "\n".join(line for line in lines if not line.lstrip().startswith("#"))
    return WORD.sub(lambda found: "" if LOCAL.fullmatch(found.group()) else found.group(), text)
