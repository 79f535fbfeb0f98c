"""Writes random phrases: takes a row of the right type, and fills its holes with phrases and names that fit there."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from cc_dsl.rules.kinds import plural
from tests.fuzz import rows
from tests.fuzz.rows import CONDITIONS, LEVELS, Row
from tests.fuzz.world import FIELD, STATES, Name, World, article, many

ITSELF = re.compile(r"whose ([\w-]+) (?:is|are)(?: not)? (?:his|its|their) \1(?![\w-])")
"""What is refused: a thing that is compared with itself."""
HOLE = re.compile(r"\{([^}]*)\}|\[([^]]*)\]")
TABLES: Final = {
    "bool": rows.TRUTHS,
    "said": rows.SAID,
    "rel": rows.RELATIVES,
    "cases": rows.CASES,
    "key": rows.KEYS,
    "act": rows.ACTS,
    "option": rows.ACTS,
    **dict.fromkeys(("place", "pile", "spot", "sure"), rows.PLACES),
}
"""Where the rows of a type stand; those of things stand in their own table."""
SENTENCES: Final = frozenset(row.gives for row in rows.SENTENCES)
FAVOUR = 15
"""How much likelier a sentence becomes for which a program is meant."""
DEEPEST = -4


class Dead(Exception):
    """Nothing fits into a hole."""


class Scope(NamedTuple):
    """What words can refer to where they stand."""

    he: bool = False
    it: str = ""
    named: tuple[tuple[str, str], ...] = ()
    """Names that are known here only, with their types."""
    other: bool = False
    """Whether “the other …” is somebody to whom it is done."""
    sort: str = ""
    before: bool = False
    """Whether “as before” may stand here."""

    def of(self, kind: str) -> Scope:
        """Enter a phrase about one thing of a type."""
        return self._replace(he=True) if kind == "player" else self._replace(it=kind)

    def naming(self, word: str, kind: str) -> Scope:
        return self._replace(named=(*self.named, (word, kind)))


class Making(NamedTuple):
    """The sentence that is being written: the name that it introduces, and what is known in it."""

    name: Name
    scope: Scope
    said: str
    """How the name is spoken of by whoever amends it."""


class Writer:
    """Writes phrases that are well-typed in a world."""

    def __init__(self, world: World, chance: random.Random, theme: str) -> None:
        self.world, self.chance, self.theme = world, chance, theme
        self.used: set[str] = set()
        self.making: Making | None = None
        self.forced: Name | None = None
        """The name that the next sentence introduces, if another way to say it is wanted."""
        self._binds: dict[str, str] = {}
        self._word = self._way = ""
        self._fresh: list[tuple[str, str]] = []
        self._excepted: set[str] = set()
        self._closed: set[str] = set()
        """Names to which there are exceptions; and those whose exception holds always, so that no other may hold."""

    def begin(self, making: Making | None = None) -> None:
        """Begin a sentence, perhaps about a name that another has introduced."""
        self.used, self._fresh, self.making = set(), [], making

    # ------------------------------------------------------------------------------------ rows

    def phrase(self, kind: str, level: int, scope: Scope, fuel: int) -> str:
        """Return a phrase of a type, in brackets if it binds more loosely than it may."""
        if fuel < DEEPEST:
            raise Dead
        if kind == "set":
            kind = self.chance.choices(("pieces", "piece", "group"), (8, 2, 1))[0]
            lone = [make for make in self.world.makes if len(make) == 1]
            if lone and self.chance.random() < 0.03:
                return self.chance.choice(self.world.kinds[lone[0][0]])
        if kind == "group":
            kind = f"group {self._any('group').word}"
        base = kind.split()[0]
        if base == "acts":
            return self.acts(scope, fuel)
        table = TABLES.get(base, rows.SENTENCES if kind in SENTENCES else rows.THINGS)
        wanted = kind.partition(" ")[2] if base in ("said", "rel", "cases", "key") else kind
        for row in self._shuffled(table, wanted, fuel):
            before = self._state()
            try:
                text = self.fill(row, wanted, scope, fuel)
                if ITSELF.search(text):
                    raise Dead
            except Dead:
                self._restore(before)
                continue
            finally:
                self._binds = before[0]
            return f"({text})" if row.level > level else text
        raise Dead

    def _shuffled(self, table: Sequence[Row], kind: str, fuel: int) -> list[Row]:
        """Return the rows that give a type in an order by lot; where little fuel is left, short ones first."""
        found = []
        for row in _giving(table, kind):
            weight = row.weight * (FAVOUR if row.rule == self.theme else 1)
            is_long = fuel <= 0 and "{" in row.text
            found.append((is_long, self.chance.random() ** (1 / weight), row))
        found.sort(key=lambda one: (one[0], -one[1]))
        return [row for _, _, row in found]

    def fill(self, row: Row, kind: str, scope: Scope, fuel: int) -> str:
        binds = unified(row.gives, kind, {})
        assert binds is not None
        self._binds = {**binds, **self._forced_binds()} if kind == "main" else binds
        made, at = "", 0
        for hole in HOLE.finditer(row.text):
            made += row.text[at : hole.start()]
            at = hole.end()
            if hole[1] is not None:
                made += self._expression(hole[1], scope, fuel)
            else:
                made += self._name(hole[2], scope)
        return made + row.text[at:]

    def _forced_binds(self) -> dict[str, str]:
        """Return what the letters of a sentence stand for, if it must speak of the same as another."""
        if self.forced is None:
            return {}
        of_what = self.forced.owner if self.forced.what == "definition" else self.forced.type
        base, _, name = of_what.partition(" ")
        return {"K": name} if base == "value" else {"G": name} if base == "group" else {}

    def _expression(self, words: str, scope: Scope, fuel: int) -> str:
        words, _, binder = words.partition("|")
        parts = words.split()
        is_condition = parts[0] == "bool"
        level = 0 if is_condition else LEVELS.index("noun")
        if parts[-1] in LEVELS or (is_condition and parts[-1] in CONDITIONS):
            level = (CONDITIONS if is_condition else LEVELS).index(parts.pop())
        kind = many(self._bound(parts[1])) if parts[0] == "many" else self._bound(" ".join(parts))
        kept = self._binds, self._word, self._way
        text = self.phrase(kind, level, self._entered(binder, scope), fuel - 1)
        self._binds, self._word, self._way = kept
        return text.replace("\n", "\n  ") if kind == "option" else text

    def _entered(self, binder: str, scope: Scope) -> Scope:
        word, _, kind = binder.partition(" ")
        kind = self._bound(kind)
        if word == "he":
            return scope.of("player")
        if word == "it":
            return scope.of(kind)
        if word in ("own", "each"):
            name = kind if kind == "player" else self.world.piece if kind == "piece" else kind.split()[1]
            return scope.of(kind).naming(name, kind)
        if word in ("again", "before"):
            assert self.making is not None
            return self.making.scope._replace(before=word == "before")
        return scope

    def _bound(self, pattern: str) -> str:
        """Return a type with its capital letters replaced by what they stand for; a kind, or group, by lot."""
        parts = pattern.split()
        for place, part in enumerate(parts):
            if len(part) == 1 and part.isupper():
                if part == "K":
                    self._kind(part)
                elif part == "G":
                    self._group()
                parts[place] = self._binds[part]
        return " ".join(parts)

    def _state(self) -> tuple[dict[str, str], set[str], list[tuple[str, str]]]:
        return self._binds, set(self.used), list(self._fresh)

    def _restore(self, state: tuple[dict[str, str], set[str], list[tuple[str, str]]]) -> None:
        self._binds, self.used, self._fresh = state

    # ------------------------------------------------------------------------------------ acts

    def acts(self, scope: Scope, fuel: int) -> str:
        """Return what stands behind a colon: one act on the same line, or several below."""
        lines, outer = [], self._fresh
        self._fresh = []
        for _ in range(1 if fuel <= 0 else self.chance.choice((1, 1, 2, 2, 3))):
            text, scope = self.act(scope, fuel)
            lines.append(text)
        lines += self.ending(lines, scope)
        self._fresh = outer
        if len(lines) == 1 and "\n" not in lines[0] and self.chance.random() < 0.7 and not lines[0].startswith("if "):
            return f" {lines[0]}"
        return "".join("\n  " + line.replace("\n", "\n  ") for line in lines)

    def act(self, scope: Scope, fuel: int) -> tuple[str, Scope]:
        known, self._fresh = self._fresh, []
        text = self.phrase("act", 0, scope, fuel)
        for word, kind in self._fresh:
            scope = scope.naming(word, kind)
        self._fresh = known + self._fresh
        return text, scope

    def ending(self, lines: list[str], scope: Scope) -> list[str]:
        """Return acts that make use of what was chosen and not spoken of again."""
        found = []
        for word, kind in self._fresh:
            is_used = sum(len(re.findall(rf"(?<![\w-]){re.escape(word)}(?![\w-])", line)) for line in lines) > 1
            if is_used:
                continue
            if kind in ("piece", "pieces"):
                found.append(f"the {word} goes to {self.phrase('place', 1, scope, 1)}.")
            else:
                found.append(f"if the {word} {self.phrase(f'said {kind}', 0, scope, 1)}: nothing.")
        return found

    # ------------------------------------------------------------------------------------ names

    def _name(self, words: str, scope: Scope) -> str:
        if words.startswith("?"):
            self._asked(words[1:], scope)
            return ""
        key, _, rest = words.partition(" ")
        if key in HOLES:
            return HOLES[key](self, rest, scope)
        method: Callable[[str, Scope], str] | None = getattr(self, f"_{key.replace('-', '_')}_of", None)
        if method is None:
            return self.chance.choice(words.split()).replace("-", " ")
        return method(rest, scope)

    def _asked(self, words: str, scope: Scope) -> None:
        """Take up what is asked for, or find that there is none."""
        world, (key, _, rest) = self.world, words.partition(" ")
        premises: dict[str, Callable[[], bool]] = {
            "ranked": lambda: world.is_ranked,
            "ranks": lambda: self._binds.setdefault("G", self._any("group").word) in world.ranks,
            "runs": lambda: self._runs(scope),
            "before": lambda: scope.before,
            "board": lambda: FIELD in world.kinds,
            "fresh": lambda: scope.it != "piece",  # “it” could be either
            "lies": self._lies,
            "open": lambda: self._is_open(rest == "wholly"),
            "of": lambda: self.making is not None and bool(self.making.name.detail) and self.making.name.what == "deed",
        }
        if key in premises:
            if not premises[key]():
                raise Dead
        elif key == "any":
            self._binds["T"] = self._type()
        else:
            self._word = self._name(words, scope)

    def _is_open(self, wholly: bool) -> bool:
        """Return whether there may be an exception to what is being said, or one that holds always; and note it."""
        assert self.making is not None
        word = self.making.name.word
        if word in self._closed or (wholly and word in self._excepted):
            return False
        self._excepted.add(word)
        if wholly:
            self._closed.add(word)
        return True

    def _lies(self) -> bool:
        """Return whether the values of a kind lie in a row, in a ring, or on a board."""
        kind = self._kind("K")
        return kind not in self.world.sites or self.world.sites[kind][2] != "player"

    def _relation_of(self, rest: str, scope: Scope) -> str:
        if rest == "new":
            name = Name(self._named("relation"), "relation", "piece")
            return self._introduce(name, self._entered("own piece", Scope()))
        return self._pick(self.world.of("relation")).word

    def _runs(self, scope: Scope) -> bool:
        group = self._any("group").word
        self._binds["G"] = group
        if scope.sort:
            return scope.sort in self.world.run_of
        is_one = len(self.world.runs.get(group, ())) == 1
        if is_one:
            self.world.run_alike.add(group)
        return is_one

    def _type(self) -> str:
        groups = [
            f"{base} {name.word}" for name in self.world.of("group") for base in ("group", "group", "groups", "sort")
        ]
        kinds = list(self.world.kinds)
        values = [f"{base} {self.chance.choice(kinds)}" for base in ("value", "value", "values")]
        return self.chance.choice(
            ["number"] * 5 + ["player"] * 3 + ["piece"] * 4 + ["pieces"] * 5 + ["players", *groups, *values]
        )

    def _any(self, *whats: str) -> Name:
        return self._pick(self.world.of(*whats))

    def _pick(self, found: Iterable[Name]) -> Name:
        names = list(found)
        if not names:
            raise Dead
        name = self.chance.choice(names)
        self.used.add(name.word)
        return name

    def _fit(self, name: Name, kind: str, owner: str) -> bool:
        binds = unified(kind, name.type, self._binds)
        binds = None if binds is None else unified(owner, name.owner, binds)
        return binds is not None

    def _take(self, names: Iterable[Name], kind: str, owner: str = "") -> str:
        """Return one of these names of such a type and owner; bind what was open."""
        name = self._pick(name for name in names if self._fit(name, kind, owner))
        self._binds = unified(owner, name.owner, unified(kind, name.type, self._binds) or {}) or {}
        return name.word

    def _owned(self, words: str, names: Iterable[tuple[str, str, str]]) -> str:
        kind, owner = words.split(" of ")
        found = [Name(word, "", type_, owner_) for word, type_, owner_ in names]
        return self._take(found, kind, owner)

    def _owned_of(self, rest: str, scope: Scope) -> str:
        if rest.startswith("pieces place"):
            return self._take(self.world.of("place"), "pieces", rest.split(" of ")[1])
        return self._owned(rest, self.world.owned())

    def _place_of(self, rest: str, scope: Scope) -> str:
        return self._take([one._replace(type="place") for one in self.world.of("place")], "place", rest[3:])

    def _pile_of(self, rest: str, scope: Scope) -> str:
        if rest.startswith("and"):
            return self._guarded(scope)
        if rest == "kind":
            return self.world.piece
        if rest in ("so-many", "turned"):
            return self._from_top(scope, rest == "turned")
        return self._take([one._replace(type="place") for one in self._piles()], "place", rest[3:])

    def _piles(self) -> list[Name]:
        return [one for one in self.world.of("place") if one.detail[0] and one.detail[1] != "1"]

    def _common_of(self, rest: str, scope: Scope) -> str:
        return self._pick(
            one for one in (self._piles() if rest == "pile" else self.world.of("place")) if not one.owner
        ).word

    def _guarded(self, scope: Scope) -> str:
        pile, number = self.phrase("pile", 1, scope, 0), self.chance.choice((1, 1, 2, 3))
        pieces = self.world.piece if number == 1 else plural(self.world.piece)
        place = self.phrase("place", 1, scope, 1)
        return f"if {pile} has at least {number} {pieces}: {number} {pieces} in {pile} go to {place}."

    def _from_top(self, scope: Scope, is_whole: bool) -> str:
        """Return an act that takes all of a pile, or a part of it, to another place."""
        piles = self._piles()
        if not piles or len(self.world.of("place")) < 2:
            raise Dead
        pile = self.phrase("pile", 1, scope, 1)
        words = pile.replace("'s", "").split()
        for _ in range(20):
            place = self.phrase("place", 1, scope, 1)
            if not {one.word for one in self.world.of("place")}.intersection(words, place.replace("'s", "").split()):
                break
        else:
            raise Dead
        if is_whole:
            return f"{pile} is turned over onto {place}."
        part = f"(the number of {pile} divided by {self.chance.choice((2, 3))})"
        return f"the {plural(self.world.piece)} in {pile}, to the number of {part}, go to {place}."

    def _cell_of(self, rest: str, scope: Scope) -> str:
        kind, _, owner = rest.partition(" of ")
        return self._take(self.world.of("number", "held"), kind, owner)

    def _thing_of(self, rest: str, scope: Scope) -> str:
        kind = self._bound(rest)
        here = [word for word, type_ in scope.named if type_ == kind]
        if here and self.chance.random() < 0.7:
            return f"the {self.chance.choice(here)}"
        names = [one for one in self.world.of("place", "number", "role", "held", "definition") if not one.owner]
        return f"the {self._take(names, kind)}"

    def _all_of(self, rest: str, scope: Scope) -> str:
        if rest == "places":
            return plural(self._pick(one for one in self.world.of("place") if one.owner).word)
        return plural(self._property(rest))

    def _property(self, rest: str) -> str:
        return self._pick(one for one in self.world.of("property") if one.type == self._bound(rest)).word

    def _adjective_of(self, rest: str, scope: Scope) -> str:
        word = self._property(rest)
        return word if self.chance.random() < 0.5 else article(word)

    def _one_of(self, rest: str, scope: Scope) -> str:
        """Return what one thing of a type is called, or one that has a property."""
        if rest == "O":
            kinds = [f"value {kind}" for kind in self.world.kinds]
            rest = self._binds["O"] = self.chance.choice(["player", "player", "piece", *kinds[:2]])
        kind = self._bound(rest)
        if self.chance.random() < 0.4 and any(one.type == kind for one in self.world.of("property")):
            return self._property(kind)
        return self._kind_word(kind)

    def _kind_word(self, kind: str) -> str:
        word = self.world.piece if kind == "piece" else kind.split()[-1]
        self.used.add(word)
        return word

    def _several_of(self, rest: str, scope: Scope) -> str:
        number = self.chance.choice((1, 2, 3))
        word = self.world.piece
        if rest == "groups":
            word = self._complete("group").word
        elif rest == "somes":
            word = self._one_of("piece", scope)
        return f"{number} {word if number == 1 else plural(word)}"

    def _seat_of(self, rest: str, scope: Scope) -> str:
        return str(self.chance.randint(1, self.world.seats[0] if self.chance.random() < 0.9 else self.world.seats[1]))

    def _he_of(self, rest: str, scope: Scope) -> str:
        if not scope.he:
            raise Dead
        return self.chance.choice(("he", "he", "him"))

    def _it_of(self, rest: str, scope: Scope) -> str:
        if not scope.it or scope.it != self._bound(rest):
            raise Dead
        return self.chance.choice(("it", "it", "they", "them"))

    def _his_of(self, rest: str, scope: Scope) -> str:
        owners = [*(["player"] if scope.he else []), *([scope.it] if scope.it else [])]
        owners = [one for one in owners if unified(rest, one, self._binds) is not None]
        if not owners:
            raise Dead
        owner = self.chance.choice(owners)
        self._binds = unified(rest, owner, self._binds) or {}
        return "his" if owner == "player" else self.chance.choice(("its", "its", "their"))

    def _other_of(self, rest: str, scope: Scope) -> str:
        if rest == "piece":
            if not scope.other:
                raise Dead
            return f"the other {self.world.piece}"
        if not scope.he or self.world.seats != (2, 2):
            raise Dead
        return "the other player"

    # ---------------------------------------------------------------------------- values, groups, orders

    def _kind(self, letter: str) -> str:
        """Return the kind that a letter stands for; one by lot, if it stands for none yet."""
        kind = self._binds.setdefault(letter, self.chance.choice(list(self.world.kinds)))
        self.used.add(kind)
        return kind

    def _value_of(self, rest: str, scope: Scope) -> str:
        kind = self._kind(rest)
        if kind in self.world.sites:
            raise Dead
        return self.chance.choice(self.world.kinds[kind])

    def _numbered_of(self, rest: str, scope: Scope) -> str:
        kind = self._kind(rest)
        if kind not in self.world.sites:
            raise Dead
        return self.chance.choice(self.world.kinds[kind])

    def _or_of(self, rest: str, scope: Scope) -> str:
        kind = self._kind(rest)
        if kind in self.world.sites:
            raise Dead
        values = self.world.kinds[kind]
        some = self.chance.sample(values, self.chance.randint(2, min(3, len(values))))
        return f"{', '.join(some[:-1])} or {some[-1]}"

    def _list_of(self, rest: str, scope: Scope) -> str:
        kind = self._kind(rest)
        if kind in self.world.sites:
            raise Dead
        return ", ".join(self.chance.sample(self.world.kinds[kind], len(self.world.kinds[kind])))

    def _order_of(self, rest: str, scope: Scope) -> str:
        kinds = self.world.attributes if rest == "of pieces" else [self._kind(rest)]
        return self._pick(one for one in self.world.of("order") if one.type.removeprefix("value ") in kinds).word

    def _running_of(self, rest: str, scope: Scope) -> str:
        """Return the order in which the sort that is being said runs."""
        word = self._order_of("of pieces", scope)
        assert self.making is not None
        if self._binds["G"] in self.world.run_alike and word not in self.world.runs[self._binds["G"]]:
            raise Dead
        self.world.run_of[self.making.name.word] = word
        self.world.runs.setdefault(self._binds["G"], set()).add(word)
        return word

    def _attribute_of(self, rest: str, scope: Scope) -> str:
        kind = self.chance.choice(self.world.attributes)
        self.used.add(kind)
        return kind

    def _constant_of(self, rest: str, scope: Scope) -> str:
        found = [one for one in self.world.pieces() if " of " in one]
        return self.chance.choice(found)

    def _group(self) -> Name:
        name = self._pick(one for one in self.world.of("group") if one.word == self._binds.get("G", one.word))
        self._binds["G"] = name.word
        self.used.add(name.word)
        return name

    def _G_of(self, rest: str, scope: Scope) -> str:
        if not self.world.of("group"):
            raise Dead
        return self._group().word

    def _complete(self, *whats: str) -> Name:
        """Return a group of which it is said how it ranks, or a sort of such a group: a player can have it."""
        name = self._pick(
            one for one in self.world.of(*whats) if (one.type or one.word).split()[-1] in self.world.ranks
        )
        self.used.add((name.type or name.word).split()[-1])
        return name

    def _sort_of(self, rest: str, scope: Scope) -> str:
        group = self._group().word
        inner = self._entered(f"own group {group}", Scope())
        if rest == "name":
            word = self._named("sort")
            return self._introduce(Name(word, "sort", f"group {group}"), inner._replace(sort=word))
        if rest == "now":
            name = self._any("sort")
            return self._introduce(name, inner._replace(sort=name.word))
        return self._pick(one for one in self.world.of("sort") if one.type == f"group {self._group().word}").word

    def _every_of(self, rest: str, scope: Scope) -> str:
        """Return the group of which something is required, of whatever sort; nothing can be between its pieces."""
        if rest != "sort":
            return self.chance.choice(("every", "some", "no"))
        name = self._group()
        return self._introduce(name, self._entered(f"own group {name.word}", Scope())._replace(sort=name.word))

    def _by_of(self, rest: str, scope: Scope) -> str:
        words = [one.word for one in self.world.of("sort")]
        self.used.update(words)
        return f"sort: {', '.join(self.chance.sample(words, len(words)))}"

    # ---------------------------------------------------------------------------- bodies and deeds

    def _verb_of(self, rest: str, scope: Scope) -> str:
        if rest != "value K":
            return self._pick(one for one in self.world.of("verb") if one.type == rest).word
        name = self._pick(one for one in self.world.of("verb") if one.type.startswith("value "))
        self._binds["K"] = name.type.removeprefix("value ")
        return name.word

    def _deed_of(self, rest: str, scope: Scope) -> str:
        subject, _, done_to = rest.partition(" on ")
        found = [one for one in self.world.of("deed") if bool(one.owner) == bool(done_to)]
        name = self._pick(found)
        self._binds[subject] = name.type
        if done_to:
            self._binds[done_to] = name.owner
        self._way = name.detail[1]
        return name.detail[0]

    def _deeds_of(self, rest: str, scope: Scope) -> str:
        names = self.world.of("deed")
        if not names:
            raise Dead
        some = self.chance.sample(names, self.chance.randint(1, min(3, len(names))))
        self.used.update(one.word for one in some)
        said = [f"that {self._said_of_deed(one, self._kind_word(one.type))}" for one in some]
        return said[0] if len(said) == 1 else f"{', '.join(said[:-1])}, or {said[-1]}"

    def _said_of_deed(self, name: Name, subject: str) -> str:
        verb, way = name.detail[:2]
        done_to = ""
        if name.owner:
            done_to = (
                f" another {self._kind_word(name.owner)}"
                if name.owner == name.type
                else f" {article(self._kind_word(name.owner))}"
            )
        return f"{article(subject)} {verb}{done_to}{way}"

    def _definitions_of(self, rest: str, scope: Scope) -> str:
        names = [one for one in self.world.of("definition") if not one.owner]
        if not names:
            raise Dead
        some = self.chance.sample(names, self.chance.randint(1, min(3, len(names))))
        self.used.update(one.word for one in some)
        words = [f"the {one.word}" for one in some]
        return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"

    # ---------------------------------------------------------------------------- what is introduced

    def _named(self, what: str) -> str:
        return self.forced.word if self.forced is not None else self.world.new(what)

    def _introduce(self, name: Name, scope: Scope, said: str = "") -> str:
        name = self.forced or name
        self.making = Making(name, scope, said or name.word)
        return name.word

    def _name_of(self, rest: str, scope: Scope) -> str:
        owner = rest.partition(" of ")[2]
        if self.forced is not None:
            self._binds["T"] = self.forced.type
            owner = self.forced.owner
        else:
            self._binds["T"] = self._type()
            if self._binds["T"].split()[0] in ("sort", "values"):
                raise Dead
            if "K" in owner:
                self._kind("K")
            if "G" in owner:
                self._G_of("", scope)
            owner = self._bound(owner)
        inner = self._entered(f"own {owner}", Scope()) if owner else Scope()
        whose = f"a {self._kind_word(owner)}'s " if owner else "the "
        word = self._named("definition")
        return self._introduce(Name(word, "definition", self._binds["T"], owner), inner, f"{whose}{word}")

    def _property_of(self, rest: str, scope: Scope) -> str:
        owner = self._bound(rest)
        word = self._named("property")
        inner = self._entered(f"own {owner}", Scope())
        return self._introduce(Name(word, "property", owner), inner, f"a {self._kind_word(owner)}")

    def _doing_of(self, rest: str, scope: Scope) -> str:
        """Return what a player does, with one thing or without."""
        kinds = [f"value {kind}" for kind in self.world.kinds if kind not in self.world.sites]
        given = self.chance.choice(
            ("", "", "", "piece", "piece", "piece", "number", "player", self.chance.choice(kinds))
        )
        given = given if self.forced is None else self.forced.type
        word = self._named("verb")
        inner = Scope(he=True, named=(("player", "player"),))
        said = f"a player {word}"
        if given == "player":
            said += " another player"
            inner = inner.naming("other player", "player")
        elif given:
            called = self.world.piece if given == "piece" else given.removeprefix("value ")
            inner = inner.of(given).naming(called, given)
            said += f" {article(called)}"
            self.used.add(called)
        self._introduce(Name(word, "verb", given), inner, said)
        return said

    def _done_of(self, rest: str, scope: Scope) -> str:
        """Return what a piece or a value does, to another or to a value."""
        if self.forced is None:
            kinds = [f"value {kind}" for kind in self.world.kinds if kind not in ("rank", "suit-sign")]
            subject = self.chance.choice(["piece", "piece", "piece", kinds[0]])
            done_to = self.chance.choice(["", subject, self.chance.choice(kinds)])
            way = self.chance.choice(("", "", " inward", " outward")) if done_to.startswith("value") else ""
            verb = self.world.new("deed")
            name = Name(f"{verb}-done", "deed", subject, done_to, (verb, way))
        else:
            name = self.forced
        word = self._kind_word(name.type)
        some = [one.word for one in self.world.of("property") if one.type == name.type]
        if some and self.chance.random() < 0.3:
            word = self.chance.choice(some)
            self.used.add(word)
        inner = Scope(it=name.type, named=((word, name.type),), other=name.owner == name.type == "piece")
        if name.owner and name.owner != name.type:
            inner = inner.naming(self._kind_word(name.owner), name.owner)
        said = self._said_of_deed(name, word)
        self._introduce(name, inner, said)
        return said

    def _again_of(self, rest: str, scope: Scope) -> str:
        assert self.making is not None
        name = self.making.name
        return self.making.said if name.what in ("verb", "deed") else name.word

    def _whose_of(self, rest: str, scope: Scope) -> str:
        assert self.making is not None
        self._binds["T"] = self.making.name.type
        return self.making.said

    def _clause_of(self, rest: str, scope: Scope) -> str:
        assert self.making is not None
        return f"§<{self.making.name.word}>"

    def _new_of(self, rest: str, scope: Scope) -> str:
        """Return the name of what is chosen, or of an option."""
        if rest == "option":
            number = self.world.counts["option"] = self.world.counts.get("option", 0) + 1
            return f"way-{number}"
        word = self.world.new("local")
        self._fresh.append((word, self._bound(rest)))
        return f"the {word}"


HOLES: Final[dict[str, Callable[[Writer, str, Scope], str]]] = {
    "word": lambda w, rest, scope: w._word,
    "way": lambda w, rest, scope: w._way,
    "cells": lambda w, rest, scope: plural(w._cell_of(rest, scope)),
    "adjectives": lambda w, rest, scope: plural(w._property(rest)),
    "some": lambda w, rest, scope: plural(w._one_of(rest, scope)),
    "piece": lambda w, rest, scope: w.world.piece,
    "pieces": lambda w, rest, scope: plural(w.world.piece),
    "figure": lambda w, rest, scope: str(w.chance.choice((0, 1, 1, 2, 2, 3, 4, 5, 7))),
    "few": lambda w, rest, scope: str(w.chance.choice((1, 2, 2, 3))),
    "is": lambda w, rest, scope: "is" if w.chance.random() < 0.7 else "is not",
    "state": lambda w, rest, scope: w._any("state").word,
    "first": lambda w, rest, scope: w._pick(one for one in w.world.of("state") if one.detail == STATES[0]).word,
    "role": lambda w, rest, scope: w._any("role").word,
    "chooser": lambda w, rest, scope: w.phrase("sure", 1, scope, 0),
    "kind": lambda w, rest, scope: w._kind(rest),
    "kinds": lambda w, rest, scope: plural(w._kind(rest)),
    "constants": lambda w, rest, scope: ", ".join(w.chance.sample(sorted(w.world.pieces()), w.chance.randint(1, 3))),
    "Gs": lambda w, rest, scope: plural(w._G_of(rest, scope)),
    "groups": lambda w, rest, scope: plural(w._complete("group").word),
    "group": lambda w, rest, scope: w._complete("group", "sort").word,
    "sorts": lambda w, rest, scope: plural(w._sort_of(rest, scope)),
    "procedure": lambda w, rest, scope: w._any("procedure").word,
    "article": lambda w, rest, scope: w.chance.choice(("", "a ")),
    "body": lambda w, rest, scope: w._introduce(Name(w._named("procedure"), "procedure"), Scope()),
    "cite": lambda w, rest, scope: '§I.1 "words of it"' if w.chance.random() < 0.5 else "§I.1",
}
"""What fills a hole for a name, by its first word and the rest of its words; longer ways are methods of the writer."""


_GIVING: dict[tuple[int, str], list[Row]] = {}


def _giving(table: Sequence[Row], kind: str) -> list[Row]:
    key = (id(table), kind)
    if key not in _GIVING:
        _GIVING[key] = [row for row in table if unified(row.gives, kind, {}) is not None]
    return _GIVING[key]


def unified(pattern: str, kind: str, binds: dict[str, str]) -> dict[str, str] | None:
    """Return what the letters of a pattern stand for, if a type fits it; None if it does not."""
    if len(pattern) == 1 and pattern.isupper():
        if pattern in binds:
            return binds if binds[pattern] == kind else None
        return {**binds, pattern: kind} if kind else None
    ours, theirs = pattern.split(), kind.split()
    if len(ours) != len(theirs) or ours[:1] != theirs[:1]:
        return None
    for one, other in zip(ours[1:], theirs[1:], strict=True):
        if len(one) == 1 and one.isupper() and one not in binds:
            binds = {**binds, one: other}
        elif binds.get(one, one) != other:
            return None
    return binds
