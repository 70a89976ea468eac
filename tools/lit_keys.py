"""Does the panel light the way? Every seat that can go on must find it by lit keys alone, press by press.

`python -m tools.lit_keys` plays every preset at random and by bots and prints, for each, how often a seat that could
go on had no lit key at all (dark), no lit way (lost), or a lit way that was longer than the shortest (detour); and for
how many seconds of a match of two level bots at least one of them was in the dark. The tests ask the same questions.

A *way* is a row of presses, of which the last gives a command that keeps the game going. A press that the rules refuse
is no part of any way: it may cost time (GEN-3). LEFT and RIGHT may stay held for what follows.
"""

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.bots import find_brain
from engine.chance import Chance
from engine.game import Game, S
from engine.games import GAMES
from engine.games.speed_uno import SpeedUno
from engine.match import Match
from engine.panel import ACTION, BUTTONS, LEFT, RIGHT, Act, Command, Meaning, Press
from engine.race import Race
from engine.screen import keys_on, of_everybody, with_look
from engine.setup import Setup, seats_of
from engine.table import Draft, Table

DEEPEST: Final = 24
"""No way has so many presses: a search that goes on for longer has found none."""
FREE: Final = 8
"""So far one looks for a way by any keys where there is no lit one."""
NEAR: Final = 2
"""A card may glow that is picked up and played in so many presses, beside those that begin the shortest way."""
CLAIMS: Final = frozenset({"slap", "claim", "spit"})
"""What settles who takes which pile, at the end of a deal of Spit or while others wait (SPIT-8 to SPIT-10, SPIT-28)."""
GAMBLES: Final = frozenset({"number_slap", "uno", "catch"})
"""What may be said at any time and is no part of a way: for the rest it may cost cards."""
HOLDS: Final = (LEFT, RIGHT)
"""The buttons that change what others mean while they are held."""
NOISE: Final = 0.4
"""Of so many steps of random play, one is a press of any button, whatever it means."""
STEP_NS: Final = 200_000_000

Keys = Callable[[Table, int], Sequence[Meaning]]
"""A seat's keys as its screen shows them, given a table and the buttons that the seat holds."""


class Panel(NamedTuple):
    """What a seat is in front of: a table, and the buttons that it holds."""

    table: Table
    held: int = 0


class Way(NamedTuple):
    """The shortest way to a command that goes on: its number of presses, and the buttons that begin one as short."""

    presses: int
    first: frozenset[str]


@dataclass
class Tally:
    """What was seen of the panels of seats that could go on."""

    seen: int = 0
    dark: int = 0
    lost: int = 0
    detours: int = 0
    glows: int = 0
    """Of those seen, whose glow marked no way, or no way alone."""
    example: str = ""

    def add(self, game: Game, table: Table, seat: int, keys: Keys) -> None:
        """Look at one seat's panel, if the seat can go on."""
        if not can_go_on(game, table, seat):
            return
        table = with_glow(table, is_on=False)  # which changes nothing but the glow, and takes longer
        lit = find_way(game, Panel(table), seat, keys)
        free = None
        if lit is None:
            free = find_way(game, Panel(table), seat, None, FREE)
        elif not hides(game):  # else a blind press is quicker
            free = find_way(game, Panel(table), seat, None, lit.presses - 1)
        if lit is None and free is None:
            return  # nothing that a button gives: it comes by itself
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
    """As much of a table as its seat's way on depends on."""
    others = tuple(f"seat{other}." for other in range(14) if other != seat)
    zones = {name: " ".join(cards) for name, cards in table.zones.items() if cards and not name.startswith(others)}
    scalars = {key: value for key, value in table.scalars.items() if value and not key[-1].isdigit()}
    own = {key: value for key, value in table.scalars.items() if value and key.endswith(f".{seat}")}
    return f"{zones} {scalars | own}"


# What counts as going on


def can_go_on(game: Game, table: Table, seat: int) -> bool:
    """True if the seat has to find its way on now: the game's own question, or a pile or a word that is waited for."""
    if isinstance(game, Race) and table.phase == "play" and game.can_go_on(table, seat):
        return True
    return any(is_way_on(game, table, command) for command in game.legal(table, seat))


def is_way_on(game: Game, table: Table, command: Command) -> bool:
    """True for a legal command that keeps the game going, or that is waited for; in Speed Uno cards draw themselves.

    `table` is the one on which the way begins: to give up is no way on while there is another.
    """
    if command.do in game.progress:
        return not (isinstance(game, SpeedUno) and command.do == "draw")
    if not isinstance(game, Race):
        return False
    if command.do == game.shout and not command.to and table.phase == "play":
        return table.flag("stuck")
    return command.do in CLAIMS


# The search


def find_way(game: Game, panel: Panel, seat: int, keys: Keys | None, deepest: int = DEEPEST) -> Way | None:
    """The shortest way on by keys that are lit on the seat's screen or, without `keys`, by any; None if there is none
    of at most so many presses."""
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
    """The same table, glowing or not; as it is in a game without glow."""
    if "glow" not in table.scalars:
        return table
    return Table(table.zones, {**table.scalars, "glow": is_on}, table.shuffles)


def has_glow(table: Table) -> bool:
    """True where cards may glow: in a game that has it (GEN-5), while cards are played and nothing else is due."""
    waits = ("stuck", "turn_at", "wrong_by", "choose_by")
    if "glow" not in table.scalars or table.phase != "play" or table.scalars.get("naming", -1) >= 0:
        return False
    return not any(table.scalars.get(key) for key in waits)


