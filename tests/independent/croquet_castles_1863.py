"""A referee of Croquêt Castles (1863), written from the printed words, to check the rules file.

Nothing here comes from the package.  It is used as `castle_croquet_1866.py` is: `asked`, `possible()`, `answer(words)`,
`errand(ball)`, `within`, `taken` and `winner`.  Castles are numbered 1 to 5.  The narrow way between a door and its
flag is called a narrow.  What the text leaves open is in `Readings`, named as the edition names it, the default first.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from tests.independent.following import Choice, Course, Followed, Over, Watch

SOLDIERS = {"Blue": 1, "Black": 2, "Orange": 3, "Green": 4, "Red": 5}
SENTINELS = {"Light-blue": 1, "Brown": 2, "Yellow": 3, "Light-green": 4, "Pink": 5}
BALLS = (*SOLDIERS, *SENTINELS)
OWNER = SOLDIERS | SENTINELS
SOLDIER_OF = {number: ball for ball, number in SOLDIERS.items()}
SENTINEL_OF = {number: ball for ball, number in SENTINELS.items()}
CASTLES = (1, 2, 3, 4, 5)
MOST_ROUNDS, MOST_CHOICES, MOST_SEEN = 400, 90, 40
WAY = ("enter", "door", "narrow", "out")
"""II.5: what it is to invade, one after another."""


class Readings(NamedTuple):
    """The open places of the text."""

    two_at_once: Literal["first-seen", "whose-turn-it-is"] = "first-seen"
    out_too_soon: Literal["goes-on", "goes-on-rewarded", "begins-again"] = "goes-on"
    home_barred: Literal["own-castle-free", "barred-too"] = "own-castle-free"
    barred: Literal["not-entered", "put-back"] = "not-entered"
    at_the_gate: Literal["no-account", "cannot-be"] = "no-account"
    own_soldier: Literal["enemies-only", "any-soldier"] = "enemies-only"
    rescuer: Literal["however-driven", "in-his-own-play"] = "however-driven"
    coming: Literal["from-anywhere", "out-of-his-castle"] = "from-anywhere"
    next_turn: Literal["one-stroke", "whole-turn"] = "one-stroke"
    who_touches: Literal["the-sentinel", "whichever"] = "the-sentinel"
    which_ball: Literal["the-ball-played", "either-of-the-two", "any-ball"] = "the-ball-played"
    meeting_again: Literal["behind-an-arch", "never-in-it", "whenever-they-meet"] = "behind-an-arch"
    two_touched: Literal["one-after-the-other", "one-of-them"] = "one-after-the-other"
    replaced_and_used: Literal["what-it-did-stands", "as-if-not-moved"] = "what-it-did-stands"
    when_excepted: Literal["at-both-times", "when-touched", "when-used"] = "at-both-times"
    how_long: Literal["at-once", "during-the-turn"] = "at-once"
    croquet_gives: Literal["none-more", "one-more"] = "none-more"
    how_often: Literal["without-limit", "once"] = "without-limit"
    in_his_course: Literal["however-driven", "in-his-own-turn"] = "however-driven"
    coming_out: Literal["an-arch-in-his-course", "not-in-his-course"] = "an-arch-in-his-course"
    goes_through: Literal["when-through", "when-in"] = "when-through"
    through_his_gate: Literal["in-or-out", "whenever-he-passes"] = "in-or-out"
    which_player: Literal["of-the-ball-played", "of-either-ball"] = "of-the-ball-played"
    again: Literal["once-more", "once-for-each"] = "once-more"
    turn_and_prisoner: Literal["as-rule-VII-says", "no-more"] = "as-rule-VII-says"
    as_he_chooses: Literal["in-two-cases", "in-all-cases"] = "in-two-cases"


def course_of(home: int) -> list[tuple[str, int]]:
    """II.2 to II.5: out of his castle, through the other four in order, into his own, and to its flag."""
    others = [(step, (home + on - 1) % 5 + 1) for on in (1, 2, 3, 4) for step in WAY]
    return [("leave", home), *others, ("home", home), ("flag", home)]


class Referee(Followed):
    """A game followed from outside."""

    def __init__(self, chosen: Readings | None = None) -> None:
        """Set the balls, and wait for the first stroke."""
        self.text = chosen or Readings()
        self.within: dict[str, int | None] = dict(OWNER)
        self.steps = {ball: course_of(home) for ball, home in SOLDIERS.items()}
        self.at = dict.fromkeys(SOLDIERS, 0)
        self.prisoners: set[str] = set()
        self.stopped: set[int] = set()
        self.spared: set[str] = set()
        self.striker = ""
        self.privilege = 0
        self.touched: set[str] = set()
        self.when_touched: dict[str, tuple[int | None, int]] = {}
        """Of a ball that was touched, within which castle it was then, and how many steps it had made."""
        self.used: set[str] = set()
        self.moving: set[str] = set()
        self.beside = ""
        """The ball with which a croquet is taken, while it lies beside the one that is struck."""
        self.claimant = self.winner = self.turns = 0
        self.taken = dict.fromkeys(CASTLES, 0)
        self.begin(self._game())

    # ---------------------------------------------------------------------------------------- what is so

    def is_out(self, sentinel: str) -> bool:
        """II.6 and VIII.2: out of his castle, or in the gate of it, which his owner may count as out."""
        return self.within[sentinel] is None or SENTINELS[sentinel] in self.stopped

    def may_enter(self, soldier: str, castle: int) -> bool:
        """II.6."""
        own = SENTINEL_OF[SOLDIERS[soldier]]
        if castle == SOLDIERS[soldier]:
            return self.text.home_barred == "own-castle-free" or self.is_out(own)
        return self.is_out(own) or self.is_out(SENTINEL_OF[castle])

    def is_excepted(self, ball: str) -> bool:
        """V.1a: a prisoner, or a sentinel in his castle."""
        if ball in SOLDIERS:
            return ball in self.prisoners
        if self.within[ball] is None:
            return False
        is_chosen_out = SENTINELS[ball] in self.stopped and OWNER[ball] == OWNER[self.striker]
        return not (is_chosen_out and self.text.as_he_chooses == "in-all-cases")

    def _can_come_in(self, ball: str, castle: int) -> bool:
        """Return whether a ball may be said to roll in at a gate: not if it has to be put back before it."""
        if self.text.barred == "not-entered" or ball in SENTINELS or self.within[ball] is not None:
            return True
        own = SENTINEL_OF[SOLDIERS[ball]]
        return castle == SOLDIERS[ball] or self.is_out(own) or self.is_out(SENTINEL_OF[castle])

    def _can_pass(self, ball: str, castle: int, way: str) -> bool:
        """II.7: by one answer nobody can be seen to leave a castle that he is not in, nor to enter from another."""
        if self.text.at_the_gate == "no-account" or (ball in SENTINELS and SENTINELS[ball] != castle):
            return True
        return self.within[ball] == (None if way == "inward" else castle)

    def possible(self) -> set[str]:
        """Return what can be seen: only what moves does anything, and through a stopped gate nothing goes."""
        if not isinstance(self.asked, Watch):
            return set()
        found = set()
        for ball in self.moving - self.prisoners:
            for castle in CASTLES:
                found |= {
                    f"{ball} passes door {castle}",
                    f"{ball} passes narrow {castle}",
                    f"{ball} touches flag {castle}",
                }
                if castle in self.stopped:
                    continue
                if self._can_pass(ball, castle, "outward"):
                    found.add(f"{ball} passes gate {castle} outward")
                if self._can_come_in(ball, castle):
                    found.add(f"{ball} rests in gate {castle}")
                    if self._can_pass(ball, castle, "inward"):
                        found.add(f"{ball} passes gate {castle} inward")
            found |= {f"{ball} touches {other}" for other in BALLS if other != ball}
        return found

    def errand(self, ball: str) -> str | None:
        """Return what a ball has to do next."""
        if ball in SENTINELS:
            if SOLDIER_OF[SENTINELS[ball]] in self.prisoners:
                return "rescue"
            if SENTINELS[ball] in self.stopped:
                return "stop the gate"
            return None if self.within[ball] is None else "keep his post"
        if ball in self.prisoners:
            return "be released"
        if self.at[ball] == len(self.steps[ball]):
            return "finished"
        names = {"leave": "come out", "door": "go through the door", "narrow": "go between door and flag"}
        names |= {"out": "come out again", "home": "re-enter", "flag": "touch his flag", "enter": "enter"}
        return names[self.steps[ball][self.at[ball]][0]]

    def ripe(self) -> set[str]:
        """V.1: the balls that may be used for a croquet."""
        if self.striker in self.prisoners or self._is_in_a_gate(self.striker):
            return set()
        is_late = self.text.when_excepted != "when-touched"
        found = {ball for ball in self.touched if not (is_late and self.is_excepted(ball))}
        return found - self.used if self.text.how_often == "once" else found

    def _is_in_a_gate(self, ball: str) -> bool:
        return SENTINELS.get(ball) in self.stopped

    # ---------------------------------------------------------------------------------------- turns (II, VII)

    def _game(self) -> Course:
        for _ in range(MOST_ROUNDS):
            for player in CASTLES:
                yield from self._play(self._who(player, is_of_soldiers=True))
            for player in CASTLES:
                yield from self._play(self._who(player, is_of_soldiers=False))

    def _who(self, player: int, is_of_soldiers: bool) -> str:
        if SOLDIER_OF[player] in self.prisoners:
            return SENTINEL_OF[player]
        return SOLDIER_OF[player] if is_of_soldiers or player in self.stopped else SENTINEL_OF[player]

    def _play(self, ball: str) -> Course:
        self.turns += 1
        self.striker = ball
        self._stop()
        self.used.clear()
        yield from self._stroke()
        for _ in range(MOST_CHOICES):
            offers = ({"play-again"} if self.privilege else set()) | ({"croquet"} if self.ripe() else set())
            if not offers:
                break
            answer = yield Choice(OWNER[ball], frozenset({*offers, "stop"}))
            if answer == "stop":
                self._stop()
                continue
            if answer == "play-again":
                self.privilege -= 1
                if self.text.how_long == "at-once":
                    self.touched.clear()
                if self.striker in self.prisoners or self._is_in_a_gate(self.striker):
                    self.touched.clear()
                    self.striker = self._who(OWNER[ball], is_of_soldiers=True)  # VII
            else:
                neighbour = yield Choice(OWNER[ball], frozenset(self.ripe()))
                self.touched.discard(neighbour)
                self._replace(neighbour)
                if self.text.two_touched == "one-of-them":
                    self.touched.clear()
                self.used.add(neighbour)
                self.beside = neighbour
                self.privilege += self.text.croquet_gives == "one-more"
            yield from self._stroke()
            self.beside = ""
        else:
            if self.privilege or self.ripe():
                raise Over
        if self.text.next_turn == "whole-turn":
            self.spared.discard(self.striker)

    def _replace(self, ball: str) -> None:
        """V.1: put a ball where it was when touched; by one answer it is then as if it had not been moved."""
        if self.text.replaced_and_used == "as-if-not-moved" and ball not in self.prisoners:
            self.within[ball], made = self.when_touched[ball]
            if ball in SOLDIERS:
                self.at[ball] = made

    def _stop(self) -> None:
        self.privilege = 0
        self.touched.clear()

    # ---------------------------------------------------------------------------------------- one stroke

    def _stroke(self) -> Course:
        if self.striker in SENTINELS and SENTINELS[self.striker] in self.stopped:  # III.7
            self._opens(SENTINELS[self.striker])
        self.moving = {self.striker, self.beside} - {""}
        for _ in range(MOST_SEEN):
            words = yield Watch(self.striker)
            if not words:
                break
            self._happens(words.split())
        if self.claimant:
            self.winner = self.claimant
            raise Over
        if self.text.next_turn == "one-stroke":
            self.spared.discard(self.striker)

    def _happens(self, words: list[str]) -> None:
        ball, verb, *rest = words
        if verb == "rests":
            castle = int(rest[2])
            if self.text.goes_through == "when-in" and self.within[ball] in (None, castle):
                self._passes_gate(ball, castle, "inward" if self.within[ball] is None else "outward")
        elif verb == "passes" and rest[0] == "gate":
            self._passes_gate(ball, int(rest[1]), rest[2])
        elif verb == "passes":
            self._does(ball, rest[0], int(rest[1]))
        elif rest[0] == "flag":
            self._does(ball, "flag", int(rest[1]))
        else:
            self._touches(ball, rest[0])

    def _passes_gate(self, ball: str, castle: int, way: str) -> None:
        is_own = OWNER[ball] == castle
        if ball in SENTINELS and not is_own:
            return
        if way == "outward" and self.within[ball] == castle:
            if ball in SOLDIERS:
                self._does(ball, "leave" if self.at[ball] == 0 else "out", castle)
                self._begins_again(ball, castle)
            self.within[ball] = None
        elif way == "inward" and self.within[ball] is None and (ball in SENTINELS or self.may_enter(ball, castle)):
            self.within[ball] = castle
            if ball in SOLDIERS:
                self._comes_back(ball, castle)
                self._does(ball, "home" if is_own else "enter", castle)
        elif self.text.through_his_gate == "in-or-out":
            return
        if ball in SENTINELS:
            self._earns(ball)

    def _begins_again(self, ball: str, castle: int) -> None:
        """Go back to the gate of a castle that was left too soon, if it is so read."""
        if self.text.out_too_soon != "begins-again" or self.at[ball] == len(self.steps[ball]):
            return
        step, goal = self.steps[ball][self.at[ball]]
        if goal == castle and step in ("door", "narrow", "flag"):
            self.at[ball] -= {"door": 1, "narrow": 2, "flag": 1}[step]

    def _comes_back(self, ball: str, castle: int) -> None:
        """Let a soldier that left too soon earn a turn by coming in again, if it is so read."""
        if self.text.out_too_soon != "goes-on-rewarded" or self.at[ball] == len(self.steps[ball]):
            return
        step, goal = self.steps[ball][self.at[ball]]
        is_his = self.text.in_his_course == "however-driven" or ball == self.striker
        if is_his and goal == castle and step in ("door", "narrow", "out", "flag"):
            self._earns(ball)

    def _does(self, ball: str, step: str, castle: int) -> None:
        """Count a step of a soldier, if it is the next in his course."""
        if ball not in SOLDIERS or self.at[ball] == len(self.steps[ball]):
            return
        if self.text.in_his_course == "in-his-own-turn" and ball != self.striker:
            return
        if self.steps[ball][self.at[ball]] != (step, castle) or self.within[ball] != castle:
            return
        self.at[ball] += 1
        if step == "flag":
            owner = SOLDIERS[ball]
            if self.text.two_at_once == "first-seen" or owner == OWNER[self.striker]:
                self.winner = owner
                raise Over
            self.claimant = self.claimant or owner
        elif step != "leave" or self.text.coming_out == "an-arch-in-his-course":
            self._earns(ball)

    def _earns(self, ball: str) -> None:
        if ball == self.striker:
            self.used.clear()
            if self.text.meeting_again == "behind-an-arch":
                self.beside = ""
        is_his = self.text.which_player == "of-either-ball" and OWNER[ball] == OWNER[self.striker]
        if ball == self.striker or is_his:
            self.privilege = 1 if self.text.again == "once-more" else self.privilege + 1

    # ---------------------------------------------------------------------------------------- prisoners (III)

    def _touches(self, ball: str, other: str) -> None:
        if ball in SENTINELS and other in SOLDIERS:
            self._takes(ball, other)
        elif ball in SOLDIERS and other in SENTINELS and self.text.who_touches == "whichever":
            self._takes(other, ball)
        elif ball in SENTINELS and OWNER[other] in self.stopped:
            self._rescues(ball, OWNER[other])
        met = self._gives(ball, other)
        is_met_anew = met != self.beside or self.text.meeting_again == "whenever-they-meet"
        if met and met not in self.touched:
            self.when_touched[met] = self.within[met], self.at.get(met, 0)
        is_let = met and (self.text.when_excepted == "when-used" or not self.is_excepted(met))
        if met and is_let and is_met_anew:
            self.touched.add(met)
        if not self.is_excepted(other):
            self.moving.add(other)

    def _gives(self, ball: str, other: str) -> str | None:
        """Return the ball that may be used because of a touch: V, “if a ball touch another”."""
        if other == self.striker:
            return ball if self.text.which_ball == "either-of-the-two" else None
        return other if ball == self.striker or self.text.which_ball == "any-ball" else None

    def _takes(self, sentinel: str, soldier: str) -> None:
        home = SENTINELS[sentinel]
        if not self.within[sentinel] == self.within[soldier] == home or soldier in self.prisoners | self.spared:
            return
        if SOLDIERS[soldier] == home and self.text.own_soldier == "enemies-only":
            return
        self.prisoners.add(soldier)
        self.stopped.add(home)
        self.taken[home] += 1
        self.moving -= {sentinel, soldier}
        if self.striker in (sentinel, soldier):
            self.touched.clear()
            if self.text.turn_and_prisoner == "no-more":
                self.privilege = 0

    def _rescues(self, sentinel: str, castle: int) -> None:
        soldier = SOLDIER_OF[SENTINELS[sentinel]]
        if soldier not in self.prisoners or self.within[soldier] != castle:
            return
        if self.text.coming == "out-of-his-castle" and self.within[sentinel] is not None:
            return
        if self.text.rescuer == "in-his-own-play" and sentinel != self.striker:
            return
        self._opens(castle)
        self.within[sentinel] = SENTINELS[sentinel]  # III.8: both are at their posts again
        self.moving -= {sentinel, SENTINEL_OF[castle]}

    def _opens(self, castle: int) -> None:
        self.stopped.discard(castle)
        for soldier in [one for one in self.prisoners if self.within[one] == castle]:
            self.prisoners.discard(soldier)
            self.spared.add(soldier)


SEEN = {
    "leave": "{} passes gate {} outward",
    "enter": "{} passes gate {} inward",
    "door": "{} passes door {}",
    "narrow": "{} passes narrow {}",
    "out": "{} passes gate {} outward",
    "home": "{} passes gate {} inward",
    "flag": "{} touches flag {}",
}


def telling(game: Referee) -> list[str]:
    """Return what can be seen now and bears on the rules, so that games drawn by chance come to something."""
    can = game.possible()
    found = []
    for ball in BALLS:
        if ball in SOLDIERS:
            step, castle = game.steps[ball][min(game.at[ball], len(game.steps[ball]) - 1)]
            found.append(SEEN[step].format(ball, castle))
            continue
        home = SENTINELS[ball]
        found.append(f"{ball} passes gate {home} {'inward' if game.within[ball] is None else 'outward'}")
        found += [f"{ball} touches {soldier}" for soldier in SOLDIERS if game.within[soldier] == home]
        found += [f"{ball} touches {SENTINEL_OF[castle]}" for castle in game.stopped]
        found += [f"{SOLDIER_OF[home]} touches {ball}"]
    return [words for words in found if words in can]
