"""The commands that the pages for operators and builders name, as a reader would type them on a cabinet, and what each
must come to there: from root's login, or from that of somebody who may use sudo."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from tools.vm.machine import Machine

PAGES: Final = (
    *("docs/operating.md", "docs/build-a-cabinet.md", "docs/configuration.md", "docs/wiring.md"),
    *("docs/button-board.md", "docs/faults.md", "docs/match-log.md", "docs/README.md"),
    *("docs/judging.md", "docs/machines.md"),
)
DESK_PAGES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "docs/a-new-game.md": "whoever writes a game has a checkout",
        "docs/architecture.md": "names commands to whoever changes them",
        "docs/bots.md": "says how its figures were made",
        "docs/fairness.md": "says how its figures were made",
        "docs/handicaps.md": "says how its figures were made",
        "docs/live.md": "installs what only a network brings; tests/live, and the game's side in tests/cabinet/live",
        "docs/many-machines.md": "is about machines that have no cabinet",
        "docs/page.md": "is built in a checkout and served by any machine",
        "docs/rules-figures.md": "says how its figures were made",
    }
)
"""The pages whose commands nobody types on a cabinet, each with its reason."""
COMMAND: Final = re.compile(r"(?:sudo |runuser )?(?:-u photofinish )?(?:-- )?(?:photofinish|systemctl|journalctl) \S.*")
PAGE: Final = "/tmp/photofinish-page"
LOGS: Final = f"{PAGE}-logs"
FILLED: Final = MappingProxyType({"FILE": PAGE, "LOG": f"{LOGS}/speed-1.jsonl", "FOLDER": LOGS, "NAME": "race"})
"""What stands for something of the reader's own, and what a reader would put there."""
ENDINGS: Final = MappingProxyType({"photofinish card check FILE": ".toml", "photofinish replay LOG --png FILE": ".png"})
"""How the name of FILE ends for a command that ends with it."""
NOT_RUN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "photofinish doctor --witness": "takes ten minutes; tests/cabinet/commands/test_witness.py",
        "sudo photofinish doctor --witness": "the same",
        "photofinish witness FILE": "needs what it writes",
        "photofinish completion bash > ~/.local/share/bash-completion/completions/photofinish": "needs the extra shell",
        "photofinish man > ~/.local/share/man/man1/photofinish.1": "needs the extra shell",
        "photofinish print": "needs the extra print; with a folder below",
        "photofinish print wiring": "needs the extra print; names it",
        "photofinish print --out paper": "needs the extra print; tests/workshop/paper",
        "photofinish print panel --out paper --paper letter --buttons 24 --nut 31 --pitch 36 --rows 45": "the same",
        "photofinish print panel --out paper --buttons 28 --action 60": "the same",
        "photofinish print rules --out paper/fr --language fr": "the same",
        "photofinish print side --out paper --screen 7": "the same",
        "photofinish print sticker --out paper --docs https://example.org/photo-finish": "the same",
        "photofinish play": "takes the screen",
        "photofinish play --resume LOG": "takes the screen",
        "photofinish buttons": "runs until somebody ends it; tests/cabinet/commands/test_buttons.py",
        "photofinish replay LOG": "takes the screen",
        "photofinish …": "stands for all of them",
        "photofinish verify": "names it; with a log below",
        "photofinish simulate": "a thousand matches; tests/cabinet/commands",
        "photofinish balance PRESET": "thousands of matches; tests/cabinet/commands",
        "photofinish verify archive --jobs 4": "needs the reader's own folder; tests/cabinet/commands/test_verify.py",
        'photofinish simulate --preset "Joker night"': "needs the page's own preset; tests/cabinet/config",
        'photofinish balance "Joker night"': "needs the page's own preset; tests/cabinet/config",
        "photofinish bundle --key private.pem": "needs a checkout and a key; tests/cabinet/machine/test_bundle.py",
        "photofinish bundle --key private.pem --for aarch64-3.11 --for x86_64-3.13": "the same",
        "photofinish card apply": "is for a card's system; tests/vm/test_card_file.py",
        "systemctl suspend": "the machine would sleep",
        "photofinish board flash --drive FOLDER": "needs a board's drive; tests/firmware, tests/vm/test_panels.py",
    }
)
"""The commands that the machine does not run, each with its reason."""
AT_LENGTH: Final = frozenset(
    (
        *("photofinish board", "photofinish board info", "photofinish board flash", "photofinish board edges"),
        *("photofinish board lamps", "photofinish board lamps --show NAME", "photofinish board selftest"),
        *("photofinish replay LOG --png FILE", "photofinish replay LOG --png photo.png"),
        *("photofinish replay LOG --gif film.gif", "photofinish replay LOG --mp4 film.mp4 --whole"),
        *(f"sudo -u photofinish photofinish players {what} MIA" for what in ("merge MYA", "delete", "export")),
        *("photofinish doctor --json", "sudo -u photofinish photofinish verify /var/lib/photofinish/matches --json"),
        *("photofinish backup FILE", "photofinish restore FILE", "photofinish games mod_spit"),
        *("photofinish config", "photofinish card example", "photofinish wiring board --svg FILE"),
        *("photofinish --version", "photofinish games speed", "photofinish wiring", "photofinish wiring board"),
        *("photofinish card check FILE", "photofinish verify LOG"),
        *("sudo -u photofinish photofinish doctor", "runuser -u photofinish -- photofinish doctor"),
    )
)
"""Those that only a run which may take long has time for; each has a like in the others, and 4 s on an emulated
processor."""


