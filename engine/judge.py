"""Who was first: contests, dead heats, margins and misses (GEN-1 to GEN-3; docs/architecture.md, "Late presses").

Everything here is a pure function of states and stamps. What was delivered when, and by which wire, is not known here.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from engine import flow
from engine.chance import Chance
from engine.game import MS, Game
from engine.panel import BUTTON_INDEX, Command, Meaning, Press
from engine.setup import Setup
from engine.state import State, Step
from engine.table import Draft, Table

CONTEST_NS: Final = flow.CONTEST_NS
"""Two plays within this time are a photo finish; a play that some pile took within it is no miss (GEN-3)."""
LOCK_CAP_MS: Final = 4000
"""The longest lock-out (GEN-3)."""


class Court(NamedTuple):
    """Where judging happens: the game, its setup and its chance."""

    game: Game
    setup: Setup
    chance: Chance


class Beaten(NamedTuple):
    """A refused command that would have stood, had another seat not been earlier by at least ``margin_ns``.

    ``judged`` is False if the two stamps could be further wrong than a dead heat reaches.
    """

    command: Command
    by: int
    margin_ns: int
    judged: bool = True


def distance_ns(one: Press, other: Press) -> int:
    """How much later the other press is stamped than one: in their clock's own ticks if they share one."""
    if one.clock and one.clock == other.clock:
        return other.tick_ns - one.tick_ns
    return other.time_ns - one.time_ns


def limit_ns(setup: Setup, one: Press, other: Press) -> int:
    """How far apart (ns) two stamps must be to tell which press was first, if both are those of the first contact.

    Of one clock, or of one source without a clock, the coarser of the two resolutions. The errors of different clocks
    add up; up to 0.1 the larger was taken, and logs from then still are judged so (``Setup.clock_errors``).
    """
    if one.clock and one.clock == other.clock:
        return max(one.tick_res or one.res, other.tick_res or other.res, 1)
    if setup.clock_errors == "max" or (one.clock == other.clock and one.source == other.source):
        return max(one.res, other.res, 1)
    return max(one.res + other.res, 1)


def reach_ns(setup: Setup, one: Press, other: Press) -> int:
    """How far behind one press the other may be stamped and yet have been the first contact (ns).

    The contact of a press closed in ``[stamp - early_ns, stamp]``, so the later stamp's interval counts, on top of what
    two true stamps need. No contest reaches further than ``Setup.resolution_ns``: beyond, the past is final.
    """
    return min(limit_ns(setup, one, other) + other.early_ns, setup.resolution_ns)


def is_certainly_later(setup: Setup, one: Press, other: Press) -> bool:
    """True if the other press cannot have been the first contact of the two."""
    return distance_ns(one, other) >= reach_ns(setup, one, other)


def is_judged(setup: Setup, one: Press, other: Press) -> bool:
    """False if the stamps could be further wrong than any contest reaches: the later one may then have been first."""
    return limit_ns(setup, one, other) + max(one.early_ns, other.early_ns) <= setup.resolution_ns


def _beaten_by(court: Court, wanted: Command, step: Step, press: Press | None, t: int, zero: int) -> Beaten:
    """The race that a command lost to the step's: the stamps' distance, less what the later one may be late."""
    if step.press is None:
        return Beaten(wanted, step.winner, abs(t - step.t))
    if press is None:
        return Beaten(wanted, step.winner, abs(t - (step.press.time_ns - zero)))
    apart = distance_ns(step.press, press)
    late = press.early_ns if apart >= 0 else step.press.early_ns
    return Beaten(wanted, step.winner, max(abs(apart) - late, 0), is_judged(court.setup, step.press, press))


def meaning_of(court: Court, state: State, press: Press) -> Meaning:
    """What a press means on a state; the other buttons of the seat are those held there, its own not counted."""
    held = state.sit.held[press.seat] & ~(1 << BUTTON_INDEX[press.button])
    return flow.meaning(court.game, court.setup, state.table, press.seat, press.button, held)


def refusal(court: Court, table: Table, seat: int, command: Command) -> str | None:
    """None if the command is legal on the table, else why not."""
    return flow.refusal(court.game, court.setup, table, seat, command)


