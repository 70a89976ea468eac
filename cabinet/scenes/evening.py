"""The running evening: its journal in the store, what changes it, and the operator's questions about it.

Whoever is up and plays, plays for the evening: a match between the two names that are up, each at its seat, counts.
Its line is saved in one transaction with the result (`notes`), so that a power cut loses both or neither.
"""

import time
from collections.abc import Callable, Sequence
from enum import Enum, auto
from random import Random
from typing import Any, Final, Literal

from msgspec import structs

from cabinet.config.offers import Offer
from cabinet.display.attract import TonightBoard
from cabinet.display.bracket.content import ChampionPage
from cabinet.display.evening.pages import TonightBand
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import KeyNames
from cabinet.errors import CabinetError
from cabinet.match.request import PERSON, MatchRequest
from cabinet.scenes import evening_pages
from cabinet.scenes.bases import Leave
from cabinet.scenes.bracket import TournamentState
from cabinet.scenes.choice import Answer, Choice, ask
from cabinet.scenes.operator import Item
from cabinet.scenes.operator_pages import Row
from cabinet.scenes.tonight import EveningPlan
from cabinet.store.ledger import MatchEnded
from cabinet.store.store import Store
from cabinet.strings.catalogue import in_one_line, word
from cabinet.tournaments.evening import Change, Evening, Refused, drawn
from cabinet.tournaments.journal import AnyStart, Party, Planned, Tournament, WinnerStays, begun, planned, written
from cabinet.tournaments.views import Chooser, Pairing
from engine.game import Game
from engine.games import GAMES

TWO: Final = 2
"""The seats of an evening's match."""
TOPIC: Final = "tonight"
"""The evening's page among the operator's settings."""


