"""The people of an evening, as the scenes ask for them."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cabinet.match.request import MatchRequest
from cabinet.people.handicap import HeadStart


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
