"""Measure the page in headless Chromium: its weight, how soon it plays, its frames, and from a key to a changed pixel.

    python -m tools.page.figures [--seconds N]

builds the page, plays Speed in it against a bot by keys, in real time, and prints a table. What else runs on the
machine is in the figures; the load is printed with them. It needs what `make test-browser` needs.
"""

import argparse
import gzip
import os
import platform
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from tools.page.__main__ import build, files_of
from tools.page.serve import ISOLATING, serving

FRAME_MS: Final = 1000 / 60
WATCH: Final = """() => {
    window.seen = { frames: [], keys: [] };
    let last = 0, pressed = 0, changed = false;
    const frame = (now) => {
        if (last) window.seen.frames.push(now - last);
        last = now;
        if (changed && pressed) { window.seen.keys.push(performance.now() - pressed); pressed = 0; }
        changed = false;
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    new MutationObserver(() => { changed = true; })
        .observe(document.querySelector(".stage"), { subtree: true, attributes: true, childList: true });
    window.addEventListener("keydown", (event) => { pressed = event.timeStamp; changed = false; }, true);
}"""
"""Measures frames, and from a key's time stamp to the end of the frame that draws what it changed."""
LIT: Final = """() => [...document.querySelectorAll(".panel0 button[aria-disabled=false] small")]
    .map((hint) => hint.textContent.toLowerCase())"""
CLOCK: Final = """() => {
    let finest = 1e9, last = performance.now();
    for (const end = last + 50; last < end;) {
        const now = performance.now();
        if (now > last) finest = Math.min(finest, now - last);
        last = now;
    }
    return finest;
}"""


def main(arguments: list[str] | None = None) -> int:
    """Measure, and print the table; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.page.figures", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=int, default=20, help="how long is played (20)")
    args = parser.parse_args(arguments)
    chromium = shutil.which("chromium")
    if chromium is None:
        print("chromium is missing; install it (Debian: sudo apt install chromium)", file=sys.stderr)
        return 2
    with TemporaryDirectory() as work, sync_playwright() as playwright:
        folder = Path(work) / "page"
        build(folder)
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        rows = [*weight(folder), *played(browser, folder, args.seconds)]
        browser.close()
    load = os.getloadavg()[0]
    print(f"{platform.machine()}, {os.cpu_count()} processors, load {load:.1f}, headless Chromium without a GPU\n")
    print("| figure | value |\n|---|---|")
    for name, value in rows:
        print(f"| {name} | {value} |")
    return 0


def weight(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the weight of the page's files, plain and as a server that compresses sends them."""
    files = [path.read_bytes() for path in files_of(folder)]
    packed = sum(min(len(gzip.compress(data)), len(data)) for data in files)
    yield "weight, as files", f"{sum(map(len, files)) / 1e6:.1f} MB"
    yield "weight, from a server that compresses", f"{packed / 1e6:.1f} MB"


def played(browser: Browser, folder: Path, seconds: int) -> Iterator[tuple[str, str]]:
    """Yield what playing Speed for some seconds shows."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    with serving(folder) as address:
        for name in ("empty", "warm"):
            begun = time.monotonic()
            page.goto(address)
            page.wait_for_selector("body[data-ready]", timeout=120_000)
            begin(page)
            yield f"first play, {name} cache", f"{time.monotonic() - begun:.1f} s"
        yield "step of the clock", f"{page.evaluate(CLOCK):.3f} ms"
        seen = keys_pressed(page, seconds)
        context.close()
    with serving(folder, ISOLATING) as address:
        isolated = browser.new_page()
        isolated.goto(address)
        yield "step of the clock, isolated", f"{isolated.evaluate(CLOCK):.3f} ms"
    frames, keys = sorted(seen["frames"]), sorted(seen["keys"])
    yield f"frames a second, of {len(frames)}", f"{1000 * len(frames) / sum(frames):.1f}"
    yield "time between frames, median and p99", f"{at(frames, 0.5):.1f} and {at(frames, 0.99):.1f} ms"
    yield (
        f"key to changed pixel, median and p99, of {len(keys)}",
        f"{at(keys, 0.5):.1f} and {at(keys, 0.99):.1f} ms ({at(keys, 0.99) / FRAME_MS:.1f} frames)",
    )


def begin(page: Page) -> None:
    """Begin a match of Speed, and wait for its first keys."""
    page.locator("select.game").select_option("speed")
    page.locator("button.begin").click()
    page.wait_for_selector(".panel0 button")


def keys_pressed(page: Page, seconds: int) -> dict[str, list[float]]:
    """Press lit keys for some seconds; return the times between frames and from key to pixel, in ms."""
    page.evaluate(WATCH)
    end = time.monotonic() + seconds
    turn = 0
    while time.monotonic() < end:
        lit = page.evaluate(LIT)
        if lit:
            page.keyboard.press(lit[turn % len(lit)])
            turn += 1
        page.wait_for_timeout(180)
    seen: dict[str, list[float]] = page.evaluate("window.seen")
    return seen


def at(ordered: list[float], share: float) -> float:
    """Return the value below which a share of ordered values lies; 0 without any."""
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0.0


if __name__ == "__main__":
    sys.exit(main())
