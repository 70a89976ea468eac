"""The title: the two ACTION buttons, the game on offer between them, and the five games under the card buttons.

CARD1 to CARD5 choose the game, and of the chosen one lead to the records. ACTION makes its seat ready and leads on,
LEFT shows the buttons and the lessons, RIGHT leads to the menu, or to tonight's page. ACTION acts on release: held down
by both seats for five seconds it opens the operator's page instead, and LEFT and RIGHT of a seat that holds it turn the
volume.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec
import pygame
from msgspec.structs import replace

from cabinet.display.cards import CardSize
from cabinet.display.emblem import emblem
from cabinet.display.evening.pages import TonightBand
from cabinet.display.layout.boxes import ASPECT, Box
from cabinet.display.legend import Way, Wiring, cap_words, foot, foot_boxes, foot_height
from cabinet.display.margin_text import short_margin_text
from cabinet.display.page import SMALL, Pages, Text, sprites
from cabinet.display.scan import SIDE, Scan, no_scan, scanned
from cabinet.display.stage import Sprite, eased
from cabinet.display.theme import mixed
from cabinet.display.toolkit import CELL, Toolkit, beside, in_middle, stacked
from cabinet.display.widgets import BREATH_NS, FILL_NS, FILLS, GLOWS, HALO, STEPS, Discs, breath, capitals, chequer
from cabinet.games.presentation import presentation_of
from cabinet.scenes.bases import IdleTimer, ShowRecords, StaticScene
from cabinet.strings.catalogue import in_one_line, word
from engine.cards import is_down
from engine.game import Game
from engine.games import GAMES
from engine.log_lines import Contest
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press

DOUBLE_NS: Final = 700_000_000
"""A press of a game's button so soon after the one that chose it asks for nothing else: for no records."""
HOLD_NS: Final = 5_000_000_000
"""How long both seats hold ACTION for the operator's page: too long for a guest to do it by accident."""
RINGS: Final = 20
"""Number of pictures of the rings that fill meanwhile."""
TURN_NS: Final = 4_000_000_000
"""How long the name and each line of news stand at the head."""
TAPE_NS: Final = 80_000_000
"""The time in which the tape runs by a px."""
PEOPLE: Final = frozenset({0, 1})
"""The seats with panels."""
MOST_PANELS: Final = 4
"""The most panels that the title shows."""
TILE_HIGH: Final = 1.5
"""The height of a game's tile in widths, on a screen that stands upright."""
OFFER_HIGH: Final = 0.5
"""The share of the offer in the height that the seats and it have, on a screen that stands upright."""


class GetReady(msgspec.Struct, frozen=True):
    """The people at these seats want to play this game, and are ready; `names` are the names that seats have."""

    game: str
    seats: frozenset[int]
    names: Mapping[int, str] = msgspec.field(default_factory=dict)


class Learn(msgspec.Struct, frozen=True):
    """A seat wants to see the buttons, and the lessons of a game."""

    game: str
    seat: int


class Tonight(msgspec.Struct, frozen=True):
    """A seat asks for the page TONIGHT, or for the evening that goes on; `game` is on offer.

    `presses` are those of ACTION that led there: whoever is up sits down by them.
    """

    game: str
    presses: tuple[Press, ...] = ()


class OpenOperator(msgspec.Struct, frozen=True):
    """Both seats have held ACTION."""


class Idle(msgspec.Struct, frozen=True):
    """Nobody has pressed for a while."""


class Reopen(msgspec.Struct, frozen=True):
    """The title is on top again: what it shows may have changed meanwhile, except for the game on offer."""

    game: str


TitleResult: TypeAlias = GetReady | Learn | Tonight | ShowRecords | OpenOperator | Idle | Reopen


class TitleEvening(msgspec.Struct, frozen=True):
    """The evening that runs: its band, the names that are up ("" for nobody), and their game ("": any).

    ACTION leads to its next match, and RIGHT to one of guests, of the game on offer.
    """

    up: tuple[str, str]
    game: str = ""
    band: TonightBand | None = None


class Notice(msgspec.Struct, frozen=True):
    """A message for everyone, an alarm unless it `is_good` news; "" for none."""

    text: str = ""
    is_good: bool = False


class Headlines(msgspec.Struct, frozen=True):
    """What takes turns at the head since a time: the name, then each of the lines. They are asked for at turn 1."""

    since: int = 0
    turn: int = 0
    lines: Sequence[str] = ()

    @property
    def line(self) -> str:
        """The line whose turn it is; "" for the name."""
        at = self.turn % (len(self.lines) + 1)
        return self.lines[at - 1] if at else ""


