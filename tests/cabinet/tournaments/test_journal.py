"""Reading a journal: every fault names its line, and the remedy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.tournaments.evening import Evening, drawn
from cabinet.tournaments.journal import JournalError, Party, Tournament, WinnerStays, read, written
from tests.cabinet.tournaments.playing import NAMES

QUEUE = '{"do":"winner_stays","names":["ANA","BEN","KAI"]}'
CUP = '{"do":"tournament","names":["ANA","BEN","KAI"],"kind":"single"}'
SWISS = '{"do":"tournament","names":["ANA","BEN","KAI"],"kind":"swiss"}'
ROUND = '{"do":"paired","round":1,"pairs":[[0,1]],"bye":2}'
RESULT = '{"do":"result","match":"m","seats":[1,2],"winner":1,"series":"W1.2"}'


def test_a_line_is_compact_and_reads_back() -> None:
    for start in (
        WinnerStays(("ANA", "BEN")),
        Tournament(("ANA", "BEN", "KAI"), kind="double", best_of=3, game="spit"),
        Party(("ANA", "BEN"), sides=(0, 1)),
    ):
        assert read([written(start)]) == (start,)
    assert written(WinnerStays(("ANA", "BEN"))) == '{"do":"winner_stays","names":["ANA","BEN"]}'


@pytest.mark.parametrize(
    ("lines", "at", "why"),
    [
        ([], 1, "do"),
        ([""], 1, "truncated"),
        (["{"], 1, "truncated"),
        (["[]"], 1, "object"),
        (['{"do":"left","entrant":0}'], 1, "do"),
        ([QUEUE, QUEUE], 2, "do"),
        ([QUEUE, '{"do":"handed_over","entrant":0}'], 2, "handed_over"),
        ([QUEUE, '{"do":"left","entrant":0,"reason":"late"}'], 2, "reason"),
        ([QUEUE, '{"do":"left","entrant":3}'], 2, "entrant"),
        ([QUEUE, '{"do":"left","entrant":-1}'], 2, ">= 0"),
        ([QUEUE, '{"do":"joined","entrant":4,"name":"ZOE"}'], 2, "entrant"),
        ([QUEUE, '{"do":"joined","entrant":3,"name":"zoe"}'], 2, "regex"),
        ([CUP, '{"do":"joined","entrant":3,"name":"ZOE"}'], 2, "entrant"),
        ([QUEUE, ROUND], 2, "round"),
        ([SWISS, '{"do":"paired","round":2,"pairs":[[0,1]]}'], 2, "round"),
        ([SWISS, '{"do":"paired","round":1,"pairs":[[0,1],[1,2]]}'], 2, "pairs"),
        ([CUP, RESULT, RESULT], 3, "match"),
        ([CUP, RESULT.replace('"winner":1', '"winner":0')], 2, "winner"),
        ([CUP, RESULT.replace("[1,2]", "[1,1]")], 2, "seats"),
        ([CUP, RESULT.replace("W1.2", "W9.9")], 2, "series"),
        ([CUP, RESULT, RESULT.replace('"m"', '"n"')], 3, "series"),
        ([CUP, '{"do":"took_back","match":"m"}'], 2, "match"),
        ([CUP, RESULT, '{"do":"took_back","match":"m","rounds":[1]}'], 3, "rounds"),
        ([CUP, '{"do":"no_show","match":"n","entrant":0,"series":"W1.2"}'], 2, "entrant"),
        ([QUEUE, '{"do":"walkover","series":"W1.2","seats":[0,1]}'], 2, "seats"),
        ([QUEUE, '{"do":"leaders","entrants":[0]}'], 2, "do"),
        (['{"do":"winner_stays","names":["ANA","ANA"]}'], 1, "known"),
        (['{"do":"winner_stays","names":["ANA"],"merged":[0,0]}'], 1, "line"),
        (['{"do":"winner_stays","names":["ANA","BEN"],"streak":12}'], 1, "streak"),
        (['{"do":"tournament","names":["ANA","BEN","KAI"],"kind":"ladder"}'], 1, "ladder"),
    ],
)  # fmt: skip
def test_a_fault_names_its_line_and_the_remedy(lines: list[str], at: int, why: str) -> None:
    with pytest.raises(JournalError, match="end the evening") as caught:
        Evening.of(lines)
    assert caught.value.line == at
    assert f"Line {at} " in str(caught.value)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.lists(st.one_of(st.text(), st.sampled_from([QUEUE, CUP, SWISS, ROUND, RESULT])), max_size=4))
def test_noise_is_an_evening_or_a_journal_error(lines: list[str]) -> None:
    try:
        Evening.of(lines)
    except JournalError as error:
        assert 1 <= error.line <= max(1, len(lines))


def test_a_line_that_a_power_cut_left_out_is_written_before_the_next() -> None:
    lines = list(Evening.begin(Tournament(NAMES[:4], kind="swiss")).lines)
    cut = Evening.of(lines[:1])
    assert cut.now is not None
    change = cut.result(cut.now, cut.now.names[0], "m")
    assert list(change.lines[:1]) == lines[1:]
    assert Evening.of([*lines[:1], *change.lines]).now == change.evening.now


def test_a_walkover_that_a_power_cut_left_out_is_written_before_the_next() -> None:
    start = Evening.begin(Tournament(NAMES[:4], kind="single"))
    left = start.evening.withdraw(NAMES[0])
    assert len(left.lines) == 2
    change = Evening.of([*start.lines, left.lines[0]]).withdraw(NAMES[1])
    assert change.lines[0] == left.lines[1]


def test_a_draw_depends_on_the_seed_and_not_on_the_order_of_the_names() -> None:
    assert drawn(NAMES[:8], 7) == drawn(NAMES[:8][::-1], 7)
    assert sorted(drawn(NAMES[:8], 7)) == sorted(NAMES[:8])
    assert len({drawn(NAMES[:8], seed) for seed in range(20)}) > 15
