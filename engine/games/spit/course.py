"""The course of Spit, without commands: deals, stuck seats, spitting, deadlines, the ends of a deal and of a match."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache

from engine import race
from engine.cards import DOWN, FACE_DOWN, UP, bare
from engine.chance import Chance
from engine.game import NOBODY, Outcome
from engine.games.spit.play import (
    BeforePlay,
    SpitPlay,
    call_to_spit,
    disarm,
    land,
    lay_down,
    slam,
    slap_pile,
    stop_play,
    take_pile,
    take_piles,
)
from engine.games.spit.rules import (
    CHOICE_NS,
    CLAIM_NS,
    MARKER,
    REST,
    SHOUT,
    SIZES,
    SpitRules,
    accepted,
    best_piles,
    borrower,
    cards_left,
    chooser,
    claimable,
    fewest_left,
    in_play,
    is_away,
    is_choosing,
    is_slam,
    lands_at,
    may_act,
    spit_piles,
    spitters,
    stock_left,
)
from engine.panel import Command
from engine.race import AUTO_TURN_NS, NOTHING, is_out, reset_aims
from engine.table import Draft, Table, Zone


class SpitCourse(SpitPlay):
    """The course of Spit: deals, spitting, the ends of a deal and of a match."""

    # Dealing

    def draw_dealer(self, draft: Draft, chance: Chance) -> None:
        """Leave ``dealer`` at 0: in Spit each seat lays out its own cards."""

    def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
        """Deal (SPIT-1); after the first deal each seat shuffles its own cards and lays them out (SPIT-11, SPIT-12)."""
        rules = self.rules
        zones: dict[str, Zone] = dict.fromkeys(rules.centres, ())
        hands, zones[rules.centres[0]] = _hands(rules, draft, chance)
        for seat, hand in enumerate(hands):
            piles, left = lay_out(hand, rules.sizes)
            zones |= zip(rules.stocks[seat], piles, strict=True)
            zones[rules.spits[seat]] = left
        if rules.markers:
            zones |= dict.fromkeys(rules.markers, ())
            zones[REST] = (MARKER,)
        return zones

    def reset(self, draft: Draft) -> None:
        """See ``Game.reset``."""
        rules = self.rules
        race.reset(rules.race, draft)
        for keys in rules.in_hand:
            for key in keys:
                draft.set(key, "")
        draft.set("spit_on", "")
        draft.set("finisher", NOBODY)
        draft.set("choice", NOBODY)
        if rules.options.claim == "shout" or rules.options.spit_card_please:
            draft.set("choose_by", 0)
        if rules.options.conceal_last:
            for seat in rules.all_seats:
                draft.set(f"concealed.{seat}", False)
        if rules.is_many:
            reset_aims(draft, rules.centres)
            _reset_places(rules, draft)
        _reset_runs(rules, draft)

    def open(self, draft: Draft, chance: Chance, now: int) -> None:
        """Open with "Spit!": each seat turns its top spit card in one instant (SPIT-2), if it has any (SPIT-13)."""
        draft.phase("play")
        _spit(self.rules, draft, spitters(self.rules, draft))

    # Stuck, and spitting

    def can_go_on(self, table: Table | Draft, seat: int) -> bool:
        """See ``Race.can_go_on`` and ``can_help_itself``.

        A seat whose card is about to land is not stuck (SPIT-27); a seat that is out waits for the next deal (SPIT-28).
        In the first edition of the rules such a seat counted as able to refill a space with the pile that it took.
        """
        rules = self.rules
        if rules.travel_ns and is_away(table, seat):
            return True
        if rules.is_many and rules.edition > 1 and is_out(table, seat):
            return False
        zones = table.zones
        piles = [zones[stock] for stock in rules.stocks[seat]]
        if rules.refills and zones[rules.spits[seat]] and _can_make_space(piles, rules.options.stack_equals):
            return True
        return can_help_itself(piles, accepted(rules, zones), rules.options.stack_equals)

    def all_stuck(self, table: Table | Draft) -> bool:
        """See ``Race.all_stuck``: ``can_go_on`` of all seats in a single pass, since it runs after every play."""
        rules = self.rules
        if rules.waits or rules.varies:
            return not any(self.can_go_on(table, seat) for seat in rules.all_seats)
        # The cards that the two piles accept, as in Speed; inlined, since a call costs some 2 % of a command.
        zones, fits = table.zones, rules.fits
        one, other = rules.centres
        pile = zones[one]
        on_one = fits[pile[-1]] if pile else NOTHING
        pile = zones[other]
        on_other = fits[pile[-1]] if pile else NOTHING
        if not (on_one or on_other or rules.has_piles):
            return True
        for stocks in rules.stocks:
            has_space = hides_a_card = False
            for stock in stocks:
                cards = zones[stock]
                if not cards:
                    has_space = True
                    continue
                top = cards[-1]
                if top not in fits or top in on_one or top in on_other:  # face down, or playable
                    return False
                if cards[0] not in fits:
                    hides_a_card = True
            if has_space and hides_a_card:  # a move into the space uncovers it (SPIT-5)
                return False
        return True

    def seats_that_call(self, table: Table | Draft) -> Sequence[int]:
        """See ``Race.seats_that_call`` (SPIT-7, SPIT-8)."""
        return spitters(self.rules, table)

    def turns_after(self, draft: Draft) -> int:
        """See ``Race.turns_after``; without any spit card a shout has no purpose (SPIT-9)."""
        rules = self.rules
        able = spitters(rules, draft)
        if not able:
            return AUTO_TURN_NS
        wait = rules.race.auto_turn_ns
        return CHOICE_NS if wait and len(able) == 1 and chooser(rules, draft) != NOBODY else wait

    def turn_cards(self, draft: Draft, chance: Chance, now: int) -> None:
        """Spit with all seats that can (SPIT-7, SPIT-8); if none can, share out the piles for a new layout (SPIT-9)."""
        rules = self.rules
        if able := spitters(rules, draft):
            _spit(rules, draft, able)
        elif rules.is_many:
            _share_among_many(rules, draft, chance, now)
        else:
            _share_for_two(rules, draft, chance)

    # Deadlines

    def special_deadline(self, table: Table, since: int) -> int | None:
        """See ``Race.special_deadline``.

        Also the end of a choice of pile, to spit on or to take (SPIT-8 to 10), and the landing of a card (SPIT-27).
        """
        rules, scalars = self.rules, table.scalars
        turn_at: int = scalars["turn_at"]
        phase: str = scalars["phase"]
        if turn_at and not rules.waits and phase == "play":  # the usual case
            return turn_at
        usual = super().special_deadline(table, since)
        if phase == "slap":
            return table.number("choose_by") or since + CLAIM_NS
        if scalars["stuck"] and not turn_at and chooser(rules, table) != NOBODY:
            return since + CHOICE_NS
        if not rules.waits or phase != "play":
            return usual
        if rules.is_many and is_choosing(table):
            return table.number("choose_by")
        lands = lands_at(table) if rules.travel_ns else 0
        return lands if lands and (usual is None or lands < usual) else usual

    def due(self, draft: Draft, chance: Chance, now: int, since: int) -> bool:
        """See ``Game.due``."""
        rules, scalars = self.rules, draft.scalars
        phase: str = scalars["phase"]
        if scalars["turn_at"] and phase == "play" and not rules.waits:  # the usual case
            return self._turn(draft, chance, now)
        if _end_choice(rules, draft, chance) or _end_run(rules, draft, now, self.before_play):
            return True
        if _call_alone(rules, draft, now):
            return False
        return super().due(draft, chance, now, since)

    # The end of a deal

    def end_of_deal(self, draft: Draft, chance: Chance, now: int) -> bool:
        """End the deal if a seat's stock piles are all empty (SPIT-10, SPIT-14).

        Two seats at once (their last spit cards turned together, in the layout with refills): no seat finished before
        the other, so the piles are shared as between equals (SPIT-9).
        """
        rules = self.rules
        if rules.is_many:
            return _put_out_seats(rules, draft, chance, now)
        zones = draft.zones
        for stocks in rules.stocks:
            for stock in stocks:
                if zones[stock]:
                    break
            else:
                break
        else:  # the usual case
            return False
        out = [seat for seat in rules.all_seats if _is_bare(rules, draft, seat)]
        if not out:
            return False
        if len(out) == 1:
            _finish_for_two(rules, draft, out[0], now)
        else:
            _share_for_two(rules, draft, chance)
        return True

    def cap(self, draft: Draft, chance: Chance, now: int) -> None:
        """End the deal as if nobody could go on (SPIT-9, GEN-8); with more than two seats nobody chooses a pile."""
        rules = self.rules
        if rules.is_many:
            _wind_up(rules, draft, chance)
        else:
            _share_for_two(rules, draft, chance)

    # The end of a match

    def outcome(self, table: Table) -> Outcome | None:
        """Return the outcome (SPIT-15): a seat without cards, or the fewest after ``length`` deals.

        In Reverse Spit a seat with all cards, or the most (SPIT-26).
        """
        rules = self.rules
        left = self.figures(table)
        if 0 in left:
            if rules.options.reverse:
                return Outcome(left.index(max(left)), "all", left)
            return Outcome(left.index(0), "out", left)
        is_last = 0 < rules.last_deal <= table.number("deal")  # later ones are sudden death (GEN-13)
        return Outcome(_ahead(rules, left), "deals", left) if is_last else None

    def standing(self, table: Table) -> Outcome:
        """Return the outcome at the cap (GEN-8): the fewest own cards win, in Reverse Spit the most."""
        rules = self.rules
        left = self.figures(table)
        return Outcome(_ahead(rules, left), "cap", left)

    def to_go(self, table: Table | Draft, seat: int) -> int | None:
        """See ``Game.to_go``: the stock cards."""
        return None if is_out(table, seat) else stock_left(self.rules, table, seat)

    def figures(self, table: Table) -> tuple[int, ...]:
        """See ``Game.figures``: cards left."""
        rules = self.rules
        return tuple([cards_left(rules, table, seat) for seat in rules.all_seats])

    # Judging

    def dead_heat(self, table: Table, commands: Mapping[int, Command], after: Table) -> int | None:
        """Give a slap in a dead heat to the finisher (SPIT-10); all other dead heats are drawn."""
        finisher = table.number("finisher")
        return finisher if table.phase == "slap" and finisher in commands else None

    def is_contest(self, before: Table, after: Table, seat: int, command: Command) -> bool:
        """Return whether another seat has just set off with its last card, and this one would too (SPIT-10, GEN-1)."""
        rules = self.rules
        return (
            rules.travel_ns > 0
            and command.do == "play"
            and stock_left(rules, before, seat) == 1
            and any(
                is_away(after, other) and not is_away(before, other) and stock_left(rules, after, other) == 1
                for other in rules.others[seat]
            )
        )

    def guarded(self, table: Table, seat: int, since: int, now: int) -> bool:
        """Return whether presses are ignored: just after the last card they were not yet meant for a pile (SPIT-10).

        The option is ``slap_guard_ms``. A seat that runs, or waits while another chooses a pile, cannot use its buttons
        either (SPIT-27, SPIT-28).
        """
        rules = self.rules
        if table.scalars["phase"] == "play":
            return rules.waits and not may_act(rules, table, seat)
        return super().guarded(table, seat, since, now)


# Dealing


def _hands(rules: SpitRules, draft: Draft, chance: Chance) -> tuple[list[Zone], Zone]:
    """Return each seat's face-down cards for its layout, bottom to top, and the undealt cards.

    Undealt are those that cannot be shared out evenly (SPIT-28); they are put under a spit pile.
    """
    if not draft.number("deal"):
        cards = tuple(map(FACE_DOWN.__getitem__, chance.order(rules.pack, "deal", 1)))
        even = len(cards) // rules.seats * rules.seats
        return _handicapped(rules, [cards[seat : even : rules.seats] for seat in rules.all_seats]), cards[even:]
    for hand in rules.spits:
        codes = list(map(UP.__getitem__, draft.zones[hand]))
        draft.shuffle(hand, chance.order(codes, "shuffle", draft.shuffles))
    return [draft.zones[hand] for hand in rules.spits], ()


def _handicapped(rules: SpitRules, hands: list[Zone]) -> list[Zone]:
    """Move cards between the hands for a handicap, from bottom to bottom (SPIT-29).

    The layouts stay as they are, unless a hand becomes too small for one (SPIT-12).
    """
    moved: Zone = ()
    for seat, extra in enumerate(rules.extra):
        if extra < 0:
            moved += hands[seat][:-extra]
            hands[seat] = hands[seat][-extra:]
    for seat, extra in enumerate(rules.extra):
        if extra > 0:
            hands[seat] = moved[:extra] + hands[seat]
            moved = moved[extra:]
    return hands


def lay_out(cards: Sequence[str], sizes: Sequence[int] = SIZES) -> tuple[list[Zone], Zone]:
    """Deal a seat's face-down cards (bottom to top) from the top into stock piles; return the piles and the rest.

    Row by row: one card on every pile, then one on every pile that takes a second, and so on, until the layout is full
    or the cards run out (SPIT-1, SPIT-12). The top card of each pile is face up.
    """
    piles = [_top_up([cards[place] for place in places]) for places in _places(len(cards), tuple(sizes))]
    return piles, tuple(cards[: -sum(sizes)])


@lru_cache(maxsize=512)  # hands of up to 208 cards, for a handful of layouts
def _places(cards: int, sizes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return each stock pile's card indices in a hand of this size; cached, since they are the same in every deal."""
    left = list(range(cards))
    piles: list[list[int]] = [[] for _ in sizes]
    for row in range(max(sizes)):
        for pile, size in zip(piles, sizes, strict=True):
            if size > row and left:
                pile.append(left.pop())
    return tuple(map(tuple, piles))


