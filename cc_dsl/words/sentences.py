"""One decision as one sentence, made of its question and its answer.

    the winner | player 1                           player 1 is the winner
    player 1 is at liberty | no                     player 1 is not at liberty
    when a player plays, if he is idle: … | no      the rule “when a player plays” does not apply, since …

Decisions for programs have the form `the winner: player 1` (`statement`). Players are told the decisions that are news
to them (`summary`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from cc_dsl.closures.listener_names import YOU, head_of, is_plural, join_words, possessive, verb_form
from cc_dsl.closures.observations import NOTHING_MORE
from cc_dsl.closures.reasons import Decision, DecisionFact
from cc_dsl.rules.kinds import PLURALS, a_name, plural
from cc_dsl.words.book import Book
from cc_dsl.words.layout import capital

YES, NO = "yes", "no"
MOST_GROUNDS = 3
"""The most reasons that a sentence on a rule gives."""
MOST_PIECES, FIRST_PIECES = 12, 3
"""The most pieces that a sentence lists; if there are more, it lists the first few."""
COMPARATIVES = {"greatest": "greater", "least": "less", "best": "better", "worst": "worse"}
OBSERVED = "what is observed"
HAVE = re.compile(r" (?:has|have) ")
SOMEBODY = re.compile(r"the ((?:(?! is\b)[\w -])+) is a player\.?")
NOBODY = re.compile(r"\bthe ([\w-]+(?: (?!(?:is|and|or|not|if)\b)[\w-]+){0,5}) is none\b")
OF_BRACKETS = re.compile(r" of \(([^()]*)\)")
SAME_NOUN = re.compile(r"\bthe (\w+) is( not)? the \1 ")
DENIED = re.compile(r"not \((.*)\)")
APPLIES = re.compile(r"(?:when|after|before) |the [\w -]+ goes (?:on )?thus\b")
"""The beginning of a rule that applies on an occasion, perhaps under a condition."""
PROCEDURE = re.compile(r"the [\w -]+ goes (?:on )?thus")
"""The heading of a procedure, whose name says nothing to players."""
CONDITION = re.compile(r", if (.*?):")
OCCASION = re.compile(r", if |:")
"""The separator after the occasion on which a rule applies."""
PRONOUN = re.compile(r"\b(?:it|its|he|his|him|she|her|they|their|them|there(?! (?:is|are)\b))\b")


def sentence(decision: Decision) -> str:
    """Return a decision as a sentence without a capital letter and a full stop."""
    fact, question, answer = decision.fact, decision.question, decision.answer
    if fact.form == "miss":  # these pieces are not a group, because a requirement of the sort fails
        who, sort, pieces = missed_group(decision)
        return f"{pieces} is not {a_name(sort)} for {who}"
    if answer in (YES, NO) and fact.form != "check":
        return statement(decision)
    name, whose = fact.name, fact.whose
    has, owned = verb_form(whose, "have", "has"), f"{possessive(whose)} {name}" if whose else f"the {name}"
    match fact.form:
        case "definition" | "group":
            if fact.player is not None and not whose:
                return f"{answer} {verb_form(answer, 'are', 'is')} the {name}"
            if whose and (fact.is_none or answer == "none"):
                return f"{whose} {has} no {name}"
            if fact.is_none:
                return f"there is no {name}"
            if fact.base == "number" and fact.amount is not None and verb_for(name) == "are":
                return (
                    f"{whose} {has} {number_of_things(answer, name)}" if whose else f"the number of {name} is {answer}"
                )
            if fact.base in ("pieces", "groups") and fact.amount == 1 and verb_for(name) == "are":
                return f"{possessive(whose) if whose else 'the'} only {singular(name)} is {answer}"
            sort, _, pieces = answer.partition(" ")
            what = f"{a_name(sort)}, {pieces}" if fact.base == "group" and pieces else answer
            return f"{owned} {verb_for(name)} {what}"
        case "groups":
            if answer == "none":
                return f"{whose} {has} no {plural(name)}"
            return f"{possessive(whose)} {f'only {name} is' if fact.amount == 1 else f'{plural(name)} are'} {answer}"
        case "comparison":
            return _comparison(fact, question, answer)
        case "number" | "held":
            if fact.is_state:
                return _new_state(whose, answer, fact.amount != 1 or whose == YOU)
            if fact.is_none and not whose and question.startswith("each "):
                owner = question.removeprefix("each ").removesuffix(f"'s {name}")
                return f"no {owner} now has {a_name(name)}"
            if fact.is_none:
                return f"{whose} now {has} no {name}" if whose else f"there is now no {name}"
            if fact.form == "number" and fact.amount is not None and verb_for(name) == "are":
                if whose:
                    return f"{whose} now {has} {number_of_things(answer, name)}"
                if question == f"the {name}":
                    return f"the number of {name} is now {answer}"
            return f"{owned if whose else question} {verb_for(name)} now {answer}"
        case "role":
            if fact.is_none:
                return f"there is now no {name}"
            return f"{answer} {verb_form(answer, 'are', 'is')} now {name}"
        case "state":
            return _new_state(_first_pieces(question), answer, fact.amount != 1)
        case "seen":  # a condition of sight has changed
            return f"{answer} in {question} can now be seen"
        case "choice":  # omit a name that adds nothing
            as_what = "" if name in ("choice", "pick", fact.base) else f" as the {name}"
            verb = verb_form(whose, "choose", "chooses") if whose else "picks"
            return f"{whose or 'chance'} {verb} {'the ' if fact.base == 'group' else ''}{answer}{as_what}"
        case "option":
            return f"{whose} {verb_form(whose, 'choose', 'chooses')} to {answer}"
        case "check":
            return _check_sentence(decision)
        case "observed" if answer == NOTHING_MORE:
            return f"{answer} happens"
        case "turns":  # the players or things that take turns in a rule
            things, _, order = question.removeprefix("each ").partition(" in turn")
            thing, that, condition = things.partition(" that ")
            if that and PRONOUN.search(condition):
                things = thing  # the pronoun is clear only in the rules
            if answer == "none":
                return f"no {things} takes a turn{order}"
            each = answer.split(", ")
            if things.split()[0] != "player":
                return f"{join_words(each)} {'are' if len(each) > 1 else 'is'} taken in turn{order}"
            if len(each) == 1:
                return f"{each[0]} {verb_form(each[0], 'take', 'takes')} a turn{'' if ' from ' in order else order}"
            return f"{join_words(each)} take turns{order.replace(' from', ', beginning with', 1)}"
    return statement(decision)


def missed_group(decision: Decision) -> tuple[str, str, str]:
    """Return the player, the sort and the pieces of a group that fails a requirement of its sort."""
    who, group = HAVE.split(decision.question, maxsplit=1)
    sort, _, pieces = group.partition(" ")
    return who, sort, pieces


def statement(decision: Decision) -> str:
    """Return a question and its answer separated by a colon, as programs read them."""
    question, answer = decision.question, decision.answer
    if answer in (YES, NO):
        if question.endswith((".", ":", ",")):
            return f"{question.rstrip('.:,')}: {answer}"
        return _condition_words(question) if answer == YES else negation(question)
    if question in ("the game", OBSERVED):
        return answer
    if question.endswith(("s", "does")) or " of " in question or not question.startswith(("the ", "player ")):
        return f"{question}: {answer}"
    return f"{question} is {answer}"


def _condition_words(words: str) -> str:
    """Return a condition that holds: “there is a winner” for `the winner is a player`, “there is no mark” for none."""
    if denied := _denied_condition(words):
        return negation(denied)
    somebody = SOMEBODY.fullmatch(words)
    return NOBODY.sub(r"there is no \1", words) if somebody is None else f"there is {a_name(somebody[1])}"


def verb_for(name: str) -> str:
    """Return the verb for a name, which may be a plural and be followed by other words."""
    return "are" if is_plural(name) else "is"


def singular(name: str) -> str:
    """Return a plural name in the singular, with the words behind it, such as “square left to move”."""
    many = head_of(name)
    before, space, last = many.rpartition(" ")
    forms = (*(single for single, several in PLURALS.items() if several == last), last[:-1], last[:-2], f"{last[:-3]}y")
    singular = next((form for form in forms if form and plural(form) == last), last)
    return f"{before}{space}{singular}{name[len(many) :]}"


def number_of_things(number: str, name: str) -> str:
    """Return a number with the name that it counts, in the plural or singular: “3 points”, “1 point”."""
    return f"{number} {singular(name) if number in ('1', 'minus 1') else name}"


def _new_state(things: str, state: str, are_many: bool) -> str:
    """Return the sentence that things are now in a state: “they are now open”, “they have yet to move”."""
    if state.startswith("yet to "):
        return f"{things} {'have' if are_many else 'has'} {state}"
    be = "are" if are_many else "is"
    return f"{things} {be} {state}" if state.startswith("no longer ") else f"{things} {be} now {state}"


def _first_pieces(pieces: str) -> str:
    """Return listed pieces; if they are many, only the first few and the number of the others."""
    known, _, hidden = pieces.partition(" and ")
    between = ", " if ", " in known else " "
    each = known.split(between)
    rest = [hidden] if hidden else []
    if len(each) > MOST_PIECES:
        return join_words([between.join(each[:FIRST_PIECES]), f"{len(each) - FIRST_PIECES} others", *rest])
    return pieces if between == " " else join_words([*each, *rest])


def _comparison(fact: DecisionFact, question: str, answer: str) -> str:
    """Return the sentence that says whose thing is the best, or that nothing decides between several."""
    degree, _, noun = question.removeprefix("the ").partition(" of ")[0].partition(" ")
    leaders = [(owner, thing) for owner, thing in fact.compared if owner == answer]
    others = [(owner, thing) for owner, thing in fact.compared if owner != answer]
    if not leaders and fact.base == "number":  # only the greatest, or least, numbers tie
        numbers = [int(thing.replace("minus ", "-")) for _, thing in others]
        limit = max(numbers) if degree == "greatest" else min(numbers)
        others = [pair for pair, number in zip(others, numbers, strict=True) if number == limit]
    (owner, thing), *others = [*leaders, *others]
    is_count = noun != "" and is_plural(noun)
    # “your 5 points”, “Hearts' strength of 27”
    what = number_of_things(thing, noun) if is_count else f"{noun} of {thing}" if noun else thing
    first, rest = f"{possessive(owner)} {what}", [f"{possessive(owner)} {thing}" for owner, thing in others]
    if not leaders:
        return f"nothing decides between {join_words([first, *rest])}"
    be = "are" if is_count and not what.endswith(singular(noun)) else "is"
    comparative = "more" if is_count and degree == "greatest" else COMPARATIVES[degree]
    return f"{first} {be} {comparative} than {join_words(rest)}"


def _check_sentence(decision: Decision) -> str:
    """Return whether a rule applies, with its deciding reason; for a bare condition, whether it holds.

    A condition in the words of the rules may contain “it”, which is clear only there; its reasons name the thing.
    """
    question, holds = decision.question, decision.answer == YES
    grounds = " and ".join(dict.fromkeys(map(sentence, decision.reasons)))
    if APPLIES.match(question) is None:
        if PRONOUN.search(question) is None:
            return _words_of_test(question, holds)
        if grounds and all(reason.answer in (YES, NO) for reason in decision.reasons):
            return grounds  # they say the same without the pronoun
        result = f"the condition “{question}” {'holds' if holds else 'does not hold'}"
    else:
        condition = CONDITION.search(question)
        if len(decision.reasons) > MOST_GROUNDS:
            grounds = ""  # the reasons follow as a list
        elif not grounds and condition is not None and PRONOUN.search(condition[1]) is None:
            grounds = _words_of_test(condition[1], holds)
        result = f"{rule_named(question, decision.clauses)} {'applies' if holds else 'does not apply'}"
        if holds and grounds and decision.sentence.endswith(": nothing."):
            result = "nothing happens"
    return f"{result}, since {grounds}" if grounds else result


def is_unclear_test(decision: Decision) -> bool:
    """Return whether a decision tests a bare condition with a pronoun, and no reason names its thing."""
    return decision.fact.form == "check" and sentence(decision).startswith("the condition “") and not decision.reasons


def _words_of_test(condition: str, holds: bool) -> str:
    """Return the sentence that a condition holds, or that it does not.

    “The ball is the ball in play” becomes “the ball is the one in play”, and “the number of (players that are in
    need)” loses its brackets.
    """
    words = _condition_words(condition) if holds else negation(condition)
    return OF_BRACKETS.sub(r" of \1", SAME_NOUN.sub(r"the \1 is\2 the one ", words))


def rule_named(sentence: str, clauses: Sequence[str] = ()) -> str:
    """Return a name for a rule: the occasion on which it applies, or the clause of a procedure."""
    occasion = OCCASION.split(sentence)[0]
    if clauses and PROCEDURE.fullmatch(occasion):
        return f"the rule of {clauses[0].partition('.')[2]}"
    return f"the rule “{occasion}”"


def is_choice(decision: Decision) -> bool:
    """Return whether a decision is a choice by a player or chance, or an answer of the world."""
    return decision.fact.form in ("choice", "option", "observed")


def line(decision: Decision, book: Book) -> str:
    """Return a decision as a sentence, followed by its sources."""
    return book.with_sources(f"{capital(sentence(decision))}.", decision.clauses, decision.readings)


def walk(decisions: Iterable[Decision]) -> Iterator[Decision]:
    """Yield decisions and all their reasons, each before its own reasons."""
    for decision in decisions:
        yield decision
        yield from walk(decision.reasons)


def clauses_of(decisions: Iterable[Decision]) -> list[str]:
    """Return the clauses that decisions and their reasons name, each once, in order of first mention."""
    return list(dict.fromkeys(clause for decision in walk(decisions) for clause in decision.clauses))


def readings_of(decisions: Iterable[Decision]) -> list[str]:
    """Return the readings that decisions and their reasons name, each once, in order of first mention."""
    return list(dict.fromkeys(reading for decision in walk(decisions) for reading in decision.readings))


# --------------------------------------------------------------------------------------------------- news

CHANGES = ("number", "held", "role", "state", "end")
"""Forms of decisions that change the position."""
HIDDEN = "a hidden "
"""The words for a piece that the listener does not know, before its name."""


def summary(decisions: Iterable[Decision], is_told: Callable[[Decision], bool] | None = None) -> list[Decision]:
    """Return the decisions that matter to players; several picks of one choice become one."""
    merged: list[tuple[Decision, list[str]]] = []
    for decision in filter(is_told or is_worth_telling, decisions):
        last, answers = merged[-1] if merged else (None, [])
        is_same = last is not None and (last[:1], last[2:4]) == (decision[:1], decision[2:4])
        if decision.fact.form == "choice" and is_same and not decision.answer.isdigit():  # do not join picked numbers
            answers.append(decision.answer)
        elif is_choice(decision) or last != decision:
            merged.append((decision, [decision.answer]))
    summarised = []
    for decision, answers in merged:
        # Hidden pieces come last and are only counted.
        hidden = [answer for answer in answers if answer.startswith(HIDDEN)]
        known = [answer for answer in answers if not answer.startswith(HIDDEN)]
        between = ", " if any(" " in answer for answer in known) else " "
        parts = [join_words(known) if decision.fact.base == "value" else between.join(known), *hidden[:1]]
        if len(hidden) > 1:
            parts[1] = f"{len(hidden)} hidden {plural(hidden[0].removeprefix(HIDDEN))}"
        fact = decision.fact if len(answers) == 1 else decision.fact._replace(amount=len(answers))
        summarised.append(decision._replace(answer=" and ".join(filter(None, parts)), fact=fact))
    return summarised


def is_worth_telling(decision: Decision) -> bool:
    """Return whether a decision is worth a line: an answer, or a decision with a clause that is not merely a step.

    A test, an order of turns, or a reset to the initial value is merely a step to other decisions.
    """
    answer, fact = decision.answer, decision.fact
    if is_choice(decision):
        return True
    is_put_back = answer in ("0", "none") and decision.sentence.startswith(f"the {plural(fact.key)} are now")
    if fact.is_state and fact.amount != 1:  # all are set back to the first state
        is_put_back = fact.key.startswith(f"{answer.replace(' ', '-')}-or-")
    return bool(decision.clauses) and answer != NO and not is_put_back and fact.form not in ("check", "turns")


def clauses_of_nothing(decisions: Sequence[Decision]) -> tuple[str, ...] | None:
    """Return the clauses by which an observation has no consequences; None if it has some."""
    if not decisions or any(decision.fact.form in CHANGES for decision in decisions):
        return None
    idle = (
        decision.clauses
        for decision in decisions
        if decision.answer == YES and decision.sentence.endswith(": nothing.")
    )
    return tuple(dict.fromkeys(clause for clauses in idle for clause in clauses))


def is_about(decision: Decision, words: str) -> bool:
    """Return whether a decision mentions some words, or, after §, whether the clause of that id decides it."""
    if words.startswith("§"):
        return any(f".{clause}".endswith(f".{words[1:]}") for clause in decision.clauses)
    names = f"{decision.question} {decision.fact.key} {decision.fact.name}"
    if decision.fact.base == "group":  # “suit” also finds the decision that a Line is a Suit
        names += f" {decision.answer}"
    return words.replace("-", " ").casefold() in names.replace("-", " ").casefold()


def last_about(decisions: Sequence[Decision], words: str = "") -> Decision | None:
    """Return the last decision that mentions some words, or the last of all, preferring decisions worth a line.

    If no decision mentions them, it is a reason of the last decision with such reasons, preferring those that hold.
    """
    fitting = [decision for decision in decisions if is_about(decision, words)]
    if fitting:
        return ([*filter(is_worth_telling, fitting)] or fitting)[-1]
    for decision in reversed(decisions):
        if reasons := [reason for reason in walk(decision.reasons) if is_about(reason, words)]:
            return next((each for each in reasons if not each.fact.is_none and each.answer != NO), reasons[0])
    return None


def decided_by_comparison(decisions: Iterable[Decision]) -> Iterator[Decision]:
    """Yield the decisions with a comparison among their reasons that no earlier one has.

    Who won a trick rests on a comparison; who then plays first only rests on who won.
    """
    known: set[Decision] = set()
    for decision in decisions:
        compared = {reason for reason in walk(decision.reasons) if reason.fact.form == "comparison"}
        if not compared <= known and not is_choice(decision):
            yield decision
        known |= compared


# ------------------------------------------------------------------------------------------------- denial

QUANTIFIERS = {"every ": "not every ", "some ": "no ", "no ": "some "}
VERBS = re.compile(r" (is|are|has|have|run|runs) ")
AMOUNTS = re.compile(r"\d|at least |at most |more |fewer |as many |the ")
DOES = {"has": "does not have", "have": "do not have", "run": "do not run", "runs": "does not run"}
SO_MANY = re.compile(r"(exactly|at least|at most|more than|fewer than|less than) \d+ ")
RELATIVE = re.compile(r" (?:that|whose|than|where) ")
BRACKETS = re.compile(r"\([^()]*\)")


def negation(condition: str) -> str:
    """Return the sentence that is true exactly when the condition is not.

    A condition whose verb is not found is negated as a whole, and so is one whose parts cannot be negated each.
    """
    whole = f"it is not true that {_condition_words(condition)}"
    if denied := _denied_condition(condition):
        return _condition_words(denied)
    bare = _without_brackets(condition)
    if " and " in bare or " or " in bare:
        return _negated_parts(condition, bare) or whole
    if SO_MANY.match(condition):
        return whole
    if nobody := NOBODY.fullmatch(condition):
        return f"there is {a_name(nobody[1])}"
    if existence := re.match(r"there (is|are) (no |an? )?", condition):
        thing = condition[existence.end() :]
        if existence[2] == "no ":
            return f"there {existence[1]} {thing if existence[1] == 'are' else a_name(thing)}"
        return f"there {existence[1]} no {thing}"
    for words, other in QUANTIFIERS.items():
        if condition.startswith(words):
            return other + condition.removeprefix(words)
    verb = VERBS.search(bare)
    # In “the number of heaps that are full is 1” the first verb is not that of the condition.
    if verb is None or condition[verb.end() :].startswith("no ") or RELATIVE.search(bare, 0, verb.end()):
        return whole
    before, after = condition[: verb.start()], condition[verb.end() :]
    if verb[1] in ("is", "are"):
        return f"{before} {verb[1]} {after.removeprefix('not ') if after.startswith('not ') else f'not {after}'}"
    if verb[1] in ("run", "runs") or AMOUNTS.match(after):
        return f"{before} {DOES[verb[1]]} {after}"
    return f"{before} {verb[1]} no {re.sub('^an? ', '', after)}"


def _negated_parts(condition: str, bare: str) -> str:
    """Return the negation of conditions that are all joined by “and”, or all by “or”; an empty string for any other.

    “The pack is empty and the die is 1” is false exactly when “the pack is not empty or the die is not 1”. `bare` is
    the condition with its brackets blanked out, in which the joints are found.
    """
    joint, opposite = (" and ", " or ") if " and " in bare else (" or ", " and ")
    if opposite in bare or RELATIVE.search(bare):
        return ""
    starts = [0, *(match.end() for match in re.finditer(joint, bare))]
    ends = [*(start - len(joint) for start in starts[1:]), len(condition)]
    parts = [condition[start:end] for start, end in zip(starts, ends, strict=True)]
    if not all(VERBS.search(part) for part in parts):
        return ""
    negated_parts = [negation(part) for part in parts]
    is_clear = not any(part.startswith("it is not true") for part in negated_parts)
    return {" or ": ", or "}.get(opposite, opposite).join(negated_parts) if is_clear else ""


def _denied_condition(condition: str) -> str:
    """Return the condition that `not (…)` denies; an empty string if its brackets do not enclose all the rest."""
    inner = DENIED.fullmatch(condition)
    return inner[1] if inner is not None and re.fullmatch(r"[^()]*", _without_brackets(inner[1])) else ""


def _without_brackets(text: str) -> str:
    """Return the text with everything in brackets blanked out, so that offsets are unchanged."""
    while True:
        blank = BRACKETS.sub(lambda match: "_" * len(match.group()), text)
        if blank == text:
            return text
        text = blank
