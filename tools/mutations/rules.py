"""Mutations of the rules that all games share, and of the debounce. A game's own go into a module beside this one."""

from typing import Final

from tools.mutations.mutation import Mutation

GENERAL = (
    "tests/engine/test_general_rules_attempts.py",
    "tests/engine/test_general_rules_match.py",
    "tests/engine/test_general_rules_stalling.py",
)
RACES = ("tests/engine/test_races.py",)
ORDER = ("tests/engine/test_delivery_order.py",)

RULES: Final = (
    Mutation(
        "presses exactly one resolution apart are a dead heat",
        "engine/judge.py",
        "distance_ns(one, other) >= reach_ns(setup, one, other)",
        "distance_ns(one, other) > reach_ns(setup, one, other)",
        RACES,
    ),
    Mutation(
        "every dead heat of a match has the same lot",
        "engine/judge.py",
        'below(len(seats), "dead_heat", stamp)',
        'below(len(seats), "dead_heat", 0)',
        RACES,
    ),
    Mutation(
        "every miss locks for the same time",
        "engine/judge.py",
        'lockout_ms << min(table.number(f"misses.{seat}"), 12)',
        "lockout_ms",
        GENERAL,
    ),
    Mutation(
        "a third miss of a deal is as cheap as the first two",
        "engine/judge.py",
        "FIRST_MISSES: Final = 2",
        "FIRST_MISSES: Final = 3",
        GENERAL,
    ),
    Mutation(
        "one legal play forgives all misses",
        "engine/judge.py",
        'draft.set(f"misses.{seat}", misses - 1)',
        'draft.set(f"misses.{seat}", 0)',
        GENERAL,
    ),
    Mutation(
        "a press is a miss though its contact may have closed in time",
        "engine/judge.py",
        "t - CONTEST_NS - early_ns or step.is_void",
        "t - CONTEST_NS or step.is_void",
        ("tests/engine/test_early_contacts.py",),
    ),
    Mutation(
        "a late press contests nothing that was judged before it came",
        "engine/timeline.py",
        "old = self._rewind(t - reach)",
        "old = self._rewind(t)",
        RACES,
    ),
    Mutation(
        "of two exact presses at one instant the one that comes later has lost",
        "engine/timeline.py",
        "while first > self._settled and steps[first - 1].t >= t:",
        "while first > self._settled and steps[first - 1].t > t:",
        RACES,
    ),
    Mutation(
        "time is final as soon as it is known",
        "engine/timeline.py",
        "closed = known - self._horizon_ns",
        "closed = known",
        ORDER,
    ),
    Mutation(
        "the play clock runs on through a pause",
        "engine/scheduler.py",
        "offset = sit.offset + t - sit.paused",
        "offset = sit.offset",
        GENERAL,
    ),
    Mutation(
        "the match's cap begins anew with every deal",
        "engine/scheduler.py",
        "match = opened + max(self._match_cap - played, 0)",
        "match = opened + self._match_cap",
        GENERAL,
    ),
    Mutation(
        "one person who is ready is enough",
        "engine/phases.py",
        'return all(draft.flag(f"ready.{n}")',
        'return any(draft.flag(f"ready.{n}")',
        GENERAL,
    ),
    Mutation(
        "cards turn when the first seat has called that it is stuck",
        "engine/race.py",
        "if all(draft.scalars[race.said[other]] for other in callers):",
        "if any(draft.scalars[race.said[other]] for other in callers):",
        ("tests/engine/speed/test_stuck.py", "tests/engine/spit/test_stuck.py"),
    ),
    Mutation(
        "a handicap in Reverse Spit helps its seat",
        "engine/games/spit/options.py",
        "    if options.reverse:\n        extra =",
        "    if options.ghost:\n        extra =",
        ("tests/engine/spit/test_deal.py",),
    ),
    Mutation(
        "a log names a handicap of nothing",
        "engine/handicap.py",
        "return tuple(value) if any(value) else ()",
        "return tuple(value)",
        ("tests/engine/test_handicap.py",),
    ),
    Mutation(
        "after a rollback buttons are held as they were then",
        "engine/rollback.py",
        "held=now.sit.held,",
        "held=was.held,",
        ("tests/engine/test_void.py",),
    ),
    Mutation(
        "a log's press is judged as if no other were near",
        "engine/timeline.py",
        "while end < len(inputs) and inputs[end].time_ns < reach:",
        "while end < len(inputs) and inputs[end].time_ns < press.time_ns:",
        ("tests/engine/test_log_check.py",),
    ),
    Mutation(
        "what a log's later void undoes is forgotten",
        "engine/log_replay.py",
        "if void.time_ns >= due), default=now)",
        "if void.time_ns < 0), default=now)",
        ("tests/engine/test_log_check.py",),
    ),
    Mutation(
        "in a log's line true may stand for 1",
        "engine/log_text.py",
        "_OF_COUNTS[effect] if last < SMALL",
        "_OF_TEXTS[effect] if last < SMALL",
        ("tests/engine/test_log_text.py",),
    ),
    Mutation(
        "a release counts before its contact has been still for long enough",
        "hardware/debounce.py",
        "due.append((max(line.since_ns + settings.release_ns, line.held_ns + settings.lockout_ns), _release))",
        "due.append((min(line.since_ns + settings.release_ns, line.held_ns + settings.lockout_ns), _release))",
        ("tests/hardware/test_debounce.py",),
    ),
)
