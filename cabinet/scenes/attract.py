"""The attract mode of an idle cabinet: bots play, under the program's name, and the closest races are replayed.

Any press leads back to the title and does nothing else. No part of the picture stays in place for long: the name moves,
the games and the seating change, because some screens retain images that they have shown for hours.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import pygame
from msgspec.structs import replace

from cabinet.config.schema import Config
from cabinet.display.layout.boxes import Box
from cabinet.display.layout.parts import LayoutName
from cabinet.display.margin_text import margin_text
from cabinet.display.stage import Sprite
from cabinet.display.table.view_state import Dialog
from cabinet.display.toolkit import Kit, stacked
from cabinet.match.factory import MatchFactory
from cabinet.match.request import WATCHED, MatchRequest, full_table
from cabinet.match.session import Session
from cabinet.scenes.icon_text import icon_text
from cabinet.scenes.stack import Scene
from cabinet.screens.view_factory import table_view
from cabinet.screens.views import Look, Views
from cabinet.store.changes import Race
from cabinet.strings.catalogue import word
from engine.contest import Contest
from engine.game import MS, S
from engine.games import GAMES
from engine.panel import Press
from engine.record import Update

DEMO_NS: Final = 75 * S
"""Longest duration of a demonstration."""
END_NS: Final = 4 * S
"""How long the last table of a finished demonstration stays."""
MOVE_NS: Final = 9 * S
"""Interval between moves of the name."""
RACES_NS: Final = 21 * S
"""Interval between the starts of two replays."""
RACE_NS: Final = 6 * S
"""Duration of a replay."""
SHOWN: Final = 5
"""Number of the closest races that are replayed in turn."""
PLACES: Final = ((0.5, 0.02), (0.98, 0.5), (0.5, 0.98), (0.02, 0.5))
"""Positions of the name, in order: shares of the room, across and down."""


class Demo(NamedTuple):
    """An unrecorded match of bots, and its views."""

    session: Session
    views: Views


class Attract(Scene):
    """Shows demonstrations, one after the other."""

    def __init__(
        self,
        kit: Kit,
        demo: Callable[[int, int, Callable[[Update], None]], Demo],
        races: Sequence[Race],
        back: Callable[[], None],
    ) -> None:
        """`demo(number, now, hear)` makes the next demonstration; `back` leads to the title."""
        self._kit = kit
        self._make = demo
        self._races = races[:SHOWN]
        self._back = back
        self._number = 0
        self._begun = 0
        self._entered = 0
        self._over_at: int | None = None
        self._now = 0
        self._demo: Demo | None = None
        self._updates: list[Update] = []
        self._dialog: Dialog | None = None
        self._canvas = pygame.Surface(kit.size)
        self._banner = banner(kit)
        self._place: Sprite | None = None
        self._everything = True
        self._has_left = False

    # Life

    def enter(self, now: int) -> None:
        """See `Scene.enter`."""
        self._entered = self._now = now
        self._begin(now)

    def leave(self, now: int) -> None:
        """See `Scene.leave`."""
        self._running.session.close()

    def resume(self, now: int) -> None:
        """See `Scene.resume`."""
        self._everything = True

    def handle(self, press: Press) -> None:
        """See `Scene.handle`: any press only wakes the cabinet."""
        if press.pressed and not self._has_left:
            self._has_left = True
            self._back()

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`."""
        self._now = now
        if self._is_over(now):
            self._running.session.close()
            self._begin(now)
        session = self._running.session
        session.advance(now, now)
        updates, self._updates = self._updates, []
        if updates:
            self._running.views.update(updates, session.match, now)
        if session.outcome is not None and self._over_at is None:
            self._over_at = now
        dialog = self._wanted_dialog(now)
        if dialog != self._dialog:
            self._dialog = dialog
            self._running.views.show(dialog, now)

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`."""
        age = self._now - self._entered
        times = [
            self._running.session.next_deadline(),
            self._running.views.next_change,
            self._begun + DEMO_NS,
            self._entered + (age // MOVE_NS + 1) * MOVE_NS,
            self._entered + (age // RACES_NS + 1) * RACES_NS,
            self._entered + age // RACES_NS * RACES_NS + RACE_NS,
        ]
        return min((time for time in times if time is not None and time > self._now), default=self._now + 100 * MS)

    def is_stale(self, now: int) -> bool:
        """See `Scene.is_stale`."""
        views = self._running.views
        moved = self._place != self._placed(now)
        return self._everything or moved or views.busy(now) or now >= views.next_change

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        """See `Scene.draw`: draws the table on a canvas of its own, and the name over the visible part of it."""
        whole = everything or self._everything
        self._everything = False
        changed = self._running.views.draw([self._canvas], now, everything=whole)[0]
        old, self._place = self._place, self._placed(now)
        if old != self._place and old is not None:
            changed = [*changed, old.rect]
        for rect in changed:
            screen.blit(self._canvas, rect, rect)
        place = self._place
        if old != place or place.rect.collidelist(changed) >= 0:
            screen.blit(self._canvas, place.rect, place.rect)
            screen.blit(place.surface, place.rect)
            changed = [*changed, place.rect]
        return changed

    # Demonstrations

    @property
    def _running(self) -> Demo:
        assert self._demo is not None, "a scene is entered before anything else"
        return self._demo

    def _begin(self, now: int) -> None:
        self._updates = []
        self._demo = self._make(self._number, now, self._hear)
        self._updates.append(Update(self._demo.session.match.opening()))
        self._number += 1
        self._begun = now
        self._over_at = None
        self._dialog = None
        self._everything = True

    def _hear(self, update: Update) -> None:
        self._updates.append(update)

    def _is_over(self, now: int) -> bool:
        return now >= self._begun + DEMO_NS or (self._over_at is not None and now >= self._over_at + END_NS)

    # Over the demonstration

    def _placed(self, now: int) -> Sprite:
        across, down = PLACES[(now - self._entered) // MOVE_NS % len(PLACES)]
        return self._kit.put(Box(0, 0, *self._kit.size), self._banner, across, down)

    def _wanted_dialog(self, now: int) -> Dialog | None:
        turn, age = divmod(now - self._entered, RACES_NS)
        if not self._races or turn == 0 or age >= RACE_NS:
            return None
        return race_dialog(self._races[(turn - 1) % len(self._races)])


def banner(kit: Kit) -> pygame.Surface:
    """Draw the name and the prompt to press a button, on a plate."""
    colours = kit.theme.colours
    name = kit.text(word("title"), 34, colours.text, "title")
    press = icon_text(kit, word("attract.press"), 15, colours.quiet, kit.size[0])
    width = max(name.get_width(), press.get_width()) + kit.px(36, 20)
    height = name.get_height() + press.get_height() + kit.px(16, 9)
    plate = kit.plate((width, height), colours.plate, colours.key_edge, radius=kit.px(12, 7)).copy()
    for sprite in stacked(Box(0, 0, width, height), [name, press], 0):
        plate.blit(sprite.surface, (sprite.x, sprite.y))
    return plate


def race_dialog(race: Race) -> Dialog:
    """Return a dialog that replays one of the closest races."""
    contest = Contest(0, race.winner, race.loser, race.margin_ns)
    told = word("attract.race", seat=word(f"seat.{race.winner}"), margin=margin_text(race.margin_ns))
    return Dialog(word("attract.closest"), (told, word(f"game.{race.game}")), seat=race.winner, contest=contest)


def demonstration(
    config: Config, factory: MatchFactory, kit: Kit, number: int, now: int, hear: Callable[[Update], None]
) -> Demo:
    """Return match `number`, from 0, of the attract scene: each game in turn, by its first preset.

    The layout alternates between "facing" and "beside". `now`: CLOCK_MONOTONIC, ns; `hear` receives the match's
    updates.
    """
    offer = factory.offers(GAMES[number % len(GAMES)])[0]
    request = MatchRequest(offer.game, offer.name, full_table(offer.seats, WATCHED))
    layout: LayoutName = "beside" if number % 2 else "facing"
    view = table_view(
        replace(config, display=replace(config.display, layout=layout)), factory, request, kit, judged=True
    )
    return Demo(factory.demo(request, now, hear), Views({0: Look(view)}))
