"""The end of a deal and of a match of Speed (SPEED-11, SPEED-12, SPEED-16, GEN-8).

For two, the first seat without cards ends the deal. With three or four it is out, and the others continue until one is
left; the first seat out has won the deal.

With ``finish = slap`` a seat that is out must slap before the other does (SPEED-16). Scalar: ``finisher``, the seat
that has played its last card, until both play on; -1 for none.
"""

from collections.abc import Mapping, Sequence
from functools import partial

from engine import race
from engine.cards import bare, is_joker, is_red
from engine.chance import Chance
from engine.game import ALL, NOBODY, Outcome, deal_round, draw_for_dealer, draw_layout, next_dealer, standing_by_score
from engine.games.speed.play import SpeedPlay, give_deal
from engine.games.speed.rules import (
    SLAP_NS,
    SpeedRules,
    cards_left,
    fewest,
    first_gap,
    first_out,
    fitting,
    is_choice_due,
    turn_up_new_cards,
)
from engine.panel import Command
from engine.phases import CONTEST_NS
from engine.race import NOTHING, Race, is_out, reset_aims
from engine.table import Draft, Table, Zone


class SpeedCourse(SpeedPlay):
    """The course of Speed: deals, turns of new cards, the ends of a deal and of a match."""

    # Dealing

    def prologue(self, chance: Chance) -> Mapping[str, Zone]:
        """Show the draw for the first dealer (SPEED-2)."""
        return draw_layout(self.deck, chance, self.seats)

    def draw_dealer(self, draft: Draft, chance: Chance) -> None:
        """Draw the first dealer: the lowest card deals (SPEED-2)."""
        draw_for_dealer(draft, chance, self.seats)

    def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
        """Deal reserves, single centre cards if the deal has them, the rest in turn; hands off the top (SPEED-1).

        With ``colours`` all that is dealt to a seat, and to its place in the middle, has its colour (SPEED-14).
        """
        rules = self.rules
        dealer = next_dealer(draft, rules.seats)
        draft.set("dealer", dealer)
        cards = list(chance.order(rules.face_down, "deal", draft.number("deal") + 1))
        packs = _by_colour(cards) if rules.options.colours else []
        zones: dict[str, Zone] = {}
        for seat, (reserve, centre) in enumerate(zip(rules.reserves, rules.centres, strict=True)):
            source = packs[seat] if packs else cards
            zones[reserve] = _off_the_top(source, rules.reserve_size)
            zones[centre] = _off_the_top(source, rules.singles)
        if spare := len(cards) % rules.seats if rules.is_many else 0:
            under = rules.centres[0] if rules.from_stocks else rules.reserves[0]
            zones[under] = (*cards[:spare], *zones[under])
            del cards[:spare]
        for seat, stock in enumerate(packs or deal_round(cards, rules.seats, (dealer + 1) % rules.seats)):
            for slot in rules.hands[seat]:
                zones[slot] = (stock.pop(),) if stock else ()
            zones[rules.stocks[seat]] = tuple(stock)
        return zones

    def reset(self, draft: Draft) -> None:
        """See ``Game.reset``."""
        rules = self.rules
        race.reset(rules.race, draft)
        for key in (*rules.armed, *rules.laid):
            draft.set(key, "")
        for key in rules.turns_up.values():
            draft.set(key, 0)
        if rules.from_stocks:
            draft.set("choosing", False)
        if rules.slaps:
            draft.set("finisher", NOBODY)
        if rules.is_many:
            reset_aims(draft, rules.centres)
            for seat in rules.all_seats:
                draft.set(f"place.{seat}", 0)
        if rules.declares:
            for centre in rules.centres:
                draft.set(f"declared.{centre[-1]}", "")

    def open(self, draft: Draft, chance: Chance, now: int) -> None:
        """See ``Game.open`` (SPEED-3)."""
        draft.phase("play")
        _turn_up(self.rules, draft)

    # Stuck, and turning cards

    def can_go_on(self, table: Table | Draft, seat: int) -> bool:
        """Return whether the seat has a legal play, a card to draw, or one that turns up (SPEED-6, SPEED-18)."""
        rules = self.rules
        zones = table.zones
        if rules.face_down_ns[seat] and any(table.scalars[rules.turns_up[slot]] for slot in rules.hands[seat]):
            return True
        if rules.draws_by_hand and zones[rules.stocks[seat]] and first_gap(rules, table, seat):
            return True
        held = [zones[slot][0] for slot in rules.hands[seat] if zones[slot]]
        return any(not fitting(rules, table, pile).isdisjoint(held) for pile in rules.centres)

    def all_stuck(self, table: Table | Draft) -> bool:
        """See ``Race.all_stuck``."""
        rules = self.rules
        if not rules.is_plain or rules.draws_by_hand or rules.turns_up:
            return not any(self.can_go_on(table, seat) for seat in rules.all_seats)
        zones, fits = table.zones, rules.fits
        one, other = rules.centres
        pile = zones[one]
        on_one = fits[pile[-1]] if pile else NOTHING
        pile = zones[other]
        on_other = fits[pile[-1]] if pile else NOTHING
        for slot in rules.all_slots:
            held = zones[slot]
            if held:
                card = held[0]
                if card in on_one or card in on_other:
                    return False
        return True

    def seats_that_call(self, table: Table | Draft) -> Sequence[int]:
        """Return the seats that still have cards: they all must shout before cards turn (SPEED-7)."""
        rules = self.rules
        return [seat for seat in rules.all_seats if not is_out(table, seat)] if rules.is_many else rules.all_seats

    def turn_cards(self, draft: Draft, chance: Chance, now: int) -> None:
        """Turn the next card of each reserve; if none are left, recycle; if that cannot help, turn the stocks."""
        rules = self.rules
        if rules.from_stocks:
            _turn_own_cards(rules, draft)
            return
        if not any(draft.zones[reserve] for reserve in rules.reserves):
            if _is_dead_end(rules, draft):
                _turn_stocks(rules, draft)
                return
            _recycle(rules, draft, chance)
        for reserve, centre in zip(rules.reserves, rules.centres, strict=True):
            if draft.zones[reserve]:
                _turn_onto(rules, draft, reserve, centre)

    # Deadlines

    def special_deadline(self, table: Table, since: int) -> int | None:
        """See ``Race.special_deadline``; also when a choice of cards opens or a new card turns up, and the end of the
        time to slap.

        A press that lost the last race is no choice, so that opens when nobody can lose it any more (SPEED-15).
        """
        rules = self.rules
        usual = since + SLAP_NS if table.scalars["phase"] == "slap" else Race.special_deadline(self, table, since)
        if usual is None or not (rules.turns_up or rules.from_stocks):
            return usual
        ups = [at for key in rules.turns_up.values() if (at := table.number(key))]
        if is_choice_due(rules, table):
            ups.append(since + CONTEST_NS)
        return min([usual, *ups])

    def due(self, draft: Draft, chance: Chance, now: int, since: int) -> bool:
        """See ``Game.due``; a choice of cards opens (SPEED-15), a new card turns up (SPEED-18), or the time to slap is
        up (SPEED-16)."""
        if self.rules.turns_up and turn_up_new_cards(self.rules, draft, now):
            return True  # from now on somebody may be stuck, and not since the last play
        if draft.scalars["phase"] == "slap":
            give_deal(self.rules, draft, draft.number("finisher"))
            return True
        if is_choice_due(self.rules, draft) and not 0 < draft.scalars["turn_at"] <= now:
            draft.set("choosing", True)
            return False
        return super().due(draft, chance, now, since)

    # The end of a deal

    def end_of_deal(self, draft: Draft, chance: Chance, now: int) -> bool:
        """End the deal at once if a seat has no card in hand and stock; two at once make it void (SPEED-11).

        With ``finish = slap``, open the slap instead, or let a seat that was caught take its cards (SPEED-16).
        """
        rules = self.rules
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
            race.cancel_pending(rules.race, draft)
            draft.set("finisher", out[0])
            draft.phase("slap")
        elif out:
            give_deal(rules, draft, out[0] if len(out) == 1 else None)
        return bool(out)

    def cap(self, draft: Draft, chance: Chance, now: int) -> None:
        """End the deal at its cap: the fewest cards win; equal is void (GEN-8)."""
        give_deal(self.rules, draft, fewest(self.rules, draft, self.rules.all_seats))

    # The end of a match

    def outcome(self, table: Table) -> Outcome | None:
        """Return the outcome after enough deals won, or enough points (SPEED-12)."""
        rules = self.rules
        scores = self.figures(table)
        options = rules.options
        by_points = options.score == "points"
        if max(scores) < (options.target if by_points else options.best_of // 2 + 1):
            return None
        return Outcome(scores.index(max(scores)), "points" if by_points else "deals", scores)

    def standing(self, table: Table) -> Outcome:
        """Return the outcome at the cap (GEN-8): the highest score, among equals the fewest cards left, else nobody."""
        return standing_by_score(self.figures(table), self.edition, partial(fewest, self.rules, table))

    # Judging

    def dead_heat(self, table: Table, commands: Mapping[int, Command], after: Table) -> int | None:
        """Let all commands stand if each contestant plays its last card; the deal is then void (SPEED-11).

        Slaps in a dead heat are the finisher's (SPEED-16).
        """
        if table.phase == "slap":
            return table.number("finisher")
        last = all(c.do == "play" and cards_left(self.rules, table, seat) == 1 for seat, c in commands.items())
        piles = {command.to for command in commands.values()}
        return ALL if last and len(piles) == len(commands) else None

    def is_contest(self, before: Table, after: Table, seat: int, command: Command) -> bool:
        """See ``Game.is_contest``: two last cards (SPEED-11), where the others continue after the first."""
        rules = self.rules
        return (
            rules.is_many
            and not any(is_out(before, other) for other in rules.all_seats)
            and first_out(rules, after) is not None
            and command.do == "play"
            and cards_left(rules, before, seat) == 1
        )


# Dealing


def _by_colour(cards: Sequence[str]) -> list[list[str]]:
    """Return each seat's cards, in their order: red for seat 0, black for seat 1, and a joker each (SPEED-14)."""
    red = [card for card in cards if (bare(card) == "X1" if is_joker(card) else is_red(card))]
    return [red, [card for card in cards if card not in red]]


def _off_the_top(cards: list[str], number: int) -> Zone:
    """Remove up to ``number`` cards from the end of the list; return them in the order of removal."""
    first = max(len(cards) - number, 0)
    taken = cards[first:]
    del cards[first:]
    return tuple(reversed(taken))


def _turn_up(rules: SpeedRules, draft: Draft) -> None:
    """Turn each reserve's top (or the single centre card, or a stock's top) and take the hands up (SPEED-3)."""
    sources = rules.stocks if rules.from_stocks else rules.reserves
    for source, centre in zip(sources, rules.centres, strict=True):
        if not rules.singles and draft.zones[source]:
            draft.move_top(source, centre)
        if draft.zones[centre]:
            draft.turn_top(centre)
    for slots in rules.hands:
        for slot in slots:
            if draft.zones[slot]:
                draft.turn_top(slot)


# Turning cards


def _turn_onto(rules: SpeedRules, draft: Draft, source: str, centre: str) -> None:
    draft.deal_up(source, centre)
    if rules.declares:
        draft.set(f"declared.{centre[-1]}", "")


def _turn_own_cards(rules: SpeedRules, draft: Draft) -> None:
    """Each seat adds a card to its pile: its stock's top or, without a stock, a card of its hand (SPEED-15).

    That card is the chosen one, else the first from the left. So each turn leaves every seat one card fewer.
    """
    draft.set("choosing", False)
    for seat, centre in enumerate(rules.centres):
        held = [slot for slot in rules.hands[seat] if draft.zones[slot]]
        chosen = draft.text(rules.laid[seat])
        draft.set(rules.laid[seat], "")
        if draft.zones[rules.stocks[seat]]:
            _turn_onto(rules, draft, rules.stocks[seat], centre)
        elif held:
            slot = chosen if chosen in held else held[0]
            _turn_onto(rules, draft, slot, centre)
            if draft.text(rules.armed[seat]).startswith(slot):
                draft.set(rules.armed[seat], "")


def _is_dead_end(rules: SpeedRules, draft: Draft) -> bool:
    """Return whether no card of any hand fits any card in the centre, so that recycling cannot help (SPEED-10)."""
    hands = [draft.zones[slot][0] for slots in rules.hands for slot in slots if draft.zones[slot]]
    lying = [card for pile in rules.centres for card in draft.zones[pile]]
    return not any(card in rules.fits[below] for card in hands for below in lying)


def _recycle(rules: SpeedRules, draft: Draft, chance: Chance) -> None:
    """Make new reserves of the centre piles, or of all their cards but the tops (SPEED-9)."""
    keep = rules.options.recycle == "keep_tops" and any(len(draft.zones[pile]) > 1 for pile in rules.centres)
    first = rules.reserves[0]
    for pile in rules.centres:
        kept = draft.zones[pile][-1:]
        draft.gather(pile, first)
        if keep and kept:
            draft.move(kept[0], first, pile)
            draft.turn_top(pile)
    draft.shuffle(first, chance.order([card[1:] for card in draft.zones[first]], "shuffle", draft.shuffles))
    cards = len(draft.zones[first])
    for place, reserve in enumerate(rules.reserves[1:], start=1):
        for _ in range((cards + rules.seats - 1 - place) // rules.seats):
            draft.move_top(first, reserve)


def _turn_stocks(rules: SpeedRules, draft: Draft) -> None:
    """Turn each stock's top onto its own centre pile; without stocks, fewest cards win, equal is void (SPEED-10)."""
    stocks = [seat for seat in range(rules.seats) if draft.zones[rules.stocks[seat]]]
    if not stocks:
        draft.say(-1, "dead_end")
        give_deal(rules, draft, fewest(rules, draft, rules.all_seats))
        return
    for seat in stocks:
        _turn_onto(rules, draft, rules.stocks[seat], rules.centres[seat])


# The end of a deal


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
