"""The sounds of a match: which there is for an entry of its record, and that none is played twice."""

from collections.abc import Collection

import pytest

from cabinet.audio.match_sounds import BY_RANK, LEAD_NS, RUN_NS, MatchSounds, Occasion, sound_of, sounds_of
from cabinet.audio.player import files_of
from engine.game import Outcome
from engine.log_lines import CommandLine, DealLine, OutcomeLine, OwnLine, PauseLine, ResumeLine
from engine.panel import Command
from engine.table import Effect, Table

MS = 1_000_000
S = 1000 * MS
AMBER, BLUE = 0, 1


class Ears:
    """A match's sounds, in the order in which they are played."""

    def __init__(
        self, people: Collection[int] = (AMBER, BLUE), occasion: Occasion | None = None, *, tension: bool = False
    ) -> None:
        self.all: list[str] = []
        self.match = MatchSounds(self.all.extend, people, occasion, tension=tension)

    @property
    def sounds(self) -> list[str]:
        """The effects."""
        return [name for name in self.all if not name.startswith(("say.", "opening.", "music.", "pulse."))]

    @property
    def said(self) -> list[str]:
        """The announcer's clips."""
        return [name.partition(".")[2] for name in self.all if name.startswith(("say.", "opening."))]

    @property
    def moods(self) -> list[str]:
        """The tunes of the music with their levels."""
        return [name.removeprefix("music.") for name in self.all if name.startswith("music.")]

    @property
    def pulses(self) -> list[int]:
        """The pulses that were asked for."""
        return [int(name.removeprefix("pulse.")) for name in self.all if name.startswith("pulse.")]

    def deal(
        self,
        amber: int,
        blue: int,
        *,
        at: int = 0,
        phase: str = "play",
        deal: int = 1,
        stuck: bool = False,
        lap: int = 0,
    ) -> None:
        """The table of Speed at a moment, with so many cards in both hands."""
        zones = {"seat0.hand1": ("7H",) * amber, "seat1.hand1": ("7H",) * blue, "centre.0": ("8H",)}
        self.match.on_table(Table(zones, {"phase": phase, "deal": deal, "stuck": stuck, "lap": lap}), at)


def command(seat: int) -> Command:
    return Command("play", "7H", f"seat{seat}.hand1", "centre.0")


def beaten(seat: int, by: int, margin_ns: int, t: int = 0) -> CommandLine:
    return CommandLine(t, seat, command(seat), False, why="rank", beaten_by=by, margin_ns=margin_ns)


def drawn(winner: int) -> CommandLine:
    card: Effect = ("move", "7H", f"seat{winner}.hand1", "centre.0")
    return CommandLine(0, winner, command(winner), True, (card,), dead_heat=(AMBER, BLUE), draw=winner)


def test_a_catch_after_which_play_goes_on_sounds_as_a_catch() -> None:
    effects: tuple[Effect, ...] = (("say", BLUE, "catch"), ("phase", "play"), ("gather", "centre.0", "seat0.stock"))
    assert sounds_of(CommandLine(0, BLUE, Command("slap"), True, effects)) == ("slap.1", "catch")


def test_every_sound_that_is_ranked_is_there() -> None:
    assert set(BY_RANK) <= {name.partition(".")[0] for name in files_of("sounds")}


@pytest.mark.parametrize(
    ("effect", "sound"),
    [
        (("move", "7H", "seat0.hand1", "centre.0"), "play.0@L"),
        (("move", "7H", "seat5.hand1", "centre.1"), "play.1@R"),
        (("move", "7H", "reserve.1", "centre.1"), "turn"),
        (("move", "7H", "seat0.stock", "seat0.hand1"), "draw.0"),
        (("move", "7H", "deck", "seat0.hand1"), "deal"),
        (("turn", "7H", "up"), "turn"),
        (("gather", "centre.0", "seat0.spit"), "gather"),
        (("shuffle", "reserve.0", ("7H", "8H")), "shuffle"),
        (("say", 1, "spit"), "shout.1"),
        (("say", -1, "dead_end"), "word"),
        (("say", 0, "uno"), "call"),
        (("say", 2, "catch"), "catch"),
        (("say", 1, "torkel"), "word"),
        (("move", "G7/1", "seat2.hand", "discard"), "play.2"),
        (("move", "7H", "pile", "seat0.hand"), "take"),
        (("set", "ready.1", True), "ready.1"),
        (("set", "ready.1", False), None),
        (("set", "colour", "R"), "colour"),
        (("set", "direction", -1), "direction"),
        (("say", -1, "stuck"), "stuck"),
        (("foul", 1, "false_start"), "bounce.1"),
        (("set", "beat", 3), "beat"),
        (("set", "beat", 0), None),
        (("set", "armed.0", "seat0.hand1"), None),
        (("phase", "play"), "go"),
        (("phase", "over"), "over"),
        (("phase", "finished"), None),
        (("phase", "ready"), None),
        (("score", 0, 1), "point.0"),
        (("score", 0, -1), None),
    ],
)
def test_an_effect_sounds_like_what_it_is(effect: Effect, sound: str | None) -> None:
    assert sound_of(effect) == sound


