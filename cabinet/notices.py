"""What the program has to say while people play: on the terminal, and at the title to everybody.

The last word stays at the title until something better is known, or until somebody goes to the menu past it.
"""

from collections.abc import Callable, Iterable

from cabinet.away import Away, said_of
from cabinet.scenes.stack import SceneStack
from cabinet.scenes.title import Title
from cabinet.store.store import Store
from cabinet.words import word


class Notices:
    """Tells the operator by `tell`, a line each, and the title by `stack`, where it lies on top."""

    def __init__(self, stack: SceneStack, tell: Callable[[str], None]) -> None:
        self._stack = stack
        self._tell = tell
        self._missing: tuple[Away, ...] = ()
        self._are_true = True
        self.last = ""
        """What a title that is shown from now on has to say; empty: nothing."""

    def say(self, notice: str) -> None:
        """Tell everybody; an empty notice takes the one before it from the title."""
        if notice:
            self._tell(notice)
        self.last = notice
        if isinstance(self._stack.top, Title):
            self._stack.top.say(notice)

    def seen(self) -> None:
        """Somebody has gone past the title, where it stood."""
        self.last = ""

    def hear(self, missing: tuple[Away, ...], store: Store, complaints: Iterable[str]) -> None:
        """Say what there is to say of disk and operator's page and, since the last word stays, of the boards."""
        self.disk(store)
        for complaint in complaints:
            self.say(complaint)
        self.missing(missing)

    def missing(self, away: tuple[Away, ...]) -> None:
        """The boards whose buttons are out of reach now; said when it changes; the log has why one makes no sense."""
        if away == self._missing:
            return
        for nonsense in (source.nonsense for source in away if source.nonsense and source not in self._missing):
            self._tell(nonsense)
        self._missing = away
        self.say(" ".join(said_of(away)))

    def stamps(self, are_true: bool) -> None:
        """Whether the header's stamps are as true as they claim; said when they are not any more."""
        if self._are_true and not are_true:
            self.say(word("input.slow"))
        self._are_true = are_true

    def disk(self, store: Store) -> None:
        """What the disk does not take is said to everybody; what it has saved is for the terminal."""
        for trouble in store.troubles():
            self.say(word(trouble.key, name=trouble.name, reason=trouble.reason))
        for name in store.saved():
            self._tell(word("store.saved", name=name))