def _top_up(pile: list[str]) -> Zone:
    return (*pile[:-1], bare(pile[-1])) if pile else ()


def _reset_runs(rules: SpitRules, draft: Draft) -> None:
    """Set the scalars at the start of a deal: nobody is under way, and each team's first runner is next."""
    if rules.travel_ns:
        draft.set("away", "")
        for seat in rules.all_seats:
            draft.set(f"run.{seat}", "")
            draft.set(f"lands.{seat}", 0)
    if rules.has_relay:
        for seat in rules.all_seats:
            draft.set(f"runner.{seat}", 1)


def _reset_places(rules: SpitRules, draft: Draft) -> None:
    """Set the scalars at the start of a deal: nobody is out; a seat without a spit card will start no pile."""
    draft.set("choose_by", 0)
    for seat, hand in enumerate(rules.spits):
        draft.set(f"place.{seat}", 0)
        draft.set(f"short.{seat}", not draft.zones[hand])


# Stuck. Invariant: a stock pile is some face-down cards with face-up cards of one rank on top of them: a single card,
# or several after ``stack_equals``.


def can_help_itself(piles: Sequence[Zone], taken: AbstractSet[str], stacks: bool) -> bool:
    """Return whether some sequence of own turns, moves and stacks leads to a turn or a play (SPIT-7).

    ``piles`` are the seat's own, ``taken`` the cards that some spit pile accepts now, ``stacks`` is the option
    ``stack_equals``. Mostly one look at the tops decides it: a face-down top can be turned, a fitting top can be
    played. Without either, only uncovering a card helps:

    - Cards can be shifted only into a space or, with ``stacks``, onto an equal top.
    - With a space, the face-up cards of any one pile, being of one rank, can all move there (the first, and the others
      stacked on it). Without a space but with two equal tops, one pile's face-up cards move onto the other's, which
      turns up a card there or, if nothing is under them, makes a space.
    - So if cards can be shifted at all, every card under face-up cards can be reached: any face-down card is enough. A
      face-up card under an equal helps only where it alone fits, by its colour.
    """
    for cards in piles:
        if cards:
            top = cards[-1]
            if top in taken or top[0] == DOWN:
                return True
    if not _can_make_space(piles, stacks):
        return False
    if any(cards and cards[0][0] == DOWN for cards in piles):
        return True
    return stacks and any(card in taken for cards in piles for card in cards)


