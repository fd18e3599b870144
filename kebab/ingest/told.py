"""Who hears how the watching of sources goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kebab.wire.ingest import IngestProgress, IngestReport


@dataclass(frozen=True, slots=True)
class Told:
    """Receives the events and the report of each run, and what is to be noted beside them."""

    on_progress: Callable[[IngestProgress], None] = lambda _event: None
    on_report: Callable[[IngestReport], None] = lambda _report: None
    on_note: Callable[[str], None] = lambda _text: None
