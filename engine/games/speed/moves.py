"""The execution of the commands of Speed (SPEED-4, SPEED-5, SPEED-7, SPEED-15, SPEED-16)."""

from engine import race
from engine.cards import is_joker
from engine.games.speed import ending
from engine.games.speed.queries import callers
from engine.games.speed.rules import SHOUT, SpeedRules
from engine.panel import Command
from engine.table import Draft


def perform(rules: SpeedRules, draft: Draft, seat: int, command: Command, now: int) -> None:
    """Perform a play with its refill, a draw, a shout, the choice of a card to lay, or a slap. See ``Game.perform``."""
    if command.do == SHOUT:
        race.shout(rules.race, draft, seat, callers(rules, draft), now)
        return
    if command.do == "lay":
        draft.set(rules.laid[seat], command.source)
        draft.set(rules.armed[seat], command.source)  # shown like any card that was picked up
        return
    if command.do == "slap":
        ending.slap(rules, draft, seat)
        return
    race.lapse(rules.race, draft)
    source = command.source
    if command.do == "draw":
        draft.deal_up(source, command.to)
        return
    armed = rules.armed[seat]
    if draft.scalars[armed]:
        draft.set(armed, "")
    if rules.declares:
        _note_declared(rules, draft, command)
    draft.move(command.card, source, command.to)
    if not rules.draws_by_hand:
        stock = rules.stocks[seat]
        if draft.zones[stock]:
            draft.deal_up(stock, source)


def _note_declared(rules: SpeedRules, draft: Draft, command: Command) -> None:
    """Set a joker's rank: one up or down from the covered card; any rank if it covers a joker of any rank."""
    pile = command.to
    counts_as = ""
    if is_joker(command.card):
        top = draft.zones[pile][-1]
        under = draft.text(f"declared.{pile[-1]}")[-1:] if is_joker(top) else top[0]
        if under:
            step = 1 if command.word == "up" else -1
            counts_as = "=" + rules.ranks[(rules.ranks.index(under) + step) % len(rules.ranks)]
    draft.set(f"declared.{pile[-1]}", counts_as)
