"""docs/settings.md has the tables that tools/settings_page.py writes."""

from tools.settings_page import PAGE, written


def test_the_page_of_settings_is_what_the_program_has() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == written(page), "run python -m tools.settings_page"
    assert page.count("\n| PLAY: ") > 10
