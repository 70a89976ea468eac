"""The end of a Spit deal for two: which seat takes which pile (SPIT-9, 10, 14, 20, 26), and the gathering (SPIT-11).

Scalars while piles are claimed: ``finisher`` is the seat that ran out of stock cards, ``choice`` the only seat that may
choose; -1 for none. ``choose_by`` is the end (play clock, ns) of a choice won by a shout or of the time for a slam, 0
before.
"""

from collections.abc import Mapping

from engine.chance import Chance
from engine.games.spit.cancelling import disarm, stop_play
from engine.games.spit.marker import borrower, is_slam, put_back
from engine.games.spit.queries import is_ghost, spit_piles, stock_left
from engine.games.spit.rules import CLAIM_NS, NOBODY, SHOUT, SpitRules
from engine.panel import Command
from engine.table import Draft, Table

# Ways to the end of a deal


def finish(rules: SpitRules, draft: Draft, seat: int, now: int) -> None:
    """A seat has no stock cards left: both slap; a single spit pile falls to the other seat (SPIT-10, SPIT-14).

    In Reverse Spit both also slap for a single pile (SPIT-26), and for one beside a ghost (SPIT-24). A finisher with a
    borrowed marker must slam it (SPIT-25).
    """
    piles = claimable(rules, draft)
    if borrower(rules, draft) == seat:
        _open_claim(rules, draft, finisher=seat, choice=NOBODY)
        draft.set("choose_by", now + rules.slam_ns)
    elif len(piles) > 1 or rules.is_reverse:
        chooser = seat if rules.options.claim == "winner" else NOBODY
        _open_claim(rules, draft, finisher=seat, choice=chooser)
    else:
        _take(rules, draft, dict.fromkeys(rules.others[seat], piles[0]), won=seat)


def share(rules: SpitRules, draft: Draft, chance: Chance) -> None:
    """Share the piles by the remaining stock cards: nobody can go on, or the deal is at its cap (SPIT-9, GEN-8)."""
    left = [stock_left(rules, draft, seat) for seat in rules.all_seats]
    fewer = left.index(min(left)) if left.count(min(left)) == 1 else NOBODY
    piles = spit_piles(rules, draft)
    if not piles:  # the cap came between the piles' removal and the new ones (SPIT-21)
        _take(rules, draft, {}, won=fewer)
        return
    if len(piles) > 1 or rules.is_reverse:
        _open_claim(rules, draft, finisher=NOBODY, choice=fewer)
        return
    spared = fewer if fewer != NOBODY else _lot(rules, draft, chance)
    _take(rules, draft, dict.fromkeys(rules.others[spared], piles[0]), won=fewer)


# Claims


def slap(rules: SpitRules, draft: Draft, seat: int, pile: str) -> None:
    """Assign that pile to the seat of the first slap, and the other pile, if there is one, to the other (SPIT-10)."""
    (other,) = rules.others[seat]
    piles = {seat: pile}
    for rest in claimable(rules, draft):
        if rest != pile:
            piles[other] = rest
    finisher = draft.number("finisher")
    _take(rules, draft, piles, won=draft.number("choice") if finisher == NOBODY else finisher)


def slam(rules: SpitRules, draft: Draft, seat: int) -> None:
    """Slam the marker: the borrower is out of cards or, if the other was first, takes the pile (SPIT-25)."""
    finisher = draft.number("finisher")
    (other,) = rules.others[finisher]
    (pile,) = spit_piles(rules, draft)
    _take(rules, draft, {other if seat == finisher else finisher: pile}, won=seat)


def shout(draft: Draft, seat: int, now: int) -> None:
    """Give the first seat to say "Spit" the choice, and time to make it (SPIT-20, ``shout``)."""
    draft.say(seat, SHOUT)
    draft.set("choice", seat)
    draft.set("choose_by", now + CLAIM_NS)


def time_out(rules: SpitRules, draft: Draft, chance: Chance) -> None:
    """Assign the better pile after the time limit: to the finisher, to the seat with the choice, or else by lot.

    A seat that won the choice by a shout and did not use it gets the better pile all the same.
    """
    choice, finisher = draft.number("choice"), draft.number("finisher")
    seat = choice if choice != NOBODY else finisher
    if seat == NOBODY:
        seat = _lot(rules, draft, chance)
    if is_slam(rules, draft):
        slam(rules, draft, rules.others[seat][0])
        return
    own = rules.centres[seat]
    slap(rules, draft, seat, own if own in _best(rules, draft) else _best(rules, draft)[0])


# Which piles may be claimed


def may_slap(rules: SpitRules, table: Table, seat: int) -> bool:
    """Return whether the seat may choose a pile now; with ``shout``, only the first seat to say "Spit" (SPIT-20)."""
    choice = table.number("choice")
    if is_slam(rules, table):
        return False
    return choice == seat or (choice == NOBODY and rules.options.claim != "shout")


def may_claim_by_shout(rules: SpitRules, table: Table) -> bool:
    """Return whether the choice is open, so that a shout would win it (SPIT-20)."""
    return rules.options.claim == "shout" and table.number("choice") == NOBODY and not is_slam(rules, table)


def claimable(rules: SpitRules, table: Table | Draft) -> list[str]:
    """Return all piles: the spit piles, and a ghost."""
    return [pile for pile in rules.centres if table.zones[pile]]


def allowed(rules: SpitRules, table: Table | Draft) -> list[str]:
    """Return the spit piles that may be slapped; with ``slap_smaller`` only the smaller, or both if equal (SPIT-20)."""
    return _best(rules, table) if rules.options.claim == "slap_smaller" else claimable(rules, table)


def _best(rules: SpitRules, table: Table | Draft) -> list[str]:
    """Return the smallest spit piles, a ghost counting 0; in Reverse Spit the largest (SPIT-26)."""
    piles = claimable(rules, table)
    sizes = [0 if is_ghost(table, pile) else len(table.zones[pile]) for pile in piles]
    wanted = max(sizes) if rules.is_reverse else min(sizes)
    return [pile for pile, size in zip(piles, sizes, strict=True) if size == wanted]


def claim_of(table: Table, pile: str) -> Command:
    """Return the command that claims a pile, or a ghost in its place."""
    return Command("claim" if is_ghost(table, pile) else "slap", to=pile)


# The piles, and the end


def _open_claim(rules: SpitRules, draft: Draft, *, finisher: int, choice: int) -> None:
    _lay_down(rules, draft)
    draft.set("finisher", finisher)
    draft.set("choice", choice)
    draft.phase("slap")


def _take(rules: SpitRules, draft: Draft, piles: Mapping[int, str], won: int) -> None:
    """Gather each seat's pile and remaining stock cards under its spit cards (SPIT-11), and end the deal.

    In Reverse Spit the deal's winner gets the stock cards of both (SPIT-26).
    """
    _lay_down(rules, draft)
    put_back(rules, draft)
    for seat, hand in enumerate(rules.spits):
        if seat in piles:
            draft.gather(piles[seat], hand)
        takes_all = rules.winner_takes_stock and won != NOBODY
        for stock in rules.stocks[seat]:
            draft.gather(stock, rules.spits[won] if takes_all else hand)
    draft.set("won", won)
    draft.phase("over")


def _lay_down(rules: SpitRules, draft: Draft) -> None:
    """Cancel all that was under preparation, armed cards too."""
    stop_play(rules, draft)
    for seat in rules.all_seats:
        disarm(rules, draft, seat)


def _lot(rules: SpitRules, draft: Draft, chance: Chance) -> int:
    return chance.below(rules.seats, "pile", draft.number("deal"))
