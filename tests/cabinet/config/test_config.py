"""The configuration: what its file may say, and where it is found."""

import errno
import os
import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cabinet.config.faults import ConfigError
from cabinet.config.file import LoadedConfig, data_folder, parse_config, read_config
from cabinet.config.load import load_config, search_path, usable_config
from cabinet.config.schema import Config, Data, Display, Input, Match, Operator, OptionValue, OwnPreset, Sound
from cabinet.config.text import config_text
from cabinet.config.toml import line_of, toml_problem

GAMES = {"speed": (("jokers", False, "true or false"), ("caps", [120, 300], "2 whole numbers"))}


def told_of(text: str) -> str:
    """What the program says about a faulty file, without the file's name."""
    with pytest.raises(ConfigError) as caught:
        parse_config(text)
    return str(caught.value).replace("configuration", "")


def test_an_empty_file_is_a_complete_one() -> None:
    assert parse_config("") == Config()


def test_what_is_left_out_keeps_its_default_also_within_a_panel() -> None:
    config = parse_config('display.layout = "beside"\n[input.pins.seat1]\nCARD1 = 12\n')
    assert config.display == Display(layout="beside")
    assert config.input.pins.seat1 == msgspec.structs.replace(Input().pins.seat1, card1=12)
    assert config.input.keys == Input().keys


def test_a_whole_number_will_do_where_a_fraction_is_taken() -> None:
    assert parse_config("input.lockout_ms = 8").input.lockout_ms == 8.0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '[display]\nfps = 60\nlayout = "side"\n',
            ':3: display.layout: is "side"; it takes one of "beside", "facing"',
        ),
        ("[sound]\nvolume = 101", ":2: sound.volume: is 101; it takes a whole number from 0 to 100"),
        ("[sound]\nvolume = true", ":2: sound.volume: is true; it takes a whole number from 0 to 100"),
        ("display.rotate = 45", ":1: display.rotate: is 45; it takes one of 0, 90, 180, 270"),
        ("display.margin = 11", ":1: display.margin: is 11; it takes a number from 0 to 10"),
        *(
            (
                f'display.mode = "{mode}"',
                f':1: display.mode: is "{mode}"; it takes "auto" or a size such as "1280x720" or "1280x720@60"',
            )
            for mode in ("", "large", "1280", "1280x720@", "1280x720p", "320x240", "1280x9999", "Auto")
        ),
        ("display.fullscreen = 1", ":1: display.fullscreen: is 1; it takes true or false"),
        (
            "[display]\nsize = [\n 800,\n]",
            ":2: display.size: is [800]; it takes [a whole number from 480 to 7680, a whole number from 320 to 4320]",
        ),
        (
            "\n[display]\nfulscreen = true",
            ":3: display.fulscreen: there is no such key; did you mean fullscreen?",
        ),
        ("[dsiplay]\nfps = 60", ":1: dsiplay: there is no such key; did you mean display?"),
        (
            "[input.pins.seat0]\ncard1 = 4",
            ":2: input.pins.seat0.card1: there is no such key; did you mean CARD1?",
        ),
        (
            "[sound]\nxyzzy = 1",
            ":2: sound.xyzzy: there is no such key here; there are volume, attract_volume, tension, music, voice, "
            "quiet_from, quiet_until, quiet_volume, output",
        ),
        ("sound = 5", ":1: sound: is 5; it takes a table"),
        (
            "[options.speed]\njokers = 1.5",
            ":2: options.speed.jokers: is 1.5; it takes true, false, a whole number, text or a list of numbers or "
            "texts",
        ),
        ("presets = 3", ":1: presets: is 3; it takes tables, each under [[presets]]"),
        ("[presets]\nname = 'A'", ':1: presets: is {"name" = "A"}; it takes tables, each under [[presets]]'),
        (
            "[[presets]]\nname = 'A'\ngame = 'spit'\n[[presets]]\nname = 'B'",
            ':4: presets.2: game is missing; it takes text in quotes, "…"',
        ),
        (
            "[[presets]]\ngame = 'spit'\nname = ''",
            ':3: presets.1.name: is ""; it takes text of 1 to 24 letters in quotes',
        ),
        (
            "[[presets]]\ngame = 'spit'\nname = 'A'\n[presets.option]\npiles = 6",
            ":4: presets.1.option: there is no such key; did you mean options?",
        ),
        (
            "[input.coin1]\nline = 4",
            ":2: input.coin1.line: is 4, and so is input.lines.panel0.CARD3; every button needs its own",
        ),
        (
            "[input]\nservice_pin = 13\n[input.coin2]\npin = 13",
            ":4: input.coin2.pin: is 13, and so is input.service_pin; every button needs its own",
        ),
        (
            '[input.coin1]\ncontrol = "ABS_X+"',
            ':2: input.coin1.control: is "ABS_X+"; Linux has no button of that name',
        ),
        (
            "[input.pins.seat1]\nCARD1 = 4",
            ":2: input.pins.seat1.CARD1: is 4, and so is input.pins.seat0.CARD1; every button needs its own",
        ),
    ],
)
def test_a_fault_is_told_with_its_line_what_was_given_and_what_is_taken(text: str, message: str) -> None:
    assert told_of(text) == message


