"""Report errors of rules in play: the place, the clause, and the game in which they occurred."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cc_dsl.diagnostics.problem import Problem, RulesError
from cc_dsl.source.files import Span
from cc_dsl.words.texts import book_of

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition


REMEDIES = {
    "nobody": ("Say what happens then:   if the … is a player: …", "Or make sure that somebody has the part by then."),
    "place-full": (
        "Say first where the pieces go that lie there; or give the place more room where it is introduced.",
    ),
    "too-few": ("Say what happens then:   if the … is empty: …", "Or take as many as there are."),
    "out-of-bounds": ("Give the number wider bounds where it is introduced, if the words allow it.",),
    "belief-broken": ("Either the sentence is not certain, or a sentence that was carried out before is wrong.",),
    "unasked": (
        "End the loop when there is nothing to choose any more:   until …, at most … times: …",
        "Or give it the least bound that the game needs.",
    ),
    "no-chance": ("Give each thing a weight of 0 or more; what can never be chosen has 0.",),
    "no-game": ("Say how the game goes:   the game goes thus: …",),
}
"""The remedies for rules that cannot be carried out, by code."""


def broken(edition: Edition, code: str, sentence: str, where: str, remedies: Sequence[str] = ()) -> RulesError:
    """Return the error for rules whose sentence `where` cannot be carried out in play."""
    remedies = remedies or REMEDIES.get(code, ())
    book = book_of(edition)
    origin = book.origin_of(where)
    if origin is None or not _stands_at(edition, origin.line, where):
        said = f"{sentence} ({where})" if where else sentence
        return RulesError([Problem(code, said, remedies=tuple(remedies))])
    named = [f"{edition.name}.{clause}" for clause in origin.clauses if ":" not in clause]
    clauses = tuple((clause, book.printed(clause)) for clause in named)
    line = edition.source.line(origin.line)
    start = edition.source.start_of(origin.line) + len(line) - len(line.lstrip())
    # The sentence of an overlay stands in its file, any other in that of the edition that it changes.
    source, span = edition.written_at(Span(start, start + len(line.strip())))
    return RulesError([Problem(code, sentence, source, span, clauses=clauses, remedies=tuple(remedies))])


def _stands_at(edition: Edition, number: int, sentence: str) -> bool:
    """Return whether a sentence begins on a line of the rules file itself, and not in a library."""
    following = edition.source.text[edition.source.start_of(number) :]
    begin = " ".join(sentence.split()[:3]).rstrip(".:,")
    return number > 0 and begin in " ".join(following[:400].split())


def command_for(edition: Edition, players: Sequence[str], seed: int) -> str:
    """Return the command that plays one game of a study again."""
    chosen = "".join(
        f" --reading {doubt.name}={doubt.chosen}"
        for doubt in edition.rules.doubts.values()
        if doubt.chosen != doubt.default
    )
    return f"circular play {edition.argument} --players {','.join(players)} --seed {seed}{chosen}"
