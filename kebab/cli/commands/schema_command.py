"""`kebab schema`: shows what this kebab can do and what its knowledge base holds."""

from __future__ import annotations

from kebab.cli.opening import use_base
from kebab.cli.options import Invocation, command
from kebab.cli.output import emit_lines
from kebab.cli.render.state import schema_lines


@command("schema", short_help="Show what there is: counts, models, capabilities.")
def main(invocation: Invocation) -> None:
    """Show what there is: counts, models, versions, capabilities."""
    settings = invocation.load().settings
    emit_lines(invocation, use_base(invocation, settings, lambda base: base.schema()), schema_lines)
