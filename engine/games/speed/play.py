"""The commands of a seat in Speed: which are legal, and what each does (SPEED-4 to SPEED-8, SPEED-15, SPEED-16)."""

from dataclasses import replace
from typing import Final

from engine import race
from engine.cards import is_joker
from engine.games.speed.rules import (
    SHOUT,
    SpeedRules,
    cards_left,
    drawing,
    first_gap,
    fitting,
    has_action,
    may_lay,
    may_shout,
    may_slap,
    take_card,
    takers,
)
from engine.panel import Command
from engine.race import NOTHING, Race
from engine.table import Draft, Table

SLAP: Final = Command("slap")


class SpeedPlay(Race):
    """The commands of Speed: which are legal, and what each does.

    ``legal`` and ``Speed.all_stuck`` run for every seat after every play, so both find the cards that two piles accept
    in line: a call costs some 2 % of a command.
    """

    rules: SpeedRules
    """Set by the subclass."""

    def refusal(self, table: Table, seat: int, command: Command) -> str | None:
        """See ``Game.refusal``: ``phase``, ``empty``, ``rank``, ``occupied`` (hand full), ``window`` (all else)."""
        rules = self.rules
        if table.scalars["phase"] != "play":
            return None if command.do == "slap" and may_slap(rules, table) else "phase"
        if command.do == "play":
            card, source, pile, zones = command.card, command.source, command.to, table.zones
            if source not in rules.slots[seat] or card not in zones[source]:
                return "empty"
            if pile not in rules.centres or (rules.declares and is_joker(card) and not command.word):
                return "rank"
            below = zones[pile]
            takes = fitting(rules, table, pile) if rules.declares else rules.fits[below[-1]] if below else NOTHING
            return None if card in takes else "rank"
        if command.do == "draw":
            return _draw_refusal(rules, table, seat, command)
        if command.do == "lay":
            is_own = command.source in rules.slots[seat] and command.card in table.zones[command.source]
            is_right = is_own and command.to == rules.centres[seat]
            return "empty" if not is_right else None if may_lay(rules, table, seat) else "window"
        return None if command.do == SHOUT and may_shout(rules, table, seat) else "window"

    def legal(self, table: Table, seat: int) -> list[Command]:
        """See ``Game.legal``: plays by pile and then by slot, a card to draw, a shout, cards to lay; a slap."""
        rules = self.rules
        scalars = table.scalars
        if scalars["phase"] != "play":
            return [SLAP] if may_slap(rules, table) else []
        if rules.is_plain:
            zones, fits = table.zones, rules.fits
            one, other = rules.centres
            pile = zones[one]
            on_one = fits[pile[-1]] if pile else NOTHING
            pile = zones[other]
            on_other = fits[pile[-1]] if pile else NOTHING
            commands, second = [], []
            for slot, plays, other_plays in rules.plays[seat]:
                held = zones[slot]
                if held:
                    card = held[0]
                    if card in on_one:
                        commands.append(plays[card])
                    if card in on_other:
                        second.append(other_plays[card])
            if second:
                commands += second
        else:
            commands = _any_plays(rules, table, seat)
        if rules.draws_by_hand and (draw := drawing(rules, table, seat)):
            commands.append(draw)
        if scalars["stuck"] or rules.options.consent_flip:
            commands += _before_a_turn(rules, table, seat)
        return commands

    def perform(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """Perform a play with its refill, a draw, a shout, the choice of a card to lay, or a slap."""
        rules = self.rules
        if command.do == SHOUT:
            race.shout(rules.race, draft, seat, self.seats_that_call(draft), now)
            return
        if command.do == "lay":
            draft.set(rules.laid[seat], command.source)
            draft.set(rules.armed[seat], command.source)  # shown like any card that was picked up
            return
        if command.do == "slap":
            _slap(rules, draft, seat)
            return
        race.cancel_pending(rules.race, draft)
        source = command.source
        if command.do == "draw":
            take_card(rules, draft, seat, command.to, now)
            return
        armed = rules.armed[seat]
        if draft.scalars[armed]:
            draft.set(armed, "")
        if rules.declares:
            _note_declared(rules, draft, command)
        draft.move(command.card, source, command.to)
        if not rules.draws_by_hand and draft.zones[rules.stocks[seat]]:
            take_card(rules, draft, seat, source, now)

    def would_take(self, table: Table, seat: int, command: Command) -> bool:
        """See ``Game.would_take``; a slap has had a cause where ACTION had any, a card where it could be laid."""
        if command.do == "slap":
            return has_action(self.rules, table, seat)
        if table.phase != "play":
            return False
        return bool(takers(self.rules, table, command.card)) or may_lay(self.rules, table, seat)


def _draw_refusal(rules: SpeedRules, table: Table, seat: int, command: Command) -> str | None:
    if not rules.draws_by_hand or command.source != rules.stocks[seat] or not table.zones[command.source]:
        return "empty"
    return None if command.to == first_gap(rules, table, seat) else "occupied"


def _before_a_turn(rules: SpeedRules, table: Table, seat: int) -> list[Command]:
    """Return the shout, and the choices of a card to lay at the turn (SPEED-7, SPEED-15)."""
    commands = [Command(SHOUT)] if may_shout(rules, table, seat) else []
    if may_lay(rules, table, seat):
        commands += [laying(rules, table, seat, slot) for slot in rules.hands[seat] if table.zones[slot]]
    return commands


def laying(rules: SpeedRules, table: Table, seat: int, slot: str) -> Command:
    """Return the command that chooses the slot's card for the coming turn (SPEED-15)."""
    return Command("lay", table.zones[slot][0], slot, rules.centres[seat])


def _any_plays(rules: SpeedRules, table: Table, seat: int) -> list[Command]:
    """Return the plays for any number of piles; a joker may have to be declared."""
    plays: list[Command] = []
    for pile in rules.centres:
        takes = fitting(rules, table, pile)
        for slot in rules.hands[seat]:
            held = table.zones[slot]
            if held and held[0] in takes:
                play = Command("play", held[0], slot, pile)
                plays += _spoken(play) if rules.declares else (play,)
    return plays


def _spoken(command: Command) -> tuple[Command, ...]:
    """Return the plays of a card when jokers are declared: up and down for a joker, else a single play."""
    if not is_joker(command.card):
        return (command,)
    return (replace(command, word="up"), replace(command, word="down"))


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


def _slap(rules: SpeedRules, draft: Draft, seat: int) -> None:
    """Slap first: the finisher has won the deal; the other catches it, and play goes on (SPEED-16)."""
    finisher = draft.number("finisher")
    if seat == finisher:
        draft.say(seat, "speed")
        give_deal(rules, draft, finisher)
    else:
        draft.say(seat, "catch")
        draft.phase("play")


def give_deal(rules: SpeedRules, draft: Draft, winner: int | None) -> None:
    """Score the deal: one point for it, or one for each card left to the others (``score``), and end it."""
    if winner is not None:
        points = sum(cards_left(rules, draft, seat) for seat in rules.all_seats if seat != winner)
        draft.score(winner, points if rules.options.score == "points" else 1)
    race.cancel_pending(rules.race, draft)
    race.end_deal(draft, winner)
