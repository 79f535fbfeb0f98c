"""A referee for Castle Croquet (1863?), written from the printed words alone; it imports nothing of the package.

Balls are named by their colours and castles by their numbers.  A stroke is a list of events, given one by one; open
places of the text are decided by `readings`, whose names and answers are those of the edition.
"""

from __future__ import annotations

from typing import Any

FOUR = {"Blue": 1, "Black": 2, "Orange": 3, "Red": 4}, {"Green": 1, "Brown": 2, "Yellow": 3, "Pink": 4}
FIVE = (
    {"Blue": 1, "Black": 2, "Orange": 3, "Green": 4, "Red": 5},
    {"Light-blue": 1, "Brown": 2, "Yellow": 3, "Light-green": 4, "Pink": 5},
)
DEFAULTS = {
    "finished-soldier": "still-played",
    "last-touch": "however-driven",
    "two-at-once": "first-seen",
    "door-and-flag": "door-before-flag",
    "out-too-soon": "goes-on",
    "at-the-gate": "no-account",
    "on-duty-again": "on-his-return",
    "enters": "however",
    "which-castle": "any-castle",
    "own-soldier": "never-his-own",
    "turn-of-a-prisoner": "lost",
    "course-of-a-prisoner": "kept",
    "rescuer": "however-driven",
    "leaving": "however-driven",
    "which-door": "of-the-castle-where-he-was",
    "next-turn": "whole-turn",
    "in-his-course": "however-driven",
    "goes-through": "when-through",
    "whose-play": "the-ball-in-play",
    "again": "once-more",
    "twice": "each-once",
    "may-not": "unrewarded",
    "which-ball": "the-ball-played",
    "meeting-again": "behind-an-arch",
    "two-touched": "one-after-the-other",
    "how-long": "at-once",
    "when-excepted": "at-both-times",
    "sentinel-touches": "only-the-one-touched",
    "ball-moved": "put-back",
    "meanwhile": "any-of-them",
    "croquet-and-again": "leaves-it",
}
Event = tuple[str, str, str, str]
"""What happened: verb, ball, object, way."""


class Over(Exception):
    """Somebody has won."""


