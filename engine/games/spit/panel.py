"""The panel of Spit: the meanings of the eight buttons, the presses for each command, and the views (rules/spit.md)."""

from collections.abc import Sequence

from engine.cards import DOWN, HIDDEN
from engine.games.spit.course import SpitCourse
from engine.games.spit.rules import (
    SpitRules,
    away,
    chooser,
    claim_of,
    is_choosing,
    is_slam,
    is_twin,
    may_act,
    may_claim_by_shout,
    may_conceal,
    may_shout,
    may_slap,
    spit_piles,
    takers,
)
from engine.panel import ACTION, CARDS, LEFT, NOTHING, RIGHT, SIDES, Command, Meaning, is_held, mask
from engine.race import aim_taps, aimed_pile, move_aim
from engine.table import Table, Zone

CARD_MASK = mask(CARDS)
SIDE_MASK = mask(SIDES)


class SpitPanel(SpitCourse):
    """The layer of ``Spit`` that the panels and the screen ask."""

    def press(self, table: Table, seat: int, button: str, held: int) -> Meaning:
        """See ``Game.press``."""
        meaning = _meaning_among_many if self.rules.is_many else _meaning_for_two
        return meaning(self.rules, table, seat, button, held)

    def presses_for(self, table: Table, seat: int, command: Command) -> Sequence[str]:
        """See ``Game.presses_for``."""
        presses_for = _presses_among_many if self.rules.is_many else _presses_for_two
        return presses_for(self.rules, table, seat, command)

    def view(self, table: Table, seat: int, held: int = 0) -> Table:
        """See ``Game.view``; ``held`` are the buttons that the seat holds to look under its piles (SPIT-23)."""
        return _adapt(self.rules, super().view(table, seat, held), table, seat, held)


# Two seats


def _meaning_for_two(rules: SpitRules, table: Table, seat: int, button: str, held: int) -> Meaning:
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
    stock = _pile_of(rules, seat, button, held)
    return _stock(rules, table, seat, stock, held) if stock else NOTHING


def _pile_of(rules: SpitRules, seat: int, button: str, held: int) -> str:
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
    """ACTION calls "Spit!" (SPIT-7), or picks up the last cards (SPIT-22).

    A seat that spits alone and does not choose spits on its own pile, where seats aim on the aimed one (SPIT-8). A call
    of two tops of one rank comes before anything else (SPIT-21). Where a shout can win something, ACTION is a shout out
    of place as well.
    """
    if is_twin(rules, table):
        return Meaning("spit", Command("spit"), lit=True)
    if rules.options.twin_call and not spit_piles(rules, table):
        return Meaning("", Command("spit"))  # a late call, which loses with a margin
    pile = ""
    if chooser(rules, table) == seat:
        pile = aimed_pile(table, seat, rules.centres) if rules.is_many else rules.centres[seat]
    if pile or may_shout(rules, table, seat):
        return Meaning("spit", Command("spit", to=pile), lit=True, zone=pile)
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
    return _to_the_sixth(rules, table, seat)


def _to_the_sixth(rules: SpitRules, table: Table, seat: int) -> Meaning:
    """LEFT and RIGHT, held together, turn CARD5 into the sixth pile's button (SPIT-17); lit if that button is."""
    if len(rules.stocks[seat]) <= len(CARDS):
        return NOTHING
    meaning = _meaning_among_many if rules.is_many else _meaning_for_two
    sixth = meaning(rules, table, seat, CARDS[-1], SIDE_MASK)
    return Meaning("hold", lit=True, zone=sixth.zone) if sixth.lit else NOTHING


def _stock(rules: SpitRules, table: Table, seat: int, stock: str, held: int) -> Meaning:
    """Return the meaning of a stock pile's button: for a space, a face-down card or a face-up card."""
    cards = table.zones[stock]
    if not cards:
        return _space(rules, table, seat, stock)
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
    if rules.options.stack_equals and armed and armed != stock and table.zones[armed][-1][0] == card[0]:
        return Meaning("stack", Command("stack", table.zones[armed][-1], armed, stock), lit=True, zone=stock)
    card_meaning = _card_among_many if rules.is_many else _card
    return card_meaning(rules, table, seat, stock, armed)


