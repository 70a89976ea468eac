"""What the engine's tests speak: a desk with a match on it, in virtual time, addressed in milliseconds.

    desk = sit_down(hands=("7H 9C", "7D KC"), centre=("6S", "QD"))
    desk.press(AMBER, CARD1, at_ms=81)

Times are ms after the opening of the first deal, once ``open_deal`` was called (``sit_down`` does it), so negative ones
lie before it. Every update is checked: cards are conserved, and what was told matches what is final.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from random import Random
from typing import Any

import pytest

from cabinet.process.engine_build import COMPILED, engine_build
from engine.brain import Brain
from engine.cards import bare, face_down
from engine.chance import Chance
from engine.errors import RuleBreach
from engine.game import Game
from engine.games import set_up
from engine.log import header, text_of
from engine.log_lines import CommandLine, DealLine, Entry, PauseLine, PressLine, Update
from engine.match import Match
from engine.panel import ACTION, Act, Command, Control, Event, Press
from engine.setup import Setup, seats_of
from engine.table import Draft, Effect, Table, Zone
from engine.units import MS

Layout = Mapping[str, Zone]


def on_source() -> None:
    """Leave out a test that changes the engine or asks for its source: a compiled one has none, and calls its own
    methods, whatever is put in their place."""
    if engine_build() == COMPILED:
        pytest.skip("a compiled engine has no source, and lets nobody change it")


Pair = tuple[str, str]


def dealt(hands: Pair, stocks: Pair, centre: Pair, reserves: Pair) -> dict[str, Zone]:
    """A layout of Speed as people would say it: hands by slot (``-`` for an empty one), stocks and reserves bottom to
    top. The ``centre`` cards lie on top of the reserves, so that the opening turns them."""
    zones: dict[str, Zone] = {}
    for seat, (hand, stock) in enumerate(zip(hands, stocks, strict=True)):
        cards = [*hand.split(), "-", "-", "-", "-", "-"][:5]
        for place, card in enumerate(cards, start=1):
            zones[f"seat{seat}.hand{place}"] = () if card == "-" else (face_down(card),)
        zones[f"seat{seat}.stock"] = lying(stock)
    for place in (0, 1):
        zones[f"centre.{place}"] = ()
        zones[f"reserve.{place}"] = lying(f"{reserves[place]} {centre[place]}")
    return zones


def lying(cards: str) -> Zone:
    """Cards as a person would say them, face down, bottom to top."""
    return tuple(face_down(card) for card in cards.split())


def rigged(game: Game, layout: Layout) -> Game:
    """The same game, but every deal lies as given. Its draw for the dealer stays as it is."""

    on_source()

    def same_layout(draft: Draft, chance: Chance) -> Layout:
        draft.set("dealer", draft.number("dealer"))
        return layout

    game = copy(game)  # games are kept and shared by their options
    game.layout = same_layout  # type: ignore[method-assign]  # a rigged deal, for tests alone
    return game


class Desk:
    """A match in virtual time. ``told`` is what a screen would know: every entry but those taken back."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.opened_ns = 0
        self.now_ns = 0
        self.entries: list[Entry] = list(match.opening())
        self.log: list[Entry] = []

    # Time

    def ns(self, at_ms: float) -> int:
        """The match's time of a moment told in ms after the opening."""
        return self.opened_ns + round(at_ms * MS)

    def advance(self, to_ms: float, drained_ms: float | None = None) -> Update:
        """Let time come to that moment; presses may still come that are later than ``drained_ms``, if it is given."""
        self.now_ns = max(self.now_ns, self.ns(to_ms))
        drained_ns = None if drained_ms is None else self.ns(drained_ms)
        return self._take(self.match.advance(self.ns(to_ms), drained_ns))

    def open_deal(self) -> "Desk":
        """Everybody skips the draw and is ready; the deal opens, and ms count from that instant."""
        people = [seat for seat, info in enumerate(self.match.setup.seats) if info.is_human]
        for seat in (people[:1] if self.table.phase == "draw" else []) + people:
            self.now_ns += 10 * MS
            self._take(self.match.handle(Press(seat, ACTION, True, self.now_ns, "test", 0)))
            self._take(self.match.handle(Press(seat, ACTION, False, self.now_ns + MS, "test", 0)))
        while self.table.phase != "play":
            deadline = self.match.next_deadline()
            assert deadline is not None
            self._take(self.match.advance(deadline))
            self.opened_ns = deadline
        return self

    # What players do

    def press(
        self, seat: int, button: str, *, at_ms: float, res_us: float = 100, pressed: bool = True, source: str = "test"
    ) -> Update:
        """One edge of a button; it stays down until it is released."""
        stamp = self.ns(at_ms)
        return self._take(self.match.handle(Press(seat, button, pressed, stamp, source, round(res_us * 1000))))

    def release(self, seat: int, button: str, *, at_ms: float) -> Update:
        """The button comes up."""
        return self.press(seat, button, at_ms=at_ms, pressed=False)

    def tap(self, seat: int, button: str, *, at_ms: float, res_us: float = 100) -> Update:
        """A press, and a release 5 ms later."""
        update = self.press(seat, button, at_ms=at_ms, res_us=res_us)
        self.release(seat, button, at_ms=at_ms + 5)
        return update

    def command(self, seat: int, command: Command, *, at_ms: float) -> Update:
        """A command without a button, as random play gives it."""
        return self._take(self.match.handle(Act(seat, command, self.ns(at_ms))))

    def handle(self, event: Event) -> Update:
        """Any event with its own stamp, which ``ns`` gives."""
        return self._take(self.match.handle(event))

    def control(self, kind: str, *, at_ms: float, why: str = "") -> Update:
        """What the cabinet does: pause, resume, leave."""
        return self._take(self.match.handle(Control(kind, self.ns(at_ms), why)))

    def _take(self, update: Update) -> Update:
        if update.undone:
            del self.entries[-update.undone :]
        self.entries += update.entries
        self.log += self.match.final()
        assert self.entries[: len(self.log)] == self.log, "what is final is not what was told"
        assert_all_cards_are_there(self.match.game, self.table)
        return update

    # What is seen

    @property
    def table(self) -> Table:
        """The table as it now is."""
        return self.match.table

    def cards(self, zone: str) -> str:
        """A zone as a person would say it, bottom to top."""
        return " ".join(self.table.zone(zone))

    def commands(self, do: str = "") -> list[CommandLine]:
        """The commands judged so far, of one kind or of all."""
        return [e for e in self.entries if isinstance(e, CommandLine) and do in ("", e.command.do)]

    def last_command(self) -> CommandLine:
        """The command judged last."""
        return self.commands()[-1]

    def last_press(self) -> PressLine:
        """The latest press line of a button going down."""
        return [e for e in self.entries if isinstance(e, PressLine) and e.pressed][-1]

    def effects(self, kind: str) -> list[tuple[Any, ...]]:
        """All effects of one kind so far."""
        return [effect for entry in self.entries for effect in entry.effects if effect[0] == kind]

    def phases(self) -> list[str]:
        """The phases gone through."""
        return [effect[1] for effect in self.effects("phase")]

    def assert_log_replays(self) -> None:
        """GEN-6: the effects, applied in order to the layouts, give the table."""
        assert replayed(self.entries) == (dict(self.table.zones), dict(self.table.scalars))

    def finished_log(self) -> bytes:
        """The match's log once all is final: what the file would hold."""
        self.match.advance(self.match.zero_ns + 10**12)
        self.log += self.match.final()
        return f"{header(self.match.setup)}\n{text_of(self.log)}".encode()


