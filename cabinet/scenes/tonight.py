"""The page TONIGHT: which format, then its options and names; names are taken at the panels. Leads on with a plan."""

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from cabinet.display.evening.pages import NO_SEAT, OptionTile, Somebody, TonightPage
from cabinet.display.evening.queue import TonightPicture
from cabinet.display.legend import Way, foot, ways_by
from cabinet.display.stage import Sprite
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import KeyNames, keys_of
from cabinet.match.request import PANELS
from cabinet.people.names import MORE, is_refused
from cabinet.scenes.bases import Leave, LeftWhenIdle
from cabinet.scenes.choice import Answer, Choice, ask
from cabinet.scenes.names import NamesAsked, TakingNames
from cabinet.screens.view_factory import TableSetting
from cabinet.strings.catalogue import has_word, in_one_line, word
from cabinet.tournaments.journal import MOST, Games, Kind
from engine.game import Game
from engine.games import GAMES
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press
from engine.units import S

# The plan

Value = TypeVar("Value")
Format = Literal["winner_stays", "tournament", "party"]
KINDS: Final[tuple[Kind, ...]] = ("single", "double", "round_robin", "swiss")
STREAKS: Final = (0, 2, 3, 4, 5, 6, 7, 8, 9)
"""Wins in a row, after which both go to the end; 0 is none."""
BEST_OF: Final = (1, 3, 5)
LENGTHS: Final = ((1, 0), (1, 3), (3, 0), (3, 5), (5, 0))
"""Best of so many, and in the final of so many (0: as before it), in a tournament that has a final."""
HAVE_FINALS: Final[tuple[Kind, ...]] = ("single", "double")
FIRST_TO: Final = (3, 5, 7, 10, 15)
FEWEST: Final = {"winner_stays": 2, "tournament": 3, "party": 2}


class EveningPlan(msgspec.Struct, frozen=True):
    """What an evening begins with. The names of formats, kinds and options are the journal's, and stay for ever.

    `teams` is the team (0 or 1) of each name in a party, else (). `kind`, `best_of` and `final` (best of so many in the
    final, 0: as before it) are for a tournament, `streak` for winner stays, `first_to` for a party. `game` is "" for
    the one on offer; `games`: the same all evening, each round another, or what each
    match's loser chooses.
    """

    format: Format
    names: tuple[str, ...] = ()
    teams: tuple[int, ...] = ()
    kind: Kind = "single"
    best_of: int = 1
    final: int = 0
    streak: int = 5
    first_to: int = 5
    game: str = ""
    games: Games = "same"

    @property
    def lacking(self) -> int:
        """Number of names that are lacking."""
        return max(0, FEWEST[self.format] - len(self.names))

    @property
    def is_enough(self) -> bool:
        """Whether the evening can begin: names enough, and in a party one in each team."""
        return not self.lacking and (self.format != "party" or set(self.teams) == {0, 1})

    @property
    def is_full(self) -> bool:
        """Whether no further name can join."""
        return len(self.names) >= MOST

    def joined(self, name: str, seat: int) -> "EveningPlan":
        """Return the plan with one name more, in a party in the team of the seat's side; the same if it is there."""
        if name in self.names or self.is_full:
            return self
        teams = (*self.teams, seat % 2) if self.format == "party" else ()
        return replace(self, names=(*self.names, name), teams=teams)

    def in_format(self, one: Format) -> "EveningPlan":
        """Return the plan in another format, with the names that are on the list."""
        if one != "party":
            return replace(self, format=one, teams=())
        return replace(self, format=one, teams=self.teams or tuple(place % 2 for place in range(len(self.names))))

    def mended(self, place: int, name: str) -> "EveningPlan":
        """Return the plan with another name at a place; "" leaves it out."""
        names, teams = list(self.names), list(self.teams)
        if name:
            names[place] = name
        else:
            del names[place], teams[place : place + 1]
        return replace(self, names=tuple(names), teams=tuple(teams))

    def turned(self, option: str) -> "EveningPlan":
        """Return the plan with the next value of an option: ``kind``, ``best_of``, ``streak`` or ``first_to``."""
        if option == "kind":
            kind = _after(KINDS, self.kind)
            return replace(self, kind=kind, final=self.final if kind in HAVE_FINALS else 0)
        if option == "best_of" and self.kind in HAVE_FINALS:
            best_of, final = _after(LENGTHS, (self.best_of, self.final))
            return replace(self, best_of=best_of, final=final)
        if option == "best_of":
            return replace(self, best_of=_after(BEST_OF, self.best_of))
        if option == "streak":
            return replace(self, streak=_after(STREAKS, self.streak))
        return replace(self, first_to=_after(FIRST_TO, self.first_to))

    def with_next_game(self, on_offer: str, games: Sequence[type[Game]]) -> "EveningPlan":
        """Return the plan with the next of `games`; after the last one with all in turn, then with those that losers
        choose, both from the one on offer on. All in turn are all that there are: it is left out where some are hidden.
        """
        ids = tuple(each.info.id for each in games)
        if self.games == "each_round":
            return replace(self, games="loser_chooses")
        if self.games == "loser_chooses":
            return replace(self, game=ids[0], games="same")
        if (game := self.game or on_offer) == ids[-1]:
            return replace(self, game=on_offer, games="each_round" if len(ids) == len(GAMES) else "loser_chooses")
        return replace(self, game=_after(ids, game) if game in ids else ids[0])


