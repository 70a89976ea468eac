"""The search for the way on by lit keys, and moments of play to search in.

A *way* is a sequence of presses, of which the last gives a command that keeps the game going. A press that the rules
refuse is no part of any way: it may cost time (GEN-3). LEFT and RIGHT may stay held for what follows.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.bots import find_brain
from engine.chance import Chance
from engine.game import Game
from engine.games.speed_uno.game import SpeedUno
from engine.match import Match
from engine.options import values_of
from engine.panel import ACTION, BUTTONS, LEFT, RIGHT, Act, Command, Meaning, Press
from engine.race import Race
from engine.screen import keys_on, of_everybody, with_look
from engine.setup import Setup
from engine.table import Draft, Table

DEEPEST: Final = 24
"""The most presses of a search: every way is shorter."""
FREE: Final = 8
"""The most presses of a search over any keys where there is no lit way."""
NEAR: Final = 2
"""Besides the keys that begin the shortest way, a card may glow that is picked up and played in this many presses."""
CLAIMS: Final = frozenset({"slap", "claim", "spit"})
"""The commands that decide who takes which pile, at the end of a deal of Spit or while others wait (SPIT-8 to
SPIT-10, SPIT-28)."""
GAMBLES: Final = frozenset({"number_slap", "uno", "catch"})
"""The commands that are legal at any time but no part of a way, because they may cost cards."""
HOLDS: Final = (LEFT, RIGHT)
"""The buttons that change the meaning of others while they are held."""
NOISE: Final = 0.4
"""The share of steps of random play that press any button, whatever its meaning."""
STEP_NS: Final = 200_000_000
Keys = Callable[[Table, int], Sequence[Meaning]]
"""A seat's keys as its screen shows them, given a table and the buttons that the seat holds."""


class Panel(NamedTuple):
    """The state of a search: a table, and the buttons that the seat holds, as bits."""

    table: Table
    held: int = 0


class Way(NamedTuple):
    """The length of the shortest way, in presses, and the first buttons of all ways of that length."""

    presses: int
    first: frozenset[str]


# Commands that go on


def can_go_on(game: Game, table: Table, seat: int) -> bool:
    """Return True if the seat must find its way on now: by the game's own query, or because a pile or a shout is
    waited for."""
    if isinstance(game, Race) and table.phase == "play" and game.can_go_on(table, seat):
        return True
    return any(is_way_on(game, table, command) for command in game.legal(table, seat))


def is_way_on(game: Game, table: Table, command: Command) -> bool:
    """Return True for a legal command that keeps the game going, or that is waited for.

    In Speed Uno "draw" does not count, because cards are drawn automatically. `table` is the table on which the way
    begins: the shout to give up counts only on a table that is stuck.
    """
    if command.do in game.progress:
        return not (isinstance(game, SpeedUno) and command.do == "draw")
    if not isinstance(game, Race):
        return False
    if command.do == game.race.shout and not command.to and table.phase == "play":
        return table.flag("stuck")
    return command.do in CLAIMS


# The search


def find_way(game: Game, panel: Panel, seat: int, keys: Keys | None, deepest: int = DEEPEST) -> Way | None:
    """Return the shortest way on by keys that are lit on the seat's screen or, without `keys`, by any; None if there
    is none of at most `deepest` presses."""
    firsts: dict[Panel, frozenset[str]] = {panel: frozenset()}
    level = [panel]
    for depth in range(1, deepest + 1):
        found: set[str] = set()
        reached: dict[Panel, frozenset[str]] = {}
        for here in level:
            for button, command, then in presses(game, here, seat, keys):
                begin = firsts[here] or frozenset({button})
                if command is not None and is_way_on(game, panel.table, command):
                    found |= begin
                for there in then:
                    if there not in firsts:
                        reached[there] = reached.get(there, frozenset()) | begin
        if found:
            return Way(depth, frozenset(found))
        firsts |= reached
        level = list(reached)
        if not level:
            return None
    return None


def with_glow(table: Table, *, is_on: bool) -> Table:
    """Return the table with glow on or off; unchanged in a game without glow."""
    if "glow" not in table.scalars:
        return table
    return Table(table.zones, {**table.scalars, "glow": is_on}, table.shuffles)


def has_glow(table: Table) -> bool:
    """Return True where cards may glow: in a game with glow (GEN-5), while cards are played and nothing else is due."""
    waits = ("stuck", "turn_at", "wrong_by", "choose_by")
    if "glow" not in table.scalars or table.phase != "play" or table.scalars.get("naming", -1) >= 0:
        return False
    return not any(table.scalars.get(key) for key in waits)


