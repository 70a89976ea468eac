"""Who was first: contests, dead heats, margins and misses (GEN-1 to GEN-3; docs/architecture.md, "Late presses").

All functions are pure functions of states and stamps. The order and the path of delivery have no influence: when a late
press arrives, ``timeline`` goes back and asks again.

Theory of operation
-------------------

*A press is judged on the table of its own stamp.* If its command is legal there, it stands and the next press finds its
result. If it is refused, there are three cases: beaten, missed, or merely impossible.

*Contest* (``rivals``). Two presses of different seats contest if both are legal on the table before the first of them,
and the other is illegal after it: usually both go for the same pile. Then it matters who was first.

*Certainly later* (``is_certainly_later``). No stamp is exact. Each press has a resolution ``res`` and an interval:
its contact closed between ``stamp - early_ns`` and ``stamp`` (``early_ns`` is 0 unless the kernel overwrote the stamp).

    first press    x
    other press         [----------y]    its contact closed between y - early_ns and y
                   |<-->|                at least limit_ns: the other press is certainly later

``limit_ns`` is the coarser resolution of two presses of one clock, the sum for two clocks. Above the limit the earlier
stamp wins. Presses of a clock that counts by itself (``Press.tick_res``) are in the order of its ticks, whatever their
intervals: a USB device that is asked twice tells in the second answer what had not happened at the first.
A race whose errors could be greater than ``Setup.resolution_ns`` is marked as not judged. Such a one is a dead heat up
to ``Setup.reach_ns``, which caps every limit, because older moments are final; beyond that its stamps decide.

*Dead heat* (``draw``). The first press and all rivals that are not certainly later are judged together, at the stamp of
the first (decision 0010). A rival that another rival has certainly beaten takes no part. The game's rules may decide
(``Game.dead_heat``: a seat, or all of them stand); otherwise a lot, which follows from the match's seed and that stamp,
so that a replay draws the same. The winner's press is performed first, with the presses of its seat just before it (a
card that it armed); the others then find its result and are beaten.

*Beaten* (``beaten``). A refused command was beaten if another seat's command, at most ``CONTEST_NS`` before, made it
illegal. Its margin is the certain lead: the distance of the stamps less the ``early_ns`` of the later one, and less the
errors of two clocks (``clock_error_ns``). A press after the end of play is compared with the command that ended it
(``beaten_to_the_end``).

*Miss* (``is_miss``). A refused play of a card that no pile accepted at its stamp, nor in the ``CONTEST_NS`` before; a
shout, a call or a slap without a cause then or in that time (decision 0113). Only misses lock a seat. The rule depends
on the final past alone (decision 0010).
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from engine import phases
from engine.chance import Chance
from engine.game import Game
from engine.panel import BUTTON_INDEX, Command, Meaning, Press
from engine.setup import Setup
from engine.state import State, Step
from engine.table import Draft, Table
from engine.units import MS

CONTEST_NS: Final = phases.CONTEST_NS
"""Two plays within this time are a photo finish; what would have been right within it is no miss (GEN-3)."""
LOCK_CAP_MS: Final = 4000
"""The longest lock-out (GEN-3)."""
FIRST_MISSES: Final = 2
"""The misses of a seat in a deal that the option ``first_lockouts_ms`` makes cheaper (GEN-3)."""


class MatchContext(NamedTuple):
    """The context of every judgement: the game, its setup and its chance."""

    game: Game
    setup: Setup
    chance: Chance


class Beaten(NamedTuple):
    """A refused command that would have been legal, had another seat not been earlier by at least ``margin_ns``.

    ``judged`` is False if the errors of the two stamps could exceed that of any judged race (``is_judged``).
    """

    command: Command
    by: int
    margin_ns: int
    judged: bool = True


def distance_ns(one: Press, other: Press) -> int:
    """Return how much later (ns) ``other`` is stamped than ``one``, in ticks of their clock if they share one."""
    if one.clock and one.clock == other.clock:
        return other.tick_ns - one.tick_ns
    return other.time_ns - one.time_ns


def limit_ns(setup: Setup, one: Press, other: Press) -> int:
    """Return the least distance (ns) of two stamps that orders their presses, if both stamps mark the first contact.

    For one clock, or one source without a clock, it is the coarser of the two resolutions. The errors of different
    clocks add up; version 0.1 took the larger of them, and its logs are still judged so (``Setup.clock_errors``).
    """
    if one.clock and one.clock == other.clock:
        return max(one.tick_res or one.res, other.tick_res or other.res, 1)
    if setup.clock_errors == "max" or have_one_clock(one, other):
        return max(one.res, other.res, 1)
    return max(one.res + other.res, 1)


def have_one_clock(one: Press, other: Press) -> bool:
    """Return whether one clock, or one source without a clock, stamped both presses."""
    return one.clock == other.clock and (one.clock != "" or one.source == other.source)


def clock_error_ns(setup: Setup, one: Press, other: Press) -> int:
    """Return by how much (ns) the distance of two stamps may be wrong because two clocks stamped them.

    Logs from before ``Setup.clock_errors`` was ``margin`` have margins that are not reduced by it.
    """
    return 0 if setup.clock_errors != "margin" or have_one_clock(one, other) else one.res + other.res


def lateness_ns(one: Press, other: Press) -> int:
    """Return how much before its stamp (ns) the press ``other`` may have been, as far as that changes its order to
    ``one``: not at all where one clock of its own has counted both."""
    return 0 if other.tick_res and one.clock and one.clock == other.clock else other.early_ns


def reach_ns(setup: Setup, one: Press, other: Press) -> int:
    """Return how much later (ns) than ``one`` the press ``other`` may be stamped and still be the first contact.

    The contact of a press closed in ``[stamp - early_ns, stamp]``, so the later stamp's interval adds to the limit for
    two exact stamps. No contest exceeds ``Setup.reach_ns``: anything earlier is final.
    """
    return min(limit_ns(setup, one, other) + lateness_ns(one, other), setup.reach_ns)


def is_fine(setup: Setup, press: Press) -> bool:
    """Return whether a press takes at most half of ``Setup.resolution_ns`` for its own errors.

    Any race of two such presses is judged, and they contest within ``resolution_ns``.
    """
    res, early_ns, most_ns = press.res, press.early_ns, setup.resolution_ns // 2
    return res >= 0 <= early_ns and res + early_ns <= most_ns and press.tick_res + early_ns <= most_ns


def is_certainly_later(setup: Setup, one: Press, other: Press) -> bool:
    """Return whether ``other`` cannot have been the first contact of the two."""
    return distance_ns(one, other) >= reach_ns(setup, one, other)


def is_judged(setup: Setup, one: Press, other: Press) -> bool:
    """Return False if the stamps' errors could exceed that of any judged race: the later press may have been first."""
    early = max(lateness_ns(one, other), lateness_ns(other, one))
    return limit_ns(setup, one, other) + early <= setup.resolution_ns


