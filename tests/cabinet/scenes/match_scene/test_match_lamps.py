"""The buttons' lamps during a match and at its end."""

import pytest

from cabinet.audio.match_sounds import cards_left
from cabinet.lamp_patterns import Cue, Wanted
from cabinet.scenes.match import FEW
from engine.panel import ACTION, CARDS
from hardware.lamps import Motion
from tests.cabinet.scenes.match_scene.evening import MS, Evening, Invite


def lit_of(evening: Evening) -> Wanted:
    """The lamps of a running match, lamp by lamp."""
    light = evening.scene.lamps
    assert not isinstance(light, Cue)
    return light


def test_lamps_of_a_seat_that_is_locked_out_go_out_and_come_back_by_themselves(invite: Invite) -> None:
    evening = invite("person", "person")
    evening.scene._lights_playable = True
    evening.into_play()

    def lamps() -> set[int]:
        return {seat for seat, _ in lit_of(evening)}

    able = lamps()
    assert able, "somebody can play"
    seat = min(able)
    dark = next(
        button
        for button, key in zip(CARDS, evening.match.keys(seat), strict=False)
        if not key.lit and key.command is not None
    )
    evening.wait(400)
    evening.tap(seat, dark)
    assert evening.match.table.number(f"lock.{seat}") > evening.match.play_clock(evening.now - evening.match.zero_ns)
    assert lamps() == able - {seat}
    evening.wait(600)
    assert lamps() == able


def test_lamps_are_tense_while_cards_are_few_and_name_the_winner_at_the_end(invite: Invite) -> None:
    evening = invite("bot:fast", "bot:middling")
    tense: set[int] = set()
    while evening.match.outcome is None:
        evening.wait(20)
        light = evening.scene.lamps
        if not isinstance(light, Cue):
            now = {seat for (seat, _), lamp in light.items() if lamp.motion is Motion.PULSE}
            assert all(0 < cards_left(evening.match.table)[seat] <= FEW for seat in now)
            tense |= now
    evening.wait(20)
    assert tense
    assert evening.match.outcome.winner is not None
    assert evening.scene.lamps == Cue("winner", (evening.match.outcome.winner,))


def test_a_record_has_lamps_of_its_own_as_soon_as_it_is_shown(invite: Invite, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = invite("bot:fast", "bot:middling")
    while evening.match.outcome is None:
        evening.wait(20)
    closest = evening.scene._running.story.closest()
    assert closest is not None, "this match has a race"
    monkeypatch.setattr(type(evening.scene._ending), "shows_record", True)
    evening.wait(100)
    assert evening.scene.lamps == Cue("record", (closest.contest.winner,))


def test_a_race_flashes_the_lamp_of_its_winner_while_it_is_shown(invite: Invite) -> None:
    evening = invite("bot:fast", "bot:middling")

    def flashing() -> list[int]:
        lamps = lit_of(evening).items()
        return [seat for (seat, button), lamp in lamps if button == ACTION and lamp.motion is Motion.BLINK]

    while not flashing():
        assert evening.match.outcome is None, "this match has a race"
        evening.wait(20)
    since, first = evening.now, flashing()
    evening.wait(300)
    contest = evening.scene._running.contests[0]
    assert first == [contest.winner] or contest.dead_heat
    while flashing() and len(evening.scene._running.contests) == 1:
        evening.wait(20)
    assert evening.now - since <= (2600 + 300) * MS
