"""Memory of the running program: the match played last, each game's rules, the running score, the head start that the
last match asks for, how often each seat has played a game, and the bots that adapt to today's guests.

An evening ends with the program: nothing here is stored. `OnOffer` is what the title and the menu offer by it.
"""

import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from cabinet.config.offers import Offer
from cabinet.config.schema import Match
from cabinet.match.factory import MatchFactory
from cabinet.match.request import FILLS_UP, PANELS, PERSON, MatchRequest
from cabinet.match.story import Story
from cabinet.people.people import SUPPOSED_SHARE, HeadStart, People, head_start, next_head_start
from cabinet.people.records import evening_day
from cabinet.strings.catalogue import in_one_line
from engine.adaptive import ADAPTIVE, adaptive_at, after_match, is_adaptive, start_of
from engine.game import Game, Outcome
from engine.games import find_game
from engine.options import FACE_DOWN, HANDICAP, handicap_for, handicap_in, handicap_steps


class RunningScore(msgspec.Struct, frozen=True):
    """Wins by seat, of the players as in `MatchRequest.sitters`: a name, else a guest, or ``bot:`` and a level.

    `last` won the last match, and `in_a_row` so many one after the other; -1 and 0 before the first win. `quickest_ns`
    is the answer of the last match that was the quickest of the night, of people (`SeatFigures`); None where it had
    none.
    """

    players: tuple[str, ...] = ()
    wins: tuple[int, ...] = ()
    last: int = -1
    in_a_row: int = 0
    quickest_ns: int | None = None

    def after(self, players: Sequence[str], outcome: Outcome) -> "RunningScore":
        """Return the score after one more match; other players begin anew, and one without a winner does not count."""
        is_same = tuple(players) == self.players
        wins, winner = list(self.wins) if is_same else [0] * len(players), outcome.winner
        if winner is None:
            return RunningScore(tuple(players), tuple(wins), *((self.last, self.in_a_row) if is_same else ()))
        wins[winner] += 1
        in_a_row = self.in_a_row + 1 if is_same and winner == self.last else 1
        return RunningScore(tuple(players), tuple(wins), winner, in_a_row)


def head_start_in(request: MatchRequest) -> HeadStart | None:
    """Return the head start of a match of two; None for a level one, or of more."""
    found = handicap_in(request.options or {}) if len(request.players) == PANELS else None
    return HeadStart(found[0], 1 - found[0], *found[1]) if found else None


FAVOURED: Final = 0.75
"""The expected share of matches from which on a name is the favourite: the other one's win is an upset."""


def favourite(people: People, request: MatchRequest) -> int | None:
    """Return which of two who both have a place in the game is expected to win by far; None for neither, and where one
    has a head start."""
    names, game = request.names, request.game
    are_known = len(names) == PANELS and all(name and people.place(game, name) is not None for name in names)
    if not are_known or head_start_in(request) is not None:
        return None
    share = people.expected_share(game, *names)
    return 0 if share >= FAVOURED else 1 if share <= 1 - FAVOURED else None


def is_lopsided(outcome: Outcome, story: Story) -> bool:
    """Return whether one of two has won a match by far.

    Where deals are counted, the loser has won none of two or more. In one deal, more than half of his cards are left;
    where cards change hands, he has half as many again as at first.
    """
    if outcome.winner is None or story.seats != PANELS or not story.curves:
        return False
    loser = 1 - outcome.winner
    deals = tuple(list(story.won.values()).count(seat) for seat in range(PANELS))
    at_first, at_last = story.curves[0][0].left[loser], story.curves[-1][-1].left[loser]
    if sum(deals) > 1 and outcome.scores == deals:
        return deals[loser] == 0
    return 2 * at_last > at_first if len(story.curves) == 1 else 2 * outcome.scores[loser] > 3 * at_first


def today() -> str:
    """Return the evening's day by the machine's calendar."""
    return evening_day(time.time())


FAMILIAR: Final = 3
"""After so many matches of a game a seat is shown less of its lesson."""