def _beaten_by(context: MatchContext, wanted: Command, step: Step, press: Press | None, t: int, zero: int) -> Beaten:
    """Return the race that a command lost to the step's: the stamps' distance, less what of it is not certain."""
    if step.press is None:
        return Beaten(wanted, step.winner, abs(t - step.t))
    if press is None:
        return Beaten(wanted, step.winner, abs(t - (step.press.time_ns - zero)))
    apart = distance_ns(step.press, press)
    late = press.early_ns if apart >= 0 else step.press.early_ns
    lead = abs(apart) - late - clock_error_ns(context.setup, step.press, press)
    return Beaten(wanted, step.winner, max(lead, 0), is_judged(context.setup, step.press, press))


def meaning_of(context: MatchContext, state: State, press: Press) -> Meaning:
    """Return the meaning of a press on a state; the held buttons of the seat count, except the pressed button."""
    held = state.sit.held[press.seat] & ~(1 << BUTTON_INDEX[press.button])
    return phases.meaning(context.game, context.setup, state.table, press.seat, press.button, held)


def refusal(context: MatchContext, table: Table, seat: int, command: Command) -> str | None:
    """Return None if the command is legal on the table, else the reason against it."""
    return phases.refusal(context.game, context.setup, table, seat, command)


def ignored(context: MatchContext, state: State, seat: int, t: int) -> str:
    """Return why a press has no meaning at present, or ``""``."""
    sit = state.sit
    if sit.paused >= 0 and not (sit.is_stalled and context.setup.seats[seat].is_human):
        return "paused"
    phase = state.table.phase
    if phase == "countdown":
        return "countdown"
    now = sit.clock(t)
    if phase in phases.PLAYING:
        if now < state.table.scalars[f"lock.{seat}"]:  # by misses (GEN-3)
            return "locked"
        if context.game.guarded(state.table, seat, state.since, now):
            return "guarded"
    return ""


