"""`photofinish simulate`: play many matches in virtual time, and print their statistics."""

import argparse
import json
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from cabinet.commands.config import checked_config
from cabinet.config.offers import Offer, find_offer, game_of, offers
from cabinet.config.schema import Config
from cabinet.errors import ExecutorFailed, LogFileError
from cabinet.strings.catalogue import word
from cabinet.strings.columns import in_columns
from engine.errors import OptionError, UnknownBot, shortened
from engine.game import GameInfo
from engine.games import find_game, id_of
from engine.log_replay import SIMULATED
from engine.setup import seats_of
from workshop.commands.executors import executor_of, progress
from workshop.research.simulate import Series, play_all, simulated_brains
from workshop.research.tally import Tally, quartiles

LEVELS = ("slow", "middling", "fast")
PRESSING = "bot:fumbler"
"""The bot that plays at random by pressing buttons; bot:random gives commands without presses."""


def run(args: argparse.Namespace) -> int:
    """Play the matches and print the table. Raises ConfigError, EngineError, LogFileError for unwritable logs, and
    ExecutorFailed."""
    named = timed_series(args) if args.timed else [("", one_series(args))]
    tallies = play(named, args)
    if args.json:
        print(json.dumps(as_json(named, tallies, args.timed)))
    elif args.timed:
        print("\n".join(timed_lines(named, tallies)))
    else:
        print("\n".join(lines_of(tallies[0])))
    return 0


def one_series(args: argparse.Namespace) -> Series:
    """Return the series of a run without ``--timed``. Random play presses buttons if presses have a resolution."""
    return series_of(args, args.preset, PRESSING if args.resolution_us else SIMULATED, args.games or 1000)


def timed_series(args: argparse.Namespace) -> list[tuple[str, Series]]:
    """Return a series for every preset (or the named preset) and every level, with bots of that level in all seats."""
    config = checked_config(args).config
    game = chosen_game(args, config)
    presets = [args.preset] if args.preset else [offer.name for offer in offers(find_game(game), config)]
    return [
        (f"{preset}  {level}", series_of(args, preset, f"bot:{level}", args.games or 40))
        for preset in presets
        for level in LEVELS
    ]


def chosen_game(args: argparse.Namespace, config: Config) -> str:
    """Return the game that the command line names, else the game of its preset, else "speed"."""
    return str(id_of(args.game or "") or game_of(config, args.preset) or "speed")


def series_of(args: argparse.Namespace, preset: str, player: str, matches: int) -> Series:
    """Return a series with `player` in every seat, unless the command line names the players.

    A preset is played with the house rules, as from the menu; without a preset only the command line's options apply.
    Raises ConfigError, and OptionError, UnknownGame or UnknownBot before any match is played.
    """
    config = checked_config(args).config
    info = find_game(chosen_game(args, config)).info
    bare = Offer(info.id, "", "", "", info.presets[0].seats, {})
    offer = find_offer(config, info.id, preset) if preset else bare
    options = {**offer.options, **read_options(info.all_options(), args.options)}
    players = players_of(args.seats, info) if args.seats is not None else [player] * offer.seats
    setup = replace(offer, options=options).setup(seats_of(*players), args.seed)
    if not simulated_brains(setup) and args.resolution_us:
        raise UnknownBot(word("simulate.no_presses", seats=",".join([PRESSING] * len(players))))
    return Series(setup, matches, args.resolution_us)


def players_of(text: str, info: GameInfo) -> list[str]:
    """Parse players such as ``bot:fast,bot:slow``. Raises UnknownBot for an empty name, OptionError for a number of
    players that the game does not allow."""
    players = [player.strip() for player in text.split(",")]
    least, most = info.seats
    if not all(players):
        raise UnknownBot(word("simulate.no_seats", given=shortened(text)))
    if not least <= len(players) <= most:
        raise OptionError(word("simulate.many_seats", seats=len(players), game=info.id, least=least, most=most))
    return players


