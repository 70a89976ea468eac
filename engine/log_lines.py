"""The lines of a match log: each a small value that writes itself as text (``docs/match-log.md``).

``t`` is ns since the match's zero. Every line has ``effects``, so code that needs only effects can ignore the kinds.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from json import JSONEncoder
from typing import Final, NamedTuple, TypeAlias, TypeVar

from engine.game import Outcome
from engine.panel import Command, Press
from engine.phases import CONTEST_NS
from engine.table import Effect, Zone

Effects: TypeAlias = tuple[Effect, ...]


class PressLine(NamedTuple):
    """A press or a release. ``ignored`` is why it had no meaning: ``locked``, ``guarded``, ``countdown``, ``paused``.

    Its effects concern the panel only: an armed card, a false start. ``clock``, ``tick_ns`` and ``tick_res`` are those
    of its ``Press``, if the source has a clock of its own; ``early_ns`` too, if the stamp may be late.
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

    def as_text(self) -> str:
        """Return the line as JSON text."""
        t, seat, button, pressed, source, res, why, effects, clock, tick_ns, tick_res, early_ns = self
        press = press_text(Press(seat, button, pressed, t, source, res, clock, tick_ns, tick_res, early_ns))
        ignored = f',"ignored":{QUOTED[why]}' if why else ""
        told = f',"effects":{effects_text(effects)}' if effects else ""
        return f'{{"t":{t},{press}{ignored}{told}}}'


class GlitchLine(NamedTuple):
    """A press that was taken back, at its stamp: its contact was shorter than any finger's."""

    t: int
    seat: int
    button: str
    source: str
    effects: Effects = ()

    def as_text(self) -> str:
        """Return the line as JSON text."""
        return json_text({"t": self.t, "glitch": [self.seat, self.button], "source": self.source})


@dataclass(init=False, slots=True, unsafe_hash=True)
class CommandLine:
    """A judged command.

    ``t`` is the time of judgement: its press's stamp, or for a drawn contest the stamp of the earliest contestant.
    ``why`` is the first reason against it; ``beaten_by`` is the seat whose play took its place, ``margin_ns`` the least
    lead of that play. The winner of a dead heat has ``dead_heat``, the contestants' seats, and ``draw``, the lot drawn.
    ``judged`` is False if the errors of the stamps could exceed the limit of a dead heat.
    """

    t: Final[int]
    seat: Final[int]
    command: Final[Command]
    ok: Final[bool]
    effects: Final[Effects]
    why: Final[str]
    beaten_by: Final[int]
    margin_ns: Final[int]
    dead_heat: Final[tuple[int, ...]]
    draw: Final[int]
    judged: Final[bool]

    def __init__(
        self,
        t: int,
        seat: int,
        command: Command,
        ok: bool,
        effects: Effects = (),
        why: str = "",
        beaten_by: int = -1,
        margin_ns: int = -1,
        dead_heat: tuple[int, ...] = (),
        draw: int = -1,
        judged: bool = True,
    ) -> None:
        self.t = t
        self.seat = seat
        self.command = command
        self.ok = ok
        self.effects = effects
        self.why = why
        self.beaten_by = beaten_by
        self.margin_ns = margin_ns
        self.dead_heat = dead_heat
        self.draw = draw
        self.judged = judged

    def as_text(self) -> str:
        """Return the line as JSON text."""
        ok = "true" if self.ok else self._refused()
        if self.dead_heat:
            ok += f',"dead_heat":{json_text(self.dead_heat)},"draw":{self.draw}'
        if not self.judged:
            ok += ',"judged":false'
        return (
            f'{{"t":{self.t},"seat":{self.seat},{command_text(self.command)},"ok":{ok},'
            f'"effects":{effects_text(self.effects)}}}'
        )

    def _refused(self) -> str:
        why = f',"why":{QUOTED[self.why]}' if self.why else ""
        beaten = f',"beaten_by":{self.beaten_by},"margin_ns":{self.margin_ns}' if self.beaten_by >= 0 else ""
        return f"false{why}{beaten}"


@dataclass(init=False, slots=True, unsafe_hash=True)
class OwnLine:
    """An action of the match itself: a deadline, a countdown's beat, the opening of a deal."""

    t: Final[int]
    effects: Final[Effects]

    def __init__(self, t: int, effects: Effects) -> None:
        self.t = t
        self.effects = effects

    def as_text(self) -> str:
        """Return the line as JSON text."""
        return f'{{"t":{self.t},"effects":{effects_text(self.effects)}}}'


