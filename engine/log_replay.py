"""Replay of a log: to verify it line by line, and to continue an unfinished match.

A match is a function of its setup and its input: presses, glitches, commands without buttons, pauses, resumes and
leaving. The log contains all of these, and a replay uses nothing else. A bot's presses are in the log like any others,
so no bot plans during a replay, and a better bot never breaks an old log.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.brain import Brain
from engine.errors import Divergence, LogError
from engine.log import Log, counted, header, ignore, wrong_version
from engine.log_lines import Entry, as_text
from engine.match import Match
from engine.panel import BUTTONS, Act, Command, Control, Event, Glitch, Press, is_held
from engine.scheduler import LEAVES
from engine.setup import Setup
from engine.version import VERSION

SIMULATED: Final = "bot:random"
"""The player of a seat that gives commands without buttons, as in ``photofinish simulate``."""
POWER: Final = "power"
"""The reason of the pause in a match continued from its log."""
RESUMED: Final = "resumed"
"""The source of the added releases for buttons that were down when the log ended."""
LAST_STEP: Final = 40
"""The greatest number of lines of one event, which a power cut may have torn."""
STRETCH_NS: Final = 1_000_000_000
"""How much of a log is played at once, ns: what is final after it, nothing needs to keep."""
PLANS_PER_LIFE: Final = 1_000_000
"""More plans than a bot makes in a deal. After each resume, a bot's plans are numbered from the next multiple of it."""


def events(log: Log, zero_ns: int = 0) -> Iterator[Event]:
    """Return the match's input, in the log's order.

    A command is an event only for a seat without buttons (``SIMULATED``); all other commands follow from presses. A
    pause is an event unless the match made it itself. Every resume is an event. ``left`` is an event even if idleness
    caused it: at the same moment the match acts first, and the event then finds the match over.
    """
    for value in log.values:
        event = event_in(log.setup, value, zero_ns)
        if event is not None:
            yield event


def event_in(setup: Setup, value: Mapping[str, Any], zero_ns: int) -> Event | None:
    """Return the event of a parsed line; None if the line follows from others."""
    at = zero_ns + value["t"]
    if "press" in value:
        return press_in(value, at)
    if "glitch" in value:
        seat, button = value["glitch"]
        return Glitch(seat, button, at, value["source"])
    if "do" in value:
        return Act(value["seat"], command_in(value), at) if setup.seats[value["seat"]].player == SIMULATED else None
    if "pause" in value:
        return Control("pause", at, value["pause"]) if value["pause"] not in Match.OWN_PAUSES else None
    if "resume" in value:
        return Control("resume", at)
    if "void" in value:
        return Control("void", at, value["why"], zero_ns + value["void"][0])
    if "outcome" in value and value["outcome"].get("reason") == "left":
        return Control("leave", at)
    return _leaving_in(setup, value, at)


def _leaving_in(setup: Setup, value: Mapping[str, Any], at: int) -> Event | None:
    """Return the leaving of a seat that a line of the match's own tells; the outcome behind it is another's."""
    effects = value.get("effects")
    for effect in effects if isinstance(effects, list) else ():
        match effect:
            case ["say", int(seat), said] if said == LEAVES and 0 <= seat < len(setup.seats):
                return Control("leave", at, seat=seat)
    return None


def press_in(value: Mapping[str, Any], at: int) -> Press:
    """Return the press of a parsed line; its time is ``at``."""
    seat, button, pressed = value["press"]
    clock, ticks = value.get("clock", ""), (value.get("tick_ns", 0), value.get("tick_res", 0))
    return Press(seat, button, pressed, at, value["source"], value["res"], clock, *ticks, value.get("early_ns", 0))


def command_in(value: Mapping[str, Any]) -> Command:
    """Return the command of a parsed line."""
    return Command(
        value["do"],
        value.get("card", ""),
        value.get("from", ""),
        value.get("to", ""),
        tuple(value.get("cards", ())),
        value.get("target", -1),
        value.get("word", ""),
    )


def rebuild(log: Log) -> Match:
    """Return a match that has processed the whole log, at the log's last moment, without brains; its zero is 0."""
    match = Match(log.setup)
    for _ in _stretches(match, log):
        pass
    match.advance(log.end)
    return match


def no_pause() -> None:
    """Do nothing between two stretches of a log."""


def verify(log: Log, on_lines: Callable[[int], object] = ignore) -> None:
    """Replay the log and compare every line, byte for byte. Raises Divergence at the first difference.

    An unfinished log is valid if the replayed match begins with it. A log with decreasing times is always invalid, even
    if the rules of its edition produced them. ``on_lines`` is called with the number of lines found right so far, each
    time that `LINES_A_CALL` more are.
    """
    compare(log, counted(_played_again(log), on_lines))
    place = first_fall([(value["t"], "press" in value) for value in log.values], log.setup.reach_ns)
    if place is not None:
        line = log.lines[place + 1]
        raise Divergence(f"line {place + 2} goes back in time: what stands before it was later\n  log:          {line}")


def _played_again(log: Log) -> Iterator[str]:
    """Yield the lines of the match played again from the log's input, the header first."""
    yield header(log.setup)
    match = Match(log.setup)
    for _ in _stretches(match, log):
        yield from map(as_text, match.final())
    match.close()
    yield from map(as_text, match.final())


