"""The comparison of two checkouts' engines: ratios within a round, the median of the rounds."""

from pathlib import Path

import pytest

from engine.setup import Setup, seats_of
from tools.bench.verify_worker import contents, verify_all
from tools.bench.verifying import LOGS, lines_in, log_of, row_of


def test_the_ratio_is_of_one_round_and_the_median_of_all() -> None:
    row = row_of("speed random", [(0.008, 0.004), (0.8, 0.2), (0.016, 0.0016)])
    assert row.figure == "0.25", "a slow moment hits both programs of a round"
    assert row.remark == f"{4 / LOGS:.1f} ms, there {16 / LOGS:.1f} ms"


def test_the_worker_verifies_the_logs_of_a_folder(tmp_path: Path) -> None:
    log = log_of(Setup("speed", {"caps": (20, 20)}, seats_of("bot:random", "bot:random")))
    (tmp_path / "0.jsonl").write_bytes(log)
    assert lines_in(tmp_path) == len(log.splitlines())
    assert verify_all(contents(tmp_path)) > 0
    (tmp_path / "1.jsonl").write_bytes(log.replace(b'"ok":true', b'"ok":false', 1))
    with pytest.raises(Exception, match="differs"):
        verify_all(contents(tmp_path))
