"""The lobby: the scenes between the title and a match, and who goes where.

It joins the evening's memory (`match.played`) with the scenes that ask: getting ready, the menu, the buttons' page and
the lessons. Scenes are imported when they are first needed; `cabinet.app` does so right after the first frame.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from cabinet.config.presets import Offer
from cabinet.config.schema import Config
from cabinet.match.factory import MatchFactory
from cabinet.match.played import Played
from cabinet.match.request import MOST_PEOPLE, PANELS, PERSON, MatchRequest
from cabinet.scenes.legend import Wiring
from cabinet.scenes.people import People, next_up
from cabinet.scenes.stack import Scene, SceneStack
from cabinet.scenes.title import TitleWays
from cabinet.screens.seating import Seating
from engine.game import Game
from engine.games import find_game
from engine.options import OptionValues
from engine.panel import Press

if TYPE_CHECKING:
    from cabinet.people.people import HeadStart
    from cabinet.scenes.evening import EveningLobby
    from cabinet.scenes.lessons import ButtonsPage, HowTo
    from cabinet.scenes.menu import Menu
    from cabinet.scenes.names import TakingNames
    from cabinet.scenes.ready import GettingReady


class Outlets(NamedTuple):
    """The sound player, the photos beside the logs (as `result.Keep`), the operator's report, and the notices.

    `seen` is called as a new match begins: the players have seen the title's notices. `say` adds a notice.
    """

    play: Callable[[Iterable[str]], None]
    keep: Callable[[Path, Callable[[], bytes]], None]
    report: Callable[[str], None]
    seen: Callable[[], None]
    say: Callable[[str], None]


class House(NamedTuple):
    """The house as it is set up now: `keys` of both seats at a desk (else None), `panels` that are wired."""

    config: Config
    factory: MatchFactory
    seating: Seating
    keys: Wiring | None
    panels: int


NOBODY: Final[Mapping[int, str]] = MappingProxyType({})
"""The names of guests."""
Begin = Callable[[MatchRequest], Scene]
"""Makes the scene of a match whose people are ready."""


class Lobby:
    """Leads from the title to a match. Every way replaces the top scene of `stack`."""

    def __init__(
        self,
        stack: SceneStack,
        played: Played,
        house: Callable[[], House],
        begin: Begin,
        title: Callable[[], Scene],
        people: People,
    ) -> None:
        """`house` returns the present house, which the operator's settings change; `title` makes the title."""
        self._stack = stack
        self._played = played
        self._house = house
        self._begin = begin
        self._title = title
        self._people = people
        self._names: Mapping[int, str] = {}
        """The names of the seats since the title, while their people choose rules and games."""

    @property
    def title_ways(self) -> TitleWays:
        """The ways from the title."""
        return TitleWays(
            ready=self.get_ready,
            learn=lambda game, seat: self._go(partial(self._buttons_page, game, seat)),
            menu=lambda game, _seat: self.ask(game),
        )

    def rules_of(self, game: str) -> str:
        """Return the name of the rules by which a game would be played now."""
        return self.offer(game).title

    def offer(self, game: str) -> Offer:
        """Return the rules by which a game was played last, else its first ones."""
        factory, name = self._house().factory, self._played.preset(game)
        named = (offer for offer in factory.each_offer(find_game(game)) if name in ("", offer.name))
        return next(named, None) or next(factory.each_offer(find_game(game)))

    def _offers(self, game: type[Game]) -> tuple[Offer, ...]:
        """Return the ways to play a game, in the menu's order, in parts: a scene that asks is built between frames."""
        kit, there = self._house().seating.kit, list[Offer]()
        for offer in self._house().factory.each_offer(game):
            there.append(offer)
            kit.breathe()
        return tuple(there)

    def offer_for_two(self, game: str) -> Offer:
        """Return the rules by which a game was played last if they are for two, else its first such rules.

        Without `game` it is the game played last.
        """
        game = game or self._played.game
        last = self.offer(game)
        there = [offer for offer in self._offers(find_game(game)) if offer.seats == PANELS]
        return last if last in there else there[0]

    def get_ready(self, game: str, seats: Collection[int], names: Mapping[int, str] = NOBODY) -> None:
        """Wait for the people of a match of that game; `seats` have pressed already, and have `names` unless they are
        guests.
        """
        self._names = names
        self._go(partial(self._getting_ready, game, seats))

    def wake(self, press: Press) -> None:
        """Leave the attract scene by ACTION: the press itself is its seat's READY for the game on offer."""
        self.get_ready(self._played.game, [])
        self._stack.hand_on(press)

    def ask(self, game: str = "", *, at_rules: bool = False) -> None:
        """Show the menu, with that game (else the last one) highlighted, or at the question about its rules."""
        self._go(partial(self._menu, game or self._played.game, at_rules=at_rules))

    def next_up(self) -> str:
        """Return the line about the evening's next match, "" without one."""
        return next_up(*self._people.next_up())

    def teach(self, game: str, options: OptionValues, seat: int) -> None:
        """Cover a paused match with these options by its game's lessons."""
        self._stack.soon(lambda now: self._stack.push(self._lessons(game, seat, self._uncover, options), now))

    @cached_property
    def evening(self) -> "EveningLobby":
        """The scenes of an evening."""
        from cabinet.scenes.evening import EveningLobby

        return EveningLobby(self._stack, lambda: self._house().seating, self._people, self._title, menu=self.ask)

    def _uncover(self) -> None:
        from cabinet.scenes.lessons import HowTo

        self._stack.soon(lambda now: self._stack.pop(now) if isinstance(self._stack.top, HowTo) else None)

    # The scenes

    def _getting_ready(self, game: str, ready: Collection[int]) -> "GettingReady":
        from cabinet.scenes.ready import GettingReady, ReadyWays

        house, offer = self._house(), self.offer(game)
        ways = ReadyWays(
            play=lambda people, agreed: self._go(partial(self._match, offer, people, agreed)),
            rules=lambda _seat: self.ask(game, at_rules=True),
            leave=lambda: self._go(self._title),
            names=lambda seat, there: self._go(partial(self._taking_names, game, seat, there)),
        )
        seats = max(PANELS, min(house.panels, offer.seats, MOST_PEOPLE))
        names = tuple(self._names.get(seat, "") for seat in range(seats))
        is_duel = seats == offer.seats == PANELS and all(names)
        head_start = self._people.head_start(game, names) if is_duel else None
        return GettingReady(
            house.seating.kit,
            house.seating.setting,
            offer,
            ready,
            ways,
            seats=seats,
            is_familiar=self._played.is_familiar(game, ready),
            names=names,
            places=[self._people.place(game, name) for name in names],
            head_start=head_start,
            next_up=self.next_up(),
        )

    def _taking_names(self, game: str, seat: int, ready: Collection[int]) -> "TakingNames":
        """Return the scene in which a seat, and any other, takes a name; a seat that has chosen is ready."""
        from cabinet.scenes.names import NamesWays, TakingNames

        people, house, offer = self._people, self._house(), self.offer(game)

        def done(chosen: Mapping[int, str]) -> None:
            self._names = {**self._names, **chosen}
            self._go(partial(self._getting_ready, game, {*ready, *chosen}))

        return TakingNames(
            house.seating.kit,
            house.seating.setting,
            NamesWays(done),
            asks=seat,
            tonight=people.tonight(),
            refuses=people.refuses,
            held=self._names,
            seats=max(PANELS, min(house.panels, offer.seats, MOST_PEOPLE)),
            is_turned=house.seating.is_turned,
        )

    def _match(self, offer: Offer, people: Collection[int], agreed: "HeadStart | None") -> Scene:
        """Return the match of these people; bots of the house's level take the other seats."""
        players = tuple(PERSON if seat in people else self._played.bot for seat in range(offer.seats))
        request = self._named(MatchRequest(offer.game, offer.name, players))
        if agreed is not None:
            request = self._people.with_head_start(request, agreed)
        return self._begin(request)

    def _named(self, request: MatchRequest) -> MatchRequest:
        """Return a request with the names of the seats of people."""
        seats = range(len(request.players))
        names = tuple(self._names.get(seat, "") if seat in request.people else "" for seat in seats)
        return replace(request, names=names) if any(names) else request

    def _menu(self, game: str, *, at_rules: bool) -> "Menu":
        from cabinet.scenes.menu import Menu

        house = self._house()
        wanted = msgspec.structs.replace(house.config.match, game=game, preset=self._played.preset(game))
        return Menu(
            house.seating.kit,
            wanted,
            self._offers,
            self._new_lessons,
            play=lambda request, seat: self._go(partial(self._chosen, request, seat)),
            back=lambda: self._go(self._title),
            panels=house.panels,
            at_rules=at_rules,
        )

    def _chosen(self, request: MatchRequest, seat: int) -> Scene:
        """Return the match that was chosen in the menu; with several people, the scene in which they get ready."""
        if len(request.people) == 1:
            return self._begin(self._named(request))
        self._played.chooses(request)
        return self._getting_ready(request.game, [seat])

    def _buttons_page(self, game: str, seat: int) -> "ButtonsPage":
        from cabinet.scenes.lessons import ButtonsPage

        house = self._house()
        return ButtonsPage(
            house.seating.kit,
            house.keys,
            done=lambda: self._go(partial(self._lessons, game, seat, lambda: self._go(self._title))),
            back=lambda: self._go(self._title),
            panels=house.panels,
        )

    def _lessons(
        self, game: str, seat: int, done: Callable[[], None], options: OptionValues | None = None
    ) -> "HowTo":
        return self._new_lessons(game, seat % PANELS, done, done, options)

    def _new_lessons(
        self, game: str, me: int, done: Callable[[], None], back: Callable[[], None],
        options: OptionValues | None = None,
    ) -> "HowTo":  # fmt: skip
        """Return the lessons of a game with the options of a match, or without one with those of the house."""
        from cabinet.scenes.lessons import HowTo

        house = self._house()
        played = house.config.options.get(game, {}) if options is None else options
        return HowTo(house.seating.kit, house.seating.setting, game, me, done, back, played)

    def _go(self, make: Callable[[], Scene]) -> None:
        self._stack.soon(lambda now: self._stack.replace(make(), now))
