"""The end of a Spit deal: which seat takes which pile (SPIT-9, 10, 14, 20, 26), and the gathering (SPIT-11).

Functions on a draft, called by ``engine.games.spit``. Scalars while piles are claimed: ``finisher`` is the seat that
ran out of stock cards, ``choice`` the only seat that may choose; -1 for none. ``choose_by`` is the end (play clock, ns)
of a choice won by a shout, 0 before.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from engine.chance import Chance
from engine.game import MS, S
from engine.games import spit_running
from engine.games.spit_marker import borrower, is_ghost, is_slam, put_back
from engine.table import Draft, Table

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.spit import Spit

CLAIM_NS: Final = 5 * S
"""How long a seat may choose a pile; after that it is assigned (SPIT-9, SPIT-10)."""
NOBODY: Final = -1


def finish(game: "Spit", draft: Draft, seat: int, now: int) -> None:
    """A seat has no stock cards left: both slap; a single spit pile falls to the other seat (SPIT-10, SPIT-14).

    In Reverse Spit both also slap for a single pile (SPIT-26), and for one beside a ghost (SPIT-24). A finisher with a
    borrowed marker must slam it (SPIT-25).
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
    """Share the piles by the remaining stock cards: nobody can go on, or the deal is at its cap (SPIT-9, GEN-8)."""
    left = [game.stock_left(draft, seat) for seat in range(game.seats)]
    fewer = left.index(min(left)) if left.count(min(left)) == 1 else NOBODY
    piles = game.spit_piles(draft)
    if not piles:  # the cap came between the piles' removal and the new ones (SPIT-21)
        _take(game, draft, {}, won=fewer)
        return
    if len(piles) > 1 or game.reverse:
        _open_claim(game, draft, finisher=NOBODY, choice=fewer)
        return
    spared = fewer if fewer != NOBODY else _lot(game, draft, chance)
    _take(game, draft, dict.fromkeys(game.others(spared), piles[0]), won=fewer)


def slap(game: "Spit", draft: Draft, seat: int, pile: str) -> None:
    """Assign that pile to the seat of the first slap, and the other pile, if there is one, to the other (SPIT-10)."""
    (other,) = game.others(seat)
    piles = {seat: pile}
    for rest in claims(game, draft):
        if rest != pile:
            piles[other] = rest
    finisher = draft.number("finisher")
    _take(game, draft, piles, won=draft.number("choice") if finisher == NOBODY else finisher)


def slam(game: "Spit", draft: Draft, seat: int) -> None:
    """Slam the marker: the borrower is out of cards or, if the other was first, takes the pile (SPIT-25)."""
    finisher = draft.number("finisher")
    (other,) = game.others(finisher)
    (pile,) = game.spit_piles(draft)
    _take(game, draft, {other if seat == finisher else finisher: pile}, won=seat)


def shout(game: "Spit", draft: Draft, seat: int, now: int) -> None:
    """Give the first seat to say "Spit" the choice, and time to make it (SPIT-20, ``shout``)."""
    draft.say(seat, game.shout)
    draft.set("choice", seat)
    draft.set("choose_by", now + CLAIM_NS)


def time_out(game: "Spit", draft: Draft, chance: Chance) -> None:
    """Assign the better pile after the time limit: to the finisher, to the seat with the choice, or else by lot.

    A seat that won the choice by a shout and did not use it gets the better pile all the same.
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
    """Return whether the seat may choose a pile now; with ``shout``, only the first seat to say "Spit" (SPIT-20)."""
    choice = table.number("choice")
    if is_slam(game, table):
        return False
    return choice == seat or (choice == NOBODY and game.options["claim"] != "shout")


def may_claim_by_shout(game: "Spit", table: Table) -> bool:
    """Return whether the choice is open, so that a shout would win it (SPIT-20)."""
    return game.options["claim"] == "shout" and table.number("choice") == NOBODY and not is_slam(game, table)


def claims(game: "Spit", table: Table | Draft) -> list[str]:
    """Return all piles that can be slapped: the spit piles, and a ghost."""
    return [pile for pile in game.centres if table.zones[pile]]


def to_be_had(game: "Spit", table: Table | Draft) -> list[str]:
    """Return the spit piles that may be slapped; with ``slap_smaller`` only the smaller, or both if equal (SPIT-20)."""
    return _best(game, table) if game.options["claim"] == "slap_smaller" else claims(game, table)


def _best(game: "Spit", table: Table | Draft) -> list[str]:
    """Return the smallest spit piles, a ghost counting 0; in Reverse Spit the largest (SPIT-26)."""
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
    """Gather each seat's pile and remaining stock cards under its spit cards (SPIT-11), and end the deal."""
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
    """Reset the scalars of play: shouts, armed cards and runs."""
    game.lapse(draft)
    draft.set("stuck", False)
    draft.set("spit_on", "")
    spit_running.forget(game, draft)
    for seat in range(game.seats):
        game.lower(draft, seat)


def _lot(game: "Spit", draft: Draft, chance: Chance) -> int:
    return chance.below(game.seats, "pile", draft.number("deal"))
