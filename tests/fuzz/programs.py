"""Makes whole rules files: definitions first, then procedures that use them, then a game that comes to all of it."""

from __future__ import annotations

import random
import re
from typing import Final, NamedTuple

from cc_dsl.rules.kinds import plural
from tests.fuzz.coverage import forms
from tests.fuzz.rows import SENTENCES, Row
from tests.fuzz.world import Name, World, article
from tests.fuzz.writing import Dead, Making, Scope, Writer

GROUPS: Final = (
    *("group", "sort", "requirement", "decider", "table", "row", "by_sort", "between", "sort_of", "shared"),
    *("has_no", "one_among", "the_name", "same", "runs", "has_compared"),
)
"""Sentences that are likelier where there are groups."""
HOW: Final = {
    "definition": "definition",
    "property": "property",
    "procedure": "procedure",
    "verb": "deed",
    "deed": "deed",
    "relation": "none",
}
"""The rows that amend a name, by what it is."""
TRIES = 12


def condition_of(text: str) -> str:
    """Return the condition of an exception; nothing if it has none, or stands in a doubt."""
    if not text.startswith("instead of "):
        return ""
    condition = text.partition(" if ")[2]
    return condition.partition(":")[0] if ":" in condition else condition.removesuffix(".")


class Said(NamedTuple):
    """A sentence: its words, the name that it introduces, the names that it uses, and the name that it amends."""

    text: str
    word: str
    used: frozenset[str]
    amends: str = ""


class Program(NamedTuple):
    """A random rules file."""

    seed: int
    theme: str
    text: str


def excluding(said: Said, other: Said) -> Said | None:
    """Return an exception that excludes another by denying its condition, as it must; None if one has no condition."""
    condition, denied = condition_of(said.text), condition_of(other.text)
    if not condition or not denied:
        return None
    text = said.text.replace(f" if {condition}", f" if not ({denied}) and ({condition})", 1)
    return said._replace(text=text, used=said.used | other.used)


def program(seed: int) -> Program:
    """Return the rules file of a seed; among as many seeds in a row as there are sentences, each is favoured once."""
    theme = forms()[seed % len(forms())].rule
    return Program(seed, theme, Composer(random.Random(seed), theme).text())


