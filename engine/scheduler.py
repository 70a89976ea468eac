"""The match's own actions, which need no event: deadlines, deals, caps, idleness, and the bots' plans.

Pure functions: a state in, a step out. ``reducer`` performs the events, on top of this module.
"""

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine import phases
from engine.adaptive import Adaptation
from engine.brain import Brain
from engine.game import LAP_ANNOUNCED, LAST_LAP, NOBODY_ESCAPES, PAUSES_LAST, Outcome
from engine.judge import MatchContext
from engine.log_lines import DealLine, Entry, OutcomeLine, OwnLine, PauseLine, ResumeLine
from engine.panel import Press
from engine.state import BotState, Situation, State, Step
from engine.table import Draft, Table, with_layout
from engine.units import MS, NEVER, S

CHORD_NS = 2 * S
"""How long a seat must hold the pause buttons (GEN-5)."""
MOST_PAUSES: Final = 3
"""How many pauses a seat may ask for in a match between people (GEN-5)."""
ASK_NS = 30 * S
"""Time without a press by any person before the match asks "Still there?" (GEN-5)."""
LEAVE_NS = 40 * S
"""Total time without a press by any person before the match is void (GEN-5)."""

LEAVES: Final = "leaves"
"""What a seat says as it leaves the match and loses it."""
NO_PAUSE: Final = "no_pause"
"""What is said to a seat that asks for one pause more than it has."""
SUDDEN_DEATH: Final = "sudden_death"
"""What the cabinet says as a match goes on that would have ended with nobody ahead (GEN-13)."""
LAP_NS: Final = 30 * S
"""How long before its beginning the last lap is announced, and how often in it its goal comes nearer (GEN-14)."""


