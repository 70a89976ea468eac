"""The options of Mod-Spit: those of Spit, less the shouts, and its own (docs/rules/mod-spit.md, "Options")."""

from dataclasses import dataclass

from engine.errors import OptionError
from engine.games.mod_spit.sequences import SEQUENCES, parse
from engine.games.spit.rules import SpitOptions
from engine.options import Option, Value, absent, number, one_of, option, yes_no


@dataclass(frozen=True, slots=True)
class CustomRules(Option):
    """The owner's own thirteen rules, ace to king: each a sequence's name or numbers from 0 to 12.

    As text they are separated by semicolons, ``prime; 0 1 4; odd; …``; a configuration may also list thirteen texts.
    """

    def takes(self) -> str:
        """See ``Option.takes``."""
        names = ", ".join(SEQUENCES)
        return f"13 rules parted by ; each of them numbers from 0 to 12 parted by spaces, or one of {names}"

    def check(self, value: object) -> Value:
        """See ``Option.check``."""
        if isinstance(value, list | tuple):
            value = ";".join(map(str, value))
        if value == "":
            return ""
        if not isinstance(value, str) or any(rule is None for rule in map(parse, value.split(";"))):
            raise OptionError(f"option {self.name} = {value}: it takes {self.takes()}")
        if len(value.split(";")) != len(SEQUENCES):
            raise OptionError(f"option {self.name} has {len(value.split(';'))} rules: it takes {self.takes()}")
        return "; ".join(" ".join(rule.split()) for rule in value.split(";"))

    def read(self, text: str) -> Value:
        """See ``Option.read``."""
        return self.check(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModSpitOptions(SpitOptions):
    """The options of Mod-Spit."""

    # Options of Spit that it fixes; any other value is refused (GEN-10).

    stuck_call: str = one_of("auto")
    layout: str = one_of("11111")
    claim: str = one_of("slap")

    # Options of Spit that it does not have, since they need ACTION for another purpose.

    twin_call: bool = absent(False)
    conceal_last: int = absent(0)
    spit_card_please: bool = absent(False)
    slam_ms: int = absent(0)

    # Its own

    slap_window_ms: int = number(500, 100, 2000)
    """MOD-2."""
    slap_grace_ms: int = number(250, 1, 1000, zero_off=True)
    """MOD-2."""
    rule: str = one_of("basic", "drawn", "custom")
    """MOD-4."""
    rule_each_deal: bool = yes_no(False)
    """MOD-4."""
    custom_rules: str = option(CustomRules("", ""))
    """MOD-4."""


def check_custom(options: ModSpitOptions) -> None:
    """Raise OptionError unless custom rules are both given and chosen, or neither (MOD-4)."""
    given, wanted = bool(options.custom_rules), options.rule == "custom"
    if given != wanted:
        remedy = "give 13 rules" if wanted else "set rule = custom to play them"
        raise OptionError(f"options rule = {options.rule} and custom_rules belong together: {remedy}.")
