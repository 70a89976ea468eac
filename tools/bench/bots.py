"""The bounds on bots: their pace in Speed, a thought's cost, the length of a party match, and that mashing loses.

``python -m tools.bench thumbs`` shows what a button wins by being tapped all the time (GEN-3): every way to play, every
button, more than half an hour. Of rows without any effect, one in forty is beyond its interval by chance.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import median
from time import perf_counter_ns

from engine.bots import LEVELS
from engine.bots.masher import Masher
from engine.brain import Bot
from engine.chance import Chance
from engine.games import GAMES, find_game
from engine.match import Match
from engine.panel import BUTTONS, CARDS, LEFT, RIGHT
from engine.setup import Setup, seats_of
from tools.bench.report import Bench, Row, percentile
from tools.bench.trial import MINUTE_NS, Tapped, Trial, play_out, wins_of

MATCHES = 40
MASHED = 10
PACE = {"slow": 38, "middling": 66, "fast": 92}
"""The intended pace of each level in Speed, in cards a minute."""
PARTY = (2, 5)
"""The least and the greatest median of a party match, in minutes."""
THOUGHT_US = 1000
THUMBED = 60
THUMBS: tuple[tuple[str, ...], ...] = (*((button,) for button in BUTTONS), (LEFT, RIGHT))
"""What a thumb taps: each button alone, and both sides in turn."""
RACED: dict[str, tuple[dict[str, object], ...]] = {
    "spit": (
        {"claim": "shout"},
        {"claim": "slap_smaller", "reverse": True},
        {"spit_card_please": True},
        {"ghost": True},
    ),
    "speed": ({"stuck_call": "shout", "consent_flip": True},),
    "speed_uno": ({"challenge": True, "match_hands": 1},),
}
"""Options of no preset that make more of a press."""


def party(game: str, bot: Bot) -> list[Trial]:
    """Play matches of bots of one level with the game's first preset, in all of its seats."""
    preset = find_game(game).info.presets[0]
    seats = seats_of(*(f"bot:{number}" for number in range(preset.seats)))
    brains = (bot,) * preset.seats
    return [play_out(Setup(game, {}, seats, seed, preset.name), brains) for seed in range(MATCHES)]


def pace_row(bot: Bot, trials: Sequence[Trial]) -> Row:
    """Return the plays a minute of the play time during which the seat was not stuck."""
    tallies = [tally for trial in trials for tally in trial.seats]
    pace = sum(tally.plays for tally in tallies) * MINUTE_NS / sum(tally.free_ns for tally in tallies)
    wanted = PACE[bot.name]
    return Row(f"speed: pace of {bot.name}", f"{pace:.0f} a minute", f"about {wanted}", abs(pace / wanted - 1) <= 0.1)


def length_rows(game: str, trials: dict[str, list[Trial]]) -> list[Row]:
    """Return the lengths of party matches: each level, and all levels together, to which the bound applies."""
    rows = []
    everybody: list[float] = []
    for level, played in trials.items():
        lengths = [trial.length_ns / MINUTE_NS for trial in played]
        everybody += lengths
        tenths = f"{percentile(lengths, 10):.1f} to {percentile(lengths, 90):.1f} in 8 of 10"
        rows.append(Row(f"{game}: a match of {level}", f"{median(lengths):.1f} min", tenths))
    middle = median(everybody)
    met = PARTY[0] <= middle <= PARTY[1]
    rows.append(Row(f"{game}: a match of any level", f"{middle:.1f} min", "median from {} to {}".format(*PARTY), met))
    return rows


def mashing_rows(game: str) -> list[Row]:
    """Return the share of deals that blind mashing wins against each level, with default options, sides alternating."""
    rows = []
    for name, masher in (("masher", Masher()), ("masher on its cards alone", Masher(CARDS))):
        for bot in LEVELS:
            won = lost = 0
            for seed in range(MASHED):
                place = seed % 2
                brains = (masher, bot) if place == 0 else (bot, masher)
                trial = play_out(Setup(game, {}, seats_of("bot:a", "bot:b"), seed), brains)
                won += trial.deal_wins[place]
                lost += trial.deal_wins[1 - place]
            what = f"{game}: {name} against {bot.name}"
            rows.append(Row(what, f"{won} of {won + lost} deals", "at most one of three", lost >= 2 * won))
    return rows


def thought_row(game: str) -> Row:
    """Return the time that the fastest level needs for a plan, view included, over one match."""
    bot = LEVELS[-1]
    match = Match(Setup(game, {}, seats_of("bot:a", "bot:b"), 1), brains={0: bot, 1: bot})
    spent: list[float] = []
    while (due := match.next_deadline()) is not None:
        if match.table.phase in ("play", "slap"):
            stream = Chance(1).stream("bench", len(spent))
            started = perf_counter_ns()
            bot.plan(match.game, match.game.view(match.table, 0), 0, stream)
            spent.append((perf_counter_ns() - started) / 1000)
        match.advance(due)
    p50, p99 = percentile(spent, 50), percentile(spent, 99)
    return Row(f"{game}: a bot's thought", f"{p50:.0f} µs", f"median; {p99:.0f} µs in 99 of 100", p99 < THOUGHT_US)


def run() -> Sequence[Row]:
    """Return pace, lengths, thoughts and mashing, game by game."""
    rows = []
    for game in sorted(game.info.id for game in GAMES):
        trials = {bot.name: party(game, bot) for bot in LEVELS}
        if game == "speed":
            rows += [pace_row(bot, trials[bot.name]) for bot in LEVELS]
        rows += [*length_rows(game, trials), thought_row(game), *mashing_rows(game)]
    return rows


def ways() -> Iterator[tuple[str, Setup]]:
    """Yield every preset, and the options of ``RACED``, with a name; a game without an end is cut to three deals."""
    for game in GAMES:
        wholes = {"length": 3} if "length" in {option.name for option in game.info.options} else {}
        for preset in game.info.presets:
            setup = Setup(game.info.id, {}, seats_of(*["bot:a"] * preset.seats), 1, preset.name)
            is_endless = wholes and "length" not in preset.options
            yield preset.name, replace(setup, options=wholes) if is_endless else setup
        for options in RACED.get(game.info.id, ()):
            named = " ".join(f"{name}={value}" for name, value in options.items())
            yield f"{game.info.id} {named}", Setup(game.info.id, {**wholes, **options}, seats_of("bot:a", "bot:b"), 1)


def thumb_rows() -> Sequence[Row]:
    """Return for every way to play and every button what a level wins with that button tapped ten times a second."""
    rows = []
    for name, setup in ways():
        control = wins_of(setup, (), THUMBED)
        for buttons in THUMBS:
            tapped = Tapped(wins_of(setup, buttons, THUMBED), control, THUMBED)
            gain, low, high = (100 * share for share in tapped.gain)
            figure = f"{tapped.won} of {THUMBED}, without {control}"
            rows.append(
                Row(
                    f"{name}: {'/'.join(buttons)}",
                    figure,
                    f"{gain:+.0f} % ({low:.0f} to {high:.0f})",
                    not tapped.is_free,
                )
            )
            print(rows[-1].what, rows[-1].figure, rows[-1].remark, file=sys.stderr, flush=True)
    return rows


BENCH = Bench("bots", run)
THUMBS_BENCH = Bench("thumbs", thumb_rows, is_long=True)
