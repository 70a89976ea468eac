"""The longest stretch of the program's work between two looks at its buttons, on each page: a press waits that long.

The real program goes through all its pages in virtual time, with a window that advances a virtual clock instead of
waiting, and people who press its buttons: each game at the title, in its lessons, getting ready, at the table, its
result; the menu, names, the operator's page and the attract scene; each format of an evening, a match that was cut off,
and the faults of the card's file, each with a program of its own. A stretch is the processor time of one round of the
main loop, which reads the window and the sources in each. `python -m tools.bench.stretches 800x480 facing` prints one
tour, and first the lines about its longest stretch and its memory; with `--evening` each game is played for minutes and
in larger steps, and the memory alone is of interest.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from time import thread_time
from typing import Final, NamedTuple

import msgspec

from cabinet.app import Cabinet, Installation, Start
from cabinet.card.report import CardFault, CardReport
from cabinet.config.file import LoadedConfig, parse_config
from cabinet.config.schema import Config
from cabinet.input.sources import Sources, key_map
from cabinet.match.factory import MatchFactory
from cabinet.match.request import MatchRequest
from cabinet.process import gc_tuning
from cabinet.process.notify import Notifier
from cabinet.scenes.match import MatchScene
from cabinet.screens.window import Reading, Window
from cabinet.store.store import DiskStore
from engine.games import GAMES
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT
from engine.units import MS, S
from hardware.clock import FakeClock
from hardware.keyboard import KeyboardSource
from tools.bench.report import Bench, Row, memory_mb, percentile

# The program in virtual time

BEGINS_NS: Final = 1000 * S
AMBER, BLUE = 0, 1
PRESS_NS: Final = 60 * MS
"""The time from press to release."""
LOOK_NS: Final = 400 * MS
"""The time from a release to the guest's next press."""
HOLD_NS: Final = 6 * S
"""How long the guests hold ACTION: longer than the operator's page requires (`cabinet.scenes.title`)."""
MENU_NS: Final = 41 * S
"""The time after which a menu that nobody touches leads back to the title."""
MOST_PRESSES: Final = 60
"""How often guests press for a page before they give up."""

Feed = Callable[[int, str, bool], None]
"""Presses (True) or releases a button of a seat, now."""


class VirtualWindow(Window):
    """The program's window; `wait` advances the clock by at least a step instead of sleeping."""

    def __init__(self, config: Config, keyboard: KeyboardSource, clock: FakeClock, step_ns: int) -> None:
        super().__init__(config.display.size, fullscreen=False, keyboard=keyboard)
        self._clock = clock
        self._step_ns = step_ns
        self.plan: Iterator[int] = iter(())
        """The guests' actions; each item is how long they wait after one (ns). The program ends with the last."""
        self.stretch: Callable[[float], None] = lambda _seconds: None
        """Called with the processor time of each round of the program (s)."""
        self._since: float | None = None
        self._is_over = False
        self._acts_at = BEGINS_NS + S

    def wait(self, milliseconds: int) -> None:
        """Advance the clock by the program's sleep, or by a step if that is longer."""
        self._end_stretch()
        self._clock.advance(max(milliseconds * MS, self._step_ns))
        self._since = thread_time()

    def _end_stretch(self) -> None:
        if self._since is not None:  # not the work before the first round
            self.stretch(thread_time() - self._since)

    def read(self, now: int) -> Reading:
        """Do the guests' actions that are due, then read as the program's window does."""
        self._end_stretch()
        while now >= self._acts_at and not self._is_over:
            pause = next(self.plan, None)
            self._is_over = pause is None
            self._acts_at = max(now, self._acts_at + (pause or 0))
            if pause:
                break
        reading = super().read(now)
        self._since = thread_time()
        return Reading(reading.quits or self._is_over, reading.exposed)