def replayed(entries: Iterable[Entry]) -> tuple[dict[str, Zone], dict[str, Any]]:
    """The zones and scalars that come of applying every layout and effect in order, by no rule at all."""
    zones: dict[str, Zone] = {}
    scalars: dict[str, Any] = {"phase": "", "deal": 0, "dealer": 0, "won": -1, "beat": 0}
    for entry in entries:
        if isinstance(entry, DealLine):
            zones = dict(entry.layout)
        for effect in entry.effects:
            apply_effect(zones, scalars, effect)
    scores = {f"score.{seat}": 0 for seat in range(2)}
    return zones, {**scores, **scalars}


def apply_effect(zones: dict[str, Zone], scalars: dict[str, Any], effect: tuple[Any, ...]) -> None:
    """Another reading of the effects than the engine's own, so that the two can disagree."""
    match effect:
        case ("move", card, source, to):
            held = zones[source]
            lies = card if card in held else "~" + card
            place = held.index(lies)
            zones[source] = held[:place] + held[place + 1 :]
            zones[to] = (*zones[to], lies)
        case ("turn", card, face):
            down = "~" + card
            (name,) = (zone for zone, cards in zones.items() if card in cards or down in cards)
            old, new = (down, card) if face == "up" else (card, down)
            assert new not in zones[name], f"{card} was turned, and lay so already"
            zones[name] = tuple(new if lies == old else lies for lies in zones[name])
        case ("gather", source, to):
            zones[to] = tuple(face_down(card) for card in zones[source]) + zones[to]
            zones[source] = ()
        case ("shuffle", zone, order):
            by_code = {bare(card): card for card in zones[zone]}
            assert sorted(order) == sorted(by_code)
            zones[zone] = tuple(by_code[code] for code in order)
        case ("score", seat, delta):
            scalars[f"score.{seat}"] = scalars.get(f"score.{seat}", 0) + delta
        case ("phase", name):
            scalars["phase"] = name
        case ("set", key, value):
            assert key not in scalars or scalars[key] != value, f"{key} was set to {value!r}, and was so already"
            scalars[key] = value
        case ("say", int(), str()) | ("foul", int(), str()):
            pass
        case _:
            raise AssertionError(f"no such effect: {effect}")


