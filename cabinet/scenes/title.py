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
from cabinet.display.emblem import emblem_of
from cabinet.display.evening.pages import TonightBand
from cabinet.display.layout.boxes import ASPECT, Box
from cabinet.display.legend import Way, Wiring, cap_words, foot, foot_boxes, foot_height
from cabinet.display.margin_text import short_margin_text
from cabinet.display.page import (
    SMALL,
    SPACE,
    Flat,
    Laid,
    Mark,
    On,
    Pages,
    Part,
    Space,
    Text,
    badge,
    laid,
    marks,
    plate,
    row,
    sprites,
    stack,
    tiles,
)
from cabinet.display.scan import Scan, is_narrow, no_scan, scanned
from cabinet.display.stage import Sprite, eased
from cabinet.display.theme import mixed
from cabinet.display.toolkit import CELL, Toolkit, beside
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
NAME_HIGH: Final = 28
"""The height of the name's capitals, px at 800×480: four squares of the tape."""
HEAD, HEADLINE, RACE = "head", "headline", "race"
"""The names of places on the page, beside those of the discs and, by their buttons, the games."""


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
        self._pages = Pages(len(self._games), len(CARDS))
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
    def room(self) -> Box:
        """See `StaticScene.room`: the margin is narrower."""
        margin, top = self.toolkit.px(20, 10), self.toolkit.px(10, 6)
        width, height = self.toolkit.size
        return Box(margin, top, width - 2 * margin, height - foot_height(self.toolkit) - top - self.toolkit.px(8, 4))

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
            games = self._page_with(self.game)
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
            return self.boxes_at(disc_of(press.seat))
        if self._tunes(press):
            return []
        if press.button in CARDS:
            return self.boxes_at(key_of(press.button))
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
            sprites(self.toolkit, self._described(game), self.room)

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
        race = self._race.sprites(self._place(RACE), self.game, self._race_age(now))
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
        self._marks = self.places(self.game)
        described = sprites(toolkit, self._described(self.game), self.room)
        return [*described, *self._told(), foot(toolkit, self._foot_ways(), self._band)]

    def places(self, game: str) -> Mapping[str, Box]:
        """Return the boxes of the head, the race, the discs and the tiles with a game on offer."""
        return marks(self.toolkit, laid(self.toolkit, self._described(game), self.room))

    def _place(self, name: str) -> Box:
        """Return a box of the page as it was drawn last, or as it will be drawn first."""
        self._marks = self._marks or self.places(self.game)
        return self._marks[name]

    def _described(self, game: str) -> Part:
        """Return the page with a game on offer: on a wide screen the offer is between the seats, else above them."""
        width, height = self.toolkit.size
        left, right = (stack(*((1, self._seat(seat)) for seat in self._seats if seat % 2 == side)) for side in (0, 1))
        scan, games = self._shown.scan(), self._tiles(game)
        side = self.toolkit.px(scan.side if scan is not None else 0) / self.room.w
        below = games if scan is None else row((1 - side, games), (side, scanned(scan)), gap=10)
        head, offer = On(self._headline(), Mark(name=HEAD, is_ground=True)), On(self._offer(game), pad=(12, 0))
        if height > width:
            seats = row((1, left), (1, right))
            return stack((0.07, head), (0.5, offer), (0.5, seats), (0, On(below, tall=TILE_HIGH / len(CARDS))), gap=14)
        middle = row((0.325, left), (0.35, offer), (0.325, right))
        return stack((0.105, head), (0.565, middle), (0.33, below), gap=6)

    def _headline(self) -> Part:
        """Return the name of the house or the program, the line whose turn it is, or how loud it is; nothing where a
        notice stands there."""
        if self._is_told:
            return SPACE
        name = word("title.house", house=self._shown.house) if self._shown.house else word("title")
        line, ink = self._loud or self._headlines.line, self.toolkit.theme.colours.text
        text = Text(line or name, 24 if line else NAME_HIGH, ink, across=0.5)
        fitted = On(text, Mark(name=HEADLINE, is_ground=True), fits=True, across=0.5)
        return row((1, SPACE), (6, fitted), (1, SPACE))

    @property
    def _is_told(self) -> bool:
        """Whether a notice stands at the head."""
        return bool(self._notice.text and not self._loud)

    def _told(self) -> list[Sprite]:
        """Return the notice."""
        if not self._is_told:
            return []
        toolkit, head, colours = self.toolkit, self._place(HEAD), self.toolkit.theme.colours
        colour = colours.text if self._notice.is_good else colours.alarm
        told = Text(self._notice.text, SMALL, colour, "text", 2, across=0.5)
        room = Box(head.x, 0, head.w, head.bottom + toolkit.px(6, 3))  # two lines reach the screen's edge
        return sprites(toolkit, told, room)

    def _seat(self, seat: int) -> Part:
        """Return a seat's disc, and its words below, or beside it where two seats share a column."""
        toolkit, evening, are_many = self.toolkit, self._shown.evening, len(self._seats) > len(PEOPLE)
        up = evening.up[seat] if evening is not None and seat in PEOPLE else ""
        does = up or word("title.race" if evening is None else "title.go_on")
        who = sit_down_words(evening.game) if evening is not None and up else word(f"seat.{seat}")
        name = row((0, badge(seat, 17)), (0, Text(who, 18, toolkit.theme.colours.text)), gap=8, across=0.5, high=0)
        press = Text(does, 20 if are_many else 30, toolkit.theme.seat(seat).colour, across=0.5)
        disc, words = Disc(name=disc_of(seat), seat=seat, key=self._key(seat)), stack((0, press), (0, name), gap=10)
        if are_many:
            return row((0.45, disc), (0.55, words), gap=4)
        return stack((0.7, disc), (0.3, words))

    def _offer(self, game: str) -> Part:
        """Return a game on offer: below the race its name, and its rules in a line."""
        colours = self.toolkit.theme.colours
        name = Text(word(f"game.{game}"), 34, colours.text, across=0.5)
        line = Text(in_one_line(self._line(game)), SMALL, colours.quiet, across=0.5)
        return stack((1, Track(name=RACE)), (0, name), (0, line), (0, SPACE), gap=10)

    def _tiles(self, chosen: str) -> Part:
        """Return the chosen game's page of games, each over the name of its button."""
        cells, narrow = list[Part](), is_narrow(self._shown.scan())
        for button, game in zip(CARDS, self._page_with(chosen), strict=False):
            caps = tuple(cap_words(panel[button]) for panel in self._keys or ())
            hung = tile(self.toolkit, button, game, caps, is_chosen=game == chosen, narrow=narrow)
            cells.append(On(hung, Mark(name=button, is_ground=True)))
        return tiles(cells, len(CARDS), 1, (4 if narrow else 10, 0))

    def _page_with(self, chosen: str) -> Sequence[str]:
        """Return the ids of five games or fewer among which the chosen one is, in the order of the card buttons."""
        return [self._games[place] for place in self._pages.on(self._pages.page_of(self._games.index(chosen)))]

    # The tape: a finishing line seen from above, which runs from both ends to the name

    def _run(self, now: int) -> int:
        """Return by how many px the tape has run, less than its pattern is long."""
        return now // TAPE_NS % (2 * self._square) if self._breathes else 0

    @property
    def _square(self) -> int:
        """The side of the tape's squares, px."""
        return self.toolkit.px(NAME_HIGH / 4, 2)

    def _tapes(self, run: int) -> list[Sprite]:
        """Return both ends of the tape; none while a notice stands there."""
        if self._is_told:
            return []
        toolkit, box, square = self.toolkit, self._place(HEAD), self._square
        width = (box.w - self._place(HEADLINE).w) // 2 - toolkit.px(20, 10)
        ends = []
        for seat, offset, share in ((0, (2 * square - run) % (2 * square), 0.0), (1, run, 1.0)):
            tape = toolkit.drawing(_draw_tape, seat, square, box.w // 2 + 2 * square)
            ends.append(toolkit.put(box, tape.subsurface((offset, 0, width, 4 * square)), share))
        return ends

    # The discs

    def _glows(self, level: int) -> list[Sprite]:
        """Return the glow round every disc at a level."""
        glows = []
        for seat in self._seats:
            disc = self._place(disc_of(seat))
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
            disc = self._place(disc_of(seat))
            halo = round(disc.w * HALO)
            ring = self.toolkit.drawing(_draw_filling_ring, seat, disc.w + 2 * halo, step)
            rings.append(Sprite(ring, disc.x - halo, disc.y - halo))
        return rings

    def _fill(self, seat: int, step: int) -> Sprite:
        disc = self._place(disc_of(seat))
        return Sprite(self._discs.fill(disc.w, step, "star", self._key(seat)), disc.x, disc.y)

    def _key(self, seat: int) -> str:
        """Return the key of a seat's ACTION at a desk; empty on a cabinet."""
        return cap_words(self._keys[seat][ACTION]) if self._keys else ""

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
        own = CARDS[self._page_with(self.game).index(self.game)]
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


def disc_of(seat: int) -> str:
    """Return the name of the place of a seat's disc."""
    return f"disc.{seat}"


def key_of(button: str) -> str:
    """Return the name of the place of the key below a game."""
    return f"key.{button}"


class Disc(Mark, frozen=True):
    """A seat's disc, as large as its room has space for it with its glow; `key` is the one of ACTION at a desk."""

    seat: int = 0
    key: str = ""

    def ink(self, toolkit: Toolkit, room: Box) -> Box:
        side = round(min(room.w, room.h) / (1 + 2 * HALO))
        return Box(room.x + (room.w - side) // 2, room.y + (room.h - side) // 2, side, side)

    def drawn(self, toolkit: Toolkit, laid: Laid) -> list[Sprite]:
        return [Sprite(toolkit.shared(Discs).disc(self.seat, laid.ink.w, "star", self.key), *laid.ink[:2])]


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


class Track(Mark, frozen=True):
    """The room of the race, with the lane and the line at its end."""

    def ink(self, toolkit: Toolkit, room: Box) -> Box:
        return self.placed(room, min(room.w, round(room.h * WIDEST_RACE)), room.h)

    def drawn(self, toolkit: Toolkit, laid: Laid) -> list[Sprite]:
        track = toolkit.drawing(_draw_track, (laid.ink.w, round(laid.ink.h * RACERS)))
        return [Sprite(track, *laid.ink[:2])]


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


def tile(toolkit: Toolkit, button: str, game: str, caps: Sequence[str], *, is_chosen: bool, narrow: bool) -> Part:
    """Return a game's tile, which hangs over the key of its button; the chosen one has a bright edge.

    `caps`: the keys of both seats at a desk, beside the button's number in their colours. `narrow`: beside two codes.
    """
    colours, shown = toolkit.theme.colours, presentation_of(game)
    fill = shown.tint if is_chosen else mixed(colours.plate, shown.tint, UNCHOSEN)
    ground = plate(fill, colours.text if is_chosen else colours.key_edge, 12)
    name = Text(word(f"game.{game}"), 16, colours.text, across=0.5)
    emblem = On(emblem_of(shown.emblem, colours.text), pad=(4, 0))
    number = Text(word(f"button.{button}"), SMALL, colours.dark_text if is_chosen else colours.text)
    cells = [(0.0, _cap(toolkit, seat, cap)) for seat, cap in enumerate(caps)]
    line = row(*cells[:1], (0, number), *cells[1:], gap=6 if narrow else 16, across=0.5)
    key = On(line, plate(colours.paper if is_chosen else colours.key, colours.key_edge), (0, 3 if caps else 6))
    inside = On(stack((1, emblem), (0, name), gap=7), pad=(3 if narrow else 7, 9))
    hung = On(On(key, Mark(name=key_of(button), is_ground=True)), pad=(4 if narrow else 12, 0))
    whole = stack((1, inside), (0, hung))
    return Flat(On(whole, stack((1, ground), (0, Space((0, 13))))))


def _cap(toolkit: Toolkit, seat: int, name: str) -> Part:
    """Return a key's name on a plate of its seat's colour."""
    text = Text(name, SMALL, toolkit.theme.colours.dark_text)
    return On(text, plate(toolkit.theme.seat(seat).colour, radius=4), (4, 3), fits=True)
