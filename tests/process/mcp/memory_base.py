"""A knowledge base in memory: what the server's tools ask for, answered with real wire objects."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from kebab.answer.llm.protocol import Message, Sampler, Sampling
from kebab.errors import (
    ChunkNotFoundError,
    DocumentNotFoundError,
    FileNotFoundInputError,
    KebabError,
)
from kebab.mcp.tools.declaration import OnAnswer, OnProgress
from kebab.wire.answer import (
    Answer,
    AnswerCitation,
    AnswerEvent,
    AnswerModel,
    AnswerRetrieval,
    AnswerUsage,
    AskInput,
)
from kebab.wire.doctor import DoctorReport, ModelInfo, SchemaInfo, Statistics, WireInfo
from kebab.wire.documents import ChunkText, DocumentList, DocumentSummary, FetchResult, ForgetReport
from kebab.wire.error import error_object
from kebab.wire.ingest import IngestItem, IngestProgress, IngestReport, IngestScope
from kebab.wire.inputs import FetchInput, ListInput
from kebab.wire.search import (
    BulkItem,
    BulkResponse,
    BulkSummary,
    Citation,
    Retrieval,
    SearchHit,
    SearchInput,
    SearchResponse,
)

WHEN = "2026-01-02T03:04:05Z"
DOC_ID = "0" * 31 + "1"
CHUNK_ID = "a" * 32


class MemoryBase:
    """Holds one document; some queries make it misbehave as a real base may."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_exit: object) -> None:
        return

    async def search(self, request: SearchInput, /) -> SearchResponse:
        match request.query:
            case "hang":
                await asyncio.Event().wait()
            case "crash":
                raise ZeroDivisionError("a bug")
            case "surrogate":
                return _response(request, "odd \udcff text")
            case "surrogate error":
                raise KebabError("odd \udcff name", hint="\ud800")
            case "huge":
                size = request.max_tokens * 4
                return _response(request, "x" * (size * 3))
        return _response(request, f"a text about {request.query}")

    async def bulk_search(self, queries: list[Any], /) -> BulkResponse:
        items = []
        for query in queries:
            response, error = None, None
            try:
                response = await self.search(SearchInput(**query))
            except KebabError as failure:
                error = error_object(failure)
            items.append(
                BulkItem(
                    schema_version="bulk_search_item.v1",
                    query=query,
                    response=response,
                    error=error,
                )
            )
        failed = sum(item.error is not None for item in items)
        return BulkResponse(
            schema_version="bulk_search_response.v1",
            results=items,
            summary=BulkSummary(total=len(items), succeeded=len(items) - failed, failed=failed),
        )

    async def ask(
        self, request: AskInput, on_event: OnAnswer, /, *, host: Sampler | None
    ) -> Answer:
        """Answer in one word; `host` asks the host's model twice, `hang` waits after a word."""
        on_event(AnswerEvent(kind="stage", ts=WHEN, stage="writing"))
        on_event(AnswerEvent(kind="token", ts=WHEN, delta="Pears "))
        match request.query:
            case "hang":
                await asyncio.Event().wait()
            case "host" if host is None:
                return _answer(request, "there is no host")
            case "host":
                limits = Sampling(max_tokens=50, temperature=0.5, seed=0)
                first = [Message("system", "Be brief."), Message("user", "What?")]
                one = await host(first, limits)
                again = [Message("user", f"And after {one.text}?")]
                two = await host(again, limits)
                return _answer(request, f"{one.text}, {two.text} by {two.model}: {two.reason}")
            case "long":
                return _answer(request, "Pears.", quotes=["하" * 30_000, "word " * 10_000])
        return _answer(request, "Pears.", quotes=["a text"])

    async def fetch(self, request: FetchInput, /) -> FetchResult:
        if request.kind == "chunk" and request.chunk_id != CHUNK_ID:
            raise ChunkNotFoundError(f"there is no chunk {request.chunk_id!r}")
        if request.kind != "chunk" and request.doc_id not in {DOC_ID, "notes/a.md"}:
            raise DocumentNotFoundError(f"there is no document {request.doc_id!r}")
        common = {
            "schema_version": "fetch_result.v1",
            "kind": request.kind,
            "doc_id": DOC_ID,
            "doc_path": "notes/a.md",
            "indexed_at": WHEN,
            "stale": False,
            "gone": False,
            "truncated": False,
        }
        if request.kind == "chunk":
            return FetchResult(**common, chunk=_chunk())
        return FetchResult(**common, text="# A\n\na text\n", line_start=1, line_end=3)

    async def list_docs(self, request: ListInput, /) -> DocumentList:
        count = 1 if not request.path_glob else request.limit
        title = "x" * 2000 if request.path_glob == "huge" else "A"
        return DocumentList(
            schema_version="doc_list.v1",
            documents=[_document(title) for _ in range(count)],
            total=1000,
            next_cursor=str(count),
        )

    async def schema(self) -> SchemaInfo:
        return SchemaInfo(
            schema_version="schema.v1",
            kebab_version="0",
            wire=WireInfo(schemas=[]),
            capabilities={},
            models=ModelInfo(
                parser_versions={},
                chunker_versions={},
                embedding_model=None,
                embedding_dimensions=None,
                corpus_revision=1,
            ),
            stats=Statistics(
                doc_count=1,
                chunk_count=1,
                vector_count=0,
                vector_coverage=0.0,
                last_ingest_at=WHEN,
                media_breakdown={"markdown": 1},
                lang_breakdown={"en": 1},
                source_breakdown={"default": 1},
                stale_doc_count=0,
                index_bytes={},
            ),
        )

    async def doctor(self) -> DoctorReport:
        return DoctorReport(
            schema_version="doctor.v1", ok=False, checks=[], workers=[], shards=[], duration_ms=1
        )

    async def ingest_file(
        self,
        path: Path,
        *,
        tags: tuple[str, ...],
        metadata: Mapping[str, str],
        on_progress: OnProgress,
        stop: asyncio.Event,
    ) -> IngestReport:
        del tags, metadata, stop
        if path.name == "missing.md":
            raise FileNotFoundInputError(f"there is no file {path}")
        on_progress(_event("asset_started", idx=1, total=1, path=str(path)))
        on_progress(_event("asset_finished", idx=1, total=1, path=str(path)))
        on_progress(_event("completed"))
        return _report(str(path))

    async def ingest_stdin(
        self,
        content: bytes,
        *,
        title: str,
        source_uri: str | None,
        tags: tuple[str, ...],
        metadata: Mapping[str, str],
        on_progress: OnProgress,
        stop: asyncio.Event,
    ) -> IngestReport:
        del content, source_uri, tags, metadata, on_progress, stop
        return _report(f"stdin/{title}.md")

    async def forget(self, targets: list[str], /) -> ForgetReport:
        return ForgetReport(schema_version="forget_report.v1", documents=targets, chunks=1)


