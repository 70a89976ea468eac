"""Questions about a table of Speahx that several modules ask. Pure functions of the rules and a table or a draft."""

from collections.abc import Sequence

from engine.cards import SUITS
from engine.games.speah.rules import Fitting, SpeahxRules
from engine.panel import Command
from engine.table import Draft, Table

# The pile


def fitting(rules: SpeahxRules, table: Table | Draft) -> Fitting:
    """Return the cards that the pile accepts as the first of a play (SPX-2, SPX-7, SPX-8, SPX-10)."""
    pile = table.zones["pile"]
    if not pile:
        return rules.fits[""]
    named: str = table.scalars["named"]
    return rules.fits_named[named] if named else rules.fits[pile[-1]]


def suit_in_force(rules: SpeahxRules, table: Table | Draft) -> str:
    """Return the suit that the next card would follow; empty on an empty pile."""
    pile = table.zones["pile"]
    named: str = table.scalars["named"]
    return named or (rules.suit_of[pile[-1]] if pile else "")


def run_on_top(pile: Sequence[str]) -> int:
    """Return the number of cards of one rank on top of the pile, all of whose cards are face up."""
    run, cards = 0, len(pile)
    while run < cards and pile[cards - run - 1][0] == pile[-1][0]:
        run += 1
    return run


# Plays and choices


def played_cards(command: Command) -> tuple[str, ...]:
    """Return the cards of a play, in order: a single card is in ``card``, several are in ``cards``."""
    return command.cards or ((command.card,) if command.card else ())


def play_of(rules: SpeahxRules, table: Table, seat: int, cards: Sequence[str]) -> Command:
    """Return the play of these cards of a seat, in this order."""
    source = source_of(rules, table, seat, cards)
    if len(cards) == 1:
        return Command("play", cards[0], source, "pile")
    return Command("play", source=source, to="pile", cards=tuple(cards))


def source_of(rules: SpeahxRules, table: Table, seat: int, cards: Sequence[str]) -> str:
    """Return the source of a play of these cards of a seat: a chance card among them makes it a chance play."""
    chance = rules.chances[seat]
    drawn = table.zones[chance]
    return chance if drawn and any(card in drawn for card in cards) else rules.hands[seat]


def choices(rules: SpeahxRules, table: Table, seat: int) -> list[Command]:
    """Return the choices that the seat must make first, in the order of the buttons; empty if there are none.

    A suit (SPX-7), the receiver of the pile (SPX-10), or with four jacks (SPX-11) the kill before the receivers.
    """
    wants = table.text("wants")
    if table.number("turn") != seat or not wants:
        return []
    if wants == "suit":
        return [Command("suit", word=name) for name in SUITS]
    to = [Command("give", target=other) for other in seats_after(rules, table, seat)]
    return [Command("kill"), *to] if wants == "jacks" else to


# Cards and seats


def cards_left(rules: SpeahxRules, table: Table | Draft, seat: int) -> int:
    """Return the number of the seat's cards: in hand, drawn by chance, on the table."""
    zones = table.zones
    on_table = sum(len(zones[slot]) for slot in rules.tables[seat])
    return len(zones[rules.hands[seat]]) + len(zones[rules.chances[seat]]) + on_table


def has_cards(rules: SpeahxRules, table: Table | Draft, seat: int) -> bool:
    """Return whether the seat has any card left."""
    zones = table.zones
    if zones[rules.hands[seat]] or zones[rules.chances[seat]]:
        return True
    return any(zones[slot] for slot in rules.tables[seat])


def is_in(rules: SpeahxRules, table: Table | Draft, seat: int) -> bool:
    """Return whether the seat is still in (SPX-12)."""
    return not table.number(rules.places[seat])


def next_seat(rules: SpeahxRules, table: Table | Draft, seat: int) -> int:
    """Return the first of ``seats_after``; there is one while the deal goes on."""
    scalars, places, others = table.scalars, rules.places, rules.others[seat]
    for other in others:
        if not scalars[places[other]]:
            return other
    raise AssertionError("a deal goes on with two seats at least")


def seats_after(rules: SpeahxRules, table: Table | Draft, seat: int) -> list[int]:
    """Return the other seats that are still in, clockwise from this seat."""
    scalars, places = table.scalars, rules.places
    return [other for other in rules.others[seat] if not scalars.get(places[other])]
