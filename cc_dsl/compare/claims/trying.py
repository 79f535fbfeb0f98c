"""Test sentences of claims: examples like those of an edition, and conditions on random deals.

The verdict comes from the decisions of the rules themselves; if a sentence is false, the same decisions give the
correct statement.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from cc_dsl.checking.splicing import sentences_of
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
from cc_dsl.compare.claims.splicing import LAID, WHERE, SplicedClaims
from cc_dsl.compare.play.deals import Deal, GivenPieces, shared_layout
from cc_dsl.compare.play.shrinking import filled, first_of_all, shrunk, smallest
from cc_dsl.compare.statements import PrintedStatement, statements_of
from cc_dsl.explain.sentences import sentence, walk
from cc_dsl.interpreter.judge import Laid, lay_out, named_in
from cc_dsl.interpreter.naming import Naming, callings
from cc_dsl.interpreter.reasons import Decision, Words
from cc_dsl.interpreter.runtime import Runtime, runtime_of
from cc_dsl.interpreter.state import RulesFault, State
from cc_dsl.interpreter.tracing import Reasoning
from cc_dsl.rules import model
from cc_dsl.rules.kinds import a_name
from cc_dsl.rules.walk import parts
from cc_dsl.table.chance import Chance

DEFINITION = "the definition itself"
"""The basis of a verdict on every deal, where the definition of a name is exactly the claim."""
DEALS = 2_000
"""The number of random deals on which a condition is tested."""
MOST_SMALL = 20_000
"""The number of small deals that are tried one by one before random ones are reduced."""
STARTS = 30
"""The number of random counterexamples that are reduced."""


# ---------------------------------------------------------------------------------------------- examples


def try_example(spliced: SplicedClaims, part: ClaimPart, readings: dict[str, str] | None = None) -> Finding:
    """Try the sentences of a part in an edition that understands them."""
    rules = spliced.rules(readings)
    tried: list[TriedSentence] = []
    reasons: list[ClaimReason] = []
    instead: list[ClaimReason] = []
    for example in spliced.examples(part.number, readings):
        if example.made is not None:
            trials = [_made(rules, example)]
        else:
            trials = [_claimed(rules, example, claim) for claim in example.claims]
        for trial, said in trials:
            tried.append(trial)
            (reasons if trial.holds else instead).extend(said)
    return Finding(
        rules.name,
        of_tried(one.holds for one in tried),
        _once(reasons),
        _once(instead),
        tuple(tried),
        tuple(sentences_of(part.given)),
        _readings(rules, (*reasons, *instead)),
    )


def _made(rules: model.Rules, example: model.Example) -> tuple[TriedSentence, list[ClaimReason]]:
    """Test whether some pieces make a sort."""
    assert example.made is not None
    pieces, name, sort = example.made
    holds = sort in _sorts_made(rules, name, pieces)
    said = [_of_sort(rules, name, sort)] if holds else [_makes(rules, pieces)]
    return TriedSentence(example.origin.sentence.removeprefix(f'example "{example.title}": '), holds), said


def _sorts_made(rules: model.Rules, name: str, pieces: tuple[int, ...]) -> list[int]:
    group = rules.groups[name]
    if not group.least <= len(pieces) <= group.most:
        return []
    runtime = runtime_of(rules)
    return runtime.build.maker(name).made_of(runtime.new_state(), pieces)


def _of_sort(rules: model.Rules, name: str, sort: int) -> ClaimReason:
    found = rules.groups[name].sorts[sort]
    clauses = tuple(model.full_clause(rules.name, clause) for clause in found.origin.clauses)
    return ClaimReason(found.origin.sentence.rstrip("."), clauses, found.readings)


def _makes(rules: model.Rules, pieces: tuple[int, ...]) -> ClaimReason:
    """Return what some pieces make."""
    made: list[str] = []
    clauses: list[str] = []
    for name, group in rules.groups.items():
        for sort in _sorts_made(rules, name, pieces):
            made.append(a_name(group.sorts[sort].name))
            clauses += _of_sort(rules, name, sort).clauses
        if not made:
            clauses += [model.full_clause(rules.name, clause) for clause in group.origin.clauses]
    said = " and ".join(made) if made else f"no {' and no '.join(rules.groups)}"
    return ClaimReason(f"{_pieces(rules, pieces)} make {said}", tuple(dict.fromkeys(clauses)))


def _pieces(rules: model.Rules, pieces: Iterable[int]) -> str:
    return Words(rules).pieces(pieces)


def _claimed(rules: model.Rules, example: model.Example, claim: model.Case) -> tuple[TriedSentence, list[ClaimReason]]:
    """Test the sentences that must follow from the pieces laid."""
    runtime = _reasoning(rules, example)
    state = lay_out(runtime, _laid(example), [one.state for one in example.laid])
    holds = bool(runtime.build.condition(claim.condition)(state, [None] * max(example.frame, 2)))
    said = []
    for term in parts(claim.condition) if holds else ():
        if isinstance(term, model.HasSort):
            said.append(_of_sort(rules, term.name, term.sort))
        elif isinstance(term, model.IsSort) and isinstance(term.group, model.BestGroup):
            said.append(_of_sort(rules, term.group.name, term.sort))
    said += _deciding(rules, _decisions(runtime, state))
    return TriedSentence(claim.origin.sentence, holds), said


def _reasoning(rules: model.Rules, example: model.Example) -> Runtime:
    return runtime_of(rules, "reasons", max(rules.seats[0], *named_in((example.laid, example.claims))))


def _laid(example: model.Example) -> Laid:
    laid: list[tuple[int, tuple[int, ...]]] = []
    for one in example.laid:
        owner = one.place.owner.value if isinstance(one.place.owner, model.Const) else 0
        laid.append((one.place.base + owner, one.pieces))
    return tuple(laid)


def _decisions(runtime: Runtime, state: State) -> tuple[Decision, ...]:
    build = runtime.build
    assert isinstance(build, Reasoning)
    # Pieces stay codes here; whoever shows the sentences draws their signs.
    naming = Naming(callings(runtime.seats, ()), runtime.rules.pieces.codes, {})
    return build.notes.decisions_together(state.trail, Words(runtime.rules, None, naming))


def _deciding(rules: model.Rules, decisions: tuple[Decision, ...]) -> list[ClaimReason]:
    """Pick, of all that was decided, what was asked, the players' best groups, and who came out before whom."""
    found = []
    for decision in walk(decisions):
        form = decision.fact.form if decision.fact is not None else ""
        is_group = form == "group" and decision.answer != "none"
        is_comparison = form == "comparison" and " of player " in decision.question
        if decision in decisions or is_group or (is_comparison and decision.answer != "nobody"):
            found.append(ClaimReason(sentence(decision), decision.clauses, decision.readings))
    return found


