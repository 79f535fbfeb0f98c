"""Parse answers as people write them; three errors are possible: invalid, illegal, ambiguous."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.closures import answers
from cc_dsl.closures.naming import YOU, agreeing, possessive
from cc_dsl.errors import CircularError
from cc_dsl.rules import model

if TYPE_CHECKING:
    from cc_dsl.closures.reasons import Decision
    from cc_dsl.engine.present import Present

MOST_NAMED = 5
LISTED = "moves() lists what is allowed here."
REMEDIES = {"over": "Take the last choice back with undo(), or begin another game."}
"""What to do where a refusal names no moves that are allowed."""


class Move(NamedTuple):
    """An answer that is allowed."""

    answer: int
    """The number by which it is given: that of a piece, a player, a value or an option."""
    text: str
    """The sign by which it is given, as a record has it."""
    clauses: tuple[str, ...]
    """The full ids of the clauses that allow it."""


class Refusal(NamedTuple):
    """Why an answer is not taken."""

    kind: str
    """`invalid` (not in the notation), `illegal` (not allowed here), `ambiguous` (several fit), or `over`."""
    sentence: str
    """Why not."""
    clauses: tuple[str, ...]
    """The full ids of the clauses that decide what is allowed here."""
    readings: tuple[str, ...]
    """The names of the open places that affect it."""
    nearest: tuple[str, ...]
    """Moves that are allowed, the nearest first."""
    reasons: tuple[Decision, ...] = ()
    """The reason why it is not allowed, as far as its player knows."""


def allowed_here(refusal: Refusal, count: int) -> str:
    """Return the sentence that names moves that are allowed, and says how many more there are."""
    more = max(0, count - len(refusal.nearest)) if refusal.kind != "ambiguous" else 0
    return f"Allowed here: {'; '.join(refusal.nearest)}{f'; and {more} more' if more else ''}."


class MoveRefused(CircularError, ValueError):
    """An answer that the rules do not allow was given all the same; its place are the clauses."""

    code = "no-move"

    def __init__(self, refusal: Refusal, count: int = 0) -> None:
        """Carry the refusal; `count` is how many answers are allowed, of which a refusal names the nearest."""
        self.refusal = refusal
        self.sentence, self.place = refusal.sentence, ", ".join(refusal.clauses)
        self.remedy = allowed_here(refusal, count) if refusal.nearest else REMEDIES.get(refusal.kind, LISTED)
        super().__init__(refusal.sentence)


def find(game: Present, text: str, exact: bool = False) -> int | Refusal:
    """Return the answer that is written so; unless it must be exact, its beginning will do where only one has it."""
    if game.is_over:
        return Refusal("over", "The game is over; nothing is asked any more.", (), (), ())
    if game.is_observing:
        return _find_observed(game, text)
    options = game.options
    spelt = game.spellings()
    if answers.kind_of(game.asking.act).base == "piece":
        written, name = answers.plain(text), " ".join(text.split()).upper()
    else:
        written = name = answers.written(game.rules, game.asking.act, text)
    known = sorted({one for spelling, one in spelt if spelling == name})
    begun = sorted({one for spelling, one in spelt if written and spelling.startswith(written)})
    fitting = known if known or exact else begun or _hyphened(spelt, name)
    allowed = [answer for answer in fitting if answer in options]
    if len(allowed) == 1:
        return allowed[0]
    if len(allowed) > 1:
        clauses, readings = game.sources()
        said = [game.said_of(answer) for answer in allowed[:MOST_NAMED]]
        sentence = f"“{text.strip()}” can mean {', '.join(said[:-1])} or {said[-1]}."
        return Refusal("ambiguous", sentence, clauses, readings, tuple(said))
    if len(fitting) == 1:
        return refuse(game, fitting[0])
    if not fitting and (held := game.withheld(text)) is not None:
        sentence = f"“{text.strip()}” cannot be chosen now."
        return Refusal("illegal", sentence, held.clauses, held.readings, _nearest(game, None), held.decisions)
    if answers.kind_of(game.asking.act).base == "group" and (wanting := game.no_group(text)) is not None:
        return Refusal("illegal", wanting.sentence, wanting.clauses, wanting.readings, _nearest(game, None))
    clauses, readings = game.sources()
    what = answers.what(game.rules, answers.kind_of(game.asking.act))
    sentence = f"“{text.strip()}” is {what}." if not fitting else f"No “{text.strip()}” can be chosen here."
    kind = "invalid" if not fitting else "illegal"
    return Refusal(kind, sentence, clauses, readings, _nearest(game, None))


def _hyphened(spelt: Iterable[tuple[str, int]], name: str) -> list[int]:
    """Return the answers whose spelling is a hyphened name that is written as words, or that ends so."""
    words = f" {name.replace('-', ' ')}"
    return sorted(
        {one for spelling, one in spelt if "-" in spelling and f" {spelling.replace('-', ' ')}".endswith(words)}
    )


def _find_observed(game: Present, text: str) -> int | Refusal:
    """Return the answer for one thing that was observed."""
    found = game.read_observed(text)
    if isinstance(found, str):
        return refuse_observed(game, found)
    if len(found) != 1:
        sentence = f"“{text.strip()}” is several things; tell one after another."
        return Refusal("ambiguous", sentence, (), (), tuple(map(game.words_of, found)))
    return found[0] if found[0] in game.options else refuse(game, found[0])


def refuse_observed(game: Present, text: str) -> Refusal:
    """Refuse words for something observed that mean nothing here; name the nearest that do."""
    from cc_dsl.diagnostics.problem import nearest

    sentence = f"“{text.strip()}” is nothing that can be observed here."
    if (menu := game.menu).subject_of(text) is None and " " in text.strip():
        sentence = f"“{text.strip()}” does not begin with anything that plays."
    words = [menu.words(answer) for answer in game.options]
    close = nearest(text.strip(), words)[:3] or [*map(menu.words, menu.samples(game.options))][:MOST_NAMED]
    return Refusal("invalid", sentence, (), (), tuple(close))


def refuse(game: Present, answer: int) -> Refusal:
    """Return why a known answer is not allowed here, using only what its player sees."""
    if game.is_over:
        return Refusal("over", "The game is over; nothing is asked any more.", (), (), ())
    if game.is_observing and game.is_answer(answer):
        against = game.against(answer)
        return Refusal("illegal", against.sentence, against.clauses, against.readings, ())
    clauses, readings = game.sources()
    if not game.is_answer(answer):
        return Refusal("invalid", f"There is no answer {answer}.", clauses, readings, _nearest(game, None))
    said, kind = game.said_of(answer), answers.kind_of(game.asking.act)
    if kind.base == "group":
        return Refusal("illegal", f"“{said}” is not allowed here.", clauses, readings, _nearest(game, None))
    held = game.barred(answer)
    clauses = tuple(dict.fromkeys((*held.clauses, *clauses)))
    readings = tuple(dict.fromkeys((*held.readings, *readings)))
    if kind.base != "piece":
        sentence = f"“{said}” cannot be chosen now{_only_if(game, answer)}."
        return Refusal("illegal", sentence, clauses, readings, _nearest(game, None), held.decisions)
    where = "" if held.decisions else f": {_whereabouts(game, answer)}"
    if game.naming is None:
        sentence = f"{said} cannot be the {game.asking.name}{where}."
    else:
        who = agreeing(game.called(game.player or 0), "You", "They")
        sentence = f"{who} cannot choose the {said}{where}."
    return Refusal("illegal", sentence, clauses, readings, _nearest(game, answer), held.decisions)


def _only_if(game: Present, answer: int) -> str:
    """Return the condition under which the rules offer an option, in their words; empty for other answers."""
    act = game.asking.act
    if not isinstance(act, model.ChooseOption):
        return ""
    _, found, condition = act.options[answer].origin.sentence.partition(", if ")
    plain = game.naming.plain if game.naming is not None else str
    return f"; it can be only if {plain(condition.partition(':')[0])}" if found else ""


def _whereabouts(game: Present, piece: int) -> str:
    player = game.player or 0
    who = game.called(player)
    for place in game.view(game.player).places:
        if piece in place.pieces:
            name = place.name if game.naming is None else game.naming.name(place.name)
            if place.owner is None:
                return f"it lies in {f'{possessive(place.of)} {name}' if place.of else f'the {name}'}"
            own = who if who == YOU else "his own" if game.naming is None else "their own"
            whose = possessive(own) if own == YOU else own
            return f"it lies in {whose if place.owner == player else possessive(game.called(place.owner))} {name}"
    return f"{who} {agreeing(who, 'do', 'does')} not have it"


def _nearest(game: Present, piece: int | None) -> tuple[str, ...]:
    """Return some moves that are allowed, those most like a piece first."""
    options = game.options
    if piece is not None:
        tables = game.rules.pieces.attributes.values()
        options.sort(key=lambda other: -sum(table[other] == table[piece] for table in tables))
    few = options if len(options) <= MOST_NAMED + 1 else options[:MOST_NAMED]  # “and 1 more” is no shorter
    return tuple(map(game.said_of, few))
