"""The course of Speed Uno, apart from commands: deals, deadlines, the ends of a hand and of a match."""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Final

from engine.cards import bare
from engine.chance import Chance
from engine.game import Outcome, deal_round, draw_for_dealer, draw_layout, standing_by_score
from engine.games.speed_uno.play import (
    SpeedUnoPlay,
    clear_call,
    draw_next,
    end_exposure,
    name_colour,
    play_cards,
    reset_slots,
    update_must_draw,
)
from engine.games.speed_uno.rules import (
    CALL_FROM,
    COLOURS,
    DRAW,
    REVERSE,
    SKIP,
    WILD_DRAW,
    SpeedUnoRules,
    fewest,
    first_shown,
    is_wild,
    lot,
    points_in_hand,
    slots,
)
from engine.panel import Clock
from engine.table import Draft, Table, Zone
from engine.units import MS, S

NAME_NS: Final = 5 * S
"""The time limit for naming a colour (UNO-4)."""
DRAW_NS: Final = 300 * MS
"""The time between two cards drawn (rules/speed-uno.md, "Buttons")."""


class SpeedUnoCourse(SpeedUnoPlay):
    """The course of Speed Uno: deals, deadlines, the ends of a hand and of a match."""

    # Dealing

    def prologue(self, chance: Chance) -> Mapping[str, Zone]:
        """Show the draw for the first dealer (UNO-1)."""
        return draw_layout(self.deck, chance, self.seats)

    def draw_dealer(self, draft: Draft, chance: Chance) -> None:
        """Draw the first dealer: the highest number deals (UNO-1)."""
        draw_for_dealer(draft, chance, self.seats, lot)

    def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
        """Deal ten cards each, one by one from the dealer's left; the deal passes left (UNO-1)."""
        rules = self.rules
        if draft.number("deal"):
            draft.set("dealer", (draft.number("dealer") + 1) % rules.seats)
        cards = chance.order(rules.face_down, "deal", draft.number("deal") + 1)
        left = len(cards) - rules.dealt * rules.seats
        hands = deal_round(cards[left:], rules.seats, (draft.number("dealer") + 1) % rules.seats)
        zones: dict[str, Zone] = {rules.hands[seat]: tuple(hand) for seat, hand in enumerate(hands)}
        return {**zones, "draw": cards[:left], "discard": ()}

    def reset(self, draft: Draft) -> None:
        """See ``Game.reset``."""
        rules = self.rules
        for key in ("exact", "must_draw", "bluff", "glow"):
            draft.set(key, False)
        for key in ("owed", "passes", "fine"):
            draft.set(key, 0)
        for key in ("naming", "challenged", "fined", "won"):
            draft.set(key, -1)
        draft.set("turn", (draft.number("dealer") + 1) % rules.seats)
        draft.set("direction", 1)
        draft.set("colour", "")
        for seat in rules.all_seats:
            clear_call(rules, draft, seat)
            reset_slots(rules, draft, seat)

    def open(self, draft: Draft, chance: Chance, now: int) -> None:
        """Take the hands up and turn the start card, with its usual effect (UNO-1)."""
        rules = self.rules
        draft.phase("play")
        for hand in rules.hands:
            draft.take_up(hand)
        _start_with(rules, draft, _turn_start(rules, draft, chance))

    # Consequences of a command

    def settle(self, draft: Draft, chance: Chance, now: int) -> None:
        """See ``Game.settle``: pay a fine, refill an empty draw pile, and end the hand if it is over.

        Only this function ends a hand, so the phase is still ``play``.
        """
        rules = self.rules
        if draft.scalars["fine"]:
            _pay_fine(rules, draft, chance)
        zones = draft.zones
        if not zones["draw"]:
            _refill(draft, chance)
        for hand in rules.hands:
            if not zones[hand]:
                _go_out(rules, draft, chance, rules.hands.index(hand))
                return
        if draft.scalars["passes"] >= rules.seats:
            _give_hand_to_fewest(rules, draft)

    # Deadlines

    def deadline(self, table: Table, since: int) -> int | None:
        """See ``Game.deadline``: the turn's next step, or an earlier end of a gap or an exposure."""
        rules = self.rules
        scalars = table.scalars
        if scalars["naming"] >= 0:
            at = since + NAME_NS
        elif scalars["must_draw"]:
            at = since + (rules.window_ns if scalars["exact"] else DRAW_NS)
        else:
            at = since + (rules.turn_ns if scalars["glow"] else rules.glow_ns)
        for key, until in rules.ends:
            if scalars[key] and scalars[until] < at:
                at = scalars[until]
        return at

    def due(self, draft: Draft, chance: Chance, now: int, since: int) -> bool:
        """See ``Game.due``: end gaps and exposures, then take the turn's next step, each if its time has come."""
        rules = self.rules
        scalars = draft.scalars
        for seat in rules.all_seats:
            if scalars[rules.gaps[seat]] and scalars[rules.gap_end[seat]] <= now:
                _close_gaps(rules, draft, seat)
            if scalars[rules.fades[seat]] and scalars[rules.exposed[seat]] <= now:
                end_exposure(rules, draft, seat)
        waited = now - since
        if scalars["naming"] >= 0:
            if waited < NAME_NS:
                return False
            _name_commonest_colour(rules, draft, scalars["naming"], now)
        elif scalars["must_draw"]:
            if waited < (rules.window_ns if scalars["exact"] else DRAW_NS):
                return False
            draw_next(rules, draft, now)
        elif waited >= rules.turn_ns:
            self._play_first(draft, now)
        else:
            if waited >= rules.glow_ns:
                draft.set("glow", True)
            return False
        return True

    def _play_first(self, draft: Draft, now: int) -> None:
        """Play the first playable card of the seat in turn (UNO-3, GEN-5)."""
        rules = self.rules
        seat = draft.number("turn")
        command = self.legal(draft.now(), seat)[0]
        play_cards(rules, draft, seat, (command.card,), now)

    def clock(self, table: Table, since: int) -> Clock | None:
        """See ``Game.clock``: the time to name a colour, for matches, or of the turn."""
        rules = self.rules
        if table.phase != "play":
            return None
        naming, must_draw = table.number("naming"), table.flag("must_draw")
        if naming >= 0:
            return Clock("name", naming, since, since + NAME_NS)
        if must_draw and not table.flag("exact"):
            return None
        kind, lasts = ("match", rules.window_ns) if must_draw else ("turn", rules.turn_ns)
        return Clock(kind, table.number("turn"), since, since + lasts)

    # Ending

    def cap(self, draft: Draft, chance: Chance, now: int) -> None:
        """End the hand at its cap: the fewest points win the difference, as in UNO-13 (GEN-8)."""
        _give_hand_to_fewest(self.rules, draft)

    def end_last_lap(self, draft: Draft, chance: Chance, winner: int, now: int) -> None:
        """See ``Game.end_last_lap``: as if the seat had gone out (UNO-12)."""
        _go_out(self.rules, draft, chance, winner)

    def outcome(self, table: Table) -> Outcome | None:
        """Return the outcome by hands if ``match_hands`` is set, else by points (UNO-12); a tie goes on."""
        rules = self.rules
        scores = self.figures(table)
        hands = rules.options.match_hands
        is_over = table.number("deal") >= hands if hands else max(scores) >= rules.options.target
        if not is_over or scores.count(max(scores)) > 1:
            return None
        return Outcome(scores.index(max(scores)), "deals" if hands else "points", scores)

    def standing(self, table: Table) -> Outcome:
        """Return the outcome at the cap (GEN-8): the highest score, among equals the fewest points, else nobody."""
        return standing_by_score(self.figures(table), self.edition, partial(fewest, self.rules, table))