def challenged(names: Mapping[int, str], thirds: Sequence[str], winner: int, plan: EveningPlan) -> EveningPlan:
    """Return winner stays with the names at the seats of a match and those who join: the winner keeps the seat, the
    first who joins comes to the other, and who has lost goes to the end. Guests are left out; options are `plan`'s."""
    stays = max(winner, 0)
    pair = [names.get(stays, ""), *thirds[:1]]
    line = [*(pair if stays == 0 else reversed(pair)), *thirds[1:], names.get(1 - stays, "")]
    return replace(plan.in_format("winner_stays"), names=tuple(dict.fromkeys(name for name in line if name)))


def _after(values: tuple[Value, ...], value: Value) -> Value:
    return values[(values.index(value) + 1) % len(values)]


# Its options and names

IDLE_NS: Final = 90 * S
"""Time without a press after which all are taken to have gone."""
OPTIONS: Final[dict[Format, tuple[str, ...]]] = {
    "winner_stays": ("streak",),
    "tournament": ("kind", "best_of"),
    "party": ("first_to",),
}
"""The options of CARD1 and CARD2."""
OTHER_GAMES: Final = {"each_round": "tonight.games.each_round", "loser_chooses": "tonight.games.loser_chooses"}
GAME, NAMES, LEAVE = CARDS[2], CARDS[3], CARDS[4]


class Begin(msgspec.Struct, frozen=True):
    """The evening begins as planned."""

    plan: EveningPlan


class AddName(msgspec.Struct, frozen=True):
    """A seat wants to put a name on the list of the plan."""

    plan: EveningPlan
    seat: int


class MendName(msgspec.Struct, frozen=True):
    """A seat wants to change a name on the list of the plan, or to leave one out."""

    plan: EveningPlan
    seat: int


class OtherFormat(msgspec.Struct, frozen=True):
    """Back to the formats; the plan's names stay."""

    plan: EveningPlan


SetupResult: TypeAlias = Begin | AddName | MendName | OtherFormat | Leave