@pytest.mark.parametrize("letters", ["ÄÖÜ0123", "", "0123456789"])
def test_a_house_chooses_the_letters_of_its_names(letters: str) -> None:
    assert parse_config(f'[operator]\nletters = "{letters}"').operator.letters == letters


@pytest.mark.parametrize("letters", ["ÄÄ", "A1", "ä", "ABCDEFGHIJK", "01234567890", "- ", "Ł"])
def test_letters_are_none_of_a_to_z_and_stand_once(letters: str) -> None:
    assert "takes digits and capitals besides A to Z in quotes, each once, 10 at most" in told_of(
        f'[operator]\nletters = "{letters}"'
    )


@pytest.mark.parametrize(
    ("first", "second", "is_right"),
    [
        ('id = "e661"', 'id = "e662"', True),
        ('port = "/dev/serial0"', 'id = "e662"', True),
        ("", 'id = "e662"', False),
        ('id = "e661"', 'id = "e661"', False),
        ("", "", False),
    ],
)
def test_two_boards_must_be_told_apart(first: str, second: str, is_right: bool) -> None:
    text = f"[input.board]\n{first}\n[input.board2]\nseats = [2, 3]\n{second}\n"
    if not is_right:
        with pytest.raises(ConfigError, match="say of both which they are"):
            parse_config(text)
        text = f'[input]\nsource = "keyboard"\n{text}'
    assert parse_config(text).input.board2.seats == (2, 3)


def test_every_fault_of_a_file_is_told_at_once() -> None:
    told = told_of("[sound]\nvolume = -1\n[display]\nfps = 0").splitlines()
    assert [line.split(":")[1] for line in told] == ["2", "4"]


def test_what_a_parser_says_of_a_line_stands_in_a_sentence() -> None:
    told = ValueError("Something nobody has a text for (at line 3, column 1)")
    assert toml_problem(told) == (3, "something nobody has a text for")


def test_a_file_that_is_no_toml_says_where_it_stops_being_it() -> None:
    assert ":2: is not valid TOML" in told_of("[sound]\nvolume = \n")


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ("a = 1\nb = 2\n", "b", 2),
        ("# c = 1\n\nc = 1\n", "c", 3),
        ('t = """\nc = 1\n"""\nc = 2\n', "c", 4),
        ("[x]\nc = 1\n[y]\nc = 2\n", "y.c", 4),
        ("x.y.c = 1", "x.y.c", 1),
        ("[x]\ny = {a = 1, c = 2}\n", "x.y.c", 2),
        ("[x]\n'c' = [\n  1, # ]\n  2,\n]\n", "x.c", 2),
        ("[x.y]\r\nc = 1\r\n", "x.y.c", 2),
        ("[x]\n\n[x.y]\n", "x.y", 3),
        ("a = 1", "b", None),
    ],
)
def test_the_line_of_a_key_in_every_form_that_toml_knows(text: str, key: str, line: int | None) -> None:
    assert line_of(key.split("."), text) == line


def any_option() -> st.SearchStrategy[OptionValue]:
    return st.booleans() | st.integers(-(2**40), 2**40) | texts(8)


def texts(most: int, *, least: int = 0) -> st.SearchStrategy[str]:
    """Any text that a configuration may say: no control characters."""
    return st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=least, max_size=most)


def any_preset() -> st.SearchStrategy[OwnPreset]:
    return st.builds(
        OwnPreset,
        name=texts(24, least=1),
        game=texts(8),
        description=texts(40),
        seats=st.integers(0, 14),
        options=st.dictionaries(texts(8), any_option() | st.tuples(st.integers(0, 9), texts(3))),
    )


