"""What the installer does to a machine in the long run: again, a newer version, back, another console.

One machine for the whole file, which the tests change one after another.
"""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.vm.page_commands import check_commands
from tests.vm.test_cabinet import ready, state
from tools.vm.cached import REPOSITORY
from tools.vm.image import UNPACKED, fill_share, install_of, lay_out, pack
from tools.vm.machine import Image, Machine
from workshop.commands.bundle import PARTS

pytestmark = pytest.mark.slow

BEFORE = "before"
CONFIG = "/etc/photofinish/config.toml"
CURRENT = "readlink /opt/photofinish/current"
SUMS = "find /etc /opt/photofinish /usr/local -type f -print0 | sort -z | xargs -0 sha256sum"


@pytest.fixture(scope="module")
def living(alone: None, cabinet_image: Image, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    with Machine(cabinet_image, tmp_path_factory.mktemp("lifecycle")) as machine:
        fill_share(machine.share)
        put_previous(REPOSITORY, machine.folder / BEFORE)
        pack(machine.folder / BEFORE, machine.share)
        machine.boot()
        ready(machine)
        yield machine


def put_previous(repository: Path, folder: Path) -> None:
    """Lay out the last commit's version that differs from the newest; without a history, a copy with one more word."""
    folder.mkdir(parents=True)
    git = ["git", "-c", "safe.directory=*", "-C", str(repository)]  # root's git trusts nobody else's checkout
    log = [*git, "log", "-2", "--format=%H", "--", *PARTS]
    commits = subprocess.run(log, capture_output=True, text=True, check=False).stdout.split()
    if len(commits) == 2:
        archive = [*git, "archive", commits[1], *PARTS]
        packed = subprocess.run(archive, capture_output=True, check=True).stdout
        subprocess.run(["tar", "-x", "-C", str(folder)], input=packed, check=True)
    else:
        lay_out(repository, folder)
        (folder / "cabinet/__init__.py").write_text('"""An older version."""\n')


def install(machine: Machine, *arguments: str, checkout: str = "checkout") -> str:
    return machine.out(f"{install_of(checkout)} {' '.join(arguments)} 2>&1", seconds=900)


def test_a_second_install_changes_nothing(living: Machine) -> None:
    before = living.out(SUMS)
    install(living)
    assert living.out(SUMS) == before
    assert state(living, "ActiveState") == {"ActiveState": "active"}


def test_an_upgrade_from_the_version_before_keeps_configuration_and_records(living: Machine) -> None:
    newest = living.out(CURRENT)
    # the older version begins with records of its own: it may refuse those of a newer one, and rightly
    living.run("systemctl stop photofinish && rm -r /var/lib/photofinish")
    install(living, checkout=BEFORE)
    ready(living)
    older = living.out(CURRENT)
    assert older != newest
    living.run(f"echo '# mine' >> {CONFIG}; echo kept > /var/lib/photofinish/kept")
    records = living.out("ls /var/lib/photofinish")
    install(living)
    ready(living)
    assert living.out(CURRENT) == newest
    assert "# mine" in living.out(f"cat {CONFIG}")
    assert set(records.split()) <= set(living.out("ls /var/lib/photofinish").split())


def test_a_rollback_leads_back_and_forth(living: Machine) -> None:
    newest = living.out(CURRENT)
    living.run("systemctl stop photofinish && rm -r /var/lib/photofinish")
    told = install(living, "--rollback")
    ready(living)
    older = living.out(CURRENT)
    assert older != newest
    assert Path(older).name in told
    install(living, "--rollback")
    ready(living)
    assert living.out(CURRENT) == newest


def refused(machine: Machine) -> str:
    """What the installer says, which refuses and changes nothing."""
    before = machine.out(SUMS)
    done = machine.run(f"{install_of('checkout')} 2>&1", seconds=900, check=False)
    assert done.code == 2, done.out
    assert machine.out(SUMS) == before
    return done.out


def test_an_account_that_is_a_persons_and_a_disk_without_room_are_refused_before_anything_is_changed(
    living: Machine,
) -> None:
    install(living, "--uninstall")
    living.run("useradd --create-home photofinish")
    assert "it is a person's" in refused(living)
    living.run("userdel --remove photofinish")
    living.run("fallocate --length $(($(df --output=avail --block-size=1 / | tail -n 1) - 300000000)) /filler")
    assert "there is too little room" in refused(living)
    living.run("rm /filler")


def test_every_command_of_the_pages_works_after_a_reinstall(living: Machine) -> None:
    """By a root whose files are nobody else's, over records of another account's, on a machine that begins with a
    desktop."""
    living.run("useradd --system between && chown --recursive between: /var/lib/photofinish")
    desktop = "[Service]\\nExecStart=sleep infinity\\n[Install]\\nAlias=display-manager.service"
    living.run(f"printf '{desktop}' > /etc/systemd/system/desk.service && systemctl enable --now desk")
    told = living.out(f"umask 077; {install_of('checkout')} 2>&1", seconds=900)
    assert "begins with a desktop (desk.service)" in told
    assert living.run("systemctl is-enabled desk", check=False).out.strip() == "disabled"
    living.run("systemctl stop desk")
    ready(living)
    assert living.out("find /var/lib/photofinish ! -user photofinish") == ""
    for login in ("root", "somebody"):
        check_commands(living, REPOSITORY, login)


def test_the_console_can_be_left_open(living: Machine) -> None:
    install(living, "--open-console")
    living.start("systemctl reboot")
    living.wait_until_off()
    living.boot()
    ready(living)
    assert living.out("cat /proc/sys/kernel/sysrq") != "0"
    living.keys("ctrl", "alt", "f2")
    living.wait_for("systemctl is-active getty@tty2")
    assert living.out("cat /sys/class/tty/tty0/active") == "tty2"
    living.keys("ctrl", "alt", "f1")
    living.wait_for("grep -x tty1 /sys/class/tty/tty0/active")
    assert state(living, "NRestarts", "ActiveState") == {"NRestarts": "0", "ActiveState": "active"}
    living.keys("ctrl", "alt", "delete")
    living.wait_until_off()
    living.boot()


def test_a_cards_boot_puts_a_newer_releases_files_in_place_from_its_sandbox(living: Machine) -> None:
    """On a machine that is told it was a card; the newer release has one rule more, and its account one group less."""
    release, unit = "/opt/photofinish/current/systemd", "photofinish-attach.service"
    files, rules = f"{release}/root", "etc/udev/rules.d/60-photofinish.rules"
    install(living)
    living.run("touch /etc/photofinish-image; mkdir /usr/local/lib/photofinish; gpasswd --delete photofinish input")
    living.run(f"echo '# newer' >> {files}/{rules}; rm --force {release}/sum-*")
    units = f"{UNPACKED}/checkout/systemd/image/etc/systemd/system"
    patient = "sed 's/^TimeoutStartSec=.*/TimeoutStartSec=300/'"
    living.run(f"{patient} {units}/{unit} > /etc/systemd/system/{unit}; systemctl daemon-reload")
    begin = living.out("date '+%Y-%m-%d %H:%M:%S'")
    living.run(f"systemctl start {unit}", seconds=240)
    told = living.out(f"journalctl --since '{begin}' --unit {unit} --no-pager")
    assert re.search("denied|not permitted", told) is None, told
    assert living.out(f"tail --lines 1 /{rules}") == "# newer"
    assert "input" in living.out("id --name --groups photofinish").split()
    ready(living)
