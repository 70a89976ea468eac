"""The running evening: its journal in the store, and the scenes between its matches.

Whoever is up and plays, plays for the evening: a match between the two names that are up, each at its seat, counts.
Its line is saved in one transaction with the result (`notes`), so that a power cut loses both or neither.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from cabinet.config.presets import Offer
from cabinet.display.attract.page import TonightBoard
from cabinet.display.evening.pages import TonightBand
from cabinet.errors import CabinetError
from cabinet.match.request import PERSON, MatchRequest
from cabinet.scenes import evening_pages
from cabinet.scenes.called_pair import PairWays
from cabinet.scenes.evening_lobby import EveningLobby
from cabinet.scenes.evening_plan import EveningPlan
from cabinet.scenes.people import next_up
from cabinet.scenes.stack import Scene, SceneStack
from cabinet.screens.seating import Seating
from cabinet.store.changes import MatchEnded
from cabinet.store.store import Store
from cabinet.strings.catalogue import word
from cabinet.tournaments.evening import Change, Evening, Refused, drawn
from cabinet.tournaments.journal import AnyStart, Party, Tournament, WinnerStays
from engine.game import S
from engine.panel import Press

if TYPE_CHECKING:
    from cabinet.scenes.bracket import Bracket, BracketWays
    from cabinet.scenes.evening_desk import DeskWays
    from cabinet.scenes.operator import Item
    from cabinet.scenes.tournament_call import TournamentCall

IDLE_NS: Final = 60 * S
"""Time without a press after which a tournament's page leads to the title."""
TWO: Final = 2
"""The seats of an evening's match."""


class EveningWays(NamedTuple):
    """What an evening needs from the rest: a match's scene, the rules by which a game is played, the people who joined.

    `seen` gets the names of those who joined, `say` informs everybody.
    """

    play: Callable[[MatchRequest], Scene]
    offer: Callable[[str], Offer]
    seen: Callable[[Sequence[str]], None]
    say: Callable[[str], None]


