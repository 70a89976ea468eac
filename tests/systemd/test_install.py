"""The installer, in a folder that plays the machine: what it leaves there, and that it takes all of it away again.

Programs that take long or touch the machine (python3, useradd, systemctl …) are stand-ins; what the machine would be
told is in `machine.log`. That the units work is for a virtual machine to show.
"""

import os
import re
import subprocess
from pathlib import Path

import pytest

from cabinet.config.file import parse_config
from hardware.board.protocol import USB_NAME
from tests.systemd.fake_machine import CMDLINE, FakeMachine

UNITS = "etc/systemd/system"
SERVICES = sorted(path.name for path in (Path(__file__).parents[2] / "systemd/root").rglob("*.service"))
"""Every service that is installed on any machine."""
CARD_SERVICES = sorted(
    path.name
    for path in (Path(__file__).parents[2] / "systemd/image" / UNITS).glob("*.service")
    if not path.is_symlink()
)
"""Every service of ours that a card has besides; the links switch others on and off."""


@pytest.fixture
def machine(tmp_path: Path, repository: Path) -> FakeMachine:
    return FakeMachine(tmp_path, repository)


def units(repository: Path) -> Path:
    return repository / "systemd/root" / UNITS


# Installing


def test_a_fresh_machine_becomes_a_cabinet(machine: FakeMachine, repository: Path) -> None:
    machine.install()
    tree = machine.tree()
    for path in (repository / "systemd/root").rglob("*"):
        if path.is_file() or path.is_symlink():
            assert str(path.relative_to(repository / "systemd/root")) in tree
    assert machine.program == "# cabinet\n"
    assert 'source = "auto"' in tree["etc/photofinish/config.toml"]
    told = machine.told()
    assert any(line.startswith("apt-get install") and "libgbm1" in line for line in told)
    assert any(line.startswith("useradd --system") for line in told)
    assert "groupadd --system input" in told
    assert "groupadd --system gpio" not in told
    assert "systemctl enable photofinish.service" in told
    assert told[-2:] == ["systemctl reset-failed photofinish.service", "systemctl restart photofinish.service"]


def test_a_raspberry_pi_is_set_to_its_pins(machine: FakeMachine) -> None:
    (machine.root / "proc/device-tree/model").write_text("Raspberry Pi 4 Model B Rev 1.5\0")
    machine.install()
    assert 'source = "gpio"' in machine.tree()["etc/photofinish/config.toml"]


def test_a_second_time_changes_nothing(machine: FakeMachine) -> None:
    machine.install()
    once = machine.tree()
    machine.install()
    assert machine.tree() == once


def test_a_dry_run_says_what_and_does_nothing(machine: FakeMachine) -> None:
    told = machine.install("--dry-run")
    assert machine.tree() == machine.fresh
    assert machine.told() == []
    assert "would: systemctl enable photofinish.service" in told
    assert "would: useradd" in told


def test_an_upgrade_keeps_configuration_and_records_and_can_be_rolled_back(machine: FakeMachine) -> None:
    machine.install()
    config = machine.root / "etc/photofinish/config.toml"
    config.write_text("[sound]\nvolume = 5\n")
    records = machine.root / "var/lib/photofinish/photofinish.db"
    records.parent.mkdir(parents=True)
    records.write_text("records")
    machine.change("# newer\n")
    machine.install()
    assert machine.program == "# newer\n"
    machine.install("--rollback")
    assert machine.program == "# cabinet\n"
    machine.install("--rollback")
    assert machine.program == "# newer\n"
    assert config.read_text() == "[sound]\nvolume = 5\n"
    assert records.read_text() == "records"


def test_a_page_that_was_built_is_part_of_the_release(machine: FakeMachine) -> None:
    page = machine.checkout / "build/page"
    page.mkdir(parents=True)
    for name in ("index.html", "sw.js"):
        (page / name).write_text("first")
    machine.install()
    installed = machine.root / "opt/photofinish/current/page/index.html"
    assert installed.read_text() == "first"
    for name in ("index.html", "sw.js"):
        (page / name).write_text("another")
    machine.install()
    assert installed.read_text() == "another", "another page is another release"