def any_config() -> st.SearchStrategy[Config]:
    return st.builds(
        Config,
        display=st.builds(
            Display,
            size=st.tuples(st.integers(480, 7680), st.integers(320, 4320)),
            fullscreen=st.booleans(),
            mode=st.sampled_from(("auto", "800x480", "1920x1080@50")),
            rotate=st.sampled_from((0, 90, 180, 270)),
            margin=st.floats(0, 10),
            layout=st.sampled_from(("facing", "beside")),
            fps=st.integers(10, 240),
        ),
        sound=st.builds(Sound, volume=st.integers(0, 100)),
        input=st.builds(Input, lockout_ms=st.floats(0, 1000), source=st.sampled_from(("auto", "gpio"))),
        match=st.builds(Match, preset=texts(8), seed=st.integers(0, 2**63 - 1)),
        data=st.builds(Data, folder=texts(12)),
        options=st.fixed_dictionaries(
            {name: st.dictionaries(st.sampled_from(("jokers", "caps")), any_option()) for name in ("speed",)}
        ),
        presets=st.lists(any_preset(), max_size=3).map(tuple),
    )


@given(any_config())
def test_the_printed_file_reads_back_as_the_same_configuration(config: Config) -> None:
    assert parse_config(config_text(config, GAMES)) == config


def test_the_printed_file_explains_every_line_and_shows_every_option() -> None:
    text = config_text(Config(), GAMES)
    settings = [line for line in text.splitlines() if " = " in line]
    assert len(settings) == 135
    assert all("  # " in line for line in settings)
    assert "# caps = [120, 300]" in text


def test_every_number_that_the_file_limits_is_refused_outside_its_limits() -> None:
    for key in ("display.fps", "sound.volume", "input.lockout_ms", "input.pins.seat0.CARD1"):
        assert "it takes a" in told_of(f"{key} = -1")
        assert "it takes a" in told_of(f"{key} = 100_000")


def test_another_part_can_point_at_a_line_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "photofinish.toml"
    file.write_text("[options.speed]\nhand_size = 9\n")
    error = read_config(file).error(("options", "speed", "hand_size"), "is no good")
    assert str(error) == f"{file}:2: options.speed.hand_size: is no good"


def test_the_data_folder_is_the_one_named_else_that_of_xdg_else_that_of_the_home() -> None:
    assert data_folder(Config(data=Data(folder="/srv/pf")), {}) == Path("/srv/pf")
    assert data_folder(Config(), {"XDG_DATA_HOME": "/x", "HOME": "/h"}) == Path("/x/photofinish")
    assert data_folder(Config(), {"HOME": "/h"}) == Path("/h/.local/share/photofinish")
    assert data_folder(Config(), {"XDG_DATA_HOME": "relative", "HOME": "/h"}) == Path("/h/.local/share/photofinish")
    assert data_folder(Config(data=Data(folder="~/mine")), {"HOME": "/h"}) == Path("/h/mine")


def test_the_documents_show_the_defaults_as_they_are(repository: Path) -> None:
    page = (repository / "docs" / "configuration.md").read_text(encoding="utf-8")
    shown = page.partition("## Every setting, with its default\n")[2].partition("```toml\n")[2].partition("```")[0]
    elsewhere = re.compile(r"# .*\n(\[input\.(pins|lines|keys)\.|# \[\[presets\]\])")  # wiring.md, README.md; below
    tables = config_text(Config(), {}).replace("; true or false\n", "\n").strip().split("\n\n")
    told = [table for table in tables if not elsewhere.match(table)]
    assert (shown.strip().split("\n\n"), len(tables) - len(told)) == (told, 7)


def loaded(folder: Path, file: str, card: str | bytes) -> LoadedConfig:
    """The configuration of a machine with this file and these settings of a card."""
    own, taken = folder / "config.toml", folder / "card.toml"
    own.write_text(file, encoding="utf-8")
    taken.write_bytes(card if isinstance(card, bytes) else card.encode())
    return load_config(own, {"PHOTOFINISH_CARD": str(taken)}, folder)


def test_the_nearest_file_of_the_search_path_is_used(tmp_path: Path) -> None:
    home, here = tmp_path / "home", tmp_path / "here"
    environ = {"HOME": str(home)}
    here_file, user_file, _ = search_path(environ, here)
    for file, volume in ((user_file, 1), (here_file, 2)):
        file.parent.mkdir(parents=True)
        file.write_text(f"sound.volume = {volume}")
        loaded = load_config(None, environ, here)
        assert (loaded.path, loaded.config.sound.volume) == (file, volume)


