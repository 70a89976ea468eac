"""Faults of an evening: a first line that begins none, and lines that do not fit those before them."""

from collections.abc import Sequence
from typing import Final

from cabinet.tournaments.journal import (
    FEWEST,
    MOST,
    AnyLine,
    AnyStart,
    Back,
    Chose,
    Joined,
    JournalError,
    Leaders,
    Left,
    NoShow,
    Paired,
    Party,
    Result,
    Start,
    TookBack,
    Tournament,
    Walkover,
)
from cabinet.tournaments.pairing import most_rounds, rounds_that_exist

STREAK: Final = 2
"""The shortest streak that ends a queue's turn; 0 is none."""


def new_fault(start: AnyStart) -> str:
    """Return why no new evening can begin with a first line, as a reason below ``evening.why``; "" if one can."""
    is_long = isinstance(start, Tournament) and start.rounds > most_rounds(len(start.names))
    return start_fault(start) or ("rounds" if is_long else "")


def start_fault(start: AnyStart) -> str:
    """Return the fault of the first line of a journal as a reason below ``evening.why``; "" if it has none."""
    names = [name for name in start.names if name]
    if start.merged and len(start.merged) != len(start.names):
        return "line"
    if not start.merged and (len(set(names)) < len(names) or len(names) < len(start.names)):
        return "known"
    if isinstance(start, Tournament):
        return _tournament_fault(start)
    if isinstance(start, Party):
        return _party_fault(start)
    return "streak" if start.streak and start.streak < STREAK else "many" if len(start.names) > MOST else ""


def _tournament_fault(start: Tournament) -> str:
    count = len(start.names)
    if not FEWEST <= count <= MOST:
        return "few" if count < FEWEST else "many"
    return "rounds" if start.rounds > rounds_that_exist(count) else ""


def _party_fault(start: Party) -> str:
    if len(start.sides) != len(start.names):
        return "line"
    teams = [start.sides.count(side) for side in (0, 1)]
    return "team" if not min(teams) else "many" if max(teams) > MOST else ""


def checked(lines: Sequence[AnyLine]) -> AnyStart:
    """Return the first line of a journal. Raises JournalError for the first line that does not fit those before it."""
    start = lines[0] if lines else None
    if not isinstance(start, Start):
        raise JournalError(1, "do")
    fault = start_fault(start)
    if fault:
        raise JournalError(1, fault)
    checker = _Checker(start)
    for number, line in enumerate(lines[1:], start=2):
        fault = checker.fault(line)
        if fault:
            raise JournalError(number, fault)
    return start


class _Checker:
    """The numbers and ids that lines may name, in the order of the lines.

    A reason is the field at fault. This program writes no such line: another program or a person did.
    """

    def __init__(self, start: AnyStart) -> None:
        self._start = start
        self._count = len(start.names)
        self._ids: set[str] = set()
        self._used: set[str] = set()
        self._rounds: list[int] = []
        self._has_leaders = False

    def fault(self, line: AnyLine) -> str:
        if isinstance(line, Start):
            return "do"
        if isinstance(line, Joined):
            return self._joined(line)
        if isinstance(line, Paired):
            return self._paired(line)
        if isinstance(line, Leaders):
            return self._led(line)
        if isinstance(line, Walkover):
            return "" if isinstance(self._start, Tournament) and self._exist(line.seats) else "seats"
        if isinstance(line, Result | NoShow):
            return self._decides(line)
        if isinstance(line, TookBack):
            return self._took_back(line)
        if isinstance(line, Chose):
            return "" if line.match in self._ids else "match"
        return self._leaves_or_comes(line)

    def _joined(self, line: Joined) -> str:
        if isinstance(self._start, Tournament) or line.entrant != self._count:
            return "entrant"
        self._count += 1
        return ""

    def _paired(self, line: Paired) -> str:
        seats = [seat for pair in line.pairs for seat in pair] + ([line.bye] if line.bye >= 0 else [])
        is_swiss = isinstance(self._start, Tournament) and self._start.kind == "swiss"
        if not is_swiss or line.round != len(self._rounds) + 1:
            return "round"
        self._rounds.append(line.round)
        return "" if self._exist(seats) and line.pairs else "pairs"

    def _led(self, line: Leaders) -> str:
        if not isinstance(self._start, Tournament) or self._has_leaders:
            return "do"
        self._has_leaders = True
        return "" if line.entrants and self._exist(line.entrants) else "entrants"

    def _decides(self, line: Result | NoShow) -> str:
        if isinstance(line, Result):
            fault = "" if self._exist(line.seats) else "seats"
            fault = fault or ("" if line.winner is None or line.winner in line.seats else "winner")
        else:
            seats = line.seats if isinstance(self._start, Tournament) else (line.entrant,)
            fault = "" if seats and line.entrant in seats and self._exist(seats) else "entrant"
        if fault or not line.match or line.match in self._used:
            return fault or "match"
        self._ids.add(line.match)
        self._used.add(line.match)
        return ""

    def _took_back(self, line: TookBack) -> str:
        ids = {line.match, *line.falls}
        if not ids <= self._ids:
            return "match"
        self._ids -= ids
        self._has_leaders = self._has_leaders and not line.leaders
        return self._drop(line.rounds)

    def _leaves_or_comes(self, line: Left | Back) -> str:
        if isinstance(line, Left) and line.match:
            if isinstance(self._start, Tournament) or line.match in self._used:
                return "match"
            self._ids.add(line.match)
            self._used.add(line.match)
        return self._drop(line.rounds) if self._exist([line.entrant]) else "entrant"

    def _drop(self, rounds: Sequence[int]) -> str:
        kept = [number for number in self._rounds if number not in rounds]
        is_tail = self._rounds[: len(kept)] == kept and len(kept) + len(rounds) == len(self._rounds)
        self._rounds = kept
        return "" if is_tail else "rounds"

    def _exist(self, entrants: Sequence[int]) -> bool:
        return len(set(entrants)) == len(entrants) and all(0 <= each < self._count for each in entrants)
