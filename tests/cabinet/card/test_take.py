"""Taking the card's file: at each boot at which it changed, wholly or not at all, whenever the power goes."""

import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cabinet.card.check import example_text
from cabinet.card.disk import CARD, FINGERPRINT, Disk, Output
from cabinet.card.report import AWAITED, REPORT, CardFault, CardReport, await_report, read_report
from cabinet.card.take import Places, take
from cabinet.cli import main
from cabinet.config.load import load_config
from cabinet.config.schema import Config
from cabinet.errors import CabinetError
from tests.cabinet.card.uncommented import uncommented

WIFI = '[wlan]\ncountry = "DE"\nssid = "Home"\npassword = "a long secret"\n'
OLD = f'[sound]\nvolume = 10\n{WIFI}[locale]\ntimezone = "Europe/Berlin"\n'
NEW = "[sound]\nvolume = 20\n[display]\nlarge = true\n"


class PowerCut(BaseException):
    """The power goes."""


class CutDisk(Disk):
    """A disk whose power goes after so many steps; names that were not yet written to it are lost with `forgets`."""

    def __init__(self, steps: int, *, forgets: bool) -> None:
        self._left = steps
        self._forgets = forgets
        self._unwritten: list[Path] = []

    def _step(self) -> None:
        self._left -= 1
        if self._left < 0:
            for path in reversed(self._unwritten):
                if path.is_file() and self._forgets:
                    path.unlink()
            raise PowerCut

    def clear(self, folder: Path) -> None:
        self._step()
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            path.unlink()
            self._step()
        super().clear(folder)
        self._step()

    def write(self, path: Path, output: Output) -> None:
        path.write_bytes(output.data[: len(output.data) // 2])
        self._unwritten.append(path)
        self._step()
        path.unlink()
        super().write(path, output)
        self._step()

    def link(self, path: Path, target: str) -> None:
        self._step()
        super().link(path, target)
        self._step()

    def sync(self, folder: Path) -> None:
        super().sync(folder)
        self._unwritten = [path for path in self._unwritten if path.parent != folder]
        self._step()


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """A machine with a card on which lies no file of ours, and an empty data partition."""
    for folder in ("card", "data", "run", "root/etc"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "card" / "config.txt").touch()
    return Places(*(tmp_path / folder for folder in ("card", "data", "run", "root")))


@pytest.fixture
def boot(places: Places, tmp_path: Path) -> Callable[..., CardReport]:
    """Boots with a text on the card (None: no file); returns the report that the program reads."""

    def booted(text: str | bytes | None = None, disk: Disk | None = None) -> CardReport:
        if text is not None:
            places.file.write_bytes(text if isinstance(text, bytes) else text.encode())
        report = take(places, disk or Disk(), {"HOME": str(tmp_path / "home")})
        assert read_report({"PHOTOFINISH_CARD_REPORT": str(places.run / "report.json")}) == report
        return report

    return booted


def volume(places: Places, tmp_path: Path) -> int:
    """The volume with which the program would start."""
    environ = {"HOME": str(tmp_path / "home"), "PHOTOFINISH_CARD": str(places.current / CARD)}
    return load_config(None, environ, tmp_path).config.sound.volume


def kept(places: Places) -> dict[str, bytes]:
    """Everything that is in force."""
    return {path.name: path.read_bytes() for path in places.current.iterdir()} if places.current.exists() else {}


Boot = Callable[..., CardReport]


def test_a_file_is_taken_at_the_boot_at_which_it_changed_and_at_no_other(
    boot: Boot, places: Places, tmp_path: Path
) -> None:
    assert boot(OLD).changed == ("sound.volume",)
    assert volume(places, tmp_path) == 10
    first = places.current.readlink()
    assert boot().changed == ()
    assert places.current.readlink() == first
    assert boot(NEW).changed == ("sound.volume", "display.large")
    assert volume(places, tmp_path) == 20


def test_a_new_cards_example_is_no_news_and_what_is_taken_later_is(boot: Boot) -> None:
    assert boot(example_text()).news == ""
    assert boot(OLD).news == "photofinish.toml was taken: 5 settings."
    assert boot("").news == "photofinish.toml was taken: 0 settings."
    assert boot().news == ""


def test_what_the_file_no_longer_says_is_no_longer_so(boot: Boot, places: Places, tmp_path: Path) -> None:
    boot(OLD)
    links = [places.data / name for name in ("zone", "network/wpa_supplicant-wlan0.conf")]
    assert all(link.exists() for link in links)
    boot("")
    assert volume(places, tmp_path) == Config().sound.volume
    assert not any(link.exists() for link in links)


def test_without_the_file_everything_stays(boot: Boot, places: Places) -> None:
    boot(OLD)
    before = kept(places)
    places.file.unlink()
    assert boot().faults == ()
    assert kept(places) == before


def test_a_file_with_a_mistake_changes_nothing_and_is_reported_at_every_boot_until_it_is_mended(
    boot: Boot, places: Places
) -> None:
    boot(OLD)
    before = kept(places)
    wrong = NEW.replace("20", "200")
    fault = CardFault(2, "sound.volume", "is 200; it takes a whole number from 0 to 100")
    assert boot(wrong).faults == boot().faults == (fault,)
    assert kept(places) == before
    assert boot(NEW).faults == ()
    assert boot().faults == ()


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ("[sound]\nvolume = 5\n".encode("utf-16"), "it is UTF-16 text: save it as UTF-8"),
        ("[operator]\nname = 'Café'\n".encode("latin-1"), "it is not UTF-8 text: save it as UTF-8"),
        (
            b"# " + b"x" * 64_000,
            "cannot be read (it has more than 0.064 MB); save it again, or copy it to the card once more",
        ),
    ],
)
def test_a_file_that_is_no_such_text_is_one_mistake(boot: Boot, data: bytes, problem: str) -> None:
    assert [fault.problem for fault in boot(data).faults] == [problem]


