"""The meanings of the eight buttons in Spit (rules/spit.md, "Buttons"), and the presses for each command."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.cards import DOWN
from engine.games.spit_claim import may_claim_by_shout, may_slap
from engine.games.spit_legal import claim_of
from engine.games.spit_marker import is_slam
from engine.games.spit_twin import is_twin
from engine.games.spit_view import may_conceal
from engine.games.spit_wait import may_act
from engine.panel import ACTION, CARDS, LEFT, NOTHING, RIGHT, Command, Meaning, is_held, mask
from engine.table import Table

if TYPE_CHECKING:  # the game and this module use each other
    from engine.games.spit import Spit

SIDES = (LEFT, RIGHT)
CARD_MASK = mask(CARDS)
SIDE_MASK = mask(SIDES)


def meaning(game: "Spit", table: Table, seat: int, button: str, held: int) -> Meaning:
    """Return the meaning of a button during play or the claiming of piles; NOTHING in every other phase."""
    phase = table.phase
    if phase == "slap":
        return _slap(game, table, seat, button)
    if phase != "play" or (game.waits and not may_act(game, table, seat)):
        return NOTHING
    if game.options["hands"] == "one" and held & CARD_MASK:
        return Meaning(foul="two_hands")
    if button == ACTION:
        return _action(game, table, seat)
    if button in SIDES:
        return _side(game, table, seat, game.centres[SIDES.index(button)], held)
    stock = pile_of(game, seat, button, held)
    return _stock(game, table, seat, stock, held) if stock else NOTHING


def pile_of(game: "Spit", seat: int, button: str, held: int) -> str:
    """Return the stock pile of a card button; the sixth is CARD5 with both sides held (SPIT-17). Empty for none."""
    stocks = game.stocks[seat]
    place = CARDS.index(button)
    if len(stocks) > len(CARDS) and place == len(CARDS) - 1 and held & SIDE_MASK == SIDE_MASK:
        place += 1
    return stocks[place] if place < len(stocks) else ""


def _slap(game: "Spit", table: Table, seat: int, button: str) -> Meaning:
    """LEFT and RIGHT slap at the end of a deal (SPIT-9, SPIT-10); ACTION says "Spit" for the choice (SPIT-20)."""
    if button == ACTION and is_slam(game, table):
        return Meaning("slam", Command("claim"), lit=True)
    if button == ACTION and may_claim_by_shout(game, table):
        return Meaning("spit", Command("spit"), lit=True)
    if button not in SIDES or not may_slap(game, table, seat):
        return NOTHING
    pile = game.centres[SIDES.index(button)]
    if not table.zones[pile]:
        return NOTHING
    return Meaning("slap", claim_of(table, pile), lit=True, zone=pile)


def _action(game: "Spit", table: Table, seat: int) -> Meaning:
    """ACTION calls "Spit!"; a seat that spits alone and does not choose spits on its own pile (SPIT-7, SPIT-8).

    A call of two tops of one rank comes before anything else (SPIT-21).
    """
    if is_twin(game, table):
        return Meaning("spit", Command("spit"), lit=True)
    if game.twins and not game.spit_piles(table):
        return Meaning("", Command("spit"))  # a late call, which loses with a margin
    own = game.centres[seat] if game.chooser(table) == seat else ""
    if own or game.may_shout(table, seat):
        return Meaning("spit", Command("spit", to=own), lit=True, zone=own)
    return Meaning("conceal", Command("conceal"), lit=True) if may_conceal(game, table, seat) else NOTHING


def _side(game: "Spit", table: Table, seat: int, pile: str, held: int) -> Meaning:
    """LEFT and RIGHT play the armed card, or choose where to spit alone (SPIT-8); held, they select a sixth pile."""
    if game.chooser(table) == seat:
        return Meaning("spit", Command("spit", to=pile), lit=True, zone=pile)
    armed = table.text(f"armed.{seat}")
    if not armed:
        return _held_side(game, table, seat, pile, held)
    card = table.zones[armed][-1]
    takes = pile in game.taking(table, card)
    return Meaning("play" if takes else "", Command("play", card, armed, pile), lit=takes, zone=pile)


def _held_side(game: "Spit", table: Table, seat: int, pile: str, held: int) -> Meaning:
    """A side with no card armed works only while held: lit where a card has no other way to its pile."""
    if table.text(f"marked.{seat}") and not held & SIDE_MASK:  # any card pressed alone would be moved
        for stock in game.stocks[seat]:
            if table.zones[stock] and pile in game.taking(table, table.zones[stock][-1]):
                return Meaning("hold", lit=True, zone=stock)
    return to_the_sixth(game, table, seat)


def to_the_sixth(game: "Spit", table: Table, seat: int) -> Meaning:
    """LEFT and RIGHT, held together, turn CARD5 into the sixth pile's button (SPIT-17); lit if that button is."""
    if len(game.stocks[seat]) <= len(CARDS):
        return NOTHING
    sixth = game.press(table, seat, CARDS[-1], SIDE_MASK)
    return Meaning("hold", lit=True, zone=sixth.zone) if sixth.lit else NOTHING


