"""Speed for three and four (rules/speed.md, ``seats``): the deal, the aim, who is out, and what random play holds."""

from collections.abc import Mapping
from random import Random

import pytest

from engine import phases
from engine.bots import find_brain
from engine.cards import bare
from engine.chance import Chance
from engine.errors import OptionError
from engine.game import RULES, Outcome
from engine.games import set_up
from engine.games.speed.game import Speed
from engine.games.speed.rules import SpeedOptions, cards_left, may_shout
from engine.log_lines import CommandLine, Entry
from engine.match import Match
from engine.options import settle
from engine.panel import ACTION, LEFT, RIGHT, Act, Command, Press, mask
from engine.setup import Setup, seats_of
from engine.table import Draft, Table, Zone, with_layout
from engine.units import MS
from tools.soundness import every_card_is_there_once

BOTS = ("bot:random",) * 4


def deal(seats: int, **options: object) -> tuple[Speed, Table]:
    """A game of so many seats and its first deal, not yet opened."""
    game = Speed(settle(SpeedOptions, "speed", options), seats)
    draft = Draft(phases.initial(game))
    layout = game.layout(draft, Chance(3))
    dealt = Draft(with_layout(draft.table(), layout))
    phases.begin_deal(game, dealt)
    return game, dealt.table()


class Round:
    """A table of three, with these hands and tops in the middle, and open at once; times are ms."""

    def __init__(
        self,
        hands: tuple[str, ...],
        centre: str,
        stocks: tuple[str, ...] = ("", "", ""),
        rules: int = RULES,
        **options: object,
    ):
        game = set_up("speed", options, seats=len(hands), rules=rules)
        assert isinstance(game, Speed)
        self.game, names = game, game.rules
        zones: dict[str, Zone] = {}
        for seat, (hand, stock) in enumerate(zip(hands, stocks, strict=True)):
            cards = [*hand.split(), "", "", "", "", ""]
            zones |= {slot: (card,) if card else () for slot, card in zip(names.hands[seat], cards, strict=False)}
            zones[names.stocks[seat]] = tuple(stock.split())
        zones |= {pile: (top,) for pile, top in zip(names.centres, centre.split(), strict=True)}
        zones |= dict.fromkeys(names.reserves, ())
        draft = Draft(with_layout(phases.initial(self.game), zones))
        phases.begin_deal(self.game, draft)
        draft.phase("play")
        self.game.settle(draft, Chance(1), 0)
        self.table = draft.table()

    def tap(self, seat: int, *buttons: str) -> list[Command]:
        """Tap buttons one after the other, as the panel gives them; returns the commands that stood."""
        done = []
        for buttons_held in buttons:
            *held, last = buttons_held.split("+")
            for button in (*held, last):
                meaning = self.game.press(self.table, seat, button, mask(held) if button == last else 0)
                draft = Draft(self.table)
                if meaning.command is not None and self.game.refusal(self.table, seat, meaning.command) is None:
                    self.game.perform(draft, seat, meaning.command, 0)
                    self.game.settle(draft, Chance(1), 0)
                    done.append(meaning.command)
                else:
                    for key, value in meaning.select:
                        draft.set(key, value)
                self.table = draft.table()
        return done

    def do(self, seat: int, card: str, pile: str) -> None:
        """Play a card from wherever the seat holds it."""
        command = Command("play", card, self.table.where(card), pile)
        assert self.game.refusal(self.table, seat, command) is None
        draft = Draft(self.table)
        self.game.perform(draft, seat, command, 0)
        self.game.settle(draft, Chance(1), 0)
        self.table = draft.table()


def test_speed_1_three_seats_have_eleven_each_and_the_spare_lies_under_the_first_reserve() -> None:
    game, table = deal(3)
    assert [len(table.zone(f"centre.{k}")) for k in range(3)] == [1, 1, 1]
    assert [len(table.zone(f"reserve.{k}")) for k in range(3)] == [6, 5, 5]
    assert [cards_left(game.rules, table, seat) for seat in range(3)] == [11, 11, 11]
    assert sorted(bare(card) for zone in table.zones.values() for card in zone) == sorted(game.deck)


