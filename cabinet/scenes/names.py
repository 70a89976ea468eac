"""Names: each seat takes one of tonight's or spells its own, at its own half of the screen; guests need none.

The half is upright for its reader: at a cocktail table the far one is turned, and LEFT there is the reader's left. With
more than two panels each seat has a quarter. The choice itself is `name_taking`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, NamedTuple

import pygame

from cabinet.display.evening.names import NamesPicture
from cabinet.display.layout.boxes import Box
from cabinet.display.stage import Sprite, Stage
from cabinet.display.toolkit import Kit
from cabinet.display.widgets.backdrop import chequer, night
from cabinet.display.widgets.discs import STEPS
from cabinet.input.panel_map import FAR, turned_press
from cabinet.scenes.hearing import heard_until
from cabinet.scenes.legend import cap_words
from cabinet.scenes.name_taking import WAIT_NS, NameTaking
from cabinet.scenes.names_half import Purpose, half_of
from cabinet.scenes.stack import Scene
from cabinet.screens.table_setting import TableSetting
from engine.game import S
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press

TWO: Final = 2
"""Seats with a half each; more have quarters."""
AROUND: Final = ((0, 1), (0, 0), (1, 0), (1, 1))
"""Column and row of each seat's quarter, as at the table."""


class NamesWays(NamedTuple):
    """The way on: called once with the name of every seat that has chosen, "" for a guest."""

    done: Callable[[Mapping[int, str]], None]


class TakingNames(Scene):
    """Asks the seats of one match, or one seat that joins a list."""

    def __init__(
        self,
        kit: Kit,
        setting: TableSetting,
        ways: NamesWays,
        *,
        asks: int,
        tonight: Sequence[str] = (),
        refuses: Callable[[str], bool] = lambda _name: False,
        held: Mapping[int, str] | None = None,
        taken: Collection[str] = (),
        seats: int = TWO,
        purpose: Purpose = "play",
        is_turned: bool = False,
    ) -> None:
        """`asks` is the seat that asked for the scene; the others may choose too and are not waited for before.

        `tonight`: names to offer, the last sitter's first; `refuses`: the word list. `held`: the names that seats have
        already, `taken`: those of others, which cannot be taken. `is_turned`: the far seats look from the other edge,
        and their LEFT and RIGHT come exchanged (`Seating.is_turned`).
        """
        self._kit = kit
        self._setting = setting
        self._ways = ways
        self._purpose = purpose
        self._is_turned = is_turned
        self._asks = asks
        self._taking = NameTaking(tonight, refuses, range(seats), held or {}, taken)
        boxes = {seat: half_box(kit.size, seat, seats, is_turned=is_turned) for seat in range(seats)}
        turned = frozenset(seat for seat in boxes if is_turned and seat in FAR)
        self._picture = NamesPicture(kit, boxes, turned)
        self._stage = Stage(_ground(kit, seats, is_turned=is_turned), kit.breathe)
        self._now = 0
        self._drawn: tuple[int, ...] = ()
        self._has_gone = False
        self._is_stale = True

    # Life

    def enter(self, now: int) -> None:
        """See `Scene.enter`: the seat that asked is waited for from now on."""
        self._now = now
        self._taking.ask(self._asks, now)

    def resume(self, now: int) -> None:
        """See `Scene.resume`."""
        self._is_stale = True

    def handle(self, press: Press) -> None:
        """See `Scene.handle`."""
        if not press.pressed or self._has_gone:
            return
        if press.seat not in self._taking.sitters:
            press = press._replace(seat=press.seat % TWO)
        self._taking.press(turned_press(press) if self._is_turned else press)
        self._is_stale = True
        self._go_on()

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`: a seat's time ends when its presses have been heard."""
        self._now = now
        if self._taking.advance(heard_until(now, drained)):
            self._is_stale = True
            self._go_on()

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`: the rings run out in steps."""
        ends = [sitter.ends_at for sitter in self._taking.sitters.values() if sitter.ends_at is not None]
        return min([*ends, self._now + WAIT_NS // STEPS]) if ends else None

    def is_stale(self, now: int) -> bool:
        """See `Scene.is_stale`."""
        return self._is_stale or self._steps(now) != self._drawn

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        """See `Scene.draw`."""
        if self._is_stale or everything:
            self._is_stale = False
            self._stage.stand(self.sprites())
        if everything:
            self._stage.repaint()
        self._drawn = self._steps(now)
        return self._stage.draw(screen, self.rings(now))

    def _go_on(self) -> None:
        if self._taking.is_over and not self._has_gone:
            self._has_gone = True
            self._ways.done(self._taking.chosen)

    # The picture

    def sprites(self) -> Sequence[Sprite]:
        """Return the halves without their rings."""
        taking, purpose = self._taking, self._purpose
        sitters = taking.sitters.values()
        return self._picture.sprites(tuple(half_of(taking, each, purpose, self._caps(each.seat)) for each in sitters))

    def rings(self, now: int) -> list[Sprite]:
        """Return the ring of every seat that is waited for."""
        rings = []
        for sitter in self._taking.sitters.values():
            if sitter.is_asked and sitter.ends_at is not None:
                left = max(0, sitter.ends_at - now)
                rings.append(self._picture.ring(sitter.seat, left / WAIT_NS, -(-left // S)))
        return rings

    def _steps(self, now: int) -> tuple[int, ...]:
        """Return how far every ring has run out."""
        ends = (sitter.ends_at for sitter in self._taking.sitters.values())
        return tuple(-1 if end is None else -(-max(0, end - now) * STEPS // WAIT_NS) for end in ends)

    def _caps(self, seat: int) -> tuple[str, ...]:
        """Return the names of a seat's keys at a desk, else ()."""
        keys = self._setting.key_names
        caps = tuple(cap_words(keys.get((seat, button), "")) for button in (*CARDS, LEFT, RIGHT, ACTION))
        return caps if any(caps) else ()


def half_box(size: tuple[int, int], seat: int, seats: int, *, is_turned: bool) -> Box:
    """Return the part of the screen that a seat has: left or right, near or far at a cocktail table, or a quarter."""
    width, height = size
    if seats > TWO:
        column, row = AROUND[seat]
        return Box(column * (width // 2), row * (height // 2), width // 2, height // 2)
    if is_turned:
        return Box(0, 0 if seat in FAR else height // 2, width, height // 2)
    return Box(seat * (width // 2), 0, width // 2, height)


def _ground(kit: Kit, seats: int, *, is_turned: bool) -> pygame.Surface:
    """Draw the night with chequered lines between the halves."""
    ground = night(kit).copy()
    width, height = kit.size
    square = kit.px(4, 2)
    if not is_turned or seats > TWO:
        chequer(ground, Box(width // 2 - square, 0, 2 * square, height), square, kit.theme.colours.text)
    if is_turned or seats > TWO:
        chequer(ground, Box(0, height // 2 - square, width, 2 * square), square, kit.theme.colours.text)
    return ground
