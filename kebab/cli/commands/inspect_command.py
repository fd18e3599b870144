"""`kebab inspect`: shows all that is known of a document or a chunk."""

from __future__ import annotations

import click

from kebab.cli.opening import use_base
from kebab.cli.options import Invocation, command, group
from kebab.cli.output import emit_lines
from kebab.cli.render.documents import chunk_lines, document_lines

main = group("inspect", short_help="Show all that is known of a document or chunk.")


@command("doc")
@click.argument("doc_id", metavar="DOC")
def inspect_doc(invocation: Invocation, doc_id: str) -> None:
    """Show a document's facts and its outline. DOC is an id or a path."""
    settings = invocation.load().settings
    inspection = use_base(invocation, settings, lambda base: base.inspect_doc(doc_id))
    emit_lines(invocation, inspection, document_lines)


@command("chunk")
@click.argument("chunk_id", metavar="CHUNK")
def inspect_chunk(invocation: Invocation, chunk_id: str) -> None:
    """Show a chunk's facts and its text."""
    settings = invocation.load().settings
    inspection = use_base(invocation, settings, lambda base: base.inspect_chunk(chunk_id))
    emit_lines(invocation, inspection, chunk_lines)


main.add_command(inspect_doc)
main.add_command(inspect_chunk)
