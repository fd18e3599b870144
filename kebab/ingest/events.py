"""Tell whoever started a run how it goes, in ingest_progress.v1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from kebab.wire.ingest import IngestProgress
from kebab.wire.instants import rfc3339

OnProgress = Callable[[IngestProgress], None]
Kind = Literal[
    "scan_started",
    "scan_completed",
    "asset_started",
    "asset_finished",
    "searchable",
    "embedding",
    "completed",
    "aborted",
]


class Events:
    """Sends events; exactly one that ends the run, whatever happened."""

    def __init__(self, on_progress: OnProgress, now_ms: Callable[[], int]) -> None:
        self._on_progress = on_progress
        self._now_ms = now_ms
        self._has_ended = False

    def send(self, kind: Kind, **fields: Any) -> None:
        """Send one event; nothing follows the end of a run."""
        if self._has_ended:
            return
        self._has_ended = kind in {"completed", "aborted"}
        self._on_progress(
            IngestProgress(
                schema_version="ingest_progress.v1",
                kind=kind,
                ts=rfc3339(self._now_ms()),
                **fields,
            )
        )