class RunningEvening:
    """The evening that is going on at the cabinet, if there is one.

    A command that is not possible any more changes nothing, and everybody is told the reason.
    """

    def __init__(self, store: Store, say: Callable[[str], None]) -> None:
        """`say` informs everybody of an evening that cannot be read."""
        self._store = store
        self._say = say
        self._evening: Evening | None = None
        self.read()

    def read(self) -> None:
        """Take up the evening of the store's journal: at the start, and after names in it have changed."""
        self._evening, self._changed_at = None, 0
        self.ended: Evening | None = None
        """The evening that ended last, for its last page; None once that was shown."""
        lines = self._store.evening()
        try:
            self._evening = Evening.of(lines) if begun(lines) else None
        except CabinetError as problem:
            self._say(word("evening.not", problem=problem))

    @property
    def now(self) -> Evening | None:
        """The evening as it is now; None while none runs."""
        return self._evening

    @property
    def is_there(self) -> bool:
        """Whether an evening has begun, be it one that cannot be read."""
        return bool(begun(self._store.evening()))

    # A list that is being made

    @property
    def plan(self) -> EveningPlan | None:
        """The list of names that is being made for the next evening; kept from the first name on."""
        line = planned(self._store.evening())
        if line is None:
            return None
        teams = line.teams or (0,) * len(line.names)
        there = {name: team for name, team in zip(line.names, teams, strict=False) if name}
        return EveningPlan(
            line.format,
            tuple(there),
            tuple(there.values()) if line.format == "party" else (),
            line.kind,
            line.best_of,
            line.final,
            line.streak,
            line.first_to,
            line.game,
            line.games,
        )

    def keep(self, plan: EveningPlan, first: EveningPlan | None = None) -> None:
        """Keep a list that is being made; `first` is the one that the house begins with."""
        if not self.is_there and plan != (self.plan or first or EveningPlan("winner_stays")):
            self._store.note(written(planned_line(plan)))

    # For other scenes

    def following(self) -> str:
        """Return the line about the next match; "" where names are lacking."""
        names = evening_pages.next_names(self._evening) if self._evening is not None else ()
        return evening_pages.next_words(*names)

    def words(self) -> str:
        """Return the line between matches: who is next, or who has won it all; "" where names are lacking."""
        evening = self._evening
        return evening_pages.progress_words(evening) if evening is not None and evening.is_over else self.following()

    def band(self) -> TonightBand | None:
        """Return the title's band."""
        return evening_pages.band(self._evening) if self._evening is not None else None

    def up(self) -> tuple[str, str] | None:
        """Return the names that are up, "" for nobody; None without an evening."""
        evening = self._evening
        if evening is None:
            return None
        return evening.now.names if evening.now is not None else ("", "")

    @property
    def game(self) -> str:
        """The game of the match that is up; "" without one."""
        return evening_pages.game_of(self._evening) if self._evening is not None else ""

    def board(self) -> TonightBoard | None:
        """Return the page for people who walk by."""
        return evening_pages.board(self._evening) if self._evening is not None else None

    # What changes it

    def begin(self, plan: EveningPlan, offer: Offer) -> bool:
        """Begin a planned evening; return False if that is not possible."""
        try:
            change = Evening.begin(start_of(plan, offer))
        except Refused as problem:
            self._refuse(problem)
            return False
        if self.is_there:  # one that could not be read: it stays in the database
            self._store.end_evening()
        self._store.seen(plan.names, int(time.time()))
        self.ended = None
        self._apply(change)
        return True

    def no_show(self, names: Sequence[str]) -> None:
        """Leave out the names that have not come to a call."""
        self._change(lambda evening: evening.no_show(*names))

    def withdraw(self, name: str) -> None:
        """Take a name off the list."""
        self._change(lambda evening: evening.withdraw(name))

    def join(self, name: str, seat: int) -> None:
        """Put a name on the list, in a party in the team of the seat's side."""
        self._store.seen((name,), int(time.time()))
        self._change(lambda evening: evening.join(name, seat % TWO))

    def join_by_phone(self, name: str, first: EveningPlan, offer: Callable[[str], Offer]) -> str:
        """Put a name that came by phone on the list, in a party in the smaller team; return why not, "" if it is on it.

        Without an evening it comes on the list that is being made, `first` before one; two make winner stays begin, by
        the `offer` for its game.
        """
        if self._evening is None:
            return self._planned_by_phone(name, self.plan or first, offer)
        teams = self._evening.teams
        try:
            change = self._evening.join(name, int(teams is not None and len(teams[1].names) < len(teams[0].names)))
        except Refused as problem:
            return str(problem)
        self._store.seen((name,), int(time.time()))
        self._apply(change)
        return ""

    def _planned_by_phone(self, name: str, plan: EveningPlan, offer: Callable[[str], Offer]) -> str:
        if self.is_there or name in plan.names or plan.is_full:
            return word(f"evening.why.{'many' if plan.is_full else 'known'}")
        plan = plan.joined(name, int(plan.teams.count(1) < plan.teams.count(0)))
        self._store.seen((name,), int(time.time()))
        self.keep(plan)
        if plan.format == "winner_stays" and plan.is_enough:
            self.begin(plan, offer(plan.game))
        return ""

    def choose(self, match: str, game: str) -> None:
        """Play the game that the loser of a match has chosen, or let the present one go on."""
        self._change(lambda evening: evening.choose(match, game))

    def award(self, pairing: Pairing, winner: str) -> None:
        """Decide a match that is not played."""
        self._change(lambda evening: evening.award(pairing, winner))

    def take_back(self, match: str) -> None:
        """Take a result back, with those that rest on it; none of them counts for ratings and records any more."""
        fallen: Sequence[str] = ()
        if self._evening is not None:
            try:
                fallen = self._evening.undo_consequences(match).matches
            except Refused as problem:
                self._refuse(problem)
                return
        self._change(lambda evening: evening.take_back(match))
        for each in (match, *fallen):
            if self._store.people.can_take_back(each):
                self._store.take_back(each)

    def all_change(self) -> ChampionPage | None:
        """Return the moment of a full streak, once."""
        if self._evening is None or len(self._evening.journal) == self._changed_at:
            return None
        page = evening_pages.all_change_page(self._evening)
        self._changed_at = len(self._evening.journal) if page is not None else self._changed_at
        return page

    def play_again(self) -> None:
        """End the evening, and keep its names and options for another one."""
        if self._evening is not None:
            plan = plan_of(self._evening)
            self.end()
            self.keep(plan)

    def leave(self) -> None:
        """Go to the title: an evening that is over, or that nobody is left in, ends."""
        if self._evening is not None and (self._evening.is_over or not self._evening.names):
            self.end()

    def end(self) -> None:
        """End the evening."""
        self._store.end_evening()
        self.ended, self._evening = self._evening, None

    def notes(self, result: MatchEnded) -> Sequence[str]:
        """Return the journal's lines that follow from a result, and count it; none for a match of nobody's turn."""
        if self._evening is None or result.result is None:
            return ()
        names = result.result.names[:TWO]
        pairing = next((each for each in self._evening.pairings if names in (each.names, each.names[::-1])), None)
        if pairing is None:
            return ()
        if pairing.names != names:  # a result was taken back meanwhile: the two have the seats of before
            pairing = structs.replace(pairing, entrants=pairing.entrants[::-1], names=names)
        winner = names[result.winner] if result.winner is not None and result.winner < TWO else None
        try:
            change = self._evening.result(pairing, winner, result.name)
        except Refused as problem:
            self._say(word("evening.not", problem=problem))
            return ()
        self._evening = change.evening
        return change.lines

    def _change(self, command: Callable[[Evening], Change]) -> None:
        if self._evening is None:
            return
        try:
            self._apply(command(self._evening))
        except Refused as problem:
            self._refuse(problem)

    def _refuse(self, problem: Refused) -> None:
        self._say(word("evening.refused", problem=problem))

    def _apply(self, change: Change) -> None:
        self._evening = change.evening
        if change.lines:
            self._store.note(*change.lines)

    # For the operator

    def operator_items(self) -> list[Item]:
        """Return the lines of the operator's page: take a result or a name back, decide a match, end the evening."""

        def ask(key: str, question: Question) -> Item:
            return Item(lambda: Row(word(key)), leads_to=question, topic=TOPIC)

        def done(key: str, value: str, act: Callable[[], object]) -> Item:
            return Item(lambda: Row(word(key), value), act, dangerous=True, topic=TOPIC)

        evening = self._evening
        if evening is None:
            return [done("operator.end_evening", "", self.end)]
        items = []
        if evening.results and isinstance(evening.start, Tournament):
            items.append(ask("operator.take_back", Question.WHICH_RESULT))
        elif evening.results:
            last = evening.results[-1]
            names = " – ".join(name for name in last.names if name)
            items.append(done("operator.take_back", names, lambda: self.take_back(last.match)))
        if evening.names and not evening.is_over:
            items.append(ask("operator.out", Question.WHO_LEAVES))
        if evening.pairings:
            items.append(ask("operator.award", Question.WHO_HAS_WON))
        return [*items, done("operator.end_evening", in_one_line(evening_pages.title(evening)), self.end)]


