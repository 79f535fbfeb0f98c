"""Simulate balls in motion: they roll straight, lose speed evenly, and bounce off one another, off posts and off pegs.

The engine is Chipmunk, through pymunk.  Friction is a joint between each ball and the ground with a greatest force:
like a ball on grass, a ball loses the same speed in each second, and stops.  Time advances in equal steps.  While no
balls can meet, the formula for even slowing replaces many steps; a step depends only on the positions on the ground, so
the same stroke gives the same floats.  There is no spin, and no ball jumps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import dist, hypot, sqrt
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.lawn.kit import Kit
from cc_dsl.lawn.passages import Passages, Throat
from cc_dsl.lawn.strokes import LEAVES, PASSES, RESTS, TOUCHES, BallObservation, Point, pymunk_missing
from cc_dsl.table.ground import Ground, Peg

if TYPE_CHECKING:
    import pymunk

STEP = 1 / 4000
"""Seconds: at twelve yards a second a ball goes a fifteenth of its radius, so that it meets things where they are."""
STEPS_A_LOOK = 4
"""After how many steps one looks where balls are."""
SLACK = 1e-5
"""Yards by which the engine lets things overlap."""
AT_REST = 1e-6
"""The speed in yards a second below which a ball lies still."""
TOUCHING = 1e-3
"""Yards: balls no farther apart lie touching, and their first contact in a stroke is no new touch."""
PARTED = 0.01
"""Yards: balls so far apart no longer lie touching."""
MARGIN = 2e-4
"""Yards that are left before something is met, when many steps are taken at once."""
LOOKS_AT_MOST = 120_000
"""The seconds after which any ball is at rest: two minutes."""
BALL, POST, PEG = 1, 2, 3


class Scene(NamedTuple):
    """The positions when the balls begin to move."""

    ground: Ground
    throats: tuple[Throat, ...]
    kit: Kit
    places: Mapping[str, Point]
    speeds: Mapping[str, Point]
    entered: Mapping[str, Mapping[str, int]]
    held: str = ""
    """A ball that is held where it lies."""


class Rolled(NamedTuple):
    """Its result."""

    observations: tuple[BallObservation, ...]
    paths: dict[str, tuple[Point, ...]]
    rest: dict[str, Point]
    entered: dict[str, dict[str, int]]
    seconds: float


def roll(scene: Scene, energy: Callable[[float], None] | None = None) -> Rolled:
    """Move the balls until all lie still; a watcher is called with their kinetic energy at every step."""
    motion = Motion(scene)
    for _ in range(LOOKS_AT_MOST):
        if energy:
            energy(motion.energy)
        if not motion.moving:
            break
        motion.go_on()
    return motion.done()


class Motion:
    """Balls while they move."""

    def __init__(self, scene: Scene) -> None:
        """Put everything where it is, and give the balls their speeds."""
        try:
            import pymunk
        except ImportError as error:
            raise pymunk_missing() from error
        self._scene, self._kit = scene, scene.kit
        self._space = pymunk.Space()
        self._space.collision_slop = SLACK
        self.time = 0.0
        self._seen: list[BallObservation] = []
        self._bodies: dict[str, pymunk.Body] = {}
        self._names: dict[pymunk.Shape, str] = {}
        for throat in scene.throats:
            for post in throat.posts:
                self._stand(post, self._kit.post_diameter, POST, throat.name)
        for peg in scene.ground.pegs:
            self._stand((peg.east, peg.north), self._kit.peg_diameter, PEG, peg.name)
        for name, place in scene.places.items():
            self._lay(name, place)
        self._passages = {
            name: Passages(scene.throats, dict(scene.entered.get(name, {})), place)
            for name, place in scene.places.items()
        }
        self._last = dict(scene.places)
        self._paths: dict[str, list[Point]] = {name: [place] for name, place in scene.places.items()}
        self.moving = [name for name in scene.places if hypot(*scene.speeds.get(name, (0.0, 0.0))) > AT_REST]
        self._lying = _touching(scene)
        self._space.on_collision(BALL, BALL, begin=self._meet)
        self._space.on_collision(BALL, PEG, begin=self._meet)
        self._space.on_collision(BALL, POST, begin=self._meet)

    def _stand(self, place: Point, diameter: float, sort: int, name: str) -> None:
        """Drive a post or a peg into the ground."""
        import pymunk

        shape = pymunk.Circle(self._space.static_body, diameter / 2, place)
        # The engine multiplies what the two give; a ball gives the root of what two balls give.
        shape.elasticity = self._kit.iron_bounce / sqrt(self._kit.ball_bounce)
        shape.collision_type = sort
        self._names[shape] = name
        self._space.add(shape)

    def _lay(self, name: str, place: Point) -> None:
        """Lay a ball, with the friction that it will have on the grass; one that is held cannot be moved."""
        import pymunk

        sort = pymunk.Body.STATIC if name == self._scene.held else pymunk.Body.DYNAMIC
        body = pymunk.Body(self._kit.ball_mass, 1.0, sort)
        body.position = place
        body.velocity = self._scene.speeds.get(name, (0.0, 0.0))
        shape = pymunk.Circle(body, self._kit.radius)
        shape.elasticity = sqrt(self._kit.ball_bounce)
        shape.collision_type = BALL
        self._bodies[name] = body
        self._names[shape] = name
        self._space.add(body, shape)
        if name != self._scene.held:
            grass = pymunk.PivotJoint(self._space.static_body, body, (0, 0), (0, 0))
            grass.max_bias = 0
            grass.max_force = self._kit.ball_mass * self._kit.slowing
            self._space.add(grass)

    @property
    def energy(self) -> float:
        """The energy of motion of all balls, in pounds and yards a second."""
        return float(sum(self._kit.ball_mass * self._bodies[name].velocity.length ** 2 / 2 for name in self.moving))

    def go_on(self) -> None:
        """Advance the time: by one step, or as long as no contact is possible."""
        steps = self._free_steps()
        if steps > STEPS_A_LOOK:
            self._glide(steps * STEP)
        else:
            for _ in range(STEPS_A_LOOK):
                self._space.step(STEP)
                self.time += STEP
            steps = STEPS_A_LOOK
        self._look(steps * STEP)

    def _free_steps(self) -> int:
        """Return how many steps can be taken before any moving ball can meet anything, or stops."""
        return int(min(self._free_seconds(name) for name in self.moving) / STEP)

    def _free_seconds(self, name: str) -> float:
        """Return how long a ball may roll straight on, whatever its direction, and meet nothing."""
        place, speed = self._last[name], float(self._bodies[name].velocity.length)
        slowing, radius = self._kit.slowing, self._kit.radius
        free = _to_the_edge(self._scene.ground, place)
        for throat in self._scene.throats:
            free = min(free, throat.distance(place) - radius - self._kit.post_diameter)
        for peg in self._scene.ground.pegs:
            free = min(free, dist(place, (peg.east, peg.north)) - radius - self._kit.peg_diameter / 2)
        for other, there in self._last.items():
            if other != name:
                gap = dist(place, there) - 2 * radius
                free = min(free, gap / 2 if other in self.moving else gap)
        free -= MARGIN
        if free <= 0:
            return 0.0
        left = speed * speed - 2 * slowing * free
        return (speed - sqrt(left)) / slowing if left > 0 else speed / slowing

    def _glide(self, seconds: float) -> None:
        """Roll every moving ball straight on for this time, by s = v t - ½ a t²."""
        self.time += seconds
        for name in self.moving:
            body = self._bodies[name]
            speed = body.velocity.length
            if speed <= AT_REST:
                continue
            rolled = min(seconds, speed / self._kit.slowing)
            way = speed * rolled - self._kit.slowing * rolled * rolled / 2
            body.position = body.position + body.velocity * (way / speed)
            body.velocity = body.velocity * (1 - self._kit.slowing * rolled / speed)

    def _look(self, passed: float) -> None:
        """Locate the moving balls, and record what they have done since the last step."""
        for name in list(self.moving):
            body = self._bodies[name]
            place = (body.position.x, body.position.y)
            before = self._last[name]
            if _to_the_edge(self._scene.ground, place) < 0:
                place = self._over_the_edge(name, before, place)
            for passage in self._passages[name].see(place):
                time = self.time - passed * (1 - passage.share)
                self._seen.append(BallObservation(PASSES, name, passage.arch, passage.direction, time))
            self._last[name] = place
            if body.velocity.length <= AT_REST:
                self.moving.remove(name)
        if self._lying:
            self._forget_parted()

    def _over_the_edge(self, name: str, before: Point, place: Point) -> Point:
        """Stop a ball where its middle crossed the edge of the ground."""
        inside, outside = _to_the_edge(self._scene.ground, before), _to_the_edge(self._scene.ground, place)
        share = max(inside, 0.0) / (max(inside, 0.0) - outside)
        halt = tuple(first + share * (last - first) for first, last in zip(before, place, strict=True))
        body = self._bodies[name]
        body.position, body.velocity = (halt[0], halt[1]), (0.0, 0.0)
        self._seen.append(BallObservation(LEAVES, name, time=self.time))
        return (halt[0], halt[1])

    def _meet(self, arbiter: pymunk.Arbiter, space: pymunk.Space, data: object) -> None:
        """Note that a ball has met something: a corner of its way, and, unless it lay there, a touch."""
        names = [self._names[shape] for shape in arbiter.shapes]
        balls = [name for name in names if name in self._bodies]
        # Of two balls, the faster is said to touch the other.
        balls.sort(key=lambda name: -self._bodies[name].velocity.length)
        for name in balls:
            if name != self._scene.held:
                place = self._bodies[name].position
                self._paths[name].append((place.x, place.y))
                if name not in self.moving:
                    self.moving.append(name)
        is_post = any(shape.collision_type == POST for shape in arbiter.shapes)
        if not is_post and frozenset(names) not in self._lying:
            thing = next((name for name in names if name not in balls), balls[-1])
            self._seen.append(BallObservation(TOUCHES, balls[0], thing, time=self.time))

    def _forget_parted(self) -> None:
        """Forget of things that lay touching when the stroke began, once they have parted."""
        for pair in list(self._lying):
            if _gap(self._scene, self._last, pair) > PARTED:
                self._lying.discard(pair)

    def done(self) -> Rolled:
        """Return its results in order of time, and which balls lie in arches."""
        paths = {name: _way([*corners, self._last[name]]) for name, corners in self._paths.items()}
        paths = {name: way for name, way in paths.items() if len(way) > 1}
        resting = [
            BallObservation(RESTS, name, throat.name, time=self.time)
            for name in paths
            for throat in self._scene.throats
            if throat.holds(self._last[name])
        ]
        seen = tuple(sorted(self._seen, key=lambda observation: observation.time)) + tuple(resting)
        entered = {name: dict(passages.entered) for name, passages in self._passages.items()}
        return Rolled(seen, paths, dict(self._last), entered, self.time)


def _to_the_edge(ground: Ground, place: Point) -> float:
    """Return how far a point is within the ground; less than nothing beyond its edge."""
    return min(ground.breadth / 2 - abs(place[0]), ground.length / 2 - abs(place[1]))


def _touching(scene: Scene) -> set[frozenset[str]]:
    """Return the pairs of balls, and of balls and pegs, that lie touching."""
    balls, pegs = list(scene.places), [peg.name for peg in scene.ground.pegs]
    pairs = [frozenset((ball, other)) for number, ball in enumerate(balls) for other in [*balls[number + 1 :], *pegs]]
    return {pair for pair in pairs if _gap(scene, scene.places, pair) <= TOUCHING}


def _gap(scene: Scene, places: Mapping[str, Point], pair: frozenset[str]) -> float:
    """Return how far apart two balls are, or a ball and a peg."""
    one, other = sorted(pair, key=lambda name: name not in places)
    if other in places:
        return dist(places[one], places[other]) - scene.kit.ball_diameter
    peg = _peg(scene.ground, other)
    return dist(places[one], (peg.east, peg.north)) - scene.kit.radius - scene.kit.peg_diameter / 2


def _peg(ground: Ground, name: str) -> Peg:
    """Find a peg by its name."""
    return next(peg for peg in ground.pegs if peg.name == name)


def _way(corners: list[Point]) -> tuple[Point, ...]:
    """Leave out corners at which the ball did not move on."""
    way = corners[:1]
    for corner in corners[1:]:
        if dist(corner, way[-1]) > SLACK:
            way.append(corner)
    return tuple(way)
