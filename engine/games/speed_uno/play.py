"""The commands of a seat in Speed Uno: which are legal, and what each does (UNO-2 to UNO-11)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.game import Game
from engine.games.speed_uno.rules import (
    CALL_FROM,
    COLOURS,
    DRAW,
    PAGE,
    REVERSE,
    SKIP,
    WILD,
    WILD_DRAW,
    SpeedUnoRules,
    by_face,
    can_play,
    holds_colour,
    may_call,
    may_catch,
    may_challenge,
    may_draw,
)
from engine.panel import Command
from engine.table import Draft, Table, Zone
from engine.units import MS

CALLS: Final = frozenset({"uno", "catch", "challenge"})
"""The commands of ACTION: words about the table, which are a miss where they have no cause (UNO-10)."""
CATCH_NS: Final = 700 * MS
"""The least time for a catch after a seat is exposed."""
FINE: Final = 5
"""The cards that a caught seat draws."""
LOST_CHALLENGE: Final = 2
"""The price of a challenge if there was no bluff, on top of the cards owed (UNO-11)."""
GAP_NS: Final = 500 * MS
"""How long an emptied slot stays empty, so that no card slides under a finger."""


class SpeedUnoPlay(Game):
    """The commands of Speed Uno: which are legal, and what each does.

    ``legal`` runs for every seat after every play, so it lists the usual plays in line.
    """

    rules: SpeedUnoRules
    """Set by the subclass."""

    def refusal(self, table: Table, seat: int, command: Command) -> str | None:
        """Return None if the command is legal, else the first reason against it.

        ``phase`` (also while a colour is named), ``empty``, ``rank`` (does not fit), ``turn``, ``penalty`` (cards to
        draw first), ``colour`` (a Wild Draw Four, and the colour is held), ``last`` (not as the last card), ``window``
        (a call, a catch, a challenge or a draw out of place).
        """
        rules = self.rules
        scalars = table.scalars
        if scalars["phase"] != "play":
            return "phase"
        naming = scalars["naming"]
        if command.do == "colour":
            return None if naming == seat and command.word and command.word in COLOURS else "phase"
        if naming >= 0:
            return "phase"
        if command.do == "play":
            return _play_refusal(rules, table, seat, command)
        return None if _is_in_place(rules, table, seat, command) else "window"

    def legal(self, table: Table, seat: int) -> list[Command]:
        """Return every legal command of the seat; of identical cards the first card of the hand, the first two, …"""
        rules = self.rules
        scalars = table.scalars
        if scalars["phase"] != "play":
            return []
        if scalars["naming"] >= 0:
            return list(rules.colours) if scalars["naming"] == seat else []
        zones = table.zones
        hand = zones[rules.hands[seat]]
        if scalars["turn"] == seat and not scalars["must_draw"]:
            top = zones["discard"][-1]
            commands = _turn_plays(rules, seat, hand, top if top[0] != WILD else scalars["colour"])
        elif scalars["exact"]:  # with cards owed only matches are legal (UNO-6); a seat unable to play has none
            alike = rules.alike[zones["discard"][-1]]
            commands = [] if alike.isdisjoint(hand) else _matches(rules, seat, hand, alike)
            if rules.options.challenge and may_challenge(table, seat):
                commands.append(Command("challenge"))
        else:
            commands = [rules.draws[seat]] if scalars["turn"] == seat else []
        if len(hand) <= CALL_FROM and not scalars[rules.called[seat]]:
            commands.append(rules.call)
        for exposed, catch in rules.catches[seat]:
            if scalars[exposed]:
                commands.append(catch)
        return commands

    def perform(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """See ``Game.perform``."""
        match command.do:
            case "play":
                play_cards(self.rules, draft, seat, command.cards or (command.card,), now)
            case "draw":
                draw_next(self.rules, draft, now)
            case "colour":
                name_colour(self.rules, draft, command.word, now)
            case "uno":
                _call_uno(self.rules, draft, seat)
            case "catch":
                _catch(self.rules, draft, seat, command.target)
            case "challenge":
                _challenge(self.rules, draft, seat, now)

    def would_take(self, table: Table, seat: int, command: Command) -> bool:
        """See ``Game.would_take``; while a colour is being named no play is a miss."""
        rules = self.rules
        scalars = table.scalars
        if scalars["phase"] != "play":
            return False
        if command.do in CALLS:
            return _may_call_out(rules, table, seat)
        return scalars["naming"] >= 0 or _play_refusal(rules, table, seat, command) in (None, "last")


def _may_call_out(rules: SpeedUnoRules, table: Table, seat: int) -> bool:
    """Return whether ACTION has a cause: an own call, a seat to catch, a Wild Draw Four to challenge (UNO-10, UNO-11).

    Also while a colour is named, when all of them have to wait: who calls too soon then is right all the same.
    """
    if may_call(rules, table, seat) or any(may_catch(rules, table, seat, other) for other in rules.all_seats):
        return True
    return may_challenge(table, seat)


def _is_in_place(rules: SpeedUnoRules, table: Table, seat: int, command: Command) -> bool:
    match command.do:
        case "draw":
            return may_draw(table, seat)
        case "uno":
            return may_call(rules, table, seat)
        case "catch":
            return may_catch(rules, table, seat, command.target)
        case "challenge":
            return may_challenge(table, seat)
    return False


def _play_refusal(rules: SpeedUnoRules, table: Table, seat: int, command: Command) -> str | None:
    """Like ``refusal``, for a play while no colour has to be named."""
    cards = command.cards
    card = cards[0] if cards else command.card
    zones, source = table.zones, rules.hands[seat]
    hand = zones[source]
    if command.source != source or not (_are_held(cards, hand) if cards else card in hand):
        return "empty"
    alike, fours = rules.alike, rules.fours
    if command.to != "discard" or (cards and not alike[card].issuperset(cards)):
        return "rank"
    scalars = table.scalars
    top = zones["discard"][-1]
    if not scalars["exact"] or card not in alike[top]:
        if scalars["turn"] != seat:
            return "turn"
        if scalars["owed"]:
            return "penalty"
        if card not in rules.fitting[top if top[0] != WILD else scalars["colour"]]:
            return "rank"
        if card in fours and not rules.options.challenge and holds_colour(rules, table, seat):
            return "colour"
    return "last" if card in fours and len(cards or (card,)) == len(hand) else None


def _are_held(cards: Zone, hand: Zone) -> bool:
    """Return whether the hand has these cards, each once."""
    return len(set(cards)) == len(cards) and set(cards) <= set(hand)


def _matches(rules: SpeedUnoRules, seat: int, hand: Zone, alike: frozenset[str]) -> list[Command]:
    """Return the exact matches (UNO-4); a Wild Draw Four may not be the last card (UNO-11)."""
    found = tuple(filter(alike.__contains__, hand))
    if alike is rules.fours and len(found) == len(hand):
        found = found[:-1]
    return _plays_of_one_face(rules, seat, found) if found else []


def _turn_plays(rules: SpeedUnoRules, seat: int, hand: Zone, followed: str) -> list[Command]:
    """Return the plays in turn of this hand on ``followed``, a card or a colour (UNO-2, UNO-11)."""
    fitting, fours = rules.surely[followed], rules.fours
    if not fours.isdisjoint(hand) and (rules.options.challenge or rules.coloured[followed[0]].isdisjoint(hand)):
        fitting = rules.fitting[followed]
        if len(fours.intersection(hand)) == len(hand):  # a Wild Draw Four may not be the last card
            hand = hand[:-1]
    face, plays = rules.face, rules.plays[seat]
    commands = []
    faces = set()
    for card in hand:
        if card in fitting:
            commands.append(plays[card])
            faces.add(face[card])
    if len(faces) == len(commands):  # the usual case
        return commands
    alike = by_face([command.card for command in commands], face).values()
    return [command for cards in alike for command in _plays_of_one_face(rules, seat, cards)]


def _plays_of_one_face(rules: SpeedUnoRules, seat: int, cards: Zone) -> list[Command]:
    """Return the plays of one card, two, … of these identical cards (UNO-8)."""
    one = rules.plays[seat][cards[0]]
    return [one, *_several(rules.hands[seat], cards)] if len(cards) > 1 else [one]


@lru_cache(2048)  # the same arguments recur
def _several(hand: str, cards: Zone) -> tuple[Command, ...]:
    return tuple(Command("play", "", hand, "discard", cards[:count]) for count in range(2, len(cards) + 1))


# Plays


def play_cards(rules: SpeedUnoRules, draft: Draft, seat: int, cards: Sequence[str], now: int) -> None:
    """Play one or several identical cards, in turn or as an exact match (UNO-2, UNO-4, UNO-8)."""
    scalars = draft.scalars
    colour = scalars["colour"]
    hand = rules.hands[seat]
    face = rules.face[cards[0]]
    in_turn = scalars["turn"] == seat and not scalars["owed"]
    _let_exposures_fade(rules, draft, now)
    _leave_gap(rules, draft, seat, cards, now)
    if rules.options.challenge:
        draft.set("challenged", seat if face == WILD_DRAW and in_turn else -1)
        draft.set("bluff", face == WILD_DRAW and in_turn and holds_colour(rules, draft, seat))
    for card in cards:
        draft.move(card, hand, "discard")
    if scalars["passes"]:
        draft.set("passes", 0)
    if scalars["glow"]:
        draft.set("glow", False)
    if not scalars["exact"]:
        draft.set("exact", True)
    is_out = not draft.zones[hand]
    _take_effect(rules, draft, seat, face, len(cards))
    if in_turn and face[-1] == "0" and face[0] == colour and not is_out:
        _pass_hands_on(rules, draft, now)
    else:
        _hand_changed(rules, draft, seat, now)
    if face[0] == WILD and not is_out:
        draft.set("colour", "")
        draft.set("naming", seat)
        draft.set("must_draw", False)
    else:
        update_must_draw(rules, draft)


def _take_effect(rules: SpeedUnoRules, draft: Draft, seat: int, face: str, count: int) -> None:
    """Update the colour in force, the direction, the cards owed, and the next turn (UNO-4, UNO-6, UNO-8)."""
    skipped = 0
    if face == WILD_DRAW:
        draft.set("owed", draft.scalars["owed"] + 4 * count)
    elif (colour := face[0]) != WILD:
        if draft.scalars["colour"] != colour:
            draft.set("colour", colour)
        symbol = face[1]
        if symbol == DRAW:
            draft.set("owed", draft.scalars["owed"] + 2 * count)
        elif symbol == SKIP or (symbol == REVERSE and rules.seats == 2):  # UNO-14
            skipped = count
        elif symbol == REVERSE and count % 2:
            draft.set("direction", -draft.scalars["direction"])
    draft.set("turn", (seat + draft.scalars["direction"] * (1 + skipped)) % rules.seats)


def _pass_hands_on(rules: SpeedUnoRules, draft: Draft, now: int) -> None:
    """Pass every hand to the next seat in the direction of play; calls lapse, and one card requires a call (UNO-9)."""
    hands = [draft.zones[hand] for hand in rules.hands]
    step = draft.number("direction")
    for seat, cards in enumerate(hands):
        for card in cards:
            draft.move(card, rules.hands[seat], rules.hands[(seat + step) % rules.seats])
    for seat in rules.all_seats:
        clear_call(rules, draft, seat)
        reset_slots(rules, draft, seat)
        _hand_changed(rules, draft, seat, now)


def name_colour(rules: SpeedUnoRules, draft: Draft, colour: str, now: int) -> None:
    """Name the colour and continue play; the time for matches starts here (UNO-4)."""
    draft.set("colour", colour)
    draft.set("naming", -1)
    _restart_exposures(rules, draft, now)
    update_must_draw(rules, draft)


# The call and the catch (UNO-10)


def clear_call(rules: SpeedUnoRules, draft: Draft, seat: int) -> None:
    """Clear the seat's call and exposure."""
    draft.set(rules.called[seat], False)
    end_exposure(rules, draft, seat)


