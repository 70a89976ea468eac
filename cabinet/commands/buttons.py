"""`photofinish buttons`: the live test of the panels, a line per button. Works with every source.

It shows raw edges, before any debounce, because the debounce removes the bounce that the test measures.
"""

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from time import sleep
from typing import Final

from cabinet.commands.config import chosen_config
from cabinet.config.file import data_folder
from cabinet.config.schema import Config, Input
from cabinet.errors import CabinetError, NoDisplay
from cabinet.input.assigning import Assigning, asked_words, assigned_in, note_words, text_of
from cabinet.input.inputs import PAD_SEATS
from cabinet.input.sources import (
    Rollover,
    Sources,
    debounce_settings,
    find_keys,
    find_sources,
    key_map,
    shared_keys,
)
from cabinet.input.wiring import place_words
from cabinet.process.streams import printed_to
from cabinet.screens.window import Window
from cabinet.store.ledger import DEVICES
from cabinet.store.lock import exclusive_lock
from cabinet.store.settings import change_setting, settings_in
from cabinet.strings.catalogue import word
from hardware.buttontest import ButtonTest
from hardware.clock import monotonic_ns
from hardware.debounce import MOST_MS
from hardware.evdev.source import EvdevSource, polled_ns
from hardware.source import InputSource, RawEvent, SwitchEdge
from workshop.certify.recorded import Recording

POLL_MS: Final = 2
"""The interval between two reads, ms."""
REFRESH_NS: Final = 100_000_000
"""The shortest interval between two tables, ns."""
TO_THE_TOP: Final = "\x1b[H\x1b[J"
"""Moves a terminal's cursor to its upper left corner and clears the screen below it."""


def run(args: argparse.Namespace) -> int:
    """Show the buttons until ESC in the window, or an interrupt; or have encoders told which button is which.

    Raises ConfigError, HardwareError, CabinetError; CertifyError where a recording cannot be written.
    """

    config = chosen_config(args).config
    if args.assign:
        return assign_buttons(config)
    wanted = config.input
    sources = find_sources(wanted, on_console=is_console(os.environ))
    sources.assign(settings_in(data_folder(config, os.environ)))
    window = open_window(sources)
    watch = Watch(sources, wanted, window, Recording(args.record) if args.record else None)
    try:
        watch.run(monotonic_ns, sys.stdout.write)
    except KeyboardInterrupt:
        sys.stdout.write("\n")
    finally:
        watch.close()
    return 0


def assign_buttons(config: Config) -> int:
    """Ask for one button after the other, and save the answers. Raises CabinetError without a console, or while the
    cabinet plays."""
    folder = data_folder(config, os.environ)
    source = Sources(None, None, keys=find_keys(config.input, PAD_SEATS)).evdev if is_console(os.environ) else None
    if source is None:
        raise CabinetError(word("assign.no_console"))
    folder.mkdir(parents=True, exist_ok=True)
    with exclusive_lock(folder):  # a cabinet that plays refuses now, not after sixteen presses
        before = assigned_in(settings_in(folder))
    asking = Assigning()
    source.start()
    try:
        ask(source, asking, monotonic_ns, sys.stdout.write, lambda: sleep(POLL_MS / 1000))
    except KeyboardInterrupt:
        sys.stdout.write(f"\n{word('assign.nothing')}\n")
        return 1
    finally:
        source.close()
    change_setting(folder, DEVICES, text_of(asking.result(before)))
    sys.stdout.write(f"{word('assign.saved')}\n")
    return 0


def ask(
    source: EvdevSource,
    asking: Assigning,
    clock: Callable[[], int],
    show: Callable[[str], object],
    wait: Callable[[], object],
) -> None:
    """Ask until every button is answered; `wait` is called between two looks at the devices."""
    source.listen(asking.hear)
    shown: object = None
    show(f"{word('assign.hint', leave=word('assign.leave.terminal'))}\n")
    while (asked := asking.current_place) is not None:
        if (state := (len(asking.answers), asking.note)) != shown:
            shown = state
            note = f"  {note_words(asking.note)}\n" if asking.note else ""
            show(f"{note}{asked_words(asked)}\n")
        wait()
        source.drain()
        asking.advance(clock())


