"""Puts an example of a sentence into a small game that uses whatever the example says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from cc_dsl.pipeline import Edition
from cc_dsl.rules import model
from cc_dsl.rules.kinds import plural
from cc_dsl.weave.sentences import Book, Sentence

HEADER = ['edition "x" of x.', "use playing-cards.", "", '§I.1 "x"']

GAME = """
editor "the course of play"
  tinge is the order Hearts, Clubs, Diamonds, Spades.
  a card's shade is its suit-sign in the order tinge.
  a card's step is its rank in the order Ace-high.
  a card's mark is 4 times its step plus its shade.
  the whole-table goes thus:
    the cards are shuffled into the pack.
    player 1 becomes dealer.
    player 2 becomes first-hand.
    1 card in the pack goes to the Lead.
    each player in turn: 7 cards in the pack go to his hand.
    each player in turn: 2 cards in the pack go to his store.
    player 1's score is now 9.
    player 2's score is now 5.
    5 cards in the pack go to the heap.
    the cards in player 1's store become {state}.
"""
"""What is laid out before the example is played; `state` is the second state of a card."""

PLAY = """
  the game goes thus:
    then the whole-table.
    then the deal.
    2 times: each player in turn:
      he chooses a card in his hand as the first-pick.
      he plays the first-pick.
    each player in turn:
      he chooses a card in his hand as the trial.
      he tries the trial.
    the player with the greatest score wins.
"""
"""The course of play, with chances for every procedure and happening of the context."""

OWN_GAME = "the game goes thus"


def text_of(sentence: Sentence, book: Book) -> str:
    """Give a whole file in which the example stands where it can stand, and is played."""
    return sentence.example


def probes(rules: model.Rules) -> tuple[list[str], list[str]]:
    """Give sentences that make numbers of all definitions and properties, and those that tell them at the end."""
    made: list[str] = []
    told: list[str] = []

    def tell(whose: str, name: str) -> None:
        told.append(f'    tell {whose}{name}, called "{len(told)}".')

    for definition in rules.definitions.values():
        name, owner, base = definition.name, definition.owner, definition.kind.base
        if name in ("mark", "step", "shade"):
            continue
        if owner is not None and owner.base == "piece":
            if base == "number":
                made.append(f"  the {name}-sum is the total {name} of the cards.")
                tell("the ", f"{name}-sum")
            continue
        if owner is not None and owner.base == "group":
            if base == "number":
                made.append(f"  a player's {name}-sum is the total {name} of his {plural(owner.name)}.")
                tell("each player's ", f"{name}-sum")
            continue
        possessive, whose = ("the", "the ") if owner is None else (f"a {owner.name}'s", f"each {owner.name}'s ")
        own = "the" if owner is None else "his" if owner.base == "player" else "its"
        if base in ("number", "value", "player"):
            tell(whose, name)
        elif base in ("piece", "pieces"):
            made.append(f"  {possessive} {name}-sum is the total mark of the cards in {own} {name}.")
            tell(whose, f"{name}-sum")
        elif base == "group":
            made.append(f"  {possessive} {name}-sum is the total mark of the cards of {own} {name}.")
            tell(whose, f"{name}-sum")
        elif base in ("players", "values", "groups"):
            made.append(f"  {possessive} {name}-sum is the number of {own} {name}.")
            tell(whose, f"{name}-sum")
    for predicate in rules.predicates.values():
        name, base = predicate.name, predicate.kind.base
        article = re.search(rf" is (?:also )?(an?) {name} ", f"{predicate.cases[0].origin.sentence} ")
        said = f"are {article[1]} {name}" if article else f"are {name}"
        if base == "piece":
            made.append(f"  the {name}-sum is the total mark of the cards that {said}.")
        elif base == "player":
            made.append(f"  the {name}-sum is the number of (players that {said}).")
        elif base == "value":
            made.append(f"  the {name}-sum is the number of ({plural(predicate.kind.name)} that {said}).")
        elif base == "group":
            made.append(f"  a player's {name}-sum is the number of ((his {plural(predicate.kind.name)}) that {said}).")
            tell("each player's ", f"{name}-sum")
            continue
        tell("the ", f"{name}-sum")
    for group in rules.groups.values():
        made.append(f"  a player's {group.name}-sum is the total mark of the cards of his {group.name}.")
        made.append(f"  a player's {group.name}-count is the number of his {plural(group.name)}.")
        tell("each player's ", f"{group.name}-sum")
        tell("each player's ", f"{group.name}-count")
    return made, told


def whole_game(sentence: Sentence, book: Book, folder: Path) -> str:
    """Give a file that plays the example and tells what it means, as far as its context can show it."""
    lines = sentence.example.split("\n")
    context = dict(book.context)
    if sentence.context == "act":
        lines = ["when a player tries a card:", *(f"  {line}" for line in lines)]
    keys = [*context]
    places = [keys.index(key) for key in sentence.replaces]
    place = places[0] if places else len(keys)
    before = [context[key] for number, key in enumerate(keys) if number < place and number not in places]
    after = [context[key] for number, key in enumerate(keys) if number > place and number not in places]
    state = "turned" if "turned" in sentence.example and "states" in sentence.replaces else "face-down"
    body = [*HEADER, *(f"  {line}" for line in (*before, *lines, *after))]
    frame = GAME.format(state=state).split("\n")
    if not any(line.strip().startswith(OWN_GAME) for line in lines):
        frame += PLAY.split("\n")[1:]
    if sentence.context != "act" and not re.search(r"when a player tries", sentence.example):
        frame.append("  when a player tries a card: nothing.")
    text = "\n".join([*body, *frame])
    rules = resolved(text, folder)
    made, told = probes(rules)
    end = ['  question told "What is so at the end?":', *told] if told else []
    return "\n".join([text, *made, *end]) + "\n"


def resolved(text: str, folder: Path) -> Any:
    """Give the rules that a text makes; that names lie idle is no matter here."""
    path = folder / "example.rules"
    path.write_text(text + "\n", "utf-8")
    rules, problems = Edition(str(path), {}).resolve({})
    found = [problem for problem in problems if problem.code != "unused-name"]
    assert not found, [problem.sentence for problem in found]
    return rules