@pytest.mark.parametrize(
    "name", ["photofinish.toml.txt", "photofinish.txt", "photofinish (1).toml", "Photo Finish.toml"]
)
def test_a_file_of_nearly_the_right_name_is_found_and_said(boot: Boot, places: Places, name: str) -> None:
    (places.card / name).write_text(NEW, encoding="utf-8")
    [fault] = boot().faults
    assert f"is named {name}, and is not read. Rename it to photofinish.toml" in fault.problem
    report = boot(NEW)
    assert report.faults == ()
    assert report.news == "photofinish.toml was taken: 2 settings."


def test_beside_the_right_file_the_one_that_notepad_makes_is_said_and_a_copy_is_not(boot: Boot, places: Places) -> None:
    for name in ("photofinish.toml.txt", "photofinish - Copy.toml"):
        (places.card / name).write_text(NEW, encoding="utf-8")
    boot(NEW)
    assert boot().notices == ("photofinish.toml.txt is not read; photofinish.toml beside it is.",)


def test_other_files_on_the_card_are_nobodys_mistake(boot: Boot, places: Places) -> None:
    for name in ("config.txt", "cmdline.txt", "kernel8.img"):
        (places.card / name).write_text("x", encoding="utf-8")
    assert boot().faults == ()


@pytest.mark.parametrize("forgets", [False, True], ids=["all names written", "only synced names written"])
def test_whenever_the_power_goes_the_old_settings_or_the_new_are_there_wholly(
    boot: Boot, places: Places, tmp_path: Path, forgets: bool
) -> None:
    boot(OLD)
    old = kept(places)
    places.file.write_text(NEW, encoding="utf-8")
    cuts = 0
    while True:
        try:
            boot(None, CutDisk(cuts, forgets=forgets))
        except PowerCut:
            assert kept(places) == old or volume(places, tmp_path) == 20
            assert len(list((places.data / "card").iterdir())) <= 4
        else:
            break
        cuts += 1
        if kept(places) != old:
            boot(OLD)
            assert kept(places) == old
            places.file.write_text(NEW, encoding="utf-8")
    assert cuts > 10
    assert boot(NEW).faults == ()
    assert volume(places, tmp_path) == 20


def test_a_first_boot_may_be_cut_anywhere(boot: Boot, places: Places, tmp_path: Path) -> None:
    for cuts in range(100):
        try:
            boot(OLD, CutDisk(cuts, forgets=True))
        except PowerCut:
            assert kept(places) == {} or volume(places, tmp_path) == 10
        else:
            assert cuts > 15
            break
    assert volume(places, tmp_path) == 10


