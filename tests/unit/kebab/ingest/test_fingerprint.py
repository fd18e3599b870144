"""What shapes chunks shows in the fingerprint; what does not, does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from kebab.ingest.fingerprint import source_fingerprints
from kebab.ingest.media import MEDIA
from kebab.settings.model import (
    ChunkingSettings,
    EmbeddingSettings,
    LimitsSettings,
    OcrSettings,
    Settings,
    SourceSettings,
    StorageSettings,
)
from kebab.wire.extraction import VERSIONS

SOURCE = SourceSettings(root=Path("/x"))


STORAGE = StorageSettings(data_dir=Path("/d"), state_dir=Path("/s"))


def fingerprints(source=SOURCE, **changed):
    return source_fingerprints(source, Settings(storage=STORAGE, **changed))


def changed_media(**changed):
    before, after = fingerprints(), fingerprints(**changed)
    return {media for media in MEDIA if before[media] != after[media]}


@pytest.mark.parametrize(
    "changed", [{"engine": "tesseract"}, {"languages": ("de",)}, {"tessdata": "/models"}]
)
def test_change_of_ocr_shows_where_pages_are_read_by_it(changed):
    assert changed_media(ocr=OcrSettings(**changed)) == {"pdf", "image"}


def test_change_of_a_limit_leaves_documents_alone():
    assert changed_media(limits=LimitsSettings(max_ocr_pages=3)) == set()


@pytest.mark.parametrize(
    "changed",
    [
        {"chunking": ChunkingSettings(target_tokens=100)},
        {"embedding": EmbeddingSettings(model="BAAI/bge-m3")},
        {"source": SourceSettings(root=Path("/x"), trust_level="generated")},
        {"source": SourceSettings(root=Path("/x"), source_type="ticket")},
    ],
)
def test_change_that_shapes_documents_shows(changed):
    assert fingerprints(**changed)["markdown"] != fingerprints()["markdown"]


@pytest.mark.parametrize(
    "changed",
    [
        {"embedding": EmbeddingSettings(threads=4)},
        {"embedding": EmbeddingSettings(provider="none")},
        {"source": SourceSettings(root=Path("/y"), exclude=("a",))},
    ],
)
def test_change_that_leaves_documents_alone_does_not_show(changed):
    assert fingerprints(**changed) == fingerprints()


def test_every_medium_has_versions():
    assert set(MEDIA) == set(VERSIONS)
