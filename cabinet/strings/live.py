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
        # scan.*: below the code that phones scan; a few letters
        "scan.code": "QUEUE {code}",
        "scan.follow": "ON PHONES",
        "scan.join": "WI-FI",
        "scan.address": "On phones: {address}",
        "live.join": "A place in the queue",
        "live.join.your_name": "Your name, 2 or 3 letters",
        "live.join.your_code": "The code on the cabinet's screen",
        "live.join.ask": "Ask for a place",
        # live.join.*: what becomes of a request
        "live.join.asked": "{name} is handed to the cabinet, and comes on the list as soon as no match is played.",
        "live.join.closed": "The cabinet takes no names from phones just now.",
        "live.join.code": "That is not the code on the cabinet's screen. It changes with each match.",
        "live.join.name": "The cabinet does not take this name. Two or three letters, another one please.",
        "live.join.many": "Too many have tried within a minute. Wait a minute, or join at the cabinet.",
        "live.join.full": "Too many requests wait. Join at the cabinet.",
        # live.dropped.*: lines for the journal
        "live.dropped": "A place in the queue that was asked for by phone is not given: {reason}.",
        "live.dropped.strange": "its file is strange",
        "live.dropped.stale": "it is too old, or its code is another one",
        "live.dropped.name": "no panel would take this name",
        "live.dropped.many": "Further such requests of this minute are dropped without a line.",
    }
)
"""Key -> English text."""
