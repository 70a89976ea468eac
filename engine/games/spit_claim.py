"""The end of a Spit deal: who takes which pile (SPIT-9, 10, 14, 20, 26), and the cards gathered (SPIT-11).

Functions on a draft, as the match asks for them through ``engine.games.spit``. Scalars, while piles are claimed:
``finisher`` is the seat that got rid of its stock cards, ``choice`` the only seat that may choose; -1 for none.
``choose_by`` is the end (play clock, ns) of a choice won by a shout, 0 before.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from engine.chance import Chance
from engine.game import MS, S
from engine.games import spit_running
from engine.games.spit_marker import borrower, is_ghost, is_slam, put_back
from engine.table import Draft, Table

if TYPE_CHECKING:  # the game asks this module, and this module asks the game back
    from engine.games.spit import Spit

CLAIM_NS: Final = 5 * S
"""How long a pile may be chosen; then it is given (SPIT-9, SPIT-10)."""
NOBODY: Final = -1


def finish(game: "Spit", draft: Draft, seat: int, now: int) -> None:
    """A seat has no stock cards left: both slap; a single spit pile goes to the other (SPIT-10, SPIT-14).

    In Reverse Spit a single pile is slapped for as well (SPIT-26), and so is one beside a ghost (SPIT-24). Who has a
    marker lent must slam it (SPIT-25).
    """
    piles = claims(game, draft)
    if borrower(game, draft) == seat:
        slam_ms = game.options["slam_ms"]
        assert isinstance(slam_ms, int)
        _open_claim(game, draft, finisher=seat, choice=NOBODY)
        draft.set("choose_by", now + slam_ms * MS)
    elif len(piles) > 1 or game.reverse:
        chooser = seat if game.options["claim"] == "winner" else NOBODY
        _open_claim(game, draft, finisher=seat, choice=chooser)
    else:
        _take(game, draft, dict.fromkeys(game.others(seat), piles[0]), won=seat)


def share(game: "Spit", draft: Draft, chance: Chance) -> None:
    """Nobody can go on, or the deal is at its cap: by the stock cards that are left (SPIT-9, GEN-8)."""
    left = [game.stock_left(draft, seat) for seat in range(game.seats)]
    fewer = left.index(min(left)) if left.count(min(left)) == 1 else NOBODY
    piles = game.spit_piles(draft)
    if not piles:  # the cap fell between piles taken away and new ones (SPIT-21)
        _take(game, draft, {}, won=fewer)
        return
    if len(piles) > 1 or game.reverse:
        _open_claim(game, draft, finisher=NOBODY, choice=fewer)
        return
    spared = fewer if fewer != NOBODY else _lot(game, draft, chance)
    _take(game, draft, dict.fromkeys(game.others(spared), piles[0]), won=fewer)


def slap(game: "Spit", draft: Draft, seat: int, pile: str) -> None:
    """The first slap settles it: that pile for the seat, the other pile, if there is one, for the other (SPIT-10)."""
    (other,) = game.others(seat)
    piles = {seat: pile}
    for rest in claims(game, draft):
        if rest != pile:
            piles[other] = rest
    finisher = draft.number("finisher")
    _take(game, draft, piles, won=draft.number("choice") if finisher == NOBODY else finisher)


def slam(game: "Spit", draft: Draft, seat: int) -> None:
    """SPIT-25: the borrower slams its marker and has no cards any more; or the other did, and it takes the pile."""
    finisher = draft.number("finisher")
    (other,) = game.others(finisher)
    (pile,) = game.spit_piles(draft)
    _take(game, draft, {other if seat == finisher else finisher: pile}, won=seat)


def shout(game: "Spit", draft: Draft, seat: int, now: int) -> None:
    """SPIT-20, ``shout``: the first to say "Spit" has the choice, and time to make it."""
    draft.say(seat, game.shout)
    draft.set("choice", seat)
    draft.set("choose_by", now + CLAIM_NS)


def time_out(game: "Spit", draft: Draft, chance: Chance) -> None:
    """Nobody chose: the better pile for the finisher, or for the seat that had the choice, or else by lot.

    Who shouted for the choice, and then did not choose, has it all the same.
    """
    choice, finisher = draft.number("choice"), draft.number("finisher")
    seat = choice if choice != NOBODY else finisher
    if seat == NOBODY:
        seat = _lot(game, draft, chance)
    if is_slam(game, draft):
        slam(game, draft, game.others(seat)[0])
        return
    own = game.centres[seat]
    slap(game, draft, seat, own if own in _best(game, draft) else _best(game, draft)[0])


def may_slap(game: "Spit", table: Table, seat: int) -> bool:
    """True if the seat may choose a pile now; with ``shout``, whoever said "Spit" first (SPIT-20)."""
    choice = table.number("choice")
    if is_slam(game, table):
        return False
    return choice == seat or (choice == NOBODY and game.options["claim"] != "shout")


def may_claim_by_shout(game: "Spit", table: Table) -> bool:
    """True while nobody has the choice, and a shout would give it (SPIT-20)."""
    return game.options["claim"] == "shout" and table.number("choice") == NOBODY and not is_slam(game, table)


def claims(game: "Spit", table: Table | Draft) -> list[str]:
    """What can be slapped at all: the spit piles, and a ghost."""
    return [pile for pile in game.centres if table.zones[pile]]


def to_be_had(game: "Spit", table: Table | Draft) -> list[str]:
    """The spit piles that may be slapped: with ``slap_smaller`` only the smaller, or either of equals (SPIT-20)."""
    return _best(game, table) if game.options["claim"] == "slap_smaller" else claims(game, table)


def _best(game: "Spit", table: Table | Draft) -> list[str]:
    """The smallest spit piles, a ghost being no card at all; in Reverse Spit the largest (SPIT-26)."""
    piles = claims(game, table)
    sizes = [0 if is_ghost(table, pile) else len(table.zones[pile]) for pile in piles]
    wanted = max(sizes) if game.reverse else min(sizes)
    return [pile for pile, size in zip(piles, sizes, strict=True) if size == wanted]


def _open_claim(game: "Spit", draft: Draft, *, finisher: int, choice: int) -> None:
    _lay_down(game, draft)
    draft.set("finisher", finisher)
    draft.set("choice", choice)
    draft.phase("slap")


def _take(game: "Spit", draft: Draft, piles: Mapping[int, str], won: int) -> None:
    """SPIT-11: each seat's pile and left stock cards go under its left spit cards; the deal is over."""
    _lay_down(game, draft)
    put_back(game, draft)
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
    spit_running.forget(game, draft)
    for seat in range(game.seats):
        game.lower(draft, seat)


def _lot(game: "Spit", draft: Draft, chance: Chance) -> int:
    return chance.below(game.seats, "pile", draft.number("deal"))
