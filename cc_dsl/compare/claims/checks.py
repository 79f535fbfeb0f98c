"""Test claims about an edition as a whole: its players, pieces and words, how it counts, and what it changed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from cc_dsl import pipeline
from cc_dsl.compare.claims.data import ClaimPart
from cc_dsl.compare.claims.findings import (
    FAILS,
    HOLDS,
    IN_PART,
    UNDECIDABLE,
    ClaimReason,
    Finding,
    SampledDeals,
    TriedSentence,
    of_tried,
)
from cc_dsl.compare.claims.splicing import SplicedClaims
from cc_dsl.compare.claims.trying import said_of
from cc_dsl.compare.meaning import Quoted, differences, encoded
from cc_dsl.compare.play.deals import Answerer, Deal, GivenPieces, GivenPlace, NotComparable, shared_layout
from cc_dsl.compare.play.shrinking import smallest
from cc_dsl.compare.statements import statements_of
from cc_dsl.diagnostics.problem import has_errors
from cc_dsl.interpreter.engine import playout
from cc_dsl.interpreter.seats import seats_said
from cc_dsl.interpreter.state import RulesFault
from cc_dsl.rules import model, store
from cc_dsl.rules.gather import Part as File
from cc_dsl.rules.kinds import plural
from cc_dsl.rules.resolve import resolve
from cc_dsl.syntax import nodes
from cc_dsl.table.chance import Chance
from cc_dsl.trees import replace, walk

GAMES = 3
"""The number of whole games that test whether a number of players can play."""
HEAPS = 1_000
"""The number of pairs of heaps that test whether their counts add or multiply."""
MOST_IN_A_HEAP = 10
STARTS = 20

SIGNS = {"sum": "plus", "product": "times"}


# --------------------------------------------------------------------------------------------- players


def try_players(spliced: SplicedClaims, part: ClaimPart, seed: int = 0) -> Finding:
    """Test whether this number of players can play: the rules seat them, and their games end."""
    rules = spliced.rules()
    tried, faults = [], []
    for count in part.value:
        if not rules.seats[0] <= count <= rules.seats[1]:
            tried.append(TriedSentence(f"{_players(count)} can play", False))
            continue
        fault = _fault_in_play(rules, count, seed)
        tried.append(TriedSentence(f"{_players(count)} can play, and their games end", not fault))
        if fault:
            faults.append(ClaimReason(f"with {_players(count)}: {fault[0]}"))
    clauses = rules.seating.clauses if rules.seating is not None else ()
    seated = ClaimReason(seats_said(rules).split(" [")[0], _full(rules.name, clauses))
    said = (seated, *pack_seats(spliced))
    verdict = of_tried(one.holds for one in tried)
    found = Finding(rules.name, verdict, tried=tuple(tried), basis=f"{GAMES} random games for each number of players")
    if verdict == FAILS:
        return found._replace(instead=(*said, *faults), basis="")
    return found._replace(reasons=said, instead=tuple(faults))


def _players(count: int) -> str:
    return "1 player" if count == 1 else f"{count} players"


def _full(edition: str, clauses: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{edition}.{clause}" for clause in clauses)


_PLAYED: dict[tuple[str, int, int], tuple[str, ...]] = {}
"""The errors that stopped games with a number of players from a seed on; cached, because games take the most time."""


def _fault_in_play(rules: model.Rules, seats: int, seed: int) -> tuple[str, ...]:
    """Play some games; say what stops one of them, and the sentence at which it stops, if anything does."""
    key = (rules.digest, seats, seed)
    if not rules.digest or key not in _PLAYED:
        _PLAYED[key] = _played(rules, seats, seed)
    return _PLAYED[key]


def _played(rules: model.Rules, seats: int, seed: int) -> tuple[str, ...]:
    for number in range(GAMES):
        try:
            outcome = playout(rules, seed + number, seats=seats)
        except RulesFault as fault:
            return fault.sentence, fault.where.rstrip(".")
        if outcome.reason != "won":
            return outcome.reason, ""
    return ()


def pack_seats(spliced: SplicedClaims) -> tuple[ClaimReason, ...]:
    """Return how many the pieces are enough for, where the rules allow more than one number of players.

    One player more than the rules name is let in; where play then stops, the rules say at which sentence.
    """
    edition, rules = spliced.edition, spliced.rules()
    least, most = rules.seats
    if least == most:
        return ()
    pieces = f"{len(rules.pieces.names)} {plural(rules.pieces.name)}"
    wider = _for_players(edition, most + 1)
    fault = _fault_in_play(wider, most + 1, 0) if wider is not None else ()
    if not fault:
        return (ClaimReason(f"the {pieces} would do for {_players(most + 1)}, too, whom the rules do not seat"),)
    stopping = [said for said in statements_of(edition) if fault[1] and fault[1] in said.sentence]
    clauses = _full(edition.name, stopping[0].clauses) if stopping else ()
    return (ClaimReason(f"the {pieces} do for no more: with {_players(most + 1)} play stops at “{fault[1]}”", clauses),)


def _for_players(edition: pipeline.Edition, most: int) -> model.Rules | None:
    """Return an edition's rules for more players than it names; nothing if they cannot be understood so."""
    libraries, _ = pipeline.parts_of(edition.start, edition.source)
    blocks = tuple(
        replace(block, statements=tuple(_widened(statement, most) for statement in block.statements))
        for block in edition.start.blocks
    )
    files = [*libraries, File(replace(edition.start, blocks=blocks), edition.source, False)]
    digest = store.digest([file.source.text for file in files], {**edition.chosen, "players": str(most)})
    rules, problems = resolve(edition.name, edition.title, files, edition.chosen, digest)
    return None if has_errors(problems) else rules