# The start card


def _turn_start(rules: SpeedUnoRules, draft: Draft, chance: Chance) -> str:
    """Turn a card to start; shuffle a Wild Draw Four back in (UNO-1). Return the card's face.

    With a deck of only Wild Draw Fours this would not end.
    """
    while True:
        card = draft.deal_up("draw", "discard")
        if rules.face[card] != WILD_DRAW:
            return rules.face[card]
        draft.turn(card, "discard", "down")
        draft.move(card, "discard", "draw")
        _shuffle(draft, chance)


def _start_with(rules: SpeedUnoRules, draft: Draft, face: str) -> None:
    """Apply the usual effect of the start card to the first player (UNO-1). Nobody may match it."""
    first = draft.number("turn")
    if is_wild(face):
        draft.set("naming", first)
        return
    draft.set("colour", face[0])
    symbol = face[1]
    if symbol == REVERSE and rules.seats > 2:
        draft.set("direction", -1)
    if symbol == DRAW:
        draft.set("owed", 2)
    elif symbol == SKIP:
        draft.set("turn", (first + 1) % rules.seats)
    elif symbol == REVERSE:
        draft.set("turn", draft.number("dealer"))
    update_must_draw(rules, draft)


# For a seat that took too long


def _name_commonest_colour(rules: SpeedUnoRules, draft: Draft, seat: int, now: int) -> None:
    """Name the most frequent colour in the seat's hand, the first of equals in the order of ``COLOURS`` (UNO-4)."""
    counts = Counter([card[0] for card in draft.zones[rules.hands[seat]]])
    name_colour(rules, draft, max(COLOURS, key=lambda colour: counts[colour]), now)


