"""The sounds as they leave the synthesiser, measured."""

import math
from itertools import pairwise

import pytest

from cabinet.audio.synth import PEAK, RATE, SOUNDS, loudness, render

EVERY = pytest.mark.parametrize("name", SOUNDS)


def measured(name: str) -> list[float]:
    return [sample / 32767 for sample in render(name)]


@EVERY
def test_a_sound_is_over_before_it_can_tire(name: str) -> None:
    assert 0.04 <= len(render(name)) / RATE <= 1.0


@EVERY
def test_sounds_of_play_are_shorter_than_the_time_between_two_plays(name: str) -> None:
    if name in {"deal", "turn", "play", "bounce", "beat"}:
        assert len(render(name)) / RATE <= 0.2


@EVERY
def test_nothing_clips(name: str) -> None:
    assert max(map(abs, measured(name))) <= PEAK + 1 / 32767


@EVERY
def test_there_is_no_click_at_either_end(name: str) -> None:
    samples = measured(name)
    assert abs(samples[0]) < 0.01
    assert max(map(abs, samples[-4:])) < 0.01


@EVERY
def test_there_is_no_lasting_offset(name: str) -> None:
    samples = measured(name)
    assert abs(sum(samples) / len(samples)) < 0.02


def test_all_are_about_equally_loud() -> None:
    decibels = {name: 20 * math.log10(loudness(measured(name))) for name in SOUNDS}
    assert max(decibels.values()) - min(decibels.values()) < 3, decibels


def test_the_same_sound_is_the_same_every_time() -> None:
    assert render("play") == render("play")


def test_a_beat_has_the_pitch_that_it_states() -> None:
    samples = measured("beat")
    crossings = sum(a < 0 <= b for a, b in pairwise(samples))
    assert crossings / (len(samples) / RATE) == pytest.approx(523, rel=0.03)
