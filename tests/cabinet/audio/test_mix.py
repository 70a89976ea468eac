"""Voice, effects and music as they are added up: matches with all their sounds, mixed in virtual time."""

from collections.abc import Iterable
from typing import Final, NamedTuple

import pygame
import pytest

from cabinet.audio.match_sounds import MatchSounds, Occasion
from cabinet.audio.music import LAYERS, PULSES
from cabinet.audio.player import Levels, OpenMixer, SoundPlayer, length_ns
from cabinet.config.schema import Config
from cabinet.display.result.slow_motion import SLOW_NS
from engine.units import NEVER
from tests.cabinet.audio.mixed import FakeMixer, above_db
from tools.sounds.recording import match_of

MS: Final = 1_000_000
S: Final = 1000 * MS
ABOVE_DB: Final = 6
"""By how much a line stands above the rest in the band of speech."""
CUT_NS: Final = 300 * MS
"""The length up to which a line that another one cuts says nothing."""


class Line(NamedTuple):
    """A clip that was heard, and when, ns."""

    clip: str
    begin: int
    end: int


class Loudspeakers:
    """The program's player, the configuration as delivered, on a mixer in virtual time; all files are read."""

    def __init__(self, mixer: FakeMixer) -> None:
        self._mixer = mixer
        sound = Config().sound
        levels = Levels(sound.volume, sound.music, sound.voice)
        self._open = OpenMixer(levels, lambda: mixer.now)
        self._open.read()
        self._player = SoundPlayer(levels)
        self._player._mixer = self._open

    @property
    def now(self) -> int:
        return self._mixer.now

    def play(self, names: Iterable[str]) -> None:
        self._player.play(names)

    def wait(self, until: int) -> None:
        """Let the time pass, with each change of the volumes and each clip when it is due."""
        while self._mixer.now < until:
            change = self._open.next_change(self._mixer.now)
            self._mixer.run_until(until if change is None else min(until, change))
            self._open.read_tune()
            self._open.advance(self._mixer.now)

    def lines(self) -> list[Line]:
        begun = self._mixer.music.begun
        following = [*(begin for _, begin in begun[1:]), self._mixer.now]
        return [
            Line(path.stem.rpartition("-")[0], begin, min(begin + length_ns(path), end))
            for (path, begin), end in zip(begun, following, strict=True)
            if end > begin
        ]

    def above_db(self, line: Line) -> float:
        return above_db(*self._mixer.part(line.begin, line.end))

    def loudest(self) -> float:
        return self._mixer.loudest()


@pytest.fixture
def loudspeakers(monkeypatch: pytest.MonkeyPatch) -> Loudspeakers:
    mixer = FakeMixer()
    monkeypatch.setattr(pygame, "mixer", mixer)
    return Loudspeakers(mixer)


def play_match(loudspeakers: Loudspeakers, game: str, seed: int) -> None:
    """Play a match of two bots to six seconds behind its end, with all its sounds."""
    match = match_of(game, seed)
    sounds = MatchSounds(loudspeakers.play, (), Occasion(game, game, goal=2))
    sounds.on_entries(match.opening())
    while match.outcome is None:
        due = match.next_deadline()
        loudspeakers.wait(max(loudspeakers.now + 1, NEVER if due is None else due))
        sounds.on_entries(match.advance(loudspeakers.now, loudspeakers.now).entries)
        sounds.on_table(match.table, loudspeakers.now)
    loudspeakers.wait(loudspeakers.now + SLOW_NS)
    sounds.on_end("result")
    loudspeakers.wait(loudspeakers.now + 4 * S)


@pytest.mark.once
@pytest.mark.long
@pytest.mark.parametrize("game", ["spit", "speed", "mod_spit", "speed_uno", "speah"])
def test_whatever_is_said_in_a_match_is_above_all_else(loudspeakers: Loudspeakers, game: str) -> None:
    play_match(loudspeakers, game, 3)
    lines = [line for line in loudspeakers.lines() if line.end - line.begin > CUT_NS]
    low = {line: db for line in lines if (db := loudspeakers.above_db(line)) < ABOVE_DB}
    assert len(lines) > 6
    assert low == {}
    assert loudspeakers.loudest() < 1


def test_of_two_tunes_only_what_is_heard_is_in_memory(loudspeakers: Loudspeakers) -> None:
    def loops() -> tuple[set[str], set[str]]:
        mixer = loudspeakers._open
        return {LAYERS[place] for place in mixer._layers}, {LAYERS[place] for place in mixer._next_layers}

    loudspeakers.play(["music.speed.1"])
    loudspeakers.wait(S)
    assert loops() == (set(LAYERS), set())
    loudspeakers.play(["music.spit.4"])
    loudspeakers._open.read_tune()
    assert loops() == ({"kick", "bass", *PULSES}, set(LAYERS))
    loudspeakers.play(["music.title"])
    assert loops() == ({"kick", "bass", *PULSES}, set())
    loudspeakers.wait(3 * S)
    assert loops() == (set(LAYERS[:5]), set())
