"""The commands of a replay, from a log's path to a window or a file."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pygame
from tqdm import tqdm

from cabinet.config.file import LoadedConfig
from cabinet.display.png import png
from cabinet.display.result.photo import Photo
from cabinet.errors import ReplayError
from cabinet.replay.film import Clip, frame_count, frames, part_clip, race_clip, write_mp4
from cabinet.replay.gif import pillow, write_gif
from cabinet.replay.reel import Reel
from cabinet.replay.show import Show, run
from cabinet.screens.photo_print import print_of
from cabinet.store.logs import read_log
from cabinet.strings.catalogue import word
from engine.log import read
from engine.log_replay import verify
from engine.units import S

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
    log = read(read_log(path))
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
    yield from tqdm(frames(reel, clip, fps), total=frame_count(clip, fps), unit="", disable=None)


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
