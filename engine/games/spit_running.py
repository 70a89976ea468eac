"""Running Spit: the piles in the middle are a run away (SPIT-27).

A play is judged at its press, as if every card that others carry already lay where they carry it: whoever set off first
is there first. The card lands ``travel_ms`` later; until then its seat can do nothing else. Whatever takes piles away
sends everybody home with their cards.

Scalars: ``away``, the seats under way, in the order in which they set off, with a space between; ``run.N``, from which
pile to which, with a space between; ``lands.N``, when that card lands (play clock, ns), 0 if it does not; with
``teams = relay``, ``runner.N``, which of the seat's two runners goes next.
"""

from typing import TYPE_CHECKING, Final

from engine.game import MS
from engine.options import Options
from engine.panel import Command
from engine.table import Draft, Table

if TYPE_CHECKING:  # the game asks this module, and this module asks the game back
    from engine.games.spit import Spit

TEAM: Final = 2
"""The runners of a team, who go in turn (``teams = relay``)."""


def times(options: Options) -> tuple[int, bool]:
    """How long a run takes (ns), 0 without one, and whether it is a relay.

    With ``travel_ms`` off a second pair of panels stands by the piles: a card is armed at home and played there, at
    that press.
    """
    if not options["running"]:
        return 0, False
    travel_ms = options["travel_ms"]
    assert isinstance(travel_ms, int)
    return travel_ms * MS, options["teams"] == "relay"


def reset(game: "Spit", draft: Draft) -> None:
    """As a deal begins: nobody is under way, and the first runner of each team goes first."""
    if game.travel_ns:
        draft.set("away", "")
        for seat in game.all_seats:
            draft.set(f"run.{seat}", "")
            draft.set(f"lands.{seat}", 0)
    if game.relay:
        for seat in game.all_seats:
            draft.set(f"runner.{seat}", 1)


def away(table: Table | Draft) -> list[int]:
    """The seats under way, in the order in which they set off."""
    return [int(seat) for seat in table.text("away").split()]


def is_away(table: Table | Draft, seat: int) -> bool:
    """True while the seat carries a card to the middle."""
    return table.number(f"lands.{seat}") > 0


def promised(table: Table) -> Table:
    """The table as it will be once every card under way has landed; for asking what fits, and for nothing else."""
    if not table.scalars["away"]:
        return table
    zones = dict(table.zones)
    for seat in away(table):
        source, pile = table.text(f"run.{seat}").split()
        zones[pile] = (*zones[pile], zones[source][-1])
    return Table(zones, table.scalars, table.shuffles)


def set_off(game: "Spit", draft: Draft, seat: int, command: Command, now: int) -> None:
    """A seat takes a card and runs."""
    game.lower(draft, seat)
    draft.set(f"run.{seat}", f"{command.source} {command.to}")
    draft.set(f"lands.{seat}", now + game.travel_ns)
    draft.set("away", " ".join(map(str, (*away(draft), seat))))


def lands_at(table: Table | Draft) -> int:
    """When the next card lands (play clock, ns); 0 if none is under way."""
    seats = away(table)
    return table.number(f"lands.{seats[0]}") if seats else 0


def land(game: "Spit", draft: Draft, now: int) -> None:
    """The first of those under way is there."""
    seat, *others = away(draft)
    source, pile = draft.text(f"run.{seat}").split()
    card = draft.zones[source][-1]
    _come_home(draft, seat)
    draft.set("away", " ".join(map(str, others)))
    game.lay(draft, seat, Command("play", card, source, pile), now)


def forget(game: "Spit", draft: Draft) -> None:
    """Everybody comes home, and whatever they carry is theirs as before."""
    if game.travel_ns and draft.scalars["away"]:
        for seat in away(draft):
            _come_home(draft, seat)
        draft.set("away", "")


def _come_home(draft: Draft, seat: int) -> None:
    draft.set(f"run.{seat}", "")
    draft.set(f"lands.{seat}", 0)


def hand_over(draft: Draft, seat: int) -> None:
    """After each play of a relay the next runner of the team is called."""
    runner = draft.number(f"runner.{seat}") % TEAM + 1
    draft.set(f"runner.{seat}", runner)
    draft.say(seat, f"runner_{runner}")


def is_last_race(game: "Spit", before: Table, after: Table, seat: int, command: Command) -> bool:
    """True if another seat has just set off with its last card, and this one would with its own (SPIT-10, GEN-1)."""
    return (
        command.do == "play"
        and game.stock_left(before, seat) == 1
        and any(
            is_away(after, other) and not is_away(before, other) and game.stock_left(after, other) == 1
            for other in game.others(seat)
        )
    )
