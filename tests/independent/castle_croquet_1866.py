"""A referee of Castle Croquet (1866), written from the printed words, to check the rules file.

Nothing here comes from the package.  A game is followed stroke by stroke:

    lawn = Referee()
    lawn.asked                      Watch(striker), or Choice(player, options), or None when the game is over
    lawn.possible()                 all that can be seen now, in words: "Blue passes gate 1 outward"
    lawn.answer("Blue passes gate 1 outward"), lawn.answer("")       the stroke is over
    lawn.answer("take-two"), lawn.answer("Black")                    what a player chose
    lawn.errand("Blue"), lawn.within["Blue"], lawn.winner, lawn.taken

Castles are numbered 1 to 4 as in the figure.  What a soldier has to do is kept as a course: the castles that are still
before him, and what he has done in the first of them.  What the text leaves open is in `Readings`, named as the edition
names it, the default first.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from tests.independent.following import Choice, Course, Followed, Over, Watch

SOLDIERS = {"Blue": 1, "Black": 2, "Brown": 3, "Green": 4}
SENTINELS = {"Pink": 1, "Yellow": 2, "Orange": 3, "Red": 4}
BALLS = ("Blue", "Black", "Brown", "Green", "Pink", "Yellow", "Orange", "Red")
OWNER = SOLDIERS | SENTINELS
SOLDIER_OF = {number: ball for ball, number in SOLDIERS.items()}
SENTINEL_OF = {number: ball for ball, number in SENTINELS.items()}
CASTLES = (1, 2, 3, 4)
MOST_ROUNDS, MOST_CHOICES, MOST_SEEN = 400, 90, 40


class Readings(NamedTuple):
    """The open places of the text."""

    first_played: Literal["soldier-first", "as-he-likes"] = "soldier-first"
    driven: Literal["however", "out-of-his-castle-played", "always-played"] = "however"
    peg_off_duty: Literal["no-touch-in-order", "played-again"] = "no-touch-in-order"
    two_at_once: Literal["first-seen", "whose-turn-it-is"] = "first-seen"
    one_castle: Literal["one-at-a-time", "always"] = "one-at-a-time"
    door_and_peg: Literal["door-before-peg", "either-first"] = "door-before-peg"
    out_too_soon: Literal["goes-on", "goes-on-rewarded", "begins-again"] = "goes-on"
    invading: Literal["from-gate-to-gate", "any-castle-he-is-in", "before-the-gate-too"] = "from-gate-to-gate"
    rescuer: Literal["however-driven", "in-his-own-play"] = "however-driven"
    what_he_keeps: Literal["the-castles-before", "what-he-did-there-too", "all-anew"] = "the-castles-before"
    home_gate_again: Literal["each-time", "once"] = "each-time"
    goes_through: Literal["when-through", "when-in"] = "when-through"
    whose_play: Literal["the-ball-in-play", "whoever-takes"] = "the-ball-in-play"
    again: Literal["once-more", "once-for-each"] = "once-more"
    second_of_two: Literal["kept", "lost"] = "kept"
    which_ball: Literal["the-ball-played", "either-of-the-two"] = "the-ball-played"
    meeting_again: Literal["behind-an-arch", "never-in-it", "whenever-they-meet"] = "behind-an-arch"
    two_touched: Literal["one-after-the-other", "one-of-them"] = "one-after-the-other"
    how_long: Literal["at-once", "during-the-turn"] = "at-once"
    when_excepted: Literal["when-touched", "at-both-times", "when-used"] = "when-touched"
    off_a_prisoner: Literal["as-off-others", "not-off-a-prisoner"] = "as-off-others"
    ball_moved: Literal["put-back", "let-lie"] = "put-back"
    own_sentinel: Literal["as-he-likes", "croquet-instead"] = "as-he-likes"
    croquet_gives: Literal["one-more", "no-more"] = "one-more"
    one_turn: Literal["of-each-ball", "of-the-owner"] = "of-each-ball"
    meanwhile: Literal["both-in-order", "an-arch-at-any-time"] = "both-in-order"


class Soldier:
    """What one soldier has before him."""

    def __init__(self, home: int) -> None:
        """Begin in the owner's hand, before the game."""
        self.home = home
        self.is_to_come_out = False
        self.has_been_out = False
        self.castles = [
            (home + step - 1) % 4 + 1 for step in (1, 2, 3, 4)
        ]  # III.4a: No. 3 invades 4, 1, 2; then his own
        self.done: set[str] = set()
        self.kept: set[str] = set()
        self.has_won = False

    def due(self, either_first: bool) -> set[tuple[str, int]]:
        """Return what he may do next in order: a deed, and whose gate, door or peg it is done at."""
        if self.has_won:
            return set()
        if self.is_to_come_out:
            return {("out", self.home)}
        castle = self.castles[0]
        if "in" not in self.done:
            return {("in", castle)}
        if castle == self.home:
            return {("peg", castle)}
        left = [deed for deed in ("door", "peg") if deed not in self.done]
        if not left:
            return {("out", castle)}
        return {(deed, castle) for deed in (left if either_first else left[:1])}

    def is_back_in(self, castle: int) -> bool:
        """Return whether he comes in again, by this gate, for what is left to do there."""
        return not self.has_won and not self.is_to_come_out and "in" in self.done and castle == self.castles[0]


