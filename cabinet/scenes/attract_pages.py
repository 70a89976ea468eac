"""Boards in the catalogue's words: the records and places that the store keeps, and tonight.

The attract scene shows them one after the other; `RecordsPage` shows them to people who turn them by LEFT and RIGHT.
"""

import time
from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeVar

import msgspec
import pygame
from msgspec.structs import replace

from cabinet.display.attract import (
    PLACED,
    PLACES,
    Holder,
    Placed,
    PlacesBoard,
    Queued,
    RecordBoard,
    RecordRow,
    TonightBoard,
    places_board_page,
    record_board_page,
)
from cabinet.display.legend import foot, foot_height, ways_by
from cabinet.display.margin_text import margin_text
from cabinet.display.page import DrawnInParts
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import KeyNames
from cabinet.people.people import People
from cabinet.people.ratings import SETTLED
from cabinet.people.records import (
    CLOSEST,
    CLOSEST_KEYBOARD,
    EVER,
    MONTH,
    PACE,
    QUICKEST_DEAL,
    STREAK,
    TODAY,
    Record,
    evening_day,
)
from cabinet.scenes.bases import IdleTimer, Leave
from cabinet.scenes.stack import Scene
from cabinet.store.ledger import Race
from cabinet.store.store import Store
from cabinet.strings.catalogue import word
from engine.games import GAMES
from engine.log_lines import Contest
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press
from engine.units import MS

Kind = Literal["closest", "streak", "deal", "pace"]
"""Closest win (ms), longest streak (wins), quickest deal (s), most cards a minute."""
Span = Literal["tonight", "month", "ever"]
SPANS: Final[tuple[Span, ...]] = ("tonight", "month", "ever")
Board = TypeVar("Board", bound=RecordBoard | PlacesBoard)


def holder(name: str, seat: int) -> Holder:
    """Return who holds a place: a name, or for a guest (an empty name) the seat's colour."""
    return Holder(name or word(f"seat.{seat}"), seat)


def record_row(
    kind: Kind, figure: str, best: Holder, beaten: Holder | None = None, *, game: str = "", when: str = ""
) -> RecordRow:
    """Return a row of a board; `game` is an id, empty on a board of one way to play."""
    unit = word(f"records.{kind}.unit")
    return RecordRow(figure, unit, best, beaten, word(f"game.{game}") if game else "", when)


def record_board(kind: Kind, span: Span, rows: Sequence[RecordRow], line: str = "") -> RecordBoard:
    """Return a board; `line` is the game and the way to play, empty for all games together."""
    return RecordBoard(
        word(f"records.{kind}"),
        tuple(rows[:PLACES]),
        tuple(word(f"records.span.{each}") for each in SPANS),
        SPANS.index(span),
        line,
        beats=word("photo.beats"),
        free=word("records.free"),
    )


def inviting(boards: Sequence[Board], key_names: KeyNames) -> list[Board]:
    """Return the boards with the button beside a free place that begins a match for it; `key_names`: its keys."""
    (race,) = ways_by(key_names, (ACTION, word("records.race")))
    return [replace(board, race=race) if board.has_free else board for board in boards]


def closest_board(races: Sequence[Race]) -> RecordBoard:
    """Return the board of the closest races ever, of guests under their seats' colours."""

    def row(race: Race) -> RecordRow:
        winner, loser = holder("", race.winner), holder("", race.loser)
        return record_row("closest", margin_text(race.margin_ns), winner, loser, game=race.game)

    return record_board("closest", "ever", [row(race) for race in races])


def tonight_board(rule: str, champion: Holder | None, crown: str, line: Sequence[str]) -> TonightBoard:
    """Return what is on tonight; `crown` are the champion's wins in words, `line` the names, the next first."""
    queue = tuple(Queued(name, word("attract.next") if place == 0 else "") for place, name in enumerate(line))
    return TonightBoard(word("attract.tonight"), rule, champion, crown, word("attract.line"), queue)


# Of the store's records

