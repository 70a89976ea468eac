"""What the table is told: how a match is shown, one moment of it, and its events, as values and without pygame.

`ViewState` is a moment, made of the engine's values. `EventFeed` reads the entries of a match (`engine.log_lines`),
whatever the game, and returns notices: margins, dead heats, fouls and calls. A notice lasts until its time is over or a
rewind removes its entry.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from types import MappingProxyType
from typing import Final, Protocol

import msgspec

from cabinet.display.layout.boxes import LayoutName, TableLayout
from cabinet.display.stage import Sprite
from cabinet.display.table.places import Place
from cabinet.display.theme import Motion
from cabinet.display.widgets import KeyNames
from engine.cards import bare
from engine.log_lines import CommandLine, Contest, DealLine, Entry, contest_of
from engine.panel import Clock, Command, Meaning, Row
from engine.table import Table


class Notice(msgspec.Struct, frozen=True):
    """A notice at a seat (-1: for all) until `until`, in ns of the view's clock; `key` is in the catalogue.

    `command` is that of the press which caused it, None without one.
    """

    t: int
    seat: int
    key: str
    until: int
    alarm: bool = False
    command: Command | None = None


class EventFeed:
    """The current notices and contests, and the deal's contests for the finish line."""

    def __init__(self, motion: Motion) -> None:
        self._motion = motion
        self.contest: Contest | None = None
        self.contest_since = 0
        self.contest_until = 0
        self._taken_back: tuple[Contest | None, int] = (None, 0)
        self._ended: tuple[int, int] | None = None
        self.tags: list[tuple[Contest, int]] = []
        self.notices: list[Notice] = []
        self.contests: list[Contest] = []
        self.closest: Contest | None = None
        """The closest race of the deal before, for those who wait for the next."""
        self._locks: dict[int, Notice] = {}
        self._plays: list[tuple[int, int]] = []
        """The log time and the seat of each card played in this deal."""
        self._run_until: int | None = None

    @property
    def run(self) -> tuple[int, int]:
        """The seat that played last, and how many cards it has played since another seat did.

        (-1, 0) before any, and while nobody has played for some time.
        """
        if not self._plays or self._run_until is None:
            return -1, 0
        last = self._plays[-1][1]
        return last, sum(1 for _ in takewhile(lambda play: play[1] == last, reversed(self._plays)))

    def lock_reason(self, seat: int) -> str:
        """Return the key of the foul for which the seat was last locked (GEN-3); empty if it is not known."""
        return lock.key if (lock := self._locks.get(seat)) is not None else ""

    def command_of(self, seat: int, *, is_locked: bool) -> Command | None:
        """Return the command behind the seat's lock, or without one behind its notice; None if there was none."""
        held = next((notice for notice in self.notices if notice.seat == seat), None)
        held = self._locks.get(seat) if is_locked else held
        return held.command if held is not None else None

    def hear(self, entries: Iterable[Entry], now_ns: int) -> None:
        """Process the match's entries; `now_ns` is when they are first shown."""
        for entry in entries:
            if isinstance(entry, DealLine):
                self.new_deal()
            if isinstance(entry, CommandLine) and entry.ok and entry.command.do == "play":
                self._plays.append((entry.t, entry.seat))
                self._run_until = now_ns + self._motion.run_shown
            if contest := contest_of(entry):
                self._contested(contest, now_ns)
            self._effects(entry, now_ns)

    def tell(self, seat: int, key: str, now_ns: int) -> bool:
        """Add a notice that is of no entry; return False if the seat is told that already."""
        if any((notice.seat, notice.key) == (seat, key) for notice in self.notices):
            return False
        self._notice(Notice(0, seat, key, now_ns + self._motion.said_shown, alarm=True))
        return True

    def new_deal(self) -> None:
        """Discard the previous deal's contests, but for the closest."""
        judged = [contest for contest in self.contests if contest.judged and not contest.dead_heat]
        self.closest = min(judged, key=lambda contest: contest.margin_ns, default=None)
        self.contests = []
        self.end_race()
        self._ended = None
        self._plays = []

    def end_race(self) -> None:
        """Stop showing the current race and the margins of beaten cards; the deal's list keeps them."""
        self.contest = None
        self.tags = []

    def take_back(self, since_t: int) -> None:
        """Discard everything from that log time on, after a rewind."""
        self.contests = [contest for contest in self.contests if contest.t < since_t]
        self.tags = [(contest, until) for contest, until in self.tags if contest.t < since_t]
        self._plays = [play for play in self._plays if play[0] < since_t]
        self.notices = [notice for notice in self.notices if notice.t < since_t]
        self._locks = {seat: lock for seat, lock in self._locks.items() if lock.t < since_t}
        if self._ended is not None and self._ended[0] >= since_t:
            self._ended = None
        if self.contest is not None and self.contest.t >= since_t:
            self._taken_back = (self.contest, self.contest_since)
            self.contest = None

    def expire(self, now_ns: int) -> None:
        """Drop notices and contests whose time is over."""
        self.notices = [notice for notice in self.notices if notice.until > now_ns]
        self.tags = [(contest, until) for contest, until in self.tags if until > now_ns]
        if self.contest_until <= now_ns:
            self.contest = None
        if self._run_until is not None and self._run_until <= now_ns:
            self._run_until = None

    def next_change(self) -> int | None:
        """Return when the next notice is over, or None if none is shown."""
        ends = [notice.until for notice in self.notices] + [until for _, until in self.tags]
        if self.contest is not None:
            ends.append(self.contest_until)
        if self._run_until is not None:
            ends.append(self._run_until)
        return min(ends, default=None)

    @property
    def ended_since(self) -> int:
        """Since when the deal's end is shown, ns of the view's clock; the race's begin where the end is not known."""
        return self._ended[1] if self._ended is not None else self.contest_since

    @property
    def is_of_last_card(self) -> bool:
        """Whether the current race was first shown when its deal had ended: it was for the deal's last card."""
        return self._ended is None or self.contest_since >= self._ended[1]

    def _contested(self, contest: Contest, now_ns: int) -> None:
        last = self.contests[-1] if self.contests else None
        merged = False
        if last is not None and last.dead_heat and not contest.dead_heat and last.includes(contest):
            contest = replace(contest, dead_heat=True, judged=contest.judged and last.judged)
            self.contests.pop()
            merged = self.contest is not None
        self.contests.append(contest)
        self.contest_since = self._begin_of(contest, now_ns, is_same=merged)
        self.contest = contest
        self.contest_until = self.contest_since + self._motion.margin_shown
        if contest.zone:
            self.tags.append((contest, now_ns + self._motion.tag_shown))

    def _begin_of(self, contest: Contest, now_ns: int, *, is_same: bool) -> int:
        """Return since when a race is shown: a dead heat's second line, or a race played again, begins nothing new."""
        taken, since = self._taken_back
        is_again = taken is not None and taken.loser == contest.loser and taken.includes(contest)
        self._taken_back = (None, 0)
        return self.contest_since if is_same else since if is_again else now_ns

    def _effects(self, entry: Entry, now_ns: int) -> None:
        command = entry.command if isinstance(entry, CommandLine) else None
        for effect in entry.effects:
            match effect:
                case ("foul", seat, reason):
                    key, until = _foul(entry, reason), now_ns + self._motion.foul_shown
                    own = command if isinstance(entry, CommandLine) and entry.seat == seat else None
                    notice = Notice(entry.t, seat, key, until, alarm=True, command=own)
                    self._notice(notice)
                    if _locks(entry, seat):
                        self._locks[seat] = notice
                case ("say", -1, "still_there"):
                    pass  # a question, not a notice: the view shows a dialog over the table
                case ("say", seat, key):
                    until = now_ns + self._motion.said_shown
                    self._notice(Notice(entry.t, seat, f"say.{key}", until, command=command))
                case ("phase", "over" | "finished"):
                    self._ended = self._ended or (entry.t, now_ns)
                case ("phase", "void" | "cap" as why):
                    self._notice(Notice(entry.t, -1, f"table.{why}", now_ns + 2 * self._motion.foul_shown))
                case _:
                    pass

    def _notice(self, notice: Notice) -> None:
        self.notices = [held for held in self.notices if held.seat != notice.seat]
        self.notices.append(notice)


