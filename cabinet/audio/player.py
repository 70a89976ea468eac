"""The player: the single mixer, which plays sounds by name.

The mixer is opened once and stays open, because amplifiers pop when a stream opens. A machine without a sound card is
silent; `SoundPlayer.open` reports it once, and nothing else changes. A sound card that disappears is closed, and
opened again when it is back.
"""

import os
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Final

import pygame

from cabinet.audio.recipes import SOUNDS
from cabinet.audio.synth import RATE, render
from cabinet.process.stderr_guard import silenced_libraries
from cabinet.strings.catalogue import word

AT_ONCE: Final = 2
"""Sounds that play at once with their full level; of more, each gets so much softer that their sum stays the same."""
BUFFER: Final = 512
"""Samples between the program and the sound card: 23 ms, the delay of every sound."""
DEVICES: Final = Path("/dev/snd")
"""The folder of Linux's sound devices."""
LOOK_NS: Final = 2_000_000_000
"""The interval between two searches for sound cards, ns."""
PLAYBACK: Final = re.compile(r"pcmC\d+D\d+p")
"""The names of the playback devices of sound cards."""


def gain_of(playing: int) -> float:
    """Return the gain of each of several sounds that play at once: all of them together stay below full scale."""
    return min(1.0, AT_ONCE / playing) if playing else 1.0


def usable(devices: Path) -> frozenset[str]:
    """Return the names of the sound devices in a folder that this program may read and write."""
    with suppress(OSError):
        return frozenset(path.name for path in devices.iterdir() if os.access(path, os.R_OK | os.W_OK))
    return frozenset()


class SoundPlayer:
    """Plays sounds by name; silent until opened, and without a sound card."""

    def __init__(self, volume: int, devices: Path = DEVICES, patience_s: float = 0) -> None:
        """`volume` is a percentage; at 0 no sound device is opened at all. `patience_s`: how long to wait for a card
        before reporting that there is none."""
        self._volume = volume
        self._devices = devices
        self._cards: frozenset[str] = frozenset()
        self._lost: frozenset[str] = frozenset()
        self._look_at: int | None = None
        self._patience_ns = round(patience_s * 1e9)
        self._gives_up: int | None = None
        self._untold = ""
        self._samples: dict[str, bytes] = {}
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._is_open = False

    @property
    def is_open(self) -> bool:
        """Whether a sound card is open."""
        return self._is_open

    def open(self, report: Callable[[str], None]) -> None:
        """Open the mixer and begin to synthesise in the background; report a missing sound card to `report`."""
        self._look_at = 0
        if self._volume == 0 or self._is_open:
            return
        self._cards = usable(self._devices)
        try:
            with silenced_libraries():
                pygame.mixer.init(RATE, -16, 2, BUFFER, allowedchanges=0)
        except pygame.error as problem:
            self._untold = word("sound.none", reason=problem)
            if not self._patience_ns:
                self._report_silence(report)
            return
        self._is_open = True
        self._patience_ns, self._untold = 0, ""
        self._cards |= usable(self._devices)  # at boot the card that was opened may have appeared since
        self._lost -= self._cards
        Thread(target=self._synthesise, name="sounds", daemon=True).start()

    def look_again(self, now: int, report: Callable[[str], None]) -> None:
        """Close a card that has gone, and open a card that appeared since `open`: at boot some appear after the first
        frame. `now` in ns."""
        if self._look_at is None or now < self._look_at:
            return
        self._look_at = now + LOOK_NS
        if self._is_open:
            self._look_for_lost(report)
            return
        if usable(self._devices) - self._cards:
            self.open(report)
        if self._untold:
            self._wait_for_one(now, report)

    def _wait_for_one(self, now: int, report: Callable[[str], None]) -> None:
        """Report that there is no sound once the time that a card may take to appear has passed."""
        self._gives_up = now + self._patience_ns if self._gives_up is None else self._gives_up
        if now >= self._gives_up:
            self._report_silence(report)

    def _report_silence(self, report: Callable[[str], None]) -> None:
        report(self._untold)
        self._patience_ns, self._untold = 0, ""

    def _look_for_lost(self, report: Callable[[str], None]) -> None:
        """Close the mixer if its card has gone or a lost card is back, and open it again, perhaps on another card.

        The kernel does not offer a card again while a program still holds its old device open.
        """
        gone = {name for name in self._cards if PLAYBACK.fullmatch(name) and not (self._devices / name).exists()}
        if gone:
            report(word("sound.gone"))
        elif not self._lost & usable(self._devices):
            return
        self.close()
        self._lost |= gone
        self.open(report)

    def set_volume(self, volume: int, report: Callable[[str], None]) -> None:
        """Set the volume, per cent; open the mixer if it is not open yet."""
        self._volume = volume
        for sound in self._sounds.values():
            sound.set_volume(volume / 100)
        if not self._is_open:
            self.open(report)

    def close(self) -> None:
        """Close the mixer; the player is silent from here on."""
        if self._is_open:
            self._is_open = False
            self._sounds.clear()  # they belong to this mixer and are invalid in the next
            pygame.mixer.quit()

    def play(self, names: Iterable[str]) -> None:
        """Play sounds together. Raises KeyError for a name that is not in `SOUNDS`."""
        if not self._is_open:
            return
        sounds = [self._sound(name) for name in dict.fromkeys(names)]
        channels = [pygame.mixer.Channel(number) for number in range(pygame.mixer.get_num_channels())]
        busy = [channel for channel in channels if channel.get_busy()]
        gain = gain_of(min(len(busy) + len(sounds), len(channels)))
        for channel in busy:
            channel.set_volume(gain)
        for sound in sounds:
            self._begin(sound, gain)

    def _begin(self, sound: pygame.mixer.Sound, gain: float) -> None:
        """Play a sound with a gain; without a free channel it is left out.

        A channel that begins has its full level, so the sound itself is soft until the channel is.
        """
        sound.set_volume(self._volume / 100 * gain)
        channel: pygame.mixer.Channel | None = sound.play()
        if channel is not None:
            channel.set_volume(gain)
        sound.set_volume(self._volume / 100)

    def _sound(self, name: str) -> pygame.mixer.Sound:
        if name not in self._sounds:
            self._sounds[name] = pygame.mixer.Sound(buffer=self._samples_of(name))
            self._sounds[name].set_volume(self._volume / 100)
        return self._sounds[name]

    def _samples_of(self, name: str) -> bytes:
        if name not in self._samples:
            self._samples[name] = render(name, SOUNDS[name]).tobytes()
        return self._samples[name]

    def _synthesise(self) -> None:
        for name in SOUNDS:
            self._samples_of(name)
