"""The rules of one game of Speed Uno: what follows from its options and seats, and never changes in a match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import face_down
from engine.game import MS, S
from engine.games.speed_uno.cards import COLOURS, WILD_DRAW, by_face, face, followers, order, uno_deck
from engine.games.speed_uno.options import SpeedUnoOptions
from engine.panel import Command, by_card

DEALT: Final = 10
"""The cards of a hand at its start (UNO-1)."""
CALL_FROM: Final = 2
"""The greatest number of cards with which a call counts (UNO-10)."""
GLOW_NS: Final = 4 * S
"""Time without a play before playable cards glow (GEN-5)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SpeedUnoRules:
    """Flags, times, the deck, sets of cards, names of zones and scalars, and commands. ``make_rules`` makes them.

    The sets and the commands are created once: every play tests several times whether a hand contains cards of a set,
    and listing legal commands dominates random play.
    """

    options: SpeedUnoOptions
    edition: int
    """The edition of the rules (``engine.game.RULES``)."""
    seats: int
    all_seats: range

    penalty_skips: bool
    """True if the turn is over after a penalty: by the option, and always for two seats (UNO-7, UNO-14)."""
    may_bluff: bool
    """True if a Wild Draw Four may be a bluff and be challenged (UNO-11)."""
    window_ns: int
    """How long a seat that must draw waits, so that others may match (UNO-5)."""
    turn_ns: int
    """The time limit of a turn (UNO-3, GEN-5)."""
    glow_ns: int
    """Time without a play before playable cards glow (GEN-5)."""

    deck: tuple[str, ...]
    face_down: tuple[str, ...]
    """The deck, every card face down."""
    dealt: int
    """The cards of a hand at its start."""

    face: Mapping[str, str]
    """Each card's face (``cards``)."""
    alike: Mapping[str, frozenset[str]]
    """For each card the cards of its face, including itself."""
    fitting: Mapping[str, frozenset[str]]
    """The cards that may follow a coloured card, or a named colour, in turn (UNO-2). Wild Draw Fours have a further
    condition."""
    surely: Mapping[str, frozenset[str]]
    """Like ``fitting``, without the Wild Draw Fours."""
    fours: frozenset[str]
    """The Wild Draw Fours."""
    coloured: Mapping[str, frozenset[str]]
    """The cards of each colour."""
    slot_of: Mapping[str, int]
    """Each card's place among all faces by colour, then value, the wilds last: the order of a hand on screen."""

    hands: tuple[str, ...]
    """For each seat its zone."""
    called: tuple[str, ...]
    """For each seat the scalar ``called.N``, as for the next five."""
    exposed: tuple[str, ...]
    fades: tuple[str, ...]
    gaps: tuple[str, ...]
    gap_end: tuple[str, ...]
    scroll: tuple[str, ...]
    ends: tuple[tuple[str, str], ...]
    """Pairs of scalars: a state, and the time at which it ends."""

    plays: tuple[Mapping[str, Command], ...]
    """For each seat and card: the play of that single card."""
    draws: tuple[Command, ...]
    """For each seat: its draw."""
    colours: tuple[Command, ...]
    """The commands that name a colour."""
    call: Command
    catches: tuple[tuple[tuple[str, Command], ...], ...]
    """For each seat the catches of the others: the scalar that permits a catch, and the catch."""


def make_rules(
    options: SpeedUnoOptions, seats: int, edition: int, *, deck: Sequence[str] | None = None, dealt: int = DEALT
) -> SpeedUnoRules:
    """Return the rules of a game; see ``SpeedUno`` for the arguments."""
    deck = tuple(deck or uno_deck(max(2, (seats + 3) // 4)))
    face_of = {card: face(card) for card in deck}
    faces = {what: frozenset(cards) for what, cards in by_face(deck, face_of).items()}
    fours = faces.get(WILD_DRAW, frozenset())
    fitting, surely = _followers_of_cards(faces, face_of, options.colour_only)
    slots_of = {what: place for place, what in enumerate(sorted(faces, key=order))}
    hands, called, exposed, fades, gaps, gap_end, scroll = (
        tuple(name.format(seat) for seat in range(seats))
        for name in ("seat{}.hand", "called.{}", "exposed.{}", "fades.{}", "gaps.{}", "gap_end.{}", "scroll.{}")
    )
    turn_ns = min(options.turn_s, options.stall_s) * S
    catches = [(key, Command("catch", target=seat)) for seat, key in enumerate(exposed)]
    return SpeedUnoRules(
        options=options,
        edition=edition,
        seats=seats,
        all_seats=range(seats),
        penalty_skips=options.penalty_skips or seats == 2,
        may_bluff=options.challenge,
        window_ns=options.match_window_ms * MS,
        turn_ns=turn_ns,
        glow_ns=min(GLOW_NS, turn_ns),
        deck=deck,
        face_down=tuple(map(face_down, deck)),
        dealt=dealt,
        face=face_of,
        alike={card: faces[what] for card, what in face_of.items()},
        fitting=fitting,
        surely=surely,
        fours=fours,
        coloured={colour: frozenset(card for card in deck if card[0] == colour) for colour in COLOURS},
        slot_of={card: slots_of[what] for card, what in face_of.items()},
        hands=hands,
        called=called,
        exposed=exposed,
        fades=fades,
        gaps=gaps,
        gap_end=gap_end,
        scroll=scroll,
        ends=(*zip(gaps, gap_end, strict=True), *zip(fades, exposed, strict=True)),
        plays=tuple(by_card("play", deck, hand, "discard") for hand in hands),
        draws=tuple(Command("draw", source="draw", to=hand) for hand in hands),
        colours=tuple(Command("colour", word=colour) for colour in COLOURS),
        call=Command("uno"),
        catches=tuple((*catches[:seat], *catches[seat + 1 :]) for seat in range(seats)),
    )


def _followers_of_cards(
    faces: Mapping[str, frozenset[str]], face_of: Mapping[str, str], colour_only: bool
) -> tuple[Mapping[str, frozenset[str]], Mapping[str, frozenset[str]]]:
    """Return ``fitting`` and ``surely`` of the rules; cards of one face share their sets."""
    fits = followers(faces, colour_only)
    by_top = {top: frozenset(card for what in goes for card in faces[what]) for top, goes in fits.items()}
    coloured = {card: by_top[what] for card, what in face_of.items() if what in by_top}
    fitting = {colour: by_top[colour] for colour in COLOURS} | coloured
    fours = faces.get(WILD_DRAW, frozenset())
    without = {top: cards - fours for top, cards in by_top.items()}
    return fitting, {top: without[face_of.get(top, top)] for top in fitting}