def _call_uno(rules: SpeedUnoRules, draft: Draft, seat: int) -> None:
    """Record the seat's call."""
    draft.say(seat, "uno")
    clear_call(rules, draft, seat)
    draft.set(rules.called[seat], True)


def _catch(rules: SpeedUnoRules, draft: Draft, seat: int, target: int) -> None:
    """Catch the target, which draws five cards in the same instant."""
    draft.say(seat, "catch")
    draft.foul(target, "uno")
    clear_call(rules, draft, target)
    draft.set("fined", target)
    draft.set("fine", FINE)


def _hand_changed(rules: SpeedUnoRules, draft: Draft, seat: int, now: int) -> None:
    """Update the call after the hand has changed: one card requires a call, three or more cancel it."""
    cards = len(draft.zones[rules.hands[seat]])
    if cards > CALL_FROM:
        called = rules.called[seat]
        if draft.scalars[called]:
            draft.set(called, False)
    elif cards == 1 and not draft.scalars[rules.called[seat]]:
        draft.set(rules.exposed[seat], now + CATCH_NS)
        draft.set(rules.fades[seat], False)


def _let_exposures_fade(rules: SpeedUnoRules, draft: Draft, now: int) -> None:
    """After a play or a draw, end all exposures, or limit them to their remaining time."""
    scalars = draft.scalars
    for seat, exposed in enumerate(rules.exposed):
        if not scalars[exposed]:
            continue
        if scalars[exposed] > now:
            draft.set(rules.fades[seat], True)
        else:
            end_exposure(rules, draft, seat)