def _space(rules: SpitRules, table: Table, seat: int, stock: str) -> Meaning:
    """Return the meaning of a space: the armed card moves there; or it is refilled (SPIT-16) or marked (SPIT-5)."""
    armed = table.text(f"armed.{seat}")
    if rules.refills and not armed and table.zones[rules.spits[seat]]:
        return Meaning("refill", Command("refill", to=stock), lit=True, zone=stock)
    if armed:
        cards = table.zones[armed]
        return Meaning("move", Command("move", cards[-1], armed, stock), lit=len(cards) > 1, zone=stock)
    is_marked = table.text(f"marked.{seat}") == stock
    mark = ((f"marked.{seat}", "" if is_marked else stock),)
    lit = is_marked or any(_can_leave(rules, table, other) for other in rules.stocks[seat])
    return Meaning("marked" if is_marked else "mark", select=mark, lit=lit, zone=stock)


def _card(rules: SpitRules, table: Table, seat: int, stock: str, armed: str) -> Meaning:
    """Return the meaning of a face-up top with no space marked: arm it or, with quick play, play it if unambiguous."""
    card = table.zones[stock][-1]
    piles = takers(rules, table, card)
    is_armed = armed == stock
    arm = ((rules.in_hand[seat][0], "" if is_armed else stock),)
    if not rules.quick_play or (is_armed and not piles):
        lit = is_armed or bool(piles) or _can_be_shifted(rules, table, seat, stock)
        return Meaning("armed" if is_armed else "arm", select=arm, lit=lit, zone=stock)
    if len(piles) == 1:
        return Meaning("play", Command("play", card, stock, piles[0]), lit=True, zone=stock)
    if is_armed:
        return Meaning("armed", Command("play", card, stock, rules.centres[seat]), lit=True, zone=stock)
    if piles:
        return Meaning("choose", select=arm, lit=True, zone=stock)
    if _wants_space(rules, table, seat):
        return Meaning("arm", Command("play", card, stock), select=arm, zone=stock)
    return Meaning("", Command("play", card, stock), zone=stock)


def _wants_space(rules: SpitRules, table: Table, seat: int) -> bool:
    """Return whether the seat has a space, into which an unplayable card can be moved."""
    return any(not table.zones[stock] for stock in rules.stocks[seat])


def _can_leave(rules: SpitRules, table: Table, stock: str) -> bool:
    """Return whether the pile's top may move into a space: face up, and not the pile's only card (SPIT-5).

    Where cards are hidden, a face-down top counts too, as it can be turned: a key must not reveal the card's face
    (GEN-4).
    """
    cards = table.zones[stock]
    return len(cards) > 1 and (cards[-1][0] != DOWN or rules.options.cards_seen != "open")


def _can_be_shifted(rules: SpitRules, table: Table, seat: int, stock: str) -> bool:
    """Return whether the pile's top, once armed, may be moved into a space or stacked on an equal (SPIT-5, SPIT-19)."""
    if len(table.zones[stock]) > 1 and _wants_space(rules, table, seat):
        return True
    rank = table.zones[stock][-1][0]
    tops = [table.zones[other][-1][0] for other in rules.stocks[seat] if other != stock and table.zones[other]]
    return rules.options.stack_equals and rank in tops


def _button_of(rules: SpitRules, seat: int, stock: str) -> str:
    """Return the pile's button; a sixth pile has CARD5 while both sides are held (SPIT-17)."""
    place = rules.stocks[seat].index(stock)
    return CARDS[place] if place < len(CARDS) else f"{LEFT}+{RIGHT}+{CARDS[-1]}"


