"""The house is laid out as planned: no game and no place is named outside its folder, and rooms stay small.

A game is one folder and a jurisdiction one data folder. Code that names either decides for it, so this test
reads every source file of the package and of the pages. Both lists of exceptions may only shrink.
"""

import ast
import inspect
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from croupier.cli.app import application
from croupier.games import game
from croupier.rulebook.catalog import rule_sets

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "croupier"
PAGES = ROOT / "web" / "src"

RANKINGS = PACKAGE / "hands"
"""Ways to rank cards, which any game may use; they cite the documents that they were read from."""

SHORT_NAMES = (r"\bultimate\b", r"hold'?em\b", r"\bhcf\b", r"\buth\b", r"\bfcp\b", r"jurisdiction (==|!=|in)")

EXAMPLE = re.compile(r"such as ([a-z]{2}/)?[a-z-]+|Example: croupier .*|>>> .*|\.\.\. .*")
"""Names that stand for any rule set: in help and doctests."""

ALLOWED = {
    "src/croupier/cli/examples.py": "the examples of commands, for their help",
    "src/croupier/bench/table.py": "pokerkit's own name of the game that it is measured at",
}
"""Files that may name a game or a place, and why. An entry that is no longer needed fails the test."""

NOT_YET: dict[str, int] = {}
"""Lines that still name one, by file: the count may go down, and at nothing the entry goes."""

MOST_FILES = 16
MOST_LINES = 450
CROWDED: dict[str, int] = {}
"""Rooms that are larger, with their files: to be made smaller."""
LONG: dict[str, int] = {}
"""Modules that are longer, with their lines: to be made shorter."""


@cache
def folders() -> dict[str, Path]:
    """The games of the package by name, and their folders."""
    found = (path.parent for path in (PACKAGE / "games").glob("*/__init__.py"))
    return {folder.name.replace("_", "-"): folder for folder in sorted(found)}


@cache
def names() -> re.Pattern[str]:
    """The names of every game and jurisdiction of the package, in every spelling."""
    found = [*SHORT_NAMES]
    for name in folders():
        titles = {name, game(name).words.title or name}
        found += [re.sub(r"[^a-z0-9']+", "[-_ ]?", each.lower()) for each in titles]
    for rules in rule_sets().values():
        jurisdiction, _, _ = rules.rules.name.partition("/")
        place = rules.rules.title.rpartition(", ")[2]
        found += [rf"\b{jurisdiction}/[a-z]", rf"[\"']{jurisdiction}[\"']", re.escape(place.lower())]
        found += [rf"\b{re.escape(rules.rules.register)}\b"]
    return re.compile("|".join(dict.fromkeys(found)), re.IGNORECASE)


def sources() -> Iterator[tuple[str, Path]]:
    """Every file of code outside the games' folders, the rule data and the rankings."""
    outside = (
        *folders().values(),
        PACKAGE / "rulebook" / "data",
        RANKINGS,
        PACKAGE / "server" / "web",
        PAGES / "api",
    )
    for root, kinds in ((PACKAGE, ("*.py",)), (PAGES, ("*.ts", "*.svelte", "*.css"))):
        for kind in kinds:
            for path in sorted(root.rglob(kind)):
                if not path.name.endswith(".test.ts") and not any(path.is_relative_to(f) for f in outside):
                    yield path.relative_to(ROOT).as_posix(), path


@cache
def named() -> Counter[str]:
    """By file, how many of its lines name a game or a jurisdiction."""
    found: Counter[str] = Counter()
    for name, path in sources():
        for line in path.read_text(encoding="utf-8").splitlines():
            if names().search(EXAMPLE.sub("", line)):
                found[name] += 1
    return found


def test_no_game_and_no_jurisdiction_is_named_outside_its_folder() -> None:
    strangers = {
        name: count for name, count in named().items() if name not in ALLOWED and count > NOT_YET.get(name, 0)
    }
    assert strangers == {}


def test_no_exception_is_kept_that_is_not_needed() -> None:
    assert [name for name in (*ALLOWED, *NOT_YET) if not named()[name]] == []


def test_the_names_are_those_of_the_folders_and_the_rule_data() -> None:
    for text in ("high-card-flush", "four_card_poker", "Ultimate Texas Hold'em", "Maryland", '"ma"', "nj/x"):
        assert names().search(text), text
    for text in ("a four-card flush", "the maximum", "a play wager", "high card", "summary"):
        assert not names().search(text), text


def rooms() -> Counter[str]:
    """By folder of the package, its modules."""
    found: Counter[str] = Counter()
    for path in PACKAGE.rglob("*.py"):
        if path.name != "__init__.py":
            found[path.parent.relative_to(ROOT).as_posix()] += 1
    return found


def test_a_room_holds_few_files() -> None:
    crowded = {room: count for room, count in rooms().items() if count > CROWDED.get(room, MOST_FILES)}
    assert crowded == {}
    assert [room for room in CROWDED if rooms()[room] <= MOST_FILES] == []


def test_a_module_is_short_enough_to_read() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in PACKAGE.rglob("*.py")
    }
    assert {name: lines for name, lines in lengths.items() if lines > LONG.get(name, MOST_LINES)} == {}
    assert [name for name in LONG if lengths.get(name, 0) <= MOST_LINES] == []


MOST_PARAMETERS = 8
MOST_BODY = 60
CRAMPED = {
    "src/croupier/odds/simulate/rungs.py:take_shares": "a kernel: one struct for each origin",
    "src/croupier/games/ultimate_texas_holdem/solver/strategy_index.py:play_holdem_optimally": "likewise",
}
"""Functions with one parameter more, and why."""