class Guests:
    """People at the cabinet. They follow the scene on top."""

    def __init__(self, feed: Feed, top: Callable[[], object], clock: Callable[[], int], games: int, seed: int) -> None:
        """`top` returns the scene on top. The title has `games` games."""
        self.is_flat = False
        """Whether the table lies flat: the far seat's LEFT is the screen's RIGHT then."""
        self.feed = feed
        self._top = top
        self.clock = clock
        self.games = games
        self.random = Random(seed)

    def scene(self) -> str:
        """Return the name of the scene on top."""
        return type(self._top()).__name__

    def way_to_play(self) -> tuple[int, Sequence[str]] | None:
        """Return a seat that can play a card in the match on top, and the buttons for it; None where nobody can."""
        top = self._top()
        if not isinstance(top, MatchScene) or top.session is None or top.session.match.outcome is not None:
            return None
        match = top.session.match
        for seat in (AMBER, BLUE):
            for command in match.legal(seat):
                if command.do == "play":
                    return seat, match.game.presses_for(match.table, seat, command)
        return None

    def has_ended(self) -> bool:
        """Return whether the match on top has an outcome."""
        top = self._top()
        return isinstance(top, MatchScene) and top.session is not None and top.session.match.outcome is not None

    def operate(self) -> Iterator[int]:
        """Open the operator's page and press buttons in every part of it."""
        yield from self.come_to("Title", CARDS[4])
        for pressed in (True, False):
            for seat in (AMBER, BLUE):
                self.feed(seat, ACTION, pressed)
            yield HOLD_NS
        for part in (0, 2, 3):
            yield from self.tap(CARDS[part])
            yield 5 * S
            for _ in range(6):
                yield from self.tap(RIGHT)
        yield from self.tap(CARDS[1])
        for button in BUTTONS:
            yield from self.tap(button)
        yield 30 * S
        for pressed in (True, False):  # held, CARD5 ends the test of the buttons
            self.feed(AMBER, CARDS[4], pressed)
            yield HOLD_NS

    # Pressing

    def come_to(self, scene: str, button: str) -> Iterator[int]:
        """Press, 2 s apart, until a scene is on top. Raises SystemExit where `MOST_PRESSES` do not lead there."""
        for _ in range(MOST_PRESSES):
            if self.scene() == scene:
                return
            if scene == "Title" and self.scene() == "Choice":
                yield MENU_NS
                continue
            yield from self.tap(LEFT if self.scene() == "MatchScene" else button)
            yield 2 * S
        raise SystemExit(self.waited_for(scene))

    def leave(self, scene: str, button: str, seat: int = AMBER) -> Iterator[int]:
        """Press, 2 s apart, as long as a scene is on top. Raises SystemExit where `MOST_PRESSES` do not end it."""
        for _ in range(MOST_PRESSES):
            if self.scene() != scene:
                return
            yield from self.tap(button, seat)
            yield 2 * S
        raise SystemExit(self.waited_for(f"the end of {scene}"))

    def waited_for(self, what: str) -> str:
        """Return the sentence about guests who waited for something in vain."""
        seconds = (self.clock() - BEGINS_NS) / S
        return f"the guests waited for {what} in vain: {self.scene()} is on top {seconds:.0f} s after the beginning"

    def tap(self, button: str, seat: int = AMBER) -> Iterator[int]:
        """Press a button and release it."""
        self.feed(seat, button, True)
        yield PRESS_NS
        self.feed(seat, button, False)
        yield LOOK_NS


def keys_of(seats: Mapping[int, Mapping[str, str]]) -> Mapping[tuple[int, str], str]:
    """Return (seat, button) -> key."""
    return {(seat, button): key for seat, keys in seats.items() for button, key in keys.items()}


