"""The attract scene's pages in the catalogue's words: boards of the records that the store keeps, and tonight."""

import time
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from cabinet.display.attract import PLACES, Holder, Queued, RecordBoard, RecordRow, TonightBoard
from cabinet.display.margin_text import margin_text
from cabinet.people.calendar import evening_day
from cabinet.people.people import People
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
)
from cabinet.store.ledger import Race
from cabinet.store.store import Store
from cabinet.strings.catalogue import word

Kind = Literal["closest", "streak", "deal", "pace"]
"""Closest win (ms), longest streak (wins), quickest deal (s), most cards a minute."""
Span = Literal["tonight", "month", "ever"]
SPANS: Final[tuple[Span, ...]] = ("tonight", "month", "ever")


def holder(name: str, seat: int) -> Holder:
    """Return who holds a place: a name, or for a guest (an empty name) the seat's colour."""
    return Holder(name or word(f"seat.{seat}"), seat)


def record_row(
    kind: Kind, figure: str, best: Holder, beaten: Holder | None = None, *, game: str = "", when: str = ""
) -> RecordRow:
    """Return a row of a board; `game` is an id, empty on a board of one way to play."""
    return RecordRow(figure, word(f"records.{kind}.unit"), best, beaten, word(f"game.{game}") if game else "", when)


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
    (CLOSEST, "closest"), (STREAK, "streak"), (QUICKEST_DEAL, "deal"), (PACE, "pace"),
)  # fmt: skip
PERIODS: Final = (TODAY, MONTH, EVER)
"""The store's names of `SPANS`."""


def record_boards(store: Store, now_s: float, *, judged: bool) -> list[RecordBoard]:
    """Return a board for each kind and time that has records, all games together, tonight's first.

    A longer time is left out where it shows the same records as a shorter one. `judged` is False where presses carry no
    stamps; `now_s` in s since 1970. The closest races of older versions, without names, stand in for those ever.
    """
    boards = list(_boards(store.people, evening_day(now_s), judged=judged))
    races = store.closest(judged=judged)
    return [closest_board(races)] if races and not boards else boards


def _boards(people: People, day: str, *, judged: bool) -> Iterator[RecordBoard]:
    for kind, name in KINDS:
        asked = CLOSEST_KEYBOARD if kind == CLOSEST and not judged else kind
        before: Sequence[Record] = ()
        for period, span in zip(PERIODS, SPANS, strict=True):
            found = people.records(asked, period, day)
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
