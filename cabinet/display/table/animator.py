"""Effects to motion: the cards that glide, land, turn over or bounce back."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import cos, pi
from typing import Final

import pygame

from cabinet.display.cards import UNKNOWN, CardArt, CardSize
from cabinet.display.layout.boxes import Box, TableLayout
from cabinet.display.stage import Bounce, Fall, Flip, Glide, Landing, Mover, Slam, Spot, Sprite, Walk, between
from cabinet.display.table.places import Place, Spots
from cabinet.display.table.view_state import TableUpdate, carried
from cabinet.display.theme import Theme
from engine.cards import bare, face_down, is_down
from engine.log_lines import CommandLine, DealLine, Entry
from engine.panel import Command
from engine.table import Table

FLIP_FRAMES = 7
"""Pictures of a card that turns over: each lasts less than a frame at 60 frames a second."""

TOGETHER: Final = 3
"""Maximum number of cards that glide between hands, or with a whole pile, at one instant; the others jump."""


Land = Callable[[pygame.Surface, Place, int], tuple[tuple[Sprite, ...], ...]]
"""Returns the pictures of a card that lands: its face, the pile, and the seat that it comes from (-1: none)."""

LOSABLE: Final = ("slot", "stock", "hand", "tile")
"""Kinds of places that hold the cards of which a seat has to be rid."""
MOST_FALLS: Final = 24
"""Cards that fall over a hand at the end of a deal, at most."""
GOLDEN: Final = 0.618
"""From one to the next they lie apart by this part of the hand's width."""
HELD: Final = ("hand", "tile", "mini")
"""Kinds of places where cards are held: none covers another."""