def run(
    folder: Path,
    config: str,
    step_ms: int,
    plan: Callable[[Guests], Iterator[int]],
    stretch: Callable[[str, int, float], None] = lambda _scene, _now, _seconds: None,
    card: CardReport | None = None,
) -> Guests:
    """Run the program with its data in `folder` until the plan is over; return the guests.

    `plan` is what the guests do; each item is how long they wait (ns). A round of the program's loop takes at least
    `step_ms` of virtual time. `stretch` is called with the scene on top, the virtual time (ns) and the processor time
    of each round (s).
    `card` is the look at the card's file.
    """
    loaded = LoadedConfig(parse_config(config), None, "")
    MatchFactory(loaded, folder).screens()  # as `cabinet.app.play` does before it opens the window: it makes all games
    clock = FakeClock(BEGINS_NS)
    keyboard = KeyboardSource(list(map(str, key_map(loaded.config.input))))
    window = VirtualWindow(loaded.config, keyboard, clock, step_ms * MS)
    store = DiskStore(folder, logs_bytes=loaded.config.data.logs_bytes)
    place = Installation(card=card or CardReport())
    cabinet = Cabinet(loaded, folder, Sources(None, keyboard), window, store, Notifier({}), clock, place)
    seats = msgspec.to_builtins(loaded.config.input.keys)
    keys = keys_of({seat: seats[f"seat{seat}"] for seat in (0, 1)})
    guests = Guests(
        lambda seat, button, pressed: keyboard.feed(keys[seat, button], pressed, clock()),
        lambda: cabinet._stack.top,
        clock,
        len(GAMES),
        seed=1,
    )
    guests.is_flat = loaded.config.display.cocktail
    window.plan = plan(guests)
    window.stretch = lambda seconds: stretch(type(cabinet._stack.top).__name__, clock(), seconds)
    try:
        cabinet.run(Start(seed=1))
    finally:
        store.close()
        window.close()
    return guests


def without_a_screen() -> None:
    """Select SDL's dummy drivers: every pixel is drawn in memory and none is shown; no sound is played."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"


# The tours

SIZES: Final = ("800x480", "1280x720")
WAYS: Final = ("facing", "beside", "cocktail")
"""The layouts, and the first of them on a table that lies flat."""
MOST_MS: Final = 8.0
RUNS: Final = 3
"""How often a tour is made at most. One whose pages all keep to `MOST_MS` is made once: other load makes a stretch
longer, never shorter."""
MOMENT_NS: Final = 4 * S
"""Where a tour is made again, the lesser of its longest stretches counts for each moment of this length: people do the
same at the same virtual time, and the processor time of a round has the pauses of a machine's host in it. (A loop of 31
us was charged with up to 4.8 ms, 12 times in 15 s.)"""
CONFIG: Final = """
[display]
size = [{width}, {height}]
layout = "{layout}"
cocktail = {cocktail}
attract_s = 20
[options.speed]
best_of = 1
"""
STEP_MS: Final = 8
PLAY_NS: Final = 12 * S
"""How long each game is played."""
EVENING_STEP_MS: Final = 200
EVENING_PLAY_NS: Final = 120 * S
MOST_MB: Final = {"800x480": 160, "1280x720": 200}
"""The bound of the resident memory in an evening: a tenth above what it takes, so that an unbounded cache shows."""
MATCH_NS: Final = 300 * S
"""A match that nobody plays on has ended by then."""
NAMES: Final = 5
EVENING_NS: Final = 1500 * S
"""The longest evening."""
MOST_CALLS: Final = 4
"""How many calls of a list without an end are answered."""
CALLS: Final = frozenset({"WinnerStaysScene", "TournamentCall", "PartyScene"})
BEGINNINGS: Final = frozenset({"Choice", "EveningSetup"})
"""The scenes of an evening's beginning: there again, it is over."""
PLANTED_NS: Final = 120 * S
FAULTS: Final = CardReport(tuple(CardFault(line, "display.size", "a size has two numbers") for line in range(1, 12)))
"""More than a page holds."""


COMPILED: Final = ("engine", "hardware", "cabinet", "workshop", "tools/bench")
"""An installed program finds its modules compiled: without, an import takes ten times as long."""


class Memory(NamedTuple):
    """The resident memory of a tour, MB: its peak up to the end of the first match, its peak, and in the end."""

    first_match: float
    peak: float
    end: float