def _close_gaps(rules: SpeedUnoRules, draft: Draft, seat: int) -> None:
    """Close the gaps, and show the last five slots if the shown ones no longer exist."""
    draft.set(rules.gaps[seat], "")
    if draft.scalars[rules.scroll[seat]]:
        draft.set(rules.scroll[seat], first_shown(rules, draft, seat, slots(rules, draft, seat)))


# Fines and penalties drawn in one instant


def _pay_fine(rules: SpeedUnoRules, draft: Draft, chance: Chance) -> None:
    """Draw the fined seat's cards, as far as there are any. Matching continues (UNO-5)."""
    seat, fine = draft.number("fined"), draft.number("fine")
    draft.set("fined", -1)
    draft.set("fine", 0)
    _draw_at_once(rules, draft, chance, seat, fine)
    if draft.number("naming") < 0:
        update_must_draw(rules, draft)


def _draw_at_once(rules: SpeedUnoRules, draft: Draft, chance: Chance, seat: int, count: int) -> None:
    """Draw ``count`` cards for a seat in one instant, reshuffling the discards when the pile is empty (UNO-13)."""
    for _ in range(count):
        if not draft.zones["draw"]:
            _refill(draft, chance)
        if draft.zones["draw"]:
            draft.deal_up("draw", rules.hands[seat])
    if len(draft.zones[rules.hands[seat]]) > CALL_FROM:
        draft.set(rules.called[seat], False)


def _refill(draft: Draft, chance: Chance) -> None:
    """Shuffle the discards below the top into a new draw pile (UNO-13); do nothing if there are none."""
    discards = draft.zones["discard"]
    if len(discards) < 2:
        return
    draft.gather("discard", "draw")
    draft.move(discards[-1], "draw", "discard")
    draft.turn_top("discard")
    _shuffle(draft, chance)


def _shuffle(draft: Draft, chance: Chance) -> None:
    """Shuffle the draw pile."""
    codes = [bare(card) for card in draft.zones["draw"]]
    draft.shuffle("draw", chance.order(codes, "shuffle", draft.number("deal"), draft.shuffles))


# The end of a hand


def _go_out(rules: SpeedUnoRules, draft: Draft, chance: Chance, winner: int) -> None:
    """Draw the cards owed, then score the others' cards for the winner (UNO-12)."""
    owed = draft.number("owed")
    if owed:
        draft.set("owed", 0)
        _draw_at_once(rules, draft, chance, draft.number("turn"), owed)
    draft.score(winner, sum(points_in_hand(rules, draft, seat) for seat in rules.all_seats))
    _end_hand(draft, winner)


def _give_hand_to_fewest(rules: SpeedUnoRules, draft: Draft) -> None:
    """Score for the seat with the fewest points its difference to each other seat; in a tie nobody wins (UNO-13)."""
    left = [points_in_hand(rules, draft, seat) for seat in rules.all_seats]
    winner = fewest(rules, draft, rules.all_seats)
    if winner is not None:
        draft.score(winner, sum(left) - rules.seats * left[winner])
    _end_hand(draft, winner)


def _end_hand(draft: Draft, winner: int | None) -> None:
    draft.set("naming", -1)
    draft.set("must_draw", False)
    draft.set("exact", False)
    draft.set("glow", False)
    draft.set("won", -1 if winner is None else winner)
    if winner is None:
        draft.phase("void")
    draft.phase("over")