def end_exposure(rules: SpeedUnoRules, draft: Draft, seat: int) -> None:
    """End the seat's exposure."""
    draft.set(rules.exposed[seat], 0)
    draft.set(rules.fades[seat], False)


def _restart_exposures(rules: SpeedUnoRules, draft: Draft, now: int) -> None:
    """Restart the time of every exposure, since nobody could be caught before a colour was named (UNO-4)."""
    for key in rules.exposed:
        if draft.scalars[key]:
            draft.set(key, now + CATCH_NS)


# Draws


def update_must_draw(rules: SpeedUnoRules, draft: Draft) -> None:
    """Update whether the seat in turn must draw next: for a penalty, or because it is unable to play."""
    scalars = draft.scalars
    must = scalars["owed"] > 0 or not can_play(rules, draft, scalars["turn"])
    if must is not scalars["must_draw"]:
        draft.set("must_draw", must)


def draw_next(rules: SpeedUnoRules, draft: Draft, now: int) -> None:
    """Draw one card for the seat in turn; this ends matching (UNO-5). Without a card left, UNO-13 applies."""
    if draft.scalars["exact"]:
        _end_matching(draft)
    if draft.scalars["glow"]:
        draft.set("glow", False)
    if not draft.zones["draw"]:
        _draw_nothing(rules, draft)
    else:
        _let_exposures_fade(rules, draft, now)
        seat = draft.scalars["turn"]
        draft.deal_up("draw", rules.hands[seat])
        _hand_changed(rules, draft, seat, now)
        if draft.scalars["owed"]:
            draft.set("owed", draft.scalars["owed"] - 1)
            if not draft.scalars["owed"]:
                _end_penalty(rules, draft)
    update_must_draw(rules, draft)