def _widened(statement: object, most: int) -> object:
    if isinstance(statement, nodes.Seats) and statement.most is not None:
        return replace(statement, most=replace(statement.most, text=str(most)))
    return statement


# ---------------------------------------------------------------------------------------------- pieces


def try_pieces(spliced: SplicedClaims, part: ClaimPart) -> Finding:
    """Test whether the game is played with this number of pieces."""
    rules = spliced.rules()
    count, many = len(rules.pieces.names), plural(rules.pieces.name)
    holds = count == part.value
    clauses = _standing(spliced.edition, str(count))
    uses = " and ".join(f"“{use.label.text}”" for use in spliced.edition.start.uses)
    source = "" if clauses else f", as {uses} has them; no clause gives the number" if uses else "; no clause says so"
    said = (ClaimReason(f"there are {count} {many}{source}", clauses),)
    tried = (TriedSentence(f"there are {part.value} {many}", holds),)
    return Finding(rules.name, HOLDS, said, (), tried) if holds else Finding(rules.name, FAILS, (), said, tried)


# ------------------------------------------------------------------------------------------- combining


class _Heaps:
    """The counts of two heaps of one player, alone and together, beside a heap of another player."""

    def __init__(self, rules: model.Rules, part: ClaimPart) -> None:
        """Prepare the question that counts."""
        layout = shared_layout(rules, rules, part.value["question"], is_filled=False)
        keys = [slot.key for slot in layout.slots]
        if part.value["given"] not in keys:
            raise NotComparable(f"The question “{layout.question}” is given no “{part.value['given']}”.")
        self._owned = [number for number, slot in enumerate(layout.slots) if slot.key == part.value["given"]]
        self._answer = Answerer(rules, layout, [part.value["told"]])
        self._slots = len(layout.slots)
        names = ("the first heap", "the second heap", "another player's heap")
        slots = tuple(GivenPlace(name, None, MOST_IN_A_HEAP) for name in names[: 3 if len(self._owned) > 1 else 2])
        self.layout = GivenPieces(layout.question, slots, 1, layout.codes)

    def count(self, own: Iterable[int], other: Iterable[int]) -> int | None:
        """Count a heap of the first player, while another has one, too."""
        deal: list[tuple[int, ...]] = [()] * self._slots
        deal[self._owned[0]] = tuple(own)
        if len(self._owned) > 1:
            deal[self._owned[1]] = tuple(other)
        answers = self._answer(tuple(deal))
        told = None if answers is None else answers[0]
        value = told[0] if isinstance(told, list) else told
        return value if isinstance(value, int) else None

    def counts(self, heaps: Deal) -> tuple[int, int, int] | None:
        """Count the first heap, the second, and both together."""
        other = heaps[2] if len(heaps) > 2 else ()
        found = [self.count(own, other) for own in (heaps[0], heaps[1], (*heaps[0], *heaps[1]))]
        return None if None in found else (found[0] or 0, found[1] or 0, found[2] or 0)

    def breaks(self, law: str, heaps: Deal) -> bool:
        """Return whether the counts do not go together so."""
        counts = self.counts(heaps)
        if counts is None or not (heaps[0] and heaps[1]):
            return False
        one, two, both = counts
        return both != (one + two if law == "sum" else one * two)

    def drawn(self, seed: int) -> list[Deal]:
        """Draw heaps, none of them empty but perhaps that of the other player."""
        chance, found = Chance(seed), []
        for _ in range(HEAPS):
            pool = chance.permutation(len(self.layout.codes))
            sizes = [
                1 + chance.below(MOST_IN_A_HEAP),
                1 + chance.below(MOST_IN_A_HEAP),
                chance.below(MOST_IN_A_HEAP + 1),
            ]
            heaps, start = [], 0
            for size in sizes[: len(self.layout.slots)]:
                heaps.append(tuple(sorted(pool[start : start + size])))
                start += size
            found.append(tuple(heaps))
        return found


