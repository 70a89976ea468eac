"""The legal commands of a seat in Spit, and the reasons against others (SPIT-3 to SPIT-10, SPIT-16 to SPIT-21)."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from engine.cards import DOWN
from engine.games import spit_wait
from engine.games.spit_claim import claims, may_claim_by_shout, may_slap, to_be_had
from engine.games.spit_marker import is_ghost, is_slam
from engine.games.spit_twin import is_twin
from engine.games.spit_view import may_conceal
from engine.panel import Command
from engine.race import NOTHING
from engine.table import Table, Zone

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.spit import Spit


SPIT: Final = Command("spit")


def refusal(game: "Spit", table: Table, seat: int, command: Command, waits: bool | None = None) -> str | None:
    """Return None if the command is legal, else the first reason against it.

    Reasons: ``phase``; ``empty`` (no such card on an own pile, or no such spit pile); ``face_down``, ``face_up``;
    ``occupied``, ``alone`` (a move, SPIT-5); ``rank``, ``colour``; ``size`` (SPIT-20: that pile may not be taken);
    ``window`` (a shout or a slap out of place). ``waits`` as in ``legal``.
    """
    if game.waits and waits is None:
        return spit_wait.refusal(game, table, seat, command)
    do = command.do
    phase = table.scalars["phase"]
    if phase == "play" and do == "play":
        return _held(game, table, seat, command) or _misfit(game, table, command)
    if phase == "slap":
        return _refusal_of_a_claim(game, table, seat, command)
    if phase != "play" or do in ("slap", "claim"):
        return "phase"
    if do == "turn":
        return _turn(game, table, seat, command.source)
    return _refusal_of_the_rest(game, table, seat, command)


def _refusal_of_the_rest(game: "Spit", table: Table, seat: int, command: Command) -> str | None:
    """Return the reason against a command in phase ``play`` that is neither a play nor a turn."""
    match command.do:
        case "move":
            return _held(game, table, seat, command) or _move(game, table, seat, command)
        case "stack":
            return _held(game, table, seat, command) or _stack(game, table, seat, command)
        case "spit":
            return _spit(game, table, seat, command.to)
        case "refill":
            return _refill(game, table, seat, command.to)
        case "conceal" if may_conceal(game, table, seat):
            return None
    return "window"


def _refusal_of_a_claim(game: "Spit", table: Table, seat: int, command: Command) -> str | None:
    """Return the reason against a command while piles are claimed."""
    if command.do in ("slap", "claim") or (command.do == "spit" and game.options["claim"] == "shout"):
        return _claim(game, table, seat, command)
    return "phase"


def _held(game: "Spit", table: Table, seat: int, command: Command) -> str | None:
    """Return the reason why the command's card is not a face-up top of an own pile; None if it is."""
    source = command.source
    cards = table.zones[source] if source in game.stocks[seat] else ()
    if cards and cards[-1] == command.card:
        return None
    return "face_down" if cards and cards[-1] == DOWN + command.card else "empty"


def _misfit(game: "Spit", table: Table, command: Command) -> str | None:
    """Return why that spit pile refuses the card (SPIT-3, SPIT-18); a play without a target fits nowhere."""
    pile = command.to
    if not pile:
        return "rank"
    cards = table.zones[pile] if pile in game.centres else ()
    if not cards:
        return "empty"
    if command.card in game.fits[cards[-1]]:
        return None
    return "colour" if command.card in game.by_rank[cards[-1]] else "rank"


def _turn(game: "Spit", table: Table, seat: int, source: str) -> str | None:
    """Return the reason against a turn (SPIT-4)."""
    if source not in game.stocks[seat] or not table.zones[source]:
        return "empty"
    return None if table.zones[source][-1][0] == DOWN else "face_up"


def _move(game: "Spit", table: Table, seat: int, command: Command) -> str | None:
    """Return the reason against a move: only into an own space, and never a pile's only card (SPIT-5)."""
    if command.to not in game.stocks[seat] or table.zones[command.to]:
        return "occupied"
    return "alone" if len(table.zones[command.source]) == 1 else None


def _stack(game: "Spit", table: Table, seat: int, command: Command) -> str | None:
    """Return the reason against a stack: only onto an own face-up top of equal rank (SPIT-19)."""
    if not game.stacks or command.to == command.source:
        return "occupied"
    cards = table.zones[command.to] if command.to in game.stocks[seat] else ()
    if not cards:
        return "empty"
    if cards[-1][0] == DOWN:
        return "face_down"
    return None if cards[-1][0] == command.card[0] else "rank"


def _refill(game: "Spit", table: Table, seat: int, space: str) -> str | None:
    """Return the reason against a refill: own space and a spit card, in the layout with refills (SPIT-16)."""
    if not game.refills or space not in game.stocks[seat] or table.zones[space]:
        return "occupied"
    return None if table.zones[game.spits[seat]] else "empty"


def _claim(game: "Spit", table: Table, seat: int, command: Command) -> str | None:
    """Return the reason against a claim (SPIT-10, SPIT-20).

    A ghost is claimed, a pile is slapped (SPIT-24), a borrowed marker is slammed (SPIT-25).
    """
    do, pile = command.do, command.to
    if do == "spit":
        return None if may_claim_by_shout(game, table) and not pile else "window"
    if do == "claim" and not pile:
        return None if is_slam(game, table) else "window"
    if not may_slap(game, table, seat):
        return "window"
    if pile not in claims(game, table) or (do == "claim") != is_ghost(table, pile):
        return "empty"
    return None if pile in to_be_had(game, table) else "size"


