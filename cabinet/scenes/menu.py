"""The menu: the game, its rules, the opponent. One question after the other, then the match.

The player who answers the last question has a panel; a bot gets the other panel, and further bots the preset's other
seats. Where more than two panels are wired, three or four people can take a preset's seats.
"""

from collections.abc import Callable, Sequence
from functools import partial
from types import MappingProxyType
from typing import Final

from cabinet.config.presets import Offer
from cabinet.config.schema import Match
from cabinet.display.toolkit import Kit
from cabinet.games.presentation import presentation_of
from cabinet.match.request import MOST_PEOPLE, PANELS, PERSON, MatchRequest, full_table
from cabinet.scenes.bases import Questions
from cabinet.scenes.choice import Answer, Choice
from cabinet.scenes.stack import Scene
from cabinet.strings.catalogue import word
from engine.game import Game
from engine.games import GAMES, find_game

OPPONENTS = (PERSON, "bot:slow", "bot:middling", "bot:fast")
"""The possible opponents, as the configuration names them."""

EMBLEMS: Final = MappingProxyType(
    {
        PERSON: ("seat0", "seat1"),
        "bot:slow": ("right",),
        "bot:middling": ("right", "right"),
        "bot:fast": ("right", "right", "right"),
    }
)
"""The emblems of the opponents, above their words."""


Teach = Callable[[str, int, Callable[[], None], Callable[[], None]], Scene]
"""Makes the scene of a game's lessons from its id, the asking seat, the next step, and the way back to the title."""


class Menu(Questions):
    """Three questions, each a `Choice`, with the lessons in between."""

    def __init__(
        self,
        kit: Kit,
        wanted: Match,
        offers: Callable[[type[Game]], Sequence[Offer]],
        teach: Teach,
        *,
        play: Callable[[MatchRequest, int], None],
        back: Callable[[], None],
        panels: int = PANELS,
        at_rules: bool = False,
    ) -> None:
        """`wanted` is the choice that is highlighted, `offers` returns the presets of a game, at least one.

        `teach` makes the scene of the lessons. `play` gets the request and the seat that chose, `back` returns to the
        title. `panels` is the
        number of people with buttons: with more than two, and a preset for as many, all of them can play.
        `at_rules`: begin with the rules of the wanted game.
        """
        super().__init__()
        self._kit = kit
        self._wanted = wanted
        self._offers = offers
        self._teach = teach
        self._play = play
        self._back = back
        self._panels = panels
        self._game = find_game(wanted.game)
        self._offer = offers(self._game)[0]
        self.turn_to(self._ask_preset() if at_rules else self._ask_game())

    # Questions

    def _ask_game(self) -> Choice:
        answers = [
            Answer(
                word(f"game.{game.info.id}"),
                word(f"game.{game.info.id}.line"),
                partial(self._take_game, game),
                presentation_of(game.info.id).emblem,
            )
            for game in GAMES
        ]
        chosen = [game.info.id for game in GAMES].index(self._game.info.id)
        leave = self._way_back(lambda _seat: self._back())
        return Choice(self._kit, word("menu.game"), answers, self._back, chosen, leave=leave)

    def _take_game(self, game: type[Game], _seat: int) -> None:
        self._game = game
        self._offer = self._offers(game)[0]
        self.turn_to(self._ask_preset())

    def _ask_preset(self) -> Choice:
        offers = self._offers(self._game)
        names = [offer.name for offer in offers]
        chosen = names.index(self._wanted.preset) if self._wanted.preset in names else 0
        back = self._way_back(lambda _seat: self.turn_to(self._ask_game()))
        howto = Answer(word("menu.howto"), word("menu.howto.line"), self._show_how, ("right",))
        return self._choice("menu.preset", [*map(self._preset_answer, offers)], chosen, [howto, back])

    def _show_how(self, seat: int) -> None:
        """Show how the game is played, seen from this side of the table, and then return to its rules."""
        self.turn_to(self._teach(self._game.info.id, seat % PANELS, self._back_to_presets, self._back))

    def _back_to_presets(self) -> None:
        self.turn_to(self._ask_preset())

    def _preset_answer(self, offer: Offer) -> Answer:
        emblem = tuple(f"seat{seat}" for seat in range(offer.seats)) if offer.seats > PANELS else ()
        return Answer(offer.title, offer.line, partial(self._take_preset, offer), emblem)

    def _take_preset(self, offer: Offer, _seat: int) -> None:
        self._offer = offer
        self.turn_to(self._ask_opponent())

    def _ask_opponent(self) -> Choice:
        answers = [
            Answer(
                word(f"opponent.{who}"), word(f"opponent.{who}.line"), partial(self._take_opponent, who), EMBLEMS[who]
            )
            for who in OPPONENTS
        ]
        people = range(PANELS + 1, min(self._panels, self._offer.seats, MOST_PEOPLE) + 1)
        answers[1:1] = [
            Answer(
                word(f"opponent.people.{count}"),
                word(f"opponent.people.{count}.line"),
                partial(self._take_people, count),
                tuple(f"seat{seat}" for seat in range(count)),
            )
            for count in people
        ]
        wanted = OPPONENTS.index(self._wanted.opponent)
        chosen = wanted + len(people) if wanted else 0
        back = self._way_back(lambda _seat: self.turn_to(self._ask_preset()))
        return self._choice("menu.opponent", answers, chosen, [back])

    def _take_opponent(self, who: str, seat: int) -> None:
        """Seat the player at the near or far panel: a player at a further panel takes the panel of the same side."""
        self._sit_down((PERSON, who) if seat % 2 == 0 else (who, PERSON), seat)

    def _take_people(self, count: int, seat: int) -> None:
        self._sit_down((PERSON,) * count, seat)

    def _sit_down(self, panels: tuple[str, ...], seat: int) -> None:
        self._play(MatchRequest(self._game.info.id, self._offer.name, full_table(self._offer.seats, panels)), seat)

    def _choice(self, key: str, answers: Sequence[Answer], chosen: int, ways: Sequence[Answer]) -> Choice:
        return Choice(self._kit, word(key), answers, self._back, chosen, ways)

    def _way_back(self, choose: Callable[[int], None]) -> Answer:
        return Answer(word("menu.back"), word("menu.back.line"), choose, ("left",))
