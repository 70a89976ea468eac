"""Moments of an evening as the loudspeakers get them: the program's own player on SDL's disk driver.

``python -m tools.sounds.recording FOLDER`` records a minute of the title, a close race of each game, a dead heat and a
result into FOLDER and prints a table, of which ``docs/sounds.md`` has the gist: the loudness and the true peak that
ffmpeg measures (EBU R128), onsets, silence, and how many onsets sound as the one before, of the effects alone; and what
the mixing takes of a core. The mixer takes its time, as a sound card does.
"""

import os
import re
import subprocess
import sys
import threading
import time
from array import array
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.log_lines import CommandLine, Entry, Update, contest_of
from engine.match import Match
from engine.panel import Command
from engine.units import S

if TYPE_CHECKING:
    from engine.setup import Setup

SEEDS: Final = range(1, 41)
"""The matches among which the closest race is looked for."""
BEFORE_NS: Final = 12 * S
"""How long a moment's recording begins before it."""
AFTER_S: Final = 6
"""How long it goes on behind it."""
TITLE_S: Final = 60
AT_ONCE: Final = 3
"""Recordings at a time: each takes its real time."""
FRAME: Final = 480
"""Samples of a frame in which an onset is looked for: 10 ms."""
ONSET: Final = 2.0
"""How much louder a frame with an onset is than the mean of the five before it."""
FLOOR: Final = 0.002
"""The root mean square below which there is silence: -54 dB of full scale."""
REST: Final = 8
"""Frames from one onset to the next at least."""
HEARD: Final = 60
"""The piece behind an onset that is compared, ms."""
SHIFT: Final = 48
"""By how many samples they may be apart: a millisecond."""
ALIKE: Final = 0.97
"""The correlation from which two pieces are the same waveform."""


class Loudness(NamedTuple):
    """Integrated loudness in LUFS, true peak in dB of full scale."""

    lufs: float
    peak_db: float


