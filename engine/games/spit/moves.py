"""The execution of the commands of Spit (SPIT-3 to SPIT-5, SPIT-7, SPIT-10, SPIT-16, SPIT-19 to SPIT-22, SPIT-27)."""

from collections.abc import Callable
from typing import TypeAlias

from engine import race
from engine.cards import DOWN
from engine.games.spit import claiming, many_seats, running, spitting, twins
from engine.games.spit.cancelling import disarm, lapse
from engine.games.spit.rules import SpitRules
from engine.panel import Command
from engine.table import Draft

BeforePlay: TypeAlias = Callable[[Draft, int], None] | None
"""A variant's action just before a play covers a top; the integer is the time (play clock, ns). None for Spit."""


def perform(
    rules: SpitRules, draft: Draft, seat: int, command: Command, now: int, before_play: BeforePlay = None
) -> None:
    """See ``Game.perform``; with ``auto_turn`` a face-down top turns at the moment it is uncovered."""
    do = command.do
    if do == "play":
        race.lapse(rules.race, draft)  # not ``cancelling.lapse``: there are spit piles
        if rules.travel_ns:
            disarm(rules, draft, seat)
            running.set_off(rules, draft, seat, command, now)
        else:
            _lay(rules, draft, seat, command, now, before_play)
    elif do == "turn":
        lapse(rules, draft)
        draft.turn_top(command.source)
    elif do in ("move", "stack"):
        _before_a_move(rules, draft, command)
        _lay(rules, draft, seat, command, now, None)
    elif do == "slap" and rules.is_many:
        many_seats.take_pile(rules, draft, seat, command.to)
    elif do == "slap" or (do == "claim" and command.to):
        claiming.slap(rules, draft, seat, command.to)
    elif do == "claim":
        claiming.slam(rules, draft, seat)
    elif do == "conceal":
        draft.set(f"concealed.{seat}", True)
    elif do == "refill":
        lapse(rules, draft)
        draft.deal_up(rules.spits[seat], command.to)
    else:
        _shout(rules, draft, seat, command.to, now)


def land(rules: SpitRules, draft: Draft, now: int, before_play: BeforePlay = None) -> None:
    """Land the card of the first seat under way (SPIT-27)."""
    seat, play = running.arrive(draft)
    _lay(rules, draft, seat, play, now, before_play)


def _lay(rules: SpitRules, draft: Draft, seat: int, command: Command, now: int, before_play: BeforePlay) -> None:
    """Put a card from a stock pile on the command's target (SPIT-3, SPIT-5, SPIT-19)."""
    if before_play is not None:
        before_play(draft, now)
    scalars = draft.scalars
    for key in rules.in_hand[seat]:  # ``disarm``, inlined: this is the usual command
        if scalars[key]:
            draft.set(key, "")
    source = command.source
    draft.move(command.card, source, command.to)
    if rules.auto_turn and draft.zones[source]:
        draft.turn_top(source)
    if rules.has_relay and command.do == "play":
        running.hand_over(draft, seat)


def _before_a_move(rules: SpitRules, draft: Draft, command: Command) -> None:
    """Cancel shouts when cards are moved, until the last is given: after it, moves cannot stall the game (GEN-5).

    A move that turns a card counts like a turn (SPIT-4).
    """
    pile = draft.zones[command.source]
    if command.do in rules.turning and len(pile) > 1 and pile[-2][0] == DOWN:
        lapse(rules, draft)
    elif not draft.scalars["turn_at"]:
        for said in rules.race.said:
            draft.set(said, False)


def _shout(rules: SpitRules, draft: Draft, seat: int, pile: str, now: int) -> None:
    """Perform a shout: a claim at the end of a deal (SPIT-20), a call of twins (SPIT-21), else a call to spit."""
    if draft.scalars["phase"] == "slap":
        claiming.shout(draft, seat, now)
    elif twins.is_twin(rules, draft):
        twins.call(rules, draft, seat, now)
    else:
        spitting.call(rules, draft, seat, pile, now)
