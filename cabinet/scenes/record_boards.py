"""The boards of records for the attract scene, from the records that the store keeps."""

import time
from collections.abc import Iterator, Sequence
from typing import Final

from cabinet.display.attract.page import RecordBoard, RecordRow
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
from cabinet.scenes.attract_pages import Kind, Span, closest_board, holder, record_board, record_row
from cabinet.store.store import Store
from cabinet.strings.catalogue import word

KINDS: Final[tuple[tuple[str, Kind], ...]] = (
    (CLOSEST, "closest"), (STREAK, "streak"), (QUICKEST_DEAL, "deal"), (PACE, "pace"),
)  # fmt: skip
SPANS: Final[tuple[tuple[str, Span], ...]] = ((TODAY, "tonight"), (MONTH, "month"), (EVER, "ever"))


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
        for period, span in SPANS:
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