def loudness_of(recording: Path) -> Loudness:
    """Measure a recording with ffmpeg's filter ebur128. Raises FileNotFoundError where it is not installed."""
    raw = ["-f", "s16le", "-ar", "48000", "-ac", "2", "-i", str(recording)]
    command = ["ffmpeg", "-nostats", "-hide_banner", *raw, "-af", "ebur128=peak=true", "-f", "null", "-"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    summary = told.rpartition("Summary:")[2]
    figures = [float(found[1]) for found in re.finditer(r"(?:I|Peak):\s+(-?[\d.]+|-inf) ", summary)]
    return Loudness(figures[0], figures[-1])


# What is recorded


class Moment(NamedTuple):
    """A match with two fast bots, by its game and seed, and the time of what happens in it, ns; -1: nothing."""

    game: str
    seed: int
    at: int


def setup_of(game: str, seed: int) -> "Setup":
    """Return the set-up of a match of two fast bots by the game's first preset."""
    from cabinet.config.file import LoadedConfig
    from cabinet.config.schema import Config
    from cabinet.match.factory import MatchFactory
    from cabinet.match.request import MatchRequest

    factory = MatchFactory(LoadedConfig(Config(), None, ""), Path(), seed)
    return factory.setup(MatchRequest(game, "", ("bot:fast", "bot:fast")))


def match_of(game: str, seed: int) -> Match:
    """Return that match, which begins at 0."""
    from cabinet.match.factory import brains_of

    setup = setup_of(game, seed)
    return Match(setup, 0, brains_of(setup))


def played(match: Match, until: int) -> Iterator[tuple[int, Entry]]:
    """Yield a match's entries in virtual time, each with the moment at which it is known, up to `until` (ns)."""
    now = 0
    while match.outcome is None and (due := match.next_deadline()) is not None and due < until:
        now = max(now + 1, due)
        yield from ((now, entry) for entry in match.advance(now, now).entries)


def closest_race(game: str) -> Moment:
    """Return the closest race among some matches of a game; the end of the first where its bots never race."""
    races = []
    for seed in SEEDS:
        for now, entry in played(match_of(game, seed), 900 * S):
            contest = contest_of(entry)
            if contest is not None and not contest.dead_heat and now > BEFORE_NS:
                races.append((contest.margin_ns, Moment(game, seed, now)))
    return min(races)[1] if races else end_of(game)


def end_of(game: str) -> Moment:
    """Return the end of the first match of a game."""
    return Moment(game, SEEDS[0], max(now for now, _ in played(match_of(game, SEEDS[0]), 900 * S)))


def a_dead_heat() -> tuple[Entry, ...]:
    """Return the two lines of a dead heat, as a match would write them."""
    won = CommandLine(0, 1, Command("play", "8H", "seat1.hand3", "centre.0"), True, dead_heat=(0, 1), draw=1)
    lost = CommandLine(
        0, 0, Command("play", "8S", "seat0.hand3", "centre.0"), False, why="rank", beaten_by=1, margin_ns=40_000
    )
    return won, lost


# Recording


def record(
    game: str,
    seconds: float,
    recording: Path,
    seed: int = 7,
    begin: int = 0,
    dead_heat: float = -1,
    plain: bool = False,
) -> float:
    """Record a match between two fast bots, the configuration as delivered; return the mixing's share of a core.

    It begins at `begin` (ns of the match), with a `dead_heat` after so many s. ``title`` and ``result`` in place of a
    game are their tunes. Behind a match come its replay and its result. `plain`: the effects alone. Call it once in a
    process: SDL reads its environment when the mixer opens.
    """
    os.environ.update(SDL_AUDIODRIVER="disk", SDL_DISKAUDIOFILE=str(recording))
    from cabinet.audio.match_sounds import MatchSounds, Occasion
    from cabinet.audio.player import Levels, SoundPlayer  # pygame reads the environment that `record` has set
    from cabinet.config.schema import Config
    from cabinet.display.result.slow_motion import SLOW_NS
    from cabinet.scenes.result import LOOK_NS

    sound = Config().sound
    music, voice = (0, "off") if plain else (sound.music, sound.voice)
    levels = Levels(sound.volume, music, voice)
    player = SoundPlayer(levels)
    player.open(print)
    for thread in threading.enumerate():
        if thread.name == "sounds":
            thread.join()
    if game in ("title", "result"):
        player.play((f"music.{game}",))
        time.sleep(seconds)
        share = mixing_s() / seconds
        player.close()
        return share
    heard = MatchSounds(player.play, (), Occasion(game, game), tension=sound.tension)
    match = match_of(game, seed)
    updates = [] if begin else [Update(match.opening())]
    for _ in played(match, begin):
        pass
    zero = time.monotonic_ns() - begin
    heat, ended = begin + round(dead_heat * 1e9), -1
    while (now := time.monotonic_ns() - zero) < begin + seconds * 1e9:
        if match.outcome is None:
            updates.append(match.advance(now, now))
        if dead_heat >= 0 and heat <= now:
            updates, dead_heat = [*updates, Update(a_dead_heat())], -1
        for update in updates:
            heard.on_entries(update.entries)
        updates.clear()
        heard.on_table(match.table, now)
        if match.outcome is not None:
            ended = now if ended < 0 else ended
            heard.on_end("" if now < ended + LOOK_NS else "replay" if now < ended + LOOK_NS + SLOW_NS else "result")
        time.sleep(0.001)
    share = mixing_s() / seconds
    player.close()
    return share


def mixing_s() -> float:
    """Return the processor time of SDL's audio thread so far, s (proc_pid_stat(5), fields 14 and 15)."""
    tasks = [task for task in Path("/proc/self/task").iterdir() if (task / "comm").read_text().startswith("SDLAudio")]
    fields = [(task / "stat").read_text().rpartition(") ")[2].split() for task in tasks]
    return sum(int(field[11]) + int(field[12]) for field in fields) / os.sysconf("SC_CLK_TCK")


# Measuring


class Figures(NamedTuple):
    """What is measured of a recording: onsets, their share that sounds as the one before, the longest silence in s.

    The silence before the first sound is not counted: the mixer is open while the files are read.
    """

    onsets: int
    alike: float
    silence_s: float


def figures_of(recording: Path) -> Figures:
    """Measure a recording: raw samples of 16 bit, two channels, 48,000 Hz."""
    both = array("h", recording.read_bytes())
    mono = [(left + right) / 65_536 for left, right in zip(both[::2], both[1::2], strict=True)]
    starts = range(0, len(mono) - FRAME, FRAME)
    loud = [sqrt(product(frame, frame) / FRAME) for frame in (mono[at : at + FRAME] for at in starts)]
    onsets: list[int] = []
    for at in range(5, len(loud)):
        is_louder = loud[at] > FLOOR and loud[at] > ONSET * sum(loud[at - 5 : at]) / 5
        if is_louder and (not onsets or at - onsets[-1] >= REST):
            onsets.append(at)
    same = sum(is_alike(one, other) for one, other in pairwise(attack(mono, at * FRAME) for at in onsets))
    quiet = "".join(".#"[level >= FLOOR] for level in loud).lstrip(".").split("#")
    return Figures(len(onsets), same / max(1, len(onsets) - 1), max(map(len, quiet)) * FRAME / 48_000)


def product(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the scalar product of two pieces."""
    return sum(a * b for a, b in zip(one, other, strict=True))


def attack(mono: Sequence[float], at: int) -> Sequence[float]:
    """Return the piece behind an onset, from its first sample that is loud."""
    piece = [abs(sample) for sample in mono[at : at + FRAME]]
    first = at + next(place for place, sample in enumerate(piece) if sample > max(piece) / 4)
    return mono[first : first + HEARD * 48]


def is_alike(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether two pieces have the same waveform, whatever their loudness, within a millisecond."""
    size = min(len(one), len(other)) - 2 * SHIFT
    if size < SHIFT:
        return False
    middle = one[SHIFT : SHIFT + size]
    shifted = (other[shift : shift + size] for shift in range(0, 2 * SHIFT + 1, 2))
    scale = product(middle, middle)
    return any(product(middle, piece) > ALIKE * sqrt(scale * product(piece, piece)) for piece in shifted)


# The table


CODE: Final = (
    "import sys; from pathlib import Path; from tools.sounds.recording import record; "
    "g, s, p, seed, b, d, plain = sys.argv[1:]; "
    "print(record(g, float(s), Path(p), seed=int(seed), begin=int(b), dead_heat=float(d), plain=plain == 'True'))"
)


def run_all(runs: Sequence[tuple[str, float, Path, int, int, float, bool]]) -> float:
    """Make recordings, a few at a time, each in a process of its own; return the largest share that the mixing took."""
    waiting, running, shares = [*runs], list[tuple[Path, subprocess.Popen[str]]](), list[float]()
    while waiting or running:
        while waiting and len(running) < AT_ONCE:
            run = waiting.pop(0)
            command = [sys.executable, "-c", CODE, *map(str, run)]
            running.append((run[2], subprocess.Popen(command, stdout=subprocess.PIPE, text=True)))
        path, process = running.pop(0)
        told, _ = process.communicate()
        if process.returncode:
            raise SystemExit(f"the recording {path} failed")
        shares.append(float(told.splitlines()[-1]))
    return max(shares)


def main(folder: Path) -> None:
    """Record all moments and print their figures as a table."""
    from engine.games import GAMES

    folder.mkdir(parents=True, exist_ok=True)
    races = {game.info.id: closest_race(game.info.id) for game in GAMES}
    long = BEFORE_NS / 1e9 + AFTER_S
    moments: dict[str, tuple[str, float, int, int, float]] = {
        "a minute of the title": ("title", TITLE_S, 0, 0, -1.0),
        "a minute of a result's tune": ("result", TITLE_S, 0, 0, -1.0),
        **{
            f"a close race: {name}": (name, long, race.seed, max(0, race.at - BEFORE_NS), -1.0)
            for name, race in races.items()
        },
        "a dead heat": ("speed", long, SEEDS[0], 8 * S, 8.0),
    }
    end = end_of("speed")
    moments["a result"] = (end.game, long, end.seed, end.at - BEFORE_NS // 2, -1.0)
    paths = {name: folder / f"{name.replace(' ', '_').replace(':', '')}.raw" for name in moments}
    plain = {name: path.with_suffix(".plain.raw") for name, path in paths.items() if moments[name][0] in races}
    mixing = run_all(
        [
            (game, seconds, made[name], seed, begin, heat, made is plain)
            for made in (paths, plain)
            for name, (game, seconds, seed, begin, heat) in moments.items()
            if name in made
        ]
    )
    print("| moment | loudness, true peak | onsets | as the one before | longest silence |\n|---|---|---|---|---|")
    for name, path in paths.items():
        (lufs, peak_db), mixed = loudness_of(path), figures_of(path)
        alone = figures_of(plain[name]) if name in plain else None
        share = f"{round(100 * alone.alike)} % of {alone.onsets}" if alone else "–"
        print(f"| {name} | {lufs:.1f} LUFS, {peak_db:.1f} dB | {mixed.onsets} | {share} | {mixed.silence_s:.1f} s |")
    print(f"The mixing takes {mixing:.1%} of a core at most.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
