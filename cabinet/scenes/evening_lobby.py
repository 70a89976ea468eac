"""The scenes of an evening: the page TONIGHT, winner stays, the party, and the names that join them.

The program's evening is handed in as states and ways; nothing here knows how a list moves.
"""

from collections.abc import Callable, Collection, Mapping
from functools import partial

from cabinet.match.request import PANELS
from cabinet.scenes.called_pair import PairWays
from cabinet.scenes.evening_plan import EveningPlan
from cabinet.scenes.names import NamesWays, TakingNames
from cabinet.scenes.party import PartyScene, PartyState
from cabinet.scenes.people import People
from cabinet.scenes.stack import Scene, SceneStack
from cabinet.scenes.tonight import Tonight, TonightWays
from cabinet.scenes.winner_stays import QueueState, WinnerStays
from cabinet.screens.seating import Seating


class EveningLobby:
    """Shows an evening's scenes in place of the top one; names cover it."""

    def __init__(
        self,
        stack: SceneStack,
        seating: Callable[[], Seating],
        people: People,
        title: Callable[[], Scene],
        *,
        menu: Callable[[str], None],
    ) -> None:
        """`seating` returns the present seating, `title` makes the title, `menu` shows the ways to play a game."""
        self._stack = stack
        self._seating = seating
        self._people = people
        self._title = title
        self._menu = menu

    def plan(self, begin: Callable[[EveningPlan], None], game: str = "") -> None:
        """Show the page TONIGHT; `begin` gets the plan of the evening. JUST PLAY leads to the menu with that game."""
        self._go(partial(self._tonight, begin, game))

    def winner_stays(self, state: Callable[[], QueueState], ways: PairWays) -> None:
        """Show winner stays; `state` returns the queue now."""
        self._go(lambda: WinnerStays(self._seating().kit, self._seating().setting, state, ways))

    def party(self, state: Callable[[], PartyState], ways: PairWays) -> None:
        """Show the party; `state` returns it as it is now."""
        self._go(lambda: PartyScene(self._seating().kit, self._seating().setting, state, ways))

    def ask_name(self, seat: int, taken: Collection[str], joined: Callable[[str, int], None]) -> None:
        """Cover the top scene by the names, for a list that has the names `taken`.

        `joined` gets each name that was taken, and its seat, before the scene below continues.
        """
        self._stack.soon(lambda now: self._stack.push(self._names(seat, taken, joined), now))

    def title(self) -> None:
        """Show the title; the evening goes on."""
        self._go(self._title)

    def _names(self, seat: int, taken: Collection[str], joined: Callable[[str, int], None]) -> TakingNames:
        def done(chosen: Mapping[int, str]) -> None:
            for at, name in chosen.items():
                if name:
                    joined(name, at)
            self._stack.soon(lambda now: self._stack.pop(now) if isinstance(self._stack.top, TakingNames) else None)

        people, seating = self._people, self._seating()
        return TakingNames(
            seating.kit, seating.setting, NamesWays(done), asks=seat % PANELS, tonight=people.tonight(),
            refuses=people.refuses, taken=taken, purpose="join", is_turned=seating.is_turned,
        )  # fmt: skip

    def _tonight(self, begin: Callable[[EveningPlan], None], game: str) -> Tonight:
        people, seating = self._people, self._seating()
        ways = TonightWays(begin, just_play=lambda: self._menu(game), leave=self.title)
        return Tonight(
            seating.kit, seating.setting, ways, tonight=people.tonight, refuses=people.refuses,
            is_turned=seating.is_turned,
        )  # fmt: skip

    def _go(self, make: Callable[[], Scene]) -> None:
        self._stack.soon(lambda now: self._stack.replace(make(), now))