def test_only_this_version_and_the_one_before_are_kept(machine: FakeMachine) -> None:
    for number in range(4):
        machine.change(f"# version {number}\n")
        machine.install()
    assert len(list((machine.root / "opt/photofinish/releases").iterdir())) == 2
    machine.install("--rollback")
    assert machine.program == "# version 2\n"


def test_a_compiled_engine_is_a_release_of_its_own_and_can_be_rolled_back(machine: FakeMachine) -> None:
    machine.install()
    plain = machine.tree()["opt/photofinish/current"]
    machine.install("--compiled")
    assert machine.tree()["opt/photofinish/current"] == f"{plain}-compiled"
    release = machine.root / "opt/photofinish/current/venv"
    assert (release / "bin/compiled").read_text() == "engine\n"
    assert sorted(path.name for path in release.parent.iterdir()) == ["complete", "docs", "systemd", "venv"]
    assert any(line.endswith(" gcc libc6-dev python3-dev") for line in machine.told() if "apt-get install" in line)
    machine.install("--rollback")
    assert machine.tree()["opt/photofinish/current"] == plain


def test_without_the_option_nothing_is_compiled(machine: FakeMachine) -> None:
    told = machine.install("--dry-run")
    assert "tools.compiled" not in told
    assert "-m tools.compiled wheel" in machine.install("--dry-run", "--compiled")


def test_a_release_that_was_cut_off_while_it_was_made_is_made_again(machine: FakeMachine) -> None:
    machine.install()
    (release,) = (machine.root / "opt/photofinish/releases").iterdir()
    (release / "complete").unlink()
    (release / "venv/bin/photofinish").write_text("half")
    machine.install()
    assert machine.program == "# cabinet\n"


# Going back


def test_what_is_uninstalled_leaves_nothing_but_records_and_configuration(machine: FakeMachine) -> None:
    machine.install()
    (machine.root / "var/lib/photofinish").mkdir(parents=True)
    (machine.root / "var/lib/photofinish/photofinish.db").write_text("records")
    told = machine.install("--uninstall")
    assert not (machine.root / "etc/systemd").exists()
    left = {name for name in machine.tree() if name not in machine.fresh}
    assert left == {"etc/photofinish/config.toml", "var/lib/photofinish/photofinish.db"}
    assert {name: text for name, text in machine.tree().items() if name in machine.fresh} == machine.fresh
    assert "/var/lib/photofinish" in told
    assert "/etc/photofinish" in told


def test_an_uninstall_takes_away_the_groups_that_were_made_and_folders_that_nobody_else_uses(
    machine: FakeMachine,
) -> None:
    machine.install()
    group = machine.root / "etc/group"
    group.write_text(group.read_text() + "input:x:999:\naudio:x:998:somebody\n")
    (machine.root / "etc/udev/rules.d/99-own.rules").write_text("")
    machine.told()
    machine.install("--uninstall")
    told = machine.told()
    assert "groupdel input" in told
    assert not {"groupdel audio", "groupdel gpio", "groupdel video"} & set(told)
    assert (machine.root / "etc/udev/rules.d/99-own.rules").exists()
    assert not (machine.root / "etc/systemd").exists()


def test_uninstalling_what_is_not_there_harms_nothing(machine: FakeMachine) -> None:
    machine.install("--uninstall")
    assert machine.tree() == machine.fresh


def test_there_must_be_something_to_go_back_to(machine: FakeMachine) -> None:
    machine.install()
    assert "no version before this one" in machine.install("--rollback", fails=2)


# Where other things live


@pytest.mark.parametrize("umask", [0o077, 0o027])
def test_everybody_may_read_what_is_installed_whatever_the_callers_umask(machine: FakeMachine, umask: int) -> None:
    machine.umask = umask
    machine.install()
    for path in machine.root.rglob("*"):
        if path.name != "machine.log" and not path.is_symlink() and "opt/photofinish/releases" not in str(path):
            assert path.stat().st_mode & 0o555 == 0o555 if path.is_dir() else path.stat().st_mode & 0o444 == 0o444, path


def test_a_checkout_without_modes_installs_programs_that_run(machine: FakeMachine) -> None:
    machine.install()
    rule = machine.root / "etc/polkit-1/rules.d/50-photofinish.rules"
    rule.chmod(0o600)
    for path in machine.checkout.rglob("*"):
        if path.is_file() and not path.is_symlink():
            path.chmod(0o600)
    machine.install()
    assert (machine.root / "usr/local/bin/photofinish").stat().st_mode & 0o777 == 0o755
    assert rule.stat().st_mode & 0o777 == 0o644