def planned_line(plan: EveningPlan) -> Planned:
    """Return the journal's line of a list that is being made."""
    teams: tuple[Literal[0, 1], ...] = tuple(1 if team else 0 for team in plan.teams)
    best_of: Literal[1, 3, 5] = 5 if plan.best_of == 5 else 3 if plan.best_of == 3 else 1
    final: Literal[0, 3, 5] = 5 if plan.final == 5 else 3 if plan.final == 3 else 0
    return Planned(
        plan.format, plan.names, (), teams, plan.kind, best_of, final, plan.streak, plan.first_to, plan.game, plan.games
    )


def plan_of(evening: Evening) -> EveningPlan:
    """Return the plan with which another evening like this one would begin, with all who are in it now."""
    start, roster = evening.start, evening.roster
    names = evening.names or tuple(name for name in roster.names if name)
    plan = EveningPlan("winner_stays", tuple(dict.fromkeys(names)), game=start.game, games=start.games)
    if isinstance(start, Tournament):
        final = 5 if start.final == 5 else 3 if start.final == 3 else 0
        return structs.replace(plan, format="tournament", kind=start.kind, best_of=start.best_of, final=final)
    if isinstance(start, Party):
        teams = tuple(roster.sides[roster.names.index(name)] for name in plan.names)
        return structs.replace(plan, format="party", teams=teams, first_to=start.first_to)
    return structs.replace(plan, streak=start.streak)


def start_of(plan: EveningPlan, offer: Offer) -> AnyStart:
    """Return the first line of a planned evening; a tournament's order is drawn."""
    game, preset, line = offer.game, offer.name, planned_line(plan)
    if plan.format == "party":
        return Party(line.names, (), game, preset, line.games, sides=line.teams, first_to=line.first_to)
    if plan.format == "tournament":
        order = drawn(line.names, Random().getrandbits(32))
        return Tournament(order, (), game, preset, line.games, kind=line.kind, best_of=line.best_of, final=line.final)
    return WinnerStays(line.names, (), game, preset, line.games, line.streak)


def next_match(evening: Evening, offer: Offer) -> MatchRequest:
    """Return the match of the two who are up, by the evening's rules, else by those of the offer for its game."""
    assert evening.now is not None, "both have been called"
    preset = (evening.start.preset if offer.game == evening.start.game else "") or offer.name
    return MatchRequest(offer.game, preset, (PERSON, PERSON), names=evening.now.names)


