"""The texts of the card's file: faults, the page on the screen, the example. A part of the catalogue (`catalogue`)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

CARD_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        # -- Faults of syntax: by the usual mistake ------------------------------------------------------
        "card.toml.curly": 'has curly quotes; write straight ones: "…"',
        "card.toml.header": "is a heading without its end; write it as [sound], alone on its line",
        "card.toml.colon": "has a colon; a setting is written as name = value",
        "card.toml.capital": "is yes or no in another form; write true or false, in small letters and without quotes",
        "card.toml.value": "has no value; write one behind the =, or put a # in front of the line",
        "card.toml.unclosed": 'has a quote at the beginning of its text and none at the end; write "…"',
        "card.toml.backslash": "has a backslash, which means something else between double quotes; write '…' round "
        "the text",
        "card.toml.quotes": 'has a value that is neither a number nor true or false; text stands in quotes: "…"',
        "card.toml.equals": "is no setting: there is no =; put a # in front of a remark",
        "card.not_toml": "is no setting that can be read ({reason}); write it as in the example: "
        "photofinish card example",
        # -- Faults of the system's tables ---------------------------------------------------------------
        "card.zone": 'is {given}, and there is no such time zone; {near}write it as "Europe/Berlin"',
        "card.keymap": "is not needed, and is no setting here: no console asks you to type, and the game takes keys by "
        "their places under every layout; take this line out",
        "card.ssid": "is longer than 32 bytes, and no network has such a name; write it as your router shows it",
        "card.no_ssid": 'is missing, and a password is there; write ssid = "the name of your network"',
        "card.country": 'is no country; write its two capital letters, as "DE", "GB" or "US"',
        "card.no_country": 'is missing, and without it no radio may send; write country = "DE" or yours',
        "card.password": "cannot be a Wi-Fi password: those have 8 to 63 letters, figures and signs of a US keyboard; "
        "write yours as your router shows it",
        "card.key": "has no public key in place {number}; copy the one line of your file that ends in .pub",
        "card.key.private": "has a private key in place {number}, which must never leave your computer; copy the one "
        "line of the file that ends in .pub",
        "card.takes.wlan": "is no table; write [wlan] alone on its line, and ssid below it",
        "card.takes.wlan.country": 'takes text in quotes: "DE"',
        "card.takes.wlan.ssid": 'takes text in quotes: "the name of your network"',
        "card.takes.wlan.password": "takes text in quotes, without control characters",
        "card.takes.wlan.hidden": "takes true or false",
        "card.takes.ssh": "is no table; write [ssh] alone on its line, and authorized_keys below it",
        "card.takes.ssh.authorized_keys": 'takes a list of public keys, each one line in quotes: ["ssh-ed25519 …"]',
        # -- Faults of the file, and notices --------------------------------------------------------------
        "card.unreadable": "cannot be read ({reason}); save it again, or copy it to the card once more",
        "card.no_partition": "cannot be read: the card's first partition did not open. Put the card into a computer, "
        "and let it repair the partition if it offers to",
        "card.misnamed": "is named {name}, and is not read. Rename it to photofinish.toml; in Windows first let the "
        "Explorer show the ends of names (View, File name extensions)",
        "card.misnamed_too": "{name} is not read; photofinish.toml beside it is.",
        "card.not_kept": "cannot be taken: {path} cannot be written ({reason}). Look at the data partition",
        "card.report_not_kept": "the report cannot be written: {path} ({reason}). Name another folder with --run.",
        "card.not_put": "{path} cannot be written ({reason}); the card's file is taken otherwise.",
        "card.no_report": "Nobody looked at photofinish.toml at this boot: what it says now may not count. Switch "
        "off and on once.",
        "card.awaited": "{name} is {value!r}, and no whole number of seconds below 10000. Mend it where the service is "
        "set (systemctl cat photofinish)",
        "card.no_card": "this machine is no card of Photo Finish ({path} is missing): nothing was taken. "
        "photofinish card check FILE looks at a file",
        "card.came": "photofinish.toml has been looked at again. Photo Finish begins anew with it.",
        "card.taken": "photofinish.toml was taken: {count} {count:setting|settings}.",
        "card.overridden": "photofinish.toml has {name} = {given}; the operator's page has {set}, and goes first "
        "(SETTINGS)",
        "card.overridden_all": "{count} {count:setting|settings} of photofinish.toml {count:does|do} not count: the "
        "operator's page has {count:another|others}, and "
        "goes first (SETTINGS)",
        # -- The page of mistakes -------------------------------------------------------------------------
        "card.page.title": "MISTAKES ON THE CARD",
        "card.page.line": "LINE {line}",
        "card.page.file": "THE FILE",
        "card.page.remedy": "Mend photofinish.toml on any computer. Until then everything goes on as before it.",
        "card.page.aside": "photofinish.toml can be mended on any computer. Until it is read again, none of its "
        "game settings counts.",
        "card.page.number": "{page} OF {count}",
        "card.page.before": "BEFORE",
        "card.page.next": "NEXT",
        "card.page.play": "PLAY",
        # -- The command ----------------------------------------------------------------------------------
        "cli.card": "check or take the card's file, or print the example of one",
        "cli.card.about": "Settings of a cabinet that boots from a card: photofinish.toml on its FAT partition.",
        "cli.card.check": "check a file, or standard input as -, and change nothing",
        "cli.card.apply": "take the card's file; the boot does so, as root",
        "cli.card.example": "print the file that an image has on its card",
        "cli.card.card": "the FAT partition's folder",
        "cli.card.data": "the data partition's folder",
        "cli.card.run": "the folder of the report",
        "cli.card.root": "the folder of the system whose time zone is set",
        "card.right": "{path} is right: {count} {count:setting|settings}.",
        # -- The example -----------------------------------------------------------------------------------
        "card.example.head": "Photo Finish: the settings of this cabinet.\n"
        "Open this file on any computer, take the # away in front of a line, change\n"
        "its value, save, and put the card back: the cabinet reads it when it starts.\n"
        "A mistake is shown on its screen, with the line; nothing is changed then.",
        "card.example.foot": "Everything else that can be set: docs/configuration.md.\nIt may stand here as well.",
        "card.locale": "Where the cabinet stands.",
        "card.locale.timezone": "today's records end at noon of this time zone",
        "card.wlan": "Wi-Fi, which no game needs: for the clock and for ssh.",
        "card.wlan.country": "two letters: on which channels a radio may send",
        "card.wlan.ssid": "the network's name",
        "card.wlan.password": "or its 64 hexadecimal digits; leave it out for an open one",
        "card.wlan.hidden": "whether the network hides its name",
        "card.ssh": "Who may log in by ssh: the line of your .pub file. Nobody without one.",
        "card.ssh.authorized_keys": "one or several, with commas",
    }
)
"""All keys begin with ``card.`` or ``cli.card``."""