def _once(reasons: Iterable[ClaimReason]) -> tuple[ClaimReason, ...]:
    """Return each sentence once, as it was said first."""
    return tuple({reason.sentence: reason for reason in reversed([*reasons])}.values())[::-1]


def _readings(rules: model.Rules, reasons: Iterable[ClaimReason]) -> tuple[tuple[str, str], ...]:
    names = dict.fromkeys(name for reason in reasons for name in reason.readings)
    return tuple((name, rules.doubts[name].chosen) for name in names if name in rules.doubts)


# ------------------------------------------------------------------------------------------ missing words


def without_words(spliced: SplicedClaims, part: ClaimPart, words: Iterable[str], other: SplicedClaims) -> Finding:
    """Return the correct statement in an edition that lacks words which another edition has."""
    rules = spliced.rules()
    named = " and ".join(f"“{word}”" for word in dict.fromkeys(words))
    instead = [ClaimReason(f"{spliced.edition.display_name} has no {named}")]
    tried = []
    for example in other.examples(part.number):
        if example.made is not None:
            codes = {code: piece for piece, code in enumerate(rules.pieces.codes)}
            pieces = tuple(codes[other.rules().pieces.codes[piece]] for piece in example.made[0])
            instead.append(_makes(rules, pieces))
            tried.append(TriedSentence(example.origin.sentence.removeprefix(f'example "{example.title}": '), False))
        else:
            tried += [TriedSentence(claim.origin.sentence, False) for claim in example.claims]
    for example in spliced.examples(part.number + LAID):
        instead += _groups_made(rules, example, other.examples(part.number))
    found = _once(instead)
    return Finding(rules.name, FAILS, (), found, tuple(tried), tuple(sentences_of(part.given)), _readings(rules, found))