class Referee:
    """Judges one game; `phase` is `stroke`, `choice` or `which`, and `over` at the end."""

    def __init__(self, players: int, readings: dict[str, str] | None = None) -> None:
        """Set all balls as rule I has it."""
        self.read = {**DEFAULTS, **(readings or {})}
        self.count = players
        self.soldiers, self.sentinels = FOUR if players == 4 else FIVE
        self.home = {**self.soldiers, **self.sentinels}
        self.castle: dict[str, int | None] = dict(self.home)
        self.done: dict[str, list[str]] = {ball: [] for ball in self.soldiers}
        """What a soldier has done in the castle before him."""
        self.ahead = dict.fromkeys(self.soldiers, 0)
        """How many castles he has behind him: 0 his own coming out, 1 to n - 1 invaded, n the home-coming."""
        self.jail: set[str] = set()
        self.gone_out: set[str] = set()
        """Sentinels that have left their castles, and by `on-his-return` have not come home since."""
        self.owed: list[str] = []
        """Sentinels that have taken a prisoner in another ball's turn, and may be played for it."""
        self.safe: set[str] = set()
        self.unplayed: set[str] = set()
        self.winner: int | None = None
        self.claimant: int | None = None
        self.phase = "stroke"
        self.order = [*self.soldiers, *self.sentinels]
        self.place = -1
        self.next_ball()

    # ------------------------------------------------------------------------------------ who plays

    def next_ball(self) -> None:
        if self.owed:
            self.phase = "owed"
            return
        while True:
            self.place = (self.place + 1) % len(self.order)
            ball = self.order[self.place]
            if ball in self.jail:
                if self.read["turn-of-a-prisoner"] == "the-sentinel-plays":
                    ball = self.mate(ball)
                    break
                continue
            if self.read["finished-soldier"] == "left-standing" and ball in self.soldiers and self.finished(ball):
                continue
            break
        self.play(ball)

    def play(self, ball: str) -> None:
        """Begin the turn of a ball."""
        self.ball = ball
        self.right = 1
        self.used: set[str] = set()
        self.hit: set[str] = set()
        self.crossed: dict[str, set[str]] = {}
        self.strike(None)

    def strike(self, used: str | None) -> None:
        """Begin a stroke; `used` is the ball that he croquets his own with, and that lies beside it."""
        self.anvil = used
        self.is_held = used is not None and self.read["ball-moved"] == "put-back" and not self.may_be_driven(used)
        if used is None:
            self.right -= 1
            if self.read["how-long"] == "at-once":
                self.hit.clear()
        if self.ball in self.unplayed:  # IV: or plays after being released
            self.unplayed.discard(self.ball)
            self._earn(self.ball, False)
        self.moving = {self.ball} if used is None or self.is_held or used in self.jail else {self.ball, used}
        self.phase = "stroke"

    def mate(self, ball: str) -> str:
        """Return the other ball of the same player."""
        others = self.sentinels if ball in self.soldiers else self.soldiers
        return next(one for one, castle in others.items() if castle == self.home[ball])

    def on_duty(self, ball: str) -> bool:
        """Return whether a sentinel is on duty."""
        if ball not in self.sentinels:
            return False
        return ball not in self.gone_out

    def goal(self, soldier: str) -> int:
        """Return the castle at which a soldier has to do something."""
        return (self.home[soldier] - 1 + self.ahead[soldier]) % self.count + 1

    def finished(self, soldier: str) -> bool:
        """Return whether he has touched his own flag at the end."""
        return self.ahead[soldier] == self.count and "flag" in self.done[soldier]

    def task(self, soldier: str) -> str:
        """Return what a soldier must do next in his course."""
        done = self.done[soldier]
        if self.ahead[soldier] == 0:
            return "come-out"
        if self.ahead[soldier] == self.count:
            return "finished" if "flag" in done else "touch-his-flag" if "gate" in done else "re-enter"
        if "gate" not in done:
            return "enter"
        if "flag" in done and "door" in done:
            return "come-out-again"
        if "flag" in done:
            return "go-through-the-door-last"
        return "touch-the-flag" if "door" in done else "go-through-the-door"

    # ----------------------------------------------------------------------------------- what can be

    def possible(self, event: Event) -> bool:
        """Return whether something can have happened."""
        verb, ball, thing, way = event
        if ball not in self.home or ball not in self.moving or ball in self.jail:
            return False
        if verb == "touches" and (thing == ball or (" " not in thing and thing not in self.home)):
            return False
        if ball == self.anvil and self.is_held:
            return False
        if thing.startswith("gate") and verb == "passes":
            return self._may_pass(ball, int(thing.split()[1]), way)
        if thing.startswith("gate") and self.read["goes-through"] == "when-in":
            return self._may_rest(ball, int(thing.split()[1]))
        return True

    def may_be_driven(self, ball: str) -> bool:
        """Return whether the ball that is croqueted with may move: his own sentinel, not on duty."""
        return ball in self.sentinels and self.home[ball] == self.home[self.ball] and not self.on_duty(ball)

    def _may_pass(self, ball: str, number: int, way: str) -> bool:
        is_own = number == self.home[ball]
        if ball in self.sentinels and not is_own:
            return True
        if self.read["at-the-gate"] == "cannot-be":
            wanted = None if way == "inward" else number
            if self.castle[ball] != wanted:
                return False
        return not (ball in self.sentinels and self.read["may-not"] == "forbidden" and self.barred(ball, way))

    def _may_rest(self, ball: str, number: int) -> bool:
        """Return whether a ball that is through where it lies may lie in a gate."""
        if self.castle[ball] is None:
            return self._may_pass(ball, number, "inward")
        return self.castle[ball] != number or self._may_pass(ball, number, "outward")

    def barred(self, ball: str, way: str) -> bool:
        """Return whether a sentinel has used up his leave to go this way in this turn."""
        ways = self.crossed.get(ball, set())
        return bool(ways) if self.read["twice"] == "both-together" else way in ways

    # -------------------------------------------------------------------------------- what it comes to

    def observe(self, event: Event) -> None:
        """Take one event; the last of a game raises Over inside and is noted."""
        try:
            self._observe(event)
        except Over:
            self.phase = "over"

    def _observe(self, event: Event) -> None:
        verb, ball, thing, way = event
        if verb == "passes" and thing.startswith("gate"):
            self._gate(ball, int(thing.split()[1]), way)
        elif verb == "passes":
            self._course(ball, "door", int(thing.split()[1]))
        elif verb == "touches" and thing.startswith("flag"):
            self._flag(ball, int(thing.split()[1]))
        elif verb == "touches":
            self._touch(ball, thing)
        elif self.read["goes-through"] == "when-in":
            number = int(thing.split()[1])
            if self.castle[ball] is None:
                self._gate(ball, number, "inward")
            elif self.castle[ball] == number:
                self._gate(ball, number, "outward")

    def _gate(self, ball: str, number: int, way: str) -> None:
        if ball in self.sentinels:
            if number == self.home[ball]:
                self._own_gate(ball, way)
            return
        if way == "inward" and self.castle[ball] is None:
            self.castle[ball] = number
            self._course(ball, "gate", number)
            keeper = next(one for one, castle in self.sentinels.items() if castle == number)
            is_himself = ball == self.ball or self.read["enters"] == "however"
            if is_himself and self.on_duty(keeper) and self.on_duty(self.mate(ball)):
                self._take(keeper, ball)
        elif way == "outward" and self.castle[ball] == number:
            self.castle[ball] = None
            self._come_out(ball, number)

    def _own_gate(self, ball: str, way: str) -> None:
        home = self.home[ball]
        if self.castle[ball] != (None if way == "inward" else home):
            return
        is_rewarded = not self.barred(ball, way)
        self.castle[ball] = home if way == "inward" else None
        if way == "inward" and self.read["on-duty-again"] == "on-his-return":
            self.gone_out.discard(ball)
        if way == "outward" and self._is_done_by(ball, "leaving"):
            self.gone_out.add(ball)
            for soldier in [one for one in self.soldiers if one in self.jail and self.castle[one] == home]:
                self._release(soldier)
        if is_rewarded:
            self._earn(ball, False)
        self.crossed.setdefault(ball, set()).add(way)

    def _is_done_by(self, ball: str, doubt: str) -> bool:
        """Return whether a ball has done what it was driven to do."""
        return self.read[doubt] == "however-driven" or ball == self.ball

    def _counts(self, ball: str) -> bool:
        return self._is_done_by(ball, "in-his-course")

    def _come_out(self, ball: str, number: int) -> None:
        if number != self.goal(ball):
            return
        if self._counts(ball) and self.task(ball) in ("come-out", "come-out-again"):
            self.ahead[ball] += 1
            self.done[ball] = []
            self._earn(ball, True)
        elif self.read["out-too-soon"] == "begins-again" and self.task(ball) in (
            "go-through-the-door",
            "go-through-the-door-last",
            "touch-the-flag",
            "touch-his-flag",
        ):
            self.done[ball] = []

    def _course(self, ball: str, what: str, number: int) -> None:
        """Let a soldier do one thing of his course, if it is the next."""
        if ball not in self.soldiers or number != self.goal(ball) or self.castle[ball] != number:
            return
        wanted = {
            "enter": ("gate",),
            "re-enter": ("gate",),
            "go-through-the-door": ("door", "flag") if self.read["door-and-flag"] == "either-first" else ("door",),
            "go-through-the-door-last": ("door",),
            "touch-the-flag": ("flag",),
            "touch-his-flag": ("flag",),
        }.get(self.task(ball), ())
        if what in wanted and self._counts(ball):
            self.done[ball].append(what)
            self._earn(ball, True)
        elif what == "gate" and self.read["out-too-soon"] == "goes-on-rewarded" and self._is_back(ball):
            self._earn(ball, True)

    def _is_back(self, ball: str) -> bool:
        """Return whether he has come in again for the rest of what he has to do there."""
        return "gate" in self.done[ball] and not self.finished(ball) and self._counts(ball)

    def _flag(self, ball: str, number: int) -> None:
        if ball in self.soldiers:
            self._course(ball, "flag", number)
            return
        mate = self.mate(ball)
        is_within = number == self.home[ball] == self.castle[ball]
        if is_within and self.finished(mate) and self._is_done_by(ball, "last-touch"):
            self._finish(self.home[ball])
        is_coming = self.on_duty(ball) and self._is_done_by(ball, "rescuer")
        if is_coming and mate in self.jail and self.castle[mate] == number:
            self._release(mate)
            self.moving.discard(ball)

    def _finish(self, player: int) -> None:
        if self.read["two-at-once"] == "first-seen" or player == self.home[self.ball]:
            self.winner = player
            raise Over
        if self.claimant is None:
            self.claimant = player

    def _touch(self, ball: str, other: str) -> None:
        for sentinel, soldier in ((ball, other), (other, ball)):
            if sentinel in self.sentinels and soldier in self.soldiers:
                home = self.home[sentinel]
                if self.castle[sentinel] == home and self.castle[soldier] == home:
                    self._take(sentinel, soldier)
        touched = self._gives(ball, other)
        is_let = touched and (self.read["when-excepted"] == "when-used" or self._is_free(touched))
        if touched and is_let and not self._is_of_the_croquet(touched):
            self.hit.add(touched)
        if other not in self.jail:
            self.moving.add(other)

    def _gives(self, ball: str, other: str) -> str | None:
        """Return the ball that a touch lets him use: V, “if a ball touch another, the player may use it”."""
        if other != self.ball:
            return other if ball == self.ball or self.read["which-ball"] == "any-ball" else None
        return ball if self.read["which-ball"] == "either-of-the-two" else None

    def _is_of_the_croquet(self, touched: str) -> bool:
        """Return whether it is no touch, since the ball lay beside his own when the stroke began."""
        if touched != self.anvil or self.read["meeting-again"] == "whenever-they-meet":
            return False
        return touched in self.used or self.read["meeting-again"] == "never-in-it"

    def _is_free(self, touched: str) -> bool:
        """Return whether rule V excepts neither the ball touched nor, by `neither`, the ball played."""
        is_barred = self.read["sentinel-touches"] == "neither" and self.on_duty(self.ball)
        return not is_barred and not self.exempt(touched)

    def exempt(self, ball: str) -> bool:
        """Return whether a ball is one of those that rule V excepts."""
        return self.on_duty(ball) or ball in self.jail or ball in self.unplayed

    def _take(self, sentinel: str, soldier: str) -> None:
        if soldier in self.jail or soldier in self.safe:
            return
        if self.read["which-castle"] == "the-one-invaded" and self.castle[soldier] != self.goal(soldier):
            return
        if self.read["own-soldier"] == "never-his-own" and self.home[soldier] == self.home[sentinel]:
            return
        is_at_goal = self.castle[soldier] == self.goal(soldier)
        self.jail.add(soldier)
        self.moving.discard(soldier)
        if soldier == self.ball:
            self.right = 0
        if self.read["course-of-a-prisoner"] == "lost-in-that-castle" and is_at_goal and not self.finished(soldier):
            self.done[soldier] = []
        self._earn(sentinel, False)
        if sentinel != self.ball and self.read["whose-play"] == "whoever-takes" and sentinel not in self.owed:
            self.owed.append(sentinel)

    def _release(self, soldier: str) -> None:
        self.jail.discard(soldier)
        self.safe.add(soldier)
        self.unplayed.add(soldier)
        if self.read["which-door"] == "of-his-own-castle":
            self.castle[soldier] = self.home[soldier]

    def _earn(self, ball: str, is_course: bool) -> None:
        if ball != self.ball:
            return
        self.right = self.right + 1 if self.read["again"] == "once-for-each" else 1
        if is_course or self.read["meanwhile"] == "any-of-them":
            self.used.clear()

    # ------------------------------------------------------------------------------------- the turn

    def end_stroke(self) -> None:
        """Nothing more happens."""
        if self.claimant is not None:
            self.winner, self.phase = self.claimant, "over"
            return
        self.anvil = None
        if self.read["next-turn"] == "one-stroke":
            self.safe.discard(self.ball)
        self._go_on()

    def ripe(self) -> list[str]:
        """Return the balls that he may use to croquet his own with."""
        if self.ball in self.jail:
            return []
        is_late = self.read["when-excepted"] != "when-touched"
        return sorted(one for one in self.hit if one not in self.used and (self._is_free(one) or not is_late))

    def choices(self) -> list[str]:
        """Return what the player may choose."""
        if self.phase == "which":
            return self.ripe()
        if self.phase == "owed":
            return ["play-again", "stop"]
        return [*(["play-again"] if self.right else []), *(["croquet"] if self.ripe() else []), "stop"]

    def _go_on(self) -> None:
        if self.right or self.ripe():
            self.phase = "choice"
            return
        self.safe.discard(self.ball)
        self.next_ball()

    def choose(self, words: str) -> None:
        """Take what the player chooses."""
        if self.phase == "owed":
            self.owed.sort(key=self.order.index)
            ball = self.owed.pop(0)
            if words == "play-again":
                self.play(ball)
            else:
                self.next_ball()
        elif self.phase == "which":
            self.used.add(words)
            self.hit.discard(words)
            if self.read["two-touched"] == "one-of-them":
                self.hit.clear()
            if self.read["croquet-and-again"] == "uses-it":
                self.right = 0
            self.strike(words)
        elif words == "play-again":
            self.strike(None)
        elif words == "croquet":
            self.phase = "which"
        else:
            self.right = 0
            self.hit.clear()
            self.safe.discard(self.ball)
            self.next_ball()

    def summary(self) -> dict[str, Any]:
        """Return what can be compared with another referee."""
        return {
            "phase": "choice" if self.phase == "owed" else self.phase,
            "ball": self.ball,
            "castles": {ball: self.castle[ball] for ball in sorted(self.home)},
            "jail": sorted(self.jail),
            "tasks": {ball: self.task(ball) for ball in sorted(self.soldiers)},
            "goals": {ball: self.goal(ball) for ball in sorted(self.soldiers)},
            "right": self.right,
        }
