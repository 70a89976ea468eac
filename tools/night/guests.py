"""The guests of the night: their visit in each hour, and the buttons that they press.

At the beginning of each hour they play a match of every game, open the operator's page, and leave; for the rest of the
hour the cabinet is idle. They follow the scene on top, and press at random at the table, where bots play against them.
"""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Final

from engine.game import MS, S
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT

HOUR_NS: Final = 3600 * S
AMBER, BLUE = 0, 1
PRESS_NS: Final = 60 * MS
"""The time from press to release."""
LOOK_NS: Final = 400 * MS
"""The time from a release to the guest's next press."""
HOLD_NS: Final = 6 * S
"""How long the guests hold ACTION: longer than the operator's page requires (`cabinet.scenes.title`)."""
LATEST_NS: Final = 52 * 60 * S
"""The time in an hour after which no further match begins."""
PATIENCE_NS: Final = 6 * 60 * S
"""How long the guests play a match before they walk away; bots and the rules' own deadlines end it then."""

MENU_NS: Final = 41 * S
"""The time after which a menu that nobody touches leads back to the title."""

Feed = Callable[[int, str, bool], None]
"""Presses (True) or releases a button of a seat, now."""


class Guests:
    """All guests of a night. `seen` counts the presses in each scene."""

    def __init__(
        self, feed: Feed, scene: Callable[[], str], clock: Callable[[], int], games: int, seed: int
    ) -> None:
        """`scene` returns the name of the scene on top. The title has `games` games."""
        self.feed = feed
        self._scene = scene
        self.clock = clock
        self.games = games
        self.random = Random(seed)
        self.seen: dict[str, int] = {}

    def night(self) -> Iterator[int]:
        """Play hour after hour; yield how long to wait before the next step (ns)."""
        begun = self.clock()
        while True:
            for game in range(self.games):
                if self.clock() - begun < LATEST_NS:
                    yield from self._play(game)
            yield from self.operate()
            begun += HOUR_NS
            yield max(0, begun - self.clock())

    # Actions

    def _play(self, game: int) -> Iterator[int]:
        """Go from any scene through the menu to a match of that game, play, and walk away."""
        yield from self.come_to("Title", CARDS[4])
        yield from self.tap(CARDS[game])
        yield from self.tap(RIGHT)
        yield from self.tap(CARDS[0])
        yield from self.tap(ACTION)
        if self.random.random() < 0.3:
            yield from self._learn()
        yield from self.tap(ACTION)
        for _ in range(self.random.choice((0, 1, 3))):
            yield from self.tap(RIGHT)
        yield from self.tap(ACTION)
        if self._scene() == "GettingReady":
            yield from self.tap(ACTION, BLUE)
        ends = self.clock() + PATIENCE_NS
        while self._scene() == "MatchScene" and self.clock() < ends:
            yield from self.tap(self.random.choice((ACTION, *BUTTONS)), self.random.choice((AMBER, BLUE)))
        while self._scene() == "MatchScene":
            yield S

    def _learn(self) -> Iterator[int]:
        """Open the game's lessons for a while."""
        yield from self.tap(CARDS[3])
        yield self.random.choice((5, 20)) * S
        yield from self.come_to("Menu", ACTION)

    def operate(self) -> Iterator[int]:
        """Open the operator's page and press buttons in every part of it."""
        yield from self.come_to("Title", CARDS[4])
        for pressed in (True, False):
            for seat in (AMBER, BLUE):
                self.feed(seat, ACTION, pressed)
            yield HOLD_NS
        for part in (0, 2, 3):
            yield from self.tap(CARDS[part])
            yield 5 * S
            for _ in range(6):
                yield from self.tap(RIGHT)
        yield from self.tap(CARDS[1])
        for button in BUTTONS:
            yield from self.tap(button)
        yield 30 * S
        yield from self.tap(CARDS[4])

    # Pressing

    def come_to(self, scene: str, button: str) -> Iterator[int]:
        """Press, 2 s apart, until a scene is on top, for at most 60 presses."""
        for _ in range(60):
            if self._scene() == scene:
                return
            if scene == "Title" and self._scene() == "Menu":
                yield MENU_NS
                continue
            yield from self.tap(LEFT if self._scene() == "MatchScene" else button)
            yield 2 * S

    def tap(self, button: str, seat: int = AMBER) -> Iterator[int]:
        """Press a button and release it."""
        self.seen[self._scene()] = self.seen.get(self._scene(), 0) + 1
        self.feed(seat, button, True)
        yield PRESS_NS
        self.feed(seat, button, False)
        yield LOOK_NS


def keys_of(seats: Mapping[int, Mapping[str, str]]) -> Mapping[tuple[int, str], str]:
    """Return (seat, button) -> key."""
    return {(seat, button): key for seat, keys in seats.items() for button, key in keys.items()}
