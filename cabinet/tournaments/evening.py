"""An evening: rebuilt from its lines, asked by screens, changed by one line after the other.

An `Evening` is immutable. A command returns a `Change`: the evening after it and the lines to be noted in the store,
with the match's result in one transaction where there is one. A command that is not possible raises `Refused` and
changes nothing; to ask in advance, call it and drop the change.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from random import Random
from typing import Literal, NamedTuple

import msgspec

from cabinet.errors import CabinetError
from cabinet.strings.catalogue import word
from cabinet.tournaments.check import checked, new_fault
from cabinet.tournaments.journal import (
    MOST,
    AnyLine,
    AnyStart,
    Back,
    Chose,
    Fact,
    Joined,
    JournalError,
    Leaders,
    Left,
    NoShow,
    Paired,
    Party,
    Result,
    Rewrite,
    Roster,
    Start,
    TookBack,
    Tournament,
    Walkover,
    WinnerStays,
    begun,
    deleting,
    merging,
    read,
    renaming,
    written,
)
from cabinet.tournaments.series import MISSED as SERIES_MISSED
from cabinet.tournaments.standings import TIE_BREAKS
from cabinet.tournaments.tournament import TournamentState, brackets, played, played_line, table_rows, without
from cabinet.tournaments.turns import PartyState, QueueState, open_ids
from cabinet.tournaments.views import (
    Bracket,
    Chooser,
    MissedCall,
    Pairing,
    Played,
    Progress,
    Row,
    SeatHolder,
    Stage,
    Team,
    UndoConsequences,
)

State = QueueState | TournamentState | PartyState


class Refused(CabinetError):
    """A command is not possible now. Raised with the reason, a key below ``evening.why`` in the catalogue; show its
    text and offer something else."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(word(f"evening.why.{reason}"))


class Change(NamedTuple):
    """The evening after a command, and the new lines of its journal."""

    evening: "Evening"
    lines: tuple[str, ...]


NameAct = Literal["rename", "merge", "delete"]


def following(act: NameAct, name: str, to: str = "") -> tuple[Rewrite, Callable[[Sequence[str]], Sequence[str]]]:
    """Return how the journal in a store follows when a name is renamed to, or merged into another, or deleted: the
    rewriting of each line, and what returns the lines that follow in the running evening, from its lines before."""
    rewrite = deleting(name) if act == "delete" else (renaming if act == "rename" else merging)(name, to)

    def follow(lines: Sequence[str]) -> Sequence[str]:
        try:
            evening = Evening.of(lines)
            if act == "rename":
                return evening.rename(name, to).lines
            return (evening.merge(name, to) if act == "merge" else evening.delete(name)).lines
        except (Refused, JournalError):  # the name is not in it, or the evening cannot go on anyway
            return ()

    return rewrite, follow


def drawn(names: Iterable[str], seed: int) -> tuple[str, ...]:
    """Return names in an order drawn by lot; it depends on the seed and on the names, not on their order."""
    order = sorted(names)
    Random(seed).shuffle(order)
    return tuple(order)