def test_of_one_instant_only_the_weightiest_sound_is_heard() -> None:
    refill: tuple[Effect, ...] = (
        ("move", "7H", "seat0.hand1", "centre.0"),
        ("move", "9C", "seat0.stock", "seat0.hand1"),
        ("turn", "9C", "up"),
    )
    assert sounds_of(OwnLine(0, refill)) == ("play.0@L",)
    assert sounds_of(OwnLine(0, ())) == ()


def test_a_layout_is_heard_being_dealt() -> None:
    assert sounds_of(DealLine(0, 1, 0, {"seat0.stock": ("~7H",)})) == ("deal",)


def test_a_refused_card_bounces_back() -> None:
    assert sounds_of(CommandLine(0, BLUE, command(BLUE), False, why="rank")) == ("bounce.1",)


def test_what_a_rewind_tells_again_is_heard_once() -> None:
    ears = Ears()
    match = ears.match
    first, second = OwnLine(100, (("phase", "play"),)), OwnLine(200, (("say", 0, "spit"),))
    match.on_entries([first, second])
    match.on_entries([OwnLine(150, (("turn", "7H", "up"),)), second])
    assert ears.sounds == ["go", "shout.0", "turn"]


# Races


@pytest.mark.parametrize(
    ("margin_ms", "photo"),
    [(0.3, "photo_3"), (1.999, "photo_3"), (2, "photo_2"), (8, "photo_2"), (20, "photo_1"), (120, "photo_1")],
)
def test_a_race_sounds_like_its_winner_and_the_sharper_the_closer_it_was(margin_ms: float, photo: str) -> None:
    close = ("gasp", "motif.1") if margin_ms < 20 else ()
    assert sounds_of(beaten(AMBER, BLUE, round(margin_ms * MS))) == ("finish.1", photo, "beaten.0", *close)


def test_who_is_beaten_does_not_hear_a_wrong_card() -> None:
    assert not {sound for sound in sounds_of(beaten(AMBER, BLUE, MS)) if sound.startswith("bounce")}


def test_a_dead_heat_is_a_drum_roll_and_its_lot_and_no_race_besides() -> None:
    ears = Ears()
    ears.match.on_entries([drawn(AMBER)])
    ears.match.on_entries([beaten(BLUE, AMBER, 0)])
    assert ears.sounds == ["play.0.0@L", "roll", "lot.0"]


def test_the_race_after_a_dead_heat_is_heard() -> None:
    ears = Ears()
    ears.match.on_entries([drawn(AMBER)])
    ears.match.on_entries([beaten(BLUE, AMBER, 8 * MS, t=2 * S)])
    assert ears.sounds == ["play.0.0@L", "roll", "lot.0", "finish.0", "photo_2", "beaten.1", "gasp", "motif.0"]


# Results


@pytest.mark.parametrize(
    ("people", "winner", "reason", "sounds"),
    [
        ((AMBER, BLUE), BLUE, "out", ["win.1", "cheer"]),
        ((AMBER,), AMBER, "out", ["win.0", "cheer"]),
        ((AMBER,), BLUE, "out", ["lose"]),
        ((), BLUE, "out", ["win.1", "cheer"]),
        ((AMBER,), None, "cap", ["nobody"]),
        ((AMBER, BLUE), AMBER, "left", ["win.0", "cheer"]),
    ],
)
def test_losing_to_a_bot_sounds_otherwise_than_winning(
    people: Collection[int], winner: int | None, reason: str, sounds: list[str]
) -> None:
    ears = Ears(people)
    ears.match.on_entries([OutcomeLine(0, Outcome(winner, reason, (1, 0)))])
    assert ears.sounds == [], "the page is not there yet"
    for shown in ("", "replay", "replay", "print", "result", "result"):
        ears.match.on_end(shown)
    assert ears.sounds == ["ticks", "shutter", *sounds]
    assert ears.moods == ["speed.1", "result"]


