"""GEN-6, counted at every step of random play: every card is in exactly one zone."""

from functools import lru_cache
from itertools import chain

from engine.game import Game
from engine.table import Table


@lru_cache(maxsize=8)
def in_order(deck: tuple[str, ...]) -> list[str]:
    """Return the deck sorted, which stays the same for a match."""
    return sorted(deck)


def every_card_is_there_once(game: Game, table: Table) -> bool:
    """Whether the zones together hold the deck."""
    # as one text: a call for each card is half of random play's time
    lying = " ".join(chain.from_iterable(table.zones.values())).replace("~", "").split(" ")
    return sorted(lying) == in_order(game.deck)