def _presses_for_two(rules: SpitRules, table: Table, seat: int, command: Command) -> Sequence[str]:
    """Return the taps that give a legal command, one after the other; ``LEFT+CARD3`` is CARD3 while LEFT is held.

    With a space marked, a card pressed alone would be moved. With an equal armed, it would be stacked: so the armed
    card is disarmed first; LEFT or RIGHT held would play it. Empty if another card is armed that must be played or
    moved first: with quick play, a card that both piles accept.
    """
    if command.do in ("slap", "spit", "claim", "conceal"):
        return (SIDES[rules.centres.index(command.to)],) if command.to else (ACTION,)
    if command.do == "refill":
        return _taps_to_refill(rules, table, seat, command)
    card = _button_of(rules, seat, command.source)
    armed, marked = table.text(f"armed.{seat}"), table.text(f"marked.{seat}")
    if "+" in card + (_button_of(rules, seat, command.to) if command.do in ("move", "stack") else "") and armed:
        return ()  # LEFT and RIGHT, held for the sixth pile, would play the armed card
    if command.do == "turn":
        return (card,)
    if command.do == "play":
        side = SIDES[rules.centres.index(command.to)]
        if armed == command.source:
            return (side,)
        if "+" in card and (armed or marked):
            return ()
        if marked:
            return (f"{side}+{card}",)
        if armed and rules.options.stack_equals and table.zones[armed][-1][0] == command.card[0]:
            return (_button_of(rules, seat, armed), card, side)
        alone = rules.quick_play and len(takers(rules, table, command.card)) == 1
        return (card,) if alone else (card, side)
    return _taps_to_shift(rules, table, seat, command, card)


def _taps_to_shift(rules: SpitRules, table: Table, seat: int, command: Command, card: str) -> Sequence[str]:
    """Mark the space before the card to move, since a card pressed first might be played; to stack, arm the card."""
    armed, marked = table.text(f"armed.{seat}"), table.text(f"marked.{seat}")
    place = _button_of(rules, seat, command.to)
    if armed == command.source:
        return (place,)
    put_down: tuple[str, ...] = ()
    if armed:
        if rules.quick_play and takers(rules, table, table.zones[armed][-1]):
            return ()
        put_down = (_button_of(rules, seat, armed),)
    if command.do == "move" and rules.refills and table.zones[rules.spits[seat]]:
        return (*put_down, card, place)  # a space pressed first would be refilled
    if command.do == "move":
        return (*put_down, card) if marked == command.to else (*put_down, place, card)
    if "+" in place:
        return ()  # not after arming the other
    if marked:
        put_down = (*put_down, _button_of(rules, seat, marked))
    return (*put_down, card, place)


def _taps_to_refill(rules: SpitRules, table: Table, seat: int, command: Command) -> Sequence[str]:
    """Disarm an armed card before the refill, unless quick play would play it."""
    place = _button_of(rules, seat, command.to)
    armed = table.text(f"armed.{seat}")
    if not armed:
        return (place,)
    if rules.quick_play and takers(rules, table, table.zones[armed][-1]):
        return ()
    return (_button_of(rules, seat, armed), place)


# Three or four seats: LEFT and RIGHT aim (SPIT-28, and ``engine.race``)


def _meaning_among_many(rules: SpitRules, table: Table, seat: int, button: str, held: int) -> Meaning:
    """Return the meaning of a button during play or the choice of a pile; NOTHING for a seat that has to wait."""
    if table.phase != "play" or not may_act(rules, table, seat):
        return NOTHING
    if button in SIDES:
        moved = move_aim(table, seat, button, rules.centres)
        return moved if moved.lit or is_choosing(table) else _to_the_sixth(rules, table, seat)
    if is_choosing(table):
        pile = aimed_pile(table, seat, rules.centres)
        return Meaning("slap", Command("slap", to=pile), lit=True, zone=pile) if button == ACTION else NOTHING
    if rules.options.hands == "one" and held & CARD_MASK:
        return Meaning(foul="two_hands")
    if button == ACTION:
        return _action(rules, table, seat)
    stock = _pile_of(rules, seat, button, held)
    return _stock(rules, table, seat, stock, 0) if stock else NOTHING  # no side that is held plays a card


def _card_among_many(rules: SpitRules, table: Table, seat: int, stock: str, armed: str) -> Meaning:
    """Return the meaning of a face-up top with no space marked: play it or arm it; if armed, play or disarm it."""
    card = table.zones[stock][-1]
    pile = _goes_to(rules, table, seat, card)
    is_armed = armed == stock
    arm = ((f"armed.{seat}", "" if is_armed else stock),)
    if pile and (is_armed or rules.quick_play):
        return Meaning("play", Command("play", card, stock, pile), lit=True, zone=stock)
    if is_armed or not rules.quick_play:
        lit = is_armed or bool(takers(rules, table, card)) or _can_be_shifted(rules, table, seat, stock)
        return Meaning("armed" if is_armed else "arm", select=arm, lit=lit, zone=stock)
    aimed = aimed_pile(table, seat, rules.centres) if takers(rules, table, card) else ""
    play = Command("play", card, stock, aimed)
    if _wants_space(rules, table, seat):
        return Meaning("arm", play, select=arm, zone=stock)
    return Meaning("", play, zone=stock)


