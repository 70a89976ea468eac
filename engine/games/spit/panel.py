"""The meanings of the eight buttons in Spit (rules/spit.md, "Buttons"); ``taps`` is the way back."""

from collections.abc import Callable
from typing import TypeAlias

from engine.cards import DOWN
from engine.games.spit.claiming import claim_of, may_claim_by_shout, may_slap
from engine.games.spit.marker import is_slam
from engine.games.spit.queries import spit_piles
from engine.games.spit.rules import SpitRules
from engine.games.spit.running import takers
from engine.games.spit.spitting import chooser, may_shout
from engine.games.spit.twins import is_twin
from engine.games.spit.visibility import may_conceal
from engine.games.spit.waiting import may_act
from engine.panel import ACTION, CARDS, LEFT, NOTHING, RIGHT, Command, Meaning, is_held, mask
from engine.table import Table

SIDES = (LEFT, RIGHT)
CARD_MASK = mask(CARDS)
SIDE_MASK = mask(SIDES)
KeyMeaning: TypeAlias = Callable[[SpitRules, Table, int, str, int], Meaning]
"""``meaning``, or that of ``many_panel``."""


def meaning(rules: SpitRules, table: Table, seat: int, button: str, held: int) -> Meaning:
    """Return the meaning of a button during play or the claiming of piles; NOTHING in every other phase."""
    phase = table.scalars["phase"]
    if phase == "slap":
        return _slap(rules, table, seat, button)
    if phase != "play" or (rules.waits and not may_act(rules, table, seat)):
        return NOTHING
    if rules.options.hands == "one" and held & CARD_MASK:
        return Meaning(foul="two_hands")
    if button == ACTION:
        return _action(rules, table, seat)
    if button in SIDES:
        return _side(rules, table, seat, rules.centres[SIDES.index(button)], held)
    stock = pile_of(rules, seat, button, held)
    return _stock(rules, table, seat, stock, held) if stock else NOTHING


def pile_of(rules: SpitRules, seat: int, button: str, held: int) -> str:
    """Return the stock pile of a card button; the sixth is CARD5 with both sides held (SPIT-17). Empty for none."""
    stocks = rules.stocks[seat]
    if held & SIDE_MASK == SIDE_MASK and button == CARDS[-1] and len(stocks) > len(CARDS):
        return stocks[len(CARDS)]
    return rules.buttons[seat].get(button, "")


def _slap(rules: SpitRules, table: Table, seat: int, button: str) -> Meaning:
    """LEFT and RIGHT slap at the end of a deal (SPIT-9, SPIT-10); ACTION says "Spit" for the choice (SPIT-20)."""
    if button == ACTION and is_slam(rules, table):
        return Meaning("slam", Command("claim"), lit=True)
    if button == ACTION and may_claim_by_shout(rules, table):
        return Meaning("spit", Command("spit"), lit=True)
    if button not in SIDES or not may_slap(rules, table, seat):
        return NOTHING
    pile = rules.centres[SIDES.index(button)]
    if not table.zones[pile]:
        return NOTHING
    return Meaning("slap", claim_of(table, pile), lit=True, zone=pile)


def _action(rules: SpitRules, table: Table, seat: int) -> Meaning:
    """ACTION calls "Spit!"; a seat that spits alone and does not choose spits on its own pile (SPIT-7, SPIT-8).

    A call of two tops of one rank comes before anything else (SPIT-21). Where a shout can win something, ACTION is a
    shout out of place as well.
    """
    if is_twin(rules, table):
        return Meaning("spit", Command("spit"), lit=True)
    if rules.has_twins and not spit_piles(rules, table):
        return Meaning("", Command("spit"))  # a late call, which loses with a margin
    own = rules.centres[seat] if chooser(rules, table) == seat else ""
    if own or may_shout(rules, table, seat):
        return Meaning("spit", Command("spit", to=own), lit=True, zone=own)
    if may_conceal(rules, table, seat):
        return Meaning("conceal", Command("conceal"), lit=True)
    return Meaning("", Command("spit")) if rules.shouts_race else NOTHING


def _side(rules: SpitRules, table: Table, seat: int, pile: str, held: int) -> Meaning:
    """LEFT and RIGHT play the armed card, or choose where to spit alone (SPIT-8); held, they select a sixth pile."""
    if chooser(rules, table) == seat:
        return Meaning("spit", Command("spit", to=pile), lit=True, zone=pile)
    armed = table.text(f"armed.{seat}")
    if not armed:
        return _held_side(rules, table, seat, pile, held)
    card = table.zones[armed][-1]
    takes = pile in takers(rules, table, card)
    return Meaning("play" if takes else "", Command("play", card, armed, pile), lit=takes, zone=pile)


def _held_side(rules: SpitRules, table: Table, seat: int, pile: str, held: int) -> Meaning:
    """A side with no card armed works only while held: lit where a card has no other way to its pile."""
    if table.text(f"marked.{seat}") and not held & SIDE_MASK:  # any card pressed alone would be moved
        for stock in rules.stocks[seat]:
            if table.zones[stock] and pile in takers(rules, table, table.zones[stock][-1]):
                return Meaning("hold", lit=True, zone=stock)
    return to_the_sixth(rules, table, seat, meaning)


