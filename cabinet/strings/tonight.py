"""The part of the catalogue for records and evenings: boards, tournaments, champions; see `catalogue`."""

from types import MappingProxyType
from typing import Final

TONIGHT_WORDS: Final = MappingProxyType(
    {
        # -- Boards of records ------------------------------------------------------------------------
        "records.closest": "CLOSEST RACES",
        "records.closest.unit": "ms",
        "records.streak": "LONGEST STREAKS",
        "records.streak.unit": "WINS",
        "records.streak.unit.1": "WIN",
        "records.deal": "QUICKEST DEALS",
        "records.deal.unit": "s",
        "records.pace": "MOST CARDS A MINUTE",
        "records.pace.unit": "CARDS",
        "records.free": "YOUR NAME HERE",
        "records.places": "PLACES",
        "records.nobody": "NOBODY YET: A PLACE COMES WITH {count} MATCHES UNDER A NAME",
        "records.lacks": "{name}: A PLACE AFTER {count} MORE {count:MATCH|MATCHES}",
        "records.turn": "BOARD {page} OF {count}",
        "records.way": "RECORDS",
        "records.span.tonight": "TONIGHT",
        "records.span.month": "MONTH",
        "records.span.ever": "EVER",
        "attract.photo": "The photo {name} is not shown: {reason}",
        # -- Tournaments -------------------------------------------------------------------------------
        "bracket.now": "NOW",
        "bracket.next": "NEXT",
        "bracket.bye": "BYE",
        "bracket.sit": "SIT DOWN",
        "bracket.page": "PAGE {page} OF {count}",
        "bracket.results": "ALL RESULTS",
        "bracket.results.count": "{count} SO FAR, THE LATEST FIRST",
        "bracket.results.none": "NO MATCH IS OVER YET",
        "bracket.back": "BACK",
        "bracket.overview": "OVERVIEW",
        "bracket.show": "THE WHOLE TOURNAMENT",
        "bracket.up": "UP",
        "bracket.down": "DOWN",
        "bracket.newer": "LATER ONES",
        "bracket.older": "EARLIER ONES",
        "bracket.take_back": "TAKE IT BACK?",
        "bracket.take_back.way": "TAKE BACK",
        "bracket.falls": "RESULTS THAT FALL WITH IT: {count}",
        "bracket.falls.none": "NO OTHER RESULT RESTS ON IT",
        # -- Tonight, for people who walk by ----------------------------------------------------------
        "attract.tonight": "TONIGHT",
        "attract.line": "IN LINE",
        "attract.next": "NEXT",
    }
)
"""Texts by key."""
