"""Conveniences of the command line: short help, stdin, large numbers, a first submission, missing extras."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from croupier.cli import progress_bar
from croupier.cli.app import app, application, each_command, named_alone
from croupier.cli.progress_bar import Bar
from croupier.errors import Refusal
from croupier.extras import EXTRAS

ROOT = Path(__file__).parents[2]
SUBMISSION = ROOT / "examples" / "ma-high-card-flush.toml"


def commands() -> list[list[str]]:
    """Every command, by its words."""

    def walk(command: Any, words: list[str]) -> list[list[str]]:
        inside = getattr(command, "commands", {})
        return [words, *(found for name in inside for found in walk(inside[name], [*words, name]))]

    return walk(typer.main.get_command(app), [])


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_answers_to_h(words: list[str]) -> None:
    done = CliRunner().invoke(app, [*words, "-h"])
    assert done.exit_code == 0, done.output
    assert "-h, --help" in done.stdout


@pytest.mark.parametrize(
    "words",
    [["check"], ["odds"], ["play"], ["invent"], ["layout", "-o", "x.svg"], ["petition", "-o", "x.pdf"]],
    ids=lambda words: words[0],
)
def test_a_file_that_cannot_be_read_is_named_in_the_same_words(words: list[str], tmp_path: Path) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'rules = "x"\noperator = "Caf\xe9"\n')
    for file, problem in (
        (tmp_path, "Is a directory"),
        (latin, "not UTF-8 text: invalid continuation byte (at line 2)"),
    ):
        done = CliRunner().invoke(app, [words[0], str(file), *words[1:]])
        assert (done.exit_code, done.stderr) == (2, f"croupier: {file}: {problem}\n")


@pytest.mark.parametrize("words", [["check"], ["layout", "--json"], ["odds", "--bet", "flush_bonus"]])
def test_a_submission_may_come_from_stdin(words: list[str]) -> None:
    text = SUBMISSION.read_text(encoding="utf-8")
    of_file = CliRunner().invoke(app, [words[0], str(SUBMISSION), *words[1:]])
    of_stdin = CliRunner().invoke(app, [words[0], "-", *words[1:]], input=text)
    assert of_stdin.exit_code == of_file.exit_code == 0
    assert of_stdin.stdout.replace("-: ", f"{SUBMISSION}: ").count("\n") == of_file.stdout.count("\n")


@pytest.mark.parametrize("words", [each for each in commands() if each], ids=" ".join)
def test_every_command_has_an_example_that_names_it_and_options_that_exist(words: list[str]) -> None:
    command: Any = typer.main.get_command(app)
    for word in words:
        command = command.commands[word]
    if hasattr(command, "commands"):
        return
    shown = f"{command.help}\n{command.epilog or ''}"
    examples = re.findall(r"croupier ((?:[a-z]\S*|\S+\.toml).*)", shown[shown.index("Example") :])
    assert examples, shown
    known = {option for each in command.params for option in (*each.opts, *each.secondary_opts)}
    for example in examples:
        assert example.startswith(" ".join(words)), example
        assert set(re.findall(r"(?<= )--?[a-z-]+(?=[ =]|$)", example)) <= known, example


def test_a_mistyped_name_is_recognized() -> None:
    for words, meant in (
        (["od", "x"], "'odds'"),
        (["odds", "ma/high-card-flus"], "did you mean ma/high-card-flush?"),
        (["rules", "show", "ma/four-card-pokr"], "did you mean ma/four-card-poker?"),
        (["check", "--jsn"], "--json"),
    ):
        done = croupier(*words)
        assert done.returncode in (1, 2)
        assert meant in done.stderr
        assert done.stderr.count("\n") == 1


def test_the_config_file_gives_defaults_that_variables_and_options_beat(tmp_path: Path) -> None:
    file = tmp_path / "croupier" / "config.toml"
    file.parent.mkdir()
    file.write_text(f'[audit.verify]\ndb = "sqlite:///{tmp_path}/of-config.db"\n', encoding="utf-8")
    by_place = {"XDG_CONFIG_HOME": str(tmp_path)}
    for more, environment, used in (
        ([], by_place, "of-config.db"),
        ([], {"CROUPIER_CONFIG": str(file)}, "of-config.db"),
        (["--config", str(file)], {}, "of-config.db"),
        ([], by_place | {"CROUPIER_DB": f"sqlite:///{tmp_path}/of-variable.db"}, "of-variable.db"),
        (["--db", f"sqlite:///{tmp_path}/of-option.db"], by_place, "of-option.db"),
    ):
        done = CliRunner().invoke(app, ["audit", "verify", *more], env=environment)
        assert f"{used}: there is no ledger" in done.stderr
    for text, said in (
        ("[od]\nx = 1", "od: no such command; did you mean odds?"),
        ("[odds]\nbett = 1", "odds.bett: no such option; did you mean bet?"),
        ("[odds", "not a TOML file"),
        ("odds = 1", "odds: options of a command go under [odds]"),
    ):
        file.write_text(text, encoding="utf-8")
        done = CliRunner().invoke(app, ["rules", "list", "--config", str(file)])
        assert done.exit_code == 2
        assert said in done.stderr


def test_a_command_that_is_loaded_alone_passes_over_the_config_of_others(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("[serve]\nport = 9000\n[rules.list]\njson = true\n", encoding="utf-8")
    alone = application(named_alone(["rules"]))
    done = CliRunner().invoke(alone, ["rules", "list", "--config", str(file)])
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("[")
    file.write_text("[serv]\nport = 9000\n", encoding="utf-8")
    done = CliRunner().invoke(alone, ["rules", "list", "--config", str(file)])
    assert "serv: no such command; did you mean serve?" in done.stderr


def test_the_shell_completes_rule_sets_files_bets_and_tables() -> None:
    def completed(words: str) -> set[str]:
        environment = {"_CROUPIER_COMPLETE": "complete_bash", "COMP_WORDS": f"croupier {words}"}
        environment["COMP_CWORD"] = str(len(words.split(" ")))
        return set(croupier(environment=environment).stdout.split())

    assert completed("odds ma/f") == {"ma/four-card-poker"}
    assert completed("odds examples/ma-f") == {"examples/ma-four-card-poker.toml"}
    assert completed("odds ma/four-card-poker --bet a") == {"aces_up"}
    for words in ("play", "rules show", "rules coverage", "init x --rules", "settle --by", "dataset"):
        assert completed(f"{words} ma/f") == {"ma/four-card-poker"}, words
    assert completed("simulate ma/four-card-poker --bet a") == {"aces_up"}
    assert completed("simulate ma/four-card-poker --table aces_up=VI") == {"aces_up=VI", "aces_up=VII"}
    assert completed("simulate ma/four-card-poker --strategy a") == {"any-pair", "always-fold"}
    assert completed("protect ma/four-card-poker --bet a") == {"aces_up"}
    assert completed("odds ma/four-card-poker --policy cover") == {
        "cover_all_counts=dealt",
        "cover_all_counts=layout",
    }
    assert completed("report examples/ma-f") == {"examples/ma-four-card-poker.toml"}


def test_quiet_says_nothing_and_a_first_run_says_that_it_compiles(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress_bar, "never_compiled", lambda: True)
    monkeypatch.setattr(progress_bar, "FIRST_PATIENCE", 0.0)
    with Bar("solving", lines=True):
        said = ""
        while "…" not in said:
            said += capsys.readouterr().err
    assert said == f"croupier: {progress_bar.FIRST_RUN}\nsolving …\n"
    monkeypatch.setattr(progress_bar, "quiet", True)
    with Bar("solving", lines=True) as advance:
        advance(1, 2)
    assert capsys.readouterr().err == ""


def croupier(*words: str, environment: dict[str, str] | None = None) -> "subprocess.CompletedProcess[str]":
    """The command line as a user starts it."""
    return subprocess.run(
        [sys.executable, "-m", "croupier", *words], capture_output=True, text=True, check=False, cwd=ROOT,
        env={**os.environ, **(environment or {})},
    )  # fmt: skip


def test_every_count_is_written_as_people_write_it() -> None:
    named = {"rounds", "decisions", "session", "shuffles", "events"}
    counts = {
        (name, option.name): option
        for name, command in each_command(typer.main.get_command(app))
        for option in command.params
        if option.name in named and option.type.name != "path"
    }
    assert len(counts) == 9
    for option in counts.values():
        for number in ("2e4", "20,000", "20_000", "20000", "20000.0"):
            assert option.type.convert(number, option, None) == 20_000


def test_a_count_that_is_none_is_refused() -> None:
    for wrong in ("0", "-5", "1.5", "many", "1e99", "1e999999999", "nan", "inf", ""):
        words = ["simulate", "ma/four-card-poker", "--rounds", wrong]
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 2
        assert "allowed" in done.output


def test_init_does_not_take_a_rule_set_for_a_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["init", "ma/high-card-flush"])
    assert (done.exit_code, list(tmp_path.iterdir())) == (2, []), done.output
    assert "allowed: croupier init DIR --rules ma/high-card-flush" in done.output


def test_init_writes_a_submission_that_passes_and_overwrites_nothing(tmp_path: Path) -> None:
    target = tmp_path / "casino" / "submission.toml"
    done = CliRunner().invoke(app, ["init", str(target.parent), "--rules", "ma/high-card-flush"])
    assert done.exit_code == 0
    config = ["--config", str(target.parent / "config.toml")]
    assert CliRunner().invoke(app, [*config, "check", str(target)]).exit_code == 0
    target.write_text("mine", encoding="utf-8")
    words = ["init", str(tmp_path / "with examples"), "--examples"]
    assert CliRunner().invoke(app, words).exit_code == 0
    rounds = (tmp_path / "with examples" / "examples" / "rounds.jsonl").read_bytes()
    assert rounds == (SUBMISSION.parent / "rounds.jsonl").read_bytes()
    again = CliRunner().invoke(app, ["init", str(target.parent)])
    assert (again.exit_code, target.read_text(encoding="utf-8")) == (2, "mine")
    assert CliRunner().invoke(app, ["init", str(tmp_path), "--rules", "no/rules"]).exit_code != 0


def test_a_bet_that_is_almost_one_is_named() -> None:
    done = CliRunner().invoke(app, ["odds", "ma/high-card-flush", "--bet", "flush-bonus"])
    assert done.exit_code == 2
    assert done.stderr.endswith("; did you mean flush_bonus?\n")


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["--strategy", "optimla"], "optimal"),
        (["--strategy", "any-par"], "any-pair"),
        (["--bet", "acesup"], "aces_up"),
        (["--table", "acesup=I"], "aces_up"),
        (["--policy", "progressive_after_fld=live"], "progressive_after_fold"),
        (["--policy", "progressive_after_fold=liv"], "live"),
    ],
)
def test_a_simulation_with_a_mistyped_name_is_refused_before_anything_is_solved(
    words: list[str], meant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def solved(*_: object) -> None:
        raise AssertionError("solved before the refusal")

    monkeypatch.setattr("croupier.odds.simulate.prepare", solved)
    done = CliRunner().invoke(app, ["simulate", "ma/four-card-poker", "--rounds", "1e6", *words])
    assert done.exit_code == 2, done.exception
    assert done.stderr.endswith(f"; did you mean {meant}?\n")
    assert done.stderr.count("\n") == 1


def test_a_strategy_that_cannot_be_found_is_refused_before_anything_is_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("croupier.odds.simulate.prepare", None)
    words = ["simulate", "ma/four-card-poker", "--rounds", "1e6", "--strategy", "no_such_file.py:play"]
    done = CliRunner().invoke(app, words)
    assert isinstance(done.exception, Refusal)
    assert done.exception.code == "strategy_unusable"


def test_a_variable_names_the_database(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'nowhere.db'}"
    done = CliRunner().invoke(app, ["audit", "verify"], env={"CROUPIER_DB": url})
    assert done.exit_code == 2
    assert "nowhere.db: there is no ledger" in done.stderr


@pytest.mark.parametrize("command", ["review", "watch"])
def test_the_variable_gives_way_to_rounds_in_a_file(command: str, tmp_path: Path) -> None:
    rounds = tmp_path / "rounds.jsonl"
    rounds.write_text("")
    words = [command, "--rounds", str(rounds), "--json"]
    done = CliRunner().invoke(app, words, env={"CROUPIER_DB": "sqlite:///nowhere.db"})
    assert done.exit_code == 0, done.stderr
    done = CliRunner().invoke(app, [*words, "--db", "sqlite:///other.db"])
    assert done.stderr == "croupier: give one of EXPORT, --db and --rounds\n"


def test_rounds_in_place_of_an_export_are_named_as_the_user_named_them() -> None:
    done = CliRunner().invoke(app, ["review", "-"], input='{"rules": "ma/high-card-flush"}\n')
    assert done.exit_code == 2
    assert done.stderr.startswith("croupier: -: not a Croupier export; allowed: ")
    assert "--rounds" in done.stderr


BLOCKED = """
import sys

