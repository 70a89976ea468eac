"""What the racing games share: being stuck, the shouts, the turn of new cards, and that nobody can stall.

Speed and Spit differ in what a play is and in what is turned; they agree on when (SPEED-6 to 8, SPIT-7, GEN-5). A
subclass says who can still do something, what a turn does, and when a deal is over.

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
"""The cards that a pile takes now."""
NOTHING: Final[Taken] = frozenset()

AUTO_TURN_NS = 2 * S
"""With ``stuck_call = auto``, how long STUCK shows before cards turn (SPEED-7)."""
GLOW_NS = 4 * S
"""Without a play for so long, playable cards glow (GEN-5)."""

TURN_MS: Option = number("turn_ms", 700, 100, 3000)


def stuck_call(*choices: str) -> Option:
    """The option ``stuck_call`` with its default first."""
    return one_of("stuck_call", *choices)


class Race(Game):
    """A game without turns, in which the earlier press has it."""

    progress: frozenset[str] = frozenset({"play", "turn", "draw"})
    shout: str
    """The command by which a seat says that it is stuck."""

    def __init__(self, given: Mapping[str, object], seats: int = 2) -> None:
        super().__init__(given, seats)
        self.shout = type(self).shout  # as in ``Game``
        stall_s = self.options["stall_s"]
        assert isinstance(stall_s, int)
        self.stall_ns = stall_s * S
        self.all_seats = range(seats)
        self.shouts = self.options["stuck_call"] == "shout"
        """True where cards turn only once all have called."""
        self.said = tuple(f"said.{seat}" for seat in range(seats))

    # What a game adds

    @abstractmethod
    def can_go_on(self, draft: Draft | Table, seat: int) -> bool:
        """True unless the seat is stuck (SPEED-6, SPIT-7)."""

    def all_stuck(self, draft: Draft | Table) -> bool:
        """True if no seat can go on. Asked after every play: a game may have a quicker way than seat by seat."""
        return not any(self.can_go_on(draft, seat) for seat in self.all_seats)

    @abstractmethod
    def must_shout(self, table: Table | Draft, seat: int) -> bool:
        """True if new cards turn only once this seat has shouted too."""

    @abstractmethod
    def turn_cards(self, draft: Draft, chance: Chance, now: int) -> None:
        """All are stuck and have said so: turn new cards, or do what the game does when there are none."""

    @abstractmethod
    def end_of_deal(self, draft: Draft, chance: Chance, now: int) -> bool:
        """End the deal if it is over; True if it was."""

    # What follows from a command

    def settle(self, draft: Draft, chance: Chance, now: int) -> None:
        """See ``Game.settle``: the end of the deal, else whether all are stuck (GEN-6)."""
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
        """How long (ns) after all are stuck cards turn although nobody shouts; 0 if they wait for the shouts."""
        return AUTO_TURN_NS if self.options["stuck_call"] == "auto" else 0

    def lapse(self, draft: Draft) -> None:
        """The table has changed: shouts lapse (SPEED-8, SPIT-7), and nothing glows any more."""
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
        """True if the cards that were about to turn do so although the table has changed."""
        return False

    def reset_race(self, draft: Draft) -> None:
        """The scalars of this module, as a deal begins with them."""
        for key in ("stuck", "glow", *(f"said.{seat}" for seat in range(self.seats))):
            draft.set(key, False)
        draft.set("turn_at", 0)
        draft.set("won", -1)

    def may_shout(self, table: Table, seat: int) -> bool:
        """True if a shout of this seat would count: stuck, called by shouting, and not said yet."""
        scalars = table.scalars
        return (
            scalars["stuck"] and self.shouts and self.must_shout(table, seat) and not scalars[self.said[seat]]
        ) is True

    def perform_shout(self, draft: Draft, seat: int, now: int) -> None:
        """Say it; after the last one cards turn ``turn_ms`` later, so that the shouter has no head start (SPEED-7)."""
        draft.say(seat, self.shout)
        draft.set(self.said[seat], True)
        if all(draft.scalars[said] or not self.must_shout(draft, other) for other, said in enumerate(self.said)):
            turn_ms = self.options["turn_ms"]
            assert isinstance(turn_ms, int)
            draft.set("turn_at", now + turn_ms * MS)

    # What happens by itself

    def deadline(self, table: Table, since: int) -> int | None:
        """See ``Game.deadline``: cards that turn, a shout given for a seat, the glow, the forced turn (GEN-5)."""
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
        """The deal is over; without a winner it is void, and said to be."""
        self.lapse(draft)
        if winner is None:
            draft.phase("void")
        draft.set("won", -1 if winner is None else winner)
        draft.phase("over")
