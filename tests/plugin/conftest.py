"""The example package installed, as a user would install it, into a directory that only these tests see."""

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples/three-card-poker"

Croupier = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def plugged(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> dict[str, str]:
    """The environment in which the package is installed: a place and a cache that all workers share."""
    base = tmp_path_factory.getbasetemp()
    place = (base if worker_id == "master" else base.parent) / "plugged"
    place.mkdir(exist_ok=True)
    with (place / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (place / "installed").exists():
            install(EXAMPLE, place / "site")
            (place / "installed").touch()
    environment = {**os.environ, "PYTHONPATH": str(place / "site"), "CROUPIER_CACHE": str(place / "cache")}
    environment.pop("CROUPIER_RULEBOOK", None)
    return environment


def install(package: Path, site: Path) -> None:
    """Install a package as pip does, into a directory."""
    options = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(site)]
    subprocess.run([*command, str(package)], check=True, capture_output=True, text=True, timeout=300)


@pytest.fixture(scope="session")
def croupier(plugged: dict[str, str]) -> Croupier:
    """Run a command with the package installed."""

    def run(*arguments: str, given: str | None = None) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "croupier", *arguments]
        return subprocess.run(
            command, input=given, capture_output=True, text=True, timeout=300, env=plugged, check=False
        )

    return run