def _can_make_space(piles: Sequence[Zone], stacks: bool) -> bool:
    """Return whether there is a space, or stacking makes one or uncovers a card (SPIT-7, SPIT-16).

    In the layout with refills every card of a stock pile is face up, so that a whole pile can be stacked away and a
    spit card turned up in its place.
    """
    return not all(piles) or (stacks and _has_equal_tops(piles))


def _has_equal_tops(piles: Sequence[Zone]) -> bool:
    tops = [cards[-1][0] for cards in piles if cards]
    return len(set(tops)) < len(tops)


# Spitting


def _spit(rules: SpitRules, draft: Draft, able: Sequence[int]) -> None:
    """Turn a spit card of each seat that has any, in one instant; add "Spit!" for seats without a call (GEN-9)."""
    for seat in able:
        if not draft.scalars[rules.race.said[seat]]:
            draft.say(seat, SHOUT)
        pile = _alone_on(rules, draft, seat) if len(able) == 1 else rules.centres[seat]
        draft.deal_up(rules.spits[seat], pile)
    if len(able) == 1:
        _lay_marker(rules, draft, able[0])


def _alone_on(rules: SpitRules, draft: Draft, seat: int) -> str:
    """Return the pile for a seat that spits alone: its choice, the only pile, or its own, then kept (SPIT-8)."""
    piles = spit_piles(rules, draft)
    if len(piles) < 2:
        return piles[0] if piles else rules.centres[seat]
    if not draft.scalars["spit_on"]:
        draft.set("spit_on", rules.centres[seat])
    return draft.text("spit_on")


