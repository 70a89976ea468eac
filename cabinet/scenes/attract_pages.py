"""The pages that an evening has for the attract scene, in the catalogue's words: boards of records, and tonight."""

from collections.abc import Sequence
from typing import Final, Literal

from cabinet.display.attract.page import PLACES, Holder, Queued, RecordBoard, RecordRow, TonightBoard
from cabinet.display.margin_text import margin_text
from cabinet.store.changes import Race
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
