"""What a life of the cabinet left behind, held against what was seen of it before it was cut off.

A *life* goes from a start of the program (or of the machine) to the moment when it is killed (or its power cut). The
witness in the guest told meanwhile what it saw; afterwards the log is read from the disk. Pure: no machine in here.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from cabinet.errors import CabinetError
from cabinet.match.factory import brains_of
from cabinet.tournaments.evening import Evening
from engine.log import Log, header, read
from engine.log_lines import as_text
from engine.log_replay import events, resume, verify
from engine.match import Match
from engine.panel import Control, Press
from engine.units import MS, S

MOST_LOST_NS: Final = S
"""So much of a match a cut may cost."""
STEP_NS: Final = 20 * MS
BEYOND_NS: Final = 10 * S
"""So far behind a log's end the match is worked out: what should have been in it and is not."""
KEYS: Final = "keyboard"
"""The source of presses that come from outside."""


@dataclass
class Life:
    """What the witness told of one life. Times are the guest's CLOCK_MONOTONIC, in ns."""

    log: str = ""
    """The name of the log that was written to last."""
    before: str = ""
    """What that log held when the witness saw it first."""
    seen: list[tuple[int, str]] = field(default_factory=list)
    """When each line was there that came since."""
    saved: list[str] = field(default_factory=list)
    """The matches whose results were reported saved."""
    said: list[str] = field(default_factory=list)
    """The program's journal."""
    ended_at: int = 0
    """The last moment that was heard of."""

    def hear(self, line: Mapping[str, Any]) -> None:
        """Take in one thing that the witness said."""
        self.ended_at = line["at"]
        if "said" in line:
            self.said.append(line["said"])
            if "Saved: the result of " in line["said"]:
                self.saved.append(line["said"].partition("result of ")[2].rstrip("."))
        elif "log" in line:
            self._see(line)

    def _see(self, line: Mapping[str, Any]) -> None:
        if line["log"] != self.log:
            is_first = not self.log
            self.log, self.before, self.seen = line["log"], "", []
            if is_first:
                self.before = line["text"]
                return
        self.seen += [(line["at"], text) for text in line["text"].splitlines(keepends=True)]


def life_of(told: Iterable[str]) -> Life:
    """The life that the witness's lines tell of; a last one that was torn is left aside."""
    life = Life()
    for line in told:
        if line.endswith("\n"):
            life.hear(json.loads(line))
    return life


@dataclass(frozen=True)
class Verdict:
    """What became of a life's match. `lost_ns`: how long before the end the first lost moment was; 0 for none."""

    faults: tuple[str, ...]
    lost_ns: int = 0
    lines: int = 0
    """Lines that were seen in this life."""
    checked: int = 0
    """Moments more than a second before the end that have been worked out and looked for."""
    stall_ns: int = 0
    """The longest that the program was late with a line: an emulated one stands still while a picture is drawn."""
    is_over: bool = False
    """The match had its outcome on the disk: it is not offered again."""
    results: tuple[str, ...] = ()
    """The matches whose results were reported saved since the machine booted."""
    hammered: int = 0
    """So many results beside the game were reported saved since the machine was made."""


def judged(life: Life, left: bytes) -> Verdict:
    """Hold what is left of the life's log against what was seen, and against what must have happened."""
    faults: list[str] = []
    try:
        log = read(left)
        verify(log)
    except Exception as problem:  # noqa: BLE001 - whatever is wrong with a log, it is a fault
        return Verdict((f"{life.log}: {problem}",))
    kept = "".join(f"{line}\n" for line in log.lines)
    if not kept.startswith(life.before[: len(kept)]) or len(kept) < len(life.before):
        faults.append(f"{life.log}: what was there before is not there any more")
    zero = zero_of(life)
    lost = lost_lines(life, kept)
    lost_ns = max((life.ended_at - zero - time_of(line) for line in lost), default=0) if zero is not None else 0
    if lost_ns > MOST_LOST_NS:
        faults.append(f"{life.log}: lost is a moment {lost_ns / S:.3f} s before the end")
    checked = stall = 0
    if zero is not None:
        stall = stall_of(life, zero)
        latest = life.ended_at - zero - MOST_LOST_NS - stall
        wanted = [line for line in must_have(life, log) if time_of(line) <= latest]
        checked = len(wanted)
        there = set(log.lines)
        faults += [f"{life.log}: missing is {line[:90]}" for line in wanted if line not in there][:3]
    return Verdict(tuple(faults), lost_ns, len(life.seen), checked, stall, log.is_finished)


