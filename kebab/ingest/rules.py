"""What the settings say of scanning a source and of reading its files. Pure."""

from __future__ import annotations

from kebab.ingest.assemble import Reading
from kebab.ingest.media import MEDIA
from kebab.ingest.repository import Repository
from kebab.ingest.scan import FoundFile, ScanRules
from kebab.ingest.scope import SourceScope
from kebab.settings.model import IngestSettings, Settings, SourceSettings
from kebab.wire.ingest import ReadReason


def size_limits(settings: Settings) -> dict[str, int]:
    """Return how large a file of each medium may be."""
    limits = settings.ingest
    return {
        **dict.fromkeys(MEDIA, limits.max_office_bytes),
        "markdown": limits.max_markdown_bytes,
        "text": limits.max_text_bytes,
        "code": limits.max_code_bytes,
        "pdf": limits.max_pdf_bytes,
        "image": limits.max_image_bytes,
        "hwp": limits.max_hwp_bytes,
    }


def limit_key(media: str) -> str:
    """Name the setting that limits the size of a medium's files."""
    key = f"max_{media}_bytes"
    return key if key in IngestSettings.model_fields else "max_office_bytes"


def scan_rules(settings: Settings, scope: SourceScope) -> ScanRules:
    """Put together what the settings say of a scan of one source."""
    own = (settings.storage.data_dir, settings.storage.state_dir)
    return ScanRules(
        exclude=(*settings.ingest.exclude, *scope.source.exclude),
        follow_symlinks=settings.ingest.follow_symlinks,
        max_bytes=size_limits(settings),
        barred=frozenset(str(folder) for folder in own),
        only=scope.only,
        media=frozenset(settings.ingest.media or MEDIA),
    )


def reading_of(
    file: FoundFile,
    source: SourceSettings,
    fingerprint: str,
    settings: Settings,
    repository: Repository | None = None,
    reason: ReadReason = "new",
    because: tuple[str, ...] = (),
) -> Reading:
    """Say how a file of a source is to be read, and why."""
    return Reading(
        source_id=source.id,
        path=file.path,
        media=file.media,
        fingerprint=fingerprint,
        trust_level=source.trust_level,
        source_type=source.source_type,
        max_bytes=size_limits(settings)[file.media],
        disk_path=file.disk_path,
        repository=repository,
        reason=reason,
        because=because,
        found=file,
    )
