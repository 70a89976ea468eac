"""Spit (rules SPIT-1 to SPIT-15; of its variations SPIT-18, SPIT-19 and part of SPIT-20).

Zones: ``seatN.stock1`` … the stock piles, ``seatN.spit`` the spit cards, face down, ``centre.K`` the spit pile that
seat K started. Scalars beside those of ``engine.race``: ``armed.N`` and ``marked.N`` (a stock pile's zone: the card
taken in hand, the space pointed at), ``spit_on`` (SPIT-8: the pile on which a seat that spits alone goes on spitting),
and those of ``spit_claim``. How cards are laid out stands in ``spit_piles``, the end of a deal in ``spit_claim``, what
the buttons mean in ``spit_panel``.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from engine.cards import DOWN, RANKS, SUITS, face_down, neighbours, standard_deck
from engine.chance import Chance
from engine.game import MS, GameInfo, Outcome, Preset, S
from engine.games import spit_claim, spit_panel
from engine.games.spit_claim import CLAIM_NS, NOBODY
from engine.games.spit_piles import SIZES, can_help_itself, lay_out
from engine.options import number, one_of, word_or_number, yes_no
from engine.panel import Command, Meaning
from engine.race import AUTO_TURN_NS, TURN_MS, Race, stuck_call
from engine.table import Draft, Table, Zone

CHOICE_NS: Final = 3 * S
"""How long a seat that spits alone may choose its pile (SPIT-8)."""


class Spit(Race):
    """Spit for two, with its variations as options.

    ``ranks``, ``suits`` and ``sizes`` (the cards of each stock pile) make the tiny games that exhaustive play needs.
    Raises ValueError for a deck that could leave no seat a spit card.
    """

    info: ClassVar[GameInfo] = GameInfo(
        id="spit",
        options=(
            yes_no("quick_play", True),
            word_or_number("length", "full", 1, 99),
            one_of("hands", "two", "one"),
            yes_no("auto_turn", False),
            stuck_call("shout", "auto"),
            TURN_MS,
            yes_no("alternate_colours", False),
            yes_no("stack_equals", False),
            one_of("claim", "slap", "winner"),
            number("slap_guard_ms", 200, 1, 1000, zero_off=True),
        ),
        presets=(
            Preset("classic_spit", {"length": 3}),
            Preset("classic_spit_full", {}),
        ),
    )
    shout = "spit"

    def __init__(
        self,
        given: Mapping[str, object],
        seats: int = 2,
        *,
        ranks: str = RANKS,
        suits: str = SUITS,
        sizes: Sequence[int] = SIZES,
    ) -> None:
        super().__init__(given, seats)
        options = self.options
        self._deck = standard_deck(ranks=ranks, suits=suits)
        if len(self._deck) <= seats * sum(sizes):
            raise ValueError(f"{len(self._deck)} cards leave nobody a spit card beside layouts of {sum(sizes)}")
        self.sizes = tuple(sizes)
        self.by_rank = self.fits = neighbours(self._deck, ranks=ranks)
        if options["alternate_colours"]:
            self.fits = neighbours(self._deck, ranks=ranks, alternate_colours=True)
        self.stocks = tuple(tuple(f"seat{n}.stock{k + 1}" for k in range(len(sizes))) for n in range(seats))
        self.spits = tuple(f"seat{n}.spit" for n in range(seats))
        self.centres = tuple(f"centre.{k}" for k in range(seats))
        self.stacks = bool(options["stack_equals"])
        self.quick_play = bool(options["quick_play"]) and not self.stacks
        self._auto_turn = bool(options["auto_turn"])
        guard_ms = options["slap_guard_ms"]
        assert isinstance(guard_ms, int)
        self._guard_ns = guard_ms * MS

    # Dealing

    @property
    def deck(self) -> tuple[str, ...]:
        """See ``Game.deck``."""
        return self._deck

    def draw_dealer(self, draft: Draft, chance: Chance) -> None:
        """Nobody deals in Spit: each seat lays out its own cards. ``dealer`` stays 0."""

    def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
        """SPIT-1 for the first deal; later each seat shuffles what it has and lays that out (SPIT-11, SPIT-12)."""
        zones: dict[str, Zone] = dict.fromkeys(self.centres, ())
        for seat, hand in enumerate(self._hands(draft, chance)):
            piles, left = lay_out(hand, self.sizes)
            zones |= zip(self.stocks[seat], piles, strict=True)
            zones[self.spits[seat]] = left
        return zones

    def _hands(self, draft: Draft, chance: Chance) -> list[Zone]:
        """The face-down cards that each seat deals its layout from, bottom to top."""
        if not draft.number("deal"):
            cards = [face_down(card) for card in chance.order(self._deck, "deal", 1)]
            return [tuple(cards[seat :: self.seats]) for seat in range(self.seats)]
        for hand in self.spits:
            codes = [card[1:] for card in draft.zones[hand]]
            draft.shuffle(hand, chance.order(codes, "shuffle", draft.shuffles))
        return [draft.zones[hand] for hand in self.spits]

    def reset(self, draft: Draft) -> None:
        """See ``Game.reset``."""
        self.reset_race(draft)
        for seat in range(self.seats):
            draft.set(f"armed.{seat}", "")
            draft.set(f"marked.{seat}", "")
        draft.set("spit_on", "")
        draft.set("finisher", NOBODY)
        draft.set("choice", NOBODY)

    def open(self, draft: Draft, chance: Chance, now: int) -> None:
        """SPIT-2: "Spit!", and each turns its top spit card, in one instant; who has none starts no pile (SPIT-13)."""
        draft.phase("play")
        self._all_spit(draft)

    # Playing

    def refusal(self, table: Table, seat: int, command: Command) -> str | None:
        """See ``Game.refusal``.

        Reasons: ``phase``; ``empty`` (no such card on an own pile, or no such spit pile); ``face_down``, ``face_up``;
        ``occupied``, ``alone`` (a move, SPIT-5); ``rank``, ``colour``; ``window`` (a shout or a slap out of place).
        """
        do = command.do
        if table._scalars["phase"] != ("slap" if do == "slap" else "play"):
            return "phase"
        if do == "play":
            return self._held(table, seat, command) or self._misfit(table, command)
        if do == "turn":
            return self._turn_refusal(table, seat, command.source)
        if do == "move":
            return self._held(table, seat, command) or self._move_refusal(table, seat, command)
        if do == "stack":
            return self._held(table, seat, command) or self._stack_refusal(table, seat, command)
        if do == "slap" and spit_claim.may_slap(table, seat):
            return None if command.to in self.spit_piles(table) else "empty"
        return self._spit_refusal(table, seat, command.to) if do == "spit" else "window"

    def _held(self, table: Table, seat: int, command: Command) -> str | None:
        """Why the command's card is not a face-up top of an own pile; None if it is."""
        cards = table._zones[command.source] if command.source in self.stocks[seat] else ()
        if cards and cards[-1] == command.card:
            return None
        return "face_down" if cards and cards[-1] == DOWN + command.card else "empty"

    def _misfit(self, table: Table, command: Command) -> str | None:
        """SPIT-3, SPIT-18: why that spit pile does not take the card; a play that aims at none fits nowhere."""
        if not command.to:
            return "rank"
        cards = table._zones[command.to] if command.to in self.centres else ()
        if not cards:
            return "empty"
        if command.card in self.fits[cards[-1]]:
            return None
        return "colour" if command.card in self.by_rank[cards[-1]] else "rank"

    def _turn_refusal(self, table: Table, seat: int, source: str) -> str | None:
        """SPIT-4."""
        if source not in self.stocks[seat] or not table._zones[source]:
            return "empty"
        return None if table._zones[source][-1][0] == DOWN else "face_up"

    def _move_refusal(self, table: Table, seat: int, command: Command) -> str | None:
        """SPIT-5: into an own empty space, and not a pile's only card."""
        if command.to not in self.stocks[seat] or table._zones[command.to]:
            return "occupied"
        return "alone" if len(table._zones[command.source]) == 1 else None

    def _stack_refusal(self, table: Table, seat: int, command: Command) -> str | None:
        """SPIT-19: onto an own face-up top of equal rank."""
        if not self.stacks or command.to == command.source:
            return "occupied"
        cards = table._zones[command.to] if command.to in self.stocks[seat] else ()
        if not cards:
            return "empty"
        if cards[-1][0] == DOWN:
            return "face_down"
        return None if cards[-1][0] == command.card[0] else "rank"

    def _spit_refusal(self, table: Table, seat: int, pile: str) -> str | None:
        """SPIT-7; a seat that spits alone for the first time says on which pile (SPIT-8)."""
        if self.chooser(table) == seat:
            return None if pile in self.spit_piles(table) else "empty"
        return None if not pile and self.may_shout(table, seat) else "window"

    def legal(self, table: Table, seat: int) -> list[Command]:
        """See ``Game.legal``."""
        phase = table._scalars["phase"]
        if phase == "slap" and spit_claim.may_slap(table, seat):
            return [Command("slap", to=pile) for pile in self.spit_piles(table)]
        if phase != "play":
            return []
        zones = table._zones
        takes = [(pile, self.fits[zones[pile][-1]]) for pile in self.centres if zones[pile]]
        spaces = [stock for stock in self.stocks[seat] if not zones[stock]]
        commands = []
        for stock in self.stocks[seat]:
            cards = zones[stock]
            if not cards:
                continue
            top = cards[-1]
            if top[0] == DOWN:
                commands.append(Command("turn", "", stock))
                continue
            commands += [Command("play", top, stock, pile) for pile, taken in takes if top in taken]
            if spaces and len(cards) > 1:
                commands += [Command("move", top, stock, space) for space in spaces]
        if self.stacks:
            commands += self._legal_stacks(zones, self.stocks[seat])
        if table._scalars["stuck"]:
            commands += self._legal_spits(table, seat)
        return commands

    def _legal_stacks(self, zones: Mapping[str, Zone], stocks: Sequence[str]) -> list[Command]:
        tops = [(stock, zones[stock][-1]) for stock in stocks if zones[stock]]
        return [
            Command("stack", card, stock, other)
            for stock, card in tops
            for other, under in tops
            if card[0] == under[0] != DOWN and stock != other
        ]

    def _legal_spits(self, table: Table, seat: int) -> list[Command]:
        if self.chooser(table) == seat:
            return [Command("spit", to=pile) for pile in self.spit_piles(table)]
        return [Command("spit")] if self.may_shout(table, seat) else []

    def perform(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """See ``Game.perform``; with ``auto_turn`` a face-down top turns in the instant that uncovers it."""
        do, source = command.do, command.source
        if do == "slap":
            spit_claim.slap(self, draft, seat, command.to)
            return
        if do == "spit":
            self._perform_spit(draft, seat, command.to, now)
            return
        if do == "turn":
            self.lapse(draft)
            draft.turn_top(source)
            return
        if do == "play":
            self.lapse(draft)
        else:
            self._unsay(draft)
        self.lower(draft, seat)
        draft.move(command.card, source, command.to)
        if self._auto_turn and draft.zones[source]:
            draft.turn_top(source)

    def lower(self, draft: Draft, seat: int) -> None:
        """No card is in the seat's hand any more, and no space pointed at."""
        scalars = draft.scalars
        if scalars[f"armed.{seat}"]:
            draft.set(f"armed.{seat}", "")
        if scalars[f"marked.{seat}"]:
            draft.set(f"marked.{seat}", "")

    def _unsay(self, draft: Draft) -> None:
        """Shouts lapse when cards are moved, until the last is given: after it, moving about stalls nobody (GEN-5)."""
        if not draft.scalars["turn_at"]:
            for seat in range(self.seats):
                draft.set(f"said.{seat}", False)

    def would_take(self, table: Table, seat: int, command: Command) -> bool:
        """See ``Game.would_take``."""
        return table.phase == "play" and bool(self.taking(table, command.card))

    def taking(self, table: Table, card: str) -> list[str]:
        """The spit piles that take the card now (SPIT-3)."""
        zones = table._zones
        return [pile for pile in self.centres if zones[pile] and card in self.fits[zones[pile][-1]]]

    # Stuck, and spitting

    def can_go_on(self, draft: Draft | Table, seat: int) -> bool:
        """SPIT-7, see ``can_help_itself``."""
        zones = draft.zones
        fits = self.fits
        takes = [fits[zones[pile][-1]] for pile in self.centres if zones[pile]]
        return can_help_itself(zones, self.stocks[seat], takes, self.stacks)

    def must_shout(self, table: Table | Draft, seat: int) -> bool:
        """SPIT-7, SPIT-8: who has spit cards."""
        return bool(table.zones[self.spits[seat]])

    def chooser(self, table: Table | Draft) -> int:
        """The seat that is to spit alone and has not yet said on which of two piles (SPIT-8), or -1."""
        if not table.scalars["stuck"] or table.scalars["spit_on"] or len(self.spit_piles(table)) < 2:
            return NOBODY
        able = [seat for seat in range(self.seats) if self.must_shout(table, seat)]
        return able[0] if len(able) == 1 else NOBODY

    def turns_after(self, draft: Draft) -> int:
        """See ``Race.turns_after``; without any spit card there is nothing to shout for (SPIT-9)."""
        if not any(self.must_shout(draft, seat) for seat in range(self.seats)):
            return AUTO_TURN_NS
        wait = super().turns_after(draft)
        return CHOICE_NS if wait and self.chooser(draft) != NOBODY else wait

    def deadline(self, table: Table, since: int) -> int | None:
        """See ``Game.deadline``; also a pile to be chosen, to spit on or to take (SPIT-8 to 10)."""
        if table._scalars["phase"] == "slap":
            return since + CLAIM_NS
        if table._scalars["stuck"] and not table._scalars["turn_at"] and self.chooser(table) != NOBODY:
            return since + CHOICE_NS
        return super().deadline(table, since)

    def due(self, draft: Draft, chance: Chance, now: int, since: int) -> bool:
        """See ``Game.due``."""
        if draft.scalars["phase"] == "slap":
            spit_claim.time_out(self, draft, chance)
            return True
        seat = self.chooser(draft)
        if seat == NOBODY or draft.scalars["turn_at"]:
            return super().due(draft, chance, now, since)
        self._perform_spit(draft, seat, self.centres[seat], now)
        return False

    def _perform_spit(self, draft: Draft, seat: int, pile: str, now: int) -> None:
        if pile:
            draft.set("spit_on", pile)
        if not draft.scalars["turn_at"]:
            self.perform_shout(draft, seat, now)

    def turn_cards(self, draft: Draft, chance: Chance, now: int) -> None:
        """SPIT-7 to 9: all who can spit; nobody can: the piles are shared out, and a new layout follows."""
        if any(self.must_shout(draft, seat) for seat in range(self.seats)):
            self._all_spit(draft)
        else:
            spit_claim.share(self, draft, chance)

    def _all_spit(self, draft: Draft) -> None:
        able = [seat for seat in range(self.seats) if self.must_shout(draft, seat)]
        for seat in able:
            if not draft.scalars[f"said.{seat}"]:
                draft.say(seat, self.shout)
            pile = self._target(draft, seat) if len(able) == 1 else self.centres[seat]
            draft.move_top(self.spits[seat], pile)
            draft.turn_top(pile)

    def _target(self, draft: Draft, seat: int) -> str:
        """Where a seat spits alone: the pile it chose, or the only one, or else its own, for good (SPIT-8)."""
        piles = self.spit_piles(draft)
        if len(piles) < 2:
            return piles[0] if piles else self.centres[seat]
        if not draft.scalars["spit_on"]:
            draft.set("spit_on", self.centres[seat])
        return draft.text("spit_on")

    # Ending

    def spit_piles(self, table: Table | Draft) -> list[str]:
        """The spit piles that were started."""
        return [pile for pile in self.centres if table.zones[pile]]

    def others(self, seat: int) -> list[int]:
        """The other seats."""
        return [other for other in range(self.seats) if other != seat]

    def stock_left(self, table: Table | Draft, seat: int) -> int:
        """The cards in a seat's stock piles."""
        return sum(len(table.zones[stock]) for stock in self.stocks[seat])

    def cards_left(self, table: Table | Draft, seat: int) -> int:
        """The cards that are a seat's own: in its stock piles, and its spit cards."""
        return self.stock_left(table, seat) + len(table.zones[self.spits[seat]])

    def end_of_deal(self, draft: Draft, now: int) -> bool:
        """SPIT-10, SPIT-14: a seat's stock piles are all empty."""
        zones = draft.zones
        for seat, stocks in enumerate(self.stocks):
            for stock in stocks:
                if zones[stock]:
                    break
            else:
                spit_claim.finish(self, draft, seat)
                return True
        return False

    def cap(self, draft: Draft, chance: Chance, now: int) -> None:
        """GEN-8: the deal ends as if nobody could go on (SPIT-9)."""
        spit_claim.share(self, draft, chance)

    def outcome(self, table: Table) -> Outcome | None:
        """SPIT-15: without cards; or the fewest cards after so many deals."""
        left = self._cards(table)
        if 0 in left:
            return Outcome(left.index(0), "out", left)
        length = self.options["length"]
        return Outcome(_fewest(left), "deals", left) if table.number("deal") == length else None

    def standing(self, table: Table) -> Outcome:
        """GEN-8: the fewest cards, the spit piles being nobody's."""
        left = self._cards(table)
        return Outcome(_fewest(left), "cap", left)

    def _cards(self, table: Table) -> tuple[int, ...]:
        return tuple(self.cards_left(table, seat) for seat in range(self.seats))

    # Judging

    def dead_heat(self, table: Table, commands: Mapping[int, Command]) -> int | None:
        """SPIT-10: a slap in a dead heat goes to the finisher; everything else is drawn."""
        finisher = table.number("finisher")
        return finisher if table.phase == "slap" and finisher in commands else None

    def guarded(self, table: Table, seat: int, since: int, now: int) -> bool:
        """SPIT-10, ``slap_guard_ms``: just after the last card, a press was not yet meant for a pile."""
        return table.phase == "slap" and seat != table.number("finisher") and now < since + self._guard_ns

    # Panel

    def press(self, table: Table, seat: int, button: str, held: int) -> Meaning:
        """See ``Game.press`` and ``spit_panel``."""
        return spit_panel.meaning(self, table, seat, button, held)

    def presses_for(self, table: Table, seat: int, command: Command) -> Sequence[str]:
        """See ``Game.presses_for`` and ``spit_panel``."""
        return spit_panel.presses_for(self, table, seat, command)


def _fewest(left: Sequence[int]) -> int | None:
    """The seat with the fewest cards; None if several have."""
    return left.index(min(left)) if left.count(min(left)) == 1 else None
