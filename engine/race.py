"""The common base of the racing games: stuck seats, shouts, turns of new cards, and the limit on stalling.

Speed and Spit differ in their plays and in the cards that turn; they agree on the timing (SPEED-6 to 8, SPIT-7, GEN-5).
A subclass decides which seats can go on, how cards turn, and when a deal is over.

Scalars: ``stuck``; ``said.N`` (seat N has shouted); ``turn_at`` (play clock, ns, when new cards turn, 0 for never);
``glow`` (nobody has played for a while although somebody can); ``won`` (the seat that won the deal, -1 for none).
"""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Final

from engine.chance import Chance
from engine.game import MS, Game, S
from engine.options import Option, number, one_of
from engine.table import Draft, Table

Taken = frozenset[str]
"""The cards that a pile accepts now."""
NOTHING: Final[Taken] = frozenset()

AUTO_TURN_NS = 2 * S
"""With ``stuck_call = auto``, how long the screen shows STUCK before cards turn (SPEED-7)."""
GLOW_NS = 4 * S
"""Time without a play before playable cards glow (GEN-5)."""

TURN_MS: Option = number("turn_ms", 700, 100, 3000)


def stuck_call(*choices: str) -> Option:
    """Return the option ``stuck_call`` with its default first."""
    return one_of("stuck_call", *choices)


class Race(Game):
    """A game without turns, in which the earlier press wins."""

    progress: frozenset[str] = frozenset({"play", "turn", "draw"})
    shout: str
    """The command by which a seat calls that it is stuck."""

    def __init__(self, given: Mapping[str, object], seats: int = 2) -> None:
        super().__init__(given, seats)
        self.shout = type(self).shout  # as in ``Game``
        stall_s = self.options["stall_s"]
        assert isinstance(stall_s, int)
        self.stall_ns = stall_s * S
        self.all_seats = range(seats)
        self.shouts = self.options["stuck_call"] == "shout"
        """True where cards turn only after all seats have called."""
        self.said = tuple(f"said.{seat}" for seat in range(seats))

    # Methods of the subclass

    @abstractmethod
    def can_go_on(self, draft: Draft | Table, seat: int) -> bool:
        """Return whether the seat is not stuck (SPEED-6, SPIT-7)."""

    def all_stuck(self, draft: Draft | Table) -> bool:
        """Return whether no seat can go on. Called after every play: a game may override it with a faster test."""
        return not any(self.can_go_on(draft, seat) for seat in self.all_seats)

    @abstractmethod
    def must_shout(self, table: Table | Draft, seat: int) -> bool:
        """Return whether new cards turn only after this seat has shouted too."""

    @abstractmethod
    def turn_cards(self, draft: Draft, chance: Chance, now: int) -> None:
        """Turn new cards after all seats have called; without new cards, apply the game's own rule."""

    @abstractmethod
    def end_of_deal(self, draft: Draft, chance: Chance, now: int) -> bool:
        """End the deal if it is over; return whether it was."""

    # Consequences of a command

    def settle(self, draft: Draft, chance: Chance, now: int) -> None:
        """End the deal if it is over, else update whether all are stuck (GEN-6). See ``Game.settle``."""
        if draft.scalars["phase"] != "play" or self.end_of_deal(draft, chance, now):
            return
        stuck = self.all_stuck(draft)
        if stuck is not draft.scalars["stuck"]:
            draft.set("stuck", stuck)
        if stuck and not draft.scalars["turn_at"]:
            wait = self.turns_after(draft)
            if wait:
                draft.set("turn_at", now + wait)

    def turns_after(self, draft: Draft) -> int:
        """Return how long (ns) after all are stuck cards turn without a shout; 0 if the turn waits for the shouts."""
        return AUTO_TURN_NS if self.options["stuck_call"] == "auto" else 0

    def lapse(self, draft: Draft) -> None:
        """Cancel shouts and the glow after the table has changed (SPEED-8, SPIT-7)."""
        scalars = draft.scalars
        turn_at = scalars["turn_at"]
        if turn_at:
            draft.set("turn_at", 0)
        if scalars["glow"]:
            draft.set("glow", False)
        for said in self.said:
            if scalars[said]:
                draft.set(said, False)
        if turn_at and self.turns_anyway(draft):
            draft.set("turn_at", turn_at)

    def turns_anyway(self, draft: Draft) -> bool:
        """Return whether a scheduled turn takes place although the table has changed."""
        return False

    def reset_race(self, draft: Draft) -> None:
        """Set the scalars of this module to their values at the start of a deal."""
        for key in ("stuck", "glow", *(f"said.{seat}" for seat in range(self.seats))):
            draft.set(key, False)
        draft.set("turn_at", 0)
        draft.set("won", -1)

    def may_shout(self, table: Table, seat: int) -> bool:
        """Return whether a shout of this seat would count: stuck, called by shouting, and not called yet."""
        scalars = table.scalars
        return (
            scalars["stuck"] and self.shouts and self.must_shout(table, seat) and not scalars[self.said[seat]]
        ) is True

    def perform_shout(self, draft: Draft, seat: int, now: int) -> None:
        """Shout; cards turn ``turn_ms`` after the last shout, so that the shouter has no head start (SPEED-7)."""
        draft.say(seat, self.shout)
        draft.set(self.said[seat], True)
        if all(draft.scalars[said] or not self.must_shout(draft, other) for other, said in enumerate(self.said)):
            turn_ms = self.options["turn_ms"]
            assert isinstance(turn_ms, int)
            draft.set("turn_at", now + turn_ms * MS)

    # Deadlines

    def deadline(self, table: Table, since: int) -> int | None:
        """Return the next deadline: a turn of cards, an automatic shout, the glow, the forced turn (GEN-5).

        See ``Game.deadline``.
        """
        scalars = table.scalars
        if scalars["phase"] != "play":
            return None
        turn_at: int = scalars["turn_at"]
        if turn_at:
            return turn_at
        if scalars["stuck"] or scalars["glow"]:
            return since + self.stall_ns
        return since + GLOW_NS

    def due(self, draft: Draft, chance: Chance, now: int, since: int) -> bool:
        """See ``Game.due``."""
        if draft.scalars["turn_at"]:
            return self._turn(draft, chance, now)
        if draft.flag("stuck"):
            for seat in range(self.seats):
                if self.must_shout(draft, seat) and not draft.scalars[self.said[seat]]:
                    self.perform_shout(draft, seat, now)
            return False
        if not draft.flag("glow"):
            draft.set("glow", True)
            return False
        return self._turn(draft, chance, now)

    def _turn(self, draft: Draft, chance: Chance, now: int) -> bool:
        self.turn_cards(draft, chance, now)
        self.lapse(draft)
        return True

    def end_deal(self, draft: Draft, winner: int | None) -> None:
        """End the deal; without a winner it is void, and the phase ``void`` records that."""
        self.lapse(draft)
        if winner is None:
            draft.phase("void")
        draft.set("won", -1 if winner is None else winner)
        draft.phase("over")