def _groups_made(rules: model.Rules, example: model.Example, others: list[model.Example]) -> list[ClaimReason]:
    """Return which groups the players make of whose groups another edition's example speaks."""
    terms = [term for other in others for claim in other.claims for term in parts(claim.condition)]
    found = []
    for term in terms:
        if isinstance(term, model.HasSort | model.BestGroup) and term.name in rules.groups:
            runtime = _reasoning(rules, example)
            state = lay_out(runtime, _laid(example), [one.state for one in example.laid])
            asked = model.Groups if isinstance(term, model.HasSort) else model.BestGroup
            runtime.build.thing(asked(term.name, term.owner))(state, [None, None])
            found += _deciding(rules, _decisions(runtime, state))
    return found


# ------------------------------------------------------------------------------------------- every deal


class DealCondition:
    """A condition, and of which deals it is to hold, for deals of a question."""

    def __init__(
        self, spliced: SplicedClaims, part: ClaimPart, layout: GivenPieces, readings: dict[str, str] | None = None
    ) -> None:
        """Prepare both under some readings."""
        rules = spliced.rules(readings)
        self.example = spliced.examples(part.number, readings)[0]
        where = spliced.examples(part.number + WHERE, readings)
        self._runtime = runtime_of(rules, "plain", layout.seats)
        self._frame = max(self.example.frame, 2, *(one.frame for one in where))
        self._test = self._runtime.build.condition(self.example.claims[0].condition)
        self._where = self._runtime.build.condition(where[0].claims[0].condition) if where else None
        places = {asked.key: asked.place for asked in rules.questions[layout.question].asked}
        self._places = [places[slot.key] + (slot.player or 0) for slot in layout.slots]

    def __call__(self, deal: Deal) -> bool | None:
        """Return whether it holds; None where the condition is not about the deal, or the rules stop."""
        laid = tuple(zip(self._places, deal, strict=True))
        try:
            state = lay_out(self._runtime, laid, [0] * len(laid))
            if self._where is not None and not self._where(state, [None] * self._frame):
                return None
            return bool(self._test(state, [None] * self._frame))
        except RulesFault:
            return None

    def fails(self, deal: Deal) -> bool:
        """Return whether it is about the deal, and does not hold."""
        return self(deal) is False


def try_always(
    spliced: SplicedClaims, part: ClaimPart, deals: int = DEALS, seed: int = 0, readings: dict[str, str] | None = None
) -> Finding:
    """Test a condition on random deals; a counterexample is reduced to the smallest deal found."""
    rules = spliced.rules(readings)
    layout = shared_layout(rules, rules, part.question)
    condition = DealCondition(spliced, part, layout, readings)
    claim = condition.example.claims[0].condition
    said = _said_of(spliced, claim)
    drawn, failing = _draw(layout, condition, deals, seed)
    given = (f"of deals on which {part.where.strip().rstrip('.')}",) if part.where else ()
    tried = Finding(
        rules.name,
        HOLDS if drawn.deals else UNDECIDABLE,
        said,
        tried=(TriedSentence(part.value.strip(), not failing),),
        given=given,
        readings=_readings(rules, said),
        drawn=drawn,
        basis=DEFINITION if _is_defined_so(rules, claim) else f"{drawn.deals:,} deals tried",
    )
    if not failing:
        return tried
    tried = tried._replace(verdict=IN_PART if drawn.held else FAILS, basis=f"{drawn.deals:,} deals tried")
    # Whoever only asks whether another reading turns the verdict needs no case.
    return tried if readings is not None else _with_case(tried, rules, layout, condition, failing)