class EveningSetup(LeftWhenIdle[SetupResult]):
    """Changes one plan, the present one, until it begins.

    CARD1 and CARD2 turn the options, CARD3 the game, CARD4 mends a name. RIGHT puts a name on the list, ACTION begins,
    LEFT goes back to the formats, CARD5 leaves.
    """

    def __init__(
        self,
        toolkit: Toolkit,
        setting: TableSetting,
        plan: EveningPlan,
        on_offer: str,
        rules: Callable[[str], str] = lambda _game: "",
        games: Sequence[type[Game]] = GAMES,
    ) -> None:
        """`plan` is the plan at first. `on_offer` is the game that is played unless another one is chosen, and `rules`
        returns the words of a game's rules."""
        self._picture = TonightPicture(toolkit)
        super().__init__(toolkit, self._picture.ground, idle_ns=IDLE_NS)
        self._setting = setting
        self._on_offer = on_offer
        self._games = games
        self._rules = rules
        self.plan = plan

    def pressed(self, press: Press) -> None:
        """See `StaticScene.pressed`: as the class says."""
        options = OPTIONS[self.plan.format]
        if press.button == LEAVE:
            self.dismiss(Leave())
        elif press.button == LEFT:
            self.dismiss(OtherFormat(self.plan))
        elif press.button == RIGHT and not self.plan.is_full:
            self.dismiss(AddName(self.plan, press.seat))
        elif press.button == ACTION and self.plan.is_enough:
            self.dismiss(Begin(self.plan))
        elif press.button in CARDS[: len(options)]:
            self.plan = self.plan.turned(options[CARDS.index(press.button)])
        elif press.button == GAME:
            self.plan = self.plan.with_next_game(self._on_offer, self._games)
        elif press.button == NAMES and self.plan.names:
            self.dismiss(MendName(self.plan, press.seat))
        else:
            self.refuse()
        self.changed()

    # The picture

    def sprites(self) -> list[Sprite]:
        return [*self._picture.sprites(self.content()), foot(self.toolkit, self._foot_ways())]

    def content(self) -> TonightPage:
        """Return the page's words."""
        plan = self.plan
        options = [self._option(option) for option in OPTIONS[plan.format]]
        tiles = (*options, *[OptionTile("")] * (2 - len(options)))
        names = OptionTile(word("tonight.mend"), plan.names[-1] if plan.names else "", bool(plan.names))
        teams = plan.teams or (NO_SEAT,) * len(plan.names)
        return TonightPage(
            title=in_one_line(word(f"format.{plan.format}")),
            state=self._state(),
            tiles=tuple(
                tile._replace(keys=keys_of(self._setting.key_names, button))
                for tile, button in zip((*tiles, self._game_tile(), names), CARDS, strict=False)
            ),
            heading=word("tonight.title"),
            names=tuple(Somebody(name, team) for name, team in zip(plan.names, teams, strict=True)),
            chosen=len(plan.names) - 1,
            empty=word("tonight.empty"),
            is_enough=plan.is_enough,
            game=self._game_words(),
        )

    def _game_tile(self) -> OptionTile:
        plan = self.plan
        game = word(f"game.{plan.game or self._on_offer}")
        return OptionTile(word("tonight.game"), game if plan.games == "same" else word(OTHER_GAMES[plan.games]))

    def _game_words(self) -> str:
        """Return which games are played by which rules."""
        plan, game = self.plan, self.plan.game or self._on_offer
        if plan.games == "each_round":
            key = "tonight.each_round" if plan.format == "tournament" else "tonight.each_match"
            return word(key, game=word(f"game.{game}"))
        if plan.games == "loser_chooses":
            return word("tonight.loser_chooses", game=word(f"game.{game}"))
        return " · ".join(words for words in (word(f"game.{game}"), self._rules(game)) if words)

    def _option(self, option: str) -> OptionTile:
        value, title = getattr(self.plan, option), word(f"tonight.option.{option}")
        if option == "kind":
            return OptionTile(title, word(f"kind.{value}"))
        if option == "best_of" and self.plan.final:
            return OptionTile(title, word("tonight.final", best_of=value, final=self.plan.final))
        key = f"tonight.option.{option}.{value}"
        return OptionTile(title, word(key) if has_word(key) else str(value))

    def _state(self) -> str:
        """Return how many names there are, or are lacking."""
        plan = self.plan
        if plan.lacking:
            return word("tonight.lacks", count=plan.lacking)
        if not plan.is_enough:
            return word("tonight.team")
        return word("tonight.full", most=MOST) if plan.is_full else word("tonight.enough", count=len(plan.names))

    def _foot_ways(self) -> list[Way]:
        join = [] if self.plan.is_full else [(RIGHT, word("tonight.join"))]
        begin = [(ACTION, word("tonight.begin"))] if self.plan.is_enough else []
        back, leave = (LEFT, word("menu.back")), (LEAVE, word("way.leave"))
        return ways_by(self._setting.key_names, back, *join, *begin, leave)


# The page

FORMATS: Final[tuple[Format, ...]] = ("winner_stays", "tournament", "party")
EMBLEMS: Final[dict[Format, tuple[str, ...]]] = {
    "winner_stays": ("crown",),
    "tournament": ("left", "crown", "right"),
    "party": ("seat0", "seat1"),
}


class JustPlay(msgspec.Struct, frozen=True):
    """No evening: the menu with the ways to play a game."""


