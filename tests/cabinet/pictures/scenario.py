"""Moments of a game set up on a table, with the game's own word for what every button does: for samples and pictures.

`staged` is the way in: what lies where, in the words of the match log, and everything else as a deal begins.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine import phases
from engine.cards import DOWN, bare
from engine.chance import Chance
from engine.game import Game
from engine.games import set_up
from engine.panel import mask
from engine.screen import EVERYBODY, Screen, keys_on, of_everybody, of_seat, with_look
from engine.table import Draft, Table, Zone, with_layout


@dataclass(frozen=True)
class Stage:
    """A game and how it is watched: `held` are the buttons that each seat holds, `viewer` the seat whose screen it is
    (EVERYBODY: all share it), `people` the seats that are no bots."""

    game: str
    options: Mapping[str, object] = field(default_factory=dict)
    seats: int = 2
    held: Mapping[int, Sequence[str]] = field(default_factory=dict)
    viewer: int = EVERYBODY
    people: tuple[int, ...] = (0, 1)


def staged(stage: Stage, lies: Mapping[str, str], **scalars: int | str | bool) -> Screen:
    """The screen of a deal in play on which the given zones hold these cards (``"~2D 7H"``, bottom to top).

    ``"~9"`` stands for nine face-down cards. A scalar whose name has a point in it is given with two underscores for
    it: ``armed__0``. Raises KeyError for a zone that the game does not have.
    """
    game = set_up(stage.game, stage.options, "", stage.seats)
    table = _table(game, lies, {key.replace("__", "."): value for key, value in scalars.items()})
    held = [mask(stage.held.get(seat, ())) for seat in range(stage.seats)]
    return screen_of(game, table, held, stage)


def screen_of(game: Game, table: Table, held: Sequence[int], stage: Stage) -> Screen:
    """What that screen shows of a table."""
    shared = stage.viewer == EVERYBODY
    shown = of_everybody(game, table, stage.people, held) if shared else of_seat(game, table, stage.viewer, held)
    keys = []
    for seat in range(stage.seats):
        own = game.keys(table, seat, held[seat]) if table.phase in phases.PLAYING else ()
        told = keys_on(shown, game, table, seat, own, held[seat]) if seat != stage.viewer else own
        view = game.view(table, seat, held[seat])
        keys.append(with_look(told, game, shown, view, seat, held[seat]) if shared else told)
    return Screen(shown, tuple(keys))


def _table(game: Game, lies: Mapping[str, str], scalars: Mapping[str, int | str | bool]) -> Table:
    chance = Chance(1)
    start = Draft(phases.initial(game))
    zones: dict[str, Zone] = dict.fromkeys(game.layout(start, chance), ())
    for name, cards in lies.items():
        if name not in zones:
            raise KeyError(name)
        zones[name] = _cards(cards, game.deck)
    draft = Draft(with_layout(start.table(), zones))
    draft.set("deal", 2)
    phases.begin_deal(game, draft)
    draft.phase(str(scalars.get("phase", "play")))
    for key, value in scalars.items():
        if key != "phase":
            draft.set(key, value)
    return draft.table()


def _cards(text: str, deck: Sequence[str]) -> Zone:
    """Cards as they are written, of two packs the first's; a number behind ``~`` counts cards that nobody sees."""
    zone: list[str] = []
    for code in text.split():
        card = code if bare(code) in deck else f"{code}/1" if bare(f"{code}/1") in deck else code
        zone += ["~2S"] * int(card[1:]) if card[0] == DOWN and card[1:].isdigit() else [card]
    return tuple(zone)
