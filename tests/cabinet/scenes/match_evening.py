"""A match's scene with everything round it, in virtual time: for the tests of matches."""

from collections.abc import Callable
from pathlib import Path

import pygame

from cabinet.audio.match_sounds import MatchSounds
from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config
from cabinet.display.toolkit import Toolkit
from cabinet.match.factory import MatchFactory
from cabinet.match.request import MatchRequest
from cabinet.match.story import Story
from cabinet.scenes.match import MatchResult, MatchScene, MatchStart
from cabinet.scenes.result import (
    Aftermath,
)
from cabinet.scenes.stack import SceneStack
from cabinet.screens.view_factory import table_view
from cabinet.screens.views import Look, Views
from engine.match import Match
from engine.panel import ACTION, CARDS, Press
from tests.cabinet.scenes.stories import returned

MS = 1_000_000
AMBER, BLUE = 0, 1


class Evening:
    """A match scene with everything round it, in virtual time."""

    def __init__(self, toolkit: Toolkit, data: Path, *players: str, best_of: int = 1, at_once: bool = False) -> None:
        config = Config(options={"speed": {"best_of": best_of, "countdown": 1}})
        self.factory = MatchFactory(LoadedConfig(config, None, ""), data, 11)
        self.request = MatchRequest("speed", "speed", players)
        self.sounds: list[str] = []
        self.next_up = ""
        self.complaints: list[str] = []
        self.photos: list[tuple[Path, bytes]] = []
        self.now = 0
        self.screen = pygame.Surface(toolkit.size)
        self.frames = 0
        view = self.view = table_view(config, self.factory, self.request, toolkit, judged=True)
        self.scene = MatchScene(
            lambda zero, hear: self.factory.session(self.request, zero, hear),
            Views({0: Look(view)}),
            MatchSounds(self.sounds.extend),
            self.complaints.append,
            MatchStart(ready=frozenset(self.request.people if at_once else ())),
            Aftermath(
                keep=lambda log, picture: self.photos.append((log, picture())),
                next_up=lambda: self.next_up,
            ),
        )
        self.stack = SceneStack()
        self.stack.push(self.scene, 0)

    @property
    def went(self) -> list[MatchResult]:
        """Where the match has led to."""
        return returned(self.scene)

    @property
    def match(self) -> Match:
        return self.scene._running.match

    @property
    def phase(self) -> str:
        return str(self.match.table.phase)

    def wait(self, ms: int) -> None:
        """Let time pass, a frame at a time."""
        for _ in range(ms // 20):
            self.now += 20 * MS
            self.stack.advance(self.now, self.now)
            if self.stack.is_stale(self.now):
                self.frames += any(self.stack.draw([self.screen], self.now))

    def wait_for(self, phase: str) -> None:
        for _ in range(6000):
            if self.phase == phase:
                return
            self.wait(20)
        raise AssertionError(f"never came to {phase}")

    def wait_for_slow_motion(self) -> None:
        for _ in range(200):
            if self.scene._ending.is_slow:
                return
            self.wait(20)
        raise AssertionError("no race was shown again")

    def to_slow_motion(self) -> Story:
        """Wait until the last deal's closest race is shown again; return the story of the match."""
        self.wait_for("finished")
        self.wait_for_slow_motion()
        return self.scene._running.story

    def tap(self, seat: int, button: str) -> None:
        self.edge(seat, button, True)
        self.wait(40)
        self.edge(seat, button, False)

    def edge(self, seat: int, button: str, pressed: bool) -> None:
        self.stack.handle(Press(seat, button, pressed, self.now, "fake", 100_000))

    def into_play(self) -> None:
        self.wait_for("ready")
        for seat in self.request.people:
            self.tap(seat, ACTION)
        self.wait_for("play")

    def race_against_the_bot(self) -> None:
        """Press every lit card of AMBER again and again, until the match is over."""
        for _ in range(3000):
            if self.phase == "finished":
                return
            lit = [button for button, key in zip(CARDS, self.match.keys(AMBER), strict=False) if key.lit]
            self.tap(AMBER, lit[0] if lit else ACTION)
            self.wait(240)

    @property
    def log(self) -> Path:
        return next((self.factory._data / "matches").glob("*.jsonl"))


Invite = Callable[..., Evening]
"""Makes an `Evening` for these players; it is over when the test is."""


KIT_SIZE = (480, 320)
