"""A photo finish on the table: the wings flood, the pile is framed, a dead heat's coin falls.

All of it is drawn below cards, piles and soft-keys, in room that none of them uses (`cabinet.display.layout.race`), and
no card waits for it. Only a deal's last card may flood the whole screen: nobody can play any more.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final

import pygame

from cabinet.display.layout.boxes import Box, HandLayout, SeatLayout, TableLayout
from cabinet.display.layout.race import RaceLayout, Wing, frame_of, protected, race_layout
from cabinet.display.margin_text import short_margin_text
from cabinet.display.stage import Sprite
from cabinet.display.table.messages import StatusText
from cabinet.display.table.overlays import Overlays, chip_key, has_pips, heading
from cabinet.display.table.places import Place
from cabinet.display.table.race_wings import COIN_STEP, LATER, NEAR_NS, DeadHeat, RaceLight, RaceWords, late_forms
from cabinet.display.table.view_state import TableSetup, ViewState, Words, said
from cabinet.display.theme import Face
from cabinet.display.toolkit import Toolkit
from engine.log_lines import Contest
from engine.units import NEVER

FRAME: Final = 9
"""Width of the frame round the contested pile, px at 800×480."""
LATE_WIDE, LATE_HIGH = 100, 34
"""The least plate that has a loser's margin as large as itself, px at 800×480: the least size of a wing."""
OVER: Final = ("over", "finished")
"""The phases in which no card can be played."""