class Block:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {packages!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Block())
import importlib.util
real = importlib.util.find_spec
def find_spec(name, package=None):
    return None if name.partition(".")[0] in {packages!r} else real(name, package)
importlib.util.find_spec = find_spec
sys.argv[0] = "croupier"
from croupier.cli import main
main()
"""


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ("serve", ["serve"]),
        ("serve", ["audit", "verify"]),
        ("serve", ["bench", "floor"]),
        ("serve", ["backup", "x.backup"]),
        ("serve", ["restore", "x.backup"]),
        ("serve", ["database"]),
        ("serve", ["people", "unlock", "ann"]),
        ("serve", ["move", "--to", "x"]),
        ("serve", ["watch"]),
        ("serve", ["review", "x.jsonl"]),
        ("report", ["report", str(SUBMISSION), "-o", "x.html"]),
        ("report", ["petition", str(SUBMISSION), "-o", "x"]),
        ("columns", ["dataset", "ma/high-card-flush", "-o", "x.parquet"]),
        ("cluster", ["simulate", "ma/high-card-flush", "--rounds", "1e6", "--cluster", "tcp://x"]),
        ("columns", ["settle", "--from", "x.parquet", "--to", "y.parquet", "--by", "ma/high-card-flush"]),
    ],
)
def test_a_missing_extra_is_named_at_once_in_one_line(extra: str, words: list[str], tmp_path: Path) -> None:
    code = BLOCKED.format(packages=set(EXTRAS[extra]))
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"CROUPIER_DATA": str(tmp_path / "data")},
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert f"pip install 'croupier[{extra}]'" in done.stderr


def test_recorded_rounds_in_a_file_need_no_extra(tmp_path: Path) -> None:
    code = BLOCKED.format(packages={name for names in EXTRAS.values() for name in names})
    rounds = tmp_path / "rounds.jsonl"
    rounds.write_text("")
    done = subprocess.run(
        [sys.executable, "-c", code, "review", "--rounds", str(rounds), "--json"],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_library_module_names_its_missing_extra_in_an_import_error() -> None:
    code = "import sys; sys.modules['gymnasium'] = None; import croupier.gym"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: this needs the package gymnasium")
    assert last.endswith("pip install 'croupier[gym]'")


def test_the_working_directory_hides_no_package(tmp_path: Path) -> None:
    (tmp_path / "msgspec.py").write_text("raise SystemExit('taken for msgspec')", encoding="utf-8")
    (tmp_path / "coverage").mkdir()  # as in a rulebook; numba imports it if it can
    (tmp_path / "mine.py").write_text("def play(seen):\n    return seen.most\n", encoding="utf-8")
    game = ("simulate", "ma/high-card-flush", "--rounds", "100", "--bet", "main", "--strategy")
    for words in (("rules", "list"), (*game, "mine:play"), (*game, "mine.py:play")):
        done = subprocess.run(
            [sys.executable, "-m", "croupier", *words],
            cwd=tmp_path, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
