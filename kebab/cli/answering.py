"""Shows an answer as it comes: typed on a terminal, as JSON lines, or only when it is complete."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kebab.cli.options import Invocation
from kebab.cli.output import console, is_terminal
from kebab.cli.render.lines import clean
from kebab.wire.answer import AnswerEvent
from kebab.wire.wire_object import to_json

if TYPE_CHECKING:
    from rich.status import Status

OnEvent = Callable[[AnswerEvent], None]


class Typist:
    """Types the pieces of an answer, and says what is going on until there is the first.

    `typed` is what stands on the screen: it may differ from the answer, which is judged at its end.
    """

    def __init__(self, *, types: bool, status: Status | None) -> None:
        self._types = types
        self._status = status
        self.typed = ""

    def __call__(self, event: AnswerEvent) -> None:
        """Show what the event adds."""
        if event.kind == "token" and event.delta and self._types:
            self.stop_status()
            sys.stdout.write(clean(event.delta))
            sys.stdout.flush()
            self.typed += event.delta
        elif event.kind == "stage" and event.stage and self._status is not None:
            self._status.update(clean(event.stage))

    def stop_status(self) -> None:
        """Take away the line that is not part of the answer."""
        if self._status is not None:
            self._status.stop()
            self._status = None


@contextmanager
def follow(invocation: Invocation, *, stream: bool) -> Iterator[Typist]:
    """Type on a terminal, and into a pipe where `stream` asks for it; end the line in any case."""
    on_terminal = is_terminal(sys.stdout)
    status = None
    if on_terminal and is_terminal(sys.stderr) and not invocation.quiet:
        status = console(sys.stderr).status("searching")
        status.start()
    typist = Typist(types=stream or on_terminal, status=status)
    try:
        yield typist
    finally:
        typist.stop_status()
        if typist.typed and not typist.typed.endswith("\n"):
            sys.stdout.write("\n")


def print_event(event: AnswerEvent) -> None:
    """Print an event as a line of JSON."""
    sys.stdout.write(to_json(event) + "\n")
    sys.stdout.flush()


def ignore_event(event: AnswerEvent) -> None:
    """Show nothing before the end."""
    del event