class EveningScenes:
    """Every way here replaces the top scene of `stack`."""

    def __init__(
        self,
        stack: SceneStack,
        store: Store,
        seating: Callable[[], Seating],
        lobby: EveningLobby,
        ways: EveningWays,
    ) -> None:
        """Take up the evening of the store's journal; of one that cannot be read `ways.say` is told the reason.

        `seating` returns the present seating.
        """
        self._stack = stack
        self._store = store
        self._seating = seating
        self._lobby = lobby
        self._ways = ways
        self._game = ""
        self._evening: Evening | None = None
        self._last: Evening | None = None
        """The evening that has ended, for scenes that still show it."""
        lines = store.evening()
        try:
            self._evening = Evening.of(lines) if lines else None
        except CabinetError as problem:
            ways.say(word("evening.not", problem=problem))

    @property
    def runs(self) -> bool:
        """Whether an evening is running."""
        return self._evening is not None

    # For other scenes

    def next_up(self) -> Sequence[str]:
        """Return the names of the next match; of a queue in which somebody stays, only who comes."""
        return evening_pages.next_names(self._evening) if self._evening is not None else ()

    def words(self) -> str:
        """Return the line between matches: who is next, or who has won it all; "" where names are lacking."""
        evening = self._evening
        if evening is None:
            return ""
        return evening_pages.progress_words(evening) if evening.is_over else next_up(*self.next_up())

    def band(self) -> TonightBand | None:
        """Return the title's band."""
        return evening_pages.band(self._evening) if self._evening is not None else None

    def board(self) -> TonightBoard | None:
        """Return the page for people who walk by."""
        return evening_pages.board(self._evening) if self._evening is not None else None

    def notes(self, result: MatchEnded) -> Sequence[str]:
        """Return the journal's lines that follow from a result, and count it; none for a match of nobody's turn."""
        if self._evening is None or result.result is None:
            return ()
        names = result.result.names[:TWO]
        pairing = next((each for each in self._evening.pairings if each.names == names), None)
        if pairing is None:
            return ()
        won = result.winner is not None and result.reason != "left"
        winner = names[result.winner] if won and result.winner is not None and result.winner < TWO else None
        try:
            change = self._evening.result(pairing, winner, result.name)
        except Refused as problem:
            self._ways.say(word("evening.not", problem=problem))
            return ()
        self._evening = change.evening
        return change.lines

    # Scenes

    def show(self, game: str = "") -> None:
        """Go to the evening, or to the page on which one begins: with that game."""
        self._game = game or self._game
        evening = self._evening
        if evening is None:
            self._lobby.plan(self._begin, self._game)
        elif isinstance(evening.start, Tournament):
            self._go(self._bracket)
        elif isinstance(evening.start, Party):
            self._lobby.party(lambda: evening_pages.party_state(self._running), self._pair_ways())
        else:
            self._lobby.winner_stays(lambda: evening_pages.queue_state(self._running), self._pair_ways())

    @property
    def _running(self) -> Evening:
        evening = self._evening or self._last
        assert evening is not None, "an evening runs, or its last scene is still there"
        return evening

    def _begin(self, plan: EveningPlan) -> None:
        try:
            change = Evening.begin(start_of(plan, self._ways.offer(self._game)))
        except Refused as problem:
            self._ways.say(str(problem))
            self._lobby.title()
            return
        if self._store.evening():  # one that could not be read: it stays in the database
            self._store.end_evening()
        self._ways.seen(plan.names)
        self._apply(change)
        self.show()

    def _bracket(self) -> "Bracket":
        from cabinet.scenes.bracket import BracketWays

        def sit_down(press: Press) -> None:
            self._go(self._call)
            self._stack.hand_on(press)

        return self._tournament(BracketWays(sit_down, self._leave, self._leave), idle_ns=IDLE_NS)

    def _tournament(self, ways: "BracketWays", *, idle_ns: int = 0) -> "Bracket":
        from cabinet.scenes.bracket import Bracket

        return Bracket(
            self._seating().kit,
            lambda: evening_pages.tournament_page(self._running),
            lambda: evening_pages.result_lines(self._running),
            ways,
            champion=lambda: evening_pages.champion_page(self._running),
            idle_ns=idle_ns,
            far=self._seating().is_turned,
        )

    def _call(self) -> "TournamentCall":
        """Return the call of the tournament's next match."""
        from cabinet.scenes.tournament_call import TournamentCall

        seating = self._seating()
        return TournamentCall(
            seating.kit, seating.setting, lambda: evening_pages.called(self._running), self._pair_ways(), self.show
        )

    def _pair_ways(self) -> PairWays:
        return PairWays(
            play=lambda: self._go(self._match),
            no_show=lambda name: self._change(lambda evening: evening.no_show(name)),
            step_out=lambda name: self._change(lambda evening: evening.withdraw(name)),
            join=lambda seat: self._lobby.ask_name(seat, self._running.names, self._joined),
            leave=self._leave,
        )

    def _joined(self, name: str, seat: int) -> None:
        self._ways.seen((name,))
        self._change(lambda evening: evening.join(name, seat % TWO))

    def _match(self) -> Scene:
        """Return the match of the two who are up."""
        now, start = self._running.now, self._running.start
        assert now is not None, "both have been called"
        offer = self._ways.offer(start.game)
        preset = start.preset or offer.name
        return self._ways.play(MatchRequest(offer.game, preset, (PERSON, PERSON), names=now.names))

    def _leave(self) -> None:
        """Go to the title; an evening that is over, or that nobody is left in, ends."""
        evening = self._evening
        if evening is not None and (evening.is_over or not evening.names):
            self._end()
        self._lobby.title()

    def _end(self) -> None:
        self._store.end_evening()
        if self._evening is not None:  # else its journal could not be read
            self._evening, self._last = None, self._evening

    def _change(self, command: Callable[[Evening], Change]) -> None:
        """Apply a command; one that is not possible any more changes nothing. An evening that has ended is left."""
        if self._evening is None:
            self._lobby.title()
            return
        try:
            self._apply(command(self._evening))
        except Refused as problem:
            self._ways.say(str(problem))

    def _apply(self, change: Change) -> None:
        self._evening = change.evening
        if change.lines:
            self._store.note(*change.lines)

    # For the operator

    def operator_items(self) -> "list[Item]":
        """Return the lines of the operator's page: take a result or a name back, decide a match, end the evening."""
        from cabinet.scenes.operator import Item
        from cabinet.scenes.operator_pages import Row

        if self._evening is None:
            return [Item(lambda: Row(word("operator.end_evening")), self._end, dangerous=True)]
        evening, items = self._evening, []
        if evening.results and isinstance(evening.start, Tournament):
            items.append(Item(lambda: Row(word("operator.take_back")), self._show_results))
        elif evening.results:
            last = evening.results[-1]
            names = " – ".join(name for name in last.names if name)
            row = Row(word("operator.take_back"), names)
            items.append(Item(lambda: row, lambda: self._take_back(last.match), dangerous=True))
        if evening.names and not evening.is_over:
            items.append(Item(lambda: Row(word("operator.out")), self._ask_who_leaves))
        if evening.pairings:
            items.append(Item(lambda: Row(word("operator.award")), self._ask_which_match))
        title = evening_pages.title(evening)
        return [*items, Item(lambda: Row(word("operator.end_evening"), title), self._end, dangerous=True)]

    def _ask_who_leaves(self) -> None:
        from cabinet.scenes.evening_desk import EveningDesk

        names = self._running.names
        if names:
            self._cover(lambda done: EveningDesk.who_leaves(self._seating().kit, self._desk_ways(done), names))

    def _ask_which_match(self) -> None:
        from cabinet.scenes.evening_desk import EveningDesk

        pairings = self._running.pairings
        if pairings:
            self._cover(lambda done: EveningDesk.which_match(self._seating().kit, self._desk_ways(done), pairings))

    def _desk_ways(self, done: Callable[[], None]) -> "DeskWays":
        from cabinet.scenes.evening_desk import DeskWays

        return DeskWays(
            withdraw=lambda name: self._change(lambda evening: evening.withdraw(name)),
            award=lambda pairing, winner: self._change(lambda evening: evening.award(pairing, winner)),
            done=done,
        )

    def _cover(self, make: Callable[[Callable[[], None]], Scene]) -> None:
        """Cover the operator's page by a scene, which is made with the way to remove it."""

        def push(now: int) -> None:
            scene = make(lambda: self._stack.soon(lambda now: pop(scene, now)))
            self._stack.push(scene, now)

        def pop(scene: Scene, now: int) -> None:
            if self._stack.top is scene:
                self._stack.pop(now)

        self._stack.soon(push)

    def _show_results(self) -> None:
        """Cover the operator's page by the tournament's results, each of which can be taken back."""
        from cabinet.scenes.bracket import Bracket, BracketWays

        def leave() -> None:
            self._stack.soon(lambda now: self._stack.pop(now) if isinstance(self._stack.top, Bracket) else None)

        ways = BracketWays(lambda _press: None, leave, take_back=self._take_back)
        self._stack.soon(lambda now: self._stack.push(self._tournament(ways), now))

    def _take_back(self, match: str) -> None:
        """Take a result back, with those that rest on it; none of them counts for ratings and records any more."""
        fallen: Sequence[str] = ()
        if self._evening is not None:
            try:
                fallen = self._evening.falls(match).matches
            except Refused as problem:
                self._ways.say(str(problem))
                return
        self._change(lambda evening: evening.take_back(match))
        for each in (match, *fallen):
            if self._store.people.can_take_back(each):
                self._store.take_back(each)

    def _go(self, make: Callable[[], Scene]) -> None:
        self._stack.soon(lambda now: self._stack.replace(make(), now))


def start_of(plan: EveningPlan, offer: Offer) -> AnyStart:
    """Return the first line of a planned evening; a tournament's order is drawn."""
    game, preset = offer.game, offer.name
    if plan.format == "party":
        sides: tuple[Literal[0, 1], ...] = tuple(1 if team else 0 for team in plan.teams)
        return Party(plan.names, game=game, preset=preset, sides=sides, first_to=plan.first_to)
    if plan.format == "tournament":
        order = drawn(plan.names, Random().getrandbits(32))
        best_of: Literal[1, 3, 5] = 5 if plan.best_of == 5 else 3 if plan.best_of == 3 else 1
        final: Literal[0, 3, 5] = 5 if plan.final == 5 else 3 if plan.final == 3 else 0
        return Tournament(order, game=game, preset=preset, kind=plan.kind, best_of=best_of, final=final)
    return WinnerStays(plan.names, game=game, preset=preset, streak=plan.streak)
