"""The card's file: whatever somebody wrote into it is taken as it was meant, or each mistake is named with its line."""

import re
import tomllib
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cabinet.card.check import (
    COUNTRIES,
    SHOWN,
    SYSTEM,
    CardFile,
    Wlan,
    config_part,
    example_text,
    read_card,
)
from cabinet.card.disk import CARD, KEYS, WLAN, ZONE
from cabinet.card.outputs import outputs, supplicant
from cabinet.card.report import faults_in
from cabinet.config.faults import ConfigError
from cabinet.config.file import LoadedConfig, decoded, parse_config, with_card
from cabinet.config.schema import Config
from cabinet.config.toml import line_of, plain, reads_as, text_on_lines
from tests.cabinet.card.uncommented import uncommented

FILE = Path("photofinish.toml")
DEFAULTS = LoadedConfig(Config(), None, "")
ZONES = {"Europe/Berlin", "UTC", "America/Argentina/Buenos_Aires"}
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIImKvWf3dUV/fsdJH4sdhMn/g+Up+b+HWfuGD48e5mNQ me@desk"
WIFI = '[wlan]\ncountry = "DE"\nssid = "IEEE"\npassword = "password"\n'


def told_of(text: str, beneath: LoadedConfig = DEFAULTS) -> list[str]:
    """The faults of a card's file, without its name."""
    with pytest.raises(ConfigError) as caught:
        read_card(text, FILE, beneath, lambda: ZONES)
    return [line.removeprefix(f"{FILE}:") for line in str(caught.value).splitlines()]


def files_of(text: str) -> dict[str, str]:
    """The files that follow from a card's file."""
    made = outputs(read_card(text, FILE, DEFAULTS, lambda: ZONES), "mark")
    return {name: output.data.decode() for name, output in made.items()}


def test_an_empty_file_is_right_and_sets_nothing() -> None:
    assert files_of("").keys() == {"fingerprint"}


def test_the_example_sets_nothing_and_with_every_setting_in_force_it_is_right() -> None:
    assert tomllib.loads(example_text()) == {
        **{table: {} for table, _ in SHOWN if "." not in table},
        "input": {"board": {}},
    }
    text = uncommented(example_text())
    assert files_of(text).keys() == {CARD, ZONE, WLAN, KEYS, "fingerprint"}
    document = tomllib.loads(text)
    for table, entries in SHOWN:
        below = document["input"]["board"] if table == "input.board" else document[table]
        assert [name for name in below if not isinstance(below[name], dict)] == [name for name, _ in entries]


def test_the_example_has_every_key_of_the_system_and_changes_every_value_that_it_shows() -> None:
    shown = dict(SHOWN)
    for table in SYSTEM:
        assert {name for name, _ in shown[table]} == set(getattr(CardFile(), table).__struct_fields__)
    config = parse_config(files_of(uncommented(example_text()))[CARD])
    for table, entries in SHOWN:
        for name, value in entries:
            if table not in SYSTEM:
                section, default = config, Config()
                for part in table.split("."):
                    section, default = getattr(section, part), getattr(default, part)
                assert getattr(section, name) == value != getattr(default, name)


def test_no_line_of_the_example_is_too_long_for_a_small_window() -> None:
    assert [line for line in example_text().splitlines() if len(line) > 78 and "ssh-ed25519" not in line] == []


def test_the_builders_page_shows_files_that_are_right(repository: Path) -> None:
    page = (repository / "docs" / "build-a-cabinet.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^ *```toml\n(.*?)^ *```", page, re.MULTILINE | re.DOTALL)
    assert [set(files_of(dedent(block))) for block in blocks] == [{CARD, ZONE, "fingerprint"}]


