"""The public surface: `croupier`, its documents, its modules and its types name the same things."""

import ast
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import croupier
from croupier import api

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")


def modules() -> dict[str, ModuleType]:
    """The modules of the library by name."""
    names = [each.name for each in pkgutil.iter_modules(api.__path__)]
    return {name: importlib.import_module(f"croupier.api.{name}") for name in names}


def public() -> dict[str, ModuleType]:
    """The documented modules: those with `__all__`."""
    return {name: module for name, module in modules().items() if hasattr(module, "__all__")}


def test_the_documents_name_every_public_name() -> None:
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", PAGE, re.MULTILINE)
    documented = [name for row in rows for name in re.findall(r"\w+", row)]
    assert sorted(documented) == sorted(croupier.__all__)


def test_every_name_is_at_home_in_a_documented_module() -> None:
    homes = {name for module in public().values() for name in module.__all__} - set(
        importlib.import_module("croupier.api.acts").__all__
    )
    assert homes | {"acts"} == set(croupier.__all__)


def test_the_statement_for_type_checkers_names_the_same() -> None:
    tree = ast.parse((ROOT / "src/croupier/__init__.py").read_text(encoding="utf-8"))
    imported = [
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("croupier.api")
        for alias in node.names
    ]
    assert sorted(imported) == sorted(croupier.__all__)


@pytest.mark.parametrize("name", croupier.__all__)
def test_every_name_is_documented_and_kept(name: str) -> None:
    found = getattr(croupier, name)
    if not name.startswith("Any"):
        assert inspect.getdoc(found), name
    assert vars(croupier)[name] is found  # cached: the next look does not import
    assert name in dir(croupier)


def test_every_public_function_and_method_has_a_docstring_and_types() -> None:
    for module in public().values():
        for name in module.__all__:
            found = getattr(module, name)
            methods = (
                vars(found).values() if inspect.isclass(found) and found.__module__ == module.__name__ else ()
            )
            for each in (found, *methods):
                function = getattr(each, "__func__", each)
                if not inspect.isfunction(function) or function.__name__.startswith("_"):
                    continue
                assert inspect.getdoc(function), f"{module.__name__}.{name}.{function.__name__}"
                signature = inspect.signature(function)
                typed = [parameter.annotation for parameter in signature.parameters.values()]
                assert inspect.Parameter.empty not in typed[1 if methods else 0 :]
                assert signature.return_annotation is not inspect.Signature.empty


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'unknown'"):
        _ = croupier.unknown


def run(code: str) -> str:
    """The output of a fresh interpreter."""
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout


def test_the_import_stays_light() -> None:
    code = "import sys, croupier; croupier.settle; print(sorted({m.partition('.')[0] for m in sys.modules}))"
    loaded = set(ast.literal_eval(run(code)))
    assert loaded.isdisjoint(
        {"numba", "numpy", "sqlalchemy", "litestar", "typer", "rich", "pyarrow", "gymnasium"}
    )


def test_help_shows_the_surface_and_a_walk_runs_no_command() -> None:
    shown = run("import croupier; help(croupier)")
    for name in ("settle", "simulate", "draw_layout"):
        assert f"{name}(" in shown, name
    assert "Refusal" in shown
    walked = run(
        "import pkgutil, croupier\n"
        "names = [each.name for each in pkgutil.walk_packages(croupier.__path__, 'croupier.')]\n"
        "import croupier.__main__\n"
        "print(len(names), 'croupier.__main__' in names)"
    )
    count, main = walked.split()
    assert int(count) > 300
    assert main == "True"


def test_the_surface_needs_no_extra() -> None:
    shown = run(
        "import sys\n"
        "from croupier.extras import EXTRAS\n"
        "sys.modules.update(dict.fromkeys(name for names in EXTRAS.values() for name in names))\n"
        "from croupier import *\n"
        "import croupier, importlib.util\n"
        "help(croupier)\n"
        "importlib.util.find_spec = lambda name: None\n"
        "try: open_log('house.db')\n"
        "except Refusal as refusal: print(refusal.code)"
    )
    assert "open_log(" in shown
    assert shown.endswith("extra_missing\n")


def test_dir_lists_the_surface_alone() -> None:
    code = "import croupier; croupier.settle; croupier.price; print(dir(croupier))"
    listed = ast.literal_eval(run(code))
    assert [name for name in listed if not name.startswith("__")] == sorted(croupier.__all__)


def test_pydoc_writes_the_page_of_the_package() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "pydoc", "croupier"], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout
    assert "settle(game_round: " in shown