def test_records_of_an_installation_before_become_the_accounts_that_is_here(machine: FakeMachine) -> None:
    (machine.root / "var/lib/photofinish/logs").mkdir(parents=True)
    machine.install()
    assert "chown --no-dereference --recursive photofinish:photofinish /var/lib/photofinish" in machine.told()


def test_a_persons_account_is_neither_taken_nor_removed(machine: FakeMachine) -> None:
    machine.has_account("photofinish", 1001, "/home/photofinish")
    person = machine.tree()
    assert "a person's (number 1001)" in machine.install(fails=2)
    assert machine.tree() == person
    machine.install("--uninstall")
    assert not any(line.startswith("userdel") for line in machine.told())


@pytest.mark.parametrize(("home", "goes"), [("/var/lib/photofinish", True), ("/srv", False)])
def test_only_an_account_that_an_installer_made_goes_again(machine: FakeMachine, home: str, goes: bool) -> None:
    """Installers before this one noted no account; theirs had the records as its home."""
    machine.has_account("photofinish", 990, home)
    machine.install()
    assert not any(line.startswith("useradd") for line in machine.told())
    machine.install("--uninstall")
    assert ("userdel photofinish" in machine.told()) is goes


def test_an_uninstall_names_what_it_could_not_do_and_can_be_run_again(machine: FakeMachine) -> None:
    machine.install()
    machine.has_account("photofinish", 990, "/var/lib/photofinish")
    machine.told()
    (machine.root / "machine.log").mkdir()  # the machine takes no order
    left = machine.install("--uninstall", fails=1)
    assert "  userdel photofinish\n" in left
    assert not (machine.root / "etc/systemd").exists()
    (machine.root / "machine.log").rmdir()
    assert "Photo Finish is gone" in machine.install("--uninstall")
    assert "userdel photofinish" in machine.told()
    assert not (machine.root / "opt/photofinish").exists()


def test_the_login_comes_back_before_the_account_goes(machine: FakeMachine) -> None:
    machine.install()
    machine.has_account("photofinish", 990, "/var/lib/photofinish")
    machine.told()
    machine.install("--uninstall")
    told = list(machine.told())
    assert told.index("systemctl start getty@tty1.service") < told.index("userdel photofinish")


def test_an_upgrade_asks_for_room_before_anything_is_changed(machine: FakeMachine) -> None:
    machine.install()
    (machine.programs / "df").write_text("#!/bin/sh\necho Avail\necho ' 99M'\n")
    (machine.programs / "df").chmod(0o755)
    machine.install()  # the same release takes no room
    before = machine.tree()
    machine.change("# newer\n")
    assert "100 MB are to stay free for the results" in machine.install(fails=2)
    assert machine.tree() == before


def test_a_desktop_gives_the_screen_away_and_gets_it_back(machine: FakeMachine) -> None:
    link = machine.root / "etc/systemd/system/display-manager.service"
    link.parent.mkdir(parents=True)
    link.symlink_to("/lib/systemd/system/lightdm.service")
    assert "begins with a desktop (lightdm.service)" in machine.install()
    assert "systemctl disable lightdm.service" in machine.told()
    machine.install("--uninstall")
    assert "systemctl enable lightdm.service" in machine.told()


def test_the_command_uses_the_configuration_and_the_records_of_the_unit(repository: Path) -> None:
    launcher = (repository / "systemd/root/usr/local/bin/photofinish").read_text()
    unit = (units(repository) / "photofinish.service").read_text()
    for name in ("XDG_DATA_HOME", "PHOTOFINISH_CONFIG"):
        (value,) = re.findall(rf"^Environment=.*\b{name}=(\S+)", unit, re.MULTILINE)
        assert re.search(rf'\b{name}=("\${{{name}:-)?{value}\b', launcher)


# Options


