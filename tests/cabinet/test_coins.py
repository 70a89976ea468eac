"""Coins: pulses of their switches, credits that no cut loses, and a cabinet that waits for them."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.coins import GAP_NS, LEAST_NS, MOST_A_SECOND, MOST_NS, STUCK_NS, Balance, CoinSlots, Credits, Pulse
from cabinet.config.schema import Coins, CoinSwitch
from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.input.inputs import COINS, Inputs, Panels
from cabinet.input.sources import PanelSource, Sources, board_map
from cabinet.lamp_patterns import NOTHING
from cabinet.scenes.attract import Attract
from cabinet.scenes.machine_pages import AwaitedQuestion, Message
from cabinet.scenes.match import Again, MatchScene
from cabinet.scenes.ready import GettingReady, InsertCoin
from cabinet.scenes.title import Title
from cabinet.service.coin_items import CoinItems, CoinTask
from cabinet.store.ledger import COIN2, CREDITS
from cabinet.store.store import DiskStore
from cabinet.strings.catalogue import word
from engine.panel import ACTION, LEFT, Press
from engine.units import MS, S
from hardware.board.fake import FakeBoard
from hardware.board.source import BoardSource
from hardware.clock import FakeClock
from hardware.debounce import Debounced
from tests.cabinet.scenes.stories import Dialog
from tests.cabinet.service.test_operator_lines import Desk
from tests.cabinet.store.memory_store import MemoryStore
from tests.cabinet.test_whole_cabinet import AMBER, BLUE, CONFIG, Evening, names

PAID = CONFIG + "[coins]\nfree_play = false\nunits_per_credit = 2\n"


# Pulses


def heard(*edges: tuple[bool, int]) -> list[Pulse]:
    """What slot 1 makes of edges, each down or up at a time in ns."""
    slots = CoinSlots()
    seen = [slots.edge(Press(*COINS[0], down, at, "gpio")) for down, at in edges]
    return [pulse for pulse in seen if pulse is not None]


@pytest.mark.parametrize(
    ("width_ns", "fault"),
    [(1 * MS, "short"), (LEAST_NS - 1, "short"), (LEAST_NS, None), (20 * MS, None), (150 * MS, None), (MOST_NS, None),
     (MOST_NS + 1, "long")],
)  # fmt: skip
def test_a_pulse_is_a_coin_by_its_length(width_ns: int, fault: Any) -> None:
    assert heard((True, 0), (False, width_ns)) == [Pulse(0, fault)]


def test_a_coin_that_bounces_is_one_and_quick_pulses_of_one_mechanism_are_many() -> None:
    assert heard((True, 0), (False, 40 * MS), (True, 40 * MS + GAP_NS - 1), (False, 60 * MS)) == [Pulse(0)]
    train = [(down, at * 25 * MS) for at in range(20) for down in (at % 2 == 0,)]
    assert heard(*train) == [Pulse(0)] * 10


def test_a_switch_that_chatters_gives_no_credits_until_it_is_calm() -> None:
    slots, seen = CoinSlots(), list[Pulse | None]()
    for number in range(200):
        for down, at in ((True, number * 35 * MS), (False, number * 35 * MS + 18 * MS)):
            seen.append(slots.edge(Press(*COINS[1], down, at, "gpio")))
    pulses = [pulse for pulse in seen if pulse is not None]
    assert pulses == [Pulse(1)] * MOST_A_SECOND + [Pulse(1, "chatter")]
    later = 10 * S
    slots.edge(Press(*COINS[1], True, later, "gpio"))
    assert slots.edge(Press(*COINS[1], False, later + 50 * MS, "gpio")) == Pulse(1)


def test_a_stuck_switch_is_told_once_and_its_release_is_no_coin() -> None:
    slots = CoinSlots()
    slots.edge(Press(*COINS[0], True, 0, "gpio"))
    told = [slots.tick(at) for at in (STUCK_NS - 1, STUCK_NS, STUCK_NS + S)]
    assert told == [[], [Pulse(0, "stuck")], []]
    assert slots.edge(Press(*COINS[0], False, 9 * S, "gpio")) == Pulse(0, "long")


# Credits

PRICES = st.builds(Coins, st.just(False), *[st.integers(1, 4)] * 4, max_credits=st.integers(5, 9))


@given(PRICES, st.lists(st.sampled_from(["coin1", "coin2", "service", "take", "end", "cut"]), max_size=40))
def test_nothing_that_was_paid_in_is_lost_but_by_playing(prices: Coins, steps: list[str]) -> None:
    """What is in, and what the match under way has cost, is what came in less what ended matches cost."""
    credits, expected = Credits(MemoryStore(), lambda: prices), 0
    for step in steps:
        before = credits.balance
        match step:
            case "coin1" | "coin2":
                worth = prices.slot1_units if step == "coin1" else prices.slot2_units
                is_whole = credits.insert(int(step[-1]) - 1)
                gained = credits.balance.units - before.units
                assert (gained == worth) == is_whole and gained >= 0
                expected += gained
            case "service":
                credits.give()
                expected += prices.units_per_credit
            case "take" if not before.paid:
                assert credits.take() == (before.units >= credits.price)
            case "end":
                expected -= before.paid
                credits.end_match()
            case "cut":
                credits.give_back(goes_on=False)
        assert sum(credits.balance) == expected


@pytest.mark.parametrize("kept", ["", "x", "1", "1 2 3", "-1 0", "1e3 0", "9999999999 0", True, 5])
def test_a_balance_that_is_none_is_nothing(kept: Any) -> None:
    store = MemoryStore()
    store.set(CREDITS, kept)
    assert Credits(store, Coins).balance == Balance()


LIFE = """
import sys
from pathlib import Path
from cabinet.coins import Credits
from cabinet.config.schema import Coins
from cabinet.store.store import DiskStore
store = DiskStore(Path(sys.argv[1]))
credits = Credits(store, lambda: Coins(free_play=False, slot1_units=1, max_credits=99))
receipts = []
while True:
    if credits.balance.units >= 40:
        credits.take()
        credits.end_match()
    credits.insert(0)
    receipts.append(store.set("volume", 10))
    while receipts and receipts[0].is_saved:
        receipts.pop(0)
        print(store.audits()["coin.1"] - len(receipts), flush=True)
