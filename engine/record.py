"""What a match tells: one small value a line of the match log (``docs/match-log.md``).

``t`` is ns since the match's zero. Every line has ``effects``, so whoever only wants those need not know the kinds.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from engine.effects import Effect
from engine.game import Outcome
from engine.panel import Command
from engine.table import Zone

Effects: TypeAlias = tuple[Effect, ...]


class PressLine(NamedTuple):
    """A press or a release. ``ignored`` tells why it meant nothing: ``locked``, ``guarded``, ``countdown``, ``paused``.

    Its effects are those of the panel alone: an armed card, a false start. ``clock``, ``tick_ns`` and ``tick_res`` are
    those of its ``Press``, where the source has a clock of its own; ``early_ns`` too, where the stamp may be late.
    """

    t: int
    seat: int
    button: str
    pressed: bool
    source: str
    res: int
    ignored: str = ""
    effects: Effects = ()
    clock: str = ""
    tick_ns: int = 0
    tick_res: int = 0
    early_ns: int = 0

    def as_dict(self) -> dict[str, object]:
        """The line as the log writes it."""
        line: dict[str, object] = {
            "t": self.t,
            "press": [self.seat, self.button, self.pressed],
            "source": self.source,
            "res": self.res,
        }
        if self.clock:
            line["clock"] = self.clock
            line["tick_ns"] = self.tick_ns
            if self.tick_res:
                line["tick_res"] = self.tick_res
        if self.early_ns:
            line["early_ns"] = self.early_ns
        if self.ignored:
            line["ignored"] = self.ignored
        if self.effects:
            line["effects"] = self.effects
        return line


@dataclass(slots=True)
class CommandLine:
    """A command as it was judged.

    ``t`` is the instant it was judged at: its press's stamp, or for a drawn contest the stamp of the earliest
    contestant. ``why`` is the first reason against it; ``beaten_by`` the seat whose play took its place, ``margin_ns``
    by how much at least. The winner of a dead heat carries ``dead_heat``, the contestants' seats, and ``draw``, the lot
    drawn. ``judged`` is False where the stamps of a race could be further wrong than any dead heat reaches.
    """

    t: Final[int]
    seat: Final[int]
    command: Final[Command]
    ok: Final[bool]
    effects: Final[Effects] = ()
    why: Final[str] = ""
    beaten_by: Final[int] = -1
    margin_ns: Final[int] = -1
    dead_heat: Final[tuple[int, ...]] = ()
    draw: Final[int] = -1
    judged: Final[bool] = True

    def as_dict(self) -> dict[str, object]:
        """The line as the log writes it."""
        command = self.command
        line: dict[str, object] = {"t": self.t, "seat": self.seat, "do": command.do}
        if command.card:
            line["card"] = command.card
        if command.cards:
            line["cards"] = command.cards
        if command.source:
            line["from"] = command.source
        if command.to:
            line["to"] = command.to
        if command.target >= 0:
            line["target"] = command.target
        if command.word:
            line["word"] = command.word
        line["ok"] = self.ok
        if self.why:
            line["why"] = self.why
        self._add_contest(line)
        line["effects"] = self.effects
        return line

    def _add_contest(self, line: dict[str, object]) -> None:
        if self.beaten_by >= 0:
            line["beaten_by"] = self.beaten_by
            line["margin_ns"] = self.margin_ns
        if self.dead_heat:
            line["dead_heat"] = self.dead_heat
            line["draw"] = self.draw
        if not self.judged:
            line["judged"] = False


@dataclass(slots=True)
class OwnLine:
    """The game's own doing: a deadline, a countdown's beat, the opening of a deal."""

    t: Final[int]
    effects: Final[Effects]

    def as_dict(self) -> dict[str, object]:
        """The line as the log writes it."""
        return {"t": self.t, "effects": self.effects}


class DealLine(NamedTuple):
    """A deal: its number (0 is the draw for the first dealer), its dealer (-1 then), and where every card lies."""

    t: int
    deal: int
    dealer: int
    layout: Mapping[str, Zone]
    effects: Effects = ()

    def as_dict(self) -> dict[str, object]:
        """The line as the log writes it."""
        return {"t": self.t, "deal": self.deal, "dealer": self.dealer, "layout": self.layout}


class PauseLine(NamedTuple):
    """The match stands still: ``players`` (the pause buttons), ``ready`` (nobody was), or the cabinet's own reason."""

    t: int
    why: str
    effects: Effects = ()

    def as_dict(self) -> dict[str, object]:
        """The line as the log writes it."""
        return {"t": self.t, "pause": self.why}


class ResumeLine(NamedTuple):
    """The match will go on after a countdown."""

    t: int
    effects: Effects = ()

    def as_dict(self) -> dict[str, object]:
        """The line as the log writes it."""
        return {"t": self.t, "resume": True}


class VoidLine(NamedTuple):
    """What happened from ``since`` to ``t`` is undone: the table is the one before, and the match stands still."""

    t: int
    since: int
    why: str
    effects: Effects = ()

    def as_dict(self) -> dict[str, object]:
        """The line as the log writes it."""
        return {"t": self.t, "void": [self.since, self.t], "why": self.why}


class OutcomeLine(NamedTuple):
    """The end: always the last line."""

    t: int
    outcome: Outcome
    effects: Effects = ()

    def as_dict(self) -> dict[str, object]:
        """The line as the log writes it."""
        winner, reason, scores = self.outcome
        return {"t": self.t, "outcome": {"winner": winner, "reason": reason, "scores": scores}}


Entry: TypeAlias = PressLine | CommandLine | OwnLine | DealLine | PauseLine | ResumeLine | VoidLine | OutcomeLine


@dataclass(slots=True)
class Update:
    """What came of ``handle`` or ``advance``.

    ``entries`` are new, in order. If ``rewound_to`` is not None (log time, ns), every entry told before from that time
    on is taken back, and ``entries`` tell it anew; ``undone`` is how many of the entries told last those were.
    ``refused``: the event came too late and was not taken.
    """

    entries: Final[tuple[Entry, ...]] = ()
    rewound_to: Final[int | None] = None
    refused: Final[bool] = False
    undone: Final[int] = 0


def as_text(entry: Entry) -> str:
    """The line's bytes as text, without the line end. The same entry always gives the same text."""
    return json.dumps(entry.as_dict(), separators=(",", ":"), ensure_ascii=False)