def commands() -> set[str]:
    """The commands of the command line: each parameter is an option with its help, so they may be many."""
    groups, found = [application()], set[str]()
    for group in groups:
        groups += [each.typer_instance for each in group.registered_groups if each.typer_instance]
        for command in group.registered_commands:
            assert command.callback is not None
            code = inspect.unwrap(command.callback).__code__
            found.add(f"{Path(code.co_filename).relative_to(ROOT).as_posix()}:{code.co_name}")
    return found


@cache
def trees() -> dict[Path, ast.Module]:
    """Every module of the package, parsed."""
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}


def functions() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function and method of the package, by file and name."""
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{path.relative_to(ROOT).as_posix()}:{node.name}", node


def test_a_function_takes_few_parameters() -> None:
    crowded = set()
    for name, node in functions():
        given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        if len([each for each in given if each.arg not in ("self", "cls")]) > MOST_PARAMETERS:
            crowded.add(name)
    assert crowded - commands() == set(CRAMPED)


def test_a_function_is_short_enough_to_read() -> None:
    """Without the options of a command and its help, which are its docstring."""
    options = commands()
    long = set()
    for name, node in functions():
        first = node.lineno
        if name in options:
            first = node.body[min(ast.get_docstring(node) is not None, len(node.body) - 1)].lineno
        assert node.end_lineno is not None
        if node.end_lineno - first + 1 > MOST_BODY:
            long.add(name)
    assert long == set()


CALLED_BY_FRAMEWORKS = re.compile(
    r"__\w+__|handle_exit|log_message|is_plugin_supported_type|on_(startup|shutdown)|(un)?subscribe|stream_events|get_history|render"
)
"""Methods that a library's base class calls."""


def test_no_code_is_called_by_tests_alone() -> None:
    """A function or class whose name occurs once in the sources, undecorated, is reached by nobody."""
    others = [path for folder in ("scripts", "tools") for path in (ROOT / folder).iterdir() if path.is_file()]
    others += [ROOT / "pyproject.toml", ROOT / "hatch_build.py"]
    read = "\n".join(path.read_text(encoding="utf-8") for path in (*trees(), *others))
    written = Counter(re.findall(r"\w+", read))
    unreached = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
        for path, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and written[node.name] == 1
        and not node.decorator_list
        and not CALLED_BY_FRAMEWORKS.fullmatch(node.name)
    ]
    assert unreached == []


def _loaded(node: ast.AST) -> Iterator[str]:
    """The names that code reads."""
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load):
            yield each.id


def _defined(node: ast.stmt) -> str:
    """The name that a statement of a module defines; empty for none, or if a decorator registers it."""
    name = ""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        name = "" if node.decorator_list else node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        name = target.id if isinstance(target, ast.Name) else ""
    return "" if name.startswith("__") else name


def test_every_name_of_a_module_is_used_there_or_imported() -> None:
    """Names that only tests import belong to the tests, even where another module has the same name.

    A name in a string is looked up by a registry, a plan or an entry point; an attribute may be a module's.
    """
    migrations = PACKAGE / "ledger" / "migrations"
    modules = {path: tree for path, tree in trees().items() if not path.is_relative_to(migrations)}
    others = [path for folder in ("scripts", "tools") for path in (ROOT / folder).iterdir() if path.is_file()]
    used = {word for path in others for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    imported, prose = set(), set()
    for tree in modules.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                used.add(node.attr)
            elif isinstance(node, ast.ImportFrom):
                imported |= {(node.module, alias.name) for alias in node.names}
            elif isinstance(node, ast.Expr):
                prose.add(node.value)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in prose:
                used.update(re.findall(r"\w+", node.value))
    unused = []
    for path, tree in modules.items():
        module = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        left = {_defined(node): node for node in tree.body}
        left = {name: node for name, node in left.items() if name and name not in used}
        left = {name: node for name, node in left.items() if (module, name) not in imported}
        loaded = Counter(_loaded(tree)) if left else Counter[str]()
        unused += [
            f"{path.relative_to(ROOT)}:{node.lineno} {name}"
            for name, node in left.items()
            if loaded[name] == Counter(_loaded(node))[name]
        ]
    assert unused == []


IN_WORDS = (
    "names.py",
    "table/acts/legality.py",  # the id of an award keeps its dash
    "table/transcript/settlement.py",  # a corrected amount keeps its minus
)


def test_names_are_put_into_words_in_one_place() -> None:
    """`croupier.names.spoken`: a wager reads the same in transcripts, advice, odds and simulation."""
    pattern = re.compile(r"""replace\((["'])_\1, (["']) \2\)""")
    found = [path for path in PACKAGE.rglob("*.py") if pattern.search(path.read_text())]
    names = {path.relative_to(PACKAGE).as_posix() for path in found}
    assert names == set(IN_WORDS)


def test_every_css_variable_that_a_page_uses_is_set() -> None:
    """A color that nobody has set is none: a warning would look like any other line."""
    sources = [path.read_text() for ending in ("svelte", "css") for path in PAGES.rglob(f"*.{ending}")]
    text = "\n".join(sources)
    found = set(re.findall(r"var\((--[\w-]+)", text))
    assert len(found) > 20
    assert found - set(re.findall(r"(--[\w-]+)\s*[:=]", text)) == set()
