"""What a seat may see in Spit: no cards that the other has picked up (SPIT-22) but the one it runs with (SPIT-27), and
cards under the own piles (SPIT-23)."""

from typing import TYPE_CHECKING

from engine.cards import DOWN, HIDDEN
from engine.games import spit_running
from engine.games.spit_twin import is_twin
from engine.panel import CARDS, is_held
from engine.table import Table, Zone

if TYPE_CHECKING:  # the game asks this module, and this module asks the game back
    from engine.games.spit import Spit


def may_conceal(game: "Spit", table: Table, seat: int) -> bool:
    """SPIT-22: no more own stock cards than the option says, all face up, and not picked up yet.

    Not while ACTION is a shout.
    """
    if not game.conceals or table.scalars["phase"] != "play" or table.flag(f"concealed.{seat}"):
        return False
    if table.flag("stuck") or is_twin(game, table):
        return False
    cards = [card for stock in game.stocks[seat] for card in table.zones[stock]]
    return 0 < len(cards) <= game.conceals and not any(card[0] == DOWN for card in cards)


def hide(game: "Spit", zones: dict[str, Zone], table: Table, seat: int) -> None:
    """In a seat's view, every card that another seat has picked up is ``HIDDEN``."""
    for other in game.others(seat):
        if table.flag(f"concealed.{other}"):
            for stock in game.stocks[other]:
                zones[stock] = (HIDDEN,) * len(zones[stock])


def show_carried(zones: dict[str, Zone], table: Table) -> None:
    """In every view, show the cards that runners carry to the middle (SPIT-27), from hidden hands too.

    Such a card is played: others are judged by it before it lands (``spit_running.promised``), so they must know it.
    """
    for runner in spit_running.away(table):
        source = table.text(f"run.{runner}").split()[0]
        zones[source] = (*zones[source][:-1], table.zones[source][-1])


def looked_under(game: "Spit", table: Table, seat: int, held: int) -> list[str]:
    """SPIT-23: the own piles under which the seat looks now, by the card buttons that it holds; not before "Spit!"."""
    if not game.options.get("peek_under") or table.phase != "play":
        return []
    return [stock for button, stock in zip(CARDS, game.stocks[seat], strict=False) if is_held(held, button)]