def read_options(known: Sequence[Any], texts: Sequence[str]) -> dict[str, object]:
    """Parse options ``NAME=VALUE`` into their types. Unknown options are kept as text, and the game refuses them later.

    Raises OptionError for a text without "=".
    """
    by_name = {option.name: option for option in known}

    given: dict[str, object] = {}
    for text in texts:
        name, given_any, value = text.partition("=")
        if not given_any:
            raise OptionError(word("simulate.no_option", given=shortened(text)))
        given[name] = by_name[name].read(value) if name in by_name else value
    return given


def play(named: Sequence[tuple[str, Series]], args: argparse.Namespace) -> list[Tally]:
    """Play every series with a progress bar; return a tally for each.

    Raises ExecutorFailed or LogFileError, which says how to go on if some matches have been played.
    """
    tallies = [Tally(seats=len(series.setup.seats)) for _, series in named]
    matches, unit = sum(series.matches for _, series in named), word("simulate.unit")
    with executor_of(args, matches, unit) as executor, progress(matches, unit) as on_done:
        try:
            for place, _, part in play_all([series for _, series in named], executor, Tally, args.log, on_done):
                tallies[place].merge(part)
        except (ExecutorFailed, LogFileError) as problem:
            played = sum(tally.matches for tally in tallies)
            if not played or len(named) > 1:
                raise
            first = args.seed + played
            left = matches - played
            raise type(problem)(word("simulate.go_on", problem=problem, played=played, seed=first, left=left)) from None
    return tallies


def as_json(named: Sequence[tuple[str, Series]], tallies: Sequence[Tally], timed: bool) -> object:
    """Return the value that ``--json`` prints: the series' tally, or with ``--timed`` one for each preset and level."""
    if not timed:
        return tallies[0].as_dict()
    return {" ".join(name.split()): tally.as_dict() for (name, _), tally in zip(named, tallies, strict=True)}


def lines_of(tally: Tally) -> list[str]:
    """Return the lines of one series' table."""
    figures = {
        "matches": f"{tally.matches}",
        "deals": f"{tally.deals}",
        "plays": word("simulate.a_deal", count=tally.plays, mean=tally.a_deal(tally.plays)),
        "turns": word("simulate.a_deal", count=tally.turns, mean=tally.a_deal(tally.turns)),
        "stuck": word("simulate.a_deal", count=tally.stuck, mean=tally.a_deal(tally.stuck)),
        "recycles": word("simulate.of_deals", count=tally.recycles, share=tally.a_deal(tally.recycled_deals)),
        "dead_ends": word("simulate.of_deals", count=tally.dead_ends, share=tally.a_deal(tally.dead_ends)),
        "single_pile": word("simulate.of_deals", count=tally.single_pile, share=tally.a_deal(tally.single_pile)),
        "void": f"{tally.void}",
        "caps": word("simulate.caps_reached", count=tally.caps, matches=tally.decided_by_cap),
        "drawn": f"{tally.wins[-1]}",
    }
    rows = [(word(f"simulate.{key}"), text) for key, text in figures.items()]
    for seat in range(tally.seats):
        share, low, high = tally.share_of_wins(seat)
        text = word("simulate.share", count=tally.wins[seat], share=share, low=low, high=high)
        rows.append((word("simulate.wins", seat=word(f"seat.{seat}")), text))
    return in_columns(rows)


def timed_lines(named: Sequence[tuple[str, Series]], tallies: Sequence[Tally]) -> list[str]:
    """Return a line for every preset and level, and after each preset's levels a line for all of them together.

    Each line has the quartiles of a match's length, and the number of matches decided by a cap.
    """
    lasted: list[tuple[str, Tally]] = []
    for place, (name, series) in enumerate(named):
        lasted.append((name, tallies[place]))
        if (place + 1) % len(LEVELS) == 0:
            together = Tally(seats=len(series.setup.seats))
            for tally in tallies[place + 1 - len(LEVELS) : place + 1]:
                together.merge(tally)
            lasted.append((f"{name.rsplit('  ', 1)[0]}  {word('simulate.all_levels')}", together))
    rows = []
    for name, tally in lasted:
        low, median, high = (figure / 60e3 for figure in quartiles(tally.lengths_ms))
        text = word("simulate.minutes", low=low, median=median, high=high, caps=tally.decided_by_cap, of=tally.matches)
        rows.append((name, text))
    return in_columns(rows)
