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
        self._feed = feed
        self._scene = scene
        self._clock = clock
        self._games = games
        self._random = Random(seed)
        self.seen: dict[str, int] = {}

    def night(self) -> Iterator[int]:
        """Play hour after hour; yield how long to wait before the next step (ns)."""
        begun = self._clock()
        while True:
            for game in range(self._games):
                if self._clock() - begun < LATEST_NS:
                    yield from self._play(game)
            yield from self._operate()
            begun += HOUR_NS
            yield max(0, begun - self._clock())

    # Actions

    def _play(self, game: int) -> Iterator[int]:
        """Go from any scene through the menu to a match of that game, play, and walk away."""
        yield from self._come_to("Title", CARDS[4])
        yield from self._tap(CARDS[game])
        yield from self._tap(RIGHT)
        yield from self._tap(CARDS[0])
        yield from self._tap(ACTION)
        if self._random.random() < 0.3:
            yield from self._learn()
        yield from self._tap(ACTION)
        for _ in range(self._random.choice((0, 1, 3))):
            yield from self._tap(RIGHT)
        yield from self._tap(ACTION)
        if self._scene() == "GettingReady":
            yield from self._tap(ACTION, BLUE)
        ends = self._clock() + PATIENCE_NS
        while self._scene() == "MatchScene" and self._clock() < ends:
            yield from self._tap(self._random.choice((ACTION, *BUTTONS)), self._random.choice((AMBER, BLUE)))
        while self._scene() == "MatchScene":
            yield S

    def _learn(self) -> Iterator[int]:
        """Open the game's lessons for a while."""
        yield from self._tap(CARDS[3])
        yield self._random.choice((5, 20)) * S
        yield from self._come_to("Menu", ACTION)

    def _operate(self) -> Iterator[int]:
        """Open the operator's page and press buttons in every part of it."""
        yield from self._come_to("Title", CARDS[4])
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
        """Press, 2 s apart, until a scene is on top, for at most 60 presses."""
        for _ in range(60):
            if self._scene() == scene:
                return
            if scene == "Title" and self._scene() == "Menu":
                yield MENU_NS
                continue
            yield from self._tap(LEFT if self._scene() == "MatchScene" else button)
            yield 2 * S

    def _tap(self, button: str, seat: int = AMBER) -> Iterator[int]:
        self.seen[self._scene()] = self.seen.get(self._scene(), 0) + 1
        self._feed(seat, button, True)
        yield PRESS_NS
        self._feed(seat, button, False)
        yield LOOK_NS


def keys_of(seats: Mapping[int, Mapping[str, str]]) -> Mapping[tuple[int, str], str]:
    """Return (seat, button) -> key."""
    return {(seat, button): key for seat, keys in seats.items() for button, key in keys.items()}
