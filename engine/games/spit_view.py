"""A seat's view in Spit: it hides cards that another seat has picked up (SPIT-22) except a card under way (SPIT-27),
and shows cards under own piles (SPIT-23)."""

from typing import TYPE_CHECKING

from engine.cards import DOWN, HIDDEN
from engine.games import spit_running
from engine.games.spit_twin import is_twin
from engine.panel import CARDS, is_held
from engine.table import Table, Zone

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.spit import Spit


def may_conceal(game: "Spit", table: Table, seat: int) -> bool:
    """Return whether the seat may pick up its stock cards (SPIT-22): few enough, all face up, not yet picked up.

    The option ``conceal_last`` limits their number. Not while ACTION is a shout.
    """
    if not game.conceals or table.scalars["phase"] != "play" or table.flag(f"concealed.{seat}"):
        return False
    if table.flag("stuck") or is_twin(game, table):
        return False
    cards = [card for stock in game.stocks[seat] for card in table.zones[stock]]
    return 0 < len(cards) <= game.conceals and not any(card[0] == DOWN for card in cards)


def hide(game: "Spit", zones: dict[str, Zone], table: Table, seat: int) -> None:
    """Hide, in a seat's view, every card that another seat has picked up."""
    for other in game.others(seat):
        if table.flag(f"concealed.{other}"):
            for stock in game.stocks[other]:
                zones[stock] = (HIDDEN,) * len(zones[stock])


def show_carried(zones: dict[str, Zone], table: Table) -> None:
    """Show, in every view, the cards that runners carry to the middle (SPIT-27), from hidden hands too.

    Such a card counts as played: others are judged by it before it lands (``spit_running.promised``), so they must know
    it.
    """
    for runner in spit_running.away(table):
        source = table.text(f"run.{runner}").split()[0]
        zones[source] = (*zones[source][:-1], table.zones[source][-1])


def looked_under(game: "Spit", table: Table, seat: int, held: int) -> list[str]:
    """Return the own piles under which the seat looks now, by held card buttons (SPIT-23); in play only."""
    if not game.options.get("peek_under") or table.phase != "play":
        return []
    return [stock for button, stock in zip(CARDS, game.stocks[seat], strict=False) if is_held(held, button)]
