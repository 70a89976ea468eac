"""The legal commands of a seat in Spit, in their order (SPIT-3 to SPIT-10, SPIT-16 to SPIT-21).

``from_piles`` runs for every seat after every play: a call costs some 2 % of a command.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.cards import DOWN
from engine.games.spit.claiming import allowed, claim_of, may_claim_by_shout, may_slap
from engine.games.spit.marker import is_slam
from engine.games.spit.queries import spit_piles
from engine.games.spit.rules import SHOUT, SpitRules
from engine.games.spit.spitting import chooser, may_shout
from engine.games.spit.twins import is_twin
from engine.games.spit.visibility import may_conceal
from engine.panel import Command
from engine.race import NOTHING
from engine.table import Table, Zone

SPIT: Final = Command(SHOUT)


def legal(rules: SpitRules, table: Table, seat: int) -> list[Command]:
    """Return every legal command of a seat that does not have to wait: pile by pile, then shouts or slaps."""
    scalars = table.scalars
    if scalars["phase"] != "play":
        return _claims(rules, table, seat)
    commands = _from_piles_of_many(rules, table, seat) if rules.is_many else from_piles(rules, table, seat)
    if rules.varies:
        commands += _of_variations(rules, table, seat)
    if scalars["stuck"] or rules.has_twins:
        commands += shouts(rules, table, seat)
    return commands


def from_piles(rules: SpitRules, table: Table, seat: int) -> list[Command]:
    """Return the commands of each pile: the turn of a face-down top, else its plays and then its moves into spaces.

    For two spit piles. These are all legal commands of a plain game (``SpitRules.is_plain``) until all are stuck.
    """
    zones, fits, stocks = table.zones, rules.fits, rules.stocks[seat]
    one, other = rules.centres
    pile = zones[one]
    on_one = fits[pile[-1]] if pile else NOTHING
    pile = zones[other]
    on_other = fits[pile[-1]] if pile else NOTHING
    commands: list[Command] = []
    spaces: list[str] = []
    for stock in stocks:
        if not zones[stock]:
            spaces.append(stock)  # noqa: PERF401  # faster than a comprehension
    for stock in stocks:
        cards = zones[stock]
        if cards:
            top = cards[-1]
            if top in on_one:
                commands.append(rules.plays[stock][top])
            if top in on_other:
                commands.append(rules.other_plays[stock][top])
            elif top not in fits:  # face down
                commands.append(rules.turns[stock])
                continue
            if spaces and len(cards) > 1:
                _list_moves(rules, top, stock, spaces, commands)
    return commands


def _list_moves(rules: SpitRules, card: str, stock: str, spaces: Sequence[str], commands: list[Command]) -> None:
    """Append the moves of a card into these spaces (SPIT-5); the card is not its pile's only one."""
    moves = rules.moves[stock]
    for space in spaces:
        commands.append(moves[space][card])  # noqa: PERF401  # as above


def _from_piles_of_many(rules: SpitRules, table: Table, seat: int) -> list[Command]:
    """Return the commands of each pile, as in ``from_piles``, for more than two spit piles."""
    zones, stocks = table.zones, rules.stocks[seat]
    spaces = [stock for stock in stocks if not zones[stock]]
    commands: list[Command] = []
    for stock in stocks:
        top = table.top(stock)
        if top is None:
            continue
        if top[0] == DOWN:
            commands.append(rules.turns[stock])
            continue
        commands += [Command("play", top, stock, pile) for pile in rules.centres if _goes(rules, table, top, pile)]
        if len(zones[stock]) > 1:
            _list_moves(rules, top, stock, spaces, commands)
    return commands


def _goes(rules: SpitRules, table: Table, card: str, pile: str) -> bool:
    top = table.top(pile)
    return top is not None and card in rules.fits[top]


def _of_variations(rules: SpitRules, table: Table, seat: int) -> list[Command]:
    """Extra commands of the variations: stacking equals, refilling a space, picking up last cards."""
    zones, stocks = table.zones, rules.stocks[seat]
    commands = _stacks(zones, stocks) if rules.stacks else []
    if rules.refills and zones[rules.spits[seat]]:
        commands += [Command("refill", to=stock) for stock in stocks if not zones[stock]]
    if rules.conceals and may_conceal(rules, table, seat):
        commands.append(Command("conceal"))
    return commands


def _stacks(zones: Mapping[str, Zone], stocks: Sequence[str]) -> list[Command]:
    tops = [(stock, zones[stock][-1]) for stock in stocks if zones[stock]]
    return [
        Command("stack", card, stock, other)
        for stock, card in tops
        for other, under in tops
        if card[0] == under[0] != DOWN and stock != other
    ]


def shouts(rules: SpitRules, table: Table, seat: int) -> list[Command]:
    """Return the shouts: of twins (SPIT-21), of being stuck, or of a pile to spit on alone (SPIT-8)."""
    if rules.has_twins and is_twin(rules, table):
        return [SPIT]
    if not table.scalars["stuck"]:
        return []
    if chooser(rules, table) == seat:
        return [Command("spit", to=pile) for pile in spit_piles(rules, table)]
    return [SPIT] if may_shout(rules, table, seat) else []


def _claims(rules: SpitRules, table: Table, seat: int) -> list[Command]:
    """Return the claims of piles at the end of a deal (SPIT-9, SPIT-10, SPIT-20, SPIT-24, SPIT-25)."""
    if table.scalars["phase"] != "slap":
        return []
    if may_slap(rules, table, seat):
        return [claim_of(table, pile) for pile in allowed(rules, table)]
    if is_slam(rules, table):
        return [Command("claim")]
    return [SPIT] if may_claim_by_shout(rules, table) else []
