"""The page in a real browser: its verdicts are the command line's, and what is played in it verifies there."""

import json
import os
import random
import re
import socket
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from cabinet.cli import main
from cabinet.live.boards import LOGS
from engine.games import GAMES
from engine.log import read
from engine.log_replay import rebuild
from engine.verdict import DIFFERS, RIGHT, UNREADABLE, verdict_of
from tests.browser.conftest import PageAt
from tests.live.test_live import MATCH, Cabinet
from tools.page.documents import DOCUMENTS
from tools.page.words import LANGUAGES, words_in
from workshop.research.verification import verdict_on

pytestmark = [pytest.mark.needs("chromium", "npm"), pytest.mark.timeout(600)]
SIZES = {"phone": (390, 844), "across": (844, 390), "tablet": (820, 1180), "desk": (1280, 720)}
PRESETS = [(game.info.id, preset.name) for game in GAMES for preset in game.info.presets]
WITH_BUTTONS = {(game.info.id, game.info.presets[-1].name) for game in GAMES} | {("speed", "speed")}
SEEDS = 3
MUTATIONS = 1000
AT_ONCE = 250
"""Logs that are handed to the page at once."""
STEP_MS = 500
"""How often a key is pressed in play, in the page's time."""
MARKUP = "<img src=x onerror=document.title='hit'>"
PROVE = """async (logs) => {
    const { Engine } = await import("./js/engine.js");
    window.second ??= new Engine(() => {});
    const bytes = (log) => Uint8Array.from(atob(log), (letter) => letter.charCodeAt(0)).buffer;
    return Promise.all(logs.map((log) => window.second.ask("prove", { bytes: bytes(log) })));
}"""
"""Return the verdicts of one worker that the page keeps for it."""


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """`SEEDS` logs of each preset, by preset and seed; in those of `WITH_BUTTONS` bots press buttons."""
    folder = tmp_path_factory.mktemp("logs")
    for game, preset in PRESETS:
        wanted = ["--game", game, "--preset", preset, "--games", str(SEEDS), "--seed", "5", "--log"]
        buttons = ["--resolution-us", "100"] if (game, preset) in WITH_BUTTONS else []
        assert main(["simulate", *wanted, str(folder / preset), *buttons, "--json"]) == 0
    return {
        f"{preset}-{seed}": path.read_bytes()
        for _, preset in PRESETS
        for seed, path in enumerate(sorted((folder / preset).glob("*.jsonl")), start=5)
    }


@pytest.fixture(scope="module")
def desk(page_at: PageAt, address: str) -> Page:
    """One page at a desk for all tests that need no other."""
    return page_at(address)


@pytest.fixture(scope="module")
def still(page_at: PageAt, address: str) -> Page:
    """One page with a keyboard, whose time stands still but for `page.clock.run_for`."""
    return page_at(address, virtual_time=True)


@pytest.fixture(scope="module")
def touched(page_at: PageAt, address: str) -> Page:
    """The same in German, with a touch screen and no keyboard."""
    return page_at(f"{address}?lang=de", virtual_time=True, has_touch=True, is_mobile=True)


@pytest.fixture(scope="module")
def prove(desk: Page) -> Callable[[list[bytes]], list[dict[str, object]]]:
    """Return the page's own verdicts on logs, without its view."""

    def proved(logs: list[bytes]) -> list[dict[str, object]]:
        found: list[dict[str, object]] = []
        for first in range(0, len(logs), AT_ONCE):
            found += desk.evaluate(PROVE, [b64encode(log).decode() for log in logs[first : first + AT_ONCE]])
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
    assert len(logs) == SEEDS * len(PRESETS)
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
    log = logs["speed-5"]
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
    log = logs["speed-5"].replace(b'"name":"AMBER"', f'"name":"{MARKUP}"'.encode(), 1)
    page.get_by_text("Paste a log").click()
    page.get_by_role("textbox").fill(log.decode())
    page.get_by_role("button", name="Verify", exact=True).click()
    page.wait_for_selector(".verdict[data-verdict=right]")
    assert MARKUP in page.inner_text(".players")
    assert page.title() == "Photo Finish"


def test_a_log_of_too_many_lines_is_refused_in_one_sentence(desk: Page) -> None:
    page = desk
    page.get_by_role("link", name="Verify a match").click()
    lines = b"{}\n" * 500_001
    page.get_by_label("Drop a match log here").set_input_files({"name": "it", "mimeType": "", "buffer": lines})
    page.wait_for_selector(".verdict[data-verdict=unreadable]")
    reason = "it has 500001 lines, and this page takes 500000 at most: photofinish verify takes it."
    assert page.inner_text(".verdict pre") == f"it: {reason}"


LIT = """() => document.querySelector(".stage > .result").checkVisibility() ? null
    : [...document.querySelectorAll(".panel:not([hidden]) button[aria-label][aria-disabled=false]")].map((key) => {
        const { x, y, width, height } = key.getBoundingClientRect();
        return { printed: key.querySelector("small").textContent, at: [x + width / 2, y + height / 2] };
    })"""
"""Where the keys lie whose accessible state says that they do something, and what is printed on them; null at the
match's end."""


def look(page: Page, name: str) -> None:
    """Keep a picture of the page where the environment names a folder for them."""
    folder = os.environ.get("PHOTOFINISH_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png")


Key = dict[str, Any]
PressOne = Callable[[Page, Key], None]


def type_one(page: Page, key: Key) -> None:
    page.keyboard.press(key["printed"].lower())


def touch_one(page: Page, key: Key) -> None:
    page.touchscreen.tap(*key["at"])


