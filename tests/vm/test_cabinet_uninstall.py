"""What an uninstall leaves on the machine of `test_cabinet`, after all that the other tests have done to it."""

import difflib
import re

import pytest

from tools.vm.image import FILES, INSTALL, fill_share
from tools.vm.machine import Image, Machine
from tools.vm.party import CONFIG, DROP_IN

LEFT = re.compile(r"/etc/photofinish(/.*)?|/var/lib/photofinish(/.*)?")
"""What an uninstalled cabinet leaves."""
OTHERS = ("/var/lib/alsa/asound.state",)
"""What the system's own services note when it is switched off: here the volume of its sound card."""


def test_an_uninstall_leaves_nothing_but_the_data(cabinet: Machine, cabinet_image: Image) -> None:
    cabinet.run(f"rm -rf {DROP_IN}")  # of other tests
    fill_share(cabinet.share)
    told = cabinet.out(f"{INSTALL} --uninstall 2>&1", seconds=900)
    before = cabinet_image.disk.with_name("files").read_text().splitlines()
    packaged = set(cabinet.out("cat /var/lib/dpkg/info/*.list").splitlines())
    changes = list(difflib.unified_diff(before, cabinet.out(FILES).splitlines(), n=0, lineterm=""))
    gone = [line for line in changes if line.startswith("-/")]
    left = [line[1:] for line in changes if line.startswith("+/") and line[1:] not in {*packaged, *OTHERS}]
    assert gone == []
    assert [name for name in left if not LEFT.fullmatch(name)] == []
    assert CONFIG in left
    assert "/var/lib/photofinish" in told
    assert cabinet.out("cut -d: -f1 /etc/passwd /etc/group | grep -c -E 'photofinish|gpio' || true") == "0"
    assert cabinet.out("systemctl is-active getty@tty1") == "active"


@pytest.mark.slow
def test_it_can_be_taken_away_again_and_put_back_with_its_records(cabinet: Machine) -> None:
    """The account has another number than before; the records are the account's that is here."""
    fill_share(cabinet.share)
    for _again in range(2):
        assert cabinet.run(f"{INSTALL} --uninstall", seconds=900, check=False).code == 0
    cabinet.run("useradd --system --uid 987 somebody-else && chown -R 987 /var/lib/photofinish")
    cabinet.out(f"{INSTALL} 2>&1", seconds=1800)
    assert cabinet.out("find /var/lib/photofinish ! -user photofinish") == ""
    told = cabinet.run("cd /root && sudo -u photofinish photofinish doctor", check=False).out
    assert "may not" not in told
