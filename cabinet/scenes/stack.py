"""The scene stack: which scene has the buttons and the screen, and when each of its methods is called.

The life of a scene, with nothing else ever called and nothing out of this order::

    enter ── handle* advance* draw* ──┬── pause ── resume ── handle* advance* draw* ── … ── leave
                                      └── leave

- ``enter(now)`` once, when it comes onto the stack; ``leave(now)`` once, when it goes.
- ``pause(now)`` when another scene covers it, ``resume(now)`` when that one has gone. In between it is not called.
- ``handle(press)`` for every press and release while it is on top, in the order of their stamps per source;
  ``boxes_of(press)`` before it, for the light on the button that went down.
- ``type(typed)`` after the presses of a round, for every key of a keyboard while it ``takes_letters``.
- ``take_back(glitch)`` after the presses of a round, for one that was no finger's, if the scene ``judges``.
- ``missing(away)`` in each round, and ``void(since)`` where presses were lost, before ``advance``.
- ``advance(now, drained)`` after the presses of each round of the loop, at ``next_deadline()`` at the latest.
- ``draw_all(screens)``, by default ``draw`` on the first, when they may be drawn and ``is_stale``; it changes nothing
  but the screens.
- ``draw_ahead()`` once while it is on top, in spare time; it changes nothing but caches of drawings.

The loop may suspend any of these between two drawings (`cabinet.loop`). No method is called then before it has gone on;
only while ``draw_ahead`` is suspended, all others are.

A scene ends with a result (``dismiss``). A story says what comes next, a coroutine that awaits one scene after another
(`cabinet.flow`): ``result = await Title(...)`` shows the title in place of the story's last scene, and returns what it
was dismissed with; the same scene, awaited once more, goes on. ``await Over(...)`` covers it meanwhile. A result is
delivered after the scene's own ``advance``. Presses that follow the one that led there wait for the next scene, which
handles them in the same call of the stack's ``advance``, with their own stamps: no press falls between two scenes.

Every scene has its own clock: it stands still while the scene is covered, and all times a scene sees (``now``, the
stamps of presses) are on it, in ns. A scene that was never covered sees CLOCK_MONOTONIC itself.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import msgspec
import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.press_light import Answer
from cabinet.input.inputs import DisconnectedSource, Typed
from cabinet.lamp_patterns import IDLE, Light
from cabinet.screens.canvas import mirrored
from engine.panel import Glitch, Press

Result = TypeVar("Result")


class Scene(ABC, Generic[Result]):
    """One screen of the program, which ends with a result. All times are ns on the scene's own clock."""

    allows_restart: ClassVar[bool] = False
    """Whether the program may start anew while this is shown: nobody would lose anything."""
    _returned: tuple[Result, ...] = ()
    """The result that has not been delivered yet, if there is one."""
    _has_refused = False
    """Whether the press that is being handled does nothing here."""

    def __await__(self) -> "Generator[Scene[Any], Any, Result]":
        """Show this scene in place of the story's last one, and return its result."""
        result: Result = yield self
        return result

    def dismiss(self, result: Result) -> None:
        """End with this result, or with the one of an earlier call that has not been delivered yet."""
        self._returned = self._returned or (result,)

    @property
    def is_dismissed(self) -> bool:
        """Whether the scene has a result that has not been delivered yet."""
        return bool(self._returned)

    def take_result(self) -> Result:
        """Return the result, once: the scene may be shown again after that. Raises ValueError without one."""
        (result,), self._returned = self._returned, ()
        return result

    @property
    def clicks(self) -> bool:
        """Whether a press sounds like a switch now, and its light does not wait for the next frame; not at a table in
        play, whose sounds come from its record."""
        return True

    def boxes_of(self, press: Press) -> Sequence[Box]:
        """Return where the first screen shows the button of a press, which is about to be handled; none for nowhere."""
        return ()

    def refuse(self) -> None:
        """Answer the press that is being handled as one that does nothing here."""
        self._has_refused = True

    def take_refusal(self) -> bool:
        """Return, once, whether the last press was refused."""
        has_refused, self._has_refused = self._has_refused, False
        return has_refused

    @property
    def needs_quick_reads(self) -> bool:
        """True while a race is on: the loop then reads the keyboard every millisecond or two."""
        return False

    def enter(self, now: int) -> None:
        """The scene is put on the stack."""

    def leave(self, now: int) -> None:
        """The scene leaves the stack for good: close its resources."""

    def pause(self, now: int) -> None:
        """Another scene covers this one; its clock stops at `now`."""

    def resume(self, now: int) -> None:
        """This scene is on top again; its clock continues from where it stopped. Draw all of it anew."""

    @abstractmethod
    def handle(self, press: Press) -> None:
        """A button went down or up."""

    @property
    def takes_letters(self) -> bool:
        """Whether the keys of a keyboard are letters now, which come by `type`, and no buttons."""
        return False

    def type(self, typed: Typed, now: int) -> None:
        """A key of a keyboard was typed, if the scene `takes_letters`."""

    @property
    def judges(self) -> bool:
        """Whether the scene judges presses by their stamps now: it gets each at once, and a glitch where it was none.

        Any other scene gets a press once it can no longer be taken back, some 0.3 ms after the contact closed.
        """
        return False

    def take_back(self, glitch: Glitch) -> None:
        """A press that a scene which judges may have handled was too short for a finger."""

    @property
    def lamps(self) -> Light:
        """The light in the buttons: a pattern of `cabinet.lamp_patterns` by its name, or lamp by lamp."""
        return IDLE

    def stood_still(self, since: int, now: int, lasted: int) -> bool:
        """The program stood still from its last picture, at `since`, to `now`; presses of that time come after this.

        Return False to let the scene's clock stand still as well: it goes on from `since`, for presses too. `lasted` is
        how long it took, ns; longer than `now` - `since` where the machine was suspended.
        """
        return False

    def missing(self, away: Sequence[DisconnectedSource], now: int) -> None:
        """Called in every round: these sources of presses are out of reach (none, as a rule)."""

    def void(self, since: int, now: int, why: str) -> None:
        """Presses are missing: decisions after `since` are uncertain."""

    @abstractmethod
    def advance(self, now: int, drained: int) -> None:
        """Time has come as far as `now`; every press stamped up to `drained` has been handled."""

    def next_deadline(self) -> int | None:
        """Return when `advance` is due without a press; None for never."""
        return None

    def draw_ahead(self) -> None:
        """Draw what will be needed soon, in spare time: change nothing but caches of drawings.

        Called once while the scene is on top, and suspended between two drawings whenever something is due.
        """

    @abstractmethod
    def is_stale(self, now: int) -> bool:
        """Return whether the screen is out of date, so that `draw` would change it."""

    @abstractmethod
    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        """Update the screen and return the dirty rectangles, none if nothing changed.

        `everything`: the screen holds another picture, so all of it must be drawn.
        """

    def draw_all(self, screens: Sequence[pygame.Surface], now: int, *, everything: bool) -> list[list[pygame.Rect]]:
        """Update all the screens and return the dirty rectangles of each.

        By default every further screen shows a copy of the first.
        """
        changed = self.draw(screens[0], now, everything=everything)
        return [changed, *(mirrored(screens[0], screen, changed) for screen in screens[1:])]


