"""A film of an evening in a real window, with its sound: a title, three matches of which each ends in a race, a rest.
Behind it comes a table of all that was said, with how far each line is above the rest.

The hands are a robot's. The cards are known by the seed, so all taps are planned: at the pace of people, with wrong
cards between them in the second match, and the last card of each match is played by both seats, a few ms apart.
"""

import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import log10
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from cabinet.audio.music import RATE
from cabinet.audio.player import LANGUAGE
from engine.match import Match
from engine.panel import ACTION, CARDS, Press
from engine.setup import Setup, seats_of
from engine.units import MS
from tests.cabinet.audio.mixed import BAND_HZ, Samples, read_left
from tests.cabinet.test_in_a_window import (
    AMBER,
    BLUE,
    KEYS,
    X_NAMES,
    Robot,
    arguments_for,
    environ_for,
    lines_of,
    started,
)
from tests.cabinet.xserver import x_server
from tools.vm.rig.player import GAP_NS, HOLD_NS, own_moves, own_moves_in

SEED: Final = 52
"""A deal of Speed in which each seat comes to its last card, and both fit the same pile."""
OPTIONS: Final = {"best_of": 1, "countdown": 3}
CONFIG: Final = """
[display]
size = [800, 480]
attract_s = 20
[match]
game = "speed"
opponent = "person"
[options.speed]
best_of = 1
countdown = 3
"""
SIZE: Final = "800x480"
FPS: Final = 12
BYTES_S: Final = 48_000 * 4
"""What SDL's disk driver writes in a second: 16 bit, two channels."""
MARGIN_S: Final = 0.0087
"""From one last card to the other: more than the 8 ms within which a keyboard's presses are a dead heat."""
PACES: Final = ((1.2, 0.0), (1.9, 0.3), (1.5, 0.1))
"""Of each match the mean time from card to card, s, and the share of the cards before which a wrong one is pressed."""
REST_S: Final = 1.2
"""How long a wrong card is regretted: longer than it locks its seat."""
COARSE: Final = 4
"""Of so many samples of the sound one is looked at: 12,000 a second hold the band of speech."""
BLOCK: Final = 1 << 17
"""So many of those are looked through at once."""
HEAD_S: Final = 0.35
"""How much of a clip is looked for: it may be cut."""
ALIKE: Final = 0.7
"""The correlation from which a clip is heard."""
PIECE_S: Final = 0.1
CUT: Final = 0.4
"""A piece of a clip whose level falls below this part of the first one's is not heard: the clip was cut."""


class Play(NamedTuple):
    """A card that a seat plays: its buttons, one that plays a wrong card before ("" for none), and after how many of
    the game's own moves."""

    seat: int
    buttons: Sequence[str]
    wrong: str
    after: int


class Race(NamedTuple):
    """The last card of each seat: the winner's place, and the loser's."""

    first: tuple[int, str]
    second: tuple[int, str]


class Course(NamedTuple):
    """The cards of a match before the last one, and the race for it."""

    plays: Sequence[Play]
    race: Race


def course_of(setup: Setup) -> Course:
    """Plan a match of Speed that ends in a race for a pile. Raises LookupError where the deal comes to none."""
    match, now, plays = Match(setup), 0, list[Play]()
    entries = list(match.opening())

    def tap(seat: int, button: str) -> None:
        nonlocal now
        for pressed in (True, False):
            press = Press(seat, button, pressed, now + HOLD_NS * (not pressed), "film")
            entries.extend(match.handle(press).entries)
        now += GAP_NS
        entries.extend(match.advance(now).entries)

    while match.outcome is None:
        if match.table.phase == "ready":
            tap(AMBER, ACTION)
            tap(BLUE, ACTION)
        legal = {seat: [each for each in match.legal(seat) if each.do == "play"] for seat in (AMBER, BLUE)}
        ways = {seat: match.game.presses_for(match.table, seat, each[0]) for seat, each in legal.items() if each}
        are_last = len(ways) == 2 and {cards_left(match, seat) for seat in ways} == {1}
        if are_last and legal[AMBER][0].to == legal[BLUE][0].to:
            return Course(plays, Race((AMBER, ways[AMBER][0]), (BLUE, ways[BLUE][0])))
        if not ways:
            due = match.next_deadline()
            now = max(now + MS, now if due is None else due)
            entries.extend(match.advance(now).entries)
            continue
        seat = len(plays) % 2 if len(plays) % 2 in ways else min(ways)
        fits = {each.source for each in legal[seat]}
        wrong = [card for card in CARDS if f"seat{seat}.hand{card[-1]}" not in fits]
        plays.append(Play(seat, ways[seat], wrong[0] if wrong else "", own_moves(entries)))
        for button in ways[seat]:
            tap(seat, button)
    raise LookupError(f"the deal of seed {setup.seed} comes to no last card of both for one pile")