class Race:
    """Shows the feed's current photo finish; `status` says which boards are needed for something else."""

    def __init__(self, toolkit: Toolkit, words: Words, setup: TableSetup, status: StatusText) -> None:
        self._toolkit = toolkit
        self._overlays = toolkit.shared(Overlays)
        self._status = status
        self._motion = toolkit.theme.motion
        self._still = toolkit.theme.reduced_motion
        self._seats = len(setup.names)
        self._people = setup.viewers
        self._light = RaceLight(toolkit)
        self._write = RaceWords(toolkit, words, setup.names, judged=setup.judged)
        self._dead_heat = DeadHeat(toolkit, self._write, self._light)
        self._tags = RaceTags(toolkit, words, setup.names, setup.goal)
        self._table: TableLayout | None = None
        self._layout = RaceLayout((), (), ())
        self._loose: list[Box] = []
        self._frames: dict[Box, tuple[Box, Box]] = {}
        self._free_wings: tuple[ViewState | None, tuple[Wing, ...]] = (None, ())
        self._race: tuple[Contest | None, int] = (None, 0)
        self._until = -NEVER
        self._floods = True

    # Time

    def next_change(self, moment: ViewState, now_ns: int) -> int:
        """Return when the light changes next, in ns of the view's clock; `NEVER` without a race."""
        contest = moment.feed.contest
        if contest is None:
            return NEVER
        motion, since = self._motion, moment.feed.contest_since
        marks = [since + motion.flood * step // motion.flood_steps for step in range(1, motion.flood_steps + 1)]
        if not contest.dead_heat and not self._still:
            marks += [since + motion.flood + motion.win_shake * step for step in range(1, len(motion.win_shakes) + 1)]
        if self._is_last(moment):
            marks.append(self._hits_at(moment))
        if contest.dead_heat:
            marks.append(since + self._dead_heat.fall)
            if now_ns < since + self._dead_heat.fall:
                marks.append(now_ns + COIN_STEP)
        return min((mark for mark in marks if mark > now_ns), default=NEVER)

    def flashing(self, moment: ViewState, now_ns: int) -> tuple[tuple[int, ...], int]:
        """Return the seats whose lamps flash now, and until when (ns): both while a coin falls, then the winner."""
        contest = moment.feed.contest
        if contest is None or now_ns >= moment.feed.contest_until:
            return (), NEVER
        lot = moment.feed.contest_since + self._dead_heat.fall
        if contest.dead_heat and now_ns < lot:
            return (contest.winner, contest.loser), lot
        return (contest.winner,), moment.feed.contest_until

    # What is drawn

    def covered(self, moment: ViewState) -> frozenset[str]:
        """Return which texts the wings replace now: the boards', the corner's."""
        if moment.feed.contest is None:
            return frozenset()
        return frozenset(wing.covers for wing in self._wings(moment))

    def under(self, moment: ViewState, now_ns: int) -> list[Sprite]:
        """Return the sprites of a race, from the bottom to the top, all below everything else on the table."""
        contest = moment.feed.contest
        if contest is None:
            return []
        self._begin(moment)
        since = now_ns - moment.feed.contest_since
        if self._is_last(moment):
            return self._flooded(moment, contest) if self._has_hit(moment, now_ns) else []
        return [
            *self._shown(moment, contest, since),
            *self._dark_plates(moment, contest, since),
            *self._frame(moment, contest, since),
        ]

    def over(self, moment: ViewState, now_ns: int) -> list[Sprite]:
        """Return the sprites over the table: the flood of a deal's last card once it has hit the pile, and the margins
        of beaten cards. The loser's plate has nothing but the margin of the last one, where it is large enough.
        """
        contest = moment.feed.contest
        if contest is None or not self._is_last(moment) or not self._has_hit(moment, now_ns):
            return self._tags.sprites(moment)
        missed = None if contest.dead_heat else late_wing(moment.layout, contest.loser)
        if missed is None:
            return [*self._last(moment, contest), *self._tags.sprites(moment)]
        ground = self._light.ground(contest.loser, missed.box, missed.inner, is_dark=True)
        late = [ground, *self._write.near_miss(contest, missed)]
        return [*self._last(moment, contest), *late, *self._tags.sprites(moment, without=contest.loser)]

    def _hits_at(self, moment: ViewState) -> int:
        """Return when the last card of a deal hits the pile: there is no light before."""
        return moment.feed.ended_since + (0 if self._still else self._motion.slam)

    def _has_hit(self, moment: ViewState, now_ns: int) -> bool:
        return now_ns >= self._hits_at(moment)

    def lie_on(self, layout: TableLayout, places: Mapping[str, Place]) -> None:
        """Find the places of a race, unless they are as before: other zones mostly have the same boxes."""
        loose = [place.box for place in places.values() if place.kind == "loose"]
        if layout is self._table and loose == self._loose:
            return
        self._table, self._loose = layout, loose
        self._dead_heat.solid = protected(layout)
        self._dead_heat.plates = tuple(self._lettered(seat, has_chip=False) for seat in layout.seats)
        self._frames = {pile: frame_of(layout, pile, self._toolkit.px(FRAME, 5)) for pile in layout.piles}
        self._layout = race_layout(layout, loose)

    def prewarm(self, layout: TableLayout) -> None:
        """Draw everything that a race may need on the table in use: what takes most time for its bytes first, in case
        there is no room for all of it."""
        for pile in layout.piles:
            frames = [self._framed(pile, seat)[0] for seat in range(-1, self._seats)]
            self._overlays.landing(pygame.Surface((pile.w, pile.h)), pile, frames[-1])
        self._tags.prewarm(layout)
        for seat, wing in product(range(self._seats), self._layout.wings):
            self._dead_heat.prewarm(seat, wing)
        self._write.prewarm(self._layout.wings, self._layout.last)
        for seat in range(self._seats):
            if late := late_wing(layout, seat):
                self._write.prewarm_near_miss(seat, late)
        for place in layout.seats:
            self._plate_below(place, has_chip=False)
            self._plate_below(place, has_chip=True)
        for seat in range(self._seats):
            self._prewarm_light(seat, layout)

    def _prewarm_light(self, seat: int, layout: TableLayout) -> None:
        here, steps = self._layout, self._motion.flood_steps
        for wing in here.wings:
            for step in range(1, steps + 1):
                self._light.ground(seat, wing.box, wing.inner, step / steps)
                if seat in self._people:
                    self._light.ground(seat, wing.box, wing.inner, step / steps, is_dark=True)
        for wing in (*here.last, *here.sides):
            self._light.ground(seat, wing.box, wing.inner)
        if late := late_wing(layout, seat):
            self._light.ground(seat, late.box, late.inner, is_dark=True)

    def _begin(self, moment: ViewState) -> None:
        """Note that a race begins: it floods only wings that were dark."""
        race = (moment.feed.contest, moment.feed.contest_since)
        if race[1] == self._race[1] and self._race[0] is not None:
            return
        self._race = race
        self._floods = race[1] >= self._until
        self._until = moment.feed.contest_until

    def _is_last(self, moment: ViewState) -> bool:
        return moment.phase in OVER and moment.feed.is_of_last_card

    # Wings

    def _wings(self, moment: ViewState) -> tuple[Wing, ...]:
        """Return the wings that no question or hint needs now; asked several times of one moment."""
        if self._free_wings[0] is not moment:
            kept = self._status.needed(moment)
            kept |= {"nothing"} if "board" in kept else kept
            self._free_wings = (moment, tuple(wing for wing in self._layout.wings if wing.covers not in kept))
        return self._free_wings[1]

    def _shown(self, moment: ViewState, contest: Contest, since: int) -> list[Sprite]:
        """Return the wings; they have words from when the flood has filled them."""
        wings, steps = self._wings(moment), self._motion.flood_steps
        done = min(steps, 1 + since * steps // self._motion.flood) if self._floods and not self._still else steps

        def ground(seat: int, wing: Wing, *, is_dark: bool = False) -> Sprite:
            return self._light.ground(seat, wing.box, wing.inner, done / steps, is_dark=is_dark)

        if contest.dead_heat:
            return self._dead_heat.sprites(contest, wings, since, ground, is_written=done == steps)
        missed = self._near_miss(moment, contest, wings)
        won = [wing for wing in wings if wing is not missed]
        noted = {wing.turned: wing for wing in sorted(won, key=lambda wing: wing.box.w * wing.box.h)}.values()
        sprites, words = [ground(contest.winner, wing) for wing in won], list[Sprite]()
        if missed is not None:
            sprites.append(ground(contest.loser, missed, is_dark=True))
        if done == steps:
            words = [sprite for wing in won for sprite in self._write.margin(contest, wing, wing in noted)]
            words += self._write.near_miss(contest, missed) if missed is not None else ()
        aside = self._shaken(since)
        return sprites + [Sprite(each.surface, each.x + aside, each.y) for each in words]

    def _near_miss(self, moment: ViewState, contest: Contest, wings: Sequence[Wing]) -> Wing | None:
        """Return the wing that tells a loser by how little: on its own side of a cocktail table, else of the piles.

        None where the race was not close, its loser does not look, there is one wing, or the wings were still lit: from
        dark to bright and back they would flicker.
        """
        if len(wings) < 2 or not self._floods or contest.loser not in self._people or contest.margin_ns >= NEAR_NS:
            return None
        if any(wing.turned for wing in wings):
            turned = any(seat.turned for seat in moment.layout.seats if seat.seat == contest.loser)
            return next((wing for wing in wings if wing.turned == turned), None)
        return wings[0 if contest.loser < contest.winner else -1]

    def _shaken(self, since: int) -> int:
        """Return how far the words stand aside of their place, px: they shake as they appear."""
        step = (since - self._motion.flood) // self._motion.win_shake
        shakes = self._motion.win_shakes
        is_shaken = not self._still and 0 <= step < len(shakes)
        return round(shakes[step] * self._toolkit.scale) if is_shaken else 0

    def _dark_plates(self, moment: ViewState, contest: Contest, since: int) -> list[Sprite]:
        """Return a dark plate below each name behind which a coin falls."""
        falls = contest.dead_heat and not self._still and self._motion.flood <= since < self._dead_heat.fall
        return self._plates_below(moment) if falls else []

    def _plates_below(self, moment: ViewState) -> list[Sprite]:
        return [self._plate_below(seat, has_chip=bool(chip_key(moment, seat.seat))) for seat in moment.layout.seats]

    def _plate_below(self, seat: SeatLayout, *, has_chip: bool) -> Sprite:
        box, toolkit = self._lettered(seat, has_chip=has_chip), self._toolkit
        return Sprite(toolkit.plate((box.w, box.h), toolkit.theme.colours.night, radius=toolkit.px(8, 5)), box.x, box.y)

    def _lettered(self, seat: SeatLayout, *, has_chip: bool) -> Box:
        """Return the part of a seat's plate that has letters on it."""
        toolkit, plate = self._toolkit, seat.plate
        if plate.h <= plate.w // 2:
            return plate
        high = min(plate.h, toolkit.px(124 if has_chip else 96, 80 if has_chip else 62))
        return Box(plate.x - toolkit.px(4, 2), plate.centre[1] - high // 2, plate.w + 2 * toolkit.px(4, 2), high)

    def _frame(self, moment: ViewState, contest: Contest, since: int) -> list[Sprite]:
        """Return the frame round the pile that both went for; neutral until a lot has fallen."""
        place = moment.places.get(contest.pile)
        if place is None or place.kind != "pile":
            return []
        seat = -1 if contest.dead_heat and since < self._dead_heat.fall else contest.winner
        return self._framed(place.box, seat)

    def land(self, card: pygame.Surface, place: Place, seat: int) -> tuple[tuple[Sprite, ...], ...]:
        """Return the pictures of a card of a seat that lands on a pile (`Land`)."""
        if seat < 0:
            return ()
        return self._overlays.landing(card, place.box, self._framed(place.box, seat)[0])

    def _framed(self, pile: Box, seat: int) -> list[Sprite]:
        outer, inner = self._frames[pile]
        theme = self._toolkit.theme
        return [self._light.frame(outer, inner, theme.seat(seat).colour if seat >= 0 else theme.colours.text)]

    # The last card of a deal

    def _flooded(self, moment: ViewState, contest: Contest) -> list[Sprite]:
        """Return the light of a deal's last card: the whole screen beside the lane, in the winner's colour."""
        sides = () if self._still else self._layout.sides
        sprites = [self._light.ground(contest.winner, side.box, side.inner) for side in sides]
        return [*sprites, *self._plates_below(moment), *self._frame(moment, contest, self._dead_heat.fall)]

    def _last(self, moment: ViewState, contest: Contest) -> list[Sprite]:
        """Return the flooded halves of the lane with margin and name, and a veil over every hand."""
        slots = [place.box for zone, place in moment.places.items() if place.kind == "slot" and moment.cards(zone)]
        sprites = [self._overlays.veil(slot) for slot in slots]
        halves = self._layout.last
        for number, wing in enumerate(halves):
            sprites.append(self._light.ground(contest.winner, wing.box, wing.inner))
            if any(half.turned for half in halves):
                sprites += self._write.dead_heat(wing) if contest.dead_heat else self._write.margin(contest, wing, True)
            elif not number:
                sprites += self._write.winner(contest.winner, wing)
            else:
                sprites += self._write.dead_heat(wing) if contest.dead_heat else self._write.last_margin(contest, wing)
        return sprites


def late_wing(layout: TableLayout, seat: int) -> Wing | None:
    """Return the plate of a seat as a wing for the margin by which it was too late; None where it is too small."""
    plate, turned = next(((each.plate, each.turned) for each in layout.seats if each.seat == seat), (None, False))
    if plate is None or plate.w < layout.scale * LATE_WIDE or plate.h < layout.scale * LATE_HIGH:
        return None
    return Wing(plate, turned, "bottom" if plate.centre[1] < layout.screen.centre[1] else "top", "nothing")


# The loser's margin, on a pill on the loser's plate: never on a card. The pill is put together from signs that are
# drawn in advance, so that no margin is drawn anew in play.

TAG: Final = 30
"""Letters of the margin, px at 800×480: capitals of 22."""
LEAST_TAG: Final = 22
FITS: Final = 0.97
"""Room for the rounding of letters to whole px."""
SCORE: Final = 0.48
"""The part of a flat plate that the pill covers for a moment where there is no room beside pips: the whole score, and
never the name."""
PREWARMED: Final = ("0.01", "2.3", "4.5", "6.7", "8.9", "12", "123", "1234")
"""Margins with every sign in every number of signs."""


class RaceTags:
    """Draws the margins of beaten cards. `names` are the seats' names, `goal` the number of scores to win."""

    def __init__(self, toolkit: Toolkit, words: Words, names: Sequence[str], goal: int) -> None:
        self._toolkit = toolkit
        self._words = words
        self._overlays = toolkit.shared(Overlays)
        self._names = names
        self._goal = goal
        self._between = toolkit.cached(self._room_between)
        self._sign = toolkit.cached(self._draw_sign)

    def sprites(self, moment: ViewState, *, without: int = -1) -> list[Sprite]:
        """Return the latest margin at each seat, but one, whose beaten card is back in its place."""
        latest = {
            contest.loser: contest
            for contest, _ in moment.feed.tags
            if not contest.dead_heat and not any(zone == contest.zone for zone, _ in moment.under_way)
        }
        sprites: list[Sprite] = []
        for seat in moment.layout.seats if latest else ():
            if (contest := latest.get(seat.seat)) is not None and seat.seat != without:
                sprites += self._tag(short_margin_text(contest.margin_ns), seat, moment.layout)
        return sprites

    def prewarm(self, layout: TableLayout) -> None:
        """Draw the signs and the pills of every usual margin."""
        for seat in layout.seats:
            for text in PREWARMED:
                self._tag(text, seat, layout)

    def _tag(self, margin: str, seat: SeatLayout, layout: TableLayout) -> list[Sprite]:
        """Return the margin on the seat's plate: beside the pips of its score, or over the score where it has to be."""
        is_flat = _is_flat(seat.plate)
        if is_flat and has_pips(self._goal) and not isinstance(layout, HandLayout):
            tag = self._tag_in(self._between(seat), margin, seat)
            if tag:
                return tag
        return self._tag_in(_tag_room(seat, layout, toolkit=self._toolkit), margin, seat, covers=is_flat)

    def _room_between(self, seat: SeatLayout) -> Box:
        """Return the room on a flat plate between the name and the pips of the score."""
        toolkit, plate = self._toolkit, seat.plate
        gap = toolkit.px(8, 4)
        taken = heading(toolkit, seat.seat, self._names[seat.seat], (plate.w, plate.h), plate.w // 2).get_width() + gap
        pips = self._overlays.pips(0, self._goal, toolkit.theme.seat(seat.seat).colour).get_width() + gap
        room = Box(plate.x + toolkit.px(4) + taken, plate.y, plate.w - 2 * toolkit.px(4) - taken - pips, plate.h)
        return Box(plate.x + plate.right - room.right, room.y, room.w, room.h) if seat.turned else room

    def _tag_in(self, box: Box, margin: str, seat: SeatLayout, *, covers: bool = False) -> list[Sprite]:
        """Return a margin in letters as large as possible in a room, with the longest words that fit it; nothing where
        even a plus does not.

        `covers`: the pill fills the room's width.
        """
        toolkit = self._toolkit
        air = (toolkit.px(10, 5), toolkit.px(4, 2))
        least = max(toolkit.least_type("title"), round(LEAST_TAG * toolkit.scale))
        for form in self._forms(margin):
            small = [self._sign(sign, least) for sign in form]
            wide = sum(sign.get_width() for sign in small)
            grown = min((box.w - 2 * air[0]) / wide, (box.h - 2 * air[1]) / small[0].get_height())
            if grown < 1:
                continue
            letters = min(round(TAG * toolkit.scale), int(least * grown * FITS))
            signs = [self._sign(sign, max(least, letters)) for sign in form]
            wide = sum(sign.get_width() for sign in signs)
            pill = box.w if covers else wide + 2 * air[0]
            size = (pill, signs[0].get_height() + 2 * air[1])
            return self._pill(signs, seat, box, size, ((pill - wide) // 2, air[1]))
        return []

    def _forms(self, margin: str) -> Iterator[tuple[str, ...]]:
        """Yield the signs of a margin from the longest form on: its words and its unit are a sign each."""
        unit = f" {said(self._words, 'table.ms')}"
        for words in late_forms(self._words):
            yield (LATER, *margin) if words == LATER else (f"{words} ", *margin, unit)

    def _pill(
        self, signs: Sequence[pygame.Surface], seat: SeatLayout, box: Box, size: tuple[int, int], air: tuple[int, int]
    ) -> list[Sprite]:
        toolkit = self._toolkit
        plate = toolkit.put(
            box, toolkit.plate(size, toolkit.theme.colours.dark_text, toolkit.theme.seat(seat.seat).colour)
        )
        sprites, x = [plate], air[0]
        for sign in signs:
            at = Box(plate.x + x, plate.y + air[1], *sign.get_size())
            if seat.turned:
                at = Box(plate.x + size[0] - x - at.w, plate.y + size[1] - air[1] - at.h, at.w, at.h)
            sprites.append(toolkit.put(at, sign, turned=seat.turned))
            x += sign.get_width()
        return sprites

    def _draw_sign(self, sign: str, letters: int) -> pygame.Surface:
        """Draw one sign in the text face, or words in the narrow one; all are as high as a figure."""
        face: Face = "title" if sign.endswith(" ") else "text"
        font, ink = self._toolkit.fonts.get(face, letters), self._toolkit.theme.colours.text
        drawn, eight = font.render(sign, True, ink), font.render("8", True, ink).get_bounding_rect()
        return drawn.subsurface((0, eight.y, drawn.get_width(), eight.h))


def _tag_room(seat: SeatLayout, layout: TableLayout, *, toolkit: Toolkit) -> Box:
    """Return the room for a margin: on the seat's plate, below its name or beside it."""
    plate = seat.plate
    if isinstance(layout, HandLayout) and seat.stock != plate:
        return seat.stock  # the room above ACTION, where a game with hands has no stock
    if not _is_flat(plate):
        high = toolkit.px(34, 24)
        return Box(plate.x, plate.y if seat.turned else plate.bottom - high, plate.w, high)
    wide = round(plate.w * SCORE)
    return Box(plate.x if seat.turned else plate.right - wide, plate.y, wide, plate.h)


def _is_flat(plate: Box) -> bool:
    """Return whether a plate has its score beside its name."""
    return plate.h <= plate.w // 2
