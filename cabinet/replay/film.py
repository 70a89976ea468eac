"""A film of a match or of one of its races, written frame by frame: memory does not grow with its length."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Final

import msgspec
import pygame

from cabinet.display.result.slow_motion import SLOW_NS
from cabinet.errors import ReplayError
from cabinet.match.story import RaceDetails
from cabinet.replay.reel import Reel
from cabinet.strings.catalogue import word
from engine.units import MS, S

LEAD_NS: Final = 2 * S
"""How long before a race its film begins."""
AFTER_NS: Final = 700 * MS
"""How long after the loser's press it goes on, before the slow motion."""
MOST_NS: Final = 3600 * S
"""The longest film."""
FFMPEG: Final = "ffmpeg"


class Clip(msgspec.Struct, frozen=True):
    """A part of a match, in ns of its log, and the race that is shown in slow motion after it, if any."""

    start_ns: int
    end_ns: int
    race: RaceDetails | None = None

    @property
    def length_ns(self) -> int:
        """The length of the film."""
        return self.end_ns - self.start_ns + (SLOW_NS if self.race is not None else 0)


def race_clip(reel: Reel, race: RaceDetails) -> Clip:
    """Return the clip of a race: the moments before it, the race, and its slow motion."""
    end = min(reel.end_ns, max(race.won_ns, race.lost_ns) + AFTER_NS)
    return Clip(max(0, race.won_ns - LEAD_NS), end, race)


def part_clip(reel: Reel, start_ns: int, end_ns: int) -> Clip:
    """Return the clip between two moments. Raises ReplayError if it is empty, outside the log or too long."""
    end_ns = min(end_ns, reel.end_ns)
    if not 0 <= start_ns < end_ns:
        raise ReplayError(word("replay.no_part", seconds=f"{reel.end_ns / S:.1f}"))
    if end_ns - start_ns > MOST_NS:
        raise ReplayError(word("replay.too_long", minutes=MOST_NS // (60 * S)))
    return Clip(start_ns, end_ns)


def frames(reel: Reel, clip: Clip, fps: int) -> Iterator[pygame.Surface]:
    """Yield the pictures of a clip, `fps` a second; each is the same surface, drawn on again."""
    screen = pygame.Surface(reel.toolkit.size, depth=24)
    reel.seek(clip.start_ns)
    step = S // fps
    for number in range(frame_count(clip, fps)):
        at = clip.start_ns + number * step
        if at <= clip.end_ns:
            reel.advance(at)
            reel.draw(screen, everything=number == 0)
        else:
            if at - step <= clip.end_ns and clip.race is not None:
                reel.run_again(clip.race, at)
            reel.views.draw([screen], at, everything=False)
        yield screen
    reel.views.go_on(reel.match, reel.now_ns)


def frame_count(clip: Clip, fps: int) -> int:
    """Return the number of pictures of a clip."""
    return max(1, clip.length_ns * fps // S)


def write_mp4(path: Path, pictures: Iterable[pygame.Surface], size: tuple[int, int], fps: int) -> None:
    """Write a film by ffmpeg. Raises ReplayError if it is not installed or fails."""
    program = shutil.which(FFMPEG)
    if program is None:
        raise ReplayError(word("replay.no_ffmpeg"))
    command = [
        program, "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{size[0]}x{size[1]}",
        "-r", str(fps), "-i", "-", "-an", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p",
        "-movflags", "+faststart", "-f", "mp4", "-y", str(path),
    ]  # fmt: skip
    with tempfile.TemporaryFile() as complaints:
        encoder = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=complaints)
        assert encoder.stdin is not None, "it was asked for"
        try:
            _feed(encoder.stdin, pictures)
        finally:
            code = encoder.wait()
        complaints.seek(0)
        said = complaints.read().decode(errors="replace").strip().splitlines()
    if code:
        raise ReplayError(word("replay.ffmpeg_failed", code=code, reason=said[-1] if said else "-"))


def _feed(pipe: IO[bytes], pictures: Iterable[pygame.Surface]) -> None:
    """Write every picture to the encoder; stop where it has ended, because its exit code gives the reason."""
    try:
        with pipe:
            for picture in pictures:
                pipe.write(pygame.image.tobytes(picture, "RGB"))
    except BrokenPipeError:
        return