def try_combining(spliced: SplicedClaims, part: ClaimPart, seed: int = 0) -> Finding:
    """Test whether two heaps together count the sum, or the product, of what each counts."""
    rules, law = spliced.rules(), part.value["law"]
    heaps = _Heaps(rules, part)
    drawn = heaps.drawn(seed)
    broken = {one: [deal for deal in drawn if heaps.breaks(one, deal)] for one in SIGNS}
    question = rules.questions[part.value["question"]]
    told = next(one for one in question.told if one.key == part.value["told"])
    said = said_of(spliced, _grounds(rules, told.thing))
    tried = (TriedSentence(f"two heaps together count the {law} of what each counts", not broken[law]),)
    count = SampledDeals(len(drawn), len(drawn) - len(broken[law]), seed)
    basis = f"{len(drawn):,} pairs of heaps tried"
    if not broken[law]:
        return Finding(rules.name, HOLDS, said, (), tried, drawn=count, basis=basis)
    case = smallest(heaps.layout, broken[law][:STARTS], partial(heaps.breaks, law))
    assert case is not None
    instead = [_so_instead(broken, len(drawn)), _counted(heaps, case), *said]
    shown = tuple(
        (slot.key, heaps.layout.written(pieces)) for slot, pieces in zip(heaps.layout.slots, case, strict=True)
    )
    return Finding(rules.name, FAILS, (), tuple(instead), tried, drawn=count, basis=basis, case=shown)


def _so_instead(broken: dict[str, list[Deal]], drawn: int) -> ClaimReason:
    kept = [law for law, deals in broken.items() if not deals]
    if kept:
        return ClaimReason(f"two heaps together count the {kept[0]} of what each counts, on all {drawn:,} pairs tried")
    failing = " and ".join(f"the {law} on {len(deals):,}" for law, deals in broken.items())
    return ClaimReason(f"they count neither the sum nor the product: of {drawn:,} pairs tried, not {failing}")


def _counted(heaps: _Heaps, case: Deal) -> ClaimReason:
    counts = heaps.counts(case)
    assert counts is not None
    written = [heaps.layout.written(pieces) for pieces in case]
    beside = f", beside {written[2]} of another player's" if written[2:] and written[2] else ""
    sentence = (
        f"{written[0]} counts {counts[0]}, {written[1]} counts {counts[1]}, and both together {counts[2]}{beside}"
    )
    return ClaimReason(sentence)