def assert_all_cards_are_there(game: Game, table: Table) -> None:
    """GEN-6: every card is in exactly one zone."""
    lying_there = Counter(bare(card) for cards in table.zones.values() for card in cards)
    assert all(count == 1 for count in lying_there.values()), f"doubled: {lying_there}"
    rigged_deal = getattr(game, "__dict__", {}).get("layout")  # a compiled game has none
    if rigged_deal is None or table.phase == "draw":
        assert set(lying_there) == set(game.deck)


STEP_NS = 300 * MS
"""The time of one command of random play."""


def steps(
    match: Match, seed: int, lapse: float = 0.02, step_ns: int = STEP_NS
) -> Iterator[tuple[int, int, Command | None]]:
    """Moments of random play: (time, seat, a legal command of it), or a deadline (time, -1, None), so often as well."""
    chance = Random(seed)
    now = 0
    while match.outcome is None:
        able = [seat for seat in range(match.game.seats) if match.legal(seat)]
        due = match.next_deadline()
        assert due is not None, "a dead end"
        if not able or chance.random() < lapse:
            now = max(now, due)
            yield now, -1, None
        else:
            now += step_ns
            match.advance(now - 1)
            seat = chance.choice(able)
            if commands := match.legal(seat):
                yield now, seat, chance.choice(commands)


def tap(match: Match, seat: int, buttons: str, now: int) -> list[CommandLine]:
    """Press and let go: ``CARD3``, or ``LEFT+CARD3`` one on top of the other; the commands that came of it."""
    names = buttons.split("+")
    events = [Press(seat, name, True, now + place, "fake") for place, name in enumerate(names)]
    events += [Press(seat, name, False, now + 9 + place, "fake") for place, name in enumerate(names)]
    told = [entry for event in events for entry in match.handle(event).entries]
    return [entry for entry in told if isinstance(entry, CommandLine) and entry.seat == seat]


def play_out(match: Match) -> list[Entry]:
    """From deadline to deadline to the outcome; what happened."""
    told = list(match.opening())
    while match.outcome is None:
        due = match.next_deadline()
        assert due is not None, "a dead end"
        told += match.advance(due).entries
    return told


SitDown = Callable[..., Desk]
Replayed = Callable[[Iterable[Entry]], tuple[dict[str, Zone], dict[str, Any]]]


@pytest.fixture(scope="session")
def replay() -> Replayed:
    """Give the function that applies entries in order, by no rule at all."""
    return replayed


@pytest.fixture
def sit_down() -> SitDown:
    """Give a function that puts a match on a desk and opens its first deal.

    ``hands`` rigs every deal of Speed (see ``dealt``), ``layout`` that of any game; ``is_open=False`` leaves the match
    at the draw; everything else is an option of the game.
    """

    def begin(
        game: str = "speed",
        *,
        hands: Pair | None = None,
        stocks: Pair = ("", ""),
        centre: Pair = ("", ""),
        reserves: Pair = ("", ""),
        layout: Layout | None = None,
        players: tuple[str, ...] = ("human", "human"),
        seed: int = 1,
        preset: str = "",
        brains: Mapping[int, Brain] | None = None,
        horizon_ms: int = 250,
        bot_res_us: int = 0,
        clock_errors: str = "margin",
        is_open: bool = True,
        **options: object,
    ) -> Desk:
        horizon_ns = horizon_ms * MS
        setup = Setup(game, options, seats_of(*players), seed, preset, horizon_ns, clock_errors=clock_errors)
        rules = set_up(game, options, preset)
        if hands is not None:
            layout = dealt(hands, stocks, centre, reserves)
        played = rigged(rules, layout) if layout else rules
        match = Match(setup, brains=brains, game=played, bot_res_ns=bot_res_us * 1000)
        desk = Desk(match)
        return desk.open_deal() if is_open else desk

    return begin


def reapply(draft: Draft, effects: Iterable[Effect]) -> None:
    """Raises RuleBreach where the effects do not fit the table."""
    doing: dict[str, Callable[..., object]] = {
        "move": draft.move,
        "turn": lambda card, face: draft.turn(card, draft.table().where(card), face),
        "gather": draft.gather,
        "shuffle": draft.shuffle,
        "score": draft.score,
        "say": draft.say,
        "phase": draft.phase,
        "foul": draft.foul,
        "set": draft.set,
    }
    for kind, *arguments in effects:
        if kind not in doing:
            raise RuleBreach(f"no such effect: {kind}")
        doing[kind](*arguments)


OPEN = {"hands": ("7H 2H 7S", "7D 2C"), "centre": ("6S", "QD"), "reserves": ("2S 3C", "3S 4C")}
"""Both can play their first card on the left pile, and nothing else; cards are left to turn."""


def pauses(desk: "Desk") -> list[str]:
    return [entry.why for entry in desk.entries if isinstance(entry, PauseLine)]