class Scheduler:
    """The deadlines of one match and their consequences."""

    def __init__(self, context: MatchContext, zero_ns: int, brains: Mapping[int, Brain], bot_res_ns: int = 0) -> None:
        self.context = context
        self.game = context.game
        self.chance = context.chance
        self.zero_ns = zero_ns
        self._brains = brains
        self._bot_res_ns = bot_res_ns
        self.has_bots = bool(brains)
        """Whether brains play seats: then a step may wake one, and needs ``step``."""
        self.adaptation = Adaptation(context.setup)
        self._people = context.setup.people
        self._has_people = bool(self._people)
        self._counts_pauses = len(self._people) > 1 and self.game.edition >= NOBODY_ESCAPES
        self._undisturbed = not self._has_people and not brains  # no idleness checks and no bot plans
        caps = self.game.options.caps
        self._deal_cap, self._match_cap = caps[0] * S, caps[1] * S
        self._lap_ns = self.game.options.last_lap * S
        self._ends_early = self.game.options.sudden_death or self._lap_ns > 0

    def initial(self) -> State:
        """Return the state before the first step."""
        nobody = (0,) * self.game.seats
        bots = tuple(BotState() for _ in self._brains)
        return State(phases.initial(self.game), 0, Situation(nobody, tuple(-1 for _ in nobody), bots=bots))

    def begin(self, state: State) -> Step:
        """Return the step of the first instant: the draw for the dealer, or the first deal if the game has no draw."""
        layout = self.game.prologue(self.chance)
        if layout is None:
            draft = Draft(state.table)
            self.game.draw_dealer(draft, self.chance)
            drawn = state.on(draft.table())
            after, entries = self.deal(drawn, 0)
            drawn_line = (OwnLine(0, tuple(draft.effects)),) if draft.effects else ()
            return self.step(0, state, after, (*drawn_line, *entries))
        draft = Draft(with_layout(state.table, layout))
        draft.phase("draw")
        self.game.draw_dealer(draft, self.chance)
        after = state.on(draft.table())
        return self.step(0, state, after, (DealLine(0, 0, -1, layout), OwnLine(0, tuple(draft.effects))))

    def step(
        self,
        t: int,
        before: State,
        after: State,
        entries: tuple[Entry, ...],
        winner: int = -1,
        press: Press | None = None,
    ) -> Step:
        """Build a step. Bots that waited for a change on the table react to it."""
        if self.has_bots and after.table is not before.table and after.table.scalars["phase"] in phases.PLAYING:
            after = self.wake(after, t)
        return Step(t, before, after, entries, winner, press)

    def commit(self, state: State, draft: Draft, t: int, progress: bool) -> State:
        """Return the state after a draft; a change of phase starts and stops the deal's clock."""
        was: str = state.table.scalars["phase"]
        phase: str = draft.scalars["phase"]
        if phase != was:
            return self.entered(was, draft, state.sit, state.sit.clock(t))
        return State(draft.table(), state.sit.clock(t) if progress else state.since, state.sit)

    def entered(self, was: str, draft: Draft, sit: Situation, now: int) -> State:
        """Return the state after a draft that left the phase ``was`` (play clock, ns)."""
        if was == "play" and sit.opened >= 0:
            sit = sit.timed(-1, NEVER, sit.played + now - sit.opened, sit.bots)
        elif draft.scalars["phase"] == "play" and was in ("countdown", "slap"):  # after a slap play may go on
            sit = sit.timed(now, self._cap_of(draft, now, sit.played), sit.played, sit.bots)
        return State(draft.table(), now, sit)

    def _finish(self, state: State, t: int, outcome: Outcome, leaver: int = -1) -> tuple[State, tuple[Entry, ...]]:
        draft = Draft(state.table)
        if leaver >= 0:
            draft.say(leaver, LEAVES)
        draft.phase("finished")
        after = State(draft.table(), state.since, replace(state.sit, outcome=outcome))
        return after, (OwnLine(t, tuple(draft.effects)), OutcomeLine(t, outcome))

    def _decided(self, state: State) -> Outcome | None:
        """Return the outcome if the deal that just ended decided the match."""
        return self.game.result(state.table) if state.table.phase == "over" else None

    # Deadlines

    def next_timer(self, state: State) -> int:
        """Return when the match next acts without an event (log time, ns); NEVER if it does not."""
        sit = state.sit
        if self._undisturbed and sit.paused < 0 and sit.outcome is None:
            table = state.table
            phase: str = table.scalars["phase"]
            if phase != "play":
                return self._game_at(state) + sit.offset
            own = self.game.deadline(table, state.since)  # fast path for the most frequent case
            return (own if own is not None and own < sit.cap_at else sit.cap_at) + sit.offset
        own = self.next_logged_timer(state)
        if sit.bots and sit.paused < 0 and state.table.phase in phases.PLAYING:
            own = min(own, _thinks_at(sit))
        return own

    def next_logged_timer(self, state: State) -> int:
        """Like ``next_timer``, without the bots' planning times, which the log does not contain."""
        sit = state.sit
        if sit.outcome is not None:
            return NEVER
        own = sit.resume if sit.resume >= 0 else NEVER
        if sit.paused < 0:
            own = self._game_at(state) + sit.offset
        if self._has_people:
            own = min(own, self._people_at(sit))
        return own

    def _people_at(self, sit: Situation) -> int:
        """Return when the idle limit or the hold time of the pause buttons is reached (log time)."""
        idle = sit.touched + (LEAVE_NS if sit.nagged else ASK_NS)
        if sit.paused >= 0:
            return NEVER if sit.is_broken or self.game.edition >= PAUSES_LAST else idle
        return min([idle, *[since + CHORD_NS for since in sit.chord if since >= 0]])

    def _game_at(self, state: State) -> int:
        """Return the next deadline of the phase or of the game, or a cap (play clock); NEVER if there is none."""
        table = state.table
        if table.scalars["phase"] in phases.PLAYING:
            own = self.game.deadline(table, state.since)
        else:
            own = phases.phase_deadline(self.game, table, state.since, self._has_people)
        cap = state.sit.cap_at
        if own is None:
            return cap
        return own if own < cap else cap

    def _cap_of(self, table: Table | Draft, opened: int, played: int) -> int:
        """Return when a deal opened at ``opened`` reaches its cap or the match's (GEN-8; play clock); else NEVER.

        Or of the last lap's next event, if that comes first (GEN-14).
        """
        deal = opened + self._deal_cap if self._deal_cap else NEVER
        match = opened + max(self._match_cap - played, 0) if self._match_cap else NEVER
        return min(deal, match, opened + max(self._lap_at(table) - played, 0))

    def _lap_at(self, table: Table | Draft) -> int:
        """Return after how much play the last lap is announced, begins, or has its goal come nearer (ns; GEN-14)."""
        return self._lap_ns + (table.number("lap") - 1) * LAP_NS if self._lap_ns else NEVER

    def fire(self, state: State, t: int) -> Step:
        """Perform one action that is due at ``t``. Further actions due at ``t`` come with the next calls."""
        sit = state.sit
        if sit.paused >= 0 and sit.resume == t:
            return self._go_on(state, t)
        if self._undisturbed:
            return self._game_due(state, t)
        if self._has_people and self._people_at(sit) <= t and t >= sit.touched + (LEAVE_NS if sit.nagged else ASK_NS):
            return self.leave(state, t) if sit.nagged else self._ask(state, t)
        if self._has_people and any(since >= 0 and t >= since + CHORD_NS for since in sit.chord):
            return self._pause(state, t)
        return self._game_due(state, t) if self._game_at(state) <= t - sit.offset else self._think(state, t)

    def _game_due(self, state: State, t: int) -> Step:
        now = t - state.sit.offset
        phase: str = state.table.scalars["phase"]
        match phase:
            case "play" if now >= state.sit.cap_at:
                return self._cap(state, t)
            case "play" | "slap":
                return self._game_acts(state, t, now)
            case "countdown":
                return self._beat(state, t)
            case "ready":
                return self._not_ready(state, t) if self._has_people else self._shown(state, t)
        outcome = self._decided(state)
        after, entries = self._finish(state, t, outcome) if outcome else self.deal(state, t)
        return self.step(t, state, after, entries)

    def _game_acts(self, state: State, t: int, now: int) -> Step:
        draft = Draft(state.table)
        progress = self.act(draft, now, state.since)
        after = self.commit(state, draft, t, progress)
        return self.step(t, state, after, (OwnLine(t, tuple(draft.effects)),))

    def act(self, draft: Draft, now: int, since: int) -> bool:
        """Perform the game's own action that is due, with its consequences; return whether it was progress."""
        progress = self.game.due(draft, self.chance, now, since)
        self.settle(draft, now)
        return progress

    def settle(self, draft: Draft, now: int) -> None:
        """Apply the consequences of the last change, and end a deal that sudden death or the last lap decides."""
        self.game.settle(draft, self.chance, now)
        if self._ends_early:
            self._end_early(draft, now)

    def _end_early(self, draft: Draft, now: int) -> None:
        """End play once a seat is ahead of all in sudden death (GEN-13), or is at the last lap's goal (GEN-14)."""
        scalars = draft.scalars
        if scalars["phase"] != "play" or not ("lap" in scalars or "sudden" in scalars):
            return
        if draft.flag("sudden"):
            winner = self.game.standing(draft.now()).winner
            if winner is not None:
                self.game.end_sudden_death(draft, winner)
        elif draft.number("lap") >= LAST_LAP:
            winner = self.game.first_at_goal(draft)
            if winner is None:
                self.game.set_goal(draft)
            else:
                self.game.end_last_lap(draft, self.chance, winner, now)

    def deal(self, state: State, t: int) -> tuple[State, tuple[Entry, ...]]:
        """Gather, shuffle and lay out the cards, then wait for all players to be ready."""
        draft = Draft(state.table)
        if self._ends_early and state.table.phase == "over" and self.game.outcome(state.table) is not None:
            draft.say(-1, SUDDEN_DEATH)  # the match would have ended with nobody
        layout = self.game.layout(draft, self.chance)
        number = draft.number("deal") + 1
        draft.set("deal", number)
        before = tuple(draft.effects)
        dealt = Draft(with_layout(draft.table(), layout))
        phases.begin_deal(self.game, dealt)
        self.adaptation.begin_deal(dealt)
        entries: tuple[Entry, ...] = (
            DealLine(t, number, dealt.number("dealer"), layout),
            OwnLine(t, tuple(dealt.effects)),
        )
        bots = tuple(BotState() for _ in state.sit.bots)
        after = State(dealt.table(), state.sit.clock(t), state.sit.timed(-1, NEVER, state.sit.played, bots))
        return after, ((OwnLine(t, before), *entries) if before else entries)

    def _shown(self, state: State, t: int) -> Step:
        """Start the countdown when only bots play: the new deal has been shown long enough."""
        draft = Draft(state.table)
        phases.count_down(self.game, draft)
        after = self.commit(state, draft, t, False)
        return self.step(t, state, after, (OwnLine(t, tuple(draft.effects)),))

    def _not_ready(self, state: State, t: int) -> Step:
        """Handle the ready timeout (GEN-11): before the first deal return to the title, later pause, once a deal."""
        return self.leave(state, t) if state.table.number("deal") == 1 else self.stand_still(state, t, "ready")

    def _beat(self, state: State, t: int) -> Step:
        """Count one beat down; after the last, open the deal in one instant (GEN-11)."""
        now = t - state.sit.offset
        draft = Draft(state.table)
        beats = draft.number("beat") - 1
        draft.set("beat", beats)
        if not beats:
            self.game.open(draft, self.chance, now)
            if draft.number("lap") >= LAST_LAP:
                self.game.begin_last_lap(draft)
            self.settle(draft, now)
        after = self.commit(state, draft, t, True)
        return self.step(t, state, after, (OwnLine(t, tuple(draft.effects)),))

    def _cap(self, state: State, t: int) -> Step:
        """End the match at the match's cap, or the deal at the deal's cap (GEN-8); or begin sudden death (GEN-13)."""
        now, sit = t - state.sit.offset, state.sit
        if now - sit.opened + sit.played >= self._lap_at(state.table):
            return self._lap(state, t)
        draft = Draft(state.table)
        is_up = self._match_cap and now - sit.opened + sit.played >= self._match_cap
        outcome = self.game.standing(state.table) if is_up else None
        if self.game.options.sudden_death and outcome is not None and outcome.winner is None:
            draft.set("sudden", True)
            draft.say(-1, SUDDEN_DEATH)
            after = State(draft.table(), state.since, sit.timed(sit.opened, NEVER, sit.played, sit.bots))
            return self.step(t, state, after, (OwnLine(t, tuple(draft.effects)),))
        draft.phase("cap")
        if outcome is not None:
            after, entries = self._finish(state.on(draft.table()), t, outcome)
            return self.step(t, state, after, (OwnLine(t, tuple(draft.effects)), *entries))
        self.game.cap(draft, self.chance, now)
        after = self.commit(state, draft, t, True)
        return self.step(t, state, after, (OwnLine(t, tuple(draft.effects)),))

    def _lap(self, state: State, t: int) -> Step:
        """Announce the last lap, begin it, or bring its goal nearer (GEN-14)."""
        sit = state.sit
        draft = Draft(state.table)
        lap = draft.number("lap") + 1
        draft.set("lap", lap)
        if lap == LAP_ANNOUNCED:
            draft.say(-1, "lap_soon")
        elif lap == LAST_LAP:
            draft.say(-1, "last_lap")
            self.game.begin_last_lap(draft)
        else:
            self.game.set_goal(draft, nearer=1)
        cap_at = self._cap_of(draft, sit.opened, sit.played)
        after = State(draft.table(), state.since, sit.timed(sit.opened, cap_at, sit.played, sit.bots))
        return self.step(t, state, after, (OwnLine(t, tuple(draft.effects)),))

    # Pauses and idleness

    def _go_on(self, state: State, t: int) -> Step:
        """Resume play. Pause buttons pressed during the pause and still held count from now on."""
        sit = state.sit
        chord = tuple(t if since >= 0 else -1 for since in sit.chord)
        offset = sit.offset + t - sit.paused
        is_ready = state.table.phase == "ready"
        since = t - offset if is_ready else state.since
        waited = is_ready and sit.why == "ready" and self.game.edition >= NOBODY_ESCAPES
        sit = replace(sit, offset=offset, paused=-1, resume=-1, chord=chord, why="", by=-1)
        after = State(state.table, since, sit)
        if not waited:
            return self.step(t, state, after, ())
        draft = Draft(state.table)
        phases.count_down(self.game, draft)
        return self.step(t, state, self.commit(after, draft, t, False), (OwnLine(t, tuple(draft.effects)),))

    def _pause(self, state: State, t: int) -> Step:
        """Pause for the seat that has held its pause buttons long enough, if it has a pause left (GEN-5)."""
        sit = state.sit
        seat = min((since, seat) for seat, since in enumerate(sit.chord) if since >= 0)[1]
        if not self._counts_pauses:
            return self.stand_still(state, t, "players", seat if self.game.edition >= NOBODY_ESCAPES else -1)
        asked = sit.pauses or (0,) * len(sit.chord)
        if asked[seat] < MOST_PAUSES:
            step = self.stand_still(state, t, "players", seat)
            counted = (*asked[:seat], asked[seat] + 1, *asked[seat + 1 :])
            return replace(step, after=replace(step.after, sit=replace(step.after.sit, pauses=counted)))
        draft = Draft(state.table)
        draft.say(seat, NO_PAUSE)
        after = replace(state, sit=replace(sit, chord=(*sit.chord[:seat], -1, *sit.chord[seat + 1 :])))
        return self.step(t, state, after, (OwnLine(t, tuple(draft.effects)),))

    def stand_still(self, state: State, t: int, why: str, by: int = -1) -> Step:
        """Pause the match, or stay paused if it was about to resume; ``by`` is the seat that asked for it."""
        sit = state.sit
        chord = (-1,) * len(sit.chord)
        was_paused = sit.paused >= 0
        kept = sit.why if was_paused and why == phases.STALL else why  # presses count only where play stood still
        paused = sit.paused if was_paused else t
        stays = kept != why or (was_paused and sit.resume < 0)  # it stands still for its first reason as well
        asked = sit.by if stays and by < 0 else by
        after = replace(state, sit=replace(sit, paused=paused, resume=-1, chord=chord, why=kept, by=asked))
        return self.step(t, state, after, (PauseLine(t, why, seat=by),))

    def _ask(self, state: State, t: int) -> Step:
        draft = Draft(state.table)
        draft.say(-1, "still_there")
        after = replace(state, sit=replace(state.sit, nagged=True))
        return self.step(t, state, after, (OwnLine(t, tuple(draft.effects)),))

    def resume(self, state: State, t: int) -> Step:
        """End a pause: after a countdown where a deal is in play, else at once."""
        wait = self.game.options.countdown * phases.BEAT_NS if state.table.phase in phases.PLAYING else 0
        after = replace(state, sit=replace(state.sit, resume=t + wait, touched=t, nagged=False))
        return self.step(t, state, after, (ResumeLine(t),))

    def leave(self, state: State, t: int, seat: int = -1) -> Step:
        """End the match: ``seat`` leaves and loses it; -1: void, as all people left or the cabinet ended it.

        A match that is decided, and only waits for its last race, ends as it was decided.
        """
        sit = state.sit
        if self.game.edition >= NOBODY_ESCAPES and self._decided(state) is not None:
            return self.resume(state, t) if sit.paused >= 0 and sit.resume < 0 else Step(t, state, state)
        outcome = Outcome(self._winner_without(state, seat), "left", self.game.figures(state.table))
        after, entries = self._finish(state, t, outcome, seat)
        return self.step(t, state, after, entries)

    def leader(self, table: Table) -> int | None:
        """Return the seat that is ahead; None if no single one is, as before the first deal."""
        return self.game.standing(table).winner if table.number("deal") else None

    def _winner_without(self, state: State, seat: int) -> int | None:
        """Return who wins as a seat leaves: whoever leads of the others, or else the next of the people."""
        if seat < 0:
            return None
        if self.game.seats == 2:
            return 1 - seat
        leader = self.leader(state.table)
        if leader is not None and leader != seat:
            return leader
        others = [(seat + step) % self.game.seats for step in range(1, self.game.seats)]
        return next((other for other in others if other in self._people), others[0])

    # Bots

    def wake(self, state: State, t: int) -> State:
        """Return the state in which every bot that waited for a change plans after its reaction time."""
        bots = list(state.sit.bots)
        for place, (seat, brain) in enumerate(self._brains.items()):
            if bots[place].think_at < 0:
                stream = self._stream(state, seat, bots[place].number, "reaction")
                wait = max(brain.reaction_ns(state.table.scalars, seat, stream), MS)
                bots[place] = bots[place]._replace(think_at=state.sit.clock(t) + wait)
        return replace(state, sit=replace(state.sit, bots=tuple(bots)))

    def wake_bots(self, state: State, brains: Mapping[int, Brain], first_plan: int) -> State:
        """Attach bots to a match that had none; their plans are numbered from ``first_plan``, not used before."""
        self._brains = brains
        self.has_bots = bool(brains)
        self._undisturbed = self._undisturbed and not brains
        bots = tuple(BotState(number=first_plan) for _ in brains)
        state = replace(state, sit=replace(state.sit, bots=bots))
        if state.table.phase not in phases.PLAYING or state.sit.paused < 0:
            return state
        return self.wake(state, state.sit.paused)

    def _think(self, state: State, t: int) -> Step:
        """Let one bot plan from its own view; its presses then become events like any others."""
        now = t - state.sit.offset
        bots = list(state.sit.bots)
        place, seat = next((place, seat) for place, seat in enumerate(self._brains) if 0 <= bots[place].think_at <= now)
        stream = self._stream(state, seat, bots[place].number, "plan")
        plan = self._brains[seat].plan(self.game, self.game.view(state.table, seat), seat, stream)
        setup = self.context.setup
        least = (setup.reach_ns if self._has_people else setup.resolution_ns) + 1  # no contest is judged before
        later = max(least - plan.presses[0][0], 0) if plan.presses else 0
        presses = tuple(
            Press(seat, button, pressed, self.zero_ns + t + later + delay, "bot", self._bot_res_ns)
            for delay, button, pressed in plan.presses
        )
        think_at = now + max(later + plan.rest_ns, MS) if plan.rest_ns >= 0 else -1
        bots[place] = BotState(think_at, bots[place].number + 1)
        after = replace(state, sit=replace(state.sit, bots=tuple(bots)))
        return Step(t, state, after, planned=presses)

    def _stream(self, state: State, seat: int, number: int, purpose: str) -> random.Random:
        return self.chance.stream("bot", seat, state.table.number("deal"), number, purpose)


def _thinks_at(sit: Situation) -> int:
    """Return when the next bot plans (log time); NEVER if all wait for a change."""
    return min((bot.think_at + sit.offset for bot in sit.bots if bot.think_at >= 0), default=NEVER)
