"""Every word that people read, in one place: the catalogue, in English.

Engine, games and scenes give keys; only `word` turns a key into text. A key is never built into a sentence by
its caller: what varies goes in by name, ``word("result.wins", seat="AMBER")``. Groups that are looked up by a
name made elsewhere (``label.*`` by a soft-key's label, ``why.*`` by a refusal's reason, …) say so below.
"""

from types import MappingProxyType
from typing import Final


def word(key: str, **values: object) -> str:
    """The text for `key`, with `values` put in. Raises KeyError for a key that the catalogue lacks."""
    text = CATALOGUE[key]
    return text.format(**values) if values else text


def has_word(key: str) -> bool:
    """Whether the catalogue has `key`."""
    return key in CATALOGUE


CATALOGUE: Final = MappingProxyType(
    {
        # -- The name, and what it is -----------------------------------------------------------------
        "title": "PHOTO FINISH",
        "tagline": "The earlier press wins. Here is by how much.",
        # -- Seats: by number --------------------------------------------------------------------------
        "seat.0": "AMBER",
        "seat.1": "BLUE",
        "seat.2": "GREEN",
        "seat.3": "YELLOW",
        # -- Buttons of the panel, when there is something to say about one: by name -------------------
        "button.CARD1": "1",
        "button.CARD2": "2",
        "button.CARD3": "3",
        "button.CARD4": "4",
        "button.CARD5": "5",
        "button.LEFT": "◀",
        "button.RIGHT": "▶",
        "button.ACTION": "ACTION",
        # -- Soft-keys: by the label of a button's meaning. One word that fits under a card -------------
        "label.arm": "TAKE",
        "label.armed": "ARMED",
        "label.disarm": "BACK",
        "label.draw": "DRAW",
        "label.left": "LEFT",
        "label.mark": "SPACE",
        "label.marked": "SPACE",
        "label.miss": "–",
        "label.move": "MOVE",
        "label.play": "PLAY",
        "label.ready": "READY",
        "label.right": "RIGHT",
        "label.slap": "SLAP",
        "label.spit": "SPIT!",
        "label.stack": "STACK",
        "label.stuck": "STUCK",
        "label.turn": "TURN",
        # -- Shouts: by the key of a "say" effect -------------------------------------------------------
        "say.spit": "SPIT!",
        "say.stuck": "STUCK!",
        # -- Why a command was refused: by its reason ---------------------------------------------------
        "why.alone": "nothing would be gained",
        "why.colour": "same colour",
        "why.empty": "no card there",
        "why.face_down": "still face down",
        "why.face_up": "already face up",
        "why.occupied": "no space there",
        "why.penalty": "locked",
        "why.phase": "not now",
        "why.rank": "does not fit",
        "why.suit": "wrong suit",
        "why.turn": "not your turn",
        "why.window": "too late",
        # -- Fouls: by the reason of a "foul" effect -----------------------------------------------------
        "foul.false_start": "FALSE START",
        "foul.miss": "MISS",
        "foul.two_hands": "ONE HAND ONLY",
        # -- How a match ended: by the outcome's reason --------------------------------------------------
        "reason.blocked": "nobody could go on",
        "reason.cap": "time is up",
        "reason.deals": "won the deals",
        "reason.left": "the match was left",
        "reason.out": "out of cards",
        "reason.points": "reached the points",
        # -- Games and their presets: by id and name ------------------------------------------------------
        "game.speed": "SPEED",
        "game.speed.line": "Five cards in hand. One up or one down. First out wins.",
        "game.spit": "SPIT",
        "game.spit.line": "Five piles each. One up or one down. Empty yours, slap the smaller.",
        # -- Opponents: by the config's word --------------------------------------------------------------
        "opponent.person": "A FRIEND",
        "opponent.bot:slow": "BOT · EASY",
        "opponent.bot:middling": "BOT · KEEN",
        "opponent.bot:fast": "BOT · FIERCE",
        # -- Things told on the terminal --------------------------------------------------------------------
        "sound.none": "No sound: {reason}. Everything else works.",
        # -- The configuration: problems ------------------------------------------------------------------
        "config.head": "Photo Finish: every setting, as it stands. What you leave out keeps its default.",
        "config.nameless": "configuration",
        "config.not_utf8": "it is not UTF-8 text",
        "config.unreadable": "cannot be read ({reason}); photofinish config --show prints one to begin with",
        "config.not_toml": "is not valid TOML: {reason}",
        "config.wrong": "is {given}; it takes {takes}",
        "config.twice": "is {given}, and so is {first}; every button needs its own",
        "config.unknown": "there is no such key here; there are {known}",
        "config.unknown_near": "there is no such key; did you mean {nearest}?",
        "takes.bool": "true or false",
        "takes.int": "a whole number, 0 or more",
        "takes.int_range": "a whole number from {low} to {high}",
        "takes.float": "a number",
        "takes.float_range": "a number from {low} to {high}",
        "takes.one_of": "one of {values}",
        "takes.option": "true, false, a whole number, text or a list of whole numbers",
        "takes.table": "a table",
        "takes.text": 'text in quotes, "…"',
        # -- The configuration: what every key does: by its path -------------------------------------------
        "config.display": "The picture.",
        "config.display.size": "the window's width and height",
        "config.display.fullscreen": "use the whole screen",
        "config.display.layout": "where the players sit",
        "config.display.cocktail": "turn the far player's half round",
        "config.display.two_colour": "suits in black and red instead of four colours",
        "config.display.reduced_motion": "cards jump instead of gliding",
        "config.display.fps": "most pictures a second",
        "config.sound": "What is heard.",
        "config.sound.volume": "per cent, 0 is silent",
        "config.input": "The buttons.",
        "config.input.source": "auto: header pins where there are any, else the keyboard",
        "config.input.gpio_backend": "how the pins are read; gpiod is exact",
        "config.input.resolution_us": "presses on pins closer than this (µs) are a dead heat",
        "config.input.lockout_ms": "after an edge, further edges of that button are bounce",
        "config.input.release_ms": "a button must be up that long before it counts again",
        "config.input.pins": "The header's pins (BCM numbers) of both panels.",
        "config.input.pins.seat0": "AMBER's pins.",
        "config.input.pins.seat1": "BLUE's pins.",
        "config.input.keys": "The keyboard's keys of both players, named as on a US keyboard.",
        "config.input.keys.seat0": "AMBER's keys, named as on a US keyboard.",
        "config.input.keys.seat1": "BLUE's keys.",
        "config.button.CARD1": "first card",
        "config.button.CARD2": "second card",
        "config.button.CARD3": "third card",
        "config.button.CARD4": "fourth card",
        "config.button.CARD5": "fifth card",
        "config.button.LEFT": "the left pile",
        "config.button.RIGHT": "the right pile",
        "config.button.ACTION": "ready, shouts, yes",
        "config.match": "What is chosen at the start.",
        "config.match.game": "the game that the menu begins with",
        "config.match.preset": "one of the game's presets; empty is the first",
        "config.match.opponent": "who plays BLUE",
        "config.match.seed": "the cards' order; 0 draws a new one for every match",
        "config.data": "Where things are kept.",
        "config.data.folder": "folder of the match logs; empty is the usual one",
        "config.options": "House rules of {game}, laid over every preset. Take away the # to set one.",
    }
)
"""The catalogue. Keys are for ever once a log or a configuration can hold their last part."""