def wrong_glow(game: Game, table: Table, seat: int, keys: Keys, lit: Way) -> str:
    """Return the fault of the keys that would glow now, in words; empty if there is none.

    One of them must begin the shortest way, and each a shortest way to some command; on a screen that hides a hand
    they must only be lit.
    """
    shown = keys(with_glow(table, is_on=True), 0)
    glow = {button for button, key in zip(BUTTONS, shown, strict=True) if key.glows}
    if hides(game):
        return "" if all(shown[BUTTONS.index(button)].lit for button in glow) else f"; a dark key glows of {glow}"
    if not glow & lit.first:
        return f"; of that, none glows: {glow}"
    for button in glow - lit.first:
        if not begins_a_way(game, Panel(table), seat, button, keys):
            return f"; and {button} glows"
    return ""


def begins_a_way(game: Game, panel: Panel, seat: int, button: str, keys: Keys) -> bool:
    """Return True if no other first press leads to some command that goes on in fewer presses than this button."""
    from_here = distances(game, panel, seat, keys)
    for name, command, then in presses(game, panel, seat, keys):
        if name != button:
            continue
        if command is not None and is_way_on(game, panel.table, command):
            return True
        for there in then:
            if any(from_here.get(one) == far + 1 for one, far in distances(game, there, seat, keys).items()):
                return True
    return False


def distances(game: Game, panel: Panel, seat: int, keys: Keys) -> dict[Command, int]:
    """Return the number of presses of lit keys to each command that goes on, up to ``NEAR``, without moving cards."""
    found: dict[Command, int] = {}
    seen, level = {panel}, [panel]
    for depth in range(1, NEAR + 1):
        reached: dict[Panel, None] = {}
        for here in level:
            for _, command, then in presses(game, here, seat, keys):
                if command is not None and is_way_on(game, panel.table, command):
                    found.setdefault(command, depth)
                elif command is None:
                    reached |= dict.fromkeys(there for there in then if there not in seen)
        seen |= reached.keys()
        level = list(reached)
    return found


def presses(
    game: Game, panel: Panel, seat: int, keys: Keys | None
) -> Iterator[tuple[str, Command | None, tuple[Panel, ...]]]:
    """Yield every press that is not refused: its button, its command, and the panels that may follow.

    A held button can only be released, which takes no press. Where a screen hides the hand, a lit key may be refused
    and held nevertheless. A newcomer holds one key at a time; only a sixth pile asks for two (SPIT-17), and LOOK
    where each of its keys alone aims at a pile (no preset has that).
    """
    table, held = panel
    shown = keys(table, held) if keys else None
    has_two = values_of(game.options).get("piles") == 6 or (hides(game) and not game.info.hands)
    for place, button in enumerate(BUTTONS):
        if held and keys and button in HOLDS and not has_two:
            continue
        if held >> place & 1 or (shown is not None and not shown[place].lit):
            continue
        meaning = game.press(table, seat, button, held)
        after = pressed(game, table, seat, meaning)
        if after is None and keys is not None and hides(game) and button in HOLDS:
            yield button, None, (Panel(table, held | 1 << place),)
        if after is None:
            continue
        down = held | 1 << place if button in HOLDS else 0
        then = tuple(Panel(after, hold) for hold in dict.fromkeys((0, down)))
        yield button, meaning.command, tuple(there for there in then if there != panel)


def pressed(game: Game, table: Table, seat: int, meaning: Meaning) -> Table | None:
    """Return the table after a press with that meaning; None if it is a foul, a gamble, or refused by the rules."""
    if meaning.foul or (meaning.command is not None and meaning.command.do in GAMBLES):
        return None
    draft = Draft(table)
    if meaning.command is None:
        for key, value in meaning.select:
            draft.set(key, value)
        return draft.table()
    if game.refusal(table, seat, meaning.command) is not None:
        return None
    game.perform(draft, seat, meaning.command, 0)
    game.settle(draft, Chance(0), 0)
    return draft.table()


def keys_of(game: Game, seat: int, people: Sequence[int]) -> Keys:
    """Return the seat's keys as on its screen (GEN-4): its own screen, or the screen that all people share."""

    def keys(table: Table, held: int) -> Sequence[Meaning]:
        own = game.keys(table, seat, held)
        if not is_hidden:
            return own
        holding = [held if each == seat else 0 for each in range(game.seats)]
        view = game.view(table, seat, held)
        shown = of_everybody(game, table, people, holding)
        return with_look(keys_on(shown, game, table, seat, own, held, view), game, shown, view, seat, held)

    is_hidden = hides(game)
    return keys


def hides(game: Game) -> bool:
    """Return True if a shared screen may not show a seat's own cards (GEN-4, SPIT-22)."""
    return game.options.cards_seen == "peek" or bool(values_of(game.options).get("conceal_last"))


# Moments of play


def random_tables(setup: Setup, steps: int) -> Iterator[tuple[Match, int]]:
    """Return the moments of random play: the match, and how long its state lasts (ns)."""
    return ((match, STEP_NS) for match, _ in random_play(setup, steps))