class TitleState(msgspec.Struct, frozen=True):
    """What the title shows.

    `game` is on offer at first, of the `games`. `house` is the house's name. RIGHT is named TONIGHT where the house
    `has_evenings`, else MENU. `has_operator`: the operator's page opens when both seats have held ACTION. `panels` is
    the number of panels that are wired. `scan` returns what phones scan.
    """

    game: str = GAMES[0].info.id
    games: Sequence[type[Game]] = GAMES
    house: str = ""
    evening: TitleEvening | None = None
    notice: Notice = Notice()
    has_evenings: bool = False
    has_operator: bool = False
    panels: int = len(PEOPLE)
    scan: Callable[[], Scan | None] = no_scan


class Title(StaticScene[TitleResult]):
    """The first scene of the program. ACTION of any seat goes on."""

    allows_restart = True

    def __init__(
        self,
        toolkit: Toolkit,
        keys: Wiring | None,
        shown: TitleState | None = None,
        *,
        line: Callable[[str], str] = lambda _game: "",
        news: Callable[[], Sequence[str]] | None = None,
        closest: Callable[[], Contest | None] = lambda: None,
        volume: Callable[[int], str] | None = None,
        idle_ns: int = 0,
    ) -> None:
        """`keys`: the keys of both seats when the keyboard serves as their panels, None on a cabinet.

        `line` returns by which rules a game would be played. `news` returns the lines that take turns with the name at
        the head; it is asked once, when the first is due, and so is `closest`, which returns tonight's closest race.
        `volume` makes everything softer (-1) or louder (1), and returns how loud it is now, in words; None: not here.
        `Idle` after `idle_ns` without a press (0: never).
        """
        super().__init__(toolkit)
        self._keys = keys
        self._shown = shown = shown or TitleState()
        self._games = [each.info.id for each in shown.games]
        self.game = shown.game
        """The id of the game on offer now."""
        self._line = line
        self._news = news
        self._closest = closest
        self._race = TitleRace(toolkit)
        self._idle = IdleTimer(idle_ns)
        self._notice = shown.notice
        self._chosen_at = -DOUBLE_NS
        self._held: dict[int, Press] = {}
        self._volume = volume
        self._tuning: set[int] = set()
        """The seats that hold ACTION, and have turned the volume meanwhile: their release leads nowhere."""
        self._loud = ""
        """How loud it is, in words, while a seat is tuning."""
        self._discs = toolkit.shared(Discs)
        self._tiles = GameTiles(toolkit, keys, self._games)
        self._now = 0
        self._headlines = Headlines()

    @property
    def _seats(self) -> range:
        """The seats that have a disc."""
        return range(len(PEOPLE) if self._keys else min(self._shown.panels, MOST_PANELS))

    @property
    def _opens_at(self) -> int | None:
        """When the operator's page opens, if nobody lets go of ACTION; None unless both seats hold it."""
        if not self._shown.has_operator or not self._held.keys() >= PEOPLE:
            return None
        return max(press.time_ns for press in self._held.values()) + HOLD_NS

    @property
    def _breathes(self) -> bool:
        return not self.toolkit.theme.reduced_motion

    @property
    def page(self) -> Box:
        """The screen without a margin, above the foot."""
        margin = self.toolkit.px(20, 10)
        width, height = self.toolkit.size
        return Box(
            margin,
            self.toolkit.px(10, 6),
            width - 2 * margin,
            height - foot_height(self.toolkit) - self.toolkit.px(18, 10),
        )

    @property
    def is_held(self) -> bool:
        """Whether somebody holds ACTION, which must not be forgotten."""
        return bool(self._held or self._tuning)

    def enter(self, now: int) -> None:
        self._now = now
        self._headlines = replace(self._headlines, since=now, turn=0)
        self._idle.restart(now)

    def resume(self, now: int) -> None:
        """See `Scene.resume`: forgets the buttons held when another scene covered this."""
        self._held.clear()
        self._tuning.clear()
        self.enter(now)
        self.dismiss(Reopen(self.game))

    def handle(self, press: Press) -> None:
        """See `Scene.handle`: releases of ACTION count as well."""
        self._idle.restart(press.time_ns)
        if press.button != ACTION:
            if self._tunes(press):
                self._tune(press)
            elif press.pressed:
                self.pressed(press)
            return
        if press.pressed:
            self._held[press.seat] = press
        elif press.seat in self._tuning:
            self._tuning.remove(press.seat)
            self._loud = self._loud if self._tuning else ""
            self.changed()
        elif press.seat in self._held:
            held = dict(self._held)
            self._held.clear()
            self.dismiss(self._on(held))

    def _tunes(self, press: Press) -> bool:
        """Return whether a press turns the volume: an arrow of a seat that holds ACTION."""
        return self._volume is not None and press.button in (LEFT, RIGHT) and press.seat in {*self._held, *self._tuning}

    def _tune(self, press: Press) -> None:
        """Turn the volume; the seat's ACTION then neither leads on nor opens the operator's page."""
        if press.pressed and self._volume is not None:
            self._held.pop(press.seat, None)
            self._tuning.add(press.seat)
            self._loud = word("title.volume", volume=self._volume(1 if press.button == RIGHT else -1))
            self.changed()

    def _on(self, held: Mapping[int, Press]) -> GetReady | Tonight:
        """Return where the presses of ACTION at these seats lead to."""
        if self._shown.evening is None:
            return GetReady(self.game, frozenset(held))
        return Tonight(self.game, tuple(held.values()))

    def pressed(self, press: Press) -> None:
        """Choose a game by CARD1 to CARD5, or see its records; LEFT leads to the lessons, RIGHT to the
        menu or a guests' match."""
        if press.button == LEFT:
            self.dismiss(Learn(self.game, press.seat))
        elif press.button == RIGHT and self._shown.evening is None:
            self.dismiss(Tonight(self.game))
        elif press.button == RIGHT:
            self.dismiss(GetReady(self.game, frozenset({press.seat})))
        else:
            games = self._tiles.games(self.game)
            place = CARDS.index(press.button)
            if place < len(games) and games[place] == self.game:
                if press.time_ns < self._chosen_at + DOUBLE_NS:
                    self.refuse()
                else:
                    self.dismiss(ShowRecords(self.game))
            elif place < len(games):
                self.game, self._chosen_at = games[place], press.time_ns
                self.changed()
            else:
                self.refuse()

    def boxes_of(self, press: Press) -> Sequence[Box]:
        """See `Scene.boxes_of`: the disc of ACTION, the key below a game, the ways at the foot."""
        if press.button == ACTION:
            return [self._disc_box(press.seat)] if press.seat in self._seats else []
        if self._tunes(press):
            return []
        if press.button in CARDS:
            return self._tiles.key_boxes(self.game, self._rooms().tiles)[CARDS.index(press.button) :][:1]
        return [foot_boxes(self.toolkit, self._foot_ways(), self._band)[press.button]]

    def advance(self, now: int, drained: int) -> None:
        self._now = now
        self._take_turn(now)
        if self._opens_at is not None and now >= self._opens_at:
            self._held.clear()
            self.dismiss(OpenOperator())
        elif not self.is_held and self._idle.runs_out(now):
            self.dismiss(Idle())

    def _take_turn(self, now: int) -> None:
        """Show the next line at the head, or the name again."""
        before = self._headlines
        turn = (now - before.since) // TURN_NS
        if turn == before.turn or self._news is None:
            return
        lines = self._news() if before.turn == 0 else before.lines
        if before.turn == 0:
            self._race.run(self._closest())
        self._headlines = Headlines(before.since, turn, lines)
        if lines:
            self.changed()

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`: the glow breathes and the tape runs in a few steps."""
        step = BREATH_NS // (2 * GLOWS)
        breathes_at = self._now + step if self._breathes else None
        is_filling = any(self._filled(seat, self._now) < FILLS for seat in self._held)
        fills_at = self._now + FILL_NS // FILLS if is_filling else None
        runs_at = self._now + TAPE_NS if self._breathes else None
        head = self._headlines
        has_news = self._news is not None and (bool(head.lines) or head.turn == 0)
        turns_at = head.since + (head.turn + 1) * TURN_NS if has_news else None
        rings_at = self._now + HOLD_NS // RINGS if self._opens_at is not None else None
        races_at = self._race.next_change(self._now) if self._breathes else None
        times = (self._opens_at, self._idle.ends_at, breathes_at, fills_at, rings_at, runs_at, turns_at, races_at)
        return min((at for at in times if at is not None), default=None)

    def draw_ahead(self) -> None:
        """See `Scene.draw_ahead`: the light of the discs, and the other games."""
        for level in range(GLOWS):
            self._glows(level)
        for seat in self._seats:
            for step in range(1, FILLS + 1):
                self._fill(seat, step)
        for game in self._games:
            self._offer(game)
            self._tiles.sprites(game, self._rooms().tiles)

    def say(self, notice: str, *, good: bool = False) -> None:
        """Show a notice to everyone, in place of the name: an alarm, or `good` news."""
        if notice != self._notice.text:
            self._notice = Notice(notice, good)
            self.changed()

    # The picture

    def step(self, now: int) -> tuple[int, ...]:
        """See `StaticScene.step`: the glow's level, where tape and race are, how far rings and discs have filled."""
        filled = (self._filled(seat, now) for seat in self._seats)
        return self._level(now), self._run(now), *self._race.step(self._race_age(now)), self._ring(now), *filled

    def moving(self, now: int) -> list[Sprite]:
        rings = self._rings(self._ring(now))
        race = self._race.sprites(self._race_room(self.game), self.game, self._race_age(now))
        return [*self._tapes(self._run(now)), *self._glows(self._level(now)), *self._fills(now), *rings, *race]

    def _race_age(self, now: int) -> int:
        """Return how old the race between the discs is; where nothing moves it has been run."""
        return now if self._breathes else RACE_NS - 1

    def _level(self, now: int) -> int:
        return breath(now) if self._breathes else GLOWS - 1

    def _filled(self, seat: int, now: int) -> int:
        """Return how many of `FILLS` steps the disc of a seat has filled since its ACTION went down."""
        since = self._held.get(seat)
        if since is None:
            return 0
        return min(FILLS, 1 + max(0, now - since.time_ns) * FILLS // FILL_NS) if self._breathes else FILLS

    def sprites(self) -> Sequence[Sprite]:
        """Return everything but the glow: name, discs, the game on offer, the games, the ways."""
        toolkit = self.toolkit
        rooms = self._rooms()
        return [
            *self._head(rooms.head),
            *(sprite for seat in self._seats for sprite in self._seat(seat)),
            *self._offer(self.game),
            *self._tiles.sprites(self.game, rooms.tiles),
            *self._scanned(),
            foot(toolkit, self._foot_ways(), self._band),
        ]

    def _rooms(self) -> "TitleRooms":
        """Return the rooms of the page: those of a wide screen, or those of one that stands upright."""
        width, height = self.toolkit.size
        rooms = upright_rooms(self.page, self.toolkit) if height > width else wide_rooms(self.page, self.toolkit)
        if self._shown.scan() is None:
            return rooms
        return replace(rooms, tiles=rooms.tiles._replace(w=rooms.tiles.w - self.toolkit.px(SIDE + 10)))

    def _scanned(self) -> list[Sprite]:
        """Return what phones scan, beside the games."""
        scan, tiles = self._shown.scan(), self._rooms().tiles
        if scan is None:
            return []
        side = self.toolkit.px(SIDE)
        return sprites(self.toolkit, scanned(scan), Box(self.page.right - side, tiles.y, side, tiles.h))

    def _head(self, box: Box) -> list[Sprite]:
        """Return the name, or in its turn a line of news, between the two ends of the tape; or the notice."""
        toolkit, colours = self.toolkit, self.toolkit.theme.colours
        if self._notice.text and not self._loud:
            colour = colours.text if self._notice.is_good else colours.alarm
            told = Text(self._notice.text, SMALL, colour, "text", 2, across=0.5)
            room = Box(box.x, 0, box.w, self._rooms().offer.y)  # two lines reach the screen's edge
            return sprites(toolkit, told, room)
        return [toolkit.put(box, self._headline(box))]

    def _headline(self, box: Box) -> pygame.Surface:
        """Draw the name of the house or the program, the line whose turn it is, or how loud it is."""
        toolkit, colours = self.toolkit, self.toolkit.theme.colours
        if line := self._loud or self._headlines.line:
            return capitals(toolkit, line, 24, colours.text, box.w * 3 // 4)
        return self._house_name

    @property
    def _house_name(self) -> pygame.Surface:
        """The name of the house, or of the program."""
        text = word("title.house", house=self._shown.house) if self._shown.house else word("title")
        return capitals(self.toolkit, text, 28, self.toolkit.theme.colours.text, self._rooms().head.w * 2 // 3)

    # The tape: a finishing line seen from above, which runs from both ends to the name

    def _run(self, now: int) -> int:
        """Return by how many px the tape has run, less than its pattern is long."""
        return now // TAPE_NS % (2 * self._square) if self._breathes else 0

    @property
    def _square(self) -> int:
        """The side of the tape's squares, px."""
        return max(2, self._house_name.get_height() // 4)

    def _tapes(self, run: int) -> list[Sprite]:
        """Return both ends of the tape; none while a notice stands there."""
        if self._notice.text and not self._loud:
            return []
        toolkit, box, square = self.toolkit, self._rooms().head, self._square
        width = (box.w - self._headline(box).get_width()) // 2 - toolkit.px(20, 10)
        ends = []
        for seat, offset, share in ((0, (2 * square - run) % (2 * square), 0.0), (1, run, 1.0)):
            tape = toolkit.drawing(_draw_tape, seat, square, box.w // 2 + 2 * square)
            ends.append(toolkit.put(box, tape.subsurface((offset, 0, width, 4 * square)), share))
        return ends

    def _seat_box(self, seat: int) -> Box:
        """Return the room of one seat: seats 0 and 2 at the left, 1 and 3 at the right."""
        room, side = self._rooms().seats, self._rooms().side
        mates = [other for other in self._seats if other % 2 == seat % 2]
        high = room.h // len(mates)
        x = room.x if seat % 2 == 0 else room.right - side
        return Box(x, room.y + high * mates.index(seat), side, high)

    def _disc_box(self, seat: int) -> Box:
        """Return the box of a seat's disc: above its words, or beside them where two seats share a column."""
        box = self._seat_box(seat)
        if len(self._seats) > len(PEOPLE):
            side = round(min(box.h * 0.72, box.w * 0.42) / (1 + HALO))
            return Box(box.x + round(side * HALO), box.y + (box.h - side) // 2, side, side)
        side = round(min(box.h * 0.56, box.w * 0.6))
        return Box(box.x + (box.w - side) // 2, box.y + round(side * HALO), side, side)

    def _seat(self, seat: int) -> list[Sprite]:
        """Return a seat's disc, and its words below or beside it."""
        toolkit, box, disc = self.toolkit, self._seat_box(seat), self._disc_box(seat)
        drawn = Sprite(self._discs.disc(seat, disc.w, "star", self._key(seat)), disc.x, disc.y)
        colour = toolkit.theme.seat(seat).colour
        halo = round(disc.w * HALO)
        if len(self._seats) > len(PEOPLE):
            x = disc.right + halo + toolkit.px(4, 2)
            room = Box(x, box.y, box.right - x, box.h)
        else:
            y = disc.bottom + halo
            room = Box(box.x, y, box.w, box.bottom - y)
        evening = self._shown.evening
        up = evening.up[seat] if evening is not None and seat in PEOPLE else ""
        text = up or word("title.race" if evening is None else "title.go_on")
        press = capitals(toolkit, text, 30 if room.w == box.w else 20, colour, room.w)
        words = sit_down_words(evening.game) if evening is not None and up else word(f"seat.{seat}")
        return [drawn, *stacked(room, [press, self._name(seat, words, room.w)], toolkit.px(10, 5))]

    def _name(self, seat: int, words: str, width: int) -> pygame.Surface:
        """Draw a seat's badge, and its name or what its button does."""
        toolkit = self.toolkit
        name = capitals(toolkit, words, 18, toolkit.theme.colours.text, width * 3 // 4)
        return beside([toolkit.badge(seat, name.get_height()), name], toolkit.px(8, 5))

    def _glows(self, level: int) -> list[Sprite]:
        """Return the glow round every disc at a level."""
        glows = []
        for seat in self._seats:
            disc = self._disc_box(seat)
            halo = round(disc.w * HALO)
            glows.append(Sprite(self._discs.glow(seat, disc.w, level), disc.x - halo, disc.y - halo))
        return glows

    def _fills(self, now: int) -> list[Sprite]:
        """Return the light in every disc whose button is held."""
        return [self._fill(seat, step) for seat in self._seats if (step := self._filled(seat, now))]

    def _ring(self, now: int) -> int:
        """Return how many of `RINGS` steps the rings have filled, at least one; 0 unless both seats hold ACTION."""
        if self._opens_at is None:
            return 0
        return min(RINGS, 1 + (now + HOLD_NS - self._opens_at) * RINGS // HOLD_NS)

    def _rings(self, step: int) -> list[Sprite]:
        """Return a ring round the disc of each seat that holds ACTION for the operator's page."""
        rings = []
        for seat in sorted(PEOPLE) if step else ():
            disc = self._disc_box(seat)
            halo = round(disc.w * HALO)
            ring = self.toolkit.drawing(_draw_filling_ring, seat, disc.w + 2 * halo, step)
            rings.append(Sprite(ring, disc.x - halo, disc.y - halo))
        return rings

    def _fill(self, seat: int, step: int) -> Sprite:
        disc = self._disc_box(seat)
        return Sprite(self._discs.fill(disc.w, step, "star", self._key(seat)), disc.x, disc.y)

    def _key(self, seat: int) -> str:
        """Return the key of a seat's ACTION at a desk; empty on a cabinet."""
        return cap_words(self._keys[seat][ACTION]) if self._keys else ""

    def _offer(self, game: str) -> list[Sprite]:
        """Return a game on offer: its name, and its rules in a line, below the race."""
        return [
            self.toolkit.put(self._race_room(game), self._race.track(self._race_room(game)), 0.0, 0.0),
            *self._named(game),
        ]

    def _named(self, game: str) -> list[Sprite]:
        """Return the name of a game and its rules, at the lower edge of the offer's room."""
        toolkit, colours = self.toolkit, self.toolkit.theme.colours
        room = self._rooms().offer.inset(toolkit.px(12, 6), 0)
        name = capitals(toolkit, word(f"game.{game}"), 34, colours.text, room.w)
        line = capitals(toolkit, in_one_line(self._line(game)), 14, colours.quiet, room.w)
        gap = toolkit.px(10, 5)
        y = room.bottom - name.get_height() - line.get_height() - 2 * gap
        below = Box(room.x, y, room.w, room.bottom - y)
        return stacked(below, [name, line], gap)

    def _race_room(self, game: str) -> Box:
        """Return the room of the race: the offer's above the name."""
        toolkit = self.toolkit
        room = self._rooms().offer.inset(toolkit.px(12, 6), 0)
        named = min(sprite.y for sprite in self._named(game))
        width = min(room.w, round((named - room.y) * WIDEST_RACE))
        return Box(room.x + (room.w - width) // 2, room.y, width, named - room.y - toolkit.px(10, 5))

    def _foot_ways(self) -> list[Way]:
        """See `StaticScene._foot_ways`: between them the records of the game on offer, by its own button."""
        shown = self._shown
        on = "title.menu" if not shown.has_evenings else "title.guests" if shown.evening else "tonight.title"
        ways = [
            Way(LEFT, word("title.howto"), self._keys_of(LEFT)),
            Way(RIGHT, word(on), self._keys_of(RIGHT)),
        ]
        if self._band is not None:
            return ways
        own = CARDS[self._tiles.games(self.game).index(self.game)]
        return [ways[0], Way(own, word("records.way"), self._keys_of(own)), ways[1]]

    @property
    def _band(self) -> TonightBand | None:
        return self._shown.evening.band if self._shown.evening is not None else None

    def _keys_of(self, button: str) -> tuple[str, ...]:
        return tuple(panel[button] for panel in self._keys) if self._keys else ()


def sit_down_words(game: str) -> str:
    """Return what ACTION does for those who are up, in a game or ("") in any."""
    return word("title.sit_down", game=word(f"game.{game}")) if game else word("queue.sit_down")


def _draw_filling_ring(toolkit: Toolkit, seat: int, side: int, step: int) -> pygame.Surface:
    """Draw a ring that has filled clockwise by `step` of `RINGS` parts."""
    ring = toolkit.shared(Discs).ring(seat, side, STEPS - step * STEPS // RINGS)
    return pygame.transform.flip(ring, flip_x=True, flip_y=False)


def _draw_tape(toolkit: Toolkit, seat: int, square: int, width: int) -> pygame.Surface:
    tape = pygame.Surface((width, 4 * square), pygame.SRCALPHA)
    chequer(tape, Box(0, 0, width, 4 * square), square, toolkit.theme.seat(seat).colour)
    return tape


class TitleRooms(msgspec.Struct, frozen=True):
    """The rooms of the title: the name, the game on offer, the seats (each side's `side` px wide), the games."""

    head: Box
    offer: Box
    seats: Box
    side: int
    tiles: Box


def wide_rooms(page: Box, toolkit: Toolkit) -> TitleRooms:
    """Return the rooms of a wide screen: the offer between the seats, the games below."""
    head = Box(page.x, page.y, page.w, round(page.h * 0.1))
    high = round(page.h * 0.33)
    tiles = Box(page.x, page.bottom - high, page.w, high)
    top = head.bottom + toolkit.px(6, 3)
    middle = Box(page.x, top, page.w, tiles.y - top - toolkit.px(6, 3))
    side = round(page.w * 0.325)
    return TitleRooms(head, Box(middle.x + side, middle.y, middle.w - 2 * side, middle.h), middle, side, tiles)


def upright_rooms(page: Box, toolkit: Toolkit) -> TitleRooms:
    """Return the rooms of a screen that stands upright: the offer above the seats, the games below them."""
    head = Box(page.x, page.y, page.w, round(page.h * 0.07))
    high = round(page.w / len(CARDS) * TILE_HIGH)
    tiles = Box(page.x, page.bottom - high, page.w, high)
    gap = toolkit.px(14, 8)
    top, bottom = head.bottom + gap, tiles.y - gap
    offer = Box(page.x, top, page.w, round((bottom - top) * OFFER_HIGH))
    seats = Box(page.x, offer.bottom, page.w, bottom - offer.bottom)
    return TitleRooms(head, offer, seats, page.w // 2, tiles)


# The race between the discs: what this cabinet measures. Two cards run to a line in slow motion, and a clock counts
# from the first to the second: tonight's closest race, once there is one

RACE_NS: Final = 7_000_000_000
"""The time from one race to the next."""
RUN_NS: Final = 900_000_000
"""When the first card is at the line."""
LATE_NS: Final = 1_300_000_000
"""How long the second is shown to take to it, however close it was."""
FRAMES: Final = 44
"""Pictures of one race."""
SAMPLE: Final = Contest(0, 0, 1, 6_000_000)
"""The race that is shown before one was run tonight."""
WIDEST_RACE: Final = 2.4
"""The most width of the race, in its heights."""
RACERS: Final = 0.86
"""The share of the race's height that the lane has; words are below."""
BEHIND: Final = 0.36
"""How far the second card is behind the first, as a share of the way."""


class TitleRace:
    """Draws the race in a room."""

    def __init__(self, toolkit: Toolkit) -> None:
        self._toolkit = toolkit
        self._contest = SAMPLE
        self._is_tonight = False

    def run(self, contest: Contest | None) -> None:
        """Show another race from now on; None keeps the present one."""
        if contest is not None:
            self._contest, self._is_tonight = contest, True

    def step(self, age_ns: int) -> tuple[int, bool]:
        """Return the number of the picture at that age: the race is run again and again."""
        moved = min(FRAMES - 1, age_ns % RACE_NS * FRAMES // (RUN_NS + LATE_NS))
        return moved, self._is_tonight

    def next_change(self, now: int) -> int:
        """Return when the next picture is due, ns."""
        frame, since = (RUN_NS + LATE_NS) // FRAMES, now % RACE_NS
        return now + (frame if since < RUN_NS + LATE_NS else RACE_NS - since)

    def track(self, room: Box) -> pygame.Surface:
        """Draw the lane and the line at its end."""
        return self._toolkit.drawing(_draw_track, (room.w, round(room.h * RACERS)))

    def sprites(self, room: Box, game: str, age_ns: int) -> list[Sprite]:
        """Return the clock in the lane, both cards above it, and below what the clock tells."""
        toolkit, colours, contest = self._toolkit, self._toolkit.theme.colours, self._contest
        part = self.step(age_ns)[0] / (FRAMES - 1) * (RUN_NS + LATE_NS)
        first = eased(min(1.0, part / RUN_NS))
        late = min(1.0, max(0.0, (part - RUN_NS) / LATE_NS))
        high, gap = round(room.h * RACERS), toolkit.px(8, 4)
        size = CardSize(round(high * 0.7 / ASPECT), round(high * 0.7))
        way = room.w - _line(high) - size.width - toolkit.px(4, 2)
        places = (first * way, max(0.0, (first - BEHIND + BEHIND * late) * way))
        clock = Box(room.x + gap, room.y, round((1 - BEHIND) * way) - 2 * gap, high)
        key = "title.closest" if self._is_tonight else "title.earlier"
        told = capitals(toolkit, word(key), 13, colours.quiet, room.w)
        below = Box(room.x, room.y + high, room.w, room.h - high)
        return [
            *(self._clock(clock, clock_text(contest.margin_ns, late), is_stopped=late == 1) if late else ()),
            *(
                Sprite(toolkit.art.card(card, size), room.x + round(at), room.y + 1 + lane * (high - size.height - 2))
                for lane, (card, at) in enumerate(zip(racers(game), places, strict=True))
            ),
            toolkit.put(below, told, 0.5, 1.0),
        ]

    def _clock(self, room: Box, text: str, *, is_stopped: bool) -> list[Sprite]:
        """Return the clock's figures in a room, and above them when it has stopped the winner's shape."""
        toolkit, colour = self._toolkit, self._toolkit.theme.colours.segments
        unit = toolkit.text(word("table.ms"), 16, colour)
        digits = sum(sign.isdigit() for sign in text)
        tall = min(round(room.h * 0.44), int((room.w - unit.get_width()) / (digits * CELL + 0.2)))
        row = beside([toolkit.figures(text, max(8, tall), colour, unlit=False), unit], toolkit.px(6, 3))
        figures = toolkit.put(room, row, 0.5, 0.62)
        if not is_stopped:
            return [figures]
        badge = toolkit.badge(self._contest.winner, max(8, round(room.h * 0.2)))
        return [figures, Sprite(badge, room.x, room.y + toolkit.px(8, 4))]


def clock_text(margin_ns: int, share: float) -> str:
    """Return a margin's figures when a clock that stops there has run a share (0…1) of it."""
    whole = short_margin_text(margin_ns)
    decimals = len(whole.partition(".")[2])
    return whole if share == 1 else f"{margin_ns * share / 1e6:.{decimals}f}"


def racers(game: str) -> tuple[str, str]:
    """Return the two cards that race for a game: of its emblem, of which one may lie face down."""
    shown = [card for card in presentation_of(game).emblem if not is_down(card)]
    return (shown[-1], shown[-2] if len(shown) > 1 else f"{shown[-1][0]}H")


def _line(high: int) -> int:
    """Return the width of the line of a track that is `high` px high."""
    return 2 * max(3, high // 14)


def _draw_track(toolkit: Toolkit, size: tuple[int, int]) -> pygame.Surface:
    track = pygame.Surface(size, pygame.SRCALPHA)
    wide = _line(size[1])
    pygame.draw.rect(track, toolkit.theme.colours.lane, track.get_rect(), border_radius=toolkit.px(6, 3))
    chequer(track, Box(size[0] - wide, 0, wide, size[1]), wide // 2, toolkit.theme.colours.text)
    return track


# The games under the card buttons

UNCHOSEN: Final = 0.4
"""How far the tile of a game that is not on offer is from a plate's colour towards the game's own."""
EMBLEM_HIGH: Final = 0.58
"""Height of an emblem of cards in widths, with a little air: `emblem.emblem`."""


class GameTiles:
    """Draws the games; with more than five, the five (or fewer) among which the chosen one is."""

    def __init__(self, toolkit: Toolkit, keys: Wiring | None, games: Sequence[str]) -> None:
        """`keys`: the keys of both seats at a desk; None on a cabinet. `games` are the ids of all."""
        self._toolkit = toolkit
        self._keys = keys
        self._tile = toolkit.cached(self._draw_tile)
        self._games = games
        self._pages = Pages(len(games), len(CARDS))

    def games(self, chosen: str) -> Sequence[str]:
        """Return the ids of the games on the chosen game's page, in the order of the card buttons."""
        ids = self._games
        return [ids[place] for place in self._pages.on(self._pages.page_of(ids.index(chosen)))]

    def sprites(self, chosen: str, row: Box) -> list[Sprite]:
        """Return the tiles in a row, the chosen one with a bright edge."""
        boxes = self._boxes(row)
        tiles = []
        for place, game in enumerate(self.games(chosen)):
            box = boxes[place]
            tiles.append(Sprite(self._tile(place, game, (box.w, box.h), game == chosen), box.x, box.y))
        return tiles

    def _boxes(self, row: Box) -> list[Box]:
        """Return the box of each tile of a full row."""
        gap = self._toolkit.px(10, 6)
        width = (row.w - gap * (len(CARDS) - 1)) // len(CARDS)
        return [Box(row.x + place * (width + gap), row.y, width, row.h) for place in range(len(CARDS))]

    def key_boxes(self, chosen: str, row: Box) -> list[Box]:
        """Return the box of the key below each tile that is shown."""
        boxes = self._boxes(row)[: len(self.games(chosen))]
        high = self._key_height
        return [Box(box.x + self._inset, box.bottom - high, box.w - 2 * self._inset, high) for box in boxes]

    def _draw_tile(self, place: int, game: str, size: tuple[int, int], is_chosen: bool) -> pygame.Surface:
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        key = self._key(place, size[0] - 2 * self._inset, is_chosen=is_chosen)
        hang = key.get_height() // 2
        tile = pygame.Surface(size, pygame.SRCALPHA)
        edge = colours.text if is_chosen else colours.key_edge
        tint = presentation_of(game).tint
        fill = tint if is_chosen else mixed(colours.plate, tint, UNCHOSEN)
        tile.blit(toolkit.draw_plate((size[0], size[1] - hang), fill, edge, radius=toolkit.px(12, 7)), (0, 0))
        name = capitals(toolkit, word(f"game.{game}"), 16, colours.text, size[0] - toolkit.px(14, 8))
        room = Box(0, 0, size[0], size[1] - key.get_height())
        gap = toolkit.px(7, 3)
        high = room.h - name.get_height() - 3 * gap
        width = min(round(size[0] * 0.86), round(high / EMBLEM_HIGH))
        cards = emblem(toolkit, presentation_of(game).emblem, width, colours.text)
        for sprite in stacked(room, [cards, name], gap):
            tile.blit(sprite.surface, (sprite.x, sprite.y))
        tile.blit(key, ((size[0] - key.get_width()) // 2, size[1] - key.get_height()))
        return tile

    @property
    def _inset(self) -> int:
        """How much narrower a key is at each side than its tile, px."""
        return self._toolkit.px(12, 6)

    @property
    def _key_height(self) -> int:
        toolkit = self._toolkit
        number = capitals(toolkit, word(f"button.{CARDS[0]}"), 14, toolkit.theme.colours.text, toolkit.size[0])
        return number.get_height() + toolkit.px(12, 8)

    def _key(self, place: int, width: int, *, is_chosen: bool) -> pygame.Surface:
        """Draw the tile's button: its number, at a desk with both seats' keys in their colours beside it."""
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        ink = colours.dark_text if is_chosen else colours.text
        number = capitals(toolkit, word(f"button.{CARDS[place]}"), 14, ink, width)
        key = toolkit.plate((width, self._key_height), colours.paper if is_chosen else colours.key, colours.key_edge)
        parts = [number]
        if self._keys:
            caps = [self._cap(seat, panel[CARDS[place]]) for seat, panel in enumerate(self._keys)]
            parts = [caps[0], number, *caps[1:]]
        return in_middle(key, beside(parts, toolkit.px(16, 8)))

    def _cap(self, seat: int, name: str) -> pygame.Surface:
        """Draw a key's name on a plate of its seat's colour."""
        toolkit = self._toolkit
        text = capitals(toolkit, cap_words(name), 14, toolkit.theme.colours.dark_text, toolkit.px(44, 26))
        side = text.get_height() + toolkit.px(6, 4)
        size = (max(side, text.get_width() + toolkit.px(8, 4)), side)
        return in_middle(toolkit.plate(size, toolkit.theme.seat(seat).colour, radius=toolkit.px(4, 3)), text)
