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
        "records.deal": "QUICKEST DEALS",
        "records.deal.unit": "s",
        "records.pace": "MOST CARDS A MINUTE",
        "records.pace.unit": "CARDS",
        "records.free": "YOUR NAME HERE",
        "records.span.tonight": "TONIGHT",
        "records.span.month": "MONTH",
        "records.span.ever": "EVER",
        "attract.photo": "The photo {name} is not shown: {reason}",
        # -- Tonight, for people who walk by ----------------------------------------------------------
        "tonight.title": "TONIGHT",
        "tonight.line": "IN LINE",
        "tonight.next": "NEXT",
    }
)
"""Texts by key."""
