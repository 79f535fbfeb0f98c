"""The names of a random program: what there is, of what type, and the sentences that introduce it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from cc_dsl.rules.kinds import plural
from cc_dsl.syntax.words import reserved_words

KINDS: Final = {
    "hue": ("Red", "Green", "Blue", "Amber"),
    "shape": ("Disc", "Square", "Star", "Ring"),
    "season": ("Spring", "Summer", "Autumn"),
    "wind": ("North", "East", "West"),
}
JOKERS: Final = ("jester", ("Motley", "Pierrot"))
PACK: Final = {
    "rank": ("Ace", "King", "Queen", "Knave", "Ten", "Nine", "Eight", "Seven", "Six", "Five", "Four", "Three", "Two"),
    "suit-sign": ("Hearts", "Diamonds", "Clubs", "Spades"),
}
"""What the library `playing-cards` introduces, besides cards."""
PLACES: Final = ("deck", "heap", "tray", "shelf", "bowl")
OWN_PLACES: Final = ("hand", "store", "nest", "corner")
NUMBERS: Final = ("tally", "debt", "clock", "score", "fee", "height")
ROLES: Final = ("keeper", "leader")
HELD: Final = ("omen", "badge", "friend", "charm")
SETS: Final = ("roll", "choir")
STATES: Final = (("upright", "tilted"), ("shiny", "matt"))
WORDS: Final = {
    "definition": (
        *("aim", "bond", "crest", "drift", "gain", "hoard", "knot", "limit", "mood", "nook", "pledge", "reach"),
    ),
    "relation": ("fits", "follows", "covers", "matches"),
    "property": ("bold", "calm", "dark", "fair", "grim", "keen", "lucky", "merry", "noble", "proud", "quick", "rare"),
    "procedure": ("opening", "round", "trade", "feast", "storm", "close", "rest", "parley"),
    "verb": ("acts", "plays", "throws", "lays", "sings", "waits", "bows", "hides"),
    "deed": ("beats", "passes", "touches", "meets", "rests-in"),
    "sort": ("Twin", "Flight", "Quartet", "Single"),
    "group": ("Band",),
    "local": ("pick", "lot", "choice", "draft", "prize", "catch"),
    "option": ("to-stand", "to-go", "to-stay"),
    "label": ("first-way", "second-way"),
    "doubt": ("doubt",),
    "table": ("worth", "cost"),
    "order": ("ladder", "circle"),
}
"""Words for names that are made while a program is written; when they are used up, they are numbered."""
GROUND: Final = ("site", "extent", "ring", "behind", "measure", "wide", "numbered")
BOARD: Final = ("spanned", "board", "beyond", "among", "direction", "distance")
FIELD: Final = "field"
FIELDS: Final = tuple(f"{letter}{number}" for number in (1, 2, 3) for letter in "abc")


class Name(NamedTuple):
    """A name, and what it stands for."""

    word: str
    what: str
    type: str = ""
    owner: str = ""
    """The type of those who each have one; nothing, if all share one."""
    detail: tuple[str, ...] = ()


def many(kind: str) -> str:
    """Return the type of a set of things of a type."""
    base, _, name = kind.partition(" ")
    return f"{base}s {name}".strip()


def article(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


class World:
    """What there is in one program; sentences that introduce it are written for what is used."""

    def __init__(self, chance: random.Random, theme: str) -> None:
        """Invent a game that is good for one sentence."""
        self.chance, self.theme = chance, theme
        self.has_library = has_library = self.likes(0.05, "use", "shared")
        self.kinds: dict[str, tuple[str, ...]] = {}
        self.sites: dict[str, tuple[str, str, str]] = {}
        """Of what stands on the ground: its form, the type of its owner, and of the owner at last."""
        self.makes: list[tuple[str, ...]] = []
        self.names: list[Name] = []
        self.seats = (2, 2) if theme == "other" else chance.choice(((2, 2), (2, 2), (3, 3), (2, 3), (1, 1)))
        self.piece = "card" if has_library else chance.choice(("tile", "stone", "counter"))
        self.is_ranked = False
        self.ranks: set[str] = set()
        """The groups of which it is said how they rank."""
        self.runs: dict[str, set[str]] = {}
        """For each group the orders in which its sorts run."""
        self.run_alike: set[str] = set()
        """The groups whose sorts may not run in further orders, since `between` asks of them all."""
        self.run_of: dict[str, str] = {}
        """For each sort the order in which it runs."""
        self.counts: dict[str, int] = {}
        self._invent()

    def likes(self, share: float, *rules: str) -> bool:
        """Tell by lot whether such a sentence is wanted; for a program that is meant for it, it is."""
        return self.theme in rules or self.chance.random() < share

    # ------------------------------------------------------------------------------------ inventing

    def _invent(self) -> None:
        chance = self.chance
        if self.has_library:
            self.kinds |= PACK
            self.makes.append(tuple(PACK))
        for kind, values in chance.sample(sorted(KINDS.items()), 2 if self.has_library else 3):
            self.kinds[kind] = values[: chance.randint(2, len(values))]
        if not self.has_library:
            self.makes.append(tuple(self.kinds)[:2])
        if self.likes(0.2, "pieces"):
            self.kinds[JOKERS[0]] = JOKERS[1]
            self.makes.append((JOKERS[0],))
        for name, form, owner in (
            ("gate", "arch", "player"),
            ("door", "arch", "value gate"),
            ("post", "peg", "value hue"),
        ):
            if self.likes(0.2, *GROUND):
                self._site(name, form, owner)
        if self.likes(0.2, *BOARD):
            self.kinds[FIELD] = FIELDS
        ring = next(kind for kind in self.kinds if kind in KINDS)
        self.ring = ring if self.likes(0.2, "cycle") else ""
        self._invent_stores()
        for number, states in enumerate(STATES):
            if not number or chance.random() < 0.4:
                self.names += [Name(word, "state", detail=states) for word in states]

    def _site(self, name: str, form: str, owner: str) -> None:
        if owner != "player":
            kind = owner.removeprefix("value ")
            if kind not in self.kinds:
                return
            owner = f"value {kind}"
            root = self.sites[kind][2] if kind in self.sites else owner
        else:
            root = owner
        self.sites[name] = (form, owner, root)
        count = self.seats[1] if root == "player" else len(self.kinds[root.removeprefix("value ")])
        self.kinds[name] = tuple(f"{name} {number + 1}" for number in range(count))

    def _invent_stores(self) -> None:
        chance = self.chance
        owners = ["player", "player", *(f"value {kind}" for kind in self.kinds if kind not in PACK), "piece"]
        for number, word in enumerate(PLACES):
            room = "" if number == 0 or chance.random() < 0.7 else chance.choice(("1", "1", "4"))
            self._place(word, "", number == 0 or chance.random() < 0.3, room)
        for number, word in enumerate(OWN_PLACES):
            owner = "player" if number < 2 else chance.choice(owners[:-1])
            self._place(word, owner, chance.random() < 0.4, "" if chance.random() < 0.6 else chance.choice(("1", "3")))
        for number, word in enumerate(NUMBERS):
            owner = "" if number < 2 else "player" if number < 4 else chance.choice(owners)
            low = chance.choice((0, 0, 40, 90))
            bounds = (f"minus {low}" if low else "0", str(chance.choice((30, 60, 90, 400))))
            self.names.append(Name(word, "number", "number", owner, bounds))
        self.names += [Name(word, "role", "player") for word in ROLES]
        for word in HELD:
            owner = chance.choice(("", *owners))
            held = chance.choice(("piece", *(f"value {kind}" for kind in self.kinds), *(["player"] if owner else [])))
            self.names.append(Name(word, "held", held, owner))
        listed = [kind for kind in self.kinds if kind not in self.sites]
        for word in SETS:
            of = chance.choice(("players", *(f"values {kind}" for kind in listed), f"values {listed[-1]}"))
            self.names.append(Name(word, "held", of, chance.choice(("", "player", *owners))))

    def _place(self, word: str, owner: str, is_ordered: bool, room: str) -> None:
        detail = ("ordered" if is_ordered or room == "1" else "", room)
        self.names.append(Name(word, "place", "piece" if room == "1" else "pieces", owner, detail))

    def new(self, what: str) -> str:
        """Return a word that names nothing yet."""
        words = WORDS[what]
        while True:
            number = self.counts[what] = self.counts.get(what, -1) + 1
            word = words[number % len(words)] + (f"-{number // len(words) + 1}" if number >= len(words) else "")
            if word not in reserved_words():
                return word

    # ------------------------------------------------------------------------------------ asking

    @property
    def attributes(self) -> list[str]:
        """The kinds of values that pieces have by their make."""
        return list(dict.fromkeys(kind for make in self.makes for kind in make))

    def of(self, *whats: str) -> list[Name]:
        """Return the names of some sorts."""
        return [name for name in self.names if name.what in whats]

    def owned(self) -> Iterator[tuple[str, str, str]]:
        """Yield everything that belongs to something: a word, its type, and the type of its owner."""
        for name in self.names:
            if name.owner and name.what in ("place", "number", "held", "definition", "table"):
                yield name.word, name.type, name.owner
            elif name.what == "group":
                yield plural(self.piece), "pieces", f"group {name.word}"
                if name.word in self.ranks:
                    yield name.word, f"group {name.word}", "player"
                    yield plural(name.word), f"groups {name.word}", "player"
        for kind in self.attributes:
            yield kind, f"value {kind}", "piece"
        for site, (_, _, root) in self.sites.items():
            yield (root.removeprefix("value "), root, f"value {site}")
            yield (site, f"value {site}", root)
            for other in self.sites:
                if other != site and self.sites[other][2] == root:
                    yield (other, f"value {other}", f"value {site}")

    def pieces(self) -> Iterator[str]:
        for make in self.makes:
            if len(make) == 2:
                for one in self.kinds[make[0]]:
                    yield from (f"{one} of {other}" for other in self.kinds[make[1]])
            else:
                yield from self.kinds[make[0]]

    # ------------------------------------------------------------------------------------ introducing

    def declared(self, used: set[str]) -> list[str]:
        """Return the sentences that introduce what is used, each of them once."""
        found = [
            f"this game is for {' to '.join(map(str, dict.fromkeys(self.seats)))} player{'s' * (self.seats[1] > 1)}."
        ]
        if not self.has_library:
            found += [line for kind in self.kinds if kind not in self.sites for line in self._kind(kind)]
            found.append(f"a {self.piece} is a piece, one for {_each(self.makes[0])}.")
        else:
            found += [line for kind in self.kinds if kind not in (*self.sites, *PACK) for line in self._kind(kind)]
        found += [f"a {self.piece} is also a piece, one for {_each(make)}." for make in self.makes[1:]]
        found += [f"a {self.piece} is either {one} or {other}." for one, other in self._states(used)]
        wanted = self._sites(used)
        found += [
            f"a {site} is {article(form)}, one for each {owner.removeprefix('value ')}."
            for site, (form, owner, _) in self.sites.items()
            if site in wanted
        ]
        found += self._orders(used)
        waiting = [name for name in self.of("place", "number", "role", "held") if {name.word, plural(name.word)} & used]
        while waiting:
            alike = [one for one in waiting if (one.type, one.owner, one.detail) == _like(waiting[0])]
            waiting = [one for one in waiting if one not in alike]
            found.append(self._stored(alike))
        return found

    def _kind(self, kind: str) -> list[str]:
        values = self.kinds[kind]
        if kind == FIELD:
            return ["a field is one of a1 to c3.", "the fields form a board, 3 by 3."]
        found = [f"{article(kind)} is one of {', '.join(values[:-1])} and {values[-1]}."]
        if self.likes(0.2, "written"):
            found.append(f"{article(kind)} is written {', '.join(f'{value[:2]}' for value in values)}.")
        if self.likes(0.1, "drawn"):
            signs = ", ".join(f'"{value[:3]}!"' for value in values)
            found.append(f"{article(kind)} is drawn {signs}.")
        if self.likes(0.1, "also_written"):
            found.append(f"{values[0]} is also written {values[0][-3:]}9.")
        if kind == self.ring:
            found.append(f"the {plural(kind)} form a ring.")
        return found

    def _sites(self, used: set[str]) -> set[str]:
        """Return what stands on the ground and is used, or owns something that is used."""
        stored = [one for one in self.of("place", "number", "held") if {one.word, plural(one.word)} & used]
        words = used | {
            kind.removeprefix("value ").removeprefix("values ") for one in stored for kind in (one.owner, one.type)
        }
        words |= {word for word in used for site in self.sites if word.startswith(f"{site} ")}
        found = {site for site in self.sites if {site, plural(site), *self.kinds[site]} & words}
        return found | {site for site in self.sites if any(self.sites[one][1] == f"value {site}" for one in found)}

    def _states(self, used: set[str]) -> list[tuple[str, ...]]:
        return list(dict.fromkeys(name.detail for name in self.of("state") if used & set(name.detail)))

    def _orders(self, used: set[str]) -> list[str]:
        orders = [name for name in self.of("order") if name.word in used]
        return [
            f"{'the ' * (number % 2)}{one.word} is the order {', '.join(one.detail)}."
            for number, one in enumerate(orders)
        ]

    def _stored(self, names: list[Name]) -> str:
        one, owner = names[0], names[0].owner.removeprefix("value ")
        if one.what == "place":
            ordered, room = one.detail
            is_said = ordered and room != "1"
            pieces = self.piece if room == "1" else plural(self.piece)
            kind = f"{'an ordered' if is_said else 'a'} place for {f'{room} ' * bool(room)}{pieces}"
        elif one.what == "number":
            first = f", at first {one.detail[1]}" if len(one.word) % 2 and one.detail[1].isdigit() else ""
            kind = f"a number from {one.detail[0]} to {one.detail[1]}{first}"
        elif one.type == "players" or one.type.startswith("values "):
            kind = f"a set of {plural(one.type.removeprefix('values ')) if one.type != 'players' else 'players'}"
        else:
            kind = article(self.piece if one.type == "piece" else one.type.removeprefix("value "))
        words = " and ".join(article(name.word) for name in names)
        several = ", each " if len(names) > 1 else ", "
        if owner:
            return f"each {self.piece if owner == 'piece' else owner} has {words}{several}{kind}."
        return f"there {'are' if len(names) > 1 else 'is'} {words}{several}{kind}."


def _like(name: Name) -> tuple[str, str, tuple[str, ...]]:
    return name.type, name.owner, name.detail


def _each(kinds: Iterable[str]) -> str:
    return " and ".join(f"each {kind}" for kind in kinds)
