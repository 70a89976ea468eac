"""The match log: its first line, and reading one (``docs/match-log.md``).

Pure functions from text and bytes to values; the cabinet opens the files. A log is UTF-8, one JSON object a line. A
last line without a line end was torn by a power cut and is dropped; every other fault raises a LogError that names the
line and the remedy. A leading byte order mark and Windows line ends come from copying through another machine: both are
accepted and belong to no line. ``log_replay`` replays a log.
"""

import codecs
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, NoReturn, TypeVar

from engine.adaptive import ALLOWS, is_adaptive
from engine.errors import EngineError, LogError, shortened
from engine.game import PAUSES_LAST, RULES
from engine.games import set_up
from engine.log_lines import Entry, as_text
from engine.options import values_of
from engine.panel import BUTTON_INDEX
from engine.setup import SeatInfo, Setup
from engine.version import VERSION

T = TypeVar("T")

FORMAT = 1
"""The value of ``"log"`` in the first line. It changes when a reader of the old format would misread the new one."""

KINDS = ("press", "glitch", "do", "deal", "pause", "resume", "void", "outcome", "effects")
"""The kinds of lines: the first of these keys that a line has is its kind."""


TICKS = ("tick_ns", "tick_res", "early_ns")
"""The optional integers of a press besides ``res``, in ns."""

LATEST = 10**17
"""The latest valid time (ns since the match's zero; three years): a line with a later time is damaged."""

DEEPEST = 100
"""The deepest nesting of a line that is read; a log's own lines nest 5 deep. Python's own limit differs by version."""

LINES_A_CALL: Final = 50
"""After how many lines ``read`` and ``log_replay.verify`` tell their callers how far they are."""

BRACKETS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[][{}]')
"""The brackets of a JSON text, and its strings, whose brackets do not count."""

CLOCK_ERRORS = ("margin", "sum", "max")
"""The valid values of ``clock_errors`` (``Setup``)."""


class Log(NamedTuple):
    """A parsed log.

    ``lines`` are the complete lines with the header first, without line ends; ``values`` the same lines parsed, without
    the header. ``torn`` is True if a torn last line was cut off.
    """

    setup: Setup
    lines: tuple[str, ...]
    values: tuple[Mapping[str, Any], ...]
    torn: bool = False

    @property
    def is_finished(self) -> bool:
        """True if the match has an outcome."""
        return bool(self.values) and "outcome" in self.values[-1]

    @property
    def end(self) -> int:
        """The latest time in the log (ns since its zero)."""
        return max((value["t"] for value in self.values), default=0)


def header(setup: Setup) -> str:
    """Return the first line of a match's log: everything that the match depends on besides its presses.

    Raises UnknownGame or OptionError for a setup that cannot be played.
    """
    game = set_up(setup.game, setup.options, setup.base, len(setup.seats))
    line: dict[str, object] = {"log": FORMAT, "game": setup.game}
    if setup.preset:
        line["preset"] = setup.preset
    line["options"] = values_of(game.options)
    line["seats"] = [{"name": seat.name, "player": seat.player} for seat in setup.seats]
    line["seed"] = setup.seed
    line["horizon_ns"] = setup.horizon_ns
    line["resolution_ns"] = setup.resolution_ns
    people = any(seat.is_human for seat in setup.seats)
    if setup.reach_ns != setup.resolution_ns and people:
        line["reach_ns"] = setup.reach_ns
    if setup.clock_errors != "max" and people:  # bots' stamps have no error
        line["clock_errors"] = setup.clock_errors
    if setup.stamps:
        line["stamps"] = setup.stamps
    adapts = setup.rules >= ALLOWS and any(is_adaptive(seat.player) for seat in setup.seats)
    if (setup.rules > 1 and game.since_edition > 1) or (setup.rules >= PAUSES_LAST and people) or adapts:
        line["rules"] = setup.rules  # otherwise all editions agree
    line["version"] = setup.version
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False)


def text_of(entries: Iterable[Entry]) -> str:
    """Return entries as the log's text, each line with its end, ready to append to the file."""
    return "".join(f"{as_text(entry)}\n" for entry in entries)


def ignore(_lines: int) -> None:
    """Take a number of lines that are done and do nothing."""


def counted(lines: Iterable[T], on_lines: Callable[[int], object]) -> Iterator[T]:
    """Yield the lines, and call now and then with the number of those that have been taken."""
    for number, line in enumerate(lines):
        if number % LINES_A_CALL == 0:
            on_lines(number)
        yield line