def test_a_password_and_what_could_lead_to_it_are_roots_alone(boot: Boot, places: Places) -> None:
    text = uncommented(example_text()).replace("its password", "hunter2 hunter2")
    report = boot(text)
    private = {"wpa_supplicant.conf", "authorized_keys", FINGERPRINT}
    for path in places.current.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == (0o600 if path.name in private else 0o644), path
        assert b"hunter2" not in path.read_bytes()
    assert "hunter2" not in str(report)


def test_the_running_system_gets_its_time_zone_at_every_boot(boot: Boot, places: Places) -> None:
    boot('[locale]\ntimezone = "Europe/Berlin"\n')
    for name in ("localtime", "timezone"):
        (places.root / "etc" / name).unlink()
    boot()
    assert (places.root / "etc/localtime").readlink() == Path("/usr/share/zoneinfo/Europe/Berlin")
    assert (places.root / "etc/timezone").read_text() == "Europe/Berlin\n"


def test_a_system_that_cannot_be_written_is_said_and_keeps_nothing_else_from_being_taken(
    boot: Boot, places: Places, tmp_path: Path
) -> None:
    (places.root / "etc").rmdir()
    report = boot(OLD)
    assert "cannot be written (No such file or directory)" in report.notices[-1]
    assert volume(places, tmp_path) == 10


def test_a_data_partition_that_cannot_be_written_is_on_the_screen_and_an_error(boot: Boot, places: Places) -> None:
    places.data.rmdir()
    with pytest.raises(CabinetError, match=r"cannot be taken: .* cannot be written"):
        boot(OLD)
    [fault] = read_report({"PHOTOFINISH_CARD_REPORT": str(places.run / "report.json")}).faults
    assert "Look at the data partition" in fault.problem


def test_a_report_that_cannot_be_written_is_an_error(boot: Boot, places: Places) -> None:
    places.run.rmdir()
    places.run.write_bytes(b"")
    with pytest.raises(CabinetError, match=r"the report cannot be written: .*File exists"):
        boot(OLD)


def test_a_first_partition_that_did_not_open_is_on_the_screen_and_what_was_taken_before_counts(
    boot: Boot, places: Places, tmp_path: Path
) -> None:
    boot(OLD)
    for path in places.card.iterdir():
        path.unlink()
    [fault] = boot().faults
    assert "first partition did not open" in fault.problem
    assert volume(places, tmp_path) == 10
    places.card.rmdir()
    assert boot().faults == (fault,)


@pytest.mark.parametrize("name", [CARD, "zone", "wpa_supplicant.conf", FINGERPRINT])
@pytest.mark.parametrize("damage", [b"", b"[[", None], ids=["empty", "cut off", "gone"])
def test_a_copy_that_is_damaged_is_made_anew_from_the_card(
    boot: Boot, places: Places, name: str, damage: bytes | None
) -> None:
    boot(OLD)
    whole, copy = kept(places), places.current / name
    if damage is None:
        copy.unlink()
    else:
        copy.write_bytes(damage)
    assert boot().faults == ()
    assert kept(places) == whole


