"""The menu: the game, its rules, the opponent. One question after the other, then the match.

The player who answers the last question has a panel; a bot gets the other panel, and further bots the preset's other
seats. Where more than two panels are wired, three or four people can take a preset's seats.
"""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from types import MappingProxyType
from typing import Any, Final

import msgspec

from cabinet.config.offers import Offer
from cabinet.config.schema import Match
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import KeyNames
from cabinet.games.presentation import presentation_of
from cabinet.match.request import MOST_PEOPLE, PANELS, PERSON, MatchRequest, full_table
from cabinet.scenes.bases import Leave
from cabinet.scenes.choice import Answer, Choice
from cabinet.scenes.lessons import HowTo
from cabinet.strings.catalogue import word
from engine.game import Game
from engine.games import GAMES, find_game

OPPONENTS = (PERSON, "bot:20", "bot:slow", "bot:middling", "bot:fast")
"""The possible opponents, as the configuration names them."""

EMBLEMS: Final = MappingProxyType(
    {
        PERSON: ("seat0", "seat1"),
        "bot:20": ("right",),
        "bot:slow": ("right", "right"),
        "bot:middling": ("right", "right", "right"),
        "bot:fast": ("right", "right", "right", "right"),
    }
)
"""The emblems of the opponents, above their words."""


class ChosenMatch(msgspec.Struct, frozen=True):
    """The match that a seat has chosen."""

    request: MatchRequest
    seat: int


class Way(Enum):
    """An answer that leads to another question, or to the lessons."""

    BACK = auto()
    HOWTO = auto()


async def choose_match(
    toolkit: Toolkit,
    wanted: Match,
    offers: Callable[[type[Game]], Sequence[Offer]],
    lessons: Callable[[str, int], HowTo],
    *,
    panels: int = PANELS,
    at_rules: bool = False,
    key_names: KeyNames = MappingProxyType({}),
    games: Sequence[type[Game]] = GAMES,
) -> ChosenMatch | Leave:
    """Ask three questions, with the lessons in between.

    `wanted` is the choice that is highlighted, `offers` returns the presets of a game, at least one, `lessons` the
    lessons of a game as a seat, 0 or 1, sees them. `panels` is the number of people with buttons: with more than two,
    and a preset for as many, all of them can play. `at_rules`: begin with the rules of the wanted game.
    `key_names`: the keys of the buttons at a desk. `games` are those that are offered, the wanted one among them.
    """
    game, asks_game = find_game(wanted.game), not at_rules
    while True:
        if asks_game:
            of_games = await game_question(toolkit, game, key_names, games)
            if isinstance(of_games, Leave) or isinstance(of_games.value, Way):
                return Leave()
            game = of_games.value
        asks_game = True  # of those who go back from the rules
        rules = await _ask_rules(toolkit, game, offers(game), wanted.preset, lessons, key_names)
        while isinstance(rules, Offer):
            opponent = await opponent_question(toolkit, rules, wanted.opponent, panels, key_names)
            if isinstance(opponent, Leave):
                return opponent
            if not isinstance(opponent.value, Way):
                players = full_table(rules.seats, seated(opponent.value, opponent.seat))
                return ChosenMatch(MatchRequest(game.info.id, rules.name, players), opponent.seat)
            rules = await _ask_rules(toolkit, game, offers(game), wanted.preset, lessons, key_names)
        if isinstance(rules, Leave):
            return rules


async def _ask_rules(
    toolkit: Toolkit,
    game: type[Game],
    offers: Sequence[Offer],
    preset: str,
    lessons: Callable[[str, int], HowTo],
    key_names: KeyNames,
) -> Offer | Way | Leave:
    """Ask for the rules; show the lessons as often as somebody wants them."""
    while True:
        chosen = await rules_question(toolkit, offers, preset, key_names)
        if isinstance(chosen, Leave):
            return chosen
        if chosen.value is not Way.HOWTO:
            return chosen.value
        if isinstance(left := await lessons(game.info.id, chosen.seat % PANELS), Leave):
            return left


def game_question(
    toolkit: Toolkit,
    game: type[Game],
    key_names: KeyNames,
    games: Sequence[type[Game]] = GAMES,
) -> Choice[type[Game] | Way]:
    """Return the question about the game; `game` is highlighted."""
    answers: list[Answer[type[Game] | Way]] = [
        Answer(
            word(f"game.{each.info.id}"), word(f"game.{each.info.id}.line"), each, presentation_of(each.info.id).emblem
        )
        for each in games
    ]
    return Choice(toolkit, word("menu.game"), answers, games.index(game), leave=_way_back(), key_names=key_names)


def rules_question(toolkit: Toolkit, offers: Sequence[Offer], preset: str, key_names: KeyNames) -> Choice[Offer | Way]:
    """Return the question about the rules; those of `preset` are highlighted, else the first."""
    names = [offer.name for offer in offers]
    chosen = names.index(preset) if preset in names else 0
    howto: Answer[Offer | Way] = Answer(word("menu.howto"), word("menu.howto.line"), Way.HOWTO, ("right",))
    presets, ways = [*map(_preset_answer, offers)], [howto, _way_back()]
    return Choice(toolkit, word("menu.preset"), presets, chosen, ways, key_names=key_names)


def _preset_answer(offer: Offer) -> Answer[Offer | Way]:
    emblem = tuple(f"seat{seat}" for seat in range(offer.seats)) if offer.seats > PANELS else ()
    return Answer(offer.title, offer.line, offer, emblem)


def opponent_question(
    toolkit: Toolkit, offer: Offer, wanted: str, panels: int, key_names: KeyNames
) -> Choice[str | int | Way]:
    """Return the question about the opponent, with a number of people where more than two can play."""
    answers: list[Answer[str | int | Way]] = [
        Answer(word(f"opponent.{who}"), word(f"opponent.{who}.line"), who, EMBLEMS[who]) for who in OPPONENTS
    ]
    people = range(PANELS + 1, min(panels, offer.seats, MOST_PEOPLE) + 1)
    answers[1:1] = [
        Answer(
            word(f"opponent.people.{count}"),
            word(f"opponent.people.{count}.line"),
            count,
            tuple(f"seat{seat}" for seat in range(count)),
        )
        for count in people
    ]
    place = OPPONENTS.index(wanted) if wanted in OPPONENTS else 0
    chosen = place + len(people) if place else 0
    return Choice(toolkit, word("menu.opponent"), answers, chosen, leave=_way_back(), key_names=key_names)


def seated(opponent: str | int, seat: int) -> tuple[str, ...]:
    """Return the players at the panels: so many people, or the seat's person and an opponent.

    The person sits at the near or far panel: one at a further panel takes the panel of the same side.
    """
    if isinstance(opponent, int):
        return (PERSON,) * opponent
    return (PERSON, opponent) if seat % 2 == 0 else (opponent, PERSON)


def _way_back() -> Answer[Any]:
    return Answer(word("menu.back"), word("menu.back.line"), Way.BACK, ("left",))
