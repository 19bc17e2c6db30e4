"""The command line: one file a command group, and every error one clear line on stderr.

Exit code 0 for yes, 1 for a well-formed no, 2 for bad usage or input that cannot be read at all.
"""

import gc
import os
import signal
import sys


def main() -> None:
    """Run the command line."""
    # Modules and rounds form few cycles: collecting as often as Python does would cost a fifth of a start.
    gc.set_threshold(100_000, 50, 100)
    # NumPy asks for huge pages. Where memory is fragmented, making them took a third of the time of a solve.
    os.environ.setdefault("NUMPY_MADVISE_HUGEPAGE", "0")
    from croupier.cli.app import application, named_alone

    if hasattr(signal, "SIGPIPE"):
        # The reader of our output may close the pipe (`croupier rules show … | head`): stop quietly.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        app = application(named_alone(sys.argv[1:]))
        code = app(prog_name="croupier", standalone_mode=False)
    except KeyboardInterrupt:
        code = 130
    except Exception as error:
        code = _say(error)
    sys.exit(code if isinstance(code, int) else 0)


def _say(error: Exception) -> int:
    """One line for an error of usage; anything else is a mistake of ours and keeps its traceback."""
    from croupier.errors import Refusal
    from croupier.extras import missing
    from croupier.rulebook.problems import RulebookError

    if isinstance(error, ModuleNotFoundError):
        error = missing(error) or error
    if isinstance(error, Refusal):
        print(f"croupier: {error.message}", file=sys.stderr)
        return 2 if error.code == "extra_missing" else 1
    if isinstance(error, RulebookError):
        print(f"croupier: {error}", file=sys.stderr)
        return 2
    described = getattr(error, "format_message", None)
    if isinstance(error, OSError):
        print(f"croupier: {error.strerror}", file=sys.stderr)
        return 2
    if described is None:
        raise error
    if type(error).__name__ == "NoArgsIsHelpError":
        print(described())
        return 0
    message = " ".join(str(described()).split())
    if message:
        context = getattr(error, "ctx", None)
        command = context.command_path if context is not None else "croupier"
        print(f"{command}: {message} (see {command} --help)", file=sys.stderr)
    return getattr(error, "exit_code", 2)