def test_a_new_version_that_refuses_what_was_taken_says_so_and_the_old_copy_does_not_count(
    boot: Boot, places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boot(OLD)
    renamed = (places.current / CARD).read_bytes().replace(b"volume", b"loudness")
    (places.current / CARD).write_bytes(renamed)
    [fault] = boot(OLD.replace("volume", "loudness")).faults
    assert (fault.line, fault.key) == (2, "sound.loudness")
    assert (places.current / CARD).read_bytes() == renamed
    environ = {"HOME": str(tmp_path / "home"), "PHOTOFINISH_CARD": str(places.current / CARD)}
    loaded = load_config(None, environ, tmp_path)
    assert (loaded.config.sound.volume, loaded.aside is None) == (Config().sound.volume, False)
    assert boot(OLD).faults == ()
    assert volume(places, tmp_path) == 10


def test_a_report_that_is_not_there_or_is_none_has_no_faults(tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    assert read_report({"PHOTOFINISH_CARD_REPORT": str(file)}) == CardReport()
    file.write_text('{"faults": 3}')
    assert read_report({"PHOTOFINISH_CARD_REPORT": str(file)}) == CardReport()


def test_a_card_whose_report_is_awaited_and_missing_or_none_says_so(tmp_path: Path) -> None:
    environ = {"PHOTOFINISH_CARD_REPORT": str(tmp_path / "report.json"), AWAITED: "40"}
    assert "Switch off and on" in read_report(environ).notices[0]
    (tmp_path / "report.json").touch()
    assert "Switch off and on" in read_report(environ).notices[0]


def test_the_program_waits_until_the_report_is_there_and_takes_the_time_zone_only_then(
    boot: Boot, places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited, zoned = list[float](), list[int]()
    monkeypatch.setattr("time.tzset", lambda: zoned.append(len(waited)))

    def go_on(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 7:
            boot(OLD)

    environ = {"PHOTOFINISH_CARD_REPORT": str(places.run / "report.json"), AWAITED: "40"}
    await_report(environ, go_on)
    assert (len(waited), zoned) == (7, [7])
    assert (read_report(environ).faults, volume(places, tmp_path)) == ((), 10)


def test_the_program_waits_no_longer_than_it_is_told_and_not_where_there_is_no_card(tmp_path: Path) -> None:
    waited = list[float]()
    await_report({"PHOTOFINISH_CARD_REPORT": str(tmp_path / "none"), AWAITED: "40"}, waited.append)
    assert sum(waited) == pytest.approx(40)
    waited.clear()
    await_report({"PHOTOFINISH_CARD_REPORT": str(tmp_path / "none")}, waited.append)
    assert waited == []


@pytest.mark.parametrize("seconds", ["", "forty", "-1", "nan", "inf", "1e3", "99999"])
def test_a_wait_that_is_no_number_of_seconds_is_refused_by_name(seconds: str) -> None:
    with pytest.raises(CabinetError, match=f"{AWAITED} is '{seconds}'.*systemctl cat photofinish"):
        await_report({AWAITED: seconds}, lambda _s: None)


def test_a_boot_without_a_change_does_not_wait_for_the_games() -> None:
    program = "import sys, cabinet.commands.card, cabinet.card.take; print('engine.games' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


# The command


def test_a_desk_checks_a_file_and_prints_the_example(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["card", "example"]) == 0
    printed = capsys.readouterr().out
    file = tmp_path / "photofinish.toml"
    file.write_text(printed, encoding="utf-8")
    assert main(["card", "check", str(file)]) == 0
    assert f"{file} is right: 0 settings." in capsys.readouterr().out
    file.write_text(printed.replace("#volume = 40", "volume = 400"), encoding="utf-8")
    assert main(["card", "check", str(file)]) == 2
    assert "sound.volume: is 400" in capsys.readouterr().err
    assert main(["card", "check", str(tmp_path / "none.toml")]) == 2


def test_the_boot_takes_the_file_and_a_mistake_in_it_is_no_failure(
    places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = [f"--{name}={getattr(places, name)}" for name in ("card", "data", "run", "root")]
    places.file.write_text(NEW, encoding="utf-8")
    assert main(["card", "apply", *folders]) == 0
    assert "photofinish.toml was taken: 2 settings." in capsys.readouterr().out
    places.file.write_text("[sound]\nvolume = 200\n", encoding="utf-8")
    assert main(["card", "apply", *folders]) == 0
    assert f"{places.file}:2: sound.volume: is 200" in capsys.readouterr().err


@pytest.mark.parametrize("given", [("card", "data", "root"), ("card", "data", "run"), ("card", "data"), ()])
def test_a_machine_that_is_no_card_takes_none_and_keeps_no_report_of_one(
    places: Places, given: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Its program showed the mistakes of that file until it was booted."""
    places.file.write_text("[sound]\nvolume = 200\n", encoding="utf-8")
    assert main(["card", "apply", *[f"--{name}={getattr(places, name)}" for name in given]]) == 2
    assert "this machine is no card of Photo Finish (/etc/photofinish-image is missing)" in capsys.readouterr().err
    assert not REPORT.exists()
    assert not (places.run / "report.json").exists()


def test_the_machines_own_file_lies_below_the_cards(places: Places, capsys: pytest.CaptureFixture[str]) -> None:
    (places.root / "etc/photofinish").mkdir()
    (places.root / "etc/photofinish/config.toml").write_text("[input.pins.seat0]\nCARD1 = 12\n", encoding="utf-8")
    places.file.write_text("[input.pins.seat1]\nCARD1 = 12\n", encoding="utf-8")
    main(["card", "apply", *[f"--{name}={getattr(places, name)}" for name in ("card", "data", "run", "root")]])
    assert f"{places.file}:2: input.pins.seat1.CARD1: is 12" in capsys.readouterr().err
