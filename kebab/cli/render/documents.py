"""How documents, chunks and fetched texts look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kebab.cli.render.lines import Line, clean, count, line, pairs, size
from kebab.wire.documents import (
    ChunkInspection,
    ChunkText,
    DocumentInspection,
    DocumentList,
    FetchResult,
    ForgetReport,
    LineSpan,
)

if TYPE_CHECKING:
    from rich.console import RenderableType


def plain_list(page: DocumentList) -> str:
    """Write one line for a document: id, title, path, between tabs."""
    return "".join(
        "\t".join(map(_cell, (doc.doc_id, doc.title, doc.doc_path))) + "\n"
        for doc in page.documents
    )


def terminal_list(page: DocumentList) -> RenderableType:
    """Lay documents out as a table."""
    from rich.table import Table  # noqa: PLC0415 - 0.1 s, and only terminals need it

    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("path", style="cyan", overflow="fold")
    table.add_column("title", overflow="ellipsis", max_width=48, no_wrap=True)
    table.add_column("lang")
    table.add_column("chunks", justify="right")
    table.add_column("size", justify="right")
    table.add_column("updated", style="dim", no_wrap=True)
    for doc in page.documents:
        table.add_row(
            clean(doc.doc_path),
            clean(doc.title),
            doc.lang,
            f"{doc.chunk_count}",
            size(doc.byte_len),
            doc.updated_at[:10],
        )
    return table


def list_notes(page: DocumentList) -> list[Line]:
    """Say how many documents there are beyond the page."""
    notes = [line((f"{len(page.documents):,} of {count(page.total, 'document')}", "dim"))]
    if page.next_cursor:
        notes.append(line(("more: ", "dim"), (f"--cursor {page.next_cursor}", "dim")))
    return notes


def document_lines(inspection: DocumentInspection) -> list[Line]:
    """Write a document's facts and its outline."""
    doc = inspection.document
    facts = {
        "document": doc.doc_id,
        "path": doc.doc_path,
        "file": inspection.disk_path,
        "uri": doc.source_uri,
        "title": doc.title,
        "source": f"{doc.source_id} ({doc.source_type}, {doc.trust_level})",
        "media": doc.media,
        "language": doc.lang,
        "tags": ", ".join(doc.tags),
        "size": f"{size(doc.byte_len)}, {inspection.encoding or 'unknown encoding'}",
        "version": f"{doc.version}, updated {doc.updated_at}",
        "read by": f"{doc.parser_version}, {doc.chunker_version}",
        "hash": inspection.content_hash,
        "shard": str(inspection.shard),
    }
    facts |= {str(name): _short(value) for name, value in inspection.metadata.items()}
    lines = [*pairs([(name, value) for name, value in facts.items() if value])]
    lines += [line(("warning  ", "yellow"), warning) for warning in inspection.warnings]
    lines += [line(), line((count(doc.chunk_count, "chunk"), "bold"))]
    lines += [
        line(
            (chunk.chunk_id, "dim"),
            f"  {_lines(chunk.source_spans):>11}  {chunk.token_estimate:>4} tokens  ",
            "" if chunk.has_vector else ("no vector  ", "yellow"),
            " / ".join(chunk.heading_path),
        )
        for chunk in inspection.chunks
    ]
    return lines


def chunk_lines(chunk: ChunkInspection) -> list[Line]:
    """Write a chunk's facts and its text."""
    facts = [
        ("chunk", chunk.chunk_id),
        ("document", f"{chunk.doc_path} ({chunk.doc_id})"),
        ("lines", _lines(chunk.source_spans)),
        ("headings", " / ".join(chunk.heading_path)),
        ("position", f"{chunk.ordinal} of the document, shard {chunk.shard}"),
        ("tokens", str(chunk.token_estimate)),
        ("cut by", chunk.chunker_version),
        ("vector", chunk.embedding_model or "none"),
    ]
    return [*pairs(facts), line(), *(line(text) for text in chunk.text.splitlines())]


def plain_text(result: FetchResult) -> str:
    """Write the text that was asked for; neighbours of a chunk are set apart."""
    if result.chunk is None:
        text = result.text or ""
        return text if not text or text.endswith("\n") else f"{text}\n"
    if not result.context_before and not result.context_after:
        return _ended(result.chunk.text)
    blocks = [
        *(_block("before", chunk) for chunk in result.context_before or ()),
        _block("target", result.chunk),
        *(_block("after", chunk) for chunk in result.context_after or ()),
    ]
    return "\n".join(blocks)


def fetch_notes(result: FetchResult) -> list[Line]:
    """Say where a text stands, and whether it is still what is on the disk."""
    start, end = result.line_start, result.effective_end or result.line_end
    if result.chunk is not None and result.chunk.source_spans:
        start, end = result.chunk.source_spans[0].start, result.chunk.source_spans[-1].end
    place = f"{result.doc_path}:{start}-{end}" if start and end else result.doc_path
    notes = [line((place, "dim"))]
    if result.gone:
        notes.append(line(("note: ", "yellow"), "the file is gone; this is what was indexed"))
    elif result.stale:
        notes.append(line(("note: ", "yellow"), "the file has changed since it was indexed"))
    if result.truncated:
        rest = f"; more: --cursor {result.next_cursor}" if result.next_cursor else ""
        notes.append(line(("note: ", "yellow"), f"cut at the budget{rest}"))
    return notes


def forget_lines(report: ForgetReport) -> list[Line]:
    """Write what was forgotten."""
    if report.sessions is not None:
        return [line(f"forgot {count(len(report.sessions), 'conversation')}")]
    documents = count(len(report.documents), "document")
    return [line(f"forgot {documents}, {count(report.chunks, 'chunk')}")]


def _cell(text: str) -> str:
    return clean(text.replace("\t", " ").replace("\n", " "))


def _ended(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"


def _block(name: str, chunk: ChunkText) -> str:
    headings = f"  {' / '.join(chunk.heading_path)}" if chunk.heading_path else ""
    return f"=== {name}  lines {_lines(chunk.source_spans)}{headings}\n{_ended(chunk.text)}"


def _lines(spans: list[LineSpan]) -> str:
    return ", ".join(f"{span.start}-{span.end}" for span in spans)


def _short(value: object, limit: int = 200) -> str:
    text = str(value)
    return text if len(text) <= limit else f"{text[:limit]}…"
