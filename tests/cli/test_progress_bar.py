"""Progress on stderr: within a second even before the first part is done, and in lines where it is piped."""

import time

import pytest

from croupier.cli import progress_bar
from croupier.cli.progress_bar import Bar


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_bar, "PATIENCE", 0.05)
    monkeypatch.setattr(progress_bar, "never_compiled", lambda: False)


def wait_for_words(capsys: pytest.CaptureFixture[str]) -> str:
    said, end = "", time.monotonic() + 10
    while not said and time.monotonic() < end:
        time.sleep(0.02)
        said = capsys.readouterr().err
    return said


def test_long_work_names_itself_before_any_part_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    with Bar("solving a game", lines=True):
        assert wait_for_words(capsys) == "solving a game …\n"


def test_piped_progress_comes_in_quarters(capsys: pytest.CaptureFixture[str]) -> None:
    with Bar("solving a game", lines=True) as advance:
        wait_for_words(capsys)
        for part in range(1, 49):
            advance(part, 48)
    said = capsys.readouterr().err
    assert said == "".join(f"solving a game {percent}%\n" for percent in (25, 50, 75, 100))


def test_piped_progress_says_how_long_it_will_take(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Bar("solving a game", lines=True) as advance:
        wait_for_words(capsys)
        begun = time.monotonic()
        for seconds, done in ((100, 1), (180, 2), (210, 3), (211, 4)):
            monkeypatch.setattr(progress_bar, "monotonic", lambda passed=seconds: begun + passed)
            advance(done, 4)
    said = [line.removeprefix("solving a game ") for line in capsys.readouterr().err.splitlines()]
    # The first part, which also compiles, is all there is to go by at first; then the pace without it.
    assert said == ["25%, about 5 min left", "50%, about 3 min left", "75%, about 55 s left", "100%"]


def test_quick_work_says_nothing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_bar, "PATIENCE", 60.0)
    with Bar("solving a game", lines=True) as advance:
        advance(1, 1)
    assert capsys.readouterr() == ("", "")


def test_work_that_is_not_asked_for_lines_stays_silent_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    with Bar("verifying the log") as advance:
        time.sleep(0.2)
        advance(1, 2)
    assert capsys.readouterr() == ("", "")
