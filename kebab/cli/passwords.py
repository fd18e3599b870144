"""Asks for the passwords of documents on a terminal, and hands them to the workers.

They go through the environment, which workers inherit at their start: through no pipe, into no log,
and nowhere on the disk.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, MutableMapping
from typing import TypeVar

import click

from kebab.cli.options import Invocation
from kebab.cli.render.lines import clean
from kebab.errors import EncryptedDocumentError, InvalidInputError
from kebab.pool.spawn import discard_prestarted
from kebab.wire.worker import OPENED_BY, PASSWORDS_VARIABLE

T = TypeVar("T")
Ask = Callable[[str], str]
_TRIES = 3


def somebody_is_there() -> bool:
    """Tell whether a person can be asked: what is typed and what is said go by a terminal."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def ask_hidden(question: str) -> str:
    """Ask without showing what is typed; the answer may be empty."""
    try:
        answer: str = click.prompt(
            clean(question), hide_input=True, default="", show_default=False, err=True
        )
    except UnicodeError:
        # its words would tell a part of what was typed
        raise InvalidInputError(
            "what was typed is no text", hint="set the terminal to UTF-8"
        ) from None
    return answer


def ask_beforehand(ask: Ask = ask_hidden) -> None:
    """Ask for passwords until an empty answer, for whatever files will need them."""
    if not somebody_is_there():
        raise InvalidInputError(
            "--ask-passwords needs a terminal",
            hint=f"put the passwords into {PASSWORDS_VARIABLE}, one a line",
        )
    while password := ask("A password to try (empty: no more)"):
        _hand_over(password, os.environ)


def ask_when_needed(
    invocation: Invocation,
    run: Callable[[], T],
    *,
    ask: Ask = ask_hidden,
    is_anybody_there: Callable[[], bool] = somebody_is_there,
    environ: MutableMapping[str, str] = os.environ,
) -> T:
    """Run, and again with the password that was asked for where the file needs one.

    Nobody is asked where JSON is wanted: a program reads it.
    """
    for _ in range(_TRIES):
        try:
            return run()
        except EncryptedDocumentError as error:
            opens = error.details.get(OPENED_BY) == "password"
            if not opens or invocation.json or not is_anybody_there():
                raise
            password = ask(f"{error}. Its password (empty: give up)")
            if not password:
                raise
            _hand_over(password, environ)
    return run()


def _hand_over(password: str, environ: MutableMapping[str, str]) -> None:
    given = environ.get(PASSWORDS_VARIABLE, "")
    environ[PASSWORDS_VARIABLE] = f"{given}\n{password}" if given else password
    discard_prestarted()  # they have inherited what was known before