def read(data: bytes, on_lines: Callable[[int], object] = ignore) -> Log:
    """Read a whole log. Raises LogError if the data is no log or has another format.

    ``on_lines`` is called with the number of lines read so far, each time that `LINES_A_CALL` more are.
    """
    complete, _, rest = data.removeprefix(codecs.BOM_UTF8).rpartition(b"\n")
    if not complete:
        raise LogError("line 1 is missing or torn: there is no match in this file; name another one")
    raw = complete.split(b"\n")
    lines = [_decoded(number, line.removesuffix(b"\r")) for number, line in enumerate(raw, start=1)]
    setup = read_header(lines[0])
    try:
        rest_of_lines = counted(lines[1:], on_lines)
        values = [parsed(number, line, len(setup.seats)) for number, line in enumerate(rest_of_lines, start=2)]
    except DamagedLine as fault:
        if setup.version == VERSION:
            raise
        raise LogError(f"{fault.fault}; {wrong_version(setup.version)}") from None
    return Log(setup, tuple(lines), tuple(values), torn=bool(rest))


def read_header(line: str) -> Setup:
    """Return the setup in a log's first line. Raises LogError, also for a setup that cannot be played."""
    value = _object(1, line)
    if value.get("log") != FORMAT:
        version = value.get("version", "another version")
        raise LogError(
            f"line 1: this is no match log of format {FORMAT}; read it with the program that wrote it ({version})"
        )
    try:
        setup = _setup(value)
        header(setup)  # fails as the match would
    except EngineError as fault:
        version = value.get("version", VERSION)
        if version == VERSION:
            _damaged(1, f"does not fit: {fault}")
        raise LogError(f"line 1 does not fit: {fault}; {wrong_version(version)}") from None
    return setup


def _setup(value: Mapping[str, Any]) -> Setup:
    seats = tuple(map(_seat, _typed(value, "seats", list, "a list")))
    return Setup(
        _typed(value, "game", str, "text"),
        _typed(value, "options", dict, "an object"),
        seats,
        _typed(value, "seed", int, "a whole number"),
        _typed({"preset": "", **value}, "preset", str, "text"),
        _span(value, "horizon_ns"),
        _span(value, "resolution_ns"),
        _reach(value),
        _typed(value, "version", str, "text"),
        whole=True,
        clock_errors=_clock_errors(value, seats),
        rules=_rules(value),
        stamps=_typed({"stamps": "", **value}, "stamps", str, "text"),
    )


def _reach(value: Mapping[str, Any]) -> int:
    """Return the farthest reach of a contest; older logs have that of a judged race for all."""
    reach_ns = _span({"reach_ns": value["resolution_ns"], **value}, "reach_ns")
    if reach_ns < value["resolution_ns"]:
        raise LogError(f"reach_ns must not be below resolution_ns, and is {reach_ns}")
    return reach_ns


def _clock_errors(value: Mapping[str, Any], seats: Sequence[SeatInfo]) -> str:
    """Return how errors of clocks count; logs older than this choice took the larger error."""
    usual = "max" if any(seat.is_human for seat in seats) else CLOCK_ERRORS[0]
    given = value.get("clock_errors", usual)
    if given not in CLOCK_ERRORS:
        raise LogError(f"clock_errors must be one of {', '.join(CLOCK_ERRORS)}, and is {_shown(given)}")
    return str(given)


def _rules(value: Mapping[str, Any]) -> int:
    """Return the edition of the rules; logs older than editions follow the first."""
    rules = value.get("rules", 1)
    if not _is_whole(rules) or not 1 <= rules <= RULES:
        raise LogError(f"rules must be a whole number, 1 to {RULES}, and is {rules!r}")
    return int(rules)


def _seat(value: object) -> SeatInfo:
    if not isinstance(value, dict):
        raise LogError(f"a seat must be an object, and is {_shown(value)}")
    return SeatInfo(_typed(value, "name", str, "text"), _typed(value, "player", str, "text"))


def _typed(value: Mapping[str, Any], key: str, kind: type[T], called: str) -> T:
    """Return the value of a key of the first line. Raises LogError if it is missing or has another type."""
    if key not in value:
        raise LogError(f"{key} is missing")
    found = value[key]
    if not isinstance(found, kind) or (kind is int and isinstance(found, bool)):
        raise LogError(f"{key} must be {called}, and is {_shown(found)}")
    return found


def _span(value: Mapping[str, Any], key: str) -> int:
    """Return a time of the first line, in ns. Raises LogError."""
    found = _typed(value, key, int, "a whole number")
    if not 0 <= found <= LATEST:
        raise LogError(f"{key} must be from 0 to {LATEST}, and is {_shown(found)}")
    return found


