"""Running Spit: the players run to the piles in the middle (SPIT-27).

A play is judged at its press, as if every card under way had already landed: the seat that set off first is there
first. The card lands ``travel_ms`` later; until then its seat can do nothing else. If the piles are taken away, all
runners return home with their cards. With ``travel_ms`` off, a second pair of panels is next to the piles: a player
arms a card at home and plays it there, at that press.

Scalars: ``away``, the seats under way, in the order of setting off, separated by spaces; ``run.N``, the source and the
target pile, separated by a space; ``lands.N``, when that card lands (play clock, ns), 0 if none is under way; with
``teams = relay``, ``runner.N``, the next of the seat's two runners.
"""

from typing import Final

from engine.games.spit.queries import accepted, stock_left
from engine.games.spit.rules import SpitRules
from engine.panel import Command
from engine.table import Draft, Table

TEAM: Final = 2
"""The runners of a team, who run in turn (``teams = relay``)."""


def reset(rules: SpitRules, draft: Draft) -> None:
    """Set the scalars at the start of a deal: nobody is under way, and each team's first runner is next."""
    if rules.travel_ns:
        draft.set("away", "")
        for seat in rules.all_seats:
            draft.set(f"run.{seat}", "")
            draft.set(f"lands.{seat}", 0)
    if rules.has_relay:
        for seat in rules.all_seats:
            draft.set(f"runner.{seat}", 1)


# Who is under way


def away(table: Table | Draft) -> list[int]:
    """Return the seats under way, in the order of setting off."""
    return [int(seat) for seat in table.text("away").split()]


def is_away(table: Table | Draft, seat: int) -> bool:
    """Return whether the seat carries a card to the middle."""
    return table.number(f"lands.{seat}") > 0


def lands_at(table: Table | Draft) -> int:
    """Return when the next card lands (play clock, ns); 0 if none is under way."""
    seats = away(table)
    return table.number(f"lands.{seats[0]}") if seats else 0


# Which cards fit, once those under way have landed


def promised(table: Table) -> Table:
    """Return the table after all cards under way have landed; use it only to test which cards fit."""
    if not table.scalars["away"]:
        return table
    zones = dict(table.zones)
    for seat in away(table):
        source, pile = table.text(f"run.{seat}").split()
        zones[pile] = (*zones[pile], zones[source][-1])
    return Table(zones, table.scalars, table.shuffles)


def takers(rules: SpitRules, table: Table, card: str) -> list[str]:
    """Return the spit piles that accept the card now (SPIT-3), or once the cards under way land (SPIT-27)."""
    zones = promised(table).zones if rules.travel_ns else table.zones
    return [pile for pile in rules.centres if zones[pile] and card in rules.fits[zones[pile][-1]]]


def would_take(rules: SpitRules, table: Table, card: str) -> bool:
    """See ``Game.would_take``: a top accepts the card, or a card under way to the middle does (SPIT-27).

    In the first edition of the rules only the tops count.
    """
    if table.phase != "play":
        return False
    if card in accepted(rules, table.zones):
        return True
    return rules.travel_ns > 0 and rules.edition > 1 and card in accepted(rules, promised(table).zones)


# Runs


def set_off(rules: SpitRules, draft: Draft, seat: int, command: Command, now: int) -> None:
    """Start a seat's run with a card."""
    draft.set(f"run.{seat}", f"{command.source} {command.to}")
    draft.set(f"lands.{seat}", now + rules.travel_ns)
    draft.set("away", " ".join(map(str, (*away(draft), seat))))


def arrive(draft: Draft) -> tuple[int, Command]:
    """End the run of the first seat under way; return the seat and its play, which lands now."""
    seat, *others = away(draft)
    source, pile = draft.text(f"run.{seat}").split()
    card = draft.zones[source][-1]
    _come_home(draft, seat)
    draft.set("away", " ".join(map(str, others)))
    return seat, Command("play", card, source, pile)


def forget(rules: SpitRules, draft: Draft) -> None:
    """End all runs; the runners' cards stay in their piles."""
    if rules.travel_ns and draft.scalars["away"]:
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


def is_last_race(rules: SpitRules, before: Table, after: Table, seat: int, command: Command) -> bool:
    """Return whether another seat has just set off with its last card, and this one would too (SPIT-10, GEN-1)."""
    return (
        rules.travel_ns > 0
        and command.do == "play"
        and stock_left(rules, before, seat) == 1
        and any(
            is_away(after, other) and not is_away(before, other) and stock_left(rules, after, other) == 1
            for other in rules.others[seat]
        )
    )
