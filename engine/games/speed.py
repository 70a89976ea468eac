"""Speed, and five-card-hand Spit as presets of it (rules SPEED-1 to SPEED-12).

Zones: ``seatN.hand1`` … one card each, ``seatN.stock`` face down, ``centre.K`` the play piles, ``reserve.K`` the
replacement piles, face down. Scalars beside those of ``engine.race``: ``armed.N``, and with ``declared_joker``
``declared.K``, the rank that the joker on top of pile K counts as (empty: any). ``speed_panel`` handles the buttons,
``speed_turn`` turns cards, ``speed_many`` has the additions for three or four seats.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine import exclusions
from engine.cards import RANKS, SUITS, face_down, is_joker, neighbours, standard_deck
from engine.chance import Chance
from engine.dealing import deal_round, draw_for_dealer, draw_layout, next_dealer
from engine.game import ALL, GameInfo, Outcome, Preset, has_match_cap, leaders
from engine.games import aim, speed_legal, speed_many, speed_panel, speed_turn
from engine.options import number, one_of, yes_no
from engine.panel import Command, Meaning, by_card
from engine.race import TURN_MS, Race, stuck_call
from engine.table import Draft, Table, Zone

DEALS = {"21+5": (5, 0), "20+5+1": (5, 1), "15+10+1": (10, 1)}
"""For each deal: the cards of a reserve pile, and the single cards in each centre place (SPEED-1, ``deal``)."""

FIVE_CARD: Mapping[str, str | int] = {"deal": "15+10+1", "recycle": "keep_tops", "score": "points"}


class Speed(Race):
    """Speed for two, or for three or four, with its variations as options.

    ``ranks``, ``suits`` and ``reserve`` (cards a reserve pile) make the tiny games that exhaustive play needs.
    """

    info: ClassVar[GameInfo] = GameInfo(
        id="speed",
        options=(
            yes_no("quick_play", True),
            one_of("hand_size", 5, 4),
            yes_no("doubles", False),
            yes_no("jokers", False),
            yes_no("declared_joker", False),
            one_of("replenish", "auto", "press"),
            stuck_call("auto", "shout"),
            TURN_MS,
            yes_no("consent_flip", False),
            one_of("recycle", "all", "keep_tops"),
            one_of("deal", *DEALS),
            one_of("score", "deals", "points"),
            number("target", 25, 1, 500),
            one_of("best_of", 3, 1, 5, 7),
        ),
        presets=(
            Preset("speed", {}),
            Preset("speed_with_jokers", {"jokers": True}),
            Preset("speed_doubles", {"doubles": True}),
            Preset("four_card_speed", {"hand_size": 4}),
            Preset("speed_for_four", {}, seats=4),
            Preset("five_card_spit_party", {**FIVE_CARD, "target": 10}),
            Preset("five_card_spit", {**FIVE_CARD, "target": 25}),
        ),
        seats=(2, 4),
    )
    shout = "stuck"

    def __init__(
        self,
        given: Mapping[str, object],
        seats: int = 2,
        *,
        ranks: str = RANKS,
        suits: str = SUITS,
        reserve: int | None = None,
        hand_size: int | None = None,
    ) -> None:
        super().__init__(given, seats)
        options = self.options
        size, self._singles = DEALS[str(options["deal"])]
        packs = 1
        self.many = seats > 2
        """True for more than two seats, who aim (``aim``) and continue until one is left (``speed_many``)."""
        if self.many:
            packs, size, self._singles = speed_many.DEALINGS[seats]
        self._deck = standard_deck(packs, jokers=2 if options["jokers"] else 0, ranks=ranks, suits=suits)
        self._face_down = tuple(map(face_down, self._deck))
        self._reserve = size if reserve is None else reserve
        self.fits = neighbours(self._deck, ranks=ranks, doubles=bool(options["doubles"]), jokers_wild=True)
        self.declares = bool(options["declared_joker"]) and bool(options["jokers"])
        """True if a joker's player declares it up or down (``declared_joker``)."""
        self.is_plain = not (self.declares or self.many)
        """True if the tops of two piles alone decide which cards are playable."""
        self._ranks = ranks
        if self.declares:
            self.fits |= _as_ranks(self._deck, ranks, bool(options["doubles"]))
        slots = hand_size or options["hand_size"]
        assert isinstance(slots, int)
        self.hands = tuple(tuple(f"seat{n}.hand{k + 1}" for k in range(slots)) for n in range(seats))
        self.piles = frozenset(f"centre.{k}" for k in range(seats))
        self.slots = tuple(frozenset(hand) for hand in self.hands)
        self.all_slots = tuple(slot for hand in self.hands for slot in hand)
        self.stocks = tuple(f"seat{n}.stock" for n in range(seats))
        self.centres = tuple(f"centre.{k}" for k in range(seats))
        self.reserves = tuple(f"reserve.{k}" for k in range(seats))
        self.auto = options["replenish"] == "auto"
        self.consents = bool(options["consent_flip"])
        self.plays = self._kept_plays()
        self._armed = tuple(f"armed.{n}" for n in range(seats))

    def _kept_plays(self) -> tuple[tuple[tuple[str, Mapping[str, Command], Mapping[str, Command]], ...], ...]:
        """For each seat and slot: the slot, and the plays from it onto the first and the second pile, by card.

        Created once, since listing legal commands dominates random play. Unused with more piles.
        """
        one, other = self.centres[:2]

        def plays(slot: str, pile: str) -> Mapping[str, Command]:
            return by_card("play", self._deck, slot, pile)

        return tuple(tuple((slot, plays(slot, one), plays(slot, other)) for slot in hand) for hand in self.hands)

    def check_options(self) -> None:
        """See ``Game.check_options`` and ``speed_many.EXCLUSIONS``."""
        exclusions.check(speed_many.EXCLUSIONS, self.options, self.seats)

    @property
    def revised(self) -> int:
        """See ``Game.revised``: a tie at the match's cap (``standing``)."""
        return 2 if self.many and has_match_cap(self.options) else 1

    # Dealing

    @property
    def deck(self) -> tuple[str, ...]:
        """See ``Game.deck``."""
        return self._deck

    def prologue(self, chance: Chance) -> Mapping[str, Zone]:
        """Show the draw for the first dealer (SPEED-2)."""
        return draw_layout(self._face_down, chance, self.seats)

    def draw_dealer(self, draft: Draft, chance: Chance) -> None:
        """Draw the first dealer: the lowest card deals (SPEED-2)."""
        draw_for_dealer(draft, chance, self.seats)

    def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
        """Deal reserves, single centre cards if the deal has them, the rest in turn; hands off the top (SPEED-1)."""
        dealer = next_dealer(draft, self.seats)
        draft.set("dealer", dealer)
        cards = list(chance.order(self._face_down, "deal", draft.number("deal") + 1))
        zones: dict[str, Zone] = {}
        for reserve, centre in zip(self.reserves, self.centres, strict=True):
            zones[reserve] = _off_the_top(cards, self._reserve)
            zones[centre] = _off_the_top(cards, self._singles)
        if spare := len(cards) % self.seats if self.many else 0:
            zones[self.reserves[0]] = (*cards[:spare], *zones[self.reserves[0]])
            del cards[:spare]
        for seat, stock in enumerate(deal_round(cards, self.seats, (dealer + 1) % self.seats)):
            for slot in self.hands[seat]:
                zones[slot] = (stock.pop(),) if stock else ()
            zones[self.stocks[seat]] = tuple(stock)
        return zones

    def reset(self, draft: Draft) -> None:
        """See ``Game.reset``."""
        self.reset_race(draft)
        for seat in range(self.seats):
            draft.set(f"armed.{seat}", "")
        if self.many:
            aim.reset(draft, self.centres)
            speed_many.reset(self, draft)
        if self.declares:
            for centre in self.centres:
                draft.set(f"declared.{centre[-1]}", "")

    def open(self, draft: Draft, chance: Chance, now: int) -> None:
        """Turn each reserve's top (or the single centre card) and take the hands up, in one instant (SPEED-3)."""
        draft.phase("play")
        for reserve, centre in zip(self.reserves, self.centres, strict=True):
            if not self._singles and draft.zones[reserve]:
                draft.move_top(reserve, centre)
            if draft.zones[centre]:
                draft.turn_top(centre)
        for slots in self.hands:
            for slot in slots:
                if draft.zones[slot]:
                    draft.turn_top(slot)

    # Playing

    refusal = speed_legal.refusal
    legal = speed_legal.legal
    can_go_on = speed_legal.can_go_on
    all_stuck = speed_legal.all_stuck

    def taken_by(self, table: Table | Draft, card: str, pile: str) -> bool:
        """Return whether the pile accepts the card now (SPEED-4)."""
        return card in speed_legal.fitting(self, table, pile)

    def perform(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """Perform a play with its refill, a draw, or a shout. See ``Game.perform``."""
        if command.do == self.shout:
            self.perform_shout(draft, seat, now)
            return
        self.lapse(draft)
        source = command.source
        if command.do == "draw":
            draft.deal_up(source, command.to)
            return
        if draft.scalars[self._armed[seat]]:
            draft.set(self._armed[seat], "")
        if self.declares:
            self._note_declared(draft, command)
        draft.move(command.card, source, command.to)
        if self.auto and draft.zones[self.stocks[seat]]:
            draft.deal_up(self.stocks[seat], source)

    def _note_declared(self, draft: Draft, command: Command) -> None:
        """Set a joker's rank: one up or down from the covered card; any rank if it covers a joker of any rank."""
        pile = command.to
        counts_as = ""
        if is_joker(command.card):
            top = draft.zones[pile][-1]
            under = draft.text(f"declared.{pile[-1]}")[-1:] if is_joker(top) else top[0]
            if under:
                step = 1 if command.word == "up" else -1
                counts_as = "=" + self._ranks[(self._ranks.index(under) + step) % len(self._ranks)]
        draft.set(f"declared.{pile[-1]}", counts_as)

    def may_shout(self, table: Table, seat: int) -> bool:
        """As in every race; with ``consent_flip`` also a seat that could play, or that no turn helps (SPEED-7)."""
        if self.consents:
            said = table.flag(f"said.{seat}") or not self.must_shout(table, seat)
            return table.phase == "play" and not said and not self._turning(table)
        return super().may_shout(table, seat)

    def _turning(self, table: Table) -> bool:
        return table.flag("stuck") and table.number("turn_at") > 0

    def would_take(self, table: Table, seat: int, command: Command) -> bool:
        """See ``Game.would_take``."""
        return table.phase == "play" and bool(speed_legal.takers(self, table, command.card))

    # Stuck, turning, recycling

    def must_shout(self, table: Table | Draft, seat: int) -> bool:
        """Return whether the seat still has cards: all such seats must shout (SPEED-7)."""
        return not (self.many and speed_many.is_out(table, seat))

    def turn_cards(self, draft: Draft, chance: Chance, now: int) -> None:
        """See ``speed_turn`` (SPEED-7 to 10)."""
        speed_turn.turn_cards(self, draft, chance)

    # Ending

    def cards_left(self, table: Table | Draft, seat: int) -> int:
        """Return the number of cards in a seat's hand and stock."""
        zones = table.zones
        return len(zones[self.stocks[seat]]) + sum(len(zones[slot]) for slot in self.hands[seat])

    def end_of_deal(self, draft: Draft, chance: Chance, now: int) -> bool:
        """End the deal at once if a seat has no card in hand and stock; two at once make it void (SPEED-11)."""
        zones = draft.zones
        for stock in self.stocks:
            if not zones[stock]:
                break
        else:  # the usual case; this runs after every play
            return False
        if self.many:
            return speed_many.note_places(self, draft)
        out = []
        for seat, hand in enumerate(self.hands):
            if not zones[self.stocks[seat]]:
                for slot in hand:
                    if zones[slot]:
                        break
                else:
                    out.append(seat)
        if out:
            self.give_deal(draft, out[0] if len(out) == 1 else None)
        return bool(out)

    def give_deal(self, draft: Draft, winner: int | None) -> None:
        """Score the deal: one point for it, or one for each card left to the others (``score``), and end it."""
        if winner is not None:
            points = sum(self.cards_left(draft, seat) for seat in range(self.seats) if seat != winner)
            draft.score(winner, points if self.options["score"] == "points" else 1)
        self.end_deal(draft, winner)

    def fewest(self, table: Table | Draft, among: Sequence[int]) -> int | None:
        """Return the first of these seats to go out, else the seat with the fewest cards; None for a tie."""
        if self.many and (first := speed_many.first_out(self, table)) in among:
            return first
        left = [self.cards_left(table, seat) for seat in among]
        return among[left.index(min(left))] if left.count(min(left)) == 1 else None

    def dead_heat(self, table: Table, commands: Mapping[int, Command], after: Table) -> int | None:
        """Let all commands stand if each contestant plays its last card; the deal is then void (SPEED-11)."""
        last = all(c.do == "play" and self.cards_left(table, seat) == 1 for seat, c in commands.items())
        piles = {command.to for command in commands.values()}
        return ALL if last and len(piles) == len(commands) else None

    def is_contest(self, before: Table, after: Table, seat: int, command: Command) -> bool:
        """See ``Game.is_contest``: two last cards (SPEED-11), where the others continue after the first."""
        return (
            self.many
            and not any(speed_many.is_out(before, other) for other in self.all_seats)
            and speed_many.first_out(self, after) is not None
            and command.do == "play"
            and self.cards_left(before, seat) == 1
        )

    def cap(self, draft: Draft, chance: Chance, now: int) -> None:
        """End the deal at its cap: the fewest cards win; equal is void (GEN-8)."""
        self.give_deal(draft, self.fewest(draft, self.all_seats))

    def outcome(self, table: Table) -> Outcome | None:
        """Return the outcome after enough deals won, or enough points (SPEED-12)."""
        scores = self.figures(table)
        by_points = self.options["score"] == "points"
        best_of, target = self.options["best_of"], self.options["target"]
        assert isinstance(best_of, int) and isinstance(target, int)
        if max(scores) < (target if by_points else best_of // 2 + 1):
            return None
        return Outcome(scores.index(max(scores)), "points" if by_points else "deals", scores)

    def standing(self, table: Table) -> Outcome:
        """Return the outcome at the cap (GEN-8): the highest score, among equals the fewest cards left, else nobody.

        In the first edition of the rules the fewest cards of all seats broke the tie.
        """
        scores = self.figures(table)
        ahead = leaders(scores)
        if len(ahead) == 1:
            return Outcome(ahead[0], "cap", scores)
        return Outcome(self.fewest(table, ahead if self.edition > 1 else self.all_seats), "cap", scores)

    def figures(self, table: Table) -> tuple[int, ...]:
        """See ``Game.figures``: deals won, or points."""
        return tuple(table.number(f"score.{seat}") for seat in range(self.seats))

    # Panel

    def press(self, table: Table, seat: int, button: str, held: int) -> Meaning:
        """See ``Game.press`` and ``speed_panel``."""
        return speed_panel.meaning(self, table, seat, button, held)

    def presses_for(self, table: Table, seat: int, command: Command) -> Sequence[str]:
        """See ``Game.presses_for`` and ``speed_panel``."""
        return speed_panel.presses_for(self, table, seat, command)

def _off_the_top(cards: list[str], number: int) -> Zone:
    """Remove up to ``number`` cards from the end of the list; return them in the order of removal."""
    first = max(len(cards) - number, 0)
    taken = cards[first:]
    del cards[first:]
    return tuple(reversed(taken))


def _as_ranks(deck: Sequence[str], ranks: str, doubles: bool) -> dict[str, frozenset[str]]:
    """Return the cards that fit a joker with a declared rank: keys ``=A`` to ``=K``."""
    steps = (1, len(ranks) - 1, 0) if doubles else (1, len(ranks) - 1)
    return {
        f"={top}": frozenset(
            card for card in deck if is_joker(card) or (ranks.index(card[0]) - ranks.index(top)) % len(ranks) in steps
        )
        for top in ranks
    }
