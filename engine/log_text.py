"""The JSON text of the values in a log's lines: without spaces, in UTF-8, keys in the order of ``docs/match-log.md``.

A log has a line for each command, so ``record`` writes the frequent kinds of lines as text at once: a quarter of the
time of an object given to ``json.dumps``. The text is that of ``json.dumps``; ``tests/engine/test_log_text.py``
compares.
"""

from collections.abc import Callable, Mapping
from json import JSONEncoder
from typing import Final, TypeVar

from engine.effects import Effect, Scalar
from engine.panel import Command

K = TypeVar("K")
MOST: Final = 16_384
"""The most texts in a cache: the cards, zones and commands of several games. A full cache starts again."""
_ENCODER: Final = JSONEncoder(separators=(",", ":"), ensure_ascii=False)


def json_text(value: object) -> str:
    """Return any value of a log as JSON text."""
    return _ENCODER.encode(value)


class Texts(dict[K, str]):
    """A bounded cache of texts by value, filled on demand; a look-up takes a third of an ``lru_cache``'s time."""

    def __init__(self, write: Callable[[K], str]) -> None:
        super().__init__()
        self._write = write

    def __missing__(self, value: K) -> str:
        if len(self) >= MOST:
            self.clear()
        text = self[value] = self._write(value)
        return text



QUOTED: Final[Mapping[str, str]] = Texts(json_text)
"""Each text as a JSON string."""
_OF_TEXTS: Final[Mapping[Effect, str]] = Texts(json_text)
"""Each effect of texts alone. Never one with a number: 1 and true are the same key, and different texts."""


def command_text(command: Command) -> str:
    """Return the members of a line that describe a command, from ``"do"`` to ``"word"``; unused ones are left out."""
    plain = _PLAIN[command.do, command.card, command.source, command.to]
    if not command.cards and command.target < 0 and not command.word:
        return plain
    cards = f',"cards":{json_text(command.cards)}' if command.cards else ""
    target = f',"target":{command.target}' if command.target >= 0 else ""
    word = f',"word":{QUOTED[command.word]}' if command.word else ""
    if not cards:
        return f"{plain}{target}{word}"
    head = _PLAIN[command.do, command.card, "", ""]
    return f"{head}{cards}{plain[len(head):]}{target}{word}"


def _plain_command(parts: tuple[str, str, str, str]) -> str:
    """Return the text of a command without cards, target and word, from its do, card, source and to."""
    members = zip(("do", "card", "from", "to"), parts, strict=True)
    return ",".join(f'"{key}":{QUOTED[text]}' for key, text in members if text or key == "do")


_PLAIN: Final[Mapping[tuple[str, str, str, str], str]] = Texts(_plain_command)
"""The text of each command without cards, target and word."""


def effects_text(effects: tuple[Effect, ...]) -> str:
    """Return the effects of a line as a JSON array."""
    texts = []
    for effect in effects:
        if effect[0] == "set":
            texts.append(_set_text(effect[1], effect[2]))
        elif effect[0] == "move" or effect[0] == "turn" or effect[0] == "gather" or effect[0] == "phase":
            texts.append(_OF_TEXTS[effect])
        elif effect[0] == "say" or effect[0] == "foul":
            texts.append(f'["{effect[0]}",{effect[1]},{QUOTED[effect[2]]}]')
        else:
            texts.append(_ENCODER.encode(effect))
    return f"[{','.join(texts)}]"


def _set_text(key: str, value: Scalar) -> str:
    if value is True:
        return f'["set",{QUOTED[key]},true]'
    if value is False:
        return f'["set",{QUOTED[key]},false]'
    return f'["set",{QUOTED[key]},{QUOTED[value] if isinstance(value, str) else value}]'