def _lay_marker(rules: SpitRules, draft: Draft, spitter: int) -> None:
    """After a lone spit onto the only pile, put the marker in the empty place, or lend it to the other seat."""
    if not rules.markers or not draft.zones[REST] or len(spit_piles(rules, draft)) != 1:
        return
    if rules.options.ghost:
        (place,) = [pile for pile in rules.centres if not draft.zones[pile]]
        draft.move(MARKER, REST, place)
        return
    draft.move(MARKER, REST, rules.markers[rules.others[spitter][0]])


# Deadlines


def _end_choice(rules: SpitRules, draft: Draft, chance: Chance) -> bool:
    """Assign a pile to a seat that has not taken one in time; return False if no choice was due."""
    if draft.scalars["phase"] == "slap":
        _end_claim(rules, draft, chance)
        return True
    if rules.is_many and is_choosing(draft):
        _give_pile(rules, draft, chance)
        return True
    return False


def _end_run(rules: SpitRules, draft: Draft, now: int, before_play: BeforePlay) -> bool:
    """Land a card (SPIT-27); return False if none was due."""
    if not rules.travel_ns or draft.scalars["phase"] != "play" or not 0 < lands_at(draft) <= now:
        return False
    land(rules, draft, now, before_play)
    return True


def _call_alone(rules: SpitRules, draft: Draft, now: int) -> bool:
    """Choose the own pile of a seat that spits alone and has not chosen in time (SPIT-8); return False for none."""
    seat = NOBODY if draft.scalars["turn_at"] else chooser(rules, draft)
    if seat == NOBODY:
        return False
    call_to_spit(rules, draft, seat, rules.centres[seat], now)
    return True


