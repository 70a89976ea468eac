"""The end of a Spit deal: who takes which spit pile (SPIT-9, SPIT-10, SPIT-14), and the cards gathered (SPIT-11).

Functions on a draft, as the match asks for them through ``engine.games.spit``. Scalars, while piles are claimed:
``finisher`` is the seat that got rid of its stock cards, ``choice`` the only seat that may choose; -1 for none.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from engine.chance import Chance
from engine.game import S
from engine.table import Draft, Table

if TYPE_CHECKING:  # the game asks this module, and this module asks the game back
    from engine.games.spit import Spit

CLAIM_NS: Final = 5 * S
"""How long a pile may be chosen; then it is given (SPIT-9, SPIT-10)."""
NOBODY: Final = -1


def finish(game: "Spit", draft: Draft, seat: int) -> None:
    """A seat has no stock cards left: both slap; a single spit pile goes to the other (SPIT-10, SPIT-14)."""
    piles = game.spit_piles(draft)
    if len(piles) > 1:
        chooser = seat if game.options["claim"] == "winner" else NOBODY
        _open_claim(game, draft, finisher=seat, choice=chooser)
    else:
        _take(game, draft, dict.fromkeys(game.others(seat), piles[0]), won=seat)


def share(game: "Spit", draft: Draft, chance: Chance) -> None:
    """Nobody can go on, or the deal is at its cap: by the stock cards that are left (SPIT-9, GEN-8)."""
    left = [game.stock_left(draft, seat) for seat in range(game.seats)]
    fewer = left.index(min(left)) if left.count(min(left)) == 1 else NOBODY
    piles = game.spit_piles(draft)
    if len(piles) > 1:
        _open_claim(game, draft, finisher=NOBODY, choice=fewer)
        return
    spared = fewer if fewer != NOBODY else _lot(game, draft, chance)
    _take(game, draft, dict.fromkeys(game.others(spared), piles[0]), won=fewer)


def slap(game: "Spit", draft: Draft, seat: int, pile: str) -> None:
    """The first slap settles it: that pile for the seat, the other pile for the other (SPIT-10)."""
    (other,) = game.others(seat)
    (rest,) = (name for name in game.spit_piles(draft) if name != pile)
    finisher = draft.number("finisher")
    _take(game, draft, {seat: pile, other: rest}, won=draft.number("choice") if finisher == NOBODY else finisher)


def time_out(game: "Spit", draft: Draft, chance: Chance) -> None:
    """Nobody chose: the smaller pile for the finisher, or for the seat that had the choice, or else by lot."""
    seat = max(draft.number("finisher"), draft.number("choice"))
    if seat == NOBODY:
        seat = _lot(game, draft, chance)
    own = game.centres[seat]
    slap(game, draft, seat, min(game.spit_piles(draft), key=lambda pile: (len(draft.zones[pile]), pile != own)))


def may_slap(table: Table, seat: int) -> bool:
    """True if the seat may choose a pile now."""
    return table.number("choice") in (NOBODY, seat)


def _open_claim(game: "Spit", draft: Draft, *, finisher: int, choice: int) -> None:
    _lay_down(game, draft)
    draft.set("finisher", finisher)
    draft.set("choice", choice)
    draft.phase("slap")


def _take(game: "Spit", draft: Draft, piles: Mapping[int, str], won: int) -> None:
    """SPIT-11: each seat's pile and left stock cards go under its left spit cards; the deal is over."""
    _lay_down(game, draft)
    for seat, hand in enumerate(game.spits):
        if seat in piles:
            draft.gather(piles[seat], hand)
        for stock in game.stocks[seat]:
            draft.gather(stock, hand)
    draft.set("won", won)
    draft.phase("over")


def _lay_down(game: "Spit", draft: Draft) -> None:
    """Whatever belonged to the race for the cards is over."""
    game.lapse(draft)
    draft.set("stuck", False)
    draft.set("spit_on", "")
    for seat in range(game.seats):
        game.lower(draft, seat)


def _lot(game: "Spit", draft: Draft, chance: Chance) -> int:
    return chance.below(game.seats, "pile", draft.number("deal"))
