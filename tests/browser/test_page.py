"""The page in a real browser: its verdicts are the command line's, and what is played in it verifies there."""

import json
import os
import random
from base64 import b64encode
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page

from cabinet.cli import main
from engine.games import GAMES
from engine.log import read
from engine.log_replay import rebuild, verify
from engine.verdict import DIFFERS, RIGHT, UNREADABLE
from tests.browser.conftest import PageAt
from tools.page.words import LANGUAGES
from workshop.research.verification import verdict_on

pytestmark = [pytest.mark.needs("chromium", "npm"), pytest.mark.timeout(600)]
SIZES = {"phone": (390, 844), "across": (844, 390), "tablet": (820, 1180), "desk": (1280, 720)}
PRESETS = [(game.info.id, preset.name) for game in GAMES for preset in game.info.presets]
WITH_BUTTONS = {(game.info.id, game.info.presets[-1].name) for game in GAMES} | {("speed", "speed")}
MUTATIONS = 200
MARKUP = "<img src=x onerror=document.title='hit'>"
PROVE = """async (logs) => {
    const { Engine } = await import("./js/engine.js");
    const engine = new Engine(() => {});
    const found = [];
    for (const log of logs) {
        const bytes = Uint8Array.from(atob(log), (letter) => letter.charCodeAt(0)).buffer;
        found.push(await engine.ask("prove", { bytes }));
    }
    engine.worker.terminate();
    return found;
}"""


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A log of each preset; in those of `WITH_BUTTONS` bots press buttons."""
    folder = tmp_path_factory.mktemp("logs")
    for game, preset in PRESETS:
        wanted = ["--game", game, "--preset", preset, "--games", "1", "--seed", "5", "--log", str(folder / preset)]
        buttons = ["--resolution-us", "100"] if (game, preset) in WITH_BUTTONS else []
        assert main(["simulate", *wanted, *buttons, "--json"]) == 0
    return {path.parent.name: path.read_bytes() for path in folder.rglob("*.jsonl")}


@pytest.fixture(scope="module")
def desk(page_at: PageAt, address: str) -> Page:
    """One page at a desk for all tests that need no other."""
    return page_at(address)


@pytest.fixture(scope="module")
def still(page_at: PageAt, address: str) -> Page:
    """One page with touch whose time stands still but for `page.clock.run_for`."""
    return page_at(address, virtual_time=True, has_touch=True)


@pytest.fixture(scope="module")
def prove(desk: Page) -> Callable[[list[bytes]], list[dict[str, object]]]:
    """Return the page's own verdicts on logs, without its view."""

    def proved(logs: list[bytes]) -> list[dict[str, object]]:
        found: list[dict[str, object]] = desk.evaluate(PROVE, [b64encode(log).decode() for log in logs])
        return found

    return proved


def mutated(log: bytes, chance: random.Random) -> bytes:
    """Return the log with one of its bytes, lines or texts changed."""
    lines = log.split(b"\n")
    place = chance.randrange(len(lines) - 1)
    kind = chance.randrange(6)
    if kind == 0:
        at = chance.randrange(len(log))
        return log[:at] + bytes([chance.randrange(256)]) + log[at + 1 :]
    if kind == 1:
        del lines[place]
    elif kind == 2:
        lines.insert(place, lines[chance.randrange(len(lines) - 1)])
    elif kind == 3:
        lines[place] = lines[place].replace(b'"t":', b'"t":1', 1)
    elif kind == 4:
        lines[place] = lines[place].replace(b'"', f'"{MARKUP}\x07'.encode(), 1)
    else:
        lines[place] = b"[" * 5000 + b"]" * 5000
    return b"\n".join(lines)


def test_the_page_gives_the_verdicts_of_the_command_line(
    prove: Callable[[list[bytes]], list[dict[str, object]]], logs: dict[str, bytes]
) -> None:
    assert len(logs) == len(PRESETS)
    chance = random.Random(7)
    short = sorted(logs.values(), key=len)[:6]
    forged = [mutated(chance.choice(short), chance) for _ in range(MUTATIONS)]
    asked = [*logs.values(), *forged, b"", b"no log", "☂".encode() * 10, b"\xff\n" * 9]
    told = prove(asked)
    for log, found in zip(asked, told, strict=True):
        verdict = verdict_on("it", partial(bytes, log))
        problem = f"it: {found['problem']}" if found["problem"] else ""
        assert (found["verdict"], found["game"], found["lines"]) == verdict[:3]
        assert problem == verdict.problem
    assert {found["verdict"] for found in told[: len(logs)]} == {RIGHT}
    assert {found["verdict"] for found in told[len(logs) :]} >= {DIFFERS, UNREADABLE}


