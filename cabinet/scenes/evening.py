"""The running evening: its journal in the store, and the scenes between its matches.

Whoever is up and plays, plays for the evening: a match between the two names that are up, each at its seat, counts.
Its line is saved in one transaction with the result (`notes`), so that a power cut loses both or neither.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from cabinet.config.presets import Offer
from cabinet.display.attract import TonightBoard
from cabinet.display.evening.pages import TonightBand
from cabinet.display.toolkit import Kit
from cabinet.errors import CabinetError
from cabinet.match.request import PANELS, PERSON, MatchRequest
from cabinet.scenes import evening_pages
from cabinet.scenes.bases import Questions
from cabinet.scenes.called_pair import PairWays, PartyScene, PartyState, QueueState, TournamentCall, WinnerStaysScene
from cabinet.scenes.choice import Answer, Choice
from cabinet.scenes.names import NamesWays, TakingNames
from cabinet.scenes.people import People, next_up
from cabinet.scenes.stack import Scene, SceneStack
from cabinet.scenes.tonight import EveningPlan, Tonight, TonightWays
from cabinet.screens.seating import Seating
from cabinet.store.ledger import MatchEnded
from cabinet.store.store import Store
from cabinet.strings.catalogue import word
from cabinet.tournaments.evening import Change, Evening, Refused, drawn
from cabinet.tournaments.journal import AnyStart, Party, Tournament, WinnerStays
from cabinet.tournaments.views import Pairing
from engine.panel import Press
from engine.units import S

if TYPE_CHECKING:
    from cabinet.scenes.bracket import Bracket, BracketWays
    from cabinet.scenes.operator import Item

IDLE_NS: Final = 60 * S
"""Time without a press after which a tournament's page leads to the title."""
TWO: Final = 2
"""The seats of an evening's match."""


class EveningLobby:
    """Shows an evening's scenes in place of the top one; names cover it.

    The evening is handed in as states and ways; nothing here knows how a list moves.
    """

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
        self._go(lambda: WinnerStaysScene(self._seating().kit, self._seating().setting, state, ways))

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

    def _call(self) -> TournamentCall:
        """Return the call of the tournament's next match."""
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
        from cabinet.scenes.operator import Item, Row

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
        names = self._running.names
        if names:
            self._cover(lambda done: EveningDesk.who_leaves(self._seating().kit, self._desk_ways(done), names))

    def _ask_which_match(self) -> None:
        pairings = self._running.pairings
        if pairings:
            self._cover(lambda done: EveningDesk.which_match(self._seating().kit, self._desk_ways(done), pairings))

    def _desk_ways(self, done: Callable[[], None]) -> "DeskWays":
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
                fallen = self._evening.undo_consequences(match).matches
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


# The operator's questions


class DeskWays(NamedTuple):
    """The answers' consequences: a name leaves, a match is awarded to one of its names, back to the operator's page."""

    withdraw: Callable[[str], None]
    award: Callable[[Pairing, str], None]
    done: Callable[[], None]


class EveningDesk(Questions):
    """Asks who leaves a running evening, or who has won a match that is not played; its two makers begin with either.

    Each is answered twice: which name or match, then once more. The scene covers the operator's page, and `done`
    removes it.
    """

    def __init__(self, kit: Kit, ways: DeskWays) -> None:
        super().__init__()
        self._kit = kit
        self._ways = ways

    @classmethod
    def who_leaves(cls, kit: Kit, ways: DeskWays, names: Sequence[str]) -> "EveningDesk":
        """Return the question who of these names leaves."""
        desk = cls(kit, ways)
        answers = [Answer(name, word("desk.out.line", name=name), partial(desk._sure, name)) for name in names]
        desk._ask(word("desk.out"), answers)
        return desk

    @classmethod
    def which_match(cls, kit: Kit, ways: DeskWays, pairings: Sequence[Pairing]) -> "EveningDesk":
        """Return the question which of these matches is awarded, and to whom; of one match only to whom."""
        desk = cls(kit, ways)
        if len(pairings) == 1:
            desk._ask_winner(pairings[0], 0)
            return desk
        answers = [
            Answer("\n".join(pairing.names), word("desk.award.line"), partial(desk._ask_winner, pairing))
            for pairing in pairings
        ]
        desk._ask(word("desk.award"), answers)
        return desk

    def _ask_winner(self, pairing: Pairing, _seat: int) -> None:
        first, second = pairing.names
        answers = [
            Answer(name, word("desk.winner.line", name=name, other=other), partial(self._award, pairing, name))
            for name, other in ((first, second), (second, first))
        ]
        self._ask(word("desk.winner"), answers)

    def _award(self, pairing: Pairing, winner: str, _seat: int) -> None:
        def yes(_seat: int) -> None:
            self._ways.award(pairing, winner)
            self._ways.done()

        self._make_sure(word("desk.winner.sure", name=winner), word("desk.winner.yes"), yes)

    def _sure(self, name: str, _seat: int) -> None:
        def yes(_seat: int) -> None:
            self._ways.withdraw(name)
            self._ways.done()

        self._make_sure(word("desk.out.sure", name=name), word("desk.out.yes", name=name), yes)

    def _make_sure(self, question: str, line: str, yes: Callable[[int], None]) -> None:
        """Ask once more; the way back is highlighted, so that two presses of ACTION change nothing."""
        self._ask(question, [Answer(word("desk.yes"), line, yes)], chosen=1)

    def _ask(self, question: str, answers: Sequence[Answer], chosen: int = 0) -> None:
        back = Answer(word("menu.back"), word("desk.back.line"), lambda _seat: self._ways.done(), ("left",))
        self.turn_to(Choice(self._kit, question, answers, self._ways.done, chosen, ways=[back]))