def zero_of(life: Life) -> int | None:
    """The moment at which the life's match had its zero; a little late, as lines are seen after they are final."""
    return min(zeros(life), default=None)


def stall_of(life: Life, zero: int) -> int:
    """How late the program was at most with what it wrote: nobody can have seen a moment before."""
    return max(zeros(life)) - zero


def zeros(life: Life) -> list[int]:
    """When the match's zero was, by each line that was seen: as late as that line came after it was final."""
    if not life.seen:
        return []
    setup = read((life.before or "".join(text for _, text in life.seen)).encode()).setup
    lag = setup.horizon_ns + setup.resolution_ns
    return [at - time_of(text) - lag for at, text in played(life)]


def played(life: Life) -> list[tuple[int, str]]:
    """What was seen of the game itself: not the header, nor what is written at once when a match is taken up again."""
    pauses = [number for number, (_, text) in enumerate(life.seen) if '"pause":"power"' in text]
    since = pauses[-1] + 1 if pauses else 0
    return [(at, text) for at, text in life.seen[since:] if text.startswith('{"t":') and '"resumed"' not in text]


def lost_lines(life: Life, kept: str) -> list[str]:
    """The lines that were seen and are not on the disk."""
    whole = life.before + "".join(text for _, text in life.seen)
    if whole.startswith(kept):
        return [line for line in whole[len(kept) :].splitlines() if line.startswith('{"t":')]
    return [] if kept.startswith(whole) else [text for _, text in life.seen if text not in kept]


def must_have(life: Life, log: Log) -> list[str]:
    """The lines that the match had to have told in this life, worked out anew from how it stood before.

    Two bots play, so all of it is certain; nothing where the life has not come to play.
    """
    resumes = [value["t"] for value in log.values if "resume" in value]
    if life.before:
        before = read(life.before.encode())
        later = [at for at in resumes if at > before.end]
        return going_on(before, later[0], log) if later else []
    return [] if resumes else from_the_start(log)


def going_on(before: Log, at: int, log: Log) -> list[str]:
    """What is told of a match that stood as `before` and was let go on at a moment of its own time."""
    resumed = resume(before, before.end + before.setup.resolution_ns + 2, brains_of(before.setup))
    resumed.match.handle(Control("resume", resumed.match.zero_ns + at))
    return [*resumed.missing, *told_by(resumed.match, at, log)]


def from_the_start(log: Log) -> list[str]:
    """What is told of a match of bots from its beginning."""
    return [header(log.setup), *told_by(Match(log.setup, 0, brains_of(log.setup)), 0, log)]


def told_by(match: Match, begin: int, log: Log) -> list[str]:
    """The final lines of a match from one moment on, a while longer than the log, with the keys that are in it."""
    zero = match.zero_ns
    for event in events(log, zero):
        if isinstance(event, Press) and event.source == KEYS and event.time_ns > zero + begin:
            match.handle(event)
    lines, now = list[str](), zero + begin
    while now <= zero + log.end + BEYOND_NS and not match.is_final:
        match.advance(now)
        lines += [as_text(entry) for entry in match.final()]
        now += STEP_NS
    return lines


def time_of(line: str) -> int:
    """The moment of a line, in ns of its match's time; 0 of the header."""
    return int(json.loads(line).get("t", 0))


def tournament_faults(journals: Iterable[Sequence[str]], results: Collection[str]) -> list[str]:
    """What is wrong with the hammer's journals found after a cut: those of tournaments that ended, and the running one.

    `results`: the matches that have one in the records. Each journal has to fit, and a result is in the records and in
    one journal, or in neither.
    """
    wrong, noted = list[str](), list[str]()
    for lines in journals:
        try:
            evening = Evening.of(lines)
        except CabinetError as problem:
            wrong.append(f"tonight: {problem}")
            continue
        noted += [played.match for played in evening.results]
        if evening.now is None and not evening.is_over:
            wrong.append("tonight: nobody is up, and nobody is champion")
    wrong += [f"tonight: {match} is noted twice" for match in sorted(set(noted)) if noted.count(match) > 1]
    wrong += [f"tonight: the result of {match} is in no journal" for match in sorted(set(results) - set(noted))]
    wrong += [f"tonight: the result of {match} is not in the records" for match in sorted(set(noted) - set(results))]
    return wrong