class Tour:
    """People who look at every page and play each game for `play_ns`. `memory` is what all of it took, in the end."""

    def __init__(self, guests: Guests, play_ns: int = PLAY_NS) -> None:
        self._guests = guests
        self._play_ns = play_ns
        self.memory = Memory(0, 0, 0)
        self._tap = guests.tap
        self._come_to = guests.come_to

    def memory_at_its_end(self, named: str) -> Memory:
        """Return the memory of the whole tour. Raises SystemExit, with a sentence, for one that stopped before its end:
        it has no figure."""
        if not self.memory.end:
            raise SystemExit(f"the tour {named} stopped before its end; its figures would be those of no evening")
        return self.memory

    def pages(self) -> Iterator[int]:
        """Go through the pages; yield how long to wait before the next step (ns)."""
        first_match = 0.0
        for game in range(self._guests.games):
            yield from self._title(game)
            yield from self._learn_at_the_title()
            yield from self._take_names(game)
            yield from self._match(game)
            first_match = memory_mb("VmHWM") if game == 0 else first_match
        yield from self._title(1)
        yield from self._whole_match()
        yield from self._menu()
        yield from self._title(0)
        yield from self._guests.operate()
        yield from self._title(0)
        yield 240 * S
        self.memory = Memory(first_match, memory_mb("VmHWM"), memory_mb("VmRSS"))

    def _title(self, game: int) -> Iterator[int]:
        """Offer a game at the title; a press of the one on offer leads to its records, and back."""
        yield from self._come_to("Title", CARDS[4])
        yield from self._tap(CARDS[game])
        yield S
        yield from self._come_to("Title", CARDS[4])

    def _learn_at_the_title(self) -> Iterator[int]:
        for _ in range(4):
            yield from self._tap(LEFT)
            yield 4 * S
        yield from self._come_to("Title", CARDS[4])

    def _take_names(self, game: int) -> Iterator[int]:
        yield from self._title(game)
        yield from self._tap(ACTION)
        yield from self._tap(LEFT)
        yield from self._tap(RIGHT)
        for letter in (0, 1, 2, 0, 1):
            yield from self._tap(CARDS[letter])
            yield S
        yield from self._come_to("Title", CARDS[4])

    def _match(self, game: int) -> Iterator[int]:
        """Wait for the other seat, play, pause, look at the lessons, leave."""
        yield from self._title(game)
        yield from self._tap(ACTION)
        yield 3 * S
        yield from self._tap(ACTION, BLUE)
        yield from self._press_for(self._play_ns)
        yield from self._pause()
        yield from self._tap(RIGHT)
        yield 4 * S
        yield from self._tap(CARDS[4])
        yield 2 * S
        yield from self._come_to("Title", CARDS[4])

    def _pause(self) -> Iterator[int]:
        for pressed in (True, False):
            for button in (CARDS[0], CARDS[4], ACTION):
                self._guests.feed(AMBER, button, pressed)
            yield 3 * S

    def _press_for(self, ns: int) -> Iterator[int]:
        ends = self._guests.clock() + ns
        while self._guests.clock() < ends:
            yield from self._tap(self._guests.random.choice(BUTTONS), self._guests.random.choice((AMBER, BLUE)))

    def _whole_match(self) -> Iterator[int]:
        """Play a match to its end, see its result, begin the revenge, and leave it."""
        for seat in (AMBER, BLUE):
            yield from self._tap(ACTION, seat)
            yield 2 * S
        ends = self._guests.clock() + MATCH_NS
        while self._guests.scene() != "MatchScene" or not self._guests.has_ended():
            yield from self._play_on(ends)
        yield 20 * S
        for seat in (AMBER, BLUE):
            yield from self._tap(ACTION, seat)
        yield 10 * S
        yield from self._pause()
        yield from self._come_to("Title", CARDS[4])

    def _menu(self) -> Iterator[int]:
        for game in range(self._guests.games):
            yield from self._title(game)
            yield from self._tap(RIGHT)
            yield from self._tap(CARDS[0])
            for button in (RIGHT, LEFT, RIGHT, ACTION, RIGHT, ACTION):
                yield from self._tap(button)
                yield S
            yield 42 * S

    def evening(self, form: int) -> Iterator[int]:
        """Take names for an evening of the format at that place, begin it, and see it to its last page.

        Whoever is called first looks at every page of the call, and comes when they are called again. Each match is
        played to its end: a tournament comes to its champion, a party to its winner, and of a list without an end
        everybody steps out after some calls.
        """
        yield from self._title(1)
        yield from self._tap(RIGHT)
        yield S
        yield from self._tap(CARDS[form])
        yield S
        for number in range(NAMES):
            yield from self._put_on_the_list(number)
        yield from self._tap(ACTION)
        calls, ends = 0, self._guests.clock() + EVENING_NS
        while (scene := self._guests.scene()) != "BigMoment" and not (scene in BEGINNINGS and calls):
            if self._guests.clock() > ends:
                raise SystemExit(self._guests.waited_for("the last page of an evening"))
            if scene in CALLS:
                calls += 1
                if calls > MOST_CALLS and scene == "WinnerStaysScene":
                    yield from self._step_out()
                else:
                    yield from self._answer_a_call(is_first=calls == 1)
            elif scene == "MatchScene":
                yield from self._play_out()
            elif scene == "Bracket":
                yield from self._look_at_the_bracket()
            else:
                yield from self._tap(ACTION)
                yield 2 * S
        yield 8 * S
        yield from self._tap(CARDS[4])
        yield from self._come_to("Title", CARDS[4])

    def _put_on_the_list(self, number: int) -> Iterator[int]:
        """Spell a name of its own at the seat whose turn it is, and wait until it is taken."""
        seat = number % 2
        yield from self._tap(LEFT if self._guests.is_flat and seat == BLUE else RIGHT, seat)
        yield S
        for letter in (number, 0, number, 1, number, 2):
            if self._guests.scene() != "TakingNames":
                break
            yield from self._tap(CARDS[letter % len(CARDS)], seat)
            yield S
        yield from self._guests.leave("TakingNames", ACTION, seat)

    def _answer_a_call(self, *, is_first: bool) -> Iterator[int]:
        """Sit down; the first time after the ways of the call, the records and who joins, and once in vain."""
        yield 4 * S
        for button in (CARDS[1], RIGHT) if is_first else ():
            yield from self._tap(button)
            yield 3 * S
            yield from self._tap(CARDS[4])
            yield 3 * S
            yield from self._guests.leave("TakingNames", ACTION)
        if is_first:
            yield 70 * S  # called again, and for the last time
        yield from self._tap(ACTION, AMBER)
        yield from self._tap(ACTION, BLUE)
        yield 4 * S

    def _play_out(self) -> Iterator[int]:
        """Play a match to its end, a card of one seat after the other, and see its result."""
        ends = self._guests.clock() + MATCH_NS
        while self._guests.scene() == "MatchScene":
            yield from self._play_on(ends)

    def _play_on(self, ends: int) -> Iterator[int]:
        """Play one card, or press ACTION where nobody can. Raises SystemExit once it is later than `ends` (ns)."""
        if self._guests.clock() > ends:
            raise SystemExit(self._guests.waited_for("the end of a match"))
        way = self._guests.way_to_play()
        if way is None:
            yield from self._tap(ACTION, AMBER)
            yield from self._tap(ACTION, BLUE)
        for button in way[1] if way is not None else ():
            yield from self._tap(button, way[0] if way is not None else AMBER)

    def _step_out(self) -> Iterator[int]:
        """Take the first name off the list, or leave where none is asked for: the evening is over then."""
        yield from self._tap(LEFT)
        yield 2 * S
        yield from self._tap(CARDS[0 if self._guests.scene() == "Choice" else 4])
        yield 2 * S

    def _look_at_the_bracket(self) -> Iterator[int]:
        """Turn its pages, look at its other views, and go on."""
        for button in (RIGHT, RIGHT, CARDS[4], LEFT, LEFT):
            yield from self._tap(button)
            yield 2 * S
        yield from self._tap(CARDS[1])
        yield 2 * S
        yield from self._come_to("Bracket", CARDS[4])
        yield S
        yield from self._tap(ACTION)
        yield S

    def return_to_a_match(self) -> Iterator[int]:
        """Look at the offer of a match that was cut off, go on, and see its result."""
        yield 5 * S
        yield from self._tap(RIGHT)
        yield 2 * S
        yield from self._tap(ACTION)
        yield MATCH_NS
        yield from self._tap(ACTION)
        yield 5 * S

    def faults(self) -> Iterator[int]:
        """Read the card's faults until the idle cabinet shows them."""
        yield 5 * S
        for button in (RIGHT, RIGHT, LEFT, ACTION):
            yield from self._tap(button)
            yield 2 * S