Story: TypeAlias = Coroutine["Scene[Any] | Over[Any]", Any, Result]
"""A coroutine that awaits scenes, one after the other."""


class Over(Generic[Result]):
    """Awaited, it shows a scene, or the scenes of a story, over the one that is there, and returns the result."""

    def __init__(self, shown: Awaitable[Result]) -> None:
        self.shown = shown

    def __await__(self) -> "Generator[Over[Any], Any, Result]":
        """Hand this to the stack, which uncovers the scene below before it returns the result."""
        result: Result = yield self
        return result


async def _story_of(shown: Awaitable[Result]) -> Result:
    return await shown


class _Flow(msgspec.Struct, eq=False):
    """A story that is under way; it has one scene on the stack at a time. `covers` is the story that waits for it."""

    story: Story[Any]
    covers: "_Flow | None" = None


class _Layer(msgspec.Struct):
    scene: Scene[Any]
    flow: _Flow | None = None
    """The story that awaits the scene's result."""
    lag: int = 0
    """How long this scene's clock has stood still so far, ns: it is that much behind."""
    covered_at: int = 0
    resumed_at: int = 0
    """When its clock last stopped, as it was covered or the program stood still, and when it went on after that; at
    first when the scene was entered (CLOCK_MONOTONIC)."""

    def stamp(self, time_ns: int) -> int:
        """Return a press's stamp on the scene's clock, which stood still from `covered_at` to `resumed_at`."""
        if time_ns >= self.resumed_at:
            return time_ns - self.lag
        return min(time_ns - self.covered_at, 0) + self.resumed_at - self.lag