def ignored(court: Court, state: State, seat: int, t: int) -> str:
    """Why a press means nothing at all just now, or ``""``."""
    sit = state.sit
    if sit.paused >= 0:
        return "paused"
    phase = state.table.phase
    if phase == "countdown":
        return "countdown"
    now = t - sit.offset
    if phase in flow.PLAYING:
        if now < state.table.number(f"lock.{seat}"):
            return "locked"
        if court.game.guarded(state.table, seat, state.since, now):
            return "guarded"
    return ""


def beaten(
    court: Court, past: Sequence[Step], press: Press | None, seat: int, command: Command, t: int, zero: int
) -> Beaten | None:
    """The latest command of another seat, no more than ``CONTEST_NS`` ago, that made this one illegal.

    It was legal on the table before that command, and not on the table after it. A press whose pile cannot be told
    any more (quick play: none takes it) is read as it would have been before.
    """
    for step in reversed(past):
        if step.t < t - CONTEST_NS or step.is_void:
            return None
        if step.winner < 0 or step.winner == seat:
            continue
        wanted: Command | None = command
        if press is not None and not command.to:
            wanted = meaning_of(court, step.before, press).command
        if (
            wanted is not None
            and refusal(court, step.before.table, seat, wanted) is None
            and refusal(court, step.after.table, seat, wanted) is not None
        ):
            return _beaten_by(court, wanted, step, press, t, zero)
    return None


def beaten_to_the_end(court: Court, past: Sequence[Step], press: Press, t: int, zero: int) -> Beaten | None:
    """For a press that means nothing any more: what it would have been, had not another seat's command, no more than
    ``CONTEST_NS`` ago, ended what was being played; None if nothing did.

    The races for the last card and for a pile at the end of a deal are the closest there are, and have margins too.
    """
    for step in reversed(past):
        if step.t < t - CONTEST_NS or step.is_void:
            return None
        before, after = step.before.table, step.after.table
        if before.phase == after.phase:
            continue
        if step.winner in (-1, press.seat) or before.phase not in flow.PLAYING:
            return None
        wanted = meaning_of(court, step.before, press).command
        if (
            wanted is None
            or ignored(court, step.before, press.seat, t)
            or refusal(court, before, press.seat, wanted) is not None
        ):
            return None
        return _beaten_by(court, wanted, step, press, t, zero)
    return None


def is_miss(
    court: Court, past: Sequence[Step], state: State, seat: int, command: Command, t: int, early_ns: int = 0
) -> bool:
    """GEN-3: no pile takes the card at its stamp, nor took it in the ``CONTEST_NS`` before, in this deal.

    A press that may have been up to ``early_ns`` earlier is a miss only if it is one at every moment that it may have
    had: its window begins that much earlier, and a lock or a pause that was over only since then excuses it.
    """
    game = court.game
    if command.do not in game.attempts or state.table.phase != "play":
        return False
    if game.would_take(state.table, seat, command):
        return False
    if early_ns and _may_have_been_ignored(court, past, state, seat, t, early_ns):
        return False
    for step in reversed(past):
        if step.t < t - CONTEST_NS - early_ns or step.is_void:
            break
        earlier = step.before.table
        if earlier.number("deal") == state.table.number("deal") and game.would_take(earlier, seat, command):
            return False
    return True


def _may_have_been_ignored(
    court: Court, past: Sequence[Step], state: State, seat: int, t: int, early_ns: int
) -> bool:
    """True if at some moment from ``t - early_ns`` to ``t`` a press of this seat would have been no attempt."""
    begin = t - early_ns
    for step in reversed(past):
        if step.t < begin:
            break
        if ignored(court, state, seat, step.t):
            return True
        state = step.before
    return state.table.phase != "play" or bool(ignored(court, state, seat, begin))


def lock_ns(game: Game, table: Table | Draft, seat: int) -> int:
    """GEN-3: how long the seat's next miss would lock it (ns), 0 without locks.

    The n-th miss locks for ``lockout_ms``·2ⁿ⁻¹, at most ``LOCK_CAP_MS``.
    """
    lockout_ms = game.options["lockout_ms"]
    assert isinstance(lockout_ms, int)
    return min(lockout_ms << min(table.number(f"misses.{seat}"), 12), LOCK_CAP_MS) * MS


def punish(game: Game, draft: Draft, seat: int, now: int) -> None:
    """GEN-3: count a miss and lock the seat for it, where there are locks."""
    lock = lock_ns(game, draft, seat)
    if not lock:
        return
    draft.foul(seat, "miss")
    draft.set(f"misses.{seat}", draft.number(f"misses.{seat}") + 1)
    draft.set(f"lock.{seat}", now + lock)


