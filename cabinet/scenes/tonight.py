"""The page TONIGHT: which format, then its options and names; names are taken at the panels. Leads on with a plan."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from cabinet.display.toolkit import Kit
from cabinet.match.request import PANELS
from cabinet.scenes.bases import Questions
from cabinet.scenes.choice import Answer, Choice
from cabinet.scenes.evening_plan import EveningPlan, Format
from cabinet.scenes.evening_setup import EveningSetup, SetupWays
from cabinet.scenes.names import NamesWays, TakingNames
from cabinet.screens.table_setting import TableSetting
from cabinet.strings.catalogue import word

FORMATS: Final[tuple[Format, ...]] = ("winner_stays", "tournament", "party")
EMBLEMS: Final[dict[Format, tuple[str, ...]]] = {
    "winner_stays": ("crown",),
    "tournament": ("left", "crown", "right"),
    "party": ("seat0", "seat1"),
}


class TonightWays(NamedTuple):
    """The ways from here: the evening of a plan, the menu of other ways to play, back to the title."""

    begin: Callable[[EveningPlan], None]
    just_play: Callable[[], None]
    leave: Callable[[], None]


class Tonight(Questions):
    """The question about the format, the setup, and the names in between; each is a scene of its own."""

    def __init__(
        self,
        kit: Kit,
        setting: TableSetting,
        ways: TonightWays,
        *,
        tonight: Callable[[], Sequence[str]] = lambda: (),
        refuses: Callable[[str], bool] = lambda _name: False,
        is_turned: bool = False,
    ) -> None:
        """`tonight`, `refuses` and `is_turned` as for `TakingNames`."""
        super().__init__()
        self._kit = kit
        self._setting = setting
        self._ways = ways
        self._tonight = tonight
        self._refuses = refuses
        self._is_turned = is_turned
        self._plan = EveningPlan("winner_stays")
        self.turn_to(self._ask_format())

    # Questions

    def _ask_format(self) -> Choice:
        just_play = self._ways.just_play
        answers = [
            Answer(word("format.just_play"), word("format.just_play.line"), lambda _seat: just_play(), ("star",)),
            *[
                Answer(
                    word(f"format.{one}"), word(f"format.{one}.line"), partial(self._take_format, one), EMBLEMS[one]
                )
                for one in FORMATS
            ],
        ]
        leave = Answer(word("way.leave"), word("menu.back.line"), lambda _seat: self._ways.leave(), ("left",))
        return Choice(self._kit, word("tonight.what"), answers, self._ways.leave, 1, [leave])

    def _take_format(self, one: Format, _seat: int) -> None:
        """Go on with the format; the names of another one stay on the list."""
        plan = replace(self._plan, format=one)
        teams = tuple(place % 2 for place in range(len(plan.names))) if one == "party" else ()
        self._set_up(replace(plan, teams=plan.teams if one == "party" and plan.teams else teams))

    def _set_up(self, plan: EveningPlan) -> None:
        self._plan = plan
        ways = SetupWays(self._ways.begin, self._join, self._back, self._ways.leave)
        self.turn_to(EveningSetup(self._kit, self._setting, plan, ways))

    def _back(self) -> None:
        self._keep_plan()
        self.turn_to(self._ask_format())

    def _join(self, seat: int) -> None:
        """Let a seat take a name for the list."""
        self._keep_plan()
        seat %= PANELS

        def done(chosen: Mapping[int, str]) -> None:
            plan = self._plan
            for at, name in chosen.items():
                plan = plan.joined(name, at) if name else plan
            self._set_up(plan)

        names = TakingNames(
            self._kit, self._setting, NamesWays(done), asks=seat, tonight=self._tonight(), refuses=self._refuses,
            taken=self._plan.names, purpose="join", is_turned=self._is_turned,
        )  # fmt: skip
        self.turn_to(names)

    def _keep_plan(self) -> None:
        if isinstance(self.question, EveningSetup):
            self._plan = self.question.plan