def random_play(setup: Setup, steps: int) -> Iterator[tuple[Match, int]]:
    """Yield the moments of random play, with presses of any button among the commands: the match, and its time (ns).

    It ends with the match, or after `steps`.
    """
    match = Match(setup)
    chance = random.Random(setup.seed)
    now = 0
    while match.outcome is None and steps > 0:
        able = [(seat, commands) for seat in range(match.game.seats) if (commands := match.legal(seat))]
        due = match.next_deadline()
        if match.table.phase in ("draw", "ready") and (people := _not_ready(match)):
            now += STEP_NS
            _tap(match, people[0], (ACTION,), now)
        elif not able or (due is not None and chance.random() < 0.05):
            assert due is not None, "a dead end"
            now = max(now, due)
            match.advance(now)
        else:
            now += STEP_NS
            match.advance(now - 1)
            seat = chance.choice(able)[0]
            if chance.random() < NOISE:
                _press_something(match, seat, chance, now)
            elif commands := match.legal(seat):
                match.handle(Act(seat, chance.choice(commands), now))
            match.advance(now)
        if match.table.phase in ("play", "slap"):
            steps -= 1
            yield match, now


def _not_ready(match: Match) -> list[int]:
    """Return the seats of the people who have not pressed ACTION."""
    people = [seat for seat, info in enumerate(match.setup.seats) if info.is_human]
    return [seat for seat in people if not match.table.flag(f"ready.{seat}")]


def _press_something(match: Match, seat: int, chance: random.Random, now: int) -> None:
    """Press one or two random buttons together and release them; most of them give no command."""
    _tap(match, seat, chance.sample(BUTTONS, chance.choice((1, 1, 2))), now)


def _tap(match: Match, seat: int, buttons: Sequence[str], now: int) -> None:
    for place, button in enumerate(buttons):
        match.handle(Press(seat, button, True, now + place, "fake"))
    held = match.state.sit.held[seat]
    for place, button in enumerate(BUTTONS):
        if held >> place & 1:
            match.handle(Press(seat, button, False, now + 1000 + place, "fake"))


def bot_tables(setup: Setup) -> Iterator[tuple[Match, int]]:
    """Yield the moments of a match of level bots, who press buttons: the match, and how long its state lasts (ns)."""
    match = Match(setup, brains={seat: find_brain(info.player) for seat, info in enumerate(setup.seats)})
    now = 0
    while match.outcome is None:
        due = match.next_deadline()
        assert due is not None
        if due > now and match.table.phase in ("play", "slap"):
            yield match, due - now
        now = due
        match.advance(now)


# Counts


@dataclass
class Tally:
    """Counts of the panels of seats that could go on."""

    seen: int = 0
    dark: int = 0
    lost: int = 0
    detours: int = 0
    glows: int = 0
    """The panels whose glow marked no way, or other keys as well."""
    example: str = ""

    def add(self, game: Game, table: Table, seat: int, keys: Keys) -> None:
        """Count one seat's panel, if the seat can go on."""
        if not can_go_on(game, table, seat):
            return
        table = with_glow(table, is_on=False)  # glow changes no way, and slows the search
        lit = find_way(game, Panel(table), seat, keys)
        free = None
        if lit is None:
            free = find_way(game, Panel(table), seat, None, FREE)
        elif not hides(game):  # with a hidden hand a blind press is quicker
            free = find_way(game, Panel(table), seat, None, lit.presses - 1)
        if lit is None and free is None:
            return  # no button leads on: the game does so by itself
        self.seen += 1
        if lit is None and not any(key.lit for key in keys(table, 0)):
            self.dark += 1
        self.lost += lit is None
        self.detours += lit is not None and free is not None
        glow = "" if lit is None or not has_glow(table) else wrong_glow(game, table, seat, keys, lit)
        self.glows += bool(glow)
        if not self.example and (free is not None or glow):
            self.example = f"seat {seat}: by any key {free}, by lit ones {lit}{glow}\n    {_short(table, seat)}"


def _short(table: Table, seat: int) -> str:
    """Return the part of a table that the seat's way on depends on, as text."""
    others = tuple(f"seat{other}." for other in range(14) if other != seat)
    zones = {name: " ".join(cards) for name, cards in table.zones.items() if cards and not name.startswith(others)}
    scalars = {key: value for key, value in table.scalars.items() if value and not key[-1].isdigit()}
    own = {key: value for key, value in table.scalars.items() if value and key.endswith(f".{seat}")}
    return f"{zones} {scalars | own}"


def look(moments: Iterator[tuple[Match, int]], every: int = 1) -> tuple[Tally, int]:
    """Count the panels of all seats in every `every`th moment.

    Return the tally, and for how long (ns) of these moments at least one seat that could go on was dark.
    """
    tally, dark_ns = Tally(), 0
    for number, (match, lasts) in enumerate(moments):
        if number % every:
            continue
        before = tally.dark
        for seat in range(match.game.seats):
            tally.add(match.game, match.table, seat, keys_of(match.game, seat, range(match.game.seats)))
        dark_ns += lasts if tally.dark > before else 0
    return tally, dark_ns