def test_where_seats_have_names_or_cards_have_colours_nobody_is_called_by_one() -> None:
    """The winner's own motif says who it is."""
    played: list[str] = []
    announced = MatchSounds(played.extend, (), Occasion(colours=False))
    announced.on_entries([beaten(BLUE, AMBER, MS), drawn(AMBER), OutcomeLine(9 * S, Outcome(BLUE, "out", (1, 0)))])
    said = [name.removeprefix("say.") for name in played if name.startswith("say.")]
    assert said == ["photo_finish", "by_a_nose", "dead_heat", "winner"]
    assert "motif.1" in played


@pytest.mark.parametrize(
    ("occasion", "said"),
    [
        (Occasion(favourite=BLUE, run=(BLUE, 2)), ["amber_wins", "upset"]),
        (Occasion(favourite=AMBER), ["amber_wins"]),
        (Occasion(run=(AMBER, 2)), ["amber_wins", "three_in_a_row"]),
        (Occasion(run=(AMBER, 3)), ["amber_wins"]),
        (Occasion(run=(BLUE, 2)), ["amber_wins"]),
    ],
)
def test_what_a_win_is_beside_that_is_said_in_its_line(occasion: Occasion, said: list[str]) -> None:
    ears = Ears(occasion=occasion)
    ears.match.on_entries([OutcomeLine(0, Outcome(AMBER, "out", (1, 0)))])
    assert ears.said == said


def test_a_record_is_heard_once_a_match() -> None:
    ears = Ears()
    ears.match.record()
    ears.match.record()
    assert ears.sounds == ["record"]


@pytest.mark.parametrize(
    ("scores", "goal", "said"),
    [
        ((1, 0), 2, ["match_point"]),
        ((1, 1), 2, ["match_point"]),
        ((0, 0), 2, []),
        ((0, 0), 1, []),
        ((1, 0), 0, []),
        ((0, 1), 3, ["first_blood"]),
        ((2, 0), 4, ["two_nil"]),
        ((2, 2), 4, ["all_square"]),
        ((2, 1), 4, []),
    ],
)
def test_the_score_is_said_as_a_deal_is_dealt(scores: tuple[int, int], goal: int, said: list[str]) -> None:
    heard: list[str] = []
    announced = MatchSounds(heard.extend, (), Occasion(goal=goal))
    for phase in ("ready", "countdown"):
        scalars = {"phase": phase, "deal": 2, "score.0": scores[0], "score.1": scores[1]}
        announced.on_table(Table({}, scalars), 0)
    assert heard == [f"say.{clip}" for clip in said]


def test_a_seat_that_takes_the_lead_from_far_behind_has_come_back() -> None:
    ears = Ears()
    for at, (amber, blue) in enumerate([(13, 13), (5, 13), (5, 9), (5, 3), (2, 4)]):
        ears.deal(amber, blue, at=at * 10 * S)
    assert ears.said == ["comeback", "new_leader"]


# Few cards


def test_a_last_card_is_heard_once_a_deal() -> None:
    ears = Ears()
    for cards in (2, 1, 2, 1):
        ears.deal(cards, 9)
    ears.deal(1, 9, deal=2)
    assert ears.sounds == ["last_card.0"] * 2


def test_who_overtakes_the_leader_is_heard_in_its_voice_and_not_again_at_once() -> None:
    ears = Ears()
    ears.deal(8, 10)
    assert ears.sounds == []
    ears.deal(8, 7, at=5 * S)
    assert ears.sounds == [], "one card is no lead"
    ears.deal(8, 6, at=6 * S)
    assert ears.sounds == ["lead.1"]
    ears.deal(4, 6, at=6 * S + LEAD_NS - 1)
    assert ears.sounds == ["lead.1"]
    ears.deal(4, 2, at=7 * S + LEAD_NS)
    assert ears.sounds == ["lead.1", "lead.1"]


def test_spit_cards_are_nothing_to_be_rid_of() -> None:
    ears = Ears()
    zones = {"seat0.stock1": ("7H",), "seat0.spit": ("~2S",) * 9, "seat1.stock1": ("7H",) * 9}
    ears.match.on_table(Table(zones, {"phase": "play", "deal": 1}), 0)
    assert ears.sounds == ["last_card.0"]


def test_the_pulse_is_the_faster_the_fewer_cards_are_left_and_is_asked_for_again_with_each() -> None:
    ears = Ears(tension=True)
    for cards in (5, 4, 3, 2, 1):
        ears.deal(cards, 9)
    assert ears.pulses == [1, 1, 2, 2]


