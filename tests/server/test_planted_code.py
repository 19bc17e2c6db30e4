"""Nothing runs that others could have put there: no pickle of a cache, no module of a working directory."""

import io
import os
import pickle
import subprocess
import sys
import time
import zlib
from pathlib import Path

import pytest

from croupier.odds.counting.encoding import decode, encode
from croupier.odds.simulate.plan import decoded
from croupier.server.workers.pool import read
from tests.server.rig import Client
from tests.server.test_operation import first_line, stop

CROUPIER = str(Path(sys.executable).parent / "croupier")
COMMAND = (CROUPIER, "odds", "ma/high-card-flush", "--bet", "main", "--json")


class Planted:
    """A pickle that leaves a mark where it is read."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, ...]:
        return os.system, (f"touch {self.mark}",)


def odds(cache: Path) -> str:
    environment = os.environ | {"CROUPIER_CACHE": str(cache)}
    done = subprocess.run(COMMAND, capture_output=True, text=True, timeout=300, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.rpartition('"seconds"')[0]


def test_a_pickle_in_the_cache_is_not_read(tmp_path: Path) -> None:
    cache, mark = tmp_path / "cache", tmp_path / "mark"
    cache.mkdir(mode=0o700)
    told = odds(cache)
    kept = [file for file in cache.rglob("odds-*/*") if file.is_file()]
    assert kept, "the results are kept"
    for file in kept:
        file.write_bytes(pickle.dumps(Planted(mark)))
    assert odds(cache) == told
    assert not mark.exists()


def test_a_cache_that_others_write_to_is_neither_read_nor_written(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    cache.chmod(0o777)
    odds(cache)
    assert list(cache.iterdir()) == []


def test_values_that_are_not_data_are_not_cached(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        encode(lambda: 1)
    with pytest.raises(TypeError):
        encode(Planted(tmp_path))
    for name in ("os:system", "croupier.jit:numpy", "subprocess:Popen", "croupier.odds.counting.encoding:os"):
        with pytest.raises(ValueError, match="no"):
            decode(encode_raw(["record", name, "touch x"]))


def test_a_pickle_is_no_message_of_a_worker_and_no_plan(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    planted = pickle.dumps(Planted(mark))
    with pytest.raises(ValueError, match="not a computed result"):
        read(io.BytesIO(len(planted).to_bytes(4, "big") + planted))
    with pytest.raises(ValueError, match="not a computed result"):
        decoded(zlib.compress(planted))
    with pytest.raises(ValueError, match="not the plan"):
        decoded(zlib.compress(encode(("a", 1))))
    assert not mark.exists()


def encode_raw(value: object) -> bytes:
    import msgspec

    return msgspec.msgpack.encode(value)


def test_a_module_in_the_working_directory_is_not_imported(tmp_path: Path) -> None:
    place, mark = tmp_path / "place", tmp_path / "mark"
    place.mkdir()
    (place / "msgspec.py").write_text(f"open({str(mark)!r}, 'w').close()\nraise SystemExit\n")
    process = subprocess.Popen(
        [CROUPIER, "serve", "--data", str(tmp_path / "data"), "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=place,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    try:
        url = first_line(process).split()[-1]
        asked = {"rules": "ma/high-card-flush", "wager": "flush_bonus", "table": "A"}
        with Client(base_url=url, trust_env=False, timeout=60) as client:
            until = time.monotonic() + 60
            while client.post("/api/odds/price", json=asked).status_code != 200:
                assert time.monotonic() < until
                time.sleep(0.2)
    finally:
        stop(process)
    assert not mark.exists()