def test_a_file_named_on_the_command_line_comes_before_one_named_in_the_environment(tmp_path: Path) -> None:
    named, chosen = tmp_path / "named.toml", tmp_path / "chosen.toml"
    named.write_text("sound.volume = 1")
    chosen.write_text("sound.volume = 2")
    environ = {"HOME": str(tmp_path), "PHOTOFINISH_CONFIG": str(named)}
    assert load_config(None, environ, tmp_path).path == named
    assert load_config(chosen, environ, tmp_path).path == chosen


def test_a_folder_that_this_user_may_not_search_has_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From root's home, as `sudo -u photofinish photofinish doctor` is typed."""
    own = tmp_path / "own"

    def lstat(path: Path) -> os.stat_result:
        if own not in path.parents:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return os.lstat(path)

    monkeypatch.setattr(Path, "lstat", lstat)
    assert load_config(None, {"HOME": "/root"}, Path("/root")).path is None
    own.mkdir()
    (own / "photofinish.toml").mkdir()  # it is there, and cannot be read
    with pytest.raises(ConfigError):
        load_config(None, {"HOME": "/root"}, own)


def test_a_named_file_in_a_folder_that_may_not_be_searched_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(path: Path, *_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    for name in ("lstat", "stat", "open"):
        monkeypatch.setattr(Path, name, denied)
    monkeypatch.setattr("os.open", denied)
    with pytest.raises(ConfigError, match="Permission denied"):
        load_config(None, {"PHOTOFINISH_CONFIG": str(tmp_path / "named.toml")}, tmp_path)


def test_a_file_that_nobody_named_runs_nothing(tmp_path: Path) -> None:
    """Whatever folder one stands in, its own file gives no command; named, or in a folder of one's own, it may."""
    environ = {"HOME": str(tmp_path / "home")}
    here, own = tmp_path / "photofinish.toml", tmp_path / "home/.config/photofinish/config.toml"
    own.parent.mkdir(parents=True)
    for file in (here, own):
        file.write_text('[operator]\npower_off = "touch /tmp/x"\n')
    with pytest.raises(ConfigError, match=r"photofinish\.toml:2: operator\.power_off: is \"touch /tmp/x\", and a file"):
        load_config(None, environ, tmp_path)
    for named in (
        load_config(here, environ, tmp_path),
        load_config(None, {**environ, "PHOTOFINISH_CONFIG": str(here)}, tmp_path),
        load_config(None, environ, tmp_path / "home"),
    ):
        assert named.config.operator.power_off == "touch /tmp/x"
    for harmless in ("", Operator().power_off):  # as `photofinish config --show` prints them
        here.write_text(f'[operator]\npower_off = "{harmless}"\n')
        assert load_config(None, environ, tmp_path).config.operator.power_off == harmless


def test_a_command_does_not_depend_on_a_folder() -> None:
    assert "does not begin with /" in told_of('[operator]\npower_off = "./off now"\n')
    assert "does not begin with /" in told_of('[operator]\npower_off = "bin/off"\n')
    assert parse_config('[operator]\npower_off = "/bin/off --now /x"\n').operator.power_off == "/bin/off --now /x"


def test_no_file_anywhere_means_the_defaults(tmp_path: Path) -> None:
    assert load_config(None, {"HOME": str(tmp_path)}, tmp_path).config == Config()


def test_a_named_file_that_is_not_there_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"missing\.toml: cannot be read .* photofinish config --show"):
        load_config(tmp_path / "missing.toml", {}, tmp_path)


RIGHT = "display.large = true\n"


def test_the_cards_settings_override_the_file(tmp_path: Path) -> None:
    both = loaded(tmp_path, "sound.volume = 5\nsound.tension = false\n", "sound.volume = 40\n")
    assert (both.config.sound.volume, both.config.sound.tension, both.aside) == (40, False, None)


@pytest.mark.parametrize(
    ("card", "fault"),
    [
        (f"{RIGHT}sound.tenson = true\n", "toml:2: sound.tenson: there is no such key; did you mean tension?"),
        (f"{RIGHT}\nsound.volume = 200\n", "toml:3: sound.volume: is 200; it takes a whole number from 0 to 100"),
        (f"{RIGHT}input.pins.seat1.CARD1 = 12\n", "toml:2: input.pins.seat1.CARD1: is 12, and so is "
         "input.pins.seat0.CARD1; every button needs its own"),
        (f"{RIGHT}options.speed.jokers = 3\n", "toml:2: options.speed.jokers: is 3; it takes true or false"),
        (f"{RIGHT}display.seat_displays = [1, 1]\n", "toml:2: display.seat_displays: is [1, 1]; every seat needs a "
         "display of its own"),
    ],
)  # fmt: skip
def test_one_fault_leaves_all_settings_of_the_card_out(card: str, fault: str, tmp_path: Path) -> None:
    file = "sound.volume = 5\ninput.pins.seat0.CARD1 = 12\n"
    alone = loaded(tmp_path, file, card)
    assert (alone.config.sound.volume, alone.config.display.large, alone.card) == (5, False, "")
    assert alone.aside is not None
    assert str(alone.aside) == f"/boot/firmware/photofinish.{fault}"
    assert [each.line for each in alone.aside.faults] == [int(fault.split(":")[1])]


