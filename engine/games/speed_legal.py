"""The legal commands of a seat in Speed, and the test for stuck seats (SPEED-4 to SPEED-8).

The methods ``refusal``, ``legal``, ``can_go_on`` and ``all_stuck`` of the game. They run for every seat after every
play, so the usual case of two piles is written without a loop.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.cards import is_joker
from engine.panel import Command
from engine.race import NOTHING, Race, Taken
from engine.table import Draft, Table, Zone

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.speed import Speed


def refusal(game: "Speed", table: Table, seat: int, command: Command) -> str | None:
    """See ``Game.refusal``: ``phase``, ``empty``, ``rank``, ``occupied`` (hand full), ``window`` (shout)."""
    if table.scalars["phase"] != "play":
        return "phase"
    if command.do == "play":
        card, source, pile = command.card, command.source, command.to
        if source not in game.slots[seat] or table.zones[source] != (card,):
            return "empty"
        if pile not in game.piles or (game.declares and is_joker(card) and not command.word):
            return "rank"
        below = table.zones[pile]
        takes = fitting(game, table, pile) if game.declares else game.fits[below[-1]] if below else NOTHING
        return None if card in takes else "rank"
    if command.do == "draw":
        return _draw_refusal(game, table, seat, command)
    return None if command.do == game.shout and game.may_shout(table, seat) else "window"


def _draw_refusal(game: "Speed", table: Table, seat: int, command: Command) -> str | None:
    if game.auto or command.source != game.stocks[seat] or not table.zones[command.source]:
        return "empty"
    return None if command.to == first_gap(game, table, seat) else "occupied"


def fitting(game: "Speed", table: Table | Draft, pile: str) -> Taken:
    """Return the cards that the pile accepts now (SPEED-4; options ``doubles``, ``jokers``, ``declared_joker``)."""
    cards = table.zones[pile]
    if not cards:
        return NOTHING
    top = cards[-1]
    if game.declares and is_joker(top):
        return game.fits[table.text(f"declared.{pile[-1]}") or top]
    return game.fits[top]


def takers(game: "Speed", table: Table | Draft, card: str) -> list[str]:
    """Return the piles that accept the card now, from the left."""
    return [pile for pile in game.centres if card in fitting(game, table, pile)]


def first_gap(game: "Speed", table: Table | Draft, seat: int) -> str:
    """Return the lowest empty slot of a hand, or ``""`` (SPEED-5)."""
    return next((slot for slot in game.hands[seat] if not table.zones[slot]), "")


def drawing(game: "Speed", table: Table, seat: int) -> Command | None:
    """Return the draw command, if the seat itself draws and has a gap and a card for it (SPEED-5)."""
    stock = game.stocks[seat]
    if game.auto or not table.zones[stock]:
        return None
    gap = first_gap(game, table, seat)
    return Command("draw", source=stock, to=gap) if gap else None


def legal(game: "Speed", table: Table, seat: int) -> list[Command]:
    """See ``Game.legal``: plays pile by pile and then slot by slot, a card to draw, a shout."""
    scalars = table.scalars
    if scalars["phase"] != "play":
        return []
    commands = _plays(game, table.zones, seat) if game.is_plain else _any_plays(game, table, seat)
    if not game.auto and (draw := drawing(game, table, seat)):
        commands.append(draw)
    if (scalars["stuck"] or game.consents) and game.may_shout(table, seat):
        commands.append(Command(game.shout))
    return commands


def _plays(game: "Speed", zones: Mapping[str, Zone], seat: int) -> list[Command]:
    one, other = game.centres
    pile, fits = zones[one], game.fits
    on_one = fits[pile[-1]] if pile else NOTHING
    pile = zones[other]
    on_other = fits[pile[-1]] if pile else NOTHING
    first, second = [], []
    for slot, plays, other_plays in game.plays[seat]:
        held = zones[slot]
        if held:
            card = held[0]
            if card in on_one:
                first.append(plays[card])
            if card in on_other:
                second.append(other_plays[card])
    return first + second


def _any_plays(game: "Speed", table: Table, seat: int) -> list[Command]:
    """Return the plays for any number of piles; a joker may have to be declared."""
    plays: list[Command] = []
    for pile in game.centres:
        takes = fitting(game, table, pile)
        for slot in game.hands[seat]:
            held = table.zones[slot]
            if held and held[0] in takes:
                play = Command("play", held[0], slot, pile)
                plays += _spoken(play) if game.declares else (play,)
    return plays


def _spoken(command: Command) -> tuple[Command, ...]:
    """Return the plays of a card when jokers are declared: up and down for a joker, else a single play."""
    if not is_joker(command.card):
        return (command,)
    return (replace(command, word="up"), replace(command, word="down"))


def can_go_on(game: "Speed", draft: Draft | Table, seat: int) -> bool:
    """Return whether the seat has a legal play, or a card to draw (SPEED-6)."""
    zones = draft.zones
    if not game.auto and zones[game.stocks[seat]] and first_gap(game, draft, seat):
        return True
    held = [zones[slot][0] for slot in game.hands[seat] if zones[slot]]
    return any(not fitting(game, draft, pile).isdisjoint(held) for pile in game.centres)


def all_stuck(game: "Speed", draft: Draft | Table) -> bool:
    """See ``Race.all_stuck``."""
    if not (game.is_plain and game.auto):
        return Race.all_stuck(game, draft)
    # The cards that the two piles accept, as in Spit; inlined, since a call costs some 2 % of a command, by its
    # bytecodes.
    zones, fits = draft.zones, game.fits
    one, other = game.centres
    pile = zones[one]
    on_one = fits[pile[-1]] if pile else NOTHING
    pile = zones[other]
    on_other = fits[pile[-1]] if pile else NOTHING
    for slot in game.all_slots:
        held = zones[slot]
        if held:
            card = held[0]
            if card in on_one or card in on_other:
                return False
    return True