class Referee(Followed):
    """A game followed from outside."""

    def __init__(self, chosen: Readings | None = None) -> None:
        """Set the sentinels by their pegs, and wait for the first stroke."""
        self.text = chosen or Readings()
        self.soldiers = {ball: Soldier(home) for ball, home in SOLDIERS.items()}
        self.within: dict[str, int | None] = dict.fromkeys(SOLDIERS) | dict(SENTINELS)
        self.in_hand = set(SOLDIERS)  # I.6
        self.prison: dict[str, int] = {}
        self.striker = ""
        self.privilege = self.spare = 0
        self.touched: set[str] = set()
        self.tried: set[str] = set()
        self.moving: set[str] = set()
        self.exercised: set[tuple[str, str]] = set()
        self.owed: set[str] = set()
        self.beside = ""
        """The ball that a stroke is taken off, and that lies beside the one that is struck."""
        self.is_held = False
        self.claimant = 0
        self.winner = 0
        self.turns = 0
        self.taken = dict.fromkeys(CASTLES, 0)
        self.begin(self._game())

    # ---------------------------------------------------------------------------------------- what is so

    def is_on_duty(self, ball: str) -> bool:
        """Rule II: a sentinel within his castle."""
        return ball in SENTINELS and self.within[ball] == SENTINELS[ball]

    def possible(self) -> set[str]:
        """Return what can be seen: only what moves does anything, and nothing touches a ball that is in hand."""
        if not isinstance(self.asked, Watch):
            return set()
        found = set()
        for ball in self.moving:
            for castle in CASTLES:
                found |= {f"{ball} passes gate {castle} inward", f"{ball} passes gate {castle} outward"}
                found |= {
                    f"{ball} passes door {castle}",
                    f"{ball} touches peg {castle}",
                    f"{ball} rests in gate {castle}",
                }
            found |= {f"{ball} touches {other}" for other in BALLS if other != ball and other not in self.in_hand}
        return found

    def errand(self, ball: str) -> str | None:
        """Return what a ball has to do next."""
        mate = self.soldiers[SOLDIER_OF[OWNER[ball]]]
        if ball in SENTINELS:
            held = SOLDIER_OF[OWNER[ball]] in self.prison
            if self.is_on_duty(ball):
                return "rescue" if held else "keep guard"
            is_placed = not mate.is_to_come_out and SOLDIER_OF[OWNER[ball]] not in self.in_hand
            is_last = is_placed and mate.castles[0] == mate.home and "in" in mate.done
            return "get on duty" if held or is_last else None
        if ball in self.prison:
            return "be released"
        if ball in self.in_hand:
            return "be placed"
        if mate.has_won:
            return "finished"
        words = {"in": "enter", "door": "go through the door", "peg": "touch the peg", "out": "come out again"}
        deed, castle = min(mate.due(either_first=False))
        if mate.is_to_come_out:
            return "come out"
        if castle == mate.home:
            return {"in": "re-enter", "peg": "touch his peg"}[deed]
        if deed == "door" and "peg" in mate.done:
            return "go through the door last"
        return words[deed]

    def ripe(self) -> set[str]:
        """Return the balls that may be used: touched, not used before, and available."""
        if self.striker in self.prison or self.striker in self.in_hand:
            return set()
        found = self.touched - self.tried - self.in_hand
        return {ball for ball in found if self.text.when_excepted == "when-touched" or self._is_free(ball)}

    def _is_free(self, ball: str) -> bool:
        """VI.1a: neither the ball played nor the other is a sentinel on duty."""
        return not self.is_on_duty(self.striker) and not self.is_on_duty(ball)

    def croquetable(self) -> set[str]:
        """VI.3: his own sentinel, which was off duty when it was touched."""
        return {ball for ball in self.ripe() if SENTINELS.get(ball) == OWNER[self.striker]}

    def takeable(self) -> set[str]:
        """VI.1: the balls off which two may be taken."""
        found = self.ripe()
        if self.text.own_sentinel == "croquet-instead":
            found -= self.croquetable()
        if self.text.off_a_prisoner == "not-off-a-prisoner":
            found -= self.prison.keys()
        return found

    # ---------------------------------------------------------------------------------------- the turns (III)

    def _game(self) -> Course:
        for _ in range(MOST_ROUNDS):
            for player in CASTLES:
                yield from self._turn(player)

    def _turn(self, player: int) -> Course:
        soldier, sentinel = SOLDIER_OF[player], SENTINEL_OF[player]
        if soldier in self.in_hand:
            self._place(soldier)
        if self.text.one_turn == "of-the-owner":
            self.tried.clear()
        self.turns += 1
        order = [soldier, sentinel]
        if self.text.first_played == "as-he-likes" and self.turns > len(CASTLES):
            answer = yield Choice(player, frozenset({"play-the-soldier-first", "play-the-sentinel-first"}))
            if answer == "play-the-sentinel-first":
                order.reverse()
        for ball in order:
            if ball not in self.prison and ball not in self.in_hand:
                yield from self._play(ball)
            yield from self._pay()

    def _place(self, soldier: str) -> None:
        """I.6 and IV.7: within a mallet's length of his peg."""
        course = self.soldiers[soldier]
        self.in_hand.discard(soldier)
        self.within[soldier] = course.home
        course.is_to_come_out = True
        if self.text.what_he_keeps == "all-anew":
            course.castles = [(course.home + step - 1) % 4 + 1 for step in (1, 2, 3, 4)]
        course.done = set()

    def _pay(self) -> Course:
        """V.2, if it is so read: who took a prisoner in another's play is played when that is over."""
        for _ in range(20):
            if not self.owed:
                return
            for ball in sorted(self.owed, key=BALLS.index):
                self.owed.discard(ball)
                if (yield Choice(OWNER[ball], frozenset({"play-again", "stop"}))) == "play-again":
                    yield from self._play(ball)
        if self.owed:
            raise Over

    def _play(self, ball: str) -> Course:
        self.striker = ball
        self._stop()
        self.exercised.clear()
        if self.text.one_turn == "of-each-ball":
            self.tried.clear()
        yield from self._stroke()
        for _ in range(MOST_CHOICES):
            offers = self._offers()
            if not offers:
                return
            answer = yield Choice(OWNER[ball], frozenset({*offers, "stop"}))
            if answer == "stop":
                self._stop()
            elif answer == "play-again":
                if self.spare:
                    self.spare -= 1
                else:
                    self.privilege -= 1
                self._forget()
                yield from self._stroke()
            else:
                yield from self._use(answer)
        if self._offers():
            raise Over

    def _offers(self) -> set[str]:
        offers = {"play-again"} if self.privilege or self.spare else set()
        offers |= {"take-two"} if self.takeable() else set()
        return offers | ({"croquet"} if self.croquetable() else set())

    def _use(self, how: str) -> Course:
        """VI: take two off a ball, or a croquet off his own sentinel."""
        if how == "croquet":
            self.beside = SENTINEL_OF[OWNER[self.striker]]
            self.is_held = False
            self.spare += self.text.croquet_gives == "one-more"
        else:
            self.beside = yield Choice(OWNER[self.striker], frozenset(self.takeable()))
            self.is_held = self.text.ball_moved == "put-back"
            self.spare = self.spare + 1 if self.text.second_of_two == "kept" else 1
        self.tried.add(self.beside)
        self.touched.discard(self.beside)
        if self.text.two_touched == "one-of-them":
            self.touched.clear()
        yield from self._stroke()
        self.beside = ""

    def _forget(self) -> None:
        if self.text.how_long == "at-once":
            self.touched.clear()

    def _stop(self) -> None:
        self.privilege = self.spare = 0
        self.touched.clear()

    # ---------------------------------------------------------------------------------------- one stroke

    def _stroke(self) -> Course:
        self.moving = {self.striker}
        if self.beside and not self.is_held and self.beside not in self.prison:
            self.moving.add(self.beside)
        for _ in range(MOST_SEEN):
            words = yield Watch(self.striker)
            if not words:
                break
            self._happens(words.split())
        if self.claimant:
            self.winner = self.claimant
            raise Over

    def _happens(self, words: list[str]) -> None:
        ball, verb, *rest = words
        if verb == "rests":
            castle = int(rest[2])
            if self.text.goes_through == "when-in":
                self._passes(ball, castle, "outward" if self.within[ball] == castle else "inward")
        elif verb == "passes" and rest[0] == "gate":
            self._passes(ball, int(rest[1]), rest[2])
        elif verb == "passes":
            self._does(ball, "door", int(rest[1]))
            self._excuses(ball)
        elif rest[0] == "peg":
            self._touches_peg(ball, int(rest[1]))
        else:
            self._touches(ball, rest[0])

    def _passes(self, ball: str, castle: int, way: str) -> None:
        if way == "outward" and self.within[ball] == castle and (ball in SOLDIERS or SENTINELS[ball] == castle):
            self.within[ball] = None
            self._leaves(ball, castle)
        elif way == "inward" and ball in SENTINELS:
            if SENTINELS[ball] == castle and self.within[ball] is None:
                self.within[ball] = castle
                self._exercise(ball, "re-enter")
        elif way == "inward" and (self.within[ball] is None or self.text.one_castle == "always"):
            self.within[ball] = castle
            self._does(ball, "in", castle)
        self._excuses(ball)

    def _leaves(self, ball: str, castle: int) -> None:
        if ball in SENTINELS:
            for soldier in [one for one, where in self.prison.items() if where == castle]:  # IV.3
                self._release(soldier)
            self._exercise(ball, "leave")
            return
        self._does(ball, "out", castle)
        course = self.soldiers[ball]
        is_his_goal = not course.is_to_come_out and course.castles[0] == castle
        is_undone = castle == course.home or not {"door", "peg"} <= course.done
        if self.text.out_too_soon == "begins-again" and is_his_goal and is_undone:
            course.done = set()

    def _does(self, ball: str, deed: str, castle: int) -> None:
        """Count a deed of a soldier, if it is the next in his order."""
        if ball not in SOLDIERS or not self._is_by_right(ball, deed):
            return
        course = self.soldiers[ball]
        if (deed, castle) not in course.due(self.text.door_and_peg == "either-first"):
            if deed == "in" and self.text.out_too_soon == "goes-on-rewarded" and course.is_back_in(castle):
                self._advances(ball)
            return
        if deed in ("door", "peg") and self.within[ball] != castle:
            return
        if deed == "peg" and castle == course.home:
            self._touches_his_peg(ball)
            return
        if course.is_to_come_out:
            course.is_to_come_out = False
            if not (course.has_been_out and self.text.home_gate_again == "once"):
                self._advances(ball)
            course.has_been_out = True
            return
        if deed == "out":
            course.castles.pop(0)
            course.done, course.kept = set(), set()
        elif deed == "in":
            course.done = {"in"} | course.kept
        else:
            course.done.add(deed)
        self._advances(ball)

    def _is_by_right(self, ball: str, deed: str) -> bool:
        """III.3a: whether it counts that the ball was driven."""
        if ball == self.striker or self.text.driven == "however":
            return True
        return self.text.driven == "out-of-his-castle-played" and not self.soldiers[ball].is_to_come_out

    def _touches_his_peg(self, ball: str) -> None:
        """III.6 and III.7."""
        owner = SOLDIERS[ball]
        if not self.is_on_duty(SENTINEL_OF[owner]):
            if self.text.peg_off_duty == "played-again":
                self._advances(ball)
            return
        self.soldiers[ball].has_won = True
        if self.text.two_at_once == "first-seen" or owner == OWNER[self.striker]:
            self.winner = owner
            raise Over
        self.claimant = self.claimant or owner

    def _touches_peg(self, ball: str, castle: int) -> None:
        if ball in SOLDIERS:
            self._does(ball, "peg", castle)
            return
        soldier = SOLDIER_OF[SENTINELS[ball]]
        is_coming = ball == self.striker or self.text.rescuer == "however-driven"
        if is_coming and self.is_on_duty(ball) and self.prison.get(soldier) == castle:  # IV.4 and IV.5
            self._release(soldier)
            self.moving.discard(ball)

    def _touches(self, ball: str, other: str) -> None:
        if self.striker in (ball, other):
            met = other if ball == self.striker else ball
            is_so = met == other or self.text.which_ball == "either-of-the-two"
            is_let = self.text.when_excepted == "when-used" or self._is_free(met)
            if is_so and is_let and self._is_touch(met):
                self.touched.add(met)
        for sentinel, soldier in ((ball, other), (other, ball)):
            if sentinel in SENTINELS and soldier in SOLDIERS:
                self._meets(sentinel, soldier)
        if other not in self.prison and not (other == self.beside and self.is_held):
            self.moving.add(other)

    def _is_touch(self, met: str) -> bool:
        """Return whether two balls touch that lay together, if one was beside the other when the stroke began."""
        if met != self.beside or self.text.meeting_again == "whenever-they-meet":
            return True
        return met not in self.tried and self.text.meeting_again == "behind-an-arch"

    # ---------------------------------------------------------------------------------------- prisoners (IV)

    def _meets(self, sentinel: str, soldier: str) -> None:
        if not self.is_on_duty(sentinel) or soldier in self.prison or self._invades(soldier) != SENTINELS[sentinel]:
            return
        castle = SENTINELS[sentinel]
        course = self.soldiers[soldier]
        if self.text.what_he_keeps == "what-he-did-there-too" and not course.is_to_come_out and len(course.done) > 1:
            course.kept = course.done - {"in"}
        self.prison[soldier] = castle
        self.within[soldier] = castle
        self.moving.discard(soldier)
        self.taken[castle] += 1
        if soldier == self.striker:
            self._stop()
        if sentinel == self.striker:
            self._earns(sentinel)
        elif self.text.whose_play == "whoever-takes":
            self.owed.add(sentinel)

    def _invades(self, soldier: str) -> int | None:
        course, within = self.soldiers[soldier], self.within[soldier]
        goal = course.castles[0]
        if self.text.invading == "any-castle-he-is-in":
            return within if within != course.home else None
        if goal == course.home:
            return None
        if self.text.invading == "before-the-gate-too":
            return None if course.is_to_come_out else goal
        return goal if within == goal else None

    def _release(self, soldier: str) -> None:
        """IV.6: in hand till his next turn."""
        del self.prison[soldier]
        self.in_hand.add(soldier)
        self.within[soldier] = None
        self.moving.discard(soldier)

    # ---------------------------------------------------------------------------------------- playing again (V)

    def _advances(self, ball: str) -> None:
        self._earns(ball)
        if ball == self.striker:
            self.tried.clear()

    def _exercise(self, ball: str, privilege: str) -> None:
        if ball == self.striker and (ball, privilege) not in self.exercised:
            self.exercised.add((ball, privilege))
            self._earns(ball)

    def _earns(self, ball: str) -> None:
        if ball == self.striker:
            self.privilege = 1 if self.text.again == "once-more" else self.privilege + 1

    def _excuses(self, ball: str) -> None:
        if ball == self.striker and self.text.meanwhile == "an-arch-at-any-time":
            self.tried.clear()


DEEDS = {
    "in": "{} passes gate {} inward",
    "out": "{} passes gate {} outward",
    "door": "{} passes door {}",
    "peg": "{} touches peg {}",
}


def telling(game: Referee) -> list[str]:
    """Return what can be seen now and bears on the rules, so that games drawn by chance come to something."""
    can = game.possible()
    found = []
    for ball in BALLS:
        home = OWNER[ball]
        if ball in SOLDIERS:
            found += [
                DEEDS[deed].format(ball, castle) for deed, castle in sorted(game.soldiers[ball].due(either_first=True))
            ]
            taker = game._invades(ball)
            if taker is not None:
                found += [f"{ball} touches {SENTINEL_OF[taker]}", f"{SENTINEL_OF[taker]} touches {ball}"]
        else:
            found += [DEEDS["out" if game.is_on_duty(ball) else "in"].format(ball, home)]
            found += [f"{ball} touches peg {castle}" for one, castle in game.prison.items() if OWNER[one] == home]
            found += [f"{SOLDIER_OF[home]} touches {ball}"]
    return [words for words in found if words in can]
