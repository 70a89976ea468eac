"""What the soft-keys and the lamps show is what the seat's panel is, in every way to sit, at every moment of play."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest

from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config, Display
from cabinet.display.layout.boxes import Box, SeatLayout
from cabinet.display.stage import Sprite
from cabinet.display.table.overlays import Overlays
from cabinet.display.table.softkeys import FIFTH, KeyFace, SoftKeys
from cabinet.display.table.view_state import TableUpdate
from cabinet.display.theme import Fonts
from cabinet.display.toolkit import Toolkit
from cabinet.lamp_patterns import playing
from cabinet.match.factory import MatchFactory
from cabinet.match.request import MatchRequest, whole_options
from cabinet.screens.view_factory import table_view, theme_of
from cabinet.strings.catalogue import word
from engine import judge
from engine.match import Match
from engine.panel import BUTTONS, Meaning
from engine.screen import EVERYBODY, Screen
from engine.setup import Setup, seats_of
from tests.engine.lit_keys import has_glow, keys_of, random_play, with_glow

SIZE = (800, 480)
PLAYED: tuple[tuple[str, Mapping[str, Any], int], ...] = (
    ("spit", {}, 2),
    ("spit", {"layout": "11111", "slap_guard_ms": 1000}, 2),
    ("spit", {"packs": 2, "piles": 6}, 2),
    ("spit", {"cards_seen": "peek"}, 2),
    ("spit", {}, 3),
    ("spit", {"packs": 2}, 4),
    ("mod_spit", {}, 2),
    ("speed", {"quick_play": False, "replenish": "press"}, 2),
    ("speed", {}, 4),
    ("speed_uno", {"challenge": True}, 2),
    ("speed_uno", {}, 4),
    ("speah", {"cards_seen": "open"}, 2),
    ("speah", {}, 4),
)
WHY = ("lock", "guard")
"""The scalars that shut a seat out for a while: a miss, and a slap that would be too early (GEN-3, SPIT-10)."""
WAYS: tuple[dict[str, Any], ...] = ({"layout": "facing"}, {"cocktail": True}, {"layout": "beside"})
SEATED = [(*played, sit) for number, played in enumerate(PLAYED) for sit in (WAYS[0], WAYS[1 + number % 2])]
"""Each facing one another, and in one of the other ways in turn: every table with piles and with hands in both."""


@pytest.fixture
def toolkit() -> Toolkit:
    """A toolkit of one test: what it shares between tables is drawn by the methods that the test replaces."""
    return Toolkit(theme_of(Config()), Fonts(), SIZE)


class Watcher:
    """A table view of a match between people, whose soft-keys and halos are known again among its sprites."""

    def __init__(
        self, toolkit: Toolkit, setup: Setup, sit: Mapping[str, Any], folder: Path, patch: pytest.MonkeyPatch
    ) -> None:
        self._faces: dict[int, tuple[KeyFace, pygame.Surface]] = {}
        self._halos: dict[int, pygame.Surface] = {}
        draw_key, draw_halo = SoftKeys._key, Overlays._draw_halo

        def key(keys: SoftKeys, face: KeyFace, size: tuple[int, int], turned: bool = False) -> pygame.Surface:
            surface = draw_key(keys, face, size, turned)
            self._faces[id(surface)] = (face, surface)
            return surface

        def halo(overlays: Overlays, *args: Any) -> pygame.Surface:
            surface = draw_halo(overlays, *args).copy()
            self._halos[id(surface)] = surface
            return surface

        patch.setattr(SoftKeys, "_key", key)
        patch.setattr(Overlays, "_draw_halo", halo)
        config = Config(display=Display(**sit))
        factory = MatchFactory(LoadedConfig(config, None, ""), folder, 1)
        request = MatchRequest(setup.game, "", ("person",) * len(setup.seats), whole_options(setup))
        self.view = table_view(config, factory, request, toolkit, judged=True)
        self._stands: list[Sprite] = []
        self._screen = pygame.Surface(SIZE)
        stand = self.view._stage.stand

        def take(sprites: Sequence[Sprite]) -> None:
            self._stands = list(sprites)
            stand(sprites)

        self.view._stage.stand = take  # type: ignore[method-assign]  # to see what is drawn where

    def look(self, match: Match, now: int) -> Screen:
        """Tell the view of a match as it is now, glowing where it may, and let it draw."""
        screen = match.screen(EVERYBODY)
        if has_glow(match.table):
            table, everybody = with_glow(match.table, is_on=True), range(match.game.seats)
            keys = [keys_of(match.game, seat, everybody)(table, 0) for seat in everybody]
            screen = screen._replace(table=with_glow(screen.table, is_on=True), keys=tuple(map(tuple, keys)))
        play = match.play_clock(now)
        told = (screen.table, screen.keys, now)
        self.view.update(TableUpdate((), *told, play_ns=play, rows=screen.rows, clock=screen.clock))
        self.view.draw(self._screen, now)
        return screen

    def face(self, box: Box) -> KeyFace:
        """What stands on the soft-key there."""
        there = [id(sprite.surface) for sprite in self._stands if (sprite.x, sprite.y) == box[:2]]
        found = [self._faces[drawn][0] for drawn in there if drawn in self._faces]
        assert found, f"no key is drawn at {box}"
        return found[-1]

    def glows(self, box: Box) -> bool:
        """Whether there is a halo round that place, or where a card of it is lifted to."""
        halos = [s.rect.center for s in self._stands if id(s.surface) in self._halos]
        return any(abs(x - box.centre[0]) < 3 and abs(y - box.centre[1]) < box.h // 2 for x, y in halos)


def assert_drawn(watcher: Watcher, seat: SeatLayout, keys: Sequence[Meaning], shut: bool) -> int:
    """The seat's soft-keys show what its keys are; returns how many are lit."""
    lit = 0
    for button, (box, key) in enumerate(zip(seat.keys, keys, strict=True)):
        face = watcher.face(box)
        if is_sixth(button, key):
            face = watcher.face(seat.card_keys[-1])
        assert face.lit == (key.lit and not shut), f"{BUTTONS[button]} of {seat.seat}: {face} for {key}"
        if face.lit and key.label != "scroll":  # which says how many lie there instead
            assert face.text == word(f"label.{key.label}")
        if key.glows and not shut:
            assert button <= FIFTH or watcher.glows(box)
            assert button > FIFTH or is_sixth(button, key) or watcher.glows(seat.slots[button])
        lit += face.lit
    return lit