def _spit(game: "Spit", table: Table, seat: int, pile: str) -> str | None:
    """Return the reason against a shout (SPIT-7): alone, it names a pile (SPIT-8); twins may be called (SPIT-21)."""
    if is_twin(game, table):
        return "window" if pile else None
    if game.chooser(table) == seat:
        return None if pile in game.spit_piles(table) else "empty"
    return None if not pile and game.may_shout(table, seat) else "window"


def claim_of(table: Table, pile: str) -> Command:
    """Return the command that claims a pile, or a ghost in its place."""
    return Command("claim" if is_ghost(table, pile) else "slap", to=pile)


def legal(game: "Spit", table: Table, seat: int, waits: bool | None = None) -> list[Command]:
    """Return every legal command of the seat: pile by pile, then shouts or slaps.

    ``waits`` is False for a seat already known not to wait, in games where seats may have to wait (``spit_wait``).
    """
    if game.waits and waits is None:
        return spit_wait.legal(game, table, seat)
    scalars = table.scalars
    phase = scalars["phase"]
    if phase == "play":
        if game.is_plain and not scalars["stuck"]:
            return _from_piles(game, table, seat)
        commands = _from_piles_of_many(game, table, seat) if game.many else _from_piles(game, table, seat)
        if game.varies:
            commands += _of_variations(game, table, seat)
        return commands + _spits(game, table, seat) if scalars["stuck"] or game.twins else commands
    if phase == "slap" and may_slap(game, table, seat):
        return [claim_of(table, pile) for pile in to_be_had(game, table)]
    if is_slam(game, table):
        return [Command("claim")]
    return [SPIT] if phase == "slap" and may_claim_by_shout(game, table) else []


def _of_variations(game: "Spit", table: Table, seat: int) -> list[Command]:
    """Extra commands of the variations: stacking equals, refilling a space, picking up last cards."""
    zones, stocks = table.zones, game.stocks[seat]
    commands = _stacks(zones, stocks) if game.stacks else []
    if game.refills and zones[game.spits[seat]]:
        commands += [Command("refill", to=stock) for stock in stocks if not zones[stock]]
    if game.conceals and may_conceal(game, table, seat):
        commands.append(Command("conceal"))
    return commands


def _from_piles(game: "Spit", table: Table, seat: int) -> list[Command]:
    """Return the commands of each pile: the turn of a face-down top, else its plays and then its moves into spaces."""
    zones, fits, stocks = table.zones, game.fits, game.stocks[seat]
    one, other = game.centres
    pile = zones[one]
    on_one = fits[pile[-1]] if pile else NOTHING
    pile = zones[other]
    on_other = fits[pile[-1]] if pile else NOTHING
    commands: list[Command] = []
    spaces: list[str] = []
    for stock in stocks:
        if not zones[stock]:
            spaces.append(stock)  # noqa: PERF401  # runs after every play; faster than a comprehension
    for stock in stocks:
        cards = zones[stock]
        if cards:
            top = cards[-1]
            if top in on_one:
                commands.append(game.plays[stock][top])
            if top in on_other:
                commands.append(game.other_plays[stock][top])
            elif top not in fits:  # face down
                commands.append(game.turns[stock])
                continue
            if spaces and len(cards) > 1:
                _list_moves(game, top, stock, spaces, commands)
    return commands


def _list_moves(game: "Spit", card: str, stock: str, spaces: Sequence[str], commands: list[Command]) -> None:
    """Append the moves of a card into these spaces (SPIT-5); the card is not its pile's only one."""
    moves = game.moves[stock]
    for space in spaces:
        commands.append(moves[space][card])  # noqa: PERF401  # as above


def _from_piles_of_many(game: "Spit", table: Table, seat: int) -> list[Command]:
    """Like ``_from_piles``, for more than two spit piles."""
    zones, stocks = table.zones, game.stocks[seat]
    spaces = [stock for stock in stocks if not zones[stock]]
    commands: list[Command] = []
    for stock in stocks:
        top = table.top(stock)
        if top is None:
            continue
        if top[0] == DOWN:
            commands.append(game.turns[stock])
            continue
        commands += [Command("play", top, stock, pile) for pile in game.centres if _goes(game, table, top, pile)]
        if len(zones[stock]) > 1:
            _list_moves(game, top, stock, spaces, commands)
    return commands


def _goes(game: "Spit", table: Table, card: str, pile: str) -> bool:
    top = table.top(pile)
    return top is not None and card in game.fits[top]


def _stacks(zones: Mapping[str, Zone], stocks: Sequence[str]) -> list[Command]:
    tops = [(stock, zones[stock][-1]) for stock in stocks if zones[stock]]
    return [
        Command("stack", card, stock, other)
        for stock, card in tops
        for other, under in tops
        if card[0] == under[0] != DOWN and stock != other
    ]


def _spits(game: "Spit", table: Table, seat: int) -> list[Command]:
    """Return the shouts: of twins (SPIT-21), of being stuck, or of a pile to spit on alone (SPIT-8)."""
    if game.twins and is_twin(game, table):
        return [SPIT]
    if not table.scalars["stuck"]:
        return []
    if game.chooser(table) == seat:
        return [Command("spit", to=pile) for pile in game.spit_piles(table)]
    return [SPIT] if game.may_shout(table, seat) else []
