"""Running Spit: the players run to the piles in the middle (SPIT-27).

A play is judged at its press, as if every card under way had already landed: the seat that set off first is there
first. The card lands ``travel_ms`` later; until then its seat can do nothing else. If the piles are taken away, all
runners return home with their cards.

Scalars: ``away``, the seats under way, in the order of setting off, separated by spaces; ``run.N``, the source and the
target pile, separated by a space; ``lands.N``, when that card lands (play clock, ns), 0 if none is under way; with
``teams = relay``, ``runner.N``, the next of the seat's two runners.
"""

from typing import TYPE_CHECKING, Final

from engine.game import MS
from engine.options import Options
from engine.panel import Command
from engine.table import Draft, Table

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.spit import Spit

TEAM: Final = 2
"""The runners of a team, who run in turn (``teams = relay``)."""


def times(options: Options) -> tuple[int, bool]:
    """Return the duration of a run (ns), 0 without runs, and whether it is a relay.

    With ``travel_ms`` off, a second pair of panels is next to the piles: a player arms a card at home and plays it
    there, at that press.
    """
    if not options["running"]:
        return 0, False
    travel_ms = options["travel_ms"]
    assert isinstance(travel_ms, int)
    return travel_ms * MS, options["teams"] == "relay"


def reset(game: "Spit", draft: Draft) -> None:
    """Set the scalars at the start of a deal: nobody is under way, and each team's first runner is next."""
    if game.travel_ns:
        draft.set("away", "")
        for seat in game.all_seats:
            draft.set(f"run.{seat}", "")
            draft.set(f"lands.{seat}", 0)
    if game.relay:
        for seat in game.all_seats:
            draft.set(f"runner.{seat}", 1)


def away(table: Table | Draft) -> list[int]:
    """Return the seats under way, in the order of setting off."""
    return [int(seat) for seat in table.text("away").split()]


def is_away(table: Table | Draft, seat: int) -> bool:
    """Return whether the seat carries a card to the middle."""
    return table.number(f"lands.{seat}") > 0


def promised(table: Table) -> Table:
    """Return the table after all cards under way have landed; use it only to test which cards fit."""
    if not table.scalars["away"]:
        return table
    zones = dict(table.zones)
    for seat in away(table):
        source, pile = table.text(f"run.{seat}").split()
        zones[pile] = (*zones[pile], zones[source][-1])
    return Table(zones, table.scalars, table.shuffles)


def set_off(game: "Spit", draft: Draft, seat: int, command: Command, now: int) -> None:
    """Start a seat's run with a card."""
    game.lower(draft, seat)
    draft.set(f"run.{seat}", f"{command.source} {command.to}")
    draft.set(f"lands.{seat}", now + game.travel_ns)
    draft.set("away", " ".join(map(str, (*away(draft), seat))))


def lands_at(table: Table | Draft) -> int:
    """Return when the next card lands (play clock, ns); 0 if none is under way."""
    seats = away(table)
    return table.number(f"lands.{seats[0]}") if seats else 0


def land(game: "Spit", draft: Draft, now: int) -> None:
    """Land the card of the first seat under way."""
    seat, *others = away(draft)
    source, pile = draft.text(f"run.{seat}").split()
    card = draft.zones[source][-1]
    _come_home(draft, seat)
    draft.set("away", " ".join(map(str, others)))
    game.lay(draft, seat, Command("play", card, source, pile), now)


def forget(game: "Spit", draft: Draft) -> None:
    """End all runs; the runners' cards stay in their piles."""
    if game.travel_ns and draft.scalars["away"]:
        for seat in away(draft):
            _come_home(draft, seat)
        draft.set("away", "")


def _come_home(draft: Draft, seat: int) -> None:
    draft.set(f"run.{seat}", "")
    draft.set(f"lands.{seat}", 0)


def hand_over(draft: Draft, seat: int) -> None:
    """Call the team's next runner after a play of a relay."""
    runner = draft.number(f"runner.{seat}") % TEAM + 1
    draft.set(f"runner.{seat}", runner)
    draft.say(seat, f"runner_{runner}")


def is_last_race(game: "Spit", before: Table, after: Table, seat: int, command: Command) -> bool:
    """Return whether another seat has just set off with its last card, and this one would too (SPIT-10, GEN-1)."""
    return (
        command.do == "play"
        and game.stock_left(before, seat) == 1
        and any(
            is_away(after, other) and not is_away(before, other) and game.stock_left(after, other) == 1
            for other in game.others(seat)
        )
    )
