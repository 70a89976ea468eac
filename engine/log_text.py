"""The JSON text of the values in a log's lines: without spaces, in UTF-8, keys in the order of ``docs/match-log.md``.

A log has a line for each command, so ``record`` writes the frequent kinds of lines as text at once: a quarter of the
time of an object given to ``json.dumps``. The text is that of ``json.dumps``; ``tests/engine/test_log_text.py``
compares.
"""

from collections.abc import Callable, Iterable, Mapping
from json import JSONEncoder
from typing import Final, TypeVar

from engine.effects import Effect
from engine.panel import Command, Press

K = TypeVar("K")
V = TypeVar("V")
MOST: Final = 16_384
"""The most values in a cache: the cards, zones and commands of several games. A full cache starts again."""
_ENCODER: Final = JSONEncoder(separators=(",", ":"), ensure_ascii=False)


def json_text(value: object) -> str:
    """Return any value of a log as JSON text."""
    return _ENCODER.encode(value)


class Cache(dict[K, V]):
    """A bounded cache, filled on demand; a look-up takes a third of an ``lru_cache``'s time."""

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> V:
        if len(self) >= MOST:
            self.clear()
        made = self[key] = self._make(key)
        return made


QUOTED: Final[Mapping[str, str]] = Cache(json_text)
"""Each text as a JSON string."""
_OF_TEXTS: Final[Mapping[Effect, str]] = Cache(json_text)
"""Each effect that ends with a text, true or false."""
_OF_COUNTS: Final[Mapping[Effect, str]] = Cache(json_text)
"""Each effect that sets a small number. Apart from the others: 1 and true are the same key, and different texts."""
SMALL: Final = 1000
"""Numbers from here on are not cached: most are times, and each is another one."""


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


_PLAIN: Final[Mapping[tuple[str, str, str, str], str]] = Cache(_plain_command)
"""The text of each command without cards, target and word."""


def press_text(press: Press) -> str:
    """Return the members of a line that describe a press, from ``"press"`` to ``"early_ns"``; unused ones are left
    out."""
    seat, button, pressed, _, source, res, clock, tick_ns, tick_res, early_ns = press
    text = f'"press":[{seat},{QUOTED[button]},{"true" if pressed else "false"}],"source":{QUOTED[source]},"res":{res}'
    if clock:
        text += f',"clock":{QUOTED[clock]},"tick_ns":{tick_ns}' + (f',"tick_res":{tick_res}' if tick_res else "")
    return f'{text},"early_ns":{early_ns}' if early_ns else text


def effects_text(effects: Iterable[Effect]) -> str:
    """Return the effects of a line as a JSON array."""
    texts = []
    for effect in effects:
        last = effect[-1]
        if isinstance(last, str) or last is True or last is False:
            texts.append(_OF_TEXTS[effect])
        elif isinstance(last, int) and effect[0] == "set":
            texts.append(_OF_COUNTS[effect] if last < SMALL else f'["set",{QUOTED[effect[1]]},{last}]')
        else:
            texts.append(_ENCODER.encode(effect))
    return f"[{','.join(texts)}]"