def test_speed_1_four_seats_share_two_packs() -> None:
    game, table = deal(4)
    assert len(game.deck) == 104
    assert [len(table.zone(f"centre.{k}")) for k in range(4)] == [0] * 4
    assert [len(table.zone(f"reserve.{k}")) for k in range(4)] == [5] * 4
    assert [cards_left(game.rules, table, seat) for seat in range(4)] == [21] * 4


@pytest.mark.parametrize(("seats", "each"), [(3, 17), (4, 26)])
def test_speed_15_three_and_four_have_all_cards_and_the_spare_lies_under_the_first_pile(seats: int, each: int) -> None:
    game, table = deal(seats, turn_from="stocks")
    assert [cards_left(game.rules, table, seat) for seat in range(seats)] == [each] * seats
    assert [len(table.zone(f"centre.{k}")) for k in range(seats)] == [len(game.deck) % seats] + [0] * (seats - 1)
    assert [len(table.zone(f"reserve.{k}")) for k in range(seats)] == [0] * seats
    draft = Draft(table)
    game.open(draft, Chance(3), 0)
    assert all(draft.zones[pile][-1][0] != "~" for pile in game.rules.centres)
    assert [len(draft.zones[stock]) for stock in game.rules.stocks] == [each - 6] * seats


@pytest.mark.parametrize(("seats", "each", "jokers"), [(3, 12, 2), (4, 22, 4)])
def test_speed_1_jokers_are_one_more_in_each_stock(seats: int, each: int, jokers: int) -> None:
    game, table = deal(seats, jokers=True)
    assert sum(card[0] == "X" for card in game.deck) == jokers
    assert [cards_left(game.rules, table, seat) for seat in range(seats)] == [each] * seats


@pytest.mark.parametrize("deal_name", ["20+5+1", "15+10+1"])
def test_gen_10_with_more_than_two_seats_the_deal_is_fixed(deal_name: str) -> None:
    with pytest.raises(OptionError, match=r"seats = 3 and deal = .* exclude each other"):
        set_up("speed", {"deal": deal_name}, seats=3)


def test_speed_3_every_seat_turns_a_card_onto_its_own_pile() -> None:
    for seats in (3, 4):
        game, table = deal(seats)
        draft = Draft(table)
        game.open(draft, Chance(1), 0)
        assert [len(draft.zones[pile]) for pile in game.rules.centres] == [1] * seats
        assert not any("~" in card for pile in game.rules.centres for card in draft.zones[pile])


def test_speed_4_left_and_right_move_the_aim_and_a_card_goes_there() -> None:
    table = Round(("6S 8D KC", "2C 2D", "TC TD"), "7H 7D 7S")
    assert table.table.text("aim.0") == "centre.0"
    table.tap(0, RIGHT, RIGHT)
    assert table.table.text("aim.0") == "centre.2"
    table.tap(0, RIGHT)
    assert table.table.text("aim.0") == "centre.0"
    assert table.tap(0, LEFT, "CARD1") == [Command("play", "6S", "seat0.hand1", "centre.2")]
    assert table.table.text("aim.1") == "centre.1", "every seat has an aim of its own"


def test_speed_4_quick_play_goes_to_the_only_pile_that_takes_the_card_without_aiming() -> None:
    table = Round(("6S KC", "2C 2D", "TC TD"), "QH 7D QS")
    assert table.tap(0, "CARD1") == [Command("play", "6S", "seat0.hand1", "centre.1")]
    slow = Round(("6S KC", "2C 2D", "TC TD"), "QH 7D QS", quick_play=False)
    assert slow.tap(0, "CARD1") == []
    assert slow.tap(0, RIGHT, "CARD1") == [Command("play", "6S", "seat0.hand1", "centre.1")]


