"""Every lit key does what its label says when it is pressed, whatever else is held (README, "how to play").

A label that is a command gives that command, the rules take it, and something changes. A label that prepares one sets
what it says and nothing else. So no lit key is ever refused; only on a screen that hides a card that was taken up may
PLAY be tried in vain, since to light it where the card fits would tell what it is (GEN-4).
"""

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import pytest

from engine.chance import Chance
from engine.game import Game
from engine.panel import BUTTONS, LEFT, RIGHT, Meaning, is_held, mask
from engine.screen import LOOK, PEEK, looks
from engine.table import Draft, Table
from tests.engine.lit_keys import keys_of, random_tables, with_glow
from tests.engine.test_lit_keys import PRESETS, VARIED, setup_of

HELD = (0, mask((LEFT,)), mask((RIGHT,)), mask((LEFT, RIGHT)), mask(("CARD2",)))
COMMANDS: Mapping[str, tuple[str, ...]] = {
    **{label: (label,) for label in ("play", "turn", "move", "stack", "refill", "draw", "spit", "conceal", "stuck")},
    **{label: (label,) for label in ("number_slap", "uno", "catch", "challenge", "chance", "pick_up", "give", "kill")},
    "flip": ("stuck",),
    "slap": ("slap", "claim"),
    "slam": ("claim",),
    "table": ("table",),
    "armed": ("play",),
}
"""Which commands a label may give."""
COLOURS = {"red": "R", "green": "G", "blue": "B", "yellow": "Y"}
SUITS = {f"suit_{suit.lower()}": suit for suit in "SHDC"}
WORDS = {**COLOURS, **SUITS}


def says(key: str) -> Callable[[Table, int, Meaning], bool]:
    """A scalar of the seat is the key's zone now."""
    return lambda after, seat, meaning: after.text(f"{key}.{seat}").partition(" ")[0] == meaning.zone


def is_marked(after: Table, seat: int, key: Meaning) -> bool:
    return bool(key.card) and key.card in after.text(f"marks.{seat}").split()


PREPARES: Mapping[str, Callable[[Table, int, Meaning], bool]] = {
    "arm": says("armed"),
    "armed": lambda after, seat, _: not after.text(f"armed.{seat}"),
    "joker_up": lambda after, seat, key: after.text(f"armed.{seat}") == f"{key.zone} up",
    "joker_down": lambda after, seat, key: after.text(f"armed.{seat}") == f"{key.zone} down",
    "mark": says("marked"),
    "marked": lambda after, seat, _: not after.text(f"marked.{seat}"),
    "aim": says("aim"),
    "choose": lambda after, seat, key: is_marked(after, seat, key) or says("armed")(after, seat, key),
    "unchoose": lambda after, seat, key: not is_marked(after, seat, key),
    "scroll": lambda *_: True,
    "moves": lambda after, seat, _: after.text(f"menu.{seat}") == "moves",
    "table": lambda after, seat, _: after.text(f"menu.{seat}") == "table",
    "close": lambda after, seat, _: not after.text(f"menu.{seat}"),
    "hold": lambda *_: True,
}
"""What a label that gives no command leaves behind."""


def fault(game: Game, table: Table, seat: int, button: str, held: int, key: Meaning) -> str:
    """Why a lit key does not do what its label says; empty if it does."""
    draft = Draft(table)
    if key.foul or not key.label:
        return "it is lit, and nothing stands on it"
    if key.command is not None:
        if key.command.do not in COMMANDS.get(key.label, ()) and key.command.word != WORDS.get(key.label):
            return f"it gives {key.command.do}"
        if (why := game.refusal(table, seat, key.command)) is not None:
            return f"it is refused: {why}"
        game.perform(draft, seat, key.command, 0)
        game.settle(draft, Chance(0), 0)
        return "" if draft.effects else "nothing changes"
    for name, value in key.select:
        draft.set(name, value)
    after = draft.table()
    if key.label not in PREPARES:
        return "no such label is known"
    if not PREPARES[key.label](after, seat, key):
        return f"it sets {key.select}"
    is_same = game.keys(after, seat, held) == game.keys(table, seat, held)
    if key.label == "hold":
        return "" if opens(game, after, seat, held | mask((button,))) else "held, it changes nothing"
    if key.label in ("moves", "table") and not any(game.keys(after, seat, held)[place].lit for place in range(5)):
        return "it opens an empty menu"
    return "nothing changes" if is_same else ""


def opens(game: Game, table: Table, seat: int, held: int) -> bool:
    """True if holding these, or LEFT and RIGHT together, lights a card's key, or ACTION, that does something else."""
    idle = game.keys(table, seat, 0)
    return any(
        key.lit and key != idle[place] and BUTTONS[place] not in (LEFT, RIGHT)
        for holding in (held, held | PEEK)
        for place, key in enumerate(game.keys(table, seat, holding))
    )


@pytest.mark.once
@pytest.mark.parametrize(
    ("game", "preset", "options"),
    [(game, preset, {"seats": seats}) for game, preset, seats in PRESETS]
    + [(game, "", options) for game, options in VARIED],
    ids=str,
)
def test_every_lit_key_does_what_its_label_says(game: str, preset: str, options: Mapping[str, Any]) -> None:
    lit = 0
    for match, _ in random_tables(setup_of(game, options, "bot:random", preset), 16):
        table = with_glow(match.table, is_on=False)
        for seat, held in product(range(match.game.seats), HELD):
            for button, key in zip(BUTTONS, match.game.keys(table, seat, held), strict=True):
                if key.lit and not is_held(held, button):
                    lit += 1
                    why = fault(match.game, table, seat, button, held, key)
                    assert not why, f"{key.label} of {button} with {held:08b} held: {why}\n{key}\n{table}"
    assert lit > 20


@pytest.mark.parametrize(("game", "options"), [(g, o) for g, o in VARIED if o.get("cards_seen") == "peek"], ids=str)
def test_look_shows_the_own_cards(game: str, options: Mapping[str, Any]) -> None:
    shown = 0
    for match, _ in random_tables(setup_of(game, options, "bot:random"), 30):
        keys = keys_of(match.game, 0, range(match.game.seats))
        if LOOK in keys(match.table, 0):
            shown += 1
            for held in (mask((LEFT,)), mask((RIGHT,)), PEEK):
                assert (LOOK not in keys(match.table, held)) == looks(match.game, held)
            assert any(key.lit for key in keys(match.table, PEEK)) or not match.game.legal(match.table, 0)
    assert shown or match.game.seats > 2