def _stock(game: "Spit", table: Table, seat: int, stock: str, held: int) -> Meaning:
    """Return the meaning of a stock pile's button: for a space, a face-down card or a face-up card."""
    cards = table.zones[stock]
    armed = table.text(f"armed.{seat}")
    if not cards:
        return space(game, table, seat, stock)
    card = cards[-1]
    if card[0] == DOWN:
        return Meaning("turn", Command("turn", source=stock), lit=True, zone=stock)
    sides = [pile for side, pile in zip(SIDES, game.centres, strict=False) if is_held(held, side)] if held else []
    if len(sides) == 1:
        takes = sides[0] in game.taking(table, card)
        return Meaning("play" if takes else "", Command("play", card, stock, sides[0]), lit=takes, zone=stock)
    marked = table.text(f"marked.{seat}")
    if marked:
        unmark = ((f"marked.{seat}", ""),)
        return Meaning("move", Command("move", card, stock, marked), unmark, lit=len(cards) > 1, zone=marked)
    if game.stacks and armed and armed != stock and table.zones[armed][-1][0] == card[0]:
        return Meaning("stack", Command("stack", table.zones[armed][-1], armed, stock), lit=True, zone=stock)
    return _card(game, table, seat, stock, armed)


def space(game: "Spit", table: Table, seat: int, stock: str) -> Meaning:
    """Return the meaning of a space: the armed card moves there; or it is refilled (SPIT-16) or marked (SPIT-5)."""
    armed = table.text(f"armed.{seat}")
    if game.refills and not armed and table.zones[game.spits[seat]]:
        return Meaning("refill", Command("refill", to=stock), lit=True, zone=stock)
    if armed:
        cards = table.zones[armed]
        return Meaning("move", Command("move", cards[-1], armed, stock), lit=len(cards) > 1, zone=stock)
    is_marked = table.text(f"marked.{seat}") == stock
    mark = ((f"marked.{seat}", "" if is_marked else stock),)
    lit = is_marked or any(can_leave(game, table, other) for other in game.stocks[seat])
    return Meaning("marked" if is_marked else "mark", select=mark, lit=lit, zone=stock)


def _card(game: "Spit", table: Table, seat: int, stock: str, armed: str) -> Meaning:
    """Return the meaning of a face-up top with no space marked: arm it or, with quick play, play it if unambiguous."""
    card = table.zones[stock][-1]
    piles = game.taking(table, card)
    is_armed = armed == stock
    arm = ((f"armed.{seat}", "" if is_armed else stock),)
    if not game.quick_play or (is_armed and not piles):
        lit = is_armed or bool(piles) or can_be_shifted(game, table, seat, stock)
        return Meaning("armed" if is_armed else "arm", select=arm, lit=lit, zone=stock)
    if len(piles) == 1:
        return Meaning("play", Command("play", card, stock, piles[0]), lit=True, zone=stock)
    if is_armed:
        return Meaning("armed", Command("play", card, stock, game.centres[seat]), lit=True, zone=stock)
    if piles:
        return Meaning("choose", select=arm, lit=True, zone=stock)
    if wants_space(game, table, seat):
        return Meaning("arm", Command("play", card, stock), select=arm, zone=stock)
    return Meaning("", Command("play", card, stock), zone=stock)


def wants_space(game: "Spit", table: Table, seat: int) -> bool:
    """Return whether the seat has a space, into which an unplayable card can be moved."""
    return any(not table.zones[stock] for stock in game.stocks[seat])