def beaten(
    context: MatchContext, past: Sequence[Step], press: Press | None, seat: int, command: Command, t: int, zero: int
) -> Beaten | None:
    """Return the latest command of another seat, no more than ``CONTEST_NS`` ago, that made this command illegal.

    The command was legal on the table before that one, and is not on the table after it. For a press without a target
    pile (quick play: no pile accepts the card any more), the meaning on the earlier table counts.
    """
    for step in reversed(past):
        if step.t < t - CONTEST_NS or step.is_void:
            return None
        if step.winner < 0 or step.winner == seat:
            continue
        wanted: Command | None = command
        if press is not None and not command.to:
            wanted = meaning_of(context, step.before, press).command
        if (
            wanted is not None
            and refusal(context, step.before.table, seat, wanted) is None
            and refusal(context, step.after.table, seat, wanted) is not None
        ):
            return _beaten_by(context, wanted, step, press, t, zero)
    return None


def beaten_to_the_end(context: MatchContext, past: Sequence[Step], press: Press, t: int, zero: int) -> Beaten | None:
    """For a press without a meaning: return the race it lost to a command of another seat, no more than ``CONTEST_NS``
    ago, that ended the phase; None if there was none.

    The races for the last card and for a pile at the end of a deal are the closest of all, and have margins too.
    """
    for step in reversed(past):
        if step.t < t - CONTEST_NS or step.is_void:
            return None
        before, after = step.before.table, step.after.table
        if before.phase == after.phase:
            continue
        if step.winner in (-1, press.seat) or before.phase not in phases.PLAYING:
            return None
        wanted = meaning_of(context, step.before, press).command
        if (
            wanted is None
            or ignored(context, step.before, press.seat, t)
            or refusal(context, before, press.seat, wanted) is not None
        ):
            return None
        return _beaten_by(context, wanted, step, press, t, zero)
    return None


def is_miss(
    context: MatchContext, past: Sequence[Step], state: State, seat: int, command: Command, t: int, early_ns: int
) -> bool:
    """Return whether an attempt has no cause at its stamp, nor had in the ``CONTEST_NS`` before, in this deal (GEN-3).

    A press that may have happened up to ``early_ns`` earlier is a miss only if it is a miss at every possible moment:
    its window begins that much earlier, and a lock or a pause that ended within that time excuses it.
    """
    game, phase = context.game, state.table.phase
    if command.do not in (game.attempts if phase == "play" else game.claims if phase == "slap" else ()):
        return False
    if game.would_take(state.table, seat, command):
        return False
    if early_ns and _may_have_been_ignored(context, past, state, seat, t, early_ns):
        return False
    for step in reversed(past):
        if step.t < t - CONTEST_NS - early_ns or step.is_void:
            break
        earlier = step.before.table
        if earlier.number("deal") == state.table.number("deal") and game.would_take(earlier, seat, command):
            return False
    return True


def _may_have_been_ignored(
    context: MatchContext, past: Sequence[Step], state: State, seat: int, t: int, early_ns: int
) -> bool:
    """Return whether at some moment from ``t - early_ns`` to ``t`` a press of this seat would have been ignored."""
    begin = t - early_ns
    for step in reversed(past):
        if step.t < begin:
            break
        if ignored(context, state, seat, step.t):
            return True
        state = step.before
    return state.table.phase not in phases.PLAYING or bool(ignored(context, state, seat, begin))


def lock_ns(game: Game, table: Table | Draft, seat: int) -> int:
    """Return how long the seat's next miss would lock it (ns), 0 without locks (GEN-3).

    The n-th miss locks for ``lockout_ms``·2ⁿ⁻¹, at most ``LOCK_CAP_MS``; each of the deal's first ``FIRST_MISSES`` for
    ``first_lockouts_ms`` at most, if that is set.
    """
    lockout_ms = game.options.lockout_ms
    lock_ms = min(lockout_ms << min(table.number(f"misses.{seat}"), 12), LOCK_CAP_MS)
    first_ms = game.options.first_lockouts_ms
    if first_ms and table.number(f"deal_misses.{seat}") < FIRST_MISSES:
        lock_ms = min(lock_ms, first_ms)
    return lock_ms * MS


def punish(game: Game, draft: Draft, seat: int, now: int) -> None:
    """Count a miss and lock the seat for it, if the options include locks (GEN-3)."""
    lock = lock_ns(game, draft, seat)
    if not lock:
        return
    draft.foul(seat, "miss")
    draft.set(f"misses.{seat}", draft.number(f"misses.{seat}") + 1)
    if game.options.first_lockouts_ms:
        draft.set(f"deal_misses.{seat}", min(draft.number(f"deal_misses.{seat}") + 1, FIRST_MISSES))
    draft.set(f"lock.{seat}", now + lock)


