"""Lit keys lead on and do what they say (README: the screen shows what each button does now).

Every seat that can go on is shown the way by lit keys alone, over random play, with presses of any button among its
commands, and over matches of bots; `lit_keys.py` has the search. A label that is a command gives that command, the
rules take it, and something changes; a label that prepares one sets what it says and nothing else. So no lit key is
ever refused; only on a screen that hides a card that was taken up may PLAY be tried in vain, since to light it where
the card fits would tell what it is (GEN-4).
"""

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import pytest

from engine.chance import Chance
from engine.errors import OptionError
from engine.game import Game
from engine.games import GAMES, set_up
from engine.panel import BUTTONS, LEFT, RIGHT, Meaning, is_held, mask
from engine.screen import LOOK, PEEK, looks
from engine.setup import Setup, seats_of
from engine.table import Draft, Table
from tests.engine.lit_keys import Tally, bot_tables, keys_of, look, random_tables, with_glow
from tests.engine.spit.test_random_play import OPTION_SETS

MOST_SEATS = 8


def can_be_played(game: type[Game], options: Mapping[str, Any], seats: int) -> bool:
    try:
        set_up(game.info.id, options, seats=seats)
    except OptionError:
        return False
    return True


PRESETS = [
    (game.info.id, preset.name, seats)
    for game in GAMES
    for preset in game.info.presets
    for seats in range(game.info.seats[0], min(game.info.seats[1], MOST_SEATS) + 1)
    if can_be_played(game, preset.options, seats)
]
PEEKING = {"cards_seen": "peek"}
SLOWLY = {"quick_play": False}
SIX = {"packs": 2, "piles": 6}
DECLARED = {"jokers": True, "declared_joker": True}
VARIED: tuple[tuple[str, Mapping[str, Any]], ...] = (
    *(("spit", options) for options in OPTION_SETS),
    *(("spit", {**PEEKING, "seats": seats}) for seats in (2, 3, 4)),
    *(("spit", {**SLOWLY, **SIX, "seats": seats}) for seats in (2, 3, 4)),
    ("spit", {"claim": "winner"}),
    ("spit", {"doubles": True, **PEEKING}),
    ("spit", {"claim": "slap_smaller", "layout": "33333"}),
    ("spit", {"handicap": (16, 0)}),
    ("mod_spit", SLOWLY),
    ("mod_spit", {**SIX, "stack_equals": True}),
    ("mod_spit", {"running": True, "ghost": True}),
    *(
        ("speed", {**options, "seats": seats})
        for seats in (2, 3, 4)
        for options in (
            {"replenish": "press", "doubles": True, **SLOWLY},
            {"stuck_call": "shout", **DECLARED},
            {"consent_flip": True, "hand_size": 4, **DECLARED, **SLOWLY},
            PEEKING,
            {**PEEKING, **SLOWLY, "replenish": "press"},
        )
    ),
    ("speed", {"deal": "20+5+1"}),
    ("speed", {"handicap": (0, 3)}),
    ("speed", {"face_down_ms": (600, 0), **PEEKING}),
    ("speed", {"colours": True, "turn_from": "stocks", "finish": "slap", **PEEKING}),
    ("speed", {"turn_from": "stocks", **SLOWLY, "seats": 4}),
    *(
        ("speed_uno", {**options, "seats": seats})
        for seats in (2, 4, 7)
        for options in (
            {"challenge": True},
            {"colour_only": True, "penalty_skips": True},
            {**PEEKING, "challenge": True},
        )
    ),
    *(
        ("speah", {**options, "seats": seats})
        for seats in (2, 3, 6)
        for options in (
            {"jokers": True, "hand_cards": 1},
            {"cards_seen": "open", "jokers": True, "table_cards": 1},
            {"cards_seen": "own_screen"},
        )
    ),
)


def setup_of(game: str, options: Mapping[str, Any], player: str, preset: str = "") -> Setup:
    given = dict(options)
    return Setup(game, given, seats_of(*[player] * given.pop("seats", 2)), 7, preset)


def assert_lit(tally: Tally, at_least: int) -> None:
    assert (tally.dark, tally.lost, tally.detours, tally.glows) == (0, 0, 0, 0), tally.example
    assert tally.seen >= at_least, "nobody could go on"


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize(("game", "preset", "seats"), PRESETS)
def test_whoever_can_go_on_is_shown_the_shortest_way_in_every_preset(game: str, preset: str, seats: int) -> None:
    tally, _ = look(random_tables(setup_of(game, {"seats": seats}, "bot:random", preset), 24))
    assert_lit(tally, 8)


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize(("game", "options"), VARIED, ids=str)
def test_whoever_can_go_on_is_shown_the_shortest_way_with_any_options(game: str, options: Mapping[str, Any]) -> None:
    steps = 150 if "challenge" in options else 24  # few moments have a Wild Draw Four that may be doubted
    tally, _ = look(random_tables(setup_of(game, options, "bot:random"), steps))
    assert_lit(tally, 8)


@pytest.mark.once
@pytest.mark.parametrize(
    ("game", "preset", "options"),
    [
        *((game.info.id, game.info.presets[0].name, {}) for game in GAMES),
        ("spit", "", {"length": 1, **PEEKING}),
        ("spit", "", {"length": 1, "stack_equals": True}),
        ("spit", "", {"length": 1, "seats": 3}),
        ("speed_uno", "", {"match_hands": 1, "challenge": True, "seats": 4}),
    ],
)
def test_nor_is_any_bot_ever_in_the_dark(game: str, preset: str, options: Mapping[str, Any]) -> None:
    tally, dark_ns = look(bot_tables(setup_of(game, options, "bot:fast", preset)), every=12)
    assert_lit(tally, 20)
    assert dark_ns == 0


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


@pytest.mark.long
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