# The end of a deal for two: which seat takes which pile (SPIT-9, SPIT-10, SPIT-14, SPIT-20, SPIT-26)


def _finish_for_two(rules: SpitRules, draft: Draft, seat: int, now: int) -> None:
    """A seat has no stock cards left: both slap; a single spit pile falls to the other seat (SPIT-10, SPIT-14).

    In Reverse Spit both also slap for a single pile (SPIT-26), and for one beside a ghost (SPIT-24). A finisher with a
    borrowed marker must slam it (SPIT-25).
    """
    piles = claimable(rules, draft)
    if borrower(rules, draft) == seat:
        _open_claim(rules, draft, finisher=seat, choice=NOBODY)
        draft.set("choose_by", now + rules.slam_ns)
    elif len(piles) > 1 or rules.options.reverse:
        chooser = seat if rules.options.claim == "winner" else NOBODY
        _open_claim(rules, draft, finisher=seat, choice=chooser)
    else:
        take_piles(rules, draft, dict.fromkeys(rules.others[seat], piles[0]), won=seat)


def _share_for_two(rules: SpitRules, draft: Draft, chance: Chance) -> None:
    """Share the piles by the remaining stock cards: nobody can go on, or the deal is at its cap (SPIT-9, GEN-8)."""
    left = [stock_left(rules, draft, seat) for seat in rules.all_seats]
    fewer = left.index(min(left)) if left.count(min(left)) == 1 else NOBODY
    piles = spit_piles(rules, draft)
    if not piles:  # the cap came between the piles' removal and the new ones (SPIT-21)
        take_piles(rules, draft, {}, won=fewer)
        return
    if len(piles) > 1 or rules.options.reverse:
        _open_claim(rules, draft, finisher=NOBODY, choice=fewer)
        return
    spared = fewer if fewer != NOBODY else _lot(rules, draft, chance)
    take_piles(rules, draft, dict.fromkeys(rules.others[spared], piles[0]), won=fewer)