class Played:
    """What the title offers: the last match's choices, and the configuration's before the first."""

    def __init__(self, wanted: Match, today: Callable[[], str] = today) -> None:
        """`wanted` is the configuration's choice, `today` returns the evening's day."""
        self._wanted = wanted
        self._today = today
        self._day = today()
        self._adapted: dict[tuple[int, str], str] = {}
        self._presets: dict[str, str] = {wanted.game: wanted.preset}
        self._matches: Counter[tuple[int, str]] = Counter()
        self._score = RunningScore()
        self._quickest: tuple[str, int] = ("", 0)
        """The evening's day of the quickest answer in all its matches, and that answer, ns."""
        self._head_start: tuple[str, tuple[str, ...], HeadStart | None] = ("", (), None)
        self.game = wanted.game
        """The id of the game played last."""
        self.bot: str = wanted.opponent if wanted.opponent != PERSON else FILLS_UP
        """The level of bots that take the seats of nobody."""

    def adopt(self, wanted: Match) -> None:
        """Follow the operator's changed choice; the same choice as before changes nothing."""
        if wanted != self._wanted:
            self._wanted = wanted
            self._presets[wanted.game] = wanted.preset
            self.game = wanted.game
            self.bot = wanted.opponent if wanted.opponent != PERSON else FILLS_UP

    def preset(self, game: str) -> str:
        """Return the preset by which a game was played last; "" for its first."""
        return self._presets.get(game, "")

    def chooses(self, request: MatchRequest) -> None:
        """Remember the game and the rules that were chosen for the next match."""
        self.game = request.game
        self._presets[request.game] = request.preset

    def begins(self, request: MatchRequest) -> None:
        """Remember a match that begins."""
        self.chooses(request)
        bots = [player for player in request.players if player != PERSON]
        if bots and request.people:
            self.bot = bots[0]
        self._matches.update((seat, request.game) for seat in request.people)

    def ends(self, request: MatchRequest, outcome: Outcome, story: Story) -> RunningScore:
        """Count a finished match; return the running score with it."""
        quickest_ns = self._quickest_of(request, story)
        self._score = replace(self._score.after(request.sitters, outcome), quickest_ns=quickest_ns)
        game = request.game
        after = next_head_start(
            head_start_in(request),
            outcome.winner,
            lopsided=len(request.people) == PANELS and is_lopsided(outcome, story),
            steps=handicap_steps(game),
            first=handicap_for(game, SUPPOSED_SHARE),
        )
        self._head_start = (game, request.sitters, after)
        self._remember_bot(request, outcome, story)
        return self._score

    def _quickest_of(self, request: MatchRequest, story: Story) -> int | None:
        """Return the quickest answer of the match's people if it beats all of the night before it; the night's first
        beats nothing."""
        answers = [story.figures[seat].quickest_ns for seat in request.people]
        own = min((answer for answer in answers if answer is not None), default=None)
        if own is None:
            return None
        (day, best), today = self._quickest, self._today()
        beats = day == today and own < best
        self._quickest = (today, own if day != today else min(own, best))
        return own if beats else None

    def run(self, request: MatchRequest) -> tuple[int, int]:
        """Return the seat that has won the last matches of these players, and how many; -1 and 0 for none."""
        score = self._score
        return (score.last, score.in_a_row) if request.sitters == score.players else (-1, 0)

    def with_paces(self, request: MatchRequest, people: People) -> MatchRequest:
        """Return a request whose adaptive bots begin where the one before left off with this person at this game, else
        at the pace of another game. A guest is whoever sat last at this seat today, and a match of several people
        begins anew."""
        if len(request.people) != 1 or ADAPTIVE not in request.players:
            return request
        if self._today() != self._day:  # other guests
            self._day = self._today()
            self._adapted.clear()
        (seat,) = request.people
        name, game = request.sitters[seat], request.game
        if name != PERSON:
            own, other = people.adapted(game, name), people.last_adapted(name)
        else:
            own, other = self._adapted.get((seat, game), ""), self._adapted.get((seat, ""), "")
        start = start_of(other)
        bot = own if start_of(own) else adaptive_at(start.pace) if start else ADAPTIVE
        return replace(request, players=tuple(bot if player == ADAPTIVE else player for player in request.players))

    def _remember_bot(self, request: MatchRequest, outcome: Outcome, story: Story) -> None:
        """Remember the bot that goes on against a guest; against a name the results say it (`People.adapted`)."""
        bots = [seat for seat, player in enumerate(request.players) if is_adaptive(player)]
        if len(request.people) == 1 and bots and story.table.number(f"felt.{bots[0]}"):
            (seat,) = request.people
            if request.sitters[seat] == PERSON:
                has_lost = None if outcome.winner is None else outcome.winner != seat
                bot = after_match(story.table, bots[0], has_lost=has_lost)
                self._adapted[seat, request.game] = self._adapted[seat, ""] = bot

    def head_start(self, game: str, sitters: Sequence[str]) -> HeadStart | None:
        """Return what the last match says of a head start, if it was one of this game with these sitters; else None."""
        last_game, last_sitters, after = self._head_start
        return after if (last_game, last_sitters) == (game, tuple(sitters)) else None

    def offered(self, game: str, names: Sequence[str], people: People) -> HeadStart | None:
        """Return the head start that two are offered: as their last match went, else by their ratings."""
        after = self.head_start(game, [name or PERSON for name in names])
        return after or head_start(people, game, tuple(names), handicap_for)

    def rematch(self, request: MatchRequest, *, offers: bool) -> MatchRequest | None:
        """Return the same match once more; None if its people are to be offered another head start first.

        A head start that is not needed any more is left out. Where the house `offers` none, nothing changes.
        """
        after, before = self.head_start(request.game, request.sitters), head_start_in(request)
        if not offers or after == before:
            return request
        level = {name: value for name, value in (request.options or {}).items() if name not in (HANDICAP, FACE_DOWN)}
        return None if after else replace(request, options=level)

    def reset_score(self) -> None:
        """Begin the running score anew, and with it the head start: nobody plays on."""
        self._score = RunningScore()
        self._head_start = ("", (), None)

    def is_familiar(self, game: str, seats: Collection[int]) -> bool:
        """Return whether each of these seats, at least one, has played the game `FAMILIAR` times."""
        return bool(seats) and all(self._matches[seat, game] >= FAMILIAR for seat in seats)