def test_windows_editors_may_add_a_mark_and_their_line_ends() -> None:
    text = decoded(b"\xef\xbb\xbf[sound]\r\nvolume = 40\r\n")
    assert parse_config(files_of(text)[CARD]).sound.volume == 40


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[sound]\nvolume = 200\n", "2: sound.volume: is 200; it takes a whole number from 0 to 100"),
        ("[sound]\ntenson = true\n", "2: sound.tenson: there is no such key; did you mean tension?"),
        ('[locale]\ntimezone = "Berlin"\n', '2: locale.timezone: is "Berlin", and there is no such time zone; did you '
         'mean "Europe/Berlin"? write it as "Europe/Berlin"'),
        ('[locale]\nkeymap = "de"\n', "2: locale.keymap: is not needed, and is no setting here: no console asks you to "
         "type, and the game takes keys by their places under every layout; take this line out"),
        ('[wlan]\nssid = "x"\n', "2: wlan.country: is missing, and without it no radio may send; "
         'write country = "DE" or yours'),
        ('[wlan]\npassword = "12345678"\n', "2: wlan.ssid: is missing, and a password is there; "
         'write ssid = "the name of your network"'),
        ('[wlan]\ncountry = "UK"\n', "2: wlan.country: is no country; write its two capital letters, "
         'as "DE", "GB" or "US"'),
        (f'[wlan]\ncountry = "DE"\nssid = "{"é" * 17}"\n', "3: wlan.ssid: is longer than 32 bytes, and no network has "
         "such a name; write it as your router shows it"),
        ("[input.pins.seat0]\nCARD1 = 5\n", "2: input.pins.seat1.CARD1: is 5, and so is input.pins.seat0.CARD1; every "
         "button needs its own"),
        ("[input.pins.seat0]\nCARD1 = 14\n", "2: input.pins.seat0.CARD1: is 14, and that pin is kept for the serial "
         "line; docs/wiring.md has those that are free"),
        ("[input]\nservice_pin = 1\n", "2: input.service_pin: is 1, and the header has pins 2 to 27 for buttons"),
        ("[display]\nseat_displays = [0, 0]\n", "2: display.seat_displays: is [0, 0]; every seat needs a display of "
         "its own"),
        ("[options.speed]\njokers = 3\n", "2: options.speed.jokers: is 3; it takes true or false"),
    ],
)  # fmt: skip
def test_a_mistake_has_its_line_and_its_remedy(text: str, told: str) -> None:
    assert told_of(text) == [told]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("name = THE LION", "text stands in quotes"),
        ("name = “THE LION”", "write straight ones"),
        ('name = "THE LION', "a quote at the beginning of its text and none at the end"),
        ('name: "THE LION"', "a setting is written as name = value"),
        ('name = "C:\\games"', "write '…' round the text"),
        ("page = True", "write true or false"),
        ("page = no", "write true or false"),
        ("page =", "has no value"),
        ("the name of the house", "there is no =; put a # in front of a remark"),
        ("[sound", "write it as [sound]"),
        ("page = true\npage = true", "this key or table stands there already"),
    ],
)
def test_a_line_that_is_not_toml_has_the_remedy_of_its_usual_mistake(line: str, told: str) -> None:
    [fault] = told_of(f"[operator]\n\n{line}\n\n[display]\nlarge = true\n")
    assert fault.startswith("4: " if "\n" in line else "3: ")
    assert told in fault


def test_all_mistakes_are_named_at_once_in_the_order_of_their_lines() -> None:
    text = '[sound]\nvolume = loud\ntension = 3\n[display]\nlayout = "side"\nlarge = yes\n[wlan]\nssid = “x”\n'
    assert [fault.partition(":")[0] for fault in told_of(text)] == ["2", "3", "5", "6", "8"]


def test_one_preset_may_have_several_mistakes() -> None:
    faults = told_of("[[presets]]\nseats = 99\n[sound]\nvolume = 300\n")
    assert [fault.partition(":")[0] for fault in faults] == ["1", "1", "2", "4"]


def test_a_statement_over_several_lines_is_one_mistake_where_it_begins() -> None:
    assert [fault.partition(":")[0] for fault in told_of("[input.board]\nseats = [\n 0,\n x,\n]\n")] == ["2"]
    unclosed = told_of("[input.board]\nseats = [0, 1\n[sound]\nvolume = 300\n")
    assert [fault.partition(":")[0] for fault in unclosed] == ["2", "4"]