def _end_matching(draft: Draft) -> None:
    """End the time for matches and challenges (UNO-5)."""
    draft.set("exact", False)
    if draft.scalars["challenged"] >= 0:  # without a challenge there is no bluff either
        draft.set("challenged", -1)
        draft.set("bluff", False)


def _end_penalty(rules: SpeedUnoRules, draft: Draft) -> None:
    """End a penalty: the seat plays (UNO-7); for two seats (UNO-14) or with ``penalty_skips`` its turn is over."""
    if rules.penalty_skips:
        _pass_turn(rules, draft)


def _pass_turn(rules: SpeedUnoRules, draft: Draft) -> None:
    draft.set("turn", (draft.scalars["turn"] + draft.scalars["direction"]) % rules.seats)


def _draw_nothing(rules: SpeedUnoRules, draft: Draft) -> None:
    """Apply UNO-13: cards owed are cancelled; a seat unable to play passes."""
    if draft.scalars["owed"]:
        draft.set("owed", 0)
        _end_penalty(rules, draft)
        return
    draft.set("passes", draft.scalars["passes"] + 1)
    _pass_turn(rules, draft)


# The challenge


def _challenge(rules: SpeedUnoRules, draft: Draft, seat: int, now: int) -> None:
    """Resolve a challenge: a bluffer draws the cards owed, else the challenger draws two more. It ends matching."""
    bluffer = draft.number("challenged")
    draft.say(seat, "challenge")
    _let_exposures_fade(rules, draft, now)
    if draft.flag("bluff"):
        draft.foul(bluffer, "bluff")
        clear_call(rules, draft, bluffer)
        draft.set("fined", bluffer)
        draft.set("fine", draft.number("owed"))
        draft.set("owed", 0)
    else:
        draft.set("owed", draft.number("owed") + LOST_CHALLENGE)
    _end_matching(draft)
    update_must_draw(rules, draft)


# The slots of a hand


def reset_slots(rules: SpeedUnoRules, draft: Draft, seat: int) -> None:
    """Reset for a new hand: no gaps, and the first slots under the buttons."""
    draft.set(rules.gaps[seat], "")
    draft.set(rules.gap_end[seat], 0)
    draft.set(rules.scroll[seat], 0)


def _leave_gap(rules: SpeedUnoRules, draft: Draft, seat: int, cards: Sequence[str], now: int) -> None:
    """Record a gap, before these identical cards go, if another card would otherwise slide under a finger.

    No gap is needed if some cards of the slot stay, if it is behind the five shown slots, or if it is the last slot,
    unless that is alone under the buttons.
    """
    slot_of = rules.slot_of
    mine = slot_of[cards[0]]
    before: set[int] = set()
    alike, is_last = 0, True
    for card in draft.zones[rules.hands[seat]]:
        slot = slot_of[card]
        if slot < mine:
            before.add(slot)
        elif slot > mine:
            is_last = False
        else:
            alike += 1
    if alike > len(cards):
        return
    scalars = draft.scalars
    place = len(before)
    if gaps := scalars[rules.gaps[seat]]:
        draft.set(rules.gaps[seat], _with_gap(gaps, place))
    else:
        first = scalars[rules.scroll[seat]]
        if place >= first + PAGE or (is_last and place != first):
            return
        draft.set(rules.gaps[seat], str(place))
    draft.set(rules.gap_end[seat], now + GAP_NS)


@lru_cache(2048)  # a few arguments recur in bulk play
def _with_gap(before: str, place: int) -> str:
    """Return the gap indices with a new one; ``place`` is an index among the non-empty slots."""
    gaps = [int(gap) for gap in before.split()]
    for gap in gaps:  # in rising order
        if gap <= place:
            place += 1
    return " ".join(map(str, sorted((*gaps, place))))