def is_console(environ: Mapping[str, str]) -> bool:
    """Return whether Linux's own devices are read, since no window system could show a window."""
    return sys.platform == "linux" and not (environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def open_window(sources: Sources) -> Window | None:
    """Open a window for the keys; pins need none. Raises NoDisplay if keys are the only source and it cannot open."""
    if sources.keyboard is None:
        return None
    try:
        window = Window((480, 320), fullscreen=False, keyboard=sources.keyboard)
    except NoDisplay as problem:
        if sources.panels:
            return None
        raise NoDisplay(word("buttons.no_window", reason=problem)) from problem
    sys.stdout.write(f"{word('buttons.window')}\n")
    return window


class Watch:
    """The sources under test and their tables."""

    def __init__(
        self, sources: Sources, wanted: Input, window: Window | None, recording: Recording | None = None
    ) -> None:
        """`recording` is given every raw edge, and closed with the sources."""
        settings = debounce_settings(wanted)
        self._window = window
        self._recording = recording
        self._keyboard = sources.keyboard
        self._places = key_map(wanted)
        self._rollover = Rollover(shared_keys(sources, wanted))
        self._evdev = sources.evdev
        self._tests: list[tuple[InputSource[RawEvent], ButtonTest]] = []
        for wired in sources.panels:
            names = {line: button_name(place, line) for line, place in wired.buttons.items()}
            self._tests.append((wired.source, ButtonTest(names, settings)))
        if sources.keyboard is not None and window is not None:
            names = {line: button_name(place, line) for line, place in key_map(wanted).items()}
            self._tests.append((sources.keyboard, ButtonTest(names, settings)))

    def run(self, clock: Callable[[], int], show: Callable[[str], object]) -> None:
        """Start the sources and show their tables whenever they change, until the window is closed."""
        for source, _ in self._tests:
            source.start()
        shown, next_show = "", 0
        while self.read(clock()):
            text = self.text()
            if text != shown and clock() >= next_show:
                shown, next_show = text, clock() + REFRESH_NS
                if sys.stdout.isatty():
                    printed_to(sys.stdout).write(TO_THE_TOP)
                show(f"{text}\n")
            if self._window is not None:
                self._window.wait(POLL_MS)
            else:
                sleep(POLL_MS / 1000)

    def read(self, now: int) -> bool:
        """Drain the sources into their tests; return False when the window has been closed."""
        goes_on = self._window is None or not self._window.read(now).quits
        for source, test in self._tests:
            events = source.drain()
            test.count(events, source.drained_ns)
            for event in events:
                if isinstance(event, SwitchEdge) and event.line in self._places:
                    self._rollover.record(self._places[event.line], event.pressed)
            if self._recording is not None:
                self._recording.add(events)
        return goes_on

    def text(self) -> str:
        """Return the present tables, with the numbers of lost edges and of overwritten stamps."""
        parts = []
        for source, test in self._tests:
            parts += [source.name, *test.table()]
            if test.lost:
                parts.append(word("buttons.lost", count=test.lost))
            parts += stamps_of(source)
            if source is self._evdev:
                parts += troubles_of(self._evdev)
            if source is not self._keyboard:  # a window's keyboard debounces its keys itself
                parts += offered(test)
        return "\n".join([*parts, self._rollover.verdict[0]] if self._rollover.keys else parts)

    def close(self) -> None:
        """Close the sources, the window and the recording."""
        for source, _ in self._tests:
            source.close()
        if self._window is not None:
            self._window.close()
        if self._recording is not None:
            self._recording.close()


def stamps_of(source: InputSource[RawEvent]) -> list[str]:
    """Return the notes about a source's stamps: whether a header's are of the first contact, and how many are not; how
    often each keyboard is asked, and one that may not be read."""
    stamps = source.stamps
    notes = [word("buttons.traced")] if stamps.is_traced else []
    if stamps.overwritten:
        notes.append(word("buttons.overwritten", count=stamps.overwritten))
    if not isinstance(source, EvdevSource):
        return notes
    for device in source.devices:
        interval = polled_ns(device)
        key = "buttons.device" if interval else "buttons.no_interval"
        notes.append(word(key, name=device.identity.name, interval=f"{(interval or 0) / 1e6:g}"))
    if source.forbidden is not None:
        notes.append(word("buttons.forbidden", path=source.forbidden))
    return notes


def troubles_of(source: EvdevSource) -> list[str]:
    """Return the notes about keyboards, encoders and gamepads of which nothing is heard, which are another's copies, or
    whose stamps are worth nothing."""
    silent = [word("buttons.withheld", name=name) for name in source.withheld]
    copies = [word("buttons.copy", name=name) for name in source.copies]
    return [*silent, *copies, *(word("buttons.unstamped", name=name) for name in source.unstamped)]


def offered(test: ButtonTest) -> list[str]:
    """Return the `release_ms` that suits the tried buttons, or a button with a worn switch; nothing while unknown."""
    if (known := test.release_ms()) is None:
        return []
    ms, name, count = known
    if ms > MOST_MS:
        return [word("buttons.worn", button=name, most=MOST_MS)]
    return [word("buttons.release_ms", ms=ms, count=count, button=name)]


def button_name(place: tuple[int, str], line: object) -> str:
    """Return a button's name in the table: seat, button and its line."""
    return f"{place_words(*place)} ({line})"
