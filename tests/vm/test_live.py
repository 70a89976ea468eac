"""Phones on the installed cabinet: the service is begun once its owner has switched it on, a phone in the house's
network finds it by address and by name, and nothing of it is left once it is switched off."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from cabinet.live.requests import STATUS
from tests.vm.test_helper import BASE_STATION, JOINED, RIGHT, answered, asked
from tools.vm.cached import REPOSITORY
from tools.vm.image import PORTS
from tools.vm.machine import Machine
from tools.vm.party import be_patient

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
OF_A_CARD: Final = REPOSITORY / "systemd/image"
OURS: Final = ("avahi", "photofinish-live", "wpa_supplicant@", "/wifi", "hotspot")
"""What a card has for its name, and for a Wi-Fi of its own, by the files' names."""
UNITS: Final = "/etc/systemd/system"
ASK: Final = (
    "ip netns exec phone python3 -c \"import urllib.request as u; print(u.urlopen('http://{}').read().decode())\""
)
FIND: Final = """
import socket, struct, sys
name = b"".join(bytes([len(part)]) + part.encode() for part in sys.argv[1].split("."))
link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
link.settimeout(20)
way = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
way.connect((sys.argv[2], 9))
link.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(way.getsockname()[0]))
link.sendto(struct.pack(">6H", 7, 0, 1, 0, 0, 0) + name + b"\\0" + struct.pack(">2H", 1, 1), ("224.0.0.251", 5353))
print(socket.inet_aton(sys.argv[2]) in link.recv(1500))
"""
"""Asks whoever has a name for its address, as phones do (multicast DNS, RFC 6762)."""
STATUS_FILE: Final = f"/run/photofinish-live/{STATUS}"
LONG_S: Final = 300.0


@pytest.fixture(scope="module")
def house(cabinet: Machine) -> Iterator[Machine]:
    """The cabinet in a network, with what answers for names; afterwards as it was."""
    cabinet.run(f"{HOUSE}\n{AVAHI}\ncp {CONFIG} /var/tmp/config.toml", seconds=LONG_S)
    be_patient(cabinet)
    yield cabinet
    cabinet.run(f"cp /var/tmp/config.toml {CONFIG}; systemctl restart {UNIT}; ip netns delete phone", seconds=LONG_S)


@pytest.fixture
def card(house: Machine) -> Iterator[Machine]:
    """The same with what a card has for its name."""
    for file in (each for each in OF_A_CARD.rglob("*") if any(name in str(each) for name in OURS)):
        place = f"/{file.relative_to(OF_A_CARD)}"
        if file.is_symlink():
            house.run(f"mkdir -p {Path(place).parent} && ln -sfn {file.readlink()} {place}")
        elif file.is_file():
            text = file.read_text(encoding="utf-8")
            keep = f"mkdir -p {Path(place).parent} && cat > {place} && chmod {file.stat().st_mode & 0o777:o} {place}"
            house.run(keep, stdin=text)
    house.run("systemctl daemon-reload && systemctl stop avahi-daemon.socket avahi-daemon")
    yield house
    house.run(f"cd {UNITS} && rm -r avahi-daemon.* photofinish-live.service.d wpa_supplicant@wlan0.service.d")
    house.run("systemctl daemon-reload && systemctl reenable avahi-daemon")


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


RADIOS: Final = """
DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends --no-download wpasupplicant iw
dpkg-deb --extract /var/cache/apt/archives/busybox_*.deb /tmp/busybox
modprobe mac80211_hwsim radios=2
ip netns add guest && iw phy $(cat /sys/class/net/wlan1/phy80211/name) set netns name guest
touch /etc/photofinish-image && mkdir -p -m 700 /data/network
mkdir -p /run/systemd/system/ssh.service.d && cd /run/systemd/system/ssh.service.d
printf '[Service]\\n%s\\n' "$(grep IPAddressDeny)" > card.conf
systemctl daemon-reload && systemctl restart ssh systemd-networkd wpa_supplicant@wlan0
"""
"""A card's radio, and that of a guest, in a name space of its own."""
HOUSE_WIFI: Final = "wpa_supplicant -B -P /run/guest.pid -i wlan1 -c /tmp/base.conf"
"""The guest's radio is the house's Wi-Fi."""
IN_THE_HOUSE: Final = "wpa_cli -p /run/wpa_supplicant -i wlan0 status | grep '^ssid=H.*user'"
JOIN: Final = """
kill $(cat /run/guest.pid); wpa_passphrase '{0}' '{1}' > /tmp/guest.conf
until wpa_supplicant -B -P /run/guest.pid -i wlan1 -c /tmp/guest.conf; do sleep 1; done
cat > /tmp/dhcp <<'SCRIPT'
#!/bin/sh
if [ -n "$ip" ]; then ip address replace $ip/$mask dev wlan1; ip route replace default via $router; fi
SCRIPT
chmod +x /tmp/dhcp; ip link set lo up; /tmp/busybox/bin/busybox udhcpc -i wlan1 -n -q -t 60 -s /tmp/dhcp
"""
GUEST: Final = "ip netns exec guest"
LISTENS: Final = "ss --no-header --listening -tn | awk '{print $4}' | grep -v ^127 | grep -o '[0-9]*$' | sort -un"
POWER_CUT: Final = """
systemctl kill --signal=KILL wpa_supplicant@wlan0 systemd-networkd
systemctl stop wpa_supplicant@wlan0 systemd-networkd.socket systemd-networkd
rm -rf /run/systemd/network /run/photofinish-wifi; ip address flush dev wlan0
systemctl start systemd-networkd wpa_supplicant@wlan0
"""
"""What a power cut takes, and what begins at the next boot."""
REACH: Final = f"{GUEST} python3 -c \"import socket; socket.create_connection(('{{}}', {{}}), 5)\""


