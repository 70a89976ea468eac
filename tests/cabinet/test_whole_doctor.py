"""The doctor asks the program that plays, however differently another process would be answered."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from cabinet.cli import main
from cabinet.config.file import LoadedConfig, parse_config
from cabinet.scenes.lessons import ButtonsPage
from cabinet.scenes.match import MatchScene
from cabinet.scenes.title import Title
from cabinet.store.lock import FILE
from engine.log import read, read_header
from engine.log_replay import verify
from engine.panel import ACTION, CARDS, LEFT
from engine.units import S
from hardware.fake import FakeSource
from hardware.source import Doubt, Stamped
from tests.cabinet.doctor.fake_machine import FakeMachine
from tests.cabinet.test_whole_cabinet import AMBER, BLUE, CONFIG, LINES, Evening, begun, names

REASON = "its helper ended without an answer"


class Header(FakeSource):
    """The header's pins. The helper fails until it is `well`; a trace that comes in a match counts from the next."""

    is_well = False
    asked: Sequence[bool] = ()

    def renew_trace(self, *, keep: bool = False) -> None:
        self.asked = (*self.asked, keep)
        stamped: Stamped = "first_edge" if self.is_well else "interval"
        self.stamps = replace(self.stamps, stamped=stamped, untraced="" if self.is_well else REASON)


class OnHeader(Evening):
    """A life of the program whose buttons hang on the header."""

    def __init__(
        self, folder: Path, *, doubt: Doubt = "", is_well: bool = False, loaded: LoadedConfig | None = None
    ) -> None:
        super().__init__(folder, loaded=loaded, source=Header)
        self.findings: dict[str, dict[str, str]] = {}
        self.header.stamps = replace(self.header.stamps, doubt=doubt, untraced=REASON)
        self.header.is_well = is_well

    @property
    def header(self) -> Header:
        assert isinstance(self.source, Header)
        return self.source


def headers(folder: Path) -> list[dict[str, object]]:
    """The first lines of the matches' logs, in the order of their beginnings."""
    paths = sorted((folder / "matches").glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns)
    return [json.loads(path.read_text(encoding="utf-8").partition("\n")[0]) for path in paths]


@pytest.mark.parametrize(("is_well", "word"), [(True, "first_edge"), (False, "interval")])
def test_a_log_says_how_the_presses_of_its_match_are_stamped(tmp_path: Path, is_well: bool, word: str) -> None:
    begun(OnHeader(tmp_path, is_well=is_well)).run()
    assert [header["stamps"] for header in headers(tmp_path)] == [word]


def test_a_trace_is_asked_for_at_each_match_and_not_in_the_middle_of_one(tmp_path: Path) -> None:
    evening = OnHeader(tmp_path)
    begun(evening).after(20 * S)
    for button in (CARDS[0], CARDS[4], ACTION):
        evening.source.tap(LINES[(AMBER, button)], at_ns=evening.at, hold_ns=3 * S)
    begun(evening.after(4 * S).tap(LEFT).after(2 * S).tap(LEFT, BLUE).after(2 * S).look()).look().run()
    assert evening.seen == names(Title, MatchScene)
    assert evening.header.asked == (False, True, False, True)


def test_nothing_in_a_log_follows_from_that_word(tmp_path: Path) -> None:
    """Neither its verification, nor going on with it; a log of before has none."""
    begun(OnHeader(tmp_path)).run()
    (path,) = (tmp_path / "matches").glob("*.jsonl")
    data = path.read_bytes()
    (start, rest) = data.split(b'"stamps":"interval",')
    assert read_header(data.partition(b"\n")[0].decode()).stamps == "interval"
    for other in (start + rest, start + b'"stamps":"first_edge",' + rest, data):
        verify(read(other))
        assert read(other).values == read(data).values


def asked(evening: OnHeader, folder: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[], None]:
    """Ask `photofinish doctor` in another process, as far as it could tell, and keep what it says of each check."""

    def ask() -> None:
        main(["doctor", "--json", "--config", str(folder / "config.toml")])
        evening.findings = {each["check"]: each for each in json.loads(capsys.readouterr().out)}

    return ask


def test_the_doctor_says_what_the_program_that_plays_has_and_not_what_it_would_get_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f'{CONFIG}[data]\nfolder = "{tmp_path}"\n'
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")
    loaded = LoadedConfig(parse_config(text), tmp_path / "config.toml", text)
    evening = OnHeader(tmp_path, loaded=loaded)
    evening.after(5 * S).do(asked(evening, tmp_path, capsys)).run()
    assert REASON in evening.findings["stamps"]["told"]
    assert "plays, as follows" in evening.findings["program"]["told"]
    assert "for 0 ms" not in evening.findings["program"]["told"], "its first picture took some"
    asked(evening, tmp_path, capsys)()
    assert "no program is known to play" in evening.findings["program"]["told"], "it has ended"
    assert evening.findings["stamps"]["told"].startswith("only a program that plays knows")
    assert (tmp_path / FILE).read_text(encoding="utf-8") == ""


def test_the_doctor_says_that_the_file_has_changed_since(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = f'{CONFIG}[data]\nfolder = "{tmp_path}"\n'
    (tmp_path / "config.toml").write_text(f"{text}logs_mb = 5\n", encoding="utf-8")
    loaded = LoadedConfig(parse_config(text), tmp_path / "config.toml", text)
    evening = OnHeader(tmp_path, loaded=loaded)
    evening.after(5 * S).do(asked(evening, tmp_path, capsys)).run()
    assert evening.findings["program"]["level"] == "warn"


def test_the_operators_page_asks_its_own_program(tmp_path: Path) -> None:
    evening = OnHeader(tmp_path)
    evening.after(S).do(lambda: evening.seen.append(str(evening.cabinet._status.context(FakeMachine()).running))).run()
    assert REASON in evening.seen[0]


def test_buttons_that_nobody_has_checked_are_said_at_the_start_and_on_their_page(tmp_path: Path) -> None:
    evening = OnHeader(tmp_path, doubt="chip").after(S).look_at_notice()

    def look() -> None:
        page = evening.cabinet._stack.top
        assert isinstance(page, ButtonsPage)
        evening.seen.append(page._note)

    evening.tap(LEFT).after(S).do(look).run()
    assert evening.seen[0].startswith("Nobody has checked how this GPIO chip stamps")
    assert evening.seen[1] == "Not judged to the microsecond."