def play_to_the_end(page: Page, size: str, rules: tuple[str, str], press: PressOne) -> bytes:
    """Play a match of a game and a preset by pressing lit keys, and return its log as the page saves it."""
    text: Any = words_in(page.evaluate("document.documentElement.lang"))["texts"]
    game, preset = rules
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.get_by_role("combobox", name=text["web.play.game"]).first.select_option(game)
    page.get_by_role("combobox", name=text["web.play.rules"]).first.select_option(preset)
    page.locator("input.pace").fill("140")
    page.get_by_role("button", name=text["web.play.begin"]).click()
    page.wait_for_selector(".panel0 button")
    chance = random.Random(3)
    for step in range(6000):
        page.clock.fast_forward(STEP_MS)
        lit = page.evaluate(LIT)
        if lit is None:
            break
        if lit:
            press(page, chance.choice(lit))
        if step == 30:
            look(page, f"{game}-{size}")
    look(page, f"{game}-{size}-end")
    with page.expect_download() as download:
        page.get_by_role("button", name=text["web.play.save"]).click()
    page.get_by_role("button", name=text["web.play.change"]).click()
    return Path(download.value.path()).read_bytes()


def assert_played_to_its_end(log: bytes) -> None:
    """Assert that a log verifies, has a result, and that the person's presses played cards."""
    assert verdict_of(log).verdict == RIGHT
    lines = [json.loads(line) for line in log.splitlines()]
    assert any(line.get("do") and line["seat"] == 0 and line.get("effects") for line in lines)


@pytest.mark.parametrize(("game", "preset"), [("spit", "classic_spit"), ("speah", "speah_short")])
def test_a_match_typed_at_a_desk_ends_and_verifies(still: Page, game: str, preset: str) -> None:
    assert_played_to_its_end(play_to_the_end(still, "desk", (game, preset), type_one))


@pytest.mark.parametrize(
    ("size", "game", "preset"),
    [("phone", "speed", "speed"), ("across", "speed_uno", "speed_uno_duel"), ("tablet", "mod_spit", "mod_spit")],
)
def test_a_match_touched_on_a_screen_ends_and_verifies(touched: Page, size: str, game: str, preset: str) -> None:
    assert_played_to_its_end(play_to_the_end(touched, size, (game, preset), touch_one))


def test_a_link_to_a_log_verifies_it_and_the_page_plays_without_a_network(
    page_at: PageAt, address: str, page_folder: Path, logs: dict[str, bytes]
) -> None:
    (page_folder.parent / "it.jsonl").write_bytes(logs["speed-5"])
    page = page_at(f"{address}?log=../it.jsonl")
    page.wait_for_selector(".verdict[data-verdict=right]")
    page.evaluate("() => navigator.serviceWorker.ready")
    page.context.set_offline(True)
    page.goto(address)
    page.wait_for_selector("body[data-ready]", timeout=120_000)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".panel0 button.lit")
    page.context.set_offline(False)


def listens(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def phones(folder: Path, page_folder: Path) -> Iterator[str]:
    """The service for phones on a folder of events, with the page; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ("-m", "live", "--folder", str(folder), "--page", str(page_folder), "--host", "127.0.0.1")
    requests = ("--requests", str(folder.with_name("requests")), "--port", str(port))
    with subprocess.Popen([sys.executable, *command, *requests]) as process:
        try:
            while process.poll() is None and not listens(port):
                with suppress(subprocess.TimeoutExpired):
                    process.wait(0.1)
            yield f"http://127.0.0.1:{port}/"
        finally:
            process.terminate()


def test_a_phone_follows_a_matchs_link_and_the_page_verifies_its_log(
    page_at: PageAt, page_folder: Path, logs: dict[str, bytes], tmp_path: Path
) -> None:
    cabinet = Cabinet(tmp_path / "live")
    cabinet.tells(*MATCH)
    (cabinet.folder / LOGS).mkdir()
    (cabinet.folder / LOGS / "7.jsonl").write_bytes(logs["speed-5"])
    with phones(cabinet.folder, page_folder) as address:
        page = page_at(f"{address}match/7", ready=".log", viewport={"width": 390, "height": 844})
        look(page, "phone-match")
        page.get_by_role("link", name="Verify a match").click()
        page.wait_for_selector(".verdict[data-verdict=right]", timeout=60_000)
        assert f"all {len(logs['speed-5'].splitlines())} lines" in page.inner_text(".verdict pre")
        page.wait_for_selector(".match .races li")
        look(page, "phone-verdict")


def test_two_play_at_one_keyboard(desk: Page) -> None:
    page = desk
    page.get_by_role("link", name="Play", exact=True).click()
    page.get_by_label("Who plays").select_option("2")
    page.get_by_role("button", name="Begin").click()
    for panel, key in ((".panel0", "x"), (".panel1", "i")):
        page.wait_for_selector(f"{panel} .action.lit")
        page.keyboard.press(key)
        page.wait_for_selector(f"{panel} .action:not(.lit)")


def test_every_link_between_the_pages_leads_somewhere(page_folder: Path) -> None:
    pages = [page_folder / "index.html", *(page_folder / "docs").glob("*.html")]
    assert len(pages) == 1 + len(DOCUMENTS)
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r'(?:href|src)="(?![a-z]+:)([^"]+)"', text):
            path, _, part = target.partition("#")
            whole = page.parent / path if path else page
            assert whole.is_file(), target
            assert not part or f'id="{part}"' in whole.read_text(encoding="utf-8"), target


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
    page.goto(f"{address}?log=https://example.org/it.jsonl")
    page.wait_for_selector(".verdict[data-verdict=unreadable]")
    assert "own server" in page.inner_text(".verdict pre")