class _Waiting(msgspec.Struct, frozen=True):
    """A press for the next scene; `clicks` is False for one that has been heard already."""

    press: Press
    clicks: bool


Change = Callable[[int], None]
"""A push, pop or replace, given the time (CLOCK_MONOTONIC, ns) at which it happens."""


class SceneStack:
    """The scenes, the top one in use. The only object that calls a scene's methods."""

    def __init__(self, click: Callable[[str], None] = lambda _sound: None) -> None:
        """`click` plays the sound of a press, ``click`` or ``refused``."""
        self._click = click
        self._answers: list[Answer] = []
        self._layers: list[_Layer] = []
        self._stale = True
        self._changes: list[Change] = []
        self._waiting: deque[_Waiting] = deque()
        self._is_leading_on = False

    @property
    def top(self) -> Scene[Any] | None:
        """The scene in use; None when the stack is empty and the program should end."""
        return self._layers[-1].scene if self._layers else None

    @property
    def lowest(self) -> Scene[Any] | None:
        """The scene that lies under all others."""
        return self._layers[0].scene if self._layers else None

    @property
    def needs_quick_reads(self) -> bool:
        """Whether the keyboard must be read every millisecond or two now."""
        return self.top is not None and self.top.needs_quick_reads

    @property
    def is_leading_on(self) -> bool:
        """Whether a press has led to another scene, which comes with the next `advance`."""
        return self._is_leading_on

    @property
    def answers_presses(self) -> bool:
        """Whether a press is answered by a click and light at once; at a table in play, light comes with a frame."""
        return self.top is not None and self.top.clicks

    @property
    def is_unanswered(self) -> bool:
        """Whether there are presses that nothing on the screen has answered yet."""
        return bool(self._answers)

    def take_answers(self) -> list[Answer]:
        """Return how the screen answers the presses since the last call."""
        answers, self._answers = self._answers, []
        return answers

    @property
    def draws_everything(self) -> bool:
        """Whether the next `draw` covers whatever is on the screens."""
        return self._stale

    @property
    def takes_letters(self) -> bool:
        """Whether the keys of a keyboard are letters for the top scene, and no buttons."""
        return self.top is not None and self.top.takes_letters

    @property
    def lamps(self) -> Light:
        """The top scene's light in the buttons."""
        return self.top.lamps if self.top is not None else IDLE

    @property
    def judges(self) -> bool:
        """Whether the top scene judges presses by their stamps now."""
        return self.top is not None and self.top.judges

    def soon(self, change: Change) -> None:
        """Make `change` after the scenes' next `advance`: ``stack.soon(partial(stack.push, menu))``."""
        self._changes.append(change)

    def push(self, scene: Scene[Any], now: int, flow: _Flow | None = None) -> None:
        """Cover the top scene with another. `now` is CLOCK_MONOTONIC here, as in every method of the stack.

        `flow` awaits the scene's result; without one the scene keeps it.
        """
        if self._layers:
            covered = self._layers[-1]
            covered.covered_at = now
            covered.scene.pause(now - covered.lag)
        self._enter(scene, now, flow)

    def pop(self, now: int) -> None:
        """Remove the top scene; the scene below continues where it was."""
        self._leave(now)
        self._uncover(now)

    def replace(self, scene: Scene[Any], now: int, flow: _Flow | None = None) -> None:
        """Replace the top scene by another; the scenes below stay covered."""
        self._leave(now)
        self._enter(scene, now, flow)

    def clear(self, now: int) -> None:
        """Remove all scenes, the top first; none is resumed. Their stories end where they are."""
        while self._layers:
            flow = self._layers[-1].flow
            covered = self._layers[-2].covered_at if len(self._layers) > 1 else now
            self._leave(now)
            now = covered
            if flow is not None:
                flow.story.close()

    # Stories

    def start(self, story: Story[None], now: int) -> None:
        """Show the scenes of a story over what is there, until it ends."""
        self._go_on(_Flow(story), None, now)
        self._deliver(now)

    def _deliver(self, now: int) -> None:
        """Give the top scene's result to its story, which shows the next scene."""
        while self._layers and self._layers[-1].scene.is_dismissed:
            layer = self._layers[-1]
            if layer.flow is None:
                return
            self._go_on(layer.flow, layer.scene.take_result(), now)

    def _go_on(self, flow: _Flow, result: object, now: int) -> None:
        """Run a story until it awaits its next scene, and show that; remove its last scene when it ends."""
        last = next((layer.scene for layer in self._layers if layer.flow is flow), None)
        try:
            awaited = flow.story.send(result)
        except StopIteration as end:
            awaited, result = None, end.value
        if awaited is None:
            if last is not None:
                self.pop(now)
            if flow.covers is not None:
                self._go_on(flow.covers, result, now)
        elif isinstance(awaited, Over):
            self._go_on(_Flow(_story_of(awaited.shown), flow), None, now)
        elif last is None:
            self.push(awaited, now, flow)
        elif awaited is not last:
            self.replace(awaited, now, flow)

    # Presses and time

    def handle(self, press: Press) -> None:
        """Hand a press to the top scene, stamped by that scene's clock; to the next one if an earlier press led on."""
        self._handle(_Waiting(press, clicks=True))

    def type(self, typed: Typed, now: int) -> None:
        """Hand a typed key to the top scene if it takes letters, and answer it with a click."""
        if not self.takes_letters or self._is_leading_on:
            return
        layer = self._layers[-1]
        layer.scene.type(typed, now - layer.lag)
        self._click("refused" if layer.scene.take_refusal() else "click")
        self._is_leading_on = layer.scene.is_dismissed

    def take_back(self, glitch: Glitch) -> None:
        """Report to the top scene, by its clock, that a press was too short for a finger."""
        if self._layers:
            layer = self._layers[-1]
            layer.scene.take_back(glitch._replace(time_ns=layer.stamp(glitch.time_ns)) if layer.lag else glitch)

    def hand_on(self, press: Press) -> None:
        """Let the next scene handle a press that led to it, as the top scene got it: before all that follow."""
        press = press._replace(time_ns=press.time_ns + self._layers[-1].lag)
        self._waiting.appendleft(_Waiting(press, clicks=False))

    def _handle(self, waiting: _Waiting) -> None:
        if self._is_leading_on:
            self._waiting.append(waiting)
        elif self._layers:
            layer, press, ordered = self._layers[-1], waiting.press, len(self._changes)
            press = press._replace(time_ns=layer.stamp(press.time_ns)) if layer.lag else press
            if press.pressed and waiting.clicks:
                self._handle_answered(layer.scene, press)
            else:
                layer.scene.handle(press)
                layer.scene.take_refusal()
            self._is_leading_on = layer.scene.is_dismissed or len(self._changes) > ordered

    def _handle_answered(self, scene: Scene[Any], press: Press) -> None:
        """Let a scene handle a press, and answer it: what the scene draws meanwhile must not delay that."""
        clicks, answer = scene.clicks, Answer(press.seat, tuple(scene.boxes_of(press)))
        self._answers.append(answer)
        scene.handle(press)
        is_refused = scene.take_refusal()
        if is_refused and answer in self._answers:
            self._answers[self._answers.index(answer)] = answer._replace(is_refused=True)
        if clicks:
            self._click("refused" if is_refused else "click")

    def stood_still(self, since: int, now: int, lasted: int) -> None:
        """Tell the top scene that the program stood still, as in `Scene.stood_still`."""
        if self._layers:
            layer = self._layers[-1]
            since = max(since, layer.resumed_at)  # nothing of the scene was there before
            if not layer.scene.stood_still(since - layer.lag, now - layer.lag, lasted):
                layer.lag += now - since
                layer.covered_at, layer.resumed_at = since, now

    def missing(self, away: Sequence[DisconnectedSource], now: int) -> None:
        """Pass the sources of presses that are out of reach to the top scene."""
        if self._layers:
            layer = self._layers[-1]
            layer.scene.missing(away, now - layer.lag)

    def void(self, since: int, now: int, why: str) -> None:
        """Report to the top scene that presses after `since` are missing."""
        if self._layers:
            layer = self._layers[-1]
            layer.scene.void(since - layer.lag, now - layer.lag, why)

    def advance(self, now: int, drained: int) -> None:
        """Let the top scene's time come to `now`; presses up to `drained` have been handled.

        Then show what follows from its result, make the changes that were asked for, and let the next scene handle the
        presses that wait for it.
        """
        self._advance(now, drained)
        while self._waiting:
            count = len(self._waiting)
            for _ in range(count):
                self._handle(self._waiting.popleft())
            self._advance(now, drained)

    def _advance(self, now: int, drained: int) -> None:
        """Let the top scene's time come to `now`, deliver its result, and make the changes that were asked for."""
        if self._layers:
            layer = self._layers[-1]
            layer.scene.advance(now - layer.lag, drained - layer.lag)
        self._is_leading_on = False
        self._deliver(now)
        changes, self._changes = self._changes, []
        for change in changes:
            if self._layers:  # the program ends with the last scene, whatever was asked for after that
                change(now)
                self._deliver(now)

    def next_deadline(self) -> int | None:
        """Return when `advance` must be called at the latest (CLOCK_MONOTONIC, ns), or None."""
        if not self._layers:
            return None
        layer = self._layers[-1]
        deadline = layer.scene.next_deadline()
        return None if deadline is None else deadline + layer.lag

    def is_stale(self, now: int) -> bool:
        """Return whether the screens need drawing."""
        return bool(self._layers) and (self._stale or self._layers[-1].scene.is_stale(now - self._layers[-1].lag))

    def draw(self, screens: Sequence[pygame.Surface], now: int) -> list[list[pygame.Rect]]:
        """Let the top scene update the screens; return the dirty rectangles of each."""
        if not self._layers:
            return []
        layer = self._layers[-1]
        everything, self._stale = self._stale, False
        return layer.scene.draw_all(screens, now - layer.lag, everything=everything)

    def redraw(self) -> None:
        """Draw everything the next time, because the screen has lost its content."""
        self._stale = True

    def _enter(self, scene: Scene[Any], now: int, flow: _Flow | None) -> None:
        self._layers.append(_Layer(scene, flow, covered_at=now, resumed_at=now))
        self._answers.clear()  # the buttons of another picture
        self._stale = True
        scene.enter(now)

    def _uncover(self, now: int) -> None:
        """Resume the top scene, whose clock stood still."""
        if self._layers:
            layer = self._layers[-1]
            layer.lag += now - layer.covered_at
            layer.resumed_at = now
            layer.scene.resume(now - layer.lag)

    def _leave(self, now: int) -> None:
        layer = self._layers.pop()
        self._answers.clear()
        self._stale = True
        layer.scene.leave(now - layer.lag)
