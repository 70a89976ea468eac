"""The markers `needs` and `once`: what `needs` leaves out is named, counted last, and never passes in CI."""

from pathlib import Path

import pytest

TWO_TESTS = """
    import pytest

    def test_plain():
        pass

    @pytest.mark.needs("xdotool")
    def test_window():
        pass
"""


@pytest.fixture
def suite(pytester: pytest.Pytester, repository: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A little test suite under our conftest, on a Linux machine without any programs, outside CI."""
    pytester.makeconftest((repository / "tests" / "conftest.py").read_text(encoding="utf-8"))
    pytester.makeini("[pytest]\nmarkers =\n    needs: tools\n    once: long\n")
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("shutil.which", lambda name, *_, **__: None)
    return pytester


def last_line(result: pytest.RunResult) -> str:
    return [line for line in result.outlines if line.strip()][-1]


def test_a_missing_tool_is_counted_and_the_last_line_installs_it(suite: pytest.Pytester) -> None:
    suite.makepyfile(TWO_TESTS)
    result = suite.runpytest_inprocess()
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["*.py: 1 that need xdotool", "*1 passed, 1 not run in *"])
    assert last_line(result) == "1 not run. To run them: sudo apt install xdotool"


def test_several_missing_tools_make_one_line(suite: pytest.Pytester) -> None:
    suite.makepyfile(
        """
        import pytest

        @pytest.mark.needs("xdotool")
        @pytest.mark.parametrize("n", [1, 2])
        def test_keys(n):
            pass

        @pytest.mark.needs("Xvfb", "xdotool")
        def test_window():
            pass

        def test_plain():
            pass
        """
    )
    assert last_line(suite.runpytest_inprocess()) == "3 not run. To run them: sudo apt install xdotool xvfb"


def test_elsewhere_than_on_linux_the_last_line_says_so(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    suite.makepyfile(TWO_TESTS)
    assert last_line(suite.runpytest_inprocess()) == "1 not run. To run them: use Linux for xdotool"


def test_a_missing_module_counts_like_a_missing_program(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    suite.makepyfile(TWO_TESTS.replace('"xdotool"', '"lgpio", "xdotool"'))
    line = "1 not run. To run them: sudo apt install xdotool; use Linux with Python 3.11 or 3.12 for lgpio"
    assert last_line(suite.runpytest_inprocess()) == line


@pytest.fixture
def without_programs(suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """The same for several processes, each of which looks for programs itself."""
    monkeypatch.setenv("PATH", str(suite.mkdir("no programs")))
    return suite


def test_what_several_processes_leave_out_is_counted_once(without_programs: pytest.Pytester) -> None:
    without_programs.makepyfile(TWO_TESTS)
    result = without_programs.runpytest_inprocess("-n2")
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["*.py: 1 that need xdotool", "*1 passed, 1 not run in *"])
    assert last_line(result) == "1 not run. To run them: sudo apt install xdotool"


def test_ci_fails_where_any_process_left_something_out(
    without_programs: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    without_programs.makepyfile(test_x=TWO_TESTS)
    result = without_programs.runpytest_inprocess("-n2")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["CI: 1 skipped or not run, and every test must run"])


def test_with_the_tool_there_everything_runs(suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name, *_, **__: f"/usr/bin/{name}")
    suite.makepyfile(TWO_TESTS)
    result = suite.runpytest_inprocess()
    result.assert_outcomes(passed=2)
    assert "not run" not in result.stdout.str()


def test_what_was_not_asked_for_is_not_counted(suite: pytest.Pytester) -> None:
    suite.makepyfile(TWO_TESTS)
    result = suite.runpytest_inprocess("-k", "plain")
    assert "not run" not in result.stdout.str()


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(TWO_TESTS, id="not run"),
        pytest.param("import pytest\n\n@pytest.mark.skip(reason='later')\ndef test_it(): pass", id="skipped"),
        pytest.param("import pytest\n\npytest.importorskip('no_such_module')", id="module skipped"),
    ],
)
def test_ci_fails_where_anything_was_left_out(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    monkeypatch.setenv("CI", "true")
    suite.makepyfile(body)
    result = suite.runpytest_inprocess()
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["CI: 1 skipped or not run, and every test must run"])


def test_a_skip_outside_ci_passes(suite: pytest.Pytester) -> None:
    suite.makepyfile("import pytest\n\n@pytest.mark.skip(reason='later')\ndef test_it(): pass")
    assert suite.runpytest_inprocess().ret == pytest.ExitCode.OK


def test_ci_passes_where_everything_ran(suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    suite.makepyfile("def test_it(): pass")
    assert suite.runpytest_inprocess().ret == pytest.ExitCode.OK


def test_a_tool_without_its_remedy_is_refused(suite: pytest.Pytester) -> None:
    suite.makepyfile("import pytest\n\n@pytest.mark.needs('teleport')\ndef test_it(): pass")
    result = suite.runpytest_inprocess()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*needs teleport: add it to TOOLS in tests/conftest.py*"])


def test_windows_sound_and_home_are_out_of_reach(suite: pytest.Pytester) -> None:
    suite.makepyfile(
        """
        import os
        from pathlib import Path

        def test_it(tmp_path):
            assert os.environ["SDL_VIDEODRIVER"] == os.environ["SDL_AUDIODRIVER"] == "dummy"
            assert Path.home().is_relative_to(tmp_path.parent)
        """
    )
    suite.runpytest_inprocess().assert_outcomes(passed=1)


ONCE = """
    import hypothesis
    import pytest

    def test_always():
        pass

    @pytest.mark.once
    @pytest.mark.needs("xdotool")
    def test_long():
        pass

    def test_examples():
        assert hypothesis.settings.default.max_examples == {examples}

    @pytest.mark.parametrize("case", range(10))
    def test_many(case):
        pass

    @pytest.mark.parametrize("case", range(4))
    def test_some(case):
        pass
"""


def test_a_second_python_runs_each_test_but_those_marked_once_with_fewer_examples_and_cases(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    suite.makepyfile(ONCE.format(examples=20))
    result = suite.runpytest_subprocess("--again")  # its number of examples is not to be that of other tests
    assert result.ret == pytest.ExitCode.OK, "nobody asked for it, so it is not missed"
    result.assert_outcomes(passed=2 + 10 // 5 + 1, deselected=1 + 8 + 3)


def test_the_first_python_runs_those_marked_once_too(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name, *_, **__: f"/usr/bin/{name}")
    suite.makepyfile(ONCE.format(examples=100))
    suite.runpytest_inprocess().assert_outcomes(passed=3 + 10 + 4)
