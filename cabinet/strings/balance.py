"""The texts of `photofinish balance`: its help, tables and drawing. A part of the catalogue (`catalogue`)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

BALANCE_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "cli.balance": "play level bots against each other, and show how even, long and close a way to play is",
        "cli.balance.about": "Play bots of each level against their like, and level against level with the seats "
        "rotated. Print the seats' shares of wins, lengths, lead changes, comebacks, and how often it is stuck, with "
        "their 95 % intervals.",
        "cli.balance.all": "every preset of every game, as in docs/rules-figures.md",
        "cli.balance.games": "matches of each level and of each pair of levels (default: 200)",
        "cli.balance.level": "only this level: slow, middling, fast, a pace (34), a simulated person (person:20), or "
        "random (random legal commands); may be given several times",
        "cli.balance.markdown": "print tables in Markdown",
        "cli.balance.svg": "draw the figures as an SVG picture in this file",
        "balance.no_preset": "name a preset, as photofinish games GAME lists them, or give --all",
        "balance.preset_and_all": "{preset} and --all: name one preset, or give --all for every one",
        "balance.unknown": "no preset is called {name}: photofinish games GAME lists them",
        "balance.unknown_near": "no preset is called {name}; did you mean {nearest}?",
        "balance.svg_of_all": "--svg draws one preset: name it in place of --all",
        "balance.unwritable": "{path} cannot be written ({reason}). Name another file, or make room.",
        # -- The table, a column for each level --------------------------------------------------------------
        "balance.title": "{preset} ({game}), {seats} {seats:seat|seats}",
        "balance.matches": "{matches} {matches:match|matches} of a level, seeds {first} to {last}; each figure in "
        "brackets is the 95 % "
        "interval",
        "balance.wins": "won by {seat}",
        "balance.drawn": "drawn",
        "balance.minutes": "match, minutes: quartiles",
        "balance.deals": "deals a match",
        "balance.seconds": "deal, seconds: quartiles",
        "balance.pace": "cards a minute, each",
        "balance.deal_leads": "lead changes a deal",
        "balance.leads": "lead changes a match",
        "balance.deal_comebacks": "deals won from behind",
        "balance.comebacks": "matches won from behind",
        "balance.late_comebacks": "behind at three quarters",
        "balance.stuck": "stuck, times a deal",
        "balance.stuck_time": "stuck, of the time",
        "balance.caps": "decided by a cap",
        "balance.races": "races a minute",
        "balance.margin": "median margin, ms",
        "balance.share": "{share:.1%} ({low:.1%} to {high:.1%})",
        "balance.quartiles": "{low:.1f}, {median:.1f}, {high:.1f}",
        "balance.ladder": "ladder: one seat of the higher level, the others of the lower, seats rotated; even is "
        "{even:.0%}",
        "balance.rung": "{higher} beats {lower}",
        # -- The drawing --------------------------------------------------------------------------------------
        "chart.title": "{game}: {preset}",
        "chart.facts": "{preset}, {seats} {seats:seat|seats}. {matches} {matches:match|matches} of bots for each "
        "level and each pair of levels, "
        "seeds {first} to {last}. Photo Finish {version}.",
        "chart.wins": "Who wins",
        "chart.wins.note": "Share of matches with a winner, and its 95 % interval; dashed: even",
        "chart.ladder": "Level against level",
        "chart.ladder.two": "Matches won by the higher level; seats rotated",
        "chart.ladder.more": "Matches won by one of the higher level; seats rotated",
        "chart.lengths": "Length of a match, minutes",
        "chart.changes": "Lead changes in a deal",
        "chart.median": "median {figure}",
        "chart.mean": "mean {figure}",
        "chart.and_more": "{value}+",
        "chart.leads": "How early the winner leads",
        "chart.leads.note": "share of matches, from the first card to the last; dashed: half of the time",
        "chart.led": "the winner leads",
        "chart.level": "nobody leads alone",
        "chart.trailed": "the winner trails",
        "chart.comebacks": "{level}: {share} won from behind",
        "chart.rest": "Figures",
        # -- Tables of all presets ----------------------------------------------------------------------------
        "balance.head.preset": "preset",
        "balance.head.presets": "preset, {level}",
        "balance.head.minutes": "{level}: minutes, quartiles",
        "balance.head.deals": "deals",
        "balance.head.seconds": "a deal's play, s",
        "balance.head.deal_comebacks": "deals won from behind, %",
        "balance.head.comebacks": "matches won from behind, %",
        "balance.head.late_comebacks": "behind at three quarters, %",
        "balance.head.stuck_time": "stuck, % of the time",
        "balance.head.caps": "decided by a cap, %",
        "balance.head.drawn": "drawn, %",
        "balance.head.even": "even is, %",
        "balance.wins_of_seats": "{shares} ± {half:.1f}",
        "balance.quartiles.of": "{low:.1f} {median:.1f} {high:.1f}",
        "balance.percent": "{share:.1f} ({low:.1f} to {high:.1f})",
    }
)