def _foul(entry: Entry, reason: str) -> str:
    """Return the key of a foul's text; a miss that was a shout, a call or a slap has its own (GEN-3)."""
    is_play = not isinstance(entry, CommandLine) or entry.command.do == "play"
    return f"foul.{reason}" if is_play or reason != "miss" else "table.false_alarm"


def _locks(entry: Entry, seat: int) -> bool:
    """Return whether the entry locks the seat."""
    return any(effect[:2] == ("set", f"lock.{seat}") for effect in entry.effects)


Words = Callable[..., str]
"""The catalogue: maps a key, with named values to insert, to the text. Raises KeyError for an unknown key."""


class TableUpdate(msgspec.Struct, frozen=True):
    """A match as it is at `now_ns`, after `entries`, for `TableView.update`; `keys` are eight meanings a seat.

    `play_ns` is the play clock at `now_ns` (the same, if not given); while `paused` it stands still. `rewound_to`, from
    an engine update, discards the entries from that log time on. In games with hands, `rows` are the positions of the
    hands under the buttons, and `clock` is the running time limit. `ready_wait` is when the wait for players who are
    not ready begins and ends (play clock); None while nobody waits.
    """

    entries: Sequence[Entry]
    table: Table
    keys: Sequence[Sequence[Meaning]]
    now_ns: int
    play_ns: int | None = None
    rewound_to: int | None = None
    paused: bool = False
    rows: Sequence[Row | None] = ()
    clock: Clock | None = None
    ready_wait: tuple[int, int] | None = None

    @property
    def play_clock_ns(self) -> int:
        """The play clock at `now_ns`."""
        return self.now_ns if self.play_ns is None else self.play_ns


