"""Spit (rules SPIT-1 to SPIT-15) and its variations, which stand in ``spit_options``.

Zones: ``seatN.stock1`` … the stock piles, ``seatN.spit`` the spit cards, face down, ``centre.K`` the spit pile that
seat K started. Scalars beside those of ``engine.race``: ``armed.N`` and ``marked.N`` (a stock pile's zone: the card
taken in hand, the space pointed at), ``spit_on`` (SPIT-8: the pile on which a seat that spits alone goes on spitting),
and those of ``spit_claim``. How cards are laid out and who is stuck stands in ``spit_piles``, what is legal in
``spit_legal``, who spits and where in ``spit_call``, the end of a deal in ``spit_claim``, what the buttons mean in
``spit_panel``; what a variation adds of its own stands in a module named after it.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar

from engine.cards import RANKS, SUITS, face_down, neighbours, standard_deck
from engine.chance import Chance
from engine.game import MS, GameInfo, Outcome, Preset
from engine.games import (
    aim,
    spit_aim,
    spit_call,
    spit_claim,
    spit_legal,
    spit_many,
    spit_outcome,
    spit_panel,
    spit_running,
    spit_stuck,
    spit_twin,
    spit_view,
    spit_wait,
)
from engine.games.spit_call import CHOICE_NS
from engine.games.spit_claim import CLAIM_NS, NOBODY
from engine.games.spit_marker import MARKER, REST, is_ghost
from engine.games.spit_options import REFILL, SPIT_OPTIONS, check, packs_of, sizes_of
from engine.games.spit_piles import lay_out
from engine.panel import Command, Meaning
from engine.race import AUTO_TURN_NS, Race
from engine.table import Draft, Table, Zone, picker


class Spit(Race):
    """Spit for two, or for three or four, with its variations as options.

    ``ranks``, ``suits`` and ``sizes`` (the cards of each stock pile) make the tiny games that exhaustive play needs.
    Raises ValueError for a deck that could leave no seat a spit card.
    """

    info: ClassVar[GameInfo] = GameInfo(
        id="spit",
        options=SPIT_OPTIONS,
        presets=(
            Preset("classic_spit", {"length": 3}),
            Preset("classic_spit_full", {"caps": (120, 0)}),  # to the end, however long
            Preset("slap_spit", {"length": 3, "claim": "slap_smaller", "twin_call": True}),
            Preset("ghost_spit", {"ghost": True, "caps": (120, 0)}),
            Preset("reverse_spit", {"length": 3, "reverse": True}),
            Preset("chinese_spit", {"length": 3, "layout": "1234"}),
            Preset("running_spit", {"length": 3, "running": True}),
            Preset("spit_for_four", {"length": 3, "packs": 2}, seats=4),
        ),
        seats=(2, 4),
    )
    progress = frozenset({"play", "turn", "refill"})  # a card refilled is a card turned up (SPIT-16)
    shout = "spit"

    def __init__(
        self,
        given: Mapping[str, object],
        seats: int = 2,
        *,
        ranks: str = RANKS,
        suits: str = SUITS,
        sizes: Sequence[int] | None = None,
    ) -> None:
        super().__init__(given, seats)
        options = self.options
        self._deck = standard_deck(packs_of(options), ranks=ranks, suits=suits)
        if sizes is None:
            sizes = sizes_of(options, seats)
        if len(self._deck) // seats <= sum(sizes):
            raise ValueError(f"{len(self._deck)} cards leave nobody a spit card beside layouts of {sum(sizes)}")
        self.sizes = tuple(sizes)
        self.by_rank = self.fits = neighbours(self._deck, ranks=ranks)
        if options["alternate_colours"]:
            self.fits = neighbours(self._deck, ranks=ranks, alternate_colours=True)
        self.stocks = tuple(tuple(f"seat{n}.stock{k + 1}" for k in range(len(sizes))) for n in range(seats))
        self.spits = tuple(f"seat{n}.spit" for n in range(seats))
        self.centres = tuple(f"centre.{k}" for k in range(seats))
        self._in_hand = tuple((f"armed.{seat}", f"marked.{seat}") for seat in range(seats))
        self.own_piles = tuple(picker(stocks) for stocks in self.stocks)
        """For each seat, what lies in its stock piles."""
        self.unions = spit_stuck.Unions()
        self.middle = picker(self.centres)
        """What lies in the spit piles."""
        self.command = cache(Command)
        """Commands that are made once and kept: listing the legal ones is most of what random play does."""
        self.stacks = bool(options["stack_equals"])
        self.refills = options["layout"] == REFILL
        self.twins = bool(options.get("twin_call"))
        self.reverse = bool(options.get("reverse"))
        conceals = options.get("conceal_last", 0)
        assert isinstance(conceals, int)
        self.conceals = conceals
        self.markers: tuple[str, ...] = ()
        """Where a seat keeps a marker that it borrowed; none if no marker is played with."""
        if options.get("ghost") or options.get("spit_card_please"):
            self.markers = tuple(f"seat{seat}.marker" for seat in range(seats))
            self.fits = {**self.fits, MARKER: frozenset()}
            self.by_rank = {**self.by_rank, MARKER: frozenset()}
        self.many = seats > 2
        """True for more than two seats, who aim (``aim``) and go out one after the other (``spit_many``)."""
        if self.many:
            self.progress |= {"slap"}  # a pile chosen lets the others go on
        self.travel_ns, self.relay = spit_running.times(options)
        self.waits = self.many or self.travel_ns > 0
        """True if a seat may have to wait before it can do anything (``spit_wait``)."""
        far_panels = bool(options["running"]) and not self.travel_ns
        self.quick_play = bool(options["quick_play"]) and not self.stacks and not far_panels
        self._auto_turn = bool(options["auto_turn"])
        guard_ms = options["slap_guard_ms"]
        assert isinstance(guard_ms, int)
        self._guard_ns = guard_ms * MS

    def check_options(self) -> None:
        """See ``Game.check_options`` and ``spit_options.EXCLUSIONS``."""
        check(self.options, self.seats)

    # Dealing

    @property
    def deck(self) -> tuple[str, ...]:
        """See ``Game.deck``."""
        return (*self._deck, MARKER) if self.markers else self._deck

    def draw_dealer(self, draft: Draft, chance: Chance) -> None:
        """Nobody deals in Spit: each seat lays out its own cards. ``dealer`` stays 0."""

    def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
        """SPIT-1 for the first deal; later each seat shuffles what it has and lays that out (SPIT-11, SPIT-12)."""
        zones: dict[str, Zone] = dict.fromkeys(self.centres, ())
        hands, zones[self.centres[0]] = self._hands(draft, chance)
        for seat, hand in enumerate(hands):
            piles, left = lay_out(hand, self.sizes)
            zones |= zip(self.stocks[seat], piles, strict=True)
            zones[self.spits[seat]] = left
        if self.markers:
            zones |= dict.fromkeys(self.markers, ())
            zones[REST] = (MARKER,)
        return zones

    def _hands(self, draft: Draft, chance: Chance) -> tuple[list[Zone], Zone]:
        """The face-down cards that each seat deals its layout from, bottom to top, and those that are left over."""
        if not draft.number("deal"):
            return spit_many.deal_out([face_down(card) for card in chance.order(self._deck, "deal", 1)], self.seats)
        for hand in self.spits:
            codes = [card[1:] for card in draft.zones[hand]]
            draft.shuffle(hand, chance.order(codes, "shuffle", draft.shuffles))
        return [draft.zones[hand] for hand in self.spits], ()

    def reset(self, draft: Draft) -> None:
        """See ``Game.reset``."""
        self.reset_race(draft)
        for keys in self._in_hand:
            for key in keys:
                draft.set(key, "")
        draft.set("spit_on", "")
        draft.set("finisher", NOBODY)
        draft.set("choice", NOBODY)
        if self.options["claim"] == "shout" or self.options.get("spit_card_please"):
            draft.set("choose_by", 0)
        if self.conceals:
            for seat in range(self.seats):
                draft.set(f"concealed.{seat}", False)
        if self.many:
            aim.reset(draft, self.centres)
            spit_many.reset(self, draft)
        spit_running.reset(self, draft)

    def open(self, draft: Draft, chance: Chance, now: int) -> None:
        """SPIT-2: "Spit!", and each turns its top spit card, in one instant; who has none starts no pile (SPIT-13)."""
        draft.phase("play")
        spit_call.spit(self, draft)

    # Playing

    def refusal(self, table: Table, seat: int, command: Command) -> str | None:
        """See ``Game.refusal`` and ``spit_legal``."""
        if self.waits:
            return spit_wait.refusal(self, table, seat, command)
        return spit_legal.refusal(self, table, seat, command)

    def legal(self, table: Table, seat: int) -> list[Command]:
        """See ``Game.legal`` and ``spit_legal``."""
        if self.waits:
            return spit_wait.legal(self, table, seat)
        return spit_legal.legal(self, table, seat)

    def perform(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """See ``Game.perform``; with ``auto_turn`` a face-down top turns in the instant that uncovers it."""
        do, source = command.do, command.source
        if do == "play":
            self.lapse(draft)
            if self.travel_ns:
                spit_running.set_off(self, draft, seat, command, now)
            else:
                self.lay(draft, seat, command, now)
            return
        if do == "turn":
            self.lapse(draft)
            draft.turn_top(source)
            return
        if do in ("move", "stack"):
            self._unsay(draft)
            self.lay(draft, seat, command, now)
            return
        if do == "slap" and self.many:
            spit_many.take(self, draft, seat, command.to)
            return
        if do == "slap" or (do == "claim" and command.to):
            spit_claim.slap(self, draft, seat, command.to)
            return
        if do == "claim":
            spit_claim.slam(self, draft, seat)
            return
        if do == "conceal":
            draft.set(f"concealed.{seat}", True)
            return
        if do == "refill":
            self.lapse(draft)
            draft.deal_up(self.spits[seat], command.to)
            return
        self._perform_spit(draft, seat, command.to, now)

    def lay(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """A card goes from a stock pile to where the command says (SPIT-3, SPIT-5, SPIT-19)."""
        self.lower(draft, seat)
        draft.move(command.card, command.source, command.to)
        if self._auto_turn and draft.zones[command.source]:
            draft.turn_top(command.source)
        if self.relay and command.do == "play":
            spit_running.hand_over(draft, seat)

    def _perform_spit(self, draft: Draft, seat: int, pile: str, now: int) -> None:
        """A shout is a claim at the end of a deal (SPIT-20), else a call of twins (SPIT-21), else what it always is."""
        if draft.scalars["phase"] == "slap":
            spit_claim.shout(self, draft, seat, now)
        elif spit_twin.is_twin(self, draft):
            spit_twin.call(self, draft, seat, now)
        else:
            spit_call.call(self, draft, seat, pile, now)

    def lapse(self, draft: Draft) -> None:
        """See ``Race.lapse``; while no spit pile lies there, both are to spit anew whatever happens (SPIT-21)."""
        turn_at = draft.scalars["turn_at"]
        Race.lapse(self, draft)
        if turn_at and draft.scalars["phase"] == "play" and not self.spit_piles(draft):
            draft.set("turn_at", turn_at)

    def lower(self, draft: Draft, seat: int) -> None:
        """No card is in the seat's hand any more, and no space pointed at."""
        for key in self._in_hand[seat]:
            if draft.scalars[key]:
                draft.set(key, "")

    def _unsay(self, draft: Draft) -> None:
        """Shouts lapse when cards are moved, until the last is given: after it, moving about stalls nobody (GEN-5)."""
        if not draft.scalars["turn_at"]:
            for said in self.said:
                draft.set(said, False)

    def would_take(self, table: Table, seat: int, command: Command) -> bool:
        """See ``Game.would_take``."""
        return table.phase == "play" and any(
            table.zones[pile] and command.card in self.fits[table.zones[pile][-1]] for pile in self.centres
        )

    def taking(self, table: Table, card: str) -> list[str]:
        """The spit piles that take the card now (SPIT-3), or will, once those who run are there (SPIT-27)."""
        zones = spit_running.promised(table).zones if self.travel_ns else table.zones
        return [pile for pile in self.centres if zones[pile] and card in self.fits[zones[pile][-1]]]

    # Stuck, and spitting

    taken = spit_stuck.taken
    can_go_on = spit_stuck.can_go_on
    all_stuck = spit_stuck.all_stuck

    def may_shout(self, table: Table, seat: int) -> bool:
        """See ``Race.may_shout``; nobody need shout for piles that are taken away (SPIT-21)."""
        return super().may_shout(table, seat) and bool(self.spit_piles(table))

    def must_shout(self, table: Table | Draft, seat: int) -> bool:
        """SPIT-7, SPIT-8: who has spit cards."""
        return bool(table.zones[self.spits[seat]]) and not (self.many and spit_many.is_out(table, seat))

    def chooser(self, table: Table | Draft) -> int:
        """The seat that is to spit alone and has not yet said on which of two piles (SPIT-8), or -1."""
        return spit_call.chooser(self, table)

    def turns_after(self, draft: Draft) -> int:
        """See ``Race.turns_after``; without any spit card there is nothing to shout for (SPIT-9)."""
        if not spit_call.who_can(self, draft):
            return AUTO_TURN_NS
        wait = super().turns_after(draft)
        return CHOICE_NS if wait and self.chooser(draft) != NOBODY else wait

    def deadline(self, table: Table, since: int) -> int | None:
        """See ``Game.deadline``; also a pile to be chosen, to spit on or to take (SPIT-8 to 10)."""
        scalars = table.scalars
        phase = scalars["phase"]
        if phase == "slap":
            return table.number("choose_by") or since + CLAIM_NS
        if scalars["stuck"] and not scalars["turn_at"] and self.chooser(table) != NOBODY:
            return since + CHOICE_NS
        usual = Race.deadline(self, table, since)
        return spit_wait.deadline(self, table, usual) if self.waits and phase == "play" else usual

    def due(self, draft: Draft, chance: Chance, now: int, since: int) -> bool:
        """See ``Game.due``."""
        if draft.scalars["phase"] == "slap":
            spit_claim.time_out(self, draft, chance)
            return True
        if self.waits and spit_wait.due(self, draft, chance, now):
            return True
        seat = self.chooser(draft)
        if seat == NOBODY or draft.scalars["turn_at"]:
            return super().due(draft, chance, now, since)
        spit_call.call(self, draft, seat, self.centres[seat], now)
        return False

    def turn_cards(self, draft: Draft, chance: Chance, now: int) -> None:
        """SPIT-7 to 9: all who can spit; nobody can: the piles are shared out, and a new layout follows."""
        if spit_call.who_can(self, draft):
            spit_call.spit(self, draft)
        elif self.many:
            spit_many.share(self, draft, chance, now)
        else:
            spit_claim.share(self, draft, chance)

    # Ending

    def spit_piles(self, table: Table | Draft) -> list[str]:
        """The spit piles that were started; a ghost is none (SPIT-24)."""
        zones = table.zones
        if not self.markers:
            return [pile for pile in self.centres if zones[pile]]
        return [pile for pile in self.centres if zones[pile] and not is_ghost(table, pile)]

    def others(self, seat: int) -> list[int]:
        """The other seats."""
        return [other for other in range(self.seats) if other != seat]

    def stock_left(self, table: Table | Draft, seat: int) -> int:
        """The cards in a seat's stock piles."""
        return sum(len(table.zones[stock]) for stock in self.stocks[seat])

    def cards_left(self, table: Table | Draft, seat: int) -> int:
        """The cards that are a seat's own: in its stock piles, and its spit cards."""
        return self.stock_left(table, seat) + len(table.zones[self.spits[seat]])

    def end_of_deal(self, draft: Draft, chance: Chance, now: int) -> bool:
        """SPIT-10, SPIT-14: a seat's stock piles are all empty.

        Two at once (their last spit cards turned together, in the layout that is refilled): no seat finished before the
        other, so the piles are shared as between equals (SPIT-9).
        """
        if self.many:
            return spit_many.end_of_deal(self, draft, chance, now)
        zones = draft.zones
        out = []
        for seat, own in enumerate(self.own_piles):
            if not any(own(zones)) and not (self.refills and zones[self.spits[seat]]):
                out.append(seat)
        if len(out) == 1:
            spit_claim.finish(self, draft, out[0], now)
        elif out:
            spit_claim.share(self, draft, chance)
        return bool(out)

    def cap(self, draft: Draft, chance: Chance, now: int) -> None:
        """GEN-8: the deal ends as if nobody could go on (SPIT-9); with more than two seats nobody chooses any more."""
        if self.many:
            spit_many.wind_up(self, draft, chance)
        else:
            spit_claim.share(self, draft, chance)

    def outcome(self, table: Table) -> Outcome | None:
        """See ``Game.outcome`` and ``spit_outcome`` (SPIT-15)."""
        return spit_outcome.outcome(self, table)

    def standing(self, table: Table) -> Outcome:
        """GEN-8: the fewest cards, in Reverse Spit the most; the spit piles are nobody's."""
        return spit_outcome.standing(self, table)

    def figures(self, table: Table) -> tuple[int, ...]:
        """See ``Game.figures``: cards left."""
        return tuple(self.cards_left(table, seat) for seat in range(self.seats))

    # Judging

    def dead_heat(self, table: Table, commands: Mapping[int, Command], after: Table) -> int | None:
        """SPIT-10: a slap in a dead heat goes to the finisher; everything else is drawn."""
        finisher = table.number("finisher")
        return finisher if table.phase == "slap" and finisher in commands else None

    def is_contest(self, before: Table, after: Table, seat: int, command: Command) -> bool:
        """See ``Game.is_contest``: two who set off with their last cards (SPIT-27)."""
        return self.travel_ns > 0 and spit_running.is_last_race(self, before, after, seat, command)

    def guarded(self, table: Table, seat: int, since: int, now: int) -> bool:
        """SPIT-10, ``slap_guard_ms``: just after the last card, a press was not yet meant for a pile.

        A seat that runs, or waits while another chooses a pile, has no use for its buttons either (SPIT-27, SPIT-28).
        """
        if self.waits and table.phase == "play":
            return not spit_wait.may_act(self, table, seat)
        return table.phase == "slap" and seat != table.number("finisher") and now < since + self._guard_ns

    # Panel and views

    def view(self, table: Table, seat: int, held: int = 0) -> Table:
        """See ``Game.view``; ``held`` are the buttons that the seat holds, to look under its piles (SPIT-23)."""
        seen = super().view(table, seat, held)
        zones = dict(seen.zones)
        if self.conceals:
            spit_view.hide(self, zones, table, seat)
        for pile in spit_view.looked_under(self, table, seat, held):
            zones[pile] = table.zones[pile]
        return Table(zones, seen.scalars, seen.shuffles)

    def press(self, table: Table, seat: int, button: str, held: int) -> Meaning:
        """See ``Game.press`` and ``spit_panel``."""
        if self.many:
            return spit_aim.meaning(self, table, seat, button, held)
        return spit_panel.meaning(self, table, seat, button, held)

    def presses_for(self, table: Table, seat: int, command: Command) -> Sequence[str]:
        """See ``Game.presses_for`` and ``spit_panel``."""
        if self.many:
            return spit_aim.presses_for(self, table, seat, command)
        return spit_panel.presses_for(self, table, seat, command)