KINDS: Final[tuple[tuple[str, Kind], ...]] = (
    (CLOSEST, "closest"),
    (STREAK, "streak"),
    (QUICKEST_DEAL, "deal"),
    (PACE, "pace"),
)
A_STREAK: Final = 2
"""Wins in a row from which on they are a streak that is shown."""
PERIODS: Final = (TODAY, MONTH, EVER)
"""The store's names of `SPANS`."""


def record_boards(store: Store, now_s: float, *, judged: bool, race_keys: KeyNames | None = None) -> list[RecordBoard]:
    """Return a board for each kind and time that has records, all games together, tonight's first.

    With the names of keys each board that has a free place invites to a match (`inviting`).

    A longer time is left out where it shows the same records as a shorter one. `judged` is False where presses carry no
    stamps; `now_s` in s since 1970. The closest races of older versions, without names, stand in for those ever.
    """
    boards = list(_boards(store.people, evening_day(now_s), judged=judged))
    races = store.closest(judged=judged)
    boards = [closest_board(races)] if races and not boards else boards
    return boards if race_keys is None else inviting(boards, race_keys)


def closest_tonight(store: Store, now_s: float, *, judged: bool) -> Contest | None:
    """Return tonight's closest race, of guests too; None without one. Arguments as those of `record_boards`."""
    kind = CLOSEST if judged else CLOSEST_KEYBOARD
    for record in store.people.records(kind, TODAY, evening_day(now_s))[:1]:
        return Contest(0, record.seats[0], record.seats[1], record.value, judged=judged)
    return None


def news(boards: Sequence[RecordBoard]) -> list[str]:
    """Return a line about the best of each kind of record, over the longest time that a board covers."""
    best = {board.title: board for board in boards}
    return [
        word(
            "title.news",
            title=board.title,
            span=board.spans[board.span],
            figure=row.figure,
            unit=row.unit,
            name=row.holder.name,
        )
        for board in best.values()
        for row in board.rows[:1]
    ]


def _boards(people: People, day: str, *, judged: bool) -> Iterator[RecordBoard]:
    for kind, name in KINDS:
        asked = CLOSEST_KEYBOARD if kind == CLOSEST and not judged else kind
        before: Sequence[Record] = ()
        for period, span in zip(PERIODS, SPANS, strict=True):
            found = [row for row in people.records(asked, period, day) if kind != STREAK or row.value >= A_STREAK]
            if found and found != before:
                yield record_board(name, span, [_row(record, name, span) for record in found])
            before = found


def _row(record: Record, kind: Kind, span: Span) -> RecordRow:
    best, *beaten = (holder(name, seat) for name, seat in zip(record.names, record.seats, strict=True))
    return record_row(
        kind, _figure(record, kind), best, beaten[0] if beaten else None, game=record.game, when=_when(record, span)
    )


def _figure(record: Record, kind: Kind) -> str:
    if kind == "closest":
        return margin_text(record.value)
    if kind == "deal":
        return f"{record.value / 1000:.1f}"
    return str(round(record.value / 10)) if kind == "pace" else str(record.value)


def _when(record: Record, span: Span) -> str:
    """Return the time of a record of tonight, else its day."""
    local = time.localtime(record.at)
    if span == "tonight":
        return f"{local.tm_hour:02}:{local.tm_min:02}"
    return f"{local.tm_mday} {word(f'month.{local.tm_mon}')}"


# Places


def places_boards(people: People, game: str, names: Sequence[str] = ()) -> list[PlacesBoard]:
    """Return the places in a game, `PLACED` on a board; none where nobody has one. `names` are those at the seats."""
    there = people.places(game)
    placed = [
        Placed(f"{place.place}.", name, names.index(name) if name in names else -1) for name, place in there.items()
    ]
    boards = [placed[first : first + PLACED] for first in range(0, len(placed), PLACED)]
    note = _without_a_place(people, game, [name for name in names if name and name not in there])
    return [PlacesBoard(word("records.places"), word(f"game.{game}"), tuple(board), note) for board in boards]


def _without_a_place(people: People, game: str, names: Sequence[str]) -> str:
    """Return how many matches the names at the seats lack for a place."""
    notes = []
    for name in names:
        rating = people.rating(game, name)
        count = max(1, SETTLED - (rating.matches if rating is not None else 0))
        notes.append(word("records.lacks", name=name, count=count))
    return "   ".join(notes)