def test_below_a_heading_that_cannot_be_read_nothing_else_is_called_wrong() -> None:
    assert len(told_of("[display\nvolume = 300\n")) == 1


@pytest.mark.parametrize(
    "text",
    [
        '[wlan]\npassword = "hunter2"\n',
        '[wlan]\npassword = ["hunter2"]\n',
        '[wlan]\npassword = "hunter2\\u0001"\n',
        "[wlan]\npassword = “hunter2”\n",
        '[wlan]\npassword = "hunter2\n',
        "[wlan]\npassword = hunter2\n",
        'wlan = "hunter2"\n',
        '[wlan]\nssid = "hunter2 hunter2 hunter2 hunter2 hunter2"\n',
        '[ssh]\nauthorized_keys = "hunter2"\n',
        '[ssh]\nauthorized_keys = ["-----BEGIN OPENSSH PRIVATE KEY----- hunter2"]\n',
        'password = "hunter2"\n',
        '[wlan]\npsk = "hunter2"\n',
    ],
)
def test_no_message_repeats_a_secret(text: str) -> None:
    assert not [fault for fault in told_of(text) if "hunter2" in fault]


def test_a_password_is_kept_as_its_key_only() -> None:
    """The key of the standard's own example: IEEE 802.11, annex J.4.2, test case 1."""
    network = files_of(WIFI)[WLAN]
    assert "psk=f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e\n" in network
    assert "country=DE\n" in network
    assert f"ssid={b'IEEE'.hex()}\n" in network
    assert not [name for name, text in files_of(WIFI).items() if "password" in text.replace("# ", "")]


def test_a_key_of_64_digits_is_taken_as_it_is_and_without_a_password_the_network_is_open() -> None:
    digits = "Ab" * 32
    assert f"psk={digits.lower()}\n" in files_of(WIFI.replace('password"', f'{digits}"'))[WLAN]
    assert "key_mgmt=NONE" in files_of('[wlan]\ncountry = "DE"\nssid = "x"\nhidden = true\n')[WLAN]
    assert "scan_ssid=1" in files_of('[wlan]\ncountry = "DE"\nssid = "x"\nhidden = true\n')[WLAN]


@given(st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=8))
def test_no_name_of_a_network_can_add_a_line_to_the_supplicants_file(name: str) -> None:
    lines = supplicant(Wlan("DE", name)).splitlines()
    assert [line.strip() for line in lines] == [
        *("country=DE", "update_config=0", "network={", f"ssid={name.encode().hex()}", "key_mgmt=NONE", "}"),
    ]


@pytest.mark.parametrize(
    ("key", "is_right"),
    [
        (KEY, True),
        (KEY.partition(" me")[0], True),
        (f"{KEY}\\n{KEY}", False),
        (KEY.replace("ssh-ed25519", "ssh-rsa"), False),
        (KEY[:40], False),
        ("ssh-ed25519 of-my-desk! me@desk", False),
        (f'command=\\"x\\" {KEY}', False),
        ("AAAAC3NzaC1lZDI1NTE5", False),
        ("", False),
    ],
)
def test_a_public_key_is_one_line_that_openssh_takes(key: str, is_right: bool) -> None:
    text = f'[ssh]\nauthorized_keys = ["{key}"]\n'
    if is_right:
        assert files_of(text)[KEYS] == f"{key}\n"
    else:
        assert ".pub" in told_of(text)[0] or "each one line" in told_of(text)[0]


def test_the_codes_are_codes() -> None:
    assert len(COUNTRIES) == 249
    assert all(len(code) == 2 and code.isupper() for code in COUNTRIES)


def test_a_machine_that_knows_no_time_zones_takes_any_name_of_their_form() -> None:
    text = '[locale]\ntimezone = "Europe/Berlin"\n'
    assert read_card(text, FILE, DEFAULTS, set).locale.timezone == "Europe/Berlin"
    with pytest.raises(ConfigError):
        read_card('[locale]\ntimezone = "../../etc/passwd"\n', FILE, DEFAULTS, set)


