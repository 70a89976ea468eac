"""Drawing: when unable to play, for penalties and fines, and with an empty draw pile."""

from typing import Final

from engine.cards import bare
from engine.chance import Chance
from engine.games.speed_uno import calling
from engine.games.speed_uno.queries import can_play
from engine.games.speed_uno.rules import CALL_FROM, SpeedUnoRules
from engine.table import Draft

LOST_CHALLENGE: Final = 2
"""The price of a challenge if there was no bluff, on top of the cards owed (UNO-11)."""


def update_must_draw(rules: SpeedUnoRules, draft: Draft) -> None:
    """Update whether the seat in turn must draw next: for a penalty, or because it is unable to play."""
    scalars = draft.scalars
    must = scalars["owed"] > 0 or not can_play(rules, draft, scalars["turn"])
    if must is not scalars["must_draw"]:
        draft.set("must_draw", must)


def draw_next(rules: SpeedUnoRules, draft: Draft, now: int) -> None:
    """Draw one card for the seat in turn; this ends matching (UNO-5). Without a card left, UNO-13 applies."""
    if draft.scalars["exact"]:
        end_matching(draft)
    if draft.scalars["glow"]:
        draft.set("glow", False)
    if not draft.zones["draw"]:
        _draw_nothing(rules, draft)
    else:
        calling.let_exposures_fade(rules, draft, now)
        seat = draft.scalars["turn"]
        draft.deal_up("draw", rules.hands[seat])
        calling.hand_changed(rules, draft, seat, now)
        if draft.scalars["owed"]:
            draft.set("owed", draft.scalars["owed"] - 1)
            if not draft.scalars["owed"]:
                _end_penalty(rules, draft)
    update_must_draw(rules, draft)


def end_matching(draft: Draft) -> None:
    """End the time for matches and challenges (UNO-5)."""
    draft.set("exact", False)
    if draft.scalars["challenged"] >= 0:  # without a challenge there is no bluff either
        draft.set("challenged", -1)
        draft.set("bluff", False)


def _end_penalty(rules: SpeedUnoRules, draft: Draft) -> None:
    """End a penalty: the seat plays (UNO-7); for two seats (UNO-14) or with ``penalty_skips`` its turn is over."""
    if rules.penalty_skips:
        _pass_turn(rules, draft)


def _pass_turn(rules: SpeedUnoRules, draft: Draft) -> None:
    draft.set("turn", (draft.scalars["turn"] + draft.scalars["direction"]) % rules.seats)


def _draw_nothing(rules: SpeedUnoRules, draft: Draft) -> None:
    """Apply UNO-13: cards owed are cancelled; a seat unable to play passes."""
    if draft.scalars["owed"]:
        draft.set("owed", 0)
        _end_penalty(rules, draft)
        return
    draft.set("passes", draft.scalars["passes"] + 1)
    _pass_turn(rules, draft)


# Fines and penalties drawn in one instant


def pay_fine(rules: SpeedUnoRules, draft: Draft, chance: Chance) -> None:
    """Draw the fined seat's cards, as far as there are any. Matching continues (UNO-5)."""
    seat, fine = draft.number("fined"), draft.number("fine")
    draft.set("fined", -1)
    draft.set("fine", 0)
    draw_at_once(rules, draft, chance, seat, fine)
    if draft.number("naming") < 0:
        update_must_draw(rules, draft)


def draw_at_once(rules: SpeedUnoRules, draft: Draft, chance: Chance, seat: int, count: int) -> None:
    """Draw ``count`` cards for a seat in one instant, reshuffling the discards when the pile is empty (UNO-13)."""
    for _ in range(count):
        if not draft.zones["draw"]:
            refill(draft, chance)
        if draft.zones["draw"]:
            draft.deal_up("draw", rules.hands[seat])
    if len(draft.zones[rules.hands[seat]]) > CALL_FROM:
        draft.set(rules.called[seat], False)


def refill(draft: Draft, chance: Chance) -> None:
    """Shuffle the discards below the top into a new draw pile (UNO-13); do nothing if there are none."""
    discards = draft.zones["discard"]
    if len(discards) < 2:
        return
    draft.gather("discard", "draw")
    draft.move(discards[-1], "draw", "discard")
    draft.turn_top("discard")
    shuffle(draft, chance)


def shuffle(draft: Draft, chance: Chance) -> None:
    """Shuffle the draw pile."""
    codes = [bare(card) for card in draft.zones["draw"]]
    draft.shuffle("draw", chance.order(codes, "shuffle", draft.number("deal"), draft.shuffles))


# The challenge


def challenge(rules: SpeedUnoRules, draft: Draft, seat: int, now: int) -> None:
    """Resolve a challenge: a bluffer draws the cards owed, else the challenger draws two more. It ends matching."""
    bluffer = draft.number("challenged")
    draft.say(seat, "challenge")
    calling.let_exposures_fade(rules, draft, now)
    if draft.flag("bluff"):
        draft.foul(bluffer, "bluff")
        calling.reset(rules, draft, bluffer)
        draft.set("fined", bluffer)
        draft.set("fine", draft.number("owed"))
        draft.set("owed", 0)
    else:
        draft.set("owed", draft.number("owed") + LOST_CHALLENGE)
    end_matching(draft)
    update_must_draw(rules, draft)