def is_sixth(button: int, key: Meaning) -> bool:
    """True if CARD5 stands for a sixth pile, which has a soft-key of its own."""
    return button == FIFTH and key.zone.endswith("stock6")


@pytest.mark.once
@pytest.mark.parametrize(("game", "options", "seats", "sit"), SEATED, ids=str)
def test_soft_keys_and_lamps_show_the_panel(
    game: str, options: dict[str, Any], seats: int, sit: dict[str, Any],
    toolkit: Toolkit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    setup = Setup(game, options, seats_of(*["human"] * seats), 5)
    watcher = Watcher(toolkit, setup, sit, tmp_path, monkeypatch)
    lit, seen = 0, Counter[str]()
    for match, now in random_play(setup, 80 if "slap_guard_ms" in options else 50):
        screen = watcher.look(match, now)
        play = match.play_clock(now)
        shut = {seat for seat in range(seats) if any(screen.table.number(f"{why}.{seat}") > play for why in WHY)}
        seen["shut out"] += bool(shut) and screen.table.phase == "slap"
        seen["glows"] += any(key.glows for keys in screen.keys for key in keys)
        for side in watcher.view.layout.seats:
            lit += assert_drawn(watcher, side, screen.keys[side.seat], side.seat in shut)
        lamps = playing(screen.keys, playable=True, shut=shut)
        shown = {(seat, BUTTONS[n]) for seat in range(seats) for n, key in enumerate(screen.keys[seat]) if key.lit}
        assert lamps.keys() == {place for place in shown if place[0] not in shut}
        for seat in range(seats):
            for button, key in zip(BUTTONS, match.keys(seat), strict=True):
                why = judge.ignored(match._reducer.context, match.state, seat, now) if key.lit else ""
                assert not why or seat in shut, f"{button} is lit, and a press is ignored: {why}"
    assert lit > 60
    assert seen["glows"] > 12 or game == "speah"
    assert seen["shut out"] or "slap_guard_ms" not in options
