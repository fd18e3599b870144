"""Where results and notes go: stdout for results, stderr for everything said beside them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from kebab.cli.options import Invocation
from kebab.cli.render.lines import Line, clean, to_plain
from kebab.wire.wire_object import WireObject, to_json

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

V = TypeVar("V", bound=WireObject)
_SHOW_CURSOR = b"\x1b[?25h\r\n"


def is_terminal(stream: TextIO) -> bool:
    """Tell whether a person looks at the stream in a terminal that can do more than text."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def use_colour(stream: TextIO) -> bool:
    """Tell whether colours are welcome there."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR")


def console(stream: TextIO) -> Console:
    """Open rich on a terminal, once: what is said then goes above a live display, not into it."""
    # While it shows something live, rich stands in for stderr.
    return _console(getattr(stream, "rich_proxied_file", stream), use_colour(stream))


@lru_cache(maxsize=2)
def _console(stream: TextIO, is_coloured: bool) -> Console:  # noqa: FBT001 - private
    from rich.console import Console  # noqa: PLC0415 - 0.1 s, and only terminals need it

    return Console(file=stream, highlight=False, no_color=not is_coloured or None)


def show_cursor() -> None:
    """Bring back the cursor that a live display hides, for a process that ends at once.

    It goes past rich, whose locks may be held: it is called from a signal handler.
    """
    if is_terminal(sys.stderr):
        os.write(sys.stderr.fileno(), _SHOW_CURSOR)


def emit(
    invocation: Invocation,
    value: V,
    plain: Callable[[V], str],
    terminal: Callable[[V], RenderableType],
) -> None:
    """Print a result in the form that fits who reads it."""
    if invocation.json:
        sys.stdout.write(to_json(value) + "\n")
    elif is_terminal(sys.stdout):
        console(sys.stdout).print(terminal(value))
    else:
        sys.stdout.write(plain(value))


def emit_lines(invocation: Invocation, value: V, render: Callable[[V], Sequence[Line]]) -> None:
    """Print a result whose text is the same in a pipe and, with colours, on a terminal."""
    emit(
        invocation,
        value,
        lambda shown: to_plain(render(shown)),
        lambda shown: to_terminal(render(shown)),
    )


def to_terminal(lines: Sequence[Line]) -> RenderableType:
    """Give lines their colours."""
    from rich.text import Text  # noqa: PLC0415 - see console()

    parts = [Text.assemble(*((clean(text), style) for text, style in line)) for line in lines]
    return Text("\n").join(parts)


def working(invocation: Invocation, doing: str) -> AbstractContextManager[Any]:
    """Show that something goes on, to people at a terminal."""
    if invocation.quiet or invocation.json or not is_terminal(sys.stderr):
        return nullcontext()
    return console(sys.stderr).status(f"{doing} …")


def say(invocation: Invocation, lines: Sequence[Line]) -> None:
    """Say something beside the result, unless quiet or JSON was asked for."""
    if invocation.quiet or invocation.json or not lines:
        return
    sys.stdout.flush()
    if is_terminal(sys.stderr):
        console(sys.stderr).print(to_terminal(lines), soft_wrap=True)
    else:
        sys.stderr.write(to_plain(lines))
        sys.stderr.flush()
