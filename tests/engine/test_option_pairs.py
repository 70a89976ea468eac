"""Every allowed pair of options of every game, the number of seats among them, played by level bots and at random.

Random play sees every card: nowhere a dead end, and GEN-6 at every step (GEN-8, GEN-10). A bot asks the rules about its
seat's view, and so do screens: whatever a rule asks there must have an answer, and the one that the whole table gives
(decision 0046). In every second match stamps are as coarse as any source's, so that bots meet in dead heats (GEN-1),
and its log is played again. Of options without named values, one end stands for all.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, cycle, islice, product
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from engine.bots import LEVELS
from engine.brain import Bot
from engine.cards import HIDDEN
from engine.errors import OptionError
from engine.game import Game
from engine.games import GAMES, find_game, set_up
from engine.games.mod_spit.game import ModSpit
from engine.games.speed.game import Speed
from engine.games.speed.rules import EXCLUSIONS as SPEED_EXCLUSIONS
from engine.games.spit.game import Spit
from engine.games.spit.rules import EXCLUSIONS as SPIT_EXCLUSIONS
from engine.games.spit.rules import SpitOptions, away
from engine.log import header, read, text_of
from engine.log_lines import CommandLine, Entry
from engine.log_replay import verify
from engine.match import Match
from engine.options import FACE_DOWN, HANDICAP, Exclusion, GameOptions, Option, PerSeat, Value, schema_of
from engine.panel import CARDS, LEFT, Act, mask
from engine.phases import PLAYING
from engine.race import Race
from engine.screen import keys_on, of_everybody, of_seat
from engine.setup import Setup, seats_of
from engine.table import Table
from tests.engine.conftest import steps
from tools.soundness import every_card_is_there_once

pytestmark = pytest.mark.once

Options = dict[str, Any]
Single = tuple[str, Any]
"""An option, or ``seats``, with one value."""

LENGTHS = ("length", "best_of", "target", "match_hands", "deals", "turn_s")
"""Options that say no more than how long a match lasts."""
LEAVE_OUT = {option.name for option in schema_of(GameOptions).every} | {*LENGTHS, "custom_rules"}
HIDING = ("peek", "own_screen")
"""The values of ``cards_seen`` with which a bot plays from a view that hides cards."""
SHORT: dict[str, Options] = {
    "spit": {"length": 1},
    "mod_spit": {"length": 1},
    "speed": {"best_of": 1, "target": 1},
    "speed_uno": {"match_hands": 1},
    "speah": {"deals": 1},
}
NEEDS: dict[Single, Options] = {
    ("piles", 6): {"packs": 2},
    ("teams", "relay"): {"running": True},
    ("declared_joker", True): {"jokers": True},
}
"""What a value means nothing, or is refused, without."""


def values(option: Option) -> list[Value]:
    """The values of an option besides its default; of numbers, the least; of handicaps two, as two seats have them."""
    if isinstance(option, PerSeat):
        assert option.span is not None
        return [(1, 0), (option.span[1] * 4 // 5, 0)]
    some = option.choices or ((0,) if option.zero_off and option.default else (option.span or ())[:1])
    return [value for value in some if value != option.default]


def singles(game: type[Game], seats: tuple[int, ...] = ()) -> list[Single]:
    """Every value besides the defaults of the game's own options; ``seats`` is one of them, above two all there are."""
    own: list[Single] = [
        (option.name, value)
        for option in game.info.options
        if option.name not in LEAVE_OUT
        for value in values(option)
        if (option.name, value) != ("rule", "custom")
    ]
    return own + [("seats", number) for number in seats or range(3, game.info.seats[1] + 1)]


def pairs(game: type[Game]) -> Iterator[Options]:
    """Every two options with every value that they have besides their defaults; ``seats`` is one of them."""
    for one, other in combinations(singles(game), 2):
        if one[0] != other[0]:
            yield with_needs(one, other)


def with_needs(*chosen: Single) -> Options:
    """These values, and whatever they need."""
    options: Options = {}
    for single in chosen:
        options |= NEEDS.get(single, {})
    return options | dict(chosen)


def at_table(options: Options) -> tuple[Options, int]:
    """The options to set a match up by, and the number of seats: a handicap has a number for each of them."""
    given = dict(options)
    seats = given.pop("seats", 2)
    for name in (HANDICAP, FACE_DOWN):
        if handicap := given.get(name):
            given[name] = (*handicap, *(0,) * (seats - len(handicap)))
    return given, seats


def is_allowed(game: type[Game], options: Options) -> bool:
    """True unless some of the options exclude each other, which the game itself says."""
    given, seats = at_table(options)
    try:
        set_up(game.info.id, given, "", seats)
    except OptionError:
        return False
    return True


