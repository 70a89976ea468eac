"""The people of the night: who comes each hour, and which buttons they press.

At the beginning of each hour they play one match of every game, look at the operator's page, and go; for the rest of
it nobody is there. They look at which scene is on top and press at random at the table, where bots play against them.
"""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Final

from engine.game import MS, S
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT

HOUR_NS: Final = 3600 * S
AMBER, BLUE = 0, 1
PRESS_NS: Final = 60 * MS
"""From press to release."""
LOOK_NS: Final = 400 * MS
"""Between two presses of somebody who looks before."""
HOLD_NS: Final = 6 * S
"""Longer than ACTION is held for the operator's page (`cabinet.scenes.title`)."""
LATEST_NS: Final = 52 * 60 * S
"""After so much of an hour nobody begins another match."""
PATIENCE_NS: Final = 6 * 60 * S
"""So long a match goes on before its guests walk away from it; bots and the rules' own deadlines end it."""

Feed = Callable[[int, str, bool], None]
"""A button of a seat goes down or up, now."""


class Guests:
    """Everybody who comes in a night. `seen` counts the presses in each scene."""

    def __init__(
        self, feed: Feed, scene: Callable[[], str], clock: Callable[[], int], games: int, first: int, seed: int
    ) -> None:
        """`scene` is the name of the scene on top. The menu offers `games` games, the `first` of them highlighted."""
        self._feed = feed
        self._scene = scene
        self._clock = clock
        self._ring = games + 1
        self._first = first
        self._random = Random(seed)
        self.seen: dict[str, int] = {}

    def night(self) -> Iterator[int]:
        """Play hour after hour; yields how long to wait before going on (ns)."""
        begun = self._clock()
        while True:
            for game in range(self._ring - 1):
                if self._clock() - begun < LATEST_NS:
                    yield from self._play(game)
            yield from self._operate()
            begun += HOUR_NS
            yield max(0, begun - self._clock())

    # What they do

    def _play(self, game: int) -> Iterator[int]:
        """From wherever the cabinet is through the menu to a match of that game, and away from it."""
        yield from self._come_to("Title", ACTION)
        yield from self._tap(ACTION)
        for _ in range((game - self._first) % self._ring):  # behind the last game stands the way back
            yield from self._tap(RIGHT)
        yield from self._tap(ACTION)
        if self._random.random() < 0.3:
            yield from self._learn()
        yield from self._tap(ACTION)
        for _ in range(self._random.choice((0, 1, 3))):
            yield from self._tap(RIGHT)
        yield from self._tap(ACTION)
        ends = self._clock() + PATIENCE_NS
        while self._scene() == "MatchScene" and self._clock() < ends:
            yield from self._tap(self._random.choice((ACTION, *BUTTONS)), self._random.choice((AMBER, BLUE)))
        while self._scene() == "MatchScene":
            yield S

    def _learn(self) -> Iterator[int]:
        """How the game is played, as far as they look."""
        yield from self._tap(CARDS[3])
        yield self._random.choice((5, 20)) * S
        yield from self._come_to("Menu", ACTION)

    def _operate(self) -> Iterator[int]:
        """The operator's page, every part of it."""
        yield from self._come_to("Title", ACTION)
        for pressed in (True, False):
            for seat in (AMBER, BLUE):
                self._feed(seat, ACTION, pressed)
            yield HOLD_NS
        for part in (0, 2, 3):
            yield from self._tap(CARDS[part])
            yield 5 * S
            for _ in range(6):
                yield from self._tap(RIGHT)
        yield from self._tap(CARDS[1])
        for button in BUTTONS:
            yield from self._tap(button)
        yield 30 * S
        yield from self._tap(CARDS[4])

    # Pressing

    def _come_to(self, scene: str, button: str) -> Iterator[int]:
        """Press until a scene is on top, and wait a moment then."""
        for _ in range(60):
            if self._scene() == scene:
                return
            yield from self._tap(LEFT if self._scene() == "MatchScene" else button)
            yield 2 * S

    def _tap(self, button: str, seat: int = AMBER) -> Iterator[int]:
        self.seen[self._scene()] = self.seen.get(self._scene(), 0) + 1
        self._feed(seat, button, True)
        yield PRESS_NS
        self._feed(seat, button, False)
        yield LOOK_NS


def keys_of(seats: Mapping[int, Mapping[str, str]]) -> Mapping[tuple[int, str], str]:
    """(seat, button) -> key."""
    return {(seat, button): key for seat, keys in seats.items() for button, key in keys.items()}
