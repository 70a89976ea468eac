"""Print the table; see the package."""

import argparse

import tools.lit_keys
from engine.game import S
from engine.games import GAMES
from engine.setup import Setup, seats_of
from tools.lit_keys.play import bot_tables, random_tables
from tools.lit_keys.tally import look


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=tools.lit_keys.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--steps", type=int, default=400, help="moments of random play for each preset and seats")
    parser.add_argument("--examples", action="store_true", help="print the first fault of each")
    args = parser.parse_args()
    print(f"{'preset':24}{'seats':>6}{'play':>9}{'seen':>8}{'dark':>7}{'lost':>7}{'detour':>8}{'glow':>6}{'dark s':>9}")
    for game in GAMES:
        for preset in game.info.presets:
            for seats in range(game.info.seats[0], min(game.info.seats[1], 8) + 1):
                _report(game.info.id, preset.name, seats, args)


def _report(game: str, preset: str, seats: int, args: argparse.Namespace) -> None:
    for play, player in (("random", "bot:random"), ("bots", "bot:fast")):
        setup = Setup(game, {}, seats_of(*[player] * seats), 7, preset)
        moments = bot_tables(setup) if play == "bots" else random_tables(setup, args.steps)
        try:
            tally, dark_ns = look(moments)
        except ValueError as problem:
            print(f"{preset:24}{seats:6} {problem}")
            return
        seconds = f"{dark_ns / S:9.1f}" if play == "bots" else ""
        print(
            f"{preset:24}{seats:6}{play:>9}{tally.seen:8}{tally.dark:7}{tally.lost:7}{tally.detours:8}{tally.glows:6}{seconds}",
            flush=True,
        )
        if args.examples and tally.example:
            print(f"    {tally.example}")


if __name__ == "__main__":
    main()
