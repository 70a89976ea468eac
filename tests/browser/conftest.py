"""Pages in a real browser: Debian's Chromium, headless, driven by Playwright.

`browser` is one Chromium for all tests; `page_at` opens a page of a size, and fails a module if a page of it reported
an error (to load an engine takes seconds of processor, so the tests of a module share pages);
`tools.page.serve` serves a folder to it.
"""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tools.page.__main__ import build
from tools.page.serve import serving

CHROMIUM = "chromium"
ARGS = ("--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required")
"""Without a sandbox, since CI runs as root and opens no page but its own."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=shutil.which(CHROMIUM), args=list(ARGS))
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def page_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("server") / "some" / "where"
    build(folder)
    return folder


@pytest.fixture(scope="session")
def address(page_folder: Path) -> Iterator[str]:
    """The built page below a path, as on a project's pages."""
    with serving(page_folder.parents[1]) as root:
        yield f"{root}some/where/"


PageAt = Callable[..., Page]


@pytest.fixture(scope="module")
def page_at(browser: Browser) -> Iterator[PageAt]:
    """Open an address in a context of its own; `options` are Playwright's (`viewport`, `has_touch`, `locale`). `ready`
    selects what is waited for; by default the engine. In
    `virtual_time` the page's clocks and time stamps stand still until `page.clock.run_for`."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def opened(address: str, *, virtual_time: bool = False, ready: str = "body[data-ready]", **options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 720}, **options})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        if virtual_time:
            page.clock.install()
        page.goto(address)
        page.wait_for_selector(ready, state="attached", timeout=120_000)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []
