"""Which device of one player has which seat: a place belongs to the device that is pressed, not to one that is there.

A device that comes takes a place that nobody plays on: first those that are known to be gamepads or encoders, then
those whose buttons have numbers only. What stays without a place is spare, and so is what a program has made, which may
be a copy of another (remappers, Steam). A spare device that is pressed takes a place from one that was never pressed,
or not for `REST_NS`, and that press counts; one that is played on keeps its place.

A place remembers its device, so that one that was pulled out and comes back has its seat again.

Where each press of a device comes within `TWIN_NS` of the same button of another, `TWINS` times in a row, the machine
has it twice, and one of the two is a copy and serves nothing: what a program has made. Of two that are no different in
this it is the one that came later, if it has pressed nothing by itself since it came and keeps its distance; the halves
of one board never are. So many presses of its own in a row end that.
"""

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from hardware.clock import MS

TWIN_NS: Final = 2 * MS
"""The greatest distance between a press and its copy."""
TWINS: Final = 3
"""Presses in a row that show a copy."""
STEADY_NS: Final = MS // 2
"""How much the distance of a copy may vary: that of two people in a race varies by more."""
REST_NS: Final = 600_000 * MS
"""A device that was not pressed for so long yields to one that is pressed: ten minutes, long after a match has asked
whether anybody is still there."""


class Pressed(NamedTuple):
    """The last press of a device: its button and stamp, and the device that pressed the same at the same time."""

    button: str
    time_ns: int
    twin: "Player | None"


@dataclass(eq=False)
class Player:
    """A device of one player that is plugged in. `known_by` is what tells it from others when it comes again.

    `is_numbered`: its buttons have numbers only, so that it may be anything. `is_virtual`: a program made it. `board`
    is the same for the halves of a board for two.
    """

    known_by: Hashable
    is_numbered: bool = False
    is_virtual: bool = False
    board: Hashable = None
    seat: int | None = None
    last: Pressed | None = None
    partner: "Player | None" = None
    """The last device that pressed the same at the same time."""
    delays: tuple[int, ...] = ()
    """How much later than that device's its last presses were, those in a row that had a twin, ns; `TWINS` at most."""
    alone: int = 0
    """How many of its last presses in a row had no twin."""
    is_own: bool = False
    """Whether any press since it came had none."""
    copy_of: "Player | None" = None


@dataclass(eq=False)
class Place:
    """A seat's place: the device that has it, and what it remembers: the one that had it, and whether that was played
    on."""

    seat: int
    holder: Player | None = None
    known_by: Hashable = None
    was_played: bool = False

    def take(self, player: Player) -> None:
        """Give the place to a device; it still remembers another that was played on, until this one is."""
        self.holder, player.seat = player, self.seat
        if not self.was_played:
            self.known_by = player.known_by

    def play(self) -> None:
        """Note that the device that has it was pressed."""
        if self.holder is not None:
            self.known_by, self.was_played = self.holder.known_by, True

    def clear(self) -> None:
        """Take the place from its device."""
        if self.holder is not None:
            self.holder.seat = None
        self.holder = None


class Places:
    """Gives the places of `seats`, in their order. Times are the stamps of presses, ns."""

    def __init__(self, seats: Sequence[int], twin_ns: int = TWIN_NS, steady_ns: int = STEADY_NS) -> None:
        self._places = [Place(seat) for seat in seats]
        self._twin_ns = twin_ns
        self._steady_ns = steady_ns
        self._players: list[Player] = []

    def come(self, player: Player, served: Collection[int] = ()) -> None:
        """Give places to a device that has come and to all that nobody has pressed; `served` seats, which another kind
        of device serves, come last."""
        self._players.append(player)
        held = {place.holder: place for place in self._places if place.holder is not None}
        unpressed = [each for each in self._players if each.last is None]
        for each in unpressed:
            if each in held:
                held[each].clear()
        waiting = [each for each in unpressed if not each.is_virtual or self._is_back(each)]
        for each in sorted(waiting, key=lambda each: (not self._is_back(each), each.is_numbered, each not in held)):
            free = [place for place in self._places if place.holder is None]
            if free:
                min(free, key=lambda place: self._rank(place, each, served)).take(each)

    def leave(self, player: Player) -> None:
        """Note that a device has gone. What nobody knows or has pressed is not remembered."""
        self._players.remove(player)
        for place in self._places:
            if place.holder is player:
                place.clear()
                if player.is_numbered and player.last is None and not place.was_played:
                    place.known_by = None
        for each in self._players:
            if each.copy_of is player:
                each.copy_of, each.delays = None, ()

    def press(self, player: Player, button: str, time_ns: int, served: Collection[int] = ()) -> None:
        """Take a press of a device: it may give it a place, or show that it or its twin is a copy."""
        rested = {each for each in self._players if each.last and time_ns - each.last.time_ns >= REST_NS}
        self._compare(player, button, time_ns)
        twin = player.last.twin if player.last else None
        if player.seat is None and player.copy_of is None and not (player.is_virtual and twin):
            self._win(player, rested, served)
        for place in self._places:
            if place.holder is player:
                place.play()
        if twin is not None and not player.copy_of and not twin.copy_of:
            self._part(player, twin)

    def _is_back(self, player: Player) -> bool:
        return any(place.was_played and place.known_by == player.known_by for place in self._places)

    def _rank(self, place: Place, player: Player, served: Collection[int]) -> tuple[bool, bool, bool, bool]:
        """What a device takes first is less: its own place, best if it was played on; last one of a device that is
        away."""
        is_own = place.known_by == player.known_by
        is_of_another = place.known_by not in (None, *(each.known_by for each in self._players))
        return not is_own, not (is_own and place.was_played), place.seat in served, is_of_another

    def _win(self, player: Player, rested: Collection[Player], served: Collection[int]) -> None:
        """Give a place to a device that is pressed, if there is one that nobody plays on."""

        def rank(place: Place) -> tuple[bool, bool, int]:
            holder = place.holder
            use = 0 if holder is None else 3 if holder.last is not None else 1 if holder.is_numbered else 2
            return place.known_by != player.known_by, place.seat in served, use

        holders = [(place, place.holder) for place in self._places]
        unused = [place for place, holder in holders if holder is None or holder.last is None or holder in rested]
        if unused:
            place = min(unused, key=rank)
            place.clear()
            place.take(player)

    def _compare(self, player: Player, button: str, time_ns: int) -> None:
        """Note a press, and whether another device has just pressed the same."""
        if player.last is not None and player.last.twin is None:
            player.delays, player.alone, player.is_own = (), player.alone + 1, True
            if player.alone >= TWINS:
                player.copy_of = None
        twins = (each for each in self._players if each is not player and self._is_twin(each, button, time_ns))
        twin = next(twins, None)
        player.last = Pressed(button, time_ns, twin)
        if twin is not None and twin.last is not None:
            delay, twin.last = time_ns - twin.last.time_ns, twin.last._replace(twin=player)
            for each, other, by_ns in ((player, twin, delay), (twin, player, -delay)):
                before = each.delays if each.partner is other else ()
                each.partner, each.alone, each.delays = other, 0, (*before, by_ns)[-TWINS:]

    def _part(self, one: Player, other: Player) -> None:
        """Take its place from the copy among two devices that have pressed the same, once that is certain."""
        shown = [each for each in (one, other) if len(each.delays) == TWINS]
        if one.is_virtual == other.is_virtual:
            shown = [each for each in shown if not each.is_own and self._is_steady(each)]
        if not shown or (one.board is not None and one.board == other.board):
            return
        copy = max(one, other, key=lambda each: (each.is_virtual, each in shown, self._players.index(each)))
        copy.copy_of = other if copy is one else one
        for place in self._places:
            if place.holder is copy:
                place.clear()
                place.known_by, place.was_played = None, False

    def _is_steady(self, player: Player) -> bool:
        return max(player.delays) - min(player.delays) <= self._steady_ns

    def _is_twin(self, player: Player, button: str, time_ns: int) -> bool:
        """Return whether a device's last press was of this button, at this time, and has no other twin."""
        last = player.last
        if last is None or last.twin is not None or last.button != button:
            return False
        return abs(time_ns - last.time_ns) <= self._twin_ns
