"""Dealing Spit: each seat's layout, and the scalars at the start of a deal (SPIT-1, SPIT-11, SPIT-12).

The methods ``layout`` and ``reset`` of the game.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.cards import FACE_DOWN, UP
from engine.chance import Chance
from engine.games import aim, spit_many, spit_running
from engine.games.spit_claim import NOBODY
from engine.games.spit_marker import MARKER, REST
from engine.games.spit_piles import lay_out
from engine.table import Draft, Zone

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.spit import Spit


def layout(game: "Spit", draft: Draft, chance: Chance) -> Mapping[str, Zone]:
    """Deal (SPIT-1); after the first deal each seat shuffles its own cards and lays them out (SPIT-11, SPIT-12)."""
    zones: dict[str, Zone] = dict.fromkeys(game.centres, ())
    hands, zones[game.centres[0]] = _hands(game, draft, chance)
    for seat, hand in enumerate(hands):
        piles, left = lay_out(hand, game.sizes)
        zones |= zip(game.stocks[seat], piles, strict=True)
        zones[game.spits[seat]] = left
    if game.markers:
        zones |= dict.fromkeys(game.markers, ())
        zones[REST] = (MARKER,)
    return zones


def _hands(game: "Spit", draft: Draft, chance: Chance) -> tuple[list[Zone], Zone]:
    """Return each seat's face-down cards for its layout, bottom to top, and the undealt cards."""
    if not draft.number("deal"):
        return spit_many.deal_out(tuple(map(FACE_DOWN.__getitem__, chance.order(game.pack, "deal", 1))), game.seats)
    for hand in game.spits:
        codes = list(map(UP.__getitem__, draft.zones[hand]))
        draft.shuffle(hand, chance.order(codes, "shuffle", draft.shuffles))
    return [draft.zones[hand] for hand in game.spits], ()


def reset(game: "Spit", draft: Draft) -> None:
    """See ``Game.reset``."""
    game.reset_race(draft)
    for keys in game.in_hand:
        for key in keys:
            draft.set(key, "")
    draft.set("spit_on", "")
    draft.set("finisher", NOBODY)
    draft.set("choice", NOBODY)
    if game.options["claim"] == "shout" or game.options.get("spit_card_please"):
        draft.set("choose_by", 0)
    if game.conceals:
        for seat in range(game.seats):
            draft.set(f"concealed.{seat}", False)
    if game.many:
        aim.reset(draft, game.centres)
        spit_many.reset(game, draft)
    spit_running.reset(game, draft)