@pytest.mark.parametrize("damage", [b"display.large = tr", b"\0" * 600, b"\xff\xfe", b"[" * 9999])
def test_a_damaged_copy_of_the_cards_settings_is_one_fault(damage: bytes, tmp_path: Path) -> None:
    alone = loaded(tmp_path, "sound.volume = 5\n", damage)
    assert alone.config.sound.volume == 5
    assert alone.aside is not None
    [fault] = alone.aside.faults
    assert fault.problem.startswith(f"the copy of its settings, {tmp_path / 'card.toml'}, cannot be read")


WHOLE = b"[sound]\nvolume = 40\n[input.pins.seat0]\nCARD1 = 13\n[options.speed]\njokers = true\n"


@given(st.integers(0, len(WHOLE)), st.integers(0, 9), st.binary(max_size=9))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_whatever_becomes_of_the_copy_it_counts_wholly_or_not_at_all(
    tmp_path: Path, place: int, length: int, instead: bytes
) -> None:
    both = loaded(tmp_path, "sound.volume = 5\n", WHOLE[:place] + instead + WHOLE[place + length :])
    if both.aside is None:
        assert both.card
    else:
        assert (both.card, both.config) == ("", loaded(tmp_path, "sound.volume = 5\n", b"").config)
        assert both.aside.first


def test_a_copy_that_is_no_file_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "card").mkdir()
    environ = {"PHOTOFINISH_CARD": str(tmp_path / "card"), "HOME": str(tmp_path)}
    assert load_config(None, environ, tmp_path).aside is not None


def test_faults_of_the_file_itself_are_an_error_with_a_card_too(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"config\.toml:1: sound\.volume: is 200"):
        loaded(tmp_path, "sound.volume = 200\n", RIGHT)
    with pytest.raises(ConfigError, match=r"config\.toml:1: options\.speed\.jokers: is 3"):
        loaded(tmp_path, "options.speed.jokers = 3\n", "sound.tenson = true\n")
    assert loaded(tmp_path, "options.speed.jokers = 3\n", "options.speed.jokers = true\n").aside is None


@pytest.mark.parametrize(
    ("file", "card", "display"),
    [
        ("display.rotate = 90\n", "display.margin = 3\n", Display(rotate=90, margin=3.0)),
        ("display.rotate = 90\n", "display.rotate = 270\n", Display(rotate=270)),
        ("display.rotate = 90\nsound.volme = 1\n", "", Display(rotate=90)),
        ("display.rotate = 90\ndisplay.margin = 70\n", "", Display(rotate=90)),
        ("[display]\nrotate = 180\nrotat = 1\n", "[display]\nrotate = 45\n", Display(rotate=180)),
        ("display.rotate = 90\ndisplay.mode = 'large'\n", "", Display(rotate=90)),
        ("display = 4\n", "display.rotate = ", Display()),
        ("display.rotate = 90\n", "\0", Display(rotate=90)),
    ],
)
def test_what_can_be_used_of_the_display_is_used_whatever_is_wrong_beside_it(
    tmp_path: Path, file: str, card: str, display: Display
) -> None:
    (tmp_path / "config.toml").write_text(file)
    (tmp_path / "card.toml").write_text(card)
    environ = {"PHOTOFINISH_CONFIG": str(tmp_path / "config.toml"), "PHOTOFINISH_CARD": str(tmp_path / "card.toml")}
    assert usable_config(environ, tmp_path).display == display


def test_without_files_a_display_has_its_defaults(tmp_path: Path) -> None:
    nowhere = {"HOME": str(tmp_path), "PHOTOFINISH_CARD": str(tmp_path / "none")}
    assert usable_config(nowhere, tmp_path) == Config()
    assert usable_config(nowhere | {"PHOTOFINISH_CONFIG": str(tmp_path / "none")}, tmp_path) == Config()
