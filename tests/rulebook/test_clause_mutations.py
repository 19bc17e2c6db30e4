"""A sample of `scripts/mutate-clauses`: the code of a clause is taken out, and one of its tests fails."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

SAMPLE = (
    "ma-hcf-5.b.1",
    "ma-hcf-6.e",
    "ma-hcf-11.c.A",
    "nj-hcf-38.7.f.s1",
    "nj-hcf-38.11.f.rate.A",
    "md-hcf-12.D.1",
    "md-hcf-13.E",
    "ma-uth-14.a",
    "ma-fcp-10.b.s2",
    "ma-fcp-11.a.3",
)
"""A ranking, limits, pay tables, a meter, irregularities and wagers, of every document."""


def test_mutated_clause_code_fails_its_tests() -> None:
    script = [sys.executable, str(ROOT / "scripts/mutate-clauses"), *SAMPLE]
    done = subprocess.run(script, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    last = done.stdout.splitlines()[-1]
    assert "clauses and statuses tried" in last, done.stdout
    assert int(last.split()[0]) >= len(SAMPLE), last
    assert "survived" not in last