class Evening(msgspec.Struct, frozen=True, dict=True):
    """An evening with all its lines."""

    journal: tuple[AnyLine, ...]

    @classmethod
    def begin(cls, start: AnyStart) -> Change:
        """Return a new evening. Raises Refused for too few or too many names, a name twice, or impossible options."""
        fault = new_fault(start)
        if fault:
            raise Refused(fault)
        return cls((start,))._settled(written(start))

    @classmethod
    def of(cls, lines: Iterable[str]) -> "Evening":
        """Return the evening of a journal, whole or cut after any line of it. Raises JournalError."""
        everything = tuple(lines)
        own = begun(everything)
        try:
            return cls._of(own)
        except JournalError as problem:
            raise JournalError(problem.line + len(everything) - len(own), problem.reason) from problem

    @classmethod
    def _of(cls, lines: Iterable[str]) -> "Evening":
        journal = read(lines)
        checked(journal)
        evening = cls(journal)
        state = evening.state
        lost = state.undo_consequences().matches if isinstance(state, TournamentState) else ()
        if lost:
            ids = [line.match if isinstance(line, Result | NoShow) else "" for line in journal]
            raise JournalError(1 + ids.index(lost[0]), "series")
        return evening

    # -- Derived from the lines ------------------------------------------------------------------------

    @property
    def start(self) -> AnyStart:
        """The first line."""
        start = self.journal[0]
        assert isinstance(start, Start)
        return start

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """The lines after the first one without those that were taken back."""
        facts: list[Fact] = []
        for line in self.journal[1:]:
            if isinstance(line, TookBack):
                facts = list(without(facts, (line.match, *line.falls), line.rounds, leaders=line.leaders))
            elif not isinstance(line, Start):
                if isinstance(line, Left | Back):
                    back = line.entrant if isinstance(line, Back) else None
                    facts = list(without(facts, rounds=line.rounds, back=back))
                facts.append(line)
        return tuple(facts)

    @cached_property
    def roster(self) -> Roster:
        """The names."""
        return Roster.of(self.start, self.facts)

    @cached_property
    def state(self) -> State:
        """The state of the queue, the tournament or the party."""
        start = self.start
        if isinstance(start, WinnerStays):
            return QueueState(start, self.roster, self.facts)
        if isinstance(start, Tournament):
            return TournamentState(start, self.roster, self.facts)
        return PartyState(start, self.roster, self.facts)

    # -- Queries ---------------------------------------------------------------------------------------

    @property
    def now(self) -> Pairing | None:
        """The pairing that is up; None where there is a champion, or too few names."""
        return next(iter(self.state.pairings), None)

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """Every match that may be played now, `now` first."""
        return self.state.pairings

    @property
    def next_up(self) -> tuple[str, ...]:
        """The names that come after those who are up: of a queue all in their order, else the next two."""
        state = self.state
        if isinstance(state, QueueState):
            return tuple(self.roster.name(entrant) for entrant in state.line)
        if isinstance(state, PartyState):
            return () if state.champion else tuple(team.names[1] for team in state.teams if len(team.names) > 1)
        return state.pairings[1].names if len(state.pairings) > 1 else ()

    @property
    def champion(self) -> tuple[str, ...]:
        """The name that has won it all, or the names of the winning team; empty while nobody has, and in a queue. A
        deleted name is ""."""
        return tuple(self.roster.name(entrant) for entrant in self.state.champion)

    @property
    def is_over(self) -> bool:
        """Whether there is a champion."""
        return bool(self.state.champion)

    @property
    def seat_holder(self) -> SeatHolder | None:
        """The holder of a queue's seat and the streak."""
        return self.state.seat_holder if isinstance(self.state, QueueState) else None

    @property
    def all_change(self) -> str:
        """The name whose win was the last of a streak: both have left a queue's seats. "" unless that was just now."""
        last = self.facts[-1] if self.facts else None
        if not isinstance(self.state, QueueState) or not isinstance(last, Result):
            return ""
        return self.roster.name(last.winner) if self.seat_holder is None and self.state.line else ""

    @property
    def teams(self) -> tuple[Team, Team] | None:
        """The teams of a party."""
        return self.state.teams if isinstance(self.state, PartyState) else None

    @property
    def bracket(self) -> tuple[Bracket, ...]:
        """The brackets of a tournament; empty elsewhere."""
        return brackets(self.state) if isinstance(self.state, TournamentState) else ()

    @property
    def standings(self) -> tuple[Row, ...]:
        """The table, best first: of a tournament by series, elsewhere by matches won."""
        return table_rows(self.state) if isinstance(self.state, TournamentState) else self.state.rows()

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """The names of the figures in `Row.tie_breaks`."""
        return TIE_BREAKS[self.start.kind] if isinstance(self.start, Tournament) else ("streak",)

    @property
    def progress(self) -> Progress:
        """The number of the match that is up, and of how many at most."""
        return self.state.progress

    @property
    def turn(self) -> int:
        """The number of the round that is up, from 0; in a queue and a party of the match. Each may have its game."""
        return self.state.turn if self.start.games == "each_round" else 0

    @property
    def chosen_game(self) -> str:
        """The game that a loser has chosen last, of a match that stands; "" before one has."""
        standing = {fact.match for fact in self.facts if isinstance(fact, Result)}
        chosen = [fact.game for fact in self.facts if isinstance(fact, Chose) and fact.match in standing]
        return chosen[-1] if chosen else ""

    @property
    def chooser(self) -> Chooser | None:
        """Who may choose the next game: the loser of the match that was just played, in an evening of that kind."""
        last = next((fact for fact in reversed(self.facts) if not isinstance(fact, Walkover | Paired | Leaders)), None)
        if self.start.games != "loser_chooses" or self.now is None or not isinstance(last, Result) or last.by_hand:
            return None
        if last.winner is None or not (name := self.roster.name(sum(last.seats) - last.winner)):
            return None
        return Chooser(name, 1 - last.seats.index(last.winner), last.match)

    @property
    def names(self) -> tuple[str, ...]:
        """The names that are in, in the order in which they came; who has left, or missed two calls, is not."""
        return tuple(self.roster.name(entrant) for entrant in sorted(self.state.may_leave))

    @property
    def results(self) -> tuple[Played, ...]:
        """The results and no-shows that stand, in their order."""
        decided = [fact for fact in self.facts if isinstance(fact, Result | NoShow)]
        if isinstance(self.state, TournamentState):
            return tuple(played(self.state, decided))
        stage: Stage = "party" if isinstance(self.start, Party) else "queue"
        return tuple(played_line(self.roster, fact, stage, 1) for fact in decided)

    @property
    def missed_call(self) -> MissedCall | None:
        """The call that was missed, or the place that was given up, last; None once a match was played after it, and
        where results rest on it."""
        for fact in reversed(self.facts):
            if isinstance(fact, Result):
                return None
            if isinstance(fact, Left) and fact.match:
                name = self.roster.name(fact.entrant)
                is_out = fact.entrant not in self.roster.gone and fact.entrant not in self.state.may_leave
                return MissedCall(fact.match, name, 0, is_lost=True) if is_out else None
            if isinstance(fact, NoShow):
                return self._missed_call(fact) if self._can_be_called_back(fact) else None
        return None

    def _can_be_called_back(self, missed: NoShow) -> bool:
        """Return whether nothing but the missed call goes if it is taken back, and the name is in again then."""
        if missed.entrant in self.roster.gone or self.undo_consequences(missed.match).matches:
            return False
        state = self.state
        if not isinstance(state, TournamentState):
            return True
        # where both have missed the call that would decide, the other would lose at once
        return missed.entrant in state.may_leave and min(state.courses[missed.series].missed) < SERIES_MISSED

    def _missed_call(self, missed: NoShow) -> MissedCall:
        name, state, also = self.roster.name(missed.entrant), self.state, self._missed_before(missed)
        times = 0
        for fact in reversed(self.facts):
            if isinstance(fact, NoShow):
                times += (fact.entrant, fact.series) == (missed.entrant, missed.series)
            elif not missed.series and missed.entrant in self._sat_down(fact):
                break
        if isinstance(state, TournamentState):
            course = state.courses[missed.series]
            winner = self.roster.name(course.winner) if course.by == "no_show" else ""
            return MissedCall(missed.match, name, times, bool(winner), winner, also)
        return MissedCall(missed.match, name, times, missed.entrant not in state.may_leave, also=also)

    def _missed_before(self, missed: NoShow) -> str:
        """Return the other name that was passed over just before, or with it; "" for nobody."""
        before = self.facts[self.facts.index(missed) - 1] if self.facts[0] != missed else None
        is_other = isinstance(before, NoShow) and before.entrant != missed.entrant
        return self.roster.name(before.entrant) if is_other and isinstance(before, NoShow) else ""

    @staticmethod
    def _sat_down(fact: Fact) -> tuple[int, ...]:
        """Return the entrants of whom a fact says that they are there."""
        if isinstance(fact, Joined | Back):
            return (fact.entrant,)
        return fact.seats if isinstance(fact, Result) else ()

    def undo_consequences(self, match: str) -> UndoConsequences:
        """Return the consequences of taking back a result, a no-show or a leaving, itself not included. Raises Refused:
        it does not stand, or, in a queue and a party, a result or a no-show has followed it."""
        if not any(isinstance(fact, Result | NoShow | Left) and fact.match == match for fact in self.facts):
            raise Refused("match")
        if isinstance(self.state, TournamentState):
            return self.state.undo_consequences(match)
        if match not in open_ids(self.facts):
            raise Refused("last")
        return UndoConsequences()

    # -- Commands: results -----------------------------------------------------------------------------

    def result(self, pairing: Pairing, winner: str | None, match: str, *, by_hand: bool = False) -> Change:
        """Return the change by a match that has ended. `winner`: a name of the pairing, or None: left, or a tie; then
        it is played again. `match`: its name in the store. The two may have sat the other way round. Raises Refused if
        the pairing cannot be played any more."""
        pair = set(pairing.entrants)
        if all(set(each.entrants) != pair or each.series != pairing.series for each in self.pairings):
            raise Refused("pairing")
        number = None if winner is None else pairing.entrants[pairing.names.index(winner)]
        return self._after(Result(match, pairing.entrants, number, pairing.series, by_hand))

    def award(self, pairing: Pairing, winner: str) -> Change:
        """Return the change by a match that the operator decides. Raises Refused as `result` does."""
        return self.result(pairing, winner, self._id("award"), by_hand=True)

    def no_show(self, *names: str) -> Change:
        """Return the change by names that are up and have not come to one call. Raises Refused if one is not up."""
        lines = []
        for number, name in enumerate(names):
            pairing = next((each for each in self.pairings if name in each.names), None)
            if pairing is None:
                raise Refused("pairing")
            entrant = pairing.entrants[pairing.names.index(name)]
            seats = pairing.entrants if pairing.series else None
            lines.append(NoShow(self._id("no_show", number), entrant, seats, pairing.series))
        return self._after(*lines)

    def take_back(self, match: str) -> Change:
        """Return the change by taking back a result or a no-show, with all that `falls`. Raises Refused as that."""
        fallen = self.undo_consequences(match)
        return self._after(TookBack(match, fallen.matches, fallen.rounds, fallen.leaders))

    def choose(self, match: str, game: str) -> Change:
        """Return the change by the game that the loser of a match chooses. Raises Refused: it is no time for that."""
        if self.chooser is None or self.chooser.match != match:
            raise Refused("match")
        return self._after(Chose(match, game))

    # -- Commands: who is in ---------------------------------------------------------------------------

    def join(self, name: str, side: int = 0) -> Change:
        """Return the change by a name that comes in (in a party to team `side`), or comes back. Raises Refused: it is
        in, there is no room, the tournament has begun without it, or later results rest on its absence."""
        if self.is_over:
            raise Refused("over")
        entrant = self.roster.find(name)
        if entrant in self.state.may_leave:
            raise Refused("known")
        if isinstance(self.state, TournamentState):
            return self._comes_back(self.state, entrant)
        if len(self.teams[side].names if self.teams else self.names) >= MOST:
            raise Refused("many")
        team: Literal[0, 1] = 1 if side else 0
        return self._after(Joined(len(self.roster), name, team) if entrant is None else Back(entrant, team))

    def _comes_back(self, state: TournamentState, entrant: int | None) -> Change:
        if entrant is None:
            raise Refused("begun")
        back = Back(entrant, rounds=state.unplayed_rounds())
        if state.consequences_of_adding(back).matches:
            raise Refused("rests")
        return self._after(back)

    def withdraw(self, name: str) -> Change:
        """Return the change by a name that leaves. Its results stay, its open series are lost. Raises Refused."""
        if self.is_over:
            raise Refused("over")
        entrant = self._entrant(name)
        if entrant not in self.state.may_leave:
            raise Refused("unknown")
        if isinstance(self.state, TournamentState):
            return self._after(Left(entrant, self.state.unplayed_rounds()))
        return self._after(Left(entrant, match=self._id("left")))

    # -- Commands: other names, under which the lines of the change follow the rewritten ones in the store ---

    def rename(self, name: str, to: str) -> Change:
        """Return the evening with another name at a name's places. Raises Refused: the new one is in it already."""
        self._entrant(name)
        if self.roster.find(to) is not None:
            raise Refused("known")
        return self._rewritten(renaming(name, to))

    def merge(self, name: str, into: str) -> Change:
        """Return the evening with a name merged into another, which keeps its own place if it has one; the other's
        place is given up, its results stay. Raises Refused."""
        self._entrant(name)
        if name == into:
            raise Refused("known")
        return self._rewritten(merging(name, into))

    def delete(self, name: str) -> Change:
        """Return the evening without a name: its place is given up, its results stay without it. Raises Refused."""
        self._entrant(name)
        return self._rewritten(deleting(name))

    def _rewritten(self, rewrite: Rewrite) -> Change:
        return Evening(read(rewrite(written(line)) for line in self.journal))._settled()

    # -- Helpers ---------------------------------------------------------------------------------------

    def _entrant(self, name: str) -> int:
        entrant = self.roster.find(name)
        if entrant is None:
            raise Refused("unknown")
        return entrant

    def _id(self, what: str, number: int = 0) -> str:
        return f"{what}.{len(self.journal) + number}"

    def _after(self, *new: Fact | TookBack) -> Change:
        """Return the change by a line, or by more at once. Walkovers, rounds of Swiss and the leaders of a table are
        written down as soon as they are due: neither a later version's pairing nor a name that is deleted changes
        them."""
        is_play = isinstance(new[0], Result | NoShow)
        lines = (*(due for due in self._due if is_play or isinstance(due, Walkover)), *new)
        return Evening((*self.journal, *lines))._settled(*map(written, lines))

    def _settled(self, *lines: str) -> Change:
        due = self._due
        return Change(Evening((*self.journal, *due)) if due else self, (*lines, *map(written, due)))

    @property
    def _due(self) -> tuple[Walkover | Paired | Leaders, ...]:
        return self.state.due if isinstance(self.state, TournamentState) else ()
