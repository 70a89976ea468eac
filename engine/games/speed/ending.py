"""The end of a deal and of a match of Speed (SPEED-11, SPEED-12, SPEED-16, GEN-8).

For two, the first seat without cards ends the deal. With three or four it is out, and the others continue until one is
left; the first seat out has won the deal.

With ``finish = slap`` a seat that is out must slap before the other does (SPEED-16). Scalar: ``finisher``, the seat
that has played its last card, until both play on; -1 for none.
"""

from collections.abc import Mapping

from engine import race
from engine.chance import Chance
from engine.game import ALL, Outcome, leaders
from engine.games.speed.queries import cards_left, fewest, first_out, is_out
from engine.games.speed.rules import NOBODY, SpeedRules
from engine.panel import Command
from engine.table import Draft, Table


def end_of_deal(rules: SpeedRules, draft: Draft, chance: Chance) -> bool:
    """End the deal at once if a seat has no card in hand and stock; two at once make it void (SPEED-11).

    With ``finish = slap``, open the slap instead, or let a seat that was caught take its cards (SPEED-16).
    """
    zones = draft.zones
    if rules.slaps and draft.scalars["finisher"] != NOBODY:
        return _take_cards(rules, draft, chance)
    if rules.is_many:
        return _place_seats(rules, draft)
    out = []
    for seat, hand in enumerate(rules.hands):
        if not zones[rules.stocks[seat]]:
            for slot in hand:
                if zones[slot]:
                    break
            else:
                out.append(seat)
    if rules.slaps and len(out) == 1:
        race.lapse(rules.race, draft)
        draft.set("finisher", out[0])
        draft.phase("slap")
    elif out:
        give_deal(rules, draft, out[0] if len(out) == 1 else None)
    return bool(out)


def slap(rules: SpeedRules, draft: Draft, seat: int) -> None:
    """Slap first: the finisher has won the deal; the other catches it, and play goes on (SPEED-16)."""
    finisher = draft.number("finisher")
    if seat == finisher:
        draft.say(seat, "speed")
        give_deal(rules, draft, finisher)
    else:
        draft.say(seat, "catch")
        draft.phase("play")


def _take_cards(rules: SpeedRules, draft: Draft, chance: Chance) -> bool:
    """Give the finisher that was caught the smaller pile in the middle but for its top card, shuffled, as its stock.

    Of equal piles it takes its own; a pile of one card is none. Return whether the deal is over: if there is no such
    pile, it is won.
    """
    seat = draft.number("finisher")
    own, stock = rules.centres[seat], rules.stocks[seat]
    piles = [pile for pile in rules.centres if len(draft.zones[pile]) > 1]
    if not piles:
        give_deal(rules, draft, seat)
        return True
    draft.set("finisher", NOBODY)
    pile = min(piles, key=lambda name: (len(draft.zones[name]), name != own))
    top = draft.zones[pile][-1]
    draft.gather(pile, stock)
    draft.move(top, stock, pile)
    draft.turn_top(pile)
    draft.shuffle(stock, chance.order([card[1:] for card in draft.zones[stock]], "shuffle", draft.shuffles))
    if not rules.draws_by_hand:
        for slot in rules.hands[seat]:
            if draft.zones[stock]:
                draft.deal_up(stock, slot)
    return False


def _place_seats(rules: SpeedRules, draft: Draft) -> bool:
    """Set the place of each seat that has just run out of cards; return whether the deal is over.

    Two seats first at the same instant make it void (SPEED-11). After the first, places have no effect.
    """
    place = 1 + sum(is_out(draft, seat) for seat in rules.all_seats)
    bare = [seat for seat in rules.all_seats if not is_out(draft, seat) and not cards_left(rules, draft, seat)]
    if not bare:
        return False
    for seat in bare:
        draft.set(f"place.{seat}", place)
    if place == 1 and len(bare) > 1:
        give_deal(rules, draft, None)
    elif place + len(bare) > rules.seats - 1:
        give_deal(rules, draft, first_out(rules, draft))
    else:
        return False
    return True


def give_deal(rules: SpeedRules, draft: Draft, winner: int | None) -> None:
    """Score the deal: one point for it, or one for each card left to the others (``score``), and end it."""
    if winner is not None:
        points = sum(cards_left(rules, draft, seat) for seat in rules.all_seats if seat != winner)
        draft.score(winner, points if rules.options.score == "points" else 1)
    race.lapse(rules.race, draft)
    race.end_deal(draft, winner)


def figures(rules: SpeedRules, table: Table) -> tuple[int, ...]:
    """See ``Game.figures``: deals won, or points."""
    return tuple(table.number(f"score.{seat}") for seat in rules.all_seats)


def outcome(rules: SpeedRules, table: Table) -> Outcome | None:
    """Return the outcome after enough deals won, or enough points (SPEED-12)."""
    scores = figures(rules, table)
    options = rules.options
    by_points = options.score == "points"
    if max(scores) < (options.target if by_points else options.best_of // 2 + 1):
        return None
    return Outcome(scores.index(max(scores)), "points" if by_points else "deals", scores)


def standing(rules: SpeedRules, table: Table) -> Outcome:
    """Return the outcome at the cap (GEN-8): the highest score, among equals the fewest cards left, else nobody.

    In the first edition of the rules the fewest cards of all seats broke the tie.
    """
    scores = figures(rules, table)
    ahead = leaders(scores)
    if len(ahead) == 1:
        return Outcome(ahead[0], "cap", scores)
    return Outcome(fewest(rules, table, ahead if rules.edition > 1 else rules.all_seats), "cap", scores)


# Last cards in a dead heat


def dead_heat(rules: SpeedRules, table: Table, commands: Mapping[int, Command]) -> int | None:
    """Let all commands stand if each contestant plays its last card; the deal is then void (SPEED-11).

    Slaps in a dead heat are the finisher's (SPEED-16).
    """
    if table.phase == "slap":
        return table.number("finisher")
    last = all(c.do == "play" and cards_left(rules, table, seat) == 1 for seat, c in commands.items())
    piles = {command.to for command in commands.values()}
    return ALL if last and len(piles) == len(commands) else None


def is_contest(rules: SpeedRules, before: Table, after: Table, seat: int, command: Command) -> bool:
    """See ``Game.is_contest``: two last cards (SPEED-11), where the others continue after the first."""
    return (
        rules.is_many
        and not any(is_out(before, other) for other in rules.all_seats)
        and first_out(rules, after) is not None
        and command.do == "play"
        and cards_left(rules, before, seat) == 1
    )