def covering(game: type[Game], chosen: list[Single]) -> list[Options]:
    """Few sets of options in which every two of the values are found together that may be.

    Greedy: each set takes in, one after the other, the pairs still missing that go with what it has already.
    """
    missing = {
        (one, other): both
        for one, other in combinations(chosen, 2)
        if one[0] != other[0] and is_allowed(game, both := with_needs(one, other))
    }
    found: list[Options] = []
    while missing:
        options: Options = {}
        for pair, wanted in list(missing.items()):
            if all(options.get(name, value) == value for name, value in wanted.items()):
                larger = options | wanted
                if larger == options or is_allowed(game, larger):
                    options = larger
                    del missing[pair]
        found.append(options)
    return found


STOCKS = Spit(SpitOptions()).rules.stocks
HELD = (0, mask([LEFT]), mask([CARDS[0]]))
"""What a seat may hold while it asks for its keys: nothing, a side, a card."""
LEAST_RACES = 120
"""Matches of a racing game; fewer sets are played again with other seeds, so that dead heats are among them. In the
coarse half of Mod-Spit's 31 sets there were 0 to 3, by the seeds."""
EVERY = 7
"""At one step in so many the rules are asked."""


def chosen(game: type[Game]) -> list[Single]:
    """The values whose pairs are played: the game's own, who sees the cards, no lock, and some numbers of seats."""
    default = next(option.default for option in game.info.all_options() if option.name == "cards_seen")
    least, most = game.info.seats
    some = tuple(sorted({min(seats, most) for seats in (3, 4, 8)} - {least}))
    hands: list[Single] = [("cards_seen", value) for value in ("open", *HIDING) if value != default]
    return [*singles(game, some), *hands, ("lockout_ms", 0)]


@cache
def rows(name: str) -> list[Options]:
    """Sets of options in which all those pairs meet, then each value by itself beside everything that hides cards.

    A set that does not say who sees the cards is played with hidden ones as well. By itself, since another value may
    make one mean nothing: without time to travel nobody runs.
    """
    game = find_game(name)
    hides: Options = {"cards_seen": "peek"}
    found = covering(game, chosen(game))
    found += [options | hides for options in found if "cards_seen" not in options]
    if any(option.name == "conceal_last" for option in game.info.options):
        hides["conceal_last"] = 5
    return found + [hides | with_needs(single) for single in chosen(game) if is_allowed(game, with_needs(single))]


def sit_down(game: type[Game], options: Options, seed: int) -> Match:
    """A short match of bots of all levels, beginning with another level in each match; see above for their stamps."""
    given, seats = at_table({**SHORT[game.info.id], "caps": (60, 60), **options})
    bots: list[Bot] = list(islice(cycle(LEVELS), seed % 3, seed % 3 + seats))
    setup = Setup(game.info.id, given, seats_of(*(f"bot:{bot.name}" for bot in bots)), seed)
    return Match(setup, brains=dict(enumerate(bots)), bot_res_ns=setup.resolution_ns * (seed % 2))


def play(match: Match) -> list[Entry]:
    """Play to the end, and now and then ask of every seat's view whatever bots and screens ask; what happened."""
    now = step = 0
    while match.outcome is None:
        due = match.skip(now)
        assert due is not None, "a dead end"
        now, step = due, step + 1
        if step % EVERY == 0:
            assert every_card_is_there_once(match.game, match.table)
            for seat in range(match.game.seats):
                ask(match.game, match.table, seat, match.state.sit.held[seat])
            look(match)
    match.advance(now + match.setup.horizon_ns + match.setup.resolution_ns + 1)
    return match.final()


def look(match: Match) -> None:
    """Every screen there can be, of all the seats as people's or of one, shows every hand and what runs out."""
    game, table, held = match.game, match.table, match.state.sit.held
    everybody = of_everybody(game, table, range(game.seats), held)
    for shown in (everybody, *(of_seat(game, table, seat, held) for seat in range(game.seats))):
        game.clock(shown, match.state.since)
        for seat in range(game.seats):
            game.row(shown, seat)
            if table.phase in PLAYING:
                keys_on(shown, game, table, seat, game.keys(table, seat, held[seat]), held[seat])


def ask(game: Game, table: Table, seat: int, held: int) -> None:
    """A view gives its own seat the answers that the table gives: no rule goes by a card that it hides (GEN-4)."""
    view, evaluation = game.view(table, seat, held), game.evaluation
    legal = game.legal(view, seat)
    assert legal == game.legal(table, seat)
    for command in legal:
        assert game.refusal(view, seat, command) is None
        assert game.presses_for(view, seat, command) == game.presses_for(table, seat, command)
        evaluation.rate(view, seat, command)
        evaluation.is_easily_missed(view, seat, command)
    evaluation.riddle(view, seat)
    if table.phase in PLAYING:
        for buttons in HELD:
            assert game.keys(view, seat, buttons) == game.keys(table, seat, buttons)
        assert game.row(view, seat) == game.row(table, seat)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.id)
def test_gen_4_views_answer_their_seats_in_every_pair_of_options(game: type[Game]) -> None:
    heats, sets = 0, rows(game.info.id)
    is_race = issubclass(game, Race)
    for seed, options in enumerate(islice(cycle(sets), max(len(sets), LEAST_RACES * is_race))):
        match = sit_down(game, options, seed)
        told = play(match)
        if seed % 2:
            verify(read(f"{header(match.setup)}\n{text_of(told)}".encode()))
            heats += any(isinstance(entry, CommandLine) and bool(entry.dead_heat) for entry in told)
    assert heats or not is_race, "in a game without turns, nowhere a dead heat"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.id)
