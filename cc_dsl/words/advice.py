"""A hint in sentences: the groups within reach, one recommended answer, and one reason; after “more”, statistics.

The terminal, the page and Python print these sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cc_dsl.closures.listener_names import ListenerNames, join_words
from cc_dsl.core.leads import lead_of
from cc_dsl.engine.game import Game
from cc_dsl.engine.moves import OPTION, kind_of
from cc_dsl.engine.picks import picks_ahead
from cc_dsl.players.advice import Advice, Group, advice
from cc_dsl.players.greedy import GainSamples
from cc_dsl.rules.kinds import a_name
from cc_dsl.source.phrases import Phrases
from cc_dsl.words.book import Book
from cc_dsl.words.layout import capital
from cc_dsl.words.lookahead import Turn, arrival, decisive_number, least_replied, new_sum, short_name, turn_of
from cc_dsl.words.sentences import singular

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


def hint(game: Game, naming: ListenerNames, book: Book, phrases: Phrases) -> Hint:
    """Return a hint for the player to move; if the answer only continues play, one for the next question."""
    best, pick = advice(game, game.count), picks_ahead(game)
    if pick.game_ahead is None or best.answers[0] != pick.first_answers[0]:
        return _hint(best, game, naming, book, phrases)
    # The advised answer only continues play: give a hint for the next question, if it has more than one answer.
    ahead = game.fork(pick.first_answers[0])
    if len(ahead.options) > 1:
        return hint(ahead, naming, book, phrases)
    only = ahead.spoken_answer(ahead.options[0])
    article = "the " if kind_of(ahead.question_term.act).base == "group" else ""
    return _hint(best, game, naming, book, phrases)._replace(answer=only, recommended=f"I recommend {article}{only}.")


def _hint(advice: Advice, game: Game, naming: ListenerNames, book: Book, phrases: Phrases) -> Hint:
    """Return the sentences of a hint from the advice of a computer player."""
    kind = kind_of(game.question_term.act)
    weighed, reply, turn = advice.weighed, None, None
    if weighed is not None and weighed.is_planned and len(advice.answers) == 1:
        if len({*weighed.gains}) == 1:
            reply = least_replied(game, advice, naming)
        turn = turn_of(game, advice if reply is None else reply[0])
    elif weighed is None and game.square_of(advice.answers[0]):  # the only piece: what counts is where it goes
        ahead = turn_of(game, advice)
        turn = ahead if (last := ahead.advices[-1].weighed) is not None and last.is_planned else None
    to = "that you " if kind == OPTION else "the " if kind.base == "group" else ""
    words = f"{to}{join_words(advice.words)}" if turn is None else turn.words
    reason, clauses = (reply[1], ()) if reply is not None else _reason(advice, game, naming, phrases, turn)
    if kind.base == "group":
        clauses = next(move.clauses for move in game.moves() if move.answer == advice.answers[0])
    named: dict[tuple[str, int], Group] = {}
    for group in advice.reach:
        named.setdefault((group.name, group.sort), group)
    shown = [*named.values()][:SHOWN]
    reach = "; ".join(book.with_sources(group.move.text, group.move.clauses[:1]) for group in shown)
    more: list[str] = []
    if weighed is not None and len(advice.answers) == 1:
        pick = picks_ahead(game)
        listed = {option: game.spoken_answer(option) for option in weighed.options}
        if pick.game_ahead is not None:  # show the first listed move behind an option that is not listed itself
            listed[pick.first_answers[0]] = (
                "another answer" if len(pick.pool) > 1 else pick.game_ahead.spoken_answer(pick.pool[0])
            )
        more = gain_lines(advice, weighed, game, naming, listed)
    answer = " ".join(advice.words) if turn is None else turn.answer_to_type
    within = f"Within reach: {reach}." if reach else ""
    return Hint(within, answer, f"I recommend {words}.", reason, clauses, tuple(more))


def _reason(
    advice: Advice, game: Game, naming: ListenerNames, phrases: Phrases, turn: Turn | None
) -> tuple[str, tuple[str, ...]]:
    """Return the one reason for the advice, with its clauses: a group, a sure gain, its consequence, or the samples."""
    it, does = ("It", "es") if len(advice.answers) == 1 else ("They", "e")
    is_alone = len(naming.players) == 1
    weighed = advice.weighed
    if turn is not None and not advice.makes:
        return _reason_for_turn(turn, naming, phrases), ()
    if weighed is None:
        return "Nothing else is possible.", ()
    if advice.makes and (advice.keeps is None or advice.makes[0].merit >= advice.keeps.merit):
        return f"It makes {_group_with_article(advice.makes[0], naming)}.", advice.makes[0].move.clauses
    if advice.sure > 0:
        ahead = "" if is_alone else " further ahead"
        if len(advice.rising) > 1:
            numbers = join_words([naming.name(number) for number in advice.rising])
            verb = f"increas{does}" if is_alone else f"bring{'s' if does == 'es' else ''} you{ahead} in"
            return f"At once {it.lower()} {verb} {numbers}, and no other answer gains more.", ()
        name = naming.name(advice.number) if advice.number else ""
        does = f"{'is' if len(advice.answers) == 1 else 'are'} certain to"
        if is_alone:
            gain = f"add {advice.sure} to your {name}" if name else f"gain {advice.sure}"
        else:
            gain = f"bring you {advice.sure}{ahead}{f' in {name}' if name else ''}"
        return f"{it} {does} {gain}, and no other answer is certain to gain more.", ()
    if advice.keeps is not None:
        return f"With it you can still make {_group_with_article(advice.keeps, naming)}.", advice.keeps.move.clauses
    if advice.leaves is not None:
        return f"After it you can still make {_group_with_article(advice.leaves, naming)}.", advice.leaves.move.clauses
    return _reason_of_samples(advice, weighed, game, naming, phrases), ()


def _reason_for_turn(turn: Turn, naming: ListenerNames, phrases: Phrases) -> str:
    """Return the reason for the answers of a planned turn: the square that a piece reaches, and the gain."""
    best = next((advice for advice in turn.advices if advice.sure > 0), turn.advices[0])
    weighed = next((advice.weighed for advice in (best, *turn.advices) if advice.weighed is not None), None)
    moved, gains = arrival(turn, naming, phrases.marked), weighed.gains if weighed is not None else (0,)
    number = f" in {short_name(naming, best.number)}" if best.number else ""
    if max(gains) > min(gains) and max(gains) <= 0:
        own = f"it costs you {-max(gains)}, and " if max(gains) < 0 else ""
        gain = f"{own}other answers cost you up to {-min(gains)}{number} by the end of your turn, as far as I looked"
    elif best.sure == 0:
        gain = "no answer gains you more than any other by the end of your turn, as far as I looked"
    else:
        sure = f"gain {best.sure}" if len(naming.players) == 1 else f"be {best.sure} further ahead"
        gain = f"you are certain to {sure}{number} by the end of your turn, and I found nothing better"
    return f"{moved}; {gain}." if moved else f"{capital(gain)}."


def _reason_of_samples(
    advice: Advice, weighed: GainSamples, game: Game, naming: ListenerNames, phrases: Phrases
) -> str:
    """Return the reason from simulated games, with the number that is decided there or a sum that changes at once."""
    tried, lead = "in the games that I tried from here", lead_of(game.rules, game.seats)
    chosen, most = weighed.gains[weighed.options.index(advice.answers[0])], max(weighed.gains)
    change, name = decisive_number(game, advice)
    more = "added more to your" if len(naming.players) == 1 else "brought you further ahead in"
    if name:
        better = f"no other answer {'cost you less in' if change < 0 else more} {naming.name(name)} {tried}"
    elif chosen < most:
        better = f"no other answer did clearly better {tried}"
    elif len({*weighed.gains}) == 1:
        better = f"no answer did better than any other {tried}"
    elif weighed.is_sure and weighed.gains.count(most) == 1:
        better = f"it did better than every other answer {tried}"
    elif lead is not None and len({term.name for term in lead.terms}) == 1 and advice.number:
        better = f"no other answer {more} {naming.name(advice.number)} {tried}"
    else:
        better = f"no other answer did better {tried}"
    fact = new_sum(game, advice.answers[0], naming, phrases.sums) if len(advice.answers) == 1 else ""
    if advice.lacks_groups:
        fact = f"I found no {' or '.join(map(naming.name, game.rules.groups))} within your reach"
    return f"{fact}, and {better}." if fact else f"{capital(better)}."


def _group_with_article(group: Group, naming: ListenerNames) -> str:
    """Return a group with its article, such as “a Suit, A♦ 6♦ 4♦”."""
    sort, _, pieces = group.move.text.partition(" ")
    return f"{a_name(sort)}, {pieces}" if pieces else f"a {naming.name(group.name)}, {group.move.text}"


def gain_lines(
    advice: Advice, weighed: GainSamples, game: Game, naming: ListenerNames, words: Mapping[int, str]
) -> list[str]:
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
            weight: [singular(naming.name(term.name)) for term in lead.terms if term.weight == weight]
            for weight in [*weights][:-1]
        }
        counted = [f"{weight} for each {join_words(names)}" for weight, names in parts.items()]
        sentences.append(f"Your advantage is {join_words([*counted, '1 for each unit of the numbers behind them'])}.")
    return sentences