def _end_claim(rules: SpitRules, draft: Draft, chance: Chance) -> None:
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
    slap_pile(rules, draft, seat, own if own in best_piles(rules, draft) else best_piles(rules, draft)[0])


def _open_claim(rules: SpitRules, draft: Draft, *, finisher: int, choice: int) -> None:
    lay_down(rules, draft)
    draft.set("finisher", finisher)
    draft.set("choice", choice)
    draft.phase("slap")


def _lot(rules: SpitRules, draft: Draft, chance: Chance) -> int:
    return chance.below(rules.seats, "pile", draft.number("deal"))


# The end of a deal for more (SPIT-28). There are as many spit piles as seats. A seat that runs out chooses one and sits
# out, while the others continue; the last seat takes the rest.


def _put_out_seats(rules: SpitRules, draft: Draft, chance: Chance, now: int) -> bool:
    """Put out the seats with empty stock piles, one after the other; return whether nothing else follows now.

    If two run out at once (the layout with refills, SPIT-16), a lot decides which is first.
    """
    if is_choosing(draft):
        return True
    if draft.number("finisher") != NOBODY:
        _wind_up(rules, draft, chance)
        return True
    while out := [seat for seat in in_play(rules, draft) if _is_bare(rules, draft, seat)]:
        lot = chance.below(len(out), "finish", draft.number("deal"), len(in_play(rules, draft)))
        _put_out(rules, draft, out[lot], chance, now)
        if draft.scalars["phase"] != "play" or is_choosing(draft):
            return True
    if len(in_play(rules, draft)) == 1:
        _wind_up(rules, draft, chance)
        return True
    return False


