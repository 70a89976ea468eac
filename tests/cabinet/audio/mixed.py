"""A mixer in virtual time in place of pygame's: it renders the voice and all else apart, as SDL would add them.

Like SDL's it takes gains at the beginning of a buffer, and a channel begins at its full level.
"""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from cabinet.audio.music import RATE
from cabinet.audio.player import ASSETS, BUFFER
from tests.cabinet.audio.measured import raw_folder

Samples = npt.NDArray[np.floating[Any]]
BAND_HZ: Final = (300, 4000)
"""The band of speech."""
FULL: Final = 32767
"""Full scale of 16 bit."""


@lru_cache(maxsize=3)
def read_left(folder: str) -> dict[str, npt.NDArray[np.int16]]:
    """The left side of every file in a folder of the assets by its name, 16 bit: floats would take twice as much."""
    return {name: np.frombuffer(raw, "<i2")[::2].copy() for name, raw in raw_folder(folder).items()}


def samples_of(folder: str) -> dict[str, Samples]:
    """The samples of `read_left`; full scale is 1."""
    return {name: left.astype(np.float32) / FULL for name, left in read_left(folder).items()}


class FakeSound:
    """A file of the assets; its samples are those of one side, 16 bit."""

    def __init__(self, path: Path) -> None:
        self.samples = read_left(str(path.parent.relative_to(ASSETS)))[path.stem]
        self.volume = 1.0

    def set_volume(self, volume: float) -> None:
        self.volume = volume

    def get_length(self) -> float:
        return len(self.samples) / RATE

    def get_raw(self) -> bytes:
        return np.repeat(self.samples, 2).tobytes()


class FakeChannel:
    """A channel, or the one of the music, with its gains for both sides."""

    def __init__(self) -> None:
        self.sound: FakeSound | None = None
        self.gains = (1.0, 1.0)
        self._at = 0
        self._loops = False

    def play(self, sound: FakeSound, loops: int = 0) -> None:
        self.sound, self._at, self._loops, self.gains = sound, 0, loops < 0, (1.0, 1.0)

    def stop(self) -> None:
        self.sound = None

    def get_busy(self) -> bool:
        return self.sound is not None

    def set_volume(self, left: float, right: float | None = None) -> None:
        self.gains = (left, left if right is None else right)

    def render(self) -> Samples:
        """The next buffer, both sides together."""
        mixed = np.zeros(BUFFER, np.float32)  # a match is minutes long
        at = 0
        while self.sound is not None and at < BUFFER:
            piece = self.sound.samples[self._at : self._at + BUFFER - at]
            mixed[at : at + len(piece)] = piece * np.float32(self.sound.volume * sum(self.gains) / 2 / FULL)
            at, self._at = at + len(piece), self._at + len(piece)
            if self._at == len(self.sound.samples):
                self._at = 0
                self.sound = self.sound if self._loops else None
        return mixed


class FakeMusic:
    """`pygame.mixer.music`: one file at a time."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self.channel = FakeChannel()
        self.begun: list[tuple[Path, int]] = []
        """The files that were played, each with the moment of its beginning, ns."""
        self._clock = clock
        self._loaded: Path | None = None
        self._volume = 1.0

    def load(self, path: Path) -> None:
        self._loaded, self.channel.sound = path, None

    def set_volume(self, volume: float) -> None:
        self._volume = volume
        self.channel.set_volume(volume)

    def play(self) -> None:
        assert self._loaded is not None
        self.begun.append((self._loaded, self._clock()))
        self.channel.play(FakeSound(self._loaded))
        self.channel.set_volume(self._volume)


class FakeMixer:
    """`pygame.mixer`, as far as `OpenMixer` uses it. `now` is its clock, ns."""

    def __init__(self) -> None:
        self.now = 0
        self.music = FakeMusic(lambda: self.now)
        self._channels: dict[int, FakeChannel] = {}
        self._voice: list[Samples] = []
        self._rest: list[Samples] = []

    Sound = FakeSound

    def Channel(self, number: int) -> FakeChannel:  # noqa: N802  # as pygame calls it
        return self._channels.setdefault(number, FakeChannel())

    def set_num_channels(self, count: int) -> None: ...

    def set_reserved(self, count: int) -> None: ...

    def run_until(self, now: int) -> None:
        """Render up to a moment, in whole buffers."""
        while (len(self._voice) + 1) * BUFFER * 1_000_000_000 // RATE <= now:
            self._voice.append(self.music.channel.render())
            rendered = (channel.render() for channel in self._channels.values())
            self._rest.append(np.sum([np.zeros(BUFFER, np.float32), *rendered], axis=0))
        self.now = now

    def part(self, begin: int, end: int) -> tuple[Samples, Samples]:
        """Voice and rest between two moments, ns."""
        first, last = (at * RATE // (BUFFER * 1_000_000_000) for at in (begin, end))
        return np.concatenate(self._voice[first:last]), np.concatenate(self._rest[first:last])

    def loudest(self) -> float:
        """The largest sample of all."""
        return max(float(np.max(np.abs(voice + rest))) for voice, rest in zip(self._voice, self._rest, strict=True))


def in_band(samples: Samples) -> float:
    """The energy of samples in the band of speech."""
    spectrum: npt.NDArray[Any] = np.fft.rfft(samples)
    hertz = np.fft.rfftfreq(len(samples), 1 / RATE)
    return float(np.sum(np.abs(spectrum[(hertz >= BAND_HZ[0]) & (hertz <= BAND_HZ[1])]) ** 2))


def above_db(voice: Samples, rest: Samples) -> float:
    """By how much the voice is above the rest in its band, dB."""
    return float(10 * np.log10(in_band(voice) / max(in_band(rest), 1e-12)))
