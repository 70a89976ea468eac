"""Speed Uno (rules UNO-1 to UNO-14).

Zones: ``seatN.hand`` in the order of its slots, ``draw`` face down, ``discard``. Scalars: ``turn``, the seat that plays
next; ``direction``, 1 clockwise or -1; ``colour``, the colour in force, empty while the seat ``naming`` (-1 for none)
has to name it; ``exact``, whether exact matches are legal now; ``owed``, the cards that the next player has to draw;
``must_draw``, whether the seat in turn draws next; ``passes`` in a row; ``challenged``, the seat whose Wild Draw Four
may be challenged (-1 for none), and ``bluff``, whether it was a bluff; ``fined``, the seat that draws ``fine`` cards at
once; ``glow``, ``won``. For each seat: ``called.N``, ``exposed.N`` and ``fades.N`` (see ``speed_uno_call``),
``gaps.N``, ``gap_end.N`` and ``scroll.N`` (see ``speed_uno_slots``).

Modules: ``speed_uno_legal`` judges commands, ``speed_uno_play`` performs plays, ``speed_uno_draw`` draws,
``speed_uno_call`` handles the call and the catch, ``speed_uno_end`` the end of a hand, ``speed_uno_panel`` the buttons.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from engine.cards import face_down
from engine.chance import Chance
from engine.dealing import deal_round, draw_for_dealer, draw_layout
from engine.game import MS, Game, GameInfo, Outcome, Preset, S, has_match_cap
from engine.games import speed_uno_call as call
from engine.games import speed_uno_draw as draw
from engine.games import speed_uno_end as end
from engine.games import speed_uno_legal
from engine.games import speed_uno_panel as panel
from engine.games import speed_uno_play as play
from engine.games import speed_uno_slots as slots
from engine.options import number, yes_no
from engine.panel import Command, Meaning, by_card
from engine.shown import Clock, Row
from engine.table import Draft, Table, Zone
from engine.uno_cards import COLOURS, WILD, WILD_DRAW, face, followers, lot, order, points, uno_deck

DEALT = 10
"""The cards of a hand at its start (UNO-1)."""
NAME_NS = 5 * S
"""The time limit for naming a colour (UNO-4)."""
DRAW_NS = 300 * MS
"""The time between two cards drawn (rules/speed-uno.md, "Buttons")."""
GLOW_NS = 4 * S
"""Time without a play before playable cards glow (GEN-5)."""

PARTY: Mapping[str, int | tuple[int, ...]] = {"match_hands": 1, "caps": (300, 300)}
"""One hand is the match, so it may last as long as the match."""

EXCLUDES: tuple[tuple[Mapping[str, object], Mapping[str, object], str], ...] = ()
"""Pairs of options that exclude each other, with reasons: none. ``target`` has no effect while ``match_hands`` counts
the hands, nor ``penalty_skips`` for two seats, who always play so (UNO-14)."""


class SpeedUno(Game):
    """Speed Uno for two to eight.

    ``deck`` (codes as from ``uno_deck``) and ``dealt`` (cards per hand) make the small games that tests need.
    """

    # Slots beside the instance dictionary: with more than thirty entries in it, Python finds methods more slowly.
    __slots__ = (
        "_dealt", "_deck", "_ends", "_face_down", "_glow_ns", "_turn_ns", "_window_ns", "alike", "all_seats", "call",
        "called", "catches", "coloured", "colours", "draws", "exposed", "face", "fades", "fitting", "fours", "gap_end",
        "gaps", "hands", "may_bluff", "penalty_skips", "plays", "scroll", "slot_of", "surely",
    )

    info: ClassVar[GameInfo] = GameInfo(
        id="speed_uno",
        options=(
            yes_no("colour_only", False),  # UNO-2
            number("match_window_ms", 1500, 300, 3000),  # UNO-5
            number("turn_s", 8, 3, 60),  # UNO-3
            yes_no("penalty_skips", False),  # UNO-7
            yes_no("challenge", False),  # UNO-11
            number("target", 500, 20, 1000),  # UNO-12
            number("match_hands", 0, 1, 20, zero_off=True),  # UNO-12
        ),
        presets=(
            Preset("speed_uno", PARTY, seats=4),
            Preset("speed_uno_duel", PARTY),
        ),
        seats=(2, 8),
        hands=True,
    )
    progress = frozenset({"play", "draw", "colour", "challenge"})  # all but the call and the catch

    def __init__(
        self,
        given: Mapping[str, object],
        seats: int = 4,
        *,
        deck: Sequence[str] | None = None,
        dealt: int = DEALT,
    ) -> None:
        super().__init__(given, seats)
        options = self.options
        self._deck = tuple(deck or uno_deck(max(2, (seats + 3) // 4)))
        self._face_down = tuple(map(face_down, self._deck))
        self._dealt = dealt
        self.face = {card: face(card) for card in self._deck}
        self._keep_sets()
        self.hands = tuple(f"seat{seat}.hand" for seat in range(seats))
        self.all_seats = range(seats)
        self.called = tuple(f"called.{seat}" for seat in range(seats))
        self.exposed = tuple(f"exposed.{seat}" for seat in range(seats))
        self.fades = tuple(f"fades.{seat}" for seat in range(seats))
        self.gaps = tuple(f"gaps.{seat}" for seat in range(seats))
        self.gap_end = tuple(f"gap_end.{seat}" for seat in range(seats))
        self.scroll = tuple(f"scroll.{seat}" for seat in range(seats))
        # pairs of scalars: a state, and the time at which it ends
        self._ends = (*zip(self.gaps, self.gap_end, strict=True), *zip(self.fades, self.exposed, strict=True))
        self.penalty_skips = bool(options["penalty_skips"]) or seats == 2
        self.may_bluff = bool(options["challenge"])
        self._window_ns = self._whole("match_window_ms") * MS
        self._turn_ns = min(self._whole("turn_s"), self._whole("stall_s")) * S
        self._glow_ns = min(GLOW_NS, self._turn_ns)
        self._keep_commands()

    def _keep_sets(self) -> None:
        """Build sets of cards once: every play tests several times whether a hand contains cards of a set."""
        faces = {what: frozenset(cards) for what, cards in self.by_face(self._deck).items()}
        self.alike = {card: faces[what] for card, what in self.face.items()}
        """For each card the cards of its face, including itself."""
        fits = followers(faces, bool(self.options["colour_only"]))
        by_face = {top: frozenset(card for what in goes for card in faces[what]) for top, goes in fits.items()}
        coloured = {card: by_face[what] for card, what in self.face.items() if what in by_face}
        self.fitting = {colour: by_face[colour] for colour in COLOURS} | coloured
        """The cards that may follow a coloured card, or a named colour, in turn (UNO-2). Wild Draw Fours have a further
        condition."""
        self.fours = faces.get(WILD_DRAW, frozenset())
        surely = {top: cards - self.fours for top, cards in by_face.items()}
        self.surely = {top: surely[self.face.get(top, top)] for top in self.fitting}
        """Like ``fitting``, without the Wild Draw Fours."""
        self.coloured = {colour: frozenset(card for card in self._deck if card[0] == colour) for colour in COLOURS}
        """The cards of each colour."""
        slots_of = {what: place for place, what in enumerate(sorted(faces, key=order))}
        self.slot_of = {card: slots_of[what] for card, what in self.face.items()}
        """Each card's place among all faces by colour, then value, the wilds last: the order of a hand on screen."""

    def _keep_commands(self) -> None:
        """Create the most frequent commands once: listing legal commands dominates random play."""
        self.plays = tuple(by_card("play", self._deck, hand, "discard") for hand in self.hands)
        """For each seat and card: the play of that single card."""
        self.draws = tuple(Command("draw", source="draw", to=hand) for hand in self.hands)
        self.colours = tuple(Command("colour", word=colour) for colour in COLOURS)
        self.call = Command("uno")
        catches = [(key, Command("catch", target=seat)) for seat, key in enumerate(self.exposed)]
        self.catches = tuple((*catches[:seat], *catches[seat + 1 :]) for seat in self.all_seats)
        """For each seat the catches of the others: the scalar that permits a catch, and the catch."""

    def _whole(self, option: str) -> int:
        value = self.options[option]
        assert isinstance(value, int)
        return value

    @property
    def revised(self) -> int:
        """See ``Game.revised``: a tie at the match's cap (``speed_uno_end.standing``)."""
        return 2 if self.seats > 2 and has_match_cap(self.options) else 1

    # Dealing

    @property
    def deck(self) -> tuple[str, ...]:
        """See ``Game.deck``."""
        return self._deck

    def prologue(self, chance: Chance) -> Mapping[str, Zone]:
        """Show the draw for the first dealer (UNO-1)."""
        return draw_layout(self._deck, chance, self.seats)

    def draw_dealer(self, draft: Draft, chance: Chance) -> None:
        """Draw the first dealer: the highest number deals (UNO-1)."""
        draw_for_dealer(draft, chance, self.seats, lot)

    def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
        """Deal ten cards each, one by one from the dealer's left; the deal passes left (UNO-1)."""
        if draft.number("deal"):
            draft.set("dealer", (draft.number("dealer") + 1) % self.seats)
        cards = chance.order(self._face_down, "deal", draft.number("deal") + 1)
        left = len(cards) - self._dealt * self.seats
        hands = deal_round(cards[left:], self.seats, (draft.number("dealer") + 1) % self.seats)
        zones: dict[str, Zone] = {self.hands[seat]: tuple(hand) for seat, hand in enumerate(hands)}
        return {**zones, "draw": cards[:left], "discard": ()}

    def reset(self, draft: Draft) -> None:
        """See ``Game.reset``."""
        for key in ("exact", "must_draw", "bluff", "glow"):
            draft.set(key, False)
        for key in ("owed", "passes", "fine"):
            draft.set(key, 0)
        for key in ("naming", "challenged", "fined", "won"):
            draft.set(key, -1)
        draft.set("turn", (draft.number("dealer") + 1) % self.seats)
        draft.set("direction", 1)
        draft.set("colour", "")
        for seat in self.all_seats:
            call.reset(self, draft, seat)
            slots.reset(self, draft, seat)

    def open(self, draft: Draft, chance: Chance, now: int) -> None:
        """Take the hands up and turn the start card, with its usual effect (UNO-1)."""
        draft.phase("play")
        for hand in self.hands:
            draft.take_up(hand)
        start = play.turn_start(self, draft, chance)
        play.start_with(self, draft, start)

    # Playing

    def top_face(self, table: Table | Draft) -> str:
        """Return the face of the top discard, which plays follow or match."""
        return self.face[table.zones["discard"][-1]]

    def holds_colour(self, table: Table | Draft, seat: int) -> bool:
        """Return whether the seat has a card of the colour in force (UNO-11)."""
        return not self.coloured[table.scalars["colour"]].isdisjoint(table.zones[self.hands[seat]])

    def is_able(self, table: Table | Draft, seat: int) -> bool:
        """Return whether the seat could play in turn (UNO-3).

        A Wild Draw Four beside another card is enough: it is legal, or a card of the colour in force is (UNO-11).
        """
        zones = table.zones
        hand, top = zones[self.hands[seat]], zones["discard"][-1]
        if not self.surely[top if top[0] != WILD else table.scalars["colour"]].isdisjoint(hand):
            return True
        return len(hand) > 1 and not self.fours.isdisjoint(hand)

    def by_face(self, cards: Iterable[str]) -> Mapping[str, Zone]:
        """Group these cards by face, keeping their order."""
        face_of = self.face
        faces: dict[str, Zone] = {}
        for card in cards:
            what = face_of[card]
            faces[what] = (*faces[what], card) if what in faces else (card,)
        return faces

    refusal = speed_uno_legal.refusal
    legal = speed_uno_legal.legal

    def perform(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """See ``Game.perform``."""
        match command.do:
            case "play":
                play.play(self, draft, seat, command.cards or (command.card,), now)
            case "draw":
                draw.draw_next(self, draft, now)
            case "colour":
                play.name_colour(self, draft, command.word, now)
            case "uno":
                call.say_uno(self, draft, seat)
            case "catch":
                call.catch(self, draft, seat, command.target)
            case "challenge":
                draw.challenge(self, draft, seat, now)

    def settle(self, draft: Draft, chance: Chance, now: int) -> None:
        """See ``Game.settle``: pay a fine, refill an empty draw pile, and end the hand if it is over.

        Only this method ends a hand, so the phase is still ``play``.
        """
        if draft.scalars["fine"]:
            draw.pay_fine(self, draft, chance)
        zones = draft.zones
        if not zones["draw"]:
            draw.refill(draft, chance)
        for hand in self.hands:
            if not zones[hand]:
                end.go_out(self, draft, chance, self.hands.index(hand))
                return
        if draft.scalars["passes"] >= self.seats:
            end.give_hand_to_fewest(self, draft)

    def would_take(self, table: Table, seat: int, command: Command) -> bool:
        """See ``Game.would_take``; while a colour is being named no play is a miss."""
        scalars = table.scalars
        return scalars["phase"] == "play" and (
            scalars["naming"] >= 0 or speed_uno_legal.play_refusal(self, table, seat, command) in (None, "last")
        )

    # Deadlines

    def deadline(self, table: Table, since: int) -> int | None:
        """See ``Game.deadline``."""
        scalars = table.scalars
        at = self._turn_goes_on(scalars, since)
        for key, until in self._ends:
            if scalars[key] and scalars[until] < at:
                at = scalars[until]
        return at

    def _turn_goes_on(self, scalars: Mapping[str, int], since: int) -> int:
        """Return when the game acts for the turn: it names a colour, draws a card, starts the glow, or plays."""
        if scalars["naming"] >= 0:
            return since + NAME_NS
        if scalars["must_draw"]:
            return since + (self._window_ns if scalars["exact"] else DRAW_NS)
        return since + (self._turn_ns if scalars["glow"] else self._glow_ns)

    def due(self, draft: Draft, chance: Chance, now: int, since: int) -> bool:
        """See ``Game.due``."""
        scalars = draft.scalars
        for seat in self.all_seats:
            if scalars[self.gaps[seat]] and scalars[self.gap_end[seat]] <= now:
                slots.close_gaps(self, draft, seat)
            if scalars[self.fades[seat]] and scalars[self.exposed[seat]] <= now:
                call.end_exposure(self, draft, seat)
        if now < self._turn_goes_on(scalars, since):
            return False
        return self._take_turn(draft, now, since)

    def _take_turn(self, draft: Draft, now: int, since: int) -> bool:
        scalars = draft.scalars
        if scalars["naming"] >= 0:
            play.name_colour(self, draft, play.commonest_colour(self, draft, scalars["naming"]), now)
        elif scalars["must_draw"]:
            draw.draw_next(self, draft, now)
        elif now >= since + self._turn_ns:
            play.play_first(self, draft, now)
        else:
            draft.set("glow", True)
            return False
        return True

    # Ending

    def points_in_hand(self, table: Table | Draft, seat: int) -> int:
        """Return the points of the seat's cards (UNO-12)."""
        return sum(map(points, table.zones[self.hands[seat]]))

    def cap(self, draft: Draft, chance: Chance, now: int) -> None:
        """End the hand at its cap: the fewest points win the difference, as in UNO-13 (GEN-8)."""
        end.give_hand_to_fewest(self, draft)

    def outcome(self, table: Table) -> Outcome | None:
        """Return the outcome after enough points, or enough hands; with a tied lead the match continues (UNO-12)."""
        return end.outcome(self, table)

    def standing(self, table: Table) -> Outcome:
        """Return the outcome at the cap: the highest score, then the fewest points in hand, else nobody (GEN-8)."""
        return end.standing(self, table)

    def figures(self, table: Table) -> tuple[int, ...]:
        """See ``Game.figures``: points."""
        return tuple(table.number(f"score.{seat}") for seat in self.all_seats)

    # Panel and views

    def press(self, table: Table, seat: int, button: str, held: int) -> Meaning:
        """See ``Game.press`` and ``speed_uno_panel``."""
        return panel.meaning(self, table, seat, button, held)

    def presses_for(self, table: Table, seat: int, command: Command) -> Sequence[str]:
        """See ``Game.presses_for`` and ``speed_uno_panel``."""
        return panel.presses_for(self, table, seat, command)

    def row(self, table: Table, seat: int) -> Row | None:
        """See ``Game.row``; None before the deal."""
        return slots.row(self, table, seat) if self.hands[seat] in table.zones else None

    def clock(self, table: Table, since: int) -> Clock | None:
        """See ``Game.clock``: the time to name a colour, for matches, or of the turn."""
        if table.phase != "play":
            return None
        naming, must_draw = table.number("naming"), table.flag("must_draw")
        if naming >= 0:
            return Clock("name", naming, since, since + NAME_NS)
        if must_draw and not table.flag("exact"):
            return None
        kind, lasts = ("match", self._window_ns) if must_draw else ("turn", self._turn_ns)
        return Clock(kind, table.number("turn"), since, since + lasts)

    def view(self, table: Table, seat: int, held: int = 0) -> Table:
        """See ``Game.view``; also hide a bluff and, with hidden hands, ``must_draw`` until the draw shows it."""
        seen = super().view(table, seat, held)
        if table.phase != "play":
            return seen
        known = {"bluff": False}
        if self.options["cards_seen"] != "open" and table.flag("exact") and table.number("turn") != seat:
            known["must_draw"] = table.number("owed") > 0
        return Table(seen.zones, {**seen.scalars, **known}, seen.shuffles)
