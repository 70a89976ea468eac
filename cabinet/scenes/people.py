"""The people of an evening, as the scenes ask for them: names and ratings from the store, head starts, who is next."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from cabinet.config.presets import Offer
from cabinet.match.request import MatchRequest
from cabinet.people.names import is_refused
from cabinet.people.people import HeadStart, head_start
from cabinet.people.ratings import place_text
from cabinet.store.store import Store
from cabinet.strings.catalogue import word
from engine.options import OptionValues, extra_cards_for, handicap_of


class People(NamedTuple):
    """The people of the evening; every answer is immediate.

    `tonight` returns tonight's names, the last sitter's first; `refuses` is the word list. `head_start` returns the
    offer for a game and the names of its seats, `with_head_start` the request with an offer to which both agreed.
    `next_up` returns the names of the evening's next match, or the one name that waits where somebody stays; `place`
    the place of a name in a game in words, "" before it has one.
    """

    tonight: Callable[[], Sequence[str]]
    refuses: Callable[[str], bool]
    head_start: Callable[[str, tuple[str, ...]], HeadStart | None]
    with_head_start: Callable[[MatchRequest, HeadStart], MatchRequest]
    next_up: Callable[[], Sequence[str]] = tuple
    place: Callable[[str, str], str] = lambda _game, _name: ""


Rules = Callable[[MatchRequest], OptionValues]
"""Returns all options of a request."""


def people_of(
    store: Store, offer: Callable[[str], Offer], rules: Rules, next_up: Callable[[], Sequence[str]]
) -> People:
    """Return the people as the scenes ask for them.

    `offer` returns the rules by which a game would be played, `rules` the options of a request, `next_up` the names of
    the evening's next match.
    """

    def offered(game: str, names: tuple[str, ...]) -> HeadStart | None:
        if offer(game).seats != len(names):
            return None
        return head_start(store.people, game, names, extra_cards_for)

    def harder(request: MatchRequest, agreed: HeadStart) -> MatchRequest:
        handicap = handicap_of(len(request.players), agreed.better, agreed.cards)
        return replace(request, options={**rules(request), **handicap})

    def place(game: str, name: str) -> str:
        found = store.people.place(game, name) if name else None
        return place_text(found) if found is not None else ""

    return People(lambda: store.tonight(time.time()), is_refused, offered, harder, next_up, place)


def next_up(*names: str) -> str:
    """Return the line for every screen between matches: ``NEXT: ZOE``, ``NEXT: MIA – BEN``; "" without names."""
    known = [name for name in names if name]
    if len(known) == 2:
        return word("next.match", left=known[0], right=known[1])
    return word("next.up", name=known[0]) if known else ""
