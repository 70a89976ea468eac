"""The execution of the commands of Spit (SPIT-3 to SPIT-5, SPIT-7, SPIT-10, SPIT-16, SPIT-19 to SPIT-22).

The methods ``perform``, ``turns_anyway`` and ``lower`` of the game.
"""

from typing import TYPE_CHECKING

from engine.cards import DOWN
from engine.games import spit_call, spit_claim, spit_many, spit_running, spit_twin
from engine.panel import Command
from engine.table import Draft

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.spit import Spit


def perform(game: "Spit", draft: Draft, seat: int, command: Command, now: int) -> None:
    """See ``Game.perform``; with ``auto_turn`` a face-down top turns at the moment it is uncovered."""
    do, source = command.do, command.source
    if do == "play":
        game.lapse(draft)
        if game.travel_ns:
            spit_running.set_off(game, draft, seat, command, now)
        else:
            game.lay(draft, seat, command, now)
        return
    if do == "turn":
        game.lapse(draft)
        draft.turn_top(source)
        return
    if do in ("move", "stack"):
        _before_a_move(game, draft, command)
        game.lay(draft, seat, command, now)
        return
    if do == "slap" and game.many:
        spit_many.take(game, draft, seat, command.to)
        return
    if do == "slap" or (do == "claim" and command.to):
        spit_claim.slap(game, draft, seat, command.to)
        return
    if do == "claim":
        spit_claim.slam(game, draft, seat)
        return
    if do == "conceal":
        draft.set(f"concealed.{seat}", True)
        return
    if do == "refill":
        game.lapse(draft)
        draft.deal_up(game.spits[seat], command.to)
        return
    _perform_spit(game, draft, seat, command.to, now)


def _perform_spit(game: "Spit", draft: Draft, seat: int, pile: str, now: int) -> None:
    """Perform a shout: a claim at the end of a deal (SPIT-20), a call of twins (SPIT-21), else a call to spit."""
    if draft.scalars["phase"] == "slap":
        spit_claim.shout(game, draft, seat, now)
    elif spit_twin.is_twin(game, draft):
        spit_twin.call(game, draft, seat, now)
    else:
        spit_call.call(game, draft, seat, pile, now)


def turns_anyway(game: "Spit", draft: Draft) -> bool:
    """See ``Race.turns_anyway``; while there is no spit pile, both spit anew in any case (SPIT-21)."""
    return draft.scalars["phase"] == "play" and not game.spit_piles(draft)


def lower(game: "Spit", draft: Draft, seat: int) -> None:
    """Disarm the seat's card and unmark its space."""
    for key in game.in_hand[seat]:
        if draft.scalars[key]:
            draft.set(key, "")


def _before_a_move(game: "Spit", draft: Draft, command: Command) -> None:
    """Cancel shouts when cards are moved, until the last is given: after it, moves cannot stall the game (GEN-5).

    A move that turns a card counts like a turn (SPIT-4).
    """
    pile = draft.zones[command.source]
    if command.do in game.turning and len(pile) > 1 and pile[-2][0] == DOWN:
        game.lapse(draft)
    elif not draft.scalars["turn_at"]:
        for said in game.said:
            draft.set(said, False)
