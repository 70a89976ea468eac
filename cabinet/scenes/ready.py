"""Getting ready: who plays is found by who presses, while the game's lesson runs between the seats.

A seat that presses ACTION is ready. When all are, or after a wait, or when a ready seat presses once more, the match
begins; bots take the seats of those who have not pressed. Without anybody ready the scene leads back after a while.
LEFT leads to the names; a seat that takes one is ready. Where a match costs more than is in, nobody is ready. If all
are ready and one of two is much better, by rating or by the match that they have just played, a head start is offered
before the match (`Question`).
"""

from collections.abc import Collection, Sequence
from typing import Final, TypeAlias

import msgspec
import pygame

from cabinet.config.offers import Offer
from cabinet.display.layout.boxes import Box
from cabinet.display.legend import SIGN_OF, Way, cap_words, foot, foot_boxes, foot_height, ways_by
from cabinet.display.page import (
    HEAD,
    LARGE,
    PLAIN,
    SMALL,
    SPACE,
    Mark,
    On,
    Part,
    Space,
    Text,
    laid,
    lines,
    marks,
    named,
    plate,
    row,
    sign,
    sprites,
    stack,
)
from cabinet.display.stage import Sprite, Stage
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import STEPS, Discs, KeyNames, night
from cabinet.games.presentation import presentation_of
from cabinet.lamp_patterns import NOTHING, Light
from cabinet.match.request import PERSON, seat_names
from cabinet.people.names import known
from cabinet.people.people import HeadStart
from cabinet.scenes.bases import TILL_NS, Done, IdleTimer, Leave, LeftWhenIdle, Till
from cabinet.scenes.lessons import LessonPlayer, Place
from cabinet.scenes.stack import Scene
from cabinet.screens.view_factory import TableSetting, sized_words
from cabinet.strings.catalogue import in_one_line, word
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press
from engine.units import S

WAIT_NS: Final = 10 * S
"""How long the seats that are ready wait for the others."""
GUARD_NS: Final = 700_000_000
"""A second press of a ready seat within this time was not meant to send for bots, nor to answer a question."""
ANSWER_NS: Final = 10 * S
"""How long both have for their answer about a head start."""
OTHER_RULES, LEAVE = CARDS[0], CARDS[-1]
TWO: Final = 2
"""Seats at the two sides of the screen; with more, two share a side."""
LESSON: Final = "lesson"
"""The mark of the lesson's place."""


class Play(msgspec.Struct, frozen=True):
    """These people play, with the head start to which both have agreed."""

    people: frozenset[int]
    head_start: HeadStart | None = None


class OtherRules(msgspec.Struct, frozen=True):
    """Somebody wants to choose by which rules the game is played."""


class TakeName(msgspec.Struct, frozen=True):
    """A seat wants to take a name; `ready` are the seats that are ready."""

    seat: int
    ready: frozenset[int]


ReadyResult: TypeAlias = Play | OtherRules | TakeName | Leave


class Lobby(msgspec.Struct, frozen=True):
    """Who can play, and what is known of them.

    `seats` is the number of seats that people can take, two at least; a press at a further panel counts for the seat at
    the same side. `names` are those of the seats, "" for guests, and `places` their places in this game in words, ""
    for none. `head_start` is offered when all are ready. `is_familiar`: show only the last lesson. `takes_names`: LEFT
    leads to the names. `next_up` is the line about the evening's next match, in place of the title of the lessons.
    """

    seats: int = TWO
    names: Sequence[str] = ()
    places: Sequence[str] = ()
    head_start: HeadStart | None = None
    is_familiar: bool = False
    takes_names: bool = True
    next_up: str = ""
    till: Till | None = None
    """What the match costs; None where it costs nothing."""


