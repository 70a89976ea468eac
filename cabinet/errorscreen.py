"""The error screen: a small program of its own that says why the cabinet does not play, and what to do about it.

``python -m cabinet.errorscreen [FILE] [--seconds N]``, started by systemd when the cabinet has failed. It needs little,
so that little can be wrong with it: no configuration, no buttons, no records. Without a screen it prints the words.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import pygame

from cabinet.display.fonts import Fonts
from cabinet.display.layout.boxes import Box
from cabinet.display.stage import Sprite
from cabinet.display.theme import Theme
from cabinet.display.toolkit import Kit, stacked
from cabinet.display.widgets.backdrop import chequer, night
from cabinet.errors import CabinetError
from cabinet.lastwords import last_words
from cabinet.window import Window, wait_for_cards
from cabinet.words import word

LOOK_MS: Final = 250
"""Between two looks at the clock and at the queue."""
SHOWN: Final = 1
"""The exit code where there was no screen, and words had to do."""
RESULTS: Final = ("exit-code", "signal", "core-dump", "watchdog", "timeout", "oom-kill", "start-limit-hit", "resources")
"""What systemd tells of how a service failed, as far as there are words for it."""


def main(
    arguments: Sequence[str] | None = None, pause: Callable[[frozenset[str], float], object] = wait_for_cards
) -> int:
    """Show the reason until somebody ends it, or for so many seconds; returns the exit code.

    Without a screen the words stay as long, or until a graphics card comes: whoever started this tries the cabinet
    again when it ends.
    """
    parser = argparse.ArgumentParser(prog="cabinet.errorscreen", description=word("error.about"))
    parser.add_argument("file", type=Path, nargs="?", metavar=word("cli.file"), help=word("error.file"))
    parser.add_argument("--seconds", type=int, default=0, metavar="N", help=word("error.seconds"))
    args = parser.parse_args(arguments)
    reason = reason_of(args.file, os.environ)
    cards = wait_for_cards(frozenset(), 0)
    try:
        window = Window((1280, 720), fullscreen=bool(os.environ.get("INVOCATION_ID")), keyboard=None)
    except CabinetError:
        sys.stdout.write(f"{word('error.title')}\n{reason}\n{word('error.remedy')}\n")
        sys.stdout.flush()
        pause(cards, time.monotonic() + args.seconds)
        return SHOWN
    try:
        show(window, reason, args.seconds, time.monotonic)
    except CabinetError:  # the screen has gone
        return SHOWN
    finally:
        window.close()
    return 0


def reason_of(path: Path | None, environ: Mapping[str, str]) -> str:
    """Why the cabinet does not play: its own last words, or what systemd tells of its end."""
    if told := last_words(path, environ):
        return told
    result = environ.get("MONITOR_SERVICE_RESULT", "")
    if result in RESULTS:
        return word(f"error.result.{result}", status=environ.get("MONITOR_EXIT_STATUS", "?"))
    return word("error.unknown")


def show(window: Window, reason: str, seconds: int, clock: Callable[[], float]) -> None:
    """Draw the reason and stay until somebody ends it, or so many seconds (0: for ever)."""
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
    """The whole screen: what is the matter, the reason, what to do."""
    kit = Kit(Theme(), Fonts(), size)
    screen = night(kit).copy()
    for sprite in sprites(kit, reason):
        screen.blit(sprite.surface, (sprite.x, sprite.y))
    return screen


def sprites(kit: Kit, reason: str) -> list[Sprite]:
    """A strip of chequers in the colour of alarm, the title, the reason as large as it fits, and the remedy."""
    colours = kit.theme.colours
    margin = kit.px(28, 12)
    page = Box(0, 0, *kit.size).inset(margin, margin)
    square = kit.px(10, 6)
    strip = pygame.Surface((page.w // square * square, 2 * square), pygame.SRCALPHA)
    chequer(strip, Box(0, 0, *strip.get_size()), square, colours.alarm)
    title = kit.fitted(word("error.title"), 50, colours.text, page.w, "title")
    head = Box(page.x, page.y, page.w, round(page.h * 0.3))
    foot = Box(page.x, page.bottom - round(page.h * 0.2), page.w, round(page.h * 0.2))
    middle = Box(page.x, head.bottom, page.w, foot.y - head.bottom)
    remedy = [kit.text(line, 15, colours.quiet) for line in kit.rows(word("error.remedy"), 15, page.w)]
    return [
        *stacked(head, [strip, title], kit.px(14, 8)),
        *stacked(middle, paragraph(kit, reason, middle), kit.px(4, 2)),
        *stacked(foot, remedy, kit.px(2, 1)),
    ]


def paragraph(kit: Kit, text: str, box: Box) -> list[pygame.Surface]:
    """The text in the largest letters with which all its lines fit the box; its end is dropped where none do."""
    gap = kit.px(4, 2)
    colour = kit.theme.colours.text
    fits: list[pygame.Surface] = []
    for size in range(24, 7, -1):
        lines = [line for part in text.splitlines() for line in kit.rows(part, size, box.w)]
        fits = [kit.fitted(line, size, colour, box.w) for line in lines]
        if sum(line.get_height() + gap for line in fits) <= box.h or kit.type_size(size) == kit.least_type:
            break
    most = max(1, box.h // (fits[0].get_height() + gap)) if fits else 0
    return fits[:most]


if __name__ == "__main__":
    sys.exit(main())
