"""Every allowed pair of options of every game, played by level bots from their own views, hidden cards and seats too.

Random play (``spit/test_option_pairs.py``) sees every card. A bot asks the rules about its seat's view, and so do
screens: whatever a rule asks there must have an answer, and the one that the whole table gives (decision 0046). In
every second match stamps are as coarse as any source's, so that bots meet in dead heats (GEN-1), and its log is played
again.
"""

from functools import cache
from itertools import combinations, cycle, islice

import pytest

from engine.bots import LEVELS
from engine.brain import Bot
from engine.cards import HIDDEN
from engine.game import Game
from engine.games import GAMES
from engine.games.spit.game import Spit
from engine.games.spit.rules import SpitOptions, away
from engine.log import header, read, text_of
from engine.log_lines import CommandLine, Entry
from engine.log_replay import verify
from engine.match import Match
from engine.panel import CARDS, LEFT, mask
from engine.phases import PLAYING
from engine.race import Race
from engine.screen import keys_on, of_everybody, of_seat
from engine.setup import Setup, seats_of
from engine.table import Table
from tests.engine.option_sets import HIDING, SHORT, Options, Single, at_table, covering, is_allowed, singles, with_needs
from tools.soundness import every_card_is_there_once

pytestmark = pytest.mark.once

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
def rows(game: type[Game]) -> list[Options]:
    """Sets of options in which all those pairs meet, then each value by itself beside everything that hides cards.

    A set that does not say who sees the cards is played with hidden ones as well. By itself, since another value may
    make one mean nothing: without time to travel nobody runs.
    """
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


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.id)
def test_gen_4_views_answer_their_seats_in_every_pair_of_options(game: type[Game]) -> None:
    heats, sets = 0, rows(game)
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
    found = rows(game)
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