def forgive(draft: Draft, seat: int) -> None:
    """Take one miss back, as every legal play does (GEN-3)."""
    misses = draft.number(f"misses.{seat}")
    if misses:
        draft.set(f"misses.{seat}", misses - 1)


class Rival(NamedTuple):
    """A press that contests the judged press, its command, and its seat's presses just before it (held buttons, an
    armed card, within the same instant)."""

    press: Press
    lead_in: tuple[Press, ...]
    command: Command


def rivals(
    context: MatchContext, state: State, after: Table, first: Press, coming: Iterable[Press], zero: int
) -> list[Rival]:
    """Return the contestants of a dead heat besides the first press (GEN-1).

    ``coming`` are the presses after it, in order. A rival belongs to another seat, is not certainly later than the
    first press, is legal on the table before it (``state``) and not on the table ``after`` it (or see
    ``Game.is_contest``). Only the first command of a seat counts, near or not.
    """
    found: list[Rival] = []
    done: set[int] = {first.seat}
    lead_in: dict[int, list[Press]] = {}
    for press in coming:
        if press.seat in done:
            continue
        before = lead_in.setdefault(press.seat, [])
        own = _prepared(context, state, before, zero)
        command = _command_of(context, own, press, zero)
        if command is None:
            before.append(press)
            continue
        done.add(press.seat)
        if (
            not is_certainly_later(context.setup, first, press)
            and refusal(context, own.table, press.seat, command) is None
            and (
                refusal(context, after, press.seat, command) is not None
                or context.game.is_contest(own.table, after, press.seat, command)
            )
        ):
            found.append(Rival(press, tuple(before), command))
    return found


def not_beaten_by_each_other(
    context: MatchContext,
    state: State,
    found: Sequence[Rival],
    stands: Callable[[State, int, Command], Table],
    zero: int,
) -> list[Rival]:
    """Return the rivals that no other rival has certainly beaten.

    Next to a coarse first press, two finer presses may both be rivals although one is certainly later than the other
    and would be refused after it (``stands`` returns the table then). The later press cannot have been the first
    contact of all.
    """

    def beats(one: Rival, other: Rival) -> bool:
        if one is other or not is_certainly_later(context.setup, one.press, other.press):
            return False
        table = stands(_prepared(context, state, one.lead_in, zero), one.press.seat, one.command)
        return refusal(context, table, other.press.seat, other.command) is not None

    return [rival for rival in found if not any(beats(other, rival) for other in found)]


def _command_of(context: MatchContext, state: State, press: Press, zero: int) -> Command | None:
    """Return the command of a press, or None for a release, an ignored press or a press without a command."""
    if not press.pressed or ignored(context, state, press.seat, press.time_ns - zero):
        return None
    return meaning_of(context, state, press).command


def _prepared(context: MatchContext, state: State, presses: Sequence[Press], zero: int) -> State:
    """Return the state after a seat's own presses; none of them is a command."""
    for press in presses:
        state = with_button(state, press)
        if press.pressed and not ignored(context, state, press.seat, press.time_ns - zero):
            draft = Draft(state.table)
            for key, value in meaning_of(context, state, press).select:
                draft.set(key, value)
            state = state.on(draft.table())
    return state


def with_button(state: State, press: Press) -> State:
    """Return the state with the button down, or up again."""
    sit = state.sit
    return State(state.table, state.since, sit.pressed(held_after(sit.held, press), sit.chord, sit.touched, sit.nagged))


def held_after(held: tuple[int, ...], press: Press) -> tuple[int, ...]:
    """Return the masks of held buttons after a press or a release."""
    seat = press.seat
    bit = 1 << BUTTON_INDEX[press.button]
    mask = held[seat] | bit if press.pressed else held[seat] & ~bit
    return (*held[:seat], mask, *held[seat + 1 :])


def draw(
    context: MatchContext, contestants: dict[int, Command], table: Table, after: Table, stamp: int
) -> tuple[int, int]:
    """Return the winner of a dead heat and the lot; the lot is -1 for a seat or ``ALL`` by the game's own rule.

    ``after`` is the table if the first command stood alone. The lot depends only on the match's seed and the earliest
    stamp (log time) (GEN-1).
    """
    decided = context.game.dead_heat(table, contestants, after)
    if decided is not None:
        return decided, -1
    seats = sorted(contestants)
    lot = context.chance.below(len(seats), "dead_heat", stamp)
    return seats[lot], lot
