"""Plays a whole match on the panels of the program that runs in this machine, from its title to the outcome.

    python -m tools.vm.rig.player GAME PRESET SEED OPTIONS MATCHES [TAPS]

`OPTIONS` is JSON, `MATCHES` the folder of the program's logs. The program's configuration must want that very match.
With `TAPS` only so many taps of it are made.
Answer: `{"log": path, "written": [[line, pressed, before, after], ...]}`, of the presses and releases that were made
since the log began, with the clock around each write.
"""

import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from engine.panel import ACTION
from engine.setup import Setup, seats_of
from hardware.clock import monotonic_ns
from hardware.pins import DEFAULT_PINS
from tools.vm.rig.chip import SimulatedChip
from tools.vm.rig.scripted import Plan, own_moves_in, plan_of

PLACES: Final = {line: (seat, name) for seat, panel in enumerate(DEFAULT_PINS) for name, line in panel.items()}
"""line -> (seat, button)."""
HOLD_S: Final = 0.1
GAP_S: Final = 0.18
"""From tap to tap at the least: who presses while the slap is guarded, say, presses in vain."""
ANSWER_S: Final = 5.0
"""The log is there a moment after the press that begins the match; a press too many would be one in the match."""
PATIENCE_S: Final = 90.0


class Hands(Protocol):
    """What has the panels' buttons, each called by its pin."""

    def press(self, line: int) -> None:
        """Press a button."""

    def release(self, line: int) -> None:
        """Let go of it."""


class Player:
    """Both players' hands, and their eyes: the log."""

    def __init__(self, chip: Hands, matches: Path) -> None:
        self._chip = chip
        self._matches = matches
        self.written: list[tuple[int, bool, int, int]] = []

    def play(self, plan: Plan, taps: int | None = None) -> Path:
        """Play the plan's match, or its first taps. Raises AssertionError when the game does not move on."""
        log = self._begin(self._logs())
        wanted = {tap: place for place, tap in enumerate(plan.taps)}
        for after, batch in plan.batches(are_ready=True):
            self._wait(lambda: own_moves_in(lines_of(log)) >= after, f"move {after} of the game")  # noqa: B023 - now
            for tap in batch:
                if taps is not None and wanted[tap] >= taps:
                    return log
                self._tap(tap.seat, tap.button)
        self._wait(lambda: "outcome" in lines_of(log)[-1], "the outcome")
        return log

    def _begin(self, known: set[Path]) -> Path:
        """From the title to the match by ACTION of both players, by the rules that the configuration wants."""

        def begun() -> bool:
            if self._logs() - known:
                return True
            self._tap(0, ACTION)
            self._tap(1, ACTION)
            end = time.monotonic() + ANSWER_S
            while not self._logs() - known and time.monotonic() < end:
                time.sleep(0.05)
            return False

        self._wait(begun, "a match")
        (log,) = self._logs() - known
        return log

    def _tap(self, seat: int, button: str) -> None:
        line = DEFAULT_PINS[seat][button]
        self._act(line, True)
        time.sleep(HOLD_S)
        self._act(line, False)
        time.sleep(GAP_S - HOLD_S)

    def _act(self, line: int, pressed: bool) -> None:
        before = monotonic_ns()
        (self._chip.press if pressed else self._chip.release)(line)
        self.written.append((line, pressed, before, monotonic_ns()))

    def _logs(self) -> set[Path]:
        return set(self._matches.glob("*.jsonl"))

    def _wait(self, holds: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE_S
        while not holds():
            if time.monotonic() > end:
                raise AssertionError(f"waited {PATIENCE_S:.0f} s for {what}")
            time.sleep(0.05)


def lines_of(log: Path) -> Sequence[dict[str, Any]]:
    """The complete lines of a log behind its header; one that says nothing where there is none yet."""
    text = log.read_text(encoding="utf-8")
    return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()[1:]] or [{"t": -1}]


if __name__ == "__main__":
    game, preset, seed, options, folder, *some = sys.argv[1:]
    player = Player(SimulatedChip(), Path(folder))
    wanted = Setup(game, json.loads(options), seats_of("human", "human"), int(seed), preset)
    path = player.play(plan_of(wanted), int(some[0]) if some else None)
    print(json.dumps({"log": str(path), "written": player.written}))