def plant(folder: Path) -> None:
    """Leave a long match of two bots in a folder, cut off before its end."""
    config = Config(options={"speed": {"best_of": 7, "countdown": 1}})
    store = DiskStore(folder)
    request = MatchRequest("speed", "speed", ("bot:fast", "bot:fast"))
    factory = MatchFactory(LoadedConfig(config, None, ""), folder, None, store)
    session = factory.session(request, 0, lambda _update: None)
    for now in range(0, PLANTED_NS, 20 * MS):
        session.advance(now, now)
    store.close()


def evening_of(form: int, guests: Guests) -> Iterator[int]:
    """Return the steps of an evening of a format (`Tour.evening`)."""
    return Tour(guests).evening(form)


class OfPage(NamedTuple):
    """The stretches of a page in a tour, ms: the length of each, and the longest of each moment. Moments count on over
    the programs of a tour."""

    lengths: list[float]
    moments: dict[str, float]


Stretches = Mapping[str, OfPage]


def tour(size: str, way: str, *, evening: bool = False) -> tuple[Stretches, Memory]:
    """Make one tour; return the stretches of each page, and the memory."""
    width, height = size.split("x")
    is_flat = way == "cocktail"
    config = CONFIG.format(
        width=width, height=height, layout="facing" if is_flat else way, cocktail=str(is_flat).lower()
    )
    stretches: dict[str, OfPage] = {}
    tours: list[Tour] = []
    programs = count()

    def note(program: int, scene: str, now: int, seconds: float) -> None:
        page, length = stretches.setdefault(scene, OfPage([], {})), seconds * 1000
        moment = f"{program}.{(now - BEGINS_NS) // MOMENT_NS}"
        page.lengths.append(length)
        page.moments[moment] = max(page.moments.get(moment, 0.0), length)

    def plan(guests: Guests) -> Iterator[int]:
        tours.append(Tour(guests, EVENING_PLAY_NS if evening else PLAY_NS))
        return tours[0].pages()

    def visit(
        plan: Callable[[Guests], Iterator[int]],
        before: Callable[[Path], None] = lambda _folder: None,
        card: CardReport | None = None,
    ) -> None:
        """Run a program of its own, with nothing played before."""
        with tempfile.TemporaryDirectory() as folder:
            before(Path(folder))
            noted = partial(note, next(programs))
            run(Path(folder), config, EVENING_STEP_MS if evening else STEP_MS, plan, noted, card)

    without_a_screen()
    gc_tuning.calm()  # as the program does
    visit(plan)
    if not evening:
        for form in (1, 2, 3):
            visit(partial(evening_of, form))
        visit(lambda guests: Tour(guests).return_to_a_match(), plant)
        visit(lambda guests: Tour(guests).faults(), card=FAULTS)
    return stretches, tours[0].memory_at_its_end(f"{size} {way}")


