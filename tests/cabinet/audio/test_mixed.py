"""The contract of the mixer in virtual time: as SDL's own one takes the same calls, recorded by its disk driver."""

import os
from collections.abc import Callable, Iterator
from fcntl import F_SETPIPE_SZ, fcntl, ioctl
from pathlib import Path
from termios import FIONREAD
from typing import Any, Final

import numpy as np
import pygame
import pytest

from cabinet.audio.music import RATE
from cabinet.audio.player import ASSETS, BUFFER, init_mixer
from tests.cabinet.audio.mixed import FakeMixer, Samples

BYTES: Final = 4 * BUFFER
"""Of a buffer: 16 bit, both sides."""
STEP: Final = 16
"""Buffers behind each step."""
LATE: Final = 5
"""At most so many buffers lie between SDL's mixing and what is read: in the pipe, in its write, in the C library."""
EXACT: Final = 1.5 / 128
"""SDL's volumes are whole 128ths."""

Step = Callable[[Any], None]
"""Calls of a mixer, `pygame.mixer` or its fake, between two buffers."""


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[int]:
    """SDL's mixer, which writes into a pipe that holds one buffer: it mixes as fast as it is read."""
    path = tmp_path / "sound"
    os.mkfifo(path)
    end = os.open(path, os.O_RDWR)
    fcntl(end, F_SETPIPE_SZ, BYTES)
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(path))
    monkeypatch.setenv("SDL_DISKAUDIODELAY", "0")
    init_mixer()
    pygame.mixer.set_num_channels(16)
    yield end
    os.close(end)  # SDL's write fails, or the mixer would wait for it
    pygame.mixer.quit()


def wait_until_it_waits(pipe: int) -> None:
    """Let SDL's thread mix until it can write no more: the calls of a step are to fall between two buffers.

    Behind each buffer it sleeps for a moment, and mixes the next one then: it has to sleep in the middle of a write.
    """
    (thread,) = (path for path in Path("/proc/self/task").iterdir() if "SDLAudio" in (path / "comm").read_text())
    while True:
        unread = int.from_bytes(ioctl(pipe, FIONREAD, bytes(4)), "little")
        state = (thread / "stat").read_text().rpartition(")")[2].split()[0]
        call = (thread / "syscall").read_text().split()  # number and arguments: of a write the third is the length
        if unread >= BYTES and state == "S" and call[3:4] == [hex(BYTES)]:
            return
        os.sched_yield()


def recorded(pipe: int, steps: list[Step]) -> Samples:
    """What SDL makes of some steps: the mean of both sides, full scale 1."""
    raw = b""
    for at, step in enumerate(steps, 1):
        wait_until_it_waits(pipe)
        step(pygame.mixer)
        while len(raw) < at * STEP * BYTES:
            raw += os.read(pipe, at * STEP * BYTES - len(raw))
    both = np.frombuffer(raw, "<i2") / 32767
    return np.asarray((both[::2] + both[1::2]) / 2)


def faked(steps: list[Step], late: int) -> Samples:
    """What the mixer in virtual time makes of them, each so many buffers late."""
    mixer = FakeMixer()
    for at, step in enumerate(steps):
        mixer.run_until((at * STEP + late) * BUFFER * 10**9 // RATE)
        step(mixer)
    mixer.run_until(len(steps) * STEP * BUFFER * 10**9 // RATE)
    return np.asarray(np.sum(mixer.part(0, mixer.now + 1), axis=0))


def sound(mixer: Any, name: str, volume: float = 1.0) -> Any:
    """A file of the assets, as loud as that."""
    found = mixer.Sound(ASSETS / name)
    found.set_volume(volume)
    return found


def begin_loops(mixer: Any) -> None:
    """As a tune begins: each loop at its gain, all at once; a channel that begins has its full level."""
    for place, (layer, gain) in enumerate((("half", 0.5), ("beat", 0.25), ("kick", 1.0))):
        loop = sound(mixer, f"music/spit/{layer}.ogg", 0.5 * gain)
        mixer.Channel(place).play(loop, loops=-1)
        mixer.Channel(place).set_volume(gain)
        loop.set_volume(0.5)


def fade_loops(mixer: Any) -> None:
    """As the music is ducked."""
    for place, gain in enumerate((0.25, 0.0, 0.5)):
        mixer.Channel(place).set_volume(gain)


def play_effects(mixer: Any) -> None:
    """Two that end within the step, one of them from the left."""
    for place, (name, left, right) in enumerate((("click-1", 1.0, 0.25), ("deal-1", 0.5, 0.5)), 8):
        mixer.Channel(place).play(sound(mixer, f"sounds/{name}.ogg"))
        mixer.Channel(place).set_volume(left, right)


def play_again(mixer: Any) -> None:
    """Where one has ended: nothing of its gains is left."""
    mixer.Channel(8).play(sound(mixer, "sounds/turn-1.ogg"))


def say(mixer: Any) -> None:
    """A clip, in place of any other."""
    mixer.music.load(ASSETS / "voice" / "en" / "go-1.ogg")
    mixer.music.set_volume(0.75)
    mixer.music.play()


def stop_loop(mixer: Any) -> None:
    """One of the loops ends."""
    mixer.Channel(2).stop()


@pytest.mark.parametrize(
    "steps",
    [
        [begin_loops, fade_loops, stop_loop],
        [play_effects, play_again],
        [begin_loops, play_effects, say],
        [say, say],
    ],
    ids=lambda steps: "-".join(step.__name__ for step in steps),
)
def test_the_mixer_in_virtual_time_makes_what_sdl_makes(pipe: int, steps: list[Step]) -> None:
    """SDL's thread is ahead by whole buffers, by as many at each step, and takes all calls of a step together."""
    real = recorded(pipe, steps)
    assert np.max(np.abs(real)) > 0.05, "it is no silence"
    off = {late: float(np.max(np.abs(real - faked(steps, late)))) for late in range(LATE + 1)}
    assert min(off.values()) < EXACT, min(off.items(), key=lambda each: each[1])


def test_what_is_too_loud_is_cut_by_sdl_and_seen_by_the_mixer_in_virtual_time(pipe: int) -> None:
    def play_too_loud(mixer: Any) -> None:
        for place in range(8, 11):
            mixer.Channel(place).play(sound(mixer, "sounds/lot.0-1.ogg"))

    step: list[Step] = [play_too_loud, lambda _mixer: None, lambda _mixer: None, lambda _mixer: None]
    assert np.max(np.abs(recorded(pipe, step))) <= 32768 / 32767 < np.max(np.abs(faked(step, 0)))