class PauseHint(msgspec.Struct, frozen=True):
    """The buttons that pause a match when they are held together, by the names that a `seat` knows; -1: every seat."""

    seat: int = -1
    first: str = "1"
    last: str = "5"
    action: str = "ACTION"

    @property
    def keys(self) -> tuple[str, ...]:
        """The three names."""
        return (self.first, self.last, self.action)


class Choice(msgspec.Struct, frozen=True):
    """A button offered on a page: its name on the panel, its action as a word, and in a result at a desk its keys."""

    button: str
    text: str
    keys: tuple[str, ...] = ()


class Dialog(msgspec.Struct, frozen=True):
    """A dialog over the table: a pause or a question.

    `seat` gives title and badge their colour (-1: neutral); `scores` is a figure a seat. `wait` is the time left and
    the whole time, both in s, of a ring that runs out; None without one. All texts are words already. `hold` are keys
    that are held together, of each seat, behind the last line.
    """

    title: str
    lines: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    seat: int = -1
    scores: tuple[int, ...] = ()
    wait: tuple[int, int] | None = None
    hold: tuple[tuple[str, ...], ...] = ()


KEPT: Final = ("marker", "spit")
"""Zones of a seat whose cards do not count for its last card, as the voice calls it."""
DRAW_HINT: Final = "table.draw_hint"
"""The hint about whose card deals, in most games."""

FACES: Final = tuple(rank + suit for suit in "SHDC" for rank in "A23456789TJQK")
"""The faces drawn in advance; other cards are drawn at their first appearance."""


