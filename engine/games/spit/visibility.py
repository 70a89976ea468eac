"""The cards that a seat sees in Spit, where that differs from face up and face down.

A view hides cards that another seat has picked up (SPIT-22) except a card under way (SPIT-27), and shows cards under
own piles (SPIT-23).
"""

from engine.cards import DOWN, HIDDEN
from engine.games.spit import running
from engine.games.spit.rules import SpitRules
from engine.games.spit.twins import is_twin
from engine.panel import CARDS, is_held
from engine.table import Table, Zone


def may_conceal(rules: SpitRules, table: Table, seat: int) -> bool:
    """Return whether the seat may pick up its stock cards (SPIT-22): few enough, all face up, not yet picked up.

    The option ``conceal_last`` limits their number. Not while ACTION is a shout.
    """
    if not rules.conceals or table.scalars["phase"] != "play" or table.flag(f"concealed.{seat}"):
        return False
    if table.flag("stuck") or is_twin(rules, table):
        return False
    cards = [card for stock in rules.stocks[seat] for card in table.zones[stock]]
    return 0 < len(cards) <= rules.conceals and not any(card[0] == DOWN for card in cards)


def adapt(rules: SpitRules, seen: Table, table: Table, seat: int, held: int) -> Table:
    """Return a seat's view with these differences; ``seen`` is its usual view of ``table`` (``Game.view``)."""
    zones = dict(seen.zones)
    if rules.conceals:
        _hide_concealed(rules, zones, table, seat)
    if rules.travel_ns and table.phase == "play":
        _show_carried(zones, table)
    if rules.options.peek_under and table.phase == "play":
        _show_under(rules, zones, table, seat, held)
    return Table(zones, seen.scalars, seen.shuffles)


def _hide_concealed(rules: SpitRules, zones: dict[str, Zone], table: Table, seat: int) -> None:
    """Hide, in a seat's view, every card that another seat has picked up."""
    for other in rules.others[seat]:
        if table.flag(f"concealed.{other}"):
            for stock in rules.stocks[other]:
                zones[stock] = (HIDDEN,) * len(zones[stock])


def _show_carried(zones: dict[str, Zone], table: Table) -> None:
    """Show, in every view, the cards that runners carry to the middle (SPIT-27), from hidden hands too.

    Such a card counts as played: others are judged by it before it lands (``running.promised``), so they must know it.
    """
    for runner in running.away(table):
        source = table.text(f"run.{runner}").split()[0]
        zones[source] = (*zones[source][:-1], table.zones[source][-1])


def _show_under(rules: SpitRules, zones: dict[str, Zone], table: Table, seat: int, held: int) -> None:
    """Show the whole of each own pile under which the seat looks now, by its held card button (SPIT-23)."""
    for button, stock in zip(CARDS, rules.stocks[seat], strict=False):
        if is_held(held, button):
            zones[stock] = table.zones[stock]
