"""The config file: defaults for options, by command, in TOML.

    [serve]
    port = 9000

    [simulate]
    rounds = 1e6

An option on the command line beats its environment variable, which beats the config file, which beats the
option's own default. The file is `--config FILE`, or the one that `CROUPIER_CONFIG` names, or
`croupier/config.toml` in the user's config directory if it exists.
"""

import os
import tomllib
from pathlib import Path
from typing import Any

import typer

from croupier.cli.app import COMMANDS
from croupier.cli.errors import fail
from croupier.cli.stdin import file_bytes
from croupier.names import did_you_mean

VARIABLE = "CROUPIER_CONFIG"


def default_place() -> Path:
    """Where the file is looked for if none is named."""
    base = os.environ.get("XDG_CONFIG_HOME")
    try:
        return (Path(base) if base else Path.home() / ".config") / "croupier" / "config.toml"
    except RuntimeError:  # a user without a home
        return Path(os.devnull)


def use_config(context: typer.Context, given: Path | None) -> None:
    """Make the options of a config file the defaults of the commands."""
    named = given or (Path(os.environ[VARIABLE]) if os.environ.get(VARIABLE) else None)
    file = named or default_place()
    if named is None and not file.is_file():
        return
    try:
        found = tomllib.loads(file_bytes(file).decode("utf-8-sig"))
    except OSError as error:
        fail(f"{file}: {error.strerror}")
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        fail(f"{file}: not a TOML file: {error}")
    context.default_map = _defaults(found, context.command, file, "")


def _defaults(found: dict[str, Any], command: Any, file: Path, path: str) -> dict[str, Any]:
    """The defaults as the parser takes them: options by the names of their parameters."""
    inside = getattr(command, "commands", None)
    defaults: dict[str, Any] = {}
    for key, value in found.items():
        if inside is not None:
            known = inside if path else COMMANDS  # a command that is named is loaded alone
            if key not in known:
                fail(f"{file}: {path}{key}: no such command{_meant(key, known)}")
            if not isinstance(value, dict):
                fail(f"{file}: {path}{key}: options of a command go under [{path}{key}]")
            if key in inside:
                defaults[key] = _defaults(value, inside[key], file, f"{path}{key}.")
            continue
        options = {
            word.removeprefix("--").replace("-", "_"): each
            for each in command.params
            for word in each.opts
            if word.startswith("--") and each.name not in ("help", "version")
        }
        option = options.get(key.replace("-", "_"))
        if option is None:
            fail(f"{file}: {path}{key}: no such option{_meant(key, options)}")
        defaults[option.name] = _value(value, option)
    return defaults


def _value(value: Any, option: Any) -> Any:
    """A TOML value as the words of the command line, which the option's own type then reads."""
    if option.multiple:
        return [str(each) for each in (value if isinstance(value, list) else [value])]
    return value if isinstance(value, bool) else str(value)


def _meant(word: str, known: Any) -> str:
    return did_you_mean(word, known) or f"; allowed: {', '.join(known)}"