def cards_left(match: Match, seat: int) -> int:
    """Return how many cards a seat has to be rid of."""
    return sum(len(cards) for zone, cards in match.table.zones.items() if zone.startswith(f"seat{seat}."))


@dataclass
class Film:
    """The robot at the window, and when what happened, s of the film."""

    robot: Robot
    environ: Mapping[str, str]
    course: Course
    begun: float
    chance: Random = field(default_factory=lambda: Random(1))

    def note(self, what: str) -> None:
        """Print what happens now."""
        sys.stdout.write(f"{time.monotonic() - self.begun:7.1f} {what}\n")
        sys.stdout.flush()

    def press(self, what: str, place: tuple[int, str], then_s: float) -> None:
        """Press a button, and wait."""
        self.note(what)
        self.robot.press(place)
        rest(then_s)

    def type(self, what: str, *keys: str) -> None:
        """Type keys, and wait a moment."""
        self.note(what)
        self.robot.key(*keys)
        rest(1.5)

    def match(self, number: int) -> None:
        """Play the match of that number, from 1, to its outcome: each card again until it lies."""
        pace_s, wrong = PACES[number - 1]
        log = self.robot.log(number)
        self.note(f"match {number} begins")
        for lies, play in enumerate(self.course.plays):
            self.robot.wait_for(partial(has_moved, play.after), log, f"move {play.after} of the game")
            rest(pace_s * self.chance.uniform(0.5, 1.5))
            if play.wrong and self.chance.random() < wrong:
                self.press(f"a wrong card of seat {play.seat}", (play.seat, play.wrong), REST_S)
            while played(log) == lies:
                self.robot.press(*((play.seat, button) for button in play.buttons))
                rest(REST_S)
        rest(pace_s)
        self._race()
        self.robot.wait_for(lambda lines: bool(lines) and "outcome" in lines[-1], log, "the outcome")
        self.note(f"the outcome of match {number}, its races (ms): {margins(log)}")

    def _race(self) -> None:
        race = self.course.race
        one, other = (X_NAMES.get(KEYS[place], KEYS[place]) for place in (race.first, race.second))
        at_once = ("--delay", "0")  # xdotool rests 12 ms behind a key
        down = ["keydown", *at_once, one, "sleep", str(MARGIN_S), "keydown", *at_once, other]
        words = [*down, "sleep", "0.08", "keyup", one, "keyup", other]
        subprocess.run(["xdotool", *words], env={**self.environ}, check=True)

    def evening(self) -> None:
        """An evening: two guests, their revenge, a third who joins with a name, and nobody."""
        self.robot.find_windows(1)
        self.note("the title")
        rest(34)  # it shows bots after 20 s
        self.press("AMBER sits down", (AMBER, ACTION), 4)
        self.press("BLUE sits down", (BLUE, ACTION), 0)
        self.match(1)
        rest(22)
        self.press("AMBER wants revenge", (AMBER, ACTION), 2)
        self.press("BLUE does", (BLUE, ACTION), 0)
        self.match(2)
        rest(22)
        self.press("a third joins", (AMBER, CARDS[0]), 2.5)
        self.type("CLO, whose letters are buttons of a seat", "c", "l", "o", "Return")
        self.type("the two are MIA", "m", "i", "a", "Tab")
        self.type("and BEN", "b", "e", "n", "Return")
        self.type("they are all", "Return")
        rest(3)
        self.press("MIA sits down", (AMBER, ACTION), 2)
        self.press("CLO too, who has never played, and learns", (BLUE, ACTION), 8)
        self.press("that is enough", (BLUE, CARDS[4]), 0)
        self.match(3)
        rest(20)
        self.press("the next call", (AMBER, ACTION), 6)
        self.press("they leave", (AMBER, CARDS[4]), 2)
        self.note("nobody is there")
        rest(100)


class Said(NamedTuple):
    """A clip in a recording: when it begins and how long it is heard, s, and how far it is above the rest between 300
    Hz and 4 kHz, dB."""

    at: float
    take: str
    length: float
    above_db: float


