"""Spit (rules SPIT-1 to SPIT-15) and its variations (options in ``spit_options``).

Zones: ``seatN.stock1`` … the stock piles, ``seatN.spit`` the spit cards, face down, ``centre.K`` the spit pile that
seat K started. Scalars beside those of ``engine.race``: ``armed.N`` and ``marked.N`` (a stock pile's zone: the armed
card, the marked space), ``spit_on`` (SPIT-8: the pile on which a seat that spits alone keeps spitting), and those of
``spit_claim``.

Modules: ``spit_deal`` and ``spit_piles`` deal, ``spit_legal`` judges commands, ``spit_play`` performs them,
``spit_stuck`` finds stuck seats, ``spit_due`` applies consequences and deadlines, ``spit_call`` handles spitting,
``spit_claim`` the end of a deal, ``spit_panel`` the buttons. A variation's own code is in a module named after it.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from engine.cards import RANKS, SUITS, neighbours, standard_deck
from engine.chance import Chance
from engine.game import MS, GameInfo, Preset
from engine.games import (
    spit_aim,
    spit_call,
    spit_claim,
    spit_deal,
    spit_due,
    spit_legal,
    spit_many,
    spit_outcome,
    spit_panel,
    spit_play,
    spit_running,
    spit_stuck,
    spit_view,
    spit_wait,
)
from engine.games.spit_marker import MARKER, is_ghost
from engine.games.spit_options import REFILL, SPIT_OPTIONS, check, packs_of, sizes_of
from engine.panel import Command, Meaning, by_card
from engine.race import Race
from engine.table import Draft, Table

MOVING: Final = frozenset({"move", "stack"})
"""The commands that rearrange a seat's own piles: progress only if they turn a card up automatically (SPIT-4)."""


