"""The virtual machine's races: what the host plans, and what it makes of what a guest's source delivered."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from hardware.clock import MS
from hardware.pins import DEFAULT_PINS
from tools.vm.certify import CLEAR_NS, TIGHT_NS, Planned, plan_of, rows_of, rows_of_keys
from workshop.certify.race import Starter
from workshop.certify.report import certificate
from workshop.certify.rigs import US
from workshop.certify.trials import Row, schedule

RACES = 54
"""Each lead and pattern once."""


def planned(*, loaded: bool = False) -> Sequence[Planned]:
    chance = random.Random(1)
    return [plan_of(trial, chance, loaded=loaded) for trial in schedule(RACES, 1)]


def told_of(races: Sequence[Planned], late: Callable[[Planned, int], int] = lambda *_: 0) -> dict[str, Any]:
    """What a guest says whose source stamps each edge `late` (of a race and a line) after it was made, and reads it
    3 ms later still."""
    made, came, now = [], [], 5_000 * MS
    for race in races:
        made.append([now + at for _, at in race.order])
        levels = dict.fromkeys((line for line, _ in race.order), False)
        for line, at in race.order:
            levels[line] = not levels[line]
            stamp = now + at + late(race, line)
            came.append((line, levels[line], stamp, stamp + 3 * MS))
        now += 100 * MS
    return {"made": made, "came": came, "early": [0] * len(came)}


def rows(races: Sequence[Planned], told: dict[str, Any]) -> list[Row]:
    return rows_of("vm-gpio", races, told, 1, Starter())


def test_pins_of_both_seats_are_drawn_and_the_others_chatter_clear_of_the_race() -> None:
    races = planned(loaded=True)
    assert {race.pins[0] in DEFAULT_PINS[0].values() for race in races} == {True, False}
    for race in races:
        order = dict.fromkeys(line for line, _ in race.order)
        assert len(order) > 6
        assert all(sum(line == each for each, _ in race.order) % 2 == 0 for line in order), "a line stays closed"
        first, second = (race.order[start] for start in race.starts)
        assert {first[0], second[0]} == set(race.pins)
        assert second[1] - first[1] == race.trial.lead_ns
        near = [line for line, at in race.order if 0 < race.exact_ns - at < CLEAR_NS]
        assert set(near) <= set(race.pins)


@pytest.mark.once
def test_a_source_that_stamps_truly_holds_every_claim_and_what_is_untimely_does_not_count() -> None:
    races = planned()
    told = told_of(races)
    found = certificate("vm-gpio", rows(races, told))
    assert (found.races, found.held) == (RACES, True)
    start = races[0].starts[1]
    told["made"][0][start] += TIGHT_NS + 1
    assert {row.race for row in rows(races, told)} == set(range(1, RACES))


@pytest.mark.parametrize("of", [rows, rows_of_keys])
def test_a_source_that_is_late_at_one_pin_is_found(of: Callable[..., list[Row]]) -> None:
    races = planned()
    told = told_of(races, lambda race, line: 300 * US * (line == race.pins[0]))
    made = of(races, told) if of is rows else of("vm-keys", races, told)
    assert {row.stamped_ns for row in made if row.lead_ns == 1_000 * US} == {700 * US}
    close = [row for row in made if row.lead_ns == 200 * US and not row.lot]
    assert all(row.winner == 1 for row in close)
    assert close or of is rows
