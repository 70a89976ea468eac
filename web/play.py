"""A match that is played in the page: people's presses in, bots beside them, and a frame for the page to draw.

Runs in the page's worker, in Pyodide. A frame holds what `Match.screen` may show, so the page knows no game and sees no
card that its players may not see. Times are ns of the page's clock (``performance.now``, from whole milliseconds on a
fraction), the same that the browser stamps keys and touches with.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from engine.bots import find_brain
from engine.games import find_game, find_preset
from engine.log import header, text_of
from engine.log_lines import Entry, as_text, contest_of
from engine.match import Match
from engine.panel import NOTHING, Control, Meaning, Press
from engine.screen import EVERYBODY
from engine.setup import HUMAN, Setup, seats_of

SOURCE: Final = "browser"
"""The source of the page's presses in its logs."""
FINEST_NS: Final = 8_000_000
"""The resolution of a browser's stamps: keyboards and touch screens are asked some 125 times a second."""


class Play:
    """One match of one or two people, and bots in every other seat."""

    def __init__(self, game: str, preset: str, people: int, pace: str, seed: int, now_ns: int) -> None:
        """Begin a match of `preset` now. `pace` is a bot's name or number; `seed` decides every shuffle.

        Raises UnknownGame or UnknownBot for a game, a preset or a bot that there is not, ValueError for more people
        than the preset has seats.
        """
        seats = find_preset(find_game(game), preset).seats
        if not 1 <= people <= seats:
            raise ValueError(f"{people} people: {game} has {seats} seats")
        players = [HUMAN] * people + [f"bot:{pace}"] * (seats - people)
        self._setup = Setup(game, seats=seats_of(*players), preset=preset, seed=seed)
        brains = {seat: find_brain(f"bot:{pace}") for seat in range(people, seats)}
        self._match = Match(self._setup, now_ns, brains)
        self._viewer = 0 if people == 1 else EVERYBODY
        self._people = people
        self._final: list[str] = [f"{header(self._setup)}\n"]
        self._entries: list[Entry] = list(self._match.opening())
        self._drained_ns = now_ns

    def press(self, seat: int, button: str, down: bool, stamp_ns: int, res_ns: int = FINEST_NS) -> None:
        """Judge a press or a release by its stamp; `res_ns` is the resolution of the browser's clock, if coarser."""
        press = Press(seat, button, down, stamp_ns, SOURCE, max(res_ns, FINEST_NS))
        self._entries += self._match.handle(press).entries

    def control(self, kind: str, now_ns: int) -> None:
        """Pause the match (``pause``), go on with it (``resume``), or leave it (``leave``)."""
        self._entries += self._match.handle(Control(kind, now_ns, "page")).entries

    def frame(self, now_ns: int) -> str:
        """Do what is due by now, and return a frame as JSON; empty if nothing happened since the last one.

        A press that happened before the last frame's moment has been handed in by now: browsers report input before
        they draw.
        """
        match = self._match
        self._entries += match.advance(now_ns, self._drained_ns).entries
        self._drained_ns = now_ns
        self._final.append(text_of(match.final()))
        if not self._entries:
            return ""
        entries, self._entries = self._entries, []
        return json.dumps(self._shown(entries, now_ns))

    def log(self) -> str:
        """Return the log so far: every line that is final, and the whole of it once the match is over."""
        if self._match.outcome is not None:
            self._match.close()
        self._final.append(text_of(self._match.final()))
        return "".join(self._final)

    def _shown(self, entries: Sequence[Entry], now_ns: int) -> dict[str, object]:
        match = self._match
        screen = match.screen(self._viewer)
        outcome = match.outcome
        rows = [screen.rows[seat] for seat in range(match.game.seats)]
        t = now_ns - match.zero_ns
        return {
            "t": t,
            "clock_ns": match.play_clock(t),
            "zones": screen.table.zones,
            "scalars": screen.table.scalars,
            "keys": [[_key(key) for key in screen.keys[seat]] for seat in range(self._people)],
            "rows": [None if row is None else row._asdict() for row in rows],
            "timer": None if screen.clock is None else screen.clock._asdict(),
            "entries": list(_told(screen.redacted(entries), entries)),
            "paused": match.state.sit.paused >= 0,
            "outcome": None if outcome is None else outcome._asdict(),
        }


def _key(key: Meaning) -> dict[str, object] | None:
    """Return what the page shows of a key; None if it means nothing now."""
    if key is NOTHING or not (key.label or key.zone or key.card):
        return None
    shown = {"label": key.label, "lit": key.lit, "zone": key.zone, "card": key.card, "sign": key.sign}
    return {**shown, "glows": key.glows}


def _told(shown: Iterable[Entry], entries: Iterable[Entry]) -> Iterable[Mapping[str, Any]]:
    """Yield each entry as an object of the log, with its photo finish where it has one (``contest``)."""
    for entry, whole in zip(shown, entries, strict=True):
        told: dict[str, Any] = json.loads(as_text(entry))
        contest = contest_of(whole)
        if contest is not None:
            race = {"winner": contest.winner, "loser": contest.loser, "margin_ns": contest.margin_ns}
            told["contest"] = {**race, "dead_heat": contest.dead_heat, "judged": contest.judged}
        yield told
