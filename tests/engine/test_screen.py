"""GEN-4: what a screen is given, for all the people together and for each seat alone."""

import random
from collections.abc import Iterator

import pytest

from engine.bots import find_brain
from engine.cards import HIDDEN, bare, face_down, is_down
from engine.errors import OptionError
from engine.games import GAMES, set_up
from engine.log_lines import CommandLine, DealLine, Entry
from engine.match import Match
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press, mask
from engine.screen import EVERYBODY, UNKNOWN, Screen, keys_on, of_everybody, of_seat
from engine.setup import Setup, seats_of
from engine.table import Table
from engine.units import MS, S

AMBER, BLUE = 0, 1
BOTH = (AMBER, BLUE)
NONE_HELD = (0, 0)
OWN = {"cards_seen": "own_screen", "countdown": 1}
PLAYED: tuple[tuple[str, dict[str, object]], ...] = (
    ("speed", {}),
    ("speed", {"jokers": True, "stuck_call": "shout"}),
    ("speed", {"colours": True, "turn_from": "stocks", "finish": "slap"}),
    ("spit", {"stuck_call": "auto"}),
    ("spit", {"conceal_last": 5, "layout": "1234"}),
    ("mod_spit", {}),
)


def evening(game: str, options: dict[str, object], seed: int) -> Iterator[tuple[Match, list[Entry]]]:
    """Moments of a match of two quick bots, with what was told since the one before."""
    setup = Setup(game, {**OWN, **options}, seats_of("bot:perfect", "bot:fast"), seed)
    match = Match(setup, brains={0: find_brain("bot:perfect"), 1: find_brain("bot:fast")})
    yield match, list(match.opening())
    now = 0
    while match.outcome is None and now < 40 * S:
        now += 200 * MS
        yield match, list(match.advance(now).entries)


def shuffled_for(viewer: int, match: Match, seed: int) -> Table:
    """The same table with the cards changed about that the viewer may not know; how they lie stays."""
    table = match.table
    seen = match.game.view(table, viewer)
    places = [(name, at) for name, cards in seen.zones.items() for at, card in enumerate(cards) if card == HIDDEN]
    hidden = [bare(table.zones[name][at]) for name, at in places]
    random.Random(seed).shuffle(hidden)
    zones = {name: list(cards) for name, cards in table.zones.items()}
    for (name, at), card in zip(places, hidden, strict=True):
        zones[name][at] = face_down(card) if is_down(table.zones[name][at]) else card
    return Table({name: tuple(cards) for name, cards in zones.items()}, table.scalars, table.shuffles)


def keys_of(match: Match, table: Table, seat: int, viewer: int) -> object:
    shown = of_seat(match.game, table, viewer, NONE_HELD)
    return keys_on(shown, match.game, table, seat, match.game.keys(table, seat, 0), 0)


@pytest.mark.parametrize(("game", "options"), PLAYED)
def test_gen_4_what_is_hidden_changes_nothing_on_the_others_screen(game: str, options: dict[str, object]) -> None:
    changed = 0
    for number, (match, _) in enumerate(evening(game, options, 5)):
        other = shuffled_for(AMBER, match, number)
        changed += other != match.table
        assert of_seat(match.game, other, AMBER, NONE_HELD) == match.screen(AMBER).table
        if match.table.phase in ("play", "slap"):
            assert keys_of(match, other, BLUE, AMBER) == keys_of(match, match.table, BLUE, AMBER)
    assert changed > 20


@pytest.mark.parametrize(("game", "options"), PLAYED)
def test_gen_4_no_hidden_card_is_named_in_what_a_screen_is_told(game: str, options: dict[str, object]) -> None:
    unnamed = 0
    for match, entries in evening(game, options, 6):
        screen = match.screen(AMBER)
        known = {bare(card) for cards in screen.table.zones.values() for card in cards} | {""}
        for entry in screen.redacted(entries):
            for effect in entry.effects:
                if effect[0] in ("move", "turn"):
                    assert effect[1] in known | {UNKNOWN}
                    unnamed += effect[1] == UNKNOWN
                assert effect[0] != "shuffle" or effect[2] == ()
            assert not isinstance(entry, CommandLine) or entry.command.card in known | {UNKNOWN}
            assert not isinstance(entry, DealLine) or not entry.layout
    assert unnamed