def tournament_state(evening: Evening) -> TournamentState:
    """Return a tournament as its page shows it."""
    pages = evening_pages
    return TournamentState(pages.tournament_page(evening), pages.result_lines(evening), pages.champion_page(evening))


# The operator's questions


class Question(Enum):
    """A question about the evening, to which a line of the operator's page leads."""

    WHO_LEAVES = auto()
    WHO_HAS_WON = auto()
    WHICH_RESULT = auto()


async def answered(question: Question, running: RunningEvening, toolkit: Toolkit, keys: KeyNames) -> None:
    """Ask the operator who leaves or has won, and do what is answered; nothing where the evening has come to an end."""
    evening = running.now
    if evening is None:
        return
    if question is Question.WHO_LEAVES and evening.names:
        name = await ask_who_leaves(toolkit, evening.names, keys)
        if name is not None:
            running.withdraw(name)
    elif question is Question.WHO_HAS_WON and evening.pairings:
        won = await ask_who_has_won(toolkit, evening.pairings, keys)
        if won is not None:
            running.award(*won)


async def ask_who_leaves(toolkit: Toolkit, names: Sequence[str], keys: KeyNames) -> str | None:
    """Ask which of these names leaves, and then once more; return None if none does."""
    answers: list[Answer[Any]] = [Answer(name, word("desk.out.line", name=name), name) for name in names]
    chosen = await ask(toolkit, word("desk.out"), answers, 0, keys)
    if chosen is None:
        return None
    name: str = chosen.value
    sure = word("desk.out.sure", name=name), word("desk.out.yes", name=name)
    return name if await _is_sure(toolkit, *sure, keys) else None


async def ask_who_steps_out(toolkit: Toolkit, names: Sequence[str], keys: KeyNames) -> str | None:
    """Ask the people at the call page which of these names leaves; None if none does, which is highlighted."""
    answers: list[Answer[Any]] = [Answer(name, word("queue.who_out.line", name=name), name) for name in names]
    nobody: Answer[Any] = Answer(word("queue.who_out.nobody"), word("queue.who_out.nobody.line"), None, ("left",))
    answer = await Choice(toolkit, word("queue.who_out"), answers, len(answers), [nobody], key_names=keys)
    return None if isinstance(answer, Leave) else answer.value


async def ask_loser(
    toolkit: Toolkit,
    chooser: Chooser,
    game: str,
    rules: Callable[[str], str],
    keys: KeyNames,
    games: Sequence[type[Game]] = GAMES,
) -> str:
    """Let the loser of a match, at the seat that was played at, choose the next game; `game` if nobody answers.

    `rules` returns the words of a game's rules, `games` are those that are offered.
    """
    ids = list(dict.fromkeys([*(each.info.id for each in games), game]))
    lines = {each: word("tonight.which_game.same", rules=rules(each)) if each == game else rules(each) for each in ids}
    answers = [Answer(word(f"game.{each}"), lines[each], each) for each in ids]
    question = word("tonight.which_game", name=chooser.name)
    answer = await Choice(toolkit, question, answers, ids.index(game), key_names=keys, asks=chooser.seat)
    return game if isinstance(answer, Leave) else answer.value


async def ask_who_has_won(toolkit: Toolkit, pairings: Sequence[Pairing], keys: KeyNames) -> tuple[Pairing, str] | None:
    """Ask which of these matches is awarded, of one match only to whom, and then once more; None if none is."""
    pairing = pairings[0]
    if len(pairings) > 1:
        matches: list[Answer[Any]] = [Answer("\n".join(each.names), word("desk.award.line"), each) for each in pairings]
        match = await ask(toolkit, word("desk.award"), matches, 0, keys)
        if match is None:
            return None
        pairing = match.value
    first, second = pairing.names
    answers: list[Answer[Any]] = [
        Answer(name, word("desk.winner.line", name=name, other=other), name)
        for name, other in ((first, second), (second, first))
    ]
    winner = await ask(toolkit, word("desk.winner"), answers, 0, keys)
    if winner is None:
        return None
    sure = await _is_sure(toolkit, word("desk.winner.sure", name=winner.value), word("desk.winner.yes"), keys)
    return (pairing, winner.value) if sure else None


async def _is_sure(toolkit: Toolkit, question: str, line: str, keys: KeyNames) -> bool:
    """Ask once more; the way back is highlighted, so that two presses of ACTION change nothing."""
    return await ask(toolkit, question, [Answer(word("desk.yes"), line, True)], 1, keys) is not None