def test_the_console_stays_open_for_who_wants_it(machine: FakeMachine) -> None:
    machine.install()
    machine.install("--open-console")
    tree = machine.tree()
    assert "etc/sysctl.d/90-photofinish.conf" not in tree
    assert "etc/systemd/system/ctrl-alt-del.target" not in tree
    assert "etc/systemd/system/photofinish.service" in tree
    keyboard = "etc/systemd/system/photofinish.service.d/open-console.conf"
    assert "KEEP_KBD" in tree[keyboard]
    machine.install()
    assert keyboard not in machine.tree()
    machine.install("--open-console")
    machine.install("--uninstall")
    assert not (machine.root / "etc/systemd").exists()


def test_the_kernels_line_gets_its_words_once_and_loses_them_again(machine: FakeMachine) -> None:
    machine.install()
    machine.install()
    line = machine.tree()["boot/firmware/cmdline.txt"]
    assert line.startswith(CMDLINE.rstrip())
    words = line.split()
    once = ("consoleblank=0", "vt.global_cursor_default=0", "cgroup_enable=memory")
    assert [words.count(word) for word in once] == [1, 1, 1]
    assert line.count("\n") == 1
    machine.install("--uninstall")
    assert machine.tree()["boot/firmware/cmdline.txt"] == CMDLINE


def test_a_read_only_system_keeps_its_records_in_a_place_of_their_own(machine: FakeMachine) -> None:
    for _ in range(2):
        machine.install("--read-only")
    tree = machine.tree()
    assert tree["etc/fstab"].count("LABEL=photofinish /var/lib/photofinish ext4") == 1
    assert tree["etc/overlayroot.local.conf"] == 'overlayroot="tmpfs:recurse=0"\n'
    machine.install("--uninstall")
    assert machine.tree()["etc/fstab"] == machine.fresh["etc/fstab"]


def test_the_place_of_the_records_is_known_by_its_own_number_and_runs_nothing(machine: FakeMachine) -> None:
    """A stranger's stick with the same label, at the next power on, is not taken for it."""
    number = machine.programs / "blkid"
    number.write_text("#!/bin/sh\n[ $# = 5 ] && echo 1d5f-77\n")
    number.chmod(0o755)
    for _ in range(2):
        machine.install("--read-only")
    (line,) = [line for line in machine.tree()["etc/fstab"].splitlines() if " /var/lib/photofinish ext4 " in line]
    assert line == "UUID=1d5f-77 /var/lib/photofinish ext4 noatime,nosuid,nodev,noexec,nofail 0 2"
    machine.install("--uninstall")
    assert machine.tree()["etc/fstab"] == machine.fresh["etc/fstab"]


def test_a_read_only_system_keeps_the_time_beside_its_records_as_a_card_does(
    machine: FakeMachine, repository: Path
) -> None:
    for _ in range(2):
        machine.install("--read-only")
    tree, image = machine.tree(), repository / "systemd/image"
    assert tree["etc/fstab"].count("/var/lib/photofinish/clock /var/lib/systemd/timesync none bind,nofail 0 0\n") == 1
    clock = [name for name in tree if "clock" in name and not name.startswith("opt/")]
    assert len(clock) == 6
    for name in clock:
        if not name.endswith("clock.conf") and not (image / name).is_symlink():
            assert tree[name] == (image / name).read_text()
    assert tree["etc/systemd/system/photofinish.service.d/clock.conf"] == (
        "[Unit]\nWants=photofinish-clock.service\nAfter=photofinish-clock.service\n"
    )
    machine.install("--uninstall")
    assert not [name for name in machine.tree() if "clock" in name]


# What it cannot serve


@pytest.mark.parametrize(
    ("arguments", "environ", "told"),
    [
        (["--fly"], {}, "there is no option --fly"),
        (["--root", "/nowhere/at/all"], {}, "--root takes a folder"),
        ([], {"SYSTEM": "armhf"}, "this system is armhf: only arm64 and amd64"),  # whatever the kernel is
        ([], {"SYSTEM": "none"}, "this system is no Debian: only arm64 and amd64"),
        ([], {"TOO_OLD": "1"}, "Python 3.11 or later"),
    ],
)
def test_what_it_cannot_serve_it_refuses_in_words(
    arguments: list[str], environ: dict[str, str], told: str, machine: FakeMachine
) -> None:
    assert told in machine.install(*arguments, fails=2, **environ)
    assert machine.tree() == machine.fresh


def test_it_explains_itself(machine: FakeMachine) -> None:
    told = machine.install("--help")
    for option in ("--rollback", "--uninstall", "--read-only", "--dry-run", "--open-console"):
        assert option in told