class TableSetup(msgspec.Struct, frozen=True):
    """How a match is shown.

    `names` are the seats' names, `title` the game's. `goal` is the number of scores to win; 0 means the game keeps no
    score, and cards are counted. `judged` False adds the note that presses are not judged to the microsecond.
    `key_names`, at a desk, are the keys for the buttons: each soft-key then shows its own on a cap. `near` is the seat
    at the near edge. `slap_hint` and `draw_hint` are the keys of the hints about the pile to be slapped and about
    whose card deals. `hands`: cards are held in hands, not laid in slots. `viewers` are the seats, four at most, of
    the people at this screen. `pause` is how to pause, for each seat that has buttons of other names; empty where
    nobody plays. `faces` are the cards to be drawn in advance, `zones` those of the first table, so that the drawing in
    advance uses the right layout.
    """

    size: tuple[int, int]
    names: tuple[str, ...]
    layout: LayoutName = "facing"
    cocktail: bool = False
    title: str = ""
    goal: int = 0
    judged: bool = True
    key_names: KeyNames = msgspec.field(default_factory=dict)
    near: int = 0
    slap_hint: str = "table.slap_hint"
    hands: bool = False
    viewers: tuple[int, ...] = (0, 1)
    faces: tuple[str, ...] = FACES
    draw_hint: str = DRAW_HINT
    zones: tuple[str, ...] = ()
    pause: tuple[PauseHint, ...] = (PauseHint(),)


class Overlay(Protocol):
    """A picture in motion over the table, such as a race in slow motion. Ages are ns since it was shown."""

    def sprites(self, age_ns: int) -> list[Sprite]:
        """Return the picture at that age, from the bottom to the top."""

    def is_moving(self, age_ns: int) -> bool:
        """Return whether the next frame will differ."""


class ViewState(msgspec.Struct, frozen=True):
    """One moment.

    `keys` are eight meanings a seat. `play_ns` is the play clock, the unit of ``lock.N`` and ``turn_at``. `under_way`
    are the cards (zone, code) that movers carry and zones must not show. `rows` are the seats' hands in games with
    hands. `clock` is the running time limit, `ready_wait` that of players who are not ready.
    """

    table: Table
    keys: Sequence[Sequence[Meaning]]
    layout: TableLayout
    places: Mapping[str, Place]
    feed: EventFeed
    now_ns: int
    play_ns: int
    under_way: Sequence[tuple[str, str]] = ()
    rows: Sequence[Row | None] = ()
    clock: Clock | None = None
    ready_wait: tuple[int, int] | None = None

    @property
    def ready_left_ns(self) -> int:
        """Time left to be ready, in ns; 0 if nobody waits."""
        return max(0, self.ready_wait[1] - self.play_ns) if self.ready_wait is not None else 0

    @property
    def ready_whole_ns(self) -> int:
        """Whole time to be ready, in ns; 0 if nobody waits."""
        return self.ready_wait[1] - self.ready_wait[0] if self.ready_wait is not None else 0

    def row(self, seat: int) -> Row | None:
        """Return the position of the seat's hand under its buttons; None if it has none or it is not known."""
        return self.rows[seat] if seat < len(self.rows) else None

    def time_left(self) -> float:
        """Return the share of the running time left, 0…1; 0 if no time limit runs."""
        clock = self.clock
        if clock is None or clock.ends <= clock.begins:
            return 0.0
        return min(1.0, max(0.0, (clock.ends - self.play_ns) / (clock.ends - clock.begins)))

    def cards(self, zone: str) -> tuple[str, ...]:
        """Return the zone's cards without the cards in motion to it."""
        cards = self.table.zones.get(zone, ())
        for where, card in self.under_way:
            if where == zone:
                cards = _without(cards, card)
        return cards

    def text(self, key: str) -> str:
        """Return a scalar as text; empty if it was never set."""
        return str(self.table.scalars.get(key, ""))

    def number(self, key: str) -> int:
        """Return a scalar as a number; 0 if it was never set."""
        value = self.table.scalars.get(key, 0)
        return 0 if isinstance(value, str) else int(value)

    def has_last_card(self, seat: int) -> bool:
        """Return whether a seat in play has one card left to be rid of."""
        if self.phase != "play":
            return False
        own, zones = f"seat{seat}.", self.table.zones
        return sum(len(zones[name]) for name in zones if name.startswith(own) and name[len(own) :] not in KEPT) == 1

    @property
    def phase(self) -> str:
        """The phase of the match."""
        return self.text("phase")

    def meanings(self, seat: int) -> Sequence[Meaning]:
        """Return the meanings of a seat's buttons, in the panel's order; empty if not known."""
        return self.keys[seat] if seat < len(self.keys) else ()

    def meaning(self, seat: int, button: int) -> Meaning | None:
        """Return the meaning of a seat's button (0…7 in the panel's order), or None if not known."""
        keys = self.meanings(seat)
        return keys[button] if button < len(keys) else None

    def is_locked(self, seat: int) -> bool:
        """Return whether the seat's presses currently have no effect (GEN-3)."""
        return self.number(f"lock.{seat}") > self.play_ns

    def is_disabled(self, seat: int) -> bool:
        """Return whether the seat's keys are disabled: it is locked, or no pile may be slapped yet (SPIT-10)."""
        return self.is_locked(seat) or self.number(f"guard.{seat}") > self.play_ns

    def left_ns(self, key: str) -> int:
        """Return the ns of the play clock until the time in a scalar; 0 if it is past or not set."""
        return max(0, self.number(key) - self.play_ns)