def test_a_log_is_shown_with_its_match(desk: Page, logs: dict[str, bytes]) -> None:
    page = desk
    page.get_by_role("link", name="Verify a match").click()
    log = logs["speed"]
    page.get_by_label("Drop a match log here").set_input_files({"name": "it.jsonl", "mimeType": "", "buffer": log})
    page.wait_for_selector(".verdict[data-verdict=right]")
    assert page.inner_text(".verdict pre") == f"it.jsonl: right, all {len(log.splitlines())} lines"
    table = rebuild(read(log)).table
    shown = page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('.match .pile')].map((pile) => "
        "[pile.dataset.zone, [pile.firstElementChild.dataset.card, Number(pile.dataset.count || 1)]]))"
    )
    for zone, cards in table.zones.items():
        if cards:
            assert shown[zone] == ["~" if cards[-1][0] == "~" else cards[-1], len(cards)]
    look(page, "proof")


def test_markup_in_a_name_is_text(desk: Page, logs: dict[str, bytes]) -> None:
    page = desk
    page.get_by_role("link", name="Verify a match").click()
    log = logs["speed"].replace(b'"name":"AMBER"', f'"name":"{MARKUP}"'.encode(), 1)
    page.get_by_text("Paste a log").click()
    page.get_by_role("textbox").fill(log.decode())
    page.get_by_role("button", name="Verify", exact=True).click()
    page.wait_for_selector(".verdict[data-verdict=right]")
    assert MARKUP in page.inner_text(".players")
    assert page.title() == "Photo Finish"


PRESS = """(number) => {
    const named = [...document.querySelectorAll(".panel:not([hidden]) button[aria-label][aria-disabled=false]")];
    named[Math.floor(number * named.length)]?.click();
}"""
"""Press one of the keys whose accessible state says that they do something, as a screen reader does."""


def look(page: Page, name: str) -> None:
    """Keep a picture of the page where the environment names a folder for them."""
    folder = os.environ.get("PHOTOFINISH_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png")


@pytest.mark.parametrize(
    ("game", "rules", "size"),
    [
        ("spit", "classic_spit", "desk"),
        ("speed", "speed", "phone"),
        ("mod_spit", "mod_spit", "tablet"),
        ("speed_uno", "speed_uno_duel", "across"),
        ("speah", "speah_short", "desk"),
    ],
)
def test_a_match_is_played_to_its_end_and_verifies(still: Page, game: str, rules: str, size: str) -> None:
    page = still
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.get_by_label("Game").select_option(game)
    page.get_by_label("Rules").select_option(rules)
    page.get_by_label("The bot plays").fill("140")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".panel0 button")
    chance = random.Random(3)
    for step in range(6000):
        page.clock.run_for(250)
        if page.is_visible(".stage > .result"):
            break
        page.evaluate(PRESS, chance.random())
        if step == 60:
            look(page, f"{game}-{size}")
    look(page, f"{game}-{size}-end")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the log").click()
    log = Path(download.value.path()).read_bytes()
    verify(read(log))
    assert json.loads(log.splitlines()[-1])["outcome"]
    page.get_by_role("button", name="Another game").click()


def test_the_page_plays_without_a_network(page_at: PageAt, address: str) -> None:
    page = page_at(address)
    page.evaluate("() => navigator.serviceWorker.ready")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("body[data-ready]", timeout=120_000)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".panel0 button.lit")
    page.context.set_offline(False)


def test_two_play_at_one_keyboard(desk: Page) -> None:
    page = desk
    page.get_by_role("link", name="Play").click()
    page.get_by_label("Who plays").select_option("2")
    page.get_by_role("button", name="Begin").click()
    for panel, key in ((".panel0", "x"), (".panel1", "i")):
        page.wait_for_selector(f"{panel} .action.lit")
        page.keyboard.press(key)
        page.wait_for_selector(f"{panel} .action:not(.lit)")


def test_nothing_is_wider_than_a_phone_in_any_language(page_at: PageAt, address: str) -> None:
    page = page_at(address, ready="select.game option", viewport={"width": 360, "height": 640}, has_touch=True)
    for code in LANGUAGES:
        page.goto(f"{address}?lang={code}#proof")
        page.wait_for_selector("select.game option", state="attached")
        assert page.evaluate("document.documentElement.lang") == code
        for part in ("proof", "play"):
            page.evaluate(f"location.hash = '{part}'")
            page.wait_for_selector(f"#{part}")
            assert page.evaluate("document.documentElement.scrollWidth") == 360
            look(page, f"narrow-{part}-{code}")