# The units


@pytest.mark.needs("systemd-analyze")
@pytest.mark.parametrize(
    ("tree", "unit"), [*(("root", unit) for unit in SERVICES), *(("image", unit) for unit in CARD_SERVICES)]
)
def test_a_unit_has_no_right_that_it_does_not_need(tree: str, unit: str, repository: Path) -> None:
    """At most 2.0 of systemd's ten, for every service that is installed; --threshold has tenths."""
    asked = ["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=20"]
    done = subprocess.run(
        [*asked, str(repository / "systemd" / tree / UNITS / unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    level = re.search(r"Overall exposure level for .*?: ([\d.]+)", done.stdout)
    assert level is not None, done.stderr
    assert float(level[1]) <= 2.0
    assert done.returncode == 0, done.stdout


def test_what_loads_modules_does_so_from_one_and_the_same_sandbox(repository: Path) -> None:
    def sandbox(unit: str) -> str:
        return (units(repository) / unit).read_text().partition("WorkingDirectory=")[2]

    assert sandbox("photofinish-modules.service") == sandbox("photofinish-graphics.service") != ""


@pytest.mark.needs("systemd-analyze")
def test_systemd_understands_every_line_of_the_units(repository: Path) -> None:
    sockets = ("photofinish-trace.socket", "photofinish-helper.socket", "photofinish-live.path")
    files = [str(units(repository) / unit) for unit in (*SERVICES, *sockets)]
    done = subprocess.run(["systemd-analyze", "verify", *files], capture_output=True, text=True, check=False)
    complaints = [line for line in done.stderr.splitlines() if "is not executable" not in line]
    assert complaints == []


def test_a_fall_is_followed_by_a_start_within_half_a_second_and_the_watchdog_fits_a_pi(repository: Path) -> None:
    unit = (units(repository) / "photofinish.service").read_text()
    assert "Restart=always" in unit
    delay = re.search(r"RestartSec=(\d+)ms", unit)
    assert delay is not None
    assert int(delay[1]) <= 500
    manager = (repository / "systemd/root/etc/systemd/system.conf.d/photofinish.conf").read_text()
    seconds = re.search(r"RuntimeWatchdogSec=(\d+)", manager)
    assert seconds is not None
    assert int(seconds[1]) <= 15


def test_its_memory_is_bounded_below_what_a_machine_has_and_above_what_it_takes(repository: Path) -> None:
    """By the smallest machine, a Zero 2 W with some 430 MB, and an evening at 1280x720: `tests/rig/test_bench.py`."""
    unit = (units(repository) / "photofinish.service").read_text()
    high, most = (430 * int(share) / 100 for share in re.findall(r"^Memory(?:High|Max)=(\d+)%$", unit, re.MULTILINE))
    assert 200 * 1.25 < high < most < 430 - 100


@pytest.mark.parametrize("more", ["", "systemd/image/etc/systemd/system/photofinish.service.d/card.conf"])
def test_five_falls_lead_to_the_error_screen_however_long_each_start_takes(more: str, repository: Path) -> None:
    unit = (units(repository) / "photofinish.service").read_text()
    if more:
        unit += (repository / more).read_text()
    value = {name: int(number) for name, number in re.findall(r"^(\w+)=(\d+)(?:ms)?$", unit, re.MULTILINE)}
    slowest = value["StartLimitBurst"] * (value["TimeoutStartSec"] + value["TimeoutStopSec"])
    assert value["StartLimitIntervalSec"] > slowest
    assert "OnFailure=photofinish-error.service" in unit


def test_the_cabinet_is_tried_again_only_when_the_error_screen_has_let_go_of_the_terminal(repository: Path) -> None:
    """Started from the error screen's own last command, or beside its stop, it was hung up together with that."""
    unit = (units(repository) / "photofinish-error.service").read_text()
    assert re.search(r"^Conflicts=.*\bphotofinish.service", unit, re.MULTILINE)
    assert "\nBefore=photofinish.service\n" in unit, "a stop goes before a start only where the two have an order"
    assert "OnSuccess=photofinish.service" in unit
    assert "OnFailure=photofinish.service" in unit
    assert "systemctl reset-failed photofinish.service" in unit
    assert not re.search(r"systemctl.* (start|restart) ", unit)


def test_the_unit_starts_what_the_installer_puts_there(repository: Path) -> None:
    script = (repository / "systemd/install.sh").read_text()
    assert "opt=/opt/photofinish" in script
    for unit in ("photofinish.service", "photofinish-error.service"):
        assert re.search(
            r"^ExecStart=/bin/sh -c 'stty -isig -echo && (exec|if) /opt/photofinish/current/venv/bin/",
            (units(repository) / unit).read_text(),
            re.MULTILINE,
        )


def test_the_login_on_the_screen_has_gone_before_the_game_begins(repository: Path) -> None:
    for unit in ("photofinish.service", "photofinish-error.service"):
        after = re.search(r"^After=(.*)", (units(repository) / unit).read_text(), re.MULTILINE)
        assert after is not None
        assert "getty@tty1.service" in after[1].split()


def test_a_release_counts_as_whole_once_it_is_on_the_disk(repository: Path) -> None:
    script = (repository / "systemd/install.sh").read_text()
    assert script.index('on_disk "$root$opt"') < script.index('touch "$root$release/complete"')


def test_the_button_board_is_told_by_its_name_whoever_made_it(repository: Path) -> None:
    rules = (repository / "systemd/root/etc/udev/rules.d/60-photofinish.rules").read_text()
    assert f'SUBSYSTEM=="tty", ATTRS{{product}}=="{USB_NAME}"' in rules


@pytest.mark.parametrize("name", ["photofinish.service", "photofinish-error.service"])
def test_a_unit_that_has_the_terminal_runs_nothing_beside_its_program(repository: Path, name: str) -> None:
    """It would take the terminal from the program, which is hung up when it ends."""
    text = (repository / "systemd/root/etc/systemd/system" / name).read_text()
    assert "TTYPath=" in text
    assert "ExecStartPost" not in re.findall("^Exec[A-Za-z]+(?==)", text, re.MULTILINE)


def test_the_configuration_that_is_installed_is_one(machine: FakeMachine) -> None:
    machine.install()
    config = parse_config(machine.tree()["etc/photofinish/config.toml"])
    assert config.display.fullscreen
    assert config.data.folder == "/var/lib/photofinish"


# Another Python, after an upgrade of Debian


def shown_on_the_console(repository: Path, folder: Path, python: str | None) -> str:
    """What the error screen's unit writes where the environment's Python is that script, or missing."""
    unit = (units(repository) / "photofinish-error.service").read_text()
    (command,) = re.findall(r"^ExecStart=/bin/sh -c '(.*)'$", unit, re.MULTILINE)
    installed = folder / "opt/photofinish/current/venv/bin"
    installed.mkdir(parents=True)
    for name, text in {"stty": "", "sleep": 'echo "for $1 s"', **({"python": python} if python else {})}.items():
        (installed / name).write_text(f"#!/bin/sh\n{text}\n")
        (installed / name).chmod(0o755)
    moved = command.replace("/opt/", f"{folder}/opt/").replace("/usr/local", f"{repository}/systemd/root/usr/local")
    environ = {"PATH": f"{installed}:{os.environ['PATH']}"}
    return subprocess.run(["sh", "-c", moved], env=environ, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("python", [None, "exit 1"])
def test_without_its_python_the_console_says_what_to_do(repository: Path, tmp_path: Path, python: str | None) -> None:
    told = shown_on_the_console(repository, tmp_path, python)
    assert "Run the installer again" in told
    assert told.endswith("for 60 s\n")
    assert max(map(len, told.splitlines())) <= 100, "a console of 800 pixels"


def test_with_it_the_error_screen_is_drawn(repository: Path, tmp_path: Path) -> None:
    told = shown_on_the_console(repository, tmp_path, 'echo "$*"')
    assert told.endswith("-m cabinet.error_screen /run/photofinish/problem.txt --seconds 60\n")


def test_run_again_under_another_python_the_installer_makes_the_environment_anew(machine: FakeMachine) -> None:
    machine.install()
    (release,) = (machine.root / "opt/photofinish/releases").iterdir()
    settings = release / "venv/pyvenv.cfg"
    settings.write_text("home = /usr/bin\nversion = 2.7.18\n")
    assert f"Making /opt/photofinish/releases/{release.name}" in machine.install()
    assert not settings.exists()
    assert "Making" not in machine.install()