def _goes_to(rules: SpitRules, table: Table, seat: int, card: str) -> str:
    """Return the pile for the card if played now: the only one that accepts it, or the aimed one; empty for none."""
    piles = takers(rules, table, card)
    if rules.quick_play and len(piles) == 1:
        return piles[0]
    aimed = aimed_pile(table, seat, rules.centres)
    return aimed if aimed in piles else ""


def _presses_among_many(rules: SpitRules, table: Table, seat: int, command: Command) -> Sequence[str]:
    """See ``Game.presses_for``. Empty if the button of another armed card would play, not disarm it."""
    if command.do in ("slap", "spit", "conceal"):
        return (*aim_taps(table, seat, command.to, rules.centres), ACTION) if command.to else (ACTION,)
    armed, marked = table.text(f"armed.{seat}"), table.text(f"marked.{seat}")
    put_down: tuple[str, ...] = ()
    if armed and armed != command.source:
        if _goes_to(rules, table, seat, table.zones[armed][-1]):
            return ()
        put_down = (_button_of(rules, seat, armed),)
    if marked and marked != command.to:
        put_down = (*put_down, _button_of(rules, seat, marked))
    if command.do == "refill":
        return (*put_down, _button_of(rules, seat, command.to))
    card = _button_of(rules, seat, command.source)
    if command.do == "turn":
        return (card,)
    if command.do == "play":
        return (*put_down, *_playing(rules, table, seat, command, card))
    place = _button_of(rules, seat, command.to)
    if armed == command.source:
        return (place,)
    if command.do == "stack" or (rules.refills and table.zones[rules.spits[seat]]):
        return (*put_down, card, place)  # a space pressed first would be refilled
    return (*put_down, card) if marked == command.to else (*put_down, place, card)


def _playing(rules: SpitRules, table: Table, seat: int, command: Command, card: str) -> tuple[str, ...]:
    """Aim at the pile, unless quick play finds it; then press the card, without quick play twice to arm and play."""
    if rules.quick_play and len(takers(rules, table, command.card)) == 1:
        return (card,)
    aiming = aim_taps(table, seat, command.to, rules.centres)
    once = rules.quick_play or table.text(f"armed.{seat}") == command.source
    return (*aiming, card) if once else (*aiming, card, card)


# Views


def _adapt(rules: SpitRules, seen: Table, table: Table, seat: int, held: int) -> Table:
    """Return a seat's view with these differences; ``seen`` is its usual view of ``table`` (``Game.view``)."""
    zones = dict(seen.zones)
    if rules.options.conceal_last:
        _hide_concealed(rules, zones, table, seat)
    if rules.travel_ns and table.phase == "play":
        _show_carried(zones, table)
    if rules.options.peek_under and table.phase == "play":
        _show_under(rules, zones, table, seat, held)
    return Table(zones, seen.scalars, seen.shuffles)


def _hide_concealed(rules: SpitRules, zones: dict[str, Zone], table: Table, seat: int) -> None:
    """Hide, in a seat's view, every card that another seat has picked up."""
    for other in rules.others[seat]:
        if table.flag(f"concealed.{other}"):
            for stock in rules.stocks[other]:
                zones[stock] = (HIDDEN,) * len(zones[stock])


def _show_carried(zones: dict[str, Zone], table: Table) -> None:
    """Show, in every view, the cards that runners carry to the middle (SPIT-27), from hidden hands too.

    Such a card counts as played: others are judged by it before it lands (``after_arrivals``), so they must know it.
    """
    for runner in away(table):
        source = table.text(f"run.{runner}").split()[0]
        zones[source] = (*zones[source][:-1], table.zones[source][-1])


def _show_under(rules: SpitRules, zones: dict[str, Zone], table: Table, seat: int, held: int) -> None:
    """Show the whole of each own pile under which the seat looks now, by its held card button (SPIT-23)."""
    for button, stock in zip(CARDS, rules.stocks[seat], strict=False):
        if is_held(held, button):
            zones[stock] = table.zones[stock]