@pytest.mark.slow
def test_a_guest_joins_a_cards_own_wifi_by_its_phrase_and_reaches_its_pages_and_nothing_else(card: Machine) -> None:
    switch(card, on=True)
    card.wait_for(f"systemctl is-active {SERVICE}", seconds=LONG_S)
    ssh = (OF_A_CARD / "etc/systemd/system/ssh.service.d/card.conf").read_text(encoding="utf-8")
    card.run(RADIOS, stdin=ssh, seconds=LONG_S)
    try:
        card.run(f"cat > /tmp/base.conf && {GUEST} {HOUSE_WIFI}", stdin=BASE_STATION)
        assert JOINED.fullmatch(answered(card, RIGHT))
        name, phrase = answered(card, "print(*helper.spot('BAR'))").split()
        assert card.out("stat --format '%a %U' /data/network/hotspot.conf") == "600 root"
        assert phrase not in card.out("journalctl --boot --no-pager")
        card.run(f"{GUEST} sh -e <<'END'\n{JOIN.format(name, phrase)}\nEND", seconds=LONG_S)
        assert "10.77.0." in card.out(f"{GUEST} ip -brief address show wlan1")
        page = card.wait_for(ASK.replace("phone", "guest").format("10.77.0.1:8080/tonight"), seconds=LONG_S)
        assert "<form" in page
        assert card.out(LISTENS).split() == ["22", "8080"]
        is_found_by_name(card, "guest", "10.77.0.1")
        card.wait_for(f"grep 10.77.0.1 {STATUS_FILE}", seconds=LONG_S)
        card.run("python3 -c \"import socket; socket.create_connection(('127.0.0.1', 22), 5)\"")
        for place in (("10.77.0.1", 22), (HERE, 22), (PHONE, 80)):
            assert "timed out" in card.run(REACH.format(*place), check=False).err, place
        assert card.out("cat /proc/sys/net/ipv4/ip_forward") == "0"
        assert "wifi.spot.on" in asked(card, "helper.networks()").err
        card.run(POWER_CUT, seconds=LONG_S)
        card.wait_for("ip -brief address show wlan0 | grep 10.77.0.1", seconds=LONG_S)
        card.wait_for(ASK.replace("phone", "guest").format("10.77.0.1:8080/tonight"), seconds=LONG_S)
        assert answered(card, "print(helper.spot(''))") == "None"
        card.wait_for("! ip -brief address show wlan0 | grep 10.77.0.1", seconds=LONG_S)
        card.run(f"kill $(cat /run/guest.pid); until {GUEST} {HOUSE_WIFI}; do sleep 1; done")
        card.wait_for(IN_THE_HOUSE, seconds=LONG_S)
    finally:
        card.run(
            "kill $(cat /run/guest.pid); ip netns delete guest; systemctl stop wpa_supplicant@wlan0; "
            "systemctl stop systemd-networkd.socket systemd-networkd; modprobe --remove mac80211_hwsim; "
            "rm -rf /etc/photofinish-image /data/network /run/systemd/system/ssh.service.d; systemctl daemon-reload",
            check=False,
            seconds=LONG_S,
        )


def is_found_by_name(machine: Machine, who: str = "phone", address: str = HERE) -> None:
    """Have the phone ask for the machine's name, until it is told its address."""
    name = machine.out("hostname") + ".local"
    ask = f"ip netns exec {who} python3 - {name} {address} <<'END'\n{FIND}\nEND"
    assert machine.wait_for(ask, seconds=LONG_S) == "True"


def switch(machine: Machine, *, on: bool) -> None:
    """Switch phones on or off in the configuration, and start the game anew."""
    machine.run(f"sed '/^.live.$/,$d' -i {CONFIG}; printf '[live]\\nenabled = {str(on).lower()}\\n' >> {CONFIG}")
    machine.run(f"systemctl restart {UNIT}", seconds=LONG_S)
