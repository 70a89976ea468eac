"""The common base of the racing games: stuck seats, shouts, turns of new cards, and the limit on stalling.

Speed and Spit differ in their plays and in the cards that turn; they agree on the timing (SPEED-6 to 8, SPIT-7, GEN-5).
``RaceRules`` is the part of a race's rules that all of them share, the functions after it change a draft by these rules
alone, and ``Race`` decides when; a subclass decides which seats can go on, how cards turn, and when a deal is over.

Scalars: ``stuck``; ``said.N`` (seat N has shouted); ``turn_at`` (play clock, ns, when new cards turn, 0 for never);
``glow`` (nobody has played for a while although somebody can); ``won`` (the seat that won the deal, -1 for none);
``aim.N`` with more piles than sides of a panel; ``place.N`` with more than two seats. In the phase ``slap``
``finisher``, whose last card it was.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from engine.chance import Chance
from engine.game import Game
from engine.options import number
from engine.panel import GLOW_NS, LEFT, RIGHT, Meaning
from engine.table import Draft, Table
from engine.units import MS, S

Taken = frozenset[str]
"""The cards that a pile accepts now."""
NOTHING: Final[Taken] = frozenset()

AUTO_TURN_NS = 2 * S
"""With ``stuck_call = auto``, how long the screen shows STUCK before cards turn (SPEED-7)."""


def turn_delay() -> Any:  # as in ``engine.options.option``
    """Declare the option ``turn_ms``: the time from the last shout to the turn of new cards (SPEED-7)."""
    return number(700, 100, 3000)


class RaceOptions(Protocol):
    """The options that every racing game has."""

    @property
    def stuck_call(self) -> str:
        """``shout``: cards turn after all seats have called; ``auto``: they turn by themselves."""

    @property
    def turn_ms(self) -> int:
        """See ``turn_delay``."""

    @property
    def stall_s(self) -> int:
        """See ``GameOptions``."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RaceRules:
    """The part of a race's rules that all racing games share."""

    shout: str
    """The command by which a seat calls that it is stuck."""
    said: tuple[str, ...]
    """For each seat the scalar that records its shout."""
    shouts: bool
    """True where cards turn only after all seats have called."""
    auto_turn_ns: int
    """How long after all are stuck cards turn without a shout; 0 if the turn waits for the shouts."""
    turn_ns: int
    """The time from the last shout to the turn of new cards."""
    stall_ns: int
    """The time without progress after which new cards turn (GEN-5)."""
    last_out: tuple[str, ...]
    """Zones of which one at least is empty when a deal is over; without any, that may be so at any time."""
    guard_ns: int
    """How long after the last card the presses of other seats than the finisher are ignored (SPIT-10, SPEED-16)."""
    has_own_times: bool
    """True if the game has deadlines of its own while nobody is stuck (``Race.special_deadline``)."""


def race_rules(
    options: RaceOptions,
    shout: str,
    seats: int,
    last_out: tuple[str, ...],
    guard_ns: int,
    has_own_times: bool = False,
) -> RaceRules:
    """Return the shared rules of a racing game, whose seats call ``shout`` when they are stuck; see ``RaceRules``."""
    return RaceRules(
        shout=shout,
        said=tuple(f"said.{seat}" for seat in range(seats)),
        shouts=options.stuck_call == "shout",
        auto_turn_ns=AUTO_TURN_NS if options.stuck_call == "auto" else 0,
        turn_ns=options.turn_ms * MS,
        stall_ns=options.stall_s * S,
        last_out=last_out,
        guard_ns=guard_ns,
        has_own_times=has_own_times,
    )


def reset(race: RaceRules, draft: Draft) -> None:
    """Set the scalars of this module to their values at the start of a deal."""
    for key in ("stuck", "glow", *race.said):
        draft.set(key, False)
    draft.set("turn_at", 0)
    draft.set("won", -1)


