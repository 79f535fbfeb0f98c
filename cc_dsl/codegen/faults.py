"""The error for a construct that the compiler does not support, which is a bug in Court Circular.

Two more errors stop compiled play: a fault of the rules, and one that machine code cannot identify.

    a side of more than 12 players wins.        NotCompiled: only the closures play it
"""

from __future__ import annotations

from cc_dsl.core.faults import RulesFault as PlayFault
from cc_dsl.errors import UserError

__all__ = ["MachineFault", "NotCompiled", "NotFast", "OnlyInterpreted", "PlayFault"]


class NotCompiled(UserError):
    """Rules that can be interpreted but not compiled; the sentence names the construct and its place."""

    CODE, SENTENCE = "our-fault", "The compiler cannot translate {}. This is a bug in Court Circular; please report it."

    def __init__(self, what: str, sentence: str = "") -> None:
        """Set the unknown construct, and the sentence of the rules."""
        place = f" The sentence is: “{sentence}”" if sentence else ""
        super().__init__(self.CODE, f"{self.SENTENCE.format(what)}{place}")


class OnlyInterpreted(NotCompiled):
    """Rules that are not worth compiling, since they are too large or need observations; the closures play them."""

    CODE, SENTENCE = "too-large", "Only the interpreter can play {}."


class NotFast(NotCompiled):
    """Rules whose sets or numbers are too long for machine words; plain Python plays them."""

    CODE = "too-large"
    SENTENCE = "Machine words of 64 bits are too short for {}: plain Python plays this game."


class MachineFault(Exception):
    """Machine code stopped at a fault of the rules that it cannot identify."""