def test_speed_7_only_those_who_are_in_need_shout() -> None:
    table = Round(("6S", "2C 9D", "4C 9C"), "7H QD QS", stuck_call="shout")
    table.tap(0, "CARD1")
    assert table.table.number("place.0") == 1 and table.table.flag("stuck")
    assert not may_shout(table.game.rules, table.table, 0)
    table.tap(1, ACTION)
    assert not table.table.number("turn_at")
    table.tap(2, ACTION)
    assert table.table.number("turn_at") == 700 * MS


def test_speed_11_the_others_play_on_until_one_is_left_and_the_first_out_has_won() -> None:
    table = Round(("6S", "8C", "8D 9C 2C"), "7H 7D 7S")
    table.do(0, "6S", "centre.0")
    assert table.table.phase == "play" and table.table.number("place.0") == 1
    assert table.game.legal(table.table, 0) == []
    table.do(2, "8D", "centre.2")
    table.do(1, "8C", "centre.1")
    assert table.table.phase == "over" and table.table.number("won") == 0
    assert [table.table.number(f"score.{seat}") for seat in range(3)] == [1, 0, 0]


def test_speed_11_points_are_counted_when_one_is_left() -> None:
    table = Round(("6S", "8C", "8D 9C 2C"), "7H 7D 7S", score="points")
    table.do(0, "6S", "centre.0")
    table.do(1, "8C", "centre.1")
    assert [table.table.number(f"score.{seat}") for seat in range(3)] == [3, 0, 0]


@pytest.mark.parametrize(("apart_ns", "won"), [(0, -1), (99_000, -1), (100_000, 0)])
def test_speed_11_two_first_out_in_a_dead_heat_are_void(apart_ns: int, won: int) -> None:
    """They may play on different piles, and the second could go on after the first: a contest all the same."""
    first = Round(("6S", "8C", "9C 2C"), "7H 7D 7S")

    class Given(Speed):
        def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
            return first.table.zones

        def open(self, draft: Draft, chance: Chance, now: int) -> None:
            draft.phase("play")

    game = Given(SpeedOptions(), 3)
    match = Match(Setup("speed", {}, seats_of("human", "human", "human")), game=game)
    for seat in (0, 0, 1, 2):
        match.handle(Press(seat, ACTION, True, match.zero_ns + 1 + match.state.since + seat, "pin"))
    while match.table.phase != "play":
        match.advance(match.next_deadline() or 0)
    at = match.state.since + 500 * MS
    match.handle(Press(1, "CARD1", True, at + apart_ns, "gpio", 100_000))
    told: list[Entry] = list(match.handle(Press(0, "CARD1", True, at, "gpio", 100_000)).entries)
    heats = [entry.dead_heat for entry in told if isinstance(entry, CommandLine) and entry.dead_heat]
    assert match.table.phase == "over"
    assert match.table.number("won") == won
    assert bool(heats) == (won < 0)


def at_the_cap(table: Round, scores: tuple[int, ...]) -> Outcome:
    """The outcome if the match's cap came now, with these scores."""
    draft = Draft(table.table)
    for seat, score in enumerate(scores):
        draft.score(seat, score)
    return table.game.standing(draft.table())


@pytest.mark.parametrize(("rules", "winner"), [(RULES, 1), (1, 0)])
def test_gen_8_a_tie_at_the_cap_is_broken_among_those_in_front(rules: int, winner: int) -> None:
    table = Round(("7H", "9H 9D", "9C 9S KC"), "2S 2H 2D", rules=rules)
    assert at_the_cap(table, (0, 2, 2)) == Outcome(winner, "cap", (0, 2, 2)), "AMBER has the fewest cards, and no deal"


def test_gen_8_a_tie_at_the_cap_stays_one_if_those_in_front_hold_as_many_cards() -> None:
    table = Round(("7H", "9H 9D", "9C 9S"), "2S 2H 2D")
    assert at_the_cap(table, (0, 2, 2)).winner is None
    assert at_the_cap(table, (2, 1, 1)).winner == 0


