"""The commands that the operator's and the builder's pages name, as a reader would type them on a cabinet."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

PAGES: Final = ("operating.md", "build-a-cabinet.md", "configuration.md", "wiring.md", "button-board.md")
COMMAND: Final = re.compile(r"(?:sudo |runuser )?(?:-u photofinish )?(?:-- )?(?:photofinish|systemctl|journalctl) \S.*")
FILLED: Final = MappingProxyType({"FILE": "/tmp/photofinish-page"})
"""What stands for something of the reader's own, and what a reader would put there."""
NOT_RUN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "photofinish play": "takes the screen",
        "photofinish play --resume LOG": "takes the screen",
        "photofinish buttons": "runs until somebody ends it; tests/cabinet/commands/test_buttons.py",
        "photofinish replay LOG --png FILE": "needs the log of a match; tests/cabinet/replay",
        "photofinish verify archive --jobs 4": "needs the reader's own folder; tests/cabinet/commands/test_verify.py",
        'photofinish simulate --preset "Joker night"': "needs the page's own preset; tests/cabinet/config",
        'photofinish balance "Joker night"': "needs the page's own preset; tests/cabinet/config",
        "photofinish card apply": "is for a card's system; tests/vm/test_card_file.py",
        "systemctl suspend": "the machine would sleep",
        "photofinish board": "needs a board, as all of its commands do; tests/firmware, tests/vm/test_board.py",
        "photofinish board info": "needs a board",
        "photofinish board flash": "needs a board",
        "photofinish board flash --drive FOLDER": "needs a board",
        "photofinish board edges": "needs a board",
        "photofinish board lamps": "needs a board",
        "photofinish board lamps --show NAME": "needs a board",
        "photofinish board selftest": "needs a board",
    }
)
"""The commands that the machine does not run, each with its reason."""


def commands_of(page: str) -> Iterator[str]:
    """Yield the commands of a page, those of its blocks first, each in its order and once."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    lines = [re.split(r"\s{2,}|\s+#", line)[0].strip() for block in blocks for line in block.splitlines()]
    inline = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", page, flags=re.DOTALL | re.MULTILINE))
    yield from (each for each in dict.fromkeys([*lines, *inline]) if COMMAND.fullmatch(each))


def pages_commands(repository: Path) -> list[str]:
    """Return the commands of all pages."""
    texts = [(repository / "docs" / page).read_text(encoding="utf-8") for page in PAGES]
    return list(dict.fromkeys(each for text in texts for each in commands_of(text)))


def as_typed(command: str) -> str:
    """Return a command as a reader types it: with a file of the reader's own in the place of FILE."""
    return " ".join(FILLED.get(each, each) for each in command.split(" "))
