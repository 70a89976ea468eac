"""The music in virtual time: its levels, joined on the beat, its bridge, another tune, the pulse, and what it makes way
for; and its files."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cabinet.audio.announcer import FULL, Announcer
from cabinet.audio.music import (
    ALONE_NS,
    BAR,
    BRIDGE,
    CALM_NS,
    FADE_NS,
    GAMES,
    JOIN_NS,
    LAYERS,
    MOODS,
    PULSES,
    RACE_DUCK,
    RELEASE_NS,
    STEP_NS,
    TUNES,
    VERSE,
    VOICE_DUCK_EFFECTS,
    VOICE_DUCK_MUSIC,
    Backing,
    beat_ns,
)
from cabinet.audio.player import ASSETS, MUSIC, PULSE, STOP_NS
from tests.cabinet.audio.mixed import Samples, samples_of
from tests.cabinet.audio.test_announcer import LENGTH_NS, announcer

MS = 1_000_000
S = 1000 * MS
BEAT = round(beat_ns("speed"))


def playing(mood: str, speaker: Announcer | None = None) -> Backing:
    """Music that plays since 0."""
    backing = Backing(speaker or Announcer(FULL), 0)
    backing.set_mood(mood, 0)
    backing.offer(mood.partition(".")[0], 0)
    assert backing.take_start(0)
    return backing


def gains(backing: Backing, begin: int, end: int) -> list[list[float]]:
    """The gains of the layers at each step from a moment to another."""
    return [list(backing.advance(now)) for now in range(begin, end + 1, STEP_NS)]


def heard(level: str, *, bridge: bool = False, pulse: int = 0) -> list[float]:
    """The gains of a level."""
    kick, bass, hats, chords, lap = MOODS[level]
    own = [kick, 0, hats, 0, max(bass, chords)] if bridge else [kick, bass, hats, chords, 0]
    return [*own, lap, pulse == 1, pulse == 2]


def test_a_tune_begins_at_its_full_gains() -> None:
    assert playing("speed.3").advance(0) == heard("3")


@given(st.integers(0, S), st.sampled_from(["2", "4"]))
@example(BEAT - JOIN_NS, "2")
def test_another_level_is_there_on_the_beat_and_no_step_cracks(asked: int, level: str) -> None:
    backing = playing("speed.1")
    gains(backing, 0, asked)
    backing.set_mood(f"speed.{level}", asked)
    beat = -(-(asked + JOIN_NS) // BEAT) * BEAT
    steps = gains(backing, asked, beat - JOIN_NS - 1)
    assert asked == beat - JOIN_NS or steps[-1] == heard("1"), "before its beat nothing changes"
    joined = gains(backing, beat - JOIN_NS, beat + 2 * STEP_NS)
    assert joined[-1] == heard(level)
    assert max(abs(b - a) for one, two in pairwise(joined) for a, b in zip(one, two, strict=True)) < 0.41


def test_behind_thirty_two_bars_there_is_a_bridge_of_eight_and_never_both() -> None:
    backing, bar = playing("speed.4"), BAR * BEAT
    for start in (0, (VERSE + BRIDGE) * bar):
        assert gains(backing, start + (VERSE - 1) * bar, start + VERSE * bar - 2 * JOIN_NS)[-1] == heard("4")
        assert gains(backing, start + VERSE * bar - JOIN_NS, start + VERSE * bar)[-1] == heard("4", bridge=True)
        end = start + (VERSE + BRIDGE) * bar
        assert backing.next_change(start + VERSE * bar) == pytest.approx(end - JOIN_NS, abs=10)
        assert gains(backing, end - JOIN_NS, end)[-1] == heard("4")


def test_the_last_lap_comes_with_a_bar() -> None:
    backing, bar = playing("speed.4"), BAR * BEAT
    gains(backing, 0, bar + S)
    backing.set_mood("speed.lap", bar + S)
    assert gains(backing, bar + S, 2 * bar - JOIN_NS - 1)[-1] == heard("4")
    assert gains(backing, 2 * bar - JOIN_NS, 2 * bar + STEP_NS)[-1] == heard("lap")


def test_another_tune_begins_on_a_beat_of_the_one_before_which_has_faded_by_then() -> None:
    backing = playing("speed.4")
    gains(backing, 0, S)
    backing.set_mood("spit.0", S + 1)
    assert gains(backing, S, 2 * S)[-1] == heard("4"), "its loops are not there yet"
    backing.offer("speed", 2 * S)
    assert not backing.has_wanted
    backing.offer("spit", 2 * S + 1)
    assert not backing.take_start(2 * S + BEAT - 1)
    assert gains(backing, 2 * S, 2 * S + BEAT)[-1] == [0.0] * len(LAYERS)
    assert backing.take_start(2 * S + BEAT)
    assert backing.advance(2 * S + BEAT) == heard("0")
    assert not backing.take_start(2 * S + 2 * BEAT)


@given(st.integers(0, 45 * BAR * BEAT), st.sampled_from(["0", "1", "4", "lap"]), st.booleans())
def test_a_tune_goes_on_as_it_is_until_the_next_one_with_the_loops_that_are_kept(
    at: int, level: str, back: bool
) -> None:
    backing = playing(f"speed.{level}")
    backing.stir(at)
    begin = max(0, at - S)
    before = gains(backing, begin, at)[-1]
    backing.set_mood("spit.0", at)
    kept = backing.thin(at)
    if back:
        backing.set_mood("speed.2", at + 1)
    assert not backing.has_wanted, "some of its loops are gone"
    steps = gains(backing, at, at + 9 * BAR * BEAT)
    assert {place for step in [before, *steps] for place, gain in enumerate(step) if gain} <= set(kept)
    assert all(step == steps[10] for step in steps[10:]), "no bridge begins or ends meanwhile"
    end = at + 9 * BAR * BEAT
    backing.offer(backing.wanted, end)
    assert backing.take_start(end + 2 * BEAT)
    assert backing.has_wanted
    assert backing.advance(end + 2 * BEAT) == heard("2" if back else "0")


def test_silence_is_faded_to_and_the_tune_is_back_when_it_is_wanted() -> None:
    backing = playing("title")
    backing.set_mood("off", 1)
    assert gains(backing, 0, BEAT + FADE_NS + JOIN_NS)[-1] == [0.0] * len(LAYERS)
    backing.set_mood("title", 3 * S)
    assert backing.has_wanted
    assert gains(backing, 3 * S, 3 * S + JOIN_NS)[-1] == heard("")


def test_the_pulse_ends_where_it_is_not_asked_for_any_more() -> None:
    backing = playing("speed.4")
    backing.set_pulse(2, 0)
    assert backing.advance(1) == heard("4", pulse=2)
    assert gains(backing, 0, CALM_NS - 1)[-1] == heard("4", pulse=2)
    assert backing.pulse(CALM_NS - 1) == 1
    assert backing.advance(CALM_NS) == heard("4")


def test_a_race_ducks_the_music_by_seven_and_a_half_decibels_and_lets_go_in_three_tenths_of_a_second() -> None:
    backing = playing("speed.4")
    gains(backing, 0, S)
    backing.duck(S, S)
    ducked = tuple(RACE_DUCK * gain for gain in heard("4"))
    assert set(map(tuple, gains(backing, S, 2 * S - STEP_NS))) == {ducked}
    assert backing.effects == 1.0
    assert gains(backing, 2 * S, 2 * S + RELEASE_NS)[-1] == heard("4")


def test_music_and_effects_are_ducked_at_once_under_the_voice_and_let_go_in_three_tenths_of_a_second() -> None:
    speaker = announcer()
    backing = playing("speed.4", speaker)
    gains(backing, 0, S)
    speaker.say(["go"], S)
    speaker.begin_due(S)
    ducked = tuple(VOICE_DUCK_MUSIC * gain for gain in heard("4"))
    assert set(map(tuple, gains(backing, S, S + LENGTH_NS - 1))) == {ducked}
    assert backing.effects == VOICE_DUCK_EFFECTS
    assert backing.next_change(S + LENGTH_NS - 1) == S + LENGTH_NS
    released = gains(backing, S + LENGTH_NS, S + LENGTH_NS + RELEASE_NS)
    assert (released[-1], backing.effects) == (heard("4"), 1.0)
    assert max(b[0] - a[0] for a, b in pairwise(released)) < 0.1, "no crack"


def test_a_dead_heat_stops_the_music_dead_for_the_drum_roll() -> None:
    backing = playing("speed.4")
    gains(backing, 0, S)
    backing.stop(S, STOP_NS)
    assert set(map(tuple, gains(backing, S, S + STOP_NS - 1))) == {(0.0,) * len(LAYERS)}
    assert backing.next_change(S) == S + STOP_NS
    assert gains(backing, S + STOP_NS, S + STOP_NS + 200 * MS)[-1] == heard("4")


def test_the_music_ends_where_nobody_is_heard_any_more_and_comes_back_with_the_first_sound() -> None:
    backing = playing("title")
    assert gains(backing, ALONE_NS, ALONE_NS + S)[-1] == [0.0] * len(LAYERS)
    assert backing.next_change(ALONE_NS + S) is None
    backing.stir(2 * ALONE_NS)
    assert gains(backing, 2 * ALONE_NS, 2 * ALONE_NS + S)[-1] == heard("")


@pytest.mark.parametrize("mood", ["xyzzy", "speed.xyzzy", "xyzzy.1"])
def test_a_mood_that_does_not_exist_is_a_mistake_of_the_program(mood: str) -> None:
    with pytest.raises(KeyError):
        Backing(Announcer(FULL), 0).set_mood(mood, 0)


# The files


@pytest.mark.long
@pytest.mark.parametrize("tune", TUNES)
def test_the_layers_of_a_tune_go_round_in_whole_bars_without_a_click_and_fit_into_their_room(tune: str) -> None:
    layers = samples_of(f"music/{tune}")
    assert list(layers) == sorted(LAYERS if tune in GAMES else LAYERS[:5])
    bar = BAR * TUNES[tune]
    for name, samples in layers.items():
        if name in PULSES:
            assert len(samples) == TUNES[tune] // (1 + (name == "half"))
            assert 0.8 * PULSE < np.max(np.abs(samples)) <= PULSE
            continue
        assert BRIDGE * bar % len(samples) == len(samples) % bar == 0, name
        bends = np.sort(np.abs(np.diff(samples, 2)))
        seam = np.array([*samples[-2:], *samples[:2]])
        assert np.max(np.abs(np.diff(seam, 2))) <= max(bends[len(bends) * 99 // 100], 1 / 32767), name
    for level in MOODS:
        for bridge in (False, True):
            assert loudest(layers, heard(level, bridge=bridge and level != "lap")) <= MUSIC, (level, bridge)


def loudest(layers: dict[str, Samples], gains: list[float]) -> float:
    """The largest sample of the sum of layers."""
    length = max(map(len, layers.values()))
    parts = [gain * np.resize(layers[name], length) for name, gain in zip(LAYERS, gains, strict=True) if name in layers]
    return float(np.max(np.abs(np.sum(parts, axis=0))))


def test_there_is_a_folder_for_each_tune_and_no_other() -> None:
    assert {path.name for path in (ASSETS / "music").iterdir()} == set(TUNES)