def can_leave(game: "Spit", table: Table, stock: str) -> bool:
    """Return whether the pile's top may move into a space: face up, and not the pile's only card (SPIT-5).

    Where cards are hidden, a face-down top counts too, as it can be turned: a key must not reveal the card's face
    (GEN-4).
    """
    cards = table.zones[stock]
    return len(cards) > 1 and (cards[-1][0] != DOWN or game.options["cards_seen"] != "open")


def can_be_shifted(game: "Spit", table: Table, seat: int, stock: str) -> bool:
    """Return whether the pile's top, once armed, may be moved into a space or stacked on an equal (SPIT-5, SPIT-19)."""
    if len(table.zones[stock]) > 1 and wants_space(game, table, seat):
        return True
    rank = table.zones[stock][-1][0]
    tops = [table.zones[other][-1][0] for other in game.stocks[seat] if other != stock and table.zones[other]]
    return game.stacks and rank in tops


def presses_for(game: "Spit", table: Table, seat: int, command: Command) -> Sequence[str]:
    """Return the taps that give a legal command, one after the other; ``LEFT+CARD3`` is CARD3 while LEFT is held.

    With a space marked, a card pressed alone would be moved. With an equal armed, it would be stacked: so the armed
    card is disarmed first; LEFT or RIGHT held would play it. Empty if another card is armed that must be played or
    moved first: with quick play, a card that both piles accept.
    """
    if command.do in ("slap", "spit", "claim", "conceal"):
        return (SIDES[game.centres.index(command.to)],) if command.to else (ACTION,)
    if command.do == "refill":
        return _presses_to_refill(game, table, seat, command)
    card = button_of(game, seat, command.source)
    armed, marked = table.text(f"armed.{seat}"), table.text(f"marked.{seat}")
    if "+" in card + (button_of(game, seat, command.to) if command.do in ("move", "stack") else "") and armed:
        return ()  # LEFT and RIGHT, held for the sixth pile, would play the armed card
    if command.do == "turn":
        return (card,)
    if command.do == "play":
        side = SIDES[game.centres.index(command.to)]
        if armed == command.source:
            return (side,)
        if "+" in card and (armed or marked):
            return ()
        if marked:
            return (f"{side}+{card}",)
        if armed and game.stacks and table.zones[armed][-1][0] == command.card[0]:
            return (button_of(game, seat, armed), card, side)
        alone = game.quick_play and len(game.taking(table, command.card)) == 1
        return (card,) if alone else (card, side)
    return _presses_to_shift(game, table, seat, command, card)


def _presses_to_shift(game: "Spit", table: Table, seat: int, command: Command, card: str) -> Sequence[str]:
    """Mark the space before the card to move, since a card pressed first might be played; to stack, arm the card."""
    armed, marked = table.text(f"armed.{seat}"), table.text(f"marked.{seat}")
    place = button_of(game, seat, command.to)
    if armed == command.source:
        return (place,)
    put_down: tuple[str, ...] = ()
    if armed:
        if game.quick_play and game.taking(table, table.zones[armed][-1]):
            return ()
        put_down = (button_of(game, seat, armed),)
    if command.do == "move" and game.refills and table.zones[game.spits[seat]]:
        return (*put_down, card, place)  # a space pressed first would be refilled
    if command.do == "move":
        return (*put_down, card) if marked == command.to else (*put_down, place, card)
    if "+" in place:
        return ()  # not after arming the other
    if marked:
        put_down = (*put_down, button_of(game, seat, marked))
    return (*put_down, card, place)


def _presses_to_refill(game: "Spit", table: Table, seat: int, command: Command) -> Sequence[str]:
    """Disarm an armed card before the refill, unless quick play would play it."""
    place = button_of(game, seat, command.to)
    armed = table.text(f"armed.{seat}")
    if not armed:
        return (place,)
    if game.quick_play and game.taking(table, table.zones[armed][-1]):
        return ()
    return (button_of(game, seat, armed), place)


def button_of(game: "Spit", seat: int, stock: str) -> str:
    """Return the pile's button; a sixth pile has CARD5 while both sides are held (SPIT-17)."""
    place = game.stocks[seat].index(stock)
    return CARDS[place] if place < len(CARDS) else f"{LEFT}+{RIGHT}+{CARDS[-1]}"