def to_the_sixth(rules: SpitRules, table: Table, seat: int, of_key: KeyMeaning) -> Meaning:
    """LEFT and RIGHT, held together, turn CARD5 into the sixth pile's button (SPIT-17); lit if that button is."""
    if len(rules.stocks[seat]) <= len(CARDS):
        return NOTHING
    sixth = of_key(rules, table, seat, CARDS[-1], SIDE_MASK)
    return Meaning("hold", lit=True, zone=sixth.zone) if sixth.lit else NOTHING


def _stock(rules: SpitRules, table: Table, seat: int, stock: str, held: int) -> Meaning:
    """Return the meaning of a stock pile's button: for a space, a face-down card or a face-up card."""
    cards = table.zones[stock]
    if not cards:
        return space(rules, table, seat, stock)
    card = cards[-1]
    if card[0] == DOWN:
        return Meaning("turn", rules.turns[stock], lit=True, zone=stock)
    sides = [pile for side, pile in zip(SIDES, rules.centres, strict=False) if is_held(held, side)] if held else []
    if len(sides) == 1:
        takes = sides[0] in takers(rules, table, card)
        return Meaning("play" if takes else "", Command("play", card, stock, sides[0]), lit=takes, zone=stock)
    armed_key, marked_key = rules.in_hand[seat]
    armed, marked = table.scalars[armed_key], table.scalars[marked_key]
    if marked:
        unmark = ((marked_key, ""),)
        return Meaning("move", Command("move", card, stock, marked), unmark, lit=len(cards) > 1, zone=marked)
    if rules.stacks and armed and armed != stock and table.zones[armed][-1][0] == card[0]:
        return Meaning("stack", Command("stack", table.zones[armed][-1], armed, stock), lit=True, zone=stock)
    return _card(rules, table, seat, stock, armed)


def space(rules: SpitRules, table: Table, seat: int, stock: str) -> Meaning:
    """Return the meaning of a space: the armed card moves there; or it is refilled (SPIT-16) or marked (SPIT-5)."""
    armed = table.text(f"armed.{seat}")
    if rules.refills and not armed and table.zones[rules.spits[seat]]:
        return Meaning("refill", Command("refill", to=stock), lit=True, zone=stock)
    if armed:
        cards = table.zones[armed]
        return Meaning("move", Command("move", cards[-1], armed, stock), lit=len(cards) > 1, zone=stock)
    is_marked = table.text(f"marked.{seat}") == stock
    mark = ((f"marked.{seat}", "" if is_marked else stock),)
    lit = is_marked or any(can_leave(rules, table, other) for other in rules.stocks[seat])
    return Meaning("marked" if is_marked else "mark", select=mark, lit=lit, zone=stock)


def _card(rules: SpitRules, table: Table, seat: int, stock: str, armed: str) -> Meaning:
    """Return the meaning of a face-up top with no space marked: arm it or, with quick play, play it if unambiguous."""
    card = table.zones[stock][-1]
    piles = takers(rules, table, card)
    is_armed = armed == stock
    arm = ((rules.in_hand[seat][0], "" if is_armed else stock),)
    if not rules.quick_play or (is_armed and not piles):
        lit = is_armed or bool(piles) or can_be_shifted(rules, table, seat, stock)
        return Meaning("armed" if is_armed else "arm", select=arm, lit=lit, zone=stock)
    if len(piles) == 1:
        return Meaning("play", Command("play", card, stock, piles[0]), lit=True, zone=stock)
    if is_armed:
        return Meaning("armed", Command("play", card, stock, rules.centres[seat]), lit=True, zone=stock)
    if piles:
        return Meaning("choose", select=arm, lit=True, zone=stock)
    if wants_space(rules, table, seat):
        return Meaning("arm", Command("play", card, stock), select=arm, zone=stock)
    return Meaning("", Command("play", card, stock), zone=stock)


def wants_space(rules: SpitRules, table: Table, seat: int) -> bool:
    """Return whether the seat has a space, into which an unplayable card can be moved."""
    return any(not table.zones[stock] for stock in rules.stocks[seat])


def can_leave(rules: SpitRules, table: Table, stock: str) -> bool:
    """Return whether the pile's top may move into a space: face up, and not the pile's only card (SPIT-5).

    Where cards are hidden, a face-down top counts too, as it can be turned: a key must not reveal the card's face
    (GEN-4).
    """
    cards = table.zones[stock]
    return len(cards) > 1 and (cards[-1][0] != DOWN or rules.options.cards_seen != "open")


def can_be_shifted(rules: SpitRules, table: Table, seat: int, stock: str) -> bool:
    """Return whether the pile's top, once armed, may be moved into a space or stacked on an equal (SPIT-5, SPIT-19)."""
    if len(table.zones[stock]) > 1 and wants_space(rules, table, seat):
        return True
    rank = table.zones[stock][-1][0]
    tops = [table.zones[other][-1][0] for other in rules.stocks[seat] if other != stock and table.zones[other]]
    return rules.stacks and rank in tops


def button_of(rules: SpitRules, seat: int, stock: str) -> str:
    """Return the pile's button; a sixth pile has CARD5 while both sides are held (SPIT-17)."""
    place = rules.stocks[seat].index(stock)
    return CARDS[place] if place < len(CARDS) else f"{LEFT}+{RIGHT}+{CARDS[-1]}"
