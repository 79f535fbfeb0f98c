"""A hint in sentences: the groups within reach, one recommended answer, and one reason; after “more”, statistics.

The terminal, the page and Python print these sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.closures.naming import Naming, join_words
from cc_dsl.core.leads import lead_of
from cc_dsl.engine.moves import OPTION, kind_of
from cc_dsl.engine.picks import picks_ahead
from cc_dsl.players.advice import advice
from cc_dsl.rules.kinds import a_name
from cc_dsl.words.book import Book

if TYPE_CHECKING:
    from cc_dsl.engine.game import Game
    from cc_dsl.players.advice import Advice, Group
    from cc_dsl.players.greedy import Weighed

SHOWN = 4
"""The most groups within reach that a hint names: the first of each sort."""
MOST_GAINS = 8
"""The most answers whose gains are listed; the best come first."""


class Hint(NamedTuple):
    """The sentences of a hint."""

    reach: str
    """The groups within reach, as a sentence; empty if there are none."""
    answer: str
    """The recommended answer, in words, as it can be typed."""
    recommended: str
    """The sentence that recommends it."""
    reason: str
    clauses: tuple[str, ...]
    """The full ids of the clauses on which the reason rests."""
    more: tuple[str, ...]
    """The gains of the answers in the simulated games."""

    def lines(self, book: Book, has_more: bool = False) -> list[str]:
        """Return the hint as paragraphs, with the statistics on request."""
        paragraphs = [self.reach, book.with_sources(f"{self.recommended} {self.reason}", self.clauses)]
        return [paragraph for paragraph in [*paragraphs, *(self.more if has_more else ())] if paragraph]


def hint(game: Game, naming: Naming, book: Book) -> Hint:
    """Return a hint for the player to move; if the answer only continues play, one for the next question."""
    best, pick = advice(game, game.count), picks_ahead(game)
    if pick.ahead is None or best.answers[0] != pick.way[0]:
        return _hint(best, game, naming, book)
    ahead = game.fork(pick.way[0])
    if len(ahead.options) > 1:
        return hint(ahead, naming, book)
    only = ahead.spoken_answer(ahead.options[0])
    article = "the " if kind_of(ahead.question_term.act).base == "group" else ""
    return _hint(best, game, naming, book)._replace(answer=only, recommended=f"I recommend {article}{only}.")


def _hint(advice: Advice, game: Game, naming: Naming, book: Book) -> Hint:
    """Return the sentences of an advice."""
    kind = kind_of(game.question_term.act)
    to = "to " if kind == OPTION else "the " if kind.base == "group" else ""
    recommended = f"I recommend {to}{join_words(advice.words)}."
    reason, clauses = _reason(advice, naming)
    if kind.base == "group":
        clauses = next(move.clauses for move in game.moves() if move.answer == advice.answers[0])
    named = [next(groups) for _, groups in groupby(advice.reach, key=lambda group: (group.name, group.sort))][:SHOWN]
    reach = "; ".join(book.with_sources(group.move.text, group.move.clauses[:1]) for group in named)
    more: list[str] = []
    if advice.weighed is not None and len(advice.answers) == 1:
        pick = picks_ahead(game)
        words = {option: game.spoken_answer(option) for option in advice.weighed.options}
        if pick.ahead is not None:  # show the first listed move behind an option that is not listed itself
            words[pick.way[0]] = "another answer" if len(pick.pool) > 1 else pick.ahead.spoken_answer(pick.pool[0])
        more = gain_lines(advice, advice.weighed, game, naming, words)
    return Hint(
        f"Within reach: {reach}." if reach else "", " ".join(advice.words), recommended, reason, clauses, tuple(more)
    )


def _reason(advice: Advice, naming: Naming) -> tuple[str, tuple[str, ...]]:
    """Return the one reason for an advice, with its clauses: a group, a sure gain, or the average in samples."""
    it, does = ("It", "es") if len(advice.answers) == 1 else ("They", "e")
    is_alone = len(naming.players) == 1
    weighed = advice.weighed
    if weighed is None:
        return "Nothing else is possible.", ()
    if advice.makes:
        return f"It makes {_group_with_article(advice.makes[0], naming)}.", advice.makes[0].move.clauses
    if advice.sure > 0:
        ahead = "" if is_alone else " further ahead"
        when = f"By the end of your turn {it.lower()}" if weighed.is_planned else it
        if len(advice.rising) > 1:
            numbers = join_words([naming.name(number) for number in advice.rising])
            verb = f"increas{does}" if is_alone else f"bring{'s' if does == 'es' else ''} you{ahead} in"
            return f"At once {it.lower()} {verb} {numbers}, and no other answer gains more.", ()
        number = f" in {naming.name(advice.number)}" if advice.number else ""
        verb = f"gain{'s' if does == 'es' else ''}" if is_alone else f"bring{'s' if does == 'es' else ''} you"
        tail = "I found nothing better" if weighed.is_planned else "no other answer surely gains more"
        return f"{when} surely {verb} {advice.sure}{ahead}{number}, and {tail}.", ()
    if advice.keeps is not None:
        return f"With it you can still make {_group_with_article(advice.keeps, naming)}.", advice.keeps.move.clauses
    if weighed.is_planned and len({*weighed.gains}) == 1:
        return "By the end of your turn no answer brings you further than another, as far as I looked.", ()
    if len({*weighed.gains}) == 1:
        return "No answer did better than another in the games that I tried from here.", ()
    if weighed.is_sure and weighed.best == advice.answers[0] and weighed.gains.count(max(weighed.gains)) == 1:
        return f"{it} did better than every other answer in the games that I tried from here.", ()
    return "No other answer did better in the games that I tried from here.", ()


def _group_with_article(group: Group, naming: Naming) -> str:
    """Return a group with its article, such as “a Suit, A♦ 6♦ 4♦”."""
    sort, _, pieces = group.move.text.partition(" ")
    return f"{a_name(sort)}, {pieces}" if pieces else f"a {naming.name(group.name)}, {group.move.text}"


def gain_lines(advice: Advice, weighed: Weighed, game: Game, naming: Naming, words: Mapping[int, str]) -> list[str]:
    """Return the average gain of each answer in the samples, and how the player's lead is counted.

    `words` are those of the listed answers.
    """
    what = "your result" if game.seats == 1 else "your advantage"
    lead = lead_of(game.rules, game.seats)
    weights = dict.fromkeys(term.weight for term in lead.terms) if lead is not None else {}
    if len(weights) == 1 and advice.number:
        what = f"{'your' if game.seats == 1 else 'your advantage in'} {naming.name(advice.number)}"
    gained = sorted(zip(weighed.options, weighed.gains, strict=True), key=lambda each: -each[1])
    signed = [(words[option], f"{gain / weighed.samples:+.2f}".replace("-", "−")) for option, gain in gained]
    gains = [f"{answer} {mean}" for answer, mean in signed]
    rest = f"; {len(gains) - MOST_GAINS} others gained no more" if len(gains) > MOST_GAINS else ""
    when = "By the end of your turn" if weighed.is_planned else f"In {weighed.samples} games tried from here"
    sentences = [f"{when}, {what} changed on average by: {', '.join(gains[:MOST_GAINS])}{rest}."]
    if lead is not None and len(weights) > 1:
        parts = {
            weight: [naming.name(term.name) for term in lead.terms if term.weight == weight]
            for weight in [*weights][:-1]
        }
        counted = [f"{weight} for each of the {join_words(names)}" for weight, names in parts.items()]
        sentences.append(f"Your advantage is {join_words([*counted, 'one for each unit of what these depend on'])}.")
    return sentences
