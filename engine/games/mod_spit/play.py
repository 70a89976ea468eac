"""The commands of a seat in Mod-Spit: Spit's, and the number slap with its consequences (MOD-1 to MOD-3)."""

from engine.game import NOBODY
from engine.games.mod_spit.rules import BOTH, SLAP, ModSpitRules, is_right, is_settling, may_slap
from engine.games.spit.game import Spit
from engine.games.spit.play import spit_anew, take_both
from engine.games.spit.rules import CLAIM_NS, spit_piles
from engine.panel import Command
from engine.table import Draft, Table


class ModSpitPlay(Spit):
    """The commands of Mod-Spit: those of Spit, and number slaps.

    The methods that run after every play call Spit's by its name, here and in the next layers: ``super()`` takes
    several times as long.
    """

    mod_rules: ModSpitRules
    """Set by the subclass."""

    def refusal(self, table: Table, seat: int, command: Command) -> str | None:
        """See ``Spit.refusal``; no plays are legal until a wrong slap is settled (MOD-2)."""
        if command.do == "number_slap":
            return None if may_slap(self.mod_rules, table, seat) else "window"
        scalars = table.scalars
        if not (scalars["wrong_by"] and is_settling(table)):
            return Spit.refusal(self, table, seat, command)
        choice: int = scalars["choice"]
        if command.do != "slap" or choice != seat:
            return "window"
        return None if command.to in spit_piles(self.rules, table) else "empty"

    def legal(self, table: Table, seat: int) -> list[Command]:
        """See ``Spit.legal``."""
        scalars = table.scalars
        commands: list[Command] = []
        if not (scalars["wrong_by"] and is_settling(table)):
            commands = Spit.legal(self, table, seat)
        else:
            choice: int = scalars["choice"]
            if choice == seat:
                return list(self.mod_rules.choices)
        if may_slap(self.mod_rules, table, seat):
            commands.append(SLAP)
        return commands

    def perform(self, draft: Draft, seat: int, command: Command, now: int) -> None:
        """See ``Spit.perform``."""
        if command.do == "number_slap":
            _slap(self.mod_rules, draft, seat, now)
        elif draft.scalars["wrong_by"] and is_settling(draft):
            choose_pile(self.mod_rules, draft, seat, command.to, now)
        else:
            Spit.perform(self, draft, seat, command, now)


def note_covered(rules: ModSpitRules, draft: Draft, now: int) -> None:
    """Note, before a card covers right tops, that they stay right for ``slap_grace_ms`` (MOD-2)."""
    if is_right(rules, draft):
        draft.set("right_until", now + rules.grace_ns)


def _slap(rules: ModSpitRules, draft: Draft, seat: int, now: int) -> None:
    """Perform a number slap: if right, the other takes both piles; if wrong, wait for the other's slap (MOD-2)."""
    (other,) = rules.spit.others[seat]
    scalars = draft.scalars
    right_until: int = scalars["right_until"]
    wrong: int = scalars["wrong"]
    wrong_by: int = scalars["wrong_by"]
    draft.say(seat, "number_slap")
    if is_right(rules, draft) or now < right_until:
        take_piles(rules, draft, other, now)
    elif wrong == NOBODY:
        draft.foul(seat, "wrong_number")
        draft.set("wrong", seat)
        draft.set("wrong_by", now + rules.window_ns)
    else:  # both were wrong: the later seat chooses its pile
        draft.foul(seat, "wrong_number")
        if wrong_by == now + rules.window_ns:
            draft.set("wrong", BOTH)
        else:
            draft.set("choice", seat)
        draft.set("wrong_by", now + CLAIM_NS)


def choose_pile(rules: ModSpitRules, draft: Draft, seat: int, pile: str, now: int) -> None:
    """After two wrong slaps, give the later seat its chosen pile, the other seat the other; both spit anew."""
    (other,) = rules.spit.others[seat]
    for name in rules.spit.centres:
        draft.gather(name, rules.spit.spits[seat if name == pile else other])
    clear_slap(draft)
    choice: int = draft.scalars["choice"]
    if choice != NOBODY:
        draft.set("choice", NOBODY)
    spit_anew(rules.spit, draft, now)


def clear_slap(draft: Draft) -> None:
    """Clear the slap being settled and the grace for covered tops."""
    scalars = draft.scalars
    if scalars["right_until"]:
        draft.set("right_until", 0)
    if scalars["wrong_by"]:
        draft.set("wrong", NOBODY)
        draft.set("wrong_by", 0)


def take_piles(rules: ModSpitRules, draft: Draft, seat: int, now: int) -> None:
    """Put all spit piles under the seat's spit cards; both spit anew ``turn_ms`` later (MOD-3)."""
    clear_slap(draft)
    choice: int = draft.scalars["choice"]
    if choice != NOBODY:
        draft.set("choice", NOBODY)
    take_both(rules.spit, draft, seat, now)