class Animator:
    """The active movers. It reads a table only for the face of a card at the end of its motion."""

    def __init__(self, theme: Theme, art: CardArt, land: Land, layout: TableLayout) -> None:
        self._motion = theme.motion
        self._land = land
        self._landings: list[Landing] = []
        self._falls: list[Fall] = []
        self._still = theme.reduced_motion
        self._art = art
        self._movers: dict[str, Mover] = {}
        self._places: Mapping[str, Place] = {}
        self._layout = layout
        self._spots: Spots | None = None
        self._spots_before: Spots | None = None
        self._going: Counter[tuple[str, str]] = Counter()

    def arrange(self, places: Mapping[str, Place], layout: TableLayout) -> None:
        """Set the zones' places and the layout; every active mover ends."""
        self._places = places
        self._layout = layout
        self.halt()
        for _, size in self._rows().values():
            self._art.back(size)  # drawn now, and not in a race

    def spread(self, spots: Spots) -> None:
        """Set the places of cards in hands, by code, for the next entries; motion starts at the previous places."""
        self._spots_before, self._spots = self._spots, spots

    def hear(self, update: TableUpdate) -> None:
        """Start the motion for an update's entries. With reduced motion nothing moves."""
        if self._still:
            return
        table, now_ns = update.table, update.now_ns
        for entry in update.entries:
            if isinstance(entry, DealLine):
                self.halt()
                self._deal(table, now_ns)
            if isinstance(entry, CommandLine) and entry.beaten_by >= 0:
                self._beaten(entry.command, table, now_ns)
            self._going.clear()
            last = _last_card(entry)
            for effect in entry.effects:
                self._effect(effect, table, now_ns)
                if last and effect[:2] == ("move", last):
                    self._slam(last)
                    self._topple(table, now_ns, entry.seat if isinstance(entry, CommandLine) else -1)
        self._drop_unseen(table)
        self._carry(table, now_ns, update.play_clock_ns)

    def _carry(self, table: Table, now_ns: int, play_ns: int) -> None:
        """Cards that are carried to the middle move for as long as the table says so (SPIT-27)."""
        seats = len(self._layout.seats)
        walks = {_key(bare(table.zones[run.source][-1]), run.source): run for run in carried(table, seats)}
        for key in [key for key, mover in self._movers.items() if isinstance(mover, Walk) and key not in walks]:
            del self._movers[key]
        for key, run in walks.items():
            home, goal = self._places.get(run.source), self._places.get(run.to)
            if home is None or goal is None or isinstance(self._movers.get(key), Walk):
                continue
            lying = table.zones[run.source][-1]
            spot, surface = _centred(goal.box, home.size), self._surface(lying, home)
            duration = run.lands - play_ns
            self._movers[key] = Walk(bare(lying), run.source, now_ns, duration, surface, home.box[:2], spot)

    def _drop_unseen(self, table: Table) -> None:
        """Drop the movers of cards that this screen may no longer identify or that left their zone."""
        self._movers = {
            key: mover
            for key, mover in self._movers.items()
            if mover.card in table.zones or any(bare(card) == mover.card for card in table.zones.get(mover.zone, ()))
        }
        self._landings = [
            landing for landing in self._landings if table.zones.get(landing.zone, ())[-1:] == (landing.card,)
        ]

    def halt(self) -> None:
        """End all motion: after a rewind the table is right and the movers are not."""
        self._movers = {}
        self._landings = []
        self._falls = []

    def settle(self, now_ns: int) -> bool:
        """Remove the movers that have arrived, and let their cards land; return True if there were any."""
        self._landings = [landing for landing in self._landings if landing.until > now_ns]
        self._falls = [fall for fall in self._falls if fall.until > now_ns]
        arrived = [card for card, mover in self._movers.items() if mover.until <= now_ns]
        for card in arrived:
            self._landed(self._movers.pop(card), now_ns)
        return bool(arrived)

    def _landed(self, mover: Mover, now_ns: int) -> None:
        """Let a card land that has glided to a pile. Between more than two seats a pile has their badges on it."""
        place = self._places.get(mover.zone)
        if not isinstance(mover, Glide) or place is None or place.kind != "pile":
            return
        if mover.until + self._motion.land <= now_ns:
            return
        if mover.zone.startswith("centre") and len(self._layout.seats) > 2:
            return
        steps = self._land(mover.surface, place, mover.seat)
        if steps:
            self._landings.append(Landing(mover.card, mover.zone, mover.until, self._motion.land, steps))

    def sprites(self, now_ns: int) -> list[Sprite]:
        """Return the moving cards' sprites at `now_ns`, over those of the cards that land."""
        landing = [sprite for each in self._landings for sprite in each.at(now_ns)]
        falling = [fall.at(now_ns) for fall in self._falls if fall.start <= now_ns]
        return [*landing, *falling, *(mover.at(now_ns) for mover in self._movers.values())]

    @property
    def under_way(self) -> tuple[tuple[str, str], ...]:
        """Zone and code of every card that its zone must not show now."""
        return tuple((mover.zone, mover.card) for mover in self._movers.values())

    @property
    def is_busy(self) -> bool:
        """Whether any card is moving, landing or falling."""
        return bool(self._movers or self._landings or self._falls)

    # Starting motion

    def _effect(self, effect: Sequence[object], table: Table, now_ns: int) -> None:
        match effect:
            case ("move", str(card), str(source), str(to)):
                self._glide(card, source, to, table, now_ns)
            case ("turn", str(card), "up" | "down" as face):
                self._flip(card, str(face), table, now_ns)
            case ("gather", str(source), str(to)):
                self._gather(source, to, now_ns)
            case _:
                pass

    def _glide(self, card: str, source: str, to: str, table: Table, start: int) -> None:
        goal, origin = self._places.get(to), self._places.get(source)
        if goal is not None and origin is not None and goal.kind in HELD:
            self._going[source, to] += 1
            origin = None if self._going[source, to] > TOGETHER else origin
        if goal is None or origin is None or goal.box == origin.box:
            self._movers.pop(_key(card, source), None)
            return
        goal = self._in_hand(card, goal, self._spots)
        origin = self._in_hand(card, origin, self._spots_before)
        before = self._movers.pop(_key(card, source), None)
        leaving = self._from(origin.box, goal.size) if before is None else before.at(start)[1:]
        surface, glide = self._surface(_as_it_lies(card, to, table), goal), self._motion.glide
        self._set_off(Glide(card, to, start, glide, surface, leaving, goal.box[:2], origin.seat))

    def _slam(self, card: str) -> None:
        """Let a card that has set off to a pile go there as the one that wins."""
        mover = self._movers.get(card)
        place = self._places.get(mover.zone) if mover is not None else None
        if not isinstance(mover, Glide) or place is None or place.kind != "pile":
            return
        usual = mover.surface
        size = [round(length * self._motion.slam_size) for length in usual.get_size()]
        self._movers[card] = Slam(
            mover.card,
            mover.zone,
            mover.start,
            self._motion.slam,
            usual,
            mover.origin,
            mover.goal,
            mover.seat,
            large=pygame.transform.scale(usual, size),
        )

    def _topple(self, table: Table, now_ns: int, winner: int) -> None:
        """Let small backs fall over the hands of those who have lost, off the table's nearer edge, as the last card
        hits the pile: one for each card that is left."""
        start, height = now_ns + self._motion.slam, self._layout.size[1]
        for seat, rows in self._rows().items():
            own = [zone for zone, place in self._places.items() if place.seat == seat and place.kind in LOSABLE]
            left = sum(len(table.zones.get(zone, ())) for zone in own)
            if seat == winner or not left:
                continue
            row, size = rows
            is_near = 2 * row.centre[1] > height
            y = row.y - size.height if is_near else row.bottom
            down = height - y if is_near else -y - size.height
            for order in range(min(left, MOST_FALLS)):
                x = row.x + round(order * GOLDEN % 1 * (row.w - size.width))
                begins = start + order * self._motion.fall_gap
                self._falls.append(Fall(begins, self._motion.fall, self._art.back(size), (x, y), down))

    def _rows(self) -> Mapping[int, tuple[Box, CardSize]]:
        """Return the box round the hand of each seat that the screen shows, and the size of a card that falls there."""
        hands: dict[int, list[Place]] = {}
        for place in self._places.values():
            if place.kind in ("slot", "hand") and place.seat >= 0 and place.size.width:
                hands.setdefault(place.seat, []).append(place)
        return {
            seat: (around([place.box for place in places]), small(places[0].size)) for seat, places in hands.items()
        }

    def _gather(self, source: str, to: str, start: int) -> None:
        """Slide a whole pile under another; one back represents all of it."""
        goal, origin = self._places.get(to), self._places.get(source)
        if goal is None or origin is None or goal.box == origin.box:
            return
        surface, leaving = self._art.back(goal.size), self._from(origin.box, goal.size)
        self._movers[source] = Glide(source, to, start, self._motion.glide, surface, leaving, goal.box[:2])

    def _flip(self, card: str, face: str, table: Table, start: int) -> None:
        """Turn a card over in its place; a moving card already shows its final face."""
        if card in self._movers or card == UNKNOWN:
            return
        zone = next((name for name, cards in table.zones.items() if cards and bare(cards[-1]) == card), "")
        place = self._places.get(zone)
        if place is None or place.kind in HELD or (face == "up") == is_down(table.zones[zone][-1]):
            return  # not shown, or hidden from the viewers of this screen (GEN-4)
        first, second = (face_down(card), card) if face == "up" else (card, face_down(card))
        frame = partial(self._turning, first, second, place)
        self._movers[card] = Flip(card, zone, start, self._motion.turn, frame)

    def _turning(self, first: str, second: str, place: Place, part: float) -> Sprite:
        """Return the card at an angle that grows with `part`, then its other face."""
        step = round(part * (FLIP_FRAMES - 1))
        angle = pi * (step + 0.5) / FLIP_FRAMES
        width = max(2, round(place.size.width * abs(cos(angle))))
        code = first if angle < pi / 2 else second
        surface = self._art.squeezed(code, place.size, place.two_ended, place.turned, width)
        return Sprite(surface, place.box.x + (place.size.width - width) // 2, place.box.y)

    def _beaten(self, command: Command, table: Table, start: int) -> None:
        """Bounce the card of a beaten play: out towards its target pile and back."""
        card, source = command.card or next(iter(command.cards), ""), command.source
        home, aim = self._places.get(source), self._places.get(command.to)
        home = self._in_hand(card, home, self._spots) if home is not None else None
        cards = table.zones.get(source, ())
        is_held = home is not None and home.kind in HELD
        lying = next((held for held in (cards if is_held else cards[-1:]) if bare(held) == card), "")
        if home is None or aim is None or not lying or _key(card, source) in self._movers:
            return
        motion, spot = self._motion, home.box[:2]
        reach = between(spot, _centred(aim.box, home.size), motion.lunge_part)
        width = round(home.size.width * motion.shake_width)
        self._set_off(Bounce(card, source, start, self._surface(lying, home), spot, reach, width, motion))

    def _deal(self, table: Table, start: int) -> None:
        """Animate a new deal from the middle, slot by slot, to both seats in turn."""
        middle = self._layout.deck
        slots = [(place.number, place.seat, zone) for zone, place in self._places.items() if place.kind == "slot"]
        for order, (_, _, zone) in enumerate(sorted(slots)):
            cards = table.zones.get(zone, ())
            if not cards:
                continue
            place = self._places[zone]
            surface, leaving = self._surface(cards[-1], place), self._from(middle, place.size)
            card, begins = bare(cards[-1]), start + order * self._motion.deal_gap
            self._set_off(Glide(card, zone, begins, self._motion.glide, surface, leaving, place.box[:2]))

    def _from(self, origin: Box, size: CardSize) -> Spot:
        """Return where a card of that size starts: over the middle of its origin, but wholly on the screen."""
        x, y = _centred(origin, size)
        width, height = self._layout.size
        return max(0, min(x, width - size.width)), max(0, min(y, height - size.height))

    def _set_off(self, mover: Mover) -> None:
        """Start a mover, drawn over the active movers."""
        key = _key(mover.card, mover.zone)
        self._movers.pop(key, None)
        self._movers[key] = mover

    def _in_hand(self, card: str, place: Place, spots: Spots | None) -> Place:
        """Return a card's place within a hand; the place itself if it is no hand."""
        return spots.get(card, place) if spots is not None and place.kind == "hand" else place

    def _surface(self, code: str, place: Place) -> pygame.Surface:
        if place.kind == "tile":
            return self._art.back(place.size)
        return self._art.card(code, place.size, two_ended=place.two_ended, turned=place.turned)


def _last_card(entry: Entry) -> str:
    """Return the card whose play ended a deal; "" for other entries."""
    if not isinstance(entry, CommandLine) or not entry.ok or entry.command.do != "play":
        return ""
    ends = any(effect[0] == "phase" and effect[1] in ("over", "finished") for effect in entry.effects)
    return entry.command.card if ends else ""


def _key(card: str, zone: str) -> str:
    """Return a mover's key; only one unknown card at a time can move to a zone."""
    return card if card != UNKNOWN else f"{UNKNOWN}{zone}"


def _as_it_lies(card: str, zone: str, table: Table) -> str:
    """Return the card's code with its current face in its zone; an unknown card shows none."""
    down = face_down(card)
    return down if card == UNKNOWN or down in table.zones.get(zone, ()) else card


def _centred(box: Box, size: CardSize) -> Spot:
    """Return the corner of a card of that size centred on the box."""
    x, y = box.centre
    return x - size.width // 2, y - size.height // 2


def around(boxes: Sequence[Box]) -> Box:
    """Return the smallest box round boxes."""
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)


def small(size: CardSize) -> CardSize:
    """Return the size of a card that falls, of those in a hand of that size."""
    return CardSize(round(0.45 * size.width), round(0.45 * size.height))