class GettingReady(Scene[ReadyResult]):
    """Waits for the people of one match."""

    def __init__(
        self,
        toolkit: Toolkit,
        setting: TableSetting,
        offer: Offer,
        ready: Collection[int],
        lobby: Lobby | None = None,
    ) -> None:
        """`offer` is the game with its rules; `ready` are the seats that have pressed already."""
        self._toolkit = toolkit
        self._setting = setting
        self._offer = offer
        self._lobby = lobby = lobby or Lobby()
        self._seats = lobby.seats
        self._ready = {self._seat_of(seat) for seat in ready} if self._is_paid else set()
        self._told = self._cost
        self._names = tuple(lobby.names)
        self._question: Question | None = None
        if (head_start := lobby.head_start) is not None:
            called = [self._name(seat) for seat in range(TWO)]
            self._question = Question(toolkit, head_start, called, both=len(known(self._names)) == TWO)
        self._discs = toolkit.shared(Discs)
        self._stage = Stage(night(toolkit), toolkit.breathe)
        lessons = presentation_of(offer.game).lessons_for(offer.options)
        framed = self._framed(SPACE, SPACE, [SPACE] * self._seats)
        self._marks = marks(toolkit, laid(toolkit, framed, self._room))
        """Places on the page as it was drawn last."""
        me = min(self._ready, default=0) % TWO
        self._player = LessonPlayer(
            toolkit,
            setting,
            offer.game,
            me,
            lessons[-1:] if lobby.is_familiar else lessons,
            Place(self._marks[LESSON], toolkit.size, close=True),
            flows=True,
        )
        self._now = 0
        self._begins_at: int | None = None
        self._idle = IdleTimer()
        self._pressed_at = dict.fromkeys(self._ready, 0)
        self._drawn_step = -1
        self._is_stale = True

    def _seat_of(self, panel: int) -> int:
        return panel if panel < self._seats else panel % TWO

    @property
    def _is_paid(self) -> bool:
        """Whether the match can be paid for."""
        return self._lobby.till is None or self._lobby.till.is_enough

    @property
    def _cost(self) -> str:
        """What is in, and what the match costs; "" where it costs nothing."""
        return self._lobby.till.words if self._lobby.till is not None else ""

    @property
    def lamps(self) -> Light:
        """See `Scene.lamps`: dark until the match can be paid for."""
        return super().lamps if self._is_paid else NOTHING

    # Life

    def enter(self, now: int) -> None:
        """See `Scene.enter`: whoever is ready waits from now on."""
        self._now = now
        self._pressed_at = dict.fromkeys(self._ready, now)
        self._player.show(0, now)
        self._idle.restart(now)
        self._wait(now)

    def resume(self, now: int) -> None:
        self._is_stale = True

    def handle(self, press: Press) -> None:
        """See `Scene.handle`: ACTION is ready, LEFT names, CARD1 other rules, RIGHT the next lesson, CARD5 leaves."""
        if not press.pressed:
            return
        self._idle.restart(press.time_ns)
        if self._question is not None and self._question.is_asked and press.button != LEAVE:
            self._is_stale = True
            if not self._question.press(press):
                self.refuse()
            if self._question.is_answered:
                self._play()
        elif press.button == ACTION:
            self._press_ready(self._seat_of(press.seat), press.time_ns)
        elif press.button == OTHER_RULES:
            self.dismiss(OtherRules())
        elif press.button == LEAVE:
            self.dismiss(Leave())
        elif press.button == LEFT and self._lobby.takes_names:
            self.dismiss(TakeName(self._seat_of(press.seat), frozenset(self._ready)))
        elif press.button == RIGHT:
            self._player.show((self._player.number + 1) % self._player.count, press.time_ns)
            self._is_stale = True
        else:
            self.refuse()

    def boxes_of(self, press: Press) -> Sequence[Box]:
        """See `Scene.boxes_of`: the disc of ACTION, and the ways at the foot."""
        if press.button == ACTION and (self._question is None or not self._question.is_asked):
            box = self._marks.get(f"{self._seat_of(press.seat)}")
            return () if box is None else (box,)
        box = foot_boxes(self._toolkit, self._foot_ways()).get(press.button)
        return () if box is None else (box,)

    def _press_ready(self, seat: int, at: int) -> None:
        if not self._is_paid:
            self.refuse()
        elif seat not in self._ready:
            self._ready.add(seat)
            self._pressed_at[seat] = at
            self._wait(at)
        elif at >= self._pressed_at[seat] + GUARD_NS:
            self._play()
        else:
            self.refuse()

    def _wait(self, at: int) -> None:
        """Begin the match if all are ready, else wait for the others."""
        self._is_stale = True
        if len(self._ready) == self._seats and self._question is not None:
            self._question.ask(at)
            self._begins_at = self._question.ends_at
        elif len(self._ready) == self._seats:
            self._play()
        elif self._ready:
            self._begins_at = at + WAIT_NS

    def advance(self, now: int, drained: int) -> None:
        self._now = now
        self._player.advance(now)
        if self._told != self._cost:
            self._told, self._is_stale = self._cost, True
            self._idle.restart(now)
        if self._begins_at is not None and now >= self._begins_at:
            self._play()
        elif self._begins_at is None and self._idle.runs_out(now):
            self.dismiss(Leave())

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`: the ring runs out in steps."""
        times = [self._player.next_deadline()]
        if self._lobby.till is not None:
            times.append(self._now + TILL_NS)
        if self._begins_at is not None:
            times += [self._begins_at, self._now + WAIT_NS // STEPS]
        elif self._idle.ends_at is not None:
            times.append(self._idle.ends_at)
        return min(times)

    def draw_ahead(self) -> None:
        """See `Scene.draw_ahead`: the table of the match to come is the lesson's."""
        self._player.draw_ahead()

    def is_stale(self, now: int) -> bool:
        return self._is_stale or self._player.is_stale(now) or self._step(now) != self._drawn_step

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        self._is_stale = False
        self._drawn_step = self._step(now)
        self._stage.stand(self.sprites(now))
        if everything:
            self._stage.repaint()
        return self._stage.draw(screen, self._player.draw(now))

    def _play(self) -> None:
        agreed = self._question.agreed if self._question is not None else None
        self.dismiss(Play(frozenset(self._ready), agreed))

    # The picture

    def _left_ns(self, now: int) -> int:
        return max(0, self._begins_at - now) if self._begins_at is not None else WAIT_NS

    def _step(self, now: int) -> int:
        """Return how many steps of the ring have run out; -1 while nobody waits."""
        return -1 if self._begins_at is None else STEPS - -(-self._left_ns(now) * STEPS // WAIT_NS)

    def sprites(self, now: int) -> Sequence[Sprite]:
        """Return everything but the table of the lesson."""
        toolkit, described = self._toolkit, self.described()
        self._marks = there = marks(toolkit, laid(toolkit, described, self._room))
        discs = [sprite for seat in range(self._seats) for sprite in self._disc(seat, there[f"{seat}"], now)]
        return [*sprites(toolkit, described, self._room), *discs, foot(toolkit, self._foot_ways())]

    @property
    def _room(self) -> Box:
        """The screen above the band at the foot."""
        return Box(0, 0, self._toolkit.size[0], self._toolkit.size[1] - foot_height(self._toolkit))

    def described(self) -> Part:
        """Return the game, the seats at both sides, and the lesson's words or the question below its table."""
        ink = self._toolkit.theme.colours.text
        words: Part = Text(word(self._player.lesson.text).upper(), LARGE, ink, across=0.5)
        if not self._is_paid:
            words = Text(word("coins.insert"), LARGE, self._toolkit.theme.colours.segments, across=0.5)
        if self._question is not None and self._question.is_asked:
            words = self._question.line()
        return self._framed(self._head(), words, [self._seat(seat) for seat in range(self._seats)])

    def _framed(self, head: Part, words: Part, seats: Sequence[Part]) -> Part:
        """Return the page with the lesson's place in the middle, seats 0 and 2 at its left, 1 and 3 at its right."""
        left, right = (stack(*((1, seat) for seat in seats[side::TWO])) for side in range(TWO))
        middle = stack((1, Mark(name=LESSON, is_ground=True)), (0, _high(52, On(words, pad=(4, 0)))))
        columns = row((24, On(left, pad=(12, 6))), (52, middle), (24, On(right, pad=(12, 6))))
        return stack((0, _high(64, On(head, pad=(20, 0)))), (1, columns))

    def _head(self) -> Part:
        """Return the game, its rules, and the lesson's number as dots, or what the evening says."""
        colours, evening = self._toolkit.theme.colours, self._lobby.next_up
        name = Text(word(f"game.{self._offer.game}"), 32, colours.text)
        rules = Text(in_one_line(self._offer.title), SMALL, colours.quiet)
        said = evening or self._cost
        title = Text(said or word("ready.lesson"), SMALL, colours.text if said else colours.quiet)
        fills = [
            colours.text if number == self._player.number else colours.key_edge
            for number in range(0 if evening else self._player.count)
        ]
        dots = [(0.0, On(Space((12, 12)), plate(fill), fits=True)) for fill in fills]
        return row((0, name), (0, rules), (1, SPACE), (0, title), *dots, gap=10)

    def _seat(self, seat: int) -> Part:
        """Return a seat: the place of its disc or ring, its name, its state, and the further effect of its ACTION."""
        side = 64 if self._seats > TWO else 128
        disc = Mark((side, side), name=f"{seat}", across=0.5)
        return stack((0, disc), *((0, line) for line in self._lines(seat)), gap=10, down=0)

    def _disc(self, seat: int, box: Box, now: int) -> list[Sprite]:
        """Return a disc with a tick, or the ring that runs out with its seconds."""
        toolkit = self._toolkit
        question = self._question if self._question is not None and self._question.is_asked else None
        if seat in self._ready if question is None else question.says_yes(seat):
            return [Sprite(self._discs.disc(seat, box.w, "tick"), box.x, box.y)]
        ring = self._discs.ring(seat, box.w, max(0, self._step(now)))
        inside = Box(0, 0, box.w, box.w)
        whole = toolkit.panel((box.w, box.w), [Sprite(ring, 0, 0), toolkit.put(inside, self._inside(box.w, seat, now))])
        return [Sprite(whole, box.x, box.y)]

    def _inside(self, side: int, seat: int, now: int) -> pygame.Surface:
        """Return the seconds inside a ring; a star while nobody waits."""
        toolkit = self._toolkit
        if self._begins_at is None:
            return toolkit.sign("star", side // 3, toolkit.theme.seat(seat).colour)
        seconds = str(-(-self._left_ns(now) // S))
        high = round(side * 0.44) if len(seconds) == 1 else round(side * 0.32)
        return toolkit.figures(seconds, high, toolkit.theme.colours.segments)

    def _lines(self, seat: int) -> list[Part]:
        """Return a seat's words: its name, READY or PRESS with the button, and the effect of waiting or pressing."""
        toolkit, colours, shares = self._toolkit, self._toolkit.theme.colours, self._seats > TWO
        high = SMALL if shares else LARGE if any(self._names[seat : seat + 1]) else PLAIN
        lines = [named(toolkit, self._name(seat), seat, high, across=0.5)]
        place = self._lobby.places[seat] if seat < len(self._lobby.places) else ""
        if place and not shares:
            lines.append(Text(place.upper(), SMALL, colours.quiet, across=0.5))
        if self._question is not None and self._question.is_asked:
            return [*lines, *self._question.answer(seat, self._setting.key_names)]
        if seat in self._ready:
            lines.append(Text(word("ready.ready"), SMALL if shares else LARGE, colours.text, across=0.5))
            if len(self._ready) < self._seats and not shares:
                lines.append(self._button_line(seat, word("ready.bot_now"), SMALL))
            return lines
        if not self._is_paid:
            return lines
        lines.append(self._button_line(seat, word("ready.press"), SMALL if shares else PLAIN))
        if self._begins_at is not None and not shares:
            lines.append(Text(word("ready.or_bot"), SMALL, colours.quiet, rows=2, across=0.5))
        return lines

    def _name(self, seat: int) -> str:
        players, names = (PERSON,) * self._seats, self._names + ("",) * (self._seats - len(self._names))
        return seat_names(self._offer.game, players, names)[seat]

    def _button_line(self, seat: int, text: str, high: float) -> Part:
        """Return words and, as they name it, the seat's ACTION: a star on its colour, at a desk the key's name."""
        return _worded_cap(self._toolkit, text, high, seat, ACTION, self._setting.key_names)

    def _foot_ways(self) -> list[Way]:
        if self._question is not None and self._question.is_asked:
            ways = [(RIGHT, word("ready.head_start.yes")), (ACTION, word("ready.head_start.no"))]
        else:
            ways = [(LEFT, word("ready.name"))] if self._lobby.takes_names else []
            ways += [(OTHER_RULES, word("ready.rules")), (RIGHT, word("ready.next"))]
        return ways_by(self._setting.key_names, *ways, (LEAVE, word("way.leave")))


# The offer of a head start

BOTH: Final = frozenset({0, 1})


class Question:
    """The question about one head start, for which two with names must both say yes within a while, and guests one.

    RIGHT is yes; ACTION plays level at once, and so does the end of the wait. The presses that made a seat ready answer
    nothing: a press counts `GUARD_NS` after the question at the earliest. Times are ns on the scene's clock.
    """

    def __init__(self, toolkit: Toolkit, offer: HeadStart, names: Sequence[str], *, both: bool = True) -> None:
        """`names` are what both seats are called; `both`: each of them must say yes."""
        self._toolkit = toolkit
        self._offer = offer
        self._names = names
        self._both = both
        self._asked_at: int | None = None
        self._yes: frozenset[int] = frozenset()
        self._plays_level = False

    @property
    def is_asked(self) -> bool:
        """Whether the question is on the screen."""
        return self._asked_at is not None

    @property
    def ends_at(self) -> int:
        """When the match begins without an answer. Only of a question that is asked."""
        assert self._asked_at is not None, "the question has been asked"
        return self._asked_at + ANSWER_NS

    @property
    def is_answered(self) -> bool:
        """Whether both have said yes, or one plays level."""
        return self._plays_level or self._yes >= BOTH

    @property
    def agreed(self) -> HeadStart | None:
        """The offer if both have said yes, else None."""
        return self._offer if self._yes >= BOTH and not self._plays_level else None

    def says_yes(self, seat: int) -> bool:
        """Return whether a seat has agreed."""
        return seat in self._yes

    def ask(self, at: int) -> None:
        """Put the question; asked already, it goes on."""
        if self._asked_at is None:
            self._asked_at = at

    def press(self, press: Press) -> bool:
        """Handle a press after the question; return whether it answers anything."""
        if self._asked_at is None or press.time_ns < self._asked_at + GUARD_NS:
            return False
        if press.button == RIGHT and press.seat in BOTH - self._yes:
            self._yes |= {press.seat} if self._both else BOTH
            return True
        self._plays_level = self._plays_level or press.button == ACTION
        return press.button == ACTION

    # The picture

    def line(self) -> Part:
        """Return the question."""
        text = sized_words("ready.head_start", self._names[self._offer.weaker], self._offer.handicap)
        return Text(text, LARGE, self._toolkit.theme.seat(self._offer.weaker).colour, across=0.5)

    def answer(self, seat: int, keys: KeyNames) -> list[Part]:
        """Return a seat's answer, or the button for it, and that both must agree."""
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        yes: Part = Text(word("ready.head_start.agreed"), PLAIN, colours.text, across=0.5)
        if seat not in self._yes:
            yes = _worded_cap(toolkit, word("ready.head_start.yes"), PLAIN, seat, RIGHT, keys)
        note = word("ready.head_start.both" if self._both else "ready.head_start.one")
        return [yes, Text(note, SMALL, colours.quiet, across=0.5)]


def _worded_cap(toolkit: Toolkit, text: str, high: float, seat: int, button: str, keys: KeyNames) -> Part:
    """Return words beside a seat's button in its colour: its sign, or at a desk the name of its key."""
    colours, key = toolkit.theme.colours, keys.get((seat, button), "")
    mark: Part = (
        Text(cap_words(key), SMALL, colours.dark_text) if key else sign(SIGN_OF[button], SMALL, colours.dark_text)
    )
    cap = On(mark, plate(toolkit.theme.seat(seat).colour, radius=6), (7, 6), fits=True)
    return row((0, Text(text, high, colours.text)), (0, cap), gap=10, across=0.5)


def _high(height: float, part: Part) -> Part:
    """Return a part in a room of a fixed height."""
    return row((0, Space((0, height))), (1, part))


class InsertCoin(LeftWhenIdle[Done]):
    """Waits until a match can be paid for; CARD5 leaves."""

    def __init__(self, toolkit: Toolkit, till: Till, key_names: KeyNames) -> None:
        """`key_names`: the keys of the buttons at a desk."""
        super().__init__(toolkit)
        self._till = till
        self._key_names = key_names
        self._told = till.words
        self._now = 0

    @property
    def lamps(self) -> Light:
        """See `Scene.lamps`: no button does anything here."""
        return NOTHING

    def pressed(self, press: Press) -> None:
        """See `StaticScene.pressed`."""
        if press.button == LEAVE:
            self.dismiss(Leave())
        else:
            self.refuse()

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`: a coin that is not enough yet is worth another wait."""
        self._now = now
        if self._told != self._till.words:
            self._told = self._till.words
            self._idle.restart(now)
            self.changed()
        if self._till.is_enough:
            self.dismiss(Done())
        else:
            super().advance(now, drained)

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`."""
        return self._now + TILL_NS

    def described(self) -> Part:
        """See `StaticScene.described`."""
        colours = self.toolkit.theme.colours
        asked = Text(word("coins.insert"), 2 * HEAD, colours.segments, across=0.5)
        told = Text(self._told, PLAIN, colours.text, across=0.5)
        return lines(asked, told, gap=30)

    def _foot_ways(self) -> list[Way]:
        return ways_by(self._key_names, (LEAVE, word("way.leave")))