def test_gen_8_of_those_in_front_who_is_out_is_ahead() -> None:
    table = Round(("7H", "9H 9D", "9C 9S"), "6S 2H 2D")
    table.do(0, "7H", "centre.0")
    assert table.table.number("place.0") == 1
    assert at_the_cap(table, (1, 1, 0)).winner == 0
    assert at_the_cap(table, (0, 1, 0)).winner == 1


def test_gen_8_the_cap_gives_the_deal_to_the_first_out() -> None:
    table = Round(("6S", "8C 8H", "8D 9C 2C"), "7H 7D 7S")
    table.do(0, "6S", "centre.0")
    draft = Draft(table.table)
    table.game.cap(draft, Chance(1), 0)
    assert draft.number("won") == 0


OPTION_SETS: tuple[dict[str, object], ...] = (
    {},
    {"jokers": True, "declared_joker": True, "doubles": True, "score": "points"},
    {"replenish": "press", "stuck_call": "shout", "recycle": "keep_tops", "hand_size": 4, "quick_play": False},
    {"consent_flip": True, "jokers": True, "caps": (30, 60)},
    {"jokers": True, "declared_joker": True, "quick_play": False, "consent_flip": True, "stuck_call": "shout"},
)


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
@pytest.mark.parametrize("seats", [3, 4])
def test_gen_6_random_play_leads_to_an_outcome_by_buttons_too(seats: int, options: dict[str, object]) -> None:
    match = Match(Setup("speed", {"best_of": 1, **options}, seats_of(*BOTS[:seats]), 7))
    game, chance, now = match.game, Random(7), 0
    for _ in range(6000):
        if match.outcome is not None:
            break
        able = [(seat, commands) for seat in range(seats) if (commands := match.legal(seat))]
        due = match.next_deadline()
        assert due is not None or able
        now += 200 * MS
        if not able or chance.random() < 0.03 or (due is not None and due <= now):
            now = max(now, due or now)
            match.advance(now)
            continue
        seat, commands = chance.choice(able)
        command = chance.choice(commands)
        assert game.refusal(match.table, seat, command) is None
        taps = game.presses_for(match.table, seat, command)
        if match.table.number(f"lock.{seat}") >= now or (due is not None and due < now + 50 * MS):
            match.handle(Act(seat, command, now))
        else:
            told = [line for place, what in enumerate(taps) for line in tapped(match, seat, what, now + MS * place)]
            assert [(line.command, line.ok) for line in told] == [(command, True)]
        assert every_card_is_there_once(match.game, match.table)
        if match.table.phase == "play" and match.table.flag("stuck"):
            assert not any(c.do == "play" for n in range(seats) for c in match.legal(n))
    assert match.outcome is not None


def tapped(match: Match, seat: int, what: str, now: int) -> list[CommandLine]:
    """Press and let go: ``LEFT+CARD3`` is CARD3 while LEFT is held."""
    names = what.split("+")
    events = [Press(seat, name, True, now + place, "pin") for place, name in enumerate(names)]
    events += [Press(seat, name, False, now + 9 + place, "pin") for place, name in enumerate(names)]
    told = [entry for event in events for entry in match.handle(event).entries]
    return [entry for entry in told if isinstance(entry, CommandLine) and entry.seat == seat]


@pytest.mark.parametrize("seats", [3, 4])
def test_gen_7_bots_play_it_to_the_end(seats: int) -> None:
    names = ("fast", "slow", "middling", "fast")[:seats]
    setup = Setup("speed", {}, seats_of(*(f"bot:{name}" for name in names)), 2)
    match = Match(setup, brains={seat: find_brain(name) for seat, name in enumerate(names)})
    while (due := match.next_deadline()) is not None:
        match.advance(due)
    assert match.outcome is not None and match.outcome.reason in ("deals", "cap")
