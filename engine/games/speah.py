"""Speahx (rules SPX-1 to SPX-14): a game in turns, in which the clock is a turn timer and nothing is a race.

Zones: ``seatN.table1`` … face down, ``seatN.hand``, ``seatN.chance`` (drawn this turn), ``stock``, ``pile``, ``gone``
(out of the game, face down). Scalars: ``turn`` (the seat in turn), ``turn_ends`` (play clock, ns), ``wants`` (the
choice that seat must make first: ``suit``, ``give``, ``jacks``, or empty), ``named`` (the suit that a two requires),
``left_suit`` (the suit in force before a two, until a suit is named), ``place.N`` (1 for the first without cards, 0
while there are some), ``loser``, ``capped``; of the panel ``marks.N`` (cards, in order), ``scroll.N``, ``menu.N``
(``moves``, ``table`` or empty).

``speah_legal`` judges moves, ``speah_turn`` performs them and ends turns, ``speah_panel`` handles the buttons.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import ClassVar

from engine.cards import SUITS, face_down, rank, standard_deck
from engine.chance import Chance
from engine.errors import OptionError
from engine.game import Game, GameInfo, Outcome, Preset, S
from engine.games import speah_legal, speah_panel, speah_turn
from engine.options import general, number, yes_no
from engine.panel import Command, Meaning, by_card
from engine.shown import Clock, Row
from engine.table import Draft, Table, Zone

NOBODY = -1

EXCLUDES: tuple[tuple[Mapping[str, object], Mapping[str, object], str], ...] = ()
"""Pairs of options that exclude each other, with reasons: none. ``jokers`` only removes the Terminator
(SPX-11); every number of table and hand cards leaves a stock at every number of seats."""


class Speahx(Game):
    """Speahx for 2 to 14. ``ranks`` and ``suits`` make the tiny decks that exhaustive play needs.

    Raises OptionError for too few or too many seats.
    """

    info: ClassVar[GameInfo] = GameInfo(
        id="speah",
        options=(
            yes_no("jokers", False),  # SPX-10
            number("table_cards", 5, 1, 5),
            number("hand_cards", 5, 1, 5),  # also the size to which a hand is refilled
            number("turn_s", 20, 3, 120),  # SPX-14
            number("deals", 1, 1, 9),
            general("cards_seen", "peek"),  # GEN-4
        ),
        presets=(
            Preset("speah_short", {"turn_s": 8, "table_cards": 3, "hand_cards": 3, "caps": (300, 300)}),
            Preset("speah", {"caps": (300, 300)}),  # one deal is the match, so it may last as long as the match
        ),
        seats=(2, 14),
        hands=True,
        places=True,
    )
    progress = frozenset({"play", "chance", "pick_up", "table", "suit", "give", "kill"})
    attempts = frozenset()  # no races, so a refused move costs nothing (GEN-3)

    def __init__(self, given: Mapping[str, object], seats: int = 2, *, ranks: str = "", suits: str = SUITS) -> None:
        super().__init__(given, seats)
        tables, hand, turn_s, deals = (self.options[key] for key in ("table_cards", "hand_cards", "turn_s", "deals"))
        assert isinstance(tables, int) and isinstance(hand, int) and isinstance(turn_s, int) and isinstance(deals, int)
        self.hand_size = hand
        self.turn_ns = turn_s * S
        self._deals = deals
        packs = 1 + seats // 5
        single = standard_deck(packs, ranks=ranks, suits=suits) if ranks else standard_deck(packs, suits=suits)
        self.has_jokers = bool(self.options["jokers"])
        self._deck = (*single, "X1", "X2") if self.has_jokers else single
        self.tables = tuple(tuple(f"seat{n}.table{k + 1}" for k in range(tables)) for n in range(seats))
        self.hands = tuple(f"seat{n}.hand" for n in range(seats))
        self.chances = tuple(f"seat{n}.chance" for n in range(seats))
        self.rank = {card: rank(card) for card in self._deck}
        self.singles = tuple(by_card("play", self._deck, hand, "pile") for hand in self.hands)
        """For each seat and card: the play of that single card from the hand."""
        self.going = lru_cache(maxsize=512)(partial(_going, self._deck))
        """The cards that may begin a play, by the pile's top card ("" for none) and the suit that a two requires."""

    def check_options(self) -> None:
        """Check the number of seats. See ``Game.check_options``."""
        least, most = self.info.seats
        if not least <= self.seats <= most:
            raise OptionError(f"{self.seats} seats: speah takes {least} to {most}")

    # Dealing

    @property
    def deck(self) -> tuple[str, ...]:
        """See ``Game.deck``: one pack, one more for every fifth seat, and two jokers in any case (SPX-10)."""
        return self._deck

    def draw_dealer(self, draft: Draft, chance: Chance) -> None:
        """Draw the first dealer by lot, as the rules leave it open."""
        draft.set("dealer", chance.below(self.seats, "dealer"))

    def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
        """Deal table cards and hand cards round; the rest is the stock. The last deal's loser deals (SPX-1)."""
        if draft.number("deal"):
            draft.set("dealer", draft.number("loser"))
        cards = [face_down(card) for card in chance.order(self._deck, "deal", draft.number("deal") + 1)]
        seats = [(draft.number("dealer") + 1 + place) % self.seats for place in range(self.seats)]
        zones: dict[str, Zone] = {slot: () for slots in self.tables for slot in slots}
        for round_ in range(len(self.tables[0])):
            for seat in seats:
                zones[self.tables[seat][round_]] = (cards.pop(),)
        zones |= dict.fromkeys((*self.hands, *self.chances), ())
        for _ in range(self.hand_size):
            for seat in seats:
                zones[self.hands[seat]] += (cards.pop(),)
        return {**zones, "stock": tuple(cards), "pile": (), "gone": ()}

    def reset(self, draft: Draft) -> None:
        """See ``Game.reset``."""
        for key in ("wants", "named", "left_suit"):
            draft.set(key, "")
        for key in ("won", "loser", "turn"):
            draft.set(key, NOBODY)
        draft.set("turn_ends", 0)
        draft.set("capped", False)
        for seat in range(self.seats):
            draft.set(f"place.{seat}", 0)
            speah_turn.lower(draft, seat)

    def open(self, draft: Draft, chance: Chance, now: int) -> None:
        """Take the hands up; the seat left of the dealer begins (SPX-1)."""
        draft.phase("play")
        for hand in self.hands:
            draft.take_up(hand)
        speah_turn.begin(self, draft, (draft.number("dealer") + 1) % self.seats, now)

    # Playing

    def refusal(self, table: Table, seat: int, command: Command) -> str | None:
        """See ``Game.refusal`` and ``speah_legal``."""
        return speah_legal.refusal(self, table, seat, command)

    def legal(self, table: Table, seat: int) -> list[Command]:
        """See ``Game.legal`` and ``speah_legal``, which defines the listed orders of several cards."""
        return speah_legal.legal(self, table, seat)

    def perform(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """See ``Game.perform``; the end of the turn is part of the move, as the players see it."""
        speah_turn.perform(self, draft, seat, command, now)

    def settle(self, draft: Draft, chance: Chance, now: int) -> None:
        """Do nothing: every consequence of a move belongs to the turn (``speah_turn``)."""

    def deadline(self, table: Table, since: int) -> int | None:
        """Return the end of the turn timer (SPX-14)."""
        return table.number("turn_ends")

    def due(self, draft: Draft, chance: Chance, now: int, since: int) -> bool:
        """Perform the default move of the seat whose time is up (SPX-14)."""
        seat = draft.number("turn")
        draft.foul(seat, "time")
        self.perform(draft, seat, speah_legal.unasked(self, draft.now(), seat), now)
        return True

    # Cards and seats

    def cards_left(self, table: Table | Draft, seat: int) -> int:
        """Return the number of the seat's cards: in hand, drawn by chance, on the table."""
        zones = table.zones
        return (
            len(zones[self.hands[seat]])
            + len(zones[self.chances[seat]])
            + sum(len(zones[slot]) for slot in self.tables[seat])
        )

    def is_in(self, table: Table | Draft, seat: int) -> bool:
        """Return whether the seat is still in (SPX-12)."""
        return not table.number(f"place.{seat}")

    def after(self, table: Table | Draft, seat: int) -> list[int]:
        """Return the other seats that are still in, clockwise from this seat."""
        round_ = ((seat + step) % self.seats for step in range(1, self.seats))
        return [other for other in round_ if self.is_in(table, other)]

    # Ending

    def places(self, table: Table | Draft) -> tuple[int, ...]:
        """Return the places in this deal: seats that are out in order, then by cards left; equals share a place."""
        left = [self.cards_left(table, seat) for seat in range(self.seats)]
        still_in = [seat for seat in range(self.seats) if self.is_in(table, seat)]
        first = self.seats - len(still_in) + 1
        return tuple(
            table.number(f"place.{seat}") or first + sum(left[other] < left[seat] for other in still_in)
            for seat in range(self.seats)
        )

    def end_deal(self, draft: Draft) -> None:
        """Score the places; the last seat is the loser (SPX-12)."""
        places = self.places(draft)
        draft.set("wants", "")
        draft.set("left_suit", "")
        for seat, place in enumerate(places):
            draft.score(seat, place)
        winner = _only_first(places)
        draft.set("won", NOBODY if winner is None else winner)
        draft.set("loser", places.index(max(places)))
        draft.phase("over")

    def cap(self, draft: Draft, chance: Chance, now: int) -> None:
        """End the deal at its cap: the seat without cards, or with the fewest, wins (GEN-8)."""
        draft.set("capped", True)
        self.end_deal(draft)

    def outcome(self, table: Table) -> Outcome | None:
        """Return the outcome after ``deals`` deals: the lowest sum of places wins."""
        if table.number("deal") < self._deals:
            return None
        reason = "cap" if table.flag("capped") else "deals" if self._deals > 1 else "out"
        places = self.figures(table)
        return Outcome(_only_first(places), reason, places)

    def standing(self, table: Table) -> Outcome:
        """Return the outcome by the present places (GEN-8)."""
        places = self.figures(table)
        return Outcome(_only_first(places), "cap", places)

    def figures(self, table: Table) -> tuple[int, ...]:
        """See ``Game.figures``: the places in the match, 1 for the best."""
        scores = [table.number(f"score.{seat}") for seat in range(self.seats)]
        if table.phase not in ("over", "finished"):
            scores = [score + place for score, place in zip(scores, self.places(table), strict=True)]
        return tuple(1 + sum(other < score for other in scores) for score in scores)

    # Panel and views

    def press(self, table: Table, seat: int, button: str, held: int) -> Meaning:
        """See ``Game.press`` and ``speah_panel``."""
        return speah_panel.meaning(self, table, seat, button, held)

    def presses_for(self, table: Table, seat: int, command: Command) -> Sequence[str]:
        """See ``Game.presses_for`` and ``speah_panel``."""
        return speah_panel.presses_for(self, table, seat, command)

    def row(self, table: Table, seat: int) -> Row | None:
        """See ``Game.row`` and ``speah_panel``; none before there are hands."""
        return speah_panel.row(self, table, seat) if self.hands[seat] in table.zones else None

    def clock(self, table: Table, since: int) -> Clock | None:
        """See ``Game.clock``: the turn timer (SPX-14)."""
        if table.phase != "play":
            return None
        ends = table.number("turn_ends")
        kind = "name" if table.text("wants") else "turn"
        return Clock(kind, table.number("turn"), ends - self.turn_ns, ends)

    def view(self, table: Table, seat: int, held: int = 0) -> Table:
        """See ``Game.view``; another seat's marked cards are hidden with its hand."""
        seen = super().view(table, seat, held)
        hidden = {f"marks.{n}" for n, hand in enumerate(self.hands) if not self.sees(hand, seat)}
        scalars = {key: "" if key in hidden else value for key, value in seen.scalars.items()}
        return Table(seen.zones, scalars, seen.shuffles)


def _only_first(places: Sequence[int]) -> int | None:
    """Return the seat with the first place; None if several share it."""
    return places.index(1) if places.count(1) == 1 else None


def _going(deck: tuple[str, ...], top: str, named: str) -> frozenset[str]:
    return frozenset(card for card in deck if speah_legal.follows(card, top, named))