class DealLine(NamedTuple):
    """A deal: its number (0 is the draw for the first dealer), its dealer (-1 then), and the zone of every card."""

    t: int
    deal: int
    dealer: int
    layout: Mapping[str, Zone]
    effects: Effects = ()

    def as_text(self) -> str:
        """Return the line as JSON text."""
        return json_text({"t": self.t, "deal": self.deal, "dealer": self.dealer, "layout": self.layout})


class PauseLine(NamedTuple):
    """A pause: ``players`` (the pause buttons of ``seat``), ``ready`` (somebody was not), or the cabinet's own reason.

    ``seat`` is -1 for any other reason, and in older logs.
    """

    t: int
    why: str
    effects: Effects = ()
    seat: int = -1

    def as_text(self) -> str:
        """Return the line as JSON text."""
        by = {"seat": self.seat} if self.seat >= 0 else {}
        return json_text({"t": self.t, "pause": self.why, **by})


class ResumeLine(NamedTuple):
    """The match will resume after a countdown."""

    t: int
    effects: Effects = ()

    def as_text(self) -> str:
        """Return the line as JSON text."""
        return json_text({"t": self.t, "resume": True})


class VoidLine(NamedTuple):
    """Everything from ``since`` to ``t`` is undone: the table is the earlier one, and the match is paused."""

    t: int
    since: int
    why: str
    effects: Effects = ()

    def as_text(self) -> str:
        """Return the line as JSON text."""
        return json_text({"t": self.t, "void": [self.since, self.t], "why": self.why})


class OutcomeLine(NamedTuple):
    """The end of the match: always the last line."""

    t: int
    outcome: Outcome
    effects: Effects = ()

    def as_text(self) -> str:
        """Return the line as JSON text."""
        winner, reason, scores = self.outcome
        return json_text({"t": self.t, "outcome": {"winner": winner, "reason": reason, "scores": scores}})


Entry: TypeAlias = (
    PressLine | GlitchLine | CommandLine | OwnLine | DealLine | PauseLine | ResumeLine | VoidLine | OutcomeLine
)


@dataclass(init=False, slots=True, unsafe_hash=True)
class Update:
    """The result of ``handle`` or ``advance``.

    ``entries`` are new, in order. If ``rewound_to`` is not None (log time, ns), every earlier entry from that time on
    is withdrawn, and ``entries`` replace them; ``undone`` is the number of withdrawn entries, counted from the last.
    ``refused``: the event arrived too late and was dropped.
    """

    entries: Final[tuple[Entry, ...]]
    rewound_to: Final[int | None]
    refused: Final[bool]
    undone: Final[int]

    def __init__(
        self, entries: tuple[Entry, ...] = (), rewound_to: int | None = None, refused: bool = False, undone: int = 0
    ) -> None:
        self.entries = entries
        self.rewound_to = rewound_to
        self.refused = refused
        self.undone = undone


def as_text(entry: Entry) -> str:
    """Return the line as JSON text, without the line end. Equal entries always give the same text."""
    return entry.as_text()


# The JSON text of the values in a line: without spaces, in UTF-8, keys in the order of ``docs/match-log.md``. A log has
# a line for each command, so the frequent kinds of lines are written as text at once: a quarter of the time of an
# object given to ``json.dumps``, whose text it is; ``tests/engine/test_log.py`` compares.

K = TypeVar("K")
V = TypeVar("V")
MOST: Final = 16_384
"""The most values in a cache: the cards, zones and commands of several games. A full cache starts again."""
_ENCODER: Final = JSONEncoder(separators=(",", ":"), ensure_ascii=False)


def json_text(value: object) -> str:
    """Return any value of a log as JSON text."""
    return _ENCODER.encode(value)


class Cache(dict[K, V]):
    """A bounded cache, filled on demand; a look-up takes a third of an ``lru_cache``'s time."""

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> V:
        if len(self) >= MOST:
            self.clear()
        made = self[key] = self._make(key)
        return made


