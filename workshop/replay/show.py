"""The window of a replay: the table, and below it the time, the speed, the races and the keys.

`Player` is what the keys do (play, pause, step, speed, next race), without a window and in any clock.
"""

import time
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Final

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.result.chart import time_text
from cabinet.errors import NoDisplay
from cabinet.screens.window import open_video
from cabinet.strings.catalogue import word
from engine.units import MS, S
from workshop.replay.reel import Reel

SPEEDS: Final = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0, 2.0, 4.0, 8.0)
USUAL: Final = SPEEDS.index(1.0)
LEAD_NS: Final = 1_500 * MS
"""How long before a race its replay begins."""
SKIP_NS: Final = 5 * S
"""How far the wide steps go."""


class Act(Enum):
    """An action of the person who watches."""

    PLAY = "play"
    FORWARD = "forward"
    BACK = "back"
    FASTER = "faster"
    SLOWER = "slower"
    NEXT_RACE = "next race"
    PREVIOUS_RACE = "previous race"
    SKIP = "skip"
    RETURN = "return"
    BEGIN = "begin"


class Player:
    """Moves a reel through its time."""

    def __init__(self, reel: Reel) -> None:
        self._reel = reel
        self._speed = USUAL
        self.is_playing = True
        reel.seek(0)

    @property
    def speed(self) -> float:
        """The speed as a multiple of the match's own."""
        return SPEEDS[self._speed]

    def tick(self, passed_ns: int) -> None:
        """Let real time pass; at the end of the log the replay stops."""
        if self.is_playing:
            self._reel.advance(self._reel.now_ns + round(passed_ns * self.speed))
            self.is_playing = self._reel.now_ns < self._reel.end_ns

    def act(self, act: Act) -> None:
        """Do as the person wishes; a step pauses, and a race is played."""
        now = self._reel.now_ns
        if act is Act.PLAY:
            if now >= self._reel.end_ns:
                self._reel.seek(0)
            self.is_playing = not self.is_playing
        elif act in (Act.FASTER, Act.SLOWER):
            change = 1 if act is Act.FASTER else -1
            self._speed = min(max(0, self._speed + change), len(SPEEDS) - 1)
        else:
            self.is_playing = act in (Act.NEXT_RACE, Act.PREVIOUS_RACE) or (
                self.is_playing and act not in (Act.FORWARD, Act.BACK)
            )
            self._reel.seek(self._goal(act, now))

    def _goal(self, act: Act, now: int) -> int:
        """Return the moment to which an action leads."""
        starts = [race.won_ns - LEAD_NS for race in self._reel.story.races]
        match act:
            case Act.FORWARD:
                return self._reel.step_after(now)
            case Act.BACK:
                return self._reel.step_before(now)
            case Act.NEXT_RACE:
                return next((start for start in starts if start > now), now)
            case Act.PREVIOUS_RACE:
                return next((start for start in reversed(starts) if start < now - LEAD_NS), now)
            case Act.SKIP:
                return now + SKIP_NS
            case Act.RETURN:
                return now - SKIP_NS
            case _:
                return 0


BAR: Final = 52
"""Height of the bar below the table, px."""
FPS: Final = 60
KEYS: Final[Mapping[int, Act]] = {
    pygame.K_SPACE: Act.PLAY,
    pygame.K_RIGHT: Act.FORWARD,
    pygame.K_LEFT: Act.BACK,
    pygame.K_UP: Act.FASTER,
    pygame.K_DOWN: Act.SLOWER,
    pygame.K_n: Act.NEXT_RACE,
    pygame.K_p: Act.PREVIOUS_RACE,
    pygame.K_PAGEDOWN: Act.SKIP,
    pygame.K_PAGEUP: Act.RETURN,
    pygame.K_HOME: Act.BEGIN,
}


class Show:
    """A replay with its bar, drawn on any surface."""

    def __init__(self, reel: Reel) -> None:
        self._reel = reel
        self.player = Player(reel)
        width, height = reel.toolkit.size
        self.size = (width, height + BAR)
        self._table = pygame.Surface(reel.toolkit.size)
        self._is_new = True

    def key(self, key: int) -> None:
        """Do as a key of `KEYS` says; any other key does nothing."""
        if key in KEYS:
            self.player.act(KEYS[key])

    def draw(self, screen: pygame.Surface) -> None:
        """Draw the present moment and the bar."""
        self._reel.draw(self._table, everything=self._is_new)
        self._is_new = False
        screen.blit(self._table, (0, 0))
        self._draw_bar(screen, Box(0, self._reel.toolkit.size[1], self.size[0], BAR))

    def _draw_bar(self, screen: pygame.Surface, box: Box) -> None:
        reel, colours = self._reel, self._reel.toolkit.theme.colours
        pygame.draw.rect(screen, colours.plate, box)
        line = Box(box.x + 12, box.y + 12, box.w - 24, 4)
        pygame.draw.rect(screen, colours.key_edge, line)
        part = reel.now_ns / max(1, reel.end_ns)
        pygame.draw.rect(screen, colours.text, (line.x, line.y, round(line.w * part), line.h))
        closest = reel.story.closest()
        for race in reel.story.races:
            badge = reel.toolkit.badge(race.contest.winner, 16 if race is closest else 11)
            x = line.x + round(line.w * race.won_ns / max(1, reel.end_ns))
            screen.blit(badge, badge.get_rect(center=(x, line.centre[1])))
        speed = self.player.speed
        state = word(
            "replay.state",
            state=word("replay.playing" if self.player.is_playing else "replay.paused"),
            now=time_text(reel.now_ns),
            end=time_text(reel.end_ns),
            speed=f"{speed:g}" if speed >= 1 else f"1/{round(1 / speed)}",
        )
        left = self._words(state, colours.text, box.w // 2)
        screen.blit(left, (line.x, box.bottom - left.get_height() - 6))
        room = box.w - left.get_width() - 40
        key = "replay.keys" if reel.toolkit.fits(word("replay.keys"), room) else "replay.keys.short"
        keys = self._words(word(key), colours.quiet, room)
        screen.blit(keys, (line.x + line.w - keys.get_width(), box.bottom - keys.get_height() - 6))

    def _words(self, text: str, colour: tuple[int, int, int], width: int) -> pygame.Surface:
        return self._reel.toolkit.fitted(text, 15, colour, width)


def run(show: Show, clock: Callable[[], int] = time.monotonic_ns) -> None:
    """Show the replay in a window until it is closed or Esc is pressed. Raises NoDisplay."""
    try:
        open_video()
        pygame.display.set_caption(word("replay.window"))
        screen = pygame.display.set_mode(show.size)
    except (NoDisplay, pygame.error) as problem:
        raise NoDisplay(word("replay.no_window", reason=problem)) from problem
    try:
        pacer, before = pygame.time.Clock(), clock()
        while not _has_quit(show):
            now = clock()
            show.player.tick(now - before)
            before = now
            show.draw(screen)
            pygame.display.flip()
            pacer.tick(FPS)
    finally:
        pygame.display.quit()


def _has_quit(show: Show) -> bool:
    """Process the window's events; return True when it is to be closed."""
    for event in pygame.event.get():
        if event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
            return True
        if event.type == pygame.KEYDOWN:
            show.key(event.key)
    return False
