"""The guides of CONTRIBUTING.md, followed step by step in a directory of one's own."""

import json
import re
import shutil
from pathlib import Path

from tests.rulebook.test_catalog import croupier

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples/rulebook"
RULES = "xx/high-card-flush"


def steps(title: str) -> list[str]:
    """The numbered steps of a guide."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    guide = re.split(r"(?m)^## ", text.partition(f"## {title}\n")[2])[0]
    return [" ".join(step.split()) for step in re.split(r"(?m)^\d+\. ", guide)[1:]]


def verified(root: Path) -> list[str]:
    return croupier("rules", "verify", str(root)).stdout.splitlines()[:-1]


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert text.count(old) == 1, f"{old!r} occurs {text.count(old)} times"
    file.write_text(text.replace(old, new))


def test_a_pay_table_is_added_by_the_guide(tmp_path: Path) -> None:
    guide = steps("Add a pay table to a rule set")
    here = tmp_path / "rulebook"
    shutil.copytree(EXAMPLE, here)
    register, file = here / "clauses.csv", here / f"{RULES}.toml"
    assert "clauses.csv" in guide[0]
    row = '"xx-hcf-8.2.d","Example","§8.2(d)","Flush bonus, Iron.","payout","yes","Invented."\n'
    register.write_text(register.read_text() + row)
    assert "[paytables.<wager>.tables]" in guide[1]
    lacking = 'Iron = { clauses = ["xx-hcf-8.2.d"], pays = { flush_7 = "99 to 1", flush_6 = "50 to 1" } }\n'
    edit(file, "[paytables.flush_bonus.tables]\n", f"[paytables.flush_bonus.tables]\n{lacking}")
    assert "values" in guide[2]
    edit(file, 'Gold = ["xx-hcf-8.2.c"] }', 'Gold = ["xx-hcf-8.2.c"], Iron = ["xx-hcf-8.2.d"] }')
    assert "croupier rules verify" in guide[4]
    line = file.read_text().splitlines().index(lacking.strip()) + 1
    key = "paytables.flush_bonus.tables.Iron"
    found = verified(here)
    assert [each.partition("; ")[0] for each in found] == [
        f"{file}:{line}: {key}: row '{row}' is missing" for row in ("flush_5", "flush_4")
    ]
    edit(file, 'flush_6 = "50 to 1" } }', 'flush_6 = "50 to 1", flush_5 = "9 to 1" }, unpaid = ["flush_4"] }')
    assert verified(here) == []
    assert "croupier odds" in guide[5]
    words = ("odds", RULES, "--bet", "flush_bonus", "--table", "Iron", "--json", "--rulebook", str(here))
    priced = json.loads(croupier(*words).stdout)["bets"]["flush_bonus"]
    assert priced["Iron"]["levels"]["flush_7"]["pays"] == "99 to 1"


def test_a_jurisdiction_is_added_by_the_guide(tmp_path: Path) -> None:
    guide = steps("Add a jurisdiction")
    assert "croupier rules new" in guide[0]
    here = tmp_path / "rulebook"
    jurisdiction, game = RULES.split("/")
    written = croupier("rules", "new", jurisdiction, game, "-o", str(here))
    assert written.returncode == 0, written.stderr
    files = ["clauses.csv", f"{RULES}.toml", "coverage/xx-hcf.toml", f"practice/{RULES}.toml"]
    assert sorted(str(file.relative_to(here)) for file in here.rglob("*.*")) == sorted(files)
    assert f'register = "xx-{"hcf"}"' in (here / f"{RULES}.toml").read_text()
    left = len(verified(here))
    assert left > 20
    assert "clauses.csv" in guide[1]
    shutil.copy(EXAMPLE / "clauses.csv", here / "clauses.csv")
    assert len(verified(here)) == left, "clauses alone fill nothing in"
    for step, file in ((guide[3], files[1]), (guide[5], files[2]), (guide[6], files[3])):
        assert step
        shutil.copy(EXAMPLE / file, here / file)
    assert "rules verify" in guide[7]
    assert verified(here) == []
    assert "--rulebook DIR" in guide[8]
    listed = json.loads(croupier("--rulebook", str(here), "rules", "list", "--json").stdout)
    (ours,) = [each for each in listed if each["rules"] == RULES]
    assert (ours["edition"], ours["effective"], ours["problem"]) == ("2.1", "2026-07-01", "")
    assert "@<edition>" in guide[9]
    older = here / f"{RULES}@1.0.toml"
    text = (here / f"{RULES}.toml").read_text()
    older.write_text(text.replace('edition = "2.1"\neffective = 2026-07-01\n', 'edition = "1.0"\n'))
    assert verified(here) == []
    listed = json.loads(croupier("rules", "list", "--json", CROUPIER_RULEBOOK=str(here)).stdout)
    assert {RULES, f"{RULES}@1.0"} <= {each["rules"] for each in listed}
