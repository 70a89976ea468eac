"""The text of lines, written at once: that of ``json.dumps`` for the same members in the same order."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.log_lines import (
    MOST,
    QUOTED,
    Cache,
    CommandLine,
    OwnLine,
    PressLine,
    as_text,
    command_text,
    effects_text,
    json_text,
)
from engine.panel import Command
from engine.table import Effect

texts = st.text(max_size=8) | st.sampled_from(["seat0.hand1", "~7H", 'a"b', "\\", "ü", "\n", "\x00", "♠"])
numbers = st.integers(-1, 10**17)
effects: Any = st.one_of(
    st.tuples(st.just("move"), texts, texts, texts),
    st.tuples(st.just("turn"), texts, st.sampled_from(["up", "down"])),
    st.tuples(st.just("gather"), texts, texts),
    st.tuples(st.just("shuffle"), texts, st.lists(texts, max_size=3).map(tuple)),
    st.tuples(st.just("score"), numbers, numbers),
    st.tuples(st.just("say"), numbers, texts),
    st.tuples(st.just("phase"), texts),
    st.tuples(st.just("foul"), numbers, texts),
    st.tuples(st.just("set"), st.sampled_from(["a", "b"]), texts | st.booleans() | st.integers(0, 1) | numbers),
)
several: Any = st.lists(effects, max_size=4).map(tuple)


def dumped(line: object) -> str:
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False)


@given(several)
def test_effects(told: tuple[Effect, ...]) -> None:
    assert effects_text(told) == dumped(told)


def test_true_and_1_are_two_texts_whichever_came_first() -> None:
    for values in ((True, 1, False, 0), (0, False, 1, True)):
        for value in values:
            assert effects_text((("set", "flag", value),)) == f'[["set","flag",{dumped(value)}]]'


@given(texts, texts, texts, texts, st.lists(texts, max_size=2).map(tuple), st.integers(-1, 20), texts)
def test_commands(do: str, card: str, source: str, to: str, cards: tuple[str, ...], target: int, word: str) -> None:
    line: dict[str, object] = {"do": do, "card": card, "cards": cards, "from": source, "to": to, "word": word}
    line = {key: value for key, value in line.items() if value or key == "do"}
    if target >= 0:
        line["target"] = target
        if word:
            line["word"] = line.pop("word")
    assert command_text(Command(do, card, source, to, cards, target, word)) == dumped(line)[1:-1]


@given(numbers, st.booleans(), texts, texts, several, st.booleans(), st.integers(0, 3))
def test_a_press(t: int, pressed: bool, source: str, ignored: str, told: Any, ticks: bool, early_ns: int) -> None:
    line: dict[str, object] = {"t": t, "press": [1, "CARD2", pressed], "source": source, "res": 5}
    if ticks:
        line |= {"clock": "board", "tick_ns": t, "tick_res": 7}
    line |= {"early_ns": early_ns} if early_ns else {}
    line |= {"ignored": ignored} if ignored else {}
    line |= {"effects": told} if told else {}
    clock = ("board", t, 7) if ticks else ("", 0, 0)
    assert as_text(PressLine(t, 1, "CARD2", pressed, source, 5, ignored, told, *clock, early_ns)) == dumped(line)


@given(numbers, several, st.sampled_from(["", "rank"]), st.booleans(), st.booleans())
def test_a_judged_command(t: int, told: Any, why: str, is_beaten: bool, judged: bool) -> None:
    command = Command("play", "7H", "seat0.hand1", "centre.0")
    line: dict[str, object] = {"t": t, "seat": 0, "do": "play", "card": "7H", "from": "seat0.hand1", "to": "centre.0"}
    line |= {"ok": False} | ({"why": why} if why else {})
    line |= {"beaten_by": 1, "margin_ns": 9} if is_beaten else {}
    line |= {} if judged else {"judged": False}
    beaten = (1, 9) if is_beaten else (-1, -1)
    assert as_text(CommandLine(t, 0, command, False, told, why, *beaten, judged=judged)) == dumped(
        line | {"effects": told}
    )


def test_the_winner_of_a_dead_heat() -> None:
    line = CommandLine(5, 0, Command("slap"), True, dead_heat=(0, 1), draw=1)
    assert as_text(line) == '{"t":5,"seat":0,"do":"slap","ok":true,"dead_heat":[0,1],"draw":1,"effects":[]}'


@given(numbers, several)
def test_the_matchs_own_line(t: int, told: Any) -> None:
    assert as_text(OwnLine(t, told)) == dumped({"t": t, "effects": told})


def test_the_caches_are_bounded() -> None:
    cache = Cache[int, str](json_text)
    for number in range(MOST + 5):
        assert cache[number] == str(number)
    assert len(cache) == 5
    assert QUOTED['"'] == r'"\""'