def _grounds(rules: model.Rules, term: object) -> list[str]:
    """Return the definitions that a term rests on, the nearest first."""
    waiting, found = [term], []
    while waiting:
        for name in _applied(waiting.pop(0)):
            if name not in found:
                found.append(name)
                if name in rules.definitions:
                    waiting.append(rules.definitions[name])
    return found


def _applied(term: object) -> Iterator[str]:
    return (part.name for part in walk(term) if isinstance(part, model.Apply))


# ----------------------------------------------------------------------------------- another edition


def try_differs(spliced: SplicedClaims, part: ClaimPart, other: pipeline.Edition) -> Finding:
    """Test whether the rules on the named things differ from those of another edition."""
    edition = spliced.edition
    topic, subject = part.value["topic"], part.value.get("subject", "")
    found = [
        one
        for one in differences(encoded(other), encoded(edition))
        if one.topic == topic and subject in ("", one.subject)
    ]
    named = f"{topic}: {subject}" if subject else topic
    tried = (
        TriedSentence(
            f"the rules of {edition.display_name} differ from those of {other.display_name} ({named})", bool(found)
        ),
    )
    if not found:
        return Finding(edition.name, FAILS, (), (ClaimReason("both say the same"),), tried)
    reasons = [
        _of_quoted(name, quoted)
        for one in found
        for name, side in ((other.name, one.first), (edition.name, one.second))
        for quoted in side
    ]
    return Finding(edition.name, HOLDS, tuple(dict.fromkeys(reasons)), (), tried)


def _of_quoted(edition: str, quoted: Quoted) -> ClaimReason:
    clauses = tuple(f"{edition}.{clause}" for clause in quoted.clauses)
    return ClaimReason(f"{edition}: {quoted.sentence}", clauses, (quoted.doubt,) if quoted.doubt else ())


# ---------------------------------------------------------------------------------------------- words


def try_words(spliced: SplicedClaims, part: ClaimPart, other: pipeline.Edition) -> Finding:
    """Test whether words stand in the text of an edition, and not in that of another."""
    edition = spliced.edition
    tried: list[TriedSentence] = []
    reasons: list[ClaimReason] = []
    instead: list[ClaimReason] = []
    for word in part.value:
        here, there = _standing(edition, word), _standing(other, word)
        holds = bool(here) and not there
        tried.append(
            TriedSentence(f"“{word}” stands in {edition.display_name}, and not in {other.display_name}", holds)
        )
        for name, clauses in ((edition.name, here), (other.name, there)):
            said = ClaimReason(f"“{word}” stands {'' if clauses else 'nowhere '}in {name}", clauses)
            (reasons if holds else instead).append(said)
    return Finding(edition.name, of_tried(one.holds for one in tried), tuple(reasons), tuple(instead), tuple(tried))


def _standing(edition: pipeline.Edition, words: str) -> tuple[str, ...]:
    """Return the clauses in which words stand, whole and whatever their capitals."""
    text = edition.text
    pattern = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE)
    return tuple(one.full_id for one in text.clauses.values() if pattern.search(one.words)) if text is not None else ()


def try_silent(spliced: SplicedClaims, part: ClaimPart) -> Finding:
    """Test whether a text says nothing of something: none of the words stands in it that would speak of it.

    Where it is silent nothing can be run, and the claim is not decidable; where it is not, the words are named.
    """
    edition = spliced.edition
    spoken = {word: clauses for word in part.value if (clauses := _standing(edition, word))}
    tried = tuple(
        TriedSentence(f"{edition.display_name} says nothing of “{word}”", word not in spoken) for word in part.value
    )
    if spoken:
        instead = tuple(
            ClaimReason(f"“{word}” stands in {edition.display_name}", clauses) for word, clauses in spoken.items()
        )
        return Finding(edition.name, IN_PART, (), instead, tried)
    said = (ClaimReason(part.because),) if part.because else ()
    return Finding(edition.name, UNDECIDABLE, said, (), tried)
