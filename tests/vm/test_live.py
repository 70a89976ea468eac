"""Phones on the installed cabinet: the service is begun once its owner has switched it on, a phone in the house's
network finds it by address and by name, and nothing of it is left once it is switched off."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tools.vm.cached import REPOSITORY
from tools.vm.image import PORTS
from tools.vm.machine import Machine

UNIT: Final = "photofinish.service"
SERVICE: Final = "photofinish-live.service"
ACTIVE: Final = f"systemctl is-active {SERVICE} && systemctl is-active avahi-daemon"
CONFIG: Final = "/etc/photofinish/config.toml"
HERE: Final = "192.168.77.1"
PHONE: Final = "192.168.77.2"
HOUSE: Final = f"""
ip netns add phone
ip link add house type veth peer name wlan netns phone
ip address add {HERE}/24 dev house && ip link set house up && ip route add default via {PHONE} dev house
ip -n phone address add {PHONE}/24 dev wlan && ip -n phone link set wlan up
"""
"""A house with a network, and in it a phone: a name space of its own, at the other end of a cable."""
AVAHI: Final = "DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends --no-download avahi-daemon"
"""What answers for names, as Debian begins it at each boot."""
OF_A_CARD: Final = REPOSITORY / "systemd/image/etc/systemd/system"
UNITS: Final = "/etc/systemd/system"
ASK: Final = (
    "ip netns exec phone python3 -c \"import urllib.request as u; print(u.urlopen('http://{}').read().decode())\""
)
FIND: Final = f"""
import socket, struct, sys
name = b"".join(bytes([len(part)]) + part.encode() for part in sys.argv[1].split("."))
link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
link.settimeout(20)
link.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("{PHONE}"))
link.sendto(struct.pack(">6H", 7, 0, 1, 0, 0, 0) + name + b"\\0" + struct.pack(">2H", 1, 1), ("224.0.0.251", 5353))
print(socket.inet_aton("{HERE}") in link.recv(1500))
"""
"""Asks whoever has a name for its address, as phones do (multicast DNS, RFC 6762)."""
LONG_S: Final = 300.0


@pytest.fixture(scope="module")
def house(cabinet: Machine) -> Iterator[Machine]:
    """The cabinet in a network, with what answers for names; afterwards as it was."""
    cabinet.run(f"{HOUSE}\n{AVAHI}\ncp {CONFIG} /var/tmp/config.toml", seconds=LONG_S)
    yield cabinet
    cabinet.run(f"cp /var/tmp/config.toml {CONFIG}; systemctl restart {UNIT}; ip netns delete phone", seconds=LONG_S)


@pytest.fixture
def card(house: Machine) -> Iterator[Machine]:
    """The same with what a card has for its name."""
    files = [file for file in OF_A_CARD.rglob("*") if "avahi" in str(file) or "photofinish-live" in str(file)]
    for file in files:
        place = f"{UNITS}/{file.relative_to(OF_A_CARD)}"
        if file.is_symlink():
            house.run(f"ln -sfn {file.readlink()} {place}")
        elif file.is_file():
            house.run(f"mkdir -p {Path(place).parent} && cat > {place}", stdin=file.read_text(encoding="utf-8"))
    house.run("systemctl daemon-reload && systemctl stop avahi-daemon.socket avahi-daemon")
    yield house
    house.run(f"rm -r {UNITS}/avahi-daemon.* {UNITS}/photofinish-live.service.d && systemctl daemon-reload")
    house.run("systemctl reenable avahi-daemon")


@pytest.mark.slow
def test_switched_on_a_phone_finds_it_by_address_and_name_and_switched_off_nothing_is_open(card: Machine) -> None:
    before = card.out(PORTS)
    assert "5353" not in before
    switch(card, on=True)
    card.wait_for(f"systemctl is-active {SERVICE}", seconds=LONG_S)
    page = card.wait_for(ASK.format(f"{HERE}:8080/tonight"), seconds=LONG_S)
    assert "<form" in page, "a place in the queue can be asked for"
    is_found_by_name(card)
    assert ":8080" in card.out(PORTS)
    assert card.out("stat --format=%U /run/photofinish/live/events.jsonl") == "photofinish"
    card.run(f"systemctl kill --signal=KILL {SERVICE}")
    card.wait_for(f"test $(systemctl show --property NRestarts --value {SERVICE}) = 1 && {ACTIVE}", seconds=LONG_S)
    is_found_by_name(card)
    switch(card, on=False)
    card.wait_for(f"! systemctl is-active {SERVICE}", seconds=LONG_S)
    card.wait_for("! systemctl is-active avahi-daemon avahi-daemon.socket", seconds=LONG_S)
    assert card.out(PORTS) == before
    assert card.run("ls /run/photofinish/live /run/photofinish-live", check=False).out == ""
    assert card.out(f"systemctl show --property Result --value {SERVICE}") == "success"


@pytest.mark.slow
@pytest.mark.parametrize("is_wanted", [True, False], ids=["runs", "has been stopped"])
def test_on_another_machine_what_answers_for_names_stays_as_its_owner_has_it(house: Machine, is_wanted: bool) -> None:
    house.run(f"systemctl {'enable' if is_wanted else 'disable'} --now avahi-daemon.socket avahi-daemon.service")
    for on in (True, False):
        switch(house, on=on)
        house.wait_for(f"{'' if on else '! '}systemctl is-active {SERVICE}", seconds=LONG_S)
        if on and is_wanted:
            is_found_by_name(house)
        assert (house.run("systemctl is-active avahi-daemon", check=False).out.strip() == "active") == is_wanted


def is_found_by_name(machine: Machine) -> None:
    """Have the phone ask for the machine's name, until it is told its address."""
    name = machine.out("hostname") + ".local"
    ask = f"ip netns exec phone python3 - {name} <<'END'\n{FIND}\nEND"
    assert machine.wait_for(ask, seconds=LONG_S) == "True"


def switch(machine: Machine, *, on: bool) -> None:
    """Switch phones on or off in the configuration, and start the game anew."""
    machine.run(f"sed '/^.live.$/,$d' -i {CONFIG}; printf '[live]\\nenabled = {str(on).lower()}\\n' >> {CONFIG}")
    machine.run(f"systemctl restart {UNIT}", seconds=LONG_S)
