"""The controls of a replay: play, pause, step, speed, next race. Without a window, in any clock."""

from enum import Enum
from typing import Final

from cabinet.replay.reel import Reel
from engine.units import MS, S

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
