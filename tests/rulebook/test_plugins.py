"""Plug-ins are found wherever `importlib.metadata` finds them, and without it where there are none."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from croupier.plugins import plugins

GROUP = "croupier.games"
NAMED = f"[console_scripts]\nother = other:main\n\n[{GROUP}]\ntoy = toy_for_tests:GAME\n"
METADATA = "Metadata-Version: 2.1\nName: toy-for-tests\nVersion: 1\n"


@pytest.mark.parametrize("folder", ["toy_for_tests-1.dist-info", "toy_for_tests.egg-info"])
def test_a_package_on_the_path_is_found(folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    described = tmp_path / folder
    described.mkdir()
    (described / ("METADATA" if folder.endswith("dist-info") else "PKG-INFO")).write_text(METADATA)
    (described / "entry_points.txt").write_text(NAMED)
    assert plugins(GROUP) == []
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    assert [(each.name, each.value) for each in plugins(GROUP)] == [("toy", "toy_for_tests:GAME")]
    assert plugins("croupier.rulebooks") == []


def test_a_package_in_an_archive_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = tmp_path / "toys.zip"
    with ZipFile(archive, "w") as file:
        file.writestr("toy_for_tests-1.dist-info/METADATA", METADATA)
        file.writestr("toy_for_tests-1.dist-info/entry_points.txt", NAMED)
    monkeypatch.setattr(sys, "path", [*sys.path, str(archive)])
    assert [each.name for each in plugins(GROUP)] == ["toy"]


def test_metadata_is_not_read_for_nothing() -> None:
    # To import it raises. In a process of its own: other tests put packages and finders on the path.
    program = (
        'import sys; sys.modules["importlib.metadata"] = None; from croupier.plugins import plugins; '
        f"print(plugins({GROUP!r}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")
