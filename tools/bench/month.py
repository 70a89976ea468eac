"""The audits of a month: 3,000 simulated matches in a store against their logs, and the cost of reading them.

Opening the operator's page of audits reads them; it may cost at most twice what opening the store costs, in processor
time of this process. `tests/cabinet/store/test_audits.py` plays a smaller month.
"""

import json
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from cabinet.match.statistics import MatchStatistics
from cabinet.people.calendar import evening_day
from cabinet.research.simulate import SETTLED_NS
from cabinet.store.audits import STRETCHES, Audits, read_audits
from cabinet.store.people import opened_for_reading
from cabinet.store.sqlite import FILE, opened
from cabinet.store.store import DiskStore
from engine.bots import find_brain
from engine.brain import Brain
from engine.chance import Chance
from engine.log import header, text_of
from engine.log_lines import Entry
from engine.match import Match
from engine.panel import BUTTONS, Press
from engine.setup import HUMAN, Setup, seats_of
from engine.units import MS
from tools.bench.report import Bench, Row

NOW_S: Final = 1_795_262_400.0
"""A noon in November 2026, and the end of the month."""
DAYS: Final = 30
MATCHES: Final = 3000
PRESS_NS: Final = 250 * MS
RUNS: Final = 7
MOST: Final = 2.0
"""The limit of reading the audits, in openings of the store."""
GAMES: Final = ("speed", "spit", "speed_uno")


class Recounted(NamedTuple):
    """What logs say of a stretch of time."""

    matches: int
    seconds: float
    games: dict[str, int]
    hours: Counter[int]
    days: Counter[str]
    presses: dict[str, int]


def month_of_play(folder: Path, matches: int) -> Sequence[tuple[int, Path]]:
    """Play matches of a quick and a clumsy person into a store; return when each began (s since 1970), and its log."""
    store, chance, logs = DiskStore(folder), Chance(7), []
    brains = {0: find_brain("bot:fast")}
    for number in range(matches):
        begun = int(NOW_S) + 3600 - chance.below(DAYS * 86_400, number)
        game = GAMES[number % len(GAMES)]
        setup = Setup(game, seats=seats_of(HUMAN, HUMAN), seed=number)
        entries = against_a_bot(setup, brains, chance)
        log = store.begin_log(game, number, time.localtime(begun))
        log.write([header(setup), *text_of(entries).splitlines()])
        log.close()
        told = MatchStatistics(store, setup, log.path.stem, judged=True, wall_s=partial(float, begun))
        told.begin()
        told.record(entries)
        told.close(0)
        logs.append((begun, log.path))
    store.close(lambda _waited: True)
    return logs


def against_a_bot(setup: Setup, brains: Mapping[int, Brain], chance: Chance) -> Sequence[Entry]:
    """Return the entries of a match in which the second seat presses any button, four times a second."""
    match, now = Match(setup, brains=brains), 0
    while match.outcome is None:
        now += PRESS_NS
        match.advance(now, now)
        button = BUTTONS[chance.below(len(BUTTONS), setup.seed, now)]
        for is_down, at in ((True, now), (False, now + PRESS_NS // 4)):
            match.handle(Press(1, button, is_down, at, "board", 1000))
    match.advance(now + SETTLED_NS, now + SETTLED_NS)
    return match.final()


def recount(logs: Sequence[tuple[int, Path]], days: int) -> Recounted:
    """Count from the logs alone; `days` up to today, 0 for all."""
    first = (date.fromisoformat(evening_day(NOW_S)) - timedelta(days - 1)).isoformat() if days else ""
    games, hours, by_day, presses, seconds = Counter[str](), Counter[int](), Counter[str](), Counter[str](), 0.0
    for begun, path in logs:
        if (day := evening_day(begun)) < first:
            continue
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        game = lines[0]["game"]
        games[game] += 1
        hours[time.localtime(begun).tm_hour] += 1
        by_day[day] += 1
        seconds += next(line["t"] for line in lines if "outcome" in line) / 1e9
        presses[f"presses.{game}"] += sum("press" in line and line["press"][2] for line in lines[1:])
    return Recounted(games.total(), seconds, dict(games), hours, by_day, dict(+presses))


def differing(logs: Sequence[tuple[int, Path]], audits: Mapping[str, Audits]) -> list[str]:
    """Return the stretches whose audits are not those of the logs."""
    wrong = []
    for stretch, days in STRETCHES.items():
        told, wanted = audits[stretch], recount(logs, days)
        games = {game: matches for game, (matches, _) in told.games.items()}
        presses = {name: count for name, count in told.counts.items() if name.startswith("presses.")}
        hours = {hour: count for hour, count in enumerate(told.hours) if count}
        is_right = abs(told.seconds - wanted.seconds) < 0.001 and all(
            wanted.days[day] == count for day, count in (told.days if stretch == "ever" else ())
        )
        if not is_right or (told.matches, games, presses, hours) != (
            *(wanted.matches, wanted.games, wanted.presses, dict(wanted.hours)),
        ):
            wrong.append(stretch)
    return wrong


def run() -> Sequence[Row]:
    """Return a row for the figures, and one for their cost."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        logs = month_of_play(folder, MATCHES)
        opening, reading = list[int](), list[int]()
        audits: Mapping[str, Audits] = {}
        for _ in range(RUNS):
            began = time.process_time_ns()
            database, _, _ = opened(folder / FILE, time.localtime())
            opening.append(time.process_time_ns() - began)
            database.close()
            began = time.process_time_ns()
            with opened_for_reading(folder) as connection:
                audits = read_audits(connection, NOW_S)
            reading.append(time.process_time_ns() - began)
        wrong = differing(logs, audits)
    ratio = min(reading) / min(opening)
    cost = f"{min(reading) / MS:.1f} ms beside {min(opening) / MS:.1f} to open the store; {MOST:.0f}× at most"
    return [
        Row(f"{MATCHES:,} matches: audits that are not the logs'", ", ".join(wrong) or "none", met=not wrong),
        Row(f"{MATCHES:,} matches: reading the audits", f"{ratio:.2f}×", cost, ratio <= MOST),
    ]


BENCH: Final = Bench("month", run)
"""The audits of a month."""
