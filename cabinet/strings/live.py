"""The texts of the pages for phones and the big screen (`live`); see `catalogue`."""

from types import MappingProxyType
from typing import Final

LIVE_WORDS: Final = MappingProxyType(
    {
        # live.page.*: the pages by their paths
        "live.page.now": "Now",
        "live.page.tonight": "Tonight",
        "live.page.boards": "Boards",
        "live.page.wall": "Prints",
        "live.page.stage": "Big screen",
        "live.off": "The cabinet shows nothing just now.",
        "live.free": "The cabinet is free: two players, two minutes.",
        "live.ready": "The next two are getting ready.",
        "live.cards": "cards left",
        "live.score": "score",
        "live.wins": "{name} wins",
        "live.draw": "Nobody wins",
        "live.last": "The last match",
        "live.closest": "The closest race of the match",
        "live.closest_tonight": "The closest races tonight",
        "live.closest_ever": "The closest races ever",
        "live.matches": "Matches",
        "live.match": "the match",
        "live.races": "{count} {count:race|races}",
        "live.place": "place",
        "live.log": "The log",
        "live.log.about": "Every press of this match with its stamp. Whoever plays it again comes to the same result:",
        "live.log.none": "Of this match there is no log here any more.",
        "live.by": "first by {margin} ms",
        "live.dead_heat": "wins a dead heat by lot",
        "live.not_judged": "not judged",
        "live.strip": "{name} was {margin} ms before {other}.",
        "live.up": "At the cabinet",
        "live.following": "Next",
        "live.champion": "{name} has won it all",
        "live.nothing": "Nothing has been played yet.",
    }
)
"""Key -> English text."""