def cancel_pending(race: RaceRules, draft: Draft) -> None:
    """Cancel shouts, a scheduled turn and the glow after the table has changed (SPEED-8, SPIT-7)."""
    scalars = draft.scalars
    if scalars["turn_at"]:
        draft.set("turn_at", 0)
    if scalars["glow"]:
        draft.set("glow", False)
    for said in race.said:
        if scalars[said]:
            draft.set(said, False)


def is_shout_due(race: RaceRules, table: Table | Draft, seat: int) -> bool:
    """Return whether a shout is open to a seat that has to call: all are stuck, and it has not called yet."""
    scalars = table.scalars
    return (scalars["stuck"] and race.shouts and not scalars[race.said[seat]]) is True


def shout(race: RaceRules, draft: Draft, seat: int, seats_that_call: Sequence[int], now: int) -> None:
    """Shout; cards turn ``turn_ms`` after the last of ``seats_that_call``, so that it has no head start (SPEED-7)."""
    draft.say(seat, race.shout)
    draft.set(race.said[seat], True)
    if all(draft.scalars[race.said[other]] for other in seats_that_call):
        draft.set("turn_at", now + race.turn_ns)


def end_deal(draft: Draft, winner: int | None) -> None:
    """End the deal; without a winner it is void, and the phase ``void`` records it. Call ``cancel_pending`` first."""
    if winner is None:
        draft.phase("void")
    draft.set("won", -1 if winner is None else winner)
    draft.phase("over")


class Race(Game):
    """A game without turns, in which the earlier press wins."""

    PROGRESS = frozenset({"play", "turn", "draw"})
    race: RaceRules
    """Set by the subclass."""

    # Methods of the subclass

    @abstractmethod
    def can_go_on(self, table: Table | Draft, seat: int) -> bool:
        """Return whether the seat is not stuck (SPEED-6, SPIT-7)."""

    @abstractmethod
    def all_stuck(self, table: Table | Draft) -> bool:
        """Return whether no seat can go on. Called after every play."""

    @abstractmethod
    def seats_that_call(self, table: Table | Draft) -> Sequence[int]:
        """Return the seats that must all have shouted before new cards turn (SPEED-7, SPIT-7)."""

    @abstractmethod
    def turn_cards(self, draft: Draft, chance: Chance, now: int) -> None:
        """Turn new cards after all seats have called; without new cards, apply the game's own rule."""

    @abstractmethod
    def end_of_deal(self, draft: Draft, chance: Chance, now: int) -> bool:
        """End the deal if it is over; return whether it was."""

    def cancel_pending(self, draft: Draft) -> None:
        """Cancel shouts, a scheduled turn and the glow after the table has changed (SPEED-8, SPIT-7)."""
        cancel_pending(self.race, draft)

    def turns_after(self, draft: Draft) -> int:
        """Return how long (ns) after all are stuck cards turn without a shout; 0 if the turn waits for the shouts."""
        return self.race.auto_turn_ns

    # Consequences of a command

    def settle(self, draft: Draft, chance: Chance, now: int) -> None:
        """End the deal if it is over, else update whether all are stuck (GEN-6). See ``Game.settle``."""
        phase: str = draft.scalars["phase"]
        if phase != "play":
            return
        zones, last_out = draft.zones, self.race.last_out
        may_be_over = not last_out
        for zone in last_out:
            if not zones[zone]:
                may_be_over = True
        if may_be_over and self.end_of_deal(draft, chance, now):
            return
        stuck = self.all_stuck(draft)
        if stuck is not draft.scalars["stuck"]:
            draft.set("stuck", stuck)
        if stuck and not draft.scalars["turn_at"]:
            wait = self.turns_after(draft)
            if wait:
                draft.set("turn_at", now + wait)

    # Deadlines

    def deadline(self, table: Table, since: int) -> int | None:
        """Return the next deadline: a turn of cards, an automatic shout, the glow, the forced turn (GEN-5).

        See ``Game.deadline``.
        """
        scalars, race = table.scalars, self.race
        phase: str = scalars["phase"]
        if scalars["stuck"] or scalars["turn_at"] or race.has_own_times or phase != "play":
            return self.special_deadline(table, since)
        return since + (race.stall_ns if scalars["glow"] else GLOW_NS)  # the usual case; this runs after every play

    def special_deadline(self, table: Table, since: int) -> int | None:
        """Return the next deadline in any case; see ``deadline``."""
        scalars = table.scalars
        if scalars["phase"] != "play":
            return None
        turn_at: int = scalars["turn_at"]
        if turn_at:
            return turn_at
        if scalars["stuck"] or scalars["glow"]:
            return since + self.race.stall_ns
        return since + GLOW_NS

    def due(self, draft: Draft, chance: Chance, now: int, since: int) -> bool:
        """See ``Game.due``."""
        scalars = draft.scalars
        if scalars["turn_at"]:
            return self._turn(draft, chance, now)
        if scalars["stuck"]:
            seats_that_call = self.seats_that_call(draft)
            for seat in seats_that_call:
                if not draft.scalars[self.race.said[seat]]:
                    shout(self.race, draft, seat, seats_that_call, now)
            return False
        if not scalars["glow"]:
            draft.set("glow", True)
            return False
        return self._turn(draft, chance, now)

    def _turn(self, draft: Draft, chance: Chance, now: int) -> bool:
        self.turn_cards(draft, chance, now)
        self.cancel_pending(draft)
        return True

    # Judging

    def guard_ends(self, table: Table, seat: int, since: int) -> int:
        """See ``Game.guard_ends``: just after the last card, for all seats but the finisher (SPIT-10, SPEED-16)."""
        return since + self.race.guard_ns if table.phase == "slap" and seat != table.number("finisher") else 0


