"""Puts the example of a sentence into a small game that comes to use what the example says, and tells what it is."""

from __future__ import annotations

import re
from pathlib import Path

from cc_dsl.pipeline import Edition
from cc_dsl.rules import model
from cc_dsl.rules.kinds import plural
from cc_dsl.syntax.sentences import Sentence, SentenceList

ALWAYS = ""
HEADER = ['edition "x" of x.', "use playing-cards.", "", '§I.1 "x"']

TABLE = """
editor "the course of play"
  tinge is the order Hearts, Clubs, Diamonds, Spades.
  a card's shade is its suit-sign in the order tinge.
  a card's step is its rank in the order Ace-high.
  a card's mark is 4 times its step plus its shade.
  the whole-table goes thus:
    the cards are shuffled into the pack.
    player 1 becomes dealer.
    player 2 becomes first-hand.
    each player in turn: 7 cards in the pack go to his hand.
    each player in turn: 2 cards in the pack go to his store.
    player 1's score is now 9.
    player 2's score is now 5.
    5 cards in the pack go to the heap.
    the cards in player 1's store become {state}.
"""
"""What is laid out before the example is played; `state` is the second state of a card."""

PLAY = """\
  the game goes thus:
    then the whole-table.
    then the deal.
    if the Lead is none: 1 card in the pack goes to the Lead.
    2 times: each player in turn:
      he chooses a card in his hand as the first-pick.
      he plays the first-pick.
    each player in turn:
      he chooses a card in his hand as the trial.
      if he is first-hand: the Lead goes to his store.
      he tries the trial.
    if the leading-card is a card and the heap has a card: the leading-card beats the best card in the heap.
    player 1 wins.
  the leading-card is the best card in the rows.
"""
"""The course of play, in which every procedure and every deed of the context happens."""


def whole_game(sentence: Sentence, book: SentenceList, folder: Path) -> str:
    """Return a file that plays the example, and tells at the end whatever it defines."""
    if sentence.context == "file":
        return sentence.example + "\n"
    lines = sentence.example.split("\n")
    if sentence.context == "act":
        lines = ["when a player tries a card:", *(f"  {line}" for line in lines)]
    elif not any(line.startswith("when a player tries") for line in lines):
        lines.append("when a player tries a card: nothing.")
    keys = [*book.context]
    replaced = [keys.index(key) for key in sentence.replaces]
    place = replaced[0] if replaced else len(keys)
    before = [words for number, words in enumerate(book.context.values()) if number < place and number not in replaced]
    after = [words for number, words in enumerate(book.context.values()) if number > place and number not in replaced]
    state = "turned" if "states" in sentence.replaces else "face-down"
    body = [*HEADER, *(f"  {line}" for line in (*before, *lines, *after)), *TABLE.format(state=state).split("\n")]
    text = "\n".join([*body, *PLAY.split("\n")])
    # What an act has done is seen in all that the context defines; otherwise only what is said is looked at.
    is_looked_at = ALWAYS if sentence.context == "act" or sentence.replaces else sentence.example
    probe = Probe(resolved(text, folder), is_looked_at)
    return "\n".join([text, *probe.made, '  question told "What is so at the end?":', *probe.told]) + "\n"


def resolved(text: str, folder: Path) -> model.Rules:
    """Return the rules that a text makes; that names lie idle is no matter here."""
    path = folder / "example.rules"
    path.write_text(text + "\n", "utf-8")
    rules, problems = Edition(str(path), {}).resolve({})
    assert [problem.sentence for problem in problems if problem.code != "unused-name"] == []
    assert rules is not None
    return rules


class Probe:
    """Sentences that make a number of everything that rules define, and that tell it at the end of a game."""

    def __init__(self, rules: model.Rules, words: str) -> None:
        """Go through the definitions, properties and groups that some words name."""
        self.made: list[str] = []
        self.told: list[str] = []
        self._tell("each player's", "score")
        named = {*words.replace("'s", "").split()} if words else set()

        def is_named(name: str) -> bool:
            return not words or not named.isdisjoint((name, plural(name), f"{name}.", f"{plural(name)}."))

        for definition in rules.definitions.values():
            if is_named(definition.name) and definition.name not in ("shade", "step", "mark"):
                self._definition(definition)
        for predicate in rules.predicates.values():
            if is_named(predicate.name) and predicate.other is None:
                self._predicate(predicate)
        for group in rules.groups.values() if is_named("Line") or "Lines" in words else ():
            self._sum("a player's", "each player's", f"{group.name}-marks", f"the cards of his {group.name}")
            self._number("a player's", "each player's", f"{group.name}-count", f"his {plural(group.name)}")

    def _tell(self, whose: str, name: str) -> None:
        self.told.append(f'    tell {whose} {name}, called "{len(self.told)}".')

    def _sum(self, possessive: str, whose: str, name: str, cards: str) -> None:
        self.made.append(f"  {possessive} {name} is the total mark of {cards}.")
        self._tell(whose, name)

    def _number(self, possessive: str, whose: str, name: str, things: str) -> None:
        self.made.append(f"  {possessive} {name} is the number of {things}.")
        self._tell(whose, name)

    def _definition(self, definition: model.Definition) -> None:
        name, owner, base = definition.name, definition.owner, definition.kind.base
        if owner is not None and owner.base in ("piece", "group"):
            assert base == "number", "no example defines anything else of a card or a group"
            possessive, whose, each = ("the", "the", "the cards")
            if owner.base == "group":
                possessive, whose, each = ("a player's", "each player's", f"his {plural(owner.name)}")
            self.made.append(f"  {possessive} {name}-sum is the total {name} of {each}.")
            self._tell(whose, f"{name}-sum")
            return
        possessive, whose = ("the", "the") if owner is None else (f"a {owner.name}'s", f"each {owner.name}'s")
        own = "the" if owner is None else "his" if owner.base == "player" else "its"
        if base in ("number", "value", "player"):
            self._tell(whose, name)
        elif base in ("piece", "pieces"):
            self._sum(possessive, whose, f"{name}-marks", f"the cards in {own} {name}")
        elif base == "group":
            self._sum(possessive, whose, f"{name}-marks", f"the cards of {own} {name}")
        else:
            self._number(possessive, whose, f"{name}-count", f"{own} {name}")

    def _predicate(self, predicate: model.Predicate) -> None:
        name, base = predicate.name, predicate.kind.base
        article = re.search(rf" is (?:also )?(an?) {name} ", predicate.cases[0].origin.sentence)
        said = f"are {article[1]} {name}" if article else f"are {name}"
        if base == "piece":
            self._sum("the", "the", f"{name}-marks", f"the cards that {said}")
        elif base == "player":
            self._number("the", "the", f"{name}-count", f"(players that {said})")
        else:
            things = plural(predicate.kind.name)
            self._number("a player's", "each player's", f"{name}-count", f"((his {things}) that {said})")
