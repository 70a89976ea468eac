"""Evenings for tests: domain verbs around an `Evening`, whose journal is kept and read again after every change."""

from collections.abc import Callable, Sequence
from itertools import product
from string import ascii_uppercase
from typing import Any

from hypothesis import strategies as st

from cabinet.tournaments.evening import Change, Evening, Refused
from cabinet.tournaments.journal import (
    AnyStart,
    BestOf,
    Games,
    Kind,
    Party,
    Rewrite,
    Tournament,
    WinnerStays,
    deleting,
    merging,
    renaming,
)
from cabinet.tournaments.tournament import TournamentState
from cabinet.tournaments.views import Pairing

NAMES = tuple(a + b + "X" for a, b in product(ascii_uppercase, repeat=2))
"""More names than any evening has."""

GAMES: tuple[Games, ...] = ("same", "each_round", "loser_chooses")
KINDS: tuple[Kind, ...] = ("single", "double", "round_robin", "swiss")


def tournament(
    kind: Kind, names: int | Sequence[str], best_of: BestOf = 1, rounds: int = 0, games: Games = "same"
) -> Tournament:
    """A first line for so many names, or for these."""
    order = NAMES[:names] if isinstance(names, int) else tuple(names)
    return Tournament(order, games=games, kind=kind, best_of=best_of, rounds=rounds)


class Night:
    """An evening that is played: after every change the journal is read again, and nothing may differ."""

    def __init__(self, start: AnyStart) -> None:
        self.lines: list[str] = []
        self.matches = 0
        self.played: list[str] = []
        """The ids of all matches of the cabinet."""
        self._take(Evening.begin(start))

    # -- What people do --------------------------------------------------------------------------------

    def wins(self, name: str, pairing: Pairing | None = None) -> str:
        """A name wins the match that is up; give its id."""
        return self._result(name, pairing)

    def seat_wins(self, seat: int) -> str:
        return self._result(self.up.names[seat])

    def nobody_wins(self) -> str:
        return self._result(None)

    def _result(self, winner: str | None, pairing: Pairing | None = None) -> str:
        self.matches += 1
        match = f"match-{self.matches}"
        self._take(self.evening.result(pairing or self.up, winner, match))
        self.played.append(match)
        return match

    def is_absent(self, *names: str) -> None:
        """These have not come to one call."""
        self._take(self.evening.no_show(*names))

    def is_here(self) -> None:
        """Whoever has missed a call or stepped out last takes it back; nothing else goes with it."""
        missed = self.evening.missed_call
        if missed is not None:
            assert self.evening.undo_consequences(missed.match).matches == ()
            self.goes_back(missed.match)
            assert missed.name in self.evening.names

    def leaves(self, name: str) -> None:
        self._take(self.evening.withdraw(name))

    def comes(self, name: str, side: int = 0) -> None:
        self._take(self.evening.join(name, side))

    def goes_back(self, match: str) -> None:
        """A result is taken back: it goes, and of the others exactly those that were said before."""
        standing = self.ids()
        falls = self.evening.undo_consequences(match).matches
        self._take(self.evening.take_back(match), is_back=True)
        assert self.ids() == [each for each in standing if each != match and each not in falls]

    def chooses(self, game: str) -> None:
        """The loser of the match that was just played chooses the next game, where that is so."""
        if self.evening.chooser is not None:
            self._take(self.evening.choose(self.evening.chooser.match, game))

    def awards(self, name: str) -> None:
        self._take(self.evening.award(self.up, name))

    def renamed(self, name: str, to: str) -> None:
        self._rewrite(self.evening.rename(name, to), renaming(name, to))

    def merged(self, name: str, into: str) -> None:
        self._rewrite(self.evening.merge(name, into), merging(name, into))

    def deleted(self, name: str) -> None:
        self._rewrite(self.evening.delete(name), deleting(name))

    def finish(self, seat: int = 0) -> None:
        """Play on until nothing is left to play."""
        while self.evening.now is not None:
            self.seat_wins(seat)

    # -- What there is ---------------------------------------------------------------------------------

    @property
    def up(self) -> Pairing:
        assert self.evening.now is not None
        return self.evening.now

    def ids(self) -> list[str]:
        """The results and no-shows that stand."""
        return [line.match for line in self.evening.results]

    def _take(self, change: Change, *, is_back: bool = False) -> None:
        before = self.ids() if self.lines else []
        self.evening = change.evening
        self.lines += change.lines
        assert is_back or self.ids()[: len(before)] == before, "a result was lost"
        self.check()

    def _rewrite(self, change: Change, rewrite: Rewrite) -> None:
        before, champion = self.ids(), self.evening.state.champion
        self.evening = change.evening
        self.lines = [*map(rewrite, self.lines), *change.lines]
        assert self.ids() == before, "a result was lost"
        if champion and not self.evening.teams and champion[0] not in self.evening.roster.gone:
            assert self.evening.state.champion == champion
        self.check()

    def check(self) -> None:
        """A journal read again gives the same evening, and there is a way on or an end."""
        again = Evening.of(self.lines)
        assert seen(again) == seen(self.evening)
        assert not isinstance(again.state, TournamentState) or not again.state.due, "a line is missing"
        assert self.evening.now is None or not self.evening.is_over
        number, most = self.evening.progress
        assert most is None or number <= most