def wrong_glow(game: Game, table: Table, seat: int, keys: Keys, lit: Way) -> str:
    """What is wrong with the keys that would glow now; empty if nothing is.

    One of them begins the shortest way, and each a shortest way to some command; on a screen that hides a hand they
    can only ask to look.
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
    """True if pressing it first brings some command that goes on as near as any first press does."""
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
    """How many presses of lit keys each command takes that goes on, of those within ``NEAR``, if no card is moved."""
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
    """Every press that is not refused: its button, its command, and what the seat is then in front of.

    A button that is held down already can only be let go, which takes no press. Where a screen hides the hand, a lit
    key may be refused, and be held all the same.
    """
    table, held = panel
    shown = keys(table, held) if keys else None
    for place, button in enumerate(BUTTONS):
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
    """The table after a press that means that; None if the rules refuse it."""
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
    """The seat's keys as they are on the screen that it looks at (GEN-4): its own, or the one that all people share."""

    def keys(table: Table, held: int) -> Sequence[Meaning]:
        own = game.keys(table, seat, held)
        if not is_hidden:
            return own
        holding = [held if each == seat else 0 for each in range(game.seats)]
        view = game.view(table, seat, held)
        shown = of_everybody(game, table, people, holding)
        return with_look(keys_on(shown, game, table, seat, own, held, view), shown, view, seat, held)

    is_hidden = hides(game)
    return keys


def hides(game: Game) -> bool:
    """True if a screen that all share may not show a seat's own cards (GEN-4, SPIT-22)."""
    return game.options["cards_seen"] == "peek" or bool(game.options.get("conceal_last"))


# Play


def random_tables(setup: Setup, steps: int) -> Iterator[tuple[Match, int]]:
    """Moments of random play: the match, and how long it stays so (ns)."""
    return ((match, STEP_NS) for match, _ in random_play(setup, steps))


def random_play(setup: Setup, steps: int) -> Iterator[tuple[Match, int]]:
    """Moments of random play, with presses of any button among the commands: the match, and its time (ns).

    Ends with the match, or after so many steps.
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
    """The people who have not pressed ACTION."""
    people = [seat for seat, info in enumerate(match.setup.seats) if info.is_human]
    return [seat for seat in people if not match.table.flag(f"ready.{seat}")]


def _press_something(match: Match, seat: int, chance: random.Random, now: int) -> None:
    """One or two buttons at once, and up again; mostly such as do not give a command."""
    _tap(match, seat, chance.sample(BUTTONS, chance.choice((1, 1, 2))), now)


def _tap(match: Match, seat: int, buttons: Sequence[str], now: int) -> None:
    for place, button in enumerate(buttons):
        match.handle(Press(seat, button, True, now + place, "fake"))
    held = match.state.sit.held[seat]
    for place, button in enumerate(BUTTONS):
        if held >> place & 1:
            match.handle(Press(seat, button, False, now + 1000 + place, "fake"))


def bot_tables(setup: Setup) -> Iterator[tuple[Match, int]]:
    """Moments of a match of level bots, who press buttons: the match, and how long it stays so (ns)."""
    match = Match(setup, brains={seat: find_brain(info.player) for seat, info in enumerate(setup.seats)})
    now = 0
    while match.outcome is None:
        due = match.next_deadline()
        assert due is not None
        if due > now and match.table.phase in ("play", "slap"):
            yield match, due - now
        now = due
        match.advance(now)


def look(moments: Iterator[tuple[Match, int]], every: int = 1) -> tuple[Tally, int]:
    """Tally the seats of every so manieth of these moments; also for how long (ns) some seat that could go on was in
    the dark, of those looked at."""
    tally, dark_ns = Tally(), 0
    for number, (match, lasts) in enumerate(moments):
        if number % every:
            continue
        before = tally.dark
        for seat in range(match.game.seats):
            tally.add(match.game, match.table, seat, keys_of(match.game, seat, range(match.game.seats)))
        dark_ns += lasts if tally.dark > before else 0
    return tally, dark_ns


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=400, help="moments of random play for each preset and seats")
    parser.add_argument("--examples", action="store_true", help="print the first fault of each")
    args = parser.parse_args()
    print(f"{'preset':24}{'seats':>6}{'play':>9}{'seen':>8}{'dark':>7}{'lost':>7}{'detour':>8}{'glow':>6}{'dark s':>9}")
    for game in GAMES:
        for preset in game.info.presets:
            for seats in range(game.info.seats[0], min(game.info.seats[1], 8) + 1):
                _report(game.info.id, preset.name, seats, args)


def _report(game: str, preset: str, seats: int, args: argparse.Namespace) -> None:
    for play, player in (("random", "bot:random"), ("bots", "bot:fast")):
        setup = Setup(game, {}, seats_of(*[player] * seats), 7, preset)
        moments = bot_tables(setup) if play == "bots" else random_tables(setup, args.steps)
        try:
            tally, dark_ns = look(moments)
        except ValueError as problem:
            print(f"{preset:24}{seats:6} {problem}")
            return
        seconds = f"{dark_ns / S:9.1f}" if play == "bots" else ""
        print(
            f"{preset:24}{seats:6}{play:>9}{tally.seen:8}{tally.dark:7}{tally.lost:7}{tally.detours:8}{tally.glows:6}{seconds}",
            flush=True,
        )
        if args.examples and tally.example:
            print(f"    {tally.example}")


if __name__ == "__main__":
    main()