def said_in(recording: Path) -> Sequence[Said]:
    """Find each take of the announcer in a recording (raw, 16 bit, two channels) by correlation, in order."""
    both = np.fromfile(recording, "<i2").reshape(-1, 2)
    sound = speech(both.mean(axis=1, dtype=np.float32))
    head = round(HEAD_S * RATE / COARSE)
    starts = range(0, len(sound) - head, BLOCK - head)
    blocks = [np.pad(part, (0, BLOCK - len(part))) for part in (sound[at : at + BLOCK] for at in starts)]
    spectra = [np.fft.rfft(block) for block in blocks]
    energy = np.concatenate([[0.0], np.cumsum(sound.astype(np.float64) ** 2)])
    around = np.sqrt(np.maximum(energy[head:] - energy[:-head], 1.0))
    said = list[Said]()
    for take, left in read_left(f"voice/{LANGUAGE}").items():
        clip = speech(np.pad(left.astype(np.float32), (0, COARSE * head)))
        wanted = np.conj(np.fft.rfft(clip[:head], BLOCK))
        found = np.concatenate([np.fft.irfft(each * wanted)[: BLOCK - head] for each in spectra])[: len(around)]
        alike = found / around[: len(found)] / np.linalg.norm(clip[:head])
        while alike[at := int(np.argmax(alike))] > ALIKE:
            said.append(level_of(take, clip[: len(left) // COARSE], sound, at))
            alike[max(0, at - head) : at + head] = 0
    return sorted(said)


def speech(samples: Samples) -> Samples:
    """Return the band of speech of samples, fewer a second."""
    shape = np.sinc(np.arange(-8, 8 + 1 / COARSE, 1 / COARSE)) * np.hanning(16 * COARSE + 1)
    coarse = np.convolve(samples, (shape / shape.sum()).astype(np.float32), "same")[::COARSE]
    spectrum, hertz = np.fft.rfft(coarse), np.fft.rfftfreq(len(coarse), COARSE / RATE)
    spectrum[(hertz < BAND_HZ[0]) | (hertz > BAND_HZ[1])] = 0
    return np.fft.irfft(spectrum, len(coarse)).astype(np.float32)


def level_of(take: str, clip: Samples, sound: Samples, at: int) -> Said:
    """Measure a clip that begins at a sample of a sound, as far as it is heard; the rest is what is left without it."""
    size = round(PIECE_S * RATE / COARSE)
    heard, first, whole = 0, 0.0, float(clip @ clip)
    for begin in range(0, len(clip), size):
        piece = clip[begin : begin + size]
        there = sound[at + begin : at + begin + len(piece)]
        own = float(piece @ piece)
        gain = float(piece[: len(there)] @ there) / max(own, 1.0)
        first = first or gain
        if own > whole / 1000 and gain < CUT * first:
            break
        heard = begin + len(piece)
    clip, there = clip[:heard], sound[at : at + heard]
    clip = clip[: len(there)]
    voice = clip * (clip @ there / (clip @ clip))
    others = there - voice
    above = 10 * log10(float(voice @ voice) / max(float(others @ others), 1.0))
    return Said(at * COARSE / RATE, take, heard * COARSE / RATE, above)


def rest(seconds: float) -> None:
    """Let the film go on: it takes its real time."""
    threading.Event().wait(seconds)


def has_moved(moves: int, lines: Sequence[dict[str, Any]]) -> bool:
    """Return whether the game has made so many moves of its own by the lines of a log."""
    return own_moves_in(lines) >= moves


def played(log: Path) -> int:
    """Return how many cards lie by a log."""
    return sum(bool(line.get("do") == "play" and line["ok"]) for line in lines_of(log))


def margins(log: Path) -> Sequence[float]:
    """Return the margins of the races in a log, ms."""
    return [line["margin_ns"] / MS for line in lines_of(log) if line.get("margin_ns")]


def film_an_evening(folder: Path) -> Path:
    """Film the evening; return the film. Its title, pages and sounds are those of the program as it is delivered."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    silent, sound, film = folder / "silent.mkv", folder / "sound.raw", folder / "film.mkv"
    course = course_of(Setup("speed", OPTIONS, seats_of("human", "human"), SEED, "speed"))
    with x_server(size=SIZE) as display:
        environ = environ_for(display, folder) | {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(sound)}
        grabbed = ["-f", "x11grab", "-framerate", str(FPS), "-video_size", SIZE, "-i", display]
        coded = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "22", str(silent)]
        camera = subprocess.Popen(["ffmpeg", "-loglevel", "error", "-y", *grabbed, *coded], stdin=subprocess.PIPE)
        begun = time.monotonic()
        arguments = [*arguments_for(CONFIG, folder)[:-1], str(SEED)]
        with started(arguments, environ) as program:
            while not sound.exists() or not sound.stat().st_size:
                rest(0.01)
            heard = time.monotonic()
            Film(Robot(environ, folder / "photofinish" / "matches"), environ, course, begun).evening()
            pace = sound.stat().st_size / BYTES_S / (time.monotonic() - heard)
            camera.communicate(b"q")
            Robot(environ, folder).key("Escape")
            program.communicate(timeout=20)
    raw = ["-f", "s16le", "-ar", "48000", "-ac", "2", "-itsoffset", f"{heard - begun:.3f}", "-i", str(sound)]
    joined = ["-map", "0:v", "-map", "1:a", "-c:v", "copy", "-af", f"atempo={pace:.5f}", "-c:a", "flac"]
    subprocess.run(["ffmpeg", "-loglevel", "error", "-y", "-i", str(silent), *raw, *joined, str(film)], check=True)
    silent.unlink()
    sys.stdout.write(f"{film}: the sound came at {pace:.3f} of its pace\n")
    for said in said_in(sound):
        when = heard - begun + said.at / pace
        sys.stdout.write(f"{when:7.1f} {said.take:18} {said.length:.2f} s, {said.above_db:.1f} dB above the rest\n")
    return film
