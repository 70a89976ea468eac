"""The texts of what is exported for a laptop: heads of tables, and the page around them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

EXPORT_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "export.title": "Photo Finish at {house}",
        "export.title.plain": "Photo Finish",
        "export.as_of": "As of {at}, version {version}",
        "export.played": "Matches: {matches}. Minutes: {minutes}.",
        "export.none": "Nothing yet.",
        "export.people": "People",
        "export.races": "The closest races",
        "export.place": "place in {game}",
        "export.match": "match",
        "export.begun": "begun",
        "export.game": "game",
        "export.preset": "way to play",
        "export.players": "players",
        "export.winner": "winner",
        "export.loser": "second",
        "export.reason": "how it ended",
        "export.scores": "score",
        "export.minutes": "minutes",
        "export.closest": "closest race, ms",
        "export.margin": "margin, ms",
        "export.when": "when",
        "export.judged": "judged",
        "export.counts": "counts",
        "export.name": "name",
        "export.since": "first seen",
        "export.seen": "last seen",
        "export.matches": "matches",
        "export.won": "won",
        "export.count": "count",
        "export.yes": "yes",
        "export.no": "no",
    }
)
"""Keys begin with ``export.``."""
