"""The people of the house for the scenes: names and ratings from the store, head starts by the engine's table."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from cabinet.config.presets import Offer
from cabinet.match.request import MatchRequest
from cabinet.people.handicap import HeadStart, head_start
from cabinet.people.names import is_refused
from cabinet.people.place_text import place_text
from cabinet.scenes.people import People
from cabinet.store.store import Store
from engine.options import OptionValues, extra_cards_for, handicap_of

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
