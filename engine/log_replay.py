"""Playing a log again: to check it line by line, and to go on where an unfinished match stopped.

A match is a function of its setup and of what came in: presses, commands that were given without buttons, pauses,
resumes and leaving. All of that is in the log, and nothing else is fed here. What a bot pressed is in it like anybody's
presses, so no bot thinks while a log is played again, and a better bot never breaks an old log.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from engine.errors import Divergence, LogError
from engine.log import Log, header
from engine.match import Match
from engine.panel import BUTTONS, Act, Command, Control, Event, Press, is_held
from engine.record import as_text
from engine.seats import Brain
from engine.setup import VERSION

SIMULATED: Final = "bot:random"
"""The player of a seat that gives commands without buttons, as ``photofinish simulate`` lets it."""
POWER: Final = "power"
"""Why a match stands still that was begun again from its log."""
RESUMED: Final = "resumed"
"""The source of the releases that make up for buttons that were down when the log ended."""
LAST_STEP: Final = 40
"""At most so many lines may have come of one event: what a power cut can have torn."""
PLANS_PER_LIFE: Final = 1_000_000
"""More plans than a bot makes in a deal. After each resume its plans are numbered from the next multiple of it."""


def events(log: Log, zero_ns: int = 0) -> Iterator[Event]:
    """What came in, in the log's order.

    A command is an event only of a seat that has no buttons (``SIMULATED``); everybody else's come of their presses. A
    pause is one unless the match makes it itself. Every resume is one. ``left`` is one even where idleness brought it:
    at the same moment the match's own doing comes first, and the event then finds it over.
    """
    for value in log.values:
        at = zero_ns + value["t"]
        if "press" in value:
            yield _press(value, at)
        elif "do" in value:
            if log.setup.seats[value["seat"]].player == SIMULATED:
                yield Act(value["seat"], _command(value), at)
        elif "pause" in value:
            if value["pause"] not in Match.OWN_PAUSES:
                yield Control("pause", at, value["pause"])
        elif "resume" in value:
            yield Control("resume", at)
        elif "void" in value:
            yield Control("void", at, value["why"], zero_ns + value["void"][0])
        elif "outcome" in value and value["outcome"].get("reason") == "left":
            yield Control("leave", at)


def _press(value: Mapping[str, Any], at: int) -> Press:
    seat, button, pressed = value["press"]
    clock, ticks = value.get("clock", ""), (value.get("tick_ns", 0), value.get("tick_res", 0))
    return Press(seat, button, pressed, at, value["source"], value["res"], clock, *ticks, value.get("early_ns", 0))


def _command(value: Mapping[str, Any]) -> Command:
    return Command(
        value["do"],
        value.get("card", ""),
        value.get("from", ""),
        value.get("to", ""),
        tuple(value.get("cards", ())),
        value.get("target", -1),
        value.get("word", ""),
    )


def rebuild(log: Log, zero_ns: int = 0) -> Match:
    """A match that has been fed everything in the log and stands at its last moment, without brains."""
    match = Match(log.setup, zero_ns)
    for event in events(log, zero_ns):
        match.handle(event)
    match.advance(zero_ns + log.end)
    return match


def verify(log: Log) -> None:
    """Play the log again and compare every line, byte for byte. Raises Divergence at the first that differs.

    An unfinished log is right if it is how the match begins. A log whose times fall is wrong in any case: also where
    the rules that it was played by made it so.
    """
    compare(log, replayed(log, rebuild(log)))
    place = first_fall(log.values, log.setup.resolution_ns)
    if place is not None:
        line = log.lines[place + 1]
        raise Divergence(f"line {place + 2} goes back in time: what stands before it was later\n  log:          {line}")


def first_fall(values: Iterable[Mapping[str, Any]], resolution_ns: int) -> int | None:
    """The place of the first line, the header not counted, that is earlier than it may be; None if none is.

    Everything is judged in the order of its time, so no line is earlier than one before it that is no press. A press
    keeps its own stamp where a dead heat judged it ahead of its place: by less than ``resolution_ns``.
    """
    judged = pressed = 0
    for place, value in enumerate(values):
        t = value["t"]
        if t < judged or t <= pressed - max(resolution_ns, 1):
            return place
        if "press" in value:
            pressed = max(pressed, t)
        else:
            judged = t
    return None


def replayed(log: Log, match: Match) -> list[str]:
    """The lines that a rebuilt match tells, with the header."""
    return [header(log.setup), *map(as_text, match.told())]


def compare(log: Log, lines: list[str]) -> None:
    """Raise Divergence at the first line of the log that is not the one played again."""
    for number, (written, played) in enumerate(zip(log.lines, lines, strict=False), start=1):
        if written != played:
            raise Divergence(_difference(log, number, written, played))
    if len(log.lines) > len(lines):
        raise Divergence(_difference(log, len(lines) + 1, log.lines[len(lines)], "(nothing more)"))
    if log.is_finished and len(lines) > len(log.lines):
        raise Divergence(_difference(log, len(log.lines) + 1, "(nothing more)", lines[len(log.lines)]))


def _difference(log: Log, number: int, written: str, played: str) -> str:
    text = f"line {number} differs\n  log:          {written}\n  played again: {played}"
    if log.setup.version != VERSION:
        text += f"\nVersion {log.setup.version} wrote the log and this is {VERSION}: verify it with that version."
    return text


class Resumed(NamedTuple):
    """A match that goes on where its log stopped.

    The first ``kept`` lines of the log stand (header included); the file is cut off behind them, ``missing`` is
    appended, and from then on what ``match.final()`` gives.
    """

    match: Match
    kept: int
    missing: tuple[str, ...]


def resume(log: Log, now_ns: int, brains: Mapping[int, Brain] | None = None) -> Resumed:
    """Go on with an unfinished match at ``now_ns`` (CLOCK_MONOTONIC): it stands still, and ``resume`` lets it go on.

    The pause is stamped one ns after the log's last moment, so that no deadline passed while the power was off; a match
    that stood still already does so for its own reason. Buttons that were down are released. The log so continued
    verifies as a whole. What a log does not hold is when its bots would have thought next: they begin to think anew,
    with plan numbers that no earlier plan had. Raises LogError if the match is over, Divergence if the log was not told
    by these rules.
    """
    if log.is_finished:
        raise LogError("the match is over: there is nothing to go on with; photofinish verify shows that it is right")
    log, match = _to_the_last_whole_step(log, now_ns)
    at = match.zero_ns + log.end + 1
    match.handle(Control("pause", at, POWER))
    for seat, held in enumerate(match.state.sit.held):
        for button in BUTTONS:
            if is_held(held, button):
                match.handle(Press(seat, button, False, at, RESUMED))
    match.advance(now_ns - 1)
    match.close()
    told = [header(log.setup), *map(as_text, match.final())]
    lives = 1 + sum(value.get("pause") == POWER for value in log.values)
    match.wake_bots(brains or {}, lives * PLANS_PER_LIFE)
    return Resumed(match, len(log.lines), tuple(told[len(log.lines) :]))


def _to_the_last_whole_step(log: Log, now_ns: int) -> tuple[Log, Match]:
    """The log up to where it agrees with itself: of what a drawn contest told, a power cut may have kept a part."""
    first: Divergence | None = None
    for lost in range(min(LAST_STEP, len(log.values)) + 1):
        kept = log._replace(lines=log.lines[: len(log.lines) - lost], values=log.values[: len(log.values) - lost])
        match = rebuild(kept, now_ns - kept.end - log.setup.resolution_ns - 2)
        try:
            compare(kept, replayed(kept, match))
        except Divergence as fault:
            first = first or fault
        else:
            return kept, match
    assert first is not None
    raise first
