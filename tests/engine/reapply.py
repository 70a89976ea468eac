"""Effects that are applied again through a draft, the engine's own reading of them.

`tests/engine/conftest.py` has another reading, by no rule at all, so that the two can disagree.
"""

from collections.abc import Callable, Iterable

from engine.errors import RuleBreach
from engine.table import Draft, Effect


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
