"""A submission is priced by the edition of the rules that it was loaded under."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from croupier.errors import Refusal
from croupier.odds.progress import silent
from croupier.rulebook.catalog import install, rule_set
from croupier.server.api.odds.routes import requested_subject
from croupier.server.workers import jobs
from croupier.submission.practice import practice_rules
from tests.floor.desk_rig import MD, Desk
from tests.practice import PRACTICE
from tests.rulebook.test_editions import edition


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(f"sqlite:///{tmp_path / 'house.db'}", tmp_path / "keys")
    yield opened
    opened.close()
    install(())


def subject(desk: Desk) -> jobs.SubjectRequest:
    house, me = SimpleNamespace(registry=desk.registry), SimpleNamespace(role="administrator")
    return requested_subject(cast("Any", house), cast("Any", me), "", "own", 0)


def first_award(found: jobs.SubjectRequest) -> int:
    award = jobs._subject(found).house.tables["flush_bonus"].awards[0]
    return award.number


def test_a_submission_loaded_under_an_older_edition_is_priced_by_it(desk: Desk, tmp_path: Path) -> None:
    text = PRACTICE[MD]
    desk.load("own", text)
    assert subject(desk) == jobs.SubjectRequest(MD, text)
    edition(tmp_path / "rules", "2.0")
    install([tmp_path / "rules"])
    assert first_award(jobs.SubjectRequest(MD, text)) == 310
    after = subject(desk)
    assert after.rules == f"{MD}@1.0"
    assert first_award(after) == 300
    sheet = msgspec.json.decode(jobs.report(silent, after, "json"))
    assert sheet["digest"] == rule_set(f"{MD}@1.0").digest


def test_practice_choices_of_an_older_edition_are_read_by_it(tmp_path: Path) -> None:
    edition(tmp_path, "2.0")
    install([tmp_path])
    try:
        assert practice_rules(f"{MD}@1.0").house.rules.rules.edition == "1.0"
    finally:
        install(())


def test_a_submission_whose_edition_is_gone_is_one_clear_line(desk: Desk, tmp_path: Path) -> None:
    directory = tmp_path / "rules"
    edition(directory, "2.0")
    install([directory])
    desk.load("own", PRACTICE[MD])
    install(())
    with pytest.raises(Refusal) as refused:
        subject(desk)
    assert refused.value.code == "rules_changed"
    assert refused.value.message.startswith(f"{MD}@2.0 was sha256:")
    assert "its file is gone" in refused.value.message