def forgive(draft: Draft, seat: int) -> None:
    """GEN-3: every legal play takes one miss back."""
    misses = draft.number(f"misses.{seat}")
    if misses:
        draft.set(f"misses.{seat}", misses - 1)


class Rival(NamedTuple):
    """A press that contests the one being judged, with what must be done before it (buttons its seat holds, a card it
    armed, within the same instant) and its command."""

    press: Press
    lead_in: tuple[Press, ...]
    command: Command


def rivals(court: Court, state: State, after: Table, first: Press, coming: Iterable[Press], zero: int) -> list[Rival]:
    """The contestants of a dead heat besides the first press (GEN-1).

    ``coming`` are the presses behind it, in order. A rival is another seat's, not certainly later than the first, legal
    on the table before the first (``state``) and not on the table ``after`` it (or see ``Game.is_contest``). Only the
    first command of a seat counts, near or not.
    """
    found: list[Rival] = []
    done: set[int] = {first.seat}
    lead_in: dict[int, list[Press]] = {}
    for press in coming:
        if press.seat in done:
            continue
        before = lead_in.setdefault(press.seat, [])
        own = _prepared(court, state, before, zero)
        command = _command_of(court, own, press, zero)
        if command is None:
            before.append(press)
            continue
        done.add(press.seat)
        if (
            not is_certainly_later(court.setup, first, press)
            and refusal(court, own.table, press.seat, command) is None
            and (
                refusal(court, after, press.seat, command) is not None
                or court.game.is_contest(own.table, after, press.seat, command)
            )
        ):
            found.append(Rival(press, tuple(before), command))
    return found


def not_beaten_by_each_other(
    court: Court, state: State, found: Sequence[Rival], stands: Callable[[State, int, Command], Table], zero: int
) -> list[Rival]:
    """The rivals but those that another rival has beaten for certain.

    Beside a coarse first press two finer ones may both be rivals, of which one is certainly later than the other and
    would be refused after it (``stands`` gives the table then): that one cannot have been the first contact of all.
    """

    def beats(one: Rival, other: Rival) -> bool:
        if one is other or not is_certainly_later(court.setup, one.press, other.press):
            return False
        table = stands(_prepared(court, state, one.lead_in, zero), one.press.seat, one.command)
        return refusal(court, table, other.press.seat, other.command) is not None

    return [rival for rival in found if not any(beats(other, rival) for other in found)]


def _command_of(court: Court, state: State, press: Press, zero: int) -> Command | None:
    """The command that a press gives, or None for a release, a press that is ignored or one that gives none."""
    if not press.pressed or ignored(court, state, press.seat, press.time_ns - zero):
        return None
    return meaning_of(court, state, press).command


def _prepared(court: Court, state: State, presses: Sequence[Press], zero: int) -> State:
    """The state as one seat's own presses leave it, none of which is a command."""
    for press in presses:
        state = take_hold(state, press)
        if press.pressed and not ignored(court, state, press.seat, press.time_ns - zero):
            draft = Draft(state.table)
            for key, value in meaning_of(court, state, press).select:
                draft.set(key, value)
            state = replace(state, table=draft.table())
    return state


def take_hold(state: State, press: Press) -> State:
    """The state with the button down, or up again."""
    held = list(state.sit.held)
    bit = 1 << BUTTON_INDEX[press.button]
    held[press.seat] = held[press.seat] | bit if press.pressed else held[press.seat] & ~bit
    return replace(state, sit=replace(state.sit, held=tuple(held)))


def draw(court: Court, contestants: dict[int, Command], table: Table, after: Table, stamp: int) -> tuple[int, int]:
    """Who wins a dead heat, and the lot: a seat by the game's own rule (lot -1), ``ALL``, or one drawn by chance.

    ``after`` is the table if the first of them stood alone. The lot is keyed by the match's seed and the earliest stamp
    (log time), and by nothing else (GEN-1).
    """
    decided = court.game.dead_heat(table, contestants, after)
    if decided is not None:
        return decided, -1
    seats = sorted(contestants)
    lot = court.chance.below(len(seats), "dead_heat", stamp)
    return seats[lot], lot