def seen(evening: Evening) -> tuple[Any, ...]:
    """Everything that a screen can ask."""
    return (
        evening.now, evening.pairings, evening.next_up, evening.champion, evening.seat_holder, evening.teams,
        evening.bracket, evening.standings, evening.progress, evening.names, evening.results, evening.missed_call,
        evening.chosen_game, evening.chooser,
    )  # fmt: skip


Choice = tuple[int, int, int]


def choices(most: int) -> st.SearchStrategy[list[Choice]]:
    """What happens in an evening, to be read by `act`."""
    return st.lists(st.tuples(st.integers(0, 19), st.integers(0, 999), st.integers(0, 1)), max_size=most)


def act(night: Night, choice: Choice) -> None:
    """Something happens: mostly the match that is up is won; what is refused does not happen."""
    kind, which, seat = choice
    acts: dict[int, Callable[[], object]] = {
        0: lambda: night.leaves(_one(night.evening.names, which)),
        1: lambda: night.comes(_one([*night.evening.roster.names, "NEW"], which) or "NEW", seat),
        2: lambda: night.goes_back(_one([line.match for line in night.evening.results], which)),
        3: lambda: night.goes_back(_one([line.match for line in night.evening.results], which)),
        4: lambda: night.is_absent(night.up.names[seat]),
        5: lambda: night.is_absent(night.up.names[seat]),
        6: night.nobody_wins,
        7: lambda: night.renamed(_known(night, which), f"{NAMES[which % 600][:2]}Y"),
        8: lambda: night.merged(_known(night, which), _known(night, which // 7)),
        9: lambda: night.deleted(_known(night, which)),
        10: lambda: night.awards(night.up.names[seat]),
        12: night.is_here,
        14: lambda: night.chooses(("spit", "speed")[seat]),
        13: lambda: night.is_absent(*night.up.names),
        11: lambda: night.wins(_any(night, which).names[seat], _any(night, which)),
    }
    done = acts.get(kind, lambda: night.seat_wins(seat))
    if kind > 3 and kind not in (7, 8, 9, 12, 14) and night.evening.now is None:
        return
    try:
        done()
    except Refused:
        night.check()


def _any(night: Night, which: int) -> Pairing:
    return night.evening.pairings[which % len(night.evening.pairings)]


def _one(names: Sequence[str], which: int) -> str:
    return names[which % len(names)] if names else "QQQ"


def _known(night: Night, which: int) -> str:
    roster = night.evening.roster
    return _one([name for entrant, name in enumerate(roster.names) if entrant not in roster.gone], which)


def tournaments(most: int = 12) -> st.SearchStrategy[Tournament]:
    """First lines of tournaments of every kind."""
    return st.builds(
        tournament, st.sampled_from(KINDS), st.integers(3, most), st.sampled_from((1, 1, 3, 5)), st.integers(0, 2),
        st.sampled_from(GAMES),
    )  # fmt: skip


def queues(most: int = 6) -> st.SearchStrategy[WinnerStays]:
    """First lines of queues."""
    return st.builds(
        WinnerStays, st.integers(0, most).map(lambda count: NAMES[:count]), streak=st.sampled_from((0, 2, 3, 5)),
        games=st.sampled_from(GAMES),
    )  # fmt: skip


def parties(most: int = 4) -> st.SearchStrategy[Party]:
    """First lines of parties, of so many names in a team at most."""
    sizes = st.tuples(st.integers(1, most), st.integers(1, most))
    return st.builds(
        lambda size, first_to, games: Party(
            NAMES[:sum(size)], games=games, sides=(0,) * size[0] + (1,) * size[1], first_to=first_to
        ),
        sizes, st.integers(1, 5), st.sampled_from(GAMES),
    )  # fmt: skip