def test_the_cards_settings_are_checked_together_with_the_machines_file() -> None:
    text = "[input.pins.seat0]\nCARD1 = 12\n"
    machine = LoadedConfig(parse_config(text), Path("config.toml"), text)
    [fault] = told_of("[input.pins.seat1]\nCARD1 = 12\n", machine)
    assert fault.startswith("2: input.pins.seat1.CARD1: is 12")


def test_pins_that_no_button_can_have_matter_only_where_the_card_names_them_and_the_header_is_used() -> None:
    kept = "[input.pins.seat0]\nCARD1 = 14\n"
    assert told_of(kept)
    assert files_of(f'[input]\nsource = "board"\n{kept}')
    assert files_of('[input]\nsource = "keyboard"\nservice_pin = 14\n')
    machine = LoadedConfig(parse_config(kept), Path("config.toml"), kept)
    assert read_card("[sound]\nvolume = 3\n", FILE, machine, lambda: ZONES).raw


# The settings as the program reads them


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ("# a remark\n[sound]\n\nvolume = 40 # loud\n", "sound.volume", 4),
        ("[display]\nsize = [\n  800,\n  480,\n]\nfps = 30\n", "display.fps", 6),
        ("sound = {volume = 40, tension = false}\nmatch.game = 'spit'\n", "match.game", 2),
        ("input = {board = {seats = [1, 0], lamps = 'registers'}}\n", "input.board.lamps", 1),
        ('[options."speed"]\n"jokers" = true\n', "options.speed.jokers", 2),
    ],
)
def test_a_setting_stands_on_the_line_that_it_has_on_the_card(text: str, key: str, line: int) -> None:
    taken = text_on_lines(tomllib.loads(text), text)
    assert parse_config(taken) == parse_config(text)
    assert line_of(key.split("."), taken) == line
    assert "#" not in taken


ANY = st.recursive(
    st.booleans() | st.integers(-99, 99) | st.text(max_size=6) | st.lists(st.integers(0, 9), max_size=3),
    lambda below: st.dictionaries(st.text(max_size=4), below, max_size=3),
    max_leaves=8,
)


TABLE = st.dictionaries(st.text(max_size=4), ANY, max_size=4)


@given(st.dictionaries(st.text(max_size=4), TABLE, max_size=4))
def test_whatever_the_tables_are_their_taken_settings_have_the_same_values(document: dict[str, Any]) -> None:
    text = plain(document)
    assert reads_as(text, document)
    assert reads_as(text_on_lines(document, text), document)


WHOLE = uncommented(example_text()).replace("its password", "hunter2 hunter2").encode()
PIECES = (b"", b"\0", b"\n", b"\r\n", b"[", b"]" * 300, b'"', "“".encode(), b"=", b": ", b"yes", b"-1", b"\xff")


@given(st.integers(0, len(WHOLE)), st.integers(0, 30), st.sampled_from(PIECES) | st.binary(max_size=9))
@example(WHOLE.index(b"Berlin"), 0, "\ue000".encode())
def test_whatever_becomes_of_the_file_it_is_refused_in_words_or_taken_as_it_stands(
    place: int, length: int, instead: bytes
) -> None:
    try:
        card = read_card(decoded(WHOLE[:place] + instead + WHOLE[place + length :]), FILE, DEFAULTS, lambda: ZONES)
    except UnicodeDecodeError as problem:
        assert problem.reason.isprintable()
    except ConfigError as problem:
        assert all(line.isprintable() for line in str(problem).splitlines())
        for fault in faults_in(problem):
            assert fault.problem and (fault.line is None or fault.line > 0)
            assert "hunter2" not in fault.problem or not fault.key.startswith(("wlan", "ssh"))
    else:
        files = {name: output.data.decode() for name, output in outputs(card, "mark").items()}
        with_card(DEFAULTS, files.get(CARD, ""))
        assert reads_as(files.get(CARD, ""), config_part(card.raw))
        assert "hunter2" not in files.get(WLAN, "")
        assert len(files.get(WLAN, "").splitlines()) in range(8)
        assert len(files.get(KEYS, "").splitlines()) == len(card.ssh.authorized_keys)
