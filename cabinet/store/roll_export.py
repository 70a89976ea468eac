"""Everything that stands under a name, as JSON values and as lines of CSV."""

import csv
import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from cabinet.people.people import People
from cabinet.people.records import EVER, KINDS
from cabinet.store.log_file import FOLDER, is_there
from cabinet.store.roll import Person, Roll, Sitting
from engine.games import GAMES

COLUMNS: Final = (
    *("name", "match", "begun", "game", "preset", "seat", "players", "names", "won", "reason", "scores", "seconds"),
    *("cards_a_minute", "quickest_deal_ms", "closest_race_ns", "taken_back", "log"),
)
"""The columns of CSV: the fields of a match."""


def everything_under(roll: Roll, person: Person, standings: People, folder: Path) -> dict[str, Any]:
    """Return a name's own row, its ratings by game, its records, its matches, and the evening's lines that name it.

    Times are in s since 1970. A match names its log where that is still there: its first line has the name too.
    """
    name = person.name
    ratings: dict[str, Any] = {}
    for game in GAMES:
        rating, place = standings.rating(game.info.id, name), standings.place(game.info.id, name)
        if rating is not None:
            ratings[game.info.id] = {
                **msgspec.to_builtins(rating),
                "place": place.place if place else None,
                "of": place.of if place else None,
            }
    records = [
        msgspec.to_builtins(record)
        for kind in KINDS
        for record in standings.records(kind, EVER, "")
        if name in record.names
    ]
    return {
        **msgspec.to_builtins(person),
        "ratings": ratings,
        "records": records,
        "results": [_match(sitting, name, folder) for sitting in roll.sittings(name)],
        "evening": roll.journal(name),
    }


def _match(sitting: Sitting, name: str, folder: Path) -> dict[str, Any]:
    figures, seat = sitting.figures, sitting.seat
    log = folder / FOLDER / f"{sitting.match}.jsonl"
    own_races = [race.margin_ns for race in figures.races if seat in (race.winner, race.loser)]
    return {
        "name": name,
        "match": sitting.match,
        "begun": sitting.begun,
        "game": sitting.game,
        "preset": sitting.preset,
        "seat": seat,
        "players": sitting.players,
        "names": sitting.names,
        "won": sitting.winner == seat if sitting.reason is not None else None,
        "reason": sitting.reason,
        "scores": sitting.scores,
        "seconds": sitting.seconds,
        "cards_a_minute": figures.pace[seat] / 10 if seat < len(figures.pace) else None,
        "quickest_deal_ms": figures.deals_ms[seat] if seat < len(figures.deals_ms) else None,
        "closest_race_ns": min(own_races, default=None),
        "taken_back": sitting.taken_back,
        "log": str(log) if is_there(log) else None,
    }


def csv_of(under: Iterable[Mapping[str, Any]]) -> str:
    """Return the matches of all names as CSV with a head, lists with spaces between their parts."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for person in under:
        for match in person["results"]:
            writer.writerow({key: _cell(match[key]) for key in COLUMNS})
    return out.getvalue()


def _cell(value: Any) -> Any:
    return " ".join(str(part) or "-" for part in value) if isinstance(value, list | tuple) else value