def longest(tours: Sequence[Stretches], page: str) -> float:
    """Return the longest stretch of a page, ms: the longest of all moments, of each the least that a tour has."""
    ways = [tour[page].moments if page in tour else {} for tour in tours]
    return max((min(way.get(moment, 0.0) for way in ways) for moment in ways[0]), default=0.0)


def lines(size: str, way: str, stretches: Stretches, memory: Memory) -> str:
    """Return the lines about the longest stretch and the memory of a tour."""
    page = max(stretches, key=lambda page: max(stretches[page].lengths))
    every = [each for page in stretches.values() for each in page.lengths]
    figures = f"{max(every):.1f} ms of processor, on {page}; 99 of 100 within {percentile(every, 99):.1f} ms"
    peaks = f"{memory.first_match:.0f} MB at most up to the end of the first match, {memory.peak:.0f} in all"
    return (
        f"The longest stretch between two looks at the buttons, {size} {way}: {figures}\n"
        f"Resident memory, {size} {way}: {peaks}, {memory.end:.0f} in the end"
    )


def child(size: str, way: str, *options: str) -> tuple[Stretches, Memory]:
    """Make a tour in a process of its own, whose modules are compiled and whose caches are cold."""
    command = [sys.executable, "-m", "tools.bench.stretches", size, way, "--json", *options]
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, "-m", "compileall", "-q", *COMPILED], env=environ, check=True)
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False, timeout=1800)
    if done.returncode:
        raise SystemExit(done.stderr.strip())
    stretches, memory = json.loads(done.stdout.splitlines()[-1])
    return {page: OfPage(*each) for page, each in stretches.items()}, Memory(*memory)


