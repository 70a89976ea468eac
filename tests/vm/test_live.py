"""Phones on the installed cabinet: the service is begun once its owner has switched it on, a phone in the house's
network finds it by address and by name, and nothing of it is left once it is switched off."""

from collections.abc import Iterator
from typing import Final

import pytest

from tools.vm.image import PORTS
from tools.vm.machine import Machine

UNIT: Final = "photofinish.service"
SERVICE: Final = "photofinish-live.service"
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
ON_A_CARD: Final = "systemctl disable --now avahi-daemon.socket avahi-daemon.service"
"""What a card has instead of Debian's own start of it."""
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


@pytest.fixture
def house(cabinet: Machine) -> Iterator[Machine]:
    """The cabinet in a network, with what answers for names; afterwards as it was."""
    cabinet.run(f"{HOUSE}\n{AVAHI}\n{ON_A_CARD}\ncp {CONFIG} /var/tmp/config.toml", seconds=LONG_S)
    yield cabinet
    cabinet.run(f"cp /var/tmp/config.toml {CONFIG}; systemctl restart {UNIT}; ip netns delete phone", seconds=LONG_S)


@pytest.mark.slow
def test_switched_on_a_phone_finds_it_by_address_and_name_and_switched_off_nothing_is_open(house: Machine) -> None:
    before = house.out(PORTS)
    switch(house, on=True)
    house.wait_for(f"systemctl is-active {SERVICE}", seconds=LONG_S)
    page = house.wait_for(ASK.format(f"{HERE}:8080/tonight"), seconds=LONG_S)
    assert "<form" in page, "a place in the queue can be asked for"
    name = house.out("hostname") + ".local"
    assert house.wait_for(f"ip netns exec phone python3 - {name} <<'END'\n{FIND}\nEND", seconds=LONG_S) == "True"
    assert ":8080" in house.out(PORTS)
    assert house.out("stat --format=%U /run/photofinish/live/events.jsonl") == "photofinish"
    switch(house, on=False)
    house.wait_for(f"! systemctl is-active {SERVICE}", seconds=LONG_S)
    house.wait_for("! systemctl is-active avahi-daemon", seconds=LONG_S)
    assert house.out(PORTS) == before
    assert house.run("ls /run/photofinish/live /run/photofinish-live", check=False).out == ""
    assert house.out(f"systemctl show --property Result --value {SERVICE}") == "success"


def switch(machine: Machine, *, on: bool) -> None:
    """Switch phones on or off in the configuration, and start the game anew."""
    machine.run(f"sed '/^.live.$/,$d' -i {CONFIG}; printf '[live]\\nenabled = {str(on).lower()}\\n' >> {CONFIG}")
    machine.run(f"systemctl restart {UNIT}", seconds=LONG_S)
