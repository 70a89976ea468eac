"""The commands of a seat in Spit: which are legal, and what each does."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from engine import race
from engine.cards import DOWN
from engine.game import NOBODY
from engine.games.spit.rules import (
    CLAIM_NS,
    MARKER,
    REST,
    SHOUT,
    SLAPS,
    SpitRules,
    accepted,
    after_arrivals,
    allowed,
    away,
    chooser,
    claim_of,
    claimable,
    is_away,
    is_choosing,
    is_ghost,
    is_slam,
    is_twin,
    may_act,
    may_choose,
    may_claim_by_shout,
    may_conceal,
    may_shout,
    may_slap,
    spit_piles,
    spitters,
)
from engine.panel import Command
from engine.race import NOTHING, Race, is_out
from engine.table import Draft, Table, Zone

SPIT: Final = Command(SHOUT)
TEAM: Final = 2
"""The runners of a team, who run in turn (``teams = relay``)."""
BeforePlay: TypeAlias = Callable[[Draft, int], None] | None
"""A variant's action just before a play covers a top; the integer is the time (play clock, ns). None for Spit."""


class SpitPlay(Race):
    """The commands of Spit: which are legal, and what each does."""

    rules: SpitRules
    """Set by the subclass."""
    before_play: BeforePlay
    """A variant sets its own; see ``BeforePlay``."""

    def refusal(self, table: Table, seat: int, command: Command) -> str | None:
        """See ``Game.refusal``, ``_usual_refusal`` and ``_refusal_with_waiting``."""
        rules = self.rules
        if rules.waits:
            return _refusal_with_waiting(rules, table, seat, command)
        return _usual_refusal(rules, table, seat, command)

    def legal(self, table: Table, seat: int) -> list[Command]:
        """See ``Game.legal``, ``_usual_legal`` and ``_legal_with_waiting``."""
        rules, scalars = self.rules, table.scalars
        phase: str = scalars["phase"]
        if rules.is_plain and phase == "play":  # the usual case; this runs after every play
            return _while_stuck(rules, table, seat) if scalars["stuck"] else _from_piles(rules, table, seat)
        if rules.waits:
            return _legal_with_waiting(rules, table, seat)
        return _usual_legal(rules, table, seat)

    def perform(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """See ``Game.perform``; with ``auto_turn`` a face-down top turns at the moment it is uncovered."""
        rules = self.rules
        do = command.do
        if do == "play":
            race.cancel_pending(rules.race, draft)  # not Spit's own ``cancel_pending``: there are spit piles
            if rules.travel_ns:
                disarm(rules, draft, seat)
                _set_off(rules, draft, seat, command, now)
            else:
                _lay(rules, draft, seat, command, now, self.before_play)
        elif do == "turn":
            cancel_pending(rules, draft)
            draft.turn_top(command.source)
        elif do in ("move", "stack"):
            _before_a_move(rules, draft, command)
            _lay(rules, draft, seat, command, now, None)
        elif do == "slap" and rules.is_many:
            take_pile(rules, draft, seat, command.to)
        elif do == "slap" or (do == "claim" and command.to):
            slap_pile(rules, draft, seat, command.to)
        elif do == "claim":
            slam(rules, draft, seat)
        elif do == "conceal":
            draft.set(f"concealed.{seat}", True)
        elif do == "refill":
            cancel_pending(rules, draft)
            draft.deal_up(rules.spits[seat], command.to)
        else:
            _shout(rules, draft, seat, command.to, now)

    def cancel_pending(self, draft: Draft) -> None:
        """See ``Race.cancel_pending``."""
        cancel_pending(self.rules, draft)

    def would_take(self, table: Table, seat: int, command: Command) -> bool:
        """See ``Game.would_take`` (SPIT-3, SPIT-20, SPIT-21, SPIT-27)."""
        if command.do == SHOUT:
            return table.phase == "play" and bool(_shouts(self.rules, table, seat))
        if command.do in SLAPS:
            return self.refusal(table, seat, command) is None
        return _would_take(self.rules, table, command.card)


# Reasons against commands


def _usual_refusal(rules: SpitRules, table: Table, seat: int, command: Command) -> str | None:
    """Return None if the command is legal, else the first reason against it.

    Reasons: ``phase``; ``empty`` (no such card on an own pile, or no such spit pile); ``face_down``, ``face_up``;
    ``occupied``, ``alone`` (a move, SPIT-5); ``rank``, ``colour``; ``size`` (SPIT-20: that pile may not be taken);
    ``window`` (a shout or a slap out of place). ``_refusal_with_waiting`` adds those of seats that have to wait.
    """
    do = command.do
    phase: str = table.scalars["phase"]
    if phase == "play" and do == "play":
        zones, source = table.zones, command.source
        if source in rules.stocks[seat] and zones[source][-1:] == (command.card,) and command.to in rules.centres:
            cards = zones[command.to]
            if cards and command.card in rules.fits[cards[-1]]:
                return None  # the usual case
        return _held(rules, table, seat, command) or _misfit(rules, table, command)
    if phase == "slap":
        return _refusal_of_a_claim(rules, table, seat, command)
    if phase != "play" or do in ("slap", "claim"):
        return "phase"
    if do == "turn":  # SPIT-4
        source = command.source
        cards = table.zones[source] if source in rules.stocks[seat] else ()
        if not cards:
            return "empty"
        return None if cards[-1][0] == DOWN else "face_up"
    return _refusal_of_the_rest(rules, table, seat, command)


def _refusal_of_the_rest(rules: SpitRules, table: Table, seat: int, command: Command) -> str | None:
    """Return the reason against a command in phase ``play`` that is neither a play nor a turn."""
    match command.do:
        case "move":
            return _held(rules, table, seat, command) or _move_refusal(rules, table, seat, command)
        case "stack":
            return _held(rules, table, seat, command) or _stack_refusal(rules, table, seat, command)
        case "spit":
            return _spit_refusal(rules, table, seat, command.to)
        case "refill":
            return _refill_refusal(rules, table, seat, command.to)
        case "conceal" if may_conceal(rules, table, seat):
            return None
    return "window"


def _refusal_of_a_claim(rules: SpitRules, table: Table, seat: int, command: Command) -> str | None:
    """Return the reason against a command while piles are claimed."""
    if command.do in ("slap", "claim") or (command.do == "spit" and rules.options.claim == "shout"):
        return _claim_refusal(rules, table, seat, command)
    return "phase"


def _held(rules: SpitRules, table: Table, seat: int, command: Command) -> str | None:
    """Return the reason why the command's card is not a face-up top of an own pile; None if it is."""
    source = command.source
    cards = table.zones[source] if source in rules.stocks[seat] else ()
    if cards and cards[-1] == command.card:
        return None
    return "face_down" if cards and cards[-1] == DOWN + command.card else "empty"


def _misfit(rules: SpitRules, table: Table, command: Command) -> str | None:
    """Return why that spit pile refuses the card (SPIT-3, SPIT-18); a play without a target fits nowhere."""
    pile = command.to
    if not pile:
        return "rank"
    cards = table.zones[pile] if pile in rules.centres else ()
    if not cards:
        return "empty"
    if command.card in rules.fits[cards[-1]]:
        return None
    return "colour" if command.card in rules.by_rank[cards[-1]] else "rank"


def _move_refusal(rules: SpitRules, table: Table, seat: int, command: Command) -> str | None:
    """Return the reason against a move: only into an own space, and never a pile's only card (SPIT-5)."""
    if command.to not in rules.stocks[seat] or table.zones[command.to]:
        return "occupied"
    return "alone" if len(table.zones[command.source]) == 1 else None


def _stack_refusal(rules: SpitRules, table: Table, seat: int, command: Command) -> str | None:
    """Return the reason against a stack: only onto an own face-up top of equal rank (SPIT-19)."""
    if not rules.options.stack_equals or command.to == command.source:
        return "occupied"
    cards = table.zones[command.to] if command.to in rules.stocks[seat] else ()
    if not cards:
        return "empty"
    if cards[-1][0] == DOWN:
        return "face_down"
    return None if cards[-1][0] == command.card[0] else "rank"


def _refill_refusal(rules: SpitRules, table: Table, seat: int, space: str) -> str | None:
    """Return the reason against a refill: own space and a spit card, in the layout with refills (SPIT-16)."""
    if not rules.refills or space not in rules.stocks[seat] or table.zones[space]:
        return "occupied"
    return None if table.zones[rules.spits[seat]] else "empty"


def _claim_refusal(rules: SpitRules, table: Table, seat: int, command: Command) -> str | None:
    """Return the reason against a claim (SPIT-10, SPIT-20).

    A ghost is claimed, a pile is slapped (SPIT-24), a borrowed marker is slammed (SPIT-25).
    """
    do, pile = command.do, command.to
    if do == "spit":
        return None if may_claim_by_shout(rules, table) and not pile else "window"
    if do == "claim" and not pile:
        return None if is_slam(rules, table) else "window"
    if not may_slap(rules, table, seat):
        return "window"
    if pile not in claimable(rules, table) or (do == "claim") != is_ghost(table, pile):
        return "empty"
    return None if pile in allowed(rules, table) else "size"


def _spit_refusal(rules: SpitRules, table: Table, seat: int, pile: str) -> str | None:
    """Return the reason against a shout (SPIT-7): alone, it names a pile (SPIT-8); twins may be called (SPIT-21)."""
    if is_twin(rules, table):
        return "window" if pile else None
    if chooser(rules, table) == seat:
        return None if pile in spit_piles(rules, table) else "empty"
    return None if not pile and may_shout(rules, table, seat) else "window"


def _refusal_with_waiting(rules: SpitRules, table: Table, seat: int, command: Command) -> str | None:
    """See ``_usual_refusal``; also ``away`` (the seat runs), and ``phase`` for all but the choice of a pile."""
    if table.scalars["phase"] != "play":
        return _usual_refusal(rules, table, seat, command)
    if rules.is_many and is_choosing(table):
        if command.do != "slap":
            return "phase"
        if not may_choose(rules, table, seat):
            return "window"
        return None if command.to in spit_piles(rules, table) else "empty"
    if rules.is_many and is_out(table, seat):
        return "phase" if command.do == "slap" else "empty"
    if rules.travel_ns and is_away(table, seat):
        return "away"
    if rules.travel_ns and command.do == "play":
        table = after_arrivals(table)
    return _usual_refusal(rules, table, seat, command)


# Legal commands


def _usual_legal(rules: SpitRules, table: Table, seat: int) -> list[Command]:
    """Return every legal command of a seat that does not have to wait: pile by pile, then shouts or slaps."""
    scalars = table.scalars
    if scalars["phase"] != "play":
        return _claims(rules, table, seat)
    commands = _from_piles_of_many(rules, table, seat) if rules.is_many else _from_piles(rules, table, seat)
    if rules.varies:
        commands += _of_variations(rules, table, seat)
    if scalars["stuck"] or rules.options.twin_call:
        commands += _shouts(rules, table, seat)
    return commands


def _from_piles(rules: SpitRules, table: Table, seat: int) -> list[Command]:
    """Return the commands of each pile: the turn of a face-down top, else its plays and then its moves into spaces.

    For two spit piles. These are all legal commands of a plain game (``SpitRules.is_plain``) until all are stuck.
    """
    zones, fits, stocks = table.zones, rules.fits, rules.stocks[seat]
    one, other = rules.centres
    pile = zones[one]
    on_one = fits[pile[-1]] if pile else NOTHING
    pile = zones[other]
    on_other = fits[pile[-1]] if pile else NOTHING
    commands: list[Command] = []
    spaces: list[str] = []
    for stock in stocks if rules.has_piles or not rules.is_plain else ():
        if not zones[stock]:
            spaces.append(stock)  # noqa: PERF401  # faster than a comprehension
    for stock in stocks:
        cards = zones[stock]
        if cards:
            top = cards[-1]
            if top in on_one:
                commands.append(rules.plays[stock][top])
            if top in on_other:
                commands.append(rules.other_plays[stock][top])
            elif top not in fits:  # face down
                commands.append(rules.turns[stock])
                continue
            if spaces and len(cards) > 1:
                _list_moves(rules, top, stock, spaces, commands)
    return commands


def _while_stuck(rules: SpitRules, table: Table, seat: int) -> list[Command]:
    """Return every legal command of a seat in a plain game while all are stuck: moves into spaces, then shouts."""
    commands = _moves(rules, table, seat) if rules.has_piles else []
    if rules.race.shouts or chooser(rules, table) == seat:
        commands += _shouts(rules, table, seat)
    return commands


def _moves(rules: SpitRules, table: Table, seat: int) -> list[Command]:
    """Return the moves into spaces: all that a seat can do with its piles in a plain game while all are stuck."""
    zones, stocks = table.zones, rules.stocks[seat]
    spaces = [stock for stock in stocks if not zones[stock]]
    commands: list[Command] = []
    if spaces:
        for stock in stocks:
            cards = zones[stock]
            if len(cards) > 1:
                _list_moves(rules, cards[-1], stock, spaces, commands)
    return commands


def _list_moves(rules: SpitRules, card: str, stock: str, spaces: Sequence[str], commands: list[Command]) -> None:
    """Append the moves of a card into these spaces (SPIT-5); the card is not its pile's only one."""
    moves = rules.moves[stock]
    for space in spaces:
        commands.append(moves[space][card])  # noqa: PERF401  # as above


def _from_piles_of_many(rules: SpitRules, table: Table, seat: int) -> list[Command]:
    """Return the commands of each pile, as in ``_from_piles``, for more than two spit piles."""
    zones, stocks = table.zones, rules.stocks[seat]
    spaces = [stock for stock in stocks if not zones[stock]]
    commands: list[Command] = []
    for stock in stocks:
        top = table.top(stock)
        if top is None:
            continue
        if top[0] == DOWN:
            commands.append(rules.turns[stock])
            continue
        commands += [Command("play", top, stock, pile) for pile in rules.centres if _goes(rules, table, top, pile)]
        if len(zones[stock]) > 1:
            _list_moves(rules, top, stock, spaces, commands)
    return commands


def _goes(rules: SpitRules, table: Table, card: str, pile: str) -> bool:
    top = table.top(pile)
    return top is not None and card in rules.fits[top]


def _of_variations(rules: SpitRules, table: Table, seat: int) -> list[Command]:
    """Extra commands of the variations: stacking equals, refilling a space, picking up last cards."""
    zones, stocks = table.zones, rules.stocks[seat]
    commands = _stacks(zones, stocks) if rules.options.stack_equals else []
    if rules.refills and zones[rules.spits[seat]]:
        commands += [Command("refill", to=stock) for stock in stocks if not zones[stock]]
    if may_conceal(rules, table, seat):
        commands.append(Command("conceal"))
    return commands


def _stacks(zones: Mapping[str, Zone], stocks: Sequence[str]) -> list[Command]:
    tops = [(stock, zones[stock][-1]) for stock in stocks if zones[stock]]
    return [
        Command("stack", card, stock, other)
        for stock, card in tops
        for other, under in tops
        if card[0] == under[0] != DOWN and stock != other
    ]


def _shouts(rules: SpitRules, table: Table, seat: int) -> list[Command]:
    """Return the shouts: of twins (SPIT-21), of being stuck, or of a pile to spit on alone (SPIT-8)."""
    if is_twin(rules, table):
        return [SPIT]
    if not table.scalars["stuck"]:
        return []
    if chooser(rules, table) == seat:
        return [Command("spit", to=pile) for pile in spit_piles(rules, table)]
    return [SPIT] if rules.race.shouts and may_shout(rules, table, seat) else []


def _claims(rules: SpitRules, table: Table, seat: int) -> list[Command]:
    """Return the claims of piles at the end of a deal (SPIT-9, SPIT-10, SPIT-20, SPIT-24, SPIT-25)."""
    if table.scalars["phase"] != "slap":
        return []
    if may_slap(rules, table, seat):
        return [claim_of(table, pile) for pile in allowed(rules, table)]
    if is_slam(rules, table):
        return [Command("claim")]
    return [SPIT] if may_claim_by_shout(rules, table) else []


def _legal_with_waiting(rules: SpitRules, table: Table, seat: int) -> list[Command]:
    """See ``_usual_legal``; only the choice of a pile while one is due, and none for a seat that has to wait."""
    if table.scalars["phase"] != "play":  # a deal may be at its cap while a seat chooses
        return _usual_legal(rules, table, seat)
    if not may_act(rules, table, seat):
        return []
    if rules.is_many and is_choosing(table):
        return [Command("slap", to=pile) for pile in spit_piles(rules, table)]
    now = _usual_legal(rules, table, seat)
    if not rules.travel_ns or not table.scalars["away"]:
        return now
    then = _usual_legal(rules, after_arrivals(table), seat)
    return [command for command in then if command.do == "play"] + [each for each in now if each.do != "play"]


def _would_take(rules: SpitRules, table: Table, card: str) -> bool:
    """See ``Game.would_take``: a top accepts the card, or a card under way to the middle does (SPIT-27).

    In the first edition of the rules only the tops count.
    """
    if table.phase != "play":
        return False
    if card in accepted(rules, table.zones):
        return True
    return rules.travel_ns > 0 and rules.edition > 1 and card in accepted(rules, after_arrivals(table).zones)


# What commands do


def land(rules: SpitRules, draft: Draft, now: int, before_play: BeforePlay) -> None:
    """Land the card of the first seat under way (SPIT-27)."""
    seat, play = _arrive(draft)
    _lay(rules, draft, seat, play, now, before_play)


def _lay(rules: SpitRules, draft: Draft, seat: int, command: Command, now: int, before_play: BeforePlay) -> None:
    """Put a card from a stock pile on the command's target (SPIT-3, SPIT-5, SPIT-19)."""
    if before_play is not None:
        before_play(draft, now)
    scalars = draft.scalars
    for key in rules.in_hand[seat]:  # ``disarm``, inlined: this is the usual command
        if scalars[key]:
            draft.set(key, "")
    source = command.source
    draft.move(command.card, source, command.to)
    if rules.options.auto_turn and draft.zones[source]:
        draft.turn_top(source)
    if rules.has_relay and command.do == "play":
        _hand_over(draft, seat)


def _before_a_move(rules: SpitRules, draft: Draft, command: Command) -> None:
    """Cancel shouts when cards are moved, until the last is given: after it, moves cannot stall the game (GEN-5).

    A move that turns a card counts like a turn (SPIT-4).
    """
    pile = draft.zones[command.source]
    if command.do in rules.turning and len(pile) > 1 and pile[-2][0] == DOWN:
        cancel_pending(rules, draft)
    elif not draft.scalars["turn_at"]:
        for said in rules.race.said:
            draft.set(said, False)


def _shout(rules: SpitRules, draft: Draft, seat: int, pile: str, now: int) -> None:
    """Perform a shout: a claim at the end of a deal (SPIT-20), a call of twins (SPIT-21), else a call to spit."""
    if draft.scalars["phase"] == "slap":
        _claim_by_shout(draft, seat, now)
    elif is_twin(rules, draft):
        _call_twins(rules, draft, seat, now)
    else:
        call_to_spit(rules, draft, seat, pile, now)


def call_to_spit(rules: SpitRules, draft: Draft, seat: int, pile: str, now: int) -> None:
    """Call "Spit!", with a pile if the seat may choose one. If no shout is needed, only store the choice."""
    if pile:
        draft.set("spit_on", pile)
    if not draft.scalars["turn_at"]:
        race.shout(rules.race, draft, seat, spitters(rules, draft), now)


# Twins


def _call_twins(rules: SpitRules, draft: Draft, seat: int, now: int) -> None:
    """Make the other seat take both piles, after the first call."""
    draft.say(seat, SHOUT)
    (other,) = rules.others[seat]
    take_both(rules, draft, other, now)


def take_both(rules: SpitRules, draft: Draft, seat: int, now: int) -> None:
    """Put both piles under the seat's spit cards; both seats spit anew. Armed cards stay armed."""
    for pile in rules.centres:
        draft.gather(pile, rules.spits[seat])
    spit_anew(rules, draft, now)


def spit_anew(rules: SpitRules, draft: Draft, now: int) -> None:
    """Have both seats spit anew ``turn_ms`` later, after the piles have been taken away."""
    if draft.scalars["spit_on"]:  # mostly not, and quicker than to set what is set
        draft.set("spit_on", "")
    _end_runs(rules, draft)
    cancel_pending(rules, draft)
    draft.set("turn_at", now + rules.race.turn_ns)


# Piles that are claimed


def slap_pile(rules: SpitRules, draft: Draft, seat: int, pile: str) -> None:
    """Assign that pile to the seat of the first slap, and the other pile, if there is one, to the other (SPIT-10)."""
    (other,) = rules.others[seat]
    piles = {seat: pile}
    for rest in claimable(rules, draft):
        if rest != pile:
            piles[other] = rest
    finisher = draft.number("finisher")
    take_piles(rules, draft, piles, won=draft.number("choice") if finisher == NOBODY else finisher)


def slam(rules: SpitRules, draft: Draft, seat: int) -> None:
    """Slam the marker: the borrower is out of cards or, if the other was first, takes the pile (SPIT-25)."""
    finisher = draft.number("finisher")
    (other,) = rules.others[finisher]
    (pile,) = spit_piles(rules, draft)
    take_piles(rules, draft, {other if seat == finisher else finisher: pile}, won=seat)


def _claim_by_shout(draft: Draft, seat: int, now: int) -> None:
    """Give the first seat to say "Spit" the choice, and time to make it (SPIT-20, ``shout``)."""
    draft.say(seat, SHOUT)
    draft.set("choice", seat)
    draft.set("choose_by", now + CLAIM_NS)


def take_piles(rules: SpitRules, draft: Draft, piles: Mapping[int, str], won: int) -> None:
    """Gather each seat's pile and remaining stock cards under its spit cards (SPIT-11), and end the deal.

    In Reverse Spit the deal's winner gets the stock cards of both (SPIT-26).
    """
    lay_down(rules, draft)
    _put_back_marker(rules, draft)
    for seat, hand in enumerate(rules.spits):
        if seat in piles:
            draft.gather(piles[seat], hand)
        takes_all = rules.winner_takes_stock and won != NOBODY
        for stock in rules.stocks[seat]:
            draft.gather(stock, rules.spits[won] if takes_all else hand)
    draft.set("won", won)
    draft.phase("over")


def lay_down(rules: SpitRules, draft: Draft) -> None:
    """Cancel all that was under preparation, armed cards too."""
    stop_play(rules, draft)
    for seat in rules.all_seats:
        disarm(rules, draft, seat)


def _put_back_marker(rules: SpitRules, draft: Draft) -> None:
    """Return the marker at the end of the deal."""
    for zone in (*rules.markers, *rules.centres) if rules.markers else ():
        if MARKER in draft.zones[zone]:
            draft.move(MARKER, zone, REST)


def take_pile(rules: SpitRules, draft: Draft, seat: int, pile: str) -> None:
    """Take the seat's chosen pile: after running out or, at the end, as the seat with the fewest stock cards."""
    draft.gather(pile, rules.spits[seat])
    draft.set("choice", NOBODY)
    draft.set("choose_by", 0)
    if not is_out(draft, seat):
        draft.set("finisher", seat)


# Runs (SPIT-27): a card lands ``travel_ms`` after its press, and until then its seat can do nothing else. If the piles
# are taken away, all runners return home with their cards.


def _set_off(rules: SpitRules, draft: Draft, seat: int, command: Command, now: int) -> None:
    """Start a seat's run with a card."""
    draft.set(f"run.{seat}", f"{command.source} {command.to}")
    draft.set(f"lands.{seat}", now + rules.travel_ns)
    draft.set("away", " ".join(map(str, (*away(draft), seat))))


def _arrive(draft: Draft) -> tuple[int, Command]:
    """End the run of the first seat under way; return the seat and its play, which lands now."""
    seat, *others = away(draft)
    source, pile = draft.text(f"run.{seat}").split()
    card = draft.zones[source][-1]
    _come_home(draft, seat)
    draft.set("away", " ".join(map(str, others)))
    return seat, Command("play", card, source, pile)


def _end_runs(rules: SpitRules, draft: Draft) -> None:
    """End all runs; the runners' cards stay in their piles."""
    if rules.travel_ns and draft.scalars["away"]:
        for seat in away(draft):
            _come_home(draft, seat)
        draft.set("away", "")


def _come_home(draft: Draft, seat: int) -> None:
    draft.set(f"run.{seat}", "")
    draft.set(f"lands.{seat}", 0)


def _hand_over(draft: Draft, seat: int) -> None:
    """Call the team's next runner after a play of a relay."""
    runner = draft.number(f"runner.{seat}") % TEAM + 1
    draft.set(f"runner.{seat}", runner)
    draft.say(seat, f"runner_{runner}")


# Cancelling what was under preparation when the table changes


def cancel_pending(rules: SpitRules, draft: Draft) -> None:
    """See ``Race.cancel_pending``; while there is no spit pile, both spit anew in any case (SPIT-21)."""
    turn_at = draft.scalars["turn_at"]
    race.cancel_pending(rules.race, draft)
    if not turn_at:
        return
    phase: str = draft.scalars["phase"]
    if phase == "play" and not spit_piles(rules, draft):
        draft.set("turn_at", turn_at)


def disarm(rules: SpitRules, draft: Draft, seat: int) -> None:
    """Disarm the seat's card and unmark its space."""
    for key in rules.in_hand[seat]:
        if draft.scalars[key]:
            draft.set(key, "")


def stop_play(rules: SpitRules, draft: Draft) -> None:
    """Cancel shouts, being stuck, the pile on which a seat spits alone (SPIT-8), and runs."""
    cancel_pending(rules, draft)
    draft.set("stuck", False)
    draft.set("spit_on", "")
    _end_runs(rules, draft)