def commands_of(page: str) -> Iterator[str]:
    """Yield the commands of a page, those of its blocks first, each in its order and once."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    lines = [re.split(r"\s{2,}|\s+#", line)[0].strip() for block in blocks for line in block.splitlines()]
    inline = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", page, flags=re.DOTALL | re.MULTILINE))
    yield from (each for each in dict.fromkeys([*lines, *inline]) if COMMAND.fullmatch(each))


def pages_commands(repository: Path) -> list[str]:
    """Return the commands of all pages; what a desk calls by its environment, a cabinet has by its name."""
    texts = [(repository / page).read_text(encoding="utf-8").replace(".venv/bin/", "") for page in PAGES]
    return list(dict.fromkeys(each for text in texts for each in commands_of(text)))


def as_typed(command: str) -> str:
    """Return a command as a reader types it: with a file of the reader's own in the place of FILE."""
    return " ".join(FILLED.get(each, each) for each in command.split(" ")) + ENDINGS.get(command, "")


ANSWERS: Final = "|".join(
    (
        "Nobody here is called",
        "a cabinet uses these records",
        rf"{PAGE}(?![-.])",
        r"photofinish/matches cannot be read \(No such file",  # before the first match
        "There is no button board",
        "a GIF needs Pillow, which is not installed|--mp4 needs the program ffmpeg, which is not installed",
        "is another account's. Ask as that one",
        "runuser: may not be used by non-root users",
        "Unit photofinish-card.service could not be found|photofinish-card.service",
    )
)
"""What a command may answer that comes to nothing here: each names what is wrong."""
MISTAKES: Final = r"Traceback|Mend that line|/root|/home|\.local/share"
"""What no command may say on a cabinet: that it has failed in itself, or that it looked at the caller's own files."""


def check_commands(machine: Machine, repository: Path, login: str = "root", *, at_length: bool = True) -> None:
    """Run every command of the pages in their order from a login: backup, stop, restore, and the start that the page
    has beside it; `at_length`, those of AT_LENGTH as well. A login other than root's is made, of somebody who may use
    sudo, as Raspberry Pi OS makes one. Raises AssertionError where one says what it must not, or nothing that helps."""
    if login != "root":
        machine.run(f"useradd --create-home {login} && chmod 700 /home/{login}")
        machine.run(f"echo '{login} ALL=(ALL) NOPASSWD: ALL' > /etc/sudoers.d/{login}")
    machine.run(f"rm --recursive --force {PAGE}* /tmp/records.db; photofinish card example > {PAGE}.toml")
    bots = "photofinish simulate --games 1 --seats bot:fumbler,bot:fumbler"
    machine.run(f"{bots} --log {LOGS} && chmod --recursive a+rX {LOGS}")
    for command in (each for each in pages_commands(repository) if each not in NOT_RUN):
        if command in AT_LENGTH and not at_length:
            continue
        typed = as_typed(command)
        told = machine.run(f"su --login {login} --command '{typed} < /dev/null'", check=False)
        said = told.out + told.err
        assert told.code == 0 or re.search(ANSWERS, said) or " doctor" in command, (login, command, said)
        assert not re.search(MISTAKES, said), (login, command, said)
        if "photofinish restore /tmp" in command:
            assert told.code == 0, said
            machine.run("systemctl start photofinish", seconds=240)
    assert machine.out("systemctl is-active photofinish") == "active"