def _with_case(
    finding: Finding, rules: model.Rules, layout: GivenPieces, condition: DealCondition, failing: list[Deal]
) -> Finding:
    """Add the smallest counterexample found, with the correct statement for it."""
    deal, matters = _smallest(layout, condition, failing)
    instead = _once([*finding.reasons, *_of_deal(rules, layout, condition, deal)])
    return finding._replace(
        reasons=(),
        instead=instead,
        readings=_readings(rules, instead),
        case=tuple(layout.given(deal).items()),
        matters=layout.written(sorted(piece for pieces in matters for piece in pieces)),
    )


def _draw(layout: GivenPieces, condition: DealCondition, deals: int, seed: int) -> tuple[SampledDeals, list[Deal]]:
    """Test it on random deals; count those that it concerns, and collect those on which it is false."""
    chance = Chance(seed)
    about, failing = 0, []
    for _ in range(deals):
        deal = layout.random(chance)
        holds = condition(deal)
        about += holds is not None
        if holds is False:
            failing.append(deal)
    return SampledDeals(about, about - len(failing), seed), failing


def _smallest(layout: GivenPieces, condition: DealCondition, failing: list[Deal]) -> tuple[Deal, Deal]:
    """Return the smallest deal found on which the condition fails: a whole one, and what of it matters."""
    found = first_of_all(layout, MOST_SMALL, condition.fails)
    if found is None:
        found = smallest(layout, islice(failing, STARTS), condition.fails)
    assert found is not None
    whole = filled(layout, found, condition.fails)
    if whole is None:
        return failing[0], shrunk(layout, failing[0], condition.fails)
    return whole, found


def _of_deal(rules: model.Rules, layout: GivenPieces, condition: DealCondition, deal: Deal) -> list[ClaimReason]:
    runtime = runtime_of(rules, "reasons", layout.seats)
    state = lay_out(runtime, tuple(zip(condition._places, deal, strict=True)), [0] * len(deal))
    runtime.build.condition(condition.example.claims[0].condition)(state, [None] * condition._frame)
    return _deciding(rules, _decisions(runtime, state))


def _is_defined_so(rules: model.Rules, claim: object) -> bool:
    """Return whether the definition of one side is the other side, always."""
    if not isinstance(claim, model.Same | model.Compare) or not isinstance(claim.left, model.Apply):
        return False
    known = rules.definitions.get(claim.left.name)
    if known is None or known.overrides or len(known.cases) != 1:
        return False
    return isinstance(known.cases[0].condition, model.Always) and known.cases[0].thing == claim.right


def _said_of(spliced: SplicedClaims, claim: object) -> tuple[ClaimReason, ...]:
    """Return the statements about the subject of a condition, the definition that it names first."""
    names = [term.name for term in parts(claim) if isinstance(term, model.Apply)]
    return said_of(spliced, names[:1])


def said_of(spliced: SplicedClaims, names: Iterable[str]) -> tuple[ClaimReason, ...]:
    """Return the statements that say what some names mean."""
    wanted = set(names)
    statements = statements_of(spliced.edition)
    about = [said for said in statements if any(kind == "definition" and one in wanted for kind, one in said.subjects)]
    return tuple(reason_of(spliced.edition.name, said) for said in about)


def reason_of(edition: str, said: PrintedStatement) -> ClaimReason:
    """Return a statement of an edition with its clauses and its reading."""
    clauses = tuple(f"{edition}.{clause}" for clause in said.clauses)
    return ClaimReason(said.sentence.rstrip("."), clauses, (said.doubt,) if said.doubt else ())
