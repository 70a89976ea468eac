"""A place in words: ``2nd of 7``."""

from cabinet.people.ratings import Place
from cabinet.strings.catalogue import word


def place_text(place: Place) -> str:
    """Return a place in words; ratings themselves are shown nowhere."""
    last = place.place % 10 if place.place % 100 not in (11, 12, 13) else 0
    key = {1: "place.first", 2: "place.second", 3: "place.third"}.get(last, "place.other")
    return word(key, place=place.place, of=place.of)