def measure() -> Sequence[Row]:
    """Return a row for each page at each size, its longest stretch, and one for the memory of an evening."""
    rows = []
    for size in SIZES:
        worst: dict[str, float] = {}
        usual: dict[str, float] = {}
        for way in WAYS:
            tours = tours_of(size, way)
            for page in tours[0]:
                worst[page] = max(worst.get(page, 0), longest(tours, page))
                usual[page] = max(
                    usual.get(page, 0), min(percentile(each[page].lengths, 99) for each in tours if page in each)
                )
        for page in sorted(worst, key=lambda page: -worst[page]):
            remark = f"the longest of a round; {usual[page]:.1f} ms in 99 of 100; {MOST_MS:.0f} ms at most"
            rows.append(Row(f"{page} at {size}", f"{worst[page]:.1f} ms", remark, worst[page] <= MOST_MS))
        memory = child(size, WAYS[0], "--evening")[1]
        remark = f"resident at most in an evening of all games; {MOST_MB[size]} MB at most"
        rows.append(Row(f"memory at {size}", f"{memory.peak:.0f} MB", remark, memory.peak <= MOST_MB[size]))
    return rows


def tours_of(size: str, way: str) -> list[Stretches]:
    """Make a tour, and again where a page of it is too long; print each as it comes: all of them take half an hour."""
    tours: list[Stretches] = []
    while len(tours) < RUNS:
        stretches, memory = child(size, way)
        print(lines(size, way, stretches, memory), file=sys.stderr, flush=True)
        tours.append(stretches)
        if max(longest(tours, page) for page in stretches) <= MOST_MS:
            break
    return tours


def main(size: str, way: str, *options: str) -> None:
    """Make a tour and print it."""
    if "--json" in options:
        print(json.dumps(tour(size, way, evening="--evening" in options)))
        return
    stretches, memory = child(size, way, *options)
    print(lines(size, way, stretches, memory))
    for page in sorted(stretches, key=lambda page: -longest([stretches], page)):
        every = stretches[page].lengths
        print(f"{page:16} {max(every):7.1f} ms; 99 of 100 within {percentile(every, 99):.1f} ms, of {len(every)}")


BENCH = Bench("stretches", measure)
"""The longest stretch of each page."""

if __name__ == "__main__":
    main(*sys.argv[1:])