async def plan_evening(
    toolkit: Toolkit,
    setting: TableSetting,
    tonight: Callable[[], Sequence[str]],
    *,
    on_offer: str,
    rules: Callable[[str], str],
    games: Sequence[type[Game]] = GAMES,
    refuses: Callable[[str], bool] = is_refused,
    is_turned: bool = False,
    more: str = MORE,
    typists: Callable[[int], Collection[int]] = lambda _asks: (),
    plan: EveningPlan | None = None,
    keep: Callable[[EveningPlan], None] = lambda _plan: None,
) -> EveningPlan | JustPlay | Leave:
    """Ask for the format, then for its options and names.

    `plan` is the one that was being made before, and `keep` is told of each that may be left here.
    `on_offer`, `rules` and `games` (those that are offered) are as for `EveningSetup`. `tonight` returns the names to
    offer; `refuses`, `is_turned` and `more` are as for `TakingNames`.
    `typists` returns the seats that can type when a seat asks (`Inputs.typing_seats`).
    """

    def names(plan: EveningPlan, asks: int, mends: str) -> TakingNames:
        asked = NamesAsked(
            asks,
            "join",
            tonight=tonight(),
            taken=[name for name in plan.names if name != mends],
            more=more,
            can_add=not mends and len(plan.names) < MOST - 1,
            mends=mends,
            typists=typists(asks),
        )
        return TakingNames(toolkit, setting, asked, refuses, is_turned=is_turned)

    plan = plan or EveningPlan("winner_stays")
    while True:
        chosen = await format_question(toolkit, setting.key_names)
        if isinstance(chosen, Leave):
            return chosen
        if not isinstance(chosen.value, str):
            return chosen.value
        plan = plan.in_format(chosen.value)
        while True:
            setup = EveningSetup(toolkit, setting, plan, on_offer, rules, games)
            left = await setup
            plan = setup.plan
            keep(plan)
            if isinstance(left, MendName):
                place = await _which_name(toolkit, setting, plan.names)
                plan = plan if place is None else await _mended(plan, place, left.seat % PANELS, names)
            elif isinstance(left, AddName):
                plan = await _added(plan, left.seat % PANELS, names, keep)
            else:
                break
            keep(plan)
        if isinstance(left, Leave):
            return left
        if isinstance(left, Begin):
            return plan


AskNames: TypeAlias = Callable[[EveningPlan, int, str], TakingNames]
"""Returns the scene in which a seat names somebody for a plan, or mends a name ("": none)."""


async def _added(plan: EveningPlan, seat: int, names: AskNames, keep: Callable[[EveningPlan], None]) -> EveningPlan:
    """Put names on the list as long as somebody goes on with another one."""
    while True:
        scene = names(plan, seat, "")
        for at, name in (await scene).items():
            plan = plan.joined(name, at) if name else plan
        keep(plan)
        if not scene.adds_another:
            return plan


async def _mended(plan: EveningPlan, place: int, seat: int, names: AskNames) -> EveningPlan:
    """Let a seat spell the name at a place anew, or leave it out; another seat may put one on the list meanwhile."""
    chosen = await names(plan, seat, plan.names[place])
    plan = plan.mended(place, chosen.get(seat, plan.names[place]))
    for at, name in chosen.items():
        plan = plan.joined(name, at) if at != seat and name else plan
    return plan


async def _which_name(toolkit: Toolkit, setting: TableSetting, names: Sequence[str]) -> int | None:
    """Ask which name on the list is to be mended, the last one highlighted; of one name it is clear."""
    if len(names) == 1:
        return 0
    answers = [Answer(name, word("tonight.mend.line", name=name), place) for place, name in enumerate(names)]
    answer = await ask(toolkit, word("tonight.mend.which"), answers, len(names) - 1, setting.key_names)
    return None if answer is None else answer.value


def format_question(toolkit: Toolkit, key_names: KeyNames = MappingProxyType({})) -> Choice[Format | JustPlay | Leave]:
    """Return the question about the format; winner stays is highlighted."""
    answers: list[Answer[Format | JustPlay | Leave]] = [
        Answer(word("format.just_play"), word("format.just_play.line"), JustPlay(), ("star",)),
    ]
    answers += [Answer(word(f"format.{one}"), word(f"format.{one}.line"), one, EMBLEMS[one]) for one in FORMATS]
    leave: Answer[Format | JustPlay | Leave] = Answer(word("way.leave"), word("menu.back.line"), Leave(), ("left",))
    return Choice(toolkit, word("tonight.what"), answers, 1, [leave], key_names=key_names)