def _response(request: SearchInput, snippet: str) -> SearchResponse:
    return SearchResponse(
        schema_version="search_response.v1",
        query=request.query,
        mode=request.mode,
        hits=[_hit(snippet)],
        next_cursor=None,
        truncated=False,
        relaxed=False,
        best_cosine=0.9,
        best_coverage=1.0,
        vector_coverage=1.0,
    )


def _hit(snippet: str) -> SearchHit:
    return SearchHit(
        schema_version="search_hit.v1",
        rank=1,
        score=1.0,
        score_kind="convex",
        chunk_id=CHUNK_ID,
        doc_id=DOC_ID,
        doc_path="notes/a.md",
        title="A",
        heading_path=["A"],
        snippet=snippet,
        citation=Citation(
            schema_version="citation.v1",
            kind="line",
            path="notes/a.md",
            uri="notes/a.md#L1-L3",
            start=1,
            end=3,
            indexed_at=WHEN,
            stale=False,
        ),
        retrieval=Retrieval(method="hybrid", fusion_score=1.0),
        media="markdown",
        lang="en",
        source_id="default",
        trust_level="primary",
        indexed_at=WHEN,
        stale=False,
    )


def _answer(request: AskInput, text: str, quotes: list[str] | None = None) -> Answer:
    return Answer(
        schema_version="answer.v1",
        answer=text,
        grounded=True,
        refusal_reason=None,
        query=request.query,
        question=request.query,
        lang="en",
        citations=[
            AnswerCitation(
                marker=f"[{number}]",
                chunk_id=CHUNK_ID,
                doc_id=DOC_ID,
                citation=_hit("").citation,
                quote=quote,
                trust_level="primary",
                indexed_at=WHEN,
                stale=False,
                verified=True,
            )
            for number, quote in enumerate(quotes or [], 1)
        ],
        sentences=[],
        model=AnswerModel(id="memory", provider="scripted"),
        embedding=None,
        prompt_template_version="none",
        retrieval=AnswerRetrieval(
            trace_id="ret_00000000",
            mode=request.mode,
            k=request.k,
            score_gate=0.5,
            top_score=0.9,
            best_cosine=0.9,
            best_coverage=1.0,
            chunks_returned=1,
            chunks_used=1,
        ),
        usage=AnswerUsage(prompt_tokens=0, completion_tokens=0, latency_ms=0),
        created_at=WHEN,
    )


def _chunk() -> ChunkText:
    return ChunkText(
        chunk_id=CHUNK_ID,
        doc_id=DOC_ID,
        ordinal=0,
        heading_path=["A"],
        text="a text",
        source_spans=[],
        token_estimate=2,
    )


def _document(title: str) -> DocumentSummary:
    return DocumentSummary(
        schema_version="doc_summary.v1",
        doc_id=DOC_ID,
        doc_path="notes/a.md",
        source_id="default",
        title=title,
        media="markdown",
        lang="en",
        tags=[],
        trust_level="primary",
        source_type="note",
        byte_len=10,
        chunk_count=1,
        version=1,
        created_at=WHEN,
        updated_at=WHEN,
        parser_version="1",
        chunker_version="1",
    )


def _event(kind: str, **more: Any) -> IngestProgress:
    return IngestProgress(schema_version="ingest_progress.v1", kind=kind, ts=WHEN, **more)


def _report(path: str) -> IngestReport:
    return IngestReport(
        schema_version="ingest_report.v1",
        scope=IngestScope(root="", sources=["external"], exclude=[]),
        scanned=1,
        new=1,
        updated=0,
        unchanged=0,
        skipped=0,
        errors=0,
        purged_deleted_files=0,
        chunks_indexed=1,
        embeddings_indexed=0,
        embeddings_reused=0,
        vector_coverage=0.0,
        duration_ms=1,
        aborted=False,
        skipped_by_extension={},
        skipped_by_reason={},
        skip_examples={},
        items=[IngestItem(kind="new", doc_path=path, source_id="external")],
    )
