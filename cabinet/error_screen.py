"""The error screen: a separate small program that shows why the cabinet does not play, and the remedy.

``python -m cabinet.error_screen [FILE] [--seconds N]``, started by systemd when the cabinet has failed. It depends on
no buttons, and takes from the configuration and the operator's settings only how the screen is mounted, as far as that
can be read, so that few faults can affect it. Without a screen it prints the text.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import pygame

from cabinet.config.file import data_folder
from cabinet.config.load import usable_config, with_usable
from cabinet.config.schema import Config, Display
from cabinet.display.layout.boxes import Box
from cabinet.display.stage import Sprite
from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit, stacked
from cabinet.display.widgets import chequer, night
from cabinet.errors import CabinetError
from cabinet.process.crash_report import read_report
from cabinet.process.streams import print_safely
from cabinet.screens.connectors import wait_for_cards, wait_for_plug
from cabinet.screens.modes import mode_of, mounting_of
from cabinet.screens.window import Window
from cabinet.store.settings import settings_in
from cabinet.strings.catalogue import word

LOOK_MS: Final = 250
"""The interval between two reads of the clock and of the event queue, ms."""
MOUNTED: Final = ("mode", "margin", "rotate")
"""The keys of the display that the operator's page sets, each by its own name."""
SHOWN: Final = 1
"""The exit code when there was no screen, or it went away."""
RESULTS: Final = (
    *("protocol", "timeout", "exit-code", "signal", "core-dump", "watchdog"),
    *("oom-kill", "start-limit-hit", "resources"),
)
"""systemd's MONITOR_SERVICE_RESULT of a failure (systemd.exec(5)); each has a text in the catalogue."""


def main(
    arguments: Sequence[str] | None = None, pause: Callable[[frozenset[str], float], object] = wait_for_plug
) -> int:
    """Show the reason until the user quits, or for `--seconds`; return the exit code.

    Without a screen, print it and wait for `--seconds` or until a graphics card or a screen appears: systemd starts the
    cabinet again when this program ends.
    """
    print_safely()
    parser = argparse.ArgumentParser(prog="cabinet.error_screen", description=word("error.about"))
    parser.add_argument("file", type=Path, nargs="?", metavar=word("cli.file"), help=word("error.file"))
    parser.add_argument("--seconds", type=int, default=0, metavar="N", help=word("error.seconds"))
    args = parser.parse_args(arguments)
    reason = reason_of(args.file, os.environ)
    cards = wait_for_cards(frozenset(), 0)
    try:
        config = usable_config(os.environ, Path())
        is_cabinet = bool(os.environ.get("INVOCATION_ID"))
        window = Window((1280, 720), fullscreen=is_cabinet, keyboard=None, mounting=mounting_of(config.display))
    except CabinetError:
        sys.stdout.write(f"{word('error.title')}\n{reason}\n{word('error.remedy')}\n")
        sys.stdout.flush()
        pause(cards, time.monotonic() + args.seconds)
        return SHOWN
    try:
        mount(window, display_in_force(config, os.environ))
        show(window, reason, args.seconds, time.monotonic)
    except CabinetError:  # the screen has gone
        return SHOWN
    finally:
        window.close()
    return 0


def display_in_force(config: Config, environ: Mapping[str, str]) -> Display:
    """Return the display as it is set at the panel; as the files have it where those settings cannot be read."""
    try:
        settings = settings_in(data_folder(config, environ))
    except CabinetError:  # there is no such folder
        return config.display
    set_there = {key: settings[key] for key in MOUNTED if key in settings}
    return with_usable(config, "display", set_there).display


def mount(window: Window, display: Display) -> None:
    """Show the picture as a display is set; what a screen refuses stays as it is."""
    window.set_mode(mode_of(display.mode))
    window.lay_out(display.margin, display.rotate)


def reason_of(path: Path | None, environ: Mapping[str, str]) -> str:
    """Return why the cabinet does not play: the reason that it left itself, or the result reported by systemd."""
    if report := read_report(path, environ):
        return report
    result = environ.get("MONITOR_SERVICE_RESULT", "")
    if result in RESULTS:
        return word(f"error.result.{result}", status=environ.get("MONITOR_EXIT_STATUS", "?"))
    return word("error.unknown")


def show(window: Window, reason: str, seconds: int, clock: Callable[[], float]) -> None:
    """Draw the reason and stay until the user quits, or for `seconds` (0: for ever)."""
    ends = clock() + seconds
    screen = window.screens[0]
    screen.blit(picture(screen.get_size(), reason), (0, 0))
    window.show(0, [screen.get_rect()])
    while not seconds or clock() < ends:
        window.wait(LOOK_MS)
        reading = window.read(time.monotonic_ns())
        if reading.quits:
            return
        if reading.exposed:
            window.show(0, [screen.get_rect()])


def picture(size: tuple[int, int], reason: str) -> pygame.Surface:
    """Draw the whole screen: title, reason, remedy."""
    toolkit = Toolkit(Theme(), Fonts(), size)
    screen = night(toolkit).copy()
    for sprite in sprites(toolkit, reason):
        screen.blit(sprite.surface, (sprite.x, sprite.y))
    return screen


def sprites(toolkit: Toolkit, reason: str) -> list[Sprite]:
    """Return a strip of chequers in the alarm colour, the title, the reason as large as it fits, and the remedy."""
    colours = toolkit.theme.colours
    margin = toolkit.px(28, 12)
    page = Box(0, 0, *toolkit.size).inset(margin, margin)
    square = toolkit.px(10, 6)
    strip = pygame.Surface((page.w // square * square, 2 * square), pygame.SRCALPHA)
    chequer(strip, Box(0, 0, *strip.get_size()), square, colours.alarm)
    title = toolkit.fitted(word("error.title"), 50, colours.text, page.w, "title")
    head = Box(page.x, page.y, page.w, round(page.h * 0.3))
    foot = Box(page.x, page.bottom - round(page.h * 0.2), page.w, round(page.h * 0.2))
    middle = Box(page.x, head.bottom, page.w, foot.y - head.bottom)
    remedy = [toolkit.text(line, 15, colours.quiet) for line in toolkit.rows(word("error.remedy"), 15, page.w)]
    return [
        *stacked(head, [strip, title], toolkit.px(14, 8)),
        *stacked(middle, paragraph(toolkit, reason, middle), toolkit.px(4, 2)),
        *stacked(foot, remedy, toolkit.px(2, 1)),
    ]


def paragraph(toolkit: Toolkit, text: str, box: Box) -> list[pygame.Surface]:
    """Return the text in the largest size at which all its lines fit the box; if none fits, drop the last lines."""
    gap = toolkit.px(4, 2)
    colour = toolkit.theme.colours.text
    fits: list[pygame.Surface] = []
    for size in range(24, 7, -1):
        lines = [line for part in text.splitlines() for line in toolkit.rows(part, size, box.w)]
        fits = [toolkit.fitted(line, size, colour, box.w) for line in lines]
        if sum(line.get_height() + gap for line in fits) <= box.h or toolkit.type_size(size) == toolkit.least_type():
            break
    most = max(1, box.h // (fits[0].get_height() + gap)) if fits else 0
    return fits[:most]


if __name__ == "__main__":
    sys.exit(main())