class Composer:
    """Composes one file."""

    def __init__(self, chance: random.Random, theme: str) -> None:
        """Invent what there is; nothing is said yet."""
        self.chance, self.theme = chance, theme
        self.world = World(chance, theme)
        self.writer = Writer(self.world, chance, theme)
        self.said: list[Said] = []
        self.roots: list[Said] = []

    # ------------------------------------------------------------------------------------ sentences

    def sentence(self, kind: str, fuel: int, scope: Scope | None = None) -> Said | None:
        """Return a sentence of a kind, or None if none could be found."""
        writer = self.writer
        for _ in range(TRIES):
            writer.begin()
            try:
                text = writer.phrase(kind, 0, scope or Scope(), fuel)
            except Dead:
                continue
            making = writer.making
            return Said(text, making.name.word if making is not None else "", frozenset(writer.used))
        return None

    def introduce(self, rule: str, fuel: int = 2) -> None:
        """Say something of a new name, perhaps with amendments, or with a doubt."""
        rows = [row for row in SENTENCES if row.gives == "main" and row.rule in rule.split()]
        row = self.chance.choices(rows, [row.weight for row in rows])[0]
        first = self._of_row(row, fuel)
        if first is None:
            return
        making = self.writer.making
        assert making is not None
        name = making.name
        if self.world.likes(0.12, "doubt", "alternative"):
            self.writer.forced = name
            other = self._of_row(row, fuel)
            self.writer.forced = None
            if other is not None:
                first = Said(self._doubt(first.text, other.text), name.word, first.used | other.used)
        self.said.append(first)
        exception: Said | None = None
        for _ in range(self.chance.choice((0, 0, 1, 2))):
            # What amends a name is said before it is known, so that it cannot rest on itself.
            amendment = self._amendment(making, fuel)
            if amendment is not None and "instead of " in amendment.text:
                amendment = amendment if exception is None else excluding(amendment, exception)
                exception = exception or amendment
            if amendment is not None:
                self.said.append(amendment._replace(word="", amends=name.word))
        self.world.names.append(name)

    def _of_row(self, row: Row, fuel: int) -> Said | None:
        writer = self.writer
        for _ in range(TRIES):
            writer.begin()
            try:
                text = writer.fill(row, "main", Scope(), fuel)
            except Dead:
                continue
            assert writer.making is not None
            return Said(text, writer.making.name.word, frozenset(writer.used) - {writer.making.name.word})
        return None

    def _amendment(self, making: Making, fuel: int) -> Said | None:
        writer = self.writer
        writer.begin(making)
        try:
            text = writer.phrase(HOW[making.name.what], 0, Scope(), fuel)
        except Dead:
            return None
        if self.chance.random() < 0.15:
            text = self._doubt("", text)
        return Said(text, "", frozenset(writer.used))

    def _doubt(self, one: str, other: str) -> str:
        """Return a doubt between two sentences, of which the first may say nothing."""
        number = self.world.counts["doubt"] = self.world.counts.get("doubt", 0) + 1
        first = f":\n    {_further_in(one, 4)}" if one else "."
        head = f'{self.chance.choice(("reading", "gap", "option"))} doubt-{number} "which of two":'
        second = f'  second-way "the other":\n    {_further_in(other, 4)}'
        return f'{head}\n  first-way, by default "it is the first"{first}\n{second}'

    # ------------------------------------------------------------------------------------ the whole

    def text(self) -> str:
        """Compose the file."""
        self._orders_and_tables()
        if self.world.likes(0.2, "relation", "relates"):
            self.introduce("relation", 1)
        for _ in range(3):
            self.introduce("predicate value")
        if self.world.likes(0.8, "ranking", "superlative", "best_few", "listed", "key", "whether", "better", "worse"):
            self._rank("order", "higher")
            self.world.is_ranked = True
        if self.world.likes(0.25, *GROUPS):
            self._group()
        for _ in range(4):
            self.introduce("value value predicate")
        for _ in range(self.chance.randint(3, 5)):
            self.introduce("procedure happening happening")
        self._endings()
        self.roots.append(self._game())
        return self._laid_out()

    def _orders_and_tables(self) -> None:
        for number, kind in enumerate(self.world.attributes):
            values = list(self.world.kinds[kind])
            self.chance.shuffle(values)
            twice = values[:1] if self.chance.random() < 0.3 else []
            detail = (*values[: self.chance.randint(2, 13)], *twice)
            self.world.names.append(
                Name(("ladder", "circle", "chain")[number % 3], "order", f"value {kind}", "", detail)
            )
        if self.world.likes(0.1, "table", "row"):
            kind = self.chance.choice([one for one in self.world.kinds if one not in self.world.sites])
            self.world.names.append(Name("cost", "table", "number", f"value {kind}"))

    def _rank(self, base: str, further: str) -> None:
        for kind in (base, further) if self.chance.random() < 0.4 else (base,):
            said = self.sentence(kind, 2)
            if said is not None:
                self.roots.append(said._replace(word=""))

    def _group(self) -> None:
        """Say what a group is: whose pieces, its sorts, how it ranks."""
        world, pieces = self.world, plural(self.world.piece)
        is_shared = world.has_library and world.likes(0.5, "shared")
        word = "Line" if is_shared else "Band"
        places = [one.word for one in world.of("place") if one.owner == "player"]
        place = self.chance.choice(places)
        heap = " together with the heap" if self.chance.random() < 0.4 else ""
        side = f"a player's side is the {pieces} in his {place}{heap}."
        self.said.append(Said(side, "side", frozenset((place, *heap.split()))))
        world.names.append(Name("side", "definition", "pieces", "player"))
        least = self.chance.choice((1, 2, 2))
        size = self.chance.choice((f"{least} to {least + 1}", "2"))
        noun = pieces if size != "1" else world.piece
        self.said.append(Said(f"a {word} is {size} {noun} in a player's side.", word, frozenset(("side",))))
        world.names.append(Name(word, "group", ""))
        if is_shared:
            self.said.append(Said("use §III.5 and §III.15 of 1860.", "", frozenset(), word))
            world.names += [Name(sort, "sort", f"group {word}") for sort in ("Trio", "Pair")]
        if not is_shared:
            self._sorts(word)
        for kind, share in (("need", 0.5), ("ranks", 1), ("further", 0.4), ("decides", 0.6)):
            if self.world.likes(share, *{"need": ["requirement"], "decides": ["decider"]}.get(kind, [])):
                said = self.sentence(kind, 2)
                if said is not None:
                    self.said.append(said._replace(word="", used=said.used - {word}, amends=word))
        world.ranks.add(word)
        if world.likes(0.4, "table", "row"):
            world.names.append(Name("worth", "table", "number", f"group {word}"))

    def _sorts(self, word: str) -> None:
        """Say of which sorts a group is: of two, or of one where two are not found at once, but never of none."""
        made, tried = 0, 0
        while tried < 2 or not made:
            tried += 1
            said = self.sentence("sort", 2)
            if said is None:
                continue
            assert self.writer.making is not None
            sort = self.writer.making.name
            # A condition that pieces run in an order makes the sort run, though nobody has noted in which.
            if " run in " not in said.text or sort.word in self.world.run_of:
                self.said.append(said._replace(word="", used=said.used - {said.word}, amends=word))
                self.world.names.append(sort)
                made += 1

    def _endings(self) -> None:
        """Say who sees what, how it is drawn, what is asked; and say what makes nothing happen."""
        world = self.world
        for kind, share in (("sight", 0.9), ("sight", 0.5), ("figure", 0.15), ("example", 0.25)):
            rules = {"figure": ("figure", "column"), "example": ("example", "given", "hence")}.get(kind, (kind, "all"))
            said = self.sentence(kind, 2) if world.likes(share, *rules) else None
            if said is not None:
                self.roots.append(said._replace(word=""))
        sorts = [one for one in world.of("sort") if one.type]
        if sorts and world.likes(0.3, "makes"):
            some = self.chance.sample([*world.pieces()], 2)
            words = f"example: {', '.join(some)} make {article(sorts[0].word)}."
            self.roots.append(Said(words, "", frozenset((sorts[0].word, sorts[0].type.split()[1]))))
        if "gate" in world.sites and world.likes(0.5, "extent", "ring", "behind", "measure", "wide"):
            self._ground()
        self._questions()

    def _ground(self) -> None:
        words = ["the ground is 30 yards by 40 yards."]
        words.append("the gates stand in a ring, 7 yards from one to the next, beginning above, 1 foot wide.")
        if "door" in self.world.sites:
            words.append("the doors stand 90 inches behind the gates, 1 foot wide, set crosswise.")
        self.roots += [Said(one, "", frozenset(re.findall("gate|door", one))) for one in words]

    def _questions(self) -> None:
        """Ask at the end of a game for definitions and numbers, and let a reader ask for some of them."""
        told, used = [], set()
        names = [
            one
            for one in self.world.of("definition", "number", "role", "held")
            if not one.owner or one.owner == "player"
        ]
        for number, name in enumerate(self.chance.sample(names, min(5, len(names)))):
            whose = "each player's" if name.owner else "the"
            line = f'  tell {whose} {name.word}, called "{number}-told"'
            self.writer.used = set()
            try:
                if name.type.split()[0] in ("group", "player", "piece") and self.world.likes(0.3, "with", "tell"):
                    inner = Scope().of(name.type)
                    line += f', with whether {self.writer.phrase("bool", 2, inner, 1)}, called "{number}-with"'
                if self.world.likes(0.2, "tell"):
                    line += f", if {self.writer.phrase('bool', 2, Scope(), 1)}"
            except Dead:
                continue
            told.append(line + ".")
            used |= {name.word, *self.writer.used}
        if told:
            self.roots.append(Said("\n".join(['question told "What is so?":', *told]), "", frozenset(used)))
        if told and self.world.likes(0.15, "ask", "ask_stored", "question"):
            asked = [f'  given 0 to 2 {plural(self.world.piece)} for the heap, called "laid".']
            held = [
                one
                for one in self.world.of("role", "held")
                if one.owner in ("", "player")
                and one.type != "number"
                and not one.type.startswith(("values", "players"))
            ]
            for name in held[:1]:
                whose = "each player's" if name.owner else "the"
                kind = self.world.piece if name.type == "piece" else name.type.removeprefix("value ")
                asked.append(f'  given {article(kind)} for {whose} {name.word}, called "held".')
                used.add(name.word)
            text = "\n".join(['question laid "And then?":', *asked, *told])
            self.roots.append(Said(text, "", frozenset((*used, "heap"))))

    def _game(self) -> Said:
        """Return the course of play."""
        world, writer = self.world, self.writer
        writer.begin()
        writer.used |= {"deck", "hand"}
        room = next(one.detail[1] for one in world.of("place") if one.word == "hand")
        number = 1 if room == "1" else 2
        pieces = plural(world.piece) if number > 1 else world.piece
        lines = [f"the {plural(world.piece)} are shuffled into the deck."]
        lines.append(f"each player in turn: {number} {pieces} in the deck go to his hand.")
        scope = Scope()
        for _ in range(3):
            text, scope = self._act(scope, 3)
            lines.append(text)
        inner = writer.acts(Scope(he=True, named=(("player", "player"),)), 3)
        lines.append(f"{self.chance.choice((2, 3))} times:\n  each player in turn:{_further_in(inner, 2)}")
        lines += writer.ending(lines, scope)
        text, _ = self._act(Scope(), 2)
        lines += [text, *writer.ending([text], scope)]
        lines.append(f"{self._phrase('player')} wins.")
        body = "\n".join(f"  {_further_in(line, 2)}" for line in lines)
        return Said(f"the game goes thus:\n{body}", "game", frozenset(writer.used))

    def _act(self, scope: Scope, fuel: int) -> tuple[str, Scope]:
        for _ in range(TRIES):
            try:
                return self.writer.act(scope, fuel)
            except Dead:
                continue
        return "nothing.", scope

    def _phrase(self, kind: str) -> str:
        for _ in range(TRIES):
            try:
                return self.writer.phrase(kind, 1, Scope(), 2)
            except Dead:
                continue
        return "player 1"

    # ------------------------------------------------------------------------------------ laying out

    def _laid_out(self) -> str:
        """Return the file: of what was said, all that is needed, under clauses."""
        said = self._needed()
        used = {word for one in said for word in one.used}
        declared = self.world.declared(used | {"deck", "hand"})
        lines = [f'edition "A game that nobody plays" of made-{self.chance.randint(1, 999)}.']
        lines += ["use playing-cards."] * self.world.has_library
        lines += ["", 'editor "what there is"', *(f"  {one}" for one in [*declared, *self._tables(used)])]
        lines += self._clauses(said)
        if self.world.likes(0.1, "excuse", "elsewhere"):
            lines += ["", '§II.1 "idle"', '  this clause is advisory, because "nothing follows from it".']
            lines += ["", '§II.2 "idle too"', '  this clause holds in §I.1, because "it says the same".']
        return "\n".join(lines) + "\n"

    def _needed(self) -> list[Said]:
        """Return the sentences that the game comes to need, in their order; the game stands last."""
        found: set[int] = set()
        words: set[str] = set()
        waiting = list(self.roots)
        every = [*self.said, *self.roots]
        while waiting:
            one = waiting.pop()
            if id(one) in found:
                continue
            found.add(id(one))
            words |= {*one.used, one.word}
            waiting += [
                other
                for other in every
                if (other.word and {other.word, plural(other.word)} & words)
                or (other.amends and other.amends in words)
                or (other.amends and plural(other.amends) in words)
            ]
        return [one for one in every if id(one) in found]

    def _clauses(self, said: list[Said]) -> list[str]:
        lines: list[str] = []
        where: dict[str, str] = {}
        number = 0
        for one in said:
            if number == 0 or self.chance.random() < 0.6:
                number += 1
                lines += ["", f'§I.{number} "clause {number}"']
            if one.word:
                where[one.word] = f"§I.{number}"
            lines += [f"  {line}" for line in one.text.split("\n")]
        return [re.sub(r"§<([^>]*)>", lambda found: where[found[1]], line) for line in lines]

    def _tables(self, used: set[str]) -> list[str]:
        lines = []
        for name in self.world.of("table"):
            if name.word in used:
                kind = name.owner.split()[1]
                rows = self.world.kinds.get(kind) or [
                    one.word for one in self.world.of("sort") if one.type == name.owner
                ]
                lines.append(f"| of {article(kind)} | {name.word} |")
                lines += [f"| {row} | {self.chance.randint(0, 9)} |" for row in rows]
        return lines


def _further_in(text: str, by: int) -> str:
    return text.replace("\n", "\n" + " " * by)