def _stretches(match: Match, log: Log) -> Iterator[None]:
    """Let a match that has just begun expect the log's input, and play it a stretch at a time, to the log's end.

    What a later ``void`` undoes stays open.
    """
    zero_ns = match.zero_ns
    inputs = list(events(log, zero_ns))
    voids = [event for event in inputs if isinstance(event, Control) and event.kind == "void"]
    match.expect(inputs)
    end = zero_ns + log.end
    while (due := match.next_deadline()) is not None and due <= end:
        now = min(due + STRETCH_NS, end)
        match.skip(now, min((void.since_ns for void in voids if void.time_ns >= due), default=now))
        yield


def first_fall(times: Iterable[tuple[int, bool]], reach_ns: int) -> int | None:
    """Return the index of the first line, the header not counted, that is earlier than allowed; None if there is none.

    A line is given by its time, and by whether it is a press. Events are judged in the order of their times, so no line
    is earlier than a preceding line other than a press. A press keeps its own stamp where a dead heat judged it ahead
    of its place, by less than ``reach_ns``.
    """
    judged = pressed = 0
    reach = max(reach_ns, 1)
    for place, (t, is_press) in enumerate(times):
        if t < judged or t <= pressed - reach:
            return place
        if not is_press:
            judged = t
        elif t > pressed:
            pressed = t
    return None


def _texts(log: Log, entries: Sequence[Entry], breathe: Callable[[], object]) -> Iterator[str]:
    """Yield the lines of a rebuilt match, the header first."""
    yield header(log.setup)
    for place, entry in enumerate(entries):
        if place % 100 == 0:
            breathe()
        yield as_text(entry)


def compare(log: Log, lines: Iterable[str]) -> None:
    """Compare the log with the lines of its replay. Raises Divergence at the first difference."""
    number = 0
    for number, played in enumerate(lines, start=1):
        if number > len(log.lines):
            if log.is_finished:
                raise Divergence(_difference(log, number, "(nothing more)", played))
            return
        if log.lines[number - 1] != played:
            raise Divergence(_difference(log, number, log.lines[number - 1], played))
    if number < len(log.lines):
        raise Divergence(_difference(log, number + 1, log.lines[number], "(nothing more)"))


def _difference(log: Log, number: int, written: str, played: str) -> str:
    text = f"line {number} differs\n  log:          {written}\n  played again: {played}"
    if log.setup.version != VERSION:
        return f"{text}\n  V{wrong_version(log.setup.version)[1:]}."
    return f"{text}\n  The log was changed or damaged after the match: take another copy."


class Resumed(NamedTuple):
    """A match continued from its log.

    The first ``kept`` lines of the log remain (header included). The caller truncates the file after them, appends
    ``missing``, and from then on the entries of ``match.final()``. ``entries`` are those of the kept lines.
    """

    match: Match
    kept: int
    missing: tuple[str, ...]
    entries: tuple[Entry, ...]


def resume(
    log: Log, now_ns: int, brains: Mapping[int, Brain] | None = None, breathe: Callable[[], object] = no_pause
) -> Resumed:
    """Continue an unfinished match at ``now_ns`` (CLOCK_MONOTONIC): it is paused until a ``resume`` event.

    The pause is stamped one ns after the log's last moment, so that no deadline passed while the power was off; a match
    that was already paused keeps its own reason. Buttons that were down are released. The continued log verifies as a
    whole. The log does not contain the time of a bot's next plan: bots start planning again, with unused plan numbers.
    ``breathe`` is called after each second of the match and each hundred lines, so that the caller may do something
    else there: a long match takes seconds on a slow processor. Raises LogError if the match is over, Divergence if the
    log does not follow these rules.
    """
    if log.is_finished:
        raise LogError("the match is over: there is nothing to go on with; photofinish verify shows that it is right")
    log, match, entries = _to_the_last_whole_step(log, now_ns, breathe)
    at = match.zero_ns + log.end + 1
    match.handle(Control("pause", at, POWER))
    for seat, held in enumerate(match.state.sit.held):
        for button in BUTTONS:
            if is_held(held, button):
                match.handle(Press(seat, button, False, at, RESUMED))
    match.advance(now_ns - 1)
    match.close()
    entries += match.final()
    kept = len(log.values)
    lives = 1 + sum(value.get("pause") == POWER for value in log.values)
    match.wake_bots(brains or {}, lives * PLANS_PER_LIFE)
    return Resumed(match, len(log.lines), tuple(map(as_text, entries[kept:])), tuple(entries[:kept]))


def _to_the_last_whole_step(log: Log, now_ns: int, breathe: Callable[[], object]) -> tuple[Log, Match, list[Entry]]:
    """Drop lines until the log verifies: a power cut may have kept only part of a drawn contest's lines.

    Return the rest, the match at its end, and the entries that ``match.final`` has returned.
    """
    first: Divergence | None = None
    for lost in range(min(LAST_STEP, len(log.values)) + 1):
        kept = log._replace(lines=log.lines[: len(log.lines) - lost], values=log.values[: len(log.values) - lost])
        match = Match(kept.setup, now_ns - kept.end - log.setup.reach_ns - 2)
        entries: list[Entry] = []
        for _ in _stretches(match, kept):
            entries += match.final()
            breathe()
        match.advance(match.zero_ns + kept.end)
        try:
            compare(kept, _texts(kept, [*entries, *match.pending()], breathe))
        except Divergence as fault:
            first = first or fault
        else:
            return kept, match, entries
    assert first is not None
    raise first
