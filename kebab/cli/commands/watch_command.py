"""`kebab watch`: keeps the index up to date while files change, until Ctrl-C."""

from __future__ import annotations

from kebab.cli.opening import use_base
from kebab.cli.options import Invocation, command
from kebab.cli.watching import follow


@command("watch", short_help="Keep the index up to date while files change.")
def main(invocation: Invocation) -> None:
    """Bring the index up to date with the sources, and keep it so while files change.

    A change can be found about a second after the file was written. Ctrl-C ends it in good order.
    `kebab mcp --watch` does the same beside serving.
    """
    settings = invocation.load().settings
    use_base(invocation, settings, lambda base: follow(invocation, base))