QUOTED: Final[Mapping[str, str]] = Cache(json_text)
"""Each text as a JSON string."""
_OF_TEXTS: Final[Mapping[Effect, str]] = Cache(json_text)
"""Each effect that ends with a text, true or false."""
_OF_COUNTS: Final[Mapping[Effect, str]] = Cache(json_text)
"""Each effect that sets a small number. Apart from the others: 1 and true are the same key, and different texts."""
SMALL: Final = 1000
"""Numbers from here on are not cached: most are times, and each is another one."""


def command_text(command: Command) -> str:
    """Return the members of a line that describe a command, from ``"do"`` to ``"word"``; unused ones are left out."""
    plain = _PLAIN[command.do, command.card, command.source, command.to]
    if not command.cards and command.target < 0 and not command.word:
        return plain
    cards = f',"cards":{json_text(command.cards)}' if command.cards else ""
    target = f',"target":{command.target}' if command.target >= 0 else ""
    word = f',"word":{QUOTED[command.word]}' if command.word else ""
    if not cards:
        return f"{plain}{target}{word}"
    head = _PLAIN[command.do, command.card, "", ""]
    return f"{head}{cards}{plain[len(head) :]}{target}{word}"


def _plain_command(parts: tuple[str, str, str, str]) -> str:
    """Return the text of a command without cards, target and word, from its do, card, source and to."""
    members = zip(("do", "card", "from", "to"), parts, strict=True)
    return ",".join(f'"{key}":{QUOTED[text]}' for key, text in members if text or key == "do")


_PLAIN: Final[Mapping[tuple[str, str, str, str], str]] = Cache(_plain_command)
"""The text of each command without cards, target and word."""


def press_text(press: Press) -> str:
    """Return the members of a line that describe a press, from ``"press"`` to ``"early_ns"``; unused ones are left
    out."""
    seat, button, pressed, _, source, res, clock, tick_ns, tick_res, early_ns = press
    text = f'"press":[{seat},{QUOTED[button]},{"true" if pressed else "false"}],"source":{QUOTED[source]},"res":{res}'
    if clock:
        text += f',"clock":{QUOTED[clock]},"tick_ns":{tick_ns}' + (f',"tick_res":{tick_res}' if tick_res else "")
    return f'{text},"early_ns":{early_ns}' if early_ns else text


def effects_text(effects: Iterable[Effect]) -> str:
    """Return the effects of a line as a JSON array."""
    texts = []
    for effect in effects:
        last = effect[-1]
        if isinstance(last, str) or last is True or last is False:
            texts.append(_OF_TEXTS[effect])
        elif isinstance(last, int) and effect[0] == "set":
            texts.append(_OF_COUNTS[effect] if last < SMALL else f'["set",{QUOTED[effect[1]]},{last}]')
        else:
            texts.append(_ENCODER.encode(effect))
    return f"[{','.join(texts)}]"


# Photo finishes, read back from a line; ``engine.judge`` decides them. Screen, statistics and results share this value.


@dataclass(frozen=True, slots=True)
class Contest:
    """A photo finish: the winner, the loser, the minimum margin (ns), and whether a lot decided it.

    `t` is the log time of its line, ns. `judged` is False where the error of the stamps could exceed the dead heat's
    interval.
    """

    t: int
    winner: int
    loser: int
    margin_ns: int
    dead_heat: bool = False
    zone: str = ""
    """The zone of the beaten card."""
    judged: bool = True
    pile: str = ""
    """The zone that both went for; empty where the command names none."""

    def includes(self, beaten: "Contest") -> bool:
        """Return whether a beaten press belongs to this contest of the same winner (GEN-1)."""
        return self.winner == beaten.winner and abs(beaten.t - self.t) < CONTEST_NS


def contest_of(entry: Entry) -> Contest | None:
    """Return an entry's photo finish: a beaten command, or the winner's line of a dead heat; None if it has none."""
    if not isinstance(entry, CommandLine):
        return None
    if entry.beaten_by >= 0:
        zone = entry.command.source
        pile = entry.command.to
        return Contest(entry.t, entry.beaten_by, entry.seat, entry.margin_ns, zone=zone, judged=entry.judged, pile=pile)
    if entry.dead_heat:
        loser = next((other for other in entry.dead_heat if other != entry.seat), entry.seat)
        pile = entry.command.to
        return Contest(entry.t, entry.seat, loser, 0, dead_heat=True, judged=entry.judged, pile=pile)
    return None