class Spit(Race):
    """Spit for two, or for three or four, with its variations as options.

    ``ranks``, ``suits`` and ``sizes`` (the cards of each stock pile) make the tiny games that exhaustive play needs.
    Raises ValueError for a deck that could leave no seat a spit card.
    """

    # Slots beside the instance dictionary: with more than thirty entries in it, Python finds methods more slowly.
    __slots__ = (
        "_guard_ns", "auto_turn", "by_rank", "centres", "conceals", "fits", "in_hand", "is_plain",
        "last_out", "many", "markers", "moves", "other_plays", "pack", "plays", "quick_play", "refills", "relay",
        "reverse", "sizes", "spits", "stacks", "stocks", "travel_ns", "turning", "turns", "twins", "varies", "waits",
    )

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
    progress = frozenset({"play", "turn", "refill"})  # refilling turns a card up (SPIT-16)
    shout = "spit"
    race_deadline = Race.deadline  # the methods of every race, extended by Spit
    race_settle = Race.settle
    may_race_shout = Race.may_shout

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
        self.pack = standard_deck(packs_of(options), ranks=ranks, suits=suits)
        if sizes is None:
            sizes = sizes_of(options, seats)
        if len(self.pack) // seats <= sum(sizes):
            raise ValueError(f"{len(self.pack)} cards leave nobody a spit card beside layouts of {sum(sizes)}")
        self.sizes = tuple(sizes)
        self.by_rank = self.fits = neighbours(self.pack, ranks=ranks)
        if options["alternate_colours"]:
            self.fits = neighbours(self.pack, ranks=ranks, alternate_colours=True)
        self.stocks = tuple(tuple(f"seat{n}.stock{k + 1}" for k in range(len(sizes))) for n in range(seats))
        self.spits = tuple(f"seat{n}.spit" for n in range(seats))
        self.centres = tuple(f"centre.{k}" for k in range(seats))
        self.in_hand = tuple((f"armed.{seat}", f"marked.{seat}") for seat in range(seats))
        self.last_out = tuple(stocks[::-1] for stocks in self.stocks)
        """For each seat its stock piles, largest first: the largest is the last to be empty."""
        self._keep_commands()
        self.stacks = bool(options["stack_equals"])
        self.refills = options["layout"] == REFILL
        self.twins = bool(options.get("twin_call"))
        """True if two tops of one rank may be called (SPIT-21)."""
        self.reverse = bool(options.get("reverse"))
        conceals = options.get("conceal_last", 0)
        assert isinstance(conceals, int)
        self.conceals = conceals
        self.varies = self.stacks or self.refills or conceals > 0
        """True if a seat may have other commands than turn, play and move."""
        self.markers: tuple[str, ...] = ()
        """The zones for a borrowed marker, one per seat; empty if the options include no marker."""
        if options.get("ghost") or options.get("spit_card_please"):
            self.markers = tuple(f"seat{seat}.marker" for seat in range(seats))
            self.fits = {**self.fits, MARKER: frozenset()}
            self.by_rank = {**self.by_rank, MARKER: frozenset()}
        self.many = seats > 2
        """True for more than two seats, who aim (``aim``) and go out one after the other (``spit_many``)."""
        if self.many:
            self.progress |= {"slap"}  # a chosen pile lets the others continue
        self.travel_ns, self.relay = spit_running.times(options)
        self.waits = self.many or self.travel_ns > 0
        """True if a seat may have to wait before it can act (``spit_wait``)."""
        self.is_plain = not (self.waits or self.varies or self.twins)
        """True if a seat may only turn, play and move until all are stuck."""
        far_panels = bool(options["running"]) and not self.travel_ns
        self.quick_play = bool(options["quick_play"]) and not self.stacks and not far_panels
        self.auto_turn = bool(options["auto_turn"])
        self.turning = MOVING if self.auto_turn else frozenset()
        guard_ms = options["slap_guard_ms"]
        assert isinstance(guard_ms, int)
        self._guard_ns = guard_ms * MS

    def _keep_commands(self) -> None:
        """Create the most frequent commands once: listing legal commands dominates random play."""
        stocks = [stock for stocks in self.stocks for stock in stocks]
        self.turns = {stock: Command("turn", "", stock) for stock in stocks}
        self.plays, self.other_plays = (
            {stock: by_card("play", self.pack, stock, pile) for stock in stocks} for pile in self.centres[:2]
        )
        """The plays onto the first and the second spit pile, by stock pile and card."""
        self.moves = {
            stock: {space: by_card("move", self.pack, stock, space) for space in own if space != stock}
            for own in self.stocks
            for stock in own
        }
        """By stock pile, space and card."""

    def check_options(self) -> None:
        """See ``Game.check_options`` and ``spit_options.EXCLUSIONS``."""
        check(self.options, self.seats)

    @property
    def revised(self) -> int:
        """See ``Game.revised``: ``turning``, runners sent home (``would_take``), seats out (``spit_stuck``)."""
        goes_home = self.travel_ns > 0 and (self.many or self.twins)
        return 2 if self.auto_turn or goes_home or (self.many and self.refills) else 1

    def play_as(self, edition: int) -> None:
        """See ``Game.play_as``."""
        super().play_as(edition)
        if edition < 2:
            self.turning = frozenset()

    # Dealing

    @property
    def deck(self) -> tuple[str, ...]:
        """See ``Game.deck``."""
        return (*self.pack, MARKER) if self.markers else self.pack

    def draw_dealer(self, draft: Draft, chance: Chance) -> None:
        """Leave ``dealer`` at 0: in Spit each seat lays out its own cards."""

    layout = spit_deal.layout
    reset = spit_deal.reset

    def open(self, draft: Draft, chance: Chance, now: int) -> None:
        """Open with "Spit!": each seat turns its top spit card in one instant (SPIT-2), if it has any (SPIT-13)."""
        draft.phase("play")
        spit_call.spit(self, draft, spit_call.who_can(self, draft))

    # Playing

    refusal = spit_legal.refusal
    legal = spit_legal.legal
    perform = spit_play.perform
    turns_anyway = spit_play.turns_anyway
    lower = spit_play.lower

    def lay(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """Put a card from a stock pile on the command's target (SPIT-3, SPIT-5, SPIT-19)."""
        self.lower(draft, seat)
        draft.move(command.card, command.source, command.to)
        if self.auto_turn and draft.zones[command.source]:
            draft.turn_top(command.source)
        if self.relay and command.do == "play":
            spit_running.hand_over(draft, seat)

    def would_take(self, table: Table, seat: int, command: Command) -> bool:
        """See ``Game.would_take``: a top accepts the card, or a card under way to the middle does (SPIT-27).

        In the first edition of the rules only the tops count.
        """
        if table.phase != "play":
            return False
        if command.card in self.taken(table.zones):
            return True
        runs = self.travel_ns > 0 and self.edition > 1
        return runs and command.card in self.taken(spit_running.promised(table).zones)

    def taking(self, table: Table, card: str) -> list[str]:
        """Return the spit piles that accept the card now (SPIT-3), or once the cards under way land (SPIT-27)."""
        zones = spit_running.promised(table).zones if self.travel_ns else table.zones
        return [pile for pile in self.centres if zones[pile] and card in self.fits[zones[pile][-1]]]

    # Stuck, and spitting

    taken = spit_stuck.taken
    can_go_on = spit_stuck.can_go_on
    all_stuck = spit_stuck.all_stuck
    chooser = spit_call.chooser
    may_shout = spit_due.may_shout
    must_shout = spit_due.must_shout
    turns_after = spit_due.turns_after
    deadline = spit_due.deadline
    due = spit_due.due
    turn_cards = spit_due.turn_cards

    # Ending

    end_of_deal = spit_due.end_of_deal
    outcome = spit_outcome.outcome
    standing = spit_outcome.standing

    def cap(self, draft: Draft, chance: Chance, now: int) -> None:
        """End the deal as if nobody could go on (SPIT-9, GEN-8); with more than two seats nobody chooses a pile."""
        if self.many:
            spit_many.wind_up(self, draft, chance)
        else:
            spit_claim.share(self, draft, chance)

    def spit_piles(self, table: Table | Draft) -> list[str]:
        """Return the spit piles that were started, without a ghost (SPIT-24)."""
        zones = table.zones
        if not self.markers:
            return [pile for pile in self.centres if zones[pile]]
        return [pile for pile in self.centres if zones[pile] and not is_ghost(table, pile)]

    def others(self, seat: int) -> list[int]:
        """Return the other seats."""
        return [other for other in range(self.seats) if other != seat]

    def stock_left(self, table: Table | Draft, seat: int) -> int:
        """Return the number of cards in a seat's stock piles."""
        return sum(len(table.zones[stock]) for stock in self.stocks[seat])

    def cards_left(self, table: Table | Draft, seat: int) -> int:
        """Return the number of a seat's own cards: its stock and its spit cards."""
        return self.stock_left(table, seat) + len(table.zones[self.spits[seat]])

    def figures(self, table: Table) -> tuple[int, ...]:
        """See ``Game.figures``: cards left."""
        return tuple(self.cards_left(table, seat) for seat in range(self.seats))

    # Judging

    def dead_heat(self, table: Table, commands: Mapping[int, Command], after: Table) -> int | None:
        """Give a slap in a dead heat to the finisher (SPIT-10); all other dead heats are drawn."""
        finisher = table.number("finisher")
        return finisher if table.phase == "slap" and finisher in commands else None

    def is_contest(self, before: Table, after: Table, seat: int, command: Command) -> bool:
        """See ``Game.is_contest``: two seats that start a run with their last cards (SPIT-27)."""
        return self.travel_ns > 0 and spit_running.is_last_race(self, before, after, seat, command)

    def guarded(self, table: Table, seat: int, since: int, now: int) -> bool:
        """Return whether presses are ignored: just after the last card they were not yet meant for a pile (SPIT-10).

        The option is ``slap_guard_ms``. A seat that runs, or waits while another chooses a pile, cannot use its buttons
        either (SPIT-27, SPIT-28).
        """
        if self.waits and table.phase == "play":
            return not spit_wait.may_act(self, table, seat)
        return now < self.guard_ends(table, seat, since)

    def guard_ends(self, table: Table, seat: int, since: int) -> int:
        """SPIT-10, see ``Game.guard_ends``."""
        return since + self._guard_ns if table.phase == "slap" and seat != table.number("finisher") else 0

    # Panel and views

    def view(self, table: Table, seat: int, held: int = 0) -> Table:
        """See ``Game.view``; ``held`` are the buttons that the seat holds to look under its piles (SPIT-23)."""
        seen = super().view(table, seat, held)
        zones = dict(seen.zones)
        if self.conceals:
            spit_view.hide(self, zones, table, seat)
        if self.travel_ns and table.phase == "play":
            spit_view.show_carried(zones, table)
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