def test_every_pair_that_is_allowed_is_in_a_set_that_is_allowed(game: type[Game]) -> None:
    found = rows(game.info.id)
    assert all(is_allowed(game, options) for options in found)
    for one, other in combinations(chosen(game), 2):
        pair = with_needs(one, other)
        if one[0] != other[0] and is_allowed(game, pair):
            assert any(pair.items() <= options.items() for options in found), pair


@pytest.mark.parametrize("hiding", [{"cards_seen": "peek"}, {"cards_seen": "own_screen"}, {"conceal_last": 5}])
def test_spit_27_everybody_sees_the_card_that_is_carried_to_the_middle_and_no_other(hiding: Options) -> None:
    carried = 0
    for seed in range(4):
        match = sit_down(Spit, {"running": True, **hiding}, seed)
        now = 0
        while (due := match.skip(now)) is not None:
            now = due
            for runner in away(match.table) if match.table.phase == "play" else ():
                source = match.table.text(f"run.{runner}").split()[0]
                view = match.game.view(match.table, 1 - runner)
                assert view.zone(source)[-1] == match.table.zone(source)[-1]
                is_hidden = match.table.flag(f"concealed.{runner}") or "cards_seen" in hiding
                others = [card for name in STOCKS[runner] if name != source for card in view.zone(name)]
                assert not is_hidden or set(others) <= {HIDDEN}
                carried += is_hidden
    assert carried > 10


RACES: tuple[type[Game], ...] = (Spit, Speed, ModSpit)


def begin(game: type[Game], options: dict[str, Any], seed: int) -> Match:
    """A short match of random bots. Raises OptionError for options that exclude each other."""
    given, seats = at_table({**SHORT[game.info.id], **options})
    return Match(Setup(game.info.id, given, seats_of(*["bot:random"] * seats), seed))


def play_at_random(match: Match, seed: int) -> None:
    """Play at random to the end, and assert_sound at the table after every step."""
    cards = sorted(match.game.deck)
    for now, seat, command in steps(match, seed):
        if command is not None:
            match.handle(Act(seat, command, now))
        match.advance(now)
        assert_sound(match.game, match, cards)
    assert match.outcome is not None


def assert_sound(game: Game, match: Match, cards: list[str]) -> None:
    """GEN-6: every card in one zone; what is legal is not refused; stuck means that nobody has a play_at_random."""
    table = match.table
    assert sorted(card.lstrip("~") for zone in table.zones.values() for card in zone) == cards
    is_stuck = table.flag("stuck")
    for seat in range(game.seats):
        for command in match.legal(seat):
            assert game.refusal(table, seat, command) is None
            assert not (is_stuck and command.do in ("play_at_random", "turn", "refill", "draw"))


@pytest.mark.long
@pytest.mark.parametrize("game", RACES, ids=lambda game: game.info.id)
def test_gen_6_no_pair_of_options_leads_to_a_dead_end(game: type[Game]) -> None:
    played = refused = 0
    for number, options in enumerate(pairs(game)):
        try:
            match = begin(game, options, number)
        except OptionError as error:
            assert "exclude each other" in str(error) and sum(name in str(error) for name in options) > 1, error
            refused += 1
            continue
        play_at_random(match, number)
        played += 1
    assert played > 80
    assert refused > 0 or game is ModSpit


@pytest.mark.parametrize("game", RACES, ids=lambda game: game.info.id)
@settings(max_examples=15, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data(), seed=st.integers(0, 10_000))
def test_gen_6_nor_does_any_set_of_options(game: type[Game], data: st.DataObject, seed: int) -> None:
    named = {
        option.name: st.sampled_from([option.default, *values(option)])
        for option in game.info.options
        if option.name not in LEAVE_OUT
    }
    named["seats"] = st.integers(*game.info.seats)
    options = data.draw(st.fixed_dictionaries({}, optional=named).filter(lambda some: is_allowed(game, some)))
    play_at_random(begin(game, options, seed), seed)


@pytest.mark.parametrize(("game", "table"), [(Spit, SPIT_EXCLUSIONS), (Speed, SPEED_EXCLUSIONS)])
def test_gen_10_what_excludes_what_stands_in_a_table_with_the_reason_which_is_told(
    game: type[Game], table: tuple[Exclusion, ...]
) -> None:
    known = {option.name: option for option in game.info.options}
    for one, of, other, excluded, why in table:
        for value, against in product(of, excluded):
            options = {**NEEDS.get((one, value), {}), **NEEDS.get((other, against), {}), one: value, other: against}
            assert all(name == "seats" or known[name].check(options[name]) == options[name] for name in options)
            with pytest.raises(OptionError, match=f"exclude each other: {re.escape(why)}"):
                begin(game, options, 0)
