"""The words of the operator's page. A part of the catalogue, and looked up there (`cabinet.words`)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

OPERATOR_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "operator.state": "STATE",
        "operator.buttons": "BUTTONS",
        "operator.records": "RECORDS",
        "operator.settings": "SETTINGS",
        "operator.leave": "LEAVE",
        "operator.looking": "Looking …",
        "operator.counts": "COUNTED",
        "operator.races": "CLOSEST RACES",
        "operator.no_races": "None between two people yet.",
        "operator.never": "Never pressed: {names}",
        "operator.all_pressed": "Every button of both panels has been pressed.",
        "operator.last": "{seat} {button}   {source}   {stamp} s   {gap} ms after the one before",
        "operator.hint.look": "[left] [right] up and down     5 leave",
        "operator.hint.set": "[left] [right] up and down     [star] change, do     5 leave",
        "operator.hint.test": "Press every button.     5 held for two seconds: back",
        "operator.sure.1": "{what}?     [star] yes     anything else: no",
        "operator.sure.2": "Sure?     [right] yes     anything else: no",
        "operator.on": "on",
        "operator.off": "off",
        "operator.as_rules": "as each game has it",
        "operator.clear_audits": "Begin the counts anew",
        "operator.clear_races": "Forget the closest races",
        "operator.forget": "Settings as in the file",
        "operator.restart": "Start the program anew",
        "operator.power_off": "Switch off",
        "operator.locked": "Settings are locked by the configuration.",
        "operator.not_done": "It did not work: {reason}",
        "setting.volume": "Volume",
        "setting.reduced_motion": "Cards jump instead of gliding",
        "setting.two_colour": "Suits in two colours",
        "setting.layout": "Where the players sit",
        "setting.cocktail": "Far half turned round",
        "setting.cards_seen": "Cards in hand",
        "value.facing": "facing",
        "value.beside": "side by side",
        "value.open": "open",
        "value.peek": "hidden until held",
        "audit.matches": "matches",
        "audit.presses": "presses",
        "audit.race": "races lost by a margin",
        "audit.dead_heat": "dead heats",
        "audit.false_start": "false starts",
        "audit.late": "presses that came too late",
        "audit.lost": "edges lost",
    }
)
"""Keys begin with ``operator.``, ``setting.`` and the setting's name, ``value.`` and its value, ``audit.`` a count."""
