"""The content of a photo from a race of a match's story: words for `cabinet.display.result.photo`. Pure."""

import re
from pathlib import Path
from typing import Final

from cabinet.display.result.content import Print
from cabinet.match.request import names_in
from cabinet.match.story import RaceDetails, Story
from cabinet.strings.catalogue import word
from engine.setup import Setup

_DAY: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d)-(\d\d)-\d\d-")
"""The beginning of a log's name (`cabinet.store.logs.log_path`)."""


def print_of(race: RaceDetails, story: Story, setup: Setup, log: Path, house: str = "") -> Print:
    """Return the print of a race; the day and the hour are those in the log's name, if it has them.

    `house` is the name of the house, empty for none.
    """
    contest = race.contest
    called = names_in(setup)
    names = (called[contest.winner], called[contest.loser])
    number = story.races.index(race) + 1
    return Print(
        word("title.house", house=house) if house else word("title"),
        word("photo.official"),
        word("photo.race", number=number, count=len(story.races)),
        (contest.winner, contest.loser),
        names,
        race.cards,
        (stamp_text(race.won_ns), stamp_text(race.lost_ns)),
        contest.margin_ns,
        word("photo.draws" if contest.dead_heat else "photo.beats"),
        (word(f"game.{setup.game}"), word("photo.deal", deal=race.deal), word("photo.seed", seed=setup.seed)),
        (*day_of(log), word("photo.earlier" if contest.judged else "photo.not_judged")),
        contest.dead_heat,
        word("table.dead_heat"),
        word("table.ms"),
    )


def stamp_text(at_ns: int) -> str:
    """Return a moment of the log in seconds, to the microsecond: ``14.302 118 s``."""
    whole, micro = divmod(at_ns // 1000, 1_000_000)
    return f"{whole}.{micro // 1000:03d} {micro % 1000:03d} s"


def day_of(log: Path) -> tuple[str, ...]:
    """Return the day and the hour in a log's name as two texts; the name itself where it has none."""
    found = _DAY.match(log.stem)
    if found is None or not 1 <= int(found[2]) <= 12:
        return (log.stem[:20],)
    year, month, day, hour, minute = map(int, found.groups())
    return word("photo.day", day=day, month=word(f"month.{month}"), year=year), f"{hour:02d}:{minute:02d}"