def is_out(table: Table | Draft, seat: int) -> bool:
    """Return whether, with more than two seats, the seat has run out of cards: its place is set."""
    return table.number(f"place.{seat}") > 0


# A seat's aim, where there are more piles in the middle than sides of a panel (rules/speed.md, "Buttons"). LEFT and
# RIGHT move it round the piles; a card button or ACTION then acts on the aimed pile. Scalar ``aim.N``: the zone at
# which seat N aims. Empty piles are skipped when the aim is read, so removing a pile needs no update.


def aim_key(seat: int) -> str:
    """Return the name of the scalar with the seat's aim."""
    return f"aim.{seat}"


def reset_aims(draft: Draft, centres: Sequence[str]) -> None:
    """At the start of a deal, aim each seat at the pile that it starts itself."""
    for seat, centre in enumerate(centres):
        draft.set(aim_key(seat), centre)


def aimed_pile(table: Table | Draft, seat: int, centres: Sequence[str]) -> str:
    """Return the pile at which the seat aims: its choice or, if that is empty, the next pile to the right."""
    aimed = table.text(aim_key(seat)) or centres[seat]
    ring = _ring(table, aimed, centres)
    return ring[0] if ring else aimed


def move_aim(table: Table, seat: int, button: str, centres: Sequence[str]) -> Meaning:
    """Return the meaning of LEFT or RIGHT: the aim moves to the next pile on that side."""
    ring = _ring(table, aimed_pile(table, seat, centres), centres)
    if len(ring) < 2:
        return Meaning("aim")
    to = ring[-1] if button == LEFT else ring[1]
    return Meaning("aim", select=((aim_key(seat), to),), lit=True, zone=to)


def aim_taps(table: Table, seat: int, pile: str, centres: Sequence[str]) -> tuple[str, ...]:
    """Return the shortest sequence of taps that moves the seat's aim to a pile with cards."""
    ring = _ring(table, aimed_pile(table, seat, centres), centres)
    steps = ring.index(pile)
    back = len(ring) - steps
    return (RIGHT,) * steps if steps <= back else (LEFT,) * back


def _ring(table: Table | Draft, first: str, centres: Sequence[str]) -> list[str]:
    """Return the piles with cards, in order round the middle, beginning with ``first`` or the next after it."""
    start = centres.index(first)
    return [pile for pile in (*centres[start:], *centres[:start]) if table.zones[pile]]