"""


@pytest.mark.parametrize("after", [1, 20, 77])
def test_a_kill_in_the_middle_keeps_every_coin_that_was_saved(after: int, tmp_path: Path) -> None:
    """The balance and its counts are of one moment, and no coin is gone that the store has called saved."""
    command = [sys.executable, "-c", LIFE, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as life:
        assert life.stdout is not None
        saved = [int(life.stdout.readline()) for _ in range(after)][-1]
        life.kill()
    store = DiskStore(tmp_path)
    audits, balance = store.audits(), Credits(store, Coins).balance
    store.close()
    assert audits["coin.1"] >= saved
    assert audits["coin.1"] - audits.get("credit.played", 0) == balance.units


# The whole cabinet


def coin(evening: Evening, width_ns: int = 60 * MS) -> Evening:
    """A coin falls into the first slot."""
    return evening.tap(COINS[0][1], COINS[0][0], hold_ns=width_ns)


def test_ready_is_dark_and_refuses_until_a_match_can_be_paid_for(tmp_path: Path) -> None:
    evening, seen = Evening(tmp_path, PAID).after(S), list[tuple[Any, bool, Balance]]()

    def look() -> None:
        top = evening.cabinet._stack.top
        assert isinstance(top, GettingReady | MatchScene), top
        seen.append((type(top), top.lamps == NOTHING, evening.cabinet.credits.balance))

    evening.tap(ACTION, AMBER).after(S).tap(ACTION, BLUE).do(look)
    coin(coin(evening).after(S).tap(ACTION, AMBER).do(look)).after(S).do(look)
    evening.tap(ACTION, AMBER).tap(ACTION, BLUE).after(2 * S).do(look).run()
    assert seen[:3] == [
        (GettingReady, True, Balance()), (GettingReady, True, Balance(1)), (GettingReady, False, Balance(2)),
    ]  # fmt: skip
    assert seen[3][0] is MatchScene and seen[3][2] == Balance(0, 2)
    assert "press.-1.COIN1" not in evening.store.audits()

    again = Evening(tmp_path, PAID, begins=evening.at + S).after(2 * S).tap(LEFT).tap(LEFT, BLUE).after(2 * S)
    again.do(lambda: seen.append((None, False, again.cabinet.credits.balance))).run()
    assert seen[-1][2] == Balance(2), "what the match cost that was cut off, and given up"
    assert again.store.audits()["credit.returned"] == 1


def test_whoever_wants_a_revenge_puts_in_another_coin(tmp_path: Path) -> None:
    evening = coin(coin(Evening(tmp_path, PAID).after(S))).after(S).tap(ACTION, AMBER).tap(ACTION, BLUE).after(S)

    def revenge() -> None:
        evening.cabinet._flow._stack.top.dismiss(Again(AMBER, are_both=True))  # type: ignore[union-attr]  # a result's

    evening.do(revenge).after(S).look().tap(ACTION).look()
    coin(coin(evening)).after(S).look().run()
    assert evening.seen == names(InsertCoin, InsertCoin, MatchScene)


def test_a_coin_wakes_the_cabinet_and_with_free_play_it_costs_nothing(tmp_path: Path) -> None:
    evening = coin(Evening(tmp_path).after(35 * S).look()).after(S).look()
    evening.tap(ACTION, AMBER).tap(ACTION, BLUE).after(2 * S).look()
    evening.do(lambda: evening.seen.append(str(evening.cabinet.credits.balance.units))).run()
    assert evening.seen == [*names(Attract, Title, MatchScene), "1"]


def test_a_held_switch_is_no_coin_and_the_title_says_so(tmp_path: Path) -> None:
    evening = coin(Evening(tmp_path, PAID).after(S), 4 * S).after(5 * S).look_at_notice().run()
    assert evening.seen == [word("coins.fault.long", slot=1)]
    counts = evening.store.audits()
    assert (counts["coin.stuck"], counts["coin.long"], counts.get("coin.1", 0)) == (1, 1, 0)


def test_the_operator_gives_and_takes_credits_behind_the_code_where_coins_are_taken() -> None:
    assert [item.is_locked for item in Desk().visit().items() if item.topic == "coins"] == [True] * 2, "none is wired"
    assert not [item for item in Desk(is_desk=True).visit().items() if item.topic == "coins"]
    desk = Desk("[coins]\nfree_play = false\n[input.coin1]\nkey = '5'\n")
    service = desk.visit()
    assert [item.is_locked for item in service.items() if item.topic == "coins"] == [True] * 10
    desk.code.is_open = True
    items = [item for item in service.items() if item.topic == "coins"]
    credits = Credits(desk.store, lambda: desk.config.coins)
    give, clear, *slots = items[-4:]
    assert slots[0].row().value == word("assign.line.keyboard", line="5")
    assert give.act() == word("coins.are_in", amount="1") and credits.is_enough
    assert clear.dangerous
    clear.act()
    assert credits.balance == Balance() and not credits.is_enough
    assert {name: desk.store.audits()[name] for name in ("credit.service", "credit.cleared")} == {
        "credit.service": 1, "credit.cleared": 1,
    }  # fmt: skip


# The switch, found at the panel


def test_a_switch_is_found_by_the_coin_that_closes_it_and_taken_away_again() -> None:
    """On a line of the board that no button has; buttons stay buttons meanwhile."""
    clock, toolkit = FakeClock(7 * S), Toolkit(Theme(), Fonts(), (800, 480))
    desk = Desk("[input.board]\nseats = [0]\n")
    board = FakeBoard(clock)
    source = BoardSource(board.open, clock=clock)
    buttons = board_map(desk.config.input, [AMBER])
    inputs = Inputs([Panels(Debounced(source), buttons)], lambda _event: None)
    inputs.start()
    sources = Sources(None, None, (PanelSource(source, buttons),))
    items = CoinItems(desk, desk.store, sources, inputs)

    def pulse(line: int) -> list[Press]:
        presses = list[Press]()
        for down in (True, False):
            board.edge(line, down)
            for _ in range(15):
                clock.advance(4 * MS)
                presses += inputs.drain(clock())
        dialog.advance(clock(), clock())
        return presses

    dialog = Dialog(items.tasks()[CoinTask.SLOT2](toolkit))
    assert [press.pressed for press in pulse(0)] == [True, False]
    assert isinstance(dialog.top, AwaitedQuestion)
    assert pulse(15) == []
    assert isinstance(dialog.top, Message)
    dialog.handle(Press(AMBER, ACTION, True, clock() + S, "board"))
    assert (desk.config.input.coin2, desk.restarts, len(dialog.results)) == (CoinSwitch(line=15), 1, 1)
    assert word("assign.line.board", line=15, board="board") in [item.row().value for item in items.settings()]
    dialog = Dialog(items.tasks()[CoinTask.SLOT2](toolkit))
    dialog.handle(Press(AMBER, ACTION, True, clock() + 2 * S, "board"))
    dialog.handle(Press(AMBER, ACTION, True, clock() + 4 * S, "board"))
    assert (desk.config.input.coin2, desk.restarts) == (CoinSwitch(), 2)
    assert COIN2 not in desk.store.settings()
    inputs.close()