def test_gen_4_a_shared_screen_shows_what_everybody_may_know_and_what_somebody_looks_at() -> None:
    match = Match(Setup("spit", {"cards_seen": "peek", "countdown": 1}, seats_of("human", "human"), seed=3))
    into_play(match)
    game, table = match.game, match.table
    piles = [f"seat{seat}.stock1" for seat in BOTH]
    shown = of_everybody(game, table, BOTH, NONE_HELD)
    assert [shown.zone(pile) for pile in piles] == [(HIDDEN,)] * 2
    peeking = of_everybody(game, table, BOTH, (mask((LEFT, RIGHT)), 0))
    assert [peeking.zone(pile) for pile in piles] == [table.zone(piles[0]), (HIDDEN,)]
    alone = of_everybody(game, table, (BLUE,), NONE_HELD)
    assert [alone.zone(pile) for pile in piles] == [(HIDDEN,), table.zone(piles[1])]


def test_spit_23_a_shared_screen_shows_what_lies_under_a_pile_while_its_button_is_held() -> None:
    match = Match(Setup("spit", {"peek_under": True, "countdown": 1}, seats_of("human", "human"), seed=3))
    into_play(match)
    held = mask(CARDS[2:3])
    for seat, pile in ((AMBER, "seat0.stock3"), (BLUE, "seat1.stock3")):
        below = match.table.zone(pile)[:-1]
        holds = tuple(held if seat == other else 0 for other in BOTH)
        assert of_everybody(match.game, match.table, BOTH, holds).zone(pile)[:-1] == below
        assert of_everybody(match.game, match.table, BOTH, NONE_HELD).zone(pile)[:-1] == (HIDDEN,) * 2
        for viewer in BOTH:
            alone = of_seat(match.game, match.table, viewer, holds)
            assert alone.scalars.get(f"looks.{seat}") == (pile if viewer == seat else None)


def test_spit_22_picked_up_cards_lie_face_down_on_a_shared_screen_until_they_are_looked_at() -> None:
    match = Match(Setup("spit", {"conceal_last": 3, "countdown": 1}, seats_of("human", "human"), seed=3))
    into_play(match)
    table = Table(match.table.zones, {**match.table.scalars, "concealed.0": True})
    pile = "seat0.stock1"
    assert of_everybody(match.game, table, BOTH, NONE_HELD).zone(pile) == (HIDDEN,)
    assert of_everybody(match.game, table, BOTH, (mask((LEFT, RIGHT)), 0)).zone(pile) == table.zone(pile)
    assert of_seat(match.game, table, BLUE, NONE_HELD).zone(pile) == (HIDDEN,)
    shown = of_everybody(match.game, table, BOTH, NONE_HELD)
    keys = keys_on(shown, match.game, table, AMBER, match.game.keys(table, AMBER, 0), 0)
    assert not any(key.lit for key in keys[:1])


def test_gen_4_bots_alone_hide_nothing_that_lies_face_up() -> None:
    for match, _ in evening("speed", {}, 7):
        screen: Screen = match.screen(EVERYBODY)
        for name, cards in match.table.zones.items():
            assert screen.table.zone(name) == tuple(HIDDEN if is_down(card) else card for card in cards)


def test_gen_4_cards_seen_takes_a_screen_of_its_own_and_nothing_unknown() -> None:
    for game in GAMES:
        assert set_up(game.info.id, {"cards_seen": "own_screen"}).options.cards_seen == "own_screen"
    with pytest.raises(OptionError, match=r"cards_seen = nobody: it takes open \| peek \| own_screen"):
        set_up("speed", {"cards_seen": "nobody"})


def into_play(match: Match) -> None:
    """All ready, and the countdown over."""
    match.advance(8 * S)
    for seat in BOTH:
        match.handle(Press(seat, ACTION, True, 8 * S + 1, "fake"))
        match.handle(Press(seat, ACTION, False, 8 * S + 2, "fake"))
    match.advance(11 * S)
    assert match.table.phase == "play"
