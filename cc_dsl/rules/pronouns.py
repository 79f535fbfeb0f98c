"""What `he` and `it` mean, and the refusals of those that mean nothing, either of two things, or another kind."""

from __future__ import annotations

from cc_dsl.rules.kinds import Kind, shown
from cc_dsl.rules.scope import Scope, Typed
from cc_dsl.rules.symbols import PhraseRefused
from cc_dsl.source.files import Span
from cc_dsl.syntax.nodes import Word

PLAYER_WORDS = ("he", "him", "his")
PRONOUNS = ("he", "him", "it", "they", "them")


def meant(word: Word, scope: Scope) -> Typed:
    """Return the player, or the thing, that a pronoun means."""
    found = scope.he if word.text in PLAYER_WORDS else scope.it
    if found is None:
        what = "player" if word.text in PLAYER_WORDS else "thing"
        sentence = f"“{word.text}” refers to no {what} here."
        raise scope.item.refuse("pronoun", sentence, word.span, f"Name the {what} instead.")
    if found is scope.it and scope.outside is not None and scope.outside.kind == found.kind:
        name = shown(found.kind).partition(" ")[2]
        raise scope.item.refuse(
            "pronoun",
            f"“{word.text}” can be either {name} here: the one outside, or each of those that are spoken of.",
            word.span,
            f"For the one outside write:   the {name}",
            f"Of the others say it by “that” or “whose”:   some {name} that …   or   some {name} whose …",
        )
    return found


def of_another_kind(word: str, scope: Scope, span: Span, wanted: str, kind: Kind) -> PhraseRefused:
    """Return the refusal of a pronoun whose meaning has the wrong kind."""
    is_outside = scope.outside is not None and shown(scope.outside.kind) == wanted
    remedy = f"For the one outside write:   the {wanted.partition(' ')[2]}"
    return scope.item.refuse(
        "wrong-kind",
        f"“{word}” is {shown(kind)} here, where I expected {wanted}.",
        span,
        remedy if is_outside else f"Name {wanted} instead of “{word}”.",
    )