def all_boards(
    store: Store, now_s: float, *, judged: bool, game: str, names: Sequence[str]
) -> "list[RecordBoard | PlacesBoard]":
    """Return the boards for people who ask: the places in a game, the records, the places in the other games."""
    people, others = store.people, [each.info.id for each in GAMES if each.info.id != game]
    records = record_boards(store, now_s, judged=judged)
    first = places_boards(people, game, names)
    if game and not first:
        note = _without_a_place(people, game, [name for name in names if name])
        note = note or word("records.nobody", count=SETTLED)
        first = [PlacesBoard(word("records.places"), word(f"game.{game}"), (), note)]
    return [*first, *records, *(board for other in others for board in places_boards(people, other, names))]


STEP_NS: Final = 10 * MS
"""Interval between two parts of a board while it is drawn."""
BACK: Final = CARDS[-1]


class RaceForIt(msgspec.Struct, frozen=True):
    """A seat wants to race for a place on the boards."""

    seat: int


class RecordsPage(Scene[Leave | RaceForIt]):
    """The boards, one after the other: LEFT and RIGHT turn them, CARD5 goes back, and so does ACTION unless the page
    invites to a match."""

    def __init__(
        self,
        toolkit: Toolkit,
        boards: "Sequence[RecordBoard | PlacesBoard]",
        key_names: KeyNames,
        *,
        invites: bool = False,
    ) -> None:
        """`boards`: at least one. `key_names`: the keys of the buttons at a desk. `invites`: ACTION begins a match."""
        self._toolkit = toolkit
        self._boards = inviting(boards, key_names) if invites else boards
        self._key_names = key_names
        self._invites = invites
        self._idle = IdleTimer()
        self._number = 0
        self._sheet: DrawnInParts | None = None
        self._is_drawn = self._is_shown = False
        self._now = 0

    @property
    def board(self) -> "RecordBoard | PlacesBoard":
        """The board that is shown, or drawn."""
        return self._boards[self._number]

    def enter(self, now: int) -> None:
        self._now = now
        self._idle.restart(now)

    def resume(self, now: int) -> None:
        self.enter(now)

    def handle(self, press: Press) -> None:
        if not press.pressed:
            return
        self._idle.restart(press.time_ns)
        step = {LEFT: -1, RIGHT: 1}.get(press.button, 0)
        if step:
            self._number = (self._number + step) % len(self._boards)
            self._sheet, self._is_drawn = None, False
        elif press.button == ACTION and self._invites:
            self.dismiss(RaceForIt(press.seat))
        elif press.button in (ACTION, BACK):
            self.dismiss(Leave())
        else:
            self.refuse()

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`: draws the next part of a board that has been turned to."""
        self._now = now
        if self._idle.runs_out(now):
            self.dismiss(Leave())
        if self._sheet is None:
            toolkit, board = self._toolkit, self.board
            if isinstance(board, PlacesBoard):
                self._sheet = places_board_page(toolkit, board)
            else:
                self._sheet = record_board_page(toolkit, board)
        elif not self._is_drawn:
            self._is_drawn, self._is_shown = not self._sheet.prepare(), False

    def next_deadline(self) -> int | None:
        return self._idle.ends_at if self._is_drawn else self._now + STEP_NS

    def is_stale(self, now: int) -> bool:
        """See `Scene.is_stale`: the last board stays until the next one is drawn."""
        return self._is_drawn and not self._is_shown

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        if self._sheet is None or not self._is_drawn:
            return []
        self._is_shown = True
        bottom = self._toolkit.size[1] - foot_height(self._toolkit)
        turned = word("records.turn", page=self._number + 1, count=len(self._boards))
        turn = [(LEFT, ""), (RIGHT, turned)] if len(self._boards) > 1 else []
        race = [(ACTION, word("records.race"))] if self._invites and self.board.race is None else []
        band = foot(self._toolkit, ways_by(self._key_names, *race, *turn, (BACK, word("bracket.back"))))
        changed = [screen.blit(self._sheet.picture, (0, 0), (0, 0, self._toolkit.size[0], bottom))]
        return [*changed, screen.blit(band.surface, (band.x, band.y))]