def _without(cards: tuple[str, ...], code: str) -> tuple[str, ...]:
    """Return the cards without the uppermost of that code, face-up or face-down; unknown cards share a code."""
    for place in range(len(cards) - 1, -1, -1):
        if bare(cards[place]) == code:
            return cards[:place] + cards[place + 1 :]
    return cards


def ordinal_key(place: int) -> str:
    """Return the key of a place's word: 1ST, 11TH, 21ST. The words of 1 to 4 and 21 to 23 serve for all."""
    last = place % 10 if place % 100 not in (11, 12, 13) else 0
    return f"table.place.{place if place < 4 else last + 20 if last in (1, 2, 3) else 4}"


def place_word(words: Words, place: int) -> str:
    """Return a place in words: 1ST, 2ND, …"""
    return said(words, ordinal_key(place), place=place)


BRIEFLY: Final = MappingProxyType(
    {key: f"{key}.short" for key in ("foul.miss", "foul.false_start", "table.false_alarm", "table.last_card")}
)
"""The keys of short texts by those of the usual ones, for places too small for these."""


def short_text(words: Words, key: str) -> str:
    """Return the catalogue's short text for small places, or the usual text where there is none."""
    return said(words, BRIEFLY.get(key, key))


def said(words: Words, key: str, **values: object) -> str:
    """Return the catalogue's text, or the key's last part in capitals where the catalogue does not have it."""
    try:
        return words(key, **values)
    except KeyError:
        return key.rpartition(".")[2].replace("_", " ").upper()


# Aims of seats, and the cards carried in Running Spit: scalars that name piles, resolved to places. ``aim.N`` is the
# zone that seat N aims at; a pile that has gone is passed over to the right. ``run.N`` holds the source and target zone
# of a card being carried, ``lands.N`` the time of its arrival (play clock, ns).


class Carried(msgspec.Struct, frozen=True):
    """A card on its way to the middle: its owner, the zone that still holds it, the pile, and its time of arrival."""

    seat: int
    source: str
    to: str
    lands: int


def targets(moment: ViewState) -> Mapping[int, Place]:
    """Return the pile that each seat aims at, for the seats that have an aim."""
    piles = {zone: place for zone, place in moment.places.items() if place.kind == "pile"}
    found = {}
    for seat in range(len(moment.keys)):
        zone = moment.text(f"aim.{seat}")
        if zone in piles and not moment.number(f"place.{seat}"):
            found[seat] = piles[_lying(zone, list(piles), moment.table)]
    return found


def _lying(zone: str, piles: list[str], table: Table) -> str:
    """Return the pile itself, or the next existing pile to the right."""
    start = piles.index(zone)
    ring = [pile for pile in (*piles[start:], *piles[:start]) if table.zones[pile]]
    return ring[0] if ring else zone


def carried(table: Table, seats: int) -> list[Carried]:
    """Return the cards on their way to the middle."""
    found = []
    for seat in range(seats):
        source, _, to = str(table.scalars.get(f"run.{seat}", "")).partition(" ")
        if to and table.zones.get(source):
            found.append(Carried(seat, source, to, int(table.scalars.get(f"lands.{seat}", 0))))
    return found
