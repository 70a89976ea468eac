"""Every stage, every stake and every refusal has its text."""

import re
from pathlib import Path
from typing import get_args

from msgspec.structs import replace

from cabinet.strings.catalogue import SHARED, has_word
from cabinet.tournaments.journal import WinnerStays
from cabinet.tournaments.views import Stage, Stake, stage_text, stake_text
from tests.cabinet.tournaments.playing import Night


def test_every_stage_and_stake_has_its_text() -> None:
    up = Night(WinnerStays(("ANA", "BEN"))).up
    for stage in get_args(Stage):
        assert stage_text(replace(up, stage=stage, round=2))
    for stake in get_args(Stake):
        assert stake_text(replace(up, stakes=(stake, stake), best_of=3), 1)
    assert stage_text(replace(up, stage="losers", round=3)) == "BEATEN ONCE, ROUND 3"


def test_every_refusal_has_its_text_and_every_text_its_refusal(repository: Path) -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (repository / "cabinet" / "tournaments").glob("*.py"))
    asked = set(re.findall(r'Refused\("(\w+)"\)', source))
    assert asked
    assert all(has_word(f"evening.why.{reason}") for reason in asked)
    reasons = {key.rpartition(".")[2] for key in SHARED if key.startswith("evening.why.")}
    assert {reason for reason in reasons if f'"{reason}"' not in source} == set()
