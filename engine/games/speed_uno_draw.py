"""Drawing: when unable to play, for penalties and fines, and with an empty draw pile."""

from typing import TYPE_CHECKING

from engine.cards import bare
from engine.chance import Chance
from engine.games import speed_uno_call as call
from engine.table import Draft, Table

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.speed_uno import SpeedUno

LOST_CHALLENGE = 2
"""The price of a challenge if there was no bluff, on top of the cards owed (UNO-11)."""


def may_draw(table: Table, seat: int) -> bool:
    """Return whether the seat may draw its next card: it must, and the time for matches is over (UNO-3, UNO-5)."""
    scalars = table.scalars
    return scalars["turn"] == seat and scalars["must_draw"] and not scalars["exact"]


def ask_to_draw(game: "SpeedUno", draft: Draft) -> None:
    """Update whether the seat in turn must draw next: for a penalty, or because it is unable to play."""
    scalars = draft.scalars
    must = scalars["owed"] > 0 or not game.is_able(draft, scalars["turn"])
    if must is not scalars["must_draw"]:
        draft.change("must_draw", must)


def draw_next(game: "SpeedUno", draft: Draft, now: int) -> None:
    """Draw one card for the seat in turn; this ends matching (UNO-5). Without a card left, UNO-13 applies."""
    if draft.scalars["exact"]:
        end_matching(draft)
    if draft.scalars["glow"]:
        draft.change("glow", False)
    if not draft.zones["draw"]:
        _draw_nothing(game, draft)
    else:
        call.something_happened(game, draft, now)
        seat = draft.scalars["turn"]
        draft.deal_up("draw", game.hands[seat])
        call.landed(game, draft, seat, now)
        if draft.scalars["owed"]:
            draft.change("owed", draft.scalars["owed"] - 1)
            if not draft.scalars["owed"]:
                _end_penalty(game, draft)
    ask_to_draw(game, draft)


def end_matching(draft: Draft) -> None:
    """End the time for matches and challenges (UNO-5)."""
    draft.change("exact", False)
    if draft.scalars["challenged"] >= 0:  # without a challenge there is no bluff either
        draft.set("challenged", -1)
        draft.set("bluff", False)


def _end_penalty(game: "SpeedUno", draft: Draft) -> None:
    """End a penalty: the seat plays (UNO-7); for two seats (UNO-14) or with ``penalty_skips`` its turn is over."""
    if game.penalty_skips:
        _next(game, draft)


def _next(game: "SpeedUno", draft: Draft) -> None:
    draft.set("turn", (draft.scalars["turn"] + draft.scalars["direction"]) % game.seats)


def _draw_nothing(game: "SpeedUno", draft: Draft) -> None:
    """Apply UNO-13: cards owed are cancelled; a seat unable to play passes."""
    if draft.scalars["owed"]:
        draft.set("owed", 0)
        _end_penalty(game, draft)
        return
    draft.set("passes", draft.scalars["passes"] + 1)
    _next(game, draft)


# Fines and penalties drawn in one instant


def pay_fine(game: "SpeedUno", draft: Draft, chance: Chance) -> None:
    """Draw the fined seat's cards, as far as there are any. Matching continues (UNO-5)."""
    seat, fine = draft.number("fined"), draft.number("fine")
    draft.set("fined", -1)
    draft.set("fine", 0)
    draw_at_once(game, draft, chance, seat, fine)
    if draft.number("naming") < 0:
        ask_to_draw(game, draft)


def draw_at_once(game: "SpeedUno", draft: Draft, chance: Chance, seat: int, count: int) -> None:
    """Draw ``count`` cards for a seat in one instant, reshuffling the discards when the pile is empty (UNO-13)."""
    for _ in range(count):
        if not draft.zones["draw"]:
            refill(draft, chance)
        if draft.zones["draw"]:
            draft.deal_up("draw", game.hands[seat])
    if len(draft.zones[game.hands[seat]]) > call.CALL_FROM:
        draft.set(game.called[seat], False)


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


def may_challenge(table: Table, seat: int) -> bool:
    """Return whether the seat, next in turn, may challenge a Wild Draw Four: until the drawing begins (UNO-11)."""
    scalars = table.scalars
    return bool(scalars["challenged"] >= 0 and scalars["turn"] == seat and scalars["exact"] and scalars["owed"])


def challenge(game: "SpeedUno", draft: Draft, seat: int, now: int) -> None:
    """Resolve a challenge: a bluffer draws the cards owed, else the challenger draws two more. It ends matching."""
    bluffer = draft.number("challenged")
    draft.say(seat, "challenge")
    call.something_happened(game, draft, now)
    if draft.flag("bluff"):
        draft.foul(bluffer, "bluff")
        call.reset(game, draft, bluffer)
        draft.set("fined", bluffer)
        draft.set("fine", draft.number("owed"))
        draft.set("owed", 0)
    else:
        draft.set("owed", draft.number("owed") + LOST_CHALLENGE)
    end_matching(draft)
    ask_to_draw(game, draft)