def _shown(value: object) -> str:
    """Return a wrong value as a message shows it."""
    return shortened(json.dumps(value, ensure_ascii=False))


def _decoded(number: int, line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        _damaged(number, "is not UTF-8 text")


def _no_number(text: str) -> NoReturn:
    """Reject ``NaN`` and ``Infinity``, which Python's JSON parser accepts."""
    raise ValueError(text)


_DECODER: Final = json.JSONDecoder(parse_constant=_no_number)


def _is_deep(line: str) -> bool:
    """Return whether a line is nested deeper than `DEEPEST`."""
    if line.count("[") + line.count("{") <= DEEPEST:
        return False
    depth = 0
    for bracket in BRACKETS.findall(line):
        depth += (bracket in "[{") - (bracket in "]}")
        if depth > DEEPEST:
            return True
    return False


def _object(number: int, line: str) -> dict[str, Any]:
    if _is_deep(line):
        _damaged(number, "is nested too deeply for any line of a log")
    try:
        value = _DECODER.decode(line)
    except json.JSONDecodeError as fault:
        _damaged(number, f"is not JSON ({fault.msg}, at its character {fault.pos + 1})")
    except ValueError:
        _damaged(number, "is not JSON (a number that no log holds)")
    if not isinstance(value, dict):
        _damaged(number, "is not a JSON object")
    return value


def parsed(number: int, line: str, seats: int) -> Mapping[str, Any]:
    """Return a line after the header; every value that a replay needs has its proper type. Raises LogError."""
    value = _object(number, line)
    kind = next((key for key in KINDS if key in value), "")
    if not kind or not _is_whole(value.get("t")):
        _damaged(number, f"is of no kind that this version knows ({', '.join(KINDS)}), or has no t")
    if not 0 <= value["t"] <= LATEST:
        _damaged(number, f"has a t that no match has: it takes 0 to {LATEST} (ns)")
    if kind == "press":
        _check_press(number, value, seats)
    elif kind == "glitch":
        _check_glitch(number, value, seats)
    elif kind == "do":
        _check_command(number, value, seats)
    elif kind == "void":
        match value["void"]:
            case [int(), int()] if isinstance(value.get("why"), str):
                pass
            case _:
                _damaged(number, "undoes nothing: void must be [from, to] in whole ns, and why be text")
    elif kind == "outcome" and not isinstance(value["outcome"], dict):
        _damaged(number, "tells no outcome: winner, reason and scores must stand there")
    return value


def _check_command(number: int, value: Mapping[str, Any], seats: int) -> None:
    given = value.get
    texts = (value["do"], given("card", ""), given("from", ""), given("to", ""), given("word", ""))
    is_command = _is_seat(given("seat"), seats) and set(map(type, texts)) == {str}
    if not (is_command and isinstance(given("cards", []), list) and _is_whole(given("target", 0))):
        _damaged(number, "is no command: seat and do must stand there, card, from, to and word be text")


def _check_press(number: int, value: Mapping[str, Any], seats: int) -> None:
    match value["press"]:
        case [seat, str(button), bool()] if _is_seat(seat, seats) and button in BUTTON_INDEX:
            pass
        case _:
            _damaged(number, f"is no press: it takes [seat, button, true or false], with seat below {seats}")
    if not (isinstance(value.get("source"), str) and _is_whole(value.get("res"))):
        _damaged(number, "is a press without source (text) and res (whole ns)")
    if not (isinstance(value.get("clock", ""), str) and all(map(_is_whole, map(value.get, TICKS, (0, 0, 0))))):
        _damaged(number, "is a press whose clock is no text, or whose tick_ns, tick_res or early_ns is no whole number")


def _check_glitch(number: int, value: Mapping[str, Any], seats: int) -> None:
    match value["glitch"]:
        case [seat, str(button)] if (
            _is_seat(seat, seats) and button in BUTTON_INDEX and isinstance(value.get("source"), str)
        ):
            pass
        case _:
            _damaged(number, f"is no glitch: it takes [seat, button], with seat below {seats}, and source as text")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_seat(value: object, seats: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < seats


class DamagedLine(LogError):
    """A line that no log of this version has. ``fault`` says which and why, without the remedy."""

    def __init__(self, number: int, fault: str) -> None:
        self.fault = f"line {number} {fault}"
        super().__init__(f"{self.fault}; the log is damaged: take another copy, or cut it off before that line")


def wrong_version(version: object) -> str:
    """Return what to do with a log that another version wrote, and that this one does not read as that one did."""
    return f"version {shortened(str(version))} wrote the log and this is {VERSION}: read it with that version"


def _damaged(number: int, fault: str) -> NoReturn:
    raise DamagedLine(number, fault)