class OnOffer(msgspec.Struct, frozen=True):
    """The games and rules that people can choose now, first those by which they played last.

    `factory` returns the one of the present settings. `breathe` is called between two of many rules: a scene that asks
    is built between frames.
    """

    played: Played
    factory: Callable[[], MatchFactory]
    breathe: Callable[[], object]

    def game(self, game: str = "") -> str:
        """Return a game, or without one that was played last; the first that is offered where that is hidden."""
        ids = [each.info.id for each in self.factory().games]
        game = game or self.played.game
        return game if game in ids else ids[0]

    def rules(self, game: str) -> Offer:
        """Return the rules by which a game was played last, else its first ones."""
        name, offers = self.played.preset(game), self.factory().each_on_offer
        named = (offer for offer in offers(find_game(game)) if name in ("", offer.name))
        return next(named, None) or next(offers(find_game(game)))

    def every_way(self, game: type[Game]) -> tuple[Offer, ...]:
        """Return the ways to play a game, in the menu's order."""
        there = list[Offer]()
        for offer in self.factory().each_on_offer(game):
            there.append(offer)
            self.breathe()
        return tuple(there)

    def for_two(self, game: str) -> Offer:
        """Return the rules by which a game was played last if they are for two, else its first such rules.

        Without `game` it is the game played last.
        """
        game = game or self.game()
        last = self.rules(game)
        there = [offer for offer in self.every_way(find_game(game)) if offer.seats == PANELS]
        return last if last in there else there[0]

    def words_for_two(self, game: str) -> str:
        """Return the name of the rules for two of a game in one line."""
        return in_one_line(self.for_two(game).title)
