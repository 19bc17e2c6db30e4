"""The reference of all commands, from the commands themselves: as Markdown, and as manual pages.

Both are made of the same help that `croupier COMMAND -h` prints. Commands are found, not listed.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple


class Described(NamedTuple):
    """A command as its help describes it."""

    words: str
    """The command's words, such as `rules show`; empty for `croupier` itself."""
    usage: str
    text: tuple[str, ...]
    """The paragraphs of its help."""
    parameters: tuple[tuple[str, str], ...]
    """Arguments and options, each with its help."""
    examples: tuple[str, ...]


def described() -> Iterator[Described]:
    """Every command, `croupier` itself first."""
    import typer

    from croupier.cli.app import app, each_command

    root = typer.main.get_command(app)
    yield _described("", root)
    for words, command in each_command(root):
        yield _described(words, command)


def _described(words: str, command: Any) -> Described:
    import typer

    context = typer.Context(command, info_name=f"croupier {words}".strip())
    text = [" ".join(part.split()) for part in re.split(r"\n\s*\n", command.help or "")]
    examples = [line.strip() for line in (command.epilog or "").splitlines()[2:]]
    for part in text:
        examples += re.findall(r"Examples?: (croupier .*)", part)
    records = [each.get_help_record(context) for each in command.get_params(context)]
    return Described(
        words,
        " ".join(command.get_usage(context).removeprefix("Usage: ").split()),
        tuple(part for part in text if part and not part.startswith("Example")),
        tuple((" ".join(name.split()), " ".join(said.split())) for name, said in filter(None, records)),
        tuple(examples),
    )


def markdown() -> str:
    """The reference as one page."""
    opening = "Made from `croupier COMMAND -h`. Every command takes the options of `croupier` itself."
    parts = ["# Commands", opening]
    for each in described():
        name = f"croupier {each.words}".strip()
        parts.append(f"## {name}\n\n```text\n{each.usage}\n```")
        parts += [_escaped(part) for part in each.text]
        if each.parameters:
            rows = "\n".join(
                f"| `{_cell(name)}` | {_cell(_escaped(said))} |" for name, said in each.parameters
            )
            parts.append(f"| argument or option | meaning |\n| --- | --- |\n{rows}")
        if each.examples:
            parts.append("```sh\n" + "\n".join(each.examples) + "\n```")
    return "\n\n".join(parts) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _escaped(text: str) -> str:
    """Text in which braces and angle brackets mean themselves, outside of code."""
    return re.sub(r"([<>{}*_\[\]])(?=(?:[^`]*`[^`]*`)*[^`]*$)", r"\\\1", text)


def manual_page(command: Described, version: str) -> tuple[str, str]:
    """The name of a manual page and its source, for man(1)."""
    name = f"croupier {command.words}".strip().replace(" ", "-")
    lines = [
        f'.TH {name.upper()} 1 "" "croupier {version}" "Croupier"',
        ".SH NAME",
        f"{name} \\- {_roff(_first_sentence(command.text))}",
        ".SH SYNOPSIS",
        _roff(command.usage),
    ]
    if command.text:
        lines.append(".SH DESCRIPTION")
        for part in command.text:
            lines += [".PP", _roff(part)]
    if command.parameters:
        lines.append(".SH OPTIONS")
        for option, said in command.parameters:
            lines += [".TP", f"\\fB{_roff(option)}\\fR", _roff(said)]
    if command.examples:
        lines += [".SH EXAMPLES", ".nf", *(_roff(each) for each in command.examples), ".fi"]
    return f"{name}.1", "\n".join(lines) + "\n"


def _first_sentence(text: tuple[str, ...]) -> str:
    return (text[0] if text else "").partition(". ")[0].rstrip(".")


def _roff(text: str) -> str:
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