@pytest.mark.parametrize(("phase", "stuck"), [("over", False), ("play", True)])
def test_the_pulse_ends_with_the_deal_and_while_nobody_can_play(phase: str, stuck: bool) -> None:
    ears = Ears(tension=True)
    ears.deal(2, 9)
    ears.deal(2, 9, at=S, phase=phase, stuck=stuck)
    assert ears.pulses == [2, 0]


def test_the_pulse_stops_in_a_pause_and_goes_on_behind_it() -> None:
    ears = Ears(tension=True)
    ears.deal(2, 9)
    ears.match.on_entries([PauseLine(1, "asked")])
    ears.deal(2, 9)
    ears.match.on_entries([ResumeLine(2)])
    ears.deal(2, 9)
    assert ears.pulses == [2, 0, 2]
    assert ears.sounds.count("last_card.0") == 0


def test_without_tension_there_is_no_pulse() -> None:
    ears = Ears(tension=False)
    ears.deal(1, 9)
    assert ears.pulses == []


# Runs


def card(seat: int, at: int) -> CommandLine:
    move: Effect = ("move", "7H", f"seat{seat}.hand1", "discard")
    return CommandLine(at, seat, command(seat), True, (move,))


def test_a_run_climbs_to_its_top_and_a_wrong_card_or_a_rest_breaks_it() -> None:
    ears = Ears()
    climbed = [f"play.0.{min(step, 5)}" for step in range(7)]
    climbed.insert(6, "streak.0")  # with the sixth card
    for at in range(7):
        ears.match.on_entries([card(AMBER, at * S)])
    assert ears.sounds == climbed
    ears.match.on_entries([CommandLine(7 * S, AMBER, command(AMBER), False, why="rank")])
    ears.match.on_entries([card(AMBER, 7 * S + 1)])
    ears.match.on_entries([card(AMBER, 7 * S + RUN_NS + 2)])
    assert ears.sounds[-3:] == ["bounce.0", "play.0.0", "play.0.0"]


# The announcer and the music


@pytest.mark.parametrize(
    ("margin_ms", "said"),
    [
        (0.3, ["photo_finish", "blue_by_a_nose"]),
        (3.2, ["photo_finish", "by_3"]),
        (9.99, ["photo_finish", "by_10"]),
        (12, ["so_close"]),
        (24, ["by_20"]),
        (46, ["by_50"]),
        (56, []),
    ],
)
def test_a_close_race_is_called_with_what_it_was_closest_by(margin_ms: float, said: list[str]) -> None:
    ears = Ears()
    ears.match.on_entries([beaten(AMBER, BLUE, round(margin_ms * MS))])
    assert ears.said == said


def test_a_match_is_announced_from_the_name_of_its_game_to_its_winner() -> None:
    ears = Ears(occasion=Occasion("spit", "spit"))
    ears.match.on_entries([DealLine(0, 1, 0, {}), OwnLine(1, (("phase", "ready"),))])
    ears.match.on_entries([OwnLine(1, (("set", "beat", 3),)), OwnLine(2, (("phase", "play"),))])
    ears.match.on_entries([DealLine(3, 2, 0, {}), drawn(AMBER), beaten(BLUE, AMBER, 0)])
    ears.match.on_entries([OutcomeLine(9, Outcome(BLUE, "out", (0, 1)))])
    assert ears.said == ["spit", "ready", "three", "go", "dead_heat", "amber_has_it", "blue_wins"]


def test_nobody_is_announced_as_the_winner_of_a_match_that_was_left() -> None:
    ears = Ears()
    ears.match.on_entries([OutcomeLine(0, Outcome(None, "left", (1, 0)))])
    assert ears.said == []


def test_the_music_grows_as_cards_dwindle_and_is_higher_in_the_last_lap() -> None:
    ears = Ears(occasion=Occasion("spit"))
    ears.match.on_entries([DealLine(0, 1, 0, {})])
    for cards in (12, 9, 8, 5, 4, 3, 2, 1):
        ears.deal(cards, 12)
    ears.deal(1, 12, lap=1)
    ears.deal(1, 12, lap=2)
    ears.deal(1, 11, lap=3)
    ears.match.on_entries([OutcomeLine(0, Outcome(AMBER, "out", (1, 0)))])
    ears.match.on_end("result")
    assert ears.moods == [*(f"spit.{level}" for level in ("0", "1", "2", "3", "4", "lap", "1")), "result"]
    assert Occasion("xyzzy").tune == "speed", "a game without a tune of its own"
