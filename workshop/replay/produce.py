"""The commands of a replay, from a log's path to a window or a file: a photo, or a film as MP4 or GIF.

A film is written frame by frame, so memory does not grow with its length. ffmpeg makes the MP4. Pillow draws the frames
of a GIF, but its own writer of films holds all of them in memory: here each is written when it has come, cut to the
part that differs from the one before.
"""

import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

import msgspec
import pygame
from tqdm import tqdm

from cabinet.config.file import LoadedConfig
from cabinet.display.png import png
from cabinet.display.result.photo import Photo
from cabinet.display.result.slow_motion import SLOW_NS
from cabinet.errors import ReplayError
from cabinet.match.story import RaceDetails
from cabinet.process.streams import printed_to
from cabinet.regular_file import read_named_file
from cabinet.screens.photo_print import print_of
from cabinet.store.logs import read_log
from cabinet.strings.catalogue import word
from engine.log import read
from engine.log_replay import verify
from engine.units import MS, S
from hardware.packages import install_line
from workshop.replay.reel import Reel
from workshop.replay.show import Show, run

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
        program,
        "-loglevel",
        "error",
        "-f",
        "rawvideo",
        "-pix_fmt",
        "rgb24",
        "-s",
        f"{size[0]}x{size[1]}",
        "-r",
        str(fps),
        "-i",
        "-",
        "-an",
        "-vf",
        "pad=ceil(iw/2)*2:ceil(ih/2)*2",
        "-pix_fmt",
        "yuv420p",
        "-movflags",
        "+faststart",
        "-f",
        "mp4",
        "-y",
        str(path),
    ]
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


HEADER: Final = b"GIF89a"
LOOP: Final = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
"""The application extension by which a film begins again at its end, for ever."""
TRAILER: Final = b"\x3b"
COLOURS: Final = 256


def pillow() -> Any:
    """Return Pillow's modules for images, their differences, and GIFs. Raises ReplayError if it is not installed."""
    try:
        from PIL import GifImagePlugin, Image, ImageChops  # noqa: PLC0415 - an extra
    except ImportError as problem:
        raise ReplayError(word("replay.no_pillow", line=install_line("film"))) from problem
    return Image, ImageChops, GifImagePlugin


def write_gif(path: Path, pictures: Iterable[pygame.Surface], size: tuple[int, int], fps: int) -> None:
    """Write a film. Raises ReplayError without Pillow, OSError where the disk does not take it."""
    image, chops, plugin = pillow()
    with path.open("wb") as file:
        file.write(HEADER + struct.pack("<2H3B", *size, 0x70, 0, 0) + LOOP)
        before, held, duration = None, None, 0
        for picture in pictures:
            frame = image.frombytes("RGB", size, pygame.image.tobytes(picture, "RGB"))
            box = (0, 0, *size) if before is None else chops.difference(frame, before).getbbox()
            before = frame
            if box is None:
                duration += 1000 // fps
                continue
            if held is not None:
                _write_gif(file, plugin, held, duration)
            held, duration = (frame.crop(box).quantize(COLOURS, dither=image.Dither.NONE), box[:2]), 1000 // fps
        if held is not None:
            _write_gif(file, plugin, held, duration)
        file.write(TRAILER)


def _write_gif(file: IO[bytes], plugin: Any, held: tuple[Any, tuple[int, int]], duration: int) -> None:
    frame, corner = held
    for block in plugin.getdata(frame, corner, duration=duration, disposal=1, include_color_table=True):
        file.write(block)


GIF_FPS: Final = 20
"""A GIF counts hundredths of a second: a film of it has 20 pictures a second, or 25, but not 30."""
MP4_FPS: Final = 30


class Part(NamedTuple):
    """The chosen part of a match: a race by number (0: the closest; None: none chosen), or seconds of the log."""

    race: int | None = None
    start_s: float | None = None
    end_s: float | None = None
    whole: bool = False


def load(path: Path, loaded: LoadedConfig, size: tuple[int, int]) -> Reel:
    """Return the reel of a log. Raises LogFileError, LogError, Divergence, ReplayError."""
    log = read(read_log(path, read_named_file))
    verify(log)
    return Reel(log, loaded, size)


def check_name(out: Path, ending: str) -> None:
    """Raise ReplayError for a file whose name has not the ending of its kind, which is also the kind's name."""
    if out.suffix.casefold() != ending:
        raise ReplayError(word("replay.ending", path=out, kind=ending[1:].upper(), ending=ending))


def check(part: Part, *, is_photo: bool) -> None:
    """Raise ReplayError for a part that contradicts itself, or that a photo does not have."""
    is_part = part.start_s is not None or part.end_s is not None or part.whole
    if is_part and (is_photo or part.race is not None):
        raise ReplayError(word("replay.one_part"))


def show(reel: Reel, part: Part) -> None:
    """Show a replay in a window, from the chosen part on. Raises NoDisplay and ReplayError."""
    window = Show(reel)
    if part != Part():
        reel.seek(clip_of(reel, part).start_ns)
    run(window)


def write_photo(reel: Reel, log: Path, out: Path, number: int, house: str = "") -> None:
    """Write the photo of a race, with the name of the house. Raises ReplayError."""
    race = reel.race(number)
    picture = Photo(reel.toolkit, print_of(race, reel.story, reel.log.setup, log, house)).picture
    _write(out, lambda: out.write_bytes(png(picture.get_size(), pygame.image.tobytes(picture, "RGB"))))


def write_film(reel: Reel, out: Path, part: Part, *, is_gif: bool) -> None:
    """Write a film of a part of the match. Raises ReplayError."""
    clip, fps = clip_of(reel, part), GIF_FPS if is_gif else MP4_FPS
    if is_gif:
        pillow()
    writer = write_gif if is_gif else write_mp4
    _write(out, lambda: writer(out, _watched(reel, clip, fps), reel.toolkit.size, fps))


def clip_of(reel: Reel, part: Part) -> Clip:
    """Return the clip of a part; without any choice that of the closest race, or the whole match if nobody raced."""
    if part.start_s is not None or part.end_s is not None or part.whole:
        start = round((part.start_s or 0) * S)
        return part_clip(reel, start, reel.end_ns if part.end_s is None else round(part.end_s * S))
    if part.race is None and not reel.story.races:
        return part_clip(reel, 0, reel.end_ns)
    return race_clip(reel, reel.race(part.race or 0))


def _watched(reel: Reel, clip: Clip, fps: int) -> Iterator[pygame.Surface]:
    """Yield the frames of a clip, with a progress bar on a terminal."""
    out = printed_to(sys.stderr)
    yield from tqdm(frames(reel, clip, fps), total=frame_count(clip, fps), unit="", disable=None, file=out)


def _write(out: Path, write: Callable[[], object]) -> None:
    """Write a file that does not exist yet; remove a part of it if that fails. Raises ReplayError."""
    if out.exists():
        raise ReplayError(word("replay.exists", path=out))
    try:
        write()
    except OSError as problem:
        out.unlink(missing_ok=True)
        raise ReplayError(word("replay.unwritable", path=out, reason=problem.strerror or problem)) from problem
    except BaseException:
        out.unlink(missing_ok=True)
        raise
