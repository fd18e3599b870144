"""Tells a failure: one error.v1 line with --json, `error:` and `hint:` for people."""

from __future__ import annotations

import logging
import os
import sys
import traceback
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import click

from kebab.cli.guessing import UnknownCommandError
from kebab.errors import InvalidInputError, KebabError

LOG_NAME = "kebab.log"
_LOG = logging.getLogger(__name__)


def report_failure(failure: Exception, arguments: Sequence[str]) -> int:
    """Print what went wrong; return the exit status."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    error = _as_error(failure)
    if "--json" in options:
        from kebab.wire.error import error_object  # noqa: PLC0415 - see above
        from kebab.wire.wire_object import to_json  # noqa: PLC0415 - the way out of a fast start

        text = to_json(error_object(error))
    else:
        causes = _causes(failure) if {"--verbose", "-v"} & set(options) else []
        text = describe(error, causes, colour=_use_colour())
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
    return error.exit_status


def describe(error: KebabError, causes: Sequence[str], *, colour: bool) -> str:
    """Write an error for people."""

    def label(word: str, code: str) -> str:
        return f"\x1b[{code}m{word}\x1b[0m" if colour else word

    lines = [f"{label('error:', '1;31')} {_printable(str(error))}"]
    lines += [f"{label('caused by:', '2')} {_printable(cause)}" for cause in causes]
    if error.hint:
        lines.append(f"{label('hint:', '36')} {_printable(error.hint)}")
    return "\n".join(lines)


def _as_error(failure: Exception) -> KebabError:
    match failure:
        case KebabError():
            return failure
        case click.UsageError():
            return usage_error(failure)
        case click.ClickException():
            return InvalidInputError(failure.format_message())
        case _:
            return _crash(failure)


def usage_error(failure: click.UsageError) -> InvalidInputError:
    """Turn click's words about a wrong argument into an error of ours."""
    command = failure.ctx.command_path if failure.ctx else "kebab"
    guess = None
    message = failure.format_message()
    if isinstance(failure, click.NoSuchOption):
        guess = failure.possibilities[0] if failure.possibilities else None
        message = f"{command} has no option {failure.option_name}"
    elif isinstance(failure, UnknownCommandError):
        guess = failure.nearest
    hint = f"did you mean {guess!r}? " if guess else ""
    if isinstance(failure, click.NoSuchOption) and not guess:
        hint = "a text that begins with a dash goes behind `--`; "
    return InvalidInputError(message, hint=f"{hint}see `{command} --help`", did_you_mean=guess)


def _crash(failure: Exception) -> KebabError:
    """Write an unexpected failure to the log, where it does not drown the one line that counts."""
    path = _log(failure)
    told = f"details in {path}" if path else "and its details could not be kept"
    message = f"internal error: {type(failure).__name__}: {failure} ({told})"
    return KebabError(message, hint="this is a defect of kebab; please report it with its details")


def _log(failure: Exception) -> Path | None:
    """Use the log that is open; before there is one, its usual place."""
    for handler in logging.getLogger().handlers:
        place = Path(getattr(handler, "baseFilename", ""))
        if place.name == LOG_NAME:
            _LOG.critical("the command failed", exc_info=failure)
            return place
    from kebab.security.private_files import (  # noqa: PLC0415 - hardly ever needed
        make_private_folder,
        open_private,
    )
    from kebab.settings.paths import default_state_dir  # noqa: PLC0415 - as above

    path = default_state_dir() / LOG_NAME
    text = "".join(traceback.format_exception(failure))
    try:
        make_private_folder(path.parent)
        descriptor = open_private(path, os.O_WRONLY | os.O_APPEND)
        with os.fdopen(descriptor, "a", encoding="utf-8", errors="backslashreplace") as log:
            log.write(f"{datetime.now().astimezone().isoformat(timespec='seconds')} {text}")
    except OSError:
        return None
    return path


def _causes(failure: BaseException) -> list[str]:
    causes = []
    cause = failure.__cause__ or failure.__context__
    while cause is not None:
        causes.append(f"{type(cause).__name__}: {cause}")
        cause = cause.__cause__ or cause.__context__
    return causes


def _printable(text: str) -> str:
    from kebab.cli.render.lines import clean  # noqa: PLC0415 - nothing else here needs it

    return clean(text)


def _use_colour() -> bool:
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb" and "NO_COLOR" not in os.environ