def _is_bare(rules: SpitRules, draft: Draft, seat: int) -> bool:
    return not stock_left(rules, draft, seat) and not (rules.refills and draft.zones[rules.spits[seat]])


def _put_out(rules: SpitRules, draft: Draft, seat: int, chance: Chance, now: int) -> None:
    """Put a seat out: it chooses a pile, or takes none if it started none or only one is left (SPIT-14).

    A seat without any card has won the game; the others gather their cards before the outcome.
    """
    draft.set(f"place.{seat}", rules.seats + 1 - len(in_play(rules, draft)))
    stop_play(rules, draft)
    if not draft.flag(f"short.{seat}") and len(spit_piles(rules, draft)) > 1:
        draft.set("choice", seat)
        draft.set("choose_by", now + CLAIM_NS)
    elif not cards_left(rules, draft, seat):
        _wind_up(rules, draft, chance)


def _give_pile(rules: SpitRules, draft: Draft, chance: Chance) -> None:
    """Assign a pile after the time limit: the smallest; of equals the seat's own."""
    seat = draft.number("choice")
    if seat == NOBODY:
        able = fewest_left(rules, draft)
        seat = able[chance.below(len(able), "pile", draft.number("deal"))]
    own = rules.centres[seat]
    take_pile(rules, draft, seat, min(spit_piles(rules, draft), key=lambda pile: (len(draft.zones[pile]), pile != own)))


def _share_among_many(rules: SpitRules, draft: Draft, chance: Chance, now: int) -> None:
    """Let the seat with the fewest stock cards choose first, if there are piles for all: nobody can go on (SPIT-9)."""
    stop_play(rules, draft)
    first = fewest_left(rules, draft)
    if len(spit_piles(rules, draft)) < len(in_play(rules, draft)):
        _wind_up(rules, draft, chance)
        return
    draft.set("choice", first[0] if len(first) == 1 else NOBODY)
    draft.set("choose_by", now + CLAIM_NS)


def _wind_up(rules: SpitRules, draft: Draft, chance: Chance) -> None:
    """Share out the rest and end the deal: the fewer stock cards a seat has, the smaller its pile.

    At the cap this ends everything else in progress (GEN-8). With too few piles, the seats with the fewest cards take
    none. With too many, the last seat takes all that are left. Lots decide between equals.
    """
    stop_play(rules, draft)
    draft.set("choice", NOBODY)
    draft.set("choose_by", 0)
    _share_out(rules, draft, chance)
    for seat, hand in enumerate(rules.spits):
        disarm(rules, draft, seat)
        for stock in rules.stocks[seat]:
            draft.gather(stock, hand)
    first = [seat for seat in rules.all_seats if draft.number(f"place.{seat}") == 1]
    draft.set("won", first[0] if first else NOBODY)
    draft.phase("over")


def _share_out(rules: SpitRules, draft: Draft, chance: Chance) -> None:
    """Put the piles under the spit cards of the seats that are still to take one."""
    piles = sorted(spit_piles(rules, draft), key=lambda pile: len(draft.zones[pile]))
    served = draft.number("finisher")
    lots = chance.order([str(seat) for seat in in_play(rules, draft) if seat != served], "share", draft.number("deal"))
    order = sorted(map(int, lots), key=lambda seat: stock_left(rules, draft, seat))
    for place, seat in enumerate(order):
        behind = len(order) - 1 - place
        if behind == 0:
            mine, piles = piles, []
        elif len(piles) > behind:
            mine, piles = piles[:1], piles[1:]
        else:
            mine = []
        for pile in mine:
            draft.gather(pile, rules.spits[seat])


# The end of a match


def _ahead(rules: SpitRules, left: Sequence[int]) -> int | None:
    """Return the seat with the fewest cards, in Reverse Spit the most; None for a tie."""
    best = max(left) if rules.options.reverse else min(left)
    return left.index(best) if left.count(best) == 1 else None
