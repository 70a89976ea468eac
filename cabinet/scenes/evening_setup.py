"""The options of an evening and its list of names. CARD1 and CARD2 turn the options, CARD3 and CARD4 the list.

RIGHT puts a name on the list, ACTION begins, LEFT goes back to the formats, CARD5 leaves.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from cabinet.display.evening.pages import NO_SEAT, OptionTile, Somebody, TonightPage
from cabinet.display.evening.queue import TonightPicture
from cabinet.display.stage import Sprite, Stage
from cabinet.display.toolkit import Kit
from cabinet.scenes.bases import IdleTimer, StaticScene
from cabinet.scenes.evening_plan import MOST, EveningPlan, Format
from cabinet.scenes.legend import Way, foot
from cabinet.screens.table_setting import TableSetting
from cabinet.strings.catalogue import word
from engine.game import S
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press

IDLE_NS: Final = 90 * S
"""Time without a press after which all are taken to have gone."""
OPTIONS: Final[dict[Format, tuple[str, ...]]] = {
    "winner_stays": ("streak",),
    "tournament": ("kind", "best_of"),
    "party": ("first_to",),
}
"""The options of CARD1 and CARD2."""
LOOK, OUT, LEAVE = CARDS[2], CARDS[3], CARDS[4]


class SetupWays(NamedTuple):
    """The ways from here: `begin` with the plan, `join` for a seat, `back` to the formats, `leave` to the title."""

    begin: Callable[[EveningPlan], None]
    join: Callable[[int], None]
    back: Callable[[], None]
    leave: Callable[[], None]


class EveningSetup(StaticScene):
    """Changes one plan until it begins. `plan` is the present one."""

    def __init__(self, kit: Kit, setting: TableSetting, plan: EveningPlan, ways: SetupWays) -> None:
        super().__init__(kit)
        self._setting = setting
        self._ways = ways
        self._picture = TonightPicture(kit)
        self._stage = Stage(self._picture.ground, kit.breathe)
        self._chosen = len(plan.names) - 1
        self._idle = IdleTimer(IDLE_NS)
        self.plan = plan

    def enter(self, now: int) -> None:
        """See `Scene.enter`."""
        self._idle.restart(now)

    def pressed(self, press: Press) -> None:
        """See `StaticScene.pressed`: as the module says."""
        self._idle.restart(press.time_ns)
        options = OPTIONS[self.plan.format]
        if press.button == LEAVE:
            self._ways.leave()
        elif press.button == LEFT:
            self._ways.back()
        elif press.button == RIGHT and not self.plan.is_full:
            self._ways.join(press.seat)
        elif press.button == ACTION and self.plan.is_enough:
            self._ways.begin(self.plan)
        elif press.button in CARDS[: len(options)]:
            self.plan = self.plan.turned(options[CARDS.index(press.button)])
        elif self.plan.names and press.button in (LOOK, OUT):
            self._change_list(press.button)
        self.changed()

    def _change_list(self, button: str) -> None:
        if button == OUT:
            self.plan = self.plan.without(self._chosen)
            self._chosen = min(self._chosen, len(self.plan.names) - 1)
        else:
            self._chosen = (self._chosen + 1) % len(self.plan.names)

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`."""
        if self._idle.runs_out(now):
            self._ways.leave()

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`."""
        return self._idle.ends_at

    # The picture

    def sprites(self) -> list[Sprite]:
        """See `StaticScene.sprites`."""
        return [*self._picture.sprites(self.content()), foot(self.kit, self._foot_ways())]

    def content(self) -> TonightPage:
        """Return the page's words."""
        plan = self.plan
        options = [self._option(option) for option in OPTIONS[plan.format]]
        tiles = (*options, *[OptionTile("")] * (2 - len(options)))
        has_names = bool(plan.names)
        look = OptionTile(word("tonight.look"), "", has_names)
        out = OptionTile(word("tonight.out"), plan.names[self._chosen] if has_names else "", has_names)
        teams = plan.teams or (NO_SEAT,) * len(plan.names)
        return TonightPage(
            title=word(f"format.{plan.format}").replace("\n", " "),
            state=self._state(),
            tiles=tuple(
                tile._replace(keys="  ".join(self._keys_of(button)))
                for tile, button in zip((*tiles, look, out), CARDS, strict=False)
            ),
            heading=word("tonight.title"),
            names=tuple(Somebody(name, team) for name, team in zip(plan.names, teams, strict=True)),
            chosen=self._chosen,
            empty=word("tonight.empty"),
            is_enough=plan.is_enough,
        )

    def _option(self, option: str) -> OptionTile:
        value, title = getattr(self.plan, option), word(f"tonight.option.{option}")
        if option == "kind":
            return OptionTile(title, word(f"kind.{value}"))
        if option == "best_of" and self.plan.final:
            return OptionTile(title, word("tonight.final", best_of=value, final=self.plan.final))
        return OptionTile(title, str(value))

    def _state(self) -> str:
        """Return how many names there are, or are lacking."""
        plan = self.plan
        if plan.lacking:
            return word("tonight.lacks.1") if plan.lacking == 1 else word("tonight.lacks", count=plan.lacking)
        if not plan.is_enough:
            return word("tonight.team")
        return word("tonight.full", most=MOST) if plan.is_full else word("tonight.enough", count=len(plan.names))

    def _foot_ways(self) -> list[Way]:
        ways = [Way(LEFT, word("menu.back"), self._keys_of(LEFT))]
        if not self.plan.is_full:
            ways.append(Way(RIGHT, word("tonight.join"), self._keys_of(RIGHT)))
        if self.plan.is_enough:
            ways.append(Way(ACTION, word("tonight.begin"), self._keys_of(ACTION)))
        return [*ways, Way(LEAVE, word("way.leave"), self._keys_of(LEAVE))]

    def _keys_of(self, button: str) -> tuple[str, ...]:
        names = self._setting.key_names
        return tuple(names[seat, button] for seat in (0, 1) if (seat, button) in names)
